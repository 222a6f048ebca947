// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "charts/axis.h"
#include "charts/chart.h"
#include "explain/size.h"

#include <memory>

namespace nest::ui {

/// Step time of the best plan by the number of devices; sizes on which nothing fits are crosses on the axis, and a line
/// marks the step time to reach.
class SizeChart : public Chart {
    Q_OBJECT
public:
    explicit SizeChart(QWidget* parent = nullptr);

    /// `target` in seconds; 0: none. Null: nothing is known yet.
    void setSize(std::shared_ptr<const Size> size, double target);

    QString title() const override;
    QString emptyText() const override;
    void paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) override;
    QString hoverText(const QPointF& position) override;
    TableData tableData() const override;

private:
    bool hasPoints() const { return m_size && !m_size->curve.empty(); }
    AxisFrame frameFor(const QSizeF& size) const;

    std::shared_ptr<const Size> m_size;
    double m_target = 0;
};

} // namespace nest::ui
