// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "network/level_extraction.h"

#include "base/phrase.h"
#include "base/translatable.h"
#include "network/device_clusters.h"
#include "network/generated_levels.h"
#include "network/generators.h"
#include "network/path_latency.h"
#include "network/torus.h"
#include "network/torus_recognition.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

namespace nest {
namespace {

constexpr std::size_t most_levels = 5;
constexpr std::size_t largest_sample = 512;
constexpr std::int64_t most_padded_slots = std::int64_t{1} << 20;

Diagnostic diagnostic(ErrorCode code, Severity severity, std::string pointer, Phrase subject, Phrase expected,
                      Phrase found) {
    Diagnostic result;
    result.code = code;
    result.severity = severity;
    result.pointer = std::move(pointer);
    result.subject = std::move(subject);
    result.expected = std::move(expected);
    result.found = std::move(found);
    return result;
}

bool nearly_equal(double a, double b) {
    return std::abs(a - b) <= 1e-6 * std::max(std::abs(a), std::abs(b));
}

/// Even sample of 0..count-1, in order.
std::vector<std::int64_t> even_sample(std::int64_t count, std::int64_t most) {
    const std::int64_t size = std::clamp<std::int64_t>(most, 0, count);
    std::vector<std::int64_t> sample;
    for (std::int64_t i = 0; i < size; ++i)
        sample.push_back(i * count / size);
    return sample;
}

/// Steps of merging that make one level, with what they have in common.
struct StepRange {
    std::size_t begin = 0;
    std::size_t end = 0;
    double bandwidth = 0; ///< mean over the pairs of devices
    double latency = 0;
    std::vector<std::size_t> clusters; ///< of each device, once the steps are done
};

class Extraction {
public:
    Extraction(const Topology& topology, FlatNetwork network)
        : m_topology(topology), m_network(std::move(network)), m_shared(share_links(m_network)),
          m_clusters(cluster_devices(m_network, m_shared)) {}

    Result<ExtractedLevels> run() {
        m_result.warnings = m_network.warnings;
        warn_left_out();
        if (m_clusters.merges.empty() && m_network.devices.size() > 1)
            return diagnostic(
                ErrorCode::inconsistent, Severity::error, "/links", "links", "links that connect the devices",
                "no two of " + counted(static_cast<std::int64_t>(m_network.devices.size()), "device") + " connected");
        if (m_clusters.merges.empty()) {
            single_device();
        } else {
            choose_ranges();
            join_equal_ranges();
            while (padded_slots() > most_padded_slots && m_ranges.size() > 1)
                join_ranges(0);
            lay_out();
            name_levels();
        }
        m_result.levels.name = m_topology.name;
        const std::vector<Diagnostic> faults = m_result.levels.finish();
        if (!faults.empty()) return faults;
        fill_matrices();
        measure_errors();
        return std::move(m_result);
    }

private:
    void warn_left_out() {
        constexpr std::size_t named = 10;
        const std::vector<std::size_t>& out = m_clusters.left_out;
        if (m_clusters.merges.empty()) return;
        for (std::size_t i = 0; i < std::min(out.size(), named); ++i)
            m_result.warnings.push_back(
                diagnostic(ErrorCode::inconsistent, Severity::warning, "/nodes", m_network.ids[out[i]],
                           note_words(QT_TRANSLATE_NOOP("NoteWords", "a path to the other devices")),
                           note_words(QT_TRANSLATE_NOOP("NoteWords", "none: the device is left out"))));
        if (out.size() > named)
            m_result.warnings.push_back(
                diagnostic(ErrorCode::inconsistent, Severity::warning, "/nodes", "nodes",
                           note_words(QT_TRANSLATE_NOOP("NoteWords", "a path to the other devices")),
                           note_words(QT_TRANSLATE_NOOP("NoteWords", "none for %1 devices: left out"),
                                      {static_cast<std::int64_t>(out.size())})));
    }

