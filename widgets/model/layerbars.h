// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "model/modelchart.h"

#include <QRectF>

class QActionGroup;

namespace nest::ui {

/// One figure of every layer as bars in the model's order. Where there are more layers than pixels, a bar stands for
/// several and shows the largest of them; Ctrl+wheel looks closer. A click selects a layer, arrow keys go on from it.
class LayerBars : public ModelChart {
    Q_OBJECT
public:
    explicit LayerBars(QWidget* parent = nullptr);

    LayerAmount amount() const { return m_amount; }
    void setAmount(LayerAmount amount);
    /// First and last layer that are in view.
    int firstLayer() const { return m_first; }
    int lastLayer() const { return m_last; }
    void setRange(int first, int last);
    /// Layer at a position of the widget, -1 for none; of a bar that stands for several, the largest.
    int layerAt(const QPointF& position) const;

    QString title() const override;
    QString unit() const override;
    void paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) override;
    QString hoverText(const QPointF& position) override;
    TableData tableData() const override;

protected:
    void modelChanged() override;
    void selectionChanged() override;
    void retranslate() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// Layers first..last share a bar from x to x + width in shares of the plot's width.
    struct Bar {
        int first, last, largest;
    };
    QRectF plotArea(const QSizeF& size) const;
    int barCount(double width) const;
    Bar bar(int index, int count) const;
    double value(int layer) const { return modelView()->layers[layer][m_amount]; }
    double largestValue() const;
    QColor colour(const Theme& theme) const;
    void paintScale(QPainter& painter, const QRectF& area, double top, const Scale& scale, const Theme& theme) const;
    void paintNames(QPainter& painter, const QRectF& area, const Theme& theme) const;
    void zoom(double factor, double anchor);

    LayerAmount m_amount = LayerAmount::Parameters;
    int m_first = 0, m_last = -1;
    int m_layers = 0; ///< of the model shown last
    QActionGroup* m_choices;
};

} // namespace nest::ui
