// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/argument_map.h"

#include <optional>
#include <string_view>

namespace nest::io {

namespace {

constexpr std::size_t deepest = 64;
constexpr std::size_t most_warnings = 20;

/// A line without its comment and trailing blanks.
struct Line {
    std::size_t indent = 0;
    std::string text;
    int number = 0;
};

/// Where a comment starts: at a "#" behind a blank, outside quotes.
std::size_t comment_start(std::string_view text) {
    char quote = '\0';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != '\0') {
            if (quote == '"' && c == '\\')
                ++i;
            else if (c == quote)
                quote = '\0';
        } else if ((c == '"' || c == '\'') && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '[')) {
            quote = c;
        } else if (c == '#' && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t')) {
            return i;
        }
    }
    return text.size();
}

std::vector<Line> lines_of(std::string_view text) {
    std::vector<Line> lines;
    std::size_t at = 0;
    for (int number = 1; at < text.size(); ++number) {
        std::size_t end = text.find('\n', at);
        if (end == std::string_view::npos) end = text.size();
        std::string_view line = text.substr(at, end - at);
        at = end + 1;
        Line result;
        result.number = number;
        while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) {
            line.remove_prefix(1);
            ++result.indent;
        }
        line = line.substr(0, comment_start(line));
        while (!line.empty() && (line.back() == ' ' || line.back() == '\t'))
            line.remove_suffix(1);
        result.text = line;
        if (!line.empty() && line != "---" && line != "...") lines.push_back(std::move(result));
    }
    return lines;
}

std::string unquoted(std::string_view text) {
    if (text.size() < 2 || (text.front() != '"' && text.front() != '\'') || text.back() != text.front())
        return std::string(text);
    const char quote = text.front();
    text = text.substr(1, text.size() - 2);
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (quote == '"' && text[i] == '\\' && i + 1 < text.size()) {
            ++i;
            result += text[i] == 'n' ? '\n' : text[i] == 't' ? '\t' : text[i];
        } else {
            if (quote == '\'' && text[i] == '\'') ++i; // written twice
            if (i < text.size()) result += text[i];
        }
    }
    return result;
}

bool is_null(std::string_view text) {
    return text.empty() || text == "null" || text == "~" || text == "Null" || text == "NULL";
}

/// The colon that ends the key of "key: value"; npos when the line is no such pair.
std::size_t key_end(std::string_view text) {
    std::size_t at = 0;
    if (!text.empty() && (text.front() == '"' || text.front() == '\'')) {
        at = text.find(text.front(), 1);
        if (at == std::string_view::npos) return at;
    }
    for (at = text.find(':', at); at != std::string_view::npos; at = text.find(':', at + 1)) {
        if (at + 1 == text.size() || text[at + 1] == ' ' || text[at + 1] == '\t') return at;
    }
    return at;
}

class MapReader {
public:
    MapReader(std::string_view text, std::string file) : m_lines(lines_of(text)), m_file(std::move(file)) {}

    std::vector<MapEntry> entries;
    std::vector<Diagnostic> warnings;
    std::optional<Diagnostic> fault;

    void run() {
        while (m_at < m_lines.size() && !fault)
            read_line();
    }

private:
    struct Open {
        std::size_t indent;
        std::string path;
    };

    Diagnostic unsupported(int line, std::string found) const {
        Diagnostic diagnostic = nest::fault(ErrorCode::unsupported, {}, {}, std::move(found));
        diagnostic.file = m_file;
        diagnostic.line = line;
        return diagnostic;
    }
    void warn(int line, std::string found) {
        if (warnings.size() >= most_warnings) return;
        warnings.push_back(unsupported(line, std::move(found)));
        warnings.back().severity = Severity::warning;
    }

    void read_line() {
        const Line& line = m_lines[m_at];
        while (!m_open.empty() && m_open.back().indent >= line.indent)
            m_open.pop_back();
        std::string_view text = line.text;
        std::size_t indent = line.indent;
        while (text.starts_with("- ")) { // a map inside a list: its keys are read as if it stood alone
            text.remove_prefix(2);
            indent += 2;
            while (!text.empty() && text.front() == ' ') {
                text.remove_prefix(1);
                ++indent;
            }
        }
        const std::size_t colon = key_end(text);
        if (colon == std::string_view::npos) {
            if (text != "-" && !line.text.starts_with('-'))
                warn(line.number, "a line without a key: " + line.text.substr(0, 40));
            ++m_at;
            return;
        }
        MapEntry entry;
        entry.key = unquoted(text.substr(0, colon));
        entry.line = line.number;
        entry.path = m_open.empty() ? entry.key : m_open.back().path + "." + entry.key;
        std::string_view value = text.substr(colon + 1);
        while (!value.empty() && (value.front() == ' ' || value.front() == '\t'))
            value.remove_prefix(1);
        ++m_at;
        read_value(std::move(entry), value, indent);
    }

    void read_value(MapEntry entry, std::string_view value, std::size_t indent) {
        if (value.starts_with('|') || value.starts_with('>')) return read_block(std::move(entry), indent);
        if (value.starts_with('&') || value.starts_with('!') || value.starts_with('{')) {
            if (value != "{}")
                warn(entry.line, "the value of " + entry.key + " is left out: " + std::string(value.substr(0, 40)));
            return;
        }
        if (!value.empty()) {
            if (!is_null(value)) entry.values.push_back(unquoted(value));
            entries.push_back(std::move(entry));
            return;
        }
        if (m_at >= m_lines.size()) return;
        const Line& next = m_lines[m_at];
        const bool item = next.text.starts_with("- ") || next.text == "-";
        if (item ? next.indent < indent : next.indent <= indent) return; // nothing below: null
        if (item && key_end(std::string_view(next.text).substr(1)) == std::string_view::npos)
            return read_list(std::move(entry), next.indent);
        if (!item && key_end(next.text) == std::string_view::npos) { // the value on a line of its own
            if (!is_null(next.text)) entry.values.push_back(unquoted(next.text));
            ++m_at;
            entries.push_back(std::move(entry));
            return;
        }
        if (m_open.size() >= deepest) {
            fault = unsupported(entry.line, "maps nested deeper than " + std::to_string(deepest));
            return;
        }
        m_open.push_back({indent, std::move(entry.path)});
    }

    void read_list(MapEntry entry, std::size_t indent) {
        for (; m_at < m_lines.size() && m_lines[m_at].indent == indent && m_lines[m_at].text.starts_with('-'); ++m_at) {
            std::string_view value = std::string_view(m_lines[m_at].text).substr(1);
            while (!value.empty() && value.front() == ' ')
                value.remove_prefix(1);
            if (!is_null(value)) entry.values.push_back(unquoted(value));
        }
        entries.push_back(std::move(entry));
    }

    void read_block(MapEntry entry, std::size_t indent) {
        std::string text;
        for (; m_at < m_lines.size() && m_lines[m_at].indent > indent; ++m_at)
            text += (text.empty() ? "" : "\n") + m_lines[m_at].text;
        entry.values.push_back(std::move(text));
        entries.push_back(std::move(entry));
    }

    std::vector<Line> m_lines;
    std::string m_file;
    std::size_t m_at = 0;
    std::vector<Open> m_open;
};

} // namespace

Result<std::vector<MapEntry>> read_argument_map(const std::string& text, const std::string& file) {
    MapReader reader(text, file);
    reader.run();
    if (reader.fault) return *std::move(reader.fault);
    Result<std::vector<MapEntry>> result(std::move(reader.entries));
    result.add(reader.warnings);
    return result;
}

} // namespace nest::io
