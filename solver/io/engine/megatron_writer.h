// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/engine/launch.h"
#include "plan/evaluation.h"

#include <string>

namespace nest::io {

/// A launch script for Megatron-LM: bash, torchrun on every node, all arguments of model, layout and batch; data,
/// tokenizer and learning rate are left to fill in. Flags as in Megatron Core 0.15 (late 2025), arguments.py.
/// Refuses in words (code unsupported): what engine_obstacle("megatron") names, models whose architecture isn't known
/// or that the engine's flags can't state, ranks that don't fill their nodes. Every block of the model is in a stage,
/// or there is no script. With a launch, the arguments of that command stand in place of those left to fill in: see
/// carried_arguments.h.
Result<std::string> megatron_script(const Problem& problem, const Plan& plan, const Evaluation& evaluation,
                                    const EngineLaunch* launch = nullptr);

} // namespace nest::io
