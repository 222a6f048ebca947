// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/translatable.h"
#include "plan/evaluation.h"
#include "schedule/schedule.h"

namespace nest {

namespace {

using Inputs = std::vector<std::pair<std::string, std::string>>;

/// Every term says how it is computed and where that is from.
CostNode term(std::string name, double value, Unit unit, std::string formula, std::string source, Inputs inputs = {}) {
    CostNode node;
    node.name = std::move(name);
    node.value = value;
    node.unit = unit;
    node.formula = std::move(formula);
    node.source = std::move(source);
    node.inputs = std::move(inputs);
    return node;
}

const char* const definition = QT_TRANSLATE_NOOP("Cost", "definition of this program's cost model");
const char* const alpha_beta = QT_TRANSLATE_NOOP("Cost", "latency-bandwidth model (Hockney 1994)");
const char* const roofline = QT_TRANSLATE_NOOP("Cost", "roofline model (Williams et al. 2009)");
const char* const profiles = QT_TRANSLATE_NOOP("Cost", "the profiles in the model's file");
const char* const zero_paper = "Rajbhandari et al. 2020 (ZeRO)";

std::string level_text(const Problem& problem, int level) {
    return level == 0 ? std::string("-") : problem.levels.level_name(level);
}

/// Layers that bring their own times are not computed from operators.
bool is_profiled(const Problem& problem, const StagePlan& plan) {
    for (const int layer : plan.layers)
        if (!problem.model.layers[static_cast<std::size_t>(layer)].profiles.empty()) return true;
    return false;
}

Inputs transfer_inputs(const Problem& problem, int level, double bytes) {
    Inputs inputs{{QT_TRANSLATE_NOOP("Cost", "level"), level_text(problem, level)},
                  {QT_TRANSLATE_NOOP("Cost", "bytes"), format_quantity(bytes, Unit::bytes)}};
    if (level > 0) {
        inputs.emplace_back(QT_TRANSLATE_NOOP("Cost", "bandwidth"),
                            format_quantity(problem.levels.bandwidth(level), Unit::bytes_per_second));
        inputs.emplace_back(QT_TRANSLATE_NOOP("Cost", "latency"),
                            format_quantity(problem.levels.latency(level), Unit::seconds));
    }
    return inputs;
}

CostNode time_node(const Problem& problem, const StagePlan& plan, const StageEvaluation& stage) {
    const StageTime& t = stage.time;
    const bool profiled = is_profiled(problem, plan);
    CostNode node =
        term("load", t.load, Unit::seconds, QT_TRANSLATE_NOOP("Cost", "fw + bw of one micro-batch"), definition,
             {{"fw", format_quantity(t.fw, Unit::seconds)}, {"bw", format_quantity(t.bw, Unit::seconds)}});
    const std::string megatron = "Shoeybi et al. 2019; Korthikanti et al. 2022";
    const Inputs recomputation{{QT_TRANSLATE_NOOP("Cost", "recomputation"), std::string(name_of(plan.recompute))}};
    node.children = {
        term("forward", t.forward, Unit::seconds,
             profiled
                 ? QT_TRANSLATE_NOOP("Cost", "sum of the layers' measured forward times")
                 : QT_TRANSLATE_NOOP(
                       "Cost",
                       "sum over layers of max(FLOP / (peak x efficiency), bytes / (bandwidth x efficiency)) + launch"),
             profiled ? profiles : roofline),
        term("backward", t.backward, Unit::seconds,
             profiled ? QT_TRANSLATE_NOOP("Cost", "sum of the layers' measured backward times")
                      : QT_TRANSLATE_NOOP("Cost", "as forward with twice the FLOP and bytes"),
             profiled ? profiles
                      : QT_TRANSLATE_NOOP("Cost", "Narayanan et al. 2021: two products for each forward one")),
        term("recompute", t.recompute, Unit::seconds,
             QT_TRANSLATE_NOOP("Cost", "the forward work done again before backward"), "Korthikanti et al. 2022",
             recomputation),
        term("tp_comm", t.tp_comm, Unit::seconds, QT_TRANSLATE_NOOP("Cost", "exposed tensor-parallel collectives"),
             megatron),
        term("ep_comm", t.ep_comm, Unit::seconds, QT_TRANSLATE_NOOP("Cost", "all-to-all of tokens to experts and back"),
             "Lepikhin et al. 2020 (GShard)"),
        term("cp_comm", t.cp_comm, Unit::seconds,
             QT_TRANSLATE_NOOP("Cost", "ring of keys and values not hidden behind attention"),
             "Liu et al. 2023 (ring attention)"),
        term("zero_comm", t.zero_comm, Unit::seconds,
             QT_TRANSLATE_NOOP("Cost",
                               "per micro-batch: z >= 2 reduce-scatter of gradients; z = 3 two all-gathers of weights"),
             zero_paper, {{QT_TRANSLATE_NOOP("Cost", "ZeRO stage"), std::to_string(plan.zero)}}),
        term("p2p_in", t.p2p_in, Unit::seconds,
             QT_TRANSLATE_NOOP("Cost", "latency + bytes / bandwidth of the worst level of the cut"), alpha_beta,
             transfer_inputs(problem, stage.level_in, stage.bytes_in)),
        term("p2p_out", t.p2p_out, Unit::seconds,
             QT_TRANSLATE_NOOP("Cost", "gradient's latency + bytes / bandwidth, less what recomputation hides"),
             alpha_beta, transfer_inputs(problem, stage.level_out, stage.bytes_out)),
    };
    return node;
}

CostNode memory_node(const Problem& problem, const StagePlan& plan, const StageEvaluation& stage) {
    const StageMemory& m = stage.memory;
    const PrecisionBytes bytes = bytes_of(problem.options.precision);
    const std::string parameters = format_quantity(stage.parameters, Unit::elements), zero = std::to_string(plan.zero);
    const auto per_parameter = [&](double count) {
        return Inputs{{QT_TRANSLATE_NOOP("Cost", "parameters"), parameters},
                      {QT_TRANSLATE_NOOP("Cost", "bytes per parameter"), format_quantity(count, Unit::none)},
                      {QT_TRANSLATE_NOOP("Cost", "ZeRO stage"), zero}};
    };
    CostNode node = term("memory", m.total, Unit::bytes,
                         QT_TRANSLATE_NOOP("Cost", "sum of the parts; must not exceed the capacity"), definition,
                         {{QT_TRANSLATE_NOOP("Cost", "capacity"), format_quantity(m.capacity, Unit::bytes)}});
    const Inputs recomputation{{QT_TRANSLATE_NOOP("Cost", "recomputation"), std::string(name_of(plan.recompute))}};
    node.children = {
        term("weights", m.weights, Unit::bytes,
             QT_TRANSLATE_NOOP("Cost", "bytes per parameter x parameters, / Z for z = 3"), zero_paper,
             per_parameter(bytes.weights)),
        term("gradients", m.gradients, Unit::bytes,
             QT_TRANSLATE_NOOP("Cost", "bytes per parameter x parameters, / Z for z >= 2"), zero_paper,
             per_parameter(bytes.gradients)),
        term("optimizer", m.optimizer, Unit::bytes,
             QT_TRANSLATE_NOOP("Cost", "bytes per parameter x parameters, / Z for z >= 1"), zero_paper,
             per_parameter(bytes.optimizer)),
        term("activations", m.activations, Unit::bytes,
             QT_TRANSLATE_NOOP("Cost", "what one micro-batch leaves for backward"), "Korthikanti et al. 2022",
             recomputation),
        term("stash", m.stash, Unit::bytes, QT_TRANSLATE_NOOP("Cost", "the same for the other micro-batches in flight"),
             "Narayanan et al. 2021 (1F1B)",
             {{stage.chunks.empty() ? QT_TRANSLATE_NOOP("Cost", "in flight")
                                    : QT_TRANSLATE_NOOP("Cost", "chunks in flight"),
               std::to_string(stage.in_flight)}}),
        term("working", m.working, Unit::bytes,
             QT_TRANSLATE_NOOP("Cost", "z = 3: the largest layer's weights twice; z >= 2: its gradients once"),
             QT_TRANSLATE_NOOP("Cost", "Rajbhandari et al. 2020 (ZeRO): the layer in use and the prefetched one")),
        term("logits", m.logits, Unit::bytes,
             QT_TRANSLATE_NOOP("Cost", "6 bytes per logit (bf16 and fp32) of the last stage / t"),
             QT_TRANSLATE_NOOP("Cost", "Megatron-LM: a half-precision tensor and its fp32 copy for the loss")),
        term("reserve", m.reserve, Unit::bytes,
             QT_TRANSLATE_NOOP("Cost", "reserve bytes + reserve fraction x capacity + communicators"),
             QT_TRANSLATE_NOOP("Cost", "the device's file, or the options Reserve and Communicator buffers"),
             {{QT_TRANSLATE_NOOP("Cost", "reserve bytes"), format_quantity(problem.reserve_bytes(), Unit::bytes)},
              {QT_TRANSLATE_NOOP("Cost", "reserve fraction"), format_quantity(problem.reserve_fraction(), Unit::ratio)},
              {QT_TRANSLATE_NOOP("Cost", "bytes per communicator"),
               format_quantity(problem.options.communicator_bytes, Unit::bytes)}}),
    };
    return node;
}

CostNode pipeline_node(const Problem& problem, const Plan& plan, const Evaluation& evaluation) {
    const bool paper = problem.options.objective == Objective::paper;
    const bool gpipe = plan.schedule == ScheduleKind::gpipe, zero_bubble = plan.schedule == ScheduleKind::zb_h1;
    const bool interleaved = plan.schedule == ScheduleKind::interleaved, copies = plan.has_copies();
    PipelineTotals totals;
    for (const StageEvaluation& stage : evaluation.stages)
        totals.add(stage.time.fw, stage.time.bw, stage.time.weight_gradient, stage.copies);
    Inputs inputs{{"m", std::to_string(evaluation.micro_batches)},
                  {"s", std::to_string(plan.stage_count())},
                  {QT_TRANSLATE_NOOP("Cost", "sum load"), format_quantity(totals.sum, Unit::seconds)}};
    if (gpipe && !paper) {
        inputs.emplace_back(QT_TRANSLATE_NOOP("Cost", "max fw"), format_quantity(totals.max_forward, Unit::seconds));
        inputs.emplace_back(QT_TRANSLATE_NOOP("Cost", "max bw"), format_quantity(totals.max_backward, Unit::seconds));
    } else {
        inputs.emplace_back(copies ? QT_TRANSLATE_NOOP("Cost", "max load / q") : QT_TRANSLATE_NOOP("Cost", "max load"),
                            format_quantity(totals.max_load, Unit::seconds));
    }
    if (interleaved) inputs.emplace_back("v", std::to_string(plan.virtual_stages()));
    if (zero_bubble && !paper) {
        inputs.emplace_back(QT_TRANSLATE_NOOP("Cost", "sum W"), format_quantity(totals.weight_sum, Unit::seconds));
        inputs.emplace_back(QT_TRANSLATE_NOOP("Cost", "W of the slowest stage"),
                            format_quantity(totals.bottleneck_weight, Unit::seconds));
    }
    return term("pipeline", evaluation.pipeline_seconds, Unit::seconds,
                paper && interleaved ? QT_TRANSLATE_NOOP("Cost", "(m + (s - 1) / v) x max load")
                : paper && copies ? QT_TRANSLATE_NOOP("Cost", "(m + s - 1) x max (load / q), q the copies of a stage")
                : paper           ? QT_TRANSLATE_NOOP("Cost", "(m + s - 1) x max load")
                : interleaved
                    ? QT_TRANSLATE_NOOP("Cost", "m x max load + (sum load - max load) / v, v the virtual stages; exact "
                                                "for equal ones, the simulated time shows the difference")
                : gpipe ? QT_TRANSLATE_NOOP("Cost", "sum fw + (m - 1) max fw + sum bw + (m - 1) max bw")
                : zero_bubble
                    ? QT_TRANSLATE_NOOP("Cost", "m x max load + sum over the other stages of (load - 2 W), W the part "
                                                "of the weights' gradients")
                : copies ? QT_TRANSLATE_NOOP("Cost", "sum load + (m - 1) x max (load / q), q the copies of a stage")
                         : QT_TRANSLATE_NOOP("Cost", "sum load + (m - 1) x max load"),
                paper         ? "NEST, MLSys 2026"
                : gpipe       ? "Huang et al. 2019 (GPipe)"
                : zero_bubble ? "Qi et al. 2024 (ZB-H1)"
                : copies      ? "Narayanan et al. 2019 (PipeDream), Tarnawski et al. 2021 (Piper)"
                              : "Narayanan et al. 2021 (1F1B)",
                std::move(inputs));
}

CostNode stage_node(const Problem& problem, const StagePlan& plan, const StageEvaluation& stage, std::size_t index) {
    CostNode node = term(
        "stage " + std::to_string(index), stage.time.load, Unit::seconds,
        QT_TRANSLATE_NOOP("Cost", "load of one micro-batch; what is done once per step stands beside it"), definition);
    node.children = {time_node(problem, plan, stage),
                     term("sync", stage.time.sync, Unit::seconds,
                          QT_TRANSLATE_NOOP("Cost", "gradients once per step (z <= 1), weights (z = 1, 2)"), zero_paper,
                          {{QT_TRANSLATE_NOOP("Cost", "ZeRO stage"), std::to_string(plan.zero)},
                           {QT_TRANSLATE_NOOP("Cost", "overlapped share"),
                            format_quantity(problem.options.overlap_dp, Unit::ratio)}}),
                     term("update", stage.time.update, Unit::seconds,
                          QT_TRANSLATE_NOOP("Cost", "optimizer step, memory bound"), roofline,
                          {{QT_TRANSLATE_NOOP("Cost", "parameters"), format_quantity(stage.parameters, Unit::elements)},
                           {QT_TRANSLATE_NOOP("Cost", "memory bandwidth x efficiency"),
                            format_quantity(problem.device.memory_bandwidth * problem.device.memory_efficiency,
                                            Unit::bytes_per_second)}}),
                     memory_node(problem, plan, stage)};
    return node;
}

} // namespace

CostNode cost_tree(const Problem& problem, const Plan& plan, const Evaluation& evaluation) {
    const bool paper = problem.options.objective == Objective::paper;
    CostNode root =
        term("step", evaluation.step_seconds, Unit::seconds, QT_TRANSLATE_NOOP("Cost", "pipeline + sync + update"),
             paper ? std::string("NEST, MLSys 2026") : std::string(definition));
    root.children.push_back(pipeline_node(problem, plan, evaluation));
    root.children.push_back(term("sync", evaluation.sync_seconds, Unit::seconds,
                                 paper ? QT_TRANSLATE_NOOP("Cost", "gradient synchronisation of the first stage")
                                       : QT_TRANSLATE_NOOP("Cost", "slowest stage's gradient synchronisation"),
                                 paper ? "NEST, MLSys 2026" : zero_paper));
    root.children.push_back(term(
        "update", evaluation.update_seconds, Unit::seconds,
        paper
            ? QT_TRANSLATE_NOOP("Cost", "left out of the paper's price")
            : QT_TRANSLATE_NOOP("Cost", "(2 optimizer + gradients + weights) bytes / memory bandwidth, slowest stage"),
        paper ? "NEST, MLSys 2026" : roofline));
    for (std::size_t index = 0; index < evaluation.stages.size(); ++index)
        root.children.push_back(stage_node(problem, plan.stages[index], evaluation.stages[index], index));
    return root;
}

} // namespace nest
