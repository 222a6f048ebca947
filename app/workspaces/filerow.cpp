// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "workspaces/filerow.h"

#include "theme/theme.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>

namespace nest::ui {
namespace {

constexpr int side = metrics::grid; ///< room left and right of the text
constexpr int lineGap = 2;

} // namespace

FileRow::FileRow(const QString& name, const QString& place, const QString& note, QWidget* parent)
    : QAbstractButton(parent), m_place(place), m_note(note) {
    setText(name);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(name);
    setAccessibleDescription(place + QStringLiteral(", ") + note);
    setToolTip(place);
}

QSize FileRow::sizeHint() const {
    const int height = QFontMetrics(textFont()).height() + QFontMetrics(axisFont()).height() + lineGap;
    return {320, height + 2 * 6};
}

QSize FileRow::minimumSizeHint() const {
    return {160, sizeHint().height()};
}

void FileRow::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    if (isEnabled() && (underMouse() || isDown())) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(isDown() ? theme.selection : theme.hover);
        painter.drawRoundedRect(frame, 6, 6);
    }
    if (hasFocus()) {
        painter.setPen(theme.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(frame, 6, 6);
    }
    const QFontMetrics nameMetrics(textFont()), smallMetrics(axisFont());
    const QRect inner = rect().adjusted(side, 6, -side, -6);
    const int noteWidth = m_note.isEmpty() ? 0 : smallMetrics.horizontalAdvance(m_note);
    painter.setFont(textFont());
    painter.setPen(isEnabled() ? theme.text : theme.muted);
    const QRect first(inner.left(), inner.top(), inner.width() - noteWidth - metrics::gap, nameMetrics.height());
    painter.drawText(first, Qt::AlignLeft | Qt::AlignVCenter,
                     nameMetrics.elidedText(text(), Qt::ElideMiddle, first.width()));
    painter.setFont(axisFont());
    painter.setPen(theme.muted);
    painter.drawText(QRect(inner.right() + 1 - noteWidth, inner.top(), noteWidth, nameMetrics.height()),
                     Qt::AlignRight | Qt::AlignVCenter, m_note);
    const QRect second(inner.left(), first.bottom() + 1 + lineGap, inner.width(), smallMetrics.height());
    painter.drawText(second, Qt::AlignLeft | Qt::AlignVCenter,
                     smallMetrics.elidedText(m_place, Qt::ElideMiddle, second.width()));
}

void FileRow::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
    QAbstractButton::keyPressEvent(event);
}

bool FileRow::event(QEvent* event) {
    if (event->type() == QEvent::HoverEnter || event->type() == QEvent::HoverLeave) update();
    return QAbstractButton::event(event);
}

} // namespace nest::ui
