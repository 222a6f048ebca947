// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "network/generators.h"

#include "base/limits.h"
#include "base/phrase.h"
#include "base/quantity.h"
#include "network/generated_levels.h"
#include "network/torus.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

namespace nest {
namespace {

constexpr std::size_t most_levels = 5;

Diagnostic generator_fault(ErrorCode code, std::string subject, std::string expected, std::string found) {
    return nest::fault(code, "/generator", std::move(subject), std::move(expected), std::move(found));
}

template <typename Number> std::string text_of(Number value) {
    std::array<char, 32> buffer{};
    return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr};
}
const std::string& text_of(const std::string& text) {
    return text;
}

template <typename Value> std::string join(const std::vector<Value>& values) {
    std::string text;
    for (const Value& value : values)
        text += (text.empty() ? "" : ",") + text_of(value);
    return text;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(trimmed(text.substr(0, end)));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

std::optional<Diagnostic> read_sizes(std::string_view text, std::vector<std::int64_t>& sizes) {
    for (const std::string_view part : split(text, ',')) {
        std::int64_t size = 0;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), size);
        if (error != std::errc() || end != part.data() + part.size())
            return generator_fault(ErrorCode::wrong_type, "sizes",
                                   "whole numbers from 1 to " + std::to_string(largest_fabric) + " such as 8,4,32",
                                   "\"" + std::string(part) + "\"");
        sizes.push_back(size);
    }
    return std::nullopt;
}

std::optional<Diagnostic> read_quantities(std::string_view text, Unit unit, std::vector<double>& values) {
    for (const std::string_view part : split(text, ',')) {
        const Result<double> value = parse_quantity(part, unit);
        if (!value.ok()) {
            Diagnostic problem = value.fault();
            problem.pointer = "/generator";
            return problem;
        }
        values.push_back(*value);
    }
    return std::nullopt;
}

std::optional<Diagnostic> read_option(std::string_view text, GeneratorSpec& spec) {
    const std::size_t equals = text.find('=');
    const std::string key(trimmed(text.substr(0, equals)));
    const std::string_view list = equals == std::string_view::npos ? "" : text.substr(equals + 1);
    if (key == "bandwidth") return read_quantities(list, Unit::bytes_per_second, spec.bandwidth);
    if (key == "latency") return read_quantities(list, Unit::seconds, spec.latency);
    if (key == "oversubscription") return read_quantities(list, Unit::none, spec.oversubscription);
    if (key == "names") {
        for (const std::string_view name : split(list, ','))
            spec.level_names.emplace_back(name);
        return std::nullopt;
    }
    Diagnostic unknown =
        generator_fault(ErrorCode::unknown_option, key, "bandwidth, latency, oversubscription or names", key);
    unknown.suggestion = nearest_name(key, {"bandwidth", "latency", "oversubscription", "names"});
    return unknown;
}

void wrong_count(std::vector<Diagnostic>& faults, const std::string& key, const char* noun, std::size_t expected,
                 std::size_t found) {
    faults.push_back(generator_fault(ErrorCode::inconsistent, key,
                                     counted(static_cast<std::int64_t>(expected), noun) + ", one per size",
                                     counted(static_cast<std::int64_t>(found), noun)));
}

void check_list(std::vector<Diagnostic>& faults, const std::string& key, const std::vector<double>& values,
                std::size_t levels, const Range& range) {
    if (!values.empty() && values.size() != levels) wrong_count(faults, key, "value", levels, values.size());
    for (const double value : values) {
        if (auto found = check_range(value, range, "/generator", key)) faults.push_back(std::move(*found));
    }
}

std::vector<Diagnostic> check(const GeneratorSpec& spec) {
    std::vector<Diagnostic> faults;
    const std::vector<std::string>& kinds = generator_kinds();
    if (std::find(kinds.begin(), kinds.end(), spec.kind) == kinds.end()) {
        faults.push_back(
            generator_fault(ErrorCode::unknown_name, "generator", "fat-tree, spine-leaf or torus", spec.kind));
        faults.back().suggestion = nearest_name(spec.kind, kinds);
    }
    if (spec.sizes.empty())
        faults.push_back(generator_fault(ErrorCode::missing_key, "sizes", "sizes such as 8,4,32", ""));
    std::int64_t devices = 1;
    for (const std::int64_t size : spec.sizes) {
        if (size < 1) {
            faults.push_back(generator_fault(ErrorCode::out_of_range, "sizes",
                                             "whole numbers from 1 to " + std::to_string(largest_fabric),
                                             std::to_string(size)));
        } else if (devices > largest_fabric / size) {
            faults.push_back(generator_fault(ErrorCode::out_of_range, "sizes",
                                             "at most " + std::to_string(largest_fabric) + " devices",
                                             join(spec.sizes)));
            break;
        } else {
            devices *= size;
        }
    }
    const std::size_t levels = spec.sizes.size();
    check_list(faults, "bandwidth", spec.bandwidth, levels, limits::bandwidth);
    check_list(faults, "latency", spec.latency, levels, limits::latency);
    check_list(faults, "oversubscription", spec.oversubscription, levels, limits::oversubscription);
    if (!spec.level_names.empty() && spec.level_names.size() != levels)
        wrong_count(faults, "names", "name", levels, spec.level_names.size());
    std::set<std::string> names;
    for (const std::string& name : spec.level_names) {
        if (!names.insert(name).second)
            faults.push_back(
                generator_fault(ErrorCode::duplicate_name, "names", "a name of its own for every level", name));
    }
    return faults;
}

