// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/launch_words.h"

#include "base/translatable.h"
#include "io/engine/megatron_flags.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace nest::io {

namespace {

constexpr std::int64_t most_devices = 1 << 24;

/// "--flag" or "--flag=value" -> "flag".
std::string flag_name(const std::string& word) {
    if (!word.starts_with("--") || word.size() < 3) return {};
    std::string name = word.substr(2, word.find('=') - 2);
    std::replace(name.begin(), name.end(), '_', '-');
    return name;
}

bool is_flag(const std::string& word) {
    // "-5" and "-1e-3" are values.
    return word.size() > 1 && word[0] == '-' && (word[1] == '-' || std::isalpha(static_cast<unsigned char>(word[1])));
}

bool is_read_flag(const std::string& word) {
    const std::string name = flag_name(word);
    const FlagInfo* flag = name.empty() ? nullptr : find_flag(name);
    return flag && flag->role == FlagRole::read;
}

bool is_override(const std::string& word) {
    const std::size_t equals = word.find('=');
    const std::size_t dot = word.find('.');
    if (equals == std::string::npos || dot == std::string::npos || dot > equals || dot == 0) return false;
    return word.substr(0, equals).find_first_not_of(
               "+~abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") == std::string::npos;
}

/// A word that belongs to no flag. One that only the run knows may hold any flags: it is always named.
void note_stray(const ScriptWord& word, const std::string& flag, std::vector<Diagnostic>& notes) {
    if (notes.size() >= 20) return;
    const bool known = is_resolved(word.text);
    if (known && flag.empty()) return; // in front of the flags: a script's path, a launcher's leftovers
    Diagnostic note =
        nest::fault(ErrorCode::ignored, readable(word.text.substr(0, 60)), {},
                    known ? note_words(QT_TRANSLATE_NOOP("NoteWords", "a word without a flag, behind %1"), {flag})
                          : note_words(QT_TRANSLATE_NOOP("NoteWords", "words that only the run knows")));
    note.severity = Severity::warning;
    note.line = word.line;
    notes.push_back(std::move(note));
}

std::optional<std::int64_t> whole_number(const std::string& text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 1 || number > most_devices)
        return std::nullopt;
    return number;
}

/// A launcher's flag by any of its names; nothing if it isn't there, an empty text if its value isn't known.
std::optional<std::string> launcher_value(const std::vector<ScriptWord>& words,
                                          std::initializer_list<std::string_view> names) {
    std::optional<std::string> value;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i].text;
        const std::size_t equals = word.find('=');
        std::string name = word.substr(0, equals);
        if (name.starts_with("--")) std::replace(name.begin(), name.end(), '_', '-');
        if (std::find(names.begin(), names.end(), name) == names.end()) continue;
        if (equals != std::string::npos)
            value = word.substr(equals + 1);
        else if (i + 1 < words.size())
            value = words[i + 1].text;
    }
    if (value && !is_resolved(*value)) value = std::string();
    return value;
}

bool has_word(const std::vector<ScriptWord>& words, std::string_view name) {
    return std::any_of(words.begin(), words.end(), [&](const ScriptWord& word) {
        return word.text == name || word.text.ends_with("/" + std::string(name));
    });
}

/// The count behind "--gres=gpu:8" or "gpu:h100:8", else the text itself.
std::string gpu_count(const std::string& text) {
    const std::size_t colon = text.rfind(':');
    return colon == std::string::npos ? text : text.substr(colon + 1);
}

std::int64_t number_or_zero(const std::optional<std::string>& text) {
    return text ? whole_number(*text).value_or(0) : 0;
}

std::int64_t directive(const Script& script, const char* name) {
    const auto found = script.directives.find(name);
    return found == script.directives.end() ? 0 : whole_number(gpu_count(found->second)).value_or(0);
}

/// The first of these variables that has a number.
std::int64_t variable(const Script& script, std::initializer_list<const char*> names) {
    for (const char* name : names) {
        const auto found = script.variables.find(name);
        if (found == script.variables.end() || found->second.words.size() != 1 || found->second.conditional) continue;
        if (const auto number = whole_number(found->second.words.front().text)) return *number;
    }
    return 0;
}

std::int64_t product(std::int64_t a, std::int64_t b) {
    return a > 0 && b > 0 && a <= most_devices / b ? a * b : 0;
}

/// torchrun starts nproc processes on each of its nodes; without --nnodes on one.
WorldSize torchrun_size(const LaunchCommand& command, std::int64_t job_nodes) {
    const auto nodes = launcher_value(command.launcher, {"--nnodes", "--num-nodes"});
    const auto processes = launcher_value(command.launcher, {"--nproc-per-node", "--num-gpus"});
    WorldSize size;
    size.per_node = number_or_zero(processes); // it starts one where nothing is said: nobody means that
    std::int64_t count = nodes ? number_or_zero(nodes) : 1;
    if (nodes && nodes->empty()) count = job_nodes; // "--nnodes $SLURM_NNODES" and the like
    size.devices = product(size.per_node, count);
    return size;
}

} // namespace

int count_read_flags(const std::vector<ScriptWord>& words) {
    return static_cast<int>(std::count_if(words.begin(), words.end(), [](const ScriptWord& word) {
        return is_read_flag(word.text) || is_override(word.text);
    }));
}

