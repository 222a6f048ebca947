// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "search/interleaved.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

/// Interleaved stages of a chain whose inner layers are all alike: a recurrence over how many of them each stage has.
namespace nest {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double slack = 1 + 1e-12;

std::size_t at(std::int64_t index) {
    return static_cast<std::size_t>(index);
}

double ways_to_spread(int layers, std::size_t chunks) {
    double ways = 1;
    for (std::size_t k = 1; k < chunks; ++k)
        ways *= static_cast<double>(layers + static_cast<int>(k)) / static_cast<double>(k);
    return ways;
}

void all_spreads(std::vector<int>& spread, std::size_t chunk, int left, std::vector<std::vector<int>>& list) {
    if (chunk + 1 == spread.size()) {
        spread[chunk] += left;
        list.push_back(spread);
        spread[chunk] -= left;
        return;
    }
    for (int more = 0; more <= left; ++more) {
        spread[chunk] += more;
        all_spreads(spread, chunk + 1, left - more, list);
        spread[chunk] -= more;
    }
}

} // namespace

/// A way to run a stage with so many inner layers, and how they are spread over its chunks.
class InterleavedCandidate::Counts {
public:
    Counts(const InterleavedCandidate& candidate, const StopSign& stop, std::int64_t& states)
        : m_candidate(candidate), m_stop(stop), m_states(states),
          m_inner(candidate.m_prefix->downsets().layer_count() - 2), m_ways(at(candidate.stages())) {}

    Answer run();

private:
    struct Way {
        StageOption option;
        std::vector<int> spread;
    };
    struct Ways {
        std::vector<Way> real;            ///< fit and are known
        std::vector<StageOption> relaxed; ///< nothing that exists is better than these
    };
    struct Label {
        Totals totals;
        int used = 0, count = 0; ///< inner layers of the stages so far; of the last of them
        int way = 0, previous = -1;
    };
    struct Found {
        double step = infinite;
        std::vector<Label> way; ///< last stage first
    };

    /// Chunks that have nothing but inner layers need one.
    std::vector<int> least_spread(std::int64_t stage) const;
    int least(std::int64_t stage) const {
        const std::vector<int> spread = least_spread(stage);
        return std::accumulate(spread.begin(), spread.end(), 0);
    }
    std::vector<std::vector<int>> spreads(std::int64_t stage, int count, bool& all) const;
    std::vector<Range> ranges(std::int64_t stage, const std::vector<int>& spread) const;
    const Ways& ways(std::int64_t stage, int count);
    void add_ways(std::int64_t stage, int count, Recompute recompute, int zero, Ways& ways) const;
    double least_memory(std::int64_t stage, int count, const StageParameters& parameters, Recompute recompute,
                        int zero) const;
    double least_load(std::int64_t stage, int count) {
        double least = infinite;
        for (const StageOption& option : ways(stage, count).relaxed)
            least = std::min(least, option.load());
        return least;
    }
    double bound(const Totals& totals) const {
        Totals whole = totals;
        whole.sum =
            std::max(whole.sum, m_candidate.m_floors.least_work().back() + m_candidate.m_floors.least_transfers());
        whole.max_load = std::max(whole.max_load, whole.sum / static_cast<double>(m_candidate.stages()));
        whole.sync = std::max(whole.sync, m_candidate.m_floors.least_sync());
        whole.update = std::max(whole.update, m_candidate.m_floors.least_update());
        return m_candidate.step_of(whole) * (1 - 1e-12);
    }
    /// Least and most inner layers per stage with which a plan up to `threshold` can have them.
    bool find_limits(double threshold, std::vector<std::pair<int, int>>& limits);
    Found recurrence(const std::vector<std::pair<int, int>>& limits, double threshold, bool relaxed);
    Partition partition(const Found& found);

    const InterleavedCandidate& m_candidate;
    const StopSign& m_stop;
    std::int64_t& m_states;
    int m_inner;
    std::vector<std::map<int, Ways>> m_ways; ///< per stage and number of inner layers
    bool m_too_many = false;                 ///< labels: the answer isn't exact
};

