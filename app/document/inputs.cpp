// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/inputs.h"

#include "model/architecture_check.h"
#include "network/generators.h"
#include "network/level_extraction.h"

#include <algorithm>

namespace nest::ui {
namespace {

constexpr std::int64_t matrixSide = 256; ///< more rows than that can't be told apart on a screen

Diagnostic wrongKind(const InputChoice& choice, const char* expected) {
    Diagnostic fault;
    fault.code = ErrorCode::wrong_format;
    fault.file = choice.name;
    fault.expected = expected;
    if (choice.content && choice.content->is_object()) fault.found = choice.content->value("format", std::string{});
    return fault;
}

/// A part by name through `find`, or by value through the readers.
template <typename T, typename Find>
Result<T> resolve(const InputChoice& choice, const BuildSettings& build, const char* expected, const Find& find) {
    if (!choice.content) return find(choice.name);
    auto any = io::read_any(*choice.content, choice.name, build);
    if (!any.ok()) return any.diagnostics();
    if (auto* part = std::get_if<T>(&any.value())) {
        Result<T> result(std::move(*part));
        result.add(any.diagnostics());
        return result;
    }
    return wrongKind(choice, expected);
}

void fillMatrix(PreparedInputs& inputs) {
    const LevelModel& levels = *inputs.levels;
    inputs.matrix.devices = levels.device_count();
    inputs.matrix.levels = bandwidth_matrix(levels, matrixSide, &inputs.matrix.side);
}

/// Levels of the topology; for a drawn graph also how far they are from its links.
void fillLevels(PreparedInputs& inputs) {
    const Topology& topology = *inputs.topology;
    if (!topology.levels && !topology.generator && !topology.nodes.empty()) {
        auto extracted = extract_levels(topology);
        if (!extracted.ok()) {
            inputs.diagnostics = extracted.diagnostics();
            return;
        }
        inputs.levels = std::move(extracted->levels);
        inputs.matrix.links = std::move(extracted->link_bandwidth);
        inputs.matrix.levels = std::move(extracted->level_bandwidth);
        inputs.matrix.side = extracted->sampled_devices;
        inputs.matrix.devices = inputs.levels->device_count();
        inputs.matrix.largest_error = extracted->largest_error;
        inputs.matrix.mean_error = extracted->mean_error;
        inputs.diagnostics.insert(inputs.diagnostics.end(), extracted->warnings.begin(), extracted->warnings.end());
        return;
    }
    auto levels = levels_of(topology);
    if (levels.ok()) {
        inputs.levels = std::move(*levels);
        fillMatrix(inputs);
    }
    inputs.diagnostics.insert(inputs.diagnostics.end(), levels.diagnostics().begin(), levels.diagnostics().end());
}

/// A level's value that an option replaces is no assumption any more; one that is only scaled still is.
void dropStated(std::vector<std::string>& assumed, const std::string& what,
                const std::map<std::string, LevelChange>& changes) {
    for (const auto& [level, change] : changes)
        if (!change.scale) std::erase(assumed, what + level);
}

void addAssumed(PreparedInputs& inputs, const std::vector<AssumedValue>& values) {
    inputs.assumed.insert(inputs.assumed.end(), values.begin(), values.end());
}

/// The device's reserve is no assumption where an option states it.
void dropStated(std::vector<std::string>& assumed, const Options& options) {
    if (options.reserve_bytes) std::erase(assumed, "reserve_bytes");
    if (options.reserve_fraction) std::erase(assumed, "reserve_fraction");
    if (options.memory_capacity) std::erase(assumed, "memory_bytes");
}

} // namespace

ProjectState exampleState() {
    ProjectState state;
    state.model.name = "llama3-70b";
    state.topology.name = "dgx-h100x16";
    return state;
}

BuildSettings buildSettings(const Options& options) {
    return build_settings(options);
}

Result<ModelGraph> modelOf(const InputChoice& model, const Options& options) {
    Result<ModelGraph> found =
        resolve<ModelGraph>(model, buildSettings(options), "nest-model",
                            [&](const std::string& name) { return io::find_model(name, options); });
    if (!found.ok() || !options.sequence_length || *options.sequence_length == found->sequence_length) return found;
    Result<ModelGraph> other = at_sequence_length(*found, *options.sequence_length);
    if (other.ok()) other.add(found.diagnostics());
    return other;
}

std::shared_ptr<const PreparedInputs> prepareInputs(const ProjectState& state) {
    auto inputs = std::make_shared<PreparedInputs>();
    const BuildSettings build = buildSettings(state.options);
    const auto note = [&](const std::vector<Diagnostic>& diagnostics) {
        inputs->diagnostics.insert(inputs->diagnostics.end(), diagnostics.begin(), diagnostics.end());
    };

    auto topology = resolve<Topology>(state.topology, build, "nest-topology, nest-levels", io::find_topology);
    note(topology.diagnostics());
    if (topology.ok()) {
        inputs->topology = std::move(*topology);
        dropStated(inputs->topology->assumed, "bandwidth ", state.options.level_bandwidth);
        dropStated(inputs->topology->assumed, "latency ", state.options.level_latency);
        fillLevels(*inputs);
        addAssumed(*inputs, assumedOf(*inputs->topology, inputs->levels ? &*inputs->levels : nullptr));
    }
    auto model = modelOf(state.model, state.options);
    inputs->modelChoice = state.model;
    note(model.diagnostics());
    if (model.ok()) {
        addAssumed(*inputs, assumedOf(*model));
        inputs->model = std::make_shared<const ModelGraph>(*model);
    }

    InputChoice deviceChoice = state.device;
    if (deviceChoice.name.empty() && inputs->topology) deviceChoice.name = inputs->topology->device;
    Result<Device> device = Diagnostic{};
    if (deviceChoice.name.empty()) {
        Diagnostic fault;
        fault.code = ErrorCode::missing_key;
        fault.file = state.topology.name;
        fault.subject = "device";
        device = fault;
        if (inputs->topology) note(device.diagnostics());
    } else {
        device = resolve<Device>(deviceChoice, build, "nest-device", io::find_device);
        note(device.diagnostics());
        if (device.ok()) {
            dropStated(device->assumed, state.options);
            addAssumed(*inputs, assumedOf(*device));
            inputs->device = *device;
        }
    }

    if (inputs->levels && model.ok() && device.ok()) {
        auto problem =
            make_problem(std::move(*model), *inputs->levels, std::move(*device), state.options, state.topology.name);
        note(problem.diagnostics());
        if (problem.ok()) {
            if (problem->levels != *inputs->levels) {
                inputs->levels = problem->levels;
                inputs->matrix = {};
                fillMatrix(*inputs);
            }
            inputs->problem = std::make_shared<const Problem>(std::move(*problem));
            inputs->model = {inputs->problem, &inputs->problem->model}; // the same, kept once
        }
    }
    std::stable_sort(inputs->diagnostics.begin(), inputs->diagnostics.end(),
                     [](const Diagnostic& a, const Diagnostic& b) { return a.severity < b.severity; });
    return inputs;
}

} // namespace nest::ui
