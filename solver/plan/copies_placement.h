// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/placement.h"

#include <map>
#include <tuple>
#include <utility>
#include <vector>

/// How stages that have copies inside each replica lie on the levels (pp-inner). Copies of a stage are neighbouring
/// blocks of w ranks, and a stage begins where the copies of the one before end; so what a stage's price depends on
/// follows from its first block and its number of copies, and a cut's level from those of both sides. Levels differ
/// between replicas and copies: the worst counts.
namespace nest {

class CopiesPlacement {
public:
    /// Strategies without folded experts. `levels` must outlive this. Micro-batches tell which copies exchange: copy a
    /// of q and copy b of p do when some n < m has n mod q = a and n mod p = b.
    CopiesPlacement(const LevelModel& levels, const Strategy& strategy, std::int64_t replicas, std::int64_t stride,
                    std::int64_t micro_batches);

    /// Index in shapes() of the groups of a stage whose first block is `first`. Those of replicas span all its copies.
    /// Listed once, O(d q) for regular grids, else O(d q w).
    int shapes_of(std::int64_t first, std::int64_t copies);
    const std::vector<StageShapes>& shapes() const { return m_shapes; }

    /// Worst level between the stage of `before` copies whose first block is `first` and the next one of `after`.
    int level(std::int64_t first, std::int64_t before, std::int64_t after);

    /// Pairs of first and last stage (tied embeddings): copy n mod q of one with copy n mod p of the other, for all n
    /// up to the larger number of copies.
    GroupShape first_last(std::int64_t blocks, std::int64_t first_copies, std::int64_t last_copies) const;

private:
    std::int64_t start(std::int64_t replica, std::int64_t block) const {
        return replica * m_stride + block * m_strategy.width();
    }
    /// Worst level between the ranks of two blocks.
    int level_between(std::int64_t from, std::int64_t to) const;

    const LevelModel& m_levels;
    Strategy m_strategy;
    std::int64_t m_replicas, m_stride, m_micro_batches;
    bool m_regular;
    std::vector<StageShapes> m_shapes;
    std::map<std::pair<std::int64_t, std::int64_t>, int> m_shapes_of;
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, int> m_level;
    /// For both numbers of copies: of each copy of the first the furthest copy of the second that it exchanges with.
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::int64_t>> m_partners;
};

} // namespace nest
