// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "explain/launchable.h"

#include "base/quantity.h"
#include "base/translatable.h"
#include "plan/engines.h"
#include "plan/layout_line.h"

#include <algorithm>

namespace nest {

namespace {

bool runs(const std::string& target, const Problem& problem, const Plan& plan) {
    return plan_obstacle(target, problem, plan).empty();
}

std::optional<Launchable> first_run_by(const std::vector<std::string>& engines, const Problem& problem,
                                       const std::vector<RankedPlan>& plans, int shown) {
    if (shown < 0 || static_cast<std::size_t>(shown) >= plans.size()) return {};
    const RankedPlan& own = plans[static_cast<std::size_t>(shown)];
    const double step = prudent_seconds(own);
    const Objective objective = problem.options.objective;
    const auto run_by = [&](const Plan& plan) {
        return std::ranges::find_if(engines, [&](const std::string& target) { return runs(target, problem, plan); });
    };
    if (!(step > 0) || own.plan.stages.empty() || run_by(own.plan) != engines.end()) return {};
    for (std::size_t i = 0; i < plans.size(); ++i) {
        const RankedPlan& other = plans[i];
        if (!other.evaluation.fits || other.plan.stages.empty() || prudent_seconds(other) > step * (1 + model_error) ||
            other.evaluation.goal_bytes(objective) > own.evaluation.goal_bytes(objective) * (1 + model_error))
            continue;
        if (const auto engine = run_by(other.plan); engine != engines.end())
            return launchable(*engine, other, static_cast<int>(i), own);
    }
    return {};
}

/// Leaves the schedules that the engine has of those that are allowed; 1F1B, which all have, where that is none.
void restrict_schedules(const std::string& target, Options& options) {
    if (!options.schedule) return;
    std::erase_if(*options.schedule, [&](ScheduleKind schedule) {
        PlanShape shape;
        shape.stage_count = 2;
        shape.schedule = schedule;
        return !engine_obstacle(target, shape).empty();
    });
    if (options.schedule->empty()) options.schedule->push_back(ScheduleKind::one_f_one_b);
}

/// What of the list can be launched, or the engine's own best plan where that is better by the objective.
std::optional<LaunchWay> launched_by(const std::string& target, const std::optional<Launchable>& listed,
                                     const Problem& problem, const SolveResult& result, const SolveControl& control) {
    const auto value = [&](const RankedPlan& plan) {
        return std::pair(plan.evaluation.goal_bytes(problem.options.objective), prudent_seconds(plan));
    };
    std::optional<LaunchWay> way;
    if (listed) way = LaunchWay{*listed, result.plans[static_cast<std::size_t>(listed->index)]};
    if (problem.options.target != "any" || result.status == SolveStatus::stopped) return way;
    Problem restricted = problem;
    restricted.options.target = target;
    restrict_schedules(target, restricted.options);
    SolveControl quiet = control;
    quiet.top_k = 1;
    quiet.progress = {};
    quiet.incumbent = {};
    SolveResult launched = solve(restricted, quiet);
    if (quiet.stop.stop_requested()) return {};
    if (launched.plans.empty() || (way && !(value(launched.plans.front()) < value(way->plan)))) return way;
    RankedPlan& plan = launched.plans.front();
    if (!runs(target, problem, plan.plan)) return way; // the layout would do, the model doesn't
    // It may stand in the list, beyond those that were as good.
    const auto same =
        std::ranges::find_if(result.plans, [&](const RankedPlan& other) { return other.plan == plan.plan; });
    const int index = same == result.plans.end() ? -1 : static_cast<int>(same - result.plans.begin());
    const Launchable own = launchable(target, plan, index, result.plans.front());
    return LaunchWay{own, std::move(plan)};
}

} // namespace

std::string engine_name(const std::string& target) {
    if (target == "megatron") return "Megatron-LM";
    if (target == "deepspeed") return "DeepSpeed";
    return target;
}

Launchable launchable(const std::string& target, const RankedPlan& plan, int index, const RankedPlan& instead_of) {
    const double slower = prudent_seconds(plan) / prudent_seconds(instead_of) - 1;
    return {target, engine_name(target), index, slower, slower <= model_error};
}

std::optional<Launchable> launchable_instead(const Problem& problem, const std::vector<RankedPlan>& plans, int shown) {
    return first_run_by({engine_targets.begin(), engine_targets.end()}, problem, plans, shown);
}

std::optional<Launchable> launchable_instead(const Problem& problem, const std::vector<RankedPlan>& plans, int shown,
                                             const std::string& target) {
    return first_run_by({target}, problem, plans, shown);
}

bool is_launched(const Problem& problem, const Plan& plan) {
    return std::ranges::any_of(engine_targets, [&](const char* target) { return runs(target, problem, plan); });
}

std::optional<LaunchWay> way_to_launch(const Problem& problem, const SolveResult& result, const SolveControl& control) {
    if (result.plans.empty() || is_launched(problem, result.plans.front().plan)) return {};
    return launched_by(engine_targets.front(), launchable_instead(problem, result.plans, 0), problem, result, control);
}

std::optional<LaunchWay> way_to_launch(const Problem& problem, const SolveResult& result, const SolveControl& control,
                                       const std::string& target) {
    if (result.plans.empty() || runs(target, problem, result.plans.front().plan)) return {};
    return launched_by(target, launchable_instead(problem, result.plans, 0, target), problem, result, control);
}

Phrase sentence(const LaunchWay& way) {
    if (way.listed()) return sentence(way.launchable, way.plan.plan);
    const Launchable& own = way.launchable;
    const Phrase engine(own.engine), layout(layout_text(way.plan.plan));
    constexpr double equal = 1e-9;
    // Faster than the best of a search only by what the search left out: a grid of experts, or the engine's schedule.
    if (own.slower < -equal && !way.plan.plan.strategy.folded())
        return {"Verdict",
                QT_TRANSLATE_NOOP("Verdict", "Another one, even %3 faster, is run by %1: %2. It has a schedule that "
                                             "this search left out."),
                {engine, layout, format_quantity(-own.slower, Unit::ratio, 2)}};
    if (own.slower < -equal)
        return {"Verdict",
                QT_TRANSLATE_NOOP("Verdict", "Another one, even %3 faster, is run by %1: %2. Its experts lie on a grid "
                                             "of their own (option “%4”), which this search left out."),
                {engine, layout, format_quantity(-own.slower, Unit::ratio, 2),
                 Phrase("Options", find_option("expert_fold")->label)}};
    if (own.slower <= equal)
        return {
            "Verdict", QT_TRANSLATE_NOOP("Verdict", "Another one, just as fast, is run by %1: %2."), {engine, layout}};
    return {"Verdict",
            own.tied ? QT_TRANSLATE_NOOP("Verdict",
                                         "Another one, %3 slower (within the error of the estimate), is run by %1: %2.")
                     : QT_TRANSLATE_NOOP("Verdict", "Another one, %3 slower, is run by %1: %2."),
            {engine, layout, format_quantity(own.slower, Unit::ratio, 2)}};
}

Phrase sentence(const Launchable& launchable, const Plan& plan) {
    const Phrase slower = format_quantity(std::max(launchable.slower, 0.0), Unit::ratio, 2);
    const char* text =
        launchable.tied
            ? QT_TRANSLATE_NOOP("Verdict", "Plan %1, %2 slower (within the error of the estimate), is run by %3: %4.")
            : QT_TRANSLATE_NOOP("Verdict", "Plan %1, %2 slower, is run by %3: %4.");
    return Phrase("Verdict", text, {launchable.index + 1, slower, Phrase(launchable.engine), layout_text(plan)});
}

} // namespace nest
