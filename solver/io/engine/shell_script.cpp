// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/shell_script.h"

#include "io/engine/shell_arithmetic.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>

namespace nest::io {

namespace {

constexpr std::size_t longest_value = 1 << 20, most_words = 200'000, most_characters = 1 << 24;
constexpr int deepest_nesting = 24;

bool is_name_start(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool is_name(char c) {
    return is_name_start(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

std::string unresolved(std::string_view name) {
    return std::string(1, unresolved_begin) + std::string(name.substr(0, 60)) + std::string(1, unresolved_end);
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// One pass over a script: words are expanded as they are read, since what was assigned before them is known by then.
class ScriptReader {
public:
    ScriptReader(std::string_view text, Script& script) : m_text(text), m_script(script) {}

    bool failed() const { return m_failed; }
    int line() const { return m_line; }

    void run() {
        while (m_at < m_text.size() && !m_failed)
            read_command();
    }

    /// The whole text as the inside of double quotes.
    std::string quoted_text() {
        std::vector<std::string> fields{""};
        while (m_at < m_text.size() && !m_failed) {
            if (m_text[m_at] == '$')
                expand(fields, true);
            else
                fields.back() += m_text[m_at++];
        }
        return fields.back();
    }

private:
    struct Field {
        std::vector<std::string> parts{""};
        bool any = false; ///< quotes or text were seen: also an empty word counts
    };

    char peek(std::size_t ahead = 0) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0'; }

    void advance() {
        if (m_text[m_at] == '\n') ++m_line;
        ++m_at;
    }

    /// Backslash, blanks that nobody sees, end of line: people mean a continued line.
    bool at_continuation() const {
        if (peek() != '\\') return false;
        std::size_t end = m_at + 1;
        while (end < m_text.size() && is_blank(m_text[end]))
            ++end;
        return end < m_text.size() && m_text[end] == '\n';
    }

    void skip_continuation() {
        while (m_text[m_at] != '\n')
            ++m_at;
        advance();
        m_continued = true;
    }

    /// Blanks, continued lines and comments before a word.
    void skip_blanks() {
        while (m_at < m_text.size()) {
            if (is_blank(peek())) {
                ++m_at;
            } else if (at_continuation()) {
                skip_continuation();
            } else if (peek() == '#') {
                if (m_continued) m_lost_comment = true;
                while (m_at < m_text.size() && peek() != '\n')
                    ++m_at;
            } else {
                return;
            }
        }
    }

    bool at_separator() const {
        return std::string_view("\n;&|()<>").find(peek()) != std::string_view::npos && m_at < m_text.size();
    }

    void fail() { m_failed = true; }

    void count(std::size_t characters) {
        m_characters += characters;
        if (characters > longest_value || m_characters > most_characters || ++m_words > most_words) fail();
    }

    // Expansion

    const ScriptVariable* variable(const std::string& name) const {
        const auto found = m_script.variables.find(name);
        return found == m_script.variables.end() ? nullptr : &found->second;
    }

    std::string scalar(const ScriptVariable& value) const {
        std::string text;
        for (const ScriptWord& word : value.words)
            text += (text.empty() ? "" : " ") + word.text;
        return text;
    }

    /// Appends a value: split at blanks outside quotes, the parts of an array apart from one another.
    void append(std::vector<std::string>& parts, const std::string& text, bool quoted) {
        count(text.size());
        if (parts.back().size() + text.size() > longest_value) fail();
        if (m_failed) return;
        if (quoted) {
            parts.back() += text;
            return;
        }
        bool inside = false; // the name of something unresolved is one piece
        for (const char c : text) {
            if (c == unresolved_begin) inside = true;
            if (c == unresolved_end) inside = false;
            if (!inside && (is_blank(c) || c == '\n')) {
                if (!parts.back().empty()) parts.emplace_back();
            } else {
                parts.back() += c;
            }
            if (parts.size() > most_words) return fail();
        }
    }

    void append_array(std::vector<std::string>& parts, const ScriptVariable& value, bool quoted) {
        for (std::size_t i = 0; i < value.words.size() && !m_failed; ++i) {
            if (i > 0 && !(parts.back().empty() && !quoted)) parts.emplace_back();
            append(parts, value.words[i].text, quoted);
        }
    }

    /// "${NAME...}" behind the brace.
    void expand_braces(std::vector<std::string>& parts, bool quoted) {
        std::string body;
        int depth = 1;
        while (m_at < m_text.size()) {
            if (peek() == '{') ++depth;
            if (peek() == '}' && --depth == 0) break;
            body += peek();
            advance();
        }
        if (m_at < m_text.size()) ++m_at;
        std::size_t end = 0;
        while (end < body.size() && is_name(body[end]))
            ++end;
        const std::string name = body.substr(0, end);
        std::string rest = body.substr(end);
        const bool whole_array = rest == "[@]" || rest == "[*]";
        const ScriptVariable* value = name.empty() ? nullptr : variable(name);
        if (value && (rest.empty() || whole_array)) {
            if (whole_array && value->is_array) return append_array(parts, *value, quoted);
            return append(parts, value->is_array && !value->words.empty() ? value->words.front().text : scalar(*value),
                          quoted);
        }
        if (value && rest.starts_with('[') && rest.ends_with(']')) {
            const std::string inside = rest.substr(1, rest.size() - 2);
            const bool number =
                !inside.empty() && inside.size() < 6 && inside.find_first_not_of("0123456789") == std::string::npos;
            const auto index = number ? static_cast<std::size_t>(std::stoi(inside)) : value->words.size();
            if (index < value->words.size()) return append(parts, value->words[index].text, quoted);
        }
        const bool with_default =
            rest.starts_with(":-") || rest.starts_with(":=") || rest.starts_with("-") || rest.starts_with("=");
        if (with_default && !name.empty()) {
            if (value && !scalar(*value).empty()) return append(parts, scalar(*value), quoted);
            rest.erase(0, rest[0] == ':' ? 2 : 1);
            return append(parts, nested(rest), quoted);
        }
        append(parts, unresolved(name.empty() || !rest.empty() ? body : name), true);
    }

    /// A text with its own expansions, as inside double quotes.
    std::string nested(const std::string& text) {
        if (m_depth >= deepest_nesting) {
            fail();
            return {};
        }
        ScriptReader inner(text, m_script);
        inner.m_depth = m_depth + 1;
        inner.m_characters = m_characters;
        std::string result = inner.quoted_text();
        m_characters = inner.m_characters;
        if (inner.m_failed) fail();
        if (result.size() >= 2 && (result.front() == '"' || result.front() == '\'') && result.back() == result.front())
            result = result.substr(1, result.size() - 2);
        return result;
    }

    /// The inside of parentheses up to the one that closes them, which is skipped.
    std::string parenthesised() {
        std::string body;
        int depth = 1;
        while (m_at < m_text.size()) {
            if (peek() == '(') ++depth;
            if (peek() == ')' && --depth == 0) break;
            body += peek();
            advance();
        }
        if (m_at < m_text.size()) ++m_at;
        return body;
    }

    /// At a "$".
    void expand(std::vector<std::string>& parts, bool quoted) {
        ++m_at;
        if (peek() == '{') {
            ++m_at;
            return expand_braces(parts, quoted);
        }
        if (peek() == '(') {
            ++m_at;
            std::string body = parenthesised();
            if (body.starts_with('(') && body.ends_with(')')) {
                body = body.substr(1, body.size() - 2);
                const std::optional<std::int64_t> number = arithmetic(body);
                return append(parts, number ? std::to_string(*number) : unresolved("((" + body + "))"), true);
            }
            return append(parts, unresolved("$(" + body + ")"), true);
        }
        if (is_name_start(peek())) {
            std::string name;
            while (is_name(peek()))
                name += m_text[m_at++];
            const ScriptVariable* value = variable(name);
            if (!value) return append(parts, unresolved(name), true);
            return append(parts, value->is_array && !value->words.empty() ? value->words.front().text : scalar(*value),
                          quoted);
        }
        if (m_at < m_text.size() && std::string_view("0123456789@*#?$!-").find(peek()) != std::string_view::npos) {
            const std::string name(1, m_text[m_at++]);
            return append(parts, unresolved(name), true);
        }
        parts.back() += '$';
    }

    std::optional<std::int64_t> arithmetic(const std::string& body) {
        const std::string text = nested(body);
        return evaluate_arithmetic(text, [this](const std::string& name) -> std::string {
            const ScriptVariable* value = variable(name);
            return value ? scalar(*value) : std::string();
        });
    }

    void read_single_quotes(std::vector<std::string>& parts) {
        ++m_at;
        while (m_at < m_text.size() && peek() != '\'') {
            parts.back() += peek();
            advance();
        }
        if (m_at < m_text.size()) ++m_at;
    }

    void read_double_quotes(std::vector<std::string>& parts) {
        ++m_at;
        while (m_at < m_text.size() && peek() != '"' && !m_failed) {
            if (at_continuation()) {
                skip_continuation();
                parts.back() += ' ';
            } else if (peek() == '\\' && m_at + 1 < m_text.size() &&
                       std::string_view("\"\\$`").find(peek(1)) != std::string_view::npos) {
                parts.back() += peek(1);
                m_at += 2;
            } else if (peek() == '$') {
                expand(parts, true);
            } else if (peek() == '`') {
                read_backticks(parts);
            } else {
                parts.back() += peek();
                advance();
            }
            if (parts.back().size() > longest_value) fail();
        }
        if (m_at < m_text.size()) ++m_at;
    }

    void read_backticks(std::vector<std::string>& parts) {
        std::string body;
        ++m_at;
        while (m_at < m_text.size() && peek() != '`') {
            body += peek();
            advance();
        }
        if (m_at < m_text.size()) ++m_at;
        append(parts, unresolved("`" + body + "`"), true);
    }

    /// Reads one word at a non-blank that is no separator. `assignment`: blanks in values don't split.
    Field read_word(bool assignment) {
        Field field;
        while (m_at < m_text.size() && !m_failed) {
            const char c = peek();
            if (at_continuation()) {
                skip_continuation();
                break; // a word never goes on in the next line in practice
            }
            if (is_blank(c) || at_separator()) break;
            if (c == '\'') {
                read_single_quotes(field.parts);
                field.any = true;
            } else if (c == '"') {
                read_double_quotes(field.parts);
                field.any = true;
            } else if (c == '\\' && m_at + 1 < m_text.size()) {
                field.parts.back() += peek(1);
                m_at += 2;
            } else if (c == '`') {
                read_backticks(field.parts);
            } else if (c == '$') {
                expand(field.parts, assignment);
            } else {
                field.parts.back() += c;
                ++m_at;
            }
        }
        if (!field.any) std::erase_if(field.parts, [](const std::string& part) { return part.empty(); });
        return field;
    }

    // Commands

    /// "NAME", "NAME+" or nothing, when an assignment starts here; the position moves behind the "=".
    std::optional<std::string> assigned_name() {
        std::size_t end = m_at;
        if (end >= m_text.size() || !is_name_start(m_text[end])) return std::nullopt;
        while (end < m_text.size() && is_name(m_text[end]))
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
            if (words.size() > most_words) fail();
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
            const std::string text = scalar(known) + scalar(value);
            count(text.size());
            known.words = {{text, value.words.empty() ? m_line : value.words.front().line}};
        } else {
            const bool was = known.conditional && conditional;
            const bool other = !known.words.empty() && scalar(known) != scalar(value);
            known = std::move(value);
            known.conditional = was || (conditional && other);
            return;
        }
        if (known.words.size() > most_words) fail();
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
        bool at_start = true;
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
                    read_assignment(std::move(*name));
                    continue;
                }
            }
            Field field = read_word(false);
            if (at_start && field.parts.size() == 1 && control_word(field.parts.front())) {
                command.conditional = command.conditional || m_control > 0;
                continue;
            }
            if (at_start && field.parts.size() == 1 && field.parts.front() == "eval") continue;
            at_start = false;
            for (std::string& part : field.parts)
                command.words.push_back({std::move(part), line});
            count(0);
        }
        if (!command.words.empty()) m_script.commands.push_back(std::move(command));
    }

    std::string_view m_text;
    Script& m_script;
    std::size_t m_at = 0, m_words = 0, m_characters = 0;
    int m_line = 1, m_control = 0, m_depth = 0;
    bool m_failed = false, m_behind_and = false;
    bool m_continued = false, m_lost_comment = false, m_was_lost = false;
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
        else
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
        names.emplace_back(text.substr(at + 1, end - at - 1));
        at = end;
    }
    return names;
}

Result<Script> read_script(const std::string& text, const std::string& file) {
    Script script;
    read_directives(text, script);
    set_slurm_variables(script);
    ScriptReader reader(text, script);
    reader.run();
    if (!reader.failed()) return script;
    Diagnostic diagnostic =
        fault(ErrorCode::unsupported, {}, "a launch script", "a script whose words grow beyond bounds");
    diagnostic.file = file;
    diagnostic.line = reader.line();
    return diagnostic;
}

std::string substitute(const std::string& text, const std::map<std::string, std::string>& variables) {
    Script script;
    for (const auto& [name, value] : variables)
        script.variables[name].words = {{value, 0}};
    ScriptReader reader(text, script);
    return reader.quoted_text();
}

} // namespace nest::io
