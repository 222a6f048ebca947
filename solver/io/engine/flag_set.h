// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/reader.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Flags with their values and lines, as a command line or an argument map gives them, and typed access to them.
namespace nest::io {

struct FlagUse {
    std::vector<std::string> values;
    int line = 0;
    std::string shown;   ///< as the text spells it: "--num-layers", "trainer.devices"
    bool joined = false; ///< written as one word: "--num-layers=4"
};

/// One use of a flag as it was given; without a name: a word that belongs to no flag that is read.
struct GivenFlag {
    std::string name;
    FlagUse use;
};

class FlagSet {
public:
    explicit FlagSet(FaultList& faults) : m_faults(&faults) {}

    /// The last of equal flags counts; a note says so when their values differ.
    void set(const std::string& name, FlagUse use);
    /// A word that is no flag of the engine's form; it only keeps its place among what was given.
    void pass(const std::string& word, int line) { m_given.push_back({{}, {{word}, line, {}, false}}); }
    void remove(const std::string& name) { m_flags.erase(name); }
    /// Everything in the order in which it was given, repetitions included.
    const std::vector<GivenFlag>& given() const { return m_given; }
    bool empty() const { return m_flags.empty(); }
    std::size_t size() const { return m_flags.size(); }
    const std::map<std::string, FlagUse>& all() const { return m_flags; }
    const FlagUse* find(const std::string& name) const;
    bool has(const std::string& name) const { return find(name) != nullptr; }

    /// A whole number from `least` to `most`; nothing when the flag is absent or (with a fault) its value is none.
    std::optional<std::int64_t> integer(const std::string& name, std::int64_t least = 1,
                                        std::int64_t most = 1'000'000'000) const;
    std::int64_t integer_or(const std::string& name, std::int64_t fallback, std::int64_t least = 1,
                            std::int64_t most = 1'000'000'000) const;
    std::optional<double> number(const std::string& name, double least, double most) const;
    /// The value as text; a fault when it is unresolved.
    std::optional<std::string> text(const std::string& name) const;
    /// One of `choices`.
    std::optional<std::string> choice(const std::string& name, const std::vector<std::string>& choices) const;
    /// All values; "[a, b]" counts as two.
    std::vector<std::string> several(const std::string& name) const;

    /// A fault or note at the flag's line.
    void fault(const std::string& name, ErrorCode code, std::string expected, const std::string& found) const;
    Diagnostic at(const std::string& name, ErrorCode code, std::string expected, const std::string& found) const;
    FaultList& faults() const { return *m_faults; }

private:
    std::map<std::string, FlagUse> m_flags;
    std::vector<GivenFlag> m_given;
    FaultList* m_faults;
};

} // namespace nest::io
