// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/problem.h"

#include "base/limits.h"
#include "base/translatable.h"
#include "network/hosts.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nest {

namespace {

Diagnostic unknown_level(const LevelModel& levels, const std::string& family, const std::string& name) {
    std::vector<std::string> names;
    std::string list;
    for (const Level& level : levels.levels) {
        names.push_back(level.name);
        list += (list.empty() ? "" : ", ") + level.name;
    }
    Diagnostic diagnostic = fault(ErrorCode::unknown_name, family + ": network level", "one of " + list, name);
    diagnostic.suggestion = nearest_name(name, names);
    return diagnostic;
}

/// Applies level_bandwidth.* or level_latency.* to one field of the levels. Each change becomes the value it led to:
/// applying the options of a problem to its own levels changes nothing.
void apply_changes(LevelModel& levels, std::map<std::string, LevelChange>& changes, const std::string& family,
                   double Level::*field, Unit unit, std::vector<Diagnostic>& diagnostics) {
    for (auto& [name, change] : changes) {
        const auto level = std::find_if(levels.levels.begin(), levels.levels.end(),
                                        [&wanted = name](const Level& l) { return l.name == wanted; });
        if (level == levels.levels.end()) {
            diagnostics.push_back(unknown_level(levels, family, name));
            continue;
        }
        const double changed = change.scale ? (*level).*field * change.value : change.value;
        // The option's own bounds, so that what a factor leads to can be given as a value, too.
        const OptionInfo& bounds = *find_option(family);
        if (auto fault = check_range(changed, {bounds.minimum, bounds.maximum, false, unit}, {}, family + "." + name)) {
            diagnostics.push_back(std::move(*fault));
            continue;
        }
        (*level).*field = changed;
        change = {false, changed};
        if (level->profile.empty()) continue;
        // Measured times belong to the network as it was; left in place they would hide the change.
        level->profile.clear();
        Diagnostic note =
            fault(ErrorCode::inconsistent, family + "." + name,
                  note_words(QT_TRANSLATE_NOOP("NoteWords", "the network that was measured")),
                  note_words(QT_TRANSLATE_NOOP("NoteWords", "a change; the level's measured times are not used")));
        note.severity = Severity::note;
        diagnostics.push_back(std::move(note));
    }
}

/// Keeps the first `nodes` nodes; a node is a group of the innermost level with more than one slot. Where they don't
/// fill whole groups of the levels above, the rest of those groups becomes absent slots.
std::optional<Diagnostic> keep_nodes(LevelModel& levels, std::int64_t nodes) {
    const std::int64_t in_node = node_size(levels), all = levels.slot_count / in_node;
    if (nodes > all)
        return fault(ErrorCode::out_of_range, "nodes", "1 to " + std::to_string(all), std::to_string(nodes));
    if (nodes == all) return std::nullopt;
    const std::int64_t kept = nodes * in_node;

    std::vector<Level> remaining;
    std::int64_t below = 1; // group size of the level under the new outermost one
    for (Level& level : levels.levels) {
        remaining.push_back(std::move(level));
        if (remaining.back().group_size >= kept) break;
        below = remaining.back().group_size;
    }
    const std::int64_t slots = (kept + below - 1) / below * below;
    remaining.back().group_size = slots;
    std::erase_if(levels.absent, [kept](std::int64_t slot) { return slot >= kept; });
    for (std::int64_t slot = kept; slot < slots; ++slot)
        levels.absent.push_back(slot);
    levels.levels = std::move(remaining);
    levels.slot_count = slots;
    return std::nullopt;
}

/// Changes of levels that went with the nodes left out.
void forget_dropped(const LevelModel& levels, std::map<std::string, LevelChange>& changes) {
    std::erase_if(changes, [&](const auto& change) {
        return std::none_of(levels.levels.begin(), levels.levels.end(),
                            [&](const Level& l) { return l.name == change.first; });
    });
}

void check_device(const Device& device, std::vector<Diagnostic>& faults) {
    const auto require = [&](const char* key, double value, const Range& range) {
        auto found = check_range(value, range, {}, "device " + device.name + ": " + key);
        if (found) faults.push_back(std::move(*found));
    };
    require("memory_bytes", device.memory_bytes, limits::memory);
    require("memory_bandwidth", device.memory_bandwidth, limits::bandwidth);
    require("peak_flops", device.peak(), limits::flop_rate);
    require("matmul_efficiency", device.matmul_efficiency, limits::efficiency);
    require("memory_efficiency", device.memory_efficiency, limits::efficiency);
    require("launch_overhead", device.launch_overhead, limits::latency);
    if (auto too_long = check_name(device.name, {}, "device name")) faults.push_back(std::move(*too_long));
}

/// What plans with copies of stages don't go with.
void check_copies(const Options& options, std::vector<Diagnostic>& faults) {
    if (options.copies <= 1) return;
    const auto refuse = [&](const char* why, std::vector<Phrase> arguments = {}) {
        faults.push_back(fault(ErrorCode::inconsistent, "copies", note_words(why, std::move(arguments)),
                               std::to_string(options.copies)));
    };
    const auto lacks = [](const auto& list, auto value) {
        return std::find(list.begin(), list.end(), value) == list.end();
    };
    if (options.schedule && lacks(*options.schedule, ScheduleKind::one_f_one_b))
        refuse(QT_TRANSLATE_NOOP(
            "NoteWords", "1 where option schedule does not allow 1f1b, the only schedule with copies of stages"));
    if (options.schedule && !lacks(*options.schedule, ScheduleKind::interleaved))
        refuse(QT_TRANSLATE_NOOP("NoteWords",
                                 "1 where option schedule allows interleaved plans, whose stages have no copies"));
    if (lacks(options.layouts, LayoutKind::pp_inner))
        refuse(QT_TRANSLATE_NOOP(
            "NoteWords", "1 where option layouts does not allow pp-inner, the only layout with copies of stages"));
    if (minimises_memory(options.objective))
        refuse(QT_TRANSLATE_NOOP("NoteWords", "1 with objective %1, whose search has no copies of stages"),
               {std::string(name_of(options.objective))});
    if (options.target != "any")
        refuse(QT_TRANSLATE_NOOP("NoteWords", "1 with target %1: no training engine here runs copies of stages"),
               {options.target});
    if (options.expert_fold == Switch::on)
        refuse(QT_TRANSLATE_NOOP("NoteWords", "1 with expert_fold on: stages with copies have no folded experts"));
    if (options.recompute_layers != Options().recompute_layers)
        refuse(QT_TRANSLATE_NOOP(
            "NoteWords", "1 with option recompute_layers: stages with copies recompute all of their layers or none"));
}

void check_together(const Problem& problem, std::vector<Diagnostic>& faults) {
    const Options& options = problem.options;
    if (problem.levels.device_count() < 1) {
        faults.push_back(fault(ErrorCode::out_of_range, "devices", "at least 1 device", "0"));
    }
    if (options.global_batch < 1) {
        faults.push_back(
            fault(ErrorCode::out_of_range, "global_batch", "at least 1", std::to_string(options.global_batch)));
    }
    check_copies(options, faults);
    if (const auto pinned = stages_of_pins(problem.model, options.pins); !pinned) faults.push_back(pinned.fault());
    if (options.sequence_length && *options.sequence_length != problem.model.sequence_length) {
        const std::int64_t own = problem.model.sequence_length;
        faults.push_back(fault(ErrorCode::inconsistent, "sequence_length",
                               own > 0 ? "the model's own, " + std::to_string(own)
                                       : std::string("none: the model does not state its own"),
                               std::to_string(*options.sequence_length)));
    }
}

/// Options that say how experts are split, where there are none.
void note_expert_options(const Problem& problem, std::vector<Diagnostic>& notes) {
    const bool folded = std::any_of(problem.model.layers.begin(), problem.model.layers.end(), [](const Layer& layer) {
        return std::any_of(layer.profiles.begin(), layer.profiles.end(),
                           [](const Profile& profile) { return profile.strategy.folded(); });
    });
    if (problem.model.experts > 0 || folded) return;
    const auto note = [&](const char* option) {
        notes.push_back(fault(ErrorCode::inconsistent, option,
                              note_words(QT_TRANSLATE_NOOP("NoteWords", "a model with experts")),
                              note_words(QT_TRANSLATE_NOOP("NoteWords", "a model without; the option has no effect"))));
        notes.back().severity = Severity::note;
    };
    if (problem.options.expert_tp) note("expert_tp");
    if (problem.options.expert_fold == Switch::on) note("expert_fold");
}

} // namespace

