// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cli/cli.h"

#include <optional>
#include <string>
#include <vector>

/// Pictures without a window: the same charts, drawn offscreen into a file.
namespace nest::ui {

/// Draws one view; a PNG has exactly the pixels asked for. Makes an application on the offscreen
/// platform if there is none. Faults: unknown_name (view, file type, language), inconsistent (a view of a plan, and
/// there is none), write_failed.
std::optional<Diagnostic> renderView(const cli::RenderRequest& request, const Problem& problem,
                                     const SolveResult& result);

/// The command `render`: reads and plans what it names, draws, reports faults on standard error. Returns an exit
/// status.
int renderCommand(const cli::RenderRequest& request);

} // namespace nest::ui
