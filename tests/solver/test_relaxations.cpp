// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "explain/relaxations.h"
#include "explain/verdict.h"
#include "io/files.h"
#include "plan_fixtures.h"

#include <QTest>
#include <algorithm>
#include <cmath>

using namespace nest;
using nest::fixture::close;

namespace {

const RankedPlan* best_of(const SolveResult& result) {
    return result.plans.empty() ? nullptr : &result.plans.front();
}

/// The problem with the relaxation's options and, for levels, what they say.
Problem relaxed(const Problem& problem, const Relaxation& relaxation) {
    Result<Problem> made =
        make_problem(problem.model, problem.levels, problem.device, relaxation.options, problem.topology_name);
    if (!made) throw std::runtime_error(describe(made.fault()));
    return *made;
}

const Relaxation* find(const Relaxations& relaxations, RelaxationKind kind) {
    const auto found = std::find_if(relaxations.list.begin(), relaxations.list.end(),
                                    [&](const Relaxation& one) { return one.kind == kind; });
    return found == relaxations.list.end() ? nullptr : &*found;
}

/// Problem with `share` of the memory that its best plan fills.
Problem squeezed(const Problem& problem, const RankedPlan& best, double share) {
    Problem tight = problem;
    tight.options.memory_capacity = best.evaluation.peak_memory * share;
    return tight;
}

} // namespace

class RelaxationsTest : public QObject {
    Q_OBJECT
private slots:
    /// Each one is what a search of the changed problem finds, gains what it says, and is never a loss.
    void eachIsASolvedProblem() {
        std::map<RelaxationKind, int> seen;
        for (std::uint64_t seed = 1; seed <= 120; ++seed) {
            const Problem problem = fixture::random_problem(seed);
            const SolveResult result = fixture::solved(problem);
            const RankedPlan* best = best_of(result);
            if (!best) continue;
            const Relaxations relaxations = nest::relaxations(problem, best, {});
            QVERIFY(relaxations.complete);
            for (const Relaxation& one : relaxations.list) {
                ++seen[one.kind];
                QVERIFY(one.gain > least_gain); // their order: see sentencesAgreeWithTheList()
                const Problem changed = relaxed(problem, one);
                const SolveResult again = fixture::solved(changed);
                QVERIFY(!again.plans.empty());
                QVERIFY2(again.plans.front() == one.plan, one.what.text().c_str());
                const double before = static_cast<double>(problem.options.global_batch) / best->evaluation.step_seconds,
                             now = static_cast<double>(changed.options.global_batch) / one.plan.evaluation.step_seconds;
                QVERIFY(close(one.gain, now / before - 1, 1e-6));
                QVERIFY(!one.what.text().empty() && one.what.text().find('%') == std::string::npos);
            }
        }
        for (const RelaxationKind kind :
             {RelaxationKind::memory, RelaxationKind::bandwidth, RelaxationKind::latency, RelaxationKind::global_batch,
              RelaxationKind::freed_option, RelaxationKind::overlap})
            QVERIFY2(seen[kind] > 0, qPrintable(QString::number(static_cast<int>(kind))));
    }

    /// The least extra memory that gains more than least_gain: one step less doesn't.
    void leastMemoryIsTheLeast() {
        int found = 0;
        for (std::uint64_t seed = 1; seed <= 200; ++seed) {
            const Problem free = fixture::random_problem(seed);
            const SolveResult loose = fixture::solved(free);
            if (loose.plans.empty()) continue;
            const Problem problem = squeezed(free, loose.plans.front(), 0.9);
            const SolveResult result = fixture::solved(problem);
            const RankedPlan* best = best_of(result);
            if (!best) continue;
            const Relaxations relaxations = nest::relaxations(problem, best, {});
            const Relaxation* least = nullptr;
            for (const Relaxation& one : relaxations.list)
                if (one.kind == RelaxationKind::memory && (!least || one.amount < least->amount)) least = &one;
            const auto gain = [&](double bytes) {
                Problem more = problem;
                more.options.memory_capacity = problem.capacity() + bytes;
                return best->evaluation.step_seconds / fixture::solved(more).plans.front().evaluation.step_seconds - 1;
            };
            if (!least) {
                QVERIFY(gain(problem.capacity() * 0.25) <= least_gain);
                continue;
            }
            ++found;
            const double step = problem.capacity() * memory_step;
            QVERIFY(gain(least->amount) > least_gain);
            // 5 % and 10 % lie between two steps: then the step below is what must not do.
            const double below = std::ceil(least->amount / step - 1e-9) - 1;
            QVERIFY2(below <= 0 || gain(below * step) <= least_gain, qPrintable(QString::number(seed)));
        }
        QVERIFY2(found > 20, qPrintable(QString::number(found)));
    }

