// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/planview.h"

namespace nest::ui {

/// A plan chart of horizontal bars: names left, bars in the middle, figures right of them. Up and down walk along the
/// rows and show their card, as the mouse does.
class RowChart : public PlanChart {
    Q_OBJECT
public:
    using PlanChart::PlanChart;

    virtual int rowCount() const = 0;
    /// Row under a position of the widget; -1 for none.
    int rowAt(const QPointF& position) const;
    /// A row's whole width on the screen.
    QRectF rowRect(int row) const { return rowsFor(QSizeF(size())).row(row); }
    /// The row that the keys are on; -1 for none.
    int currentRow() const { return m_current < rowCount() ? m_current : -1; }

    QString hoverText(const QPointF& position) override;

protected:
    /// Where the rows are for one size.
    struct Rows {
        double top = 0, pitch = 0, bar = 0; ///< bar: its height
        double names = 0;                   ///< right end of the names
        double left = 0, right = 0;         ///< of the bars
        double width = 0;
        QRectF row(int index) const { return {0, top + index * pitch, width, pitch}; }
        QRectF bars(int index) const { return {left, top + index * pitch + (pitch - bar) / 2, right - left, bar}; }
    };
    virtual QString rowName(int row) const = 0;
    /// The widest figure that stands right of a bar.
    virtual QString widestFigure() const = 0;
    virtual QString rowCard(int row, const QPointF& position) = 0;
    /// px kept free below the rows.
    virtual double footHeight(const QSizeF& size) const;

    Rows rowsFor(const QSizeF& size) const;
    void paintNames(QPainter& painter, const Rows& rows, const Theme& theme) const;
    void paintCurrent(QPainter& painter, const Rows& rows, const Theme& theme) const;

    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    int m_current = -1;
};

} // namespace nest::ui
