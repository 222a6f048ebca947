// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/plan_edits.h"

#include <QTest>
#include <random>

using namespace nest;

class TestPlanEdits : public QObject {
    Q_OBJECT

    static ModelGraph chain(int layers) {
        ModelGraph model;
        for (int i = 0; i < layers; ++i) {
            model.layers.push_back({"layer" + std::to_string(i), LayerKind::transformer, {}, {}});
            if (i) model.edges.push_back({i - 1, i, 1.0});
        }
        return model;
    }
    static Plan plan(const std::vector<std::vector<int>>& stages) {
        Plan plan;
        for (const auto& layers : stages)
            plan.stages.push_back({layers, Recompute::none, 0});
        return plan;
    }

private slots:
    void runsOfLayersHaveBorders() {
        QVERIFY(has_movable_borders(chain(5), plan({{0, 1}, {2, 3, 4}})));
        QVERIFY(has_movable_borders(chain(5), plan({{0, 1, 2, 3, 4}})));
        QVERIFY(!has_movable_borders(chain(5), plan({{0, 2}, {1, 3, 4}})));
        QVERIFY(!has_movable_borders(chain(5), plan({{0, 1}, {2, 3}}))); // a layer is missing
        ModelGraph backwards = chain(3);
        backwards.edges.push_back({2, 0, 1.0});
        QVERIFY(!has_movable_borders(backwards, plan({{0}, {1, 2}})));
        ModelGraph skipping = chain(5); // a residual over a border is cut like any other tensor
        skipping.edges.push_back({0, 4, 1.0});
        QVERIFY(has_movable_borders(skipping, plan({{0, 1}, {2, 3, 4}})));
    }

    void aBorderTakesLayersFromItsNeighbour() {
        const Plan before = plan({{0, 1, 2}, {3, 4}, {5, 6, 7}});
        QCOMPARE(with_border(before, 1, 2), plan({{0, 1}, {2, 3, 4}, {5, 6, 7}}));
        QCOMPARE(with_border(before, 1, 4), plan({{0, 1, 2, 3}, {4}, {5, 6, 7}}));
        QCOMPARE(with_border(before, 2, 4), plan({{0, 1, 2}, {3}, {4, 5, 6, 7}}));
        // It stops where a stage would be left without layers.
        QCOMPARE(with_border(before, 1, -7), plan({{0}, {1, 2, 3, 4}, {5, 6, 7}}));
        QCOMPARE(with_border(before, 1, 99), plan({{0, 1, 2, 3}, {4}, {5, 6, 7}}));
        QCOMPARE(nearest_border(before, 2, 99), 7);
        QCOMPARE(nearest_border(before, 2, 0), 4);
    }

    void whatStagesKeepStaysWithThem() {
        Plan before = plan({{0, 1, 2}, {3, 4}});
        before.stages[0].recompute = Recompute::full;
        before.stages[1].zero = 2;
        const Plan after = with_border(before, 1, 1);
        QCOMPARE(after.stages[0].recompute, Recompute::full);
        QCOMPARE(after.stages[1].zero, 2);
    }

    void randomMovesKeepEveryLayerOnce() {
        std::mt19937 random(7);
        for (int round = 0; round < 300; ++round) {
            const int layers = 2 + static_cast<int>(random() % 40), stages = 1 + static_cast<int>(random() % 8);
            if (stages > layers) continue;
            std::vector<std::vector<int>> runs(static_cast<std::size_t>(stages));
            for (int layer = 0; layer < layers; ++layer)
                runs[static_cast<std::size_t>(layer * stages / layers)].push_back(layer);
            Plan now = plan(runs);
            for (int move = 0; move < 20 && stages > 1; ++move)
                now = with_border(now, 1 + static_cast<int>(random() % static_cast<unsigned>(stages - 1)),
                                  static_cast<int>(random() % 50) - 5);
            QVERIFY(has_movable_borders(chain(layers), now));
            QCOMPARE(now.stage_count(), stages);
        }
    }

    void recomputationGoesRound() {
        QCOMPARE(next_recompute(Recompute::none), Recompute::selective);
        QCOMPARE(next_recompute(Recompute::selective), Recompute::full);
        QCOMPARE(next_recompute(Recompute::full), Recompute::none);
        QCOMPARE(next_recompute(Recompute::stage), Recompute::none);
        const Plan after = with_recompute(plan({{0}, {1}}), 1, Recompute::selective);
        QCOMPARE(after.stages[0].recompute, Recompute::none);
        QCOMPARE(after.stages[1].recompute, Recompute::selective);
    }
};

QTEST_APPLESS_MAIN(TestPlanEdits)
#include "test_plan_edits.moc"
