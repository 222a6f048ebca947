// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/evaluation.h"

#include <string>
#include <vector>

/// Plans as the files that training engines, launchers and viewers take.
namespace nest::io {

struct ExportFormat {
    std::string id;     ///< as --format takes it: "megatron", "deepspeed", "torchtitan", "csv", "hostfile", "rankfile",
                        ///< "chrome-trace"
    const char* label;  ///< English source for translation, context "Export"
    std::string suffix; ///< of the usual file name, without the dot
    std::string file_name;
};
const std::vector<ExportFormat>& export_formats();

/// Text of the file. Refuses in words (code unsupported) what the engine can't run; a file whose layer count differs
/// from the model's is never written. unknown_name for an unknown format, with the nearest.
Result<std::string> export_plan(const std::string& format, const Problem& problem, const Plan& plan,
                                const Evaluation& evaluation);

} // namespace nest::io
