// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "explain/difference.h"
#include "explain/ties.h"
#include "plan_fixtures.h"
#include "schedule/schedule.h"

#include <QTest>

using namespace nest;
using nest::fixture::close;

namespace {

/// A priced pipeline of given loads, forward : backward = 1 : 2, and nothing else.
RankedPlan pipeline(const std::vector<double>& loads, std::int64_t m, ScheduleKind schedule) {
    RankedPlan ranked;
    ranked.plan.schedule = schedule;
    Evaluation& evaluation = ranked.evaluation;
    PipelineTotals totals;
    for (const double load : loads) {
        StageEvaluation stage;
        stage.time.forward = stage.time.fw = load / 3;
        stage.time.backward = stage.time.bw = load * 2 / 3;
        stage.time.load = load;
        totals.add(stage.time.fw, stage.time.bw);
        evaluation.stages.push_back(stage);
    }
    evaluation.micro_batches = m;
    evaluation.pipeline_seconds = evaluation.step_seconds =
        pipeline_seconds(schedule, Objective::latency, m, static_cast<std::int64_t>(loads.size()), totals);
    return ranked;
}

} // namespace

class DifferenceTest : public QObject {
    Q_OBJECT
private slots:
    void partsByHand() {
        // 7 + 99 * 4 = 403 s: the mean stage works 100 * 7 / 4 = 175 s, waits 100 * (4 - 7 / 4) = 225 s for the slowest
        // and 3 s for filling and draining.
        const StepParts parts = step_parts({}, pipeline({1, 1, 4, 1}, 100, ScheduleKind::one_f_one_b));
        QVERIFY(close(parts[StepPart::compute], 175));
        QVERIFY(close(parts[StepPart::imbalance], 225));
        QVERIFY(close(parts[StepPart::fill], 3));
        // Equal stages: (s - 1) loads of filling, no imbalance, under both schedules.
        for (const ScheduleKind schedule : {ScheduleKind::one_f_one_b, ScheduleKind::gpipe}) {
            const StepParts even = step_parts({}, pipeline({3, 3, 3, 3, 3}, 10, schedule));
            QVERIFY(close(even[StepPart::fill], 12));
            QVERIFY(std::abs(even[StepPart::imbalance]) < 1e-12);
            QVERIFY(close(even[StepPart::compute], 30));
        }
    }

    void partsSumToThePrice() {
        std::mt19937_64 random(11);
        int plans = 0, with[step_part_count] = {};
        for (std::uint64_t seed = 1; plans < 1500; ++seed) {
            const Problem problem = fixture::random_problem(seed);
            for (const RankedPlan& found : fixture::solved(problem, 1, 4).plans) {
                const RankedPlan ranked = fixture::shaken(problem, found, random);
                const Evaluation& evaluation = ranked.evaluation;
                const StepParts parts = step_parts(problem, ranked);
                QVERIFY2(close(parts.total(), evaluation.step_seconds), qPrintable(QString::number(seed)));
                for (std::size_t part = 0; part < step_part_count; ++part) {
                    QVERIFY(parts.seconds[part] >= 0);
                    with[part] += parts.seconds[part] > 1e-9 * evaluation.step_seconds ? 1 : 0;
                }
                // The bubble is what the price calls its share of the pipeline's time.
                QVERIFY(close(parts[StepPart::fill] + parts[StepPart::imbalance] + 1e-30,
                              evaluation.bubble_fraction * evaluation.pipeline_seconds + 1e-30, 1e-6) ||
                        evaluation.bubble_fraction < 1e-9);
                const MemoryParts memory = memory_parts(evaluation);
                QVERIFY(close(memory.total(), evaluation.peak_memory));
                QVERIFY(close(memory.total(), evaluation.stages[static_cast<std::size_t>(memory.stage)].memory.total));

                const Difference change = difference(problem, found, ranked);
                const double step = evaluation.step_seconds - found.evaluation.step_seconds;
                QVERIFY(std::abs(change.step_seconds() - step) <= 1e-9 * evaluation.step_seconds);
                QVERIFY(std::abs(change.peak_bytes() - evaluation.peak_memory + found.evaluation.peak_memory) <=
                        1e-9 * evaluation.peak_memory);
                ++plans;
            }
        }
        for (std::size_t part = 0; part < step_part_count; ++part)
            QVERIFY2(with[part] > 30, name_of(static_cast<StepPart>(part)));
    }

    void plansWithinTheErrorAreEqual() {
        // 104 is within 4 % of 100, 104.1 is not and opens a group of its own, to which 108 belongs.
        QCOMPARE(tie_groups(std::vector<double>{108, 100, 104, 104.1, 0, 120}, 0.04),
                 (std::vector<int>{1, 0, 0, 1, -1, 2}));
        QCOMPARE(tie_groups(std::vector<double>{}), std::vector<int>{});
        QCOMPARE(tie_groups(std::vector<double>{1, 1.03, 1.06}), (std::vector<int>{0, 0, 1}));
        const Problem problem = fixture::random_problem(5);
        const std::vector<RankedPlan> plans = fixture::solved(problem, 1, 8).plans;
        const std::vector<int> groups = tie_groups(plans);
        for (std::size_t i = 0; i < plans.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (groups[i] == groups[j])
                    QVERIFY(plans[i].evaluation.step_seconds <= plans[j].evaluation.step_seconds * (1 + model_error));
    }
};

QTEST_APPLESS_MAIN(DifferenceTest)
#include "test_difference.moc"
