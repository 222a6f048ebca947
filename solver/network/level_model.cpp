// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "network/level_model.h"

#include "base/limits.h"
#include "base/phrase.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

namespace nest {
namespace {

void collect(std::vector<Diagnostic>& faults, std::optional<Diagnostic> found) {
    if (found) faults.push_back(std::move(*found));
}

void check_profile(std::vector<Diagnostic>& faults, const Level& level, const std::string& pointer) {
    for (std::size_t i = 0; i < level.profile.size(); ++i) {
        const MeasuredCollective& point = level.profile[i];
        const std::string place = pointer + "/profile/" + std::to_string(i);
        if (point.ranks < 2)
            faults.push_back(fault(ErrorCode::out_of_range, place + "/ranks", "ranks", "a number of at least 2",
                                   std::to_string(point.ranks)));
        collect(faults, check_range(point.bytes, limits::measured_bytes, place + "/bytes", "bytes"));
        collect(faults, check_range(point.seconds, limits::measured_seconds, place + "/seconds", "seconds"));
    }
}

void check_levels(std::vector<Diagnostic>& faults, const std::vector<Level>& levels, std::int64_t slots) {
    if (levels.empty())
        faults.push_back(fault(ErrorCode::out_of_range, "/levels", "levels", "at least one level", "none"));
    std::int64_t inner = 1;
    std::set<std::string> names;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const Level& level = levels[i];
        const std::string pointer = "/levels/" + std::to_string(i);
        if (level.group_size < 1) {
            faults.push_back(fault(ErrorCode::out_of_range, pointer + "/group_size", "group_size",
                                   "a whole number of at least 1", std::to_string(level.group_size)));
        } else if (level.group_size % inner != 0) {
            faults.push_back(fault(ErrorCode::inconsistent, pointer + "/group_size", "group_size",
                                   "a multiple of the inner level's " + std::to_string(inner),
                                   std::to_string(level.group_size)));
        }
        inner = std::max<std::int64_t>(1, level.group_size);
        collect(faults, check_range(level.bandwidth, limits::bandwidth, pointer + "/bandwidth", "bandwidth"));
        collect(faults, check_range(level.latency, limits::latency, pointer + "/latency", "latency"));
        collect(faults, check_name(level.name, pointer + "/name", "name"));
        // Options and reports name levels: level_bandwidth.NAME would change one of two.
        if (!level.name.empty() && !names.insert(level.name).second)
            faults.push_back(fault(ErrorCode::duplicate_name, pointer + "/name", "name",
                                   "a name of its own for every level", level.name));
        check_profile(faults, level, pointer);
    }
    if (!levels.empty() && levels.back().group_size != slots)
        faults.push_back(fault(ErrorCode::inconsistent, "/devices", "devices",
                               "the outermost level's group size " + std::to_string(levels.back().group_size),
                               std::to_string(slots)));
}

void check_absent(std::vector<Diagnostic>& faults, const std::vector<std::int64_t>& absent, std::int64_t slots) {
    for (std::size_t i = 0; i < absent.size(); ++i) {
        const std::string pointer = "/absent/" + std::to_string(i);
        if (absent[i] < 0 || absent[i] >= slots) {
            faults.push_back(fault(ErrorCode::out_of_range, pointer, "absent",
                                   "a slot from 0 to " + std::to_string(slots - 1), std::to_string(absent[i])));
        } else if (i > 0 && absent[i] <= absent[i - 1]) {
            faults.push_back(fault(ErrorCode::inconsistent, pointer, "absent", "slots in ascending order, each once",
                                   std::to_string(absent[i]) + " after " + std::to_string(absent[i - 1])));
        }
    }
    if (faults.empty() && static_cast<std::int64_t>(absent.size()) >= slots)
        faults.push_back(fault(ErrorCode::out_of_range, "/absent", "absent", "at least one slot with a device",
                               "all " + counted(slots, "slot") + " absent"));
}

std::vector<MeasuredCurve> curves_of(std::vector<MeasuredCollective> points) {
    std::sort(points.begin(), points.end(), [](const MeasuredCollective& a, const MeasuredCollective& b) {
        return std::tie(a.op, a.ranks, a.bytes, a.seconds) < std::tie(b.op, b.ranks, b.bytes, b.seconds);
    });
    std::vector<MeasuredCurve> curves;
    for (const MeasuredCollective& point : points) {
        if (curves.empty() || curves.back().op != point.op || curves.back().ranks != point.ranks)
            curves.push_back({point.op, point.ranks, {}, {}, {}, {}});
        MeasuredCurve& curve = curves.back();
        const double seconds = curve.seconds.empty() ? point.seconds : std::max(point.seconds, curve.seconds.back());
        if (!curve.bytes.empty() && curve.bytes.back() == point.bytes) {
            curve.seconds.back() = seconds;
        } else {
            curve.bytes.push_back(point.bytes);
            curve.seconds.push_back(seconds);
        }
    }
    for (MeasuredCurve& curve : curves) {
        for (std::size_t i = 0; i < curve.bytes.size(); ++i) {
            curve.log_bytes.push_back(std::log(curve.bytes[i]));
            curve.log_seconds.push_back(std::log(curve.seconds[i]));
        }
    }
    return curves;
}

} // namespace

