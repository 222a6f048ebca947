// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model/graphdrawing.h"

#include <algorithm>
#include <numeric>

namespace nest::ui {
namespace {

constexpr double nodeGap = 22;   ///< between boxes of a layer
constexpr double layerGap = 26;  ///< between layers
constexpr double laneWidth = 8;  ///< of a long edge on its way
constexpr int mostLanes = 60000; ///< places of long edges; beyond, they go straight
constexpr int sweeps = 4;

/// The layers of a shape with the places that long edges take in the layers between.
class Layers {
public:
    explicit Layers(const GraphShape& shape) : m_shape(shape), m_count(static_cast<int>(shape.sizes.size())) {
        rank();
        addLanes();
        order();
        place();
    }

    GraphDrawing drawing() const {
        GraphDrawing result;
        result.size = m_size;
        for (int node = 0; node < m_count; ++node)
            result.centres.append({m_x[node], m_y[m_rank[node]]});
        for (qsizetype edge = 0; edge < m_shape.edges.size(); ++edge)
            result.lines.append(line(edge));
        return result;
    }

private:
    /// Longest way from the nodes without a predecessor (Kahn's order).
    void rank() {
        m_rank.fill(0, m_count);
        QVector<int> waiting(m_count, 0);
        QVector<QVector<int>> after(m_count);
        for (const auto& [from, to] : m_shape.edges) {
            if (from == to) continue;
            ++waiting[to];
            after[from].append(to);
        }
        QVector<int> ready;
        for (int node = 0; node < m_count; ++node)
            if (waiting[node] == 0) ready.append(node);
        for (qsizetype i = 0; i < ready.size(); ++i)
            for (const int next : std::as_const(after[ready[i]])) {
                m_rank[next] = std::max(m_rank[next], m_rank[ready[i]] + 1);
                if (--waiting[next] == 0) ready.append(next);
            }
        m_layers.resize(m_count ? *std::max_element(m_rank.begin(), m_rank.end()) + 1 : 0);
        for (int node = 0; node < m_count; ++node)
            m_layers[m_rank[node]].append(node);
    }

    double widthOf(int place) const { return place < m_count ? m_shape.sizes[place].width() : laneWidth; }

    void addLanes() {
        qsizetype lanes = 0;
        for (const auto& [from, to] : m_shape.edges)
            lanes += std::max(0, m_rank[to] - m_rank[from] - 1);
        const bool straight = lanes > mostLanes;
        m_before.resize(m_count);
        m_after.resize(m_count);
        m_lanes.resize(m_shape.edges.size());
        for (qsizetype edge = 0; edge < m_shape.edges.size(); ++edge) {
            const auto& [from, to] = m_shape.edges[edge];
            int last = from;
            for (int layer = m_rank[from] + 1; !straight && layer < m_rank[to]; ++layer) {
                const int lane = static_cast<int>(m_before.size());
                m_layers[layer].append(lane);
                m_before.append(QVector<int>());
                m_after.append(QVector<int>());
                m_lanes[edge].append(lane);
                join(last, lane);
                last = lane;
            }
            if (m_rank[to] > m_rank[from]) join(last, to);
        }
    }

    void join(int above, int below) {
        m_after[above].append(below);
        m_before[below].append(above);
    }

