// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
// How long the window's thread computes for one event while a timeline of 64 stages and 512 micro-batches is zoomed,
// moved and pointed at, in a window of 1280 x 720. Usage: nest_bench_timeline [stages] [micro-batches]

#include "charts/chartcard.h"
#include "measuredapplication.h"
#include "plan/timeline.h"
#include "selection/selectionmodel.h"
#include "theme/theme.h"

#include <QMouseEvent>
#include <QWheelEvent>

namespace {

nest::ui::PlanSnapshot snapshotOf(int stages, int microBatches) {
    auto result = std::make_shared<nest::SolveResult>();
    nest::RankedPlan plan;
    plan.plan.stages.resize(static_cast<std::size_t>(stages));
    plan.evaluation.micro_batches = microBatches;
    for (int i = 0; i < stages; ++i) {
        nest::StageEvaluation stage;
        nest::StageTime& time = stage.time;
        time.forward = 10e-3 + 1e-5 * i;
        time.backward = 20e-3;
        time.recompute = 8e-3;
        time.tp_comm = 4e-3;
        time.tp_forward = 2e-3;
        time.p2p_in = time.p2p_out = 1e-3;
        time.fw = time.p2p_in + time.forward + time.tp_forward;
        time.bw = time.recompute + time.p2p_out + time.backward + 2e-3;
        time.load = time.fw + time.bw;
        plan.evaluation.stages.push_back(stage);
    }
    result->plans = {plan};
    return {std::make_shared<const nest::Problem>(), result};
}

} // namespace

int main(int argc, char** argv) {
    nest::bench::MeasuredApplication application(argc, argv);
    nest::ui::applyTheme(application, nest::ui::ThemeMode::Light);
    const int stages = argc > 1 ? QString::fromLocal8Bit(argv[1]).toInt() : 64;
    const int batches = argc > 2 ? QString::fromLocal8Bit(argv[2]).toInt() : 512;
    nest::ui::SelectionModel selection;
    auto* view = new nest::ui::Timeline;
    nest::ui::ChartCard card(view);
    view->setSelectionModel(&selection);
    const double begin = nest::bench::threadSeconds();
    view->setSnapshot(snapshotOf(stages, batches));
    const double given = nest::bench::threadSeconds();
    QTextStream(stdout) << "snapshot taken in " << (given - begin) * 1e3 << " ms\n";
    view->finish();
    card.resize(1280, 720);
    card.show();
    QApplication::processEvents();

    const auto wheel = [&](QPointF at, int turned) {
        QWheelEvent event(at, view->mapToGlobal(at), {}, {0, turned}, Qt::NoButton, Qt::ControlModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(view, &event);
        QApplication::processEvents();
    };
    application.recording = true;
    view->setView(nest::ui::Timeline::View::Whole);
    for (int round = 0; round < 5; ++round) {
        const QPointF at(200 + 200 * round, 80 + 100 * round);
        for (int i = 0; i < 60; ++i)
            wheel(at, 120);
        for (int i = 0; i < 60; ++i)
            wheel(at, -120);
    }
    application.report("zoom events");
    // Where single tasks are smallest, and so most.
    view->setSpan(0.5, 0.5 + 1200 * 31e-3 / 4.2);
    for (int i = 0; i < 200; ++i) {
        QMouseEvent event(QEvent::MouseMove, QPointF(100 + 5 * i, 50 + 3 * i), view->mapToGlobal(QPointF(100, 50)),
                          Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(view, &event);
        if (i % 10 == 0) selection.setStage(i / 10);
        if (i % 2) view->setSpan(view->from() + 1e-3, view->to() + 1e-3);
        QApplication::processEvents();
    }
    return application.report("hover and pan events");
}
