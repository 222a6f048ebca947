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
/// wanted, shows it as a draft, and takes up the figures with the next snapshot. Ctrl+wheel zooms, F fits. The chunks
/// of interleaved stages are shown with their layers and loads, but not moved.
class LayerStrip : public PlanChart {
    Q_OBJECT
public:
    explicit LayerStrip(QWidget* parent = nullptr);

    /// The shown plan with the edits that are not in the snapshot yet. There must be a shown plan.
    const Plan& plan() const { return m_draft ? *m_draft : shownPlan()->plan; }
    /// An edit is under way or waits for its figures.
    bool hasDraft() const { return m_draft.has_value(); }
    /// The shown plan's stages hold several chunks of layers: they can be looked at alone.
    bool isInterleaved() const { return !m_chunks.empty(); }
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
    /// Interleaved plans have their chunks where others have the memory, which is of a stage and not of a chunk.
    enum Row { Layers, Load, Memory, Recomputation, RowCount };
    /// Consecutive layers that are drawn as one: a stage, which is then number `stage` of all runs, or one of its
    /// chunks.
    struct Run {
        int stage = 0, chunk = 0, first = 0, last = 0;
    };
    static std::vector<Run> chunksOf(const ModelGraph& model, const Plan& plan);
    int runCount() const { return isInterleaved() ? static_cast<int>(m_chunks.size()) : stageCount(); }
    Run run(int index) const;
    bool isEditable() const { return emptyText().isEmpty() && !isInterleaved(); }
    QString chunkText(int stage) const;
    double chunkLoad(const Run& run) const;
    QString hoverChunk(const Run& run) const;
    TableData chunkTable() const;
    void paintChunks(QPainter& painter, const View& view, const Theme& theme) const;

    View viewFor(const QSizeF& size, bool onScreen) const;
    QRectF stageRect(const View& view, int run) const; ///< of the strip
    QRectF cellRect(const View& view, int run, Row row) const;
    QString rowName(Row row) const;
    /// Layers are called as everywhere else: by the names that the model gives them.
    QString layerName(int layer) const;
    QString layerNumber(int layer) const;
    bool isMarked(int layer) const;
    bool isEdited(int stage) const;
    int layerAt(const View& view, double x) const;
    int runOf(int layer) const;
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
    void paintStrip(QPainter& painter, const View& view, int index, const Theme& theme) const;
    void paintRuns(QPainter& painter, const View& view, int index, const QColor& ground) const;
    QRectF paintBar(QPainter& painter, const QRectF& cell, double share, const Theme& theme, double opacity = 1) const;
    void paintFigures(QPainter& painter, const View& view, int stage, const Theme& theme) const;
    bool tagsAreBrief(const View& view) const;
    void paintTag(QPainter& painter, const QRectF& cell, const StagePlan& stage, bool brief, const Theme& theme) const;
    void paintBorders(QPainter& painter, const View& view, const Theme& theme) const;
    QString sentence() const;
    QString rangeText(int stage) const;
    QString hoverStage(int stage) const;

    std::vector<int> m_classes; ///< of equal layers
    std::vector<Run> m_chunks;  ///< of an interleaved plan, in the order of the layers; empty for others
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
