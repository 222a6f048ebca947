// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "network/preset_fabric.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

namespace nest {
namespace {

/// One level as the preset has it. `nodes` is 0 for a level inside the node.
struct PresetLevel {
    Level level;
    std::int64_t nodes = 0;
    bool grows = false; ///< the outermost, without a size of its own
};

std::string text_or(const nlohmann::json& object, const char* key, const std::string& otherwise = {}) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

/// A required number of an object, or a fault.
std::optional<double> number_at(const nlohmann::json& object, const char* key, const std::string& pointer,
                                std::vector<Diagnostic>& faults) {
    const auto found = object.find(key);
    if (found == object.end()) {
        faults.push_back(fault(ErrorCode::missing_key, pointer, key, "number", ""));
        return std::nullopt;
    }
    if (!found->is_number()) {
        faults.push_back(fault(ErrorCode::wrong_type, pointer + "/" + key, key, "number", found->type_name()));
        return std::nullopt;
    }
    return found->get<double>();
}

/// A whole number of at least 1, or a fault.
std::optional<std::int64_t> count_at(const nlohmann::json& object, const char* key, const std::string& pointer,
                                     std::vector<Diagnostic>& faults) {
    const std::optional<double> value = number_at(object, key, pointer, faults);
    if (!value) return std::nullopt;
    const auto largest = static_cast<double>(LevelModel::largest_slots);
    if (!(*value >= 1 && *value <= largest) || *value != static_cast<double>(static_cast<std::int64_t>(*value))) {
        faults.push_back(fault(ErrorCode::out_of_range, pointer + "/" + key, key,
                               "a whole number from 1 to " + std::to_string(LevelModel::largest_slots),
                               object.at(key).dump()));
        return std::nullopt;
    }
    return static_cast<std::int64_t>(*value);
}

/// Levels of the preset; a level inside the node has its group size, one above it has its number of nodes.
std::vector<PresetLevel> read_levels(const nlohmann::json& list, std::vector<Diagnostic>& faults) {
    std::vector<PresetLevel> levels;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const nlohmann::json& item = list[i];
        const std::string pointer = "/scalable/levels/" + std::to_string(i);
        if (!item.is_object()) {
            faults.push_back(fault(ErrorCode::wrong_type, pointer, "level", "object", item.type_name()));
            return levels;
        }
        PresetLevel entry;
        entry.level.name = text_or(item, "name", "level " + std::to_string(i + 1));
        entry.level.bandwidth = number_at(item, "bandwidth", pointer, faults).value_or(1);
        entry.level.latency = number_at(item, "latency", pointer, faults).value_or(0);
        const bool outside = !levels.empty() && levels.back().nodes > 0;
        if (item.contains("devices_per_group") && !outside) {
            entry.level.group_size = count_at(item, "devices_per_group", pointer, faults).value_or(1);
        } else if (item.contains("nodes_per_group") || i + 1 < list.size()) {
            entry.nodes = count_at(item, "nodes_per_group", pointer, faults).value_or(1);
        } else {
            entry.nodes = LevelModel::largest_slots;
            entry.grows = true;
        }
        const PresetLevel* inner = levels.empty() ? nullptr : &levels.back();
        const bool devices_divide = entry.nodes > 0 || !inner || entry.level.group_size % inner->level.group_size == 0;
        const bool nodes_divide = entry.nodes == 0 || entry.grows || !outside || entry.nodes % inner->nodes == 0;
        if (!devices_divide || !nodes_divide) {
            const char* key = devices_divide ? "nodes_per_group" : "devices_per_group";
            const std::int64_t unit = devices_divide ? inner->nodes : inner->level.group_size;
            faults.push_back(fault(ErrorCode::inconsistent, pointer + "/" + key, key,
                                   "a multiple of the inner level's " + std::to_string(unit), item.at(key).dump()));
        }
        levels.push_back(std::move(entry));
    }
    return levels;
}

/// The levels that `nodes` nodes need, with their group sizes in slots.
LevelModel scale_levels(const std::vector<PresetLevel>& preset, std::int64_t nodes) {
    LevelModel model;
    std::int64_t devices = 1; // of one node
    std::int64_t inner = 1;   // nodes in a group of the level below
    for (const PresetLevel& entry : preset) {
        if (entry.nodes == 0) {
            devices = entry.level.group_size;
            model.levels.push_back(entry.level);
            continue;
        }
        if (nodes <= inner && !model.levels.empty()) break;
        const std::int64_t filled = (nodes + inner - 1) / inner * inner;
        inner = nodes <= entry.nodes ? filled : entry.nodes;
        model.levels.push_back(entry.level);
        model.levels.back().group_size = inner * devices;
    }
    model.slot_count = model.levels.back().group_size;
    model.absent.resize(static_cast<std::size_t>(std::max<std::int64_t>(0, model.slot_count - nodes * devices)));
    std::iota(model.absent.begin(), model.absent.end(), nodes * devices);
    return model;
}

/// Whether an assumption ("latency spine") is about the cluster or one of its first `used` levels.
bool concerns(const std::vector<PresetLevel>& preset, std::size_t used, const std::string& assumption) {
    const std::size_t space = assumption.find(' ');
    if (space == std::string::npos) return true;
    const std::string name = assumption.substr(space + 1);
    for (std::size_t i = used; i < preset.size(); ++i)
        if (preset[i].level.name == name) return false;
    return true;
}

/// Most nodes that the preset allows: its outermost size, and not more slots than a level model may have.
std::int64_t largest_count(const std::vector<PresetLevel>& preset) {
    std::int64_t devices = 1;
    std::int64_t nodes = 1;
    std::int64_t padding = 1;
    for (const PresetLevel& entry : preset) {
        if (entry.nodes == 0) {
            devices = entry.level.group_size;
        } else {
            padding = nodes;
            nodes = entry.nodes;
        }
    }
    return std::min(nodes, std::max<std::int64_t>(1, LevelModel::largest_slots / devices / padding * padding));
}

} // namespace

