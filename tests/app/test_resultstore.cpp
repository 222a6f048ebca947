// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/project.h"
#include "document/resultfile.h"
#include "document/resultstore.h"
#include "io/files.h"
#include "jobs/liveplan.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace nest;
using namespace nest::ui;

namespace {

Problem problemOf(std::int64_t batch) {
    Options options;
    options.global_batch = batch;
    auto problem = io::find_problem("llama3-8b", "dgx-h100x1", "", options);
    if (!problem.ok()) qFatal("%s", describe(problem.fault()).c_str());
    return std::move(*problem);
}

SolveResult solved(const Problem& problem) {
    SolveControl control;
    control.top_k = 4;
    return solve(problem, control);
}

} // namespace

class ResultStoreTest : public QObject {
    Q_OBJECT

private slots:
    void givesBackWhatItGot();
    void keysTellInputsApart();
    void keepsInTheCacheFolder();
    void damagedEntriesAreIgnored_data();
    void damagedEntriesAreIgnored();
    void stoppedResultsAreLeftAside();
    void dropsWhatWasNotUsed();
    void travelsWithTheProject();
    void largeOnesLieBesideTheProject();
    void undoShowsTheStoredPlan();
    void otherSolverSearchesAgain();
};

void ResultStoreTest::givesBackWhatItGot() {
    const Problem problem = problemOf(64);
    SolveResult result = solved(problem);
    QVERIFY(!result.plans.empty());
    // Words stay words that can be translated.
    result.why_infeasible = Phrase("Infeasible", "No plan fits in memory; the closest, %1, %2.",
                                   {"tp1", Phrase("Infeasible", "needs at least %1 more", {"3 GB"})});
    result.notes.push_back(fault(ErrorCode::ignored, "a key", {}, note_words("recomputation of %1", {"x"})));
    ResultStore store;
    const std::string key = ResultStore::key(problem, 4);
    std::optional<Diagnostic> fault;
    QVERIFY(!store.find(problem, key, fault));
    store.put(key, result);
    const auto found = store.find(problem, key, fault);
    QVERIFY(found && !fault);
    QVERIFY(found->sameSolver);
    QVERIFY(found->result.plans == result.plans); // plans and prices
    QCOMPARE(found->result.status, result.status);
    QCOMPARE(found->result.candidates, result.candidates);
    QVERIFY(found->result.fates == result.fates);
    QCOMPARE(found->result.rejected_counts, result.rejected_counts);
    QCOMPARE(found->result.rejected_sample.size(), result.rejected_sample.size());
    for (std::size_t i = 0; i < result.rejected_sample.size(); ++i)
        QVERIFY(found->result.rejected_sample[i].text == result.rejected_sample[i].text);
    QVERIFY(found->result.why_infeasible == result.why_infeasible);
    QCOMPARE(found->result.notes, result.notes);
}

void ResultStoreTest::keysTellInputsApart() {
    const Problem problem = problemOf(64);
    QCOMPARE(ResultStore::key(problem, 4).size(), std::size_t{64});
    QCOMPARE(ResultStore::key(problem, 4), ResultStore::key(problemOf(64), 4));
    QVERIFY(ResultStore::key(problem, 4) != ResultStore::key(problem, 5));
    QVERIFY(ResultStore::key(problem, 4) != ResultStore::key(problemOf(128), 4));
    Problem slower = problem;
    slower.levels.levels.front().bandwidth /= 2;
    QVERIFY(ResultStore::key(problem, 4) != ResultStore::key(slower, 4));
    Problem smaller = problem;
    smaller.device.memory_bytes -= 1;
    QVERIFY(ResultStore::key(problem, 4) != ResultStore::key(smaller, 4));
}

void ResultStoreTest::keepsInTheCacheFolder() {
    QTemporaryDir folder;
    const Problem problem = problemOf(64);
    const SolveResult result = solved(problem);
    const std::string key = ResultStore::key(problem, 4);
    {
        ResultStore store;
        store.setCacheFolder(folder.path());
        store.put(key, result);
    }
    ResultStore store;
    store.setCacheFolder(folder.path());
    std::optional<Diagnostic> fault;
    const auto found = store.find(problem, key, fault);
    QVERIFY(found);
    QVERIFY(found->result.plans == result.plans);
}

