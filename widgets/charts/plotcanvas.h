// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "theme/theme.h"

#include <QRectF>
#include <memory>

class QCustomPlot;
class QPainter;

namespace nest::ui {

/// A QCustomPlot used as a drawing engine: it is never shown itself, but painted into a chart at any size and as
/// vectors into SVG and PDF. Its axes map positions for the size it was laid out for last, so a chart calls layOut()
/// with its own size before it maps the mouse; an export in between does no harm.
class PlotCanvas {
public:
    PlotCanvas();
    ~PlotCanvas();
    QCustomPlot* plot() const { return m_plot.get(); }

    /// Background, axes, grid and fonts in the theme's colours.
    void applyTheme(const Theme& theme);
    /// Computes the layout for a size.
    void layOut(const QSizeF& size);
    /// Lays out for area.size() and draws into `area`.
    void paint(QPainter& painter, const QRectF& area);

private:
    std::unique_ptr<QCustomPlot> m_plot;
};

} // namespace nest::ui
