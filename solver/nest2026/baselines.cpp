// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "nest2026/baselines.h"

#include <algorithm>

namespace nest::nest2026 {
namespace {

/// First layer of each stage, and the number of layers at the end.
std::vector<std::int64_t> boundaries(const Baseline& baseline) {
    const std::int64_t layers = baseline.transformer_layers, stages = baseline.stages;
    std::vector<std::int64_t> bounds{0};
    const std::int64_t share = (layers + stages - 1) / stages;
    const bool listed = static_cast<std::int64_t>(baseline.partition.size()) == stages;
    for (std::int64_t i = 1; i <= stages; ++i)
        bounds.push_back(listed ? bounds.back() + baseline.partition[static_cast<std::size_t>(i - 1)]
                                : std::min(i * share, layers));
    return bounds;
}

/// Which stage the node goes to. Published: the number is its place in the order; repaired: its own.
std::int64_t stage_of(std::int64_t number, const std::vector<std::int64_t>& bounds, const Baseline& baseline) {
    if (number < 0) return 0;
    if (number >= baseline.transformer_layers) return baseline.stages - 1;
    const auto after = std::upper_bound(bounds.begin() + 1, bounds.end(), number);
    return std::min<std::int64_t>(after - bounds.begin() - 1, baseline.stages - 1);
}

} // namespace

BaselineResult evaluate_baseline(const Input& input, const Baseline& baseline, BaselineRules rules) {
    BaselineResult result;
    result.baseline = baseline;
    const Width* width = input.width(baseline.tensor);
    if (!width) {
        result.price.why_not = "the file has no layers at tensor-parallel width " + std::to_string(baseline.tensor);
        return result;
    }
    // The flag of the last width is the one that is left when the published program comes to its baselines.
    const StageCosts costs(input, *width, zero_wanted(input, input.widths.back()));
    const std::vector<std::int64_t> bounds = boundaries(baseline);
    std::vector<Stage> stages(static_cast<std::size_t>(baseline.stages), Stage{0, -1, input.stage_devices(*width)});
    for (int node = 0; node < costs.node_count(); ++node) {
        const std::int64_t number =
            rules == BaselineRules::published ? node : width->nodes[static_cast<std::size_t>(node)].id;
        Stage& stage = stages[static_cast<std::size_t>(stage_of(number, bounds, baseline))];
        if (stage.last < stage.first) stage.first = node;
        stage.last = node;
    }
    const auto empty = [](const Stage& stage) { return stage.last < stage.first; };
    if (rules == BaselineRules::published) {
        result.crashes = std::any_of(stages.begin(), stages.end(), empty);
        std::reverse(stages.begin(), stages.end());
    } else {
        std::erase_if(stages, empty);
    }
    result.plan = {baseline.tensor, baseline.replicas, std::move(stages)};
    if (result.crashes) {
        result.price.why_not = "a stage is left without layers";
        return result;
    }
    // The last stage is on the first devices, as in the plans of the search; its place in the list differs.
    std::vector<std::int64_t> offsets;
    if (rules == BaselineRules::published)
        for (std::size_t i = 0; i < result.plan.stages.size(); ++i)
            offsets.push_back(static_cast<std::int64_t>(i) * input.stage_devices(*width));
    result.price = price(costs, input, result.plan, std::move(offsets));
    return result;
}

} // namespace nest::nest2026
