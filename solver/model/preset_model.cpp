// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model/preset_model.h"

#include <nlohmann/json.hpp>

namespace nest {

namespace {

Diagnostic fault(ErrorCode code, const std::string& file, std::string pointer, std::string subject,
                 std::string expected, std::string found) {
    Diagnostic diagnostic =
        nest::fault(code, std::move(pointer), std::move(subject), std::move(expected), std::move(found));
    diagnostic.file = file;
    return diagnostic;
}

} // namespace

Result<ModelGraph> model_from_preset(const nlohmann::json& preset, const BuildSettings& settings,
                                     const std::string& file) {
    const auto format = preset.is_object() ? preset.find("format") : preset.end();
    if (!preset.is_object() || format == preset.end() || *format != "nest-model-config") {
        return fault(ErrorCode::wrong_format, file, "", "", "nest-model-config", "another format");
    }
    const auto version = preset.find("version");
    if (version == preset.end() || *version != 1) {
        const std::string found = version == preset.end() ? "none" : version->dump();
        return fault(ErrorCode::newer_version, file, "/version", "version", "version 1", found);
    }
    if (!preset.contains("config")) {
        return fault(ErrorCode::missing_key, file, "", "config", "the keys of a Hugging Face config.json", "");
    }
    auto config = read_hf_config(preset.at("config"), file, "/config");
    if (!config.ok()) return config.diagnostics();
    if (const auto name = preset.find("name"); name != preset.end() && name->is_string()) {
        config->name = name->get<std::string>();
    }

    BuildSettings chosen = settings;
    if (const auto own = preset.find("sequence_length"); chosen.sequence_length == 0 && own != preset.end()) {
        if (!own->is_number_integer()) {
            return fault(ErrorCode::wrong_type, file, "/sequence_length", "sequence_length", "a whole number",
                         own->dump());
        }
        chosen.sequence_length = own->get<std::int64_t>();
    }
    auto model = build_transformer(*config, chosen);
    if (model.ok()) return model;
    std::vector<Diagnostic> faults = model.diagnostics();
    for (Diagnostic& diagnostic : faults)
        diagnostic.file = file;
    return faults;
}

} // namespace nest
