// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/shell_words.h"

#include "io/engine/shell_arithmetic.h"

#include <algorithm>
#include <cctype>

namespace nest::io::detail {

namespace {

constexpr std::size_t longest_value = 1 << 20, most_characters = 1 << 24;
constexpr int deepest_nesting = 24;

} // namespace

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

namespace {

std::string marked_default(const std::string& text) {
    return std::string(1, unresolved_begin) + text + std::string(1, unresolved_end);
}

/// Unresolved names with the mark of quotes, or without.
std::string marked(const std::string& text, bool quoted) {
    std::string result;
    for (const char c : text) {
        if (c == unresolved_quoted) continue;
        result += c;
        if (quoted && c == unresolved_begin) result += unresolved_quoted;
    }
    return result;
}

/// Whether a default can stand behind ":-" as it is, with or without quotes around it.
bool is_plain_default(const std::string& text) {
    constexpr std::size_t longest = 1000;
    if (text.size() > longest || text.starts_with('-')) return false; // flags are words of their own
    for (const std::string& name : unresolved_names(text)) {
        if (!std::all_of(name.begin(), name.end(), is_name) && !has_default(name)) return false;
    }
    bool inside = false;
    return std::all_of(text.begin(), text.end(), [&inside](char c) {
        if (c == unresolved_begin) inside = true;
        if (c == unresolved_end) inside = false;
        return inside || c == unresolved_end || std::isalnum(static_cast<unsigned char>(c)) != 0 ||
               std::string_view("_@%+=:,./- ").find(c) != std::string_view::npos;
    });
}

std::string utf8(std::uint32_t code) {
    std::string text;
    const auto tail = [&](int shift) { text += static_cast<char>(0x80U | ((code >> shift) & 0x3fU)); };
    if (code < 0x80) return {static_cast<char>(code)};
    if (code < 0x800) {
        text += static_cast<char>(0xc0U | (code >> 6));
    } else if (code < 0x10000) {
        text += static_cast<char>(0xe0U | (code >> 12));
        tail(6);
    } else if (code < 0x110000) {
        text += static_cast<char>(0xf0U | (code >> 18));
        tail(12);
        tail(6);
    } else {
        return {};
    }
    tail(0);
    return text;
}

} // namespace

std::string joined_words(const ScriptVariable& variable) {
    std::string text;
    for (const ScriptWord& word : variable.words)
        text += (text.empty() ? "" : " ") + word.text;
    return text;
}

std::string WordReader::quoted_text() {
    std::vector<std::string> fields{""};
    while (m_at < m_text.size() && !m_failed) {
        if (m_text[m_at] == '$')
            expand(fields, true);
        else
            fields.back() += m_text[m_at++];
    }
    return fields.back();
}

void WordReader::advance() {
    if (m_text[m_at] == '\n') ++m_line;
    ++m_at;
}

bool WordReader::at_continuation() const {
    if (peek() != '\\') return false;
    std::size_t end = m_at + 1;
    while (end < m_text.size() && is_blank(m_text[end]))
        ++end;
    return end < m_text.size() && m_text[end] == '\n';
}

void WordReader::skip_continuation() {
    while (m_text[m_at] != '\n')
        ++m_at;
    advance();
    m_continued = true;
}

void WordReader::skip_blanks() {
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

bool WordReader::at_separator() const {
    return std::string_view("\n;&|()<>").find(peek()) != std::string_view::npos && m_at < m_text.size();
}

void WordReader::count(std::size_t characters) {
    m_characters += characters;
    if (characters > longest_value || m_characters > most_characters || ++m_words > most_script_words) fail();
}

const ScriptVariable* WordReader::variable(const std::string& name) const {
    const auto found = m_variables.variables.find(name);
    return found == m_variables.variables.end() ? nullptr : &found->second;
}

void WordReader::append(std::vector<std::string>& parts, const std::string& text, bool quoted) {
    append_as_quoted(parts, m_reading == Reading::words ? marked(text, quoted) : text, quoted);
}

void WordReader::append_as_quoted(std::vector<std::string>& parts, const std::string& text, bool quoted) {
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
        if (parts.size() > most_script_words) return fail();
    }
}

void WordReader::append_array(std::vector<std::string>& parts, const ScriptVariable& value, bool quoted) {
    for (std::size_t i = 0; i < value.words.size() && !m_failed; ++i) {
        if (i > 0 && !(parts.back().empty() && !quoted)) parts.emplace_back();
        if (quoted) // each word is as it was quoted inside the array
            append_as_quoted(parts, value.words[i].text, quoted);
        else
            append(parts, value.words[i].text, quoted);
    }
}

void WordReader::expand_braces(std::vector<std::string>& parts, bool quoted) {
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
        return append(
            parts, value->is_array && !value->words.empty() ? value->words.front().text : joined_words(*value), quoted);
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
        if (value && !joined_words(*value).empty()) return append(parts, joined_words(*value), quoted);
        const std::string operation = rest.substr(0, rest[0] == ':' ? 2 : 1);
        const std::string standard = nested(rest.substr(operation.size()));
        const bool keeps = m_reading == Reading::words && is_plain_default(standard);
        return append(parts, keeps ? marked_default(name + operation + readable(standard)) : standard, quoted);
    }
    if ((rest.starts_with(":?") || rest.starts_with("?")) && !name.empty()) { // what bash says when it is not set
        if (value && !joined_words(*value).empty()) return append(parts, joined_words(*value), quoted);
        return append(parts, unresolved(name), quoted);
    }
    append(parts, unresolved(name.empty() || !rest.empty() ? body : name), quoted);
}

