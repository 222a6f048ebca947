// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "workspaces/topologyworkspace.h"

#include "charts/chartcard.h"
#include "document/inputs.h"
#include "theme/theme.h"
#include "topology/boxpicture.h"
#include "topology/costmatrix.h"
#include "topology/leveltable.h"
#include "workspaces/fabricform.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QTableView>
#include <QTimer>

namespace nest::ui {
namespace {

/// Least width of the two columns.
int besideWidth() {
    return scaled(820);
}
int formWidth() {
    return scaled(430);
}
int chartHeight() {
    return scaled(300);
}

} // namespace

TopologyWorkspace::TopologyWorkspace(Project& project, QWidget* parent)
    : QWidget(parent), m_project(project), m_area(new QScrollArea(this)),
      m_columns(new QBoxLayout(QBoxLayout::LeftToRight)), m_formCard(new Card), m_form(new FabricForm),
      m_levelsCard(new Card), m_levels(new LevelTable), m_fit(new QLabel), m_boxes(new BoxPicture),
      m_matrix(new CostMatrix), m_boxesCard(new ChartCard(m_boxes)), m_matrixCard(new ChartCard(m_matrix)) {
    setProperty("helpId", QStringLiteral("topology"));
    m_formCard->setBody(m_form);
    auto* levelsBody = new QWidget;
    auto* levelsLayout = new QVBoxLayout(levelsBody);
    levelsLayout->setContentsMargins(0, 0, 0, 0);
    levelsLayout->addWidget(m_levels);
    levelsLayout->addWidget(m_fit);
    m_fit->setWordWrap(true);
    m_levelsCard->setBody(levelsBody);

    auto* left = new QVBoxLayout;
    left->setSpacing(metrics::gap);
    left->addWidget(m_formCard);
    left->addWidget(m_levelsCard);
    left->addWidget(m_matrixCard, 1); // a square, which the narrow column suits
    auto* right = new QVBoxLayout;
    right->addWidget(m_boxesCard);
    for (QWidget* card : {m_formCard, m_levelsCard})
        card->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);

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

    connect(m_form, &FabricForm::topologyEdited, this, [this](const QString& name) {
        m_project.setTopology({name.toStdString(), nullptr});
    });
    connect(&m_project, &Project::stateChanged, this, [this] { m_form->setTopology(m_project.state().topology); });
    connect(m_levels, &LevelTable::levelBandwidthEdited, this,
            [this](const QString& name, double value) { changeLevel("level_bandwidth.", name, value); });
    connect(m_levels, &LevelTable::levelLatencyEdited, this,
            [this](const QString& name, double value) { changeLevel("level_latency.", name, value); });
    connect(m_levels, &LevelTable::levelSelected, m_boxes, &BoxPicture::setSelectedLevel);
    connect(m_boxes, &BoxPicture::levelSelected, this, [this](int level) { m_levels->view()->selectRow(level - 1); });
    m_form->setTopology(m_project.state().topology);
    retranslate();
}

void TopologyWorkspace::setInputs(const std::shared_ptr<const PreparedInputs>& inputs) {
    m_inputs = inputs;
    m_pending = true;
    if (isVisible()) feed();
}

void TopologyWorkspace::feed() {
    if (!m_pending || !m_inputs) return;
    m_pending = false;
    QStringList assumed;
    if (m_inputs->topology)
        for (const std::string& name : m_inputs->topology->assumed)
            assumed << QString::fromStdString(name);
    m_levels->setLevels(m_inputs->levels, assumed);
    m_hasAssumed = !assumed.isEmpty();
    retranslate();
    m_boxes->setLevels(m_inputs->levels);
    m_fit->setText(fitText());
    m_fit->setVisible(!m_fit->text().isEmpty());
    QTimer::singleShot(0, this, [this, inputs = m_inputs] { // the matrix is the dear one: a turn of its own
        if (inputs != m_inputs) return;
        const BandwidthMatrix& matrix = inputs->matrix;
        std::vector<float> shown = matrix.links.empty() ? matrix.levels : matrix.links;
        if (m_inputs->levels) shown = CostMatrix::withNeighbours(std::move(shown), matrix.side, *m_inputs->levels);
        m_matrix->setMatrix(std::move(shown), matrix.side, matrix.devices);
    });
}

QString TopologyWorkspace::fitText() const {
    if (!m_inputs || m_inputs->matrix.links.empty()) return {};
    return tr("The levels describe the links with at most %1 error (mean %2).")
        .arg(formatValue(m_inputs->matrix.largest_error, Unit::ratio, 2),
             formatValue(m_inputs->matrix.mean_error, Unit::ratio, 2));
}

QList<ChartCard*> TopologyWorkspace::chartCards() const {
    return {m_boxesCard, m_matrixCard};
}

void TopologyWorkspace::changeLevel(const char* family, const QString& name, double value) {
    if (const auto fault = m_project.setOption(family + name.toStdString(), value)) emit faultFound(*fault);
}

void TopologyWorkspace::retranslate() {
    m_formCard->setTitle(tr("Fabric"));
    m_levelsCard->setTitle(tr("Levels"));
    m_levelsCard->setNote(m_hasAssumed ? tr("bandwidth one direction, per device · * assumed")
                                       : tr("bandwidth one direction, per device"));
    m_fit->setText(fitText());
}

void TopologyWorkspace::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void TopologyWorkspace::resizeEvent(QResizeEvent* event) {
    const bool beside = width() >= besideWidth();
    m_columns->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    for (QWidget* card : {m_boxesCard, m_matrixCard})
        card->setMinimumHeight(chartHeight());
    for (QWidget* card : {m_formCard, m_levelsCard, static_cast<Card*>(m_matrixCard)}) {
        card->setMinimumWidth(beside ? formWidth() : 0);
        card->setMaximumWidth(beside ? formWidth() : QWIDGETSIZE_MAX);
    }
    QWidget::resizeEvent(event);
}

void TopologyWorkspace::showEvent(QShowEvent* event) {
    feed();
    QWidget::showEvent(event);
}

} // namespace nest::ui
