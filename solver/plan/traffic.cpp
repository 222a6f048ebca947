// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/traffic.h"

#include "plan/stage_cost.h"
#include "plan/strategy_tables.h"

#include <algorithm>

namespace nest {

TrafficAmount& TrafficAmount::operator+=(const TrafficAmount& other) {
    bytes += other.bytes;
    seconds += other.seconds;
    return *this;
}

TrafficAmount Traffic::of_cluster(int level, TrafficKind kind) const {
    TrafficAmount sum;
    for (std::size_t stage = 0; stage < stages.size(); ++stage)
        sum += of_stage(stage, level, kind) * stages[stage].devices;
    return sum;
}

TrafficAmount Traffic::of_mean_device(int level, TrafficKind kind) const {
    double devices = 0;
    for (const StageTraffic& stage : stages)
        devices += stage.devices;
    return devices > 0 ? of_cluster(level, kind) * (1 / devices) : TrafficAmount{};
}

namespace {

/// A measure at one level, in the shape in which the price sums seconds.
struct LevelSums {
    CommSums bytes, seconds;
};

double& sum_of(CommSums& sums, GroupKind group, Pass pass) {
    const bool forward = pass == Pass::forward;
    switch (group) {
    case GroupKind::tensor:
    case GroupKind::expert_tensor:
        break;
    case GroupKind::expert:
        return forward ? sums.ep_forward : sums.ep_backward;
    case GroupKind::context:
        return forward ? sums.cp_forward : sums.cp_backward;
    }
    return forward ? sums.tp_forward : sums.tp_backward;
}

/// One layer's collectives, by level.
std::vector<LevelSums> layer_traffic(const LevelModel& levels, const StageShapes& shapes, const Profile& profile) {
    std::vector<LevelSums> sums(static_cast<std::size_t>(levels.level_count()));
    for (const Collective& collective : profile.collectives) {
        const GroupShape& shape = shapes.of(collective.group);
        const double once = collective_seconds(levels, shape, collective.op, collective.bytes);
        if (!(once > 0)) continue;
        const double exposed = std::max(0.0, once - collective.hidden_behind) / once;
        for (const LevelShare& share : collective_levels(levels, shape, collective.op, collective.bytes)) {
            LevelSums& here = sums[static_cast<std::size_t>(share.level - 1)];
            sum_of(here.bytes, collective.group, collective.pass) += share.bytes * collective.count;
            sum_of(here.seconds, collective.group, collective.pass) += share.seconds * exposed * collective.count;
        }
    }
    return sums;
}

struct Counter {
    const Problem& problem;
    const Plan& plan;
    const Evaluation& evaluation;
    const StrategyTables& tables;
    Placement placement;
    PriceSettings settings;
    PriceSettings unhidden; ///< the same without overlap: what is sent is sent
    double micro_batches = 1;

    /// Micro-batches of one device: copies share them.
    double batches_of(std::size_t stage) const {
        return micro_batches / static_cast<double>(plan.stages[stage].copies);
    }

