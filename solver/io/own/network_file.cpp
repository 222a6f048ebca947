// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/files.h"
#include "io/reader.h"
#include "network/generators.h"

#include <nlohmann/json.hpp>
#include <unordered_map>

/// nest-levels and nest-topology.
namespace nest::io {

namespace {

using nlohmann::json;

constexpr std::int64_t most_slots = LevelModel::largest_slots;

MeasuredCollective read_measured(const Reader& reader) {
    static const auto ops = names_up_to(CollectiveOp::ring_exchange);
    MeasuredCollective result;
    if (!reader.is_object()) return result;
    result.op = static_cast<CollectiveOp>(reader.choice("op", ops));
    result.ranks = reader.integer("ranks", 2, most_slots);
    result.bytes = reader.number("bytes", limits::measured_bytes);
    result.seconds = reader.number("seconds", limits::measured_seconds);
    reader.warn_of_misspelt_keys();
    return result;
}

Level read_level(const Reader& reader) {
    Level result;
    if (!reader.is_object()) return result;
    result.name = reader.name("name");
    result.group_size = reader.integer("group_size", 1, most_slots);
    result.bandwidth = reader.number("bandwidth", limits::bandwidth);
    result.latency = reader.number("latency", limits::latency);
    reader.each("profile", false, [&](const Reader& item) { result.profile.push_back(read_measured(item)); });
    reader.warn_of_misspelt_keys();
    return result;
}

/// Without the header, which differs between a nest-levels file and a part of another.
LevelModel read_levels(const Reader& reader, const std::string& pointer) {
    LevelModel levels;
    levels.name = reader.name_or("name", "");
    levels.slot_count = reader.integer("devices", 1, most_slots);
    levels.absent = reader.integers("absent", 0, most_slots);
    reader.each("levels", true, [&](const Reader& item) { levels.levels.push_back(read_level(item)); });
    if (!reader.faults().empty()) return levels;
    for (Diagnostic& diagnostic : levels.finish()) {
        diagnostic.pointer = pointer + diagnostic.pointer;
        reader.faults().add(std::move(diagnostic));
    }
    return levels;
}

constexpr const char* node_kinds[] = {"device", "switch", "host", "nic"};

TopologyNode read_node(const Reader& reader) {
    TopologyNode node;
    if (!reader.is_object()) return node;
    node.id = reader.name("id");
    node.kind = static_cast<NodeKind>(reader.choice("kind", {std::begin(node_kinds), std::end(node_kinds)}));
    node.device = reader.name_or("device", "");
    node.parent = reader.name_or("parent", "");
    node.repeat = reader.integer("repeat", 1, most_slots, 1);
    if (reader.has("x")) node.x = reader.number("x", {});
    if (reader.has("y")) node.y = reader.number("y", {});
    reader.warn_of_misspelt_keys();
    return node;
}

TopologyLink read_link(const Reader& reader) {
    TopologyLink link;
    if (!reader.is_object()) return link;
    link.a = reader.name("a");
    link.b = reader.name("b");
    link.bandwidth = reader.number("bandwidth", limits::link_bandwidth);
    if (link.bandwidth > 0) link.bandwidth = reader.number("bandwidth", limits::bandwidth);
    link.latency = reader.number("latency", limits::latency);
    link.count = reader.integer("count", 1, most_slots, 1);
    reader.warn_of_misspelt_keys();
    return link;
}

/// Names that point at nodes: unique ids, known parents and link ends, no node inside itself.
class NodeNames {
public:
    NodeNames(const Topology& topology, const std::string& pointer, FaultList& faults)
        : m_topology(topology), m_pointer(pointer), m_faults(faults) {}

    void check() {
        for (std::size_t i = 0; i < m_topology.nodes.size(); ++i) {
            const std::string& id = m_topology.nodes[i].id;
            if (m_index.emplace(id, i).second) {
                if (m_ids.size() < 1000) m_ids.push_back(id); // for suggestions
                continue;
            }
            Diagnostic diagnostic;
            diagnostic.code = ErrorCode::duplicate_name;
            diagnostic.pointer = m_pointer + "/nodes/" + std::to_string(i) + "/id";
            diagnostic.found = id;
            m_faults.add(std::move(diagnostic));
        }
        for (std::size_t i = 0; i < m_topology.nodes.size(); ++i) {
            const TopologyNode& node = m_topology.nodes[i];
            const std::string place = m_pointer + "/nodes/" + std::to_string(i) + "/parent";
            if (!node.parent.empty() && known(node.parent, place)) check_parents(node, place);
        }
        for (std::size_t i = 0; i < m_topology.links.size(); ++i) {
            const std::string place = m_pointer + "/links/" + std::to_string(i);
            known(m_topology.links[i].a, place + "/a");
            known(m_topology.links[i].b, place + "/b");
        }
    }

private:
    bool known(const std::string& id, const std::string& place) {
        if (m_index.count(id) > 0) return true;
        Diagnostic diagnostic;
        diagnostic.code = ErrorCode::unknown_name;
        diagnostic.pointer = place;
        diagnostic.subject = "node";
        diagnostic.found = id;
        diagnostic.suggestion = nearest_name(id, m_ids);
        m_faults.add(std::move(diagnostic));
        return false;
    }

    /// Parents nest a few levels deep; a longer way up means a circle.
    void check_parents(const TopologyNode& node, const std::string& place) {
        constexpr int deepest = 64;
        const TopologyNode* at = &node;
        for (int depth = 0; depth < deepest; ++depth) {
            if (at->parent.empty()) return;
            const auto parent = m_index.find(at->parent);
            if (parent == m_index.end()) return;
            at = &m_topology.nodes[parent->second];
        }
        Diagnostic diagnostic;
        diagnostic.code = ErrorCode::inconsistent;
        diagnostic.pointer = place;
        diagnostic.subject = "parent";
        diagnostic.expected = "parents that end at an outermost group";
        diagnostic.found = "a circle at \"" + node.id + "\"";
        m_faults.add(std::move(diagnostic));
    }

