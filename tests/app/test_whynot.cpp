// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/inputs.h"
#include "plan/engines.h"
#include "workspaces/whynotcard.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace nest;
using namespace nest::ui;

/// Asking what speaks against a layout.
class WhyNotTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void bestLayoutIsNamedAsSuch();
    void brokenRuleNamesTheNumbers();
    void layoutOverMemoryNamesStageAndBytes();
    void nearestLayoutsCanBeKept();
    void textThatIsNoLayoutIsAFault();
    void latestQuestionWins();
    void answerFollowsTheProblem();

private:
    /// Asks and waits for the answer.
    static const LayoutAnswer& ask(WhyNotCard& card, const QString& layout) {
        card.field()->setText(layout);
        QTest::keyClick(card.field(), Qt::Key_Return);
        if (!QTest::qWaitFor([&] { return card.answer() && card.answer()->question == layout; }, 120000))
            qFatal("no answer");
        return *card.answer();
    }
    PlanSnapshot m_snapshot;
};

void WhyNotTest::initTestCase() {
    const auto inputs = prepareInputs(exampleState()); // llama3-70b on 128 H100
    QVERIFY(inputs->problem);
    m_snapshot.problem = inputs->problem;
    SolveControl control;
    control.threads = 2;
    m_snapshot.result = std::make_shared<const SolveResult>(solve(*inputs->problem, control));
    QVERIFY(m_snapshot.best());
}

void WhyNotTest::bestLayoutIsNamedAsSuch() {
    WhyNotCard card;
    card.setSnapshot(m_snapshot);
    const RankedPlan& best = *m_snapshot.best();
    const LayoutAnswer& answer = ask(card, QString::fromStdString(layout_text(best.plan)));
    QVERIFY(answer.layout.fits());
    QCOMPARE(answer.layout.plan()->evaluation.step_seconds, best.evaluation.step_seconds);
    QVERIFY(answer.layout.plan()->plan == best.plan);
    QVERIFY(card.answerText().contains(QStringLiteral("best plan itself")));
}

void WhyNotTest::brokenRuleNamesTheNumbers() {
    WhyNotCard card;
    card.setSnapshot(m_snapshot);
    const LayoutAnswer& answer = ask(card, QStringLiteral("tp3 pp4 dp8 mb1"));
    QVERIFY(!answer.layout.plan());
    QVERIFY(!answer.layout.broken.empty());
    QCOMPARE(answer.layout.broken.front().rule, LayoutRule::heads);
    QVERIFY(card.answerText().contains(QStringLiteral("64"))); // heads of the model
    QVERIFY(card.answerText().contains(QStringLiteral("3")));
}

void WhyNotTest::layoutOverMemoryNamesStageAndBytes() {
    WhyNotCard card;
    card.setSnapshot(m_snapshot);
    // 70 billion parameters of 18 bytes on each of 128 devices.
    const LayoutAnswer& answer = ask(card, QStringLiteral("tp1 pp1 dp128 mb1"));
    QVERIFY(answer.layout.plan());
    QVERIFY(!answer.layout.fits());
    QCOMPARE(answer.layout.stage, 0);
    const StageMemory& memory = answer.layout.plan()->evaluation.stages[0].memory;
    QCOMPARE(answer.layout.over_bytes, memory.total - memory.capacity);
    QVERIFY(answer.layout.over_bytes > 70e9 * 18 - 80e9);
    QVERIFY(card.answerText().contains(QStringLiteral("does not fit")));
    QVERIFY(!answer.nearest.empty());
    for (const Neighbour& neighbour : answer.nearest) {
        if (!neighbour.fits()) continue;
        const Result<Evaluation> evaluation = evaluate(*m_snapshot.problem, neighbour.plan->plan);
        QVERIFY(evaluation.ok());
        QVERIFY(evaluation->fits);
    }
}

void WhyNotTest::nearestLayoutsCanBeKept() {
    WhyNotCard card;
    card.setSnapshot(m_snapshot);
    QSignalSpy kept(&card, &WhyNotCard::keepRequested);
    const LayoutAnswer& answer = ask(card, QStringLiteral("tp1 pp1 dp128 mb1"));
    QTRY_VERIFY_WITH_TIMEOUT(card.answerText().contains(QStringLiteral("Nearest")), 60000);
    auto* text = card.findChild<QLabel*>(QStringLiteral("whyNotAnswer"));
    QVERIFY(text);
    emit text->linkActivated(QStringLiteral("keep:0"));
    QCOMPARE(kept.size(), 1);
    QVERIFY(kept[0][0].value<Plan>() == answer.nearest[0].plan->plan);
    emit text->linkActivated(QStringLiteral("keep"));
    QCOMPARE(kept.size(), 2);
    QVERIFY(kept[1][0].value<Plan>() == answer.layout.plan()->plan);
    emit text->linkActivated(QStringLiteral("keep:99"));
    emit text->linkActivated(QStringLiteral("nonsense"));
    QCOMPARE(kept.size(), 2);
}

void WhyNotTest::textThatIsNoLayoutIsAFault() {
    WhyNotCard card;
    card.setSnapshot(m_snapshot);
    const LayoutAnswer& answer = ask(card, QStringLiteral("make it fast"));
    QVERIFY(!answer.faults.empty());
    QVERIFY(!card.answerText().isEmpty());
    card.ask(QStringLiteral("   "));
    QCOMPARE(card.answer()->question, QStringLiteral("make it fast"));
}

void WhyNotTest::latestQuestionWins() {
    WhyNotCard card;
    card.setSnapshot(m_snapshot);
    for (int tensor = 1; tensor <= 8; ++tensor)
        card.ask(QStringLiteral("tp%1 pp4 dp4 mb1").arg(tensor));
    QTRY_VERIFY_WITH_TIMEOUT(card.answer() != nullptr, 120000);
    QCOMPARE(card.answer()->question, QStringLiteral("tp8 pp4 dp4 mb1"));
}

void WhyNotTest::answerFollowsTheProblem() {
    WhyNotCard card;
    card.setSnapshot(m_snapshot);
    const double before = ask(card, QStringLiteral("tp8 pp4 dp4 mb1 full sp")).layout.plan()->evaluation.peak_memory;
    ProjectState state = exampleState();
    state.options.precision = Precision::sgd_mixed; // 8 bytes a parameter in place of 18
    PlanSnapshot other;
    other.problem = prepareInputs(state)->problem;
    QVERIFY(other.problem);
    card.setSnapshot(other);
    QTRY_COMPARE_WITH_TIMEOUT(card.answer()->problem, other.problem, 120000);
    QVERIFY(card.answer()->layout.plan()->evaluation.peak_memory < before);
}

QTEST_MAIN(WhyNotTest)
#include "test_whynot.moc"
