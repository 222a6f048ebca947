// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/files.h"
#include "io/reader.h"

#include <nlohmann/json.hpp>

/// The "transformer" object of nest-model files.
namespace nest::io {

namespace {

using nlohmann::json;

/// Whole numbers with their keys; those that a file must give come first.
constexpr std::pair<const char*, std::int64_t TransformerConfig::*> required_counts[] = {
    {"layers", &TransformerConfig::layers},
    {"hidden", &TransformerConfig::hidden},
    {"heads", &TransformerConfig::heads},
    {"vocab", &TransformerConfig::vocab}};
constexpr std::pair<const char*, std::int64_t TransformerConfig::*> optional_counts[] = {
    {"vocab_entries", &TransformerConfig::vocab_entries},
    {"kv_heads", &TransformerConfig::kv_heads},
    {"head_dim", &TransformerConfig::head_dim},
    {"ffn", &TransformerConfig::ffn},
    {"experts", &TransformerConfig::experts},
    {"top_k", &TransformerConfig::top_k},
    {"expert_ffn", &TransformerConfig::expert_ffn},
    {"shared_ffn", &TransformerConfig::shared_ffn},
    {"kv_lora_rank", &TransformerConfig::kv_lora_rank},
    {"q_lora_rank", &TransformerConfig::q_lora_rank},
    {"qk_nope_head_dim", &TransformerConfig::qk_nope_head_dim},
    {"qk_rope_head_dim", &TransformerConfig::qk_rope_head_dim},
    {"v_head_dim", &TransformerConfig::v_head_dim},
    {"mtp_layers", &TransformerConfig::mtp_layers},
    {"positions", &TransformerConfig::positions},
    {"token_types", &TransformerConfig::token_types},
    {"max_sequence", &TransformerConfig::max_sequence}};
constexpr std::pair<const char*, bool TransformerConfig::*> switches[] = {
    {"shared_gate", &TransformerConfig::shared_gate},
    {"router_bias", &TransformerConfig::router_bias},
    {"gated_mlp", &TransformerConfig::gated_mlp},
    {"rms_norm", &TransformerConfig::rms_norm},
    {"attention_bias", &TransformerConfig::attention_bias},
    {"output_bias", &TransformerConfig::output_bias},
    {"mlp_bias", &TransformerConfig::mlp_bias},
    {"qk_norm", &TransformerConfig::qk_norm},
    {"encoder", &TransformerConfig::encoder},
    {"tied_embeddings", &TransformerConfig::tied_embeddings}};

/// What follows from the rest where a file leaves it out.
void fill_absent(TransformerConfig& c) {
    if (c.kv_heads == 0) c.kv_heads = c.heads;
    if (c.head_dim == 0 && c.latent_attention())
        c.head_dim = c.qk_nope_head_dim + c.qk_rope_head_dim;
    else if (c.head_dim == 0 && c.heads > 0 && c.hidden % c.heads == 0)
        c.head_dim = c.hidden / c.heads;
    if (c.experts > 0 && c.expert_ffn == 0) c.expert_ffn = c.ffn;
}

} // namespace

json transformer_to_json(const TransformerConfig& config) {
    json result{{"name", config.name}, {"family", config.family}};
    for (const auto& [key, field] : required_counts)
        result[key] = config.*field;
    for (const auto& [key, field] : optional_counts)
        result[key] = config.*field;
    for (const auto& [key, field] : switches)
        result[key] = config.*field;
    if (config.rotary_base > 0) result["rotary_base"] = config.rotary_base;
    if (config.rotary_scaling > 0) result["rotary_scaling"] = config.rotary_scaling;
    result["dense_blocks"] = config.dense_blocks;
    if (!config.assumed.empty()) result["assumed"] = config.assumed;
    return result;
}

Result<TransformerConfig> transformer_from_json(const json& value, const std::string& file,
                                                const std::string& pointer) {
    FaultList faults(file);
    const Reader reader(value, faults, pointer);
    if (!reader.is_object()) return faults.take();
    TransformerConfig config;
    config.name = reader.name_or("name", "");
    config.family = reader.name_or("family", "");
    for (const auto& [key, field] : required_counts)
        config.*field = reader.integer(key, 1, most_elements);
    for (const auto& [key, field] : optional_counts)
        config.*field = reader.integer(key, 0, most_elements, 0);
    for (const auto& [key, field] : switches)
        config.*field = reader.boolean(key, config.*field);
    config.rotary_base = reader.integer("rotary_base", 0, most_rotary_base, 0);
    config.rotary_scaling = reader.number("rotary_scaling", {0, most_rotary_scaling}, 0);
    config.dense_blocks = reader.integers("dense_blocks", 0, most_elements);
    config.assumed = reader.texts("assumed");
    reader.warn_of_misspelt_keys();
    fill_absent(config);
    if (faults.empty()) {
        for (Diagnostic& diagnostic : check_transformer(config)) {
            diagnostic.pointer = pointer + diagnostic.pointer;
            faults.add(std::move(diagnostic));
        }
    }
    return result_of(std::move(config), faults);
}

} // namespace nest::io
