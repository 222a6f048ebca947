// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "nest2026/input.h"

#include "io/reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_map>

namespace nest::nest2026 {
namespace {

constexpr std::int64_t most_devices = 10000; // the published program's own limit
constexpr std::int64_t most_degree = 1 << 20;
constexpr std::size_t most_nodes = 1000; ///< time grows with its cube

struct RawEdge {
    std::int64_t from, to;
    double bytes;
};

/// Indices of the nodes in the published program's order: Kahn's algorithm with a stack, the nodes without a
/// predecessor pushed in the order of the file.
std::vector<std::size_t> topological_order(std::size_t count, const std::vector<std::vector<std::size_t>>& successors) {
    std::vector<int> open(count, 0);
    for (const auto& next : successors)
        for (const std::size_t node : next)
            ++open[node];
    std::vector<std::size_t> stack, order;
    for (std::size_t node = 0; node < count; ++node)
        if (open[node] == 0) stack.push_back(node);
    while (!stack.empty()) {
        const std::size_t node = stack.back();
        stack.pop_back();
        order.push_back(node);
        for (const std::size_t next : successors[node])
            if (--open[next] == 0) stack.push_back(next);
    }
    return order;
}

std::vector<Node> read_nodes(const io::Reader& list) {
    std::vector<Node> nodes;
    if (!list.value().is_array()) {
        list.fault(ErrorCode::wrong_type, nullptr, "a list of nodes", io::shown(list.value()));
        return nodes;
    }
    for (const auto& value : list.value()) {
        const io::Reader node(value, list.faults(), list.pointer() + "/" + std::to_string(nodes.size()));
        if (!node.is_object()) return nodes;
        Node read;
        read.id = node.integer("id", -(std::int64_t{1} << 40), std::int64_t{1} << 40);
        read.parameter_bytes = node.number("parameterSize", at_least_zero);
        read.activation_bytes = node.number("activationSize", at_least_zero);
        read.forward = node.number("optimalLatencyFw", at_least_zero);
        read.backward = node.number("optimalLatencyBw", at_least_zero);
        nodes.push_back(read);
        if (list.faults().full()) break;
    }
    if (nodes.empty() || nodes.size() > most_nodes)
        list.fault(ErrorCode::out_of_range, nullptr, "1 to " + std::to_string(most_nodes) + " nodes",
                   std::to_string(nodes.size()));
    return nodes;
}

std::vector<RawEdge> read_edges(const io::Reader& list) {
    std::vector<RawEdge> edges;
    if (!list.value().is_array()) {
        list.fault(ErrorCode::wrong_type, nullptr, "a list of edges", io::shown(list.value()));
        return edges;
    }
    for (const auto& value : list.value()) {
        const io::Reader edge(value, list.faults(), list.pointer() + "/" + std::to_string(edges.size()));
        if (!edge.is_object()) return edges;
        edges.push_back({edge.integer("sourceId", -(std::int64_t{1} << 40), std::int64_t{1} << 40),
                         edge.integer("destId", -(std::int64_t{1} << 40), std::int64_t{1} << 40),
                         edge.number("communicationCost", at_least_zero)});
        if (list.faults().full()) break;
    }
    return edges;
}

/// One width's graph with its nodes in order; faults are told at the place of the nodes or edges.
Width read_width(std::int64_t tensor, const io::Reader& node_list, const io::Reader& edge_list) {
    Width width;
    width.tensor = tensor;
    const std::vector<Node> nodes = read_nodes(node_list);
    const std::vector<RawEdge> edges = read_edges(edge_list);
    std::unordered_map<std::int64_t, std::size_t> index;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (!index.emplace(nodes[i].id, i).second)
            node_list.fault(ErrorCode::duplicate_name, nullptr, "an id for each node", std::to_string(nodes[i].id));
    std::vector<std::vector<std::size_t>> successors(nodes.size());
    for (const RawEdge& edge : edges) {
        if (!index.contains(edge.from) || !index.contains(edge.to)) {
            edge_list.fault(ErrorCode::unknown_name, nullptr, "an edge between nodes of the list",
                            std::to_string(edge.from) + " -> " + std::to_string(edge.to));
            return width;
        }
        successors[index[edge.from]].push_back(index[edge.to]);
    }
    const std::vector<std::size_t> order = topological_order(nodes.size(), successors);
    if (order.size() != nodes.size()) {
        edge_list.fault(ErrorCode::model_has_cycle, nullptr, "a graph without a circle", "one");
        return width;
    }
    std::vector<int> place(nodes.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        place[order[i]] = static_cast<int>(i);
        width.nodes.push_back(nodes[order[i]]);
    }
    width.in.resize(nodes.size());
    width.out.resize(nodes.size());
    for (const RawEdge& edge : edges) {
        const Edge placed{place[index[edge.from]], place[index[edge.to]], edge.bytes};
        width.in[static_cast<std::size_t>(placed.to)].push_back(placed);
        width.out[static_cast<std::size_t>(placed.from)].push_back(placed);
    }
    return width;
}

void read_widths(const io::Reader& root, Input& input) {
    root.object("nodes", true, [&](const io::Reader& nodes) {
        root.object("edges", true, [&](const io::Reader& edges) {
            nodes.members([&](const std::string& key, const io::Reader& list) {
                std::int64_t tensor = 0;
                const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), tensor);
                if (error != std::errc() || end != key.data() + key.size() || tensor < 1 || tensor > most_degree)
                    return list.fault(ErrorCode::out_of_range, nullptr, "a tensor-parallel width as key", key);
                if (!edges.has(key.c_str()))
                    return edges.fault(ErrorCode::missing_key, key.c_str(), "the edges of each width", "none");
                const io::Reader edge_list(edges.value().at(key), edges.faults(), edges.pointer() + "/" + key);
                input.widths.push_back(read_width(tensor, list, edge_list));
            });
            if (input.widths.empty())
                nodes.fault(ErrorCode::out_of_range, nullptr, "at least one tensor-parallel width", "none");
        });
    });
    std::sort(input.widths.begin(), input.widths.end(),
              [](const Width& a, const Width& b) { return a.tensor < b.tensor; });
}