std::vector<int> InterleavedCandidate::Counts::least_spread(std::int64_t stage) const {
    std::vector<int> spread(at(m_candidate.chunks()), 1);
    if (stage == 0) spread.front() = 0;
    if (stage + 1 == m_candidate.stages()) spread.back() = 0;
    return spread;
}

std::vector<std::vector<int>> InterleavedCandidate::Counts::spreads(std::int64_t stage, int count, bool& all) const {
    const std::vector<int> least = least_spread(stage);
    const std::size_t chunks = least.size();
    const int free = count - std::accumulate(least.begin(), least.end(), 0);
    std::vector<std::vector<int>> list;
    all = free >= 0;
    if (free < 0) return list;
    // As even as it goes: what is left over to the last chunks, which keep the least, or to the first ones.
    for (const bool last : {true, false}) {
        std::vector<int> spread(chunks, count / static_cast<int>(chunks));
        for (int more = 0; more < count % static_cast<int>(chunks); ++more)
            ++spread[last ? chunks - 1 - static_cast<std::size_t>(more) : static_cast<std::size_t>(more)];
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) // chunks may not be empty
            while (spread[chunk] < least[chunk]) {
                std::size_t from = 0; // the one with most above what it needs
                for (std::size_t other = 1; other < chunks; ++other)
                    if (spread[other] - least[other] > spread[from] - least[from]) from = other;
                ++spread[chunk];
                --spread[from];
            }
        if (list.empty() || list.front() != spread) list.push_back(std::move(spread));
    }
    constexpr double most = 60;
    all = ways_to_spread(free, chunks) <= most;
    if (!all) return list;
    std::vector<int> spread = least;
    all_spreads(spread, 0, free, list);
    // The formula doesn't tell spreads apart, the run does: the most even one that fits is taken.
    std::stable_sort(list.begin(), list.end(), [](const std::vector<int>& a, const std::vector<int>& b) {
        return std::inner_product(a.begin(), a.end(), a.begin(), 0) <
               std::inner_product(b.begin(), b.end(), b.begin(), 0);
    });
    return list;
}

std::vector<InterleavedCandidate::Range> InterleavedCandidate::Counts::ranges(std::int64_t stage,
                                                                              const std::vector<int>& spread) const {
    std::vector<Range> list;
    for (std::size_t chunk = 0; chunk < spread.size(); ++chunk) {
        const bool first = stage == 0 && chunk == 0;
        const bool last = stage + 1 == m_candidate.stages() && chunk + 1 == spread.size();
        // Inner layers are alike: those nearest to the end stand for all.
        if (first)
            list.push_back({m_inner + 2, m_inner + 1 - spread[chunk]});
        else
            list.push_back({1 + spread[chunk], last ? 0 : 1});
    }
    return list;
}

double InterleavedCandidate::Counts::least_memory(std::int64_t stage, int count, const StageParameters& parameters,
                                                  Recompute recompute, int zero) const {
    const std::vector<int> least = least_spread(stage);
    const int free = count - std::accumulate(least.begin(), least.end(), 0);
    double most = 0;
    StageTime time;
    for (const std::vector<std::int64_t>& moment : m_candidate.m_moments[at(stage)]) {
        std::vector<int> spread = least; // all where this moment keeps the fewest
        spread[at(std::min_element(moment.begin(), moment.end()) - moment.begin())] += free;
        std::vector<ChunkPart> parts = m_candidate.parts(stage, ranges(stage, spread));
        most = std::max(most, m_candidate.option(stage, parts, parameters, recompute, zero, {moment}, time).memory);
    }
    return most * (1 - 1e-12);
}

