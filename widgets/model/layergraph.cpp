// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model/layergraph.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace nest::ui {
namespace {

constexpr double margin = 14;
constexpr double leastZoom = 0.002, mostZoom = 3;
constexpr double readable = 0.5;        ///< zoom from which boxes have texts
constexpr double startZoom = 0.9;       ///< at most, where the whole can't be read
constexpr double tallZoom = 0.6;        ///< of a drawing several times as high as the view
constexpr qsizetype mostMeasured = 200; ///< boxes; with more of them, they have the full width
constexpr double sheet = 4;             ///< offset of the sheets behind a collapsed box

/// Of a box, which holds two lines of text.
double boxHeight() {
    return scaled(38.0);
}
double narrowest() {
    return scaled(92.0);
}
double widest() {
    return scaled(168.0);
}

/// What the ids of several layers have in common: "block" of "block.0" and "block.1".
QString stemOf(const QStringList& ids) {
    QString stem = ids.front();
    for (const QString& id : ids)
        while (!id.startsWith(stem))
            stem.chop(1);
    while (!stem.isEmpty() && !stem.back().isLetter())
        stem.chop(1);
    return stem;
}

} // namespace

LayerGraph::LayerGraph(QWidget* parent)
    : ModelChart(parent), m_fit(new QAction(this)), m_expand(new QAction(this)), m_collapse(new QAction(this)) {
    setProperty("helpId", QStringLiteral("model#graph"));
    m_fit->setIcon(lineIcon(QStringLiteral("fit")));
    connect(m_fit, &QAction::triggered, this, &LayerGraph::fitAll);
    connect(m_expand, &QAction::triggered, this, &LayerGraph::expandAll);
    connect(m_collapse, &QAction::triggered, this, &LayerGraph::collapseAll);
    addActions({m_fit, m_expand, m_collapse});
    retranslate();
    refresh();
}

void LayerGraph::retranslate() {
    m_fit->setText(tr("All in view"));
    m_expand->setText(tr("Open all blocks"));
    m_collapse->setText(tr("Close all blocks"));
    fontsChanged();
}

void LayerGraph::fontsChanged() {
    if (m_items.isEmpty()) return;
    build(); // the texts may need boxes of another size
    ask(-1);
}

QString LayerGraph::title() const {
    return tr("Layer graph");
}

QString LayerGraph::unit() const {
    return {};
}

// Items

void LayerGraph::modelChanged() {
    m_open.clear();
    m_position.resize(layerCount());
    for (int i = 0; i < layerCount(); ++i)
        m_position[modelView()->order[i]] = i;
    m_anchor = -1;
    build();
    ask(-1);
}

void LayerGraph::build() {
    m_items.clear();
    m_itemOf.fill(-1, layerCount());
    qsizetype next = 0;
    for (int position = 0; position < layerCount();) {
        const auto& blocks = modelView()->blocks;
        if (next < blocks.size() && blocks[next].first == position) {
            addBlock(static_cast<int>(next));
            position += blocks[next].size();
            ++next;
        } else {
            m_items.append({position, 1, -1, -1});
            ++position;
        }
    }
    for (int item = 0; item < m_items.size(); ++item)
        for (int i = 0; i < m_items[item].count; ++i)
            m_itemOf[m_items[item].first + i] = item;

    m_shape = {};
    m_boxSize = {widthWanted(), boxHeight()};
    m_shape.sizes.fill(m_boxSize, m_items.size());
    QSet<QPair<int, int>> seen;
    if (!modelView()) return;
    for (const Edge& edge : modelView()->model->edges) {
        const QPair<int, int> pair(itemOf(edge.from), itemOf(edge.to));
        if (pair.first != pair.second && !seen.contains(pair)) {
            seen.insert(pair);
            m_shape.edges.append(pair);
        }
    }
}

/// All parts in one box, or every part in one, or a part's layers.
void LayerGraph::addBlock(int index) {
    const LayerBlock& block = modelView()->blocks[index];
    if (!m_open.contains({index, -1})) {
        m_items.append({block.first, block.size(), index, -1});
        return;
    }
    for (int part = 0; part < block.count; ++part) {
        const int first = block.first + part * block.period;
        if (block.period > 1 && !m_open.contains({index, part})) {
            m_items.append({first, block.period, index, part});
            continue;
        }
        for (int i = 0; i < block.period; ++i)
            m_items.append({first + i, 1, index, part});
    }
}

