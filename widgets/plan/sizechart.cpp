// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/sizechart.h"

#include "charts/labels.h"
#include "plan/layout_line.h"

#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

namespace nest::ui {

SizeChart::SizeChart(QWidget* parent) : Chart(parent) {
    setProperty("helpId", QStringLiteral("search#size"));
    refresh();
}

void SizeChart::setSize(std::shared_ptr<const Size> size, double target) {
    m_size = std::move(size);
    m_target = target;
    refresh();
}

QString SizeChart::title() const {
    return tr("Step time by devices");
}

QString SizeChart::emptyText() const {
    return hasPoints() ? QString() : tr("No size was solved yet.");
}

AxisFrame SizeChart::frameFor(const QSizeF& size) const {
    Axis x, y;
    double most = m_target, devices = 1;
    for (const SizePoint& point : m_size->curve) {
        devices = std::max(devices, static_cast<double>(point.devices));
        if (point.plan) most = std::max(most, point.plan->evaluation.step_seconds);
    }
    if (!(most > 0)) most = 1;
    const Scale step = common_scale(most, Unit::seconds);
    x.title = tr("devices");
    x.upper = devices * 1.05;
    x.whole = true;
    y.title = tr("step time, %1").arg(QString::fromStdString(step.unit));
    y.upper = most * 1.1;
    y.factor = step.factor;
    return {QRectF({0, 0}, size), x, y};
}

void SizeChart::paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) {
    const AxisFrame frame = frameFor(size);
    frame.paint(painter, theme);
    constexpr double radius = 4;
    QPolygonF line;
    for (const SizePoint& point : m_size->curve)
        if (point.plan) line << frame.at({static_cast<double>(point.devices), point.plan->evaluation.step_seconds});
    painter.setBrush(Qt::NoBrush);
    if (m_target > 0) {
        painter.setPen(QPen(theme.good, 1.5, Qt::DashLine));
        painter.drawLine(QLineF(frame.plot().left(), frame.y(m_target), frame.plot().right(), frame.y(m_target)));
    }
    painter.setPen(QPen(theme.accent, 2));
    painter.drawPolyline(line);
    painter.setPen(QPen(theme.panel, 1));
    painter.setBrush(theme.accent);
    for (const QPointF& at : line)
        painter.drawEllipse(at, radius, radius);
    painter.setPen(QPen(theme.bad, 2));
    for (const SizePoint& point : m_size->curve) {
        if (point.plan) continue;
        const QPointF at(frame.x(static_cast<double>(point.devices)), frame.plot().bottom() - 2 * radius);
        painter.drawLine(QLineF(at.x() - radius, at.y() - radius, at.x() + radius, at.y() + radius));
        painter.drawLine(QLineF(at.x() - radius, at.y() + radius, at.x() + radius, at.y() - radius));
    }
    painter.setFont(axisFont());
    LabelPlacer labels(frame.plot(), axisFont());
    for (qsizetype i = 1; i < line.size(); ++i)
        labels.avoid(QLineF(line[i - 1], line[i]));
    const auto name = [&](const std::optional<SizePoint>& point, const QString& text) {
        if (!point || !point->plan) return;
        const QPointF at = frame.at({static_cast<double>(point->devices), point->plan->evaluation.step_seconds});
        labels.paint(painter, at, 8, text, theme.text, frame.plot().width() / 2);
    };
    name(m_size->least_target, tr("reaches the step time"));
    name(m_size->least, tr("fewest that fit"));
}

QString SizeChart::hoverText(const QPointF& position) {
    if (!hasPoints()) return {};
    const AxisFrame frame = frameFor(QSizeF(size()));
    const auto away = [&](const SizePoint& point) {
        return std::abs(frame.x(static_cast<double>(point.devices)) - position.x());
    };
    const SizePoint& point = *std::ranges::min_element(m_size->curve, {}, away);
    const QString heading = tr("%1 device(s)", nullptr, plural(point.devices)).arg(formatCount(point.devices));
    const QPair<QString, QString> nodes{tr("nodes"), formatCount(point.nodes)};
    if (!point.plan) return hoverCard(heading, {nodes, {tr("plan"), tr("nothing fits")}});
    const Evaluation& evaluation = point.plan->evaluation;
    return hoverCard(heading, {nodes,
                               {tr("step time"), formatValue(evaluation.step_seconds, Unit::seconds)},
                               {tr("peak memory"), formatValue(evaluation.peak_memory, Unit::bytes)},
                               {tr("plan"), QString::fromStdString(layout_text(point.plan->plan))}});
}

TableData SizeChart::tableData() const {
    TableData figures;
    figures.headers << tr("Nodes") << tr("Devices") << tr("Used") << tr("Step time") << tr("Peak memory") << tr("Plan");
    if (!m_size) return figures;
    for (const SizePoint& point : m_size->curve) {
        QVector<TableCell> row{{formatCount(point.nodes), qint64(point.nodes)},
                               {formatCount(point.devices), qint64(point.devices)}};
        if (point.plan) {
            const Evaluation& evaluation = point.plan->evaluation;
            row << TableCell{formatCount(evaluation.devices_used), qint64(evaluation.devices_used)}
                << TableCell{formatValue(evaluation.step_seconds, Unit::seconds), evaluation.step_seconds}
                << TableCell{formatValue(evaluation.peak_memory, Unit::bytes), evaluation.peak_memory}
                << TableCell{QString::fromStdString(layout_text(point.plan->plan)), {}};
        } else {
            const QString none = QStringLiteral("–");
            row << TableCell{none, {}} << TableCell{none, {}} << TableCell{none, {}}
                << TableCell{tr("nothing fits"), {}};
        }
        figures.rows.append(row);
    }
    return figures;
}

} // namespace nest::ui