    /// Nothing is ever sent, so the figures don't matter.
    void single_device() {
        m_result.levels.slot_count = 1;
        m_result.levels.levels = {{"device", 1, 1, 0, {}}};
        m_result.rank_ids = {m_network.ids[m_clusters.devices.front()]};
        m_order = {0};
    }

    /// Cuts the steps into at most five ranges where their bandwidths are furthest apart.
    void choose_ranges() {
        const std::vector<double>& bandwidth = m_clusters.step_bandwidth;
        std::vector<std::size_t> cuts(bandwidth.size() - 1); // before these steps
        std::iota(cuts.begin(), cuts.end(), std::size_t{1});
        std::stable_sort(cuts.begin(), cuts.end(), [&](std::size_t a, std::size_t b) {
            return bandwidth[a - 1] / bandwidth[a] > bandwidth[b - 1] / bandwidth[b];
        });
        cuts.resize(std::min(cuts.size(), most_levels - 1));
        cuts.push_back(bandwidth.size());
        std::sort(cuts.begin(), cuts.end());
        std::size_t begin = 0;
        for (const std::size_t end : cuts) {
            m_ranges.push_back({begin, end, 0, 0, clusters_after(m_clusters, end)});
            begin = end;
        }
        for (std::size_t i = 0; i < m_ranges.size(); ++i)
            measure_range(i);
    }

    void measure_range(std::size_t index) {
        StepRange& range = m_ranges[index];
        double pairs = 0;
        double weighted = 0;
        for (const ClusterMerge& merge : m_clusters.merges) {
            if (merge.step < range.begin || merge.step >= range.end) continue;
            pairs += merge.pairs;
            weighted += merge.pairs * merge.bandwidth;
        }
        range.bandwidth = weighted / pairs;
        std::vector<std::size_t> inner(m_clusters.devices.size());
        std::iota(inner.begin(), inner.end(), std::size_t{0});
        if (index > 0) inner = m_ranges[index - 1].clusters;
        range.latency = mean_path_latency(m_shared, m_clusters.devices, m_clusters.step_bandwidth[range.end - 1], inner,
                                          range.clusters);
    }

    /// Joins a range with the one outside it.
    void join_ranges(std::size_t index) {
        m_ranges[index + 1].begin = m_ranges[index].begin;
        m_ranges.erase(m_ranges.begin() + static_cast<std::ptrdiff_t>(index));
        measure_range(index);
    }

    /// Two tiers that cost the same are one level.
    void join_equal_ranges() {
        for (std::size_t i = 0; i + 1 < m_ranges.size();) {
            if (nearly_equal(m_ranges[i].bandwidth, m_ranges[i + 1].bandwidth) &&
                nearly_equal(m_ranges[i].latency, m_ranges[i + 1].latency)) {
                join_ranges(i);
            } else {
                ++i;
            }
        }
    }

    std::size_t cluster_of(std::size_t level, std::size_t device) const {
        return level == 0 ? device : m_ranges[level - 1].clusters[device];
    }

    /// Most and fewest clusters of the level below inside one cluster of each level.
    std::vector<std::pair<std::int64_t, std::int64_t>> children() const {
        std::vector<std::pair<std::int64_t, std::int64_t>> counts;
        for (std::size_t level = 1; level <= m_ranges.size(); ++level) {
            std::vector<std::int64_t> inside(m_clusters.devices.size(), 0);
            for (std::size_t device = 0; device < inside.size(); ++device) {
                if (cluster_of(level - 1, device) == device) ++inside[cluster_of(level, device)];
            }
            std::erase(inside, 0);
            const auto [fewest, most] = std::minmax_element(inside.begin(), inside.end());
            counts.emplace_back(*most, *fewest);
        }
        return counts;
    }

    std::int64_t padded_slots() const {
        std::int64_t slots = 1;
        for (const auto& [most, fewest] : children())
            slots = std::min(slots * most, 2 * most_padded_slots);
        return slots;
    }

