// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/layerstrip.h"

#include "controls/shortname.h"
#include "io/engine/pipeline_layout.h"
#include "plan/plan_edits.h"
#include "plan/strategy_tables.h"

#include <QClipboard>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSpinBox>
#include <QToolButton>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace nest::ui {
namespace {

constexpr double scrollHeight = 10;
constexpr double mostZoom = 200;
constexpr int bigStep = 10; ///< layers, with Shift

/// Around a border, what still takes hold of it.
double reach() {
    return scaled(5.0);
}
/// Width of an embedding or head.
double leastMarked() {
    return scaled(14.0);
}
/// Of one layer at zoom 1: few layers don't become slabs.
double widestLayer() {
    return scaled(48.0);
}
/// Of the stages' names above the strip.
double nameHeight() {
    return scaled(17.0);
}
/// Of a line of text below.
double footHeight() {
    return scaled(18.0);
}
double rowHeight() {
    return scaled(17.0);
}
double tagHeight() {
    return scaled(20.0);
}
double rowGap() {
    return scaled(3.0);
}
double stripGap() {
    return scaled(5.0);
}
double leastStrip() {
    return scaled(24.0);
}
double mostStrip() {
    return scaled(72.0);
}
} // namespace

LayerStrip::LayerStrip(QWidget* parent)
    : PlanChart(parent), m_scrollBar(new QScrollBar(Qt::Horizontal, this)), m_copy(new QToolButton(this)),
      m_recomputed(new QSpinBox(this)) {
    m_scrollBar->setFocusPolicy(Qt::NoFocus);
    m_scrollBar->hide();
    connect(m_scrollBar, &QScrollBar::valueChanged, this, qOverload<>(&QWidget::update));
    m_copy->setAutoRaise(true);
    m_copy->setStyleSheet(QStringLiteral("QToolButton { padding: 1px; }")); // it stands in a line of text
    m_copy->setFocusPolicy(Qt::NoFocus);                                    // Ctrl+C does the same
    m_copy->setIcon(lineIcon(QStringLiteral("copy")));
    m_copy->hide();
    connect(m_copy, &QToolButton::clicked, this, &LayerStrip::copyLayout);
    m_recomputed->setObjectName(QStringLiteral("recomputedLayers"));
    m_recomputed->setStyleSheet(QStringLiteral("QSpinBox { padding: 0 2px; }")); // it stands in a line of text
    m_recomputed->setFocusPolicy(Qt::ClickFocus);                                // + and - do the same
    m_recomputed->setKeyboardTracking(false);
    m_recomputed->hide();
    connect(m_recomputed, &QSpinBox::valueChanged, this,
            [this](int layers) { recomputeLayers(selectedStage(), layers); });
    setProperty("helpId", QStringLiteral("plan#strip"));
    LayerStrip::retranslate();
    refresh();
}

void LayerStrip::retranslate() {
    placeRecomputed();
    m_scrollBar->setAccessibleName(tr("Scroll layers"));
    m_copy->setToolTip(tr("Copy --pipeline-model-parallel-layout for Megatron-LM (Ctrl+C)"));
    m_copy->setAccessibleName(tr("Copy the layout for Megatron-LM"));
}

QString LayerStrip::engineLayout() const {
    if (!shownPlan() || !snapshot().problem->model.architecture || plan().has_copies()) return {};
    const auto stages = io::layout_stages(*snapshot().problem->model.architecture, plan());
    return stages ? QString::fromStdString(io::pipeline_layout_text(*stages)) : QString();
}

void LayerStrip::copyLayout() {
    const QString layout = engineLayout();
    if (layout.isEmpty()) return;
    QGuiApplication::clipboard()->setText(layout);
    QToolTip::showText(m_copy->mapToGlobal(QPoint(0, m_copy->height())), tr("Copied"), m_copy);
}

/// Beside the text, which is elided so that the button has room.
void LayerStrip::placeCopy() {
    const QString layout = emptyText().isEmpty() ? engineLayout() : QString();
    m_copy->setVisible(!layout.isEmpty());
    if (layout.isEmpty()) return;
    const int side = scaled(22);
    m_copy->setFixedSize(side, side);
    m_copy->setIconSize(QSize(side, side) * 2 / 3);
    const QRectF line = layoutLine(viewFor(QSizeF(size()), true), QSizeF(size()));
    const double text = QFontMetricsF(axisFont()).horizontalAdvance(layoutText());
    m_copy->move(QPointF(line.left() + std::min(text, line.width()) + 4, line.center().y() - side / 2.0).toPoint());
}

