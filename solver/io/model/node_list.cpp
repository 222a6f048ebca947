// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/model/node_list.h"

#include <algorithm>
#include <cstdio>
#include <set>

namespace nest::io {

void NodeList::add(const Reader& node) {
    constexpr std::int64_t largest = std::int64_t{1} << 53;
    const std::int64_t id = node.integer("id", -largest, largest);
    std::string name = node.text("name", "");
    if (node.has("id") && node.value().at("id").is_number() &&
        !m_index.emplace(id, static_cast<int>(m_ids.size())).second)
        node.fault(ErrorCode::duplicate_name, "id", {}, std::to_string(id));
    m_ids.push_back(id);
    ++m_uses[name];
    m_names.push_back(std::move(name));
}

int NodeList::end(const Reader& edge, const char* key) const {
    constexpr std::int64_t largest = std::int64_t{1} << 53;
    const std::int64_t id = edge.integer(key, -largest, largest);
    if (!edge.has(key) || !edge.value().at(key).is_number()) return -1; // told already
    if (const auto found = m_index.find(id); found != m_index.end()) return found->second;
    edge.fault(ErrorCode::inconsistent, key, "the id of a node", std::to_string(id));
    return -1;
}

std::string NodeList::name(std::size_t index) const {
    const std::string& name = m_names[index];
    if (name.empty()) return "node " + std::to_string(m_ids[index]);
    return m_uses.at(name) == 1 ? name : name + " " + std::to_string(m_ids[index]);
}

bool has_nodes_with(const nlohmann::json& value, const char* member, const std::vector<const char*>& keys) {
    if (!value.is_object() || value.contains("format")) return false;
    const auto nodes = value.find("nodes");
    if (nodes == value.end() || !nodes->is_array()) return false;
    constexpr std::size_t looked_at = 8;
    for (std::size_t i = 0; i < std::min(nodes->size(), looked_at); ++i)
        if ((*nodes)[i].is_object() && (*nodes)[i].contains(member)) return true;
    return std::any_of(keys.begin(), keys.end(), [&](const char* key) { return value.contains(key); });
}

std::string model_name_of(const std::string& file, const std::string& otherwise) {
    std::string name = file.substr(file.find_last_of("/\\") + 1);
    if (name.ends_with(".json")) name.resize(name.size() - 5);
    return name.empty() || name == "-" ? otherwise : name;
}

Diagnostic left_aside(Phrase what, Phrase why) {
    Diagnostic note = fault(ErrorCode::ignored, std::move(what), {}, std::move(why));
    note.severity = Severity::note;
    return note;
}

Diagnostic approximated(Phrase subject, Phrase runs, Phrase priced_as) {
    Diagnostic note = fault(ErrorCode::approximated, std::move(subject), std::move(priced_as), std::move(runs));
    note.severity = Severity::note;
    return note;
}

void check_nodes(const ModelGraph& model, FaultList& faults) {
    if (!faults.empty()) return;
    for (Diagnostic& diagnostic : check_model(model)) {
        if (diagnostic.pointer.starts_with("/layers")) diagnostic.pointer = "/nodes";
        if (diagnostic.subject == "layers") diagnostic.subject = "nodes";
        faults.add(std::move(diagnostic));
    }
}

void sort_layers(ModelGraph& model) {
    const std::size_t count = model.layers.size();
    std::vector<std::vector<std::size_t>> readers(count);
    std::vector<int> waiting(count, 0);
    for (const Edge& edge : model.edges) {
        readers[static_cast<std::size_t>(edge.from)].push_back(static_cast<std::size_t>(edge.to));
        ++waiting[static_cast<std::size_t>(edge.to)];
    }
    std::set<std::size_t> ready;
    for (std::size_t layer = 0; layer < count; ++layer)
        if (waiting[layer] == 0) ready.insert(layer);
    std::vector<Layer> sorted;
    std::vector<int> place(count, 0);
    while (!ready.empty()) {
        const std::size_t layer = *ready.begin();
        ready.erase(ready.begin());
        place[layer] = static_cast<int>(sorted.size());
        sorted.push_back(std::move(model.layers[layer]));
        for (const std::size_t reader : readers[layer])
            if (--waiting[reader] == 0) ready.insert(reader);
    }
    model.layers = std::move(sorted);
    for (Edge& edge : model.edges) {
        edge.from = place[static_cast<std::size_t>(edge.from)];
        edge.to = place[static_cast<std::size_t>(edge.to)];
    }
}

std::string quantity_of(const Reader& reader, const char* key, Unit unit) {
    if (!reader.has(key) || !reader.value().at(key).is_number()) return "?";
    return format_quantity(reader.value().at(key).get<double>(), unit);
}

std::string short_number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

} // namespace nest::io
