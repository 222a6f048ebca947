// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "search/copies_candidate.h"

#include <algorithm>
#include <cmath>

namespace nest {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
/// Rounding of sums taken in another order must not cut off an equal plan.
constexpr double slack = 1 + 1e-12;

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

/// Whether a transfer over a lower level never takes longer.
bool grows_with_level(const LevelModel& levels) {
    for (int level = 2; level <= levels.level_count(); ++level)
        if (levels.latency(level) < levels.latency(level - 1) || levels.bandwidth(level) > levels.bandwidth(level - 1))
            return false;
    return true;
}

} // namespace

CopiesCandidate::CopiesCandidate(const Problem& problem, const PrefixTables& prefix, const CopiesGrid& grid,
                                 const StageChoices& choices, const StopSign& stop)
    : m_problem(problem), m_prefix(&prefix), m_grid(grid), m_choices(choices), m_objective(problem.options.objective) {
    const StrategyTables& tables = prefix.strategy();
    for (std::int64_t copies = 1; copies <= grid.most; ++copies)
        m_settings.push_back(price_settings(problem, tables.strategy, tables.micro_batch, grid.replicas, grid.stages,
                                            ScheduleKind::one_f_one_b, tables.tied_parameters, 1, copies));
    if (place_stages(stop)) find_bounds(choices);
}

void CopiesCandidate::set_capacity(double capacity) {
    for (PriceSettings& settings : m_settings)
        settings.capacity = capacity;
}

std::pair<int, int> CopiesCandidate::copies_of(int stage) const {
    if (!m_grid.exact.empty()) {
        const int copies = static_cast<int>(m_grid.exact[at(stage)]);
        return {copies, copies};
    }
    if (m_ends.first > 0 && stage == 0) return {m_ends.first, m_ends.first};
    if (m_ends.second > 0 && stage == stages() - 1) return {m_ends.second, m_ends.second};
    return {1, most()};
}

bool CopiesCandidate::can_begin(int stage, int first) const {
    const auto within = [&](int from, int to, int count) {
        if (m_grid.exact.empty()) return count >= to - from && count <= (to - from) * most();
        for (int one = from; one < to; ++one)
            count -= static_cast<int>(m_grid.exact[at(one)]);
        return count == 0;
    };
    return within(0, stage, first) && within(stage, stages(), blocks() - first);
}

bool CopiesCandidate::place_stages(const StopSign& stop) {
    const auto slots = (m_grid.blocks + 1) * m_grid.most;
    m_shapes_of.assign(static_cast<std::size_t>(slots), -1);
    m_levels.assign(static_cast<std::size_t>(slots * m_grid.most), 0);
    const int none = m_problem.levels.level_count() + 1;
    // Where a higher level may be the cheaper one, a cut that may cross several counts as nothing.
    const bool grows = grows_with_level(m_problem.levels);
    const auto add_level = [&](int& least, int level) {
        least = grows || least == none || least == level ? std::min(least, level) : 0;
    };
    m_least_in.assign(static_cast<std::size_t>(slots), none);
    m_least_out = m_least_in;
    m_least_cut.assign(at(stages()), none);
    m_least_cut[0] = 0;
    CopiesPlacement places(m_problem.levels, m_prefix->strategy().strategy, m_grid.replicas, m_grid.stride,
                           settings(1).micro_batches);
    for (int stage = 0; stage < stages(); ++stage) {
        const auto [fewest, most_copies] = copies_of(stage);
        for (int first = stage; first < blocks(); ++first) {
            if (!can_begin(stage, first)) continue;
            if (stop.reached()) return false;
            for (int copies = fewest; copies <= most_copies; ++copies) {
                if (!can_begin(stage + 1, first + copies)) continue;
                int& shapes = m_shapes_of[slot(first, copies)];
                if (shapes < 0) shapes = places.shapes_of(first, copies);
                if (stage == 0) m_least_in[slot(first, copies)] = 0;
                if (stage + 1 == stages()) {
                    m_least_out[slot(first, copies)] = 0;
                    continue;
                }
                const auto [fewest_after, most_after] = copies_of(stage + 1);
                for (int after = fewest_after; after <= most_after; ++after) {
                    const int next = first + copies;
                    if (!can_begin(stage + 2, next + after)) continue;
                    int& level = m_levels[slot(first, copies) * at(most()) + at(after - 1)];
                    if (level == 0) level = places.level(first, copies, after);
                    for (int* least : {&m_least_out[slot(first, copies)], &m_least_in[slot(next, after)],
                                       &m_least_cut[at(stage + 1)]})
                        add_level(*least, level);
                }
            }
        }
    }
    m_shapes = places.shapes();
    place_ends(places);
    for (const StageShapes& shapes : m_shapes)
        m_comm.push_back(m_prefix->comm(m_problem.levels, shapes));
    return true;
}

