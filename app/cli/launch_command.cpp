// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/explanation.h"
#include "cli/problem_arguments.h"
#include "cli/summary.h"
#include "cli/table.h"
#include "explain/difference.h"
#include "explain/fixed_layout.h"
#include "io/engine/launch.h"
#include "io/engine/launch_network.h"
#include "io/engine/megatron_arguments.h"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

/// evaluate --launch.
namespace nest::cli {

namespace {

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

/// The network to price on and how much of it is used.
struct Network {
    std::string topology;
    std::optional<std::int64_t> max_devices; ///< where it isn't the whole
};

/// The network that was given, else the usual one for the command. What is assumed is told. Nothing where no number of
/// devices goes with the command.
std::optional<Network> network_of(const Arguments& args, const io::EngineLaunch& launch, const Options& options) {
    if (args.has("--topology")) return Network{args.get("--topology"), std::nullopt};
    const std::optional<io::LaunchNetwork> usual = io::network_for(launch, options);
    if (!usual) return std::nullopt;
    Network network{usual->topology, std::nullopt};
    if ((usual->fitted || !usual->whole) && !options.max_devices) network.max_devices = usual->devices;
    tell_once("note: " + usual->clause().text() +
              "; --topology takes your own network (nest-planner presets topologies)");
    return network;
}

/// The options of the command narrowed to its layout.
Options narrowed_to(const io::EngineLaunch& launch, const Problem& problem) {
    Options narrowed = problem.options;
    const Options& layout = launch.layout;
    narrowed.tp = layout.tp;
    narrowed.pp = layout.pp;
    narrowed.cp = layout.cp;
    narrowed.ep = layout.ep;
    narrowed.micro_batches = layout.micro_batches;
    narrowed.sequence_parallel = layout.sequence_parallel;
    narrowed.schedule = layout.schedule;
    narrowed.virtual_stages = layout.virtual_stages;
    narrowed.layouts = layout.layouts;
    narrowed.zero = layout.zero;
    narrowed.zero_uniform = layout.zero_uniform;
    narrowed.recompute = layout.recompute;
    const std::int64_t world = launch.devices > 0 ? launch.devices : problem.usable_devices();
    std::int64_t group = 1;
    for (const Degrees* degrees : {&narrowed.tp, &narrowed.pp, &narrowed.cp})
        group *= *degrees && !(*degrees)->empty() ? std::clamp<std::int64_t>((*degrees)->front(), 1, 1 << 20) : 1;
    narrowed.dp = std::vector<std::int64_t>{std::max<std::int64_t>(1, world / group)};
    return narrowed;
}

/// Broken rules under the names that the command has for the degrees. Empty where none is broken.
std::string rules_by_flag(const io::EngineLaunch& launch, const Problem& problem) {
    constexpr std::pair<const char*, const char*> flags[] = {{"tp", "tensor-model-parallel-size"},
                                                             {"pp", "pipeline-model-parallel-size"},
                                                             {"cp", "context-parallel-size"},
                                                             {"ep", "expert-model-parallel-size"},
                                                             {"global_batch", "global-batch-size"}};
    Problem fixed = problem;
    fixed.options = narrowed_to(launch, problem);
    fixed.options.target = "any";
    std::string text;
    for (const BrokenRule& rule : broken_rules(fixed)) {
        std::string place;
        for (const auto& [option, flag] : flags) {
            if (rule.option != option) continue;
            for (const io::LaunchArgument& argument : launch.arguments) {
                if (argument.name != flag) continue;
                place = launch.file + (argument.line > 0 ? ":" + std::to_string(argument.line) : std::string()) + ": " +
                        argument.flag;
                for (const std::string& value : argument.values)
                    place += " " + value;
            }
        }
        text += (place.empty() ? launch.file : place) + ": " + ascii(rule.text()) + "\n";
    }
    return text;
}

/// Behind a refusal of stages that don't share the blocks: the best uneven cut of the same layout, priced.
void offer_cut(const io::EngineLaunch& launch, const Problem& problem) {
    const Degrees& pp = launch.layout.pp;
    if (!launch.model || !launch.blocks_per_stage.empty() || !pp || launch.model->layers % pp->front() == 0) return;
    const Interruption interruption;
    SolveControl control;
    control.threads = hardware_threads();
    control.stop = interruption.token();
    const FixedLayout layout = price_layout(problem, narrowed_to(launch, problem), control);
    if (!layout.plan()) return;
    const Result<io::detail::Arguments> arguments = io::detail::layout_arguments(*launch.model, layout.plan()->plan);
    if (!arguments) return;
    for (const io::detail::Argument& argument : *arguments)
        if (argument.flag == "--pipeline-model-parallel-layout")
            std::cout << "The best uneven stages for these degrees: add " << argument.flag << " " << argument.value
                      << " to the command\n\n"
                      << summary_of_plan(problem, *layout.plan()) << std::flush;
}

/// Behind a command that doesn't go with the network that was named: the search that leaves its layout open.
void offer_search(const Arguments& args, const io::EngineLaunch& launch) {
    if (launch.file == "-" || !args.has("--topology")) return;
    std::cerr << "The best plan for its model and batch on these devices: nest-planner solve --model " << launch.file
              << " --topology " << args.get("--topology") << "\n";
}

/// Marks which plan of a file is what.
nlohmann::json with_roles(nlohmann::json file) {
    file["role"] = "command";
    if (file.contains("alternatives") && !file["alternatives"].empty()) file["alternatives"][0]["role"] = "best";
    return file;
}

/// The best plan on as many devices, and how far the command is from it; where there is an output file, the best plan
/// joins it as the second.
int show_better_plan(const Problem& problem, const io::EngineLaunch& launch, SolveResult& runs,
                     const std::string& out) {
    Problem same = problem;
    if (launch.devices > 0) same.options.max_devices = launch.devices;
    const Interruption interruption;
    SolveControl control = interruption.control();
    const SolveResult result = solve(same, control);
    print_notes(result.notes);
    if (result.plans.empty()) {
        std::cerr << "no feasible plan: " << ascii(result.why_infeasible.text()) << "\n";
        return result.status == SolveStatus::stopped ? stopped_early : no_plan;
    }
    const RankedPlan& best = result.plans.front();
    if (best.plan == runs.plans.front().plan || prudent_seconds(best) >= prudent_seconds(runs.plans.front())) {
        std::cout << "\nNo plan is better on these devices.\n";
    } else {
        std::cout << "\nThe best plan on these devices\n\n"
                  << summary_of_plan(same, best) << "\nDifference\n"
                  << difference_table(same, runs.plans.front(), best) << caveats(launch);
        runs.plans.push_back(best);
        if (!out.empty()) {
            if (!write_json(out, with_roles(io::plan_to_json(problem, runs)))) return bad_input;
            std::cout << "\n"
                      << out << " holds both: plan 1 is the command as it runs, plan 2 the best one.\n"
                      << "To launch the best plan: nest-planner export --plan " << out << " --format megatron"
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
    int status = done;
    std::optional<Options> options = given_options("evaluate", args, launch->options, status);
    if (!options) return status;
    for (const Diagnostic& note : launch->notes) // the number of devices is told with the network that is assumed
        if (args.has("--topology") || note.subject.text() != "number of devices") print_note(note);
    const std::optional<Network> network = network_of(args, *launch, *options);
    if (!network)
        return usage_fault("evaluate", "--topology is missing, and no number of devices goes with the command's "
                                       "degrees and batch; name your network (nest-planner presets topologies)");
    if (network->max_devices) options->max_devices = network->max_devices;
    const Result<Problem> problem =
        io::problem_with(io::model_of_launch(*launch, *options), network->topology, args.get("--device"), *options);
    if (!problem) return input_faults(problem.diagnostics());
    print_notes(problem.diagnostics());
    const Result<Plan> plan = io::plan_of_launch(*problem, *launch);
    if (!plan) {
        status = input_faults(plan.diagnostics());
        offer_cut(*launch, *problem);
        offer_search(args, *launch);
        return status;
    }
    Result<Evaluation> evaluation = evaluate(*problem, *plan);
    if (!evaluation) {
        const std::string rules = rules_by_flag(*launch, *problem);
        if (rules.empty()) return input_faults(evaluation.diagnostics());
        std::cerr << rules;
        offer_search(args, *launch);
        return bad_input;
    }
    SolveResult runs = only_priced({*plan, std::move(*evaluation)});
    const std::string out = args.get("--json");
    if (!out.empty() && !write_json(out, with_roles(io::plan_to_json(*problem, runs)))) return bad_input;
    if (out == "-") return done;
    const RankedPlan ranked = runs.plans.front();
    std::cout << "The command\n\n" << summary_of_plan(*problem, ranked) << std::flush;
    if (!ranked.evaluation.fits) std::cerr << "the plan does not fit: " << why_it_does_not_fit(ranked);
    status = show_better_plan(*problem, *launch, runs, out);
    if (status != done) return status;
    if (args.has("--explain")) {
        const Interruption interruption;
        SolveControl control = interruption.control();
        Problem same = *problem; // more devices would always help
        if (launch->devices > 0) same.options.max_devices = launch->devices;
        std::cout << explanation(same, ranked, nullptr, control); // the better plan was compared above
    }
    return ranked.evaluation.fits ? done : no_plan;
}

} // namespace nest::cli
