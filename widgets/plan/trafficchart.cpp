// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/trafficchart.h"

#include "charts/legend.h"
#include "plan/placement.h"

#include <QAction>
#include <QActionGroup>
#include <QPainter>
#include <QtConcurrent>
#include <algorithm>
#include <array>

namespace nest::ui {
namespace {

constexpr std::array allKinds = {TrafficKind::tensor, TrafficKind::expert, TrafficKind::context,
                                 TrafficKind::replication, TrafficKind::transfers};
constexpr std::int64_t fewDevices = 2048; ///< listing their groups takes no noticeable time

TimeKind colourKind(TrafficKind kind) {
    switch (kind) {
    case TrafficKind::tensor:
        return TimeKind::TensorComm;
    case TrafficKind::expert:
        return TimeKind::ExpertComm;
    case TrafficKind::context:
        return TimeKind::ContextComm;
    case TrafficKind::replication:
        return TimeKind::ZeroComm;
    case TrafficKind::transfers:
        break;
    }
    return TimeKind::Transfer;
}

std::optional<Traffic> countTraffic(const PlanSnapshot& snapshot) {
    const RankedPlan& plan = *snapshot.plan();
    Result<Traffic> counted = traffic(*snapshot.problem, plan.plan, plan.evaluation);
    return counted ? std::optional<Traffic>(std::move(*counted)) : std::nullopt;
}

} // namespace

TrafficChart::TrafficChart(QWidget* parent) : RowChart(parent) {
    setProperty("helpId", QStringLiteral("plan#traffic"));
    auto* group = new QActionGroup(this);
    for (const Measure measure : {Measure::DeviceBytes, Measure::ClusterBytes, Measure::DeviceSeconds}) {
        auto* action = new QAction(group);
        action->setCheckable(true);
        action->setChecked(measure == m_measure);
        connect(action, &QAction::triggered, this, [this, measure] { setMeasure(measure); });
        addAction(action);
        m_choices.append(action);
    }
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &TrafficChart::receive);
    setProperty("helpId", QStringLiteral("plan#traffic"));
    TrafficChart::retranslate();
    refresh();
}

TrafficChart::~TrafficChart() {
    m_watcher.disconnect(this);
    m_watcher.waitForFinished();
}

void TrafficChart::retranslate() {
    m_choices[0]->setText(tr("Bytes per device"));
    m_choices[1]->setText(tr("Bytes of the whole cluster"));
    m_choices[2]->setText(tr("Seconds per device"));
}

void TrafficChart::setMeasure(Measure measure) {
    if (measure == m_measure) return;
    m_measure = measure;
    m_choices[static_cast<int>(measure)]->setChecked(true);
    rescale();
    refresh();
}

QString TrafficChart::title() const {
    return tr("Traffic by level");
}

QString TrafficChart::unit() const {
    if (!m_traffic) return {};
    const QString unit = QString::fromStdString(m_scale.unit);
    if (m_measure == Measure::ClusterBytes) return tr("%1 per step, cluster").arg(unit);
    return selectedStage() < 0 ? tr("%1 per step, mean device").arg(unit)
                               : tr("%1 per step, device of %2").arg(unit, stageName(selectedStage()));
}

QString TrafficChart::emptyText() const {
    const QString nothing = RowChart::emptyText();
    if (!nothing.isEmpty()) return nothing;
    if (m_pending) return tr("Counting the bytes…");
    return m_traffic ? QString() : tr("The traffic of this plan can't be counted: its layers have no figures for it.");
}

QString TrafficChart::kindName(TrafficKind kind) {
    switch (kind) {
    case TrafficKind::tensor:
        return tr("TP");
    case TrafficKind::expert:
        return tr("EP");
    case TrafficKind::context:
        return tr("CP");
    case TrafficKind::replication:
        return tr("ZeRO and DP");
    case TrafficKind::transfers:
        break;
    }
    return tr("transfers");
}

void TrafficChart::snapshotChanged() {
    ++m_request;
    m_pending = false;
    m_traffic.reset();
    if (const RankedPlan* plan = shownPlan()) {
        const LevelModel& levels = snapshot().problem->levels;
        if (is_regular(levels, RankGrid(plan->plan)) || plan->evaluation.devices_used <= fewDevices) {
            m_traffic = countTraffic(snapshot());
        } else {
            m_pending = true;
            m_watcher.setFuture(QtConcurrent::run([copy = snapshot(), request = m_request] {
                return Counted{request, countTraffic(copy)};
            }));
        }
    }
    rescale();
}

void TrafficChart::receive() {
    if (!m_pending || m_watcher.future().resultCount() == 0) return;
    const Counted counted = m_watcher.result();
    if (counted.request != m_request) return; // a newer plan is shown by now
    m_pending = false;
    m_traffic = counted.traffic;
    rescale();
    refresh();
}

void TrafficChart::finish() {
    if (!m_pending) return;
    m_watcher.waitForFinished();
    receive();
}

void TrafficChart::selectionChanged() {
    rescale();
    refresh();
}

