// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "document/projectstate.h"
#include "explain/fixed_layout.h"
#include "io/engine/launch.h"
#include "io/engine/launch_network.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

/// What someone runs today, as pasted text, and the project that compares it with the best plan.
namespace nest::ui {

struct PastedRun {
    enum class Kind {
        nothing,   ///< no text
        launch,    ///< a training engine's command or configuration
        layout,    ///< one line: "llama3-70b @ dgx-h100x16: tp8 pp4 dp4"
        model,     ///< a model alone: config.json or nest-model
        unreadable ///< see faults
    };
    Kind kind = Kind::nothing;
    InputChoice model;                       ///< empty name: the text names none
    std::string topology;                    ///< as the text names it; may be empty
    std::optional<TransformerConfig> config; ///< where the model is a transformer that the text describes
    Options options;                         ///< what holds for every layout
    Options layout;                          ///< narrowed to the one that runs; of launch and layout
    std::optional<io::EngineLaunch> launch;
    std::int64_t devices = 0, devices_per_node = 0; ///< 0: not said
    std::vector<Diagnostic> notes, faults;
    std::string text; ///< of a launch: all of it

    bool hasLayout() const { return kind == Kind::launch || kind == Kind::layout; }
    bool isReadable() const { return hasLayout() || kind == Kind::model; }
};

/// Never fails: what can't be read is said. May take long: call it on a worker.
PastedRun readPastedRun(const std::string& text);

/// The run's own topology, else the usual one for its devices; the example's where it says nothing of them (no
/// devices).
io::LaunchNetwork likelyNetwork(const PastedRun& run);

/// The project that puts the pasted layout beside the best plan.
struct Comparison {
    std::optional<ProjectState> state; ///< with the run pinned, where it is a plan
    std::vector<Diagnostic> faults;    ///< why not ...
    std::vector<BrokenRule> broken;    ///< ... or which rules the layout breaks
    std::vector<Diagnostic> notes;
};
/// Where a pasted run is compared.
struct ComparisonPlace {
    std::string model; ///< where the text names none
    std::string topology;
    std::int64_t devices = 0; ///< at most so many of the topology's; 0: all
    std::string name;         ///< of the pinned plan
};
/// Searches the cuts of a layout line: call it on a worker.
Comparison compareWithBest(const PastedRun& run, const ComparisonPlace& place, const std::stop_token& stop);

} // namespace nest::ui
