// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "charts/chart.h"
#include "model/modelview.h"

#include <QPointer>

namespace nest::ui {

class SelectionModel;

/// A chart of a model that follows the selected layer.
class ModelChart : public Chart {
    Q_OBJECT
public:
    explicit ModelChart(QWidget* parent = nullptr);

    /// Null: nothing to show.
    void setModelView(std::shared_ptr<const ModelView> model);
    const std::shared_ptr<const ModelView>& modelView() const { return m_model; }
    void setSelectionModel(SelectionModel* selection);

    QString emptyText() const override;

protected:
    /// The model changed; called before the repaint.
    virtual void modelChanged() {}
    virtual void selectionChanged() { update(); }
    int layerCount() const { return m_model ? static_cast<int>(m_model->layers.size()) : 0; }
    int selectedLayer() const;
    void selectLayer(int layer);
    QString layerName(int layer) const;
    /// The rows of a layer's hover card.
    QVector<QPair<QString, QString>> layerRows(int layer) const;

private:
    std::shared_ptr<const ModelView> m_model;
    QPointer<SelectionModel> m_selection;
};

} // namespace nest::ui
