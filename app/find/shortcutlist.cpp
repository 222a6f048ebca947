// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "find/shortcutlist.h"

#include "mainwindow/actionregistry.h"

#include <QCoreApplication>
#include <QKeySequence>
#include <QStringList>
#include <algorithm>

namespace nest::ui {
namespace {

struct ChartKey {
    const char* keys; ///< portable key sequences separated by "; ", or English words for the mouse (context "Keys")
    const char* text; ///< English source, context "Keys"
};

constexpr ChartKey chartKeys[] = {
    {"Up; Down; Left; Right", QT_TRANSLATE_NOOP("Keys", "next stage, device, level or cell")},
    {"Home; End", QT_TRANSLATE_NOOP("Keys", "first or last one")},
    {"Esc", QT_TRANSLATE_NOOP("Keys", "nothing selected")},
    {"Ctrl++; Ctrl+-", QT_TRANSLATE_NOOP("Keys", "zoom in or out")},
    {"Ctrl+0; F", QT_TRANSLATE_NOOP("Keys", "show the whole drawing")},
    {QT_TRANSLATE_NOOP("Keys", "Ctrl+wheel"), QT_TRANSLATE_NOOP("Keys", "zoom at the pointer")},
    {QT_TRANSLATE_NOOP("Keys", "drag"), QT_TRANSLATE_NOOP("Keys", "move the enlarged drawing")},
    {QT_TRANSLATE_NOOP("Keys", "double click"), QT_TRANSLATE_NOOP("Keys", "back to the whole drawing")},
    {QT_TRANSLATE_NOOP("Keys", "Shift+drag"), QT_TRANSLATE_NOOP("Keys", "zoom to a span of the schedule")},
    {"Tab", QT_TRANSLATE_NOOP("Keys", "next border of two stages, on the strip of layers")},
    {"Shift+Left; Shift+Right", QT_TRANSLATE_NOOP("Keys", "move the border by ten layers")},
    {"Backspace", QT_TRANSLATE_NOOP("Keys", "back to the zoom before")},
    {"R", QT_TRANSLATE_NOOP("Keys", "another recomputation of the stage (layer strip)")},
    {"+; -", QT_TRANSLATE_NOOP("Keys", "recompute one layer more or less in full (layer strip)")},
    {"Del", QT_TRANSLATE_NOOP("Keys", "take an edit back (layer table)")},
};

constexpr ChartKey fieldKeys[] = {
    {"Return", QT_TRANSLATE_NOOP("Keys", "take what was typed")},
    {"Esc", QT_TRANSLATE_NOOP("Keys", "back to the value before")},
    {"Tab", QT_TRANSLATE_NOOP("Keys", "next field")},
};

/// As they stand on keyboards: the names of the arrow keys are long in some languages.
QStringList keyTexts(const QList<QKeySequence>& keys) {
    QStringList texts;
    for (const QKeySequence& key : keys) {
        QString text = key.toString(QKeySequence::NativeText);
        for (const auto& [code, sign] : {std::pair(Qt::Key_Up, u'↑'), std::pair(Qt::Key_Down, u'↓'),
                                         std::pair(Qt::Key_Left, u'←'), std::pair(Qt::Key_Right, u'→')})
            if (key[0].key() == code)
                text.replace(QKeySequence(code).toString(QKeySequence::NativeText), QString(QChar(sign)));
        texts << text;
    }
    return texts;
}

QList<QKeySequence> sequencesOf(const char* text) {
    return QKeySequence::listFromString(QString::fromLatin1(text), QKeySequence::PortableText);
}

template <std::size_t Count> ShortcutGroup groupOf(const QString& title, const ChartKey (&keys)[Count]) {
    ShortcutGroup group{title, {}};
    for (const ChartKey& key : keys) {
        const QString spoken = QCoreApplication::translate("Keys", key.keys);
        const QList<QKeySequence> sequences = sequencesOf(key.keys);
        const bool words =
            sequences.isEmpty() || sequences.first().isEmpty() || sequences.first()[0].key() == Qt::Key_unknown;
        group.rows.append(
            {words ? QStringList(spoken) : keyTexts(sequences), QCoreApplication::translate("Keys", key.text)});
    }
    return group;
}

} // namespace

QString menuText(const char* menu) {
    QString name = QString::fromLatin1(menu);
    if (name.endsWith(QLatin1Char('|'))) name.chop(1);
    if (name.isEmpty()) return QCoreApplication::translate("Keys", "Window");
    return withoutMnemonic(QCoreApplication::translate("Actions", ("&" + name.toLatin1()).constData()));
}

QVector<ShortcutGroup> shortcutGroups() {
    QVector<ShortcutGroup> groups;
    for (const ActionInfo& info : actionTable()) {
        if (!*info.shortcut) continue;
        const QString title = menuText(info.menu);
        auto group =
            std::find_if(groups.begin(), groups.end(), [&](const ShortcutGroup& g) { return g.title == title; });
        if (group == groups.end()) {
            groups.append({title, {}});
            group = groups.end() - 1;
        }
        group->rows.append(
            {keyTexts(sequencesOf(info.shortcut)), withoutMnemonic(QCoreApplication::translate("Actions", info.text))});
    }
    groups.append(groupOf(QCoreApplication::translate("Keys", "In charts"), chartKeys));
    groups.append(groupOf(QCoreApplication::translate("Keys", "In fields"), fieldKeys));
    return groups;
}

} // namespace nest::ui
