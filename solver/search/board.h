// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/evaluation.h"
#include "search/partition.h"
#include "search/plan_space.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace nest {

/// A plan the search found, not yet priced in full.
struct FoundPlan {
    Family family;
    LayoutKind layout = LayoutKind::pp_inner;
    std::int64_t stride = 1;
    Partition partition;
    std::shared_ptr<const Placement> placement; ///< not made again for the price: it may take long
    double seconds = 0; ///< what it is ranked by: its step time, or that of its run where runs count
};

/// Its layers and choices by stage; `whole` has the model's downsets.
Plan plan_of(const FoundPlan& found, const PlanSpace& space, const Downsets& whole);

/// The best K plans so far, one per family and layout, shared by the search threads.
class Board {
public:
    Board(const PlanSpace& space, Objective objective, int top_k)
        : m_space(space), m_objective(objective), m_top_k(static_cast<std::size_t>(std::max(1, top_k))) {}

    /// Nothing strictly above this can join: the K-th best `seconds`, infinite while there are fewer.
    double threshold() const { return m_threshold.load(std::memory_order_relaxed); }
    /// The same where memory is minimised.
    Ceiling ceiling() const;
    /// Takes the plan if it is among the best; true when it is the new best. O(K), a look for the same family.
    bool offer(FoundPlan found);
    /// `seconds` of the best so far, infinite for none.
    double best_seconds() const { return m_best.load(std::memory_order_relaxed); }
    FoundPlan best_plan() const;
    /// All that are kept: the best K and whatever equals the K-th.
    std::vector<FoundPlan> plans() const;
    /// The order of plans on what the search knows of them.
    bool before(const FoundPlan& a, const FoundPlan& b) const;

private:
    double goal_of(const FoundPlan& found) const {
        return memory_goal(m_objective, found.partition.peak_memory, found.partition.least_memory);
    }

    const PlanSpace& m_space;
    Objective m_objective;
    std::size_t m_top_k;
    mutable std::mutex m_mutex;
    std::vector<FoundPlan> m_plans; ///< sorted
    Ceiling m_ceiling;
    std::atomic<double> m_threshold{std::numeric_limits<double>::infinity()};
    std::atomic<double> m_best{std::numeric_limits<double>::infinity()};
};

} // namespace nest
