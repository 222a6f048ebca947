// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "workspaces/planworkspace.h"

#include "charts/chartcard.h"
#include "plan/candidatestable.h"
#include "plan/deviceheatmap.h"
#include "plan/memorychart.h"
#include "plan/stageheatmap.h"
#include "plan/summarycards.h"
#include "selection/selectionmodel.h"
#include "theme/theme.h"
#include "workspaces/verdictbar.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QStackedLayout>
#include <QTimer>
#include <QVBoxLayout>

namespace nest::ui {
namespace {

constexpr int threeColumns = 1080; ///< least width of the charts side by side
constexpr int twoColumns = 600;
constexpr int chartHeight = 290;
constexpr int tableHeight = 250;

} // namespace

PlanWorkspace::PlanWorkspace(SelectionModel& selection, QWidget* parent)
    : QWidget(parent), m_selection(selection), m_pages(new QStackedLayout(this)), m_area(new QScrollArea(this)),
      m_content(new QWidget), m_verdict(new VerdictBar), m_cards(new SummaryCards), m_grid(new QGridLayout),
      m_stages(new StageHeatmap), m_memory(new MemoryChart), m_devices(new DeviceHeatmap),
      m_stagesCard(new ChartCard(m_stages)), m_memoryCard(new ChartCard(m_memory)),
      m_devicesCard(new ChartCard(m_devices)), m_candidatesCard(new Card), m_candidates(new CandidatesTable),
      m_reasonTitle(new QLabel), m_reason(new QLabel) {
    setProperty("helpId", QStringLiteral("plan"));
    m_candidatesCard->setBody(m_candidates);
    for (PlanChart* chart :
         {static_cast<PlanChart*>(m_stages), static_cast<PlanChart*>(m_memory), static_cast<PlanChart*>(m_devices)})
        chart->setSelectionModel(&m_selection);
    m_candidates->setSelectionModel(&m_selection);
    connect(m_candidates, &CandidatesTable::planChosen, this, &PlanWorkspace::planChosen);

    auto* reasonPage = new QWidget;
    auto* reasonLayout = new QVBoxLayout(reasonPage);
    reasonLayout->setSpacing(metrics::gap);
    m_reasonTitle->setFont(cardFont());
    for (QLabel* label : {m_reasonTitle, m_reason}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    reasonLayout->addStretch(2);
    reasonLayout->addWidget(m_reasonTitle);
    reasonLayout->addWidget(m_reason);
    reasonLayout->addStretch(3);

    auto* column = new QVBoxLayout(m_content);
    column->setContentsMargins(metrics::gap, metrics::gap, metrics::gap, metrics::gap);
    column->setSpacing(metrics::gap);
    m_grid->setSpacing(metrics::gap);
    column->addWidget(m_verdict);
    column->addWidget(m_cards);
    column->addLayout(m_grid, 1);
    m_area->setWidget(m_content);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_pages->addWidget(m_area);
    m_pages->addWidget(reasonPage);
    arrange();
    retranslate();
}

void PlanWorkspace::setSnapshot(const PlanSnapshot& snapshot) {
    m_snapshot = snapshot;
    m_pages->setCurrentIndex(0);
    m_feed = {
        [this] {
            m_verdict->setSnapshot(m_snapshot);
            m_cards->setSnapshot(m_snapshot);
        },
        [this] { m_stages->setSnapshot(m_snapshot); },
        [this] { m_memory->setSnapshot(m_snapshot); },
        [this] { m_devices->setSnapshot(m_snapshot); },
        [this] { m_candidates->setSnapshot(m_snapshot); },
    };
    if (isVisible()) feedNext();
}

void PlanWorkspace::feedNext() {
    if (m_feed.isEmpty() || m_waiting) return;
    m_feed.takeFirst()();
    m_waiting = true;
    QTimer::singleShot(0, this, [this] {
        m_waiting = false;
        feedNext();
    });
}

void PlanWorkspace::showReason(const QString& title, const QString& text) {
    m_reasonTitle->setText(title);
    m_reason->setText(text);
    m_pages->setCurrentIndex(1);
}

bool PlanWorkspace::showsReason() const {
    return m_pages->currentIndex() == 1;
}

QString PlanWorkspace::reasonText() const {
    return m_reasonTitle->text() + QLatin1Char('\n') + m_reason->text();
}

void PlanWorkspace::setReference(const std::optional<Evaluation>& reference, const QString& reason) {
    m_cards->setReference(reference, reason);
}

QList<ChartCard*> PlanWorkspace::chartCards() const {
    return {m_stagesCard, m_memoryCard, m_devicesCard};
}

/// As many charts side by side as the width allows; the table takes what is left of the last row.
void PlanWorkspace::arrange() {
    const int columns = width() >= threeColumns ? 3 : width() >= twoColumns ? 2 : 1;
    if (columns == m_columns) return;
    const QList<QWidget*> cards{m_stagesCard, m_memoryCard, m_devicesCard, m_candidatesCard};
    for (QWidget* card : cards)
        m_grid->removeWidget(card);
    for (int row = 0; row < 4; ++row) {
        m_grid->setRowMinimumHeight(row, 0);
        m_grid->setRowStretch(row, 0);
        m_grid->setColumnStretch(row, 0);
    }
    m_columns = columns;
    for (int i = 0; i < 3; ++i) {
        m_grid->addWidget(cards[i], i / columns, i % columns);
        m_grid->setRowMinimumHeight(i / columns, chartHeight);
        m_grid->setRowStretch(i / columns, 1);
        m_grid->setColumnStretch(i % columns, 1);
    }
    const int column = 3 % columns, row = 3 / columns;
    m_grid->addWidget(m_candidatesCard, row, column, 1, columns - column);
    m_grid->setRowMinimumHeight(row, tableHeight);
    m_grid->setRowStretch(row, 1);
}

void PlanWorkspace::retranslate() {
    m_candidatesCard->setTitle(tr("Best plans"));
    m_candidatesCard->setNote(tr("click one to look at it"));
}

void PlanWorkspace::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void PlanWorkspace::resizeEvent(QResizeEvent* event) {
    arrange();
    QWidget::resizeEvent(event);
}

void PlanWorkspace::showEvent(QShowEvent* event) {
    feedNext();
    QWidget::showEvent(event);
}

} // namespace nest::ui
