// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "jobs/liveplan.h"

#include <utility>

namespace nest::ui {
namespace {

constexpr int pauseMilliseconds = 60; ///< long enough to take a held spin button as one change

} // namespace

LivePlan::LivePlan(Project& project, QObject* parent) : QObject(parent), m_project(project), m_runner(this) {
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMilliseconds);
    connect(&m_pause, &QTimer::timeout, this, &LivePlan::refresh);
    connect(&m_project, &Project::stateChanged, this, &LivePlan::projectChanged);
    connect(&m_runner, &SolveRunner::inputsReady, this,
            [this](quint64, const std::shared_ptr<const PreparedInputs>& inputs) { emit inputsChanged(inputs); });
    connect(&m_runner, &SolveRunner::finished, this, [this](std::shared_ptr<const SolveOutcome> outcome) {
        if (m_pause.isActive()) { // the project has changed again; that request is about to start
            dropLater(std::move(outcome));
            return;
        }
        take(std::move(outcome));
        emit busyChanged(false);
    });
    m_runner.setStore(m_project.results());
    for (const auto signal : {&SolveRunner::provisional, &SolveRunner::improved})
        connect(&m_runner, signal, this, [this](std::shared_ptr<const SolveOutcome> outcome) {
            if (!m_pause.isActive()) take(std::move(outcome));
        });
}

LivePlan::~LivePlan() = default;

void LivePlan::take(std::shared_ptr<const SolveOutcome> outcome) {
    m_project.sealEdits();
    dropLater(std::exchange(m_outcome, std::move(outcome)));
    setStale(false);
    emit outcomeChanged(m_outcome);
}

void LivePlan::projectChanged() {
    // Kept plans and notes ask for no new search.
    if (m_outcome && !m_stale && m_project.state().sameInputs(m_asked)) return;
    setStale(true);
    m_pause.start();
    emit busyChanged(true);
}

void LivePlan::setStale(bool stale) {
    if (stale == m_stale) return;
    m_stale = stale;
    emit staleChanged(stale);
}

void LivePlan::solveNow() {
    m_waiting = false;
    ask(SolveRunner::Effort::Search);
}

void LivePlan::refresh() {
    ask(m_waiting ? SolveRunner::Effort::Prepare : SolveRunner::Effort::LookUp);
}

void LivePlan::ask(SolveRunner::Effort effort) {
    m_pause.stop();
    setStale(true);
    m_asked = m_project.state();
    m_runner.start(m_asked, effort);
    emit busyChanged(true);
}

void LivePlan::stop() {
    if (m_pause.isActive())
        m_waiting ? refresh() : solveNow(); // so that the request has an end, with what can be had at once
    m_runner.stop();
}

void LivePlan::show(std::shared_ptr<const SolveOutcome> outcome) {
    m_pause.stop();
    m_runner.drop(); // the answer for what was open before would take the place of this one
    m_project.sealEdits();
    m_asked = m_project.state();
    dropLater(std::exchange(m_outcome, std::move(outcome)));
    setStale(false);
    if (m_outcome->inputs) emit inputsChanged(m_outcome->inputs);
    emit outcomeChanged(m_outcome);
    emit busyChanged(false);
}

} // namespace nest::ui
