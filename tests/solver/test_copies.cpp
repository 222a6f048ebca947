// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT

/// Copies of stages inside a replica: placement, price, run, search, files and commands.
#include "cli_fixture.h"
#include "explain/difference.h"
#include "explain/verdict.h"
#include "io/engine/export.h"
#include "oracle_plans.h"
#include "plain_case.h"
#include "plan/layout_line.h"
#include "plan/placement.h"
#include "plan_fixtures.h"
#include "schedule/simulator.h"
#include "schedule/timeline.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <set>
#include <thread>

using namespace nest;
using fixture::close;
using fixture::plan_of;
using fixture::random_instances;
using fixture::seeds;
using fixture::spec_of;
using nlohmann::json;

namespace {

/// Empty when the solver's answer equals the oracle's; else what differs.
QString difference(const json& instance, const oracle::Best& best, const SolveResult& result, const QString& name) {
    if (best.feasible != (result.status == SolveStatus::optimal))
        return QStringLiteral("%1: feasible %2, status %3")
            .arg(name)
            .arg(best.feasible)
            .arg(static_cast<int>(result.status));
    if (!best.feasible) return result.why_infeasible.empty() ? name + QStringLiteral(": no reason") : QString();
    const RankedPlan& found = result.plans.front();
    if (!close(best.step_seconds, found.evaluation.step_seconds))
        return QStringLiteral("%1: least %2 with %4, found %3 with %5")
            .arg(name)
            .arg(best.step_seconds, 0, 'g', 17)
            .arg(found.evaluation.step_seconds, 0, 'g', 17)
            .arg(QString::fromStdString(oracle::describe(best.plan)),
                 QString::fromStdString(oracle::describe(spec_of(found.plan))));
    const oracle::Priced priced = oracle::price(instance, spec_of(found.plan));
    if (!priced.in_plan_space || !priced.fits || !close(priced.step_seconds, found.evaluation.step_seconds))
        return name + QStringLiteral(": not a plan: ") + QString::fromStdString(priced.reason);
    const Problem problem = fixture::problem_of(instance);
    const Result<Evaluation> other = evaluate(problem, plan_of(best.plan));
    if (!other || !other->fits || !close(other->step_seconds, best.step_seconds))
        return name + QStringLiteral(": the oracle's plan is priced differently");
    for (std::size_t stage = 0; stage < other->stages.size(); ++stage) {
        const StageEvaluation& here = other->stages[stage];
        if (!close(here.time.load, best.priced.loads[stage]) || !close(here.memory.total, best.priced.memory[stage]))
            return QStringLiteral("%1: stage %2 differs").arg(name).arg(stage);
    }
    if (result.gap != 0 || !close(result.lower_bound_seconds, best.step_seconds))
        return name + QStringLiteral(": a gap");
    return {};
}

/// Two layers that nothing is sent between, of 3 and 6 seconds; without parameters. Four devices in two nodes.
json two_layers() {
    const auto layer = [](const char* id, double seconds) {
        const json profile{{"tp", 1},
                           {"ep", 1},
                           {"cp", 1},
                           {"sequence_parallel", false},
                           {"micro_batch", 1},
                           {"forward_seconds", seconds},
                           {"backward_seconds", 2 * seconds},
                           {"parameters", 0},
                           {"activation_bytes", 100}};
        return json{{"id", id}, {"kind", "other"}, {"profiles", json::array({profile})}};
    };
    return {
        {"model",
         {{"format", "nest-model"},
          {"version", 1},
          {"name", "two"},
          {"layers", json::array({layer("a", 1), layer("b", 2)})},
          {"edges", json::array({{{"from", "a"}, {"to", "b"}, {"bytes", 0}}})}}},
        {"levels", fixture::two_level_network(4, {1e9, 1e-3}, {1e8, 1e-3})},
        {"device", fixture::plain_device(1000)},
        {"options", {{"global_batch", 6}, {"pp", 2}, {"dp", 1}, {"recompute", "none"}, {"zero", 0}, {"copies", 2}}}};
}

} // namespace

