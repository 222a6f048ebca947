// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "search/solve.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

/// Names that nest-plan uses for choices, in the order of their enumerations.
namespace nest::io {

/// One plan as nest-plan holds it, with everything that follows from it.
nlohmann::json ranked_json(const Problem& problem, const RankedPlan& ranked);

inline const std::vector<std::string> status_names{"optimal", "feasible", "infeasible", "stopped"};

} // namespace nest::io
