// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "document/project.h"
#include "jobs/solverunner.h"

#include <QObject>
#include <QTimer>
#include <memory>

namespace nest::ui {

/// Keeps the shown plan in step with the project: every change asks for a new solve after a short pause, and the old
/// result stays, marked stale, until the new one is there. A result of other inputs than the present ones is never
/// shown as fresh.
class LivePlan : public QObject {
    Q_OBJECT

public:
    explicit LivePlan(Project& project, QObject* parent = nullptr);
    ~LivePlan() override;

    SolveRunner& runner() { return m_runner; }
    /// Of the last finished request, or the best so far of the one that runs; null before the first. May be stale.
    const std::shared_ptr<const SolveOutcome>& outcome() const { return m_outcome; }
    /// The project has changed since outcome().
    bool isStale() const { return m_stale; }
    bool isBusy() const { return m_pause.isActive() || m_runner.isRunning(); }

    /// Searches at once, without the pause and whatever is stored. Ends waiting.
    void solveNow();
    /// Shows the plans at once: stored ones, else searched ones unless it waits.
    void refresh();
    /// While it waits nothing is searched, whatever changes: inputs are prepared and stored plans are shown.
    void setWaiting(bool waiting) { m_waiting = waiting; }
    bool isWaiting() const { return m_waiting; }
    /// Ends the search early and keeps the best plan so far.
    void stop();
    /// Shows plans that come with a file instead of solving; inputs are prepared by the caller.
    void show(std::shared_ptr<const SolveOutcome> outcome);

signals:
    void inputsChanged(std::shared_ptr<const nest::ui::PreparedInputs> inputs);
    void outcomeChanged(std::shared_ptr<const nest::ui::SolveOutcome> outcome);
    void staleChanged(bool stale);
    void busyChanged(bool busy);

private:
    void projectChanged();
    void ask(SolveRunner::Effort effort);
    void take(std::shared_ptr<const SolveOutcome> outcome);
    void setStale(bool stale);

    Project& m_project;
    QTimer m_pause;
    SolveRunner m_runner;
    ProjectState m_asked; ///< what the last request was for
    std::shared_ptr<const SolveOutcome> m_outcome;
    bool m_stale = false, m_waiting = false;
};

} // namespace nest::ui
