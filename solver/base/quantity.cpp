// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/quantity.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

namespace nest {

namespace {

constexpr std::string_view narrow_space = "\u202f"; ///< between thousands and before a unit: never breaks a line

struct UnitInfo {
    const char* name;                          ///< as written after the prefix
    const char* example;                       ///< for faults
    int least_exponent, most_exponent;         ///< of the prefixes used for output, multiples of 3
    std::array<std::string_view, 6> spellings; ///< accepted after a prefix; empty entries end the list
    std::array<std::string_view, 4> bits;      ///< spellings that mean an eighth
};

const UnitInfo& info(Unit unit) {
    static const UnitInfo none{"", "a number such as 1.5", 0, 0, {}, {}};
    static const UnitInfo count{"", "a number such as 1024", 0, 0, {}, {}};
    static const UnitInfo bytes{
        "B", "a size such as \"80 GB\" or \"80 GiB\"", 0, 18, {"B", "byte", "bytes"}, {"b", "bit", "bits"}};
    static const UnitInfo seconds{"s", "a time such as \"5 us\" or \"2 ms\"", -9,
                                  0,   {"s", "sec", "second", "seconds"},     {}};
    static const UnitInfo rate{
        "B/s", "a rate such as \"450 GB/s\" or \"400 Gb/s\"", 0, 18, {"B/s", "Bps"}, {"b/s", "bps", "bit/s"}};
    static const UnitInfo flop{"FLOP", "an amount such as \"2 TFLOP\"", 0, 24, {"FLOP", "FLOPs", "flop"}, {}};
    static const UnitInfo flop_rate{
        "FLOP/s", "a rate such as \"989 TFLOP/s\"", 0, 24, {"FLOP/s", "FLOPS", "flop/s", "FLOPs/s", "flops"}, {}};
    static const UnitInfo ratio{"%", "a share such as \"60 %\" or 0.6", 0, 0, {"%"}, {}};
    static const UnitInfo elements{"", "a number such as \"70e9\" or \"70 B\"", 0, 12, {}, {}};
    switch (unit) {
    case Unit::none:
        return none;
    case Unit::count:
        return count;
    case Unit::bytes:
        return bytes;
    case Unit::seconds:
        return seconds;
    case Unit::bytes_per_second:
        return rate;
    case Unit::flop:
        return flop;
    case Unit::flop_per_second:
        return flop_rate;
    case Unit::ratio:
        return ratio;
    case Unit::elements:
        return elements;
    }
    return none;
}

std::string_view prefix_of(Unit unit, int exponent) {
    switch (exponent) {
    case -9:
        return "n";
    case -6:
        return "\u00b5";
    case -3:
        return "m";
    case 3:
        return unit == Unit::elements ? "K" : "k";
    case 6:
        return "M";
    case 9:
        return unit == Unit::elements ? "B" : "G";
    case 12:
        return "T";
    case 15:
        return "P";
    case 18:
        return "E";
    case 21:
        return "Z";
    case 24:
        return "Y";
    default:
        return "";
    }
}

struct Factor {
    int decimal = 0; ///< power of ten
    int binary = 0;  ///< power of two
};

bool take(std::string_view& text, std::string_view head) {
    if (!text.starts_with(head)) return false;
    text.remove_prefix(head.size());
    return true;
}

/// Prefixes that the text may start with; the caller tries what is left as a unit.
std::vector<std::pair<std::string_view, Factor>> prefixes(Unit unit) {
    if (unit == Unit::seconds) {
        return {{"", {}}, {"n", {-9, 0}}, {"u", {-6, 0}}, {"\u00b5", {-6, 0}}, {"\u03bc", {-6, 0}}, {"m", {-3, 0}}};
    }
    if (unit == Unit::none || unit == Unit::ratio) return {{"", {}}};
    std::vector<std::pair<std::string_view, Factor>> list{
        {"", {}},        {"k", {3, 0}},   {"K", {3, 0}},  {"M", {6, 0}},   {"G", {9, 0}},
        {"T", {12, 0}},  {"P", {15, 0}},  {"E", {18, 0}}, {"Ki", {0, 10}}, {"Mi", {0, 20}},
        {"Gi", {0, 30}}, {"Ti", {0, 40}}, {"Pi", {0, 50}}};
    if (unit == Unit::elements) list.push_back({"B", {9, 0}});
    return list;
}

/// The factor that a unit text such as "GiB" or "Gb/s" stands for.
std::optional<Factor> factor_of(std::string_view text, Unit unit) {
    if (text.empty()) return Factor{};
    if (unit == Unit::ratio) return text == "%" ? std::optional(Factor{-2, 0}) : std::nullopt;
    const UnitInfo& known = info(unit);
    for (const auto& [prefix, factor] : prefixes(unit)) {
        std::string_view rest = text;
        if (!take(rest, prefix)) continue;
        // A bare prefix ("80 G") is understood, except for times, where "5 m" could be minutes.
        if (rest.empty() && unit != Unit::seconds) return factor;
        if (rest.empty()) continue;
        if (std::find(known.spellings.begin(), known.spellings.end(), rest) != known.spellings.end()) return factor;
        if (std::find(known.bits.begin(), known.bits.end(), rest) != known.bits.end()) {
            return Factor{factor.decimal, factor.binary - 3};
        }
    }
    return std::nullopt;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Unicode spaces to plain ones, surrounding spaces off, separators of thousands out.
std::string normalised(std::string_view text) {
    std::string plain;
    while (!text.empty()) {
        if (take(text, "\u202f") || take(text, "\u2009") || take(text, "\u00a0") || take(text, "\t")) {
            plain += ' ';
        } else {
            plain += text.front();
            text.remove_prefix(1);
        }
    }
    while (!plain.empty() && plain.back() == ' ')
        plain.pop_back();
    plain.erase(0, std::min(plain.find_first_not_of(' '), plain.size()));
    std::string result;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        const auto digit_at = [&](std::size_t at) { return at < plain.size() && is_digit(plain[at]); };
        const bool separator = (plain[i] == ' ' || plain[i] == '_') && i > 0 && is_digit(plain[i - 1]) &&
                               digit_at(i + 1) && digit_at(i + 2) && digit_at(i + 3) && !digit_at(i + 4);
        if (!separator) result += plain[i];
    }
    return result;
}

/// Decimal digits and exponent of a finite positive number: 0.ddd... is never used, value = d.ddd * 10^exponent.
struct Decimal {
    std::string digits;
    int exponent = 0;
};

Decimal decimal_of(double value, int significant) { // significant < 1: the shortest that reads back
    std::array<char, 64> buffer{};
    const auto end = significant < 1 ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                                     std::chars_format::scientific)
                                     : std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                                     std::chars_format::scientific, std::min(significant, 18) - 1);
    const std::string_view text(buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data()));
    const std::size_t e = text.find('e');
    Decimal result;
    for (const char c : text.substr(0, e)) {
        if (is_digit(c)) result.digits += c;
    }
    const char* first = text.data() + e + 1;
    if (*first == '+') ++first;
    std::from_chars(first, text.data() + text.size(), result.exponent);
    return result;
}

