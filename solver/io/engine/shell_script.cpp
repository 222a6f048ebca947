// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/shell_script.h"

#include "io/engine/shell_words.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace nest::io {

namespace {

using detail::is_blank;
using detail::joined_words;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// One pass over a script: words are expanded as they are read, since what was assigned before them is known by then.
class ScriptReader : public detail::WordReader {
public:
    ScriptReader(std::string_view text, Script& script, Reading reading)
        : WordReader(text, script, reading), m_script(script) {}

    void run() {
        while (m_at < m_text.size() && !m_failed)
            read_command();
    }

private:
    /// "NAME", "NAME+" or nothing, when an assignment starts here; the position moves behind the "=".
    std::optional<std::string> assigned_name() {
        std::size_t end = m_at;
        if (end >= m_text.size() || !detail::is_name_start(m_text[end])) return std::nullopt;
        while (end < m_text.size() && detail::is_name(m_text[end]))
            ++end;
        const bool append_to = end < m_text.size() && m_text[end] == '+';
        if (append_to) ++end;
        if (end >= m_text.size() || m_text[end] != '=') return std::nullopt;
        std::string name(m_text.substr(m_at, end - m_at));
        m_at = end + 1;
        return name;
    }

    void read_assignment(std::string name) {
        const bool append_to = name.ends_with('+');
        if (append_to) name.pop_back();
        ScriptVariable value;
        const int line = m_line;
        if (peek() == '(') {
            ++m_at;
            value.is_array = true;
            read_array(value.words);
        } else {
            Field field = read_word(true);
            std::string text;
            for (const std::string& part : field.parts)
                text += (text.empty() ? "" : " ") + part;
            value.words.push_back({std::move(text), line});
        }
        store(name, std::move(value), append_to);
    }

    void read_array(std::vector<ScriptWord>& words) {
        while (m_at < m_text.size() && !m_failed) {
            m_continued = false; // comments between the words of an array end nothing
            skip_blanks();
            m_lost_comment = false;
            if (peek() == '\n') {
                advance();
                continue;
            }
            if (m_at >= m_text.size()) return;
            if (peek() == ')') {
                ++m_at;
                return;
            }
            const int line = m_line;
            if (at_separator()) { // "(" of a list expression that somebody forgot to quote, or a slip
                words.push_back({std::string(1, peek()), line});
                advance();
                continue;
            }
            for (std::string& part : read_word(false).parts)
                words.push_back({std::move(part), line});
            if (words.size() > detail::most_script_words) fail();
        }
    }

    void store(const std::string& name, ScriptVariable value, bool append_to) {
        ScriptVariable& known = m_script.variables[name];
        if (known.words.empty() && !known.is_array &&
            std::find(m_script.order.begin(), m_script.order.end(), name) == m_script.order.end())
            m_script.order.push_back(name);
        const bool conditional = m_control > 0 || m_behind_and;
        if (append_to && known.is_array) {
            known.words.insert(known.words.end(), value.words.begin(), value.words.end());
        } else if (append_to) {
            const std::string text = joined_words(known) + joined_words(value);
            count(text.size());
            known.words = {{text, value.words.empty() ? m_line : value.words.front().line}};
        } else {
            const bool was = known.conditional && conditional;
            const bool other = !known.words.empty() && joined_words(known) != joined_words(value);
            value.exported = known.exported;
            known = std::move(value);
            known.conditional = was || (conditional && other);
            return;
        }
        if (known.words.size() > detail::most_script_words) fail();
        known.conditional = known.conditional || conditional;
    }

    void skip_heredoc() {
        while (is_blank(peek()) || peek() == '-')
            ++m_at;
        Field field = peek() == '\n' ? Field() : read_word(true);
        const std::string end = field.parts.empty() ? std::string() : field.parts.front();
        if (end.empty()) return;
        m_heredocs.push_back(end);
    }

    /// At the end of a line: the bodies of here-documents begin.
    void skip_heredoc_bodies() {
        for (const std::string& end : m_heredocs) {
            while (m_at < m_text.size()) {
                std::size_t stop = m_text.find('\n', m_at);
                if (stop == std::string_view::npos) stop = m_text.size();
                std::string_view line = m_text.substr(m_at, stop - m_at);
                while (!line.empty() && line.front() == '\t')
                    line.remove_prefix(1);
                m_at = std::min(stop + 1, m_text.size());
                ++m_line;
                if (line == end) break;
            }
        }
        m_heredocs.clear();
    }

