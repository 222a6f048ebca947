// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "model/model_graph.h"

#include <optional>

/// Whether a model's layers are those of the transformer that it says it is. Both are in a file, prices come from the
/// layers and launch scripts from the transformer: somebody who edits one of two would get a plan for one model and a
/// script for another.
namespace nest {

/// What contradicts the model's architecture, `inconsistent` at a pointer of the nest-model format, or nothing:
/// - a size that the model states itself (kv_heads, vocab_size, ...) and its transformer states otherwise;
/// - operators and tensors that build_transformer() would give other widths, under no kernel and with no dropout.
/// Amounts of single layers that were edited (model/layer_edits.h) change in proportion inside a layer, which is
/// allowed for. Layers with other operators than the builder's (traced, or measured alone) are judged by the sizes
/// that the model states. Nothing for a model without an architecture or whose layers are too many or too few for it.
std::optional<Diagnostic> contradiction_with_architecture(const ModelGraph& model);

/// The model trained at another sequence length: built again in the way in which its layers were, with its name and
/// origin. Fault: unsupported where the layers are not just as build_transformer() makes them, since what a layer costs
/// at another length can't be told from its cost at one; and those of build_transformer().
Result<ModelGraph> at_sequence_length(const ModelGraph& model, std::int64_t length);

} // namespace nest
