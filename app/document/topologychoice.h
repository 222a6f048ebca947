// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

/// Names of preset topologies with a count of nodes: "dgx-h100x16".
namespace nest::ui {

struct PresetTopology {
    std::string preset;     ///< empty: not the name of a preset topology
    std::int64_t nodes = 0; ///< 0: the preset's own count
};

PresetTopology splitTopologyName(const std::string& name);
std::string topologyName(const PresetTopology& topology);
/// `chosen` with the node count that `current` names, if both are presets.
std::string keepNodeCount(const std::string& current, const std::string& chosen);

} // namespace nest::ui
