// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/launch_text.h"

#include "base/translatable.h"
#include "io/engine/argument_map.h"
#include "io/engine/launch.h"
#include "io/engine/launch_words.h"
#include "io/engine/megatron_flags.h"
#include "io/engine/shell_script.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace nest::io {

namespace {

constexpr std::size_t longest_text = 4 << 20;
constexpr int deepest_command = 4;

/// Words that no other kind of text holds.
constexpr std::array<std::string_view, 9> signs{"--tensor-model-parallel-size",
                                                "--pipeline-model-parallel-size",
                                                "--num-layers",
                                                "--hidden-size",
                                                "--num-attention-heads",
                                                "--micro-batch-size",
                                                "tensor_model_parallel_size",
                                                "pipeline_model_parallel_size",
                                                "--use-distributed-optimizer"};

std::string from_utf16(std::string_view text, bool big) {
    std::string result;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
        const auto low = static_cast<unsigned char>(text[big ? i + 1 : i]);
        const auto high = static_cast<unsigned char>(text[big ? i : i + 1]);
        result += high == 0 ? static_cast<char>(low) : '?'; // nothing beyond ASCII is ever read
    }
    return result;
}

/// True for a YAML map of arguments: a line "key: value" with a flag or a key that signs name.
bool is_argument_map(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        std::size_t end = text.find('\n', at);
        if (end == std::string_view::npos) end = text.size();
        std::string_view line = text.substr(at, end - at);
        at = end + 1;
        while (!line.empty() && (line.front() == ' ' || line.front() == '\t' || line.front() == '-')) {
            if (line.starts_with("--")) break;
            line.remove_prefix(1);
        }
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos || (colon + 1 < line.size() && line[colon + 1] != ' ')) continue;
        const std::string_view key = line.substr(0, colon);
        if (key.empty() || key.find_first_of(" =\"'$(") != std::string_view::npos) continue;
        if (key.starts_with("--") || key == "MODEL_ARGS" || !flag_of_key(key.substr(key.rfind('.') + 1)).empty())
            return true;
    }
    return false;
}

enum class Word { yes, no, other };

