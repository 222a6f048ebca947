// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
// How LayerStrip looks, and what it says.
#include "plan/layerstrip.h"

#include "controls/shortname.h"
#include "plan/candidatestable.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace nest::ui {
namespace {

/// Of layers that are told apart by lines.
double leastLine() {
    return scaled(5.0);
}
/// Of layers that carry their number.
double leastName() {
    return scaled(26.0);
}

/// Text where it fits, nothing where it would be cut.
void fitText(QPainter& painter, const QRectF& area, const QString& text) {
    if (QFontMetricsF(painter.font()).horizontalAdvance(text) <= area.width() - 3)
        painter.drawText(area, Qt::AlignCenter, text);
}

} // namespace

void LayerStrip::paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) {
    const bool onScreen = size == QSizeF(this->size());
    const View view = viewFor(size, onScreen);
    painter.setFont(axisFont());
    painter.setPen(theme.muted);
    for (int row = 0; row < RowCount; ++row) {
        const QRectF cell = cellRect(view, 0, static_cast<Row>(row));
        painter.drawText(QRectF(0, cell.top(), view.left - 8, cell.height()), Qt::AlignRight | Qt::AlignVCenter,
                         rowName(static_cast<Row>(row)));
    }
    painter.save();
    painter.setClipRect(QRectF(view.left - 3, 0, view.width + 6, view.bottom + 1), Qt::IntersectClip);
    paintNames(painter, view, theme);
    const bool brief = tagsAreBrief(view);
    for (int index = 0; index < runCount(); ++index) {
        const QRectF strip = stageRect(view, index);
        if (strip.right() < view.left || strip.left() > view.left + view.width) continue;
        const int stage = run(index).stage;
        paintStrip(painter, view, index, theme);
        if (!isInterleaved()) paintFigures(painter, view, stage, theme);
        paintTag(painter, cellRect(view, index, Recomputation), plan().stages[static_cast<std::size_t>(stage)], brief,
                 theme);
    }
    if (isInterleaved())
        paintChunks(painter, view, theme);
    else
        paintBorders(painter, view, theme);
    for (int index = 0; index < runCount(); ++index) {
        if (selectedStage() < 0 || run(index).stage != selectedStage()) continue;
        const QRectF strip = stageRect(view, index);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRoundedRect(QRectF(strip.left(), 1, strip.width(), view.bottom - 1).adjusted(-0.5, 0, 0.5, 0), 3,
                                3);
    }
    painter.restore();
    painter.setFont(axisFont());
    painter.setPen(m_dragging || m_border > 0 ? theme.accent : theme.muted);
    const double room = sentenceWidth(view, size);
    const QString words = QFontMetricsF(axisFont()).elidedText(sentence(), Qt::ElideRight, room);
    painter.drawText(QRectF(view.left, view.bottom + 2, room, scaled(16.0)), Qt::AlignLeft | Qt::AlignVCenter, words);
    if (engineLayout().isEmpty()) return;
    const QRectF line = layoutLine(view, size);
    painter.setPen(theme.muted);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(axisFont()).elidedText(layoutText(), Qt::ElideRight, line.width()));
}

/// Above each stage its name, or its number, or the number of every fifth, tenth... where there is no room for all.
void LayerStrip::paintNames(QPainter& painter, const View& view, const Theme& theme) const {
    const QFontMetricsF text(axisFont());
    painter.setFont(axisFont());
    const auto fits = [&](int step) {
        double free = view.left - 20; // right end of the text before
        for (int index = 0; index < runCount(); index += step) {
            const double half = text.horizontalAdvance(QString::number(run(index).stage)) / 2;
            const double middle = stageRect(view, index).center().x();
            if (middle - half < free) return false;
            free = middle + half + 3;
        }
        return true;
    };
    int step = 1;
    for (const int wider : {5, 10, 20, 50, 100, 500}) {
        if (fits(step)) break;
        step = wider;
    }
    for (int index = 0; index < runCount(); ++index) {
        const QRectF strip = stageRect(view, index);
        const int stage = run(index).stage;
        const bool named = text.horizontalAdvance(stageName(stage)) <= strip.width() - 4;
        if (!named && index % step != 0) continue;
        painter.setPen(stage == selectedStage() ? theme.accent : theme.muted);
        painter.drawText(QRectF(strip.center().x() - scaled(60.0), 0, scaled(120.0), strip.top()), Qt::AlignCenter,
                         named ? stageName(stage) : QString::number(stage));
    }
}

