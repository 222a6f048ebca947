// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "charts/legend.h"
#include "charts/nestedlayout.h"
#include "plan/planview.h"

#include <QPixmap>
#include <vector>

namespace nest::ui {

/// The physical layout as nested boxes (pods, racks, nodes, devices), each device coloured by what it does in the plan.
/// Ctrl+wheel zooms at the cursor, dragging pans, double click or F fits.
class DeviceHeatmap : public PlanChart {
    Q_OBJECT
public:
    enum class Colouring { Stage, Replica, Load, Memory };
    Q_ENUM(Colouring)

    explicit DeviceHeatmap(QWidget* parent = nullptr);

    void setColouring(Colouring colouring);
    Colouring colouring() const { return m_colouring; }
    /// Rank under a position of the widget; -1 for none.
    qint64 rankAt(const QPointF& position) const;
    /// Where a rank's cell is on the screen.
    QRectF rankRect(qint64 rank) const;
    double zoom() const { return m_zoom; }
    /// Zooms so that what is under `anchor` stays there.
    void zoomAt(const QPointF& anchor, double factor);
    void fit();

    QString title() const override;
    QString unit() const override;
    void paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) override;
    QString hoverText(const QPointF& position) override;
    TableData tableData() const override;

protected:
    void snapshotChanged() override;
    void retranslate() override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void rebuild();
    QColor colourOf(qint64 rank, const Theme& theme) const;
    void paintDevices(QPainter& painter, const QSizeF& size, const Theme& theme, const QTransform& view) const;
    void paintGroups(QPainter& painter, const Theme& theme, const QTransform& view, const QRectF& clip) const;
    void paintSelection(QPainter& painter, const Theme& theme, const QTransform& view) const;
    QTransform viewTransform() const;
    int legendCount() const; ///< stages or replicas that have a colour each; 0 for none
    void paintLegendRow(QPainter& painter, const QRectF& area, const Theme& theme) const;
    QVector<LegendItem> legendItems(double width, const Theme& theme) const;
    double legendHeight(double width) const;
    QSizeF drawingSize(const QSizeF& size) const; ///< without the legend
    void selectRank(qint64 rank);
    void clampPan();

    Colouring m_colouring = Colouring::Stage;
    QVector<QAction*> m_colourings;
    NestedLayout m_layout;
    std::vector<RankPlace> m_places;  ///< by rank
    std::vector<qint64> m_rankOfSlot; ///< -1 where no device is
    QPixmap m_cache;                  ///< devices without selection, as last painted
    bool m_cacheValid = false;
    double m_zoom = 1;
    QPointF m_pan;
    QPointF m_pressed, m_panAtPress;
    bool m_dragging = false;
};

} // namespace nest::ui
