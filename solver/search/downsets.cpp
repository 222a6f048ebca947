// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "search/downsets.h"

#include <algorithm>
#include <set>
#include <unordered_set>

namespace nest {

namespace {

/// Kahn's order, lowest index first among the ready ones.
std::vector<int> topological_order(const ModelGraph& model) {
    std::vector<int> waiting(model.layers.size(), 0), order;
    for (const Edge& edge : model.edges)
        ++waiting[static_cast<std::size_t>(edge.to)];
    std::set<int> ready;
    for (std::size_t layer = 0; layer < waiting.size(); ++layer)
        if (waiting[layer] == 0) ready.insert(static_cast<int>(layer));
    while (!ready.empty()) {
        const int layer = *ready.begin();
        ready.erase(ready.begin());
        order.push_back(layer);
        for (const Edge& edge : model.edges)
            if (edge.from == layer && --waiting[static_cast<std::size_t>(edge.to)] == 0) ready.insert(edge.to);
    }
    return order;
}

struct HashWords {
    std::size_t operator()(const std::vector<std::uint64_t>& words) const {
        std::uint64_t hash = 1469598103934665603ULL;
        for (const std::uint64_t word : words) {
            hash ^= word;
            hash *= 1099511628211ULL;
            hash ^= hash >> 29;
        }
        return static_cast<std::size_t>(hash);
    }
};

bool bit(const std::vector<std::uint64_t>& words, int layer) {
    return (words[static_cast<std::size_t>(layer) / 64] >> (static_cast<std::size_t>(layer) % 64) & 1) != 0;
}
void set_bit(std::vector<std::uint64_t>& words, int layer) {
    words[static_cast<std::size_t>(layer) / 64] |= std::uint64_t{1} << (static_cast<std::size_t>(layer) % 64);
}

} // namespace

Downsets Downsets::build(const ModelGraph& model, std::int64_t limit, const std::function<bool()>& stopped) {
    Downsets result;
    result.m_layers = static_cast<int>(model.layers.size());
    result.m_word_count = (model.layers.size() + 63) / 64;
    result.m_order = topological_order(model);
    std::vector<std::vector<int>> successors(model.layers.size());
    for (const Edge& edge : model.edges)
        successors[static_cast<std::size_t>(edge.from)].push_back(edge.to);

    // Grow by size: each downset of k + 1 layers is one of k with a layer added whose successors are all inside.
    using Words = std::vector<std::uint64_t>;
    std::vector<Words> all{Words(result.m_word_count, 0)};
    result.m_parents = result.m_added = {-1};
    bool gave_up = false;
    for (std::size_t begin = 0; begin < all.size() && !gave_up;) {
        const std::size_t end = all.size();
        std::unordered_set<Words, HashWords> seen;
        for (std::size_t parent = begin; parent < end && !gave_up; ++parent) {
            for (auto it = result.m_order.rbegin(); it != result.m_order.rend(); ++it) {
                const auto& after = successors[static_cast<std::size_t>(*it)];
                const auto inside = [&](int layer) { return bit(all[parent], layer); };
                if (inside(*it) || !std::all_of(after.begin(), after.end(), inside)) continue;
                Words grown = all[parent];
                set_bit(grown, *it);
                if (!seen.insert(grown).second) continue;
                all.push_back(std::move(grown));
                result.m_parents.push_back(static_cast<int>(parent));
                result.m_added.push_back(*it);
            }
            gave_up = static_cast<std::int64_t>(all.size()) > std::max<std::int64_t>(limit, result.m_layers + 1) ||
                      (stopped && stopped());
        }
        begin = end;
    }
    if (gave_up) {
        result.m_complete = false;
        all.assign(1, Words(result.m_word_count, 0));
        result.m_parents = result.m_added = {-1};
        for (auto it = result.m_order.rbegin(); it != result.m_order.rend(); ++it) {
            Words grown = all.back();
            set_bit(grown, *it);
            result.m_parents.push_back(static_cast<int>(all.size()) - 1);
            result.m_added.push_back(*it);
            all.push_back(std::move(grown));
        }
    }
    result.m_count = static_cast<int>(all.size());
    for (const Words& words : all)
        result.m_bits.insert(result.m_bits.end(), words.begin(), words.end());
    result.finish(model);
    return result;
}

void Downsets::finish(const ModelGraph& model) {
    m_chain = m_count == m_layers + 1;
    m_sizes.assign(static_cast<std::size_t>(m_count), 0);
    m_suffixes.assign(static_cast<std::size_t>(m_layers) + 1, 0);
    std::vector<int> position(static_cast<std::size_t>(m_layers)); // from the end of the order
    for (std::size_t index = 0; index < m_order.size(); ++index)
        position[static_cast<std::size_t>(m_order[index])] = m_layers - 1 - static_cast<int>(index);
    // Edges by producer, largest first: the first one that crosses a cut is the producer's largest.
    std::vector<Edge> edges = model.edges;
    std::sort(edges.begin(), edges.end(),
              [](const Edge& a, const Edge& b) { return a.from != b.from ? a.from < b.from : a.bytes > b.bytes; });
    for (int downset = 0; downset < m_count; ++downset) {
        if (downset > 0) {
            const int size = m_sizes[static_cast<std::size_t>(parent(downset))] + 1;
            m_sizes[static_cast<std::size_t>(downset)] = size;
            if (m_suffixes[static_cast<std::size_t>(size) - 1] == parent(downset) &&
                position[static_cast<std::size_t>(added_layer(downset))] == size - 1)
                m_suffixes[static_cast<std::size_t>(size)] = downset;
        }
        double bytes = 0;
        int counted = -1;
        for (const Edge& edge : edges) {
            if (edge.from == counted || contains(downset, edge.from) || !contains(downset, edge.to)) continue;
            bytes += edge.bytes;
            counted = edge.from;
        }
        m_cut_bytes.push_back(bytes);
    }
    if (m_chain || m_count > most_listed) return;
    m_subset_begin.push_back(0);
    for (int outer = 0; outer < m_count; ++outer) {
        for (int inner = outer - 1; inner >= 0; --inner)
            if (is_subset(inner, outer)) m_subsets.push_back(inner);
        m_subset_begin.push_back(m_subsets.size());
    }
}

bool Downsets::is_subset(int inner, int outer) const {
    if (m_chain) return inner <= outer;
    const std::uint64_t* a = words(inner);
    const std::uint64_t* b = words(outer);
    for (std::size_t word = 0; word < m_word_count; ++word)
        if ((a[word] & ~b[word]) != 0) return false;
    return true;
}

std::vector<int> Downsets::difference(int outer, int inner) const {
    std::vector<int> layers;
    for (int layer = 0; layer < m_layers; ++layer)
        if (contains(outer, layer) && !contains(inner, layer)) layers.push_back(layer);
    return layers;
}

} // namespace nest
