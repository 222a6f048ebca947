// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/phrase.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// What went wrong with an input, as data: a closed code plus the place, what was expected and what was found.
/// Text is made at the edge: English by describe() for the command line, translated by the window from the fields.
/// Exceptions are for bugs; a fault in a file or an option is a Diagnostic.
namespace nest {

enum class Severity { error, warning, note };

/// Closed set of input faults. Every one has an English sentence in describe() and a translated one in the window.
enum class ErrorCode {
    file_unreadable, ///< the file can't be opened or read; found = the system's reason
    file_empty,      ///< nothing in it
    not_json,        ///< the text isn't JSON; line is set
    wrong_format,    ///< JSON, but of another kind; expected = the format names accepted
    newer_version,   ///< written by a newer version of this program; found = its version
    missing_key,     ///< pointer names the object, subject the key
    wrong_type,      ///< expected = "number", "string", ...
    out_of_range,    ///< expected = the range, found = the value
    not_finite,      ///< NaN or infinity where a number is needed
    unknown_name,    ///< a preset, layer, option... that doesn't exist; suggestion = the nearest one
    unknown_option,  ///< as unknown_name, for an option key
    duplicate_name,  ///< the same id twice
    inconsistent,    ///< parts that contradict each other; expected says how they should agree
    unsupported,     ///< understood, but this program can't do it; found = what
    bad_quantity,    ///< "40 GGB": not a number with a unit; expected = the unit
    write_failed,    ///< the output can't be written; found = the system's reason
    model_has_cycle, ///< layers depend on each other in a circle; found = one layer on it
    no_strategy,     ///< no degree combination has a cost for every layer; found = first reason
    approximated,    ///< note: priced otherwise than it runs; subject = flag or part, found = what runs, expected = as
                     ///< what
    ignored,         ///< note: left aside; subject = what, found = why
    assumed,         ///< note: a value was missing and this one was assumed; subject = key, found = value
    plan_refused,    ///< a file can't hold a plan, or an engine run it; subject = engine or file, found = why
};

/// One fault (or note) about an input. `file` may be empty (options, pasted text); `line` 0 means unknown;
/// `pointer` is a JSON pointer such as "/layers/3/profiles/0/tp".
struct Diagnostic {
    ErrorCode code{};
    Severity severity = Severity::error;
    std::string file;
    int line = 0;
    std::string pointer;
    /// What is quoted or the same everywhere (keys, names, numbers) is a phrase without a context; the program's own
    /// words have one, so that the window says them in its language.
    Phrase subject; ///< the thing that is talked about: a key, an option, a layer
    Phrase expected;
    Phrase found;
    std::string suggestion; ///< nearest known name, empty if none is near

    bool operator==(const Diagnostic&) const = default;
};

/// An error about \p subject; the second form also says where, as a JSON pointer. The reader adds file and line.
Diagnostic fault(ErrorCode code, Phrase subject, Phrase expected, Phrase found);
Diagnostic fault(ErrorCode code, std::string pointer, Phrase subject, Phrase expected, Phrase found);

/// A clause of a note in the program's own words; %1, %2 ... stand for the arguments. Marked for translation where it
/// is written: note_words(QT_TRANSLATE_NOOP("NoteWords", "...")).
Phrase note_words(const char* clause, std::vector<Phrase> arguments = {});

/// With what it quotes cut to a length that a line of text can hold (elided() in base/phrase.h). The sentences below
/// and those of the window are made of this.
Diagnostic shortened(Diagnostic diagnostic);

/// "file:line: sentence" or "file#/pointer: sentence"; one line, English.
std::string describe(const Diagnostic& diagnostic);
/// The sentence alone, without the place.
std::string describe_fault(const Diagnostic& diagnostic);
/// The place alone: "file:line", "file#/pointer", or empty.
std::string describe_place(const Diagnostic& diagnostic);

/// Those of `names` that begin with `beginning` (of at least three letters), the shortest first.
std::vector<std::string> names_beginning_with(const std::string& beginning, const std::vector<std::string>& names);

/// The nearest of `names` to `wanted`: the shortest that begins with it, else the one with the least edit distance (at
/// most a third of its length), or empty.
std::string nearest_name(const std::string& wanted, const std::vector<std::string>& names);

/// A value, or the faults that prevented it. Reading on after a recoverable fault is allowed: notes and warnings
/// travel beside the value.
template <typename T> class [[nodiscard]] Result {
public:
    Result(T value) : m_value(std::move(value)) {}                               // NOLINT: implicit on purpose
    Result(Diagnostic fault) { m_diagnostics.push_back(std::move(fault)); }      // NOLINT: implicit on purpose
    Result(std::vector<Diagnostic> faults) : m_diagnostics(std::move(faults)) {} // NOLINT: implicit on purpose

    bool ok() const { return m_value.has_value(); }
    explicit operator bool() const { return ok(); }
    const T& value() const& { return *m_value; }
    T& value() & { return *m_value; }
    T&& value() && { return std::move(*m_value); }
    const T& operator*() const& { return *m_value; }
    T& operator*() & { return *m_value; }
    const T* operator->() const { return &*m_value; }
    T* operator->() { return &*m_value; }

    /// Errors when !ok(); otherwise warnings and notes.
    const std::vector<Diagnostic>& diagnostics() const { return m_diagnostics; }
    void add(Diagnostic diagnostic) { m_diagnostics.push_back(std::move(diagnostic)); }
    void add(const std::vector<Diagnostic>& more) {
        m_diagnostics.insert(m_diagnostics.end(), more.begin(), more.end());
    }
    /// First error; call only when !ok().
    const Diagnostic& fault() const { return m_diagnostics.front(); }

private:
    std::optional<T> m_value;
    std::vector<Diagnostic> m_diagnostics;
};

} // namespace nest
