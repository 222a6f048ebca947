// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "network/flat_network.h"

/// What one device has of each link while all the devices below it use it.
namespace nest {

struct SharedEdge {
    std::size_t a = 0;
    std::size_t b = 0;
    double bandwidth = 0; ///< bytes/s for one device
    double latency = 0;
    std::size_t tier = 0; ///< hops from the devices of its upper end
};

/// The network with equal switches made one. Nodes without a device in reach are gone.
struct SharedNetwork {
    std::size_t node_count = 0;              ///< of the flat network
    std::vector<std::size_t> representative; ///< of each flat node
    std::vector<SharedEdge> edges;           ///< between representatives
};

/// Switches with equal links to the same nodes below act as one (the planes of a leaf-spine fabric, the NVSwitches of a
/// host); their links add up. A link is then divided among the devices below it: those behind it as seen from the
/// middle of the network where it is the only way, else those that reach it going upwards.
SharedNetwork share_links(const FlatNetwork& network);

} // namespace nest
