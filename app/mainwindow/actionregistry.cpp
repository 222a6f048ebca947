// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "mainwindow/actionregistry.h"

#include "theme/theme.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QWidget>
#include <utility>

namespace nest::ui {

namespace {

const char* const needsPlan = QT_TRANSLATE_NOOP("Actions", "no plan is shown");

} // namespace

const std::vector<ActionInfo>& actionTable() {
    static const std::vector<ActionInfo> table{
        {"file.new", QT_TRANSLATE_NOOP("Actions", "&New project"), "Ctrl+N", "new", "File"},
        {"file.newWindow", QT_TRANSLATE_NOOP("Actions", "New &window"), "Ctrl+Shift+N", "", "File"},
        {"file.open", QT_TRANSLATE_NOOP("Actions", "&Open..."), "Ctrl+O", "open", "File"},
        {"file.save", QT_TRANSLATE_NOOP("Actions", "&Save"), "Ctrl+S", "save", "File|"},
        {"file.saveAs", QT_TRANSLATE_NOOP("Actions", "Save &as..."), "Ctrl+Shift+S", "", "File"},
        {"export.plan", QT_TRANSLATE_NOOP("Actions", "Export &plan..."), "Ctrl+E", "export", "File|", needsPlan},
        {"export.engine", QT_TRANSLATE_NOOP("Actions", "&Export for an engine..."), "Ctrl+Shift+E", "export", "File",
         needsPlan},
        {"export.stages", QT_TRANSLATE_NOOP("Actions", "Export stages as &CSV..."), "", "", "File", needsPlan},
        {"export.candidates", QT_TRANSLATE_NOOP("Actions", "Export &best plans as CSV..."), "", "", "File", needsPlan},
        {"export.charts", QT_TRANSLATE_NOOP("Actions", "Export charts as &images..."), "", "image", "File"},
        {"file.quit", QT_TRANSLATE_NOOP("Actions", "&Quit"), "Ctrl+Q", "", "File|"},
        {"edit.undo", QT_TRANSLATE_NOOP("Actions", "&Undo"), "Ctrl+Z", "undo", "Edit",
         QT_TRANSLATE_NOOP("Actions", "nothing to undo")},
        {"edit.redo", QT_TRANSLATE_NOOP("Actions", "&Redo"), "Ctrl+Shift+Z; Ctrl+Y", "redo", "Edit",
         QT_TRANSLATE_NOOP("Actions", "nothing to redo")},
        {"edit.copyLayout", QT_TRANSLATE_NOOP("Actions", "&Copy layout line"), "Ctrl+Shift+C", "copy", "Edit|",
         needsPlan},
        {"edit.resetOptions", QT_TRANSLATE_NOOP("Actions", "Reset all &options"), "", "", "Edit|"},
        {"plan.solve", QT_TRANSLATE_NOOP("Actions", "&Solve"), "F5", "solve", "Plan"},
        {"plan.stop", QT_TRANSLATE_NOOP("Actions", "S&top"), "Shift+F5", "stop", "Plan",
         QT_TRANSLATE_NOOP("Actions", "no search is running")},
        {"plan.keep", QT_TRANSLATE_NOOP("Actions", "&Keep this plan"), "Ctrl+D", "", "Plan|", needsPlan},
        {"plan.endEdit", QT_TRANSLATE_NOOP("Actions", "&Drop the edits by hand"), "", "", "Plan",
         QT_TRANSLATE_NOOP("Actions", "nothing was edited by hand")},
        {"plan.fix", QT_TRANSLATE_NOOP("Actions", "&Fix this layout in the search"), "", "", "Plan", needsPlan},
        {"plan.whyNot", QT_TRANSLATE_NOOP("Actions", "&Why not another layout?"), "Ctrl+L", "", "Plan"},
        {"plan.help", QT_TRANSLATE_NOOP("Actions", "What would &help?"), "", "", "Plan", needsPlan},
        {"plan.size", QT_TRANSLATE_NOOP("Actions", "How &many devices?"), "", "", "Plan"},
        {"view.topology", QT_TRANSLATE_NOOP("Actions", "&Topology"), "Ctrl+1", "", "View"},
        {"view.model", QT_TRANSLATE_NOOP("Actions", "&Model"), "Ctrl+2", "", "View"},
        {"view.plan", QT_TRANSLATE_NOOP("Actions", "&Plan"), "Ctrl+3", "", "View"},
        {"view.compare", QT_TRANSLATE_NOOP("Actions", "&Compare"), "Ctrl+4", "", "View"},
        {"view.options", QT_TRANSLATE_NOOP("Actions", "&Options panel"), "F8", "panel-left", "View|"},
        {"view.inspector", QT_TRANSLATE_NOOP("Actions", "&Inspector"), "F9", "panel-right", "View"},
        {"view.notes", QT_TRANSLATE_NOOP("Actions", "&Notes"), "F6", "note", "View"},
        {"view.problems", QT_TRANSLATE_NOOP("Actions", "P&roblems and log"), "F7", "panel-bottom", "View"},
        {"view.searchOptions", QT_TRANSLATE_NOOP("Actions", "&Find an option"), "Ctrl+F", "", "View|"},
        {"view.palette", QT_TRANSLATE_NOOP("Actions", "Comman&d palette..."), "Ctrl+K", "search", "View"},
        {"view.present", QT_TRANSLATE_NOOP("Actions", "Pr&esentation mode"), "F11; Ctrl+Shift+P", "present", "View|"},
        {"view.menu", QT_TRANSLATE_NOOP("Actions", "Menu"), "F10", "menu", ""},
        {"help.manual", QT_TRANSLATE_NOOP("Actions", "&Manual"), "F1", "manual", "Help"},
        {"help.shortcuts", QT_TRANSLATE_NOOP("Actions", "&Keyboard shortcuts"), "Ctrl+/; ?", "keyboard", "Help"},
        {"help.about", QT_TRANSLATE_NOOP("Actions", "&About NEST Planner"), "", "about", "Help|"},
    };
    return table;
}

const char* actionKeywords(const QString& id) {
    static constexpr std::pair<const char*, const char*> table[] = {
        {"file.new",
         QT_TRANSLATE_NOOP("Keywords", "start page, paste, command, Megatron-LM, config.json, launch script")},
        {"file.open", QT_TRANSLATE_NOOP("Keywords", "load, import, launch script")},
        {"export.plan", QT_TRANSLATE_NOOP("Keywords", "write, JSON, plan file, download, save as")},
        {"export.engine", QT_TRANSLATE_NOOP("Keywords", "launch script, Megatron-LM, DeepSpeed, torchrun, download, "
                                                        "save as script, generate command")},
        {"export.charts", QT_TRANSLATE_NOOP("Keywords", "picture, PNG, SVG, PDF, download")},
        {"plan.solve", QT_TRANSLATE_NOOP("Keywords", "search, optimize, run")},
        {"plan.keep", QT_TRANSLATE_NOOP("Keywords", "pin, bookmark, save plan")},
        {"plan.whyNot", QT_TRANSLATE_NOOP("Keywords", "ask, price a layout")},
        {"plan.help", QT_TRANSLATE_NOOP("Keywords", "faster, improve, advice, bottleneck, limit, speed up")},
        {"plan.size", QT_TRANSLATE_NOOP("Keywords", "how many GPUs, size, fewest, least nodes, sizing, cluster size")},
        {"view.compare", QT_TRANSLATE_NOOP("Keywords", "side by side, difference")},
        {"view.options", QT_TRANSLATE_NOOP("Keywords", "settings, preferences, sidebar")},
        {"view.present", QT_TRANSLATE_NOOP("Keywords", "full screen, larger text, projector")},
        {"help.shortcuts", QT_TRANSLATE_NOOP("Keywords", "keys, hotkeys")},
        {"menu.theme", QT_TRANSLATE_NOOP("Keywords", "colours, appearance, mode")},
        {"menu.language", QT_TRANSLATE_NOOP("Keywords", "translation")},
        {"language.zh_CN", QT_TRANSLATE_NOOP("Keywords", "Chinese, Mandarin")},
        {"language.en", QT_TRANSLATE_NOOP("Keywords", "English")},
    };
    for (const auto& [name, words] : table)
        if (id == QLatin1String(name)) return words;
    return "";
}

QString withoutMnemonic(const QString& text) {
    static const QRegularExpression inBrackets(QStringLiteral("\\s*\\(&.\\)"));
    return QString(text).remove(inBrackets).remove(QLatin1Char('&'));
}

namespace {

/// Menus in their order: how the table calls them, and their text.
constexpr std::pair<const char*, const char*> menus[] = {
    {"File", QT_TRANSLATE_NOOP("Actions", "&File")}, {"Edit", QT_TRANSLATE_NOOP("Actions", "&Edit")},
    {"Plan", QT_TRANSLATE_NOOP("Actions", "&Plan")}, {"View", QT_TRANSLATE_NOOP("Actions", "&View")},
    {"Help", QT_TRANSLATE_NOOP("Actions", "&Help")},
};

} // namespace

ActionRegistry::ActionRegistry(QWidget* window) : QObject(window), m_menu(new QMenu(window)) {
    for (const auto& [name, text] : menus)
        m_submenus.insert(QString::fromLatin1(name), m_menu->addMenu(QString()));
    for (const ActionInfo& info : actionTable()) {
        auto* action = new QAction(window);
        action->setObjectName(QString::fromLatin1(info.id));
        if (*info.shortcut)
            action->setShortcuts(
                QKeySequence::listFromString(QString::fromLatin1(info.shortcut), QKeySequence::PortableText));
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
    for (const auto& [name, text] : menus) {
        QMenu* submenu = m_submenus.value(QString::fromLatin1(name));
        submenu->setTitle(QCoreApplication::translate("Actions", text));
        submenu->setAccessibleName(withoutMnemonic(submenu->title()));
    }
    for (const ActionInfo& info : actionTable()) {
        QAction* target = m_actions.value(QString::fromLatin1(info.id));
        target->setText(QCoreApplication::translate("Actions", info.text));
        const QString plain = withoutMnemonic(target->text());
        const QString keys = target->shortcut().toString(QKeySequence::NativeText);
        target->setToolTip(keys.isEmpty() ? plain : QStringLiteral("%1 (%2)").arg(plain, keys));
    }
}

} // namespace nest::ui
