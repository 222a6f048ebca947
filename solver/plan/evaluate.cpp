// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/phrase.h"
#include "plan/evaluation.h"
#include "plan/stage_cost.h"
#include "plan/strategy_tables.h"
#include "schedule/interleaved.h"
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

/// Virtual stages belong to the interleaved schedule, as many to each stage, none empty.
std::optional<Diagnostic> check_chunks(const Plan& plan, std::size_t index) {
    const StagePlan& stage = plan.stages[index];
    const std::string pointer = "/stages/" + std::to_string(index) + "/chunks";
    if (stage.chunk_sizes.empty() && plan.virtual_stages() == 1) return std::nullopt;
    if (stage.chunk_sizes.size() < 2 || stage.chunk_count() != plan.virtual_stages())
        return plan_fault("as many virtual stages in every stage, 2 or more, as in the first, " +
                              std::to_string(plan.virtual_stages()),
                          std::to_string(stage.chunk_count()), pointer);
    std::int64_t layers = 0;
    for (const int size : stage.chunk_sizes) {
        if (size < 1) return plan_fault("at least one layer in every virtual stage", "an empty one", pointer);
        layers += size;
    }
    if (layers != static_cast<std::int64_t>(stage.layers.size()))
        return plan_fault("virtual stages that hold the stage's " + std::to_string(stage.layers.size()) + " layers",
                          std::to_string(layers), pointer);
    return std::nullopt;
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
        if (auto fault = check_chunks(plan, stage)) return *std::move(fault);
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
    const std::vector<StagePlan> pipeline = plan.virtual_pipeline();
    std::vector<std::size_t> position(model.layers.size(), 0);
    for (std::size_t at = 0; at < pipeline.size(); ++at)
        for (const int layer : pipeline[at].layers)
            position[static_cast<std::size_t>(layer)] = at;
    for (const Edge& edge : model.edges) {
        if (position[static_cast<std::size_t>(edge.from)] > position[static_cast<std::size_t>(edge.to)])
            return plan_fault("stages in the order of the layers",
                              model.layers[static_cast<std::size_t>(edge.to)].id + " before " +
                                  model.layers[static_cast<std::size_t>(edge.from)].id,
                              "/stages");
    }
    return stage_of;
}

std::optional<Diagnostic> check_schedule(const Problem& problem, const Plan& plan) {
    const bool interleaved = plan.schedule == ScheduleKind::interleaved;
    const std::string pointer = "/strategy/schedule", s = std::to_string(plan.stage_count());
    const std::int64_t m = plan.micro_batches(problem.options.global_batch);
    if (interleaved != (plan.virtual_stages() > 1))
        return plan_fault(interleaved ? "at least 2 virtual stages for the interleaved schedule"
                                      : "the interleaved schedule for several virtual stages",
                          interleaved ? "1" : std::string(name_of(plan.schedule)), pointer);
    switch (schedule_rule(plan.schedule, m, plan.stage_count())) {
    case ScheduleRule::few_micro_batches:
        return plan_fault("at least as many micro-batches as stages, " + s + ", for ZB-H1", std::to_string(m), pointer);
    case ScheduleRule::one_stage:
        return plan_fault("at least 2 stages for the interleaved schedule", s, pointer);
    case ScheduleRule::rounds:
        return plan_fault("micro-batches in a multiple of the " + s + " stages for the interleaved schedule",
                          std::to_string(m), pointer);
    case ScheduleRule::fine:
        break;
    }
    return std::nullopt;
}

/// What a plan with copies of stages has to be beside.
std::optional<Diagnostic> check_copies(const Plan& plan) {
    for (std::size_t stage = 0; stage < plan.stages.size(); ++stage) {
        const std::int64_t copies = plan.stages[stage].copies;
        if (copies < 1)
            return plan_fault("at least 1 copy of every stage", std::to_string(copies),
                              "/stages/" + std::to_string(stage) + "/copies");
    }
    if (!plan.has_copies()) return std::nullopt;
    if (plan.layout != LayoutKind::pp_inner)
        return plan_fault("the layout pp-inner where stages have copies", std::string(name_of(plan.layout)),
                          "/strategy/layout");
    if (plan.schedule != ScheduleKind::one_f_one_b)
        return plan_fault("the schedule 1f1b where stages have copies", std::string(name_of(plan.schedule)),
                          "/strategy/schedule");
    if (plan.strategy.folded())
        return plan_fault("experts that are not folded where stages have copies",
                          "expert_tp " + std::to_string(plan.strategy.expert_tp), "/strategy/expert_tp");
    return std::nullopt;
}

