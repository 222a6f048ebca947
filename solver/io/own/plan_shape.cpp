// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/files.h"
#include "io/reader.h"

#include <nlohmann/json.hpp>

/// A plan alone, as projects keep it.
namespace nest::io {

namespace {

using nlohmann::json;

constexpr std::int64_t largest_degree = std::int64_t{1} << 24;
constexpr std::int64_t most_layers = 1000000;

json ranges_of(const std::vector<int>& layers) {
    json ranges = json::array();
    for (std::size_t first = 0, next = 0; first < layers.size(); first = next) {
        next = first + 1;
        while (next < layers.size() && layers[next] == layers[next - 1] + 1)
            ++next;
        ranges.push_back({layers[first], layers[next - 1]});
    }
    return ranges;
}

StagePlan stage_of(const Reader& reader) {
    static const auto recomputations = names_up_to(Recompute::stage);
    StagePlan stage;
    if (!reader.is_object()) return stage;
    reader.each("layers", true, [&](const Reader& range) {
        const json& value = range.value();
        const bool pair =
            value.is_array() && value.size() == 2 && value[0].is_number_integer() && value[1].is_number_integer();
        const std::int64_t first = pair ? value[0].get<std::int64_t>() : -1;
        const std::int64_t last = pair ? value[1].get<std::int64_t>() : -1;
        if (first < 0 || last < first || last >= most_layers)
            return range.fault(ErrorCode::wrong_type, nullptr, "[first, last] with 0 <= first <= last", shown(value));
        for (std::int64_t layer = first; layer <= last; ++layer)
            stage.layers.push_back(static_cast<int>(layer));
    });
    if (reader.has("chunk_layers"))
        reader.each("chunk_layers", false, [&](const Reader& size) {
            stage.chunk_sizes.push_back(static_cast<int>(size.as_integer(1, most_layers)));
        });
    stage.recompute = static_cast<Recompute>(reader.choice("recompute", recomputations, 0));
    stage.recompute_layers = static_cast<int>(reader.integer("recompute_layers", 0, most_layers, 0));
    stage.zero = static_cast<int>(reader.integer("zero", 0, 3, 0));
    stage.copies = reader.integer("copies", 1, largest_degree, 1);
    return stage;
}

} // namespace

json to_json(const Plan& plan) {
    json stages = json::array();
    for (const StagePlan& stage : plan.stages) {
        json one{{"layers", ranges_of(stage.layers)},
                 {"recompute", std::string(name_of(stage.recompute))},
                 {"zero", stage.zero}};
        if (stage.is_partial()) one["recompute_layers"] = stage.recompute_layers;
        if (stage.copies > 1) one["copies"] = stage.copies;
        if (stage.chunk_count() > 1) one["chunk_layers"] = stage.chunk_sizes;
        stages.push_back(std::move(one));
    }
    return {{"tp", plan.strategy.tp},
            {"ep", plan.strategy.ep},
            {"expert_tp", plan.strategy.expert_tp},
            {"cp", plan.strategy.cp},
            {"sequence_parallel", plan.strategy.sequence_parallel},
            {"micro_batch", plan.micro_batch},
            {"schedule", std::string(name_of(plan.schedule))},
            {"layout", std::string(name_of(plan.layout))},
            {"stride", plan.stride},
            {"replicas", plan.replicas},
            {"stages", std::move(stages)}};
}

Plan plan_shape(const Reader& reader) {
    static const auto schedules = names_up_to(ScheduleKind::interleaved);
    static const auto layouts = names_up_to(LayoutKind::pp_inner);
    Plan plan;
    plan.strategy.tp = reader.integer("tp", 1, largest_degree);
    plan.strategy.ep = reader.integer("ep", 1, largest_degree, 1);
    plan.strategy.expert_tp = reader.integer("expert_tp", 0, largest_degree, 0);
    plan.strategy.cp = reader.integer("cp", 1, largest_degree, 1);
    plan.strategy.sequence_parallel = reader.boolean("sequence_parallel", false);
    plan.micro_batch = reader.integer("micro_batch", 1, largest_degree);
    plan.schedule = static_cast<ScheduleKind>(reader.choice("schedule", schedules, 0));
    plan.layout = static_cast<LayoutKind>(reader.choice("layout", layouts, static_cast<int>(plan.layout)));
    plan.stride = reader.integer("stride", 1, largest_degree);
    plan.replicas = reader.integer("replicas", 1, largest_degree);
    reader.each("stages", true, [&](const Reader& item) { plan.stages.push_back(stage_of(item)); });
    return plan;
}

} // namespace nest::io
