// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "mainwindow/presentation.h"

#include "mainwindow/scrollplaces.h"
#include "theme/theme.h"

#include <QApplication>
#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QShortcut>
#include <QStatusBar>

namespace nest::ui {
namespace {

int presenting = 0; ///< windows; they share one size of texts

} // namespace

Presentation::Presentation(QMainWindow& window)
    : QObject(&window), m_window(window), m_escape(new QShortcut(QKeySequence(Qt::Key_Escape), &window)) {
    m_escape->setEnabled(false);
    connect(m_escape, &QShortcut::activated, this, [this] { set(false); });
}

void Presentation::set(bool on) {
    if (on == m_on) return;
    m_on = on;
    m_escape->setEnabled(on); // otherwise Esc deselects
    if (on)
        enter();
    else
        leave();
    emit changed(on);
}

void Presentation::keepPlaces() {
    delete m_places;
    m_places = new ScrollPlaces(m_window);
}

void Presentation::enter() {
    keepPlaces();
    m_docks = m_window.saveState();
    m_geometry = m_window.saveGeometry();
    m_state = m_window.windowState();
    m_statusShown = !m_window.statusBar()->isHidden();
    const auto docks = m_window.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly);
    for (QDockWidget* dock : docks)
        dock->hide();
    m_window.statusBar()->hide();
    ++presenting;
    setTextScale(*qApp, scale); // before the new size, so that what is arranged for it knows
    m_window.setWindowState(m_state | Qt::WindowFullScreen);
}

void Presentation::leave() {
    keepPlaces();
    // What is shown again takes the smaller text as a visible part does, so its height follows.
    m_window.statusBar()->setVisible(m_statusShown);
    m_window.restoreState(m_docks);
    if (--presenting == 0) setTextScale(*qApp, 1);
    m_window.setWindowState(m_state);
    if (!(m_state & (Qt::WindowMaximized | Qt::WindowFullScreen))) m_window.restoreGeometry(m_geometry);
    m_window.restoreState(m_docks);
    // The status bar keeps the height of its larger text until it is laid out anew.
    m_window.statusBar()->setFixedHeight(m_window.statusBar()->minimumSizeHint().height());
    m_window.statusBar()->setMinimumHeight(0);
    m_window.statusBar()->setMaximumHeight(QWIDGETSIZE_MAX);
}

} // namespace nest::ui
