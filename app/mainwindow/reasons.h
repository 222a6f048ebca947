// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "jobs/adviser.h"
#include "jobs/solverunner.h"

namespace nest::ui {

class ActionRegistry;
class ReasonPage;

/// Fills the page that stands where there is no plan: why, and where to go on. What would make a plan possible follows
/// with showWaysOut().
void showReasons(ReasonPage& page, const SolveOutcome& outcome, ActionRegistry& actions);
/// Of advice without a plan: the ways out, those with a button that the project can take. Their order is the advice's.
void showWaysOut(ReasonPage& page, const ProjectState& state, const Advice& advice);

} // namespace nest::ui
