// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/strategy_tables.h"

#include <algorithm>
#include <map>

namespace nest {

std::vector<int> layer_classes(const ModelGraph& model) {
    std::vector<int> classes(model.layers.size(), 0);
    std::vector<std::size_t> representatives;
    for (std::size_t layer = 0; layer < model.layers.size(); ++layer) {
        const Layer& here = model.layers[layer];
        std::size_t index = 0;
        while (index < representatives.size()) {
            const Layer& there = model.layers[representatives[index]];
            if (here.kind == there.kind && here.profiles == there.profiles && here.operators == there.operators) break;
            ++index;
        }
        if (index == representatives.size()) representatives.push_back(layer);
        classes[layer] = static_cast<int>(index);
    }
    return classes;
}

Result<StrategyTables> StrategyTables::build(const Problem& problem, const Strategy& strategy,
                                             std::int64_t micro_batch) {
    const ModelGraph& model = problem.model;
    const auto no_strategy = [](std::string reason) {
        return fault(ErrorCode::no_strategy, {}, {}, std::move(reason));
    };
    StrategyTables tables;
    tables.strategy = strategy;
    tables.micro_batch = micro_batch;
    tables.edge_scale = static_cast<double>(micro_batch) / static_cast<double>(strategy.cp) /
                        (strategy.sequence_parallel ? static_cast<double>(strategy.tp) : 1.0);
    if (std::string reason = why_invalid(model, strategy); !reason.empty()) return no_strategy(std::move(reason));

    const ProfileSettings settings{problem.options.expert_imbalance, bytes_of(problem.options.precision).weights};
    tables.profile_of = layer_classes(model);
    for (std::size_t layer = 0; layer < model.layers.size(); ++layer) {
        const auto index = static_cast<std::size_t>(tables.profile_of[layer]);
        if (index < tables.profiles.size()) continue;
        Result<Profile> profile =
            nest::profile_of(model, model.layers[layer], strategy, micro_batch, problem.device, settings);
        if (!profile) return profile.fault();
        tables.profiles.push_back(std::move(profile).value());
    }
    for (const Layer& layer : model.layers)
        tables.is_block.push_back(nest::is_block(layer) ? 1 : 0);
    tables.layers.resize(model.layers.size());
    for (std::size_t layer = 0; layer < model.layers.size(); ++layer) {
        const Profile& profile = tables.profile(static_cast<int>(layer));
        tables.layers[layer] = {profile.forward_seconds,
                                profile.backward_seconds,
                                profile.selective_recompute_seconds,
                                profile.parameters,
                                profile.expert_parameters,
                                profile.activation_bytes,
                                profile.selective_activation_bytes,
                                0.0,
                                profile.forward_flop,
                                profile.selective_flop,
                                profile.weight_gradient_seconds.value_or(profile.backward_seconds / 2)};
        if (!model.tied_embeddings || model.layers[layer].kind != LayerKind::embedding) continue;
        // A measured profile doesn't tell which of an embedding's parameters are shared: then all are.
        tables.tied_parameters +=
            profile.tied_parameters > 0 ? profile.tied_parameters : profile.parameters - profile.expert_parameters;
    }
    for (const Edge& edge : model.edges)
        tables.layers[static_cast<std::size_t>(edge.to)].in_edge_bytes += edge.bytes * tables.edge_scale;
    return tables;
}

CommSums comm_of(const LevelModel& levels, const StageShapes& shapes, const Profile& profile) {
    CommSums sums;
    for (const Collective& collective : profile.collectives) {
        const GroupShape& shape = shapes.of(collective.group);
        const double once = collective_seconds(levels, shape, collective.op, collective.bytes);
        const double exposed = std::max(0.0, once - collective.hidden_behind) * collective.count;
        const bool forward = collective.pass == Pass::forward;
        switch (collective.group) {
        case GroupKind::tensor:
        case GroupKind::expert_tensor:
            (forward ? sums.tp_forward : sums.tp_backward) += exposed;
            break;
        case GroupKind::expert:
            (forward ? sums.ep_forward : sums.ep_backward) += exposed;
            break;
        case GroupKind::context:
            (forward ? sums.cp_forward : sums.cp_backward) += exposed;
            break;
        }
    }
    return sums;
}

std::vector<CommSums> StrategyTables::comm(const LevelModel& levels, const StageShapes& shapes) const {
    std::vector<CommSums> of_profile;
    of_profile.reserve(profiles.size());
    for (const Profile& profile : profiles)
        of_profile.push_back(comm_of(levels, shapes, profile));
    std::vector<CommSums> of_layer;
    of_layer.reserve(profile_of.size());
    for (const int index : profile_of)
        of_layer.push_back(of_profile[static_cast<std::size_t>(index)]);
    return of_layer;
}

double cut_bytes(const ModelGraph& model, const std::vector<bool>& behind) {
    std::map<int, double> largest;
    for (const Edge& edge : model.edges) {
        if (behind[static_cast<std::size_t>(edge.from)] || !behind[static_cast<std::size_t>(edge.to)]) continue;
        double& bytes = largest[edge.from];
        bytes = std::max(bytes, edge.bytes);
    }
    double sum = 0;
    for (const auto& [producer, bytes] : largest)
        sum += bytes;
    return sum;
}

} // namespace nest
