// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/phrase.h"
#include "model/builders.h"
#include "model/hf_assumptions.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <nlohmann/json.hpp>

namespace nest {

namespace {

using Json = nlohmann::json;
using Keys = std::initializer_list<const char*>;

/// Reads keys of one JSON object. The first fault stays; later reads return 0 and change nothing.
class ConfigReader {
public:
    ConfigReader(const Json& object, std::string file, std::string pointer)
        : m_object(object), m_file(std::move(file)), m_pointer(std::move(pointer)) {}

    std::optional<Diagnostic> fault;
    std::vector<std::string> assumed;

    /// First of the keys that is there and isn't null.
    const Json* find(Keys keys, std::string* found = nullptr) const {
        for (const char* key : keys) {
            const auto value = m_object.find(key);
            if (value == m_object.end() || value->is_null()) continue;
            if (found != nullptr) *found = key;
            return &*value;
        }
        return nullptr;
    }
    bool has(Keys keys) const { return find(keys) != nullptr; }

    /// A whole number from 1 (or `least`) to `most`, or nothing if no key is there.
    std::optional<std::int64_t> optional_count(Keys keys, std::int64_t most = most_elements, std::int64_t least = 1) {
        std::string key;
        const Json* value = find(keys, &key);
        if (value == nullptr || fault) return std::nullopt;
        if (!value->is_number()) {
            fail(ErrorCode::wrong_type, key, "a whole number", type_and_text(*value));
            return std::nullopt;
        }
        const auto number = value->get<double>();
        if (number != std::floor(number)) {
            fail(ErrorCode::wrong_type, key, "a whole number", value->dump());
            return std::nullopt;
        }
        if (!(number >= static_cast<double>(least) && number <= static_cast<double>(most))) {
            fail(ErrorCode::out_of_range, key, std::to_string(least) + " to " + std::to_string(most), value->dump());
            return std::nullopt;
        }
        return static_cast<std::int64_t>(number);
    }

    std::int64_t count(Keys keys, const char* what, std::int64_t most = most_elements, std::int64_t least = 1) {
        const auto value = optional_count(keys, most, least);
        if (value) return *value;
        if (!fault) fail(ErrorCode::missing_key, *keys.begin(), what, "", m_pointer);
        return 0;
    }

    /// The default of the family's class, remembered as assumed.
    std::int64_t count_or(Keys keys, std::int64_t otherwise) {
        if (const auto value = optional_count(keys)) return *value;
        if (!fault) assumed.emplace_back(*keys.begin());
        return otherwise;
    }

    bool flag(Keys keys, bool otherwise) {
        std::string key;
        const Json* value = find(keys, &key);
        if (value == nullptr || fault) return otherwise;
        if (value->is_boolean()) return value->get<bool>();
        fail(ErrorCode::wrong_type, key, "true or false", type_and_text(*value));
        return otherwise;
    }

    /// An optional list of whole numbers from 0 to below `end`.
    std::vector<std::int64_t> indices(const char* key, std::int64_t end) {
        std::vector<std::int64_t> list;
        const Json* value = find({key});
        if (value == nullptr || fault) return list;
        const bool whole = value->is_array() && std::all_of(value->begin(), value->end(), [&](const Json& item) {
                               return item.is_number_integer() && item >= 0 && item < end;
                           });
        if (whole)
            list = value->get<std::vector<std::int64_t>>();
        else
            fail(ErrorCode::wrong_type, key, "a list of blocks from 0 to " + std::to_string(end - 1),
                 type_and_text(*value));
        return list;
    }

    void fail(ErrorCode code, const std::string& key, std::string expected, std::string found) {
        fail(code, key, std::move(expected), std::move(found), m_pointer + "/" + key);
    }
    void fail(ErrorCode code, std::string key, std::string expected, std::string found, std::string pointer) {
        if (fault) return;
        fault = Diagnostic();
        fault->code = code;
        fault->file = m_file;
        fault->pointer = std::move(pointer);
        fault->subject = std::move(key);
        fault->expected = std::move(expected);
        fault->found = std::move(found);
    }

    const std::string& pointer() const { return m_pointer; }

