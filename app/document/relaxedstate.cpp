// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/relaxedstate.h"

#include "document/topologychoice.h"
#include "io/files.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace nest::ui {
namespace {

std::int64_t nodesOf(const PresetTopology& topology) {
    if (topology.nodes > 0) return topology.nodes;
    const std::string* text = io::preset_text("topologies", topology.preset);
    const auto json = text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json();
    return json.is_object() ? json.value("nodes_default", std::int64_t{1}) : 1;
}

/// The preset's name with as many nodes as hold so many devices; empty where that is no whole number.
std::string grown(const InputChoice& topology, std::int64_t now, std::int64_t wanted) {
    PresetTopology preset = splitTopologyName(topology.name);
    if (topology.content || preset.preset.empty()) return {};
    const std::int64_t nodes = nodesOf(preset);
    if (now % nodes != 0 || wanted % (now / nodes) != 0) return {};
    preset.nodes = wanted / (now / nodes);
    return topologyName(preset);
}

} // namespace

ProjectState stateOnNodes(const ProjectState& state, const Problem& problem, std::int64_t nodes) {
    ProjectState changed = state;
    changed.options.max_devices.reset();
    changed.options.nodes.reset();
    if (const auto sized = io::on_nodes(problem, nodes); sized && !state.topology.content)
        changed.topology.name = sized->topology_name;
    else
        changed.options.nodes = nodes; // the first of what there is
    return changed;
}

std::optional<ProjectState> relaxedState(const ProjectState& state, const Problem& problem,
                                         const Relaxation& relaxation) {
    ProjectState changed = state;
    for (const OptionInfo& info : option_table()) {
        if (info.type == OptionType::level_map) continue;
        const nlohmann::json value = get_option(relaxation.options, info.key);
        if (value != get_option(problem.options, info.key) && set_option(changed.options, info.key, value))
            return std::nullopt;
    }
    for (const auto map : {&Options::level_bandwidth, &Options::level_latency})
        for (const auto& [level, change] : relaxation.options.*map)
            if (const auto own = (problem.options.*map).find(level);
                own == (problem.options.*map).end() || !(own->second == change))
                (changed.options.*map)[level] = change;
    // A bound on the devices is an option; without one, it is the network that has more of them.
    if (relaxation.kind == RelaxationKind::devices && !relaxation.options.max_devices) {
        const auto wanted = problem.usable_devices() + static_cast<std::int64_t>(std::llround(relaxation.amount));
        changed.topology.name = grown(state.topology, problem.levels.device_count(), wanted);
        if (changed.topology.name.empty()) return std::nullopt;
    }
    return changed;
}

} // namespace nest::ui