QString LayerStrip::layoutText() const {
    return tr("Megatron-LM layout: %1").arg(engineLayout());
}

QRectF LayerStrip::layoutLine(const View& view, const QSizeF& size) const {
    return {view.left, view.bottom + 2 + footHeight(), size.width() - view.left - scaled(26.0), footHeight()};
}

QString LayerStrip::title() const {
    return tr("Layers");
}

QString LayerStrip::unit() const {
    const RankedPlan* plan = shownPlan();
    if (!plan) return {};
    return tr("%1 in %2", "layers, stages")
        .arg(tr("%n layer(s)", nullptr, static_cast<int>(snapshot().problem->model.layers.size())),
             tr("%n stage(s)", nullptr, stageCount()));
}

QString LayerStrip::emptyText() const {
    const QString nothing = PlanChart::emptyText();
    if (!nothing.isEmpty()) return nothing;
    if (isInterleaved() || has_movable_borders(snapshot().problem->model, shownPlan()->plan)) return {};
    if (shownPlan()->plan.virtual_stages() > 1)
        return tr(
            "The stages of this plan are interleaved, and their chunks are branches of the model's graph, not runs "
            "of consecutive layers: they can't be shown in a row.");
    return tr("The stages of this plan are branches of the model's graph, not runs of consecutive layers: their "
              "borders can't be moved here.");
}

QString LayerStrip::rowName(Row row) const {
    switch (row) {
    case Layers:
        return tr("layers");
    case Load:
        return tr("load");
    case Memory:
        return isInterleaved() ? tr("chunk") : tr("memory");
    case Recomputation:
        return tr("recompute");
    case RowCount:
        break;
    }
    return {};
}

QString LayerStrip::layerName(int layer) const {
    return shortName(snapshot().problem->model.layers[static_cast<std::size_t>(layer)].id);
}

/// "15" of "block.15": a place in the row would count the embedding, too.
QString LayerStrip::layerNumber(int layer) const {
    const QString name = layerName(layer), number = name.section(QLatin1Char('.'), -1);
    const bool digits = !number.isEmpty() && std::ranges::all_of(number, [](QChar c) { return c.isDigit(); });
    return digits ? number : name;
}

bool LayerStrip::isMarked(int layer) const {
    const LayerKind kind = snapshot().problem->model.layers[static_cast<std::size_t>(layer)].kind;
    return kind == LayerKind::embedding || kind == LayerKind::head;
}

bool LayerStrip::isEdited(int stage) const {
    if (!m_draft) return false;
    const auto index = static_cast<std::size_t>(stage);
    return m_draft->stages[index] != shownPlan()->plan.stages[index];
}

void LayerStrip::snapshotChanged() {
    const RankedPlan* shown = shownPlan();
    if (m_dragging) endDrag(false);
    // The answer to an edit, while later ones are still on their way, keeps the draft; another plan ends it.
    const qsizetype answered = shown ? m_sent.indexOf(shown->plan) : -1;
    m_sent.remove(0, answered + 1);
    const bool refused = std::ranges::any_of(
        snapshot().kept, [](const KeptPlan& kept) { return kept.kind == KeptPlan::Kind::edited && !kept.priced; });
    if (!shown || m_sent.isEmpty() || refused || (answered < 0 && shown->plan != m_base)) {
        m_draft.reset();
        m_sent.clear();
    }
    m_classes = shown ? layer_classes(snapshot().problem->model) : std::vector<int>();
    m_chunks = shown ? chunksOf(snapshot().problem->model, shown->plan) : std::vector<Run>();
    if (m_border >= stageCount()) m_border = -1;
    updateScrollBar();
    placeRecomputed();
}

void LayerStrip::selectionChanged() {
    placeRecomputed();
    if (selectedStage() >= 0 && emptyText().isEmpty())
        reveal(plan().stages[static_cast<std::size_t>(selectedStage())].layers.front());
    update();
}

// Geometry

