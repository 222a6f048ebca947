// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

/// Graphviz's own text format as data.
namespace nest::graphviz {

/// The first graph in a DOT text: {"name", "directed", "strict", "attributes": {}, "nodes": [{"id", "attributes": {}}],
/// "edges": [{"from", "to", "attributes": {}}], "subgraphs": [{"name", "parent", "attributes": {}, "nodes": [id,
/// ...]}]}. Attributes are texts; defaults are filled in where they are not empty. Throws std::runtime_error with the
/// parser's words for a syntax error.
nlohmann::json read_dot(const std::string& text);

} // namespace nest::graphviz
