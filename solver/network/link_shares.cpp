// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "network/link_shares.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

namespace nest {
namespace {

constexpr std::size_t unreachable = std::numeric_limits<std::size_t>::max();

/// Edges at each node, as indices into the list of edges.
class Incidence {
public:
    Incidence(std::size_t nodes, const std::vector<FlatEdge>& edges)
        : m_start(nodes + 1, 0), m_edges(2 * edges.size()) {
        for (const FlatEdge& edge : edges) {
            ++m_start[edge.a + 1];
            ++m_start[edge.b + 1];
        }
        std::partial_sum(m_start.begin(), m_start.end(), m_start.begin());
        std::vector<std::size_t> next(m_start.begin(), m_start.end() - 1);
        for (std::size_t i = 0; i < edges.size(); ++i) {
            m_edges[next[edges[i].a]++] = i;
            m_edges[next[edges[i].b]++] = i;
        }
    }
    std::size_t begin_of(std::size_t node) const { return m_start[node]; }
    std::size_t end_of(std::size_t node) const { return m_start[node + 1]; }
    std::size_t edge(std::size_t position) const { return m_edges[position]; }

private:
    std::vector<std::size_t> m_start;
    std::vector<std::size_t> m_edges;
};

std::size_t other_end(const FlatEdge& edge, std::size_t node) {
    return edge.a == node ? edge.b : edge.a;
}

/// Hops to the nearest device.
std::vector<std::size_t> heights_of(const FlatNetwork& network) {
    const Incidence incidence(network.ids.size(), network.edges);
    std::vector<std::size_t> height(network.ids.size(), unreachable);
    std::vector<std::size_t> queue = network.devices;
    for (const std::size_t device : queue)
        height[device] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const std::size_t node = queue[i];
        for (std::size_t at = incidence.begin_of(node); at < incidence.end_of(node); ++at) {
            const std::size_t next = other_end(network.edges[incidence.edge(at)], node);
            if (height[next] != unreachable) continue;
            height[next] = height[node] + 1;
            queue.push_back(next);
        }
    }
    return height;
}

/// Makes switches with equal links to the same nodes below one, from the bottom up.
std::vector<std::size_t> merge_equal_switches(const FlatNetwork& network, const std::vector<std::size_t>& height) {
    std::vector<std::size_t> representative(network.ids.size());
    std::iota(representative.begin(), representative.end(), std::size_t{0});
    const Incidence incidence(network.ids.size(), network.edges);
    std::vector<std::size_t> upwards;
    for (std::size_t node = 0; node < height.size(); ++node) {
        if (height[node] != 0 && height[node] != unreachable) upwards.push_back(node);
    }
    std::stable_sort(upwards.begin(), upwards.end(),
                     [&](std::size_t a, std::size_t b) { return height[a] < height[b]; });
    using Below = std::vector<std::tuple<std::size_t, double, double>>;
    std::map<std::pair<std::size_t, Below>, std::size_t> known;
    for (const std::size_t node : upwards) {
        std::vector<FlatEdge> down;
        for (std::size_t at = incidence.begin_of(node); at < incidence.end_of(node); ++at) {
            const FlatEdge& edge = network.edges[incidence.edge(at)];
            const std::size_t below = other_end(edge, node);
            if (height[below] < height[node])
                down.push_back({representative[below], network.ids.size(), edge.bandwidth, edge.latency});
        }
        merge_parallel(down);
        Below key;
        for (const FlatEdge& edge : down)
            key.emplace_back(edge.a, edge.bandwidth, edge.latency);
        representative[node] = known.try_emplace({height[node], std::move(key)}, node).first->second;
    }
    return representative;
}

/// Finds the edges that are the only way between their ends, and the devices behind each.
class Bridges {
public:
    Bridges(std::size_t nodes, const std::vector<FlatEdge>& edges, const std::vector<std::size_t>& height)
        : m_edges(edges), m_height(height), m_incidence(nodes, edges), m_order(nodes, 0), m_low(nodes, 0),
          m_is_bridge(edges.size(), false), m_block(nodes, unreachable) {
        for (std::size_t node = 0; node < nodes; ++node) {
            if (m_order[node] == 0 && height[node] != unreachable) search(node);
        }
        group_blocks();
        count_below();
    }
    bool is_bridge(std::size_t edge) const { return m_is_bridge[edge]; }
    std::int64_t below(std::size_t edge) const { return m_below[edge]; }

private:
    /// Tarjan's search without recursion.
    void search(std::size_t start) {
        struct Step {
            std::size_t node, from_edge, next;
        };
        std::vector<Step> path{{start, unreachable, m_incidence.begin_of(start)}};
        m_order[start] = m_low[start] = ++m_clock;
        while (!path.empty()) {
            Step& step = path.back();
            if (step.next == m_incidence.end_of(step.node)) {
                const Step done = step;
                path.pop_back();
                if (path.empty()) break;
                Step& parent = path.back();
                m_low[parent.node] = std::min(m_low[parent.node], m_low[done.node]);
                if (m_low[done.node] > m_order[parent.node]) m_is_bridge[done.from_edge] = true;
                continue;
            }
            const std::size_t edge = m_incidence.edge(step.next++);
            if (edge == step.from_edge) continue;
            const std::size_t next = other_end(m_edges[edge], step.node);
            if (m_order[next] != 0) {
                m_low[step.node] = std::min(m_low[step.node], m_order[next]);
            } else {
                m_order[next] = m_low[next] = ++m_clock;
                path.push_back({next, edge, m_incidence.begin_of(next)});
            }
        }
    }

