// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/translatable.h"
#include "plan/evaluation.h"
#include "schedule/schedule.h"

namespace nest {

namespace {

CostNode term(std::string name, double value, Unit unit, std::string formula, std::string source = {}) {
    CostNode node;
    node.name = std::move(name);
    node.value = value;
    node.unit = unit;
    node.formula = std::move(formula);
    node.source = std::move(source);
    return node;
}

CostNode with_inputs(CostNode node, std::vector<std::pair<std::string, std::string>> inputs) {
    node.inputs = std::move(inputs);
    return node;
}

std::string level_text(const Problem& problem, int level) {
    return level == 0 ? std::string("-") : problem.levels.level_name(level);
}

CostNode time_node(const Problem& problem, const StagePlan& plan, const StageEvaluation& stage) {
    const StageTime& t = stage.time;
    CostNode node = term("load", t.load, Unit::seconds, QT_TRANSLATE_NOOP("Cost", "fw + bw of one micro-batch"));
    const std::string megatron = "Shoeybi et al. 2019; Korthikanti et al. 2022";
    node.children = {
        term("forward", t.forward, Unit::seconds,
             QT_TRANSLATE_NOOP(
                 "Cost",
                 "sum over layers of max(FLOP / (peak x efficiency), bytes / (bandwidth x efficiency)) + launch"),
             QT_TRANSLATE_NOOP("Cost", "roofline model")),
        term("backward", t.backward, Unit::seconds,
             QT_TRANSLATE_NOOP("Cost", "as forward with twice the FLOP and bytes")),
        with_inputs(term("recompute", t.recompute, Unit::seconds,
                         QT_TRANSLATE_NOOP("Cost", "the forward work done again before backward"),
                         "Korthikanti et al. 2022"),
                    {{QT_TRANSLATE_NOOP("Cost", "recomputation"), std::string(name_of(plan.recompute))}}),
        term("tp_comm", t.tp_comm, Unit::seconds, QT_TRANSLATE_NOOP("Cost", "exposed tensor-parallel collectives"),
             megatron),
        term("ep_comm", t.ep_comm, Unit::seconds, QT_TRANSLATE_NOOP("Cost", "all-to-all of tokens to experts and back"),
             "Lepikhin et al. 2020 (GShard)"),
        term("cp_comm", t.cp_comm, Unit::seconds,
             QT_TRANSLATE_NOOP("Cost", "ring of keys and values not hidden behind attention"),
             "Liu et al. 2023 (ring attention)"),
        with_inputs(
            term("zero_comm", t.zero_comm, Unit::seconds,
                 QT_TRANSLATE_NOOP(
                     "Cost", "per micro-batch: z >= 2 reduce-scatter of gradients; z = 3 two all-gathers of weights"),
                 "Rajbhandari et al. 2020 (ZeRO)"),
            {{QT_TRANSLATE_NOOP("Cost", "ZeRO stage"), std::to_string(plan.zero)}}),
        with_inputs(term("p2p_in", t.p2p_in, Unit::seconds,
                         QT_TRANSLATE_NOOP("Cost", "latency + bytes / bandwidth of the worst level of the cut")),
                    {{QT_TRANSLATE_NOOP("Cost", "level"), level_text(problem, stage.level_in)},
                     {QT_TRANSLATE_NOOP("Cost", "bytes"), format_quantity(stage.bytes_in, Unit::bytes)}}),
        with_inputs(
            term("p2p_out", t.p2p_out, Unit::seconds,
                 QT_TRANSLATE_NOOP("Cost", "gradient's latency + bytes / bandwidth, less what recomputation hides")),
            {{QT_TRANSLATE_NOOP("Cost", "level"), level_text(problem, stage.level_out)},
             {QT_TRANSLATE_NOOP("Cost", "bytes"), format_quantity(stage.bytes_out, Unit::bytes)}}),
    };
    return node;
}

CostNode memory_node(const Problem& problem, const StagePlan& plan, const StageEvaluation& stage) {
    const StageMemory& m = stage.memory;
    const PrecisionBytes bytes = bytes_of(problem.options.precision);
    const std::string parameters = format_quantity(stage.parameters, Unit::elements), zero = std::to_string(plan.zero),
                      zero_paper = "Rajbhandari et al. 2020 (ZeRO)";
    const auto per_parameter = [&](double count) {
        return std::vector<std::pair<std::string, std::string>>{
            {QT_TRANSLATE_NOOP("Cost", "parameters"), parameters},
            {QT_TRANSLATE_NOOP("Cost", "bytes per parameter"), format_quantity(count, Unit::none)},
            {QT_TRANSLATE_NOOP("Cost", "ZeRO stage"), zero}};
    };
    CostNode node = with_inputs(term("memory", m.total, Unit::bytes,
                                     QT_TRANSLATE_NOOP("Cost", "sum of the parts; must not exceed the capacity")),
                                {{QT_TRANSLATE_NOOP("Cost", "capacity"), format_quantity(m.capacity, Unit::bytes)}});
    node.children = {
        with_inputs(term("weights", m.weights, Unit::bytes,
                         QT_TRANSLATE_NOOP("Cost", "bytes per parameter x parameters, / Z for z = 3"), zero_paper),
                    per_parameter(bytes.weights)),
        with_inputs(term("gradients", m.gradients, Unit::bytes,
                         QT_TRANSLATE_NOOP("Cost", "bytes per parameter x parameters, / Z for z >= 2"), zero_paper),
                    per_parameter(bytes.gradients)),
        with_inputs(term("optimizer", m.optimizer, Unit::bytes,
                         QT_TRANSLATE_NOOP("Cost", "bytes per parameter x parameters, / Z for z >= 1"), zero_paper),
                    per_parameter(bytes.optimizer)),
        with_inputs(term("activations", m.activations, Unit::bytes,
                         QT_TRANSLATE_NOOP("Cost", "what one micro-batch leaves for backward"),
                         "Korthikanti et al. 2022"),
                    {{QT_TRANSLATE_NOOP("Cost", "recomputation"), std::string(name_of(plan.recompute))}}),
        with_inputs(term("stash", m.stash, Unit::bytes,
                         QT_TRANSLATE_NOOP("Cost", "the same for the other micro-batches in flight"),
                         "Narayanan et al. 2021 (1F1B)"),
                    {{QT_TRANSLATE_NOOP("Cost", "in flight"), std::to_string(stage.in_flight)}}),
        term("working", m.working, Unit::bytes,
             QT_TRANSLATE_NOOP("Cost", "z = 3: the largest layer's weights twice; z >= 2: its gradients once")),
        term("logits", m.logits, Unit::bytes,
             QT_TRANSLATE_NOOP("Cost", "6 bytes per logit (bf16 and fp32) of the last stage / t")),
        term("reserve", m.reserve, Unit::bytes,
             QT_TRANSLATE_NOOP("Cost", "reserve bytes + reserve fraction x capacity + communicators")),
    };
    return node;
}

} // namespace

CostNode cost_tree(const Problem& problem, const Plan& plan, const Evaluation& evaluation) {
    CostNode root =
        term("step", evaluation.step_seconds, Unit::seconds, QT_TRANSLATE_NOOP("Cost", "pipeline + sync + update"));
    const bool gpipe = plan.schedule == ScheduleKind::gpipe, paper = problem.options.objective == Objective::paper;
    root.children.push_back(
        with_inputs(term("pipeline", evaluation.pipeline_seconds, Unit::seconds,
                         paper   ? QT_TRANSLATE_NOOP("Cost", "(m + s - 1) x max load")
                         : gpipe ? QT_TRANSLATE_NOOP("Cost", "sum fw + (m - 1) max fw + sum bw + (m - 1) max bw")
                                 : QT_TRANSLATE_NOOP("Cost", "sum load + (m - 1) x max load"),
                         paper   ? "NEST, MLSys 2026"
                         : gpipe ? "Huang et al. 2019 (GPipe)"
                                 : "Narayanan et al. 2021 (1F1B)"),
                    {{"m", std::to_string(evaluation.micro_batches)}, {"s", std::to_string(plan.stage_count())}}));
    root.children.push_back(term("sync", evaluation.sync_seconds, Unit::seconds,
                                 paper ? QT_TRANSLATE_NOOP("Cost", "gradient synchronisation of the first stage")
                                       : QT_TRANSLATE_NOOP("Cost", "slowest stage's gradient synchronisation")));
    root.children.push_back(
        term("update", evaluation.update_seconds, Unit::seconds,
             QT_TRANSLATE_NOOP("Cost", "(2 optimizer + gradients + weights) bytes / memory bandwidth, slowest stage")));
    for (std::size_t index = 0; index < evaluation.stages.size(); ++index) {
        CostNode stage = term("stage " + std::to_string(index), evaluation.stages[index].time.load, Unit::seconds,
                              QT_TRANSLATE_NOOP("Cost", "one micro-batch"));
        stage.children = {time_node(problem, plan.stages[index], evaluation.stages[index]),
                          term("sync", evaluation.stages[index].time.sync, Unit::seconds,
                               QT_TRANSLATE_NOOP("Cost", "gradients once per step (z <= 1), weights (z = 1, 2)"),
                               "Rajbhandari et al. 2020 (ZeRO)"),
                          term("update", evaluation.stages[index].time.update, Unit::seconds,
                               QT_TRANSLATE_NOOP("Cost", "optimizer step, memory bound")),
                          memory_node(problem, plan.stages[index], evaluation.stages[index])};
        root.children.push_back(std::move(stage));
    }
    return root;
}

} // namespace nest
