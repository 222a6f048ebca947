// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "schedule/schedule.h"
#include "schedule/simulator.h"

#include <QTest>
#include <cmath>
#include <random>

using namespace nest;

namespace {
PipelineTotals totals_of(const std::vector<double>& forward, const std::vector<double>& backward) {
    PipelineTotals totals;
    for (std::size_t stage = 0; stage < forward.size(); ++stage)
        totals.add(forward[stage], backward[stage]);
    return totals;
}
double analytic(ScheduleKind schedule, std::int64_t m, const std::vector<double>& forward,
                const std::vector<double>& backward) {
    return pipeline_seconds(schedule, Objective::latency, m, static_cast<std::int64_t>(forward.size()),
                            totals_of(forward, backward));
}
} // namespace

class TestSchedule : public QObject {
    Q_OBJECT
private slots:
    void bubbleShares_data() {
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("microBatches");
        QTest::addColumn<double>("share");
        // (p - 1) / (m + p - 1), Narayanan et al. 2021
        QTest::newRow("p8 m64") << 8 << 64 << 7.0 / 71;
        QTest::newRow("p4 m8") << 4 << 8 << 3.0 / 11;
        QTest::newRow("p16 m16") << 16 << 16 << 15.0 / 31;
    }
    void bubbleShares() {
        QFETCH(int, stages);
        QFETCH(int, microBatches);
        QFETCH(double, share);
        const std::vector<double> forward(static_cast<std::size_t>(stages), 1.0),
            backward(static_cast<std::size_t>(stages), 2.0);
        const double busy = 3.0 * microBatches;
        const double time = analytic(ScheduleKind::one_f_one_b, microBatches, forward, backward);
        QVERIFY(std::abs(1 - busy / time - share) < 1e-12);
        QVERIFY(std::abs(simulate_pipeline(ScheduleKind::one_f_one_b, microBatches, forward, backward) - time) <
                1e-9 * time);
    }

    /// Three stages of 1, 2, 1 s forward and 2, 4, 2 s backward, two micro-batches, worked out by hand.
    void handMadeGPipe() {
        const std::vector<double> forward{1, 2, 1}, backward{2, 4, 2};
        // forwards end at 1+2+1 + 2 = 6; backwards take 2+4+2 + 4 = 12 more
        QCOMPARE(simulate_pipeline(ScheduleKind::gpipe, 2, forward, backward), 18.0);
        QCOMPARE(analytic(ScheduleKind::gpipe, 2, forward, backward), 18.0);
    }

    /// Forward slow on the first stage, backward on the second. By hand: stage 1 runs F0, F1 (ends at 20.5), B0 until
    /// 30.5, must then take F2 before B1 and B2 (until 51), and stage 0 ends with B2. The formula says 22 + 2 * 10.5.
    void strictOrderCanTakeLonger() {
        const std::vector<double> forward{10, 0.5, 0.5}, backward{0.5, 10, 0.5};
        const double simulated = simulate_pipeline(ScheduleKind::one_f_one_b, 3, forward, backward);
        QCOMPARE(simulated, 51.5);
        QVERIFY(simulated > analytic(ScheduleKind::one_f_one_b, 3, forward, backward));
    }

