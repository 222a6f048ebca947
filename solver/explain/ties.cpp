// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "explain/ties.h"

#include <algorithm>
#include <numeric>

namespace nest {

std::vector<int> tie_groups(const std::vector<double>& step_seconds, double error) {
    std::vector<std::size_t> order(step_seconds.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::erase_if(order, [&](std::size_t index) { return !(step_seconds[index] > 0); });
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return step_seconds[a] < step_seconds[b]; });
    std::vector<int> groups(step_seconds.size(), -1);
    int group = -1;
    double least = 0;
    for (const std::size_t index : order) {
        if (group < 0 || step_seconds[index] > least * (1 + error)) {
            ++group;
            least = step_seconds[index];
        }
        groups[index] = group;
    }
    return groups;
}

std::vector<int> tie_groups(const std::vector<RankedPlan>& plans, double error) {
    std::vector<double> steps;
    steps.reserve(plans.size());
    for (const RankedPlan& plan : plans)
        steps.push_back(plan.evaluation.step_seconds);
    return tie_groups(steps, error);
}

} // namespace nest
