// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/files.h"
#include "oracle.h"
#include "schedule/timeline.h"
#include "search/solve.h"

#include <QTest>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>

using namespace nest;

namespace {

bool close(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max({std::abs(a), std::abs(b), 1e-12});
}
std::size_t at(SegmentKind kind) {
    return static_cast<std::size_t>(kind);
}
double sum(const KindSeconds& seconds) {
    return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

/// Stages of plain forward and backward work.
Evaluation plain(std::int64_t m, const std::vector<double>& forward, const std::vector<double>& backward) {
    Evaluation evaluation;
    evaluation.micro_batches = m;
    for (std::size_t stage = 0; stage < forward.size(); ++stage) {
        StageEvaluation one;
        one.time.forward = one.time.fw = forward[stage];
        one.time.backward = one.time.bw = backward[stage];
        one.time.load = forward[stage] + backward[stage];
        evaluation.stages.push_back(one);
    }
    return evaluation;
}

/// Two stages, two micro-batches. Stage 0: 1 s forward (0.75 computing, 0.25 TP), 2 s backward (0.5 again, 0.25 the
/// gradient still under way, 1 computing, 0.25 TP). Stage 1: 2 s forward (0.5 receiving), 3 s backward (1 of it ZeRO).
Evaluation two_stages() {
    Evaluation evaluation = plain(2, {1, 2}, {2, 3});
    StageTime& first = evaluation.stages[0].time;
    first.forward = 0.75;
    first.tp_comm = 0.5;
    first.tp_forward = 0.25;
    first.recompute = 0.5;
    first.p2p_out = 0.25;
    first.backward = 1;
    first.sync = 0.75;
    first.update = 0.125;
    StageTime& second = evaluation.stages[1].time;
    second.p2p_in = 0.5;
    second.forward = 1.5;
    second.backward = 2;
    second.zero_comm = 1;
    second.sync = 0.5;
    second.update = 0.25;
    evaluation.sync_seconds = 0.75;
    evaluation.update_seconds = 0.25;
    return evaluation;
}

struct Pass {
    char kind;
    int micro_batch;
    double start, end;
};
void compare(const ScheduleTimeline& timeline, std::size_t stage, const std::vector<Pass>& expected) {
    QCOMPARE(timeline.task_count(stage), expected.size());
    for (std::size_t index = 0; index < expected.size(); ++index) {
        const ScheduledTask task = timeline.task(stage, index);
        QCOMPARE(task.backward, expected[index].kind != 'F');
        QCOMPARE(task.weight_gradient, expected[index].kind == 'W');
        QCOMPARE(task.micro_batch, std::int64_t{expected[index].micro_batch});
        QCOMPARE(task.start, expected[index].start);
        QCOMPARE(task.end, expected[index].end);
    }
}

/// What must hold for any evaluation.
void check(const Evaluation& evaluation, const ScheduleTimeline& timeline, std::mt19937_64& random) {
    QCOMPARE(timeline.stage_count(), evaluation.stages.size());
    QCOMPARE(timeline.step_seconds(), evaluation.simulated_step_seconds);
    const auto m = static_cast<double>(evaluation.micro_batches);
    double last = 0;
    for (std::size_t stage = 0; stage < timeline.stage_count(); ++stage) {
        const StageTime& time = evaluation.stages[stage].time;
        const std::vector<Segment> segments = timeline.segments(stage, -1, timeline.step_seconds() + 1);
        KindSeconds sums{};
        double free_at = 0;
        for (const Segment& segment : segments) {
            QVERIFY(segment.start >= free_at - 1e-12 * timeline.step_seconds());
            QVERIFY(segment.end > segment.start);
            free_at = segment.end;
            sums[at(segment.kind)] += segment.end - segment.start;
        }
        last = std::max(last, free_at);
        const double whole = timeline.step_seconds();
        const auto same = [&](SegmentKind kind, double seconds) {
            return std::abs(sums[at(kind)] - seconds) <= 1e-9 * whole &&
                   std::abs(timeline.totals(stage)[at(kind)] - seconds) <= 1e-9 * whole;
        };
        QVERIFY(same(SegmentKind::forward, m * time.forward));
        const double later = timeline.splits_backward() ? time.weight_gradient : 0;
        QVERIFY(same(SegmentKind::backward, m * (time.backward - later)));
        QVERIFY(same(SegmentKind::weight_gradient, m * later));
        QVERIFY(same(SegmentKind::recompute, m * time.recompute));
        QVERIFY(same(SegmentKind::tp_comm, m * time.tp_comm));
        QVERIFY(same(SegmentKind::ep_comm, m * time.ep_comm));
        QVERIFY(same(SegmentKind::cp_comm, m * time.cp_comm));
        QVERIFY(same(SegmentKind::zero_comm, m * time.zero_comm));
        QVERIFY(same(SegmentKind::transfer_in, m * time.p2p_in));
        QVERIFY(same(SegmentKind::transfer_out, m * time.p2p_out));
        QVERIFY(same(SegmentKind::sync, time.sync));
        QVERIFY(same(SegmentKind::update, time.update));
        QVERIFY(close(m * time.load + timeline.bubble_seconds(stage), timeline.pipeline_seconds()));
        // Any span: the profile is the segments' share of each column, and the segments are those that reach into it.
        std::uniform_real_distribution<double> seconds(0, whole);
        double from = seconds(random), to = seconds(random);
        if (from > to) std::swap(from, to);
        const std::size_t columns = 1 + random() % 40;
        const std::vector<KindSeconds> profile = timeline.profile(stage, from, to, columns);
        for (std::size_t column = 0; column < columns; ++column) {
            const double width = (to - from) / static_cast<double>(columns);
            const double left = from + width * static_cast<double>(column);
            KindSeconds expected{};
            for (const Segment& segment : segments)
                expected[at(segment.kind)] +=
                    std::max(0.0, std::min(segment.end, left + width) - std::max(segment.start, left));
            for (std::size_t kind = 0; kind < expected.size(); ++kind)
                QVERIFY(std::abs(expected[kind] - profile[column][kind]) <= 1e-9 * whole);
        }
        const std::vector<Segment> inside = timeline.segments(stage, from, to);
        const auto reaching = std::count_if(segments.begin(), segments.end(), [&](const Segment& segment) {
            return segment.end > from && segment.start < to;
        });
        QCOMPARE(static_cast<std::ptrdiff_t>(inside.size()), reaching);
        // Random access finds every pass.
        for (int round = 0; round < 5; ++round) {
            const auto batch = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(m));
            for (const bool backward : {false, true})
                for (std::int64_t chunk = 0; chunk < timeline.virtual_stages(); ++chunk) {
                    const ScheduledTask task =
                        timeline.task(stage, timeline.find_task(stage, batch, backward, false, chunk));
                    QCOMPARE(task.micro_batch, batch);
                    QCOMPARE(task.backward, backward);
                    QCOMPARE(task.chunk, chunk);
                    QVERIFY(!task.weight_gradient);
                }
            const std::size_t last_part = timeline.find_task(stage, batch, true, true);
            QCOMPARE(last_part < timeline.task_count(stage), timeline.splits_backward());
            if (!timeline.splits_backward()) continue;
            QVERIFY(timeline.task(stage, last_part).weight_gradient);
            QCOMPARE(timeline.task(stage, last_part).micro_batch, batch);
        }
    }
    QVERIFY(close(last, timeline.step_seconds()));
}

} // namespace

