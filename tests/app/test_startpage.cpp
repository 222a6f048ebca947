// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "controls/typedsearch.h"
#include "io/files.h"
#include "mainwindow/headerbar.h"
#include "mainwindow/mainwindow.h"
#include "mainwindow/projectfiles.h"
#include "network/level_extraction.h"
#include "questions.h"
#include "testsettings.h"
#include "workspaces/clusterpicker.h"
#include "workspaces/filerow.h"
#include "workspaces/startpage.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace nest;
using namespace nest::ui;

class StartPageTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_settings.clear(); }
    void opensAndLeaves();
    void plansWhatIsPicked();
    void enterSolves();
    void findsPresetsByTyping();
    void countsDevices();
    void usesSomeOfTheDevices();
    void hasOneSolve();
    void solveStaysInPlace();
    void asksBeforeReplacing();
    void listsRecentFiles();
    void takesDroppedFiles();
    void saysWhatIsWrongWithAFile();
    void tabStaysOnThePage();
    void followsTheLanguage();

private:
    static std::unique_ptr<MainWindow> started() {
        auto window = std::make_unique<MainWindow>();
        window->start();
        window->show();
        return window;
    }
    QString write(const QString& name, const QByteArray& text) {
        QFile file(m_settings.path(name));
        if (!file.open(QIODevice::WriteOnly)) qFatal("can't write");
        file.write(text);
        return file.fileName();
    }
    TestSettings m_settings;
};

void StartPageTest::opensAndLeaves() {
    const auto window = started();
    const ProjectState before = window->project().state();
    QVERIFY(window->startPage()->isHidden());
    window->actions().action("file.new")->trigger();
    QVERIFY(window->startPage()->isVisible());
    QTest::keyClick(window->startPage()->modelBox(), Qt::Key_Escape);
    QVERIFY(window->startPage()->isHidden());
    window->actions().action("file.new")->trigger();
    window->actions().action("view.topology")->trigger();
    QVERIFY(window->startPage()->isHidden());
    window->actions().action("file.new")->trigger();
    window->actions().action("view.topology")->trigger(); // which is the current one already
    QVERIFY(window->startPage()->isHidden());
    QCOMPARE(window->project().state(), before);
    QCOMPARE(window->project().undoStack()->count(), 0);
}

void StartPageTest::enterSolves() {
    const auto window = started();
    window->showStartPage();
    StartPage* page = window->startPage();
    page->modelBox()->setCurrentIndex(page->modelBox()->findData(QStringLiteral("llama3-8b")));
    page->cluster()->nodesBox()->setValue(2);
    QTest::keyClick(page->modelBox(), Qt::Key_Return);
    QVERIFY(page->isHidden());
    QCOMPARE(window->project().state().model.name, std::string("llama3-8b"));
    QCOMPARE(window->header()->currentWorkspace(), static_cast<int>(MainWindow::PlanTab));
}

/// However slowly somebody types, and with the sign that the font draws for an x between digits.
void StartPageTest::findsPresetsByTyping() {
    const int before = QApplication::keyboardInputInterval();
    QApplication::setKeyboardInputInterval(0); // for Qt every letter is a word of its own
    const auto window = started();
    window->showStartPage();
    QComboBox* model = window->startPage()->modelBox();
    QTest::keyClicks(model, QStringLiteral("mixtral-8x7b"));
    QCOMPARE(model->currentData().toString(), QStringLiteral("mixtral-8x7b"));
    QTest::keyClick(model, Qt::Key_Home); // and a new word
    QTest::keyClicks(model, QStringLiteral("8x22b"));
    QCOMPARE(model->currentData().toString(), QStringLiteral("mixtral-8x22b"));
    QTest::keyClick(model, Qt::Key_Home);
    QCOMPARE(TypedSearch::find(*model, QString::fromUtf8("Mixtral-8×7B")),
             model->findData(QStringLiteral("mixtral-8x7b")));
    QCOMPARE(TypedSearch::find(*model, QStringLiteral("no such model")), -1);
    QComboBox* cluster = window->startPage()->cluster()->kindBox();
    QSignalSpy activated(cluster, &QComboBox::activated);
    QTest::keyClicks(cluster, QStringLiteral("hgx-a100"));
    QCOMPARE(cluster->currentData().toString(), QStringLiteral("hgx-a100"));
    QVERIFY(!activated.isEmpty()); // the page follows
    // In the open list, where Enter takes the row.
    model->setCurrentIndex(0);
    model->showPopup();
    QTest::keyClicks(model->view(), QStringLiteral("mixtral-8x7b"));
    QCOMPARE(model->view()->currentIndex().row(), model->findData(QStringLiteral("mixtral-8x7b")));
    model->hidePopup();
    QApplication::setKeyboardInputInterval(before);
}

