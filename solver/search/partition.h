// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/plan.h"
#include "plan/stage_cost.h"
#include "schedule/schedule.h"
#include "search/label_room.h"
#include "search/pin_limits.h"
#include "search/prefix_tables.h"
#include "search/zero_bubble.h"

#include <chrono>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

/// One candidate: strategy, micro-batch, schedule, d, s and placement are fixed; open are the cuts, and per stage the
/// recomputation and (when it isn't fixed) the ZeRO stage. Here are its lower bound, a quick good answer, and the exact
/// answer by the recurrence.
namespace nest {

/// When to give up: a stop from outside, a moment in time, or too little room for labels.
struct StopSign {
    std::stop_token stop;
    std::optional<std::chrono::steady_clock::time_point> until;
    LabelRoom* room = nullptr; ///< shared with other recurrences; null: each has its own
    bool reached() const { return stop.stop_requested() || (until && std::chrono::steady_clock::now() >= *until); }
};

/// Whether of full recomputation (of how many first layers) something other than all layers may be chosen.
inline bool allows_part(const Degrees& layers) {
    return !layers || layers->size() != 1 || layers->front() != 0;
}

/// What may be chosen per stage.
struct StageChoices {
    std::vector<Recompute> recompute;
    std::vector<int> zero;
    /// Of full recomputation: how many of a stage's first layers, ascending, 0 for all; nothing: any number. On chains.
    Degrees layers = std::vector<std::int64_t>{0};
    /// Instead of `layers`: up to the so many-th transformer block of every stage, as engines count; 0: not so.
    int blocks = 0;
    const PinLimits* pins = nullptr; ///< which cuts are allowed; null: all. Outlives the candidate.
    /// Whether full recomputation may leave out the last layers of a stage.
    bool allows_part() const;
};

/// One way to run a stage that fits in memory.
struct StageOption {
    double forward = 0, backward = 0, sync = 0, update = 0; ///< seconds; forward and backward with communication
    double weight_gradient = 0;                             ///< seconds, part of backward
    double memory = 0;                                      ///< bytes
    Recompute recompute = Recompute::none;
    int zero = 0;
    int recompute_layers = 0; ///< of full: the first so many, 0 for all
    double load() const { return forward + backward; }
};

/// A partition of the model into stages, with what was chosen for each.
struct Partition {
    double step_seconds = std::numeric_limits<double>::infinity();
    double peak_memory = 0;                                        ///< bytes of the fullest stage
    double least_memory = std::numeric_limits<double>::infinity(); ///< of the emptiest one
    std::vector<int> downsets; ///< downsets[i] = what stages i.. cover; downsets[0] is the whole model
    std::vector<StageOption> options;
};

/// What may still join the best plans under a memory objective: less than `bytes`, or as many and no slower.
struct Ceiling {
    double bytes = std::numeric_limits<double>::infinity(), seconds = std::numeric_limits<double>::infinity();
    bool is_below(double other_bytes, double other_seconds) const {
        return other_bytes > bytes || (other_bytes == bytes && other_seconds > seconds);
    }
};

class Candidate {
public:
    /// `placement` and `prefix` must outlive the candidate. O(g n + D + s) for g distinct shapes of groups: each layer
    /// is priced once per shape and summed over the downsets.
    Candidate(const PrefixTables& prefix, const Placement& placement, const PriceSettings& settings,
              Objective objective, const StageChoices& choices);

    int stage_count() const { return static_cast<int>(m_settings.stage_count); }

    /// No partition takes less. Known since the constructor. With virtual stages all but this bound and what it is
    /// made of is InterleavedCandidate's.
    double lower_bound() const { return m_lower_bound; }
    /// What it is made of. Seconds; per downset: of its layers, transfers left out.
    const std::vector<double>& least_work() const { return m_work; }
    double least_transfers() const { return m_transfer_floor; }
    double least_sync() const { return m_sync_floor; }
    double least_update() const { return m_update_floor; }

    /// Chains: true when no partition can be below `threshold`, shown by letting every stage reach as far as memory and
    /// the load that the threshold leaves allow. O(s) prices where layers are alike, since a stage is first tried with
    /// the length of the one before it; O(s + changes of that length) in general.
    bool proves_nothing_below(double threshold) const;

    /// A feasible partition of the topological order that balances the loads, by bisection on the load; nothing when
    /// that finds none. At most 16 greedy passes that go as proves_nothing_below() does.
    std::optional<Partition> balanced() const;

    /// The best partition with a step time of at most `threshold`; nothing if there is none (or on a stop: ask the
    /// sign). Equal ones: the first in a fixed order, whatever the threshold. Counts labels into `states`.
    /// The recurrence is dp[l][D][k][s] of NEST (MLSys 2026): here the placement fixes l and k for every position, and
    /// each (D, s) keeps all labels that are non-dominated in (sum of loads, largest load, sync, update), because the
    /// step time adds several maxima.
    /// On a chain a stage is no longer than the cap on its load allows, some multiple of n / s layers: s stages with n
    /// ends and O(n / s) beginnings are O(n^2) pairs whatever s is, each times the labels behind it. On another graph
    /// the pairs are O(s D^2) in the worst case; CutFloors leaves those that a balanced partition can have. Labels grow
    /// with what the threshold leaves open above the bound, and with s.
    /// Labels that lead nowhere are dropped; where the others need more than LabelRoom::most, `ran_out` is set and
    /// there is no answer.
    std::optional<Partition> best(double threshold, const StopSign& stop, std::int64_t& states,
                                  bool* ran_out = nullptr) const;

