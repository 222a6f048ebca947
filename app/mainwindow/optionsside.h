// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "document/project.h"

#include <QWidget>

class QComboBox;
class QFormLayout;
class QLabel;

namespace nest::ui {

class OptionPanel;
struct PreparedInputs;

/// The left side: which model on which topology with which device, and all options below.
class OptionsSide : public QWidget {
    Q_OBJECT

public:
    explicit OptionsSide(Project& project, QWidget* parent = nullptr);

    OptionPanel* panel() const { return m_panel; }
    void setInputs(const PreparedInputs& inputs);

signals:
    /// "Open a file..." was chosen in a picker.
    void openRequested();
    void faultFound(const nest::Diagnostic& fault);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void retranslate();
    void fill(QComboBox* box, const char* kind, const InputChoice& choice, const std::string& emptyName);
    void chosen(QComboBox* box, void (Project::*setter)(const InputChoice&));
    void editOption(const QString& key, const nlohmann::json& value);

    Project& m_project;
    QLabel* m_labels[3];
    QComboBox* m_model;
    QComboBox* m_topology;
    QComboBox* m_device;
    OptionPanel* m_panel;
    QString m_ownDevice; ///< the topology's
};

} // namespace nest::ui
