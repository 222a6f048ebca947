// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/translatable.h"
#include "embedded_files.h"
#include "io/engine/launch.h"
#include "io/files.h"
#include "io/reader.h"
#include "model/architecture_check.h"
#include "model/preset_model.h"
#include "network/generators.h"
#include "network/level_extraction.h"
#include "network/preset_fabric.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace nest::io {

namespace {

using nlohmann::json;

std::string folder_of(const std::string& kind) {
    return "presets/" + kind + "/";
}

/// Parsed preset; presets are part of the program, so the tests, not people, see a fault here.
Result<json> preset_json(const std::string& kind, const std::string& name) {
    const std::string* text = preset_text(kind, name);
    if (text) return parse_json(*text, "preset " + name);
    Diagnostic diagnostic;
    diagnostic.code = ErrorCode::unknown_name;
    diagnostic.subject = "preset";
    diagnostic.found = name;
    diagnostic.suggestion = nearest_name(name, preset_names(kind));
    return diagnostic;
}

bool names_a_file(const std::string& text) {
    std::error_code error;
    return text == "-" || text.find('/') != std::string::npos || text.ends_with(".json") ||
           std::filesystem::exists(text, error);
}

/// " such as llama3-8b, llama3-70b" for "llama3"; empty where the name begins no more than one preset's.
std::string longer_names(const std::string& kind, const std::string& name) {
    const std::vector<std::string> longer = names_beginning_with(name, preset_names(kind));
    std::string text;
    for (std::size_t i = 0; longer.size() > 1 && i < longer.size(); ++i)
        text += (i == 0 ? " such as " : ", ") + longer[i];
    return text;
}

Diagnostic neither_preset_nor_file(const char* what, const std::string& kind, const std::string& name) {
    Diagnostic diagnostic;
    diagnostic.code = ErrorCode::unknown_name;
    diagnostic.subject = what;
    diagnostic.found = name;
    diagnostic.expected = "a preset" + longer_names(kind, name) + " or a file";
    if (looks_like_launch(name)) {
        diagnostic.expected.pattern +=
            "; a command is read from a file, or from standard input where the name is \"-\"";
        return diagnostic;
    }
    diagnostic.suggestion = nearest_name(name, preset_names(kind));
    return diagnostic;
}

/// The part of a file that was asked for, or why it has none.
template <typename T> Result<T> part_of(Result<AnyInput> input, const std::string& file, const char* expected) {
    if (!input) return input.diagnostics();
    T* part = std::get_if<T>(&input.value());
    // A plan or a case holds the inputs of its plan.
    const Problem* problem = std::get_if<Problem>(&input.value());
    if (const PlanFile* plan = std::get_if<PlanFile>(&input.value())) problem = &plan->problem;
    Result<T> result = Diagnostic{};
    if (part) {
        result = Result<T>(std::move(*part));
    } else if (problem) {
        if constexpr (std::is_same_v<T, ModelGraph>) result = Result<T>(problem->model);
        if constexpr (std::is_same_v<T, Problem>) result = Result<T>(*problem);
        if constexpr (std::is_same_v<T, Device>) result = Result<T>(problem->device);
        if constexpr (std::is_same_v<T, Topology>) {
            Topology topology;
            topology.name = problem->topology_name;
            topology.device = problem->device.name;
            topology.levels = problem->levels;
            result = Result<T>(std::move(topology));
        }
    }
    if (result.ok()) {
        result.add(input.diagnostics());
        return result;
    }
    Diagnostic diagnostic;
    diagnostic.code = ErrorCode::wrong_format;
    diagnostic.file = file;
    diagnostic.expected = expected;
    diagnostic.found = "another kind of file";
    return diagnostic;
}

/// Names as the window shows them, "dgx-h100×16", with the letter x.
std::string with_plain_x(std::string name) {
    constexpr std::string_view sign = "\u00d7";
    for (std::size_t at = name.find(sign); at != std::string::npos; at = name.find(sign, at))
        name.replace(at, sign.size(), "x");
    return name;
}

/// "dgx-h100x128" -> "dgx-h100", 128.
struct ScaledName {
    std::string name;
    std::int64_t nodes = 0;
};

std::optional<ScaledName> scaled_name(const std::string& text) {
    const std::size_t digits = text.find_last_not_of("0123456789");
    if (digits == std::string::npos || digits == 0 || digits + 1 == text.size() || text[digits] != 'x')
        return std::nullopt;
    ScaledName result{text.substr(0, digits), 0};
    const char* last = text.data() + text.size();
    const auto parsed = std::from_chars(text.data() + digits + 1, last, result.nodes);
    if (parsed.ec != std::errc()) result.nodes = -1; // more than fits a number
    return result;
}

Result<Topology> preset_topology(const std::string& name, std::int64_t nodes) {
    const Result<json> preset = preset_json("topologies", name);
    if (!preset) return preset.diagnostics();
    return is_scalable_preset(*preset) ? topology_from_preset(*preset, nodes)
                                       : topology_from_json(*preset, "preset " + name);
}

Result<Topology> generated_topology(const std::string& text) {
    Result<GeneratorSpec> spec = parse_generator(text);
    Result<Topology> topology = spec ? topology_of_generator(*spec) : Result<Topology>(spec.diagnostics());
    if (!topology) { // the place is the generator itself, not a part of some file
        std::vector<Diagnostic> faults = topology.diagnostics();
        for (Diagnostic& fault : faults) {
            fault.file = text;
            fault.pointer.clear();
        }
        return faults;
    }
    topology->generator = *spec;
    if (topology->name.empty()) topology->name = text;
    return topology;
}

/// The accelerator a topology names, itself or on its nodes; empty if it names none.
std::string device_of(const Topology& topology) {
    if (!topology.device.empty()) return topology.device;
    for (const TopologyNode& node : topology.nodes) {
        if (node.kind == NodeKind::device && !node.device.empty()) return node.device;
    }
    return {};
}

void note_assumed(Result<Problem>& result, const std::string& what, const std::vector<std::string>& keys) {
    for (const std::string& key : keys) {
        Diagnostic diagnostic;
        diagnostic.code = ErrorCode::assumed;
        diagnostic.severity = Severity::note;
        diagnostic.subject = what + ": " + key;
        result.add(std::move(diagnostic));
    }
}

} // namespace

