// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
// How long the window's thread computes for one event: the window is driven through option changes, selections and
// switches of workspace, and the CPU time of every event it handles is taken. The house rule is 16 ms for the 99th
// percentile and 50 ms at most. Usage: nest_bench_heartbeat [changes] [project-or-model-file], or
// nest_bench_heartbeat candidates [workspace] for switching among the best plans for 1024 devices.

#include "mainwindow/headerbar.h"
#include "mainwindow/mainwindow.h"
#include "measuredapplication.h"
#include "model/layertable.h"
#include "workspaces/modelworkspace.h"

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>
#include <random>

namespace {

void changeSomething(nest::ui::MainWindow& window, std::mt19937& random) {
    nest::ui::Project& project = window.project();
    const auto pick = [&](std::initializer_list<std::int64_t> values) {
        return *(values.begin() + static_cast<std::ptrdiff_t>(random() % values.size()));
    };
    switch (random() % 8) {
    case 0:
        (void)project.setOption("global_batch", pick({256, 512, 1024, 2048}));
        break;
    case 1:
        (void)project.setOption("tp", nlohmann::json::array({pick({2, 4, 8})}));
        break;
    case 2:
        project.resetOption("tp");
        break;
    case 3:
        window.selection().setStage(static_cast<int>(random() % 4));
        break;
    case 4:
        window.header()->setCurrentWorkspace(static_cast<int>(random() % 4));
        break;
    case 5:
        window.selection().setLayer(static_cast<int>(random() % 80));
        break;
    case 6:
        emit window.modelWorkspace()->layerTable()->amountEdited(static_cast<int>(1 + random() % 40),
                                                                 nest::ui::LayerAmount::Parameters,
                                                                 1e9 + static_cast<double>(random()));
        break;
    default:
        project.undoStack()->undo();
        break;
    }
}

/// Llama 3 70B on 1024 devices: once the plans are there, each of the best twenty is shown five times.
void driveCandidates(nest::bench::MeasuredApplication& application, nest::ui::MainWindow& window, int workspace) {
    static constexpr int candidates = 20, shows = 5 * candidates;
    nest::ui::Project& project = window.project();
    project.setModel({"llama3-70b", nullptr});
    project.setTopology({"dgx-h100x128", nullptr});
    window.header()->setCurrentWorkspace(workspace);
    auto* driver = new QTimer(&window);
    driver->setInterval(120);
    QObject::connect(driver, &QTimer::timeout, &window, [&application, &window, done = 0]() mutable {
        if (!application.recording) {
            const auto& result = window.shownPlan().snapshot().result;
            if (window.livePlan().isBusy() || window.livePlan().isStale() || !result) return;
            QTextStream(stdout) << result->plans.size() << " plans\n";
            application.recording = true;
        }
        const int plans = static_cast<int>(window.shownPlan().snapshot().result->plans.size());
        if (done == shows) return QApplication::quit();
        window.shownPlan().show(++done % std::min(candidates, plans));
    });
    driver->start();
}

} // namespace

int main(int argc, char** argv) {
    nest::bench::MeasuredApplication application(argc, argv);
    QStandardPaths::setTestModeEnabled(true);
    const QTemporaryDir folder;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    const bool switching = argc > 1 && QString::fromLocal8Bit(argv[1]) == QStringLiteral("candidates");
    const int changes = argc > 1 ? QString::fromLocal8Bit(argv[1]).toInt() : 200;

    nest::ui::MainWindow window;
    window.start(argc > 2 && !switching ? QString::fromLocal8Bit(argv[2]) : QString());
    window.show();
    std::mt19937 random(1);
    int done = 0;
    QTimer driver;
    driver.setInterval(120);
    QObject::connect(&driver, &QTimer::timeout, &window, [&] {
        if (window.livePlan().outcome()) application.recording = true; // the first show is excepted
        if (done++ == changes) return QApplication::quit();
        changeSomething(window, random);
    });
    if (switching)
        driveCandidates(application, window, argc > 2 ? QString::fromLocal8Bit(argv[2]).toInt() : 2);
    else
        driver.start();
    QApplication::exec();

    return application.report();
}
