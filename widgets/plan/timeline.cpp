// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/timeline.h"

#include "charts/legend.h"
#include "selection/selectionmodel.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QtConcurrent>
#include <algorithm>
#include <cmath>

namespace nest::ui {
namespace {

constexpr double leastRow = 3, overviewHeight = 14; ///< px

// Lengths that hold a text.
double mostRow() {
    return scaled(84.0);
}
double axisHeight() {
    return scaled(18.0);
}
double labelHeight() {
    return scaled(13.0);
}
constexpr std::int64_t tasksAtOnce = 1 << 14; ///< simulated on the window's thread; more take longer than a few ms
constexpr qsizetype mostBack = 50;

/// A schedule as engines and papers call it.
QString scheduleName(ScheduleKind kind) {
    if (kind == ScheduleKind::zb_h1) return QStringLiteral("ZB-H1");
    if (kind == ScheduleKind::interleaved) return QCoreApplication::translate("Options", "Interleaved 1F1B");
    return kind == ScheduleKind::gpipe ? QStringLiteral("GPipe") : QStringLiteral("1F1B");
}

} // namespace

Timeline::Timeline(QWidget* parent) : PlanChart(parent) {
    setProperty("helpId", QStringLiteral("plan#timeline"));
    auto* group = new QActionGroup(this);
    group->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
    for (const View view : {View::Start, View::Whole, View::End}) {
        QAction* action = group->addAction(QString());
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, view] {
            remember();
            setView(view);
        });
        addAction(action);
        m_choices[static_cast<std::size_t>(view)] = action;
    }
    m_choices.front()->setChecked(true);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &Timeline::receive);
    Timeline::retranslate();
    refresh();
}

Timeline::~Timeline() = default;

QString Timeline::title() const {
    return tr("Schedule");
}

QString Timeline::unit() const {
    if (!m_drawn.timeline || m_drawn.timeline->empty()) return {};
    QString schedule = scheduleName(m_drawn.snapshot.plan()->plan.schedule);
    if (m_drawn.snapshot.plan()->plan.has_copies()) schedule = tr("%1, first copy of each stage").arg(schedule);
    const QString all = formatCount(m_drawn.timeline->micro_batches());
    const QString some = formatCount(shownMicroBatches());
    const bool part = shownMicroBatches() < m_drawn.timeline->micro_batches();
    switch (m_view) {
    case View::Start:
        if (part) return tr("%1 · first %2 of %3 micro-batches").arg(schedule, some, all);
        break;
    case View::End:
        if (part) return tr("%1 · last %2 of %3 micro-batches").arg(schedule, some, all);
        break;
    case View::Whole:
        break;
    case View::Free:
        return tr("%1 · part of the step").arg(schedule);
    }
    if (m_drawn.timeline->micro_batches() == 1) return tr("%1 · one micro-batch").arg(schedule);
    return tr("%1 · all %2 micro-batches").arg(schedule, all);
}

QString Timeline::emptyText() const {
    const QString text = PlanChart::emptyText();
    if (!text.isEmpty()) return text;
    if (!m_drawn.timeline) return tr("The schedule is being simulated.");
    if (m_drawn.timeline->step_seconds() > 0) return {};
    return tr("There is no schedule to draw: the times of the stages are zero or not finite.");
}

void Timeline::retranslate() {
    m_choices[0]->setText(tr("Start: the pipeline fills"));
    m_choices[1]->setText(tr("Whole step"));
    m_choices[2]->setText(tr("End: the pipeline drains"));
}

// --- the run ------------------------------------------------------------------------------------------------------

void Timeline::snapshotChanged() {
    ++m_request;
    m_pending = false;
    const RankedPlan* plan = shownPlan();
    if (!plan) {
        adopt(nullptr);
        return;
    }
    const std::int64_t stages = stageCount();
    const std::int64_t batches =
        std::min(plan->evaluation.micro_batches,
                 most_simulated_micro_batches(static_cast<std::size_t>(stages), plan->plan.virtual_stages()));
    if (2 * stages * plan->plan.virtual_stages() * batches <= tasksAtOnce) {
        adopt(std::make_shared<const ScheduleTimeline>(plan->plan.schedule, plan->evaluation));
        return;
    }
    m_pending = true;
    // The snapshot is copied: it owns the plan.
    m_watcher.setFuture(QtConcurrent::run([snapshot = snapshot(), request = m_request] {
        const RankedPlan& one = *snapshot.plan();
        return Simulated{request, std::make_shared<const ScheduleTimeline>(one.plan.schedule, one.evaluation)};
    }));
}

