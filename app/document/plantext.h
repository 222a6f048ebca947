// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"
#include "explain/verdict.h"
#include "search/solve.h"

#include <QString>

/// Sentences for people in the window's language, made from the solver's data.
namespace nest::ui {

/// What limits a plan and what would help most, in one to three sentences.
QString verdictText(const Problem& problem, const Verdict& verdict);
/// The best plan of a relaxed problem: "tp8 pp4 dp4 mb1, step 5.52 s".
QString relaxedPlanText(const Relaxation& relaxation);
/// "runs on Megatron-LM, torchtitan".
QString enginesText(const std::vector<EngineSupport>& engines, bool fits);
QString engineName(const std::string& engine);

/// "proven optimal", "best found, within 1.2 %", "stopped ...".
QString statusText(const SolveResult& result);
/// Why candidates were left out, for a key of SolveResult::rejected_counts.
QString rejectionText(const std::string& reason);
/// Why nothing fits: the main reasons with counts and the least memory overrun.
QString infeasibleText(const SolveResult& result);
/// The name of a kept plan: those that the program gave ("today", "plan 3", "edited by hand") in the window's language,
/// those that people gave as they are.
QString keptPlanName(const std::string& name);
/// "TP8 PP4 DP4", parts of 1 left out except the first.
QString degreesText(const Plan& plan);

} // namespace nest::ui
