// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QFont>
#include <QLineF>
#include <QRectF>
#include <QVector>
#include <optional>

class QColor;
class QPainter;

namespace nest::ui {

/// Names beside points, placed one after the other where they cover nothing placed before: right of the point, left,
/// above, below, and then further off.
class LabelPlacer {
public:
    LabelPlacer(const QRectF& area, const QFont& font) : m_area(area), m_font(font) {}

    /// Keeps a square around a point free.
    void avoid(const QPointF& point, double half);
    /// Keeps a line free.
    void avoid(const QLineF& line);
    void avoid(const QRectF& place) { m_taken.append(place); }
    /// Inside the area, and nothing is there yet.
    bool isFree(const QRectF& place) const;
    /// Where paint() would put a text without covering anything; nothing where it is too crowded.
    std::optional<QRectF> find(const QPointF& point, double gap, const QString& text, double longest) const;
    /// Draws `text`, elided to `longest`, `gap` away from the point; returns where it stands.
    QRectF paint(QPainter& painter, const QPointF& point, double gap, const QString& text, const QColor& colour,
                 double longest);

private:
    QSizeF sizeOf(const QString& words) const;

    QRectF m_area;
    QFont m_font;
    QVector<QRectF> m_taken;
};

} // namespace nest::ui