class TestCopies : public QObject {
    Q_OBJECT
private slots:
    /// The slower stage twice: a 3 s, b 6 / 2 s; 9 s for the first micro-batch and 3 for each of the 5 others.
    void handComputed() {
        Problem problem = fixture::problem_of(two_layers());
        const SolveResult result = fixture::solved(problem);
        QCOMPARE(result.status, SolveStatus::optimal);
        const auto& [plan, evaluation] = result.plans.front();
        QCOMPARE(plan.copies(), (std::vector<std::int64_t>{1, 2}));
        QCOMPARE(plan.devices(), std::int64_t{3});
        QCOMPARE(evaluation.devices_used, std::int64_t{3});
        QVERIFY(close(evaluation.step_seconds, 24));
        // Stage 0 keeps one micro-batch for each of the three that work, each copy of stage 1 its one.
        QCOMPARE(evaluation.stages[0].in_flight, std::int64_t{3});
        QCOMPARE(evaluation.stages[1].in_flight, std::int64_t{1});
        QVERIFY(close(evaluation.stages[0].memory.total, 300));
        // 54 s of work on three devices for 24 s.
        QVERIFY(close(evaluation.bubble_fraction, 1 - 54.0 / 3 / 24));
        // 18 s of work on each, paced by 3 s for each of six micro-batches; the rest is filling and draining.
        const StepParts parts = step_parts(problem, result.plans.front());
        QVERIFY(close(parts[StepPart::compute], 18));
        QVERIFY(std::abs(parts[StepPart::imbalance]) < 1e-9);
        QVERIFY(close(parts[StepPart::fill], 6));
        QVERIFY(close(parts.total(), evaluation.step_seconds));
        // Stage 0 does F0 F1 F2 at 0..3, waits for B0 at 7, and is busy from then on: F3 9, B1 10, F4 12, B2 13, F5 15,
        // B3 16; then B4 at 19 and B5 at 22..24, as soon as they are there.
        QVERIFY(close(evaluation.simulated_step_seconds, 24));
        QVERIFY(!late_copies(result.plans.front()).has_value());
        QVERIFY(close(result.without_copies_seconds, 39));
        QVERIFY(without_copies(result).has_value());
        QCOMPARE(layout_text(plan), std::string("tp1 pp2 dp1 mb1 zero0 copies1,2"));
        problem.options.copies = 1;
        const SolveResult plain = fixture::solved(problem);
        QVERIFY(close(plain.plans.front().evaluation.step_seconds, 39));
        QVERIFY(!without_copies(plain).has_value());
    }

    /// Ranks 0..5 in nodes of four: stage 0 has rank 0, stage 1 ranks 1 and 2, stage 2 ranks 3 to 5.
    void levelsOfCopies() {
        LevelModel levels;
        levels.name = "levels";
        levels.slot_count = 8;
        for (const std::int64_t size : {4, 8}) {
            Level level;
            level.name = "l" + std::to_string(size);
            level.group_size = size;
            level.bandwidth = 1e9;
            levels.levels.push_back(level);
        }
        QVERIFY(levels.finish().empty());
        Plan plan;
        plan.stride = 6;
        plan.stages.resize(3);
        plan.stages[1].copies = 2;
        plan.stages[2].copies = 3;
        // With two micro-batches copies 0 and 1 of the last stage are met, by rank 1 and by rank 2: 2 -> 4 crosses.
        QCOMPARE(place(levels, plan, 2).level_in, (std::vector<int>{0, 1, 2}));
        // A single one goes 0 -> 1 -> 3, inside the node.
        QCOMPARE(place(levels, plan, 1).level_in, (std::vector<int>{0, 1, 1}));
        const Placement placement = place(levels, plan, 6);
        QCOMPARE(placement.of(2).dense_replicas.size, std::int64_t{3});
        QCOMPARE(placement.of(2).dense_replicas.top, 2);
        QCOMPARE(placement.of(1).dense_replicas.top, 1);
        QCOMPARE(placement.first_last.top, 2);
        const RankGrid grid(plan);
        std::set<std::int64_t> ranks;
        for (std::int64_t stage = 0; stage < 3; ++stage)
            for (std::int64_t copy = 0; copy < grid.copies(stage); ++copy) {
                const std::int64_t rank = grid.rank(0, stage, 0, copy);
                const RankPlace place = place_of(grid, rank);
                QVERIFY(place.used && place.stage == stage && place.copy == copy);
                ranks.insert(rank);
            }
        QCOMPARE(ranks.size(), std::size_t{6});
        QVERIFY(!place_of(grid, 6).used);
    }

