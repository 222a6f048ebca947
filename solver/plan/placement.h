// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "network/collectives.h"
#include "plan/plan.h"

#include <functional>
#include <memory>
#include <vector>

/// How a rank grid lies on the levels: everything about a placement that a price depends on.
namespace nest {

/// Shapes of the groups of one stage, over all its replicas and positions.
struct StageShapes {
    GroupShape tensor, expert, context;
    GroupShape expert_tensor;   ///< of folded experts; else a single rank
    GroupShape dense_replicas;  ///< ranks with the same slice of non-expert parameters: d e c
    GroupShape expert_replicas; ///< ranks with the same slice of expert parameters: d c, or t c d / (e et)
    bool operator==(const StageShapes&) const = default;

    const GroupShape& of(GroupKind group) const {
        switch (group) {
        case GroupKind::tensor:
            return tensor;
        case GroupKind::expert:
            return expert;
        case GroupKind::expert_tensor:
            return expert_tensor;
        case GroupKind::context:
            break;
        }
        return context;
    }
};

struct Placement {
    std::vector<int>
        level_in; ///< per stage: worst level of the cut before it over replicas and positions; 0 for stage 0
    std::vector<int> shapes_of;      ///< per stage: index into shapes
    std::vector<StageShapes> shapes; ///< the distinct ones
    GroupShape first_last;           ///< pairs of first and last stage (tied embeddings)
    int level_out(int stage) const {
        return stage + 1 < static_cast<int>(level_in.size()) ? level_in[static_cast<std::size_t>(stage) + 1] : 0;
    }
    const StageShapes& of(int stage) const {
        return shapes[static_cast<std::size_t>(shapes_of[static_cast<std::size_t>(stage)])];
    }
    bool operator==(const Placement&) const = default;
};

/// Whether a placement holds the shapes of the replica groups, whose listing touches every rank, or leaves them out
/// (single ranks that cost nothing) and looks at a few replicas alone: no part of it is dearer than it really is, which
/// is good for a lower bound.
enum class PlacementDetail { everything, without_replicas };

/// True when the short way of place() applies.
bool is_regular(const LevelModel& levels, const RankGrid& grid);

/// From the actual ranks. Regular grids (blocks of w ranks aligned with every level, no absent slots) take a short way
/// of O(d s levels) that lists blocks, not ranks; both ways give the same answer.
Placement place(const LevelModel& levels, const RankGrid& grid, PlacementDetail detail = PlacementDetail::everything);
/// A stop ends the long way, which takes a second where there are a million ranks, early: the placement is then good
/// for nothing, so ask again before it is used.
using Stopped = std::function<bool()>;
Placement place(const LevelModel& levels, const RankGrid& grid, PlacementDetail detail, const Stopped& stopped);
/// Of a plan whose stages may have copies; `micro_batches` tell which of them exchange.
Placement place(const LevelModel& levels, const Plan& plan, std::int64_t micro_batches, const Stopped& stopped = {});
/// Shapes of the groups of a stage that consists of the blocks of w ranks that begin at `starts` (ascending), where
/// experts aren't folded. `regular`: see is_regular(); else every rank is listed.
StageShapes shapes_of_blocks(const LevelModel& levels, const Strategy& strategy,
                             const std::vector<std::int64_t>& starts, bool regular);
/// The long way alone, by listing every rank; for tests.
Placement place_by_listing(const LevelModel& levels, const RankGrid& grid);

/// Strides of a layout, ascending: inner * w rounded up to a multiple of each group_size[0..L-1], as far as the last
/// rank is below `devices`; only the packed one when outer = 1. Empty when nothing fits.
std::vector<std::int64_t> strides_of(const LevelModel& levels, std::int64_t inner, std::int64_t outer,
                                     std::int64_t width, std::int64_t devices);

} // namespace nest
