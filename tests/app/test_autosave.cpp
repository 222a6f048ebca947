// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/autosave.h"
#include "document/wholefile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <random>

using namespace nest;
using namespace nest::ui;

namespace {

constexpr std::chrono::milliseconds interval{100};
constexpr int moments = 200;
constexpr int together = 10; ///< children at a time; they mostly wait
const QString childArgument = QStringLiteral("--edit-until-killed");

/// One clock for all processes of the machine.
double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::int64_t batchOf(std::int64_t edit) {
    return 1 + edit * 7919 % 4096;
}

/// The process that is killed: edits at random moments and logs each edit and write before and after it. The notes tell
/// the number of the last edit; a padding makes the files long enough to be caught half written.
int editUntilKilled(const QString& folder, unsigned seed) {
    Project project;
    Autosave autosave(project, folder + QStringLiteral("/recovery"), interval);
    std::FILE* log = std::fopen(qPrintable(folder + QStringLiteral("/log")), "w");
    if (!log) return 1;
    const auto say = [log](char what, std::int64_t number) {
        std::fprintf(log, "%c %.6f %lld\n", what, now(), static_cast<long long>(number));
        std::fflush(log);
    };
    QObject::connect(&autosave, &Autosave::writeBegun, [&] { say('B', 0); });
    QObject::connect(&autosave, &Autosave::writeEnded, [&] { say('D', 0); });
    std::mt19937 random(seed);
    const bool saves = seed % 2 == 1;
    const std::string padding(saves ? 300000 : 200, '.');
    std::int64_t edit = 0;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, [&] {
        ++edit;
        ProjectState state = project.state();
        state.options.global_batch = batchOf(edit);
        state.notes = std::to_string(edit) + ' ' + padding;
        project.setState(state, QStringLiteral("edit"));
        say('E', edit);
        if (saves && random() % 3 == 0) (void)project.save(folder + QStringLiteral("/project.json"));
        timer.start(static_cast<int>(1 + random() % 8));
    });
    timer.start(0);
    std::puts("ready");
    std::fflush(stdout);
    return QCoreApplication::exec();
}

struct Line {
    char what = 0;
    double time = 0;
    std::int64_t number = 0;
};

std::vector<Line> readLog(const QString& path) {
    std::vector<Line> lines;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return lines;
    while (!file.atEnd()) {
        const QByteArray text = file.readLine();
        const QList<QByteArray> parts = text.trimmed().split(' ');
        if (text.endsWith('\n') && parts.size() == 3)
            lines.push_back({parts[0].front(), parts[1].toDouble(), parts[2].toLongLong()});
    }
    return lines;
}

/// Seconds by which the machine itself held up the process before it was killed: the longest silence of a loop that
/// edits every few milliseconds, and a write that was under way.
double heldUp(const std::vector<Line>& log, double killed) {
    double silence = 0, write = 0, begun = -1;
    double before = log.front().time;
    for (const Line& line : log) {
        silence = std::max(silence, line.time - before);
        before = line.time;
        if (line.what == 'B') begun = line.time;
        if (line.what == 'D' && begun >= 0) {
            write = std::max(write, line.time - begun);
            begun = -1;
        }
    }
    silence = std::max(silence, killed - before);
    const double underWay = begun >= 0 ? killed - begun : 0;
    const double longWrites = std::max(0.0, 2 * write - std::chrono::duration<double>(interval).count());
    return silence + underWay + longWrites;
}

} // namespace

class AutosaveTest : public QObject {
    Q_OBJECT

private slots:
    void killedAtRandomMoments();
    void endsWithoutATrace();
    void leavesForTheNextStart();
    void unsavedLastIsKept();
    void adoptedRecordStaysUntilWritten();
    void tellsWindowsApart();
    void saysOnceThatItFails();
    void sweepsInterruptedWrites();

private:
    void check(const QString& folder, double killed);
    double m_oldestLost = 0, m_longestHeldUp = 0;
};

void AutosaveTest::check(const QString& folder, double killed) {
    const std::vector<Line> log = readLog(folder + QStringLiteral("/log"));
    QVERIFY(!log.empty());
    std::int64_t kept = 0;
    const RecoveryFolder recovery(folder + QStringLiteral("/recovery"));
    const auto orphans = recovery.orphans();
    QVERIFY(orphans.size() <= 1);
    if (!orphans.isEmpty()) {
        const auto session = RecoveryFolder::read(recovery.recordPath(orphans.front().id));
        QVERIFY2(session.ok(), session.ok() ? "" : describe(session.fault()).c_str());
        kept = std::stoll(session->file.state.notes);
        QCOMPARE(session->file.state.options.global_batch, batchOf(kept)); // whole, not of two edits
        QVERIFY(orphans.front().pid > 0);
    }
    double firstWrite = 0;
    int writes = 0;
    for (const Line& line : log) {
        if (line.what == 'B') { // no oftener than once per interval; a line may be logged a little late
            if (writes++ == 0) firstWrite = line.time;
            const double spent = line.time - firstWrite + 0.5 * std::chrono::duration<double>(interval).count();
            QVERIFY((writes - 1) * std::chrono::duration<double>(interval).count() <= spent);
        }
        if (line.what != 'E' || line.number <= kept) continue;
        const double age = killed - line.time;
        const double allowed = std::chrono::duration<double>(interval).count() + heldUp(log, killed);
        QVERIFY2(
            age <= allowed,
            qPrintable(QStringLiteral("edit %1 was %2 s old, allowed %3 s").arg(line.number).arg(age).arg(allowed)));
        m_oldestLost = std::max(m_oldestLost, age);
        m_longestHeldUp = std::max(m_longestHeldUp, allowed);
        break; // later ones are younger
    }
    const QString file = folder + QStringLiteral("/project.json");
    if (!QFile::exists(file)) return;
    Project project;
    const Project::Opened opened = project.open(file);
    QCOMPARE(opened.kind, Project::Opened::Kind::project);
    QCOMPARE(project.state().options.global_batch, batchOf(std::stoll(project.state().notes)));
}

