// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "nest2026/plan_file.h"

#include "io/reader.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace nest::nest2026 {
namespace {

/// Devices that hold one run of nodes.
struct Block {
    std::int64_t last = 0, lowest = 0, count = 0;
};

/// Cuts and devices from the published program's map of devices to nodes.
void read_skeleton(const io::Reader& root, const Input& input, std::int64_t nodes, PlacedPlan& read) {
    std::map<std::int64_t, Block> blocks; // by first node
    root.each("networkSkeleton", true, [&](const io::Reader& pair) {
        if (!pair.value().is_array() || pair.value().size() != 2 || !pair.value()[1].is_array() ||
            pair.value()[1].empty())
            return pair.fault(ErrorCode::wrong_type, nullptr, "[device, [nodes]]", io::shown(pair.value()));
        const std::string place = pair.pointer();
        const auto whole = [&](const nlohmann::json& value, std::int64_t most) {
            return io::Reader(value, root.faults(), place).as_integer(0, most);
        };
        const std::int64_t device = whole(pair.value()[0], input.devices - 1);
        std::int64_t first = nodes, last = -1, count = 0;
        for (const auto& value : pair.value()[1]) {
            const std::int64_t node = whole(value, nodes - 1);
            first = std::min(first, node), last = std::max(last, node), ++count;
        }
        if (last - first + 1 != count)
            return pair.fault(ErrorCode::inconsistent, nullptr, "nodes in one piece", io::shown(pair.value()[1]));
        Block& block = blocks.try_emplace(first, Block{last, device, 0}).first->second;
        if (block.last != last)
            return pair.fault(ErrorCode::inconsistent, nullptr, "devices that share all their nodes or none",
                              io::shown(pair.value()[1]));
        block.lowest = std::min(block.lowest, device);
        ++block.count;
    });
    std::int64_t next = 0;
    for (const auto& [first, block] : blocks) {
        if (first != next) break;
        read.plan.stages.push_back({static_cast<int>(first), static_cast<int>(block.last), block.count});
        read.offsets.push_back(block.lowest);
        next = block.last + 1;
    }
    if (root.faults().empty() && next != nodes)
        root.fault(ErrorCode::inconsistent, "networkSkeleton", "every node on some device",
                   "no device or two runs for node " + std::to_string(next));
}

/// Cuts and devices from the stages of our own plan.
void read_stages(const io::Reader& root, const Input& input, std::int64_t nodes, PlacedPlan& read) {
    std::int64_t next = 0;
    root.each("stages", true, [&](const io::Reader& stage) {
        std::int64_t first = 0, last = -1, lowest = 0, count = 0;
        int chunks = 0;
        stage.each("chunks", true, [&](const io::Reader& chunk) {
            const auto& value = chunk.value();
            if (!value.is_array() || value.size() != 2 || ++chunks > 1)
                return chunk.fault(ErrorCode::wrong_type, nullptr, "one [first, last] of each stage", io::shown(value));
            first = io::Reader(value[0], root.faults(), chunk.pointer() + "/0").as_integer(0, nodes - 1);
            last = io::Reader(value[1], root.faults(), chunk.pointer() + "/1").as_integer(0, nodes - 1);
        });
        if (first != next || last < first)
            stage.fault(ErrorCode::inconsistent, "chunks", "nodes from " + std::to_string(next) + " on",
                        std::to_string(first) + " to " + std::to_string(last));
        next = last + 1;
        stage.each("ranks", true, [&](const io::Reader& replica) {
            if (count > 0) return; // the other replicas follow from the first
            if (!replica.value().is_array() || replica.value().empty())
                return replica.fault(ErrorCode::wrong_type, nullptr, "a list of ranks", io::shown(replica.value()));
            lowest = input.devices;
            for (const auto& value : replica.value()) {
                lowest = std::min(lowest,
                                  io::Reader(value, root.faults(), replica.pointer()).as_integer(0, input.devices - 1));
                ++count;
            }
        });
        read.plan.stages.push_back({static_cast<int>(first), static_cast<int>(last), count});
        read.offsets.push_back(lowest);
    });
    if (root.faults().empty() && next != nodes)
        root.fault(ErrorCode::inconsistent, "stages", "all " + std::to_string(nodes) + " nodes", std::to_string(next));
}

nlohmann::json strategy_json(const Input& input, const Plan& plan, std::int64_t micro_batches) {
    return {{"tp", plan.tensor},
            {"pp", plan.stages.size()},
            {"dp", plan.replicas * input.ep},
            {"replicas", plan.replicas},
            {"ep", input.ep},
            {"cp", input.cp},
            {"num_micro_batches", micro_batches},
            {"schedule", "1f1b"},
            {"virtual_stages", 1},
            {"layout", "pp-inner"},
            {"stride", plan.devices()},
            {"rank_order", "tp-cp-ep-pp-dp"}};
}

nlohmann::json stage_json(const Input& input, const Width& width, const Plan& plan, const Price& price, int index,
                          std::int64_t offset) {
    const auto at = static_cast<std::size_t>(index);
    const Stage& stage = plan.stages[at];
    const StagePrice& priced = price.stages[at];
    nlohmann::json ids = nlohmann::json::array(), ranks = nlohmann::json::array();
    for (int node = stage.first; node <= stage.last; ++node)
        ids.push_back(std::to_string(width.nodes[static_cast<std::size_t>(node)].id));
    for (std::int64_t replica = 0; replica < plan.replicas; ++replica) {
        nlohmann::json& devices = ranks.emplace_back(nlohmann::json::array());
        for (std::int64_t j = 0; j < stage.devices; ++j)
            devices.push_back(replica * plan.devices() + offset + j);
    }
    const bool last = at + 1 == plan.stages.size();
    const bool recomputes = input.recompute && !last;
    nlohmann::json chunks = nlohmann::json::array();
    chunks.push_back({stage.first, stage.last});
    return {{"layer_ids", std::move(ids)},
            {"chunks", std::move(chunks)},
            {"devices_per_replica", stage.devices},
            {"recompute", recomputes ? "stage" : "none"},
            {"recompute_layers", recomputes ? stage.last - stage.first + 1 : 0},
            {"zero", priced.zero.type},
            {"copies", 1},
            {"ranks", std::move(ranks)},
            {"level_in", index == 0 ? nlohmann::json() : nlohmann::json(priced.level_in + 1)},
            {"level_out", last ? nlohmann::json() : nlohmann::json(priced.level_out + 1)},
            {"time", {{"load", priced.load}}},
            {"memory", {{"total", priced.memory}, {"capacity", input.memory_bytes}}}};
}

} // namespace