    /// Where nothing fits: the least memory, the fewest devices, single options; each of them makes a plan possible.
    void whatMakesItPossible() {
        int memory = 0, devices = 0, options = 0;
        for (std::uint64_t seed = 1; seed <= 150; ++seed) {
            const Problem free = fixture::random_problem(seed);
            const SolveResult loose = fixture::solved(free);
            if (loose.plans.empty()) continue;
            Problem problem = squeezed(free, loose.plans.front(), 0.35);
            if (!fixture::solved(problem).plans.empty()) continue;
            const Relaxations relaxations = nest::relaxations(problem, nullptr, {});
            QVERIFY(relaxations.complete);
            for (const Relaxation& one : relaxations.list) {
                QCOMPARE(one.gain, 0.0);
                QVERIFY(one.plan.evaluation.fits);
                if (one.kind == RelaxationKind::memory) {
                    ++memory;
                    Problem more = problem;
                    more.options.memory_capacity = problem.capacity() + one.amount;
                    QVERIFY(!fixture::solved(more).plans.empty());
                    const double less = one.amount - problem.capacity() * memory_step;
                    more.options.memory_capacity = problem.capacity() + less;
                    if (less > 0) QVERIFY(fixture::solved(more).plans.empty());
                } else if (one.kind == RelaxationKind::devices) {
                    ++devices;
                    const std::int64_t needed = problem.usable_devices() + static_cast<std::int64_t>(one.amount);
                    if (needed <= problem.levels.device_count()) { // the bound was too low
                        Problem bound = problem;
                        bound.options.max_devices = needed;
                        QVERIFY(!fixture::solved(bound).plans.empty());
                        bound.options.max_devices = needed - 1;
                        QVERIFY(fixture::solved(bound).plans.empty());
                        continue;
                    }
                    const std::int64_t now = group_count(problem.levels);
                    std::int64_t groups = now;
                    Problem larger = problem;
                    larger.options.max_devices.reset();
                    while (with_groups(larger, groups)->levels.device_count() - problem.usable_devices() <
                           static_cast<std::int64_t>(one.amount))
                        ++groups;
                    QVERIFY(!fixture::solved(*with_groups(larger, groups)).plans.empty());
                    QVERIFY(fixture::solved(*with_groups(larger, groups - 1)).plans.empty());
                } else {
                    ++options;
                    QVERIFY(!fixture::solved(relaxed(problem, one)).plans.empty());
                }
            }
            QVERIFY(find(relaxations, RelaxationKind::memory)); // the batch and the degrees allow a plan
        }
        QVERIFY2(memory > 30 && devices > 3 && options > 10,
                 qPrintable(QStringLiteral("%1 %2 %3").arg(memory).arg(devices).arg(options)));
    }

    /// A problem without any plan for other reasons than memory is not said to need more of it.
    void memoryIsNotTheAnswerToEverything() {
        Problem problem = fixture::preset_problem("llama3-8b", "dgx-h100x1");
        problem.options.tp = std::vector<std::int64_t>{3};
        const Relaxations relaxations = nest::relaxations(problem, nullptr, {});
        QVERIFY(!find(relaxations, RelaxationKind::memory));
        QCOMPARE(relaxations.list.size(), std::size_t(1));
        QCOMPARE(relaxations.list.front().option, std::string("tp"));
    }

    void sameForAnyThreadCount() {
        for (std::uint64_t seed = 1; seed <= 15; ++seed) {
            const Problem problem = fixture::random_problem(seed);
            const SolveResult result = fixture::solved(problem);
            SolveControl control;
            const Relaxations one = relaxations(problem, best_of(result), control);
            control.threads = 3;
            QVERIFY(relaxations(problem, best_of(result), control).list == one.list);
        }
    }

    void stops() {
        const Problem problem = fixture::preset_problem("llama3-70b", "dgx-h100x16");
        const SolveResult result = fixture::solved(problem);
        std::stop_source source;
        source.request_stop();
        SolveControl control;
        control.stop = source.get_token();
        QVERIFY(!relaxations(problem, best_of(result), control).complete);
        QVERIFY(!relaxations(problem, nullptr, control).complete);
    }

