// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "network/collectives.h"

#include <QtTest>

#include <numeric>
#include <random>

using namespace nest;

namespace {

constexpr std::array every_op{CollectiveOp::all_reduce, CollectiveOp::all_gather, CollectiveOp::reduce_scatter,
                              CollectiveOp::all_to_all, CollectiveOp::ring_exchange};

/// 4 nodes of 4: 100 GB/s and 1 us inside, 10 GB/s and 10 us between.
LevelModel two_levels() {
    LevelModel model;
    model.slot_count = 16;
    model.levels = {{"node", 4, 100e9, 1e-6, {}}, {"cluster", 16, 10e9, 10e-6, {}}};
    model.finish();
    return model;
}

GroupShape whole(const LevelModel& model) {
    std::vector<std::int64_t> ranks(static_cast<std::size_t>(model.device_count()));
    std::iota(ranks.begin(), ranks.end(), 0);
    return shape_of_groups(model, {ranks});
}

bool near(double value, double expected) {
    return std::abs(value - expected) <= 1e-12 * std::abs(expected);
}

} // namespace

class TestCollectives : public QObject {
    Q_OBJECT
private slots:
    void shapeOfAllRanks() {
        const GroupShape shape = whole(two_levels());
        QCOMPARE(shape.size, std::int64_t{16});
        QCOMPARE(shape.top, 2);
        QCOMPARE(shape.most, (std::vector<std::int64_t>{1, 4, 4}));
        QCOMPARE(shape.fewest, (std::vector<std::int64_t>{1, 4, 4}));
        QCOMPARE(shape.share[1], 15.0 / 16);
        QCOMPARE(shape.share[2], 12.0 / 16);
    }

    void shapeOfUnevenGroups() {
        // One node has three members, the next a single one; the second set lies in one node.
        const GroupShape shape = shape_of_groups(two_levels(), {{4, 0, 1, 2}, {8, 9, 10, 11}});
        QCOMPARE(shape.size, std::int64_t{4});
        QCOMPARE(shape.top, 2);
        QCOMPARE(shape.most, (std::vector<std::int64_t>{1, 4, 2}));
        QCOMPARE(shape.fewest, (std::vector<std::int64_t>{1, 1, 1}));
        QCOMPARE(shape.share[1], 3.0 / 4);
        QCOMPARE(shape.share[2], 3.0 / 4);
    }

    void shapeCountsSlotsNotRanks() {
        LevelModel model = two_levels();
        model.absent = {1, 2, 3};
        QVERIFY(model.finish().empty());
        const GroupShape shape = shape_of_groups(model, {{0, 1}}); // slots 0 and 4
        QCOMPARE(shape.most, (std::vector<std::int64_t>{1, 1, 2}));
        QCOMPARE(shape.top, 2);
    }

    void singleRankAndNoBytesAreFree() {
        const LevelModel model = two_levels();
        const GroupShape lonely = shape_of_groups(model, {{3}, {7}});
        QCOMPARE(lonely.top, 0);
        for (const CollectiveOp op : every_op) {
            QCOMPARE(collective_seconds(model, lonely, op, 1e9), 0.0);
            QCOMPARE(collective_seconds(model, whole(model), op, 0.0), 0.0);
            QCOMPARE(collective_cost(model, lonely, op, 1e9).algorithm, CollectiveAlgorithm::none);
        }
    }