    /// Random instances against exhaustive search by a second evaluator.
    void equalsExhaustiveSearch() {
        const std::uint64_t count = random_instances(1600);
        int feasible = 0, copied = 0, both = 0;
        for (const std::uint64_t seed : seeds(count, {12292})) {
            const json instance = oracle::with_copies(oracle::random_case(seed), seed);
            const oracle::Best best = oracle::best(instance);
            const SolveResult result = fixture::solved(fixture::problem_of(instance));
            const QString wrong = difference(instance, best, result, QStringLiteral("seed %1").arg(seed));
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
            feasible += best.feasible ? 1 : 0;
            if (!best.feasible || !result.plans.front().plan.has_copies()) continue;
            ++copied;
            both += result.plans.front().plan.replicas > 1 ? 1 : 0;
        }
        // The comparison would be hollow otherwise.
        QVERIFY2(
            feasible > static_cast<int>(count) / 2 && copied > static_cast<int>(count) / 8 &&
                both > static_cast<int>(count) / 100,
            qPrintable(
                QStringLiteral("%1 feasible, %2 with copies, %3 with replicas").arg(feasible).arg(copied).arg(both)));
    }

    /// Pinned layers and exact numbers of copies leave the best of what they allow.
    void pinsAndExactCopies() {
        int found = 0;
        for (std::uint64_t seed = 1; seed <= random_instances(400); ++seed) {
            const json instance = oracle::with_random_pins(oracle::with_copies(oracle::random_case(seed), seed), seed);
            const oracle::Best best = oracle::best(instance);
            Result<Problem> read = io::case_from_json(instance, "pinned");
            if (!read) { // pins that contradict each other
                QVERIFY(!best.feasible);
                continue;
            }
            Problem problem = *std::move(read);
            const SolveResult result = fixture::solved(problem);
            const QString wrong = difference(instance, best, result, QStringLiteral("seed %1").arg(seed));
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
            if (!best.feasible || !result.plans.front().plan.has_copies()) continue;
            ++found;
            problem.options.stage_copies = result.plans.front().plan.copies();
            const SolveResult exact = fixture::solved(problem);
            QCOMPARE(exact.status, SolveStatus::optimal);
            QVERIFY(close(exact.plans.front().evaluation.step_seconds, best.step_seconds));
            QCOMPARE(exact.plans.front().plan.copies(), problem.options.stage_copies);
        }
        QVERIFY2(found > 10, qPrintable(QString::number(found)));
    }

    /// Never worse than without, nor with more allowed; the same plans for any number of threads.
    void moreIsNeverWorse() {
        for (std::uint64_t seed = 1; seed <= 250; ++seed) {
            Problem problem = fixture::problem_of(oracle::with_copies(oracle::random_case(seed), seed));
            double before = std::numeric_limits<double>::infinity();
            for (const std::int64_t copies : {1, 2, 3, 4}) {
                problem.options.copies = copies;
                const SolveResult result = fixture::solved(problem, 1, 5);
                const double step = result.plans.empty() ? std::numeric_limits<double>::infinity()
                                                         : result.plans.front().evaluation.step_seconds;
                QVERIFY(step <= before * (1 + 1e-12) || step == before);
                before = step;
                QCOMPARE(fixture::solved(problem, 4, 5).plans, result.plans);
                for (std::size_t plan = 1; plan < result.plans.size(); ++plan)
                    QVERIFY(better(result.plans[plan - 1], result.plans[plan]));
            }
        }
    }

