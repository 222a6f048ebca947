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
/// Where an engine's format refuses plan `refused` of a search's answer: what way_to_launch() names for that engine,
/// for a plan behind the best one the first of the list that is no slower within the error of the estimate. The format
/// takes it. Nothing where there is none, or `control` stops the search for one.
std::optional<LaunchWay> export_instead(const std::string& format, const Problem& problem, const SolveResult& result,
                                        int refused, const SolveControl& control);

} // namespace nest::io
