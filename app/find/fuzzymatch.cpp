// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "find/fuzzymatch.h"

#include <QRegularExpression>
#include <algorithm>
#include <vector>

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

/// Letters left out, added, changed, or two exchanged: the least number of such faults between two words.
int faults(const QString& a, const QString& b) {
    std::vector<std::vector<int>> d(static_cast<std::size_t>(a.size()) + 1,
                                    std::vector<int>(static_cast<std::size_t>(b.size()) + 1));
    for (std::size_t i = 0; i < d.size(); ++i)
        for (std::size_t j = 0; j < d[0].size(); ++j) {
            if (i == 0 || j == 0) {
                d[i][j] = static_cast<int>(i + j);
                continue;
            }
            const auto x = static_cast<qsizetype>(i) - 1, y = static_cast<qsizetype>(j) - 1;
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[x] == b[y] ? 0 : 1)});
            if (x > 0 && y > 0 && a[x] == b[y - 1] && a[x - 1] == b[y])
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d.back().back();
}

} // namespace

std::optional<FuzzyMatch> fuzzyMatch(const QString& typed, const QString& text, bool wholeParts) {
    FuzzyMatch whole;
    const QStringList words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const QString& word : words) {
        std::optional<FuzzyMatch> match = inOnePiece(word, text);
        if (!match && !wholeParts && word.size() > 1) match = inOrder(word, text);
        if (!match) return std::nullopt;
        whole.score += match->score;
        whole.positions += match->positions;
    }
    std::sort(whole.positions.begin(), whole.positions.end());
    whole.positions.erase(std::unique(whole.positions.begin(), whole.positions.end()), whole.positions.end());
    return whole;
}

QString mistyped(const QString& typed, const QStringList& texts) {
    constexpr int shortest = 4, sure = 8; // letters; longer words may have two faults
    if (typed.size() < shortest) return {};
    int least = typed.size() < sure ? 2 : 3; // one more than allowed
    QString nearest;
    static const QRegularExpression apart(QStringLiteral("[^\\p{L}\\p{N}]+"));
    for (const QString& text : texts) {
        const QStringList words = text.split(apart, Qt::SkipEmptyParts);
        for (const QString& word : words) {
            if (word.size() + 1 < typed.size() || word.size() < shortest) continue;
            for (qsizetype length = typed.size() - 1; length <= std::min(typed.size() + 1, word.size()); ++length) {
                const int distance = faults(typed.toCaseFolded(), word.left(length).toCaseFolded());
                if (distance >= least) continue;
                least = distance;
                nearest = word;
            }
        }
    }
    return nearest;
}

} // namespace nest::ui
