// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "render/renderview.h"

#include "base/worker_pool.h"
#include "charts/chartcard.h"
#include "document/inputs.h"
#include "document/project.h"
#include "jobs/graphlayout.h"
#include "mainwindow/language.h"
#include "model/layerbars.h"
#include "model/layergraph.h"
#include "plan/deviceheatmap.h"
#include "plan/layerstrip.h"
#include "plan/memorychart.h"
#include "plan/planscatter.h"
#include "plan/stageheatmap.h"
#include "plan/timeline.h"
#include "plan/trafficchart.h"
#include "topology/boxpicture.h"
#include "topology/costmatrix.h"

#include <QApplication>
#include <QEventLoop>
#include <iostream>
#include <memory>

namespace nest::ui {
namespace {

Diagnostic unknown(const char* what, const std::string& found, std::vector<std::string> known) {
    Diagnostic fault;
    fault.code = ErrorCode::unknown_name;
    fault.subject = what;
    fault.found = found;
    fault.suggestion = nearest_name(found, known);
    for (const std::string& name : known)
        fault.expected.pattern += (fault.expected.empty() ? "" : ", ") + name;
    return fault;
}

template <typename View> std::unique_ptr<Chart> planChart(const PlanSnapshot& snapshot) {
    auto chart = std::make_unique<View>();
    chart->setSnapshot(snapshot);
    return chart;
}

/// The layer graph as the window draws it; waits for its layout, which has a time limit.
std::unique_ptr<Chart> modelChart(const std::shared_ptr<const ModelView>& model) {
    auto chart = std::make_unique<LayerGraph>();
    GraphLayout layout;
    QEventLoop loop;
    chart->setLayoutService(true);
    QObject::connect(chart.get(), &LayerGraph::layoutWanted, &layout, &GraphLayout::request);
    QObject::connect(&layout, &GraphLayout::finished, &loop, [&](quint64, const GraphDrawing& drawing) {
        chart->setDrawing(drawing);
        loop.quit();
    });
    chart->setModelView(model);
    if (layout.isBusy()) loop.exec(QEventLoop::ExcludeUserInputEvents);
    return chart;
}

/// The chart of a view; null for an unknown name.
std::unique_ptr<Chart> chartOf(const std::string& view, const PlanSnapshot& snapshot) {
    if (view == "stages") return planChart<StageHeatmap>(snapshot);
    if (view == "devices") return planChart<DeviceHeatmap>(snapshot);
    if (view == "memory") return planChart<MemoryChart>(snapshot);
    if (view == "timeline") {
        auto chart = std::make_unique<Timeline>();
        chart->setSnapshot(snapshot);
        chart->finish();
        return chart;
    }
    if (view == "scatter") return planChart<PlanScatter>(snapshot);
    if (view == "strip") return planChart<LayerStrip>(snapshot);
    if (view == "traffic") return planChart<TrafficChart>(snapshot);
    if (view == "model" || view == "layers") {
        const auto model = describeModel({snapshot.problem, &snapshot.problem->model}, &snapshot.problem->device);
        if (view == "model") return modelChart(model);
        auto chart = std::make_unique<LayerBars>();
        chart->setModelView(model);
        return chart;
    }
    if (view == "topology") {
        auto chart = std::make_unique<BoxPicture>();
        chart->setLevels(snapshot.problem->levels);
        return chart;
    }
    if (view == "levels") {
        auto chart = std::make_unique<CostMatrix>();
        chart->setLevels(snapshot.problem->levels);
        return chart;
    }
    return nullptr;
}

/// An application for the time of one picture, where there is none.
std::unique_ptr<QApplication> offscreenApplication() {
    if (QCoreApplication::instance()) return nullptr;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    static int argc = 1;
    static char name[] = "nest-planner";
    static char* argv[] = {name, nullptr};
    return std::make_unique<QApplication>(argc, argv);
}

} // namespace

std::optional<Diagnostic> renderView(const cli::RenderRequest& request, const Problem& problem,
                                     const SolveResult& result) {
    const QString output = QString::fromStdString(request.output);
    const QString type = output.section(QLatin1Char('.'), -1).toLower();
    if (!QStringList{QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")}.contains(type))
        return unknown("file type", type.toStdString(), {"png", "svg", "pdf"});
    const QString code = request.language.empty() ? QStringLiteral("en") : QString::fromStdString(request.language);
    if (!Language::codes().contains(code)) return unknown("language", request.language, {"en", "zh_CN"});

    const auto application = offscreenApplication();
    Language language;
    language.set(code);
    applyTheme(*qApp, request.dark ? ThemeMode::Dark : ThemeMode::Light);

    const PlanSnapshot snapshot{std::make_shared<const Problem>(problem), std::make_shared<const SolveResult>(result)};
    auto chart = chartOf(request.view, snapshot);
    if (!chart) return unknown("view", request.view, cli::render_views());
    if (qobject_cast<PlanChart*>(chart.get()) && !snapshot.plan()) {
        Diagnostic fault;
        fault.code = ErrorCode::inconsistent;
        fault.subject = "view " + request.view;
        fault.expected = "a feasible plan";
        fault.found = "none";
        return fault;
    }
    const ChartCard card(chart.release());
    const QByteArray bytes = card.picture(type, {request.width, request.height}, 1, request.dark);
    return io::write_text(output.toStdString(), bytes.toStdString());
}

namespace {

int refused(const std::vector<Diagnostic>& faults) {
    for (const Diagnostic& fault : faults)
        std::cerr << describe(fault) << '\n';
    return cli::bad_input;
}

/// A project's inputs, and its best plan.
int renderProject(const cli::RenderRequest& request) {
    Project project;
    const Project::Opened opened = project.open(QString::fromStdString(request.project));
    if (opened.kind == Project::Opened::Kind::failed) return refused(opened.diagnostics);
    const auto inputs = prepareInputs(project.state());
    if (!inputs->problem) return refused(inputs->diagnostics);
    SolveControl control;
    control.threads = hardware_threads();
    const SolveResult result = solve(*inputs->problem, control);
    if (result.plans.empty()) {
        std::cerr << result.why_infeasible.text() << '\n';
        return cli::no_plan;
    }
    if (const auto fault = renderView(request, *inputs->problem, result)) return refused({*fault});
    return cli::done;
}

} // namespace

int renderCommand(const cli::RenderRequest& request) {
    if (!request.plan) return renderProject(request);
    if (const auto fault = renderView(request, request.plan->problem, request.plan->result)) return refused({*fault});
    return cli::done;
}

} // namespace nest::ui
