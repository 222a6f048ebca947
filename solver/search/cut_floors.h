// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "search/prefix_tables.h"

#include <vector>

namespace nest {

/// Cheap tests that keep the recurrence on a graph that isn't a chain away from downsets and stages that can't be part
/// of a partition below a limit, before anything is priced. At a position only those downsets matter whose layers, with
/// the transfer over their cut, fit into the stages behind under the cap on a load, and whose complement fits into the
/// stages before; and where the time counts the sum of the loads, only cuts that are cheap enough over all.
/// Every floor is below what the price says; comparisons leave room for rounding.
/// begin() is O(D) for as many downsets behind, covers() and is_stage() O(1): a few comparisons of sums made before.
class CutFloors {
public:
    /// What a step costs beside sum and largest of the loads is at least `once`. `sum_counts`: the step time is at
    /// least the sum of the loads + `more` * the largest + `once`.
    struct Limits {
        double cap = 0;   ///< seconds: no load is above
        double limit = 0; ///< seconds: no step time is above
        double once = 0, more = 0;
        bool sum_counts = false;
        double back = 0; ///< 1 where gradients' transfers count
    };
    /// `work`: least seconds of each downset's layers; outlives this.
    CutFloors(const PrefixTables& prefix, const LevelModel& levels, const Placement& placement,
              const std::vector<double>& work, int stages, const Limits& limits);

    /// Begins a position; `behind` are the downsets that the stages behind it cover, largest first, with the least sum
    /// of their loads.
    void begin(int stage, const std::vector<int>& behind, const std::vector<double>& least_sum);
    /// Whether stages `stage`.. can cover the downset.
    bool covers(int outer);
    /// Whether outer \ behind[index] can be this stage, for the outer of the last covers().
    bool is_stage(int outer, std::size_t index) const;

private:
    double arrival(int stage, int downset) const;

    const PrefixTables& m_prefix;
    const LevelModel& m_levels;
    const Placement& m_placement;
    const std::vector<double>& m_work;
    int m_stages, m_stage = 0;
    Limits m_limits;
    std::vector<double> m_inner_before; ///< least transfers of the cuts between stages 0..i-1, both ways
    std::vector<double> m_inner_behind; ///< of those between stages i..
    std::vector<double> m_at_least; ///< per index of behind: least sum of the loads behind, with their gradients' way
    std::vector<double> m_leaving;  ///< per index of behind
    const std::vector<int>* m_behind = nullptr;
    double m_arriving = 0, m_before_sum = 0;
};

} // namespace nest