    /// One stage runs rounds of its copies, no longer than priced. No run is shorter than its busiest copy.
    void simulated() {
        std::mt19937_64 random(5);
        const auto draw = [&](int most) { return static_cast<double>(random() % static_cast<unsigned>(most) + 1); };
        for (int round = 0; round < 2000; ++round) {
            const std::size_t stages = random() % 5 + 1;
            PipelineWork work{ScheduleKind::one_f_one_b, static_cast<std::int64_t>(random() % 30 + 1), {}, {}};
            double sum = 0, busiest = 0;
            const auto m = static_cast<double>(work.micro_batches);
            for (std::size_t stage = 0; stage < stages; ++stage) {
                work.forward.push_back(draw(9));
                work.backward.push_back(draw(9));
                work.copies.push_back(static_cast<std::int64_t>(random() % 4 + 1));
                const double load = work.forward.back() + work.backward.back();
                sum += load;
                busiest = std::max(busiest, std::ceil(m / static_cast<double>(work.copies.back())) * load);
            }
            std::vector<std::vector<ScheduledTask>> timeline;
            const double run = simulate_pipeline(work, &timeline);
            QVERIFY(run >= std::max(sum, busiest));
            if (stages == 1) {
                QCOMPARE(run, busiest);
                QVERIFY(run <= sum + (m - 1) * sum / static_cast<double>(work.copies.front()) + 1e-9);
            }
            std::size_t row = 0;
            for (std::size_t stage = 0; stage < stages; ++stage)
                for (std::int64_t copy = 0; copy < work.copies[stage]; ++copy, ++row)
                    for (std::size_t i = 0; i < timeline[row].size(); ++i) {
                        const ScheduledTask& task = timeline[row][i];
                        QCOMPARE(task.micro_batch % work.copies[stage], copy);
                        QVERIFY(i == 0 || task.start >= timeline[row][i - 1].end);
                    }
            QCOMPARE(row, timeline.size());
            PipelineWork plain = work;
            plain.copies.clear();
            const double once = simulate_pipeline(plain);
            plain.copies.assign(stages, 1);
            QCOMPARE(simulate_pipeline(plain), once);
        }
    }

    /// The timeline's row of a stage is its first copy, and ends when the simulator says; also of a long run.
    void timelineOfCopies() {
        for (const std::int64_t batch : {6, 7, 3'000'000}) {
            Problem problem = fixture::problem_of(two_layers());
            problem.options.global_batch = batch;
            const SolveResult result = fixture::solved(problem);
            const auto& [plan, evaluation] = result.plans.front();
            QCOMPARE(plan.copies(), (std::vector<std::int64_t>{1, 2}));
            const ScheduleTimeline timeline(plan.schedule, evaluation);
            QVERIFY(close(timeline.step_seconds(), evaluation.simulated_step_seconds));
            QCOMPARE(timeline.copies(1), std::int64_t{2});
            QCOMPARE(timeline.micro_batches(1), (batch + 1) / 2);
            const KindSeconds totals = timeline.totals(1);
            QVERIFY(close(totals[static_cast<std::size_t>(SegmentKind::forward)],
                          2.0 * static_cast<double>((batch + 1) / 2)));
            QVERIFY(timeline.bubble_seconds(1) >= 0);
            for (const std::int64_t n : {std::int64_t{0}, std::int64_t{2}, (batch - 1) / 2 * 2}) {
                const std::size_t index = timeline.find_task(1, n, true);
                QVERIFY(index < timeline.task_count(1));
                QCOMPARE(timeline.task(1, index).micro_batch, n);
                QVERIFY(timeline.task(1, index).backward);
            }
            QCOMPARE(timeline.find_task(1, 1, false), timeline.task_count(1)); // on the other copy
        }
    }