void CopiesCandidate::place_ends(CopiesPlacement& places) {
    const GroupShape alone = shape_of_groups(m_problem.levels, {{0}});
    m_first_last.assign(at(most() * most()), alone);
    if (!settings(1).has_tied_copy()) return;
    std::vector<double> prices;
    const auto [first_from, first_to] = copies_of(0);
    const auto [last_from, last_to] = copies_of(stages() - 1);
    for (int first = first_from; first <= first_to; ++first) {
        for (int last = last_from; last <= last_to; ++last) {
            GroupShape& shape = m_first_last[at((first - 1) * most() + last - 1)];
            shape = places.first_last(blocks(), first, last);
            prices.push_back(collective_seconds(m_problem.levels, shape, CollectiveOp::all_reduce,
                                                settings(1).tied_parameters * settings(1).precision.gradients));
        }
    }
    m_ends_matter = std::any_of(prices.begin(), prices.end(), [&](double price) { return price != prices.front(); });
    if (!m_ends_matter) m_ends = {0, 0};
}

void CopiesCandidate::find_bounds(const StageChoices& choices) {
    Placement anywhere;
    anywhere.shapes = m_shapes;
    anywhere.shapes_of.assign(at(stages()), 0);
    anywhere.level_in = m_least_cut;
    anywhere.first_last = m_first_last.front();
    const Candidate floors(*m_prefix, anywhere, settings(1), m_objective, choices);
    m_work = floors.least_work();
    m_transfer_floor = floors.least_transfers();
    m_sync_floor = floors.least_sync();
    m_update_floor = m_objective == Objective::paper ? 0 : least_update();
    m_back = std::find(choices.recompute.begin(), choices.recompute.end(), Recompute::none) == choices.recompute.end()
                 ? 0
                 : 1;
    double largest_layer = 0;
    const Downsets& downsets = m_prefix->downsets();
    for (int downset = 1; downset < downsets.count(); ++downset)
        largest_layer = std::max(largest_layer, m_work[at(downset)] - m_work[at(downsets.parent(downset))]);
    const double sum = m_work.back() + m_transfer_floor;
    const double copies = std::min(most(), blocks() - stages() + 1);
    m_lower_bound =
        step_of(sum, std::max(sum / blocks(), largest_layer / copies), m_sync_floor, m_update_floor) * (1 - 1e-12);
}

/// Some stage updates at least the average of the parameters; those that are sharded, of each block's share.
double CopiesCandidate::least_update() const {
    const LayerSums& total = m_prefix->total();
    double least = infinite;
    StageSite anywhere;
    anywhere.index = -1;
    anywhere.shapes = &m_shapes.front();
    for (const int zero : m_choices.zero) {
        const double share = 1.0 / (zero == 0 ? stages() : blocks());
        const StageParameters parameters{(total.parameters - total.expert_parameters) * share,
                                         total.expert_parameters * share, 0};
        least = std::min(least, replication_time(settings(1), anywhere, parameters, zero).update);
    }
    return least * (1 - 1e-12);
}

StageSite CopiesCandidate::site(const Seat& seat, int outer, int inner) const {
    StageSite site;
    site.index = seat.stage;
    site.level_in = seat.level_in;
    site.level_out = seat.level_out;
    if (seat.stage > 0) site.bytes_in = m_prefix->cut_bytes(outer);
    if (seat.stage + 1 < stages()) site.bytes_out = m_prefix->cut_bytes(inner);
    site.copies_to_the_end = blocks() - seat.first;
    site.shapes = &m_shapes[at(m_shapes_of[slot(seat.first, seat.copies)])];
    const auto [first, last] =
        m_grid.exact.empty() ? m_ends
                             : std::pair(static_cast<int>(m_grid.exact.front()), static_cast<int>(m_grid.exact.back()));
    site.first_last = &m_first_last[first > 0 ? at((first - 1) * most() + last - 1) : 0];
    return site;
}

void CopiesCandidate::options(const Seat& seat, int outer, int inner, std::vector<StageOption>& out) const {
    out.clear();
    const PriceSettings& own = settings(seat.copies);
    const LayerSums sums = m_prefix->between(outer, inner);
    const LayerMaxima maxima = m_prefix->maxima(outer, inner);
    const StageSite where = site(seat, outer, inner);
    const StageParameters parameters = stage_parameters(own, seat.stage, sums, maxima);
    const PrefixTables::CommPrefix& comm = *m_comm[at(m_shapes_of[slot(seat.first, seat.copies)])];
    const CommSums exposed = comm[at(outer)] - comm[at(inner)];
    const auto no_worse = [](const StageOption& a, const StageOption& b) {
        return a.load() <= b.load() && a.sync <= b.sync && a.update <= b.update;
    };
    for (const int zero : m_choices.zero) {
        std::optional<ReplicationTime> replication;
        for (const Recompute recompute : m_choices.recompute) {
            const double memory = stage_memory(own, where, sums, maxima, parameters, recompute, zero).total;
            if (!(memory <= own.capacity)) continue; // not a number doesn't fit either
            if (!replication) replication = replication_time(own, where, parameters, zero);
            const StageTime time = stage_time(own, where, sums, exposed, *replication, recompute);
            if (!std::isfinite(time.load + time.sync + time.update)) continue;
            const StageOption option{time.fw,   time.bw, time.sync, time.update, time.weight_gradient, memory,
                                     recompute, zero,    0};
            if (std::any_of(out.begin(), out.end(), [&](const StageOption& other) { return no_worse(other, option); }))
                continue;
            std::erase_if(out, [&](const StageOption& other) { return no_worse(option, other); });
            out.push_back(option);
        }
    }
}

