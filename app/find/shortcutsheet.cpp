// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "find/shortcutsheet.h"

#include "theme/theme.h"

#include <QApplication>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <algorithm>

namespace nest::ui {
namespace {

constexpr int columnCount = 3;
constexpr int capPadding = 2; ///< px above the text of a key, as in the style sheet

/// A group's title and its keys below what the grid has already.
void addGroup(QGridLayout& grid, const ShortcutGroup& group) {
    int row = grid.rowCount();
    auto* title = new QLabel(group.title);
    title->setFont(titleFont());
    title->setContentsMargins(0, row > 1 ? metrics::gap : 0, 0, 2);
    grid.addWidget(title, row++, 0, 1, 2);
    for (const ShortcutRow& shortcut : group.rows) {
        auto* caps = new QHBoxLayout;
        caps->setSpacing(4);
        for (const QString& key : shortcut.keys) {
            auto* cap = new QLabel(key);
            cap->setProperty("role", QStringLiteral("keys")); // drawn by the style sheet
            cap->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
            caps->addWidget(cap);
        }
        caps->addStretch();
        auto* text = new QLabel(shortcut.text);
        text->setWordWrap(true);
        // The first line stands beside its keys, however many follow.
        text->setContentsMargins(0, capPadding, 0, 0);
        grid.addLayout(caps, row, 0, Qt::AlignTop);
        grid.addWidget(text, row++, 1, Qt::AlignTop);
    }
}

} // namespace

ShortcutSheet::ShortcutSheet(QWidget* window) : QWidget(window), m_area(new QScrollArea(this)) {
    setObjectName(QStringLiteral("shortcutSheet"));
    setProperty("helpId", QStringLiteral("shortcuts"));
    setFocusPolicy(Qt::StrongFocus);
    m_area->setFocusPolicy(Qt::NoFocus);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->viewport()->setAutoFillBackground(false);
    window->installEventFilter(this);
    hide();
}

void ShortcutSheet::open() {
    if (!isVisible()) m_before = window()->focusWidget();
    rebuild();
    place();
    show();
    raise();
    setFocus(Qt::PopupFocusReason);
}

void ShortcutSheet::dismiss() {
    if (isHidden()) return;
    clearFocus(); // else hiding it would put the cursor into the next field
    hide();
    if (m_before && m_before->isVisible()) m_before->setFocus(Qt::PopupFocusReason);
}

QString ShortcutSheet::text() const {
    QStringList lines;
    const QVector<ShortcutGroup> groups = shortcutGroups();
    for (const ShortcutGroup& group : groups)
        for (const ShortcutRow& row : group.rows)
            lines << row.keys.join(QStringLiteral(", ")) + QStringLiteral(": ") + row.text;
    return lines.join(QLatin1Char('\n'));
}

void ShortcutSheet::rebuild() {
    auto* content = new QWidget;
    auto* columns = new QHBoxLayout(content);
    columns->setContentsMargins(0, 0, metrics::grid, 0);
    columns->setSpacing(3 * metrics::grid);
    // Columns of about the same height, groups in their order.
    const QVector<ShortcutGroup> groups = shortcutGroups();
    qsizetype lines = 0;
    for (const ShortcutGroup& group : groups)
        lines += group.rows.size() + 2;
    const qsizetype most = (lines + columnCount - 1) / columnCount;
    QGridLayout* column = nullptr;
    qsizetype filled = most;
    int made = 0;
    for (const ShortcutGroup& group : groups) {
        const qsizetype needs = group.rows.size() + 2;
        if (!column || (filled + needs / 2 > most && made < columnCount)) {
            if (column) column->setRowStretch(column->rowCount(), 1);
            column = new QGridLayout;
            column->setHorizontalSpacing(metrics::gap);
            column->setVerticalSpacing(6);
            column->setColumnStretch(1, 1);
            ++made;
            columns->addLayout(column, made == columnCount ? 4 : 3); // what charts do takes more words
            filled = 0;
        }
        addGroup(*column, group);
        filled += needs;
    }
    if (column) column->setRowStretch(column->rowCount(), 1);
    m_area->setWidget(content);            // deletes the old one
    content->setAutoFillBackground(false); // which the area has turned on
    setAccessibleName(tr("Keyboard shortcuts"));
    setAccessibleDescription(text());
}

void ShortcutSheet::place() {
    setGeometry(parentWidget()->rect());
    const int width = std::min(scaled(1160), this->width() - 6 * metrics::gap);
    const int content = m_area->widget() ? m_area->widget()->heightForWidth(width - 6 * metrics::grid) : 0;
    const int wanted = std::max(content, m_area->widget() ? m_area->widget()->sizeHint().height() : 0);
    const int height = std::min(wanted + 6 * metrics::grid, this->height() - 6 * metrics::gap);
    const QRect card((this->width() - width) / 2, (this->height() - height) / 2, width, height);
    m_area->setGeometry(card.adjusted(3 * metrics::grid, 3 * metrics::grid, -2 * metrics::grid, -3 * metrics::grid));
    update();
}

bool ShortcutSheet::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && isVisible()) place();
    return QWidget::eventFilter(watched, event);
}

bool ShortcutSheet::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) { // its keys are its own
        event->accept();
        return true;
    }
    if (event->type() == QEvent::FocusOut) hide();
    if (event->type() == QEvent::LanguageChange && isVisible()) {
        rebuild();
        place();
    }
    return QWidget::event(event);
}

void ShortcutSheet::keyPressEvent(QKeyEvent* event) {
    const bool modifier = event->key() == Qt::Key_Control || event->key() == Qt::Key_Shift ||
                          event->key() == Qt::Key_Alt || event->key() == Qt::Key_Meta;
    if (!modifier) dismiss();
}

void ShortcutSheet::mousePressEvent(QMouseEvent*) {
    dismiss();
}

void ShortcutSheet::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), QColor(0, 0, 0, theme.dark ? 150 : 90));
    painter.setPen(QPen(theme.line, 1));
    painter.setBrush(theme.panel);
    const QRectF card = QRectF(m_area->geometry())
                            .adjusted(-3 * metrics::grid, -3 * metrics::grid, 2 * metrics::grid, 3 * metrics::grid);
    painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), metrics::corner, metrics::corner);
}

} // namespace nest::ui
