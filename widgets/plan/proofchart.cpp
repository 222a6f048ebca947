// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/proofchart.h"

#include "charts/labels.h"

#include <QPainter>
#include <QPolygonF>
#include <algorithm>

namespace nest::ui {
namespace {

double lineHeight() {
    return scaled(17.0);
}

} // namespace

ProofChart::ProofChart(QWidget* parent) : RowChart(parent) {
    setProperty("helpId", QStringLiteral("plan#proof"));
    refresh();
}

QString ProofChart::title() const {
    return tr("How it was proven");
}

QString ProofChart::unit() const {
    if (m_fates.isEmpty()) return {};
    return tr("%1 candidate(s)", nullptr, plural(snapshot().result->fates.total()))
        .arg(formatCount(snapshot().result->fates.total()));
}

QString ProofChart::emptyText() const {
    if (!snapshot().result) return waitingText(snapshot());
    return m_fates.isEmpty() ? tr("What became of the candidates is known at the end of a search.") : QString();
}

void ProofChart::snapshotChanged() {
    m_fates.clear();
    if (!snapshot().result) return;
    for (std::size_t fate = 0; fate < fate_count; ++fate)
        if (snapshot().result->fates.counts[fate] > 0) m_fates.append(static_cast<Fate>(fate));
}

qint64 ProofChart::count(int row) const {
    return snapshot().result->fates.of(m_fates[row]);
}

QString ProofChart::fateName(Fate fate) {
    switch (fate) {
    case Fate::family_bound:
        return tr("bound of the family");
    case Fate::rough_bound:
        return tr("bound without replicas");
    case Fate::placement_bound:
        return tr("bound of the placement");
    case Fate::greedy_proof:
        return tr("no cut fast enough");
    case Fate::recurrence:
        return tr("no partition fast enough");
    case Fate::memory:
        return tr("none fits in memory");
    case Fate::same_placement:
        return tr("the same as another one");
    case Fate::solved:
        return tr("solved exactly");
    case Fate::undecided:
        break;
    }
    return tr("undecided");
}

QString ProofChart::fateHelp(Fate fate) {
    switch (fate) {
    case Fate::family_bound:
        return tr("too slow by a few additions, before its placements are listed");
    case Fate::rough_bound:
        return tr("too slow even without the groups of replicas");
    case Fate::placement_bound:
        return tr("too slow with its collectives and the levels that its cuts cross");
    case Fate::greedy_proof:
        return tr("stages that reach as far as they can do not cover the model");
    case Fate::recurrence:
        return tr("by the exact recurrence");
    case Fate::memory:
        return tr("however its layers are cut");
    case Fate::same_placement:
        return tr("one of them was searched for all");
    case Fate::solved:
        return tr("its best partition is known");
    case Fate::undecided:
        break;
    }
    return tr("the search was stopped before");
}

QString ProofChart::sentence() const {
    const SolveResult& result = *snapshot().result;
    const FateCounts& fates = result.fates;
    if (const std::int64_t open = fates.of(Fate::undecided); open > 0)
        return tr("%1 candidate(s) undecided: a faster plan may be among them, by at most %2.", nullptr, plural(open))
            .arg(formatCount(open), formatValue(result.gap, Unit::ratio, 2));
    const std::int64_t removed = fates.removed() + fates.of(Fate::same_placement);
    return tr("Nothing is left open: %1 ruled out, %2 solved exactly.")
        .arg(formatCount(removed), formatCount(fates.of(Fate::solved)));
}

QString ProofChart::rowName(int row) const {
    return fateName(m_fates[row]);
}

QString ProofChart::widestFigure() const {
    return m_fates.isEmpty() ? QString() : formatCount(snapshot().result->fates.total());
}

double ProofChart::footHeight(const QSizeF&) const {
    return lineHeight() + 4;
}

void ProofChart::paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) {
    const Rows rows = rowsFor(size);
    paintNames(painter, rows, theme);
    painter.setFont(axisFont());
    qint64 largest = 1;
    for (int row = 0; row < rowCount(); ++row)
        largest = std::max(largest, count(row));
    for (int row = 0; row < rowCount(); ++row) {
        const QRectF area = rows.bars(row);
        const Fate fate = m_fates[row];
        const double share = static_cast<double>(count(row)) / static_cast<double>(largest);
        const double width = std::max(2.0, share * area.width());
        painter.setPen(Qt::NoPen);
        painter.setBrush(fate == Fate::undecided ? theme.warning : fate == Fate::solved ? theme.accent : theme.muted);
        painter.drawRect(QRectF(area.left(), area.top(), width, area.height()));
        painter.setPen(theme.text);
        painter.drawText(
            QRectF(area.left() + width + 6, rows.row(row).top(), size.width() - area.left() - width - 6, rows.pitch),
            Qt::AlignLeft | Qt::AlignVCenter, formatCount(count(row)));
    }
    paintCurrent(painter, rows, theme);
    painter.setPen(theme.muted);
    const QRectF foot(0, size.height() - lineHeight(), size.width(), lineHeight());
    painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(axisFont()).elidedText(sentence(), Qt::ElideRight, foot.width()));
}

