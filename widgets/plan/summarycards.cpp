// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/summarycards.h"

#include "theme/theme.h"

#include <QEvent>
#include <QFontMetrics>
#include <QPainter>
#include <QResizeEvent>
#include <algorithm>
#include <array>
#include <cmath>

namespace nest::ui {

enum class Trend { None, Better, Worse };

/// What a card says.
struct SummaryContent {
    QString title, value, note, change;
    Trend trend = Trend::None;
    bool dimmed = false;
    bool bad = false; ///< the value itself is a fault
};

const QString none = QStringLiteral("–");

/// A note of several parts, broken between them where they don't fit beside one another: no dot is left at an end.
static QString inLines(const QString& note, const QFontMetrics& metrics, int width) {
    const QString dot = QStringLiteral(" · ");
    QString text, line;
    for (const QString& part : note.split(dot)) {
        const bool fits = metrics.horizontalAdvance(line + dot + part) <= width;
        text += line.isEmpty() ? part : (fits ? dot : QStringLiteral("\n")) + part;
        line = line.isEmpty() || !fits ? part : line + dot + part;
    }
    return text;
}

/// One figure: title, big value, a muted note, and optionally how far it is from a reference.
class SummaryCard : public QWidget {
public:
    explicit SummaryCard(QWidget* parent) : QWidget(parent) { setFocusPolicy(Qt::NoFocus); }

    void setContent(SummaryContent content) {
        m_content = std::move(content);
        setAccessibleName(m_content.title);
        setAccessibleDescription(
            QStringList({m_content.value, m_content.change, m_content.note}).join(QStringLiteral(", ")));
        QStringList tip;
        for (const QString& part : {m_content.change, m_content.note})
            if (!part.isEmpty()) tip << part;
        setToolTip(tip.join(QLatin1Char('\n')));
        update();
    }
    const SummaryContent& content() const { return m_content; }

protected:
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = Theme::of(palette());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.line, 1));
        painter.setBrush(theme.panel);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::corner, metrics::corner);
        if (m_content.dimmed) painter.setOpacity(0.4);
        const QRect inner = rect().adjusted(14, scaled(10), -10, -8);
        const auto line = [&](const QRect& area, const QFont& font, const QColor& colour, const QString& text) {
            painter.setFont(font);
            painter.setPen(colour);
            painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                             QFontMetrics(font).elidedText(text, Qt::ElideRight, area.width()));
        };
        line({inner.left(), inner.top(), inner.width(), scaled(18)}, textFont(), theme.muted, m_content.title);
        QFont big = cardFont();
        while (big.pixelSize() > scaled(14) && QFontMetrics(big).horizontalAdvance(m_content.value) > inner.width())
            big.setPixelSize(big.pixelSize() - 1);
        const QRect middle(inner.left(), inner.top() + scaled(18), inner.width(), scaled(30));
        const QColor ink = m_content.bad ? theme.bad : m_content.value == none ? theme.muted : theme.text;
        if (QFontMetrics(big).horizontalAdvance(m_content.value) <= inner.width()) {
            line(middle, big, ink, m_content.value);
        } else { // many degrees: in two lines rather than cut
            big.setPixelSize(scaled(12));
            painter.setFont(big);
            painter.setPen(ink);
            painter.drawText(middle.adjusted(0, 0, 0, scaled(2)), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                             m_content.value);
        }
        QFont small = textFont();
        small.setPixelSize(small.pixelSize() - 1);
        QRect bottom(inner.left(), inner.top() + scaled(49), inner.width(), scaled(17));
        if (!m_content.change.isEmpty()) {
            const QColor colour = m_content.trend == Trend::Better  ? theme.good
                                  : m_content.trend == Trend::Worse ? theme.bad
                                                                    : theme.muted;
            line(bottom, small, colour, m_content.change);
            bottom.translate(0, scaled(16));
        }
        // The note takes the remaining lines.
        painter.setFont(small);
        painter.setPen(theme.muted);
        bottom.setBottom(rect().bottom() - 5);
        constexpr int flags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
        const QFontMetrics metrics(small);
        QString note = inLines(m_content.note, metrics, bottom.width());
        // Parts that have no room are left to the tooltip.
        while (note.contains(QLatin1Char('\n')) && metrics.boundingRect(bottom, flags, note).height() > bottom.height())
            note.truncate(note.lastIndexOf(QLatin1Char('\n')));
        painter.drawText(bottom, flags, note);
    }

