// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "workspaces/compareworkspace.h"

#include "charts/chartcard.h"
#include "document/plantext.h"
#include "explain/ties.h"
#include "plan/comparisontable.h"
#include "plan/memorychart.h"
#include "plan/stageheatmap.h"
#include "selection/selectionmodel.h"
#include "theme/theme.h"
#include "workspaces/pastecard.h"
#include "workspaces/plannotes.h"

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <algorithm>
#include <cmath>

namespace nest::ui {
namespace {

/// Least width of two charts side by side.
int twoColumns() {
    return scaled(820);
}
int chartHeight() {
    return scaled(280);
}

} // namespace

CompareWorkspace::CompareWorkspace(SelectionModel& selection, QWidget* parent)
    : QWidget(parent), m_pages(new QStackedLayout(this)), m_area(new QScrollArea(this)), m_grid(nullptr),
      m_sentence(new QLabel), m_empty(new QLabel), m_head(new QWidget), m_export(new QPushButton),
      m_tableCard(new Card), m_notesCard(new Card), m_notes(new PlanNotes), m_table(new ComparisonTable) {
    setProperty("helpId", QStringLiteral("compare"));
    auto* content = new QWidget;
    m_grid = new QGridLayout(content);
    m_grid->setContentsMargins(metrics::gap, metrics::gap, metrics::gap, metrics::gap);
    m_grid->setSpacing(metrics::gap);
    for (int i = 0; i < 2; ++i) {
        Side& side = m_sides[static_cast<std::size_t>(i)];
        side.picker = new QComboBox;
        side.picker->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        side.picker->setMinimumContentsLength(20);
        side.stages = new StageHeatmap;
        side.memory = new MemoryChart;
        side.stagesCard = new ChartCard(side.stages);
        side.memoryCard = new ChartCard(side.memory);
        side.stages->setSelectionModel(&selection);
        side.memory->setSelectionModel(&selection);
        connect(side.picker, &QComboBox::activated, this,
                [this, i](int row) { choose(i, m_sides[static_cast<std::size_t>(i)].picker->itemData(row).toInt()); });
    }
    m_tableCard->setBody(m_table);
    m_notesCard->setBody(m_notes);
    m_area->setWidget(content);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_sentence->setObjectName(QStringLiteral("compareSentence"));
    m_sentence->setFont(titleFont());
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_export->setObjectName(QStringLiteral("compareExport"));
    m_export->setProperty("primary", true);
    connect(m_export, &QPushButton::clicked, this, [this] {
        const int plan = m_chosen[static_cast<std::size_t>(betterSide())];
        if (planOf(plan)) emit exportWanted(snapshotOf(plan));
    });
    auto* head = new QHBoxLayout(m_head);
    head->setContentsMargins(0, 0, 0, 0);
    head->setSpacing(metrics::gap);
    head->addWidget(m_sentence, 1);
    head->addWidget(m_export);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_pages->addWidget(m_area);
    m_pages->addWidget(m_empty);
    arrange();
    retranslate();
}

const RankedPlan* CompareWorkspace::planOf(int plan) const {
    if (!m_snapshot.problem) return nullptr;
    if (plan < 0) return -1 - plan < m_snapshot.kept.size() ? m_snapshot.kept[-1 - plan].priced.get() : nullptr;
    if (!m_snapshot.result || plan >= static_cast<int>(m_snapshot.result->plans.size())) return nullptr;
    return &m_snapshot.result->plans[static_cast<std::size_t>(plan)];
}

PlanSnapshot CompareWorkspace::snapshotOf(int plan) const {
    PlanSnapshot snapshot = m_snapshot;
    snapshot.shown = std::max(plan, 0);
    snapshot.shownKept = plan < 0 ? -1 - plan : -1;
    return snapshot;
}

int CompareWorkspace::betterSide() const {
    const RankedPlan* first = planOf(m_chosen[0]);
    const RankedPlan* second = planOf(m_chosen[1]);
    if (!first || !second) return 0;
    if (first->evaluation.fits != second->evaluation.fits) return second->evaluation.fits ? 1 : 0;
    return second->evaluation.step_seconds < first->evaluation.step_seconds ? 1 : 0;
}

QString CompareWorkspace::nameOf(int plan) const {
    if (plan < 0) return m_snapshot.kept[-1 - plan].name;
    if (plan == 0 && m_snapshot.result->status == SolveStatus::optimal) return tr("optimum");
    return tr("plan %1").arg(plan + 1);
}

void CompareWorkspace::setSnapshot(const PlanSnapshot& snapshot) {
    const bool hadKept = !m_snapshot.kept.isEmpty();
    for (std::size_t i = 0; i < 2; ++i) // the same plan may have another name, in another language
        if (const int kept = -1 - m_chosen[i]; kept >= 0 && kept < m_snapshot.kept.size() &&
                                               kept < snapshot.kept.size() && m_snapshot.kept[kept].priced &&
                                               m_snapshot.kept[kept].priced == snapshot.kept[kept].priced)
            m_chosenName[i] = snapshot.kept[kept].name;
    m_snapshot = snapshot;
    for (std::size_t i = 0; i < 2; ++i) {
        if (m_chosenName[i].isEmpty()) continue;
        m_chosen[i] = 0;
        for (int kept = 0; kept < m_snapshot.kept.size(); ++kept)
            if (m_snapshot.kept[kept].name == m_chosenName[i]) m_chosen[i] = -1 - kept;
        if (m_chosen[i] == 0) m_chosenName[i].clear();
    }
    // The comparison people come for: what is kept against the best. Without one, the two best.
    const bool hasKept =
        std::ranges::any_of(m_snapshot.kept, [](const KeptPlan& kept) { return kept.priced != nullptr; });
    if (hasKept && !hadKept && m_chosen[0] >= 0) {
        for (int kept = static_cast<int>(m_snapshot.kept.size()) - 1; kept >= 0; --kept)
            if (m_snapshot.kept[kept].priced) m_chosen[0] = -1 - kept;
        m_chosenName[0] = m_snapshot.kept[-1 - m_chosen[0]].name;
        m_chosen[1] = 0;
        m_chosenName[1].clear();
    }
    for (std::size_t i = 0; i < 2; ++i)
        if (!planOf(m_chosen[i])) {
            m_chosen[i] = 0;
            m_chosenName[i].clear();
        }
    if (m_chosen[0] == m_chosen[1] && planOf(1)) m_chosen[0] = m_chosen[1] == 0 ? 1 : 0;
    m_pending = true;
    if (isVisible()) refresh();
}

void CompareWorkspace::choose(int side, int plan) {
    if (!planOf(plan)) return;
    m_chosen[static_cast<std::size_t>(side)] = plan;
    m_chosenName[static_cast<std::size_t>(side)] = plan < 0 ? m_snapshot.kept[-1 - plan].name : QString();
    m_pending = true;
    if (isVisible()) refresh();
}

QList<ChartCard*> CompareWorkspace::chartCards() const {
    return {m_sides[0].stagesCard, m_sides[1].stagesCard, m_sides[0].memoryCard, m_sides[1].memoryCard};
}

QString CompareWorkspace::sentence() const {
    return m_sentence->text();
}

QString CompareWorkspace::comparedText(const RankedPlan& first, const RankedPlan& second) const {
    const QString names[] = {nameOf(m_chosen[0]), nameOf(m_chosen[1])};
    const double before = first.evaluation.step_seconds, after = second.evaluation.step_seconds;
    const QString times =
        tr("A step takes %1 with “%2” and %3 with “%4”")
            .arg(formatValue(before, Unit::seconds), names[0], formatValue(after, Unit::seconds), names[1]);
    const QString share = formatValue(before > 0 ? std::abs(after / before - 1) : 0, Unit::ratio, 3);
    QString text = std::abs(after - before) <= model_error * std::min(before, after)
                       ? tr("%1: equal within the stated error.").arg(times)
                   : after < before ? tr("%1: %2 less time.").arg(times, share)
                                    : tr("%1: %2 more time.").arg(times, share);
    for (int i = 0; i < 2; ++i)
        if (!(i == 0 ? first : second).evaluation.fits)
            text += QLatin1Char(' ') + tr("“%1” does not fit into the devices' memory.").arg(names[i]);
    return text;
}

void CompareWorkspace::setPastedNotes(const std::vector<Diagnostic>& notes) {
    m_pastedNotes = notes;
    m_pending = true;
    if (isVisible()) refresh();
}

/// Which engines run it, what its price doesn't cover, and a person's own note.
QStringList CompareWorkspace::notesOf(int plan) const {
    const RankedPlan& shown = *planOf(plan);
    QStringList lines{enginesText(engine_support(*m_snapshot.problem, shown.plan), shown.evaluation.fits)};
    const KeptPlan* kept = plan < 0 ? &m_snapshot.kept[-1 - plan] : nullptr;
    if (kept && kept->pasted)
        for (const Diagnostic& note : weightiestFirst(m_pastedNotes))
            lines << placedText(note);
    if (kept && !kept->note.isEmpty()) lines << kept->note;
    return lines;
}

void CompareWorkspace::fillPickers() {
    for (std::size_t i = 0; i < 2; ++i) {
        QComboBox* picker = m_sides[i].picker;
        const QSignalBlocker quiet(picker);
        picker->clear();
        for (int kept = 0; kept < m_snapshot.kept.size(); ++kept)
            if (const RankedPlan* plan = planOf(-1 - kept))
                picker->addItem(QStringLiteral("%1: %2").arg(m_snapshot.kept[kept].name,
                                                             QString::fromStdString(layout_text(plan->plan))),
                                -1 - kept);
        for (int plan = 0; planOf(plan); ++plan)
            picker->addItem(
                QStringLiteral("%1: %2").arg(nameOf(plan), QString::fromStdString(layout_text(planOf(plan)->plan))),
                plan);
        picker->setCurrentIndex(picker->findData(m_chosen[i]));
        picker->setToolTip(picker->currentText());
    }
}

void CompareWorkspace::refresh() {
    m_pending = false;
    const RankedPlan* first = planOf(m_chosen[0]);
    const RankedPlan* second = planOf(m_chosen[1]);
    const bool kept = std::ranges::any_of(m_snapshot.kept, [](const KeptPlan& plan) { return plan.priced != nullptr; });
    const bool several = planOf(1) || kept;
    m_pages->setCurrentIndex(first && second && several ? 0 : 1);
    m_empty->setText(m_snapshot.searching ? waitingText(m_snapshot)
                                          : tr("Two plans stand here side by side, once there are two: solve, or keep "
                                               "a plan with Ctrl+D."));
    if (!first || !second || !several) return;
    fillPickers();
    m_sentence->setText(comparedText(*first, *second));
    m_export->setToolTip(tr("“%1” as a launch script or configuration for a training engine")
                             .arg(nameOf(m_chosen[static_cast<std::size_t>(betterSide())])));
    m_export->setEnabled(!m_snapshot.dimmed);
    m_table->setNames(nameOf(m_chosen[0]), nameOf(m_chosen[1]));
    m_table->setPlans(m_snapshot.problem, *first, *second);
    m_notes->setNotes({{nameOf(m_chosen[0]), notesOf(m_chosen[0])}, {nameOf(m_chosen[1]), notesOf(m_chosen[1])}});
    for (std::size_t i = 0; i < 2; ++i) {
        const PlanSnapshot snapshot = snapshotOf(m_chosen[i]);
        m_sides[i].stages->setSnapshot(snapshot);
        m_sides[i].memory->setSnapshot(snapshot);
    }
    const StageHeatmap &left = *m_sides[0].stages, &right = *m_sides[1].stages;
    const double seconds = std::max(left.largestTime(), right.largestTime());
    const double bytes = std::max(left.largestMemory(), right.largestMemory());
    for (const Side& side : m_sides)
        side.stages->setSharedScale(seconds, bytes);
}

void CompareWorkspace::arrange() {
    const int columns = width() >= twoColumns() ? 2 : 1;
    if (columns == m_columns) return;
    m_columns = columns;
    while (m_grid->count() > 0)
        delete m_grid->takeAt(0);
    for (int row = 0; row < 10; ++row) {
        m_grid->setRowMinimumHeight(row, 0);
        m_grid->setRowStretch(row, 0);
    }
    m_grid->setColumnStretch(1, columns == 2 ? 1 : 0);
    m_grid->setColumnStretch(0, 1);
    const auto place = [&](QWidget* first, QWidget* second, int row, int height) {
        m_grid->addWidget(first, row, 0);
        m_grid->addWidget(second, columns == 2 ? row : row + 1, columns == 2 ? 1 : 0);
        for (int i = 0; i < (columns == 2 ? 1 : 2); ++i) {
            m_grid->setRowMinimumHeight(row + i, height);
            m_grid->setRowStretch(row + i, height > 0 ? 1 : 0);
        }
        return columns == 2 ? row + 1 : row + 2;
    };
    m_grid->addWidget(m_head, 0, 0, 1, columns);
    int row = place(m_sides[0].picker, m_sides[1].picker, 1, 0);
    m_grid->addWidget(m_notesCard, row++, 0, 1, columns);
    m_grid->addWidget(m_tableCard, row++, 0, 1, columns);
    row = place(m_sides[0].stagesCard, m_sides[1].stagesCard, row, chartHeight());
    place(m_sides[0].memoryCard, m_sides[1].memoryCard, row, chartHeight());
}

void CompareWorkspace::retranslate() {
    m_sides[0].picker->setAccessibleName(tr("First plan"));
    m_sides[1].picker->setAccessibleName(tr("Second plan"));
    m_notesCard->setTitle(tr("To know about these plans"));
    m_export->setText(tr("Export the better plan…"));
    m_tableCard->setTitle(tr("Two plans, figure by figure"));
    m_tableCard->setNote(tr("difference: second against first, grey within the stated error"));
    m_pending = true;
    if (isVisible()) refresh();
}

void CompareWorkspace::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    if (event->type() == QEvent::FontChange) { // the lengths go with the text
        m_columns = 0;
        arrange();
    }
    QWidget::changeEvent(event);
}

void CompareWorkspace::resizeEvent(QResizeEvent* event) {
    arrange();
    QWidget::resizeEvent(event);
}

void CompareWorkspace::showEvent(QShowEvent* event) {
    if (m_pending) refresh();
    QWidget::showEvent(event);
}

} // namespace nest::ui
