// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "find/shortcutlist.h"

#include <QPointer>
#include <QWidget>

class QScrollArea;

namespace nest::ui {

/// All keys of the program at a glance, over the window. Any key or click takes it away.
class ShortcutSheet : public QWidget {
    Q_OBJECT

public:
    /// A child of `window`, hidden until it is opened.
    explicit ShortcutSheet(QWidget* window);

    void open();
    void dismiss();
    /// What it shows, for screen readers and tests: one line a key.
    QString text() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void rebuild();
    void place();

    QScrollArea* m_area;
    QPointer<QWidget> m_before; ///< had the focus
};

} // namespace nest::ui
