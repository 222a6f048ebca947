// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <utility>
#include <vector>

/// The graph of a placement file, before and after nodes that must share a device are joined.
namespace nest::io {

struct PlacementNode {
    double forward = 0, backward = 0; ///< seconds
    double size = 0;                  ///< bytes of a forward node, 0 of a backward one
    bool is_backward = false;
    std::optional<long long> color;
};

struct PlacementEdge {
    int from = 0, to = 0;
    double bytes = 0;
};

/// Nodes that must lie in one stage: those of one color, and whatever lies on a path from one of them to another, since
/// a stage holds all layers between two of its own. Group per node, numbered in the order of first appearance.
/// Only what the forward pass computes has an order of its own; backward nodes follow their color. Those without a
/// forward node get their place from the edges between backward nodes, reversed.
std::vector<int> groups_of(const std::vector<PlacementNode>& nodes, const std::vector<PlacementEdge>& edges);

/// Edges between groups so that the largest one out of a group over any cut is the sum of the tensors that cross it.
/// A group may send several tensors: an edge to x carries all that x or anything behind x reads, because a cut before x
/// is before those as well. `exact` is false where readers that don't follow each other leave a cut that carries more
/// than its largest edge says.
struct GroupEdges {
    std::vector<PlacementEdge> edges;
    bool exact = true;
};
GroupEdges edges_between(const std::vector<PlacementNode>& nodes, const std::vector<PlacementEdge>& edges,
                         const std::vector<int>& group_of);

} // namespace nest::io
