// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT

/// What the timeline says in words and numbers: hover cards and the table twin.
#include "plan/timeline.h"

#include <algorithm>

namespace nest::ui {
namespace {

constexpr std::size_t mostListed = 1000; ///< passes in the table twin

QString secondsText(double seconds, int digits = 3) {
    return formatValue(seconds, Unit::seconds, digits);
}

} // namespace

QString Timeline::kindName(SegmentKind kind) const {
    switch (kind) {
    case SegmentKind::forward:
        return tr("forward");
    case SegmentKind::backward:
        return tr("backward");
    case SegmentKind::weight_gradient:
        return tr("weight gradient");
    case SegmentKind::recompute:
        return tr("recomputation");
    case SegmentKind::tp_comm:
        return tr("TP");
    case SegmentKind::ep_comm:
        return tr("EP");
    case SegmentKind::cp_comm:
        return tr("CP");
    case SegmentKind::zero_comm:
        return tr("ZeRO");
    case SegmentKind::transfer_in:
        return tr("transfer in");
    case SegmentKind::transfer_out:
        return tr("transfer out");
    case SegmentKind::sync:
        return tr("gradient sync");
    case SegmentKind::update:
        return tr("update");
    }
    return {};
}

QString Timeline::shareOfStep(double seconds) const {
    return formatValue(seconds / m_drawn.timeline->step_seconds(), Unit::ratio, 2);
}

QPair<QString, QString> Timeline::stepRow() const {
    return {tr("step"),
            tr("%1 simulated · %2 analytic")
                .arg(secondsText(m_drawn.timeline->step_seconds()), secondsText(evaluation().step_seconds))};
}

Timeline::Moment Timeline::momentAt(std::size_t stage, double seconds) const {
    const ScheduleTimeline& timeline = *m_drawn.timeline;
    Moment moment;
    const std::size_t index = timeline.first_task_after(stage, seconds);
    const std::size_t count = timeline.task_count(stage);
    if (index < count && timeline.task(stage, index).start <= seconds) {
        moment.task = timeline.task(stage, index);
        for (const PassPart& part : timeline.parts(stage, *moment.task)) {
            moment.kind = part.kind;
            moment.start = moment.task->start + part.start;
            moment.end = moment.task->start + part.end;
            if (seconds < moment.end) break;
        }
        return moment;
    }
    // It waits: from the end of what was before to the start of what comes.
    moment.start = index > 0 ? timeline.task(stage, index - 1).end : 0;
    moment.end = index < count ? timeline.task(stage, index).start : timeline.step_seconds();
    for (const TimelineGap& gap : timeline.gaps(stage))
        if (gap.before == index) moment.gap = &gap;
    if (index < count) return moment;
    for (const Segment& segment : timeline.closing_segments(stage)) {
        if (seconds < segment.start) {
            moment.end = segment.start;
            return moment;
        }
        if (seconds < segment.end) {
            moment.kind = segment.kind;
            moment.start = segment.start;
            moment.end = segment.end;
            return moment;
        }
        moment.start = segment.end;
    }
    return moment;
}

QString Timeline::momentText(std::size_t stage, double seconds) const {
    const Moment moment = momentAt(stage, seconds);
    const QString name = stageName(static_cast<int>(stage));
    const double length = moment.end - moment.start;
    if (moment.gap)
        return hoverCard(tr("%1 · not drawn").arg(name), {{tr("forward passes"), formatCount(moment.gap->forwards)},
                                                          {tr("backward passes"), formatCount(moment.gap->backwards)},
                                                          {tr("start"), secondsText(moment.start, 4)},
                                                          {tr("duration"), secondsText(length)}});
    QVector<QPair<QString, QString>> rows = {
        {tr("kind"), moment.kind ? kindName(*moment.kind) : tr("waiting")},
        {tr("start"), secondsText(moment.start, 4)},
        {tr("duration"), secondsText(length)},
        {tr("share of step"), shareOfStep(length)},
    };
    QString heading = name;
    if (moment.task) {
        heading = tr("%1 · micro-batch %2").arg(name, formatCount(moment.task->micro_batch));
        if (m_drawn.timeline->virtual_stages() > 1)
            heading = tr("%1 · micro-batch %2 · chunk %3")
                          .arg(name, formatCount(moment.task->micro_batch), formatCount(moment.task->chunk));
        const QString pass = secondsText(moment.task->end - moment.task->start);
        rows.append({tr("part of"), moment.task->weight_gradient ? tr("weight gradients of %1").arg(pass)
                                    : moment.task->backward      ? tr("backward pass of %1").arg(pass)
                                                                 : tr("forward pass of %1").arg(pass)});
    }
    rows.append(stepRow());
    return hoverCard(heading, rows);
}

QString Timeline::sharesText(const QString& heading, const KindSeconds& seconds, double whole) const {
    QVector<QPair<QString, QString>> rows;
    double busy = 0;
    const auto add = [&](const QString& name, double amount) {
        rows.append({name, tr("%1 · %2").arg(secondsText(amount), formatValue(amount / whole, Unit::ratio, 2))});
    };
    for (const SegmentKind kind : segment_kinds) {
        const double amount = seconds[static_cast<std::size_t>(kind)];
        busy += amount;
        if (amount > 1e-12 * whole) add(kindName(kind), amount);
    }
    if (whole - busy > 1e-9 * whole) add(tr("waiting"), whole - busy);
    rows.append(stepRow());
    return hoverCard(heading, rows);
}

QString Timeline::hoverText(const QPointF& position) {
    const int row = stageAt(position);
    if (row < 0) return {};
    const auto stage = static_cast<std::size_t>(row);
    const TimelineFrame now = frame();
    if (position.x() < now.rows.left())
        return sharesText(tr("%1 · whole step").arg(stageName(row)), m_drawn.timeline->totals(stage),
                          m_drawn.timeline->step_seconds());
    const double seconds = now.seconds(position.x());
    if (!showsShares()) return momentText(stage, seconds);
    // One micro-batch's time around, as the drawing shows it.
    const double reach = std::max(2 / now.pixelsPerSecond(), m_drawn.timeline->period() / 2);
    const double from = std::max(0.0, seconds - reach),
                 to = std::min(seconds + reach, m_drawn.timeline->step_seconds());
    for (const TimelineGap& gap : m_drawn.timeline->gaps(stage))
        if (gap.start <= seconds && seconds < gap.end) return momentText(stage, seconds);
    return sharesText(tr("%1 · from %2 to %3").arg(stageName(row), secondsText(from, 4), secondsText(to, 4)),
                      m_drawn.timeline->profile(stage, from, to, 1).front(), to - from);
}

TableData Timeline::tableData() const {
    TableData figures;
    if (!m_drawn.timeline || !emptyText().isEmpty()) return figures;
    const ScheduleTimeline& timeline = *m_drawn.timeline;
    const bool chunks = timeline.virtual_stages() > 1;
    figures.headers << tr("Stage") << tr("Kind") << tr("Micro-batch");
    if (chunks) figures.headers << tr("Chunk");
    figures.headers << tr("Start") << tr("Duration") << tr("Share of step");
    const auto add = [&](std::size_t stage, const QString& kind, const TableCell& batch, const TableCell& chunk,
                         const TableCell& start, double seconds) {
        QVector<TableCell> row{{QString::number(stage), static_cast<qint64>(stage)}, {kind, kind}, batch};
        if (chunks) row.append(chunk);
        row << start << TableCell{secondsText(seconds), seconds}
            << TableCell{shareOfStep(seconds), seconds / timeline.step_seconds()};
        figures.rows.append(row);
    };
    const TableCell all{tr("all"), -1}, none{QStringLiteral("–"), -1.0};
    for (std::size_t stage = 0; stage < timeline.stage_count(); ++stage) {
        const KindSeconds totals = timeline.totals(stage);
        double busy = 0;
        for (const SegmentKind kind : segment_kinds) {
            const double seconds = totals[static_cast<std::size_t>(kind)];
            busy += seconds;
            if (seconds > 0) add(stage, kindName(kind), all, all, none, seconds);
        }
        add(stage, tr("waiting"), all, all, none, std::max(0.0, timeline.step_seconds() - busy));
    }
    const std::size_t each = std::max<std::size_t>(2, mostListed / timeline.stage_count());
    std::size_t listed = 0;
    for (std::size_t stage = 0; stage < timeline.stage_count() && listed < mostListed; ++stage)
        for (std::size_t index = 0; index < std::min(each, timeline.task_count(stage)); ++index, ++listed) {
            const ScheduledTask task = timeline.task(stage, index);
            add(stage,
                task.weight_gradient ? tr("weight gradients")
                : task.backward      ? tr("backward pass")
                                     : tr("forward pass"),
                {formatCount(task.micro_batch), static_cast<qint64>(task.micro_batch)},
                {formatCount(task.chunk), static_cast<qint64>(task.chunk)}, {secondsText(task.start, 4), task.start},
                task.end - task.start);
        }
    std::int64_t passes = 0;
    for (std::size_t stage = 0; stage < timeline.stage_count(); ++stage)
        passes += static_cast<std::int64_t>(timeline.tasks_per_batch()) * timeline.micro_batches(stage);
    if (const std::int64_t more = passes - static_cast<std::int64_t>(listed); more > 0) {
        QVector<TableCell> row(figures.headers.size());
        row[0] = {{}, static_cast<qint64>(timeline.stage_count())};
        row[1] = {tr("%1 later pass(es) are not listed", nullptr, plural(more)).arg(formatCount(more)), QString()};
        figures.rows.append(row);
    }
    return figures;
}

} // namespace nest::ui
