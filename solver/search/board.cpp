// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "search/board.h"

#include <algorithm>
#include <tuple>

namespace nest {

namespace {

/// Virtual stages c s + i of the partition are stage i's.
void add_interleaved_stages(const FoundPlan& found, const Downsets& whole, Plan& plan) {
    const std::vector<int>& downsets = found.partition.downsets;
    const auto stages = static_cast<std::size_t>(found.family.stages);
    for (std::size_t stage = 0; stage < stages; ++stage) {
        const StageOption& option = found.partition.options[stage];
        StagePlan one{{}, option.recompute, option.zero, 0, {}};
        for (std::size_t at = stage; at < downsets.size(); at += stages) {
            const int inner = at + 1 < downsets.size() ? downsets[at + 1] : 0;
            const std::vector<int> layers = whole.difference(downsets[at], inner);
            one.layers.insert(one.layers.end(), layers.begin(), layers.end());
            one.chunk_sizes.push_back(static_cast<int>(layers.size()));
        }
        plan.stages.push_back(std::move(one));
    }
}

} // namespace

Plan plan_of(const FoundPlan& found, const PlanSpace& space, const Downsets& whole) {
    const StrategyTables& tables = space.entries[static_cast<std::size_t>(found.family.entry)].prefix->strategy();
    Plan plan;
    plan.strategy = tables.strategy;
    plan.micro_batch = tables.micro_batch;
    plan.schedule = found.family.schedule;
    plan.layout = found.layout;
    plan.stride = found.stride;
    plan.replicas = found.family.replicas;
    const std::vector<int>& downsets = found.partition.downsets;
    if (found.family.virtual_stages > 1) {
        add_interleaved_stages(found, whole, plan);
        return plan;
    }
    for (std::size_t stage = 0; stage < downsets.size(); ++stage) {
        const int inner = stage + 1 < downsets.size() ? downsets[stage + 1] : 0;
        const StageOption& option = found.partition.options[stage];
        plan.stages.push_back(
            {whole.difference(downsets[stage], inner), option.recompute, option.zero, option.recompute_layers});
    }
    return plan;
}

bool Board::before(const FoundPlan& a, const FoundPlan& b) const {
    const auto key = [this](const FoundPlan& plan) {
        const StrategyTables& tables = m_space.entries[static_cast<std::size_t>(plan.family.entry)].prefix->strategy();
        return std::tuple(goal_of(plan), plan.seconds, plan.partition.step_seconds,
                          tables.strategy.width() * plan.family.replicas * plan.family.stages,
                          plan.partition.peak_memory, plan.family.schedule, plan.family.virtual_stages, plan.layout,
                          tables.strategy, tables.micro_batch, plan.family.replicas, plan.family.stages, plan.stride,
                          plan.family.zero);
    };
    const auto key_a = key(a), key_b = key(b);
    if (key_a != key_b) return key_a < key_b;
    if (a.partition.downsets != b.partition.downsets) return a.partition.downsets > b.partition.downsets;
    // Recomputation that neither costs nor frees anything is left out.
    const auto repeated = [](const StageOption& option) {
        const int all = std::numeric_limits<int>::max();
        return std::pair(option.recompute, option.recompute_layers > 0 ? option.recompute_layers : all);
    };
    return std::ranges::lexicographical_compare(a.partition.options, b.partition.options, {}, repeated, repeated);
}

bool Board::offer(FoundPlan found) {
    const std::lock_guard lock(m_mutex);
    if (m_ceiling.is_below(goal_of(found), found.seconds)) return false;
    const auto same = [&](const FoundPlan& other) {
        return other.family.entry == found.family.entry && other.family.replicas == found.family.replicas &&
               other.family.stages == found.family.stages && other.family.schedule == found.family.schedule &&
               other.family.virtual_stages == found.family.virtual_stages && other.family.zero == found.family.zero &&
               other.layout == found.layout;
    };
    const auto existing = std::find_if(m_plans.begin(), m_plans.end(), same);
    if (existing != m_plans.end()) {
        if (!before(found, *existing)) return false;
        m_plans.erase(existing);
    }
    const bool is_best = m_plans.empty() || before(found, m_plans.front());
    m_plans.insert(std::upper_bound(m_plans.begin(), m_plans.end(), found,
                                    [this](const FoundPlan& a, const FoundPlan& b) { return before(a, b); }),
                   std::move(found));
    if (m_plans.size() >= m_top_k) {
        const double last = m_plans[m_top_k - 1].seconds;
        // Rounding must not separate equal plans that were summed in another order.
        const double kept = last * (1 + 1e-12);
        m_ceiling = {goal_of(m_plans[m_top_k - 1]), kept};
        while (m_ceiling.is_below(goal_of(m_plans.back()), m_plans.back().seconds))
            m_plans.pop_back();
        m_threshold.store(kept, std::memory_order_relaxed);
    }
    if (is_best) m_best.store(m_plans.front().seconds, std::memory_order_relaxed);
    return is_best;
}

Ceiling Board::ceiling() const {
    const std::lock_guard lock(m_mutex);
    return m_ceiling;
}

FoundPlan Board::best_plan() const {
    const std::lock_guard lock(m_mutex);
    return m_plans.front();
}

std::vector<FoundPlan> Board::plans() const {
    const std::lock_guard lock(m_mutex);
    return m_plans;
}

} // namespace nest
