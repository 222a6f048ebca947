// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "document/projectstate.h"
#include "network/topology.h"

#include <QWidget>

class QComboBox;
class QFormLayout;
class QLabel;
class QSpinBox;

namespace nest::ui {

class CheckedField;

/// Chooses a fabric: a preset cluster and how many nodes of it, or one of the generators and its figures. Edits are
/// intents; the form shows them when the topology is set.
class FabricForm : public QWidget {
    Q_OBJECT

public:
    explicit FabricForm(QWidget* parent = nullptr);

    void setTopology(const InputChoice& topology);
    /// For tests.
    QComboBox* kindBox() const { return m_kind; }
    QSpinBox* nodesBox() const { return m_nodes; }
    CheckedField* sizesField() const { return m_sizes; }

signals:
    /// A name as find_topology() takes it: "dgx-h100x16", "fat-tree:8,4,32;bandwidth=...".
    void topologyEdited(const QString& name);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fillKinds();
    void kindChosen();
    void generatorEdited();
    void setGenerator(const GeneratorSpec& spec);
    void retranslate();
    void showRows(bool preset, bool generator);

    InputChoice m_topology;
    QFormLayout* m_form;
    QComboBox* m_kind;
    QSpinBox* m_nodes;
    CheckedField *m_sizes, *m_bandwidth, *m_latency, *m_oversubscription;
    QLabel* m_source;
    QList<QLabel*> m_labels;
};

} // namespace nest::ui
