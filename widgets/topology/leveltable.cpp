// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "topology/leveltable.h"

#include "controls/figuredelegate.h"
#include "controls/quantitydelegate.h"
#include "controls/shortname.h"
#include "theme/theme.h"

#include <QAbstractTableModel>
#include <QEvent>
#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>
#include <functional>

namespace nest::ui {

class LevelTableModel : public QAbstractTableModel {
public:
    using QAbstractTableModel::QAbstractTableModel;
    std::function<void(int level, int column, double value)> edited;

    void setLevels(std::optional<LevelModel> levels, const QStringList& assumed) {
        beginResetModel();
        m_levels = std::move(levels);
        m_assumed = assumed;
        endResetModel();
    }
    void retranslate() {
        beginResetModel();
        endResetModel();
    }
    const std::optional<LevelModel>& levels() const { return m_levels; }

    int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() || !m_levels ? 0 : m_levels->level_count();
    }
    int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : LevelTable::ColumnCount;
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        if (orientation != Qt::Horizontal) return {};
        if (role == Qt::TextAlignmentRole)
            return QVariant(Qt::AlignVCenter | (section == LevelTable::Name ? Qt::AlignLeft : Qt::AlignRight));
        if (role == Qt::ToolTipRole && section == LevelTable::Bandwidth)
            return LevelTable::tr("One direction, per device while the whole group communicates");
        if (role != Qt::DisplayRole) return {};
        switch (section) {
        case LevelTable::Name:
            return LevelTable::tr("Level");
        case LevelTable::Devices:
            return LevelTable::tr("Devices");
        case LevelTable::Bandwidth:
            return LevelTable::tr("Bandwidth each");
        case LevelTable::Latency:
            return LevelTable::tr("Latency");
        default:
            return {};
        }
    }

    Qt::ItemFlags flags(const QModelIndex& index) const override {
        const bool editable = index.column() == LevelTable::Bandwidth || index.column() == LevelTable::Latency;
        return QAbstractTableModel::flags(index) | (editable ? Qt::ItemIsEditable : Qt::NoItemFlags);
    }

    QVariant data(const QModelIndex& index, int role) const override {
        if (!index.isValid()) return {};
        const Level& level = m_levels->levels[static_cast<std::size_t>(index.row())];
        switch (role) {
        case Qt::DisplayRole:
            return text(level, index.column());
        case Qt::EditRole:
        case Qt::UserRole:
            return value(level, index.column());
        case Qt::TextAlignmentRole:
            return QVariant(Qt::AlignVCenter | (index.column() == LevelTable::Name ? Qt::AlignLeft : Qt::AlignRight));
        case Qt::ForegroundRole:
            return isAssumed(level, index.column()) ? QVariant(QBrush(Theme::current().warning)) : QVariant();
        case Qt::ToolTipRole:
            if (isAssumed(level, index.column()))
                return LevelTable::tr("Assumed: nobody stated this value. Double-click to set it.");
            return flags(index) & Qt::ItemIsEditable ? LevelTable::tr("Double-click to change") : QVariant();
        default:
            return {};
        }
    }

    bool setData(const QModelIndex& index, const QVariant& newValue, int role) override {
        if (role != Qt::EditRole || !index.isValid() || newValue.toDouble() == data(index, Qt::EditRole).toDouble())
            return false;
        if (edited) edited(index.row() + 1, index.column(), newValue.toDouble());
        return true; // the cell shows it when the new levels arrive
    }

private:
    bool isAssumed(const Level& level, int column) const {
        const QString name = QString::fromStdString(level.name);
        if (column == LevelTable::Bandwidth) return m_assumed.contains(QStringLiteral("bandwidth ") + name);
        if (column == LevelTable::Latency) return m_assumed.contains(QStringLiteral("latency ") + name);
        return false;
    }
    QString text(const Level& level, int column) const {
        QString shown;
        switch (column) {
        case LevelTable::Name:
            shown = shortName(level.name);
            break;
        case LevelTable::Devices:
            shown = formatCount(level.group_size);
            break;
        case LevelTable::Bandwidth:
            shown = formatValue(level.bandwidth, Unit::bytes_per_second);
            break;
        case LevelTable::Latency:
            shown = formatValue(level.latency, Unit::seconds);
            break;
        default:
            break;
        }
        return isAssumed(level, column) ? shown + QStringLiteral(" *") : shown;
    }
    static QVariant value(const Level& level, int column) {
        switch (column) {
        case LevelTable::Name:
            return shortName(level.name);
        case LevelTable::Devices:
            return static_cast<qlonglong>(level.group_size);
        case LevelTable::Bandwidth:
            return level.bandwidth;
        case LevelTable::Latency:
            return level.latency;
        default:
            return {};
        }
    }

    std::optional<LevelModel> m_levels;
    QStringList m_assumed;
};

namespace {

class LevelDelegate : public QuantityDelegate {
public:
    using QuantityDelegate::QuantityDelegate;

protected:
    Range rangeOf(const QModelIndex& index) const override {
        if (index.column() == LevelTable::Latency) return {Unit::seconds, 0, 1e3};
        return {Unit::bytes_per_second, 1, 1e18};
    }
};

} // namespace

LevelTable::LevelTable(QWidget* parent) : QWidget(parent) {
    setProperty("helpId", QStringLiteral("topology#levels"));
    m_model = new LevelTableModel(this);
    m_view = new QTableView(this);
    m_view->setModel(m_model);
    m_view->setItemDelegate(new LevelDelegate(m_view));
    m_view->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setShowGrid(false);
    m_view->setTabKeyNavigation(false);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(scaled(28));
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setMinimumSectionSize(24);
    // The figures have the width they need; the name takes the rest.
    m_view->setColumnWidth(Devices, 76);
    m_view->setColumnWidth(Bandwidth, 124);
    m_view->setColumnWidth(Latency, 130);
    m_view->horizontalHeader()->setSectionResizeMode(Name, QHeaderView::Stretch);
    m_view->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    m_model->edited = [this](int level, int column, double value) {
        const QString name = QString::fromStdString(m_model->levels()->level_name(level));
        if (column == Bandwidth)
            emit levelBandwidthEdited(name, value);
        else
            emit levelLatencyEdited(name, value);
    };
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) { emit levelSelected(index.isValid() ? index.row() + 1 : 0); });
    m_view->setAccessibleName(tr("Network levels"));
}

void LevelTable::setLevels(std::optional<LevelModel> levels, const QStringList& assumed) {
    m_model->setLevels(std::move(levels), assumed);
    fitColumns(m_view);
    updateGeometry();
}

QAbstractItemModel* LevelTable::model() const {
    return m_model;
}

QSize LevelTable::sizeHint() const {
    return {320, scaled(34) + m_view->verticalHeader()->defaultSectionSize() * std::max(1, m_model->rowCount())};
}

void LevelTable::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        m_model->retranslate();
        fitColumns(m_view); // to the new headings
        m_view->setAccessibleName(tr("Network levels"));
    } else if (event->type() == QEvent::FontChange) {
        fitColumns(m_view);
        updateGeometry();
    }
    QWidget::changeEvent(event);
}

} // namespace nest::ui
