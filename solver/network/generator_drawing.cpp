// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "network/generated_levels.h"
#include "network/generators.h"
#include "network/torus.h"

#include <algorithm>

namespace nest {
namespace {

TopologyNode node(std::string id, NodeKind kind, std::string parent, std::int64_t repeat = 1) {
    TopologyNode result;
    result.id = std::move(id);
    result.kind = kind;
    result.parent = std::move(parent);
    result.repeat = repeat;
    return result;
}

/// One group of each level, innermost last, each a switch inside a host that repeats.
void draw_tree(const GeneratorSpec& spec, const std::vector<Level>& levels, Topology& topology) {
    const std::size_t count = levels.size();
    std::vector<std::string> groups(count); // the host of a level's group; the outermost has none
    std::vector<std::string> switches(count);
    for (std::size_t i = count; i-- > 0;) {
        const bool twice = std::count_if(levels.begin(), levels.end(),
                                         [&](const Level& other) { return other.name == levels[i].name; }) > 1;
        const std::string name = twice ? levels[i].name + " " + std::to_string(i + 1) : levels[i].name;
        if (i + 1 < count) {
            groups[i] = name;
            topology.nodes.push_back(node(name, NodeKind::host, groups[i + 1], spec.sizes[i + 1]));
        }
        switches[i] = name + " switch";
        topology.nodes.push_back(node(switches[i], NodeKind::switch_, groups[i]));
    }
    for (std::int64_t device = 0; device < spec.sizes.front(); ++device) {
        const std::string id = "device " + std::to_string(device);
        topology.nodes.push_back(node(id, NodeKind::device, groups.front()));
        // A message passes two links of each tier, so each has half of what the tier adds to the latency.
        topology.links.push_back({id, switches.front(), levels.front().bandwidth, levels.front().latency / 2, 1});
    }
    for (std::size_t i = 0; i + 1 < count; ++i) {
        const double latency = std::max(0.0, (levels[i + 1].latency - levels[i].latency) / 2);
        topology.links.push_back(
            {switches[i], switches[i + 1], levels[i + 1].bandwidth, latency, levels[i].group_size});
    }
}

void draw_torus(const GeneratorSpec& spec, const std::vector<Level>& levels, Topology& topology) {
    const std::int64_t devices = levels.back().group_size;
    const auto id = [](std::int64_t index) { return "device " + std::to_string(index); };
    for (std::int64_t index = 0; index < devices; ++index) {
        const std::vector<std::int64_t> at = snake_coordinates(spec.sizes, index);
        TopologyNode device = node(id(index), NodeKind::device, "");
        // Planes side by side; further dimensions below one another.
        std::int64_t column = at[0];
        std::int64_t row = at.size() > 1 ? at[1] : 0;
        if (at.size() > 2) column += at[2] * (spec.sizes[0] + 1);
        for (std::size_t dimension = 3; dimension < at.size(); ++dimension)
            row = row * spec.sizes[dimension] + at[dimension];
        device.x = static_cast<double>(column);
        device.y = static_cast<double>(row);
        topology.nodes.push_back(std::move(device));
        for (std::size_t dimension = 0; dimension < at.size(); ++dimension) {
            const std::int64_t ring = spec.sizes[dimension];
            const std::int64_t links = links_in_ring(ring);
            if (links == 0 || (links == 1 && at[dimension] == 1)) continue; // a ring of two has one link
            std::vector<std::int64_t> next = at;
            next[dimension] = (at[dimension] + 1) % ring;
            topology.links.push_back({id(index), id(snake_index(spec.sizes, next)),
                                      levels[dimension].bandwidth / static_cast<double>(links),
                                      levels[dimension].latency, 1});
        }
    }
}

} // namespace

Result<Topology> topology_of_generator(const GeneratorSpec& spec) {
    const Result<GeneratedLevels> generated = generated_levels(spec);
    if (!generated.ok()) return generated.diagnostics();
    const std::int64_t listed = spec.kind == "torus" ? generated->levels.back().group_size : spec.sizes.front();
    if (listed > most_listed) {
        Diagnostic fault;
        fault.code = ErrorCode::out_of_range;
        fault.pointer = "/generator";
        fault.subject = "sizes";
        fault.expected = "at most " + std::to_string(most_listed) +
                         " devices that the fabric lists one by one, which are all of a torus and the first size of "
                         "fat-tree and spine-leaf; these two repeat such groups and go up to " +
                         std::to_string(largest_fabric) + " devices";
        fault.found = std::to_string(listed);
        return fault;
    }
    Topology topology;
    topology.name = format_generator(spec);
    topology.generator = spec;
    topology.assumed = generated->assumed;
    if (spec.kind == "torus") {
        draw_torus(spec, generated->levels, topology);
    } else {
        draw_tree(spec, generated->levels, topology);
    }
    return topology;
}

} // namespace nest