std::int64_t Problem::usable_devices() const {
    return std::min(levels.device_count(), options.max_devices.value_or(levels.device_count()));
}

Result<Problem> make_problem(ModelGraph model, LevelModel levels, Device device, Options options,
                             std::string topology_name) {
    std::vector<Diagnostic> diagnostics = check_model(model);
    if (auto more = levels.finish(); !more.empty()) {
        diagnostics.insert(diagnostics.end(), more.begin(), more.end());
    } else {
        apply_changes(levels, options.level_bandwidth, "level_bandwidth", &Level::bandwidth, Unit::bytes_per_second,
                      diagnostics);
        apply_changes(levels, options.level_latency, "level_latency", &Level::latency, Unit::seconds, diagnostics);
        if (options.nodes) {
            if (auto diagnostic = keep_nodes(levels, *options.nodes)) diagnostics.push_back(std::move(*diagnostic));
            forget_dropped(levels, options.level_bandwidth);
            forget_dropped(levels, options.level_latency);
        }
        more = levels.finish();
        diagnostics.insert(diagnostics.end(), more.begin(), more.end());
    }
    check_device(device, diagnostics);

    Problem problem{std::move(model), std::move(levels), std::move(device), std::move(options),
                    std::move(topology_name)};
    check_together(problem, diagnostics);
    if (problem.options.max_step_seconds && !minimises_memory(problem.options.objective)) {
        Diagnostic note = fault(ErrorCode::inconsistent, "max_step_seconds",
                                note_words(QT_TRANSLATE_NOOP("NoteWords", "objective memory or balanced-memory")),
                                note_words(QT_TRANSLATE_NOOP("NoteWords", "%1; the bound has no effect"),
                                           {std::string(name_of(problem.options.objective))}));
        note.severity = Severity::note;
        diagnostics.push_back(std::move(note));
    }
    note_expert_options(problem, diagnostics);
    const auto is_error = [](const Diagnostic& d) { return d.severity == Severity::error; };
    if (std::any_of(diagnostics.begin(), diagnostics.end(), is_error)) {
        std::erase_if(diagnostics, [&](const Diagnostic& d) { return !is_error(d); });
        return diagnostics;
    }
    Result<Problem> result(std::move(problem));
    result.add(diagnostics);
    return result;
}

} // namespace nest
