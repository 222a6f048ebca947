// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli/problem_arguments.h"

#include "cli/commands.h"
#include "cli/table.h"
#include "model/architecture_check.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>
#include <unistd.h>

namespace nest::cli {

namespace {

bool takes_list(const std::string& key) {
    const OptionInfo* info = find_option(key);
    return info && (info->type == OptionType::integer_list || info->type == OptionType::choice_list);
}

/// Applies --set and --objective. A sentence when one of them is wrong.
std::string apply_settings(const Arguments& args, Options& options) {
    std::map<std::string, std::string> before; // key -> its setting
    for (const std::string& setting : args.all("--set")) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos) return "--set takes KEY=VALUE, found \"" + setting + "\"";
        const std::string key = setting.substr(0, equals);
        if (key.empty()) return "--set takes KEY=VALUE, found \"" + setting + "\"";
        if (equals + 1 == setting.size()) {
            const OptionInfo* info = find_option(key);
            const bool automatic = info && info->allows_auto && info->type != OptionType::level_map;
            return "--set " + setting + " has no value" +
                   (automatic ? "; write " + setting + "auto for the automatic choice" : std::string());
        }
        const auto [twice, fresh] = before.emplace(key, setting);
        if (!fresh)
            return "--set " + setting + ": " + key + " is set twice, first by --set " + twice->second +
                   (key == "pins" || !takes_list(key) ? "" : "; several values go into one list: " + key + "=A,B");
        const auto fault = set_option_text(options, key, setting.substr(equals + 1));
        if (fault) return "--set " + setting + ": " + describe_fault(*fault);
    }
    if (!args.has("--objective")) return {};
    if (before.contains("objective"))
        return "--objective " + args.get("--objective") + " and --set " + before.at("objective") +
               " set the same option";
    const auto fault = set_option_text(options, "objective", args.get("--objective"));
    return fault ? "--objective: " + describe_fault(*fault) : std::string();
}

} // namespace

std::vector<OptionSpec> problem_options() {
    return {{"--model", "M",
             "preset, or file: nest-model, Hugging Face config.json, an input of Piper or dnn-partitioning, a "
             "training command"},
            {"--topology", "T", "preset with xN for N nodes, generator (fat-tree:8,4,32), or file"},
            {"--device", "D", "preset or file; default: the topology's own"},
            {"--case", "F", "a file with model, levels, device and options instead of the three above"},
            {"--options", "F", "nest-options file"},
            {"--set", "KEY=VALUE", "sets one option; may be repeated; see `nest-planner help options`"},
            {"--objective", "NAME", "latency (default), paper, memory or balanced-memory"}};
}

bool was_set(const Arguments& args, const std::string& option) {
    if (option == "objective" && args.has("--objective")) return true;
    const std::vector<std::string> settings = args.all("--set");
    return std::any_of(settings.begin(), settings.end(),
                       [&](const std::string& setting) { return setting.starts_with(option + "="); });
}

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

std::optional<Result<Problem>> named_problem(const std::string& command, const Arguments& args, int& status,
                                             const std::string& default_model, const std::string& default_topology) {
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
    const std::string model = args.get("--model", default_model);
    const std::string topology = args.get("--topology", default_topology);
    if (!by_case && (model.empty() || topology.empty())) {
        status = usage_fault(command, std::string(model.empty() ? "--model" : "--topology") + " is missing");
        return std::nullopt;
    }
    if (by_case && options->sequence_length && *options->sequence_length != (*found)->model.sequence_length) {
        Result<ModelGraph> other = at_sequence_length((*found)->model, *options->sequence_length);
        if (!other) {
            std::vector<Diagnostic> faults = other.diagnostics();
            for (Diagnostic& fault : faults)
                fault.file = args.get("--case");
            status = input_faults(faults);
            return std::nullopt;
        }
        (*found)->model = std::move(*other);
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

ProgressLine::ProgressLine() : m_shown(isatty(STDERR_FILENO) != 0) {}

ProgressLine::~ProgressLine() {
    if (m_written) std::fputs("\r\x1b[K", stderr);
}

void ProgressLine::show(const SolveProgress& progress) {
    if (!m_shown) return;
    m_written = true;
    std::string line = "\r\x1b[K" + plain(progress.fraction, Unit::ratio);
    if (progress.best_seconds > 0) line += "  best step " + plain(progress.best_seconds, Unit::seconds);
    std::fputs(line.c_str(), stderr); // whose controls are our own: not through the filter of text
}

} // namespace nest::cli
