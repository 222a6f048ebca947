// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "search/solve.h"

#include <string>
#include <vector>

/// Names that nest-plan uses for choices, in the order of their enumerations.
namespace nest::io {

inline const std::vector<std::string> status_names{"optimal", "feasible", "infeasible", "stopped"};

} // namespace nest::io
