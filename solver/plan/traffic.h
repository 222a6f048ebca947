// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/evaluation.h"

#include <array>
#include <cstddef>
#include <vector>

/// How many bytes a plan sends over each level of the network in one step, and how long that keeps a device waiting:
/// the collectives and transfers of the price, counted instead of summed.
namespace nest {

enum class TrafficKind {
    tensor,      ///< tensor-parallel collectives inside the layers
    expert,      ///< expert-parallel all-to-alls
    context,     ///< the context ring
    replication, ///< ZeRO and data parallel: gradients, shards, tied embeddings
    transfers    ///< activations and gradients between stages
};
constexpr std::size_t traffic_kind_count = 5;

struct TrafficAmount {
    double bytes = 0;   ///< sent
    double seconds = 0; ///< exposed, as in StageTime
    TrafficAmount& operator+=(const TrafficAmount& other);
    TrafficAmount operator*(double factor) const { return {bytes * factor, seconds * factor}; }
};

/// What one device sends in one step; index 0 is level 1.
struct StageTraffic {
    std::vector<std::array<TrafficAmount, traffic_kind_count>> levels;
    double devices = 0; ///< that hold this stage, over all replicas
};

/// Bytes: what a device sends, counted once, at the highest level of the message's way. Collectives are counted level
/// by level as collective_levels() says, once for every time they run: in the forward and backward pass of every
/// micro-batch, again where recomputation repeats them, and once per step for gradients and weights. A stage sends its
/// activations to the next and its gradients to the one before. Overlap hides time, not bytes.
/// Seconds: what the price has for them, so that over all levels, with m micro-batches,
///   tensor = m tp_comm, expert = m ep_comm, context = m cp_comm, replication = m zero_comm + sync,
///   transfers = m (p2p_in + p2p_out).
/// A stage with q copies counts m / q micro-batches for each.
/// Groups that lie unevenly on the levels count as their member with most to carry, as in the price; then the whole
/// cluster's bytes are an upper bound.
struct Traffic {
    std::vector<StageTraffic> stages;

    int level_count() const { return stages.empty() ? 0 : static_cast<int>(stages.front().levels.size()); }
    /// One device of a stage.
    TrafficAmount of_stage(std::size_t stage, int level, TrafficKind kind) const {
        return stages[stage].levels[static_cast<std::size_t>(level - 1)][static_cast<std::size_t>(kind)];
    }
    /// All devices together. The seconds are device seconds.
    TrafficAmount of_cluster(int level, TrafficKind kind) const;
    /// The mean of the devices that the plan uses.
    TrafficAmount of_mean_device(int level, TrafficKind kind) const;
};

/// Faults: as StrategyTables::build(). `evaluation` is the plan's.
Result<Traffic> traffic(const Problem& problem, const Plan& plan, const Evaluation& evaluation);

} // namespace nest
