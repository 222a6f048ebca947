// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
// The chunks of interleaved stages in the layer strip.
#include "plan/layerstrip.h"

#include "plan/candidatestable.h"
#include "plan/layer_ranges.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace nest::ui {

/// Empty where the plan isn't interleaved, or its chunks aren't runs of consecutive layers that follow one another.
std::vector<LayerStrip::Run> LayerStrip::chunksOf(const ModelGraph& model, const Plan& plan) {
    if (plan.virtual_stages() < 2) return {};
    std::vector<Run> runs;
    int next = 0;
    for (const StagePlan& part : plan.virtual_pipeline()) {
        const int place = static_cast<int>(runs.size()), stages = static_cast<int>(plan.stage_count());
        Run run{place % stages, place / stages, next, next - 1};
        for (const int layer : part.layers)
            if (layer != ++run.last) return {};
        if (run.last < run.first) return {};
        next = run.last + 1;
        runs.push_back(run);
    }
    return next == static_cast<int>(model.layers.size()) ? runs : std::vector<Run>();
}

LayerStrip::Run LayerStrip::run(int index) const {
    if (isInterleaved()) return m_chunks[static_cast<std::size_t>(index)];
    const std::vector<int>& layers = plan().stages[static_cast<std::size_t>(index)].layers;
    return {index, 0, layers.front(), layers.back()};
}

int LayerStrip::runOf(int layer) const {
    for (int index = 0; index < runCount(); ++index)
        if (run(index).last >= layer) return index;
    return -1;
}

int LayerStrip::stageOf(int layer) const {
    const int index = runOf(layer);
    return index < 0 ? -1 : run(index).stage;
}

/// Time of one micro-batch in the chunk; 0 where it isn't known.
double LayerStrip::chunkLoad(const Run& run) const {
    const auto& chunks = shownPlan()->evaluation.stages[static_cast<std::size_t>(run.stage)].chunks;
    const auto index = static_cast<std::size_t>(run.chunk);
    return index < chunks.size() ? chunks[index].load : 0;
}

/// Loads below the chunks, and below all chunks of one turn which it is.
void LayerStrip::paintChunks(QPainter& painter, const View& view, const Theme& theme) const {
    const QFontMetricsF text(axisFont());
    const auto write = [&](const QRectF& cell, const QString& words) {
        painter.setPen(theme.text);
        if (text.horizontalAdvance(words) <= cell.width() - 3) painter.drawText(cell, Qt::AlignCenter, words);
    };
    double most = 0;
    for (const Run& run : m_chunks)
        most = std::max(most, chunkLoad(run));
    painter.setFont(axisFont());
    for (int index = 0; index < runCount(); ++index) {
        const Run here = run(index);
        const double load = chunkLoad(here);
        write(cellRect(view, index, Layers), QString::number(here.last - here.first + 1));
        write(paintBar(painter, cellRect(view, index, Load), most > 0 ? load / most : 0, theme),
              formatValue(load, Unit::seconds));
    }
    for (int first = 0; first < runCount(); first += stageCount()) {
        const QRectF turn = cellRect(view, first, Memory).united(cellRect(view, first + stageCount() - 1, Memory));
        const QRectF line = turn.adjusted(3, 3, -3, -turn.height() / 2);
        const QString name = tr("chunk %1").arg(run(first).chunk);
        const QString words =
            text.horizontalAdvance(name) <= turn.width() - 12 ? name : QString::number(run(first).chunk);
        const double half = text.horizontalAdvance(words) / 2 + 5;
        painter.setPen(QPen(theme.muted, 1));
        for (const bool left : {true, false}) { // a bracket with the name in its middle
            const double end = left ? line.left() : line.right();
            const double inner = line.center().x() + (left ? -half : half);
            if (left ? inner <= end : inner >= end) continue;
            painter.drawLine(QPointF(end, line.top()), QPointF(end, line.bottom()));
            painter.drawLine(QPointF(end, line.bottom()), QPointF(inner, line.bottom()));
        }
        write(turn, words);
    }
}

/// A stage in words: which layers its chunks hold.
QString LayerStrip::chunkText(int stage) const {
    const StagePlan& layers = plan().stages[static_cast<std::size_t>(stage)];
    return tr("%1: %2 (%3), recomputation %4", "stage, layers of its chunks, how many, kind")
        .arg(stageName(stage), QString::fromStdString(layer_ranges(snapshot().problem->model, layers)))
        .arg(layers.layers.size())
        .arg(recomputeName(layers));
}

QString LayerStrip::hoverChunk(const Run& run) const {
    const auto index = static_cast<std::size_t>(run.stage);
    const StagePlan& stage = plan().stages[index];
    const StageEvaluation& price = shownPlan()->evaluation.stages[index];
    const double free = price.memory.capacity - price.memory.total;
    return hoverCard(
        tr("%1 · chunk %2").arg(stageName(run.stage)).arg(run.chunk),
        {{tr("Layers"), QString::fromStdString(layer_ranges(snapshot().problem->model, stage.chunk(run.chunk)))},
         {tr("Load of the chunk"), formatValue(chunkLoad(run), Unit::seconds)},
         {tr("Layers of the stage"), QString::fromStdString(layer_ranges(snapshot().problem->model, stage))},
         {tr("Load of the stage"), formatValue(price.time.load, Unit::seconds)},
         {tr("Recomputation"), recomputeName(stage)},
         {tr("Memory"), formatValue(price.memory.total, Unit::bytes)},
         {free >= 0 ? tr("Free") : tr("Over capacity"), formatValue(std::abs(free), Unit::bytes)}});
}

TableData LayerStrip::chunkTable() const {
    TableData figures;
    figures.headers << tr("Stage") << tr("Chunk") << tr("First layer") << tr("Last layer") << tr("Layers") << tr("Load")
                    << tr("Recomputation");
    for (const Run& run : m_chunks)
        figures.rows.append({{QString::number(run.stage), run.stage},
                             {QString::number(run.chunk), run.chunk},
                             {QString::number(run.first), run.first},
                             {QString::number(run.last), run.last},
                             {QString::number(run.last - run.first + 1), run.last - run.first + 1},
                             {formatValue(chunkLoad(run), Unit::seconds), chunkLoad(run)},
                             {recomputeName(plan().stages[static_cast<std::size_t>(run.stage)]), {}}});
    return figures;
}

} // namespace nest::ui
