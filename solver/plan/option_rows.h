// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/options.h"

#include <functional>

/// The option table with the way to each field.
namespace nest::detail {

/// A row of the table: what people see of an option, and its field.
struct OptionRow {
    OptionInfo info;
    std::function<nlohmann::json(const Options&)> get;
    std::function<void(Options&, const nlohmann::json&)> set; ///< the value has been checked
};

const std::vector<OptionRow>& option_rows();

} // namespace nest::detail
