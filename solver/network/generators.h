// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "network/topology.h"

#include <string_view>

/// Standard fabrics from a few numbers.
namespace nest {

/// Parses "fat-tree:8,4,32", "spine-leaf:8,8,16", "torus:4,4,8", each optionally followed by
/// ";bandwidth=450e9,50e9,25e9;latency=2e-6,5e-6,8e-6;oversubscription=1,1,2".
Result<GeneratorSpec> parse_generator(std::string_view text);
/// The text form that parse_generator reads back to the same spec.
std::string format_generator(const GeneratorSpec& spec);

/// Levels of a generated fabric. Tree kinds: one level per size, bandwidth divided by the over-subscription.
/// Torus: one level per dimension (innermost first), consecutive ranks are neighbours in snake order.
/// More than five levels are merged from the outside. Faults: sizes < 1, more than 1e6 devices, wrong list lengths.
Result<LevelModel> levels_of_generator(const GeneratorSpec& spec);

/// The fabric as a drawing: hosts, switches and links; equal subtrees folded into `repeat`.
Result<Topology> topology_of_generator(const GeneratorSpec& spec);

} // namespace nest
