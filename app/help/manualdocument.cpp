// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "help/manualdocument.h"

#include <QFontDatabase>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextList>
#include <QTextTable>
#include <algorithm>

namespace nest::ui {
namespace {

/// Takes the anchor out of a block's text and puts it on what is left.
void setAnchor(QTextBlock block) {
    static const QRegularExpression pattern(QStringLiteral("\\s*\\{#([^}]*)\\}"));
    const auto match = pattern.match(block.text());
    if (!match.hasMatch()) return;
    QTextCursor cursor(block);
    cursor.setPosition(block.position() + static_cast<int>(match.capturedStart()));
    cursor.setPosition(block.position() + static_cast<int>(match.capturedEnd()), QTextCursor::KeepAnchor);
    cursor.removeSelectedText();
    cursor.setPosition(block.position());
    cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor);
    QTextCharFormat anchor;
    anchor.setAnchor(true); // a name alone is not looked for
    anchor.setAnchorNames({match.captured(1)});
    cursor.mergeCharFormat(anchor);
}

void styleHeading(const QTextBlock& block, int level, const Theme& theme, int pixels) {
    const double sizes[] = {1.7, 1.3, 1.08, 1};
    QTextCursor cursor(block);
    QTextBlockFormat format;
    format.setTopMargin(level == 1 ? 0.4 * pixels : level == 2 ? 1.9 * pixels : 1.4 * pixels);
    format.setBottomMargin((level == 1 ? 0.9 : 0.45) * pixels);
    cursor.mergeBlockFormat(format);
    // Markdown's own size of a heading wins over any other as long as the format has it, even as 0.
    QVector<QPair<QPair<int, int>, QTextCharFormat>> changes;
    for (auto part = block.begin(); !part.atEnd(); ++part) {
        QTextCharFormat text = part.fragment().charFormat();
        text.clearProperty(QTextFormat::FontSizeAdjustment);
        text.setProperty(QTextFormat::FontPixelSize, qRound(sizes[std::min(level, 4) - 1] * pixels));
        text.setFontWeight(titleFont().weight());
        text.setForeground(theme.text);
        const int from = part.fragment().position();
        changes.append({{from, from + part.fragment().length()}, text});
    }
    for (const auto& [range, text] : changes) {
        cursor.setPosition(range.first);
        cursor.setPosition(range.second, QTextCursor::KeepAnchor);
        cursor.setCharFormat(text);
    }
}

/// Code in a fixed font; links in the accent colour.
void styleFragments(const QTextBlock& block, const Theme& theme) {
    static const QString fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont).family();
    const bool listing = block.blockFormat().hasProperty(QTextFormat::BlockCodeFence) ||
                         block.blockFormat().hasProperty(QTextFormat::BlockCodeLanguage);
    struct Change {
        int from, to;
        QTextCharFormat format;
    };
    QVector<Change> changes;
    for (auto part = block.begin(); !part.atEnd(); ++part) {
        const QTextFragment fragment = part.fragment();
        const QTextCharFormat format = fragment.charFormat();
        QTextCharFormat change;
        if (format.isAnchor() && !format.anchorHref().isEmpty()) {
            change.setForeground(theme.accent);
            change.setFontUnderline(false);
        } else if (format.fontFixedPitch() || listing) {
            change.setFontFamilies({fixed});
            if (!listing) change.setBackground(theme.hover);
        } else {
            continue;
        }
        changes.append({fragment.position(), fragment.position() + fragment.length(), change});
    }
    for (const Change& change : changes) {
        QTextCursor cursor(block);
        cursor.setPosition(change.from);
        cursor.setPosition(change.to, QTextCursor::KeepAnchor);
        cursor.mergeCharFormat(change.format);
    }
}

void styleTable(QTextTable& table, const Theme& theme, int pixels) {
    QTextTableFormat format = table.format();
    format.setCellPadding(0.4 * pixels);
    format.setCellSpacing(0);
    format.setBorder(0);
    format.setBorderCollapse(true);
    format.setBorderStyle(QTextFrameFormat::BorderStyle_None);
    format.setTopMargin(0.5 * pixels);
    format.setBottomMargin(0.9 * pixels);
    table.setFormat(format);
    for (int row = 0; row < table.rows(); ++row) {
        for (int column = 0; column < table.columns(); ++column) {
            QTextTableCell cell = table.cellAt(row, column);
            QTextTableCellFormat look = cell.format().toTableCellFormat();
            look.setBottomBorder(1);
            look.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
            look.setBottomBorderBrush(theme.line);
            look.setLeftPadding(0);
            look.setRightPadding(1.2 * pixels);
            look.setTopPadding(0.35 * pixels);
            look.setBottomPadding(0.35 * pixels);
            look.setVerticalAlignment(QTextCharFormat::AlignTop);
            cell.setFormat(look);
            QTextCursor cursor = cell.firstCursorPosition();
            cursor.setPosition(cell.lastPosition(), QTextCursor::KeepAnchor);
            QTextBlockFormat flush;
            flush.setTopMargin(0);
            flush.setBottomMargin(0);
            flush.setAlignment(Qt::AlignLeft);
            cursor.mergeBlockFormat(flush);
            if (row > 0) continue;
            QTextCharFormat heading;
            heading.setForeground(theme.muted);
            heading.setFontWeight(QFont::Normal);
            cursor.mergeCharFormat(heading);
        }
    }
}

} // namespace

void fillDocument(QTextDocument& document, const QString& markdown, const Theme& theme, int pixels) {
    document.setUndoRedoEnabled(false);
    QFont font = textFont();
    font.setPixelSize(pixels);
    document.setDefaultFont(font);
    document.setIndentWidth(1.6 * pixels);
    document.setMarkdown(markdown);
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        setAnchor(block);
        const int level = block.blockFormat().headingLevel();
        if (level > 0) {
            styleHeading(block, level, theme, pixels);
            continue;
        }
        QTextCursor cursor(block);
        QTextBlockFormat format;
        const bool code = block.blockFormat().hasProperty(QTextFormat::BlockCodeFence) ||
                          block.blockFormat().hasProperty(QTextFormat::BlockCodeLanguage);
        format.setLineHeight(code ? 120 : 135, QTextBlockFormat::ProportionalHeight);
        format.setBottomMargin(code ? 0 : (block.textList() ? 0.25 : 0.7) * pixels);
        format.setTopMargin(0);
        if (code) format.setBackground(theme.hover);
        cursor.mergeBlockFormat(format);
        styleFragments(block, theme);
    }
    const auto frames = document.rootFrame()->childFrames();
    for (QTextFrame* frame : frames)
        if (auto* table = qobject_cast<QTextTable*>(frame)) styleTable(*table, theme, pixels);
    QTextFrameFormat root = document.rootFrame()->frameFormat();
    root.setMargin(1.6 * pixels);
    document.rootFrame()->setFrameFormat(root);
}

} // namespace nest::ui
