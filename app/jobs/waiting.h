// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <functional>
#include <memory>
#include <optional>

class QWidget;

/// Work that the window has to wait for, such as reading a file, done on a worker. The window goes on painting and the
/// search goes on running; what takes longer than a moment gets a dialog with a Cancel button.
namespace nest::ui {

/// Waits until `work` is done on a worker; false when the person cancelled: it then ends by itself, unheard. `work`
/// must own whatever it uses.
bool waitFor(QWidget* window, const QString& text, std::function<void()> work);

/// The value of `work`, or nothing when the person cancelled.
template <typename Work> auto waitForResult(QWidget* window, const QString& text, Work work) {
    using Value = decltype(work());
    auto value = std::make_shared<std::optional<Value>>();
    std::optional<Value> result;
    if (waitFor(window, text, [value, run = std::move(work)]() mutable { *value = run(); })) result = std::move(*value);
    return result;
}

} // namespace nest::ui
