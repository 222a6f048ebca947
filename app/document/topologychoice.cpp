// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/topologychoice.h"

#include "io/files.h"

#include <algorithm>
#include <charconv>

namespace nest::ui {

PresetTopology splitTopologyName(const std::string& name) {
    const auto names = io::preset_names("topologies");
    const auto isPreset = [&](const std::string& text) {
        return std::find(names.begin(), names.end(), text) != names.end();
    };
    if (isPreset(name)) return {name, 0};
    const auto x = name.rfind('x');
    if (x == std::string::npos || !isPreset(name.substr(0, x))) return {};
    std::int64_t nodes = 0;
    const char* end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + x + 1, end, nodes);
    if (error != std::errc{} || stop != end || nodes < 1) return {};
    return {name.substr(0, x), nodes};
}

std::string topologyName(const PresetTopology& topology) {
    return topology.nodes > 0 ? topology.preset + 'x' + std::to_string(topology.nodes) : topology.preset;
}

std::string keepNodeCount(const std::string& current, const std::string& chosen) {
    const PresetTopology old = splitTopologyName(current);
    PresetTopology next = splitTopologyName(chosen);
    if (old.nodes < 1 || next.preset.empty() || next.nodes > 0) return chosen;
    next.nodes = old.nodes;
    return topologyName(next);
}

} // namespace nest::ui
