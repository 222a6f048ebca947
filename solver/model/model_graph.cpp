// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model/model_graph.h"

#include "base/limits.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace nest {

namespace {

/// Parameters of a whole layer from the profile of its narrowest strategy: what a group of tp * ep ranks holds.
double parameters_from_profiles(const Layer& layer) {
    const auto narrowest =
        std::min_element(layer.profiles.begin(), layer.profiles.end(),
                         [](const Profile& a, const Profile& b) { return a.strategy.width() < b.strategy.width(); });
    if (narrowest == layer.profiles.end()) return 0;
    const auto tp = static_cast<double>(narrowest->strategy.tp);
    const auto ep = static_cast<double>(narrowest->strategy.ep);
    const double dense = narrowest->parameters - narrowest->expert_parameters;
    return dense * tp + narrowest->expert_parameters * tp * ep;
}

/// The search takes the square of the layers; traced models group theirs into fewer.
constexpr std::size_t most_layers = 20'000;

/// Collects the faults of one model; `at` is the pointer of the object whose fields are checked.
class Checker {
public:
    std::vector<Diagnostic> faults;

    void add(ErrorCode code, std::string pointer, std::string subject, std::string expected, std::string found) {
        faults.push_back(fault(code, std::move(pointer), std::move(subject), std::move(expected), std::move(found)));
    }

    void amount(const std::string& at, const char* key, double value, const Range& range) {
        if (range.holds(value)) return; // a million times: the pointer is spelled out for faults alone
        if (auto found = check_range(value, range, at + "/" + key, key)) faults.push_back(std::move(*found));
    }
    void name(const std::string& pointer, const char* key, const std::string& text) {
        if (auto found = check_name(text, pointer, key)) faults.push_back(std::move(*found));
    }

    void count(const std::string& at, const char* key, std::int64_t value, std::int64_t least) {
        if (value >= least) return;
        add(ErrorCode::out_of_range, at + "/" + key, key, "at least " + std::to_string(least), std::to_string(value));
    }

    void part(const std::string& at, const char* key, double part, double whole) {
        if (!(part > whole)) return;
        add(ErrorCode::inconsistent, at + "/" + key, key, "at most parameters, " + value_text(whole, Unit::elements),
            value_text(part, Unit::elements));
    }

    void profile(const std::string& at, const Profile& p) {
        count(at, "tp", p.strategy.tp, 1);
        count(at, "ep", p.strategy.ep, 1);
        count(at, "cp", p.strategy.cp, 1);
        count(at, "micro_batch", p.micro_batch, 1);
        amount(at, "forward_seconds", p.forward_seconds, limits::layer_seconds);
        amount(at, "backward_seconds", p.backward_seconds, limits::layer_seconds);
        amount(at, "selective_recompute_seconds", p.selective_recompute_seconds, limits::layer_seconds);
        if (p.weight_gradient_seconds) {
            amount(at, "weight_gradient_seconds", *p.weight_gradient_seconds, limits::layer_seconds);
            if (*p.weight_gradient_seconds > p.backward_seconds)
                add(ErrorCode::inconsistent, at + "/weight_gradient_seconds", "weight_gradient_seconds",
                    "at most backward_seconds, " + value_text(p.backward_seconds, Unit::seconds),
                    value_text(*p.weight_gradient_seconds, Unit::seconds));
        }
        amount(at, "parameters", p.parameters, limits::layer_parameters);
        amount(at, "expert_parameters", p.expert_parameters, limits::layer_parameters);
        part(at, "expert_parameters", p.expert_parameters, p.parameters);
        amount(at, "tied_parameters", p.tied_parameters, limits::layer_parameters);
        amount(at, "activation_bytes", p.activation_bytes, limits::layer_bytes);
        amount(at, "selective_activation_bytes", p.selective_activation_bytes, limits::layer_bytes);
        amount(at, "forward_flop", p.forward_flop, limits::layer_flop);
        amount(at, "selective_flop", p.selective_flop, limits::layer_flop);
        for (std::size_t i = 0; i < p.collectives.size(); ++i) {
            const std::string here = at + "/collectives/" + std::to_string(i);
            amount(here, "bytes", p.collectives[i].bytes, limits::layer_bytes);
            amount(here, "count", p.collectives[i].count, limits::collectives);
            amount(here, "hidden_behind", p.collectives[i].hidden_behind, limits::layer_seconds);
        }
    }

