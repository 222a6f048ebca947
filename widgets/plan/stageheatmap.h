// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/planview.h"

class QScrollBar;

namespace nest::ui {

/// Stages against what their time and memory go to. Columns that are zero for every stage are left out.
class StageHeatmap : public PlanChart {
    Q_OBJECT
public:
    enum class Column {
        Forward,
        Backward,
        Recompute,
        TensorComm,
        ExpertComm,
        ContextComm,
        ZeroComm,
        In,
        Out,
        Bubble,
        Memory
    };
    Q_ENUM(Column)

    explicit StageHeatmap(QWidget* parent = nullptr);

    /// Times as a share of the stage's load instead of seconds, memory as a share of the capacity.
    void setShowsShare(bool share);
    bool showsShare() const { return m_share; }
    /// Colours and units as of a chart with at least these largest values, so that two charts side by side can be
    /// compared; 0, 0: of its own plan alone.
    void setSharedScale(double seconds, double bytes);
    /// Of its own plan.
    double largestTime() const { return m_ownTime; }
    double largestMemory() const { return m_ownMemory; }
    const QVector<Column>& columns() const { return m_columns; }
    /// Seconds, bytes, or a ratio for Bubble.
    double value(int stage, Column column) const;
    /// Where a cell is on the screen; empty when scrolled away.
    QRectF cellRect(int stage, int column) const;

    QString title() const override;
    QString unit() const override;
    void paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) override;
    QString hoverText(const QPointF& position) override;
    TableData tableData() const override;

protected:
    void snapshotChanged() override;
    void selectionChanged() override;
    void retranslate() override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    struct Layout {
        double left = 0, top = 0, cellHeight = 0, scroll = 0;
        QVector<double> edges; ///< left edges of the columns, and the right edge of the last
        int headerPixels = 0;  ///< size of the header's font
    };
    Layout layoutFor(const QSizeF& size, bool scrolled) const;
    void updateScrollBar();
    QString columnName(Column column) const;
    QString cellText(int stage, Column column) const;
    double cellShare(int stage, Column column) const;
    std::pair<int, int> cellAt(const QPointF& position) const;

    void scaleValues();
    void measureCells();

    QVector<Column> m_columns;
    QVector<double> m_cellWidths; ///< widest text of each column
    QScrollBar* m_scrollBar = nullptr;
    QAction* m_absolute = nullptr;
    QAction* m_relative = nullptr;
    bool m_share = false;
    double m_ownTime = 0, m_ownMemory = 0;
    double m_sharedTime = 0, m_sharedMemory = 0; ///< 0: shared with none
    double m_largestTime = 0;                    ///< of the colours
    double m_largestBubble = 0;
    Scale m_timeScale, m_memoryScale;
};

} // namespace nest::ui
