// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/planview.h"
#include "plan/timelinepainter.h"

#include <QFutureWatcher>
#include <QPixmap>
#include <memory>

namespace nest::ui {

/// One step of the shown plan as a Gantt chart: a row for each stage, time to the right, what each stage does for which
/// micro-batch, and where it waits. The run is the simulator's.
///
/// Ctrl and wheel zoom at the cursor, drag moves, Shift and drag zooms to a span, double click, 0 and Home show the
/// whole step, + and - zoom, arrows move and walk the stages, Backspace goes back. Long runs are simulated beside the
/// window's thread while the old drawing stays.
class Timeline : public PlanChart {
    Q_OBJECT
public:
    enum class View { Start, Whole, End, Free };
    Q_ENUM(View)

    explicit Timeline(QWidget* parent = nullptr);
    ~Timeline() override;

    /// Start shows how the pipeline fills, End how it drains; Free is a span chosen by hand.
    void setView(View view);
    View view() const { return m_view; }
    /// Seconds at the left and right edge.
    double from() const { return m_from; }
    double to() const { return m_to; }
    void setSpan(double from, double to);
    /// Zooms by a factor; the moment at `x` stays where it is.
    void zoomAt(double x, double factor);

    /// The run that is drawn; null while there is none.
    const std::shared_ptr<const ScheduleTimeline>& schedule() const { return m_drawn.timeline; }
    /// Whether a newer run is being simulated.
    bool isPending() const { return m_pending; }
    /// Waits for it; for pictures made at once.
    void finish() override;

    /// Stage at a position of the widget, -1 for none; seconds at it; place of a moment on the screen.
    int stageAt(const QPointF& position) const;
    double secondsAt(double x) const { return frame().seconds(x); }
    double xOf(double seconds) const { return frame().x(seconds); }
    QRectF rowRect(int stage) const { return frame().row(static_cast<std::size_t>(stage)); }
    QRectF overviewRect() const;
    /// The task at a position, if the drawing shows single tasks there.
    std::optional<ScheduledTask> taskAt(const QPointF& position) const;
    /// Rows show shares of time, as single tasks would be too small.
    bool showsShares() const;

    QString title() const override;
    QString unit() const override;
    QString emptyText() const override;
    void paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) override;
    QString hoverText(const QPointF& position) override;
    TableData tableData() const override;

protected:
    void snapshotChanged() override;
    void fontsChanged() override;
    void selectionChanged() override;
    void retranslate() override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// A run and the plan it is of.
    struct Drawn {
        PlanSnapshot snapshot;
        std::shared_ptr<const ScheduleTimeline> timeline;
    };
    struct Simulated {
        int request = 0;
        std::shared_ptr<const ScheduleTimeline> timeline;
    };
    /// What a stage does at a moment.
    struct Moment {
        std::optional<SegmentKind> kind; ///< none: it waits
        double start = 0, end = 0;       ///< of this kind
        std::optional<ScheduledTask> task;
        const TimelineGap* gap = nullptr;
    };
    struct Layout {
        TimelineFrame frame;
        QRectF labels, axis, overview, legend;
    };
    enum class Gesture { None, Press, Pan, Band, Overview };

    void adopt(std::shared_ptr<const ScheduleTimeline> timeline);
    void receive();
    void applyView();
    void setSpan(double from, double to, View view);
    void remember();
    void moveBy(double seconds);
    void scrollTo(double scroll);
    void invalidate();
    double shortestSpan() const;
    std::int64_t shownMicroBatches() const;

    Layout layoutFor(const QSizeF& size) const;
    TimelineFrame frame() const { return layoutFor(QSizeF(size())).frame; }
    double paintLegend(QPainter* painter, const QPointF& origin, double width, const Theme& theme) const;
    void paintLabels(QPainter& painter, const Layout& layout, const Theme& theme) const;
    void paintSelection(QPainter& painter, const Layout& layout, const Theme& theme) const;
    void paintOverview(QPainter& painter, const QRectF& area, double ratio, const Theme& theme);

    QString kindName(SegmentKind kind) const;
    QString shareOfStep(double seconds) const;
    Moment momentAt(std::size_t stage, double seconds) const;
    QString momentText(std::size_t stage, double seconds) const;
    QString sharesText(const QString& heading, const KindSeconds& seconds, double whole) const;
    QPair<QString, QString> stepRow() const;
    const Evaluation& evaluation() const { return m_drawn.snapshot.plan()->evaluation; }

    Drawn m_drawn;
    QFutureWatcher<Simulated> m_watcher;
    QVector<SegmentKind> m_kinds; ///< that occur
    int m_request = 0;
    bool m_pending = false;

    View m_view = View::Start;
    double m_from = 0, m_to = 1;
    double m_scroll = 0; ///< px
    QVector<std::pair<double, double>> m_back;
    std::array<QAction*, 3> m_choices{};

    Gesture m_gesture = Gesture::None;
    QPointF m_pressed, m_pointer;
    double m_fromAtPress = 0, m_scrollAtPress = 0;
    std::int64_t m_trail = -1; ///< micro-batch under the pointer

    QPixmap m_rows; ///< the rows as last painted on the screen
    bool m_rowsValid = false, m_usesRows = false;
    QImage m_overview;
    bool m_overviewDark = false;
};

} // namespace nest::ui
