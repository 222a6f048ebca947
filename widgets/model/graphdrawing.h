// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QPair>
#include <QPointF>
#include <QPolygonF>
#include <QSizeF>
#include <QString>
#include <QVector>

namespace nest::ui {

/// A directed graph to be drawn: the sizes of its boxes and who comes before whom, in indices.
struct GraphShape {
    QVector<QSizeF> sizes;
    QVector<QPair<int, int>> edges;
    bool operator==(const GraphShape&) const = default;

    /// No node has more than one neighbour before or after it: there is only one way to draw it.
    bool isChain() const;
};

/// Where everything lies, in pixels from the top left; y grows downwards.
struct GraphDrawing {
    QVector<QPointF> centres; ///< per node
    QVector<QPolygonF> lines; ///< per edge, from its first to its second node
    QSizeF size;
    QString note; ///< why it isn't as good as it could be; empty otherwise
};

/// A plain layered drawing: a node's layer is the longest way to it, the order within a layer comes from a few sweeps
/// of barycentres (Sugiyama, Tagawa and Toda 1981), long edges go through the layers between as narrow empty boxes.
/// Linear in nodes and edges, so that any size can be drawn at once; edges of a circle are left pointing upwards.
GraphDrawing layeredDrawing(const GraphShape& shape);

} // namespace nest::ui
