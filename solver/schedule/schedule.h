// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/options.h"

#include <algorithm>
#include <cstdint>
#include <vector>

/// Pipeline schedules: how many micro-batches are in flight, and how long a step's pipeline takes.
namespace nest {

/// Micro-batches whose activations stage `stage` (0-based) of `stage_count` keeps at once: m for GPipe (Huang et al.
/// 2019), min(m, s - i) for 1F1B (PipeDream-Flush, Narayanan et al. 2021) and ZB-H1 (Qi et al. 2024). ZB-H1 also keeps
/// what delayed weight gradients need; that is taken to fit into what the backward pass has freed, as its authors do.
/// Interleaved 1F1B with v virtual stages counts passes of single chunks: min(m v, 2 (s - i - 1) + (v - 1) s + 1)
/// (Narayanan et al. 2021, Megatron-LM).
inline std::int64_t in_flight_micro_batches(ScheduleKind schedule, std::int64_t micro_batches, std::int64_t stage_count,
                                            std::int64_t stage, std::int64_t virtual_stages = 1) {
    if (schedule == ScheduleKind::gpipe) return micro_batches;
    if (schedule == ScheduleKind::interleaved)
        return std::min(micro_batches * virtual_stages,
                        2 * (stage_count - stage - 1) + (virtual_stages - 1) * stage_count + 1);
    return std::min(micro_batches, stage_count - stage);
}

/// The same for each of the `copies` of a stage in a pipeline whose stages have copies (1F1B): ceil(min(m, K) / q), K
/// the copies from this stage to the last, its own included. No stage takes longer than q times the slowest share of a
/// copy, so that with K micro-batches under way the slowest stage never waits; PipeDream starts its pipeline with as
/// many (Narayanan et al. 2019, section 3.3). With one copy each it is 1F1B's min(m, s - i).
inline std::int64_t in_flight_of_copy(std::int64_t micro_batches, std::int64_t copies, std::int64_t copies_to_the_end) {
    return (std::min(micro_batches, copies_to_the_end) + copies - 1) / copies;
}

/// What keeps a schedule from running so many micro-batches on so many stages.
enum class ScheduleRule {
    fine,
    few_micro_batches, ///< ZB-H1: with m < s, waits remain that no weight gradient is there to fill
    one_stage,         ///< interleaved: a single stage has nobody to take turns with
    rounds             ///< interleaved: micro-batches go in rounds of s through a chunk
};
/// Sources: Qi et al. 2024 for m >= s, Megatron-LM's argument checks for m a multiple of s.
inline ScheduleRule schedule_rule(ScheduleKind schedule, std::int64_t micro_batches, std::int64_t stage_count) {
    if (schedule == ScheduleKind::zb_h1 && micro_batches < stage_count) return ScheduleRule::few_micro_batches;
    if (schedule != ScheduleKind::interleaved) return ScheduleRule::fine;
    if (stage_count < 2) return ScheduleRule::one_stage;
    return micro_batches % stage_count == 0 ? ScheduleRule::fine : ScheduleRule::rounds;
}

/// Running totals of a pipeline, from which its time follows; add stages in any order.
struct PipelineTotals {
    double sum = 0;      ///< of loads
    double max_load = 0; ///< of a stage with copies the share of each
    double max_forward = 0, max_backward = 0;
    double weight_sum = 0;        ///< of weight gradients' seconds
    double bottleneck_weight = 0; ///< those of the stage with the largest load
    void add(double forward, double backward, double weight_gradient = 0, std::int64_t copies = 1) {
        constexpr double rounding = 1e-12; // equal loads that were summed in another order
        sum += forward + backward;
        const double load = (forward + backward) / static_cast<double>(copies);
        weight_sum += weight_gradient;
        if (load > max_load * (1 + rounding))
            bottleneck_weight = weight_gradient;
        else if (load >= max_load * (1 - rounding))
            bottleneck_weight = std::max(bottleneck_weight, weight_gradient);
        max_load = std::max(max_load, load);
        max_forward = std::max(max_forward, forward);
        max_backward = std::max(max_backward, backward);
    }
    /// What ZB-H1 adds up: load less twice the weight gradients, over all stages.
    double rest() const { return sum - 2 * weight_sum; }
};

/// Seconds of the pipeline, analytic. GPipe: sum fw + (m-1) max fw + sum bw + (m-1) max bw, exact. 1F1B: sum load +
/// (m-1) max load, exact for equal stages and an upper bound where every stage's backward is the same multiple of its
/// forward; with very different ratios the strict order of 1F1B can take a little longer (the simulator shows by how
/// much). ZB-H1 (m >= s): m max load + sum over the other stages of (load - 2 W), W the weight-gradient part; exact for
/// equal stages with W at most F and the rest of the backward pass, else too short. Of equally slow stages the
/// bottleneck is the one with the largest W. Interleaved with v virtual stages: m max load + (sum load - max load) / v,
/// exact for equal chunks; with unequal ones the run depends on which chunk is slow and can take longer or shorter, as
/// the simulator shows. Copies of stages (1F1B): sum load + (m-1) max load / q; where stages of equal pace have other
/// numbers of copies, their turns can collide, and the run takes longer. Objective
/// paper: (m + s - 1) max load (NEST, MLSys 2026), interleaved (m + (s - 1) / v) max load.
inline double pipeline_seconds(ScheduleKind schedule, Objective objective, std::int64_t micro_batches,
                               std::int64_t stage_count, const PipelineTotals& totals,
                               std::int64_t virtual_stages = 1) {
    const auto more = static_cast<double>(micro_batches - 1);
    if (schedule == ScheduleKind::interleaved) {
        const auto m = static_cast<double>(micro_batches), v = static_cast<double>(virtual_stages);
        if (objective == Objective::paper) return (m + static_cast<double>(stage_count - 1) / v) * totals.max_load;
        return m * totals.max_load + (totals.sum - totals.max_load) / v;
    }
    if (objective == Objective::paper) return static_cast<double>(micro_batches + stage_count - 1) * totals.max_load;
    if (schedule == ScheduleKind::gpipe) return totals.sum + more * (totals.max_forward + totals.max_backward);
    if (schedule == ScheduleKind::zb_h1) return totals.rest() + more * totals.max_load + 2 * totals.bottleneck_weight;
    return totals.sum + more * totals.max_load;
}

} // namespace nest
