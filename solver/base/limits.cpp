// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/limits.h"

#include "base/phrase.h"

#include <algorithm>
#include <cmath>

namespace nest {

namespace {

/// Characters, not bytes: a name may be Chinese.
std::size_t length_of(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](unsigned char c) { return (c & 0xC0U) != 0x80U; }));
}

} // namespace

std::string value_text(double value, Unit unit) {
    return format_editable(value, unit);
}

std::string range_text(const Range& range) {
    const bool open = range.most >= std::numeric_limits<double>::max();
    const std::string least = value_text(range.least, range.unit);
    if (range.above)
        return open ? "a number above " + least : "above " + least + ", at most " + value_text(range.most, range.unit);
    return open ? "a number of at least " + least : least + " to " + value_text(range.most, range.unit);
}

std::optional<Diagnostic> check_range(double value, const Range& range, const std::string& pointer,
                                      const std::string& subject) {
    if (!std::isfinite(value)) {
        const char* found = std::isnan(value) ? "NaN" : value > 0 ? "infinity" : "-infinity";
        return fault(ErrorCode::not_finite, pointer, subject, "a finite number", found);
    }
    if (range.holds(value)) return std::nullopt;
    return fault(ErrorCode::out_of_range, pointer, subject, range_text(range), value_text(value, range.unit));
}

std::optional<Diagnostic> check_name(const std::string& name, const std::string& pointer, const std::string& subject,
                                     std::size_t longest) {
    if (name.size() <= longest) {
        if (is_printable(name)) return std::nullopt;
        return fault(ErrorCode::out_of_range, pointer, subject, "text without control characters and line ends",
                     "\"" + printable(name) + "\"");
    }
    const std::size_t length = length_of(name);
    if (length <= longest) return check_name(name, pointer, subject, name.size());
    return fault(ErrorCode::out_of_range, pointer, subject, "at most " + std::to_string(longest) + " characters",
                 counted(static_cast<std::int64_t>(length), "character"));
}

} // namespace nest
