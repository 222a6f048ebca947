// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "model/builders.h"
#include "plan/plan.h"
#include "plan/problem.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What people run today: the command line or configuration of a training engine, read as a model, options and the
/// layout in use.
namespace nest::io {

/// An argument as the command gives it, variables that the text sets already put in. What only the run knows stays in
/// the words between the marks of shell_script.h.
struct LaunchArgument {
    std::string name; ///< "num-layers", with dashes; empty for a word that is no flag of this form
    std::string flag; ///< as written: "--num-layers"
    std::vector<std::string> values;
    int line = 0;
    bool joined = false; ///< "--flag=value"
    /// The values as a shell has to see them again, quotes around names and defaults of variables kept (see
    /// shell_script.h); empty where that is `values`.
    std::vector<std::string> kept{};
};

struct EngineLaunch {
    std::string engine;                     ///< "megatron-lm", "nemo"
    std::optional<TransformerConfig> model; ///< absent when the text names none
    Options options;                        ///< what holds for every layout: batch, sequence length, kernels, loss
    Options layout;                         ///< `options` narrowed to the layout that runs
    /// Transformer blocks of each stage in order; empty: as equal as the engine makes them.
    std::vector<std::int64_t> blocks_per_stage;
    /// The same of virtual stages in the order of the layers; empty: one a stage.
    std::vector<std::int64_t> blocks_per_chunk;
    std::int64_t devices = 0, devices_per_node = 0; ///< 0: not said
    /// Variables without a value, flags left aside, and whatever is priced otherwise than it runs.
    std::vector<Diagnostic> notes;
    std::string file;    ///< where the command was read, for faults
    std::string program; ///< path of the training program; empty for bare flags
    /// Everything behind the program in the order of the text, repetitions included.
    std::vector<LaunchArgument> arguments;
    /// Names and values of the variables that the text puts into the command's environment, in its order; what only the
    /// run knows is marked as in arguments.
    std::vector<std::pair<std::string, std::string>> environment;
};

/// The name of the file of a text that came without one.
constexpr const char* pasted_text = "pasted text";

/// True for text that read_launch() is likely to understand.
bool looks_like_launch(const std::string& text);
/// Shell scripts, one-line commands and YAML argument maps. Faults name the line and the flag.
Result<EngineLaunch> read_launch(const std::string& text, const std::string& file);
/// The command's model with the kernels and the sequence length of `options`, usually the launch's own. Unsupported
/// when the command names no model.
Result<ModelGraph> model_of_launch(const EngineLaunch& launch, const Options& options);
/// The plan that the command runs on a problem made from its model; where it doesn't say on how many devices, on all
/// that the problem may use. Faults say what doesn't go together.
Result<Plan> plan_of_launch(const Problem& problem, const EngineLaunch& launch);

/// The most devices, up to `most`, on which the command's degrees go with one another and with the batch of `options`;
/// whole machines of eight where there are such. 0: none. For commands that don't say on how many they run.
std::int64_t devices_that_fit(const EngineLaunch& launch, const Options& options, std::int64_t most);

} // namespace nest::io
