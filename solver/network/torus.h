// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

/// Products of rings.
namespace nest {

/// Coordinates of device `index` of a torus in snake order, innermost dimension first: consecutive devices are
/// neighbours (a reflected mixed-radix Gray code).
std::vector<std::int64_t> snake_coordinates(const std::vector<std::int64_t>& rings, std::int64_t index);

/// Where the device with these coordinates comes in snake order.
std::int64_t snake_index(const std::vector<std::int64_t>& rings, const std::vector<std::int64_t>& coordinates);

/// Links of one device in a ring: two, or one where the two neighbours are the same device, or none.
inline std::int64_t links_in_ring(std::int64_t ring) {
    return ring >= 3 ? 2 : ring - 1;
}

} // namespace nest
