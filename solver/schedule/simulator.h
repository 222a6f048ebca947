// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/options.h"

#include <cstdint>
#include <vector>

/// Event-driven execution of a pipeline schedule, micro-batch by micro-batch. Transfers occupy their stage.
namespace nest {

/// One piece of work of one stage.
struct ScheduledTask {
    bool backward = false;
    std::int64_t micro_batch = 0;
    double start = 0, end = 0; ///< seconds from the step's begin
};

/// Micro-batches that are run one by one: about a million of one stage, fewer with more stages.
std::int64_t most_simulated_micro_batches(std::size_t stages);

/// Runs `micro_batches` through stages with the given forward and backward seconds; returns the end of the last task.
/// Where `timeline` is given it receives each stage's tasks in order. O(s m).
/// GPipe: all forwards, then all backwards. 1F1B: stage i starts with min(m, s - i) forwards, then one backward, one
/// forward (Narayanan et al. 2021).
/// Without a timeline, more than most_simulated_micro_batches() are not run one by one: once the pipeline is full every
/// further micro-batch takes the largest load.
double simulate_pipeline(ScheduleKind schedule, std::int64_t micro_batches, const std::vector<double>& forward,
                         const std::vector<double>& backward,
                         std::vector<std::vector<ScheduledTask>>* timeline = nullptr);

} // namespace nest
