// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "search/pin_limits.h"

#include "base/translatable.h"
#include "plan/pins.h"

#include <algorithm>

namespace nest {

PinLimits::PinLimits(const ModelGraph& model, const Downsets& downsets, const std::vector<std::int64_t>& pins,
                     std::int64_t stage_count)
    : m_downsets(&downsets), m_stage_count(static_cast<int>(stage_count)) {
    std::vector<std::int64_t> stages = pins;
    for (std::size_t layer = 0; layer < stages.size(); ++layer) {
        if (stages[layer] == LayerPin::last) stages[layer] = stage_count - 1;
        if (stages[layer] < stage_count) continue;
        m_obstacle = Phrase("Layout",
                            QT_TRANSLATE_NOOP("Layout", "layer %1 is pinned to stage %2, counted from 0, of %3 stages"),
                            {model.layers[layer].id, stages[layer], stage_count});
        return;
    }
    find_ranges(stages);
    if (!downsets.is_chain()) {
        const std::size_t words = (stages.size() + 63) / 64;
        m_required.assign(static_cast<std::size_t>(m_stage_count) + 1, Words(words, 0));
        m_forbidden = m_required;
        for (int position = 0; position <= m_stage_count; ++position)
            for (std::size_t layer = 0; layer < stages.size(); ++layer) {
                if (stages[layer] == unpinned) continue;
                Words& side = stages[layer] >= position ? m_required[static_cast<std::size_t>(position)]
                                                        : m_forbidden[static_cast<std::size_t>(position)];
                side[layer / 64] |= std::uint64_t{1} << (layer % 64);
            }
    }
    if (!has_partition())
        m_obstacle = Phrase("Layout", QT_TRANSLATE_NOOP("Layout", "the pins leave no layer for one of %1 stages"),
                            {stage_count});
}

void PinLimits::find_ranges(const std::vector<std::int64_t>& stages) {
    const int layers = m_downsets->layer_count(), s = m_stage_count;
    m_fewest.assign(static_cast<std::size_t>(s) + 1, 0);
    m_most.assign(static_cast<std::size_t>(s) + 1, layers);
    for (int place = 0; place < layers; ++place) {
        const std::int64_t stage =
            stages[static_cast<std::size_t>(m_downsets->order()[static_cast<std::size_t>(place)])];
        if (stage == unpinned) continue;
        const int from_end = layers - 1 - place; // a suffix holds the layer when it is longer than this
        for (int position = 0; position <= s; ++position) {
            const auto at = static_cast<std::size_t>(position);
            if (stage >= position)
                m_fewest[at] = std::max(m_fewest[at], from_end + 1);
            else
                m_most[at] = std::min(m_most[at], from_end);
        }
    }
    // Every stage has a layer.
    m_most[static_cast<std::size_t>(s)] = 0;
    m_fewest[0] = layers;
    for (int position = s - 1; position >= 0; --position)
        m_fewest[static_cast<std::size_t>(position)] = std::max(m_fewest[static_cast<std::size_t>(position)],
                                                                m_fewest[static_cast<std::size_t>(position) + 1] + 1);
    for (int position = 1; position <= s; ++position)
        m_most[static_cast<std::size_t>(position)] =
            std::min(m_most[static_cast<std::size_t>(position)], m_most[static_cast<std::size_t>(position) - 1] - 1);
}

/// On a chain by the ranges; else by walking the downsets from the last stage to the first.
bool PinLimits::has_partition() const {
    const int whole = m_downsets->whole();
    bool ranges = true;
    for (int position = 0; position <= m_stage_count; ++position)
        ranges = ranges && fewest(position) <= most(position);
    if (m_downsets->is_chain() || ranges) return ranges;
    constexpr int most_walked = 4000;
    if (m_downsets->count() > most_walked) return true;
    std::vector<char> behind(static_cast<std::size_t>(whole) + 1, 0), here;
    behind[0] = 1;
    for (int stage = m_stage_count - 1; stage >= 0; --stage) {
        here.assign(behind.size(), 0);
        for (int outer = 1; outer <= whole; ++outer) {
            if (!allows(stage, outer)) continue;
            m_downsets->for_each_subset(outer, [&](int inner) {
                here[static_cast<std::size_t>(outer)] = behind[static_cast<std::size_t>(inner)];
                return here[static_cast<std::size_t>(outer)] == 0;
            });
        }
        behind.swap(here);
    }
    return behind[static_cast<std::size_t>(whole)] != 0;
}

} // namespace nest
