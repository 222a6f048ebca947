// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"

#include <cstdint>
#include <string>
#include <vector>

/// A transformer as its configuration states it, family differences resolved. All counts and widths in elements.
namespace nest {

struct TransformerConfig {
    std::string name;
    std::string family; ///< its model_type: llama, mistral, mixtral, qwen2, qwen3, deepseek_v3, gpt2, bert, ...
    std::int64_t layers = 0, hidden = 0, heads = 0, kv_heads = 0;
    std::int64_t head_dim = 0;      ///< of queries and keys; of values too unless v_head_dim says otherwise
    std::int64_t ffn = 0;           ///< of blocks without experts
    std::int64_t vocab = 0;         ///< entries of the embedding
    std::int64_t vocab_entries = 0; ///< the tokenizer's, where `vocab` is padded from them; 0 = not known or the same
    std::int64_t experts = 0, top_k = 0, expert_ffn = 0;
    std::int64_t shared_ffn = 0; ///< width of the experts that see every token, all of them together
    bool shared_gate = false;    ///< their output is scaled by a learned weight per token (qwen2_moe)
    bool router_bias = false;    ///< a weight per expert that balances their load, outside the gradient (DeepSeek-V3)
    /// Blocks without experts in a model that has some, ascending from 0; the others are experts' blocks.
    std::vector<std::int64_t> dense_blocks;

    /// Multi-head latent attention (DeepSeek-V2, arXiv 2405.04434, section 2.1): keys and values come from a common
    /// latent vector of kv_lora_rank; 0 = ordinary attention. head_dim is then qk_nope_head_dim + qk_rope_head_dim,
    /// kv_heads equals heads, and queries come from a latent of q_lora_rank, or straight from the input if that is 0.
    std::int64_t kv_lora_rank = 0, q_lora_rank = 0;
    std::int64_t qk_nope_head_dim = 0;
    std::int64_t qk_rope_head_dim = 0; ///< carries the position; one such key is shared by all heads
    std::int64_t v_head_dim = 0;       ///< 0 = head_dim

    std::int64_t mtp_layers = 0;  ///< multi-token prediction: known, but no layers are built for it
    std::int64_t positions = 0;   ///< learned position embeddings (gpt2, bert); 0 = rotary
    std::int64_t rotary_base = 0; ///< of rotary positions ("theta"); 0 = not known. Costs nothing, but is the model's
    /// Stretches rotary positions as Llama 3.1 does it (frequency factors 1 and 4, 8192 positions before); 0 = not.
    double rotary_scaling = 0;
    std::int64_t token_types = 0; ///< segment embeddings (bert)
    std::int64_t max_sequence = 0;
    bool gated_mlp = true; ///< three matrices (SwiGLU) or two (GELU)
    bool rms_norm = true;
    bool attention_bias = false; ///< on Q, K, V; with latent attention on the projections down to the latents
    bool output_bias = false;    ///< on the attention output
    bool mlp_bias = false;
    bool qk_norm = false; ///< qwen3
    bool encoder = false; ///< bert: norms after the sums, attention to both sides, a pooler
    bool tied_embeddings = false;
    std::vector<std::string> assumed; ///< keys that were absent and assumed
    bool operator==(const TransformerConfig&) const = default;

    bool latent_attention() const { return kv_lora_rank > 0; }
    std::int64_t value_head_dim() const { return v_head_dim > 0 ? v_head_dim : head_dim; }
    /// Whether block `index` (from 0) holds experts.
    bool has_experts(std::int64_t index) const;
};

/// What contradicts itself or lies outside sensible bounds; the pointers are "/" and the field's name. Readers of other
/// formats report in their own terms before they come here.
std::vector<Diagnostic> check_transformer(const TransformerConfig& config);

/// Bounds that readers share.
constexpr std::int64_t most_blocks = 10'000;
constexpr std::int64_t most_elements = 1'000'000'000;        ///< of any one dimension
constexpr std::int64_t most_rotary_base = 1'000'000'000'000; ///< models for long texts have a few thousand millions
constexpr double most_rotary_scaling = 1e6;

} // namespace nest