std::vector<Diagnostic> LevelModel::finish() {
    m_running_bandwidth.clear();
    m_slot_of_rank.clear();
    m_curves.clear();

    std::vector<Diagnostic> faults;
    if (slot_count < 1 || slot_count > largest_slots) {
        faults.push_back(fault(ErrorCode::out_of_range, "/devices", "devices",
                               "a whole number from 1 to " + std::to_string(largest_slots),
                               std::to_string(slot_count)));
        return faults;
    }
    constexpr std::size_t most_levels = 16;
    if (levels.size() > most_levels) {
        faults.push_back(fault(ErrorCode::out_of_range, "/levels", "levels",
                               "at most " + std::to_string(most_levels) + " levels", std::to_string(levels.size())));
        return faults;
    }
    check_levels(faults, levels, slot_count);
    check_absent(faults, absent, slot_count);
    if (!faults.empty()) return faults;

    m_running_bandwidth.push_back(std::numeric_limits<double>::infinity());
    m_curves.emplace_back();
    for (const Level& level : levels) {
        m_running_bandwidth.push_back(std::min(m_running_bandwidth.back(), level.bandwidth));
        m_curves.push_back(curves_of(level.profile));
    }
    if (!absent.empty()) {
        m_slot_of_rank.reserve(static_cast<std::size_t>(device_count()));
        auto next_absent = absent.begin();
        for (std::int64_t slot = 0; slot < slot_count; ++slot) {
            if (next_absent != absent.end() && *next_absent == slot) {
                ++next_absent;
            } else {
                m_slot_of_rank.push_back(slot);
            }
        }
    }
    return faults;
}

int LevelModel::level_between(std::int64_t rank_a, std::int64_t rank_b) const {
    if (rank_a == rank_b) return 0;
    const std::int64_t slot_a = slot_of(rank_a);
    const std::int64_t slot_b = slot_of(rank_b);
    int level = 1;
    while (slot_a / group_size(level) != slot_b / group_size(level))
        ++level;
    return level;
}

double LevelModel::p2p(int level, double bytes) const {
    if (level < 1 || !(bytes > 0)) return 0;
    return latency(level) + bytes / bandwidth(level);
}

const MeasuredCurve* LevelModel::measured_curve(int level, CollectiveOp op, std::int64_t ranks, bool* covered) const {
    const MeasuredCurve* largest = nullptr;
    for (const MeasuredCurve& curve : m_curves[static_cast<std::size_t>(level)]) {
        if (curve.op != op) continue;
        largest = &curve;
        if (curve.ranks >= ranks) break;
    }
    *covered = largest != nullptr && largest->ranks >= ranks;
    return largest;
}

} // namespace nest
