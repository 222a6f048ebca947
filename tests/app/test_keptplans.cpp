// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "charts/chartcard.h"
#include "dialogs/exportdialog.h"
#include "mainwindow/mainwindow.h"
#include "plan/comparisontable.h"
#include "plan/layout_line.h"
#include "plan/summarycards.h"
#include "testsettings.h"
#include "workspaces/compareworkspace.h"
#include "workspaces/planworkspace.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <cmath>

using namespace nest;
using namespace nest::ui;

/// Plans that are kept, edited by hand and compared.
class KeptPlansTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_settings.clear(); }
    void keepingAPlanPricesIt();
    void namesOfKeptPlansAreUnique();
    void editingShowsTheEditedPlan();
    void editStaysInSightWhileOptionsChange();
    void keptPlanThatIsNoneSaysWhy();
    void compareShowsTheFigures();
    void compareFollowsThePickers();
    void keptPlansAskForNoNewSearch();
    void exportSaysWhichPlan();
    void runningSearchIsSaid();

private:
    std::unique_ptr<MainWindow> solved() {
        auto window = std::make_unique<MainWindow>();
        window->start();
        window->show();
        if (!settle(*window)) return nullptr;
        return window;
    }
    static bool settle(MainWindow& window) {
        return QTest::qWaitFor(
            [&] { return window.livePlan().outcome() && !window.livePlan().isBusy() && !window.livePlan().isStale(); },
            120000);
    }
    /// The best plan with the first border moved by one layer.
    static Plan moved(const Plan& plan) {
        Plan edited = plan;
        edited.stages[1].layers.insert(edited.stages[1].layers.begin(), edited.stages[0].layers.back());
        edited.stages[0].layers.pop_back();
        return edited;
    }
    TestSettings m_settings;
};

void KeptPlansTest::keepingAPlanPricesIt() {
    const auto window = solved();
    QVERIFY(window);
    window->actions().action("plan.keep")->trigger();
    QCOMPARE(window->project().state().pinned.size(), std::size_t{1});
    QTRY_COMPARE_WITH_TIMEOUT(window->shownPlan().snapshot().kept.size(), 1, 60000);
    const PlanSnapshot& snapshot = window->shownPlan().snapshot();
    QVERIFY(snapshot.kept[0].priced);
    QCOMPARE(snapshot.kept[0].priced->evaluation.step_seconds, snapshot.best()->evaluation.step_seconds);
    window->project().undoStack()->undo();
    QTRY_VERIFY_WITH_TIMEOUT(window->shownPlan().snapshot().kept.isEmpty(), 60000);
}

void KeptPlansTest::namesOfKeptPlansAreUnique() {
    Project project;
    project.pin({"today", {}, {}});
    project.pin({"today", {}, {}});
    project.pin({"today", {}, {}});
    QCOMPARE(project.state().pinned[1].name, std::string("today 2"));
    QCOMPARE(project.state().pinned[2].name, std::string("today 3"));
    project.unpin(0);
    QCOMPARE(project.state().pinned.front().name, std::string("today 2"));
    project.undoStack()->undo();
    QCOMPARE(project.state().pinned.size(), std::size_t{3});
}

void KeptPlansTest::editingShowsTheEditedPlan() {
    const auto window = solved();
    QVERIFY(window);
    ShownPlan& shown = window->shownPlan();
    const RankedPlan best = *shown.snapshot().best();
    QVERIFY(best.plan.stage_count() > 1);
    const Plan edited = moved(best.plan);
    shown.edit(edited);
    QTRY_COMPARE_WITH_TIMEOUT(shown.snapshot().shownKept, 0, 60000);
    QVERIFY(shown.snapshot().plan()->plan == edited);
    // The proven optimum can't be beaten by moving a border.
    const Evaluation evaluation = *evaluate(*shown.snapshot().problem, edited);
    QVERIFY(shown.snapshot().plan()->evaluation == evaluation);
    if (evaluation.fits) QVERIFY(evaluation.step_seconds >= best.evaluation.step_seconds);
    QVERIFY(shown.reference());
    QCOMPARE(shown.reference()->step_seconds, best.evaluation.step_seconds);
    QVERIFY(window->actions().action("plan.endEdit")->isEnabled());

    window->project().undoStack()->undo();
    QTRY_COMPARE_WITH_TIMEOUT(shown.snapshot().shownKept, -1, 60000);
    QVERIFY(shown.snapshot().plan()->plan == best.plan);
    window->project().undoStack()->redo();
    QTRY_COMPARE_WITH_TIMEOUT(shown.snapshot().shownKept, 0, 60000);
    window->actions().action("plan.endEdit")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(shown.snapshot().shownKept, -1, 60000);
    QVERIFY(!window->actions().action("plan.endEdit")->isEnabled());
}

void KeptPlansTest::editStaysInSightWhileOptionsChange() {
    const auto window = solved();
    QVERIFY(window);
    ShownPlan& shown = window->shownPlan();
    shown.edit(moved(shown.snapshot().best()->plan));
    QTRY_COMPARE_WITH_TIMEOUT(shown.snapshot().shownKept, 0, 60000);
    const double before = shown.snapshot().plan()->evaluation.stages[0].memory.total;
    QVERIFY(!window->project().setOptionText("precision", "fp32"));
    QVERIFY(settle(*window));
    QTRY_COMPARE_WITH_TIMEOUT(shown.snapshot().shownKept, 0, 60000);
    // fp32 has 4 + 4 + 8 bytes a parameter in place of 2 + 4 + 12.
    QTRY_VERIFY_WITH_TIMEOUT(shown.snapshot().plan()->evaluation.stages[0].memory.total != before, 60000);
    shown.show(0);
    QCOMPARE(shown.snapshot().shownKept, -1);
    QVERIFY(!window->project().setOptionText("precision", "megatron"));
    QVERIFY(settle(*window));
    QTRY_COMPARE_WITH_TIMEOUT(shown.snapshot().kept.size(), 1, 60000);
    QCOMPARE(shown.snapshot().shownKept, -1);
}