    void hierarchicalByHand() {
        const LevelModel model = two_levels();
        const GroupShape shape = whole(model);
        // Inside: 3 * 1 us + 3/4 * 8 GB / 100 GB/s; between: 3 * 10 us + 3/4 * 2 GB / 10 GB/s.
        const double once = 3e-6 + 0.06 + 3e-5 + 0.15;
        QVERIFY(near(collective_seconds(model, shape, CollectiveOp::all_gather, 8e9), once));
        QVERIFY(near(collective_seconds(model, shape, CollectiveOp::reduce_scatter, 8e9), once));
        const CollectiveCost reduce = collective_cost(model, shape, CollectiveOp::all_reduce, 8e9);
        QVERIFY(near(reduce.seconds, 2 * once));
        QCOMPARE(reduce.algorithm, CollectiveAlgorithm::hierarchical);
        QVERIFY(near(collective_seconds(model, shape, CollectiveOp::all_to_all, 8e9),
                     2 * 1e-6 + 2 * 10e-6 + 0.75 * 0.8)); // the outer level is the slower one
        QVERIFY(near(collective_seconds(model, shape, CollectiveOp::ring_exchange, 8e9), 15 * 10e-6 + 15.0 / 16 * 0.8));
    }

    void unevenGroupsCarryMore() {
        const LevelModel model = two_levels();
        const GroupShape shape = shape_of_groups(model, {{0, 1, 2, 4}});
        // A lonely rank carries the whole tensor across the outer level.
        QVERIFY(near(collective_seconds(model, shape, CollectiveOp::all_gather, 3e9),
                     2 * 1e-6 + 2.0 / 3 * 0.03 + 10e-6 + 0.5 * 0.3));
        QVERIFY(near(collective_seconds(model, shape, CollectiveOp::all_to_all, 4e9),
                     1e-6 * std::log2(3.0) + 10e-6 + 0.75 * 0.4));
    }

    void treeWinsForSmallMessages() {
        LevelModel model;
        model.slot_count = 12;
        model.levels = {{"switch", 12, 100e9, 1e-6, {}}};
        QVERIFY(model.finish().empty());
        const CollectiveCost cost = collective_cost(model, whole(model), CollectiveOp::all_reduce, 1000);
        QCOMPARE(cost.algorithm, CollectiveAlgorithm::tree);
        QVERIFY(near(cost.seconds, 2 * 4 * 1e-6 + 2 * 1e-8)); // ceil(log2 12) = 4
    }

    void fasterOuterLevelIsLimitedByTheInner() {
        LevelModel model = two_levels();
        model.levels[1].bandwidth = 400e9;
        QVERIFY(model.finish().empty());
        const GroupShape across = shape_of_groups(model, {{0, 4}});
        QVERIFY(near(collective_seconds(model, across, CollectiveOp::all_gather, 2e9), 10e-6 + 0.5 * 0.02));
    }

    /// Ring all-reduce inside one switch: the published bus factor 2 (n - 1) / n of nccl-tests.
    void busFactorOfRing() {
        LevelModel model;
        model.slot_count = 8;
        model.levels = {{"nvlink", 8, 450e9, 0, {}}};
        QVERIFY(model.finish().empty());
        const double seconds = collective_seconds(model, whole(model), CollectiveOp::all_reduce, 4.5e9);
        QVERIFY(near(seconds, 2.0 * 7 / 8 * 0.01));
    }

    void monotoneInBytesAndBandwidth() {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> exponent(0, 10);
        for (int trial = 0; trial < 300; ++trial) {
            LevelModel model;
            model.slot_count = 48;
            model.levels = {{"a", 4, std::pow(10, exponent(random)), 1e-6, {}},
                            {"b", 12, std::pow(10, exponent(random)), 2e-6, {}},
                            {"c", 48, std::pow(10, exponent(random)), 1e-5, {}}};
            QVERIFY(model.finish().empty());
            std::vector<std::int64_t> ranks(48);
            std::iota(ranks.begin(), ranks.end(), 0);
            std::shuffle(ranks.begin(), ranks.end(), random);
            const auto size = std::uniform_int_distribution<std::ptrdiff_t>(2, 16)(random);
            const GroupShape shape = shape_of_groups(
                model, {{ranks.begin(), ranks.begin() + size}, {ranks.begin() + size, ranks.begin() + 2 * size}});
            LevelModel faster = model;
            faster.levels[static_cast<std::size_t>(trial % 3)].bandwidth *= 1.5;
            QVERIFY(faster.finish().empty());
            for (const CollectiveOp op : every_op) {
                double before = 0;
                for (double bytes = 1; bytes < 1e12; bytes *= 3.7) {
                    const double seconds = collective_seconds(model, shape, op, bytes);
                    QVERIFY(seconds > before);
                    QVERIFY(collective_seconds(faster, shape, op, bytes) <= seconds);
                    before = seconds;
                }
            }
        }
    }