    StageTraffic stage(std::size_t index) const;
    void add_layers(StageTraffic& traffic, std::size_t index) const;
    void add_replication(StageTraffic& traffic, std::size_t index) const;
    void add_transfers(StageTraffic& traffic, std::size_t index) const;
    static TrafficAmount& at(StageTraffic& traffic, std::size_t level, TrafficKind kind) {
        return traffic.levels[level][static_cast<std::size_t>(kind)];
    }
};

void Counter::add_layers(StageTraffic& traffic, std::size_t index) const {
    const StagePlan& stage = plan.stages[index];
    const StageShapes& shapes = placement.of(static_cast<int>(index));
    std::vector<int> layers_of(tables.profiles.size(), 0), repeated_of = layers_of;
    for (const int layer : stage.layers)
        ++layers_of[static_cast<std::size_t>(tables.profile_of[static_cast<std::size_t>(layer)])];
    if (stage.is_partial())
        for (const int layer : repeated_layers(problem.model, stage))
            ++repeated_of[static_cast<std::size_t>(tables.profile_of[static_cast<std::size_t>(layer)])];
    else
        repeated_of = layers_of;
    double repeated_share = 1; // of the layers at hand
    const auto add = [&](std::size_t level, const CommSums& sums, double TrafficAmount::*amount, double times) {
        const CommSums again = repeated_comm(stage.recompute, sums);
        at(traffic, level, TrafficKind::tensor).*amount +=
            times * (sums.tp_forward + sums.tp_backward + repeated_share * again.tp_forward);
        at(traffic, level, TrafficKind::expert).*amount +=
            times * (sums.ep_forward + sums.ep_backward + repeated_share * again.ep_forward);
        at(traffic, level, TrafficKind::context).*amount +=
            times * (sums.cp_forward + sums.cp_backward + repeated_share * again.cp_forward);
    };
    for (std::size_t profile = 0; profile < layers_of.size(); ++profile) {
        if (layers_of[profile] == 0) continue;
        const double times = batches_of(index) * layers_of[profile];
        repeated_share = static_cast<double>(repeated_of[profile]) / layers_of[profile];
        const std::vector<LevelSums> sums = layer_traffic(problem.levels, shapes, tables.profiles[profile]);
        for (std::size_t level = 0; level < sums.size(); ++level) {
            add(level, sums[level].bytes, &TrafficAmount::bytes, times);
            add(level, sums[level].seconds, &TrafficAmount::seconds, times);
        }
    }
}

void Counter::add_replication(StageTraffic& traffic, std::size_t index) const {
    const StageEvaluation& priced = evaluation.stages[index];
    StageSite site;
    site.index = static_cast<std::int64_t>(index);
    site.shapes = &placement.of(static_cast<int>(index));
    site.first_last = &placement.first_last;
    const StageParameters parameters{priced.parameters - priced.expert_parameters, priced.expert_parameters, 0};
    // What travels every micro-batch does so for each chunk by itself.
    std::vector<StageParameters> chunks;
    for (std::int64_t chunk = 0; chunk < plan.virtual_stages() && plan.virtual_stages() > 1; ++chunk) {
        LayerSums sums;
        for (const int layer : plan.stages[index].chunk(chunk).layers)
            sums += tables.layers[static_cast<std::size_t>(layer)];
        const bool copy = index + 1 == plan.stages.size() && chunk + 1 == plan.virtual_stages();
        chunks.push_back(stage_parameters(settings, copy ? plan.stage_count() - 1 : -1, sums, {}));
    }
    for (std::size_t level = 0; level < traffic.levels.size(); ++level) {
        const auto measure = [&](double LevelShare::*amount) {
            return [&levels = problem.levels, level, amount](const GroupShape& shape, CollectiveOp op, double bytes) {
                double sum = 0;
                for (const LevelShare& share : collective_levels(levels, shape, op, bytes))
                    if (share.level == static_cast<int>(level) + 1) sum += share.*amount;
                return sum;
            };
        };
        const int zero = plan.stages[index].zero;
        const auto step = [&](const PriceSettings& how, double LevelShare::*amount) {
            const ReplicationTime whole = replication_amounts(how, site, parameters, zero, measure(amount));
            double each = whole.zero_forward + whole.zero_backward;
            if (!chunks.empty()) each = 0;
            for (const StageParameters& chunk : chunks) {
                const ReplicationTime one = replication_amounts(how, site, chunk, zero, measure(amount));
                each += one.zero_forward + one.zero_backward;
            }
            return batches_of(index) * each + whole.sync;
        };
        TrafficAmount& here = at(traffic, level, TrafficKind::replication);
        here.bytes = step(unhidden, &LevelShare::bytes);
        here.seconds = step(settings, &LevelShare::seconds);
    }
}

/// Activations go to the next stage, gradients of the same size to the one before.
void Counter::add_transfers(StageTraffic& traffic, std::size_t index) const {
    const StageEvaluation& priced = evaluation.stages[index];
    const auto add = [&](int level, double bytes, double seconds) {
        if (level > 0)
            at(traffic, static_cast<std::size_t>(level - 1), TrafficKind::transfers) +=
                TrafficAmount{bytes, seconds} * batches_of(index);
    };
    add(priced.level_in, priced.bytes_in, priced.time.p2p_in);
    add(priced.level_out, priced.bytes_out, priced.time.p2p_out);
}

StageTraffic Counter::stage(std::size_t index) const {
    StageTraffic traffic;
    traffic.levels.resize(static_cast<std::size_t>(problem.levels.level_count()));
    traffic.devices = static_cast<double>(plan.strategy.width() * plan.replicas * plan.stages[index].copies);
    add_layers(traffic, index);
    add_replication(traffic, index);
    add_transfers(traffic, index);
    return traffic;
}

} // namespace

Result<Traffic> traffic(const Problem& problem, const Plan& plan, const Evaluation& evaluation) {
    Result<StrategyTables> built = StrategyTables::build(problem, plan.strategy, plan.micro_batch);
    if (!built) return built.diagnostics();
    PriceSettings settings = price_settings(problem, plan.strategy, plan.micro_batch, plan.replicas, plan.stage_count(),
                                            plan.schedule, built->tied_parameters, plan.virtual_stages());
    PriceSettings unhidden = settings;
    unhidden.overlap_dp = unhidden.overlap_zero = 0;
    const Counter counter{problem,
                          plan,
                          evaluation,
                          *built,
                          place(problem.levels, plan, evaluation.micro_batches),
                          settings,
                          unhidden,
                          static_cast<double>(evaluation.micro_batches)};
    Traffic result;
    for (std::size_t stage = 0; stage < plan.stages.size(); ++stage)
        result.stages.push_back(counter.stage(stage));
    return result;
}

} // namespace nest
