// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "workspaces/fabricform.h"

#include "controls/faultlabel.h"
#include "controls/quantityfield.h"
#include "controls/shortname.h"
#include "controls/typedsearch.h"
#include "document/presettext.h"
#include "document/topologychoice.h"
#include "io/files.h"
#include "network/generators.h"
#include "theme/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <array>

namespace nest::ui {
namespace {

/// A start for each generator; its data in the box is its name and a colon.
constexpr std::array<std::pair<const char*, const char*>, 3> generators{{
    {QT_TRANSLATE_NOOP("nest::ui::FabricForm", "Fat tree"), "fat-tree:8,4,4"},
    {QT_TRANSLATE_NOOP("nest::ui::FabricForm", "Spine-leaf"), "spine-leaf:8,8,2"},
    {QT_TRANSLATE_NOOP("nest::ui::FabricForm", "Torus"), "torus:4,4,8"},
}};

QString kindOf(const QString& generator) {
    return generator.section(QLatin1Char(':'), 0, 0) + QLatin1Char(':');
}

/// "450 GB/s, 50 GB/s" to numbers; nothing on a fault or a wrong count (0 values mean the defaults).
std::optional<std::vector<double>> numbers(const QString& text, Unit unit, std::size_t count) {
    std::vector<double> list;
    for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const auto value = parse_quantity(part.trimmed().toStdString(), unit);
        if (!value.ok()) return std::nullopt;
        list.push_back(*value);
    }
    if (!list.empty() && count > 0 && list.size() != count) return std::nullopt;
    return list;
}

QString joined(const std::vector<double>& values, Unit unit) {
    QStringList parts;
    for (double value : values)
        parts << QString::fromStdString(format_editable(value, unit));
    return parts.join(QStringLiteral(", "));
}

} // namespace

FabricForm::FabricForm(QWidget* parent)
    : QWidget(parent), m_form(new QFormLayout(this)), m_kind(new QComboBox(this)), m_nodes(new QSpinBox(this)),
      m_sizes(new CheckedField(this)), m_bandwidth(new CheckedField(this)), m_latency(new CheckedField(this)),
      m_oversubscription(new CheckedField(this)), m_source(new QLabel(this)) {
    setProperty("helpId", QStringLiteral("topology#fabric"));
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setSpacing(metrics::grid);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_nodes->setRange(1, 131072);
    m_nodes->setKeyboardTracking(false);
    m_source->setWordWrap(true);
    m_source->setForegroundRole(QPalette::PlaceholderText);
    for (QWidget* field : {static_cast<QWidget*>(m_kind), static_cast<QWidget*>(m_nodes),
                           static_cast<QWidget*>(m_sizes), static_cast<QWidget*>(m_bandwidth),
                           static_cast<QWidget*>(m_latency), static_cast<QWidget*>(m_oversubscription)}) {
        auto* label = new QLabel(this);
        label->setBuddy(field);
        m_labels << label;
        m_form->addRow(label, field);
    }
    auto* fault = new FaultLabel(this);
    for (CheckedField* field : {m_sizes, m_bandwidth, m_latency, m_oversubscription})
        fault->watch(field);
    m_form->addRow(fault);
    m_form->addRow(m_source);

    const auto count = [this]() {
        return numbers(m_sizes->text(), Unit::count, 0).value_or(std::vector<double>{}).size();
    };
    m_sizes->setCheck([](const QString& text) -> std::optional<QString> {
        const auto sizes = numbers(text, Unit::count, 0);
        if (sizes && !sizes->empty()) return std::nullopt;
        return tr("Whole numbers from the innermost level outwards, e.g. 8, 4, 32");
    });
    const auto perLevel = [count](Unit unit, const QString& message) {
        return [=](const QString& text) -> std::optional<QString> {
            return numbers(text, unit, count()) ? std::nullopt : std::optional(message);
        };
    };
    m_bandwidth->setCheck(
        perLevel(Unit::bytes_per_second, tr("One bandwidth per level, e.g. 450 GB/s, 50 GB/s, 25 GB/s")));
    m_latency->setCheck(perLevel(Unit::seconds, tr("One latency per level, e.g. 2 us, 5 us, 8 us")));
    m_oversubscription->setCheck(perLevel(Unit::none, tr("One divisor per level, e.g. 1, 1, 2")));
    for (CheckedField* field : {m_sizes, m_bandwidth, m_latency, m_oversubscription})
        connect(field, &CheckedField::textCommitted, this, &FabricForm::generatorEdited);
    connect(m_kind, &QComboBox::activated, this, &FabricForm::kindChosen);
    new TypedSearch(m_kind);
    shareUndo(m_nodes);
    connect(m_nodes, &QSpinBox::valueChanged, this, [this](int nodes) {
        emit topologyEdited(QString::fromStdString(topologyName({splitTopologyName(m_topology.name).preset, nodes})));
    });
    retranslate();
}