std::string grouped(const std::string& whole, std::string_view separator) {
    if (whole.size() < 4) return whole;
    std::string result;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        if (i > 0 && (whole.size() - i) % 3 == 0) result += separator;
        result += whole[i];
    }
    return result;
}

/// The digits with the point after place `exponent`, e.g. "123", 1 -> "12.3", "5", -2 -> "0.05", "8", 2 -> "800".
std::string placed(const std::string& digits, int exponent, std::string_view separator) {
    if (exponent < 0) return "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
    const auto whole = static_cast<std::size_t>(exponent) + 1;
    if (digits.size() <= whole) return grouped(digits + std::string(whole - digits.size(), '0'), separator);
    return grouped(digits.substr(0, whole), separator) + "." + digits.substr(whole);
}

int floor_to_three(int exponent) {
    return exponent >= 0 ? exponent / 3 * 3 : -((-exponent + 2) / 3 * 3);
}

int prefix_exponent(int exponent, Unit unit) {
    const UnitInfo& known = info(unit);
    return std::clamp(floor_to_three(exponent), known.least_exponent, known.most_exponent);
}

std::string joined(std::string number, std::string_view space, std::string_view prefix, std::string_view unit) {
    if (!prefix.empty() || !unit.empty()) number.append(space).append(prefix).append(unit);
    return number;
}

std::string plain_shortest(double value) {
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end.ptr};
}

} // namespace

