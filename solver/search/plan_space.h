// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "network/hosts.h"
#include "plan/problem.h"
#include "search/partition.h"
#include "search/solve.h"
#include "search/zero_bubble.h"

#include <map>
#include <memory>
#include <vector>

/// The plan space outside the cuts: strategies, micro-batches, schedules, d, s and ZeRO, each combination a *family*
/// with a bound so cheap that hundreds of thousands can be ordered before any is looked at.
namespace nest {

/// One strategy with one micro-batch size, and what its cheap bounds need.
struct StrategyEntry {
    std::unique_ptr<PrefixTables> prefix;
    double comm_floor = 0;         ///< seconds, least exposed collectives of all layers
    double work = 0;               ///< seconds of all layers, communication and forced recomputation at their least
    double largest_layer_work = 0; ///< seconds
    ZeroBubbleFloor zero_bubble;
    std::vector<double> layer_work{}; ///< seconds of each; where interleaved families need it
    double least_kept = 0;            ///< bytes of one micro-batch, of every layer its input or what it saves
};

/// Everything but layout, stride and cuts.
struct Family {
    double bound = 0; ///< seconds; no plan of the family is faster
    double bytes = 0; ///< of the fullest device; no plan of the family has less
    int entry = 0;    ///< index into PlanSpace::entries
    std::int32_t replicas = 1, stages = 1;
    ScheduleKind schedule = ScheduleKind::one_f_one_b;
    std::int16_t virtual_stages = 1;
    std::int8_t zero = 0; ///< -1: chosen per stage
    static constexpr int all_blocks = -1;
    std::int32_t blocks = 0;    ///< recomputed in every stage, or all_blocks; 0: not decided, or each stage has its own
    std::int8_t recompute = -1; ///< index into PlanSpace::recompute for all stages; -1: chosen per stage
};

struct PlanSpace {
    std::vector<StrategyEntry> entries;
    std::vector<Family> families; ///< in the order of enumeration
    std::vector<Recompute> recompute;
    std::vector<int> zero;
    Degrees layers;          ///< of full recomputation, as in StageChoices; {0} unless the model is a chain
    bool one_engine = false; ///< target: every stage recomputes the same
    bool allows_part() const { return nest::allows_part(layers); }
    EvenHosts hosts;                        ///< for the target engine
    std::map<std::int64_t, PinLimits> pins; ///< by number of stages; empty when no layer is pinned
    std::vector<std::int64_t> pinned;       ///< stage per layer; empty when none is pinned
    std::map<std::string, std::int64_t> rejected_counts;
    std::vector<Rejection> rejected_sample;
    std::map<int, Rejection> overruns; ///< by entry: its nearest family that does not fit in memory

    /// Keeps the overrun if it is the least of its strategy. `stage` -1 stands for the average one.
    void note_overrun(const Family& family, int stage, double over, double capacity);

    StageChoices choices_of(const Family& family) const;
    /// Why the target engine can't run the family with this layout, packed or not; empty when it can.
    std::string obstacle(const Problem& problem, const Family& family, LayoutKind layout, bool packed) const;
    /// Engines recompute as many blocks of every stage: the numbers to try, 0 for all of them. {0} where each stage has
    /// its own.
    std::vector<int> block_counts(const Problem& problem, const Family& family) const;
    PriceSettings settings_of(const Problem& problem, const Family& family) const;
    /// "tp8 pp4 dp2 mb1 sp zero1"
    std::string text_of(const Family& family) const;
};

/// Seconds that no plan takes less of (1F1B) whose stages share `blocks` blocks of ranks in each replica, `copies` of
/// them at most for one stage. `settings` are those of stages without copies.
double family_bound(const Problem& problem, const StrategyEntry& entry, const PriceSettings& settings, int zero,
                    double blocks, double copies);
/// Whether no plan of the family fits in memory, of whose stages each may have up to so many copies.
bool is_over_memory(const Problem& problem, const PlanSpace& space, const Family& family, std::int64_t copies);

/// Lists the strategies and families the options allow. Each strategy and micro-batch takes O(n) for its tables; its
/// families are the pairs d s w <= N with d a divisor of the batch and s <= n, at most N / w (1 + ln(N / w)) of them
/// and a few additions each, whatever the number of layers. Stops early on `stop` (the space is then incomplete).
PlanSpace enumerate(const Problem& problem, const Downsets& downsets, const StopSign& stop);

} // namespace nest
