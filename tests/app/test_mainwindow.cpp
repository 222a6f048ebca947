// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "charts/chartcard.h"
#include "controls/optionpanel.h"
#include "document/csv.h"
#include "document/inputs.h"
#include "document/recovery.h"
#include "io/files.h"
#include "mainwindow/choicemenus.h"
#include "mainwindow/exporter.h"
#include "mainwindow/headerbar.h"
#include "mainwindow/inspector.h"
#include "mainwindow/mainwindow.h"
#include "mainwindow/optionsside.h"
#include "mainwindow/statusfields.h"
#include "plan/candidatestable.h"
#include "plan/summarycards.h"
#include "testsettings.h"
#include "workspaces/fabricform.h"
#include "workspaces/planworkspace.h"
#include "workspaces/topologyworkspace.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QTreeWidget>
#include <algorithm>
#include <nlohmann/json.hpp>

using namespace nest;
using namespace nest::ui;

class MainWindowTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_settings.clear(); }
    void firstStartShowsTheExample();
    void nextStartShowsTheLastProject();
    void unreadableSessionIsSetAside();
    void changingAnOptionSolvesAgain();
    void infeasibleShowsTheReason();
    void badFileLeavesTheProject();
    void languageSwitchesAtRunTime();
    void themeSwitchesAtRunTime();
    void topologyFormSetsTheNodes();
    void selectionReachesTheInspector();
    void choosingACandidateShowsIt();
    void exportsCharts();
    void everyActionHasAText();
    void labelsFollowTheTheme();
    void exportBeginsWithTheShownPlan();
    void undoPassesACommittedField();
    void selectedDeviceKeepsItsPlace();
    void escapeDeselects();
    void deltasOnlyAfterOneOption();
    void statedLevelsAreNotAssumed();
    void longNamesAreCut();

private:
    /// A window whose first solve has ended.
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
    TestSettings m_settings;
};

void MainWindowTest::firstStartShowsTheExample() {
    MainWindow window;
    window.start();
    window.show();
    QVERIFY(window.livePlan().isBusy()); // already solving at show
    QVERIFY(settle(window));
    const PlanSnapshot& snapshot = window.planWorkspace()->snapshot();
    QVERIFY(snapshot.plan());
    QCOMPARE(snapshot.problem->model.name, std::string("llama3-70b"));
    QCOMPARE(snapshot.problem->levels.device_count(), 128);
    QCOMPARE(snapshot.problem->options, Options{});
    QCOMPARE(snapshot.result->status, SolveStatus::optimal);
    QVERIFY(!snapshot.dimmed);
    QVERIFY(!window.planWorkspace()->showsReason());
    QTRY_VERIFY_WITH_TIMEOUT(!window.planWorkspace()->cards()->value(0).isEmpty(), 60000);
    QCOMPARE(window.header()->currentWorkspace(), static_cast<int>(MainWindow::PlanTab));
}

void MainWindowTest::nextStartShowsTheLastProject() {
    {
        const auto window = solved();
        QVERIFY(window);
        window->project().setModel({"llama3-8b", nullptr});
        window->header()->setCurrentWorkspace(MainWindow::TopologyTab);
        window->close();
    }
    MainWindow window;
    window.start();
    QCOMPARE(window.project().title(), QStringLiteral("llama3-8b @ dgx-h100x16"));
    QCOMPARE(window.header()->currentWorkspace(), static_cast<int>(MainWindow::TopologyTab));
}

void MainWindowTest::unreadableSessionIsSetAside() {
    const RecoveryFolder folder(RecoveryFolder::standardPath());
    const QByteArray content("{\"format\": \"nest-project\", \"version\": 99}");
    QFile session(folder.recordPath(QStringLiteral("last")));
    QVERIFY(session.open(QIODevice::WriteOnly));
    session.write(content);
    session.close();
    MainWindow window;
    window.start();
    QCOMPARE(window.project().title(), QStringLiteral("llama3-70b @ dgx-h100x16"));
    const QStringList aside = QDir(folder.path()).entryList({QStringLiteral("*.unreadable")});
    QCOMPARE(aside.size(), 1);
    QFile kept(folder.path() + QLatin1Char('/') + aside.front());
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QCOMPARE(kept.readAll(), content);
}

