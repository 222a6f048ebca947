// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string_view>

/// The search's log: what became of its candidates. A candidate is a family with a layout and a stride; a family that
/// goes before it is split into those counts once.
namespace nest {

/// Every candidate has one fate, and those up to `memory` removed it.
enum class Fate {
    family_bound,    ///< a few additions per family showed that it is too slow, before its placements were listed
    rough_bound,     ///< the placement's bound without the replica groups, which are slow to list
    placement_bound, ///< the bound of its placement, with its collectives and cut levels
    greedy_proof,    ///< stages that reach as far as memory and the remaining load allow don't cover the model
    recurrence,      ///< the exact recurrence found no partition that is fast enough
    memory,          ///< no partition fits in memory
    same_placement,  ///< costs the same as one of its family that was searched
    solved,          ///< its best partition was found
    undecided,       ///< the search stopped before or during it
};

inline constexpr std::array<std::string_view, 9> fate_names{"family_bound",   "rough_bound", "placement_bound",
                                                            "greedy_proof",   "recurrence",  "memory",
                                                            "same_placement", "solved",      "undecided"};
inline constexpr std::size_t fate_count = fate_names.size();
inline constexpr std::size_t removing_fate_count = 6; ///< the first so many

/// How many candidates had which fate.
struct FateCounts {
    std::array<std::int64_t, fate_count> counts{};

    std::int64_t of(Fate fate) const { return counts[static_cast<std::size_t>(fate)]; }
    std::int64_t total() const { return std::accumulate(counts.begin(), counts.end(), std::int64_t{0}); }
    /// Removed without a plan of their own.
    std::int64_t removed() const {
        return std::accumulate(counts.begin(), counts.begin() + removing_fate_count, std::int64_t{0});
    }
    bool operator==(const FateCounts&) const = default;
};

/// The counts while the search's threads add to them.
class SearchLog {
public:
    void add(Fate fate, std::int64_t candidates = 1) {
        m_counts[static_cast<std::size_t>(fate)].fetch_add(candidates, std::memory_order_relaxed);
    }
    FateCounts counts() const {
        FateCounts result;
        for (std::size_t fate = 0; fate < fate_count; ++fate)
            result.counts[fate] = m_counts[fate].load(std::memory_order_relaxed);
        return result;
    }

private:
    std::array<std::atomic<std::int64_t>, fate_count> m_counts{};
};

} // namespace nest