    void simulatorAgainstFormula() {
        std::mt19937_64 random(11);
        std::uniform_real_distribution<double> seconds(0.1, 3.0);
        for (int round = 0; round < 5000; ++round) {
            const std::size_t stages = 1 + random() % 7;
            const auto m = static_cast<std::int64_t>(1 + random() % 12);
            std::vector<double> forward(stages), backward(stages);
            for (double& value : forward)
                value = seconds(random);
            for (double& value : backward)
                value = seconds(random);
            const double gpipe = analytic(ScheduleKind::gpipe, m, forward, backward);
            QVERIFY(std::abs(simulate_pipeline(ScheduleKind::gpipe, m, forward, backward) - gpipe) <= 1e-9 * gpipe);
            std::vector<double> proportional(stages);
            const double ratio = seconds(random);
            for (std::size_t stage = 0; stage < stages; ++stage)
                proportional[stage] = ratio * forward[stage];
            const double bound = analytic(ScheduleKind::one_f_one_b, m, forward, proportional);
            QVERIFY(simulate_pipeline(ScheduleKind::one_f_one_b, m, forward, proportional) <= bound * (1 + 1e-9));
            // Each stage alone has to do all its work.
            const double busiest = static_cast<double>(m) * totals_of(forward, backward).max_load;
            QVERIFY(simulate_pipeline(ScheduleKind::one_f_one_b, m, forward, backward) >= busiest * (1 - 1e-9));
            const std::vector<double> equal_forward(stages, forward[0]), equal_backward(stages, backward[0]);
            const double exact = analytic(ScheduleKind::one_f_one_b, m, equal_forward, equal_backward);
            QVERIFY(std::abs(simulate_pipeline(ScheduleKind::one_f_one_b, m, equal_forward, equal_backward) - exact) <=
                    1e-9 * exact);
        }
    }

    /// Beyond a million tasks the tail is added in closed form: equal stages make the exact time known.
    void millionsOfMicroBatches() {
        const std::vector<double> forward(4, 1.0), backward(4, 2.0);
        const std::int64_t m = 1'000'000'000;
        for (const ScheduleKind schedule : {ScheduleKind::one_f_one_b, ScheduleKind::gpipe})
            QCOMPARE(simulate_pipeline(schedule, m, forward, backward), (static_cast<double>(m) + 3) * 3);
    }

    /// Every task once, none before what it needs, no stage does two things at once, never more in flight than stated.
    void timelineIsPossible() {
        std::mt19937_64 random(5);
        for (const ScheduleKind schedule : {ScheduleKind::gpipe, ScheduleKind::one_f_one_b}) {
            for (int round = 0; round < 200; ++round) {
                const std::size_t stages = 1 + random() % 6;
                const auto m = static_cast<std::int64_t>(1 + random() % 9);
                std::vector<double> forward(stages), backward(stages);
                for (std::size_t stage = 0; stage < stages; ++stage) {
                    forward[stage] = static_cast<double>(1 + random() % 5);
                    backward[stage] = static_cast<double>(1 + random() % 5);
                }
                std::vector<std::vector<ScheduledTask>> timeline;
                simulate_pipeline(schedule, m, forward, backward, &timeline);
                std::vector<std::vector<double>> ends(2 * stages, std::vector<double>(static_cast<std::size_t>(m), -1));
                for (std::size_t stage = 0; stage < stages; ++stage)
                    for (const ScheduledTask& task : timeline[stage]) {
                        double& end =
                            ends[2 * stage + (task.backward ? 1 : 0)][static_cast<std::size_t>(task.micro_batch)];
                        QCOMPARE(end, -1.0);
                        end = task.end;
                    }
                for (std::size_t stage = 0; stage < stages; ++stage) {
                    QCOMPARE(static_cast<std::int64_t>(timeline[stage].size()), 2 * m);
                    double free_at = 0;
                    std::int64_t in_flight = 0;
                    for (const ScheduledTask& task : timeline[stage]) {
                        const auto batch = static_cast<std::size_t>(task.micro_batch);
                        QVERIFY(task.start >= free_at);
                        free_at = task.end;
                        if (!task.backward && stage > 0) QVERIFY(task.start >= ends[2 * (stage - 1)][batch]);
                        if (task.backward) QVERIFY(task.start >= ends[2 * stage][batch]);
                        if (task.backward && stage + 1 < stages)
                            QVERIFY(task.start >= ends[2 * (stage + 1) + 1][batch]);
                        in_flight += task.backward ? -1 : 1;
                        QVERIFY(in_flight <= in_flight_micro_batches(schedule, m, static_cast<std::int64_t>(stages),
                                                                     static_cast<std::int64_t>(stage)));
                    }
                }
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestSchedule)
#include "test_schedule.moc"
