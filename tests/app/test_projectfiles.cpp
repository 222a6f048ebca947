// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "controls/filedialogs.h"
#include "document/recovery.h"
#include "document/wholefile.h"
#include "mainwindow/headerbar.h"
#include "mainwindow/mainwindow.h"
#include "mainwindow/notespanel.h"
#include "mainwindow/projectfiles.h"
#include "mainwindow/statusfields.h"
#include "questions.h"
#include "testsettings.h"
#include "workspaces/planworkspace.h"
#include "workspaces/startpage.h"

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QProgressDialog>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <sys/stat.h>

using namespace nest;
using namespace nest::ui;

namespace {

/// A record of a window that is gone.
void leaveOrphan(const QString& id, const std::string& notes, const QString& file = {}) {
    const RecoveryFolder folder(RecoveryFolder::standardPath());
    ProjectSession session;
    session.file.state = exampleState();
    session.file.state.notes = notes;
    session.filePath = file;
    session.unsaved = true;
    QVERIFY(!writeWhole(folder.recordPath(id), RecoveryFolder::text(session)));
}

PinnedPlan somePlan(const std::string& name) {
    Plan plan;
    plan.strategy.tp = 8;
    plan.replicas = 16;
    plan.stages.resize(1);
    for (int layer = 0; layer < 82; ++layer)
        plan.stages.front().layers.push_back(layer);
    return {name, {}, plan};
}

} // namespace

class ProjectFilesTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_settings.clear(); }
    void oneUnclosedProjectIsRestored();
    void recoveredProjectsWaitForSolve();
    void aFileComesBackWithWhatWasUnsaved();
    void severalUnclosedProjectsAreOffered();
    void fileArgumentLeavesTheLastProject();
    void windowsAreIndependent();
    void closingOneOfTwoWindowsAsks();
    void windowsOnOneProjectAreToldApart();
    void conflictIsAsked_data();
    void conflictIsAsked();
    void openingAsksForUnsavedChanges();
    void longReadCanBeCancelled();
    void notesAreUndoable();
    void keptPlansAreRenamedAndDropped();
    void fileQuestionsAreReady();
    void titlesBecomeFileNames_data();
    void titlesBecomeFileNames();

private:
    QString projectFile(const std::string& notes) {
        const QString path = m_settings.path(QStringLiteral("shared.json"));
        Project project;
        project.setNotes(notes);
        if (project.save(path)) qFatal("can't write");
        return path;
    }
    static std::string notesIn(const QString& path) {
        Project project;
        (void)project.open(path);
        return project.state().notes;
    }
    TestSettings m_settings;
};

void ProjectFilesTest::oneUnclosedProjectIsRestored() {
    leaveOrphan(QStringLiteral("a"), "unsaved words");
    MainWindow window;
    window.start();
    QCOMPARE(window.project().state().notes, std::string("unsaved words"));
    QVERIFY(window.project().isDirty());
    QVERIFY(window.startPage()->isHidden());
    QTRY_VERIFY_WITH_TIMEOUT(window.files()->unfinished().isEmpty(), 60000);
    QTRY_VERIFY_WITH_TIMEOUT(
        !QFile::exists(RecoveryFolder(RecoveryFolder::standardPath()).recordPath(QStringLiteral("a"))), 60000);
}

/// A double click on the file after a crash, and opening it in a window.
void ProjectFilesTest::aFileComesBackWithWhatWasUnsaved() {
    const QString path = projectFile("saved words");
    leaveOrphan(QStringLiteral("b"), "words of another file", m_settings.path(QStringLiteral("other.json")));
    {
        leaveOrphan(QStringLiteral("a"), "unsaved words", path);
        MainWindow window;
        window.start(path);
        QCOMPARE(window.project().state().notes, std::string("unsaved words"));
        QCOMPARE(window.project().filePath(), path);
        QVERIFY(window.project().isDirty());
        QTRY_VERIFY_WITH_TIMEOUT(window.livePlan().outcome() && !window.livePlan().isBusy(), 60000);
        QVERIFY(window.livePlan().outcome()->waiting);
    }
    RecoveryFolder(RecoveryFolder::standardPath()).discard(QStringLiteral("a"));
    MainWindow window;
    window.start(path);
    QCOMPARE(window.project().state().notes, std::string("saved words"));
    QVERIFY(!window.project().isDirty());
    QCOMPARE(window.files()->unfinished().size(), 1); // the other file's waits for its own
}