void StartPageTest::plansWhatIsPicked() {
    const auto window = started();
    StartPage* page = window->startPage();
    window->header()->setCurrentWorkspace(MainWindow::TopologyTab);
    window->actions().action("file.new")->trigger();
    page->modelBox()->setCurrentIndex(page->modelBox()->findData(QStringLiteral("llama3-8b")));
    QComboBox* kind = page->cluster()->kindBox();
    kind->setCurrentIndex(kind->findData(QStringLiteral("hgx-h100")));
    emit kind->activated(kind->currentIndex());
    page->cluster()->nodesBox()->setValue(2);
    QTest::mouseClick(page->solveButton(), Qt::LeftButton);
    QVERIFY(page->isHidden());
    QCOMPARE(window->project().title(), QStringLiteral("llama3-8b @ hgx-h100x2"));
    QCOMPARE(window->project().state().options, Options{});
    QVERIFY(window->project().filePath().isEmpty());
    QCOMPARE(window->header()->currentWorkspace(), static_cast<int>(MainWindow::PlanTab));
    QVERIFY(QTest::qWaitFor([&] { return !window->livePlan().isBusy() && !window->livePlan().isStale(); }, 120000));
    QCOMPARE(window->livePlan().outcome()->inputs->problem->levels.device_count(), 16);
}

void StartPageTest::countsDevices() {
    ClusterPicker picker;
    for (const std::string& name : io::preset_names("topologies")) {
        picker.setTopology(name + "x3");
        QCOMPARE(picker.topology(), name + "x3");
        QCOMPARE(picker.devices(), levels_of(*io::find_topology(name + "x3"))->device_count());
    }
    picker.setTopology("dgx-h100x16");
    QCOMPARE(picker.devices(), 128);
    picker.setTopology("fat-tree:8,4");
    QCOMPARE(picker.topology(), std::string("fat-tree:8,4"));
    QCOMPARE(picker.devices(), 32);
    QVERIFY(!picker.nodesBox()->isEnabled());
}

/// 64 of a rack of 72.
void StartPageTest::usesSomeOfTheDevices() {
    const auto window = started();
    window->showStartPage();
    StartPage* page = window->startPage();
    ClusterPicker* cluster = page->cluster();
    page->modelBox()->setCurrentIndex(page->modelBox()->findData(QStringLiteral("llama3-8b")));
    cluster->setTopology("gb200-nvl72x1");
    QCOMPARE(cluster->devices(), 72);
    QCOMPARE(cluster->devicesUsed(), 0);
    QCOMPARE(cluster->usedBox()->text(), QStringLiteral("all"));
    cluster->usedBox()->setValue(64);
    QCOMPARE(cluster->devicesUsed(), 64);
    cluster->nodesBox()->setValue(2); // stays wanted
    QCOMPARE(cluster->devicesUsed(), 64);
    cluster->nodesBox()->setValue(1);
    window->language().set(QStringLiteral("zh_CN"));
    window->language().set(QStringLiteral("en"));
    QCOMPARE(cluster->devicesUsed(), 64);
    QTest::mouseClick(page->solveButton(), Qt::LeftButton);
    const ProjectState& state = window->project().state();
    QCOMPARE(state.options.max_devices, std::optional<std::int64_t>(64));
    QCOMPARE(state.topology.name, std::string("gb200-nvl72x1"));
    QVERIFY(QTest::qWaitFor([&] { return !window->livePlan().isBusy() && !window->livePlan().isStale(); }, 120000));
    QVERIFY(window->shownPlan().snapshot().best());
    QVERIFY(window->shownPlan().snapshot().best()->evaluation.devices_used <= 64);
    cluster->usedBox()->setValue(72); // all there are
    QCOMPARE(cluster->devicesUsed(), 0);
}

void StartPageTest::hasOneSolve() {
    const auto window = started();
    auto* header = window->header()->findChild<QPushButton*>(QStringLiteral("solveButton"));
    QVERIFY(header->isVisible());
    window->showStartPage();
    QVERIFY(!header->isVisible());
    StartPage* page = window->startPage();
    page->modelBox()->setCurrentIndex(page->modelBox()->findData(QStringLiteral("llama3-8b")));
    page->cluster()->setTopology("hgx-h100x1");
    window->actions().action("plan.solve")->trigger(); // not the project below the page
    QVERIFY(page->isHidden());
    QVERIFY(header->isVisible());
    QCOMPARE(window->project().title(), QStringLiteral("llama3-8b @ hgx-h100x1"));
}

/// Whatever is picked, nobody who aims at the button misses it.
void StartPageTest::solveStaysInPlace() {
    const auto window = started();
    window->resize(1280, 800);
    StartPage* page = window->startPage();
    for (const char* language : {"en", "zh_CN"}) {
        window->language().set(QString::fromLatin1(language));
        window->showStartPage();
        QCoreApplication::processEvents();
        const auto place = [&] { return page->solveButton()->mapTo(page, QPoint()); };
        const QPoint first = place();
        for (int i = 0; i < page->modelBox()->count(); ++i) {
            page->modelBox()->setCurrentIndex(i);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            QCOMPARE(place(), first);
        }
        for (const std::string& name : io::preset_names("topologies")) {
            page->cluster()->setTopology(name);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
            QCOMPARE(place(), first);
        }
    }
}

