// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "charts/legend.h"

#include <QFontMetricsF>
#include <QPainter>

namespace nest::ui {

double paintSwatches(QPainter* painter, const QPointF& origin, double width, const QVector<LegendItem>& items,
                     const Theme& theme) {
    const double swatch = scaled(9.0), line = scaled(16.0), gap = scaled(12.0);
    if (items.isEmpty()) return 0;
    const QFontMetricsF text(axisFont());
    QPointF place = origin;
    for (const LegendItem& item : items) {
        const bool words = item.brush.style() == Qt::NoBrush;
        const double before = words ? 0 : swatch + scaled(5.0);
        const double length = before + text.horizontalAdvance(item.text);
        if (place.x() > origin.x() && place.x() + length > origin.x() + width) place = {origin.x(), place.y() + line};
        if (painter && !words) {
            const QRectF box(place.x(), place.y() + (line - swatch) / 2, swatch, swatch);
            const bool hatch = item.brush.style() != Qt::SolidPattern;
            painter->setPen(hatch ? QPen(item.brush.color(), 1) : QPen(Qt::NoPen));
            painter->setBrush(item.brush);
            if (hatch)
                painter->drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
            else
                painter->drawRoundedRect(box, 2, 2);
        }
        if (painter) {
            painter->setFont(axisFont());
            painter->setPen(theme.muted);
            painter->drawText(QRectF(place.x() + before, place.y(), length, line), Qt::AlignLeft | Qt::AlignVCenter,
                              item.text);
        }
        place.rx() += length + gap;
    }
    return place.y() - origin.y() + line;
}

void paintColourStrip(QPainter& painter, const QRectF& area, QColor (*map)(double), const QString& low,
                      const QString& high, const Theme& theme) {
    const QFontMetricsF text(axisFont());
    painter.setFont(axisFont());
    painter.setPen(theme.muted);
    const double highWidth = text.horizontalAdvance(high), lowWidth = text.horizontalAdvance(low);
    const double length = std::min(scaled(90.0), area.width() - highWidth - lowWidth - 12);
    painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter, high);
    if (length < 16) return;
    const QRectF strip(area.right() - highWidth - 6 - length, area.center().y() - 4, length, 8);
    QLinearGradient gradient(strip.topLeft(), strip.topRight());
    for (int step = 0; step <= 16; ++step)
        gradient.setColorAt(step / 16.0, map(step / 16.0));
    painter.drawText(QRectF(strip.left() - lowWidth - 6, area.top(), lowWidth, area.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, low);
    painter.fillRect(strip, gradient);
}

} // namespace nest::ui
