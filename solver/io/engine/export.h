// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "explain/launchable.h"
#include "io/engine/launch.h"
#include "plan/evaluation.h"

#include <optional>
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
/// from the model's is never written. unknown_name for an unknown format, with the nearest. With a launch, which only
/// format megatron takes, the file carries over from that command what the plan doesn't decide.
Result<std::string> export_plan(const std::string& format, const Problem& problem, const Plan& plan,
                                const Evaluation& evaluation, const EngineLaunch* launch = nullptr);

/// The engine whose files a format writes, as option `target` names it; empty for tables, hosts and traces.
std::string engine_of(const std::string& format);
/// Where an engine's format refuses plans[refused]: the first plan of the list that it takes, no slower within the
/// error of the estimate.
std::optional<Launchable> export_instead(const std::string& format, const Problem& problem,
                                         const std::vector<RankedPlan>& plans, int refused);

} // namespace nest::io
