// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "network/torus_recognition.h"

#include "network/torus.h"

#include <algorithm>
#include <cmath>

namespace nest {
namespace {

using Rings = std::vector<std::int64_t>;

std::vector<std::int64_t> row_coordinates(const Rings& rings, std::int64_t index) {
    std::vector<std::int64_t> coordinates;
    for (const std::int64_t ring : rings) {
        coordinates.push_back(index % ring);
        index /= ring;
    }
    return coordinates;
}

/// All ways to write `devices` as a product of at most six ring lengths whose links add up to `degree`.
void factorise(std::int64_t devices, std::int64_t degree, const std::vector<std::int64_t>& divisors, Rings& rings,
               std::vector<Rings>& found) {
    constexpr std::size_t most_dimensions = 6;
    if (devices == 1) {
        if (degree == 0) found.push_back(rings);
        return;
    }
    if (degree > 2 * static_cast<std::int64_t>(most_dimensions - rings.size())) return;
    for (const std::int64_t ring : divisors) {
        if (devices % ring != 0 || links_in_ring(ring) > degree) continue;
        rings.push_back(ring);
        factorise(devices / ring, degree - links_in_ring(ring), divisors, rings, found);
        rings.pop_back();
    }
}

std::vector<Rings> factorisations(std::int64_t devices, std::int64_t degree) {
    std::vector<std::int64_t> divisors;
    for (std::int64_t divisor = 2; divisor <= devices; ++divisor) {
        if (devices % divisor == 0) divisors.push_back(divisor);
    }
    Rings rings;
    std::vector<Rings> found;
    factorise(devices, degree, divisors, rings, found);
    std::stable_sort(found.begin(), found.end(), [](const Rings& a, const Rings& b) { return a.size() < b.size(); });
    return found;
}

bool nearly_equal(double a, double b) {
    return std::abs(a - b) <= 1e-6 * std::max(std::abs(a), std::abs(b));
}

/// Dimension in which the two are neighbours, or nothing.
std::optional<std::size_t> dimension_of(const Rings& rings, const std::vector<std::int64_t>& a,
                                        const std::vector<std::int64_t>& b) {
    std::optional<std::size_t> dimension;
    for (std::size_t i = 0; i < rings.size(); ++i) {
        if (a[i] == b[i]) continue;
        const std::int64_t step = std::abs(a[i] - b[i]);
        if (dimension || (step != 1 && step != rings[i] - 1)) return std::nullopt;
        dimension = i;
    }
    return dimension;
}

/// The torus, if each edge joins neighbours and the links of a dimension are equal. As many edges as a torus has are
/// known to be there, and no two join the same devices, so none is missing.
std::optional<Torus> match(const FlatNetwork& network, const std::vector<std::int64_t>& listed, const Rings& rings,
                           bool snake) {
    Torus torus;
    torus.rings = rings;
    torus.link_bandwidth.assign(rings.size(), 0);
    torus.latency.assign(rings.size(), 0);
    const auto at = [&](std::size_t node) {
        return snake ? snake_coordinates(rings, listed[node]) : row_coordinates(rings, listed[node]);
    };
    for (const FlatEdge& edge : network.edges) {
        const std::optional<std::size_t> dimension = dimension_of(rings, at(edge.a), at(edge.b));
        if (!dimension) return std::nullopt;
        double& bandwidth = torus.link_bandwidth[*dimension];
        if (bandwidth == 0) {
            bandwidth = edge.bandwidth;
            torus.latency[*dimension] = edge.latency;
        }
        if (!nearly_equal(bandwidth, edge.bandwidth) || !nearly_equal(torus.latency[*dimension], edge.latency))
            return std::nullopt;
    }
    torus.devices.resize(network.devices.size());
    for (const std::size_t device : network.devices)
        torus.devices[static_cast<std::size_t>(snake_index(rings, at(device)))] = device;
    return torus;
}

} // namespace

std::optional<Torus> recognise_torus(const FlatNetwork& network) {
    const std::size_t count = network.devices.size();
    const std::size_t edges = network.edges.size();
    if (count < 3 || network.ids.size() != count || 2 * edges % count != 0 || edges < count) return std::nullopt;
    const std::size_t degree = 2 * edges / count;
    std::vector<std::size_t> degrees(count, 0);
    for (const FlatEdge& edge : network.edges) {
        ++degrees[edge.a];
        ++degrees[edge.b];
    }
    if (std::any_of(degrees.begin(), degrees.end(), [&](std::size_t links) { return links != degree; }))
        return std::nullopt;
    std::vector<std::int64_t> listed(count);
    for (std::size_t i = 0; i < count; ++i)
        listed[network.devices[i]] = static_cast<std::int64_t>(i);

    for (const Rings& candidate : factorisations(static_cast<std::int64_t>(count), static_cast<std::int64_t>(degree))) {
        for (const bool snake : {true, false}) {
            if (std::optional<Torus> torus = match(network, listed, candidate, snake)) return torus;
        }
    }
    return std::nullopt;
}

} // namespace nest
