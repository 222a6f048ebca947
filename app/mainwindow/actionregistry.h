// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QAction>
#include <QHash>
#include <QMenu>
#include <QObject>
#include <functional>
#include <vector>

namespace nest::ui {

/// One row of the table of everything a person can do from a menu or the keyboard.
struct ActionInfo {
    const char* id;
    const char* text;       ///< English source, context "Actions"
    const char* shortcut;   ///< portable text, may be empty; more than one separated by "; ", the first is shown
    const char* icon;       ///< name below :/icons, may be empty
    const char* menu;       ///< "File", "Edit", "View", "Help" or empty: in no menu; "File|" starts a new group
    const char* needs = ""; ///< English source, context "Actions": what is missing when it can't be done
};

const std::vector<ActionInfo>& actionTable();

/// Other words by which people look for an action, or for the choices of a menu ("menu.theme", "language.zh_CN");
/// English source, context "Keywords", empty for those that need none.
const char* actionKeywords(const QString& id);

/// A menu's text without its mnemonic: "&Open..." is "Open...", "打开(&O)..." is "打开...".
QString withoutMnemonic(const QString& text);

/// The actions of actionTable(), made once for a window. Menus, shortcuts and texts come from the table alone.
class ActionRegistry : public QObject {
    Q_OBJECT

public:
    explicit ActionRegistry(QWidget* window);

    /// `id` must be in the table.
    QAction* action(const char* id) const;
    template <typename Receiver, typename Function> void on(const char* id, Receiver* receiver, Function&& function) {
        connect(action(id), &QAction::triggered, receiver, std::forward<Function>(function));
    }
    /// Where a row has "menu" as its submenu's placeholder, e.g. recent files.
    QMenu* menu() const { return m_menu; }
    QMenu* submenu(const char* name) const { return m_submenus.value(QString::fromLatin1(name)); }
    void retranslate();

private:
    QMenu* m_menu;
    QHash<QString, QMenu*> m_submenus;
    QHash<QString, QAction*> m_actions;
};

} // namespace nest::ui
