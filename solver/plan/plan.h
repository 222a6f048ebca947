// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "model/model_graph.h"
#include "plan/options.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nest {

struct StagePlan {
    std::vector<int> layers; ///< indices into ModelGraph::layers, ascending
    Recompute recompute = Recompute::none;
    int zero = 0;             ///< ZeRO stage 0..3
    int recompute_layers = 0; ///< full recomputation of the first so many layers alone; 0: of all
    /// Interleaved: how many layers each virtual stage has; `layers` then lists them one virtual stage after the other,
    /// ascending in each. Empty: all are one. Partial recomputation is of the first layers of each virtual stage.
    std::vector<int> chunk_sizes{};
    /// q: how often the stage is there inside each replica; micro-batch n runs on copy n mod q (PipeDream, Narayanan et
    /// al. 2019; Piper, Tarnawski et al. 2021).
    std::int64_t copies = 1;
    bool operator==(const StagePlan&) const = default;

    std::int64_t chunk_count() const { return chunk_sizes.empty() ? 1 : static_cast<std::int64_t>(chunk_sizes.size()); }
    /// One virtual stage alone, as a stage of its own.
    StagePlan chunk(std::int64_t index) const;
    /// Layers of the largest virtual stage.
    int longest_chunk() const;
    /// Full recomputation that leaves out the last layers of the stage.
    bool is_partial() const {
        return recompute == Recompute::full && recompute_layers > 0 && recompute_layers < longest_chunk();
    }
    /// Layers whose whole forward pass is done again.
    int repeated_layers() const;
};

/// The first layers of a stage in the order of the model, which partial recomputation repeats.
std::vector<int> repeated_layers(const ModelGraph& model, const StagePlan& stage);

/// A complete answer: how every layer and rank is used. Degrees are derived from the grid, never stored twice.
struct Plan {
    Strategy strategy;
    std::int64_t micro_batch = 1;
    ScheduleKind schedule = ScheduleKind::one_f_one_b;
    LayoutKind layout = LayoutKind::pp_inner;
    std::int64_t stride = 1;   ///< ranks between two outer groups
    std::int64_t replicas = 1; ///< d
    std::vector<StagePlan> stages;
    bool operator==(const Plan&) const = default;

    std::int64_t stage_count() const { return static_cast<std::int64_t>(stages.size()); }
    /// v: chunks of layers on each stage's devices; 1 unless the schedule is interleaved.
    std::int64_t virtual_stages() const { return stages.empty() ? 1 : stages.front().chunk_count(); }
    /// The stages in the order of the layers: those of the pipeline, or its virtual stages, of which number c s + i is
    /// chunk c of stage i.
    std::vector<StagePlan> virtual_pipeline() const;
    /// Blocks of ranks in one replica: the stages, each as often as it has copies.
    std::int64_t blocks() const;
    bool has_copies() const { return blocks() > stage_count(); }
    /// Copies of each stage; empty where each has one.
    std::vector<std::int64_t> copies() const;
    /// Copies of stages from this one to the last, its own included; 0 where each stage has one.
    std::int64_t copies_to_the_end(std::int64_t stage) const;
    std::int64_t devices() const { return strategy.width() * replicas * blocks(); }
    std::int64_t data_parallel() const { return replicas * strategy.data_ranks(); } ///< Megatron-LM's dp
    /// m = B / (b e d), with folded experts B / (b d), rounded up if it must be.
    std::int64_t micro_batches(std::int64_t global_batch) const;
};

/// Where the ranks are. Coordinates: replica r, stage i, position j = (expert * c + context) * t + tensor. With folded
/// experts j = context * t + tensor, and the ranks of a stage counted by q = r t c + j have expert q / et mod e.
/// Copies of a stage are neighbours inside their replica (pp-inner alone).
struct RankGrid {
    Strategy strategy;
    LayoutKind layout = LayoutKind::pp_inner;
    std::int64_t stage_count = 1, replicas = 1, stride = 1;
    /// Blocks of a replica before each stage, and all of them in the end; empty where each stage has one copy.
    std::vector<std::int64_t> blocks_before{};

    explicit RankGrid(const Plan& plan);
    RankGrid(const Strategy& strategy, LayoutKind layout, std::int64_t stage_count, std::int64_t replicas,
             std::int64_t stride);
    std::int64_t rank(std::int64_t replica, std::int64_t stage, std::int64_t j, std::int64_t copy = 0) const {
        const std::int64_t w = strategy.width();
        return layout == LayoutKind::pp_inner ? replica * stride + (first_block(stage) + copy) * w + j
                                              : stage * stride + replica * w + j;
    }
    std::int64_t first_block(std::int64_t stage) const {
        return blocks_before.empty() ? stage : blocks_before[static_cast<std::size_t>(stage)];
    }
    std::int64_t copies(std::int64_t stage) const {
        return blocks_before.empty() ? 1 : first_block(stage + 1) - first_block(stage);
    }
    /// Blocks of one replica.
    std::int64_t blocks() const { return blocks_before.empty() ? stage_count : blocks_before.back(); }
    std::int64_t inner() const { return layout == LayoutKind::pp_inner ? blocks() : replicas; }
    std::int64_t outer() const { return layout == LayoutKind::pp_inner ? replicas : stage_count; }
    std::int64_t last_rank() const { return (outer() - 1) * stride + inner() * strategy.width() - 1; }
};

/// Coordinates of one rank of a plan; `used` is false for an idle device.
struct RankPlace {
    bool used = false;
    std::int64_t replica = 0, stage = 0, expert = 0, context = 0, tensor = 0;
    std::int64_t copy = 0; ///< of the stage
};
RankPlace place_of(const RankGrid& grid, std::int64_t rank);

/// One line: "tp8 pp4 dp4 mb1 zero1 full"; parts at their default (ep, cp, sp, pp-inner, copies) are left out. Copies
/// are listed by stage: "copies1,2,1".
std::string layout_text(const Plan& plan);

} // namespace nest
