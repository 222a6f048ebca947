// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"
#include "base/limits.h"
#include "plan/plan.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

/// The one way our readers take values out of JSON: with type, range and place checked, going on after a fault so that
/// a person sees all that is wrong with a file at once.
namespace nest::io {

/// Faults of one file. The first twenty are kept: more say nothing new.
class FaultList {
public:
    explicit FaultList(std::string file) : m_file(std::move(file)) {}

    void add(Diagnostic diagnostic);
    bool full() const { return m_faults.size() >= most_faults; }
    bool empty() const { return m_faults.empty(); }
    std::vector<Diagnostic> take() { return std::move(m_faults); }

    /// What doesn't prevent reading; as many are kept.
    void warn(Diagnostic diagnostic);
    const std::vector<Diagnostic>& warnings() const { return m_warnings; }

private:
    static constexpr std::size_t most_faults = 20;
    std::string m_file;
    std::vector<Diagnostic> m_faults, m_warnings;
};

/// The value with the warnings of its file, or the faults.
template <typename T> Result<T> result_of(T value, FaultList& faults) {
    if (!faults.empty()) return faults.take();
    Result<T> result(std::move(value));
    result.add(faults.warnings());
    return result;
}

/// A JSON value with its place. Getters add a fault and return a stand-in when something is wrong; the caller checks
/// the FaultList at the end.
class Reader {
public:
    Reader(const nlohmann::json& value, FaultList& faults, std::string pointer = {})
        : m_value(value), m_faults(faults), m_root(std::move(pointer)) {}

    const nlohmann::json& value() const { return m_value; }
    FaultList& faults() const { return m_faults; }
    std::string pointer() const;
    /// True for an object; else a fault.
    bool is_object() const;
    bool has(const char* key) const;

    /// Checks "format" and "version" where they are present; `formats` are the accepted names.
    bool header(const std::vector<std::string>& formats) const;

    double number(const char* key, Range range) const;                  ///< required
    double number(const char* key, Range range, double fallback) const; ///< optional
    std::int64_t integer(const char* key, std::int64_t least, std::int64_t most) const;
    std::int64_t integer(const char* key, std::int64_t least, std::int64_t most, std::int64_t fallback) const;
    bool boolean(const char* key, bool fallback) const;
    std::string text(const char* key) const;
    std::string text(const char* key, const std::string& fallback) const;
    /// A text of at most `longest` characters: what people see as a name. Required, and optional.
    std::string name(const char* key, std::size_t longest = limits::longest_name) const;
    std::string name_or(const char* key, const std::string& fallback, std::size_t longest = limits::longest_name) const;
    /// One of `names`; its index. `fallback` < 0: required.
    int choice(const char* key, const std::vector<std::string>& names, int fallback = -1) const;
    std::vector<std::int64_t> integers(const char* key, std::int64_t least, std::int64_t most) const; ///< optional list
    std::vector<double> numbers(const char* key, Range range) const;                                  ///< optional list
    /// Optional list, each of at most `longest` characters.
    std::vector<std::string> texts(const char* key, std::size_t longest = limits::longest_name) const;

    /// Calls `read(Reader)` for every item of an array; a fault if it isn't one or is missing though required.
    template <typename Read> void each(const char* key, bool required, Read read) const {
        const nlohmann::json* list = array(key, required);
        if (!list) return;
        const Reader items(*list, *this, key);
        for (std::size_t i = 0; i < list->size() && !m_faults.full(); ++i)
            read(Reader((*list)[i], items, i));
    }
    /// Calls `read(key, Reader)` for every member of this object.
    template <typename Read> void members(Read read) const {
        for (const auto& [key, member] : m_value.items()) {
            if (m_faults.full()) return;
            read(key, Reader(member, *this, key));
        }
    }
    /// Calls `read(Reader)` with a member object; a fault if it isn't one or is missing though required.
    template <typename Read> void object(const char* key, bool required, Read read) const {
        const nlohmann::json* member = find(key, required);
        if (!member) return;
        const Reader reader(*member, *this, key);
        if (reader.is_object()) read(reader);
    }

    /// Warns of keys that were not asked for and are nearly spelt like one that was: other keys are anybody's own, but
    /// a misspelt key would be left out without a word. Call it last.
    void warn_of_misspelt_keys() const;

    /// This value itself as a number in `range`.
    double as_number(Range range) const;
    std::int64_t as_integer(std::int64_t least, std::int64_t most) const;
    /// A fault at this place or at a member of it.
    void fault(ErrorCode code, const char* key, std::string expected, std::string found) const;

private:
    Reader(const nlohmann::json& value, const Reader& parent, std::string_view key)
        : m_value(value), m_faults(parent.m_faults), m_parent(&parent), m_key(key) {}
    Reader(const nlohmann::json& value, const Reader& parent, std::size_t index)
        : m_value(value), m_faults(parent.m_faults), m_parent(&parent), m_index(index) {}

    const nlohmann::json* find(const char* key, bool required) const;
    const nlohmann::json* array(const char* key, bool required) const;

    const nlohmann::json& m_value;
    FaultList& m_faults;
    std::string m_root;
    // Places are spelled out only when there is a fault: a large model has a million of them.
    const Reader* m_parent = nullptr;
    std::string_view m_key;
    std::size_t m_index = 0;
    mutable std::vector<std::string_view> m_asked; ///< keys
};

/// A plan as to_json(Plan) writes it.
Plan plan_shape(const Reader& reader);

/// Short JSON text of a value for messages.
std::string shown(const nlohmann::json& value);
/// Key as a part of a JSON pointer.
std::string pointer_part(std::string_view key);

/// Names of an enumeration whose values are 0..last, from its name_of().
template <typename E> std::vector<std::string> names_up_to(E last) {
    std::vector<std::string> names;
    for (int i = 0; i <= static_cast<int>(last); ++i)
        names.emplace_back(name_of(static_cast<E>(i)));
    return names;
}

} // namespace nest::io
