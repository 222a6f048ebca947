// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/planscatter.h"

#include "charts/labels.h"

#include <QAction>
#include <QActionGroup>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace nest::ui {
namespace {

/// Half the size of a point.
double dot() {
    return scaled(3.5);
}
double diamond() {
    return scaled(6.0);
}
/// How far from a point still means it.
double reach() {
    return scaled(12.0);
}
double longestName() {
    return scaled(150.0);
}

/// A range with some air at both ends, for values that may all be the same.
std::pair<double, double> airy(double lower, double upper) {
    const double span = upper > lower ? upper - lower : std::max(std::abs(upper) * 0.1, 1e-9);
    return {std::max(0.0, lower - 0.08 * span), upper + 0.08 * span};
}

Scale rateScale(double largest) {
    if (largest < 1e4) return {1, ""};
    if (largest < 1e6) return {1e3, "k"};
    return largest < 1e9 ? Scale{1e6, "M"} : Scale{1e9, "G"};
}

} // namespace

std::vector<int> paretoFront(const std::vector<std::array<double, 2>>& costs) {
    std::vector<int> order(costs.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&costs](int a, int b) {
        return costs[static_cast<std::size_t>(a)] < costs[static_cast<std::size_t>(b)];
    });
    std::vector<int> front;
    for (const int index : order) {
        const auto& here = costs[static_cast<std::size_t>(index)];
        const bool first = front.empty();
        const auto& last = costs[static_cast<std::size_t>(first ? index : front.back())];
        if (first || here[1] < last[1] || here == last) front.push_back(index);
    }
    return front;
}

PlanScatter::PlanScatter(QWidget* parent) : PlanChart(parent) {
    auto* group = new QActionGroup(this);
    for (const Axes axes : {Axes::ThroughputMemory, Axes::StepDevices}) {
        auto* action = new QAction(group);
        action->setCheckable(true);
        action->setChecked(axes == m_axes);
        connect(action, &QAction::triggered, this, [this, axes] { setAxes(axes); });
        addAction(action);
        m_choices.append(action);
    }
    setProperty("helpId", QStringLiteral("plan#scatter"));
    PlanScatter::retranslate();
    refresh();
}

void PlanScatter::setAxes(Axes axes) {
    if (axes == m_axes) return;
    m_axes = axes;
    m_choices[static_cast<int>(axes)]->setChecked(true);
    rebuild();
    refresh();
}

void PlanScatter::retranslate() {
    m_choices[0]->setText(tr("Throughput against peak memory"));
    m_choices[1]->setText(tr("Step time against devices"));
}

QString PlanScatter::title() const {
    return tr("Candidates");
}

QString PlanScatter::unit() const {
    return m_axes == Axes::ThroughputMemory ? tr("throughput against memory") : tr("step against devices");
}

const RankedPlan& PlanScatter::planOf(const Point& point) const {
    if (point.kept) return *snapshot().kept[point.index].priced;
    return snapshot().result->plans[static_cast<std::size_t>(point.index)];
}

QString PlanScatter::nameOf(const Point& point) const {
    if (!point.kept) return tr("plan %1").arg(point.index + 1);
    const KeptPlan& kept = snapshot().kept[point.index];
    if (!kept.name.isEmpty()) return kept.name;
    return kept.kind == KeptPlan::Kind::edited ? tr("edited") : tr("kept");
}

bool PlanScatter::showsTokens() const {
    return std::ranges::any_of(m_points,
                               [this](const Point& point) { return planOf(point).evaluation.tokens_per_second > 0; });
}

void PlanScatter::snapshotChanged() {
    rebuild();
    m_cursor = shownPoint();
}