class TestTimeline : public QObject {
    Q_OBJECT
private slots:
    /// Worked out by hand. Stage 1 keeps one micro-batch, so it goes back as soon as it can.
    void oneForwardOneBackward() {
        const ScheduleTimeline timeline(ScheduleKind::one_f_one_b, two_stages());
        compare(timeline, 0, {{'F', 0, 0, 1}, {'F', 1, 1, 2}, {'B', 0, 6, 8}, {'B', 1, 11, 13}});
        compare(timeline, 1, {{'F', 0, 1, 3}, {'B', 0, 3, 6}, {'F', 1, 6, 8}, {'B', 1, 8, 11}});
        QCOMPARE(timeline.pipeline_seconds(), 13.0);
        QCOMPARE(timeline.step_seconds(), 14.0);
        QCOMPARE(timeline.bubble_seconds(0), 7.0);
        QCOMPARE(timeline.bubble_seconds(1), 3.0);
    }

    void gpipe() {
        const ScheduleTimeline timeline(ScheduleKind::gpipe, two_stages());
        compare(timeline, 0, {{'F', 0, 0, 1}, {'F', 1, 1, 2}, {'B', 0, 8, 10}, {'B', 1, 11, 13}});
        compare(timeline, 1, {{'F', 0, 1, 3}, {'F', 1, 3, 5}, {'B', 0, 5, 8}, {'B', 1, 8, 11}});
        QCOMPARE(timeline.pipeline_seconds(), 13.0);
    }

