// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "explain/neighbours.h"
#include "explain/verdict.h"

#include <string>

namespace nest::cli {

/// What limits a plan, what would help, and what its neighbours cost; within the control's limit and until it stops.
/// `best` is the best plan of the problem, null when there is none.
std::string explanation(const Problem& problem, const RankedPlan& plan, const RankedPlan* best,
                        const SolveControl& control);

/// How many candidates the search had and what removed them.
std::string search_log(const SolveResult& result);

/// Where nothing fits: what would make a plan possible.
std::string ways_out(const Problem& problem, const SolveControl& control);

/// Where the step time of two plans differs, part by part.
std::string comparison(const Problem& problem, const RankedPlan& plan, const RankedPlan& best);

/// The nearest layouts that run, for one that doesn't; empty for none.
std::string nearest_layouts(const NearestFeasible& nearest);

} // namespace nest::cli
