// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/pastedrun.h"

#include "base/worker_pool.h"
#include "document/inputs.h"
#include "document/topologychoice.h"
#include "io/files.h"
#include "plan/layout_line.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

namespace nest::ui {
namespace {

const std::string pasted = io::pasted_text;

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    return first == std::string::npos ? std::string()
                                      : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

PastedRun unreadable(std::vector<Diagnostic> faults) {
    PastedRun run;
    run.kind = PastedRun::Kind::unreadable;
    run.faults = std::move(faults);
    return run;
}

PastedRun readModel(const std::string& text) {
    auto json = io::parse_json(text, pasted);
    if (!json.ok()) return unreadable(json.diagnostics());
    auto any = io::read_any(*json, pasted, {});
    if (!any.ok()) return unreadable(any.diagnostics());
    const auto* model = std::get_if<ModelGraph>(&*any);
    if (!model) {
        Diagnostic fault;
        fault.code = ErrorCode::wrong_format;
        fault.file = pasted;
        fault.expected = "a model: config.json, nest-model";
        fault.found = json->is_object() && json->contains("format") && json->at("format").is_string()
                          ? json->at("format").get<std::string>()
                          : "another file";
        return unreadable({fault});
    }
    PastedRun run;
    run.kind = PastedRun::Kind::model;
    run.model = {model->name.empty() ? "model" : model->name, sharedContent(std::move(*json))};
    if (auto config = read_hf_config(*run.model.content, pasted); config.ok()) run.config = std::move(*config);
    run.notes = any.diagnostics();
    return run;
}

PastedRun readLaunch(const std::string& text) {
    auto launch = io::read_launch(text, pasted);
    if (!launch.ok()) return unreadable(launch.diagnostics());
    PastedRun run;
    run.kind = PastedRun::Kind::launch;
    run.options = launch->options;
    run.layout = launch->layout;
    run.devices = launch->devices;
    run.devices_per_node = launch->devices_per_node;
    run.notes = launch->notes;
    run.config = launch->model;
    if (launch->model) {
        auto model = io::model_of_launch(*launch, launch->options);
        if (!model.ok()) return unreadable(model.diagnostics());
        run.notes.insert(run.notes.end(), model.diagnostics().begin(), model.diagnostics().end());
        run.model = {launch->model->name, sharedContent(io::to_json(*model))};
    }
    run.launch = std::move(*launch);
    run.text = text;
    return run;
}

/// How many devices a layout of single values takes; 0 when a degree is left open.
std::int64_t devicesOf(const Options& layout) {
    std::int64_t devices = 1;
    for (const Degrees* degrees : {&layout.tp, &layout.pp, &layout.dp, &layout.cp}) {
        if (!*degrees || (*degrees)->size() != 1) return 0;
        devices *= (*degrees)->front();
    }
    const std::vector<std::int64_t>& copies = layout.stage_copies;
    if (!copies.empty()) // instead of pp blocks of devices
        devices = devices / layout.pp->front() * std::accumulate(copies.begin(), copies.end(), std::int64_t{0});
    return devices;
}

PastedRun readLine(const std::string& text) {
    auto line = read_layout(text, Options{});
    if (!line.ok()) return unreadable(line.diagnostics());
    PastedRun run;
    run.kind = PastedRun::Kind::layout;
    run.model.name = line->model;
    run.topology = line->topology;
    run.layout = line->options;
    run.devices = devicesOf(run.layout);
    if (!run.model.name.empty())
        if (const auto model = io::find_model(run.model.name, run.options); !model.ok())
            return unreadable(model.diagnostics());
    if (!run.topology.empty())
        if (const auto topology = io::find_topology(run.topology); !topology.ok())
            return unreadable(topology.diagnostics());
    return run;
}

SolveControl searchControl(const std::stop_token& stop) {
    SolveControl control;
    control.stop = stop;
    control.threads = std::max(1, hardware_threads() - 1);
    return control;
}

} // namespace

PastedRun readPastedRun(const std::string& text) {
    const std::string body = trimmed(text);
    if (body.empty()) return {};
    if (body.front() == '{' || body.front() == '[') return readModel(body);
    if (io::looks_like_launch(body)) return readLaunch(text); // with its own line numbers
    if (body.find('\n') == std::string::npos) return readLine(body);
    Diagnostic fault;
    fault.code = ErrorCode::wrong_format;
    fault.file = pasted;
    fault.expected = "Megatron-LM, \"MODEL @ TOPOLOGY: tp8 pp4 ...\", config.json";
    fault.found = body.substr(0, std::min<std::size_t>(body.find('\n'), 60));
    return unreadable({fault});
}

io::LaunchNetwork likelyNetwork(const PastedRun& run) {
    if (!run.topology.empty()) return {run.topology, run.devices, true, false};
    if (run.launch)
        if (auto network = io::network_for(*run.launch, run.options)) return std::move(*network);
    if (run.devices > 0) return io::usual_network(run.devices, run.devices_per_node);
    return {exampleState().topology.name, 0, true, false};
}

Comparison compareWithBest(const PastedRun& run, const ComparisonPlace& place, const std::stop_token& stop) {
    Comparison comparison;
    ProjectState state;
    state.model = run.model.name.empty() ? InputChoice{place.model, nullptr} : run.model;
    state.topology.name = place.topology;
    state.options = run.options;
    state.command = SharedText(run.text);
    if (place.devices > 0) state.options.max_devices = place.devices;
    const auto inputs = prepareInputs(state);
    if (!inputs->problem) {
        for (const Diagnostic& diagnostic : inputs->diagnostics)
            if (diagnostic.severity == Severity::error) comparison.faults.push_back(diagnostic);
        return comparison;
    }
    if (run.kind == PastedRun::Kind::launch) {
        auto plan = io::plan_of_launch(*inputs->problem, *run.launch);
        if (!plan.ok()) {
            comparison.faults = plan.diagnostics();
            return comparison;
        }
        comparison.notes = plan.diagnostics();
        state.pinned.push_back({place.name, {}, std::move(*plan), true});
    } else if (run.kind == PastedRun::Kind::layout) {
        const FixedLayout priced = price_layout(*inputs->problem, run.layout, searchControl(stop));
        if (!priced.plan()) {
            comparison.broken = priced.broken;
            return comparison;
        }
        state.pinned.push_back({place.name, {}, priced.plan()->plan});
    }
    comparison.state = std::move(state);
    return comparison;
}

} // namespace nest::ui
