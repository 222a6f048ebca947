// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "controls/figuredelegate.h"

#include "theme/theme.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QHeaderView>
#include <QPainter>
#include <QTableView>
#include <algorithm>

namespace nest::ui {
namespace {

double digitWidth(const QFontMetricsF& metrics) {
    double widest = 0;
    for (char digit = '0'; digit <= '9'; ++digit)
        widest = std::max(widest, metrics.horizontalAdvance(QLatin1Char(digit)));
    return widest;
}

double tabularWidth(const QString& text, const QFontMetricsF& metrics) {
    double width = 0;
    for (const QChar character : text)
        width += character.isDigit() ? digitWidth(metrics) : metrics.horizontalAdvance(character);
    return width;
}

bool isFigure(const QModelIndex& index) {
    return index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight;
}

/// As the style sheet's items have it.
int padding() {
    return scaled(8) + 3;
}

} // namespace

void FigureDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    if (!isFigure(index)) return QStyledItemDelegate::paint(painter, option, index);
    QStyleOptionViewItem box = option;
    initStyleOption(&box, index);
    const QString text = box.text;
    box.text.clear();
    const QStyle* style = box.widget ? box.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &box, painter, box.widget);
    const QFontMetricsF metrics(box.font);
    const double digit = digitWidth(metrics);
    double x = box.rect.right() + 1 - padding() - tabularWidth(text, metrics);
    const double baseline = box.rect.top() + (box.rect.height() + metrics.ascent() - metrics.descent()) / 2;
    painter->save();
    painter->setFont(box.font);
    const auto group = box.state & QStyle::State_Enabled ? QPalette::Normal : QPalette::Disabled;
    const QVariant colour = index.data(Qt::ForegroundRole);
    painter->setPen(colour.isValid() ? colour.value<QBrush>().color() : box.palette.color(group, QPalette::Text));
    for (const QChar character : text) {
        const double advance = metrics.horizontalAdvance(character);
        const double cell = character.isDigit() ? digit : advance;
        painter->drawText(QPointF(x + (cell - advance) / 2, baseline), QString(character));
        x += cell;
    }
    painter->restore();
}

QSize FigureDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    if (isFigure(index)) {
        QStyleOptionViewItem box = option;
        initStyleOption(&box, index);
        size.setWidth(std::max(size.width(),
                               static_cast<int>(tabularWidth(box.text, QFontMetricsF(box.font))) + 2 * padding() + 2));
    } else {
        size.rwidth() += padding();
    }
    return size;
}

void fitColumns(QTableView* view) {
    view->resizeColumnsToContents();
    const QAbstractItemModel* model = view->model();
    const QFontMetrics metrics(view->horizontalHeader()->font());
    for (int column = 0; column < model->columnCount(); ++column) {
        const int heading =
            metrics.horizontalAdvance(model->headerData(column, Qt::Horizontal).toString()) + 2 * padding() + 4;
        const int arrow = view->isSortingEnabled() ? 10 : 0;
        view->setColumnWidth(column, std::max(view->columnWidth(column), heading + arrow));
    }
}

} // namespace nest::ui
