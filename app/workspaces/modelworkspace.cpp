// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "workspaces/modelworkspace.h"

#include "charts/chartcard.h"
#include "controls/shortname.h"
#include "controls/typedsearch.h"
#include "document/inputs.h"
#include "document/modeledit.h"
#include "document/presettext.h"
#include "io/files.h"
#include "jobs/graphlayout.h"
#include "model/architectureform.h"
#include "model/degreestable.h"
#include "model/layerbars.h"
#include "model/layergraph.h"
#include "model/layertable.h"
#include "model/modelhead.h"
#include "selection/selectionmodel.h"
#include "theme/theme.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QToolButton>
#include <QtConcurrent>

namespace nest::ui {
namespace {

const QString openFile = QStringLiteral("\x01open"); ///< data of the picker's last row

/// The sizes a model is built from; nothing where its layers are others than those sizes give.
std::optional<TransformerConfig> sizesOf(const ModelGraph& model, const Options& options) {
    if (!model.architecture) return std::nullopt;
    BuildSettings settings = buildSettings(options);
    settings.sequence_length = model.sequence_length;
    const auto built = build_transformer(*model.architecture, settings);
    return built.ok() && built->layers == model.layers ? model.architecture : std::nullopt;
}

InputChoice withoutLayerEdits(const InputChoice& choice) {
    nlohmann::json content = *choice.content;
    content.erase("layer_edits");
    return {choice.name, std::make_shared<const nlohmann::json>(std::move(content))};
}

DescribedModel describe(const PreparedInputs& inputs, const Options& options,
                        const std::shared_ptr<const ModelView>& before) {
    DescribedModel described;
    described.choice = inputs.modelChoice;
    described.sequenceStated = options.sequence_length.has_value();
    if (!inputs.model) return described;
    const std::vector<LayerEdit> edits = layerEdits(inputs.modelChoice);
    std::optional<ModelGraph> unedited;
    if (!edits.empty())
        if (auto model = modelOf(withoutLayerEdits(inputs.modelChoice), options); model.ok())
            unedited = std::move(*model);
    described.config = sizesOf(unedited ? *unedited : *inputs.model, options);
    described.original = described.config;
    if (described.config && isEditedModel(inputs.modelChoice))
        if (auto model = modelOf(originalModel(inputs.modelChoice), options); model.ok() && model->architecture)
            described.original = model->architecture;
    if (described.config) described.config->name = described.original->name; // the name is no size
    const Device* device = inputs.device ? &*inputs.device : nullptr;
    auto view = describeModel(inputs.model, device, edits, unedited ? &*unedited : nullptr);
    // The same again, as after most changes of an option, is no reason to set every view anew.
    const bool same = before && *before->model == *view->model && before->timed == view->timed &&
                      std::ranges::equal(before->layers, view->layers,
                                         [](const LayerFigures& a, const LayerFigures& b) {
                                             return std::ranges::equal(a.amounts, b.amounts);
                                         }) &&
                      before->originals == view->originals;
    described.view = same ? before : view;
    return described;
}

/// Least width of the two columns.
int besideWidth() {
    return scaled(820);
}
int formWidth() {
    return scaled(312);
}
int chartHeight() {
    return scaled(300);
}
int tableHeight() {
    return scaled(280);
}

} // namespace

ModelWorkspace::ModelWorkspace(Project& project, SelectionModel& selection, QWidget* parent)
    : QWidget(parent), m_project(project), m_area(new QScrollArea(this)),
      m_columns(new QBoxLayout(QBoxLayout::LeftToRight)), m_charts(new QBoxLayout(QBoxLayout::LeftToRight)),
      m_modelCard(new Card), m_degreesCard(new Card), m_tableCard(new Card), m_picker(new QComboBox),
      m_resetAll(new QToolButton), m_head(new ModelHead), m_form(new ArchitectureForm), m_given(new QLabel),
      m_degrees(new DegreesTable), m_table(new LayerTable), m_bars(new LayerBars), m_graph(new LayerGraph),
      m_barsCard(new ChartCard(m_bars)), m_graphCard(new ChartCard(m_graph)), m_layout(new GraphLayout(this)) {
    setProperty("helpId", QStringLiteral("model"));
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics::gap);
    m_picker->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_picker->setMinimumContentsLength(10);
    m_resetAll->setProperty("role", QStringLiteral("link"));
    m_given->setWordWrap(true);
    m_given->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_picker);
    column->addWidget(m_head);
    column->addWidget(m_form);
    column->addWidget(m_given);
    column->addWidget(m_resetAll);
    m_modelCard->setBody(body);
    m_degreesCard->setBody(m_degrees);
    m_tableCard->setBody(m_table);
    m_table->setMinimumHeight(tableHeight());

    auto* left = new QVBoxLayout;
    left->setSpacing(metrics::gap);
    left->addWidget(m_modelCard);
    left->addWidget(m_degreesCard);
    left->addStretch();
    m_charts->setSpacing(metrics::gap);
    m_charts->addWidget(m_graphCard, 2);
    m_charts->addWidget(m_barsCard, 3);
    m_graph->setMinimumHeight(chartHeight() - 50);
    m_bars->setMinimumHeight(chartHeight() - 50);
    auto* right = new QVBoxLayout;
    right->setSpacing(metrics::gap);
    right->addLayout(m_charts, 3);
    right->addWidget(m_tableCard, 4);

    auto* content = new QWidget;
    content->setLayout(m_columns);
    m_columns->setContentsMargins(metrics::gap, metrics::gap, metrics::gap, metrics::gap);
    m_columns->setSpacing(metrics::gap);
    m_columns->addLayout(left);
    m_columns->addLayout(right, 1);
    m_area->setWidget(content);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_area);

    m_table->setSelectionModel(&selection);
    m_bars->setSelectionModel(&selection);
    m_graph->setSelectionModel(&selection);
    connectViews();
    showDescribed();
    retranslate();
}

