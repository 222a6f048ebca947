// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/worker_pool.h"
#include "cli/commands.h"
#include "cli/interruption.h"
#include "cli/summary.h"
#include "cli/table.h"

#include <iostream>
#include <unistd.h>

/// solve and evaluate.
namespace nest::cli {

namespace {

/// Applies --set and --objective. A sentence when one of them is wrong.
std::string apply_settings(const Arguments& args, Options& options) {
    const auto set = args.values.find("--set");
    for (const std::string& setting : set == args.values.end() ? std::vector<std::string>() : set->second) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos) return "--set takes KEY=VALUE, found \"" + setting + "\"";
        const auto fault = set_option_text(options, setting.substr(0, equals), setting.substr(equals + 1));
        if (fault) return "--set " + setting + ": " + describe_fault(*fault);
    }
    if (!args.has("--objective")) return {};
    const auto fault = set_option_text(options, "objective", args.get("--objective"));
    return fault ? "--objective: " + describe_fault(*fault) : std::string();
}

/// What the arguments name as the problem; otherwise the exit status in `status` and the faults printed.
std::optional<Result<Problem>> named_problem(const Arguments& args, int& status) {
    const bool by_case = args.has("--case");
    for (const char* name : {"--model", "--topology"}) {
        if (args.has(name) != by_case) continue;
        status = usage_fault("solve", by_case ? std::string(name) + " and --case exclude each other"
                                              : std::string(name) + " is missing");
        return std::nullopt;
    }
    Options options;
    if (args.has("--options")) {
        Result<Options> read = io::find_options(args.get("--options"));
        if (!read) {
            status = input_faults(read.diagnostics());
            return std::nullopt;
        }
        options = std::move(*read);
    }
    Result<Problem> found = Diagnostic{};
    if (by_case) {
        found = io::find_case(args.get("--case"));
        if (!found) {
            status = input_faults(found.diagnostics());
            return std::nullopt;
        }
        if (!args.has("--options")) options = found->options;
    }
    if (const std::string fault = apply_settings(args, options); !fault.empty()) {
        status = usage_fault("solve", fault);
        return std::nullopt;
    }
    Result<Problem> problem =
        by_case ? make_problem(found->model, found->levels, found->device, options, found->topology_name)
                : io::find_problem(args.get("--model"), args.get("--topology"), args.get("--device"), options);
    if (!problem) {
        status = input_faults(problem.diagnostics());
        return std::nullopt;
    }
    return problem;
}

/// A line that is rewritten while a person watches; nothing when standard error goes elsewhere.
class ProgressLine {
public:
    ProgressLine() : m_shown(isatty(STDERR_FILENO) != 0) {}
    ~ProgressLine() {
        if (m_written) std::cerr << "\r\x1b[K" << std::flush;
    }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void show(const SolveProgress& progress) {
        if (!m_shown) return;
        m_written = true;
        std::cerr << "\r\x1b[K" << plain(progress.fraction, Unit::ratio);
        if (progress.best_seconds > 0) std::cerr << "  best step " << plain(progress.best_seconds, Unit::seconds);
        std::cerr << std::flush;
    }

private:
    bool m_shown, m_written = false;
};

SolveResult search(const Problem& problem, SolveControl control) {
    const Interruption interruption;
    ProgressLine line;
    control.stop = interruption.token();
    control.progress = [&line](const SolveProgress& progress) { line.show(progress); };
    return solve(problem, control);
}

int status_of(const SolveResult& result) {
    switch (result.status) {
    case SolveStatus::infeasible:
        return no_plan;
    case SolveStatus::stopped:
        return stopped_early;
    case SolveStatus::optimal:
    case SolveStatus::feasible:
        break;
    }
    return done;
}

} // namespace

int run_solve(Arguments& args, const Hooks&) {
    if (args.get("--planner", "nest") != "nest")
        return usage_fault("solve", "unknown planner " + args.get("--planner") + "; did you mean nest?");
    if (args.get("--cost", "nest") != "nest")
        return usage_fault("solve", "unknown cost model " + args.get("--cost") + "; did you mean nest?");
    SolveControl control;
    control.threads = static_cast<int>(args.integer("--threads", hardware_threads(), 1, 1024));
    control.top_k = static_cast<int>(args.integer("--top", 1, 1, 10000));
    control.time_limit_seconds = args.number("--time-limit", 0, 0);
    if (!args.fault.empty()) return usage_fault("solve", args.fault);

    int status = done;
    const std::optional<Result<Problem>> problem = named_problem(args, status);
    if (!problem) return status;
    print_notes(problem->diagnostics());

    const SolveResult result = search(**problem, control);
    print_notes(result.notes);
    const std::string out = args.get("--json");
    if (!out.empty() && !write_json(out, io::plan_to_json(**problem, result))) return bad_input;
    if (out != "-") std::cout << summary_of_solve(**problem, result, problem->diagnostics()) << std::flush;
    if (result.status == SolveStatus::infeasible) std::cerr << "no feasible plan: " << result.why_infeasible << "\n";
    if (result.status == SolveStatus::stopped) {
        std::cerr << (result.plans.empty() ? "stopped early, before any plan was found\n"
                                           : "stopped early: this is the best plan so far\n");
    }
    return status_of(result);
}

int run_evaluate(Arguments& args, const Hooks&) {
    if (!args.has("--plan")) return usage_fault("evaluate", "--plan is missing");
    const std::string path = args.get("--plan");
    Result<nlohmann::json> json = io::read_json(path);
    if (!json) return input_faults(json.diagnostics());
    Result<io::PlanFile> file = io::plan_from_json(*json, path);
    if (!file) return input_faults(file.diagnostics());
    print_notes(file.diagnostics());
    const std::string out = args.get("--json");
    if (!out.empty() && !write_json(out, io::plan_to_json(file->problem, file->result))) return bad_input;
    if (file->result.plans.empty()) {
        std::cerr << "no feasible plan: " << path << " holds none; " << file->result.why_infeasible << "\n";
        return no_plan;
    }
    const RankedPlan& ranked = file->result.plans.front();
    if (out != "-") std::cout << summary_of_plan(file->problem, ranked) << std::flush;
    if (ranked.evaluation.fits) return done;
    std::cerr << "the plan does not fit: " << why_it_does_not_fit(ranked);
    return no_plan;
}

} // namespace nest::cli
