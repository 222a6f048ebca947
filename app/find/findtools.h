// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <QString>

namespace nest::ui {

class CommandPalette;
class HelpContext;
class MainWindow;
class ManualWindow;
class Presentation;
class ShortcutSheet;

/// What helps a person find and show things in a window: command palette, shortcut sheet, manual, presentation mode.
/// Wires their actions.
class FindTools : public QObject {
    Q_OBJECT

public:
    explicit FindTools(MainWindow& window);
    ~FindTools() override;

    void openPalette();
    /// The manual at a topic; without one at what the person turned to last.
    void openManual(const QString& topic = {});
    CommandPalette* palette() const { return m_palette; }
    ShortcutSheet* sheet() const { return m_sheet; }
    Presentation* presentation() const { return m_presentation; }
    /// The one of the application; null until it was opened.
    ManualWindow* manual() const;
    HelpContext* context() const { return m_context; }

private:
    MainWindow& m_window;
    CommandPalette* m_palette;
    ShortcutSheet* m_sheet;
    Presentation* m_presentation;
    HelpContext* m_context;
};

} // namespace nest::ui