LayerStrip::View LayerStrip::viewFor(const QSizeF& size, bool onScreen) const {
    View view;
    const QFontMetricsF text(axisFont());
    for (int row = 0; row < RowCount; ++row)
        view.left = std::max(view.left, text.horizontalAdvance(rowName(static_cast<Row>(row))));
    view.left += 10;
    view.width = std::max(20.0, size.width() - view.left - 2);
    const bool bar = onScreen && m_scrollBar->isVisible();
    const double rows = 3 * (rowHeight() + rowGap()) + tagHeight() + stripGap();
    const double room = size.height() - nameHeight() - rows - (engineLayout().isEmpty() ? 1 : 2) * footHeight() -
                        (bar ? scrollHeight + 2 : 0) - 4;
    view.stripHeight = std::clamp(room, leastStrip(), mostStrip());
    view.bottom = nameHeight() + view.stripHeight + rows;

    const int layers = static_cast<int>(snapshot().problem->model.layers.size());
    int marked = 0;
    for (int layer = 0; layer < layers; ++layer)
        marked += isMarked(layer);
    const double zoom = onScreen ? m_zoom : 1;
    const double content = view.width * zoom;
    double each = content / std::max(1, layers);
    if (each < leastMarked() && layers > marked)
        each = std::max(0.05, (content - marked * leastMarked()) / (layers - marked));
    if (zoom <= 1) each = std::min(each, widestLayer());
    view.edges.reserve(layers + 1);
    view.edges.append(0);
    for (int layer = 0; layer < layers; ++layer)
        view.edges.append(view.edges.last() + (isMarked(layer) ? std::max(each, leastMarked()) : each));
    view.scroll = bar ? m_scrollBar->value() : 0;
    return view;
}

QRectF LayerStrip::stageRect(const View& view, int run) const {
    const Run layers = this->run(run);
    const double from = view.x(layers.first), to = view.x(layers.last + 1);
    return {from, nameHeight(), to - from, view.stripHeight};
}

QRectF LayerStrip::cellRect(const View& view, int run, Row row) const {
    const QRectF strip = stageRect(view, run);
    const double top = strip.bottom() + stripGap() + static_cast<int>(row) * (rowHeight() + rowGap());
    return {strip.left(), top, strip.width(), row == Recomputation ? tagHeight() : rowHeight()};
}

QRectF LayerStrip::recomputeTag(int stage) const {
    return cellRect(viewFor(QSizeF(size()), true), stage, Recomputation);
}

QPointF LayerStrip::borderPosition(int stage) const {
    const QRectF strip = stageRect(viewFor(QSizeF(size()), true), stage);
    return {strip.left(), strip.center().y()};
}

QRectF LayerStrip::layerRect(int layer) const {
    const View view = viewFor(QSizeF(size()), true);
    return {view.x(layer), nameHeight(), view.x(layer + 1) - view.x(layer), view.stripHeight};
}

int LayerStrip::layerAt(const View& view, double x) const {
    if (x < view.left) return -1;
    const double inside = x - view.left + view.scroll;
    const auto edge = std::upper_bound(view.edges.begin(), view.edges.end(), inside);
    return edge == view.edges.end() ? -1 : static_cast<int>(edge - view.edges.begin()) - 1;
}

int LayerStrip::borderAt(const QPointF& position) const {
    if (!isEditable()) return -1;
    const View view = viewFor(QSizeF(size()), true);
    if (position.x() < view.left - reach() || position.y() > nameHeight() + view.stripHeight + stripGap()) return -1;
    int nearest = -1;
    double least = reach();
    for (int stage = 1; stage < stageCount(); ++stage) {
        const QRectF strip = stageRect(view, stage);
        // Narrow stages keep a middle that selects them.
        const double narrow = std::min(strip.width(), stageRect(view, stage - 1).width()) / 3;
        const double away = std::abs(strip.left() - position.x());
        if (away > std::min(least, narrow)) continue;
        least = away;
        nearest = stage;
    }
    return nearest;
}

void LayerStrip::updateScrollBar() {
    const bool zoomed = m_zoom > 1 && emptyText().isEmpty();
    m_scrollBar->setVisible(zoomed);
    placeCopy();
    if (!zoomed) return;
    const View view = viewFor(QSizeF(size()), true);
    m_scrollBar->setGeometry(QRectF(view.left, height() - scrollHeight, view.width, scrollHeight).toRect());
    m_scrollBar->setRange(0, std::max(0, static_cast<int>(std::ceil(view.edges.last() - view.width))));
    m_scrollBar->setPageStep(static_cast<int>(view.width));
    m_scrollBar->setSingleStep(24);
}

