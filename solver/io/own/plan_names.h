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

/// What one device sends in a step over each level and how long that keeps it, on the mean of the devices in use: the
/// levels in order, with bytes and seconds by kind. Empty where the plan has no price.
nlohmann::json traffic_json(const Problem& problem, const RankedPlan& ranked);

/// Of what a search proved something about: a plan file's inputs and the figures of its best plan. Status and gap hold
/// for these alone, so that a file whose inputs were edited can't pass for solved. Guards against slips, not malice.
std::string fingerprint(const nlohmann::json& plan);

inline const std::vector<std::string> status_names{"optimal", "feasible", "infeasible", "stopped"};

} // namespace nest::io
