// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "model/graphdrawing.h"
#include "model/modelchart.h"

#include <QSet>

namespace nest::ui {

/// A box of the layer graph: one layer, one part of a repeated block, or all its parts.
struct GraphItem {
    int first = 0; ///< position in ModelView::order
    int count = 1; ///< layers
    int block = -1;
    int part = -1; ///< -1: all parts of the block
    /// Whether it stands for more than one layer.
    bool isCollapsed() const { return count > 1; }
};

/// The model's layers and the tensors between them. Repeated equal blocks are one box, "block × 80", until they are
/// opened with a double click or Enter. Ctrl+wheel zooms, dragging pans, arrow keys walk along the edges.
class LayerGraph : public ModelChart {
    Q_OBJECT
public:
    explicit LayerGraph(QWidget* parent = nullptr);

    /// Whether somebody answers layoutWanted(); else, as at first, the plain layout is used.
    void setLayoutService(bool there) { m_service = there; }
    /// The answer to the last layoutWanted(); a drawing for another shape is dropped.
    void setDrawing(const GraphDrawing& drawing);
    const GraphDrawing& drawing() const { return m_drawing; }
    const GraphShape& shape() const { return m_shape; }
    const QVector<GraphItem>& items() const { return m_items; }

    /// Box that holds a layer, -1 for none.
    int itemOf(int layer) const;
    int itemAt(const QPointF& position) const;
    QRectF itemRect(int item) const;
    QString itemName(int item) const;
    /// Opens a collapsed box, or closes the block around a box; false where there is none.
    bool toggle(int item);
    void expandAll();
    void collapseAll();
    double zoom() const { return m_zoom; }
    /// All of it in view.
    void fitAll();
    /// All of it where its texts can then be read, else its top, as much of it as can be read.
    void showStart();
    /// The small drawing of the whole in the corner, with the part in view outlined; empty where all is in view. A
    /// click or a drag in it moves the view.
    QRectF overview() const;

    QString title() const override;
    QString unit() const override;
    void paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) override;
    QString hoverText(const QPointF& position) override;
    TableData tableData() const override;

signals:
    void layoutWanted(const nest::ui::GraphShape& shape);

protected:
    void modelChanged() override;
    void selectionChanged() override;
    void retranslate() override;
    void fontsChanged() override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;

private:
    void build();
    void addBlock(int block);
    void ask(int anchor);
    void zoomAt(double factor, const QPointF& position);
    void show(int item);
    void clampView();
    void moveTo(const QPointF& inOverview);
    void paintOverview(QPainter& painter, const Theme& theme) const;
    void paintNote(QPainter& painter, const QRectF& area, const QString& text, const Theme& theme) const;
    QString positionText() const;
    bool walk(int key);
    bool onPlus(int item, const QPointF& position) const;
    int layerToSelect(int item) const;
    double sum(int item, LayerAmount amount) const;
    bool isEdited(int item) const;
    QString kindText(int item) const;
    QString figureText(int item) const;
    double widthWanted() const;
    void paintItem(QPainter& painter, int item, const QRectF& box, double zoom, const Theme& theme) const;

    QVector<GraphItem> m_items;
    QVector<int> m_itemOf;        ///< per position in the order
    QVector<int> m_position;      ///< per layer: position in the order
    QSet<QPair<int, int>> m_open; ///< (block, -1) or (block, part)
    GraphShape m_shape;
    GraphDrawing m_drawing;
    QVector<QRectF> m_boxes; ///< of the drawing, for what is in view
    bool m_service = false;
    bool m_waiting = false; ///< for a drawing of m_shape
    /// What a new size does to the view: its start again, all of it again, or nothing as a person has moved it.
    enum class Frame { start, whole, own } m_frame = Frame::start;
    QSizeF m_boxSize;  ///< of every box, by the texts in them
    int m_anchor = -1; ///< layer whose box keeps its place when the next drawing comes
    QPointF m_anchorPlace;
    double m_zoom = 1;
    QPointF m_origin; ///< of the drawing, in the widget
    bool m_panning = false, m_space = false, m_inOverview = false;
    QPointF m_grip;
    QAction *m_fit, *m_expand, *m_collapse;
};

} // namespace nest::ui
