// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "jobs/liveplan.h"
#include "jobs/solverunner.h"

#include <QSignalSpy>
#include <QTest>
#include <map>
#include <memory>
#include <random>

using namespace nest;
using namespace nest::ui;

namespace {

ProjectState smallState() {
    ProjectState state;
    state.model.name = "llama3-8b";
    state.topology.name = "dgx-h100x1";
    state.options.global_batch = 64;
    return state;
}

/// Takes long enough to be caught at work.
ProjectState largeState() {
    ProjectState state;
    state.model.name = "llama3-70b";
    state.topology.name = "dgx-h100x512";
    state.options.global_batch = 4096;
    return state;
}

/// What the runner should come to.
SolveResult direct(const ProjectState& state) {
    const auto inputs = prepareInputs(state);
    SolveControl control;
    control.top_k = SolveRunner::usualPlans;
    return inputs->problem ? solve(*inputs->problem, control) : SolveResult{};
}

/// Every end signal of every request.
class Ends : public QObject {
public:
    explicit Ends(SolveRunner& runner) {
        connect(&runner, &SolveRunner::finished, this, [this](const std::shared_ptr<const SolveOutcome>& outcome) {
            ++count[outcome->request];
            ++finished;
            last = outcome;
        });
        connect(&runner, &SolveRunner::superseded, this, [this](quint64 request) { ++count[request]; });
    }
    std::map<quint64, int> count;
    int finished = 0;
    std::shared_ptr<const SolveOutcome> last;
};

} // namespace

class SolveRunnerTest : public QObject {
    Q_OBJECT

private slots:
    void findsWhatSolveFinds();
    void latestWins();
    void stopKeepsOneEnd();
    void faultyInputsEndToo();
    void destroyedWhileRunning();
    void manyChangesEndWithTheLast();
    void staleUntilTheResultIsThere();
    void droppedRequestsEndWithoutAnAnswer();
    void openedResultsStay();
    void showsTheBestSoFar();
};

void SolveRunnerTest::findsWhatSolveFinds() {
    SolveRunner runner;
    Ends ends(runner);
    const quint64 request = runner.start(smallState());
    QVERIFY(runner.isRunning());
    QTRY_COMPARE_WITH_TIMEOUT(ends.finished, 1, 60000);
    QVERIFY(!runner.isRunning());
    QCOMPARE(ends.last->request, request);
    QVERIFY(ends.last->result);
    const SolveResult expected = direct(smallState());
    QVERIFY(!expected.plans.empty());
    QVERIFY(ends.last->result->plans == expected.plans);
    QCOMPARE(ends.last->result->status, SolveStatus::optimal);
}

void SolveRunnerTest::latestWins() {
    SolveRunner runner;
    Ends ends(runner);
    const quint64 first = runner.start(largeState());
    const quint64 second = runner.start(largeState());
    const quint64 third = runner.start(smallState());
    QVERIFY(first < second && second < third);
    QTRY_COMPARE_WITH_TIMEOUT(ends.finished, 1, 60000);
    QCOMPARE(ends.last->request, third);
    QCOMPARE(ends.last->inputs->problem->model.name, std::string("llama3-8b"));
    QCOMPARE(ends.count, (std::map<quint64, int>{{first, 1}, {second, 1}, {third, 1}}));
}

void SolveRunnerTest::stopKeepsOneEnd() {
    SolveRunner runner;
    Ends ends(runner);
    const quint64 request = runner.start(largeState());
    runner.stop();
    runner.stop();
    QTRY_COMPARE_WITH_TIMEOUT(ends.finished, 1, 60000);
    QCOMPARE(ends.count[request], 1);
    QVERIFY(ends.last->result);
}

void SolveRunnerTest::faultyInputsEndToo() {
    SolveRunner runner;
    Ends ends(runner);
    ProjectState state = smallState();
    state.model.name = "no-such-model";
    runner.start(state);
    QTRY_COMPARE_WITH_TIMEOUT(ends.finished, 1, 60000);
    QVERIFY(!ends.last->result);
    QVERIFY(!ends.last->inputs->problem);
    QVERIFY(!ends.last->inputs->diagnostics.empty());
    QCOMPARE(ends.last->inputs->diagnostics.front().severity, Severity::error);
}

void SolveRunnerTest::destroyedWhileRunning() {
    for (int i = 0; i < 20; ++i) {
        auto runner = std::make_unique<SolveRunner>();
        QSignalSpy inputs(runner.get(), &SolveRunner::inputsReady);
        runner->start(largeState());
        if (i % 2 == 0)
            QTRY_VERIFY_WITH_TIMEOUT(!inputs.isEmpty() || !runner->isRunning(), 60000); // in the middle of the search
        runner.reset();
    }
}