    /// Gives each device its slot: clusters one after the other, unequal ones padded to the largest.
    void lay_out() {
        const auto counts = children();
        LevelModel& model = m_result.levels;
        std::int64_t size = 1;
        std::string uneven;
        for (std::size_t i = 0; i < m_ranges.size(); ++i) {
            const auto [most, fewest] = counts[i];
            size *= most;
            model.levels.push_back({"", size, m_ranges[i].bandwidth, m_ranges[i].latency, {}});
            if (most != fewest)
                uneven += (uneven.empty() ? "" : "; ") + std::string("level ") + std::to_string(i + 1) + ": " +
                          std::to_string(fewest) + " to " + std::to_string(most);
        }
        model.slot_count = size;

        m_order.resize(m_clusters.devices.size());
        std::iota(m_order.begin(), m_order.end(), std::size_t{0});
        std::sort(m_order.begin(), m_order.end(), [&](std::size_t a, std::size_t b) {
            for (std::size_t level = m_ranges.size(); level > 0; --level) {
                if (cluster_of(level, a) != cluster_of(level, b)) return cluster_of(level, a) < cluster_of(level, b);
            }
            return a < b;
        });
        std::int64_t slot = -1;
        for (std::size_t i = 0; i < m_order.size(); ++i) {
            std::size_t level = 0; // whose next group the device starts
            while (i > 0 && cluster_of(level, m_order[i]) != cluster_of(level, m_order[i - 1]))
                ++level;
            const std::int64_t group = level < 2 ? 1 : model.group_size(static_cast<int>(level) - 1);
            const std::int64_t next = i == 0 ? 0 : (slot / group + 1) * group;
            for (std::int64_t empty = slot + 1; empty < next; ++empty)
                model.absent.push_back(empty);
            slot = next;
            m_result.rank_ids.push_back(m_network.ids[m_clusters.devices[m_order[i]]]);
        }
        for (std::int64_t empty = slot + 1; empty < size; ++empty)
            model.absent.push_back(empty);
        if (!uneven.empty())
            m_result.warnings.push_back(
                diagnostic(ErrorCode::inconsistent, Severity::warning, "/nodes", "groups",
                           note_words(QT_TRANSLATE_NOOP("NoteWords", "groups of equal size")),
                           note_words(QT_TRANSLATE_NOOP("NoteWords", "%1 (padded with %2 absent slots)"),
                                      {uneven, static_cast<std::int64_t>(model.absent.size())})));
    }

    /// "node" and "board" inside a host, "network" outside.
    void name_levels() {
        std::vector<Level>& levels = m_result.levels.levels;
        std::size_t inside = 0;
        while (inside < levels.size() && within_hosts(inside + 1))
            ++inside;
        const std::size_t outside = levels.size() - inside;
        for (std::size_t i = 0; i < levels.size(); ++i) {
            if (i + 1 == inside) {
                levels[i].name = "node";
            } else if (i < inside) {
                levels[i].name = inside == 2 ? "board" : "board " + std::to_string(i + 1);
            } else {
                levels[i].name = outside == 1 ? "network" : "network " + std::to_string(i - inside + 1);
            }
        }
    }
    bool within_hosts(std::size_t level) const {
        for (std::size_t device = 0; device < m_clusters.devices.size(); ++device) {
            const std::size_t host = m_network.host_of[m_clusters.devices[device]];
            const std::size_t first = m_clusters.devices[cluster_of(level, device)];
            if (host == FlatNetwork::no_node || host != m_network.host_of[first]) return false;
        }
        return true;
    }

