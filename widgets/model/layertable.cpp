// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model/layertable.h"

#include "controls/figuredelegate.h"
#include "controls/quantitydelegate.h"
#include "controls/shortname.h"
#include "selection/selectionmodel.h"
#include "theme/theme.h"

#include <QAbstractTableModel>
#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <functional>
#include <numeric>

namespace nest::ui {

/// Sorts by an order of its own: a proxy would ask for a value behind every comparison, and models have up to
/// 20 000 layers.
class LayerTableModel : public QAbstractTableModel {
public:
    using QAbstractTableModel::QAbstractTableModel;
    std::function<void(int layer, LayerAmount amount, double value)> edited;

    void setModelView(std::shared_ptr<const ModelView> view) {
        // The rows stay where only figures changed: the view then keeps its place.
        const bool same = view && m_shown && view->model->layers.size() == m_shown->model->layers.size();
        if (!same) beginResetModel();
        m_shown = std::move(view);
        m_row.clear();
        if (!same) {
            m_layer.resize(m_shown ? m_shown->layers.size() : 0);
            std::iota(m_layer.begin(), m_layer.end(), 0);
        }
        order();
        if (!same)
            endResetModel();
        else
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
    const std::shared_ptr<const ModelView>& shown() const { return m_shown; }
    void retranslate() {
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
        if (rowCount()) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }

    int layerOf(int row) const { return row >= 0 && row < m_layer.size() ? m_layer[row] : -1; }
    int rowOf(int layer) const {
        if (layer < 0 || layer >= m_layer.size()) return -1;
        if (m_row.isEmpty()) {
            m_row.resize(m_layer.size());
            for (int row = 0; row < m_layer.size(); ++row)
                m_row[m_layer[row]] = row;
        }
        return m_row[layer];
    }

    int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_layer.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : LayerTable::ColumnCount;
    }

    void sort(int column, Qt::SortOrder order) override {
        m_column = column;
        m_sortOrder = order;
        emit layoutAboutToBeChanged();
        const QModelIndexList before = persistentIndexList();
        const QVector<int> layers = m_layer;
        this->order();
        QModelIndexList after;
        for (const QModelIndex& old : before)
            after << index(rowOf(layers[old.row()]), old.column());
        changePersistentIndexList(before, after);
        emit layoutChanged();
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        if (orientation != Qt::Horizontal) return {};
        if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | alignment(section));
        if (role == Qt::ToolTipRole && isAmount(section)) return amountHelp(section);
        if (role != Qt::DisplayRole) return {};
        switch (section) {
        case LayerTable::Number:
            return QStringLiteral("#");
        case LayerTable::Id:
            return LayerTable::tr("Layer");
        case LayerTable::Kind:
            return LayerTable::tr("Kind");
        case LayerTable::FirstAmount + static_cast<int>(LayerAmount::ForwardFlop):
            return LayerTable::tr("FLOP"); // of the forward pass, as the tip says
        case LayerTable::FirstAmount + static_cast<int>(LayerAmount::ForwardSeconds):
            return LayerTable::tr("Forward");
        default:
            return amountName(amountOf(section));
        }
    }

    Qt::ItemFlags flags(const QModelIndex& index) const override {
        return QAbstractTableModel::flags(index) | (isEditable(index) ? Qt::ItemIsEditable : Qt::NoItemFlags);
    }

    QVariant data(const QModelIndex& index, int role) const override {
        if (!index.isValid() || !m_shown) return {};
        const int layer = m_layer[index.row()];
        switch (role) {
        case Qt::DisplayRole:
            return text(layer, index.column());
        case Qt::EditRole:
        case Qt::UserRole:
            return value(layer, index.column());
        case Qt::TextAlignmentRole:
            return QVariant(Qt::AlignVCenter | alignment(index.column()));
        case LayerTable::editedRole:
            return isAmount(index.column()) && m_shown->isEdited(layer, amountOf(index.column()));
        case Qt::ToolTipRole:
            return help(index, layer);
        default:
            return {};
        }
    }

