// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli/arguments.h"

#include "base/diagnostic.h"
#include "base/quantity.h"

#include <algorithm>
#include <cmath>

namespace nest::cli {

namespace {

const OptionSpec* find_spec(const CommandSpec& command, const std::string& name) {
    const auto found = std::find_if(command.options.begin(), command.options.end(),
                                    [&](const OptionSpec& o) { return o.name == name; });
    return found == command.options.end() ? nullptr : &*found;
}

/// Options of which every value counts; of the others a second one would silently replace the first.
bool may_repeat(const std::string& name) {
    return name == "--set" || name == "--layout" || name == "--assume";
}

std::string unknown_option(const CommandSpec& command, const std::string& name) {
    std::vector<std::string> names;
    for (const OptionSpec& option : command.options)
        names.push_back(option.name);
    const std::string near = nearest_name(name, names);
    return "unknown option " + name + (near.empty() ? "" : "; did you mean " + near + "?");
}

} // namespace

std::string Arguments::get(const std::string& name, const std::string& fallback) const {
    const auto found = values.find(name);
    return found == values.end() ? fallback : found->second.back();
}

std::vector<std::string> Arguments::all(const std::string& name) const {
    const auto found = values.find(name);
    return found == values.end() ? std::vector<std::string>() : found->second;
}

double Arguments::number(const std::string& name, double fallback, double least) {
    if (!has(name)) return fallback;
    const Result<double> value = parse_quantity(get(name), Unit::none);
    if (value && *value >= least) return *value;
    fault = name + ": expected a number of at least " + format_editable(least, Unit::none) + ", found \"" + get(name) +
            "\"";
    return fallback;
}

std::int64_t Arguments::integer(const std::string& name, std::int64_t fallback, std::int64_t least, std::int64_t most) {
    if (!has(name)) return fallback;
    const Result<double> value = parse_quantity(get(name), Unit::count);
    if (value && *value == std::floor(*value) && *value >= static_cast<double>(least) &&
        *value <= static_cast<double>(most)) {
        return static_cast<std::int64_t>(*value);
    }
    fault = name + ": expected a whole number from " + std::to_string(least) + " to " + std::to_string(most) +
            ", found \"" + get(name) + "\"";
    return fallback;
}

Arguments parse_arguments(const CommandSpec& command, const std::vector<std::string>& args) {
    Arguments result;
    for (std::size_t i = 0; i < args.size(); ++i) {
        const std::string& arg = args[i];
        if (arg.size() < 2 || arg[0] != '-') { // "-" alone is standard input
            if (command.positional.empty()) {
                result.fault = "unexpected argument \"" + arg + "\"";
                return result;
            }
            result.positional.push_back(arg);
            continue;
        }
        const std::size_t equals = arg.starts_with("--") ? arg.find('=') : std::string::npos;
        const std::string name = arg.substr(0, equals);
        const OptionSpec* spec = find_spec(command, name);
        if (!spec) {
            result.fault = unknown_option(command, name);
            return result;
        }
        if (!spec->value_name.empty() && result.has(name) && !may_repeat(name)) {
            result.fault = name + " is given twice";
            return result;
        }
        const bool has_value = equals != std::string::npos;
        if (spec->value_name.empty()) {
            if (has_value) {
                result.fault = name + " takes no value";
                return result;
            }
            result.values[name].emplace_back();
        } else if (has_value) {
            result.values[name].push_back(arg.substr(equals + 1));
        } else if (i + 1 < args.size()) {
            result.values[name].push_back(args[++i]);
        } else {
            result.fault = name + " needs a value: " + name + " " + spec->value_name;
            return result;
        }
        if (!spec->value_name.empty() && result.values[name].back().empty()) {
            result.fault = name + " has an empty value; expected " + name + " " + spec->value_name;
            return result;
        }
    }
    return result;
}

std::string help_of(const CommandSpec& command) {
    std::string text = "Usage: nest-planner " + command.name + (command.usage.empty() ? "" : " " + command.usage) +
                       "\n\n" + command.help + "\n";
    std::size_t width = 0;
    const auto head = [](const OptionSpec& o) { return o.name + (o.value_name.empty() ? "" : " " + o.value_name); };
    for (const OptionSpec& option : command.options)
        width = std::max(width, head(option).size());
    if (!command.options.empty()) text += "\nOptions:\n";
    for (const OptionSpec& option : command.options) {
        const std::string left = head(option);
        text += "  " + left + std::string(width - left.size() + 2, ' ') + option.help + "\n";
    }
    return text;
}

} // namespace nest::cli