    void optionsThatRestrict() {
        Options options;
        QVERIFY(restricting_options(options).empty());
        options.recompute = std::vector<Recompute>{Recompute::none};
        options.max_devices = 8;
        options.global_batch = 7;
        QCOMPARE(restricting_options(options), (std::vector<std::string>{"recompute", "max_devices"}));
        QVERIFY(!freed(options, "recompute").recompute);
        QCOMPARE(freed(options, "max_devices").global_batch, std::int64_t(7));
    }

    /// A single node has no level above it: more of them come from the preset, as few as do.
    void moreNodesThanOne() {
        Options options;
        options.global_batch = 64;
        const auto on = [&](const char* nodes) { return io::find_problem("llama3-70b", nodes, "", options); };
        const Result<Problem> problem = on("dgx-h100x1");
        QVERIFY(problem.ok());
        QVERIFY(fixture::solved(*problem).plans.empty());
        const Relaxations found = relaxations(*problem, nullptr, {}, io::on_nodes);
        const auto more = std::ranges::find(found.list, RelaxationKind::devices, &Relaxation::kind);
        QVERIFY(more != found.list.end());
        QCOMPARE(more->amount, 16.0);
        QVERIFY(fixture::solved(*on("dgx-h100x2")).plans.empty());
        const SolveResult three = fixture::solved(*on("dgx-h100x3"));
        QVERIFY(!three.plans.empty());
        QVERIFY(more->plan.evaluation == three.plans.front().evaluation);
        // A network that isn't the preset's any more can't grow by its name.
        Problem changed = *problem;
        changed.levels.levels.front().bandwidth *= 2;
        QVERIFY(!io::on_nodes(changed, 2));
        changed = *problem;
        changed.topology_name = "somebody's";
        QVERIFY(!io::on_nodes(changed, 2));
    }

    /// With recomputation forbidden to save memory, memory is the limit, and the sentence says what more would do.
    void verdictNamesMemory() {
        int named = 0;
        for (std::uint64_t seed = 1; seed <= 500 && named < 10; ++seed) {
            const Problem free = fixture::random_problem(seed);
            const SolveResult loose = fixture::solved(free);
            if (loose.plans.empty()) continue;
            const Problem problem = squeezed(free, loose.plans.front(), 0.9);
            const SolveResult result = fixture::solved(problem);
            const RankedPlan* best = best_of(result);
            if (!best) continue;
            const Relaxations relaxed = relaxations(problem, best, {});
            const Neighbours near = neighbours(problem, *best, {});
            const Verdict verdict = nest::verdict(problem, *best, best, &near, &relaxed);
            double gain = 0;
            for (const Relaxation& one : relaxed.list)
                if (one.kind == RelaxationKind::memory) gain = std::max(gain, one.gain);
            const bool full = verdict.memory_used >= memory_limit_use * verdict.memory_capacity;
            if (gain < memory_limit_gain || !full) QVERIFY(!verdict.memory);
            if (gain < 2 * memory_limit_gain || !full) continue; // the useful amount may gain half of it
            ++named;
            QVERIFY(verdict.memory);
            QCOMPARE(verdict.stage, memory_parts(best->evaluation).stage);
            const std::string text = text_of(problem, verdict);
            QVERIFY2(text.starts_with("Limited by memory on stage " + std::to_string(verdict.stage)), text.c_str());
            QVERIFY(text.find('%') == std::string::npos || text.find("%1") == std::string::npos);
        }
        QCOMPARE(named, 10);
    }

