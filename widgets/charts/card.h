// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace nest::ui {

/// A quiet panel with hairline border and rounded corners: a head (title left, further widgets right) and a body.
class Card : public QFrame {
    Q_OBJECT
public:
    explicit Card(QWidget* parent = nullptr);
    explicit Card(const QString& title, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    QString title() const;
    /// Muted text right in the head.
    void setNote(const QString& note);
    void setBody(QWidget* body);
    QWidget* body() const { return m_body; }
    /// Adds to the right end of the head.
    void addHeadWidget(QWidget* widget);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QVBoxLayout* m_layout = nullptr;
    QWidget* m_head = nullptr;
    QHBoxLayout* m_headLayout = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_note = nullptr;
    QWidget* m_body = nullptr;
};

} // namespace nest::ui
