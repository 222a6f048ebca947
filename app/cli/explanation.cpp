// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli/explanation.h"

#include "cli/table.h"
#include "io/files.h"
#include "plan/traffic.h"

#include <algorithm>
#include <array>

namespace nest::cli {

namespace {

using Rows = std::vector<std::vector<std::string>>;
constexpr std::size_t most_listed = 12;

std::string count(std::int64_t number) {
    return plain(static_cast<double>(number), Unit::count);
}

std::string out_of_time(bool complete) {
    return complete ? "" : "  (stopped before everything was looked at)\n";
}

/// What the change alone does, where its best cuts are others than the plan's.
std::string same_cuts(const Neighbour& neighbour) {
    if (!neighbour.recut) return "";
    if (!neighbour.same_cuts_seconds) return "over memory";
    const double own = neighbour.plan->evaluation.step_seconds - neighbour.step_seconds_more;
    return change_text(own, *neighbour.same_cuts_seconds, Unit::seconds);
}

/// With the digits that the sentences have.
std::string percent(double share) {
    return ascii(format_quantity(share, Unit::ratio, 2));
}

std::string neighbour_table(const RankedPlan& plan, const Neighbours& near) {
    Rows rows{{"change", "step", "throughput", "same cuts", "memory", "fits"}};
    const Evaluation& own = plan.evaluation;
    for (const Neighbour& neighbour : near.list) {
        if (rows.size() > most_listed) break;
        if (!neighbour.plan) {
            rows.push_back({text_of(neighbour.changes), "-", "-", "-", "-", ascii(neighbour.broken.front().text())});
            continue;
        }
        const Evaluation& other = neighbour.plan->evaluation;
        const double gain =
            own.throughput_sequences > 0 ? other.throughput_sequences / own.throughput_sequences - 1 : 0;
        rows.push_back({text_of(neighbour.changes) + (neighbour.recut ? ", re-cut" : ""),
                        change_text(own.step_seconds, other.step_seconds, Unit::seconds),
                        std::abs(gain) <= 1e-9 ? "=" : (gain < 0 ? "-" : "+") + percent(std::abs(gain)),
                        same_cuts(neighbour), change_text(own.peak_memory, other.peak_memory, Unit::bytes),
                        neighbour.fits() ? neighbour.allowed ? "yes" : "yes, but the options forbid it"
                                         : "no: stage " + std::to_string(neighbour.stage) + " is over by " +
                                               plain(neighbour.over_bytes, Unit::bytes)});
    }
    return "\nOne step away, each with its best cuts; \"re-cut\": the stages' borders move, too, and all figures are "
           "of both "
           "changes;\n\"same cuts\": the step with the borders of this plan\n" +
           table(rows, {0, 5}, "  ") + out_of_time(near.complete);
}

std::string relaxation_table(const Relaxations& relaxed, bool gains) {
    if (relaxed.list.empty()) return out_of_time(relaxed.complete);
    Rows rows{{"change", gains ? "gain" : "step", "best plan"}};
    for (const Relaxation& one : relaxed.list)
        rows.push_back({ascii(one.what.text()),
                        gains ? (is_bound(one.kind) ? "at most +" : "+") + percent(one.gain)
                              : plain(one.plan.evaluation.step_seconds, Unit::seconds),
                        layout_text(one.plan.plan)});
    return std::string(gains ? "\nWhat would help (throughput)\n" : "\nWhat would make a plan possible\n") +
           table(rows, {0, 2}, "  ") + out_of_time(relaxed.complete);
}

/// What one device sends in a step over each level, and how long it waits for that.
std::string traffic_table(const Problem& problem, const RankedPlan& plan) {
    constexpr std::pair<TrafficKind, const char*> kinds[] = {{TrafficKind::tensor, "TP"},
                                                             {TrafficKind::expert, "EP"},
                                                             {TrafficKind::context, "CP"},
                                                             {TrafficKind::replication, "DP and ZeRO"},
                                                             {TrafficKind::transfers, "stages"}};
    const Result<Traffic> sent = traffic(problem, plan.plan, plan.evaluation);
    if (!sent) return {};
    Rows rows{{"level"}};
    std::vector<TrafficKind> shown;
    for (const auto& [kind, name] : kinds) {
        TrafficAmount all;
        for (int level = 1; level <= sent->level_count(); ++level)
            all += sent->of_mean_device(level, kind);
        if (all.bytes == 0 && all.seconds == 0) continue;
        shown.push_back(kind);
        rows.front().push_back(name);
    }
    if (shown.empty()) return {};
    rows.front().insert(rows.front().end(), {"all", "waits"});
    for (int level = 1; level <= sent->level_count(); ++level) {
        std::vector<std::string> row{problem.levels.level_name(level)};
        TrafficAmount all;
        for (const TrafficKind kind : shown) {
            const TrafficAmount amount = sent->of_mean_device(level, kind);
            row.push_back(amount.bytes == 0 ? "-" : plain(amount.bytes, Unit::bytes));
            all += amount;
        }
        row.push_back(plain(all.bytes, Unit::bytes));
        row.push_back(plain(all.seconds, Unit::seconds));
        rows.push_back(std::move(row));
    }
    return "\nSent by a device in one step, over each level\n" + table(rows, {0}, "  ");
}

} // namespace

std::string explanation(const Problem& problem, const RankedPlan& plan, const RankedPlan* best,
                        const SolveControl& control) {
    const Neighbours near = neighbours(problem, plan, control);
    std::optional<Relaxations> relaxed;
    if (best) relaxed = relaxations(problem, best, control, io::on_nodes);
    const Verdict found = verdict(problem, plan, best, &near, relaxed ? &*relaxed : nullptr);
    std::string text = "\n" + ascii(text_of(problem, found)) + "\n" + traffic_table(problem, plan);
    if (best && best->plan != plan.plan) text += comparison(problem, plan, *best);
    text += neighbour_table(plan, near);
    if (relaxed) text += relaxation_table(*relaxed, true);
    return text;
}

std::string search_log(const SolveResult& result) {
    static constexpr std::array<const char*, fate_count> texts{
        "too slow by the bound of their degrees",
        "too slow by the bound of their placement, replicas left out",
        "too slow by the bound of their placement",
        "too slow or too large, shown by stages as long as possible",
        "too slow, shown by the exact recurrence",
        "over memory however the layers are cut",
        "the same price as another of the same degrees",
        "solved to their best plan",
        "not decided before the stop"};
    Rows rows{{"candidates", "what became of them"}};
    for (std::size_t fate = 0; fate < fate_count; ++fate)
        if (result.fates.counts[fate] > 0) rows.push_back({count(result.fates.counts[fate]), texts[fate]});
    if (rows.size() == 1) return {};
    rows.push_back({count(result.candidates), "all"});
    return "\nWhat the search looked at\n" + table(rows, {1}, "  ");
}

std::string ways_out(const Problem& problem, const SolveControl& control) {
    return relaxation_table(relaxations(problem, nullptr, control, io::on_nodes), false);
}

std::string comparison(const Problem& problem, const RankedPlan& plan, const RankedPlan& best) {
    const Difference parts = difference(problem, plan, best);
    Rows rows{{"part of the step", "this plan", "best", "difference"}};
    for (std::size_t i = 0; i < step_part_count; ++i) {
        const auto part = static_cast<StepPart>(i);
        if (parts.time_from[part] == 0 && parts.time_to[part] == 0) continue;
        rows.push_back({name_of(part), plain(parts.time_from[part], Unit::seconds),
                        plain(parts.time_to[part], Unit::seconds),
                        change_text(parts.time_from[part], parts.time_to[part], Unit::seconds)});
    }
    rows.push_back({"sum", plain(parts.time_from.total(), Unit::seconds), plain(parts.time_to.total(), Unit::seconds),
                    change_text(parts.time_from.total(), parts.time_to.total(), Unit::seconds)});
    return "\nBest plan: " + layout_text(best.plan) + "\n" + table(rows, {0}, "  ");
}

std::string nearest_layouts(const NearestFeasible& nearest) {
    if (nearest.list.empty()) return out_of_time(nearest.complete);
    Rows rows{{"change", "step", "layout"}};
    for (const Neighbour& neighbour : nearest.list) {
        if (rows.size() > most_listed) break;
        rows.push_back({text_of(neighbour.changes), plain(neighbour.plan->evaluation.step_seconds, Unit::seconds),
                        layout_text(neighbour.plan->plan)});
    }
    return "Nearest layouts that run\n" + table(rows, {0, 2}, "  ") + out_of_time(nearest.complete);
}

} // namespace nest::cli
