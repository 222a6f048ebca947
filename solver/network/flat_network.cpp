// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "network/flat_network.h"

#include "base/limits.h"
#include "base/phrase.h"
#include "base/translatable.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace nest {
namespace {

constexpr std::int64_t most_devices = 65536;
constexpr std::int64_t most_nodes = 8 * most_devices;
constexpr std::int64_t most_edges = 64 * most_devices;
constexpr std::size_t deepest_nesting = 64;

/// Groups a node is in, itself first.
using Ancestry = std::vector<std::size_t>;

class Flattener {
public:
    explicit Flattener(const Topology& topology) : m_topology(topology) {}

    Result<FlatNetwork> run() {
        read_nodes();
        if (m_faults.empty()) read_parents();
        if (m_faults.empty()) count_copies();
        if (m_faults.empty()) check_links();
        if (!m_faults.empty()) return m_faults;
        place_nodes();
        connect_hosts();
        for (std::size_t i = 0; i < m_topology.links.size() && m_faults.empty(); ++i)
            add_link(i);
        if (!m_faults.empty()) return m_faults;
        merge_parallel(m_network.edges);
        return std::move(m_network);
    }

private:
    void fault(ErrorCode code, std::string pointer, Phrase subject, Phrase expected, Phrase found) {
        m_faults.push_back(
            nest::fault(code, std::move(pointer), std::move(subject), std::move(expected), std::move(found)));
    }
    static std::string place(const char* list, std::size_t index, const char* key) {
        return std::string("/") + list + "/" + std::to_string(index) + "/" + key;
    }

    void read_nodes() {
        const auto& nodes = m_topology.nodes;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (!m_index.emplace(nodes[i].id, i).second)
                fault(ErrorCode::duplicate_name, place("nodes", i, "id"), "id", "an id of its own", nodes[i].id);
            if (nodes[i].repeat < 1 || nodes[i].repeat > most_nodes)
                fault(ErrorCode::out_of_range, place("nodes", i, "repeat"), "repeat",
                      "a whole number from 1 to " + std::to_string(most_nodes), std::to_string(nodes[i].repeat));
        }
        const bool any_device =
            std::any_of(nodes.begin(), nodes.end(), [](const auto& node) { return node.kind == NodeKind::device; });
        if (!any_device) fault(ErrorCode::inconsistent, "/nodes", "nodes", "at least one device", "none");
    }

    std::optional<std::size_t> find(const std::string& id, const std::string& pointer) {
        const auto found = m_index.find(id);
        if (found != m_index.end()) return found->second;
        std::vector<std::string> names;
        for (const TopologyNode& node : m_topology.nodes)
            names.push_back(node.id);
        fault(ErrorCode::unknown_name, pointer, "node", "the id of a node", id);
        m_faults.back().suggestion = nearest_name(id, names);
        return std::nullopt;
    }

    void read_parents() {
        const auto& nodes = m_topology.nodes;
        m_parent.assign(nodes.size(), FlatNetwork::no_node);
        for (std::size_t i = 0; i < nodes.size() && m_faults.empty(); ++i) {
            if (nodes[i].parent.empty()) continue;
            if (const auto parent = find(nodes[i].parent, place("nodes", i, "parent"))) m_parent[i] = *parent;
        }
        m_ancestry.resize(nodes.size());
        for (std::size_t i = 0; i < nodes.size() && m_faults.empty(); ++i) {
            for (std::size_t at = i; at != FlatNetwork::no_node; at = m_parent[at]) {
                m_ancestry[i].push_back(at);
                if (m_ancestry[i].size() <= deepest_nesting) continue;
                fault(ErrorCode::inconsistent, place("nodes", i, "parent"), "parent",
                      "at most " + std::to_string(deepest_nesting) + " groups inside each other, without a circle",
                      nodes[i].id + " in " + nodes[i].parent);
                break;
            }
        }
    }

