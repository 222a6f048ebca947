// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "model/model_graph.h"

#include <nlohmann/json.hpp>
#include <string>

/// Builders from a transformer's published configuration to layers of operators.
namespace nest {

enum class AttentionKernel { flash, unfused };

/// How a transformer is trained, as far as its operators depend on it.
struct BuildSettings {
    std::int64_t sequence_length = 0; ///< 0: the configuration's own (max_position_embeddings, at most 8192)
    AttentionKernel attention = AttentionKernel::flash;
    bool dropout = false;
    bool causal_flop = false; ///< count only the lower triangle of the scores (the time of a causal kernel)
};

/// A transformer as its configuration states it, family differences resolved.
struct TransformerConfig {
    std::string name;
    std::string family;               ///< llama, mistral, mixtral, qwen2, qwen3, gpt2, bert
    std::int64_t layers = 0, hidden = 0, heads = 0, kv_heads = 0, head_dim = 0, ffn = 0, vocab = 0;
    std::int64_t experts = 0, top_k = 0, expert_ffn = 0;
    std::int64_t positions = 0;       ///< learned position embeddings (gpt2, bert); 0 = rotary
    std::int64_t max_sequence = 0;
    bool gated_mlp = true;            ///< three matrices (SwiGLU) or two (GELU)
    bool rms_norm = true;
    bool attention_bias = false;      ///< on Q, K, V
    bool output_bias = false;         ///< on the attention output
    bool mlp_bias = false;
    bool qk_norm = false;             ///< qwen3
    bool tied_embeddings = false;
    std::vector<std::string> assumed; ///< keys that were absent and assumed
    bool operator==(const TransformerConfig&) const = default;
};

/// Reads a Hugging Face config.json of the llama, mistral, mixtral, qwen2, qwen3 and gpt2 families (bert too).
/// Faults name the JSON pointer; an unknown model_type is unsupported with the list of known ones.
Result<TransformerConfig> read_hf_config(const nlohmann::json& config, const std::string& file);

/// Embedding, blocks, final norm with head; a chain.
Result<ModelGraph> build_transformer(const TransformerConfig& config, const BuildSettings& settings);

} // namespace nest
