// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "layout.h"

#include "agraph.h"

#include <graphviz/gvc.h>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace nest::graphviz {

namespace {

using nlohmann::json;

constexpr double points_per_inch = 72; // dpi is set to it, so that a point is a pixel

struct CloseContext {
    void operator()(GVC_t* context) const { gvFreeContext(context); }
};

/// Frees what a layout hung on the graph, before the graph goes.
class Layout {
public:
    Layout(GVC_t* context, Agraph_t* graph) : m_context(context), m_graph(graph) {
        if (gvLayout(context, graph, "dot") != 0) throw std::runtime_error("Graphviz can't lay this graph out");
    }
    ~Layout() { gvFreeLayout(m_context, m_graph); }
    Layout(const Layout&) = delete;
    Layout& operator=(const Layout&) = delete;

private:
    GVC_t* m_context;
    Agraph_t* m_graph;
};

void set_size(Agnode_t* node, const char* key, double pixels) {
    agset(node, name(key), name(std::to_string(pixels / points_per_inch).c_str()));
}

void set_default(Agraph_t* graph, int kind, const char* key, const char* value) {
    agattr(graph, kind, name(key), name(value));
}

Graph empty_graph(bool rightwards) {
    Graph graph(agopen(name("graph"), Agdirected, nullptr));
    if (!graph) throw std::runtime_error("Graphviz can't make a graph");
    set_default(graph.get(), AGRAPH, "rankdir", rightwards ? "LR" : "TB");
    set_default(graph.get(), AGRAPH, "dpi", "72");
    // Fewer rounds of the network simplex and of crossing reduction: a graph of 1 000 nodes takes a tenth of the time.
    for (const char* limit : {"nslimit", "nslimit1", "mclimit"})
        set_default(graph.get(), AGRAPH, limit, "1");
    set_default(graph.get(), AGRAPH, "splines", "polyline");
    set_default(graph.get(), AGRAPH, "nodesep", "0.3");
    set_default(graph.get(), AGRAPH, "ranksep", "0.4");
    // With fixed sizes and no labels no font is ever looked at.
    set_default(graph.get(), AGNODE, "shape", "box");
    set_default(graph.get(), AGNODE, "fixedsize", "true");
    set_default(graph.get(), AGNODE, "label", "");
    set_default(graph.get(), AGNODE, "width", "1");
    set_default(graph.get(), AGNODE, "height", "1");
    set_default(graph.get(), AGEDGE, "arrowhead", "none");
    return graph;
}

const json& member(const json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end()) throw std::runtime_error(std::string("the request lacks \"") + key + "\"");
    return *found;
}

double length(const json& node, const char* key) {
    const double value = member(node, key).get<double>();
    if (!(value > 0 && value < 1e5)) throw std::runtime_error(std::string(key) + " of a node is not above 0");
    return value;
}

/// Corners of an edge's line. A polyline comes as Bezier pieces whose ends, every third point, are its corners.
json polyline(Agedge_t* edge, double height) {
    json points = json::array();
    const splines* line = ED_spl(edge);
    if (!line) return points;
    for (std::size_t i = 0; i < static_cast<std::size_t>(line->size); ++i) {
        const bezier& piece = line->list[i];
        for (std::size_t k = 0; k < static_cast<std::size_t>(piece.size); k += 3)
            points.push_back({piece.list[k].x, height - piece.list[k].y});
    }
    return points;
}

} // namespace

json lay_out(const json& request) {
    const std::string direction = request.value("direction", "down");
    if (direction != "down" && direction != "right") throw std::runtime_error("direction is \"down\" or \"right\"");
    const Graph graph = empty_graph(direction == "right");

    std::unordered_map<std::string, Agnode_t*> nodes;
    std::vector<std::pair<std::string, Agnode_t*>> order;
    for (const json& item : member(request, "nodes")) {
        const std::string id = member(item, "id").get<std::string>();
        // The name in Graphviz is the number: ids may hold what its names can't.
        Agnode_t* node = agnode(graph.get(), name(std::to_string(order.size()).c_str()), 1);
        if (!node || !nodes.emplace(id, node).second) throw std::runtime_error("node \"" + id + "\" is there twice");
        set_size(node, "width", length(item, "width"));
        set_size(node, "height", length(item, "height"));
        order.emplace_back(id, node);
    }
    std::vector<Agedge_t*> edges;
    for (const json& item : member(request, "edges")) {
        Agnode_t* ends[2];
        for (std::size_t end = 0; end < 2; ++end) {
            const std::string id = item.at(end).get<std::string>();
            const auto found = nodes.find(id);
            if (found == nodes.end()) throw std::runtime_error("an edge names the unknown node \"" + id + "\"");
            ends[end] = found->second;
        }
        edges.push_back(agedge(graph.get(), ends[0], ends[1], nullptr, 1));
    }

    const std::unique_ptr<GVC_t, CloseContext> context(gvContext());
    if (!context) throw std::runtime_error("Graphviz can't start");
    const Layout layout(context.get(), graph.get());
    const boxf box = GD_bb(graph.get());
    json answer{{"width", box.UR.x}, {"height", box.UR.y}, {"nodes", json::array()}, {"edges", json::array()}};
    for (const auto& [id, node] : order) {
        const pointf centre = ND_coord(node);
        answer["nodes"].push_back({{"id", id}, {"x", centre.x}, {"y", box.UR.y - centre.y}});
    }
    for (Agedge_t* edge : edges)
        answer["edges"].push_back(polyline(edge, box.UR.y));
    return answer;
}

} // namespace nest::graphviz
