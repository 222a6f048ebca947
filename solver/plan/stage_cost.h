// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "network/level_model.h"
#include "plan/evaluation.h"
#include "plan/placement.h"

#include <functional>
#include <vector>

/// The one place where a stage is priced. evaluate() hands in sums over a plan's layers, the search hands in
/// differences of prefix sums; both get the same terms from the same code.
namespace nest {

/// Sums over the layers of a stage, on one device, for one micro-batch.
struct LayerSums {
    double forward = 0, backward = 0, selective_recompute = 0; ///< seconds
    double parameters = 0, expert_parameters = 0;              ///< elements
    double activation_bytes = 0, selective_activation_bytes = 0;
    double in_edge_bytes = 0; ///< tensors entering the layers
    double forward_flop = 0, selective_flop = 0;
    double weight_gradient = 0; ///< seconds, the part of backward that computes gradients of weights

    LayerSums& operator+=(const LayerSums& other);
    LayerSums operator-(const LayerSums& other) const;
};

/// Exposed collectives inside the layers, seconds per pass; they depend on how the stage's groups lie on the levels.
struct CommSums {
    double tp_forward = 0, tp_backward = 0, ep_forward = 0, ep_backward = 0, cp_forward = 0, cp_backward = 0;
    double forward() const { return tp_forward + ep_forward + cp_forward; }
    double backward() const { return tp_backward + ep_backward + cp_backward; }

    CommSums& operator+=(const CommSums& other);
    CommSums operator-(const CommSums& other) const;
};

/// Largest values of single layers of a stage (they don't add up, so they travel apart from the sums).
struct LayerMaxima {
    double parameters = 0; ///< elements, experts included
    double activation_bytes = 0;
};

/// What is the same for all stages of a candidate.
struct PriceSettings {
    const LevelModel* levels = nullptr;
    PrecisionBytes precision{2, 4, 12};
    ScheduleKind schedule = ScheduleKind::one_f_one_b;
    std::int64_t micro_batches = 1;
    std::int64_t stage_count = 1;
    std::int64_t virtual_stages = 1; ///< v of the interleaved schedule
    std::int64_t copies = 1;         ///< q of the stage
    std::int64_t dense_group = 1;    ///< Z of non-expert parameters: d q e c; with folded experts d c
    std::int64_t expert_group = 1;   ///< Z of expert parameters: d q c; with folded experts t c d / (e et)
    double overlap_dp = 0, overlap_zero = 0;
    double update_rate = 1;     ///< bytes/s: memory bandwidth times efficiency
    double logits_bytes = 0;    ///< of one micro-batch on the last stage; 0 with the fused loss
    double tied_parameters = 0; ///< on one device; copied to the last stage when there are several
    double capacity = 0, reserve = 0;

    bool has_tied_copy() const { return stage_count > 1 && tied_parameters > 0; }
};

/// Settings of a plan's grid under a problem; `tied_parameters` is the strategy's. Stages that have `copies` have their
/// own settings.
PriceSettings price_settings(const Problem& problem, const Strategy& strategy, std::int64_t micro_batch,
                             std::int64_t replicas, std::int64_t stage_count, ScheduleKind schedule,
                             double tied_parameters, std::int64_t virtual_stages = 1, std::int64_t copies = 1);

/// Where a stage is.
struct StageSite {
    std::int64_t index = 0;
    int level_in = 0, level_out = 0;    ///< 0 = no transfer
    double bytes_in = 0, bytes_out = 0; ///< of one micro-batch
    const StageShapes* shapes = nullptr;
    const GroupShape* first_last = nullptr; ///< for tied embeddings
    /// Copies of stages from this one to the last, its own included; 0 in a pipeline without copies.
    std::int64_t copies_to_the_end = 0;
};

/// What replication costs: per micro-batch (ZeRO 2 and 3) and once per step. Seconds.
struct ReplicationTime {
    double zero_forward = 0, zero_backward = 0, sync = 0, update = 0;
};
/// Parameters of a stage with the tied copy of the last stage added. Elements on one device.
struct StageParameters {
    double dense = 0, expert = 0, largest_layer = 0;
};
StageParameters stage_parameters(const PriceSettings& settings, std::int64_t stage_index, const LayerSums& sums,
                                 const LayerMaxima& maxima);

/// ZeRO (Rajbhandari et al. 2020): z = 0 all-reduces gradients; 1 reduce-scatters them and all-gathers weights; 2
/// reduce-scatters every micro-batch; 3 also all-gathers weights before forward and backward.
ReplicationTime replication_time(const PriceSettings& settings, const StageSite& site,
                                 const StageParameters& parameters, int zero);

/// The same rule for any measure of a collective, e.g. the bytes it sends over one level: `measure` gives that of one
/// whole collective of `bytes`, in place of its seconds. Overlap counts as in the price;
/// `update` is no collective and stays in seconds.
using CollectiveMeasure = std::function<double(const GroupShape& shape, CollectiveOp op, double bytes)>;
ReplicationTime replication_amounts(const PriceSettings& settings, const StageSite& site,
                                    const StageParameters& parameters, int zero, const CollectiveMeasure& measure);

/// What a stage recomputes: a kind, for all its layers, or full recomputation of its first layers alone. Those are then
/// given by their sums and their largest layer.
struct StageRepeat {
    Recompute kind = Recompute::none;
    bool partial = false;
    LayerSums first{};
    CommSums first_comm{};
    double first_largest = 0; ///< bytes a layer of them saves at most

