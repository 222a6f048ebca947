// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "network/topology.h"

#include <cstddef>

/// A drawn network with every repeat written out and every figure checked.
namespace nest {

/// A connection between two nodes, parallel links summed.
struct FlatEdge {
    std::size_t a = 0;
    std::size_t b = 0;
    double bandwidth = 0; ///< bytes/s, one direction, all parallel links together
    double latency = 0;   ///< seconds
};

struct FlatNetwork {
    std::vector<std::string> ids;     ///< of each node; copies of a repeated one are told by "#1", "#2", ...
    std::vector<std::size_t> host_of; ///< node of the group it is in, or no_node
    std::vector<std::size_t> devices; ///< nodes that are devices: group by group, in the order of the drawing
    std::vector<FlatEdge> edges;      ///< a < b, sorted, each pair once
    std::vector<Diagnostic> warnings; ///< links without bandwidth, from a node to itself

    static constexpr std::size_t no_node = static_cast<std::size_t>(-1);
};

/// Writes out repeats: a link between nodes of the same group exists once per copy of that group; a link from inside a
/// repeated group to outside exists once per copy. A host that has links of its own passes them to what is inside it.
/// Faults: no device, unknown parent or link end, the same id twice, groups inside each other in a circle, repeat or
/// count below 1, negative or infinite figures, more than 65536 devices.
Result<FlatNetwork> flatten(const Topology& topology);

/// Sorts edges, sums the bandwidth of parallel ones (largest latency) and drops those from a node to itself.
void merge_parallel(std::vector<FlatEdge>& edges);

} // namespace nest
