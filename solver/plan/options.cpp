// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/options.h"

#include "plan/option_names.h"
#include "plan/option_rows.h"
#include "plan/option_values.h"

#include <nlohmann/json.hpp>

namespace nest {

using namespace detail;
using nlohmann::json;

namespace {

/// "level_bandwidth.nvlink" -> "level_bandwidth", "nvlink".
struct SplitKey {
    std::string family, member;
};

SplitKey split_key(const std::string& key) {
    const std::size_t dot = key.find('.');
    if (dot == std::string::npos) return {key, {}};
    return {key.substr(0, dot), key.substr(dot + 1)};
}

const OptionRow* find_row(const std::string& key) {
    const SplitKey split = split_key(key);
    for (const OptionRow& one : option_rows()) {
        const bool family = one.info.type == OptionType::level_map;
        if (one.info.key == key || (family && one.info.key == split.family && !split.member.empty())) return &one;
    }
    return nullptr;
}

Diagnostic unknown_option(const std::string& key) {
    std::vector<std::string> keys;
    for (const OptionRow& one : option_rows())
        keys.push_back(one.info.key);
    Diagnostic diagnostic = option_fault(ErrorCode::unknown_option, key, {}, {});
    const SplitKey split = split_key(key);
    diagnostic.suggestion = nearest_name(split.family, keys);
    if (!diagnostic.suggestion.empty() && !split.member.empty()) diagnostic.suggestion += "." + split.member;
    return diagnostic;
}

/// What "format" and "version" of an object of options say against reading it; both may be absent.
std::optional<Diagnostic> wrong_header(const json& object) {
    if (const auto format = object.find("format"); format != object.end() && *format != "nest-options")
        return fault(ErrorCode::wrong_format, "/format", "format", "format nest-options", short_dump(*format));
    const auto version = object.find("version");
    if (version == object.end() || *version == 1) return std::nullopt;
    const bool number = version->is_number_integer() && *version > 1;
    return fault(number ? ErrorCode::newer_version : ErrorCode::out_of_range, "/version", "version",
                 number ? "version 1" : "1", short_dump(*version));
}

std::map<std::string, LevelChange>& family_of(Options& options, const OptionInfo& info) {
    return info.key == "level_latency" ? options.level_latency : options.level_bandwidth;
}

} // namespace

PrecisionBytes bytes_of(Precision precision) {
    switch (precision) {
    case Precision::megatron:
        return {2, 4, 12};
    case Precision::zero:
        return {2, 2, 12};
    case Precision::fp32:
        return {4, 4, 8};
    case Precision::sgd_mixed:
        return {2, 2, 4};
    }
    return {2, 4, 12};
}

const std::vector<OptionInfo>& option_table() {
    static const std::vector<OptionInfo> table = [] {
        std::vector<OptionInfo> list;
        for (const OptionRow& one : option_rows())
            list.push_back(one.info);
        return list;
    }();
    return table;
}

const OptionInfo* find_option(const std::string& key) {
    const OptionRow* found = find_row(key);
    return found ? &found->info : nullptr;
}

json get_option(const Options& options, const std::string& key) {
    const OptionRow* found = find_row(key);
    if (!found) return {};
    json value = found->get(options);
    if (key == found->info.key) return value;
    const auto member = value.find(split_key(key).member);
    return member == value.end() ? json("auto") : *member;
}

std::optional<Diagnostic> set_option(Options& options, const std::string& key, const json& value) {
    const OptionRow* found = find_row(key);
    if (!found) return unknown_option(key);
    json checked = value;
    if (key != found->info.key) { // one member of a family
        const std::string member = split_key(key).member;
        if (is_auto(checked)) {
            family_of(options, found->info).erase(member);
            return std::nullopt;
        }
        if (auto diagnostic = check_level_change(found->info, key, checked)) return diagnostic;
        family_of(options, found->info)[member] = level_change_of(checked);
        return std::nullopt;
    }
    if (auto diagnostic = check_value(found->info, key, checked)) return diagnostic;
    found->set(options, checked);
    return std::nullopt;
}

std::optional<Diagnostic> set_option_text(Options& options, const std::string& key, const std::string& text) {
    const OptionRow* found = find_row(key);
    if (!found) return unknown_option(key);
    const std::string plain = trimmed(text);
    if (key != found->info.key) {
        if (plain.empty() || plain == "auto") return set_option(options, key, "auto");
        if (plain[0] == 'x' || plain[0] == 'X') return set_option(options, key, plain);
        const Result<json> number = number_from_text(found->info, plain);
        return number ? set_option(options, key, *number) : std::optional(number.fault());
    }
    const Result<json> value = value_from_text(found->info, key, plain);
    return value ? set_option(options, key, *value) : std::optional(value.fault());
}

std::string option_text(const Options& options, const std::string& key) {
    const OptionInfo* info = find_option(key);
    if (!info) return {};
    const json value = get_option(options, key);
    if (value == "auto") return "auto";
    switch (info->type) {
    case OptionType::integer:
    case OptionType::number:
        return format_editable(value.get<double>(), info->unit);
    case OptionType::boolean:
        return value.get<bool>() ? "on" : "off";
    case OptionType::choice:
    case OptionType::text:
        return value.get<std::string>();
    case OptionType::choice_list:
    case OptionType::integer_list: {
        std::string text;
        for (const json& item : value) {
            text += (text.empty() ? "" : ", ") +
                    (item.is_string() ? item.get<std::string>() : std::to_string(item.get<std::int64_t>()));
        }
        return text;
    }
    case OptionType::level_map: {
        if (!value.is_object()) return level_change_text(value, info->unit);
        std::string text;
        for (const auto& [name, change] : value.items()) {
            text += (text.empty() ? "" : ", ") + name + "=" + level_change_text(change, info->unit);
        }
        return text;
    }
    }
    return {};
}

json options_to_json(const Options& options) {
    static const Options defaults;
    json object = json::object();
    for (const OptionRow& one : option_rows()) {
        const json value = one.get(options);
        if (value == one.get(defaults)) continue;
        if (one.info.type != OptionType::level_map) {
            object[one.info.key] = value;
            continue;
        }
        for (const auto& [name, change] : value.items())
            object[one.info.key + "." + name] = change;
    }
    return object;
}

Result<Options> options_from_json(const json& object, const std::string& file, const std::string& pointer) {
    const auto located = [&](Diagnostic diagnostic, const std::string& at) {
        diagnostic.file = file;
        diagnostic.pointer = at;
        return diagnostic;
    };
    if (!object.is_object()) {
        return located(option_fault(ErrorCode::wrong_type, {}, "an object of option keys", short_dump(object)),
                       pointer);
    }
    Options options;
    std::vector<Diagnostic> faults;
    if (auto diagnostic = wrong_header(object)) {
        const std::string at = pointer + diagnostic->pointer; // before it is moved from
        return located(std::move(*diagnostic), at);
    }
    for (const auto& [key, value] : object.items()) {
        if (key == "format" || key == "version") continue;
        if (auto diagnostic = set_option(options, key, value)) {
            faults.push_back(located(std::move(*diagnostic), pointer + "/" + key));
            if (faults.size() >= 20) break;
        }
    }
    if (!faults.empty()) return faults;
    return options;
}

std::string_view name_of(Recompute value) {
    return enum_name(value);
}
std::string_view name_of(ScheduleKind value) {
    return enum_name(value);
}
std::string_view name_of(LayoutKind value) {
    return enum_name(value);
}
std::string_view name_of(Objective value) {
    return enum_name(value);
}
std::string_view name_of(Precision value) {
    return enum_name(value);
}

BuildSettings build_settings(const Options& options) {
    BuildSettings settings;
    settings.sequence_length = options.sequence_length.value_or(0);
    settings.attention = options.attention;
    settings.dropout = options.dropout;
    return settings;
}

} // namespace nest