void InterleavedCandidate::Counts::add_ways(std::int64_t stage, int count, Recompute recompute, int zero,
                                            Ways& ways) const {
    const PriceSettings& settings = m_candidate.m_settings;
    bool all = false;
    std::optional<Way> best;
    StageOption relaxed;
    StageTime time;
    StageParameters parameters;
    bool any = false, exact = false;
    for (const std::vector<int>& spread : spreads(stage, count, all)) {
        const std::vector<Range> own = ranges(stage, spread);
        std::vector<ChunkPart> parts = m_candidate.parts(stage, own);
        if (!any) parameters = m_candidate.parameters_of(stage, own);
        const StageOption option =
            m_candidate.option(stage, parts, parameters, recompute, zero, m_candidate.m_moments[at(stage)], time);
        if (!std::isfinite(option.load() + option.sync + option.update)) return;
        if (!any) {
            any = true;
            // Of transfers that recomputation hides, at most as much stays as if all chunks were one.
            LayerSums sums;
            CommSums comm;
            double arrival = 0;
            for (const ChunkPart& part : parts) {
                sums += part.sums;
                comm += part.comm;
                if (part.level_out > 0) arrival += settings.levels->p2p(part.level_out, part.bytes_out);
            }
            relaxed = option;
            const double hidden = repeated_seconds(recompute, sums, comm);
            relaxed.backward += std::max(0.0, arrival - hidden) - time.p2p_out;
            if (recompute == Recompute::none) relaxed.backward = option.backward;
            // ZeRO's exchange of a kind of parameters that the first or last layer has none of: least often where that
            // layer is alone in its chunk.
            if (zero >= 2 && (stage == 0 || stage + 1 == m_candidate.stages())) {
                std::vector<int> alone = least_spread(stage);
                const int free = count - std::accumulate(alone.begin(), alone.end(), 0);
                (stage == 0 ? alone.back() : alone.front()) += free;
                std::vector<ChunkPart> lean = m_candidate.parts(stage, ranges(stage, alone));
                StageTime least;
                m_candidate.option(stage, lean, parameters, recompute, zero, m_candidate.m_moments[at(stage)], least);
                relaxed.backward += std::min(0.0, least.zero_comm - time.zero_comm);
            }
        }
        if (!(option.memory <= settings.capacity)) continue;
        if (!best || option.load() < best->option.load()) best = Way{option, spread};
        exact = best->option.load() <= relaxed.load() * slack;
        if (exact) break;
    }
    if (!any) return;
    exact = exact || all;
    if (!best && !exact && recompute != Recompute::stage) // whose even spread is the thriftiest
        exact = least_memory(stage, count, parameters, recompute, zero) > settings.capacity;
    if (!best && recompute == Recompute::stage) exact = true;
    if (best) {
        if (std::none_of(ways.real.begin(), ways.real.end(),
                         [&](const Way& other) { return no_worse(other.option, best->option); })) {
            std::erase_if(ways.real, [&](const Way& other) { return no_worse(best->option, other.option); });
            ways.real.push_back(*best);
        }
    }
    if (exact && !best) return;
    const StageOption& bound = exact ? best->option : relaxed;
    if (std::any_of(ways.relaxed.begin(), ways.relaxed.end(),
                    [&](const StageOption& other) { return no_worse(other, bound); }))
        return;
    std::erase_if(ways.relaxed, [&](const StageOption& other) { return no_worse(bound, other); });
    ways.relaxed.push_back(bound);
}

const InterleavedCandidate::Counts::Ways& InterleavedCandidate::Counts::ways(std::int64_t stage, int count) {
    const auto [found, fresh] = m_ways[at(stage)].try_emplace(count);
    if (fresh)
        for (const int zero : m_candidate.m_choices.zero)
            for (const Recompute recompute : m_candidate.m_choices.recompute)
                add_ways(stage, count, recompute, zero, found->second);
    return found->second;
}

