// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "controls/diagnostictext.h"
#include "document/plantext.h"
#include "jobs/adviser.h"
#include "jobs/solverunner.h"
#include "workspaces/verdictbar.h"

#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <memory>

using namespace nest;
using namespace nest::ui;

namespace {

PlanSnapshot solvedSnapshot(const char* model, const char* topology, std::int64_t batch, int plans = 4) {
    ProjectState state;
    state.model.name = model;
    state.topology.name = topology;
    state.options.global_batch = batch;
    const auto inputs = prepareInputs(state);
    SolveControl control;
    control.top_k = plans;
    PlanSnapshot snapshot;
    snapshot.problem = inputs->problem;
    snapshot.result = std::make_shared<const SolveResult>(solve(*inputs->problem, control));
    return snapshot;
}

/// The answers, in the order they came.
class Answers : public QObject {
public:
    explicit Answers(Adviser& adviser) {
        connect(&adviser, &Adviser::advised, this, [this](std::shared_ptr<const Advice> advice) { list << advice; });
    }
    QVector<std::shared_ptr<const Advice>> list;
};

} // namespace

class AdviserTest : public QObject {
    Q_OBJECT

private slots:
    void findsWhatTheSolverFinds() {
        const PlanSnapshot snapshot = solvedSnapshot("llama3-8b", "dgx-h100x1", 64);
        Adviser adviser;
        adviser.setTimeLimit(0);
        Answers answers(adviser);
        adviser.ask(snapshot);
        QVERIFY(adviser.isRunning());
        QTRY_COMPARE_WITH_TIMEOUT(answers.list.size(), 1, 300000);
        QVERIFY(!adviser.isRunning());
        const Advice& advice = *answers.list.front();
        QVERIFY(advice.isAbout(snapshot));
        const RankedPlan& best = snapshot.result->plans.front();
        QVERIFY(advice.neighbours.list == neighbours(*snapshot.problem, best, {}).list);
        QVERIFY(advice.relaxations.list == relaxations(*snapshot.problem, &best, {}).list);
        QVERIFY(advice.verdict.asked_for_help && advice.verdict.help_complete);

        // Another plan of the same result: its own neighbours, the same relaxations, and how far the best is.
        PlanSnapshot other = snapshot;
        other.shown = 1;
        QVERIFY(!advice.isAbout(other));
        adviser.ask(other);
        QTRY_COMPARE_WITH_TIMEOUT(answers.list.size(), 2, 300000);
        const Advice& second = *answers.list.back();
        QVERIFY(second.isAbout(other));
        QVERIFY(second.relaxations.list == advice.relaxations.list);
        QVERIFY(second.neighbours.list == neighbours(*other.problem, other.result->plans[1], {}).list);
    }

    /// What the verdict says must not depend on how much time there was: the whole answer follows.
    void whatTimeCutShortIsFinished() {
        const PlanSnapshot snapshot = solvedSnapshot("llama3-8b", "dgx-h100x1", 64);
        Adviser adviser;
        adviser.setTimeLimit(0.02); // not enough on any machine; thirty times as much may be
        Answers answers(adviser);
        adviser.ask(snapshot);
        QTRY_VERIFY_WITH_TIMEOUT(!adviser.isRunning(), 300000);
        const Advice& last = *answers.list.back();
        QCOMPARE(answers.list.size(), answers.list.front()->unfinished ? 2 : 1);
        QVERIFY(!last.unfinished && last.isAbout(snapshot));

        adviser.setTimeLimit(1e-9); // nothing can be looked at, twice
        PlanSnapshot other = solvedSnapshot("llama3-8b", "dgx-h100x1", 32);
        adviser.ask(other);
        QTRY_VERIFY_WITH_TIMEOUT(!adviser.isRunning(), 300000);
        const qsizetype now = answers.list.size();
        QVERIFY(answers.list[now - 2]->unfinished && answers.list[now - 2]->isAbout(other));
        QVERIFY(!answers.list[now - 1]->unfinished && answers.list[now - 1]->isAbout(other));
    }

    void latestWins() {
        const PlanSnapshot large = solvedSnapshot("llama3-70b", "dgx-h100x64", 1024);
        const PlanSnapshot small = solvedSnapshot("llama3-8b", "dgx-h100x1", 64);
        Adviser adviser;
        adviser.setTimeLimit(0);
        Answers answers(adviser);
        for (int i = 0; i < 20; ++i)
            adviser.ask(large);
        adviser.ask(small);
        QTRY_COMPARE_WITH_TIMEOUT(answers.list.size(), 1, 300000);
        QVERIFY(answers.list.front()->isAbout(small));
        // A cancelled request, and one about a stale plan, get no answer.
        adviser.ask(large);
        adviser.cancel();
        QVERIFY(!adviser.isRunning());
        PlanSnapshot stale = large;
        stale.dimmed = true;
        adviser.ask(stale);
        QVERIFY(!adviser.isRunning());
        adviser.ask(small);
        QTRY_COMPARE_WITH_TIMEOUT(answers.list.size(), 2, 300000);
        QVERIFY(answers.list.back()->isAbout(small));
    }

    void destroyedWhileRunning() {
        const PlanSnapshot large = solvedSnapshot("llama3-70b", "dgx-h100x64", 1024);
        for (int i = 0; i < 10; ++i) {
            auto adviser = std::make_unique<Adviser>();
            adviser->ask(large);
            if (i % 2 == 0) QCoreApplication::processEvents();
            adviser.reset();
        }
    }

