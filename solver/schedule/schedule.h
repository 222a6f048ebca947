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
/// 2019), min(m, s - i) for 1F1B (PipeDream-Flush, Narayanan et al. 2021).
inline std::int64_t in_flight_micro_batches(ScheduleKind schedule, std::int64_t micro_batches, std::int64_t stage_count,
                                            std::int64_t stage) {
    return schedule == ScheduleKind::gpipe ? micro_batches : std::min(micro_batches, stage_count - stage);
}

/// Running totals of a pipeline, from which its time follows; add stages in any order.
struct PipelineTotals {
    double sum = 0; ///< of loads
    double max_load = 0;
    double max_forward = 0, max_backward = 0;
    void add(double forward, double backward) {
        sum += forward + backward;
        max_load = std::max(max_load, forward + backward);
        max_forward = std::max(max_forward, forward);
        max_backward = std::max(max_backward, backward);
    }
};

/// Seconds of the pipeline, analytic. GPipe: sum fw + (m-1) max fw + sum bw + (m-1) max bw, exact. 1F1B: sum load + (m-1)
/// max load, exact for equal stages and an upper bound where every stage's backward is the same multiple of its forward;
/// with very different ratios the strict order of 1F1B can take a little longer (the simulator shows by how much).
/// Objective paper: (m + s - 1) max load (NEST, MLSys 2026).
inline double pipeline_seconds(ScheduleKind schedule, Objective objective, std::int64_t micro_batches,
                               std::int64_t stage_count, const PipelineTotals& totals) {
    const auto more = static_cast<double>(micro_batches - 1);
    if (objective == Objective::paper) return static_cast<double>(micro_batches + stage_count - 1) * totals.max_load;
    if (schedule == ScheduleKind::gpipe) return totals.sum + more * (totals.max_forward + totals.max_backward);
    return totals.sum + more * totals.max_load;
}

} // namespace nest
