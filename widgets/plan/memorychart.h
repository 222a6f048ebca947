// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "charts/plotcanvas.h"
#include "plan/planview.h"

class QCPItemRect;
class QCPItemText;

namespace nest::ui {

/// Memory of one device by stage: stacked bars, the capacity as a line, the reserve hatched, what is over it in red.
class MemoryChart : public PlanChart {
    Q_OBJECT
public:
    explicit MemoryChart(QWidget* parent = nullptr);

    /// Stage whose bar is at a position of the widget; -1 for none.
    int stageAt(const QPointF& position);
    /// Middle of a stage's bar on the screen.
    QPointF positionOf(int stage);
    /// Bytes over the capacity; 0 when it fits.
    double overflow(int stage) const;

    QString title() const override;
    QString unit() const override;
    void paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) override;
    QString hoverText(const QPointF& position) override;
    TableData tableData() const override;

protected:
    void snapshotChanged() override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// Fills the plot for a size; returns where it is drawn.
    QRectF build(const QSizeF& size, const Theme& theme);
    void addBars(const QSizeF& size);
    void addEnds(const QSizeF& size, const Theme& theme);
    void addStageNames(double width);
    QString endsName() const;
    /// Totals, overflow and selection; true when totals stand where the capacity's name would.
    bool addMarks(const QSizeF& size, const Theme& theme);
    void addCapacity(const QSizeF& size, const Theme& theme, bool crowded);
    QCPItemRect* addBox(double left, double bottom, double right, double top);
    QCPItemText* addText(const QString& words, const QColor& colour);
    double barWidthFor(const QSizeF& size) const;
    double paintLegend(QPainter* painter, const QSizeF& size, const Theme& theme) const;
    QVector<MemoryKind> kinds() const;

    PlotCanvas m_canvas;
    Scale m_scale;
};

} // namespace nest::ui