private:
    SummaryContent m_content;
};

namespace {

int cardHeight() {
    return scaled(96);
}
int leastWidth() {
    return scaled(138);
}
enum CardIndex { Step, Tokens, Mfu, Memory, LayoutCard, BubbleCard, Proof, CardCount };

QString layoutTitle(const Plan& plan) {
    QStringList parts;
    const auto add = [&parts](const QString& name, qint64 degree) {
        if (degree > 1) parts << name + QString::number(degree);
    };
    add(QStringLiteral("TP"), plan.strategy.tp);
    add(QStringLiteral("PP"), plan.stage_count());
    add(QStringLiteral("DP"), plan.data_parallel());
    add(QStringLiteral("CP"), plan.strategy.cp);
    add(QStringLiteral("EP"), plan.strategy.ep);
    if (plan.strategy.folded()) add(QStringLiteral("ETP"), plan.strategy.expert_tp);
    return parts.isEmpty() ? SummaryCards::tr("one device") : parts.join(QLatin1Char(' '));
}

/// What a layout has beside its degrees: micro-batches, sequence parallelism, ZeRO, order of the ranks.
QString layoutNote(const RankedPlan& ranked) {
    const Plan& plan = ranked.plan;
    QStringList parts{SummaryCards::tr("mb %1 × %2", "size and number of the micro-batches")
                          .arg(formatCount(plan.micro_batch), formatCount(ranked.evaluation.micro_batches))};
    if (plan.strategy.sequence_parallel) parts << QStringLiteral("SP");
    const auto [least, most] = std::ranges::minmax(plan.stages, {}, &StagePlan::zero);
    if (most.zero > 0)
        parts << (least.zero == most.zero ? QStringLiteral("ZeRO %1").arg(most.zero)
                                          : QStringLiteral("ZeRO %1–%2").arg(least.zero).arg(most.zero));
    if (plan.has_copies()) {
        const auto [fewest, largest] = std::ranges::minmax(plan.stages, {}, &StagePlan::copies);
        parts << SummaryCards::tr("copies %1 to %2", "of a stage, fewest and most")
                     .arg(fewest.copies)
                     .arg(largest.copies);
    }
    if (plan.stage_count() > 1 && plan.replicas > 1) {
        const std::string_view name = name_of(plan.layout);
        parts << QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
    }
    return parts.join(QStringLiteral(" · "));
}

std::size_t fullestStage(const Evaluation& evaluation) {
    const auto over = [](const StageEvaluation& stage) { return stage.memory.total - stage.memory.capacity; };
    const auto fullest = std::ranges::max_element(evaluation.stages, {}, over);
    return static_cast<std::size_t>(fullest - evaluation.stages.begin());
}

QString percentChange(double now, double before) {
    if (before <= 0 || now <= 0) return {};
    const double change = (now / before - 1) * 100;
    if (std::abs(change) < 0.05) return SummaryCards::tr("unchanged");
    return QStringLiteral("%1%2 %")
        .arg(change > 0 ? QStringLiteral("+") : QStringLiteral("−"))
        .arg(std::abs(change), 0, 'f', 1);
}

} // namespace

SummaryCards::SummaryCards(QWidget* parent) : QWidget(parent) {
    setProperty("helpId", QStringLiteral("plan#cards"));
    for (int index = 0; index < CardCount; ++index)
        m_cards.append(new SummaryCard(this));
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    refresh();
}

void SummaryCards::setSnapshot(const PlanSnapshot& snapshot) {
    m_snapshot = snapshot;
    refresh();
}

void SummaryCards::setReference(std::optional<Evaluation> reference, const QString& reason) {
    m_reference = std::move(reference);
    m_reason = reason;
    refresh();
}

QString SummaryCards::value(int index) const {
    return m_cards.at(index)->content().value;
}
QString SummaryCards::note(int index) const {
    const SummaryContent& content = m_cards.at(index)->content();
    return content.change.isEmpty() ? content.note : content.change + QLatin1Char('\n') + content.note;
}
bool SummaryCards::isJudged(int index) const {
    return m_cards.at(index)->content().trend != Trend::None;
}
int SummaryCards::cardCount() const {
    return static_cast<int>(m_cards.size());
}

