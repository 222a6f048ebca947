// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"
#include "base/phrase.h"

#include <QString>

namespace nest::ui {

/// The sentence of a fault in the window's language, without its place.
QString faultText(const Diagnostic& diagnostic);
/// Place and sentence.
QString diagnosticText(const Diagnostic& diagnostic);
/// A phrase with its arguments in the window's language.
QString phraseText(const Phrase& phrase);

} // namespace nest::ui
