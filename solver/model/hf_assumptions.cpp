// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model/hf_assumptions.h"

#include "base/phrase.h"

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>

namespace nest {

namespace {

using Json = nlohmann::json;

const Json* find(const Json& object, const char* key) {
    const auto value = object.find(key);
    return value == object.end() || value->is_null() ? nullptr : &*value;
}

/// A value as a person wrote it, on a few characters.
std::string value_of(const Json& value) {
    constexpr std::size_t longest = 40;
    return elided(value.is_string() ? value.get<std::string>()
                                    : value.dump(-1, ' ', false, Json::error_handler_t::replace),
                  longest);
}

class Notes {
public:
    explicit Notes(const Json& json) : m_json(json) {}

    void add(const char* priced, const char* key) { add(priced, key, value_of(m_json.at(key))); }
    void add(const char* priced, const char* key, const std::string& value) {
        list.push_back(std::string(priced) + " in place of " + key + (value.empty() ? "" : " " + value));
    }
    bool is_true(const char* key) const {
        const Json* value = find(m_json, key);
        return value && *value == true;
    }

    std::vector<std::string> list;

private:
    const Json& m_json;
};

/// The family decides whether the feed-forward part is gated, the activation only what stands between its products.
void note_activation(const Json& json, const TransformerConfig& c, Notes& notes) {
    for (const char* key : {"hidden_act", "hidden_activation", "activation_function"}) {
        const Json* value = find(json, key);
        if (!value) continue;
        const std::string name = value_of(*value);
        const bool usual = c.gated_mlp ? name == "silu" || name == "swish" : name.starts_with("gelu");
        if (!usual) notes.add(c.gated_mlp ? "SwiGLU" : "GELU", key);
        return;
    }
}

void note_biases(const Json& json, const TransformerConfig& c, Notes& notes) {
    if (const Json* bias = find(json, "attention_bias"); bias && *bias != c.attention_bias)
        notes.add(c.attention_bias ? "biases of queries, keys and values" : "no biases", "attention_bias");
    if (notes.is_true("mlp_bias") && !c.mlp_bias) notes.add("no biases", "mlp_bias");
}

void note_attention(const Json& json, const TransformerConfig& c, Notes& notes) {
    if (const Json* kinds = find(json, "layer_types"); kinds && kinds->is_array()) {
        const auto other =
            std::find_if(kinds->begin(), kinds->end(), [](const Json& kind) { return kind != "full_attention"; });
        if (other != kinds->end()) notes.add("full attention", "layer_types", value_of(*other));
    }
    if (notes.is_true("add_cross_attention")) notes.add("no cross-attention", "add_cross_attention", {});
    if (c.positions > 0) {
        const Json* kind = find(json, "position_embedding_type");
        if (kind && *kind != "absolute") notes.add("absolute positions", "position_embedding_type");
        const Json* width = find(json, "head_dim");
        if (width && *width != c.head_dim) notes.add("the width over the heads", "head_dim");
    }
    for (const char* key : {"rope_scaling", "rope_parameters"}) {
        const Json* scaling = find(json, key);
        if (!scaling || !scaling->is_object() || c.rotary_scaling > 0 || c.positions > 0) continue;
        const Json* type = find(*scaling, "rope_type");
        if (!type) type = find(*scaling, "type");
        if (type && *type != "default") notes.add("plain rotary positions", key, value_of(*type));
    }
}

} // namespace

std::vector<std::string> keys_priced_otherwise(const Json& json, const TransformerConfig& config) {
    Notes notes(json);
    note_activation(json, config, notes);
    note_biases(json, config, notes);
    note_attention(json, config, notes);
    if (const Json* stored = find(json, "quantization_config"); stored && stored->is_object()) {
        const Json* method = find(*stored, "quant_method");
        notes.add("weights of the chosen precision", "quantization_config", method ? value_of(*method) : "");
    }
    if (config.experts == 0) {
        for (const char* key : {"num_local_experts", "num_experts", "n_routed_experts"}) {
            const Json* experts = find(json, key);
            if (!experts || !experts->is_number() || *experts <= 1) continue;
            notes.add("no experts", key);
            break;
        }
    }
    return std::move(notes.list);
}

} // namespace nest
