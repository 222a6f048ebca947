// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/worker_pool.h"
#include "cli/commands.h"
#include "cli/explanation.h"
#include "cli/problem_arguments.h"
#include "cli/summary.h"
#include "cli/table.h"
#include "explain/fixed_layout.h"
#include "explain/launchable.h"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

namespace nest::cli {

namespace {

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

/// What is said below a best plan that no training engine runs. `control` as for the plan's own search.
std::string launch_text(const Problem& problem, const SolveResult& result, const std::string& out,
                        const SolveControl& control) {
    if (result.plans.empty() || is_launched(problem, result.plans.front().plan)) return {};
    const std::string file = out.empty() ? "plans.json" : out;
    const std::string first = "\nNo training engine runs this plan. ";
    const std::optional<LaunchWay> way = way_to_launch(problem, result, control);
    if (!way) {
        const bool searched = problem.options.target == "any" && result.status != SolveStatus::stopped;
        return first + (searched ? "No plan that Megatron-LM runs was found either.\n" : "\n");
    }
    const std::string said = first + ascii(sentence(*way).text()) + "\nTo launch it: ";
    if (way->listed())
        return said + (out.empty() ? "add --json " + file + " to this command, then " : std::string()) +
               "nest-planner export --plan " + file + " --index " + std::to_string(way->launchable.index + 1) +
               " --format " + way->launchable.target + " -o FILE\n";
    return said + "add --set target=megatron --json " + file + " to this command, then nest-planner export --plan " +
           file + " --format megatron -o launch.sh\n";
}

/// The reason, and where options are fixed to one value each also the rules they break, with the values that work.
void say_why_none(const Problem& problem, const SolveResult& result) {
    std::cerr << "no feasible plan: " << ascii(result.why_infeasible.text()) << "\n";
    for (const BrokenRule& rule : broken_rules(problem))
        std::cerr << "  " << ascii(rule.text()) << "\n";
}

} // namespace

int run_solve(Arguments& args, const Hooks&) {
    if (args.get("--planner", "nest") != "nest")
        return usage_fault("solve", "unknown planner " + args.get("--planner") + "; did you mean nest?");
    if (args.get("--cost", "nest") == "nest2026") return solve_published(args);
    if (args.get("--cost", "nest") != "nest")
        return usage_fault("solve", "unknown cost model " + args.get("--cost") + "; there are nest and nest2026");
    const int threads = static_cast<int>(args.integer("--threads", hardware_threads(), 1, 1024));
    const int top = static_cast<int>(args.integer("--top", 1, 1, 10000));
    const double time_limit = args.number("--time-limit", 0, 1e-9); // 0 = not given: no limit
    if (!args.fault.empty()) return usage_fault("solve", args.fault);

    int status = done;
    const std::optional<Result<Problem>> problem = named_problem("solve", args, status);
    if (!problem) return status;
    print_notes(problem->diagnostics());

    const Interruption interruption;
    SolveControl control = interruption.control(threads);
    control.top_k = top;
    control.time_limit_seconds = time_limit;
    SolveResult result;
    {
        ProgressLine line;
        control.progress = [&line](const SolveProgress& progress) { line.show(progress); };
        result = solve(**problem, control);
        control.progress = {};
    }
    print_notes(result.notes);
    const std::string out = args.get("--json");
    if (!out.empty() && !write_json(out, io::plan_to_json(**problem, result))) return bad_input;
    if (out != "-") std::cout << summary_of_solve(**problem, result, problem->diagnostics()) << std::flush;
    if (out != "-" && !interruption.happened()) std::cout << launch_text(**problem, result, out, control) << std::flush;
    if (result.status == SolveStatus::infeasible) say_why_none((*problem).value(), result);
    if (result.status == SolveStatus::stopped) {
        std::cerr << (result.plans.empty() ? "stopped early, before any plan was found\n"
                                           : "stopped early: this is the best plan so far\n");
    }
    if (args.has("--explain") && out != "-") std::cout << search_log(result);
    if (args.has("--explain") && out != "-" && !interruption.happened()) {
        if (!result.plans.empty())
            std::cout << explanation(**problem, result.plans.front(), &result.plans.front(), control);
        else if (result.status == SolveStatus::infeasible)
            std::cout << ways_out(**problem, control);
    }
    return status_of(result);
}

} // namespace nest::cli
