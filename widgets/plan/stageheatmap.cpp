// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/stageheatmap.h"

#include "charts/legend.h"
#include "controls/shortname.h"
#include "selection/selectionmodel.h"

#include <QAction>
#include <QActionGroup>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <array>

namespace nest::ui {
namespace {

using Column = StageHeatmap::Column;

constexpr std::array allColumns = {Column::Forward,    Column::Backward,    Column::Recompute, Column::TensorComm,
                                   Column::ExpertComm, Column::ContextComm, Column::ZeroComm,  Column::In,
                                   Column::Out,        Column::Bubble,      Column::Memory};
constexpr double cellGap = 2;

// Lengths that hold a text.
double headerHeight() {
    return scaled(20.0);
}
double legendHeight() {
    return scaled(18.0);
}
double leastRow() {
    return scaled(18.0);
}
double mostRow() {
    return scaled(84.0);
}

bool isTime(Column column) {
    return column != Column::Bubble && column != Column::Memory;
}

} // namespace

StageHeatmap::StageHeatmap(QWidget* parent) : PlanChart(parent) {
    setProperty("helpId", QStringLiteral("plan#stages"));
    auto* group = new QActionGroup(this);
    m_absolute = group->addAction(QString());
    m_relative = group->addAction(QString());
    for (QAction* action : {m_absolute, m_relative}) {
        action->setCheckable(true);
        addAction(action);
    }
    m_absolute->setChecked(true);
    connect(m_relative, &QAction::toggled, this, &StageHeatmap::setShowsShare);
    m_scrollBar = new QScrollBar(Qt::Vertical, this);
    m_scrollBar->hide();
    connect(m_scrollBar, &QScrollBar::valueChanged, this, qOverload<>(&QWidget::update));
    StageHeatmap::retranslate();
    refresh();
}

void StageHeatmap::setShowsShare(bool share) {
    if (m_share == share) return;
    m_share = share;
    measureCells();
    (share ? m_relative : m_absolute)->setChecked(true);
    refresh();
}

QString StageHeatmap::title() const {
    return tr("Stages");
}

QString StageHeatmap::unit() const {
    if (!shownPlan()) return {};
    if (m_share) return tr("share of load");
    const QString units =
        tr("%1 per micro-batch · %2")
            .arg(QString::fromStdString(m_timeScale.unit), QString::fromStdString(m_memoryScale.unit));
    return m_sharedTime > 0 ? tr("%1 · same colours in both").arg(units) : units;
}

double StageHeatmap::value(int stage, Column column) const {
    const Evaluation& evaluation = shownPlan()->evaluation;
    const auto index = static_cast<std::size_t>(stage);
    const StageTime& time = evaluation.stages[index].time;
    switch (column) {
    case Column::Forward:
        return time.forward;
    case Column::Backward:
        return time.backward;
    case Column::Recompute:
        return time.recompute;
    case Column::TensorComm:
        return time.tp_comm;
    case Column::ExpertComm:
        return time.ep_comm;
    case Column::ContextComm:
        return time.cp_comm;
    case Column::ZeroComm:
        return time.zero_comm;
    case Column::In:
        return time.p2p_in;
    case Column::Out:
        return time.p2p_out;
    case Column::Bubble:
        return stageBubble(evaluation, index);
    case Column::Memory:
        return evaluation.stages[index].memory.total;
    }
    return 0;
}

QString StageHeatmap::columnName(Column column) const {
    switch (column) {
    case Column::Forward:
        return tr("Forward");
    case Column::Backward:
        return tr("Backward");
    case Column::Recompute:
        return tr("Recompute");
    case Column::TensorComm:
        return tr("TP comm");
    case Column::ExpertComm:
        return tr("EP comm");
    case Column::ContextComm:
        return tr("CP comm");
    case Column::ZeroComm:
        return tr("ZeRO");
    case Column::In:
        return tr("In");
    case Column::Out:
        return tr("Out");
    case Column::Bubble:
        return tr("Bubble");
    case Column::Memory:
        return tr("Memory");
    }
    return {};
}

QString StageHeatmap::cellText(int stage, Column column) const {
    const double amount = value(stage, column);
    if (amount == 0) return QStringLiteral("—");
    if (column == Column::Bubble) return formatValue(amount, Unit::ratio, amount < 0.01 ? 1 : 2);
    const StageEvaluation& evaluation = shownPlan()->evaluation.stages[static_cast<std::size_t>(stage)];
    if (m_share) {
        const double whole = isTime(column) ? evaluation.time.load : evaluation.memory.capacity;
        return whole > 0 ? formatValue(amount / whole, Unit::ratio, 2) : QStringLiteral("—");
    }
    return formatScaled(amount, isTime(column) ? m_timeScale : m_memoryScale);
}

double StageHeatmap::cellShare(int stage, Column column) const {
    const StageEvaluation& evaluation = shownPlan()->evaluation.stages[static_cast<std::size_t>(stage)];
    const double amount = value(stage, column);
    const auto share = [](double part, double whole) { return whole > 0 ? part / whole : 0; };
    if (column == Column::Memory) return share(amount, evaluation.memory.capacity);
    // Idle time on the scale of all of it, so that 2 % never looks like an alarm.
    if (column == Column::Bubble) return amount;
    return m_share ? share(amount, evaluation.time.load) : share(amount, m_largestTime);
}

void StageHeatmap::snapshotChanged() {
    m_columns.clear();
    m_ownTime = m_ownMemory = m_largestBubble = 0;
    for (const Column column : allColumns) {
        double largest = 0;
        for (int stage = 0; stage < stageCount(); ++stage)
            largest = std::max(largest, value(stage, column));
        if (isTime(column)) m_ownTime = std::max(m_ownTime, largest);
        if (column == Column::Bubble) m_largestBubble = largest;
        if (column == Column::Memory) m_ownMemory = largest;
        if (largest > 0) m_columns.append(column);
    }
    scaleValues();
    updateScrollBar();
}

void StageHeatmap::setSharedScale(double seconds, double bytes) {
    if (seconds == m_sharedTime && bytes == m_sharedMemory) return;
    m_sharedTime = seconds;
    m_sharedMemory = bytes;
    scaleValues();
    refresh();
}

void StageHeatmap::scaleValues() {
    m_largestTime = std::max(m_ownTime, m_sharedTime);
    m_timeScale = common_scale(m_largestTime, Unit::seconds);
    m_memoryScale = common_scale(std::max(m_ownMemory, m_sharedMemory), Unit::bytes);
    measureCells();
}

void StageHeatmap::measureCells() {
    m_cellWidths.fill(0, m_columns.size());
    const QFontMetricsF text(axisFont());
    for (qsizetype column = 0; column < m_columns.size(); ++column)
        for (int stage = 0; stage < stageCount(); ++stage)
            m_cellWidths[column] =
                std::max(m_cellWidths[column], text.horizontalAdvance(cellText(stage, m_columns[column])));
}

void StageHeatmap::selectionChanged() {
    const int stage = selectedStage();
    if (stage >= 0 && m_scrollBar->isVisible()) {
        const Layout layout = layoutFor(QSizeF(size()), true);
        const double top = stage * layout.cellHeight, page = height() - headerHeight() - legendHeight();
        if (top < layout.scroll) m_scrollBar->setValue(static_cast<int>(top));
        if (top + layout.cellHeight > layout.scroll + page)
            m_scrollBar->setValue(static_cast<int>(top + layout.cellHeight - page + 1));
    }
    update();
}

void StageHeatmap::retranslate() {
    m_absolute->setText(tr("Absolute"));
    m_relative->setText(tr("Share of load"));
    m_scrollBar->setAccessibleName(tr("Scroll stages"));
}

StageHeatmap::Layout StageHeatmap::layoutFor(const QSizeF& size, bool scrolled) const {
    Layout layout;
    const int stages = std::max(stageCount(), 1);
    layout.left = QFontMetricsF(axisFont()).horizontalAdvance(stageName(std::max(stages - 1, 10))) + 8;
    layout.top = headerHeight();
    const bool bar = scrolled && m_scrollBar->isVisible();
    const double room = size.width() - layout.left - (bar ? m_scrollBar->width() + 2 : 0);
    // A column is as wide as its name needs, and all share what is left.
    QVector<double> widths;
    double free = 0;
    const int most = axisFont().pixelSize();
    for (layout.headerPixels = most; layout.headerPixels >= most - 2; --layout.headerPixels) {
        QFont font = axisFont();
        font.setPixelSize(layout.headerPixels);
        widths.clear();
        free = room;
        for (qsizetype column = 0; column < m_columns.size(); ++column) {
            const double name = QFontMetricsF(font).horizontalAdvance(columnName(m_columns[column]));
            widths.append(std::max(name + 4, m_cellWidths[column] + 8));
            free -= widths.last();
        }
        if (free >= 0) break;
    }
    layout.headerPixels = std::max(layout.headerPixels, most - 2);
    const double squeeze = free < 0 ? room / (room - free) : 1;
    layout.edges.append(layout.left);
    for (const double width : widths)
        layout.edges.append(layout.edges.last() +
                            (free < 0 ? width * squeeze : width + free / static_cast<double>(widths.size())));
    const double fit = (size.height() - headerHeight() - legendHeight()) / stages;
    layout.cellHeight = std::min(fit, mostRow());
    if (scrolled && layout.cellHeight < leastRow()) layout.cellHeight = leastRow();
    layout.scroll = bar ? m_scrollBar->value() : 0;
    return layout;
}

void StageHeatmap::updateScrollBar() {
    const double page = height() - headerHeight() - legendHeight();
    const double all = stageCount() * leastRow();
    m_scrollBar->setVisible(all > page);
    m_scrollBar->setGeometry(width() - 10, static_cast<int>(headerHeight()), 10, static_cast<int>(page));
    m_scrollBar->setRange(0, std::max(0, static_cast<int>(all - page) + 1));
    m_scrollBar->setPageStep(static_cast<int>(page));
    m_scrollBar->setSingleStep(static_cast<int>(leastRow()));
}

QRectF StageHeatmap::cellRect(int stage, int column) const {
    const Layout layout = layoutFor(QSizeF(size()), true);
    const QRectF cell(layout.edges[column], layout.top + stage * layout.cellHeight - layout.scroll,
                      layout.edges[column + 1] - layout.edges[column], layout.cellHeight);
    const QRectF body(0, headerHeight(), width(), height() - headerHeight() - legendHeight());
    return body.contains(cell.center()) ? cell : QRectF();
}

void StageHeatmap::paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) {
    const bool onScreen = size == QSizeF(this->size());
    const Layout layout = layoutFor(size, onScreen);
    const double bottom = size.height() - legendHeight();
    QFont header = axisFont();
    header.setPixelSize(layout.headerPixels);
    const QFontMetricsF headerText(header);

    painter.setFont(header);
    painter.setPen(theme.muted);
    for (qsizetype column = 0; column < m_columns.size(); ++column)
        painter.drawText(
            QRectF(layout.edges[column], 0, layout.edges[column + 1] - layout.edges[column], headerHeight()),
            Qt::AlignCenter,
            headerText.elidedText(columnName(m_columns[column]), Qt::ElideRight,
                                  layout.edges[column + 1] - layout.edges[column]));

    painter.save();
    painter.setClipRect(QRectF(0, headerHeight(), size.width(), bottom - headerHeight()), Qt::IntersectClip);
    QFont cellFont = axisFont();
    cellFont.setPixelSize(std::clamp(static_cast<int>(layout.cellHeight) - 6, 5, axisFont().pixelSize()));
    const bool texts = layout.cellHeight >= 11;
    const double gap = layout.cellHeight > 8 ? cellGap : 0;
    for (int stage = 0; stage < stageCount(); ++stage) {
        const double top = layout.top + stage * layout.cellHeight - layout.scroll;
        if (top + layout.cellHeight < headerHeight() || top > bottom) continue;
        painter.setFont(cellFont);
        painter.setPen(stage == selectedStage() ? theme.accent : theme.muted);
        if (texts || stage % 8 == 0)
            painter.drawText(QRectF(0, top, layout.left - 6, std::max(layout.cellHeight, 8.0)),
                             Qt::AlignRight | Qt::AlignVCenter, stageName(stage));
        for (qsizetype column = 0; column < m_columns.size(); ++column) {
            const Column kind = m_columns[column];
            const QRectF cell =
                QRectF(layout.edges[column], top, layout.edges[column + 1] - layout.edges[column], layout.cellHeight)
                    .adjusted(gap / 2, gap / 2, -gap / 2, -gap / 2);
            const QColor colour = cividis(cellShare(stage, kind));
            const bool over = kind == Column::Memory && cellShare(stage, kind) > 1;
            painter.setPen(Qt::NoPen);
            painter.setBrush(colour);
            painter.drawRoundedRect(cell, gap, gap);
            if (over) {
                painter.fillRect(
                    QRectF(cell.left(), cell.bottom() - cell.height() / 5, cell.width(), cell.height() / 5),
                    theme.memoryBrush(MemoryKind::Overflow));
                painter.setBrush(Qt::NoBrush);
                painter.setPen(QPen(theme.memory(MemoryKind::Overflow), 2));
                painter.drawRoundedRect(cell.adjusted(1, 1, -1, -1), gap, gap);
            }
            if (!texts) continue;
            painter.setPen(textOn(colour));
            painter.drawText(cell, Qt::AlignCenter, cellText(stage, kind));
        }
    }
    if (selectedStage() >= 0) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRoundedRect(QRectF(layout.left - 1,
                                       layout.top + selectedStage() * layout.cellHeight - layout.scroll,
                                       layout.edges.last() - layout.left + 1, layout.cellHeight)
                                    .adjusted(1, 1, -1, -1),
                                3, 3);
    }
    painter.restore();
    QStringList ends; // one strip for all columns: what its bright end stands for in each
    if (!m_share) ends << formatValue(m_largestTime, Unit::seconds);
    if (!m_share && m_columns.contains(Column::Memory))
        ends << formatValue(shownPlan()->evaluation.stages.front().memory.capacity, Unit::bytes);
    if (m_share || m_columns.contains(Column::Bubble)) ends << QStringLiteral("100 %");
    const QString high = ends.join(QStringLiteral(" · "));
    const double below = std::min(bottom, layout.top + stageCount() * layout.cellHeight);
    paintColourStrip(painter, QRectF(0, below + 3, layout.edges.last(), legendHeight() - 4), cividis,
                     QStringLiteral("0"), high, theme);
}