ModelWorkspace::~ModelWorkspace() {
    m_watcher.disconnect();
    m_watcher.waitForFinished();
}

void ModelWorkspace::connectViews() {
    m_graph->setLayoutService(true);
    connect(m_graph, &LayerGraph::layoutWanted, m_layout, &GraphLayout::request);
    connect(m_layout, &GraphLayout::finished, m_graph,
            [this](quint64, const GraphDrawing& drawing) { m_graph->setDrawing(drawing); });
    connect(m_picker, &QComboBox::activated, this, &ModelWorkspace::chosen);
    new TypedSearch(m_picker);
    connect(m_form, &ArchitectureForm::architectureEdited, this, &ModelWorkspace::editArchitecture);
    connect(m_form, &ArchitectureForm::sequenceLengthEdited, this, &ModelWorkspace::editSequence);
    connect(m_table, &LayerTable::amountEdited, this,
            [this](int layer, LayerAmount amount, double value) { editLayer(layer, amount, value); });
    connect(m_table, &LayerTable::amountReset, this,
            [this](int layer, LayerAmount amount) { editLayer(layer, amount, std::nullopt); });
    connect(m_resetAll, &QToolButton::clicked, this, [this] { edit(originalModel(m_project.state().model)); });
    connect(&m_project, &Project::stateChanged, this, &ModelWorkspace::fillPicker);
    connect(&m_watcher, &QFutureWatcher<DescribedModel>::finished, this, [this] {
        m_describing = false;
        if (m_watcher.future().resultCount() == 0) return;
        m_described = m_watcher.result();
        showDescribed();
    });
}

void ModelWorkspace::setInputs(const std::shared_ptr<const PreparedInputs>& inputs) {
    m_inputs = inputs;
    m_pending = true;
    if (isVisible()) feed();
}

/// Large models take a while to describe: not on the window's thread.
void ModelWorkspace::feed() {
    if (!m_pending || !m_inputs) return;
    m_pending = false;
    m_describing = true;
    m_watcher.setFuture(QtConcurrent::run([inputs = m_inputs, options = m_project.state().options,
                                           before = m_described.view] { return describe(*inputs, options, before); }));
}

void ModelWorkspace::showDescribed() {
    const auto& view = m_described.view;
    if (view != m_graph->modelView() || !view) {
        m_head->setModelView(view);
        m_table->setModelView(view);
        m_bars->setModelView(view);
        m_graph->setModelView(view);
        m_degrees->setModel(view ? view->model : nullptr);
    }
    const bool sizes = view && m_described.config && m_described.original;
    m_form->setVisible(sizes);
    if (sizes)
        m_form->setArchitecture(*m_described.config, *m_described.original, view->model->sequence_length,
                                m_described.sequenceStated);
    m_given->setVisible(view && !sizes);
    m_resetAll->setVisible(isEditedModel(m_described.choice));
}

