// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/phrase.h"

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

std::string counted(std::int64_t count, const char* noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string number_list(const std::vector<std::int64_t>& numbers) {
    std::string text;
    for (const std::int64_t number : numbers)
        text += (text.empty() ? "" : ", ") + std::to_string(number);
    return text;
}

} // namespace nest