    /// For a candidate that doesn't fit: with equal shares of the topological order and the thriftiest choices, the
    /// stage that is over by most and by how many bytes.
    std::pair<int, double> least_overrun() const;

    /// A copy that must stay below another capacity (tie-breaking on peak memory).
    Candidate with_capacity(double capacity) const;

    /// For a memory objective: the partition of least memory_goal() among those that take at most `most_seconds`, of
    /// equal ones the fastest; nothing if the ceiling is below all (or on a stop). On a chain the least peak comes from
    /// bisection with the reach of the stages, a few hundred prices; only where that and a quick partition don't meet,
    /// and for the spread, the recurrence keeps labels that are non-dominated in the stages' memory, too.
    /// Where the recurrence `ran_out` of room, the quick partition, if any.
    std::optional<Partition> thriftiest(double most_seconds, const Ceiling& ceiling, const StopSign& stop,
                                        std::int64_t& states, bool* ran_out = nullptr) const;
    /// Whether the ceiling is below whatever thriftiest() could find, as far as cheap bounds tell.
    bool proves_nothing_thriftier(double most_seconds, const Ceiling& ceiling) const;

private:
    struct Label;
    struct Trace;
    struct Rest;
    using LabelLists = std::vector<std::vector<Label>>; ///< per downset

    StageSite site(int stage, int outer, int inner) const;
    /// Calls `visit` with each way to recompute a stage of so and so many of its first layers (0: all), the fewest
    /// first, until it returns false.
    template <typename Visit> void for_each_count(Recompute kind, int outer, int inner, const Visit& visit) const;
    /// As many layers as hold the blocks that engines count, those before the first block included; without such a
    /// number all layers.
    int most_repeated(int outer, int inner) const;
    StageRepeat repeat_of(Recompute kind, int layers, int outer, const PrefixTables::CommPrefix& comm) const;
    bool partial() const { return m_blocks_from_end.size() > 0; }
    void options(int stage, int outer, int inner, std::vector<StageOption>& out) const;
    double work_between(int outer, int inner) const {
        return m_work[static_cast<std::size_t>(outer)] - m_work[static_cast<std::size_t>(inner)];
    }
    /// Whether stages `stage`.. may cover the downset.
    bool allowed(int stage, int downset) const { return !m_choices.pins || m_choices.pins->allows(stage, downset); }
    double step_of(const PipelineTotals& totals, double sync, double update) const;
    double load_cap(double threshold) const;
    /// Whether the step time is at least the sum of the loads + (m - 1) * the largest + sync + update.
    bool adds_loads() const {
        return m_objective != Objective::paper &&
               (m_settings.schedule == ScheduleKind::one_f_one_b || m_settings.schedule == ScheduleKind::gpipe);
    }
    bool zero_bubble() const { return m_settings.schedule == ScheduleKind::zb_h1 && m_objective != Objective::paper; }
    /// Whether no partition gets faster when a stage's option `b` is replaced by `a`.
    bool no_worse(const StageOption& a, const StageOption& b) const;
    /// The same for labels of one downset; `weight_left` is what stages to come can have of weight gradients at most.
    bool dominates(const Label& a, const Label& b, double weight_left) const;
    /// No way on from a label takes less, given what the stages to come cost at least.
    double bound(const Label& label, const Rest& rest) const;
    bool can_be(int stage, int outer, int inner, double load_cap) const;
    /// Chains: how many layers are left for stages i.. at least, since those before reach no further under a cap on the
    /// load; nothing when they don't cover the model. Pins count.
    std::optional<std::vector<int>> furthest(double load_cap) const;
    std::optional<Partition> greedy(double load_cap) const;
    void compute_bounds();
    /// A copy whose labels are compared by the objective's memory, too, up to so much of it.
    Candidate aimed(double most_goal) const;
    std::optional<Partition> least_peak(double most_seconds, const Ceiling& ceiling, const StopSign& stop,
                                        std::int64_t& states, bool& ran_out) const;
    std::optional<Partition> least_spread(double most_seconds, const Ceiling& ceiling, const StopSign& stop,
                                          std::int64_t& states, bool& ran_out) const;
    /// Least of the largest sync and of the largest update over `stages` stages that hold these layers: some stage has
    /// at least the average of the parameters, and both grow with them. seconds.
    std::pair<double, double> replication_floor(const LayerSums& layers, int stages) const;
    static void drop_dead_ends(std::deque<Trace>& traces, LabelLists& labels);
    Partition rebuild(const std::deque<Trace>& traces, const Label& label) const;

    const PrefixTables* m_prefix;
    const Placement* m_placement;
    PriceSettings m_settings;
    Objective m_objective;
    StageChoices m_choices;
    bool m_aimed = false; ///< see aimed()
    double m_most_goal = std::numeric_limits<double>::infinity();
    std::vector<std::shared_ptr<const PrefixTables::CommPrefix>> m_comm; ///< per distinct shape
    std::vector<int> m_blocks_from_end;         ///< blocks in the last so many layers; empty: no partial recomputation
    std::vector<double> m_work, m_forward_work; ///< per downset: least seconds of its layers, transfers left out
    ZeroBubbleFloor m_zero_bubble;
    double m_sync_floor = 0, m_update_floor = 0, m_transfer_floor = 0, m_largest_layer_work = 0;
    /// Recomputation is forced and in m_work: it may hide the gradients' transfers, so bounds leave those out.
    bool m_hides_gradients = false;
    double m_lower_bound = 0;
};

} // namespace nest
