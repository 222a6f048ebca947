// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cli/arguments.h"
#include "cli/cli.h"

/// The commands behind run_cli(): each takes its checked arguments and returns an ExitStatus.
namespace nest::cli {

struct Command {
    CommandSpec spec;
    std::function<int(Arguments&, const Hooks&)> run;
};
const std::vector<Command>& commands();

int run_solve(Arguments& args, const Hooks& hooks);
int run_evaluate(Arguments& args, const Hooks& hooks);
int run_size(Arguments& args, const Hooks& hooks);
/// evaluate --launch: a training command priced, and the better plan beside it.
int evaluate_launch(Arguments& args);
/// --cost nest2026: the published planner of the paper, on its own files.
int solve_published(Arguments& args);
int evaluate_published(Arguments& args);
int run_levels(Arguments& args, const Hooks& hooks);
int run_convert(Arguments& args, const Hooks& hooks);
int run_presets(Arguments& args, const Hooks& hooks);
int run_render(Arguments& args, const Hooks& hooks);
int run_export(Arguments& args, const Hooks& hooks);
int run_completion(Arguments& args, const Hooks& hooks);
/// Which degrees go with a model on a network, one by one, and which engine runs which ZeRO stage beside what.
int run_degrees(Arguments& args, const Hooks& hooks);
int run_engines(Arguments& args, const Hooks& hooks);

/// The completion script for "bash", "zsh" or "fish", made from commands(); nothing for another shell.
std::optional<std::string> completion_script(const std::string& shell);
/// The manual page nest-planner(1) in roff, made from commands() and the table of options.
std::string manual_page();

/// Prints "nest-planner COMMAND: fault" and where help is. Returns usage_error.
int usage_fault(const std::string& command, const std::string& fault);
/// Prints a line to standard error, once in a run of a command.
void tell_once(const std::string& sentence);
/// Prints a warning or note.
void print_note(const Diagnostic& note);
/// Prints the faults, one a line. Returns bad_input.
int input_faults(const std::vector<Diagnostic>& faults);
/// Prints warnings and notes other than assumed values.
void print_notes(const std::vector<Diagnostic>& notes);
/// Writes to a path, or bytes as they are to standard output.
std::optional<Diagnostic> write_output(const std::string& path, const std::string& text);
/// Writes JSON to a path or standard output; prints the fault. True on success.
bool write_json(const std::string& path, const nlohmann::json& value);

} // namespace nest::cli