    bool setData(const QModelIndex& index, const QVariant& newValue, int role) override {
        if (role != Qt::EditRole || !isEditable(index) || newValue.toDouble() == data(index, Qt::EditRole).toDouble())
            return false;
        if (edited) edited(m_layer[index.row()], amountOf(index.column()), newValue.toDouble());
        return true; // the cell shows it when the new model arrives
    }

    static bool isAmount(int column) { return column >= LayerTable::FirstAmount && column < LayerTable::Kind; }
    static LayerAmount amountOf(int column) { return static_cast<LayerAmount>(column - LayerTable::FirstAmount); }

private:
    static Qt::Alignment alignment(int column) {
        return column == LayerTable::Id || column == LayerTable::Kind ? Qt::AlignLeft : Qt::AlignRight;
    }

    const LayerFigures& figures(int layer) const { return m_shown->layers[layer]; }
    const Layer& modelLayer(int layer) const { return m_shown->model->layers[static_cast<std::size_t>(layer)]; }

    /// Time follows from FLOP where it is derived, and is a measurement where it is profiled.
    bool isEditable(const QModelIndex& index) const {
        if (!index.isValid() || !m_shown || !isAmount(index.column())) return false;
        const LayerFigures& own = figures(m_layer[index.row()]);
        if (!own.known) return false;
        switch (amountOf(index.column())) {
        case LayerAmount::Parameters:
            return !own.profiled || own[LayerAmount::Parameters] > 0;
        case LayerAmount::ActivationBytes:
            return !own.profiled || own[LayerAmount::ActivationBytes] > 0;
        case LayerAmount::ForwardFlop:
            return !own.profiled;
        case LayerAmount::ForwardSeconds:
            return own.profiled && own[LayerAmount::ForwardSeconds] > 0;
        case LayerAmount::OutputBytes:
            break;
        }
        return false;
    }

    bool isKnown(int layer, int column) const {
        const LayerFigures& own = figures(layer);
        const LayerAmount amount = amountOf(column);
        if (amount == LayerAmount::OutputBytes) return true;
        if (!own.known) return false;
        if (amount == LayerAmount::ForwardSeconds) return own.profiled || m_shown->timed;
        return amount != LayerAmount::ForwardFlop || !own.profiled || own[amount] > 0;
    }

    QString text(int layer, int column) const {
        switch (column) {
        case LayerTable::Number:
            return QString::number(layer);
        case LayerTable::Id:
            return shortName(modelLayer(layer).id);
        case LayerTable::Kind:
            return kindName(modelLayer(layer).kind);
        default:
            return isKnown(layer, column) ? amountText(amountOf(column), figures(layer)[amountOf(column)])
                                          : QStringLiteral("–");
        }
    }

    QVariant value(int layer, int column) const {
        if (column == LayerTable::Number) return layer;
        if (!isAmount(column)) return text(layer, column);
        return figures(layer)[amountOf(column)];
    }

    QString amountHelp(int column) const {
        switch (amountOf(column)) {
        case LayerAmount::Parameters:
            return LayerTable::tr("Weights of the layer, experts included");
        case LayerAmount::ForwardFlop:
            return LayerTable::tr("Floating-point operations of the forward pass for one sequence");
        case LayerAmount::ForwardSeconds:
            return LayerTable::tr("Forward pass of one sequence on one device");
        case LayerAmount::ActivationBytes:
            return LayerTable::tr("Bytes saved for the backward pass of one sequence");
        case LayerAmount::OutputBytes:
            return LayerTable::tr("Bytes that go to later layers for one sequence");
        }
        return {};
    }

