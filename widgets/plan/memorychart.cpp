// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/memorychart.h"

#include "charts/legend.h"
#include "selection/selectionmodel.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <qcustomplot.h>

namespace nest::ui {
namespace {

constexpr std::array stacked = {MemoryKind::Weights,     MemoryKind::Gradients, MemoryKind::Optimizer,
                                MemoryKind::Activations, MemoryKind::Stash,     MemoryKind::Working,
                                MemoryKind::Logits,      MemoryKind::Reserve};
constexpr double widestBar = 72; ///< px

/// Height of the axis below the bars.
double axisHeight() {
    return scaled(30.0);
}

double part(const StageMemory& memory, MemoryKind kind) {
    switch (kind) {
    case MemoryKind::Weights:
        return memory.weights;
    case MemoryKind::Gradients:
        return memory.gradients;
    case MemoryKind::Optimizer:
        return memory.optimizer;
    case MemoryKind::Activations:
        return memory.activations;
    case MemoryKind::Stash:
        return memory.stash;
    case MemoryKind::Working:
        return memory.working;
    case MemoryKind::Logits:
        return memory.logits;
    case MemoryKind::Reserve:
        return memory.reserve;
    case MemoryKind::Overflow:
        return std::max(0.0, memory.total - memory.capacity);
    }
    return 0;
}

/// What embedding and output layer have of a kind, of one stage.
double endPart(const StageEvaluation& stage, MemoryKind kind) {
    switch (kind) {
    case MemoryKind::Weights:
        return stage.embedding.weights + stage.head.weights;
    case MemoryKind::Gradients:
        return stage.embedding.gradients + stage.head.gradients;
    case MemoryKind::Optimizer:
        return stage.embedding.optimizer + stage.head.optimizer;
    default:
        return 0;
    }
}

QString kindName(MemoryKind kind) {
    switch (kind) {
    case MemoryKind::Weights:
        return MemoryChart::tr("weights");
    case MemoryKind::Gradients:
        return MemoryChart::tr("gradients");
    case MemoryKind::Optimizer:
        return MemoryChart::tr("optimizer");
    case MemoryKind::Activations:
        return MemoryChart::tr("activations");
    case MemoryKind::Stash:
        return MemoryChart::tr("stash");
    case MemoryKind::Working:
        return MemoryChart::tr("working");
    case MemoryKind::Logits:
        return MemoryChart::tr("logits");
    case MemoryKind::Reserve:
        return MemoryChart::tr("reserve");
    case MemoryKind::Overflow:
        return MemoryChart::tr("over capacity");
    }
    return {};
}

} // namespace

MemoryChart::MemoryChart(QWidget* parent) : PlanChart(parent) {
    setProperty("helpId", QStringLiteral("plan#memory"));
    refresh();
}

QString MemoryChart::title() const {
    return tr("Memory per stage");
}

QString MemoryChart::unit() const {
    return shownPlan() ? tr("%1 per device").arg(QString::fromStdString(m_scale.unit)) : QString();
}

double MemoryChart::overflow(int stage) const {
    return part(shownPlan()->evaluation.stages[static_cast<std::size_t>(stage)].memory, MemoryKind::Overflow);
}

void MemoryChart::snapshotChanged() {
    double largest = 0;
    if (const RankedPlan* plan = shownPlan())
        for (const StageEvaluation& stage : plan->evaluation.stages)
            largest = std::max({largest, stage.memory.total, stage.memory.capacity});
    m_scale = common_scale(largest, Unit::bytes);
}

QVector<MemoryKind> MemoryChart::kinds() const {
    QVector<MemoryKind> result;
    for (const MemoryKind kind : stacked)
        if (std::ranges::any_of(shownPlan()->evaluation.stages,
                                [kind](const StageEvaluation& s) { return part(s.memory, kind) > 0; }))
            result.append(kind);
    return result;
}

/// Which of embedding and output layer have states in this plan; empty for neither.
QString MemoryChart::endsName() const {
    bool embedding = false, head = false;
    for (const StageEvaluation& stage : shownPlan()->evaluation.stages) {
        embedding = embedding || stage.embedding.total() > 0;
        head = head || stage.head.total() > 0;
    }
    if (embedding && head) return tr("of which embedding, output layer");
    return embedding ? tr("of which embedding") : head ? tr("of which output layer") : QString();
}

double MemoryChart::paintLegend(QPainter* painter, const QSizeF& size, const Theme& theme) const {
    QVector<LegendItem> items;
    for (const MemoryKind kind : kinds())
        items.append({theme.memoryBrush(kind), kindName(kind)});
    if (const QString ends = endsName(); !ends.isEmpty()) items.append({QBrush(theme.text, Qt::Dense6Pattern), ends});
    for (int stage = 0; stage < stageCount(); ++stage) {
        if (overflow(stage) <= 0) continue;
        items.append({theme.memoryBrush(MemoryKind::Overflow), kindName(MemoryKind::Overflow)});
        break;
    }
    const double height = paintSwatches(nullptr, {0, 0}, size.width(), items, theme);
    return painter ? paintSwatches(painter, {0, size.height() - height}, size.width(), items, theme) : height;
}

void MemoryChart::addBars(const QSizeF& size) {
    QCustomPlot* plot = m_canvas.plot();
    const auto& stages = shownPlan()->evaluation.stages;
    QVector<double> keys;
    for (int stage = 0; stage < stageCount(); ++stage)
        keys.append(stage);
    QCPBars* below = nullptr;
    for (const MemoryKind kind : kinds()) {
        QVector<double> values;
        for (const StageEvaluation& stage : stages)
            values.append(part(stage.memory, kind) / m_scale.factor);
        auto* bars = new QCPBars(plot->xAxis, plot->yAxis);
        bars->setWidth(barWidthFor(size));
        bars->setData(keys, values, true);
        bars->setProperty("kind", static_cast<int>(kind));
        if (below) bars->moveAbove(below);
        below = bars;
    }
}

/// Dots on the parts that belong to the embedding and the output layer: they make the first and the last stage heavier.
void MemoryChart::addEnds(const QSizeF& size, const Theme& theme) {
    const double half = barWidthFor(size) / 2;
    for (int stage = 0; stage < stageCount(); ++stage) {
        const StageEvaluation& price = shownPlan()->evaluation.stages[static_cast<std::size_t>(stage)];
        double bottom = 0;
        for (const MemoryKind kind : kinds()) {
            const double dotted = endPart(price, kind) / m_scale.factor;
            if (dotted > 0) {
                QCPItemRect* item = addBox(stage - half, bottom, stage + half, bottom + dotted);
                item->setBrush(QBrush(textOn(theme.memory(kind)), Qt::Dense6Pattern));
                item->setPen(Qt::NoPen);
            }
            bottom += part(price.memory, kind) / m_scale.factor;
        }
    }
}

bool MemoryChart::addMarks(const QSizeF& size, const Theme& theme) {
    const auto& stages = shownPlan()->evaluation.stages;
    const double capacity = stages.front().memory.capacity / m_scale.factor;
    const double pitch = size.width() / std::max(1, stageCount());
    const double pixel = m_canvas.plot()->yAxis->range().upper / (size.height() - axisHeight()); // in units of the axis
    const double width = barWidthFor(size);
    bool crowded = false;
    for (int stage = 0; stage < stageCount(); ++stage) {
        const StageMemory& memory = stages[static_cast<std::size_t>(stage)].memory;
        const double total = memory.total / m_scale.factor;
        const bool over = overflow(stage) > 0;
        if (over) {
            QCPItemRect* item = addBox(stage - width / 2, capacity, stage + width / 2, total);
            item->setBrush(theme.memoryBrush(MemoryKind::Overflow));
            item->setPen(QPen(theme.memory(MemoryKind::Overflow), 1.5));
        }
        // A total that would run into the capacity line stands above it.
        const bool named = pitch >= scaled(26.0);
        const bool lifted = named && !over && capacity - total < scaled(17.0) * pixel;
        const double top = lifted ? capacity : total;
        if (named) {
            QCPItemText* item = addText(formatScaled(memory.total, m_scale), over ? theme.bad : theme.text);
            item->position->setCoords(stage, top);
            item->setPositionAlignment(Qt::AlignHCenter | Qt::AlignBottom);
            if (lifted || over) crowded = crowded || (stageCount() - stage - 0.5) * pitch < scaled(140.0);
        }
        if (stage != selectedStage()) continue;
        QCPItemRect* item =
            addBox(stage - width * 0.62, 0, stage + width * 0.62, top + (named ? scaled(18.0) : 3) * pixel);
        item->setPen(QPen(theme.accent, 2));
        item->setBrush(Qt::NoBrush);
    }
    return crowded;
}

void MemoryChart::addCapacity(const QSizeF& size, const Theme& theme, bool crowded) {
    QCustomPlot* plot = m_canvas.plot();
    const StageMemory& memory = shownPlan()->evaluation.stages.front().memory;
    const double capacity = memory.capacity / m_scale.factor;
    auto* line = new QCPItemLine(plot);
    line->start->setTypeX(QCPItemPosition::ptAxisRectRatio);
    line->end->setTypeX(QCPItemPosition::ptAxisRectRatio);
    line->start->setCoords(0, capacity);
    line->end->setCoords(1, capacity);
    line->setPen(QPen(theme.text, 1.5));
    QCPItemText* name = addText(tr("capacity %1").arg(formatValue(memory.capacity, Unit::bytes)), theme.text);
    const double upper = plot->yAxis->range().upper;
    name->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    name->position->setCoords(1, crowded ? upper - scaled(15.0) * upper / (size.height() - axisHeight()) : capacity);
    name->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
}

QCPItemRect* MemoryChart::addBox(double left, double bottom, double right, double top) {
    auto* item = new QCPItemRect(m_canvas.plot());
    item->topLeft->setCoords(left, top);
    item->bottomRight->setCoords(right, bottom);
    return item;
}

QCPItemText* MemoryChart::addText(const QString& words, const QColor& colour) {
    auto* item = new QCPItemText(m_canvas.plot());
    item->setText(words);
    item->setFont(axisFont());
    item->setColor(colour);
    item->setPadding(QMargins(0, 0, 0, 1));
    item->setClipToAxisRect(false);
    return item;
}

/// Below the bars; where there is no room for all names the first says what the numbers are.
void MemoryChart::addStageNames(double width) {
    const QFontMetricsF text(axisFont());
    const double pitch = width / std::max(1, stageCount());
    const bool names = pitch >= text.horizontalAdvance(stageName(stageCount() - 1)) + scaled(8.0);
    const double least = text.horizontalAdvance(stageName(0)) * 0.5 + scaled(14.0);
    int step = 1;
    for (const int candidate : {1, 2, 5, 10, 20, 50, 100, 200, 500}) {
        step = candidate;
        if (names || pitch * candidate >= least) break;
    }
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (int stage = 0; stage < stageCount(); stage += step)
        ticker->addTick(stage, names || stage == 0 ? stageName(stage) : QString::number(stage));
    m_canvas.plot()->xAxis->setTicker(ticker);
}

double MemoryChart::barWidthFor(const QSizeF& size) const {
    const double pitch = (size.width() - scaled(40.0)) / std::max(1, stageCount());
    return std::min(0.72, widestBar / std::max(1.0, pitch));
}

QRectF MemoryChart::build(const QSizeF& size, const Theme& theme) {
    QCustomPlot* plot = m_canvas.plot();
    plot->clearPlottables();
    plot->clearItems();
    m_canvas.applyTheme(theme);
    const QRectF area(0, 0, size.width(), size.height() - paintLegend(nullptr, size, theme) - 4);
    addBars(area.size());
    for (int index = 0; index < plot->plottableCount(); ++index) {
        auto* bars = qobject_cast<QCPBars*>(plot->plottable(index));
        const auto kind = static_cast<MemoryKind>(bars->property("kind").toInt());
        bars->setBrush(theme.memoryBrush(kind));
        // The darkest colours need an edge on a dark ground.
        const bool edged = kind == MemoryKind::Reserve || contrast(theme.memory(kind), theme.panel) < 1.5;
        bars->setPen(edged ? QPen(theme.muted, 0.5) : Qt::NoPen);
    }
    double largest = 0;
    for (const StageEvaluation& stage : shownPlan()->evaluation.stages)
        largest = std::max({largest, stage.memory.total, stage.memory.capacity});
    // Room above for the capacity's name and the totals.
    const double headroom = 1 + scaled(34.0) / std::max(60.0, area.height() - scaled(24.0));
    plot->yAxis->setRange(0, largest / m_scale.factor * headroom);
    plot->xAxis->setRange(-0.6, stageCount() - 0.4);
    addStageNames(area.width());
    plot->xAxis->grid()->setVisible(false);
    plot->yAxis->setBasePen(Qt::NoPen);
    plot->yAxis->ticker()->setTickCount(4);
    addEnds(area.size(), theme);
    addCapacity(area.size(), theme, addMarks(area.size(), theme));
    return area;
}

void MemoryChart::paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) {
    m_canvas.paint(painter, build(size, theme));
    paintLegend(&painter, size, theme);
}

