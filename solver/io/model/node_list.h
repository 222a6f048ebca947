// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/quantity.h"
#include "io/reader.h"
#include "model/model_graph.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

/// What the files with "nodes" that have numbers, and "edges" that join numbers, have in common.
namespace nest::io {

/// The numbers of a file's nodes in the order of the file, and the layers' names made from them.
class NodeList {
public:
    /// Reads "id" and "name" of the next node. A fault for a number that was there before.
    void add(const Reader& node);
    /// Index of the node that a member names; -1 after a fault.
    int end(const Reader& edge, const char* key) const;

    std::size_t count() const { return m_ids.size(); }
    /// The name where no other node has it, else with the number behind it; "node 7" without one.
    std::string name(std::size_t index) const;

private:
    std::vector<std::int64_t> m_ids;
    std::vector<std::string> m_names;
    std::unordered_map<std::int64_t, int> m_index;
    std::unordered_map<std::string, int> m_uses;
};

/// Whether this is an object with a list of nodes of which the first few have the member, or with one of the keys.
bool has_nodes_with(const nlohmann::json& value, const char* member, const std::vector<const char*>& keys);

/// File name without folder and ".json"; `otherwise` for standard input.
std::string model_name_of(const std::string& file, const std::string& otherwise);

/// A note that something in the file is left aside.
Diagnostic left_aside(Phrase what, Phrase why);
Diagnostic approximated(Phrase subject, Phrase runs, Phrase priced_as);

/// Adds check_model()'s faults, with the places of the file: layers are "/nodes", profiles don't show.
void check_nodes(const ModelGraph& model, FaultList& faults);

/// Puts the layers in an order that every edge follows, as near to the file's as that allows.
void sort_layers(ModelGraph& model);

/// A top-level number with its unit for a sentence, "?" where it isn't one.
std::string quantity_of(const Reader& reader, const char* key, Unit unit);

/// A number for a sentence, at most four digits.
std::string short_number(double value);

} // namespace nest::io
