// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/export.h"
#include "io/files.h"
#include "network/hosts.h"
#include "plan_fixtures.h"

#include <QTest>

using namespace nest;

namespace {

LevelModel nodes_of_four(std::int64_t nodes, std::vector<std::int64_t> absent = {}) {
    LevelModel levels;
    levels.name = "nodes of four";
    levels.slot_count = 4 * nodes;
    for (const std::int64_t size : {std::int64_t{4}, 4 * nodes}) {
        Level level;
        level.name = "l" + std::to_string(size);
        level.group_size = size;
        level.bandwidth = 1e9;
        levels.levels.push_back(level);
    }
    levels.absent = std::move(absent);
    if (!levels.finish().empty()) throw std::runtime_error("levels");
    return levels;
}

std::vector<std::int64_t> held(const LevelModel& levels) {
    const EvenHosts hosts(levels);
    std::vector<std::int64_t> ranks;
    for (std::int64_t count = 1; count <= levels.device_count(); ++count)
        if (hosts.hold(count)) ranks.push_back(count);
    return ranks;
}

} // namespace

/// Machines, and engines whose launcher starts as many processes on each.
class TestHosts : public QObject {
    Q_OBJECT
private slots:
    void evenNumbersOfRanks() {
        using Ranks = std::vector<std::int64_t>;
        QCOMPARE(held(nodes_of_four(3)), (Ranks{1, 2, 3, 4, 8, 12}));
        // The second node has three devices: ranks 4..6, so that rank 7 is on the third.
        QCOMPARE(held(nodes_of_four(3, {5})), (Ranks{1, 2, 3, 4}));
        QCOMPARE(held(nodes_of_four(3, {9})), (Ranks{1, 2, 3, 4, 8}));
        QCOMPARE(held(nodes_of_four(3, {0})), (Ranks{1, 2, 3}));
        QVERIFY(EvenHosts().hold(1000));
    }

    /// A search for Megatron-LM finds what its export writes; 20 devices of nodes of eight would be the fastest.
    void theSearchForAnEngineKnows() {
        Options options;
        options.global_batch = 60;
        options.max_devices = 20;
        const Result<Problem> any = io::find_problem("llama3-8b", "dgx-h100x3", "", options);
        QVERIFY(any.ok());
        const SolveResult free = fixture::solved(*any);
        QCOMPARE(free.plans.front().plan.devices(), std::int64_t{20});
        options.target = "megatron";
        const Result<Problem> problem = io::find_problem("llama3-8b", "dgx-h100x3", "", options);
        QVERIFY(problem.ok());
        const SolveResult result = fixture::solved(*problem);
        QVERIFY(!result.plans.empty());
        const auto& [plan, evaluation] = result.plans.front();
        QVERIFY(plan.devices() == 16 || plan.devices() <= 8);
        QVERIFY(io::export_plan("megatron", *problem, plan, evaluation).ok());
        QVERIFY(!io::export_plan("megatron", *any, free.plans.front().plan, free.plans.front().evaluation).ok());
    }
};

QTEST_APPLESS_MAIN(TestHosts)
#include "test_hosts.moc"
