// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/autosave.h"

#include "document/wholefile.h"

#include <QUuid>
#include <algorithm>

namespace nest::ui {
namespace {

constexpr qint64 shareOfTime = 2; ///< at most one in so many parts of the time goes into writing

} // namespace

Autosave::Autosave(Project& project, const QString& folder, std::chrono::milliseconds interval, QObject* parent)
    : QObject(parent), m_project(project), m_folder(folder), m_interval(interval.count()),
      m_id(QUuid::createUuid().toString(QUuid::WithoutBraces)), m_lock(m_folder.lock(m_id)), m_pause(m_interval) {
    m_pool.setMaxThreadCount(1);
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Autosave::write);
    connect(&m_project, &Project::stateChanged, this, &Autosave::changed);
    connect(&m_project, &Project::titleChanged, this, &Autosave::changed);
    connect(&m_project, &Project::dirtyChanged, this, &Autosave::changed);
}

Autosave::~Autosave() {
    if (!m_lock) return; // left already
    end();
    dropAdopted();
    m_folder.discard(m_id);
}

void Autosave::end() {
    disconnect(&m_project, nullptr, this, nullptr);
    m_timer.stop();
    m_pool.waitForDone();
}

void Autosave::leave() {
    if (!m_lock) return;
    const bool written = isUpToDate() && QFile::exists(recordPath());
    end();
    if (!written && writeWhole(recordPath(), RecoveryFolder::text(m_project.session()))) return; // what there is stays
    dropAdopted();
    m_folder.leave(m_id);
    m_lock.reset();
}

void Autosave::adopt(RecoveryFolder::Claim claim) {
    m_adopted = std::move(claim);
    m_adoptedIsOld = false;
}

void Autosave::dropAdopted() {
    if (!m_adopted) return;
    m_folder.discard(m_adopted->id);
    m_adopted.reset();
}

void Autosave::changed() {
    m_changed = true;
    if (m_writing || m_timer.isActive()) return;
    // The first change after a quiet time is written at once, from the event loop, so that signals of one edit are one.
    const qint64 waited = m_sinceBegin.isValid() ? m_sinceBegin.elapsed() : m_pause;
    m_timer.start(static_cast<int>(std::max<qint64>(0, m_pause - waited)));
}

void Autosave::write() {
    if (m_writing) return;
    m_changed = false;
    m_writing = true;
    m_adoptedIsOld = m_adopted.has_value();
    m_sinceBegin.start();
    emit writeBegun();
    m_pool.start(
        [this, session = std::make_shared<ProjectSession>(m_project.session()), path = recordPath()]() mutable {
            QElapsedTimer took;
            took.start();
            const auto fault = writeWhole(path, RecoveryFolder::text(*session));
            session.reset(); // what it holds alone is freed here, not in the window
            QMetaObject::invokeMethod(
                this, [this, fault, spent = took.elapsed()] { ended(fault, spent); }, Qt::QueuedConnection);
        });
}

void Autosave::ended(const std::optional<Diagnostic>& fault, qint64 milliseconds) {
    m_writing = false;
    m_pause = std::max(m_interval, milliseconds * shareOfTime);
    if (fault && !m_failed) emit failed(*fault);
    m_failed = fault.has_value();
    if (m_adoptedIsOld && !fault) dropAdopted();
    emit writeEnded();
    if (m_changed) changed();
}

} // namespace nest::ui