std::pair<int, int> StageHeatmap::cellAt(const QPointF& position) const {
    const Layout layout = layoutFor(QSizeF(size()), true);
    if (position.y() < headerHeight() || position.y() > height() - legendHeight() || stageCount() == 0) return {-1, -1};
    const int stage = static_cast<int>((position.y() - layout.top + layout.scroll) / layout.cellHeight);
    const auto edge = std::upper_bound(layout.edges.begin(), layout.edges.end(), position.x());
    const auto column = edge == layout.edges.end() ? -1 : static_cast<int>(edge - layout.edges.begin()) - 1;
    return {stage < stageCount() ? stage : -1, column};
}

QString StageHeatmap::hoverText(const QPointF& position) {
    const auto [stage, column] = cellAt(position);
    if (stage < 0) return {};
    const StageEvaluation& evaluation = shownPlan()->evaluation.stages[static_cast<std::size_t>(stage)];
    QVector<QPair<QString, QString>> rows;
    if (column < 0) {
        const StagePlan& plan = shownPlan()->plan.stages[static_cast<std::size_t>(stage)];
        rows.append({tr("Layers"), formatCount(static_cast<qint64>(plan.layers.size()))});
        rows.append({tr("Load"), formatValue(evaluation.time.load, Unit::seconds)});
        rows.append({tr("Once per step, sync"), formatValue(evaluation.time.sync, Unit::seconds)});
        rows.append({tr("Once per step, update"), formatValue(evaluation.time.update, Unit::seconds)});
        rows.append({evaluation.chunks.empty() ? tr("Micro-batches in flight") : tr("Chunks in flight"),
                     formatCount(evaluation.in_flight)});
        return hoverCard(stageName(stage), rows);
    }
    const Column kind = m_columns[column];
    const double amount = value(stage, kind);
    if (kind == Column::Bubble) {
        rows.append({tr("Share of the pipeline's time"), formatValue(amount, Unit::ratio)});
    } else if (kind == Column::Memory) {
        rows.append({tr("On one device"), formatValue(amount, Unit::bytes)});
        rows.append({tr("Capacity"), formatValue(evaluation.memory.capacity, Unit::bytes)});
        rows.append({tr("Share"), formatValue(amount / evaluation.memory.capacity, Unit::ratio)});
    } else {
        rows.append({tr("Per micro-batch"), formatValue(amount, Unit::seconds)});
        if (evaluation.time.load > 0)
            rows.append({tr("Share of load"), formatValue(amount / evaluation.time.load, Unit::ratio)});
        if (kind == Column::In) rows.append({tr("Bytes"), formatValue(evaluation.bytes_in, Unit::bytes)});
        if (kind == Column::Out) rows.append({tr("Bytes"), formatValue(evaluation.bytes_out, Unit::bytes)});
        const int level = kind == Column::In ? evaluation.level_in : kind == Column::Out ? evaluation.level_out : 0;
        if (level > 0 && level <= snapshot().problem->levels.level_count())
            rows.append({tr("Level"), shortName(snapshot().problem->levels.level_name(level))});
    }
    return hoverCard(tr("%1, %2").arg(stageName(stage), columnName(kind)), rows);
}

