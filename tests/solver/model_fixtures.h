// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "model/preset_model.h"
#include "model/strategy_rules.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

/// Models and a device shared by the tests of operators, strategies and builders.
namespace nest::fixture {

/// Exact figures: 1 TFLOP/s, 1 TB/s, everything reached, no overheads.
inline Device round_device() {
    Device device;
    device.name = "round";
    device.memory_bytes = 80e9;
    device.memory_bandwidth = 1e12;
    device.peak_flops["bf16"] = 1e12;
    return device;
}

/// Throws if the file is missing or isn't JSON.
inline nlohmann::json json_file(const std::string& path) {
    std::ifstream file(path);
    return nlohmann::json::parse(file);
}

inline nlohmann::json preset_json(const std::string& name) {
    return json_file(std::string(NEST_SOURCE_DIR) + "/resources/presets/models/" + name + ".json");
}

inline ModelGraph preset(const std::string& name, const BuildSettings& settings = {}) {
    auto model = model_from_preset(preset_json(name), settings, name);
    if (!model.ok()) throw std::runtime_error(describe(model.fault()));
    return *model;
}

inline Strategy strategy(std::int64_t tp, std::int64_t ep = 1, std::int64_t cp = 1, bool sequence_parallel = false) {
    return {tp, ep, cp, sequence_parallel};
}

/// Profile of one layer (1 = the first block) on the round device.
inline Profile profile(const ModelGraph& model, std::size_t layer, const Strategy& chosen, std::int64_t micro_batch = 1,
                       const ProfileSettings& settings = {}) {
    auto result = profile_of(model, model.layers.at(layer), chosen, micro_batch, round_device(), settings);
    if (!result.ok()) throw std::runtime_error(describe(result.fault()));
    return *result;
}

/// How many such collectives a profile has, whatever their size; 0 if none.
inline double count_of(const Profile& profile, CollectiveOp op, GroupKind group, Pass pass) {
    double count = 0;
    for (const Collective& c : profile.collectives) {
        if (c.op == op && c.group == group && c.pass == pass) count += c.count;
    }
    return count;
}

/// Bytes that all such collectives move together.
inline double bytes_of(const Profile& profile, CollectiveOp op, GroupKind group, Pass pass) {
    double bytes = 0;
    for (const Collective& c : profile.collectives) {
        if (c.op == op && c.group == group && c.pass == pass) bytes += c.count * c.bytes;
    }
    return bytes;
}

} // namespace nest::fixture
