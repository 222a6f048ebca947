// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "explain/fixed_layout.h"

#include <optional>
#include <string>
#include <vector>

/// The layouts one step away from a plan, each with its best cuts: what halving the pipeline or doubling the
/// micro-batch would do, and which of them stops fitting.
namespace nest {

/// One part of a layout that differs: option key and both values as text, "tp" "8" "4".
struct Setting {
    std::string option, from, to;
    bool operator==(const Setting&) const = default;
};
/// "tp 8 -> 4, dp 2 -> 4"
std::string text_of(const std::vector<Setting>& settings);
/// What a plan does differently from another, cuts and stride left out.
std::vector<Setting> settings_between(const Plan& from, const Plan& to);

struct Neighbour {
    std::vector<Setting> changes;
    Options options;                ///< restricted to the layout
    bool allowed = true;            ///< within the problem's own options
    std::vector<BrokenRule> broken; ///< not empty: impossible
    std::optional<RankedPlan> plan; ///< best cuts; where they don't fit in memory, the best without that limit
    int stage = -1;                 ///< the one that is over by most, when it doesn't fit
    double over_bytes = 0;
    double step_seconds_more = 0; ///< than the plan it is a neighbour of
    double peak_bytes_more = 0;
    /// As many stages as the plan has, but with their borders elsewhere: part of the difference is theirs.
    bool recut = false;
    /// Then the step with the borders of the plan, where that fits in memory.
    std::optional<double> same_cuts_seconds;

    bool fits() const { return plan && plan->evaluation.fits; }
    bool operator==(const Neighbour&) const = default;
};

struct Neighbours {
    std::vector<Neighbour>
        list;             ///< those that fit, fastest first; then those over memory, least first; then the impossible
    bool complete = true; ///< false: stopped or out of time, some are missing
};

/// tp, pp, cp, ep doubled and halved with dp adapted to use about as many devices; one stage more and less; dp and
/// micro-batch doubled and halved; ZeRO one up and down; each kind of recomputation; sequence parallelism and layout
/// switched. One thing at a time, everything else as in the plan. `control` gives threads, stop and a limit for the
/// whole; its callbacks are not called. The same list for any number of threads, given the time.
Neighbours neighbours(const Problem& problem, const RankedPlan& plan, const SolveControl& control);

struct NearestFeasible {
    FixedLayout asked;           ///< the layout itself
    std::vector<Neighbour> list; ///< fastest first; compared with the layout's own time without the memory limit, if it
                                 ///< has one
    bool complete = true;        ///< false: stopped or out of time
};

/// For a layout that is impossible or doesn't fit: what to change so that it runs, with as few changes as possible (up
/// to four). The fewest changes are not proven: from each round the layouts nearest to fitting are followed.
/// `layout` holds one value for each degree, as read_layout() makes it.
NearestFeasible nearest_feasible(const Problem& problem, const Options& layout, const SolveControl& control);

} // namespace nest
