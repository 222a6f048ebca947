// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/phrase.h"
#include "base/translatable.h"
#include "io/model/importers.h"
#include "io/model/node_list.h"
#include "io/model/placement_graph.h"

#include <algorithm>
#include <optional>

/// The input of dnn-partitioning.
namespace nest::io {

namespace {

using nlohmann::json;

constexpr double milliseconds = 1e-3;
constexpr double bytes_per_parameter = 4; // single precision, as these files were measured

/// true, false, 1 or 0.
bool flag(const Reader& reader, const char* key, bool fallback) {
    if (!reader.has(key)) return fallback;
    const json& value = reader.value().at(key);
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_number() && (value == 0 || value == 1)) return value == 1;
    reader.fault(ErrorCode::wrong_type, key, "true, false, 1 or 0", shown(value));
    return fallback;
}

/// An edge as the file has it: a size, a transfer time, or both.
struct FileEdge {
    PlacementEdge edge;
    double cost = 0; ///< ms
    bool has_size = false;
};

struct PlacementFile {
    NodeList names;
    std::vector<PlacementNode> nodes;
    std::vector<FileEdge> edges;
    std::size_t on_host = 0, backward = 0;

    std::vector<PlacementEdge> plain_edges() const {
        std::vector<PlacementEdge> plain;
        for (const FileEdge& edge : edges)
            plain.push_back(edge.edge);
        return plain;
    }
};

PlacementNode read_node(const Reader& reader, PlacementFile& file) {
    PlacementNode node;
    node.is_backward = flag(reader, "isBackwardNode", false);
    const bool on_host = !flag(reader, "supportedOnFpga", true);
    for (const char* either : {"cpuLatency", "fpgaLatency"}) // both are there, and one counts
        (void)reader.has(either);
    const double seconds = milliseconds * reader.number(on_host ? "cpuLatency" : "fpgaLatency", at_least_zero);
    (node.is_backward ? node.backward : node.forward) = seconds;
    const double size = reader.number("size", at_least_zero, 0);
    if (!node.is_backward) node.size = size;
    if (reader.has("colorClass"))
        node.color = reader.integer("colorClass", -(std::int64_t{1} << 53), std::int64_t{1} << 53);
    if (on_host) ++file.on_host;
    if (node.is_backward) ++file.backward;
    reader.warn_of_misspelt_keys();
    return node;
}

void read_edges(const Reader& reader, PlacementFile& file) {
    reader.each("edges", file.nodes.size() > 1, [&](const Reader& item) {
        if (!item.is_object()) return;
        FileEdge edge;
        edge.edge.from = file.names.end(item, "sourceId");
        edge.edge.to = file.names.end(item, "destId");
        edge.has_size = item.has("size");
        edge.edge.bytes = item.number("size", at_least_zero, 0);
        // Without a size the time is all there is.
        edge.cost = edge.has_size ? item.number("cost", at_least_zero, 0) : item.number("cost", at_least_zero);
        item.warn_of_misspelt_keys();
        if (edge.edge.from < 0 || edge.edge.to < 0) return;
        if (edge.edge.from == edge.edge.to)
            item.fault(ErrorCode::inconsistent, "destId", "another node than sourceId",
                       shown(item.value().at("destId")));
        file.edges.push_back(edge);
    });
}

/// Gives edges without a size one from their transfer time, at the rate of the file's other edges. bytes per ms;
/// nothing when every edge has a size.
std::optional<double> fill_sizes(std::vector<FileEdge>& edges) {
    std::vector<double> rates;
    bool missing = false;
    for (const FileEdge& edge : edges) {
        if (edge.has_size && edge.cost > 0 && edge.edge.bytes > 0) rates.push_back(edge.edge.bytes / edge.cost);
        missing = missing || !edge.has_size;
    }
    if (!missing) return std::nullopt;
    constexpr double two_gib_per_second = 2147483648.0 * milliseconds; // between accelerator and host memory
    double rate = two_gib_per_second;
    if (!rates.empty()) {
        std::nth_element(rates.begin(), rates.begin() + static_cast<std::ptrdiff_t>(rates.size() / 2), rates.end());
        rate = rates[rates.size() / 2];
    }
    for (FileEdge& edge : edges)
        if (!edge.has_size) edge.edge.bytes = edge.cost * rate;
    return rate;
}

/// The circle in the forward pass as it is in the file, before anything is joined.
void check_order(const PlacementFile& file, FaultList& faults) {
    ModelGraph graph;
    for (std::size_t i = 0; i < file.nodes.size(); ++i) {
        graph.layers.push_back({file.names.name(i), LayerKind::other, {}, {}});
    }
    for (const FileEdge& edge : file.edges)
        graph.edges.push_back({edge.edge.from, edge.edge.to, edge.edge.bytes});
    check_nodes(graph, faults);
}

/// Splits a size into weights (elements) and what is kept for backward (bytes).
class Sizes {
public:
    explicit Sizes(const PlacementFile& file)
        : m_nodes(file.nodes), m_out(file.nodes.size(), -1), m_in(file.nodes.size(), -1) {
        for (const FileEdge& edge : file.edges) {
            const auto from = static_cast<std::size_t>(edge.edge.from), to = static_cast<std::size_t>(edge.edge.to);
            if (m_nodes[from].is_backward || m_nodes[to].is_backward) continue;
            m_out[from] = std::max(m_out[from], edge.edge.bytes);
            m_in[to] = std::max(m_in[to], edge.edge.bytes);
        }
        std::size_t constants = 0, forward = 0;
        for (std::size_t node = 0; node < m_nodes.size(); ++node) {
            if (is_constant(node)) ++constants;
            if (!m_nodes[node].is_backward) ++forward;
        }
        m_weights_apart = constants * 8 > forward; // a few are a layer graph's inputs
    }

