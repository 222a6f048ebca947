// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <QPoint>
#include <QPointer>
#include <QString>

class QWidget;

namespace nest::ui {

/// What F1 is asked about. A view, panel or row says its page of the manual by the dynamic property "helpId" (a topic
/// such as "plan#stages"); what says nothing belongs to what it stands in.
QString helpTopicOf(const QWidget* widget);

/// Remembers what the person turned to last: what the pointer was moved or the wheel
/// turned over, or what keys were typed into.
class HelpContext : public QObject {
    Q_OBJECT

public:
    explicit HelpContext(QObject* parent = nullptr);

    /// Topic of what the pointer is over if it was moved last, else of what has the focus; empty if that says nothing.
    QString topic() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QPointer<QWidget> m_hovered; ///< null after a key
    QPoint m_at;                 ///< where the pointer was then, on the screen
};

} // namespace nest::ui
