// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "network/device_clusters.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace nest {
namespace {

/// An edge in the order of joining: class of equal bandwidths, then tier.
struct Candidate {
    std::size_t rank = 0;
    std::size_t tier = 0;
    const SharedEdge* edge = nullptr;
};

std::vector<Candidate> in_joining_order(const std::vector<SharedEdge>& edges) {
    std::vector<Candidate> candidates;
    for (const SharedEdge& edge : edges)
        candidates.push_back({0, edge.tier, &edge});
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.edge->bandwidth > b.edge->bandwidth; });
    std::size_t rank = 0;
    double first = 0;
    for (Candidate& candidate : candidates) {
        if (candidate.edge->bandwidth < first * (1 - 1e-6) || first == 0) {
            first = candidate.edge->bandwidth;
            ++rank;
        }
        candidate.rank = rank;
    }
    std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        return std::tie(a.rank, a.tier) < std::tie(b.rank, b.tier);
    });
    return candidates;
}

/// Keeps the largest connected part (the first of equals) and numbers its devices anew.
void keep_largest_part(DeviceClusters& clusters) {
    const std::vector<std::size_t> part = clusters_after(clusters, clusters.step_bandwidth.size());
    std::vector<std::size_t> size(part.size(), 0);
    for (const std::size_t name : part)
        ++size[name];
    const auto largest = static_cast<std::size_t>(std::max_element(size.begin(), size.end()) - size.begin());
    std::vector<std::size_t> number(part.size(), 0);
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < part.size(); ++i) {
        number[i] = kept.size();
        (part[i] == largest ? kept : clusters.left_out).push_back(clusters.devices[i]);
    }
    std::erase_if(clusters.merges, [&](const ClusterMerge& merge) { return part[merge.a] != largest; });
    clusters.devices = std::move(kept);

    // Steps that only other parts had are gone.
    std::vector<double> step_bandwidth;
    std::size_t last = FlatNetwork::no_node;
    for (ClusterMerge& merge : clusters.merges) {
        merge.a = number[merge.a];
        merge.b = number[merge.b];
        if (merge.step != last) {
            last = merge.step;
            step_bandwidth.push_back(clusters.step_bandwidth[merge.step]);
        }
        merge.step = step_bandwidth.size() - 1;
    }
    clusters.step_bandwidth = std::move(step_bandwidth);
}

} // namespace

DisjointSets::DisjointSets(std::size_t count) : m_parent(count) {
    std::iota(m_parent.begin(), m_parent.end(), std::size_t{0});
}

std::size_t DisjointSets::find(std::size_t member) {
    while (m_parent[member] != member) {
        m_parent[member] = m_parent[m_parent[member]];
        member = m_parent[member];
    }
    return member;
}

void DisjointSets::join(std::size_t a, std::size_t b) {
    a = find(a);
    b = find(b);
    m_parent[std::max(a, b)] = std::min(a, b);
}

DeviceClusters cluster_devices(const FlatNetwork& network, const SharedNetwork& shared) {
    DeviceClusters clusters;
    clusters.devices = network.devices;
    struct Group {
        std::size_t device = 0; ///< any of its devices
        std::int64_t devices = 0;
    };
    std::vector<Group> groups(shared.node_count);
    for (std::size_t i = 0; i < network.devices.size(); ++i)
        groups[network.devices[i]] = {i, 1};
    DisjointSets sets(shared.node_count);
    std::pair<std::size_t, std::size_t> step{0, 0};
    for (const Candidate& candidate : in_joining_order(shared.edges)) {
        const std::size_t a = sets.find(candidate.edge->a);
        const std::size_t b = sets.find(candidate.edge->b);
        if (a == b) continue;
        const double bandwidth = candidate.edge->bandwidth;
        if (groups[a].devices > 0 && groups[b].devices > 0) {
            if (clusters.step_bandwidth.empty() || step != std::pair{candidate.rank, candidate.tier}) {
                step = {candidate.rank, candidate.tier};
                clusters.step_bandwidth.push_back(bandwidth);
            }
            clusters.step_bandwidth.back() = std::min(clusters.step_bandwidth.back(), bandwidth);
            clusters.merges.push_back({groups[a].device, groups[b].device, bandwidth,
                                       static_cast<double>(groups[a].devices) * static_cast<double>(groups[b].devices),
                                       clusters.step_bandwidth.size() - 1});
        }
        const Group joined{groups[a].devices > 0 ? groups[a].device : groups[b].device,
                           groups[a].devices + groups[b].devices};
        sets.join(a, b);
        groups[sets.find(a)] = joined;
    }
    keep_largest_part(clusters);
    return clusters;
}

std::vector<std::size_t> clusters_after(const DeviceClusters& clusters, std::size_t steps) {
    DisjointSets sets(clusters.devices.size());
    for (const ClusterMerge& merge : clusters.merges) {
        if (merge.step >= steps) break;
        sets.join(merge.a, merge.b);
    }
    std::vector<std::size_t> names(clusters.devices.size());
    for (std::size_t i = 0; i < names.size(); ++i)
        names[i] = sets.find(i);
    return names;
}

} // namespace nest
