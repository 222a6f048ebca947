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
#include <QTextDocumentFragment>
#include <QToolButton>
#include <QVBoxLayout>

namespace nest::ui {
namespace {

constexpr int markWidth = 4; ///< of the accent stripe at the left

} // namespace

VerdictBar::VerdictBar(QWidget* parent)
    : QFrame(parent), m_sentence(new QLabel(this)), m_help(new QLabel(this)), m_more(new QToolButton(this)) {
    setProperty("helpId", QStringLiteral("plan#verdict"));
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::RichText);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_help->setObjectName(QStringLiteral("helpList"));
    m_help->setWordWrap(true);
    m_help->setTextFormat(Qt::RichText);
    m_help->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_help->hide();
    m_more->setObjectName(QStringLiteral("whatWouldHelp"));
    m_more->setProperty("role", QStringLiteral("link"));
    m_more->setCheckable(true);
    m_more->setFocusPolicy(Qt::StrongFocus);
    connect(m_more, &QToolButton::toggled, this, &VerdictBar::showHelp);
    auto* line = new QHBoxLayout;
    line->setSpacing(metrics::gap);
    line->addWidget(m_sentence, 1, Qt::AlignVCenter);
    line->addWidget(m_more, 0, Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::gap + markWidth, metrics::grid, metrics::gap, metrics::grid);
    layout->setSpacing(metrics::grid / 2);
    layout->addLayout(line);
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

QString VerdictBar::text() const {
    return m_sentence->text();
}

void VerdictBar::refresh() {
    setAccessibleName(tr("What limits the plan"));
    refreshHelp();
    const Theme& theme = Theme::of(palette());
    const auto coloured = [](const QString& text, const QColor& colour) {
        return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour.name(), text.toHtmlEscaped());
    };
    const RankedPlan* shown = m_snapshot.plan();
    if (!shown) {
        m_sentence->setText(coloured(tr("Searching for the first plan..."), theme.muted));
        return;
    }
    const QString proof = m_snapshot.shownKept >= 0 ? m_snapshot.kept[m_snapshot.shownKept].name
                          : m_snapshot.shown == 0   ? statusText(*m_snapshot.result)
                                                    : tr("plan %1 of the best").arg(m_snapshot.shown + 1);
    const QString small = proof + QStringLiteral(" · ") + enginesText(engine_support(*m_snapshot.problem, shown->plan));
    const Verdict found = m_advice && m_advice->isAbout(m_snapshot)
                              ? m_advice->verdict
                              : verdict(*m_snapshot.problem, *shown, m_snapshot.best(), nullptr, nullptr);
    QString sentences = verdictText(*m_snapshot.problem, found);
    if (m_snapshot.shown == 0 && m_snapshot.shownKept < 0) {
        if (const auto traded = trade(*m_snapshot.problem, *m_snapshot.result))
            sentences.prepend(phraseText(*traded) + QLatin1Char(' '));
        const std::vector<RankedPlan>& plans = m_snapshot.result->plans;
        if (const auto other = launchable_instead(*m_snapshot.problem, plans, 0))
            sentences +=
                QLatin1Char(' ') + phraseText(sentence(*other, plans[static_cast<std::size_t>(other->index)].plan));
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
