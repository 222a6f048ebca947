// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QStyledItemDelegate>

class QTableView;

namespace nest::ui {

/// Table cells with tabular figures: in right-aligned cells every digit takes the width of the widest one, so that
/// columns of numbers line up in fonts whose digits differ in width.
class FigureDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// Makes every column as wide as its cells and its heading need.
void fitColumns(QTableView* view);

} // namespace nest::ui