    void engines() {
        const Problem problem = fixture::problem_of(two_layers());
        const SolveResult result = fixture::solved(problem);
        const auto& [plan, evaluation] = result.plans.front();
        for (const EngineSupport& engine : engine_support(problem, plan)) {
            QVERIFY(!engine.runs);
            QCOMPARE(engine.because, std::string("it has no copies of stages inside a pipeline"));
        }
        for (const char* format : {"megatron", "deepspeed", "torchtitan"})
            QVERIFY(!io::export_plan(format, problem, plan, evaluation).ok());
        const Result<std::string> ranks = io::export_plan("csv", problem, plan, evaluation);
        QVERIFY(ranks.ok());
        QCOMPARE(*ranks, std::string("rank,device,node,local_gpu,stage,replica,tp,cp,ep,dp,copy\n"
                                     "0,0,0,0,0,0,0,0,0,0,0\n1,1,0,1,1,0,0,0,0,0,0\n2,2,1,0,1,0,0,0,0,0,1\n"));
    }

    void planFile() {
        const Problem problem = fixture::problem_of(two_layers());
        const SolveResult result = fixture::solved(problem);
        const json written = io::plan_to_json(problem, result);
        QVERIFY(written.at("stages").at(1).at("copies") == json(2));
        QVERIFY(written.at("stages").at(1).at("ranks") == json::array({json::array({1, 2})}));
        QVERIFY(written.at("stages").at(1).at("devices_per_replica") == json(2));
        const Result<io::PlanFile> read = io::plan_from_json(written, "plan.json");
        QVERIFY2(read.ok(), read.ok() ? "" : describe(read.fault()).c_str());
        QCOMPARE(read->result.plans, result.plans);
        QCOMPARE(read->result.status, SolveStatus::optimal);
        json alone = io::to_json(result.plans.front().plan);
        QVERIFY(alone.at("stages").at(1).at("copies") == json(2));
    }

    void layoutLines() {
        const Result<LayoutLine> line = read_layout("tp1 pp3 dp2 mb1 copies=1,2,1", {});
        QVERIFY(line.ok());
        QCOMPARE(line->options.stage_copies, (std::vector<std::int64_t>{1, 2, 1}));
        QCOMPARE(line->options.copies, std::int64_t{2});
        QVERIFY(read_layout("pp2 copies1,1", {})->options.stage_copies.empty());
        for (const char* wrong :
             {"pp2 copies1", "pp2 copies1,2,1", "pp2 copies1,0", "pp2 copies1,", "pp2 copies", "pp2 copies1,2 gpipe",
              "pp2 copies1,2 dp-inner", "pp2 vpp2 copies1,2", "pp2 copies1,2 copies2,1", "pp2 copies1,2 block1"})
            QVERIFY2(!read_layout(wrong, {}).ok(), wrong);
        Plan plan;
        plan.stages.resize(2);
        plan.stages[0].copies = 3;
        const Result<LayoutLine> again = read_layout(layout_text(plan), {});
        QVERIFY(again.ok());
        QCOMPARE(again->options.stage_copies, plan.copies());
        QCOMPARE(options_of_layout({}, plan).copies, std::int64_t{3});
    }

