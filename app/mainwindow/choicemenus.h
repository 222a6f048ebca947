// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "theme/theme.h"

#include <QList>
#include <QObject>

class QActionGroup;
class QMenu;

namespace nest::ui {

class ActionRegistry;
class Language;

/// The menus that set a window up, theme and language, in the View menu. Both hold for all windows of the process,
/// which share the settings.
class ChoiceMenus : public QObject {
    Q_OBJECT

public:
    ChoiceMenus(const ActionRegistry& actions, Language& language, QObject* parent = nullptr);

    QList<QMenu*> menus() const { return {m_theme, m_language}; }
    void retranslate();

    static ThemeMode theme();
    static void setTheme(ThemeMode mode);
    /// Of the settings; widgets take the application's font and style when they are made.
    static ThemeMode applySavedTheme();

private:
    void buildTheme();
    void buildLanguage();

    Language& m_choice;
    QMenu *m_theme, *m_language;
    QActionGroup *m_themeGroup, *m_languageGroup;
};

} // namespace nest::ui
