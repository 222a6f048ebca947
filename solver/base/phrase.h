// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace nest {

/// A sentence or clause as data: the English pattern, marked for translation, and what stands for %1, %2 ... in it. The
/// command line prints text(); the window translates pattern and arguments, in their contexts, and puts them together.
struct Phrase {
    std::string context;           ///< of the translation; empty: a number or a name, the same in every language
    std::string pattern;           ///< English
    std::vector<Phrase> arguments; ///< at most nine

    Phrase() = default;
    Phrase(std::string same_everywhere) : pattern(std::move(same_everywhere)) {} // NOLINT: implicit on purpose
    Phrase(const char* same_everywhere) : pattern(same_everywhere) {}            // NOLINT: implicit on purpose
    Phrase(std::int64_t number) : pattern(std::to_string(number)) {}             // NOLINT: implicit on purpose
    Phrase(const char* context_, const char* pattern_, std::vector<Phrase> arguments_ = {})
        : context(context_), pattern(pattern_), arguments(std::move(arguments_)) {}

    bool empty() const { return pattern.empty(); }
    /// In English.
    std::string text() const;
    bool operator==(const Phrase&) const = default;
};

/// `text` cut in its middle to at most about `most` bytes, never inside a character: what a message quotes may be a
/// hundred thousand characters that somebody pasted.
std::string elided(const std::string& text, std::size_t most = 300);
/// The same of whatever a phrase quotes; words of its own stay whole.
Phrase elided(Phrase phrase, std::size_t most = 300);

/// `text` on one line and without what drives a terminal or turns a line around: line ends and tabs become spaces,
/// other control characters (C0, C1, of direction) and bytes that are no UTF-8 become "?". Names come from files.
std::string printable(const std::string& text);
/// Whether printable() would leave it as it is.
bool is_printable(const std::string& text);

/// "layer", "layers", "batches": `noun` is the singular and takes an s, or es behind ch.
std::string noun_for(std::int64_t count, const std::string& noun);
/// "1 layer", "2 layers": for faults, which are English data.
std::string counted(std::int64_t count, const char* noun);

/// "1, 2, 4, 8"
std::string number_list(const std::vector<std::int64_t>& numbers);

} // namespace nest
