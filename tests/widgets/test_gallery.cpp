// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
// Pictures of every view in both modes, for people to look at: written to $NEST_GALLERY_DIR, skipped without it.
#include "charts/chartcard.h"
#include "controls/optionpanel.h"
#include "plan/candidatestable.h"
#include "plan/deviceheatmap.h"
#include "plan/layerstrip.h"
#include "plan/memorychart.h"
#include "plan/plan_edits.h"
#include "plan/planscatter.h"
#include "plan/stageheatmap.h"
#include "plan/summarycards.h"
#include "plan/timeline.h"
#include "plan/trafficchart.h"
#include "plan/waterfallchart.h"
#include "selection/selectionmodel.h"
#include "topology/boxpicture.h"
#include "topology/costmatrix.h"
#include "topology/leveltable.h"
#include "widgets/sample.h"

#include <QApplication>
#include <QDir>
#include <QGridLayout>
#include <QTest>

using namespace nest;
using namespace nest::ui;

class TestGallery : public QObject {
    Q_OBJECT

    static QWidget* planPage(const PlanSnapshot& snapshot, SelectionModel* selection) {
        auto* page = new QWidget;
        auto* grid = new QGridLayout(page);
        grid->setContentsMargins(12, 12, 12, 12);
        grid->setSpacing(12);
        auto* cards = new SummaryCards;
        cards->setSnapshot(snapshot);
        auto* stages = new StageHeatmap;
        auto* memory = new MemoryChart;
        auto* devices = new DeviceHeatmap;
        for (PlanChart* chart :
             {static_cast<PlanChart*>(stages), static_cast<PlanChart*>(memory), static_cast<PlanChart*>(devices)}) {
            chart->setSnapshot(snapshot);
            chart->setSelectionModel(selection);
        }
        auto* candidates = new CandidatesTable;
        candidates->setSnapshot(snapshot);
        auto* plans = new Card(QStringLiteral("Best plans"));
        plans->setBody(candidates);
        grid->addWidget(cards, 0, 0, 1, 3);
        grid->addWidget(new ChartCard(stages), 1, 0);
        grid->addWidget(new ChartCard(memory), 1, 1);
        grid->addWidget(new ChartCard(devices), 1, 2);
        grid->addWidget(plans, 2, 0, 1, 3);
        grid->setRowStretch(1, 3);
        grid->setRowStretch(2, 2);
        return page;
    }

    static QWidget* topologyPage(const std::optional<LevelModel>& levels) {
        auto* page = new QWidget;
        auto* grid = new QGridLayout(page);
        auto* box = new BoxPicture;
        box->setLevels(levels);
        box->setSelectedLevel(levels ? 1 : 0);
        auto* table = new LevelTable;
        table->setLevels(levels, {QStringLiteral("latency leaf"), QStringLiteral("latency nvlink")});
        auto* matrix = new CostMatrix;
        matrix->setLevels(levels);
        auto* tableCard = new Card(QStringLiteral("Levels"));
        tableCard->setBody(table);
        grid->addWidget(new ChartCard(box), 0, 0, 2, 1);
        grid->addWidget(tableCard, 0, 1);
        grid->addWidget(new ChartCard(matrix), 1, 1);
        grid->setColumnStretch(0, 3);
        grid->setColumnStretch(1, 2);
        grid->setRowStretch(1, 1);
        return page;
    }

    static void picture(QWidget* widget, const QSize& size, const QString& name) {
        widget->resize(size);
        widget->show();
        QCoreApplication::processEvents();
        widget->grab().save(QDir(qEnvironmentVariable("NEST_GALLERY_DIR")).filePath(name + QStringLiteral(".png")));
        delete widget;
    }

    /// The best plans with two more beside them: the last but one pinned, and the best with a border moved by hand,
    /// which may not fit.
    static PlanSnapshot withKept(PlanSnapshot snapshot) {
        KeptPlan today, edited;
        today.name = QStringLiteral("today");
        today.priced = std::make_shared<RankedPlan>(snapshot.result->plans[snapshot.result->plans.size() - 2]);
        edited.kind = KeptPlan::Kind::edited;
        edited.name = QStringLiteral("edited");
        auto plan = std::make_shared<RankedPlan>(*snapshot.best());
        if (plan->plan.stage_count() > 1) plan->plan = with_border(plan->plan, 1, 1);
        plan->plan = with_recompute(plan->plan, 0, Recompute::selective);
        plan->evaluation = *evaluate(*snapshot.problem, plan->plan);
        edited.priced = plan;
        snapshot.kept = {today, edited};
        return snapshot;
    }
    template <class View> static void chart(const PlanSnapshot& snapshot, const QSize& size, const QString& name) {
        auto* view = new View;
        view->setSnapshot(snapshot);
        picture(new ChartCard(view), size, name);
    }
    static void comparingCharts(const PlanSnapshot& snapshot, const QString& name) {
        chart<PlanScatter>(snapshot, {430, 290}, QStringLiteral("scatter-") + name);
        chart<LayerStrip>(snapshot, {1000, 222}, QStringLiteral("strip-") + name);
        chart<TrafficChart>(snapshot, {480, 250}, QStringLiteral("traffic-") + name);
        chart<WaterfallChart>(snapshot, {480, 290}, QStringLiteral("waterfall-") + name);
        auto* table = new CandidatesTable;
        table->setSnapshot(snapshot);
        picture(table, {900, 300}, QStringLiteral("table-") + name);
    }

private slots:
    void comparing() {
        if (qEnvironmentVariableIsEmpty("NEST_GALLERY_DIR")) QSKIP("NEST_GALLERY_DIR is not set");
        QDir().mkpath(qEnvironmentVariable("NEST_GALLERY_DIR"));
        Options deep, uneven;
        deep.pp = std::vector<std::int64_t>{64};
        uneven.pp = std::vector<std::int64_t>{8};
        const PlanSnapshot eight = withKept(sample::solved(8, 32, {}, 60)),
                           usual = withKept(sample::solved(128, 1024, uneven, 60)),
                           tall = withKept(sample::solved(1024, 4096, deep, 60)),
                           many = withKept(sample::solved(16384, 16384, {}, 60));
        PlanSnapshot edited = usual;
        edited.shownKept = 1;
        for (const bool dark : {false, true}) {
            applyTheme(*qApp, dark ? ThemeMode::Dark : ThemeMode::Light);
            const QString mode = dark ? QStringLiteral("-dark") : QStringLiteral("-light");
            comparingCharts(eight, QStringLiteral("8") + mode);
            comparingCharts(usual, QStringLiteral("128") + mode);
            comparingCharts(edited, QStringLiteral("128-edited") + mode);
            comparingCharts(tall, QStringLiteral("1024") + mode);
            comparingCharts(many, QStringLiteral("16384") + mode);
            chart<PlanScatter>({}, {430, 290}, QStringLiteral("scatter-empty") + mode);
        }
    }