bool InterleavedCandidate::Counts::find_limits(double threshold, std::vector<std::pair<int, int>>& limits) {
    const std::int64_t s = m_candidate.stages();
    const auto m = static_cast<double>(m_candidate.m_settings.micro_batches);
    const auto v = static_cast<double>(m_candidate.chunks());
    const Candidate& floors = m_candidate.m_floors;
    double cap = infinite;
    if (threshold < infinite) {
        const double sum = floors.least_work().back() + floors.least_transfers();
        cap = m_candidate.m_objective == Objective::paper
                  ? threshold / (m + static_cast<double>(s - 1) / v)
                  : (threshold - floors.least_sync() - floors.least_update() - sum / v) / (m - 1 / v);
        cap = cap * slack + std::abs(threshold) * 1e-12;
    }
    limits.clear();
    int all_most = 0, all_least = 0;
    for (std::int64_t stage = 0; stage < s; ++stage)
        all_least += least(stage);
    for (std::int64_t stage = 0; stage < s; ++stage) {
        const int fewest = least(stage), room = m_inner - (all_least - fewest);
        const auto runs = [&](int count) {
            const double load = least_load(stage, count);
            return load < infinite && load <= cap;
        };
        int most = std::clamp(m_inner / static_cast<int>(s), fewest, std::max(fewest, room));
        while (most >= fewest && !runs(most))
            --most;
        if (most < fewest || room < fewest) return false;
        while (most < room && runs(most + 1))
            ++most;
        if (m_stop.reached()) return false;
        limits.emplace_back(fewest, most);
        all_most += most;
    }
    for (auto& [fewest, most] : limits)
        fewest = std::max(fewest, m_inner - (all_most - most));
    return all_most >= m_inner;
}

InterleavedCandidate::Counts::Found
InterleavedCandidate::Counts::recurrence(const std::vector<std::pair<int, int>>& limits, double threshold,
                                         bool relaxed) {
    constexpr std::size_t most_labels = 400'000;
    std::vector<Label> pool(1);
    std::vector<std::vector<int>> here(at(m_inner) + 1), next(at(m_inner) + 1);
    here[0].push_back(0);
    const std::int64_t s = m_candidate.stages();
    int fewest_behind = 0, most_behind = 0; // of the stages to come
    for (const auto& [fewest, most] : limits) {
        fewest_behind += fewest;
        most_behind += most;
    }
    const auto dominates = [&](const Label& a, const Label& b) {
        const Totals &x = a.totals, &y = b.totals;
        if (m_candidate.m_objective == Objective::paper) return x.max_load <= y.max_load && x.sync <= y.sync;
        return x.sum <= y.sum && x.max_load <= y.max_load && x.sync <= y.sync && x.update <= y.update;
    };
    for (std::int64_t stage = 0; stage < s; ++stage) {
        const auto [fewest, most] = limits[at(stage)];
        fewest_behind -= fewest;
        most_behind -= most;
        for (std::vector<int>& labels : next)
            labels.clear();
        for (int used = 0; used <= m_inner; ++used)
            for (const int before : here[at(used)]) {
                if (m_stop.reached()) return {};
                for (int count = fewest; count <= most; ++count) {
                    const int all = used + count;
                    if (all + fewest_behind > m_inner) break;
                    if (all + most_behind < m_inner) continue;
                    const Ways& list = ways(stage, count);
                    const std::size_t choices = relaxed ? list.relaxed.size() : list.real.size();
                    for (std::size_t way = 0; way < choices; ++way) {
                        Label label{pool[at(before)].totals, all, count, static_cast<int>(way), before};
                        m_candidate.add(label.totals, relaxed ? list.relaxed[way] : list.real[way].option, stage);
                        if (bound(label.totals) > threshold) continue;
                        std::vector<int>& labels = next[at(all)];
                        if (std::any_of(labels.begin(), labels.end(),
                                        [&](int other) { return dominates(pool[at(other)], label); }))
                            continue;
                        std::erase_if(labels, [&](int other) { return dominates(label, pool[at(other)]); });
                        if (pool.size() >= most_labels) {
                            m_too_many = true;
                            return {};
                        }
                        labels.push_back(static_cast<int>(pool.size()));
                        pool.push_back(label);
                    }
                }
            }
        std::swap(here, next);
    }
    m_states += static_cast<std::int64_t>(pool.size()) - 1;
    Found found;
    int best = -1;
    for (const int label : here[at(m_inner)]) {
        const double step = m_candidate.step_of(pool[at(label)].totals);
        if (step >= found.step) continue;
        found.step = step;
        best = label;
    }
    for (int label = best; label > 0; label = pool[at(label)].previous)
        found.way.push_back(pool[at(label)]);
    return found;
}

