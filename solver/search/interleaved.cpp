// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "search/interleaved.h"

#include "plan/pins.h"
#include "schedule/interleaved.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace nest {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double slack = 1 + 1e-12;

std::size_t at(std::int64_t index) {
    return static_cast<std::size_t>(index);
}

} // namespace

InterleavedCandidate::InterleavedCandidate(const PrefixTables& prefix, const Placement& placement,
                                           const PriceSettings& settings, Objective objective,
                                           const StageChoices& choices, const std::vector<std::int64_t>& pins)
    : m_prefix(&prefix), m_placement(&placement), m_settings(settings), m_objective(objective), m_choices(choices),
      m_pins(pins), m_floors(prefix, placement, settings, objective, choices) {
    for (const StageShapes& shapes : placement.shapes)
        m_comm.push_back(prefix.comm(*settings.levels, shapes));
    m_bound = m_floors.lower_bound();
}

StageSite InterleavedCandidate::site(std::int64_t stage) const {
    StageSite site;
    site.index = stage;
    site.shapes = &m_placement->of(static_cast<int>(stage));
    site.first_last = &m_placement->first_last;
    return site;
}

std::vector<ChunkPart> InterleavedCandidate::parts(std::int64_t stage, const std::vector<Range>& ranges) const {
    const PrefixTables::CommPrefix& comm = *m_comm[at(m_placement->shapes_of[at(stage)])];
    std::vector<ChunkPart> list;
    list.reserve(ranges.size());
    for (std::size_t chunk = 0; chunk < ranges.size(); ++chunk) {
        const auto [outer, inner] = ranges[chunk];
        ChunkPart part{m_prefix->between(outer, inner), comm[at(outer)] - comm[at(inner)],
                       m_prefix->maxima(outer, inner).activation_bytes};
        set_chunk_levels(part, *m_placement, stage, static_cast<std::int64_t>(chunk), stages(), chunks());
        const bool first = stage == 0 && chunk == 0;
        const bool last = stage + 1 == stages() && chunk + 1 == ranges.size();
        part.bytes_in = first ? 0 : m_prefix->cut_bytes(outer);
        part.bytes_out = last ? 0 : m_prefix->cut_bytes(inner);
        list.push_back(part);
    }
    return list;
}

StageParameters InterleavedCandidate::parameters_of(std::int64_t stage, const std::vector<Range>& ranges) const {
    LayerSums sums;
    LayerMaxima maxima;
    for (const auto& [outer, inner] : ranges) {
        sums += m_prefix->between(outer, inner);
        const LayerMaxima own = m_prefix->maxima(outer, inner);
        maxima.parameters = std::max(maxima.parameters, own.parameters);
        maxima.activation_bytes = std::max(maxima.activation_bytes, own.activation_bytes);
    }
    return stage_parameters(m_settings, stage, sums, maxima);
}

StageOption InterleavedCandidate::option(std::int64_t stage, std::vector<ChunkPart>& list,
                                         const StageParameters& parameters, Recompute recompute, int zero,
                                         const FullestMoments& moments, StageTime& time) const {
    const StageSite where = site(stage);
    for (ChunkPart& part : list)
        part.repeat = recompute;
    StageOption option;
    option.recompute = recompute;
    option.zero = zero;
    option.memory = interleaved_memory(m_settings, where, list, moments, parameters, zero).total;
    const ReplicationTime replication = replication_time(m_settings, where, parameters, zero);
    time = interleaved_time(m_settings, where, list, replication, zero);
    option.forward = time.fw;
    option.backward = time.bw;
    option.sync = time.sync;
    option.update = time.update;
    return option;
}

std::vector<StageOption> InterleavedCandidate::options(std::int64_t stage, const std::vector<Range>& ranges,
                                                       double* over) const {
    std::vector<ChunkPart> list = parts(stage, ranges);
    const StageParameters parameters = parameters_of(stage, ranges);
    std::vector<StageOption> fitting;
    double least = infinite;
    StageTime time;
    for (const int zero : m_choices.zero)
        for (const Recompute recompute : m_choices.recompute) {
            const StageOption one = option(stage, list, parameters, recompute, zero, m_moments[at(stage)], time);
            least = std::min(least, one.memory - m_settings.capacity);
            if (!(one.memory <= m_settings.capacity) || !std::isfinite(one.load() + one.sync + one.update)) continue;
            if (std::any_of(fitting.begin(), fitting.end(), [&](const StageOption& o) { return no_worse(o, one); }))
                continue;
            std::erase_if(fitting, [&](const StageOption& o) { return no_worse(one, o); });
            fitting.push_back(one);
        }
    if (over) *over = fitting.empty() ? std::max(least, 1.0) : 0;
    return fitting;
}

