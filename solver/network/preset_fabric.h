// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "network/topology.h"

#include <nlohmann/json_fwd.hpp>

/// Clusters that are known by name and grow with the number of nodes (DGX H100, TPU v4, ...).
namespace nest {

/// A scalable preset for `nodes` nodes; 0 means the preset's own default.
///
/// The JSON is a nest-topology whose "scalable"."levels" list, innermost first, hold "name", "bandwidth" (bytes/s, one
/// direction, per device), "latency" (s), "source", and the size of a group: "devices_per_group" inside a node (the
/// last one is the node), "nodes_per_group" above it; the outermost level may leave it out and then grows for ever.
/// Levels above the first one that holds all the nodes are left out, so one node has its inner levels only. Nodes that
/// don't fill a whole number of groups are followed by absent slots: 35 nodes of 32 per leaf take 64 nodes' slots.
/// Faults: missing_key, wrong_type, inconsistent (sizes that don't divide), out_of_range (nodes).
Result<Topology> topology_from_preset(const nlohmann::json& preset, std::int64_t nodes);

/// Whether a nest-topology is such a preset.
bool is_scalable_preset(const nlohmann::json& json);

} // namespace nest
