// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/translatable.h"
#include "plan/evaluation.h"

#include <algorithm>

namespace nest {

namespace {

bool same_recompute(const Plan& plan) {
    return std::all_of(plan.stages.begin(), plan.stages.end(),
                       [&](const StagePlan& stage) { return stage.recompute == plan.stages.front().recompute; });
}

bool same_zero(const Plan& plan) {
    return std::all_of(plan.stages.begin(), plan.stages.end(),
                       [&](const StagePlan& stage) { return stage.zero == plan.stages.front().zero; });
}

int highest_zero(const Plan& plan) {
    int highest = 0;
    for (const StagePlan& stage : plan.stages)
        highest = std::max(highest, stage.zero);
    return highest;
}

bool uses(const Plan& plan, Recompute kind) {
    return std::any_of(plan.stages.begin(), plan.stages.end(),
                       [&](const StagePlan& stage) { return stage.recompute == kind; });
}

/// Holes between the ranks: engines number their ranks without gaps, so such a launch needs a host file that leaves
/// devices out.
bool has_gaps(const Plan& plan) {
    const RankGrid grid(plan);
    return grid.outer() > 1 && plan.stride != grid.inner() * plan.strategy.width();
}

/// What no engine here does.
std::string common_obstacle(const Problem& problem, const Plan& plan) {
    if (uses(plan, Recompute::stage))
        return QT_TRANSLATE_NOOP("Engines", "it has no recomputation of a whole stage from its input");
    if (!same_zero(plan)) return QT_TRANSLATE_NOOP("Engines", "it has one ZeRO stage for the whole model");
    if (problem.options.global_batch % (plan.micro_batch * plan.data_parallel()) != 0)
        return QT_TRANSLATE_NOOP("Engines", "the global batch is not a whole number of micro-batches");
    return {};
}

/// Source: Megatron-LM's argument checks (megatron/training/arguments.py).
std::string megatron_obstacle(const Problem& problem, const Plan& plan) {
    if (std::string why = common_obstacle(problem, plan); !why.empty()) return why;
    if (plan.schedule == ScheduleKind::gpipe) return QT_TRANSLATE_NOOP("Engines", "it has no GPipe schedule");
    if (highest_zero(plan) >= 2)
        return QT_TRANSLATE_NOOP("Engines", "its distributed optimizer shards optimizer states only (ZeRO 1)");
    if (!same_recompute(plan)) return QT_TRANSLATE_NOOP("Engines", "it has one recomputation setting for all stages");
    if (has_gaps(plan))
        return QT_TRANSLATE_NOOP("Engines",
                                 "its ranks are numbered without gaps; this layout leaves devices idle between groups");
    if (plan.strategy.ep > 1 && plan.strategy.tp > 1 && !plan.strategy.sequence_parallel)
        return QT_TRANSLATE_NOOP("Engines", "experts with tensor parallelism need sequence parallelism");
    return {};
}

/// Source: DeepSpeed's PipelineEngine, which asserts a ZeRO stage below 2, and its documentation.
std::string deepspeed_obstacle(const Problem& problem, const Plan& plan) {
    if (std::string why = common_obstacle(problem, plan); !why.empty()) return why;
    if (plan.stage_count() > 1 && highest_zero(plan) >= 2)
        return QT_TRANSLATE_NOOP("Engines", "it refuses ZeRO 2 and 3 with a pipeline");
    if (plan.schedule == ScheduleKind::gpipe) return QT_TRANSLATE_NOOP("Engines", "its pipeline runs 1F1B only");
    if (plan.strategy.cp > 1) return QT_TRANSLATE_NOOP("Engines", "it has no ring context parallelism");
    if (plan.stage_count() > 1 && plan.strategy.ep > 1)
        return QT_TRANSLATE_NOOP("Engines", "it has no expert parallelism inside a pipeline");
    if (plan.strategy.sequence_parallel)
        return QT_TRANSLATE_NOOP("Engines", "it has no Megatron-style sequence parallelism");
    if (uses(plan, Recompute::selective)) return QT_TRANSLATE_NOOP("Engines", "it has no selective recomputation");
    if (!same_recompute(plan)) return QT_TRANSLATE_NOOP("Engines", "it has one recomputation setting for all stages");
    if (has_gaps(plan))
        return QT_TRANSLATE_NOOP("Engines",
                                 "its ranks are numbered without gaps; this layout leaves devices idle between groups");
    return {};
}

/// Source: torchtitan's parallelism settings: sharding (FSDP2) is ZeRO 2 or 3, replication is ZeRO 0.
std::string torchtitan_obstacle(const Problem& problem, const Plan& plan) {
    if (std::string why = common_obstacle(problem, plan); !why.empty()) return why;
    if (highest_zero(plan) == 1)
        return QT_TRANSLATE_NOOP("Engines",
                                 "its data parallelism either replicates (ZeRO 0) or shards weights too (ZeRO 2, 3)");
    if (!same_recompute(plan)) return QT_TRANSLATE_NOOP("Engines", "it has one recomputation setting for all stages");
    if (plan.strategy.tp > 1 && !plan.strategy.sequence_parallel)
        return QT_TRANSLATE_NOOP("Engines", "its tensor parallelism always includes sequence parallelism");
    if (plan.layout == LayoutKind::pp_inner && plan.stage_count() > 1 && plan.replicas > 1)
        return QT_TRANSLATE_NOOP("Engines", "its mesh has the pipeline as outermost dimension (dp-inner)");
    if (has_gaps(plan))
        return QT_TRANSLATE_NOOP("Engines",
                                 "its ranks are numbered without gaps; this layout leaves devices idle between groups");
    return {};
}

} // namespace

std::vector<EngineSupport> engine_support(const Problem& problem, const Plan& plan) {
    std::vector<EngineSupport> engines;
    using Obstacle = std::string (*)(const Problem&, const Plan&);
    const std::pair<const char*, Obstacle> known[] = {
        {"megatron-lm", megatron_obstacle}, {"deepspeed", deepspeed_obstacle}, {"torchtitan", torchtitan_obstacle}};
    for (const auto& [engine, obstacle] : known) {
        std::string because = obstacle(problem, plan);
        const bool runs = because.empty();
        engines.push_back({engine, runs, std::move(because)});
    }
    return engines;
}

} // namespace nest