int MemoryChart::stageAt(const QPointF& position) {
    if (!shownPlan()) return -1;
    m_canvas.layOut(build(QSizeF(size()), Theme::of(palette())).size());
    const QCustomPlot* plot = m_canvas.plot();
    if (!plot->axisRect()->rect().contains(position.toPoint())) return -1;
    const double key = plot->xAxis->pixelToCoord(position.x());
    const int stage = static_cast<int>(std::lround(key));
    return stage >= 0 && stage < stageCount() && std::abs(key - stage) <= 0.5 ? stage : -1;
}

QPointF MemoryChart::positionOf(int stage) {
    m_canvas.layOut(build(QSizeF(size()), Theme::of(palette())).size());
    const QCustomPlot* plot = m_canvas.plot();
    const double total = shownPlan()->evaluation.stages[static_cast<std::size_t>(stage)].memory.total / m_scale.factor;
    return {plot->xAxis->coordToPixel(stage), plot->yAxis->coordToPixel(total / 2)};
}

QString MemoryChart::hoverText(const QPointF& position) {
    const int stage = stageAt(position);
    if (stage < 0) return {};
    const StageEvaluation& evaluation = shownPlan()->evaluation.stages[static_cast<std::size_t>(stage)];
    QVector<QPair<QString, QString>> rows;
    for (const MemoryKind kind : kinds()) {
        const double bytes = part(evaluation.memory, kind);
        if (bytes > 0)
            rows.append(
                {kindName(kind), tr("%1 · %2").arg(formatValue(bytes, Unit::bytes),
                                                   formatValue(bytes / evaluation.memory.total, Unit::ratio, 2))});
    }
    for (const auto& [name, bytes] : {std::pair(tr("of which embedding"), evaluation.embedding.total()),
                                      std::pair(tr("of which output layer"), evaluation.head.total())})
        if (bytes > 0)
            rows.append({name, tr("%1 · %2").arg(formatValue(bytes, Unit::bytes),
                                                 formatValue(bytes / evaluation.memory.total, Unit::ratio, 2))});
    rows.append({tr("total"), formatValue(evaluation.memory.total, Unit::bytes)});
    const double free = evaluation.memory.capacity - evaluation.memory.total;
    rows.append({free >= 0 ? tr("free") : tr("over capacity"), formatValue(std::abs(free), Unit::bytes)});
    rows.append({evaluation.chunks.empty() ? tr("micro-batches in flight") : tr("chunks in flight"),
                 formatCount(evaluation.in_flight)});
    return hoverCard(stageName(stage), rows);
}