void PlanScatter::rebuild() {
    m_points.clear();
    m_front.clear();
    const PlanSnapshot& now = snapshot();
    if (now.problem && now.result)
        for (int index = 0; index < static_cast<int>(now.result->plans.size()); ++index)
            m_points.append({index, false});
    for (int index = 0; now.problem && index < now.kept.size(); ++index)
        if (now.kept[index].priced) m_points.append({index, true});
    const bool tokens = showsTokens();
    std::vector<std::array<double, 2>> costs;
    std::vector<int> fitting;
    for (int index = 0; index < m_points.size(); ++index) {
        Point& point = m_points[index];
        const Evaluation& price = planOf(point).evaluation;
        point.fits = price.fits;
        if (m_axes == Axes::ThroughputMemory) {
            point.x = price.peak_memory;
            point.y = tokens ? price.tokens_per_second : price.throughput_sequences;
        } else {
            point.x = static_cast<double>(price.devices_used);
            point.y = price.step_seconds;
        }
        if (!point.fits) continue;
        fitting.push_back(index);
        costs.push_back({point.x, m_axes == Axes::ThroughputMemory ? -point.y : point.y});
    }
    for (const int index : paretoFront(costs)) {
        m_front.push_back(fitting[static_cast<std::size_t>(index)]);
        m_points[m_front.back()].front = true;
    }
    if (m_cursor >= m_points.size()) m_cursor = -1;
}

Axis PlanScatter::xAxis() const {
    double lower = m_points.front().x, upper = lower;
    for (const Point& point : m_points) {
        lower = std::min(lower, point.x);
        upper = std::max(upper, point.x);
    }
    Axis axis;
    if (m_axes == Axes::ThroughputMemory) {
        const double capacity = snapshot().problem->capacity();
        // A capacity far beyond all plans would squeeze them into a corner.
        if (capacity > upper && capacity < 2 * upper) upper = capacity;
        const Scale scale = common_scale(upper, Unit::bytes);
        axis.factor = scale.factor;
        axis.title = tr("peak memory of a device, %1").arg(QString::fromStdString(scale.unit));
    } else {
        axis.title = tr("devices");
        axis.whole = true;
    }
    std::tie(axis.lower, axis.upper) = airy(lower, upper);
    return axis;
}

Axis PlanScatter::yAxis() const {
    double lower = m_points.front().y, upper = lower;
    for (const Point& point : m_points) {
        lower = std::min(lower, point.y);
        upper = std::max(upper, point.y);
    }
    Axis axis;
    if (m_axes == Axes::ThroughputMemory) {
        const Scale scale = rateScale(upper);
        axis.factor = scale.factor;
        const QString prefix = QString::fromStdString(scale.unit);
        const QString what = showsTokens() ? tr("tokens/s") : tr("sequences/s");
        axis.title = prefix.isEmpty() ? what : tr("%1 %2", "prefix and unit: M tokens/s").arg(prefix, what);
    } else {
        const Scale scale = common_scale(upper, Unit::seconds);
        axis.factor = scale.factor;
        axis.title = tr("step time, %1").arg(QString::fromStdString(scale.unit));
    }
    std::tie(axis.lower, axis.upper) = airy(lower, upper);
    return axis;
}

AxisFrame PlanScatter::frameFor(const QSizeF& size) const {
    return {QRectF({0, 0}, size), xAxis(), yAxis()};
}

void PlanScatter::paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) {
    if (m_points.isEmpty()) return;
    const AxisFrame frame = frameFor(size);
    frame.paint(painter, theme);
    if (m_axes == Axes::ThroughputMemory) paintCapacity(painter, frame, theme);
    paintFront(painter, frame, theme);
    // The best last, so that it is never covered; kept plans above all.
    for (int index = static_cast<int>(m_points.size()) - 1; index >= 0; --index)
        if (!m_points[index].kept)
            paintPoint(painter, frame.at({m_points[index].x, m_points[index].y}), m_points[index], theme);
    for (const Point& point : m_points)
        if (point.kept) paintPoint(painter, frame.at({point.x, point.y}), point, theme);
    paintRings(painter, frame, theme);
    paintNames(painter, frame, theme);
}

void PlanScatter::paintCapacity(QPainter& painter, const AxisFrame& frame, const Theme& theme) const {
    const QRectF& plot = frame.plot();
    const double place = frame.x(snapshot().problem->capacity());
    if (place > plot.right()) return;
    painter.setPen(QPen(theme.text, 1.5));
    painter.drawLine(QPointF(place, plot.top()), QPointF(place, plot.bottom()));
}

