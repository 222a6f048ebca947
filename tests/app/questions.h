// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QAbstractButton>
#include <QApplication>
#include <QMessageBox>
#include <QTimer>

/// Answers the next question that stands in front of a window, as a person would.
class Answer : public QObject {
public:
    explicit Answer(QString buttonName) : m_name(std::move(buttonName)) { begin(); }
    explicit Answer(QMessageBox::StandardButton button) : m_button(button) { begin(); }

    /// The question that was answered; empty: none was asked.
    QString text() const { return m_text; }

private:
    void begin() {
        connect(&m_poll, &QTimer::timeout, this, &Answer::look);
        m_poll.start(5);
    }
    void look() {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (!box || !m_text.isEmpty()) return;
        QAbstractButton* button = m_name.isEmpty() ? box->button(m_button) : box->findChild<QAbstractButton*>(m_name);
        if (!button) return;
        m_text = box->text();
        button->click();
    }

    QString m_name, m_text;
    QMessageBox::StandardButton m_button = QMessageBox::NoButton;
    QTimer m_poll;
};
