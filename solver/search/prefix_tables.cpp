// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "search/prefix_tables.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>

namespace nest {

template <typename Value>
std::vector<Value> sum_over_downsets(const Downsets& downsets, const std::vector<Value>& per_layer) {
    std::vector<Value> sums(static_cast<std::size_t>(downsets.count()));
    for (int downset = 1; downset < downsets.count(); ++downset) {
        Value& sum = sums[static_cast<std::size_t>(downset)];
        sum = sums[static_cast<std::size_t>(downsets.parent(downset))];
        sum += per_layer[static_cast<std::size_t>(downsets.added_layer(downset))];
    }
    return sums;
}
template std::vector<double> sum_over_downsets(const Downsets&, const std::vector<double>&);
template std::vector<LayerSums> sum_over_downsets(const Downsets&, const std::vector<LayerSums>&);
template std::vector<CommSums> sum_over_downsets(const Downsets&, const std::vector<CommSums>&);

double packing_floor(std::vector<double> work, std::int64_t stages) {
    std::sort(work.begin(), work.end(), std::greater<>());
    double floor = 0;
    for (std::size_t k = 1; k <= work.size(); ++k) {
        const std::int64_t share = (static_cast<std::int64_t>(k) + stages - 1) / stages;
        floor = std::max(floor, static_cast<double>(share) * work[k - 1]);
    }
    return floor;
}

namespace {
LayerMaxima larger(const LayerMaxima& a, const LayerMaxima& b) {
    return {std::max(a.parameters, b.parameters), std::max(a.activation_bytes, b.activation_bytes)};
}
} // namespace

PrefixTables::PrefixTables(const Downsets& downsets, StrategyTables tables)
    : m_downsets(downsets), m_tables(std::move(tables)) {
    m_sums = sum_over_downsets(m_downsets, m_tables.layers);
    if (m_downsets.count() > 2) {
        m_least_cut = std::numeric_limits<double>::infinity();
        for (int downset = 1; downset < m_downsets.whole(); ++downset)
            m_least_cut = std::min(m_least_cut, cut_bytes(downset));
    }
    if (!m_downsets.is_chain()) {
        m_by_parameters = m_by_activations = m_downsets.order();
        const auto by = [this](double LayerSums::*value) {
            return [this, value](int a, int b) {
                return m_tables.layers[static_cast<std::size_t>(a)].*value >
                       m_tables.layers[static_cast<std::size_t>(b)].*value;
            };
        };
        std::stable_sort(m_by_parameters.begin(), m_by_parameters.end(), by(&LayerSums::parameters));
        std::stable_sort(m_by_activations.begin(), m_by_activations.end(), by(&LayerSums::activation_bytes));
        return;
    }
    if (m_downsets.complete()) {
        m_blocks.push_back(0);
        for (auto layer = m_downsets.order().rbegin(); layer != m_downsets.order().rend(); ++layer)
            m_blocks.push_back(m_blocks.back() + (m_tables.is_block[static_cast<std::size_t>(*layer)] ? 1 : 0));
    }
    std::vector<LayerMaxima> single;
    for (auto layer = m_downsets.order().rbegin(); layer != m_downsets.order().rend(); ++layer) {
        const LayerSums& sums = m_tables.layers[static_cast<std::size_t>(*layer)];
        single.push_back({sums.parameters, sums.activation_bytes});
    }
    m_range_maxima.push_back(std::move(single));
    for (std::size_t span = 2; span <= m_range_maxima.front().size(); span *= 2) {
        const std::vector<LayerMaxima>& half = m_range_maxima.back();
        std::vector<LayerMaxima> twice;
        for (std::size_t at = 0; at + span <= m_range_maxima.front().size(); ++at)
            twice.push_back(larger(half[at], half[at + span / 2]));
        m_range_maxima.push_back(std::move(twice));
    }
}

LayerMaxima PrefixTables::maxima(int outer, int inner) const {
    LayerMaxima result;
    if (m_downsets.is_chain()) {
        const auto length = static_cast<unsigned>(std::max(1, outer - inner));
        const auto power = static_cast<std::size_t>(std::bit_width(length)) - 1;
        const std::vector<LayerMaxima>& row = m_range_maxima[power];
        return larger(row[static_cast<std::size_t>(inner)],
                      row[static_cast<std::size_t>(outer) - (std::size_t{1} << power)]);
    }
    const auto inside = [&](int layer) {
        return m_downsets.contains(outer, layer) && !m_downsets.contains(inner, layer);
    };
    const auto heaviest = std::find_if(m_by_parameters.begin(), m_by_parameters.end(), inside);
    if (heaviest == m_by_parameters.end()) return result; // no layers
    result.parameters = m_tables.layers[static_cast<std::size_t>(*heaviest)].parameters;
    const auto fullest = std::find_if(m_by_activations.begin(), m_by_activations.end(), inside);
    result.activation_bytes = m_tables.layers[static_cast<std::size_t>(*fullest)].activation_bytes;
    return result;
}

std::shared_ptr<const PrefixTables::CommPrefix> PrefixTables::comm(const LevelModel& levels,
                                                                   const StageShapes& shapes) const {
    const std::lock_guard lock(m_mutex);
    for (const CachedComm& cached : m_comm)
        if (cached.tensor == shapes.tensor && cached.expert == shapes.expert && cached.context == shapes.context &&
            cached.expert_tensor == shapes.expert_tensor)
            return cached.prefix;
    auto prefix = std::make_shared<const CommPrefix>(sum_over_downsets(m_downsets, m_tables.comm(levels, shapes)));
    m_comm.push_back({shapes.tensor, shapes.expert, shapes.context, shapes.expert_tensor, prefix});
    return prefix;
}

} // namespace nest