void FabricForm::fillKinds() {
    const QSignalBlocker blocker(m_kind);
    const QString current = m_kind->currentData().toString();
    m_kind->clear();
    for (const std::string& name : io::preset_names("topologies"))
        m_kind->addItem(QString::fromStdString(name), QString::fromStdString(name));
    m_kind->insertSeparator(m_kind->count());
    for (const auto& [name, start] : generators)
        m_kind->addItem(tr(name), kindOf(QString::fromLatin1(start)));
    m_kind->setCurrentIndex(m_kind->findData(current));
}

void FabricForm::setTopology(const InputChoice& topology) {
    m_topology = topology;
    fillKinds();
    const QSignalBlocker blockKind(m_kind), blockNodes(m_nodes);
    const PresetTopology preset = topology.content ? PresetTopology{} : splitTopologyName(topology.name);
    const QString name = QString::fromStdString(topology.name);
    m_source->clear();
    if (!preset.preset.empty()) {
        m_kind->setCurrentIndex(m_kind->findData(QString::fromStdString(preset.preset)));
        m_nodes->setValue(static_cast<int>(std::max<std::int64_t>(1, preset.nodes)));
        m_source->setText(presetTip("topologies", preset.preset));
        showRows(true, false);
        return;
    }
    const auto spec = topology.content ? Result<GeneratorSpec>(Diagnostic{}) : parse_generator(topology.name);
    if (spec.ok()) {
        m_kind->setCurrentIndex(m_kind->findData(kindOf(name)));
        setGenerator(*spec);
        showRows(false, true);
        return;
    }
    m_kind->insertItem(0, shortName(name), name);
    m_kind->setCurrentIndex(0);
    m_source->setText(tr("As in the opened file. Choosing a kind replaces it."));
    showRows(false, false);
}

void FabricForm::setGenerator(const GeneratorSpec& spec) {
    QStringList sizes;
    for (std::int64_t size : spec.sizes)
        sizes << QString::number(size);
    m_sizes->setCommitted(sizes.join(QStringLiteral(", ")));
    m_bandwidth->setCommitted(joined(spec.bandwidth, Unit::bytes_per_second));
    m_latency->setCommitted(joined(spec.latency, Unit::seconds));
    m_oversubscription->setCommitted(joined(spec.oversubscription, Unit::none));
}

void FabricForm::kindChosen() {
    const QString kind = m_kind->currentData().toString();
    for (const auto& [name, start] : generators) {
        if (kindOf(QString::fromLatin1(start)) != kind) continue;
        if (!QString::fromStdString(m_topology.name).startsWith(kind)) emit topologyEdited(QString::fromLatin1(start));
        return;
    }
    if (kind.toStdString() != m_topology.name)
        emit topologyEdited(QString::fromStdString(keepNodeCount(m_topology.name, kind.toStdString())));
}

void FabricForm::generatorEdited() {
    const auto sizes = numbers(m_sizes->text(), Unit::count, 0);
    if (!sizes || sizes->empty()) return;
    GeneratorSpec spec;
    spec.kind = QString::fromStdString(m_topology.name).section(QLatin1Char(':'), 0, 0).toStdString();
    for (double size : *sizes)
        spec.sizes.push_back(static_cast<std::int64_t>(size));
    // Lists of another length belong to the sizes before; they fall back to the defaults.
    spec.bandwidth =
        numbers(m_bandwidth->text(), Unit::bytes_per_second, sizes->size()).value_or(std::vector<double>{});
    spec.latency = numbers(m_latency->text(), Unit::seconds, sizes->size()).value_or(std::vector<double>{});
    spec.oversubscription =
        numbers(m_oversubscription->text(), Unit::none, sizes->size()).value_or(std::vector<double>{});
    emit topologyEdited(QString::fromStdString(format_generator(spec)));
}

void FabricForm::showRows(bool preset, bool generator) {
    const auto show = [this](QWidget* field, bool shown) {
        field->setVisible(shown);
        m_form->labelForField(field)->setVisible(shown);
    };
    show(m_nodes, preset);
    for (QWidget* field : {m_sizes, m_bandwidth, m_latency, m_oversubscription})
        show(field, generator);
    m_source->setVisible(!m_source->text().isEmpty());
}

void FabricForm::retranslate() {
    const QStringList names{tr("Kind"),      tr("Nodes"),   tr("Sizes"),
                            tr("Bandwidth"), tr("Latency"), tr("Over-subscription")};
    for (int i = 0; i < names.size(); ++i) {
        m_labels[i]->setText(names[i]);
        m_labels[i]->buddy()->setAccessibleName(names[i]);
    }
    for (CheckedField* field : {m_bandwidth, m_latency, m_oversubscription})
        field->setPlaceholderText(tr("default"));
    m_sizes->setHelp(tr("Children per level from the innermost outwards; for a torus the ring lengths"));
    fillKinds();
}

void FabricForm::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        setTopology(m_topology);
    }
    QWidget::changeEvent(event);
}

} // namespace nest::ui
