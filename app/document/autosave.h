// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "document/recovery.h"

#include <QElapsedTimer>
#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <chrono>

namespace nest::ui {

/// Keeps the recovery record of one window's project up to date. A change is on disk at most one interval later, plus
/// the time of a write; writes are made on a worker, whole or not at all, one at a time and no oftener than once per
/// interval. Projects that take long to write are written less often. Destroying it ends the window in order: the
/// record is gone unless leave() was called.
class Autosave : public QObject {
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds usualInterval{1000};

    /// `folder`: of the records, e.g. RecoveryFolder::standardPath().
    Autosave(Project& project, const QString& folder, std::chrono::milliseconds interval = usualInterval,
             QObject* parent = nullptr);
    ~Autosave() override;

    const RecoveryFolder& folder() const { return m_folder; }
    QString id() const { return m_id; }
    QString recordPath() const { return m_folder.recordPath(m_id); }
    /// Every change so far is on disk.
    bool isUpToDate() const { return !m_changed && !m_writing; }

    /// The project is about to become what the claimed record holds: that record goes when the own one holds it.
    void adopt(RecoveryFolder::Claim claim);
    /// Writes what is not yet written and leaves the record for the next start. The project is watched no more.
    void leave();

signals:
    void writeBegun();
    void writeEnded();
    /// Once, until a write succeeds again.
    void failed(const nest::Diagnostic& fault);

private:
    void changed();
    void write();
    void ended(const std::optional<Diagnostic>& fault, qint64 milliseconds);
    void end();
    void dropAdopted();

    Project& m_project;
    RecoveryFolder m_folder;
    const qint64 m_interval; ///< ms
    QString m_id;
    std::unique_ptr<QLockFile> m_lock;
    std::optional<RecoveryFolder::Claim> m_adopted;
    bool m_adoptedIsOld = false; ///< the write under way began after adopt()
    QThreadPool m_pool;          ///< of one thread, so that a long read elsewhere doesn't hold up the record
    QTimer m_timer;
    QElapsedTimer m_sinceBegin; ///< of the last write
    qint64 m_pause;             ///< ms between two writes
    bool m_changed = false, m_writing = false, m_failed = false;
};

} // namespace nest::ui