    QVariant help(const QModelIndex& index, int layer) const {
        if (index.column() == LayerTable::Id) { // with what a narrow table leaves out
            QStringList lines{
                QStringLiteral("%1 · %2").arg(text(layer, LayerTable::Id), text(layer, LayerTable::Kind))};
            for (int column = LayerTable::FirstAmount; column < LayerTable::Kind; ++column)
                lines << QStringLiteral("%1: %2").arg(headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(),
                                                      text(layer, column));
            return lines.join(QLatin1Char('\n'));
        }
        if (!isAmount(index.column())) return text(layer, index.column());
        if (!figures(layer).known) return LayerTable::tr("The file states no cost of this layer for this case.");
        const LayerAmount amount = amountOf(index.column());
        if (m_shown->isEdited(layer, amount)) {
            const double before = m_shown->originals[layer][static_cast<int>(amount)];
            return LayerTable::tr("Edited; it was %1. Delete takes the edit back.").arg(amountText(amount, before));
        }
        if (isEditable(index)) return LayerTable::tr("Double-click to change");
        if (amount == LayerAmount::ForwardSeconds && !figures(layer).profiled)
            return LayerTable::tr("Follows from the FLOP, the bytes moved and the device");
        return {};
    }

    void order() {
        m_row.clear();
        if (!m_shown) return;
        const bool descending = m_sortOrder == Qt::DescendingOrder;
        std::iota(m_layer.begin(), m_layer.end(), 0);
        const auto by = [&](auto less) {
            std::stable_sort(m_layer.begin(), m_layer.end(),
                             [&](int a, int b) { return descending ? less(b, a) : less(a, b); });
        };
        if (isAmount(m_column)) {
            const LayerAmount amount = amountOf(m_column);
            by([&](int a, int b) { return figures(a)[amount] < figures(b)[amount]; });
        } else if (m_column == LayerTable::Id) {
            by([&](int a, int b) { return modelLayer(a).id < modelLayer(b).id; });
        } else if (m_column == LayerTable::Kind) {
            by([&](int a, int b) { return modelLayer(a).kind < modelLayer(b).kind; });
        } else if (descending) {
            std::reverse(m_layer.begin(), m_layer.end());
        }
    }

    std::shared_ptr<const ModelView> m_shown;
    QVector<int> m_layer;       ///< per row
    mutable QVector<int> m_row; ///< per layer; empty: to be computed
    int m_column = LayerTable::Number;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

namespace {

/// Cells are edited as quantities with their unit; edited ones have a dot.
class AmountDelegate : public QuantityDelegate {
public:
    using QuantityDelegate::QuantityDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        FigureDelegate::paint(painter, option, index);
        if (!index.data(LayerTable::editedRole).toBool()) return;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(Theme::of(option.palette).accent);
        painter->drawEllipse(QPointF(option.rect.left() + 8, option.rect.center().y() + 0.5), 3, 3);
        painter->restore();
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QSize size = FigureDelegate::sizeHint(option, index);
        if (index.data(LayerTable::editedRole).toBool()) size.rwidth() += 8; // for the dot
        return size;
    }

protected:
    Range rangeOf(const QModelIndex& index) const override {
        return {amountUnit(LayerTableModel::amountOf(index.column())), 0, 1e30};
    }
};

} // namespace

