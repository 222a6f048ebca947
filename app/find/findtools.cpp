// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "find/findtools.h"

#include "find/commandpalette.h"
#include "find/paletteentries.h"
#include "find/shortcutsheet.h"
#include "help/helpcontext.h"
#include "help/manualwindow.h"
#include "mainwindow/headerbar.h"
#include "mainwindow/mainwindow.h"
#include "mainwindow/presentation.h"

namespace nest::ui {

FindTools::FindTools(MainWindow& window)
    : QObject(&window), m_window(window), m_palette(new CommandPalette(&window)), m_sheet(new ShortcutSheet(&window)),
      m_presentation(new Presentation(window)), m_context(new HelpContext(this)) {
    ActionRegistry& actions = window.actions();
    actions.on("view.palette", this, [this] { openPalette(); });
    actions.on("help.shortcuts", this, [this] { m_sheet->open(); });
    actions.on("help.manual", this, [this] { openManual(); });
    QAction* present = actions.action("view.present");
    present->setCheckable(true);
    connect(present, &QAction::triggered, m_presentation, &Presentation::set);
    connect(m_presentation, &Presentation::changed, present, &QAction::setChecked);
    connect(window.header(), &HeaderBar::paletteClicked, this, &FindTools::openPalette);
}

FindTools::~FindTools() {
    delete m_manual; // a window of its own, which goes with the last thing that could ask for it
}

ManualWindow* FindTools::manual() const {
    return m_manual;
}

void FindTools::openPalette() {
    const Manual manual(m_window.language().current());
    m_palette->open(paletteEntries(m_window, manual, [this](const QString& topic) { openManual(topic); }));
}

void FindTools::openManual(const QString& topic) {
    const QString wanted = topic.isEmpty() ? m_context->topic() : topic;
    if (!m_manual) m_manual = new ManualWindow(m_window.language());
    if (!wanted.isEmpty() || m_manual->topic().isEmpty()) m_manual->openTopic(wanted);
    m_manual->show();
    m_manual->raise();
    m_manual->activateWindow();
}

} // namespace nest::ui