    /// The same with a W of 0.5 s on either stage, worked out by hand: stage 1 puts off one, stage 0 none.
    void zeroBubble() {
        Evaluation evaluation = two_stages();
        for (StageEvaluation& stage : evaluation.stages)
            stage.time.weight_gradient = 0.5;
        const ScheduleTimeline timeline(ScheduleKind::zb_h1, evaluation);
        compare(timeline, 0,
                {{'F', 0, 0, 1},
                 {'F', 1, 1, 2},
                 {'B', 0, 5.5, 7},
                 {'W', 0, 7, 7.5},
                 {'B', 1, 10, 11.5},
                 {'W', 1, 11.5, 12}});
        compare(timeline, 1,
                {{'F', 0, 1, 3},
                 {'B', 0, 3, 5.5},
                 {'F', 1, 5.5, 7.5},
                 {'B', 1, 7.5, 10},
                 {'W', 0, 10, 10.5},
                 {'W', 1, 10.5, 11}});
        QCOMPARE(timeline.pipeline_seconds(), 12.0);
        QCOMPARE(timeline.task_count(), std::size_t{12});
        const std::vector<Segment> end = timeline.segments(1, 9.75, 10.5);
        QCOMPARE(end.size(), std::size_t{2});
        QVERIFY(end[1].kind == SegmentKind::weight_gradient);
        QCOMPARE(timeline.totals(1)[at(SegmentKind::backward)], 3.0);
        QCOMPARE(timeline.totals(1)[at(SegmentKind::weight_gradient)], 1.0);
    }

    void partsOfPasses() {
        const ScheduleTimeline timeline(ScheduleKind::one_f_one_b, two_stages());
        const auto expect = [](const Segment& segment, SegmentKind kind, std::int64_t batch, double start, double end) {
            QCOMPARE(segment.kind, kind);
            QCOMPARE(segment.micro_batch, batch);
            QCOMPARE(segment.start, start);
            QCOMPARE(segment.end, end);
        };
        // Stage 0's backward of micro-batch 0 is at 6..8, in it recomputation, transfer, computation, TP.
        const std::vector<Segment> back = timeline.segments(0, 6, 8);
        QCOMPARE(back.size(), std::size_t{4});
        expect(back[0], SegmentKind::recompute, 0, 6, 6.5);
        expect(back[1], SegmentKind::transfer_out, 0, 6.5, 6.75);
        expect(back[2], SegmentKind::backward, 0, 6.75, 7.75);
        expect(back[3], SegmentKind::tp_comm, 0, 7.75, 8);
        const std::vector<Segment> there = timeline.segments(1, 1, 3);
        QCOMPARE(there.size(), std::size_t{2});
        expect(there[0], SegmentKind::transfer_in, 0, 1, 1.5);
        expect(there[1], SegmentKind::forward, 0, 1.5, 3);
        const std::vector<Segment> end = timeline.segments(1, 11, 20);
        QCOMPARE(end.size(), std::size_t{2});
        expect(end[0], SegmentKind::sync, -1, 13, 13.5);
        expect(end[1], SegmentKind::update, -1, 13.75, 14);
        QVERIFY(timeline.segments(0, 3, 5).empty()); // a bubble
        QCOMPARE(timeline.totals(0)[at(SegmentKind::tp_comm)], 1.0);
        QCOMPARE(sum(timeline.totals(1)), 10.75);
    }

