// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "explain/neighbours.h"
#include "plan/layout_line.h"
#include "plan_fixtures.h"

#include <QTest>
#include <algorithm>
#include <set>

using namespace nest;
using nest::fixture::close;

namespace {

Options layout(const Problem& problem, const std::string& text) {
    const Result<LayoutLine> line = read_layout(text, problem.options);
    if (!line) throw std::runtime_error(describe(line.fault()));
    return line->options;
}

std::set<std::string> changes_of(const std::vector<Neighbour>& list) {
    std::set<std::string> texts;
    for (const Neighbour& neighbour : list)
        texts.insert(text_of(neighbour.changes));
    return texts;
}

bool same(const Neighbours& a, const Neighbours& b) {
    return a.list == b.list && a.complete == b.complete;
}

} // namespace

class NeighboursTest : public QObject {
    Q_OBJECT
private slots:
    void oneStepEachWay() {
        const Problem problem = fixture::preset_problem("llama3-8b", "dgx-h100x2");
        const FixedLayout origin = price_layout(problem, layout(problem, "tp2 pp2 dp4 mb2 sp zero1 full"), {});
        QVERIFY(origin.plan());
        const Neighbours around = neighbours(problem, *origin.plan(), {});
        QVERIFY(around.complete);
        const std::set<std::string> texts = changes_of(around.list);
        for (const char* expected :
             {"tp 2 -> 4, dp 4 -> 2", "tp 2 -> 1, dp 4 -> 8, sequence_parallel on -> off", "pp 2 -> 4, dp 4 -> 2",
              "pp 2 -> 1, dp 4 -> 8", "pp 2 -> 3, dp 4 -> 2", "dp 4 -> 8", "dp 4 -> 2", "micro_batches 2 -> 4",
              "micro_batches 2 -> 1", "zero 1 -> 2", "zero 1 -> 0", "recompute full -> none",
              "recompute full -> selective", "layouts pp-inner -> dp-inner", "sequence_parallel on -> off",
              "dp 4 -> 2, cp 1 -> 2"})
            QVERIFY2(texts.count(expected) == 1, expected);
        QCOMPARE(texts.size(), around.list.size()); // none twice
        for (const std::string& text : texts)
            QVERIFY2(text.find("ep ") == std::string::npos, text.c_str()); // no experts
    }

    /// Borders that moved are said, and the best cuts are no worse than those of the plan where these fit.
    static void checkOwnCuts(const Problem& problem, const Plan& own, const Neighbour& neighbour) {
        Plan same = neighbour.plan->plan;
        const bool comparable =
            same.stages.size() == own.stages.size() && same.virtual_stages() == own.virtual_stages();
        for (std::size_t i = 0; comparable && i < own.stages.size(); ++i) {
            same.stages[i].layers = own.stages[i].layers;
            same.stages[i].chunk_sizes = own.stages[i].chunk_sizes;
        }
        QCOMPARE(neighbour.recut, same != neighbour.plan->plan);
        const Result<Evaluation> priced = evaluate(problem, same);
        QCOMPARE(neighbour.same_cuts_seconds.has_value(), neighbour.recut && priced && priced->fits);
        if (!neighbour.same_cuts_seconds) return;
        QCOMPARE(*neighbour.same_cuts_seconds, priced->step_seconds);
        if (neighbour.fits())
            QVERIFY(*neighbour.same_cuts_seconds >= neighbour.plan->evaluation.step_seconds * (1 - 1e-12));
    }

