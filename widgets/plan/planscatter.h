// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "charts/axis.h"
#include "plan/planview.h"

#include <array>
#include <vector>

namespace nest::ui {

class LabelPlacer;

/// Indices of the points that no other point beats: none is at most as large in both costs and smaller in one. Ordered
/// by the first cost. Equal points stay together.
std::vector<int> paretoFront(const std::vector<std::array<double, 2>>& costs);

/// The plans of a result, and those kept beside it, as points: throughput against peak memory, or step time against
/// devices. The Pareto front of the plans that fit is joined, the optimum is named, the capacity is a line. Clicking a
/// point, or moving to it with the arrow keys, asks to look at that plan.
class PlanScatter : public PlanChart {
    Q_OBJECT
public:
    enum class Axes { ThroughputMemory, StepDevices };
    Q_ENUM(Axes)

    struct Point {
        int index = 0; ///< among the result's plans, or among the kept ones
        bool kept = false;
        double x = 0, y = 0; ///< bytes or devices; tokens (or sequences) per second, or seconds
        bool fits = true;
        bool front = false; ///< on the Pareto front of the plans that fit
    };

    explicit PlanScatter(QWidget* parent = nullptr);

    void setAxes(Axes axes);
    Axes axes() const { return m_axes; }
    /// The result's plans in its order, then the kept plans that have a price.
    const QVector<Point>& points() const { return m_points; }
    /// Indices into points(), from the smallest x.
    const std::vector<int>& front() const { return m_front; }
    /// Where a point is on the screen.
    QPointF positionOf(int point) const;
    /// Nearest point within reach of a position of the widget; -1 for none.
    int pointAt(const QPointF& position) const;

    QString title() const override;
    QString unit() const override;
    void paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) override;
    QString hoverText(const QPointF& position) override;
    TableData tableData() const override;

signals:
    /// Show this plan of the result.
    void planChosen(int index);
    /// Show this one of the kept plans.
    void keptChosen(int index);

protected:
    void snapshotChanged() override;
    void retranslate() override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void rebuild();
    AxisFrame frameFor(const QSizeF& size) const;
    Axis xAxis() const;
    Axis yAxis() const;
    const RankedPlan& planOf(const Point& point) const;
    QString nameOf(const Point& point) const;
    bool showsTokens() const;
    /// The shown plan's point; -1 when it has none.
    int shownPoint() const;
    /// Points that lie on the same spot of the screen, in the order of points().
    QVector<int> pileOf(int point) const;
    void choose(int point);
    void paintCapacity(QPainter& painter, const AxisFrame& frame, const Theme& theme) const;
    void paintCapacityName(QPainter& painter, const AxisFrame& frame, LabelPlacer& labels, const Theme& theme) const;
    void paintFrontName(QPainter& painter, const AxisFrame& frame, LabelPlacer& labels, const Theme& theme) const;
    void paintFront(QPainter& painter, const AxisFrame& frame, const Theme& theme) const;
    void paintPoint(QPainter& painter, const QPointF& place, const Point& point, const Theme& theme) const;
    void paintRings(QPainter& painter, const AxisFrame& frame, const Theme& theme) const;
    void paintNames(QPainter& painter, const AxisFrame& frame, const Theme& theme) const;

    Axes m_axes = Axes::ThroughputMemory;
    QVector<QAction*> m_choices;
    QVector<Point> m_points;
    std::vector<int> m_front;
    int m_cursor = -1; ///< point that the arrow keys move from
};

} // namespace nest::ui
