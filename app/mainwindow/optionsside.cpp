// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "mainwindow/optionsside.h"

#include "controls/diagnostictext.h"
#include "controls/optionpanel.h"
#include "controls/shortname.h"
#include "controls/typedsearch.h"
#include "document/inputs.h"
#include "document/presettext.h"
#include "document/topologychoice.h"
#include "theme/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <nlohmann/json.hpp>

namespace nest::ui {
namespace {

const QString openFile = QStringLiteral("\x01open"); ///< data of the picker's last row

} // namespace

OptionsSide::OptionsSide(Project& project, QWidget* parent)
    : QWidget(parent), m_project(project), m_labels{new QLabel(this), new QLabel(this), new QLabel(this)},
      m_model(new QComboBox(this)), m_topology(new QComboBox(this)), m_device(new QComboBox(this)),
      m_panel(new OptionPanel(this)) {
    setObjectName(QStringLiteral("optionsSide"));
    setProperty("helpId", QStringLiteral("options"));
    setAttribute(Qt::WA_StyledBackground);
    auto* pickers = new QGridLayout;
    pickers->setContentsMargins(metrics::gap, metrics::grid, metrics::gap, metrics::grid);
    pickers->setHorizontalSpacing(metrics::grid);
    pickers->setVerticalSpacing(metrics::grid / 2);
    pickers->setColumnStretch(1, 1);
    int row = 0;
    for (QComboBox* box : {m_model, m_topology, m_device}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(10);
        m_labels[row]->setBuddy(box);
        new TypedSearch(box);
        pickers->addWidget(m_labels[row], row, 0);
        pickers->addWidget(box, row, 1);
        ++row;
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(pickers);
    layout->addWidget(m_panel, 1);

    connect(m_model, &QComboBox::activated, this, [this] { chosen(m_model, &Project::setModel); });
    connect(m_topology, &QComboBox::activated, this, [this] { chosen(m_topology, &Project::setTopology); });
    connect(m_device, &QComboBox::activated, this, [this] { chosen(m_device, &Project::setDevice); });
    connect(m_panel, &OptionPanel::optionEdited, this, &OptionsSide::editOption);
    connect(&m_project, &Project::stateChanged, this, &OptionsSide::refresh);
    retranslate();
}

void OptionsSide::setInputs(const PreparedInputs& inputs) {
    m_panel->setLevels(inputs.levels);
    const QString own = inputs.topology ? QString::fromStdString(inputs.topology->device) : QString();
    if (own == m_ownDevice) return;
    m_ownDevice = own;
    refresh();
}

void OptionsSide::fill(QComboBox* box, const char* kind, const InputChoice& choice, const std::string& emptyName) {
    const QSignalBlocker blocker(box);
    box->clear();
    const QString current = QString::fromStdString(choice.name);
    if (!emptyName.empty()) box->addItem(QString::fromStdString(emptyName), QString());
    for (const std::string& name : io::preset_names(kind)) {
        const QString text = QString::fromStdString(name);
        box->addItem(text, text);
        box->setItemData(box->count() - 1, presetTip(kind, name), Qt::ToolTipRole);
    }
    int index = box->findData(current);
    if (index < 0 || choice.content) { // a file, a generator, or a preset with a count of nodes
        index = emptyName.empty() ? 0 : 1;
        box->insertItem(index, shortName(current), current);
    }
    box->insertSeparator(box->count());
    box->addItem(tr("Open a file..."), openFile);
    box->setCurrentIndex(index);
    box->setToolTip(box->currentText());
}

void OptionsSide::refresh() {
    const ProjectState& state = m_project.state();
    fill(m_model, "models", state.model, {});
    fill(m_topology, "topologies", state.topology, {});
    fill(m_device, "devices", state.device,
         (m_ownDevice.isEmpty() ? tr("of the topology") : m_ownDevice).toStdString());
    m_panel->setOptions(state.options);
}

void OptionsSide::chosen(QComboBox* box, void (Project::*setter)(const InputChoice&)) {
    const QString name = box->currentData().toString();
    if (name == openFile) {
        refresh();
        emit openRequested();
        return;
    }
    const ProjectState& state = m_project.state();
    for (const InputChoice* current : {&state.model, &state.topology})
        if (current->content && QString::fromStdString(current->name) == name) return; // the file that is shown already
    InputChoice choice{name.toStdString(), nullptr};
    if (box == m_topology) choice.name = keepNodeCount(state.topology.name, choice.name);
    (m_project.*setter)(choice);
}

void OptionsSide::editOption(const QString& key, const nlohmann::json& value) {
    const auto fault = m_project.setOption(key.toStdString(), value);
    if (!fault) return;
    m_panel->showFault(key, faultText(*fault));
    emit faultFound(*fault);
}

void OptionsSide::retranslate() {
    const QString names[] = {tr("Model"), tr("Topology"), tr("Device")};
    QComboBox* const boxes[] = {m_model, m_topology, m_device};
    for (int i = 0; i < 3; ++i) {
        m_labels[i]->setText(names[i]);
        boxes[i]->setAccessibleName(names[i]);
    }
    refresh();
}

void OptionsSide::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

} // namespace nest::ui
