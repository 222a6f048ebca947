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

#include <QPointer>

namespace nest::ui {
namespace {

/// All windows share one manual; it goes with the last of them.
QPointer<ManualWindow> theManual;
int askers = 0;

} // namespace

FindTools::FindTools(MainWindow& window)
    : QObject(&window), m_window(window), m_palette(new CommandPalette(&window)), m_sheet(new ShortcutSheet(&window)),
      m_presentation(new Presentation(window)), m_context(new HelpContext(this)) {
    ++askers;
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
    if (--askers == 0) delete theManual;
}

ManualWindow* FindTools::manual() const {
    return theManual;
}

void FindTools::openPalette() {
    const Manual manual(manualLanguage());
    m_palette->open(paletteEntries(m_window, manual, [this](const QString& topic) { openManual(topic); }));
}

void FindTools::openManual(const QString& topic) {
    const QString wanted = topic.isEmpty() ? m_context->topic() : topic;
    if (!theManual) theManual = new ManualWindow;
    if (!wanted.isEmpty() || theManual->topic().isEmpty()) theManual->openTopic(wanted);
    theManual->show();
    theManual->raise();
    theManual->activateWindow();
}

} // namespace nest::ui
