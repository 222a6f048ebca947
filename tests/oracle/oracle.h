// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT

/// \file
/// A second, independent evaluator of training plans and a plain exhaustive search over them.
///
/// Nothing here shares code with the planner. The evaluator lists the actual ranks of every group and applies each
/// definition literally; the search enumerates every plan. Both are meant for instances of a handful of layers and
/// devices: the tests compare the planner with them.
///
/// Units everywhere: seconds, bytes, bytes per second; counts are plain integers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace nest::oracle {

/// Which of the two outer coordinates of the rank grid has neighbouring ranks.
enum class Layout {
    pp_inner, ///< the stages of one replica are neighbours
    dp_inner  ///< the replicas of one stage are neighbours
};

/// Order in which a pipeline works on its micro-batches.
enum class Schedule { gpipe, one_forward_one_backward, zero_bubble_h1, interleaved };

/// What a stage throws away after the forward pass and computes again before the backward pass.
enum class Recompute { none, selective, full, stage };

/// The names used in files: "pp-inner", "1f1b", "selective", ...
[[nodiscard]] std::string text(Layout layout);
[[nodiscard]] std::string text(Schedule schedule);
[[nodiscard]] std::string text(Recompute recompute);

/// Everything that a plan decides.
struct PlanSpec {
    std::size_t tp = 1;             ///< tensor-parallel ranks
    std::size_t ep = 1;             ///< expert-parallel ranks
    std::size_t cp = 1;             ///< context-parallel ranks
    std::size_t expert_tp = 0;      ///< tensor-parallel ranks of folded experts; 0: not folded
    bool sequence_parallel = false; ///< sequence parallelism inside the tensor-parallel group
    std::size_t micro_batch = 1;    ///< sequences per micro-batch
    Layout layout = Layout::pp_inner;
    std::size_t stride = 0;                       ///< ranks from one block of the outer coordinate to the next
    std::size_t replicas = 1;                     ///< copies d of the whole pipeline
    std::vector<std::vector<std::size_t>> stages; ///< layer indices (position in the file), first stage first
    std::vector<Recompute> recompute;             ///< one per stage
    /// Full recomputation: of the first so many layers, one per stage; 0 for all. May be left out where all are 0.
    std::vector<std::size_t> repeated;
    std::vector<int> zero; ///< ZeRO stage 0..3, one per pipeline stage
    Schedule schedule = Schedule::one_forward_one_backward;
    /// How often each stage is there inside a replica; may be left out where all are there once.
    std::vector<std::size_t> copies;
    /// Interleaved: the layers of all virtual stages in their order; virtual stage k is on stage k mod stages.
    std::vector<std::vector<std::size_t>> virtual_stages;
};

/// Memory of one device of a stage, in bytes, by purpose.
struct MemoryParts {
    double weights = 0;
    double gradients = 0;
    double optimizer = 0;
    double working = 0;     ///< gathered weights and whole gradients of the largest layer under ZeRO 2 and 3
    double activations = 0; ///< all micro-batches in flight
    double logits = 0;
    double reserve = 0;

    [[nodiscard]] double total() const;
};

/// The price of a plan. Vectors hold one entry per stage, first stage first.
struct Priced {
    bool computable =
        false; ///< false: the plan is no plan for this model and network (see reason); nothing else is set
    bool in_plan_space = false; ///< the options allow the plan
    bool fits = false;          ///< computable, and no stage needs more memory than a device has
    std::string reason;         ///< why the plan is not computable, not in the plan space or does not fit; else empty
    double step_seconds = 0;
    double pipeline_seconds = 0;        ///< step without gradient synchronisation and parameter update
    std::size_t micro_batches = 0;      ///< per replica and step
    double capacity = 0;                ///< bytes of one device
    std::vector<double> loads;          ///< seconds per micro-batch, forward plus backward
    std::vector<double> forward;        ///< seconds per micro-batch
    std::vector<double> backward;       ///< seconds per micro-batch, recomputation included
    std::vector<double> memory;         ///< bytes of one device
    std::vector<MemoryParts> parts;     ///< the same, by purpose
    std::vector<double> sync;           ///< seconds per step
    std::vector<double> update;         ///< seconds per step
    std::vector<std::size_t> level_out; ///< level crossed to the next stage; one entry fewer than stages
};

/// Prices one plan on the model, levels, device and options of a case.
[[nodiscard]] Priced price(const nlohmann::json& case_file, const PlanSpec& plan);

/// Outcome of the exhaustive search.
struct Best {
    bool feasible = false;
    double step_seconds = 0;      ///< least over all plans that fit and, with an objective of memory, are best in it
    double memory = 0;            ///< bytes: what an objective of memory makes least; 0 for the others
    double fastest_seconds = 0;   ///< with an objective of memory: least step time of all that fit
    PlanSpec plan;                ///< one plan that reaches it
    Priced priced;                ///< its price
    std::uint64_t placements = 0; ///< combinations of strategy, micro-batch, replicas, stages, layout and stride
    std::uint64_t plans = 0;      ///< complete plans compared
};

/// How the search may save work. Neither choice can change the least step time.
enum class Thoroughness {
    shortcuts, ///< leaves out dominated choices of a stage and beginnings that already cost as much as the best plan
    everything ///< compares literally every plan; only for very small instances
};

/// Finds the least step time by enumerating every plan that the options of a case allow.
[[nodiscard]] Best best(const nlohmann::json& case_file, Thoroughness thoroughness = Thoroughness::shortcuts);

/// The same case with memory for its objective, alone or balanced, and a bound on the step time in most of them:
/// between somewhat below the fastest plan's and several times that.
[[nodiscard]] nlohmann::json with_memory_objective(nlohmann::json case_file, std::uint64_t seed);

/// A random small case (model, levels, device, options), the same for a seed on every platform.
[[nodiscard]] nlohmann::json random_case(std::uint64_t seed);

/// The case with some strategies measured with folded experts, instead of without or beside it.
[[nodiscard]] nlohmann::json with_folded_experts(nlohmann::json case_file, std::uint64_t seed);

/// The same case with one to three layers pinned to stages, most often in a way that some plan can obey.
[[nodiscard]] nlohmann::json with_random_pins(nlohmann::json case_file, std::uint64_t seed);

/// The same case with the schedule ZB-H1 allowed, alone or beside others, and with weight gradients of any share of the
/// backward time in some profiles.
[[nodiscard]] nlohmann::json with_zero_bubble(nlohmann::json case_file, std::uint64_t seed);

/// The same case with the interleaved schedule allowed, alone or beside others; often with more layers, all alike but
/// for the first and the last.
[[nodiscard]] nlohmann::json with_interleaving(nlohmann::json case_file, std::uint64_t seed);

/// The same case with full recomputation of a stage's first layers allowed: of any number or of some numbers.
[[nodiscard]] nlohmann::json with_partial_recomputation(nlohmann::json case_file, std::uint64_t seed);

/// The same case with up to two to four copies of each stage allowed; most often with few numbers of stages or
/// replicas, so that plans need copies to use the devices.
[[nodiscard]] nlohmann::json with_copies(nlohmann::json case_file, std::uint64_t seed);

/// Reads the plan from the "expected" block of a case.
[[nodiscard]] PlanSpec expected_plan(const nlohmann::json& case_file);

/// One line that describes a plan, for messages.
[[nodiscard]] std::string describe(const PlanSpec& plan);

} // namespace nest::oracle