void SolveRunnerTest::manyChangesEndWithTheLast() {
    SolveRunner runner;
    Ends ends(runner);
    ProjectState state = smallState();
    std::mt19937 random(7);
    const auto pick = [&](std::initializer_list<std::int64_t> values) {
        return *(values.begin() + static_cast<std::ptrdiff_t>(random() % values.size()));
    };
    quint64 last = 0;
    for (int i = 0; i < 1000; ++i) {
        switch (random() % 4) {
        case 0:
            state.options.global_batch = pick({16, 32, 64, 96, 128});
            break;
        case 1:
            state.options.tp = std::vector<std::int64_t>{pick({1, 2, 4, 8})};
            break;
        case 2:
            state.options.micro_batches = std::vector<std::int64_t>{pick({1, 2, 4})};
            break;
        default:
            state.options.tp.reset();
            break;
        }
        last = runner.start(state);
        if (i % 50 == 0) QCoreApplication::processEvents();
    }
    QTRY_VERIFY_WITH_TIMEOUT(ends.last && ends.last->request == last, 120000);
    QVERIFY(ends.last->result);
    QVERIFY(ends.last->result->plans == direct(state).plans);
    QCOMPARE(ends.count.size(), std::size_t{1000});
    for (const auto& [request, count] : ends.count)
        QCOMPARE(count, 1);
}

void SolveRunnerTest::staleUntilTheResultIsThere() {
    Project project;
    project.reset(smallState());
    LivePlan live(project);
    live.solveNow();
    QTRY_VERIFY_WITH_TIMEOUT(live.outcome() && !live.isStale(), 60000);
    QVERIFY(!project.setOption("global_batch", 32));
    QVERIFY(live.isStale());
    QVERIFY(live.isBusy());
    QTRY_VERIFY_WITH_TIMEOUT(!live.isStale(), 60000);
    QCOMPARE(live.outcome()->inputs->problem->options.global_batch, 32);
}

void SolveRunnerTest::droppedRequestsEndWithoutAnAnswer() {
    SolveRunner runner;
    Ends ends(runner);
    const quint64 dropped = runner.start(largeState());
    runner.drop();
    QVERIFY(!runner.isRunning());
    const quint64 next = runner.start(smallState());
    QTRY_COMPARE_WITH_TIMEOUT(ends.finished, 1, 60000);
    QCOMPARE(ends.last->request, next);
    QCOMPARE(ends.count, (std::map<quint64, int>{{dropped, 1}, {next, 1}}));
}

/// A plan file that is opened while the project before it is still being solved: its answer must not take the place.
void SolveRunnerTest::openedResultsStay() {
    Project project;
    project.reset(largeState());
    LivePlan live(project);
    live.refresh();
    auto opened = std::make_shared<SolveOutcome>();
    opened->inputs = prepareInputs(smallState());
    opened->result = std::make_shared<const SolveResult>(direct(smallState()));
    live.show(opened);
    QVERIFY(!live.isBusy());
    // A search that comes to its end afterwards has no way into the window: the worker takes one after the other.
    SolveRunner other;
    Ends ends(other);
    other.start(largeState());
    QTRY_COMPARE_WITH_TIMEOUT(ends.finished, 1, 60000);
    QCOMPARE(live.outcome().get(), static_cast<const SolveOutcome*>(opened.get()));
}

/// Two thousand alternatives take longer than the best plan: that is shown, proven, while they are looked for.
void SolveRunnerTest::showsTheBestSoFar() {
    SolveRunner runner;
    runner.setTopK(2000);
    Ends ends(runner);
    std::vector<std::shared_ptr<const SolveOutcome>> improved;
    connect(&runner, &SolveRunner::improved, this,
            [&](const std::shared_ptr<const SolveOutcome>& outcome) { improved.push_back(outcome); });
    const quint64 request = runner.start(largeState());
    QTRY_COMPARE_WITH_TIMEOUT(ends.finished, 1, 120000);
    QVERIFY(!improved.empty());
    const SolveResult& last = *ends.last->result;
    QVERIFY(!ends.last->improving);
    QVERIFY(last.plans.size() > 60);
    for (const auto& outcome : improved) {
        QCOMPARE(outcome->request, request);
        QVERIFY(outcome->improving);
        QCOMPARE(outcome->result->plans.size(), std::size_t{1});
        const RankedPlan& plan = outcome->result->plans.front();
        const auto price = evaluate(*outcome->inputs->problem, plan.plan);
        QVERIFY(price && *price == plan.evaluation);
        QVERIFY(plan.evaluation.step_seconds >= last.plans.front().evaluation.step_seconds);
        QVERIFY(outcome->result->lower_bound_seconds <= last.plans.front().evaluation.step_seconds * (1 + 1e-9));
    }
    QCOMPARE(improved.back()->result->status, SolveStatus::optimal);
    QVERIFY(improved.back()->result->plans.front() == last.plans.front());
    // The history ends with the proof, and neither the best nor the gap ever gets worse.
    const SearchHistory& history = *ends.last->history;
    QCOMPARE(history.back().gap(), 0.0);
    QCOMPARE(history.back().open, 0.0);
    QCOMPARE(history.back().best, last.plans.front().evaluation.step_seconds);
    for (qsizetype i = 1; i < history.size(); ++i) {
        QVERIFY(history[i].seconds >= history[i - 1].seconds);
        QVERIFY(history[i].gap() <= history[i - 1].gap());
        QVERIFY(history[i].open <= history[i - 1].open);
        QVERIFY(history[i - 1].best == 0 || history[i].best <= history[i - 1].best);
    }
}

QTEST_MAIN(SolveRunnerTest)
#include "test_solverunner.moc"
