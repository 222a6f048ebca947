// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "network/topology.h"

#include <vector>

namespace nest {

/// Levels found in a drawn graph and how far they are from its links.
struct ExtractedLevels {
    LevelModel levels;
    std::vector<std::string> rank_ids;  ///< the drawing's device of each rank; copies of a repeat as "gpu #2"
    std::int64_t sampled_devices = 0;   ///< side of the matrices below (all devices, or an even sample of at most 512)
    std::vector<float> link_bandwidth;  ///< row-major sampled x sampled, bytes/s, widest path with shared links divided
    std::vector<float> level_bandwidth; ///< the same matrix as the level model has it
    double largest_error = 0;           ///< relative, over all pairs
    double mean_error = 0;
    std::vector<Diagnostic> warnings; ///< unconnected device, zero bandwidth, unequal groups padded with absent slots
};

/// Device-to-device bottleneck bandwidth (widest path; a link shared by the devices below it is divided among them, see
/// link_shares.h) and path latency, clustered by single linkage on bandwidth into at most five nested levels; tiers of
/// equal bandwidth stay apart where their latencies differ. Unequal groups are padded with absent slots, devices that
/// aren't connected with the rest are left out; both are warnings. A product of rings (devices alone, listed row by row
/// or in snake order) has its dimensions as levels. A topology without a drawing is compared as its generator draws it.
/// Faults: no device, no link between any two, unknown link end and the like (see flat_network.h), more than 65536
/// devices after repeats.
Result<ExtractedLevels> extract_levels(const Topology& topology);

/// The level model of a topology, however it is given: levels directly, generator (where the drawing, if there is one,
/// still is what the generator draws), or drawn graph. Warnings of the extraction travel along.
Result<LevelModel> levels_of(const Topology& topology);

/// N x N bandwidth matrix of a level model for the heatmap, sampled to at most `side` rows; row-major, bytes/s,
/// 0 on the diagonal.
std::vector<float> bandwidth_matrix(const LevelModel& levels, std::int64_t side, std::int64_t* rows_out);

} // namespace nest
