// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/rowchart.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QPainter>
#include <QTextDocumentFragment>
#include <QToolTip>
#include <algorithm>

namespace nest::ui {
namespace {

double mostPitch() {
    return scaled(72.0);
}
double mostBar() {
    return scaled(36.0);
}
double leastBar() {
    return scaled(7.0);
}
constexpr double mostNames = 0.4; ///< of the width

} // namespace

double RowChart::footHeight(const QSizeF&) const {
    return 0;
}

RowChart::Rows RowChart::rowsFor(const QSizeF& size) const {
    Rows rows;
    const int count = std::max(1, rowCount());
    const QFontMetricsF text(axisFont());
    rows.width = size.width();
    for (int row = 0; row < rowCount(); ++row)
        rows.names = std::max(rows.names, text.horizontalAdvance(rowName(row)));
    rows.names = std::min(rows.names, size.width() * mostNames);
    rows.left = rows.names + 10;
    rows.right = std::max(rows.left + 20, size.width() - text.horizontalAdvance(widestFigure()) - 10);
    const double room = size.height() - footHeight(size);
    rows.pitch = std::min(room / count, mostPitch());
    rows.bar = std::clamp(rows.pitch - 6, leastBar(), mostBar());
    return rows;
}

void RowChart::paintNames(QPainter& painter, const Rows& rows, const Theme& theme) const {
    const QFontMetricsF text(axisFont());
    painter.setFont(axisFont());
    painter.setPen(theme.muted);
    for (int row = 0; row < rowCount(); ++row)
        painter.drawText(QRectF(0, rows.row(row).top(), rows.names, rows.pitch), Qt::AlignRight | Qt::AlignVCenter,
                         text.elidedText(rowName(row), Qt::ElideRight, rows.names));
}

void RowChart::paintCurrent(QPainter& painter, const Rows& rows, const Theme& theme) const {
    if (currentRow() < 0 || !hasFocus()) return;
    painter.setPen(QPen(theme.accent, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(rows.row(currentRow()).adjusted(1, 0.5, -1, -0.5), 3, 3);
}

int RowChart::rowAt(const QPointF& position) const {
    if (!emptyText().isEmpty()) return -1;
    const Rows rows = rowsFor(QSizeF(size()));
    const int row = static_cast<int>(std::floor((position.y() - rows.top) / rows.pitch));
    return row >= 0 && row < rowCount() ? row : -1;
}

QString RowChart::hoverText(const QPointF& position) {
    const int row = rowAt(position);
    return row < 0 ? QString() : rowCard(row, position);
}

void RowChart::keyPressEvent(QKeyEvent* event) {
    const int last = rowCount() - 1;
    int row = currentRow();
    switch (event->key()) {
    case Qt::Key_Down:
        row = std::min(row + 1, last);
        break;
    case Qt::Key_Up:
        row = row < 0 ? last : std::max(row - 1, 0);
        break;
    case Qt::Key_Home:
        row = 0;
        break;
    case Qt::Key_End:
        row = last;
        break;
    default:
        return PlanChart::keyPressEvent(event);
    }
    if (last < 0 || !emptyText().isEmpty()) return;
    m_current = row;
    const QPointF place = rowRect(row).center();
    const QString card = rowCard(row, place);
    setAccessibleDescription(QTextDocumentFragment::fromHtml(card).toPlainText());
    if (isVisible()) QToolTip::showText(mapToGlobal(place.toPoint()), card, this);
    update();
}

void RowChart::focusInEvent(QFocusEvent* event) {
    update();
    PlanChart::focusInEvent(event);
}

void RowChart::focusOutEvent(QFocusEvent* event) {
    QToolTip::hideText();
    update();
    PlanChart::focusOutEvent(event);
}

} // namespace nest::ui