QString ProofChart::rowCard(int row, const QPointF&) {
    const double share = static_cast<double>(count(row)) / static_cast<double>(snapshot().result->fates.total());
    return hoverCard(fateName(m_fates[row]), {{tr("candidates"), formatCount(count(row))},
                                              {tr("share"), formatValue(share, Unit::ratio)},
                                              {tr("how"), fateHelp(m_fates[row])}});
}

TableData ProofChart::tableData() const {
    TableData figures;
    figures.headers << tr("What became of them") << tr("Candidates") << tr("Share") << tr("How");
    for (int row = 0; row < rowCount(); ++row) {
        const double share = static_cast<double>(count(row)) / static_cast<double>(snapshot().result->fates.total());
        figures.rows.append({{fateName(m_fates[row]), {}},
                             {formatCount(count(row)), count(row)},
                             {formatValue(share, Unit::ratio), share},
                             {fateHelp(m_fates[row]), {}}});
    }
    return figures;
}

GapChart::GapChart(QWidget* parent) : PlanChart(parent) {
    setProperty("helpId", QStringLiteral("plan#proof"));
    refresh();
}

QString GapChart::title() const {
    return tr("Best plan and bound");
}

QString GapChart::unit() const {
    if (m_moments.isEmpty()) return {};
    const SearchMoment& last = m_moments.back();
    if (last.open > 0 && last.gap() > 0)
        return tr("gap %1, %2 of the families still open")
            .arg(formatValue(last.gap(), Unit::ratio, 2), formatValue(last.open, Unit::ratio, 2));
    return tr("gap %1 after %2").arg(formatValue(last.gap(), Unit::ratio, 2), formatValue(last.seconds, Unit::seconds));
}

QString GapChart::emptyText() const {
    if (!snapshot().result) return waitingText(snapshot());
    return m_moments.isEmpty()
               ? tr("These plans were kept from an earlier search; solve again to watch how it narrows the gap.")
               : QString();
}

void GapChart::snapshotChanged() {
    m_moments.clear();
    if (!snapshot().history) return;
    for (const SearchMoment& moment : *snapshot().history)
        if (moment.best > 0) m_moments.append(moment);
}

AxisFrame GapChart::frameFor(const QSizeF& size) const {
    Axis x, y;
    double least = m_moments.front().best, most = least;
    for (const SearchMoment& moment : m_moments) {
        most = std::max(most, moment.best);
        least = std::min(least, moment.bound > 0 ? std::min(moment.bound, moment.best) : moment.best);
    }
    const double air = std::max((most - least) * 0.1, most * 1e-3);
    const Scale time = common_scale(std::max(m_moments.back().seconds, 1e-6), Unit::seconds);
    const Scale step = common_scale(most, Unit::seconds);
    x.title = tr("search, %1").arg(QString::fromStdString(time.unit));
    x.upper = std::max(m_moments.back().seconds, 1e-6) * 1.08; // how it ended is seen behind the last moment
    x.factor = time.factor;
    y.title = tr("step time, %1").arg(QString::fromStdString(step.unit));
    y.lower = std::max(0.0, least - air);
    y.upper = most + air;
    y.factor = step.factor;
    return {QRectF({0, 0}, size), x, y};
}