void Timeline::receive() {
    if (!m_pending || m_watcher.future().resultCount() == 0) return;
    const Simulated simulated = m_watcher.result();
    if (simulated.request != m_request) return; // a newer plan is shown by now
    m_pending = false;
    adopt(simulated.timeline);
    refresh();
}

void Timeline::finish() {
    if (!m_pending) return;
    m_watcher.waitForFinished();
    receive();
}

void Timeline::adopt(std::shared_ptr<const ScheduleTimeline> timeline) {
    const double before = m_drawn.timeline ? m_drawn.timeline->step_seconds() : 0;
    m_drawn = {snapshot(), std::move(timeline)};
    if (!m_drawn.timeline) m_drawn = {};
    m_overview = {};
    m_kinds.clear();
    for (const SegmentKind kind : segment_kinds)
        for (std::size_t stage = 0; m_drawn.timeline && stage < m_drawn.timeline->stage_count(); ++stage)
            if (m_drawn.timeline->totals(stage)[static_cast<std::size_t>(kind)] > 0) {
                m_kinds.append(kind);
                break;
            }
    m_back.clear();
    m_trail = -1;
    if (m_view == View::Free && before > 0 && m_drawn.timeline) {
        // The same part of the step, so that neighbouring plans can be compared.
        const double scale = m_drawn.timeline->step_seconds() / before;
        setSpan(m_from * scale, m_to * scale, View::Free);
    } else {
        if (m_view == View::Free) m_view = View::Start;
        applyView();
    }
    scrollTo(m_scroll);
}

// --- the span that is shown ---------------------------------------------------------------------------------------

/// Enough to see how the pipeline fills: half as many again as there are stages.
std::int64_t Timeline::shownMicroBatches() const {
    if (!m_drawn.timeline) return 0;
    const auto stages = static_cast<std::int64_t>(m_drawn.timeline->stage_count());
    return std::min(m_drawn.timeline->micro_batches(), std::max<std::int64_t>(8, stages * 3 / 2));
}

void Timeline::setView(View view) {
    if (view != View::Free) m_view = view;
    applyView();
    emit headChanged();
}

void Timeline::applyView() {
    for (std::size_t choice = 0; choice < m_choices.size(); ++choice)
        m_choices[choice]->setChecked(static_cast<std::size_t>(m_view) == choice);
    invalidate();
    if (!m_drawn.timeline || m_drawn.timeline->empty() || m_view == View::Free) return;
    const ScheduleTimeline& timeline = *m_drawn.timeline;
    m_from = 0;
    m_to = timeline.step_seconds();
    const std::int64_t count = shownMicroBatches();
    if (m_view == View::Whole || count >= timeline.micro_batches()) return;
    const std::size_t last = timeline.stage_count() - 1;
    if (m_view == View::Start) {
        // GPipe comes to its first backward only after all forwards.
        const bool gpipe = m_drawn.snapshot.plan()->plan.schedule == ScheduleKind::gpipe;
        const std::size_t stage = gpipe ? last : 0;
        // Of a stage with copies the first one is shown, which doesn't run all of them.
        const std::size_t index =
            timeline.find_task(stage, (count - 1) / timeline.copies(stage) * timeline.copies(stage), !gpipe);
        if (index < timeline.task_count(stage)) m_to = timeline.task(stage, index).end;
    } else {
        const std::int64_t copies = timeline.copies(last), from = timeline.micro_batches() - count;
        const std::size_t index = timeline.find_task(last, from / copies * copies, true);
        if (index < timeline.task_count(last)) m_from = timeline.task(last, index).start;
    }
    if (!(m_to > m_from)) { // stages that take no time
        m_from = 0;
        m_to = timeline.step_seconds();
    }
}

