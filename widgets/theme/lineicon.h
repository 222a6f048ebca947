// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QIconEngine>
#include <QString>

namespace nest::ui {

/// Draws an SVG of :/nest/icons with "currentColor" replaced by the theme's colour at the time of painting, so icons
/// follow a change of the palette by themselves.
class LineIconEngine : public QIconEngine {
public:
    explicit LineIconEngine(QString name);
    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override;
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override;
    QIconEngine* clone() const override;

private:
    QString m_name;
};

} // namespace nest::ui
