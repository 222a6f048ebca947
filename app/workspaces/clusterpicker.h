// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>
#include <string>

class QComboBox;
class QLabel;
class QSpinBox;

namespace nest::ui {

/// A label that wraps keeps the room for so many lines, so that what is below it stays where it is.
void keepLines(QLabel* label, int lines);

/// A preset topology, its number of nodes and how many of its devices are used, with what it is and how many devices it
/// comes to.
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
    QSpinBox* usedBox() const { return m_used; }
    qint64 devices() const { return m_devices; }
    /// At most so many of devices(); 0: all. Stays wanted while the cluster changes.
    qint64 devicesUsed() const;
    void setDevicesUsed(qint64 devices);

signals:
    void changed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void describe();
    void showUsed();
    void retranslate();

    QComboBox* m_kind;
    QSpinBox *m_nodes, *m_used;
    QLabel *m_kindLabel, *m_nodesLabel, *m_usedLabel, *m_title;
    qint64 m_devices = 0, m_wanted = 0;
};

} // namespace nest::ui
