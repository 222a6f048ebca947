// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/plan.h"

/// Changes that people make to a plan by hand: the cuts between its stages and what they recompute. They change the
/// plan alone; evaluate() prices it and says when it is none.
namespace nest {

/// True when every stage is a run of consecutive layers, the runs follow one another, and no tensor goes backwards:
/// then every cut between two layers is a valid one. Not so for the branches of a graph.
bool has_movable_borders(const ModelGraph& model, const Plan& plan);

/// The plan with stage `stage` (1 or higher) starting at `first_layer`; the stage before ends there. Both keep at least
/// one layer, so the border stops at the next ones. The plan must have movable borders.
Plan with_border(Plan plan, int stage, int first_layer);
/// The nearest first layer that with_border() would set.
int nearest_border(const Plan& plan, int stage, int first_layer);

Plan with_recompute(Plan plan, int stage, Recompute kind);
/// The same plan with the first `layers` layers of one stage recomputed in full: 0 none of them, all of them and more
/// the whole stage.
Plan with_recompute_layers(Plan plan, int stage, int layers);
/// none -> selective -> full -> none. `stage`, which the search doesn't use, goes to none.
Recompute next_recompute(Recompute kind);

} // namespace nest
