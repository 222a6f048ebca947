// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

/// Whole-number arithmetic of the shell, as in $((NODES * 8)).
namespace nest::io {

/// +, -, *, /, % and parentheses over numbers and variables (`value` gives a variable's text, empty if it has none).
/// Nothing for anything else, overflow, division by zero and expressions nested deeper than 64.
std::optional<std::int64_t> evaluate_arithmetic(const std::string& text,
                                                const std::function<std::string(const std::string&)>& value);

} // namespace nest::io
