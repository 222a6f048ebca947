// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/phrase.h"
#include "plan/evaluation.h"
#include "plan/stage_cost.h"
#include "plan/strategy_tables.h"
#include "schedule/schedule.h"
#include "schedule/simulator.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nest {

namespace {

Diagnostic plan_fault(std::string expected, std::string found, std::string pointer = {}) {
    return fault(ErrorCode::inconsistent, std::move(pointer), "plan", std::move(expected), std::move(found));
}

/// Stage of each layer, or the fault that makes the plan none for this model.
Result<std::vector<int>> stages_of_layers(const ModelGraph& model, const Plan& plan) {
    std::vector<int> stage_of(model.layers.size(), -1);
    for (std::size_t stage = 0; stage < plan.stages.size(); ++stage) {
        const std::string pointer = "/stages/" + std::to_string(stage);
        if (plan.stages[stage].layers.empty())
            return plan_fault("at least one layer in every stage", "an empty stage", pointer);
        if (plan.stages[stage].recompute_layers < 0)
            return plan_fault("a number of recomputed layers of at least 0",
                              std::to_string(plan.stages[stage].recompute_layers), pointer + "/recompute_layers");
        if (plan.stages[stage].zero < 0 || plan.stages[stage].zero > 3)
            return plan_fault("a ZeRO stage from 0 to 3", std::to_string(plan.stages[stage].zero), pointer + "/zero");
        for (const int layer : plan.stages[stage].layers) {
            if (layer < 0 || layer >= static_cast<int>(model.layers.size()))
                return plan_fault("layers of the model", "layer " + std::to_string(layer), pointer);
            if (stage_of[static_cast<std::size_t>(layer)] >= 0)
                return plan_fault("every layer in one stage",
                                  "layer " + model.layers[static_cast<std::size_t>(layer)].id + " twice", pointer);
            stage_of[static_cast<std::size_t>(layer)] = static_cast<int>(stage);
        }
    }
    for (std::size_t layer = 0; layer < stage_of.size(); ++layer)
        if (stage_of[layer] < 0)
            return plan_fault("every layer in one stage", "layer " + model.layers[layer].id + " in none", "/stages");
    for (const Edge& edge : model.edges) {
        if (stage_of[static_cast<std::size_t>(edge.from)] > stage_of[static_cast<std::size_t>(edge.to)])
            return plan_fault("stages in the order of the layers",
                              model.layers[static_cast<std::size_t>(edge.to)].id + " before " +
                                  model.layers[static_cast<std::size_t>(edge.from)].id,
                              "/stages");
    }
    return stage_of;
}

std::optional<Diagnostic> check_grid(const Problem& problem, const Plan& plan) {
    const RankGrid grid(plan);
    const Strategy& s = plan.strategy;
    if (s.tp < 1 || s.cp < 1 || s.ep < 1 || plan.replicas < 1 || plan.micro_batch < 1 || plan.stages.empty())
        return plan_fault("degrees and stages of at least 1", layout_text(plan));
    if (plan.replicas > problem.levels.device_count() || plan.stage_count() > problem.levels.device_count() ||
        s.width() > problem.levels.device_count() || s.tp > problem.levels.device_count() ||
        s.cp > problem.levels.device_count())
        return plan_fault("at most " + counted(problem.levels.device_count(), "device"), layout_text(plan));
    if (plan.stride < grid.inner() * s.width())
        return plan_fault("a stride of at least " + std::to_string(grid.inner() * s.width()),
                          std::to_string(plan.stride), "/strategy/stride");
    if (plan.stride > problem.levels.slot_count || grid.last_rank() >= problem.levels.device_count())
        return plan_fault("at most " + counted(problem.levels.device_count(), "device"),
                          "rank " + std::to_string(grid.last_rank()));
    if (!s.experts_fill(plan.replicas))
        return plan_fault("tp x cp x replicas = " + counted(s.width() * plan.replicas, "rank") +
                              " of a stage that groups of ep x expert_tp fill",
                          std::to_string(s.ep) + " x " + std::to_string(s.expert_tp), "/strategy/expert_tp");
    const std::int64_t sequences = plan.micro_batch * s.data_ranks() * plan.replicas;
    if (!problem.options.round_up_micro_batches && problem.options.global_batch % sequences != 0)
        return plan_fault("a global batch that micro-batch x ep x replicas = " + std::to_string(sequences) + " divides",
                          std::to_string(problem.options.global_batch), "/strategy");
    return std::nullopt;
}

/// Rates and shares that follow from the stages.
void fill_metrics(const Problem& problem, const Plan& plan, Evaluation& evaluation) {
    const std::int64_t m = evaluation.micro_batches;
    PipelineTotals totals;
    PipelineWork work{plan.schedule, m, {}, {}, {}};
    double busy = 0, model_flop = 0, repeated_flop = 0;
    for (const StageEvaluation& stage : evaluation.stages) {
        totals.add(stage.time.fw, stage.time.bw, stage.time.weight_gradient);
        work.forward.push_back(stage.time.fw);
        work.backward.push_back(stage.time.bw);
        work.weight_gradient.push_back(stage.time.weight_gradient);
        busy += static_cast<double>(m) * stage.time.load;
        // Backward of a matrix product is two products: three times the forward FLOP in all.
        model_flop += 3 * stage.forward_flop * static_cast<double>(m);
        repeated_flop += stage.recompute_flop * static_cast<double>(m);
        evaluation.sync_seconds = std::max(evaluation.sync_seconds, stage.time.sync);
        evaluation.update_seconds = std::max(evaluation.update_seconds, stage.time.update);
        evaluation.peak_memory = std::max(evaluation.peak_memory, stage.memory.total);
        if (!(stage.memory.total <= stage.memory.capacity)) evaluation.fits = false; // not a number doesn't fit
    }
    const auto stages = static_cast<double>(evaluation.stages.size());
    const Objective objective = problem.options.objective;
    evaluation.pipeline_seconds = pipeline_seconds(plan.schedule, objective, m, plan.stage_count(), totals);
    if (objective == Objective::paper) {
        evaluation.sync_seconds = evaluation.stages.front().time.sync;
        evaluation.update_seconds = 0;
    }
    evaluation.step_seconds = evaluation.pipeline_seconds + evaluation.sync_seconds + evaluation.update_seconds;
    evaluation.simulated_step_seconds = simulate_pipeline(work) + evaluation.sync_seconds + evaluation.update_seconds;
    if (evaluation.pipeline_seconds > 0)
        evaluation.bubble_fraction = std::max(0.0, 1 - busy / stages / evaluation.pipeline_seconds);
    if (evaluation.step_seconds <= 0) return;
    evaluation.throughput_sequences = static_cast<double>(problem.options.global_batch) / evaluation.step_seconds;
    evaluation.tokens_per_second = evaluation.throughput_sequences * static_cast<double>(problem.model.sequence_length);
    evaluation.tflops_per_device = model_flop / stages / evaluation.step_seconds / 1e12;
    if (problem.device.peak() > 0) {
        evaluation.mfu = evaluation.tflops_per_device * 1e12 / problem.device.peak();
        evaluation.hfu = (model_flop + repeated_flop) / stages / evaluation.step_seconds / problem.device.peak();
    }
}

StageRepeat repeat_of(const Problem& problem, const StrategyTables& tables, const std::vector<CommSums>& comm,
                      const StagePlan& stage) {
    if (!stage.is_partial()) return stage.recompute;
    LayerSums sums;
    CommSums exchange;
    double largest = 0;
    for (const int layer : repeated_layers(problem.model, stage)) {
        const LayerSums& one = tables.layers[static_cast<std::size_t>(layer)];
        sums += one;
        exchange += comm[static_cast<std::size_t>(layer)];
        largest = std::max(largest, one.activation_bytes);
    }
    return {sums, exchange, largest};
}

} // namespace

