// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "explain/fixed_layout.h"

#include "base/translatable.h"
#include "search/pin_limits.h"

#include <algorithm>

namespace nest {

namespace {

/// More than any machine has, and within the option's range.
constexpr double no_limit = 1e15;

/// The best plan without the memory limit, priced with it.
void price_without_limit(const Problem& problem, const SolveControl& control, SolveResult& result) {
    Problem roomy = problem;
    roomy.options.memory_capacity = no_limit;
    roomy.options.reserve_bytes = 0;
    roomy.options.reserve_fraction = 0;
    const SolveResult unlimited = solve(roomy, control);
    if (unlimited.status == SolveStatus::stopped) result.status = SolveStatus::stopped;
    for (const RankedPlan& ranked : unlimited.plans) {
        Result<Evaluation> evaluation = evaluate(problem, ranked.plan);
        if (evaluation) result.plans.push_back({ranked.plan, std::move(*evaluation)});
    }
}

BrokenRule other_rule(const SolveResult& result) {
    return {LayoutRule::other, {}, result.why_infeasible, {}, {}};
}

/// What the search says about the pins, as a phrase.
BrokenRule pins_rule(const Problem& problem, const SolveResult& result) {
    const Result<std::vector<std::int64_t>> stages = stages_of_pins(problem.model, problem.options.pins);
    const Degrees& pp = problem.options.pp;
    if (!stages || !pp || pp->size() != 1) return other_rule(result);
    const Downsets downsets = Downsets::build(problem.model, problem.options.downset_limit);
    const PinLimits limits(problem.model, downsets, *stages, pp->front());
    return {LayoutRule::pins, "pins", limits.obstacle(), {}, {}};
}

void note_replicated_heads(const Problem& problem, FixedLayout& layout) {
    const std::int64_t kv = problem.model.kv_heads;
    const Degrees& tp = problem.options.tp;
    if (kv <= 0 || !tp || tp->size() != 1 || tp->front() <= kv) return;
    layout.notes.push_back(Phrase(
        "Layout", QT_TRANSLATE_NOOP("Layout", "tp %1 is more than the %2 key/value heads: each is held by %3 ranks"),
        {tp->front(), kv, tp->front() / kv}));
}

/// A line says nothing of devices: what its degrees leave out is easily overlooked.
void note_idle_devices(const Problem& problem, FixedLayout& layout) {
    const std::int64_t there = problem.usable_devices();
    if (!layout.plan() || layout.plan()->plan.devices() >= there) return;
    layout.notes.push_back(Phrase("Layout", QT_TRANSLATE_NOOP("Layout", "its degrees take %1 of the %2 devices"),
                                  {layout.plan()->plan.devices(), there}));
}

} // namespace

FixedLayout price_layout(const Problem& problem, const Options& narrowed, const SolveControl& control) {
    Problem fixed = problem;
    fixed.options = narrowed;
    FixedLayout layout;
    layout.broken = broken_rules(fixed);
    note_replicated_heads(fixed, layout);
    if (!layout.broken.empty()) {
        layout.result.status = SolveStatus::infeasible;
        for (const BrokenRule& rule : layout.broken)
            layout.result.why_infeasible = layout.result.why_infeasible.empty()
                                               ? rule.phrase()
                                               : Phrase("", "%1; %2", {layout.result.why_infeasible, rule.phrase()});
        return layout;
    }
    layout.result = solve(fixed, control);
    if (layout.result.status != SolveStatus::infeasible) {
        note_idle_devices(fixed, layout);
        return layout;
    }
    if (layout.result.rejected_counts["memory"] > 0) price_without_limit(fixed, control, layout.result);
    if (layout.result.plans.empty() && layout.result.status == SolveStatus::infeasible) {
        layout.broken.push_back(layout.result.rejected_counts["pins"] > 0 ? pins_rule(fixed, layout.result)
                                                                          : other_rule(layout.result));
        return layout;
    }
    if (const RankedPlan* plan = layout.plan()) {
        const std::vector<StageEvaluation>& stages = plan->evaluation.stages;
        const auto over = [](const StageEvaluation& stage) { return stage.memory.total - stage.memory.capacity; };
        const auto worst = std::ranges::max_element(stages, {}, over);
        layout.stage = static_cast<int>(worst - stages.begin());
        layout.over_bytes = over(*worst);
        note_idle_devices(fixed, layout);
    }
    return layout;
}

} // namespace nest