    /// Each place goes to the mean position of its neighbours, layer after layer, down and up in turn.
    void order() {
        QVector<double> position(m_before.size());
        const auto number = [&](const QVector<int>& layer) {
            for (qsizetype i = 0; i < layer.size(); ++i)
                position[layer[i]] = static_cast<double>(i);
        };
        for (const QVector<int>& layer : std::as_const(m_layers))
            number(layer);
        const auto sweep = [&](QVector<int>& layer, const QVector<QVector<int>>& neighbours) {
            if (layer.size() < 2) return;
            QVector<double> wanted(layer.size());
            QVector<int> index(layer.size());
            std::iota(index.begin(), index.end(), 0);
            for (qsizetype i = 0; i < layer.size(); ++i) {
                const QVector<int>& near = neighbours[layer[i]];
                double sum = 0;
                for (const int other : near)
                    sum += position[other];
                wanted[i] = near.isEmpty() ? position[layer[i]] : sum / static_cast<double>(near.size());
            }
            std::stable_sort(index.begin(), index.end(), [&](int a, int b) { return wanted[a] < wanted[b]; });
            const QVector<int> old = layer;
            for (qsizetype i = 0; i < layer.size(); ++i)
                layer[i] = old[index[i]];
            number(layer);
        };
        for (int round = 0; round < sweeps; ++round) {
            for (QVector<int>& layer : m_layers)
                sweep(layer, m_before);
            for (auto layer = m_layers.rbegin(); layer != m_layers.rend(); ++layer)
                sweep(*layer, m_after);
        }
    }

    /// Layers are centred; a layer of one box stands below the box before it where that is its only neighbour.
    void place() {
        m_x.resize(m_before.size());
        m_y.resize(m_layers.size());
        QVector<double> widths;
        double widest = 0, y = 0;
        for (const QVector<int>& layer : std::as_const(m_layers)) {
            double width = -nodeGap;
            for (const int place : layer)
                width += widthOf(place) + nodeGap;
            widths.append(width);
            widest = std::max(widest, width);
        }
        for (qsizetype index = 0; index < m_layers.size(); ++index) {
            double x = (widest - widths[index]) / 2, height = 0;
            for (const int place : std::as_const(m_layers[index])) {
                m_x[place] = x + widthOf(place) / 2;
                x += widthOf(place) + nodeGap;
                if (place < m_count) height = std::max(height, m_shape.sizes[place].height());
            }
            m_y[index] = y + height / 2;
            y += height + layerGap;
        }
        m_size = {std::max(widest, 0.0), std::max(0.0, y - layerGap)};
    }

    QPolygonF line(qsizetype edge) const {
        const auto& [from, to] = m_shape.edges[edge];
        const double down = m_rank[to] >= m_rank[from] ? 1 : -1;
        QPolygonF points{{m_x[from], m_y[m_rank[from]] + down * m_shape.sizes[from].height() / 2}};
        for (qsizetype i = 0; i < m_lanes[edge].size(); ++i) {
            const double x = m_x[m_lanes[edge][i]];
            const double y = m_y[m_rank[from] + 1 + static_cast<int>(i)];
            // Two corners per lane keep the line upright while it passes the boxes of the layer.
            const double half = layerHalf(m_rank[from] + 1 + static_cast<int>(i));
            points << QPointF(x, y - half) << QPointF(x, y + half);
        }
        points << QPointF(m_x[to], m_y[m_rank[to]] - down * m_shape.sizes[to].height() / 2);
        return points;
    }

    double layerHalf(int layer) const {
        double height = 0;
        for (const int place : m_layers[layer])
            if (place < m_count) height = std::max(height, m_shape.sizes[place].height());
        return height / 2;
    }

    const GraphShape& m_shape;
    int m_count;                    ///< nodes; places from here on are lanes of long edges
    QVector<int> m_rank;            ///< per node
    QVector<QVector<int>> m_layers; ///< places from left to right
    QVector<QVector<int>> m_before, m_after;
    QVector<QVector<int>> m_lanes; ///< per edge
    QVector<double> m_x;           ///< per place
    QVector<double> m_y;           ///< per layer
    QSizeF m_size;
};

} // namespace

bool GraphShape::isChain() const {
    QVector<int> before(sizes.size(), 0), after(sizes.size(), 0);
    for (const auto& [from, to] : edges)
        if (from == to || ++after[from] > 1 || ++before[to] > 1) return false;
    return edges.size() + 1 == sizes.size();
}

GraphDrawing layeredDrawing(const GraphShape& shape) {
    return Layers(shape).drawing();
}

} // namespace nest::ui
