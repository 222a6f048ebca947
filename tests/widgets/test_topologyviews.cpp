// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "charts/chartcard.h"
#include "topology/boxpicture.h"
#include "topology/costmatrix.h"
#include "topology/leveltable.h"
#include "widgets/sample.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace nest;
using namespace nest::ui;

class TestTopologyViews : public QObject {
    Q_OBJECT

    static LevelModel levels() {
        return sample::levels(
            {{"nvlink", 8, 450e9, 2e-6, {}}, {"leaf", 32, 50e9, 5e-6, {}}, {"spine", 1024, 25e9, 8e-6, {}}});
    }

private slots:
    void editsAreIntents() {
        LevelTable table;
        table.setLevels(levels(), {QStringLiteral("latency leaf")});
        QSignalSpy bandwidth(&table, &LevelTable::levelBandwidthEdited),
            latency(&table, &LevelTable::levelLatencyEdited);
        QAbstractItemModel* model = table.model();
        QCOMPARE(model->rowCount(), 3);
        QVERIFY(model->setData(model->index(1, LevelTable::Bandwidth), 100e9));
        QCOMPARE(bandwidth.count(), 1);
        QCOMPARE(bandwidth.first().at(0).toString(), QStringLiteral("leaf"));
        QCOMPARE(bandwidth.first().at(1).toDouble(), 100e9);
        QCOMPARE(model->index(1, LevelTable::Bandwidth).data(Qt::EditRole).toDouble(),
                 50e9); // until the document agrees
        QVERIFY(model->setData(model->index(2, LevelTable::Latency), 9e-6));
        QCOMPARE(latency.first().at(0).toString(), QStringLiteral("spine"));
        QVERIFY(!model->setData(model->index(2, LevelTable::Latency), 8e-6)); // unchanged
        QVERIFY(!(model->flags(model->index(0, LevelTable::Devices)) & Qt::ItemIsEditable));
        QVERIFY(model->index(1, LevelTable::Latency).data().toString().endsWith(QStringLiteral(" *")));
        QVERIFY(!model->index(0, LevelTable::Latency).data().toString().contains(QLatin1Char('*')));
    }

    void cellsTakeQuantities() {
        LevelTable table;
        table.setLevels(levels());
        table.resize(400, 200);
        table.show();
        QSignalSpy bandwidth(&table, &LevelTable::levelBandwidthEdited);
        table.view()->edit(table.model()->index(0, LevelTable::Bandwidth));
        auto* editor = table.view()->findChild<QLineEdit*>();
        QVERIFY(editor);
        editor->selectAll();
        QTest::keyClicks(editor, QStringLiteral("400 Gb/s"));
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(bandwidth.count(), 1, 60000);
        QCOMPARE(bandwidth.first().at(1).toDouble(), 50e9);
    }

    void boxesAreFound() {
        BoxPicture picture;
        picture.setLevels(levels());
        picture.resize(600, 400);
        QSignalSpy selected(&picture, &BoxPicture::levelSelected);
        QVERIFY(picture.emptyText().isEmpty());
        QTest::keyClick(&picture, Qt::Key_Up);
        QCOMPARE(picture.selectedLevel(), 1);
        QTest::keyClick(&picture, Qt::Key_Up);
        QTest::keyClick(&picture, Qt::Key_Up);
        QTest::keyClick(&picture, Qt::Key_Up);
        QCOMPARE(picture.selectedLevel(), 3);
        QCOMPARE(selected.count(), 3);
        QCOMPARE(picture.table()->index(0, 2).data(Qt::UserRole).toInt(), 128); // 1024 / 8 groups
        QCOMPARE(picture.levelAt({-3, -3}), 0);
        picture.setLevels(std::nullopt);
        QCOMPARE(picture.selectedLevel(), 0);
        QVERIFY(!picture.emptyText().isEmpty());
    }

    void matrixIsTheLevels() {
        CostMatrix matrix;
        matrix.setLevels(sample::small().problem->levels); // 15 devices: nodes of 8 and 7
        QCOMPARE(matrix.value(0, 7), 450e9F);
        QCOMPARE(matrix.value(7, 8), 50e9F);
        QCOMPARE(matrix.value(14, 8), 450e9F);
        QCOMPARE(matrix.value(3, 3), 0.0);
        QCOMPARE(matrix.table()->rowCount(), 15);
        QCOMPARE(matrix.table()->index(7, 9).data(Qt::UserRole).toDouble(), 50e9F);
        matrix.setLevels(levels());
        // 256 of 1024: a summary instead of 65 536 cells; the fastest first.
        QVERIFY(matrix.table()->rowCount() <= 3);
        QVERIFY(qFuzzyCompare(matrix.table()->index(0, 0).data(Qt::UserRole).toDouble(), 450e9));
        // 1024 devices in nodes of 8: a square of 4 devices shows the link between neighbours, of which few pairs have
        // it.
        matrix.setLevels(sample::levels({{"node", 8, 450e9, 2e-6, {}}, {"rail", 1024, 50e9, 5e-6, {}}}));
        QCOMPARE(matrix.value(5, 5), 450e9F);
        QCOMPARE(matrix.value(5, 9), 50e9F);
        matrix.setLevels(sample::levels({{"node", 2, 450e9, 2e-6, {}}, {"rail", 1024, 50e9, 5e-6, {}}}));
        QCOMPARE(matrix.value(5, 5), 450e9F); // although no two squares share a node
        matrix.setLevels(std::nullopt);
        QVERIFY(!matrix.emptyText().isEmpty());
    }

    void mouseFindsTheCellAfterAnExport() {
        auto* matrix = new CostMatrix;
        ChartCard card(matrix);
        matrix->setLevels(sample::small().problem->levels);
        card.resize(420, 360);
        card.show();
        const QPointF place = matrix->positionOf(7, 12);
        QCOMPARE(matrix->cellAt(place), (std::pair<qint64, qint64>(7, 12)));
        card.render({1400, 1000}, 1, true);
        QCOMPARE(matrix->cellAt(place), (std::pair<qint64, qint64>(7, 12)));
        QTest::mouseClick(matrix, Qt::LeftButton, {}, place.toPoint());
        QCOMPARE(matrix->current(), (std::pair<qint64, qint64>(7, 12)));
        QTest::keyClick(matrix, Qt::Key_Down);
        QCOMPARE(matrix->current(), (std::pair<qint64, qint64>(8, 12)));
        QCOMPARE(matrix->cellAt({-10, -10}), (std::pair<qint64, qint64>(-1, -1)));
        QVERIFY(matrix->hoverText(matrix->positionOf(0, 1)).contains(QStringLiteral("450")));
    }
};

QTEST_MAIN(TestTopologyViews)
#include "test_topologyviews.moc"
