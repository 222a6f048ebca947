// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/comparisontable.h"

#include "explain/ties.h"
#include "explain/verdict.h"
#include "plan/candidatestable.h"
#include "theme/theme.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QStandardItemModel>
#include <cmath>
#include <functional>

namespace nest::ui {
namespace {

/// px; a header's text with the margins of the style.
int leastColumn() {
    return scaled(104);
}

enum class Better { less, more, neither };

/// One row: a figure of a plan with its unit, or a choice in words.
struct Row {
    QString name;
    std::function<double(const RankedPlan&)> value; ///< empty for words
    Unit unit = Unit::none;
    Better better = Better::neither;
    std::function<QString(const RankedPlan&)> words;
    std::function<QString(const RankedPlan&)> told{}; ///< what of the words tells plans apart; empty: all
};

double perStep(const Evaluation& evaluation, double StageTime::*part) {
    double sum = 0, copies = 0; // which share a stage's micro-batches
    for (const StageEvaluation& stage : evaluation.stages) {
        sum += stage.time.*part;
        copies += static_cast<double>(stage.copies);
    }
    return copies > 0 ? sum / copies * static_cast<double>(evaluation.micro_batches) : 0;
}

QString scheduleName(ScheduleKind kind) {
    if (kind == ScheduleKind::zb_h1) return QStringLiteral("ZB-H1");
    if (kind == ScheduleKind::interleaved) return QCoreApplication::translate("Options", "Interleaved 1F1B");
    return kind == ScheduleKind::gpipe ? QStringLiteral("GPipe") : QStringLiteral("1F1B");
}

QString zeroText(const Plan& plan) {
    int least = 3, most = 0;
    for (const StagePlan& stage : plan.stages) {
        least = std::min(least, stage.zero);
        most = std::max(most, stage.zero);
    }
    return least == most ? QString::number(most) : QStringLiteral("%1 - %2").arg(least).arg(most);
}

std::vector<Row> choiceRows() {
    const auto number = [](const QString& name, std::function<std::int64_t(const RankedPlan&)> value) {
        return Row{name, {}, Unit::none, Better::neither, [value = std::move(value)](const RankedPlan& plan) {
                       return formatCount(value(plan));
                   }};
    };
    return {
        number(ComparisonTable::tr("Tensor parallel"), [](const RankedPlan& p) { return p.plan.strategy.tp; }),
        number(ComparisonTable::tr("Pipeline stages"), [](const RankedPlan& p) { return p.plan.stage_count(); }),
        number(ComparisonTable::tr("Data parallel"), [](const RankedPlan& p) { return p.plan.data_parallel(); }),
        number(ComparisonTable::tr("Expert parallel"), [](const RankedPlan& p) { return p.plan.strategy.ep; }),
        number(ComparisonTable::tr("Expert tensor parallel"),
               [](const RankedPlan& p) {
                   const Strategy& s = p.plan.strategy;
                   return s.folded() || s.ep > 1 ? s.expert_tensor_ranks() : 1;
               }),
        number(ComparisonTable::tr("Context parallel"), [](const RankedPlan& p) { return p.plan.strategy.cp; }),
        {ComparisonTable::tr("Sequence parallel"),
         {},
         Unit::none,
         Better::neither,
         [](const RankedPlan& p) {
             return p.plan.strategy.sequence_parallel ? ComparisonTable::tr("yes") : ComparisonTable::tr("no");
         }},
        number(ComparisonTable::tr("Micro-batch size"), [](const RankedPlan& p) { return p.plan.micro_batch; }),
        number(ComparisonTable::tr("Micro-batches"), [](const RankedPlan& p) { return p.evaluation.micro_batches; }),
        {ComparisonTable::tr("ZeRO stage"),
         {},
         Unit::none,
         Better::neither,
         [](const RankedPlan& p) { return zeroText(p.plan); }},
        {ComparisonTable::tr("Recomputation"),
         {},
         Unit::none,
         Better::neither,
         [](const RankedPlan& p) { return recomputeText(p.plan); }},
        {ComparisonTable::tr("Schedule"),
         {},
         Unit::none,
         Better::neither,
         [](const RankedPlan& p) { return scheduleName(p.plan.schedule); }},
        {ComparisonTable::tr("Rank layout"),
         {},
         Unit::none,
         Better::neither,
         [](const RankedPlan& p) { return QString::fromLatin1(name_of(p.plan.layout)); }},
        number(ComparisonTable::tr("Devices used"), [](const RankedPlan& p) { return p.evaluation.devices_used; }),
    };
}

/// What takes the largest part of the step, as the sentence above a plan has it; a plan that doesn't fit is limited by
/// memory.
QString limitText(const Problem& problem, const RankedPlan& plan, bool share) {
    const Verdict found = verdict(problem, plan, nullptr, nullptr, nullptr);
    if (found.memory) return ComparisonTable::tr("memory of stage %1").arg(found.stage);
    if (found.bubble_share > 0) {
        const QString bubble = ComparisonTable::tr("pipeline bubble");
        return share ? QStringLiteral("%1 · %2").arg(bubble, formatValue(found.bubble_share, Unit::ratio, 2)) : bubble;
    }
    const QString part = QCoreApplication::translate("Difference", name_of(found.limit));
    return share ? QStringLiteral("%1 · %2").arg(part, formatValue(found.share, Unit::ratio, 2)) : part;
}

std::vector<Row> figureRows(const Problem& problem) {
    const auto of = [](double Evaluation::*member) {
        return [member](const RankedPlan& plan) { return plan.evaluation.*member; };
    };
    const auto part = [](const QString& name, double StageTime::*member) {
        return Row{name,
                   [member](const RankedPlan& plan) { return perStep(plan.evaluation, member); },
                   Unit::seconds,
                   Better::less,
                   {}};
    };
    std::vector<Row> rows{
        {ComparisonTable::tr("Step time"), of(&Evaluation::step_seconds), Unit::seconds, Better::less, {}},
        {ComparisonTable::tr("Simulated step"),
         of(&Evaluation::simulated_step_seconds),
         Unit::seconds,
         Better::less,
         {}},
        {ComparisonTable::tr("Sequences per second"),
         of(&Evaluation::throughput_sequences),
         Unit::none,
         Better::more,
         {}},
    };
    if (problem.model.sequence_length > 0)
        rows.push_back({ComparisonTable::tr("Tokens per second"),
                        of(&Evaluation::tokens_per_second),
                        Unit::none,
                        Better::more,
                        {}});
    rows.push_back({ComparisonTable::tr("MFU"), of(&Evaluation::mfu), Unit::ratio, Better::more, {}});
    rows.push_back({ComparisonTable::tr("Bubble"), of(&Evaluation::bubble_fraction), Unit::ratio, Better::less, {}});
    const auto limit = [&problem](bool share) {
        return [&problem, share](const RankedPlan& plan) { return limitText(problem, plan, share); };
    };
    rows.push_back({ComparisonTable::tr("What limits it"), {}, Unit::none, Better::neither, limit(true), limit(false)});
    rows.push_back({ComparisonTable::tr("Peak memory"), of(&Evaluation::peak_memory), Unit::bytes, Better::less, {}});
    rows.push_back({ComparisonTable::tr("Headroom of the fullest stage"),
                    [](const RankedPlan& plan) {
                        double least = std::numeric_limits<double>::infinity();
                        for (const StageEvaluation& stage : plan.evaluation.stages)
                            least = std::min(least, stage.memory.capacity - stage.memory.total);
                        return least;
                    },
                    Unit::bytes,
                    Better::more,
                    {}});
    rows.push_back(part(ComparisonTable::tr("Forward, mean of the stages"), &StageTime::forward));
    rows.push_back(part(ComparisonTable::tr("Backward, mean of the stages"), &StageTime::backward));
    rows.push_back(part(ComparisonTable::tr("Recomputation, mean of the stages"), &StageTime::recompute));
    rows.push_back(part(ComparisonTable::tr("TP communication, mean of the stages"), &StageTime::tp_comm));
    rows.push_back(part(ComparisonTable::tr("EP communication, mean of the stages"), &StageTime::ep_comm));
    rows.push_back(part(ComparisonTable::tr("CP communication, mean of the stages"), &StageTime::cp_comm));
    rows.push_back(part(ComparisonTable::tr("ZeRO communication, mean of the stages"), &StageTime::zero_comm));
    rows.push_back({ComparisonTable::tr("Transfers, mean of the stages"),
                    [](const RankedPlan& plan) {
                        return perStep(plan.evaluation, &StageTime::p2p_in) +
                               perStep(plan.evaluation, &StageTime::p2p_out);
                    },
                    Unit::seconds,
                    Better::less,
                    {}});
    const auto waiting = [&problem](const QString& name, StepPart which) {
        return Row{name,
                   [&problem, which](const RankedPlan& plan) { return step_parts(problem, plan)[which]; },
                   Unit::seconds,
                   Better::less,
                   {}};
    };
    rows.push_back(waiting(ComparisonTable::tr("Pipeline fill and drain"), StepPart::fill));
    rows.push_back(waiting(ComparisonTable::tr("Waiting for the slowest stage"), StepPart::imbalance));
    rows.push_back({ComparisonTable::tr("Gradient synchronisation"),
                    of(&Evaluation::sync_seconds),
                    Unit::seconds,
                    Better::less,
                    {}});
    rows.push_back(
        {ComparisonTable::tr("Optimizer update"), of(&Evaluation::update_seconds), Unit::seconds, Better::less, {}});
    return rows;
}

QString shown(const Row& row, const RankedPlan& plan) {
    if (row.words) return row.words(plan);
    const double value = row.value(plan);
    return row.unit == Unit::none ? formatAmount(value) : formatValue(value, row.unit);
}

/// Times and rates are known no better than model_error; bytes are counted.
bool isTied(const Row& row, double first, double second) {
    return row.unit != Unit::bytes &&
           std::abs(second - first) <= model_error * std::min(std::abs(first), std::abs(second));
}

/// "+3.1 %" of the first; for ratios the difference in points; "=" where it would be written as zero.
QString differenceText(const Row& row, double first, double second) {
    if (row.unit == Unit::ratio) {
        const double points = (second - first) * 100;
        if (std::abs(points) < 0.05) return QStringLiteral("=");
        return ComparisonTable::tr("%1 points")
            .arg((points > 0 ? QStringLiteral("+") : QString()) + QString::number(points, 'f', 1));
    }
    if (row.unit == Unit::bytes) {
        const double change = second - first;
        if (std::abs(change) < 1e6) return QStringLiteral("=");
        return (change > 0 ? QStringLiteral("+") : QString()) + formatValue(change, Unit::bytes);
    }
    if (first == second) return QStringLiteral("=");
    if (first == 0) return (second > 0 ? QStringLiteral("+") : QString()) + formatValue(second, row.unit);
    const double percent = (second / first - 1) * 100;
    if (std::abs(percent) < 0.05) return QStringLiteral("="); // would read "+0.0 %"
    return QStringLiteral("%1%2 %").arg(percent > 0 ? QStringLiteral("+") : QString()).arg(percent, 0, 'f', 1);
}

} // namespace

ComparisonTable::ComparisonTable(QWidget* parent) : QTableView(parent), m_model(new QStandardItemModel(this)) {
    setModel(m_model);
    setShowGrid(false);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setFrameShape(QFrame::NoFrame);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    refresh();
}

void ComparisonTable::setPlans(std::shared_ptr<const Problem> problem, std::optional<RankedPlan> first,
                               std::optional<RankedPlan> second) {
    m_problem = std::move(problem);
    m_first = std::move(first);
    m_second = std::move(second);
    refresh();
}

void ComparisonTable::setNames(const QString& first, const QString& second) {
    m_firstName = first;
    m_secondName = second;
    refresh();
}

void ComparisonTable::refresh() {
    setAccessibleName(tr("Comparison of two plans"));
    verticalHeader()->setDefaultSectionSize(scaled(26));
    horizontalHeader()->setMinimumSectionSize(leastColumn());
    m_model->clear();
    const auto head = [this](const QString& name) {
        return horizontalHeader()->fontMetrics().elidedText(name, Qt::ElideMiddle, scaled(180));
    };
    m_model->setHorizontalHeaderLabels({tr("Figure"), head(m_firstName), head(m_secondName), tr("Difference")});
    m_model->horizontalHeaderItem(First)->setToolTip(m_firstName);
    m_model->horizontalHeaderItem(Second)->setToolTip(m_secondName);
    for (int column = First; column < ColumnCount; ++column)
        m_model->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_model->horizontalHeaderItem(Figure)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(Figure, QHeaderView::Stretch);
    if (!m_problem || !m_first || !m_second) return;
    const Theme& theme = Theme::of(palette());
    std::vector<Row> rows = figureRows(*m_problem);
    for (Row& row : choiceRows())
        rows.push_back(std::move(row));
    for (const Row& row : rows) {
        if (row.unit == Unit::seconds && row.value(*m_first) == 0 && row.value(*m_second) == 0) continue;
        QList<QStandardItem*> items{new QStandardItem(row.name), new QStandardItem(shown(row, *m_first)),
                                    new QStandardItem(shown(row, *m_second)), new QStandardItem};
        if (row.value) {
            const double first = row.value(*m_first), second = row.value(*m_second);
            items[First]->setData(first, Qt::UserRole);
            items[Second]->setData(second, Qt::UserRole);
            items[Difference]->setData(second - first, Qt::UserRole);
            const QString difference = differenceText(row, first, second);
            items[Difference]->setText(difference);
            if (row.better != Better::neither && difference != QStringLiteral("=")) {
                const bool tied = isTied(row, first, second);
                items[Difference]->setForeground(tied                                               ? theme.muted
                                                 : (second < first) == (row.better == Better::less) ? theme.good
                                                                                                    : theme.bad);
                if (tied)
                    items[Difference]->setToolTip(
                        tr("within the stated error of %1").arg(formatValue(model_error, Unit::ratio, 1)));
            }
        } else if (row.told ? row.told(*m_first) != row.told(*m_second)
                            : items[First]->text() != items[Second]->text()) {
            items[Difference]->setText(tr("differs"));
        }
        for (int column = First; column < ColumnCount; ++column)
            items[column]->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        m_model->appendRow(items);
    }
    // All rows stand in the page, which scrolls: no bar within, and the wheel goes on to the page.
    setMinimumHeight(horizontalHeader()->sizeHint().height() + verticalHeader()->length() + 2 * frameWidth());
}

QString ComparisonTable::text() const {
    QStringList lines{QStringList{tr("Figure"), m_firstName, m_secondName, tr("Difference")}.join(QLatin1Char('\t'))};
    for (int row = 0; row < m_model->rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < ColumnCount; ++column)
            cells << m_model->item(row, column)->text();
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
}

void ComparisonTable::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange ||
        event->type() == QEvent::FontChange)
        refresh();
}

void ComparisonTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return QGuiApplication::clipboard()->setText(text());
    QTableView::keyPressEvent(event);
}

} // namespace nest::ui