void AutosaveTest::killedAtRandomMoments() {
    QTemporaryDir folder;
    std::mt19937 random(20);
    int done = 0, started = 0, saved = 0;
    QStringList failures;
    std::function<void()> startOne = [&] {
        if (started == moments) return;
        const int number = started++;
        const QString own = folder.filePath(QString::number(number));
        QDir().mkpath(own);
        auto* child = new QProcess(this);
        child->setStandardErrorFile(QProcess::nullDevice());
        const int moment = static_cast<int>(50 + random() % 351);
        connect(child, &QProcess::readyReadStandardOutput, this, [child, moment, own] {
            child->readAllStandardOutput();
            QTimer::singleShot(moment, Qt::PreciseTimer, child, [child, own] {
                child->setProperty("killed", now());
                ::kill(static_cast<pid_t>(child->processId()), SIGKILL);
            });
        });
        connect(child, &QProcess::finished, this, [&, child, own] {
            child->deleteLater();
            check(own, child->property("killed").toDouble());
            saved += QFile::exists(own + QStringLiteral("/project.json"));
            ++done;
            startOne();
        });
        child->start(QCoreApplication::applicationFilePath(), {childArgument, own, QString::number(number)});
    };
    for (int i = 0; i < together; ++i)
        startOne();
    QVERIFY(QTest::qWaitFor([&] { return done == moments || QTest::currentTestFailed(); }, 600000));
    QVERIFY(saved > moments / 4); // those that save did
    qInfo("oldest lost edit %.0f ms, with at most %.0f ms allowed", m_oldestLost * 1e3, m_longestHeldUp * 1e3);
}

void AutosaveTest::endsWithoutATrace() {
    QTemporaryDir folder;
    {
        Project project;
        Autosave autosave(project, folder.path(), interval);
        project.setNotes("a");
        QTRY_VERIFY_WITH_TIMEOUT(autosave.isUpToDate(), 60000);
        QVERIFY(QFile::exists(autosave.recordPath()));
        QVERIFY(autosave.folder().orphans().isEmpty()); // it lives
    }
    QVERIFY(QDir(folder.path()).isEmpty(QDir::Files));
}

void AutosaveTest::leavesForTheNextStart() {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("mine.project"));
    ProjectState left;
    {
        Project project;
        Autosave autosave(project, folder.filePath(QStringLiteral("r")), interval);
        QVERIFY(!project.save(file));
        QVERIFY(!project.setOption("global_batch", 40));
        left = project.state();
        autosave.leave(); // before the interval is over
    }
    Project project;
    Autosave autosave(project, folder.filePath(QStringLiteral("r")), interval);
    QVERIFY(autosave.folder().orphans().isEmpty());
    const auto last = autosave.folder().last();
    QVERIFY(last && last->unsaved);
    QCOMPARE(last->file, file);
    QCOMPARE(last->title, QStringLiteral("llama3-70b @ dgx-h100x16"));
    auto claim = autosave.folder().claim(last->id);
    QVERIFY(claim);
    QVERIFY(!autosave.folder().last());
    QVERIFY(!autosave.folder().claim(last->id)); // of two starts, one gets it
    auto session = RecoveryFolder::read(autosave.folder().recordPath(claim->id));
    QVERIFY(session.ok());
    autosave.adopt(std::move(*claim));
    project.restore(std::move(*session));
    QCOMPARE(project.state(), left);
    QCOMPARE(project.filePath(), file);
    QVERIFY(project.isDirty());
    QVERIFY(Project::write(file, project.file(), *project.results(), project.stamp()).stamp.size() >
            0); // it knows the file as its own
}

