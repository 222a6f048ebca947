// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "network/hosts.h"

#include <algorithm>
#include <cctype>

namespace nest {

namespace {

constexpr std::int64_t most_per_host = 16;

bool names_a_host(std::string name) {
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const std::initializer_list<const char*> words{"host", "node", "server", "box", "machine"};
    return std::find(words.begin(), words.end(), name) != words.end();
}

} // namespace

std::int64_t node_size(const LevelModel& levels) {
    for (int level = 1; level <= levels.level_count(); ++level)
        if (levels.group_size(level) > 1) return levels.group_size(level);
    return 1;
}

std::int64_t host_slots(const LevelModel& levels) {
    for (const Level& level : levels.levels) {
        if (names_a_host(level.name)) return level.group_size;
    }
    const std::int64_t group = node_size(levels);
    if (group <= most_per_host) return group;
    std::int64_t board = group % 36 == 0 ? 4 : 8;
    while (group % board != 0)
        board /= 2;
    return board;
}

EvenHosts::EvenHosts(const LevelModel& levels)
    : m_slots(host_slots(levels)), m_first(m_slots), m_even(levels.device_count()) {
    if (levels.absent.empty()) return;
    const std::int64_t devices = levels.device_count();
    const auto host_of = [&](std::int64_t rank) { return levels.slot_of(rank) / m_slots; };
    m_first = 0;
    while (m_first < devices && host_of(m_first) == host_of(0))
        ++m_first;
    std::int64_t rank = 0;
    while (rank < devices && host_of(rank) == host_of(rank / m_slots * m_slots))
        ++rank;
    m_even = rank / m_slots * m_slots;
}

} // namespace nest
