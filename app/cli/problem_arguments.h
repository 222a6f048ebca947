// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cli/arguments.h"
#include "cli/interruption.h"
#include "search/solve.h"

#include <optional>
#include <string>
#include <vector>

/// What commands that plan have in common: the problem their arguments name, and a search that a person watches.
namespace nest::cli {

/// --model, --topology, --device, --case, --options, --set, --objective.
std::vector<OptionSpec> problem_options();

/// Options from --options, --set and --objective over `base`. Nothing when one is wrong: the fault is printed and
/// `status` set.
std::optional<Options> given_options(const std::string& command, const Arguments& args, Options base, int& status);

/// Whether --set names the option, or --objective is given for it.
bool was_set(const Arguments& args, const std::string& option);

/// What the arguments name as the problem; `model` and `topology` count where the arguments name none. Nothing when
/// something is wrong: the fault is printed and `status` set.
std::optional<Result<Problem>> named_problem(const std::string& command, const Arguments& args, int& status,
                                             const std::string& model = {}, const std::string& topology = {});

/// A line that is rewritten while a person watches; nothing when standard error goes elsewhere.
class ProgressLine {
public:
    ProgressLine();
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void show(const SolveProgress& progress);

private:
    bool m_shown, m_written = false;
};

} // namespace nest::cli
