// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/planview.h"

#include "selection/selectionmodel.h"

#include <QCoreApplication>
#include <algorithm>

namespace nest::ui {

double stageBubble(const Evaluation& evaluation, std::size_t index) {
    if (evaluation.pipeline_seconds <= 0) return 0;
    const StageEvaluation& stage = evaluation.stages[index]; // whose copies share the micro-batches
    const double busy =
        static_cast<double>(evaluation.micro_batches) * stage.time.load / static_cast<double>(stage.copies);
    return (evaluation.pipeline_seconds - busy) / evaluation.pipeline_seconds;
}

QString stageName(int index) {
    return QCoreApplication::translate("nest::ui::PlanChart", "stage %1").arg(index);
}

PlanChart::PlanChart(QWidget* parent) : Chart(parent) {}

void PlanChart::setSnapshot(const PlanSnapshot& snapshot) {
    const bool same = m_snapshot.problem == snapshot.problem && m_snapshot.result == snapshot.result &&
                      m_snapshot.shown == snapshot.shown && m_snapshot.shownKept == snapshot.shownKept &&
                      m_snapshot.kept == snapshot.kept && m_snapshot.history == snapshot.history;
    m_snapshot = snapshot;
    setDimmed(snapshot.dimmed);
    if (same) return;
    snapshotChanged();
    refresh();
}

void PlanChart::setSelectionModel(SelectionModel* selection) {
    if (m_selection) m_selection->disconnect(this);
    m_selection = selection;
    if (selection) connect(selection, &SelectionModel::changed, this, [this] { selectionChanged(); });
    selectionChanged();
}

QString waitingText(const PlanSnapshot& snapshot) {
    if (snapshot.searching) return PlanChart::tr("The search is running.");
    if (!snapshot.problem) return PlanChart::tr("No plan yet.");
    if (!snapshot.result) return PlanChart::tr("Solve to see the plan.");
    if (snapshot.result->status == SolveStatus::infeasible)
        return PlanChart::tr("No plan fits. The sentence above says why.");
    return PlanChart::tr("Stopped before a plan was found. Solve again to see one.");
}

QString PlanChart::emptyText() const {
    return shownPlan() ? QString() : waitingText(m_snapshot);
}

int PlanChart::stageCount() const {
    const RankedPlan* plan = shownPlan();
    return plan ? static_cast<int>(plan->evaluation.stages.size()) : 0;
}

int PlanChart::selectedStage() const {
    const int stage = m_selection ? m_selection->stage() : -1;
    return stage < stageCount() ? stage : -1;
}

void PlanChart::selectStage(int stage) {
    if (m_selection && stage >= 0 && stage < stageCount()) m_selection->setStage(stage);
}

void PlanChart::clickStage(int stage) {
    const bool again = stage >= 0 && stage == selectedStage() && m_selection->rank() < 0;
    if (again)
        m_selection->setStage(-1);
    else
        selectStage(stage);
}

bool PlanChart::moveStage(int key, int backKey, int forwardKey) {
    const int last = stageCount() - 1;
    const int stage = selectedStage();
    if (key == backKey)
        selectStage(stage < 0 ? last : std::max(stage - 1, 0));
    else if (key == forwardKey)
        selectStage(std::min(stage + 1, last));
    else if (key == Qt::Key_Home)
        selectStage(0);
    else if (key == Qt::Key_End)
        selectStage(last);
    else
        return false;
    return true;
}

} // namespace nest::ui