    /// Every price is that of evaluate(); the deltas are against the plan; those that fit come first, by time.
    void pricesAreThoseOfEvaluate() {
        int fitting = 0, over = 0, impossible = 0;
        for (std::uint64_t seed = 1; seed <= 60; ++seed) {
            const Problem problem = fixture::random_problem(seed);
            for (const RankedPlan& plan : fixture::solved(problem, 1, 2).plans) {
                const Neighbours around = neighbours(problem, plan, {});
                QVERIFY(around.complete);
                int last_kind = 0;
                double last = 0;
                for (const Neighbour& neighbour : around.list) {
                    const int kind = neighbour.fits() ? 0 : neighbour.plan ? 1 : 2;
                    const double value = kind == 0 ? neighbour.plan->evaluation.step_seconds : neighbour.over_bytes;
                    QVERIFY(kind > last_kind || value >= last);
                    QVERIFY(kind >= last_kind);
                    last_kind = kind;
                    last = value;
                    (kind == 0 ? fitting : kind == 1 ? over : impossible)++;
                    QVERIFY(!neighbour.changes.empty());
                    QCOMPARE(neighbour.broken.empty(), neighbour.plan.has_value());
                    if (!neighbour.plan) continue;
                    const Result<Evaluation> evaluation = evaluate(problem, neighbour.plan->plan);
                    QVERIFY(evaluation.ok());
                    QVERIFY(*evaluation == neighbour.plan->evaluation);
                    QVERIFY(
                        close(neighbour.step_seconds_more + plan.evaluation.step_seconds, evaluation->step_seconds));
                    QVERIFY(close(neighbour.peak_bytes_more + plan.evaluation.peak_memory, evaluation->peak_memory));
                    QCOMPARE(neighbour.fits(), neighbour.over_bytes <= 0);
                    checkOwnCuts(problem, plan.plan, neighbour);
                    // The layout's best cuts: a search over this layout alone finds nothing better.
                    Problem alone = problem;
                    alone.options = neighbour.options;
                    const SolveResult best = fixture::solved(alone);
                    QCOMPARE(neighbour.fits(), !best.plans.empty());
                    if (neighbour.fits())
                        QCOMPARE(best.plans.front().evaluation.step_seconds, evaluation->step_seconds);
                }
            }
        }
        QVERIFY(fitting > 100 && over > 30 && impossible > 100);
    }

    /// The plan's own cuts are those of its chunks: with gigabytes to spare they fit whatever changes beside them.
    void ownCutsOfChunks() {
        const Problem problem = fixture::preset_problem("bert-large", "dgx-h100x1");
        const FixedLayout origin = price_layout(problem, layout(problem, "tp1 pp4 dp2 mb4 zero0 vpp3"), {});
        QVERIFY(origin.plan() && origin.plan()->evaluation.peak_memory < 20e9);
        int cut = 0;
        for (const Neighbour& neighbour : neighbours(problem, *origin.plan(), {}).list) {
            if (!neighbour.plan) continue;
            checkOwnCuts(problem, origin.plan()->plan, neighbour);
            if (!neighbour.recut) continue;
            ++cut;
            QVERIFY2(neighbour.same_cuts_seconds.has_value(), text_of(neighbour.changes).c_str());
        }
        QVERIFY(cut > 0);
    }

    /// The best plan has no neighbour that is allowed, fits and is faster.
    void theBestPlanHasNoBetterNeighbour() {
        int allowed = 0;
        for (std::uint64_t seed = 1; seed <= 150; ++seed) {
            const Problem problem = fixture::random_problem(seed);
            const SolveResult result = fixture::solved(problem);
            if (result.plans.empty()) continue;
            for (const Neighbour& neighbour : neighbours(problem, result.plans.front(), {}).list) {
                if (!neighbour.allowed || !neighbour.fits()) continue;
                ++allowed;
                QVERIFY2(neighbour.step_seconds_more >= -1e-12 * result.plans.front().evaluation.step_seconds,
                         qPrintable(QStringLiteral("seed %1: %2")
                                        .arg(seed)
                                        .arg(QString::fromStdString(text_of(neighbour.changes)))));
            }
        }
        QVERIFY(allowed > 50);
    }