/// What ended the program may be the project's own search: it begins when it is asked for.
void ProjectFilesTest::recoveredProjectsWaitForSolve() {
    leaveOrphan(QStringLiteral("a"), "unsaved words");
    MainWindow window;
    window.language().set(QStringLiteral("en"));
    int searches = 0;
    window.livePlan().runner().setSearch([&searches](const Problem& problem, const SolveControl& control) {
        ++searches;
        return solve(problem, control);
    });
    window.start();
    window.show();
    window.header()->setCurrentWorkspace(MainWindow::PlanTab);
    LivePlan& live = window.livePlan();
    QTRY_VERIFY_WITH_TIMEOUT(live.outcome() && !live.isBusy(), 60000);
    QVERIFY(live.outcome()->waiting && !live.outcome()->result);
    QVERIFY(live.outcome()->inputs->problem); // its model and network can be looked at
    QTRY_VERIFY_WITH_TIMEOUT(window.planWorkspace()->showsReason(), 60000);
    QVERIFY2(window.planWorkspace()->reasonText().contains(QStringLiteral("until you press Solve")),
             qPrintable(window.planWorkspace()->reasonText()));
    // Nor does a change begin it, such as one to a smaller model.
    Options options = window.project().state().options;
    options.global_batch *= 2;
    window.project().setOptions(options);
    QTRY_VERIFY_WITH_TIMEOUT(!live.isBusy() && !live.isStale(), 60000);
    QVERIFY(live.outcome()->waiting);
    QCOMPARE(searches, 0);
    window.actions().action("plan.solve")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(live.outcome()->result && !live.isBusy(), 120000);
    QVERIFY(searches > 0);
    QVERIFY(!live.outcome()->waiting);
    QTRY_VERIFY_WITH_TIMEOUT(!window.planWorkspace()->showsReason(), 60000);
    // From here on everything is as always.
    options.global_batch /= 2;
    window.project().setOptions(options);
    QTRY_VERIFY_WITH_TIMEOUT(!live.isBusy() && !live.isStale(), 120000);
    QVERIFY(live.outcome()->result);
}

void ProjectFilesTest::severalUnclosedProjectsAreOffered() {
    leaveOrphan(QStringLiteral("a"), "of a");
    leaveOrphan(QStringLiteral("b"), "of b");
    leaveOrphan(QStringLiteral("c"), "of c");
    MainWindow window;
    window.start();
    window.show();
    QVERIFY(window.startPage()->isVisible());
    QVERIFY(window.project().state().notes.empty());
    QCOMPARE(window.files()->unfinished().size(), 3);
    emit window.startPage()->discardWanted(QStringLiteral("a"));
    QCOMPARE(window.files()->unfinished().size(), 2);
    QPushButton* restore = nullptr;
    const auto find = [&] {
        const auto buttons = window.startPage()->findChildren<QPushButton*>();
        for (QPushButton* button : buttons)
            if (button->isVisible() && button->accessibleName().startsWith(QStringLiteral("Restore"))) restore = button;
        return restore != nullptr;
    };
    QTRY_VERIFY_WITH_TIMEOUT(find(), 60000);
    QTest::mouseClick(restore, Qt::LeftButton);
    QVERIFY(window.startPage()->isHidden());
    const std::string restored = window.project().state().notes;
    QVERIFY(restored == "of b" || restored == "of c");
    QVERIFY(window.project().isDirty());
    const auto left = window.files()->unfinished();
    QCOMPARE(left.size(), 1);
    QCOMPARE(left.front().id, restored == "of b" ? QStringLiteral("c") : QStringLiteral("b"));
}

void ProjectFilesTest::fileArgumentLeavesTheLastProject() {
    {
        MainWindow window;
        window.start();
        window.show();
        window.project().setNotes("last");
        window.close();
    }
    const QString path = projectFile("asked for");
    {
        MainWindow window;
        window.start(path);
        QCOMPARE(window.project().state().notes, std::string("asked for"));
        QCOMPARE(window.project().filePath(), path);
        window.show();
        window.close();
    }
    MainWindow window; // the unsaved one is not lost: it is what was not finished
    window.start();
    QCOMPARE(window.project().state().notes, std::string("last"));
}

