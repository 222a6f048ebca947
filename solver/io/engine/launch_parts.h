// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/engine/launch.h"
#include "io/engine/launch_text.h"

/// The steps of read_launch(), each from flags to a part of an EngineLaunch. Faults go to the flags' list, whatever is
/// assumed or priced otherwise to the launch's notes.
namespace nest::io::detail {

void note_assumed(EngineLaunch& launch, Phrase what, Phrase value);
/// What runs and as what it is priced, at the flag's line.
void note_priced(EngineLaunch& launch, const LaunchText& text, const std::string& flag, Phrase runs, Phrase priced);

/// The model; stays absent when the text has none of its sizes. Sources of defaults: Megatron Core 0.15, arguments.py.
void read_model(const LaunchText& text, const std::string& file, EngineLaunch& launch);
/// Batch, sequence length, kernels, precision.
void read_options(const LaunchText& text, EngineLaunch& launch);
/// Degrees, ranks, ZeRO, recomputation.
void read_layout(const LaunchText& text, EngineLaunch& launch);
/// Transformer blocks of each stage, virtual stages merged.
void read_stages(const LaunchText& text, std::int64_t stages, EngineLaunch& launch);

} // namespace nest::io::detail
