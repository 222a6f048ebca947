// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model/degreestable.h"

#include "controls/diagnostictext.h"
#include "model/strategy_rules.h"
#include "theme/theme.h"

#include <QAbstractTableModel>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <set>

namespace nest::ui {
namespace {

constexpr std::int64_t mostShown = 128; ///< powers of two up to here, where the model reaches that far

Strategy strategyOf(DegreesTable::Column column, std::int64_t degree) {
    Strategy strategy;
    switch (column) {
    case DegreesTable::Tensor:
        strategy.tp = degree;
        break;
    case DegreesTable::Sequence:
        strategy.tp = degree;
        strategy.sequence_parallel = true;
        break;
    case DegreesTable::Expert:
        strategy.ep = degree;
        break;
    case DegreesTable::Context:
        strategy.cp = degree;
        break;
    default:
        break;
    }
    return strategy;
}

bool profilesOnly(const ModelGraph& model) {
    return std::ranges::all_of(model.layers, [](const Layer& layer) { return layer.operators.empty(); });
}

bool everyLayerHasProfile(const ModelGraph& model, const Strategy& strategy) {
    return std::ranges::all_of(model.layers, [&](const Layer& layer) {
        return std::ranges::any_of(layer.profiles,
                                   [&](const Profile& profile) { return profile.strategy == strategy; });
    });
}

std::int64_t blocksOf(const ModelGraph& model) {
    return std::ranges::count_if(model.layers, [](const Layer& layer) {
        return layer.kind == LayerKind::transformer || layer.kind == LayerKind::moe;
    });
}

/// Powers of two as far as any of the model's counts reaches, and the divisors of its heads and experts.
std::vector<std::int64_t> degreesOf(const ModelGraph& model) {
    std::set<std::int64_t> degrees{1};
    const std::int64_t reach =
        std::max({model.attention_heads, model.experts,
                  static_cast<std::int64_t>(std::min<std::size_t>(model.layers.size(), 64)), std::int64_t{8}});
    for (std::int64_t degree = 2; degree <= std::min(reach, mostShown); degree *= 2)
        degrees.insert(degree);
    for (const std::int64_t count : {model.attention_heads, model.experts})
        for (std::int64_t degree = 2; degree <= std::min(count, mostShown); ++degree)
            if (count % degree == 0) degrees.insert(degree);
    for (const Layer& layer : model.layers) {
        for (const Profile& profile : layer.profiles)
            degrees.insert({profile.strategy.tp, profile.strategy.ep, profile.strategy.cp});
        if (!layer.profiles.empty()) break; // a strategy counts when every layer has it
    }
    return {degrees.begin(), degrees.end()};
}

int rowHeight() {
    return scaled(24);
}

} // namespace

QString DegreesTable::whyNot(const ModelGraph& model, Column column, std::int64_t degree) {
    if (column == Pipeline) {
        const auto layers = static_cast<std::int64_t>(model.layers.size());
        return degree > layers ? tr("pp %1 is more than the %n layer(s)", nullptr, plural(layers)).arg(degree)
                               : QString();
    }
    const Strategy strategy = strategyOf(column, degree);
    if (const auto fault = strategy_fault(model, strategy)) return phraseText(fault->clause);
    if (profilesOnly(model) && !everyLayerHasProfile(model, strategy))
        return tr("the file has no profile of every layer for this degree");
    return {};
}

QString DegreesTable::remark(const ModelGraph& model, Column column, std::int64_t degree) {
    if ((column == Tensor || column == Sequence) && model.kv_heads > 0 && degree > model.kv_heads)
        return tr("%n key/value head(s): each is copied on %1 ranks", nullptr, plural(model.kv_heads))
            .arg(degree / model.kv_heads);
    if (column == Pipeline) {
        const std::int64_t blocks = blocksOf(model);
        if (blocks > 0 && blocks % degree != 0)
            return tr("%1 layers don't divide evenly: some stages have one layer more").arg(blocks);
    }
    return {};
}

class DegreesModel : public QAbstractTableModel {
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setModel(std::shared_ptr<const ModelGraph> model) {
        beginResetModel();
        m_model = std::move(model);
        m_degrees = m_model ? degreesOf(*m_model) : std::vector<std::int64_t>();
        m_reasons.clear();
        m_remarks.clear();
        for (const std::int64_t degree : m_degrees)
            for (int column = DegreesTable::Tensor; column < DegreesTable::ColumnCount; ++column) {
                const auto kind = static_cast<DegreesTable::Column>(column);
                m_reasons << DegreesTable::whyNot(*m_model, kind, degree);
                m_remarks << (m_reasons.back().isEmpty() ? DegreesTable::remark(*m_model, kind, degree) : QString());
            }
        endResetModel();
    }
    const std::shared_ptr<const ModelGraph>& model() const { return m_model; }

