// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/engine/flag_set.h"
#include "io/engine/shell_script.h"

#include <cstdint>
#include <string>
#include <vector>

/// What the words of a launch command mean: launcher, program, flags.
namespace nest::io {

/// The number of devices as launchers and scripts say it; 0 = not said.
struct WorldSize {
    std::int64_t devices = 0, per_node = 0;
};

/// Words of one command, split where the program's name is.
struct LaunchCommand {
    std::vector<ScriptWord> launcher; ///< torchrun, srun, mpirun, ... with their flags
    std::string program;              ///< "pretrain_gpt.py", empty for bare flags
    std::string program_path;         ///< with its folders, as in the text
    std::vector<ScriptWord> arguments;
};

/// Splits behind the last word that ends in ".py" before the first flag of the engine; bare flags are all arguments.
LaunchCommand split_launch(const std::vector<ScriptWord>& words);

/// How many of the words are flags that are read.
int count_read_flags(const std::vector<ScriptWord>& words);

/// Flags and their values into `flags`; words "key=value" with dotted keys (Hydra overrides) into `dotted`.
void read_words(const std::vector<ScriptWord>& words, FlagSet& flags, std::vector<ScriptWord>& dotted,
                std::vector<Diagnostic>& notes);

/// From the launcher's flags, Slurm's directives and well-known variables. A launcher that leaves a part to what only
/// the run knows gives 0.
WorldSize world_size(const LaunchCommand& command, const Script& script);

} // namespace nest::io