void MainWindowTest::changingAnOptionSolvesAgain() {
    const auto window = solved();
    QVERIFY(window);
    const double before = window->planWorkspace()->snapshot().plan()->evaluation.step_seconds;
    QVERIFY(!window->project().setOption("global_batch", 2048));
    QVERIFY(window->planWorkspace()->snapshot().dimmed);
    QVERIFY(settle(*window));
    const PlanSnapshot& snapshot = window->planWorkspace()->snapshot();
    QVERIFY(!snapshot.dimmed);
    QCOMPARE(snapshot.problem->options.global_batch, 2048);
    QVERIFY(snapshot.plan()->evaluation.step_seconds > before); // twice the work can't be quicker
    window->project().undoStack()->undo();
    QVERIFY(settle(*window));
    QCOMPARE(window->planWorkspace()->snapshot().plan()->evaluation.step_seconds, before);
}

void MainWindowTest::infeasibleShowsTheReason() {
    const auto window = solved();
    QVERIFY(window);
    QVERIFY(!window->project().setOption("memory_capacity", 4e9)); // 70e9 parameters on 128 x 4 GB can't be trained
    QVERIFY(settle(*window));
    QVERIFY(window->planWorkspace()->showsReason());
    QVERIFY2(window->planWorkspace()->reasonText().contains(QStringLiteral("memory")),
             qPrintable(window->planWorkspace()->reasonText()));
    window->project().undoStack()->undo();
    QVERIFY(settle(*window));
    QVERIFY(!window->planWorkspace()->showsReason());
}

