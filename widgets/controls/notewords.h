// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace nest::ui {

/// What a command or a file does, or is priced as, in the window's language: the readers say it in English clauses,
/// some with a number or a name in them. A clause that isn't known stays as it is.
QString noteWords(const QString& english);

} // namespace nest::ui
