// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/launch_network.h"

#include "base/translatable.h"

namespace nest::io {

namespace {

constexpr std::int64_t usual_per_node = 8, rack = 72, tray = 4;

} // namespace

Phrase LaunchNetwork::clause() const {
    if (fitted)
        return {
            "Launch",
            QT_TRANSLATE_NOOP(
                "Launch",
                "the topology was not given; assumed %1, %2 devices, with which the command's degrees and batch go"),
            {topology, devices}};
    if (!whole)
        return {"Launch",
                QT_TRANSLATE_NOOP("Launch", "the topology was not given; assumed %1, of which %2 devices are used"),
                {topology, devices}};
    return {"Launch", QT_TRANSLATE_NOOP("Launch", "the topology was not given; assumed %1"), {topology}};
}

LaunchNetwork usual_network(std::int64_t devices, std::int64_t devices_per_node) {
    const bool racks = devices_per_node == rack || devices_per_node == tray;
    const std::int64_t each = racks ? rack : usual_per_node;
    LaunchNetwork network;
    network.topology =
        std::string(racks ? "gb200-nvl72" : "dgx-h100") + "x" + std::to_string((devices + each - 1) / each);
    network.devices = devices;
    network.whole = devices % each == 0;
    return network;
}

std::optional<LaunchNetwork> network_for(const EngineLaunch& launch, const Options& options) {
    std::int64_t devices = launch.devices;
    for (std::int64_t most = usual_per_node; most <= usual_per_node << 12 && devices == 0; most *= 2)
        devices = devices_that_fit(launch, options, most);
    if (devices == 0) return std::nullopt;
    LaunchNetwork network = usual_network(devices, launch.devices_per_node);
    network.fitted = launch.devices == 0;
    return network;
}

} // namespace nest::io
