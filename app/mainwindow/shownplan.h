// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "jobs/keptpricer.h"
#include "jobs/liveplan.h"
#include "plan/planview.h"
#include "selection/selectionmodel.h"

#include <QObject>
#include <optional>

namespace nest::ui {

/// Which plan is looked at, out of the search's answers and the plans the project keeps, and what it is compared with.
/// Follows the live plan and the project; the views follow it.
class ShownPlan : public QObject {
    Q_OBJECT

public:
    ShownPlan(Project& project, LivePlan& live, SelectionModel& selection, QObject* parent = nullptr);
    ~ShownPlan() override;

    const PlanSnapshot& snapshot() const { return m_snapshot; }
    /// What the cards compare the shown plan with, and in which words.
    const std::optional<Evaluation>& reference() const { return m_reference; }
    const QString& referenceReason() const { return m_reason; }

    /// Looks at a plan of the result, or at a kept one.
    void show(int index);
    void showKept(int index);
    /// Keeps a plan under a name, undoable, and looks at it as soon as it is priced.
    void keep(const Plan& plan, const QString& name);
    /// Keeps the shown plan under a name ("plan 3", "edited"), undoable.
    void pinShown();
    /// Takes a plan that a view has edited: it becomes the project's edited plan, and is looked at once it is priced.
    void edit(const Plan& plan);
    /// Drops the hand edits; the search's best is looked at again.
    void endEdit();
    /// The words made here, in the window's language of now.
    void retranslate();

signals:
    /// The snapshot or the reference is another one.
    void changed();

private:
    void outcomeChanged();
    void projectChanged();
    void takeKept(const QVector<KeptPlan>& kept);
    void compareShown();
    void nameKept(QVector<KeptPlan>& kept) const;
    void nameReason();
    void search();
    void placeSelection();
    void dim(bool dimmed);

    Project& m_project;
    LivePlan& m_live;
    SelectionModel& m_selection;
    KeptPricer m_pricer;
    PlanSnapshot m_snapshot;
    ProjectState m_planned;             ///< what the shown result is of
    std::optional<Evaluation> m_before; ///< the best plan before the last search
    ProjectState m_kept;                ///< whose kept plans were asked for last
    QString m_wanted;                   ///< name of a kept plan to look at, as soon as it is priced
    bool m_showsEdited = false;         ///< the plan edited by hand is looked at, as soon as it is priced
    std::optional<Evaluation> m_reference;
    std::string m_changedOption; ///< key of the one option that made the difference
    bool m_searches = false;
    QString m_reason;
};

} // namespace nest::ui