LaunchCommand split_launch(const std::vector<ScriptWord>& words) {
    LaunchCommand command;
    std::size_t first = 0;
    while (first < words.size() && !is_read_flag(words[first].text) && !is_override(words[first].text))
        ++first;
    std::size_t start = 0;
    bool found = false;
    for (std::size_t i = 0; i < first; ++i) {
        if (!words[i].text.ends_with(".py")) continue;
        start = i + 1;
        found = true;
    }
    if (found) {
        const std::string& path = words[start - 1].text;
        command.program = path.substr(path.find_last_of('/') + 1);
        command.program_path = path;
        command.launcher.assign(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(start - 1));
    } else if (!words.empty() && !words.front().text.starts_with("-") && !is_override(words.front().text)) {
        start = first; // a program without ".py", perhaps behind a launcher
        command.launcher.assign(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(first));
    }
    command.arguments.assign(words.begin() + static_cast<std::ptrdiff_t>(start), words.end());
    return command;
}

void read_words(const std::vector<ScriptWord>& words, FlagSet& flags, std::vector<ScriptWord>& dotted,
                std::vector<Diagnostic>& notes) {
    for (std::size_t i = 0; i < words.size();) {
        const std::string& word = words[i].text;
        if (!is_flag(word)) {
            if (is_override(word))
                dotted.push_back(words[i]);
            else
                note_stray(words[i], {}, notes);
            if (!is_resolved(word) || is_override(word)) flags.pass(word, words[i].line);
            ++i;
            continue;
        }
        const std::string name = flag_name(word);
        FlagUse use;
        use.line = words[i].line;
        const std::size_t equals = word.find('=');
        use.shown = readable(word.substr(0, equals));
        use.joined = equals != std::string::npos;
        if (use.joined) use.values.push_back(word.substr(equals + 1));
        const FlagInfo* flag = name.empty() ? nullptr : find_flag(name);
        const FlagArity arity = flag ? flag->arity : FlagArity::several;
        const std::string lone = name.empty() ? word : std::string(); // "-v"
        const int line = use.line;
        std::vector<ScriptWord> strays;
        ++i;
        while (i < words.size() && !is_flag(words[i].text) && !is_override(words[i].text)) {
            const bool taken = equals == std::string::npos &&
                               (arity == FlagArity::several || (arity == FlagArity::one && use.values.empty()));
            if (taken) {
                use.values.push_back(words[i].text);
            } else {
                note_stray(words[i], use.shown, notes);
                strays.push_back(words[i]);
            }
            ++i;
        }
        if (name.empty()) {
            flags.pass(lone, line);
            for (std::size_t n = use.joined ? 1 : 0; n < use.values.size(); ++n)
                flags.pass(use.values[n], line);
        } else {
            flags.set(name, std::move(use));
        }
        for (const ScriptWord& stray : strays)
            flags.pass(stray.text, stray.line);
    }
}

WorldSize world_size(const LaunchCommand& command, const Script& script) {
    const std::vector<ScriptWord>& words = command.launcher;
    const auto srun_nodes = launcher_value(words, {"-N", "--nodes"});
    std::int64_t nodes = number_or_zero(srun_nodes);
    if (nodes == 0) nodes = directive(script, "nodes");
    const std::int64_t script_nodes = variable(script, {"NNODES", "NUM_NODES", "N_NODES", "NODES", "SLURM_NNODES"});
    const std::int64_t script_per_node =
        variable(script, {"GPUS_PER_NODE", "NPROC_PER_NODE", "NUM_GPUS", "GPU_PER_NODE", "NUM_GPUS_PER_NODE"});

    if (has_word(words, "torchrun") || has_word(words, "torch.distributed.launch") ||
        has_word(words, "torch.distributed.run") || has_word(words, "deepspeed"))
        return torchrun_size(command, nodes > 0 ? nodes : script_nodes);

    WorldSize size;
    size.per_node = number_or_zero(launcher_value(words, {"--ntasks-per-node", "--npernode", "-ppn", "-npernode"}));
    const auto gres = launcher_value(words, {"--gpus-per-node", "--gres"});
    if (size.per_node == 0 && gres) size.per_node = whole_number(gpu_count(*gres)).value_or(0);
    for (const char* name : {"ntasks-per-node", "gpus-per-node", "gres"}) {
        if (size.per_node == 0) size.per_node = directive(script, name);
    }
    if (size.per_node == 0) size.per_node = script_per_node;
    const auto tasks = launcher_value(words, {"-n", "--ntasks", "-np", "--np"});
    if (has_word(words, "srun") || has_word(words, "mpirun") || has_word(words, "mpiexec")) {
        size.devices = number_or_zero(tasks);
        if (size.devices == 0 && !tasks) size.devices = directive(script, "ntasks");
        if (size.devices == 0) size.devices = product(size.per_node, nodes > 0 ? nodes : script_nodes);
    } else {
        size.devices = product(size.per_node, nodes > 0 ? nodes : script_nodes);
        const std::int64_t world = variable(script, {"WORLD_SIZE"});
        if (size.devices == 0) size.devices = world;
    }
    return size;
}

} // namespace nest::io
