// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "charts/chartcard.h"
#include "plan/candidatestable.h"
#include "plan/memorychart.h"
#include "plan/stageheatmap.h"
#include "plan/summarycards.h"
#include "selection/selectionmodel.h"
#include "theme/theme.h"
#include "widgets/sample.h"

#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace nest;
using namespace nest::ui;

class TestPlanViews : public QObject {
    Q_OBJECT

    static QVariant twin(Chart& chart, int row, const QString& header) {
        const QAbstractTableModel* table = chart.table();
        for (int column = 0; column < table->columnCount(); ++column)
            if (table->headerData(column, Qt::Horizontal).toString() == header)
                return table->index(row, column).data(Qt::UserRole);
        return {};
    }

private slots:
    void heatmapShowsTheColumnsThatMatter() {
        StageHeatmap map;
        map.setSnapshot(sample::small());
        using Column = StageHeatmap::Column;
        const QVector<Column> expected = {Column::Forward, Column::Backward, Column::Recompute, Column::TensorComm,
                                          Column::In,      Column::Out,      Column::Bubble,    Column::Memory};
        QCOMPARE(map.columns(), expected);
        QCOMPARE(map.value(1, Column::Backward), 5e-3);
        // 100 ms of pipeline, 8 micro-batches of 10, 9 and 8 ms.
        QVERIFY(qFuzzyCompare(map.value(0, Column::Bubble), 0.20));
        QVERIFY(qFuzzyCompare(map.value(1, Column::Bubble), 0.28));
        QVERIFY(qFuzzyCompare(map.value(2, Column::Bubble), 0.36));
        QCOMPARE(map.value(0, Column::Memory), 86e9);
    }

    void heatmapTwinEqualsTheEvaluation() {
        const PlanSnapshot snapshot = sample::small();
        StageHeatmap map;
        map.setSnapshot(snapshot);
        QCOMPARE(map.table()->rowCount(), 3);
        for (int stage = 0; stage < 3; ++stage) {
            const StageEvaluation& expected = snapshot.plan()->evaluation.stages[static_cast<std::size_t>(stage)];
            QCOMPARE(twin(map, stage, QStringLiteral("Forward")).toDouble(), expected.time.forward);
            QCOMPARE(twin(map, stage, QStringLiteral("Backward")).toDouble(), expected.time.backward);
            QCOMPARE(twin(map, stage, QStringLiteral("Recompute")).toDouble(), expected.time.recompute);
            QCOMPARE(twin(map, stage, QStringLiteral("In")).toDouble(), expected.time.p2p_in);
            QCOMPARE(twin(map, stage, QStringLiteral("Memory")).toDouble(), expected.memory.total);
        }
        map.setSnapshot({});
        QCOMPARE(map.table()->rowCount(), 0);
        QVERIFY(!map.emptyText().isEmpty());
    }

    void clickAndKeysSelectAStage() {
        SelectionModel selection;
        StageHeatmap map;
        map.setSelectionModel(&selection);
        map.setSnapshot(sample::small());
        map.resize(400, 260);
        map.show();
        QSignalSpy changes(&selection, &SelectionModel::stageChanged);
        QTest::mouseClick(&map, Qt::LeftButton, {}, map.cellRect(2, 1).center().toPoint());
        QCOMPARE(selection.stage(), 2);
        QTest::keyClick(&map, Qt::Key_Up);
        QCOMPARE(selection.stage(), 1);
        QTest::keyClick(&map, Qt::Key_Home);
        QCOMPARE(selection.stage(), 0);
        QTest::keyClick(&map, Qt::Key_Up);
        QCOMPARE(selection.stage(), 0);
        QTest::keyClick(&map, Qt::Key_End);
        QCOMPARE(selection.stage(), 2);
        QCOMPARE(changes.count(), 4);
        QTest::mouseClick(&map, Qt::LeftButton, {}, map.cellRect(2, 1).center().toPoint());
        QCOMPARE(selection.stage(), -1); // a second click takes it back
        QVERIFY(map.hoverText(map.cellRect(0, 1).center()).contains(QStringLiteral("Backward")));
    }

