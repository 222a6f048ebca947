// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "mainwindow/choicemenus.h"

#include "mainwindow/actionregistry.h"
#include "mainwindow/language.h"

#include <QActionGroup>
#include <QApplication>
#include <QMenu>
#include <QSettings>
#include <algorithm>

namespace nest::ui {

ChoiceMenus::ChoiceMenus(const ActionRegistry& actions, Language& language, QObject* parent)
    : QObject(parent), m_choice(language), m_themeGroup(new QActionGroup(this)),
      m_languageGroup(new QActionGroup(this)) {
    QMenu* view = actions.submenu("View");
    view->addSeparator();
    m_theme = view->addMenu(lineIcon(QStringLiteral("theme")), QString());
    m_language = view->addMenu(lineIcon(QStringLiteral("language")), QString());
    m_theme->setObjectName(QStringLiteral("menu.theme")); // see actionKeywords()
    m_language->setObjectName(QStringLiteral("menu.language"));
    buildTheme();
    buildLanguage();
}

void ChoiceMenus::buildTheme() {
    for (ThemeMode mode : {ThemeMode::System, ThemeMode::Light, ThemeMode::Dark}) {
        QAction* action = m_theme->addAction(QString());
        action->setCheckable(true);
        action->setData(static_cast<int>(mode));
        action->setProperty("english", mode == ThemeMode::Dark    ? QStringLiteral("Dark")
                                       : mode == ThemeMode::Light ? QStringLiteral("Light")
                                                                  : QStringLiteral("As the system"));
        m_themeGroup->addAction(action);
        connect(action, &QAction::triggered, this, [mode] { setTheme(mode); });
    }
    connect(m_theme, &QMenu::aboutToShow, this, [this] { // another window may have changed it
        m_themeGroup->actions()[static_cast<int>(theme())]->setChecked(true);
    });
}

void ChoiceMenus::buildLanguage() {
    for (const QString& code : Language::codes()) {
        QAction* action = m_language->addAction(Language::nameOf(code));
        action->setCheckable(true);
        action->setData(code);
        action->setProperty("keywords", QStringLiteral("language.") + code);
        m_languageGroup->addAction(action);
        connect(action, &QAction::triggered, this, [this, code] { m_choice.set(code); });
    }
    connect(&m_choice, &Language::changed, this,
            [](const QString& code) { QSettings().setValue(QStringLiteral("language"), code); });
}

void ChoiceMenus::retranslate() {
    m_theme->setTitle(tr("T&heme"));
    m_language->setTitle(tr("&Language"));
    const QString themes[] = {tr("&As the system"), tr("&Light"), tr("&Dark")};
    const auto themeActions = m_themeGroup->actions();
    for (QAction* action : themeActions) {
        action->setText(themes[action->data().toInt()]);
        action->setChecked(action->data().toInt() == static_cast<int>(theme()));
    }
    const auto languageActions = m_languageGroup->actions();
    for (QAction* action : languageActions)
        action->setChecked(action->data().toString() == m_choice.current());
}

ThemeMode ChoiceMenus::theme() {
    return static_cast<ThemeMode>(std::clamp(QSettings().value(QStringLiteral("theme"), 0).toInt(), 0, 2));
}

void ChoiceMenus::setTheme(ThemeMode mode) {
    QSettings().setValue(QStringLiteral("theme"), static_cast<int>(mode));
    applyTheme(*qApp, mode);
}

ThemeMode ChoiceMenus::applySavedTheme() {
    applyTheme(*qApp, theme());
    return theme();
}

} // namespace nest::ui
