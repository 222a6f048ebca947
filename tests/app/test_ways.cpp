// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
// Where a plan leads on to: ways out where nothing fits, what would help, the values it was made for, its export.
#include "controls/optionpanel.h"
#include "dialogs/exportdialog.h"
#include "document/relaxedstate.h"
#include "find/commandpalette.h"
#include "find/findtools.h"
#include "mainwindow/headerbar.h"
#include "mainwindow/mainwindow.h"
#include "mainwindow/optionsside.h"
#include "plan/layout_line.h"
#include "plan/memorychart.h"
#include "testsettings.h"
#include "workspaces/compareworkspace.h"
#include "workspaces/helplist.h"
#include "workspaces/planworkspace.h"
#include "workspaces/reasonpage.h"
#include "workspaces/verdictbar.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <nlohmann/json.hpp>

using namespace nest;
using namespace nest::ui;

namespace {

constexpr int patience = 120000; ///< ms; a busy machine takes its time

/// Looks at the export dialog that opens next, and closes it.
class DialogSeen : public QObject {
public:
    DialogSeen() {
        connect(&m_poll, &QTimer::timeout, this, [this] {
            auto* dialog = qobject_cast<ExportDialog*>(QApplication::activeModalWidget());
            if (!dialog) return;
            m_poll.stop();
            plan = dialog->planBox()->currentData().toInt();
            ++count;
            dialog->reject();
        });
        m_poll.start(5);
    }
    int count = 0, plan = -100;

private:
    QTimer m_poll;
};

} // namespace

class WaysTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_settings.clear(); }
    void aButtonMakesRoom();
    void aButtonAddsNodes();
    void faultyInputsLeadToTheOptions();
    void helpLinksTakeEffect();
    void saysWhatItIsFor();
    void exportIsInSight();
    void compareExportsTheBetter();
    void paletteFindsTheExport_data();
    void paletteFindsTheExport();
    void chartsOfTheSearchBeforeAreFaded();

private:
    std::unique_ptr<MainWindow> solved() {
        auto window = std::make_unique<MainWindow>();
        window->language().set(QStringLiteral("en"));
        window->start();
        window->show();
        return settle(*window) ? std::move(window) : nullptr;
    }
    static bool settle(MainWindow& window) {
        return QTest::qWaitFor(
            [&] { return window.livePlan().outcome() && !window.livePlan().isBusy() && !window.livePlan().isStale(); },
            patience);
    }
    static QPushButton* way(MainWindow& window, int index) {
        return window.planWorkspace()->reasonPage()->findChild<QPushButton*>(QStringLiteral("way%1").arg(index));
    }
    TestSettings m_settings;
};

/// 70e9 parameters of 18 bytes are 10 GB on each of 128 devices: 4 GB are too few.
void WaysTest::aButtonMakesRoom() {
    const auto window = solved();
    QVERIFY(window);
    QVERIFY(!window->project().setOption("memory_capacity", 4e9));
    QVERIFY(settle(*window));
    QVERIFY(window->planWorkspace()->showsReason());
    const auto& advice = window->planWorkspace()->verdict();
    QTRY_VERIFY_WITH_TIMEOUT(window->planWorkspace()->reasonPage()->wayCount() > 0, patience);
    const auto ways = advice->advice()->relaxations.list;
    const auto memory = std::ranges::find(ways, RelaxationKind::memory, &Relaxation::kind);
    QVERIFY(memory != ways.end());
    QPushButton* button = way(*window, static_cast<int>(memory - ways.begin()));
    QVERIFY(button && button->isVisible());
    const double wanted = *memory->options.memory_capacity;
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(window->project().state().options.memory_capacity.value(), wanted);
    QVERIFY(wanted > 10e9);
    QVERIFY(settle(*window));
    QVERIFY(!window->planWorkspace()->showsReason());
    QVERIFY(window->planWorkspace()->snapshot().plan()->evaluation.fits);
    window->project().undoStack()->undo();
    QCOMPARE(window->project().state().options.memory_capacity.value(), 4e9);
}