void TrafficChart::rescale() {
    m_largest = 0;
    for (int level = 1; level <= rowCount(); ++level)
        m_largest = std::max(m_largest, total(level));
    m_scale = common_scale(m_largest, valueUnit());
}

int TrafficChart::rowCount() const {
    return m_traffic ? m_traffic->level_count() : 0;
}

double TrafficChart::value(int level, TrafficKind kind) const {
    if (m_measure == Measure::ClusterBytes) return m_traffic->of_cluster(level, kind).bytes;
    const int stage = selectedStage();
    const TrafficAmount amount = stage < 0 ? m_traffic->of_mean_device(level, kind)
                                           : m_traffic->of_stage(static_cast<std::size_t>(stage), level, kind);
    return m_measure == Measure::DeviceSeconds ? amount.seconds : amount.bytes;
}

double TrafficChart::total(int level) const {
    double sum = 0;
    for (const TrafficKind kind : allKinds)
        sum += value(level, kind);
    return sum;
}

QVector<TrafficKind> TrafficChart::kinds() const {
    QVector<TrafficKind> present;
    for (const TrafficKind kind : allKinds)
        for (int level = 1; level <= rowCount(); ++level) {
            if (m_traffic->of_cluster(level, kind).bytes <= 0) continue;
            present.append(kind);
            break;
        }
    return present;
}

QString TrafficChart::rowName(int row) const {
    const std::string& name = snapshot().problem->levels.level_name(row + 1);
    return name.empty() ? tr("level %1").arg(row + 1) : QString::fromStdString(name);
}

QString TrafficChart::widestFigure() const {
    return QStringLiteral("0000");
}

double TrafficChart::paintLegend(QPainter* painter, const QSizeF& size, const Theme& theme) const {
    QVector<LegendItem> items;
    for (const TrafficKind kind : kinds())
        items.append({theme.time(colourKind(kind)), kindName(kind)});
    const double height = paintSwatches(nullptr, {0, 0}, size.width(), items, theme);
    return painter ? paintSwatches(painter, {0, size.height() - height}, size.width(), items, theme) : height;
}

double TrafficChart::footHeight(const QSizeF& size) const {
    return paintLegend(nullptr, size, Theme::light()) + 6;
}

void TrafficChart::paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) {
    const Rows rows = rowsFor(size);
    paintNames(painter, rows, theme);
    painter.setFont(axisFont());
    for (int row = 0; row < rowCount(); ++row) {
        const QRectF area = rows.bars(row);
        double left = area.left();
        painter.setPen(Qt::NoPen);
        for (const TrafficKind kind : kinds()) {
            const double width = m_largest > 0 ? value(row + 1, kind) / m_largest * area.width() : 0;
            painter.setBrush(theme.time(colourKind(kind)));
            painter.drawRect(QRectF(left, area.top(), width, area.height()));
            left += width;
        }
        const double all = total(row + 1);
        painter.setPen(all > 0 ? theme.text : theme.muted);
        const QString figure = all > 0 && all < m_largest / 1000
                                   ? QStringLiteral("< ") + formatScaled(m_largest / 1000, m_scale)
                                   : formatScaled(all, m_scale);
        painter.drawText(QRectF(left + 6, rows.row(row).top(), size.width() - left - 6, rows.pitch),
                         Qt::AlignLeft | Qt::AlignVCenter, figure);
    }
    paintCurrent(painter, rows, theme);
    paintLegend(&painter, size, theme);
}

QString TrafficChart::rowCard(int row, const QPointF&) {
    const int level = row + 1;
    const double all = total(level);
    QVector<QPair<QString, QString>> lines;
    for (const TrafficKind kind : kinds()) {
        const double amount = value(level, kind);
        if (amount > 0)
            lines.append({kindName(kind), tr("%1 · %2").arg(formatValue(amount, valueUnit()),
                                                            formatValue(amount / all, Unit::ratio, 2))});
    }
    lines.append({tr("all"), formatValue(all, valueUnit())});
    const LevelModel& levels = snapshot().problem->levels;
    lines.append({tr("bandwidth of a device"), formatValue(levels.bandwidth(level), Unit::bytes_per_second)});
    lines.append({tr("latency"), formatValue(levels.latency(level), Unit::seconds)});
    return hoverCard(rowName(row), lines);
}

TableData TrafficChart::tableData() const {
    TableData figures;
    if (!m_traffic) return figures;
    figures.headers << tr("Level");
    for (const TrafficKind kind : kinds())
        figures.headers << kindName(kind);
    figures.headers << tr("all");
    for (int row = 0; row < rowCount(); ++row) {
        QVector<TableCell> cells = {{rowName(row), {}}};
        for (const TrafficKind kind : kinds()) {
            const double amount = value(row + 1, kind);
            cells.append({formatValue(amount, valueUnit()), amount});
        }
        cells.append({formatValue(total(row + 1), valueUnit()), total(row + 1)});
        figures.rows.append(cells);
    }
    return figures;
}

} // namespace nest::ui
