// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "io/engine/export.h"

#include <algorithm>
#include <iostream>

/// Completion scripts, made from the table of commands.
namespace nest::cli {

namespace {

/// What may stand in a place: words, files, or both.
struct Values {
    std::vector<std::string> words;
    bool files = false;
    bool open = false; ///< words are beginnings: "key="
};

Values preset_values(const char* kind) {
    return {io::preset_names(kind), true, false};
}

Values values_of(const OptionSpec& option) {
    if (option.name == "--model") return preset_values("models");
    if (option.name == "--topology") return preset_values("topologies");
    if (option.name == "--device") return preset_values("devices");
    if (option.name == "--view") return {render_views(), false, false};
    if (option.name == "--objective") return {find_option("objective")->choices, false, false};
    if (option.name == "--lang") return {{"en", "zh_CN"}, false, false};
    if (option.name == "--format") {
        Values values;
        for (const io::ExportFormat& format : io::export_formats())
            values.words.push_back(format.id);
        return values;
    }
    if (option.name == "--set") {
        Values values{{}, false, true};
        for (const OptionInfo& info : option_table())
            values.words.push_back(info.key + (info.type == OptionType::level_map ? "." : "="));
        return values;
    }
    for (const char* name : {"F", "P", "OUT", "FILE", "DIR"}) {
        if (option.value_name == name) return {{}, true, false};
    }
    return {};
}

Values values_of_positional(const CommandSpec& command) {
    if (command.positional == "KIND") return {{"models", "topologies", "devices"}, false, false};
    if (command.positional == "SHELL") return {{"bash", "zsh", "fish"}, false, false};
    return {{}, !command.positional.empty(), false};
}

std::vector<std::string> command_names() {
    std::vector<std::string> names;
    for (const Command& command : commands())
        names.push_back(command.spec.name);
    names.emplace_back("help");
    return names;
}

std::string joined(const std::vector<std::string>& words, const char* between) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : between) + word;
    return text;
}

/// A backslash before each of some characters.
std::string escaped(const std::string& text, std::string_view characters) {
    std::string result;
    for (const char c : text) {
        if (characters.find(c) != std::string_view::npos) result += '\\';
        result += c;
    }
    return result;
}

/// Text in single quotes, as POSIX shells and zsh read it.
std::string quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

/// The same for fish, where a backslash escapes inside quotes.
std::string fish_quoted(const std::string& text) {
    return "'" + escaped(text, "'\\") + "'";
}

/// An assignment of what may come: words a line each, and whether files may.
std::string bash_values(const Values& values, const std::string& indent) {
    std::string text = indent + "words=$'" + joined(values.words, "\\n") + "'";
    if (values.files) text += "; files=yes";
    if (values.open) text += "; compopt -o nospace";
    return text + "\n";
}

std::string bash_script() {
    std::string text = R"(# Completion of nest-planner for bash.
_nest_planner()
{
    local IFS=$'\n' current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words='' files=no
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
)";
    text += bash_values({command_names(), true, false}, "        ");
    text += "    else\n        case \"${COMP_WORDS[1]} $before\" in\n";
    for (const Command& command : commands()) {
        for (const OptionSpec& option : command.spec.options) {
            if (option.value_name.empty()) continue;
            text += "        '" + command.spec.name + " " + option.name + "')\n";
            text += bash_values(values_of(option), "            ") + "            ;;\n";
        }
    }
    for (const Command& command : commands()) {
        Values values = values_of_positional(command.spec);
        for (const OptionSpec& option : command.spec.options)
            values.words.push_back(option.name);
        text += "        '" + command.spec.name + " '*)\n" + bash_values(values, "            ") + "            ;;\n";
    }
    Values topics{command_names(), false, false};
    topics.words.back() = "options";
    topics.words.emplace_back("man");
    text += "        'help '*)\n" + bash_values(topics, "            ") + "            ;;\n";
    return text + R"(        esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    if [ "$files" = yes ]; then
        compopt -o filenames
        COMPREPLY+=($(compgen -f -- "$current"))
    fi
}
complete -F _nest_planner nest-planner
)";
}

