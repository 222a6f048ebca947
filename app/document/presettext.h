// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <string>

namespace nest::ui {

/// A preset's title for people, in the window's language. Names of products stay as they are; titles in words are
/// translated.
QString presetTitle(const char* kind, const std::string& name);
/// The same with its source, for a tooltip; sources stay as they are.
QString presetTip(const char* kind, const std::string& name);

} // namespace nest::ui
