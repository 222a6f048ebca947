// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/engine/flag_set.h"
#include "io/engine/shell_script.h"

#include <string>
#include <utility>
#include <vector>

/// From a pasted text to the flags of the training engine and the machine they run on, whatever the text's shape.
namespace nest::io {

struct LaunchText {
    explicit LaunchText(FaultList& faults) : flags(faults) {}

    FlagSet flags;
    bool nemo = false;        ///< dotted keys of NeMo or Megatron-Bridge, whose recipes hold the rest
    std::string program;      ///< "pretrain_gpt.py"; empty if the text names none
    std::string program_path; ///< with its folders
    std::int64_t devices = 0, devices_per_node = 0;               ///< 0: not said
    std::vector<std::pair<std::string, std::string>> environment; ///< as EngineLaunch has it
    std::vector<Diagnostic> notes;
};

/// Reads a shell script, a command, bare flags or a YAML map. Faults go to `faults`; they name line and flag.
LaunchText read_launch_text(const std::string& text, const std::string& file, FaultList& faults,
                            Reading reading = Reading::values);

/// Text without byte order mark, carriage returns and control characters; UTF-16 becomes UTF-8.
std::string plain_text(const std::string& text);

} // namespace nest::io
