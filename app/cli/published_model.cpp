// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/phrase.h"
#include "cli/commands.h"
#include "cli/interruption.h"
#include "cli/table.h"
#include "io/files.h"
#include "nest2026/baselines.h"
#include "nest2026/plan_file.h"

#include <iostream>
#include <nlohmann/json.hpp>

/// --cost nest2026: the paper's published planner, on its own input files.
namespace nest::cli {

namespace {

/// Digits that tell two doubles apart, as the published program prints none of its units.
std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}

std::string nodes_text(const nest2026::Width& width, const nest2026::Stage& stage) {
    const auto id = [&](int node) { return std::to_string(width.nodes[static_cast<std::size_t>(node)].id); };
    const int count = stage.last - stage.first + 1;
    return count == 1 ? id(stage.first)
                      : id(stage.first) + " .. " + id(stage.last) + " (" + std::to_string(count) + ")";
}

std::string summary(const nest2026::Input& input, const nest2026::Plan& plan, const nest2026::Price& price) {
    std::string text = "Published NEST model (2026): " + counted(input.devices, "device") + ", " +
                       counted(input.micro_batches, "micro-batch") + "\n\n";
    text += table({{"layout", "tensor width " + std::to_string(plan.tensor) + ", " + std::to_string(plan.replicas) +
                                  " replicas of " + counted(static_cast<std::int64_t>(plan.stages.size()), "stage") +
                                  ", " + counted(plan.replicas * plan.devices(), "device")},
                   {"time", number(price.time_per_batch) + " per batch, in the file's own unit (synchronisation " +
                                number(price.synchronisation) + ")"}},
                  {0, 1}, "  ");
    std::vector<std::vector<std::string>> rows{{"stage", "nodes", "devices", "zero", "load", "memory"}};
    const nest2026::Width& width = *input.width(plan.tensor);
    for (std::size_t i = 0; i < plan.stages.size() && i < price.stages.size(); ++i)
        rows.push_back({std::to_string(i + 1), nodes_text(width, plan.stages[i]),
                        std::to_string(plan.stages[i].devices), std::to_string(price.stages[i].zero.type),
                        number(price.stages[i].load), plain(price.stages[i].memory, Unit::bytes)});
    return text + "\n" + table(rows, {1}, "  ");
}

std::string baseline_text(const nest2026::BaselineResult& result, double optimum) {
    if (result.crashes) return "crashes the published program";
    if (!result.price.feasible()) return "does not fit";
    char ratio[32];
    std::snprintf(ratio, sizeof ratio, "%.4f", result.price.time_per_batch / optimum);
    return std::string(ratio) + " (" + number(result.price.time_per_batch) + ")";
}

/// The file's fixed plans over the optimum: as the published program evaluates them, and without its two faults.
std::string baselines_text(const nest2026::Input& input, double optimum) {
    if (input.baselines.empty()) return {};
    std::vector<std::vector<std::string>> rows{
        {"fixed plan", "layout", "over the optimum, as published", "stage order and embedding corrected"}};
    for (const nest2026::Baseline& baseline : input.baselines)
        rows.push_back({baseline.name,
                        "p" + std::to_string(baseline.stages) + " d" + std::to_string(baseline.replicas) + " t" +
                            std::to_string(baseline.tensor),
                        baseline_text(evaluate_baseline(input, baseline, nest2026::BaselineRules::published), optimum),
                        baseline_text(evaluate_baseline(input, baseline, nest2026::BaselineRules::repaired), optimum)});
    return "\n" + table(rows, {0, 1, 2, 3}, "  ");
}

nlohmann::json baselines_json(const nest2026::Input& input) {
    nlohmann::json list = nlohmann::json::array();
    for (const nest2026::Baseline& baseline : input.baselines) {
        const auto time = [&](nest2026::BaselineRules rules) {
            const nest2026::BaselineResult result = evaluate_baseline(input, baseline, rules);
            return result.price.feasible() ? nlohmann::json(result.price.time_per_batch) : nlohmann::json();
        };
        list.push_back({{"name", baseline.name},
                        {"published", time(nest2026::BaselineRules::published)},
                        {"repaired", time(nest2026::BaselineRules::repaired)}});
    }
    return list;
}

/// An option that belongs to our own cost model, or an empty string.
std::string foreign_option(const Arguments& args) {
    for (const char* name : {"--topology", "--device", "--case", "--options", "--set", "--objective", "--layout",
                             "--launch", "--explain", "--top"})
        if (args.has(name)) return name;
    return {};
}

struct ReadInput {
    nlohmann::json file;
    nest2026::Input input;
};

/// Nothing after a fault, which is printed.
std::optional<ReadInput> read_input(const std::string& path) {
    const Result<nlohmann::json> json = io::read_json(path);
    if (!json) return input_faults(json.diagnostics()), std::nullopt;
    if (!nest2026::is_input(*json)) {
        Diagnostic wrong = fault(ErrorCode::wrong_format, "",
                                 "an input of the published NEST program (maxDevices, devices_per_level, nodes, edges)",
                                 "another file");
        wrong.file = path;
        return input_faults({wrong}), std::nullopt;
    }
    Result<nest2026::Input> input = nest2026::input_from_json(*json, path);
    if (!input) return input_faults(input.diagnostics()), std::nullopt;
    print_notes(input.diagnostics());
    return ReadInput{*json, std::move(*input)};
}

int misuse(const std::string& command, const Arguments& args) {
    const std::string foreign = foreign_option(args);
    if (!foreign.empty())
        return usage_fault(command, foreign + " does not go with --cost nest2026: the input file carries its own " +
                                        "network, memory and options");
    return done;
}

} // namespace

