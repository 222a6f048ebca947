// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/flag_set.h"

#include "io/engine/shell_script.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace nest::io {

namespace {

std::string joined(const std::vector<std::string>& words, const char* between) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : between) + word;
    return text;
}

std::string shortened(std::string text) {
    if (text.size() > 60) text = text.substr(0, 57) + "...";
    return text;
}

} // namespace

void FlagSet::set(const std::string& name, FlagUse use) {
    m_given.push_back({name, use});
    const auto [place, fresh] = m_flags.try_emplace(name, use);
    if (fresh) return;
    if (place->second.values != use.values) {
        Diagnostic note = nest::fault(ErrorCode::approximated, use.shown, joined(use.values, " "),
                                      "given twice, first as " + joined(place->second.values, " "));
        note.line = use.line;
        m_faults->warn(std::move(note));
    }
    place->second = std::move(use);
}

const FlagUse* FlagSet::find(const std::string& name) const {
    const auto found = m_flags.find(name);
    return found == m_flags.end() ? nullptr : &found->second;
}

Diagnostic FlagSet::at(const std::string& name, ErrorCode code, std::string expected, const std::string& found) const {
    const FlagUse* use = find(name);
    Diagnostic diagnostic =
        nest::fault(code, use ? use->shown : "--" + name, std::move(expected), shortened(readable(found)));
    if (use) diagnostic.line = use->line;
    return diagnostic;
}

void FlagSet::fault(const std::string& name, ErrorCode code, std::string expected, const std::string& found) const {
    m_faults->add(at(name, code, std::move(expected), found));
}

std::optional<std::string> FlagSet::text(const std::string& name) const {
    const FlagUse* use = find(name);
    if (!use) return std::nullopt;
    if (use->values.empty()) {
        fault(name, ErrorCode::wrong_type, "a value", "none");
        return std::nullopt;
    }
    if (use->values.size() > 1) {
        fault(name, ErrorCode::wrong_type, "one value", joined(use->values, " "));
        return std::nullopt;
    }
    const std::string& value = use->values.front();
    if (is_resolved(value)) return value;
    const std::vector<std::string> names = unresolved_names(value);
    fault(name, ErrorCode::wrong_type,
          "a value; " + (names.empty() ? std::string("a part of it") : names.front()) + " is not set in the text",
          value);
    return std::nullopt;
}

std::optional<std::int64_t> FlagSet::integer(const std::string& name, std::int64_t least, std::int64_t most) const {
    const std::optional<std::string> value = text(name);
    if (!value) return std::nullopt;
    std::int64_t number = 0;
    const char* last = value->data() + value->size();
    const auto [end, error] = std::from_chars(value->data(), last, number);
    if (error != std::errc() || end != last) {
        fault(name, ErrorCode::wrong_type, "a whole number", *value);
        return std::nullopt;
    }
    if (number < least || number > most) {
        fault(name, ErrorCode::out_of_range, std::to_string(least) + " to " + std::to_string(most), *value);
        return std::nullopt;
    }
    return number;
}

std::int64_t FlagSet::integer_or(const std::string& name, std::int64_t fallback, std::int64_t least,
                                 std::int64_t most) const {
    return integer(name, least, most).value_or(fallback);
}

std::optional<double> FlagSet::number(const std::string& name, double least, double most) const {
    const std::optional<std::string> value = text(name);
    if (!value) return std::nullopt;
    double number = 0;
    const char* last = value->data() + value->size();
    const auto [end, error] = std::from_chars(value->data(), last, number);
    if (error != std::errc() || end != last || !(number >= least && number <= most)) {
        fault(name, ErrorCode::wrong_type, "a number", *value);
        return std::nullopt;
    }
    return number;
}

std::optional<std::string> FlagSet::choice(const std::string& name, const std::vector<std::string>& choices) const {
    std::optional<std::string> value = text(name);
    if (!value || std::find(choices.begin(), choices.end(), *value) != choices.end()) return value;
    fault(name, ErrorCode::wrong_type, "one of " + joined(choices, ", "), *value);
    return std::nullopt;
}

std::vector<std::string> FlagSet::several(const std::string& name) const {
    const FlagUse* use = find(name);
    std::vector<std::string> values;
    if (!use) return values;
    for (const std::string& value : use->values) {
        std::string word;
        for (const char c : value + " ") {
            if (std::string_view(" ,[]\"'").find(c) == std::string_view::npos) {
                word += c;
            } else if (!word.empty()) {
                values.push_back(std::move(word));
                word.clear();
            }
        }
    }
    return values;
}

} // namespace nest::io