int LayerGraph::itemOf(int layer) const {
    return layer >= 0 && layer < m_position.size() ? m_itemOf[m_position[layer]] : -1;
}

bool LayerGraph::toggle(int item) {
    if (item < 0 || item >= m_items.size() || m_items[item].block < 0) return false;
    const GraphItem& box = m_items[item];
    const int layer = modelView()->order[box.first];
    if (item < m_boxes.size()) m_anchorPlace = itemRect(item).center();
    if (box.isCollapsed()) {
        m_open.insert({box.block, box.part});
    } else if (modelView()->blocks[box.block].period > 1) {
        m_open.remove({box.block, box.part});
    } else {
        m_open.remove({box.block, -1});
    }
    build();
    ask(layer);
    return true;
}

void LayerGraph::expandAll() {
    for (int block = 0; modelView() && block < modelView()->blocks.size(); ++block) {
        m_open.insert({block, -1});
        for (int part = 0; part < modelView()->blocks[block].count; ++part)
            m_open.insert({block, part});
    }
    build();
    ask(-1);
}

void LayerGraph::collapseAll() {
    m_open.clear();
    build();
    ask(-1);
}

// Drawing

/// Asks for a drawing of the items; the box of `anchor` will keep its place, -1 shows all.
void LayerGraph::ask(int anchor) {
    m_frame = anchor < 0 ? Frame::start : Frame::own;
    m_anchor = anchor;
    m_waiting = true;
    m_drawing = {};
    m_boxes.clear();
    if (m_service && layerCount())
        emit layoutWanted(m_shape);
    else
        setDrawing(layeredDrawing(m_shape));
}

void LayerGraph::setDrawing(const GraphDrawing& drawing) {
    if (drawing.centres.size() != m_shape.sizes.size() || drawing.lines.size() != m_shape.edges.size()) return;
    m_drawing = drawing;
    m_waiting = false;
    m_boxes.clear();
    for (qsizetype i = 0; i < m_drawing.centres.size(); ++i)
        m_boxes.append(QRectF(m_drawing.centres[i] - QPointF(m_boxSize.width(), m_boxSize.height()) / 2, m_boxSize));
    if (m_frame != Frame::own) {
        showStart();
    } else {
        if (m_zoom < readable) m_zoom = 1;
        if (const int item = itemOf(m_anchor); item >= 0) m_origin = m_anchorPlace - m_drawing.centres[item] * m_zoom;
        clampView();
    }
    refresh();
}

void LayerGraph::fitAll() {
    const QSizeF room(std::max(20.0, width() - 2 * margin), std::max(20.0, height() - 2 * margin));
    const QSizeF whole = m_drawing.size;
    const double zoom =
        std::min({1.0, room.width() / std::max(1.0, whole.width()), room.height() / std::max(1.0, whole.height())});
    m_zoom = std::max(leastZoom, zoom);
    m_origin = QPointF((width() - whole.width() * m_zoom) / 2, (height() - whole.height() * m_zoom) / 2);
    m_frame = Frame::whole;
    update();
}

void LayerGraph::showStart() {
    fitAll();
    m_frame = Frame::start;
    if (m_zoom >= readable || m_boxes.isEmpty()) return;
    // As wide as the drawing, if that can be read: of a tall one the more boxes are in view.
    const double room = std::max(20.0, width() - 2 * margin);
    m_zoom = std::clamp(room / std::max(1.0, m_drawing.size.width()), readable + 0.05, startZoom);
    if (m_drawing.size.height() * m_zoom > 3 * height()) m_zoom = std::min(m_zoom, tallZoom);
    const auto top = std::ranges::min_element(m_boxes, {}, [](const QRectF& box) { return box.top(); });
    // In the middle of what is that high: a drawing may lean to one side.
    const double lowest = top->top() + height() / m_zoom;
    double sum = 0;
    int count = 0;
    for (const QRectF& box : m_boxes)
        if (box.top() < lowest) sum += box.center().x(), ++count;
    m_origin = QPointF(width() / 2.0 - sum / count * m_zoom, margin - top->top() * m_zoom);
    clampView();
}

