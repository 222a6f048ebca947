// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "mainwindow/actionregistry.h"

#include "theme/theme.h"

#include <QCoreApplication>
#include <QWidget>

namespace nest::ui {

const std::vector<ActionInfo>& actionTable() {
    static const std::vector<ActionInfo> table{
        {"file.new", QT_TRANSLATE_NOOP("Actions", "&New project"), "Ctrl+N", "new", "File"},
        {"file.open", QT_TRANSLATE_NOOP("Actions", "&Open..."), "Ctrl+O", "open", "File"},
        {"file.save", QT_TRANSLATE_NOOP("Actions", "&Save"), "Ctrl+S", "save", "File|"},
        {"file.saveAs", QT_TRANSLATE_NOOP("Actions", "Save &as..."), "Ctrl+Shift+S", "", "File"},
        {"export.plan", QT_TRANSLATE_NOOP("Actions", "Export &plan..."), "Ctrl+E", "export", "File|"},
        {"export.stages", QT_TRANSLATE_NOOP("Actions", "Export stages as &CSV..."), "", "", "File"},
        {"export.candidates", QT_TRANSLATE_NOOP("Actions", "Export best plans as CSV..."), "", "", "File"},
        {"export.charts", QT_TRANSLATE_NOOP("Actions", "Export charts as &images..."), "", "image", "File"},
        {"file.quit", QT_TRANSLATE_NOOP("Actions", "&Quit"), "Ctrl+Q", "", "File|"},
        {"edit.undo", QT_TRANSLATE_NOOP("Actions", "&Undo"), "Ctrl+Z", "undo", "Edit"},
        {"edit.redo", QT_TRANSLATE_NOOP("Actions", "&Redo"), "Ctrl+Shift+Z", "redo", "Edit"},
        {"edit.copyLayout", QT_TRANSLATE_NOOP("Actions", "&Copy layout line"), "Ctrl+Shift+C", "copy", "Edit|"},
        {"edit.resetOptions", QT_TRANSLATE_NOOP("Actions", "Reset all &options"), "", "", "Edit|"},
        {"plan.solve", QT_TRANSLATE_NOOP("Actions", "&Solve"), "F5", "solve", "Plan"},
        {"plan.stop", QT_TRANSLATE_NOOP("Actions", "S&top"), "Shift+F5", "stop", "Plan"},
        {"plan.keep", QT_TRANSLATE_NOOP("Actions", "&Keep this plan"), "Ctrl+D", "", "Plan|"},
        {"plan.endEdit", QT_TRANSLATE_NOOP("Actions", "&Drop the edits by hand"), "", "", "Plan"},
        {"view.topology", QT_TRANSLATE_NOOP("Actions", "&Topology"), "Ctrl+1", "", "View"},
        {"view.plan", QT_TRANSLATE_NOOP("Actions", "&Plan"), "Ctrl+2", "", "View"},
        {"view.compare", QT_TRANSLATE_NOOP("Actions", "&Compare"), "Ctrl+3", "", "View"},
        {"view.options", QT_TRANSLATE_NOOP("Actions", "&Options panel"), "F8", "panel-left", "View|"},
        {"view.inspector", QT_TRANSLATE_NOOP("Actions", "&Inspector"), "F9", "panel-right", "View"},
        {"view.problems", QT_TRANSLATE_NOOP("Actions", "P&roblems and log"), "F7", "panel-bottom", "View"},
        {"view.searchOptions", QT_TRANSLATE_NOOP("Actions", "&Find an option"), "Ctrl+F", "", "View|"},
        {"view.menu", QT_TRANSLATE_NOOP("Actions", "Menu"), "F10", "menu", ""},
        {"help.about", QT_TRANSLATE_NOOP("Actions", "&About NEST Planner"), "", "about", "Help"},
    };
    return table;
}

namespace {

/// Menus in their order.
constexpr const char* menuNames[] = {
    QT_TRANSLATE_NOOP("Actions", "File"), QT_TRANSLATE_NOOP("Actions", "Edit"), QT_TRANSLATE_NOOP("Actions", "Plan"),
    QT_TRANSLATE_NOOP("Actions", "View"), QT_TRANSLATE_NOOP("Actions", "Help"),
};

} // namespace

ActionRegistry::ActionRegistry(QWidget* window) : QObject(window), m_menu(new QMenu(window)) {
    for (const char* name : menuNames)
        m_submenus.insert(QString::fromLatin1(name), m_menu->addMenu(QString()));
    for (const ActionInfo& info : actionTable()) {
        auto* action = new QAction(window);
        action->setObjectName(QString::fromLatin1(info.id));
        action->setShortcut(QKeySequence(QString::fromLatin1(info.shortcut), QKeySequence::PortableText));
        if (*info.icon) action->setIcon(lineIcon(QString::fromLatin1(info.icon)));
        m_actions.insert(QString::fromLatin1(info.id), action);
        window->addAction(action);
        QString name = QString::fromLatin1(info.menu);
        if (name.isEmpty()) continue;
        const bool newGroup = name.endsWith(QLatin1Char('|'));
        if (newGroup) name.chop(1);
        QMenu* submenu = m_submenus.value(name);
        if (newGroup) submenu->addSeparator();
        submenu->addAction(action);
    }
    retranslate();
}

QAction* ActionRegistry::action(const char* id) const {
    QAction* found = m_actions.value(QString::fromLatin1(id));
    Q_ASSERT_X(found, "ActionRegistry", id);
    return found;
}

void ActionRegistry::retranslate() {
    for (const char* name : menuNames)
        m_submenus.value(QString::fromLatin1(name))->setTitle(QCoreApplication::translate("Actions", name));
    for (const ActionInfo& info : actionTable()) {
        QAction* target = m_actions.value(QString::fromLatin1(info.id));
        target->setText(QCoreApplication::translate("Actions", info.text));
        QString plain = target->text().remove(QLatin1Char('&'));
        const QString keys = target->shortcut().toString(QKeySequence::NativeText);
        target->setToolTip(keys.isEmpty() ? plain : QStringLiteral("%1 (%2)").arg(plain, keys));
    }
}

} // namespace nest::ui
