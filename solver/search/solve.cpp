// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "search/solve.h"

#include "base/phrase.h"
#include "base/translatable.h"
#include "search/copies_search.h"
#include "search/search_pass.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace nest {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// For a search after one that took `passed` seconds: no more than is left of the time limit.
void take_from_limit(SolveControl& next, double passed) {
    if (next.time_limit_seconds > 0) next.time_limit_seconds = std::max(1e-9, next.time_limit_seconds - passed);
}

/// Step times that a memory objective allows, given the fastest plan's.
double most_seconds_of(const Options& options, double fastest) {
    if (options.max_step_seconds) return *options.max_step_seconds;
    return options.objective == Objective::balanced_memory ? fastest * (1 + balanced_memory_slowdown) : infinite;
}

/// Both searches in one progress that doesn't go back: `begin` of it has passed, and this one is half of it.
void report_half(const SolveControl& control, SolveControl& half, double begin) {
    if (!control.progress) return;
    half.progress = [&control, begin](SolveProgress progress) {
        progress.fraction = begin + progress.fraction / 2;
        if (begin == 0) progress.best_seconds = progress.lower_bound_seconds = 0; // of another objective
        control.progress(progress);
    };
}

/// The fastest plan first: if none fits, or none is fast enough, that is the answer.
SolveResult solve_for_memory(const Problem& problem, const SolveControl& control) {
    Problem fastest = problem;
    fastest.options.objective = Objective::latency;
    if (auto& schedules = fastest.options.schedule) {
        std::erase(*schedules, ScheduleKind::interleaved); // nothing of it could keep the bound on the step time
        if (schedules->empty()) {
            SolveResult none;
            none.status = SolveStatus::infeasible;
            none.why_infeasible = Phrase(
                "Infeasible", QT_TRANSLATE_NOOP("Infeasible", "No plan: objectives of memory do not search interleaved "
                                                              "plans, and the option schedule allows no other."));
            return none;
        }
    }
    SolveControl half = control;
    half.top_k = 1;
    half.incumbent = {};
    report_half(control, half, 0);
    SolveResult first = search_pass(fastest, half);
    if (first.plans.empty()) return first;
    const double step = first.plans.front().evaluation.step_seconds;
    const double most = most_seconds_of(problem.options, step);
    const auto complete = [&](SolveResult& result) {
        result.most_seconds = std::isfinite(most) ? most : 0;
        result.fastest_seconds = step;
        result.lower_bound_seconds = first.lower_bound_seconds;
    };
    if (first.status == SolveStatus::stopped || step > most) {
        complete(first);
        if (step <= most) {
            first.gap = first.plans.front().evaluation.goal_bytes(problem.options.objective) > 0 ? 1 : 0;
            return first;
        }
        first.plans.clear();
        first.gap = 0;
        if (first.status == SolveStatus::stopped) return first;
        first.status = SolveStatus::infeasible;
        const bool proven = first.lower_bound_seconds > most;
        first.why_infeasible = Phrase(
            "Infeasible",
            proven
                ? QT_TRANSLATE_NOOP(
                      "Infeasible",
                      "No plan takes at most %1 per step (max_step_seconds): the fastest that fits in memory takes %2.")
                : QT_TRANSLATE_NOOP("Infeasible", "No plan was found that takes at most %1 per step "
                                                  "(max_step_seconds): the fastest that fits in memory takes %2."),
            {format_quantity(most, Unit::seconds), format_quantity(step, Unit::seconds)});
        return first;
    }
    half = control;
    report_half(control, half, 0.5);
    take_from_limit(half, first.solve_seconds);
    SolveResult result = search_pass(problem, half, most);
    complete(result);
    result.solve_seconds += first.solve_seconds;
    if (result.plans.empty()) { // stopped, or out of room: the first plan keeps the bound
        if (result.status == SolveStatus::infeasible) result.status = SolveStatus::feasible;
        result.why_infeasible = {};
        result.plans = std::move(first.plans);
        result.gap = result.plans.front().evaluation.goal_bytes(problem.options.objective) > 0 ? 1 : 0;
    }
    return result;
}

/// Whether a plan's interleaved chunks are so unequal that its run takes longer than its price, whose formula is for
/// equal ones.
bool runs_longer(const RankedPlan& ranked) {
    return ranked.plan.virtual_stages() > 1 && prudent_seconds(ranked) > ranked.evaluation.step_seconds * (1 + 1e-9);
}

