// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <string>

namespace nest::ui {

/// A name as labels, titles and tables show it: one of a file may be of any length, and laying out a million characters
/// holds up the window. Long ones lose their middle; what is beyond that a widget elides to the room it has.
QString shortName(const QString& name);
QString shortName(const std::string& name);

} // namespace nest::ui
