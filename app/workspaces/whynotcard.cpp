// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "workspaces/whynotcard.h"

#include "controls/diagnostictext.h"
#include "explain/difference.h"
#include "theme/theme.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTextDocumentFragment>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <functional>

namespace nest::ui {
namespace {

constexpr int mostNearest = 5;

QString coloured(const QString& text, const QColor& colour) {
    return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour.name(), text.toHtmlEscaped());
}

QString percentChange(double from, double to) {
    const double percent = (to / from - 1) * 100;
    return QStringLiteral("%1%2 %").arg(percent >= 0 ? QStringLiteral("+") : QString()).arg(percent, 0, 'f', 1);
}

QString ruleText(const BrokenRule& rule) {
    const QString clause = phraseText(rule.clause);
    return rule.remedy.empty() ? clause : clause + QStringLiteral("; ") + phraseText(rule.remedy);
}

/// The parts of the step that make most of the difference from the best plan; empty where there is none.
QString largestTerms(const Problem& problem, const RankedPlan& best, const RankedPlan& plan) {
    constexpr std::size_t named = 3;
    constexpr double least = 0.05; // of the difference of both step times, or it says nothing
    const Difference parts = difference(problem, best, plan);
    const double whole = std::abs(parts.step_seconds());
    std::vector<StepPart> order;
    for (std::size_t i = 0; i < step_part_count; ++i)
        if (const auto part = static_cast<StepPart>(i); std::abs(parts.seconds(part)) > least * whole)
            order.push_back(part);
    std::ranges::stable_sort(order, std::greater(), [&](StepPart part) { return std::abs(parts.seconds(part)); });
    if (order.size() > named) order.resize(named);
    QStringList terms;
    for (const StepPart part : order) {
        const double seconds = parts.seconds(part);
        terms << QStringLiteral("%1 %2%3").arg(QCoreApplication::translate("Difference", name_of(part)),
                                               seconds >= 0 ? QStringLiteral("+") : QString(QChar(0x2212)),
                                               formatValue(std::abs(seconds), Unit::seconds));
    }
    return whole > 1e-9 * best.evaluation.step_seconds && !terms.isEmpty()
               ? WhyNotCard::tr("Mostly: %1.").arg(terms.join(QStringLiteral(", ")))
               : QString();
}

QString link(const QString& target, const QString& text, const Theme& theme) {
    return QStringLiteral("<a href=\"%1\" style=\"color:%2\">%3</a>")
        .arg(target, theme.accent.name(), text.toHtmlEscaped());
}

} // namespace

WhyNotCard::WhyNotCard(QWidget* parent)
    : Card(parent), m_probe(this), m_field(new QLineEdit), m_ask(new QPushButton), m_text(new QLabel) {
    setProperty("helpId", QStringLiteral("plan#why-not"));
    setObjectName(QStringLiteral("whyNot"));
    m_field->setObjectName(QStringLiteral("whyNotField"));
    m_text->setObjectName(QStringLiteral("whyNotAnswer"));
    m_field->setClearButtonEnabled(true);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::RichText);
    m_text->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* body = new QWidget;
    auto* line = new QHBoxLayout;
    line->setSpacing(metrics::grid);
    line->addWidget(m_field, 1);
    line->addWidget(m_ask);
    auto* layout = new QVBoxLayout(body);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::grid);
    layout->addLayout(line);
    layout->addWidget(m_text, 1);
    setBody(body);
    connect(m_field, &QLineEdit::returnPressed, this, [this] { ask(m_field->text()); });
    connect(m_ask, &QPushButton::clicked, this, [this] { ask(m_field->text()); });
    connect(m_text, &QLabel::linkActivated, this, &WhyNotCard::follow);
    connect(&m_probe, &LayoutProbe::answered, this, &WhyNotCard::take);
    refresh();
}

void WhyNotCard::setSnapshot(const PlanSnapshot& snapshot) {
    const bool other = snapshot.problem != m_snapshot.problem;
    m_snapshot = snapshot;
    if (other && m_answer && m_snapshot.problem) m_probe.ask(m_snapshot.problem, m_answer->question); // asked still
    refresh();
}

void WhyNotCard::ask(const QString& layout) {
    if (layout.trimmed().isEmpty() || !m_snapshot.problem) return;
    m_field->setText(layout);
    m_probe.ask(m_snapshot.problem, layout.trimmed());
    refresh();
}

void WhyNotCard::take(const std::shared_ptr<const LayoutAnswer>& answer) {
    if (answer->problem != m_snapshot.problem) return;
    m_answer = answer;
    refresh();
}

/// "keep": the layout itself; "keep:2": the third of the nearest.
void WhyNotCard::follow(const QString& target) {
    if (!m_answer) return;
    if (target == QStringLiteral("keep")) {
        if (const RankedPlan* plan = m_answer->layout.plan()) emit keepRequested(plan->plan, m_answer->question);
        return;
    }
    bool isNumber = false;
    const auto index = target.section(QLatin1Char(':'), 1).toULongLong(&isNumber);
    if (!isNumber || index >= m_answer->nearest.size() || !m_answer->nearest[index].plan) return;
    const Plan& plan = m_answer->nearest[index].plan->plan;
    emit keepRequested(plan, QString::fromStdString(layout_text(plan)));
}