void GapChart::paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) {
    const AxisFrame frame = frameFor(size);
    frame.paint(painter, theme);
    // Each holds until the next moment.
    const auto steps = [&](auto value) {
        QPolygonF line;
        for (qsizetype i = 0; i < m_moments.size(); ++i) {
            const double from = i == 0 ? 0 : m_moments[i].seconds;
            if (i > 0) line << frame.at({from, value(m_moments[i - 1])});
            line << frame.at({from, value(m_moments[i])});
        }
        line << QPointF(frame.plot().right(), frame.y(value(m_moments.back())));
        return line;
    };
    const QPolygonF best = steps([](const SearchMoment& moment) { return moment.best; });
    const QPolygonF bound =
        steps([](const SearchMoment& moment) { return std::min(moment.best, moment.bound > 0 ? moment.bound : 0.0); });
    painter.save();
    painter.setClipRect(frame.plot());
    QPolygonF between = best;
    for (qsizetype i = bound.size() - 1; i >= 0; --i)
        between << bound[i];
    QColor gap = theme.accent;
    gap.setAlphaF(0.12F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(gap);
    painter.drawPolygon(between);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.muted, 1.5));
    painter.drawPolyline(bound);
    painter.setPen(QPen(theme.accent, 2));
    painter.drawPolyline(best);
    painter.restore();
    painter.setFont(axisFont());
    LabelPlacer labels(frame.plot(), axisFont());
    for (const QPolygonF& line : {best, bound})
        for (qsizetype i = 1; i < line.size(); ++i)
            labels.avoid(QLineF(line[i - 1], line[i]));
    labels.paint(painter, best.front(), 8, tr("best so far"), theme.text, frame.plot().width() / 2);
    // Where it is known and still apart from the best.
    const SearchMoment* named = nullptr;
    for (const SearchMoment& moment : m_moments)
        if (moment.bound > 0 && (!named || moment.gap() > 0)) named = &moment;
    if (named)
        labels.paint(painter, frame.at({named->seconds, std::max(named->bound, 0.0)}), 8, tr("bound"), theme.muted,
                     frame.plot().width() / 2);
}

QString GapChart::hoverText(const QPointF& position) {
    const AxisFrame frame = frameFor(QSizeF(size()));
    const SearchMoment* at = &m_moments.front();
    for (const SearchMoment& moment : m_moments)
        if (frame.x(moment.seconds) <= position.x()) at = &moment;
    return hoverCard(tr("after %1").arg(formatValue(at->seconds, Unit::seconds)),
                     {{tr("best so far"), formatValue(at->best, Unit::seconds)},
                      {tr("bound"), at->bound > 0 ? formatValue(at->bound, Unit::seconds) : tr("not known yet")},
                      {tr("gap"), formatValue(at->gap(), Unit::ratio, 2)},
                      {tr("families still open"), formatValue(at->open, Unit::ratio, 2)}});
}

TableData GapChart::tableData() const {
    TableData figures;
    figures.headers << tr("After") << tr("Best so far") << tr("Bound") << tr("Gap") << tr("Families still open");
    for (const SearchMoment& moment : m_moments)
        figures.rows.append({{formatValue(moment.seconds, Unit::seconds), moment.seconds},
                             {formatValue(moment.best, Unit::seconds), moment.best},
                             {formatValue(moment.bound, Unit::seconds), moment.bound},
                             {formatValue(moment.gap(), Unit::ratio, 2), moment.gap()},
                             {formatValue(moment.open, Unit::ratio, 2), moment.open}});
    return figures;
}

} // namespace nest::ui
