// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "search/solve.h"

#include <QString>
#include <list>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace nest::ui {

/// Results of searches by the hash of what was searched, so that a reopened project or an undone change shows its plans
/// at once. Three places: memory, the project (small results in its file, large ones in NAME.results beside it) and the
/// cache folder, which also serves projects that were never saved. Each is bounded; what was not used for longest goes
/// first. Prices are never stored as truth: plans are priced again, and a result whose prices differ is not used.
///
/// All functions may be called from any thread; those that touch files belong on a worker.
class ResultStore {
public:
    struct Limits {
        std::size_t memory = std::size_t{8} << 20; ///< bytes
        std::size_t small = std::size_t{64} << 10; ///< bytes of a result that goes into a project's file
        std::size_t inProject = std::size_t{512} << 10;
        std::size_t besideProject = std::size_t{32} << 20;
        std::size_t cache = std::size_t{64} << 20;
    };
    ResultStore() : ResultStore(Limits{}) {}
    explicit ResultStore(Limits limits) : m_limits(limits) {}

    /// Identifies a search: SHA-256 of the problem's canonical JSON and the number of plans that were asked for.
    static std::string key(const Problem& problem, int plans);
    /// Which program searched: its version and build.
    static std::string solver();

    struct Found {
        SolveResult result;
        bool sameSolver = false;
    };
    /// Nothing where there is no result for the key, or one that can't be used: `fault` then says why.
    std::optional<Found> find(const Problem& problem, const std::string& key, std::optional<Diagnostic>& fault);
    /// Keeps a result that another search would come to again; others (stopped ones) are left aside.
    void put(const std::string& key, const SolveResult& result);

    /// Empty: none.
    void setCacheFolder(const QString& folder);
    /// The open document: the results in its file and the file's own path (empty: never saved).
    void setProject(const nlohmann::json& results, const QString& file);
    /// What a project's file takes along.
    nlohmann::json forProject() const;
    /// Writes the large results into the folder beside the project.
    void writeBeside(const QString& file) const;
    static QString folderBeside(const QString& file);

private:
    struct Entry {
        std::string key;
        std::string text;
    };
    std::string textOf(const std::string& key, QString& from);
    void remember(const std::string& key, std::string text);

    const Limits m_limits;
    mutable std::mutex m_mutex; ///< guards all below
    std::list<Entry> m_entries; ///< used last first
    std::size_t m_bytes = 0;
    QString m_cache, m_beside;
};

} // namespace nest::ui