    /// Graphs of operators have their weights as nodes of their own.
    bool weights_apart() const { return m_weights_apart; }

    double kept_bytes(std::size_t node) const {
        if (m_nodes[node].is_backward) return 0;
        if (m_weights_apart) return is_constant(node) ? 0 : m_nodes[node].size;
        // A layer's size is its weights and its output; where nothing reads the output, it is taken to be as large as
        // the largest input.
        return std::min(m_nodes[node].size, std::max(0.0, m_out[node] >= 0 ? m_out[node] : m_in[node]));
    }
    double parameters(std::size_t node) const { return (m_nodes[node].size - kept_bytes(node)) / bytes_per_parameter; }

private:
    /// Nothing computed, nothing read, and a size: weights, or the model's input.
    bool is_constant(std::size_t node) const {
        const PlacementNode& n = m_nodes[node];
        return !n.is_backward && n.size > 0 && n.forward <= 0 && m_in[node] < 0 && m_out[node] >= 0;
    }

    const std::vector<PlacementNode>& m_nodes;
    std::vector<double> m_out, m_in; ///< largest tensor out of and into a node; -1: none
    bool m_weights_apart = false;
};

/// One layer per group, named after the node that takes longest.
void build_layers(const PlacementFile& file, const std::vector<int>& group_of, const Sizes& sizes, ModelGraph& model) {
    std::vector<double> longest;
    for (std::size_t node = 0; node < file.nodes.size(); ++node) {
        const auto group = static_cast<std::size_t>(group_of[node]);
        if (group >= model.layers.size()) {
            model.layers.emplace_back();
            model.layers.back().profiles.emplace_back();
            longest.push_back(-1);
        }
        Layer& layer = model.layers[group];
        Profile& profile = layer.profiles.front();
        profile.forward_seconds += file.nodes[node].forward;
        profile.backward_seconds += file.nodes[node].backward;
        profile.parameters += sizes.parameters(node);
        profile.activation_bytes += sizes.kept_bytes(node);
        profile.selective_activation_bytes = profile.activation_bytes;
        // Backward nodes come second: layers are called what the forward pass calls them.
        const double weight = file.nodes[node].is_backward ? -0.5 : file.nodes[node].forward;
        if (weight > longest[group]) {
            longest[group] = weight;
            layer.id = file.names.name(node);
        }
    }
}

void note_assumed(const PlacementFile& file, const Sizes& sizes, std::optional<double> rate, ModelGraph& model) {
    model.assumed.emplace_back("one sample of the file is a micro-batch of one sequence");
    model.assumed.emplace_back(sizes.weights_apart()
                                   ? "weights are the nodes that compute and read nothing, 4 bytes per parameter"
                                   : "weights are a node's size less its output, 4 bytes per parameter");
    if (file.backward == 0) model.assumed.emplace_back("backward takes twice as long as forward (inference file)");
    if (rate)
        model.assumed.push_back("edges without a size carry their cost in ms at " +
                                format_quantity(*rate / milliseconds, Unit::bytes_per_second));
}

void note_left_aside(const Reader& reader, const PlacementFile& file, std::size_t layers, bool exact,
                     Result<ModelGraph>& result) {
    if (reader.has("maxFPGAs") || reader.has("maxSizePerFPGA") || reader.has("maxCPUs"))
        result.add(left_aside(
            "maxFPGAs, maxSizePerFPGA, maxCPUs",
            note_words(QT_TRANSLATE_NOOP("NoteWords", "%1 accelerators of %2 and %3 CPUs; the topology tells these"),
                       {quantity_of(reader, "maxFPGAs", Unit::count),
                        quantity_of(reader, "maxSizePerFPGA", Unit::bytes),
                        quantity_of(reader, "maxCPUs", Unit::count)})));
    result.add(left_aside(note_words(QT_TRANSLATE_NOOP("NoteWords", "cost of edges")),
                          note_words(QT_TRANSLATE_NOOP(
                              "NoteWords", "transfer times follow from the topology and the size of the tensor"))));
    if (layers < file.nodes.size())
        result.add(approximated(
            "colorClass",
            note_words(QT_TRANSLATE_NOOP("NoteWords", "%1 nodes"), {static_cast<std::int64_t>(file.nodes.size())}),
            layers == 1
                ? note_words(QT_TRANSLATE_NOOP("NoteWords", "one layer of all nodes, which must share a device"))
                : note_words(QT_TRANSLATE_NOOP("NoteWords", "%1 layers, each of the nodes that must share a device"),
                             {static_cast<std::int64_t>(layers)})));
    if (file.backward > 0)
        result.add(
            left_aside(note_words(QT_TRANSLATE_NOOP("NoteWords", "sizes of backward nodes and edges between them")),
                       note_words(QT_TRANSLATE_NOOP(
                           "NoteWords", "weights count once, and gradients take the way of the activations back"))));
    if (file.on_host > 0)
        result.add(
            approximated("supportedOnFpga",
                         file.on_host == 1 ? note_words(QT_TRANSLATE_NOOP("NoteWords", "1 node on the host"))
                                           : note_words(QT_TRANSLATE_NOOP("NoteWords", "%1 nodes on the host"),
                                                        {static_cast<std::int64_t>(file.on_host)}),
                         note_words(QT_TRANSLATE_NOOP("NoteWords", "running on the device for their cpuLatency"))));
    if (!exact)
        result.add(approximated("colorClass",
                                note_words(QT_TRANSLATE_NOOP(
                                    "NoteWords", "layers that send several tensors to readers on separate branches")),
                                note_words(QT_TRANSLATE_NOOP("NoteWords", "the largest of them over each cut"))));
}

} // namespace