void KeptPlansTest::keptPlanThatIsNoneSaysWhy() {
    const auto window = solved();
    QVERIFY(window);
    Plan plan = window->shownPlan().snapshot().best()->plan;
    plan.stages.pop_back(); // its layers are nowhere now
    window->project().pin({"broken", {}, plan});
    QTRY_COMPARE_WITH_TIMEOUT(window->shownPlan().snapshot().kept.size(), 1, 60000);
    const KeptPlan& kept = window->shownPlan().snapshot().kept[0];
    QVERIFY(!kept.priced);
    QVERIFY(!kept.faults.empty());
    window->shownPlan().showKept(0);
    QCOMPARE(window->shownPlan().snapshot().shownKept, -1);
}

void KeptPlansTest::compareShowsTheFigures() {
    const auto window = solved();
    QVERIFY(window);
    ShownPlan& shown = window->shownPlan();
    window->actions().action("view.compare")->trigger();
    CompareWorkspace* compare = window->compareWorkspace();
    QVERIFY(compare->isVisible());
    compare->choose(0, 1);
    compare->choose(1, 0);
    const RankedPlan& first = shown.snapshot().result->plans[1];
    const RankedPlan& second = shown.snapshot().result->plans[0];
    const QAbstractItemModel* model = compare->table()->model();
    bool found = false;
    for (int row = 0; row < model->rowCount(); ++row) {
        const auto cell = [&](int column) { return model->index(row, column); };
        if (cell(ComparisonTable::Figure).data().toString() != QStringLiteral("Step time")) continue;
        found = true;
        QCOMPARE(cell(ComparisonTable::First).data(Qt::UserRole).toDouble(), first.evaluation.step_seconds);
        QCOMPARE(cell(ComparisonTable::Second).data(Qt::UserRole).toDouble(), second.evaluation.step_seconds);
        QCOMPARE(cell(ComparisonTable::Difference).data(Qt::UserRole).toDouble(),
                 second.evaluation.step_seconds - first.evaluation.step_seconds);
    }
    QVERIFY(found);
    QVERIFY(compare->table()->text().contains(QStringLiteral("Step time\t")));
}

void KeptPlansTest::compareFollowsThePickers() {
    const auto window = solved();
    QVERIFY(window);
    CompareWorkspace* compare = window->compareWorkspace();
    window->actions().action("view.compare")->trigger();
    QCOMPARE(compare->chosen(1) == 0 || compare->chosen(0) == 0, true);
    window->actions().action("plan.keep")->trigger();
    // What is kept stands against the best by itself.
    QTRY_COMPARE_WITH_TIMEOUT(compare->chosen(0), -1, 60000);
    QCOMPARE(compare->chosen(1), 0);
    QTest::keyClick(compare->picker(1), Qt::Key_Down);
    QCOMPARE(compare->chosen(1), 1);
}

void KeptPlansTest::keptPlansAskForNoNewSearch() {
    const auto window = solved();
    QVERIFY(window);
    const auto outcome = window->livePlan().outcome();
    window->actions().action("plan.keep")->trigger();
    window->project().setNotes("ask the network team about the spine");
    QVERIFY(!window->livePlan().isBusy());
    QVERIFY(!window->livePlan().isStale());
    QCOMPARE(window->livePlan().outcome(), outcome);
}

void KeptPlansTest::exportSaysWhichPlan() {
    const auto window = solved();
    QVERIFY(window);
    window->shownPlan().edit(moved(window->shownPlan().snapshot().best()->plan));
    QTRY_VERIFY_WITH_TIMEOUT(window->shownPlan().snapshot().shownKept == 0, 60000);
    const PlanSnapshot snapshot = window->shownPlan().snapshot();
    ExportDialog dialog(snapshot);
    const auto says = [&](const QString& text) {
        const auto labels = dialog.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel* label) { return label->text().contains(text); });
    };
    QComboBox* plans = dialog.planBox();
    QCOMPARE(plans->count(), static_cast<int>(snapshot.result->plans.size()) + 1);
    QVERIFY2(plans->currentText().startsWith(QStringLiteral("edited by hand")), qPrintable(plans->currentText()));
    QVERIFY(says(QStringLiteral("Edited by hand")));
    dialog.choose(QStringLiteral("nest-plan"));
    plans->setCurrentIndex(0);
    QVERIFY(plans->currentText().contains(QString::fromStdString(layout_text(snapshot.best()->plan))));
    QVERIFY(!says(QStringLiteral("Edited by hand")));
}

/// Where there was no plan for the inputs before, a new search is no "no plan fits".
void KeptPlansTest::runningSearchIsSaid() {
    const auto window = solved();
    QVERIFY(window);
    Options options;
    QVERIFY(!set_option_text(options, "tp", "3")); // divides no head count of the example
    window->project().setOptions(options);
    QVERIFY(settle(*window));
    QVERIFY(window->planWorkspace()->showsReason());
    window->project().setOptions(Options{});
    QVERIFY(window->livePlan().isBusy());
    QVERIFY(window->shownPlan().snapshot().searching);
    QVERIFY(!window->planWorkspace()->showsReason());
    QVERIFY(settle(*window));
    QVERIFY(!window->shownPlan().snapshot().searching);
    QVERIFY(!window->planWorkspace()->showsReason());
}

QTEST_MAIN(KeptPlansTest)
#include "test_keptplans.moc"