Partition InterleavedCandidate::Counts::partition(const Found& found) {
    const std::int64_t s = m_candidate.stages(), v = m_candidate.chunks();
    std::vector<const Way*> chosen;
    for (std::int64_t stage = 0; stage < s; ++stage) {
        const Label& label = found.way[at(s - 1 - stage)];
        chosen.push_back(&ways(stage, label.count).real[at(label.way)]);
    }
    Partition partition;
    partition.step_seconds = found.step;
    int left = m_inner + 2;
    for (std::int64_t k = 0; k < s * v; ++k) {
        partition.downsets.push_back(left);
        left -= chosen[at(k % s)]->spread[at(k / s)] + (k == 0 ? 1 : 0);
    }
    for (const Way* way : chosen) {
        partition.options.push_back(way->option);
        partition.peak_memory = std::max(partition.peak_memory, way->option.memory);
    }
    return partition;
}

InterleavedCandidate::Answer InterleavedCandidate::Counts::run() {
    Answer answer{std::nullopt, m_candidate.m_bound};
    // A first answer with about equal shares bounds the shares of the second.
    const auto s = static_cast<int>(m_candidate.stages());
    std::vector<std::pair<int, int>> limits;
    for (std::int64_t stage = 0; stage < s; ++stage)
        limits.emplace_back(std::max(least(stage), m_inner / s - 2), std::max(least(stage), m_inner / s + 2));
    const Found first = recurrence(limits, infinite, false);
    if (m_stop.reached()) return {};
    if (first.step < infinite) answer.best = partition(first);
    const double threshold = first.step * slack;
    if (!find_limits(threshold, limits)) {
        if (!m_stop.reached() && !m_too_many) answer.bound = first.step; // nothing else comes up to it
        return answer;
    }
    const Found second = recurrence(limits, threshold, false);
    if (m_stop.reached()) return {};
    if (second.step < first.step) answer.best = partition(second);
    double step = infinite;
    if (answer.best) step = answer.best->step_seconds;
    const Found relaxed = recurrence(limits, threshold, true);
    if (m_stop.reached()) return {};
    if (!m_too_many) answer.bound = std::max(answer.bound, std::min(step, relaxed.step));
    return answer;
}

bool InterleavedCandidate::is_counted() const {
    const Downsets& downsets = m_prefix->downsets();
    const int n = downsets.layer_count();
    if (!downsets.is_chain() || !downsets.complete() || !m_pins.empty() || n < 3) return false;
    const StrategyTables& tables = m_prefix->strategy();
    const std::vector<int>& order = downsets.order();
    const auto one = static_cast<std::size_t>(order[1]);
    for (int place = 1; place + 1 < n; ++place) {
        const auto layer = static_cast<std::size_t>(order[at(place)]);
        if (tables.profile_of[layer] != tables.profile_of[one] ||
            tables.layers[layer].in_edge_bytes != tables.layers[one].in_edge_bytes)
            return false;
    }
    for (int downset = 1; downset < n; ++downset)
        if (m_prefix->cut_bytes(downset) != m_prefix->cut_bytes(1)) return false;
    // Measured collectives take no multiple of one layer's time for several.
    const bool measured = std::any_of(m_settings.levels->levels.begin(), m_settings.levels->levels.end(),
                                      [](const Level& level) { return !level.profile.empty(); });
    return !measured || *std::max_element(m_choices.zero.begin(), m_choices.zero.end()) < 2;
}

InterleavedCandidate::Answer InterleavedCandidate::search_counts(const StopSign& stop, std::int64_t& states) const {
    return Counts(*this, stop, states).run();
}

} // namespace nest