/// Along the line, where no point is: at its lower end if it can, left of it if it can. Beyond the picture, an arrow
/// says where the capacity is.
void PlanScatter::paintCapacityName(QPainter& painter, const AxisFrame& frame, LabelPlacer& labels,
                                    const Theme& theme) const {
    const double capacity = snapshot().problem->capacity();
    QString name = tr("capacity %1").arg(formatValue(capacity, Unit::bytes));
    const QRectF& plot = frame.plot();
    const double place = frame.x(capacity);
    const QFontMetricsF text(axisFont());
    painter.setFont(axisFont());
    if (place > plot.right()) {
        name += QStringLiteral(" →");
        const QSizeF size(text.horizontalAdvance(name) + 1, text.height());
        QRectF box({plot.right() - size.width() - 4, plot.top() + 2}, size);
        for (const double y : {plot.top() + 2, plot.bottom() - size.height() - 2, plot.center().y()}) {
            box.moveTop(y);
            if (labels.isFree(box)) break;
        }
        labels.avoid(box);
        painter.setPen(theme.muted);
        painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, name);
        return;
    }
    const QSizeF size(text.height(), text.horizontalAdvance(name) + 4);
    QRectF box;
    bool found = false;
    constexpr int places = 12;
    for (int step = 0; step <= places && !found; ++step)
        for (const double left : {place - 4 - size.width(), place + 4}) {
            const double room = plot.height() - 12 - size.height();
            box = QRectF({left, plot.bottom() - 6 - size.height() - room * step / places}, size);
            if ((found = labels.isFree(box))) break;
        }
    if (!found) box = QRectF({place - 4 - size.width(), plot.bottom() - 6 - size.height()}, size);
    labels.avoid(box);
    painter.save();
    painter.translate(box.left(), box.bottom());
    painter.rotate(-90);
    painter.setPen(theme.text);
    painter.drawText(QRectF(0, 0, size.height(), size.width()), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                     name);
    painter.restore();
}

