// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "oracle.h"
#include "plan/plan.h"

#include <QtGlobal>
#include <algorithm>
#include <array>
#include <initializer_list>
#include <numeric>
#include <vector>

/// Plans in the words of the second evaluator, and back.
namespace nest::fixture {

/// The oracle's words for ScheduleKind, in its order.
inline constexpr std::array schedule_pairs{oracle::Schedule::one_forward_one_backward, oracle::Schedule::gpipe,
                                           oracle::Schedule::zero_bubble_h1, oracle::Schedule::interleaved};

/// The same plan in the oracle's words.
inline oracle::PlanSpec spec_of(const Plan& plan) {
    oracle::PlanSpec spec;
    spec.tp = static_cast<std::size_t>(plan.strategy.tp);
    spec.ep = static_cast<std::size_t>(plan.strategy.ep);
    spec.cp = static_cast<std::size_t>(plan.strategy.cp);
    spec.expert_tp = static_cast<std::size_t>(plan.strategy.expert_tp);
    spec.sequence_parallel = plan.strategy.sequence_parallel;
    spec.micro_batch = static_cast<std::size_t>(plan.micro_batch);
    spec.layout = plan.layout == LayoutKind::pp_inner ? oracle::Layout::pp_inner : oracle::Layout::dp_inner;
    spec.stride = static_cast<std::size_t>(plan.stride);
    spec.replicas = static_cast<std::size_t>(plan.replicas);
    spec.schedule = schedule_pairs.at(static_cast<std::size_t>(plan.schedule));
    for (const StagePlan& stage : plan.stages) {
        spec.stages.emplace_back(stage.layers.begin(), stage.layers.end());
        spec.recompute.push_back(static_cast<oracle::Recompute>(static_cast<int>(stage.recompute)));
        spec.zero.push_back(stage.zero);
        spec.repeated.push_back(stage.is_partial() ? static_cast<std::size_t>(stage.recompute_layers) : 0);
        spec.copies.push_back(static_cast<std::size_t>(stage.copies));
    }
    if (plan.virtual_stages() > 1)
        for (const StagePlan& stage : plan.virtual_pipeline())
            spec.virtual_stages.emplace_back(stage.layers.begin(), stage.layers.end());
    return spec;
}

/// The other way round.
inline Plan plan_of(const oracle::PlanSpec& spec) {
    Plan plan;
    plan.strategy = {static_cast<std::int64_t>(spec.tp), static_cast<std::int64_t>(spec.ep),
                     static_cast<std::int64_t>(spec.cp), spec.sequence_parallel,
                     static_cast<std::int64_t>(spec.expert_tp)};
    plan.micro_batch = static_cast<std::int64_t>(spec.micro_batch);
    plan.layout = spec.layout == oracle::Layout::pp_inner ? LayoutKind::pp_inner : LayoutKind::dp_inner;
    plan.stride = static_cast<std::int64_t>(spec.stride);
    plan.replicas = static_cast<std::int64_t>(spec.replicas);
    plan.schedule = static_cast<ScheduleKind>(std::find(schedule_pairs.begin(), schedule_pairs.end(), spec.schedule) -
                                              schedule_pairs.begin());
    for (std::size_t stage = 0; stage < spec.stages.size(); ++stage) {
        plan.stages.push_back({std::vector<int>(spec.stages[stage].begin(), spec.stages[stage].end()),
                               static_cast<Recompute>(static_cast<int>(spec.recompute[stage])), spec.zero[stage],
                               spec.repeated.empty() ? 0 : static_cast<int>(spec.repeated[stage])});
        if (!spec.copies.empty()) plan.stages.back().copies = static_cast<std::int64_t>(spec.copies[stage]);
    }
    for (std::size_t k = 0; k < spec.virtual_stages.size(); ++k) {
        StagePlan& stage = plan.stages[k % spec.stages.size()];
        if (k < spec.stages.size()) stage.layers.clear();
        stage.layers.insert(stage.layers.end(), spec.virtual_stages[k].begin(), spec.virtual_stages[k].end());
        stage.chunk_sizes.push_back(static_cast<int>(spec.virtual_stages[k].size()));
    }
    return plan;
}

/// How many random instances to compare; the environment may ask for more.
inline std::uint64_t random_instances(std::uint64_t usual) {
    const int wanted = qEnvironmentVariableIntValue("NEST_RANDOM_INSTANCES");
    return wanted > 0 ? static_cast<std::uint64_t>(wanted) : usual;
}

/// 1..count, and those beyond that were once answered wrong.
inline std::vector<std::uint64_t> seeds(std::uint64_t count, std::initializer_list<std::uint64_t> once_wrong) {
    std::vector<std::uint64_t> list(count);
    std::iota(list.begin(), list.end(), std::uint64_t{1});
    for (const std::uint64_t seed : once_wrong)
        if (seed > count) list.push_back(seed);
    return list;
}

} // namespace nest::fixture
