// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "workspaces/clusterpicker.h"

#include "document/presettext.h"
#include "document/projectstate.h"
#include "document/topologychoice.h"
#include "io/files.h"
#include "network/level_extraction.h"
#include "theme/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <nlohmann/json.hpp>

namespace nest::ui {
namespace {

constexpr int mostNodes = 131072; ///< as the Topology workspace

/// Nodes of a preset where none are named.
int usualNodes(const std::string& preset) {
    const std::string* text = io::preset_text("topologies", preset);
    const auto json = text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json();
    return json.is_object() ? json.value("nodes_default", 1) : 1;
}

} // namespace

ClusterPicker::ClusterPicker(QWidget* parent)
    : QWidget(parent), m_kind(new QComboBox(this)), m_nodes(new QSpinBox(this)), m_kindLabel(new QLabel(this)),
      m_nodesLabel(new QLabel(this)), m_title(new QLabel(this)) {
    for (const std::string& name : io::preset_names("topologies"))
        m_kind->addItem(QString::fromStdString(name), QString::fromStdString(name));
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kind->setMinimumContentsLength(12);
    m_nodes->setRange(1, mostNodes);
    m_nodes->setMinimumWidth(92);
    m_title->setWordWrap(true);
    m_title->setForegroundRole(QPalette::PlaceholderText);
    m_kindLabel->setBuddy(m_kind);
    m_nodesLabel->setBuddy(m_nodes);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(metrics::gap);
    grid->setVerticalSpacing(metrics::grid / 2);
    grid->addWidget(m_kindLabel, 0, 0);
    grid->addWidget(m_nodesLabel, 0, 1);
    grid->addWidget(m_kind, 1, 0);
    grid->addWidget(m_nodes, 1, 1);
    grid->addWidget(m_title, 2, 0, 1, 2);
    grid->setColumnStretch(0, 1);
    connect(m_kind, &QComboBox::activated, this, [this] {
        describe();
        emit changed();
    });
    connect(m_nodes, &QSpinBox::valueChanged, this, [this] {
        describe();
        emit changed();
    });
    setTopology(exampleState().topology.name);
    retranslate();
}

std::string ClusterPicker::topology() const {
    const std::string name = m_kind->currentData().toString().toStdString();
    return m_nodes->isEnabled() ? topologyName({name, m_nodes->value()}) : name;
}

void ClusterPicker::setTopology(const std::string& name) {
    const QSignalBlocker blockKind(m_kind), blockNodes(m_nodes);
    const PresetTopology preset = splitTopologyName(name);
    const QString wanted = QString::fromStdString(preset.preset.empty() ? name : preset.preset);
    int index = m_kind->findData(wanted);
    if (index < 0) {
        m_kind->insertItem(0, wanted, wanted);
        index = 0;
    }
    m_kind->setCurrentIndex(index);
    if (!preset.preset.empty())
        m_nodes->setValue(preset.nodes > 0 ? static_cast<int>(preset.nodes) : usualNodes(preset.preset));
    describe();
}

void ClusterPicker::describe() {
    const std::string name = m_kind->currentData().toString().toStdString();
    const bool preset = io::preset_text("topologies", name) != nullptr;
    m_nodes->setEnabled(preset);
    m_devices = 0;
    if (const auto topology = io::find_topology(this->topology()); topology.ok())
        if (const auto levels = levels_of(*topology); levels.ok()) m_devices = levels->device_count();
    QStringList parts;
    if (m_devices > 0) parts << tr("%n device(s)", nullptr, static_cast<int>(m_devices));
    if (preset) parts << presetTitle("topologies", name);
    m_title->setText(parts.join(QStringLiteral(" · ")));
}

void ClusterPicker::retranslate() {
    m_kindLabel->setText(tr("Cluster"));
    m_nodesLabel->setText(tr("Nodes"));
    m_kind->setAccessibleName(tr("Cluster"));
    m_nodes->setAccessibleName(tr("Nodes"));
    describe();
}

void ClusterPicker::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

} // namespace nest::ui