void ProjectFilesTest::windowsAreIndependent() {
    MainWindow first;
    first.start();
    first.show();
    QPointer<MainWindow> second(first.openWindow());
    QVERIFY(second->startPage()->isVisible());
    first.project().setNotes("only in the first");
    QVERIFY(!second->project().setOption("global_batch", 48));
    QVERIFY(second->project().state().notes.empty());
    QCOMPARE(first.project().state().options, Options{});
    QVERIFY(first.files()->autosave().id() != second->files()->autosave().id());
    first.language().set(QStringLiteral("zh_CN"));
    QCOMPARE(second->language().current(), QStringLiteral("zh_CN"));
    QTRY_COMPARE_WITH_TIMEOUT(
        second->findChild<QPushButton*>(QStringLiteral("solveButton"))->text().contains(QStringLiteral("求解")) ||
            second->livePlan().isBusy(),
        true, 60000);
    first.language().set(QStringLiteral("en"));
    second->project().undoStack()->undo();
    second->close();
    QTRY_VERIFY_WITH_TIMEOUT(!second, 60000);
    QCOMPARE(first.project().state().notes, std::string("only in the first"));
    first.project().undoStack()->undo();
    QVERIFY(first.project().state().notes.empty());
}

void ProjectFilesTest::closingOneOfTwoWindowsAsks() {
    MainWindow first;
    first.start();
    first.show();
    QPointer<MainWindow> second(first.openWindow());
    second->project().setNotes("unsaved");
    {
        const Answer stay(QMessageBox::Cancel);
        second->close();
        QVERIFY(!stay.text().isEmpty());
    }
    QCoreApplication::processEvents();
    QVERIFY(second && second->isVisible());
    {
        const Answer discard(QMessageBox::Discard);
        second->close();
        QVERIFY(!discard.text().isEmpty());
    }
    QTRY_VERIFY_WITH_TIMEOUT(!second, 60000);
    QVERIFY(first.files()->unfinished().isEmpty());
    first.project().setNotes("the last window's");
    first.close(); // nothing is asked: it comes back
    MainWindow next;
    next.start();
    QCOMPARE(next.project().state().notes, std::string("the last window's"));
}

void ProjectFilesTest::windowsOnOneProjectAreToldApart() {
    const QString path = projectFile("shared");
    MainWindow first;
    first.start();
    first.show();
    QVERIFY(first.openFile(path));
    QVERIFY(first.files()->elsewhere().isEmpty());
    QPointer<MainWindow> second(first.openWindow());
    QVERIFY(second->openFile(path));
    const QString pid = QString::number(QCoreApplication::applicationPid());
    QTRY_VERIFY_WITH_TIMEOUT(second->files()->elsewhere().contains(pid), 60000);
    QTRY_VERIFY_WITH_TIMEOUT(first.files()->elsewhere().contains(pid), 60000);
    QVERIFY(first.windowTitle().contains(pid));
    second->close();
    QTRY_VERIFY_WITH_TIMEOUT(!second, 60000);
    QTRY_VERIFY_WITH_TIMEOUT(first.files()->elsewhere().isEmpty(), 60000);
    QVERIFY(!first.windowTitle().contains(pid));
}

void ProjectFilesTest::conflictIsAsked_data() {
    QTest::addColumn<QString>("answer");
    QTest::addColumn<QString>("onDisk");
    QTest::addColumn<QString>("inWindow");
    QTest::newRow("overwrite") << QStringLiteral("overwrite") << QStringLiteral("mine") << QStringLiteral("mine");
    QTest::newRow("reload") << QStringLiteral("reload") << QStringLiteral("theirs") << QStringLiteral("theirs");
    QTest::newRow("cancel") << QString() << QStringLiteral("theirs") << QStringLiteral("mine");
}

