// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/model/placement_graph.h"

#include <algorithm>
#include <map>
#include <set>

namespace nest::io {

namespace {

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

/// Numbers the values in the order of first appearance.
template <typename Key> std::vector<int> numbered(const std::vector<Key>& keys) {
    std::map<Key, int> numbers;
    std::vector<int> result;
    for (const Key& key : keys)
        result.push_back(numbers.emplace(key, static_cast<int>(numbers.size())).first->second);
    return result;
}

using Adjacency = std::vector<std::set<int>>;

/// Tarjan's strongly connected components, without recursion: files may hold long chains.
std::vector<int> components_of(const Adjacency& successors) {
    const std::size_t count = successors.size();
    std::vector<int> order(count, -1), low(count, 0), component(count, -1), open;
    struct Frame {
        int node;
        std::set<int>::const_iterator next;
    };
    int visited = 0, components = 0;
    for (std::size_t root = 0; root < count; ++root) {
        if (order[root] >= 0) continue;
        std::vector<Frame> stack;
        const auto enter = [&](int node) {
            order[at(node)] = low[at(node)] = visited++;
            open.push_back(node);
            stack.push_back({node, successors[at(node)].begin()});
        };
        enter(static_cast<int>(root));
        while (!stack.empty()) {
            Frame& frame = stack.back();
            const int node = frame.node;
            if (frame.next != successors[at(node)].end()) {
                const int to = *frame.next++;
                if (order[at(to)] < 0)
                    enter(to);
                else if (component[at(to)] < 0)
                    low[at(node)] = std::min(low[at(node)], order[at(to)]);
                continue;
            }
            stack.pop_back();
            if (!stack.empty()) low[at(stack.back().node)] = std::min(low[at(stack.back().node)], low[at(node)]);
            if (low[at(node)] != order[at(node)]) continue;
            while (component[at(node)] < 0) {
                component[at(open.back())] = components;
                open.pop_back();
            }
            ++components;
        }
    }
    return component;
}

/// The edges that order the groups: those of the forward pass, and reversed ones at groups without a forward node.
std::vector<PlacementEdge> ordering_edges(const std::vector<PlacementNode>& nodes,
                                          const std::vector<PlacementEdge>& edges, const std::vector<int>& group_of) {
    std::set<int> with_forward;
    for (std::size_t node = 0; node < nodes.size(); ++node)
        if (!nodes[node].is_backward) with_forward.insert(group_of[node]);
    std::vector<PlacementEdge> result;
    for (const PlacementEdge& edge : edges) {
        const bool from_backward = nodes[at(edge.from)].is_backward, to_backward = nodes[at(edge.to)].is_backward;
        if (!from_backward && !to_backward) {
            result.push_back(edge);
        } else if (from_backward && to_backward) {
            if (with_forward.count(group_of[at(edge.from)]) == 0 || with_forward.count(group_of[at(edge.to)]) == 0)
                result.push_back({edge.to, edge.from, edge.bytes});
        }
    }
    return result;
}

/// Groups that are read by, or lie before something read by, others: everything reachable from each group.
std::vector<bool> reachable_from(const Adjacency& successors, int start) {
    std::vector<bool> reached(successors.size(), false);
    std::vector<int> waiting{start};
    reached[at(start)] = true;
    while (!waiting.empty()) {
        const int node = waiting.back();
        waiting.pop_back();
        for (const int to : successors[at(node)]) {
            if (reached[at(to)]) continue;
            reached[at(to)] = true;
            waiting.push_back(to);
        }
    }
    return reached;
}

/// A tensor that leaves a group.
struct Sent {
    double bytes = 0;
    std::set<int> readers;
};

/// Edges out of one group, as GroupEdges says.
void add_edges_of(int group, const std::map<int, Sent>& tensors, const Adjacency& successors, GroupEdges& out) {
    std::set<int> readers;
    for (const auto& [producer, sent] : tensors)
        readers.insert(sent.readers.begin(), sent.readers.end());
    if (tensors.size() == 1) {
        for (const int reader : readers)
            out.edges.push_back({group, reader, tensors.begin()->second.bytes});
        return;
    }
    for (const int reader : readers) {
        const std::vector<bool> behind = reachable_from(successors, reader);
        double bytes = 0;
        for (const auto& [producer, sent] : tensors)
            if (std::any_of(sent.readers.begin(), sent.readers.end(), [&](int r) { return behind[at(r)]; }))
                bytes += sent.bytes;
        out.edges.push_back({group, reader, bytes});
        // Readers that don't follow each other can lie behind a cut by themselves: exact only if they read the same.
        for (const int other : readers) {
            if (other == reader || behind[at(other)]) continue;
            if (reachable_from(successors, other)[at(reader)]) continue;
            for (const auto& [producer, sent] : tensors)
                if (sent.readers.count(reader) != sent.readers.count(other) && sent.bytes > 0) out.exact = false;
        }
    }
}

} // namespace

std::vector<int> groups_of(const std::vector<PlacementNode>& nodes, const std::vector<PlacementEdge>& edges) {
    std::vector<std::pair<bool, long long>> colors;
    for (std::size_t node = 0; node < nodes.size(); ++node)
        colors.emplace_back(nodes[node].color.has_value(), nodes[node].color.value_or(static_cast<long long>(node)));
    const std::vector<int> color_of = numbered(colors);
    Adjacency successors(color_of.empty() ? 0 : at(*std::max_element(color_of.begin(), color_of.end())) + 1);
    for (const PlacementEdge& edge : ordering_edges(nodes, edges, color_of))
        if (color_of[at(edge.from)] != color_of[at(edge.to)])
            successors[at(color_of[at(edge.from)])].insert(color_of[at(edge.to)]);
    const std::vector<int> component = components_of(successors);
    std::vector<int> of_node;
    for (const int color : color_of)
        of_node.push_back(component[at(color)]);
    return numbered(of_node);
}

GroupEdges edges_between(const std::vector<PlacementNode>& nodes, const std::vector<PlacementEdge>& edges,
                         const std::vector<int>& group_of) {
    GroupEdges result;
    const int groups = group_of.empty() ? 0 : *std::max_element(group_of.begin(), group_of.end()) + 1;
    Adjacency successors(at(groups));
    std::vector<std::map<int, Sent>> tensors(at(groups)); // by producer
    for (const PlacementEdge& edge : ordering_edges(nodes, edges, group_of)) {
        const int from = group_of[at(edge.from)], to = group_of[at(edge.to)];
        if (from == to) continue;
        successors[at(from)].insert(to);
        Sent& sent = tensors[at(from)][edge.from];
        sent.bytes = std::max(sent.bytes, edge.bytes);
        sent.readers.insert(to);
    }
    for (int group = 0; group < groups; ++group)
        if (!tensors[at(group)].empty()) add_edges_of(group, tensors[at(group)], successors, result);
    return result;
}

} // namespace nest::io
