// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/phrase.h"
#include "explain/ties.h"
#include "search/solve.h"

#include <optional>
#include <vector>

/// From a best plan that no training engine runs to one that can be launched.
namespace nest {

/// A plan that an engine runs, beside a better one that none does.
struct Launchable {
    std::string target; ///< the engine as option `target` and export formats name it: "megatron"
    std::string engine; ///< as people call it: "Megatron-LM"
    int index = 0;      ///< in the list of plans, from 0
    double slower = 0;  ///< step time, relative to the plan in question
    bool tied = false;  ///< within the error of the estimate (model_error)
};

/// The name people know for an engine of option `target`.
std::string engine_name(const std::string& target);

/// How a plan that one engine runs compares with another that it doesn't.
Launchable launchable(const std::string& target, const RankedPlan& plan, int index, const RankedPlan& instead_of);

/// The first plan of the list, in its order, that some engine runs and that is as good as plans[shown] within the error
/// of the estimate. Nothing when an engine runs plans[shown], or no such plan is in the list.
std::optional<Launchable> launchable_instead(const Problem& problem, const std::vector<RankedPlan>& plans, int shown);
/// The same for one engine: nothing when that engine runs plans[shown].
std::optional<Launchable> launchable_instead(const Problem& problem, const std::vector<RankedPlan>& plans, int shown,
                                             const std::string& target);

/// What to launch where no engine runs the best plan.
struct LaunchWay {
    Launchable launchable; ///< index -1: a plan that the list doesn't hold
    RankedPlan plan;
    bool listed() const { return launchable.index >= 0; }
};

/// Whether some engine runs the plan.
bool is_launched(const Problem& problem, const Plan& plan);

/// For a search's answer whose best plan no engine runs: the plan of the list that launchable_instead() names, or the
/// best one of Megatron-LM, which runs most layouts, where that is better by the objective; its own grids of experts
/// are not all in a search for any engine. Takes a search for Megatron-LM unless the option `target` restricts the
/// problem already, or the search was stopped. Nothing where an engine runs the best plan, where none of both is found,
/// or `control` stops it first.
std::optional<LaunchWay> way_to_launch(const Problem& problem, const SolveResult& result, const SolveControl& control);
/// The same for one engine, as option `target` names it.
std::optional<LaunchWay> way_to_launch(const Problem& problem, const SolveResult& result, const SolveControl& control,
                                       const std::string& target);

/// One sentence (context "Verdict"): "Another one, just as fast, is run by Megatron-LM: ...", or the one below.
Phrase sentence(const LaunchWay& way);

/// One sentence (context "Verdict"): "Plan 3, 1.2 % slower (within the error of the estimate), is run by ...".
Phrase sentence(const Launchable& launchable, const Plan& plan);

} // namespace nest
