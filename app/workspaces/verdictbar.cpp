// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "workspaces/verdictbar.h"

#include "controls/diagnostictext.h"
#include "document/plantext.h"
#include "explain/launchable.h"
#include "theme/theme.h"
#include "workspaces/helplist.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QTextDocumentFragment>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace nest::ui {
namespace {

constexpr int markWidth = 4; ///< of the accent stripe at the left

} // namespace

VerdictBar::VerdictBar(QWidget* parent)
    : QFrame(parent), m_sentence(new QLabel(this)), m_inputs(new QLabel(this)), m_help(new QLabel(this)),
      m_more(new QToolButton(this)), m_export(new QPushButton(this)) {
    setProperty("helpId", QStringLiteral("plan#verdict"));
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::RichText);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_inputs->setObjectName(QStringLiteral("planInputs"));
    m_inputs->setProperty("helpId", QStringLiteral("assumed"));
    m_inputs->setWordWrap(true);
    m_inputs->setTextFormat(Qt::RichText);
    m_inputs->setTextInteractionFlags(Qt::TextBrowserInteraction);
    connect(m_inputs, &QLabel::linkActivated, this, &VerdictBar::optionWanted);
    m_help->setObjectName(QStringLiteral("helpList"));
    m_help->setWordWrap(true);
    m_help->setTextFormat(Qt::RichText);
    m_help->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_help->hide();
    connect(m_help, &QLabel::linkActivated, this, &VerdictBar::follow);
    m_export->setObjectName(QStringLiteral("exportButton"));
    m_export->setProperty("primary", true);
    connect(m_export, &QPushButton::clicked, this, &VerdictBar::exportWanted);
    m_more->setObjectName(QStringLiteral("whatWouldHelp"));
    m_more->setProperty("role", QStringLiteral("link"));
    m_more->setCheckable(true);
    m_more->setFocusPolicy(Qt::StrongFocus);
    connect(m_more, &QToolButton::toggled, this, &VerdictBar::showHelp);
    auto* line = new QHBoxLayout;
    line->setSpacing(metrics::gap);
    line->addWidget(m_sentence, 1, Qt::AlignVCenter);
    line->addWidget(m_more, 0, Qt::AlignVCenter);
    line->addWidget(m_export, 0, Qt::AlignVCenter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::gap + markWidth, metrics::grid, metrics::gap, metrics::grid);
    layout->setSpacing(metrics::grid / 2);
    layout->addLayout(line);
    layout->addWidget(m_inputs);
    layout->addWidget(m_help);
    refresh();
}

void VerdictBar::setSnapshot(const PlanSnapshot& snapshot) {
    m_snapshot = snapshot;
    refresh();
}

void VerdictBar::setAdvice(std::shared_ptr<const Advice> advice) {
    m_advice = std::move(advice);
    refresh();
}

void VerdictBar::showHelp(bool shown) {
    m_more->setChecked(shown);
    m_help->setVisible(shown);
    refreshHelp();
}

QString VerdictBar::helpText() const {
    return m_help->isHidden() ? QString() : QTextDocumentFragment::fromHtml(m_help->text()).toPlainText();
}

void VerdictBar::refreshHelp() {
    m_more->setText(tr("What would help?"));
    m_more->setToolTip(tr("Everything that makes training faster, with what it gains"));
    m_more->setVisible(m_snapshot.plan() != nullptr);
    m_help->setAccessibleName(tr("What would help"));
    if (!m_more->isChecked()) return;
    m_help->setVisible(m_snapshot.plan() != nullptr);
    m_help->setText(m_advice && m_advice->isAbout(m_snapshot) ? helpHtml(helpList(*m_advice))
                                                              : tr("Looking at what would help...").toHtmlEscaped());
}

/// What the search can't know and takes as given: each with a link to its field, and marked where nobody has said it.
void VerdictBar::refreshInputs() {
    m_inputs->setVisible(m_snapshot.problem != nullptr);
    if (!m_snapshot.problem) return;
    m_inputs->setAccessibleName(tr("What the plan is for"));
    const Theme& theme = Theme::of(palette());
    const Problem& problem = *m_snapshot.problem;
    // A pasted command says what it trains with, also where that is what would be assumed.
    const bool pasted = std::ranges::any_of(m_snapshot.kept, [](const KeptPlan& kept) { return kept.pasted; });
    QStringList parts;
    const auto add = [&](const char* key, const QString& text, bool stated) {
        const QString link = QStringLiteral("<a href=\"%1\" style=\"color:%2\">%3</a>")
                                 .arg(QLatin1String(key), theme.muted.name(), text.toHtmlEscaped());
        parts << (stated ? link : tr("%1 (assumed)", "a value that nobody stated").arg(link));
    };
    const auto isDefault = [&](const char* key) {
        return get_option(problem.options, key) == get_option(Options{}, key);
    };
    add("global_batch",
        tr("%1 sequence(s) a step", nullptr, plural(problem.options.global_batch))
            .arg(formatCount(problem.options.global_batch)),
        pasted || !isDefault("global_batch"));
    if (problem.model.sequence_length > 0)
        add("sequence_length",
            tr("of %1 token(s)", nullptr, plural(problem.model.sequence_length))
                .arg(formatCount(problem.model.sequence_length)),
            true);
    add("precision", tr("precision %1").arg(QString::fromStdString(option_text(problem.options, "precision"))),
        pasted || !isDefault("precision"));
    if (const auto load = expert_load(problem))
        add("expert_imbalance", phraseText(*load), !isDefault("expert_imbalance"));
    m_inputs->setToolTip(tr("Click a value to change it"));
    m_inputs->setText(QStringLiteral("<span style=\"font-size:%1px; color:%2\">%3</span>")
                          .arg(axisFont().pixelSize())
                          .arg(theme.muted.name(),
                               tr("For %1.", "the values a plan was made for").arg(parts.join(QStringLiteral(" · ")))));
}

