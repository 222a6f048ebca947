// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/plan_argument.h"
#include "cli/table.h"
#include "model/architecture_check.h"
#include "network/level_extraction.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

/// levels, convert, presets and render.
namespace nest::cli {

namespace {

using nlohmann::json;

std::string level_table(const LevelModel& levels) {
    std::vector<std::vector<std::string>> rows{
        {"level", "name", "devices in a group", "bandwidth per device", "latency"}};
    for (int l = 1; l <= levels.level_count(); ++l) {
        rows.push_back({std::to_string(l), levels.level_name(l),
                        plain(static_cast<double>(levels.group_size(l)), Unit::count),
                        plain(levels.bandwidth(l), Unit::bytes_per_second), plain(levels.latency(l), Unit::seconds)});
    }
    return table(rows, {1}, "  ");
}

json any_to_json(const io::AnyInput& input) {
    return std::visit(
        [](const auto& value) -> json {
            using T = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<T, Options>) {
                json object = options_to_json(value);
                object["format"] = "nest-options";
                object["version"] = 1;
                return object;
            } else if constexpr (std::is_same_v<T, io::PlanFile>) {
                return io::plan_to_json(value.problem, value.result);
            } else if constexpr (std::is_same_v<T, Problem>) {
                return io::case_to_json(value);
            } else {
                return io::to_json(value);
            }
        },
        input);
}

/// With the file where only a place in it is named.
std::vector<Diagnostic> located(std::vector<Diagnostic> diagnostics, const std::string& file) {
    for (Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.file.empty()) diagnostic.file = file;
    }
    return diagnostics;
}

/// Values for --assume: what a configuration leaves open about how a model is trained.
std::string apply_assumptions(const Arguments& args, BuildSettings& settings) {
    static const std::vector<std::string> keys{"sequence_length", "attention", "dropout"};
    Options options;
    std::set<std::string> before;
    for (const std::string& assumption : args.all("--assume")) {
        const std::size_t equals = assumption.find('=');
        if (equals == std::string::npos) return "--assume takes KEY=VALUE, found \"" + assumption + "\"";
        const std::string key = assumption.substr(0, equals);
        if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
            const std::string near = nearest_name(key, keys);
            return "--assume: unknown key " + key +
                   (near.empty() ? "; known are sequence_length, attention, dropout" : "; did you mean " + near + "?");
        }
        if (!before.insert(key).second) return "--assume " + assumption + ": " + key + " is given twice";
        const auto fault = set_option_text(options, key, assumption.substr(equals + 1));
        if (fault) return "--assume " + assumption + ": " + describe_fault(*fault);
    }
    settings = build_settings(options);
    return {};
}

constexpr int smallest_side = 16, largest_side = 16384; // pixels

/// "1200x800".
bool parse_size(const std::string& text, int& width, int& height) {
    const char* last = text.data() + text.size();
    const auto first = std::from_chars(text.data(), last, width);
    if (first.ec != std::errc() || first.ptr == last || *first.ptr != 'x') return false;
    const auto second = std::from_chars(first.ptr + 1, last, height);
    const auto sensible = [](int side) { return side >= smallest_side && side <= largest_side; };
    return second.ec == std::errc() && second.ptr == last && sensible(width) && sensible(height);
}

} // namespace

int run_levels(Arguments& args, const Hooks&) {
    if (!args.has("--topology")) return usage_fault("levels", "--topology is missing");
    const Result<Topology> topology = io::find_topology(args.get("--topology"));
    if (!topology) return input_faults(topology.diagnostics());
    print_notes(topology.diagnostics());
    const bool drawn = !topology->levels && !topology->generator;
    LevelModel levels;
    std::string deviation;
    if (drawn) {
        Result<ExtractedLevels> extracted = extract_levels(*topology);
        if (!extracted) return input_faults(located(extracted.diagnostics(), args.get("--topology")));
        print_notes(located(extracted->warnings, args.get("--topology")));
        deviation = "\n  difference from the drawn links: " + plain(extracted->mean_error, Unit::ratio) +
                    " on average, at most " + plain(extracted->largest_error, Unit::ratio) + "\n";
        levels = std::move(extracted->levels);
    } else {
        Result<LevelModel> given = levels_of(*topology);
        if (!given) return input_faults(located(given.diagnostics(), args.get("--topology")));
        print_notes(given.diagnostics());
        levels = std::move(*given);
    }
    const std::string out = args.get("--json");
    if (!out.empty() && !write_json(out, io::to_json(levels))) return bad_input;
    if (out == "-") return done;
    std::cout << name_text(topology->name) << ": " << counted_text(levels.device_count(), "device") << "\n\n"
              << level_table(levels) << deviation << std::flush;
    return done;
}

