// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/phrase.h"
#include "io/files.h"
#include "io/reader.h"
#include "model/architecture_check.h"
#include "model/layer_edits.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>
#include <unordered_map>

/// nest-model.
namespace nest::io {

namespace {

using nlohmann::json;

constexpr std::int64_t largest_degree = std::int64_t{1} << 20;
constexpr std::int64_t largest_count = std::int64_t{1} << 50;

Collective read_collective(const Reader& reader) {
    static const auto ops = names_up_to(CollectiveOp::ring_exchange);
    static const auto groups = names_up_to(GroupKind::expert_tensor);
    static const auto passes = names_up_to(Pass::backward);
    Collective result;
    if (!reader.is_object()) return result;
    result.op = static_cast<CollectiveOp>(reader.choice("op", ops));
    result.group = static_cast<GroupKind>(reader.choice("group", groups));
    result.pass = static_cast<Pass>(reader.choice("pass", passes));
    result.bytes = reader.number("bytes", limits::layer_bytes);
    result.count = reader.number("count", limits::collectives, 1);
    result.hidden_behind = reader.number("hidden_behind", limits::layer_seconds, 0);
    reader.warn_of_misspelt_keys();
    return result;
}

Profile read_profile(const Reader& reader) {
    Profile result;
    if (!reader.is_object()) return result;
    result.strategy.tp = reader.integer("tp", 1, largest_degree, 1);
    result.strategy.ep = reader.integer("ep", 1, largest_degree, 1);
    result.strategy.cp = reader.integer("cp", 1, largest_degree, 1);
    result.strategy.expert_tp = reader.integer("expert_tp", 0, largest_degree, 0);
    result.strategy.sequence_parallel = reader.boolean("sequence_parallel", false);
    result.micro_batch = reader.integer("micro_batch", 1, largest_degree, 1);
    result.forward_seconds = reader.number("forward_seconds", limits::layer_seconds);
    result.backward_seconds = reader.number("backward_seconds", limits::layer_seconds);
    result.selective_recompute_seconds = reader.number("selective_recompute_seconds", limits::layer_seconds, 0);
    if (reader.has("weight_gradient_seconds")) { // at most backward_seconds: checked with the model
        result.weight_gradient_seconds = reader.number("weight_gradient_seconds", limits::layer_seconds);
    }
    result.parameters = reader.number("parameters", limits::layer_parameters);
    result.expert_parameters = reader.number("expert_parameters", limits::layer_parameters, 0);
    result.tied_parameters = reader.number("tied_parameters", limits::layer_parameters, 0);
    result.activation_bytes = reader.number("activation_bytes", limits::layer_bytes);
    result.selective_activation_bytes =
        reader.number("selective_activation_bytes", limits::layer_bytes, result.activation_bytes);
    result.forward_flop = reader.number("forward_flop", limits::layer_flop, 0);
    result.selective_flop = reader.number("selective_flop", limits::layer_flop, 0);
    reader.each("collectives", false, [&](const Reader& item) { result.collectives.push_back(read_collective(item)); });
    reader.warn_of_misspelt_keys();
    return result;
}

Operator read_operator(const Reader& reader) {
    static const auto kinds = names_up_to(OperatorKind::other);
    static const auto splits = names_up_to(Split::replicated);
    Operator result;
    if (!reader.is_object()) return result;
    result.name = reader.name_or("name", "");
    result.kind = static_cast<OperatorKind>(reader.choice("kind", kinds, static_cast<int>(OperatorKind::other)));
    result.split = static_cast<Split>(reader.choice("split", splits, static_cast<int>(Split::replicated)));
    result.forward_flop = reader.number("forward_flop", limits::layer_flop, 0);
    result.backward_flop = reader.number("backward_flop", limits::layer_flop, -1);
    result.activation_bytes_moved = reader.number("activation_bytes_moved", limits::layer_bytes, 0);
    result.weight_bytes = reader.number("weight_bytes", limits::layer_bytes, 0);
    result.parameters = reader.number("parameters", limits::layer_parameters, 0);
    result.expert_parameters = reader.number("expert_parameters", limits::layer_parameters, 0);
    result.input_bytes = reader.number("input_bytes", limits::layer_bytes, 0);
    result.output_bytes = reader.number("output_bytes", limits::layer_bytes, 0);
    result.kv_bytes = reader.number("kv_bytes", limits::layer_bytes, 0);
    result.saved_bytes = reader.number("saved_bytes", limits::layer_bytes, 0);
    result.selective = reader.boolean("selective", false);
    result.top_k = reader.integer("top_k", 0, largest_degree, 0);
    reader.warn_of_misspelt_keys();
    return result;
}

Layer read_layer(const Reader& reader) {
    static const auto kinds = names_up_to(LayerKind::other);
    Layer result;
    if (!reader.is_object()) return result;
    result.id = reader.name("id");
    result.kind = static_cast<LayerKind>(reader.choice("kind", kinds, static_cast<int>(LayerKind::other)));
    reader.each("profiles", false, [&](const Reader& item) { result.profiles.push_back(read_profile(item)); });
    reader.each("operators", false, [&](const Reader& item) { result.operators.push_back(read_operator(item)); });
    reader.warn_of_misspelt_keys();
    return result;
}

/// Edges name layers by id.
void read_edges(const Reader& reader, ModelGraph& model) {
    std::unordered_map<std::string, int> index;
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        const std::string& id = model.layers[i].id;
        if (index.emplace(id, static_cast<int>(i)).second) {
            if (ids.size() < 1000) ids.push_back(id); // for suggestions
            continue;
        }
        Diagnostic diagnostic;
        diagnostic.code = ErrorCode::duplicate_name;
        diagnostic.pointer = reader.pointer() + "/layers/" + std::to_string(i) + "/id";
        diagnostic.found = id;
        reader.faults().add(std::move(diagnostic));
    }
    const auto end = [&](const Reader& edge, const char* key) {
        const std::string id = edge.text(key);
        const auto found = index.find(id);
        if (found != index.end()) return found->second;
        if (!edge.has(key)) return 0; // told already
        Diagnostic diagnostic;
        diagnostic.code = ErrorCode::unknown_name;
        diagnostic.pointer = edge.pointer() + pointer_part(key);
        diagnostic.subject = "layer";
        diagnostic.found = id;
        diagnostic.suggestion = nearest_name(id, ids);
        edge.faults().add(std::move(diagnostic));
        return 0;
    };
    reader.each("edges", model.layers.size() > 1, [&](const Reader& edge) {
        if (!edge.is_object()) return;
        Edge result;
        result.from = end(edge, "from");
        result.to = end(edge, "to");
        result.bytes = edge.number("bytes", limits::layer_bytes);
        edge.warn_of_misspelt_keys();
        model.edges.push_back(result);
    });
}

json collective_json(const Collective& c) {
    json result{{"op", name_of(c.op)},
                {"group", name_of(c.group)},
                {"pass", name_of(c.pass)},
                {"bytes", c.bytes},
                {"count", c.count}};
    if (c.hidden_behind != 0) result["hidden_behind"] = c.hidden_behind;
    return result;
}

json profile_json(const Profile& p) {
    json result{{"tp", p.strategy.tp},
                {"ep", p.strategy.ep},
                {"cp", p.strategy.cp},
                {"sequence_parallel", p.strategy.sequence_parallel},
                {"micro_batch", p.micro_batch},
                {"forward_seconds", p.forward_seconds},
                {"backward_seconds", p.backward_seconds},
                {"selective_recompute_seconds", p.selective_recompute_seconds},
                {"parameters", p.parameters},
                {"expert_parameters", p.expert_parameters},
                {"activation_bytes", p.activation_bytes},
                {"selective_activation_bytes", p.selective_activation_bytes}};
    if (p.strategy.folded()) result["expert_tp"] = p.strategy.expert_tp;
    if (p.weight_gradient_seconds) result["weight_gradient_seconds"] = *p.weight_gradient_seconds;
    if (p.tied_parameters != 0) result["tied_parameters"] = p.tied_parameters;
    if (p.forward_flop != 0) result["forward_flop"] = p.forward_flop;
    if (p.selective_flop != 0) result["selective_flop"] = p.selective_flop;
    json collectives = json::array();
    for (const Collective& c : p.collectives)
        collectives.push_back(collective_json(c));
    result["collectives"] = std::move(collectives);
    return result;
}

json operator_json(const Operator& op) {
    json result{{"name", op.name}, {"kind", name_of(op.kind)}, {"split", name_of(op.split)}};
    if (op.backward_flop >= 0) result["backward_flop"] = op.backward_flop;
    const std::pair<const char*, double> amounts[] = {{"forward_flop", op.forward_flop},
                                                      {"activation_bytes_moved", op.activation_bytes_moved},
                                                      {"weight_bytes", op.weight_bytes},
                                                      {"parameters", op.parameters},
                                                      {"expert_parameters", op.expert_parameters},
                                                      {"input_bytes", op.input_bytes},
                                                      {"output_bytes", op.output_bytes},
                                                      {"kv_bytes", op.kv_bytes},
                                                      {"saved_bytes", op.saved_bytes}};
    for (const auto& [key, value] : amounts) {
        if (value != 0) result[key] = value;
    }
    if (op.selective) result["selective"] = true;
    if (op.top_k != 0) result["top_k"] = op.top_k;
    return result;
}

json layer_json(const Layer& layer) {
    json result{{"id", layer.id}, {"kind", name_of(layer.kind)}};
    for (const Profile& profile : layer.profiles)
        result["profiles"].push_back(profile_json(profile));
    for (const Operator& op : layer.operators)
        result["operators"].push_back(operator_json(op));
    return result;
}

/// The optional whole numbers of a model, with their keys.
constexpr std::pair<const char*, std::int64_t ModelGraph::*> model_counts[] = {
    {"sequence_length", &ModelGraph::sequence_length},
    {"hidden_size", &ModelGraph::hidden_size},
    {"attention_heads", &ModelGraph::attention_heads},
    {"kv_heads", &ModelGraph::kv_heads},
    {"ffn_size", &ModelGraph::ffn_size},
    {"vocab_size", &ModelGraph::vocab_size},
    {"experts", &ModelGraph::experts},
    {"top_k", &ModelGraph::top_k}};

/// Embedding, blocks and head in a row.
bool fits(const ModelGraph& model, const TransformerConfig& config) {
    return static_cast<std::int64_t>(model.layers.size()) == config.layers + 2;
}

/// The architecture of a model whose layers are given; one that describes other layers is dropped.
void read_architecture(const Reader& reader, ModelGraph& model, const std::string& file) {
    if (!reader.has("transformer")) return;
    const std::string place = reader.pointer() + "/transformer";
    Result<TransformerConfig> config = transformer_from_json(reader.value().at("transformer"), file, place);
    for (Diagnostic diagnostic : config.diagnostics()) {
        if (diagnostic.severity == Severity::error)
            reader.faults().add(std::move(diagnostic));
        else
            reader.faults().warn(std::move(diagnostic));
    }
    if (!config) return;
    if (fits(model, *config)) {
        model.architecture = std::move(*config);
        return;
    }
    Diagnostic warning =
        fault(ErrorCode::inconsistent, place + "/layers", "layers",
              "embedding, blocks and head of the " + counted(static_cast<std::int64_t>(model.layers.size()), "layer") +
                  " given here; the transformer is left aside",
              counted(config->layers, "block"));
    warning.severity = Severity::warning;
    reader.faults().warn(std::move(warning));
}

/// Amounts of single layers that replace the model's own. "original" is what an editor keeps beside them; it says
/// nothing about this model.
void read_layer_edits(const Reader& reader, ModelGraph& model) {
    (void)reader.has("original");
    std::vector<LayerEdit> edits;
    reader.each("layer_edits", false, [&](const Reader& item) {
        LayerEdit edit;
        if (!item.is_object()) return;
        edit.layer = item.name("layer");
        for (const auto& [key, field, range] :
             {std::tuple{"parameters", &LayerEdit::parameters, limits::layer_parameters},
              {"forward_flop", &LayerEdit::forward_flop, limits::layer_flop},
              {"forward_seconds", &LayerEdit::forward_seconds, limits::layer_seconds},
              {"activation_bytes", &LayerEdit::activation_bytes, limits::layer_bytes}}) {
            if (item.has(key)) edit.*field = item.number(key, range);
        }
        item.warn_of_misspelt_keys();
        edits.push_back(std::move(edit));
    });
    if (!reader.faults().empty()) return;
    for (Diagnostic& diagnostic : apply_layer_edits(model, edits)) {
        diagnostic.pointer = reader.pointer() + diagnostic.pointer;
        reader.faults().add(std::move(diagnostic));
    }
}

/// What contradicts itself in a model that was read.
void check(const Reader& reader, const ModelGraph& model) {
    if (!reader.faults().empty()) return;
    for (Diagnostic& diagnostic : check_model(model)) {
        diagnostic.pointer = reader.pointer() + diagnostic.pointer;
        reader.faults().add(std::move(diagnostic));
    }
}

/// Layers and a transformer side by side must be the same model.
void check_architecture(const Reader& reader, const ModelGraph& model) {
    if (!reader.faults().empty()) return;
    if (auto contradiction = contradiction_with_architecture(model)) {
        contradiction->pointer = reader.pointer() + contradiction->pointer;
        reader.faults().add(std::move(*contradiction));
    }
}

/// A model given by its architecture alone.
Result<ModelGraph> build_model(const Reader& reader, const std::string& file, const BuildSettings& build) {
    Result<TransformerConfig> config =
        transformer_from_json(reader.value().at("transformer"), file, reader.pointer() + "/transformer");
    if (!config) return config.diagnostics();
    BuildSettings settings = build;
    if (settings.sequence_length == 0)
        settings.sequence_length = reader.integer("sequence_length", 0, largest_count, 0);
    config->name = reader.name_or("name", config->name);
    Result<ModelGraph> model = build_transformer(*config, settings);
    if (!model) {
        std::vector<Diagnostic> diagnostics = model.diagnostics();
        for (Diagnostic& diagnostic : diagnostics)
            diagnostic.file = file;
        return diagnostics;
    }
    model->source = reader.name_or("source", model->source, limits::longest_sentence);
    model.add(config.diagnostics());
    return model;
}

} // namespace

