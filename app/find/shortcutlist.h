// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>

/// Every key of the program in groups, in the current language: what the shortcut sheet shows and the manual prints.
namespace nest::ui {

struct ShortcutRow {
    QStringList keys; ///< native text of each of them
    QString text;
};

struct ShortcutGroup {
    QString title;
    QVector<ShortcutRow> rows;
};

/// Keys of actionTable(), menu by menu; then those of charts and tables, which have no actions.
QVector<ShortcutGroup> shortcutGroups();

/// A menu of the action table ("File|" or "File") as people read it; what is in no menu is "Window".
QString menuText(const char* menu);

} // namespace nest::ui
