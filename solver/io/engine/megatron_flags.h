// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Megatron-LM's command line as far as this program knows it. Source: megatron/training/arguments.py of Megatron Core
/// 0.15 (late 2025) and the tests' configurations of that repository; names of older releases that people still use.
namespace nest::io {

enum class FlagArity { none, one, several };
enum class FlagRole {
    read,     ///< says something about model, layout or options
    unpriced, ///< changes time or memory, but not in this program's price
    aside     ///< changes neither: data, learning rate, logs, checkpoints
};

struct FlagInfo {
    std::string_view name; ///< without the dashes in front
    FlagArity arity = FlagArity::one;
    FlagRole role = FlagRole::read;
    const char* runs = "";   ///< unpriced: what runs
    const char* priced = ""; ///< unpriced: as what it is priced
};

/// The flag of that name, or null. Underscores count as dashes.
const FlagInfo* find_flag(std::string_view name);
/// All names, for suggestions.
const std::vector<std::string>& flag_names();
/// The Megatron-LM flag behind the last key of a NeMo or Megatron-Bridge configuration ("num_moe_experts" ->
/// "num-experts"), or empty if it says nothing that is read.
std::string flag_of_key(std::string_view key);

} // namespace nest::io
