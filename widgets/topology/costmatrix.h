// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "charts/chart.h"
#include "charts/plotcanvas.h"
#include "network/level_model.h"

#include <optional>

namespace nest::ui {

/// Bandwidth between every two devices as a heatmap on a logarithmic colour scale.
class CostMatrix : public Chart {
    Q_OBJECT
public:
    explicit CostMatrix(QWidget* parent = nullptr);

    /// The matrix of a level model, sampled when it has many devices.
    void setLevels(const std::optional<LevelModel>& levels);
    /// Any matrix, row-major, bytes/s, side x side, that stands for `devices` devices.
    void setMatrix(std::vector<float> matrix, qint64 side, qint64 devices, const QString& title = {});
    /// The matrix with the bandwidth between neighbours on its diagonal where one square stands for several devices:
    /// else levels that are smaller than a square would not be seen.
    static std::vector<float> withNeighbours(std::vector<float> matrix, qint64 side, const LevelModel& levels);
    /// Row and column under a position; (-1, -1) outside.
    std::pair<qint64, qint64> cellAt(const QPointF& position);
    /// Middle of a cell on the screen.
    QPointF positionOf(qint64 row, qint64 column);
    double value(qint64 row, qint64 column) const;
    /// Cell that the arrow keys move.
    void setCurrent(qint64 row, qint64 column);
    std::pair<qint64, qint64> current() const { return {m_row, m_column}; }

    QString title() const override;
    QString unit() const override;
    QString emptyText() const override;
    void paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) override;
    QString hoverText(const QPointF& position) override;
    TableData tableData() const override;

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// Fills the plot for a size; returns where it is drawn.
    QRectF build(const QSizeF& size, const Theme& theme);
    QString cellText(qint64 row, qint64 column) const;

    PlotCanvas m_canvas;
    std::vector<float> m_matrix;
    qint64 m_side = 0, m_devices = 0;
    qint64 m_row = -1, m_column = -1;
    QString m_title;
    Scale m_scale;
};

} // namespace nest::ui
