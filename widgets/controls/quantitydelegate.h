// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/quantity.h"
#include "controls/figuredelegate.h"

namespace nest::ui {

/// Edits a table's cells as quantities with their unit. Text that can't be used stays in the cell, marked and with the
/// reason beside it, until it is mended or Esc takes it back.
class QuantityDelegate : public FigureDelegate {
    Q_OBJECT
public:
    using FigureDelegate::FigureDelegate;

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;

protected:
    struct Range {
        Unit unit = Unit::none;
        double least = 0, most = 0; ///< SI base unit
    };
    virtual Range rangeOf(const QModelIndex& index) const = 0;
    bool eventFilter(QObject* object, QEvent* event) override;
};

} // namespace nest::ui
