// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "model/strategy_rules.h"
#include "plan/placement.h"
#include "plan/problem.h"
#include "plan/stage_cost.h"

#include <vector>

namespace nest {

/// Everything about a model's layers under one strategy and micro-batch: what evaluate() and the search add up.
/// Immutable after build(); safe to share between threads.
class StrategyTables {
public:
    /// Faults: no_strategy when the strategy is invalid for the model or a layer can't be priced under it.
    static Result<StrategyTables> build(const Problem& problem, const Strategy& strategy, std::int64_t micro_batch);

    Strategy strategy;
    std::int64_t micro_batch = 1;
    std::vector<Profile> profiles; ///< distinct ones
    std::vector<int> profile_of;   ///< per layer: index into profiles
    std::vector<LayerSums> layers; ///< per layer
    std::vector<char> is_block;    ///< per layer: neither embedding nor head
    double tied_parameters = 0;    ///< elements on one device
    double edge_scale = 1;         ///< an edge moves bytes * b / c (/ t under sequence parallelism)

    const Profile& profile(int layer) const {
        return profiles[static_cast<std::size_t>(profile_of[static_cast<std::size_t>(layer)])];
    }
    /// Exposed collectives of each layer for groups of these shapes; seconds.
    std::vector<CommSums> comm(const LevelModel& levels, const StageShapes& shapes) const;
};

/// Exposed collectives of one profile. seconds.
CommSums comm_of(const LevelModel& levels, const StageShapes& shapes, const Profile& profile);

/// Layers that are equal but for their id share a class: class index per layer.
std::vector<int> layer_classes(const ModelGraph& model);

/// Bytes (one sequence, unsplit) that cross a cut; `placed[layer]` is true behind the cut (towards the loss). For each
/// producer before the cut with a consumer behind it, its largest crossing edge, summed.
double cut_bytes(const ModelGraph& model, const std::vector<bool>& behind);

} // namespace nest