    StageRepeat(Recompute kind_) : kind(kind_) {}
    StageRepeat(const LayerSums& sums, const CommSums& comm, double largest)
        : kind(Recompute::full), partial(true), first(sums), first_comm(comm), first_largest(largest) {}
};

/// Communication that recomputation does again before backward: all of the forward pass (full, stage), the context ring
/// (selective), or nothing. Its forward sums are set.
CommSums repeated_comm(Recompute recompute, const CommSums& comm);

/// What recomputation does again before backward, per micro-batch: the forward work and communication of whole layers
/// (full, stage), or the selective part and the context ring (selective). seconds. Korthikanti et al. 2022.
double repeated_seconds(Recompute recompute, const LayerSums& sums, const CommSums& comm);

/// Time of one micro-batch and of the step's end on one stage.
StageTime stage_time(const PriceSettings& settings, const StageSite& site, const LayerSums& sums, const CommSums& comm,
                     const ReplicationTime& replication, const StageRepeat& repeat);

/// Weights, gradients and optimizer states of parameters under a ZeRO stage. Source: Rajbhandari et al. 2020.
StateBytes state_bytes(const PriceSettings& settings, const StageParameters& parameters, int zero);

/// Memory of one device. Sources: Korthikanti et al. 2022 for what recomputation keeps, ZeRO for the shards,
/// Megatron-LM for logits (a 2-byte and a 4-byte copy).
StageMemory stage_memory(const PriceSettings& settings, const StageSite& site, const LayerSums& sums,
                         const LayerMaxima& maxima, const StageParameters& parameters, const StageRepeat& repeat,
                         int zero);

/// One of the virtual stages that share a stage's devices under the interleaved schedule.
struct ChunkPart {
    LayerSums sums;
    CommSums comm;
    double largest_activation = 0;      ///< bytes a single layer saves at most
    int level_in = 0, level_out = 0;    ///< 0 = no transfer
    double bytes_in = 0, bytes_out = 0; ///< of one micro-batch
    StageRepeat repeat = Recompute::none;
};
/// Levels of a chunk's cuts. The last stage's chunks hand over to the next ones of the first stage.
void set_chunk_levels(ChunkPart& part, const Placement& placement, std::int64_t stage, std::int64_t chunk,
                      std::int64_t stages, std::int64_t chunks);

/// Time of a stage of several chunks: those of the chunks, one by one and added up; gradients and optimizer once, with
/// `replication` of the whole stage. `chunk_times`, where given, receives each chunk's.
StageTime interleaved_time(const PriceSettings& settings, const StageSite& site, const std::vector<ChunkPart>& parts,
                           const ReplicationTime& replication, int zero, std::vector<StageTime>* chunk_times = nullptr);

/// Memory of one device of such a stage: activations at the fullest of the moments (see schedule/interleaved.h), each
/// chunk's own. The last chunk of the last stage has the logits.
using FullestMoments = std::vector<std::vector<std::int64_t>>;
StageMemory interleaved_memory(const PriceSettings& settings, const StageSite& site,
                               const std::vector<ChunkPart>& parts, const FullestMoments& moments,
                               const StageParameters& parameters, int zero);

} // namespace nest
