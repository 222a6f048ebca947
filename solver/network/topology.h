// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"
#include "network/level_model.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The physical network: devices, switches, hosts and links as people draw them, and the generators of standard
/// fabrics. A Topology comes to a LevelModel by level extraction (level_extraction.h) or directly from its generator.
namespace nest {

enum class NodeKind { device, switch_, host, nic };

struct TopologyNode {
    std::string id;
    NodeKind kind = NodeKind::device;
    std::string device;      ///< preset name of the accelerator, for kind device; may be empty
    std::string parent;      ///< id of the host or group it is in; may be empty
    std::int64_t repeat = 1; ///< a host that stands for this many equal hosts
    std::optional<double> x, y;
    bool operator==(const TopologyNode&) const = default;
};

struct TopologyLink {
    std::string a, b;
    double bandwidth = 0; ///< bytes/s, one direction, of one link
    double latency = 0;   ///< seconds
    std::int64_t count = 1;
    bool operator==(const TopologyLink&) const = default;
};

/// fat-tree, spine-leaf and torus with their parameters. See generators.h for the text form.
struct GeneratorSpec {
    std::string kind;                     ///< "fat-tree", "spine-leaf", "torus"
    std::vector<std::int64_t> sizes;      ///< tree kinds: children per level, innermost first; torus: ring lengths
    std::vector<double> bandwidth;        ///< bytes/s per level, one direction per device; empty = defaults
    std::vector<double> latency;          ///< seconds per level; empty = defaults
    std::vector<double> oversubscription; ///< divisor of each level's bandwidth, >= 1; empty = 1
    std::vector<std::string> level_names; ///< optional
    bool operator==(const GeneratorSpec&) const = default;
};

struct Topology {
    std::string name;
    std::string device;  ///< preset name of its accelerator; empty = the user's choice
    std::string source;  ///< where the figures come from
    std::vector<TopologyNode> nodes;
    std::vector<TopologyLink> links;
    std::optional<GeneratorSpec> generator;
    std::optional<LevelModel> levels;    ///< set when the levels are given directly (nest-levels, presets)
    std::vector<std::string> assumed;    ///< names of values that are assumptions, e.g. "latency nvlink"
    bool operator==(const Topology&) const = default;
};

} // namespace nest
