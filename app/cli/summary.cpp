// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli/summary.h"

#include "cli/table.h"
#include "explain/verdict.h"
#include "plan/layer_ranges.h"

#include <algorithm>
#include <set>

namespace nest::cli {

namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string count(std::int64_t number) {
    return plain(static_cast<double>(number), Unit::count);
}

std::string seconds(double value) {
    return plain(value, Unit::seconds);
}

std::string heading(const Problem& problem) {
    const auto or_unnamed = [](const std::string& name) {
        return name.empty() ? std::string("unnamed") : name_text(name);
    };
    std::string text = or_unnamed(problem.model.name) + " on " + or_unnamed(problem.topology_name) + ": " +
                       count(problem.levels.device_count()) + " x " + or_unnamed(problem.device.name) +
                       ", global batch " + count(problem.options.global_batch);
    if (problem.model.sequence_length > 0) text += ", sequence length " + count(problem.model.sequence_length);
    return text + "\n\n";
}

std::string layers_text(const ModelGraph& model, const std::vector<int>& layers) {
    const auto id = [&](int layer) { return model.layers[static_cast<std::size_t>(layer)].id; };
    if (layers.empty()) return "-";
    if (layers.size() == 1) return id(layers.front());
    return id(layers.front()) + " .. " + id(layers.back()) + " (" + std::to_string(layers.size()) + ")";
}

std::string utilization(const Evaluation& e) {
    if (e.mfu <= 0) return "unknown: the model states no FLOP";
    return "MFU " + plain(e.mfu, Unit::ratio) + ", HFU " + plain(e.hfu, Unit::ratio) + ", " +
           plain(e.tflops_per_device * 1e12, Unit::flop_per_second) + " per device";
}

/// How unevenly the stages fill their devices.
std::string spread_text(const Evaluation& e) {
    if (e.stages.size() < 2) return {};
    return "; the stages differ by " + plain(e.memory_spread(), Unit::bytes);
}

std::string memory_text(const Problem& problem, const Evaluation& e) {
    const double free = problem.capacity() - e.peak_memory;
    return plain(e.peak_memory, Unit::bytes) + " at the peak of " + plain(problem.capacity(), Unit::bytes) + ", " +
           (free >= 0 ? plain(free, Unit::bytes) + " free" : plain(-free, Unit::bytes) + " too much") + spread_text(e);
}

/// One line per engine; only the first has the row's name.
void add_engines(const Problem& problem, const Plan& plan, Rows& rows) {
    const char* name = "engines";
    for (const EngineSupport& support : engine_support(problem, plan)) {
        rows.push_back({name, support.engine + (support.runs ? " runs it" : " does not: " + support.because)});
        name = "";
    }
}

Rows figures(const Problem& problem, const RankedPlan& ranked) {
    const Evaluation& e = ranked.evaluation;
    std::string throughput = plain(e.throughput_sequences, Unit::none) + " sequences/s";
    if (e.tokens_per_second > 0) throughput = plain(e.tokens_per_second, Unit::elements) + " tokens/s, " + throughput;
    Rows rows{{"layout", layout_text(ranked.plan) + ", " + counted_text(e.devices_used, "device") + ", " +
                             counted_text(e.micro_batches, "micro-batch")},
              {"step", seconds(e.step_seconds) + " (pipeline " + seconds(e.pipeline_seconds) + ", gradients " +
                           seconds(e.sync_seconds) + ", optimizer " + seconds(e.update_seconds) + "); simulated " +
                           seconds(e.simulated_step_seconds)}};
    if (const auto load = expert_load(problem))
        rows.push_back({"", "for " + ascii(load->text()) +
                                (problem.options.expert_imbalance == 1 ? ", assumed (option expert_imbalance)"
                                                                       : " (option expert_imbalance)")});
    if (const auto longer = unequal_chunks(ranked)) rows.push_back({"", ascii(longer->text())});
    if (const auto late = late_copies(ranked)) rows.push_back({"", ascii(late->text())});
    rows.push_back({"bubble", plain(e.bubble_fraction, Unit::ratio)});
    rows.push_back({"throughput", throughput});
    rows.push_back({"utilization", utilization(e)});
    rows.push_back({"memory", memory_text(problem, e)});
    return rows;
}

std::string stage_table(const Problem& problem, const RankedPlan& ranked) {
    Rows rows{
        {"stage", "layers", "recompute", "zero", "load", "compute", "exchange", "memory", "in flight", "enters over"}};
    for (std::size_t i = 0; i < ranked.plan.stages.size(); ++i) {
        const StagePlan& stage = ranked.plan.stages[i];
        const StageEvaluation& e = ranked.evaluation.stages[i];
        const StageTime& t = e.time;
        std::string layers = stage.chunk_count() > 1
                                 ? layer_ranges(problem.model, stage) + " (" + std::to_string(stage.layers.size()) + ")"
                                 : layers_text(problem.model, stage.layers);
        if (stage.copies > 1) layers += " x " + std::to_string(stage.copies) + " copies";
        rows.push_back({std::to_string(i), std::move(layers), std::string(name_of(stage.recompute)),
                        std::to_string(stage.zero), seconds(t.load), seconds(t.forward + t.backward + t.recompute),
                        seconds(t.tp_comm + t.ep_comm + t.cp_comm + t.zero_comm + t.p2p_in + t.p2p_out),
                        plain(e.memory.total, Unit::bytes), count(e.in_flight),
                        e.level_in == 0 ? "-" : problem.levels.level_name(e.level_in)});
    }
    return "\n" + table(rows, {1, 2, 9}, "  ");
}

std::string proof_text(const SolveResult& result) {
    // More candidates are looked at where more plans are asked for, as in the window's list.
    const std::string plans = result.plans.size() > 1 ? "for the best " + std::to_string(result.plans.size()) + " plans"
                                                      : "for the best plan";
    const std::string effort =
        " (" + counted_text(result.candidates, "candidate") + " " + plans + ", " + seconds(result.solve_seconds) + ")";
    const std::string best = result.gap_known()
                                 ? "the best possible is at most " + plain(result.gap, Unit::ratio) + " better"
                                 : "better ones may exist";
    switch (result.status) {
    case SolveStatus::optimal:
        return "optimal: no plan of the search space is better" + effort;
    case SolveStatus::feasible:
        return "best found; " + best + effort;
    case SolveStatus::stopped:
        return "stopped early; " + best + effort;
    case SolveStatus::infeasible:
        break;
    }
    return "nothing fits" + effort;
}

std::string alternatives(const SolveResult& result) {
    if (result.plans.size() < 2) return {};
    // Interleaved plans may be ranked by their runs; where stages have copies a run often takes longer than its price.
    const bool runs = std::ranges::any_of(
        result.plans, [](const RankedPlan& r) { return r.plan.virtual_stages() > 1 || r.plan.has_copies(); });
    Rows rows{{"rank", "step", "memory", "layout"}};
    if (runs) rows.front().insert(rows.front().begin() + 2, "simulated");
    for (std::size_t i = 0; i < result.plans.size(); ++i) {
        const RankedPlan& ranked = result.plans[i];
        rows.push_back({std::to_string(i + 1), seconds(ranked.evaluation.step_seconds),
                        plain(ranked.evaluation.peak_memory, Unit::bytes), layout_text(ranked.plan)});
        if (runs) rows.back().insert(rows.back().begin() + 2, seconds(ranked.evaluation.simulated_step_seconds));
    }
    return "\n" + table(rows, {runs ? 4U : 3U}, "  ");
}

/// Notes name an assumed value "part: key"; values of one part share its name.
std::string assumptions(const std::vector<Diagnostic>& notes) {
    std::string list, part;
    for (const Diagnostic& note : notes) {
        if (note.code != ErrorCode::assumed) continue;
        const std::string subject = note.subject.text();
        const std::size_t colon = subject.find(": ");
        const std::string of = colon == std::string::npos ? std::string() : subject.substr(0, colon);
        const std::string key = colon == std::string::npos ? subject : subject.substr(colon + 2);
        if (list.empty() || of != part)
            list += "\n  " + (of.empty() ? of : of + ": ") + key;
        else
            list += ", " + key;
        if (!note.found.empty()) list += " = " + note.found.text();
        part = of;
    }
    return list.empty() ? list : "\nAssumed, neither measured nor published:" + list + "\n";
}

/// The first few that were refused, one per strategy; the search puts the nearest first.
std::string nearest_rejections(const SolveResult& result) {
    constexpr std::size_t most_shown = 5;
    std::set<std::string> strategies;
    std::string text;
    for (const Rejection& rejection : result.rejected_sample) {
        const std::string strategy = rejection.candidate.substr(0, rejection.candidate.find(" pp"));
        if (!strategies.insert(strategy).second) continue;
        text += (text.empty() ? "\n  " : "  ") + rejection.candidate + ": " + ascii(rejection.text.text()) + "\n";
        if (strategies.size() == most_shown) break;
    }
    return text;
}

} // namespace