void AutosaveTest::unsavedLastIsKept() {
    QTemporaryDir folder;
    const auto leave = [&](const char* notes, bool unsaved) {
        Project project;
        Autosave autosave(project, folder.path(), interval);
        if (unsaved)
            project.setNotes(notes);
        else
            project.reset(exampleState());
        autosave.leave();
    };
    leave("first", true);
    leave("second", true);
    const RecoveryFolder recovery(folder.path());
    auto orphans = recovery.orphans();
    QCOMPARE(orphans.size(), 1);
    QCOMPARE(RecoveryFolder::read(recovery.recordPath(orphans.front().id))->file.state.notes, std::string("first"));
    QCOMPARE(RecoveryFolder::read(recovery.recordPath(QStringLiteral("last")))->file.state.notes,
             std::string("second"));
    recovery.discard(orphans.front().id);
    recovery.discard(QStringLiteral("last"));
    leave("", false);
    leave("third", true); // there was nothing to lose
    QVERIFY(recovery.orphans().isEmpty());
    QVERIFY(recovery.last()->unsaved);
}

void AutosaveTest::adoptedRecordStaysUntilWritten() {
    QTemporaryDir folder;
    const RecoveryFolder recovery(folder.path());
    ProjectSession old;
    old.file.state = exampleState();
    old.file.state.notes = "old";
    old.unsaved = true;
    QFile file(recovery.recordPath(QStringLiteral("orphan")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const std::string text = RecoveryFolder::text(old);
    file.write(text.data(), static_cast<qint64>(text.size()));
    file.close();
    Project project;
    Autosave autosave(project, folder.path(), interval);
    auto claim = recovery.claim(QStringLiteral("orphan"));
    QVERIFY(claim);
    QVERIFY(recovery.orphans().isEmpty()); // nobody else is offered it
    autosave.adopt(std::move(*claim));
    project.restore(std::move(*RecoveryFolder::read(file.fileName())));
    QVERIFY(QFile::exists(file.fileName())); // the own record is not written yet
    QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(file.fileName()), 60000);
    QCOMPARE(RecoveryFolder::read(autosave.recordPath())->file.state.notes, std::string("old"));
    QVERIFY(RecoveryFolder::read(autosave.recordPath())->unsaved);
}

void AutosaveTest::tellsWindowsApart() {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("shared.project"));
    const QString records = folder.filePath(QStringLiteral("r"));
    Project first, other;
    Autosave firstRecord(first, records, interval);
    QVERIFY(!first.save(file));
    {
        Project second;
        Autosave secondRecord(second, records, interval);
        Autosave otherRecord(other, records, interval);
        QCOMPARE(second.open(file).kind, Project::Opened::Kind::project);
        QTRY_COMPARE_WITH_TIMEOUT(firstRecord.folder().windowsOn(file, firstRecord.id()).size(), 1, 60000);
        QCOMPARE(firstRecord.folder().windowsOn(file, firstRecord.id()).front().pid,
                 QCoreApplication::applicationPid());
        QTRY_COMPARE_WITH_TIMEOUT(secondRecord.folder().windowsOn(file, secondRecord.id()).size(), 1, 60000);

        // Whoever saves second is told that the file is not what was read.
        first.setNotes("of the first window");
        QVERIFY(!first.save(file));
        second.setNotes("of the second window");
        const Project::Saved saved = Project::write(file, second.file(), *second.results(), second.stamp());
        QVERIFY(saved.changedOnDisk && !saved.fault);
        Project reread;
        (void)reread.open(file);
        QCOMPARE(reread.state().notes, std::string("of the first window"));
        QVERIFY(!Project::write(file, second.file(), *second.results()).changedOnDisk); // over it, when told to
    }
    QVERIFY(firstRecord.folder().windowsOn(file, firstRecord.id()).isEmpty());
}

void AutosaveTest::saysOnceThatItFails() {
    QTemporaryDir folder;
    const QString records = folder.filePath(QStringLiteral("r"));
    Project project;
    Autosave autosave(project, records, std::chrono::milliseconds(1));
    QSignalSpy failed(&autosave, &Autosave::failed), ended(&autosave, &Autosave::writeEnded);
    QVERIFY(QDir(records).removeRecursively());
    for (int i = 1; i <= 3; ++i) {
        project.setNotes(std::to_string(i));
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), i, 60000);
    }
    QCOMPARE(failed.count(), 1);
    QVERIFY(QDir().mkpath(records));
    project.setNotes("again");
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 4, 60000);
    QCOMPARE(failed.count(), 1);
    QVERIFY(QFile::exists(autosave.recordPath()));
}

void AutosaveTest::sweepsInterruptedWrites() {
    QTemporaryDir folder;
    const RecoveryFolder recovery(folder.path());
    // A process number beyond any that Linux gives.
    const QByteArray lock = "999999999\ntest\n" + QSysInfo::machineHostName().toLocal8Bit() + "\n";
    QVERIFY(!writeWhole(folder.filePath(QStringLiteral("gone.json.AbCdEf")), "half a rec"));
    QVERIFY(!writeWhole(folder.filePath(QStringLiteral("gone.lock")), lock.toStdString()));
    QVERIFY(recovery.orphans().isEmpty());
    QVERIFY(QDir(folder.path()).isEmpty(QDir::Files));
}

int main(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() == 4 && arguments[1] == childArgument)
        return editUntilKilled(arguments[2], arguments[3].toUInt());
    AutosaveTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_autosave.moc"
