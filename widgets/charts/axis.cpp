// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "charts/axis.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

namespace nest::ui {
namespace {

double titleHeight() {
    return scaled(17.0);
}
double tickGap() {
    return scaled(5.0);
}

} // namespace

Ticks niceTicks(double lower, double upper, int most, bool whole) {
    Ticks ticks;
    const double span = upper - lower;
    if (!(span > 0) || !std::isfinite(span) || most < 1) return ticks;
    auto exponent = static_cast<int>(std::floor(std::log10(span / most)));
    if (whole) exponent = std::max(exponent, 0);
    for (;; ++exponent) {
        for (const int multiple : {1, 2, 5}) {
            const double step = multiple * std::pow(10.0, exponent);
            // A hair of tolerance, so that a range that ends on a round value has its tick there.
            const double first = std::ceil(lower / step - 1e-9), last = std::floor(upper / step + 1e-9);
            if (last - first + 1 > most) continue;
            for (double index = first; index <= last; ++index)
                ticks.values.append(index * step);
            ticks.decimals = std::max(0, -exponent);
            return ticks;
        }
    }
}

AxisFrame::AxisFrame(const QRectF& area, Axis x, Axis y) : m_area(area), m_x(std::move(x)), m_y(std::move(y)) {
    const QFontMetricsF text(axisFont());
    const double below = titleHeight() + text.height() + tickGap();
    const auto ticksOf = [](const Axis& axis, double pixels, double pitch) {
        const int most = std::clamp(static_cast<int>(pixels / pitch), 2, 7);
        return niceTicks(axis.lower / axis.factor, axis.upper / axis.factor, most, axis.whole);
    };
    m_yTicks = ticksOf(m_y, area.height() - below, scaled(34.0));
    double widest = 0;
    for (const double value : m_yTicks.values)
        widest = std::max(widest, text.horizontalAdvance(tickText(m_y, m_yTicks, value)));
    // Half a tick's text of room where the axes end.
    m_plot = area.adjusted(titleHeight() + widest + tickGap(), text.height() / 2, -14, -below);
    m_xTicks = ticksOf(m_x, m_plot.width(), scaled(58.0));
}

QString AxisFrame::tickText(const Axis& axis, const Ticks& ticks, double value) const {
    return axis.whole ? formatCount(std::llround(value)) : QString::number(value, 'f', ticks.decimals);
}

double AxisFrame::x(double value) const {
    return m_plot.left() + (value - m_x.lower) / (m_x.upper - m_x.lower) * m_plot.width();
}

double AxisFrame::y(double value) const {
    return m_plot.bottom() - (value - m_y.lower) / (m_y.upper - m_y.lower) * m_plot.height();
}

void AxisFrame::paint(QPainter& painter, const Theme& theme) const {
    const QFontMetricsF text(axisFont());
    QColor grid = theme.line;
    grid.setAlphaF(0.6F);
    painter.setFont(axisFont());
    for (const double value : m_yTicks.values) {
        const double place = y(value * m_y.factor);
        painter.setPen(QPen(grid, 1));
        painter.drawLine(QPointF(m_plot.left(), place), QPointF(m_plot.right(), place));
        painter.setPen(theme.muted);
        painter.drawText(QRectF(m_area.left(), place - 20, m_plot.left() - tickGap() - m_area.left(), 40),
                         Qt::AlignRight | Qt::AlignVCenter, tickText(m_y, m_yTicks, value));
    }
    for (const double value : m_xTicks.values) {
        const double place = x(value * m_x.factor);
        painter.setPen(QPen(grid, 1));
        painter.drawLine(QPointF(place, m_plot.top()), QPointF(place, m_plot.bottom()));
        painter.setPen(theme.muted);
        painter.drawText(QRectF(place - 50, m_plot.bottom() + tickGap() - 1, 100, text.height()), Qt::AlignCenter,
                         tickText(m_x, m_xTicks, value));
    }
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(m_plot.bottomLeft(), m_plot.bottomRight());
    painter.drawLine(m_plot.topLeft(), m_plot.bottomLeft());
    painter.setPen(theme.muted);
    painter.drawText(QRectF(m_plot.left(), m_area.bottom() - titleHeight(), m_plot.width(), titleHeight()),
                     Qt::AlignHCenter | Qt::AlignBottom, m_x.title);
    painter.save();
    painter.translate(m_area.left(), m_plot.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-m_plot.height() / 2 - 30, 0, m_plot.height() + 60, titleHeight()),
                     Qt::AlignHCenter | Qt::AlignTop, m_y.title);
    painter.restore();
}

} // namespace nest::ui