std::vector<std::string> preset_names(const std::string& kind) {
    const std::string folder = folder_of(kind);
    std::vector<std::string> names;
    for (const auto& [path, text] : embedded_files()) {
        if (path.starts_with(folder))
            names.push_back(path.substr(folder.size(), path.size() - folder.size() - std::string_view(".json").size()));
    }
    return names;
}

const std::string* preset_text(const std::string& kind, const std::string& name) {
    const auto found = embedded_files().find(folder_of(kind) + name + ".json");
    return found == embedded_files().end() ? nullptr : &found->second;
}

std::string preset_title(const std::string& kind, const std::string& name, bool with_source) {
    const Result<json> preset = preset_json(kind, name);
    if (!preset || !preset->is_object()) return {};
    const std::string title = preset->value("title", name);
    const std::string source = preset->value("source", std::string());
    return source.empty() || !with_source ? title : title + " (" + source + ")";
}

Result<ModelGraph> find_model(const std::string& name_or_file, const Options& options) {
    if (const std::string plain = with_plain_x(name_or_file); preset_text("models", plain) && plain != name_or_file)
        return find_model(plain, options);
    const BuildSettings settings = build_settings(options);
    const auto built = [&]() -> Result<ModelGraph> {
        if (preset_text("models", name_or_file)) {
            const Result<json> preset = preset_json("models", name_or_file);
            if (!preset) return preset.diagnostics();
            return model_from_preset(*preset, settings, "preset " + name_or_file);
        }
        if (!names_a_file(name_or_file)) return neither_preset_nor_file("model", "models", name_or_file);
        const Result<std::string> text = read_text(name_or_file);
        if (!text) return text.diagnostics();
        return part_of<ModelGraph>(
            read_any_text(*text, name_or_file, settings), name_or_file,
            "a model: nest-model, a Hugging Face config.json, an input of Piper or dnn-partitioning, "
            "or a training command");
    };
    Result<ModelGraph> model = built();
    if (!model || !options.sequence_length || model->sequence_length == *options.sequence_length) return model;
    Result<ModelGraph> other = at_sequence_length(*model, *options.sequence_length);
    if (other) {
        other.add(model.diagnostics());
        return other;
    }
    std::vector<Diagnostic> faults = other.diagnostics();
    for (Diagnostic& diagnostic : faults)
        diagnostic.file = name_or_file;
    return faults;
}