double CopiesCandidate::step_of(double sum, double largest, double sync, double update) const {
    PipelineTotals totals;
    totals.sum = sum;
    totals.max_load = largest;
    const double pipeline =
        pipeline_seconds(ScheduleKind::one_f_one_b, m_objective, settings(1).micro_batches, m_grid.stages, totals);
    return m_objective == Objective::paper ? pipeline + sync : pipeline + sync + update;
}

double CopiesCandidate::load_cap(double threshold, int copies) const {
    if (threshold == infinite) return infinite;
    const auto m = static_cast<double>(settings(1).micro_batches), q = static_cast<double>(copies);
    if (m_objective == Objective::paper) return q * threshold / (m + stages() - 1) * slack;
    const double free = threshold - m_sync_floor - m_update_floor;
    // The sum of all loads is at least the work of all layers, and at least this one load.
    const double beside_work = m > 1 ? q * (free - m_work.back() - m_transfer_floor) / (m - 1) : infinite;
    return std::min(beside_work, free / (1 + (m - 1) / q)) * slack + std::abs(threshold) * 1e-12;
}

/// Monotone in the range, for cuts no cheaper than the cheapest: if this fails, it fails for every larger stage too.
bool CopiesCandidate::can_be(const Seat& seat, int outer, int inner, double cap) const {
    const PriceSettings& own = settings(seat.copies);
    const LayerSums sums = m_prefix->between(outer, inner);
    const LayerMaxima maxima = m_prefix->maxima(outer, inner);
    StageSite where = site(seat, outer, inner);
    if (seat.stage > 0) where.bytes_in = m_prefix->least_cut_bytes();
    if (seat.stage + 1 < stages()) where.bytes_out = m_prefix->least_cut_bytes();
    const StageParameters parameters = stage_parameters(own, seat.stage, sums, maxima);
    const PrefixTables::CommPrefix& comm = *m_comm[at(m_shapes_of[slot(seat.first, seat.copies)])];
    const CommSums exposed = comm[at(outer)] - comm[at(inner)];
    for (const int zero : m_choices.zero) {
        std::optional<ReplicationTime> replication;
        for (const Recompute recompute : m_choices.recompute) {
            // Prefix differences round; a proof must not rest on the last bits.
            if (stage_memory(own, where, sums, maxima, parameters, recompute, zero).total > own.capacity * slack)
                continue;
            if (cap == infinite) return true;
            if (!replication) replication = replication_time(own, where, parameters, zero);
            if (stage_time(own, where, sums, exposed, *replication, recompute).load <= cap * slack) return true;
        }
    }
    return false;
}

int CopiesCandidate::furthest(const Seat& seat, int outer, double cap, int& length) const {
    length = std::min(std::max(length, 1), outer);
    if (length > 0 && can_be(seat, outer, outer - length, cap)) {
        while (length < outer && can_be(seat, outer, outer - length - 1, cap))
            ++length;
    } else {
        while (length > 0 && !can_be(seat, outer, outer - length, cap))
            --length;
    }
    return outer - length;
}

bool CopiesCandidate::proves_nothing_below(double threshold) {
    if (m_lower_bound > threshold || stages() > m_prefix->downsets().layer_count()) return true;
    if (!m_prefix->downsets().is_chain()) return false;
    constexpr int impossible = -1;
    // By blocks: fewest layers that can be left when the stages so far have as many.
    std::vector<int> left(at(blocks() + 1), impossible), next;
    left[0] = m_prefix->downsets().whole();
    std::vector<int> lengths(at(most()), std::max(1, left[0] / stages()));
    std::vector<double> caps;
    for (int copies = 1; copies <= most(); ++copies)
        caps.push_back(load_cap(threshold, copies));
    if (caps.back() <= 0) return true;
    for (int stage = 0; stage < stages(); ++stage) {
        next.assign(left.size(), impossible);
        const auto [fewest, most_copies] = copies_of(stage);
        for (int first = 0; first < blocks(); ++first) {
            if (left[at(first)] == impossible) continue;
            for (int copies = fewest; copies <= most_copies; ++copies) {
                if (!can_be_at(stage, first, copies)) continue;
                const Seat seat{stage, first, copies, m_least_in[slot(first, copies)],
                                m_least_out[slot(first, copies)]};
                int inner = furthest(seat, left[at(first)], caps[at(copies - 1)], lengths[at(copies - 1)]);
                if (const PinLimits* pins = m_choices.pins) {
                    // Nothing reaches further than this; pinned layers stop it short, or are out of its reach.
                    inner = std::max(inner, pins->fewest(stage + 1));
                    if (inner > pins->most(stage + 1)) continue;
                }
                int& known = next[at(first + copies)];
                known = known == impossible ? inner : std::min(known, inner);
            }
        }
        left.swap(next);
    }
    return left.back() != 0;
}

} // namespace nest
