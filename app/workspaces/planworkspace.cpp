// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "workspaces/planworkspace.h"

#include "charts/chartcard.h"
#include "plan/candidatestable.h"
#include "plan/deviceheatmap.h"
#include "plan/layerstrip.h"
#include "plan/memorychart.h"
#include "plan/planscatter.h"
#include "plan/proofchart.h"
#include "plan/stageheatmap.h"
#include "plan/summarycards.h"
#include "plan/timeline.h"
#include "plan/trafficchart.h"
#include "plan/waterfallchart.h"
#include "selection/selectionmodel.h"
#include "theme/theme.h"
#include "workspaces/reasonpage.h"
#include "workspaces/verdictbar.h"
#include "workspaces/whynotcard.h"

#include <QEvent>
#include <QGridLayout>
#include <QLineEdit>
#include <QScrollArea>
#include <QStackedLayout>
#include <QStyle>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <vector>

namespace nest::ui {
namespace {

constexpr int gridColumns = 6;

} // namespace

template <class View> View* PlanWorkspace::addChart(Section section) {
    auto* view = new View;
    view->setSelectionModel(&m_selection);
    m_sections[section] = new ChartCard(view);
    m_charts.append(view);
    return view;
}

PlanWorkspace::PlanWorkspace(SelectionModel& selection, QWidget* parent)
    : QWidget(parent), m_selection(selection), m_pages(new QStackedLayout(this)), m_area(new QScrollArea(this)),
      m_content(new QWidget), m_verdict(new VerdictBar), m_cards(new SummaryCards), m_grid(new QGridLayout),
      m_candidates(new CandidatesTable), m_reason(new ReasonPage) {
    setProperty("helpId", QStringLiteral("plan"));
    addChart<StageHeatmap>(Stages);
    addChart<MemoryChart>(Memory);
    addChart<DeviceHeatmap>(Devices);
    addChart<Timeline>(Schedule);
    m_scatter = addChart<PlanScatter>(Scatter);
    m_strip = addChart<LayerStrip>(Strip);
    addChart<TrafficChart>(Traffic);
    addChart<WaterfallChart>(Waterfall);
    addChart<ProofChart>(Proof);
    addChart<GapChart>(Gap);
    m_sections[Plans] = new Card;
    m_sections[Plans]->setBody(m_candidates);
    m_sections[WhyNot] = m_whyNot = new WhyNotCard;
    m_candidates->setSelectionModel(&m_selection);
    connect(m_candidates, &CandidatesTable::planChosen, this, &PlanWorkspace::planChosen);
    connect(m_candidates, &CandidatesTable::keptChosen, this, &PlanWorkspace::keptChosen);
    connect(m_scatter, &PlanScatter::planChosen, this, &PlanWorkspace::planChosen);
    connect(m_scatter, &PlanScatter::keptChosen, this, &PlanWorkspace::keptChosen);
    connect(m_strip, &LayerStrip::edited, this, &PlanWorkspace::edited);
    connect(m_whyNot, &WhyNotCard::keepRequested, this, &PlanWorkspace::keepRequested);
    connect(m_verdict, &VerdictBar::bestChosen, this, [this] { emit planChosen(0); });
    connect(m_verdict, &VerdictBar::layoutChosen, this,
            [this](const Plan& plan) { emit keepRequested(plan, QString::fromStdString(layout_text(plan))); });

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
    m_content->installEventFilter(this);
    m_pages->addWidget(m_area);
    m_pages->addWidget(m_reason);
    arrange();
    retranslate();
}

void PlanWorkspace::setSnapshot(const PlanSnapshot& snapshot) {
    if (snapshot.result != m_snapshot.result) // until it is each one's turn, they show what was before
        for (PlanChart* chart : m_charts)
            chart->setDimmed(chart->snapshot().plan() != nullptr);
    m_snapshot = snapshot;
    m_pages->setCurrentIndex(0);
    m_feed = {
        [this] {
            m_verdict->setSnapshot(m_snapshot);
            m_cards->setSnapshot(m_snapshot);
        },
        [this] {
            m_candidates->setSnapshot(m_snapshot);
            m_sections[Plans]->setNote(m_candidates->note());
        },
    };
    m_feed.append([this] { m_whyNot->setSnapshot(m_snapshot); });
    for (PlanChart* chart : m_charts)
        m_feed.append([this, chart] { chart->setSnapshot(m_snapshot); });
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

void PlanWorkspace::showReason() {
    m_pages->setCurrentIndex(1);
}

bool PlanWorkspace::showsReason() const {
    return m_pages->currentIndex() == 1;
}

QString PlanWorkspace::reasonText() const {
    return m_reason->text();
}

void PlanWorkspace::setReference(const std::optional<Evaluation>& reference, const QString& reason) {
    m_cards->setReference(reference, reason);
}

QList<ChartCard*> PlanWorkspace::chartCards() const {
    QList<ChartCard*> cards;
    for (Card* card : m_sections)
        if (auto* chart = qobject_cast<ChartCard*>(card)) cards << chart;
    return cards;
}

/// A row is a list of cards and how many of the grid's columns each takes.
struct PlanWorkspace::Arrangement {
    int leastWidth;
    std::vector<std::vector<std::pair<Section, int>>> rows;
};

const std::vector<PlanWorkspace::Arrangement>& PlanWorkspace::arrangements() {
    static const std::vector<Arrangement> table = {
        {1080,
         {{{Stages, 2}, {Memory, 2}, {Devices, 2}},
          {{Schedule, 4}, {Scatter, 2}},
          {{Plans, 6}},
          {{Strip, 6}},
          {{WhyNot, 2}, {Waterfall, 2}, {Traffic, 2}},
          {{Proof, 3}, {Gap, 3}}}},
        {600,
         {{{Stages, 3}, {Memory, 3}},
          {{Devices, 3}, {Scatter, 3}},
          {{Schedule, 6}},
          {{Plans, 6}},
          {{WhyNot, 6}},
          {{Strip, 6}},
          {{Traffic, 3}, {Waterfall, 3}},
          {{Proof, 3}, {Gap, 3}}}},
        {0,
         {{{Stages, 6}},
          {{Memory, 6}},
          {{Devices, 6}},
          {{Schedule, 6}},
          {{Scatter, 6}},
          {{Plans, 6}},
          {{WhyNot, 6}},
          {{Strip, 6}},
          {{Traffic, 6}},
          {{Waterfall, 6}},
          {{Proof, 6}},
          {{Gap, 6}}}},
    };
    return table;
}

/// The first that the width allows: each has a width to be read in, and no card gets less than its head and its text
/// take, which depend on font and language.
int PlanWorkspace::fittingArrangement() const {
    const int room = width() - 2 * metrics::gap - style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    const auto fits = [&](const Arrangement& arrangement) {
        if (width() < scaled(arrangement.leastWidth)) return false;
        for (const auto& row : arrangement.rows)
            for (const auto& [section, columns] : row)
                if ((m_sections[section]->minimumSizeHint().width() + metrics::gap) *
                        gridColumns > // all of equal width
                    (room + metrics::gap) * columns)
                    return false;
        return true;
    };
    const auto last = arrangements().end() - 1;
    return static_cast<int>(std::find_if(arrangements().begin(), last, fits) - arrangements().begin());
}

/// Places the cards by the arrangement that fits.
void PlanWorkspace::arrange() {
    static constexpr std::array<int, SectionCount> heights = {290, 290, 290, 290, 290, 240,
                                                              250, 290, 250, 150, 250, 250};

    const int chosen = fittingArrangement();
    if (chosen == m_arranged && m_arrangedFor == textScale()) return;
    m_arranged = chosen;
    m_arrangedFor = textScale();
    for (Card* card : m_sections)
        m_grid->removeWidget(card);
    for (int row = 0; row < m_grid->rowCount(); ++row) {
        m_grid->setRowMinimumHeight(row, 0);
        m_grid->setRowStretch(row, 0);
    }
    for (int column = 0; column < gridColumns; ++column)
        m_grid->setColumnStretch(column, 1);
    int line = 0;
    for (const auto& row : arrangements()[static_cast<std::size_t>(chosen)].rows) {
        int column = 0, height = 0;
        for (const auto& [section, columns] : row) {
            m_grid->addWidget(m_sections[section], line, column, 1, columns);
            column += columns;
            height = std::max(height, heights[section]);
        }
        m_grid->setRowMinimumHeight(line, scaled(height));
        m_grid->setRowStretch(line, height);
        ++line;
    }
}

void PlanWorkspace::askWhyNot() {
    m_area->ensureWidgetVisible(m_whyNot);
    m_whyNot->field()->setFocus(Qt::ShortcutFocusReason);
    m_whyNot->field()->selectAll();
}

void PlanWorkspace::showHelp() {
    m_verdict->showHelp(true);
    m_area->ensureWidgetVisible(m_verdict);
    m_verdict->helpButton()->setFocus(Qt::ShortcutFocusReason);
}

void PlanWorkspace::retranslate() {
    m_sections[Plans]->setTitle(tr("Best plans"));
    m_sections[Plans]->setNote(m_candidates->note());
}

/// What stands in the cards' heads changes with the plan, and with it what they need.
bool PlanWorkspace::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_content && event->type() == QEvent::LayoutRequest) arrange();
    return QWidget::eventFilter(watched, event);
}

void PlanWorkspace::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    if (event->type() == QEvent::FontChange) { // the lengths go with the text
        m_arranged = -1;
        arrange();
    }
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
