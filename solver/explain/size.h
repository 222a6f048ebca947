// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "search/solve.h"

#include <functional>
#include <optional>
#include <vector>

/// The inverse question: how many devices does a model need, to run at all or to reach a step time?
namespace nest {

/// A cluster of some size, solved.
struct SizePoint {
    std::int64_t nodes = 0;
    std::int64_t devices = 0; ///< present
    SolveStatus status{};
    std::optional<RankedPlan> plan; ///< the best; nothing when none fits
};

struct SizeRequest {
    /// The problem on a cluster of that many nodes; a fault when there is no such cluster.
    std::function<Result<Problem>(std::int64_t nodes)> problem;
    std::int64_t most_nodes = 1;
    double target_seconds = 0; ///< step time to reach; 0: any plan will do
};

struct Size {
    std::optional<SizePoint> least;        ///< fewest nodes with a plan
    std::optional<SizePoint> least_target; ///< fewest nodes that reach the target; nothing without one, or out of reach
    std::vector<SizePoint> curve;          ///< everything that was solved, ascending nodes
    bool stopped = false;
    /// Nodes one less than each answer were solved and don't do. With more nodes of the same kind the best plan is
    /// never slower, so the answers are the least. False when a solved size contradicts that: the answers then reach
    /// the goal, but fewer nodes might.
    bool proven = false;
    std::vector<Diagnostic> faults; ///< when a problem could not be made; the curve ends there
};

/// Doubles the nodes until the goal is reached, then bisects; goes on doubling a few times beyond the answer for the
/// curve. `control` gives threads, stop and a limit for the whole, and progress of each search.
Size size_of(const SizeRequest& request, const SolveControl& control);

} // namespace nest
