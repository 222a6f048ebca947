// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/timelinepainter.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QGlyphRun>
#include <QPainter>
#include <QRawFont>
#include <algorithm>
#include <cmath>

namespace nest::ui {
namespace {

constexpr double leastTask = 4;    ///< px of an average task; below that rows show shares
constexpr double leastStacked = 8; ///< px of a row in which shares can be stacked
constexpr int mostCells = 90'000;  ///< rows by columns of shares in a frame
constexpr double leastNumber = 11; ///< px of a row with micro-batch numbers

double gapOf(double pitch) {
    return pitch >= 12 ? 3 : pitch >= 6 ? 1 : 0;
}

/// Colours weighted by their share of a column; what is left shows the ground.
QRgb mixed(const KindSeconds& seconds, double whole, const std::array<QColor, segment_kinds.size()>& colours,
           const QColor& ground) {
    double red = 0, green = 0, blue = 0, rest = 1;
    for (std::size_t kind = 0; kind < seconds.size(); ++kind) {
        const double share = std::clamp(seconds[kind] / whole, 0.0, rest);
        red += share * colours[kind].red();
        green += share * colours[kind].green();
        blue += share * colours[kind].blue();
        rest -= share;
    }
    return qRgb(qRound(red + rest * ground.red()), qRound(green + rest * ground.green()),
                qRound(blue + rest * ground.blue()));
}

} // namespace

/// Numbers drawn together: text one by one would take most of a frame's time.
class NumberRun {
public:
    explicit NumberRun(const QFont& font) : m_font(QRawFont::fromFont(font)) {
        m_digits = m_font.glyphIndexesForString(QStringLiteral("0123456789"));
        for (const QPointF& advance : m_font.advancesForGlyphIndexes(m_digits))
            m_advance = std::max(m_advance, advance.x());
        m_dot = m_font.glyphIndexesForString(QStringLiteral("·")).value(0);
        m_dotAdvance = m_font.advancesForGlyphIndexes({m_dot}).value(0).x();
        m_usable = m_digits.size() == 10 && m_advance > 0;
    }

