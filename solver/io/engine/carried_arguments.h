// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/engine/launch.h"
#include "io/engine/megatron_arguments.h"

#include <string>
#include <vector>

/// A plan put into somebody's own Megatron-LM command: what the plan decides is written from the plan, every other
/// argument stays as it is. Which flags go together: validate_args() in megatron/training/arguments.py (read at commit
/// 000c4ac2 of NVIDIA/Megatron-LM), and __post_init__() of megatron/core/transformer/transformer_config.py and
/// megatron/core/model_parallel_config.py (copies of about that time, which name no release).
namespace nest::io::detail {

struct CarriedArguments {
    Arguments command; ///< from the command, in its order, quoted for the shell
    Arguments plan;    ///< from the plan; to stand behind the others, since the last of equal flags counts
    /// "NAME=value" as bash takes them, from the command's environment. One that only the run knows may be empty.
    std::vector<std::string> environment;
    std::vector<std::string> replaced;  ///< "--flag 8 (line 3), now 4"
    std::vector<std::string> dropped;   ///< "--flag (line 3): why"
    std::vector<std::string> variables; ///< what the arguments use and the text doesn't set
    std::vector<std::string> differs;   ///< options that were priced otherwise than the command says
    std::vector<std::string> fixed;     ///< "--flag 8 (line 3)", where 8 is a variable's default
    std::vector<std::string> missing;   ///< what the engine needs and neither the command nor the plan has
    bool whole = false;                 ///< the command names its model: nothing is left to fill in
};

/// Parts `all`, the arguments of the plan and its model, from what the command keeps. Refuses a command of another
/// engine and one whose model isn't the plan's, naming flag and line; one that reads its arguments elsewhere
/// (unsupported).
Result<CarriedArguments> carry_over(const EngineLaunch& launch, const Problem& problem, const Plan& plan,
                                    const Arguments& all);

/// A word of a command as bash takes it back: quoted where needed, unresolved names as expansions.
std::string shell_word(const std::string& word);

} // namespace nest::io::detail
