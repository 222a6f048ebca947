// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "model/model_graph.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

/// Builders from a transformer's published configuration to layers of operators.
namespace nest {

enum class AttentionKernel { flash, unfused };

/// How a transformer is trained, as far as its operators depend on it.
struct BuildSettings {
    std::int64_t sequence_length = 0; ///< 0: the configuration's own (max_position_embeddings, at most 8192)
    AttentionKernel attention = AttentionKernel::flash;
    bool dropout = false;
    /// Counts only the lower triangle of the attention scores: about the time of a causal flash kernel. Off, scores
    /// count in full, as the usual formulas for model FLOP and MFU do (Narayanan et al. 2021; PaLM, appendix B).
    bool causal_flop = false;
};

/// A transformer as its configuration states it, family differences resolved.
struct TransformerConfig {
    std::string name;
    std::string family; ///< its model_type: llama, mistral, mixtral, qwen2, qwen3, gpt2, bert, ...
    std::int64_t layers = 0, hidden = 0, heads = 0, kv_heads = 0, head_dim = 0, ffn = 0, vocab = 0;
    std::int64_t experts = 0, top_k = 0, expert_ffn = 0;
    std::int64_t shared_ffn = 0;  ///< width of the expert that sees every token (qwen2_moe)
    std::int64_t positions = 0;   ///< learned position embeddings (gpt2, bert); 0 = rotary
    std::int64_t token_types = 0; ///< segment embeddings (bert)
    std::int64_t max_sequence = 0;
    bool gated_mlp = true; ///< three matrices (SwiGLU) or two (GELU)
    bool rms_norm = true;
    bool attention_bias = false; ///< on Q, K, V
    bool output_bias = false;    ///< on the attention output
    bool mlp_bias = false;
    bool qk_norm = false; ///< qwen3
    bool encoder = false; ///< bert: norms after the sums, attention to both sides, a pooler
    bool tied_embeddings = false;
    std::vector<std::string> assumed; ///< keys that were absent and assumed
    bool operator==(const TransformerConfig&) const = default;
};

/// Reads a Hugging Face config.json of the families in known_model_types(). A language model inside a wrapper
/// (text_config) is read alone, with a warning that the rest is left out. Null counts as absent; absent keys take the
/// defaults of the family's class. Faults name the JSON pointer, below `pointer`; an unknown model_type is unsupported
/// with the list of known ones.
Result<TransformerConfig> read_hf_config(const nlohmann::json& config, const std::string& file,
                                         const std::string& pointer = "");

/// The values of model_type that read_hf_config understands.
const std::vector<std::string>& known_model_types();

/// Embedding, blocks, final norm with head; a chain whose edges carry 2 s h bytes. All blocks are equal but for the
/// id. Amounts are for bf16 and one sequence. Sources: saved bytes as in Korthikanti et al. 2022, section 4.1, for the
/// parts that each family has; FLOP 2 per weight and token, plus 4 s^2 a d for scores; memory traffic counts every
/// operator's inputs and outputs once. A tied head has no parameters of its own: they are the embedding's. Logits are
/// not among the saved bytes: they depend on how the loss is computed.
Result<ModelGraph> build_transformer(const TransformerConfig& config, const BuildSettings& settings);

} // namespace nest