    /// At one of "<>": the redirection's target is no word of the command.
    void skip_redirection(ScriptCommand& command) {
        if (!command.words.empty() && m_at > 0 && std::isdigit(static_cast<unsigned char>(m_text[m_at - 1])) != 0 &&
            command.words.back().text.size() == 1)
            command.words.pop_back(); // the number of a stream: 2>&1
        const bool heredoc = peek() == '<' && peek(1) == '<' && peek(2) != '<';
        while (peek() == '<' || peek() == '>' || peek() == '&')
            ++m_at;
        if (heredoc) return skip_heredoc();
        while (is_blank(peek()))
            ++m_at;
        if (m_at < m_text.size() && !at_separator()) read_word(true);
    }

    /// Ends the command at a separator and tells how the next one depends on it.
    void read_separator() {
        m_behind_and = (peek() == '&' && peek(1) == '&') || (peek() == '|' && peek(1) == '|');
        if (m_behind_and) {
            m_at += 2;
            return;
        }
        const bool line_end = peek() == '\n';
        advance();
        if (line_end) {
            m_was_lost = m_lost_comment;
            m_lost_comment = false;
            m_continued = false;
            skip_heredoc_bodies();
        }
    }

    /// "([0]*3+[1]*11)" without quotes is no shell, but what people paste from other files.
    bool at_list_expression() const { return peek() == '(' && (peek(1) == '[' || (peek(1) == '(' && peek(2) == '[')); }

    /// Words that open or close control structures; the command goes on behind them.
    bool control_word(const std::string& word) {
        if (is_one_of(word, {"if", "for", "while", "until", "case", "select"})) {
            ++m_control;
            return true;
        }
        if (is_one_of(word, {"fi", "done", "esac"})) {
            m_control = std::max(0, m_control - 1);
            return true;
        }
        return is_one_of(word, {"then", "else", "elif", "do", "!", "{", "}", "time", "export", "declare", "local",
                                "readonly", "typeset", "env"});
    }

    void read_command() {
        ScriptCommand command;
        command.conditional = m_control > 0 || m_behind_and;
        command.after_lost_comment = m_was_lost;
        m_was_lost = false;
        bool at_start = true, exports = false;
        std::vector<std::string> assigned;
        while (m_at < m_text.size() && !m_failed) {
            skip_blanks();
            if (m_at >= m_text.size()) break;
            if (peek() == '<' || peek() == '>') {
                skip_redirection(command);
                continue;
            }
            const int line = m_line;
            if (at_list_expression() && !at_start) {
                ++m_at;
                std::string word = "(" + parenthesised() + ")";
                for (const std::string& part : read_word(true).parts)
                    word += part;
                command.words.push_back({std::move(word), line});
                continue;
            }
            if (at_separator()) {
                read_separator();
                break;
            }
            if (at_start) {
                if (std::optional<std::string> name = assigned_name()) {
                    assigned.push_back(*name);
                    read_assignment(std::move(*name));
                    continue;
                }
            }
            Field field = read_word(false);
            if (at_start && field.parts.size() == 1 && control_word(field.parts.front())) {
                command.conditional = command.conditional || m_control > 0;
                exports = exports || field.parts.front() == "export";
                continue;
            }
            if (at_start && field.parts.size() == 1 && field.parts.front() == "eval") continue;
            if (exports) { // "export NAME": a variable assigned elsewhere
                assigned.insert(assigned.end(), field.parts.begin(), field.parts.end());
                continue;
            }
            at_start = false;
            for (std::string& part : field.parts)
                command.words.push_back({std::move(part), line});
            count(0);
        }
        // Assignments before a command are for its environment, too.
        if (exports || !command.words.empty()) mark_exported(assigned);
        if (!command.words.empty()) m_script.commands.push_back(std::move(command));
    }

    void mark_exported(const std::vector<std::string>& names) {
        for (const std::string& name : names) {
            const auto known = m_script.variables.find(name);
            if (known != m_script.variables.end()) known->second.exported = true;
        }
    }