    void sameForAnyThreadCount() {
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const Problem problem = fixture::random_problem(seed);
            const SolveResult result = fixture::solved(problem);
            if (result.plans.empty()) continue;
            SolveControl control;
            const Neighbours one = neighbours(problem, result.plans.front(), control);
            control.threads = 4;
            QVERIFY(same(one, neighbours(problem, result.plans.front(), control)));
        }
    }

    void stops() {
        const Problem problem = fixture::preset_problem("llama3-70b", "dgx-h100x16");
        const SolveResult result = fixture::solved(problem);
        std::stop_source source;
        source.request_stop();
        SolveControl control;
        control.stop = source.get_token();
        const Neighbours none = neighbours(problem, result.plans.front(), control);
        QVERIFY(!none.complete);
        QVERIFY(none.list.empty());
        QVERIFY(!nearest_feasible(problem, layout(problem, "tp3"), control).complete);
    }

    /// From a layout with a slip to ones that run.
    void repairsSlips() {
        const Problem problem = fixture::preset_problem("llama3-70b", "dgx-h100x16");
        // 6 does not divide the heads; 4 and 8 do.
        NearestFeasible found = nearest_feasible(problem, layout(problem, "tp6 pp4 dp4 mb1 zero1 full"), {});
        QVERIFY(found.complete);
        QVERIFY(!found.asked.broken.empty());
        QVERIFY(changes_of(found.list).count("tp 6 -> 8") == 1);
        // One device too little memory: the list is ordered by time, all of it fits, by one change each.
        found = nearest_feasible(problem, layout(problem, "tp8 pp2 dp1 mb1 zero0 full"), {});
        QVERIFY(found.asked.plan() && !found.asked.fits());
        QVERIFY(!found.list.empty());
        double last = 0;
        for (const Neighbour& neighbour : found.list) {
            QVERIFY(neighbour.fits());
            QVERIFY(neighbour.allowed);
            const Result<Evaluation> evaluation = evaluate(problem, neighbour.plan->plan);
            QVERIFY(evaluation.ok() && evaluation->fits);
            QVERIFY(evaluation->step_seconds >= last);
            last = evaluation->step_seconds;
            QVERIFY(close(neighbour.step_seconds_more + found.asked.plan()->evaluation.step_seconds, last));
        }
        QVERIFY(nearest_feasible(problem, layout(problem, "tp8 pp4 dp4 mb1 sp zero1 full"), {}).list.empty());
    }

    /// Wherever random layouts don't run but some layout does, the way there is found, and all of it runs.
    void findsAWayOut() {
        std::mt19937_64 random(5);
        int asked = 0, found = 0;
        for (std::uint64_t seed = 1; seed <= 150; ++seed) {
            const Problem problem = fixture::random_problem(seed);
            const SolveResult result = fixture::solved(problem);
            if (result.plans.empty()) continue;
            Options narrowed = options_of_layout(problem.options, result.plans.front().plan);
            const auto one = [](std::int64_t value) { return std::vector<std::int64_t>{value}; };
            // A working layout, spoilt in one place.
            switch (random() % 3) {
            case 0:
                narrowed.dp = one(narrowed.dp->front() * 64);
                break;
            case 1:
                narrowed.pp = one(static_cast<std::int64_t>(problem.model.layers.size()) + 1);
                break;
            default:
                narrowed.micro_batches = one(narrowed.micro_batches->front() * 64);
                break;
            }
            const NearestFeasible way = nearest_feasible(problem, narrowed, {});
            if (way.asked.fits()) continue;
            ++asked;
            found += way.list.empty() ? 0 : 1;
            for (const Neighbour& neighbour : way.list)
                QVERIFY(neighbour.fits());
        }
        QVERIFY(asked > 60);
        QVERIFY2(found * 10 >= asked * 7, qPrintable(QStringLiteral("%1 of %2").arg(found).arg(asked)));
    }

    void differencesOfPlans() {
        Plan a, b;
        a.strategy = {8, 1, 1, true};
        a.stages = {{{0}, Recompute::full, 1}, {{1}, Recompute::full, 1}};
        b = a;
        QVERIFY(settings_between(a, b).empty());
        b.micro_batch = 2;
        b.stages[0].recompute = Recompute::none;
        QCOMPARE(text_of(settings_between(a, b)), std::string("micro_batches 1 -> 2, recompute full -> none, full"));
        b.layout = LayoutKind::dp_inner; // one replica: no difference
        QCOMPARE(settings_between(a, b).size(), std::size_t(2));
    }
};

QTEST_APPLESS_MAIN(NeighboursTest)
#include "test_neighbours.moc"
