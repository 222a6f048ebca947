// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "charts/labels.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

namespace nest::ui {

void LabelPlacer::avoid(const QPointF& point, double half) {
    m_taken.append(QRectF(point - QPointF(half, half), QSizeF(2 * half, 2 * half)));
}

void LabelPlacer::avoid(const QLineF& line) {
    constexpr double step = 6;
    const int steps = std::max(1, static_cast<int>(line.length() / step));
    for (int index = 0; index <= steps; ++index)
        avoid(line.pointAt(static_cast<double>(index) / steps), step / 2);
}

bool LabelPlacer::isFree(const QRectF& place) const {
    return m_area.contains(place) &&
           std::ranges::none_of(m_taken, [&place](const QRectF& taken) { return taken.intersects(place); });
}

QSizeF LabelPlacer::sizeOf(const QString& words) const {
    const QFontMetricsF metrics(m_font);
    return {metrics.horizontalAdvance(words) + 1, metrics.height()};
}

std::optional<QRectF> LabelPlacer::find(const QPointF& point, double gap, const QString& text, double longest) const {
    const QSizeF size = sizeOf(QFontMetricsF(m_font).elidedText(text, Qt::ElideRight, longest));
    const double middle = point.y() - size.height() / 2;
    for (double step = 0; step < 5; ++step) {
        const double away = step * size.height();
        for (const QPointF& corner :
             {QPointF(point.x() + gap, middle - away), QPointF(point.x() - gap - size.width(), middle - away),
              QPointF(point.x() + gap, middle + away), QPointF(point.x() - gap - size.width(), middle + away),
              QPointF(point.x() - size.width() / 2, point.y() - gap - size.height() - away),
              QPointF(point.x() - size.width() / 2, point.y() + gap + away)})
            if (const QRectF place(corner, size); isFree(place)) return place;
    }
    return std::nullopt;
}

QRectF LabelPlacer::paint(QPainter& painter, const QPointF& point, double gap, const QString& text,
                          const QColor& colour, double longest) {
    const QString words = QFontMetricsF(m_font).elidedText(text, Qt::ElideRight, longest);
    std::optional<QRectF> place = find(point, gap, text, longest);
    if (!place) { // crowded: at least inside the picture
        const QSizeF size = sizeOf(words);
        const double x =
            std::clamp(point.x() + gap, m_area.left(), std::max(m_area.left(), m_area.right() - size.width()));
        const double y = std::clamp(point.y() - size.height() / 2, m_area.top(), m_area.bottom() - size.height());
        place = QRectF(QPointF(x, y), size);
    }
    m_taken.append(*place);
    painter.setFont(m_font);
    painter.setPen(colour);
    painter.drawText(*place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, words);
    return *place;
}

} // namespace nest::ui