void LayerStrip::paintStrip(QPainter& painter, const View& view, int index, const Theme& theme) const {
    const QRectF strip = stageRect(view, index);
    const QColor ground = theme.stage(run(index).stage, stageCount());
    const double gap = strip.width() > 6 ? 1 : 0;
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(strip.adjusted(gap, 0, -gap, 0), gap * 2, gap * 2);
    paintRuns(painter, view, index, ground);
}

/// What stands on a stage's part of the strip: lines between layers where they fit, how many equal ones there are where
/// they don't, and the marks of embedding and head.
void LayerStrip::paintRuns(QPainter& painter, const View& view, int index, const QColor& ground) const {
    const Run layers = run(index);
    const QRectF strip = stageRect(view, index);
    const QColor ink = textOn(ground);
    QColor line = ink;
    line.setAlphaF(0.25F);
    const double from = view.left, to = view.left + view.width;
    for (int first = layers.first; first <= layers.last;) {
        int last = first; // of the run of equal layers
        while (last < layers.last &&
               m_classes[static_cast<std::size_t>(last + 1)] == m_classes[static_cast<std::size_t>(first)])
            ++last;
        const QRectF run(view.x(first), strip.top(), view.x(last + 1) - view.x(first), strip.height());
        const double each = run.width() / (last - first + 1);
        painter.setPen(ink);
        if (isMarked(first)) {
            QColor shade = ink;
            shade.setAlphaF(0.22F);
            painter.fillRect(run.adjusted(1, 0, -1, 0), shade);
            const bool head = snapshot().problem->model.layers[static_cast<std::size_t>(first)].kind == LayerKind::head;
            fitText(painter, run, head ? tr("H", "mark of the head layer") : tr("E", "mark of the embedding layer"));
        } else if (each < leastName()) {
            fitText(painter, run, last > first ? QStringLiteral("× %1").arg(last - first + 1) : QString());
        }
        for (int layer = first; layer <= last && each >= leastLine(); ++layer) {
            const QRectF cell(view.x(layer), strip.top(), each, strip.height());
            if (cell.right() < from || cell.left() > to) continue;
            painter.setPen(ink);
            if (each >= leastName() && !isMarked(layer)) fitText(painter, cell, layerNumber(layer));
            painter.setPen(QPen(line, 1));
            // Short marks at the edges leave room for the number of layers between them.
            const double mark = each >= leastName() ? strip.height() : 4;
            if (layer == layers.first) continue;
            painter.drawLine(cell.topLeft(), cell.topLeft() + QPointF(0, mark));
            if (each < leastName()) painter.drawLine(cell.bottomLeft(), cell.bottomLeft() - QPointF(0, mark));
        }
        if (last > first || last < layers.last) painter.setPen(QPen(line, 1));
        if (first != layers.first) painter.drawLine(run.topLeft(), run.bottomLeft());
        first = last + 1;
    }
}

/// A share of a cell, filled from the left.
QRectF LayerStrip::paintBar(QPainter& painter, const QRectF& cell, double share, const Theme& theme,
                            double opacity) const {
    const QRectF area = cell.adjusted(1.5, 1, -1.5, -1);
    QColor quiet = theme.muted;
    quiet.setAlphaF(0.28F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.ground);
    painter.drawRoundedRect(area, 3, 3);
    painter.save();
    painter.setOpacity(painter.opacity() * opacity);
    painter.setBrush(quiet);
    painter.drawRoundedRect(QRectF(area.topLeft(), QSizeF(area.width() * std::clamp(share, 0.0, 1.0), area.height())),
                            3, 3);
    painter.restore();
    return area;
}

