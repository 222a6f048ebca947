// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/engines.h"

#include "base/translatable.h"
#include "network/hosts.h"
#include "plan/evaluation.h"

#include <algorithm>

namespace nest {

namespace {

/// What no engine here does.
std::string common_obstacle(const PlanShape& shape) {
    if (shape.copies) return QT_TRANSLATE_NOOP("Engines", "it has no copies of stages inside a pipeline");
    if (shape.whole_stage)
        return QT_TRANSLATE_NOOP("Engines", "it has no recomputation of a whole stage from its input");
    if (!shape.same_zero) return QT_TRANSLATE_NOOP("Engines", "it has one ZeRO stage for the whole model");
    if (!shape.whole_micro_batches)
        return QT_TRANSLATE_NOOP("Engines", "the global batch is not a whole number of micro-batches");
    return {};
}

std::string other_expert_grid() {
    return QT_TRANSLATE_NOOP("Engines", "its expert groups take in the context ranks: folded experts, split by tensor "
                                        "parallelism like the rest, are priced as they run there");
}

/// Source: Megatron-LM's argument checks (megatron/training/arguments.py).
std::string megatron_obstacle(const PlanShape& shape) {
    if (std::string why = common_obstacle(shape); !why.empty()) return why;
    if (shape.schedule == ScheduleKind::gpipe) return QT_TRANSLATE_NOOP("Engines", "it has no GPipe schedule");
    if (shape.zero_bubble()) return QT_TRANSLATE_NOOP("Engines", "it has no zero-bubble schedule");
    if (shape.encoder && shape.strategy.cp > 1)
        return QT_TRANSLATE_NOOP("Engines", "it trains BERT without context parallelism");
    if (shape.highest_zero >= 2)
        return QT_TRANSLATE_NOOP("Engines", "its distributed optimizer shards optimizer states only (ZeRO 1)");
    if (!shape.same_recompute) return QT_TRANSLATE_NOOP("Engines", "it has one recomputation setting for all stages");
    if (!shape.packed)
        return QT_TRANSLATE_NOOP("Engines",
                                 "its ranks are numbered without gaps; this layout leaves devices idle between groups");
    if (!shape.even_hosts)
        return QT_TRANSLATE_NOOP(
            "Engines", "torchrun starts as many ranks on every node, and the plan doesn't fill nodes of the same size");
    const bool experts = shape.experts || shape.strategy.ep > 1;
    if (experts && shape.strategy.tp > 1 && !shape.strategy.sequence_parallel)
        return QT_TRANSLATE_NOOP("Engines", "experts with tensor parallelism need sequence parallelism");
    if (engine_grid("megatron", shape.strategy) != shape.strategy) return other_expert_grid();
    // megatron/core/parallel_state.py: with pipeline ranks inside, experts have to have as many data-parallel ranks as
    // the rest of the model.
    if (shape.layout == LayoutKind::pp_inner && shape.stage_count > 1 && shape.replicas > 1 && experts &&
        (shape.strategy.ep > 1 || shape.strategy.cp > 1))
        return QT_TRANSLATE_NOOP("Engines", "its expert ranks need the replicas of a stage side by side (dp-inner)");
    return {};
}

/// Source: DeepSpeed's PipelineEngine, which asserts a ZeRO stage below 2, and its documentation.
std::string deepspeed_obstacle(const PlanShape& shape) {
    if (std::string why = common_obstacle(shape); !why.empty()) return why;
    if (shape.stage_count > 1 && shape.highest_zero >= 2)
        return QT_TRANSLATE_NOOP("Engines", "it refuses ZeRO 2 and 3 with a pipeline");
    if (shape.schedule == ScheduleKind::gpipe || shape.zero_bubble() || shape.schedule == ScheduleKind::interleaved)
        return QT_TRANSLATE_NOOP("Engines", "its pipeline runs 1F1B only");
    if (shape.strategy.cp > 1) return QT_TRANSLATE_NOOP("Engines", "it has no ring context parallelism");
    if (shape.stage_count > 1 && shape.strategy.ep > 1)
        return QT_TRANSLATE_NOOP("Engines", "it has no expert parallelism inside a pipeline");
    if (shape.strategy.folded() && shape.strategy.expert_tp != shape.strategy.tp)
        return QT_TRANSLATE_NOOP("Engines", "its experts are split by tensor parallelism like the rest");
    if (shape.strategy.sequence_parallel)
        return QT_TRANSLATE_NOOP("Engines", "it has no Megatron-style sequence parallelism");
    if (shape.selective) return QT_TRANSLATE_NOOP("Engines", "it has no selective recomputation");
    if (shape.partial) return QT_TRANSLATE_NOOP("Engines", "it recomputes all layers of a stage or none");
    if (!shape.same_recompute) return QT_TRANSLATE_NOOP("Engines", "it has one recomputation setting for all stages");
    if (!shape.packed)
        return QT_TRANSLATE_NOOP("Engines",
                                 "its ranks are numbered without gaps; this layout leaves devices idle between groups");
    return {};
}

/// Source: torchtitan's parallelism settings: sharding (FSDP2) is ZeRO 2 or 3, replication is ZeRO 0.
std::string torchtitan_obstacle(const PlanShape& shape) {
    if (shape.encoder) return QT_TRANSLATE_NOOP("Engines", "it has no encoder models such as BERT");
    if (std::string why = common_obstacle(shape); !why.empty()) return why;
    if (shape.zero_bubble())
        return QT_TRANSLATE_NOOP("Engines",
                                 "its zero-bubble schedules have several stages on every rank; ZB-H1 has one");
    if (shape.highest_zero == 1)
        return QT_TRANSLATE_NOOP("Engines",
                                 "its data parallelism either replicates (ZeRO 0) or shards weights too (ZeRO 2, 3)");
    // torchtitan/distributed/parallel_dims.py: the expert dimension borrows from the ranks that share weights.
    if (shape.strategy.ep > 1 && shape.highest_zero == 0)
        return QT_TRANSLATE_NOOP("Engines", "its experts are spread over the ranks that share weights (ZeRO 2 or 3)");
    if (!shape.same_recompute) return QT_TRANSLATE_NOOP("Engines", "it has one recomputation setting for all stages");
    if (shape.strategy.folded() && shape.strategy.expert_tp != 1 && shape.strategy.expert_tp != shape.strategy.tp)
        return QT_TRANSLATE_NOOP("Engines", "its experts have tensor parallelism of 1 or of the rest of the model");
    if (engine_grid("torchtitan", shape.strategy) != shape.strategy) return other_expert_grid();
    // torchtitan/distributed/parallel_dims.py: the expert dimension takes all context ranks, and all tensor ranks where
    // experts have none of their own.
    const std::int64_t taken =
        shape.strategy.expert_tp == 1 ? shape.strategy.tp * shape.strategy.cp : shape.strategy.cp;
    if (shape.strategy.ep > 1 && shape.strategy.folded() && shape.strategy.ep % taken != 0)
        return QT_TRANSLATE_NOOP("Engines",
                                 "its expert ranks are a multiple of the context and tensor ranks they take in");
    if (shape.partial) return QT_TRANSLATE_NOOP("Engines", "it recomputes all layers of a stage or none");
    if (shape.strategy.tp > 1 && !shape.strategy.sequence_parallel)
        return QT_TRANSLATE_NOOP("Engines", "its tensor parallelism always includes sequence parallelism");
    if (shape.layout == LayoutKind::pp_inner && shape.stage_count > 1 && shape.replicas > 1)
        return QT_TRANSLATE_NOOP("Engines", "its mesh has the pipeline as outermost dimension (dp-inner)");
    if (!shape.packed)
        return QT_TRANSLATE_NOOP("Engines",
                                 "its ranks are numbered without gaps; this layout leaves devices idle between groups");
    return {};
}

} // namespace

void set_model(PlanShape& shape, const ModelGraph& model) {
    shape.experts = model.experts > 0;
    shape.encoder = model.architecture && model.architecture->encoder;
}

PlanShape shape_of(const Problem& problem, const Plan& plan) {
    const RankGrid grid(plan);
    PlanShape shape;
    set_model(shape, problem.model);
    shape.strategy = plan.strategy;
    shape.stage_count = plan.stage_count();
    shape.replicas = plan.replicas;
    shape.schedule = plan.schedule;
    shape.copies = plan.has_copies();
    shape.even_hosts = EvenHosts(problem.levels).hold(plan.devices());
    shape.layout = plan.layout;
    shape.packed = grid.outer() == 1 || plan.stride == grid.inner() * plan.strategy.width();
    shape.whole_micro_batches = problem.options.global_batch % (plan.micro_batch * plan.data_parallel()) == 0;
    for (const StagePlan& stage : plan.stages) {
        shape.same_zero = shape.same_zero && stage.zero == plan.stages.front().zero;
        shape.same_recompute = shape.same_recompute && stage.recompute == plan.stages.front().recompute;
        shape.partial = shape.partial || stage.is_partial();
        shape.highest_zero = std::max(shape.highest_zero, stage.zero);
        shape.selective = shape.selective || stage.recompute == Recompute::selective;
        shape.whole_stage = shape.whole_stage || stage.recompute == Recompute::stage;
    }
    if (shape.partial && shape.same_recompute)
        shape.same_recompute = recomputed_blocks(problem.model, plan).has_value();
    return shape;
}

std::optional<int> recomputed_blocks(const ModelGraph& model, const Plan& plan) {
    struct Count {
        int seen = 0, blocks = 0, all = 0; ///< layers; blocks among those that are recomputed; blocks
    };
    const std::vector<StagePlan> stages = plan.virtual_pipeline(); // Megatron-LM counts in each virtual stage
    std::vector<std::size_t> stage_of(model.layers.size(), 0);
    for (std::size_t stage = 0; stage < stages.size(); ++stage)
        for (const int layer : stages[stage].layers)
            stage_of[static_cast<std::size_t>(layer)] = stage;
    std::vector<Count> counts(stages.size());
    for (const int layer : layers_in_order(model)) {
        const std::size_t stage = stage_of[static_cast<std::size_t>(layer)];
        Count& count = counts[stage];
        const bool block = is_block(model.layers[static_cast<std::size_t>(layer)]);
        count.all += block ? 1 : 0;
        if (count.seen++ < stages[stage].repeated_layers() && block) ++count.blocks;
    }
    int partial = -1, whole = 0; // of stages in part, and the most of those as a whole
    for (std::size_t stage = 0; stage < counts.size(); ++stage) {
        const Count& count = counts[stage];
        if (stages[stage].is_partial() && count.blocks < count.all) {
            if (partial >= 0 && partial != count.blocks) return std::nullopt;
            partial = count.blocks;
        } else {
            whole = std::max(whole, count.blocks);
        }
    }
    if (partial < 0) return whole;
    if (partial == 0 || whole > partial) return std::nullopt;
    return partial;
}

Strategy engine_grid(const std::string& target, Strategy strategy) {
    const bool takes_context = target == "megatron" || target == "torchtitan";
    if (takes_context && !strategy.folded() && strategy.ep > 1 && strategy.cp > 1) strategy.expert_tp = strategy.tp;
    return strategy;
}

std::string engine_obstacle(const std::string& target, const PlanShape& shape) {
    if (target == "megatron") return megatron_obstacle(shape);
    if (target == "deepspeed") return deepspeed_obstacle(shape);
    if (target == "torchtitan") return torchtitan_obstacle(shape);
    return {};
}

namespace {
/// What the engine has to know of the model beside the shape of its plan: Megatron-LM's arguments are a transformer's
/// sizes, the others load any module.
std::string obstacle_of(const std::string& target, const ModelGraph& model, const PlanShape& shape) {
    if (std::string why = engine_obstacle(target, shape); !why.empty()) return why;
    if (target == "megatron" && !model.architecture)
        return QT_TRANSLATE_NOOP("Engines", "the model's architecture is not known, only what its layers cost");
    return {};
}
} // namespace

std::string plan_obstacle(const std::string& target, const Problem& problem, const Plan& plan) {
    return obstacle_of(target, problem.model, shape_of(problem, plan));
}

std::vector<EngineSupport> engine_support(const Problem& problem, const Plan& plan) {
    const PlanShape shape = shape_of(problem, plan);
    std::vector<EngineSupport> engines;
    for (const char* target : engine_targets) {
        const bool megatron = std::string_view(target) == "megatron";
        std::string because = obstacle_of(target, problem.model, shape);
        const bool runs = because.empty();
        engines.push_back({megatron ? "megatron-lm" : target, runs, std::move(because)});
    }
    return engines;
}

} // namespace nest
