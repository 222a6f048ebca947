// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/problem.h"

#include <QTest>

using namespace nest;

namespace {

ModelGraph one_layer() {
    ModelGraph model;
    model.name = "one";
    Layer layer;
    layer.id = "a";
    layer.profiles.push_back(Profile{});
    layer.profiles.back().forward_seconds = 1;
    layer.profiles.back().backward_seconds = 2;
    model.layers.push_back(layer);
    return model;
}

/// 8 devices a node, 4 nodes a rack, 4 racks.
LevelModel three_levels() {
    LevelModel levels;
    levels.name = "net";
    levels.slot_count = 128;
    levels.levels = {Level{"nvlink", 8, 450e9, 2e-6, {}}, Level{"rack", 32, 50e9, 5e-6, {}},
                     Level{"spine", 128, 25e9, 8e-6, {}}};
    return levels;
}

Device device() {
    Device result;
    result.name = "d";
    result.memory_bytes = 80e9;
    result.memory_bandwidth = 1e12;
    result.peak_flops["bf16"] = 1e14;
    return result;
}

} // namespace

class ProblemTest : public QObject {
    Q_OBJECT

private slots:
    void plain();
    void nodes_data();
    void nodes();
    void nodesKeepAbsentSlots();
    void levelChanges();
    void measuredTimesYieldToChanges();
    void faults();
    void usableDevices();
    void boundWithoutEffect();
};

void ProblemTest::plain() {
    const auto problem = make_problem(one_layer(), three_levels(), device(), {}, "net");
    QVERIFY(problem.ok());
    QCOMPARE(problem->levels.device_count(), 128);
    QCOMPARE(problem->topology_name, std::string("net"));
    QCOMPARE(problem->capacity(), 80e9);
    QCOMPARE(problem->levels.bandwidth(3), 25e9);
}

void ProblemTest::nodes_data() {
    QTest::addColumn<int>("nodes");
    QTest::addColumn<int>("devices");
    QTest::addColumn<QList<int>>("sizes");
    QTest::addRow("all") << 16 << 128 << QList<int>{8, 32, 128};
    QTest::addRow("one") << 1 << 8 << QList<int>{8};
    QTest::addRow("part of a rack") << 2 << 16 << QList<int>{8, 16};
    QTest::addRow("one rack") << 4 << 32 << QList<int>{8, 32};
    QTest::addRow("rack and a half") << 6 << 48 << QList<int>{8, 32, 64};
    QTest::addRow("two racks") << 8 << 64 << QList<int>{8, 32, 64};
}

void ProblemTest::nodes() {
    QFETCH(int, nodes);
    QFETCH(int, devices);
    QFETCH(QList<int>, sizes);
    Options options;
    options.nodes = nodes;
    const auto problem = make_problem(one_layer(), three_levels(), device(), options);
    QVERIFY(problem.ok());
    QCOMPARE(problem->levels.device_count(), devices);
    QCOMPARE(problem->levels.level_count(), static_cast<int>(sizes.size()));
    for (int l = 1; l <= problem->levels.level_count(); ++l)
        QCOMPARE(problem->levels.group_size(l), sizes[l - 1]);
    // The kept devices see each other at the levels they had.
    LevelModel whole = three_levels();
    QVERIFY(whole.finish().empty());
    for (int i = 0; i < devices; ++i)
        QCOMPARE(problem->levels.level_between(0, i), whole.level_between(0, i));
}

void ProblemTest::nodesKeepAbsentSlots() {
    LevelModel levels = three_levels();
    levels.absent = {3, 20, 100};
    Options options;
    options.nodes = 6;
    const auto problem = make_problem(one_layer(), levels, device(), options);
    QVERIFY(problem.ok());
    QCOMPARE(problem->levels.device_count(), 46);
}

void ProblemTest::levelChanges() {
    Options options;
    options.level_bandwidth["nvlink"] = {true, 0.5};
    options.level_bandwidth["spine"] = {false, 10e9};
    options.level_latency["rack"] = {true, 2};
    const auto problem = make_problem(one_layer(), three_levels(), device(), options);
    QVERIFY(problem.ok());
    QCOMPARE(problem->levels.bandwidth(1), 225e9);
    QCOMPARE(problem->levels.bandwidth(3), 10e9);
    QCOMPARE(problem->levels.latency(2), 10e-6);

    options.level_bandwidth["nvlnk"] = {true, 0.5};
    const auto unknown = make_problem(one_layer(), three_levels(), device(), options);
    QVERIFY(!unknown.ok());
    QCOMPARE(static_cast<int>(unknown.fault().code), static_cast<int>(ErrorCode::unknown_name));
    QCOMPARE(unknown.fault().suggestion, std::string("nvlink"));
}

void ProblemTest::measuredTimesYieldToChanges() {
    LevelModel levels = three_levels();
    levels.levels[1].profile.push_back({CollectiveOp::all_reduce, 32, 1e6, 1e-3});
    Options options;
    QCOMPARE(make_problem(one_layer(), levels, device(), options)->levels.levels[1].profile.size(), 1U);
    options.level_bandwidth["rack"] = {true, 2};
    const auto problem = make_problem(one_layer(), levels, device(), options);
    QVERIFY(problem.ok());
    QVERIFY(problem->levels.levels[1].profile.empty());
    QCOMPARE(problem.diagnostics().size(), 1U);
}

void ProblemTest::faults() {
    Options options;
    options.nodes = 17;
    QVERIFY(!make_problem(one_layer(), three_levels(), device(), options).ok());
    options = {};
    options.sequence_length = 4096; // the model is a measurement that states no length
    QVERIFY(!make_problem(one_layer(), three_levels(), device(), options).ok());
    options = {};
    options.level_bandwidth["rack"] = {true, 1e308};
    QVERIFY(!make_problem(one_layer(), three_levels(), device(), options).ok());
    Device empty;
    QVERIFY(!make_problem(one_layer(), three_levels(), empty, {}).ok());
    QVERIFY(!make_problem(one_layer(), LevelModel(), device(), {}).ok());
    QVERIFY(!make_problem(ModelGraph(), three_levels(), device(), {}).ok());
}

void ProblemTest::usableDevices() {
    Options options;
    options.max_devices = 100;
    QCOMPARE(make_problem(one_layer(), three_levels(), device(), options)->usable_devices(), 100);
    options.max_devices = 1000;
    QCOMPARE(make_problem(one_layer(), three_levels(), device(), options)->usable_devices(), 128);
}

/// A bound that the objective doesn't read is said to be without effect.
void ProblemTest::boundWithoutEffect() {
    Options options;
    options.max_step_seconds = 10;
    const auto notes = [&](Objective objective) {
        options.objective = objective;
        const Result<Problem> problem = make_problem(one_layer(), three_levels(), device(), options);
        return std::ranges::count(problem.diagnostics(), std::string("max_step_seconds"), &Diagnostic::subject);
    };
    QCOMPARE(notes(Objective::latency), 1);
    QCOMPARE(notes(Objective::paper), 1);
    QCOMPARE(notes(Objective::memory), 0);
    QCOMPARE(notes(Objective::balanced_memory), 0);
}

QTEST_APPLESS_MAIN(ProblemTest)
#include "test_problem.moc"