    /// What copies don't go with is refused in words, by the option or by the price.
    void refusals() {
        const json instance = two_layers();
        for (const auto& [key, value] : {std::pair<const char*, json>{"schedule", "gpipe"},
                                         {"layouts", "dp-inner"},
                                         {"objective", "memory"},
                                         {"target", "megatron"},
                                         {"expert_fold", "on"},
                                         {"recompute_layers", "auto"}}) {
            json other = instance;
            other["options"][key] = value;
            const Result<Problem> problem = io::case_from_json(other, "case");
            QVERIFY2(!problem.ok(), key);
            QVERIFY2(describe(problem.fault()).find("copies") != std::string::npos, describe(problem.fault()).c_str());
            other["options"].erase("copies");
            QVERIFY2(io::case_from_json(other, "case").ok(), key);
        }
        const Problem problem = fixture::problem_of(instance);
        const Plan plan = fixture::solved(problem).plans.front().plan;
        Plan wrong = plan;
        wrong.layout = LayoutKind::dp_inner;
        QVERIFY(!evaluate(problem, wrong).ok());
        wrong = plan;
        wrong.schedule = ScheduleKind::gpipe;
        QVERIFY(!evaluate(problem, wrong).ok());
        wrong = plan;
        wrong.stages[0].copies = 0;
        QVERIFY(!evaluate(problem, wrong).ok());
        wrong = plan;
        wrong.stages[0].copies = 3; // five devices of four
        wrong.stride = 5;
        QVERIFY(!evaluate(problem, wrong).ok());
    }

    void commandLine() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("plan.json"));
        const fixture::Run solve = fixture::run({"solve", "--model", "llama3-8b", "--topology", "dgx-h100x1", "--set",
                                                 "copies=2", "--set", "tp=1", "--set", "pp=2", "--set", "dp=2", "--set",
                                                 "global_batch=32", "--json", path.toStdString()});
        QVERIFY2(solve.status == 0, solve.err.c_str());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const json plan = json::parse(file.readAll().toStdString());
        QVERIFY(plan.at("status") == json("optimal"));
        QVERIFY(plan.at("inputs").at("options").at("copies") == json(2));
        const fixture::Run again = fixture::run({"evaluate", "--plan", path.toStdString()});
        QVERIFY2(again.status == 0, again.err.c_str());
        QVERIFY(again.err.empty());
        const fixture::Run line =
            fixture::run({"evaluate", "--layout", "llama3-8b @ dgx-h100x1: tp1 pp2 dp2 mb1 zero1 copies1,2"});
        QVERIFY2(line.status == 0 || line.status == 3, line.err.c_str());
        QVERIFY2(line.out.find("copies1,2") != std::string::npos, line.out.c_str());
        QVERIFY2(line.out.find("x 2 copies") != std::string::npos, line.out.c_str());
        QVERIFY2(line.out.find("6 devices") != std::string::npos, line.out.c_str());
        const fixture::Run wrong = fixture::run({"solve", "--model", "llama3-8b", "--topology", "dgx-h100x1", "--set",
                                                 "copies=2", "--set", "target=megatron"});
        QCOMPARE(wrong.status, 2);
        QVERIFY(wrong.err.find("no training engine here runs copies of stages") != std::string::npos);
        // Options beside a layout may rule its copies out, also where there are several layouts.
        const std::string copies = "tp1 pp2 dp2 mb1 copies1,2", plain = "tp1 pp2 dp2 mb1";
        for (const std::vector<std::string>& layouts : {std::vector{copies}, std::vector{plain, copies}}) {
            std::vector<std::string> words{"evaluate",   "--model",     "llama3-8b", "--topology",
                                           "dgx-h100x1", "--objective", "memory"};
            for (const std::string& layout : layouts)
                words.insert(words.end(), {"--layout", layout});
            const fixture::Run refused = fixture::run(words);
            QCOMPARE(refused.status, 1);
            QVERIFY2(refused.err.find("an objective of time") != std::string::npos, refused.err.c_str());
        }
    }

    /// A stop leaves the best so far with a gap, at once.
    void stops() {
        Options options;
        options.copies = 4;
        const Problem problem = fixture::preset_problem("llama3-70b", "dgx-h100x8", options);
        std::stop_source source;
        SolveControl control;
        control.stop = source.get_token();
        int seen = 0;
        control.incumbent = [&](const RankedPlan&) {
            if (++seen == 2) source.request_stop();
        };
        const SolveResult result = solve(problem, control);
        QVERIFY(!result.plans.empty());
        QVERIFY(result.status == SolveStatus::stopped ? result.gap >= 0 : seen < 2);
    }
};

QTEST_APPLESS_MAIN(TestCopies)
#include "test_copies.moc"