void ProjectFilesTest::conflictIsAsked() {
    QFETCH(QString, answer);
    QFETCH(QString, onDisk);
    QFETCH(QString, inWindow);
    const QString path = projectFile("at first");
    MainWindow window;
    window.start();
    window.show();
    QVERIFY(window.openFile(path));
    window.project().setNotes("a change");
    window.actions().action("file.save")->trigger(); // nobody else wrote: nothing is asked
    QVERIFY(!window.project().isDirty());
    QCOMPARE(notesIn(path), std::string("a change"));

    Project other;
    (void)other.open(path);
    other.setNotes("theirs");
    QVERIFY(!other.save(path));
    window.project().setNotes("mine");
    const std::unique_ptr<Answer> given =
        answer.isEmpty() ? std::make_unique<Answer>(QMessageBox::Cancel) : std::make_unique<Answer>(answer);
    window.actions().action("file.save")->trigger();
    QVERIFY(given->text().contains(QStringLiteral("shared.json")));
    QCOMPARE(notesIn(path), onDisk.toStdString());
    QCOMPARE(window.project().state().notes, inWindow.toStdString());
    QCOMPARE(window.project().isDirty(), answer.isEmpty());
}

void ProjectFilesTest::openingAsksForUnsavedChanges() {
    const QString path = projectFile("in the file");
    MainWindow window;
    window.start();
    window.show();
    window.project().setNotes("unsaved");
    {
        const Answer stay(QMessageBox::Cancel);
        QVERIFY(!window.openFile(path));
        QVERIFY(!stay.text().isEmpty());
    }
    QCOMPARE(window.project().state().notes, std::string("unsaved"));
    const Answer discard(QMessageBox::Discard);
    QVERIFY(window.openFile(path));
    QCOMPARE(window.project().state().notes, std::string("in the file"));
}

void ProjectFilesTest::longReadCanBeCancelled() {
    const QString path = m_settings.path(QStringLiteral("endless.json"));
    QCOMPARE(::mkfifo(qPrintable(path), 0600), 0); // reading it takes until somebody writes
    MainWindow window;
    window.start();
    window.show();
    window.project().setNotes("stays");
    bool cancelled = false;
    QTimer tick;
    connect(&tick, &QTimer::timeout, this, [&] {
        auto* dialog = qobject_cast<QProgressDialog*>(QApplication::activeModalWidget());
        if (!dialog || cancelled) return;
        auto* button = dialog->findChild<QPushButton*>();
        if (!button || !button->isVisible()) return;
        cancelled = true;
        button->click();
    });
    tick.start(5);
    QVERIFY(!window.openFile(path));
    QVERIFY(cancelled); // by an event that was handled meanwhile
    QCOMPARE(window.project().state().notes, std::string("stays"));
    QFile writer(path);
    QVERIFY(writer.open(QIODevice::WriteOnly)); // lets the reader go
    const Answer discard(QMessageBox::Discard);
    QVERIFY(window.openFile(projectFile("afterwards"))); // the next file can be read at once
}

void ProjectFilesTest::notesAreUndoable() {
    MainWindow window;
    window.start();
    window.show();
    window.actions().action("view.notes")->trigger();
    NotesPanel* notes = window.notes();
    QVERIFY(notes->isVisible());
    NoteEdit* note = notes->projectNote();
    note->setFocus();
    QTest::keyClicks(note, QStringLiteral("first"));
    QCOMPARE(window.project().state().notes, std::string("first"));
    QCOMPARE(window.project().undoStack()->count(), 1); // one step for what was typed in one go
    emit note->paused();
    QTest::keyClicks(note, QStringLiteral(" second"));
    QCOMPARE(window.project().undoStack()->count(), 2);
    window.project().undoStack()->undo();
    QCOMPARE(note->toPlainText(), QStringLiteral("first"));
    window.project().undoStack()->undo();
    QCOMPARE(note->toPlainText(), QString());
    window.project().undoStack()->redo();
    QCOMPARE(note->toPlainText(), QStringLiteral("first"));
}

