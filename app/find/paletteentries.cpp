// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "find/paletteentries.h"

#include "controls/optionpanel.h"
#include "document/presettext.h"
#include "document/topologychoice.h"
#include "find/shortcutlist.h"
#include "help/manual.h"
#include "help/manualparts.h"
#include "io/files.h"
#include "mainwindow/choicemenus.h"
#include "mainwindow/headerbar.h"
#include "mainwindow/mainwindow.h"
#include "mainwindow/optionsside.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <algorithm>

namespace nest::ui {
namespace {

QString say(const char* text) {
    return QCoreApplication::translate("Palette", text);
}

/// In their order, each in the window's language and in English.
QVector<QStringList> keywords(const QString& id) {
    const char* words = actionKeywords(id);
    if (!*words) return {};
    static const QRegularExpression between(QStringLiteral("\\s*[,\uff0c\u3001]\\s*"));
    QVector<QStringList> list;
    for (const QString& text : {QCoreApplication::translate("Keywords", words), QString::fromLatin1(words)}) {
        const QStringList names = text.split(between);
        list.resize(std::max(list.size(), names.size()));
        for (qsizetype i = 0; i < names.size(); ++i)
            list[i] << names[i];
    }
    return list;
}

/// "File › Save as"
QString path(const QString& menu, const QString& text) {
    return menu.isEmpty() ? text : menu + QStringLiteral(" › ") + text;
}

void addActions(std::vector<PaletteEntry>& entries, MainWindow& window) {
    const QStringList workspaces = window.header()->workspaceNames();
    for (const ActionInfo& info : actionTable()) {
        QAction* action = window.actions().action(info.id);
        if (qstrcmp(info.id, "view.palette") == 0 || !action->isVisible()) continue; // it is open
        PaletteEntry entry;
        entry.title = withoutMnemonic(action->text());
        const bool workspace = workspaces.contains(entry.title);
        entry.kind =
            workspace ? say(QT_TRANSLATE_NOOP("Palette", "Workspace")) : say(QT_TRANSLATE_NOOP("Palette", "Command"));
        entry.english = withoutMnemonic(QString::fromLatin1(info.text));
        entry.also = menuText(info.menu) + QLatin1Char(' ') + QString::fromLatin1(info.menu).remove(QLatin1Char('|'));
        entry.keywords = keywords(QString::fromLatin1(info.id));
        entry.detail = action->shortcut().toString(QKeySequence::NativeText);
        if (action->isCheckable())
            entry.detail = path(action->isChecked() ? say(QT_TRANSLATE_NOOP("Palette", "shown"))
                                                    : say(QT_TRANSLATE_NOOP("Palette", "hidden")),
                                entry.detail);
        if (!action->isEnabled())
            entry.reason = *info.needs ? QCoreApplication::translate("Actions", info.needs)
                                       : say(QT_TRANSLATE_NOOP("Palette", "not possible now"));
        entry.run = [action] { action->trigger(); };
        entries.push_back(std::move(entry));
    }
}

void addMenus(std::vector<PaletteEntry>& entries, const QList<QMenu*>& menus) {
    for (const QMenu* menu : menus) {
        const auto actions = menu->actions();
        for (QAction* action : actions) {
            PaletteEntry entry;
            entry.kind = withoutMnemonic(menu->title());
            entry.title = withoutMnemonic(action->text());
            entry.english = action->property("english").toString();
            entry.keywords = keywords(action->property("keywords").toString()) + keywords(menu->objectName());
            if (action->isChecked()) entry.detail = say(QT_TRANSLATE_NOOP("Palette", "now"));
            entry.run = [action] { action->trigger(); };
            entries.push_back(std::move(entry));
        }
    }
}

void addOptions(std::vector<PaletteEntry>& entries, MainWindow& window) {
    OptionPanel* panel = window.optionsSide()->panel();
    const QStringList keys = panel->keys();
    for (const QString& key : keys) {
        const OptionInfo* info = find_option(key.toStdString());
        if (!info) continue;
        PaletteEntry entry;
        entry.kind = say(QT_TRANSLATE_NOOP("Palette", "Option"));
        entry.title = panel->label(key);
        entry.english = QString::fromLatin1(info->label);
        entry.also = key + QLatin1Char(' ') + QCoreApplication::translate("Options", info->help);
        entry.detail = panel->shownValue(key);
        entry.run = [&window, key] { window.editOption(key); };
        entries.push_back(std::move(entry));
    }
}

void addPresets(std::vector<PaletteEntry>& entries, MainWindow& window) {
    Project& project = window.project();
    const auto add = [&](const char* kind, const QString& name, const char* english, const std::string& current,
                         const std::function<void(const std::string&)>& set) {
        for (const std::string& preset : io::preset_names(kind)) {
            PaletteEntry entry;
            entry.kind = name;
            entry.title = QString::fromStdString(preset);
            entry.detail = presetTitle(kind, preset);
            entry.english = QString::fromStdString(io::preset_title(kind, preset, false));
            entry.also = QString::fromLatin1(english) + QLatin1Char(' ') + entry.detail;
            if (preset == current || splitTopologyName(current).preset == preset)
                entry.detail = say(QT_TRANSLATE_NOOP("Palette", "now"));
            entry.run = [set, preset] { set(preset); };
            entries.push_back(std::move(entry));
        }
    };
    const ProjectState& state = project.state();
    add("models", say(QT_TRANSLATE_NOOP("Palette", "Model")), "Model", state.model.name,
        [&project](const std::string& name) {
            project.setModel({name, nullptr});
        });
    add("topologies", say(QT_TRANSLATE_NOOP("Palette", "Topology")), "Topology", state.topology.name,
        [&project](const std::string& name) {
            project.setTopology({keepNodeCount(project.state().topology.name, name), nullptr});
        });
    add("devices", say(QT_TRANSLATE_NOOP("Palette", "Device")), "Device", state.device.name,
        [&project](const std::string& name) {
            project.setDevice({name, nullptr});
        });
}

void addFiles(std::vector<PaletteEntry>& entries, MainWindow& window) {
    const QStringList files = window.recentFiles();
    for (const QString& file : files) {
        PaletteEntry entry;
        entry.kind = say(QT_TRANSLATE_NOOP("Palette", "Recent file"));
        entry.title = QFileInfo(file).fileName();
        entry.english = QStringLiteral("recent file");
        entry.detail = QDir::toNativeSeparators(QFileInfo(file).path());
        if (!QFileInfo::exists(file)) entry.reason = say(QT_TRANSLATE_NOOP("Palette", "no longer there"));
        entry.run = [&window, file] { window.openFile(file); };
        entries.push_back(std::move(entry));
    }
}

void addPages(std::vector<PaletteEntry>& entries, const Manual& manual,
              const std::function<void(const QString&)>& openTopic) {
    const Manual english(QStringLiteral("en"));
    for (const ManualPage& page : manual.pages()) {
        PaletteEntry entry;
        entry.kind = say(QT_TRANSLATE_NOOP("Palette", "Manual"));
        entry.title = page.title;
        if (const ManualPage* other = english.page(page.id)) entry.english = other->title;
        entry.also = QStringLiteral("Manual");
        entry.detail = page.part;
        entry.run = [openTopic, id = page.id] { openTopic(id); };
        entries.push_back(std::move(entry));
    }
}

} // namespace

std::vector<PaletteEntry> paletteEntries(MainWindow& window, const Manual& manual,
                                         const std::function<void(const QString&)>& openTopic) {
    std::vector<PaletteEntry> entries;
    addActions(entries, window);
    addOptions(entries, window);
    addPresets(entries, window);
    addFiles(entries, window);
    addMenus(entries, window.choices()->menus());
    addPages(entries, manual, openTopic);
    return entries;
}

} // namespace nest::ui
