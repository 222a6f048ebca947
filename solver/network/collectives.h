// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "network/level_model.h"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

/// Times of collectives over one or more equal groups of ranks that run at the same time (all tensor-parallel groups
/// of a stage, say), from how the groups spread over the levels.
namespace nest {

/// How a family of equal-sized groups spreads over the levels. Index l = level number; entry 0 unused.
struct GroupShape {
    std::int64_t size = 1; ///< ranks in one group
    std::vector<std::int64_t>
        most; ///< most level-(l-1) children with members inside one level-l group that has members
    std::vector<std::int64_t> fewest; ///< fewest such
    std::vector<double> share;        ///< largest over ranks of (members outside its level-(l-1) group) / size
    int top = 0;                      ///< highest level with most > 1; 0 for a single rank

    bool operator==(const GroupShape&) const = default;
    auto operator<=>(const GroupShape&) const = default;
};

/// Shape of groups given as explicit lists of ranks. All lists have the same length.
/// Where `stopped` says so the rest of the groups is left out.
GroupShape shape_of_groups(const LevelModel& levels, const std::vector<std::vector<std::int64_t>>& groups,
                           const std::function<bool()>& stopped = {});

/// Seconds of one collective of `bytes` (the full tensor; for all_to_all what each rank holds).
/// 0 for a single rank or no bytes. Monotone in bytes and in every bandwidth.
/// reduce-scatter/all-gather: hierarchical, level by level; all-reduce: the cheaper of twice that and a tree;
/// all-to-all: slowest level's share; ring exchange: all steps at the top level.
/// Sources: NCCL's ring and tree algorithms; hierarchical collectives as in Megatron-LM and BlueConnect.
double collective_seconds(const LevelModel& levels, const GroupShape& shape, CollectiveOp op, double bytes);

enum class CollectiveAlgorithm { none, hierarchical, tree, pairwise, ring, measured };
/// As collective_seconds, telling which algorithm won (part of the answer shown to people).
struct CollectiveCost {
    double seconds = 0;
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::none;
};
CollectiveCost collective_cost(const LevelModel& levels, const GroupShape& shape, CollectiveOp op, double bytes);

/// What one rank of a collective sends over one level, and the time that takes.
struct LevelShare {
    int level = 0;
    double bytes = 0;
    double seconds = 0;
};
/// The collective level by level, innermost first, of the rank that has most to carry; levels it doesn't use are left
/// out. The seconds sum to collective_seconds(). A message is counted once, at the highest level of its way.
/// Hierarchical: (k - 1) / k of what is left at each level with k parts, twice for an all-reduce. Tree: the tensor up
/// and down again, at the top. Ring exchange: (n - 1) / n of the tensor, at the top. All-to-all: what is bound for
/// ranks that this level reaches and the ones below don't; the time is the slowest level's. A measured time is the top
/// level's, its bytes are the formula's.
std::vector<LevelShare> collective_levels(const LevelModel& levels, const GroupShape& shape, CollectiveOp op,
                                          double bytes);

std::string_view name_of(CollectiveOp op);               ///< "all_reduce"
std::string_view name_of(CollectiveAlgorithm algorithm); ///< "hierarchical"

} // namespace nest