/// The drawing can't be lost: it fills the view, or lies within.
void LayerGraph::clampView() {
    const auto clamp = [](double origin, double whole, double room) {
        if (whole <= room - 2 * margin) return (room - whole) / 2;
        return std::clamp(origin, room - margin - whole, margin);
    };
    m_origin = {clamp(m_origin.x(), m_drawing.size.width() * m_zoom, width()),
                clamp(m_origin.y(), m_drawing.size.height() * m_zoom, height())};
    update();
}

void LayerGraph::zoomAt(double factor, const QPointF& position) {
    const double zoom = std::clamp(m_zoom * factor, leastZoom, mostZoom);
    m_origin = position - (position - m_origin) * (zoom / m_zoom);
    m_zoom = zoom;
    m_frame = Frame::own;
    clampView();
}

QRectF LayerGraph::overview() const {
    const QSizeF whole = m_drawing.size;
    if (whole.isEmpty() || (whole.width() * m_zoom <= width() && whole.height() * m_zoom <= height())) return {};
    const QSizeF most(std::min(scaled(64.0), width() * 0.2), height() * 0.45);
    const double scale = std::min({most.width() / whole.width(), most.height() / whole.height(), m_zoom / 3});
    const QSizeF drawn(std::max(scaled(14.0), whole.width() * scale), std::max(scaled(14.0), whole.height() * scale));
    return {QPointF(width() - drawn.width() - 8, height() - drawn.height() - 8), drawn};
}

/// The place of the overview in the middle of the view.
void LayerGraph::moveTo(const QPointF& inOverview) {
    const QRectF small = overview();
    if (small.isEmpty()) return;
    const QPointF part((inOverview.x() - small.left()) / small.width(),
                       (inOverview.y() - small.top()) / small.height());
    const QPointF place(part.x() * m_drawing.size.width(), part.y() * m_drawing.size.height());
    m_origin = QPointF(width() / 2.0, height() / 2.0) - place * m_zoom;
    m_frame = Frame::own;
    clampView();
}

void LayerGraph::paintOverview(QPainter& painter, const Theme& theme) const {
    const QRectF small = overview();
    if (small.isEmpty()) return;
    const QRectF frame = small.adjusted(-4, -4, 4, 4);
    QColor ground = theme.ground;
    ground.setAlphaF(0.92F);
    painter.setPen(QPen(theme.line, 1));
    painter.setBrush(ground);
    painter.drawRoundedRect(frame, 4, 4);
    const QTransform place =
        QTransform::fromTranslate(small.left(), small.top())
            .scale(small.width() / m_drawing.size.width(), small.height() / m_drawing.size.height());
    painter.setPen(Qt::NoPen);
    const int selected = itemOf(selectedLayer());
    for (int item = 0; item < m_boxes.size(); ++item) {
        QRectF box = place.mapRect(m_boxes[item]);
        box.setSize(box.size().expandedTo({1.5, 1}));
        painter.fillRect(box, item == selected ? theme.accent : theme.muted);
    }
    const QRectF view = place.mapRect(QRectF(-m_origin / m_zoom, QSizeF(size()) / m_zoom)).intersected(frame);
    QColor shown = theme.accent;
    shown.setAlphaF(0.15F);
    painter.setPen(QPen(theme.accent, 1.5));
    painter.setBrush(shown);
    painter.drawRect(view.adjusted(0.75, 0.75, -0.75, -0.75));
    paintNote(painter, QRectF(0, height() - scaled(18.0), frame.left() - 6, scaled(18.0)), positionText(), theme);
}

/// How much of the drawing is in view.
QString LayerGraph::positionText() const {
    const QRectF view(-m_origin / m_zoom, QSizeF(size()) / m_zoom);
    const auto shown =
        std::ranges::count_if(m_boxes, [&view](const QRectF& box) { return view.contains(box.center()); });
    return tr("%1 of %n box(es) in view", nullptr, plural(m_boxes.size())).arg(shown);
}