    int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_degrees.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : DegreesTable::ColumnCount;
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        if (orientation != Qt::Horizontal) return {};
        if (role == Qt::TextAlignmentRole) return Qt::AlignCenter;
        static constexpr std::array names{"", "TP", "SP", "EP", "CP", "PP"};
        if (role == Qt::DisplayRole)
            return section == DegreesTable::Degree ? DegreesTable::tr("Degree")
                                                   : QString::fromLatin1(names[static_cast<std::size_t>(section)]);
        if (role == Qt::ToolTipRole) return longName(section);
        return {};
    }

    QVariant data(const QModelIndex& index, int role) const override {
        if (!index.isValid()) return {};
        if (role == Qt::TextAlignmentRole) return Qt::AlignCenter;
        const std::int64_t degree = m_degrees[static_cast<std::size_t>(index.row())];
        if (index.column() == DegreesTable::Degree) {
            if (role == Qt::DisplayRole) return QString::number(degree);
            if (role == Qt::UserRole) return static_cast<qlonglong>(degree);
            return {};
        }
        const QString reason = reasonAt(index), note = remarkAt(index);
        switch (role) {
        case Qt::DisplayRole:
            return !reason.isEmpty() ? QStringLiteral("–")
                   : note.isEmpty()  ? QStringLiteral("✓")
                                     : QStringLiteral("✓ *");
        case Qt::UserRole:
            return reason.isEmpty();
        case Qt::ForegroundRole:
            return QBrush(reason.isEmpty() ? Theme::current().text : Theme::current().muted);
        case Qt::ToolTipRole:
        case Qt::AccessibleDescriptionRole:
            return sentence(index);
        case Qt::AccessibleTextRole:
            return DegreesTable::tr("%1 %2: %3")
                .arg(shortName(index.column()), QString::number(degree), sentence(index));
        default:
            return {};
        }
    }

    QString sentence(const QModelIndex& index) const {
        if (!index.isValid() || index.column() == DegreesTable::Degree) return {};
        const QString reason = reasonAt(index), note = remarkAt(index);
        const QString name = QStringLiteral("%1 %2").arg(
            shortName(index.column()), QString::number(m_degrees[static_cast<std::size_t>(index.row())]));
        if (!reason.isEmpty()) return DegreesTable::tr("%1 is excluded: %2.").arg(name, reason);
        return note.isEmpty() ? DegreesTable::tr("%1 works for this model.").arg(name)
                              : DegreesTable::tr("%1 works; %2.").arg(name, note);
    }