/// After a search whose best plan runs longer than priced: the plans in the order of their runs, if the first one of
/// them is faster by more than longer_run. The bound stays that of the prices.
SolveResult ranked_by_runs(const Problem& problem, const SolveControl& control, SolveResult result) {
    SolveControl quiet = control;
    quiet.incumbent = {};
    quiet.progress = {};
    take_from_limit(quiet, result.solve_seconds);
    SolveResult runs = search_pass(problem, quiet, infinite, RankBy::run);
    runs.solve_seconds += result.solve_seconds;
    result.solve_seconds = runs.solve_seconds;
    if (runs.plans.empty() ||
        prudent_seconds(runs.plans.front()) * (1 + longer_run) >= prudent_seconds(result.plans.front()))
        return result;
    const double step = runs.plans.front().evaluation.step_seconds;
    // It may be priced as the best one is; then the proof is of both.
    const bool as_good = step <= result.lower_bound_seconds * (1 + 1e-12);
    if (runs.status == SolveStatus::optimal && !as_good) runs.status = SolveStatus::feasible;
    runs.lower_bound_seconds = result.lower_bound_seconds;
    runs.gap = std::max(0.0, (step - result.lower_bound_seconds) / step);
    return runs;
}

} // namespace

double prudent_seconds(const RankedPlan& ranked) {
    const Evaluation& e = ranked.evaluation;
    const bool approximate = ranked.plan.virtual_stages() > 1 || ranked.plan.has_copies();
    return approximate ? std::max(e.step_seconds, e.simulated_step_seconds) : e.step_seconds;
}

bool better(const RankedPlan& a, const RankedPlan& b, Objective objective) {
    const auto key = [objective](const RankedPlan& ranked) {
        const Plan& plan = ranked.plan;
        std::vector<int> zero, cuts, recompute;
        for (const StagePlan& stage : plan.stages) {
            zero.push_back(stage.zero);
            recompute.push_back(static_cast<int>(stage.recompute));
            recompute.push_back(stage.repeated_layers());
            cuts.insert(cuts.end(), stage.layers.begin(), stage.layers.end());
            cuts.push_back(-1);
            cuts.insert(cuts.end(), stage.chunk_sizes.begin(), stage.chunk_sizes.end());
        }
        return std::tuple(ranked.evaluation.goal_bytes(objective), ranked.evaluation.step_seconds,
                          ranked.evaluation.devices_used, ranked.evaluation.peak_memory, plan.schedule,
                          plan.virtual_stages(), plan.layout, plan.strategy, plan.micro_batch, plan.replicas,
                          plan.stage_count(), plan.stride, zero, plan.copies(), cuts, recompute);
    };
    return key(a) < key(b);
}

SolveResult only_priced(RankedPlan ranked) {
    SolveResult result;
    result.status = ranked.evaluation.fits ? SolveStatus::feasible : SolveStatus::infeasible;
    result.plans.push_back(std::move(ranked));
    return result;
}

namespace {

SolveResult solve_without_copies(const Problem& problem, const SolveControl& control) {
    SolveResult result = search_pass(problem, control);
    if (result.plans.empty() || !runs_longer(result.plans.front())) return result;
    return ranked_by_runs(problem, control, std::move(result));
}

} // namespace

SolveResult solve(const Problem& problem, const SolveControl& control) {
    if (needs_copies(problem.options)) {
        SolveResult none;
        none.status = SolveStatus::infeasible;
        if (searches_copies(problem.options)) return with_copies(problem, control, std::move(none));
        none.why_infeasible = Phrase(
            "Infeasible", QT_TRANSLATE_NOOP("Infeasible", "No plan is possible: copies of stages go with 1f1b, "
                                                          "pp-inner, an objective of time and no training engine."));
        return none;
    }
    if (minimises_memory(problem.options.objective)) return solve_for_memory(problem, control);
    if (!searches_copies(problem.options)) return solve_without_copies(problem, control);
    SolveControl half = control;
    report_half(control, half, 0);
    SolveResult result = solve_without_copies(problem, half);
    half = control;
    report_half(control, half, 0.5);
    take_from_limit(half, result.solve_seconds);
    return with_copies(problem, half, std::move(result));
}

} // namespace nest
