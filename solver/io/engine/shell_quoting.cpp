// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/carried_arguments.h"
#include "io/engine/shell_script.h"

#include <algorithm>
#include <cctype>

/// Words of a command, written for bash.
namespace nest::io::detail {

namespace {

/// An unresolved name as the shell wrote it.
std::string expansion(const std::string& name) {
    if (name.starts_with("$(") || name.starts_with("`")) return name;
    if (name.starts_with("((")) return "$" + name;
    return "${" + name + "}";
}

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == '\x7f';
}

/// In ANSI-C quotes, which show characters that end a line or drive a terminal as escapes.
std::string ansi_word(const std::string& word) {
    std::string text = "$'";
    for (const char c : word) {
        if (c == '\n') {
            text += "\\n";
        } else if (c == '\t') {
            text += "\\t";
        } else if (is_control(c)) {
            const auto code = static_cast<unsigned char>(c);
            text += '\\'; // three octal digits
            for (const int shift : {6, 3, 0})
                text += static_cast<char>('0' + ((code >> shift) & 7));
        } else {
            if (c == '\'' || c == '\\') text += '\\';
            text += c;
        }
    }
    return text + "'";
}

} // namespace

std::string shell_word(const std::string& word) {
    if (is_resolved(word)) {
        const bool safe = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
            return std::isalnum(c) != 0 ||
                   std::string_view("_@%+=:,./-").find(static_cast<char>(c)) != std::string_view::npos;
        });
        if (safe) return word;
        if (std::any_of(word.begin(), word.end(), is_control)) return ansi_word(word);
        std::string text = "'";
        for (const char c : word)
            text += c == '\'' ? std::string("'\\''") : std::string(1, c);
        return text + "'";
    }
    // A variable that is the whole word may hold several, as lists of data do: it stays without quotes.
    const std::size_t end = word.find(unresolved_end);
    if (word.front() == unresolved_begin && end == word.size() - 1) {
        if (word[1] == unresolved_quoted) return "\"" + expansion(word.substr(2, end - 2)) + "\"";
        const std::string name = word.substr(1, end - 1);
        return name == "@" || name == "*" || name.ends_with("[@]") ? "\"" + expansion(name) + "\"" : expansion(name);
    }
    std::string text = "\"";
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (word[i] == unresolved_begin) {
            const std::size_t stop = std::min(word.find(unresolved_end, i), word.size());
            if (word[i + 1] == unresolved_quoted) ++i;
            text += expansion(word.substr(i + 1, stop - i - 1));
            i = stop;
        } else if (is_control(word[i])) {
            text += "\"" + ansi_word({word[i]}) + "\"";
        } else {
            if (std::string_view("\"\\$`").find(word[i]) != std::string_view::npos) text += '\\';
            text += word[i];
        }
    }
    return text + "\"";
}

} // namespace nest::io::detail
