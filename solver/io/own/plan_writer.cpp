// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/files.h"
#include "io/own/plan_names.h"
#include "plan/traffic.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

/// nest-plan, written.
namespace nest::io {

namespace {

using nlohmann::json;

json strategy_json(const Plan& plan, const Evaluation& evaluation) {
    const bool replicas_outside = plan.layout == LayoutKind::pp_inner;
    return {{"tp", plan.strategy.tp},
            {"pp", plan.stage_count()},
            {"dp", plan.data_parallel()},
            {"replicas", plan.replicas},
            {"ep", plan.strategy.ep},
            {"expert_tp", plan.strategy.expert_tp},
            {"cp", plan.strategy.cp},
            {"sequence_parallel", plan.strategy.sequence_parallel},
            {"micro_batch", plan.micro_batch},
            {"num_micro_batches", evaluation.micro_batches},
            {"schedule", name_of(plan.schedule)},
            {"virtual_stages", plan.virtual_stages()},
            {"layout", name_of(plan.layout)},
            {"stride", plan.stride},
            {"rank_order", replicas_outside ? "tp-cp-ep-pp-dp" : "tp-cp-ep-dp-pp"}};
}

json time_json(const StageTime& t) {
    return {{"forward", t.forward}, {"backward", t.backward}, {"recompute", t.recompute}, {"tp_comm", t.tp_comm},
            {"ep_comm", t.ep_comm}, {"cp_comm", t.cp_comm},   {"zero_comm", t.zero_comm}, {"p2p_in", t.p2p_in},
            {"p2p_out", t.p2p_out}, {"load", t.load}};
}

json memory_json(const StageMemory& m) {
    return {{"weights", m.weights},         {"gradients", m.gradients}, {"optimizer", m.optimizer},
            {"activations", m.activations}, {"stash", m.stash},         {"working", m.working},
            {"logits", m.logits},           {"reserve", m.reserve},     {"total", m.total},
            {"capacity", m.capacity}};
}

json states_json(const StateBytes& bytes) {
    return {{"weights", bytes.weights}, {"gradients", bytes.gradients}, {"optimizer", bytes.optimizer}};
}

json ranks_json(const Plan& plan, const RankGrid& grid, std::int64_t stage) {
    json replicas = json::array();
    for (std::int64_t r = 0; r < plan.replicas; ++r) {
        json ranks = json::array(); // of one copy after the other
        for (std::int64_t copy = 0; copy < grid.copies(stage); ++copy)
            for (std::int64_t j = 0; j < plan.strategy.width(); ++j)
                ranks.push_back(grid.rank(r, stage, j, copy));
        replicas.push_back(std::move(ranks));
    }
    return replicas;
}

json level_or_null(int level) {
    return level == 0 ? json() : json(level);
}

json stage_json(const Problem& problem, const RankedPlan& ranked, const RankGrid& grid, std::size_t index) {
    const StagePlan& stage = ranked.plan.stages[index];
    const StageEvaluation& priced = ranked.evaluation.stages[index];
    json ids = json::array();
    for (const int layer : stage.layers)
        ids.push_back(problem.model.layers[static_cast<std::size_t>(layer)].id);
    json time = time_json(priced.time);
    // A part of backward, which another schedule does not tell apart.
    if (ranked.plan.schedule == ScheduleKind::zb_h1) time["weight_gradient"] = priced.time.weight_gradient;
    json chunks = json::array();
    for (std::int64_t chunk = 0; chunk < stage.chunk_count() && !stage.layers.empty(); ++chunk) {
        const StagePlan part = stage.chunk(chunk);
        chunks.push_back({part.layers.front(), part.layers.back()});
    }
    json value{{"layer_ids", std::move(ids)},
               {"chunks", std::move(chunks)},
               {"devices_per_replica", ranked.plan.strategy.width() * stage.copies},
               {"recompute", name_of(stage.recompute)},
               {"recompute_layers", stage.repeated_layers()},
               {"zero", stage.zero},
               {"copies", stage.copies},
               {"ranks", ranks_json(ranked.plan, grid, static_cast<std::int64_t>(index))},
               {"level_in", level_or_null(priced.level_in)},
               {"level_out", level_or_null(priced.level_out)},
               {"in_flight", priced.in_flight},
               {"sync_seconds", priced.time.sync},
               {"update_seconds", priced.time.update},
               {"time", std::move(time)},
               {"memory", memory_json(priced.memory)},
               {"embedding_memory", states_json(priced.embedding)},
               {"head_memory", states_json(priced.head)}};
    if (stage.chunk_count() > 1) value["chunk_layers"] = stage.chunk_sizes;
    return value;
}

json metrics_json(const Evaluation& e) {
    return {{"step_seconds", e.step_seconds},
            {"simulated_step_seconds", e.simulated_step_seconds},
            {"pipeline_seconds", e.pipeline_seconds},
            {"sync_seconds", e.sync_seconds},
            {"update_seconds", e.update_seconds},
            {"bubble_fraction", e.bubble_fraction},
            {"throughput_sequences", e.throughput_sequences},
            {"tokens_per_second", e.tokens_per_second},
            {"tflops_per_device", e.tflops_per_device},
            {"mfu", e.mfu},
            {"hfu", e.hfu},
            {"peak_memory", e.peak_memory},
            {"devices_used", e.devices_used},
            {"fits", e.fits}};
}

json rejected_json(const SolveResult& result) {
    json sample = json::array();
    for (const Rejection& rejection : result.rejected_sample) {
        json one{{"candidate", rejection.candidate}, {"reason", rejection.reason}, {"text", rejection.text.text()}};
        if (rejection.stage >= 0) one["stage"] = rejection.stage;
        if (rejection.over_bytes > 0) one["over_bytes"] = rejection.over_bytes;
        sample.push_back(std::move(one));
    }
    json counts = json::object();
    for (const auto& [reason, count] : result.rejected_counts)
        counts[reason] = count;
    return {{"counts", std::move(counts)}, {"sample", std::move(sample)}};
}

json search_json(const SolveResult& result) {
    json value = to_json(result.fates);
    value["candidates"] = result.candidates;
    value["pruned"] = result.pruned;
    value["states"] = result.states;
    value["exact_searches"] = result.exact_searches;
    return value;
}

} // namespace

/// One plan: the shape that the best plan and the alternatives share.
json ranked_json(const Problem& problem, const RankedPlan& ranked) {
    const RankGrid grid(ranked.plan);
    json stages = json::array();
    for (std::size_t i = 0; i < ranked.plan.stages.size(); ++i)
        stages.push_back(stage_json(problem, ranked, grid, i));
    json engines = json::array();
    for (const EngineSupport& support : engine_support(problem, ranked.plan)) {
        json engine{{"engine", support.engine}, {"runs", support.runs}};
        if (!support.runs) engine["because"] = support.because;
        engines.push_back(std::move(engine));
    }
    return {{"layout_text", layout_text(ranked.plan)},
            {"strategy", strategy_json(ranked.plan, ranked.evaluation)},
            {"stages", std::move(stages)},
            {"metrics", metrics_json(ranked.evaluation)},
            {"engines", std::move(engines)}};
}

json traffic_json(const Problem& problem, const RankedPlan& ranked) {
    constexpr std::pair<TrafficKind, const char*> kinds[] = {{TrafficKind::tensor, "tp"},
                                                             {TrafficKind::expert, "ep"},
                                                             {TrafficKind::context, "cp"},
                                                             {TrafficKind::replication, "dp"},
                                                             {TrafficKind::transfers, "p2p"}};
    const Result<Traffic> sent = traffic(problem, ranked.plan, ranked.evaluation);
    json levels = json::array();
    for (int level = 1; sent && level <= sent->level_count(); ++level) {
        json bytes, seconds;
        for (const auto& [kind, name] : kinds) {
            const TrafficAmount amount = sent->of_mean_device(level, kind);
            bytes[name] = amount.bytes;
            seconds[name] = amount.seconds;
        }
        levels.push_back({{"level", level},
                          {"name", problem.levels.level_name(level)},
                          {"bytes", std::move(bytes)},
                          {"seconds", std::move(seconds)}});
    }
    return levels;
}

json case_to_json(const Problem& problem) {
    json options = options_to_json(problem.options);
    options["format"] = "nest-options";
    options["version"] = 1;
    return {{"model", to_json(problem.model)},
            {"levels", to_json(problem.levels)},
            {"device", to_json(problem.device)},
            {"options", std::move(options)},
            {"topology_name", problem.topology_name}};
}

json to_json(const FateCounts& fates) {
    json value, pruned_by;
    for (std::size_t fate = 0; fate < fate_count; ++fate)
        (fate < removing_fate_count ? pruned_by : value)[std::string(fate_names[fate])] = fates.counts[fate];
    value["pruned_by"] = std::move(pruned_by);
    return value;
}

/// FNV-1a, 64 bits, of the JSON text without spaces and with sorted keys.
std::string fingerprint(const json& plan) {
    const json parts = json::array({plan.at("inputs"), plan.contains("metrics") ? plan.at("metrics") : json()});
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : parts.dump(-1, ' ', false, json::error_handler_t::replace)) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3U;
    }
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

