// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/worker_pool.h"
#include "network/level_model.h"

#include <QtTest>

#include <atomic>
#include <limits>
#include <set>

using namespace nest;

namespace {

LevelModel three_levels() {
    LevelModel model;
    model.slot_count = 32;
    model.levels = {{"board", 4, 100e9, 1e-6, {}}, {"node", 8, 300e9, 2e-6, {}}, {"cluster", 32, 10e9, 5e-6, {}}};
    return model;
}

} // namespace

class TestLevelModel : public QObject {
    Q_OBJECT
private slots:
    void sizesAndRunningMinimum() {
        LevelModel model = three_levels();
        QVERIFY(model.finish().empty());
        QCOMPARE(model.level_count(), 3);
        QCOMPARE(model.device_count(), std::int64_t{32});
        QCOMPARE(model.group_size(0), std::int64_t{1});
        QCOMPARE(model.group_size(3), std::int64_t{32});
        // Level 2 is faster than level 1, but a path across it crosses level 1 too.
        QCOMPARE(model.bandwidth(1), 100e9);
        QCOMPARE(model.bandwidth(2), 100e9);
        QCOMPARE(model.bandwidth(3), 10e9);
        QCOMPARE(model.level_name(2), std::string("node"));
    }

    void levelBetweenRanks() {
        LevelModel model = three_levels();
        QVERIFY(model.finish().empty());
        QCOMPARE(model.level_between(5, 5), 0);
        QCOMPARE(model.level_between(0, 3), 1);
        QCOMPARE(model.level_between(3, 4), 2);
        QCOMPARE(model.level_between(7, 8), 3);
        QCOMPARE(model.level_between(31, 0), 3);
    }

    void absentSlotsShiftRanks() {
        LevelModel model = three_levels();
        model.absent = {1, 2, 4, 5, 6, 7};
        QVERIFY(model.finish().empty());
        QCOMPARE(model.device_count(), std::int64_t{26});
        QCOMPARE(model.slot_of(0), std::int64_t{0});
        QCOMPARE(model.slot_of(1), std::int64_t{3});
        QCOMPARE(model.slot_of(2), std::int64_t{8});
        QCOMPARE(model.slot_of(25), std::int64_t{31});
        QCOMPARE(model.level_between(0, 1), 1);
        QCOMPARE(model.level_between(1, 2), 3);
    }

    void pointToPoint() {
        LevelModel model = three_levels();
        QVERIFY(model.finish().empty());
        QCOMPARE(model.p2p(2, 1e9), 2e-6 + 0.01);
        QCOMPARE(model.p2p(3, 1e9), 5e-6 + 0.1);
        QCOMPARE(model.p2p(3, 0), 0.0);
        QCOMPARE(model.p2p(0, 1e9), 0.0);
    }

    void faults_data() {
        QTest::addColumn<int>("which");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("pointer");
        const auto row = [](const char* name, int which, ErrorCode code, const char* pointer) {
            QTest::newRow(name) << which << static_cast<int>(code) << QString(pointer);
        };
        row("no slots", 0, ErrorCode::out_of_range, "/devices");
        row("too many slots", 1, ErrorCode::out_of_range, "/devices");
        row("no level", 2, ErrorCode::out_of_range, "/levels");
        row("does not divide", 3, ErrorCode::inconsistent, "/levels/1/group_size");
        row("size 0", 4, ErrorCode::out_of_range, "/levels/0/group_size");
        row("last is not slots", 5, ErrorCode::inconsistent, "/devices");
        row("bandwidth 0", 6, ErrorCode::out_of_range, "/levels/2/bandwidth");
        row("bandwidth NaN", 7, ErrorCode::not_finite, "/levels/2/bandwidth");
        row("latency below 0", 8, ErrorCode::out_of_range, "/levels/0/latency");
        row("absent out of range", 9, ErrorCode::out_of_range, "/absent/1");
        row("absent twice", 10, ErrorCode::inconsistent, "/absent/1");
        row("all absent", 11, ErrorCode::out_of_range, "/absent");
        row("profile bytes", 12, ErrorCode::out_of_range, "/levels/0/profile/1/bytes");
        row("profile ranks", 13, ErrorCode::out_of_range, "/levels/0/profile/0/ranks");
    }
    void faults() {
        QFETCH(int, which);
        QFETCH(int, code);
        QFETCH(QString, pointer);
        LevelModel model = three_levels();
        switch (which) {
        case 0:
            model.slot_count = 0;
            break;
        case 1:
            model.slot_count = std::int64_t{1} << 60;
            break;
        case 2:
            model.levels.clear();
            break;
        case 3:
            model.levels[1].group_size = 6;
            model.levels[2].group_size = 6;
            model.slot_count = 6;
            break;
        case 4:
            model.levels[0].group_size = 0;
            break;
        case 5:
            model.slot_count = 64;
            break;
        case 6:
            model.levels[2].bandwidth = 0;
            break;
        case 7:
            model.levels[2].bandwidth = std::numeric_limits<double>::quiet_NaN();
            break;
        case 8:
            model.levels[0].latency = -1e-6;
            break;
        case 9:
            model.absent = {0, 32};
            break;
        case 10:
            model.absent = {3, 3};
            break;
        case 11:
            model.slot_count = 1;
            model.levels = {{"one", 1, 1e9, 0, {}}};
            model.absent = {0};
            break;
        case 12:
            model.levels[0].profile = {{CollectiveOp::all_reduce, 4, 1e6, 1e-3},
                                       {CollectiveOp::all_reduce, 4, 0, 1e-3}};
            break;
        case 13:
            model.levels[0].profile = {{CollectiveOp::all_reduce, 1, 1e6, 1e-3}};
            break;
        default:
            QFAIL("unknown case");
        }
        const std::vector<Diagnostic> faults = model.finish();
        QVERIFY(!faults.empty());
        QCOMPARE(static_cast<int>(faults.front().code), code);
        QCOMPARE(QString::fromStdString(faults.front().pointer), pointer);
        QVERIFY(!faults.front().expected.empty());
        QVERIFY(!faults.front().found.empty());
    }

    void equalityComparesWhatIsGiven() {
        LevelModel a = three_levels();
        LevelModel b = three_levels();
        QVERIFY(a.finish().empty());
        QVERIFY(a == b);
        b.absent = {0};
        QVERIFY(!(a == b));
    }

    void parallelForVisitsEachIndexOnce() {
        for (const int threads : {0, 1, 3, 16}) {
            std::vector<std::atomic<int>> visits(1000);
            std::atomic<int> bad_worker{0};
            parallel_for(visits.size(), threads, [&](std::size_t index, int worker) {
                ++visits[index];
                if (worker < 0 || worker >= std::max(1, threads)) ++bad_worker;
            });
            QVERIFY(std::all_of(visits.begin(), visits.end(), [](const auto& count) { return count == 1; }));
            QCOMPARE(bad_worker.load(), 0);
        }
        parallel_for(0, 4, [](std::size_t, int) { QFAIL("no index to visit"); });
        QVERIFY(hardware_threads() >= 1);
    }
};

QTEST_APPLESS_MAIN(TestLevelModel)
#include "test_level_model.moc"