    void pictures() {
        if (qEnvironmentVariableIsEmpty("NEST_GALLERY_DIR")) QSKIP("NEST_GALLERY_DIR is not set");
        QDir().mkpath(qEnvironmentVariable("NEST_GALLERY_DIR"));
        const PlanSnapshot small = sample::small(), eight = sample::solved(8, 32), usual = sample::solved(128, 1024),
                           large = sample::solved(1024, 4096);
        Options deep;
        deep.pp = std::vector<std::int64_t>{64};
        const PlanSnapshot tall = sample::solved(1024, 4096, deep);
        const PlanSnapshot many = sample::solved(16384, 16384);
        for (const bool dark : {false, true}) {
            applyTheme(*qApp, dark ? ThemeMode::Dark : ThemeMode::Light);
            const QString mode = dark ? QStringLiteral("-dark") : QStringLiteral("-light");
            SelectionModel selection;
            selection.setStage(0);
            picture(planPage(small, &selection), {1280, 760}, QStringLiteral("plan-small") + mode);
            picture(planPage(eight, &selection), {1280, 760}, QStringLiteral("plan-8") + mode);
            picture(planPage(usual, &selection), {1280, 760}, QStringLiteral("plan-128") + mode);
            picture(planPage(large, &selection), {1280, 760}, QStringLiteral("plan-1024") + mode);
            picture(planPage(tall, &selection), {1280, 760}, QStringLiteral("plan-tall") + mode);
            picture(planPage({}, &selection), {1000, 600}, QStringLiteral("plan-empty") + mode);
            picture(topologyPage(eight.problem->levels), {1100, 700}, QStringLiteral("topology-8") + mode);
            picture(topologyPage(usual.problem->levels), {1100, 700}, QStringLiteral("topology-128") + mode);
            picture(topologyPage(large.problem->levels), {1100, 700}, QStringLiteral("topology-1024") + mode);
            auto* huge = new DeviceHeatmap;
            huge->setSnapshot(many);
            huge->setSelectionModel(&selection);
            huge->setColouring(DeviceHeatmap::Colouring::Replica);
            selection.clear();
            picture(new ChartCard(huge), {900, 600}, QStringLiteral("devices-16384") + mode);
            for (const auto& [name, snapshot] :
                 {std::pair("8", eight), {"128", usual}, {"1024", large}, {"tall", tall}, {"16384", many}})
                for (const auto view : {Timeline::View::Start, Timeline::View::Whole, Timeline::View::End}) {
                    auto* timeline = new Timeline;
                    timeline->setSnapshot(snapshot);
                    timeline->finish();
                    timeline->setSelectionModel(&selection);
                    selection.setStage(view == Timeline::View::Whole ? 1 : -1);
                    timeline->setView(view);
                    picture(new ChartCard(timeline), {760, 300},
                            QStringLiteral("timeline-%1-%2").arg(QLatin1String(name)).arg(static_cast<int>(view)) +
                                mode);
                }
            auto* zoomed = new DeviceHeatmap;
            zoomed->setSnapshot(large);
            zoomed->setColouring(DeviceHeatmap::Colouring::Load);
            zoomed->resize(400, 300);
            zoomed->zoomAt({100, 100}, 6);
            picture(new ChartCard(zoomed), {500, 360}, QStringLiteral("devices-zoomed") + mode);
            auto* share = new StageHeatmap;
            share->setSnapshot(usual);
            share->setShowsShare(true);
            picture(new ChartCard(share), {420, 260}, QStringLiteral("stages-share") + mode);
            auto* twin = new ChartCard(new MemoryChart);
            static_cast<MemoryChart*>(twin->chart())->setSnapshot(usual);
            twin->setShowsTable(true);
            picture(twin, {620, 240}, QStringLiteral("memory-table") + mode);
            auto* panel = new OptionPanel;
            panel->setLevels(usual.problem->levels);
            Options options;
            options.reserve_fraction = 0.05;
            options.cp = std::vector<std::int64_t>{1, 2};
            panel->setOptions(options);
            picture(panel, {250, 800}, QStringLiteral("options") + mode);
        }
    }
};

QTEST_MAIN(TestGallery)
#include "test_gallery.moc"