QString VerdictBar::inputsText() const {
    return m_inputs->isHidden() ? QString() : QTextDocumentFragment::fromHtml(m_inputs->text()).toPlainText();
}

void VerdictBar::follow(const QString& link) {
    if (!m_advice) return;
    const std::size_t index = link.section(QLatin1Char(':'), 1).toULongLong();
    if (link == QStringLiteral("best")) return emit bestChosen();
    if (link.startsWith(QStringLiteral("input")) && index < m_advice->relaxations.list.size())
        return emit relaxationChosen(m_advice->relaxations.list[index]);
    if (link.startsWith(QStringLiteral("layout")) && index < m_advice->neighbours.list.size())
        if (const auto& plan = m_advice->neighbours.list[index].plan) emit layoutChosen(plan->plan);
}

QString VerdictBar::text() const {
    return m_sentence->text();
}

QString VerdictBar::proofText() const {
    if (m_snapshot.dimmed) return tr("from the previous search; the new one is running");
    if (m_snapshot.shownKept >= 0) return m_snapshot.kept[m_snapshot.shownKept].name;
    if (m_snapshot.shown > 0) return tr("plan %1 of the best").arg(m_snapshot.shown + 1);
    if (!m_snapshot.improving) return statusText(*m_snapshot.result);
    if (m_snapshot.result->status == SolveStatus::optimal)
        return tr("%1; looking for the next best").arg(statusText(*m_snapshot.result));
    return tr("best so far, at most %1 from the optimum; the search goes on")
        .arg(formatValue(m_snapshot.result->gap, Unit::ratio, 2));
}

void VerdictBar::refresh() {
    setAccessibleName(tr("What limits the plan"));
    refreshHelp();
    refreshInputs();
    m_export->setText(tr("Export…"));
    m_export->setToolTip(tr("A launch script or configuration for a training engine (Ctrl+Shift+E)"));
    m_export->setVisible(m_snapshot.plan() != nullptr);
    m_export->setEnabled(!m_snapshot.dimmed);
    const Theme& theme = Theme::of(palette());
    const auto coloured = [](const QString& text, const QColor& colour) {
        return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour.name(), text.toHtmlEscaped());
    };
    const RankedPlan* shown = m_snapshot.plan();
    if (!shown) {
        m_sentence->setText(coloured(tr("Searching for the first plan..."), theme.muted));
        return;
    }
    QString small = proofText() + QStringLiteral(" · ") +
                    enginesText(engine_support(*m_snapshot.problem, shown->plan), shown->evaluation.fits);
    small.replace(QLatin1Char('-'), QChar(0x2011)); // an engine's name is not broken at its hyphen
    if (m_advice && m_advice->isAbout(m_snapshot) && m_advice->unfinished)
        small += QStringLiteral(" · ") + tr("still looking for what would help");
    const Verdict found = m_advice && m_advice->isAbout(m_snapshot)
                              ? m_advice->verdict
                              : verdict(*m_snapshot.problem, *shown, m_snapshot.best(), nullptr, nullptr);
    QString sentences = verdictText(*m_snapshot.problem, found);
    if (const auto longer = unequal_chunks(*shown)) sentences += QLatin1Char(' ') + phraseText(*longer);
    if (const auto late = late_copies(*shown)) sentences += QLatin1Char(' ') + phraseText(*late);
    if (m_snapshot.shown == 0 && m_snapshot.shownKept < 0) {
        if (const auto traded = trade(*m_snapshot.problem, *m_snapshot.result))
            sentences.prepend(phraseText(*traded) + QLatin1Char(' '));
        for (const Phrase& remark : remarks(*m_snapshot.problem, *m_snapshot.result))
            sentences += QLatin1Char(' ') + phraseText(remark);
        if (m_advice && m_advice->isAbout(m_snapshot) && m_advice->launch) {
            const LaunchWay& way = *m_advice->launch;
            sentences += QLatin1Char(' ') + phraseText(sentence(way));
            if (!way.listed())
                sentences += QLatin1Char(' ') + tr("With the option “training engine” set to %1 it is the answer.")
                                                    .arg(QString::fromStdString(way.launchable.engine));
        }
    }
    m_sentence->setText(coloured(sentences, m_snapshot.dimmed ? theme.muted : theme.text) +
                        QStringLiteral(" &nbsp; <span style=\"font-size:%1px; color:%2\">%3</span>")
                            .arg(axisFont().pixelSize())
                            .arg(theme.muted.name(), small.toHtmlEscaped()));
}

void VerdictBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange ||
        event->type() == QEvent::FontChange)
        refresh();
    QFrame::changeEvent(event);
}

void VerdictBar::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath shape;
    shape.addRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::corner, metrics::corner);
    painter.fillPath(shape, theme.panel);
    painter.save();
    painter.setClipPath(shape);
    painter.fillRect(0, 0, markWidth, height(), m_snapshot.dimmed ? theme.muted : theme.accent);
    painter.restore();
    painter.setPen(theme.line);
    painter.drawPath(shape);
}

} // namespace nest::ui