QString WhyNotCard::answerText() const {
    return m_answer ? QTextDocumentFragment::fromHtml(m_text->text()).toPlainText() : QString();
}

QString WhyNotCard::verdictHtml() const {
    const Theme& theme = Theme::of(palette());
    const LayoutAnswer& answer = *m_answer;
    QStringList lines;
    for (const Diagnostic& fault : answer.faults)
        lines << coloured(faultText(fault), theme.bad);
    for (const BrokenRule& rule : answer.layout.broken)
        lines << coloured(tr("Not possible: %1.").arg(ruleText(rule)), theme.bad);
    if (const RankedPlan* plan = answer.layout.plan()) {
        const Evaluation& evaluation = plan->evaluation;
        QString sentence = tr("Step %1, peak %2.")
                               .arg(formatValue(evaluation.step_seconds, Unit::seconds),
                                    formatValue(evaluation.peak_memory, Unit::bytes));
        if (const RankedPlan* best = m_snapshot.best())
            sentence +=
                QLatin1Char(' ') + tr("%1 step time against the best.")
                                       .arg(percentChange(best->evaluation.step_seconds, evaluation.step_seconds));
        lines << coloured(sentence, theme.text);
        if (const RankedPlan* best = m_snapshot.best())
            if (const QString terms = largestTerms(*m_snapshot.problem, *best, *plan); !terms.isEmpty())
                lines << coloured(terms, theme.text);
        if (!answer.layout.fits())
            lines << coloured(tr("It does not fit: stage %1 needs %2 more than the device has.")
                                  .arg(answer.layout.stage)
                                  .arg(formatValue(answer.layout.over_bytes, Unit::bytes)),
                              theme.bad);
        else if (const RankedPlan* best = m_snapshot.best(); best && plan->plan == best->plan)
            lines << coloured(tr("This is the best plan itself."), theme.good);
        lines << link(QStringLiteral("keep"), tr("Keep and look at it"), theme);
    }
    for (const Phrase& note : answer.layout.notes)
        lines << coloured(phraseText(note), theme.muted);
    return lines.join(QStringLiteral("<br>"));
}

QString WhyNotCard::nearestHtml() const {
    const Theme& theme = Theme::of(palette());
    QStringList lines;
    for (std::size_t i = 0; i < m_answer->nearest.size() && lines.size() < mostNearest; ++i) {
        const Neighbour& neighbour = m_answer->nearest[i];
        if (!neighbour.fits()) continue;
        const RankedPlan& plan = *neighbour.plan;
        lines << link(QStringLiteral("keep:%1").arg(i), QString::fromStdString(layout_text(plan.plan)), theme) +
                     QStringLiteral(" &nbsp; ") +
                     coloured(tr("%1, step %2")
                                  .arg(QString::fromStdString(text_of(neighbour.changes)),
                                       formatValue(plan.evaluation.step_seconds, Unit::seconds)),
                              theme.muted);
    }
    if (lines.isEmpty()) return {};
    lines.prepend(coloured(tr("Nearest that work:"), theme.text));
    return QStringLiteral("<br><br>") + lines.join(QStringLiteral("<br>"));
}

QString WhyNotCard::answerHtml() const {
    const Theme& theme = Theme::of(palette());
    if (!m_snapshot.problem)
        return coloured(tr("The first search is running. A layout can be asked about as soon as it has read the model "
                           "and the cluster and found a plan."),
                        theme.muted);
    if (m_probe.isRunning()) return coloured(tr("Pricing it..."), theme.muted);
    if (!m_answer)
        return coloured(tr("Type a layout to read what it costs, or what speaks against it: tensor, pipeline and data "
                           "parallel degree, micro-batch, recomputation."),
                        theme.muted);
    return verdictHtml() + nearestHtml();
}

void WhyNotCard::refresh() {
    setTitle(tr("Why not this?"));
    m_field->setAccessibleName(tr("Layout"));
    m_field->setPlaceholderText(QStringLiteral("tp4 pp8 dp4 mb1 zero1 full"));
    m_ask->setText(tr("Ask"));
    m_ask->setEnabled(m_snapshot.problem != nullptr);
    m_ask->setToolTip(m_snapshot.problem ? QString() : tr("Possible after the first search"));
    m_text->setText(answerHtml());
    keepAnswerWhole();
}

/// The page gives a card its least height, which a wrapped text doesn't have by itself.
void WhyNotCard::keepAnswerWhole() {
    m_text->setMinimumHeight(m_text->heightForWidth(std::max(1, width() - metrics::gap * 2)));
}

void WhyNotCard::resizeEvent(QResizeEvent* event) {
    Card::resizeEvent(event);
    keepAnswerWhole();
}

void WhyNotCard::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) refresh();
    Card::changeEvent(event);
}

} // namespace nest::ui
