// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/evaluation.h"

#include <string>
#include <vector>

/// The parts of a Megatron-LM command that a plan decides, as flags with their values.
namespace nest::io::detail {

/// A flag and its values, quoted for the shell where they need it: "--num-layers 32".
struct Argument {
    std::string flag;
    std::string value; ///< empty for a switch
};
using Arguments = std::vector<Argument>;

/// A number as the engine takes it; never in the locale's form.
std::string number_text(std::int64_t value);

/// The step of which the engine makes the vocabulary a multiple on every tensor rank, unless it is told another one.
constexpr std::int64_t usual_vocabulary_step = 128;
/// A real number as short as it is the same, never in the locale's form.
std::string real_text(double value);

/// Entries as the engine pads them: to a multiple of step x tensor ranks.
std::int64_t padded_vocabulary(std::int64_t entries, std::int64_t step, std::int64_t tensor_ranks);
/// The step with which the engine pads the tokenizer's entries to the model's vocabulary; the usual one where none
/// does.
std::int64_t vocabulary_step(const TransformerConfig& model, std::int64_t tensor_ranks);

/// Why the engine's flags can't state a model; empty when they can.
std::string model_obstacle(const TransformerConfig& model, const Plan& plan);
/// Sizes and kind of the model.
Arguments model_arguments(const TransformerConfig& model, std::int64_t sequence_length, std::int64_t tensor_ranks);
/// True when the engine's expert ranks, which it lays out for every model, have to be given the tensor and context
/// ranks: pipeline ranks inside the replicas, context ranks, no experts.
bool equal_rank_grids(const TransformerConfig& model, const Plan& plan);
/// Experts; empty for a model without. Which of them the engine needs and takes together:
/// megatron/core/transformer/transformer_config.py.
Arguments expert_arguments(const TransformerConfig& model, const Options& options, const Plan& plan);
/// How the router balances its load. Neither time nor memory depends on it, but what is learned does: the engine's own
/// default of the loss is a coefficient of 0, its help text advises 1e-2 to start with; with a bias per expert the
/// figures are those of DeepSeek-V3 (arXiv 2412.19437, section 4.2). Empty for a model without experts.
Arguments router_arguments(const TransformerConfig& model);
/// Degrees, rank order, stages, ZeRO, recomputation. Fails when the plan isn't one for the model.
Result<Arguments> layout_arguments(const TransformerConfig& model, const Plan& plan);
/// Batch, precision, kernels, overlap.
Arguments training_arguments(const Problem& problem, const Plan& plan);

/// A list as short as Python takes it: "([0]*3+[1]*58)".
std::string pattern_text(const TransformerConfig& model);

} // namespace nest::io::detail
