// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli/plan_argument.h"

#include "cli/commands.h"

#include <nlohmann/json.hpp>

namespace nest::cli {

std::optional<io::PlanFile> read_plan_file(const nlohmann::json& value, const std::string& path, int& status) {
    Result<io::PlanFile> file = io::plan_from_json(value, path);
    if (!file) {
        status = input_faults(file.diagnostics());
        return std::nullopt;
    }
    print_notes(file.diagnostics());
    return std::move(*file);
}

} // namespace nest::cli