    void fill_matrices() {
        const auto count = static_cast<std::int64_t>(m_order.size());
        const std::vector<std::int64_t> ranks = even_sample(count, static_cast<std::int64_t>(largest_sample));
        const std::size_t side = ranks.size();
        m_result.sampled_devices = static_cast<std::int64_t>(side);
        m_result.level_bandwidth =
            bandwidth_matrix(m_result.levels, static_cast<std::int64_t>(largest_sample), nullptr);
        m_result.link_bandwidth.assign(side * side, 0.0F);
        // Rows of the sample that each cluster has; a merge settles all pairs across its two clusters.
        std::vector<std::vector<std::size_t>> rows(m_order.size());
        for (std::size_t row = 0; row < side; ++row)
            rows[m_order[static_cast<std::size_t>(ranks[row])]].push_back(row);
        DisjointSets sets(m_order.size());
        for (const ClusterMerge& merge : m_clusters.merges) {
            const std::size_t a = sets.find(merge.a);
            const std::size_t b = sets.find(merge.b);
            for (const std::size_t i : rows[a]) {
                for (const std::size_t j : rows[b])
                    m_result.link_bandwidth[i * side + j] = m_result.link_bandwidth[j * side + i] =
                        static_cast<float>(merge.bandwidth);
            }
            sets.join(a, b);
            const std::size_t joined = sets.find(a);
            const std::size_t other = joined == a ? b : a;
            rows[joined].insert(rows[joined].end(), rows[other].begin(), rows[other].end());
            rows[other].clear();
        }
    }

    void measure_errors() {
        double pairs = 0;
        double sum = 0;
        for (const ClusterMerge& merge : m_clusters.merges) {
            const auto range = std::find_if(m_ranges.begin(), m_ranges.end(),
                                            [&](const StepRange& candidate) { return merge.step < candidate.end; });
            const double error = std::abs(range->bandwidth - merge.bandwidth) / merge.bandwidth;
            m_result.largest_error = std::max(m_result.largest_error, error);
            pairs += merge.pairs;
            sum += merge.pairs * error;
        }
        if (pairs > 0) m_result.mean_error = sum / pairs;
    }

    const Topology& m_topology;
    FlatNetwork m_network;
    SharedNetwork m_shared;
    DeviceClusters m_clusters;
    std::vector<StepRange> m_ranges;
    std::vector<std::size_t> m_order; ///< device (index into the clusters' devices) of each rank
    ExtractedLevels m_result;
};

/// Levels of a torus: a ring's both directions serve each device. A pair has what the slowest of the rings that it
/// crosses has.
Result<ExtractedLevels> torus_levels(const Topology& topology, const FlatNetwork& network, const Torus& torus) {
    ExtractedLevels result;
    result.warnings = network.warnings;
    std::vector<double> ring_bandwidth;
    std::int64_t size = 1;
    for (std::size_t i = 0; i < torus.rings.size(); ++i) {
        size *= torus.rings[i];
        ring_bandwidth.push_back(torus.link_bandwidth[i] * static_cast<double>(links_in_ring(torus.rings[i])));
        result.levels.levels.push_back(
            {"ring " + std::to_string(i + 1), size, ring_bandwidth.back(), torus.latency[i], {}});
    }
    merge_outer_levels(result.levels.levels);
    result.levels.slot_count = size;
    result.levels.name = topology.name;
    const std::vector<Diagnostic> faults = result.levels.finish();
    if (!faults.empty()) return faults;
    for (const std::size_t device : torus.devices)
        result.rank_ids.push_back(network.ids[device]);

    const std::vector<std::int64_t> ranks = even_sample(size, static_cast<std::int64_t>(largest_sample));
    result.sampled_devices = static_cast<std::int64_t>(ranks.size());
    result.level_bandwidth = bandwidth_matrix(result.levels, static_cast<std::int64_t>(largest_sample), nullptr);
    result.link_bandwidth.assign(ranks.size() * ranks.size(), 0.0F);
    double sum = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const std::vector<std::int64_t> from = snake_coordinates(torus.rings, ranks[i]);
        for (std::size_t j = 0; j < ranks.size(); ++j) {
            if (i == j) continue;
            const std::vector<std::int64_t> to = snake_coordinates(torus.rings, ranks[j]);
            double bandwidth = std::numeric_limits<double>::infinity();
            for (std::size_t dimension = 0; dimension < to.size(); ++dimension) {
                if (from[dimension] != to[dimension]) bandwidth = std::min(bandwidth, ring_bandwidth[dimension]);
            }
            result.link_bandwidth[i * ranks.size() + j] = static_cast<float>(bandwidth);
            const double level = result.levels.bandwidth(result.levels.level_between(ranks[i], ranks[j]));
            const double error = std::abs(level - bandwidth) / bandwidth;
            result.largest_error = std::max(result.largest_error, error);
            sum += error;
        }
    }
    result.mean_error = sum / static_cast<double>(ranks.size() * (ranks.size() - 1));
    return result;
}

/// Levels that were given, not drawn: there is nothing to differ from.
ExtractedLevels as_given(LevelModel levels) {
    ExtractedLevels result;
    result.level_bandwidth =
        bandwidth_matrix(levels, static_cast<std::int64_t>(largest_sample), &result.sampled_devices);
    result.link_bandwidth = result.level_bandwidth;
    result.levels = std::move(levels);
    return result;
}

/// Whether the drawing is what its generator draws; moving nodes on the canvas changes nothing.
bool drawn_by_generator(const Topology& topology) {
    Result<Topology> fresh = topology_of_generator(*topology.generator);
    if (!fresh.ok() || fresh->links != topology.links || fresh->nodes.size() != topology.nodes.size()) return false;
    for (std::size_t i = 0; i < topology.nodes.size(); ++i) {
        fresh->nodes[i].x = topology.nodes[i].x;
        fresh->nodes[i].y = topology.nodes[i].y;
    }
    return fresh->nodes == topology.nodes;
}

} // namespace

