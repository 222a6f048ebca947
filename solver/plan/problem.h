// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "model/device.h"
#include "model/model_graph.h"
#include "network/level_model.h"
#include "plan/options.h"

#include <memory>

namespace nest {

/// One planning instance by value: what the solver and evaluate() take. Immutable once shared with threads.
struct Problem {
    ModelGraph model;
    LevelModel levels;
    Device device;
    Options options;
    std::string topology_name;
    bool operator==(const Problem&) const = default;

    /// Device memory after the options, bytes.
    double capacity() const { return options.memory_capacity.value_or(device.memory_bytes); }
    double reserve_bytes() const { return options.reserve_bytes.value_or(device.reserve_bytes); }
    double reserve_fraction() const { return options.reserve_fraction.value_or(device.reserve_fraction); }
    /// Devices the search may use: present ones, at most max_devices.
    std::int64_t usable_devices() const;
};

/// Applies nodes, level_bandwidth.* and level_latency.* to the levels and checks that model, levels, device and
/// options fit together. Faults name the option or the part. The problem's options hold the values that level changes
/// led to, so that a problem made from the parts of another is the same problem.
Result<Problem> make_problem(ModelGraph model, LevelModel levels, Device device, Options options,
                             std::string topology_name = {});

} // namespace nest
