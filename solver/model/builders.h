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

/// Reads a Hugging Face config.json of the families in known_model_types(). A language model inside a wrapper
/// (text_config) is read alone, with a warning that the rest is left out. Null counts as absent; absent keys take the
/// defaults of the family's class. Faults name the JSON pointer, below `pointer`; an unknown model_type is unsupported
/// with the list of known ones.
Result<TransformerConfig> read_hf_config(const nlohmann::json& config, const std::string& file,
                                         const std::string& pointer = "");

/// The values of model_type that read_hf_config understands.
const std::vector<std::string>& known_model_types();

/// Embedding, blocks, final norm with head; a chain whose edges carry 2 s h bytes. Blocks with experts are equal but
/// for the id, and so are those without. Amounts are for bf16 and one sequence. Sources: saved bytes as in Korthikanti
/// et al. 2022, section 4.1, for the parts that each family has; FLOP 2 per weight and token, plus 4 s^2 a d for
/// scores; memory traffic counts every operator's inputs and outputs once. A tied head has no parameters of its own:
/// they are the embedding's. Logits are not among the saved bytes: they depend on how the loss is computed. Latent
/// attention is trained in its expanded form, as DeepSeek's and Megatron-LM's code does: projections down to the
/// latents are whole on every tensor-parallel rank, those up from them split by heads, and a context ring carries the
/// expanded keys and values. Kept for the backward pass: the latents before and after their norms, the rotary key, and
/// what attention reads. The model remembers `config` as its architecture. Layers for multi-token prediction are left
/// out, which is noted among the assumptions.
Result<ModelGraph> build_transformer(const TransformerConfig& config, const BuildSettings& settings);

} // namespace nest