void LayerStrip::reveal(int layer) {
    if (!m_scrollBar->isVisible()) return;
    const View view = viewFor(QSizeF(size()), true);
    const double from = view.edges[layer], to = view.edges[layer + 1];
    if (from < view.scroll || to > view.scroll + view.width)
        m_scrollBar->setValue(static_cast<int>((from + to - view.width) / 2));
}

void LayerStrip::zoomAt(double x, double factor) {
    if (!emptyText().isEmpty()) return;
    const View before = viewFor(QSizeF(size()), true);
    const double inside = x - before.left + before.scroll;
    const double zoom = std::clamp(m_zoom * factor, 1.0, mostZoom);
    if (zoom == m_zoom) return;
    m_zoom = zoom < 1.01 ? 1 : zoom;
    updateScrollBar();
    const View after = viewFor(QSizeF(size()), true);
    m_scrollBar->setValue(qRound(inside / before.edges.last() * after.edges.last() - (x - after.left)));
    update();
}

void LayerStrip::fit() {
    m_zoom = 1;
    updateScrollBar();
    update();
}

// Edits

void LayerStrip::chooseBorder(int stage) {
    m_border = stage >= 1 && stage < stageCount() && isEditable() ? stage : -1;
    if (m_border > 0) reveal(plan().stages[static_cast<std::size_t>(m_border)].layers.front());
    update();
}

void LayerStrip::want(Plan plan) {
    if (!m_draft) m_base = shownPlan()->plan;
    m_draft = plan;
    m_sent.append(plan);
    update();
    emit edited(plan);
    placeCopy();
    placeRecomputed();
}

void LayerStrip::moveBorder(int first) {
    const int stage = m_border;
    if (stage < 1 || snapshot().dimmed) return;
    const int before = plan().stages[static_cast<std::size_t>(stage)].layers.front();
    const int after = nearest_border(plan(), stage, first);
    if (after == before) return;
    emit borderMoved(stage, after);
    want(with_border(plan(), stage, after));
}

void LayerStrip::dragTo(double x) {
    const View view = viewFor(QSizeF(size()), true);
    const double inside = x - view.left + view.scroll;
    const auto above = std::lower_bound(view.edges.begin(), view.edges.end(), inside);
    qsizetype nearest = above - view.edges.begin();
    if (nearest >= view.edges.size()) nearest = view.edges.size() - 1;
    if (nearest > 0 && inside - view.edges[nearest - 1] < view.edges[nearest] - inside) --nearest;
    m_draft = with_border(m_beforeDrag.value_or(shownPlan()->plan), m_border, static_cast<int>(nearest));
    update();
}

void LayerStrip::endDrag(bool keep) {
    m_dragging = false;
    const std::optional<Plan> dropped = m_draft;
    m_draft = m_beforeDrag;
    m_beforeDrag.reset();
    if (keep && dropped) moveBorder(dropped->stages[static_cast<std::size_t>(m_border)].layers.front());
    update();
}

// Mouse and keys

void LayerStrip::mousePressEvent(QMouseEvent* event) {
    if (!emptyText().isEmpty()) return;
    const View view = viewFor(QSizeF(size()), true);
    if (event->button() == Qt::MiddleButton) m_panFrom = event->position().x() + view.scroll;
    if (event->button() != Qt::LeftButton) return;
    if (const int border = borderAt(event->position()); border > 0 && !snapshot().dimmed) {
        m_border = border;
        m_beforeDrag = m_draft;
        m_dragging = true;
        update();
        return;
    }
    chooseBorder(-1);
    const int layer = layerAt(view, event->position().x());
    if (layer < 0 || event->position().y() > view.bottom) return;
    const int stage = stageOf(layer);
    if (isEditable() && cellRect(view, stage, Recomputation).contains(event->position())) {
        selectStage(stage);
        cycleRecompute(stage);
    } else {
        clickStage(stage);
    }
}

