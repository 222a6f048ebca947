// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/evaluation.h"

#include <string>

/// The writers behind export_plan(), one per format. Each refuses in words (unsupported) what its engine can't run.
namespace nest::io {

/// ds_config.json. Sources: DeepSpeed 0.19 (deepspeed/runtime/config.py, constants.py, pipe/module.py, pipe/engine.py).
/// The file can't carry comments, and DeepSpeed reads the keys it knows and no others, so what is not in its
/// configuration but in a training script (stages, their layers, expert and tensor degrees, rank order) stands under
/// "_nest_planner".
Result<std::string> deepspeed_config(const Problem& problem, const Plan& plan, const Evaluation& evaluation);

/// A Python module with a configuration function, which torchtitan 0.3 takes with --module and --config; its command
/// line has no way to write the stages' lists of modules. Source: torchtitan's main branch of autumn 2026
/// (config/parallelism.py, config/training.py, config/manager.py, distributed/PARALLELISM_CONTEXT.md).
Result<std::string> torchtitan_module(const Problem& problem, const Plan& plan, const Evaluation& evaluation);

/// The TOML file of torchtitan 0.2.2, the last release that reads one. Source: its config/job_config.py.
Result<std::string> torchtitan_toml(const Problem& problem, const Plan& plan, const Evaluation& evaluation);

/// Rank table: rank, device, node, local_gpu, stage, replica, tp, cp, ep, dp; one row per process in the order of
/// ranks, all counted from 0. Ranks are numbered without gaps; "device" is the device's number in the network, which
/// differs where the plan leaves devices idle in between.
Result<std::string> rank_table(const Problem& problem, const Plan& plan, const Evaluation& evaluation);

/// "host slots=n" in the order of ranks, for mpirun and the deepspeed launcher. Host names are placeholders.
Result<std::string> hostfile(const Problem& problem, const Plan& plan, const Evaluation& evaluation);

/// Open MPI's rankfile: "rank i=host slot=j", with the same placeholders.
Result<std::string> rankfile(const Problem& problem, const Plan& plan, const Evaluation& evaluation);

/// One step of the pipeline in the Trace Event Format (chrome://tracing, Perfetto): a thread for each stage, times in
/// microseconds from the simulator. Of long steps the first and the last micro-batches, as many as about 200 000 events
/// hold; "otherData" says so.
Result<std::string> chrome_trace(const Problem& problem, const Plan& plan, const Evaluation& evaluation);

} // namespace nest::io