/// A line of text on the drawing, at the left of an area.
void LayerGraph::paintNote(QPainter& painter, const QRectF& area, const QString& text, const Theme& theme) const {
    painter.setFont(axisFont());
    const double wide = std::min(area.width(), QFontMetricsF(axisFont()).horizontalAdvance(text) + 12);
    const QRectF ground(area.topLeft(), QSizeF(wide, area.height()));
    painter.fillRect(ground, theme.panel);
    painter.setPen(theme.muted);
    painter.drawText(ground, Qt::AlignCenter, QFontMetricsF(axisFont()).elidedText(text, Qt::ElideRight, wide));
}

/// Moves the view as little as brings the box into it.
void LayerGraph::show(int item) {
    if (item < 0 || item >= m_boxes.size() || m_frame == Frame::whole) return;
    const QRectF box = itemRect(item);
    const QRectF room = QRectF(rect()).adjusted(margin, margin, -margin, -margin);
    QPointF move;
    if (box.left() < room.left()) move.setX(room.left() - box.left());
    if (box.right() > room.right()) move.setX(room.right() - box.right());
    if (box.top() < room.top()) move.setY(room.top() - box.top());
    if (box.bottom() > room.bottom()) move.setY(room.bottom() - box.bottom());
    if (move.isNull()) return;
    m_origin += move;
    m_frame = Frame::own;
    clampView();
}

QRectF LayerGraph::itemRect(int item) const {
    const QRectF box = m_boxes[item];
    return {m_origin + box.topLeft() * m_zoom, box.size() * m_zoom};
}

int LayerGraph::itemAt(const QPointF& position) const {
    const QPointF point = (position - m_origin) / m_zoom;
    for (int item = 0; item < m_boxes.size(); ++item)
        if (m_boxes[item].contains(point)) return item;
    return -1;
}

double LayerGraph::sum(int item, LayerAmount amount) const {
    double sum = 0;
    for (int i = 0; i < m_items[item].count; ++i)
        sum += modelView()->layers[modelView()->order[m_items[item].first + i]][amount];
    return sum;
}

bool LayerGraph::isEdited(int item) const {
    if (modelView()->originals.isEmpty()) return false;
    for (int i = 0; i < m_items[item].count; ++i)
        if (modelView()->isEdited(modelView()->order[m_items[item].first + i])) return true;
    return false;
}

QString LayerGraph::itemName(int item) const {
    const GraphItem& box = m_items[item];
    if (!box.isCollapsed()) return layerName(modelView()->order[box.first]);
    const LayerBlock& block = modelView()->blocks[box.block];
    QStringList ids;
    for (int i = 0; i < box.count; ++i)
        ids << layerName(modelView()->order[box.first + i]);
    QString stem = stemOf(ids);
    if (stem.isEmpty() || block.period > 1) stem = tr("block");
    return box.part < 0 ? tr("%1 × %2").arg(stem).arg(block.count) : tr("%1 %2").arg(stem).arg(box.part);
}

QString LayerGraph::kindText(int item) const {
    const GraphItem& box = m_items[item];
    if (box.isCollapsed() && modelView()->blocks[box.block].period > 1)
        return tr("%n layer(s)", nullptr, box.part < 0 ? modelView()->blocks[box.block].period : box.count);
    return kindName(modelView()->model->layers[static_cast<std::size_t>(modelView()->order[box.first])].kind);
}

QString LayerGraph::figureText(int item) const {
    const double parameters = sum(item, LayerAmount::Parameters);
    return parameters > 0 ? amountText(LayerAmount::Parameters, parameters) : QString();
}

/// Boxes are as wide as their texts need, within bounds.
double LayerGraph::widthWanted() const {
    if (m_items.size() > mostMeasured) return widest();
    const QFontMetricsF name(titleFont()), small(axisFont());
    double width = narrowest();
    for (int item = 0; item < m_items.size() && width < widest(); ++item)
        width = std::max({width, name.horizontalAdvance(itemName(item)) + (m_items[item].isCollapsed() ? 36 : 22),
                          small.horizontalAdvance(kindText(item)) + small.horizontalAdvance(figureText(item)) + 32});
    return std::min(std::ceil(width), widest());
}

