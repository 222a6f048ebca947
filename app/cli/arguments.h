// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace nest::cli {

/// One option of a command, e.g. {"--model", "M", "..."}; without a value name it is a switch.
struct OptionSpec {
    std::string name;
    std::string value_name;
    std::string help;
};

/// A command as --help shows it and as its arguments are read.
struct CommandSpec {
    std::string name;
    std::string summary;
    std::string usage; ///< arguments after the command's name
    std::string help;  ///< a paragraph below the usage
    std::vector<OptionSpec> options;
    std::string positional; ///< name of a positional argument; empty: none is taken
};

/// A command's arguments by name. Faults are sentences for standard error.
struct Arguments {
    std::map<std::string, std::vector<std::string>> values; ///< "--set" -> every value; switches have ""
    std::vector<std::string> positional;
    std::string fault; ///< empty when all is well

    bool has(const std::string& name) const { return values.count(name) > 0; }
    /// Every value given, for options that may be repeated.
    std::vector<std::string> all(const std::string& name) const;
    /// The value given, or the fallback.
    std::string get(const std::string& name, const std::string& fallback = {}) const;
    /// A whole or decimal number of at least `least`; sets `fault` when the text is none.
    double number(const std::string& name, double fallback, double least);
    std::int64_t integer(const std::string& name, std::int64_t fallback, std::int64_t least, std::int64_t most);
};

/// Reads "--name value", "--name=value", "-o value", switches and positionals.
Arguments parse_arguments(const CommandSpec& command, const std::vector<std::string>& args);

/// The usage and options of one command, wrapped for a terminal.
std::string help_of(const CommandSpec& command);

} // namespace nest::cli
