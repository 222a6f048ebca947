// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include "base/phrase.h"
#include "cli/commands.h"
#include "cli/problem_arguments.h"
#include "cli/terminal_text.h"
#include "io/engine/export.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <new>
#include <nlohmann/json.hpp>
#include <set>

namespace nest::cli {

namespace {

const OptionSpec help_option{"--help", "", "this text"};

Command solve_command() {
    Command command{
        {"solve", "find the best plan", "--model M --topology T [options] | --case F [options]",
         "Searches the space of plans and proves the best one. Prints a summary; --json writes everything.\n"
         "Exit status: 0 done, 1 usage, 2 invalid input, 3 no plan fits, 4 stopped early with the best plan so far.",
         problem_options(), ""},
        run_solve};
    for (const OptionSpec& option :
         {OptionSpec{"--planner", "NAME", "nest"},
          OptionSpec{"--cost", "NAME",
                     "nest (default), or nest2026: the paper's published program, whose input file is --model"},
          OptionSpec{"--top", "K", "list the K best plans; default 1"},
          OptionSpec{"--threads", "N", "worker threads; default: all cores"},
          OptionSpec{"--time-limit", "S", "stop after S seconds with the best plan so far"},
          OptionSpec{"--explain", "", "say what limits the plan, what would help, and what its neighbours cost"},
          OptionSpec{"--json", "OUT", "write the plan as nest-plan; - is standard output"}}) {
        command.spec.options.push_back(option);
    }
    return command;
}

Command evaluate_command() {
    Command command{
        {"evaluate", "price a given plan",
         "--plan P.json [--json OUT] | --layout \"tp8 pp4 dp4 mb1 zero1 full\" --model M --topology T [options] | "
         "--launch train.sh [--topology T] [options]",
         "Prices the plan of a nest-plan file again, from its inputs, or a layout in one line with its best cuts, or\n"
         "what a training command runs (Megatron-LM, NeMo) and the better plan beside it; without --topology on as\n"
         "many DGX H100 as the command or its degrees need, which is said.\n"
         "Says why it does not run if it does not (exit status 3), and for a layout which near ones do.",
         problem_options(), ""},
        run_evaluate};
    command.spec.options.insert(
        command.spec.options.begin(),
        {OptionSpec{"--plan", "P", "nest-plan file"},
         OptionSpec{"--layout", "TEXT",
                    "layout in one line; \"MODEL @ TOPOLOGY: \" may stand before it; several give a table"},
         OptionSpec{"--launch", "FILE",
                    "launch script, command or argument map of Megatron-LM or NeMo; - is standard input"}});
    command.spec.options.push_back(
        {"--cost", "NAME", "nest (default), or nest2026: the paper's published program, whose input file is --model"});
    command.spec.options.push_back(
        {"--explain", "", "compare with the best plan; say what limits it, what it sends where, and what would help"});
    command.spec.options.push_back({"--json", "OUT", "write it as nest-plan; - is standard output"});
    return command;
}

Command size_command() {
    Command command{
        {"size", "find how many devices a model needs", "--model M --topology T [--target-step S] [options]",
         "Solves clusters of 1, 2, 4, ... nodes, then between, until the fewest nodes are found with which a plan "
         "fits,\n"
         "or reaches the step time; prints every size as a curve of time over devices. A preset without xN grows up "
         "to\n"
         "--max-nodes; of any other topology the first nodes are used. More nodes never make the best plan slower, so\n"
         "the answer is the least one; where a size contradicts that, it is said. Exit status 3: out of reach.",
         problem_options(), ""},
        run_size};
    std::erase_if(command.spec.options, [](const OptionSpec& option) { return option.name == "--case"; });
    for (const OptionSpec& option :
         {OptionSpec{"--target-step", "S", "step time to reach, in seconds or with a unit"},
          OptionSpec{"--max-nodes", "N", "largest cluster to try; default 4096 for a preset"},
          OptionSpec{"--threads", "N", "worker threads; default: all cores"},
          OptionSpec{"--time-limit", "S", "stop after S seconds with what is known by then"},
          OptionSpec{"--json", "OUT", "write answer and curve as nest-size; - is standard output"}}) {
        command.spec.options.push_back(option);
    }
    return command;
}

Command export_command() {
    std::string help = "Writes what a training engine, a launcher or a viewer takes. What the engine can't run is "
                       "refused, with the reason.\nFormats:";
    std::size_t width = 0;
    for (const io::ExportFormat& format : io::export_formats())
        width = std::max(width, format.id.size());
    for (const io::ExportFormat& format : io::export_formats())
        help += "\n  " + format.id + std::string(width - format.id.size() + 2, ' ') + format.label;
    return {{"export",
             "write a plan as a training engine takes it",
             "--plan P.json --format FORMAT -o OUT [--index K] [--launch train.sh]",
             help,
             {{"--plan", "P", "nest-plan file"},
              {"--format", "FORMAT", "one of the formats above"},
              {"-o", "OUT", "output; - is standard output"},
              {"--index", "K", "the K-th plan of the file; default 1, the first, or the best one beside a command"},
              {"--launch", "FILE",
               "format megatron: your own command, whose arguments stay where the plan doesn't decide them; - is "
               "standard input"}},
             ""},
            run_export};
}

Command completion_command() {
    return {{"completion",
             "print a completion script for a shell",
             "bash|zsh|fish",
             "For this shell alone: source <(nest-planner completion bash). For good, put it where your shell looks:\n"
             "  bash  ~/.local/share/bash-completion/completions/nest-planner\n"
             "  zsh   a folder of $fpath, as _nest-planner\n"
             "  fish  ~/.config/fish/completions/nest-planner.fish",
             {},
             "SHELL"},
            run_completion};
}

const Command* find_command(const std::string& name) {
    const auto found =
        std::find_if(commands().begin(), commands().end(), [&](const Command& c) { return c.spec.name == name; });
    return found == commands().end() ? nullptr : &*found;
}

std::string near_command(const std::string& name) {
    std::vector<std::string> names{"help"};
    for (const Command& command : commands())
        names.push_back(command.spec.name);
    return nearest_name(name, names);
}

std::string global_help() {
    std::string text =
        "Usage: nest-planner [FILE]\n       nest-planner COMMAND [arguments]\n\n"
        "Without a command the window opens. With one, nothing is shown and no display is needed.\n\nCommands:\n";
    std::size_t width = 0;
    for (const Command& command : commands())
        width = std::max(width, command.spec.name.size());
    for (const Command& command : commands()) {
        text += "  " + command.spec.name + std::string(width - command.spec.name.size() + 2, ' ') +
                command.spec.summary + "\n";
    }
    return text + "\nnest-planner COMMAND --help, nest-planner help options, nest-planner --version\n"
                  "Exit status: 0 done, 1 usage, 2 invalid input, 3 no plan fits, 4 stopped early.\n";
}

std::string options_help() {
    std::string text =
        "Options for --set KEY=VALUE and --options FILE. Numbers take units: 80 GiB, 400 Gb/s, 5 us, 60 %.\n";
    const Options defaults;
    std::string group;
    for (const OptionInfo& info : option_table()) {
        if (group != info.group) text += "\n" + std::string(info.group) + "\n";
        group = info.group;
        std::string value = option_text(defaults, info.key);
        if (info.type == OptionType::level_map) value = "none; write " + info.key + ".NAME=VALUE";
        text += "  " + info.key + " (default " + value + ")\n      " + info.help + "\n";
        if (!info.choices.empty()) {
            std::string choices;
            for (const std::string& choice : info.choices)
                choices += (choices.empty() ? "" : ", ") + choice;
            text += "      One of: " + choices + "\n";
        }
    }
    return text;
}

int print_help(const std::vector<std::string>& topics) {
    if (topics.empty()) {
        std::cout << global_help();
        return done;
    }
    if (topics.front() == "man") {
        std::cout << manual_page();
        return done;
    }
    if (topics.front() == "options") {
        std::cout << options_help();
        return done;
    }
    const Command* command = find_command(topics.front());
    if (!command) return usage_fault("help", "no command \"" + topics.front() + "\"");
    std::cout << help_of(command->spec);
    return done;
}

} // namespace

const std::vector<std::string>& render_views() {
    static const std::vector<std::string> views{"topology", "levels",   "model",   "layers", "stages", "devices",
                                                "memory",   "timeline", "scatter", "strip",  "traffic"};
    return views;
}

const std::vector<Command>& commands() {
    static const std::vector<Command> all = [] {
        std::vector<Command> list{
            solve_command(),
            evaluate_command(),
            size_command(),
            {{"levels",
              "show the levels of a network",
              "--topology T [--json OUT]",
              "Prints the level model the search plans with, and for a drawn network how far it is from the physical "
              "links.",
              {{"--topology", "T", "preset with xN for N nodes, generator, or file"},
               {"--json", "OUT", "write nest-levels; - is standard output"}},
              ""},
             run_levels},
            {{"convert",
              "turn a readable file into our own JSON",
              "FILE -o OUT [--assume KEY=VALUE]...",
              "Reads a model, network, device, options, plan or case and writes it in this program's format.",
              {{"-o", "OUT", "output; - is standard output"},
               {"--assume", "KEY=VALUE", "a value the file doesn't hold: sequence_length, attention, dropout"}},
              "FILE"},
             run_convert},
            {{"presets",
              "list the built-in models, topologies and devices",
              "[models|topologies|devices] [--long]",
              "Lists names that --model, --topology and --device take.",
              {{"--long", "", "with the source of their figures"}},
              "KIND"},
             run_presets},
            {{"render",
              "draw a view of a plan into a file",
              "--plan P.json | PROJECT --view VIEW -o OUT.png|.svg|.pdf [options]",
              "Draws one view as the window does, without a display.",
              {{"--plan", "P", "nest-plan file"},
               {"--view", "VIEW",
                "topology, levels, model, layers, stages, devices, memory, timeline, scatter, strip or traffic"},
               {"-o", "OUT", "picture; its suffix tells the format: .png, .svg or .pdf"},
               {"--size", "WxH", "in pixels, from 16x16 to 16384x16384; default 1200x800"},
               {"--dark", "", "dark colours"},
               {"--lang", "CODE", "language of the labels, e.g. zh_CN"}},
              "PROJECT"},
             run_render},
            export_command(),
            {{"degrees", "list which parallel degrees a model takes on a network",
              "--model M --topology T [options] | --case F [options]",
              "Lists every divisor of the devices, and of the heads, blocks and experts, with the rule that speaks "
              "against it.",
              problem_options(), ""},
             run_degrees},
            {{"engines",
              "show which training engine runs which ZeRO stage beside which parallelism",
              "",
              "Prints the rules by which a plan is refused to an engine, as a table with reasons.",
              {},
              ""},
             run_engines},
            completion_command(),
        };
        for (Command& command : list)
            command.spec.options.push_back(help_option);
        return list;
    }();
    return all;
}

int usage_fault(const std::string& command, const std::string& whole_fault) {
    const std::string fault = elided(whole_fault, 1200); // it may quote a file that was pasted as an argument
    std::cerr << "nest-planner" << (command.empty() ? "" : " ") << command << ": " << fault << "\nSee nest-planner"
              << (command.empty() || command == "help" ? "" : " " + command) << " --help\n";
    return usage_error;
}

int usage_fault(const std::string& fault) {
    const TerminalText err(std::cerr);
    return usage_fault("", fault);
}

namespace {
/// What the running command has told: model, options and plan may lead to the same sentence.
std::set<std::string>& told() {
    static std::set<std::string> sentences;
    return sentences;
}
} // namespace

void tell_once(const std::string& sentence) {
    if (told().insert(sentence).second) std::cerr << sentence << "\n";
}

int input_faults(const std::vector<Diagnostic>& faults) {
    for (const Diagnostic& fault : faults)
        tell_once(describe(fault));
    return bad_input;
}

void print_note(const Diagnostic& note) {
    tell_once((note.severity == Severity::note ? "note: " : "warning: ") + describe(note));
}

void print_notes(const std::vector<Diagnostic>& notes) {
    for (const Diagnostic& note : notes)
        if (note.code != ErrorCode::assumed) print_note(note);
}

std::optional<Diagnostic> write_output(const std::string& path, const std::string& text) {
    const DataOutput data;
    return io::write_text(path, text);
}

bool write_json(const std::string& path, const nlohmann::json& value) {
    const auto fault = write_output(path, io::file_text(value));
    if (fault) std::cerr << describe(*fault) << "\n";
    return !fault;
}

namespace {

/// Options of Qt and of the X Window System that a window takes (Qt 6: QGuiApplication, QApplication), and whether a
/// value follows.
std::optional<bool> window_option(std::string name) {
    if (name.starts_with("--")) name.erase(0, 1);
    static const std::set<std::string> with_value{"-platform",
                                                  "-platformpluginpath",
                                                  "-platformtheme",
                                                  "-plugin",
                                                  "-qwindowgeometry",
                                                  "-geometry",
                                                  "-qwindowicon",
                                                  "-icon",
                                                  "-qwindowtitle",
                                                  "-title",
                                                  "-session",
                                                  "-display",
                                                  "-name",
                                                  "-style",
                                                  "-stylesheet",
                                                  "-fontengine",
                                                  "-dialogs"};
    static const std::set<std::string> alone{"-reverse", "-widgetcount", "-nograb", "-dograb", "-sync"};
    const std::string key = name.substr(0, name.find('='));
    if (alone.contains(key) || key.starts_with("-qmljsdebugger")) return false;
    if (with_value.contains(key)) return key == name;
    return std::nullopt;
}

} // namespace

bool is_cli_command(const std::vector<std::string>& args) {
    if (args.empty()) return false;
    const std::string& first = args.front();
    if (find_command(first) || first == "help" || first == "-h" || first == "-v") return true;
    if (first.starts_with("-") && first.size() > 1) return !window_option(first);
    std::error_code error;
    if (std::filesystem::exists(first, error)) return false;
    // A misspelt command, not a file that is gone: those have a suffix or a folder.
    return first.find_first_of("./") == std::string::npos;
}

WindowArguments window_arguments(const std::vector<std::string>& args) {
    WindowArguments result;
    bool options_end = false;
    for (std::size_t i = 0; i < args.size(); ++i) {
        const std::string& arg = args[i];
        const std::optional<bool> takes_value = options_end ? std::nullopt : window_option(arg);
        if (!options_end && arg == "--") {
            options_end = true;
        } else if (takes_value) {
            if (*takes_value) ++i;
        } else if (!options_end && arg.starts_with("-")) {
            result.fault = "unknown option " + arg;
            return result;
        } else if (!result.file.empty()) {
            result.fault = "one FILE at a time: " + result.file + " and " + arg + " were given";
            return result;
        } else {
            result.file = arg;
        }
    }
    return result;
}

namespace {

int run_arguments(const std::vector<std::string>& args, const Hooks& hooks) {
    if (args.empty() || args.front() == "--help" || args.front() == "-h") return print_help({});
    if (args.front() == "--version" || args.front() == "-v") {
        if (args.size() > 1) return usage_fault("", "--version goes alone, found " + args[1] + " beside it");
        std::cout << "nest-planner " << NEST_VERSION << "\n";
        return done;
    }
    const std::vector<std::string> rest(args.begin() + 1, args.end());
    if (args.front() == "help") return print_help(rest);
    const Command* command = find_command(args.front());
    if (!command) {
        const std::string near = near_command(args.front());
        const char* what =
            args.front().starts_with("-") && args.front() != "-" ? "unknown option " : "no command or file ";
        return usage_fault("", what + args.front() + (near.empty() ? "" : "; did you mean " + near + "?"));
    }
    told().clear();
    Arguments arguments = parse_arguments(command->spec, rest);
    if (arguments.has("--help")) return print_help({command->spec.name});
    if (!arguments.fault.empty()) return usage_fault(command->spec.name, arguments.fault);
    try {
        return command->run(arguments, hooks);
    } catch (const std::bad_alloc&) {
        std::cerr << "nest-planner " << command->spec.name
                  << ": not enough memory for these inputs; a smaller model or fewer devices, or fixed degrees such as "
                     "--set pp=8, need less\n";
        return bad_input;
    }
}

} // namespace

int run_cli(const std::vector<std::string>& args, const Hooks& hooks) {
    const TerminalText out(std::cout), err(std::cerr);
    const int status = run_arguments(args, hooks);
    std::cout.flush(); // a full disk is seen no sooner, nor once `out` is gone
    if (std::cout) return status;
    std::cerr << "standard output: cannot be written\n";
    return bad_input;
}

} // namespace nest::cli