    void operation(const std::string& at, const Operator& o) {
        amount(at, "forward_flop", o.forward_flop, limits::layer_flop);
        if (o.backward_flop != -1) amount(at, "backward_flop", o.backward_flop, limits::layer_flop);
        amount(at, "activation_bytes_moved", o.activation_bytes_moved, limits::layer_bytes);
        amount(at, "weight_bytes", o.weight_bytes, limits::layer_bytes);
        amount(at, "parameters", o.parameters, limits::layer_parameters);
        amount(at, "expert_parameters", o.expert_parameters, limits::layer_parameters);
        part(at, "expert_parameters", o.expert_parameters, o.parameters);
        amount(at, "input_bytes", o.input_bytes, limits::layer_bytes);
        amount(at, "output_bytes", o.output_bytes, limits::layer_bytes);
        amount(at, "kv_bytes", o.kv_bytes, limits::layer_bytes);
        amount(at, "saved_bytes", o.saved_bytes, limits::layer_bytes);
        count(at, "top_k", o.top_k, 0);
    }

    void layer(const std::string& at, const Layer& layer) {
        std::set<std::pair<Strategy, std::int64_t>> seen;
        for (std::size_t i = 0; i < layer.profiles.size(); ++i) {
            const std::string here = at + "/profiles/" + std::to_string(i);
            const Profile& p = layer.profiles[i];
            profile(here, p);
            if (seen.emplace(p.strategy, p.micro_batch).second) continue;
            const Strategy& s = p.strategy;
            add(ErrorCode::duplicate_name, here, "profile", "one profile per strategy and micro-batch",
                "tp " + std::to_string(s.tp) + " ep " + std::to_string(s.ep) + " cp " + std::to_string(s.cp) +
                    (s.sequence_parallel ? " sequence_parallel" : "") + " micro_batch " +
                    std::to_string(p.micro_batch));
        }
        for (std::size_t i = 0; i < layer.operators.size(); ++i) {
            operation(at + "/operators/" + std::to_string(i), layer.operators[i]);
        }
    }

    void ids(const std::vector<Layer>& layers) {
        std::set<std::string> seen;
        for (std::size_t i = 0; i < layers.size(); ++i) {
            const std::string at = "/layers/" + std::to_string(i) + "/id";
            name(at, "id", layers[i].id);
            if (layers[i].id.empty())
                add(ErrorCode::out_of_range, at, "id", "a name", "nothing");
            else if (!seen.insert(layers[i].id).second)
                add(ErrorCode::duplicate_name, at, "id", "", layers[i].id);
        }
    }

    /// Ends of edges; true when all of them are layers.
    bool edges(const ModelGraph& model) {
        bool inside = true;
        const auto layers = static_cast<int>(model.layers.size());
        for (std::size_t i = 0; i < model.edges.size(); ++i) {
            const std::string at = "/edges/" + std::to_string(i);
            const Edge& edge = model.edges[i];
            amount(at, "bytes", edge.bytes, limits::layer_bytes);
            for (const auto& [key, end] : {std::pair{"from", edge.from}, std::pair{"to", edge.to}}) {
                if (end >= 0 && end < layers) continue;
                inside = false;
                add(ErrorCode::unknown_name, at + "/" + key, "layer", "the index of a layer", std::to_string(end));
            }
        }
        return inside;
    }

    /// Kahn's algorithm: what no topological order reaches lies on or behind a circle; walking backwards inside it
    /// ends on the circle itself.
    void cycle(const ModelGraph& model) {
        const std::size_t count = model.layers.size();
        std::vector<std::vector<std::size_t>> successors(count);
        std::vector<int> waiting(count, 0);
        for (const Edge& edge : model.edges) {
            successors[static_cast<std::size_t>(edge.from)].push_back(static_cast<std::size_t>(edge.to));
            ++waiting[static_cast<std::size_t>(edge.to)];
        }
        std::vector<std::size_t> ready;
        for (std::size_t i = 0; i < count; ++i) {
            if (waiting[i] == 0) ready.push_back(i);
        }
        std::size_t done = 0;
        while (!ready.empty()) {
            const std::size_t next = ready.back();
            ready.pop_back();
            ++done;
            for (const std::size_t to : successors[next]) {
                if (--waiting[to] == 0) ready.push_back(to);
            }
        }
        if (done == count) return;

        std::vector<std::size_t> predecessor(count, count);
        for (std::size_t i = 0; i < count; ++i) {
            if (waiting[i] == 0) continue;
            for (const std::size_t to : successors[i]) {
                if (waiting[to] > 0) predecessor[to] = i;
            }
        }
        std::size_t at = 0;
        while (waiting[at] == 0)
            ++at;
        for (std::size_t step = 0; step < count; ++step)
            at = predecessor[at];
        add(ErrorCode::model_has_cycle, "/layers/" + std::to_string(at), "layers", "no circle", model.layers[at].id);
    }
};

} // namespace

