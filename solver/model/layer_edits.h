// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "model/model_graph.h"

#include <optional>
#include <string>
#include <vector>

/// Amounts of single layers that a person replaced, kept beside the model they belong to.
namespace nest {

/// The case in which a layer's amounts are stated: on one device with nothing split and one sequence, or, where some
/// layer was not profiled so, the narrowest strategy and least micro-batch for which every layer has a cost.
struct ReferenceCase {
    Strategy strategy;
    std::int64_t micro_batch = 1;
    bool operator==(const ReferenceCase&) const = default;
};
ReferenceCase reference_case(const ModelGraph& model);

/// The layer's own profile for a case; null where its amounts are derived from operators.
const Profile* profile_for(const Layer& layer, const ReferenceCase& reference);

/// New amounts of one layer in the reference case; what is absent stays.
struct LayerEdit {
    std::string layer;                      ///< id
    std::optional<double> parameters;       ///< elements
    std::optional<double> forward_flop;     ///< of layers whose time is derived from operators; backward follows
    std::optional<double> forward_seconds;  ///< of profiled layers; backward and recomputation follow
    std::optional<double> activation_bytes; ///< saved for the backward pass
    bool operator==(const LayerEdit&) const = default;

    bool empty() const { return !parameters && !forward_flop && !forward_seconds && !activation_bytes; }
};

/// Sets the amounts of the edited layers: their operators and profiles change in proportion, so that the other
/// strategies and micro-batches follow. An amount changes alone: more parameters are no more FLOP, but their traffic
/// (weight_bytes) grows with them. Where a layer derived from operators has none of an amount, the operator with the
/// most FLOP takes it whole. Faults, at the pointers of the nest-model format: unknown_name for a layer that isn't
/// there, duplicate_name for a second edit of one, inconsistent for FLOP of a profiled layer or seconds of a derived
/// one, and for a profiled amount of 0, which leaves nothing to scale.
std::vector<Diagnostic> apply_layer_edits(ModelGraph& model, const std::vector<LayerEdit>& edits);

} // namespace nest
