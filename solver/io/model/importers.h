// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "model/model_graph.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

/// Readers of other planners' models. Each gives a ModelGraph with measured profiles for micro-batches of one sample
/// (the file's own unit of work), and notes on what the file leaves open, what was assumed in its place and what is
/// left aside. Faults name the place in the file.
namespace nest::io {

/// Input of Piper (Tarnawski et al., NeurIPS 2021, github.com/msr-fiddle/piper): nodes whose "TMPCs" give, by
/// tensor-parallel degree, alternatives with time (forward and backward together), bytes of weights and of activations.
bool is_piper_model(const nlohmann::json& value);
Result<ModelGraph> read_piper_model(const nlohmann::json& value, const std::string& file);

/// Input of "Efficient Algorithms for Device Placement of DNN Graph Operators" (Tarnawski et al., NeurIPS 2020,
/// github.com/msr-fiddle/dnn-partitioning): nodes with a latency in ms on an accelerator ("fpga") and a size in bytes.
/// Nodes of one "colorClass" share a device: they become one layer, which joins forward nodes with their backward ones.
bool is_placement_model(const nlohmann::json& value);
Result<ModelGraph> read_placement_model(const nlohmann::json& value, const std::string& file);

} // namespace nest::io
