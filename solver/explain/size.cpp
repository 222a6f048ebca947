// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "explain/size.h"

#include "explain/layout_point.h"

#include <algorithm>
#include <map>

namespace nest {

using detail::Deadline;

namespace {

class Sizer {
public:
    Sizer(const SizeRequest& request, const SolveControl& control)
        : m_request(request), m_control(control), m_deadline(control) {}

    Size run() {
        const auto has_plan = [](const SizePoint& point) { return point.plan.has_value(); };
        const auto fast_enough = [this](const SizePoint& point) {
            return point.plan && point.plan->evaluation.step_seconds <= m_request.target_seconds;
        };
        const std::int64_t least = least_nodes(1, has_plan);
        std::int64_t answer = least;
        if (least > 0 && m_request.target_seconds > 0) answer = least_nodes(least, fast_enough);
        if (answer > 0) beyond(answer);
        Size size;
        for (auto& [nodes, point] : m_points)
            size.curve.push_back(point);
        if (least > 0) size.least = m_points.at(least);
        if (answer > 0 && m_request.target_seconds > 0) size.least_target = m_points.at(answer);
        size.stopped = m_stopped;
        size.proven = !m_stopped && least > 0 && is_monotone();
        size.faults = std::move(m_faults);
        return size;
    }

private:
    /// Solves a size once. Null when it can't be or was stopped.
    const SizePoint* at(std::int64_t nodes) {
        if (const auto known = m_points.find(nodes); known != m_points.end()) return &known->second;
        if (m_stopped || !m_faults.empty()) return nullptr;
        Result<Problem> problem = m_request.problem(nodes);
        if (!problem) {
            m_faults = problem.diagnostics();
            return nullptr;
        }
        SolveControl control = m_deadline.part();
        control.threads = m_control.threads;
        control.progress = m_control.progress;
        Problem sized = *problem;
        if (minimises_memory(sized.options.objective))
            sized.options.objective = Objective::latency; // what fits, how fast
        SolveResult result = solve(sized, control);
        if (result.status == SolveStatus::stopped) {
            m_stopped = true;
            return nullptr;
        }
        SizePoint point{nodes, problem->levels.device_count(), result.status, std::nullopt};
        if (!result.plans.empty()) point.plan = std::move(result.plans.front());
        return &m_points.emplace(nodes, std::move(point)).first->second;
    }

    /// Fewest nodes in from..most for which `good` holds; 0 for none.
    template <typename Good> std::int64_t least_nodes(std::int64_t from, const Good& good) {
        std::int64_t bad = from - 1, nodes = from;
        while (true) {
            const SizePoint* point = at(nodes);
            if (!point) return 0;
            if (good(*point)) break;
            if (nodes >= m_request.most_nodes) return 0;
            bad = nodes;
            nodes = std::min(nodes * 2, m_request.most_nodes);
        }
        while (bad + 1 < nodes) {
            const std::int64_t middle = bad + (nodes - bad) / 2;
            const SizePoint* point = at(middle);
            if (!point) break; // what is known already reaches the goal
            (good(*point) ? nodes : bad) = middle;
        }
        return nodes;
    }

    void beyond(std::int64_t nodes) {
        for (int doublings = 0; doublings < 3 && nodes <= m_request.most_nodes / 2; ++doublings) {
            nodes *= 2;
            if (!at(nodes)) return;
        }
    }

    /// More nodes never took a plan away or made it slower, as far as was seen.
    bool is_monotone() const {
        double last = std::numeric_limits<double>::infinity();
        for (const auto& [nodes, point] : m_points) {
            if (!point.plan && last < std::numeric_limits<double>::infinity()) return false;
            if (!point.plan) continue;
            if (point.plan->evaluation.step_seconds > last * (1 + 1e-9)) return false;
            last = point.plan->evaluation.step_seconds;
        }
        return true;
    }

    const SizeRequest& m_request;
    const SolveControl& m_control;
    Deadline m_deadline;
    std::map<std::int64_t, SizePoint> m_points;
    std::vector<Diagnostic> m_faults;
    bool m_stopped = false;
};

} // namespace

Size size_of(const SizeRequest& request, const SolveControl& control) {
    return Sizer(request, control).run();
}

} // namespace nest
