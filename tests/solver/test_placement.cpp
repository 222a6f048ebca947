// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/placement.h"

#include <QTest>
#include <random>

using namespace nest;

namespace {

LevelModel make_levels(const std::vector<std::int64_t>& sizes, std::vector<std::int64_t> absent = {}) {
    LevelModel levels;
    levels.name = "test";
    levels.slot_count = sizes.back();
    for (const std::int64_t size : sizes) {
        Level level;
        level.name = "l" + std::to_string(levels.levels.size()); // sizes may be equal
        level.group_size = size;
        level.bandwidth = 1e9;
        level.latency = 1e-6;
        levels.levels.push_back(level);
    }
    levels.absent = std::move(absent);
    if (!levels.finish().empty()) qFatal("bad levels");
    return levels;
}

} // namespace

class TestPlacement : public QObject {
    Q_OBJECT
private slots:
    void stridesAreRoundedUpToGroups() {
        const LevelModel levels = make_levels({8, 32, 128});
        // 5 stages of 8: 40 packed (also a multiple of 8), 64 to start on a leaf.
        QCOMPARE(strides_of(levels, 5, 2, 8, 128), (std::vector<std::int64_t>{40, 64}));
        QCOMPARE(strides_of(levels, 5, 3, 8, 128), (std::vector<std::int64_t>{40})); // 2 * 64 + 40 > 128
        QCOMPARE(strides_of(levels, 5, 1, 8, 128), (std::vector<std::int64_t>{40}));
        QVERIFY(strides_of(levels, 5, 4, 8, 128).empty());
    }

    void handComputedShapes() {
        // 4 nodes of 8. Two replicas of two stages of one node each, pp-inner.
        const LevelModel levels = make_levels({8, 32});
        const Placement placement = place(levels, RankGrid({8, 1, 1, false}, LayoutKind::pp_inner, 2, 2, 16));
        QCOMPARE(placement.level_in, (std::vector<int>{0, 2}));
        const StageShapes& shapes = placement.of(0);
        QCOMPARE(shapes.tensor.most[1], 8);
        QCOMPARE(shapes.tensor.most[2], 1);
        QCOMPARE(shapes.tensor.top, 1);
        QCOMPARE(shapes.dense_replicas.size, 2);
        QCOMPARE(shapes.dense_replicas.most[1], 1);
        QCOMPARE(shapes.dense_replicas.most[2], 2);
        QCOMPARE(shapes.dense_replicas.top, 2);
    }

    /// Levels of a cut differ between replicas when a replica straddles a node: the worst counts.
    void worstLevelOverReplicas() {
        const LevelModel levels = make_levels({4, 16});
        // 2 stages of 1 device, replicas 3 apart: replica 1 sits on ranks 3 and 4, in two nodes.
        const Placement placement = place(levels, RankGrid({1, 1, 1, false}, LayoutKind::pp_inner, 2, 3, 3));
        QCOMPARE(placement.level_in, (std::vector<int>{0, 2}));
    }

    void shortWayEqualsListing() {
        std::mt19937_64 random(7);
        const auto pick = [&](std::initializer_list<std::int64_t> values) {
            return *(values.begin() + static_cast<std::ptrdiff_t>(random() % values.size()));
        };
        int compared = 0;
        while (compared < 6000) {
            std::vector<std::int64_t> sizes{pick({1, 2, 3, 4, 6, 8})};
            const auto more = random() % 4;
            for (std::uint64_t level = 0; level < more; ++level)
                sizes.push_back(sizes.back() * pick({1, 2, 3, 4, 10}));
            const LevelModel levels = make_levels(sizes);
            Strategy strategy{pick({1, 2, 3, 4, 8}), pick({1, 2, 4}), pick({1, 2}), false};
            if (random() % 2 == 0) strategy.expert_tp = pick({1, 2, 4});
            const std::int64_t stages = pick({1, 2, 3, 4, 5}), replicas = pick({1, 2, 3, 4, 6, 16, 35});
            if (!strategy.experts_fill(replicas)) continue;
            const LayoutKind layout = random() % 2 == 0 ? LayoutKind::pp_inner : LayoutKind::dp_inner;
            const std::int64_t inner = layout == LayoutKind::pp_inner ? stages : replicas,
                               outer = stages * replicas / inner;
            for (const std::int64_t stride : strides_of(levels, inner, outer, strategy.width(), levels.slot_count)) {
                const RankGrid grid(strategy, layout, stages, replicas, stride);
                const Placement quick = place(levels, grid), listed = place_by_listing(levels, grid);
                QVERIFY(quick == listed);
                ++compared;
            }
        }
    }