    Script& m_script;
    int m_control = 0; ///< depth of control structures
    bool m_behind_and = false, m_was_lost = false;
    std::vector<std::string> m_heredocs;
};

/// "#SBATCH --nodes=4" and "#SBATCH -N 4"; what Slurm makes of them for the script.
void read_directives(std::string_view text, Script& script) {
    static const std::map<std::string, std::string, std::less<>> long_names{
        {"-N", "nodes"}, {"-n", "ntasks"}, {"-G", "gpus"}};
    std::size_t at = 0;
    while (at < text.size()) {
        std::size_t end = text.find('\n', at);
        if (end == std::string_view::npos) end = text.size();
        std::string_view line = text.substr(at, end - at);
        at = end + 1;
        constexpr std::string_view mark = "#SBATCH";
        if (!line.starts_with(mark)) continue;
        line.remove_prefix(mark.size());
        while (!line.empty() && is_blank(line.front()))
            line.remove_prefix(1);
        const std::size_t stop = line.find_first_of("= \t");
        std::string name(line.substr(0, stop));
        std::string_view value = stop == std::string_view::npos ? std::string_view() : line.substr(stop + 1);
        while (!value.empty() && is_blank(value.front()))
            value.remove_prefix(1);
        value = value.substr(0, value.find_first_of(" \t#"));
        if (const auto found = long_names.find(name); found != long_names.end()) name = "--" + found->second;
        if (name.starts_with("--")) script.directives[name.substr(2)] = std::string(value);
    }
}

void set_variable(Script& script, const std::string& name, const std::string& value) {
    if (!value.empty()) script.variables[name].words = {{value, 0}};
}

/// The variables that Slurm sets from the directives.
void set_slurm_variables(Script& script) {
    const auto value = [&](const char* name) {
        const auto found = script.directives.find(name);
        return found == script.directives.end() ? std::string() : found->second;
    };
    const std::string nodes = value("nodes");
    set_variable(script, "SLURM_NNODES", nodes);
    set_variable(script, "SLURM_JOB_NUM_NODES", nodes);
    set_variable(script, "SLURM_NTASKS", value("ntasks"));
    set_variable(script, "SLURM_NTASKS_PER_NODE", value("ntasks-per-node"));
    set_variable(script, "SLURM_GPUS_PER_NODE", value("gpus-per-node"));
    set_variable(script, "SLURM_GPUS_ON_NODE", value("gpus-per-node"));
}

} // namespace

std::string readable(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == unresolved_begin)
            result += "${";
        else if (c == unresolved_end)
            result += '}';
        else if (c != unresolved_quoted)
            result += c;
    }
    return result;
}

std::vector<std::string> unresolved_names(std::string_view text) {
    std::vector<std::string> names;
    std::size_t at = 0;
    while ((at = text.find(unresolved_begin, at)) != std::string_view::npos) {
        const std::size_t end = text.find(unresolved_end, at);
        if (end == std::string_view::npos) break;
        const std::size_t begin = at + (text[at + 1] == unresolved_quoted ? 2 : 1);
        names.emplace_back(text.substr(begin, end - begin));
        at = end;
    }
    return names;
}

bool has_default(std::string_view name) {
    std::size_t end = 0;
    while (end < name.size() && detail::is_name(name[end]))
        ++end;
    if (end == 0 || !detail::is_name_start(name.front())) return false;
    name.remove_prefix(end);
    return name.starts_with(":-") || name.starts_with(":=") || name.starts_with("-") || name.starts_with("=");
}

Result<Script> read_script(const std::string& text, const std::string& file, Reading reading) {
    Script script;
    read_directives(text, script);
    set_slurm_variables(script);
    ScriptReader reader(text, script, reading);
    reader.run();
    Diagnostic diagnostic;
    if (reader.failed()) {
        diagnostic = fault(ErrorCode::unsupported, {}, "a launch script", "a script whose words grow beyond bounds");
        diagnostic.line = reader.line();
    } else if (reader.unclosed_line() > 0) {
        diagnostic = fault(ErrorCode::inconsistent, "quote", "one that closes it", "the end of the text");
        diagnostic.line = reader.unclosed_line();
    } else {
        return script;
    }
    diagnostic.file = file;
    return diagnostic;
}

std::string substitute(const std::string& text, const std::map<std::string, std::string>& variables) {
    Script script;
    for (const auto& [name, value] : variables)
        script.variables[name].words = {{value, 0}};
    return detail::WordReader(text, script).quoted_text();
}

} // namespace nest::io