double ModelGraph::parameters() const {
    double total = 0;
    for (const Layer& layer : layers) {
        if (layer.operators.empty()) {
            total += parameters_from_profiles(layer);
            continue;
        }
        for (const Operator& operation : layer.operators)
            total += operation.parameters;
    }
    return total;
}

std::vector<int> layers_in_order(const ModelGraph& model) {
    std::vector<std::vector<int>> successors(model.layers.size());
    std::vector<int> waiting(model.layers.size(), 0);
    for (const Edge& edge : model.edges) {
        successors[static_cast<std::size_t>(edge.from)].push_back(edge.to);
        ++waiting[static_cast<std::size_t>(edge.to)];
    }
    std::set<int> ready;
    for (std::size_t layer = 0; layer < waiting.size(); ++layer)
        if (waiting[layer] == 0) ready.insert(static_cast<int>(layer));
    std::vector<int> order;
    while (!ready.empty()) {
        order.push_back(*ready.begin());
        ready.erase(ready.begin());
        for (const int next : successors[static_cast<std::size_t>(order.back())])
            if (--waiting[static_cast<std::size_t>(next)] == 0) ready.insert(next);
    }
    return order;
}

std::vector<Diagnostic> check_model(const ModelGraph& model) {
    Checker check;
    for (const auto& [key, value] :
         {std::pair{"sequence_length", model.sequence_length}, std::pair{"hidden_size", model.hidden_size},
          std::pair{"attention_heads", model.attention_heads}, std::pair{"kv_heads", model.kv_heads},
          std::pair{"ffn_size", model.ffn_size}, std::pair{"vocab_size", model.vocab_size},
          std::pair{"experts", model.experts}, std::pair{"top_k", model.top_k}}) {
        check.count("", key, value, 0);
    }
    check.name("/name", "name", model.name);
    if (model.layers.empty()) check.add(ErrorCode::out_of_range, "/layers", "layers", "at least one layer", "none");
    if (model.layers.size() > most_layers) {
        check.add(ErrorCode::out_of_range, "/layers", "layers", "at most " + std::to_string(most_layers) + " layers",
                  std::to_string(model.layers.size()));
        return check.faults;
    }
    check.ids(model.layers);
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        check.layer("/layers/" + std::to_string(i), model.layers[i]);
    }
    if (check.edges(model)) check.cycle(model);
    return check.faults;
}

std::string_view name_of(LayerKind kind) {
    switch (kind) {
    case LayerKind::embedding:
        return "embedding";
    case LayerKind::transformer:
        return "transformer";
    case LayerKind::moe:
        return "moe";
    case LayerKind::head:
        return "head";
    case LayerKind::conv:
        return "conv";
    case LayerKind::other:
        return "other";
    }
    return "other";
}

std::string_view name_of(OperatorKind kind) {
    switch (kind) {
    case OperatorKind::linear:
        return "linear";
    case OperatorKind::matmul:
        return "matmul";
    case OperatorKind::attention:
        return "attention";
    case OperatorKind::norm:
        return "norm";
    case OperatorKind::elementwise:
        return "elementwise";
    case OperatorKind::embedding:
        return "embedding";
    case OperatorKind::loss:
        return "loss";
    case OperatorKind::conv:
        return "conv";
    case OperatorKind::router:
        return "router";
    case OperatorKind::other:
        return "other";
    }
    return "other";
}

std::string_view name_of(Split split) {
    switch (split) {
    case Split::column:
        return "column";
    case Split::row:
        return "row";
    case Split::heads:
        return "heads";
    case Split::vocab:
        return "vocab";
    case Split::expert:
        return "expert";
    case Split::sequence:
        return "sequence";
    case Split::replicated:
        return "replicated";
    }
    return "replicated";
}

std::string_view name_of(GroupKind group) {
    switch (group) {
    case GroupKind::tensor:
        return "tp";
    case GroupKind::expert:
        return "ep";
    case GroupKind::context:
        return "cp";
    case GroupKind::expert_tensor:
        return "etp";
    }
    return "tp";
}

std::string_view name_of(Pass pass) {
    return pass == Pass::forward ? "forward" : "backward";
}

} // namespace nest