bool is_placement_model(const json& value) {
    return has_nodes_with(value, "fpgaLatency", {"maxSizePerFPGA", "maxFPGAs"});
}

Result<ModelGraph> read_placement_model(const json& value, const std::string& name) {
    FaultList faults(name);
    const Reader reader(value, faults);
    PlacementFile file;
    reader.each("nodes", true, [&](const Reader& item) {
        if (!item.is_object()) return;
        file.names.add(item);
        file.nodes.push_back(read_node(item, file));
    });
    read_edges(reader, file);
    if (faults.empty()) check_order(file, faults);
    if (!faults.empty()) return faults.take();

    const std::optional<double> rate = fill_sizes(file.edges);
    const std::vector<PlacementEdge> edges = file.plain_edges();
    const std::vector<int> group_of = groups_of(file.nodes, edges);
    const GroupEdges between = edges_between(file.nodes, edges, group_of);
    const Sizes sizes(file);
    ModelGraph model;
    model.name = model_name_of(name, "dnn-partitioning");
    model.source = "dnn-partitioning input";
    build_layers(file, group_of, sizes, model);
    if (file.backward == 0)
        for (Layer& layer : model.layers)
            layer.profiles.front().backward_seconds = 2 * layer.profiles.front().forward_seconds;
    for (const PlacementEdge& edge : between.edges)
        model.edges.push_back({edge.from, edge.to, edge.bytes});
    note_assumed(file, sizes, rate, model);
    check_nodes(model, faults);
    if (faults.empty()) sort_layers(model);
    const std::size_t layers = model.layers.size();
    Result<ModelGraph> result = result_of(std::move(model), faults);
    if (result) note_left_aside(reader, file, layers, between.exact, result);
    return result;
}

} // namespace nest::io
