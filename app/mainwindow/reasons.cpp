// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "mainwindow/reasons.h"

#include "controls/diagnostictext.h"
#include "document/plantext.h"
#include "document/relaxedstate.h"
#include "mainwindow/actionregistry.h"
#include "workspaces/reasonpage.h"

#include <QCoreApplication>

namespace nest::ui {
namespace {

QString say(const char* text) {
    return QCoreApplication::translate("Reasons", text);
}

} // namespace

void showReasons(ReasonPage& page, const SolveOutcome& outcome, ActionRegistry& actions) {
    const auto these = [&actions](std::initializer_list<const char*> ids) {
        QList<QAction*> list;
        for (const char* id : ids)
            list << actions.action(id);
        return list;
    };
    if (outcome.waiting) {
        page.setReason(say(QT_TRANSLATE_NOOP("Reasons", "Restored, and not searched yet")),
                       say(QT_TRANSLATE_NOOP("Reasons", "The program ended unexpectedly while this project was open. "
                                                        "Nothing is searched until you press Solve, so that you can "
                                                        "save the project or change it first.")));
        page.setWays({}, {});
        page.setActions(these({"plan.solve", "file.saveAs", "view.searchOptions", "view.model"}));
    } else if (!outcome.result) {
        QStringList lines;
        if (outcome.inputs)
            for (const Diagnostic& diagnostic : outcome.inputs->diagnostics)
                if (diagnostic.severity == Severity::error) lines << diagnosticText(diagnostic);
        page.setReason(say(QT_TRANSLATE_NOOP("Reasons", "These inputs can't be planned")), lines.join(u'\n'));
        page.setWays({}, {});
        page.setActions(these({"view.searchOptions", "view.model", "view.topology", "file.open"}));
    } else if (outcome.result->status == SolveStatus::infeasible) {
        page.setReason(say(QT_TRANSLATE_NOOP("Reasons", "No plan fits")), infeasibleText(*outcome.result));
        page.setWays(say(QT_TRANSLATE_NOOP("Reasons", "Looking for what would make a plan possible...")), {});
        page.setActions(these({"plan.size", "view.searchOptions", "view.topology", "view.model", "edit.undo"}));
    } else {
        page.setReason(say(QT_TRANSLATE_NOOP("Reasons", "Stopped before a plan was found")),
                       say(QT_TRANSLATE_NOOP("Reasons", "Solve again to continue.")));
        page.setWays({}, {});
        page.setActions(these({"plan.solve", "view.searchOptions"}));
    }
}

void showWaysOut(ReasonPage& page, const ProjectState& state, const Advice& advice) {
    QVector<ReasonPage::Way> ways;
    for (const Relaxation& one : advice.relaxations.list)
        ways.append(
            {phraseText(one.what), relaxedPlanText(one), relaxedState(state, *advice.problem, one).has_value()});
    page.setWays(
        !ways.isEmpty() ? QString()
        : advice.relaxations.complete
            ? say(QT_TRANSLATE_NOOP("Reasons",
                                    "No single change of an option, of the memory or of the number of devices "
                                    "makes a plan possible."))
            : say(QT_TRANSLATE_NOOP("Reasons",
                                    "What would make a plan possible was not found in the time that is taken for it.")),
        ways);
}

} // namespace nest::ui
