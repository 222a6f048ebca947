// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/deviceheatmap.h"

#include "controls/shortname.h"
#include "selection/selectionmodel.h"

#include <QAction>
#include <QActionGroup>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

namespace nest::ui {
namespace {

using Colouring = DeviceHeatmap::Colouring;

constexpr int mostNamed = 8; ///< entries that each have a swatch with a name
constexpr double greatestZoom = 60;
constexpr double largestDevice = 52; ///< px, before zooming
constexpr double leastOutline = 11;  ///< px of a device
constexpr double deviceGap = 0.16;   ///< between devices of a node, in sides of one

/// px of a colour strip or one line of entries.
double stripLegend() {
    return scaled(20.0);
}
/// px for a name.
double leastStrip() {
    return scaled(9.0);
}

/// Fits a layout into a size, centred, with room for the outlines of the outermost devices.
QTransform fitting(const NestedLayout& layout, const QSizeF& size) {
    const QSizeF whole = layout.size();
    const double scale =
        std::min({(size.width() - 6) / whole.width(), (size.height() - 6) / whole.height(), largestDevice});
    return QTransform::fromTranslate((size.width() - whole.width() * scale) / 2,
                                     (size.height() - whole.height() * scale) / 2)
        .scale(scale, scale);
}

} // namespace

DeviceHeatmap::DeviceHeatmap(QWidget* parent) : PlanChart(parent) {
    setProperty("helpId", QStringLiteral("plan#devices"));
    auto* group = new QActionGroup(this);
    for (const Colouring colouring : {Colouring::Stage, Colouring::Replica, Colouring::Load, Colouring::Memory}) {
        QAction* action = group->addAction(QString());
        action->setCheckable(true);
        action->setChecked(colouring == m_colouring);
        connect(action, &QAction::triggered, this, [this, colouring] { setColouring(colouring); });
        m_colourings.append(action);
        addAction(action);
    }
    DeviceHeatmap::retranslate();
    refresh();
}

void DeviceHeatmap::retranslate() {
    const std::array names = {tr("Stage"), tr("Replica"), tr("Load"), tr("Memory")};
    for (qsizetype index = 0; index < m_colourings.size(); ++index)
        m_colourings[index]->setText(names[static_cast<std::size_t>(index)]);
}

void DeviceHeatmap::setColouring(Colouring colouring) {
    m_colourings[static_cast<int>(colouring)]->setChecked(true);
    if (m_colouring == colouring) return;
    m_colouring = colouring;
    rebuild(); // the legend may have another height
    refresh();
}

QString DeviceHeatmap::title() const {
    return tr("Devices");
}

QString DeviceHeatmap::unit() const {
    if (!shownPlan()) return {};
    switch (m_colouring) {
    case Colouring::Stage:
        return tr("colour: stage");
    case Colouring::Replica:
        return tr("colour: replica");
    case Colouring::Load:
        return tr("colour: load per micro-batch");
    case Colouring::Memory:
        return tr("colour: memory per device");
    }
    return {};
}

void DeviceHeatmap::snapshotChanged() {
    m_places.clear();
    m_rankOfSlot.clear();
    m_cacheValid = false;
    if (const RankedPlan* plan = shownPlan()) {
        const LevelModel& levels = snapshot().problem->levels;
        const RankGrid grid(plan->plan);
        m_rankOfSlot.assign(static_cast<std::size_t>(levels.slot_count), -1);
        for (qint64 rank = 0; rank < levels.device_count(); ++rank) {
            m_places.push_back(place_of(grid, rank));
            m_rankOfSlot[static_cast<std::size_t>(levels.slot_of(rank))] = rank;
        }
    }
    rebuild();
}

void DeviceHeatmap::rebuild() {
    m_layout = {};
    m_cacheValid = false;
    if (m_places.empty()) return;
    const LevelModel& levels = snapshot().problem->levels;
    std::vector<qint64> children;
    for (int level = 1; level <= levels.level_count(); ++level)
        children.push_back(levels.group_size(level) / levels.group_size(level - 1));
    const QSizeF area = drawingSize(QSizeF(size()));
    const double aspect = area.width() / area.height();
    m_layout = NestedLayout(children, aspect);
    // Names that could not be read are not given room.
    if (const int named = levels.level_count() - 1; named > 1) {
        const QRectF box = fitting(m_layout, area).mapRect(m_layout.rect(named, 0));
        const double strip = m_layout.labelHeight(named) * box.height() / m_layout.rect(named, 0).height();
        if (box.width() < 24 || strip < leastStrip()) m_layout = NestedLayout(children, aspect, {0, 2, false});
    }
    clampPan();
}

int DeviceHeatmap::legendCount() const {
    if (!shownPlan()) return 0;
    if (m_colouring == Colouring::Replica) return static_cast<int>(shownPlan()->plan.replicas);
    return m_colouring == Colouring::Stage ? stageCount() : 0;
}

/// A swatch for each of a few stages or replicas, with names where they fit in one line.
QVector<LegendItem> DeviceHeatmap::legendItems(double width, const Theme& theme) const {
    const int count = legendCount();
    QVector<LegendItem> items;
    if (count > mostNamed) return items;
    const bool byReplica = m_colouring == Colouring::Replica;
    for (int index = 0; index < count; ++index)
        items.append({theme.stage(index, count), byReplica ? tr("replica %1").arg(index) : stageName(index)});
    if (paintSwatches(nullptr, {}, width, items, theme) > scaled(17.0))
        for (int index = 0; index < count; ++index)
            items[index].text = QString::number(index);
    return items;
}

double DeviceHeatmap::legendHeight(double width) const {
    if (legendCount() > mostNamed) return scaled(32.0);
    return std::max(stripLegend(),
                    paintSwatches(nullptr, {}, width, legendItems(width, Theme::light()), Theme::light()) + 4);
}

/// The colours of many stages or replicas side by side, every n-th with its number below.
void DeviceHeatmap::paintLegendRow(QPainter& painter, const QRectF& area, const Theme& theme) const {
    const int count = legendCount();
    const QFontMetricsF text(axisFont());
    painter.setFont(axisFont());
    painter.setPen(theme.muted);
    const QString what = m_colouring == Colouring::Replica ? tr("replica") : tr("stage");
    painter.drawText(area, Qt::AlignLeft | Qt::AlignBottom, what);
    QRectF row = area.adjusted(text.horizontalAdvance(what) + scaled(12.0), 0, -scaled(8.0), 0);
    row.setHeight(scaled(10.0));
    const double each = std::min(scaled(24.0), row.width() / count);
    const double widest = text.horizontalAdvance(QString::number(count - 1)) + scaled(8.0);
    int step = 1;
    for (const int wider : {2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768}) {
        if (step * each >= widest) break;
        step = wider;
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int index = 0; index < count; ++index) {
        const double left = std::round(row.left() + index * each);
        const double right = std::round(row.left() + (index + 1) * each) - (each >= 6 ? 1 : 0);
        if (right > left)
            painter.fillRect(QRectF(left, row.top(), right - left, row.height()), theme.stage(index, count));
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(theme.muted);
    for (int index = 0; index < count; index += step)
        painter.drawText(QRectF(row.left() + (index + 0.5) * each - 40, row.bottom(), 80, area.bottom() - row.bottom()),
                         Qt::AlignHCenter | Qt::AlignBottom, QString::number(index));
}

QSizeF DeviceHeatmap::drawingSize(const QSizeF& size) const {
    return {size.width(), std::max(1.0, size.height() - legendHeight(size.width()))};
}

QTransform DeviceHeatmap::viewTransform() const {
    return fitting(m_layout, drawingSize(QSizeF(size()))) * QTransform::fromScale(m_zoom, m_zoom) *
           QTransform::fromTranslate(m_pan.x(), m_pan.y());
}

void DeviceHeatmap::clampPan() {
    const QSizeF area = drawingSize(QSizeF(size()));
    m_pan.setX(std::clamp(m_pan.x(), area.width() * (1 - m_zoom), 0.0));
    m_pan.setY(std::clamp(m_pan.y(), area.height() * (1 - m_zoom), 0.0));
}

void DeviceHeatmap::zoomAt(const QPointF& anchor, double factor) {
    const double zoom = std::clamp(m_zoom * factor, 1.0, greatestZoom);
    m_pan = anchor - (anchor - m_pan) * (zoom / m_zoom);
    m_zoom = zoom;
    clampPan();
    m_cacheValid = false;
    update();
}

void DeviceHeatmap::fit() {
    m_zoom = 1;
    m_pan = {};
    m_cacheValid = false;
    update();
}

qint64 DeviceHeatmap::rankAt(const QPointF& position) const {
    if (m_places.empty() || position.y() > height() - legendHeight(width())) return -1;
    const qint64 slot = m_layout.leafAt(viewTransform().inverted().map(position));
    return slot < 0 ? -1 : m_rankOfSlot[static_cast<std::size_t>(slot)];
}

QRectF DeviceHeatmap::rankRect(qint64 rank) const {
    return viewTransform().mapRect(m_layout.rect(0, snapshot().problem->levels.slot_of(rank)));
}

QColor DeviceHeatmap::colourOf(qint64 rank, const Theme& theme) const {
    const RankPlace& place = m_places[static_cast<std::size_t>(rank)];
    if (!place.used) return {};
    const Evaluation& evaluation = shownPlan()->evaluation;
    const StageEvaluation& stage = evaluation.stages[static_cast<std::size_t>(place.stage)];
    switch (m_colouring) {
    case Colouring::Stage:
        return theme.stage(static_cast<int>(place.stage), stageCount());
    case Colouring::Replica:
        return theme.stage(static_cast<int>(place.replica), static_cast<int>(shownPlan()->plan.replicas));
    case Colouring::Memory:
        return cividis(stage.memory.capacity > 0 ? stage.memory.total / stage.memory.capacity : 0);
    case Colouring::Load:
        break;
    }
    double largest = 0;
    for (const StageEvaluation& other : evaluation.stages)
        largest = std::max(largest, other.time.load);
    return cividis(largest > 0 ? stage.time.load / largest : 0);
}

void DeviceHeatmap::paintGroups(QPainter& painter, const Theme& theme, const QTransform& view,
                                const QRectF& clip) const {
    const LevelModel& levels = snapshot().problem->levels;
    painter.setFont(axisFont());
    const QFontMetricsF text(axisFont());
    for (int level = m_layout.levelCount() - 1; level >= 1; --level) {
        const double side = view.mapRect(m_layout.rect(level, 0)).height();
        if (side < 7) break; // finer boxes would only add noise
        const double strip = m_layout.labelHeight(level) * view.m22();
        const QString prefix = shortName(levels.level_name(level)) + QLatin1Char(' ');
        const QString longest = prefix + QString::number(m_layout.groupCount(level) - 1);
        const bool numbersAlone = text.horizontalAdvance(longest) > view.mapRect(m_layout.rect(level, 0)).width() - 8;
        for (qint64 group = 0; group < m_layout.groupCount(level); ++group) {
            const QRectF box = view.mapRect(m_layout.rect(level, group));
            if (!box.intersects(clip)) continue;
            const double corner = std::min(5.0, side / 8);
            painter.setPen(QPen(theme.line, 1));
            painter.setBrush(level % 2 ? QBrush(theme.panel) : QBrush(theme.hover));
            painter.drawRoundedRect(box, corner, corner);
            if (strip < leastStrip()) continue;
            painter.setPen(theme.muted);
            const double room = box.width() - 8;
            const QString name = (numbersAlone ? QString() : prefix) + QString::number(group);
            if (text.horizontalAdvance(name) > room) continue;
            painter.drawText(QRectF(box.left() + 4, box.top(), room, strip + 2), Qt::AlignLeft | Qt::AlignVCenter,
                             name);
        }
    }
}

void DeviceHeatmap::paintDevices(QPainter& painter, const QSizeF& size, const Theme& theme,
                                 const QTransform& view) const {
    const QRectF clip({0, 0}, drawingSize(size));
    paintGroups(painter, theme, view, clip);
    // Colours of a plan repeat: look each up once per stage or replica.
    std::vector<QColor> colours;
    const bool byReplica = m_colouring == Colouring::Replica;
    const double side = view.m11();
    painter.setRenderHint(QPainter::Antialiasing, side >= 5);
    const bool numbers = side >= scaled(17.0);
    if (numbers) {
        QFont font = axisFont();
        font.setPixelSize(side >= scaled(26.0) ? font.pixelSize() : font.pixelSize() - 3);
        painter.setFont(font);
    }
    const double corner = std::min(4.0, side / 5);
    for (qint64 group = 0; group < m_layout.groupCount(1); ++group) {
        if (!view.mapRect(m_layout.rect(1, group)).intersects(clip)) continue;
        for (qint64 slot = group * m_layout.groupSize(1); slot < (group + 1) * m_layout.groupSize(1); ++slot) {
            const qint64 rank = m_rankOfSlot[static_cast<std::size_t>(slot)];
            if (rank < 0) continue;
            const RankPlace& place = m_places[static_cast<std::size_t>(rank)];
            QColor colour = theme.line;
            if (place.used) {
                const auto key = static_cast<std::size_t>(byReplica ? place.replica : place.stage);
                if (key >= colours.size()) colours.resize(key + 1);
                if (!colours[key].isValid()) colours[key] = colourOf(rank, theme);
                colour = colours[key];
            }
            QRectF box = view.mapRect(m_layout.rect(0, slot));
            if (side < 5) { // on whole pixels and without gaps, which would come out uneven
                const double gap = side * deviceGap / 2;
                const QPointF from(std::floor(box.left() - gap), std::floor(box.top() - gap));
                const QPointF to(std::floor(box.right() + gap), std::floor(box.bottom() + gap));
                painter.fillRect(QRectF(from, to), place.used ? colour : theme.ground);
                continue;
            }
            painter.setPen(place.used ? Qt::NoPen : QPen(theme.line, 1));
            painter.setBrush(place.used ? QBrush(colour) : QBrush(theme.muted, Qt::BDiagPattern));
            painter.drawRoundedRect(box, corner, corner);
            if (!numbers) continue;
            painter.setPen(place.used ? textOn(colour) : theme.muted);
            painter.drawText(box, Qt::AlignCenter, QString::number(rank));
        }
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
}

void DeviceHeatmap::paintSelection(QPainter& painter, const Theme& theme, const QTransform& view) const {
    const SelectionModel* selection = selectionModel();
    if (!selection) return;
    const LevelModel& levels = snapshot().problem->levels;
    const double side = view.m11();
    const auto outline = [&](qint64 rank, double width) {
        const double grow = side >= 5 ? 1 : 0;
        painter.setPen(QPen(theme.accent, width));
        const double corner = std::min(4.0, side / 5);
        painter.drawRoundedRect(view.mapRect(m_layout.rect(0, levels.slot_of(rank))).adjusted(-grow, -grow, grow, grow),
                                corner, corner);
    };
    painter.setBrush(Qt::NoBrush);
    const bool byStage = selection->stage() >= 0, byReplica = selection->replica() >= 0 && !byStage;
    if (byStage || byReplica) {
        // Small devices have no room for an outline: there all the others step back.
        QColor veil = theme.panel;
        veil.setAlphaF(0.72F);
        for (std::size_t rank = 0; rank < m_places.size(); ++rank) {
            const RankPlace& place = m_places[rank];
            const bool chosen =
                place.used && (byStage ? place.stage == selection->stage() : place.replica == selection->replica());
            if (chosen && side >= leastOutline) outline(static_cast<qint64>(rank), 2);
            if (!chosen && side < leastOutline)
                painter.fillRect(
                    view.mapRect(m_layout.rect(0, levels.slot_of(static_cast<qint64>(rank)))).adjusted(-1, -1, 1, 1),
                    veil);
        }
    }
    if (selection->rank() >= 0 && selection->rank() < static_cast<qint64>(m_places.size())) {
        painter.setPen(QPen(theme.text, 2));
        const QRectF box = view.mapRect(m_layout.rect(0, levels.slot_of(selection->rank())));
        painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), 4, 4);
    }
}

void DeviceHeatmap::paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) {
    const bool onScreen = size == QSizeF(this->size());
    const QSizeF area = drawingSize(size);
    const QTransform view = onScreen ? viewTransform() : fitting(m_layout, area);
    painter.save();
    painter.setClipRect(QRectF({0, 0}, area), Qt::IntersectClip);
    if (onScreen && m_cacheValid)
        painter.drawPixmap(QPointF(0, 0), m_cache);
    else
        paintDevices(painter, size, theme, view);
    paintSelection(painter, theme, view);
    painter.restore();

    const double top = size.height() - legendHeight(size.width()) + 4;
    if (m_colouring == Colouring::Load) {
        double largest = 0;
        for (const StageEvaluation& stage : shownPlan()->evaluation.stages)
            largest = std::max(largest, stage.time.load);
        paintColourStrip(painter, QRectF(0, top, size.width(), scaled(14.0)), cividis, QStringLiteral("0"),
                         formatValue(largest, Unit::seconds), theme);
    } else if (m_colouring == Colouring::Memory) {
        paintColourStrip(painter, QRectF(0, top, size.width(), scaled(14.0)), cividis, QStringLiteral("0"),
                         formatValue(shownPlan()->evaluation.stages.front().memory.capacity, Unit::bytes), theme);
    } else if (legendCount() > mostNamed) {
        paintLegendRow(painter, QRectF(0, top, size.width(), size.height() - top - 1), theme);
    } else {
        paintSwatches(&painter, {0, top - 1}, size.width(), legendItems(size.width(), theme), theme);
    }
}

