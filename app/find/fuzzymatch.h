// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
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
/// everything with score 0.
std::optional<FuzzyMatch> fuzzyMatch(const QString& typed, const QString& text);

} // namespace nest::ui
