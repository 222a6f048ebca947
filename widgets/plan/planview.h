// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "charts/chart.h"
#include "plan/problem.h"
#include "search/solve.h"
#include "selection/selectionmodel.h"

#include <QPointer>
#include <QVector>
#include <algorithm>
#include <memory>
#include <vector>

namespace nest::ui {

/// A plan beside the search's own, priced on the same problem: kept by a person, pasted from a running job, or edited
/// by hand.
struct KeptPlan {
    enum class Kind { pinned, edited };
    Kind kind = Kind::pinned;
    QString name; ///< "today"
    QString note;
    std::shared_ptr<const RankedPlan> priced; ///< null: it is no plan for this problem
    std::vector<Diagnostic> faults;           ///< then why not
    bool pasted = false;                      ///< it is what the project's command runs
    bool operator==(const KeptPlan&) const = default;
};

/// How far a search was at one moment.
struct SearchMoment {
    double seconds = 0; ///< since it began
    double best = 0;    ///< step time of the best plan so far; 0: none yet
    double bound = 0;   ///< no plan that is still open is faster; 0: not known yet
    double open = 1;    ///< share of the families of candidates that nothing has decided yet

    /// Share of the best step time that could still be saved; 1 while nothing is known.
    double gap() const { return best > 0 && bound > 0 ? std::clamp((best - bound) / best, 0.0, 1.0) : 1; }
    bool operator==(const SearchMoment&) const = default;
};
using SearchHistory = QVector<SearchMoment>;

/// What the plan views show: a problem and its result, shared and immutable. Passed by value.
struct PlanSnapshot {
    std::shared_ptr<const Problem> problem;         ///< null: nothing to show yet
    std::shared_ptr<const SolveResult> result;      ///< null: not solved yet
    int shown = 0;                                  ///< index of the result's plan that is looked at
    bool dimmed = false;                            ///< stale while a new solve runs
    bool searching = false;                         ///< nothing to show yet, and a search runs
    bool improving = false;                         ///< fresh, but the search goes on: the best so far
    std::shared_ptr<const SearchHistory> history{}; ///< of the search; null: not known, as for a stored result
    QVector<KeptPlan> kept{};                       ///< in the project's order, the edited one last
    int shownKept = -1;                             ///< index of the kept plan that is looked at instead; -1: none

    /// The search's best; null when there is none.
    const RankedPlan* best() const {
        return problem && result && !result->plans.empty() ? &result->plans.front() : nullptr;
    }
    /// The plan that is looked at; null when there is none.
    const RankedPlan* plan() const {
        if (problem && shownKept >= 0 && shownKept < kept.size()) return kept[shownKept].priced.get();
        if (!problem || !result || shown < 0 || shown >= static_cast<int>(result->plans.size())) return nullptr;
        return &result->plans[static_cast<std::size_t>(shown)];
    }
};

/// What would fill a view without a plan: a problem, a solve, or why there is none.
QString waitingText(const PlanSnapshot& snapshot);
/// Share of the pipeline's time in which stage `index` waits: (pipeline - m load) / pipeline.
double stageBubble(const Evaluation& evaluation, std::size_t index);
/// Name of a stage for people: "stage 3".
QString stageName(int index);

/// A chart of the shown plan that follows the shared selection.
class PlanChart : public Chart {
    Q_OBJECT
public:
    explicit PlanChart(QWidget* parent = nullptr);

    void setSnapshot(const PlanSnapshot& snapshot);
    const PlanSnapshot& snapshot() const { return m_snapshot; }
    void setSelectionModel(SelectionModel* selection);
    SelectionModel* selectionModel() const { return m_selection; }

    /// Says what would fill the view: a problem, a solve, or why there is no plan.
    QString emptyText() const override;

protected:
    /// The figures changed; called before the repaint.
    virtual void snapshotChanged() {}
    virtual void selectionChanged() { update(); }
    void fontsChanged() override { snapshotChanged(); }
    const RankedPlan* shownPlan() const { return m_snapshot.plan(); }
    int stageCount() const;
    int selectedStage() const;
    /// Selects the stage if it exists; what arrow keys call.
    void selectStage(int stage);
    /// As selectStage(), but a second click on the selected stage takes the selection back.
    void clickStage(int stage);
    /// Moves the selected stage by arrow keys, Home, End; false when the key is another one.
    bool moveStage(int key, int backKey, int forwardKey);

private:
    PlanSnapshot m_snapshot;
    QPointer<SelectionModel> m_selection;
};

} // namespace nest::ui
