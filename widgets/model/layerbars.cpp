// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model/layerbars.h"

#include <QActionGroup>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace nest::ui {
namespace {

constexpr double leastPitch = 3; ///< px from bar to bar
constexpr int leastRange = 5;    ///< layers that can be looked at closest

/// 1, 2 or 5 times a power of ten, so that `steps` of them reach `largest`.
double niceStep(double largest, int steps) {
    const double rough = largest / steps;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough) return factor * power;
    return 10 * power;
}

double leftMargin() {
    return scaled(46.0);
}
double topMargin() {
    return scaled(20.0);
}
double bottomMargin() {
    return scaled(22.0);
}

} // namespace

LayerBars::LayerBars(QWidget* parent) : ModelChart(parent), m_choices(new QActionGroup(this)) {
    setProperty("helpId", QStringLiteral("model#bars"));
    for (int i = 0; i < layerAmountCount; ++i) {
        auto* action = new QAction(this);
        action->setCheckable(true);
        action->setData(i);
        m_choices->addAction(action);
        addAction(action);
        connect(action, &QAction::triggered, this, [this, i] { setAmount(static_cast<LayerAmount>(i)); });
    }
    retranslate();
    refresh();
}

void LayerBars::retranslate() {
    const auto actions = m_choices->actions();
    for (QAction* action : actions) {
        action->setText(amountName(static_cast<LayerAmount>(action->data().toInt())));
        action->setChecked(action->data().toInt() == static_cast<int>(m_amount));
    }
}

void LayerBars::setAmount(LayerAmount amount) {
    m_amount = amount;
    retranslate();
    refresh();
}

void LayerBars::setRange(int first, int last) {
    const int end = layerCount() - 1;
    const int length = std::clamp(last - first, std::min(leastRange - 1, end), std::max(0, end));
    m_first = std::clamp(first, 0, std::max(0, end - length));
    m_last = m_first + length;
    update();
}

/// A new model is shown whole; an edited one as it was looked at.
void LayerBars::modelChanged() {
    if (layerCount() != m_layers || m_last - m_first + 1 == m_layers) setRange(0, layerCount() - 1);
    m_layers = layerCount();
}

void LayerBars::selectionChanged() {
    const int layer = selectedLayer();
    if (layer >= 0 && (layer < m_first || layer > m_last)) {
        const int length = m_last - m_first;
        setRange(layer - length / 2, layer - length / 2 + length);
    }
    update();
}

QString LayerBars::title() const {
    return tr("By layer");
}

QString LayerBars::unit() const {
    return amountName(m_amount);
}

QRectF LayerBars::plotArea(const QSizeF& size) const {
    return {leftMargin(), topMargin(), std::max(10.0, size.width() - leftMargin() - 4),
            std::max(10.0, size.height() - topMargin() - bottomMargin())};
}

int LayerBars::barCount(double width) const {
    return std::max(1, std::min(m_last - m_first + 1, static_cast<int>(width / leastPitch)));
}

LayerBars::Bar LayerBars::bar(int index, int count) const {
    const qint64 layers = m_last - m_first + 1;
    Bar bar{m_first + static_cast<int>(layers * index / count),
            m_first + static_cast<int>(layers * (index + 1) / count) - 1, 0};
    bar.largest = bar.first;
    for (int layer = bar.first; layer <= bar.last; ++layer)
        if (value(layer) > value(bar.largest)) bar.largest = layer;
    return bar;
}

double LayerBars::largestValue() const {
    double largest = 0;
    for (int layer = m_first; layer <= m_last; ++layer)
        largest = std::max(largest, value(layer));
    return largest;
}

QColor LayerBars::colour(const Theme& theme) const {
    switch (m_amount) {
    case LayerAmount::Parameters:
        return theme.memory(MemoryKind::Weights);
    case LayerAmount::ForwardFlop:
    case LayerAmount::ForwardSeconds:
        return theme.time(TimeKind::Forward);
    case LayerAmount::ActivationBytes:
        return theme.memory(MemoryKind::Activations);
    case LayerAmount::OutputBytes:
        return theme.time(TimeKind::Transfer);
    }
    return theme.accent;
}

