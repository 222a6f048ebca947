// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/engine/shell_script.h"

#include <cstdint>
#include <optional>

/// Words of a shell text with their quotes and expansions, one after the other. What was assigned before a word is
/// looked up in the script that is being read.
namespace nest::io::detail {

constexpr std::size_t most_script_words = 200'000;

bool is_blank(char c);
bool is_name_start(char c);
bool is_name(char c);
/// A name between the marks of shell_script.h.
std::string unresolved(std::string_view name);
/// The words of an array, or the text, with a blank between them.
std::string joined_words(const ScriptVariable& variable);

class WordReader {
public:
    WordReader(std::string_view text, const Script& script, Reading reading = Reading::values)
        : m_text(text), m_variables(script), m_reading(reading) {}

    bool failed() const { return m_failed; }
    int line() const { return m_line; }
    /// The line of a quote that nothing closes and that swallows flags; 0 for none.
    int unclosed_line() const { return m_unclosed_line; }
    /// The whole text as the inside of double quotes.
    std::string quoted_text();

protected:
    struct Field {
        std::vector<std::string> parts{""};
        bool any = false; ///< quotes or text were seen: also an empty word counts
    };

    char peek(std::size_t ahead = 0) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0'; }
    void advance();
    /// Backslash, blanks that nobody sees, end of line: people mean a continued line.
    bool at_continuation() const;
    void skip_continuation();
    /// Blanks, continued lines and comments before a word.
    void skip_blanks();
    bool at_separator() const;
    void fail() { m_failed = true; }
    void count(std::size_t characters);
    const ScriptVariable* variable(const std::string& name) const;
    /// Appends a value: split at blanks outside quotes, the parts of an array apart from one another.
    void append(std::vector<std::string>& parts, const std::string& text, bool quoted);
    /// The same with unresolved names marked as the quotes around the value say, in Reading::words.
    void append_as_quoted(std::vector<std::string>& parts, const std::string& text, bool quoted);
    void append_array(std::vector<std::string>& parts, const ScriptVariable& value, bool quoted);
    /// "${NAME...}" behind the brace.
    void expand_braces(std::vector<std::string>& parts, bool quoted);
    /// A text with its own expansions, as inside double quotes.
    std::string nested(const std::string& text);
    /// The inside of parentheses up to the one that closes them, which is skipped.
    std::string parenthesised();
    /// At a "$".
    void expand(std::vector<std::string>& parts, bool quoted);
    std::optional<std::int64_t> arithmetic(const std::string& body);
    /// Behind the inside of quotes that began at `begin`, on `line`: skips the closing one.
    void close_quotes(std::size_t begin, int line);
    void read_single_quotes(std::vector<std::string>& parts);
    void read_double_quotes(std::vector<std::string>& parts);
    /// "$'a\nb'": ANSI-C quoting, whose escapes bash resolves.
    void read_ansi_quotes(std::vector<std::string>& parts);
    /// Behind the backslash of such an escape.
    std::string ansi_escape();
    void read_backticks(std::vector<std::string>& parts, bool quoted);
    /// Reads one word at a non-blank that is no separator. `assignment`: blanks in values don't split.
    Field read_word(bool assignment);

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_line = 1;
    int m_unclosed_line = 0;
    bool m_failed = false;
    bool m_continued = false;    ///< the command goes on from the line before
    bool m_lost_comment = false; ///< a comment stands where it should go on

private:
    const Script& m_variables;
    const Reading m_reading;
    std::size_t m_words = 0, m_characters = 0;
    int m_depth = 0;
};

} // namespace nest::io::detail
