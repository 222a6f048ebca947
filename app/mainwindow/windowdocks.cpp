// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "mainwindow/windowdocks.h"

#include "mainwindow/actionregistry.h"
#include "mainwindow/inspector.h"
#include "mainwindow/notespanel.h"
#include "mainwindow/optionsside.h"
#include "mainwindow/problemspanel.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <utility>

namespace nest::ui {

WindowDocks::WindowDocks(QMainWindow& window, const Panels& panels) : QObject(&window) {
    const auto make = [&window](const char* name, QWidget* content, Qt::DockWidgetArea area) {
        auto* dock = new QDockWidget(&window);
        dock->setObjectName(QString::fromLatin1(name));
        dock->setWidget(content);
        dock->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
        window.addDockWidget(area, dock);
        return dock;
    };
    m_options = make("optionsDock", panels.options, Qt::LeftDockWidgetArea);
    m_inspector = make("inspectorDock", panels.inspector, Qt::RightDockWidgetArea);
    m_notes = make("notesDock", panels.notes, Qt::RightDockWidgetArea);
    window.tabifyDockWidget(m_inspector, m_notes);
    m_problems = make("problemsDock", panels.problems, Qt::BottomDockWidgetArea);
    m_problems->hide();
    m_inspector->hide();
    m_notes->hide();
    // The options need no heading: what they are is plain, and the room is wanted.
    m_options->setTitleBarWidget(new QWidget(m_options));
    window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    window.resizeDocks({m_options, m_inspector}, {264, 280}, Qt::Horizontal);
    window.resizeDocks({m_problems}, {150}, Qt::Vertical);
}

void WindowDocks::connectActions(ActionRegistry& actions) {
    for (const auto& [id, dock] : {std::pair{"view.options", m_options},
                                   {"view.inspector", m_inspector},
                                   {"view.notes", m_notes},
                                   {"view.problems", m_problems}}) {
        QAction* action = actions.action(id);
        action->setCheckable(true);
        connect(action, &QAction::triggered, dock, &QDockWidget::setVisible);
        connect(action, &QAction::triggered, dock, &QDockWidget::raise); // of several in one place
        connect(action, &QAction::triggered, this, [this, shown = dock](bool on) {
            emit toggled();
            QWidget* panel = shown->widget(); // where the eye should go, the cursor goes too
            if (on && (panel->focusProxy() || panel->focusPolicy() != Qt::NoFocus)) panel->setFocus(Qt::TabFocusReason);
        });
        connect(dock, &QDockWidget::visibilityChanged, action,
                [action, shown = dock](bool) { action->setChecked(!shown->isHidden()); });
    }
}

void WindowDocks::retranslate() {
    m_options->setWindowTitle(tr("Options"));
    m_inspector->setWindowTitle(tr("Inspector"));
    m_notes->setWindowTitle(tr("Notes"));
    m_problems->setWindowTitle(tr("Problems and log"));
}

} // namespace nest::ui
