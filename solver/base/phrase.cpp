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

std::string number_list(const std::vector<std::int64_t>& numbers) {
    std::string text;
    for (const std::int64_t number : numbers)
        text += (text.empty() ? "" : ", ") + std::to_string(number);
    return text;
}

} // namespace nest
