// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "search/downsets.h"

#include "plan/strategy_tables.h"

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

Downsets Downsets::build(const ModelGraph& model, std::int64_t limit) {
    Downsets result;
    result.m_layers = static_cast<int>(model.layers.size());
    result.m_word_count = (model.layers.size() + 63) / 64;
    result.m_order = topological_order(model);
    std::vector<std::vector<int>> successors(model.layers.size());
    for (const Edge& edge : model.edges)
        successors[static_cast<std::size_t>(edge.from)].push_back(edge.to);

    // Grow by size: each downset of k + 1 layers is one of k with a layer added whose successors are all inside.
    using Words = std::vector<std::uint64_t>;
    std::vector<Words> level{Words(result.m_word_count, 0)}, all = level;
    while (!level.empty() && static_cast<std::int64_t>(all.size()) <= limit) {
        std::unordered_set<Words, HashWords> seen;
        std::vector<Words> next;
        for (const Words& words : level) {
            for (auto it = result.m_order.rbegin(); it != result.m_order.rend(); ++it) {
                const auto& after = successors[static_cast<std::size_t>(*it)];
                if (bit(words, *it) ||
                    !std::all_of(after.begin(), after.end(), [&](int layer) { return bit(words, layer); }))
                    continue;
                Words grown = words;
                set_bit(grown, *it);
                if (seen.insert(grown).second) next.push_back(std::move(grown));
            }
            if (static_cast<std::int64_t>(all.size() + next.size()) > limit + 1) break;
        }
        all.insert(all.end(), next.begin(), next.end());
        level = std::move(next);
    }
    if (static_cast<std::int64_t>(all.size()) > std::max<std::int64_t>(limit, result.m_layers + 1)) {
        result.m_complete = false;
        all.assign(1, Words(result.m_word_count, 0));
        for (auto it = result.m_order.rbegin(); it != result.m_order.rend(); ++it) {
            all.push_back(all.back());
            set_bit(all.back(), *it);
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
    std::vector<bool> behind(static_cast<std::size_t>(m_layers), false);
    for (int downset = 0; downset < m_count; ++downset) {
        int size = 0;
        for (int layer = 0; layer < m_layers; ++layer) {
            behind[static_cast<std::size_t>(layer)] = contains(downset, layer);
            size += contains(downset, layer) ? 1 : 0;
        }
        m_sizes.push_back(size);
        m_cut_bytes.push_back(nest::cut_bytes(model, behind));
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