void DeviceHeatmap::paintEvent(QPaintEvent* event) {
    // The devices change rarely, hover and selection often: keep them as a picture.
    const double ratio = devicePixelRatioF();
    if (!m_places.empty() && !isDimmed() && !m_cacheValid && m_places.size() > 512) {
        m_cache = QPixmap(size() * ratio);
        m_cache.setDevicePixelRatio(ratio);
        m_cache.fill(Qt::transparent);
        QPainter painter(&m_cache);
        painter.setRenderHint(QPainter::Antialiasing);
        paintDevices(painter, QSizeF(size()), Theme::of(palette()), viewTransform());
        m_cacheValid = true;
    }
    PlanChart::paintEvent(event);
}

void DeviceHeatmap::resizeEvent(QResizeEvent* event) {
    PlanChart::resizeEvent(event);
    rebuild();
}

void DeviceHeatmap::changeEvent(QEvent* event) {
    m_cacheValid = false;
    PlanChart::changeEvent(event);
}

QString DeviceHeatmap::hoverText(const QPointF& position) {
    const qint64 rank = rankAt(position);
    if (rank < 0) return {};
    const RankPlace& place = m_places[static_cast<std::size_t>(rank)];
    const Problem& problem = *snapshot().problem;
    QVector<QPair<QString, QString>> rows;
    if (place.used) {
        const Plan& plan = shownPlan()->plan;
        const StageEvaluation& stage = shownPlan()->evaluation.stages[static_cast<std::size_t>(place.stage)];
        const auto coordinate = [&](const QString& name, qint64 index, qint64 count) {
            if (count > 1) rows.append({name, tr("%1 (of 0–%2)").arg(formatCount(index), formatCount(count - 1))});
        };
        coordinate(tr("Stage"), place.stage, plan.stage_count());
        coordinate(tr("Replica"), place.replica, plan.replicas);
        coordinate(tr("Copy"), place.copy, stage.copies);
        coordinate(tr("Tensor"), place.tensor, plan.strategy.tp);
        coordinate(tr("Context"), place.context, plan.strategy.cp);
        coordinate(tr("Expert"), place.expert, plan.strategy.ep);
        rows.append({tr("Load"), formatValue(stage.time.load, Unit::seconds)});
        rows.append({tr("Memory"), formatValue(stage.memory.total, Unit::bytes)});
    } else {
        rows.append({tr("Idle"), tr("not used by this plan")});
    }
    const qint64 slot = problem.levels.slot_of(rank);
    for (int level = 1; level < problem.levels.level_count(); ++level)
        rows.append(
            {shortName(problem.levels.level_name(level)), formatCount(slot / problem.levels.group_size(level))});
    return hoverCard(tr("Rank %1").arg(formatCount(rank)), rows);
}

