// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/options.h"

#include <cstdint>
#include <vector>

/// Event-driven execution of a pipeline schedule, micro-batch by micro-batch. Transfers occupy their stage.
namespace nest {

/// What the stages of a pipeline have to do for each micro-batch. Seconds, one entry per stage.
struct PipelineWork {
    ScheduleKind schedule = ScheduleKind::one_f_one_b;
    std::int64_t micro_batches = 1;
    std::vector<double> forward, backward;
    std::vector<double> weight_gradient{}; ///< the part of backward that ZB-H1 may put off; empty: none
    /// Interleaved: of each virtual stage of a stage; they add up to `forward` and `backward`.
    std::vector<std::vector<double>> chunk_forward{}, chunk_backward{};

    /// 1F1B: how often each stage is there, its copies taking turns; empty: once.
    std::vector<std::int64_t> copies{};

    std::int64_t copies_of(std::size_t stage) const { return copies.empty() ? 1 : copies[stage]; }
    std::int64_t virtual_stages() const {
        return chunk_forward.empty() ? 1 : static_cast<std::int64_t>(chunk_forward.front().size());
    }

    /// Whether a backward pass comes in two tasks.
    bool splits_backward() const { return schedule == ScheduleKind::zb_h1; }
    double weight_gradient_of(std::size_t stage) const {
        return splits_backward() && stage < weight_gradient.size() ? weight_gradient[stage] : 0.0;
    }
};

/// One piece of work of one stage, or of one copy of it.
struct ScheduledTask {
    bool backward = false;
    std::int64_t micro_batch = 0;
    double start = 0, end = 0;    ///< seconds from the step's begin
    bool weight_gradient = false; ///< of a backward pass in two tasks: the second one
    std::int64_t chunk = 0;       ///< interleaved: the virtual stage of this stage that runs
};

/// Micro-batches that are run one by one: about a million of one stage, fewer with more stages. With virtual stages a
/// multiple of the stages.
std::int64_t most_simulated_micro_batches(std::size_t stages, std::int64_t virtual_stages = 1);

/// How many are run one by one: all, or most_simulated_micro_batches(). Where stages have copies the others are whole
/// rounds of them, if there are any.
std::int64_t simulated_micro_batches(const PipelineWork& work);

/// Runs all micro-batches through the stages; returns the end of the last task. Where `timeline` is given it receives
/// each stage's tasks in order. O(s m).
/// GPipe: all forwards, then all backwards. 1F1B: stage i starts with min(m, s - i) forwards, then one backward, one
/// forward (Narayanan et al. 2021). ZB-H1: the same, but weight gradients are a task of their own, and stage i is i of
/// them behind, so that they fill the wait at the end (Qi et al. 2024). Interleaved: as InterleavedOrder says; the last
/// stage hands over to the first one's next chunk. Copies of a stage (1F1B): copy a runs micro-batches a, a + q,
/// a + 2 q, ... as a stage of its own with its share of those in flight; `timeline` then has an entry for each copy.
/// Without a timeline, more than simulated_micro_batches() are not run one by one: once the pipeline is full every
/// further micro-batch takes the largest load; with copies, what the last of those that are run take on average.
double simulate_pipeline(const PipelineWork& work, std::vector<std::vector<ScheduledTask>>* timeline = nullptr);
double simulate_pipeline(ScheduleKind schedule, std::int64_t micro_batches, const std::vector<double>& forward,
                         const std::vector<double>& backward,
                         std::vector<std::vector<ScheduledTask>>* timeline = nullptr);

} // namespace nest
