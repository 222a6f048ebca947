// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

/// Parts of a case whose prices can be worked out by hand: a device without overheads on two levels.
namespace nest::fixture {

/// Seconds and bytes per second of one level.
struct LinkSpeed {
    double bandwidth = 0, latency = 0;
};

/// `devices` in two nodes.
inline nlohmann::json two_level_network(int devices, LinkSpeed inside, LinkSpeed between) {
    nlohmann::json levels = nlohmann::json::array();
    levels.push_back(
        {{"name", "node"}, {"group_size", devices / 2}, {"bandwidth", inside.bandwidth}, {"latency", inside.latency}});
    levels.push_back(
        {{"name", "net"}, {"group_size", devices}, {"bandwidth", between.bandwidth}, {"latency", between.latency}});
    return {{"format", "nest-levels"},
            {"version", 1},
            {"name", "two"},
            {"devices", devices},
            {"levels", std::move(levels)}};
}

/// No launch overhead, no reserve, full efficiency.
inline nlohmann::json plain_device(double memory_bytes) {
    return {{"format", "nest-device"},  {"version", 1},
            {"name", "device"},         {"memory_bytes", memory_bytes},
            {"memory_bandwidth", 1e12}, {"peak_flops", {{"bf16", 1e14}}},
            {"matmul_efficiency", 1.0}, {"memory_efficiency", 1.0},
            {"launch_overhead", 0.0},   {"reserve_bytes", 0.0},
            {"reserve_fraction", 0.0}};
}

} // namespace nest::fixture
