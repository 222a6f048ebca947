// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/phrase.h"
#include "search/solve.h"

#include <optional>
#include <string>
#include <vector>

/// What a given layout costs, or what speaks against it: the answer to "why not tp8 pp4?".
namespace nest {

/// Rules that a layout can break, whatever the memory.
enum class LayoutRule {
    heads,             ///< tp divides the attention heads
    kv_heads,          ///< tp divides the key/value heads, or they it
    feed_forward,      ///< tp divides the feed-forward width
    sequence_parallel, ///< needs tp above 1, which divides the sequence
    sequence,          ///< 2 cp divides the sequence
    experts,           ///< ep divides the experts and dp
    layers,            ///< at most one stage per layer
    devices,           ///< tp x pp x dp x cp devices exist
    batch,             ///< dp x micro-batch divides the global batch
    schedule,          ///< the schedule runs so many micro-batches on so many stages
    profile,           ///< measured models: someone measured these degrees
    engine,            ///< the training engine that was chosen runs it
    pins,              ///< layers that were pinned to a stage can be there
    other
};

/// A broken rule in terms of what was typed.
struct BrokenRule {
    LayoutRule rule{};
    std::string option; ///< key of the option to change: "tp", "dp", "global_batch"
    Phrase clause;      ///< what is wrong, with the numbers
    std::vector<std::int64_t>
        works;                ///< values of that option that obey the rule, all else equal; ascending, some of many
    Phrase remedy;            ///< which values work, as a clause; empty if none does
    Phrase phrase() const;    ///< both
    std::string text() const; ///< both, English
    bool operator==(const BrokenRule&) const = default;
};

struct FixedLayout {
    std::vector<BrokenRule> broken; ///< not empty: the layout is impossible
    /// Status as of solve() over this layout alone; when nothing fits, plans hold the best cuts without the limit,
    /// priced with it.
    SolveResult result;
    int stage = -1;            ///< the one that is over by most, when the plan doesn't fit
    double over_bytes = 0;     ///< by how much
    std::vector<Phrase> notes; ///< what happens without being asked for, e.g. replicated key/value heads

    /// The best cuts; null when there are none.
    const RankedPlan* plan() const { return result.plans.empty() ? nullptr : &result.plans.front(); }
    bool fits() const { return plan() && plan()->evaluation.fits; }
};

/// The rules that options restricted to one layout break. A rule is looked at where the options it is about hold one
/// value each. O(devices) at most.
std::vector<BrokenRule> broken_rules(const Problem& problem);

/// The best cuts of the layout that `narrowed` leaves (see plan/layout_line.h); proven for that layout, like solve().
/// Where none fits in memory: the best without that limit. The problem's own options count for nothing, its levels
/// stay.
FixedLayout price_layout(const Problem& problem, const Options& narrowed, const SolveControl& control);

} // namespace nest
