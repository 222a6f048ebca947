// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli/commands.h"

#include <cctype>

/// nest-planner(1), made from the table of commands and the table of options.
namespace nest::cli {

namespace {

/// Text as roff shows it: hyphens as they are typed, no line that begins a request.
std::string roff(const std::string& text) {
    std::string result;
    bool line_begins = true;
    for (const char c : text) {
        if (line_begins && (c == '.' || c == '\'')) result += "\\&";
        line_begins = c == '\n';
        if (c == '\\')
            result += "\\e";
        else if (c == '-')
            result += "\\-";
        else
            result += c;
    }
    return result;
}

std::string tagged(const std::string& name, const std::string& value, const std::string& text) {
    return ".TP\n.B " + roff(name) + (value.empty() ? "" : "\n.I " + roff(value)) + "\n" + roff(text) + "\n";
}

std::string commands_section() {
    std::string text = ".SH COMMANDS\n";
    for (const Command& command : commands()) {
        const CommandSpec& spec = command.spec;
        text += ".SS " + spec.name + ": " + roff(spec.summary) + "\n.B nest\\-planner " + spec.name + "\n" +
                roff(spec.usage) + "\n.PP\n.nf\n" + roff(spec.help) + "\n.fi\n";
        for (const OptionSpec& option : spec.options) {
            text += ".TP\n.BR " + roff(option.name);
            if (!option.value_name.empty()) text += " \" \" \\fI" + roff(option.value_name) + "\\fR";
            text += "\n" + roff(option.help) + "\n";
        }
    }
    return text;
}

std::string options_section() {
    std::string text = ".SH OPTIONS OF A PLAN\nFor \\-\\-set KEY=VALUE and \\-\\-options FILE. Numbers take units: 80 "
                       "GiB, 400 Gb/s, 5 us, 60 %.\n";
    const Options defaults;
    for (const OptionInfo& info : option_table()) {
        const bool map = info.type == OptionType::level_map;
        std::string help = info.help;
        if (!help.ends_with('.')) help += '.';
        if (!map) help += " Default: " + option_text(defaults, info.key) + ".";
        text += tagged(info.key + (map ? ".NAME" : ""), {}, help);
    }
    return text;
}

} // namespace

std::string manual_page() {
    std::string text = ".TH NEST\\-PLANNER 1 \"\" \"NEST Planner " NEST_VERSION "\" \"User Commands\"\n"
                       ".SH NAME\nnest\\-planner \\- plan how to spread the training of a neural network over a "
                       "cluster\n.SH SYNOPSIS\n.B nest\\-planner\n.RI [ FILE ]\n.br\n.B nest\\-planner\n.I COMMAND\n"
                       ".RI [ arguments ]\n.SH DESCRIPTION\n";
    text += roff("Finds the fastest combination of tensor, pipeline, data, expert, sequence and context parallelism, "
                 "ZeRO stage, recomputation and placement that fits in memory, and says why it is the fastest.\n"
                 "Without a command the window opens, with FILE in it. With a command nothing is shown and no display "
                 "is needed.\n");
    text += commands_section();
    text += ".SS help\n.B nest\\-planner help\n.RI [ COMMAND ]\n.br\n.B nest\\-planner help options\n.br\n"
            ".B nest\\-planner help man\n.PP\nHelp on a command, on the options of a plan, and this page.\n";
    text += options_section();
    text += ".SH EXIT STATUS\n";
    for (const auto& [status, meaning] : {std::pair{"0", "done"},
                                          {"1", "usage"},
                                          {"2", "unreadable or invalid input, or an engine that can't run the plan"},
                                          {"3", "no plan fits"},
                                          {"4", "stopped early; the best plan so far is written"}})
        text += tagged(status, {}, meaning);
    return text;
}

} // namespace nest::cli