void InterleavedCandidate::add(Totals& totals, const StageOption& option, std::int64_t stage) const {
    totals.sum += option.load();
    totals.max_load = std::max(totals.max_load, option.load());
    if (m_objective != Objective::paper || stage == 0) totals.sync = std::max(totals.sync, option.sync);
    totals.update = std::max(totals.update, option.update);
}

double InterleavedCandidate::step_of(const Totals& totals) const {
    PipelineTotals pipeline;
    pipeline.sum = totals.sum;
    pipeline.max_load = totals.max_load;
    const double seconds =
        pipeline_seconds(m_settings.schedule, m_objective, m_settings.micro_batches, stages(), pipeline, chunks());
    return m_objective == Objective::paper ? seconds + totals.sync : seconds + totals.sync + totals.update;
}

bool InterleavedCandidate::obeys_pins(std::int64_t stage, const Range& range) const {
    if (m_pins.empty()) return true;
    for (const int layer : m_prefix->downsets().difference(range.outer, range.inner)) {
        const std::int64_t pin = m_pins[at(layer)];
        if (pin != unpinned && (pin == LayerPin::last ? stages() - 1 : pin) != stage) return false;
    }
    return true;
}

std::vector<int> InterleavedCandidate::equal_cuts() const {
    const Downsets& downsets = m_prefix->downsets();
    const int n = downsets.layer_count();
    const auto count = static_cast<int>(virtual_count());
    const std::vector<double>& work = m_floors.least_work();
    std::vector<int> cuts{n}; // layers of the topological order from virtual stage k on
    int left = n;
    for (int k = 1; k < count; ++k) {
        const double target = work.back() * (1 - static_cast<double>(k) / count);
        const auto middle_above = [&](int layers) { // most of the layer lies before the target
            const double before = work[at(downsets.suffix(layers))], after = work[at(downsets.suffix(layers - 1))];
            return (before + after) / 2 >= target;
        };
        do {
            --left;
        } while (left > count - k && middle_above(left));
        cuts.push_back(left);
    }
    return cuts;
}

std::pair<int, double> InterleavedCandidate::least_overrun() const {
    const Downsets& downsets = m_prefix->downsets();
    if (virtual_count() > downsets.layer_count()) return {0, 0.0};
    InterleavedCandidate priced = *this;
    priced.find_moments();
    const std::vector<int> cuts = equal_cuts();
    std::pair<int, double> worst{0, 0.0};
    for (std::int64_t stage = 0; stage < stages(); ++stage) {
        std::vector<Range> ranges;
        for (std::int64_t k = stage; k < virtual_count(); k += stages())
            ranges.push_back(
                {downsets.suffix(cuts[at(k)]), k + 1 < virtual_count() ? downsets.suffix(cuts[at(k + 1)]) : 0});
        double over = 0;
        priced.options(stage, ranges, &over);
        if (over > worst.second) worst = {static_cast<int>(stage), over};
    }
    return worst;
}

void InterleavedCandidate::find_moments() {
    for (std::int64_t stage = 0; stage < stages() && static_cast<std::int64_t>(m_moments.size()) < stages(); ++stage)
        m_moments.push_back(fullest_moments({m_settings.micro_batches, stages(), chunks()}, stage));
}

InterleavedCandidate::Answer InterleavedCandidate::search(const StopSign& stop, std::int64_t& states) const {
    if (virtual_count() > m_prefix->downsets().layer_count()) return {std::nullopt, infinite};
    InterleavedCandidate ready = *this;
    ready.find_moments();
    Answer answer = ready.is_counted() ? ready.search_counts(stop, states) : ready.better_cuts(stop, states);
    if (ready.has_few_cuts() && !stop.reached() && !answer.proven())
        return ready.search_all_cuts(stop, states, std::move(answer));
    return answer;
}

