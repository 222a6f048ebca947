// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/phrase.h"
#include "search/downsets.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace nest {

/// Which downsets the stages from a position on may cover, for one number of stages, when some layers are pinned to
/// stages: all layers pinned to this stage or a later one, and none pinned to an earlier one. A partition obeys the
/// pins exactly when every cut does. Immutable. allows() is O(1) on a chain, else O(n / 64), a comparison of bits.
class PinLimits {
public:
    /// `stages` as stages_of_pins() gives it.
    PinLimits(const ModelGraph& model, const Downsets& downsets, const std::vector<std::int64_t>& stages,
              std::int64_t stage_count);

    /// Why no partition into so many stages obeys the pins; empty when one does, or (for graphs of very many downsets)
    /// when that isn't known before the search.
    const Phrase& obstacle() const { return m_obstacle; }

    /// Whether stages `stage`.. may cover the downset; stage_count for what comes behind the last.
    bool allows(int stage, int downset) const {
        if (m_downsets->is_chain()) return downset >= fewest(stage) && downset <= most(stage);
        return m_downsets->matches(downset, required(stage), forbidden(stage));
    }
    /// For suffixes of the topological order: how many layers stages `stage`.. may cover, so that every stage has a
    /// layer. fewest > most: no suffix will do.
    int fewest(int stage) const { return m_fewest[static_cast<std::size_t>(stage)]; }
    int most(int stage) const { return m_most[static_cast<std::size_t>(stage)]; }

private:
    using Words = std::vector<std::uint64_t>;
    const Words& required(int stage) const { return m_required[static_cast<std::size_t>(stage)]; }
    const Words& forbidden(int stage) const { return m_forbidden[static_cast<std::size_t>(stage)]; }
    void find_ranges(const std::vector<std::int64_t>& stages);
    bool has_partition() const;

    const Downsets* m_downsets;
    int m_stage_count;
    std::vector<int> m_fewest, m_most;          ///< by position, 0..stage_count
    std::vector<Words> m_required, m_forbidden; ///< by position; for graphs that aren't chains
    Phrase m_obstacle;
};

} // namespace nest