void LayerStrip::paintFigures(QPainter& painter, const View& view, int stage, const Theme& theme) const {
    const auto index = static_cast<std::size_t>(stage);
    const StagePlan& layers = plan().stages[index];
    const StageEvaluation& price = shownPlan()->evaluation.stages[index];
    const bool pending = isEdited(stage); // its figures are of the plan before the edit
    painter.setFont(axisFont());
    painter.setPen(theme.text);
    fitText(painter, cellRect(view, stage, Layers), QString::number(layers.layers.size()));

    const auto bar = [&](Row row, double share) {
        return paintBar(painter, cellRect(view, stage, row), share, theme, pending ? 0.5 : 1);
    };
    double most = 0;
    for (const StageEvaluation& other : shownPlan()->evaluation.stages)
        most = std::max(most, other.time.load);
    const QRectF load = bar(Load, most > 0 ? price.time.load / most : 0);
    painter.setPen(theme.text);
    fitText(painter, load, pending ? QStringLiteral("…") : formatValue(price.time.load, Unit::seconds));

    const double free = price.memory.capacity - price.memory.total;
    const QRectF memory = bar(Memory, price.memory.capacity > 0 ? price.memory.total / price.memory.capacity : 0);
    if (!pending && !(free >= 0)) {
        painter.setPen(QPen(theme.memory(MemoryKind::Overflow), 1.5));
        painter.setBrush(theme.memoryBrush(MemoryKind::Overflow));
        painter.drawRoundedRect(memory.adjusted(0.75, 0.75, -0.75, -0.75), 3, 3);
    }
    const QString bytes = formatValue(std::abs(free), Unit::bytes);
    const QString words = pending     ? QStringLiteral("…")
                          : free >= 0 ? tr("%1 free").arg(bytes)
                                      : tr("%1 over").arg(bytes);
    if (!pending && !(free >= 0)) { // text needs a plain ground under it
        const QFontMetricsF text(axisFont());
        const double width = text.horizontalAdvance(words) + 8;
        if (width <= memory.width())
            painter.fillRect(QRectF(memory.center().x() - width / 2, memory.top() + 2, width, memory.height() - 4),
                             theme.panel);
    }
    painter.setPen(free >= 0 || pending ? theme.text : theme.bad);
    fitText(painter, memory, words);
}

/// Names of recomputation don't fit everywhere: then all stages have the short ones.
bool LayerStrip::tagsAreBrief(const View& view) const {
    const QFontMetricsF text(axisFont());
    for (int index = 0; index < runCount(); ++index) {
        const StagePlan& one = plan().stages[static_cast<std::size_t>(run(index).stage)];
        if (text.horizontalAdvance(tagText(one, false)) > stageRect(view, index).width() - 6) return true;
    }
    return false;
}

void LayerStrip::paintTag(QPainter& painter, const QRectF& cell, const StagePlan& stage, bool brief,
                          const Theme& theme) const {
    const Recompute kind = stage.recompute;
    const QRectF tag = cell.adjusted(1.5, 1.5, -1.5, -1.5);
    const QColor colour = theme.time(TimeKind::Recompute);
    QColor fill = colour;
    if (kind == Recompute::selective || stage.is_partial()) fill.setAlphaF(theme.dark ? 0.45F : 0.3F);
    painter.setPen(QPen(kind == Recompute::none ? theme.line : colour, 1));
    painter.setBrush(kind == Recompute::none ? QBrush(Qt::NoBrush) : QBrush(fill));
    painter.drawRoundedRect(tag, 4, 4);
    const bool whole = (kind == Recompute::full && !stage.is_partial()) || kind == Recompute::stage;
    painter.setPen(whole ? textOn(colour) : kind == Recompute::none ? theme.muted : theme.text);
    fitText(painter, tag, tagText(stage, brief));
}

