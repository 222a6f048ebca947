// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "charts/chart.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

namespace nest::ui {

ChartTable::ChartTable(QObject* parent) : QAbstractTableModel(parent) {}

void ChartTable::setData(TableData data) {
    beginResetModel();
    m_data = std::move(data);
    endResetModel();
}

int ChartTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_data.rows.size());
}

int ChartTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_data.headers.size());
}

QVariant ChartTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const TableCell& cell = m_data.rows.at(index.row()).at(index.column());
    const bool number = cell.value.typeId() != QMetaType::QString && cell.value.isValid();
    switch (role) {
    case Qt::DisplayRole:
        return cell.text;
    case Qt::UserRole:
        return cell.value.isValid() ? cell.value : QVariant(cell.text);
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft));
    default:
        return {};
    }
}

QVariant ChartTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= m_data.headers.size()) return {};
    if (role == Qt::DisplayRole) return m_data.headers.at(section);
    if (role == Qt::TextAlignmentRole)
        return rowCount() ? data(index(0, section), role) : QVariant(Qt::AlignVCenter | Qt::AlignLeft);
    return {};
}

Chart::Chart(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

QString Chart::hoverText(const QPointF&) {
    return {};
}

QAbstractTableModel* Chart::table() {
    if (!m_table) {
        m_table = new ChartTable(this);
        m_table->setData(tableData());
    }
    return m_table;
}

void Chart::paintAll(QPainter& painter, const QSizeF& size, const Theme& theme) {
    painter.save();
    painter.setFont(axisFont());
    const QString empty = emptyText();
    if (!empty.isEmpty()) {
        painter.setFont(textFont());
        painter.setPen(theme.muted);
        const double width = std::min(size.width() - 16, 360.0);
        painter.drawText(QRectF((size.width() - width) / 2, 0, width, size.height()),
                         Qt::AlignCenter | Qt::TextWordWrap, empty);
    } else {
        if (m_dimmed) painter.setOpacity(0.4);
        paintChart(painter, size, theme);
    }
    painter.restore();
}

void Chart::setDimmed(bool dimmed) {
    if (m_dimmed == dimmed) return;
    m_dimmed = dimmed;
    update();
}

QString Chart::hoverCard(const QString& heading, const QVector<QPair<QString, QString>>& rows) {
    QString text = QStringLiteral("<b>%1</b><table cellspacing=0 cellpadding=0>").arg(heading.toHtmlEscaped());
    for (const auto& [name, value] : rows)
        text += QStringLiteral(
                    "<tr><td style='padding-right:14px'>%1</td><td align=right style='white-space:nowrap'>%2</td></tr>")
                    .arg(name.toHtmlEscaped(), value.toHtmlEscaped());
    return text + QStringLiteral("</table>");
}

void Chart::refresh() {
    if (m_table) m_table->setData(tableData());
    setAccessibleName(title());
    setAccessibleDescription(emptyText().isEmpty() ? unit() : emptyText());
    emit headChanged();
    update();
}

void Chart::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        refresh();
    } else if (event->type() == QEvent::FontChange) {
        fontsChanged();
        update();
    } else if (event->type() == QEvent::PaletteChange) {
        update();
    }
    QWidget::changeEvent(event);
}

void Chart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintAll(painter, QSizeF(size()), Theme::of(palette()));
}

void Chart::mouseMoveEvent(QMouseEvent* event) {
    const QString text = emptyText().isEmpty() ? hoverText(event->position()) : QString();
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(event->globalPosition().toPoint() + QPoint(12, 12), text, this);
    QWidget::mouseMoveEvent(event);
}

void Chart::leaveEvent(QEvent* event) {
    QToolTip::hideText();
    QWidget::leaveEvent(event);
}

} // namespace nest::ui
