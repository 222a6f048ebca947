// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "model/model_graph.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

/// The sets of layers that can stand behind a cut: downsets of the model's DAG, closed under successors. The search
/// places the last stage first, so a state is the downset placed so far.
namespace nest {

/// All downsets, ordered so that a proper subset comes first: 0 is the empty set, the last one is the whole model. A
/// chain of n layers has n + 1. Immutable.
class Downsets {
public:
    /// Enumerates the downsets. When there are more than `limit`, or when `stopped` says so, falls back to the suffixes
    /// of one topological order: then complete() is false and an optimum over them isn't proven for the model.
    /// O(D (n + e)) for D downsets of n layers and e edges, since each is tried with every layer added and its cut is
    /// summed over the edges; so O(n^2) on a chain. Up to most_listed downsets the pairs are listed too: O(D^2).
    static Downsets build(const ModelGraph& model, std::int64_t limit, const std::function<bool()>& stopped = {});

    int count() const { return m_count; }
    int whole() const { return m_count - 1; }
    bool complete() const { return m_complete; }
    bool is_chain() const { return m_chain; }
    int layer_count() const { return m_layers; }
    int size(int downset) const { return m_sizes[static_cast<std::size_t>(downset)]; }
    bool contains(int downset, int layer) const {
        return (words(downset)[static_cast<std::size_t>(layer) / 64] >> (static_cast<std::size_t>(layer) % 64) & 1) !=
               0;
    }
    /// True when `inner` is a subset of `outer`.
    bool is_subset(int inner, int outer) const;
    /// True when it holds all of the `required` layers and none of the `forbidden` ones; a bit per layer.
    bool matches(int downset, const std::vector<std::uint64_t>& required,
                 const std::vector<std::uint64_t>& forbidden) const {
        const std::uint64_t* set = words(downset);
        for (std::size_t word = 0; word < m_word_count; ++word)
            if ((required[word] & ~set[word]) != 0 || (forbidden[word] & set[word]) != 0) return false;
        return true;
    }
    /// Layers of outer \ inner, ascending.
    std::vector<int> difference(int outer, int inner) const;
    /// Bytes (one sequence, unsplit) over the cut into this downset.
    double cut_bytes(int downset) const { return m_cut_bytes[static_cast<std::size_t>(downset)]; }
    /// Topological order of the layers, first to last; a chain's downset k is its last k.
    const std::vector<int>& order() const { return m_order; }
    /// The downset of the last `count` layers of that order.
    int suffix(int count) const { return m_suffixes[static_cast<std::size_t>(count)]; }
    /// A downset (> 0) is its parent with one layer added.
    int parent(int downset) const { return m_parents[static_cast<std::size_t>(downset)]; }
    int added_layer(int downset) const { return m_added[static_cast<std::size_t>(downset)]; }
    /// Calls \p visit for every proper subset of a downset that is a downset, largest index first, until it returns
    /// false. O(1) a subset where they were listed at build time (up to a few thousand downsets), else by testing.
    template <typename Visit> void for_each_subset(int downset, const Visit& visit) const {
        if (m_chain) {
            for (int inner = downset - 1; inner >= 0; --inner)
                if (!visit(inner)) return;
        } else if (!m_subset_begin.empty()) {
            const auto end = m_subset_begin[static_cast<std::size_t>(downset) + 1];
            for (auto at = m_subset_begin[static_cast<std::size_t>(downset)]; at < end; ++at)
                if (!visit(m_subsets[at])) return;
        } else {
            for (int inner = downset - 1; inner >= 0; --inner)
                if (is_subset(inner, downset) && !visit(inner)) return;
        }
    }

private:
    static constexpr int most_listed = 4000; ///< their subsets take up to 32 MB
    const std::uint64_t* words(int downset) const { return &m_bits[static_cast<std::size_t>(downset) * m_word_count]; }
    void finish(const ModelGraph& model);

    int m_count = 0, m_layers = 0;
    bool m_complete = true, m_chain = false;
    std::size_t m_word_count = 1;
    std::vector<std::uint64_t> m_bits;
    std::vector<int> m_sizes, m_order, m_suffixes, m_parents, m_added;
    std::vector<double> m_cut_bytes;
    std::vector<int> m_subsets;
    std::vector<std::size_t> m_subset_begin;
};

} // namespace nest
