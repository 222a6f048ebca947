// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "find/commandpalette.h"

#include <QAbstractListModel>
#include <QStyledItemDelegate>

namespace nest::ui {

/// The palette's entries, those that answer what is typed, best first.
class PaletteModel : public QAbstractListModel {
public:
    using QAbstractListModel::QAbstractListModel;

    struct Row {
        int entry = 0;
        int score = 0;
        QVector<int> marks; ///< matched characters of the title
    };

    void setEntries(std::vector<PaletteEntry> entries);
    void setTyped(const QString& typed);
    const PaletteEntry& entry(int row) const;
    const Row& row(int index) const { return m_rows[static_cast<std::size_t>(index)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    /// DisplayRole: the title; ToolTipRole: detail or reason; AccessibleTextRole: all of it.
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    std::vector<PaletteEntry> m_entries;
    std::vector<Row> m_rows;
};

/// Draws kind, title with its matched characters, detail.
class PaletteDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    int kindWidth = 0; ///< px of the column of kinds
};

} // namespace nest::ui
