// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "model/modelview.h"

#include <QPointer>
#include <QWidget>
#include <vector>

class QAbstractItemModel;
class QTableView;

namespace nest::ui {

class LayerTableModel;
class SelectionModel;

/// Every layer with its figures on one device with nothing split. Sorted by any column; amounts that the model lets
/// edit are edited in place, edited ones carry a dot in the accent colour and go back with Delete. Edits are intents:
/// the table shows them when the new model is set.
class LayerTable : public QWidget {
    Q_OBJECT
public:
    enum Column { Number, Id, FirstAmount, Kind = FirstAmount + layerAmountCount, ColumnCount };
    /// Role of a cell: whether its amount was edited.
    static constexpr int editedRole = Qt::UserRole + 1;

    explicit LayerTable(QWidget* parent = nullptr);

    /// Null: nothing to show.
    void setModelView(std::shared_ptr<const ModelView> model);
    void setSelectionModel(SelectionModel* selection);
    /// Rows in the order shown; Qt::UserRole gives the value behind a cell.
    QAbstractItemModel* model() const;
    QTableView* view() const { return m_view; }
    /// Layer of a row, -1 for none; and back.
    int layerOf(int row) const;
    int rowOf(int layer) const;
    static int columnOf(LayerAmount amount) { return FirstAmount + static_cast<int>(amount); }

signals:
    void amountEdited(int layer, nest::ui::LayerAmount amount, double value);
    /// Back to what it was.
    void amountReset(int layer, nest::ui::LayerAmount amount);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();
    void makeRoom();
    void followSelection();
    void openMenu(const QPoint& position);
    void reset(const QModelIndex& index);

    LayerTableModel* m_model;
    QTableView* m_view;
    QPointer<SelectionModel> m_selection;
    bool m_following = false;
    std::vector<int> m_widths; ///< px that the texts of each column need
};

} // namespace nest::ui
