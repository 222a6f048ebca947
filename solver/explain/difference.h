// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "search/solve.h"

#include <array>
#include <cstddef>

/// Where the time and memory of plans go, in parts that add up, so that the difference of two plans of one problem can
/// be drawn as a waterfall.
namespace nest {

/// What a step's seconds are spent on.
enum class StepPart {
    compute,       ///< forward and backward work of the layers
    recomputation, ///< forward work done again
    tensor,        ///< tensor-parallel communication
    expert,        ///< expert-parallel communication
    context,       ///< context-parallel communication
    transfers,     ///< activations and gradients between stages
    zero,          ///< ZeRO 2 and 3, every micro-batch
    fill,          ///< waiting while the pipeline fills and drains
    imbalance,     ///< waiting because the slowest stage sets the pace
    sync,          ///< gradients, once per step
    update         ///< optimizer, once per step
};
constexpr std::size_t step_part_count = 11;

/// Parts of a plan's step time. seconds.
///
/// The first seven are what the average stage does: the mean over the stages of one micro-batch's seconds, times the m
/// micro-batches. The pipeline takes longer by the bubble, of two causes: imbalance = m (pace - mean load), where the
/// pace of 1F1B is the largest load and that of GPipe the largest forward plus the largest backward; fill = the rest,
/// pipeline - m pace, e.g. (s - 1) loads when all stages are equal. sync and update as in the price. All are 0 or more
/// and sum to Evaluation::step_seconds up to rounding (relative error below 1e-12 a stage). Copies of a stage share its
/// micro-batches: means are then over all copies, and a load counts as load / copies.
struct StepParts {
    std::array<double, step_part_count> seconds{};

    double& operator[](StepPart part) { return seconds[static_cast<std::size_t>(part)]; }
    double operator[](StepPart part) const { return seconds[static_cast<std::size_t>(part)]; }
    double total() const;
    bool operator==(const StepParts&) const = default;
};
StepParts step_parts(const Problem& problem, const RankedPlan& plan);

/// What fills the memory of a device.
enum class MemoryPart { weights, gradients, optimizer, activations, stash, working, logits, reserve };
constexpr std::size_t memory_part_count = 8;

/// Bytes on one device of the plan's fullest stage; the parts sum to the peak.
struct MemoryParts {
    int stage = 0;
    std::array<double, memory_part_count> bytes{};

    double operator[](MemoryPart part) const { return bytes[static_cast<std::size_t>(part)]; }
    double total() const;
    bool operator==(const MemoryParts&) const = default;
};
MemoryParts memory_parts(const Evaluation& evaluation);

/// Two plans of one problem, part by part.
struct Difference {
    StepParts time_from, time_to;
    MemoryParts memory_from, memory_to; ///< each at its own fullest stage

    double seconds(StepPart part) const { return time_to[part] - time_from[part]; }
    double bytes(MemoryPart part) const { return memory_to[part] - memory_from[part]; }
    double step_seconds() const { return time_to.total() - time_from.total(); }
    double peak_bytes() const { return memory_to.total() - memory_from.total(); }
};
Difference difference(const Problem& problem, const RankedPlan& from, const RankedPlan& to);

/// A part in words for a legend: English, marked for translation (context "Difference").
const char* name_of(StepPart part);
const char* name_of(MemoryPart part);

} // namespace nest