void ResultStoreTest::damagedEntriesAreIgnored_data() {
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("cut off") << QByteArray("\"version\"") << QByteArray();
    QTest::newRow("no number") << QByteArray("\"candidates\":") << QByteArray("\"candidates\":\"x\",\"other\":");
    QTest::newRow("of other inputs") << QByteArray("\"key\":\"") << QByteArray("\"key\":\"0");
    QTest::newRow("another price") << QByteArray("\"step_seconds\":") << QByteArray("\"step_seconds\":1");
    QTest::newRow("no plan") << QByteArray("\"replicas\":") << QByteArray("\"replicas\":9");
    QTest::newRow("another format") << QByteArray("nest-result") << QByteArray("nest-rumour");
    QTest::newRow("another bound") << QByteArray("\"lower_bound_seconds\":")
                                   << QByteArray("\"lower_bound_seconds\":0,\"other\":");
    QTest::newRow("more candidates") << QByteArray("\"candidates\":") << QByteArray("\"candidates\":9");
    QTest::newRow("a list") << QByteArray("{") << QByteArray("[{");
}

void ResultStoreTest::damagedEntriesAreIgnored() {
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QTemporaryDir folder;
    const Problem problem = problemOf(64);
    const SolveResult result = solved(problem);
    const std::string key = ResultStore::key(problem, 4);
    QByteArray text = QByteArray::fromStdString(resultToJson(result, key, ResultStore::solver()).dump());
    const qsizetype at = text.indexOf(before);
    QVERIFY(at >= 0);
    if (after.isEmpty())
        text.truncate(at);
    else
        text.replace(at, before.size(), after);
    QFile file(folder.filePath(QString::fromStdString(key) + QStringLiteral(".json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    ResultStore store;
    store.setCacheFolder(folder.path());
    std::optional<Diagnostic> fault;
    QVERIFY(!store.find(problem, key, fault));
    QVERIFY(fault);
    QCOMPARE(fault->severity, Severity::note);
    QVERIFY(QString::fromStdString(fault->file).endsWith(QStringLiteral(".json")));
    fault.reset();
    store.put(key, result); // as the search that follows does
    QVERIFY(store.find(problem, key, fault) && !fault);
}

void ResultStoreTest::stoppedResultsAreLeftAside() {
    const Problem problem = problemOf(64);
    SolveResult result = solved(problem);
    result.status = SolveStatus::stopped;
    ResultStore store;
    const std::string key = ResultStore::key(problem, 4);
    store.put(key, result);
    std::optional<Diagnostic> fault;
    QVERIFY(!store.find(problem, key, fault) && !fault);
}

void ResultStoreTest::dropsWhatWasNotUsed() {
    QTemporaryDir folder;
    std::vector<Problem> problems;
    std::vector<SolveResult> results;
    std::vector<std::string> keys;
    std::size_t most = 0;
    for (const std::int64_t batch : {32, 64, 128}) {
        problems.push_back(problemOf(batch));
        results.push_back(solved(problems.back()));
        keys.push_back(ResultStore::key(problems.back(), 4));
        most = std::max(most, resultToJson(results.back(), keys.back(), ResultStore::solver()).dump().size());
    }
    ResultStore::Limits limits;
    limits.memory = limits.inProject = most * 5 / 2; // two of them
    ResultStore store(limits);
    std::optional<Diagnostic> fault;
    store.put(keys[0], results[0]);
    store.put(keys[1], results[1]);
    QVERIFY(store.find(problems[0], keys[0], fault)); // the first is used again
    store.put(keys[2], results[2]);
    QVERIFY(!store.find(problems[1], keys[1], fault));
    QVERIFY(store.find(problems[0], keys[0], fault));
    QVERIFY(store.find(problems[2], keys[2], fault));
    QCOMPARE(store.forProject().size(), std::size_t{2});

    limits.cache = most * 5 / 2;
    limits.memory = 1;
    ResultStore onDisk(limits);
    onDisk.setCacheFolder(folder.path());
    const auto age = [&](std::size_t index, int seconds) {
        QFile file(folder.filePath(QString::fromStdString(keys[index]) + QStringLiteral(".json")));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(-seconds), QFileDevice::FileModificationTime));
    };
    onDisk.put(keys[0], results[0]);
    onDisk.put(keys[1], results[1]);
    age(0, 200);
    age(1, 100);
    QVERIFY(onDisk.find(problems[0], keys[0], fault)); // used now
    onDisk.put(keys[2], results[2]);
    QVERIFY(!QFile::exists(folder.filePath(QString::fromStdString(keys[1]) + QStringLiteral(".json"))));
    QVERIFY(QFile::exists(folder.filePath(QString::fromStdString(keys[0]) + QStringLiteral(".json"))));
}

void ResultStoreTest::travelsWithTheProject() {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("mine.json"));
    const Problem problem = problemOf(64);
    const SolveResult result = solved(problem);
    const std::string key = ResultStore::key(problem, 4);
    Project project;
    project.results()->put(key, result);
    QVERIFY(!project.save(file));
    QVERIFY(!QDir(folder.filePath(QStringLiteral("mine.results"))).exists());
    Project reopened;
    QCOMPARE(reopened.open(file).kind, Project::Opened::Kind::project);
    QCOMPARE(reopened.state(), project.state());
    std::optional<Diagnostic> fault;
    const auto found = reopened.results()->find(problem, key, fault);
    QVERIFY(found);
    QVERIFY(found->result.plans == result.plans);
}

