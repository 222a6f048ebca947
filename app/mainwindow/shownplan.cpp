// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "mainwindow/shownplan.h"

#include "document/plantext.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

namespace nest::ui {
namespace {

/// The key of the option in which two states differ; empty when it isn't just one option.
std::string changedOption(const ProjectState& before, const ProjectState& after) {
    if (before.model != after.model || before.topology != after.topology || before.device != after.device) return {};
    std::string key;
    for (const OptionInfo& info : option_table()) {
        if (get_option(before.options, info.key) == get_option(after.options, info.key)) continue;
        if (!key.empty()) return {};
        key = info.key;
    }
    return key;
}

/// The edited plan, or the pinned one of this name, where it has a price; -1 for none.
int indexOf(const QVector<KeptPlan>& kept, KeptPlan::Kind kind, const QString& name) {
    for (int i = 0; i < kept.size(); ++i)
        if (kept[i].priced && kept[i].kind == kind && (kind == KeptPlan::Kind::edited || kept[i].name == name))
            return i;
    return -1;
}

} // namespace

ShownPlan::ShownPlan(Project& project, LivePlan& live, SelectionModel& selection, QObject* parent)
    : QObject(parent), m_project(project), m_live(live), m_selection(selection), m_pricer(this) {
    connect(&m_live, &LivePlan::outcomeChanged, this, &ShownPlan::outcomeChanged);
    connect(&m_live, &LivePlan::staleChanged, this, &ShownPlan::dim);
    connect(&m_project, &Project::stateChanged, this, &ShownPlan::projectChanged);
    connect(&m_live, &LivePlan::busyChanged, this, [this](bool busy) {
        m_searches = busy;
        search();
    });
    connect(&m_pricer, &KeptPricer::priced, this, &ShownPlan::takeKept);
}

ShownPlan::~ShownPlan() = default;

/// A search runs and there is nothing to look at meanwhile.
void ShownPlan::search() {
    const bool searching = m_searches && !m_snapshot.plan();
    if (searching == m_snapshot.searching) return;
    m_snapshot.searching = searching;
    emit changed();
}

void ShownPlan::outcomeChanged() {
    const auto& outcome = m_live.outcome();
    // Only a single changed option explains a difference; and what there is no plan of can't be compared.
    const std::string option = changedOption(m_planned, m_project.state());
    const bool fresh = m_project.undoStack()->count() == 0; // a new or opened project
    m_reference.reset();
    m_changedOption.clear();
    // The best so far and what follows it are compared with what was before both.
    if (!m_snapshot.improving)
        m_before = m_snapshot.best() ? std::optional(m_snapshot.best()->evaluation) : std::nullopt;
    if (m_before && !option.empty() && !fresh) {
        m_reference = m_before;
        m_changedOption = option;
    }
    nameReason();
    if (!outcome->improving) m_planned = m_project.state();
    PlanSnapshot next;
    if (outcome->inputs) next.problem = outcome->inputs->problem;
    next.result = outcome->result;
    next.improving = outcome->improving;
    next.history = outcome->history;
    const bool sameLayers =
        m_snapshot.problem && next.problem &&
        std::ranges::equal(m_snapshot.problem->model.layers, next.problem->model.layers, {}, &Layer::id, &Layer::id);
    next.searching = m_searches && m_live.isBusy() && !next.plan();
    dropLater(std::exchange(m_snapshot, next).result);
    m_selection.clearPlace();
    m_selection.setCandidate(-1);
    if (!sameLayers) m_selection.setLayer(-1);
    m_kept = m_project.state();
    m_showsEdited = m_showsEdited && m_kept.edited.has_value(); // stays in sight while options change
    m_pricer.ask(m_snapshot.problem, m_kept.pinned, m_kept.edited);
    if (!m_showsEdited || !m_snapshot.problem) emit changed(); // else with its price
}

void ShownPlan::projectChanged() {
    const ProjectState& state = m_project.state();
    if (state.pinned == m_kept.pinned && state.edited == m_kept.edited) return;
    if (state.edited != m_kept.edited) m_showsEdited = state.edited.has_value();
    m_kept = state;
    m_pricer.ask(m_snapshot.problem, m_kept.pinned, m_kept.edited);
}

void ShownPlan::takeKept(const QVector<KeptPlan>& priced) {
    QVector<KeptPlan> kept = priced;
    nameKept(kept);
    const bool wasKept = m_snapshot.shownKept >= 0;
    const QString wanted = std::exchange(m_wanted, {});
    const QString name = !wanted.isEmpty() ? wanted : wasKept ? m_snapshot.kept[m_snapshot.shownKept].name : QString();
    const int index = indexOf(kept, m_showsEdited ? KeptPlan::Kind::edited : KeptPlan::Kind::pinned, name);
    if (kept.isEmpty() && m_snapshot.kept.isEmpty()) return;
    m_snapshot.kept = kept;
    m_snapshot.shownKept = index;
    if (wasKept || index >= 0) {
        compareShown();
        placeSelection();
    }
    emit changed();
}

void ShownPlan::show(int index) {
    if (!m_snapshot.result || (index == m_snapshot.shown && m_snapshot.shownKept < 0)) return;
    m_snapshot.shown = index;
    m_snapshot.shownKept = -1;
    m_showsEdited = false;
    compareShown();
    placeSelection();
    emit changed();
}

void ShownPlan::showKept(int index) {
    if (index < 0 || index >= m_snapshot.kept.size() || !m_snapshot.kept[index].priced) return;
    m_snapshot.shownKept = index;
    m_showsEdited = m_snapshot.kept[index].kind == KeptPlan::Kind::edited;
    compareShown();
    placeSelection();
    emit changed();
}

void ShownPlan::keep(const Plan& plan, const QString& name) {
    m_showsEdited = false;
    m_project.pin({name.toStdString(), {}, plan});
    m_wanted = keptPlanName(m_project.state().pinned.back().name); // made unique
}

void ShownPlan::pinShown() {
    const RankedPlan* plan = m_snapshot.plan();
    if (!plan) return;
    // English, so that keptPlanName() can say it in any language.
    std::string name = "plan " + std::to_string(m_snapshot.shown + 1);
    if (const int shown = m_snapshot.shownKept; shown >= 0)
        name = static_cast<std::size_t>(shown) < m_project.state().pinned.size()
                   ? m_project.state().pinned[static_cast<std::size_t>(shown)].name
                   : "edited by hand";
    m_project.pin({name, {}, plan->plan});
}

void ShownPlan::edit(const Plan& plan) {
    m_project.setEdited(plan);
    m_project.sealEdits();
}

void ShownPlan::endEdit() {
    m_project.setEdited(std::nullopt);
    m_project.sealEdits();
}

void ShownPlan::compareShown() {
    m_reference.reset();
    m_changedOption.clear();
    const RankedPlan* best = m_snapshot.best();
    if (best && m_snapshot.plan() != best) m_reference = best->evaluation;
    nameReason();
}

void ShownPlan::nameReason() {
    m_reason.clear();
    if (!m_reference) return;
    if (const OptionInfo* option = find_option(m_changedOption))
        m_reason = tr("after %1").arg(QCoreApplication::translate("Options", option->label));
    else if (m_snapshot.result)
        m_reason = m_snapshot.result->status == SolveStatus::optimal ? tr("against the optimum") : tr("against plan 1");
}

/// In the project's order, the edited one last.
void ShownPlan::nameKept(QVector<KeptPlan>& kept) const {
    std::size_t index = 0;
    for (KeptPlan& plan : kept) {
        if (plan.kind == KeptPlan::Kind::edited)
            plan.name = keptPlanName("edited by hand");
        else if (index < m_kept.pinned.size())
            plan.name = keptPlanName(m_kept.pinned[index++].name);
    }
}

void ShownPlan::retranslate() {
    nameKept(m_snapshot.kept);
    nameReason();
    if (m_live.outcome()) emit changed();
}

/// A selected device stays selected in another plan, where it may work in another stage.
void ShownPlan::placeSelection() {
    const RankedPlan* shown = m_snapshot.plan();
    if (!shown) return m_selection.clearPlace();
    if (const qint64 rank = m_selection.rank(); rank >= 0) {
        const RankPlace place = place_of(RankGrid(shown->plan), rank);
        m_selection.setRank(rank, place.used ? static_cast<int>(place.stage) : -1, place.used ? place.replica : -1);
    } else if (m_selection.stage() >= shown->plan.stage_count() || m_selection.replica() >= shown->plan.replicas) {
        m_selection.clearPlace();
    }
}

void ShownPlan::dim(bool dimmed) {
    if (dimmed == m_snapshot.dimmed) return;
    m_snapshot.dimmed = dimmed;
    if (m_snapshot.plan() && dimmed) emit changed(); // the fresh result undims by itself
}

} // namespace nest::ui
