// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "explain/neighbours.h"

#include <chrono>
#include <functional>

/// A layout as a point with neighbours, for the searches around it.
namespace nest::detail {

struct LayoutPoint {
    std::int64_t tp = 1, pp = 1, dp = 1, cp = 1, ep = 1, expert_tp = 0, micro_batch = 1, global_batch = 1;
    Switch sequence_parallel = Switch::off; ///< automatic: whichever is faster
    std::vector<std::int64_t> zero{0};
    std::vector<Recompute> recompute{Recompute::none};
    std::vector<ScheduleKind> schedule{ScheduleKind::one_f_one_b};
    Degrees virtual_stages;
    std::vector<LayoutKind> layouts{LayoutKind::pp_inner};
    auto operator<=>(const LayoutPoint&) const = default;

    /// From options that hold one value for each degree; the first one elsewhere.
    static LayoutPoint of(const Options& options);
    Options options(const Options& rest) const;
    double devices() const;
    /// dp is a multiple of this: of ep, or with folded experts of what lets expert groups fill the ranks of a stage.
    std::int64_t dp_unit() const;
    /// dp of one replica.
    std::int64_t data_ranks() const { return strategy().data_ranks(); }
    Strategy strategy() const { return {tp, ep, cp, sequence_parallel == Switch::on, expert_tp}; }
};

std::vector<Setting> settings_between(const LayoutPoint& from, const LayoutPoint& to);

/// One step in each direction, without repetitions and without `point` itself.
std::vector<LayoutPoint> moves(const Problem& problem, const LayoutPoint& point);
/// The two nearest values that obey each broken rule, smaller micro-batches where the batch doesn't divide, and the
/// nearest measured degrees of a measured model.
std::vector<LayoutPoint> repairs(const Problem& problem, const LayoutPoint& point,
                                 const std::vector<BrokenRule>& broken);

/// A moment that a whole computation must not outlast, made from a control's limit.
class Deadline {
public:
    explicit Deadline(const SolveControl& control);
    bool passed() const { return m_stop.stop_requested() || remaining() < 0; }
    /// A control for one part of the work on one thread.
    SolveControl part() const;

private:
    double remaining() const; ///< seconds; infinite without a limit
    std::stop_token m_stop;
    std::chrono::steady_clock::time_point m_start;
    double m_limit;
};

} // namespace nest::detail
