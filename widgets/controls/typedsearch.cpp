// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "controls/typedsearch.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QKeyEvent>
#include <algorithm>

namespace nest::ui {
namespace {

constexpr qint64 forgotten = 3000; ///< ms without a letter after which another word begins

QString plain(QString text) {
    return text.replace(QChar(0x00d7), QLatin1Char('x')).toCaseFolded();
}

/// Lines between groups and rows that do something, such as opening a file, are no names.
bool isName(const QComboBox& box, int row) {
    const QModelIndex index = box.model()->index(row, box.modelColumn(), box.rootModelIndex());
    return (box.model()->flags(index) & Qt::ItemIsSelectable) &&
           !box.itemData(row).toString().startsWith(QLatin1Char('\x01'));
}

bool begins(const QComboBox& box, int row, const QString& wanted) {
    return isName(box, row) &&
           (plain(box.itemData(row).toString()).startsWith(wanted) || plain(box.itemText(row)).startsWith(wanted));
}

/// The next row behind `row`, round the end, that begins so; -1: none.
int nextBeginning(const QComboBox& box, int row, const QString& wanted) {
    for (int step = 1; step <= box.count(); ++step)
        if (const int next = (row + step) % box.count(); begins(box, next, wanted)) return next;
    return -1;
}

} // namespace

TypedSearch::TypedSearch(QComboBox* box) : QObject(box), m_box(box) {
    box->installEventFilter(this);
    box->view()->installEventFilter(this);
}

int TypedSearch::find(const QComboBox& box, const QString& typed) {
    const QString wanted = plain(typed);
    for (int row = 0; row < box.count(); ++row)
        if (begins(box, row, wanted)) return row;
    for (int row = 0; row < box.count(); ++row)
        if (isName(box, row) && plain(box.itemData(row).toString()).contains(wanted)) return row;
    return -1;
}

bool TypedSearch::takeKey(QObject* watched, const QKeyEvent& event) {
    const bool command = event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
    const QString text = event.text();
    if (command || text.isEmpty() || !text.front().isPrint() || text.front().isSpace()) {
        // Shift alone goes on with the word, arrows and Enter end it.
        if (event.key() != Qt::Key_Shift) m_typed.clear();
        return false;
    }
    if (m_since.isValid() && m_since.elapsed() > forgotten) m_typed.clear();
    m_since.start();
    const bool open = watched == m_box->view();
    const int current = open ? m_box->view()->currentIndex().row() : m_box->currentIndex();
    int row = find(*m_box, m_typed + text);
    if (row >= 0) {
        m_typed += text;
        if (current >= 0 && begins(*m_box, current, plain(m_typed)) && m_typed.size() > 1) row = current;
    } else { // the beginning of another word, or the same letter again for the next of its rows
        row = nextBeginning(*m_box, std::max(current, 0), plain(text));
        if (row >= 0) m_typed = text;
    }
    if (row < 0) return true;
    if (open) {
        m_box->view()->setCurrentIndex(m_box->model()->index(row, m_box->modelColumn(), m_box->rootModelIndex()));
    } else if (row != m_box->currentIndex()) {
        m_box->setCurrentIndex(row);
        emit m_box->activated(row);
    }
    return true;
}

bool TypedSearch::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) return takeKey(watched, *static_cast<QKeyEvent*>(event));
    if (event->type() == QEvent::FocusOut) m_typed.clear();
    return QObject::eventFilter(watched, event);
}

} // namespace nest::ui