    void tellsTheWayOutWhereNothingFits() {
        const PlanSnapshot none = solvedSnapshot("llama3-70b", "dgx-h100x1", 64);
        QCOMPARE(none.result->status, SolveStatus::infeasible);
        Adviser adviser;
        adviser.setTimeLimit(0);
        Answers answers(adviser);
        adviser.ask(none);
        QTRY_COMPARE_WITH_TIMEOUT(answers.list.size(), 1, 300000);
        const Advice& advice = *answers.list.front();
        QVERIFY(!advice.plan);
        QVERIFY(advice.isAbout(none));
        QVERIFY(!advice.relaxations.list.empty());
        const auto& ways = advice.relaxations.list;
        const auto memory = std::ranges::find(ways, RelaxationKind::memory, &Relaxation::kind);
        QVERIFY(memory != ways.end());
        QVERIFY2(phraseText(memory->what).contains(QStringLiteral("more memory per device")),
                 qPrintable(phraseText(memory->what)));
    }

    /// The bar says at once what limits the plan, and what would help when that is known.
    void verdictBarAddsTheHelp() {
        const PlanSnapshot snapshot = solvedSnapshot("llama3-8b", "dgx-h100x1", 64);
        VerdictBar bar;
        bar.setSnapshot(snapshot);
        const QString before = bar.text();
        QVERIFY2(before.contains(QStringLiteral("Limited by")), qPrintable(before));
        QVERIFY2(!before.contains(QStringLiteral("To gain most")), qPrintable(before));

        auto advice = std::make_shared<Advice>();
        advice->problem = snapshot.problem;
        advice->result = snapshot.result;
        advice->plan = snapshot.result->plans.front();
        advice->verdict = verdict(*snapshot.problem, *advice->plan, &snapshot.result->plans.front(), nullptr, nullptr);
        advice->verdict.asked_for_help = true;
        advice->verdict.help = Help{HelpSource::relaxation,
                                    RelaxationKind::global_batch,
                                    Phrase("Relaxation", "a global batch of %1", {std::int64_t{128}}),
                                    {},
                                    advice->plan->plan,
                                    0.125};
        bar.setAdvice(advice);
        QVERIFY2(bar.text().contains(QStringLiteral("To gain most: a global batch of 128 would train")),
                 qPrintable(bar.text()));
        // Advice about another plan is not shown.
        PlanSnapshot other = snapshot;
        other.shown = 1;
        bar.setSnapshot(other);
        QVERIFY(!bar.text().contains(QStringLiteral("global batch of 128")));
        bar.setSnapshot(snapshot);
        QVERIFY(bar.text().contains(QStringLiteral("global batch of 128")));
        bar.setAdvice(nullptr);
        QCOMPARE(bar.text(), before);
    }

    /// All of it unfolds with the button, by mouse or keyboard, before and after the answer is there.
    void verdictBarListsAllHelp() {
        const PlanSnapshot snapshot = solvedSnapshot("llama3-8b", "dgx-h100x1", 64);
        VerdictBar bar;
        QVERIFY(bar.helpButton()->isHidden()); // there is no plan
        bar.setSnapshot(snapshot);
        QVERIFY(!bar.helpButton()->isHidden());
        QCOMPARE(bar.helpButton()->text(), QStringLiteral("What would help?"));
        QVERIFY(bar.helpText().isEmpty());
        QTest::keyClick(bar.helpButton(), Qt::Key_Space);
        QVERIFY2(bar.helpText().contains(QStringLiteral("Looking")), qPrintable(bar.helpText()));

        auto advice = std::make_shared<Advice>();
        advice->problem = snapshot.problem;
        advice->result = snapshot.result;
        advice->plan = snapshot.result->plans.front();
        bar.setAdvice(advice);
        QVERIFY2(bar.helpText().contains(QStringLiteral("No single small change")), qPrintable(bar.helpText()));

        const auto relaxation = [&](const char* what, double gain) {
            Relaxation one;
            one.what = what;
            one.gain = gain;
            one.plan = *advice->plan;
            advice->relaxations.list.push_back(one);
        };
        relaxation("a faster network", 0.125);
        relaxation("more memory", 0.25);
        Neighbour near;
        near.changes = {{"tp", "8", "4"}};
        near.allowed = false;
        near.plan = *advice->plan;
        near.plan->evaluation.throughput_sequences *= 1.5;
        advice->neighbours.list = {near};
        near.changes = {{"pp", "1", "2"}}; // slower: no help
        near.plan->evaluation.throughput_sequences /= 4;
        advice->neighbours.list.push_back(near);
        advice->relaxations.complete = false;
        bar.setAdvice(advice);
        const QString text = bar.helpText();
        QVERIFY2(text.contains(QStringLiteral("more memory")) && text.contains(QStringLiteral("+25")),
                 qPrintable(text));
        QVERIFY2(text.indexOf(QStringLiteral("more memory")) < text.indexOf(QStringLiteral("a faster network")),
                 qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("+50")) && text.contains(QStringLiteral("tp 8 -> 4")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("the options forbid it")), qPrintable(text));
        QVERIFY2(!text.contains(QStringLiteral("pp 1 -> 2")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("Not everything")), qPrintable(text));

        // Of another plan the best one is what helps, not what is said about the best.
        PlanSnapshot other = snapshot;
        other.shown = 1;
        auto second = std::make_shared<Advice>(*advice);
        second->plan = snapshot.result->plans[1];
        second->neighbours.list.clear();
        bar.setSnapshot(other);
        bar.setAdvice(second);
        QVERIFY2(!bar.helpText().contains(QStringLiteral("more memory")), qPrintable(bar.helpText()));
        QTest::mouseClick(bar.helpButton(), Qt::LeftButton);
        QVERIFY(bar.helpText().isEmpty());
    }
};

QTEST_MAIN(AdviserTest)
#include "test_adviser.moc"
