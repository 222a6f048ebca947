// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/option_values.h"

#include "base/limits.h"
#include "base/phrase.h"
#include "plan/option_names.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>

namespace nest::detail {

using nlohmann::json;

namespace {

std::string range_text(const OptionInfo& info) {
    return format_editable(info.minimum, info.unit) + " to " + format_editable(info.maximum, info.unit);
}

/// What a bare number means, and how to write the one that was probably meant: "40" bytes of memory are 40 GB.
std::string unit_hint(Unit unit, double number) {
    const auto hint = [&](const char* base, const char* usual) {
        const std::string example = number > 0 && number < 1e6 ? format_editable(number, Unit::none) : "40";
        return std::string(" (a bare number is in ") + base + "; write \"" + example + " " + usual + "\")";
    };
    if (unit == Unit::bytes) return hint("bytes", "GB");
    if (unit == Unit::bytes_per_second) return hint("bytes/s", "GB/s");
    if (unit == Unit::seconds) return hint("seconds", "us");
    return {};
}

std::string joined_choices(const OptionInfo& info) {
    std::string text;
    for (const std::string& one : info.choices)
        text += (text.empty() ? "" : ", ") + one;
    return text;
}

std::string auto_hint(const OptionInfo& info) {
    return info.allows_auto ? " or \"auto\"" : "";
}

/// Stores an integer as such even when it was written 1e3; checks the range.
std::optional<Diagnostic> check_integer(const OptionInfo& info, const std::string& key, json& value) {
    if (!value.is_number()) {
        return option_fault(ErrorCode::wrong_type, key, "a whole number" + auto_hint(info), short_dump(value));
    }
    const double number = value.get<double>();
    if (!std::isfinite(number)) return option_fault(ErrorCode::not_finite, key, {}, {});
    if (number != std::floor(number)) {
        return option_fault(ErrorCode::wrong_type, key, "a whole number" + auto_hint(info), short_dump(value));
    }
    if (number < info.minimum || number > info.maximum) {
        return option_fault(ErrorCode::out_of_range, key, range_text(info), value_text(number, info.unit));
    }
    value = static_cast<std::int64_t>(number);
    return std::nullopt;
}

std::optional<Diagnostic> check_number(const OptionInfo& info, const std::string& key, const json& value) {
    if (!value.is_number())
        return option_fault(ErrorCode::wrong_type, key, "a number" + auto_hint(info), short_dump(value));
    const double number = value.get<double>();
    if (!std::isfinite(number)) return option_fault(ErrorCode::not_finite, key, {}, {});
    // Nobody reserves a few bytes: a number of that size lacks its unit.
    const bool lacks_unit = info.unit == Unit::bytes && number > 0 && number < 1000;
    if (number < info.minimum || number > info.maximum || lacks_unit) {
        const std::string range = lacks_unit && info.minimum == 0
                                      ? "0, or 1 kB to " + format_editable(info.maximum, info.unit)
                                      : range_text(info);
        return option_fault(ErrorCode::out_of_range, key, range + unit_hint(info.unit, number),
                            value_text(number, info.unit));
    }
    return std::nullopt;
}

bool same_but_for_case(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

std::optional<Diagnostic> check_choice(const OptionInfo& info, const std::string& key, json& value) {
    if (!value.is_string()) {
        return option_fault(ErrorCode::wrong_type, key, "one of " + joined_choices(info) + auto_hint(info),
                            short_dump(value));
    }
    if (info.key == "target" && value == "megatron-lm") value = "megatron"; // the engine's full name
    const std::string name = value.get<std::string>();
    for (const std::string& choice : info.choices) { // "1F1B" is how most people write it
        if (!same_but_for_case(choice, name)) continue;
        value = choice;
        return std::nullopt;
    }
    Diagnostic diagnostic =
        option_fault(ErrorCode::unknown_name, key, "one of " + joined_choices(info) + auto_hint(info), name);
    diagnostic.suggestion = nearest_name(name, info.choices);
    return diagnostic;
}

/// The one option of this kind is the pins.
std::optional<Diagnostic> check_text(const OptionInfo& info, const std::string& key, const json& value) {
    if (!value.is_string())
        return option_fault(ErrorCode::wrong_type, key, "a text" + auto_hint(info), short_dump(value));
    const Result<std::vector<LayerPin>> pins = parse_pins(value.get<std::string>());
    return pins ? std::nullopt : std::optional(pins.fault());
}

constexpr std::size_t longest_list = 10000;

template <typename Check>
std::optional<Diagnostic> check_list(const OptionInfo& info, const std::string& key, json& value, Check check) {
    if (!value.is_array()) value = json::array({value});
    if (value.empty())
        return option_fault(ErrorCode::out_of_range, key, "at least one value" + auto_hint(info), "none");
    if (value.size() > longest_list) {
        return option_fault(ErrorCode::out_of_range, key, "at most " + std::to_string(longest_list) + " values",
                            std::to_string(value.size()));
    }
    for (json& item : value) {
        if (auto diagnostic = check(info, key, item)) return diagnostic;
    }
    return std::nullopt;
}

constexpr double least_factor = 1e-9, most_factor = 1e9;

bool is_factor(const std::string& text) {
    return text.size() > 1 && (text[0] == 'x' || text[0] == 'X') &&
           parse_quantity(std::string_view(text).substr(1), Unit::none).ok();
}

/// "x0.5" -> 0.5; the factor must be positive.
std::optional<double> factor_of(const std::string& text) {
    if (!is_factor(text)) return std::nullopt;
    const Result<double> factor = parse_quantity(std::string_view(text).substr(1), Unit::none);
    if (!factor || *factor < least_factor || *factor > most_factor) return std::nullopt;
    return *factor;
}

std::optional<Diagnostic> check_level_map(const OptionInfo& info, const std::string& key, const json& value) {
    if (!value.is_object()) {
        return option_fault(ErrorCode::wrong_type, key, "an object of level names and values", short_dump(value));
    }
    for (const auto& [name, change] : value.items()) {
        if (name.empty()) return option_fault(ErrorCode::unknown_name, key, "a level's name", name);
        if (auto diagnostic = check_level_change(info, key + "." + name, change)) return diagnostic;
    }
    return std::nullopt;
}

/// Parts between commas (or semicolons), and between spaces where there are none. Nothing where a part between commas
/// is empty: a number was lost.
std::optional<std::vector<std::string>> split_list(const std::string& text) {
    std::vector<std::string> items;
    std::size_t at = 0;
    while (at <= text.size()) {
        const std::size_t end = std::min(text.find_first_of(",;", at), text.size());
        const std::string part = trimmed(std::string_view(text).substr(at, end - at));
        if (part.empty() && !trimmed(text).empty()) return std::nullopt;
        std::istringstream words(part);
        for (std::string word; words >> word;)
            items.push_back(word);
        at = end + 1;
    }
    return items;
}

Result<json> level_map_from_text(const OptionInfo& info, const std::string& key, const std::string& text) {
    json object = json::object();
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string part = trimmed(std::string_view(text).substr(at, end - at));
        at = end + 1;
        if (part.empty()) continue;
        const std::size_t equals = part.find('=');
        if (equals == std::string::npos || equals == 0) {
            return option_fault(ErrorCode::wrong_type, key, "NAME=VALUE, with commas between several", part);
        }
        const std::string value = trimmed(std::string_view(part).substr(equals + 1));
        if (is_factor(value)) { // whose size check_level_map() looks at
            object[trimmed(part.substr(0, equals))] = value;
            continue;
        }
        Result<json> number = number_from_text(info, value);
        if (!number) return number;
        object[trimmed(part.substr(0, equals))] = *number;
    }
    return object;
}

} // namespace

bool is_auto(const json& value) {
    return value.is_null() || value == "auto";
}

Diagnostic option_fault(ErrorCode code, const std::string& key, std::string expected, std::string found) {
    Diagnostic diagnostic;
    diagnostic.code = code;
    diagnostic.subject = key;
    diagnostic.expected = std::move(expected);
    diagnostic.found = std::move(found);
    return diagnostic;
}

std::string short_dump(const json& value) {
    if (value.is_number_float()) return value_text(value.get<double>(), Unit::none);
    return elided(value.dump(-1, ' ', false, json::error_handler_t::replace), 60);
}

std::optional<Diagnostic> check_level_change(const OptionInfo& info, const std::string& key, const json& value) {
    if (value.is_string()) {
        const std::string text = value.get<std::string>();
        if (factor_of(text)) return std::nullopt;
        if (is_factor(text)) return option_fault(ErrorCode::out_of_range, key, "a factor of x1e-09 to x1e+09", text);
        return option_fault(ErrorCode::wrong_type, key, "a number, or a factor such as \"x0.5\"", short_dump(value));
    }
    return check_number(info, key, value);
}

std::optional<Diagnostic> check_value(const OptionInfo& info, const std::string& key, json& value) {
    if (info.allows_auto && info.type != OptionType::level_map && is_auto(value)) return std::nullopt;
    switch (info.type) {
    case OptionType::integer:
        return check_integer(info, key, value);
    case OptionType::number:
        return check_number(info, key, value);
    case OptionType::boolean:
        if (value.is_boolean()) return std::nullopt;
        return option_fault(ErrorCode::wrong_type, key, "true or false", short_dump(value));
    case OptionType::choice:
        if (value.is_boolean() && info.choices == choices_of<Switch>()) value = value.get<bool>() ? "on" : "off";
        return check_choice(info, key, value);
    case OptionType::integer_list:
        return check_list(info, key, value, check_integer);
    case OptionType::choice_list:
        return check_list(info, key, value, check_choice);
    case OptionType::text:
        return check_text(info, key, value);
    case OptionType::level_map:
        return check_level_map(info, key, value);
    }
    return std::nullopt;
}

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

Result<json> number_from_text(const OptionInfo& info, const std::string& text) {
    Result<double> number = parse_quantity(text, info.unit);
    if (!number) return number.diagnostics();
    return json(*number);
}

Result<json> value_from_text(const OptionInfo& info, const std::string& key, const std::string& text) {
    if (info.allows_auto && info.type != OptionType::level_map && (text.empty() || text == "auto")) return json("auto");
    switch (info.type) {
    case OptionType::integer:
    case OptionType::number:
        return number_from_text(info, text);
    case OptionType::boolean:
        for (const char* yes : {"on", "true", "yes", "1"}) {
            if (text == yes) return json(true);
        }
        for (const char* no : {"off", "false", "no", "0"}) {
            if (text == no) return json(false);
        }
        return option_fault(ErrorCode::wrong_type, key, "on or off", "\"" + text + "\"");
    case OptionType::choice:
    case OptionType::text:
        return json(text);
    case OptionType::choice_list:
    case OptionType::integer_list: {
        json list = json::array();
        const std::string whole = trimmed(text);
        const bool brackets = whole.starts_with('[') && whole.ends_with(']');
        const std::string inside = brackets ? whole.substr(1, whole.size() - 2) : whole;
        if (inside.find_first_of("[]") != std::string::npos)
            return option_fault(ErrorCode::wrong_type, key, "a list such as 4,8 or [4,8]" + auto_hint(info),
                                "\"" + text + "\"");
        const std::optional<std::vector<std::string>> items = split_list(inside);
        if (!items)
            return option_fault(ErrorCode::wrong_type, key, "a value between every two commas" + auto_hint(info),
                                "\"" + text + "\"");
        for (const std::string& item : *items) {
            if (info.type == OptionType::choice_list) {
                list.push_back(item);
                continue;
            }
            const Result<json> number = number_from_text(info, item);
            if (!number) {
                return option_fault(ErrorCode::wrong_type, key, "a list such as 4,8" + auto_hint(info),
                                    "\"" + text + "\"");
            }
            list.push_back(*number);
        }
        return list;
    }
    case OptionType::level_map:
        return level_map_from_text(info, key, text);
    }
    return json();
}

json level_change_json(const LevelChange& change) {
    if (change.scale) return "x" + format_editable(change.value, Unit::none);
    return change.value;
}

LevelChange level_change_of(const json& value) {
    if (value.is_string()) return {true, factor_of(value.get<std::string>()).value_or(1)};
    return {false, value.get<double>()};
}

std::string level_change_text(const json& value, Unit unit) {
    return value.is_string() ? value.get<std::string>() : format_editable(value.get<double>(), unit);
}

} // namespace nest::detail
