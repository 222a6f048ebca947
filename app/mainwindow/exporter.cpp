// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "mainwindow/exporter.h"

#include "charts/chartcard.h"
#include "document/csv.h"
#include "io/files.h"

#include <QDir>
#include <QFileDialog>
#include <QRegularExpression>
#include <nlohmann/json.hpp>

namespace nest::ui {
namespace {

constexpr QSize chartSize{900, 560}; ///< device-independent pixels
constexpr double chartScale = 2;

} // namespace

Exporter::Exporter(QWidget* window) : QObject(window), m_window(window) {}

void Exporter::write(const QString& title, const QString& name, const QString& filter, const std::string& text) {
    const QString path = QFileDialog::getSaveFileName(m_window, title, name, filter);
    if (path.isEmpty()) return;
    if (const auto fault = io::write_text(path.toStdString(), text))
        emit faultFound(*fault);
    else
        emit written(path);
}

void Exporter::plan(const PlanSnapshot& snapshot) {
    if (!snapshot.plan()) return;
    write(tr("Export plan"), QStringLiteral("plan.json"), tr("Plans (*.json)"),
          io::file_text(io::plan_to_json(*snapshot.problem, *snapshot.result)));
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
    const QString folder = QFileDialog::getExistingDirectory(m_window, tr("Folder for the charts"));
    if (folder.isEmpty()) return;
    for (const QString& path : writeCharts(cards, dark, folder))
        emit written(path);
}

QStringList Exporter::writeCharts(const QList<ChartCard*>& cards, bool dark, const QString& folder) {
    QStringList paths;
    for (ChartCard* card : cards) {
        QString name = card->chart()->title().toLower();
        name.replace(QRegularExpression(QStringLiteral("[\\s/\\\\:]+")), QStringLiteral("-"));
        const QString path = QDir(folder).filePath(name + QStringLiteral(".png"));
        if (card->render(chartSize, chartScale, dark).save(path)) paths << path;
    }
    return paths;
}

} // namespace nest::ui
