// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/files.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

/// The command line: plans, prices and converts without a window or a display.
namespace nest::cli {

/// What a command ends with.
enum ExitStatus {
    done = 0,
    usage_error = 1,
    bad_input = 2,    ///< unreadable or invalid input, or an output that can't be written
    no_plan = 3,      ///< nothing fits; the reason is told
    stopped_early = 4 ///< time limit or signal; the best plan so far is written
};

/// What `render` asks for.
struct RenderRequest {
    std::optional<io::PlanFile> plan; ///< from --plan
    std::string project;              ///< or a project's path
    std::string view;                 ///< one of render_views()
    std::string output;               ///< path; the suffix is .png, .svg or .pdf
    int width = 1200, height = 800;
    bool dark = false;
    std::string language; ///< empty or e.g. "zh_CN"
};
/// "topology", "levels", "model", "layers", "stages", "devices", "memory",
/// "timeline".
const std::vector<std::string>& render_views();

/// Parts that need what this library doesn't have.
struct Hooks {
    std::function<int(const RenderRequest&)> render; ///< draws; returns an ExitStatus. Empty: render is refused.
};

/// True when the program's arguments (without its name) are for run_cli() and not a file to open in the window.
bool is_cli_command(const std::vector<std::string>& args);

/// What the program's arguments say where they are no command: a file for the window, or what is wrong with them.
/// Options of the window system (-platform, -style, ...) are its own.
struct WindowArguments {
    std::string file;
    std::string fault; ///< empty when all is well
};
WindowArguments window_arguments(const std::vector<std::string>& args);
/// Prints what is wrong with the program's arguments, and where help is. Returns usage_error.
int usage_fault(const std::string& fault);

/// Runs a command; results go to standard output, faults to standard error. Returns an ExitStatus.
/// SIGINT and SIGTERM stop a running search, which then ends with its best plan so far.
int run_cli(const std::vector<std::string>& args, const Hooks& hooks = {});

} // namespace nest::cli
