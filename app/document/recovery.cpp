// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/recovery.h"

#include "io/files.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUuid>
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace nest::ui {
namespace {

const QString lastId = QStringLiteral("last");
constexpr qint64 longestHead = 1 << 16; ///< bytes; a first line is far shorter

QString textOf(const nlohmann::json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? QString::fromStdString(found->get<std::string>()) : QString();
}

bool trueAt(const nlohmann::json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_boolean() && found->get<bool>();
}

/// Replaces what is there, which QFile::rename() doesn't.
void move(const QString& from, const QString& to) {
    std::error_code error;
    std::filesystem::rename(from.toStdString(), to.toStdString(), error);
}

} // namespace

RecoveryFolder::RecoveryFolder(QString path) : m_path(std::move(path)) {
    QDir().mkpath(m_path);
}

QString RecoveryFolder::standardPath() {
    return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + QStringLiteral("/recovery");
}

QString RecoveryFolder::recordPath(const QString& id) const {
    return m_path + QLatin1Char('/') + id + QStringLiteral(".json");
}

std::unique_ptr<QLockFile> RecoveryFolder::lock(const QString& id) const {
    auto lock = std::make_unique<QLockFile>(m_path + QLatin1Char('/') + id + QStringLiteral(".lock"));
    lock->setStaleLockTime(0); // a window may live for weeks; one that died is told by its process
    if (!lock->tryLock(0)) return nullptr;
    return lock;
}

bool RecoveryFolder::isAlive(const QString& id) const {
    return lock(id) == nullptr; // a lock that could be taken is released again here
}

QStringList RecoveryFolder::ids() const {
    QStringList ids;
    const QStringList files = QDir(m_path).entryList({QStringLiteral("*.json")}, QDir::Files);
    for (const QString& file : files)
        if (const QString id = file.chopped(5); id != lastId) ids << id;
    return ids;
}

std::optional<RecoveryEntry> RecoveryFolder::entry(const QString& id) const {
    QFile file(recordPath(id));
    if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
    RecoveryEntry entry;
    entry.id = id;
    entry.time = QFileInfo(file).lastModified();
    QByteArray head = file.readLine(longestHead).trimmed();
    if (!head.endsWith(',')) return entry; // not ours or damaged: said when it is restored
    head.back() = '}';
    const nlohmann::json json = nlohmann::json::parse(head.begin(), head.end(), nullptr, false);
    const auto session = json.is_object() ? json.find("session") : json.end();
    if (session == json.end() || !session->is_object()) return entry;
    entry.title = textOf(*session, "title");
    entry.file = textOf(*session, "file");
    entry.unsaved = trueAt(*session, "unsaved");
    if (const auto pid = session->find("pid"); pid != session->end() && pid->is_number_integer())
        entry.pid = pid->get<qint64>();
    return entry;
}

void RecoveryFolder::sweep() const {
    const QDir folder(m_path);
    const QStringList files = folder.entryList(QDir::Files);
    for (const QString& file : files) {
        const QString id = file.section(QLatin1Char('.'), 0, 0);
        const bool partial = file.count(QLatin1Char('.')) > 1; // ID.json.AbCdEf of an interrupted write
        const bool loneLock = file.endsWith(QStringLiteral(".lock")) && !QFile::exists(recordPath(id));
        if ((partial || loneLock) && id != lastId && !isAlive(id)) QFile::remove(folder.filePath(file));
    }
}

QVector<RecoveryEntry> RecoveryFolder::orphans() const {
    sweep();
    QVector<RecoveryEntry> found;
    const QStringList all = ids();
    for (const QString& id : all)
        if (!isAlive(id))
            if (const auto record = entry(id)) found << *record;
    std::sort(found.begin(), found.end(),
              [](const RecoveryEntry& a, const RecoveryEntry& b) { return a.time > b.time; });
    return found;
}

std::optional<RecoveryEntry> RecoveryFolder::last() const {
    return entry(lastId);
}

QVector<RecoveryEntry> RecoveryFolder::windowsOn(const QString& file, const QString& id) const {
    QVector<RecoveryEntry> found;
    if (file.isEmpty()) return found;
    const QFileInfo wanted(file);
    const QStringList all = ids();
    for (const QString& other : all) {
        if (other == id) continue;
        const auto record = entry(other);
        if (record && !record->file.isEmpty() && QFileInfo(record->file) == wanted && isAlive(other)) found << *record;
    }
    return found;
}

std::optional<RecoveryFolder::Claim> RecoveryFolder::claim(const QString& id) const {
    Claim claim;
    // What was left for the next start becomes an orphan first: of two starts, one succeeds in renaming it.
    claim.id = id == lastId ? QUuid::createUuid().toString(QUuid::WithoutBraces) : id;
    claim.lock = lock(claim.id);
    if (!claim.lock) return std::nullopt;
    if (id == lastId && !QFile::rename(recordPath(lastId), recordPath(claim.id))) return std::nullopt;
    if (!QFile::exists(recordPath(claim.id))) return std::nullopt;
    return claim;
}

void RecoveryFolder::leave(const QString& id) const {
    if (const auto other = last(); other && other->unsaved)
        QFile::rename(recordPath(lastId), recordPath(QUuid::createUuid().toString(QUuid::WithoutBraces)));
    move(recordPath(id), recordPath(lastId));
}

void RecoveryFolder::discard(const QString& id) const {
    QFile::remove(recordPath(id));
}

QString RecoveryFolder::setAside(const QString& id) const {
    const QString aside = m_path + QLatin1Char('/') + id + QStringLiteral(".unreadable");
    move(recordPath(id), aside);
    return aside;
}

std::string RecoveryFolder::text(const ProjectSession& session) {
    const ProjectState& state = session.file.state;
    const nlohmann::json head = {{"file", session.filePath.toStdString()},
                                 {"stamp", session.stamp.toHex().toStdString()},
                                 {"unsaved", session.unsaved},
                                 {"title", state.model.name + " @ " + state.topology.name},
                                 {"pid", QCoreApplication::applicationPid()}};
    const auto replace = nlohmann::json::error_handler_t::replace;
    std::string text = "{\"session\":" + head.dump(-1, ' ', false, replace) + ",\n";
    nlohmann::json document = projectToJson(session.file);
    document.erase("session"); // of a record that was opened like a project
    text.append(document.dump(-1, ' ', false, replace), 1, std::string::npos);
    return text;
}

Result<ProjectSession> RecoveryFolder::read(const QString& path) {
    const std::string name = path.toStdString();
    auto json = io::read_json(name);
    if (!json.ok()) return json.diagnostics();
    const nlohmann::json head = json->is_object() ? json->value("session", nlohmann::json()) : nlohmann::json();
    if (!head.is_object()) {
        Diagnostic fault;
        fault.code = ErrorCode::wrong_format;
        fault.file = name;
        fault.expected = "nest-project";
        return fault;
    }
    json->erase("session");
    auto file = projectFromJson(*json, name);
    if (!file.ok()) return file.diagnostics();
    ProjectSession session;
    session.file = std::move(*file);
    session.filePath = textOf(head, "file");
    session.stamp = QByteArray::fromHex(textOf(head, "stamp").toLatin1());
    session.unsaved = trueAt(head, "unsaved");
    return session;
}

} // namespace nest::ui
