// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/diagnostic.h"

#include "base/phrase.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <limits>

namespace nest {

namespace {

std::string quoted(const std::string& text) {
    return "\"" + text + "\"";
}

std::string or_else(const std::string& text, const char* fallback) {
    return text.empty() ? fallback : text;
}

/// A fault's parts in English.
struct Parts {
    std::string subject, expected, found, suggestion;
};

/// `lead` with the parts that are known: "; expected E", ", found F".
std::string with_facts(std::string lead, const Parts& d) {
    if (!d.expected.empty()) lead += ": expected " + d.expected;
    if (!d.found.empty()) lead += (d.expected.empty() ? ": found " : ", found ") + d.found;
    return lead;
}

std::string with_suggestion(std::string lead, const Parts& d) {
    if (!d.expected.empty()) lead += "; expected " + d.expected;
    if (!d.suggestion.empty()) lead += "; did you mean " + quoted(d.suggestion) + "?";
    return lead;
}

/// Letters compared without case.
bool same(char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
}

/// Damerau-Levenshtein distance (optimal string alignment), letters compared without case.
std::size_t edit_distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> above(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        above[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = above[j - 1] + (same(a[i - 1], b[j - 1]) ? 0U : 1U);
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, change});
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1])) {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
        before.swap(above);
        above.swap(row);
    }
    return above[b.size()];
}

} // namespace

Diagnostic fault(ErrorCode code, Phrase subject, Phrase expected, Phrase found) {
    return fault(code, {}, std::move(subject), std::move(expected), std::move(found));
}

Diagnostic fault(ErrorCode code, std::string pointer, Phrase subject, Phrase expected, Phrase found) {
    Diagnostic diagnostic;
    diagnostic.code = code;
    diagnostic.pointer = std::move(pointer);
    diagnostic.subject = std::move(subject);
    diagnostic.expected = std::move(expected);
    diagnostic.found = std::move(found);
    return diagnostic;
}

Phrase note_words(const char* clause, std::vector<Phrase> arguments) {
    return {"NoteWords", clause, std::move(arguments)};
}

Diagnostic shortened(Diagnostic diagnostic) {
    constexpr std::size_t most_listed = 1200; // a list of all that would have been understood
    for (std::string* text : {&diagnostic.file, &diagnostic.pointer, &diagnostic.suggestion})
        *text = elided(*text);
    diagnostic.subject = elided(std::move(diagnostic.subject));
    diagnostic.found = elided(std::move(diagnostic.found));
    diagnostic.expected = elided(std::move(diagnostic.expected), most_listed);
    return diagnostic;
}

std::string describe_place(const Diagnostic& d) {
    std::string file = elided(d.file);
    if (d.line > 0) return file + ":" + std::to_string(d.line);
    if (!d.pointer.empty()) return file + "#" + elided(d.pointer);
    return file;
}

std::string describe_fault(const Diagnostic& whole) {
    const Diagnostic cut = shortened(whole);
    const Parts d{cut.subject.text(), cut.expected.text(), cut.found.text(), cut.suggestion};
    const std::string subject = d.subject.empty() ? std::string() : quoted(d.subject);
    switch (whole.code) {
    case ErrorCode::file_unreadable:
        return "cannot be read: " + or_else(d.found, "unknown reason");
    case ErrorCode::file_empty:
        return "is empty" + (d.expected.empty() ? std::string() : "; expected " + d.expected);
    case ErrorCode::not_json:
        return "is not valid JSON" + (d.found.empty() ? std::string() : ": " + d.found) +
               (d.expected.empty() ? std::string() : "; expected " + d.expected);
    case ErrorCode::wrong_format:
        return with_facts("is of another kind", d);
    case ErrorCode::newer_version:
        return "was written by a newer version of this program: format version " + d.found + ", this one reads " +
               or_else(d.expected, "version 1");
    case ErrorCode::missing_key:
        return "key " + subject + " is missing" + (d.expected.empty() ? std::string() : "; expected " + d.expected);
    case ErrorCode::wrong_type:
        return with_facts((subject.empty() ? "value" : subject) + " has the wrong type", d);
    case ErrorCode::out_of_range:
        return with_facts((subject.empty() ? "value" : subject) + " is out of range", d);
    case ErrorCode::not_finite:
        return (subject.empty() ? "value" : subject) + " is not a finite number" +
               (d.found.empty() ? std::string() : ": found " + d.found);
    case ErrorCode::unknown_name:
        return with_suggestion((subject.empty() ? std::string() : d.subject + " ") + quoted(d.found) + " is not known",
                               d);
    case ErrorCode::unknown_option:
        return with_suggestion("there is no option " + subject, d);
    case ErrorCode::duplicate_name:
        return quoted(d.found.empty() ? d.subject : d.found) + " is used twice";
    case ErrorCode::inconsistent:
        return with_facts((subject.empty() ? "values" : subject) + " does not fit the rest", d);
    case ErrorCode::unsupported:
        return with_suggestion(
            or_else(subject.empty() ? d.found : d.subject + ": " + d.found, "this") + " is not supported", d);
    case ErrorCode::bad_quantity:
        return quoted(d.subject) + " is not a number with a unit; expected " + d.expected;
    case ErrorCode::write_failed:
        return "cannot be written: " + or_else(d.found, "unknown reason");
    case ErrorCode::model_has_cycle:
        return "layers depend on each other in a circle; one of them is " + quoted(d.found);
    case ErrorCode::no_strategy:
        return "no combination of degrees has a cost for every layer" +
               (d.found.empty() ? std::string() : ": " + d.found);
    case ErrorCode::approximated:
        return or_else(subject, "this") + ": " + or_else(d.found, "what runs") + "; priced as " +
               or_else(d.expected, "the nearest thing that can be priced");
    case ErrorCode::ignored:
        return "left aside: " + or_else(d.subject, "this") + (d.found.empty() ? std::string() : " (" + d.found + ")");
    case ErrorCode::assumed:
        return subject + (d.found.empty() ? std::string(" is an assumed value") : " was not given; assumed " + d.found);
    case ErrorCode::plan_refused:
        return d.subject + ": this plan (" + d.found + ") is not supported";
    }
    return "is not valid";
}

std::string describe(const Diagnostic& d) {
    const std::string place = describe_place(d);
    // One line whatever a file holds.
    return printable(place.empty() ? describe_fault(d) : place + ": " + describe_fault(d));
}

std::vector<std::string> names_beginning_with(const std::string& beginning, const std::vector<std::string>& names) {
    std::vector<std::string> found;
    if (beginning.size() < 3) return found; // begins too much to tell anything
    for (const std::string& name : names) {
        if (name.size() >= beginning.size() && std::equal(beginning.begin(), beginning.end(), name.begin(), same))
            found.push_back(name);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const std::string& a, const std::string& b) { return a.size() < b.size(); });
    return found;
}

std::string nearest_name(const std::string& wanted, const std::vector<std::string>& names) {
    if (wanted.size() > 200) return {}; // no name is that long, and the distance is quadratic
    if (const auto longer = names_beginning_with(wanted, names); !longer.empty()) return longer.front();
    std::size_t best = std::numeric_limits<std::size_t>::max();
    std::string nearest;
    for (const std::string& name : names) {
        const std::size_t distance = edit_distance(wanted, name);
        if (distance * 3 <= wanted.size() && distance < best) {
            best = distance;
            nearest = name;
        }
    }
    return nearest;
}

} // namespace nest
