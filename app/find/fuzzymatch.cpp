// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "find/fuzzymatch.h"

#include <QStringList>
#include <algorithm>

namespace nest::ui {
namespace {

constexpr int wholeText = 60, startOfText = 40, startOfWord = 25, insideWord = 12; ///< of a part found in one piece
constexpr int perCharacter = 2;
constexpr int scattered = 4;  ///< of characters in order, less one for every gap
constexpr int widestGap = 12; ///< characters between two matched ones

bool beginsWord(const QString& text, qsizetype place) {
    if (place == 0) return true;
    const QChar before = text[place - 1], here = text[place];
    if (!before.isLetterOrNumber()) return true;
    // "ZeroStage", "tp8"; every Chinese character is a word.
    return (before.isLower() && here.isUpper()) || before.isDigit() != here.isDigit() ||
           here.script() == QChar::Script_Han;
}

std::optional<FuzzyMatch> inOnePiece(const QString& word, const QString& text) {
    FuzzyMatch best;
    qsizetype at = -1;
    for (qsizetype place = text.indexOf(word, 0, Qt::CaseInsensitive); place >= 0;
         place = text.indexOf(word, place + 1, Qt::CaseInsensitive)) {
        const int score = word.size() == text.size() ? wholeText
                          : place == 0               ? startOfText
                          : beginsWord(text, place)  ? startOfWord
                                                     : insideWord;
        if (score <= best.score) continue;
        best.score = score;
        at = place;
    }
    if (at < 0) return std::nullopt;
    best.score += perCharacter * static_cast<int>(word.size());
    for (qsizetype index = 0; index < word.size(); ++index)
        best.positions.append(static_cast<int>(at + index));
    return best;
}

/// The characters in order; a start of a word is taken before the next character that fits.
std::optional<FuzzyMatch> inOrder(const QString& word, const QString& text) {
    FuzzyMatch match;
    qsizetype from = 0;
    int gaps = 0;
    for (const QChar wanted : word) {
        const auto find = [&](bool start) -> qsizetype {
            for (qsizetype place = from; place < text.size(); ++place)
                if (text[place].toCaseFolded() == wanted.toCaseFolded() && (!start || beginsWord(text, place)))
                    return place;
            return -1;
        };
        const bool first = match.positions.isEmpty();
        const bool next = !first && from < text.size() && text[from].toCaseFolded() == wanted.toCaseFolded();
        qsizetype place = next ? from : find(true);
        if (place < 0 && !first) place = find(false);
        if (place < 0) return std::nullopt;
        if (!first && place - match.positions.last() - 1 > widestGap) return std::nullopt;
        if (!first && place > match.positions.last() + 1) ++gaps;
        match.positions.append(static_cast<int>(place));
        from = place + 1;
    }
    match.score = std::max(1, scattered + static_cast<int>(word.size()) - gaps);
    return match;
}

} // namespace

std::optional<FuzzyMatch> fuzzyMatch(const QString& typed, const QString& text) {
    FuzzyMatch whole;
    const QStringList words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const QString& word : words) {
        std::optional<FuzzyMatch> match = inOnePiece(word, text);
        if (!match && word.size() > 1) match = inOrder(word, text);
        if (!match) return std::nullopt;
        whole.score += match->score;
        whole.positions += match->positions;
    }
    std::sort(whole.positions.begin(), whole.positions.end());
    whole.positions.erase(std::unique(whole.positions.begin(), whole.positions.end()), whole.positions.end());
    return whole;
}

} // namespace nest::ui
