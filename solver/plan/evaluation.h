// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/plan.h"
#include "plan/problem.h"

#include <string>
#include <vector>

/// What a plan costs. evaluate() is the only function that prices a plan; the search, the simulator, hand edits and
/// every chart use the same stage costs.
namespace nest {

struct Placement;

/// Seconds of one micro-batch on one stage. The named parts sum to load: what recomputation hides of p2p_out is not in
/// it.
struct StageTime {
    double forward = 0, backward = 0, recompute = 0;
    double tp_comm = 0, ep_comm = 0, cp_comm = 0, zero_comm = 0;
    double p2p_in = 0, p2p_out = 0;
    double weight_gradient = 0; ///< the part of backward that gives gradients of weights; ZB-H1 may do it later
    double tp_forward = 0, ep_forward = 0, cp_forward = 0,
           zero_forward = 0; ///< of the communication, the forward pass's
    double fw = 0, bw = 0;   ///< forward and backward pass with their communication; fw + bw = load
    double load = 0;
    double sync = 0;   ///< once per step: gradients (and tied embedding)
    double update = 0; ///< once per step: optimizer
    bool operator==(const StageTime&) const = default;
};

/// Bytes on one device of one stage.
struct StageMemory {
    double weights = 0, gradients = 0, optimizer = 0;
    double activations = 0; ///< one micro-batch
    double stash = 0;       ///< the other micro-batches in flight
    double working = 0, logits = 0, reserve = 0;
    double total = 0, capacity = 0;
    bool operator==(const StageMemory&) const = default;
};

/// Parts of a stage's weights, gradients and optimizer states, on one device. bytes
struct StateBytes {
    double weights = 0, gradients = 0, optimizer = 0;
    double total() const { return weights + gradients + optimizer; }
    bool operator==(const StateBytes&) const = default;
};

struct StageEvaluation {
    StageTime time;
    std::vector<StageTime> chunks; ///< interleaved: of each virtual stage; their times add up to `time`
    StageMemory memory;
    StateBytes embedding, head;         ///< what the embedding and the output layer have of the memory's states
    int level_in = 0, level_out = 0;    ///< worst level of the cut; 0 for none
    double bytes_in = 0, bytes_out = 0; ///< of one micro-batch, through all chunks
    std::int64_t in_flight = 1;         ///< micro-batches whose activations are kept; interleaved: chunks
    std::int64_t copies = 1;            ///< of the stage in each replica, which take turns with the micro-batches
    double parameters = 0, expert_parameters = 0; ///< on one device
    double forward_flop = 0;                      ///< one device, one micro-batch; 0 = unknown
    double recompute_flop = 0;
    bool operator==(const StageEvaluation&) const = default;
};

/// What a memory objective minimises, bytes, for the fullest and the emptiest stage of a plan; 0 for the others.
/// Rounded to a billionth: sums taken in another order are equal, and so are plans that differ by a few bytes.
double memory_goal(Objective objective, double most, double least);

struct Evaluation {
    bool fits = false;
    std::int64_t micro_batches = 1;
    double step_seconds = 0;           ///< what objectives other than those of memory minimise
    double simulated_step_seconds = 0; ///< event simulator + sync + update
    double pipeline_seconds = 0, sync_seconds = 0, update_seconds = 0;
    double bubble_fraction = 0;                     ///< idle share of the average stage during the pipeline
    double throughput_sequences = 0;                ///< per second
    double tokens_per_second = 0;                   ///< 0 when the sequence length is unknown
    double tflops_per_device = 0, mfu = 0, hfu = 0; ///< 0 when FLOP are unknown
    double peak_memory = 0;                         ///< bytes, largest stage total
    std::int64_t devices_used = 0;
    std::vector<StageEvaluation> stages;
    bool operator==(const Evaluation&) const = default;

    /// By how much the fullest stage's devices hold more than the emptiest one's, bytes.
    double memory_spread() const;
    /// memory_goal() of its stages.
    double goal_bytes(Objective objective) const;
};

/// Prices a plan. Faults: a plan that isn't one for this problem (layers missing or twice, ranks beyond the devices,
/// strategy without profiles, batch that doesn't divide). A plan that doesn't fit in memory is priced all the same.
Result<Evaluation> evaluate(const Problem& problem, const Plan& plan);
/// The same with the plan's placement, which takes long to make anew where there are very many devices.
Result<Evaluation> evaluate(const Problem& problem, const Plan& plan, const Placement& placement);

/// A named term of a price: value, unit, formula in words and symbols, what it was computed from, where it comes from.
struct CostNode {
    std::string name;
    double value = 0;
    Unit unit = Unit::seconds;
    std::string formula;
    std::string source;
    std::vector<std::pair<std::string, std::string>> inputs;
    std::vector<CostNode> children;
};
/// The whole price as a tree: step -> pipeline, sync, update; each stage -> its times and memory.
CostNode cost_tree(const Problem& problem, const Plan& plan, const Evaluation& evaluation);

/// Which training engines can run the plan, and for the others why not (English clause).
struct EngineSupport {
    std::string engine; ///< "megatron-lm", "deepspeed", "torchtitan"
    bool runs = false;
    std::string because;
    bool operator==(const EngineSupport&) const = default;
};
std::vector<EngineSupport> engine_support(const Problem& problem, const Plan& plan);

} // namespace nest
