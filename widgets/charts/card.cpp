// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "charts/card.h"

#include "theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace nest::ui {

Card::Card(QWidget* parent) : QFrame(parent) {
    m_layout = new QVBoxLayout(this);
    m_layout->setContentsMargins(10, 6, 10, 10);
    m_layout->setSpacing(4);
    m_head = new QWidget(this);
    m_headLayout = new QHBoxLayout(m_head);
    m_headLayout->setContentsMargins(0, 0, 0, 0);
    m_headLayout->setSpacing(2);
    m_title = new QLabel(m_head);
    m_title->setFont(titleFont());
    m_note = new QLabel(m_head);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setContentsMargins(0, 0, 6, 0);
    m_note->hide();
    m_headLayout->addWidget(m_title);
    m_headLayout->addStretch(1);
    m_headLayout->addWidget(m_note);
    m_head->setMinimumHeight(24);
    m_layout->addWidget(m_head);
}

Card::Card(const QString& title, QWidget* parent) : Card(parent) {
    setTitle(title);
}

void Card::setTitle(const QString& title) {
    m_title->setText(title);
}

QString Card::title() const {
    return m_title->text();
}

void Card::setNote(const QString& note) {
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void Card::setBody(QWidget* body) {
    if (m_body) m_body->deleteLater();
    m_body = body;
    if (body) m_layout->addWidget(body, 1);
}

void Card::addHeadWidget(QWidget* widget) {
    m_headLayout->addWidget(widget);
}

void Card::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.line, 1));
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::corner, metrics::corner);
}

} // namespace nest::ui