    /// "To gain most" is the first line of the list, in words and number, whatever limits the plan.
    void sentencesAgreeWithTheList() {
        int most = 0, memory = 0;
        const auto check = [&](const Problem& problem) {
            const SolveResult result = fixture::solved(problem);
            const RankedPlan* best = best_of(result);
            if (!best) return;
            const Relaxations relaxed = relaxations(problem, best, {});
            bool bounds = false;
            double before = std::numeric_limits<double>::infinity();
            for (const Relaxation& one : relaxed.list) {
                QVERIFY(!bounds || is_bound(one.kind)); // what can't be had comes last
                if (is_bound(one.kind) != bounds) before = std::numeric_limits<double>::infinity();
                bounds = is_bound(one.kind);
                QVERIFY(one.gain <= before);
                before = one.gain;
            }
            const Neighbours near = neighbours(problem, *best, {});
            for (const Neighbours* beside : {static_cast<const Neighbours*>(nullptr), &near}) {
                const Verdict verdict = nest::verdict(problem, *best, best, beside, &relaxed);
                const std::string text = text_of(problem, verdict);
                memory += verdict.memory ? 1 : 0;
                const std::size_t at = text.find("To gain most: ");
                if (at == std::string::npos) continue;
                ++most;
                const Relaxation& first = relaxed.list.front();
                QVERIFY2(text.compare(at + 14, first.what.text().size(), first.what.text()) == 0, text.c_str());
                QVERIFY2(text.find("train " + format_quantity(first.gain, Unit::ratio, 2) + " more", at) !=
                             std::string::npos,
                         text.c_str());
            }
        };
        for (std::uint64_t seed = 1; seed <= 60; ++seed) {
            const Problem free = fixture::random_problem(seed);
            check(free);
            const SolveResult loose = fixture::solved(free);
            if (!loose.plans.empty()) check(squeezed(free, loose.plans.front(), 0.9));
            if (QTest::currentTestFailed()) return;
        }
        check(fixture::preset_problem("llama3-70b", "dgx-h100x2"));
        check(fixture::preset_problem("mixtral-8x7b", "hgx-h100x4"));
        QVERIFY2(most > 20 && memory > 10, qPrintable(QStringLiteral("%1, %2").arg(most).arg(memory)));
    }

    static RankedPlan of_loads(std::initializer_list<double> loads, std::int64_t micro_batches, double seconds) {
        RankedPlan ranked;
        for (const double load : loads) {
            StageEvaluation stage;
            stage.time.forward = stage.time.fw = stage.time.load = load;
            stage.memory.total = 40e9;
            stage.memory.capacity = 80e9;
            ranked.evaluation.stages.push_back(stage);
        }
        ranked.evaluation.fits = true;
        ranked.evaluation.micro_batches = micro_batches;
        ranked.evaluation.pipeline_seconds = ranked.evaluation.step_seconds = seconds;
        return ranked;
    }

    /// Of 9 s the mean stage computes for 3.75, more than each of 3 s of filling and draining and 2.25 s of waiting for
    /// stage 2; but both are the bubble.
    void theBubbleIsOneOverhead() {
        const Verdict verdict = nest::verdict({}, of_loads({1, 1, 2, 1}, 3, 9), nullptr, nullptr, nullptr);
        QCOMPARE(verdict.limit, StepPart::fill);
        QVERIFY(close(verdict.bubble_share, 5.25 / 9) && close(verdict.share, 3.0 / 9));
        const std::string text = text_of({}, verdict);
        QVERIFY2(text.starts_with("Limited by the pipeline's bubble: 58"), text.c_str()); // 58.3 %
        QVERIFY2(text.find("most of it filling and draining the pipeline, 33") != std::string::npos, text.c_str());
    }

    void verdictWithoutAdvice() {
        // Of 403 s the mean stage waits 225 s for stage 2.
        const RankedPlan ranked = of_loads({1, 1, 4, 1}, 100, 403);
        const Verdict verdict = nest::verdict({}, ranked, nullptr, nullptr, nullptr);
        QCOMPARE(verdict.limit, StepPart::imbalance);
        QCOMPARE(verdict.stage, 2);
        QVERIFY(close(verdict.share, 225.0 / 403));
        const std::string text = text_of({}, verdict);
        QVERIFY2(text.starts_with("Limited by waiting for stage 2, the slowest: 56"), text.c_str()); // 55.8 %
    }

    /// Another plan than the best one is told how far the best is.
    void verdictNamesTheBestPlan() {
        const Problem problem = fixture::preset_problem("llama3-8b", "dgx-h100x1");
        const SolveResult result = fixture::solved(problem, 1, 10);
        const RankedPlan& last = result.plans.back();
        const double gain = last.evaluation.step_seconds / result.plans.front().evaluation.step_seconds - 1;
        const Verdict verdict = nest::verdict(problem, last, &result.plans.front(), nullptr, nullptr);
        if (gain <= least_gain) QSKIP("ten plans within a percent");
        QVERIFY(verdict.help);
        QCOMPARE(verdict.help->source, HelpSource::best_plan);
        QVERIFY(close(verdict.help->gain, gain));
        QVERIFY(text_of(problem, verdict).find("The best plan, " + layout_text(result.plans.front().plan)) !=
                std::string::npos);
    }
};

QTEST_APPLESS_MAIN(RelaxationsTest)
#include "test_relaxations.moc"
