// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/export.h"
#include "io/files.h"
#include "plan/engines.h"
#include "solver/cli_fixture.h"

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace nest;
using namespace nest::fixture;

namespace {

/// A plan of equal stages with the given layout; the step time is set by hand.
RankedPlan plan_of(const Problem& problem, LayoutKind layout, std::int64_t experts, double seconds) {
    RankedPlan ranked;
    Plan& plan = ranked.plan;
    plan.strategy.ep = experts;
    plan.replicas = 32 / (2 * experts);
    plan.layout = layout;
    const auto layers = static_cast<int>(problem.model.layers.size());
    plan.stages.resize(2);
    for (int layer = 0; layer < layers; ++layer)
        plan.stages[layer < layers / 2 ? 0 : 1].layers.push_back(layer);
    plan.stride = RankGrid(plan).inner() * plan.strategy.width();
    ranked.evaluation.step_seconds = seconds;
    ranked.evaluation.fits = true;
    return ranked;
}

} // namespace

/// From a best plan that no engine runs to one that can be launched.
class TestLaunchable : public QObject {
    Q_OBJECT
private slots:
    void firstOfTheTies() {
        Options options;
        options.global_batch = 256;
        const Result<Problem> problem = io::find_problem("mixtral-8x7b", "hgx-h100x4", "", options);
        QVERIFY(problem.ok());
        // Experts with pipeline ranks inside the replicas: Megatron-LM's parallel_state refuses it, torchtitan's mesh
        // and DeepSpeed's pipeline too.
        const RankedPlan nobody = plan_of(*problem, LayoutKind::pp_inner, 8, 1.0);
        const RankedPlan megatron = plan_of(*problem, LayoutKind::dp_inner, 8, 1.03);
        for (const EngineSupport& support : engine_support(*problem, nobody.plan))
            QVERIFY2(!support.runs, support.engine.c_str());
        auto other = launchable_instead(*problem, {nobody, nobody, megatron}, 0);
        QVERIFY(other.has_value());
        QCOMPARE(other->index, 2);
        QCOMPARE(other->target, std::string("megatron"));
        QVERIFY(qAbs(other->slower - 0.03) < 1e-12 && other->tied);
        QVERIFY(contains(sentence(*other, megatron.plan).text(),
                         "Plan 3, 3.0\u202f% slower (within the error of the estimate), is run by Megatron-LM: "));
        // Out of the ties, without anything to mend, or without memory for it: nothing is said.
        QVERIFY(!launchable_instead(*problem, {nobody, plan_of(*problem, LayoutKind::dp_inner, 8, 1.05)}, 0));
        QVERIFY(!launchable_instead(*problem, {megatron, nobody}, 0));
        RankedPlan large = megatron;
        large.evaluation.fits = false;
        QVERIFY(!launchable_instead(*problem, {nobody, large}, 0));
        QVERIFY(!launchable_instead(*problem, {}, 0));
        // An export asks the engine's own writer. After a stop nothing is searched: the list alone counts.
        SolveResult result;
        result.status = SolveStatus::stopped;
        result.plans = {nobody, megatron};
        const auto way = io::export_instead("megatron", *problem, result, 0, {});
        QVERIFY(way && way->launchable.index == 1);
        QVERIFY(!io::export_instead("csv", *problem, result, 0, {}));
        result.plans = {nobody, large};
        QVERIFY(!io::export_instead("megatron", *problem, result, 0, {}));
    }

    /// One rule names the plan to launch, however long the list is that the window or the command line has: none that
    /// an engine runs is faster.
    void oneWayForEveryList() {
        Options options;
        options.global_batch = 1024;
        const Result<Problem> problem = io::find_problem("mixtral-8x7b", "hgx-h100x4", "", options);
        QVERIFY(problem.ok());
        Problem restricted = *problem;
        restricted.options.target = "megatron";
        const SolveResult own = solve(restricted, {});
        QVERIFY(!own.plans.empty());
        std::optional<Plan> named;
        for (const int plans : {1, 20}) {
            SolveControl control;
            control.top_k = plans;
            const SolveResult result = solve(*problem, control);
            QVERIFY(!is_launched(*problem, result.plans.front().plan)); // else the instance shows nothing
            const std::optional<LaunchWay> way = way_to_launch(*problem, result, {});
            QVERIFY(way);
            QVERIFY(is_launched(*problem, way->plan.plan));
            QVERIFY(way->plan.evaluation.step_seconds <= own.plans.front().evaluation.step_seconds * (1 + 1e-9));
            if (way->listed())
                QCOMPARE(result.plans[static_cast<std::size_t>(way->launchable.index)].plan, way->plan.plan);
            // What an export offers in place of the best plan is the plan that was named.
            const auto written = io::export_instead("megatron", *problem, result, 0, {});
            QVERIFY(written);
            QCOMPARE(written->plan.plan, way->plan.plan);
            if (named) QCOMPARE(way->plan.plan, *named);
            named = way->plan.plan;
            QVERIFY2(contains(sentence(*way).text(), "is run by Megatron-LM: "), sentence(*way).text().c_str());
        }
        QVERIFY(!way_to_launch(restricted, own, {})); // an engine runs it
    }