    /// Blocks: what stays together when the bridges are taken away.
    void group_blocks() {
        for (std::size_t start = 0; start < m_block.size(); ++start) {
            if (m_block[start] != unreachable || m_height[start] == unreachable) continue;
            const std::size_t block = m_devices.size();
            m_devices.push_back(0);
            std::vector<std::size_t> stack{start};
            m_block[start] = block;
            while (!stack.empty()) {
                const std::size_t node = stack.back();
                stack.pop_back();
                if (m_height[node] == 0) ++m_devices[block];
                for (std::size_t at = m_incidence.begin_of(node); at < m_incidence.end_of(node); ++at) {
                    const std::size_t edge = m_incidence.edge(at);
                    const std::size_t next = other_end(m_edges[edge], node);
                    if (m_is_bridge[edge] || m_block[next] != unreachable) continue;
                    m_block[next] = block;
                    stack.push_back(next);
                }
            }
        }
    }

    /// Strips the tree of blocks leaf by leaf towards its middle; what has gathered in a leaf is below its bridge.
    void count_below() {
        const std::size_t blocks = m_devices.size();
        m_bridges_of.resize(blocks);
        m_below.assign(m_edges.size(), -1);
        for (std::size_t edge = 0; edge < m_edges.size(); ++edge) {
            if (!m_is_bridge[edge]) continue;
            m_bridges_of[m_block[m_edges[edge].a]].push_back(edge);
            m_bridges_of[m_block[m_edges[edge].b]].push_back(edge);
        }
        for (std::size_t block = 0; block < blocks; ++block)
            m_open.push_back(m_bridges_of[block].size());
        strip(false); // dead ends don't move the middle
        strip(true);
    }

    void strip(bool with_devices) {
        std::vector<std::size_t> leaves;
        const auto is_leaf = [&](std::size_t block) {
            return m_open[block] == 1 && (with_devices || m_devices[block] == 0);
        };
        for (std::size_t block = 0; block < m_devices.size(); ++block) {
            if (is_leaf(block)) leaves.push_back(block);
        }
        std::vector<std::size_t> round_of(m_devices.size(), 0);
        for (std::size_t round = 1; !leaves.empty(); ++round) {
            for (const std::size_t block : leaves)
                round_of[block] = round;
            std::vector<std::size_t> next_leaves;
            for (const std::size_t block : leaves) {
                if (m_open[block] != 1) continue;
                const std::size_t edge = *std::find_if(m_bridges_of[block].begin(), m_bridges_of[block].end(),
                                                       [&](std::size_t candidate) { return m_below[candidate] < 0; });
                const std::size_t a = m_block[m_edges[edge].a];
                const std::size_t inner = a == block ? m_block[m_edges[edge].b] : a;
                const bool middle = round_of[inner] == round; // the last two: neither is further out
                m_below[edge] = middle ? below_middle(edge, block, inner) : m_devices[block];
                m_devices[inner] += m_devices[block];
                m_open[block] = 0;
                --m_open[inner];
                if (is_leaf(inner)) next_leaves.push_back(inner);
            }
            leaves = std::move(next_leaves);
        }
    }

