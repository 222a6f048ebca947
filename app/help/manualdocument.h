// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "theme/theme.h"

#include <QString>
#include <QStringList>

class QTextDocument;

namespace nest::ui {

/// Fills a document with a page's Markdown in the colours and sizes of the theme. "{#name}" becomes an anchor and
/// disappears. `pixels` is the size of plain text.
void fillDocument(QTextDocument& document, const QString& markdown, const Theme& theme, int pixels);

} // namespace nest::ui