// ---- all cuts
// --------------------------------------------------------------------------------------------------------

/// Every sequence of downsets, from the last virtual stage; a stage is priced when its first chunk is placed.
struct InterleavedCandidate::Trial {
    const InterleavedCandidate& candidate;
    const StopSign& stop;
    std::int64_t nodes_left;
    std::vector<Range> ranges;       ///< per virtual stage
    std::vector<StageOption> chosen; ///< per stage
    double best = infinite;
    std::optional<Partition> found{};
    std::int64_t nodes = 0;

    bool exhausted() const { return nodes >= nodes_left; }
    void place(std::int64_t position, int inner, const Totals& totals) {
        const Downsets& downsets = candidate.m_prefix->downsets();
        if (position < 0) return take(totals);
        const std::int64_t stage = position % candidate.stages();
        const int whole = downsets.whole(), n = downsets.layer_count();
        for (int outer = position == 0 ? whole : inner + 1; outer <= whole; ++outer) {
            if (exhausted() || stop.reached()) return;
            if (n - downsets.size(outer) < position || outer == inner || !downsets.is_subset(inner, outer)) continue;
            ++nodes;
            ranges[at(position)] = {outer, inner};
            if (!candidate.obeys_pins(stage, ranges[at(position)])) continue;
            if (position >= candidate.stages()) {
                place(position - 1, outer, totals);
                continue;
            }
            std::vector<Range> own;
            for (std::int64_t k = stage; k < candidate.virtual_count(); k += candidate.stages())
                own.push_back(ranges[at(k)]);
            for (const StageOption& option : candidate.options(stage, own)) {
                Totals longer = totals;
                candidate.add(longer, option, stage);
                if (candidate.step_of(longer) > best) continue;
                chosen[at(stage)] = option;
                place(position - 1, outer, longer);
            }
        }
    }
    void take(const Totals& totals) {
        const double step = candidate.step_of(totals);
        if (step >= best) return;
        best = step;
        Partition partition;
        partition.step_seconds = step;
        for (const Range& range : ranges)
            partition.downsets.push_back(range.outer);
        partition.options = chosen;
        for (const StageOption& option : chosen)
            partition.peak_memory = std::max(partition.peak_memory, option.memory);
        found = std::move(partition);
    }
};

bool InterleavedCandidate::has_few_cuts() const {
    const Downsets& downsets = m_prefix->downsets();
    if (!downsets.complete()) return false;
    if (!downsets.is_chain()) return downsets.count() <= 512;
    double ways = 1; // n - 1 over S - 1
    const int n = downsets.layer_count();
    for (std::int64_t k = 1; k < virtual_count(); ++k)
        ways *= static_cast<double>(n - k) / static_cast<double>(k);
    return ways <= 5000;
}

InterleavedCandidate::Answer InterleavedCandidate::search_all_cuts(const StopSign& stop, std::int64_t& states,
                                                                   Answer before) const {
    constexpr std::int64_t most_nodes = 200'000;
    Trial trial{*this, stop, most_nodes, std::vector<Range>(at(virtual_count())),
                std::vector<StageOption>(at(stages()))};
    if (before.best) trial.best = before.best->step_seconds * slack;
    trial.place(virtual_count() - 1, 0, {});
    states += trial.nodes;
    if (stop.reached()) return {};
    if (trial.exhausted()) return before;
    if (!trial.found) { // nothing better than what was there
        before.bound = infinite;
        if (before.best) before.bound = before.best->step_seconds;
        return before;
    }
    Answer answer{std::move(trial.found), 0};
    answer.bound = answer.best->step_seconds;
    return answer;
}

// ---- moving cuts
// -----------------------------------------------------------------------------------------------------

/// A set of cuts of the topological order with the best it can do.
struct InterleavedCandidate::Moves {
    const InterleavedCandidate& candidate;
    std::vector<int> cuts;
    std::vector<std::vector<StageOption>> fitting{}; ///< per stage
    std::vector<double> over{};                      ///< bytes
    double step = infinite, overrun = infinite;

