// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/engine/launch.h"
#include "text_fixture.h"

#include <QtGlobal>

#include <algorithm>
#include <string>
#include <vector>

/// Launch commands for the tests of their readers.
namespace nest::fixture {

using io::EngineLaunch;

/// A small model with every size said.
inline const std::string model_flags =
    "--num-layers 24 --hidden-size 1024 --ffn-hidden-size 4096 --num-attention-heads 16 "
    "--seq-length 2048 --max-position-embeddings 2048 --vocab-size 51200 "
    "--micro-batch-size 2 --global-batch-size 64 --bf16 ";

inline EngineLaunch launch_of(const std::string& text, const std::string& file = "train.sh") {
    Result<EngineLaunch> launch = io::read_launch(text, file);
    if (!launch) qFatal("%s", describe(launch.fault()).c_str());
    return *std::move(launch);
}

inline std::string fault_of(const std::string& text) {
    const Result<EngineLaunch> launch = io::read_launch(text, "train.sh");
    return launch.ok() ? std::string() : describe(launch.fault());
}

/// The first note that holds all of the words; empty if none does.
inline std::string note_with(const EngineLaunch& launch, const std::vector<std::string>& words) {
    for (const Diagnostic& note : launch.notes) {
        const std::string text = describe(note);
        if (std::all_of(words.begin(), words.end(), [&](const std::string& word) { return contains(text, word); }))
            return text;
    }
    return {};
}

inline std::int64_t only(const Degrees& degrees) {
    return degrees && degrees->size() == 1 ? degrees->front() : -1;
}

} // namespace nest::fixture
