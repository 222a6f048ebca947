// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/candidatestable.h"

#include "controls/diagnostictext.h"
#include "controls/figuredelegate.h"
#include "explain/ties.h"
#include "selection/selectionmodel.h"

#include <QAbstractTableModel>
#include <QBrush>
#include <QCoreApplication>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QStackedLayout>
#include <QTableView>
#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace nest::ui {

QString recomputeName(Recompute kind) {
    switch (kind) {
    case Recompute::none:
        break;
    case Recompute::selective:
        return CandidatesTable::tr("selective");
    case Recompute::full:
        return CandidatesTable::tr("full");
    case Recompute::stage:
        return CandidatesTable::tr("whole stage");
    }
    return CandidatesTable::tr("none");
}

QString recomputeName(const StagePlan& stage) {
    return stage.is_partial() ? CandidatesTable::tr("full, first %n layer(s)", nullptr, stage.recompute_layers)
                              : recomputeName(stage.recompute);
}

QString recomputeText(const Plan& plan) {
    std::map<Recompute, int> counts;
    int partial = 0;
    for (const StagePlan& stage : plan.stages) {
        ++counts[stage.recompute];
        partial += stage.is_partial() ? 1 : 0;
    }
    if (partial > 0)
        return CandidatesTable::tr("full for the first layers, on %1 of %n stage(s)", nullptr,
                                   static_cast<int>(plan.stages.size()))
            .arg(partial);
    if (counts.size() <= 1) return recomputeName(counts.empty() ? Recompute::none : counts.begin()->first);
    QStringList parts;
    for (const auto& [kind, count] : counts)
        if (kind != Recompute::none)
            parts << CandidatesTable::tr("%1 on %2 of %3 stages")
                         .arg(recomputeName(kind))
                         .arg(count)
                         .arg(plan.stages.size());
    return parts.join(QStringLiteral(", "));
}

namespace {

QString engineName(const std::string& key) {
    if (key == "megatron-lm") return QStringLiteral("Megatron-LM");
    if (key == "deepspeed") return QStringLiteral("DeepSpeed");
    return QString::fromStdString(key);
}

} // namespace