Result<ModelGraph> model_from_json(const json& value, const std::string& file, const std::string& pointer,
                                   const BuildSettings& build) {
    FaultList faults(file);
    const Reader reader(value, faults, pointer);
    if (!reader.header({"nest-model"})) return faults.take();
    if (reader.has("transformer") && !reader.has("layers")) {
        Result<ModelGraph> model = build_model(reader, file, build);
        if (!model) return model;
        read_layer_edits(reader, *model);
        if (reader.has("layer_edits")) check(reader, *model);
        if (!faults.empty()) return faults.take();
        model.add(faults.warnings());
        return model;
    }
    ModelGraph model;
    model.name = reader.name_or("name", "");
    model.source = reader.name_or("source", "", limits::longest_sentence);
    for (const auto& [key, field] : model_counts)
        model.*field = reader.integer(key, 0, largest_count, 0);
    model.tied_embeddings = reader.boolean("tied_embeddings", false);
    model.assumed = reader.texts("assumed");
    reader.each("layers", true, [&](const Reader& item) { model.layers.push_back(read_layer(item)); });
    read_edges(reader, model);
    read_architecture(reader, model, file);
    check_architecture(reader, model);
    read_layer_edits(reader, model);
    reader.warn_of_misspelt_keys();
    check(reader, model);
    return result_of(std::move(model), faults);
}

json to_json(const ModelGraph& model) {
    json result{{"format", "nest-model"}, {"version", 1}, {"name", model.name}, {"source", model.source}};
    for (const auto& [key, field] : model_counts) {
        if (model.*field != 0) result[key] = model.*field;
    }
    if (model.tied_embeddings) result["tied_embeddings"] = true;
    if (!model.assumed.empty()) result["assumed"] = model.assumed;
    if (model.architecture) result["transformer"] = transformer_to_json(*model.architecture);
    json layers = json::array();
    for (const Layer& layer : model.layers)
        layers.push_back(layer_json(layer));
    result["layers"] = std::move(layers);
    json edges = json::array();
    for (const Edge& edge : model.edges) {
        edges.push_back({{"from", model.layers[static_cast<std::size_t>(edge.from)].id},
                         {"to", model.layers[static_cast<std::size_t>(edge.to)].id},
                         {"bytes", edge.bytes}});
    }
    result["edges"] = std::move(edges);
    return result;
}

} // namespace nest::io
