// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"
#include "document/projectstate.h"

#include <nlohmann/json.hpp>

/// The nest-project format: inputs by name or by value, options, and whatever keys other versions add.
namespace nest::ui {

struct ProjectFile {
    ProjectState state;
    nlohmann::json unknown = nlohmann::json::object(); ///< top-level keys this version doesn't know, kept on save
    nlohmann::json unknown_options = nlohmann::json::object(); ///< the same for option keys
    nlohmann::json results = nlohmann::json::object(); ///< by key, as ResultStore takes them; written where not empty
};

/// Faults: wrong_format, newer_version, missing_key, wrong_type and the options' own. Unknown option keys are kept and
/// reported as warnings. Content of embedded parts is read later, with the inputs.
Result<ProjectFile> projectFromJson(const nlohmann::json& json, const std::string& file);
nlohmann::json projectToJson(const ProjectFile& project);

} // namespace nest::ui