std::string summary_of_plan(const Problem& problem, const RankedPlan& ranked) {
    Rows rows = figures(problem, ranked);
    add_engines(problem, ranked.plan, rows);
    return heading(problem) + table(rows, {0, 1}, "  ") + stage_table(problem, ranked);
}

std::string summary_of_solve(const Problem& problem, const SolveResult& result, const std::vector<Diagnostic>& notes) {
    if (result.plans.empty()) return heading(problem) + summary_of_rejections(result) + assumptions(notes);
    const RankedPlan& best = result.plans.front();
    Rows rows = figures(problem, best);
    if (const std::optional<Phrase> traded = trade(problem, result))
        rows.push_back({"objective", ascii(traded->text())});
    for (const Phrase& remark : remarks(problem, result))
        rows.push_back({"note", ascii(remark.text())});
    rows.push_back({"proof", proof_text(result)});
    add_engines(problem, best.plan, rows);
    return heading(problem) + table(rows, {0, 1}, "  ") + stage_table(problem, best) + alternatives(result) +
           assumptions(notes);
}

std::string summary_of_rejections(const SolveResult& result) {
    std::string text =
        result.status == SolveStatus::stopped ? "  stopped before any plan was found\n" : "  no plan fits\n";
    const std::string why = result.why_infeasible.text();
    const bool listed =
        std::any_of(result.rejected_sample.begin(), result.rejected_sample.end(),
                    [&](const Rejection& rejection) { return why.find(rejection.text.text()) != std::string::npos; });
    if (!listed && !why.empty()) text += "  " + ascii(why) + "\n";
    Rows rows{{"refused", "reason"}};
    for (const auto& [reason, number] : result.rejected_counts)
        rows.push_back({count(number), reason});
    if (rows.size() > 1) text += "\n" + table(rows, {1}, "  ");
    return text + nearest_rejections(result);
}

std::string why_it_does_not_fit(const RankedPlan& ranked) {
    std::string text;
    for (std::size_t i = 0; i < ranked.evaluation.stages.size(); ++i) {
        const StageMemory& memory = ranked.evaluation.stages[i].memory;
        if (memory.total <= memory.capacity) continue;
        const std::pair<double, const char*> parts[] = {{memory.weights, "weights"},
                                                        {memory.gradients, "gradients"},
                                                        {memory.optimizer, "optimizer state"},
                                                        {memory.activations + memory.stash, "activations"},
                                                        {memory.logits, "logits"},
                                                        {memory.working, "working set"},
                                                        {memory.reserve, "reserve"}};
        const auto largest = *std::max_element(std::begin(parts), std::end(parts));
        text += "stage " + std::to_string(i) + " needs " + plain(memory.total, Unit::bytes) + " of " +
                plain(memory.capacity, Unit::bytes) + ", " + plain(memory.total - memory.capacity, Unit::bytes) +
                " too much; the largest part is " + largest.second + " with " + plain(largest.first, Unit::bytes) +
                "\n";
    }
    return text;
}

} // namespace nest::cli
