// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "network/path_latency.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>

namespace nest {
namespace {

struct Neighbour {
    std::size_t node = 0;
    double latency = 0;
};

/// Neighbours of each node over the links that are wide enough.
struct Paths {
    std::vector<std::size_t> start;
    std::vector<Neighbour> neighbours;

    Paths(const SharedNetwork& network, double bandwidth) : start(network.node_count + 1, 0) {
        const double least = bandwidth * (1 - 1e-6);
        for (const SharedEdge& edge : network.edges) {
            if (edge.bandwidth < least) continue;
            ++start[edge.a + 1];
            ++start[edge.b + 1];
        }
        std::partial_sum(start.begin(), start.end(), start.begin());
        neighbours.resize(start.back());
        std::vector<std::size_t> next(start.begin(), start.end() - 1);
        for (const SharedEdge& edge : network.edges) {
            if (edge.bandwidth < least) continue;
            neighbours[next[edge.a]++] = {edge.b, edge.latency};
            neighbours[next[edge.b]++] = {edge.a, edge.latency};
        }
    }

    /// Dijkstra.
    std::vector<double> latencies_from(std::size_t source) const {
        std::vector<double> latency(start.size() - 1, std::numeric_limits<double>::infinity());
        using Entry = std::pair<double, std::size_t>;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
        latency[source] = 0;
        queue.emplace(0, source);
        while (!queue.empty()) {
            const auto [reached, node] = queue.top();
            queue.pop();
            if (reached > latency[node]) continue;
            for (std::size_t i = start[node]; i < start[node + 1]; ++i) {
                const double next = reached + neighbours[i].latency;
                if (next >= latency[neighbours[i].node]) continue;
                latency[neighbours[i].node] = next;
                queue.emplace(next, neighbours[i].node);
            }
        }
        return latency;
    }
};

} // namespace

double mean_path_latency(const SharedNetwork& network, const std::vector<std::size_t>& devices, double bandwidth,
                         const std::vector<std::size_t>& inner, const std::vector<std::size_t>& outer) {
    constexpr std::size_t most_sources = 8;
    std::vector<std::size_t> inner_size(devices.size(), 0);
    std::vector<std::size_t> outer_size(devices.size(), 0);
    for (std::size_t i = 0; i < devices.size(); ++i) {
        ++inner_size[inner[i]];
        ++outer_size[outer[i]];
    }
    std::vector<std::size_t> sources; // devices that have somebody to talk to at this level
    for (std::size_t i = 0; i < devices.size(); ++i) {
        if (outer_size[outer[i]] > inner_size[inner[i]]) sources.push_back(i);
    }
    const Paths paths(network, bandwidth);
    const std::size_t count = std::min(most_sources, sources.size());
    double sum = 0;
    double pairs = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t source = sources[i * sources.size() / count];
        const std::vector<double> latency = paths.latencies_from(devices[source]);
        for (std::size_t target = 0; target < devices.size(); ++target) {
            if (outer[target] != outer[source] || inner[target] == inner[source]) continue;
            sum += latency[devices[target]];
            ++pairs;
        }
    }
    return pairs > 0 ? sum / pairs : 0;
}

} // namespace nest