void LayerStrip::paintBorders(QPainter& painter, const View& view, const Theme& theme) const {
    for (int stage = 1; stage < stageCount(); ++stage) {
        if (stage != m_border && stage != m_hovered) continue;
        const QRectF strip = stageRect(view, stage);
        const bool chosen = stage == m_border;
        painter.setPen(QPen(theme.panel, 5));
        painter.drawLine(QPointF(strip.left(), strip.top() - 3), QPointF(strip.left(), strip.bottom() + 3));
        painter.setPen(QPen(theme.accent, chosen ? 3 : 2));
        painter.drawLine(QPointF(strip.left(), strip.top() - 3), QPointF(strip.left(), strip.bottom() + 3));
        painter.setPen(QPen(theme.panel, 1));
        painter.setBrush(theme.accent);
        painter.drawRoundedRect(QRectF(strip.left() - 4, strip.center().y() - 8, 8, 16), 3, 3);
    }
}

QString LayerStrip::sentence() const {
    const auto layersOf = [this](int stage) { return plan().stages[static_cast<std::size_t>(stage)].layers.size(); };
    if (m_border > 0) {
        const QString where = tr("Border before layer %1: %n layer(s) in %2, %3 in %4.", nullptr,
                                 static_cast<int>(layersOf(m_border - 1)))
                                  .arg(layerName(plan().stages[static_cast<std::size_t>(m_border)].layers.front()))
                                  .arg(stageName(m_border - 1))
                                  .arg(layersOf(m_border))
                                  .arg(stageName(m_border));
        return m_dragging ? where : tr("%1 ← and → move it, with Shift by ten.").arg(where);
    }
    const int stage = selectedStage();
    if (isInterleaved() && stage < 0)
        return tr("Interleaved: the devices of every stage hold %n chunk(s) of layers, which can't be moved here. "
                  "Click one to see its stage.",
                  nullptr, static_cast<int>(plan().virtual_stages()));
    if (stage < 0)
        return stageCount() > 1
                   ? tr("Drag a border to move layers. Click a recomputation to change it. Keys: Tab, ← →, R.")
                   : tr("One stage: there is no border to move. Click the recomputation to change it.");
    const StagePlan& layers = plan().stages[static_cast<std::size_t>(stage)];
    const QString what = isInterleaved() ? chunkText(stage)
                                         : tr("%1: %2, recomputation %3", "stage, its layers, kind")
                                               .arg(stageName(stage), rangeText(stage), recomputeName(layers));
    if (isEdited(stage)) return tr("%1; figures follow").arg(what);
    const StageEvaluation& price = shownPlan()->evaluation.stages[static_cast<std::size_t>(stage)];
    const double free = price.memory.capacity - price.memory.total;
    const QString bytes = formatValue(std::abs(free), Unit::bytes);
    return tr("%1; load %2, %3")
        .arg(what, formatValue(price.time.load, Unit::seconds),
             free >= 0 ? tr("%1 free").arg(bytes) : tr("%1 over").arg(bytes));
}

/// "layers 5 to 9 (5)"
QString LayerStrip::rangeText(int stage) const {
    const std::vector<int>& layers = plan().stages[static_cast<std::size_t>(stage)].layers;
    if (layers.size() == 1) return tr("layer %1").arg(layerName(layers.front()));
    return tr("layers %1 to %2 (%3)").arg(layerName(layers.front()), layerName(layers.back())).arg(layers.size());
}

