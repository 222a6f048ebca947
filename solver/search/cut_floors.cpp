// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "search/cut_floors.h"

#include <algorithm>

namespace nest {

namespace {
constexpr double room = 1 + 1e-9; ///< for sums taken in another order
std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}
} // namespace

CutFloors::CutFloors(const PrefixTables& prefix, const LevelModel& levels, const Placement& placement,
                     const std::vector<double>& work, int stages, const Limits& limits)
    : m_prefix(prefix), m_levels(levels), m_placement(placement), m_work(work), m_stages(stages), m_limits(limits),
      m_inner_before(at(stages) + 1, 0.0), m_inner_behind(at(stages) + 1, 0.0) {
    const auto least = [&](int stage) {
        return (1 + m_limits.back) * m_levels.p2p(m_placement.level_in[at(stage)], m_prefix.least_cut_bytes());
    };
    for (int stage = 2; stage <= stages; ++stage)
        m_inner_before[at(stage)] = m_inner_before[at(stage - 1)] + least(stage - 1);
    for (int stage = stages - 2; stage >= 0; --stage)
        m_inner_behind[at(stage)] = m_inner_behind[at(stage + 1)] + least(stage + 1);
}

double CutFloors::arrival(int stage, int downset) const {
    return m_levels.p2p(m_placement.level_in[at(stage)], m_prefix.cut_bytes(downset));
}

void CutFloors::begin(int stage, const std::vector<int>& behind, const std::vector<double>& least_sum) {
    m_stage = stage;
    m_behind = &behind;
    m_leaving.clear();
    m_at_least = least_sum;
    for (const int inner : behind)
        m_leaving.push_back(stage + 1 < m_stages ? m_limits.back * arrival(stage + 1, inner) : 0.0);
}

bool CutFloors::covers(int outer) {
    m_arriving = m_stage > 0 ? arrival(m_stage, outer) : 0.0;
    const double behind = m_work[at(outer)] + m_arriving + m_inner_behind[at(m_stage)];
    m_before_sum = m_work.back() - m_work[at(outer)];
    if (m_stage > 0) m_before_sum += m_limits.back * m_arriving + m_inner_before[at(m_stage)];
    if (behind > m_limits.cap * (m_stages - m_stage) * room) return false;
    if (m_stage > 0 && m_before_sum > m_limits.cap * m_stage * room) return false;
    if (!m_limits.sum_counts) return true;
    const double largest = std::max(behind / (m_stages - m_stage), m_stage > 0 ? m_before_sum / m_stage : 0.0);
    return behind + m_before_sum + m_limits.more * largest + m_limits.once <= m_limits.limit * room;
}

bool CutFloors::is_stage(int outer, std::size_t index) const {
    const double load = m_work[at(outer)] - m_work[at((*m_behind)[index])] + m_arriving + m_leaving[index];
    if (load > m_limits.cap * room) return false;
    if (!m_limits.sum_counts) return true;
    const double largest = std::max(load, m_stage > 0 ? m_before_sum / m_stage : 0.0);
    return m_at_least[index] + load + m_before_sum + m_limits.more * largest + m_limits.once <= m_limits.limit * room;
}

} // namespace nest
