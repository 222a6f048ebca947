// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "charts/chartcard.h"
#include "io/files.h"
#include "plan/candidatestable.h"
#include "plan/planscatter.h"
#include "widgets/sample.h"
#include "widgets/twin.h"

#include <QAction>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

using namespace nest;
using namespace nest::ui;

class TestPlanScatter : public QObject {
    Q_OBJECT

    /// Step time, peak memory and devices by hand; 16 sequences a step.
    static RankedPlan priced(double step, double peak, std::int64_t devices) {
        RankedPlan plan = sample::small().result->plans.front();
        plan.evaluation.step_seconds = step;
        plan.evaluation.throughput_sequences = 16 / step;
        plan.evaluation.tokens_per_second = 16 * 4096 / step;
        plan.evaluation.peak_memory = peak;
        plan.evaluation.devices_used = devices;
        plan.evaluation.fits = peak <= 80e9;
        return plan;
    }
    static PlanSnapshot cloud() {
        PlanSnapshot snapshot = sample::small();
        auto result = std::make_shared<SolveResult>(*snapshot.result);
        result->plans = {priced(1.0, 70e9, 12), priced(1.1, 60e9, 12), priced(1.2, 65e9, 8), priced(1.3, 40e9, 8),
                         priced(1.3, 40e9, 8)};
        snapshot.result = result;
        KeptPlan today, mine;
        today.name = QStringLiteral("today");
        today.priced = std::make_shared<RankedPlan>(priced(1.25, 30e9, 15));
        mine.kind = KeptPlan::Kind::edited;
        mine.name = QStringLiteral("edited");
        mine.priced = std::make_shared<RankedPlan>(priced(0.9, 85e9, 12)); // fast, but does not fit
        KeptPlan none;
        none.name = QStringLiteral("other model");
        none.faults = {Diagnostic{}};
        snapshot.kept = {today, none, mine};
        return snapshot;
    }

private slots:
    void frontAgainstBruteForce() {
        std::mt19937 random(11);
        for (int round = 0; round < 400; ++round) {
            std::vector<std::array<double, 2>> costs(random() % 30);
            for (auto& cost : costs)
                cost = {static_cast<double>(random() % 12), static_cast<double>(random() % 12)};
            std::vector<int> expected;
            for (int a = 0; a < static_cast<int>(costs.size()); ++a) {
                bool beaten = false;
                const auto& one = costs[static_cast<std::size_t>(a)];
                for (const auto& other : costs)
                    beaten = beaten || (other[0] <= one[0] && other[1] <= one[1] && other != one);
                if (!beaten) expected.push_back(a);
            }
            std::vector<int> front = paretoFront(costs);
            QVERIFY(std::ranges::is_sorted(front, {}, [&](int i) { return costs[static_cast<std::size_t>(i)][0]; }));
            std::ranges::sort(front);
            QVERIFY(front == expected);
        }
    }

    void pointsAndFront() {
        PlanScatter chart;
        chart.setSnapshot(cloud());
        QCOMPARE(chart.points().size(), 7); // five plans, and two kept ones that have a price
        QCOMPARE(chart.points()[1].x, 60e9);
        QCOMPARE(chart.points()[1].y, 16 * 4096 / 1.1);
        QVERIFY(chart.points()[5].kept && chart.points()[6].kept);
        QCOMPARE(chart.points()[6].index, 2);
        // From the least memory: today; plan 2 (plans 4 and 5 are slower than today, 3 than 2); plan 1. What does not
        // fit is no part of it.
        QVERIFY(chart.front() == std::vector<int>({5, 1, 0}));
        chart.actions().at(1)->trigger();
        QCOMPARE(chart.axes(), PlanScatter::Axes::StepDevices);
        QCOMPARE(chart.points()[2].x, 8.0);
        QCOMPARE(chart.points()[2].y, 1.2);
        QVERIFY(chart.front() == std::vector<int>({2, 0}));
    }

    void sequencesWhereTheLengthIsUnknown() {
        PlanSnapshot snapshot = cloud();
        auto result = std::make_shared<SolveResult>(*snapshot.result);
        for (RankedPlan& plan : result->plans)
            plan.evaluation.tokens_per_second = 0;
        snapshot.result = result;
        snapshot.kept.clear();
        PlanScatter chart;
        chart.setSnapshot(snapshot);
        QCOMPARE(chart.points()[0].y, 16.0);
    }