QList<ChartCard*> ModelWorkspace::chartCards() const {
    return {m_graphCard, m_barsCard};
}

void ModelWorkspace::fillPicker() {
    const QSignalBlocker blocker(m_picker);
    const InputChoice& model = m_project.state().model;
    const QString current = QString::fromStdString(model.name);
    m_picker->clear();
    for (const std::string& name : io::preset_names("models")) {
        m_picker->addItem(QString::fromStdString(name), QString::fromStdString(name));
        m_picker->setItemData(m_picker->count() - 1, presetTip("models", name), Qt::ToolTipRole);
    }
    int index = model.content ? -1 : m_picker->findData(current);
    if (index < 0) {
        index = 0;
        m_picker->insertItem(0, shortName(current), QString()); // what is open already
    }
    m_picker->insertSeparator(m_picker->count());
    m_picker->addItem(tr("Open a file..."), openFile);
    m_picker->setCurrentIndex(index);
}

void ModelWorkspace::chosen() {
    const QString name = m_picker->currentData().toString();
    if (name.isEmpty()) return;
    if (name == openFile) {
        fillPicker();
        emit openRequested();
        return;
    }
    edit({name.toStdString(), nullptr});
}

// Edits

/// What is shown may be of the model before, when another was picked a moment ago.
bool ModelWorkspace::showsProject() const {
    return m_described.view && originalModel(m_project.state().model) == originalModel(m_described.choice);
}

/// Every edit is an undo step of its own.
void ModelWorkspace::edit(const InputChoice& model) {
    m_project.sealEdits();
    m_project.setModel(model);
}

void ModelWorkspace::editArchitecture(const TransformerConfig& config) {
    if (!m_described.original || !showsProject()) return;
    // The next edit builds on this one, though it isn't planned yet.
    m_described.config = config;
    edit(withArchitecture(m_project.state().model, config, *m_described.original));
    m_form->setArchitecture(config, *m_described.original, m_described.view->model->sequence_length,
                            m_described.sequenceStated);
}

void ModelWorkspace::editLayer(int layer, LayerAmount amount, std::optional<double> value) {
    if (!showsProject()) return;
    const std::string& id = m_described.view->model->layers[static_cast<std::size_t>(layer)].id;
    edit(withLayerEdit(m_project.state().model, m_described.config, m_described.original, id, amount, value));
}

void ModelWorkspace::editSequence(std::int64_t length) {
    m_project.sealEdits();
    const nlohmann::json value = length > 0 ? nlohmann::json(length) : nlohmann::json("auto");
    if (const auto fault = m_project.setOption("sequence_length", value)) emit faultFound(*fault);
}

void ModelWorkspace::retranslate() {
    m_modelCard->setTitle(tr("Model"));
    m_degreesCard->setTitle(tr("Valid degrees"));
    m_degreesCard->setNote(tr("each alone"));
    m_tableCard->setTitle(tr("Layers"));
    m_tableCard->setNote(tr("one device, one sequence, nothing split"));
    m_picker->setAccessibleName(tr("Model"));
    m_given->setText(tr("The file gives the layers one by one: their amounts can be edited in the table."));
    m_resetAll->setText(tr("Take all edits back"));
    fillPicker();
}

void ModelWorkspace::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void ModelWorkspace::resizeEvent(QResizeEvent* event) {
    const bool beside = width() >= besideWidth();
    m_columns->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    for (QWidget* card : {static_cast<QWidget*>(m_modelCard), static_cast<QWidget*>(m_degreesCard)}) {
        card->setMinimumWidth(beside ? formWidth() : 0);
        card->setMaximumWidth(beside ? formWidth() : QWIDGETSIZE_MAX);
    }
    m_charts->setDirection(width() >= (beside ? besideWidth() : besideWidth() - formWidth()) ? QBoxLayout::LeftToRight
                                                                                             : QBoxLayout::TopToBottom);
    QWidget::resizeEvent(event);
}

void ModelWorkspace::showEvent(QShowEvent* event) {
    feed();
    QWidget::showEvent(event);
}

} // namespace nest::ui
