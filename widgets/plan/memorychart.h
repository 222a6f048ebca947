// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/planview.h"

class QCustomPlot;

namespace nest::ui {

/// Memory of one device by stage: stacked bars, the capacity as a line, the reserve hatched, what is over it in red.
class MemoryChart : public PlanChart {
    Q_OBJECT
public:
    explicit MemoryChart(QWidget* parent = nullptr);
    ~MemoryChart() override;

    /// Stage whose bar is at a position of the widget; -1 for none.
    int stageAt(const QPointF& position) const;
    /// Middle of a stage's bar on the screen.
    QPointF positionOf(int stage) const;
    /// Bytes over the capacity; 0 when it fits.
    double overflow(int stage) const;

    QString title() const override;
    QString unit() const override;
    void paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) override;
    QString hoverText(const QPointF& position) const override;
    TableData tableData() const override;

protected:
    void snapshotChanged() override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void build(const Theme& theme);
    double paintLegend(QPainter* painter, const QSizeF& size, const Theme& theme) const;

    QCustomPlot* m_plot = nullptr;
};

} // namespace nest::ui
