// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "document/project.h"

#include <QDateTime>
#include <QLockFile>
#include <QString>
#include <QVector>
#include <memory>
#include <optional>

namespace nest::ui {

/// What is known of a recovery record without reading its document.
struct RecoveryEntry {
    QString id;
    QString title; ///< "llama3-70b @ dgx-h100x16"
    QString file;  ///< of the project; empty: never saved
    bool unsaved = false;
    qint64 pid = 0;
    QDateTime time; ///< of the last change that is in it
};

/// The folder in which every window keeps a record of its document while it is open: ID.json, with ID.lock held for as
/// long as the window lives. A record without a living window belongs to one that wasn't closed. "last.json" is what
/// the window closed last leaves for the next start. Records are nest-project files whose first line holds what
/// RecoveryEntry says, so that a list of large projects needs no more than their first lines.
class RecoveryFolder {
public:
    explicit RecoveryFolder(QString path);
    /// In the application's local data.
    static QString standardPath();

    QString path() const { return m_path; }
    QString recordPath(const QString& id) const;

    /// Takes the lock of a new or orphaned record; null when another window has it.
    std::unique_ptr<QLockFile> lock(const QString& id) const;
    /// Records whose windows are gone, newest first. Removes what interrupted writes left behind.
    QVector<RecoveryEntry> orphans() const;
    /// What the last window left; nothing when there is none or a window has taken it.
    std::optional<RecoveryEntry> last() const;
    /// Living windows other than `id` that have the project file open.
    QVector<RecoveryEntry> windowsOn(const QString& file, const QString& id) const;

    /// A record that nobody else will take as long as this lives.
    struct Claim {
        QString id;
        std::unique_ptr<QLockFile> lock;
    };
    /// Claims an orphan's record or, with "last", the one for the next start. Nothing when somebody else was quicker.
    std::optional<Claim> claim(const QString& id) const;
    /// Leaves the record of `id` for the next start. One with unsaved changes that is there already becomes an orphan.
    void leave(const QString& id) const;
    void discard(const QString& id) const;
    /// Keeps a record that can't be read out of the way; returns where.
    QString setAside(const QString& id) const;

    /// File text of a record.
    static std::string text(const ProjectSession& session);
    /// Reads a whole record. Call it on a worker.
    static Result<ProjectSession> read(const QString& path);

private:
    std::optional<RecoveryEntry> entry(const QString& id) const;
    QStringList ids() const;
    bool isAlive(const QString& id) const;
    void sweep() const;

    QString m_path;
};

} // namespace nest::ui
