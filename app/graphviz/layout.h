// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

/// Layered drawing of a directed graph with Graphviz's dot.
namespace nest::graphviz {

/// Request: {"nodes": [{"id", "width", "height"}], "edges": [["a", "b"], ...], "direction": "down" | "right"}; sizes in
/// pixels. Answer: {"width", "height", "nodes": [{"id", "x", "y"}], "edges": [[[x, y], ...], ...]} with the centres of
/// the nodes and one polyline per edge in the request's order; y grows downwards. Throws std::runtime_error with a
/// sentence for a bad request or where Graphviz fails.
nlohmann::json lay_out(const nlohmann::json& request);

} // namespace nest::graphviz
