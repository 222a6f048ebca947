// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/phrase.h"

#include <algorithm>

namespace nest {

std::string Phrase::text() const {
    if (arguments.empty()) return pattern;
    std::string result;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        const auto index = at + 1 < pattern.size() ? static_cast<std::size_t>(pattern[at + 1] - '1') : arguments.size();
        if (pattern[at] != '%' || index >= arguments.size()) {
            result += pattern[at];
            continue;
        }
        result += arguments[index].text();
        ++at;
    }
    return result;
}

std::string elided(const std::string& text, std::size_t most) {
    if (text.size() <= most) return text;
    const auto inside_character = [&](std::size_t at) {
        return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
    };
    std::size_t head = most * 2 / 3;
    std::size_t tail = text.size() - (most - head > 3 ? most - head - 3 : 0);
    while (head > 0 && inside_character(head))
        --head;
    while (inside_character(tail))
        ++tail;
    return text.substr(0, head) + "..." + text.substr(tail);
}

Phrase elided(Phrase phrase, std::size_t most) {
    if (phrase.context.empty()) phrase.pattern = elided(phrase.pattern, most);
    for (Phrase& argument : phrase.arguments)
        argument = elided(std::move(argument), most);
    return phrase;
}

namespace {

/// Bytes of the character of UTF-8 at `at`; 0 for none.
std::size_t character_at(const std::string& text, std::size_t at, char32_t& code) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(at);
    const std::size_t length = first < 0x80U ? 1 : first < 0xC2U ? 0 : first < 0xE0U ? 2 : first < 0xF0U ? 3 : 4;
    if (length == 0 || first > 0xF4U || at + length > text.size()) return 0;
    code = length == 1 ? first : first & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(at + i) & 0xC0U) != 0x80U) return 0;
        code = code << 6U | (byte(at + i) & 0x3FU);
    }
    return length;
}

bool is_control(char32_t code) {
    return code < 0x20U || (code >= 0x7FU && code < 0xA0U) || (code >= 0x200EU && code <= 0x200FU) ||
           (code >= 0x2028U && code <= 0x202EU) || (code >= 0x2066U && code <= 0x2069U) || code == 0xFEFFU;
}

} // namespace

std::string printable(const std::string& text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        char32_t code = 0;
        const std::size_t length = character_at(text, at, code);
        if (length > 0 && !is_control(code))
            result.append(text, at, length);
        else
            result += code == '\n' || code == '\t' || code == '\r' ? ' ' : '?';
        at += std::max<std::size_t>(length, 1);
    }
    return result;
}

bool is_printable(const std::string& text) {
    return printable(text) == text;
}

std::string noun_for(std::int64_t count, const std::string& noun) {
    if (count == 1) return noun;
    return noun + (noun.ends_with("ch") ? "es" : "s");
}

std::string counted(std::int64_t count, const char* noun) {
    return std::to_string(count) + " " + noun_for(count, noun);
}

std::string number_list(const std::vector<std::int64_t>& numbers) {
    std::string text;
    for (const std::int64_t number : numbers)
        text += (text.empty() ? "" : ", ") + std::to_string(number);
    return text;
}

} // namespace nest
