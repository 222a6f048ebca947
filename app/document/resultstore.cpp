// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/resultstore.h"

#include "document/resultfile.h"
#include "document/wholefile.h"
#include "io/files.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>

namespace nest::ui {
namespace {

const QString suffix = QStringLiteral(".json");

QString fileIn(const QString& folder, const std::string& key) {
    return folder + QLatin1Char('/') + QString::fromStdString(key) + suffix;
}

/// Only names that are keys are ever read or removed.
bool isKey(const QString& name) {
    return name.size() == 64 && std::all_of(name.begin(), name.end(), [](QChar c) {
               return (c >= QLatin1Char('0') && c <= QLatin1Char('9')) ||
                      (c >= QLatin1Char('a') && c <= QLatin1Char('f'));
           });
}

/// Removes the results that were not used for longest until the rest fits.
void bound(const QString& folder, std::size_t limit) {
    const QFileInfoList files = QDir(folder).entryInfoList({QLatin1Char('*') + suffix}, QDir::Files, QDir::Time);
    std::size_t bytes = 0;
    for (const QFileInfo& file : files) { // newest first
        if (!isKey(file.completeBaseName())) continue;
        bytes += static_cast<std::size_t>(file.size());
        if (bytes > limit) QFile::remove(file.filePath());
    }
}

void write(const QString& folder, const std::string& key, const std::string& text, std::size_t limit) {
    if (!QDir().mkpath(folder)) return;
    (void)writeWhole(fileIn(folder, key), text); // a result that can't be kept is searched again
    bound(folder, limit);
}

} // namespace

std::string ResultStore::key(const Problem& problem, int plans) {
    const std::string text = io::case_to_json(problem).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return stampOf(text + '\n' + std::to_string(plans)).toHex().toStdString();
}

std::string ResultStore::solver() {
    static const std::string name = [] {
        const QFileInfo program(QCoreApplication::applicationFilePath());
        const std::string build =
            std::to_string(program.size()) + '.' + std::to_string(program.lastModified().toSecsSinceEpoch());
        return std::string(NEST_VERSION) + '/' + build;
    }();
    return name;
}

void ResultStore::setCacheFolder(const QString& folder) {
    const std::lock_guard lock(m_mutex);
    m_cache = folder;
}

QString ResultStore::folderBeside(const QString& file) {
    const QFileInfo info(file);
    return info.path() + QLatin1Char('/') + info.completeBaseName() + QStringLiteral(".results");
}

void ResultStore::setProject(const nlohmann::json& results, const QString& file) {
    const std::lock_guard lock(m_mutex);
    m_beside = file.isEmpty() ? QString() : folderBeside(file);
    if (!results.is_object()) return;
    for (const auto& [key, result] : results.items())
        if (isKey(QString::fromStdString(key))) remember(key, result.dump());
}

void ResultStore::remember(const std::string& key, std::string text) {
    const auto known = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& e) { return e.key == key; });
    if (known != m_entries.end()) {
        m_bytes -= known->text.size();
        m_entries.erase(known);
    }
    m_bytes += text.size();
    m_entries.push_front({key, std::move(text)});
    while (m_bytes > m_limits.memory && m_entries.size() > 1) {
        m_bytes -= m_entries.back().text.size();
        m_entries.pop_back();
    }
}

/// From memory or a file; `from` says which file.
std::string ResultStore::textOf(const std::string& key, QString& from) {
    QStringList folders;
    {
        const std::lock_guard lock(m_mutex);
        const auto known =
            std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& e) { return e.key == key; });
        if (known != m_entries.end()) {
            m_entries.splice(m_entries.begin(), m_entries, known);
            return m_entries.front().text;
        }
        folders = {m_beside, m_cache};
    }
    for (const QString& folder : std::as_const(folders)) {
        QFile file(fileIn(folder, key));
        if (folder.isEmpty() || !file.open(QIODevice::ReadOnly)) continue;
        from = file.fileName();
        std::string text = file.readAll().toStdString();
        file.setFileTime(QDateTime::currentDateTime(), QFileDevice::FileModificationTime); // used now
        const std::lock_guard lock(m_mutex);
        remember(key, text);
        return text;
    }
    return {};
}

std::optional<ResultStore::Found> ResultStore::find(const Problem& problem, const std::string& key,
                                                    std::optional<Diagnostic>& fault) {
    QString from = QStringLiteral("result ") + QString::fromStdString(key.substr(0, 12));
    const std::string text = textOf(key, from);
    if (text.empty()) return std::nullopt;
    const std::string name = from.toStdString();
    const auto json = io::parse_json(text, name);
    auto read = json.ok() ? resultFromJson(*json, problem, key, name) : Result<ResultFile>(json.diagnostics());
    if (read.ok()) return Found{std::move(read->result), read->solver == solver()};
    fault = read.fault();
    fault->severity = Severity::note;
    const std::lock_guard lock(m_mutex); // not offered again; the search will put a good one in its place
    const auto known = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& e) { return e.key == key; });
    if (known != m_entries.end()) {
        m_bytes -= known->text.size();
        m_entries.erase(known);
    }
    return std::nullopt;
}

void ResultStore::put(const std::string& key, const SolveResult& result) {
    if (result.status == SolveStatus::stopped) return;
    const std::string text = resultToJson(result, key, solver()).dump();
    QString cache;
    {
        const std::lock_guard lock(m_mutex);
        remember(key, text);
        cache = m_cache;
    }
    if (!cache.isEmpty()) write(cache, key, text, m_limits.cache);
}

nlohmann::json ResultStore::forProject() const {
    nlohmann::json results = nlohmann::json::object();
    std::size_t bytes = 0;
    const std::lock_guard lock(m_mutex);
    for (const Entry& entry : m_entries) {
        if (entry.text.size() > m_limits.small) continue;
        bytes += entry.text.size();
        if (bytes > m_limits.inProject) break;
        auto json = nlohmann::json::parse(entry.text, nullptr, false);
        if (json.is_object()) results[entry.key] = std::move(json);
    }
    return results;
}

void ResultStore::writeBeside(const QString& file) const {
    std::list<Entry> large;
    {
        const std::lock_guard lock(m_mutex);
        for (const Entry& entry : m_entries)
            if (entry.text.size() > m_limits.small) large.push_front(entry); // used last is written last
    }
    for (const Entry& entry : large)
        write(folderBeside(file), entry.key, entry.text, m_limits.besideProject);
}

} // namespace nest::ui
