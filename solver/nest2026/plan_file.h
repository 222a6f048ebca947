// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "nest2026/planner.h"

#include <nlohmann/json_fwd.hpp>

/// Plans of the published model in files: nest-plan as this program writes it, and the published program's answers.
namespace nest::nest2026 {

struct PlacedPlan {
    Plan plan;
    std::vector<std::int64_t> offsets; ///< first device of each stage, as the file places it
};

/// A nest-plan with "cost": "nest2026" that holds its input by value. `file` is the input as it was read.
nlohmann::json plan_to_json(const nlohmann::json& file, const Input& input, const Answer& answer);

/// True for a plan of this model: ours or an answer of the published program.
bool is_plan(const nlohmann::json& json);
/// The input that a plan of ours holds; nothing in an answer of the published program.
const nlohmann::json* input_in_plan(const nlohmann::json& json);
/// Reads either. Of the published program's answers "networkSkeleton" counts, which always belongs to the time they
/// report; their "stages" may be another partition. Faults: nodes that the input hasn't, that are left out or not in
/// one piece, devices beyond its own.
Result<PlacedPlan> plan_from_json(const nlohmann::json& json, const Input& input, const std::string& file);

} // namespace nest::nest2026