TableData DeviceHeatmap::tableData() const {
    TableData figures;
    figures.headers << tr("Rank") << tr("Stage") << tr("Replica") << tr("Tensor") << tr("Context") << tr("Expert")
                    << tr("Load") << tr("Memory");
    for (std::size_t rank = 0; rank < m_places.size(); ++rank) {
        const RankPlace& place = m_places[rank];
        const auto number = [](qint64 value) { return TableCell{formatCount(value), value}; };
        QVector<TableCell> row = {number(static_cast<qint64>(rank))};
        if (place.used) {
            const StageEvaluation& stage = shownPlan()->evaluation.stages[static_cast<std::size_t>(place.stage)];
            for (const qint64 coordinate : {place.stage, place.replica, place.tensor, place.context, place.expert})
                row.append(number(coordinate));
            row.append({formatValue(stage.time.load, Unit::seconds), stage.time.load});
            row.append({formatValue(stage.memory.total, Unit::bytes), stage.memory.total});
        } else {
            row.append({tr("idle"), -1});
            row.resize(figures.headers.size());
        }
        figures.rows.append(row);
    }
    return figures;
}

void DeviceHeatmap::selectRank(qint64 rank) {
    if (rank < 0 || rank >= static_cast<qint64>(m_places.size()) || !selectionModel()) return;
    const RankPlace& place = m_places[static_cast<std::size_t>(rank)];
    selectionModel()->setRank(rank, place.used ? static_cast<int>(place.stage) : -1, place.used ? place.replica : -1);
    const QRectF box = rankRect(rank), area({0, 0}, drawingSize(QSizeF(size())));
    if (!area.contains(box.center())) {
        m_pan += area.center() - box.center();
        clampPan();
        m_cacheValid = false;
    }
}

