// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>

/// The manual's text, compiled in from resources/manual/LANGUAGE/*.md. index.md lists the pages in their order below
/// headings of parts. A heading that ends in "{#name}" can be linked to; a topic is "page" or "page#name". Lines of the
/// form "{{name}}" are replaced by what the program itself knows: its options, commands and keys.
namespace nest::ui {

/// A stretch of a page below one heading.
struct ManualSection {
    QString anchor; ///< empty for the page's own heading
    QString title;
    int level = 1; ///< of the heading
    QString text;  ///< plain, for the search
};

struct ManualPage {
    QString id, part; ///< file name without suffix; heading of the index it stands under
    QString title;
    QString markdown; ///< everything put in
    QVector<ManualSection> sections;
};

/// A section that has all the words of a search.
struct ManualHit {
    QString topic;   ///< "page#anchor"
    QString title;   ///< "Plan › Stages"
    QString snippet; ///< plain text around the first word
    int score = 0;
};

class Manual {
public:
    /// Reads every page of a language ("en", "zh_CN"). Texts of the program itself are in its current language.
    explicit Manual(const QString& language);

    const QVector<ManualPage>& pages() const { return m_pages; }
    /// Null if there is none.
    const ManualPage* page(const QString& id) const;
    /// Whether a topic leads somewhere.
    bool has(const QString& topic) const;
    /// Sections with all words, best first. Words are parts of words, and case does not count.
    QVector<ManualHit> search(const QString& words) const;

private:
    void readIndex(const QString& folder);

    QVector<ManualPage> m_pages;
};

/// The language of the pages that goes with the program's: "en", or what a translation puts in its place.
QString manualLanguage();

/// "page" and "anchor" of a topic; a link between pages ("page.md#anchor") reads the same.
QPair<QString, QString> splitTopic(const QString& topic);

} // namespace nest::ui