void StartPageTest::asksBeforeReplacing() {
    const auto window = started();
    window->project().setNotes("unsaved");
    window->actions().action("file.new")->trigger();
    {
        const Answer stay(QMessageBox::Cancel);
        QTest::mouseClick(window->startPage()->solveButton(), Qt::LeftButton);
        QVERIFY(!stay.text().isEmpty());
    }
    QCOMPARE(window->project().state().notes, std::string("unsaved"));
    QVERIFY(window->startPage()->isVisible());
    const Answer discard(QMessageBox::Discard);
    QTest::mouseClick(window->startPage()->solveButton(), Qt::LeftButton);
    QVERIFY(window->project().state().notes.empty());
    QVERIFY(window->startPage()->isHidden());
}

void StartPageTest::listsRecentFiles() {
    const auto window = started();
    Project other;
    other.setModel({"llama2-7b", nullptr});
    const QString there = m_settings.path(QStringLiteral("there.json"));
    const QString gone = m_settings.path(QStringLiteral("gone.json"));
    QVERIFY(!other.save(there));
    QVERIFY(!other.save(gone));
    QVERIFY(window->openFile(gone));
    QVERIFY(window->openFile(there));
    QVERIFY(QFile::remove(gone));
    window->actions().action("file.new")->trigger();
    const auto rows = [&] {
        QList<FileRow*> shown;
        const auto all = window->startPage()->findChildren<FileRow*>();
        for (FileRow* row : all)
            if (row->isVisible()) shown << row;
        return shown;
    };
    QTRY_COMPARE_WITH_TIMEOUT(rows().size(), 2, 60000);
    QCOMPARE(rows()[0]->text(), QStringLiteral("there.json"));
    QVERIFY(rows()[0]->isEnabled());
    QVERIFY(!rows()[0]->note().isEmpty());
    QCOMPARE(rows()[1]->text(), QStringLiteral("gone.json"));
    QVERIFY(!rows()[1]->isEnabled());
    window->project().reset(exampleState());
    rows()[0]->setFocus();
    QTest::keyClick(rows()[0], Qt::Key_Return);
    QCOMPARE(window->project().filePath(), there);
    QCOMPARE(window->project().state().model.name, std::string("llama2-7b"));
    QVERIFY(window->startPage()->isHidden());
}

void StartPageTest::takesDroppedFiles() {
    const auto window = started();
    window->actions().action("file.new")->trigger();
    const QString path =
        write(QStringLiteral("options.json"), R"({"format":"nest-options","version":1,"global_batch":96})");
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    const QPointF at(40, 40);
    QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window->startPage(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window->startPage(), &drop);
    QCOMPARE(window->project().state().options.global_batch, 96);
    QVERIFY(window->startPage()->isHidden());
}

void StartPageTest::saysWhatIsWrongWithAFile() {
    const auto window = started();
    const ProjectState before = window->project().state();
    window->actions().action("file.new")->trigger();
    emit window->startPage()->fileWanted(write(QStringLiteral("broken.json"), "{ \"format\": "));
    QVERIFY(window->startPage()->isVisible());
    QVERIFY2(window->startPage()->fault().contains(QStringLiteral("broken.json")),
             qPrintable(window->startPage()->fault()));
    QCOMPARE(window->project().state(), before);
    window->actions().action("view.notes")->trigger(); // a panel lies beside the workspaces
    QVERIFY(window->startPage()->isHidden());
    window->actions().action("file.new")->trigger();
    QVERIFY(window->startPage()->fault().isEmpty());
}

void StartPageTest::tabStaysOnThePage() {
    const auto window = started();
    window->actions().action("file.new")->trigger();
    window->activateWindow();
    QTRY_VERIFY_WITH_TIMEOUT(window->startPage()->modelBox()->hasFocus(), 60000);
    QSet<QWidget*> seen;
    for (int i = 0; i < 30; ++i) {
        QWidget* widget = QApplication::focusWidget();
        QVERIFY(window->startPage()->isAncestorOf(widget));
        seen.insert(widget);
        QTest::keyClick(widget, Qt::Key_Tab);
    }
    QVERIFY(seen.contains(window->startPage()->solveButton()));
    QVERIFY(seen.contains(window->startPage()->cluster()->nodesBox()));
    for (int i = 0; i < 30; ++i) {
        QVERIFY(window->startPage()->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab);
    }
}

void StartPageTest::followsTheLanguage() {
    const auto window = started();
    window->actions().action("file.new")->trigger();
    window->language().set(QStringLiteral("zh_CN"));
    QTRY_COMPARE_WITH_TIMEOUT(window->startPage()->solveButton()->text(), QStringLiteral("求解"), 60000);
    window->language().set(QStringLiteral("en"));
    QTRY_COMPARE_WITH_TIMEOUT(window->startPage()->solveButton()->text(), QStringLiteral("Solve"), 60000);
}

QTEST_MAIN(StartPageTest)
#include "test_startpage.moc"
