// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "network/torus.h"

namespace nest {

std::vector<std::int64_t> snake_coordinates(const std::vector<std::int64_t>& rings, std::int64_t index) {
    std::vector<std::int64_t> coordinates;
    coordinates.reserve(rings.size());
    for (const std::int64_t ring : rings) {
        const std::int64_t digit = index % ring;
        index /= ring;
        coordinates.push_back(index % 2 == 0 ? digit : ring - 1 - digit); // every other pass runs backwards
    }
    return coordinates;
}

std::int64_t snake_index(const std::vector<std::int64_t>& rings, const std::vector<std::int64_t>& coordinates) {
    std::int64_t index = 0;
    for (std::size_t dimension = rings.size(); dimension-- > 0;) {
        const std::int64_t ring = rings[dimension];
        const std::int64_t coordinate = coordinates[dimension];
        index = index * ring + (index % 2 == 0 ? coordinate : ring - 1 - coordinate);
    }
    return index;
}

} // namespace nest