int solve_published(Arguments& args) {
    if (const int status = misuse("solve", args); status != done) return status;
    if (!args.has("--model"))
        return usage_fault("solve", "--cost nest2026 needs --model: an input file of the published program");
    const auto limit = args.number("--time-limit", 0, 1e-9);
    if (!args.fault.empty()) return usage_fault("solve", args.fault);
    const std::optional<ReadInput> read = read_input(args.get("--model"));
    if (!read) return bad_input;
    const Interruption interruption;
    const nest2026::Answer answer = nest2026::solve(read->input, interruption.token(), limit);
    const std::string out = args.get("--json");
    if (!out.empty()) {
        nlohmann::json json = nest2026::plan_to_json(read->file, read->input, answer);
        if (answer.plan) json["baselines"] = baselines_json(read->input);
        if (!write_json(out, json)) return bad_input;
    }
    if (out != "-" && answer.plan)
        std::cout << summary(read->input, *answer.plan, answer.price)
                  << baselines_text(read->input, answer.price.time_per_batch) << std::flush;
    if (answer.stopped) {
        std::cerr << (answer.plan ? "stopped early: this is the best plan so far\n"
                                  : "stopped early, before any plan was found\n");
        return stopped_early;
    }
    if (!answer.plan) {
        std::cerr << "no feasible plan: at every tensor-parallel width of the file no cut and number of stages fits "
                  << plain(read->input.memory_bytes, Unit::bytes) << " per device\n";
        return no_plan;
    }
    return done;
}

int evaluate_published(Arguments& args) {
    if (const int status = misuse("evaluate", args); status != done) return status;
    if (!args.has("--plan"))
        return usage_fault("evaluate",
                           "--cost nest2026 needs --plan: a nest-plan or an answer of the published program");
    const std::string path = args.get("--plan");
    const Result<nlohmann::json> json = io::read_json(path);
    if (!json) return input_faults(json.diagnostics());
    std::optional<ReadInput> read;
    if (args.has("--model")) {
        read = read_input(args.get("--model"));
        if (!read) return bad_input;
    } else if (const nlohmann::json* held = nest2026::input_in_plan(*json)) {
        Result<nest2026::Input> input = nest2026::input_from_json(*held, path);
        if (!input) return input_faults(input.diagnostics());
        read = ReadInput{*held, std::move(*input)};
    } else {
        return usage_fault("evaluate", "--model is missing: " + path + " does not hold the input it was made from");
    }
    const Result<nest2026::PlacedPlan> placed = nest2026::plan_from_json(*json, read->input, path);
    if (!placed) return input_faults(placed.diagnostics());
    const nest2026::Width& width = *read->input.width(placed->plan.tensor);
    const nest2026::StageCosts costs(read->input, width, nest2026::zero_wanted(read->input, width));
    nest2026::Answer answer;
    answer.plan = placed->plan;
    answer.price = nest2026::price(costs, read->input, placed->plan, placed->offsets);
    const std::string out = args.get("--json");
    if (!out.empty()) {
        nlohmann::json priced = nest2026::plan_to_json(read->file, read->input, answer);
        priced["status"] = answer.price.feasible() ? "feasible" : "infeasible";
        priced["gap"] = nullptr; // nothing was searched
        if (!write_json(out, priced)) return bad_input;
    }
    if (!answer.price.feasible()) {
        std::cerr << "the plan does not fit: " << answer.price.why_not << "\n";
        return no_plan;
    }
    if (out != "-") std::cout << summary(read->input, placed->plan, answer.price) << std::flush;
    return done;
}

} // namespace nest::cli