void LayerBars::paintScale(QPainter& painter, const QRectF& area, double top, const Scale& scale,
                           const Theme& theme) const {
    painter.setFont(axisFont());
    const double step = niceStep(top, area.height() > 120 ? 4 : 2);
    for (double tick = 0; tick <= top * 1.0001; tick += step) {
        const double y = area.bottom() - area.height() * tick / top;
        painter.setPen(QPen(theme.line, tick == 0 ? 1 : 0.5));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(theme.muted);
        painter.drawText(QRectF(0, y - 8, leftMargin() - 6, 16), Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(tick / scale.factor, 'g', 4));
    }
    painter.setPen(theme.muted);
    painter.drawText(QRectF(0, -1, leftMargin() - 6, 16), Qt::AlignRight | Qt::AlignVCenter,
                     QString::fromStdString(scale.unit));
}

/// Numbers of layers below the bars, as many as have room.
void LayerBars::paintNames(QPainter& painter, const QRectF& area, const Theme& theme) const {
    painter.setFont(axisFont());
    painter.setPen(theme.muted);
    const int layers = m_last - m_first + 1;
    const double pitch = area.width() / layers;
    const double widest = QFontMetricsF(axisFont()).horizontalAdvance(QString::number(m_last)) + 12;
    int step = 1;
    for (const int factor : {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000})
        if ((step = factor) * pitch >= widest) break;
    for (int layer = (m_first + step - 1) / step * step; layer <= m_last; layer += step) {
        const double x = area.left() + (layer - m_first + 0.5) * pitch;
        const double half = widest / 2;
        if (x + half - 6 > area.right() + 4) break;
        painter.drawText(QRectF(x - half, area.bottom() + 5, 2 * half, 16), Qt::AlignCenter, QString::number(layer));
    }
}

void LayerBars::paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) {
    const QRectF area = plotArea(size);
    const double largest = largestValue();
    if (!(largest > 0)) {
        painter.setFont(textFont());
        painter.setPen(theme.muted);
        painter.drawText(QRectF({0, 0}, size), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("The model states none: %1").arg(amountName(m_amount)));
        return;
    }
    const double top = niceStep(largest, 20) * std::ceil(largest / niceStep(largest, 20) - 1e-9);
    paintScale(painter, area, top, common_scale(largest, amountUnit(m_amount)), theme);
    const int count = barCount(area.width());
    const double pitch = area.width() / count;
    const double gap = pitch > 8 ? std::min(pitch * 0.25, 12.0) : pitch > 4 ? 1 : 0.5;
    const double width = std::min(pitch - gap, 64.0);
    const QColor fill = colour(theme);
    const bool faint = contrast(fill, theme.panel) < 2;
    for (int i = 0; i < count; ++i) {
        const Bar shown = bar(i, count);
        const double height = area.height() * value(shown.largest) / top;
        const double centre = area.left() + (i + 0.5) * pitch;
        const QRectF box(centre - width / 2, area.bottom() - height, width, height);
        painter.fillRect(box, fill);
        if (faint && width > 3) {
            painter.setPen(QPen(theme.muted, 0.75));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(box);
        } else if (faint) {
            painter.fillRect(QRectF(box.left(), box.top(), std::max(width, 1.0), 1), theme.muted);
        }
        const int selected = selectedLayer();
        if (selected >= shown.first && selected <= shown.last) {
            painter.setPen(QPen(theme.accent, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(box.adjusted(-1.5, -2, 1.5, 1));
        }
        for (int layer = shown.first; layer <= shown.last; ++layer) {
            if (!modelView()->isEdited(layer, m_amount)) continue;
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.accent);
            painter.drawEllipse(QPointF(centre, box.top() - 7), 3, 3);
            break;
        }
    }
    paintNames(painter, area, theme);
}

int LayerBars::layerAt(const QPointF& position) const {
    const QRectF area = plotArea(QSizeF(size()));
    if (layerCount() == 0 || !area.adjusted(0, -topMargin(), 0, bottomMargin()).contains(position)) return -1;
    const int count = barCount(area.width());
    const int index = std::clamp(static_cast<int>((position.x() - area.left()) / area.width() * count), 0, count - 1);
    return bar(index, count).largest;
}

QString LayerBars::hoverText(const QPointF& position) {
    const int layer = layerAt(position);
    if (layer < 0) return {};
    const QRectF area = plotArea(QSizeF(size()));
    const int count = barCount(area.width());
    const Bar shown =
        bar(std::clamp(static_cast<int>((position.x() - area.left()) / area.width() * count), 0, count - 1), count);
    auto rows = layerRows(layer);
    if (shown.first < shown.last)
        rows.prepend(
            {tr("largest of layers"), QStringLiteral("%1–%2").arg(layerName(shown.first), layerName(shown.last))});
    const double sum = modelView()->sum(m_amount);
    if (sum > 0) rows.append({tr("share of the model"), formatValue(value(layer) / sum, Unit::ratio, 2)});
    return hoverCard(layerName(layer), rows);
}

TableData LayerBars::tableData() const {
    TableData figures;
    figures.headers << QStringLiteral("#") << tr("Layer") << amountName(m_amount);
    for (int layer = 0; layer < layerCount(); ++layer)
        figures.rows.append({{QString::number(layer), layer},
                             {layerName(layer), layerName(layer)},
                             {amountText(m_amount, value(layer)), value(layer)}});
    return figures;
}

void LayerBars::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return ModelChart::mousePressEvent(event);
    const int layer = layerAt(event->position());
    selectLayer(layer == selectedLayer() ? -1 : layer);
}

