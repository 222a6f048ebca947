// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/reader.h"

#include "base/phrase.h"

#include <algorithm>
#include <cmath>

namespace nest::io {

namespace {

using nlohmann::json;

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

} // namespace

std::string shown(const json& value) {
    if (value.is_object()) return "an object";
    if (value.is_array()) return "a list";
    // 1e12 is a number of its own and not "1000000000000.0".
    if (value.is_number_float()) return value_text(value.get<double>(), Unit::none);
    return elided(value.dump(-1, ' ', false, json::error_handler_t::replace), 60);
}

std::string pointer_part(std::string_view key) {
    std::string part = "/";
    for (const char c : key) {
        if (c == '~') {
            part += "~0";
        } else if (c == '/') {
            part += "~1";
        } else {
            part += c;
        }
    }
    return part;
}

void FaultList::add(Diagnostic diagnostic) {
    if (full()) return;
    if (diagnostic.file.empty()) diagnostic.file = m_file;
    if (std::find(m_faults.begin(), m_faults.end(), diagnostic) != m_faults.end()) return; // told already
    m_faults.push_back(std::move(diagnostic));
}

void FaultList::warn(Diagnostic diagnostic) {
    if (m_warnings.size() >= most_faults) return;
    diagnostic.severity = Severity::warning;
    diagnostic.file = m_file;
    if (std::find(m_warnings.begin(), m_warnings.end(), diagnostic) != m_warnings.end()) return;
    m_warnings.push_back(std::move(diagnostic));
}

std::string Reader::pointer() const {
    if (!m_parent) return m_root;
    return m_parent->pointer() + (m_key.data() ? pointer_part(m_key) : "/" + std::to_string(m_index));
}

void Reader::fault(ErrorCode code, const char* key, std::string expected, std::string found) const {
    if (m_faults.full()) return;
    Diagnostic diagnostic;
    diagnostic.code = code;
    diagnostic.pointer = pointer();
    if (key) {
        if (code != ErrorCode::missing_key) diagnostic.pointer += pointer_part(key);
        diagnostic.subject = key;
    } else if (m_key.data()) {
        diagnostic.subject = std::string(m_key);
    }
    diagnostic.expected = std::move(expected);
    diagnostic.found = std::move(found);
    m_faults.add(std::move(diagnostic));
}

bool Reader::is_object() const {
    if (m_value.is_object()) return true;
    fault(ErrorCode::wrong_type, nullptr, "an object", shown(m_value));
    return false;
}

bool Reader::has(const char* key) const {
    m_asked.emplace_back(key);
    const json* member = m_value.is_object() && m_value.contains(key) ? &m_value.at(key) : nullptr;
    return member && !member->is_null();
}

void Reader::warn_of_misspelt_keys() const {
    if (!m_value.is_object()) return;
    if (std::all_of(m_value.items().begin(), m_value.items().end(), [this](const auto& item) {
            return std::find(m_asked.begin(), m_asked.end(), item.key()) != m_asked.end();
        }))
        return;
    std::vector<std::string> absent, present; // of the keys that were looked for
    for (const std::string_view key : m_asked)
        (m_value.contains(key) ? present : absent).emplace_back(key);
    for (const auto& [key, member] : m_value.items()) {
        if (std::find(m_asked.begin(), m_asked.end(), key) != m_asked.end()) continue;
        Diagnostic diagnostic;
        diagnostic.suggestion = nearest_name(key, absent);
        if (diagnostic.suggestion.empty()) diagnostic.suggestion = nearest_name(key, present);
        if (diagnostic.suggestion.empty()) continue;
        diagnostic.code = ErrorCode::unknown_name;
        diagnostic.pointer = pointer();
        diagnostic.subject = "key";
        diagnostic.found = key;
        m_faults.warn(std::move(diagnostic));
    }
}

bool Reader::header(const std::vector<std::string>& formats) const {
    if (!is_object()) return false;
    if (has("format")) {
        const json& format = m_value.at("format");
        const bool known =
            format.is_string() && std::find(formats.begin(), formats.end(), format.get<std::string>()) != formats.end();
        if (!known) {
            fault(ErrorCode::wrong_format, "format", "format " + joined(formats), shown(format));
            return false;
        }
    }
    if (!has("version")) return true;
    const json& version = m_value.at("version");
    if (!version.is_number_integer() || version < 1) {
        fault(version.is_number() ? ErrorCode::out_of_range : ErrorCode::wrong_type, "version",
              version.is_number() ? "1" : "the number 1", shown(version));
        return false;
    }
    if (version > 1) {
        fault(ErrorCode::newer_version, "version", "version 1", shown(version));
        return false;
    }
    return true;
}

/// Null counts as absent.
const json* Reader::find(const char* key, bool required) const {
    if (has(key)) return &m_value.at(key);
    if (required) fault(ErrorCode::missing_key, key, {}, {});
    return nullptr;
}

const json* Reader::array(const char* key, bool required) const {
    const json* list = find(key, required);
    if (!list) return nullptr;
    if (list->is_array()) return list;
    fault(ErrorCode::wrong_type, key, "a list", shown(*list));
    return nullptr;
}

double Reader::as_number(Range range) const {
    if (!m_value.is_number()) {
        fault(ErrorCode::wrong_type, nullptr, "a number", shown(m_value));
        return 0;
    }
    const double number = m_value.get<double>();
    if (!std::isfinite(number)) {
        fault(ErrorCode::not_finite, nullptr, {}, {});
    } else if (!range.holds(number)) {
        fault(ErrorCode::out_of_range, nullptr, range_text(range), value_text(number, range.unit));
    } else {
        return number;
    }
    return 0;
}

std::int64_t Reader::as_integer(std::int64_t least, std::int64_t most) const {
    const auto expected = [&] {
        return "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
    };
    const double number = m_value.is_number() ? m_value.get<double>() : 0;
    if (!m_value.is_number() || number != std::floor(number)) {
        fault(ErrorCode::wrong_type, nullptr, expected(), shown(m_value));
    } else if (number < static_cast<double>(least) || number > static_cast<double>(most)) {
        fault(ErrorCode::out_of_range, nullptr, expected(), shown(m_value));
    } else {
        return m_value.is_number_integer() ? m_value.get<std::int64_t>() : static_cast<std::int64_t>(number);
    }
    return least;
}

double Reader::number(const char* key, Range range) const {
    const json* member = find(key, true);
    return member ? Reader(*member, *this, key).as_number(range) : 0;
}

double Reader::number(const char* key, Range range, double fallback) const {
    return has(key) ? number(key, range) : fallback;
}

std::int64_t Reader::integer(const char* key, std::int64_t least, std::int64_t most) const {
    const json* member = find(key, true);
    return member ? Reader(*member, *this, key).as_integer(least, most) : least;
}

std::int64_t Reader::integer(const char* key, std::int64_t least, std::int64_t most, std::int64_t fallback) const {
    return has(key) ? integer(key, least, most) : fallback;
}

bool Reader::boolean(const char* key, bool fallback) const {
    const json* member = find(key, false);
    if (!member) return fallback;
    if (member->is_boolean()) return member->get<bool>();
    fault(ErrorCode::wrong_type, key, "true or false", shown(*member));
    return fallback;
}

std::string Reader::text(const char* key) const {
    const json* member = find(key, true);
    if (!member) return {};
    if (!member->is_string()) {
        fault(ErrorCode::wrong_type, key, "a text", shown(*member));
        return {};
    }
    return member->get<std::string>();
}

std::string Reader::text(const char* key, const std::string& fallback) const {
    return has(key) ? text(key) : fallback;
}

std::string Reader::name(const char* key, std::size_t longest) const {
    std::string value = text(key);
    if (auto too_long = check_name(value, pointer() + pointer_part(key), key, longest)) {
        m_faults.add(std::move(*too_long));
        return {};
    }
    return value;
}

std::string Reader::name_or(const char* key, const std::string& fallback, std::size_t longest) const {
    return has(key) ? name(key, longest) : fallback;
}

int Reader::choice(const char* key, const std::vector<std::string>& names, int fallback) const {
    if (fallback >= 0 && !has(key)) return fallback;
    const json* member = find(key, true);
    if (!member) return 0;
    if (!member->is_string()) {
        fault(ErrorCode::wrong_type, key, "one of " + joined(names), shown(*member));
        return 0;
    }
    const std::string name = member->get<std::string>();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<int>(found - names.begin());
    Diagnostic diagnostic;
    diagnostic.code = ErrorCode::unknown_name;
    diagnostic.pointer = pointer() + pointer_part(key);
    diagnostic.subject = key;
    diagnostic.expected = "one of " + joined(names);
    diagnostic.found = name;
    diagnostic.suggestion = nearest_name(name, names);
    m_faults.add(std::move(diagnostic));
    return 0;
}

std::vector<std::int64_t> Reader::integers(const char* key, std::int64_t least, std::int64_t most) const {
    std::vector<std::int64_t> list;
    each(key, false, [&](const Reader& item) { list.push_back(item.as_integer(least, most)); });
    return list;
}

std::vector<double> Reader::numbers(const char* key, Range range) const {
    std::vector<double> list;
    each(key, false, [&](const Reader& item) { list.push_back(item.as_number(range)); });
    return list;
}

std::vector<std::string> Reader::texts(const char* key, std::size_t longest) const {
    std::vector<std::string> list;
    each(key, false, [&](const Reader& item) {
        if (!item.value().is_string()) {
            item.fault(ErrorCode::wrong_type, nullptr, "a text", shown(item.value()));
            return;
        }
        list.push_back(item.value().get<std::string>());
        if (auto too_long = check_name(list.back(), item.pointer(), key, longest)) m_faults.add(std::move(*too_long));
    });
    return list;
}

} // namespace nest::io