TableData MemoryChart::tableData() const {
    TableData figures;
    if (!shownPlan()) return figures;
    figures.headers << tr("Stage");
    for (const MemoryKind kind : kinds())
        figures.headers << kindName(kind);
    figures.headers << tr("total") << tr("capacity") << kindName(MemoryKind::Overflow);
    const bool ends = !endsName().isEmpty();
    if (ends) figures.headers << tr("of which embedding") << tr("of which output layer");
    for (int stage = 0; stage < stageCount(); ++stage) {
        const StageMemory& memory = shownPlan()->evaluation.stages[static_cast<std::size_t>(stage)].memory;
        QVector<TableCell> row = {{QString::number(stage), stage}};
        const auto add = [&row](double bytes) { row.append({formatValue(bytes, Unit::bytes), bytes}); };
        for (const MemoryKind kind : kinds())
            add(part(memory, kind));
        add(memory.total);
        add(memory.capacity);
        add(overflow(stage));
        if (ends) {
            add(shownPlan()->evaluation.stages[static_cast<std::size_t>(stage)].embedding.total());
            add(shownPlan()->evaluation.stages[static_cast<std::size_t>(stage)].head.total());
        }
        figures.rows.append(row);
    }
    return figures;
}

void MemoryChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) clickStage(stageAt(event->position()));
}

void MemoryChart::keyPressEvent(QKeyEvent* event) {
    if (!moveStage(event->key(), Qt::Key_Left, Qt::Key_Right)) PlanChart::keyPressEvent(event);
}

} // namespace nest::ui
