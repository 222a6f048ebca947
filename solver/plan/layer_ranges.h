// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/plan.h"

#include <string>

namespace nest {

/// Which layers a stage holds, in few words: "embedding, block.0-4; block.40-44". Consecutive layers whose names count
/// on are one range, the chunks of an interleaved stage stand between semicolons, and of many chunks the first three
/// and the last are named. Empty for a stage without layers.
std::string layer_ranges(const ModelGraph& model, const StagePlan& stage);

} // namespace nest