LayerTable::LayerTable(QWidget* parent)
    : QWidget(parent), m_model(new LayerTableModel(this)), m_view(new QTableView(this)) {
    setProperty("helpId", QStringLiteral("model#table"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(new AmountDelegate(m_view));
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->setTextElideMode(Qt::ElideMiddle); // layers' names differ at their ends
    m_view->setTabKeyNavigation(false);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(scaled(26));
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setResizeContentsPrecision(30); // rows, of up to 20 000
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(Number, Qt::AscendingOrder);
    m_view->installEventFilter(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    m_model->edited = [this](int layer, LayerAmount amount, double value) { emit amountEdited(layer, amount, value); };
    connect(m_view, &QWidget::customContextMenuRequested, this, &LayerTable::openMenu);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& row) {
        if (!m_following && m_selection && row.isValid()) m_selection->setLayer(layerOf(row.row()));
    });
    m_view->setAccessibleName(tr("Layers"));
}

void LayerTable::setModelView(std::shared_ptr<const ModelView> model) {
    m_following = true; // a reset is no choice of a row
    m_model->setModelView(std::move(model));
    m_following = false;
    fit();
    followSelection();
}

void LayerTable::setSelectionModel(SelectionModel* selection) {
    if (m_selection) disconnect(m_selection, nullptr, this, nullptr);
    m_selection = selection;
    if (selection) connect(selection, &SelectionModel::layerChanged, this, &LayerTable::followSelection);
    followSelection();
}

QAbstractItemModel* LayerTable::model() const {
    return m_model;
}

int LayerTable::layerOf(int row) const {
    return m_model->layerOf(row);
}

int LayerTable::rowOf(int layer) const {
    return m_model->rowOf(layer);
}

/// Column widths for what can be seen; names of layers keep to a sensible width.
void LayerTable::fit() {
    for (int column = 0; column < ColumnCount; ++column)
        m_view->setColumnHidden(column, false); // a hidden one has no width
    fitColumns(m_view);
    m_view->setColumnWidth(Id, std::clamp(m_view->columnWidth(Id), scaled(90), scaled(220)));
    m_widths.clear();
    for (int column = 0; column < ColumnCount; ++column)
        m_widths.push_back(m_view->columnWidth(column));
    makeRoom();
}

/// Where not all columns have room, names are cut first, and then the last columns are left out, the first amounts
/// never: half a column at the edge looks broken. The tip of a row has what is left out.
void LayerTable::makeRoom() {
    if (m_widths.empty()) return;
    const int most = m_widths[Id], least = std::min(most, scaled(112));
    int room = m_view->width() - m_view->verticalScrollBar()->sizeHint().width() - 2 * m_view->frameWidth() - least;
    for (int column = 0; column < ColumnCount; ++column)
        if (column != Id) room -= m_widths[static_cast<std::size_t>(column)];
    for (int column = Kind; column > FirstAmount + 1; --column) {
        const bool hidden = room < 0;
        if (hidden) room += m_widths[static_cast<std::size_t>(column)];
        m_view->setColumnHidden(column, hidden);
    }
    // Rows reach to the edge where a column had to go.
    const bool cut = m_view->isColumnHidden(Kind);
    m_view->setColumnWidth(Id, cut ? std::max(least, least + room) : std::clamp(least + room, least, most));
}

void LayerTable::followSelection() {
    const int row = m_selection ? rowOf(m_selection->layer()) : -1;
    m_following = true;
    if (row < 0) {
        m_view->clearSelection();
    } else if (m_view->currentIndex().row() != row || !m_view->selectionModel()->hasSelection()) {
        const int column = std::max(0, m_view->currentIndex().column());
        m_view->setCurrentIndex(m_model->index(row, column));
        m_view->scrollTo(m_model->index(row, column));
    }
    m_following = false;
}

void LayerTable::reset(const QModelIndex& index) {
    if (index.data(editedRole).toBool())
        emit amountReset(layerOf(index.row()), LayerTableModel::amountOf(index.column()));
}

void LayerTable::openMenu(const QPoint& position) {
    const QModelIndex index = m_view->indexAt(position);
    if (!index.isValid()) return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction* edit = menu->addAction(tr("Change…"), this, [this, index] { m_view->edit(index); });
    edit->setEnabled(index.flags() & Qt::ItemIsEditable);
    QAction* back = menu->addAction(lineIcon(QStringLiteral("reset")), tr("Take the edit back"), this,
                                    [this, index] { reset(index); });
    back->setEnabled(index.data(editedRole).toBool());
    menu->popup(m_view->viewport()->mapToGlobal(position));
}

bool LayerTable::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_view && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const QModelIndex index = m_view->currentIndex();
        // A cell's field passes on what it has no use for, Enter too; the view closes it.
        if (m_view->isPersistentEditorOpen(index)) return QWidget::eventFilter(watched, event);
        if (key == Qt::Key_Delete || key == Qt::Key_Backspace) {
            reset(index);
            return true;
        }
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && index.flags() & Qt::ItemIsEditable) {
            m_view->edit(index);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void LayerTable::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        m_model->retranslate();
        fit();
        m_view->setAccessibleName(tr("Layers"));
    }
    if (event->type() == QEvent::FontChange) { // the lengths go with the text
        m_view->verticalHeader()->setDefaultSectionSize(scaled(26));
        QTimer::singleShot(0, this, &LayerTable::fit); // the table has its font after this
    }
    QWidget::changeEvent(event);
}

void LayerTable::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    makeRoom();
}

} // namespace nest::ui