void MainWindowTest::badFileLeavesTheProject() {
    const auto window = solved();
    QVERIFY(window);
    const QString path = m_settings.path(QStringLiteral("bad.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{ this is no JSON");
    file.close();
    const ProjectState before = window->project().state();
    QVERIFY(!window->openFile(path));
    QCOMPARE(window->project().state(), before);
    QVERIFY(!window->livePlan().isStale());
    QVERIFY(window->recentFiles().isEmpty());
}

void MainWindowTest::languageSwitchesAtRunTime() {
    const auto window = solved();
    QVERIFY(window);
    window->language().set(QStringLiteral("en"));
    auto* solve = window->findChild<QPushButton*>(QStringLiteral("solveButton"));
    QVERIFY(solve);
    QTRY_COMPARE_WITH_TIMEOUT(solve->text(), QStringLiteral("Solve"), 60000);
    window->language().set(QStringLiteral("zh_CN"));
    QTRY_COMPARE_WITH_TIMEOUT(solve->text(), QStringLiteral("求解"), 60000);
    QCOMPARE(window->actions().action("file.open")->text().remove(QLatin1Char('&')).contains(QStringLiteral("打开")),
             true);
    window->language().set(QStringLiteral("en"));
    QTRY_COMPARE_WITH_TIMEOUT(solve->text(), QStringLiteral("Solve"), 60000);
}

void MainWindowTest::themeSwitchesAtRunTime() {
    const auto window = solved();
    QVERIFY(window);
    ChoiceMenus::setTheme(ThemeMode::Dark);
    QVERIFY(Theme::current().dark);
    QVERIFY(window->palette().color(QPalette::Window).lightness() < 128);
    ChoiceMenus::setTheme(ThemeMode::Light);
    QVERIFY(!Theme::current().dark);
    QVERIFY(window->palette().color(QPalette::Window).lightness() > 128);
}

void MainWindowTest::topologyFormSetsTheNodes() {
    const auto window = solved();
    QVERIFY(window);
    FabricForm* form = window->topologyWorkspace()->form();
    QCOMPARE(form->nodesBox()->value(), 16);
    form->nodesBox()->setValue(8);
    QCOMPARE(window->project().state().topology.name, std::string("dgx-h100x8"));
    QVERIFY(settle(*window));
    QCOMPARE(window->planWorkspace()->snapshot().problem->levels.device_count(), 64);
}

void MainWindowTest::selectionReachesTheInspector() {
    const auto window = solved();
    QVERIFY(window);
    window->actions().action("view.inspector")->trigger();
    QVERIFY(window->inspector()->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(window->inspector()->tree()->topLevelItemCount() > 0, 60000);
    const QString whole = window->inspector()->tree()->topLevelItem(0)->text(0);
    window->selection().setStage(0);
    QVERIFY(window->inspector()->tree()->topLevelItem(0)->text(0) != whole);
}

void MainWindowTest::choosingACandidateShowsIt() {
    const auto window = solved();
    QVERIFY(window);
    QVERIFY(window->planWorkspace()->snapshot().result->plans.size() > 1);
    emit window->planWorkspace()->candidates()->planChosen(1);
    QCOMPARE(window->planWorkspace()->snapshot().shown, 1);
}

void MainWindowTest::exportsCharts() {
    const auto window = solved();
    QVERIFY(window);
    const PlanSnapshot& snapshot = window->planWorkspace()->snapshot();
    const auto cards = window->planWorkspace()->chartCards();
    const QStringList files = Exporter::writeCharts(cards, false, m_settings.path(QString()));
    QCOMPARE(files.size(), cards.size());
    for (const QString& file : files)
        QVERIFY(!QImage(file).isNull());
    const QString csv = QString::fromStdString(stagesCsv(*snapshot.problem, *snapshot.plan()));
    QCOMPARE(csv.count(QStringLiteral("\r\n")), snapshot.plan()->plan.stage_count() + 1);
    const auto lines = csv.split(QStringLiteral("\r\n"), Qt::SkipEmptyParts);
    for (const QString& line : lines)
        QCOMPARE(line.count(QLatin1Char(',')), lines.front().count(QLatin1Char(',')));
}

void MainWindowTest::everyActionHasAText() {
    MainWindow window;
    QStringList shortcuts;
    for (const ActionInfo& info : actionTable()) {
        const QAction* action = window.actions().action(info.id);
        QVERIFY2(!action->text().isEmpty(), info.id);
        if (action->shortcut().isEmpty()) continue;
        QVERIFY2(!shortcuts.contains(action->shortcut().toString()), info.id);
        shortcuts << action->shortcut().toString();
    }
}

void MainWindowTest::labelsFollowTheTheme() {
    const auto window = solved();
    QVERIFY(window);
    window->optionsSide()->panel()->showFault(QStringLiteral("tp"), QStringLiteral("a fault"));
    const auto contrastOf = [](QLabel* label, const QColor& ground) {
        const QImage image = label->grab().toImage();
        double most = 1;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (const QColor pixel = image.pixelColor(x, y); pixel.alpha() == 255)
                    most = std::max(most, contrast(pixel, ground));
        return most;
    };
    for (const ThemeMode mode : {ThemeMode::Dark, ThemeMode::Light, ThemeMode::Dark}) {
        ChoiceMenus::setTheme(mode);
        QCoreApplication::processEvents();
        int seen = 0;
        const QList<QLabel*> labels = window->findChildren<QLabel*>();
        for (QLabel* label : labels) {
            if (!label->isVisible() || label->text().isEmpty() || label->visibleRegion().isEmpty()) continue;
            ++seen;
            QVERIFY2(contrastOf(label, Theme::current().panel) > 3, qPrintable(label->text()));
        }
        QVERIFY(seen > 10);
    }
    ChoiceMenus::setTheme(ThemeMode::Light);
}

void MainWindowTest::exportBeginsWithTheShownPlan() {
    const auto window = solved();
    QVERIFY(window);
    PlanSnapshot snapshot = window->planWorkspace()->snapshot();
    const auto& plans = snapshot.result->plans;
    QVERIFY(plans.size() > 2);
    snapshot.shown = 2;
    const nlohmann::json json = Exporter::planJson(snapshot);
    QCOMPARE(json["metrics"]["step_seconds"].get<double>(), plans[2].evaluation.step_seconds);
    QCOMPARE(json["alternatives"].size(), plans.size() - 1);
    QCOMPARE(json["alternatives"][0]["metrics"]["step_seconds"].get<double>(), plans[0].evaluation.step_seconds);
    QCOMPARE(json["alternatives"][1]["metrics"]["step_seconds"].get<double>(), plans[1].evaluation.step_seconds);
    QVERIFY(json["status"] != "optimal"); // which was said of another plan
    snapshot.shown = 0;
    QCOMPARE(Exporter::planJson(snapshot)["status"].get<std::string>(), std::string("optimal"));
}

void MainWindowTest::undoPassesACommittedField() {
    const auto window = solved();
    QVERIFY(window);
    window->activateWindow();
    auto* field = qobject_cast<QLineEdit*>(window->optionsSide()->panel()->field(QStringLiteral("global_batch")));
    QVERIFY(field);
    field->setFocus();
    QTRY_VERIFY_WITH_TIMEOUT(field->hasFocus(), 60000);
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("512"));
    QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier); // its own text first
    QVERIFY(field->text() != QStringLiteral("512"));
    QCOMPARE(window->project().state().options.global_batch, 1024);
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("512"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(window->project().state().options.global_batch, 512);
    QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(window->project().state().options.global_batch, 1024);
    QVERIFY(field->text() != QStringLiteral("512"));
    QTest::keyClick(field, Qt::Key_Y, Qt::ControlModifier);
    QCOMPARE(window->project().state().options.global_batch, 512);
    window->actions().action("view.searchOptions")->trigger();
    QWidget* search = QApplication::focusWidget();
    QVERIFY(qobject_cast<QLineEdit*>(search) && search != field);
    QTest::keyClick(search, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(window->project().state().options.global_batch, 1024);
}

void MainWindowTest::selectedDeviceKeepsItsPlace() {
    const auto window = solved();
    QVERIFY(window);
    const auto result = window->planWorkspace()->snapshot().result;
    const qint64 last = window->planWorkspace()->snapshot().problem->levels.device_count() - 1;
    for (int index = static_cast<int>(result->plans.size()) - 1; index >= 0; --index) {
        window->selection().setRank(last, 0, 0);
        emit window->planWorkspace()->candidates()->planChosen(index);
        if (window->planWorkspace()->snapshot().shown != index) continue;
        const RankPlace place = place_of(RankGrid(result->plans[static_cast<std::size_t>(index)].plan), last);
        QCOMPARE(window->selection().rank(), last);
        QCOMPARE(window->selection().stage(), place.used ? static_cast<int>(place.stage) : -1);
        QCOMPARE(window->selection().replica(), place.used ? place.replica : -1);
    }
}

void MainWindowTest::escapeDeselects() {
    const auto window = solved();
    QVERIFY(window);
    window->selection().setRank(3, 0, 0);
    QTest::keyClick(window->planWorkspace(), Qt::Key_Escape);
    QCOMPARE(window->selection().rank(), -1);
    QCOMPARE(window->selection().stage(), -1);
}

void MainWindowTest::deltasOnlyAfterOneOption() {
    const auto window = solved();
    QVERIFY(window);
    const SummaryCards* cards = window->planWorkspace()->cards();
    const auto note = [&](const char* words) { return cards->note(0).contains(QLatin1String(words)); };
    QVERIFY(!window->project().setOption("global_batch", 2048));
    QVERIFY(settle(*window));
    QTRY_VERIFY_WITH_TIMEOUT(note("after Global batch"), 60000);
    QVERIFY(!cards->isJudged(0)); // twice the work is no worse a plan
    window->project().setModel({"llama3-8b", nullptr});
    QVERIFY(settle(*window));
    QTRY_VERIFY_WITH_TIMEOUT(!note("after"), 60000);
    window->project().setOptions(Options{});
    QVERIFY(settle(*window));
    QTRY_VERIFY_WITH_TIMEOUT(note("after Global batch"), 60000); // again one option, whichever way it came
    QVERIFY(!window->project().setOption("memory_capacity", 1e9));
    QVERIFY(settle(*window));
    QVERIFY(window->planWorkspace()->showsReason());
    QVERIFY(!window->project().setOption("memory_capacity", "auto"));
    QVERIFY(settle(*window));
    QTRY_VERIFY_WITH_TIMEOUT(!note("after"), 60000); // there was nothing to compare with
}

void MainWindowTest::statedLevelsAreNotAssumed() {
    ProjectState state = exampleState();
    state.topology.name = "dgx-h100x16";
    const auto before = prepareInputs(state);
    QVERIFY(before->levels && before->topology && !before->topology->assumed.empty());
    for (const std::string& name : before->topology->assumed) {
        const std::size_t space = name.find(' ');
        if (space == std::string::npos) continue;
        ProjectState stated = state;
        const std::string key = "level_" + name.substr(0, space) + "." + name.substr(space + 1);
        if (!find_option(key)) continue;
        QVERIFY(!set_option(stated.options, key, "x0.5"));
        QCOMPARE(prepareInputs(stated)->assumed.size(), before->assumed.size());
        QVERIFY(!set_option(stated.options, key, 3e-6 + (name[0] == 'b' ? 5e10 : 0)));
        QCOMPARE(prepareInputs(stated)->assumed.size(), before->assumed.size() - 1);
        return;
    }
    QFAIL("no level is assumed");
}

/// Laying out a name of a million characters holds a window up for seconds.
void MainWindowTest::longNamesAreCut() {
    const std::string name(1'000'000, 'n');
    MainWindow window;
    window.start();
    window.show();
    Project& project = window.project();
    ProjectState state = project.state();
    auto model = nlohmann::json::parse(*io::preset_text("models", "llama3-8b"));
    model["name"] = name;
    state.model = {name, sharedContent(model)};
    state.topology.name = "hgx-h100x1";
    PinnedPlan plan{name, {}, {}, false};
    state.pinned.push_back(plan);
    project.setState(state, QStringLiteral("long"));
    project.setModel(state.model);
    QVERIFY(QTest::qWaitFor([&] { return !window.livePlan().isBusy() && !window.livePlan().isStale(); }, 120000));
    window.showStartPage();
    QVERIFY(project.title().startsWith(QStringLiteral("nnn")));
    QVERIFY(project.title().size() < 200);
    constexpr int most = 3000;
    QVERIFY(window.windowTitle().size() < most);
    const auto widgets = window.findChildren<QWidget*>();
    for (const QWidget* widget : widgets) {
        for (const char* property : {"text", "title", "toolTip", "windowTitle", "accessibleName", "currentText"})
            QVERIFY2(widget->property(property).toString().size() < most, widget->metaObject()->className());
        if (const auto* box = qobject_cast<const QComboBox*>(widget))
            for (int i = 0; i < box->count(); ++i)
                QVERIFY2(box->itemText(i).size() < most, qPrintable(box->accessibleName()));
        if (const auto* view = qobject_cast<const QTableView*>(widget))
            for (int row = 0; row < view->model()->rowCount(); ++row)
                for (int column = 0; column < view->model()->columnCount(); ++column)
                    QVERIFY2(view->model()->index(row, column).data().toString().size() < most,
                             qPrintable(view->accessibleName()));
    }
    for (int i = 0; i < project.undoStack()->count(); ++i)
        QVERIFY(project.undoStack()->text(i).size() < most);
}

QTEST_MAIN(MainWindowTest)
#include "test_mainwindow.moc"
