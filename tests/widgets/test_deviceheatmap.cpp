// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/deviceheatmap.h"
#include "selection/selectionmodel.h"
#include "widgets/sample.h"

#include <QTest>
#include <QWheelEvent>
#include <cmath>

using namespace nest;
using namespace nest::ui;

class TestDeviceHeatmap : public QObject {
    Q_OBJECT
private slots:
    void layoutNests() {
        for (const std::vector<qint64>& children :
             {std::vector<qint64>{8, 4, 32, 16}, {6, 1, 7}, {5}, {8, 2048}, {2, 2, 2, 2, 2}}) {
            const NestedLayout layout(children, 1.6);
            qint64 leaves = 1;
            for (const qint64 count : children)
                leaves *= count;
            QCOMPARE(layout.leafCount(), leaves);
            for (qint64 leaf = 0; leaf < leaves; leaf += std::max<qint64>(1, leaves / 97)) {
                const QRectF box = layout.rect(0, leaf);
                QCOMPARE(layout.leafAt(box.center()), leaf);
                for (int level = 1; level <= layout.levelCount(); ++level) {
                    const qint64 group = leaf / layout.groupSize(level);
                    QVERIFY(layout.rect(level, group).adjusted(-1e-9, -1e-9, 1e-9, 1e-9).contains(box));
                    QCOMPARE(layout.groupAt(level, box.center()), group);
                }
            }
            QCOMPARE(layout.leafAt({-1, -1}), -1);
        }
    }

    void everyRankIsFoundWhereItIsDrawn() {
        DeviceHeatmap map;
        map.setSnapshot(sample::small());
        map.resize(400, 300);
        map.show();
        for (qint64 rank = 0; rank < 15; ++rank)
            QCOMPARE(map.rankAt(map.rankRect(rank).center()), rank);
        QCOMPARE(map.rankAt({1, 299}), -1);
    }

    void clickTellsThePlace() {
        SelectionModel selection;
        DeviceHeatmap map;
        map.setSelectionModel(&selection);
        map.setSnapshot(sample::small());
        map.resize(400, 300);
        map.show();
        // pp-inner, stride 6, two ranks per stage: rank 8 is 6 + 2, so replica 1, stage 1.
        QTest::mouseClick(&map, Qt::LeftButton, {}, map.rankRect(8).center().toPoint());
        QCOMPARE(selection.rank(), 8);
        QCOMPARE(selection.stage(), 1);
        QCOMPARE(selection.replica(), 1);
        QTest::keyClick(&map, Qt::Key_Right);
        QCOMPARE(selection.rank(), 9);
        QCOMPARE(selection.stage(), 1);
        QTest::mouseClick(&map, Qt::LeftButton, {}, map.rankRect(12).center().toPoint());
        QCOMPARE(selection.rank(), 12);
        QCOMPARE(selection.stage(), -1); // idle
        QTest::mouseClick(&map, Qt::LeftButton, {}, map.rankRect(12).center().toPoint());
        QCOMPARE(selection.rank(), -1); // a second click takes it back
        QVERIFY(map.hoverText(map.rankRect(9).center()).contains(QStringLiteral("1 (of 0–2)"))); // stage 1 of three
        QVERIFY(map.hoverText(map.rankRect(12).center()).contains(QStringLiteral("Idle")));
        QVERIFY(map.hoverText(map.rankRect(9).center()).contains(QStringLiteral("Rank 9")));
    }

    void twinHasEveryRank() {
        DeviceHeatmap map;
        map.setSnapshot(sample::small());
        QCOMPARE(map.table()->rowCount(), 15);
        const auto value = [&](int row, int column) { return map.table()->index(row, column).data(Qt::UserRole); };
        QCOMPARE(value(11, 1).toInt(), 2); // last used rank: stage 2 of replica 1
        QCOMPARE(value(11, 2).toInt(), 1);
        QCOMPARE(value(11, 3).toInt(), 1);
        QCOMPARE(value(0, 7).toDouble(), 86e9);
        QCOMPARE(value(14, 1).toInt(), -1);
    }

    void zoomKeepsWhatIsUnderTheCursor() {
        DeviceHeatmap map;
        map.setSnapshot(sample::small());
        map.resize(400, 300);
        map.show();
        const QPointF anchor = map.rankRect(9).center();
        map.zoomAt(anchor, 4);
        QCOMPARE(map.zoom(), 4.0);
        QCOMPARE(map.rankAt(anchor), 9);
        QVERIFY(std::hypot(map.rankRect(9).center().x() - anchor.x(), map.rankRect(9).center().y() - anchor.y()) <
                1e-6);
        const QRectF zoomed = map.rankRect(9);
        QTest::keyClick(&map, Qt::Key_F);
        QCOMPARE(map.zoom(), 1.0);
        QVERIFY(std::abs(map.rankRect(9).width() * 4 - zoomed.width()) < 1e-6);
        map.zoomAt(anchor, 0.1);
        QCOMPARE(map.zoom(), 1.0);
    }

    void colourings() {
        DeviceHeatmap map;
        map.setSnapshot(sample::small());
        map.resize(400, 300);
        const auto colour = [&](qint64 rank) {
            const QRectF box = map.rankRect(rank);
            return map.grab().toImage().pixelColor(
                (box.topLeft() + QPointF(box.width() / 2, box.height() / 5)).toPoint());
        };
        QCOMPARE(colour(0), Theme::of(map.palette()).stage(0, 3));
        QCOMPARE(colour(2), Theme::of(map.palette()).stage(1, 3));
        QCOMPARE(colour(6), colour(0));
        map.setColouring(DeviceHeatmap::Colouring::Replica);
        QVERIFY(colour(6) != colour(0));
        QCOMPARE(colour(6), Theme::of(map.palette()).stage(1, 2));
        map.setColouring(DeviceHeatmap::Colouring::Load);
        QCOMPARE(colour(0), cividis(1));
        QCOMPARE(colour(4), cividis(0.8)); // 8 of 10 ms
        map.setColouring(DeviceHeatmap::Colouring::Memory);
        QCOMPARE(colour(2), cividis(76.0 / 80));
    }

    void manyDevices() {
        PlanSnapshot snapshot = sample::small();
        auto problem = std::make_shared<Problem>(*snapshot.problem);
        problem->levels = sample::levels(
            {{"node", 8, 450e9, 2e-6, {}}, {"leaf", 256, 50e9, 5e-6, {}}, {"spine", 16384, 25e9, 8e-6, {}}});
        snapshot.problem = problem;
        SelectionModel selection;
        DeviceHeatmap map;
        map.setSelectionModel(&selection);
        map.setSnapshot(snapshot);
        map.resize(600, 400);
        map.show();
        map.grab();
        for (const qint64 rank : {0, 7, 8, 255, 256, 16383})
            QCOMPARE(map.rankAt(map.rankRect(rank).center()), rank);
        QTest::mouseClick(&map, Qt::LeftButton, {}, map.rankRect(9000).center().toPoint());
        QVERIFY(std::abs(selection.rank() - 9000) <= 0 || map.rankRect(9000).width() < 2);
    }
};

QTEST_MAIN(TestDeviceHeatmap)
#include "test_deviceheatmap.moc"
