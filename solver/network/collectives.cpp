// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "network/collectives.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace nest {
namespace {

/// Reduce-scatter or all-gather of the full tensor, one level after the other, innermost first: calls
/// each(level, bytes sent, seconds).
template <class Each>
void hierarchical(const LevelModel& levels, const GroupShape& shape, double bytes, const Each& each) {
    for (int level = 1; level <= shape.top; ++level) {
        const auto index = static_cast<std::size_t>(level);
        const auto most = static_cast<double>(shape.most[index]);
        if (most > 1) {
            const double sent = (most - 1) / most * bytes;
            each(level, sent, (most - 1) * levels.latency(level) + sent / levels.bandwidth(level));
        }
        // The part with the fewest members leaves most to carry: a lonely rank has the whole.
        bytes /= static_cast<double>(shape.fewest[index]);
    }
}

double hierarchical_seconds(const LevelModel& levels, const GroupShape& shape, double bytes) {
    double seconds = 0;
    hierarchical(levels, shape, bytes, [&seconds](int, double, double more) { seconds += more; });
    return seconds;
}

/// ceil(log2(size)), size >= 1.
double tree_depth(std::int64_t size) {
    return static_cast<double>(std::bit_width(static_cast<std::uint64_t>(size - 1)));
}

double tree_seconds(const LevelModel& levels, const GroupShape& shape, double bytes) {
    return 2 * tree_depth(shape.size) * levels.latency(shape.top) + 2 * bytes / levels.bandwidth(shape.top);
}

double ring_seconds(const LevelModel& levels, const GroupShape& shape, double bytes) {
    const auto steps = static_cast<double>(shape.size - 1);
    return steps * levels.latency(shape.top) +
           steps / static_cast<double>(shape.size) * bytes / levels.bandwidth(shape.top);
}

/// Calls each(level, latency, seconds of the transfer over this level): the slowest transfer hides the others.
template <class Each>
void all_to_all(const LevelModel& levels, const GroupShape& shape, double bytes, const Each& each) {
    for (int level = 1; level <= shape.top; ++level) {
        const auto index = static_cast<std::size_t>(level);
        if (shape.most[index] <= 1) continue;
        each(level, levels.latency(level) * std::log2(static_cast<double>(shape.most[index])),
             shape.share[index] * bytes / levels.bandwidth(level));
    }
}

double all_to_all_seconds(const LevelModel& levels, const GroupShape& shape, double bytes) {
    double latency = 0;
    double transfer = 0;
    all_to_all(levels, shape, bytes, [&](int, double here, double seconds) {
        latency += here;
        transfer = std::max(transfer, seconds);
    });
    return latency + transfer;
}

std::vector<LevelShare> all_to_all_levels(const LevelModel& levels, const GroupShape& shape, double bytes) {
    std::vector<LevelShare> shares;
    std::size_t slowest = 0;
    double transfer = 0;
    all_to_all(levels, shape, bytes, [&](int level, double latency, double seconds) {
        if (seconds > transfer) {
            transfer = seconds;
            slowest = shares.size();
        }
        const auto index = static_cast<std::size_t>(level);
        const double beyond = level < shape.top ? shape.share[index + 1] : 0;
        shares.push_back({level, (shape.share[index] - beyond) * bytes, latency});
    });
    if (!shares.empty()) shares[slowest].seconds += transfer;
    return shares;
}

CollectiveCost formula_cost(const LevelModel& levels, const GroupShape& shape, CollectiveOp op, double bytes) {
    switch (op) {
    case CollectiveOp::all_reduce: {
        const double hierarchical = 2 * hierarchical_seconds(levels, shape, bytes);
        const double tree = tree_seconds(levels, shape, bytes);
        return tree < hierarchical ? CollectiveCost{tree, CollectiveAlgorithm::tree}
                                   : CollectiveCost{hierarchical, CollectiveAlgorithm::hierarchical};
    }
    case CollectiveOp::all_gather:
    case CollectiveOp::reduce_scatter:
        return {hierarchical_seconds(levels, shape, bytes), CollectiveAlgorithm::hierarchical};
    case CollectiveOp::all_to_all:
        return {all_to_all_seconds(levels, shape, bytes), CollectiveAlgorithm::pairwise};
    case CollectiveOp::ring_exchange:
        return {ring_seconds(levels, shape, bytes), CollectiveAlgorithm::ring};
    }
    return {};
}

/// Inside the table: log-log interpolation. Outside, in bytes or in ranks: the formula, scaled to meet the nearest end.
double measured_seconds(const LevelModel& levels, const GroupShape& shape, CollectiveOp op, double bytes,
                        const MeasuredCurve& curve, bool covered) {
    const bool below = covered && bytes < curve.bytes.front();
    if (!covered || below || bytes >= curve.bytes.back()) {
        const std::size_t end = below ? 0 : curve.bytes.size() - 1;
        if (bytes == curve.bytes[end]) return curve.seconds[end];
        const double at_end = formula_cost(levels, shape, op, curve.bytes[end]).seconds;
        return curve.seconds[end] * (formula_cost(levels, shape, op, bytes).seconds / at_end);
    }
    const auto above = std::upper_bound(curve.bytes.begin(), curve.bytes.end(), bytes);
    const auto right = static_cast<std::size_t>(above - curve.bytes.begin());
    const std::size_t left = right - 1;
    const double width = curve.log_bytes[right] - curve.log_bytes[left];
    if (!(width > 0)) return curve.seconds[right]; // so close that their logarithms are the same
    const double part = (std::log(bytes) - curve.log_bytes[left]) / width;
    const double seconds =
        std::exp(curve.log_seconds[left] + part * (curve.log_seconds[right] - curve.log_seconds[left]));
    return std::clamp(seconds, curve.seconds[left], curve.seconds[right]); // rounding must not break monotony
}

} // namespace