    void clicksShowPlans() {
        PlanScatter chart;
        SelectionModel selection;
        chart.setSelectionModel(&selection);
        chart.setSnapshot(cloud());
        chart.resize(520, 360);
        chart.show();
        QSignalSpy plan(&chart, &PlanScatter::planChosen), kept(&chart, &PlanScatter::keptChosen);
        const auto click = [&chart](int point) {
            QTest::mouseClick(&chart, Qt::LeftButton, {}, chart.positionOf(point).toPoint());
        };
        for (int point = 0; point < 7; ++point)
            QVERIFY(chart.rect().adjusted(20, 0, 0, -20).contains(chart.positionOf(point).toPoint()));
        click(2);
        QCOMPARE(plan.takeLast().at(0).toInt(), 2);
        QCOMPARE(selection.candidate(), 2);
        click(5);
        QCOMPARE(kept.takeLast().at(0).toInt(), 0);
        click(6);
        QCOMPARE(kept.takeLast().at(0).toInt(), 2);
        // Two plans on one spot: a second click goes on to the other.
        click(3);
        QCOMPARE(plan.takeLast().at(0).toInt(), 3);
        PlanSnapshot shown = cloud();
        shown.shown = 3;
        chart.setSnapshot(shown);
        click(3);
        QCOMPARE(plan.takeLast().at(0).toInt(), 4);
        const qsizetype before = plan.count() + kept.count();
        QTest::mouseClick(&chart, Qt::LeftButton, {}, QPoint(3, 3));
        QCOMPARE(plan.count() + kept.count(), before);
        QVERIFY(chart.hoverText(chart.positionOf(5)).contains(QStringLiteral("today")));
        QVERIFY(chart.hoverText({3, 3}).isEmpty());
    }

    void keysWalkAlongThePoints() {
        PlanScatter chart;
        chart.setSnapshot(cloud());
        chart.resize(520, 360);
        QSignalSpy plan(&chart, &PlanScatter::planChosen), kept(&chart, &PlanScatter::keptChosen);
        QTest::keyClick(&chart,
                        Qt::Key_Right); // from the shown plan 1 (70 GB) to what is left of 85 GB: the edited one
        QCOMPARE(kept.takeLast().at(0).toInt(), 2);
        QTest::keyClick(&chart, Qt::Key_Left);
        QCOMPARE(plan.takeLast().at(0).toInt(), 0);
        QTest::keyClick(&chart, Qt::Key_Left); // 65 GB
        QCOMPARE(plan.takeLast().at(0).toInt(), 2);
        QTest::keyClick(&chart, Qt::Key_Up); // the next faster one
        QCOMPARE(plan.takeLast().at(0).toInt(), 1);
        QTest::keyClick(&chart, Qt::Key_Down);
        QCOMPARE(plan.takeLast().at(0).toInt(), 2);
        QTest::keyClick(&chart, Qt::Key_Home);
        QCOMPARE(plan.takeLast().at(0).toInt(), 0);
        QTest::keyClick(&chart, Qt::Key_End);
        QCOMPARE(kept.takeLast().at(0).toInt(), 2);
    }

    void twinEqualsThePlanFile() {
        PlanSnapshot snapshot = sample::solved(128, 1024);
        PlanScatter chart;
        chart.setSnapshot(snapshot);
        const nlohmann::json file = io::plan_to_json(*snapshot.problem, *snapshot.result);
        QCOMPARE(chart.table()->rowCount(), 1 + static_cast<int>(file["alternatives"].size()));
        for (int row = 0; row < chart.table()->rowCount(); ++row) {
            const nlohmann::json& plan = row ? file["alternatives"][static_cast<std::size_t>(row - 1)] : file;
            const nlohmann::json& metrics = plan["metrics"];
            QCOMPARE(twin(chart, row, "Layout").toString().toStdString(), plan["layout_text"].get<std::string>());
            QCOMPARE(twin(chart, row, "Step time").toDouble(), metrics["step_seconds"].get<double>());
            QCOMPARE(twin(chart, row, "Tokens/s").toDouble(), metrics["tokens_per_second"].get<double>());
            QCOMPARE(twin(chart, row, "Sequences/s").toDouble(), metrics["throughput_sequences"].get<double>());
            QCOMPARE(twin(chart, row, "Peak memory").toDouble(), metrics["peak_memory"].get<double>());
            QCOMPARE(twin(chart, row, "Devices").toLongLong(), metrics["devices_used"].get<qint64>());
            QCOMPARE(chart.points()[row].x, metrics["peak_memory"].get<double>());
            QCOMPARE(chart.points()[row].y, metrics["tokens_per_second"].get<double>());
        }
    }

