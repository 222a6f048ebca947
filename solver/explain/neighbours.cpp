// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "explain/neighbours.h"

#include "base/worker_pool.h"
#include "explain/layout_point.h"
#include "plan/layout_line.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <tuple>

namespace nest {

using namespace detail;

namespace {

template <typename Value>
bool within(const std::optional<std::vector<Value>>& allowed, const std::vector<Value>& values) {
    return !allowed || std::all_of(values.begin(), values.end(), [&](Value value) {
        return std::find(allowed->begin(), allowed->end(), value) != allowed->end();
    });
}

/// Whether the search was allowed to look at the layout.
bool is_allowed(const Options& own, const LayoutPoint& point) {
    const bool sequence_parallel = own.sequence_parallel == Switch::automatic ||
                                   point.sequence_parallel == Switch::automatic || point.tp == 1 ||
                                   own.sequence_parallel == point.sequence_parallel;
    return within(own.tp, {point.tp}) && within(own.pp, {point.pp}) && within(own.dp, {point.dp}) &&
           within(own.cp, {point.cp}) && within(own.ep, {point.ep}) && within(own.micro_batches, {point.micro_batch}) &&
           within(own.zero, point.zero) && within(own.recompute, point.recompute) &&
           within(own.schedule, point.schedule) && within(std::optional(own.layouts), point.layouts) &&
           own.global_batch == point.global_batch && sequence_parallel;
}

/// Prices a layout beside the one it comes from; nothing when it was stopped.
std::optional<Neighbour> priced(const Problem& problem, const LayoutPoint& origin, LayoutPoint point,
                                const Deadline& deadline) {
    Neighbour neighbour;
    neighbour.options = point.options(problem.options);
    neighbour.allowed = is_allowed(problem.options, point);
    FixedLayout layout = price_layout(problem, neighbour.options, deadline.part());
    if (layout.result.status == SolveStatus::stopped) return std::nullopt;
    neighbour.broken = std::move(layout.broken);
    neighbour.stage = layout.stage;
    neighbour.over_bytes = layout.over_bytes;
    if (layout.plan()) {
        neighbour.plan = *layout.plan();
        point.sequence_parallel = neighbour.plan->plan.strategy.sequence_parallel ? Switch::on : Switch::off;
    }
    neighbour.changes = settings_between(origin, point);
    return neighbour;
}

/// All of them, in order; empty where the time was up.
std::vector<std::optional<Neighbour>> priced_all(const Problem& problem, const LayoutPoint& origin,
                                                 const std::vector<LayoutPoint>& points, int threads,
                                                 const Deadline& deadline) {
    std::vector<std::optional<Neighbour>> list(points.size());
    parallel_for(points.size(), threads, [&](std::size_t index, int) {
        if (!deadline.passed()) list[index] = priced(problem, origin, points[index], deadline);
    });
    return list;
}

void compare(Neighbour& neighbour, const Evaluation& with) {
    if (!neighbour.plan) return;
    neighbour.step_seconds_more = neighbour.plan->evaluation.step_seconds - with.step_seconds;
    neighbour.peak_bytes_more = neighbour.plan->evaluation.peak_memory - with.peak_memory;
}

/// Whether the best cuts are others than the plan's, and what the neighbour would take with those of the plan.
void price_own_cuts(const Problem& problem, const Plan& own, Neighbour& neighbour) {
    if (!neighbour.plan || neighbour.plan->plan.stages.size() != own.stages.size() ||
        neighbour.plan->plan.virtual_stages() != own.virtual_stages())
        return;
    Plan same = neighbour.plan->plan;
    for (std::size_t i = 0; i < own.stages.size(); ++i) {
        same.stages[i].layers = own.stages[i].layers;
        same.stages[i].chunk_sizes = own.stages[i].chunk_sizes;
    }
    neighbour.recut = same != neighbour.plan->plan;
    if (!neighbour.recut) return;
    if (const Result<Evaluation> priced = evaluate(problem, same); priced && priced->fits)
        neighbour.same_cuts_seconds = priced->step_seconds;
}

/// Those that fit by time, those that don't by bytes, the impossible last; equal ones stay in the order of the moves.
void sort(std::vector<Neighbour>& list) {
    const auto key = [](const Neighbour& neighbour) {
        const int kind = neighbour.fits() ? 0 : neighbour.plan ? 1 : 2;
        return std::tuple(kind, kind == 0 ? neighbour.plan->evaluation.step_seconds : 0.0, neighbour.over_bytes);
    };
    std::stable_sort(list.begin(), list.end(), [&](const Neighbour& a, const Neighbour& b) { return key(a) < key(b); });
}

/// Looks for layouts that fit around one that doesn't, in rounds of one more change each.
class FeasibleSearch {
public:
    FeasibleSearch(const Problem& problem, const LayoutPoint& origin, const SolveControl& control)
        : m_problem(problem), m_origin(origin), m_threads(control.threads), m_deadline(control), m_seen{origin} {}

