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
inline std::int64_t in_flight_micro_batches(ScheduleKind schedule, std::int64_t micro_batches, std::int64_t stage_count,
                                            std::int64_t stage) {
    return schedule == ScheduleKind::gpipe ? micro_batches : std::min(micro_batches, stage_count - stage);
}

/// Running totals of a pipeline, from which its time follows; add stages in any order.
struct PipelineTotals {
    double sum = 0; ///< of loads
    double max_load = 0;
    double max_forward = 0, max_backward = 0;
    double weight_sum = 0;        ///< of weight gradients' seconds
    double bottleneck_weight = 0; ///< those of the stage with the largest load
    void add(double forward, double backward, double weight_gradient = 0) {
        constexpr double rounding = 1e-12; // equal loads that were summed in another order
        const double load = forward + backward;
        sum += load;
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
/// much). ZB-H1: m max load + sum over the other stages of (load - 2 W), W the weight-gradient part; exact for equal
/// stages with m >= s and W at most F and the rest of the backward pass, else too short. Of equally slow
/// stages the bottleneck is the one with the largest W. Objective paper: (m + s - 1) max load (NEST, MLSys 2026).
inline double pipeline_seconds(ScheduleKind schedule, Objective objective, std::int64_t micro_batches,
                               std::int64_t stage_count, const PipelineTotals& totals) {
    const auto more = static_cast<double>(micro_batches - 1);
    if (objective == Objective::paper) return static_cast<double>(micro_batches + stage_count - 1) * totals.max_load;
    if (schedule == ScheduleKind::gpipe) return totals.sum + more * (totals.max_forward + totals.max_backward);
    if (schedule == ScheduleKind::zb_h1) return totals.rest() + more * totals.max_load + 2 * totals.bottleneck_weight;
    return totals.sum + more * totals.max_load;
}

} // namespace nest
