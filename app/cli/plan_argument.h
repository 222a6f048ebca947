// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/files.h"

#include <optional>
#include <string>
#include <vector>

/// What commands that take a nest-plan file (--plan) have in common.
namespace nest::cli {

/// The plan file that `value` from `path` is, with what is to be warned of printed. Nothing when something is wrong
/// with it: the faults are printed and `status` set.
std::optional<io::PlanFile> read_plan_file(const nlohmann::json& value, const std::string& path, int& status);

/// What the options of a problem ask for and a plan of it doesn't keep, a clause each: "zero=3, but it has zero=1". A
/// plan that was edited, or priced under other options, may be any. An option at its default asks for nothing.
std::vector<std::string> options_not_kept(const Problem& problem, const RankedPlan& ranked);

/// Warns of each of them.
void warn_of_options_not_kept(const Problem& problem, const RankedPlan& ranked);

} // namespace nest::cli