Result<Topology> find_topology(const std::string& name_or_file) {
    if (const std::string plain = with_plain_x(name_or_file); plain != name_or_file && !names_a_file(name_or_file))
        return find_topology(plain);
    if (preset_text("topologies", name_or_file)) return preset_topology(name_or_file, 0);
    const std::optional<ScaledName> scaled = scaled_name(name_or_file);
    if (scaled && preset_text("topologies", scaled->name)) {
        if (scaled->nodes > 0) return preset_topology(scaled->name, scaled->nodes);
        Diagnostic diagnostic;
        diagnostic.code = ErrorCode::out_of_range;
        diagnostic.subject = "number of nodes";
        diagnostic.expected = "a whole number of at least 1 after the x";
        diagnostic.found = name_or_file;
        return diagnostic;
    }
    // Before files: rates such as 450GB/s have a slash, too.
    const std::string kind = name_or_file.substr(0, name_or_file.find(':'));
    if (kind.size() < name_or_file.size() && !nearest_name(kind, generator_kinds()).empty())
        return generated_topology(name_or_file);
    if (names_a_file(name_or_file)) {
        const Result<json> file = read_json(name_or_file);
        if (!file) return file.diagnostics();
        return part_of<Topology>(read_any(*file, name_or_file, {}), name_or_file,
                                 "a network: nest-topology or nest-levels");
    }
    if (name_or_file.find(':') != std::string::npos) return generated_topology(name_or_file);
    Diagnostic diagnostic = neither_preset_nor_file("topology", "topologies", name_or_file);
    diagnostic.expected = "a preset" + longer_names("topologies", name_or_file) +
                          " (with xN for N nodes), a generator such as fat-tree:8,4,32, or a file";
    if (scaled) {
        const std::string near = nearest_name(scaled->name, preset_names("topologies"));
        if (!near.empty()) diagnostic.suggestion = near + name_or_file.substr(scaled->name.size());
    }
    return diagnostic;
}

Result<Device> find_device(const std::string& name_or_file) {
    if (preset_text("devices", name_or_file)) {
        const Result<json> preset = preset_json("devices", name_or_file);
        if (!preset) return preset.diagnostics();
        return device_from_json(*preset, "preset " + name_or_file);
    }
    if (!names_a_file(name_or_file)) return neither_preset_nor_file("device", "devices", name_or_file);
    const Result<json> file = read_json(name_or_file);
    if (!file) return file.diagnostics();
    return part_of<Device>(read_any(*file, name_or_file, {}), name_or_file, "a device: nest-device");
}

Result<Options> find_options(const std::string& file) {
    const Result<json> value = read_json(file);
    if (!value) return value.diagnostics();
    FaultList faults(file);
    const Reader reader(*value, faults);
    if (!reader.header({"nest-options"})) return faults.take();
    if (value->empty()) // says nothing, not even what it is
        reader.fault(ErrorCode::wrong_format, nullptr, "\"format\": \"nest-options\", or an option at least",
                     "an empty object");
    if (!faults.empty()) return faults.take();
    return options_from_json(*value, file);
}

Result<Problem> find_case(const std::string& file) {
    const Result<json> value = read_json(file);
    if (!value) return value.diagnostics();
    return part_of<Problem>(read_any(*value, file, {}), file,
                            "a case with model, levels, device and options, or a nest-plan");
}