    static QString shortName(int column) {
        static constexpr std::array names{"", "TP", "SP", "EP", "CP", "PP"};
        return QString::fromLatin1(names[static_cast<std::size_t>(column)]);
    }
    static QString longName(int column) {
        switch (column) {
        case DegreesTable::Tensor:
            return DegreesTable::tr("Tensor parallelism");
        case DegreesTable::Sequence:
            return DegreesTable::tr("Sequence parallelism beside tensor parallelism of this degree");
        case DegreesTable::Expert:
            return DegreesTable::tr("Expert parallelism");
        case DegreesTable::Context:
            return DegreesTable::tr("Context parallelism");
        case DegreesTable::Pipeline:
            return DegreesTable::tr("Pipeline stages");
        default:
            return {};
        }
    }

private:
    QString reasonAt(const QModelIndex& index) const { return m_reasons[place(index)]; }
    QString remarkAt(const QModelIndex& index) const { return m_remarks[place(index)]; }
    static qsizetype place(const QModelIndex& index) {
        return index.row() * (DegreesTable::ColumnCount - 1) + index.column() - 1;
    }

    std::shared_ptr<const ModelGraph> m_model;
    std::vector<std::int64_t> m_degrees;
    QStringList m_reasons, m_remarks; ///< row by row, without the first column
};

DegreesTable::DegreesTable(QWidget* parent)
    : QWidget(parent), m_model(new DegreesModel(this)), m_view(new QTableView(this)), m_summary(new QLabel(this)),
      m_reason(new QLabel(this)) {
    setProperty("helpId", QStringLiteral("model#degrees"));
    m_view->setModel(m_model);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setTextElideMode(Qt::ElideNone); // a selected cell has less room, and dots in place of a tick say nothing
    m_view->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setShowGrid(false);
    m_view->setTabKeyNavigation(false);
    m_view->setMouseTracking(true);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(rowHeight());
    m_view->verticalHeader()->setMinimumSectionSize(rowHeight());
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_view->horizontalHeader()->setMinimumSectionSize(24);
    m_view->horizontalHeader()->setSectionResizeMode(Degree, QHeaderView::Fixed);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (QLabel* label : {m_summary, m_reason}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
    }
    m_reason->setMinimumHeight(36); // two lines, so that nothing jumps
    m_reason->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::grid);
    layout->addWidget(m_summary);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_reason);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &DegreesTable::showReason);
    connect(m_view, &QAbstractItemView::entered, this,
            [this](const QModelIndex& index) { m_view->setStatusTip(m_model->sentence(index)); });
    refresh();
}

void DegreesTable::setModel(std::shared_ptr<const ModelGraph> model) {
    const QModelIndex before = m_view->currentIndex();
    m_model->setModel(std::move(model));
    refresh();
    if (before.isValid()) m_view->setCurrentIndex(m_model->index(before.row(), before.column()));
}

QAbstractItemModel* DegreesTable::model() const {
    return m_model;
}

QString DegreesTable::reasonText() const {
    return m_reason->text();
}

QString DegreesTable::summaryText() const {
    QStringList degrees;
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (m_model->index(row, Tensor).data(Qt::UserRole).toBool())
            degrees << m_model->index(row, Degree).data().toString();
    return degrees.isEmpty() ? QString() : tr("TP works with %1.").arg(degrees.join(QStringLiteral(", ")));
}

QSize DegreesTable::sizeHint() const {
    return {260, 30 + rowHeight() * std::max(3, m_model->rowCount()) + 70};
}

void DegreesTable::refresh() {
    m_view->setAccessibleName(tr("Valid degrees"));
    m_summary->setText(summaryText());
    const QString heading = m_model->headerData(Degree, Qt::Horizontal, Qt::DisplayRole).toString();
    m_view->setColumnWidth(Degree, m_view->horizontalHeader()->fontMetrics().horizontalAdvance(heading) + 26);
    m_view->setMinimumHeight(30 + rowHeight() * m_model->rowCount());
    showReason();
    updateGeometry();
}

void DegreesTable::showReason() {
    const QString sentence = m_model->sentence(m_view->currentIndex());
    m_reason->setText(sentence.isEmpty() ? tr("Choose a cell to read the rule behind it.") : sentence);
}

void DegreesTable::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) setModel(m_model->model());
    QWidget::changeEvent(event);
}

} // namespace nest::ui