    void averagedProfile() {
        // Stage 1 of equal stages: 1 s forward, 2 s backward, without a gap once the pipeline is full.
        const ScheduleTimeline timeline(ScheduleKind::one_f_one_b, plain(50, {1, 1, 1}, {2, 2, 2}));
        QCOMPARE(timeline.period(), 3.0);
        for (const KindSeconds& column : timeline.profile(1, 60, 61, 10, 3)) {
            QCOMPARE(column[at(SegmentKind::forward)], 0.1 / 3);
            QCOMPARE(column[at(SegmentKind::backward)], 0.2 / 3);
        }
        // At the begin there is only what follows: stage 0 does three forwards at once.
        QCOMPARE(timeline.profile(0, 0, 0.5, 5, 2)[0][at(SegmentKind::forward)], 0.1);
        // What follows the pipeline keeps its edges: 14 s with synchronisation from 13 to 13.75.
        const ScheduleTimeline closing(ScheduleKind::one_f_one_b, two_stages());
        const std::vector<KindSeconds> end = closing.profile(0, 12, 14, 8, 3);
        QCOMPARE(end[3][at(SegmentKind::sync)], 0.0);
        QCOMPARE(end[4][at(SegmentKind::sync)], 0.25);
        QCOMPARE(end[6][at(SegmentKind::sync)], 0.25);
        QCOMPARE(end[7][at(SegmentKind::sync)], 0.0);
        // A window shorter than a column changes nothing.
        QVERIFY(timeline.profile(1, 10, 40, 5, 3) == timeline.profile(1, 10, 40, 5));
    }

    void firstTaskAfter() {
        const ScheduleTimeline timeline(ScheduleKind::one_f_one_b, two_stages());
        QCOMPARE(timeline.first_task_after(0, -1), std::size_t{0});
        QCOMPARE(timeline.first_task_after(0, 0.5), std::size_t{0});
        QCOMPARE(timeline.first_task_after(0, 1), std::size_t{1});
        QCOMPARE(timeline.first_task_after(0, 4), std::size_t{2}); // in the bubble
        QCOMPARE(timeline.first_task_after(0, 12.9), std::size_t{3});
        QCOMPARE(timeline.first_task_after(0, 13), std::size_t{4});
    }

    void unusualEvaluations() {
        QVERIFY(ScheduleTimeline(ScheduleKind::gpipe, Evaluation{}).empty());
        QVERIFY(ScheduleTimeline(ScheduleKind::gpipe, plain(2, {1, NAN}, {1, 1})).empty());
        QVERIFY(ScheduleTimeline(ScheduleKind::gpipe, plain(2, {1, 1}, {1, INFINITY})).empty());
        // No time at all: no segments, no division by nothing.
        const ScheduleTimeline nothing(ScheduleKind::one_f_one_b, plain(3, {0, 0}, {0, 0}));
        QCOMPARE(nothing.step_seconds(), 0.0);
        QVERIFY(nothing.segments(0, 0, 1).empty());
        QCOMPARE(sum(nothing.profile(0, 0, 1, 1)[0]), 0.0);
        QCOMPARE(nothing.find_task(1, 2, true), std::size_t{5});
        QCOMPARE(nothing.find_task(1, 3, true), std::size_t{6});
    }

    /// Evaluations of solved random instances: all degrees, recomputation, ZeRO, both schedules, both objectives.
    void randomPlans() {
        std::mt19937_64 random(3);
        int plans = 0;
        for (std::uint64_t seed = 1; seed <= 400; ++seed) {
            nlohmann::json instance = oracle::random_case(seed);
            if (seed % 3 == 0) instance = oracle::with_zero_bubble(std::move(instance), seed);
            if (seed % 3 == 1) instance = oracle::with_interleaving(std::move(instance), seed);
            const Result<Problem> problem = io::case_from_json(instance, "random");
            QVERIFY(problem.ok());
            SolveControl control;
            control.threads = 1;
            control.top_k = 3;
            for (const RankedPlan& found : solve(*problem, control).plans) {
                for (const StageEvaluation& stage : found.evaluation.stages) {
                    const StageTime& t = stage.time;
                    QVERIFY(close(t.fw,
                                  t.p2p_in + t.forward + t.tp_forward + t.ep_forward + t.cp_forward + t.zero_forward));
                    QVERIFY(t.tp_forward <= t.tp_comm && t.ep_forward <= t.ep_comm && t.cp_forward <= t.cp_comm &&
                            t.zero_forward <= t.zero_comm);
                }
                if (problem->options.objective == Objective::paper) continue;
                check(found.evaluation, ScheduleTimeline(found.plan.schedule, found.evaluation), random);
                if (QTest::currentTestFailed()) qFatal("seed %d", static_cast<int>(seed));
                ++plans;
            }
        }
        QVERIFY(plans > 300);
    }