/// The action of an _arguments specification.
std::string zsh_action(const Values& values) {
    const std::string words = joined(values.words, " ");
    if (values.words.empty()) return values.files ? "_files" : " ";
    if (values.open) return "{compadd -S \"\" -- " + words + "}";
    return values.files ? "{compadd -- " + words + "; _files}" : "(" + words + ")";
}

std::string zsh_script() {
    std::string text = "#compdef nest-planner\n# Completion of nest-planner for zsh.\n_nest_planner() {\n"
                       "    local -a commands=(\n";
    for (const Command& command : commands())
        text += "        " + quoted(command.spec.name + ":" + command.spec.summary) + "\n";
    text += "        'help:help on a command, options or man'\n    )\n"
            "    if (( CURRENT == 2 )); then\n        _describe -t commands command commands\n        _files\n"
            "        return\n    fi\n    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n"
            "    case $command in\n";
    for (const Command& command : commands()) {
        text += "    " + command.spec.name + ")\n        _arguments";
        for (const OptionSpec& option : command.spec.options) {
            // Colons and brackets of the help would end its part.
            std::string spec = "*" + option.name + "[" + escaped(option.help, ":[]\\") + "]";
            if (!option.value_name.empty()) spec += ":" + option.value_name + ":" + zsh_action(values_of(option));
            text += " \\\n            " + quoted(spec);
        }
        const Values values = values_of_positional(command.spec);
        if (values.files || !values.words.empty())
            text += " \\\n            " + quoted("*:" + command.spec.positional + ":" + zsh_action(values));
        text += "\n        ;;\n";
    }
    text += "    help)\n        compadd -- " + joined(command_names(), " ") + " options man\n        ;;\n";
    return text +
           "    esac\n}\nif [ \"$funcstack[1]\" = _nest_planner ] || [ \"$funcstack[1]\" = _nest-planner ]; then\n"
           "    _nest_planner \"$@\"\nelse\n    compdef _nest_planner nest-planner\nfi\n";
}

std::string fish_script() {
    const std::string complete = "complete -c nest-planner ";
    std::string text = "# Completion of nest-planner for fish.\n";
    for (const Command& command : commands()) {
        text += complete + "-n __fish_use_subcommand -a " + command.spec.name + " -d " +
                fish_quoted(command.spec.summary) + "\n";
    }
    text += complete + "-n __fish_use_subcommand -a help -d 'help on a command, options or man'\n";
    for (const Command& command : commands()) {
        const std::string seen = complete + "-n '__fish_seen_subcommand_from " + command.spec.name + "' ";
        for (const OptionSpec& option : command.spec.options) {
            const bool is_long = option.name.starts_with("--");
            text += seen + (is_long ? "-l " + option.name.substr(2) : "-s " + option.name.substr(1));
            if (!option.value_name.empty()) {
                const Values values = values_of(option);
                text += values.files ? " -r -F" : " -x";
                if (!values.words.empty()) text += " -a " + fish_quoted(joined(values.words, " "));
            }
            text += " -d " + fish_quoted(option.help) + "\n";
        }
        const Values values = values_of_positional(command.spec);
        if (!values.files)
            text += seen + "-f" +
                    (values.words.empty() ? std::string() : " -a " + fish_quoted(joined(values.words, " "))) + "\n";
    }
    return text + complete + "-n '__fish_seen_subcommand_from help' -f -a " +
           fish_quoted(joined(command_names(), " ") + " options man") + "\n";
}

} // namespace

std::optional<std::string> completion_script(const std::string& shell) {
    if (shell == "bash") return bash_script();
    if (shell == "zsh") return zsh_script();
    if (shell == "fish") return fish_script();
    return std::nullopt;
}

int run_completion(Arguments& args, const Hooks&) {
    if (args.positional.size() != 1)
        return usage_fault("completion",
                           args.positional.empty() ? "the shell is missing: bash, zsh or fish" : "one shell at a time");
    const std::optional<std::string> script = completion_script(args.positional.front());
    if (!script)
        return usage_fault("completion",
                           "no completion for " + args.positional.front() + "; there is bash, zsh and fish");
    std::cout << *script;
    return done;
}

} // namespace nest::cli
