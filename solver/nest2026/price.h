// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "nest2026/input.h"

#include <optional>
#include <string>
#include <vector>

/// The published program's cost model, operation by operation in its order, so that equal plans give equal bits.
namespace nest::nest2026 {

struct Stage {
    int first = 0, last = 0;  ///< nodes, both inclusive, in topological order
    std::int64_t devices = 1; ///< of one replica
    bool operator==(const Stage&) const = default;
};

/// First pipeline stage first; placed on consecutive devices, the last stage on device 0 and following.
struct Plan {
    std::int64_t tensor = 1, replicas = 1;
    std::vector<Stage> stages;
    bool operator==(const Plan&) const = default;
    std::int64_t devices() const; ///< of one replica
};

/// What ZeRO does to a stage: `ways` times the devices, gradients and optimizer (type 2) or weights too (type 3)
/// divided among them. ways 1: no ZeRO.
struct ZeroVariant {
    std::int64_t ways = 1;
    int type = 0;
};

/// Costs of the stages at one width.
class StageCosts {
public:
    /// `zero` is the published program's flag, reset by zero_wanted() for every width.
    StageCosts(const Input& input, const Width& width, bool zero);

    const Width& width() const { return *m_width; }
    int node_count() const { return static_cast<int>(m_width->nodes.size()); }

    /// X(c, level): c / bandwidth + latency, twice that above level 0. Bandwidths never grow outwards.
    double transfer(int level, double bytes) const;
    /// First level whose groups hold both devices.
    int level_between(std::int64_t x, std::int64_t y) const;

    /// Longest path through the nodes first..last, tensors from outside taken over `level`.
    double forward(int first, int last, int level) const;
    double backward(int first, int last, int level) const;
    /// Backward where nothing begins before the recomputation is through: the sum of the *backward* times, as the
    /// published program has it, where forward is meant.
    double recomputed_backward(int first, int last, int level) const;
    /// Time of one micro-batch; `from_end` counts stages from 1 at the end. Recomputation is left out in the last one.
    double load(int first, int last, int level_in, int level_out, std::int64_t from_end, ZeroVariant zero) const;

    /// What ZeRO adds to the load: the published program's network module always answers -1 cycles for a collective.
    double zero_load(ZeroVariant zero) const;

    /// Most stages from the end at which the nodes fit: 0 = never.
    std::int64_t deepest(int first, int last, ZeroVariant zero) const;
    /// Bytes on a device when `from_end` micro-batches are in flight.
    double memory(int first, int last, std::int64_t from_end, ZeroVariant zero) const;
    /// Devices for the nodes: without ZeRO if they fit anywhere, else the first of 2, 4, ... that the flag allows.
    std::optional<ZeroVariant> variant(int first, int last) const;
    double parameter_bytes(int first, int last) const;

    /// Gradient synchronisation of the first stage, with its halving rounds on level 0 and its compounding total.
    double synchronisation(double parameter_bytes, std::int64_t replicas, std::int64_t replica_devices) const;
    std::int64_t micro_batches(std::int64_t replicas) const {
        return (m_input->micro_batches + replicas - 1) / replicas;
    }

private:
    double constant_memory(int first, int last, ZeroVariant zero) const;
    double stash(int first, int last) const;

    const Input* m_input;
    const Width* m_width;
    bool m_zero;
    std::vector<double> m_pipeline_bandwidths;
    std::vector<double> m_parameters, m_activations; ///< sums of the nodes before; whole bytes, so exact
};

/// The published program tries ZeRO at a width only if the last node alone doesn't fit without, and fits with it.
bool zero_wanted(const Input& input, const Width& width);

/// Price of one stage of a plan.
struct StagePrice {
    double load = 0, memory = 0;
    int level_in = 0, level_out = 0;
    ZeroVariant zero;
};

struct Price {
    double time_per_batch = 0, synchronisation = 0;
    std::vector<StagePrice> stages;
    std::string why_not; ///< why it can't run; empty if it can
    bool feasible() const { return why_not.empty(); }
};

/// Prices a plan. `offsets`: first device of each stage; empty = packed from the last stage on.
Price price(const StageCosts& costs, const Input& input, const Plan& plan, std::vector<std::int64_t> offsets = {});

} // namespace nest::nest2026
