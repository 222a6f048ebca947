// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "mainwindow/projectfiles.h"

#include "controls/filedialogs.h"
#include "jobs/waiting.h"

#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QScopeGuard>
#include <QSettings>
#include <QStandardPaths>

namespace nest::ui {
namespace {

constexpr int recentCount = 10;
constexpr int lookPause = 250; ///< ms; records change often, who is there seldom

} // namespace

ProjectFiles::ProjectFiles(Project& project, QWidget* window)
    : QObject(window), m_project(project), m_window(window), m_autosave(project, RecoveryFolder::standardPath()) {
    m_project.results()->setCacheFolder(QStandardPaths::writableLocation(QStandardPaths::CacheLocation) +
                                        QStringLiteral("/results"));
    connect(&m_autosave, &Autosave::failed, this, [this](const Diagnostic& fault) { emit faultsFound({fault}); });
    m_look.setSingleShot(true);
    m_look.setInterval(lookPause);
    connect(&m_look, &QTimer::timeout, this, &ProjectFiles::lookElsewhere);
    const auto soon = [this] {
        if (!m_look.isActive()) m_look.start();
    };
    m_watcher.addPath(m_autosave.folder().path());
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, soon);
    connect(&m_project, &Project::titleChanged, this, soon);
}

// Recovery

ProjectFiles::Start ProjectFiles::start() {
    const RecoveryFolder& folder = m_autosave.folder();
    const auto orphans = folder.orphans();
    QString chosen;
    int unsaved = 0;
    for (const RecoveryEntry& orphan : orphans) {
        if (orphan.unsaved) ++unsaved;
        if (chosen.isEmpty()) chosen = orphan.id;
    }
    if (unsaved > 1) return Start::unfinished;
    for (const RecoveryEntry& orphan : orphans) { // the one that would be missed comes before a newer one that wouldn't
        if (orphan.unsaved)
            chosen = orphan.id;
        else if (orphan.id != chosen)
            folder.discard(orphan.id);
    }
    if (!chosen.isEmpty())
        if (auto claim = folder.claim(chosen); claim && restore(std::move(*claim))) {
            emit noted(tr("Restored after an unexpected end: %1").arg(m_project.title()));
            return Start::recovered;
        }
    if (auto claim = folder.claim(QStringLiteral("last")); claim && restore(std::move(*claim))) return Start::restored;
    return Start::nothing;
}

QVector<RecoveryEntry> ProjectFiles::unfinished() const {
    QVector<RecoveryEntry> list;
    const auto orphans = m_autosave.folder().orphans();
    for (const RecoveryEntry& orphan : orphans)
        if (orphan.unsaved) list << orphan;
    return list;
}

bool ProjectFiles::restoreUnfinished(const QString& id) {
    if (!mayReplace()) return false;
    auto claim = m_autosave.folder().claim(id);
    return claim && restore(std::move(*claim));
}

void ProjectFiles::discardUnfinished(const QString& id) {
    if (const auto claim = m_autosave.folder().claim(id)) m_autosave.folder().discard(claim->id);
}

bool ProjectFiles::restore(RecoveryFolder::Claim claim) {
    ++m_busy;
    const auto idle = qScopeGuard([this] { --m_busy; });
    const QString path = m_autosave.folder().recordPath(claim.id);
    auto session =
        waitForResult(m_window, tr("Restoring the last project"), [path] { return RecoveryFolder::read(path); });
    if (!session) return false; // cancelled: it stays for another time
    if (!session->ok()) {
        const QString aside = m_autosave.folder().setAside(claim.id);
        emit faultsFound(session->diagnostics());
        emit noted(tr("A project that can't be restored was set aside: %1").arg(aside));
        return false;
    }
    m_autosave.adopt(std::move(claim));
    m_project.restore(std::move(**session));
    return true;
}

void ProjectFiles::finish(bool keep) {
    if (keep) m_autosave.leave(); // else the record goes with the window
    m_watcher.disconnect(this);
}

void ProjectFiles::lookElsewhere() {
    QStringList processes;
    const auto windows = m_autosave.folder().windowsOn(m_project.filePath(), m_autosave.id());
    for (const RecoveryEntry& other : windows)
        processes << QString::number(other.pid);
    processes.removeDuplicates();
    const QString text = processes.isEmpty()
                             ? QString()
                             : tr("also open in another window (process %1)").arg(processes.join(QStringLiteral(", ")));
    if (text == m_elsewhere) return;
    m_elsewhere = text;
    emit elsewhereChanged();
}

// Open and save

QString ProjectFiles::unsavedOf(const QString& path) const {
    const QString own = QFileInfo(path).canonicalFilePath();
    const auto entries = unfinished();
    for (const RecoveryEntry& entry : entries) // the newest first
        if (!own.isEmpty() && !entry.file.isEmpty() && QFileInfo(entry.file).canonicalFilePath() == own)
            return entry.id;
    return {};
}

