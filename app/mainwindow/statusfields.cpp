// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "mainwindow/statusfields.h"

#include "jobs/solverunner.h"
#include "mainwindow/language.h"
#include "theme/theme.h"

#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QToolButton>
#include <algorithm>

namespace nest::ui {

StatusFields::StatusFields(Language& language, QWidget* parent)
    : QStatusBar(parent), m_language(language), m_progress(new QProgressBar(this)), m_search(new QLabel(this)),
      m_notice(new QLabel(this)), m_network(new QLabel(this)), m_problems(new QToolButton(this)),
      m_languages(new QToolButton(this)) {
    setSizeGripEnabled(false);
    setProperty("helpId", QStringLiteral("window#status"));
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(140, 6);
    m_problems->setAutoRaise(true);
    m_problems->setIcon(lineIcon(QStringLiteral("problem")));
    m_problems->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_languages->setAutoRaise(true);
    m_languages->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_languages);
    for (const QString& code : Language::codes()) {
        QAction* action = menu->addAction(Language::nameOf(code));
        connect(action, &QAction::triggered, this, [this, code] { emit languageChosen(code); });
    }
    m_languages->setMenu(menu);

    setContentsMargins(metrics::gap, 0, metrics::gap, 0);
    addWidget(m_progress);
    addWidget(m_search, 1);
    addPermanentWidget(m_notice);
    addPermanentWidget(m_problems);
    m_notice->hide();
    addPermanentWidget(m_network);
    addPermanentWidget(m_languages);

    m_tick.setInterval(250);
    connect(&m_tick, &QTimer::timeout, this, &StatusFields::showRunning);
    connect(m_problems, &QToolButton::clicked, this, &StatusFields::problemsClicked);
    retranslate();
}

QString StatusFields::searchText() const {
    return m_search->text();
}

void StatusFields::setNotice(const QString& text) {
    m_notice->setText(text);
    m_notice->setVisible(!text.isEmpty());
}

void StatusFields::searchStarted() {
    m_running = true;
    m_proven = false;
    m_last = {};
    m_elapsed.start();
    m_tick.start();
    m_progress->setValue(0);
    showRunning();
}

void StatusFields::searchProgress(const SolveProgress& progress) {
    const double best = m_last.best_seconds;
    m_last = progress;
    if (m_last.best_seconds <= 0) m_last.best_seconds = best;
    m_progress->setValue(static_cast<int>(progress.fraction * 1000));
    showRunning();
}

void StatusFields::incumbent(double stepSeconds) {
    m_last.best_seconds = stepSeconds;
    showRunning();
}

void StatusFields::bestProven() {
    m_proven = true;
    showRunning();
}

void StatusFields::searchEnded(const SolveOutcome& outcome) {
    m_running = false;
    m_tick.stop();
    m_progress->setValue(outcome.waiting ? 0 : 1000);
    m_ended = {true, outcome.result != nullptr, outcome.stored, true, outcome.waiting, {}, 0, 0, 0};
    if (outcome.result) {
        m_ended.status = outcome.result->status;
        m_ended.searched = outcome.result->status != SolveStatus::feasible || outcome.result->gap_known();
        m_ended.seconds = outcome.result->solve_seconds;
        m_ended.candidates = outcome.result->candidates;
        m_ended.exact = outcome.result->exact_searches;
    }
    retranslate();
}

void StatusFields::setInputs(const PreparedInputs& inputs) {
    m_devices = inputs.levels ? inputs.levels->device_count() : 0;
    m_levels = inputs.levels ? inputs.levels->level_count() : 0;
    m_faults = m_warnings = 0;
    for (const Diagnostic& diagnostic : inputs.diagnostics) {
        m_faults += diagnostic.severity == Severity::error;
        m_warnings += diagnostic.severity == Severity::warning;
    }
    retranslate();
}

void StatusFields::showRunning() {
    if (!m_running) return;
    QString phase;
    switch (m_last.phase) {
    case SolvePhase::preparing:
        phase = tr("Preparing");
        break;
    case SolvePhase::bounding:
        phase = tr("Bounding");
        break;
    case SolvePhase::searching:
        phase = tr("Searching");
        break;
    case SolvePhase::finishing:
        phase = tr("Finishing");
        break;
    }
    if (m_proven) phase = tr("Looking for the next best plans");
    QStringList parts{phase};
    if (m_last.best_seconds > 0 && !m_proven) { // else it is theirs, and worse than what is shown
        parts << tr("best so far %1").arg(formatValue(m_last.best_seconds, Unit::seconds));
        // The bound is of what is left to look at: where that can only be worse, nothing is left to gain.
        const double gap = std::max(0.0, m_last.best_seconds - m_last.lower_bound_seconds) / m_last.best_seconds;
        if (m_last.lower_bound_seconds > 0) parts << tr("gap %1").arg(formatValue(gap, Unit::ratio, 2));
    }
    if (m_last.candidates > 0)
        parts << tr("%1 candidate(s)", nullptr, plural(m_last.candidates)).arg(formatCount(m_last.candidates));
    parts << formatValue(static_cast<double>(m_elapsed.elapsed()) / 1000, Unit::seconds);
    m_search->setText(parts.join(QStringLiteral(" · ")));
}

void StatusFields::retranslate() {
    m_progress->setAccessibleName(tr("Progress of the search"));
    m_languages->setText(Language::nameOf(m_language.current()));
    m_languages->setToolTip(tr("Language"));
    m_network->setText(m_devices > 0 ? tr("%1 device(s)", nullptr, plural(m_devices)).arg(formatCount(m_devices)) +
                                           QStringLiteral(" · ") + tr("%n level(s)", nullptr, m_levels)
                                     : QString());
    m_problems->setVisible(m_faults + m_warnings > 0);
    m_problems->setText(m_faults > 0 ? tr("%n problem(s)", nullptr, m_faults)
                                     : tr("%n warning(s)", nullptr, m_warnings));
    m_problems->setToolTip(tr("List problems and assumed values"));
    if (m_running) {
        showRunning();
    } else if (!m_ended.known) {
        m_search->clear();
    } else if (m_ended.waiting) {
        m_search->setText(tr("Not searched yet"));
    } else if (!m_ended.hasResult) {
        m_search->setText(tr("The inputs have a fault"));
    } else if (!m_ended.searched) {
        m_search->setText(tr("Priced, not searched"));
    } else {
        const QString verb = m_ended.stored                           ? tr("Stored result, solved in %1")
                             : m_ended.status == SolveStatus::stopped ? tr("Stopped after %1")
                                                                      : tr("Solved in %1");
        m_search->setText(
            QStringList{verb.arg(formatValue(m_ended.seconds, Unit::seconds)),
                        tr("%1 candidate(s)", nullptr, plural(m_ended.candidates)).arg(formatCount(m_ended.candidates)),
                        tr("%1 exact search(es)", nullptr, plural(m_ended.exact)).arg(formatCount(m_ended.exact))}
                .join(QStringLiteral(" · ")));
    }
}

void StatusFields::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QStatusBar::changeEvent(event);
}

} // namespace nest::ui