QString LayerStrip::hoverStage(int stage) const {
    const auto index = static_cast<std::size_t>(stage);
    const StagePlan& layers = plan().stages[index];
    QVector<QPair<QString, QString>> rows;
    rows.append({tr("Layers"), layers.layers.size() == 1
                                   ? layerName(layers.layers.front())
                                   : tr("%1 to %2 (%3)")
                                         .arg(layerName(layers.layers.front()), layerName(layers.layers.back()))
                                         .arg(layers.layers.size())});
    rows.append({tr("Recomputation"), recomputeName(layers)});
    if (!isEdited(stage)) {
        const StageEvaluation& price = shownPlan()->evaluation.stages[index];
        const double free = price.memory.capacity - price.memory.total;
        rows.append({tr("Load"), formatValue(price.time.load, Unit::seconds)});
        rows.append({tr("Memory"), formatValue(price.memory.total, Unit::bytes)});
        rows.append({free >= 0 ? tr("Free") : tr("Over capacity"), formatValue(std::abs(free), Unit::bytes)});
    }
    return hoverCard(stageName(stage), rows);
}

QString LayerStrip::hoverText(const QPointF& position) {
    const View view = viewFor(QSizeF(size()), true);
    if (const int border = borderAt(position); border > 0)
        return hoverCard(
            tr("Border of %1 and %2").arg(stageName(border - 1), stageName(border)),
            {{tr("Before layer"), layerName(plan().stages[static_cast<std::size_t>(border)].layers.front())},
             {tr("Drag"), tr("moves layers")}});
    const int layer = layerAt(view, position.x());
    if (layer < 0 || position.y() > view.bottom) return {};
    const int stage = stageOf(layer), index = runOf(layer);
    if (position.y() < stageRect(view, index).top() || position.y() > stageRect(view, index).bottom())
        return isInterleaved() ? hoverChunk(run(index)) : hoverStage(stage);
    const Layer& what = snapshot().problem->model.layers[static_cast<std::size_t>(layer)];
    QVector<QPair<QString, QString>> rows{{tr("Stage"), stageName(stage)}};
    if (isInterleaved()) rows.append({tr("Chunk"), QString::number(run(index).chunk)});
    if (what.kind == LayerKind::embedding) rows.append({tr("Kind"), tr("embedding")});
    if (what.kind == LayerKind::head) rows.append({tr("Kind"), tr("head")});
    const auto equal = std::ranges::count(m_classes, m_classes[static_cast<std::size_t>(layer)]);
    if (equal > 1) rows.append({tr("Equal layers"), formatCount(equal)});
    return hoverCard(tr("layer %1").arg(layerName(layer)), rows);
}

TableData LayerStrip::tableData() const {
    TableData figures;
    if (!emptyText().isEmpty()) return figures;
    if (isInterleaved()) return chunkTable();
    figures.headers << tr("Stage") << tr("First layer") << tr("Last layer") << tr("Layers") << tr("Load")
                    << tr("Memory") << tr("Capacity") << tr("Free") << tr("Recomputation");
    const RankedPlan& shown = *shownPlan();
    for (int stage = 0; stage < stageCount(); ++stage) {
        const auto index = static_cast<std::size_t>(stage);
        const StagePlan& layers = shown.plan.stages[index];
        const StageEvaluation& price = shown.evaluation.stages[index];
        const double free = price.memory.capacity - price.memory.total;
        figures.rows.append({{QString::number(stage), stage},
                             {layerName(layers.layers.front()), layers.layers.front()},
                             {layerName(layers.layers.back()), layers.layers.back()},
                             {QString::number(layers.layers.size()), static_cast<qint64>(layers.layers.size())},
                             {formatValue(price.time.load, Unit::seconds), price.time.load},
                             {formatValue(price.memory.total, Unit::bytes), price.memory.total},
                             {formatValue(price.memory.capacity, Unit::bytes), price.memory.capacity},
                             {formatValue(free, Unit::bytes), free},
                             {recomputeName(layers), {}}});
    }
    return figures;
}

} // namespace nest::ui
