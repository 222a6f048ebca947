// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "topology/costmatrix.h"

#include "charts/legend.h"
#include "network/level_extraction.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <qcustomplot.h>

namespace nest::ui {
namespace {

constexpr qint64 mostRows = 256;
/// Colour scale right of the square.
double scaleWidth() {
    return scaled(76.0);
}
constexpr qsizetype mostDistinct = 8;

/// Distinct bandwidths with how many ordered pairs have them, largest first; equal to three digits counts as equal.
std::map<double, qint64, std::greater<>> distinct(const std::vector<float>& matrix) {
    std::map<double, qint64, std::greater<>> counts;
    for (const float entry : matrix) {
        if (!(entry > 0)) continue;
        const double value = static_cast<double>(entry);
        const double step = std::pow(10, std::floor(std::log10(value)) - 2);
        ++counts[std::round(value / step) * step];
    }
    return counts;
}

} // namespace

CostMatrix::CostMatrix(QWidget* parent) : Chart(parent) {
    setProperty("helpId", QStringLiteral("topology#matrix"));
    QCustomPlot* plot = m_canvas.plot();
    auto* map = new QCPColorMap(plot->xAxis, plot->yAxis);
    map->setInterpolate(false);
    map->setDataScaleType(QCPAxis::stLogarithmic);
    QCPColorGradient gradient;
    for (int step = 0; step <= 32; ++step)
        gradient.setColorStopAt(step / 32.0, cividis(step / 32.0));
    gradient.setNanHandling(QCPColorGradient::nhTransparent);
    auto* scale = new QCPColorScale(plot);
    plot->plotLayout()->addElement(0, 1, scale);
    scale->setBarWidth(12);
    scale->setRangeDrag(false);
    scale->setRangeZoom(false);
    scale->setDataScaleType(QCPAxis::stLogarithmic);
    map->setColorScale(scale);
    map->setGradient(gradient);
    auto* margins = new QCPMarginGroup(plot);
    plot->axisRect()->setMarginGroup(QCP::msTop | QCP::msBottom, margins);
    scale->setMarginGroup(QCP::msTop | QCP::msBottom, margins);
    plot->yAxis->setRangeReversed(true);
    for (QCPAxis* axis : {plot->xAxis, plot->yAxis}) {
        axis->grid()->setVisible(false);
    }
    refresh();
}

void CostMatrix::setLevels(const std::optional<LevelModel>& levels) {
    if (!levels) return setMatrix({}, 0, 0);
    std::int64_t side = 0;
    std::vector<float> matrix = bandwidth_matrix(*levels, mostRows, &side);
    setMatrix(withNeighbours(std::move(matrix), side, *levels), side, levels->device_count());
}

std::vector<float> CostMatrix::withNeighbours(std::vector<float> matrix, qint64 side, const LevelModel& levels) {
    const qint64 devices = levels.device_count();
    for (qint64 row = 0; row < side && side < devices; ++row) {
        const qint64 first = std::min(row * devices / side, devices - 2);
        matrix[static_cast<std::size_t>(row * side + row)] =
            static_cast<float>(levels.bandwidth(levels.level_between(first, first + 1)));
    }
    return matrix;
}

void CostMatrix::setMatrix(std::vector<float> matrix, qint64 side, qint64 devices, const QString& title) {
    m_matrix = std::move(matrix);
    m_side = side;
    m_devices = devices;
    m_title = title;
    m_row = m_column = -1;
    double largest = 0, least = std::numeric_limits<double>::infinity();
    auto* map = qobject_cast<QCPColorMap*>(m_canvas.plot()->plottable(0));
    const auto cells = static_cast<int>(side);
    map->data()->setSize(std::max(cells, 1), std::max(cells, 1));
    // The range names the centres of the outer cells.
    map->data()->setRange(QCPRange(0, std::max(cells - 1, 1)), QCPRange(0, std::max(cells - 1, 1)));
    for (int row = 0; row < cells; ++row)
        for (int column = 0; column < cells; ++column) {
            const double entry = value(row, column);
            map->data()->setCell(column, row, entry > 0 ? entry : std::numeric_limits<double>::quiet_NaN());
            if (entry > 0) {
                largest = std::max(largest, entry);
                least = std::min(least, entry);
            }
        }
    m_scale = common_scale(largest, Unit::bytes_per_second);
    // A hair wider than the values, so that the ends have their marks.
    if (largest > 0) map->setDataRange(QCPRange(least < largest ? least * 0.999 : largest / 10, largest * 1.001));
    refresh();
}

double CostMatrix::value(qint64 row, qint64 column) const {
    return static_cast<double>(
        m_matrix[static_cast<std::size_t>(row) * static_cast<std::size_t>(m_side) + static_cast<std::size_t>(column)]);
}

void CostMatrix::setCurrent(qint64 row, qint64 column) {
    m_row = std::clamp<qint64>(row, -1, m_side - 1);
    m_column = std::clamp<qint64>(column, -1, m_side - 1);
    if (m_row >= 0 && m_column >= 0) setAccessibleDescription(cellText(m_row, m_column));
    update();
}

QString CostMatrix::title() const {
    return m_title.isEmpty() ? tr("Bandwidth between devices") : m_title;
}

QString CostMatrix::unit() const {
    return m_side > 0 ? QString::fromStdString(m_scale.unit) : QString();
}

QString CostMatrix::emptyText() const {
    return m_side > 0 ? QString() : tr("Pick a cluster, or draw one, to see the bandwidth between its devices.");
}

QRectF CostMatrix::build(const QSizeF& size, const Theme& theme) {
    QCustomPlot* plot = m_canvas.plot();
    m_canvas.applyTheme(theme);
    plot->clearItems();
    plot->xAxis->setBasePen(Qt::NoPen);
    plot->yAxis->setBasePen(Qt::NoPen);
    const QString last = formatCount(m_devices - 1);
    const double names = QFontMetricsF(axisFont()).horizontalAdvance(last) + 8; // of the devices, left of the square
    const double beside = scaleWidth() + names, below = scaled(38.0);
    const double side = std::max(20.0, std::min(size.height() - below, size.width() - beside));
    const QRectF area(std::max(0.0, (size.width() - side - beside) / 2), 0, side + beside, side + below);
    plot->xAxis->setRange(-0.5, static_cast<double>(m_side) - 0.5);
    plot->yAxis->setRange(-0.5, static_cast<double>(m_side) - 0.5);
    const double each = static_cast<double>(m_devices) / static_cast<double>(m_side);
    plot->xAxis->setLabel(each > 1.001 ? tr("device × device, one square = %1 devices").arg(each, 0, 'g', 3)
                                       : tr("device × device"));
    for (QCPAxis* axis : {plot->xAxis, plot->yAxis}) { // the first and the last device
        auto ticker = QSharedPointer<QCPAxisTickerText>::create();
        ticker->addTick(0, QStringLiteral("0"));
        if (m_side > 1) ticker->addTick(static_cast<double>(m_side - 1), last);
        axis->setTicker(ticker);
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
    }

    auto* map = qobject_cast<QCPColorMap*>(plot->plottable(0));
    const auto values = distinct(m_matrix);
    // A few levels are named by their values beside swatches; a drawn network has many, then a scale does.
    const bool few = static_cast<qsizetype>(values.size()) <= mostDistinct;
    map->colorScale()->setVisible(!few);
    QCPAxis* axis = map->colorScale()->axis();
    axis->setTickLabelColor(theme.muted);
    axis->setTickLabelFont(axisFont());
    for (QCPAxis* edge : axis->axisRect()->axes())
        edge->setBasePen(QPen(theme.line));
    axis->setTickPen(QPen(theme.muted));
    axis->setSubTickPen(Qt::NoPen);
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    ticker->addTick(map->dataRange().lower, formatScaled(map->dataRange().lower, m_scale));
    ticker->addTick(map->dataRange().upper, formatScaled(map->dataRange().upper, m_scale));
    axis->setTicker(ticker);

    if (m_row >= 0 && m_column >= 0) {
        auto* box = new QCPItemRect(plot);
        box->topLeft->setCoords(static_cast<double>(m_column) - 0.5, static_cast<double>(m_row) - 0.5);
        box->bottomRight->setCoords(static_cast<double>(m_column) + 0.5, static_cast<double>(m_row) + 0.5);
        box->setPen(QPen(theme.accent, 2));
        box->setBrush(Qt::NoBrush);
    }
    return area;
}

void CostMatrix::paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) {
    const QRectF area = build(size, theme);
    m_canvas.paint(painter, area);
    const auto values = distinct(m_matrix);
    if (static_cast<qsizetype>(values.size()) > mostDistinct) return;
    const auto* map = qobject_cast<QCPColorMap*>(m_canvas.plot()->plottable(0));
    QCPColorGradient gradient = map->gradient();
    double top = area.top() + m_canvas.plot()->axisRect()->top() + scaled(2.0);
    const double left = area.left() + m_canvas.plot()->axisRect()->right() + scaled(12.0);
    for (const auto& [bandwidth, count] : values) {
        const LegendItem item{QBrush(QColor(gradient.color(bandwidth, map->dataRange(), true))),
                              formatScaled(bandwidth, m_scale)};
        top += paintSwatches(&painter, {left, top}, scaleWidth(), {item}, theme);
    }
}

