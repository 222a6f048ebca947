// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/plan_edits.h"

#include <algorithm>
#include <numeric>

namespace nest {

bool has_movable_borders(const ModelGraph& model, const Plan& plan) {
    int next = 0;
    for (const StagePlan& stage : plan.stages) {
        if (stage.layers.empty()) return false;
        for (const int layer : stage.layers)
            if (layer != next++) return false;
    }
    return next == static_cast<int>(model.layers.size()) &&
           std::all_of(model.edges.begin(), model.edges.end(), [](const Edge& edge) { return edge.from < edge.to; });
}

int nearest_border(const Plan& plan, int stage, int first_layer) {
    const StagePlan& before = plan.stages[static_cast<std::size_t>(stage - 1)];
    const StagePlan& here = plan.stages[static_cast<std::size_t>(stage)];
    return std::clamp(first_layer, before.layers.front() + 1, here.layers.back());
}

Plan with_border(Plan plan, int stage, int first_layer) {
    const int first = nearest_border(plan, stage, first_layer);
    std::vector<int>& before = plan.stages[static_cast<std::size_t>(stage - 1)].layers;
    std::vector<int>& here = plan.stages[static_cast<std::size_t>(stage)].layers;
    const int start = before.front(), end = here.back();
    before.resize(static_cast<std::size_t>(first - start));
    here.resize(static_cast<std::size_t>(end + 1 - first));
    std::iota(before.begin(), before.end(), start);
    std::iota(here.begin(), here.end(), first);
    return plan;
}

Plan with_recompute(Plan plan, int stage, Recompute kind) {
    plan.stages[static_cast<std::size_t>(stage)].recompute = kind;
    plan.stages[static_cast<std::size_t>(stage)].recompute_layers = 0;
    return plan;
}

Plan with_recompute_layers(Plan plan, int stage, int layers) {
    StagePlan& edited = plan.stages[static_cast<std::size_t>(stage)];
    edited.recompute = layers > 0 ? Recompute::full : Recompute::none;
    edited.recompute_layers = layers < static_cast<int>(edited.layers.size()) ? std::max(layers, 0) : 0;
    return plan;
}

Recompute next_recompute(Recompute kind) {
    switch (kind) {
    case Recompute::none:
        return Recompute::selective;
    case Recompute::selective:
        return Recompute::full;
    case Recompute::full:
    case Recompute::stage:
        break;
    }
    return Recompute::none;
}

} // namespace nest