json plan_to_json(const Problem& problem, const SolveResult& result) {
    json value{{"format", "nest-plan"},
               {"version", 1},
               {"status", status_names[static_cast<std::size_t>(result.status)]},
               {"gap", result.gap_known() ? json(result.gap) : json()},
               {"lower_bound_seconds", result.lower_bound_seconds},
               {"solve_seconds", result.solve_seconds},
               {"objective", name_of(problem.options.objective)},
               {"planner", "nest"},
               {"cost", "nest"},
               {"search", search_json(result)},
               {"strategy", nullptr},
               {"stages", json::array()},
               {"metrics", nullptr},
               {"engines", json::array()},
               {"alternatives", json::array()},
               {"rejected", rejected_json(result)},
               {"inputs", case_to_json(problem)}};
    if (minimises_memory(problem.options.objective)) {
        value["lower_bound_bytes"] = result.lower_bound_bytes;
        value["fastest_step_seconds"] = result.fastest_seconds;
        if (result.most_seconds > 0) value["step_limit_seconds"] = result.most_seconds;
    }
    if (!result.why_infeasible.empty()) value["why_infeasible"] = result.why_infeasible.text();
    if (result.plans.empty()) {
        if (result.status == SolveStatus::infeasible) value["proved_for"] = fingerprint(value);
        return value;
    }
    value.update(ranked_json(problem, result.plans.front()));
    value["traffic"] = traffic_json(problem, result.plans.front());
    for (std::size_t i = 1; i < result.plans.size(); ++i) {
        value["alternatives"].push_back(ranked_json(problem, result.plans[i]));
    }
    if (result.gap_known()) value["proved_for"] = fingerprint(value);
    return value;
}

} // namespace nest::io