int run_convert(Arguments& args, const Hooks&) {
    if (args.positional.size() != 1)
        return usage_fault("convert", args.positional.empty() ? "FILE is missing" : "one FILE at a time");
    if (!args.has("-o")) return usage_fault("convert", "-o OUT is missing");
    BuildSettings settings;
    if (const std::string fault = apply_assumptions(args, settings); !fault.empty())
        return usage_fault("convert", fault);
    const std::string& path = args.positional.front();
    const Result<std::string> text = io::read_text(path);
    if (!text) return input_faults(text.diagnostics());
    Result<io::AnyInput> input = io::read_any_text(*text, path, settings);
    if (!input) return input_faults(input.diagnostics());
    for (const Diagnostic& note : input.diagnostics())
        print_note(note);
    auto* model = std::get_if<ModelGraph>(&*input);
    if (model && settings.sequence_length > 0 && settings.sequence_length != model->sequence_length) {
        Result<ModelGraph> other = at_sequence_length(*model, settings.sequence_length);
        if (!other) return input_faults(located(other.diagnostics(), path));
        *model = std::move(*other);
    }
    return write_json(args.get("-o"), any_to_json(*input)) ? done : bad_input;
}

int run_presets(Arguments& args, const Hooks&) {
    const std::vector<std::string> kinds{"models", "topologies", "devices"};
    if (args.positional.size() > 1) return usage_fault("presets", "one KIND at a time");
    if (!args.positional.empty() && std::find(kinds.begin(), kinds.end(), args.positional.front()) == kinds.end()) {
        const std::string near = nearest_name(args.positional.front(), kinds);
        return usage_fault("presets", "no presets called \"" + args.positional.front() + "\"" +
                                          (near.empty() ? "; there are models, topologies and devices"
                                                        : "; did you mean " + near + "?"));
    }
    for (const std::string& kind : kinds) {
        if (!args.positional.empty() && args.positional.front() != kind) continue;
        std::vector<std::vector<std::string>> rows;
        for (const std::string& name : io::preset_names(kind))
            rows.push_back({name, io::preset_title(kind, name, args.has("--long"))});
        std::cout << (args.positional.empty() ? kind + "\n" : std::string())
                  << table(rows, {0, 1}, args.positional.empty() ? "  " : "");
    }
    return done;
}

int run_render(Arguments& args, const Hooks& hooks) {
    RenderRequest request;
    if (args.has("--plan") == !args.positional.empty())
        return usage_fault("render", "give either --plan P.json or a PROJECT");
    if (args.positional.size() > 1) return usage_fault("render", "one PROJECT at a time");
    if (!args.has("-o")) return usage_fault("render", "-o OUT is missing");
    request.view = args.get("--view");
    const auto& views = render_views();
    if (std::find(views.begin(), views.end(), request.view) == views.end()) {
        const std::string near = nearest_name(request.view, views);
        std::string known;
        for (const std::string& view : views)
            known += (known.empty() ? "; there are " : ", ") + view;
        return usage_fault("render", (request.view.empty() ? "--view is missing" : "unknown view " + request.view) +
                                         known + (near.empty() ? "" : "; did you mean " + near + "?"));
    }
    request.output = args.get("-o");
    std::string lower = request.output;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto has_suffix = [&](const char* suffix) { return lower.ends_with(suffix); };
    if (!has_suffix(".png") && !has_suffix(".svg") && !has_suffix(".pdf")) {
        return usage_fault("render",
                           "-o: expected a name that ends in .png, .svg or .pdf, found \"" + request.output + "\"");
    }
    if (args.has("--size") && !parse_size(args.get("--size"), request.width, request.height)) {
        return usage_fault("render", "--size: expected WIDTHxHEIGHT such as 1200x800, each from " +
                                         std::to_string(smallest_side) + " to " + std::to_string(largest_side) +
                                         " pixels, found \"" + args.get("--size") + "\"");
    }
    request.dark = args.has("--dark");
    request.language = args.get("--lang");
    if (!args.positional.empty()) request.project = args.positional.front();
    if (args.has("--plan")) {
        const Result<json> value = io::read_json(args.get("--plan"));
        if (!value) return input_faults(value.diagnostics());
        int status = done;
        request.plan = read_plan_file(*value, args.get("--plan"), status);
        if (!request.plan) return status;
    }
    if (!hooks.render) return usage_fault("render", "this build of the program can't draw");
    return hooks.render(request);
}

} // namespace nest::cli