bool ProjectFiles::open(const QString& path) {
    if (m_busy > 0) return false; // one at a time
    // What a window that ended unexpectedly had not saved of this file comes before what the file holds.
    if (const QString unsaved = unsavedOf(path); !unsaved.isEmpty()) {
        if (restoreUnfinished(unsaved)) {
            emit noted(tr("Restored after an unexpected end, with what was not saved: %1").arg(m_project.title()));
            emit recovered();
            return true;
        }
        if (unsavedOf(path) == unsaved) return false; // stopped; what can't be read was set aside
    }
    ++m_busy;
    const auto idle = qScopeGuard([this] { --m_busy; });
    auto loaded = waitForResult(m_window, tr("Reading %1").arg(QFileInfo(path).fileName()),
                                [path, options = m_project.state().options] { return Project::load(path, options); });
    if (!loaded) return false;
    if (loaded->opened.replaces() && !mayReplace()) return false;
    const bool failed = loaded->opened.kind == Project::Opened::Kind::failed;
    const Project::Opened opened = m_project.take(std::move(*loaded));
    if (failed) {
        emit faultsFound(opened.diagnostics);
        return false;
    }
    addRecent(path);
    emit this->opened(path, opened);
    return true;
}

void ProjectFiles::askOpen() {
    const QString path = askOpenFile(
        m_window, {tr("Open"),
                   {tr("All that can be read (*.json *.sh *.yaml *.yml *.txt)"),
                    tr("Projects, models, topologies, plans (*.json)"), tr("Launch scripts (*.sh *.yaml *.yml *.txt)")},
                   {}});
    if (!path.isEmpty()) open(path);
}

bool ProjectFiles::save() {
    if (m_project.filePath().isEmpty()) return saveAs();
    return saveTo(m_project.filePath(), false);
}

bool ProjectFiles::saveAs() {
    const QString path =
        askSaveFile(m_window, {tr("Save project"),
                               {tr("Projects (*.json)")},
                               m_project.filePath().isEmpty() ? fileNameFor(m_project.title()) + QStringLiteral(".json")
                                                              : m_project.filePath(),
                               QStringLiteral("json")});
    return !path.isEmpty() && saveTo(path, true);
}

bool ProjectFiles::saveTo(const QString& path, bool overwrite) {
    ++m_busy;
    const auto idle = qScopeGuard([this] { --m_busy; });
    const QByteArray expected = overwrite ? QByteArray() : m_project.stamp();
    const auto saved = waitForResult(m_window, tr("Writing %1").arg(QFileInfo(path).fileName()),
                                     [path, expected, results = m_project.results(), file = m_project.file()] {
                                         return std::pair(Project::write(path, file, *results, expected), file.state);
                                     });
    if (!saved) return false; // the write ends all the same, whole; the document stays unsaved
    if (saved->first.changedOnDisk) return settleConflict(path);
    if (saved->first.fault) {
        emit faultsFound({*saved->first.fault});
        return false;
    }
    m_project.setSaved(path, saved->first.stamp, saved->second);
    addRecent(path);
    return true;
}

bool ProjectFiles::settleConflict(const QString& path) {
    QMessageBox box(
        QMessageBox::Warning, tr("Changed on disk"),
        tr("%1 was changed by another window or program after it was read here.").arg(QFileInfo(path).fileName()),
        QMessageBox::Cancel, m_window);
    box.setInformativeText(
        tr("Overwriting loses what was written there. Reading it again loses the changes made here."));
    QPushButton* other = box.addButton(tr("Save as..."), QMessageBox::AcceptRole);
    QPushButton* overwrite = box.addButton(tr("Overwrite"), QMessageBox::DestructiveRole);
    QPushButton* reload = box.addButton(tr("Read again"), QMessageBox::ActionRole);
    other->setObjectName(QStringLiteral("saveAs"));
    overwrite->setObjectName(QStringLiteral("overwrite"));
    reload->setObjectName(QStringLiteral("reload"));
    box.setDefaultButton(other);
    box.exec();
    if (box.clickedButton() == other) return saveAs();
    if (box.clickedButton() == overwrite) return saveTo(path, true);
    if (box.clickedButton() != reload) return false;
    auto loaded = waitForResult(m_window, tr("Reading %1").arg(QFileInfo(path).fileName()),
                                [path, options = m_project.state().options] { return Project::load(path, options); });
    if (!loaded) return false;
    const Project::Opened opened = m_project.take(std::move(*loaded));
    if (opened.kind == Project::Opened::Kind::failed)
        emit faultsFound(opened.diagnostics);
    else
        emit this->opened(path, opened);
    return false; // what was here is not saved: whoever wanted to go on from it must not
}

bool ProjectFiles::mayReplace() {
    if (!m_project.isDirty()) return true;
    ++m_busy;
    const auto idle = qScopeGuard([this] { --m_busy; });
    const auto answer =
        QMessageBox::question(m_window, tr("Unsaved changes"), tr("Save the changes to %1?").arg(m_project.title()),
                              QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && save());
}

// Recent files

QStringList ProjectFiles::recent() {
    return QSettings().value(QStringLiteral("recent")).toStringList();
}

void ProjectFiles::addRecent(const QString& path) {
    QStringList list = recent();
    const QString absolute = QFileInfo(path).absoluteFilePath();
    list.removeAll(absolute);
    list.prepend(absolute);
    QSettings().setValue(QStringLiteral("recent"), list.mid(0, recentCount));
}

void ProjectFiles::showRecentIn(QMenu* menu) {
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        const QStringList list = recent();
        for (const QString& path : list) {
            QAction* action = menu->addAction(QFileInfo(path).fileName());
            action->setToolTip(path);
            connect(action, &QAction::triggered, this, [this, path] { open(path); });
        }
        if (menu->isEmpty()) menu->addAction(tr("No files yet"))->setEnabled(false);
    });
}

} // namespace nest::ui