    /// What the search left out is named: experts only where the faster plan has a grid of their own for them.
    void fasterOnesSayWhy() {
        LaunchWay way;
        way.launchable = {"megatron", "Megatron-LM", -1, -0.1, true};
        way.plan.plan.stages.resize(1);
        std::string text = sentence(way).text();
        QVERIFY2(contains(text, "even 10\u202f% faster") && contains(text, "a schedule that this search left out"),
                 text.c_str());
        QVERIFY2(!contains(text, "experts"), text.c_str());
        way.plan.plan.strategy.ep = 4;
        way.plan.plan.strategy.expert_tp = 1;
        text = sentence(way).text();
        QVERIFY2(contains(text, "Its experts lie on a grid of their own (option “Folded experts”)"), text.c_str());
    }

    void encodersAndEngines() {
        Options options;
        options.global_batch = 256;
        options.target = "torchtitan";
        const Result<Problem> bert = io::find_problem("bert-large", "dgx-h100x2", "", options);
        QVERIFY(bert.ok());
        PlanShape shape;
        set_model(shape, bert->model);
        QVERIFY(shape.encoder);
        QVERIFY(contains(engine_obstacle("torchtitan", shape), "encoder models"));
        QVERIFY(engine_obstacle("megatron", shape).empty());  // pretrain_bert.py
        QVERIFY(engine_obstacle("deepspeed", shape).empty()); // any module
        shape.strategy.cp = 2;
        QVERIFY(!engine_obstacle("megatron", shape).empty());
        QVERIFY(solve(*bert, {}).plans.empty());
    }

    /// A model of layers with costs alone: Megatron-LM's arguments can't say it, the others train any module.
    void modelsWithoutArchitecture() {
        Options options;
        options.global_batch = 256;
        options.target = "megatron";
        Result<Problem> problem = io::find_problem("llama2-7b", "dgx-h100x2", "", options);
        QVERIFY(problem.ok());
        const SolveResult known = solve(*problem, {});
        QVERIFY(!known.plans.empty());
        problem->model.architecture.reset();
        const SolveResult unknown = solve(*problem, {}); // the search goes by layouts
        QVERIFY(!unknown.plans.empty());
        const Plan& plan = unknown.plans.front().plan;
        QCOMPARE(plan, known.plans.front().plan);
        QVERIFY(engine_obstacle("megatron", shape_of(*problem, plan)).empty());
        const std::vector<EngineSupport> engines = engine_support(*problem, plan);
        QCOMPARE(engines.front().engine, std::string("megatron-lm"));
        QVERIFY(!engines.front().runs);
        QVERIFY2(contains(engines.front().because, "the model's architecture is not known"),
                 engines.front().because.c_str());
        QVERIFY(!launchable_instead(*problem, unknown.plans, 0, "megatron"));
        const auto script = io::export_plan("megatron", *problem, plan, unknown.plans.front().evaluation);
        QVERIFY(!script.ok());
        QVERIFY2(contains(describe(script.fault()), engines.front().because), describe(script.fault()).c_str());
        // What a layout breaks is said first.
        RankedPlan gpipe = unknown.plans.front();
        gpipe.plan.schedule = ScheduleKind::gpipe;
        for (const EngineSupport& support : engine_support(*problem, gpipe.plan)) {
            if (support.engine == "megatron-lm") QVERIFY(contains(support.because, "GPipe"));
            if (support.engine == "torchtitan") QVERIFY(!contains(support.because, "architecture"));
        }
    }

    void commandLine() {
        QTemporaryDir folder;
        const std::string file = folder.filePath("plans.json").toStdString();
        const Run one = run({"solve", "--model", "mixtral-8x7b", "--topology", "hgx-h100x4", "--set",
                             "layouts=pp-inner", "--json", file});
        QCOMPARE(one.status, 0);
        const Result<io::PlanFile> read = io::plan_from_json(*io::read_json(file), file);
        QVERIFY(read.ok());
        QCOMPARE(read->result.plans.size(), std::size_t(1)); // the optimum and no other
        bool launched = false;
        for (const EngineSupport& support : engine_support(read->problem, read->result.plans.front().plan))
            launched = launched || support.runs;
        QVERIFY2(!launched, "the instance must have a best plan that no engine runs");
        QVERIFY2(contains(one.out, "is run by Megatron-LM: "), one.out.c_str());
        QVERIFY2(contains(one.out, "--set target=megatron"), one.out.c_str());
        const Run refused = run({"export", "--plan", file, "--format", "megatron", "-o", "-"});
        QCOMPARE(refused.status, 2);
        QVERIFY2(contains(refused.err, "--set target=megatron"), refused.err.c_str());
        QVERIFY(!contains(run({"export", "--plan", file, "--format", "csv", "-o", "-"}).err, "target="));

        const Run many = run({"solve", "--model", "mixtral-8x7b", "--topology", "hgx-h100x4", "--set",
                              "layouts=pp-inner", "--set", "cp=1", "--top", "40", "--json", file});
        QCOMPARE(many.status, 0);
        const auto at = many.out.find("--index ");
        QVERIFY2(at != std::string::npos, "one of the first forty must run on an engine");
        const std::string index = many.out.substr(at + 8, many.out.find(' ', at + 8) - at - 8);
        const Run again = run({"export", "--plan", file, "--format", "megatron", "-o", "-"});
        QVERIFY2(contains(again.err, "--index " + index), again.err.c_str());
        QCOMPARE(run({"export", "--plan", file, "--format", "megatron", "-o", "-", "--index", index}).status, 0);
    }
};

QTEST_GUILESS_MAIN(TestLaunchable)
#include "test_launchable.moc"
