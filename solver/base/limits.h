// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"
#include "base/quantity.h"

#include <limits>
#include <optional>
#include <string>

/// The ranges that quantities of files, options and generators must lie in: wide enough for anything that exists or is
/// planned, narrow enough that sums and products of them stay finite and an answer means something. One place, so that
/// what one part writes another part reads. SI base units; a fault names both ends.
namespace nest {

/// Bounds of a number, both inclusive unless `above` excludes the lower one.
struct Range {
    double least = -std::numeric_limits<double>::max();
    double most = std::numeric_limits<double>::max();
    bool above = false;
    Unit unit = Unit::none; ///< for messages

    bool holds(double value) const { return value <= most && (above ? value > least : value >= least); }
};
constexpr Range at_least_zero{0};
constexpr Range above_zero{0, std::numeric_limits<double>::max(), true};

namespace limits {

/// Of one message or one kernel start. A quarter of an hour is longer than any link of a cluster takes.
constexpr Range latency{0, 1000, false, Unit::seconds};
/// Of a link, a level or a memory. An exabyte per second is a million NVLinks.
constexpr Range bandwidth{1, 1e18, false, Unit::bytes_per_second};
/// As `bandwidth`, where 0 means that the link is left out.
constexpr Range link_bandwidth{0, 1e18, false, Unit::bytes_per_second};
/// A generator's divisor of a level's bandwidth.
constexpr Range oversubscription{1, 1e6};
/// Of one device; the fastest of today have 1e16 FLOP/s.
constexpr Range flop_rate{1, 1e21, false, Unit::flop_per_second};
/// Memory of one device.
constexpr Range memory{1, 1e18, false, Unit::bytes};
constexpr Range reserve{0, 1e18, false, Unit::bytes};
/// A share that something real reaches.
constexpr Range efficiency{1e-6, 1};
/// Of one layer for one micro-batch: eleven days.
constexpr Range layer_seconds{0, 1e6, false, Unit::seconds};
/// Tensors of one layer, weights and what is moved.
constexpr Range layer_bytes{0, 1e21, false, Unit::bytes};
constexpr Range layer_flop{0, 1e27, false, Unit::flop};
constexpr Range layer_parameters{0, 1e18, false, Unit::elements};
/// Collectives of one kind in one layer.
constexpr Range collectives{0, 1e9};
/// A measured collective.
constexpr Range measured_bytes{1, 1e21, false, Unit::bytes};
constexpr Range measured_seconds{1e-12, 1e6, false, Unit::seconds};

/// Characters of a name: a model's, a layer's, a level's. No view ever has to lay out more.
constexpr std::size_t longest_name = 200;
/// Characters of a sentence such as where figures come from.
constexpr std::size_t longest_sentence = 4000;

} // namespace limits

/// "0 s to 1 000 s", "above 0, at most 1", "a number of at least 0".
std::string range_text(const Range& range);
/// A value as the fault about it shows it: "0.5 GB/s", and "1e+40 B/s" beyond the prefixes.
std::string value_text(double value, Unit unit);

/// not_finite or out_of_range at `pointer`, or nothing.
std::optional<Diagnostic> check_range(double value, const Range& range, const std::string& pointer,
                                      const std::string& subject);
/// out_of_range where `name` is longer than `longest` characters or isn't printable(), or nothing.
std::optional<Diagnostic> check_name(const std::string& name, const std::string& pointer, const std::string& subject,
                                     std::size_t longest = limits::longest_name);

} // namespace nest
