// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "search/copies_candidate.h"

#include <algorithm>

/// The recurrence of CopiesCandidate.
namespace nest {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double slack = 1 + 1e-12;

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

} // namespace

/// A partial plan of stages i.. that covers a downset.
struct CopiesCandidate::Label {
    double sum = 0, largest = 0; ///< of loads; of loads / q
    double sync = 0, update = 0;
    int trace = 0;  ///< its own; while its stage is worked on, that of the label of stages i + 1..
    int option = 0; ///< index in the stage's options()
};

/// All that is kept of labels whose stages are behind: how to find the partition again.
struct CopiesCandidate::Trace {
    int downset = 0;
    int previous = -1; ///< of stages i + 1..
    int option = 0;
    int first = 0, copies = 0, level_in = 0;
};

struct CopiesCandidate::Cell {
    int downset = 0;
    std::vector<Label> labels;
};

/// One run of the recurrence.
struct CopiesCandidate::Run {
    double limit = 0;
    const StopSign& stop;
    LabelRoom::Share share;
    std::int64_t& states;
    std::size_t level_count = 1;
    /// By slot() and level in: labels of the stages from there on, by downset, the largest first.
    std::vector<std::vector<Cell>> behind{}, here{};
    std::vector<std::vector<int>> windows{};
    std::vector<double> caps{};            ///< by copies
    std::vector<double> inner_transfers{}; ///< by stage: least of all cuts before the one into it, one way
    std::deque<Trace> traces{1};           ///< the first stands for no stage
    std::vector<StageOption> fitting{};
    std::size_t live_behind = 0, live_here = 0, live_cell = 0;
    bool over = false;
    // Of the cell at hand.
    double rest_sum = 0, rest_largest = 0;
    Cell cell{};

    std::size_t key(std::size_t slot, int level) const { return slot * level_count + at(level); }
    bool is_over() {
        // Twice: lists grow by doubling.
        const std::size_t bytes =
            2 * sizeof(Label) * (live_behind + live_here + cell.labels.size()) + sizeof(Trace) * traces.size();
        return over = over || !share.allows(bytes, [this] { return stop.reached(); });
    }
};

bool CopiesCandidate::dominates(const Label& a, const Label& b) const {
    if (a.sync > b.sync) return false;
    if (m_objective == Objective::paper) return a.largest <= b.largest;
    // The largest one counts once, in the sum, where there is one micro-batch.
    return a.update <= b.update && a.sum <= b.sum && (a.largest <= b.largest || settings(1).micro_batches == 1);
}

std::vector<std::vector<int>> CopiesCandidate::windows(double threshold) const {
    const Downsets& downsets = m_prefix->downsets();
    // The share of a block, as load_cap() has it for stages of many copies.
    const auto m = static_cast<double>(settings(1).micro_batches);
    double share = infinite;
    if (threshold < infinite && m_objective == Objective::paper)
        share = threshold / (m + stages() - 1);
    else if (threshold < infinite && m > 1)
        share = (threshold - m_sync_floor - m_update_floor - m_work.back() - m_transfer_floor) / (m - 1);
    if (share < infinite) share = share * slack + threshold * 1e-12;
    std::vector<std::vector<int>> windows(at(blocks()));
    windows[0].push_back(downsets.whole());
    for (int first = 1; first < blocks(); ++first)
        for (int downset = downsets.whole(); downset > 0; --downset) {
            const double work = m_work[at(downset)];
            if (work <= (blocks() - first) * share && m_work.back() - work <= first * share)
                windows[at(first)].push_back(downset);
        }
    return windows;
}

