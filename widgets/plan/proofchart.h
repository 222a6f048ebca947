// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "charts/axis.h"
#include "plan/rowchart.h"

namespace nest::ui {

/// How the search came to its answer: what became of its candidates, a bar for each fate, in the order in which the
/// tests are made. The sentence below says what that proves.
class ProofChart : public RowChart {
    Q_OBJECT
public:
    explicit ProofChart(QWidget* parent = nullptr);

    /// The fates that candidates had, in their order.
    const QVector<Fate>& fates() const { return m_fates; }
    static QString fateName(Fate fate);
    /// What the counts come to.
    QString sentence() const;

    int rowCount() const override { return static_cast<int>(m_fates.size()); }
    QString title() const override;
    QString unit() const override;
    QString emptyText() const override;
    void paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) override;
    TableData tableData() const override;

protected:
    void snapshotChanged() override;
    QString rowName(int row) const override;
    QString widestFigure() const override;
    QString rowCard(int row, const QPointF& position) override;
    double footHeight(const QSizeF& size) const override;

private:
    static QString fateHelp(Fate fate);
    qint64 count(int row) const;

    QVector<Fate> m_fates;
};

/// The search while it ran: the best plan so far and the bound below which nothing can be, over time, until they meet.
class GapChart : public PlanChart {
    Q_OBJECT
public:
    explicit GapChart(QWidget* parent = nullptr);

    QString title() const override;
    QString unit() const override;
    QString emptyText() const override;
    void paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) override;
    QString hoverText(const QPointF& position) override;
    TableData tableData() const override;

protected:
    void snapshotChanged() override;

private:
    AxisFrame frameFor(const QSizeF& size) const;

    SearchHistory m_moments; ///< from the first plan on
};

} // namespace nest::ui
