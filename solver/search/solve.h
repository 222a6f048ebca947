// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/phrase.h"
#include "plan/evaluation.h"
#include "plan/problem.h"
#include "search/search_log.h"

#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

/// The search: the provably best plan over strategies, micro-batches, layouts, strides, replicas, stages, cuts,
/// recomputation and ZeRO. See solve().
namespace nest {

enum class SolveStatus {
    optimal,    ///< proven: no plan of the space is better
    feasible,   ///< best found; proof incomplete (see gap), e.g. a DAG beyond the downset limit; or a plan that was
                ///< only priced
    infeasible, ///< no plan fits, see rejected; where not all could be tried, why_infeasible says so
    stopped     ///< stopped or out of time; best so far, may be none
};

/// Which phase the search is in, for the status bar.
enum class SolvePhase { preparing, bounding, searching, finishing };

struct SolveProgress {
    SolvePhase phase{};
    double fraction = 0;     ///< 0..1, never decreases
    double best_seconds = 0; ///< 0 = none yet
    double lower_bound_seconds = 0;
    std::int64_t candidates = 0; ///< seen so far
};

struct RankedPlan {
    Plan plan;
    Evaluation evaluation;
    bool operator==(const RankedPlan&) const = default;
};

struct SolveControl {
    std::stop_token stop;
    double time_limit_seconds = 0; ///< 0 = none
    int threads = 1;
    int top_k = 1; ///< how many plans to return, one per (strategy, b, d, s, layout, schedule, z)
    std::function<void(const SolveProgress&)> progress; ///< called from any search thread, one at a time, throttled
    std::function<void(const RankedPlan&)> incumbent;   ///< a better plan was found; same threads, one at a time
};

/// A candidate that can't be a plan, and why. `reason` tells the kind for counts.
struct Rejection {
    std::string candidate; ///< "tp3 pp4 dp2 mb1"
    std::string reason;    ///< key of counts: "heads", "batch", "memory", "devices", "sequence", "experts", "profile",
                           ///< "ffn", "target", "pins"
    Phrase text;           ///< a clause about the candidate: "needs about 3 GB more ..."
    int stage = -1;        ///< for memory
    double over_bytes = 0; ///< for memory: least overrun known
};

struct SolveResult {
    SolveStatus status = SolveStatus::stopped;
    std::vector<RankedPlan> plans;     ///< best first
    double gap = 0;                    ///< (value - lower bound) / value of what the objective minimises; 0 when proven
    double lower_bound_seconds = 0;    ///< no plan is faster
    double lower_bound_bytes = 0;      ///< memory objectives: no plan has less of what is minimised
    double most_seconds = 0;           ///< memory objectives: no plan that takes longer was allowed; 0: any
    double fastest_seconds = 0;        ///< memory objectives: step time of the fastest plan
    double without_copies_seconds = 0; ///< where copies of stages were searched: step time of the best plan without any
    double solve_seconds = 0;
    std::int64_t candidates = 0, pruned = 0, states = 0; ///< the first two are the totals of `fates`
    std::int64_t exact_searches = 0;                     ///< candidates that needed the full recurrence
    FateCounts fates; ///< what became of the candidates; depends on the threads' order
    std::map<std::string, std::int64_t> rejected_counts;
    std::vector<Rejection> rejected_sample;
    Phrase why_infeasible; ///< a sentence when status is infeasible
    std::vector<Diagnostic> notes;

    /// Whether `gap` says anything. It doesn't where a plan was only priced: nothing is known of better ones.
    bool gap_known() const {
        return status == SolveStatus::optimal || (!plans.empty() && (lower_bound_seconds > 0 || lower_bound_bytes > 0));
    }
};

/// A given plan that was priced without a search: feasible, or infeasible where it doesn't fit in memory.
SolveResult only_priced(RankedPlan ranked);

/// Finds the best plans. Same answer for any thread count (total order of plans: step time, devices used, peak memory,
/// schedule, layout, strategy, micro-batch, d, s, stride, z, copies, cuts, recomputation). Returns within 100 ms of a
/// stop.
/// An interleaved best plan that runs longer than priced gives way to the one of the shortest prudent_seconds() where
/// that is shorter by more than longer_run; then they give the order, and the bound is still that of the prices.
/// Plans with copies of stages are ranked by their price alone.
/// Memory objectives come first in that order, see memory_goal(). They are searched after the fastest plan, which tells
/// whether any plan keeps the bound on the step time.
/// Source: NEST (MLSys 2026), recurrence dp[l][D][k][s]; exact in the presence of several maxima by keeping
/// non-dominated labels.
/// Time: a few additions for each family and a selection that is linear in their number, so it grows with the number of
/// strategies and more slowly than the devices; O(n + s) for the placements of the families that the best plan doesn't
/// cut off; the recurrence for the handful that remains, whose labels grow with the distance between their bound and
/// their best plan. That last part decides for models of hundreds of layers; tests/bench measures it.
SolveResult solve(const Problem& problem, const SolveControl& control);

/// Relative error within which two step times of one problem count as equal. Assumed, not measured here: what two plans
/// have in common (efficiencies, bandwidths) is wrong for both alike, so their order is known better than either time;
/// 4 % is a round figure for the rest.
inline constexpr double model_error = 0.04;

/// From this share on a run that takes longer than its price is told, and decides the order of interleaved plans.
inline constexpr double longer_run = 0.02;

/// The step time to count on: for interleaved stages the longer one of price and simulation, since the formula is for
/// equal chunks, and where stages have copies; for others the price.
double prudent_seconds(const RankedPlan& ranked);

/// Total order of plans as above; true if a is better.
bool better(const RankedPlan& a, const RankedPlan& b, Objective objective = Objective::latency);

/// Balanced memory, unless max_step_seconds says else: the plan may take so much longer than the fastest.
inline constexpr double balanced_memory_slowdown = 0.1;

} // namespace nest