/// The plans of a result in its order, then the kept plans.
class CandidatesModel : public QAbstractTableModel {
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setSnapshot(const PlanSnapshot& snapshot) {
        const bool samePlans = m_snapshot.problem == snapshot.problem && m_snapshot.result == snapshot.result &&
                               m_snapshot.kept == snapshot.kept;
        if (samePlans) { // another one is shown
            m_snapshot = snapshot;
            if (rowCount()) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {Qt::FontRole});
            return;
        }
        beginResetModel();
        m_snapshot = snapshot;
        m_engines.clear();
        std::vector<double> steps;
        for (int row = 0; row < rowCount(); ++row) {
            const RankedPlan* plan = planAt(row);
            steps.push_back(plan && plan->evaluation.fits ? plan->evaluation.step_seconds : 0);
            m_engines.push_back(plan ? engine_support(*snapshot.problem, plan->plan) : std::vector<EngineSupport>());
        }
        m_groups = tie_groups(steps);
        endResetModel();
    }
    /// Plans of the result that are as good as the best within the stated error, itself among them.
    int tiedCount() const {
        return static_cast<int>(std::count(m_groups.begin(), m_groups.begin() + resultCount(), 0));
    }
    const PlanSnapshot& snapshot() const { return m_snapshot; }
    void retranslate() {
        beginResetModel();
        endResetModel();
    }

    int resultCount() const {
        return m_snapshot.problem && m_snapshot.result ? static_cast<int>(m_snapshot.result->plans.size()) : 0;
    }
    int shownRow() const { return m_snapshot.shownKept >= 0 ? resultCount() + m_snapshot.shownKept : m_snapshot.shown; }
    int rowCount(const QModelIndex& parent = {}) const override {
        const int kept = m_snapshot.problem ? static_cast<int>(m_snapshot.kept.size()) : 0;
        return parent.isValid() ? 0 : resultCount() + kept;
    }
    int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : CandidatesTable::ColumnCount;
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        if (orientation != Qt::Horizontal) return {};
        if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | alignment(section));
        if (role != Qt::DisplayRole) return {};
        switch (section) {
        case CandidatesTable::Number:
            return QStringLiteral("#");
        case CandidatesTable::Layout:
            return CandidatesTable::tr("Layout");
        case CandidatesTable::Step:
            return CandidatesTable::tr("Step");
        case CandidatesTable::Tokens:
            return CandidatesTable::tr("Tokens/s");
        case CandidatesTable::Peak:
            return CandidatesTable::tr("Peak");
        case CandidatesTable::Bubble:
            return CandidatesTable::tr("Bubble");
        case CandidatesTable::Recomputation:
            return CandidatesTable::tr("Recompute");
        case CandidatesTable::Engines:
            return CandidatesTable::tr("Engines");
        default:
            return {};
        }
    }

    QVariant data(const QModelIndex& index, int role) const override {
        if (!index.isValid()) return {};
        const int row = index.row(), column = index.column();
        const RankedPlan* plan = planAt(row);
        if (role == Qt::DisplayRole) return text(row, plan, column);
        if (role == Qt::UserRole) return value(row, plan, column);
        if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | alignment(column));
        if (role == Qt::ToolTipRole && !plan) return faults(row);
        if (role == Qt::ToolTipRole && (column == CandidatesTable::Number || column == CandidatesTable::Step))
            return tieText(row);
        // Plans of one shade are equal within the stated error.
        if (role == Qt::BackgroundRole && groupOf(row) % 2 == 1) return QBrush(Theme::current().hover);
        if (role == Qt::ToolTipRole && column == CandidatesTable::Engines) return whyNot(row);
        if (role == Qt::ToolTipRole && column == CandidatesTable::Layout) {
            const QString note = row >= resultCount() ? kept(row).note : QString();
            return note.isEmpty() ? text(row, plan, column) : text(row, plan, column) + QLatin1Char('\n') + note;
        }
        if (role == Qt::FontRole && row == shownRow()) return titleFont();
        if (role == Qt::ForegroundRole && column == CandidatesTable::Peak && plan && !plan->evaluation.fits)
            return QBrush(Theme::current().bad);
        if (role == Qt::ForegroundRole && !plan) return QBrush(Theme::current().muted);
        return {};
    }