void DeviceHeatmap::mousePressEvent(QMouseEvent* event) {
    m_pressed = event->position();
    m_panAtPress = m_pan;
    m_dragging = false;
}

void DeviceHeatmap::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & (Qt::LeftButton | Qt::MiddleButton)) {
        const QPointF moved = event->position() - m_pressed;
        // Less than 5 px is a click.
        if (m_dragging || moved.manhattanLength() >= 5) {
            m_dragging = true;
            m_pan = m_panAtPress + moved;
            clampPan();
            m_cacheValid = false;
            update();
        }
        return;
    }
    PlanChart::mouseMoveEvent(event);
}

void DeviceHeatmap::mouseReleaseEvent(QMouseEvent* event) {
    if (!m_dragging && event->button() == Qt::LeftButton) {
        const qint64 rank = rankAt(event->position());
        if (selectionModel() && rank >= 0 && rank == selectionModel()->rank())
            selectionModel()->clearPlace(); // a second click takes it back
        else
            selectRank(rank);
    }
    m_dragging = false;
}

void DeviceHeatmap::mouseDoubleClickEvent(QMouseEvent*) {
    m_dragging = true; // so that the release is no second click
    fit();
}

void DeviceHeatmap::wheelEvent(QWheelEvent* event) {
    if (event->modifiers() & Qt::ControlModifier) {
        zoomAt(event->position(), std::pow(1.2, event->angleDelta().y() / 120.0));
    } else if (m_zoom > 1) {
        m_pan += QPointF(event->angleDelta()) / 2;
        clampPan();
        m_cacheValid = false;
        update();
    } else {
        event->ignore();
    }
}