    /// Without replica groups, from a few replicas: no collective and no cut is dearer than it really is.
    void roughPlacementIsNeverDearer() {
        std::mt19937_64 random(11);
        const auto pick = [&](std::initializer_list<std::int64_t> values) {
            return *(values.begin() + static_cast<std::ptrdiff_t>(random() % values.size()));
        };
        int dearer = 0, compared = 0;
        while (compared < 1500) {
            const std::int64_t node = pick({2, 3, 4, 8}), rack = node * pick({2, 3, 4});
            const LevelModel levels = make_levels({node, rack, rack * pick({4, 8})});
            const Strategy strategy{pick({1, 2, 3, 4, 6}), pick({1, 2, 3}), pick({1, 2, 4}), false};
            const std::int64_t stages = pick({1, 2, 3, 5}), replicas = pick({1, 2, 5, 9, 12, 20});
            const LayoutKind layout = random() % 2 == 0 ? LayoutKind::pp_inner : LayoutKind::dp_inner;
            const std::int64_t inner = layout == LayoutKind::pp_inner ? stages : replicas,
                               outer = stages * replicas / inner;
            for (const std::int64_t stride : strides_of(levels, inner, outer, strategy.width(), levels.slot_count)) {
                const RankGrid grid(strategy, layout, stages, replicas, stride);
                const Placement rough = place(levels, grid, PlacementDetail::without_replicas),
                                listed = place_by_listing(levels, grid);
                ++compared;
                for (int stage = 0; stage < stages; ++stage) {
                    const auto index = static_cast<std::size_t>(stage);
                    QVERIFY(rough.level_in[index] <= listed.level_in[index]);
                    for (const auto& [guess, real] :
                         {std::pair(rough.of(stage).tensor, listed.of(stage).tensor),
                          std::pair(rough.of(stage).expert, listed.of(stage).expert),
                          std::pair(rough.of(stage).context, listed.of(stage).context),
                          std::pair(rough.of(stage).dense_replicas, listed.of(stage).dense_replicas)}) {
                        for (const CollectiveOp op : {CollectiveOp::all_reduce, CollectiveOp::reduce_scatter,
                                                      CollectiveOp::all_to_all, CollectiveOp::ring_exchange}) {
                            const double least = collective_seconds(levels, guess, op, 1e6),
                                         most = collective_seconds(levels, real, op, 1e6);
                            QVERIFY(least <= most * (1 + 1e-12));
                            dearer += least < most * (1 - 1e-9) ? 1 : 0;
                        }
                    }
                }
            }
        }
        QVERIFY(dearer > 100);
    }

    void everyRankHasOnePlace() {
        const RankGrid grid({2, 2, 2, false}, LayoutKind::dp_inner, 3, 2, 18);
        std::vector<int> seen(60, 0);
        for (std::int64_t r = 0; r < 2; ++r)
            for (std::int64_t i = 0; i < 3; ++i)
                for (std::int64_t j = 0; j < 8; ++j) {
                    const RankPlace place = place_of(grid, grid.rank(r, i, j));
                    QVERIFY(place.used);
                    QCOMPARE(place.replica, r);
                    QCOMPARE(place.stage, i);
                    QCOMPARE((place.expert * 2 + place.context) * 2 + place.tensor, j);
                    ++seen[static_cast<std::size_t>(grid.rank(r, i, j))];
                }
        for (std::int64_t rank = 0; rank < 60; ++rank) {
            QVERIFY(seen[static_cast<std::size_t>(rank)] <= 1);
            QCOMPARE(place_of(grid, rank).used, seen[static_cast<std::size_t>(rank)] == 1);
        }
    }
};

QTEST_APPLESS_MAIN(TestPlacement)
#include "test_placement.moc"
