// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "find/commandpalette.h"

namespace nest::ui {

class MainWindow;
class Manual;

/// Everything the palette offers: commands, workspaces, options, presets, recent files, pages of the manual, each by
/// its name in the window's language and in English.
std::vector<PaletteEntry> paletteEntries(MainWindow& window, const Manual& manual,
                                         const std::function<void(const QString& topic)>& openTopic);

} // namespace nest::ui