private:
    const KeptPlan& kept(int row) const { return m_snapshot.kept[row - resultCount()]; }
    /// Null for a kept plan that is none for this problem.
    const RankedPlan* planAt(int row) const {
        return row < resultCount() ? &m_snapshot.result->plans[static_cast<std::size_t>(row)] : kept(row).priced.get();
    }
    int groupOf(int row) const { return m_groups[static_cast<std::size_t>(row)]; }
    QString tieText(int row) const {
        const auto equal = std::count(m_groups.begin(), m_groups.end(), groupOf(row));
        if (groupOf(row) < 0 || equal < 2) return {};
        const QString error = formatValue(model_error, Unit::ratio, 1);
        return groupOf(row) == 0 ? CandidatesTable::tr("As fast as the best within the stated error of %1.").arg(error)
                                 : CandidatesTable::tr("One of %1 plans that are equal within the stated error of %2.")
                                       .arg(equal)
                                       .arg(error);
    }
    QString faults(int row) const {
        QStringList lines;
        for (const Diagnostic& fault : kept(row).faults)
            lines << diagnosticText(fault);
        return lines.join(QLatin1Char('\n'));
    }
    QString layoutText(int row, const RankedPlan* plan) const {
        const QString layout =
            plan ? QString::fromStdString(layout_text(plan->plan)) : CandidatesTable::tr("no plan for these inputs");
        if (row < resultCount()) return layout;
        const QString name = kept(row).name.isEmpty() ? CandidatesTable::tr("edited") : kept(row).name;
        return CandidatesTable::tr("%1: %2", "name of a kept plan and its layout").arg(name, layout);
    }

    static Qt::Alignment alignment(int column) {
        switch (column) {
        case CandidatesTable::Number:
        case CandidatesTable::Step:
        case CandidatesTable::Tokens:
        case CandidatesTable::Peak:
        case CandidatesTable::Bubble:
            return Qt::AlignRight;
        default:
            return Qt::AlignLeft;
        }
    }

    QString text(int row, const RankedPlan* plan, int column) const {
        if (column == CandidatesTable::Number)
            return row < resultCount() ? QString::number(row + 1)
                                       : QString(QChar(0x25C6)); // a diamond, as in the chart
        if (column == CandidatesTable::Layout) return layoutText(row, plan);
        if (!plan) return QStringLiteral("—");
        const Evaluation& evaluation = plan->evaluation;
        switch (column) {
        case CandidatesTable::Step:
            return formatValue(evaluation.step_seconds, Unit::seconds);
        case CandidatesTable::Tokens:
            return evaluation.tokens_per_second > 0 ? formatAmount(evaluation.tokens_per_second) : QStringLiteral("—");
        case CandidatesTable::Peak:
            return formatValue(evaluation.peak_memory, Unit::bytes);
        case CandidatesTable::Bubble:
            return formatValue(evaluation.bubble_fraction, Unit::ratio);
        case CandidatesTable::Recomputation:
            return recomputeText(plan->plan);
        case CandidatesTable::Engines:
            return engines(row);
        default:
            return {};
        }
    }

    QVariant value(int row, const RankedPlan* plan, int column) const {
        // Kept plans stand above the result's, in their own order.
        if (column == CandidatesTable::Number) return row < resultCount() ? row : row - rowCount();
        if (!plan) return {};
        const Evaluation& evaluation = plan->evaluation;
        switch (column) {
        case CandidatesTable::Step:
            return evaluation.step_seconds;
        case CandidatesTable::Tokens:
            return evaluation.tokens_per_second;
        case CandidatesTable::Peak:
            return evaluation.peak_memory;
        case CandidatesTable::Bubble:
            return evaluation.bubble_fraction;
        default:
            return text(row, plan, column);
        }
    }

    QString engines(int row) const {
        QStringList names;
        for (const EngineSupport& engine : m_engines[static_cast<std::size_t>(row)])
            if (engine.runs) names << engineName(engine.engine);
        return names.isEmpty() ? QStringLiteral("—") : names.join(QStringLiteral(", "));
    }

    QString whyNot(int row) const {
        QStringList lines;
        for (const EngineSupport& engine : m_engines[static_cast<std::size_t>(row)])
            lines << (engine.runs ? CandidatesTable::tr("%1 runs it.").arg(engineName(engine.engine))
                                  : CandidatesTable::tr("%1 doesn't: %2.")
                                        .arg(engineName(engine.engine),
                                             QCoreApplication::translate("Engines", engine.because.c_str())));
        return lines.join(QLatin1Char('\n'));
    }

    PlanSnapshot m_snapshot;
    std::vector<std::vector<EngineSupport>> m_engines;
    std::vector<int> m_groups; ///< of equal plans, per row; -1 for plans that don't count
};

CandidatesTable::CandidatesTable(QWidget* parent) : QWidget(parent) {
    setProperty("helpId", QStringLiteral("plan#candidates"));
    m_model = new CandidatesModel(this);
    m_sorted = new QSortFilterProxyModel(this);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(Qt::UserRole);
    m_view = new QTableView(this);
    m_view->setModel(m_sorted);
    m_view->setItemDelegate(new FigureDelegate(m_view));
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(Number, Qt::AscendingOrder);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->setTabKeyNavigation(false);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(scaled(26));
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setStretchLastSection(true);
    m_view->setMinimumHeight(scaled(26) * 3);
    m_view->viewport()->installEventFilter(this);
    m_empty = new QLabel(this);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = new QStackedLayout(this);
    layout->addWidget(m_empty);
    layout->addWidget(m_view);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &CandidatesTable::choose);
    setSnapshot({});
}

