// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/options.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

namespace nest::ui {

/// A model, topology or device as the project refers to it: the name of a preset or a generator, or a file's content
/// by value, so that a project is complete in itself.
struct InputChoice {
    std::string name;                              ///< preset, generator text, or the name to show for content
    std::shared_ptr<const nlohmann::json> content; ///< null for presets and generators

    bool operator==(const InputChoice& other) const {
        if (name != other.name || !content != !other.content) return false;
        return content == other.content || *content == *other.content;
    }
};

/// Everything a person can change about a project, as a value; cheap to copy.
struct ProjectState {
    InputChoice model;
    InputChoice topology;
    InputChoice device; ///< empty name: the topology's own
    Options options;
    bool operator==(const ProjectState&) const = default;
};

/// What the very first start and File > New show.
ProjectState exampleState();

} // namespace nest::ui
