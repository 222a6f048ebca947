// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "network/link_shares.h"

namespace nest {

/// Mean latency in seconds of the fastest paths, over links of at least `bandwidth` (less a millionth), between devices
/// that share an outer cluster but not an inner one: what tops out at a level. Measured from an even sample of devices.
/// `inner` and `outer` name each device's cluster by a device.
double mean_path_latency(const SharedNetwork& network, const std::vector<std::size_t>& devices, double bandwidth,
                         const std::vector<std::size_t>& inner, const std::vector<std::size_t>& outer);

} // namespace nest
