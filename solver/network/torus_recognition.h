// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "network/flat_network.h"

#include <optional>

namespace nest {

/// A drawing that turned out to be a product of rings.
struct Torus {
    std::vector<std::int64_t> rings;    ///< innermost first
    std::vector<double> link_bandwidth; ///< of one link of each dimension, bytes/s
    std::vector<double> latency;        ///< of one link of each dimension, seconds
    std::vector<std::size_t> devices;   ///< flat nodes in snake order
};

/// The rings of a network of devices alone whose devices are listed row by row or in snake order, with equal links in
/// each dimension and at least one ring of three; fewest dimensions first. Nothing for any other network.
std::optional<Torus> recognise_torus(const FlatNetwork& network);

} // namespace nest
