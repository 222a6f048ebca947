// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "nest2026/price.h"

#include <nlohmann/json_fwd.hpp>

namespace nest::nest2026 {

/// An answer file of the published program.
struct PublishedPlan {
    Plan plan;
    std::vector<std::int64_t> offsets; ///< first device of each stage, as the file places it
};

/// True for a file that holds an answer of the published program.
bool is_published_plan(const nlohmann::json& json);
/// Reads the cuts and devices of an answer from its "networkSkeleton", which always belongs to the time it reports;
/// its "stages" may be another partition. Faults: nodes that the input hasn't, that are left out or not in one piece.
Result<PublishedPlan> published_plan(const nlohmann::json& json, const Input& input, const std::string& file);

} // namespace nest::nest2026
