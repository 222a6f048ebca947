// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/options.h"

/// Values of options between JSON, text and the option table: checks without knowing any field.
namespace nest::detail {

/// Null and "auto" leave the choice to the search or the device.
bool is_auto(const nlohmann::json& value);

/// A fault about the option `key`.
Diagnostic option_fault(ErrorCode code, const std::string& key, std::string expected, std::string found);
std::string short_dump(const nlohmann::json& value);

/// Checks a value and brings it into its stored form: lists for single values, integers for 1e3.
std::optional<Diagnostic> check_value(const OptionInfo& info, const std::string& key, nlohmann::json& value);
/// The same for one member of a family of levels: a number, or a factor such as "x0.5".
std::optional<Diagnostic> check_level_change(const OptionInfo& info, const std::string& key,
                                             const nlohmann::json& value);

/// Text to a value of the option's type, which check_value() then checks.
Result<nlohmann::json> value_from_text(const OptionInfo& info, const std::string& key, const std::string& text);
Result<nlohmann::json> number_from_text(const OptionInfo& info, const std::string& text);
std::string trimmed(std::string_view text);

nlohmann::json level_change_json(const LevelChange& change);
LevelChange level_change_of(const nlohmann::json& value);
std::string level_change_text(const nlohmann::json& value, Unit unit);

} // namespace nest::detail
