// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"

#include <cstdint>
#include <string>
#include <vector>

/// The network as the search sees it: nested groups of device slots, a few levels deep, 1 innermost.
/// Idea: NEST (MLSys 2026): physical links are mapped to one bandwidth and latency per level.
namespace nest {

enum class CollectiveOp { all_reduce, all_gather, reduce_scatter, all_to_all, ring_exchange };

/// One measured time of a whole collective whose group tops out at a level, e.g. from an nccl-tests log.
struct MeasuredCollective {
    CollectiveOp op{};
    std::int64_t ranks = 0;
    double bytes = 0;   ///< full tensor
    double seconds = 0;
    bool operator==(const MeasuredCollective&) const = default;
};

/// One level of the network.
struct Level {
    std::string name;
    std::int64_t group_size = 1; ///< device slots in one group; divides the next level's
    double bandwidth = 0;        ///< bytes/s, one direction, per device while the whole group communicates
    double latency = 0;          ///< seconds, one message end to end whose path tops out here
    std::vector<MeasuredCollective> profile; ///< optional, replaces the formula
    bool operator==(const Level&) const = default;
};

/// The measured times of one operation by one number of ranks, ready for interpolation: ascending bytes, the running
/// maximum of the seconds (which keeps the curve monotone), and the logarithms of both.
struct MeasuredCurve {
    CollectiveOp op{};
    std::int64_t ranks = 0;
    std::vector<double> bytes;
    std::vector<double> seconds;
    std::vector<double> log_bytes;
    std::vector<double> log_seconds;
};

/// Nested groups of slots. Slots without a device are `absent`; ranks are the present slots in order, 0..N-1.
/// A value type; `finish()` fills the derived tables and must follow every change of the public fields.
class LevelModel {
public:
    std::string name;
    std::int64_t slot_count = 0; ///< slots with and without a device (not "slots": Qt makes that word a macro)
    std::vector<Level> levels;        ///< innermost first; level number l is levels[l - 1]
    std::vector<std::int64_t> absent; ///< sorted slots without a device

    /// Most slots that finish() accepts.
    static constexpr std::int64_t largest_slots = std::int64_t{1} << 24;

    /// Checks the invariants (at least one level and one device, sizes divide, last = slots, positive finite
    /// bandwidths, absent in range and sorted) and fills the derived tables. Returns the faults, with JSON pointers of the nest-levels format.
    std::vector<Diagnostic> finish();

    int level_count() const { return static_cast<int>(levels.size()); }
    std::int64_t device_count() const { return slot_count - static_cast<std::int64_t>(absent.size()); }
    /// group_size[0] = 1.
    std::int64_t group_size(int level) const { return level == 0 ? 1 : levels[static_cast<std::size_t>(level - 1)].group_size; }
    /// Running minimum of bandwidth[1..level]: a path across a level crosses the lower ones too. bytes/s.
    double bandwidth(int level) const { return m_running_bandwidth[static_cast<std::size_t>(level)]; }
    double latency(int level) const { return levels[static_cast<std::size_t>(level - 1)].latency; }
    const std::string& level_name(int level) const { return levels[static_cast<std::size_t>(level - 1)].name; }
    std::int64_t slot_of(std::int64_t rank) const { return absent.empty() ? rank : m_slot_of_rank[static_cast<std::size_t>(rank)]; }
    /// Smallest level whose group holds both ranks' slots; 0 for the same rank.
    int level_between(std::int64_t rank_a, std::int64_t rank_b) const;

    /// Point-to-point seconds for `bytes` at `level`: latency + bytes / bandwidth; 0 when bytes = 0.
    double p2p(int level, double bytes) const;

    /// The measured curve for `ranks` ranks whose group tops out at `level`: that of the nearest listed number of ranks
    /// at or above, else that of the largest one listed (`*covered` = false); nullptr when the level has none for `op`.
    const MeasuredCurve* measured_curve(int level, CollectiveOp op, std::int64_t ranks, bool* covered) const;

    bool operator==(const LevelModel& other) const {
        return name == other.name && slot_count == other.slot_count && levels == other.levels && absent == other.absent;
    }

private:
    std::vector<double> m_running_bandwidth;
    std::vector<std::int64_t> m_slot_of_rank;
    std::vector<std::vector<MeasuredCurve>> m_curves; ///< by level; sorted by operation and ranks
};

} // namespace nest
