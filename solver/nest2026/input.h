// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

/// The planner that was published with the paper NEST (MLSys 2026), as it is: its input files, its cost model with
/// every quirk, its baselines. A room of its own: it shares no cost code with the rest of the solver, so that its
/// numbers stay those of the published program (public repository scai-tech/Nest, read at commit 3e163ad).
/// Its times have no clean unit: layers are milliseconds, transfers seconds, added as they are.
namespace nest::nest2026 {

/// Bytes of one micro-batch from node `from`, an index in topological order.
struct Edge {
    int from = 0, to = 0;
    double bytes = 0;
};

struct Node {
    std::int64_t id = 0;         ///< as in the file; -1 is the embedding
    double parameter_bytes = 0;  ///< on one device
    double activation_bytes = 0; ///< of one micro-batch, all operators of the layer
    double forward = 0, backward = 0;
};

/// The model at one tensor-parallel width. Nodes stand in the published program's topological order.
struct Width {
    std::int64_t tensor = 1;
    std::vector<Node> nodes;
    std::vector<std::vector<Edge>> in, out; ///< of each node
    /// True if node i - 1 has an edge to node i: a stage needs one between all its neighbours.
    bool follows(int i) const;
};

/// A fixed plan that the file asks to evaluate.
struct Baseline {
    std::string name;
    std::int64_t stages = 1, replicas = 1, tensor = 1, transformer_layers = 0;
    std::vector<std::int64_t> partition; ///< layers of each stage; used if there is one number for each stage
};

struct Input {
    double memory_bytes = 0;
    std::int64_t devices = 1;                  ///< K
    std::vector<double> bandwidths, latencies; ///< of each level, innermost first
    std::vector<std::int64_t> fan_outs;
    double frequency = 1; ///< cycles per millisecond
    std::int64_t micro_batches = 1;
    bool recompute = false;
    bool adam = false;
    std::int64_t ep = 1, cp = 1;
    std::vector<Width> widths; ///< ascending
    std::vector<Baseline> baselines;

    /// Null where the file has no such width.
    const Width* width(std::int64_t tensor) const;
    /// Devices of a stage without ZeRO: t * ep * cp.
    std::int64_t stage_devices(const Width& width) const { return width.tensor * ep * cp; }
};

/// True for a file that holds an input of the published program.
bool is_input(const nlohmann::json& json);
/// Reads and checks one. Faults: missing and misshapen keys, edges between unknown nodes, cycles, levels that don't
/// hold the devices.
Result<Input> input_from_json(const nlohmann::json& json, const std::string& file);

} // namespace nest::nest2026
