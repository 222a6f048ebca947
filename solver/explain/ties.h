// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "search/solve.h"

#include <vector>

/// Which plans are as good as each other, given how well a step time can be known before it is measured.
namespace nest {

/// A group number per step time: 0 for the least and all within `error` of it, then the least of the rest opens group
/// 1, and so on. A group is measured from its own least, so that a long row of small steps is not all one group. Any
/// order; times that aren't positive get -1.
std::vector<int> tie_groups(const std::vector<double>& step_seconds, double error = model_error);
std::vector<int> tie_groups(const std::vector<RankedPlan>& plans, double error = model_error);

} // namespace nest
