// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"

#include <string>
#include <string_view>

/// Numbers with units at the edge: people write "400 Gb/s" or "80 GiB", the solver sees bytes, seconds, FLOP and
/// their rates. SI prefixes are decimal, Ki/Mi/Gi/Ti binary; "b" is bit, "B" is byte. Independent of the locale.
namespace nest {

enum class Unit { none, count, bytes, seconds, bytes_per_second, flop, flop_per_second, ratio, elements };

/// Parses "80 GiB", "80e9", "400 Gb/s", "5 us", "5 µs", "60 %", "1 024" (spaces, thin spaces and _ as thousands).
/// A bare number is in the SI base unit. Fails with bad_quantity (subject = text, expected = example) or not_finite.
Result<double> parse_quantity(std::string_view text, Unit unit);

/// Three significant digits with an SI prefix and the unit: 80e9 bytes -> "80.0 GB", 0.00552 s -> "5.52 ms",
/// 0.438 ratio -> "43.8 %". `digits` significant digits.
std::string format_quantity(double value, Unit unit, int digits = 3);

/// The shortest text that parse_quantity reads back to exactly `value`, with a prefix if that keeps it short:
/// "80 GB", "450 GB/s", "8 192".
std::string format_editable(double value, Unit unit);

/// A prefix shared by a chart's axis: {1e9, "GB"} for a largest value of 80e9 bytes.
struct Scale {
    double factor = 1.0; ///< divide by this
    std::string unit;
};
Scale common_scale(double largest, Unit unit);

} // namespace nest
