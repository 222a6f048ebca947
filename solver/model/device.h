// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

namespace nest {

/// An accelerator: its datasheet and the few constants that turn peaks into what runs reach.
struct Device {
    std::string name;
    double memory_bytes = 0;
    double memory_bandwidth = 0;              ///< bytes/s
    std::map<std::string, double> peak_flops; ///< dense FLOP/s by number format: bf16, fp8, fp32
    double matmul_efficiency = 1;             ///< share of peak that matrix products reach
    double memory_efficiency = 1;             ///< share of memory_bandwidth that kernels reach
    double launch_overhead = 0;               ///< seconds per operator
    double reserve_bytes = 0;                 ///< context, libraries, workspace
    double reserve_fraction = 0;              ///< of memory_bytes: fragmentation
    std::string source;
    std::vector<std::string> assumed; ///< keys whose values are assumptions
    bool operator==(const Device&) const = default;

    /// Peak of the training arithmetic: bf16, else the best there is.
    double peak() const;
};

} // namespace nest
