// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>

class QComboBox;
class QKeyEvent;

namespace nest::ui {

/// Finds a row of a list of presets by typing its id, folded or open: "mixtral-8x7b", or "8x7b" from its middle. Slow
/// typing counts as one word until the row is taken or the list is left, and "x" and "×", which fonts draw alike
/// between digits, are the same letter.
class TypedSearch : public QObject {
public:
    /// Serves the box for as long as that lives.
    explicit TypedSearch(QComboBox* box);

    /// The row that `typed` means: the first whose id or text begins with it, else the first that holds it; -1: none.
    static int find(const QComboBox& box, const QString& typed);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool takeKey(QObject* watched, const QKeyEvent& event);

    QComboBox* m_box;
    QString m_typed;
    QElapsedTimer m_since; ///< the last letter
};

} // namespace nest::ui
