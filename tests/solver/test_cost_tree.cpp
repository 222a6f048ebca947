// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/files.h"
#include "plan/evaluation.h"
#include "search/solve.h"

#include <QTest>
#include <cmath>

using namespace nest;

namespace {

const CostNode* child(const CostNode& node, const std::string& name) {
    for (const CostNode& one : node.children)
        if (one.name == name) return &one;
    return nullptr;
}

/// Names of nodes that leave something unsaid.
void collectSilent(const CostNode& node, const std::string& path, QStringList& silent) {
    const std::string here = path + "/" + node.name;
    if (node.formula.empty()) silent << QString::fromStdString(here + ": no formula");
    if (node.source.empty()) silent << QString::fromStdString(here + ": no source");
    for (const auto& [name, value] : node.inputs)
        if (name.empty() || value.empty()) silent << QString::fromStdString(here + ": an empty input");
    for (const CostNode& one : node.children)
        collectSilent(one, here, silent);
}

bool sumsUp(const CostNode& node) {
    double sum = 0;
    for (const CostNode& one : node.children)
        sum += one.value;
    return std::abs(sum - node.value) <= 1e-9 * std::abs(node.value);
}

} // namespace

/// The tree that the inspector shows: nothing in it lacks its formula or where that is from, and what is said to be a
/// sum is one.
class TestCostTree : public QObject {
    Q_OBJECT
private slots:
    void tellsFormulaAndSource_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("schedule");
        QTest::addColumn<QString>("objective");
        QTest::newRow("1F1B") << "llama3-70b"
                              << "1f1b"
                              << "latency";
        QTest::newRow("GPipe") << "llama3-8b"
                               << "gpipe"
                               << "latency";
        QTest::newRow("paper") << "llama3-70b"
                               << "1f1b"
                               << "paper";
        QTest::newRow("experts") << "mixtral-8x7b"
                                 << "1f1b"
                                 << "latency";
    }
    void tellsFormulaAndSource() {
        QFETCH(QString, model);
        QFETCH(QString, schedule);
        QFETCH(QString, objective);
        Options options;
        QVERIFY(!set_option_text(options, "schedule", schedule.toStdString()));
        QVERIFY(!set_option_text(options, "objective", objective.toStdString()));
        const Result<Problem> problem = io::find_problem(model.toStdString(), "dgx-h100x16", "", options);
        QVERIFY(problem.ok());
        const SolveResult result = solve(*problem, {});
        QVERIFY(!result.plans.empty());
        const RankedPlan& best = result.plans.front();
        const CostNode tree = cost_tree(*problem, best.plan, best.evaluation);

        QStringList silent;
        collectSilent(tree, "", silent);
        QVERIFY2(silent.isEmpty(), qPrintable(silent.join(QLatin1Char('\n'))));

        QCOMPARE(tree.children.size(), 3 + best.plan.stages.size());
        double parts = 0;
        for (const char* name : {"pipeline", "sync", "update"})
            parts += child(tree, name)->value;
        QVERIFY(std::abs(parts - best.evaluation.step_seconds) <= 1e-9 * parts);
        for (std::size_t stage = 0; stage < best.plan.stages.size(); ++stage) {
            const CostNode* node = child(tree, "stage " + std::to_string(stage));
            QVERIFY(node);
            QVERIFY(sumsUp(*child(*node, "load")));
            QVERIFY(sumsUp(*child(*node, "memory")));
        }
    }

    /// Times that a model brings along are not said to be computed.
    void profiledLayersSaySo() {
        Profile profile;
        profile.forward_seconds = 1;
        profile.backward_seconds = 2;
        Layer layer;
        layer.id = "all";
        layer.profiles = {profile};
        ModelGraph model;
        model.name = "measured";
        model.layers = {layer};
        LevelModel levels;
        levels.name = "one";
        levels.slot_count = 1;
        levels.levels = {Level{"one", 1, 1e9, 1e-6, {}}};
        Device device;
        device.memory_bytes = 1e12;
        device.memory_bandwidth = 1e12;
        device.peak_flops = {{"bf16", 1e14}};
        Options options;
        options.global_batch = 1;
        const Result<Problem> problem = make_problem(model, levels, device, options);
        QVERIFY2(problem.ok(), problem.ok() ? "" : describe(problem.fault()).c_str());
        Plan plan;
        plan.stages = {StagePlan{{0}, Recompute::none, 0}};
        const Result<Evaluation> evaluation = evaluate(*problem, plan);
        QVERIFY(evaluation.ok());
        const CostNode tree = cost_tree(*problem, plan, *evaluation);
        const CostNode* load = child(*child(tree, "stage 0"), "load");
        for (const char* name : {"forward", "backward"})
            QVERIFY(child(*load, name)->formula.find("measured") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestCostTree)
#include "test_cost_tree.moc"
