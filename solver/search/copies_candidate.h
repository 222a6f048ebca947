// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/copies_placement.h"
#include "plan/problem.h"
#include "search/partition.h"
#include "search/prefix_tables.h"

#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace nest {

/// Where stages with copies may be: s stages share `blocks` blocks of ranks in each of d replicas, `stride` ranks
/// apart.
struct CopiesGrid {
    std::int64_t replicas = 1, stages = 1, blocks = 1, stride = 1;
    std::int64_t most = 1;             ///< copies of a stage
    std::vector<std::int64_t> exact{}; ///< copies of each stage; empty: any up to `most`
};

/// A partition with the copies of each stage.
struct CopiesPartition {
    Partition partition;
    std::vector<std::int64_t> copies;
};

/// One candidate of the search for plans whose stages have copies: strategy, micro-batch, d, s, the blocks of a replica
/// and the stride are fixed (1F1B, pp-inner); open are the cuts, how the blocks are shared out, and per stage the
/// recomputation and the ZeRO stage. Which level a cut crosses depends on the copies of both sides and on where they
/// are, so level and devices stay in the state of the recurrence, as in NEST (MLSys 2026):
///
///   dp[l][D][k][s]: stages i.. cover downset D on the last k blocks, q of which the first of them has, and the
///   transfer into it crosses level l.
///
/// For each state all labels are kept that are non-dominated in (sum of loads, largest load / q, sync, update), pruned
/// by what is left to pay at least. Prices are those of stage_cost.h. Not for use by several threads at once.
class CopiesCandidate {
public:
    /// `problem` and `prefix` must outlive the candidate. Partial recomputation isn't among the choices. After a stop
    /// the candidate is good for nothing.
    CopiesCandidate(const Problem& problem, const PrefixTables& prefix, const CopiesGrid& grid,
                    const StageChoices& choices, const StopSign& stop);

    /// No partition takes less. Seconds.
    double lower_bound() const { return m_lower_bound; }

    /// True when no partition can be below `threshold`. On a chain shown by how far stages reach with so many blocks
    /// under the cap on a copy's share of the load, O(s K n) reaches of a few prices each for K blocks and up to n
    /// copies.
    bool proves_nothing_below(double threshold);

    /// The best partition of at most `threshold`; nothing if there is none (or on a stop: ask the sign). Equal ones:
    /// the first in a fixed order. Where the labels need more than LabelRoom::most, `ran_out` is set and there is no
    /// answer. On a chain up to O(s K n^2 L) pairs of states and O(D^2) pairs of downsets for each, of which the window
    /// that the cap leaves for D at each block counts.
    std::optional<CopiesPartition> best(double threshold, const StopSign& stop, std::int64_t& states, bool& ran_out);

    /// Stages that hold more than so many bytes don't fit (tie-breaking on peak memory).
    void set_capacity(double capacity);

private:
    struct Label;
    struct Trace;
    struct Cell;
    struct Run;
    /// A stage without its layers.
    struct Seat {
        int stage = 0, first = 0, copies = 1; ///< index, first block, q
        int level_in = 0, level_out = 0;
    };

    int stages() const { return static_cast<int>(m_grid.stages); }
    int blocks() const { return static_cast<int>(m_grid.blocks); }
    int most() const { return static_cast<int>(m_grid.most); }
    /// Numbers of copies that stage i may have: from, to.
    std::pair<int, int> copies_of(int stage) const;
    /// Whether the blocks before and from `first` on suffice for the stages before and from `stage` on.
    bool can_begin(int stage, int first) const;
    bool can_be_at(int stage, int first, int copies) const {
        return can_begin(stage, first) && can_begin(stage + 1, first + copies);
    }
    std::size_t slot(int first, int copies) const {
        return static_cast<std::size_t>(first) * static_cast<std::size_t>(m_grid.most) +
               static_cast<std::size_t>(copies - 1);
    }
    int level(int first, int copies, int after) const {
        return m_levels[slot(first, copies) * static_cast<std::size_t>(m_grid.most) +
                        static_cast<std::size_t>(after - 1)];
    }
    const PriceSettings& settings(int copies) const { return m_settings[static_cast<std::size_t>(copies - 1)]; }
    bool place_stages(const StopSign& stop);
    void place_ends(CopiesPlacement& places);
    std::optional<CopiesPartition> best_of_ends(double threshold, const StopSign& stop, std::int64_t& states,
                                                bool& ran_out) const;
    void find_bounds(const StageChoices& choices);
    double least_update() const;
    StageSite site(const Seat& seat, int outer, int inner) const;
    void options(const Seat& seat, int outer, int inner, std::vector<StageOption>& out) const;
    bool can_be(const Seat& seat, int outer, int inner, double cap) const;
    int furthest(const Seat& seat, int outer, double cap, int& length) const;
    double step_of(double sum, double largest, double sync, double update) const;
    /// No load of a stage of so many copies is above.
    double load_cap(double threshold, int copies) const;
    void begin_stage(Run& run, const Seat& seat) const;
    void add_options(Run& run, const Seat& seat, int outer, const Cell& inner) const;
    bool dominates(const Label& a, const Label& b) const;
    /// Downsets that stages from block `first` on may cover.
    std::vector<std::vector<int>> windows(double threshold) const;
    static void finish_stage(Run& run);
    CopiesPartition rebuild(const Run& run, const Label& label) const;

    const Problem& m_problem;
    const PrefixTables* m_prefix;
    CopiesGrid m_grid;
    StageChoices m_choices;
    Objective m_objective;
    std::vector<PriceSettings> m_settings; ///< by number of copies
    std::vector<StageShapes> m_shapes;
    std::vector<int> m_shapes_of;             ///< by slot()
    std::vector<int> m_levels;                ///< see level(); 0 where no two stages are so
    std::vector<int> m_least_in, m_least_out; ///< by slot(): cheapest levels of the cuts beside the stage, or 0
    std::vector<int> m_least_cut;             ///< by stage: cheapest level into it, or 0
    std::vector<GroupShape> m_first_last;     ///< by copies of the first and of the last stage, where these are tied
    bool m_ends_matter = false;               ///< their price isn't the same for all
    std::pair<int, int> m_ends{0, 0};         ///< copies of the first and of the last stage while they are fixed
    std::vector<std::shared_ptr<const PrefixTables::CommPrefix>> m_comm;
    std::vector<double> m_work; ///< per downset: least seconds of its layers, transfers left out
    double m_transfer_floor = 0, m_sync_floor = 0, m_update_floor = 0, m_lower_bound = 0;
    double m_back = 1; ///< 0 where recomputation may hide the gradients' transfers
};

} // namespace nest