void read_baselines(const io::Reader& root, Input& input) {
    root.object("baselines", false, [&](const io::Reader& list) {
        list.members([&](const std::string& name, const io::Reader& baseline) {
            if (!baseline.is_object()) return;
            Baseline read;
            read.name = name;
            read.stages = baseline.integer("p", 1, most_degree);
            read.replicas = baseline.integer("d", 1, most_degree);
            read.tensor = baseline.integer("t", 1, most_degree);
            read.transformer_layers = baseline.integer("num_transformer_layers", 1, most_degree);
            read.partition = baseline.integers("layer_partition", 0, most_degree);
            input.baselines.push_back(std::move(read));
        });
    });
}

void read_levels(const io::Reader& root, Input& input) {
    input.bandwidths = root.numbers("bws", above_zero);
    input.latencies = root.numbers("latency_per_level", at_least_zero);
    input.fan_outs = root.integers("devices_per_level", 1, most_degree);
    const std::size_t count = input.fan_outs.size();
    if (count == 0) root.fault(ErrorCode::missing_key, "devices_per_level", "a fan-out for each level", "none");
    if (input.bandwidths.size() != count)
        root.fault(ErrorCode::inconsistent, "bws", std::to_string(count) + " bandwidths, as devices_per_level",
                   std::to_string(input.bandwidths.size()));
    if (input.latencies.size() != count)
        root.fault(ErrorCode::inconsistent, "latency_per_level",
                   std::to_string(count) + " latencies, as devices_per_level", std::to_string(input.latencies.size()));
    std::int64_t slots = 1;
    for (const std::int64_t fan_out : input.fan_outs)
        slots = std::min(slots * fan_out, most_degree);
    if (slots < input.devices)
        root.fault(ErrorCode::inconsistent, "devices_per_level",
                   "fan-outs that hold all " + std::to_string(input.devices) + " devices", std::to_string(slots));
}

} // namespace

bool Width::follows(int i) const {
    const auto& edges = in[static_cast<std::size_t>(i)];
    return std::any_of(edges.begin(), edges.end(), [&](const Edge& edge) { return edge.from == i - 1; });
}

const Width* Input::width(std::int64_t tensor) const {
    const auto found = std::find_if(widths.begin(), widths.end(), [&](const Width& w) { return w.tensor == tensor; });
    return found == widths.end() ? nullptr : &*found;
}

bool is_input(const nlohmann::json& json) {
    return json.is_object() && json.contains("maxDevices") && json.contains("devices_per_level") &&
           json.contains("nodes") && json.contains("edges");
}

Result<Input> input_from_json(const nlohmann::json& json, const std::string& file) {
    io::FaultList faults(file);
    const io::Reader root(json, faults);
    Input input;
    if (!root.is_object()) return faults.take();
    input.memory_bytes = root.number("maxMemoryPerDevice", above_zero);
    input.devices = root.integer("maxDevices", 1, most_devices);
    input.frequency = root.number("frequency", above_zero);
    // A fraction is cut off, as the published program does.
    input.micro_batches = static_cast<std::int64_t>(root.number("mbsInBatch", {1, 1e9}));
    input.recompute = root.boolean("activationRecomputation", false);
    input.adam = root.choice("optimizerAlgorithm", {"SGD", "Adam"}) == 1;
    input.ep = root.integer("ep_degree", 1, most_degree, 1);
    input.cp = root.integer("cp_degree", 1, most_degree, 1);
    read_levels(root, input);
    read_widths(root, input);
    read_baselines(root, input);
    return io::result_of(std::move(input), faults);
}

} // namespace nest::nest2026