void LayerGraph::paintItem(QPainter& painter, int item, const QRectF& box, double zoom, const Theme& theme) const {
    const bool selected = item == itemOf(selectedLayer());
    const bool collapsed = m_items[item].isCollapsed();
    const double corner = 6 * zoom;
    painter.setBrush(theme.panel);
    painter.setPen(QPen(theme.muted, zoom < readable ? 0.5 : 1));
    if (collapsed && zoom > 0.2)
        for (int behind = 2; behind >= 1; --behind)
            painter.drawRoundedRect(box.translated(behind * sheet * zoom, behind * sheet * zoom), corner, corner);
    if (selected) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(theme.selection);
    }
    if (zoom < 0.2)
        painter.fillRect(box, selected ? theme.accent : theme.muted);
    else
        painter.drawRoundedRect(box, corner, corner);
    if (zoom < readable) return;

    painter.save();
    painter.translate(box.topLeft());
    painter.scale(zoom, zoom);
    const QRectF text(10, 4, m_boxSize.width() - 20, m_boxSize.height() / 2 - 3);
    const double mark = m_items[item].block >= 0 && collapsed ? 14 : 0;
    painter.setFont(titleFont());
    painter.setPen(theme.text);
    const QRectF nameBox = text.adjusted(0, 0, -mark, 0);
    painter.drawText(nameBox, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(titleFont()).elidedText(itemName(item), Qt::ElideMiddle, nameBox.width()));
    painter.setFont(axisFont());
    painter.setPen(theme.muted);
    const QRectF below = text.translated(0, m_boxSize.height() / 2 - 4);
    const QString figure = figureText(item);
    painter.drawText(below, Qt::AlignRight | Qt::AlignVCenter, figure);
    const double used = figure.isEmpty() ? 0 : QFontMetricsF(axisFont()).horizontalAdvance(figure) + 8;
    painter.drawText(below.adjusted(0, 0, -used, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(axisFont()).elidedText(kindText(item), Qt::ElideRight, below.width() - used));
    if (mark > 0) { // a small plus: there is more inside
        painter.setPen(QPen(theme.muted, 1.5));
        const QPointF centre(m_boxSize.width() - 13, 4 + text.height() / 2);
        painter.drawLine(centre - QPointF(4, 0), centre + QPointF(4, 0));
        painter.drawLine(centre - QPointF(0, 4), centre + QPointF(0, 4));
    }
    if (isEdited(item)) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.accent);
        painter.drawEllipse(QPointF(0, m_boxSize.height() / 2), 3.5, 3.5);
    }
    painter.restore();
}

void LayerGraph::paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) {
    double zoom = m_zoom;
    QPointF origin = m_origin;
    if (size != QSizeF(this->size())) { // a picture of another size shows all of it
        const QSizeF whole = m_drawing.size;
        zoom = std::min({1.0, (size.width() - 2 * margin) / std::max(1.0, whole.width()),
                         (size.height() - 2 * margin) / std::max(1.0, whole.height())});
        origin = QPointF((size.width() - whole.width() * zoom) / 2, (size.height() - whole.height() * zoom) / 2);
    }
    if (m_drawing.centres.size() != m_items.size()) return; // its drawing is under way
    painter.save();
    painter.setClipRect(QRectF({0, 0}, size));
    const QRectF view(QPointF(0, 0) - origin, size);
    const QRectF inView(view.topLeft() / zoom, view.size() / zoom);
    painter.setPen(QPen(theme.muted, std::clamp(zoom, 0.4, 1.2)));
    painter.setBrush(Qt::NoBrush);
    const QTransform place = QTransform::fromTranslate(origin.x(), origin.y()).scale(zoom, zoom);
    for (const QPolygonF& line : m_drawing.lines) {
        const QRectF around = line.boundingRect();
        if (!around.adjusted(-1, -1, 1, 1).intersects(inView)) continue;
        if (std::max(around.width(), around.height()) * zoom < 0.5) continue; // the boxes cover it
        const QPolygonF points = place.map(line);
        painter.drawPolyline(points);
        if (zoom < readable || points.size() < 2) continue;
        // An arrow head where it arrives.
        const QPointF tip = points.last();
        const QPointF back = points[points.size() - 2] - tip;
        const double length = std::hypot(back.x(), back.y());
        if (length < 1) continue;
        const QPointF along = back / length * 6, across(-along.y() * 0.5, along.x() * 0.5);
        painter.drawPolyline(QPolygonF{tip + along + across, tip, tip + along - across});
    }
    QPointF last(-1e9, -1e9);
    for (int item = 0; item < m_boxes.size(); ++item) {
        if (!m_boxes[item].adjusted(-1, -1, 9, 9).intersects(inView)) continue;
        const QRectF box(origin + m_boxes[item].topLeft() * zoom, m_boxes[item].size() * zoom);
        if (box.width() < 1 && (box.topLeft() - last).manhattanLength() < 0.5) continue; // within the last one's pixel
        last = box.topLeft();
        paintItem(painter, item, box, zoom, theme);
    }
    painter.restore();
    if (size == QSizeF(this->size())) paintOverview(painter, theme);
    if (m_drawing.note.isEmpty()) return;
    paintNote(painter, {0, 0, size.width(), scaled(18.0)}, m_drawing.note, theme);
}

