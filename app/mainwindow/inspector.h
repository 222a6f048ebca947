// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/planview.h"

#include <QFutureWatcher>
#include <QWidget>
#include <memory>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace nest::ui {

class SelectionModel;

/// What is selected: the terms of its price with formula, inputs and source, and a rank's place in the grid. With
/// nothing selected, the whole step.
class Inspector : public QWidget {
    Q_OBJECT

public:
    explicit Inspector(SelectionModel& selection, QWidget* parent = nullptr);
    ~Inspector() override;

    void setSnapshot(const PlanSnapshot& snapshot);
    QTreeWidget* tree() const { return m_tree; }

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    using Tree = std::shared_ptr<const CostNode>;
    void startTree();
    void refresh();
    void showDetail(QTreeWidgetItem* item);
    const CostNode* shownNode() const;
    QString headline() const;
    QString placeText() const;

    SelectionModel& m_selection;
    PlanSnapshot m_snapshot;
    bool m_pending = false; ///< the snapshot's tree isn't built yet: nobody looks
    QFutureWatcher<Tree> m_watcher;
    Tree m_cost;
    QLabel* m_title;
    QLabel* m_place;
    QTreeWidget* m_tree;
    QLabel* m_detail;
};

} // namespace nest::ui
