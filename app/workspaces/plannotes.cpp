// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "workspaces/plannotes.h"

#include "theme/theme.h"

#include <QEvent>
#include <QLabel>
#include <QTextDocumentFragment>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace nest::ui {
namespace {

constexpr qsizetype mostLines = 4; ///< of one plan, before the link is clicked

} // namespace

PlanNotes::PlanNotes(QWidget* parent) : QWidget(parent), m_label(new QLabel), m_more(new QToolButton) {
    m_label->setWordWrap(true);
    m_label->setTextFormat(Qt::RichText);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_more->setObjectName(QStringLiteral("moreNotes"));
    m_more->setProperty("role", QStringLiteral("link"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2, metrics::grid / 2, 2, 2);
    layout->setSpacing(metrics::grid / 2);
    layout->addWidget(m_label);
    layout->addWidget(m_more, 0, Qt::AlignLeft);
    connect(m_more, &QToolButton::clicked, this, [this] {
        m_all = !m_all;
        refresh();
    });
    refresh();
}

void PlanNotes::setNotes(const QVector<Notes>& notes) {
    if (notes == m_notes) return;
    m_notes = notes;
    refresh();
}

QString PlanNotes::text() const {
    return QTextDocumentFragment::fromHtml(m_label->text()).toPlainText();
}

void PlanNotes::refresh() {
    m_label->setAccessibleName(tr("Notes on the plans"));
    QString html;
    qsizetype hidden = 0;
    for (const Notes& notes : std::as_const(m_notes)) {
        const qsizetype shown = m_all ? notes.lines.size() : std::min(notes.lines.size(), mostLines);
        hidden += notes.lines.size() - std::min(notes.lines.size(), mostLines);
        for (qsizetype i = 0; i < shown; ++i)
            html += QStringLiteral("<p style=\"margin:0 0 3px 0\">%1%2</p>")
                        .arg(i == 0 ? QStringLiteral("<b>%1</b>&nbsp; ").arg(notes.plan.toHtmlEscaped()) : QString(),
                             notes.lines[i].toHtmlEscaped());
    }
    m_label->setText(html);
    m_more->setVisible(hidden > 0);
    m_more->setText(m_all ? tr("Show fewer") : tr("and %n more", nullptr, static_cast<int>(hidden)));
}

void PlanNotes::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) refresh();
    QWidget::changeEvent(event);
}

} // namespace nest::ui