double Timeline::shortestSpan() const {
    const ScheduleTimeline& timeline = *m_drawn.timeline;
    double shortest = timeline.step_seconds();
    for (std::size_t stage = 0; stage < timeline.stage_count(); ++stage)
        for (std::int64_t chunk = 0; chunk < timeline.virtual_stages(); ++chunk)
            for (const auto* parts :
                 {&timeline.parts(stage, false, false, chunk), &timeline.parts(stage, true, false, chunk),
                  &timeline.parts(stage, true, true, chunk)})
                for (const PassPart& part : *parts)
                    shortest = std::min(shortest, part.end - part.start);
    return std::max(shortest / 4, timeline.step_seconds() * 1e-9);
}

void Timeline::setSpan(double from, double to, View view) {
    if (!m_drawn.timeline || m_drawn.timeline->empty() || !std::isfinite(to - from)) return;
    const double step = m_drawn.timeline->step_seconds();
    const double width = std::clamp(to - from, std::min(shortestSpan(), step), step);
    const double middle = from + (to - from) / 2;
    m_from = std::clamp(middle - width / 2, 0.0, step - width);
    m_to = m_from + width;
    const View now = width >= step * (1 - 1e-9) ? View::Whole : view;
    const bool changed = std::exchange(m_view, now) != now;
    for (std::size_t choice = 0; choice < m_choices.size(); ++choice)
        m_choices[choice]->setChecked(static_cast<std::size_t>(m_view) == choice);
    if (changed) emit headChanged();
    invalidate();
}

void Timeline::setSpan(double from, double to) {
    setSpan(from, to, View::Free);
}

void Timeline::zoomAt(double x, double factor) {
    if (!emptyText().isEmpty() || !(factor > 0)) return;
    const TimelineFrame now = frame();
    const double at = std::clamp(now.seconds(x), m_from, m_to);
    const double step = m_drawn.timeline->step_seconds();
    const double width = std::clamp((m_to - m_from) / factor, std::min(shortestSpan(), step), step);
    const double from = at - (at - m_from) * width / (m_to - m_from);
    setSpan(from, from + width);
}

void Timeline::moveBy(double seconds) {
    setSpan(m_from + seconds, m_to + seconds, m_view == View::Whole ? View::Whole : View::Free);
}

void Timeline::remember() {
    const std::pair<double, double> now(m_from, m_to);
    if (m_back.isEmpty() || m_back.last() != now) m_back.append(now);
    if (m_back.size() > mostBack) m_back.removeFirst();
}

void Timeline::scrollTo(double scroll) {
    const Layout layout = layoutFor(QSizeF(size()));
    const double stages = m_drawn.timeline ? static_cast<double>(m_drawn.timeline->stage_count()) : 0;
    m_scroll = std::clamp(scroll, 0.0, std::max(0.0, stages * layout.frame.pitch - layout.frame.rows.height()));
    invalidate();
}

void Timeline::fontsChanged() {
    invalidate(); // the simulation stays
}

void Timeline::invalidate() {
    m_rowsValid = false;
    update();
}

// --- places -------------------------------------------------------------------------------------------------------

Timeline::Layout Timeline::layoutFor(const QSizeF& size) const {
    Layout layout;
    const bool drawn = m_drawn.timeline && !m_drawn.timeline->empty();
    const double stages = drawn ? static_cast<double>(m_drawn.timeline->stage_count()) : 1;
    const QFontMetricsF text(axisFont());
    const int last = static_cast<int>(stages) - 1;
    const double label = text.horizontalAdvance(size.width() < 320 ? QString::number(last) : stageName(last)) + 8;
    const double legend = drawn ? paintLegend(nullptr, {0, 0}, size.width(), Theme::light()) : 0;
    const double overview =
        drawn && m_view != View::Whole && m_to - m_from < m_drawn.timeline->step_seconds() * 0.999 ? overviewHeight : 0;
    const double bottom = size.height() - legend - (overview > 0 ? overview + 6 : 0);
    // The first stage's name may be higher than its row.
    const double top = (bottom - 4 - axisHeight()) / stages < labelHeight() ? labelHeight() / 3 : 0;
    const double room = std::max(leastRow, bottom - 4 - axisHeight() - top);
    TimelineFrame& frame = layout.frame;
    frame.pitch = std::clamp(room / stages, leastRow, mostRow());
    frame.rows = QRectF(label, top, std::max(1.0, size.width() - label - 1), std::min(room, stages * frame.pitch));
    frame.from = m_from;
    frame.to = m_to;
    frame.scroll = std::clamp(m_scroll, 0.0, std::max(0.0, stages * frame.pitch - room));
    frame.ratio = devicePixelRatioF();
    layout.labels = QRectF(0, top, label - 6, frame.rows.height());
    layout.axis = QRectF(frame.rows.left(), frame.rows.bottom(), frame.rows.width(), axisHeight());
    // Few stages don't fill the height; what belongs to them stays with them.
    double end = std::min(bottom, layout.axis.bottom() + 4);
    if (overview > 0) layout.overview = QRectF(frame.rows.left(), end + 2, frame.rows.width(), overview);
    if (overview > 0) end += overview + 6;
    layout.legend = QRectF(0, end, size.width(), legend);
    return layout;
}

