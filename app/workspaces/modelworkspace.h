// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "document/project.h"
#include "model/modelview.h"
#include "model/transformer_config.h"

#include <QFutureWatcher>
#include <QWidget>
#include <memory>
#include <optional>

class QBoxLayout;
class QComboBox;
class QLabel;
class QScrollArea;
class QToolButton;

namespace nest::ui {

class ArchitectureForm;
class Card;
class ChartCard;
class DegreesTable;
class GraphLayout;
class LayerBars;
class LayerGraph;
class LayerTable;
class ModelHead;
class SelectionModel;
struct PreparedInputs;

/// What the views need of the inputs' model, made on a worker.
struct DescribedModel {
    std::shared_ptr<const ModelView> view; ///< null: the model can't be read
    /// Sizes of the transformer, now and before any edit; nothing where the layers are given one by one.
    std::optional<TransformerConfig> config, original;
    InputChoice choice; ///< what it was read from
    bool sequenceStated = false;
};

/// The model: picked, read from a file, or edited; its layers as graph, bars and table, linked by selection; the
/// degrees it admits.
class ModelWorkspace : public QWidget {
    Q_OBJECT

public:
    ModelWorkspace(Project& project, SelectionModel& selection, QWidget* parent = nullptr);
    ~ModelWorkspace() override;

    void setInputs(const std::shared_ptr<const PreparedInputs>& inputs);
    QList<ChartCard*> chartCards() const;
    /// What is shown; null until the first inputs were described.
    const std::shared_ptr<const ModelView>& modelView() const { return m_described.view; }
    /// The views show the inputs set last.
    bool isUpToDate() const { return !m_pending && !m_describing; }
    QComboBox* picker() const { return m_picker; }
    QToolButton* resetAllButton() const { return m_resetAll; }
    ModelHead* head() const { return m_head; }
    ArchitectureForm* form() const { return m_form; }
    LayerTable* layerTable() const { return m_table; }
    LayerBars* layerBars() const { return m_bars; }
    LayerGraph* layerGraph() const { return m_graph; }
    DegreesTable* degreesTable() const { return m_degrees; }

signals:
    /// "Open a file..." was chosen in the picker.
    void openRequested();
    void faultFound(const nest::Diagnostic& fault);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void connectViews();
    void feed();
    void showDescribed();
    void fillPicker();
    void chosen();
    void editArchitecture(const TransformerConfig& config);
    void editLayer(int layer, LayerAmount amount, std::optional<double> value);
    void editSequence(std::int64_t length);
    bool showsProject() const;
    void edit(const InputChoice& model);
    void retranslate();

    Project& m_project;
    std::shared_ptr<const PreparedInputs> m_inputs;
    DescribedModel m_described;
    QFutureWatcher<DescribedModel> m_watcher;
    bool m_pending = false, m_describing = false;
    QScrollArea* m_area;
    QBoxLayout *m_columns, *m_charts;
    Card *m_modelCard, *m_degreesCard, *m_tableCard;
    QComboBox* m_picker;
    QToolButton* m_resetAll;
    ModelHead* m_head;
    ArchitectureForm* m_form;
    QLabel* m_given;
    DegreesTable* m_degrees;
    LayerTable* m_table;
    LayerBars* m_bars;
    LayerGraph* m_graph;
    ChartCard *m_barsCard, *m_graphCard;
    GraphLayout* m_layout;
};

} // namespace nest::ui
