// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "network/level_model.h"

#include <cstdint>
#include <limits>

/// The machines that hold a network's accelerators, as launchers see them.
namespace nest {

/// Devices of one node as option `nodes` counts them: a group of the innermost level with more than one slot.
std::int64_t node_size(const LevelModel& levels);

/// Accelerators of one machine: the group of the level that is called a host, node, server or box, else of the
/// innermost level with more than one slot. Where that is a rack (more than 16), its boards: four accelerators where
/// the rack holds a multiple of 36, else eight or the largest power of two that divides it.
std::int64_t host_slots(const LevelModel& levels);

/// Whether ranks, dealt out to the present devices in their order, come to the same number on every machine: torchrun
/// starts as many processes on each.
class EvenHosts {
public:
    EvenHosts() = default; ///< one machine of any size
    /// O(devices) where devices are absent, else O(levels).
    explicit EvenHosts(const LevelModel& levels);

    /// All on one machine, or so many on each of several.
    bool hold(std::int64_t ranks) const { return ranks <= m_first || (ranks <= m_even && ranks % m_slots == 0); }

private:
    std::int64_t m_slots = 1;                                        ///< of a machine
    std::int64_t m_first = std::numeric_limits<std::int64_t>::max(); ///< ranks on the first machine
    std::int64_t m_even = 0; ///< so many first ranks are on machines without absent devices
};

} // namespace nest