std::pair<qint64, qint64> CostMatrix::cellAt(const QPointF& position) {
    if (m_side == 0) return {-1, -1};
    const QRectF area = build(QSizeF(size()), Theme::of(palette()));
    m_canvas.layOut(area.size());
    const QCustomPlot* plot = m_canvas.plot();
    const auto column = static_cast<qint64>(std::lround(plot->xAxis->pixelToCoord(position.x() - area.left())));
    const auto row = static_cast<qint64>(std::lround(plot->yAxis->pixelToCoord(position.y() - area.top())));
    const bool inside = row >= 0 && column >= 0 && row < m_side && column < m_side;
    return inside ? std::pair(row, column) : std::pair<qint64, qint64>(-1, -1);
}

QPointF CostMatrix::positionOf(qint64 row, qint64 column) {
    const QRectF area = build(QSizeF(size()), Theme::of(palette()));
    m_canvas.layOut(area.size());
    const QCustomPlot* plot = m_canvas.plot();
    return {plot->xAxis->coordToPixel(static_cast<double>(column)) + area.left(),
            plot->yAxis->coordToPixel(static_cast<double>(row)) + area.top()};
}

QString CostMatrix::cellText(qint64 row, qint64 column) const {
    const auto device = [this](qint64 index) { return formatCount(index * m_devices / m_side); };
    const double bandwidth = value(row, column);
    if (row == column && bandwidth > 0)
        return tr("device %1 to its neighbour: %2").arg(device(row), formatValue(bandwidth, Unit::bytes_per_second));
    return tr("device %1 to device %2: %3")
        .arg(device(row), device(column),
             bandwidth > 0 ? formatValue(bandwidth, Unit::bytes_per_second) : tr("the same device"));
}

