// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/stage_cost.h"
#include "search/partition.h"
#include "search/prefix_tables.h"

#include <optional>
#include <vector>

namespace nest {

/// The search for the cuts of one interleaved candidate: strategy, micro-batch, d, s, v and placement are fixed. Stage
/// i holds virtual stages i, s + i, 2 s + i, ..., so that its load and its memory depend on v cuts at once, and the
/// recurrence over stages doesn't apply. Three ways instead:
///
/// - Chains whose layers between the first and the last are all alike: what a stage costs depends on how many of them
///   it has and how they are spread over its chunks, and any numbers that add up are a plan. Numbers of layers take the
///   place of cuts in the recurrence; exact where the best spread of each number is known, which is so unless memory or
///   hidden transfers make an uneven one better.
/// - Few cuts: all of them are tried. Exact.
/// - Otherwise cuts of equal work, bettered by moving them. Not proven.
///
/// The answer depends on the candidate alone, so the same plan comes out for any number of threads.
class InterleavedCandidate {
public:
    /// All but `pins` (the stage of each layer as stages_of_pins() gives it, or empty) as for Candidate.
    InterleavedCandidate(const PrefixTables& prefix, const Placement& placement, const PriceSettings& settings,
                         Objective objective, const StageChoices& choices, const std::vector<std::int64_t>& pins);

    /// No partition takes less. Known since the constructor. seconds
    double lower_bound() const { return m_bound; }

    struct Answer {
        /// downsets[k] = what virtual stages k.. cover; options of the stages.
        std::optional<Partition> best;
        double bound = 0; ///< no partition takes less; infinite: none fits
        bool proven() const { return best ? best->step_seconds <= bound * (1 + 1e-9) : bound > 1e300; }
    };
    /// Nothing on a stop (ask the sign).
    Answer search(const StopSign& stop, std::int64_t& states) const;

    /// As Candidate::least_overrun(), of cuts of equal work.
    std::pair<int, double> least_overrun() const;

private:
    /// Layers of a virtual stage: those of downset `outer` that aren't in `inner`.
    struct Range {
        int outer = 0, inner = 0;
    };
    struct Totals {
        double sum = 0, max_load = 0, sync = 0, update = 0;
    };
    class Counts;
    struct Moves;
    struct Trial;

    std::int64_t stages() const { return m_settings.stage_count; }
    std::int64_t chunks() const { return m_settings.virtual_stages; }
    std::int64_t virtual_count() const { return stages() * chunks(); }
    StageSite site(std::int64_t stage) const;
    /// Parts of a stage without what it recomputes; `ranges` holds its virtual stages in order.
    std::vector<ChunkPart> parts(std::int64_t stage, const std::vector<Range>& ranges) const;
    /// Ways to run a stage that fit, none of them in every way worse than another; `over`, where given, receives by how
    /// many bytes the thriftiest one is over.
    std::vector<StageOption> options(std::int64_t stage, const std::vector<Range>& ranges,
                                     double* over = nullptr) const;
    StageParameters parameters_of(std::int64_t stage, const std::vector<Range>& ranges) const;
    StageOption option(std::int64_t stage, std::vector<ChunkPart>& parts, const StageParameters& parameters,
                       Recompute recompute, int zero, const FullestMoments& moments, StageTime& time) const;
    static bool no_worse(const StageOption& a, const StageOption& b) {
        return a.load() <= b.load() && a.sync <= b.sync && a.update <= b.update;
    }
    void add(Totals& totals, const StageOption& option, std::int64_t stage) const;
    double step_of(const Totals& totals) const;
    bool obeys_pins(std::int64_t stage, const Range& range) const;

    bool is_counted() const;
    Answer search_counts(const StopSign& stop, std::int64_t& states) const;
    bool has_few_cuts() const;
    /// All cuts; `before` is what is known without, and what stays when there are too many after all.
    Answer search_all_cuts(const StopSign& stop, std::int64_t& states, Answer before) const;
    Answer better_cuts(const StopSign& stop, std::int64_t& states) const;
    /// Layers of the topological order from each virtual stage on, of about equal work.
    std::vector<int> equal_cuts() const;
    void find_moments();

    const PrefixTables* m_prefix;
    const Placement* m_placement;
    PriceSettings m_settings;
    Objective m_objective;
    StageChoices m_choices;
    std::vector<std::int64_t> m_pins; ///< per layer; empty: none
    std::vector<std::shared_ptr<const PrefixTables::CommPrefix>> m_comm;
    std::vector<FullestMoments> m_moments; ///< per stage
    Candidate m_floors;
    double m_bound = 0;
};

} // namespace nest