std::optional<Diagnostic> check_grid(const Problem& problem, const Plan& plan) {
    const RankGrid grid(plan);
    const Strategy& s = plan.strategy;
    if (s.tp < 1 || s.cp < 1 || s.ep < 1 || plan.replicas < 1 || plan.micro_batch < 1 || plan.stages.empty())
        return plan_fault("degrees and stages of at least 1", layout_text(plan));
    if (std::optional<Diagnostic> fault = check_copies(plan)) return fault;
    if (plan.replicas > problem.levels.device_count() || grid.blocks() > problem.levels.device_count() ||
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
    return check_schedule(problem, plan);
}

void add_chunks(PipelineWork& work, const StageEvaluation& stage) {
    if (stage.chunks.empty()) return;
    work.chunk_forward.emplace_back();
    work.chunk_backward.emplace_back();
    for (const StageTime& chunk : stage.chunks) {
        work.chunk_forward.back().push_back(chunk.fw);
        work.chunk_backward.back().push_back(chunk.bw);
    }
}

/// Rates and shares that follow from the stages.
void fill_metrics(const Problem& problem, const Plan& plan, Evaluation& evaluation) {
    const std::int64_t m = evaluation.micro_batches;
    PipelineTotals totals;
    PipelineWork work{plan.schedule, m, {}, {}, {}};
    double busy = 0, model_flop = 0, repeated_flop = 0;
    for (const StageEvaluation& stage : evaluation.stages) {
        totals.add(stage.time.fw, stage.time.bw, stage.time.weight_gradient, stage.copies);
        work.forward.push_back(stage.time.fw);
        work.backward.push_back(stage.time.bw);
        work.weight_gradient.push_back(stage.time.weight_gradient);
        add_chunks(work, stage);
        busy += static_cast<double>(m) * stage.time.load;
        // Backward of a matrix product is two products: three times the forward FLOP in all.
        model_flop += 3 * stage.forward_flop * static_cast<double>(m);
        repeated_flop += stage.recompute_flop * static_cast<double>(m);
        evaluation.sync_seconds = std::max(evaluation.sync_seconds, stage.time.sync);
        evaluation.update_seconds = std::max(evaluation.update_seconds, stage.time.update);
        evaluation.peak_memory = std::max(evaluation.peak_memory, stage.memory.total);
        if (!(stage.memory.total <= stage.memory.capacity)) evaluation.fits = false; // not a number doesn't fit
    }
    work.copies = plan.copies();
    const auto blocks = static_cast<double>(plan.blocks());
    const Objective objective = problem.options.objective;
    evaluation.pipeline_seconds =
        pipeline_seconds(plan.schedule, objective, m, plan.stage_count(), totals, plan.virtual_stages());
    if (objective == Objective::paper) {
        evaluation.sync_seconds = evaluation.stages.front().time.sync;
        evaluation.update_seconds = 0;
    }
    evaluation.step_seconds = evaluation.pipeline_seconds + evaluation.sync_seconds + evaluation.update_seconds;
    evaluation.simulated_step_seconds = simulate_pipeline(work) + evaluation.sync_seconds + evaluation.update_seconds;
    if (evaluation.pipeline_seconds > 0)
        evaluation.bubble_fraction = std::max(0.0, 1 - busy / blocks / evaluation.pipeline_seconds);
    if (evaluation.step_seconds <= 0) return;
    evaluation.throughput_sequences = static_cast<double>(problem.options.global_batch) / evaluation.step_seconds;
    evaluation.tokens_per_second = evaluation.throughput_sequences * static_cast<double>(problem.model.sequence_length);
    evaluation.tflops_per_device = model_flop / blocks / evaluation.step_seconds / 1e12;
    if (problem.device.peak() > 0) {
        evaluation.mfu = evaluation.tflops_per_device * 1e12 / problem.device.peak();
        evaluation.hfu = (model_flop + repeated_flop) / blocks / evaluation.step_seconds / problem.device.peak();
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

/// What the stages of a plan are priced from.
struct Pricing {
    const Problem& problem;
    const Plan& plan;
    const StrategyTables& tables;
    std::vector<PriceSettings> settings; ///< of each stage
    Placement placement;
    std::vector<std::vector<CommSums>> comm; ///< per shape of groups: of each layer
    std::vector<double> cut_bytes{};         ///< into each stage or virtual stage, in the order of the layers; then 0

    const std::vector<CommSums>& comm_of(int stage) const {
        return comm[static_cast<std::size_t>(placement.shapes_of[static_cast<std::size_t>(stage)])];
    }
    void find_cuts();
    StageEvaluation stage(int index) const;
    void price_whole(const StagePlan& plan, StageSite site, StageEvaluation& stage) const;
    void price_chunks(const StagePlan& plan, const StageSite& site, StageEvaluation& stage) const;
};

struct StageSums {
    LayerSums sums;
    CommSums comm;
    LayerMaxima maxima;
};

StageSums sums_of(const StrategyTables& tables, const std::vector<CommSums>& comm, const std::vector<int>& layers) {
    StageSums result;
    for (const int layer : layers) {
        const LayerSums& one = tables.layers[static_cast<std::size_t>(layer)];
        result.sums += one;
        result.comm += comm[static_cast<std::size_t>(layer)];
        result.maxima.parameters = std::max(result.maxima.parameters, one.parameters);
        result.maxima.activation_bytes = std::max(result.maxima.activation_bytes, one.activation_bytes);
    }
    return result;
}

void Pricing::find_cuts() {
    std::vector<bool> behind(problem.model.layers.size(), true);
    const std::vector<StagePlan> pipeline = plan.virtual_pipeline();
    cut_bytes.assign(pipeline.size() + 1, 0);
    for (std::size_t at = 0; at + 1 < pipeline.size(); ++at) {
        for (const int layer : pipeline[at].layers)
            behind[static_cast<std::size_t>(layer)] = false;
        cut_bytes[at + 1] = nest::cut_bytes(problem.model, behind) * tables.edge_scale;
    }
}

void Pricing::price_whole(const StagePlan& stage_plan, StageSite site, StageEvaluation& stage) const {
    const auto index = static_cast<std::size_t>(site.index);
    site.level_in = placement.level_in[index];
    site.level_out = placement.level_out(static_cast<int>(index));
    site.bytes_in = cut_bytes[index];
    site.bytes_out = cut_bytes[index + 1];
    const std::vector<CommSums>& layer_comm = comm_of(static_cast<int>(index));
    const StageSums all = sums_of(tables, layer_comm, stage_plan.layers);
    const PriceSettings& own = settings[index];
    const StageParameters parameters = stage_parameters(own, site.index, all.sums, all.maxima);
    const ReplicationTime replication = replication_time(own, site, parameters, stage_plan.zero);
    const StageRepeat repeat = repeat_of(problem, tables, layer_comm, stage_plan);
    stage.time = stage_time(own, site, all.sums, all.comm, replication, repeat);
    stage.memory = stage_memory(own, site, all.sums, all.maxima, parameters, repeat, stage_plan.zero);
    stage.level_in = site.level_in;
    stage.level_out = site.level_out;
    stage.bytes_in = site.bytes_in;
    stage.bytes_out = site.bytes_out;
}

void Pricing::price_chunks(const StagePlan& stage_plan, const StageSite& site, StageEvaluation& stage) const {
    const std::int64_t chunks = plan.virtual_stages(), stages = plan.stage_count();
    const PriceSettings& whole = settings[static_cast<std::size_t>(site.index)];
    const std::vector<CommSums>& layer_comm = comm_of(static_cast<int>(site.index));
    std::vector<ChunkPart> parts;
    for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
        const StagePlan own = stage_plan.chunk(chunk);
        const StageSums all = sums_of(tables, layer_comm, own.layers);
        ChunkPart part{all.sums, all.comm, all.maxima.activation_bytes};
        set_chunk_levels(part, placement, site.index, chunk, stages, chunks);
        const auto at = static_cast<std::size_t>(chunk * stages + site.index);
        part.bytes_in = cut_bytes[at];
        part.bytes_out = cut_bytes[at + 1];
        part.repeat = repeat_of(problem, tables, layer_comm, own);
        stage.level_in = std::max(stage.level_in, part.level_in);
        stage.level_out = std::max(stage.level_out, part.level_out);
        stage.bytes_in += part.bytes_in;
        stage.bytes_out += part.bytes_out;
        parts.push_back(part);
    }
    const StageSums all = sums_of(tables, layer_comm, stage_plan.layers);
    const StageParameters parameters = stage_parameters(whole, site.index, all.sums, all.maxima);
    const ReplicationTime replication = replication_time(whole, site, parameters, stage_plan.zero);
    stage.time = interleaved_time(whole, site, parts, replication, stage_plan.zero, &stage.chunks);
    stage.memory =
        interleaved_memory(whole, site, parts, fullest_moments({whole.micro_batches, stages, chunks}, site.index),
                           parameters, stage_plan.zero);
}

StageEvaluation Pricing::stage(int index) const {
    const StagePlan& stage_plan = plan.stages[static_cast<std::size_t>(index)];
    const PriceSettings& own = settings[static_cast<std::size_t>(index)];
    StageEvaluation stage;
    stage.copies = stage_plan.copies;
    StageSite site;
    site.index = index;
    site.shapes = &placement.of(index);
    site.first_last = &placement.first_last;
    site.copies_to_the_end = plan.copies_to_the_end(index);
    if (plan.virtual_stages() > 1)
        price_chunks(stage_plan, site, stage);
    else
        price_whole(stage_plan, site, stage);
    const StageSums all = sums_of(tables, comm_of(index), stage_plan.layers);
    StageParameters embedding, head;
    for (const int layer : stage_plan.layers) {
        const double parameters = tables.layers[static_cast<std::size_t>(layer)].parameters;
        const LayerKind kind = problem.model.layers[static_cast<std::size_t>(layer)].kind;
        if (kind == LayerKind::embedding) embedding.dense += parameters;
        if (kind == LayerKind::head) head.dense += parameters;
    }
    // The copy of a tied embedding on the last stage is its output layer.
    if (index + 1 == static_cast<int>(plan.stages.size()) && own.has_tied_copy()) head.dense += own.tied_parameters;
    stage.embedding = state_bytes(own, embedding, stage_plan.zero);
    stage.head = state_bytes(own, head, stage_plan.zero);
    stage.in_flight = plan.has_copies()
                          ? in_flight_of_copy(own.micro_batches, stage_plan.copies, site.copies_to_the_end)
                          : in_flight_micro_batches(plan.schedule, own.micro_batches, plan.stage_count(), index,
                                                    plan.virtual_stages());
    const StageParameters parameters = stage_parameters(own, index, all.sums, all.maxima);
    stage.parameters = parameters.dense + parameters.expert;
    stage.expert_parameters = parameters.expert;
    stage.forward_flop = all.sums.forward_flop;
    if (stage_plan.recompute == Recompute::selective) stage.recompute_flop = all.sums.selective_flop;
    if (stage_plan.recompute == Recompute::full || stage_plan.recompute == Recompute::stage)
        for (const int layer : stage_plan.is_partial() ? repeated_layers(problem.model, stage_plan) : stage_plan.layers)
            stage.recompute_flop += tables.layers[static_cast<std::size_t>(layer)].forward_flop;
    return stage;
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
    // Binary digits: of the number itself, so that equal spreads of plans with unlike peaks stay equal, and of the
    // peak, below which a spread is rounding.
    constexpr int digits = 30, exact_digits = 40;
    const double bytes = objective == Objective::memory ? most : most - least;
    const auto exponent = [](double value) { return std::ilogb(std::max(value, std::numeric_limits<double>::min())); };
    const int scale = std::max(exponent(bytes) - digits, exponent(most) - exact_digits);
    return std::ldexp(std::round(std::ldexp(bytes, -scale)), scale);
}

namespace {

Result<Evaluation> evaluate_on(const Problem& problem, const Plan& plan, const Placement* known) {
    if (std::optional<Diagnostic> fault = check_grid(problem, plan)) return *std::move(fault);
    Result<std::vector<int>> stage_of = stages_of_layers(problem.model, plan);
    if (!stage_of) return stage_of.diagnostics();
    Result<StrategyTables> built = StrategyTables::build(problem, plan.strategy, plan.micro_batch);
    if (!built) return built.diagnostics();

    Pricing pricing{problem,
                    plan,
                    *built,
                    {},
                    known ? *known : place(problem.levels, plan, plan.micro_batches(problem.options.global_batch)),
                    {}};
    for (const StagePlan& stage : plan.stages)
        pricing.settings.push_back(price_settings(problem, plan.strategy, plan.micro_batch, plan.replicas,
                                                  plan.stage_count(), plan.schedule, built->tied_parameters,
                                                  plan.virtual_stages(), stage.copies));
    for (const StageShapes& shapes : pricing.placement.shapes)
        pricing.comm.push_back(built->comm(problem.levels, shapes));
    pricing.find_cuts();

    Evaluation evaluation;
    evaluation.fits = true;
    evaluation.micro_batches = pricing.settings.front().micro_batches;
    evaluation.devices_used = plan.devices();
    for (int index = 0; index < static_cast<int>(plan.stages.size()); ++index)
        evaluation.stages.push_back(pricing.stage(index));
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
