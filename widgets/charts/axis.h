// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "theme/theme.h"

#include <QRectF>
#include <QString>
#include <QVector>

class QPainter;

namespace nest::ui {

/// The values at which an axis is marked: multiples of 1, 2 or 5 times a power of ten, and how many decimals tell them
/// apart.
struct Ticks {
    QVector<double> values;
    int decimals = 0;
};
/// At most `most` ticks between two values; `whole`: no fractions (counts).
Ticks niceTicks(double lower, double upper, int most, bool whole = false);

/// One axis of an AxisFrame: a range in the values' own unit, shown divided by `factor`.
struct Axis {
    QString title; ///< with its unit
    double lower = 0, upper = 1;
    double factor = 1;
    bool whole = false;
};

/// A plotting area with two axes: grid lines, ticks and titles, drawn at any size. It maps values to positions for the
/// size it was made for.
class AxisFrame {
public:
    AxisFrame(const QRectF& area, Axis x, Axis y);

    const QRectF& plot() const { return m_plot; }
    double x(double value) const;
    double y(double value) const;
    QPointF at(const QPointF& values) const { return {x(values.x()), y(values.y())}; }
    void paint(QPainter& painter, const Theme& theme) const;

private:
    QString tickText(const Axis& axis, const Ticks& ticks, double value) const;

    QRectF m_area, m_plot;
    Axis m_x, m_y;
    Ticks m_xTicks, m_yTicks;
};

} // namespace nest::ui
