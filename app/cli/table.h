// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/quantity.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nest::cli {

/// A quantity in plain ASCII: a terminal's encoding is not known.
std::string plain(double value, Unit unit);

/// How much more or less `to` is than `from`, with its sign; "=" for what is but rounding.
std::string change_text(double from, double to, Unit unit);

/// Text with the few other characters that quantities use replaced in the same way.
std::string ascii(std::string text);

/// A name from a file as it may stand in a line: printable, and cut where it is longer than anybody reads.
std::string name_text(const std::string& name);

/// "1 device", "1 024 devices"
std::string counted_text(std::int64_t count, const char* noun);

/// Columns aligned with spaces; the first row is the heading. Columns whose index is in `left` are set flush left.
std::string table(const std::vector<std::vector<std::string>>& rows, const std::vector<std::size_t>& left,
                  const std::string& indent);

} // namespace nest::cli