    void count_copies() {
        const auto& nodes = m_topology.nodes;
        m_copies.assign(nodes.size(), 1);
        std::int64_t total = 0;
        std::int64_t devices = 0;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            for (const std::size_t group : m_ancestry[i])
                m_copies[i] = std::min(most_nodes + 1, m_copies[i] * std::min(nodes[group].repeat, most_nodes + 1));
            total += m_copies[i];
            if (nodes[i].kind == NodeKind::device) devices += m_copies[i];
        }
        if (devices > most_devices || total > most_nodes)
            fault(ErrorCode::out_of_range, "/nodes", "nodes",
                  "at most " + std::to_string(most_devices) + " devices and " + std::to_string(most_nodes) +
                      " nodes after repeats",
                  counted(devices, "device") + ", " + counted(total, "node"));
    }

    void check_links() {
        for (std::size_t i = 0; i < m_topology.links.size() && m_faults.empty(); ++i) {
            const TopologyLink& link = m_topology.links[i];
            find(link.a, place("links", i, "a"));
            find(link.b, place("links", i, "b"));
            check_figure(link.bandwidth, i, "bandwidth", limits::link_bandwidth);
            check_figure(link.latency, i, "latency", limits::latency);
            if (link.count < 1)
                fault(ErrorCode::out_of_range, place("links", i, "count"), "count", "a whole number of at least 1",
                      std::to_string(link.count));
        }
    }
    void check_figure(double value, std::size_t link, const char* key, const Range& range) {
        if (auto found = check_range(value, range, place("links", link, key), key))
            m_faults.push_back(std::move(*found));
    }

    /// Numbers the copies of each node one after the other; copy k of a group holds the k-th run of what is inside.
    void place_nodes() {
        const auto& nodes = m_topology.nodes;
        std::size_t next = 0;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            m_first.push_back(next);
            next += static_cast<std::size_t>(m_copies[i]);
            for (std::int64_t copy = 0; copy < m_copies[i]; ++copy)
                m_network.ids.push_back(m_copies[i] == 1 ? nodes[i].id : nodes[i].id + " #" + std::to_string(copy + 1));
        }
        m_network.host_of.assign(next, FlatNetwork::no_node);
        std::vector<std::vector<std::size_t>> inside(nodes.size());
        std::vector<std::size_t> outermost;
        for (std::size_t i = 0; i < nodes.size(); ++i)
            (m_parent[i] == FlatNetwork::no_node ? outermost : inside[m_parent[i]]).push_back(i);
        for (const std::size_t node : outermost)
            place_copies(inside, node, 0);
    }
    void place_copies(const std::vector<std::vector<std::size_t>>& inside, std::size_t node, std::int64_t group_copy) {
        const std::int64_t repeat = m_topology.nodes[node].repeat;
        for (std::int64_t copy = group_copy * repeat; copy < (group_copy + 1) * repeat; ++copy) {
            const std::size_t at = instance(node, copy);
            if (m_parent[node] != FlatNetwork::no_node) m_network.host_of[at] = instance(m_parent[node], group_copy);
            if (m_topology.nodes[node].kind == NodeKind::device) m_network.devices.push_back(at);
            for (const std::size_t child : inside[node])
                place_copies(inside, child, copy);
        }
    }
    std::size_t instance(std::size_t node, std::int64_t copy) const {
        return m_first[node] + static_cast<std::size_t>(copy);
    }

    /// What is drawn on a host is meant for what is inside it: nothing known limits the way there.
    void connect_hosts() {
        std::vector<double> outgoing(m_topology.nodes.size(), 0);
        for (const TopologyLink& link : m_topology.links) {
            for (const std::string& end : {link.a, link.b})
                outgoing[m_index.at(end)] += link.bandwidth * static_cast<double>(link.count);
        }
        for (std::size_t child = 0; child < m_parent.size(); ++child) {
            const std::size_t group = m_parent[child];
            if (group == FlatNetwork::no_node || !(outgoing[group] > 0)) continue;
            for (std::int64_t copy = 0; copy < m_copies[child]; ++copy)
                m_network.edges.push_back({instance(child, copy),
                                           instance(group, copy / m_topology.nodes[child].repeat), outgoing[group], 0});
        }
    }

    void add_link(std::size_t index) {
        const TopologyLink& link = m_topology.links[index];
        const std::size_t a = m_index.at(link.a);
        const std::size_t b = m_index.at(link.b);
        if (link.bandwidth == 0) {
            warn(ErrorCode::out_of_range, place("links", index, "bandwidth"), "bandwidth",
                 note_words(QT_TRANSLATE_NOOP("NoteWords", "a number above 0")),
                 note_words(QT_TRANSLATE_NOOP("NoteWords", "0: the link is left out")));
            return;
        }
        // Copies of the innermost group that holds both ends.
        std::int64_t shared = 1;
        for (const std::size_t group : m_ancestry[a]) {
            if (std::find(m_ancestry[b].begin(), m_ancestry[b].end(), group) == m_ancestry[b].end()) continue;
            shared = m_copies[group];
            break;
        }
        const std::int64_t a_copies = m_copies[a] / shared;
        const std::int64_t b_copies = m_copies[b] / shared;
        m_edges_written += static_cast<double>(shared) * static_cast<double>(a_copies) * static_cast<double>(b_copies);
        if (m_edges_written > static_cast<double>(most_edges)) {
            fault(ErrorCode::out_of_range, "/links/" + std::to_string(index), "link",
                  "at most " + std::to_string(most_edges) + " links after repeats", link.a + " to " + link.b);
            return;
        }
        if (a == b) {
            warn(ErrorCode::inconsistent, "/links/" + std::to_string(index), "link",
                 note_words(QT_TRANSLATE_NOOP("NoteWords", "two different ends")),
                 note_words(QT_TRANSLATE_NOOP("NoteWords", "%1 twice: the link is left out"), {link.a}));
            return;
        }
        const double bandwidth = link.bandwidth * static_cast<double>(link.count);
        for (std::int64_t group = 0; group < shared; ++group) {
            for (std::int64_t i = group * a_copies; i < (group + 1) * a_copies; ++i) {
                for (std::int64_t j = group * b_copies; j < (group + 1) * b_copies; ++j)
                    m_network.edges.push_back({instance(a, i), instance(b, j), bandwidth, link.latency});
            }
        }
    }
    void warn(ErrorCode code, std::string pointer, Phrase subject, Phrase expected, Phrase found) {
        m_network.warnings.push_back(
            nest::fault(code, std::move(pointer), std::move(subject), std::move(expected), std::move(found)));
        m_network.warnings.back().severity = Severity::warning;
    }

    const Topology& m_topology;
    FlatNetwork m_network;
    std::vector<Diagnostic> m_faults;
    std::unordered_map<std::string, std::size_t> m_index;
    std::vector<std::size_t> m_parent;
    std::vector<Ancestry> m_ancestry;
    std::vector<std::int64_t> m_copies;
    std::vector<std::size_t> m_first; ///< flat number of each node's first copy
    double m_edges_written = 0;
};

} // namespace

Result<FlatNetwork> flatten(const Topology& topology) {
    return Flattener(topology).run();
}

void merge_parallel(std::vector<FlatEdge>& edges) {
    for (FlatEdge& edge : edges) {
        if (edge.a > edge.b) std::swap(edge.a, edge.b);
    }
    std::sort(edges.begin(), edges.end(), [](const FlatEdge& left, const FlatEdge& right) {
        return std::tie(left.a, left.b, left.bandwidth) < std::tie(right.a, right.b, right.bandwidth);
    });
    std::size_t kept = 0;
    for (const FlatEdge& edge : edges) {
        if (edge.a == edge.b) continue;
        if (kept > 0 && edges[kept - 1].a == edge.a && edges[kept - 1].b == edge.b) {
            edges[kept - 1].bandwidth += edge.bandwidth;
            edges[kept - 1].latency = std::max(edges[kept - 1].latency, edge.latency);
        } else {
            edges[kept++] = edge;
        }
    }
    edges.resize(kept);
}

} // namespace nest
