// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "document/projectstate.h"
#include "explain/relaxations.h"

#include <optional>

namespace nest::ui {

/// The project with a relaxation of its problem made in it: the options that differ, or more nodes of a preset cluster.
/// Nothing where a project has no word for it, as for more groups of a network that was drawn or read from a file.
std::optional<ProjectState> relaxedState(const ProjectState& state, const Problem& problem,
                                         const Relaxation& relaxation);

/// The project on so many nodes: of its preset, else the first ones of its network. A bound on the devices goes.
ProjectState stateOnNodes(const ProjectState& state, const Problem& problem, std::int64_t nodes);

} // namespace nest::ui
