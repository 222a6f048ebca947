// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli/plan_argument.h"

#include "cli/commands.h"
#include "cli/table.h"
#include "plan/engines.h"
#include "plan/layout_line.h"
#include "plan/pins.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace nest::cli {

namespace {

/// The first pinned layer that is on another stage than its own; empty when all are on theirs.
std::string misplaced_layer(const ModelGraph& model, const std::vector<LayerPin>& pins, const Plan& plan) {
    const Result<std::vector<std::int64_t>> wanted = stages_of_pins(model, pins);
    if (!wanted) return {};
    const auto last = static_cast<std::int64_t>(plan.stages.size()) - 1;
    for (std::int64_t stage = 0; stage <= last; ++stage) {
        for (const int layer : plan.stages[static_cast<std::size_t>(stage)].layers) {
            const std::int64_t pinned = (*wanted)[static_cast<std::size_t>(layer)];
            if (pinned == unpinned || stage == (pinned == LayerPin::last ? last : pinned)) continue;
            return "layer " + name_text(model.layers[static_cast<std::size_t>(layer)].id) + " is on stage " +
                   std::to_string(stage);
        }
    }
    return {};
}

} // namespace

std::optional<io::PlanFile> read_plan_file(const nlohmann::json& value, const std::string& path, int& status) {
    Result<io::PlanFile> file = io::plan_from_json(value, path);
    if (!file) {
        status = input_faults(file.diagnostics());
        return std::nullopt;
    }
    print_notes(file.diagnostics());
    return std::move(*file);
}

std::vector<std::string> options_not_kept(const Problem& problem, const RankedPlan& ranked) {
    const Options& options = problem.options;
    const Plan& plan = ranked.plan;
    std::vector<std::string> list;
    const auto add = [&](const std::string& option, const std::string& but) {
        list.push_back(option + "=" + option_text(options, option) + ", but " + but);
    };
    for (const LayoutContradiction& one : contradictions(options, options_of_layout(options, plan), Asked::all))
        add(one.option, "it has " + one.option + "=" + one.layout);
    const auto& chunks = options.virtual_stages;
    if (chunks && plan.virtual_stages() > 1 &&
        std::find(chunks->begin(), chunks->end(), plan.virtual_stages()) == chunks->end())
        add("virtual_stages", "it has virtual_stages=" + std::to_string(plan.virtual_stages()));
    if (options.max_devices && plan.devices() > *options.max_devices)
        add("max_devices", "it uses " + counted_text(plan.devices(), "device"));
    if (options.target != "any") {
        const std::string why = engine_obstacle(options.target, shape_of(problem, plan));
        if (!why.empty()) add("target", options.target + " does not run it: " + ascii(why));
    }
    if (const std::string where = misplaced_layer(problem.model, options.pins, plan); !where.empty())
        add("pins", where);
    const bool bounded = options.max_step_seconds && minimises_memory(options.objective);
    if (bounded && ranked.evaluation.step_seconds > *options.max_step_seconds * (1 + 1e-9))
        add("max_step_seconds", "a step takes " + plain(ranked.evaluation.step_seconds, Unit::seconds));
    return list;
}

void warn_of_options_not_kept(const Problem& problem, const RankedPlan& ranked) {
    for (const std::string& clause : options_not_kept(problem, ranked))
        tell_once("warning: the plan does not keep option " + clause);
}

} // namespace nest::cli