void DeviceHeatmap::keyPressEvent(QKeyEvent* event) {
    const QPointF middle(width() / 2.0, drawingSize(QSizeF(size())).height() / 2);
    const qint64 rank = selectionModel() ? selectionModel()->rank() : -1;
    const qint64 last = static_cast<qint64>(m_places.size()) - 1;
    const bool control = event->modifiers() & Qt::ControlModifier;
    const qint64 row = m_layout.innerColumns();
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return control ? zoomAt(middle, 1.25) : PlanChart::keyPressEvent(event);
    case Qt::Key_Minus:
        return control ? zoomAt(middle, 0.8) : PlanChart::keyPressEvent(event);
    case Qt::Key_0:
        return control ? fit() : PlanChart::keyPressEvent(event);
    case Qt::Key_F:
        return fit();
    case Qt::Key_Left:
        return selectRank(std::max<qint64>(rank - 1, 0));
    case Qt::Key_Right:
        return selectRank(std::min(rank + 1, last));
    case Qt::Key_Up:
        return selectRank(rank - row >= 0 ? rank - row : std::max<qint64>(rank, 0));
    case Qt::Key_Down:
        return selectRank(rank + row <= last ? rank + row : std::max<qint64>(rank, 0));
    case Qt::Key_Home:
        return selectRank(0);
    case Qt::Key_End:
        return selectRank(last);
    default:
        PlanChart::keyPressEvent(event);
    }
}

} // namespace nest::ui