void CopiesCandidate::add_options(Run& run, const Seat& seat, int outer, const Cell& inner) const {
    options(seat, outer, inner.downset, run.fitting);
    const bool paper = m_objective == Objective::paper;
    std::vector<Label>& labels = run.cell.labels;
    for (const StageOption& option : run.fitting) {
        const double load = option.load();
        if (load > run.caps[at(seat.copies - 1)]) continue;
        for (const Label& previous : inner.labels) {
            Label label = previous;
            label.sum += load;
            label.largest = std::max(label.largest, load / seat.copies);
            if (!paper || seat.stage == 0) label.sync = std::max(label.sync, option.sync);
            label.update = std::max(label.update, option.update);
            label.option = static_cast<int>(&option - run.fitting.data());
            const double bound = step_of(label.sum + run.rest_sum, std::max(label.largest, run.rest_largest),
                                         std::max(label.sync, m_sync_floor), std::max(label.update, m_update_floor));
            if (bound > run.limit) continue;
            if (std::any_of(labels.begin(), labels.end(), [&](const Label& other) { return dominates(other, label); }))
                continue;
            std::erase_if(labels, [&](const Label& other) { return dominates(label, other); });
            labels.push_back(label);
            ++run.states;
        }
    }
}

void CopiesCandidate::begin_stage(Run& run, const Seat& from) const {
    const Downsets& downsets = m_prefix->downsets();
    const LevelModel& levels = m_problem.levels;
    Seat seat = from;
    const int next = seat.first + seat.copies, stage = seat.stage;
    const double cap = run.caps[at(seat.copies - 1)];
    std::vector<Cell>& cells = run.here[run.key(slot(seat.first, seat.copies), seat.level_in)];
    for (const int outer : run.windows[at(seat.first)]) {
        if (downsets.size(outer) < stages() - stage || downsets.layer_count() - downsets.size(outer) < stage) continue;
        if (m_choices.pins && !m_choices.pins->allows(stage, outer)) continue;
        if (run.stop.reached()) return;
        run.cell.downset = outer;
        run.cell.labels.clear();
        run.rest_sum = run.rest_largest = 0;
        if (stage > 0) {
            const double arrival = m_back * levels.p2p(seat.level_in, m_prefix->cut_bytes(outer));
            run.rest_sum = m_work.back() - m_work[at(outer)] + arrival + (1 + m_back) * run.inner_transfers[at(stage)];
            run.rest_largest = run.rest_sum / seat.first;
        }
        const auto add = [&](const std::vector<Cell>& behind) {
            for (const Cell& inner : behind) {
                if (inner.downset >= outer) continue;
                const bool heavy = m_work[at(outer)] - m_work[at(inner.downset)] > cap;
                if (heavy && downsets.is_chain()) break; // the others leave it more
                if (heavy || !downsets.is_subset(inner.downset, outer)) continue;
                if (run.is_over()) return;
                add_options(run, seat, outer, inner);
            }
        };
        if (stage + 1 == stages()) {
            add(run.behind.front());
        } else {
            const auto [fewest, most_copies] = copies_of(stage + 1);
            for (int after = fewest; after <= most_copies; ++after) {
                if (!can_be_at(stage + 1, next, after)) continue;
                seat.level_out = level(seat.first, seat.copies, after);
                add(run.behind[run.key(slot(next, after), seat.level_out)]);
            }
        }
        if (run.over) return;
        if (run.cell.labels.empty()) continue;
        for (Label& label : run.cell.labels) {
            run.traces.push_back({outer, label.trace, label.option, seat.first, seat.copies, seat.level_in});
            label.trace = static_cast<int>(run.traces.size()) - 1;
        }
        run.live_here += run.cell.labels.size();
        cells.push_back(run.cell);
    }
}

void CopiesCandidate::finish_stage(Run& run) {
    run.behind.swap(run.here);
    for (std::vector<Cell>& cells : run.here)
        cells.clear();
    run.live_behind = run.live_here;
    run.live_here = 0;
}

