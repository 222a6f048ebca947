// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/interruption.h"
#include "cli/plan_argument.h"
#include "cli/table.h"
#include "io/engine/export.h"
#include "io/engine/megatron_arguments.h"
#include "plan/engines.h"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

/// export: a plan as an engine's file.
namespace nest::cli {

namespace {

constexpr std::int64_t most_plans = 1'000'000;

/// Why there is no such format, with the formats that there are; empty when there is one.
std::string unknown_format(const std::string& format) {
    std::vector<std::string> ids;
    std::string known;
    for (const io::ExportFormat& known_format : io::export_formats()) {
        if (known_format.id == format) return {};
        ids.push_back(known_format.id);
        known += (known.empty() ? "there are " : ", ") + known_format.id;
    }
    if (format.empty()) return "--format is missing; " + known;
    const std::string near = nearest_name(format, ids);
    return "unknown format " + format + "; " + (near.empty() ? known : "did you mean " + near + "?");
}

/// Behind a refusal: a plan that can be written instead, and how; the same one that `solve` names for the engine.
void name_a_way_out(const std::string& format, const std::string& path, const io::PlanFile& file, std::size_t refused) {
    const std::string target = io::engine_of(format);
    if (target.empty()) return;
    const Problem& problem = file.problem;
    const std::string search = "solve with --set target=" + target;
    const Interruption interruption;
    const auto way =
        io::export_instead(format, problem, file.result, static_cast<int>(refused), interruption.control());
    if (way) {
        std::cerr << ascii(sentence(*way).text());
        if (way->listed())
            std::cerr << " --index " << way->launchable.index + 1 << " exports it.\n";
        else
            std::cerr << " " << path << " doesn't hold it: " << search << " finds it.\n";
        return;
    }
    const bool layout = !engine_obstacle(target, shape_of(problem, file.result.plans[refused].plan)).empty();
    if (!layout || (target == "megatron" && !problem.model.architecture)) return; // no other layout would help
    std::cerr << "No other plan of the file can be exported instead; " << search << " finds the best plan that "
              << engine_name(target) << " runs.\n";
}

/// The command of --launch, with its warnings; nothing where none is given.
Result<std::optional<io::EngineLaunch>> command_of(const std::string& path) {
    if (path.empty()) return std::optional<io::EngineLaunch>();
    const Result<std::string> text = io::read_text(path);
    if (!text) return text.diagnostics();
    const Result<io::EngineLaunch> launch = io::read_launch(*text, path);
    if (!launch) return launch.diagnostics();
    Result<std::optional<io::EngineLaunch>> command = std::optional(*launch);
    for (const Diagnostic& note : launch->notes) {
        // What is not known here is carried over all the same.
        if (note.severity == Severity::warning && note.code != ErrorCode::ignored) command.add(note);
    }
    return command;
}

/// Behind the refusal of a NeMo configuration: what to write into it by hand, under the keys that it has where it has
/// them.
std::string nemo_settings(const io::EngineLaunch& launch, const Problem& problem, const Plan& plan) {
    if (!problem.model.architecture) return {};
    const Result<io::detail::Arguments> layout = io::detail::layout_arguments(*problem.model.architecture, plan);
    if (!layout) return {};
    std::vector<std::string> settings;
    const auto set = [&](const std::string& flag, const std::string& value) {
        std::string key = flag;
        std::replace(key.begin(), key.end(), '-', '_');
        for (const io::LaunchArgument& argument : launch.arguments)
            if (argument.name == flag) key = argument.flag;
        settings.push_back(key + ": " + value);
    };
    const auto number = [](std::int64_t value) { return std::to_string(value); };
    set("tensor-model-parallel-size", number(plan.strategy.tp));
    set("pipeline-model-parallel-size", number(plan.stage_count()));
    set("context-parallel-size", number(plan.strategy.cp));
    if (problem.model.experts > 0) set("expert-model-parallel-size", number(plan.strategy.ep));
    set("sequence-parallel", plan.strategy.sequence_parallel ? "true" : "false");
    for (const io::detail::Argument& argument : *layout)
        for (const char* recompute : {"recompute-granularity", "recompute-method", "recompute-num-layers"})
            if (argument.flag == std::string("--") + recompute) set(recompute, argument.value);
    set("micro-batch-size", number(plan.micro_batch));
    set("global-batch-size", number(problem.options.global_batch));
    std::string text =
        "To run the plan with NeMo, set in " + launch.file + " for " + counted_text(plan.devices(), "device") + ":\n";
    for (const std::string& setting : settings)
        text += "  " + setting + "\n";
    return text;
}

} // namespace

int run_export(Arguments& args, const Hooks&) {
    if (!args.has("--plan")) return usage_fault("export", "--plan P.json is missing");
    const std::string format = args.get("--format");
    if (const std::string fault = unknown_format(format); !fault.empty()) return usage_fault("export", fault);
    if (!args.has("-o")) return usage_fault("export", "-o OUT is missing");
    if (args.has("--launch") && format != "megatron")
        return usage_fault("export", "--launch goes with --format megatron alone");
    std::int64_t index = args.integer("--index", 1, 1, most_plans);
    if (!args.fault.empty()) return usage_fault("export", args.fault);

    const std::string path = args.get("--plan");
    const Result<nlohmann::json> json = io::read_json(path);
    if (!json) return input_faults(json.diagnostics());
    int status = done;
    const std::optional<io::PlanFile> file = read_plan_file(*json, path, status);
    if (!file) return status;
    const std::vector<RankedPlan>& plans = file->result.plans;
    if (!args.has("--index") && plans.size() > 1 && json->value("role", nlohmann::json()) == "command") {
        index = 2; // what a command runs already is there
        std::cerr << "note: writes plan 2 of " << path
                  << ", the best one; plan 1 is what the command runs today (--index 1)\n";
    }
    if (plans.empty()) {
        std::cerr << path << ": holds no plan to export\n";
        return no_plan;
    }
    if (static_cast<std::size_t>(index) > plans.size()) {
        return usage_fault("export", "--index: expected 1 to " + std::to_string(plans.size()) + ", the plans of " +
                                         path + ", found " + std::to_string(index));
    }
    const RankedPlan& ranked = plans[static_cast<std::size_t>(index - 1)];
    Result<std::optional<io::EngineLaunch>> command = command_of(args.get("--launch"));
    if (!command) return input_faults(command.diagnostics());
    print_notes(command.diagnostics());
    Result<std::string> text =
        io::export_plan(format, file->problem, ranked.plan, ranked.evaluation, *command ? &**command : nullptr);
    if (!text) {
        status = input_faults(text.diagnostics());
        // Another plan is no way out where the command itself is refused.
        if (*command && io::export_plan(format, file->problem, ranked.plan, ranked.evaluation))
            std::cerr << ((*command)->engine == "nemo" ? nemo_settings(**command, file->problem, ranked.plan) : "")
                      << "Leave --launch out: the script then holds the whole plan.\n";
        else
            name_a_way_out(format, path, *file, static_cast<std::size_t>(index - 1));
        return status;
    }
    print_notes(text.diagnostics());
    warn_of_options_not_kept(file->problem, ranked);
    if (!ranked.evaluation.fits) std::cerr << "warning: this plan does not fit in memory\n";
    const std::string out = args.get("-o");
    if (const auto fault = write_output(out, *text)) return input_faults({*fault});
    return done;
}

} // namespace nest::cli