void CandidatesTable::setSnapshot(const PlanSnapshot& snapshot) {
    m_updating = true;
    const PlanSnapshot& before = m_model->snapshot();
    if (before.problem != snapshot.problem || before.result != snapshot.result || before.shown != snapshot.shown ||
        before.kept != snapshot.kept || before.shownKept != snapshot.shownKept)
        m_model->setSnapshot(snapshot);
    const bool any = m_model->rowCount() > 0;
    m_empty->setText(waitingText(snapshot));
    static_cast<QStackedLayout*>(layout())->setCurrentWidget(any ? static_cast<QWidget*>(m_view) : m_empty);
    m_view->setEnabled(!snapshot.dimmed);
    m_view->setAccessibleName(tr("Best plans"));
    if (any) fit();
    markShown();
    m_updating = false;
}

/// Figures keep their whole width. What a table has too little of is taken from the texts, each of which can be elided:
/// first from the engines and the recomputation, which the layout names as well, then from the layout.
void CandidatesTable::fit() {
    m_fitting = true;
    fitColumns(m_view);
    // The shown plan is bold in any column; the last column is as wide as the table leaves it, not as it needs.
    std::array<int, ColumnCount> widths{};
    int room = m_view->viewport()->width();
    for (int column = 0; column < ColumnCount; ++column) {
        widths[static_cast<std::size_t>(column)] =
            column == ColumnCount - 1 ? std::max(static_cast<QAbstractItemView*>(m_view)->sizeHintForColumn(column),
                                                 m_view->horizontalHeader()->sectionSizeHint(column))
                                      : m_view->columnWidth(column);
        room -= widths[static_cast<std::size_t>(column)];
    }
    for (const auto& [column, least] :
         {std::pair{Engines, scaled(110)}, std::pair{Recomputation, scaled(90)}, std::pair{Layout, scaled(150)}}) {
        int& width = widths[static_cast<std::size_t>(column)];
        const int given = std::clamp(-room, 0, std::max(0, width - least));
        width -= given;
        room += given;
        if (column != ColumnCount - 1) m_view->setColumnWidth(column, width);
    }
    m_view->setColumnWidth(ColumnCount - 1, widths.back() + std::max(0, room)); // rows reach to the edge
    m_fitting = false;
}

void CandidatesTable::setSelectionModel(SelectionModel* selection) {
    m_selection = selection;
}

QString CandidatesTable::note() const {
    const int tied = m_model->tiedCount();
    if (tied < 2) return m_model->rowCount() ? tr("click one to look at it") : QString();
    return tr("the first %1 are equal within the stated error of %2")
        .arg(tied)
        .arg(formatValue(model_error, Unit::ratio, 1));
}

QAbstractItemModel* CandidatesTable::model() const {
    return m_model;
}

void CandidatesTable::choose(const QModelIndex& index) {
    if (m_updating || !index.isValid()) return;
    const int plan = m_sorted->mapToSource(index).row();
    if (plan >= m_model->resultCount()) {
        const int kept = plan - m_model->resultCount();
        if (m_model->snapshot().kept[kept].priced) emit keptChosen(kept); // else there is nothing to look at
        return;
    }
    if (m_selection) m_selection->setCandidate(plan);
    emit planChosen(plan);
}

void CandidatesTable::markShown() {
    const QModelIndex shown = m_sorted->mapFromSource(m_model->index(m_model->shownRow(), 0));
    if (shown.isValid())
        m_view->selectionModel()->setCurrentIndex(shown,
                                                  QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

/// The page scrolls under the wheel until somebody has chosen to be in the table.
bool CandidatesTable::eventFilter(QObject* watched, QEvent* event) {
    // Its width is known after the layout and the scroll bar have had their turn, not when the table gets its own.
    if (event->type() == QEvent::Resize && watched == m_view->viewport() && m_model->rowCount() > 0 && !m_fitting)
        fit();
    if (event->type() != QEvent::Wheel || watched != m_view->viewport() || m_view->hasFocus())
        return QWidget::eventFilter(watched, event);
    event->ignore();
    return true;
}

void CandidatesTable::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        m_updating = true;
        m_model->retranslate();
        m_updating = false;
        setSnapshot(m_model->snapshot());
    } else if (event->type() == QEvent::FontChange && m_model->rowCount() > 0) {
        fit();
    }
    QWidget::changeEvent(event);
}

} // namespace nest::ui
