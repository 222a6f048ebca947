// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "find/palettemodel.h"

#include "find/fuzzymatch.h"
#include "theme/theme.h"

#include <QPainter>
#include <QTextLayout>
#include <algorithm>
#include <optional>

namespace nest::ui {
namespace {

constexpr int lessForEnglish = 3, lessForWords = 12, lessForDisabled = 8;

/// How well a keyword answers: every typed word begins one of its words, or is one. Below a word of a title, above a
/// part inside a word and above scattered characters; the first keywords of an entry say best what it does.
std::optional<int> rateKeyword(const QString& typed, const QString& keyword, qsizetype place) {
    constexpr int begins = 22, whole = 2, perCharacter = 2, perPlace = 5, mostForPlace = 15;
    int score = 0;
    const QStringList typedWords = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    const QStringList words = keyword.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const QString& wanted : typedWords) {
        int best = 0;
        for (const QString& word : words)
            if (word.startsWith(wanted, Qt::CaseInsensitive))
                best = std::max(best, begins + (word.size() == wanted.size() ? whole : 0));
        if (best == 0) return std::nullopt;
        score += best + perCharacter * static_cast<int>(wanted.size());
    }
    return score - std::min(mostForPlace, perPlace * static_cast<int>(place));
}

QString allOf(const QVector<QStringList>& keywords) {
    QStringList words;
    for (const QStringList& names : keywords)
        words << names;
    return words.join(QLatin1Char(' '));
}

/// The best of title, English title and further words; only the title's characters are marked.
std::optional<PaletteModel::Row> rate(const PaletteEntry& entry, int index, const QString& typed) {
    PaletteModel::Row row{index, -1000, {}};
    if (const auto match = fuzzyMatch(typed, entry.title)) {
        row.score = match->score;
        row.marks = match->positions;
    }
    const auto consider = [&](const QString& text, int less, bool wholeParts) {
        const auto match = text.isEmpty() ? std::nullopt : fuzzyMatch(typed, text, wholeParts);
        if (!match || match->score - less <= row.score) return;
        row.score = match->score - less;
        row.marks.clear();
    };
    if (entry.english != entry.title) consider(entry.english, lessForEnglish, false);
    consider(entry.kind + QLatin1Char(' ') + entry.title + QLatin1Char(' ') + entry.english + QLatin1Char(' ') +
                 entry.also + QLatin1Char(' ') + allOf(entry.keywords),
             lessForWords, true);
    for (qsizetype place = 0; place < entry.keywords.size(); ++place)
        for (const QString& keyword : entry.keywords[place]) {
            const auto score = rateKeyword(typed, keyword, place);
            if (!score || *score <= row.score) continue;
            row.score = *score;
            row.marks.clear();
        }
    if (row.score == -1000) return std::nullopt;
    if (!entry.reason.isEmpty()) row.score -= lessForDisabled;
    return row;
}

} // namespace

void PaletteModel::setEntries(std::vector<PaletteEntry> entries) {
    m_entries = std::move(entries);
    setTyped({});
}

void PaletteModel::setTyped(const QString& typed) {
    beginResetModel();
    m_rows.clear();
    const bool all = typed.trimmed().isEmpty();
    const auto find = [&](const QString& words) {
        for (int index = 0; index < static_cast<int>(m_entries.size()); ++index) {
            const PaletteEntry& entry = m_entries[static_cast<std::size_t>(index)];
            if (all)
                m_rows.push_back({index, 0, {}});
            else if (std::optional<Row> rated = rate(entry, index, words))
                m_rows.push_back(std::move(*rated));
        }
    };
    const QString plain = QString(typed).replace(QChar(0x00d7), QLatin1Char('x')); // as ids are written
    find(plain);
    if (m_rows.empty()) {
        QStringList texts, words = plain.split(QLatin1Char(' '), Qt::SkipEmptyParts);
        for (const PaletteEntry& entry : m_entries)
            texts << entry.title << entry.english << entry.also << allOf(entry.keywords);
        for (QString& word : words)
            if (const QString meant = mistyped(word, texts); !meant.isEmpty()) word = meant;
        if (words.join(QLatin1Char(' ')) != plain.simplified()) find(words.join(QLatin1Char(' ')));
    }
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) { return a.score > b.score; });
    endResetModel();
}

const PaletteEntry& PaletteModel::entry(int row) const {
    return m_entries[static_cast<std::size_t>(m_rows[static_cast<std::size_t>(row)].entry)];
}

int PaletteModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const PaletteEntry& one = entry(index.row());
    const QString right = one.reason.isEmpty() ? one.detail : one.reason;
    if (role == Qt::DisplayRole) return one.title;
    if (role == Qt::ToolTipRole) return right;
    if (role == Qt::AccessibleTextRole) return QStringList({one.kind, one.title, right}).join(QStringLiteral(", "));
    return {};
}

Qt::ItemFlags PaletteModel::flags(const QModelIndex& index) const {
    // Grey ones can be reached, so that their reason is read out too.
    return QAbstractListModel::flags(index);
}

void PaletteDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto* model = static_cast<const PaletteModel*>(index.model());
    const PaletteEntry& entry = model->entry(index.row());
    const Theme& theme = Theme::current(); // an item's own palette says nothing of the window's
    const bool enabled = entry.reason.isEmpty();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (option.state & QStyle::State_Selected) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.selection);
        painter->drawRoundedRect(QRectF(option.rect).adjusted(0, 1, 0, -1), 4, 4);
    }
    const QRect line = option.rect.adjusted(metrics::gap, 0, -metrics::gap, 0);
    const QFont font = textFont();
    const QFontMetrics text(font);
    painter->setFont(axisFont());
    painter->setPen(theme.muted);
    painter->drawText(QRect(line.left(), line.top(), kindWidth, line.height()), Qt::AlignLeft | Qt::AlignVCenter,
                      entry.kind);
    const QString right = enabled ? entry.detail : entry.reason;
    const int rightWidth = std::min(text.horizontalAdvance(right) + 2, line.width() / 2);
    painter->setFont(font);
    painter->drawText(QRect(line.right() - rightWidth, line.top(), rightWidth + 1, line.height()),
                      Qt::AlignRight | Qt::AlignVCenter, text.elidedText(right, Qt::ElideMiddle, rightWidth));

    const int left = line.left() + kindWidth + metrics::gap;
    const int room = line.right() - rightWidth - metrics::gap - left;
    QTextLayout layout(text.elidedText(entry.title, Qt::ElideRight, room), font);
    QVector<QTextLayout::FormatRange> marks;
    for (const int place : model->row(index.row()).marks) {
        QTextLayout::FormatRange mark{place, 1, {}};
        mark.format.setFontWeight(QFont::Bold);
        if (enabled) mark.format.setForeground(theme.accent);
        marks.append(mark);
    }
    layout.setFormats(marks);
    layout.beginLayout();
    QTextLine row = layout.createLine();
    layout.endLayout();
    painter->setPen(enabled ? theme.text : theme.muted);
    layout.draw(painter, QPointF(left, line.top() + (line.height() - row.height()) / 2));
    painter->restore();
}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
    return {200, scaled(28)};
}

} // namespace nest::ui
