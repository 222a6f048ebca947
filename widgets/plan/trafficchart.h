// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/rowchart.h"
#include "plan/traffic.h"

#include <QFutureWatcher>
#include <optional>

namespace nest::ui {

/// What the shown plan sends over each level of the network in one step: a bar per level, stacked by kind. Of one
/// device (of the selected stage, else the mean of all) or of the whole cluster, or the seconds a device waits for it.
/// Plans on very many devices that lie unevenly are counted beside the window's thread.
class TrafficChart : public RowChart {
    Q_OBJECT
public:
    enum class Measure { DeviceBytes, ClusterBytes, DeviceSeconds };
    Q_ENUM(Measure)

    explicit TrafficChart(QWidget* parent = nullptr);
    ~TrafficChart() override;

    void setMeasure(Measure measure);
    Measure measure() const { return m_measure; }
    /// Bytes or seconds of one step; `level` from 1.
    double value(int level, TrafficKind kind) const;
    double total(int level) const;
    /// The kinds that the plan has, in their order.
    QVector<TrafficKind> kinds() const;
    static QString kindName(TrafficKind kind);

    int rowCount() const override;
    QString title() const override;
    QString unit() const override;
    QString emptyText() const override;
    void paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) override;
    TableData tableData() const override;
    void finish() override;

protected:
    void snapshotChanged() override;
    void selectionChanged() override;
    void retranslate() override;
    QString rowName(int row) const override;
    QString widestFigure() const override;
    QString rowCard(int row, const QPointF& position) override;
    double footHeight(const QSizeF& size) const override;

private:
    struct Counted {
        int request = 0;
        std::optional<Traffic> traffic;
    };
    void receive();
    void rescale();
    Unit valueUnit() const { return m_measure == Measure::DeviceSeconds ? Unit::seconds : Unit::bytes; }
    double paintLegend(QPainter* painter, const QSizeF& size, const Theme& theme) const;

    Measure m_measure = Measure::DeviceBytes;
    QVector<QAction*> m_choices;
    std::optional<Traffic> m_traffic;
    QFutureWatcher<Counted> m_watcher;
    int m_request = 0;
    bool m_pending = false;
    double m_largest = 0;
    Scale m_scale;
};

} // namespace nest::ui
