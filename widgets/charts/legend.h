// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "theme/theme.h"

#include <QBrush>
#include <QRectF>
#include <QVector>

class QPainter;

namespace nest::ui {

struct LegendItem {
    QBrush brush; ///< NoBrush: words alone, without a swatch
    QString text;
};

/// Swatches with names from left to right, wrapped in `width`. Returns the height used; draws only with a painter.
double paintSwatches(QPainter* painter, const QPointF& origin, double width, const QVector<LegendItem>& items,
                     const Theme& theme);

/// A strip of a colour map with the texts of its ends, in a rectangle of some 14 px height, right-aligned.
void paintColourStrip(QPainter& painter, const QRectF& area, QColor (*map)(double), const QString& low,
                      const QString& high, const Theme& theme);

} // namespace nest::ui