    void manyStagesScrollToTheSelectedOne() {
        PlanSnapshot snapshot = sample::small();
        auto result = std::make_shared<SolveResult>(*snapshot.result);
        RankedPlan& plan = result->plans.front();
        plan.plan.stages.resize(126, plan.plan.stages.back());
        plan.evaluation.stages.resize(126, plan.evaluation.stages.back());
        snapshot.result = result;
        SelectionModel selection;
        StageHeatmap map;
        map.setSelectionModel(&selection);
        map.setSnapshot(snapshot);
        map.resize(400, 260);
        map.show();
        QVERIFY(map.cellRect(120, 0).isEmpty());
        selection.setStage(120);
        QVERIFY(!map.cellRect(120, 0).isEmpty());
        QVERIFY(map.rect().contains(map.cellRect(120, 0).toRect()));
        QTest::mouseClick(&map, Qt::LeftButton, {}, map.cellRect(119, 0).center().toPoint());
        QCOMPARE(selection.stage(), 119);
    }

    void sharesOfTheLoad() {
        StageHeatmap map;
        map.setSnapshot(sample::small());
        QSignalSpy head(&map, &Chart::headChanged);
        QCOMPARE(map.actions().size(), 2);
        map.actions().at(1)->trigger();
        QVERIFY(map.showsShare());
        QVERIFY(head.count() > 0);
        QCOMPARE(map.unit(), QStringLiteral("share of load"));
        map.actions().at(0)->trigger();
        QVERIFY(!map.showsShare());
        QVERIFY(map.unit().contains(QStringLiteral("ms")) && map.unit().contains(QStringLiteral("GB")));
    }

    /// Two plans side by side: the same colour is the same time.
    void heatmapsShareAScale() {
        const PlanSnapshot slow = sample::small();
        PlanSnapshot fast = slow;
        auto result = std::make_shared<SolveResult>(*slow.result);
        for (StageEvaluation& stage : result->plans.front().evaluation.stages) {
            StageTime& time = stage.time;
            for (double* part :
                 {&time.forward, &time.backward, &time.recompute, &time.tp_comm, &time.p2p_in, &time.p2p_out})
                *part /= 4;
        }
        fast.result = result;
        StageHeatmap left, right;
        left.setSnapshot(fast);
        right.setSnapshot(slow);
        QCOMPARE(right.largestTime(), 4 * left.largestTime());
        QVERIFY(!left.unit().contains(QStringLiteral("same")));
        for (StageHeatmap* map : {&left, &right})
            map->setSharedScale(right.largestTime(), std::max(left.largestMemory(), right.largestMemory()));
        QCOMPARE(right.largestTime(), 4 * left.largestTime()); // still of its own plan
        QCOMPARE(left.unit(), right.unit());
        QVERIFY2(left.unit().endsWith(QStringLiteral("same colours in both")), qPrintable(left.unit()));
        for (StageHeatmap* map : {&left, &right}) {
            map->resize(600, 260);
            map->show();
            const auto column = map->columns().indexOf(StageHeatmap::Column::Backward);
            const QRectF cell = map->cellRect(0, static_cast<int>(column));
            const QImage image = map->grab().toImage();
            const QColor shown =
                image.pixelColor((QPointF(cell.left() + 5, cell.center().y()) * image.devicePixelRatio()).toPoint());
            QCOMPARE(shown, cividis(map->value(0, StageHeatmap::Column::Backward) / right.largestTime()));
        }
        left.setSharedScale(0, 0);
        QVERIFY(!left.unit().contains(QStringLiteral("same")));
    }

    void memoryChartShowsWhatIsOver() {
        MemoryChart chart;
        chart.setSnapshot(sample::small());
        QCOMPARE(chart.overflow(0), 6e9);
        QCOMPARE(chart.overflow(1), 0.0);
        QCOMPARE(twin(chart, 0, QStringLiteral("over capacity")).toDouble(), 6e9);
        QCOMPARE(twin(chart, 0, QStringLiteral("stash")).toDouble(), 30e9);
        QCOMPARE(twin(chart, 2, QStringLiteral("total")).toDouble(), 66e9);
        QVERIFY(!twin(chart, 0, QStringLiteral("logits")).isValid()); // zero everywhere: left out
        // The overflow's colour is drawn for the plan that does not fit, and only for that one.
        ChartCard card(new MemoryChart);
        auto* drawn = static_cast<MemoryChart*>(card.chart());
        const auto reds = [&](const PlanSnapshot& snapshot) {
            drawn->setSnapshot(snapshot);
            const QImage image = card.render({400, 300}, 1, false);
            const QRgb red = Theme::light().memory(MemoryKind::Overflow).rgb();
            int count = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    count += image.pixel(x, y) == red;
            return count;
        };
        PlanSnapshot fits = sample::small();
        fits.shown = 1;
        QVERIFY(reds(sample::small()) > 10);
        QCOMPARE(reds(fits), 0);
    }

