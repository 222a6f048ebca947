// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/phrase.h"
#include "io/engine/launch.h"

#include <optional>
#include <string>

/// Where a command is priced that names no network: commands say on how many machines they run, not on which. One rule
/// for the window and the command line.
namespace nest::io {

/// Usual machines for a command.
struct LaunchNetwork {
    std::string topology;     ///< a preset with its number of nodes: "dgx-h100x16"
    std::int64_t devices = 0; ///< that the command takes
    bool whole = true;        ///< it takes all of the topology's
    bool fitted = false;      ///< the command doesn't say how many: the most with which its degrees and batch go, or 8

    /// A clause (context "Launch"): "the topology was not given; assumed dgx-h100x1, 8 devices, with which ...".
    Phrase clause() const;
};

/// Machines for so many devices, by how many of them one holds (0: not said): the trays of a rack have 4, the rack 72,
/// other machines are taken to be of 8.
LaunchNetwork usual_network(std::int64_t devices, std::int64_t devices_per_node);

/// For a command: as many as it starts, or as devices_that_fit() finds for the batch of `options`. Nothing where no
/// number of devices goes with it.
std::optional<LaunchNetwork> network_for(const EngineLaunch& launch, const Options& options);

} // namespace nest::io
