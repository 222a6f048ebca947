// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "workspaces/reasonpage.h"

#include "charts/card.h"
#include "controls/clearlayout.h"
#include "mainwindow/actionregistry.h"
#include "theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

namespace nest::ui {
namespace {

/// No wider than reads well.
int pageWidth() {
    return scaled(860);
}

QLabel* textLabel() {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

ReasonPage::ReasonPage(QWidget* parent)
    : QWidget(parent), m_title(textLabel()), m_text(textLabel()), m_sentence(textLabel()), m_card(new Card),
      m_grid(new QGridLayout), m_buttons(new QHBoxLayout) {
    setProperty("helpId", QStringLiteral("plan#infeasible"));
    m_title->setFont(cardFont());
    m_text->setForegroundRole(QPalette::PlaceholderText);
    auto* body = new QWidget;
    auto* ways = new QVBoxLayout(body);
    ways->setContentsMargins(metrics::grid / 2, 0, metrics::grid / 2, metrics::grid / 2);
    ways->setSpacing(metrics::grid);
    m_grid->setHorizontalSpacing(2 * metrics::gap);
    m_grid->setVerticalSpacing(metrics::grid);
    m_grid->setColumnStretch(1, 1);
    ways->addWidget(m_sentence);
    ways->addLayout(m_grid);
    m_card->setBody(body);
    m_buttons->setSpacing(metrics::grid);

    auto* column = new QWidget;
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(metrics::gap, metrics::gap, metrics::gap, metrics::gap);
    layout->setSpacing(metrics::gap);
    layout->addStretch(2);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    layout->addWidget(m_card);
    layout->addLayout(m_buttons);
    layout->addStretch(3);
    column->setMaximumWidth(pageWidth());
    auto* ground = new QWidget;
    auto* across = new QHBoxLayout(ground);
    across->setContentsMargins(0, 0, 0, 0);
    across->addStretch(1);
    across->addWidget(column, 1000);
    across->addStretch(1);
    auto* area = new QScrollArea;
    area->setWidget(ground);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(area);
    fillWays();
    m_card->hide();
}

void ReasonPage::setReason(const QString& title, const QString& text) {
    m_title->setText(title);
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    setAccessibleName(title);
}

void ReasonPage::setWays(const QString& sentence, const QVector<Way>& ways) {
    m_sentence->setText(sentence);
    m_sentence->setVisible(!sentence.isEmpty());
    m_card->setVisible(!sentence.isEmpty() || !ways.isEmpty());
    if (ways == m_ways && m_grid->count() > 0) return; // the button under the cursor stays
    m_ways = ways;
    fillWays();
}

void ReasonPage::fillWays() {
    clearLayout(m_grid);
    m_card->setTitle(tr("What would make a plan possible"));
    for (int row = 0; row < wayCount(); ++row) {
        const Way& way = m_ways[row];
        auto* change = textLabel();
        change->setText(way.change);
        auto* result = textLabel();
        result->setText(way.result);
        result->setForegroundRole(QPalette::PlaceholderText);
        m_grid->addWidget(change, row, 0);
        m_grid->addWidget(result, row, 1);
        if (!way.possible) continue;
        auto* apply = new QPushButton(tr("Do this"));
        apply->setObjectName(QStringLiteral("way%1").arg(row));
        apply->setAccessibleName(tr("Do this: %1").arg(way.change));
        if (row == 0) apply->setProperty("primary", true);
        connect(apply, &QPushButton::clicked, this, [this, row] { emit wayChosen(row); });
        m_grid->addWidget(apply, row, 2);
    }
}

void ReasonPage::setActions(const QList<QAction*>& actions) {
    if (actions == m_actions) return;
    m_actions = actions;
    fillActions();
}

void ReasonPage::fillActions() {
    clearLayout(m_buttons);
    for (QAction* action : std::as_const(m_actions)) {
        auto* button = new QToolButton;
        button->setObjectName(action->objectName());
        button->setText(withoutMnemonic(action->text()));
        button->setToolTip(action->toolTip());
        button->setProperty("role", QStringLiteral("link"));
        button->setFocusPolicy(Qt::StrongFocus);
        connect(button, &QToolButton::clicked, action, &QAction::trigger);
        button->setVisible(action->isEnabled()); // nothing to undo: no link that does nothing
        connect(action, &QAction::enabledChanged, button, &QWidget::setVisible);
        m_buttons->addWidget(button);
    }
    m_buttons->addStretch(1);
}

QString ReasonPage::text() const {
    QStringList lines{m_title->text(), m_text->text()};
    if (!m_card->isHidden()) {
        if (!m_sentence->isHidden()) lines << m_sentence->text();
        for (const Way& way : m_ways)
            lines << way.change + QStringLiteral(": ") + way.result;
    }
    return lines.join(QLatin1Char('\n'));
}

void ReasonPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        fillWays();
        fillActions();
    }
    QWidget::changeEvent(event);
}

} // namespace nest::ui
