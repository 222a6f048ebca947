// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "mainwindow/exporter.h"

#include "charts/chartcard.h"
#include "controls/filedialogs.h"
#include "document/csv.h"
#include "io/files.h"

#include <QDir>
#include <QFileInfo>
#include <QInputDialog>
#include <QRegularExpression>
#include <QSaveFile>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace nest::ui {
namespace {

constexpr QSize chartSize{900, 560}; ///< device-independent pixels
constexpr double chartScale = 2;

} // namespace

Exporter::Exporter(QWidget* window) : QObject(window), m_window(window) {}

void Exporter::write(const QString& title, const QString& name, const QString& filter, const std::string& text) {
    const QFileInfo usual(name);
    const QString offered = fileNameFor(m_title + QLatin1Char('-') + name);
    const QString path = askSaveFile(m_window, {title, {filter}, offered, usual.suffix()});
    if (path.isEmpty()) return;
    if (const auto fault = io::write_text(path.toStdString(), text))
        emit faultFound(*fault);
    else
        emit written(path);
}

nlohmann::json Exporter::planJson(const PlanSnapshot& snapshot) {
    SolveResult result = *snapshot.result;
    if (snapshot.shown == 0) return io::plan_to_json(*snapshot.problem, result);
    const auto shown = result.plans.begin() + snapshot.shown;
    std::rotate(result.plans.begin(), shown, shown + 1);
    // What the search proved holds for its best plan; of this one only the distance from the bound is known.
    const Objective objective = snapshot.problem->options.objective;
    const Evaluation& evaluation = result.plans.front().evaluation;
    const bool memory = minimises_memory(objective);
    const double value = memory ? evaluation.goal_bytes(objective) : evaluation.step_seconds,
                 bound = memory ? result.lower_bound_bytes : result.lower_bound_seconds;
    if (result.status == SolveStatus::optimal) result.status = SolveStatus::feasible;
    if (value > 0) result.gap = std::max(0.0, (value - bound) / value);
    return io::plan_to_json(*snapshot.problem, result);
}

void Exporter::plan(const PlanSnapshot& snapshot) {
    if (!snapshot.plan()) return;
    write(tr("Export plan"), QStringLiteral("plan.json"), tr("Plans (*.json)"), io::file_text(planJson(snapshot)));
}

void Exporter::stages(const PlanSnapshot& snapshot) {
    if (!snapshot.plan()) return;
    write(tr("Export stages"), QStringLiteral("stages.csv"), tr("Tables (*.csv)"),
          stagesCsv(*snapshot.problem, *snapshot.plan()));
}

void Exporter::candidates(const PlanSnapshot& snapshot) {
    if (!snapshot.plan()) return;
    write(tr("Export best plans"), QStringLiteral("plans.csv"), tr("Tables (*.csv)"), candidatesCsv(*snapshot.result));
}

void Exporter::charts(const QList<ChartCard*>& cards, bool dark) {
    bool chosen = false;
    const QString type =
        QInputDialog::getItem(m_window, tr("Export charts"), tr("Kind of file"),
                              {QStringLiteral("PNG"), QStringLiteral("SVG"), QStringLiteral("PDF")}, 0, false, &chosen);
    if (!chosen) return;
    const QString folder = askFolder(m_window, tr("Folder for the charts"));
    if (folder.isEmpty()) return;
    for (const QString& path : writeCharts(cards, dark, folder, type.toLower()))
        emit written(path);
}

QStringList Exporter::writeCharts(const QList<ChartCard*>& cards, bool dark, const QString& folder,
                                  const QString& suffix) {
    QStringList paths;
    for (ChartCard* card : cards) {
        QString name = card->chart()->title().toLower();
        name.replace(QRegularExpression(QStringLiteral("[\\s/\\\\:]+")), QStringLiteral("-"));
        const QString path = QDir(folder).filePath(name + QLatin1Char('.') + suffix);
        const QByteArray bytes = card->picture(suffix, chartSize, chartScale, dark);
        QSaveFile file(path);
        if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit()) paths << path;
    }
    return paths;
}

} // namespace nest::ui
