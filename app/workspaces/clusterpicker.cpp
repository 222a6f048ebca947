// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "workspaces/clusterpicker.h"

#include "controls/shortname.h"
#include "controls/typedsearch.h"
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
#include <algorithm>
#include <limits>
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

void keepLines(QLabel* label, int lines) {
    label->setMinimumHeight(lines * label->fontMetrics().lineSpacing());
    label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
}

ClusterPicker::ClusterPicker(QWidget* parent)
    : QWidget(parent), m_kind(new QComboBox(this)), m_nodes(new QSpinBox(this)), m_used(new QSpinBox(this)),
      m_kindLabel(new QLabel(this)), m_nodesLabel(new QLabel(this)), m_usedLabel(new QLabel(this)),
      m_title(new QLabel(this)) {
    for (const std::string& name : io::preset_names("topologies"))
        m_kind->addItem(QString::fromStdString(name), QString::fromStdString(name));
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kind->setMinimumContentsLength(12);
    m_nodes->setRange(1, mostNodes);
    m_used->setObjectName(QStringLiteral("devicesUsed"));
    for (QSpinBox* box : {m_nodes, m_used}) {
        box->setMinimumWidth(92);
        box->setAccelerated(true);
    }
    m_title->setWordWrap(true);
    m_title->setForegroundRole(QPalette::PlaceholderText);
    keepLines(m_title, 2);
    m_kindLabel->setBuddy(m_kind);
    new TypedSearch(m_kind);
    m_nodesLabel->setBuddy(m_nodes);
    m_usedLabel->setBuddy(m_used);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(metrics::gap);
    grid->setVerticalSpacing(metrics::grid / 2);
    grid->addWidget(m_kindLabel, 0, 0);
    grid->addWidget(m_nodesLabel, 0, 1);
    grid->addWidget(m_usedLabel, 0, 2);
    grid->addWidget(m_kind, 1, 0);
    grid->addWidget(m_nodes, 1, 1);
    grid->addWidget(m_used, 1, 2);
    grid->addWidget(m_title, 2, 0, 1, 3);
    grid->setColumnStretch(0, 1);
    connect(m_kind, &QComboBox::activated, this, [this] {
        describe();
        emit changed();
    });
    connect(m_nodes, &QSpinBox::valueChanged, this, [this] {
        describe();
        emit changed();
    });
    connect(m_used, &QSpinBox::valueChanged, this, [this](int devices) {
        m_wanted = devices;
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
        m_kind->insertItem(0, shortName(wanted), wanted);
        index = 0;
    }
    m_kind->setCurrentIndex(index);
    if (!preset.preset.empty())
        m_nodes->setValue(preset.nodes > 0 ? static_cast<int>(preset.nodes) : usualNodes(preset.preset));
    describe();
}

qint64 ClusterPicker::devicesUsed() const {
    const qint64 used = m_used->value();
    return used < m_devices ? used : 0;
}

void ClusterPicker::setDevicesUsed(qint64 devices) {
    m_wanted = devices;
    showUsed();
}

/// As many as were asked for last, where the cluster has more.
void ClusterPicker::showUsed() {
    const QSignalBlocker quiet(m_used);
    m_used->setRange(0, static_cast<int>(std::min<qint64>(m_devices, std::numeric_limits<int>::max()))); // 0: "all"
    m_used->setValue(m_wanted < m_devices ? static_cast<int>(m_wanted) : 0);
}

void ClusterPicker::describe() {
    const std::string name = m_kind->currentData().toString().toStdString();
    const bool preset = io::preset_text("topologies", name) != nullptr;
    m_nodes->setEnabled(preset);
    m_devices = 0;
    if (const auto topology = io::find_topology(this->topology()); topology.ok())
        if (const auto levels = levels_of(*topology); levels.ok()) m_devices = levels->device_count();
    showUsed();
    QStringList parts;
    if (m_devices > 0) parts << tr("%1 device(s)", nullptr, plural(m_devices)).arg(formatCount(m_devices));
    if (preset) parts << presetTitle("topologies", name);
    m_title->setText(parts.join(QStringLiteral(" · ")));
}

void ClusterPicker::retranslate() {
    m_kindLabel->setText(tr("Cluster"));
    m_nodesLabel->setText(tr("Nodes"));
    m_kind->setAccessibleName(tr("Cluster"));
    m_nodes->setAccessibleName(tr("Nodes"));
    m_usedLabel->setText(tr("Devices used"));
    m_used->setAccessibleName(tr("Devices used"));
    m_used->setSpecialValueText(tr("all"));
    m_used->setToolTip(tr("At most so many of the cluster's devices"));
    describe();
}

void ClusterPicker::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    if (event->type() == QEvent::FontChange) keepLines(m_title, 2);
    QWidget::changeEvent(event);
}

} // namespace nest::ui
