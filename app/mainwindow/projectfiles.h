// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "document/autosave.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QStringList>
#include <QTimer>
#include <functional>

class QMenu;
class QWidget;

namespace nest::ui {

/// Opening, saving and recovering one window's project, with the questions that go with it. Files are read and written
/// on a worker; the questions are asked in front of the window.
class ProjectFiles : public QObject {
    Q_OBJECT

public:
    ProjectFiles(Project& project, QWidget* window);

    /// What start() found.
    enum class Start {
        nothing,   ///< the very first start, or another window has the last project
        restored,  ///< the last project
        recovered, ///< the only one that wasn't closed
        unfinished ///< several weren't closed: unfinished() lists them, nothing was restored
    };
    /// Takes up what the last window left.
    Start start();
    /// Projects with unsaved changes whose windows are gone, newest first.
    QVector<RecoveryEntry> unfinished() const;
    /// Opens one of unfinished() in place of the document. False: the person wants to stay, or it can't be read.
    bool restoreUnfinished(const QString& id);
    void discardUnfinished(const QString& id);

    /// A file with unsaved changes of a window that ended unexpectedly comes back with these.
    bool open(const QString& path);
    void askOpen();
    bool save();
    bool saveAs();
    /// Offers to save unsaved changes; false: the person wants to stay.
    bool mayReplace();
    /// At the end of the window. The record stays for the next start if `keep`.
    void finish(bool keep);
    /// A question or a read is under way: not the time to close.
    bool isBusy() const { return m_busy > 0; }

    static QStringList recent();
    /// Makes `menu` list the recent files each time it opens.
    void showRecentIn(QMenu* menu);
    /// Processes other than this one, or windows of it, that have the same project open; for a person, may be empty.
    QString elsewhere() const { return m_elsewhere; }
    const Autosave& autosave() const { return m_autosave; }

signals:
    /// open() found unsaved changes of that file and restored these instead.
    void recovered();
    void opened(const QString& path, const nest::ui::Project::Opened& opened);
    void faultsFound(const std::vector<nest::Diagnostic>& faults);
    /// A line for the log.
    void noted(const QString& line);
    void elsewhereChanged();

private:
    /// Restores a claimed record; what can't be read is set aside and said.
    bool restore(RecoveryFolder::Claim claim);
    /// The record of unsaved changes to a file; empty where there are none.
    QString unsavedOf(const QString& path) const;
    bool saveTo(const QString& path, bool overwrite);
    bool settleConflict(const QString& path);
    void addRecent(const QString& path);
    void lookElsewhere();

    Project& m_project;
    QWidget* m_window;
    Autosave m_autosave;
    QFileSystemWatcher m_watcher; ///< of the recovery folder: other windows come and go
    QTimer m_look;
    QString m_elsewhere;
    int m_busy = 0;
};

} // namespace nest::ui