std::optional<Problem> on_nodes(const Problem& problem, std::int64_t nodes) {
    const std::optional<ScaledName> scaled = scaled_name(problem.topology_name);
    const std::string* preset = scaled ? preset_text("topologies", scaled->name) : nullptr;
    if (!preset || nodes < 1) return std::nullopt;
    if (const Result<json> parsed = parse_json(*preset, scaled->name); !parsed || !is_scalable_preset(*parsed))
        return std::nullopt;
    const auto made = [&](std::int64_t count) -> std::optional<Problem> {
        const Result<Topology> topology = preset_topology(scaled->name, count);
        if (!topology) return std::nullopt;
        const Result<LevelModel> levels = levels_of(*topology);
        if (!levels) return std::nullopt;
        Options options = problem.options;
        options.nodes.reset();
        Result<Problem> result = make_problem(problem.model, *levels, problem.device, std::move(options),
                                              scaled->name + "x" + std::to_string(count));
        if (!result) return std::nullopt;
        return *std::move(result);
    };
    // A network that was changed by hand keeps its name.
    if (const auto same = made(scaled->nodes); !same || !(same->levels == problem.levels)) return std::nullopt;
    return made(nodes);
}

Result<Problem> find_problem(const std::string& model, const std::string& topology, const std::string& device,
                             const Options& options) {
    return problem_with(find_model(model, options), topology, device, options);
}

Result<Problem> problem_with(const Result<ModelGraph>& the_model, const std::string& topology,
                             const std::string& device, const Options& options) {
    std::vector<Diagnostic> faults;
    const auto note_faults = [&faults](const auto& result) {
        if (!result.ok()) faults.insert(faults.end(), result.diagnostics().begin(), result.diagnostics().end());
        return result.ok();
    };
    note_faults(the_model);
    Result<Topology> the_topology = find_topology(topology);
    const bool connected = note_faults(the_topology);
    const std::string device_name = !device.empty() ? device : connected ? device_of(*the_topology) : std::string();
    if (connected && device_name.empty()) {
        Diagnostic diagnostic;
        diagnostic.code = ErrorCode::missing_key;
        diagnostic.file = topology;
        diagnostic.subject = "device";
        diagnostic.expected = "a topology that names its device, or one given beside it: --device h100-sxm-80gb";
        faults.push_back(std::move(diagnostic));
    }
    Result<Device> the_device = device_name.empty() ? Result<Device>(Diagnostic{}) : find_device(device_name);
    if (!device_name.empty()) note_faults(the_device);
    Result<LevelModel> levels = connected ? levels_of(*the_topology) : Result<LevelModel>(Diagnostic{});
    std::vector<Diagnostic> about_levels = levels.diagnostics();
    for (Diagnostic& diagnostic : about_levels) {
        if (diagnostic.file.empty() && (!levels || names_a_file(topology))) diagnostic.file = topology;
    }
    if (connected && !levels) faults.insert(faults.end(), about_levels.begin(), about_levels.end());
    if (!faults.empty()) return faults;

    // A preset's own number of nodes is said where none was asked for.
    const std::optional<ScaledName> scaled = scaled_name(the_topology->name);
    const bool nodes_not_given = preset_text("topologies", topology) && scaled && scaled->name == topology;
    const bool given_name = topology == "-" || the_topology->name.empty() || !names_a_file(topology);
    const std::string topology_name = given_name && !nodes_not_given ? topology : the_topology->name;
    Result<Problem> problem = make_problem(*the_model, *levels, *the_device, options, topology_name);
    if (!problem) return problem;
    problem.add(the_model.diagnostics());
    problem.add(the_topology.diagnostics());
    problem.add(about_levels);
    problem.add(the_device.diagnostics());
    if (nodes_not_given) {
        Diagnostic diagnostic;
        diagnostic.code = ErrorCode::assumed;
        diagnostic.severity = Severity::note;
        diagnostic.subject = note_words(QT_TRANSLATE_NOOP("NoteWords", "%1: number of nodes"), {topology});
        diagnostic.found = note_words(QT_TRANSLATE_NOOP("NoteWords", "%1 (%2xN takes N)"), {scaled->nodes, topology});
        problem.add(std::move(diagnostic));
    }
    note_assumed(problem, problem->model.name, problem->model.assumed);
    note_assumed(problem, topology_name, the_topology->assumed);
    note_assumed(problem, problem->device.name, problem->device.assumed);
    return problem;
}

} // namespace nest::io