bool is_scalable_preset(const nlohmann::json& json) {
    return json.is_object() && json.contains("scalable");
}

Result<Topology> topology_from_preset(const nlohmann::json& preset, std::int64_t nodes) {
    if (!is_scalable_preset(preset)) return fault(ErrorCode::missing_key, "", "scalable", "object", "");
    const nlohmann::json& scalable = preset.at("scalable");
    if (!scalable.is_object() || !scalable.contains("levels"))
        return fault(ErrorCode::missing_key, "/scalable", "levels", "array", "");
    const nlohmann::json& list = scalable.at("levels");
    if (!list.is_array() || list.empty())
        return fault(ErrorCode::wrong_type, "/scalable/levels", "levels", "a list of at least one level", list.dump());

    std::vector<Diagnostic> faults;
    const std::vector<PresetLevel> levels = read_levels(list, faults);
    if (nodes == 0)
        nodes = preset.contains("nodes_default") ? count_at(preset, "nodes_default", "", faults).value_or(1) : 1;
    if (!faults.empty()) return faults;
    const std::int64_t largest = largest_count(levels);
    if (nodes < 1 || nodes > largest)
        return fault(ErrorCode::out_of_range, "", "nodes", "a whole number from 1 to " + std::to_string(largest),
                     std::to_string(nodes));

    Topology topology;
    topology.name = text_or(preset, "name", "cluster") + "x" + std::to_string(nodes);
    topology.device = text_or(preset, "device");
    topology.source = text_or(preset, "source");
    topology.levels = scale_levels(levels, nodes);
    if (const auto assumed = preset.find("assumed"); assumed != preset.end() && assumed->is_array()) {
        for (const nlohmann::json& name : *assumed) {
            if (name.is_string() && concerns(levels, topology.levels->levels.size(), name.get<std::string>()))
                topology.assumed.push_back(name.get<std::string>());
        }
    }
    topology.levels->name = topology.name;
    faults = topology.levels->finish();
    if (!faults.empty()) return faults;
    return topology;
}

} // namespace nest