void LayerStrip::mouseMoveEvent(QMouseEvent* event) {
    if (m_dragging) {
        QToolTip::hideText();
        dragTo(event->position().x());
        return;
    }
    if (m_panFrom) {
        m_scrollBar->setValue(qRound(*m_panFrom - event->position().x()));
        return;
    }
    const int border = borderAt(event->position());
    if (border != m_hovered) {
        m_hovered = border;
        setCursor(border > 0 ? Qt::SplitHCursor : Qt::ArrowCursor);
        update();
    }
    PlanChart::mouseMoveEvent(event);
}

void LayerStrip::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::MiddleButton) m_panFrom.reset();
    if (event->button() == Qt::LeftButton && m_dragging) endDrag(true);
}

void LayerStrip::mouseDoubleClickEvent(QMouseEvent* event) {
    // On a tag two quick clicks are two steps of the cycle.
    const bool onRow = isEditable() && stageCount() > 0 && event->position().y() >= recomputeTag(0).top();
    if (onRow || borderAt(event->position()) > 0) return mousePressEvent(event);
    fit();
}

/// Tab goes from border to border before it leaves; Esc makes the next one leave at once.
bool LayerStrip::focusNextPrevChild(bool next) {
    const int last = isEditable() ? stageCount() - 1 : 0;
    const int border = next ? std::max(m_border, 0) + 1 : m_border - 1;
    if (m_dragging || (next ? border > last : border < 1)) {
        chooseBorder(-1);
        return PlanChart::focusNextPrevChild(next);
    }
    chooseBorder(border);
    return true;
}

void LayerStrip::focusOutEvent(QFocusEvent* event) {
    if (m_dragging) endDrag(false);
    update();
    PlanChart::focusOutEvent(event);
}

void LayerStrip::keyPressEvent(QKeyEvent* event) {
    if (!emptyText().isEmpty()) return PlanChart::keyPressEvent(event);
    const int key = event->key();
    if (event->matches(QKeySequence::Copy)) return copyLayout();
    const bool sideways = key == Qt::Key_Left || key == Qt::Key_Right;
    if (event->modifiers() & Qt::ControlModifier) {
        if (key == Qt::Key_Plus || key == Qt::Key_Equal) return zoomAt(width() / 2.0, 1.25);
        if (key == Qt::Key_Minus) return zoomAt(width() / 2.0, 0.8);
        if (key == Qt::Key_0) return fit();
    } else if (key == Qt::Key_Escape && m_dragging) {
        return endDrag(false);
    } else if (key == Qt::Key_Escape && m_border > 0) {
        return chooseBorder(-1);
    } else if (key == Qt::Key_F) {
        return fit();
    } else if (key == Qt::Key_R) {
        return isEditable() ? cycleRecompute(m_border > 0 ? m_border : selectedStage()) : void();
    } else if ((key == Qt::Key_Plus || key == Qt::Key_Minus) && m_recomputed->isVisible()) {
        return m_recomputed->stepBy(key == Qt::Key_Plus ? 1 : -1);
    } else if (key == Qt::Key_Up || key == Qt::Key_Down) {
        const int border = m_border < 0 ? 1 : m_border + (key == Qt::Key_Down ? 1 : -1);
        return chooseBorder(std::clamp(border, 1, std::max(1, stageCount() - 1)));
    } else if (sideways && m_border > 0) {
        const int step = event->modifiers() & Qt::ShiftModifier ? bigStep : 1;
        const int first = plan().stages[static_cast<std::size_t>(m_border)].layers.front();
        return moveBorder(key == Qt::Key_Left ? first - step : first + step);
    } else if (moveStage(key, Qt::Key_Left, Qt::Key_Right)) {
        return;
    }
    PlanChart::keyPressEvent(event);
}

void LayerStrip::wheelEvent(QWheelEvent* event) {
    if (event->modifiers() & Qt::ControlModifier)
        return zoomAt(event->position().x(), std::pow(1.0015, event->angleDelta().y()));
    if (!m_scrollBar->isVisible()) return event->ignore();
    const QPoint turned = event->angleDelta();
    m_scrollBar->setValue(m_scrollBar->value() - (turned.x() ? turned.x() : turned.y()) / 2);
}

void LayerStrip::resizeEvent(QResizeEvent* event) {
    PlanChart::resizeEvent(event);
    updateScrollBar();
    placeRecomputed();
}

} // namespace nest::ui