/// On one node of eight devices nothing fits; more nodes of the same kind are a way out.
void WaysTest::aButtonAddsNodes() {
    const auto window = solved();
    QVERIFY(window);
    window->project().setTopology({"dgx-h100x1", nullptr});
    QVERIFY(settle(*window));
    ReasonPage* page = window->planWorkspace()->reasonPage();
    if (window->planWorkspace()->showsReason()) {
        QTRY_VERIFY_WITH_TIMEOUT(page->wayCount() > 0, patience);
    } else {
        QFAIL("70e9 parameters fit on eight devices");
    }
    // Networks of one node have no groups to add: then memory is the way out, and every way has its button.
    for (int i = 0; i < page->wayCount(); ++i)
        QVERIFY(way(*window, i));
    window->project().setTopology({"dgx-h100x2", nullptr});
    QVERIFY(!window->project().setOption("memory_capacity", 40e9));
    QVERIFY(settle(*window));
    QVERIFY(window->planWorkspace()->showsReason());
    QTRY_VERIFY_WITH_TIMEOUT(page->wayCount() > 0, patience);
    const auto ways = window->planWorkspace()->verdict()->advice()->relaxations.list;
    const auto devices = std::ranges::find(ways, RelaxationKind::devices, &Relaxation::kind);
    QVERIFY(devices != ways.end());
    const auto nodes = (16 + static_cast<int>(devices->amount)) / 8;
    QTest::mouseClick(way(*window, static_cast<int>(devices - ways.begin())), Qt::LeftButton);
    QCOMPARE(window->project().state().topology.name, "dgx-h100x" + std::to_string(nodes));
    QVERIFY(settle(*window));
    QVERIFY(window->planWorkspace()->snapshot().plan());
}

void WaysTest::faultyInputsLeadToTheOptions() {
    const auto window = solved();
    QVERIFY(window);
    window->project().setModel({"no-such-model", nullptr});
    QVERIFY(settle(*window));
    QVERIFY(window->planWorkspace()->showsReason());
    QVERIFY(window->planWorkspace()->reasonText().contains(QStringLiteral("no-such-model")));
    bool toModel = false;
    for (const QToolButton* button : window->planWorkspace()->reasonPage()->findChildren<QToolButton*>())
        toModel = toModel || button->objectName() == QStringLiteral("view.model");
    QVERIFY(toModel);
}

void WaysTest::helpLinksTakeEffect() {
    const auto window = solved();
    QVERIFY(window);
    VerdictBar* bar = window->planWorkspace()->verdict();
    QTRY_VERIFY_WITH_TIMEOUT(bar->advice() && bar->advice()->isAbout(window->planWorkspace()->snapshot()), patience);
    bar->showHelp(true);
    const HelpList list = helpList(*bar->advice());
    QVERIFY(!list.inputs.isEmpty());
    const HelpLine line = list.inputs.front();
    const Relaxation taken = bar->advice()->relaxations.list[static_cast<std::size_t>(line.index)];
    const ProjectState before = window->project().state();
    const auto expected = relaxedState(before, *window->planWorkspace()->snapshot().problem, taken);
    QVERIFY(expected && !(*expected == before));
    auto* label = bar->findChild<QLabel*>(QStringLiteral("helpList"));
    QVERIFY(label->text().contains(QStringLiteral("href=\"input:%1\"").arg(line.index)));
    emit label->linkActivated(QStringLiteral("input:%1").arg(line.index));
    QCOMPARE(window->project().state(), *expected);
    QVERIFY(settle(*window));
    // The gain that was told is the gain that is had.
    const double gained = window->planWorkspace()->snapshot().best()->evaluation.throughput_sequences;
    QVERIFY(std::abs(gained / taken.plan.evaluation.throughput_sequences - 1) < 1e-9);
    window->project().undoStack()->undo();
    QCOMPARE(window->project().state(), before);
}

void WaysTest::saysWhatItIsFor() {
    const auto window = solved();
    QVERIFY(window);
    VerdictBar* bar = window->planWorkspace()->verdict();
    const auto text = [bar] { return bar->inputsText().replace(QChar(0x2009), QLatin1Char(' ')); };
    QTRY_VERIFY_WITH_TIMEOUT(!text().isEmpty(), patience);
    QVERIFY2(text().contains(QStringLiteral("sequences a step (assumed)")), qPrintable(text()));
    QVERIFY2(text().contains(QStringLiteral("8 192 tokens")), qPrintable(text())); // Llama 3
    emit bar->findChild<QLabel*>(QStringLiteral("planInputs"))->linkActivated(QStringLiteral("global_batch"));
    QVERIFY(window->optionsSide()->isVisible());
    QVERIFY(window->optionsSide()->panel()->isAncestorOf(QApplication::focusWidget()));
    QVERIFY(!window->project().setOption("global_batch", 512));
    QVERIFY(settle(*window));
    QTRY_VERIFY_WITH_TIMEOUT(text().contains(QStringLiteral("512 sequences a step ·")), patience);
}