    static std::string type_and_text(const Json& value) {
        std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
        if (text.size() > 40) text = text.substr(0, 37) + "...";
        return std::string(value.type_name()) + " " + text;
    }

private:
    const Json& m_object;
    std::string m_file;
    std::string m_pointer;
};

constexpr std::int64_t most_experts = 100'000;

bool has_latent_attention(const std::string& family) {
    return family == "deepseek_v2" || family == "deepseek_v3" || family == "kimi_k2";
}

bool is_known(const std::string& type) {
    const auto& known = known_model_types();
    return std::find(known.begin(), known.end(), type) != known.end();
}

/// "a, b or c"
std::string known_list() {
    const auto& known = known_model_types();
    std::string text;
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (i > 0) text += i + 1 == known.size() ? " or " : ", ";
        text += known[i];
    }
    return text;
}

/// A name for people: the repository's name, else the file's.
std::string name_from(const Json& config, const std::string& file, const std::string& family) {
    std::string path;
    const auto given = config.find("_name_or_path");
    if (given != config.end() && given->is_string()) path = given->get<std::string>();
    if (path.empty()) {
        path = file;
        if (path.size() > 5 && path.ends_with(".json")) path.resize(path.size() - 5);
        if (path.ends_with("config") || path == "-") path = family;
    }
    while (path.size() > 1 && path.back() == '/')
        path.pop_back();
    constexpr std::size_t longest = 120;
    return elided(printable(path.substr(path.find_last_of('/') + 1)), longest);
}

/// One entry is no language.
std::int64_t read_vocabulary(ConfigReader& reader) {
    return reader.count({"vocab_size"}, "the size of the vocabulary", most_elements, 2);
}

/// GPT-2: layer norms, biases everywhere, plain MLP, learned positions, head tied to the embedding.
void read_gpt2(ConfigReader& reader, TransformerConfig& c) {
    c.hidden = reader.count({"n_embd", "hidden_size"}, "the model's width");
    c.layers = reader.count({"n_layer", "num_hidden_layers"}, "the number of blocks", most_blocks);
    c.heads = reader.count({"n_head", "num_attention_heads"}, "the number of attention heads");
    c.vocab = read_vocabulary(reader);
    c.kv_heads = c.heads;
    c.ffn = reader.optional_count({"n_inner", "intermediate_size"}).value_or(4 * c.hidden);
    c.positions = reader.count_or({"n_positions", "max_position_embeddings", "n_ctx"}, 1024);
    c.max_sequence = c.positions;
    c.gated_mlp = c.rms_norm = false;
    c.attention_bias = c.output_bias = c.mlp_bias = true;
    c.tied_embeddings = reader.flag({"tie_word_embeddings"}, true);
}

/// BERT: as GPT-2, but an encoder with segment embeddings and a pooler.
void read_bert(ConfigReader& reader, TransformerConfig& c) {
    c.hidden = reader.count({"hidden_size"}, "the model's width");
    c.layers = reader.count({"num_hidden_layers"}, "the number of blocks", most_blocks);
    c.heads = reader.count({"num_attention_heads"}, "the number of attention heads");
    c.vocab = read_vocabulary(reader);
    c.kv_heads = c.heads;
    c.ffn = reader.count({"intermediate_size"}, "the width of the feed-forward part");
    c.positions = reader.count_or({"max_position_embeddings"}, 512);
    c.token_types = reader.count_or({"type_vocab_size"}, 2);
    c.max_sequence = c.positions;
    c.gated_mlp = c.rms_norm = false;
    c.attention_bias = c.output_bias = c.mlp_bias = true;
    c.encoder = true;
    c.tied_embeddings = reader.flag({"tie_word_embeddings"}, true);
}

/// Which blocks have no experts: every decoder_sparse_step-th one has some (counted from 1), those named never.
void read_sparse_steps(ConfigReader& reader, TransformerConfig& c) {
    const std::int64_t step = reader.optional_count({"decoder_sparse_step"}).value_or(1);
    const std::vector<std::int64_t> named = reader.indices("mlp_only_layers", c.layers);
    for (std::int64_t i = 0; i < c.layers; ++i) {
        if ((i + 1) % step != 0 || std::find(named.begin(), named.end(), i) != named.end()) c.dense_blocks.push_back(i);
    }
}

/// DeepSeek: the first blocks have none, of the others every moe_layer_freq-th one, counted from 0.
void read_first_dense(ConfigReader& reader, TransformerConfig& c) {
    const std::int64_t first = reader.optional_count({"first_k_dense_replace"}, most_blocks, 0).value_or(0);
    const std::int64_t step = reader.optional_count({"moe_layer_freq"}).value_or(1);
    for (std::int64_t i = 0; i < c.layers; ++i) {
        if (i < first || i % step != 0) c.dense_blocks.push_back(i);
    }
}

void read_experts(ConfigReader& reader, TransformerConfig& c) {
    const bool is_deepseek = has_latent_attention(c.family);
    c.experts = reader.count({"num_local_experts", "num_experts", "n_routed_experts"}, "the number of experts");
    c.top_k = reader.count({"num_experts_per_tok"}, "how many experts a token goes to");
    if (!reader.fault && c.top_k > c.experts) {
        reader.fail(ErrorCode::out_of_range, "num_experts_per_tok", "at most the experts, " + std::to_string(c.experts),
                    std::to_string(c.top_k));
    }
    if (is_deepseek)
        c.expert_ffn = reader.count({"moe_intermediate_size"}, "the width of an expert");
    else
        c.expert_ffn = reader.optional_count({"moe_intermediate_size"}).value_or(c.ffn);
    if (c.family == "qwen2_moe") {
        c.shared_ffn = reader.count({"shared_expert_intermediate_size"}, "the width of the shared expert");
        c.shared_gate = true;
    }
    if (is_deepseek) {
        c.shared_ffn = c.expert_ffn * reader.optional_count({"n_shared_experts"}, most_experts, 0).value_or(0);
        c.router_bias = c.family != "deepseek_v2";
        read_first_dense(reader, c);
    } else {
        read_sparse_steps(reader, c);
    }
    if (!reader.fault && !c.dense_blocks.empty() && c.ffn == 0)
        c.ffn = reader.count({"intermediate_size"}, "the width of the blocks without experts");
    if (!reader.fault && static_cast<std::int64_t>(c.dense_blocks.size()) == c.layers) {
        reader.fail(ErrorCode::inconsistent, is_deepseek ? "first_k_dense_replace" : "decoder_sparse_step",
                    "at least one block with experts", "none of " + std::to_string(c.layers));
    }
}

/// DeepSeek-V2 and V3 and what follows them: latent attention, dense blocks before those with experts.
void read_deepseek(ConfigReader& reader, TransformerConfig& c) {
    c.hidden = reader.count({"hidden_size"}, "the model's width");
    c.layers = reader.count({"num_hidden_layers"}, "the number of blocks", most_blocks);
    c.heads = reader.count({"num_attention_heads"}, "the number of attention heads");
    c.kv_heads = c.heads; // num_key_value_heads means nothing here
    c.vocab = read_vocabulary(reader);
    c.ffn = reader.optional_count({"intermediate_size"}).value_or(0);
    c.q_lora_rank = reader.optional_count({"q_lora_rank"}, most_elements, 0).value_or(0);
    c.kv_lora_rank = reader.count({"kv_lora_rank"}, "the width of the latent keys and values");
    c.qk_nope_head_dim = reader.count({"qk_nope_head_dim"}, "the width of a head's keys without position");
    c.qk_rope_head_dim = reader.count({"qk_rope_head_dim"}, "the width of a head's rotary keys");
    c.v_head_dim = reader.count({"v_head_dim"}, "the width of a head's values");
    c.head_dim = c.qk_nope_head_dim + c.qk_rope_head_dim;
    c.mtp_layers = reader.optional_count({"num_nextn_predict_layers"}, most_blocks, 0).value_or(0);
    c.max_sequence = reader.optional_count({"max_position_embeddings"}).value_or(0);
    c.attention_bias = c.output_bias = reader.flag({"attention_bias"}, false);
    c.tied_embeddings = reader.flag({"tie_word_embeddings"}, false);
    if (reader.has({"n_routed_experts"}))
        read_experts(reader, c);
    else if (!reader.fault && c.ffn == 0)
        c.ffn = reader.count({"intermediate_size"}, "the width of the feed-forward part");
}

double number_of(const Json& object, const char* key) {
    const auto value = object.find(key);
    return value != object.end() && value->is_number() ? value->get<double>() : 0;
}

/// Llama 3.1's stretching of rotary positions, the one kind that engines have as a switch. Others are left aside: they
/// cost the same.
double llama_scaling(const Json& scaling) {
    const auto type = scaling.contains("rope_type") ? scaling.find("rope_type") : scaling.find("type");
    const double factor = number_of(scaling, "factor");
    const bool same = type != scaling.end() && *type == "llama3" && number_of(scaling, "low_freq_factor") == 1 &&
                      number_of(scaling, "high_freq_factor") == 4 &&
                      number_of(scaling, "original_max_position_embeddings") == 8192;
    return same && factor >= 1 && factor <= most_rotary_scaling ? factor : 0;
}

/// Rotary positions: the base as rope_theta, in newer files inside rope_parameters beside the scaling. An absent one
/// isn't the family's default for sure, so it stays unknown.
void read_rotary(ConfigReader& reader, TransformerConfig& c) {
    const Json* base = reader.find({"rope_theta"});
    std::string key;
    const Json* more = reader.find({"rope_parameters", "rope_scaling"}, &key);
    if (more != nullptr && more->is_object()) {
        c.rotary_scaling = llama_scaling(*more);
        const auto inner = more->find("rope_theta");
        if (base == nullptr && inner != more->end() && !inner->is_null()) base = &*inner;
    }
    if (base == nullptr) return;
    if (!base->is_number()) {
        reader.fail(ErrorCode::wrong_type, "rope_theta", "a number", ConfigReader::type_and_text(*base),
                    reader.pointer() + (reader.has({"rope_theta"}) ? "" : "/" + key) + "/rope_theta");
        return;
    }
    const auto value = base->get<double>();
    if (value >= 1 && value <= static_cast<double>(most_rotary_base) && value == std::floor(value))
        c.rotary_base = static_cast<std::int64_t>(value);
    else // engines take whole numbers
        reader.assumed.emplace_back("the engine's own base in place of rope_theta " + base->dump());
}

/// Llama and the families that follow it: RMS norms, rotary positions, gated MLP, grouped key/value heads.
void read_llama_like(ConfigReader& reader, TransformerConfig& c) {
    const bool is_qwen2 = c.family == "qwen2" || c.family == "qwen2_moe";
    const bool is_qwen3 = c.family == "qwen3" || c.family == "qwen3_moe";
    const bool is_moe = c.family == "mixtral" || c.family.ends_with("_moe");
    c.hidden = reader.count({"hidden_size"}, "the model's width");
    c.layers = reader.count({"num_hidden_layers"}, "the number of blocks", most_blocks);
    c.heads = reader.count({"num_attention_heads"}, "the number of attention heads");
    c.vocab = read_vocabulary(reader);
    if (c.family == "qwen3_moe")
        c.ffn = reader.optional_count({"intermediate_size"}).value_or(0); // of dense blocks, if any
    else
        c.ffn = reader.count({"intermediate_size"}, "the width of the feed-forward part");
    c.kv_heads = reader.count_or({"num_key_value_heads"}, c.heads);
    if (const auto given = reader.optional_count({"head_dim"}))
        c.head_dim = *given;
    else if (is_qwen3)
        c.head_dim = reader.count_or({"head_dim"}, 128);
    c.max_sequence = reader.optional_count({"max_position_embeddings", "max_sequence_length"}).value_or(0);
    c.attention_bias = is_qwen2 || ((c.family == "llama" || is_qwen3) && reader.flag({"attention_bias"}, false));
    c.output_bias = !is_qwen2 && c.attention_bias;
    c.mlp_bias = c.family == "llama" && reader.flag({"mlp_bias"}, false);
    c.qk_norm = is_qwen3;
    c.tied_embeddings = reader.flag({"tie_word_embeddings"}, false);
    if (is_moe) read_experts(reader, c);
    const bool slides =
        is_qwen2 || is_qwen3 ? reader.flag({"use_sliding_window"}, false) : reader.has({"sliding_window"});
    if (slides) reader.assumed.emplace_back("full attention in place of sliding_window");
}

/// Head width, and what has to divide what.
void finish_heads(ConfigReader& reader, TransformerConfig& c) {
    if (reader.fault) return;
    const std::string heads = std::to_string(c.heads);
    if (c.head_dim == 0) {
        if (c.hidden % c.heads != 0) {
            reader.fail(ErrorCode::inconsistent, c.family == "gpt2" ? "n_head" : "num_attention_heads",
                        "a divisor of the width " + std::to_string(c.hidden), heads);
            return;
        }
        c.head_dim = c.hidden / c.heads;
    }
    if (c.heads % c.kv_heads != 0) {
        reader.fail(ErrorCode::inconsistent, "num_key_value_heads", "a divisor of the " + heads + " attention heads",
                    std::to_string(c.kv_heads));
    }
}

Diagnostic not_a_config(const std::string& file, const std::string& pointer, std::string found) {
    Diagnostic fault;
    fault.code = ErrorCode::wrong_format;
    fault.file = file;
    fault.pointer = pointer;
    fault.expected = "a Hugging Face config.json with model_type " + known_list();
    fault.found = std::move(found);
    return fault;
}

/// Files that are called config.json, or look like one, but describe something else.
std::optional<Diagnostic> why_no_config(const Json& config, const std::string& file, const std::string& pointer) {
    if (!config.is_object()) return not_a_config(file, pointer, config.type_name());
    if (config.contains("peft_type")) {
        return not_a_config(file, pointer, "the configuration of an adapter, which names its base model");
    }
    const auto type = config.find("model_type");
    if (type != config.end() && type->is_string()) return std::nullopt;
    if (config.contains("dim") && config.contains("n_layers")) {
        return not_a_config(file, pointer, "a model's own parameter file (dim, n_layers)");
    }
    return not_a_config(file, pointer, type == config.end() ? "no model_type" : "model_type is no text");
}

/// The language model inside a wrapper, if its family is known.
const char* wrapped_config(const Json& config) {
    for (const char* key : {"text_config", "llm_config", "language_config"}) {
        const auto inner = config.find(key);
        if (inner == config.end() || !inner->is_object()) continue;
        const auto type = inner->find("model_type");
        if (type != inner->end() && type->is_string() && is_known(type->get<std::string>())) return key;
    }
    return nullptr;
}

} // namespace