QRectF Timeline::overviewRect() const {
    return layoutFor(QSizeF(size())).overview;
}

int Timeline::stageAt(const QPointF& position) const {
    if (!emptyText().isEmpty()) return -1;
    const TimelineFrame now = frame();
    if (position.y() < now.rows.top() || position.y() >= now.rows.bottom() || position.x() > now.rows.right())
        return -1;
    const int stage = static_cast<int>((position.y() - now.rows.top() + now.scroll) / now.pitch);
    return stage < static_cast<int>(m_drawn.timeline->stage_count()) ? stage : -1;
}

bool Timeline::showsShares() const {
    const TimelineFrame now = frame();
    return emptyText().isEmpty() && TimelinePainter(*m_drawn.timeline, now, Theme::light()).showsShares();
}

std::optional<ScheduledTask> Timeline::taskAt(const QPointF& position) const {
    const int stage = stageAt(position);
    if (stage < 0 || position.x() < frame().rows.left() || showsShares()) return std::nullopt;
    return momentAt(static_cast<std::size_t>(stage), secondsAt(position.x())).task;
}

// --- drawing ------------------------------------------------------------------------------------------------------

double Timeline::paintLegend(QPainter* painter, const QPointF& origin, double width, const Theme& theme) const {
    QVector<LegendItem> items;
    for (const SegmentKind kind : m_kinds) {
        const QColor colour = segmentColour(kind, theme);
        // One colour, one swatch: both directions of transfers, ZeRO and the synchronisation of gradients.
        QString name = kindName(kind);
        if (kind == SegmentKind::transfer_in || kind == SegmentKind::transfer_out) name = tr("transfer");
        const auto same = std::ranges::find_if(items, [&](const LegendItem& item) { return item.brush == colour; });
        if (same == items.end())
            items.append({colour, name});
        else if (same->text != name)
            same->text = tr("%1, %2").arg(same->text, name);
    }
    if (m_drawn.timeline->left_out() > 0) items.append({QBrush(theme.muted, Qt::BDiagPattern), tr("not drawn")});
    if (m_drawn.timeline->virtual_stages() > 1) items.append({Qt::NoBrush, tr("3·1: micro-batch 3, chunk 1")});
    return paintSwatches(painter, origin, width, items, theme);
}

void Timeline::paintLabels(QPainter& painter, const Layout& layout, const Theme& theme) const {
    const TimelineFrame& frame = layout.frame;
    const auto [first, last] = frame.visible(m_drawn.timeline->stage_count());
    std::size_t every = 1;
    for (const std::size_t step : {1U, 2U, 4U, 8U, 16U, 32U, 64U, 128U}) {
        every = step;
        if (static_cast<double>(step) * frame.pitch >= labelHeight()) break;
    }
    const bool brief = layout.labels.width() < 30;
    painter.setFont(axisFont());
    const auto box = [&](std::size_t stage) {
        // A name may reach beyond the rows, into the margin above and the line of the times below.
        const double middle = frame.row(stage).center().y();
        return QRectF(0, middle - labelHeight() / 2, layout.labels.width(), labelHeight());
    };
    const auto write = [&](std::size_t stage, const QColor& colour) {
        painter.setPen(colour);
        const int index = static_cast<int>(stage);
        painter.drawText(box(stage), Qt::AlignRight | Qt::AlignVCenter,
                         brief ? QString::number(index) : stageName(index));
    };
    const int selected = selectedStage();
    double free = -labelHeight(); // below the label before
    for (std::size_t stage = first; stage < last; ++stage) {
        const double top = box(stage).top();
        if (stage % every != 0 || top < free) continue;
        const bool crowded =
            selected >= 0 && std::abs(top - box(static_cast<std::size_t>(selected)).top()) < labelHeight() - 1;
        if (crowded) continue;
        write(stage, theme.muted);
        free = top + labelHeight() - 1;
    }
    if (selected >= static_cast<int>(first) && selected < static_cast<int>(last))
        write(static_cast<std::size_t>(selected), theme.accent);
}

