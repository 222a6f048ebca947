// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/worker_pool.h"
#include "cli/commands.h"
#include "cli/explanation.h"
#include "cli/problem_arguments.h"
#include "cli/summary.h"
#include "cli/table.h"
#include "explain/difference.h"
#include "io/engine/launch.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

/// evaluate --launch.
namespace nest::cli {

namespace {

constexpr std::int64_t assumed_per_node = 8;

std::string change_text(double from, double to, Unit unit) {
    const double change = to - from;
    if (std::abs(change) <= 1e-9 * std::max(std::abs(from), std::abs(to))) return "="; // but for rounding
    return (change < 0 ? "-" : "+") + plain(std::abs(change), unit);
}

/// Step time and memory by parts: what runs, what would be better, the difference.
std::string difference_table(const Problem& problem, const RankedPlan& runs, const RankedPlan& best) {
    const Difference d = difference(problem, runs, best);
    std::vector<std::vector<std::string>> rows{{"", "the command", "best", "change"}};
    const auto add = [&rows](const std::string& name, double from, double to, Unit unit) {
        if (from == 0 && to == 0) return;
        rows.push_back({name, plain(from, unit), plain(to, unit), change_text(from, to, unit)});
    };
    add("step", d.time_from.total(), d.time_to.total(), Unit::seconds);
    for (std::size_t i = 0; i < step_part_count; ++i) {
        const auto part = static_cast<StepPart>(i);
        add(std::string("  ") + name_of(part), d.time_from[part], d.time_to[part], Unit::seconds);
    }
    add("peak memory", d.memory_from.total(), d.memory_to.total(), Unit::bytes);
    for (std::size_t i = 0; i < memory_part_count; ++i) {
        const auto part = static_cast<MemoryPart>(i);
        add(std::string("  ") + name_of(part), d.memory_from[part], d.memory_to[part], Unit::bytes);
    }
    return table(rows, {0}, "  ");
}

/// What the command runs otherwise than it is priced (interleaved stages, overlap, ...): the difference leaves it out.
std::string caveats(const io::EngineLaunch& launch) {
    std::string text;
    for (const Diagnostic& note : launch.notes)
        if (note.code == ErrorCode::approximated) text += "  " + ascii(describe(note)) + "\n";
    return text.empty() ? text : "\nNot in these figures: the command is priced otherwise than it runs\n" + text;
}

/// The network to price on: the one that was given, or as many usual machines as the command starts.
std::string topology_of(const Arguments& args, const io::EngineLaunch& launch) {
    if (args.has("--topology") || launch.devices == 0) return args.get("--topology");
    const std::int64_t nodes = (launch.devices + assumed_per_node - 1) / assumed_per_node;
    std::string name = "dgx-h100x" + std::to_string(nodes);
    std::cerr << "note: the topology was not given; assumed " << name << "\n";
    return name;
}

/// The best plan on as many devices, and how far the command is from it; where there is an output file, the best plan
/// joins it as the second.
int show_better_plan(const Problem& problem, const io::EngineLaunch& launch, SolveResult& runs,
                     const std::string& out) {
    Problem same = problem;
    if (launch.devices > 0) same.options.max_devices = launch.devices;
    const Interruption interruption;
    SolveControl control;
    control.threads = hardware_threads();
    control.stop = interruption.token();
    const SolveResult result = solve(same, control);
    print_notes(result.notes);
    if (result.plans.empty()) {
        std::cerr << "no feasible plan: " << result.why_infeasible << "\n";
        return result.status == SolveStatus::stopped ? stopped_early : no_plan;
    }
    const RankedPlan& best = result.plans.front();
    if (best.plan == runs.plans.front().plan) {
        std::cout << "\nNo plan is better on these devices.\n";
    } else {
        std::cout << "\nThe best plan on these devices\n\n"
                  << summary_of_plan(same, best) << "\nDifference\n"
                  << difference_table(same, runs.plans.front(), best) << caveats(launch);
        runs.plans.push_back(best);
        if (!out.empty()) {
            if (!write_json(out, io::plan_to_json(problem, runs))) return bad_input;
            std::cout << "\nTo launch the best plan: nest-planner export --plan " << out
                      << " --index 2 --format megatron"
                      << (launch.engine == "megatron-lm" && launch.file != "-" ? " --launch " + launch.file : "")
                      << " -o launch.sh\n";
        }
    }
    return result.status == SolveStatus::stopped ? stopped_early : done;
}

} // namespace

int evaluate_launch(Arguments& args) {
    for (const char* other : {"--plan", "--layout", "--model", "--case"}) {
        if (args.has(other))
            return usage_fault("evaluate", std::string("--launch and ") + other + " exclude each other");
    }
    const std::string path = args.get("--launch");
    const Result<std::string> text = io::read_text(path);
    if (!text) return input_faults(text.diagnostics());
    const Result<io::EngineLaunch> launch = io::read_launch(*text, path);
    if (!launch) return input_faults(launch.diagnostics());
    for (const Diagnostic& note : launch->notes)
        std::cerr << (note.severity == Severity::warning ? "warning: " : "note: ") << describe(note) << "\n";
    int status = done;
    const std::optional<Options> options = given_options("evaluate", args, launch->options, status);
    if (!options) return status;
    const std::string topology = topology_of(args, *launch);
    if (topology.empty()) {
        return usage_fault("evaluate",
                           "--topology is missing, and the command does not say how many devices it runs on");
    }
    const Result<Problem> problem =
        io::problem_with(io::model_of_launch(*launch, *options), topology, args.get("--device"), *options);
    if (!problem) return input_faults(problem.diagnostics());
    print_notes(problem.diagnostics());
    const Result<Plan> plan = io::plan_of_launch(*problem, *launch);
    if (!plan) return input_faults(plan.diagnostics());
    Result<Evaluation> evaluation = evaluate(*problem, *plan);
    if (!evaluation) return input_faults(evaluation.diagnostics());
    SolveResult runs;
    runs.status = SolveStatus::feasible;
    runs.plans.push_back({*plan, std::move(*evaluation)});
    const std::string out = args.get("--json");
    if (!out.empty() && !write_json(out, io::plan_to_json(*problem, runs))) return bad_input;
    if (out == "-") return done;
    const RankedPlan ranked = runs.plans.front();
    std::cout << "The command\n\n" << summary_of_plan(*problem, ranked) << std::flush;
    if (!ranked.evaluation.fits) std::cerr << "the plan does not fit: " << why_it_does_not_fit(ranked);
    if (args.has("--topology")) {
        status = show_better_plan(*problem, *launch, runs, out);
        if (status != done) return status;
    }
    if (args.has("--explain")) {
        const Interruption interruption;
        SolveControl control;
        control.threads = hardware_threads();
        control.stop = interruption.token();
        Problem same = *problem; // more devices would always help
        if (launch->devices > 0) same.options.max_devices = launch->devices;
        std::cout << explanation(same, ranked, nullptr, control); // the better plan was compared above
    }
    return ranked.evaluation.fits ? done : no_plan;
}

} // namespace nest::cli
