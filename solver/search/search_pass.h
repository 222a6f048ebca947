// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/problem.h"
#include "search/solve.h"

#include <limits>

namespace nest {

/// Whether plans are ranked by prices alone, or an interleaved one by its run where that takes longer.
enum class RankBy { price, run };

/// One pass of the search over all families of plans. `most_seconds`: no plan that takes longer counts; with a memory
/// objective.
SolveResult search_pass(const Problem& problem, const SolveControl& control,
                        double most_seconds = std::numeric_limits<double>::infinity(), RankBy by = RankBy::price);

} // namespace nest
