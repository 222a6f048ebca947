// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model/modelchart.h"

#include "controls/shortname.h"
#include "selection/selectionmodel.h"

namespace nest::ui {

ModelChart::ModelChart(QWidget* parent) : Chart(parent) {}

void ModelChart::setModelView(std::shared_ptr<const ModelView> model) {
    m_model = std::move(model);
    modelChanged();
    refresh();
}

void ModelChart::setSelectionModel(SelectionModel* selection) {
    if (m_selection) disconnect(m_selection, nullptr, this, nullptr);
    m_selection = selection;
    if (selection) connect(selection, &SelectionModel::layerChanged, this, [this] { selectionChanged(); });
    selectionChanged();
}

QString ModelChart::emptyText() const {
    return layerCount() ? QString() : tr("A model's layers stand here once it can be read.");
}

int ModelChart::selectedLayer() const {
    const int layer = m_selection ? m_selection->layer() : -1;
    return layer < layerCount() ? layer : -1;
}

void ModelChart::selectLayer(int layer) {
    if (m_selection && layer < layerCount()) m_selection->setLayer(layer);
}

QString ModelChart::layerName(int layer) const {
    return shortName(m_model->model->layers[static_cast<std::size_t>(layer)].id);
}

QVector<QPair<QString, QString>> ModelChart::layerRows(int layer) const {
    const LayerFigures& figures = m_model->layers[layer];
    QVector<QPair<QString, QString>> rows{
        {tr("kind"), kindName(m_model->model->layers[static_cast<std::size_t>(layer)].kind)}};
    for (int i = 0; i < layerAmountCount; ++i) {
        const auto amount = static_cast<LayerAmount>(i);
        if (figures[amount] == 0 || (amount == LayerAmount::ForwardSeconds && !m_model->timed && !figures.profiled))
            continue;
        QString text = amountText(amount, figures[amount]);
        if (m_model->isEdited(layer, amount))
            text = tr("%1 · edited, was %2").arg(text, amountText(amount, m_model->originals[layer][i]));
        rows.append({amountName(amount), text});
    }
    return rows;
}

} // namespace nest::ui