void WaysTest::exportIsInSight() {
    const auto window = solved();
    QVERIFY(window);
    QPushButton* button = window->planWorkspace()->verdict()->exportButton();
    QTRY_VERIFY_WITH_TIMEOUT(button->isVisible() && button->isEnabled(), patience);
    QVERIFY(button->property("primary").toBool());
    // One main action: with a fresh plan, solving again isn't it.
    const auto* solve = window->findChild<QPushButton*>(QStringLiteral("solveButton"));
    QVERIFY(!solve->property("primary").toBool());
    emit window->planWorkspace()->planChosen(1);
    DialogSeen seen;
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Space);
    QCOMPARE(seen.count, 1);
    QCOMPARE(seen.plan, 1); // the shown one
    QVERIFY(!window->project().setOption("global_batch", 512));
    QTRY_VERIFY_WITH_TIMEOUT(!button->isEnabled(), patience); // of the search before
    QVERIFY(solve->property("primary").toBool());
    QVERIFY(settle(*window));
    QTRY_VERIFY_WITH_TIMEOUT(button->isEnabled(), patience);
}

void WaysTest::compareExportsTheBetter() {
    const auto window = solved();
    QVERIFY(window);
    window->header()->setCurrentWorkspace(MainWindow::CompareTab);
    CompareWorkspace* compare = window->compareWorkspace();
    compare->choose(0, 0);
    compare->choose(1, 3);
    QCOMPARE(compare->betterSide(), 0);
    compare->choose(0, 5);
    compare->choose(1, 2);
    QCOMPARE(compare->betterSide(), 1);
    QVERIFY(compare->exportButton()->isVisible());
    DialogSeen seen;
    QTest::mouseClick(compare->exportButton(), Qt::LeftButton);
    QCOMPARE(seen.count, 1);
    QCOMPARE(seen.plan, 2);
}

void WaysTest::paletteFindsTheExport_data() {
    QTest::addColumn<QString>("typed");
    for (const char* typed : {"script", "launch", "megatron", "download", "save as"})
        QTest::newRow(typed) << QString::fromLatin1(typed);
}

void WaysTest::paletteFindsTheExport() {
    QFETCH(QString, typed);
    const auto window = solved();
    QVERIFY(window);
    window->actions().action("view.palette")->trigger();
    CommandPalette* palette = window->findTools()->palette();
    QTest::keyClicks(palette->field(), typed);
    QStringList first;
    for (int row = 0; row < 3; ++row) {
        if (palette->current()) first << palette->current()->title;
        QTest::keyClick(palette->field(), Qt::Key_Down);
    }
    QVERIFY2(first.contains(QStringLiteral("Export for an engine...")), qPrintable(first.join(QStringLiteral(", "))));
}

/// The views take a new result one after the other: none that waits looks fresh beside the new figures.
void WaysTest::chartsOfTheSearchBeforeAreFaded() {
    const auto window = solved();
    QVERIFY(window);
    PlanWorkspace* page = window->planWorkspace();
    MemoryChart* memory = page->findChild<MemoryChart*>();
    QTRY_VERIFY_WITH_TIMEOUT(memory->snapshot().result == page->snapshot().result, patience);
    QVERIFY(!memory->isDimmed());
    QVERIFY(!window->project().setOption("global_batch", 2048));
    QTRY_VERIFY_WITH_TIMEOUT(memory->isDimmed(), patience);
    QVERIFY2(page->verdict()->text().contains(QStringLiteral("from the previous search")),
             qPrintable(page->verdict()->text()));
    PlanSnapshot next = page->snapshot();
    next.result = std::make_shared<const SolveResult>(*next.result);
    next.dimmed = false;
    page->setSnapshot(next);
    QVERIFY(memory->snapshot().result == next.result || memory->isDimmed());
    QTRY_VERIFY_WITH_TIMEOUT(!memory->isDimmed() && memory->snapshot().result, patience);
    QVERIFY(settle(*window));
}

QTEST_MAIN(WaysTest)
#include "test_ways.moc"
