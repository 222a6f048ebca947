// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "network/topology.h"

#include <string_view>

/// Standard fabrics from a few numbers.
namespace nest {

/// "fat-tree", "spine-leaf", "torus".
const std::vector<std::string>& generator_kinds();

/// Parses "fat-tree:8,4,32", "spine-leaf:8,8,16", "torus:4,4,8", each optionally followed by
/// ";bandwidth=450e9,50e9,25e9;latency=2e-6,5e-6,8e-6;oversubscription=1,1,2;names=node,leaf,spine".
/// Bandwidths and latencies may have units ("450 GB/s", "400 Gb/s", "2 us"). Faults: unknown_name (kind),
/// unknown_option (key), wrong_type (a size), bad_quantity, and those of levels_of_generator.
Result<GeneratorSpec> parse_generator(std::string_view text);
/// The text form that parse_generator reads back to the same spec.
std::string format_generator(const GeneratorSpec& spec);

/// Levels of a generated fabric. Tree kinds: one level per size, bandwidth divided by the over-subscription.
/// Torus: one level per dimension (innermost first), consecutive ranks are neighbours in snake order. A dimension's
/// bandwidth is what one device has in it: both links of a ring, which closes through the wrap-around; its latency
/// is one hop.
/// More than five levels are merged from the outside (least bandwidth, largest latency).
///
/// Defaults, reported as notes of code `assumed`. Trees: 450 GB/s innermost (NVLink 4 of H100), 50 GB/s outside
/// (400 Gb/s per device); latency 2, 5, 8, 11, 14 us. Torus: links of 50 GB/s (TPU v4), so 100 GB/s per ring, 50 GB/s
/// for a "ring" of two; latency 1 us. No over-subscription.
/// Faults: sizes < 1, more than 1e6 devices, wrong list lengths, equal names, figures beyond base/limits.h.
Result<LevelModel> levels_of_generator(const GeneratorSpec& spec);

/// The fabric as a drawing: hosts, switches and links; equal subtrees folded into `repeat`. A torus is drawn device by
/// device in snake order. Carries `spec` as its generator and the assumed figures. Faults as levels_of_generator, and
/// out_of_range for more than 65536 devices to list one by one: all of a torus, the first size of trees.
Result<Topology> topology_of_generator(const GeneratorSpec& spec);

} // namespace nest