nlohmann::json plan_to_json(const nlohmann::json& file, const Input& input, const Answer& answer) {
    const bool found = answer.plan.has_value();
    nlohmann::json json{{"format", "nest-plan"},
                        {"version", 1},
                        {"status", answer.stopped ? "stopped"
                                   : found        ? "optimal"
                                                  : "infeasible"},
                        {"gap", found && !answer.stopped ? nlohmann::json(0.0) : nlohmann::json()},
                        {"solve_seconds", answer.solve_seconds},
                        {"objective", "paper"},
                        {"planner", "nest"},
                        {"cost", "nest2026"},
                        {"search", {{"states", answer.states}}},
                        {"inputs", {{"nest2026", file}}}};
    if (!found) return json;
    const Plan& plan = *answer.plan;
    const Width* width = input.width(plan.tensor);
    const std::int64_t micro_batches = (input.micro_batches + plan.replicas - 1) / plan.replicas;
    json["strategy"] = strategy_json(input, plan, micro_batches);
    json["stages"] = nlohmann::json::array();
    std::int64_t behind = plan.devices();
    double peak = 0;
    for (std::size_t i = 0; i < plan.stages.size(); ++i) {
        behind -= plan.stages[i].devices;
        json["stages"].push_back(stage_json(input, *width, plan, answer.price, static_cast<int>(i), behind));
        peak = std::max(peak, answer.price.stages[i].memory);
    }
    json["metrics"] = {{"step_seconds", answer.price.time_per_batch},
                       {"sync_seconds", answer.price.synchronisation},
                       {"peak_memory", peak},
                       {"devices_used", plan.devices() * plan.replicas},
                       {"fits", answer.price.feasible()}};
    return json;
}

bool is_plan(const nlohmann::json& json) {
    return json.is_object() && (json.contains("networkSkeleton") || json.value("cost", nlohmann::json()) == "nest2026");
}

const nlohmann::json* input_in_plan(const nlohmann::json& json) {
    const auto inputs = json.find("inputs");
    if (inputs == json.end() || !inputs->is_object()) return nullptr;
    const auto input = inputs->find("nest2026");
    return input == inputs->end() ? nullptr : &*input;
}

Result<PlacedPlan> plan_from_json(const nlohmann::json& json, const Input& input, const std::string& file) {
    io::FaultList faults(file);
    const io::Reader root(json, faults);
    if (!root.is_object()) return faults.take();
    PlacedPlan read;
    const auto widthOf = [&](const io::Reader& place, const char* tensor, const char* replicas) -> std::int64_t {
        read.plan.tensor = place.integer(tensor, 1, std::int64_t{1} << 20);
        read.plan.replicas = place.integer(replicas, 1, input.devices);
        if (const Width* width = input.width(read.plan.tensor)) return static_cast<std::int64_t>(width->nodes.size());
        place.fault(ErrorCode::inconsistent, tensor, "a tensor-parallel width of the input",
                    std::to_string(read.plan.tensor));
        return 0;
    };
    if (json.contains("networkSkeleton")) {
        const std::int64_t nodes = widthOf(root, "tensorParallelDegree", "dataParallelDegree");
        if (nodes > 0) read_skeleton(root, input, nodes, read);
    } else {
        root.object("strategy", true, [&](const io::Reader& strategy) {
            const std::int64_t nodes = widthOf(strategy, "tp", "replicas");
            if (nodes > 0) read_stages(root, input, nodes, read);
        });
    }
    if (faults.empty() && read.plan.stages.empty())
        root.fault(ErrorCode::out_of_range, json.contains("networkSkeleton") ? "networkSkeleton" : "stages",
                   "at least one stage", "none");
    return io::result_of(std::move(read), faults);
}

} // namespace nest::nest2026