double Evaluation::memory_spread() const {
    if (stages.empty()) return 0;
    const auto [least, most] =
        std::ranges::minmax_element(stages, {}, [](const StageEvaluation& stage) { return stage.memory.total; });
    return most->memory.total - least->memory.total;
}

double Evaluation::goal_bytes(Objective objective) const {
    return memory_goal(objective, peak_memory, peak_memory - memory_spread());
}

double memory_goal(Objective objective, double most, double least) {
    if (!minimises_memory(objective) || !std::isfinite(most)) return 0;
    constexpr int digits = 30; // binary
    const int scale = std::ilogb(std::max(most, std::numeric_limits<double>::min())) - digits;
    const double bytes = objective == Objective::memory ? most : most - least;
    return std::ldexp(std::round(std::ldexp(bytes, -scale)), scale);
}

namespace {

Result<Evaluation> evaluate_on(const Problem& problem, const Plan& plan, const Placement* known) {
    if (std::optional<Diagnostic> fault = check_grid(problem, plan)) return *std::move(fault);
    Result<std::vector<int>> stage_of = stages_of_layers(problem.model, plan);
    if (!stage_of) return stage_of.diagnostics();
    Result<StrategyTables> built = StrategyTables::build(problem, plan.strategy, plan.micro_batch);
    if (!built) return built.diagnostics();
    const StrategyTables& tables = *built;

    const PriceSettings settings = price_settings(problem, plan.strategy, plan.micro_batch, plan.replicas,
                                                  plan.stage_count(), plan.schedule, tables.tied_parameters);
    const Placement placement = known ? *known : place(problem.levels, RankGrid(plan));
    std::vector<std::vector<CommSums>> comm;
    for (const StageShapes& shapes : placement.shapes)
        comm.push_back(tables.comm(problem.levels, shapes));

    Evaluation evaluation;
    evaluation.fits = true;
    evaluation.micro_batches = settings.micro_batches;
    evaluation.devices_used = plan.devices();
    std::vector<bool> behind(problem.model.layers.size(), true);
    for (int index = 0; index < static_cast<int>(plan.stages.size()); ++index) {
        const StagePlan& stage_plan = plan.stages[static_cast<std::size_t>(index)];
        StageEvaluation stage;
        StageSite site;
        site.index = index;
        site.level_in = placement.level_in[static_cast<std::size_t>(index)];
        site.level_out = placement.level_out(index);
        site.shapes = &placement.of(index);
        site.first_last = &placement.first_last;
        if (index > 0) site.bytes_in = evaluation.stages.back().bytes_out;
        LayerSums sums;
        CommSums comm_sums;
        LayerMaxima maxima;
        StageParameters embedding, head;
        for (const int layer : stage_plan.layers) {
            const LayerSums& one = tables.layers[static_cast<std::size_t>(layer)];
            sums += one;
            comm_sums += comm[static_cast<std::size_t>(placement.shapes_of[static_cast<std::size_t>(index)])]
                             [static_cast<std::size_t>(layer)];
            const LayerKind kind = problem.model.layers[static_cast<std::size_t>(layer)].kind;
            if (kind == LayerKind::embedding) embedding.dense += one.parameters;
            if (kind == LayerKind::head) head.dense += one.parameters;
            maxima.parameters = std::max(maxima.parameters, one.parameters);
            maxima.activation_bytes = std::max(maxima.activation_bytes, one.activation_bytes);
            behind[static_cast<std::size_t>(layer)] = false;
        }
        if (index + 1 < static_cast<int>(plan.stages.size()))
            site.bytes_out = cut_bytes(problem.model, behind) * tables.edge_scale;
        const StageParameters parameters = stage_parameters(settings, index, sums, maxima);
        const ReplicationTime replication = replication_time(settings, site, parameters, stage_plan.zero);
        const std::vector<CommSums>& layer_comm =
            comm[static_cast<std::size_t>(placement.shapes_of[static_cast<std::size_t>(index)])];
        const StageRepeat repeat = repeat_of(problem, tables, layer_comm, stage_plan);
        stage.time = stage_time(settings, site, sums, comm_sums, replication, repeat);
        stage.memory = stage_memory(settings, site, sums, maxima, parameters, repeat, stage_plan.zero);
        // The copy of a tied embedding on the last stage is its output layer.
        if (index + 1 == static_cast<int>(plan.stages.size()) && settings.has_tied_copy())
            head.dense += settings.tied_parameters;
        stage.embedding = state_bytes(settings, embedding, stage_plan.zero);
        stage.head = state_bytes(settings, head, stage_plan.zero);
        stage.level_in = site.level_in;
        stage.level_out = site.level_out;
        stage.bytes_in = site.bytes_in;
        stage.bytes_out = site.bytes_out;
        stage.in_flight = in_flight_micro_batches(plan.schedule, settings.micro_batches, plan.stage_count(), index);
        stage.parameters = parameters.dense + parameters.expert;
        stage.expert_parameters = parameters.expert;
        stage.forward_flop = sums.forward_flop;
        if (stage_plan.recompute == Recompute::selective) stage.recompute_flop = sums.selective_flop;
        if (stage_plan.recompute == Recompute::full || stage_plan.recompute == Recompute::stage)
            stage.recompute_flop = repeat.partial ? repeat.first.forward_flop : sums.forward_flop;
        evaluation.stages.push_back(stage);
    }
    fill_metrics(problem, plan, evaluation);
    if (!std::isfinite(evaluation.step_seconds) || !std::isfinite(evaluation.simulated_step_seconds))
        return fault(ErrorCode::not_finite, "step_seconds", {}, "infinity");
    return evaluation;
}

} // namespace

Result<Evaluation> evaluate(const Problem& problem, const Plan& plan) {
    return evaluate_on(problem, plan, nullptr);
}

Result<Evaluation> evaluate(const Problem& problem, const Plan& plan, const Placement& placement) {
    return evaluate_on(problem, plan, &placement);
}

} // namespace nest