GroupShape shape_of_groups(const LevelModel& levels, const std::vector<std::vector<std::int64_t>>& groups,
                           const std::function<bool()>& stopped) {
    const auto entries = static_cast<std::size_t>(levels.level_count()) + 1;
    GroupShape shape;
    shape.size = groups.empty() ? 1 : static_cast<std::int64_t>(groups.front().size());
    shape.most.assign(entries, 1);
    shape.fewest.assign(entries, 0);
    shape.share.assign(entries, 0.0);
    const auto size = static_cast<double>(shape.size);
    std::vector<std::int64_t> slots;
    std::size_t seen = 0;
    for (const std::vector<std::int64_t>& group : groups) {
        if (stopped && seen++ % 4096 == 0 && stopped()) break;
        slots.clear();
        for (const std::int64_t rank : group)
            slots.push_back(levels.slot_of(rank));
        std::sort(slots.begin(), slots.end());
        for (int level = 1; level <= levels.level_count(); ++level) {
            const auto index = static_cast<std::size_t>(level);
            const std::int64_t outer = levels.group_size(level);
            const std::int64_t inner = levels.group_size(level - 1);
            std::int64_t smallest_child = shape.size;
            for (std::size_t start = 0; start < slots.size();) {
                const std::int64_t outer_group = slots[start] / outer;
                std::int64_t children = 0;
                std::size_t next = start;
                while (next < slots.size() && slots[next] / outer == outer_group) {
                    const std::size_t child_start = next;
                    const std::int64_t child = slots[next] / inner;
                    while (next < slots.size() && slots[next] / inner == child)
                        ++next;
                    ++children;
                    smallest_child = std::min(smallest_child, static_cast<std::int64_t>(next - child_start));
                }
                shape.most[index] = std::max(shape.most[index], children);
                shape.fewest[index] = shape.fewest[index] == 0 ? children : std::min(shape.fewest[index], children);
                start = next;
            }
            shape.share[index] = std::max(shape.share[index], static_cast<double>(shape.size - smallest_child) / size);
            if (shape.most[index] > 1) shape.top = std::max(shape.top, level);
        }
    }
    std::replace(shape.fewest.begin(), shape.fewest.end(), std::int64_t{0}, std::int64_t{1});
    return shape;
}

CollectiveCost collective_cost(const LevelModel& levels, const GroupShape& shape, CollectiveOp op, double bytes) {
    if (shape.size <= 1 || shape.top == 0 || !(bytes > 0)) return {};
    bool covered = false;
    const MeasuredCurve* curve = levels.measured_curve(shape.top, op, shape.size, &covered);
    if (curve != nullptr)
        return {measured_seconds(levels, shape, op, bytes, *curve, covered), CollectiveAlgorithm::measured};
    return formula_cost(levels, shape, op, bytes);
}

std::vector<LevelShare> collective_levels(const LevelModel& levels, const GroupShape& shape, CollectiveOp op,
                                          double bytes) {
    const CollectiveCost cost = collective_cost(levels, shape, op, bytes);
    if (cost.algorithm == CollectiveAlgorithm::none) return {};
    const auto size = static_cast<double>(shape.size);
    std::vector<LevelShare> shares;
    if (cost.algorithm == CollectiveAlgorithm::tree) {
        shares = {{shape.top, 2 * bytes, cost.seconds}};
    } else if (op == CollectiveOp::ring_exchange) {
        shares = {{shape.top, (size - 1) / size * bytes, cost.seconds}};
    } else if (op == CollectiveOp::all_to_all) {
        shares = all_to_all_levels(levels, shape, bytes);
    } else {
        const double times = op == CollectiveOp::all_reduce ? 2 : 1;
        hierarchical(levels, shape, bytes, [&](int level, double sent, double seconds) {
            shares.push_back({level, times * sent, times * seconds});
        });
    }
    if (cost.algorithm == CollectiveAlgorithm::measured)
        for (LevelShare& share : shares)
            share.seconds = share.level == shape.top ? cost.seconds : 0;
    return shares;
}

double collective_seconds(const LevelModel& levels, const GroupShape& shape, CollectiveOp op, double bytes) {
    return collective_cost(levels, shape, op, bytes).seconds;
}

std::string_view name_of(CollectiveOp op) {
    switch (op) {
    case CollectiveOp::all_reduce:
        return "all_reduce";
    case CollectiveOp::all_gather:
        return "all_gather";
    case CollectiveOp::reduce_scatter:
        return "reduce_scatter";
    case CollectiveOp::all_to_all:
        return "all_to_all";
    case CollectiveOp::ring_exchange:
        return "ring_exchange";
    }
    return "";
}

std::string_view name_of(CollectiveAlgorithm algorithm) {
    switch (algorithm) {
    case CollectiveAlgorithm::none:
        return "none";
    case CollectiveAlgorithm::hierarchical:
        return "hierarchical";
    case CollectiveAlgorithm::tree:
        return "tree";
    case CollectiveAlgorithm::pairwise:
        return "pairwise";
    case CollectiveAlgorithm::ring:
        return "ring";
    case CollectiveAlgorithm::measured:
        return "measured";
    }
    return "";
}

} // namespace nest
