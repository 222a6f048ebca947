// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "jobs/pastedcommand.h"

#include <QFutureWatcher>
#include <QtConcurrent>

namespace nest::ui {

PastedCommand::PastedCommand(const Project& project, QObject* parent) : QObject(parent), m_project(project) {
    connect(&project, &Project::stateChanged, this, &PastedCommand::follow);
    follow();
}

std::shared_ptr<const io::EngineLaunch> PastedCommand::launch() const {
    if (!m_run || !m_run->launch) return nullptr;
    return {m_run, &*m_run->launch};
}

std::vector<Diagnostic> PastedCommand::notes() const {
    return m_run ? m_run->notes : std::vector<Diagnostic>();
}

void PastedCommand::follow() {
    const SharedText& text = m_project.state().command;
    if (text == m_text) return;
    m_text = text;
    const int request = ++m_request;
    if (m_run) {
        m_run.reset();
        emit changed();
    }
    if (m_text.empty()) return;
    auto* watcher = new QFutureWatcher<std::shared_ptr<const PastedRun>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, request] {
        watcher->deleteLater();
        if (request != m_request) return; // another command by now
        m_run = watcher->result();
        emit changed();
    });
    watcher->setFuture(QtConcurrent::run([text = m_text]() -> std::shared_ptr<const PastedRun> {
        return std::make_shared<const PastedRun>(readPastedRun(text.text()));
    }));
}

} // namespace nest::ui