void SummaryCards::refresh() {
    std::array<SummaryContent, CardCount> cards;
    cards[Step].title = tr("Step time");
    cards[Tokens].title = tr("Tokens per second");
    cards[Mfu].title = tr("MFU");
    cards[Memory].title = tr("Peak memory");
    cards[LayoutCard].title = tr("Layout");
    cards[BubbleCard].title = tr("Bubble");
    cards[Proof].title = tr("Proof");
    for (SummaryContent& card : cards) {
        card.value = none;
        card.dimmed = m_snapshot.dimmed;
    }
    if (const RankedPlan* plan = m_snapshot.plan()) {
        describePlan(*plan, cards.data());
    } else {
        cards[Step].note = waitingText(m_snapshot);
    }
    if (m_snapshot.result) describeProof(*m_snapshot.result, cards[Proof]);
    for (std::size_t index = 0; index < cards.size(); ++index)
        m_cards[static_cast<qsizetype>(index)]->setContent(std::move(cards[index]));
    setAccessibleName(tr("Summary of the plan"));
}

void SummaryCards::describePlan(const RankedPlan& plan, SummaryContent* cards) const {
    const Evaluation& evaluation = plan.evaluation;
    const Problem& problem = *m_snapshot.problem;
    cards[Step].value = formatValue(evaluation.step_seconds, Unit::seconds);
    if (evaluation.simulated_step_seconds > 0)
        cards[Step].note = tr("simulated %1").arg(formatValue(evaluation.simulated_step_seconds, Unit::seconds));

    // Models without a sequence length are measured in sequences.
    const bool tokens = evaluation.tokens_per_second > 0;
    const double rate = tokens ? evaluation.tokens_per_second : evaluation.throughput_sequences;
    if (!tokens) cards[Tokens].title = tr("Sequences per second");
    cards[Tokens].value = formatAmount(rate);
    if (evaluation.devices_used > 0)
        cards[Tokens].note = tr("%1 per device").arg(formatAmount(rate / static_cast<double>(evaluation.devices_used)));

    cards[Mfu].value = evaluation.mfu > 0 ? formatValue(evaluation.mfu, Unit::ratio) : tr("unknown");
    cards[Mfu].note = evaluation.mfu > 0
                          ? tr("%1/s per device").arg(formatValue(evaluation.tflops_per_device * 1e12, Unit::flop))
                          : tr("the model states no FLOP");

    cards[Memory].value = formatValue(evaluation.peak_memory, Unit::bytes);
    if (!evaluation.stages.empty()) {
        const std::size_t stage = fullestStage(evaluation);
        const StageMemory& memory = evaluation.stages[stage].memory;
        const double free = memory.capacity - memory.total;
        cards[Memory].bad = free < 0;
        cards[Memory].note = (free < 0 ? tr("%1 over capacity on stage %2") : tr("%1 free on stage %2"))
                                 .arg(formatValue(std::abs(free), Unit::bytes))
                                 .arg(stage);
        if (evaluation.stages.size() > 1)
            cards[Memory].note +=
                tr(" · stages differ by %1").arg(formatValue(evaluation.memory_spread(), Unit::bytes));
    }

    cards[LayoutCard].value = layoutTitle(plan.plan);
    cards[LayoutCard].note = layoutNote(plan);
    const qint64 idle = problem.usable_devices() - evaluation.devices_used;
    if (idle > 0)
        cards[LayoutCard].note += tr(" · %1 device(s) idle", nullptr, static_cast<int>(idle)).arg(formatCount(idle));

    cards[BubbleCard].value = formatValue(evaluation.bubble_fraction, Unit::ratio);
    cards[BubbleCard].note = tr("of the pipeline's %1").arg(formatValue(evaluation.pipeline_seconds, Unit::seconds));

    if (!m_reference) return;
    const auto change = [&](CardIndex index, double now, double before, bool lessIsBetter, bool judged = true) {
        cards[index].change = percentChange(now, before);
        if (cards[index].change.isEmpty()) return;
        if (!m_reason.isEmpty())
            cards[index].change = tr("%1 %2", "change, and against what").arg(cards[index].change, m_reason);
        if (judged && std::abs(now / before - 1) >= 0.0005)
            cards[index].trend = (now < before) == lessIsBetter ? Trend::Better : Trend::Worse;
    };
    // A step of another global batch is other work: only the throughput tells which is better.
    const double batch = evaluation.throughput_sequences * evaluation.step_seconds;
    const double batchBefore = m_reference->throughput_sequences * m_reference->step_seconds;
    const bool sameWork = std::abs(batch - batchBefore) <= 1e-6 * batchBefore;
    change(Step, evaluation.step_seconds, m_reference->step_seconds, true, sameWork);
    change(Tokens, rate, tokens ? m_reference->tokens_per_second : m_reference->throughput_sequences, false);
    change(Mfu, evaluation.mfu, m_reference->mfu, false);
    change(Memory, evaluation.peak_memory, m_reference->peak_memory, true);
}

