// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/strategy_tables.h"
#include "search/downsets.h"

#include <memory>
#include <mutex>
#include <vector>

namespace nest {

/// Sums over downsets for one strategy and micro-batch: any stage's sums are the difference of two entries. Shared by
/// all candidates and threads; the communication tables are made on first use under a lock. O(D) to make, an addition
/// for each downset to its parent; on a chain O(n log n) for the maxima of ranges.
class PrefixTables {
public:
    PrefixTables(const Downsets& downsets, StrategyTables tables);

    const Downsets& downsets() const { return m_downsets; }
    const StrategyTables& strategy() const { return m_tables; }
    LayerSums between(int outer, int inner) const {
        return m_sums[static_cast<std::size_t>(outer)] - m_sums[static_cast<std::size_t>(inner)];
    }
    const LayerSums& total() const { return m_sums.back(); }
    /// O(1) on a chain; otherwise about layers / layers of the stage steps, at most O(layers).
    LayerMaxima maxima(int outer, int inner) const;
    /// Transformer blocks among the last so many layers of a chain, embeddings and heads left out; empty for graphs
    /// that aren't chains.
    const std::vector<int>& blocks_from_end() const { return m_blocks; }
    /// Bytes of one micro-batch over the cut into this downset.
    double cut_bytes(int downset) const { return m_downsets.cut_bytes(downset) * m_tables.edge_scale; }
    /// Fewest bytes over any cut that isn't at an end; 0 for a single layer.
    double least_cut_bytes() const { return m_least_cut; }

    using CommPrefix = std::vector<CommSums>;
    /// Communication summed over each downset for groups of these shapes.
    std::shared_ptr<const CommPrefix> comm(const LevelModel& levels, const StageShapes& shapes) const;

private:
    const Downsets& m_downsets;
    StrategyTables m_tables;
    std::vector<LayerSums> m_sums;
    double m_least_cut = 0;
    std::vector<int> m_blocks;
    /// Sparse table for ranges of a chain: entry [k][x] covers downset positions x .. x + 2^k - 1.
    std::vector<std::vector<LayerMaxima>> m_range_maxima;
    /// Layers with the largest values first, for graphs that aren't chains: the first one inside a stage is its
    /// largest.
    std::vector<int> m_by_parameters, m_by_activations;
    struct CachedComm {
        GroupShape tensor, expert, context, expert_tensor;
        std::shared_ptr<const CommPrefix> prefix;
    };
    mutable std::mutex m_mutex;
    mutable std::vector<CachedComm> m_comm;
};

/// Some stage has at least this much work, however the layers are dealt out: of the k heaviest it has k / stages,
/// rounded up.
double packing_floor(std::vector<double> work, std::int64_t stages);

/// Sum over each downset of a value per layer.
template <typename Value>
std::vector<Value> sum_over_downsets(const Downsets& downsets, const std::vector<Value>& per_layer);

} // namespace nest