    void measuredTimesReplaceTheFormula() {
        LevelModel model = two_levels();
        model.levels[0].profile = {
            {CollectiveOp::all_reduce, 2, 1e6, 1e-4}, // for 2 ranks
            {CollectiveOp::all_reduce, 4, 1e8, 4e-3},
            {CollectiveOp::all_reduce, 4, 1e6, 1e-3},
            {CollectiveOp::all_reduce, 4, 1e7, 0.5e-3}, // a dip: the running maximum hides it
        };
        QVERIFY(model.finish().empty());
        const GroupShape three = shape_of_groups(model, {{0, 1, 2}}); // priced as the 4 ranks listed
        const auto seconds = [&](double bytes) {
            const CollectiveCost cost = collective_cost(model, three, CollectiveOp::all_reduce, bytes);
            return cost.algorithm == CollectiveAlgorithm::measured ? cost.seconds : -1;
        };
        QCOMPARE(seconds(1e6), 1e-3);
        QCOMPARE(seconds(1e7), 1e-3);
        QCOMPARE(seconds(1e8), 4e-3);
        QVERIFY(near(seconds(std::sqrt(1e7 * 1e8)), 2e-3)); // geometric middle
        QVERIFY(near(seconds(3e6), 1e-3));

        // Outside: the formula 2 * (2 us + 2/3 x / 100 GB/s), scaled to meet the end.
        const auto formula = [](double bytes) {
            return std::min(2 * (2e-6 + 2.0 / 3 * bytes / 100e9), 2 * 2 * 1e-6 + 2 * bytes / 100e9);
        };
        QVERIFY(near(seconds(1e9), 4e-3 * formula(1e9) / formula(1e8)));
        QVERIFY(near(seconds(1e5), 1e-3 * formula(1e5) / formula(1e6)));

        // Another operation, or a group that tops out at another level, keeps its formula.
        QCOMPARE(collective_cost(model, three, CollectiveOp::all_gather, 1e6).algorithm,
                 CollectiveAlgorithm::hierarchical);
        QVERIFY(collective_cost(model, whole(model), CollectiveOp::all_reduce, 1e6).algorithm !=
                CollectiveAlgorithm::measured);

        double before = 0;
        for (double bytes = 1; bytes < 1e12; bytes *= 1.07) {
            QVERIFY(seconds(bytes) >= before);
            before = seconds(bytes);
        }
    }

    void moreRanksThanMeasured() {
        LevelModel model = two_levels();
        model.levels[1].profile = {{CollectiveOp::all_gather, 8, 1e6, 1e-3}, {CollectiveOp::all_gather, 8, 1e9, 0.2}};
        QVERIFY(model.finish().empty());
        const auto formula = [](double bytes) { return 3e-6 + 0.75 * bytes / 100e9 + 3e-5 + 0.75 * bytes / 4 / 10e9; };
        for (const double bytes : {1e5, 1e7, 1e10}) {
            const CollectiveCost cost = collective_cost(model, whole(model), CollectiveOp::all_gather, bytes);
            QCOMPARE(cost.algorithm, CollectiveAlgorithm::measured);
            QVERIFY(near(cost.seconds, 0.2 * formula(bytes) / formula(1e9)));
        }
    }

    void names() {
        QCOMPARE(std::string(name_of(CollectiveOp::all_to_all)), std::string("all_to_all"));
        QCOMPARE(std::string(name_of(CollectiveAlgorithm::measured)), std::string("measured"));
    }
};

QTEST_APPLESS_MAIN(TestCollectives)
#include "test_collectives.moc"
