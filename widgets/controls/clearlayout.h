// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

class QLayout;

namespace nest::ui {

/// Empties a layout. Its widgets are hidden at once and deleted in the next turn of the event loop, so that one of them
/// may ask for it.
void clearLayout(QLayout* layout);

} // namespace nest::ui
