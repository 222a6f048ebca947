// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "search/solve.h"

#include <string>
#include <vector>

namespace nest::cli {

/// The answer of a search for people: what was planned, the plan's figures, a row per stage, the next best plans.
/// `notes` are what reading the inputs said; assumed values are listed.
std::string summary_of_solve(const Problem& problem, const SolveResult& result, const std::vector<Diagnostic>& notes);

/// The same for a given plan that was priced, without the search's part.
std::string summary_of_plan(const Problem& problem, const RankedPlan& ranked);

/// Why nothing fits: counts by reason and a few examples.
std::string summary_of_rejections(const SolveResult& result);

/// Why a priced plan does not fit, one line per stage that overruns; empty when it fits.
std::string why_it_does_not_fit(const RankedPlan& ranked);

} // namespace nest::cli
