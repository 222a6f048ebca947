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

QRectF LabelPlacer::paint(QPainter& painter, const QPointF& point, double gap, const QString& text,
                          const QColor& colour, double longest) {
    const QFontMetricsF metrics(m_font);
    const QString words = metrics.elidedText(text, Qt::ElideRight, longest);
    const QSizeF size(metrics.horizontalAdvance(words) + 1, metrics.height());
    const double middle = point.y() - size.height() / 2;
    QRectF place;
    bool found = false;
    for (double step = 0; step < 5 && !found; ++step) {
        const double away = step * size.height();
        for (const QPointF& corner :
             {QPointF(point.x() + gap, middle - away), QPointF(point.x() - gap - size.width(), middle - away),
              QPointF(point.x() + gap, middle + away), QPointF(point.x() - gap - size.width(), middle + away),
              QPointF(point.x() - size.width() / 2, point.y() - gap - size.height() - away),
              QPointF(point.x() - size.width() / 2, point.y() + gap + away)}) {
            place = QRectF(corner, size);
            if ((found = isFree(place))) break;
        }
    }
    if (!found) { // crowded: at least inside the picture
        const double x =
            std::clamp(point.x() + gap, m_area.left(), std::max(m_area.left(), m_area.right() - size.width()));
        place = QRectF(QPointF(x, std::clamp(middle, m_area.top(), m_area.bottom() - size.height())), size);
    }
    m_taken.append(place);
    painter.setFont(m_font);
    painter.setPen(colour);
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, words);
    return place;
}

} // namespace nest::ui