    void exportLeavesTheMouseMappingRight() {
        SelectionModel selection;
        auto* chart = new MemoryChart;
        ChartCard card(chart);
        chart->setSelectionModel(&selection);
        chart->setSnapshot(sample::small());
        card.resize(500, 320);
        card.show();
        const QPointF before = chart->positionOf(2);
        const QImage picture = card.render({1600, 900}, 2, true);
        QCOMPARE(picture.size(), QSize(3200, 1800));
        QVERIFY(!card.renderSvg({800, 500}, false).isEmpty());
        QVERIFY(card.renderPdf({800, 500}).startsWith("%PDF"));
        QCOMPARE(chart->positionOf(2), before);
        for (int stage = 0; stage < 3; ++stage)
            QCOMPARE(chart->stageAt(chart->positionOf(stage)), stage);
        card.render({1600, 900}, 1, false);
        QTest::mouseClick(chart, Qt::LeftButton, {}, before.toPoint());
        QCOMPARE(selection.stage(), 2);
        QTest::keyClick(chart, Qt::Key_Left);
        QCOMPARE(selection.stage(), 1);
        QCOMPARE(chart->stageAt({-5, -5}), -1);
    }

    void coloursFollowThePalette() {
        ChartCard card(new StageHeatmap);
        static_cast<StageHeatmap*>(card.chart())->setSnapshot(sample::small());
        card.resize(420, 300);
        card.show();
        for (const ThemeMode mode : {ThemeMode::Dark, ThemeMode::Light}) {
            applyTheme(*qApp, mode);
            const Theme& theme = mode == ThemeMode::Dark ? Theme::night() : Theme::light();
            const QImage image = card.grab().toImage();
            QCOMPARE(image.pixelColor(8, image.height() / 2), theme.panel);
            QCOMPARE(card.render({300, 200}, 1, theme.dark).pixelColor(3, 100), theme.panel);
        }
    }

    void cardShowsTheTwin() {
        ChartCard card(new MemoryChart);
        static_cast<MemoryChart*>(card.chart())->setSnapshot(sample::small());
        card.setShowsTable(true);
        QVERIFY(card.showsTable());
        auto* view = card.findChild<QTableView*>();
        QVERIFY(view);
        QCOMPARE(view->model()->rowCount(), 3);
        card.copyTable();
        card.setShowsTable(false);
        QVERIFY(!card.showsTable());
    }

    void summaryCards() {
        SummaryCards cards;
        PlanSnapshot snapshot = sample::small();
        cards.setSnapshot(snapshot);
        QCOMPARE(cards.cardCount(), 7);
        QVERIFY(cards.value(0).startsWith(QStringLiteral("110")));
        QVERIFY(cards.value(1).startsWith(QStringLiteral("1.52")));
        QVERIFY(cards.value(2).startsWith(QStringLiteral("43.8")));
        QVERIFY(cards.value(3).startsWith(QStringLiteral("86.0")));
        QVERIFY(cards.note(3).contains(QStringLiteral("over capacity on stage 0")));
        QCOMPARE(cards.value(4), QStringLiteral("TP2 PP3 DP2"));
        QVERIFY(cards.note(4).contains(QStringLiteral("3 device(s) idle")));
        QVERIFY(cards.note(4).contains(QStringLiteral("× 8 ·")));
        QVERIFY(cards.note(3).contains(QStringLiteral("stages differ by 20.0"))); // 86 GB on the first, 66 on the last
        QVERIFY(cards.value(5).startsWith(QStringLiteral("25.0")));
        QCOMPARE(cards.value(6), QStringLiteral("Optimal"));
        Evaluation before = snapshot.plan()->evaluation;
        before.step_seconds = 0.1;
        cards.setReference(before, QStringLiteral("after ZeRO"));
        QVERIFY(cards.note(0).startsWith(QStringLiteral("+10.0 % after ZeRO")));
        QVERIFY(!cards.isJudged(0)); // the same rate in a shorter step: another global batch
        before.throughput_sequences = 16 / 0.1;
        cards.setReference(before, QStringLiteral("after ZeRO"));
        QVERIFY(cards.isJudged(0));
        cards.setSnapshot({});
        QVERIFY(!cards.note(0).isEmpty());
        // More rows in less width.
        QVERIFY(cards.heightForWidth(500) > cards.heightForWidth(1400));
    }

