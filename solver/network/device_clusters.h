// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "network/link_shares.h"

/// Single linkage of the devices of a network on the bandwidth of the widest path between them.
namespace nest {

/// Two clusters that become one. All pairs of devices across them have this bottleneck.
struct ClusterMerge {
    std::size_t a = 0; ///< a device of the one, as an index into DeviceClusters::devices
    std::size_t b = 0; ///< a device of the other
    double bandwidth = 0;
    double pairs = 0;
    std::size_t step = 0;
};

/// The merges in order: widest first, among equals (to a millionth) those nearest to the devices. Merges of one
/// bandwidth and one tier make a step.
struct DeviceClusters {
    std::vector<std::size_t> devices;  ///< flat nodes of the largest connected part
    std::vector<std::size_t> left_out; ///< flat nodes of devices outside it
    std::vector<ClusterMerge> merges;
    std::vector<double> step_bandwidth; ///< least of each step
};
DeviceClusters cluster_devices(const FlatNetwork& network, const SharedNetwork& shared);

/// Cluster of each device once the first `steps` steps are done, named by its first device.
std::vector<std::size_t> clusters_after(const DeviceClusters& clusters, std::size_t steps);

/// Disjoint sets named by their smallest member.
class DisjointSets {
public:
    explicit DisjointSets(std::size_t count);
    std::size_t find(std::size_t member);
    void join(std::size_t a, std::size_t b);

private:
    std::vector<std::size_t> m_parent;
};

} // namespace nest
