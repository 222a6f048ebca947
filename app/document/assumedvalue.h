// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/quantity.h"
#include "model/device.h"
#include "model/model_graph.h"
#include "network/topology.h"

#include <QString>
#include <optional>
#include <string>
#include <vector>

namespace nest::ui {

/// A value of the inputs that no source states, as the badge and the list of problems show it.
struct AssumedValue {
    enum class Part { Model, Topology, Device };
    Part part = Part::Device;
    std::string name;            ///< as its file calls it: "matmul_efficiency", "latency leaf"
    std::optional<double> value; ///< where it is one number
    Unit unit = Unit::none;
    bool operator==(const AssumedValue&) const = default;
};

/// What a device, a model and a network (with the levels it comes to) say they assume.
std::vector<AssumedValue> assumedOf(const Device& device);
std::vector<AssumedValue> assumedOf(const ModelGraph& model);
std::vector<AssumedValue> assumedOf(const Topology& topology, const LevelModel* levels);

/// "Device: matmul efficiency 0.6" in the window's language.
QString assumedText(const AssumedValue& value);

} // namespace nest::ui
