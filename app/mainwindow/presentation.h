// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QObject>
#include <QPointer>

class QMainWindow;
class QShortcut;

namespace nest::ui {

class ScrollPlaces;

/// Shows a window to a room: full screen, texts half as large again, docks and status bar away. Leaving brings back
/// exactly what was before. What was being looked at stays in view both ways.
class Presentation : public QObject {
    Q_OBJECT

public:
    static constexpr double scale = 1.5;

    explicit Presentation(QMainWindow& window);

    bool isOn() const { return m_on; }
    void set(bool on);

signals:
    void changed(bool on);

private:
    void enter();
    void leave();
    void keepPlaces();

    QMainWindow& m_window;
    QShortcut* m_escape;
    QPointer<ScrollPlaces> m_places; ///< while the window gets its new size
    bool m_on = false;
    QByteArray m_docks, m_geometry;
    Qt::WindowStates m_state;
    bool m_statusShown = true;
};

} // namespace nest::ui
