// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/plantext.h"

#include <QTest>

using namespace nest;
using namespace nest::ui;

class PlanTextTest : public QObject {
    Q_OBJECT

private slots:
    void unevenStagesAreNamed();
    void fillingIsTold();
    void helpIsAdded();
    void enginesOfWhatDoesNotFit();

private:
    /// 1F1B stages of pure arithmetic: the pipeline takes sum + (m - 1) max.
    static RankedPlan pipeline(const std::vector<double>& loads, int microBatches) {
        RankedPlan ranked;
        Evaluation& evaluation = ranked.evaluation;
        evaluation.fits = true;
        double sum = 0, most = 0;
        for (const double load : loads) {
            StageEvaluation stage;
            stage.time.forward = stage.time.fw = stage.time.load = load;
            stage.memory.total = 40e9;
            stage.memory.capacity = 80e9;
            evaluation.stages.push_back(stage);
            sum += load;
            most = std::max(most, load);
        }
        evaluation.micro_batches = microBatches;
        evaluation.pipeline_seconds = evaluation.step_seconds = sum + (microBatches - 1) * most;
        return ranked;
    }
    static QString textOf(const RankedPlan& ranked) {
        return verdictText({}, verdict({}, ranked, nullptr, nullptr, nullptr));
    }
};

void PlanTextTest::unevenStagesAreNamed() {
    // Of (7 + 99 * 4) s the average stage waits 100 * (4 - 7 / 4) = 225 s for stage 2, and 3 s for filling.
    const QString text = textOf(pipeline({1, 1, 4, 1}, 100));
    QVERIFY2(text.contains(QStringLiteral("stage 2, the slowest")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("56")), qPrintable(text)); // 225 / 403 = 55.8 %
}

void PlanTextTest::fillingIsTold() {
    const QString text = textOf(pipeline({1, 1, 1, 1}, 2)); // 3 of 5 s
    QVERIFY2(text.contains(QStringLiteral("filling and draining the pipeline: 60")), qPrintable(text));
}

/// An engine that knows the layout doesn't run what has no room.
void PlanTextTest::enginesOfWhatDoesNotFit() {
    const std::vector<EngineSupport> engines{{"megatron-lm", true, {}}, {"deepspeed", false, "why"}};
    QCOMPARE(enginesText(engines, true), QStringLiteral("runs on Megatron-LM"));
    const QString none = enginesText(engines, false);
    QVERIFY2(!none.contains(QStringLiteral("runs")) && none.contains(QStringLiteral("does not fit")), qPrintable(none));
}

void PlanTextTest::helpIsAdded() {
    Verdict verdict;
    verdict.memory = true;
    verdict.stage = 1;
    verdict.memory_used = 70e9;
    verdict.memory_capacity = 80e9;
    Help help;
    help.source = HelpSource::relaxation;
    help.kind = RelaxationKind::memory;
    help.what = Phrase("Relaxation", "%1 more memory per device", {"6 GB"});
    help.changes = {{"micro_batches", "1", "2"}};
    help.gain = 0.07;
    verdict.help = help;
    const QString text = verdictText({}, verdict);
    QVERIFY2(text.startsWith(QStringLiteral("Limited by memory on stage 1: 6 GB more memory per device would allow "
                                            "Micro-batch size 2 instead of 1 and train 7")),
             qPrintable(text));
    Relaxation more;
    more.what = help.what;
    more.plan.plan.stages = {{{0}, Recompute::full, 1}};
    more.plan.evaluation.step_seconds = 2;
    QCOMPARE(relaxedPlanText(more), QStringLiteral("tp1 pp1 dp1 mb1 zero1 full, step 2.00\u202fs"));
}

QTEST_GUILESS_MAIN(PlanTextTest)
#include "test_plantext.moc"
