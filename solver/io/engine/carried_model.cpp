// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/carried_model.h"

#include "io/engine/megatron_arguments.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace nest::io::detail {

namespace {

const LaunchArgument* last_of(const EngineLaunch& launch, const std::string& name) {
    const auto found = std::find_if(launch.arguments.rbegin(), launch.arguments.rend(),
                                    [&](const LaunchArgument& argument) { return argument.name == name; });
    return found == launch.arguments.rend() ? nullptr : &*found;
}

struct Fact {
    std::string flag, value;
};

std::string yes(bool value) {
    return value ? "yes" : "no";
}

/// What flags say about a model, by flag. Both models give the same flags in the same order when they are of one kind,
/// which is told by the first facts.
std::vector<Fact> facts_of(const TransformerConfig& m) {
    std::vector<Fact> facts{{"num-layers", number_text(m.layers)},
                            {"hidden-size", number_text(m.hidden)},
                            {"num-attention-heads", number_text(m.heads)},
                            {"num-experts", number_text(m.experts)},
                            {"multi-latent-attention", yes(m.latent_attention())}};
    if (m.latent_attention()) {
        facts.push_back({"q-lora-rank", number_text(m.q_lora_rank)});
        facts.push_back({"kv-lora-rank", number_text(m.kv_lora_rank)});
        facts.push_back({"qk-head-dim", number_text(m.qk_nope_head_dim)});
        facts.push_back({"qk-pos-emb-head-dim", number_text(m.qk_rope_head_dim)});
        facts.push_back({"v-head-dim", number_text(m.value_head_dim())});
    } else {
        facts.push_back({"kv-channels", number_text(m.head_dim)});
        facts.push_back({"num-query-groups", number_text(m.kv_heads)});
        facts.push_back({"qk-layernorm", yes(m.qk_norm)});
        facts.push_back({"add-qkv-bias", yes(m.attention_bias)});
    }
    if (m.experts > 0) {
        facts.push_back({"moe-router-topk", number_text(m.top_k)});
        facts.push_back({"moe-ffn-hidden-size", number_text(m.expert_ffn)});
        facts.push_back({"moe-shared-expert-intermediate-size", number_text(m.shared_ffn)});
        facts.push_back({"moe-shared-expert-gate", yes(m.shared_gate)});
        facts.push_back({"moe-router-enable-expert-bias", yes(m.router_bias)});
        facts.push_back({"moe-layer-freq", pattern_text(m)});
    }
    if (m.experts == 0 || !m.dense_blocks.empty()) facts.push_back({"ffn-hidden-size", number_text(m.ffn)});
    facts.push_back({"swiglu", yes(m.gated_mlp)});
    facts.push_back({"normalization", m.rms_norm ? "RMSNorm" : "LayerNorm"});
    facts.push_back({"disable-bias-linear", yes(!m.mlp_bias)});
    facts.push_back({"untie-embeddings-and-output-weights", yes(!m.tied_embeddings)});
    facts.push_back({"mtp-num-layers", number_text(m.mtp_layers)});
    facts.push_back({"position-embedding-type", m.positions > 0 ? "learned_absolute" : "rope"});
    if (m.positions > 0) facts.push_back({"max-position-embeddings", number_text(m.positions)});
    return facts;
}

bool was_assumed(const TransformerConfig& model, const std::string& key) {
    return std::find(model.assumed.begin(), model.assumed.end(), key) != model.assumed.end();
}

/// Entries as given, or as the engine pads them: by less than 128 for every tensor rank.
std::optional<ModelDifference> vocabulary_difference(const EngineLaunch& launch, const TransformerConfig& plan) {
    const LaunchArgument* given = last_of(launch, "vocab-size");
    if (!given || given->values.size() != 1) return std::nullopt;
    const std::string& text = given->values.front();
    std::int64_t entries = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), entries);
    const bool number = error == std::errc() && end == text.data() + text.size();
    const Degrees& ranks = launch.layout.tp;
    const std::int64_t step = 128 * (ranks && ranks->size() == 1 ? ranks->front() : 1);
    if (number && entries <= plan.vocab && plan.vocab - entries < step) return std::nullopt;
    if (launch.model && launch.model->vocab == plan.vocab) return std::nullopt;
    return ModelDifference{"vocab-size", "the plan's " + number_text(plan.vocab), text};
}

/// What a command without a model says in its flags. Kinds with more than one name aren't compared.
std::string given_value(const LaunchArgument& argument, const std::string& own) {
    if (argument.values.empty()) return "yes";
    const bool pattern = argument.name == "moe-layer-freq" || argument.name == "position-embedding-type" ||
                         argument.name == "max-position-embeddings";
    return pattern ? own : argument.values.front();
}

} // namespace

std::optional<ModelDifference> model_difference(const EngineLaunch& launch, const Problem& problem) {
    const TransformerConfig& plan = *problem.model.architecture;
    const std::vector<Fact> expected = facts_of(plan);
    const std::vector<Fact> found = launch.model ? facts_of(*launch.model) : std::vector<Fact>();
    const auto differ = [](const Fact& of_plan, std::string value) {
        return ModelDifference{of_plan.flag, "the plan's " + of_plan.value, std::move(value)};
    };
    if (launch.model && launch.model->encoder != plan.encoder)
        return ModelDifference{"num-layers", plan.encoder ? "layers of BERT" : "layers of GPT",
                               plan.encoder ? "layers of GPT" : "layers of BERT"};
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const Fact& fact = expected[i];
        const LaunchArgument* argument = last_of(launch, fact.flag);
        if (launch.model) {
            const bool same_kind = i < found.size() && found[i].flag == fact.flag;
            const std::string value = same_kind ? found[i].value : std::string("another kind of model");
            if (value == fact.value || (fact.flag == "max-position-embeddings" && !argument)) continue;
            return differ(fact, argument ? value : value + ", since the command has no such flag");
        }
        if (!argument) continue;
        if (const std::string value = given_value(*argument, fact.value); value != fact.value)
            return differ(fact, value);
    }
    const std::int64_t sequence = problem.model.sequence_length;
    // One that was assumed is nothing that the command says.
    const bool said = last_of(launch, "seq-length") || last_of(launch, "encoder-seq-length");
    if (said && launch.options.sequence_length && *launch.options.sequence_length != sequence) {
        const bool usual = last_of(launch, "seq-length") != nullptr;
        return ModelDifference{usual ? "seq-length" : "encoder-seq-length", "the plan's " + number_text(sequence),
                               number_text(*launch.options.sequence_length)};
    }
    if (launch.model && was_assumed(*launch.model, "vocab")) return std::nullopt;
    return vocabulary_difference(launch, plan);
}

} // namespace nest::io::detail