void SummaryCards::describeProof(const SolveResult& result, SummaryContent& card) const {
    if (m_snapshot.shownKept >= 0) { // what the search proved is about its own plans
        const KeptPlan& kept = m_snapshot.kept[m_snapshot.shownKept];
        card.value = kept.kind == KeptPlan::Kind::edited ? tr("Edited") : tr("Kept");
        card.note = kept.kind == KeptPlan::Kind::edited ? tr("by hand, not by the search") : kept.name;
        return;
    }
    if (m_snapshot.improving && result.status != SolveStatus::optimal) {
        card.value = tr("Gap %1").arg(formatValue(result.gap, Unit::ratio, 2));
        card.note = tr("the search goes on");
        return;
    }
    switch (result.status) {
    case SolveStatus::optimal:
        card.value = m_snapshot.shown == 0 ? tr("Optimal") : tr("Rank %1").arg(m_snapshot.shown + 1);
        break;
    case SolveStatus::feasible:
        card.value = result.gap_known() ? tr("Gap %1").arg(formatValue(result.gap, Unit::ratio, 2)) : tr("Priced");
        break;
    case SolveStatus::infeasible:
        card.value = tr("Nothing fits");
        card.bad = true;
        break;
    case SolveStatus::stopped:
        card.value = !result.gap_known() ? tr("Stopped") : tr("Gap %1").arg(formatValue(result.gap, Unit::ratio, 2));
        break;
    }
    if (result.status == SolveStatus::feasible && !result.gap_known())
        card.note = tr("not searched: better ones may exist");
    else if (result.status == SolveStatus::infeasible)
        card.note = tr("the sentence above says why");
    else if (result.status == SolveStatus::stopped)
        card.note = tr("stopped after %1").arg(formatValue(result.solve_seconds, Unit::seconds));
    else
        card.note = tr("%1 candidate(s) in %2", nullptr, plural(result.candidates))
                        .arg(formatCount(result.candidates), formatValue(result.solve_seconds, Unit::seconds));
}

int SummaryCards::columnsFor(int width) const {
    const int most = std::clamp((width + metrics::gap) / (leastWidth() + metrics::gap), 1, static_cast<int>(CardCount));
    // As even as possible: 4 + 3 rather than 6 + 1.
    const int rows = (CardCount + most - 1) / most;
    return (CardCount + rows - 1) / rows;
}

int SummaryCards::heightForWidth(int width) const {
    const int columns = columnsFor(width);
    const int rows = (CardCount + columns - 1) / columns;
    return rows * (cardHeight() + metrics::gap) - metrics::gap;
}

QSize SummaryCards::sizeHint() const {
    return {CardCount * (leastWidth() + metrics::gap), cardHeight()};
}
QSize SummaryCards::minimumSizeHint() const {
    return {leastWidth() * 2, cardHeight()};
}

void SummaryCards::arrange() {
    const int columns = columnsFor(width());
    for (int index = 0; index < CardCount; ++index) {
        const int row = index / columns;
        const int inRow = std::min(columns, CardCount - row * columns);
        const int column = index % columns;
        const auto edge = [&](int place) { return (width() + metrics::gap) * place / inRow; };
        m_cards[index]->setGeometry(edge(column), row * (cardHeight() + metrics::gap),
                                    edge(column + 1) - edge(column) - metrics::gap, cardHeight());
    }
}

void SummaryCards::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void SummaryCards::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) refresh();
    if (event->type() == QEvent::FontChange) { // the cards' height follows the texts'
        updateGeometry();
        arrange();
    }
    QWidget::changeEvent(event);
}

} // namespace nest::ui
