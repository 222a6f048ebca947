// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/plan.h"

#include <algorithm>
#include <array>

namespace nest {

StagePlan StagePlan::chunk(std::int64_t index) const {
    if (chunk_sizes.empty()) return *this;
    StagePlan part;
    part.recompute = recompute;
    part.zero = zero;
    std::size_t first = 0;
    for (std::size_t before = 0; before < static_cast<std::size_t>(index); ++before)
        first += static_cast<std::size_t>(chunk_sizes[before]);
    const std::size_t last = first + static_cast<std::size_t>(chunk_sizes[static_cast<std::size_t>(index)]);
    for (std::size_t at = first; at < std::min(last, layers.size()); ++at)
        part.layers.push_back(layers[at]);
    part.recompute_layers = recompute_layers < static_cast<int>(part.layers.size()) ? recompute_layers : 0;
    return part;
}

int StagePlan::longest_chunk() const {
    return chunk_sizes.empty() ? static_cast<int>(layers.size())
                               : *std::max_element(chunk_sizes.begin(), chunk_sizes.end());
}

int StagePlan::repeated_layers() const {
    if (recompute == Recompute::none || recompute == Recompute::selective) return 0;
    if (!is_partial()) return static_cast<int>(layers.size());
    if (chunk_sizes.empty()) return recompute_layers;
    int all = 0;
    for (const int size : chunk_sizes)
        all += std::min(size, recompute_layers);
    return all;
}

std::vector<StagePlan> Plan::virtual_pipeline() const {
    if (virtual_stages() == 1) return stages;
    std::vector<StagePlan> pipeline;
    for (std::int64_t chunk = 0; chunk < virtual_stages(); ++chunk)
        for (const StagePlan& stage : stages)
            pipeline.push_back(stage.chunk(chunk));
    return pipeline;
}

std::vector<int> repeated_layers(const ModelGraph& model, const StagePlan& stage) {
    std::vector<int> first;
    if (stage.is_partial() && !stage.chunk_sizes.empty()) {
        for (std::int64_t chunk = 0; chunk < stage.chunk_count(); ++chunk)
            for (const int layer : repeated_layers(model, stage.chunk(chunk)))
                first.push_back(layer);
        return first;
    }
    for (const int layer : layers_in_order(model))
        if (static_cast<int>(first.size()) < stage.repeated_layers() &&
            std::find(stage.layers.begin(), stage.layers.end(), layer) != stage.layers.end())
            first.push_back(layer);
    return first;
}

std::int64_t Plan::blocks() const {
    std::int64_t sum = 0;
    for (const StagePlan& stage : stages)
        sum += stage.copies;
    return sum;
}

std::vector<std::int64_t> Plan::copies() const {
    std::vector<std::int64_t> list;
    if (!has_copies()) return list;
    for (const StagePlan& stage : stages)
        list.push_back(stage.copies);
    return list;
}

std::int64_t Plan::copies_to_the_end(std::int64_t stage) const {
    if (!has_copies()) return 0;
    std::int64_t sum = 0;
    for (auto later = static_cast<std::size_t>(stage); later < stages.size(); ++later)
        sum += stages[later].copies;
    return sum;
}

std::int64_t Plan::micro_batches(std::int64_t global_batch) const {
    const std::int64_t sequences = micro_batch * strategy.data_ranks() * replicas;
    return (global_batch + sequences - 1) / sequences;
}

RankGrid::RankGrid(const Plan& plan)
    : RankGrid(plan.strategy, plan.layout, plan.stage_count(), plan.replicas, plan.stride) {
    if (!plan.has_copies()) return;
    blocks_before.push_back(0);
    for (const StagePlan& stage : plan.stages)
        blocks_before.push_back(blocks_before.back() + stage.copies);
}

RankGrid::RankGrid(const Strategy& strategy_, LayoutKind layout_, std::int64_t stage_count_, std::int64_t replicas_,
                   std::int64_t stride_)
    : strategy(strategy_), layout(layout_), stage_count(stage_count_), replicas(replicas_), stride(stride_) {}

RankPlace place_of(const RankGrid& grid, std::int64_t rank) {
    const std::int64_t w = grid.strategy.width();
    const std::int64_t outer = rank / grid.stride;
    const std::int64_t inner = rank % grid.stride / w;
    RankPlace place;
    if (rank < 0 || outer >= grid.outer() || inner >= grid.inner()) return place;
    const std::int64_t j = rank % grid.stride % w;
    place.used = true;
    place.replica = grid.layout == LayoutKind::pp_inner ? outer : inner;
    place.stage = grid.layout == LayoutKind::pp_inner ? inner : outer;
    if (!grid.blocks_before.empty() && grid.layout == LayoutKind::pp_inner) {
        const auto after = std::upper_bound(grid.blocks_before.begin(), grid.blocks_before.end(), inner);
        place.stage = after - grid.blocks_before.begin() - 1;
        place.copy = inner - grid.first_block(place.stage);
    }
    place.tensor = j % grid.strategy.tp;
    place.context = j / grid.strategy.tp % grid.strategy.cp;
    const std::int64_t q = place.replica * w + j;
    place.expert = grid.strategy.folded() ? q / grid.strategy.expert_tp % grid.strategy.ep
                                          : j / (grid.strategy.tp * grid.strategy.cp);
    return place;
}

namespace {
/// "full" when all stages agree, "fullx3" when some do, empty for none anywhere; "block2-4" for full recomputation of
/// the first 2 to 4 layers of stages.
std::string recompute_text(const std::vector<StagePlan>& stages) {
    std::array<int, 4> counts{};
    int partial = 0, fewest = 0, most = 0;
    for (const StagePlan& stage : stages) {
        if (stage.is_partial()) {
            fewest = partial == 0 ? stage.recompute_layers : std::min(fewest, stage.recompute_layers);
            most = std::max(most, stage.recompute_layers);
            ++partial;
        } else {
            ++counts[static_cast<std::size_t>(stage.recompute)];
        }
    }
    std::string text;
    if (partial > 0) {
        text += " block" + std::to_string(fewest);
        if (most > fewest) text += "-" + std::to_string(most);
        if (partial < static_cast<int>(stages.size())) text += "x" + std::to_string(partial);
    }
    for (const Recompute kind : {Recompute::selective, Recompute::full, Recompute::stage}) {
        const int count = counts[static_cast<std::size_t>(kind)];
        if (count == 0) continue;
        text += ' ';
        text += name_of(kind);
        if (count != static_cast<int>(stages.size())) text += "x" + std::to_string(count);
    }
    return text;
}
} // namespace

std::string layout_text(const Plan& plan) {
    std::string text = "tp" + std::to_string(plan.strategy.tp) + " pp" + std::to_string(plan.stage_count()) + " dp" +
                       std::to_string(plan.data_parallel());
    if (plan.strategy.cp > 1) text += " cp" + std::to_string(plan.strategy.cp);
    if (plan.strategy.ep > 1) text += " ep" + std::to_string(plan.strategy.ep);
    if (plan.strategy.folded()) text += " etp" + std::to_string(plan.strategy.expert_tp);
    text += " mb" + std::to_string(plan.micro_batch);
    if (plan.strategy.sequence_parallel) text += " sp";
    int lowest = 3, highest = 0;
    for (const StagePlan& stage : plan.stages) {
        lowest = std::min(lowest, stage.zero);
        highest = std::max(highest, stage.zero);
    }
    text += " zero" + std::to_string(std::min(lowest, highest));
    if (lowest < highest) text += "-" + std::to_string(highest);
    text += recompute_text(plan.stages);
    if (plan.schedule == ScheduleKind::interleaved)
        text += " vpp" + std::to_string(plan.virtual_stages());
    else if (plan.schedule != ScheduleKind::one_f_one_b)
        text += " " + std::string(name_of(plan.schedule));
    for (std::size_t stage = 0; plan.has_copies() && stage < plan.stages.size(); ++stage)
        text += (stage == 0 ? " copies" : ",") + std::to_string(plan.stages[stage].copies);
    if (plan.stage_count() > 1 && plan.replicas > 1)
        text += plan.layout == LayoutKind::pp_inner ? " pp-inner" : " dp-inner";
    return text;
}

} // namespace nest
