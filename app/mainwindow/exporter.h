// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"
#include "plan/planview.h"

#include <QObject>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>

class QWidget;

namespace nest::ui {

class ChartCard;

/// Files that come out of a plan. Asks for a name and writes; faults go to faultFound().
class Exporter : public QObject {
    Q_OBJECT

public:
    explicit Exporter(QWidget* window);

    /// Of the project: begins the names that are offered.
    void setTitle(const QString& title) { m_title = title; }
    void plan(const PlanSnapshot& snapshot);
    /// The plan file: the shown plan first, the others as its alternatives.
    static nlohmann::json planJson(const PlanSnapshot& snapshot);
    void stages(const PlanSnapshot& snapshot);
    void candidates(const PlanSnapshot& snapshot);
    /// Every chart as a picture in a folder; the folder and the kind of file are asked for.
    void charts(const QList<ChartCard*>& cards, bool dark);
    /// The same without asking: "png", "svg" or "pdf". Returns the files written.
    static QStringList writeCharts(const QList<ChartCard*>& cards, bool dark, const QString& folder,
                                   const QString& suffix = QStringLiteral("png"));

signals:
    void faultFound(const nest::Diagnostic& fault);
    void written(const QString& path);

private:
    void write(const QString& title, const QString& name, const QString& filter, const std::string& text);
    QWidget* m_window;
    QString m_title;
};

} // namespace nest::ui