QString LayerGraph::hoverText(const QPointF& position) {
    const int item = itemAt(position);
    if (item < 0) return {};
    if (!m_items[item].isCollapsed()) {
        const int layer = modelView()->order[m_items[item].first];
        auto rows = layerRows(layer);
        rows.append({tr("layer"), QString::number(layer)});
        if (m_items[item].block >= 0) rows.append({tr("double click"), tr("close the block")});
        return hoverCard(itemName(item), rows);
    }
    QVector<QPair<QString, QString>> rows{{tr("layers"), QString::number(m_items[item].count)}};
    for (int i = 0; i < layerAmountCount - 1; ++i) {
        const auto amount = static_cast<LayerAmount>(i);
        const double value = sum(item, amount);
        if (value > 0 && (amount != LayerAmount::ForwardSeconds || modelView()->timed))
            rows.append({amountName(amount), amountText(amount, value)});
    }
    rows.append({tr("double click"), tr("open")});
    return hoverCard(itemName(item), rows);
}

TableData LayerGraph::tableData() const {
    TableData figures;
    figures.headers << tr("Box") << tr("Kind") << tr("Layers") << amountName(LayerAmount::Parameters)
                    << amountName(LayerAmount::ActivationBytes) << tr("Comes after");
    QVector<QStringList> before(m_items.size());
    for (const auto& [from, to] : m_shape.edges)
        before[to] << itemName(from);
    for (int item = 0; item < m_items.size(); ++item) {
        const double parameters = sum(item, LayerAmount::Parameters);
        const double activations = sum(item, LayerAmount::ActivationBytes);
        const QString after = before[item].join(QStringLiteral(", "));
        figures.rows.append({{itemName(item), itemName(item)},
                             {kindText(item), kindText(item)},
                             {QString::number(m_items[item].count), m_items[item].count},
                             {amountText(LayerAmount::Parameters, parameters), parameters},
                             {amountText(LayerAmount::ActivationBytes, activations), activations},
                             {after, after}});
    }
    return figures;
}

// Mouse and keyboard

bool LayerGraph::onPlus(int item, const QPointF& position) const {
    const QRectF box = itemRect(item);
    return m_zoom >= readable &&
           QRectF(box.right() - 26 * m_zoom, box.top(), 26 * m_zoom, box.height() / 2).contains(position);
}

int LayerGraph::layerToSelect(int item) const {
    return item < 0 ? -1 : modelView()->order[m_items[item].first];
}

void LayerGraph::selectionChanged() {
    if (!m_waiting) show(itemOf(selectedLayer()));
    update();
}

void LayerGraph::resizeEvent(QResizeEvent* event) {
    ModelChart::resizeEvent(event);
    if (m_frame == Frame::start)
        showStart();
    else if (m_frame == Frame::whole)
        fitAll();
    else
        clampView();
}

void LayerGraph::mousePressEvent(QMouseEvent* event) {
    const bool left = event->button() == Qt::LeftButton;
    m_inOverview = left && overview().contains(event->position());
    if (m_inOverview) return moveTo(event->position());
    const int item = itemAt(event->position());
    m_grip = event->position();
    if (event->button() == Qt::MiddleButton ||
        (left && (m_space || item < 0 || event->modifiers() & Qt::ControlModifier))) {
        m_panning = true;
        setCursor(Qt::ClosedHandCursor);
        if (left && item < 0 && !m_space) selectLayer(-1);
        return;
    }
    if (!left) return ModelChart::mousePressEvent(event);
    if (m_items[item].isCollapsed() && onPlus(item, event->position())) {
        toggle(item);
        return;
    }
    const bool again = item >= 0 && item == itemOf(selectedLayer());
    if (!again) selectLayer(layerToSelect(item));
}

