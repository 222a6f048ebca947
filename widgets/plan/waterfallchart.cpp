// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/waterfallchart.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace nest::ui {
namespace {

constexpr double shown = 1e-4; ///< share of the larger plan below which a change is no step

static_assert(static_cast<int>(MemoryKind::Reserve) == static_cast<int>(MemoryPart::reserve),
              "the parts of memory have the colours of the kinds");

TimeKind colourKind(StepPart part) {
    switch (part) {
    case StepPart::compute:
        return TimeKind::Forward;
    case StepPart::recomputation:
        return TimeKind::Recompute;
    case StepPart::tensor:
        return TimeKind::TensorComm;
    case StepPart::expert:
        return TimeKind::ExpertComm;
    case StepPart::context:
        return TimeKind::ContextComm;
    case StepPart::transfers:
        return TimeKind::Transfer;
    case StepPart::zero:
    case StepPart::sync:
        return TimeKind::ZeroComm;
    case StepPart::fill:
    case StepPart::imbalance:
    case StepPart::update:
        break;
    }
    return TimeKind::Bubble;
}

} // namespace

WaterfallChart::WaterfallChart(QWidget* parent) : RowChart(parent) {
    setProperty("helpId", QStringLiteral("plan#waterfall"));
    auto* group = new QActionGroup(this);
    for (const Measure measure : {Measure::Time, Measure::Memory}) {
        auto* action = new QAction(group);
        action->setCheckable(true);
        action->setChecked(measure == m_measure);
        connect(action, &QAction::triggered, this, [this, measure] { setMeasure(measure); });
        addAction(action);
        m_choices.append(action);
    }
    setProperty("helpId", QStringLiteral("plan#waterfall"));
    WaterfallChart::retranslate();
    refresh();
}

void WaterfallChart::retranslate() {
    m_choices[0]->setText(tr("Step time"));
    m_choices[1]->setText(tr("Memory of the fullest device"));
    rebuild();
}

void WaterfallChart::setMeasure(Measure measure) {
    if (measure == m_measure) return;
    m_measure = measure;
    m_choices[static_cast<int>(measure)]->setChecked(true);
    rebuild();
    refresh();
}

const RankedPlan* WaterfallChart::compared() const {
    const PlanSnapshot& now = snapshot();
    if (!now.best()) return nullptr;
    if (const RankedPlan* plan = now.plan(); plan && plan != now.best()) return plan;
    for (const KeptPlan& kept : now.kept)
        if (kept.priced) return kept.priced.get();
    return nullptr;
}

QString WaterfallChart::comparedName() const {
    const RankedPlan* plan = compared();
    for (const KeptPlan& kept : snapshot().kept)
        if (kept.priced.get() == plan)
            return !kept.name.isEmpty() ? kept.name : kept.kind == KeptPlan::Kind::edited ? tr("edited") : tr("kept");
    return tr("plan %1").arg(snapshot().shown + 1);
}

QString WaterfallChart::title() const {
    return compared() ? tr("From %1 to the best plan").arg(comparedName()) : tr("Difference to the best plan");
}

QString WaterfallChart::unit() const {
    if (!m_difference) return {};
    const QString unit = QString::fromStdString(m_scale.unit);
    return m_measure == Measure::Time ? tr("step time, %1").arg(unit) : tr("fullest device, %1").arg(unit);
}

QString WaterfallChart::emptyText() const {
    const QString nothing = RowChart::emptyText();
    if (!nothing.isEmpty()) return nothing;
    if (!m_difference) return tr("Look at another plan, or keep one, to see what separates it from the best.");
    return {};
}

void WaterfallChart::snapshotChanged() {
    m_difference.reset();
    if (const RankedPlan* plan = compared()) m_difference = difference(*snapshot().problem, *plan, *snapshot().best());
    rebuild();
}

void WaterfallChart::rebuild() {
    m_parts.clear();
    m_kinds.clear();
    m_changed.clear();
    m_lower = 0;
    m_upper = 1;
    if (!m_difference) return;
    const Difference& all = *m_difference;
    const bool time = m_measure == Measure::Time;
    for (std::size_t index = 0; index < (time ? step_part_count : memory_part_count); ++index) {
        const auto step = static_cast<StepPart>(index);
        const auto memory = static_cast<MemoryPart>(index);
        const char* name = time ? name_of(step) : name_of(memory);
        const Part part{QCoreApplication::translate("Difference", name),
                        time ? all.time_from[step] : all.memory_from[memory],
                        time ? all.time_to[step] : all.memory_to[memory]};
        if (!(part.from > 0) && !(part.to > 0)) continue;
        m_parts.append(part);
        m_kinds.append(static_cast<int>(index));
        if (std::abs(part.change()) > shown * std::max(from(), to()))
            m_changed.append(static_cast<int>(m_parts.size()) - 1);
    }
    double least = std::min(from(), to()), most = std::max(from(), to());
    for (int row = 1; row + 1 < rowCount(); ++row) {
        const Span span = spanOf(row);
        least = std::min({least, span.start, span.end});
        most = std::max({most, span.start, span.end});
    }
    // Small steps between long bars: the axis starts later, which a break in the bars says.
    m_lower = most - least < 0.4 * most ? std::max(0.0, least - 0.6 * (most - least)) : 0;
    m_upper = most > m_lower ? most : m_lower + 1;
    m_scale = common_scale(most, valueUnit());
}

double WaterfallChart::from() const {
    if (!m_difference) return 0;
    return m_measure == Measure::Time ? m_difference->time_from.total() : m_difference->memory_from.total();
}

double WaterfallChart::to() const {
    if (!m_difference) return 0;
    return m_measure == Measure::Time ? m_difference->time_to.total() : m_difference->memory_to.total();
}

