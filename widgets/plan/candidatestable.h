// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/planview.h"

#include <QWidget>

class QLabel;
class QSortFilterProxyModel;
class QAbstractItemModel;
class QTableView;

namespace nest::ui {

class CandidatesModel;

/// The best plans, and those kept beside them, as a sortable table; the shown one is marked. Choosing a row asks to
/// look at that plan.
class CandidatesTable : public QWidget {
    Q_OBJECT
public:
    enum Column { Number, Step, Tokens, Peak, Bubble, Layout, Recomputation, Engines, ColumnCount };

    explicit CandidatesTable(QWidget* parent = nullptr);

    void setSnapshot(const PlanSnapshot& snapshot);
    void setSelectionModel(SelectionModel* selection);
    /// Rows before sorting: the result's plans (best first), then the kept ones.
    QAbstractItemModel* model() const;
    QTableView* view() const { return m_view; }
    /// Words for the head of a card: how many plans are as good as the best.
    QString note() const;

signals:
    /// A row was chosen: show this plan of the result.
    void planChosen(int index);
    /// The same of one of the kept plans.
    void keptChosen(int index);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();
    void choose(const QModelIndex& index);
    void markShown();

    CandidatesModel* m_model = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    QTableView* m_view = nullptr;
    QLabel* m_empty = nullptr;
    QPointer<SelectionModel> m_selection;
    bool m_updating = false;
    bool m_fitting = false;
};

/// "none", "selective", "full", "whole stage".
QString recomputeName(Recompute kind);
/// With the number of layers where it is of a stage's first ones alone: "full, first 3 layers".
QString recomputeName(const StagePlan& stage);
/// "none", "full on all stages", "full on 3 of 8 stages, selective on 5".
QString recomputeText(const Plan& plan);

} // namespace nest::ui