Result<ExtractedLevels> extract_levels(const Topology& topology) {
    if (topology.nodes.empty() && topology.levels) {
        LevelModel levels = *topology.levels;
        const std::vector<Diagnostic> faults = levels.finish();
        if (!faults.empty()) return faults;
        return as_given(std::move(levels));
    }
    if (topology.nodes.empty() && topology.generator) {
        Result<Topology> drawing = topology_of_generator(*topology.generator);
        if (!drawing.ok()) return drawing.diagnostics();
        drawing->name = topology.name.empty() ? drawing->name : topology.name;
        return extract_levels(*drawing);
    }
    Result<FlatNetwork> network = flatten(topology);
    if (!network.ok()) return network.diagnostics();
    if (const std::optional<Torus> torus = recognise_torus(*network)) return torus_levels(topology, *network, *torus);
    return Extraction(topology, std::move(*network)).run();
}

Result<LevelModel> levels_of(const Topology& topology) {
    if (topology.levels) {
        LevelModel levels = *topology.levels;
        const std::vector<Diagnostic> faults = levels.finish();
        if (!faults.empty()) return faults;
        return levels;
    }
    if (topology.generator && (topology.nodes.empty() || drawn_by_generator(topology)))
        return levels_of_generator(*topology.generator);
    Result<ExtractedLevels> extracted = extract_levels(topology);
    if (!extracted.ok()) return extracted.diagnostics();
    Result<LevelModel> levels(std::move(extracted->levels));
    levels.add(extracted->warnings);
    return levels;
}

std::vector<float> bandwidth_matrix(const LevelModel& levels, std::int64_t side, std::int64_t* rows_out) {
    const std::vector<std::int64_t> ranks = even_sample(levels.device_count(), side);
    if (rows_out != nullptr) *rows_out = static_cast<std::int64_t>(ranks.size());
    std::vector<float> matrix;
    matrix.reserve(ranks.size() * ranks.size());
    for (const std::int64_t a : ranks) {
        for (const std::int64_t b : ranks)
            matrix.push_back(a == b ? 0.0F : static_cast<float>(levels.bandwidth(levels.level_between(a, b))));
    }
    return matrix;
}

} // namespace nest