    void run(Neighbour asked, NearestFeasible& result) {
        constexpr int most_changes = 4;
        std::vector<Candidate> frontier{{m_origin, std::move(asked)}};
        for (int change = 0; change < most_changes && result.list.empty() && !frontier.empty(); ++change) {
            const std::vector<LayoutPoint> points = around(frontier);
            std::vector<std::optional<Neighbour>> prices =
                priced_all(m_problem, m_origin, points, m_threads, m_deadline);
            frontier.clear();
            for (std::size_t i = 0; i < points.size(); ++i) {
                if (!prices[i]) {
                    result.complete = false;
                } else if (prices[i]->fits()) {
                    result.list.push_back(*std::move(prices[i]));
                } else {
                    frontier.push_back({points[i], *std::move(prices[i])});
                }
            }
            if (!result.complete) break;
            keep_nearest(frontier);
        }
        sort(result.list);
    }

private:
    struct Candidate {
        LayoutPoint point;
        Neighbour neighbour;
    };

    std::vector<LayoutPoint> around(const std::vector<Candidate>& frontier) {
        std::vector<LayoutPoint> points;
        const auto add = [&](std::vector<LayoutPoint> more) {
            for (LayoutPoint& point : more)
                if (m_seen.insert(point).second) points.push_back(std::move(point));
        };
        for (const Candidate& candidate : frontier) {
            add(repairs(m_problem, candidate.point, candidate.neighbour.broken));
            add(moves(m_problem, candidate.point));
        }
        return points;
    }

    /// The layouts that break the fewest rules and are over by the fewest bytes.
    static void keep_nearest(std::vector<Candidate>& frontier) {
        constexpr std::size_t followed = 10;
        const auto key = [](const Candidate& c) {
            return std::pair(c.neighbour.broken.size(), c.neighbour.over_bytes);
        };
        std::stable_sort(frontier.begin(), frontier.end(),
                         [&](const Candidate& a, const Candidate& b) { return key(a) < key(b); });
        if (frontier.size() > followed) frontier.resize(followed);
    }

    const Problem& m_problem;
    LayoutPoint m_origin;
    int m_threads;
    Deadline m_deadline;
    std::set<LayoutPoint> m_seen;
};

} // namespace

Neighbours neighbours(const Problem& problem, const RankedPlan& plan, const SolveControl& control) {
    const Deadline deadline(control);
    const LayoutPoint origin = LayoutPoint::of(options_of_layout(problem.options, plan.plan));
    const std::vector<LayoutPoint> points = moves(problem, origin);
    std::vector<std::optional<Neighbour>> prices = priced_all(problem, origin, points, control.threads, deadline);
    Neighbours result;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!prices[i]) {
            result.complete = false;
            continue;
        }
        compare(*prices[i], plan.evaluation);
        price_own_cuts(problem, plan.plan, *prices[i]);
        result.list.push_back(*std::move(prices[i]));
    }
    sort(result.list);
    return result;
}

NearestFeasible nearest_feasible(const Problem& problem, const Options& layout, const SolveControl& control) {
    NearestFeasible result;
    const LayoutPoint origin = LayoutPoint::of(layout);
    Problem free = problem; // what the layout leaves to choose is as the layout says
    free.options = layout;
    result.asked = price_layout(free, layout, Deadline(control).part());
    if (result.asked.fits()) return result;
    if (result.asked.result.status == SolveStatus::stopped) {
        result.complete = false;
        return result;
    }
    Neighbour asked;
    asked.broken = result.asked.broken;
    asked.over_bytes = result.asked.over_bytes;
    FeasibleSearch(problem, origin, control).run(std::move(asked), result);
    if (const RankedPlan* own = result.asked.plan())
        for (Neighbour& neighbour : result.list)
            compare(neighbour, own->evaluation);
    return result;
}

} // namespace nest
