// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"
#include "model/transformer_config.h"
#include "network/collectives.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// A neural network as layers and the tensors between them. A layer carries profiles (what it costs on one device
/// under one strategy), operators (from which profiles are derived), or both; an exactly fitting profile wins.
namespace nest {

/// Sub-graph strategy: changes a layer from inside, is priced before the search and adds no dimension to it.
struct Strategy {
    std::int64_t tp = 1;            ///< tensor-parallel degree t
    std::int64_t ep = 1;            ///< expert-parallel degree e
    std::int64_t cp = 1;            ///< context-parallel degree c
    bool sequence_parallel = false; ///< Korthikanti et al. 2022; only with tp > 1
    /// Tensor-parallel degree of the experts where they have a grid of their own ("folded", Megatron-LM): groups of
    /// ep * expert_tp ranks fill the t c d ranks of a stage. 0: expert ranks are a dimension of the stage's grid.
    std::int64_t expert_tp = 0;

    bool folded() const { return expert_tp > 0; }
    /// Devices that hold one copy of a stage; with folded experts, of all of it but the experts.
    std::int64_t width() const { return folded() ? tp * cp : tp * ep * cp; }
    /// Ranks of one copy that bring micro-batches of their own.
    std::int64_t data_ranks() const { return folded() ? 1 : ep; }
    /// Ranks that share each expert.
    std::int64_t expert_tensor_ranks() const { return folded() ? expert_tp : tp; }
    /// Degree that splits the expert parameters.
    std::int64_t expert_shards() const { return ep * expert_tensor_ranks(); }
    /// Whether groups of folded experts fill the ranks of a stage with so many replicas; true for others.
    bool experts_fill(std::int64_t replicas) const { return !folded() || width() * replicas % expert_shards() == 0; }
    bool operator==(const Strategy&) const = default;
    auto operator<=>(const Strategy&) const = default;
};

/// expert_tensor: the tensor-parallel ranks of folded experts.
enum class GroupKind { tensor, expert, context, expert_tensor };
enum class Pass { forward, backward };

struct Collective {
    CollectiveOp op{};
    GroupKind group{};
    Pass pass{};
    double bytes = 0; ///< full tensor, for one micro-batch; all_to_all: what each rank holds
    double count = 1;
    double hidden_behind = 0; ///< seconds of compute that overlap one such exchange; only the rest is exposed
    bool operator==(const Collective&) const = default;
};

/// What a layer costs on one device of its stage, for one micro-batch.
struct Profile {
    Strategy strategy;
    std::int64_t micro_batch = 1; ///< sequences
    double forward_seconds = 0;
    double backward_seconds = 0;
    double selective_recompute_seconds = 0;
    std::optional<double> weight_gradient_seconds; ///< part of backward, for ZB-H1; half where it isn't known
    double parameters = 0;                         ///< elements on this device, experts included
    double expert_parameters = 0;                  ///< the part that belongs to experts
    double tied_parameters = 0;                    ///< the part of an embedding that a tied head shares
    double activation_bytes = 0;                   ///< saved for backward
    double selective_activation_bytes = 0;         ///< what selective recomputation keeps
    /// This device's share of the model's FLOP (b / (c t) of a sequence's); 0 = unknown (profiled models). Work done
    /// twice over (replicated operators, expert imbalance) costs time but is no model FLOP.
    double forward_flop = 0;
    double selective_flop = 0; ///< the part of it that selective recomputation repeats
    std::vector<Collective> collectives;
    bool operator==(const Profile&) const = default;
};

enum class OperatorKind { linear, matmul, attention, norm, elementwise, embedding, loss, conv, router, other };
enum class Split { column, row, heads, vocab, expert, sequence, replicated };

/// Amounts of one operator for one sequence, unsplit.
struct Operator {
    std::string name;
    OperatorKind kind = OperatorKind::other;
    Split split = Split::replicated;
    double forward_flop = 0;
    double backward_flop = -1;         ///< -1: twice forward
    double activation_bytes_moved = 0; ///< memory traffic that scales with the micro-batch
    double weight_bytes = 0;           ///< moved once per micro-batch
    double parameters = 0;
    double expert_parameters = 0;
    /// Tensor at its border: what column gathers; experts dispatch top_k copies. Columns in a row read the same input,
    /// until a linear operator that is whole on every rank makes a new one.
    double input_bytes = 0;
    double output_bytes = 0; ///< what row reduces; experts combine top_k copies
    /// Attention: what the context ring carries. On a column-parallel projection it marks keys and values, which
    /// divide by no more ranks than there are key/value heads.
    double kv_bytes = 0;
    double saved_bytes = 0;
    bool selective = false; ///< dropped by selective recomputation
    std::int64_t top_k = 0; ///< experts: choices per token; FLOP and bytes moved or saved include it
    bool operator==(const Operator&) const = default;
};

enum class LayerKind { embedding, transformer, moe, head, conv, other };

struct Layer {
    std::string id;
    LayerKind kind = LayerKind::other;
    std::vector<Profile> profiles;
    std::vector<Operator> operators;
    bool operator==(const Layer&) const = default;
};
/// What engines count as a layer: anything but embeddings and heads.
inline bool is_block(const Layer& layer) {
    return layer.kind != LayerKind::embedding && layer.kind != LayerKind::head;
}

/// Tensor between two layers; bytes for one sequence, unsplit.
struct Edge {
    int from = 0; ///< index into layers
    int to = 0;
    double bytes = 0;
    bool operator==(const Edge&) const = default;
};

struct ModelGraph {
    std::string name;
    std::string source;
    std::int64_t sequence_length = 0; ///< 0 = unknown, as for all of these
    std::int64_t hidden_size = 0;
    std::int64_t attention_heads = 0;
    std::int64_t kv_heads = 0;
    std::int64_t ffn_size = 0;
    std::int64_t vocab_size = 0;
    std::int64_t experts = 0;
    std::int64_t top_k = 0;
    bool tied_embeddings = false;
    std::vector<Layer> layers;
    std::vector<Edge> edges;
    std::vector<std::string> assumed; ///< names of values that were assumed, for the badge
    /// What the layers were built from: an embedding, its blocks and a head, in this order. Nothing for models of other
    /// origin; whoever changes layers by hand drops it.
    std::optional<TransformerConfig> architecture;

    /// Total parameters, tied ones once.
    double parameters() const;
    bool operator==(const ModelGraph&) const = default;
};

/// Checks ids, edges, acyclicity and finite non-negative numbers; JSON pointers of the nest-model format.
std::vector<Diagnostic> check_model(const ModelGraph& model);

/// Layers in an order in which everything comes after what it reads; of those that could be next, the first in the
/// list. Layers on a circle, which check_model() refuses, are left out.
std::vector<int> layers_in_order(const ModelGraph& model);

std::string_view name_of(LayerKind kind);
std::string_view name_of(OperatorKind kind);
std::string_view name_of(Split split);
std::string_view name_of(GroupKind group);
std::string_view name_of(Pass pass);

} // namespace nest
