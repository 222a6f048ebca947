// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "nest2026/price.h"

#include <optional>
#include <stop_token>

/// The best plan under the published cost model, proven.
namespace nest::nest2026 {

struct Answer {
    std::optional<Plan> plan; ///< nothing if none fits, or stopped before one was found
    Price price;
    bool stopped = false;
    std::int64_t states = 0; ///< cells of the table
    double solve_seconds = 0;
};

/// Replicas, stages and cuts at every width. Stages are packed onto consecutive devices from the last one on, which is
/// where the published program always ends; so a suffix of nodes in s stages on k devices has one placement, and one
/// table over (s, first node, k) finds the optimum: O(widths n^3) for n nodes, since without ZeRO k follows from s.
/// Every plan of that space is looked at, also those where the published program takes the last link for level 0 or
/// pairs a value with the placement of another partition.
/// `time_limit_seconds` 0 = none.
Answer solve(const Input& input, const std::stop_token& stop = {}, double time_limit_seconds = 0);

} // namespace nest::nest2026