const std::vector<std::string>& known_model_types() {
    static const std::vector<std::string> types{"llama",       "mistral", "mixtral",   "qwen2",
                                                "qwen2_moe",   "qwen3",   "qwen3_moe", "deepseek_v2",
                                                "deepseek_v3", "kimi_k2", "gpt2",      "bert"};
    return types;
}

Result<TransformerConfig> read_hf_config(const nlohmann::json& config, const std::string& file,
                                         const std::string& pointer) {
    if (auto fault = why_no_config(config, file, pointer)) return *fault;
    const auto family = config.at("model_type").get<std::string>();
    ConfigReader reader(config, file, pointer);
    if (!is_known(family)) {
        if (const char* inner = wrapped_config(config)) {
            auto result = read_hf_config(config.at(inner), file, pointer + "/" + inner);
            if (!result.ok()) return result;
            result->assumed.emplace_back("parts other than " + std::string(inner) + " left out");
            if (config.contains("quantization_config") && !config.at(inner).contains("quantization_config")) {
                const Json outer{{"quantization_config", config.at("quantization_config")}};
                for (std::string& note : keys_priced_otherwise(outer, *result))
                    result->assumed.push_back(std::move(note));
            }
            return result;
        }
        reader.fail(ErrorCode::unsupported, "model_type", known_list(), family);
        return *reader.fault;
    }
    if (!reader.has({"hidden_size", "n_embd", "num_hidden_layers", "n_layer", "num_attention_heads", "n_head"})) {
        return not_a_config(file, pointer, "model_type " + family + " without any size of a model");
    }

    TransformerConfig result;
    result.family = family;
    result.name = name_from(config, file, family);
    if (family == "gpt2")
        read_gpt2(reader, result);
    else if (family == "bert")
        read_bert(reader, result);
    else if (has_latent_attention(family))
        read_deepseek(reader, result);
    else
        read_llama_like(reader, result);
    if (result.positions == 0) read_rotary(reader, result);
    finish_heads(reader, result);
    if (reader.fault) return *reader.fault;
    result.assumed = reader.assumed;
    for (std::string& note : keys_priced_otherwise(config, result))
        result.assumed.push_back(std::move(note));
    return result;
}

} // namespace nest