/// A switch's value in a map.
Word word_of(const std::vector<std::string>& values) {
    if (values.size() != 1) return Word::other;
    std::string value = values.front();
    std::transform(value.begin(), value.end(), value.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (value == "true" || value == "yes" || value == "on") return Word::yes;
    if (value == "false" || value == "no" || value == "off") return Word::no;
    return Word::other;
}

/// Collects flags from either shape of text.
class TextReader {
public:
    TextReader(const std::string& file, FaultList& faults, Reading reading)
        : m_file(file), m_result(faults), m_reading(reading) {}

    LaunchText take() {
        name_unknown_flags();
        name_unresolved();
        return std::move(m_result);
    }

    void read_shell(const std::string& text) {
        const Result<Script> script = read_script(text, m_file, m_reading);
        if (!script) {
            m_result.flags.faults().add(script.fault());
            return;
        }
        std::vector<ScriptWord> loose;
        const ScriptCommand* best = nullptr;
        int most = 0;
        std::vector<Script> nested;
        nested.reserve(64);
        collect(*script, loose, best, most, nested, 0);
        LaunchCommand command;
        if (best) command = split_launch(best->words);
        if (!best && loose.empty()) loose = words_of_variables(*script);
        command.arguments.insert(command.arguments.end(), loose.begin(), loose.end());
        m_result.program = command.program;
        m_result.program_path = command.program_path;
        std::vector<ScriptWord> dotted;
        read_words(command.arguments, m_result.flags, dotted, m_result.notes);
        for (const ScriptWord& word : dotted) {
            const std::size_t equals = word.text.find('=');
            std::string key = word.text.substr(0, equals);
            key.erase(0, key.find_first_not_of('+'));
            read_dotted(key, {word.text.substr(equals + 1)}, word.line);
        }
        const WorldSize size = world_size(command, *script);
        if (m_result.devices == 0) m_result.devices = size.devices;
        if (m_result.devices_per_node == 0) m_result.devices_per_node = size.per_node;
        note_conditional(*script, command.arguments);
        add_environment(*script);
        for (const Script& inner : nested)
            add_environment(inner);
    }

    void read_map(const std::string& text) {
        const Result<std::vector<MapEntry>> entries = read_argument_map(text, m_file);
        m_result.notes.insert(m_result.notes.end(), entries.diagnostics().begin(), entries.diagnostics().end());
        if (!entries) {
            m_result.flags.faults().add(entries.fault());
            m_result.notes.clear();
            return;
        }
        std::map<std::string, std::string> variables;
        for (const MapEntry& entry : *entries) {
            if (entry.path.starts_with("ENV_VARS.") && entry.values.size() == 1)
                variables[entry.key] = entry.values.front();
        }
        for (const MapEntry& entry : *entries) {
            if (entry.path.starts_with("ENV_VARS.") && entry.values.size() == 1)
                m_result.environment.emplace_back(entry.key, substitute(entry.values.front(), variables));
        }
        for (const MapEntry& entry : *entries) {
            std::vector<std::string> values;
            for (const std::string& value : entry.values)
                values.push_back(substitute(value, variables));
            const std::size_t flag = entry.path.find("--");
            if (flag != std::string::npos)
                read_map_flag(entry.path.substr(flag), std::move(values), entry.line);
            else if (!entry.path.starts_with("ENV_VARS.") && !entry.path.starts_with("METRICS"))
                read_dotted(entry.path.starts_with("MODEL_ARGS.") ? entry.path.substr(11) : entry.path,
                            std::move(values), entry.line);
        }
    }

private:
    /// Exported variables; of one that a condition changes the last value.
    void add_environment(const Script& script) {
        for (const std::string& name : script.order) {
            const ScriptVariable& variable = script.variables.at(name);
            if (variable.exported && !variable.is_array && variable.words.size() == 1)
                m_result.environment.emplace_back(name, variable.words.front().text);
        }
    }

    /// The command with most flags, those in texts for another shell included; bare flags on lines of their own.
    void collect(const Script& script, std::vector<ScriptWord>& loose, const ScriptCommand*& best, int& most,
                 std::vector<Script>& nested, int depth) {
        for (const ScriptCommand& command : script.commands) {
            const std::string& first = command.words.front().text;
            if (first.starts_with("--") && !command.conditional) {
                if (command.after_lost_comment) note_lost(command);
                loose.insert(loose.end(), command.words.begin(), command.words.end());
                continue;
            }
            const int flags = count_read_flags(command.words);
            if (flags > 0 && flags >= most) {
                best = &command;
                most = flags;
            }
            for (const ScriptWord& word : command.words) {
                const bool inner = depth < deepest_command && nested.size() < nested.capacity() &&
                                   word.text.find(' ') != std::string::npos && looks_like_launch(word.text);
                if (!inner) continue;
                Result<Script> read = read_script(inner_text(word.text), m_file, m_reading);
                if (!read) continue;
                for (ScriptCommand& moved : read->commands) {
                    for (ScriptWord& part : moved.words)
                        part.line += word.line - 1;
                }
                nested.push_back(std::move(*read));
                collect(nested.back(), loose, best, most, nested, depth + 1);
            }
        }
    }

    /// A text for another shell: quotes around a name end with the text.
    static std::string inner_text(std::string text) {
        std::erase(text, unresolved_quoted);
        return text;
    }

    void note_lost(const ScriptCommand& command) {
        Diagnostic note =
            nest::fault(ErrorCode::approximated, readable(command.words.front().text.substr(0, 60)),
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "part of the command")),
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "behind a comment that ends the continued command")));
        note.severity = Severity::warning;
        note.line = command.words.front().line;
        m_result.notes.push_back(std::move(note));
    }

    /// A pasted piece of a script: arrays and texts that hold flags, in order.
    static std::vector<ScriptWord> words_of_variables(const Script& script) {
        std::vector<ScriptWord> words;
        for (const std::string& name : script.order) {
            const ScriptVariable& variable = script.variables.at(name);
            if (variable.is_array) {
                if (count_read_flags(variable.words) > 0)
                    words.insert(words.end(), variable.words.begin(), variable.words.end());
                continue;
            }
            std::vector<ScriptWord> split;
            for (const ScriptWord& word : variable.words) {
                std::string part;
                for (const char c : word.text + " ") {
                    if (std::isspace(static_cast<unsigned char>(c)) == 0) {
                        part += c;
                    } else if (!part.empty()) {
                        split.push_back({std::move(part), word.line});
                        part.clear();
                    }
                }
            }
            if (count_read_flags(split) > 0) words.insert(words.end(), split.begin(), split.end());
        }
        return words;
    }

    /// Variables that the script sets to one value or another, where flags that are read use them.
    void note_conditional(const Script& script, const std::vector<ScriptWord>& words) {
        for (const auto& [name, variable] : script.variables) {
            if (!variable.conditional || variable.words.empty() || m_result.notes.size() >= 20) continue;
            const std::string value = variable.is_array ? std::string() : variable.words.front().text;
            const bool used = std::any_of(words.begin(), words.end(), [&, &v = variable](const ScriptWord& word) {
                if (v.is_array) return word.line == v.words.front().line;
                return !value.empty() && word.text == value;
            });
            if (!used) continue;
            Diagnostic note =
                nest::fault(ErrorCode::approximated, name,
                            variable.is_array ? note_words(QT_TRANSLATE_NOOP("NoteWords", "with all its words"))
                                              : Phrase(readable(value.substr(0, 60))),
                            note_words(QT_TRANSLATE_NOOP("NoteWords", "set under a condition")));
            note.severity = Severity::warning;
            note.line = variable.words.front().line;
            m_result.notes.push_back(std::move(note));
        }
    }

    void read_map_flag(std::string name, std::vector<std::string> values, int line) {
        FlagUse use;
        use.line = line;
        use.shown = name;
        name.erase(0, 2);
        std::replace(name.begin(), name.end(), '_', '-');
        if (values.empty()) return; // null: not passed
        const Word word = word_of(values);
        if (word == Word::no) return;
        if (word == Word::other) use.values = std::move(values);
        m_result.flags.set(name, std::move(use));
    }

    /// A key of NeMo or Megatron-Bridge: the last part names the flag.
    void read_dotted(const std::string& path, std::vector<std::string> values, int line) {
        if (values.empty()) return;
        const std::string key = path.substr(path.rfind('.') + 1);
        FlagUse use;
        use.line = line;
        use.shown = path;
        const Word word = word_of(values);
        if (read_trainer_key(path, key, values, line)) {
            m_result.nemo = true;
            return;
        }
        std::string flag = flag_of_key(key);
        if (flag == "add-bias-linear" || flag == "share-embeddings-and-output-weights") {
            // Switches that Megatron-LM has the other way round.
            flag = flag == "add-bias-linear" ? "disable-bias-linear" : "untie-embeddings-and-output-weights";
            m_result.nemo = true;
            if (word == Word::no) m_result.flags.set(flag, std::move(use));
            return;
        }
        if (flag.empty()) return;
        m_result.nemo = true;
        if (flag == "fp8-format" && word != Word::other) return;
        if (word == Word::no) return;
        if (word == Word::other) use.values = std::move(values);
        if (flag == "num-query-groups") m_result.flags.set("group-query-attention", {{}, line, path});
        m_result.flags.set(flag, std::move(use));
    }

    /// Keys about the machine, the precision and the optimizer. True if it was one.
    bool read_trainer_key(const std::string& path, const std::string& key, const std::vector<std::string>& values,
                          int line) {
        const std::string& value = values.front();
        const auto count = [&]() -> std::int64_t {
            FlagSet one(m_result.flags.faults());
            one.set("n", {values, line, path});
            return one.integer_or("n", 0, 1, 1 << 24);
        };
        if (key == "devices" || key == "num_nodes") {
            if (path != "trainer." + key && path != key) return false;
            (key == "devices" ? m_trainer_devices : m_trainer_nodes) = count();
            if (m_trainer_devices > 0 && m_trainer_nodes > 0 && m_trainer_devices <= (1 << 24) / m_trainer_nodes) {
                m_result.devices_per_node = m_trainer_devices;
                m_result.devices = m_trainer_devices * m_trainer_nodes;
            }
            return true;
        }
        if (key == "precision") {
            if (value.starts_with("bf16")) m_result.flags.set("bf16", {{}, line, path});
            if (value.starts_with("16") || value.starts_with("fp16")) m_result.flags.set("fp16", {{}, line, path});
            return true;
        }
        if (key == "name" && path.ends_with("optim.name")) {
            if (value == "distributed_fused_adam" || value == "mcore_distributed_optim")
                m_result.flags.set("use-distributed-optimizer", {{}, line, path});
            return true;
        }
        if (key == "activation") {
            if (value.ends_with("swiglu")) m_result.flags.set("swiglu", {{}, line, path});
            return true;
        }
        if (key == "normalization") {
            const bool rms = value == "rmsnorm" || value == "RMSNorm";
            m_result.flags.set("normalization", {{rms ? "RMSNorm" : "LayerNorm"}, line, path});
            return true;
        }
        return false;
    }

    /// Flags that nobody knows: a slip of the pen, or a newer release.
    /// "--a, --b and 3 more"
    static Phrase and_more(const std::string& listed, std::int64_t more) {
        if (more <= 0) return listed;
        return note_words(QT_TRANSLATE_NOOP("NoteWords", "%1 and %2 more"), {listed, more});
    }

    void name_unknown_flags() {
        std::string others;
        int first_line = 0, count = 0, asked = 0;
        for (const auto& [name, use] : m_result.flags.all()) {
            if (find_flag(name)) continue;
            // A search among all names: for a few slips, not for a text full of other programs' flags.
            const bool search = name.size() < 60 && ++asked <= 10;
            const std::string near = search ? nearest_name(name, flag_names()) : std::string();
            if (!near.empty()) {
                Diagnostic note = nest::fault(ErrorCode::unknown_name, "flag", {}, use.shown);
                note.severity = Severity::warning;
                note.line = use.line;
                note.suggestion = "--" + near;
                m_result.notes.push_back(std::move(note));
                continue;
            }
            if (++count <= 8) others += (others.empty() ? "" : ", ") + use.shown.substr(0, 60);
            if (first_line == 0) first_line = use.line;
        }
        if (count == 0) return;
        Diagnostic note = nest::fault(ErrorCode::ignored, and_more(others, count - 8), {},
                                      note_words(QT_TRANSLATE_NOOP("NoteWords", "not known to this program")));
        note.severity = Severity::warning;
        note.line = first_line;
        m_result.notes.push_back(std::move(note));
    }

    /// Variables without a value, named once each. Flags that are read turn them into faults where they are read.
    void name_unresolved() {
        std::set<std::string> names;
        for (const auto& [name, use] : m_result.flags.all()) {
            for (const std::string& value : use.values) {
                for (const std::string& variable : unresolved_names(value))
                    names.insert(variable);
            }
        }
        if (names.empty()) return;
        std::string list;
        int count = 0;
        for (const std::string& name : names) {
            if (++count <= 12) list += (list.empty() ? "" : ", ") + name;
        }
        Diagnostic note =
            nest::fault(ErrorCode::ignored, and_more(list, count - 12), {},
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "variables without a value in the text")));
        note.severity = Severity::note;
        m_result.notes.push_back(std::move(note));
    }

    std::string m_file;
    LaunchText m_result;
    Reading m_reading;
    std::int64_t m_trainer_devices = 0, m_trainer_nodes = 0;
};

} // namespace

