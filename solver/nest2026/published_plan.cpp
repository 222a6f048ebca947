// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "nest2026/published_plan.h"

#include "io/reader.h"

#include <algorithm>
#include <map>

namespace nest::nest2026 {
namespace {

/// Devices that hold one run of nodes.
struct Block {
    std::int64_t last = 0, lowest = 0, count = 0;
};

} // namespace

bool is_published_plan(const nlohmann::json& json) {
    return json.is_object() && json.contains("networkSkeleton") && json.contains("tensorParallelDegree");
}

Result<PublishedPlan> published_plan(const nlohmann::json& json, const Input& input, const std::string& file) {
    io::FaultList faults(file);
    const io::Reader root(json, faults);
    if (!root.is_object()) return faults.take();
    PublishedPlan read;
    read.plan.tensor = root.integer("tensorParallelDegree", 1, std::int64_t{1} << 20);
    read.plan.replicas = root.integer("dataParallelDegree", 1, input.devices);
    const auto width = std::find_if(input.widths.begin(), input.widths.end(),
                                    [&](const Width& each) { return each.tensor == read.plan.tensor; });
    if (width == input.widths.end()) {
        root.fault(ErrorCode::inconsistent, "tensorParallelDegree", "a tensor-parallel width of the input",
                   std::to_string(read.plan.tensor));
        return faults.take();
    }
    const auto nodes = static_cast<std::int64_t>(width->nodes.size());
    std::map<std::int64_t, Block> blocks; // by first node
    root.each("networkSkeleton", true, [&](const io::Reader& pair) {
        if (!pair.value().is_array() || pair.value().size() != 2 || !pair.value()[1].is_array() ||
            pair.value()[1].empty())
            return pair.fault(ErrorCode::wrong_type, nullptr, "[device, [nodes]]", io::shown(pair.value()));
        const std::string place = pair.pointer();
        const auto whole = [&](const nlohmann::json& value, std::int64_t most) {
            return io::Reader(value, faults, place).as_integer(0, most);
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
    if (faults.empty() && next != nodes)
        root.fault(ErrorCode::inconsistent, "networkSkeleton", "every node on some device",
                   "no device or two runs for node " + std::to_string(next));
    return io::result_of(std::move(read), faults);
}

} // namespace nest::nest2026