    const Topology& m_topology;
    const std::string& m_pointer;
    FaultList& m_faults;
    std::unordered_map<std::string, std::size_t> m_index;
    std::vector<std::string> m_ids;
};

GeneratorSpec read_generator(const Reader& reader) {
    GeneratorSpec spec;
    spec.kind = generator_kinds()[static_cast<std::size_t>(reader.choice("kind", generator_kinds()))];
    spec.sizes = reader.integers("sizes", 1, most_slots);
    spec.bandwidth = reader.numbers("bandwidth", limits::bandwidth);
    spec.latency = reader.numbers("latency", limits::latency);
    spec.oversubscription = reader.numbers("oversubscription", limits::oversubscription);
    spec.level_names = reader.texts("level_names");
    reader.warn_of_misspelt_keys();
    return spec;
}

json generator_json(const GeneratorSpec& spec) {
    json result{{"kind", spec.kind}, {"sizes", spec.sizes}};
    if (!spec.bandwidth.empty()) result["bandwidth"] = spec.bandwidth;
    if (!spec.latency.empty()) result["latency"] = spec.latency;
    if (!spec.oversubscription.empty()) result["oversubscription"] = spec.oversubscription;
    if (!spec.level_names.empty()) result["level_names"] = spec.level_names;
    return result;
}

json level_json(const Level& level) {
    json result{{"name", level.name},
                {"group_size", level.group_size},
                {"bandwidth", level.bandwidth},
                {"latency", level.latency}};
    for (const MeasuredCollective& m : level.profile) {
        result["profile"].push_back(
            {{"op", name_of(m.op)}, {"ranks", m.ranks}, {"bytes", m.bytes}, {"seconds", m.seconds}});
    }
    return result;
}

json node_json(const TopologyNode& node) {
    json result{{"id", node.id}, {"kind", node_kinds[static_cast<std::size_t>(node.kind)]}};
    if (!node.device.empty()) result["device"] = node.device;
    if (!node.parent.empty()) result["parent"] = node.parent;
    if (node.repeat != 1) result["repeat"] = node.repeat;
    if (node.x) result["x"] = *node.x;
    if (node.y) result["y"] = *node.y;
    return result;
}

} // namespace

Result<LevelModel> levels_from_json(const json& value, const std::string& file, const std::string& pointer) {
    FaultList faults(file);
    const Reader reader(value, faults, pointer);
    if (!reader.header({"nest-levels"})) return faults.take();
    LevelModel levels = read_levels(reader, pointer);
    reader.warn_of_misspelt_keys();
    return result_of(std::move(levels), faults);
}

json to_json(const LevelModel& levels) {
    json result{{"format", "nest-levels"}, {"version", 1}, {"name", levels.name}, {"devices", levels.slot_count}};
    if (!levels.absent.empty()) result["absent"] = levels.absent;
    json list = json::array();
    for (const Level& level : levels.levels)
        list.push_back(level_json(level));
    result["levels"] = std::move(list);
    return result;
}

Result<Topology> topology_from_json(const json& value, const std::string& file, const std::string& pointer) {
    FaultList faults(file);
    const Reader reader(value, faults, pointer);
    if (!reader.header({"nest-topology", "nest-levels"})) return faults.take();
    Topology topology;
    topology.name = reader.name_or("name", "");
    topology.device = reader.name_or("device", "");
    topology.source = reader.name_or("source", "", limits::longest_sentence);
    topology.assumed = reader.texts("assumed");
    // Levels given directly: a nest-levels file, or a nest-topology with an object "levels".
    const bool levels_alone = reader.has("format") && value.at("format") == "nest-levels";
    if (levels_alone || (reader.has("levels") && value.at("levels").is_array())) {
        topology.levels = read_levels(reader, pointer);
    } else {
        reader.object("levels", false,
                      [&](const Reader& part) { topology.levels = read_levels(part, pointer + "/levels"); });
        reader.object("generator", false, [&](const Reader& part) { topology.generator = read_generator(part); });
        const bool drawn = !topology.levels && !topology.generator;
        reader.each("nodes", drawn, [&](const Reader& item) { topology.nodes.push_back(read_node(item)); });
        reader.each("links", drawn && topology.nodes.size() > 1,
                    [&](const Reader& item) { topology.links.push_back(read_link(item)); });
    }
    if (faults.empty()) NodeNames(topology, pointer, faults).check();
    reader.warn_of_misspelt_keys();
    return result_of(std::move(topology), faults);
}

json to_json(const Topology& topology) {
    json result{{"format", "nest-topology"}, {"version", 1}, {"name", topology.name}};
    if (!topology.device.empty()) result["device"] = topology.device;
    if (!topology.source.empty()) result["source"] = topology.source;
    if (!topology.assumed.empty()) result["assumed"] = topology.assumed;
    if (topology.generator) result["generator"] = generator_json(*topology.generator);
    if (topology.levels) result["levels"] = to_json(*topology.levels);
    json nodes = json::array();
    for (const TopologyNode& node : topology.nodes)
        nodes.push_back(node_json(node));
    result["nodes"] = std::move(nodes);
    json links = json::array();
    for (const TopologyLink& link : topology.links) {
        links.push_back({{"a", link.a},
                         {"b", link.b},
                         {"bandwidth", link.bandwidth},
                         {"latency", link.latency},
                         {"count", link.count}});
    }
    result["links"] = std::move(links);
    return result;
}

} // namespace nest::io
