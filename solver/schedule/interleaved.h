// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

/// The order in which interleaved 1F1B works, as Megatron-LM has it (Narayanan et al. 2021; Megatron Core 0.15,
/// core/pipeline_parallel/schedules.py): passes are counted 0, 1, ... on each stage, s micro-batches in a row through
/// one chunk, then the same through the next one; backward goes through the chunks from the last one.
namespace nest {

struct InterleavedOrder {
    std::int64_t micro_batches = 1, stages = 1, chunks = 1; ///< m, a multiple of s; s; v

    std::int64_t passes() const { return micro_batches * chunks; } ///< of one direction on one stage
    /// Forward passes before the first backward one that has another forward pass before it.
    std::int64_t warmup(std::int64_t stage) const {
        return std::min(passes(), 2 * (stages - stage - 1) + (chunks - 1) * stages);
    }
    std::int64_t chunk(std::int64_t pass, bool backward) const {
        const std::int64_t forward = pass / stages % chunks;
        return backward ? chunks - 1 - forward : forward;
    }
    std::int64_t micro_batch(std::int64_t pass) const { return pass / (stages * chunks) * stages + pass % stages; }
    /// The pass of a micro-batch through a chunk.
    std::int64_t pass(std::int64_t chunk, std::int64_t micro_batch, bool backward) const {
        const std::int64_t turn = backward ? chunks - 1 - chunk : chunk;
        return (micro_batch / stages * chunks + turn) * stages + micro_batch % stages;
    }
    /// Passes through a chunk among the first `count`.
    std::int64_t passes_of(std::int64_t chunk, std::int64_t count, bool backward) const {
        const std::int64_t turn = backward ? chunks - 1 - chunk : chunk, round = stages * chunks;
        return count / round * stages + std::clamp<std::int64_t>(count % round - turn * stages, 0, stages);
    }

    /// Of a stage's tasks: forward passes among the first `count`; the others are backward ones.
    std::int64_t forwards_among(std::int64_t stage, std::int64_t count) const {
        const std::int64_t first = warmup(stage);
        return count <= first ? count : std::min(passes(), first + (count - first + 1) / 2);
    }
    /// Place of a pass among a stage's tasks.
    std::int64_t task(std::int64_t stage, std::int64_t pass, bool backward) const {
        const std::int64_t first = warmup(stage);
        if (!backward) return pass < first ? pass : first + 2 * (pass - first);
        return pass < passes() - first ? first + 2 * pass + 1 : passes() + pass;
    }
};

/// What a stage keeps at its fullest moments: micro-batches of each chunk whose activations are there. No other moment
/// keeps more of any mix of chunks. All add up to in_flight_micro_batches() at most.
std::vector<std::vector<std::int64_t>> fullest_moments(const InterleavedOrder& order, std::int64_t stage);

} // namespace nest
