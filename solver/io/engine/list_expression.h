// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Lists of small whole numbers as Python would build them: "[0]*3+[1]*58", "([1,1,0]*2)". Read, never run.
namespace nest::io {

/// Longest list that is built.
constexpr std::size_t longest_list = 100'000;

/// Sums and repetitions of lists. Nothing for any other text, and for lists that would grow beyond longest_list.
std::optional<std::vector<std::int64_t>> evaluate_list(const std::string& text);

} // namespace nest::io