    double width(std::int64_t number) const { return m_advance * static_cast<double>(digitsOf(number)); }
    double width(std::int64_t number, std::int64_t part) const { return width(number) + m_dotAdvance + width(part); }
    void add(const QPointF& centre, std::int64_t number) {
        if (m_usable) put(centre.x() + width(number) / 2, centre.y(), number);
    }
    /// "3·1"
    void add(const QPointF& centre, std::int64_t number, std::int64_t part) {
        if (!m_usable) return;
        double x = put(centre.x() + width(number, part) / 2, centre.y(), part);
        x -= m_dotAdvance;
        m_indexes.append(m_dot);
        m_positions.append({x, centre.y() + m_font.capHeight() / 2});
        put(x, centre.y(), number);
    }
    void paint(QPainter& painter, const QColor& colour) {
        if (m_indexes.isEmpty()) return;
        QGlyphRun run;
        run.setRawFont(m_font);
        run.setGlyphIndexes(m_indexes);
        run.setPositions(m_positions);
        painter.setPen(colour);
        painter.drawGlyphRun({0, 0}, run);
        m_indexes.clear();
        m_positions.clear();
    }

private:
    /// Ends at `x`; returns where it begins.
    double put(double x, double middle, std::int64_t number) {
        const double baseline = middle + m_font.capHeight() / 2;
        do {
            x -= m_advance;
            m_indexes.append(m_digits[static_cast<qsizetype>(number % 10)]);
            m_positions.append({x, baseline});
            number /= 10;
        } while (number > 0);
        return x;
    }
    static int digitsOf(std::int64_t number) {
        int digits = 1;
        for (; number >= 10; number /= 10)
            ++digits;
        return digits;
    }
    QRawFont m_font;
    QVector<quint32> m_digits, m_indexes;
    QVector<QPointF> m_positions;
    quint32 m_dot = 0;
    double m_advance = 0, m_dotAdvance = 0;
    bool m_usable = false;
};

QRectF TimelineFrame::row(std::size_t stage) const {
    const double top = rows.top() + static_cast<double>(stage) * pitch - scroll;
    return {rows.left(), top, rows.width(), pitch - gapOf(pitch)};
}

std::pair<std::size_t, std::size_t> TimelineFrame::visible(std::size_t stages) const {
    const auto first = static_cast<std::size_t>(std::max(0.0, std::floor(scroll / pitch)));
    const auto last = static_cast<std::size_t>(std::ceil((scroll + rows.height()) / pitch));
    return {std::min(first, stages), std::min(last, stages)};
}

QColor segmentColour(SegmentKind kind, const Theme& theme, bool deeper) {
    const auto shade = [&](TimeKind time) { return deeper ? theme.time(time).darker(118) : theme.time(time); };
    switch (kind) {
    case SegmentKind::forward:
        return shade(TimeKind::Forward);
    case SegmentKind::backward:
        return shade(TimeKind::Backward);
    case SegmentKind::weight_gradient:
        return shade(TimeKind::WeightGradient);
    case SegmentKind::recompute:
        return shade(TimeKind::Recompute);
    case SegmentKind::tp_comm:
        return theme.time(TimeKind::TensorComm);
    case SegmentKind::ep_comm:
        return theme.time(TimeKind::ExpertComm);
    case SegmentKind::cp_comm:
        return theme.time(TimeKind::ContextComm);
    case SegmentKind::zero_comm:
    case SegmentKind::sync:
        return theme.time(TimeKind::ZeroComm);
    case SegmentKind::transfer_in:
    case SegmentKind::transfer_out:
        return theme.time(TimeKind::Transfer);
    case SegmentKind::update:
        return theme.muted;
    }
    return theme.line;
}

TimelinePainter::TimelinePainter(const ScheduleTimeline& timeline, const TimelineFrame& frame, const Theme& theme)
    : m_timeline(timeline), m_frame(frame), m_theme(theme) {
    for (std::size_t kind = 0; kind < segment_kinds.size(); ++kind) {
        m_shades.plain[kind] = segmentColour(segment_kinds[kind], theme);
        m_shades.deeper[kind] = segmentColour(segment_kinds[kind], theme, true);
    }
    double longest = 0; // average pass of the slowest stage
    for (std::size_t stage = 0; stage < timeline.stage_count(); ++stage)
        for (const bool backward : {false, true})
            if (const auto& parts = timeline.parts(stage, backward); !parts.empty())
                longest = std::max(longest, parts.back().end);
    m_shares = longest * frame.pixelsPerSecond() < leastTask;
}

void TimelinePainter::paintPart(QPainter& painter, const QRectF& row, double start, double end,
                                const QColor& colour) const {
    const double left = snapped(std::max(m_frame.x(start), row.left()));
    const double right = snapped(std::min(m_frame.x(end), row.right()));
    if (right > left) painter.fillRect(QRectF(left, row.top(), right - left, row.height()), colour);
}

void TimelinePainter::paintTasks(QPainter& painter, std::size_t stage, NumberRun& numbers, NumberRun& dark) const {
    const QRectF row = m_frame.row(stage);
    const double hair = 1 / m_frame.ratio;
    const std::size_t count = m_timeline.task_count(stage);
    for (std::size_t index = m_timeline.first_task_after(stage, m_frame.from); index < count; ++index) {
        const ScheduledTask task = m_timeline.task(stage, index);
        if (task.start >= m_frame.to) break;
        const auto& colours = task.micro_batch % 2 ? m_shades.deeper : m_shades.plain;
        const std::vector<PassPart>& parts = m_timeline.parts(stage, task);
        const auto length = [](const PassPart& part) { return part.end - part.start; };
        const auto main = std::ranges::max_element(parts, {}, length);
        if (main == parts.end()) continue;
        // Parts too small for a pixel would come and go with rounding; they take the colour of the longest.
        paintPart(painter, row, task.start, task.end, colours[static_cast<std::size_t>(main->kind)]);
        for (const PassPart& part : parts)
            if (&part != &*main && length(part) * m_frame.pixelsPerSecond() >= 1)
                paintPart(painter, row, task.start + part.start, task.start + part.end,
                          colours[static_cast<std::size_t>(part.kind)]);
        const double left = snapped(m_frame.x(task.start)), right = snapped(m_frame.x(task.end));
        // A hair's breadth of ground between tasks that follow at once, and corners taken off.
        if (right - left >= 6 && left > row.left())
            painter.fillRect(QRectF(left, row.top(), hair, row.height()), m_theme.panel);
        if (right - left >= 10 && row.height() >= leastNumber)
            for (const double x : {left + hair, right - 1})
                for (const double y : {row.top(), row.bottom() - 1})
                    if (x >= row.left() && x < row.right()) painter.fillRect(QRectF(x, y, 1, 1), m_theme.ground);
        if (row.height() < leastNumber) continue;
        const double from = std::max(m_frame.x(task.start + main->start), row.left());
        const double to = std::min(m_frame.x(task.start + main->end), row.right());
        NumberRun& labels = task.weight_gradient ? dark : numbers;
        const QPointF centre((from + to) / 2, row.center().y());
        if (m_timeline.virtual_stages() > 1 && labels.width(task.micro_batch, task.chunk) + 3 <= to - from)
            labels.add(centre, task.micro_batch, task.chunk);
        else if (labels.width(task.micro_batch) + 3 <= to - from)
            labels.add(centre, task.micro_batch);
    }
    for (const Segment& segment : m_timeline.closing_segments(stage))
        paintPart(painter, row, segment.start, segment.end, m_shades.plain[static_cast<std::size_t>(segment.kind)]);
}

void TimelinePainter::paintShares(QImage& image, std::size_t stage) const {
    const auto columns = static_cast<std::size_t>(image.width());
    const std::vector<KindSeconds> profile =
        m_timeline.profile(stage, m_frame.from, m_frame.to, columns, m_timeline.period());
    const double whole = (m_frame.to - m_frame.from) / static_cast<double>(columns);
    const QRectF row = m_frame.row(stage);
    const double scale = image.height() / m_frame.rows.height();
    const int top = std::max(0, qRound((row.top() - m_frame.rows.top()) * scale));
    const int bottom = std::min(image.height(), qRound((row.bottom() - m_frame.rows.top()) * scale));
    const bool stacked = row.height() >= leastStacked;
    auto* pixels = reinterpret_cast<QRgb*>(image.bits());
    const auto stride = image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
    for (int column = 0; column < image.width(); ++column) {
        const KindSeconds& seconds = profile[static_cast<std::size_t>(column)];
        if (!stacked) {
            const QRgb colour = mixed(seconds, whole, m_shades.plain, m_theme.ground);
            for (int y = top; y < bottom; ++y)
                pixels[y * stride + column] = colour;
            continue;
        }
        double filled = 0;
        int y = bottom;
        for (std::size_t kind = 0; kind < seconds.size(); ++kind) {
            if (seconds[kind] <= 0) continue;
            filled += seconds[kind] / whole;
            const int until = std::max(top, bottom - qRound(filled * (bottom - top)));
            for (; y > until; --y)
                pixels[(y - 1) * stride + column] = m_shades.plain[kind].rgb();
        }
        for (; y > top; --y)
            pixels[(y - 1) * stride + column] = m_theme.ground.rgb();
    }
}

void TimelinePainter::paintGaps(QPainter& painter, std::size_t stage) const {
    const QRectF row = m_frame.row(stage);
    for (const TimelineGap& gap : m_timeline.gaps(stage)) {
        const double left = std::max(m_frame.x(gap.start), row.left());
        const double right = std::min(m_frame.x(gap.end), row.right());
        if (right <= left) continue;
        painter.fillRect(QRectF(left, row.top(), right - left, row.height()), QBrush(m_theme.muted, Qt::BDiagPattern));
    }
}

void TimelinePainter::paintRows(QPainter& painter) const {
    const auto [first, last] = m_frame.visible(m_timeline.stage_count());
    painter.save();
    painter.setClipRect(m_frame.rows, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (m_shares) {
        const int most = std::max(200, mostCells / std::max(1, static_cast<int>(last - first)));
        QImage image(QSize(std::clamp(qRound(m_frame.rows.width() * m_frame.ratio), 1, most),
                           std::max(1, qRound(m_frame.rows.height() * m_frame.ratio))),
                     QImage::Format_RGB32);
        image.fill(m_theme.panel);
        for (std::size_t stage = first; stage < last; ++stage)
            paintShares(image, stage);
        painter.drawImage(m_frame.rows, image);
    } else {
        QFont font = axisFont();
        font.setPixelSize(std::clamp(static_cast<int>(m_frame.row(0).height()) - 4, 7, axisFont().pixelSize()));
        NumberRun numbers(font), dark(font); // white doesn't show on every colour
        for (std::size_t stage = first; stage < last; ++stage) {
            painter.fillRect(m_frame.row(stage), m_theme.ground);
            paintTasks(painter, stage, numbers, dark);
        }
        numbers.paint(painter, Qt::white);
        dark.paint(painter, Qt::black);
    }
    for (std::size_t stage = first; stage < last && m_timeline.left_out() > 0; ++stage)
        paintGaps(painter, stage);
    painter.restore();
}

void TimelinePainter::paintTrail(QPainter& painter, std::int64_t microBatch) const {
    if (m_shares) return;
    const auto [first, last] = m_frame.visible(m_timeline.stage_count());
    painter.save();
    painter.setClipRect(m_frame.rows, Qt::IntersectClip);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.text, m_frame.pitch >= 8 ? 1.5 : 1));
    struct Kind {
        bool backward, weightGradient;
    };
    const auto outline = [&](std::size_t stage, const Kind& kind, std::int64_t chunk) {
        const std::size_t index = m_timeline.find_task(stage, microBatch, kind.backward, kind.weightGradient, chunk);
        if (index == m_timeline.task_count(stage)) return;
        const ScheduledTask task = m_timeline.task(stage, index);
        if (task.end <= m_frame.from || task.start >= m_frame.to) return;
        const QRectF row = m_frame.row(stage);
        painter.drawRect(QRectF(m_frame.x(task.start) + 0.5, row.top() + 0.5,
                                std::max(1.0, (task.end - task.start) * m_frame.pixelsPerSecond() - 1),
                                std::max(1.0, row.height() - 1)));
    };
    for (std::size_t stage = first; stage < last; ++stage)
        for (const Kind kind : {Kind{false, false}, {true, false}, {true, true}})
            for (std::int64_t chunk = 0; chunk < m_timeline.virtual_stages(); ++chunk)
                outline(stage, kind, chunk);
    painter.restore();
}

