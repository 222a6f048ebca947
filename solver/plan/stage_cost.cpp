// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/stage_cost.h"

#include "schedule/schedule.h"

#include <algorithm>

namespace nest {

LayerSums& LayerSums::operator+=(const LayerSums& other) {
    forward += other.forward;
    backward += other.backward;
    selective_recompute += other.selective_recompute;
    parameters += other.parameters;
    expert_parameters += other.expert_parameters;
    activation_bytes += other.activation_bytes;
    selective_activation_bytes += other.selective_activation_bytes;
    in_edge_bytes += other.in_edge_bytes;
    forward_flop += other.forward_flop;
    selective_flop += other.selective_flop;
    weight_gradient += other.weight_gradient;
    return *this;
}

LayerSums LayerSums::operator-(const LayerSums& other) const {
    return {forward - other.forward,
            backward - other.backward,
            selective_recompute - other.selective_recompute,
            parameters - other.parameters,
            expert_parameters - other.expert_parameters,
            activation_bytes - other.activation_bytes,
            selective_activation_bytes - other.selective_activation_bytes,
            in_edge_bytes - other.in_edge_bytes,
            forward_flop - other.forward_flop,
            selective_flop - other.selective_flop,
            weight_gradient - other.weight_gradient};
}

CommSums& CommSums::operator+=(const CommSums& other) {
    tp_forward += other.tp_forward;
    tp_backward += other.tp_backward;
    ep_forward += other.ep_forward;
    ep_backward += other.ep_backward;
    cp_forward += other.cp_forward;
    cp_backward += other.cp_backward;
    return *this;
}

CommSums CommSums::operator-(const CommSums& other) const {
    return {tp_forward - other.tp_forward,   tp_backward - other.tp_backward, ep_forward - other.ep_forward,
            ep_backward - other.ep_backward, cp_forward - other.cp_forward,   cp_backward - other.cp_backward};
}

namespace {
/// Communicators a device of this grid opens: one for each kind of group with more than one rank.
int communicator_count(const Strategy& strategy, std::int64_t replicas, std::int64_t stage_count) {
    return (strategy.tp > 1) + (strategy.cp > 1) + (strategy.ep > 1) + (strategy.expert_tp > 1) + (stage_count > 1) +
           (replicas * strategy.data_ranks() * strategy.cp > 1);
}
} // namespace

PriceSettings price_settings(const Problem& problem, const Strategy& strategy, std::int64_t micro_batch,
                             std::int64_t replicas, std::int64_t stage_count, ScheduleKind schedule,
                             double tied_parameters, std::int64_t virtual_stages, std::int64_t copies) {
    const Options& options = problem.options;
    PriceSettings settings;
    settings.levels = &problem.levels;
    settings.precision = bytes_of(options.precision);
    settings.schedule = schedule;
    const std::int64_t sequences = micro_batch * strategy.data_ranks() * replicas;
    settings.micro_batches = (options.global_batch + sequences - 1) / sequences;
    settings.stage_count = stage_count;
    settings.virtual_stages = virtual_stages;
    settings.copies = copies;
    settings.dense_group = replicas * copies * strategy.data_ranks() * strategy.cp;
    settings.expert_group = strategy.width() * replicas * copies / strategy.expert_shards();
    settings.overlap_dp = options.overlap_dp;
    settings.overlap_zero = options.overlap_zero;
    settings.update_rate = problem.device.memory_bandwidth * problem.device.memory_efficiency;
    settings.tied_parameters = tied_parameters;
    settings.capacity = problem.capacity();
    settings.reserve = problem.reserve_bytes() + problem.reserve_fraction() * settings.capacity +
                       options.communicator_bytes * communicator_count(strategy, replicas * copies, stage_count);
    if (!options.fused_loss && problem.model.vocab_size > 0 && problem.model.sequence_length > 0) {
        // Megatron-LM pads the vocabulary to a multiple of 128 t; a logit is kept in bf16 and in fp32.
        const std::int64_t unit = 128 * strategy.tp;
        const std::int64_t units = (problem.model.vocab_size + unit - 1) / unit;
        constexpr double bytes_per_logit = 6;
        settings.logits_bytes =
            bytes_per_logit * static_cast<double>(micro_batch) *
            (static_cast<double>(problem.model.sequence_length) / static_cast<double>(strategy.cp)) *
            static_cast<double>(units * 128);
    }
    return settings;
}

StageParameters stage_parameters(const PriceSettings& settings, std::int64_t stage_index, const LayerSums& sums,
                                 const LayerMaxima& maxima) {
    StageParameters parameters{sums.parameters - sums.expert_parameters, sums.expert_parameters, maxima.parameters};
    if (stage_index == settings.stage_count - 1 && settings.has_tied_copy()) {
        parameters.dense += settings.tied_parameters;
        parameters.largest_layer = std::max(parameters.largest_layer, settings.tied_parameters);
    }
    return parameters;
}

namespace {
/// A template, because the search calls it with the plain price very often.
template <class Measure>
ReplicationTime replication(const PriceSettings& settings, const StageSite& site, const StageParameters& parameters,
                            int zero, const Measure& measure) {
    const PrecisionBytes& bytes = settings.precision;
    const auto both = [&](CollectiveOp op, double bytes_per_parameter) {
        return measure(site.shapes->dense_replicas, op, parameters.dense * bytes_per_parameter) +
               measure(site.shapes->expert_replicas, op, parameters.expert * bytes_per_parameter);
    };
    ReplicationTime time;
    const double exposed_zero = 1 - settings.overlap_zero;
    if (zero >= 2) time.zero_backward += both(CollectiveOp::reduce_scatter, bytes.gradients) * exposed_zero;
    if (zero == 3) {
        time.zero_forward = both(CollectiveOp::all_gather, bytes.weights) * exposed_zero;
        time.zero_backward += time.zero_forward;
    }
    if (zero == 0) time.sync = both(CollectiveOp::all_reduce, bytes.gradients);
    if (zero == 1)
        time.sync = both(CollectiveOp::reduce_scatter, bytes.gradients) + both(CollectiveOp::all_gather, bytes.weights);
    if (zero == 2) time.sync = both(CollectiveOp::all_gather, bytes.weights);
    time.sync *= 1 - settings.overlap_dp;
    const bool at_an_end = site.index == 0 || site.index == settings.stage_count - 1;
    if (settings.has_tied_copy() && at_an_end)
        time.sync += measure(*site.first_last, CollectiveOp::all_reduce, settings.tied_parameters * bytes.gradients);

    const double moved = 2 * bytes.optimizer + bytes.gradients + bytes.weights;
    const double dense_share = zero >= 1 ? static_cast<double>(settings.dense_group) : 1.0;
    const double expert_share = zero >= 1 ? static_cast<double>(settings.expert_group) : 1.0;
    time.update = moved * (parameters.dense / dense_share + parameters.expert / expert_share) / settings.update_rate;
    return time;
}
} // namespace

ReplicationTime replication_time(const PriceSettings& settings, const StageSite& site,
                                 const StageParameters& parameters, int zero) {
    return replication(settings, site, parameters, zero, [&](const GroupShape& shape, CollectiveOp op, double bytes) {
        return collective_seconds(*settings.levels, shape, op, bytes);
    });
}

ReplicationTime replication_amounts(const PriceSettings& settings, const StageSite& site,
                                    const StageParameters& parameters, int zero, const CollectiveMeasure& measure) {
    return replication(settings, site, parameters, zero, measure);
}

CommSums repeated_comm(Recompute recompute, const CommSums& comm) {
    CommSums repeated;
    if (recompute == Recompute::none) return repeated;
    repeated.cp_forward = comm.cp_forward;
    if (recompute == Recompute::selective) return repeated;
    repeated.tp_forward = comm.tp_forward;
    repeated.ep_forward = comm.ep_forward;
    return repeated;
}

namespace {
double repeated_work(Recompute recompute, const LayerSums& sums) {
    if (recompute == Recompute::none) return 0;
    return recompute == Recompute::selective ? sums.selective_recompute : sums.forward;
}
} // namespace

double repeated_seconds(Recompute recompute, const LayerSums& sums, const CommSums& comm) {
    return repeated_work(recompute, sums) + repeated_comm(recompute, comm).forward();
}

StageTime stage_time(const PriceSettings& settings, const StageSite& site, const LayerSums& sums, const CommSums& comm,
                     const ReplicationTime& replication, const StageRepeat& repeat) {
    const LevelModel& levels = *settings.levels;
    StageTime time;
    time.forward = sums.forward;
    time.backward = sums.backward;
    time.weight_gradient = sums.weight_gradient;
    time.tp_comm = comm.tp_forward + comm.tp_backward;
    time.ep_comm = comm.ep_forward + comm.ep_backward;
    time.cp_comm = comm.cp_forward + comm.cp_backward;
    time.zero_comm = replication.zero_forward + replication.zero_backward;
    time.tp_forward = comm.tp_forward;
    time.ep_forward = comm.ep_forward;
    time.cp_forward = comm.cp_forward;
    time.zero_forward = replication.zero_forward;
    if (site.level_in > 0) time.p2p_in = levels.p2p(site.level_in, site.bytes_in);
    const double gradient_arrival = site.level_out > 0 ? levels.p2p(site.level_out, site.bytes_out) : 0.0;

    // Done while the gradient is on its way.
    const LayerSums& repeated_sums = repeat.partial ? repeat.first : sums;
    const CommSums& repeated_exchange = repeat.partial ? repeat.first_comm : comm;
    const double repeated = repeated_seconds(repeat.kind, repeated_sums, repeated_exchange);
    const CommSums again = repeated_comm(repeat.kind, repeated_exchange);
    time.recompute = repeated_work(repeat.kind, repeated_sums);
    time.tp_comm += again.tp_forward;
    time.ep_comm += again.ep_forward;
    time.cp_comm += again.cp_forward;
    time.p2p_out = std::max(0.0, gradient_arrival - repeated);
    time.fw = time.p2p_in + sums.forward + comm.forward() + replication.zero_forward;
    time.bw = std::max(gradient_arrival, repeated) + sums.backward + comm.backward() + replication.zero_backward;
    time.load = time.fw + time.bw;
    time.sync = replication.sync;
    time.update = replication.update;
    return time;
}

StateBytes state_bytes(const PriceSettings& settings, const StageParameters& parameters, int zero) {
    const PrecisionBytes& bytes = settings.precision;
    const double whole = parameters.dense + parameters.expert;
    const double shard = parameters.dense / static_cast<double>(settings.dense_group) +
                         parameters.expert / static_cast<double>(settings.expert_group);
    return {bytes.weights * (zero == 3 ? shard : whole), bytes.gradients * (zero >= 2 ? shard : whole),
            bytes.optimizer * (zero >= 1 ? shard : whole)};
}

namespace {
/// Everything but activations and logits.
StageMemory memory_of_parameters(const PriceSettings& settings, const StageParameters& parameters, int zero) {
    const PrecisionBytes& bytes = settings.precision;
    const StateBytes states = state_bytes(settings, parameters, zero);
    StageMemory memory;
    memory.weights = states.weights;
    memory.gradients = states.gradients;
    memory.optimizer = states.optimizer;
    if (settings.dense_group > 1) {
        if (zero == 3) memory.working += 2 * parameters.largest_layer * bytes.weights; // one in use, one prefetched
        if (zero >= 2) memory.working += parameters.largest_layer * bytes.gradients;
    }
    memory.reserve = settings.reserve;
    memory.capacity = settings.capacity;
    return memory;
}

double sum_of(const StageMemory& memory) {
    return memory.weights + memory.gradients + memory.optimizer + memory.activations + memory.stash + memory.working +
           memory.logits + memory.reserve;
}

/// Bytes that a chunk keeps of each micro-batch in flight, and what more it needs while its backward pass runs.
struct KeptBytes {
    double each = 0, once = 0;
};
KeptBytes kept_bytes(const ChunkPart& part) {
    switch (part.repeat.kind) {
    case Recompute::none:
        break;
    case Recompute::selective:
        return {part.sums.selective_activation_bytes, 0};
    case Recompute::full:
        if (part.repeat.partial)
            return {part.repeat.first.in_edge_bytes + (part.sums.activation_bytes - part.repeat.first.activation_bytes),
                    part.repeat.first_largest};
        return {part.sums.in_edge_bytes, part.largest_activation};
    case Recompute::stage:
        return {part.bytes_in, part.sums.activation_bytes - part.bytes_in};
    }
    return {part.sums.activation_bytes, 0};
}

bool holds_logits(const PriceSettings& settings, const StageSite& site, std::size_t chunk) {
    return site.index == settings.stage_count - 1 && chunk + 1 == static_cast<std::size_t>(settings.virtual_stages);
}
} // namespace

StageMemory stage_memory(const PriceSettings& settings, const StageSite& site, const LayerSums& sums,
                         const LayerMaxima& maxima, const StageParameters& parameters, const StageRepeat& repeat,
                         int zero) {
    const auto in_flight = static_cast<double>(
        site.copies_to_the_end > 0
            ? in_flight_of_copy(settings.micro_batches, settings.copies, site.copies_to_the_end)
            : in_flight_micro_batches(settings.schedule, settings.micro_batches, settings.stage_count, site.index));
    StageMemory memory = memory_of_parameters(settings, parameters, zero);
    switch (repeat.kind) {
    case Recompute::none:
        memory.activations = sums.activation_bytes;
        memory.stash = (in_flight - 1) * sums.activation_bytes;
        break;
    case Recompute::selective:
        memory.activations = sums.selective_activation_bytes;
        memory.stash = (in_flight - 1) * sums.selective_activation_bytes;
        break;
    case Recompute::full:
        if (repeat.partial) {
            const double kept = repeat.first.in_edge_bytes + (sums.activation_bytes - repeat.first.activation_bytes);
            memory.activations = kept + repeat.first_largest;
            memory.stash = (in_flight - 1) * kept;
            break;
        }
        memory.activations = sums.in_edge_bytes + maxima.activation_bytes;
        memory.stash = (in_flight - 1) * sums.in_edge_bytes;
        break;
    case Recompute::stage:
        memory.activations = sums.activation_bytes;
        memory.stash = (in_flight - 1) * site.bytes_in;
        break;
    }
    if (site.index == settings.stage_count - 1) memory.logits = in_flight * settings.logits_bytes;
    memory.total = sum_of(memory);
    return memory;
}

void set_chunk_levels(ChunkPart& part, const Placement& placement, std::int64_t stage, std::int64_t chunk,
                      std::int64_t stages, std::int64_t chunks) {
    const int around = placement.first_last.top;
    const bool first = stage == 0, last = stage + 1 == stages;
    part.level_in = !first ? placement.level_in[static_cast<std::size_t>(stage)] : chunk > 0 ? around : 0;
    part.level_out = !last ? placement.level_out(static_cast<int>(stage)) : chunk + 1 < chunks ? around : 0;
}

StageTime interleaved_time(const PriceSettings& settings, const StageSite& site, const std::vector<ChunkPart>& parts,
                           const ReplicationTime& replication, int zero, std::vector<StageTime>* chunk_times) {
    StageTime whole;
    for (std::size_t chunk = 0; chunk < parts.size(); ++chunk) {
        const ChunkPart& part = parts[chunk];
        StageSite here = site;
        here.level_in = part.level_in;
        here.level_out = part.level_out;
        here.bytes_in = part.bytes_in;
        here.bytes_out = part.bytes_out;
        ReplicationTime exchange;
        if (zero >= 2) { // each chunk's weights and gradients travel by themselves
            const bool copy = holds_logits(settings, site, chunk);
            const StageParameters own = stage_parameters(settings, copy ? site.index : -1, part.sums, {});
            here.index = -1;
            exchange = replication_time(settings, here, own, zero);
        }
        const StageTime time = stage_time(settings, here, part.sums, part.comm, exchange, part.repeat);
        for (double StageTime::*value :
             {&StageTime::forward, &StageTime::backward, &StageTime::recompute, &StageTime::tp_comm,
              &StageTime::ep_comm, &StageTime::cp_comm, &StageTime::zero_comm, &StageTime::p2p_in, &StageTime::p2p_out,
              &StageTime::weight_gradient, &StageTime::tp_forward, &StageTime::ep_forward, &StageTime::cp_forward,
              &StageTime::zero_forward, &StageTime::fw, &StageTime::bw, &StageTime::load})
            whole.*value += time.*value;
        if (chunk_times) {
            chunk_times->push_back(time);
            chunk_times->back().sync = chunk_times->back().update = 0;
        }
    }
    whole.sync = replication.sync;
    whole.update = replication.update;
    return whole;
}

StageMemory interleaved_memory(const PriceSettings& settings, const StageSite& site,
                               const std::vector<ChunkPart>& parts, const FullestMoments& moments,
                               const StageParameters& parameters, int zero) {
    StageMemory memory = memory_of_parameters(settings, parameters, zero);
    double once = 0, largest = 0;
    std::vector<double> each;
    for (const ChunkPart& part : parts) {
        const KeptBytes kept = kept_bytes(part);
        each.push_back(kept.each);
        once = std::max(once, kept.once);
        largest = std::max(largest, kept.each);
    }
    double fullest = -1;
    for (const std::vector<std::int64_t>& moment : moments) {
        double kept = 0, logits = 0;
        for (std::size_t chunk = 0; chunk < parts.size(); ++chunk) {
            kept += static_cast<double>(moment[chunk]) * each[chunk];
            if (holds_logits(settings, site, chunk))
                logits = static_cast<double>(moment[chunk]) * settings.logits_bytes;
        }
        if (kept + logits <= fullest) continue;
        fullest = kept + logits;
        memory.logits = logits;
        memory.activations = std::min(largest, kept) + once;
        memory.stash = std::max(0.0, kept - largest);
    }
    memory.total = sum_of(memory);
    return memory;
}

} // namespace nest
