// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/phrase.h"
#include "base/worker_pool.h"
#include "cli/commands.h"
#include "cli/problem_arguments.h"
#include "cli/table.h"
#include "explain/size.h"
#include "network/hosts.h"
#include "network/preset_fabric.h"

#include <iostream>
#include <nlohmann/json.hpp>

/// size: how many nodes a model needs.
namespace nest::cli {

namespace {

using nlohmann::json;

/// A preset that is made for any number of nodes, without one.
bool is_scalable(const std::string& topology) {
    const std::string* text = io::preset_text("topologies", topology);
    if (!text) return false;
    const Result<json> preset = io::parse_json(*text, topology);
    return preset && is_scalable_preset(*preset);
}

/// How the cluster grows: by the preset's own number of nodes, or by the first nodes of a given one.
struct Growth {
    SizeRequest request;
    std::string topology;
};

/// Nothing when something is wrong: the fault is printed and `status` set.
std::optional<Growth> growth_of(Arguments& args, int& status) {
    Growth growth;
    growth.topology = args.get("--topology");
    const bool scalable = is_scalable(growth.topology);
    const std::int64_t given = args.integer("--max-nodes", 0, 1, 1 << 20);
    growth.request.target_seconds = 0;
    if (args.has("--target-step")) {
        const Result<double> target = parse_quantity(args.get("--target-step"), Unit::seconds);
        if (target && *target > 0)
            growth.request.target_seconds = *target;
        else
            args.fault = "--target-step: expected a time above 0 such as 2.5 or \"800 ms\", found \"" +
                         args.get("--target-step") + "\"";
    }
    if (!args.fault.empty()) {
        status = usage_fault("size", args.fault);
        return std::nullopt;
    }
    // Names and options are checked once, on the cluster as it was given.
    const std::optional<Result<Problem>> problem = named_problem("size", args, status);
    if (!problem) return std::nullopt;
    print_notes(problem->diagnostics());
    const auto options = std::make_shared<const Options>(*given_options("size", args, Options(), status));
    const std::string model = args.get("--model"), device = args.get("--device"), topology = growth.topology;
    if (scalable) {
        constexpr std::int64_t usual_most = 4096;
        growth.request.most_nodes = given > 0 ? given : usual_most;
        growth.request.problem = [=](std::int64_t nodes) {
            return io::find_problem(model, topology + "x" + std::to_string(nodes), device, *options);
        };
        return growth;
    }
    const LevelModel& levels = (*problem)->levels;
    const std::int64_t present = levels.slot_count / node_size(levels);
    growth.request.most_nodes = given > 0 ? std::min(given, present) : present;
    growth.request.problem = [=](std::int64_t nodes) {
        Options some = *options;
        some.nodes = nodes;
        return io::find_problem(model, topology, device, some);
    };
    return growth;
}

json json_of(const SizePoint& point) {
    json object{{"nodes", point.nodes}, {"devices", point.devices}, {"fits", point.plan.has_value()}};
    if (point.plan) {
        const Evaluation& evaluation = point.plan->evaluation;
        object["step_seconds"] = evaluation.step_seconds;
        object["tokens_per_second"] = evaluation.tokens_per_second;
        object["devices_used"] = evaluation.devices_used;
        object["peak_memory"] = evaluation.peak_memory;
        object["layout"] = layout_text(point.plan->plan);
    }
    return object;
}

json json_of(const Arguments& args, const SizeRequest& request, const Size& size) {
    json object{{"format", "nest-size"},        {"version", 1},
                {"model", args.get("--model")}, {"topology", args.get("--topology")},
                {"proven", size.proven},        {"stopped", size.stopped}};
    object["least"] = size.least ? json_of(*size.least) : json();
    if (request.target_seconds > 0) {
        object["target_seconds"] = request.target_seconds;
        object["least_for_target"] = size.least_target ? json_of(*size.least_target) : json();
    }
    object["curve"] = json::array();
    for (const SizePoint& point : size.curve)
        object["curve"].push_back(json_of(point));
    return object;
}

std::string curve_table(const Size& size) {
    std::vector<std::vector<std::string>> rows{{"nodes", "devices", "used", "step", "tokens/s", "memory", "layout"}};
    for (const SizePoint& point : size.curve) {
        std::vector<std::string> row{std::to_string(point.nodes), std::to_string(point.devices)};
        if (point.plan) {
            const Evaluation& evaluation = point.plan->evaluation;
            row.insert(row.end(),
                       {std::to_string(evaluation.devices_used), plain(evaluation.step_seconds, Unit::seconds),
                        evaluation.tokens_per_second > 0 ? plain(evaluation.tokens_per_second, Unit::count) : "-",
                        plain(evaluation.peak_memory, Unit::bytes), layout_text(point.plan->plan)});
        } else {
            row.insert(row.end(), {"-", "-", "-", "-", "nothing fits"});
        }
        rows.push_back(std::move(row));
    }
    return table(rows, {6}, "  ");
}

std::string answer(const SizePoint& point) {
    return counted(point.nodes, "node") + ", " + counted(point.devices, "device");
}

std::string summary(const SizeRequest& request, const Size& size) {
    std::string text;
    if (size.least) text += "  least to fit: " + answer(*size.least) + "\n";
    const std::string target = plain(request.target_seconds, Unit::seconds);
    if (size.least_target) text += "  least for a step of " + target + ": " + answer(*size.least_target) + "\n";
    if (size.least && !size.proven && !size.stopped)
        text += "  not proven: some larger size was slower, so a smaller one might do\n";
    return text + "\n" + curve_table(size);
}

} // namespace

int run_size(Arguments& args, const Hooks&) {
    const int threads = static_cast<int>(args.integer("--threads", hardware_threads(), 1, 1024));
    const double time_limit = args.number("--time-limit", 0, 1e-9);
    int status = done;
    const std::optional<Growth> growth = growth_of(args, status);
    if (!growth) return status;

    const Interruption interruption;
    SolveControl control = interruption.control(threads);
    control.time_limit_seconds = time_limit;
    Size size;
    {
        ProgressLine line;
        control.progress = [&line](const SolveProgress& progress) { line.show(progress); };
        size = size_of(growth->request, control);
    }
    if (!size.faults.empty()) return input_faults(size.faults);
    const std::string out = args.get("--json");
    if (!out.empty() && !write_json(out, json_of(args, growth->request, size))) return bad_input;
    if (out != "-") std::cout << summary(growth->request, size) << std::flush;
    if (size.stopped) {
        std::cerr << "stopped early: smaller sizes may do\n";
        return stopped_early;
    }
    const std::string most = counted(growth->request.most_nodes, "node");
    if (!size.least) {
        std::cerr << "no feasible plan: nothing fits up to " << most << "\n";
        return no_plan;
    }
    if (growth->request.target_seconds > 0 && !size.least_target) {
        std::cerr << "no feasible plan: no size up to " << most << " reaches the step time\n";
        return no_plan;
    }
    return done;
}

} // namespace nest::cli