    void keptPlansInTheTable() {
        CandidatesTable table;
        table.setSnapshot(cloud());
        QSignalSpy plan(&table, &CandidatesTable::planChosen), kept(&table, &CandidatesTable::keptChosen);
        QCOMPARE(table.model()->rowCount(), 8);
        QCOMPARE(table.model()->index(5, CandidatesTable::Step).data(Qt::UserRole).toDouble(), 1.25);
        QVERIFY(table.model()
                    ->index(5, CandidatesTable::Layout)
                    .data()
                    .toString()
                    .startsWith(QStringLiteral("today: tp2")));
        QCOMPARE(table.model()->index(6, CandidatesTable::Step).data().toString(), QStringLiteral("—"));
        QVERIFY(!table.model()->index(6, 0).data(Qt::ToolTipRole).toString().isEmpty());
        // Kept plans on top, in their order; then the result's.
        const QAbstractItemModel* sorted = table.view()->model();
        QVERIFY(sorted->index(0, CandidatesTable::Layout).data().toString().startsWith(QStringLiteral("today")));
        QCOMPARE(sorted->index(3, CandidatesTable::Number).data().toString(), QStringLiteral("1"));
        QCOMPARE(table.view()->currentIndex().row(), 3);
        table.view()->setCurrentIndex(sorted->index(0, 0));
        QCOMPARE(kept.count(), 1);
        QCOMPARE(kept.takeLast().at(0).toInt(), 0);
        table.view()->setCurrentIndex(sorted->index(1, 0)); // no plan for this problem: nothing to show
        QCOMPARE(kept.count(), 0);
        table.view()->setCurrentIndex(sorted->index(2, 0));
        QCOMPARE(kept.takeLast().at(0).toInt(), 2);
        PlanSnapshot shown = cloud();
        shown.shownKept = 2;
        table.setSnapshot(shown);
        QCOMPARE(table.view()->currentIndex().row(), 2);
        QCOMPARE(kept.count() + plan.count(), 0);
        table.view()->sortByColumn(CandidatesTable::Step, Qt::AscendingOrder);
        QVERIFY(sorted->index(sorted->rowCount() - 3, CandidatesTable::Layout)
                    .data()
                    .toString()
                    .startsWith(QStringLiteral("today")) ||
                sorted->index(sorted->rowCount() - 4, CandidatesTable::Layout)
                    .data()
                    .toString()
                    .startsWith(QStringLiteral("today")));
    }

    /// 1.00 and 1.03 s are equal within 4 %, and so are 1.10 and 1.13; what does not fit is equal to nothing.
    void equalPlansShareAShade() {
        PlanSnapshot snapshot = sample::small();
        auto result = std::make_shared<SolveResult>(*snapshot.result);
        result->plans = {priced(1.0, 70e9, 12), priced(1.03, 60e9, 12), priced(1.1, 65e9, 8), priced(1.13, 40e9, 8)};
        snapshot.result = result;
        KeptPlan over;
        over.name = QStringLiteral("over");
        over.priced = std::make_shared<RankedPlan>(priced(0.5, 90e9, 12));
        snapshot.kept = {over};
        CandidatesTable table;
        table.setSnapshot(snapshot);
        const auto shaded = [&table](int row) {
            return table.model()->index(row, 0).data(Qt::BackgroundRole).isValid();
        };
        QVERIFY(!shaded(0) && !shaded(1) && shaded(2) && shaded(3) && !shaded(4));
        QVERIFY(table.note().contains(QStringLiteral("first 2")));
        QVERIFY(table.model()
                    ->index(1, CandidatesTable::Step)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("4")));
        QVERIFY(table.model()->index(4, CandidatesTable::Step).data(Qt::ToolTipRole).toString().isEmpty());
    }

    void languageAndPalette() {
        ChartCard card(new PlanScatter);
        auto* chart = static_cast<PlanScatter*>(card.chart());
        chart->setSnapshot(cloud());
        QEvent event(QEvent::LanguageChange);
        QCoreApplication::sendEvent(chart, &event);
        QVERIFY(!chart->accessibleName().isEmpty() && !chart->actions().front()->text().isEmpty());
        for (const bool dark : {false, true}) {
            const Theme& theme = dark ? Theme::night() : Theme::light();
            const QImage image = card.render({500, 320}, 1, dark);
            QCOMPARE(image.pixelColor(3, 100), theme.panel);
            int accents = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    accents += image.pixelColor(x, y) == theme.accent;
            QVERIFY(accents > 20); // the front
        }
        chart->setSnapshot({});
        QVERIFY(!chart->emptyText().isEmpty());
        QCOMPARE(chart->pointAt({100, 100}), -1);
        QTest::keyClick(chart, Qt::Key_Right);
    }
};

QTEST_MAIN(TestPlanScatter)
#include "test_planscatter.moc"