void Timeline::paintSelection(QPainter& painter, const Layout& layout, const Theme& theme) const {
    const int selected = selectedStage();
    if (selected < 0 || selected >= static_cast<int>(m_drawn.timeline->stage_count())) return;
    painter.save();
    painter.setClipRect(layout.frame.rows.adjusted(-2, -2, 2, 2), Qt::IntersectClip);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, 2));
    painter.drawRoundedRect(layout.frame.row(static_cast<std::size_t>(selected)).adjusted(-1, 0, 0, 1), 2, 2);
    painter.restore();
}

void Timeline::paintOverview(QPainter& painter, const QRectF& area, double ratio, const Theme& theme) {
    const QSize pixels(std::clamp(qRound(area.width() * ratio), 1, 2000),
                       std::clamp(qRound(area.height() * ratio), 1, 64));
    if (m_overview.size() != pixels || m_overviewDark != theme.dark) {
        m_overview = timelineOverview(*m_drawn.timeline, pixels, theme);
        m_overviewDark = theme.dark;
    }
    painter.drawImage(area, m_overview);
    const double step = m_drawn.timeline->step_seconds();
    const double left = area.left() + area.width() * m_from / step;
    const double right = std::max(left + 2, area.left() + area.width() * m_to / step);
    QColor veil = theme.panel;
    veil.setAlphaF(0.6F);
    painter.fillRect(QRectF(area.left(), area.top(), left - area.left(), area.height()), veil);
    painter.fillRect(QRectF(right, area.top(), area.right() - right, area.height()), veil);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, 1.5));
    painter.drawRoundedRect(QRectF(left, area.top(), right - left, area.height()), 2, 2);
}

void Timeline::paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) {
    Layout layout = layoutFor(size);
    layout.frame.ratio = painter.device()->devicePixelRatioF();
    if (m_pending) painter.setOpacity(0.4);
    const TimelinePainter drawing(*m_drawn.timeline, layout.frame, theme);
    if (m_usesRows)
        painter.drawPixmap(layout.frame.rows.topLeft(), m_rows);
    else
        drawing.paintRows(painter);
    paintLabels(painter, layout, theme);
    if (m_trail >= 0) drawing.paintTrail(painter, m_trail);
    paintSelection(painter, layout, theme);
    drawing.paintAxis(painter, layout.axis);
    if (!layout.overview.isEmpty()) paintOverview(painter, layout.overview, layout.frame.ratio, theme);
    paintLegend(&painter, layout.legend.topLeft(), size.width(), theme);
    if (m_gesture != Gesture::Band) return;
    QColor band = theme.accent;
    band.setAlphaF(0.25F);
    const double left = std::max(layout.frame.rows.left(), std::min(m_pressed.x(), m_pointer.x()));
    const double right = std::min(layout.frame.rows.right(), std::max(m_pressed.x(), m_pointer.x()));
    painter.fillRect(QRectF(left, layout.frame.rows.top(), right - left, layout.frame.rows.height()), band);
}

void Timeline::paintEvent(QPaintEvent* event) {
    // The rows change when the span does; hover and selection are drawn over a picture of them.
    if (emptyText().isEmpty()) {
        if (!m_rowsValid) {
            const Theme& theme = Theme::of(palette());
            TimelineFrame here = frame();
            m_rows = QPixmap(QSize(qCeil(here.rows.width() * here.ratio), qCeil(here.rows.height() * here.ratio)));
            m_rows.setDevicePixelRatio(here.ratio);
            m_rows.fill(theme.panel);
            here.rows.moveTo(0, 0);
            QPainter painter(&m_rows);
            TimelinePainter(*m_drawn.timeline, here, theme).paintRows(painter);
            m_rowsValid = true;
        }
        m_usesRows = true;
    }
    PlanChart::paintEvent(event);
    m_usesRows = false;
}

} // namespace nest::ui
