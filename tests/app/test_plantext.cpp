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
    void fillingAsksForMicroBatches();

private:
    /// 1F1B stages of pure arithmetic: the pipeline takes sum + (m - 1) max.
    static RankedPlan pipeline(const std::vector<double>& loads, int microBatches) {
        RankedPlan ranked;
        Evaluation& evaluation = ranked.evaluation;
        double sum = 0, most = 0;
        for (const double load : loads) {
            StageEvaluation stage;
            stage.time.forward = stage.time.load = load;
            stage.memory.total = 40e9;
            stage.memory.capacity = 80e9;
            evaluation.stages.push_back(stage);
            sum += load;
            most = std::max(most, load);
        }
        evaluation.micro_batches = microBatches;
        evaluation.pipeline_seconds = evaluation.step_seconds = sum + (microBatches - 1) * most;
        evaluation.bubble_fraction =
            1 - microBatches * sum / static_cast<double>(loads.size()) / evaluation.pipeline_seconds;
        return ranked;
    }
};

void PlanTextTest::unevenStagesAreNamed() {
    // Of (7 + 99 * 4) s the average stage waits 100 * (4 - 7 / 4) = 225 s for stage 2, and 3 s for filling.
    RankedPlan ranked = pipeline({1, 1, 4, 1}, 100);
    QString text = verdictText(Problem(), ranked);
    QVERIFY2(text.contains(QStringLiteral("stage 2, the slowest")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("56")), qPrintable(text)); // 225 / 403 = 55.8 %
    QVERIFY2(!text.contains(QStringLiteral("micro-batches")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("number of stages")), qPrintable(text));
    for (StageEvaluation& stage : ranked.evaluation.stages)
        stage.memory.total = 79e9;
    text = verdictText(Problem(), ranked);
    QVERIFY2(text.contains(QStringLiteral("more memory per device")), qPrintable(text));
}

void PlanTextTest::fillingAsksForMicroBatches() {
    const QString text = verdictText(Problem(), pipeline({1, 1, 1, 1}, 2)); // 3 of 5 s
    QVERIFY2(text.contains(QStringLiteral("filling and draining the pipeline: 60")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("more micro-batches")), qPrintable(text));
}

QTEST_GUILESS_MAIN(PlanTextTest)
#include "test_plantext.moc"
