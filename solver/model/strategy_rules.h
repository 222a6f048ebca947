// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/phrase.h"
#include "model/device.h"
#include "model/model_graph.h"

#include <optional>
#include <string>

/// From operators to profiles: how tensor, expert, context and sequence parallelism change a layer's work, memory and
/// communication on one device. Sources: Megatron-LM (Shoeybi et al. 2019), Korthikanti et al. 2022 (sequence
/// parallelism, selective recomputation), GShard (experts), ring attention (context).
namespace nest {

/// Choices outside the strategy that change a derived profile.
struct ProfileSettings {
    double expert_imbalance = 1; ///< factor on expert FLOP and saved bytes, >= 1
    double bytes_per_weight = 2; ///< of the precision preset, for weight traffic given per operator in bf16
};

/// What a strategy can be at odds with.
enum class StrategyRule { degree, heads, kv_heads, feed_forward, sequence_parallel, sequence, experts, expert_fold };

struct StrategyFault {
    StrategyRule rule{};
    Phrase clause; ///< with the numbers: "tp 3 does not divide 64 attention heads" (context "Layout")
};

/// Why a strategy can't be used for a model; nothing when it can.
std::optional<StrategyFault> strategy_fault(const ModelGraph& model, const Strategy& strategy);
/// The same as an English clause; empty when it can be used.
std::string why_invalid(const ModelGraph& model, const Strategy& strategy);

/// The layer's profile under a strategy and micro-batch: its own exactly fitting profile, or derived from operators.
/// Time of an operator: max(FLOP / (peak * matmul_efficiency), bytes / (memory_bandwidth * memory_efficiency)) +
/// launch_overhead, roofline of Williams et al. 2009; backward of a matrix product: twice the FLOP and bytes in two
/// launches. Fails with no_strategy when the layer has neither, out_of_range when the device has no speed.
Result<Profile> profile_of(const ModelGraph& model, const Layer& layer, const Strategy& strategy,
                           std::int64_t micro_batch, const Device& device, const ProfileSettings& settings);

} // namespace nest
