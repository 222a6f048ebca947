// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/launch.h"
#include "io/files.h"
#include "io/model/importers.h"
#include "io/reader.h"
#include "model/builders.h"
#include "model/preset_model.h"
#include "network/preset_fabric.h"

#include <functional>
#include <nlohmann/json.hpp>

/// Which reader a file's content calls for.
namespace nest::io {

namespace {

using nlohmann::json;

/// A kind of file: how it is told and what reads it. Every importer is one row.
struct FileKind {
    const char* name; ///< as a person reads it in a fault
    std::function<bool(const json&)> recognised;
    std::function<Result<AnyInput>(const json&, const std::string& file, const BuildSettings&)> read;
};

template <typename T> Result<AnyInput> any(Result<T> result) {
    if (!result) return result.diagnostics();
    const std::vector<Diagnostic> notes = result.diagnostics();
    Result<AnyInput> input(AnyInput(std::move(*result)));
    input.add(notes);
    return input;
}

std::function<bool(const json&)> has_format(const char* format) {
    return [format](const json& value) { return value.contains("format") && value.at("format") == format; };
}

Result<Options> options_file(const json& value, const std::string& file) {
    FaultList faults(file);
    if (!Reader(value, faults).header({"nest-options"})) return faults.take();
    return options_from_json(value, file);
}

Result<Topology> topology_file(const json& value, const std::string& file) {
    if (!is_scalable_preset(value)) return topology_from_json(value, file);
    FaultList faults(file);
    if (!Reader(value, faults).header({"nest-topology"})) return faults.take();
    Result<Topology> topology = topology_from_preset(value, 0);
    if (topology) return topology;
    for (Diagnostic diagnostic : topology.diagnostics())
        faults.add(std::move(diagnostic));
    return faults.take();
}

Result<ModelGraph> hugging_face_model(const json& value, const std::string& file, const BuildSettings& build) {
    Result<TransformerConfig> config = read_hf_config(value, file);
    if (!config) return config.diagnostics();
    Result<ModelGraph> model = build_transformer(*config, build);
    if (model) model.add(config.diagnostics());
    return model;
}

const std::vector<FileKind>& kinds() {
    static const std::vector<FileKind> all{
        {"nest-model", has_format("nest-model"),
         [](const json& v, const std::string& file, const BuildSettings& build) {
             return any(model_from_json(v, file, {}, build));
         }},
        {"nest-model-config", has_format("nest-model-config"),
         [](const json& v, const std::string& file, const BuildSettings& build) {
             return any(model_from_preset(v, build, file));
         }},
        {"nest-topology", has_format("nest-topology"),
         [](const json& v, const std::string& file, const BuildSettings&) { return any(topology_file(v, file)); }},
        {"nest-levels", has_format("nest-levels"),
         [](const json& v, const std::string& file, const BuildSettings&) { return any(topology_from_json(v, file)); }},
        {"nest-device", has_format("nest-device"),
         [](const json& v, const std::string& file, const BuildSettings&) { return any(device_from_json(v, file)); }},
        {"nest-options", has_format("nest-options"),
         [](const json& v, const std::string& file, const BuildSettings&) { return any(options_file(v, file)); }},
        {"nest-plan", has_format("nest-plan"),
         [](const json& v, const std::string& file, const BuildSettings&) { return any(plan_from_json(v, file)); }},
        {"a case with model, levels, device and options",
         [](const json& v) { return !v.contains("format") && v.contains("model") && v.contains("levels"); },
         [](const json& v, const std::string& file, const BuildSettings&) { return any(case_from_json(v, file)); }},
        {"a Hugging Face config.json",
         [](const json& v) {
             return !v.contains("format") && (v.contains("model_type") || v.contains("architectures"));
         },
         [](const json& v, const std::string& file, const BuildSettings& build) {
             return any(hugging_face_model(v, file, build));
         }},
        {"an input of Piper", is_piper_model,
         [](const json& v, const std::string& file, const BuildSettings&) { return any(read_piper_model(v, file)); }},
        {"an input of dnn-partitioning", is_placement_model,
         [](const json& v, const std::string& file, const BuildSettings&) {
             return any(read_placement_model(v, file));
         }},
    };
    return all;
}

/// A launch command's model. What `build` leaves at its defaults is the command's own.
Result<ModelGraph> launched_model(const std::string& text, const std::string& file, const BuildSettings& build) {
    const Result<EngineLaunch> launch = read_launch(text, file);
    if (!launch) return launch.diagnostics();
    Options options = launch->options;
    if (build.sequence_length > 0) options.sequence_length = build.sequence_length;
    if (build.attention != BuildSettings().attention) options.attention = build.attention;
    options.dropout = options.dropout || build.dropout;
    Result<ModelGraph> model = model_of_launch(*launch, options);
    if (!model) {
        std::vector<Diagnostic> faults = model.diagnostics();
        for (Diagnostic& diagnostic : faults)
            diagnostic.file = file;
        return faults;
    }
    model.add(launch->notes);
    return model;
}

std::string what_it_is(const json& value) {
    if (!value.is_object()) return shown(value);
    if (value.contains("format")) return "format " + shown(value.at("format"));
    std::string keys;
    int count = 0;
    for (const auto& [key, member] : value.items()) {
        if (++count > 5) break;
        keys += (keys.empty() ? "" : ", ") + key.substr(0, 30);
    }
    return keys.empty() ? "an empty object" : "an object with the keys " + keys + (count > 5 ? ", ..." : "");
}

} // namespace

Result<AnyInput> read_any(const json& value, const std::string& file, const BuildSettings& build) {
    std::string known;
    for (const FileKind& kind : kinds()) {
        if (value.is_object() && kind.recognised(value)) return kind.read(value, file, build);
        known += (known.empty() ? "" : ", ") + std::string(kind.name);
    }
    Diagnostic diagnostic;
    diagnostic.code = ErrorCode::wrong_format;
    diagnostic.file = file;
    diagnostic.expected = "one of: " + known;
    diagnostic.found = what_it_is(value);
    return diagnostic;
}

Result<AnyInput> read_any_text(const std::string& text, const std::string& file, const BuildSettings& build) {
    if (looks_like_launch(text)) return any(launched_model(text, file, build));
    const Result<json> value = parse_json(text, file);
    if (!value) {
        std::vector<Diagnostic> faults = value.diagnostics();
        const std::size_t first = text.find_first_not_of(" \t\r\n");
        const bool meant_as_json = first != std::string::npos && (text[first] == '{' || text[first] == '[');
        for (Diagnostic& fault : faults) { // "torchrun train.py" is no JSON, but that is not what is wrong with it
            if (fault.code == ErrorCode::not_json && !meant_as_json)
                fault.expected = "a JSON file, or a command of Megatron-LM or NeMo with arguments such as --num-layers";
        }
        return faults;
    }
    return read_any(*value, file, build);
}

} // namespace nest::io