void ProjectFilesTest::keptPlansAreRenamedAndDropped() {
    MainWindow window;
    window.start();
    window.show();
    window.actions().action("view.notes")->trigger();
    NotesPanel* notes = window.notes();
    window.project().pin(somePlan("today"));
    window.project().pin(somePlan("other"));
    QCOMPARE(notes->rowCount(), std::size_t{2});
    QCOMPARE(notes->nameField(1)->text(), QStringLiteral("other"));
    notes->nameField(1)->setFocus();
    notes->nameField(1)->selectAll();
    QTest::keyClicks(notes->nameField(1), QStringLiteral("night run"));
    QTest::keyClick(notes->nameField(1), Qt::Key_Return);
    QCOMPARE(window.project().state().pinned[1].name, std::string("night run"));
    QTest::keyClicks(notes->noteField(0), QStringLiteral("since May"));
    QCOMPARE(window.project().state().pinned[0].note, std::string("since May"));
    QCOMPARE(window.project().state().pinned[1].note, std::string());
    QTest::mouseClick(notes->dropButton(0), Qt::LeftButton);
    QCOMPARE(window.project().state().pinned.size(), std::size_t{1});
    QCOMPARE(notes->rowCount(), std::size_t{1});
    QCOMPARE(notes->nameField(0)->text(), QStringLiteral("night run"));
    window.project().undoStack()->undo();
    QCOMPARE(notes->rowCount(), std::size_t{2});
    QCOMPARE(notes->noteField(0)->toPlainText(), QStringLiteral("since May"));
    window.project().undoStack()->undo(); // the note
    QCOMPARE(notes->noteField(0)->toPlainText(), QString());
    window.project().undoStack()->undo(); // the name
    QCOMPARE(window.project().state().pinned[1].name, std::string("other"));
    QCOMPARE(notes->nameField(1)->text(), QStringLiteral("other"));
}

/// They offer a name, the kinds that can be read, and the folder of the last file.
void ProjectFilesTest::fileQuestionsAreReady() {
    const QString folder = m_settings.path(QStringLiteral("plans"));
    QVERIFY(QDir().mkpath(folder));
    for (const char* language : {"en", "zh_CN"}) {
        MainWindow window;
        window.start();
        window.show();
        window.language().set(QString::fromLatin1(language));
        QStringList filters, chosen;
        QString directory, title;
        const auto answer = [&](const QString& pick) {
            auto* poll = new QTimer(&window);
            connect(poll, &QTimer::timeout, poll, [&, poll, pick] {
                auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
                if (!dialog) return;
                poll->deleteLater();
                filters = dialog->nameFilters();
                chosen = dialog->selectedFiles();
                directory = dialog->directory().absolutePath();
                title = dialog->windowTitle();
                if (pick.isEmpty()) return dialog->reject();
                dialog->selectFile(pick);
                static_cast<QDialog*>(dialog)->done(QDialog::Accepted) /* public there */;
            });
            poll->start(5);
        };
        answer(folder + QStringLiteral("/mine.json"));
        window.actions().action("file.saveAs")->trigger();
        QVERIFY2(chosen.value(0).endsWith(QStringLiteral("/llama3-70b-dgx-h100x16.json")), qPrintable(chosen.value(0)));
        QCOMPARE(filters.size(), 2);
        QVERIFY(filters[0].contains(QStringLiteral("*.json")));
        QCOMPARE(window.project().filePath(), folder + QStringLiteral("/mine.json"));
        answer({});
        window.actions().action("file.open")->trigger();
        QCOMPARE(directory, folder); // where the last one was
        QCOMPARE(filters.size(), 4);
        QVERIFY(filters[0].contains(QStringLiteral("*.json")) && filters[0].contains(QStringLiteral("*.sh")));
        QCOMPARE(title == QStringLiteral("Open"), qstrcmp(language, "en") == 0);
        answer({});
        window.actions().action("file.saveAs")->trigger();
        QCOMPARE(chosen.value(0), folder + QStringLiteral("/mine.json"));
    }
}

void ProjectFilesTest::titlesBecomeFileNames_data() {
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("name");
    QTest::newRow("usual") << "llama3-70b @ dgx-h100x16"
                           << "llama3-70b-dgx-h100x16";
    QTest::newRow("generator") << "gpt @ fat-tree:8,4"
                               << "gpt-fat-tree-8,4";
    QTest::newRow("folders") << "../../etc/passwd @ a\\b"
                             << "etc-passwd-a-b";
    QTest::newRow("hidden") << "-rf .x"
                            << "rf-.x";
    QTest::newRow("Chinese") << QStringLiteral("模型 @ 集群") << QStringLiteral("模型-集群");
}

void ProjectFilesTest::titlesBecomeFileNames() {
    QFETCH(QString, title);
    QTEST(fileNameFor(title), "name");
}

QTEST_MAIN(ProjectFilesTest)
#include "test_projectfiles.moc"
