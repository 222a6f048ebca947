// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/worker_pool.h"
#include "cli/commands.h"
#include "cli/interruption.h"
#include "cli/summary.h"
#include "cli/table.h"
#include "explain/fixed_layout.h"
#include "plan/layout_line.h"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
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

/// Options from --options, --set and --objective over `base`. Nothing when one is wrong: the fault is printed and
/// `status` set.
std::optional<Options> given_options(const std::string& command, const Arguments& args, Options base, int& status) {
    if (args.has("--options")) {
        Result<Options> read = io::find_options(args.get("--options"));
        if (!read) {
            status = input_faults(read.diagnostics());
            return std::nullopt;
        }
        base = std::move(*read);
    }
    if (const std::string fault = apply_settings(args, base); !fault.empty()) {
        status = usage_fault(command, fault);
        return std::nullopt;
    }
    return base;
}

/// What the arguments name as the problem, with the layout's restrictions if there is one. Nothing when something is
/// wrong: the fault is printed and `status` set.
std::optional<Result<Problem>> named_problem(const std::string& command, const Arguments& args, int& status) {
    const bool by_case = args.has("--case");
    if (by_case && (args.has("--model") || args.has("--topology"))) {
        status = usage_fault(command, "--case and --model or --topology exclude each other");
        return std::nullopt;
    }
    std::optional<Result<Problem>> found;
    if (by_case) {
        found = io::find_case(args.get("--case"));
        if (!found->ok()) {
            status = input_faults(found->diagnostics());
            return std::nullopt;
        }
    }
    std::optional<Options> options = given_options(command, args, by_case ? (*found)->options : Options(), status);
    if (!options) return std::nullopt;
    LayoutLine layout;
    if (args.has("--layout")) {
        Result<LayoutLine> read = read_layout(args.get("--layout"), *options);
        if (!read) {
            status = usage_fault(command, "--layout: " + describe_fault(read.fault()));
            return std::nullopt;
        }
        layout = std::move(*read);
        options = layout.options;
    }
    const std::string model = args.get("--model", layout.model);
    const std::string topology = args.get("--topology", layout.topology);
    if (!by_case && (model.empty() || topology.empty())) {
        status = usage_fault(command, std::string(model.empty() ? "--model" : "--topology") + " is missing");
        return std::nullopt;
    }
    Result<Problem> problem =
        by_case ? make_problem((*found)->model, (*found)->levels, (*found)->device, *options, (*found)->topology_name)
                : io::find_problem(model, topology, args.get("--device"), *options);
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
    control.time_limit_seconds = args.number("--time-limit", 0, 1e-9); // 0 = not given: no limit
    if (!args.fault.empty()) return usage_fault("solve", args.fault);

    int status = done;
    const std::optional<Result<Problem>> problem = named_problem("solve", args, status);
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

namespace {

/// Prints a priced plan, writes it, and says why it doesn't fit if it doesn't.
int show_plan(const Arguments& args, const Problem& problem, const SolveResult& result) {
    const std::string out = args.get("--json");
    if (!out.empty() && !write_json(out, io::plan_to_json(problem, result))) return bad_input;
    if (result.plans.empty()) {
        std::cerr << "no feasible plan: "
                  << (result.why_infeasible.empty() ? "the file holds no plan to price" : result.why_infeasible)
                  << "\n";
        return no_plan;
    }
    const RankedPlan& ranked = result.plans.front();
    if (out != "-") std::cout << summary_of_plan(problem, ranked) << std::flush;
    if (ranked.evaluation.fits) return done;
    std::cerr << "the plan does not fit: " << why_it_does_not_fit(ranked);
    return no_plan;
}

/// Prices a layout in one line with its best cuts.
int show_layout(const Arguments& args, const Problem& problem) {
    const Interruption interruption;
    SolveControl control;
    control.threads = hardware_threads();
    control.stop = interruption.token();
    const FixedLayout layout = price_layout(problem, problem.options, control);
    for (const Phrase& note : layout.notes)
        std::cerr << "note: " << note.text() << "\n";
    return show_plan(args, problem, layout.result);
}

} // namespace

int run_evaluate(Arguments& args, const Hooks&) {
    if (args.has("--plan") == args.has("--layout")) {
        return usage_fault("evaluate", args.has("--plan") ? "--plan and --layout exclude each other"
                                                          : "--plan or --layout is missing");
    }
    if (args.has("--layout")) {
        int status = done;
        const std::optional<Result<Problem>> problem = named_problem("evaluate", args, status);
        if (!problem) return status;
        print_notes(problem->diagnostics());
        return show_layout(args, **problem);
    }
    const std::string path = args.get("--plan");
    const Result<nlohmann::json> json = io::read_json(path);
    if (!json) return input_faults(json.diagnostics());
    const Result<io::PlanFile> file = io::plan_from_json(*json, path);
    if (!file) return input_faults(file.diagnostics());
    print_notes(file.diagnostics());
    return show_plan(args, file->problem, file->result);
}

} // namespace nest::cli
