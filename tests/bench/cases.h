// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/problem.h"

#include <string>

/// Problems that grow in one size while the rest stays.
namespace nest::bench {

/// `chains` chains of `length` layers side by side, one measured profile each, so that there is one strategy. Layers
/// differ (forward 1 to 3 ms, backward twice), so that no cut is perfect; a cut moves `cut_bytes` per chain. Devices
/// lie on two levels, ten times as slow outside. Throws std::runtime_error on a fault, as all of these do.
Problem chains_problem(int chains, int length, int devices, int stages);

/// A preset model with another number of layers.
Problem deeper_problem(const std::string& model, int layers, const std::string& topology);

/// A preset model on 256 devices under so many levels of equal fan-out (a power of 256), each half as fast as the one
/// inside it.
Problem levels_problem(const std::string& model, int levels);

Problem preset_problem(const std::string& model, const std::string& topology, const Options& options = {});

} // namespace nest::bench
