// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>
#include <optional>

namespace nest::ui {

/// How well a text answers what somebody types, in the manner of an editor's command palette: "exp pl" finds
/// "Export plan...", so do "exppl" and "plan exp".
struct FuzzyMatch {
    int score = 0;          ///< larger is better
    QVector<int> positions; ///< of the matched characters, ascending
};

/// Every word of `typed` has to be found: as a part of the text, else as characters in order of which the first begins
/// a word and no other is far from the one before. Case does not count. Nothing typed matches
/// everything with score 0. With `wholeParts` characters in order aren't enough, as for long texts, where they are
/// found by chance.
std::optional<FuzzyMatch> fuzzyMatch(const QString& typed, const QString& text, bool wholeParts = false);

/// A word for another in which a letter or two were mistyped: the word of `texts` that `typed` is nearest to, compared
/// with its beginning; empty where none is near.
QString mistyped(const QString& typed, const QStringList& texts);

} // namespace nest::ui
