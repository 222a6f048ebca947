// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

/// Launch scripts as far as their words go: quotes, comments, continued lines, assignments, arrays and variables are
/// read as bash reads them; nothing is ever run. What only a run could tell (positional arguments, the environment,
/// output of commands) stays in the words as an unresolved name.
namespace nest::io {

/// Unresolved names stand in texts between these two characters, which are dropped from the input.
constexpr char unresolved_begin = '\x01', unresolved_end = '\x02';
/// Behind unresolved_begin where quotes keep what the name stands for in one word; only in Reading::words.
constexpr char unresolved_quoted = '\x03';

/// What of a word counts: its value, for which a default such as "${NAME:-7}" is as good as any; or the word as the
/// shell has to see it again, where NAME may be set after all: the default stays, as an unresolved name "NAME:-7".
enum class Reading { values, words };
/// Whether an unresolved name is of the form "NAME:-7".
bool has_default(std::string_view name);
/// Text with "${NAME}" for unresolved names, as people know it.
std::string readable(std::string_view text);
/// The unresolved names of a text, in order.
std::vector<std::string> unresolved_names(std::string_view text);
inline bool is_resolved(std::string_view text) {
    return text.find(unresolved_begin) == std::string_view::npos;
}

struct ScriptWord {
    std::string text;
    int line = 0;
};

struct ScriptCommand {
    std::vector<ScriptWord> words;
    bool conditional = false;        ///< inside if, case, a loop, or behind && and ||
    bool after_lost_comment = false; ///< a comment ended the continued command before it
};

/// A variable: a text, or the words of an array.
struct ScriptVariable {
    std::vector<ScriptWord> words;
    bool is_array = false;
    bool conditional = false; ///< another value is possible: it was changed under a condition
    bool exported = false;    ///< the command finds it in its environment
};

struct Script {
    std::vector<ScriptCommand> commands; ///< simple commands in order, assignments taken out
    std::map<std::string, ScriptVariable> variables;
    std::vector<std::string> order; ///< names of the variables in the order of their first assignment
    /// Long names and values of "#SBATCH" lines: "nodes" -> "4".
    std::map<std::string, std::string> directives;
};

/// Reads a script. Fails with unsupported when it grows beyond all sense (a word, or all words together, of millions of
/// characters), and with inconsistent when nothing closes a quote before flags, naming the line.
Result<Script> read_script(const std::string& text, const std::string& file, Reading reading = Reading::values);

/// Variables put into a text as inside double quotes; others become unresolved.
std::string substitute(const std::string& text, const std::map<std::string, std::string>& variables);

} // namespace nest::io