void PlanScatter::paintFront(QPainter& painter, const AxisFrame& frame, const Theme& theme) const {
    QPolygonF line;
    for (const int index : m_front)
        line << frame.at({m_points[index].x, m_points[index].y});
    painter.setPen(QPen(theme.accent, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
}

void PlanScatter::paintPoint(QPainter& painter, const QPointF& place, const Point& point, const Theme& theme) const {
    const QColor colour = !point.fits ? theme.bad : point.front ? theme.accent : theme.muted;
    if (!point.kept) {
        QColor fill = colour;
        if (!point.front) fill.setAlphaF(0.45F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawEllipse(place, dot(), dot());
        return;
    }
    const QPolygonF shape({place + QPointF(0, -diamond()), place + QPointF(diamond(), 0), place + QPointF(0, diamond()),
                           place + QPointF(-diamond(), 0)});
    const QColor edge = point.fits ? theme.text : theme.bad;
    const bool edited = snapshot().kept[point.index].kind == KeptPlan::Kind::edited;
    painter.setPen(QPen(edge, 1.5));
    painter.setBrush(edited ? theme.panel : edge);
    painter.drawPolygon(shape);
}

void PlanScatter::paintRings(QPainter& painter, const AxisFrame& frame, const Theme& theme) const {
    painter.setBrush(Qt::NoBrush);
    const auto ring = [&](int index, const QPen& pen, double radius) {
        painter.setPen(pen);
        painter.drawEllipse(frame.at({m_points[index].x, m_points[index].y}), radius, radius);
    };
    const int shown = shownPoint();
    const bool best = snapshot().best() != nullptr;
    if (best) ring(0, QPen(shown == 0 ? theme.accent : theme.text, 1.5), dot() + 4);
    if (shown > 0) ring(shown, QPen(theme.accent, 2), (m_points[shown].kept ? diamond() : dot()) + 5);
    if (hasFocus() && m_cursor >= 0 && m_cursor != shown)
        ring(m_cursor, QPen(theme.accent, 1, Qt::DashLine), (m_points[m_cursor].kept ? diamond() : dot()) + 5);
}

void PlanScatter::paintNames(QPainter& painter, const AxisFrame& frame, const Theme& theme) const {
    LabelPlacer labels(frame.plot(), axisFont());
    for (const Point& point : m_points)
        labels.avoid(frame.at({point.x, point.y}), point.kept || point.index == 0 ? diamond() + 1 : dot());
    for (std::size_t next = 1; next < m_front.size(); ++next) {
        const Point &one = m_points[m_front[next - 1]], &other = m_points[m_front[next]];
        labels.avoid(QLineF(frame.at({one.x, one.y}), frame.at({other.x, other.y})));
    }
    if (m_axes == Axes::ThroughputMemory) {
        const double capacity = frame.x(snapshot().problem->capacity());
        labels.avoid(QLineF(capacity, frame.plot().top(), capacity, frame.plot().bottom()));
        paintCapacityName(painter, frame, labels, theme);
    }
    if (const RankedPlan* best = snapshot().best(); best) {
        const bool proven = snapshot().result->status == SolveStatus::optimal;
        const Point& point = m_points.front();
        labels.paint(painter, frame.at({point.x, point.y}), dot() + 7, proven ? tr("optimum") : tr("best found"),
                     theme.text, longestName());
    }
    for (const Point& point : m_points)
        if (point.kept)
            labels.paint(painter, frame.at({point.x, point.y}), diamond() + 4, nameOf(point),
                         point.fits ? theme.text : theme.bad, longestName());
    paintFrontName(painter, frame, labels, theme);
}

/// At an end of the front, else at any of its points that has room.
void PlanScatter::paintFrontName(QPainter& painter, const AxisFrame& frame, LabelPlacer& labels,
                                 const Theme& theme) const {
    if (m_front.size() < 2) return;
    std::vector<int> order(m_front.begin(), m_front.end());
    if (order.front() == 0) std::ranges::reverse(order); // the best has its own name
    const QString name = tr("Pareto front");
    for (const int index : order) {
        const QPointF place = frame.at({m_points[index].x, m_points[index].y});
        if (index == 0 || !labels.find(place, dot() + 5, name, longestName())) continue;
        labels.paint(painter, place, dot() + 5, name, theme.accent, longestName());
        return;
    }
}

QPointF PlanScatter::positionOf(int point) const {
    return frameFor(QSizeF(size())).at({m_points[point].x, m_points[point].y});
}

int PlanScatter::pointAt(const QPointF& position) const {
    if (m_points.isEmpty() || !emptyText().isEmpty()) return -1;
    const AxisFrame frame = frameFor(QSizeF(size()));
    int nearest = -1;
    double least = reach();
    for (int index = 0; index < m_points.size(); ++index) {
        const QPointF way = frame.at({m_points[index].x, m_points[index].y}) - position;
        const double distance = std::hypot(way.x(), way.y());
        // Kept plans are drawn above the others; of equal ones the best is meant.
        const bool above = nearest >= 0 && m_points[index].kept && !m_points[nearest].kept && distance <= least + 0.5;
        if (distance < least || above) {
            nearest = index;
            least = std::min(least, distance);
        }
    }
    return nearest;
}

QVector<int> PlanScatter::pileOf(int point) const {
    QVector<int> pile;
    const QPointF place = positionOf(point);
    for (int index = 0; index < m_points.size(); ++index) {
        const QPointF way = positionOf(index) - place;
        if (std::hypot(way.x(), way.y()) <= 1.5) pile.append(index);
    }
    return pile;
}

int PlanScatter::shownPoint() const {
    const PlanSnapshot& now = snapshot();
    const bool kept = now.shownKept >= 0;
    for (int index = 0; index < m_points.size(); ++index)
        if (m_points[index].kept == kept && m_points[index].index == (kept ? now.shownKept : now.shown)) return index;
    return -1;
}

QString PlanScatter::hoverText(const QPointF& position) {
    const int index = pointAt(position);
    if (index < 0) return {};
    const Point& point = m_points[index];
    const RankedPlan& plan = planOf(point);
    const Evaluation& price = plan.evaluation;
    QVector<QPair<QString, QString>> rows;
    rows.append({tr("Layout"), QString::fromStdString(layout_text(plan.plan))});
    rows.append({tr("Step time"), formatValue(price.step_seconds, Unit::seconds)});
    if (price.tokens_per_second > 0) rows.append({tr("Tokens/s"), formatAmount(price.tokens_per_second)});
    rows.append({tr("Sequences/s"), formatAmount(price.throughput_sequences)});
    rows.append({tr("Peak memory"), formatValue(price.peak_memory, Unit::bytes)});
    const double free = snapshot().problem->capacity() - price.peak_memory;
    rows.append({free >= 0 ? tr("Free") : tr("Over capacity"), formatValue(std::abs(free), Unit::bytes)});
    rows.append({tr("Devices"), formatCount(price.devices_used)});
    if (point.front) rows.append({tr("Pareto front"), tr("on it")});
    QStringList others;
    for (const int other : pileOf(index))
        if (other != index) others << nameOf(m_points[other]);
    constexpr qsizetype mostNames = 4;
    if (others.size() > mostNames) {
        const qsizetype more = others.size() - mostNames;
        others = others.mid(0, mostNames) << tr("%1 more").arg(more);
    }
    if (!others.isEmpty()) rows.append({tr("Also here"), others.join(QStringLiteral(", "))});
    return hoverCard(nameOf(point), rows);
}

TableData PlanScatter::tableData() const {
    TableData figures;
    if (m_points.isEmpty()) return figures;
    figures.headers << tr("Plan") << tr("Layout") << tr("Step time") << tr("Tokens/s") << tr("Sequences/s")
                    << tr("Peak memory") << tr("Devices") << tr("Fits") << tr("Pareto front");
    for (const Point& point : m_points) {
        const RankedPlan& plan = planOf(point);
        const Evaluation& price = plan.evaluation;
        const QString tokens =
            price.tokens_per_second > 0 ? formatAmount(price.tokens_per_second) : QStringLiteral("–");
        figures.rows.append({{nameOf(point), point.kept ? QVariant(nameOf(point)) : QVariant(point.index + 1)},
                             {QString::fromStdString(layout_text(plan.plan)), {}},
                             {formatValue(price.step_seconds, Unit::seconds), price.step_seconds},
                             {tokens, price.tokens_per_second},
                             {formatAmount(price.throughput_sequences), price.throughput_sequences},
                             {formatValue(price.peak_memory, Unit::bytes), price.peak_memory},
                             {formatCount(price.devices_used), static_cast<qint64>(price.devices_used)},
                             {point.fits ? tr("yes") : tr("no"), point.fits ? tr("yes") : tr("no")},
                             {point.front ? tr("yes") : tr("no"), point.front ? tr("yes") : tr("no")}});
    }
    return figures;
}

void PlanScatter::choose(int point) {
    if (point < 0 || point >= m_points.size()) return;
    m_cursor = point;
    update();
    const Point chosen = m_points[point]; // a receiver may change the points
    if (chosen.kept) {
        emit keptChosen(chosen.index);
    } else {
        if (selectionModel()) selectionModel()->setCandidate(chosen.index);
        emit planChosen(chosen.index);
    }
}

void PlanScatter::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const int point = pointAt(event->position());
    if (point < 0) return;
    // Another click goes on to the next of the plans that lie on one spot.
    const QVector<int> pile = pileOf(point);
    const qsizetype shown = pile.indexOf(shownPoint());
    choose(shown < 0 ? point : pile[(shown + 1) % pile.size()]);
}

void PlanScatter::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    const bool along = key == Qt::Key_Left || key == Qt::Key_Right, up = key == Qt::Key_Up || key == Qt::Key_Down;
    if (m_points.isEmpty() || !(along || up || key == Qt::Key_Home || key == Qt::Key_End))
        return PlanChart::keyPressEvent(event);
    // Left and right follow the x axis, up and down the y axis; equal points stand in the order of their rank.
    std::vector<int> order(static_cast<std::size_t>(m_points.size()));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [this, up](int a, int b) {
        const Point &one = m_points[a], &other = m_points[b];
        return up ? std::pair(one.y, one.x) < std::pair(other.y, other.x)
                  : std::pair(one.x, one.y) < std::pair(other.x, other.y);
    });
    const auto here = std::ranges::find(order, m_cursor);
    const auto last = order.end() - 1;
    if (key == Qt::Key_Home) return choose(0);
    if (key == Qt::Key_End) return choose(static_cast<int>(m_points.size()) - 1);
    if (here == order.end()) return choose(0);
    const bool forward = key == Qt::Key_Right || key == Qt::Key_Up;
    if (forward && here != last) choose(*(here + 1));
    if (!forward && here != order.begin()) choose(*(here - 1));
}

void PlanScatter::focusInEvent(QFocusEvent* event) {
    if (m_cursor < 0) m_cursor = shownPoint();
    update();
    PlanChart::focusInEvent(event);
}

void PlanScatter::focusOutEvent(QFocusEvent* event) {
    update();
    PlanChart::focusOutEvent(event);
}

} // namespace nest::ui