    void price_stage(std::int64_t stage) {
        const Downsets& downsets = candidate.m_prefix->downsets();
        std::vector<Range> ranges;
        const std::int64_t count = candidate.virtual_count();
        bool pinned = true;
        for (std::int64_t k = stage; k < count; k += candidate.stages()) {
            ranges.push_back({downsets.suffix(cuts[at(k)]), k + 1 < count ? downsets.suffix(cuts[at(k + 1)]) : 0});
            pinned = pinned && candidate.obeys_pins(stage, ranges.back());
        }
        fitting[at(stage)] = candidate.options(stage, ranges, &over[at(stage)]);
        if (pinned) return;
        fitting[at(stage)].clear();
        over[at(stage)] += 1e18;
    }
    void price_all() {
        fitting.resize(at(candidate.stages()));
        over.assign(at(candidate.stages()), 0);
        for (std::int64_t stage = 0; stage < candidate.stages(); ++stage)
            price_stage(stage);
        combine();
    }
    /// The fastest option of each stage.
    void combine() {
        Totals totals;
        overrun = 0;
        step = infinite;
        for (std::int64_t stage = 0; stage < candidate.stages(); ++stage) {
            overrun += over[at(stage)];
            if (fitting[at(stage)].empty()) continue;
            candidate.add(totals, fastest(stage), stage);
        }
        if (overrun == 0) step = candidate.step_of(totals);
    }
    const StageOption& fastest(std::int64_t stage) const {
        return *std::ranges::min_element(fitting[at(stage)], {}, [](const StageOption& o) { return o.load(); });
    }
    bool before(const Moves& other) const {
        if (overrun != other.overrun) return overrun < other.overrun;
        return step < other.step * (1 - 1e-9);
    }
    /// Cuts first..last moved by `by` layers; nothing when a virtual stage would be empty.
    std::optional<Moves> moved(std::int64_t first, std::int64_t last, int by) const {
        Moves next = *this;
        for (std::int64_t k = first; k <= last; ++k)
            next.cuts[at(k)] += by;
        const int below = last + 1 < candidate.virtual_count() ? cuts[at(last + 1)] : 0;
        if (next.cuts[at(first)] >= cuts[at(first - 1)] || next.cuts[at(last)] <= below) return std::nullopt;
        std::vector<bool> touched(at(candidate.stages()), last - first >= candidate.stages());
        // Between the first and the last cut ranges move along, and with them what they hold.
        for (std::int64_t k = first - 1; k <= last; ++k)
            touched[at(k % candidate.stages())] = true;
        for (std::int64_t stage = 0; stage < candidate.stages(); ++stage)
            if (touched[at(stage)]) next.price_stage(stage);
        next.combine();
        return next;
    }
};

InterleavedCandidate::Answer InterleavedCandidate::better_cuts(const StopSign& stop, std::int64_t& states) const {
    Moves now{*this, equal_cuts()};
    now.price_all();
    constexpr int most_rounds = 40;
    constexpr std::int64_t longest_run = 8;
    for (int round = 0; round < most_rounds; ++round) {
        std::optional<Moves> best;
        for (std::int64_t first = 1; first < virtual_count(); ++first)
            for (std::int64_t last = first; last < std::min(virtual_count(), first + longest_run); ++last)
                for (const int by : {1, -1}) {
                    if (stop.reached()) return {};
                    ++states;
                    std::optional<Moves> next = now.moved(first, last, by);
                    if (next && next->before(best ? *best : now)) best.emplace(*std::move(next));
                }
        if (!best) break;
        now.cuts = best->cuts;
        now.fitting = best->fitting;
        now.over = best->over;
        now.step = best->step;
        now.overrun = best->overrun;
    }
    Answer answer{std::nullopt, m_bound};
    if (now.step == infinite) return answer;
    Partition partition;
    partition.step_seconds = now.step;
    for (const int layers : now.cuts)
        partition.downsets.push_back(m_prefix->downsets().suffix(layers));
    for (std::int64_t stage = 0; stage < stages(); ++stage) {
        partition.options.push_back(now.fastest(stage));
        partition.peak_memory = std::max(partition.peak_memory, partition.options.back().memory);
    }
    answer.best = std::move(partition);
    return answer;
}

} // namespace nest