    /// The paper's objective counts the first stage's synchronisation and no update: nothing reaches beyond the step.
    void paperObjective() {
        Evaluation evaluation = two_stages();
        evaluation.sync_seconds = evaluation.stages[0].time.sync = 0.25;
        evaluation.update_seconds = 0;
        const ScheduleTimeline timeline(ScheduleKind::one_f_one_b, evaluation);
        QCOMPARE(timeline.step_seconds(), 13.25);
        QCOMPARE(timeline.closing_segments(1).size(), std::size_t{1});
        QCOMPARE(timeline.closing_segments(1)[0].end, 13.25);
    }

    /// Twenty million micro-batches: the middle is left out, what is kept is where the exact schedule has it.
    void leftOutMiddle() {
        const std::int64_t m = 20'000'000;
        const std::vector<double> forward{1, 3, 2, 1}, backward{2, 1, 5, 2};
        Evaluation evaluation = plain(m, forward, backward);
        const ScheduleTimeline timeline(ScheduleKind::gpipe, evaluation);
        QVERIFY(timeline.left_out() > 0 && timeline.task_count() <= 2 * (std::size_t{1} << 20));
        const double forwards = 7 + static_cast<double>(m - 1) * 3;
        QCOMPARE(timeline.pipeline_seconds(), forwards + 10 + static_cast<double>(m - 1) * 5);
        for (std::size_t stage = 0; stage < 4; ++stage) {
            double path = 0, slowest = 0, back_path = 0, slowest_back = 0;
            for (std::size_t i = 0; i <= stage; ++i) {
                path += forward[i];
                slowest = std::max(slowest, forward[i]);
            }
            for (std::size_t i = stage; i < 4; ++i) {
                back_path += backward[i];
                slowest_back = std::max(slowest_back, backward[i]);
            }
            // GPipe is exact: a forward ends after its path and k times the slowest stage on it, a backward likewise.
            for (const std::int64_t k : {std::int64_t{0}, std::int64_t{1000}, m - 1000, m - 1}) {
                const auto more = static_cast<double>(k);
                const std::size_t index = timeline.find_task(stage, k, false);
                QCOMPARE(timeline.task(stage, index).micro_batch, k);
                QCOMPARE(timeline.task(stage, index).end, path + more * slowest);
                QCOMPARE(timeline.task(stage, timeline.find_task(stage, k, true)).end,
                         forwards + back_path + more * slowest_back);
            }
            QCOMPARE(timeline.gaps(stage).size(), std::size_t{2});
            QCOMPARE(timeline.gaps(stage)[0].forwards, timeline.left_out());
            QCOMPARE(timeline.gaps(stage)[1].backwards, timeline.left_out());
            QCOMPARE(timeline.find_task(stage, m / 2, false), timeline.task_count(stage));
            QCOMPARE(timeline.totals(stage)[at(SegmentKind::forward)], static_cast<double>(m) * forward[stage]);
        }
        const ScheduleTimeline equal(ScheduleKind::one_f_one_b, plain(m, {1, 1, 1, 1}, {2, 2, 2, 2}));
        QCOMPARE(equal.pipeline_seconds(), 3.0 * static_cast<double>(m + 3));
        for (std::size_t stage = 0; stage < 4; ++stage) {
            // Equal stages: the last stage goes back right after forward, each stage before it 2 s later.
            const auto later = static_cast<double>(3 - stage);
            for (const std::int64_t k : {std::int64_t{0}, m - 1})
                QCOMPARE(equal.task(stage, equal.find_task(stage, k, true)).end,
                         6 + 3 * static_cast<double>(k) + 2 * later);
            QCOMPARE(equal.gaps(stage).size(), std::size_t{1});
            double free_at = 0;
            for (std::size_t index = 0; index < equal.task_count(stage); ++index) {
                QVERIFY(equal.task(stage, index).start >= free_at);
                free_at = equal.task(stage, index).end;
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestTimeline)
#include "test_timeline.moc"
