// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/evaluation.h"
#include "search/partition.h"

#include <algorithm>

namespace nest {

namespace {

/// Above what memory_goal() rounds to the same number.
constexpr double rounding = 1 + 1e-9;

} // namespace

Candidate Candidate::aimed(double most_goal) const {
    Candidate copy = *this;
    copy.m_aimed = true;
    copy.m_most_goal = most_goal;
    return copy;
}

bool Candidate::proves_nothing_thriftier(double most_seconds, const Ceiling& ceiling) const {
    if (m_objective != Objective::memory) return proves_nothing_below(most_seconds);
    return with_capacity(std::min(m_settings.capacity, ceiling.bytes * rounding)).proves_nothing_below(most_seconds);
}

std::optional<Partition> Candidate::thriftiest(double most_seconds, const Ceiling& ceiling, const StopSign& stop,
                                               std::int64_t& states, bool* ran_out) const {
    bool over = false;
    std::optional<Partition> found = m_objective == Objective::memory
                                         ? least_peak(most_seconds, ceiling, stop, states, over)
                                         : least_spread(most_seconds, ceiling, stop, states, over);
    if (ran_out) *ran_out = over;
    if (found &&
        ceiling.is_below(memory_goal(m_objective, found->peak_memory, found->least_memory), found->step_seconds))
        return std::nullopt;
    return found;
}

std::optional<Partition> Candidate::least_peak(double most_seconds, const Ceiling& ceiling, const StopSign& stop,
                                               std::int64_t& states, bool& ran_out) const {
    const double most = std::min(m_settings.capacity, ceiling.bytes * rounding);
    const Candidate within = with_capacity(most);
    if (!m_prefix->downsets().is_chain()) return within.aimed(ceiling.bytes).best(most_seconds, stop, states, &ran_out);
    if (within.proves_nothing_below(most_seconds)) return std::nullopt;
    // No plan has less than `low`; nothing is said against `high`.
    double low = m_settings.reserve, high = most;
    constexpr int halvings = 60;
    for (int step = 0; step < halvings && high > low * (1 + 1e-10) && !stop.reached(); ++step) {
        const double middle = low + (high - low) / 2;
        (with_capacity(middle).proves_nothing_below(most_seconds) ? low : high) = middle;
    }
    if (stop.reached()) return std::nullopt;
    // As many bytes as others have already: only if it isn't slower.
    double limit = most_seconds;
    if (memory_goal(m_objective, low, low) >= ceiling.bytes) limit = std::min(limit, ceiling.seconds);
    // What counts as equally many belongs to the choice of the fastest.
    constexpr double quarter = 1 + 0x1p-32;
    const double equal = std::max(high * (1 + 1e-10), memory_goal(m_objective, high, high) * quarter);
    const Candidate tight = with_capacity(std::min(equal, most));
    const std::optional<Partition> quick = tight.balanced();
    if (quick) limit = std::min(limit, quick->step_seconds);
    if (std::optional<Partition> found = tight.best(limit, stop, states, &ran_out)) return found;
    if (ran_out) return quick && quick->step_seconds <= limit ? quick : std::nullopt;
    if (stop.reached() || limit < most_seconds) return std::nullopt;
    return within.aimed(ceiling.bytes).best(most_seconds, stop, states, &ran_out);
}

std::optional<Partition> Candidate::least_spread(double most_seconds, const Ceiling& ceiling, const StopSign& stop,
                                                 std::int64_t& states, bool& ran_out) const {
    const bool must_be_fast = ceiling.bytes == 0; // nothing is below
    const double limit = must_be_fast ? std::min(most_seconds, ceiling.seconds) : most_seconds;
    if (proves_nothing_below(limit)) return std::nullopt;
    if (stage_count() == 1) return best(limit, stop, states, &ran_out);
    // Few labels are left by a small spread: each failure costs a fraction of the next.
    double most = std::min(ceiling.bytes, m_settings.capacity);
    std::optional<Partition> quick = balanced();
    if (quick && quick->step_seconds > limit) quick.reset();
    if (quick) most = std::min(most, memory_goal(m_objective, quick->peak_memory, quick->least_memory));
    constexpr double widening = 8;
    for (double aim = m_settings.capacity * 1e-4; aim < most && !stop.reached() && !ran_out; aim *= widening)
        if (std::optional<Partition> found = aimed(aim).best(limit, stop, states, &ran_out)) return found;
    if (ran_out) return quick;
    std::optional<Partition> found = aimed(most).best(limit, stop, states, &ran_out);
    return ran_out ? quick : found;
}

} // namespace nest