int WaterfallChart::rowCount() const {
    return m_difference ? static_cast<int>(m_changed.size()) + 2 : 0;
}

WaterfallChart::Span WaterfallChart::spanOf(int row) const {
    if (row == 0) return {m_lower, from()};
    if (row == rowCount() - 1) return {m_lower, to()};
    double start = from();
    for (int before = 0; before < row - 1; ++before)
        start += m_parts[m_changed[before]].change();
    return {start, start + m_parts[m_changed[row - 1]].change()};
}

QString WaterfallChart::rowName(int row) const {
    if (row == 0) return comparedName();
    if (row == rowCount() - 1) return tr("best plan");
    return m_parts[m_changed[row - 1]].name;
}

QString WaterfallChart::figure(int row) const {
    if (row == 0) return formatScaled(from(), m_scale);
    if (row == rowCount() - 1) return formatScaled(to(), m_scale);
    const double change = m_parts[m_changed[row - 1]].change();
    return (change < 0 ? QString(QChar(0x2212)) : QStringLiteral("+")) + formatScaled(std::abs(change), m_scale);
}

QString WaterfallChart::widestFigure() const {
    return QStringLiteral("+00.00");
}

QBrush WaterfallChart::brushOf(int part, const Theme& theme) const {
    if (m_measure == Measure::Memory) return theme.memoryBrush(static_cast<MemoryKind>(m_kinds[part]));
    const auto step = static_cast<StepPart>(m_kinds[part]);
    if (step == StepPart::fill) return {theme.muted, Qt::BDiagPattern};
    if (step == StepPart::imbalance) return {theme.muted, Qt::FDiagPattern};
    if (step == StepPart::update) return {theme.muted};
    return {theme.time(colourKind(step))};
}

/// Two slanted cuts through a bar that doesn't start at zero.
void WaterfallChart::paintBreak(QPainter& painter, const QRectF& bar, const Theme& theme) const {
    painter.setPen(QPen(theme.panel, 2));
    for (const double shift : {10.0, 15.0})
        painter.drawLine(QPointF(bar.left() + shift - 3, bar.bottom() + 2),
                         QPointF(bar.left() + shift + 3, bar.top() - 2));
}

void WaterfallChart::paintChart(QPainter& painter, const QSizeF& size, const Theme& theme) {
    const Rows rows = rowsFor(size);
    const auto place = [&](double value) {
        return rows.left + (value - m_lower) / (m_upper - m_lower) * (rows.right - rows.left);
    };
    paintNames(painter, rows, theme);
    const int last = rowCount() - 1;
    for (int row = 0; row <= last; ++row) {
        const Span span = spanOf(row);
        const bool end = row == 0 || row == last;
        const QRectF area = rows.bars(row);
        const double left = std::min(place(span.start), place(span.end)),
                     right = std::max(place(span.start), place(span.end));
        const QRectF bar(left, area.top(), std::max(right - left, 1.5), area.height());
        const QBrush brush =
            end ? QBrush(row == last ? theme.accent : theme.muted) : brushOf(m_changed[row - 1], theme);
        const bool hatched = brush.style() != Qt::SolidPattern;
        painter.setPen(hatched ? QPen(brush.color(), 1) : QPen(Qt::NoPen));
        painter.setBrush(brush);
        painter.drawRect(hatched ? bar.adjusted(0.5, 0.5, -0.5, -0.5) : bar);
        if (end && m_lower > 0) paintBreak(painter, bar, theme);
        if (row < last) { // where the next one starts
            painter.setPen(QPen(theme.line, 1));
            painter.drawLine(QPointF(place(span.end), area.bottom()),
                             QPointF(place(span.end), rows.bars(row + 1).top()));
        }
        painter.setFont(axisFont());
        painter.setPen(end ? theme.text : span.end < span.start ? theme.good : theme.bad);
        painter.drawText(QRectF(bar.right() + 6, rows.row(row).top(), size.width() - bar.right() - 6, rows.pitch),
                         Qt::AlignLeft | Qt::AlignVCenter, figure(row));
    }
    paintCurrent(painter, rows, theme);
}

QString WaterfallChart::rowCard(int row, const QPointF&) {
    QVector<QPair<QString, QString>> lines;
    const auto add = [&](double before, double after) {
        const double change = after - before;
        lines.append({comparedName(), formatValue(before, valueUnit())});
        lines.append({tr("best plan"), formatValue(after, valueUnit())});
        lines.append({tr("difference"), (change < 0 ? QString(QChar(0x2212)) : QStringLiteral("+")) +
                                            formatValue(std::abs(change), valueUnit())});
        if (from() > 0) lines.append({tr("of %1").arg(comparedName()), formatValue(change / from(), Unit::ratio)});
    };
    const bool end = row == 0 || row == rowCount() - 1;
    if (end) {
        add(from(), to());
        return hoverCard(m_measure == Measure::Time ? tr("Step time") : tr("Memory of the fullest device"), lines);
    }
    const Part& part = m_parts[m_changed[row - 1]];
    add(part.from, part.to);
    return hoverCard(part.name, lines);
}

TableData WaterfallChart::tableData() const {
    TableData figures;
    if (!m_difference) return figures;
    figures.headers << tr("Part") << comparedName() << tr("best plan") << tr("difference");
    const auto add = [&](const QString& name, double before, double after) {
        figures.rows.append({{name, {}},
                             {formatValue(before, valueUnit()), before},
                             {formatValue(after, valueUnit()), after},
                             {formatValue(after - before, valueUnit()), after - before}});
    };
    for (const Part& part : m_parts)
        add(part.name, part.from, part.to);
    add(tr("all"), from(), to());
    return figures;
}

} // namespace nest::ui