    void candidates() {
        CandidatesTable table;
        SelectionModel selection;
        table.setSelectionModel(&selection);
        table.setSnapshot(sample::small());
        QSignalSpy chosen(&table, &CandidatesTable::planChosen);
        QCOMPARE(table.model()->rowCount(), 2);
        QCOMPARE(table.model()->index(1, CandidatesTable::Step).data(Qt::UserRole).toDouble(), 0.12);
        QCOMPARE(table.model()->index(0, CandidatesTable::Recomputation).data().toString(),
                 QStringLiteral("full on 1 of 3 stages"));
        QVERIFY(table.model()
                    ->index(0, CandidatesTable::Layout)
                    .data()
                    .toString()
                    .startsWith(QStringLiteral("tp2 pp3 dp2")));
        QCOMPARE(table.view()->currentIndex().row(), 0); // the shown one is marked, without being "chosen"
        QCOMPARE(chosen.count(), 0);
        table.view()->sortByColumn(CandidatesTable::Step, Qt::DescendingOrder);
        QCOMPARE(table.view()->currentIndex().row(), 1);
        table.view()->setCurrentIndex(table.view()->model()->index(0, 0));
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.first().first().toInt(), 1);
        QCOMPARE(selection.candidate(), 1);
    }

    /// The layout keeps its whole text while what others can do without is enough, also once the table is narrower.
    void layoutIsCutLast() {
        CandidatesTable table;
        table.setSnapshot(sample::small());
        table.resize(1300, 200);
        table.show();
        const auto needs = [&] {
            return static_cast<QAbstractItemView*>(table.view())->sizeHintForColumn(CandidatesTable::Layout);
        };
        QTRY_VERIFY(table.view()->columnWidth(CandidatesTable::Layout) >= needs());
        const int whole = table.view()->columnWidth(CandidatesTable::Recomputation);
        int figures = 0;
        for (const int column : {CandidatesTable::Number, CandidatesTable::Step, CandidatesTable::Tokens,
                                 CandidatesTable::Peak, CandidatesTable::Bubble})
            figures += table.view()->columnWidth(column);
        const int engines =
            std::max(static_cast<QAbstractItemView*>(table.view())->sizeHintForColumn(CandidatesTable::Engines),
                     table.view()->horizontalHeader()->sectionSizeHint(CandidatesTable::Engines));
        table.resize(figures + needs() + whole + std::min(engines, 110) - 20, 200); // 110 are the least for engines
        QTRY_VERIFY(table.view()->columnWidth(CandidatesTable::Recomputation) < whole);
        QVERIFY(table.view()->columnWidth(CandidatesTable::Layout) >= needs());
    }

    void everyViewTakesALanguageChange() {
        StageHeatmap map;
        MemoryChart memory;
        SummaryCards cards;
        CandidatesTable table;
        for (QWidget* widget : {static_cast<QWidget*>(&map), static_cast<QWidget*>(&memory),
                                static_cast<QWidget*>(&cards), static_cast<QWidget*>(&table)}) {
            QEvent event(QEvent::LanguageChange);
            QCoreApplication::sendEvent(widget, &event);
        }
        QVERIFY(!map.accessibleName().isEmpty() && !memory.accessibleName().isEmpty() &&
                !cards.accessibleName().isEmpty());
    }
};

QTEST_MAIN(TestPlanViews)
#include "test_planviews.moc"
