// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model/architecture_check.h"

#include "base/limits.h"
#include "model/builders.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace nest {

namespace {

bool equal(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

/// Sizes that a model states beside its transformer; 0 = not stated.
std::optional<Diagnostic> stated_otherwise(const ModelGraph& model, const TransformerConfig& c) {
    struct Size {
        const char* model_key;
        std::int64_t stated;
        const char* key;
        std::int64_t value;
    };
    const Size sizes[] = {
        {"hidden_size", model.hidden_size, "hidden", c.hidden},
        {"attention_heads", model.attention_heads, "heads", c.heads},
        {"kv_heads", model.kv_heads, "kv_heads", c.kv_heads},
        {"ffn_size", model.ffn_size, c.experts > 0 ? "expert_ffn" : "ffn", c.experts > 0 ? c.expert_ffn : c.ffn},
        {"vocab_size", model.vocab_size, "vocab", c.vocab},
        {"experts", model.experts, "experts", c.experts},
        {"top_k", model.top_k, "top_k", c.top_k}};
    for (const Size& size : sizes) {
        if (size.stated == 0 || size.stated == size.value) continue;
        return fault(ErrorCode::inconsistent, std::string("/transformer/") + size.key, size.key,
                     std::to_string(size.stated) + ", which is the model's " + size.model_key,
                     std::to_string(size.value));
    }
    if (model.source.starts_with("builder:") && model.tied_embeddings != c.tied_embeddings)
        return fault(ErrorCode::inconsistent, "/transformer/tied_embeddings", "tied_embeddings",
                     model.tied_embeddings ? "true, as the model says" : "false, as the model says",
                     c.tied_embeddings ? "true" : "false");
    return std::nullopt;
}

using Amount = std::pair<const char*, double Operator::*>;

/// An operator's tensors, which nobody edits.
constexpr Amount widths[] = {{"input_bytes", &Operator::input_bytes},
                             {"output_bytes", &Operator::output_bytes},
                             {"kv_bytes", &Operator::kv_bytes},
                             {"activation_bytes_moved", &Operator::activation_bytes_moved}};
/// What an edit changes in proportion.
constexpr Amount edited[] = {{"parameters", &Operator::parameters},
                             {"expert_parameters", &Operator::expert_parameters},
                             {"forward_flop", &Operator::forward_flop},
                             {"saved_bytes", &Operator::saved_bytes}};

/// The same operators, whatever their amounts.
bool same_operators(const Layer& a, const Layer& b) {
    return std::equal(a.operators.begin(), a.operators.end(), b.operators.begin(), b.operators.end(),
                      [](const Operator& x, const Operator& y) {
                          return x.name == y.name && x.kind == y.kind && x.split == y.split;
                      });
}

double sum_of(const Layer& layer, double Operator::*amount) {
    double sum = 0;
    for (const Operator& op : layer.operators)
        sum += op.*amount;
    return sum;
}

/// The first amount of a layer that differs from the built one's, or nothing. `at` is the layer's pointer.
std::optional<Diagnostic> difference(const Layer& given, const Layer& built, const std::string& at) {
    const auto differs = [&](std::size_t op, const char* key, double expected, double found) {
        return fault(ErrorCode::inconsistent, at + "/operators/" + std::to_string(op) + "/" + key, key,
                     value_text(expected, Unit::none) +
                         ", which follows from the model's transformer and sequence length",
                     value_text(found, Unit::none));
    };
    for (std::size_t i = 0; i < given.operators.size(); ++i) {
        for (const auto& [key, amount] : widths) {
            const double expected = built.operators[i].*amount, found = given.operators[i].*amount;
            if (!equal(expected, found)) return differs(i, key, expected, found);
        }
        if (given.operators[i].top_k != built.operators[i].top_k)
            return differs(i, "top_k", static_cast<double>(built.operators[i].top_k),
                           static_cast<double>(given.operators[i].top_k));
    }
    for (const auto& [key, amount] : edited) {
        const bool experts = amount == &Operator::expert_parameters;
        const auto whole = experts ? &Operator::parameters : amount;
        const double built_sum = sum_of(built, whole), sum = sum_of(given, whole);
        if (!(built_sum > 0) || !(sum > 0)) continue; // an edit put it on one operator, or took it away
        for (std::size_t i = 0; i < given.operators.size(); ++i) {
            const double expected = built.operators[i].*amount * (sum / built_sum), found = given.operators[i].*amount;
            if (!equal(expected, found)) return differs(i, key, built.operators[i].*amount, found);
        }
    }
    return std::nullopt;
}

std::optional<Diagnostic> difference(const ModelGraph& given, const ModelGraph& built) {
    for (std::size_t i = 0; i < given.layers.size(); ++i) {
        // Equal layers come in long rows.
        if (i > 0 && built.layers[i].operators == built.layers[i - 1].operators &&
            given.layers[i].operators == given.layers[i - 1].operators)
            continue;
        if (auto found = difference(given.layers[i], built.layers[i], "/layers/" + std::to_string(i))) return found;
    }
    for (std::size_t i = 0; i < given.edges.size() && i < built.edges.size(); ++i) {
        if (equal(given.edges[i].bytes, built.edges[i].bytes)) continue;
        return fault(ErrorCode::inconsistent, "/edges/" + std::to_string(i) + "/bytes", "bytes",
                     value_text(built.edges[i].bytes, Unit::none) + ", which is 2 x sequence_length x hidden",
                     value_text(given.edges[i].bytes, Unit::none));
    }
    return std::nullopt;
}

/// The sequence length that the tensors between layers were made for, where it is another than the model's.
std::optional<Diagnostic> other_length(const ModelGraph& model, const TransformerConfig& c) {
    const double token = 2 * static_cast<double>(c.hidden);
    const bool one = std::all_of(model.edges.begin(), model.edges.end(),
                                 [&](const Edge& edge) { return equal(edge.bytes, model.edges.front().bytes); });
    if (model.edges.empty() || !one) return std::nullopt;
    const double length = model.edges.front().bytes / token;
    if (length < 1 || length != std::floor(length) || equal(length, static_cast<double>(model.sequence_length)))
        return std::nullopt;
    return fault(ErrorCode::inconsistent, "/sequence_length", "sequence_length",
                 value_text(length, Unit::none) + ", which the tensors between the layers are made for",
                 std::to_string(model.sequence_length));
}

constexpr int ways_to_build = 8;

BuildSettings settings_of(int way, std::int64_t sequence_length) {
    BuildSettings settings;
    settings.sequence_length = sequence_length;
    settings.attention = (way & 1) == 0 ? AttentionKernel::flash : AttentionKernel::unfused;
    settings.dropout = (way & 2) != 0;
    settings.causal_flop = (way & 4) != 0;
    return settings;
}

/// Every amount of an operator, whether somebody may edit it or not.
bool as_built(const Operator& given, const Operator& built) {
    for (const double Operator::*amount :
         {&Operator::forward_flop, &Operator::backward_flop, &Operator::activation_bytes_moved, &Operator::weight_bytes,
          &Operator::parameters, &Operator::expert_parameters, &Operator::input_bytes, &Operator::output_bytes,
          &Operator::kv_bytes, &Operator::saved_bytes})
        if (!equal(given.*amount, built.*amount)) return false;
    return given.selective == built.selective && given.top_k == built.top_k;
}

bool as_built(const ModelGraph& given, const ModelGraph& built) {
    const auto same_layer = [](const Layer& a, const Layer& b) {
        return a.id == b.id && a.kind == b.kind && a.profiles.empty() && same_operators(a, b) &&
               std::equal(a.operators.begin(), a.operators.end(), b.operators.begin(),
                          [](const Operator& x, const Operator& y) { return as_built(x, y); });
    };
    return std::equal(given.layers.begin(), given.layers.end(), built.layers.begin(), built.layers.end(), same_layer) &&
           std::equal(given.edges.begin(), given.edges.end(), built.edges.begin(), built.edges.end(),
                      [](const Edge& a, const Edge& b) {
                          return a.from == b.from && a.to == b.to && equal(a.bytes, b.bytes);
                      });
}

} // namespace

Result<ModelGraph> at_sequence_length(const ModelGraph& model, std::int64_t length) {
    const std::string own = model.sequence_length > 0 ? std::to_string(model.sequence_length) : std::string("unknown");
    const auto refused = [&](const std::string& why) {
        return fault(ErrorCode::unsupported, "", "sequence_length", "",
                     "another length for a model " + why + " (" + own + ")");
    };
    bool was_edited = false;
    for (int way = 0; way < ways_to_build && model.architecture && model.sequence_length > 0; ++way) {
        const Result<ModelGraph> built =
            build_transformer(*model.architecture, settings_of(way, model.sequence_length));
        if (!built) return built.diagnostics();
        if (as_built(model, *built)) {
            Result<ModelGraph> other = build_transformer(*model.architecture, settings_of(way, length));
            if (!other) return other;
            other->name = model.name;
            other->source = model.source;
            other->assumed = model.assumed;
            std::erase(other->assumed, "sequence_length");
            return other;
        }
        was_edited = was_edited || std::equal(model.layers.begin(), model.layers.end(), built->layers.begin(),
                                              built->layers.end(), [](const Layer& a, const Layer& b) {
                                                  return a.profiles.empty() && same_operators(a, b);
                                              });
    }
    return refused(was_edited ? "whose layers were edited at one" : "that was measured or traced at one");
}

std::optional<Diagnostic> contradiction_with_architecture(const ModelGraph& model) {
    if (!model.architecture) return std::nullopt;
    const TransformerConfig& config = *model.architecture;
    if (static_cast<std::int64_t>(model.layers.size()) != config.layers + 2) return std::nullopt;
    if (auto found = stated_otherwise(model, config)) return found;
    if (model.sequence_length < 1) return std::nullopt;
    const bool from_operators = std::all_of(model.layers.begin(), model.layers.end(),
                                            [](const Layer& layer) { return !layer.operators.empty(); });
    if (!from_operators) return std::nullopt;

    std::optional<Diagnostic> first; // difference from the nearest way to build it
    bool of_builder = false;
    for (int way = 0; way < ways_to_build; ++way) {
        const Result<ModelGraph> built = build_transformer(config, settings_of(way, model.sequence_length));
        if (!built) return built.fault();
        if (!std::equal(model.layers.begin(), model.layers.end(), built->layers.begin(), built->layers.end(),
                        same_operators))
            continue;
        of_builder = true;
        auto found = difference(model, *built);
        if (!found) return std::nullopt;
        if (!first) first = std::move(found);
    }
    if (of_builder) {
        if (auto length = other_length(model, config)) return length;
        return first;
    }
    if (!model.source.starts_with("builder:")) return std::nullopt;
    return fault(ErrorCode::inconsistent, "/transformer", "transformer", "the one that the layers were built from",
                 "one whose layers have other operators");
}

} // namespace nest