void TimelinePainter::paintAxis(QPainter& painter, const QRectF& area) const {
    const Scale scale = common_scale(m_frame.to, Unit::seconds);
    const double span = (m_frame.to - m_frame.from) / scale.factor;
    const double least = span * 90 / std::max(90.0, area.width());
    double step = std::pow(10.0, std::floor(std::log10(least)));
    for (const double more : {2.0, 5.0, 10.0}) {
        if (step >= least) break;
        step = more * std::pow(10.0, std::floor(std::log10(least)));
    }
    const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
    painter.setFont(axisFont());
    const QFontMetricsF text(axisFont());
    for (double tick = std::ceil(m_frame.from / scale.factor / step - 1e-9); tick * step <= m_frame.to / scale.factor;
         ++tick) {
        const double x = m_frame.x(tick * step * scale.factor);
        painter.setPen(QPen(m_theme.line, 1));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.top() + 3));
        const double value = tick * step;
        const QString number =
            decimals == 0 && value < 1e15 ? formatCount(std::llround(value)) : QString::number(value, 'f', decimals);
        const QString label = QStringLiteral("%1 %2").arg(number, QString::fromStdString(scale.unit));
        const double width = text.horizontalAdvance(label);
        const double left = std::clamp(x - width / 2, area.left(), std::max(area.left(), area.right() - width));
        painter.setPen(m_theme.muted);
        painter.drawText(QRectF(left, area.top() + 2, width + 1, area.height() - 2), Qt::AlignLeft | Qt::AlignVCenter,
                         label);
    }
}

QImage timelineOverview(const ScheduleTimeline& timeline, const QSize& size, const Theme& theme) {
    QImage image(size, QImage::Format_RGB32);
    std::array<QColor, segment_kinds.size()> colours;
    for (std::size_t kind = 0; kind < colours.size(); ++kind)
        colours[kind] = segmentColour(segment_kinds[kind], theme);
    const auto columns = static_cast<std::size_t>(size.width());
    const double whole = timeline.step_seconds() / static_cast<double>(columns);
    std::size_t drawn = timeline.stage_count(); // none yet
    std::vector<KindSeconds> profile;
    for (int y = 0; y < size.height(); ++y) {
        const std::size_t stage =
            static_cast<std::size_t>(y) * timeline.stage_count() / static_cast<std::size_t>(size.height());
        if (stage != drawn) profile = timeline.profile(stage, 0, timeline.step_seconds(), columns, timeline.period());
        drawn = stage;
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (std::size_t column = 0; column < columns; ++column)
            line[column] = mixed(profile[column], whole, colours, theme.ground);
    }
    return image;
}

} // namespace nest::ui