Result<double> parse_quantity(std::string_view text, Unit unit) {
    const auto bad = [&](ErrorCode code) {
        Diagnostic fault;
        fault.code = code;
        fault.subject = std::string(text.substr(0, 80));
        fault.expected = info(unit).example;
        return fault;
    };
    const std::string plain = normalised(text);
    const char* first = plain.data();
    const char* last = first + plain.size();
    if (first != last && *first == '+') ++first;
    double value = 0;
    const auto parsed = std::from_chars(first, last, value);
    if (parsed.ec == std::errc::invalid_argument) return bad(ErrorCode::bad_quantity);
    std::string_view rest(parsed.ptr, static_cast<std::size_t>(last - parsed.ptr));
    while (!rest.empty() && rest.front() == ' ')
        rest.remove_prefix(1);
    const std::optional<Factor> factor = factor_of(rest, unit);
    if (!factor) return bad(ErrorCode::bad_quantity);
    if (parsed.ec == std::errc() && !std::isfinite(value)) return bad(ErrorCode::not_finite);

    // The prefix goes into the exponent of the text, so that "9 us" is exactly the double nearest to 9e-6.
    std::string number(first, parsed.ptr);
    int exponent = 0;
    if (const std::size_t e = number.find_first_of("eE"); e != std::string::npos) {
        const char* digits = number.data() + e + 1;
        if (*digits == '+') ++digits;
        const auto read = std::from_chars(digits, number.data() + number.size(), exponent);
        if (read.ec != std::errc()) return bad(ErrorCode::not_finite);
        number.resize(e);
    }
    number += "e" + std::to_string(static_cast<std::int64_t>(exponent) + factor->decimal);
    const auto scaled = std::from_chars(number.data(), number.data() + number.size(), value);
    if (scaled.ec != std::errc()) return bad(ErrorCode::not_finite);
    value = std::ldexp(value, factor->binary);
    if (!std::isfinite(value)) return bad(ErrorCode::not_finite);
    return value;
}

std::string format_quantity(double value, Unit unit, int digits) {
    if (std::isnan(value)) return "\u2013";
    const std::string sign = value < 0 ? "-" : "";
    if (std::isinf(value)) return sign + "\u221e";
    const UnitInfo& known = info(unit);
    const double magnitude = std::abs(value) * (unit == Unit::ratio ? 100.0 : 1.0);
    if (magnitude == 0) return joined("0", narrow_space, "", known.name);
    if (!std::isfinite(magnitude)) return sign + "\u221e";
    // A count is exact while it is readable.
    if (unit == Unit::count && magnitude < 1e15 && magnitude == std::floor(magnitude)) {
        return sign + grouped(std::to_string(static_cast<std::int64_t>(magnitude)), narrow_space);
    }
    const int significant = std::clamp(digits, 1, 17);
    Decimal decimal = decimal_of(magnitude, significant);
    const int prefix = prefix_exponent(decimal.exponent, unit);
    const int place = decimal.exponent - prefix;
    if (place > 14 || place < -6) { // beyond the prefixes
        std::array<char, 64> buffer{};
        const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), magnitude,
                                       std::chars_format::scientific, significant - 1);
        return sign + joined({buffer.data(), end.ptr}, narrow_space, "", known.name);
    }
    if (place >= significant) decimal = decimal_of(magnitude, place + 1); // whole part in full
    return sign + joined(placed(decimal.digits, decimal.exponent - prefix, narrow_space), narrow_space,
                         prefix_of(unit, prefix), known.name);
}

std::string format_editable(double value, Unit unit) {
    if (!std::isfinite(value)) return plain_shortest(value);
    const UnitInfo& known = info(unit);
    const std::string sign = std::signbit(value) && value != 0 ? "-" : "";
    const double magnitude = std::abs(value);
    if (magnitude == 0) return joined("0", " ", "", known.name);
    const Decimal decimal = decimal_of(magnitude, 0);
    const int percent = unit == Unit::ratio ? 2 : 0;
    const int prefix = prefix_exponent(decimal.exponent + percent, unit);
    const int place = decimal.exponent + percent - prefix;
    if (place > 14 || place < -6)
        return sign + joined(plain_shortest(magnitude), " ", "", percent == 0 ? known.name : "");
    std::string shortest = joined(placed(decimal.digits, place, " "), " ", prefix_of(unit, prefix), known.name);
    if (unit == Unit::bytes) { // "80 GiB" rather than "85.89934592 GB"
        for (const auto& [power, name] : {std::pair{40, "TiB"}, {30, "GiB"}, {20, "MiB"}, {10, "KiB"}}) {
            const double whole = std::ldexp(magnitude, -power);
            if (whole < 1 || whole != std::floor(whole) || whole > 1e6) continue;
            const std::string binary = grouped(std::to_string(static_cast<std::int64_t>(whole)), " ") + " " + name;
            if (binary.size() < shortest.size()) shortest = binary;
            break;
        }
    }
    return sign + shortest;
}

Scale common_scale(double largest, Unit unit) {
    if (unit == Unit::ratio) return {0.01, "%"};
    const double magnitude = std::abs(largest);
    if (!std::isfinite(magnitude) || magnitude == 0) return {1.0, info(unit).name};
    const int prefix = prefix_exponent(decimal_of(magnitude, 0).exponent, unit);
    const std::string power = "1e" + std::to_string(prefix);
    double factor = 1; // from text: exactly the double nearest to the power of ten
    std::from_chars(power.data(), power.data() + power.size(), factor);
    return {factor, std::string(prefix_of(unit, prefix)) + info(unit).name};
}

} // namespace nest