std::string WordReader::nested(const std::string& text) {
    if (m_depth >= deepest_nesting) {
        fail();
        return {};
    }
    WordReader inner(text, m_variables, m_reading);
    inner.m_depth = m_depth + 1;
    inner.m_characters = m_characters;
    std::string result = inner.quoted_text();
    m_characters = inner.m_characters;
    if (inner.m_failed) fail();
    if (result.size() >= 2 && (result.front() == '"' || result.front() == '\'') && result.back() == result.front())
        result = result.substr(1, result.size() - 2);
    return result;
}

std::string WordReader::parenthesised() {
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

void WordReader::expand(std::vector<std::string>& parts, bool quoted) {
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
            return append(parts, number ? std::to_string(*number) : unresolved("((" + body + "))"), quoted);
        }
        return append(parts, unresolved("$(" + body + ")"), quoted);
    }
    if (is_name_start(peek())) {
        std::string name;
        while (is_name(peek()))
            name += m_text[m_at++];
        const ScriptVariable* value = variable(name);
        if (!value) return append(parts, unresolved(name), quoted);
        return append(
            parts, value->is_array && !value->words.empty() ? value->words.front().text : joined_words(*value), quoted);
    }
    if (m_at < m_text.size() && std::string_view("0123456789@*#?$!-").find(peek()) != std::string_view::npos) {
        const std::string name(1, m_text[m_at++]);
        return append(parts, unresolved(name), quoted);
    }
    parts.back() += '$';
}

std::optional<std::int64_t> WordReader::arithmetic(const std::string& body) {
    const std::string text = nested(body);
    return evaluate_arithmetic(text, [this](const std::string& name) -> std::string {
        const ScriptVariable* value = variable(name);
        return value ? joined_words(*value) : std::string();
    });
}

void WordReader::close_quotes(std::size_t begin, int line) {
    if (m_at < m_text.size()) {
        ++m_at;
        return;
    }
    // An apostrophe in a text that somebody pasted along does no harm; flags inside would be lost.
    const std::string_view inside = m_text.substr(begin);
    const bool flags = inside.find(" --") != std::string_view::npos || inside.find("\n--") != std::string_view::npos;
    if (flags && !m_failed && m_unclosed_line == 0) m_unclosed_line = line;
}

void WordReader::read_single_quotes(std::vector<std::string>& parts) {
    const std::size_t begin = ++m_at;
    const int line = m_line;
    while (m_at < m_text.size() && peek() != '\'') {
        parts.back() += peek();
        advance();
    }
    close_quotes(begin, line);
}

void WordReader::read_double_quotes(std::vector<std::string>& parts) {
    const std::size_t begin = ++m_at;
    const int line = m_line;
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
            read_backticks(parts, true);
        } else {
            parts.back() += peek();
            advance();
        }
        if (parts.back().size() > longest_value) fail();
    }
    close_quotes(begin, line);
}

std::string WordReader::ansi_escape() {
    const auto number = [this](int base, std::size_t most) {
        std::uint32_t value = 0;
        for (std::size_t digits = 0; digits < most; ++digits) {
            const char c = static_cast<char>(std::tolower(static_cast<unsigned char>(peek())));
            const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : base;
            if (digit >= base) break;
            value = value * static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(digit);
            ++m_at;
        }
        return value;
    };
    constexpr std::string_view letters = "abeEfnrtv", meanings = "\a\b\x1b\x1b\f\n\r\t\v";
    const char c = peek();
    if (c >= '0' && c <= '7') return {static_cast<char>(number(8, 3) & 0xffU)};
    advance();
    if (const std::size_t at = letters.find(c); at != std::string_view::npos) return {meanings[at]};
    if (std::string_view("\\'\"?").find(c) != std::string_view::npos) return {c};
    const bool digits = std::isxdigit(static_cast<unsigned char>(peek())) != 0;
    if (c == 'x' && digits) return {static_cast<char>(number(16, 2))};
    if (c == 'u' && digits) return utf8(number(16, 4));
    if (c == 'U' && digits) return utf8(number(16, 8));
    if (c == 'c' && m_at < m_text.size()) {
        const char control = static_cast<char>(static_cast<unsigned char>(peek()) & 0x1fU);
        advance();
        return {control};
    }
    return {'\\', c};
}

void WordReader::read_ansi_quotes(std::vector<std::string>& parts) {
    m_at += 2;
    const std::size_t begin = m_at;
    const int line = m_line;
    std::string text;
    while (m_at < m_text.size() && peek() != '\'') {
        if (peek() == '\\' && m_at + 1 < m_text.size()) {
            ++m_at;
            text += ansi_escape();
        } else {
            text += peek();
            advance();
        }
    }
    close_quotes(begin, line);
    text.resize(std::min(text.size(), text.find('\0'))); // as in bash, whose words end there
    std::erase_if(text, [](char c) { return c == unresolved_begin || c == unresolved_end || c == unresolved_quoted; });
    parts.back() += text;
}

void WordReader::read_backticks(std::vector<std::string>& parts, bool quoted) {
    std::string body;
    ++m_at;
    while (m_at < m_text.size() && peek() != '`') {
        body += peek();
        advance();
    }
    if (m_at < m_text.size()) ++m_at;
    append(parts, unresolved("`" + body + "`"), quoted);
}

WordReader::Field WordReader::read_word(bool assignment) {
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
            read_backticks(field.parts, assignment);
        } else if (c == '$' && peek(1) == '\'') {
            read_ansi_quotes(field.parts);
            field.any = true;
        } else if (c == '$' && peek(1) == '"') {
            ++m_at; // a text to translate is a text
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

} // namespace nest::io::detail
