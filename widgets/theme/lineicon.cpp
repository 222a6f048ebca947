// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "theme/lineicon.h"

#include "theme/theme.h"

#include <QFile>
#include <QPainter>
#include <QSvgRenderer>

namespace nest::ui {

LineIconEngine::LineIconEngine(QString name) : m_name(std::move(name)) {}

void LineIconEngine::paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) {
    QFile file(QStringLiteral(":/nest/icons/%1.svg").arg(m_name));
    if (!file.open(QIODevice::ReadOnly)) return;
    const Theme& theme = Theme::current();
    const QColor colour = mode == QIcon::Disabled ? theme.line : state == QIcon::On ? theme.accent : theme.muted;
    QByteArray svg = file.readAll();
    svg.replace("currentColor", colour.name().toLatin1());
    QSvgRenderer(svg).render(painter, rect);
}

QPixmap LineIconEngine::pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(0, 0), size), mode, state);
    return pixmap;
}

QIconEngine* LineIconEngine::clone() const {
    return new LineIconEngine(m_name);
}

} // namespace nest::ui
