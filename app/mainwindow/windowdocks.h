// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

class QDockWidget;
class QMainWindow;

namespace nest::ui {

class ActionRegistry;
class Inspector;
class NotesPanel;
class OptionsSide;
class ProblemsPanel;

/// The panels round the workspaces of a window: where they stand at first, what they are called, and the actions of the
/// View menu that show and hide them.
class WindowDocks : public QObject {
    Q_OBJECT

public:
    struct Panels {
        OptionsSide* options;
        Inspector* inspector;
        NotesPanel* notes;
        ProblemsPanel* problems;
    };
    WindowDocks(QMainWindow& window, const Panels& panels);

    QDockWidget* options() const { return m_options; }
    QDockWidget* problems() const { return m_problems; }
    void connectActions(ActionRegistry& actions);
    void retranslate();

signals:
    /// Somebody wants to see or hide a panel.
    void toggled();

private:
    QDockWidget *m_options, *m_inspector, *m_notes, *m_problems;
};

} // namespace nest::ui
