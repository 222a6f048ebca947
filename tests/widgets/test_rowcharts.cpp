// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
// Charts of horizontal bars: traffic by level, and the difference of two plans.
#include "charts/chartcard.h"
#include "io/files.h"
#include "plan/trafficchart.h"
#include "plan/waterfallchart.h"
#include "widgets/sample.h"
#include "widgets/twin.h"

#include <QAction>
#include <QTest>
#include <cmath>
#include <nlohmann/json.hpp>

using namespace nest;
using namespace nest::ui;

class TestRowCharts : public QObject {
    Q_OBJECT

    static bool near(double a, double b) {
        return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)) + 1e-15;
    }
    static double sum(Chart& chart, const char* header) {
        double all = 0;
        for (int row = 0; row < chart.table()->rowCount(); ++row)
            all += twin(chart, row, header).toDouble();
        return all;
    }
    static Options deep() {
        Options options;
        options.pp = std::vector<std::int64_t>{4};
        options.tp = std::vector<std::int64_t>{4};
        return options;
    }

private slots:
    void trafficOfAStageEqualsThePlanFile() {
        const PlanSnapshot snapshot = sample::solved(128, 1024, deep());
        TrafficChart chart;
        SelectionModel selection;
        chart.setSelectionModel(&selection);
        chart.setSnapshot(snapshot);
        chart.setMeasure(TrafficChart::Measure::DeviceSeconds);
        QCOMPARE(chart.rowCount(), 3);
        const nlohmann::json file = io::plan_to_json(*snapshot.problem, *snapshot.result);
        const double m = file["strategy"]["num_micro_batches"].get<double>();
        for (int stage = 0; stage < 4; ++stage) {
            selection.setStage(stage);
            QVERIFY(chart.unit().contains(stageName(stage)));
            const nlohmann::json& priced = file["stages"][static_cast<std::size_t>(stage)];
            const nlohmann::json& time = priced["time"];
            QVERIFY(near(sum(chart, "TP"), m * time["tp_comm"].get<double>()));
            QVERIFY(near(sum(chart, "ZeRO and DP"),
                         m * time["zero_comm"].get<double>() + priced["sync_seconds"].get<double>()));
            QVERIFY(near(sum(chart, "transfers"), m * (time["p2p_in"].get<double>() + time["p2p_out"].get<double>())));
        }
    }

    void measuresAgree() {
        const PlanSnapshot snapshot = sample::solved(128, 1024, deep());
        TrafficChart chart;
        chart.setSnapshot(snapshot);
        const std::vector<double> mean = {chart.total(1), chart.total(2), chart.total(3)};
        chart.actions().at(1)->trigger();
        QCOMPARE(chart.measure(), TrafficChart::Measure::ClusterBytes);
        for (int level = 1; level <= 3; ++level)
            QVERIFY(near(chart.total(level), mean[static_cast<std::size_t>(level - 1)] *
                                                 static_cast<double>(snapshot.plan()->evaluation.devices_used)));
        // Against the solver's own count.
        const auto counted = traffic(*snapshot.problem, snapshot.plan()->plan, snapshot.plan()->evaluation);
        QVERIFY(counted.ok());
        for (int level = 1; level <= 3; ++level) {
            QCOMPARE(chart.value(level, TrafficKind::tensor), counted->of_cluster(level, TrafficKind::tensor).bytes);
            QCOMPARE(twin(chart, level - 1, "transfers").toDouble(),
                     counted->of_cluster(level, TrafficKind::transfers).bytes);
        }
        QVERIFY(!chart.kinds().contains(TrafficKind::expert)); // a dense model
    }

    void trafficByKeysAndHover() {
        TrafficChart chart;
        chart.setSnapshot(sample::solved(128, 1024, deep()));
        chart.resize(420, 260);
        chart.show();
        QCOMPARE(chart.rowAt(chart.rowRect(1).center()), 1);
        QVERIFY(chart.hoverText(chart.rowRect(0).center()).contains(QStringLiteral("nvlink")));
        QVERIFY(chart.hoverText({5, 258}).isEmpty());
        QTest::keyClick(&chart, Qt::Key_Down);
        QTest::keyClick(&chart, Qt::Key_Down);
        QCOMPARE(chart.currentRow(), 1);
        QVERIFY(chart.accessibleDescription().contains(QStringLiteral("leaf")));
        QTest::keyClick(&chart, Qt::Key_End);
        QCOMPARE(chart.currentRow(), 2);
        QTest::keyClick(&chart, Qt::Key_Up);
        QCOMPARE(chart.currentRow(), 1);
        chart.setSnapshot({});
        QCOMPARE(chart.currentRow(), -1);
        QTest::keyClick(&chart, Qt::Key_Down);
        QVERIFY(!chart.emptyText().isEmpty());
    }

    /// Absent slots make a grid irregular, and that many devices are counted aside.
    void unevenClustersAreCountedAside() {
        PlanSnapshot snapshot = sample::solved(8, 32);
        auto problem = std::make_shared<Problem>(*snapshot.problem);
        problem->levels = sample::levels({{"node", 8, 450e9, 2e-6, {}}, {"rail", 8192, 50e9, 5e-6, {}}}, {7});
        problem->options.global_batch = 8192;
        auto result = std::make_shared<SolveResult>();
        RankedPlan plan;
        plan.plan.strategy = {1, 1, 1, false};
        plan.plan.replicas = 4096;
        plan.plan.stages.resize(1);
        for (int layer = 0; layer < static_cast<int>(problem->model.layers.size()); ++layer)
            plan.plan.stages[0].layers.push_back(layer);
        auto price = evaluate(*problem, plan.plan);
        QVERIFY2(price.ok(), price.ok() ? "" : describe(price.fault()).c_str());
        plan.evaluation = *price;
        result->plans = {plan};
        TrafficChart chart;
        chart.setSnapshot({problem, result, 0, false});
        QVERIFY(!chart.emptyText().isEmpty() && chart.rowCount() == 0);
        chart.finish();
        QVERIFY(chart.emptyText().isEmpty());
        QCOMPARE(chart.rowCount(), 2);
        QVERIFY(chart.total(2) > 0);
        // And without waiting.
        TrafficChart patient;
        patient.setSnapshot({problem, result, 0, false});
        QTRY_COMPARE_WITH_TIMEOUT(patient.rowCount(), 2, 60000);
        QCOMPARE(patient.total(2), chart.total(2));
    }

    void waterfallSumsFromOnePlanToTheOther() {
        PlanSnapshot snapshot = sample::solved(128, 1024);
        WaterfallChart chart;
        chart.setSnapshot(snapshot);
        QVERIFY(!chart.emptyText().isEmpty()); // the best, and nothing kept: nothing to compare
        snapshot.shown = 3;
        chart.setSnapshot(snapshot);
        const nlohmann::json file = io::plan_to_json(*snapshot.problem, *snapshot.result);
        const double from = file["alternatives"][2]["metrics"]["step_seconds"].get<double>();
        const double to = file["metrics"]["step_seconds"].get<double>();
        QVERIFY(near(chart.from(), from) && near(chart.to(), to));
        double walked = from;
        for (const WaterfallChart::Part& part : chart.parts())
            walked += part.change();
        QVERIFY(near(walked, to));
        const int last = chart.table()->rowCount() - 1;
        QVERIFY(near(twin(chart, last, "difference").toDouble(), to - from));
        QVERIFY(near(twin(chart, last, "plan 4").toDouble(), from));
        chart.actions().at(1)->trigger();
        QVERIFY(near(chart.from(), file["alternatives"][2]["metrics"]["peak_memory"].get<double>()));
        QVERIFY(near(chart.to(), file["metrics"]["peak_memory"].get<double>()));
    }

    void waterfallOfAKeptPlan() {
        PlanSnapshot snapshot = sample::solved(128, 1024);
        KeptPlan today;
        today.name = QStringLiteral("today");
        today.priced = std::make_shared<RankedPlan>(snapshot.result->plans.back());
        snapshot.kept = {KeptPlan{}, today};
        WaterfallChart chart;
        chart.setSnapshot(snapshot); // the best is shown: the first kept plan with a price is compared
        QVERIFY(chart.title().contains(QStringLiteral("today")));
        QCOMPARE(chart.from(), today.priced->evaluation.step_seconds);
        chart.resize(420, 300);
        chart.show();
        QVERIFY(chart.rowCount() >= 3);
        QVERIFY(chart.hoverText(chart.rowRect(1).center()).contains(QStringLiteral("today")));
        QTest::keyClick(&chart, Qt::Key_End);
        QCOMPARE(chart.currentRow(), chart.rowCount() - 1);
        snapshot.shownKept = 1;
        chart.setSnapshot(snapshot);
        QVERIFY(chart.title().contains(QStringLiteral("today")));
    }

    void languageAndPalette() {
        PlanSnapshot snapshot = sample::solved(128, 1024);
        snapshot.shown = 2;
        ChartCard traffic(new TrafficChart), waterfall(new WaterfallChart);
        for (ChartCard* card : {&traffic, &waterfall}) {
            static_cast<PlanChart*>(card->chart())->setSnapshot(snapshot);
            QEvent event(QEvent::LanguageChange);
            QCoreApplication::sendEvent(card->chart(), &event);
            QVERIFY(!card->chart()->accessibleName().isEmpty());
            for (const bool dark : {false, true}) {
                const Theme& theme = dark ? Theme::night() : Theme::light();
                QCOMPARE(card->render({400, 260}, 1, dark).pixelColor(3, 100), theme.panel);
            }
        }
    }
};

QTEST_MAIN(TestRowCharts)
#include "test_rowcharts.moc"