    /// Of the two sides of the middle link: the lower one, or the smaller one of equals.
    std::int64_t below_middle(std::size_t edge, std::size_t block, std::size_t inner) const {
        const std::int64_t here = m_devices[block];
        const std::int64_t there = m_devices[inner];
        const bool a_here = m_block[m_edges[edge].a] == block;
        const std::size_t height_here = m_height[a_here ? m_edges[edge].a : m_edges[edge].b];
        const std::size_t height_there = m_height[a_here ? m_edges[edge].b : m_edges[edge].a];
        if (height_here == height_there) return std::min(here, there);
        return height_here < height_there ? here : there;
    }

    const std::vector<FlatEdge>& m_edges;
    const std::vector<std::size_t>& m_height;
    Incidence m_incidence;
    std::size_t m_clock = 0;
    std::vector<std::size_t> m_order, m_low;
    std::vector<bool> m_is_bridge;
    std::vector<std::size_t> m_block;    ///< of each node
    std::vector<std::int64_t> m_devices; ///< of each block, and what has been stripped into it
    std::vector<std::vector<std::size_t>> m_bridges_of;
    std::vector<std::size_t> m_open;   ///< bridges of each block that aren't stripped yet
    std::vector<std::int64_t> m_below; ///< devices below each bridge; -1 until known
};

/// Devices that reach a node going upwards only.
class Reach {
public:
    Reach(const std::vector<FlatEdge>& edges, const std::vector<std::size_t>& height)
        : m_edges(edges), m_height(height), m_incidence(height.size(), edges), m_count(height.size(), 0),
          m_seen(height.size(), unreachable) {}

    std::int64_t devices_below(std::size_t top) {
        if (m_height[top] == 0) return 1;
        if (m_count[top] > 0) return m_count[top];
        std::vector<std::size_t> stack{top};
        m_seen[top] = top;
        while (!stack.empty()) {
            const std::size_t node = stack.back();
            stack.pop_back();
            if (m_height[node] == 0) ++m_count[top];
            for (std::size_t at = m_incidence.begin_of(node); at < m_incidence.end_of(node); ++at) {
                const std::size_t next = other_end(m_edges[m_incidence.edge(at)], node);
                if (m_height[next] >= m_height[node] || m_seen[next] == top) continue;
                m_seen[next] = top;
                stack.push_back(next);
            }
        }
        return m_count[top];
    }

private:
    const std::vector<FlatEdge>& m_edges;
    const std::vector<std::size_t>& m_height;
    Incidence m_incidence;
    std::vector<std::int64_t> m_count;
    std::vector<std::size_t> m_seen;
};

} // namespace

SharedNetwork share_links(const FlatNetwork& network) {
    const std::vector<std::size_t> height = heights_of(network);
    SharedNetwork shared;
    shared.node_count = network.ids.size();
    shared.representative = merge_equal_switches(network, height);
    std::vector<FlatEdge> edges;
    for (const FlatEdge& edge : network.edges) {
        if (height[edge.a] != unreachable)
            edges.push_back(
                {shared.representative[edge.a], shared.representative[edge.b], edge.bandwidth, edge.latency});
    }
    merge_parallel(edges);
    // Switches that gave way to another one have no edges left and no device below.
    std::vector<std::size_t> kept_height = height;
    for (std::size_t node = 0; node < height.size(); ++node) {
        if (shared.representative[node] != node) kept_height[node] = unreachable;
    }
    const Bridges bridges(shared.node_count, edges, kept_height);
    Reach reach(edges, kept_height);
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const FlatEdge& edge = edges[i];
        std::int64_t below = 1;
        if (bridges.is_bridge(i)) {
            below = bridges.below(i);
        } else if (height[edge.a] != height[edge.b]) {
            below = reach.devices_below(height[edge.a] < height[edge.b] ? edge.a : edge.b);
        } else {
            below = std::min(reach.devices_below(edge.a), reach.devices_below(edge.b));
        }
        shared.edges.push_back({edge.a, edge.b, edge.bandwidth / static_cast<double>(std::max<std::int64_t>(1, below)),
                                edge.latency, std::max(height[edge.a], height[edge.b])});
    }
    return shared;
}

} // namespace nest
