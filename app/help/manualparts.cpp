// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "help/manualparts.h"

#include "base/quantity.h"
#include "find/shortcutlist.h"
#include "mainwindow/actionregistry.h"
#include "plan/options.h"

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>
#include <QStringList>

namespace nest::ui {
namespace {

QString say(const char* text) {
    return QCoreApplication::translate("Manual", text);
}

/// A cell or a line that is no Markdown.
QString escaped(QString text) {
    static const QRegularExpression special(QStringLiteral("([\\\\`*_|\\[\\]<>#])"));
    return text.replace(special, QStringLiteral("\\\\\\1"));
}

QString code(const QString& text) {
    return QLatin1Char('`') + text + QLatin1Char('`');
}

QString amount(double value, Unit unit) {
    return QString::fromStdString(format_editable(value, unit));
}

QString rangeText(const OptionInfo& info) {
    switch (info.type) {
    case OptionType::boolean:
        return say(QT_TRANSLATE_NOOP("Manual", "on or off"));
    case OptionType::choice:
    case OptionType::choice_list: {
        QStringList choices;
        for (std::size_t index = 0; index < info.choices.size(); ++index) {
            const QString label = index < info.choice_labels.size()
                                      ? QCoreApplication::translate("Options", info.choice_labels[index])
                                      : QString();
            choices << code(QString::fromStdString(info.choices[index])) +
                           (label.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(escaped(label)));
        }
        return choices.join(QStringLiteral(", "));
    }
    case OptionType::level_map:
        return say(QT_TRANSLATE_NOOP("Manual", "one value for each level, %1 to %2, or a factor such as x0.5"))
            .arg(amount(info.minimum, info.unit), amount(info.maximum, info.unit));
    case OptionType::text:
        return say(QT_TRANSLATE_NOOP("Manual", "text"));
    case OptionType::integer:
    case OptionType::number:
    case OptionType::integer_list:
        break;
    }
    return say(QT_TRANSLATE_NOOP("Manual", "%1 to %2"))
        .arg(amount(info.minimum, info.unit), amount(info.maximum, info.unit));
}

QString defaultText(const OptionInfo& info) {
    if (info.type == OptionType::level_map) return say(QT_TRANSLATE_NOOP("Manual", "the network's own"));
    return QString::fromStdString(option_text(Options(), info.key));
}

using Notes = QHash<QString, QString>;

Notes readNotes(const QString& markdown) {
    Notes notes;
    QString key;
    const QStringList lines = markdown.split(QLatin1Char('\n'));
    for (const QString& line : lines) {
        if (line.startsWith(QStringLiteral("## ")))
            key = line.mid(3).trimmed();
        else if (!key.isEmpty())
            notes[key] += line + QLatin1Char('\n');
    }
    for (QString& note : notes)
        note = note.trimmed();
    return notes;
}

QString optionsPart(const Notes& notes) {
    QString text, group;
    for (const OptionInfo& info : option_table()) {
        const QString key = QString::fromStdString(info.key);
        if (group != QLatin1String(info.group)) {
            group = QLatin1String(info.group);
            text += QStringLiteral("\n## %1 {#group-%2}\n")
                        .arg(QCoreApplication::translate("Options", info.group), group.toLower());
        }
        text += QStringLiteral("\n### %1 {#option-%2}\n\n")
                    .arg(escaped(QCoreApplication::translate("Options", info.label)), key);
        text += say(QT_TRANSLATE_NOOP("Manual", "%1 · values: %2 · default: %3"))
                    .arg(code(key), rangeText(info), code(defaultText(info))) +
                QStringLiteral("\n\n");
        text += escaped(QCoreApplication::translate("Options", info.help)) + QStringLiteral("\n\n");
        text += notes.value(key) + QLatin1Char('\n');
    }
    return text;
}

QString actionsPart(const Notes& notes) {
    QString text, menu;
    for (const ActionInfo& info : actionTable()) {
        const QString title = menuText(info.menu);
        if (menu != title) {
            menu = title;
            const QString name = QString::fromLatin1(info.menu).remove(QLatin1Char('|'));
            text += QStringLiteral("\n## %1 {#menu-%2}\n\n")
                        .arg(title, name.isEmpty() ? QStringLiteral("window") : name.toLower());
            text += QStringLiteral("| %1 | %2 | %3 |\n| --- | --- | --- |\n")
                        .arg(say(QT_TRANSLATE_NOOP("Manual", "Command")), say(QT_TRANSLATE_NOOP("Manual", "Keys")),
                             say(QT_TRANSLATE_NOOP("Manual", "What it does")));
        }
        const QString id = QString::fromLatin1(info.id);
        QStringList keys;
        if (*info.shortcut)
            for (const QKeySequence& sequence : QKeySequence::listFromString(QString::fromLatin1(info.shortcut)))
                keys << code(sequence.toString(QKeySequence::NativeText));
        text += QStringLiteral("| %1 {#action-%2} | %3 | %4 |\n")
                    .arg(escaped(withoutMnemonic(QCoreApplication::translate("Actions", info.text))), id,
                         keys.join(QLatin1Char(' ')),
                         QString(notes.value(id)).replace(QLatin1Char('\n'), QLatin1Char(' ')));
    }
    return text;
}

/// The groups that have no actions: charts and fields.
QString keysPart() {
    QString text;
    QStringList menus;
    for (const ActionInfo& info : actionTable())
        menus << menuText(info.menu);
    const QVector<ShortcutGroup> groups = shortcutGroups();
    int number = 0;
    for (const ShortcutGroup& group : groups) {
        if (menus.contains(group.title)) continue;
        text += QStringLiteral("\n## %1 {#keys-%2}\n\n| %3 | %4 |\n| --- | --- |\n")
                    .arg(group.title)
                    .arg(++number)
                    .arg(say(QT_TRANSLATE_NOOP("Manual", "Keys")), say(QT_TRANSLATE_NOOP("Manual", "What it does")));
        for (const ShortcutRow& row : group.rows)
            text += QStringLiteral("| `%1` | %2 |\n").arg(row.keys.join(QStringLiteral("` `")), escaped(row.text));
    }
    return text;
}

} // namespace

QString withParts(const QString& markdown) {
    const qsizetype below = markdown.indexOf(QStringLiteral("\n{{notes}}"));
    QString page = markdown.left(below); // -1: all of it
    const Notes notes = below < 0 ? Notes() : readNotes(markdown.mid(below));
    page.replace(QStringLiteral("{{options}}"), optionsPart(notes));
    page.replace(QStringLiteral("{{actions}}"), actionsPart(notes));
    page.replace(QStringLiteral("{{keys}}"), keysPart());
    return page;
}

QString optionTopic(const QString& key) {
    return QStringLiteral("options#option-") + key.section(QLatin1Char('.'), 0, 0);
}

QString actionTopic(const QString& id) {
    return QStringLiteral("shortcuts#action-") + id;
}

} // namespace nest::ui
