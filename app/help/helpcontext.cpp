// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "help/helpcontext.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QVariant>
#include <QWheelEvent>
#include <QWidget>

namespace nest::ui {

QString helpTopicOf(const QWidget* widget) {
    for (; widget; widget = widget->parentWidget()) {
        const QString topic = widget->property("helpId").toString();
        if (!topic.isEmpty()) return topic;
    }
    return {};
}

HelpContext::HelpContext(QObject* parent) : QObject(parent) {
    qApp->installEventFilter(this);
}

QString HelpContext::topic() const {
    if (m_hovered && m_hovered->isVisible()) {
        // Scrolling brings other things below the pointer, which isn't moved then.
        const QWidget* window = m_hovered->window();
        const QWidget* below = window->childAt(window->mapFromGlobal(m_at));
        const QString topic = helpTopicOf(below ? below : m_hovered.data());
        if (!topic.isEmpty()) return topic;
    }
    const QWidget* window = QApplication::activeWindow();
    return helpTopicOf(window && window->focusWidget() ? window->focusWidget() : QApplication::focusWidget());
}

bool HelpContext::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseMove || event->type() == QEvent::HoverMove || event->type() == QEvent::Enter) {
        if (auto* widget = qobject_cast<QWidget*>(watched)) {
            // An Enter goes to every widget below the pointer, the innermost last; a move goes on to the parents.
            const bool passedOn = event->type() != QEvent::Enter &&
                                  widget->childAt(static_cast<QSinglePointEvent*>(event)->position().toPoint());
            if (!passedOn) {
                m_hovered = widget;
                m_at = static_cast<QSinglePointEvent*>(event)->globalPosition().toPoint();
            }
        }
    } else if (event->type() == QEvent::Wheel) {
        if (auto* widget = qobject_cast<QWidget*>(watched)) {
            m_hovered = widget;
            m_at = static_cast<QWheelEvent*>(event)->globalPosition().toPoint();
        }
    } else if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const bool quiet = key == Qt::Key_F1 || key == Qt::Key_Shift || key == Qt::Key_Control || key == Qt::Key_Alt;
        if (!quiet) m_hovered = nullptr;
    }
    return false;
}

} // namespace nest::ui