QString CostMatrix::hoverText(const QPointF& position) {
    const auto [row, column] = cellAt(position);
    return row < 0 ? QString() : cellText(row, column).toHtmlEscaped();
}

TableData CostMatrix::tableData() const {
    TableData figures;
    // The whole matrix while it can be read, else how often each bandwidth occurs.
    if (m_side <= 64) {
        figures.headers << tr("Device");
        for (qint64 column = 0; column < m_side; ++column)
            figures.headers << QString::number(column * m_devices / m_side);
        for (qint64 row = 0; row < m_side; ++row) {
            QVector<TableCell> cells = {{QString::number(row * m_devices / m_side), row}};
            for (qint64 column = 0; column < m_side; ++column)
                cells.append(
                    {row == column ? QStringLiteral("—") : formatValue(value(row, column), Unit::bytes_per_second),
                     value(row, column)});
            figures.rows.append(cells);
        }
        return figures;
    }
    figures.headers << tr("Bandwidth") << tr("Share of device pairs");
    qint64 pairs = 0;
    auto matrix = m_matrix;
    for (qint64 row = 0; row < m_side; ++row) // one pair of many
        matrix[static_cast<std::size_t>(row * m_side + row)] = 0;
    const auto values = distinct(matrix);
    for (const auto& [bandwidth, count] : values)
        pairs += count;
    for (const auto& [bandwidth, count] : values) {
        const double share = static_cast<double>(count) / static_cast<double>(pairs);
        figures.rows.append(
            {{formatValue(bandwidth, Unit::bytes_per_second), bandwidth}, {formatValue(share, Unit::ratio), share}});
    }
    return figures;
}

void CostMatrix::mousePressEvent(QMouseEvent* event) {
    const auto [row, column] = cellAt(event->position());
    setCurrent(row, column);
}

void CostMatrix::keyPressEvent(QKeyEvent* event) {
    const qint64 row = std::max<qint64>(m_row, 0), column = std::max<qint64>(m_column, 0);
    switch (event->key()) {
    case Qt::Key_Left:
        return setCurrent(row, std::max<qint64>(column - 1, 0));
    case Qt::Key_Right:
        return setCurrent(row, column + 1);
    case Qt::Key_Up:
        return setCurrent(std::max<qint64>(row - 1, 0), column);
    case Qt::Key_Down:
        return setCurrent(row + 1, column);
    case Qt::Key_Escape:
        return setCurrent(-1, -1);
    default:
        Chart::keyPressEvent(event);
    }
}

} // namespace nest::ui
