// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/planview.h"

#include <optional>

class QScrollBar;
class QSpinBox;
class QToolButton;

namespace nest::ui {

/// The model's layers in their order, coloured by stage, and under each stage its layers, load, memory and
/// recomputation. The borders of the stages can be dragged or moved by keys (Tab or up and down choose one, left and
/// right move it), the recomputation changes with a click or R, and how many layers of the selected stage are
/// recomputed in full with a field at the lower right, + and -. The widget changes nothing itself: it says what plan is
/// wanted, shows it as a draft, and takes up the figures with the next snapshot. Ctrl+wheel zooms, F fits.
class LayerStrip : public PlanChart {
    Q_OBJECT
public:
    explicit LayerStrip(QWidget* parent = nullptr);

    /// The shown plan with the edits that are not in the snapshot yet. There must be a shown plan.
    const Plan& plan() const { return m_draft ? *m_draft : shownPlan()->plan; }
    /// An edit is under way or waits for its figures.
    bool hasDraft() const { return m_draft.has_value(); }
    /// The border that keys move: the one before this stage; -1 for none.
    int chosenBorder() const { return m_border; }
    void chooseBorder(int stage);
    /// Middle of the border before a stage, and the tag of a stage's recomputation, on the screen.
    QPointF borderPosition(int stage) const;
    QRectF recomputeTag(int stage) const;
    QRectF layerRect(int layer) const;
    /// How many layers of the selected stage are recomputed in full; hidden where none is selected.
    QSpinBox* recomputedLayersBox() const { return m_recomputed; }
    double zoom() const { return m_zoom; }
    /// Megatron-LM's --pipeline-model-parallel-layout of plan(); empty where that engine has no text for it.
    QString engineLayout() const;
    void copyLayout();
    /// Zooms so that what is under `x` stays there; 1 shows the whole model.
    void zoomAt(double x, double factor);
    void fit();

    QString title() const override;
    QString unit() const override;
    QString emptyText() const override;
    void paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) override;
    QString hoverText(const QPointF& position) override;
    TableData tableData() const override;
    QSize minimumSizeHint() const override { return {260, scaled(194)}; }
    QSize sizeHint() const override { return {700, scaled(194)}; }

signals:
    /// The border before `stage` was moved; the stage starts at `firstLayer` now.
    void borderMoved(int stage, int firstLayer);
    void recomputeChosen(int stage, nest::Recompute kind);
    /// The plan that either of them asks for.
    void edited(const nest::Plan& plan);

protected:
    void snapshotChanged() override;
    void selectionChanged() override;
    void retranslate() override;
    bool focusNextPrevChild(bool next) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    /// Where everything is for one size; content is what scrolls.
    struct View {
        double left = 0, width = 0; ///< of the visible part of the content
        double scroll = 0;
        double stripHeight = 0;
        double bottom = 0;     ///< of the rows under the strip
        QVector<double> edges; ///< left edge of each layer in the content, and the right end
        double x(qsizetype layer) const { return left + edges[layer] - scroll; }
    };
    enum Row { Layers, Load, Memory, Recomputation, RowCount };

    View viewFor(const QSizeF& size, bool onScreen) const;
    QRectF stageRect(const View& view, int stage) const; ///< of the strip
    QRectF cellRect(const View& view, int stage, Row row) const;
    QString rowName(Row row) const;
    bool isMarked(int layer) const;
    bool isEdited(int stage) const;
    int layerAt(const View& view, double x) const;
    int stageOf(int layer) const;
    int borderAt(const QPointF& position) const;
    void updateScrollBar();
    void placeCopy();
    QString layoutText() const;
    QRectF layoutLine(const View& view, const QSizeF& size) const; ///< where layoutText() stands
    void reveal(int layer);

    void dragTo(double x);
    void endDrag(bool keep);
    void moveBorder(int first);
    void cycleRecompute(int stage);
    void recomputeLayers(int stage, int layers);
    void placeRecomputed();
    double sentenceWidth(const View& view, const QSizeF& size) const;
    QString tagText(const StagePlan& stage, bool brief) const;
    void want(Plan plan);

    void paintNames(QPainter& painter, const View& view, const Theme& theme) const;
    void paintStrip(QPainter& painter, const View& view, int stage, const Theme& theme) const;
    void paintRuns(QPainter& painter, const View& view, int stage, const QColor& ground) const;
    void paintFigures(QPainter& painter, const View& view, int stage, const Theme& theme) const;
    bool tagsAreBrief(const View& view) const;
    void paintTag(QPainter& painter, const QRectF& cell, const StagePlan& stage, bool brief, const Theme& theme) const;
    void paintBorders(QPainter& painter, const View& view, const Theme& theme) const;
    QString sentence() const;
    QString hoverStage(int stage) const;

    std::vector<int> m_classes; ///< of equal layers
    std::optional<Plan> m_draft;
    std::optional<Plan> m_beforeDrag; ///< the draft to go back to; set while dragging
    Plan m_base;                      ///< what the drafts started from
    QVector<Plan> m_sent;             ///< asked for and not shown yet
    bool m_dragging = false;
    int m_border = -1;
    int m_hovered = -1; ///< border under the mouse
    double m_zoom = 1;
    std::optional<double> m_panFrom; ///< while panning: the content's x under the mouse
    QScrollBar* m_scrollBar = nullptr;
    QToolButton* m_copy = nullptr;
    QSpinBox* m_recomputed = nullptr;
};

} // namespace nest::ui
