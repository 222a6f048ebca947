// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/files.h"

#include <optional>
#include <string>

/// What commands that take a nest-plan file (--plan) have in common.
namespace nest::cli {

/// The plan file that `value` from `path` is, with what is to be warned of printed. Nothing when something is wrong
/// with it: the faults are printed and `status` set.
std::optional<io::PlanFile> read_plan_file(const nlohmann::json& value, const std::string& path, int& status);

} // namespace nest::cli