TableData StageHeatmap::tableData() const {
    TableData figures;
    figures.headers << tr("Stage");
    for (const Column column : m_columns)
        figures.headers << columnName(column);
    for (int stage = 0; stage < stageCount(); ++stage) {
        QVector<TableCell> row = {{QString::number(stage), stage}};
        for (const Column column : m_columns) {
            const double amount = value(stage, column);
            const Unit unit = column == Column::Bubble   ? Unit::ratio
                              : column == Column::Memory ? Unit::bytes
                                                         : Unit::seconds;
            row.append({formatValue(amount, unit), amount});
        }
        figures.rows.append(row);
    }
    return figures;
}

void StageHeatmap::resizeEvent(QResizeEvent* event) {
    PlanChart::resizeEvent(event);
    updateScrollBar();
}

void StageHeatmap::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) clickStage(cellAt(event->position()).first);
}

void StageHeatmap::keyPressEvent(QKeyEvent* event) {
    if (!moveStage(event->key(), Qt::Key_Up, Qt::Key_Down)) PlanChart::keyPressEvent(event);
}

void StageHeatmap::wheelEvent(QWheelEvent* event) {
    if (!m_scrollBar->isVisible()) return event->ignore();
    m_scrollBar->setValue(m_scrollBar->value() - event->angleDelta().y() / 2);
}

} // namespace nest::ui
