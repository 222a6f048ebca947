// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "network/topology.h"

namespace nest {

/// Devices of a generated fabric; and how many of them it may list one by one.
constexpr std::int64_t largest_fabric = 1'000'000;
constexpr std::int64_t most_listed = 65536;

/// A checked generator's levels before any are merged, with its defaults filled in.
struct GeneratedLevels {
    std::vector<Level> levels;
    std::vector<std::string> assumed; ///< "bandwidth leaf", "latency leaf", ...
};
Result<GeneratedLevels> generated_levels(const GeneratorSpec& spec);

/// Merges the outermost levels until five are left: least bandwidth, largest latency.
void merge_outer_levels(std::vector<Level>& levels);

} // namespace nest