void ResultStoreTest::largeOnesLieBesideTheProject() {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("mine.json"));
    const Problem problem = problemOf(64);
    const SolveResult result = solved(problem);
    const std::string key = ResultStore::key(problem, 4);
    ResultStore::Limits limits;
    limits.small = 100;
    ResultStore store(limits);
    store.put(key, result);
    QCOMPARE(Project::write(file, Project().file(), store).fault.has_value(), false);
    QCOMPARE(store.forProject().size(), std::size_t{0});
    QVERIFY(QFile::exists(
        folder.filePath(QStringLiteral("mine.results/") + QString::fromStdString(key) + QStringLiteral(".json"))));
    Project reopened;
    QCOMPARE(reopened.open(file).kind, Project::Opened::Kind::project);
    std::optional<Diagnostic> fault;
    const auto found = reopened.results()->find(problem, key, fault);
    QVERIFY(found);
    QVERIFY(found->result.plans == result.plans);
}

void ResultStoreTest::undoShowsTheStoredPlan() {
    Project project;
    ProjectState state;
    state.model.name = "llama3-8b";
    state.topology.name = "dgx-h100x1";
    project.reset(state);
    LivePlan live(project);
    const auto settled = [&] {
        return QTest::qWaitFor([&] { return live.outcome() && !live.isBusy() && !live.isStale(); }, 120000);
    };
    live.refresh();
    QVERIFY(settled());
    QVERIFY(!live.outcome()->stored);
    const auto plans = live.outcome()->result->plans;
    QVERIFY(!project.setOption("global_batch", 64));
    QVERIFY(settled());
    QVERIFY(!live.outcome()->stored);
    QTRY_VERIFY_WITH_TIMEOUT(project.results()->forProject().size() == 2, 60000); // kept after it is shown
    project.undoStack()->undo();
    QVERIFY(settled());
    QVERIFY(live.outcome()->stored);
    QVERIFY(live.outcome()->result->plans == plans);
    QCOMPARE(live.outcome()->inputs->problem->options.global_batch, Options{}.global_batch);
    live.solveNow(); // a person who asks for a search gets one
    QVERIFY(settled());
    QVERIFY(!live.outcome()->stored);
    QVERIFY(live.outcome()->result->plans == plans);
}

void ResultStoreTest::otherSolverSearchesAgain() {
    Project project;
    ProjectState state;
    state.model.name = "llama3-8b";
    state.topology.name = "dgx-h100x1";
    const auto inputs = prepareInputs(state);
    SolveResult older = solved(*inputs->problem);
    older.plans.erase(older.plans.begin()); // it didn't know the best plan
    const std::string key = ResultStore::key(*inputs->problem, SolveRunner::usualPlans);
    project.reset(state);
    project.results()->setProject({{key, resultToJson(older, key, "0.0.1/another")}}, {});
    LivePlan live(project);
    QSignalSpy changed(&live, &LivePlan::outcomeChanged);
    std::vector<bool> stored;
    std::vector<double> steps;
    connect(&live, &LivePlan::outcomeChanged, this, [&](const std::shared_ptr<const SolveOutcome>& outcome) {
        stored.push_back(outcome->stored);
        steps.push_back(outcome->result->plans.front().evaluation.step_seconds);
    });
    live.refresh();
    QVERIFY(QTest::qWaitFor([&] { return live.outcome() && !live.isBusy() && !live.isStale(); }, 120000));
    QCOMPARE(stored, (std::vector<bool>{true, false}));
    QCOMPARE(steps.front(), older.plans.front().evaluation.step_seconds);
    QCOMPARE(steps.back(), solved(*inputs->problem).plans.front().evaluation.step_seconds);
}

QTEST_MAIN(ResultStoreTest)
#include "test_resultstore.moc"