std::string default_name(const GeneratorSpec& spec, std::size_t level) {
    static const std::array<std::string, 3> rings{"x ring", "y ring", "z ring"};
    static const std::array<std::string, 5> tiers{"node", "leaf", "spine", "core", "super core"};
    if (spec.kind == "torus") return level < rings.size() ? rings[level] : "ring " + std::to_string(level + 1);
    return level < tiers.size() ? tiers[level] : "tier " + std::to_string(level + 1);
}

double default_bandwidth(const GeneratorSpec& spec, std::size_t level) {
    constexpr double torus_link = 50e9; // TPU v4
    if (spec.kind == "torus")
        return torus_link * static_cast<double>(std::max<std::int64_t>(1, links_in_ring(spec.sizes[level])));
    return level == 0 ? 450e9 : 50e9; // NVLink 4; an adapter of 400 Gb/s per device
}

double default_latency(const GeneratorSpec& spec, std::size_t level) {
    return spec.kind == "torus" ? 1e-6 : 2e-6 + 3e-6 * static_cast<double>(level);
}

} // namespace

const std::vector<std::string>& generator_kinds() {
    static const std::vector<std::string> kinds{"fat-tree", "spine-leaf", "torus"};
    return kinds;
}

Result<GeneratorSpec> parse_generator(std::string_view text) {
    const std::vector<std::string_view> parts = split(text, ';');
    const std::size_t colon = parts.front().find(':');
    GeneratorSpec spec;
    spec.kind = trimmed(parts.front().substr(0, colon));
    if (colon != std::string_view::npos) {
        if (const auto problem = read_sizes(parts.front().substr(colon + 1), spec.sizes)) return *problem;
    }
    for (std::size_t i = 1; i < parts.size(); ++i) {
        if (parts[i].empty()) continue;
        if (const auto problem = read_option(parts[i], spec)) return *problem;
    }
    const std::vector<Diagnostic> faults = check(spec);
    if (!faults.empty()) return faults;
    return spec;
}

std::string format_generator(const GeneratorSpec& spec) {
    std::string text = spec.kind + ":" + join(spec.sizes);
    if (!spec.bandwidth.empty()) text += ";bandwidth=" + join(spec.bandwidth);
    if (!spec.latency.empty()) text += ";latency=" + join(spec.latency);
    if (!spec.oversubscription.empty()) text += ";oversubscription=" + join(spec.oversubscription);
    if (!spec.level_names.empty()) text += ";names=" + join(spec.level_names);
    return text;
}

Result<GeneratedLevels> generated_levels(const GeneratorSpec& spec) {
    const std::vector<Diagnostic> faults = check(spec);
    if (!faults.empty()) return faults;
    GeneratedLevels result;
    std::int64_t group_size = 1;
    for (std::size_t i = 0; i < spec.sizes.size(); ++i) {
        group_size *= spec.sizes[i];
        Level level;
        level.name = spec.level_names.empty() ? default_name(spec, i) : spec.level_names[i];
        level.group_size = group_size;
        level.bandwidth = spec.bandwidth.empty() ? default_bandwidth(spec, i) : spec.bandwidth[i];
        level.latency = spec.latency.empty() ? default_latency(spec, i) : spec.latency[i];
        if (!spec.oversubscription.empty()) level.bandwidth /= spec.oversubscription[i];
        if (spec.bandwidth.empty()) result.assumed.push_back("bandwidth " + level.name);
        if (spec.latency.empty()) result.assumed.push_back("latency " + level.name);
        result.levels.push_back(std::move(level));
    }
    return result;
}

void merge_outer_levels(std::vector<Level>& levels) {
    while (levels.size() > most_levels) {
        const Level outer = std::move(levels.back());
        levels.pop_back();
        Level& merged = levels.back();
        merged.name += " + " + outer.name;
        merged.group_size = outer.group_size;
        merged.bandwidth = std::min(merged.bandwidth, outer.bandwidth);
        merged.latency = std::max(merged.latency, outer.latency);
    }
}

Result<LevelModel> levels_of_generator(const GeneratorSpec& spec) {
    Result<GeneratedLevels> generated = generated_levels(spec);
    if (!generated.ok()) return generated.diagnostics();
    LevelModel model;
    model.name = format_generator(spec);
    model.slot_count = generated->levels.back().group_size;
    model.levels = generated->levels;
    merge_outer_levels(model.levels);
    const std::vector<Diagnostic> faults = model.finish();
    if (!faults.empty()) return faults;

    Result<LevelModel> result(std::move(model));
    for (const bool bandwidth : {true, false}) {
        if (!(bandwidth ? spec.bandwidth : spec.latency).empty()) continue;
        std::vector<double> values;
        for (const Level& level : generated->levels)
            values.push_back(bandwidth ? level.bandwidth : level.latency);
        Diagnostic note = generator_fault(ErrorCode::assumed, bandwidth ? "bandwidth" : "latency", "", join(values));
        note.severity = Severity::note;
        result.add(std::move(note));
    }
    return result;
}

} // namespace nest