std::string plain_text(const std::string& text) {
    std::string_view view = text;
    std::string converted;
    if (view.starts_with("\xff\xfe") || view.starts_with("\xfe\xff")) {
        converted = from_utf16(view.substr(2), view[0] == '\xfe');
        view = converted;
    } else if (view.starts_with("\xef\xbb\xbf")) {
        view.remove_prefix(3);
    }
    std::string result;
    result.reserve(view.size());
    for (std::size_t i = 0; i < view.size(); ++i) {
        const char c = view[i];
        if (c == '\r') {
            if (i + 1 >= view.size() || view[i + 1] != '\n') result += '\n';
        } else if (c == '\n' || c == '\t' || static_cast<unsigned char>(c) >= 0x20) {
            if (c != '\x7f') result += c;
        }
    }
    return result;
}

LaunchText read_launch_text(const std::string& text, const std::string& file, FaultList& faults, Reading reading) {
    TextReader reader(file, faults, reading);
    if (text.size() > longest_text) {
        faults.add(fault(ErrorCode::unsupported, {}, "a launch script of at most 4 MiB",
                         std::to_string(text.size() >> 20) + " MiB of text"));
        return reader.take();
    }
    const std::string plain = plain_text(text);
    if (is_argument_map(plain))
        reader.read_map(plain);
    else
        reader.read_shell(plain);
    return reader.take();
}

bool looks_like_launch(const std::string& text) {
    // Enough of a long file to tell; the rest isn't looked at.
    const std::string plain = plain_text(text.substr(0, 1 << 18));
    const std::size_t first = plain.find_first_not_of(" \t\n");
    if (first == std::string::npos || plain[first] == '{' || plain[first] == '[' || plain[first] == '<') return false;
    return std::any_of(signs.begin(), signs.end(),
                       [&](std::string_view sign) { return plain.find(sign) != std::string::npos; });
}

} // namespace nest::io
