// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "help/manual.h"

#include "help/manualparts.h"

#include <QCoreApplication>
#include <QFile>
#include <QRegularExpression>
#include <algorithm>

namespace nest::ui {
namespace {

QString readFile(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// A line of Markdown as it is read.
QString plainLine(QString line) {
    static const QRegularExpression anchor(QStringLiteral("\\s*\\{#[^}]*\\}")),
        link(QStringLiteral("\\[([^\\]]*)\\]\\([^)]*\\)")), rule(QStringLiteral("^\\s*\\|?[\\s|:-]+\\|?\\s*$")),
        lead(QStringLiteral("^\\s*(?:[-*>]|\\d+\\.|#+)\\s+"));
    if (line.contains(QLatin1Char('|')) && rule.match(line).hasMatch()) return {};
    line.remove(anchor).replace(link, QStringLiteral("\\1")).remove(lead);
    line.remove(QStringLiteral("**")).remove(QLatin1Char('`')).replace(QLatin1Char('|'), QLatin1Char(' '));
    static const QRegularExpression escape(QStringLiteral("\\\\([^\\w\\s])"));
    return line.replace(escape, QStringLiteral("\\1")).simplified();
}

/// The heading's level, title and anchor; level 0 for any other line.
ManualSection headingOf(const QString& line) {
    static const QRegularExpression heading(QStringLiteral("^(#{1,4})\\s+(.*?)\\s*(?:\\{#([^}]*)\\})?\\s*$"));
    const auto match = heading.match(line);
    ManualSection section;
    section.level = match.hasMatch() ? static_cast<int>(match.capturedLength(1)) : 0;
    section.title = plainLine(match.captured(2));
    section.anchor = match.captured(3);
    return section;
}

void split(ManualPage& page) {
    static const QRegularExpression inner(QStringLiteral("\\{#([^}]*)\\}"));
    bool code = false;
    const QStringList lines = page.markdown.split(QLatin1Char('\n'));
    for (const QString& line : lines) {
        if (line.startsWith(QStringLiteral("```"))) code = !code;
        const ManualSection heading = code ? ManualSection{{}, {}, 0, {}} : headingOf(line);
        if (heading.level > 0) {
            page.sections.append(heading);
            if (heading.level == 1) page.title = heading.title;
            continue;
        }
        if (page.sections.isEmpty()) continue;
        // A row of a table may have an anchor of its own; it belongs to the section that stands around it.
        const QString plain = plainLine(line);
        QString& text = page.sections.last().text;
        if (const auto match = inner.match(line); match.hasMatch() && !code) {
            ManualSection row{match.captured(1), plain.section(QLatin1Char(' '), 0, 5), 5, plain};
            row.text = plain;
            const ManualSection around = page.sections.last();
            page.sections.append(row);
            page.sections.append(ManualSection{around.anchor, around.title, around.level, {}});
            continue;
        }
        if (!plain.isEmpty()) text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + plain;
    }
}

/// Text around the first of the words.
QString snippetOf(const QString& text, const QStringList& words) {
    constexpr qsizetype before = 40, length = 170;
    qsizetype first = text.size();
    for (const QString& word : words)
        if (const qsizetype place = text.indexOf(word, 0, Qt::CaseInsensitive); place >= 0)
            first = std::min(first, place);
    if (first == text.size()) first = 0;
    qsizetype start = std::max<qsizetype>(0, first - before);
    if (start > 0) // at a word's begin
        if (const qsizetype space = text.indexOf(QLatin1Char(' '), start); space >= 0 && space < first)
            start = space + 1;
    QString snippet = text.mid(start, length);
    if (start > 0) snippet.prepend(QStringLiteral("… "));
    if (start + length < text.size()) snippet.append(QStringLiteral(" …"));
    return snippet;
}

} // namespace

QString manualLanguage() {
    return QCoreApplication::translate("Manual", "en", "folder of the manual's pages");
}

QPair<QString, QString> splitTopic(const QString& topic) {
    QString page = topic.section(QLatin1Char('#'), 0, 0);
    if (page.endsWith(QStringLiteral(".md"))) page.chop(3);
    return {page, topic.section(QLatin1Char('#'), 1)};
}

Manual::Manual(const QString& language) {
    readIndex(QStringLiteral(":/manual/") + language + QLatin1Char('/'));
    for (ManualPage& page : m_pages)
        split(page);
}

void Manual::readIndex(const QString& folder) {
    static const QRegularExpression entry(QStringLiteral("^- \\[(.*)\\]\\((.*)\\.md\\)\\s*$"));
    QString part;
    const QStringList lines = readFile(folder + QStringLiteral("index.md")).split(QLatin1Char('\n'));
    for (const QString& line : lines) {
        if (line.startsWith(QStringLiteral("## "))) part = line.mid(3).trimmed();
        const auto match = entry.match(line);
        if (!match.hasMatch()) continue;
        ManualPage page;
        page.id = match.captured(2);
        page.part = part;
        page.title = match.captured(1);
        page.markdown = withParts(readFile(folder + page.id + QStringLiteral(".md")));
        m_pages.append(page);
    }
}

const ManualPage* Manual::page(const QString& id) const {
    const auto found = std::find_if(m_pages.begin(), m_pages.end(), [&](const ManualPage& p) { return p.id == id; });
    return found == m_pages.end() ? nullptr : &*found;
}

bool Manual::has(const QString& topic) const {
    const auto [id, anchor] = splitTopic(topic);
    const ManualPage* found = page(id);
    if (!found || anchor.isEmpty()) return found;
    return std::any_of(found->sections.begin(), found->sections.end(),
                       [wanted = anchor](const ManualSection& section) { return section.anchor == wanted; });
}

QVector<ManualHit> Manual::search(const QString& words) const {
    constexpr int inTitle = 20, inPageTitle = 6, perFind = 1, mostFinds = 8;
    const QStringList list = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    QVector<ManualHit> hits;
    if (list.isEmpty()) return hits;
    for (const ManualPage& page : m_pages) {
        for (const ManualSection& section : page.sections) {
            int score = 0;
            const bool all = std::all_of(list.begin(), list.end(), [&](const QString& word) {
                const bool title = section.title.contains(word, Qt::CaseInsensitive);
                const int finds = static_cast<int>(section.text.count(word, Qt::CaseInsensitive));
                score += (title ? inTitle : 0) + perFind * std::min(finds, mostFinds) +
                         (page.title.contains(word, Qt::CaseInsensitive) ? inPageTitle : 0);
                return title || finds > 0;
            });
            if (!all) continue;
            const bool top = section.level == 1;
            hits.append({section.anchor.isEmpty() ? page.id : page.id + QLatin1Char('#') + section.anchor,
                         top ? page.title : page.title + QStringLiteral(" › ") + section.title,
                         snippetOf(section.text, list), score});
        }
    }
    std::stable_sort(hits.begin(), hits.end(),
                     [](const ManualHit& a, const ManualHit& b) { return a.score > b.score; });
    return hits;
}

} // namespace nest::ui
