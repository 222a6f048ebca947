// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/options.h"
#include "plan/plan.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

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

/// Content for an InputChoice. It is freed on a worker: a large one takes long, and the last to hold it may be the
/// window.
std::shared_ptr<const nlohmann::json> sharedContent(nlohmann::json content);

/// A text that copies share, compared by what it says: a pasted command may be long, and every undo step has it.
class SharedText {
public:
    SharedText() = default;
    explicit SharedText(std::string text)
        : m_text(text.empty() ? nullptr : std::make_shared<const std::string>(std::move(text))) {}

    bool empty() const { return !m_text; }
    std::string text() const { return m_text ? *m_text : std::string(); }
    bool operator==(const SharedText& other) const {
        return m_text == other.m_text || (m_text && other.m_text && *m_text == *other.m_text);
    }

private:
    std::shared_ptr<const std::string> m_text; ///< null: empty
};

/// A plan that a person keeps beside the search's: pasted from a running job, or pinned for comparison. Its stages
/// refer to the project's model; under another one it may be no plan at all.
struct PinnedPlan {
    std::string name;
    std::string note;
    Plan plan;
    bool pasted = false; ///< it is what the project's pasted command runs
    bool operator==(const PinnedPlan&) const = default;
};

/// Everything a person can change about a project, as a value; cheap to copy.
struct ProjectState {
    InputChoice model;
    InputChoice topology;
    InputChoice device; ///< empty name: the topology's own
    Options options;
    std::vector<PinnedPlan> pinned;
    std::optional<Plan> edited; ///< by hand
    std::string notes;          ///< of the project as a whole
    SharedText command;         ///< what was pasted, whole: exports can carry its other arguments over
    bool operator==(const ProjectState&) const = default;

    /// True when both ask for the same search.
    bool sameInputs(const ProjectState& other) const {
        return model == other.model && topology == other.topology && device == other.device && options == other.options;
    }
};

/// What the very first start and File > New show.
ProjectState exampleState();

} // namespace nest::ui