void LayerGraph::mouseMoveEvent(QMouseEvent* event) {
    if (m_inOverview) return moveTo(event->position());
    if (!m_panning) return ModelChart::mouseMoveEvent(event);
    m_origin += event->position() - m_grip;
    m_grip = event->position();
    m_frame = Frame::own;
    clampView();
}

void LayerGraph::mouseReleaseEvent(QMouseEvent* event) {
    m_panning = m_inOverview = false;
    unsetCursor();
    ModelChart::mouseReleaseEvent(event);
}

void LayerGraph::mouseDoubleClickEvent(QMouseEvent* event) {
    const int item = itemAt(event->position());
    if (item < 0)
        fitAll();
    else if (!m_items[item].isCollapsed() || !onPlus(item, event->position())) // which a click has opened already
        toggle(item);
}

void LayerGraph::wheelEvent(QWheelEvent* event) {
    if (event->modifiers() & Qt::ControlModifier) {
        zoomAt(std::pow(1.2, event->angleDelta().y() / 120.0), event->position());
        return event->accept();
    }
    const QPointF before = m_origin;
    m_origin += QPointF(event->angleDelta()) * 0.5;
    clampView();
    if (m_origin == before) return event->ignore(); // for the page around
    m_frame = Frame::own;
    event->accept();
}

/// Down and up along the edges, sideways within a layer of the drawing.
bool LayerGraph::walk(int key) {
    if (m_items.isEmpty() || m_boxes.size() != m_items.size()) return false;
    const int now = itemOf(selectedLayer());
    if (now < 0) {
        selectLayer(layerToSelect(key == Qt::Key_Up ? static_cast<int>(m_items.size()) - 1 : 0));
        return true;
    }
    const QPointF from = m_boxes[now].center();
    int best = -1;
    double nearest = 1e300;
    const auto consider = [&](int item, double distance) {
        if (distance < nearest) nearest = distance, best = item;
    };
    if (key == Qt::Key_Down || key == Qt::Key_Up) {
        for (const auto& [a, b] : m_shape.edges)
            if ((key == Qt::Key_Down ? a : b) == now) {
                const int other = key == Qt::Key_Down ? b : a;
                const QPointF way = m_boxes[other].center() - from;
                consider(other, std::abs(way.y()) + std::abs(way.x()));
            }
    } else {
        const double side = key == Qt::Key_Right ? 1 : -1;
        for (int item = 0; item < m_boxes.size(); ++item) {
            const QPointF way = m_boxes[item].center() - from;
            if (way.x() * side > 1 && std::abs(way.y()) < m_boxSize.height()) consider(item, way.x() * side);
        }
    }
    if (best >= 0) selectLayer(layerToSelect(best));
    return true;
}

void LayerGraph::keyPressEvent(QKeyEvent* event) {
    const bool control = event->modifiers() & Qt::ControlModifier;
    const QPointF middle(width() / 2.0, height() / 2.0);
    const int selected = itemOf(selectedLayer());
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (walk(event->key())) return;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (toggle(selected)) return;
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        if (control) return zoomAt(1.25, middle);
        break;
    case Qt::Key_Minus:
        if (control) return zoomAt(0.8, middle);
        break;
    case Qt::Key_0:
        if (control) return zoomAt(1 / m_zoom, middle);
        break;
    case Qt::Key_F:
        if (selected >= 0 && selected < m_boxes.size() && m_frame == Frame::whole && m_zoom < readable)
            return zoomAt(1 / m_zoom, itemRect(selected).center());
        [[fallthrough]];
    case Qt::Key_Home:
        return fitAll();
    case Qt::Key_Space:
        m_space = true;
        return;
    default:
        break;
    }
    ModelChart::keyPressEvent(event);
}

void LayerGraph::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) m_space = false;
    ModelChart::keyReleaseEvent(event);
}

} // namespace nest::ui