CopiesPartition CopiesCandidate::rebuild(const Run& run, const Label& label) const {
    CopiesPartition found;
    Partition& partition = found.partition;
    partition.step_seconds = step_of(label.sum, label.largest, label.sync, label.update);
    std::vector<StageOption> fitting;
    int stage = 0;
    for (int id = label.trace; id > 0; id = run.traces[at(id)].previous, ++stage) {
        const Trace& trace = run.traces[at(id)];
        const Trace& next = run.traces[at(trace.previous)];
        const int level_out = trace.previous == 0 ? 0 : next.level_in;
        options({stage, trace.first, trace.copies, trace.level_in, level_out}, trace.downset, next.downset, fitting);
        partition.downsets.push_back(trace.downset);
        partition.options.push_back(fitting[at(trace.option)]);
        partition.peak_memory = std::max(partition.peak_memory, partition.options.back().memory);
        partition.least_memory = std::min(partition.least_memory, partition.options.back().memory);
        found.copies.push_back(trace.copies);
    }
    return found;
}

std::optional<CopiesPartition> CopiesCandidate::best_of_ends(double threshold, const StopSign& stop,
                                                             std::int64_t& states, bool& ran_out) const {
    const int n = m_prefix->downsets().layer_count(), s = stages();
    if (s > n) return std::nullopt;
    Run run{threshold * slack, stop, LabelRoom::Share(stop.room), states};
    run.level_count = at(m_problem.levels.level_count() + 1);
    run.behind.resize(at((blocks() + 1) * most()) * run.level_count);
    run.here.resize(run.behind.size());
    run.windows = windows(run.limit);
    for (int copies = 1; copies <= most(); ++copies)
        run.caps.push_back(load_cap(run.limit, copies));
    run.inner_transfers.assign(at(s) + 1, 0.0);
    for (int stage = 2; stage <= s; ++stage)
        run.inner_transfers[at(stage)] = run.inner_transfers[at(stage - 1)] +
                                         m_problem.levels.p2p(m_least_cut[at(stage - 1)], m_prefix->least_cut_bytes());
    run.behind.front().push_back({0, {Label{}}});
    for (int stage = s - 1; stage >= 0; --stage) {
        const auto [fewest, most_copies] = copies_of(stage);
        for (int first = 0; first < blocks(); ++first) {
            for (int copies = fewest; copies <= most_copies; ++copies) {
                if (!can_be_at(stage, first, copies)) continue;
                std::vector<int> levels_in;
                if (stage == 0) levels_in.push_back(0);
                for (int before = 1; before <= std::min(first, most()) && stage > 0; ++before) {
                    if (!can_be_at(stage - 1, first - before, before)) continue;
                    const int in = level(first - before, before, copies);
                    if (in > 0 && std::find(levels_in.begin(), levels_in.end(), in) == levels_in.end())
                        levels_in.push_back(in);
                }
                for (const int in : levels_in) {
                    begin_stage(run, {stage, first, copies, in, 0});
                    if (run.over) ran_out = !stop.reached();
                    if (run.over || stop.reached()) return std::nullopt;
                }
            }
        }
        finish_stage(run);
    }
    const Label* best = nullptr;
    double least = infinite;
    for (const std::vector<Cell>& cells : run.behind) // of the first stage, by its copies
        for (const Cell& cell : cells)
            for (const Label& label : cell.labels)
                if (const double step = step_of(label.sum, label.largest, label.sync, label.update); step < least) {
                    best = &label;
                    least = step;
                }
    if (!best) return std::nullopt;
    return rebuild(run, *best);
}

std::optional<CopiesPartition> CopiesCandidate::best(double threshold, const StopSign& stop, std::int64_t& states,
                                                     bool& ran_out) {
    if (!m_ends_matter || !m_grid.exact.empty()) return best_of_ends(threshold, stop, states, ran_out);
    // The price of tied embeddings depends on the copies of both ends: each pair by itself.
    std::optional<CopiesPartition> best;
    for (int first = 1; first <= most(); ++first) {
        for (int last = 1; last <= most() && !stop.reached() && !ran_out; ++last) {
            m_ends = {first, last};
            std::optional<CopiesPartition> found = best_of_ends(threshold, stop, states, ran_out);
            if (!found || (best && found->partition.step_seconds >= best->partition.step_seconds)) continue;
            best = std::move(found);
            threshold = std::min(threshold, best->partition.step_seconds);
        }
    }
    m_ends = {0, 0};
    if (stop.reached() || ran_out) return std::nullopt;
    return best;
}

} // namespace nest
