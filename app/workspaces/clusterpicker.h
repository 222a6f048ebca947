// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>
#include <string>

class QComboBox;
class QLabel;
class QSpinBox;

namespace nest::ui {

/// A preset topology and its number of nodes, with what it is and how many devices it comes to.
class ClusterPicker : public QWidget {
    Q_OBJECT

public:
    explicit ClusterPicker(QWidget* parent = nullptr);

    /// "dgx-h100x16".
    std::string topology() const;
    /// Another text than a preset's, e.g. a generator, becomes an entry of its own.
    void setTopology(const std::string& name);
    QComboBox* kindBox() const { return m_kind; }
    QSpinBox* nodesBox() const { return m_nodes; }
    qint64 devices() const { return m_devices; }

signals:
    void changed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void describe();
    void retranslate();

    QComboBox* m_kind;
    QSpinBox* m_nodes;
    QLabel *m_kindLabel, *m_nodesLabel, *m_title;
    qint64 m_devices = 0;
};

} // namespace nest::ui
