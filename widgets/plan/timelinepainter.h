// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "schedule/timeline.h"
#include "theme/theme.h"

#include <QImage>
#include <QRectF>
#include <QVector>

class QPainter;

namespace nest::ui {

/// Where the rows of a timeline are, and which part of the step they show.
struct TimelineFrame {
    QRectF rows;             ///< area of the rows, device-independent pixels
    double pitch = 20;       ///< height of a row with the gap below it
    double scroll = 0;       ///< rows moved up by
    double from = 0, to = 1; ///< seconds at the left and right edge
    double ratio = 1;        ///< device pixels per pixel: edges lie on whole ones

    double pixelsPerSecond() const { return rows.width() / (to - from); }
    double x(double seconds) const { return rows.left() + (seconds - from) * pixelsPerSecond(); }
    double seconds(double x) const { return from + (x - rows.left()) / pixelsPerSecond(); }
    QRectF row(std::size_t stage) const;
    /// First and one past the last row that is in the area.
    std::pair<std::size_t, std::size_t> visible(std::size_t stages) const;
};

/// The colour of a kind. Every other micro-batch is a shade deeper, so that neighbours can be told apart.
QColor segmentColour(SegmentKind kind, const Theme& theme, bool deeper = false);

/// Draws the tasks of a schedule. Where a task has no pixels to itself, a row shows how each moment's time is shared
/// among the kinds instead, at a cost that doesn't grow with the number of tasks.
class TimelinePainter {
public:
    TimelinePainter(const ScheduleTimeline& timeline, const TimelineFrame& frame, const Theme& theme);

    /// Rows show shares, not single tasks.
    bool showsShares() const { return m_shares; }
    void paintRows(QPainter& painter) const;
    /// Outlines both passes of a micro-batch on every row.
    void paintTrail(QPainter& painter, std::int64_t microBatch) const;
    /// Times below the rows, at round values.
    void paintAxis(QPainter& painter, const QRectF& area) const;

private:
    struct Shades {
        std::array<QColor, segment_kinds.size()> plain, deeper;
    };
    void paintTasks(QPainter& painter, std::size_t stage, class NumberRun& numbers, class NumberRun& dark) const;
    void paintPart(QPainter& painter, const QRectF& row, double start, double end, const QColor& colour) const;
    void paintShares(QImage& image, std::size_t stage) const;
    void paintGaps(QPainter& painter, std::size_t stage) const;
    double snapped(double x) const { return std::round(x * m_frame.ratio) / m_frame.ratio; }

    const ScheduleTimeline& m_timeline;
    const TimelineFrame& m_frame;
    const Theme& m_theme;
    Shades m_shades;
    bool m_shares = false;
};

/// The whole step in a strip: stages from top to bottom, colours mixed by their share of the time.
QImage timelineOverview(const ScheduleTimeline& timeline, const QSize& size, const Theme& theme);

} // namespace nest::ui
