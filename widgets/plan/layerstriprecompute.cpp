// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
// What a stage of the layer strip recomputes: its tag, and how many layers in full.
#include "plan/layerstrip.h"

#include "plan/candidatestable.h"
#include "plan/plan_edits.h"

#include <QFontMetrics>
#include <QSignalBlocker>
#include <QSpinBox>

namespace nest::ui {

void LayerStrip::cycleRecompute(int stage) {
    if (stage < 0 || stage >= stageCount() || snapshot().dimmed) return;
    const Recompute next = next_recompute(plan().stages[static_cast<std::size_t>(stage)].recompute);
    emit recomputeChosen(stage, next);
    want(with_recompute(plan(), stage, next));
}

/// Full recomputation of a stage's first layers.
void LayerStrip::recomputeLayers(int stage, int layers) {
    if (stage < 0 || stage >= stageCount() || snapshot().dimmed) return;
    want(with_recompute_layers(plan(), stage, layers));
}

/// At the right end of the sentence, as long as a stage is selected.
void LayerStrip::placeRecomputed() {
    const int stage = isEditable() ? selectedStage() : -1;
    m_recomputed->setVisible(stage >= 0);
    m_recomputed->setAccessibleName(tr("Layers of the stage recomputed in full"));
    m_recomputed->setToolTip(tr("So many of the stage's first layers are recomputed in full (+ and -)"));
    if (stage < 0) return;
    const StagePlan& shown = plan().stages[static_cast<std::size_t>(stage)];
    const int layers = static_cast<int>(shown.layers.size());
    const QSignalBlocker quiet(m_recomputed);
    m_recomputed->setPrefix(tr("recompute ", "before a number of layers"));
    m_recomputed->setSuffix(tr(" of %1", "after a number of layers: how many there are").arg(layers));
    m_recomputed->setRange(0, layers);
    m_recomputed->setValue(shown.recompute == Recompute::full ? shown.repeated_layers() : 0);
    m_recomputed->setEnabled(!snapshot().dimmed);
    m_recomputed->setFont(axisFont());
    const QString widest = m_recomputed->prefix() + QString::number(layers) + m_recomputed->suffix();
    const int width = QFontMetrics(m_recomputed->font()).horizontalAdvance(widest) + scaled(40); // and two arrows
    const int height = scaled(22);
    const View view = viewFor(QSizeF(size()), true);
    m_recomputed->setGeometry(this->width() - width - 2, qRound(view.bottom) + 1, width, height);
}

double LayerStrip::sentenceWidth(const View& view, const QSizeF& size) const {
    const bool onScreen = size == QSizeF(this->size());
    return size.width() - view.left - (onScreen && m_recomputed->isVisible() ? m_recomputed->width() + 10 : 0);
}

QString LayerStrip::tagText(const StagePlan& stage, bool brief) const {
    if (!brief) return recomputeName(stage);
    switch (stage.recompute) {
    case Recompute::none:
        return QStringLiteral("–");
    case Recompute::selective:
        return tr("S", "mark of selective recomputation");
    case Recompute::full: {
        const QString mark = tr("F", "mark of full recomputation");
        return stage.is_partial() ? mark + QString::number(stage.recompute_layers) : mark;
    }
    case Recompute::stage:
        break;
    }
    return tr("A", "mark of recomputation of the whole stage at once");
}

} // namespace nest::ui
