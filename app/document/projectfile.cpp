// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/projectfile.h"

#include "base/limits.h"
#include "base/phrase.h"
#include "io/files.h"
#include "io/reader.h"

#include <QThreadPool>
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>

namespace nest::ui {
namespace {

constexpr int projectVersion = 1;

Diagnostic faultAt(ErrorCode code, const std::string& file, std::string pointer) {
    Diagnostic fault;
    fault.code = code;
    fault.file = file;
    fault.pointer = std::move(pointer);
    return fault;
}

/// "model": "name" or an object by value; null where `optional`.
std::optional<Diagnostic> readChoice(const nlohmann::json& json, const char* key, bool optional,
                                     const std::string& file, InputChoice& choice) {
    const auto found = json.find(key);
    if (found == json.end() || found->is_null()) {
        if (optional) return std::nullopt;
        Diagnostic fault = faultAt(ErrorCode::missing_key, file, "");
        fault.subject = key;
        return fault;
    }
    if (found->is_string()) {
        choice.name = found->get<std::string>();
    } else if (found->is_object()) {
        const auto name = found->find("name");
        choice.name = name != found->end() && name->is_string() ? name->get<std::string>() : std::string(key);
        choice.content = sharedContent(*found);
    } else {
        Diagnostic fault = faultAt(ErrorCode::wrong_type, file, std::string("/") + key);
        fault.expected = "name, object";
        fault.found = found->type_name();
        return fault;
    }
    return std::nullopt;
}

nlohmann::json choiceToJson(const InputChoice& choice) {
    if (choice.content) {
        nlohmann::json content = *choice.content;
        content["name"] = choice.name; // a file may have none, and the name is what people see
        return content;
    }
    return choice.name.empty() ? nlohmann::json() : nlohmann::json(choice.name);
}

std::optional<Diagnostic> checkHeader(const nlohmann::json& json, const std::string& file) {
    if (!json.is_object() || json.value("format", nlohmann::json()) != "nest-project") {
        Diagnostic fault = faultAt(ErrorCode::wrong_format, file, "");
        fault.expected = "nest-project";
        if (json.is_object() && json.contains("format") && json["format"].is_string())
            fault.found = json["format"].get<std::string>();
        return fault;
    }
    const nlohmann::json version = json.value("version", nlohmann::json());
    if (!version.is_number_integer() || version.get<std::int64_t>() < 1) {
        Diagnostic fault = faultAt(ErrorCode::wrong_type, file, "/version");
        fault.expected = "1";
        fault.found = version.dump();
        return fault;
    }
    if (version.get<std::int64_t>() > projectVersion) {
        Diagnostic fault = faultAt(ErrorCode::newer_version, file, "/version");
        fault.expected = std::to_string(projectVersion);
        fault.found = version.dump();
        return fault;
    }
    return std::nullopt;
}

} // namespace

std::shared_ptr<const nlohmann::json> sharedContent(nlohmann::json content) {
    auto* kept = new nlohmann::json(std::move(content));
    return {kept, [](const nlohmann::json* dropped) {
                if (auto* pool = QThreadPool::globalInstance())
                    pool->start([dropped] { delete dropped; });
                else
                    delete dropped; // the application has ended
            }};
}

Result<ProjectFile> projectFromJson(const nlohmann::json& json, const std::string& file) {
    if (auto fault = checkHeader(json, file)) return *fault;
    ProjectFile project;
    for (const auto& [key, optional, choice] :
         {std::tuple{"model", false, &project.state.model}, std::tuple{"topology", false, &project.state.topology},
          std::tuple{"device", true, &project.state.device}})
        if (auto fault = readChoice(json, key, optional, file, *choice)) return *fault;

    std::vector<Diagnostic> warnings;
    nlohmann::json known = nlohmann::json::object();
    if (const auto options = json.find("options"); options != json.end()) {
        if (!options->is_object()) {
            Diagnostic fault = faultAt(ErrorCode::wrong_type, file, "/options");
            fault.expected = "object";
            fault.found = options->type_name();
            return fault;
        }
        for (const auto& [key, value] : options->items()) {
            if (find_option(key)) {
                known[key] = value;
                continue;
            }
            project.unknown_options[key] = value;
            Diagnostic warning = faultAt(ErrorCode::unknown_option, file, "/options/" + key);
            warning.severity = Severity::warning;
            warning.subject = warning.found = key;
            warnings.push_back(warning);
        }
    }
    auto options = options_from_json(known, file, "/options");
    if (!options.ok()) return options.diagnostics();
    project.state.options = std::move(*options);

    io::FaultList faults(file);
    const io::Reader reader(json, faults);
    reader.each("pinned", false, [&](const io::Reader& item) {
        if (!item.is_object()) return;
        // Cut, not refused: the plan behind a name of a megabyte is still a plan.
        PinnedPlan pinned{
            elided(item.text("name"), limits::longest_name), item.text("note", ""), {}, item.boolean("pasted", false)};
        item.object("plan", true, [&](const io::Reader& plan) { pinned.plan = io::plan_shape(plan); });
        project.state.pinned.push_back(std::move(pinned));
    });
    if (reader.has("edited"))
        reader.object("edited", true, [&](const io::Reader& plan) { project.state.edited = io::plan_shape(plan); });
    project.state.notes = reader.text("notes", "");
    project.state.command = SharedText(reader.text("command", ""));
    if (!faults.empty()) return faults.take();

    if (const auto results = json.find("results"); results != json.end() && results->is_object())
        project.results = *results;
    constexpr std::array knownKeys{"format", "version", "model", "topology", "device", "options",
                                   "pinned", "edited",  "notes", "command",  "results"};
    for (const auto& [key, value] : json.items())
        if (std::find(knownKeys.begin(), knownKeys.end(), key) == knownKeys.end()) project.unknown[key] = value;

    Result<ProjectFile> result(std::move(project));
    result.add(warnings);
    return result;
}

nlohmann::json projectToJson(const ProjectFile& project) {
    nlohmann::json options = project.unknown_options;
    options.update(options_to_json(project.state.options));
    nlohmann::json json = project.unknown;
    json["format"] = "nest-project";
    json["version"] = projectVersion;
    json["model"] = choiceToJson(project.state.model);
    json["topology"] = choiceToJson(project.state.topology);
    json["device"] = choiceToJson(project.state.device);
    json["options"] = std::move(options);
    if (!project.state.pinned.empty()) {
        nlohmann::json& list = json["pinned"] = nlohmann::json::array();
        for (const PinnedPlan& pinned : project.state.pinned) {
            list.push_back({{"name", pinned.name}, {"note", pinned.note}, {"plan", io::to_json(pinned.plan)}});
            if (pinned.pasted) list.back()["pasted"] = true;
        }
    }
    if (project.state.edited) json["edited"] = io::to_json(*project.state.edited);
    if (!project.state.notes.empty()) json["notes"] = project.state.notes;
    if (!project.state.command.empty()) json["command"] = project.state.command.text();
    if (!project.results.empty()) json["results"] = project.results;
    return json;
}

} // namespace nest::ui