void LayerBars::mouseDoubleClickEvent(QMouseEvent*) {
    setRange(0, layerCount() - 1);
}

void LayerBars::zoom(double factor, double anchor) {
    const double length = m_last - m_first + 1, wanted = std::max<double>(leastRange, length / factor);
    const double centre = m_first + length * anchor;
    const int first = static_cast<int>(std::lround(centre - wanted * anchor));
    setRange(first, first + static_cast<int>(std::lround(wanted)) - 1);
}

void LayerBars::wheelEvent(QWheelEvent* event) {
    if (layerCount() == 0) return event->ignore();
    const QRectF area = plotArea(QSizeF(size()));
    const double steps = (event->angleDelta().y() + event->angleDelta().x()) / 120.0;
    const bool whole = m_first == 0 && m_last == layerCount() - 1;
    if (event->modifiers() & Qt::ControlModifier) {
        zoom(std::pow(1.25, steps), std::clamp((event->position().x() - area.left()) / area.width(), 0.0, 1.0));
    } else if (!whole) {
        const int length = m_last - m_first;
        const int first = m_first - static_cast<int>(std::lround(steps * std::max(1.0, length / 10.0)));
        setRange(first, first + length);
    } else {
        return event->ignore(); // for the page around
    }
    event->accept();
}

void LayerBars::keyPressEvent(QKeyEvent* event) {
    const int last = layerCount() - 1, selected = selectedLayer();
    switch (event->key()) {
    case Qt::Key_Left:
        return selectLayer(selected < 0 ? last : std::max(0, selected - 1));
    case Qt::Key_Right:
        return selectLayer(std::min(last, selected + 1));
    case Qt::Key_Home:
        return selectLayer(std::min(0, last));
    case Qt::Key_End:
        return selectLayer(last);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        if (event->modifiers() & Qt::ControlModifier) return zoom(1.25, 0.5);
        break;
    case Qt::Key_Minus:
        if (event->modifiers() & Qt::ControlModifier) return zoom(0.8, 0.5);
        break;
    case Qt::Key_0:
        if (event->modifiers() & Qt::ControlModifier) return setRange(0, last);
        break;
    case Qt::Key_F:
        return setRange(0, last);
    default:
        break;
    }
    ModelChart::keyPressEvent(event);
}

} // namespace nest::ui
