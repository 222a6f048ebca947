// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/problem.h"
#include "search/solve.h"

#include <QString>

/// Tables as CSV (RFC 4180, dot as decimal point, SI base units, header row).
namespace nest::ui {

/// One row per stage of a plan: layers, ranks' levels, every part of time and memory.
std::string stagesCsv(const Problem& problem, const RankedPlan& plan);
/// One row per plan of the result, best first.
std::string candidatesCsv(const SolveResult& result);

} // namespace nest::ui
