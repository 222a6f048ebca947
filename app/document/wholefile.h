// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"

#include <QByteArray>
#include <QString>

namespace nest::ui {

/// Writes a file whole or not at all: through a temporary one beside it, synced and renamed. Fault: write_failed.
std::optional<Diagnostic> writeWhole(const QString& path, const std::string& text);
/// Tells one content of a file from another (SHA-256).
QByteArray stampOf(const std::string& text);
/// Stamp of what is in the file now; empty when it can't be read.
QByteArray stampOfFile(const QString& path);

} // namespace nest::ui
