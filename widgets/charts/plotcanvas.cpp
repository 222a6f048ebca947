// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "charts/plotcanvas.h"

#include <QPicture>
#include <algorithm>
#include <qcustomplot.h>

namespace nest::ui {

PlotCanvas::PlotCanvas() : m_plot(std::make_unique<QCustomPlot>()) {
    m_plot->setBackground(Qt::NoBrush);
}

PlotCanvas::~PlotCanvas() = default;

void PlotCanvas::applyTheme(const Theme& theme) {
    m_plot->setBackground(Qt::NoBrush);
    QColor grid = theme.line;
    grid.setAlphaF(0.6F);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis, m_plot->xAxis2, m_plot->yAxis2}) {
        axis->setBasePen(QPen(theme.line, 1));
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(theme.muted);
        axis->setLabelColor(theme.muted);
        axis->setTickLabelFont(axisFont());
        axis->setLabelFont(axisFont());
        axis->grid()->setPen(QPen(grid, 1));
        axis->grid()->setZeroLinePen(Qt::NoPen);
        axis->grid()->setSubGridVisible(false);
    }
}

void PlotCanvas::layOut(const QSizeF& size) {
    QPicture nowhere;
    QCPPainter painter(&nowhere);
    m_plot->toPainter(&painter, std::max(1, qRound(size.width())), std::max(1, qRound(size.height())));
}

void PlotCanvas::paint(QPainter& painter, const QRectF& area) {
    // A recording, because QCustomPlot draws with its own painter class only.
    QPicture picture;
    QCPPainter recorder(&picture);
    m_plot->toPainter(&recorder, std::max(1, qRound(area.width())), std::max(1, qRound(area.height())));
    recorder.end();
    painter.drawPicture(area.topLeft(), picture);
}

} // namespace nest::ui
