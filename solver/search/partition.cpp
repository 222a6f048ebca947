// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "search/partition.h"

#include "search/cut_floors.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace nest {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
/// Rounding of sums taken in another order must not cut off an equal plan.
constexpr double slack = 1 + 1e-12;

/// Index of a downset whose values a vector holds.
std::size_t at(int downset) {
    return static_cast<std::size_t>(downset);
}

/// Seconds per parameter that a collective takes at least, once its latency is left out. 0 where a measured table
/// replaces the affine formula.
double seconds_per_parameter(const LevelModel& levels, const GroupShape& shape, CollectiveOp op, double bytes) {
    if (shape.top == 0 || !levels.levels[static_cast<std::size_t>(shape.top - 1)].profile.empty()) return 0;
    constexpr double parameters = 1e9;
    const double once = collective_seconds(levels, shape, op, parameters * bytes);
    const double twice = collective_seconds(levels, shape, op, 2 * parameters * bytes);
    return std::max(0.0, (twice - once) / parameters * (1 - 1e-9));
}

} // namespace

/// A partial plan of stages i.. that covers a downset.
struct Candidate::Label {
    PipelineTotals totals;
    double sync = 0, update = 0;
    double most_memory = 0, least_memory = infinite;
    int trace = 0;  ///< its own; while its downset is worked on, that of the label of stages i + 1..
    int option = 0; ///< index in the stage's options()
};

/// All that is kept of labels whose stages are behind: how to find the partition again.
struct Candidate::Trace {
    int downset = 0;
    int previous = -1; ///< of stages i + 1..
    int option = 0;
};

/// What the stages before a downset cost at least.
struct Candidate::Rest {
    bool known = false;
    double sum = 0, max_load = 0, max_forward = 0, max_backward = 0, sync = 0, update = 0;
    double work = 0, weight = 0; ///< of sum: without transfers; of work: gradients of weights
    int stages = 0;
};

bool StageChoices::allows_part() const {
    return std::find(recompute.begin(), recompute.end(), Recompute::full) != recompute.end() &&
           (blocks > 0 || nest::allows_part(layers));
}

Candidate::Candidate(const PrefixTables& prefix, const Placement& placement, const PriceSettings& settings,
                     Objective objective, const StageChoices& choices)
    : m_prefix(&prefix), m_placement(&placement), m_settings(settings), m_objective(objective), m_choices(choices) {
    for (const StageShapes& shapes : placement.shapes)
        m_comm.push_back(prefix.comm(*settings.levels, shapes));
    if (choices.allows_part()) m_blocks_from_end = prefix.blocks_from_end();
    compute_bounds();
}

Candidate Candidate::with_capacity(double capacity) const {
    Candidate copy = *this;
    copy.m_settings.capacity = capacity;
    return copy;
}

void Candidate::compute_bounds() {
    const LevelModel& levels = *m_settings.levels;
    const StrategyTables& tables = m_prefix->strategy();
    const Downsets& downsets = m_prefix->downsets();
    // ZeRO's traffic per micro-batch, per parameter, for the cheapest allowed z.
    double zero_forward = infinite, zero_backward = infinite;
    double expert_forward = infinite, expert_backward = infinite;
    const int least_zero = *std::min_element(m_choices.zero.begin(), m_choices.zero.end());
    for (const StageShapes& shapes : m_placement->shapes) {
        const auto price = [&](const GroupShape& shape, double& forward, double& backward) {
            const double exposed = 1 - m_settings.overlap_zero;
            const double scatter = least_zero >= 2 ? seconds_per_parameter(levels, shape, CollectiveOp::reduce_scatter,
                                                                           m_settings.precision.gradients)
                                                   : 0.0;
            const double gather = least_zero == 3 ? seconds_per_parameter(levels, shape, CollectiveOp::all_gather,
                                                                          m_settings.precision.weights)
                                                  : 0.0;
            forward = std::min(forward, exposed * gather);
            backward = std::min(backward, exposed * (gather + scatter));
        };
        price(shapes.dense_replicas, zero_forward, zero_backward);
        price(shapes.expert_replicas, expert_forward, expert_backward);
    }
    std::vector<std::vector<CommSums>> comm;
    for (const StageShapes& shapes : m_placement->shapes)
        comm.push_back(tables.comm(levels, shapes));
    std::vector<double> work(tables.layers.size()), forward_work(tables.layers.size());
    for (std::size_t layer = 0; layer < work.size(); ++layer) {
        const LayerSums& sums = tables.layers[layer];
        double least_work = infinite, least_forward = infinite;
        for (const std::vector<CommSums>& of_shape : comm) {
            const CommSums& exposed = of_shape[layer];
            double repeated = infinite;
            for (const Recompute kind : m_choices.recompute) // partial: perhaps not this layer
                repeated = std::min(repeated,
                                    kind == Recompute::full && partial() ? 0.0 : repeated_seconds(kind, sums, exposed));
            least_work =
                std::min(least_work, sums.forward + sums.backward + exposed.forward() + exposed.backward() + repeated);
            least_forward = std::min(least_forward, sums.forward + exposed.forward());
        }
        const double dense = sums.parameters - sums.expert_parameters;
        work[layer] = least_work + dense * (zero_forward + zero_backward) +
                      sums.expert_parameters * (expert_forward + expert_backward);
        forward_work[layer] = least_forward + dense * zero_forward + sums.expert_parameters * expert_forward;
        m_largest_layer_work = std::max(m_largest_layer_work, work[layer]);
        m_zero_bubble.add(work[layer], sums.weight_gradient);
    }
    m_work = sum_over_downsets(downsets, work);
    m_forward_work = sum_over_downsets(downsets, forward_work);

    const auto s = static_cast<double>(stage_count());
    m_hides_gradients = !partial() && std::find(m_choices.recompute.begin(), m_choices.recompute.end(),
                                                Recompute::none) == m_choices.recompute.end();
    const double ways = m_hides_gradients ? 1 : 2;
    for (int stage = 1; stage < stage_count(); ++stage)
        m_transfer_floor += ways * levels.p2p(m_placement->level_in[at(stage)], m_prefix->least_cut_bytes());
    if (m_settings.virtual_stages > 1) {
        const auto v = static_cast<double>(m_settings.virtual_stages);
        m_transfer_floor *= v;
        if (const int around = m_placement->first_last.top; around > 0)
            m_transfer_floor += (v - 1) * ways * levels.p2p(around, m_prefix->least_cut_bytes());
        m_largest_layer_work = std::max(m_largest_layer_work, packing_floor(std::move(work), stage_count()));
    }
    std::tie(m_sync_floor, m_update_floor) = replication_floor(m_prefix->total(), stage_count());
    if (m_objective == Objective::paper) m_sync_floor = m_update_floor = 0;

    PipelineTotals totals;
    totals.sum = m_work.back() + m_transfer_floor;
    totals.max_load = std::max(totals.sum / s, m_largest_layer_work);
    totals.max_forward = (m_forward_work.back() + m_transfer_floor / ways) / s;
    totals.max_backward = (m_work.back() - m_forward_work.back() + m_transfer_floor * (ways - 1) / ways) / s;
    m_lower_bound = step_of(totals, m_sync_floor, m_update_floor) * (1 - 1e-12);
    if (zero_bubble())
        m_lower_bound = (m_zero_bubble.seconds(m_settings.micro_batches, m_work.back(), m_transfer_floor,
                                               m_prefix->total().weight_gradient, totals.max_load) +
                         m_sync_floor + m_update_floor) *
                        (1 - 1e-12);
}

std::pair<double, double> Candidate::replication_floor(const LayerSums& layers, int stages) const {
    const double share = 1.0 / stages;
    const StageParameters dense{(layers.parameters - layers.expert_parameters) * share, 0, 0};
    const StageParameters expert{0, layers.expert_parameters * share, 0};
    double sync = infinite, update = infinite;
    for (const StageShapes& shapes : m_placement->shapes) {
        StageSite anywhere;
        anywhere.index = -1;
        anywhere.shapes = &shapes;
        for (const int zero : m_choices.zero) {
            const ReplicationTime of_dense = replication_time(m_settings, anywhere, dense, zero);
            const ReplicationTime of_expert = replication_time(m_settings, anywhere, expert, zero);
            sync = std::min(sync, std::max(of_dense.sync, of_expert.sync));
            update = std::min(update, of_dense.update + of_expert.update);
        }
    }
    return {sync * (1 - 1e-12), update * (1 - 1e-12)};
}

double Candidate::step_of(const PipelineTotals& totals, double sync, double update) const {
    const double pipeline = pipeline_seconds(m_settings.schedule, m_objective, m_settings.micro_batches,
                                             m_settings.stage_count, totals, m_settings.virtual_stages);
    return m_objective == Objective::paper ? pipeline + sync : pipeline + sync + update;
}

StageSite Candidate::site(int stage, int outer, int inner) const {
    StageSite site;
    site.index = stage;
    site.level_in = m_placement->level_in[at(stage)];
    site.level_out = m_placement->level_out(stage);
    if (stage > 0) site.bytes_in = m_prefix->cut_bytes(outer);
    if (stage + 1 < stage_count()) site.bytes_out = m_prefix->cut_bytes(inner);
    site.shapes = &m_placement->of(stage);
    site.first_last = &m_placement->first_last;
    return site;
}

template <typename Visit>
void Candidate::for_each_count(Recompute kind, int outer, int inner, const Visit& visit) const {
    if (kind != Recompute::full || !partial()) {
        visit(0);
        return;
    }
    const int length = outer - inner;
    if (m_choices.blocks > 0) {
        const int count = most_repeated(outer, inner);
        visit(count < length ? count : 0);
        return;
    }
    if (!m_choices.layers) {
        for (int count = 1; count < length; ++count)
            if (!visit(count)) return;
        visit(0);
        return;
    }
    bool whole = false;
    for (const std::int64_t count : *m_choices.layers) {
        if (count == 0 || count >= length)
            whole = true;
        else if (!visit(static_cast<int>(count)))
            return;
    }
    if (whole) visit(0);
}

int Candidate::most_repeated(int outer, int inner) const {
    const int length = outer - inner;
    if (m_choices.blocks == 0) return length;
    int count = 1;
    while (count < length && m_blocks_from_end[at(outer)] - m_blocks_from_end[at(outer - count)] < m_choices.blocks)
        ++count;
    return count;
}

StageRepeat Candidate::repeat_of(Recompute kind, int layers, int outer, const PrefixTables::CommPrefix& comm) const {
    if (layers == 0) return kind;
    return {m_prefix->between(outer, outer - layers), comm[at(outer)] - comm[at(outer - layers)],
            m_prefix->maxima(outer, outer - layers).activation_bytes};
}

void Candidate::options(int stage, int outer, int inner, std::vector<StageOption>& out) const {
    out.clear();
    const LayerSums sums = m_prefix->between(outer, inner);
    const LayerMaxima maxima = m_prefix->maxima(outer, inner);
    const StageSite where = site(stage, outer, inner);
    const StageParameters parameters = stage_parameters(m_settings, stage, sums, maxima);
    const PrefixTables::CommPrefix& comm = *m_comm[at(m_placement->shapes_of[at(stage)])];
    const CommSums exposed = comm[at(outer)] - comm[at(inner)];
    for (const int zero : m_choices.zero) {
        std::optional<ReplicationTime> replication;
        // Of full recomputation the fewest layers that fit are the fastest; ZB-H1 can like a slow stage, and a memory
        // objective one with less memory.
        const bool more = zero_bubble() || m_aimed;
        const auto consider = [&](Recompute recompute, int layers) {
            const StageRepeat repeat = repeat_of(recompute, layers, outer, comm);
            const double memory = stage_memory(m_settings, where, sums, maxima, parameters, repeat, zero).total;
            if (!(memory <= m_settings.capacity)) return true; // not a number doesn't fit either
            if (!replication) replication = replication_time(m_settings, where, parameters, zero);
            const StageTime time = stage_time(m_settings, where, sums, exposed, *replication, repeat);
            if (!std::isfinite(time.load + time.sync + time.update)) return more;
            const StageOption option{time.fw, time.bw,   time.sync, time.update, time.weight_gradient,
                                     memory,  recompute, zero,      layers};
            if (std::any_of(out.begin(), out.end(), [&](const StageOption& other) { return no_worse(other, option); }))
                return more;
            std::erase_if(out, [&](const StageOption& other) { return no_worse(option, other); });
            out.push_back(option);
            return more;
        };
        for (const Recompute recompute : m_choices.recompute)
            for_each_count(recompute, outer, inner, [&](int layers) { return consider(recompute, layers); });
    }
}

bool Candidate::no_worse(const StageOption& a, const StageOption& b) const {
    if (a.sync > b.sync || a.update > b.update) return false;
    if (m_aimed && (m_objective == Objective::memory ? a.memory > b.memory : a.memory != b.memory)) return false;
    if (!zero_bubble()) return a.forward <= b.forward && a.backward <= b.backward;
    // The two have the same weight gradients w. A larger load can still be better where it makes this stage the slowest
    // in place of one with larger weight gradients, which are at most a share r of that load.
    const double difference = b.load() - a.load();
    return difference == 0 ||
           (difference > 0 &&
            difference >= 2 * (m_zero_bubble.weight_share * b.load() - b.weight_gradient) + 1e-12 * b.load());
}

bool Candidate::dominates(const Label& a, const Label& b, double weight_left) const {
    if (a.sync > b.sync) return false;
    if (m_aimed && (a.most_memory > b.most_memory ||
                    (m_objective == Objective::balanced_memory && a.least_memory < b.least_memory)))
        return false;
    // Only what the objective reads takes part: dominance on fewer numbers keeps fewer labels.
    if (m_objective == Objective::paper) return a.totals.max_load <= b.totals.max_load;
    if (a.update > b.update) return false;
    // The largest one counts once, in the sum.
    if (m_settings.micro_batches == 1 && !zero_bubble()) return a.totals.sum <= b.totals.sum;
    if (m_settings.schedule == ScheduleKind::gpipe)
        return a.totals.sum <= b.totals.sum && a.totals.max_forward <= b.totals.max_forward &&
               a.totals.max_backward <= b.totals.max_backward;
    if (!zero_bubble()) return a.totals.sum <= b.totals.sum && a.totals.max_load <= b.totals.max_load;
    const double rest_a = a.totals.rest(), rest_b = b.totals.rest();
    const double load_a = a.totals.max_load, load_b = b.totals.max_load;
    if (rest_a > rest_b || load_a > load_b) return false;
    // Each label's own slowest stage stays the slowest.
    const double more = static_cast<double>(m_settings.micro_batches - 1);
    if (rest_a + more * load_a + 2 * a.totals.bottleneck_weight >
        rest_b + more * load_b + 2 * b.totals.bottleneck_weight)
        return false;
    if (load_a == load_b) return true;
    // One to come is slower than a's and not slower than b's.
    const double weight = std::min(m_zero_bubble.weight_share * load_b, weight_left) * slack;
    return rest_a + 2 * weight <= rest_b + 2 * b.totals.bottleneck_weight;
}

double Candidate::bound(const Label& label, const Rest& rest) const {
    PipelineTotals totals = label.totals;
    totals.sum += rest.sum;
    totals.max_load = std::max(totals.max_load, rest.max_load);
    totals.max_forward = std::max(totals.max_forward, rest.max_forward);
    totals.max_backward = std::max(totals.max_backward, rest.max_backward);
    const double sync = std::max(label.sync, rest.sync), update = std::max(label.update, rest.update);
    if (!zero_bubble() || rest.stages == 0) return step_of(totals, sync, update);
    const double once = sync + update;
    // A stage to come is the slowest, or this label's is.
    const double later =
        label.totals.rest() +
        m_zero_bubble.seconds(m_settings.micro_batches, rest.work, rest.sum - rest.work, rest.weight, totals.max_load) +
        once;
    if (label.totals.max_load < rest.max_load * (1 - 1e-12)) return later;
    totals.weight_sum += rest.weight;
    return std::min(later, step_of(totals, sync, update) - 1e-12 * totals.sum);
}

double Candidate::load_cap(double threshold) const {
    if (threshold == infinite) return infinite;
    const auto m = static_cast<double>(m_settings.micro_batches);
    if (m_objective == Objective::paper) return threshold / (m + static_cast<double>(stage_count()) - 1) * slack;
    const double free = threshold - m_sync_floor - m_update_floor;
    if (zero_bubble()) {
        const double work = m_work.back(), left = 1 - 2 * m_zero_bubble.weight_share;
        double largest = (free - m_zero_bubble.negative_rest) / m;
        if (m > 1) {
            largest =
                std::min(largest, (free - work - m_transfer_floor + 2 * m_prefix->total().weight_gradient) / (m - 1));
            if (left >= 0) largest = std::min(largest, (free - left * work) / (m - left));
        }
        return largest + (std::abs(threshold) + std::abs(largest) + work) * 1e-12;
    }
    // The sum of all loads is at least the work of all layers, and at least this one load.
    const double beside_work = m > 1 ? (free - m_work.back() - m_transfer_floor) / (m - 1) : infinite;
    return std::min(beside_work, free / m) * slack + std::abs(threshold) * 1e-12;
}

/// Monotone in the range, for cuts no cheaper than the cheapest: if this fails, it fails for every larger stage too.
bool Candidate::can_be(int stage, int outer, int inner, double cap) const {
    const LayerSums sums = m_prefix->between(outer, inner);
    const LayerMaxima maxima = m_prefix->maxima(outer, inner);
    StageSite where = site(stage, outer, inner);
    if (stage > 0) where.bytes_in = m_prefix->least_cut_bytes();
    if (stage + 1 < stage_count()) where.bytes_out = m_prefix->least_cut_bytes();
    const StageParameters parameters = stage_parameters(m_settings, stage, sums, maxima);
    for (const int zero : m_choices.zero) {
        std::optional<ReplicationTime> replication;
        const PrefixTables::CommPrefix& comm = *m_comm[at(m_placement->shapes_of[at(stage)])];
        bool found = false;
        const auto fits = [&](const StageRepeat& repeat) {
            // Prefix differences round; a proof must not rest on the last bits.
            if (stage_memory(m_settings, where, sums, maxima, parameters, repeat, zero).total >
                m_settings.capacity * slack)
                return true;
            if (cap < infinite && !replication) replication = replication_time(m_settings, where, parameters, zero);
            found = cap == infinite ||
                    stage_time(m_settings, where, sums, comm[at(outer)] - comm[at(inner)], *replication, repeat).load <=
                        cap * slack;
            return false; // more layers take longer
        };
        for (const Recompute recompute : m_choices.recompute) {
            if (recompute == Recompute::full && partial()) {
                // Where some layers have to be recomputed, a stage can be slow for what it lacks at its front: then it
                // would have others to recompute. Any number up to the largest, and none, is no more than that.
                const int most = most_repeated(outer, inner);
                bool more = fits(Recompute::none);
                for (int layers = 1; more && layers <= most; ++layers)
                    more = fits(layers < outer - inner ? repeat_of(recompute, layers, outer, comm) : recompute);
            } else {
                fits(recompute);
            }
            if (found) return true;
        }
    }
    return false;
}

bool Candidate::proves_nothing_below(double threshold) const {
    if (m_lower_bound > threshold) return true;
    if (!m_prefix->downsets().is_chain() || m_settings.virtual_stages > 1) return false;
    const double cap = load_cap(threshold);
    return cap <= 0 || !furthest(cap);
}

std::optional<std::vector<int>> Candidate::furthest(double cap) const {
    int outer = m_prefix->downsets().whole();
    int length = std::max(1, outer / stage_count());
    std::vector<int> left{outer};
    for (int stage = 0; stage < stage_count(); ++stage) {
        length = std::min(length, outer);
        if (length > 0 && can_be(stage, outer, outer - length, cap)) {
            while (length < outer && can_be(stage, outer, outer - length - 1, cap))
                ++length;
        } else {
            while (length > 0 && !can_be(stage, outer, outer - length, cap))
                --length;
        }
        outer -= length;
        length = std::max(length, 1);
        if (const PinLimits* pins = m_choices.pins) {
            // Nothing reaches further than this; pinned layers stop it short, or are out of its reach.
            outer = std::max(outer, pins->fewest(stage + 1));
            if (outer > pins->most(stage + 1)) return std::nullopt;
        }
        left.push_back(outer);
    }
    if (outer > 0) return std::nullopt;
    return left;
}

std::optional<Partition> Candidate::greedy(double cap) const {
    const Downsets& downsets = m_prefix->downsets();
    if (stage_count() > downsets.layer_count()) return std::nullopt;
    Partition partition;
    int left = downsets.layer_count(); // layers not yet placed, a suffix of the topological order
    partition.downsets.push_back(downsets.whole());
    std::vector<StageOption> fitting;
    const auto cheapest = [&](int stage, int outer, int inner) -> std::optional<StageOption> {
        options(stage, downsets.suffix(outer), downsets.suffix(inner), fitting);
        const auto best =
            std::min_element(fitting.begin(), fitting.end(),
                             [](const StageOption& a, const StageOption& b) { return a.load() < b.load(); });
        if (best == fitting.end() || best->load() > cap) return std::nullopt;
        return *best;
    };
    PipelineTotals totals;
    double sync = 0, update = 0;
    int length = std::max(1, left / stage_count());
    for (int stage = 0; stage < stage_count(); ++stage) {
        const int outer = left;
        int longest = outer - (stage_count() - 1 - stage), shortest = 1;
        if (const PinLimits* pins = m_choices.pins) {
            longest = std::min(longest, outer - pins->fewest(stage + 1));
            shortest = std::max(shortest, outer - pins->most(stage + 1));
            if (longest < shortest) return std::nullopt;
        }
        length = stage + 1 == stage_count() ? outer : std::clamp(length, shortest, longest);
        std::optional<StageOption> chosen = cheapest(stage, outer, outer - length);
        if (stage + 1 < stage_count()) {
            while (chosen && length < longest) {
                std::optional<StageOption> longer = cheapest(stage, outer, outer - length - 1);
                if (!longer) break;
                chosen = longer;
                ++length;
            }
            while (!chosen && length > shortest)
                chosen = cheapest(stage, outer, outer - --length);
        }
        if (!chosen) return std::nullopt;
        totals.add(chosen->forward, chosen->backward, chosen->weight_gradient);
        if (m_objective != Objective::paper || stage == 0) sync = std::max(sync, chosen->sync);
        update = std::max(update, chosen->update);
        partition.peak_memory = std::max(partition.peak_memory, chosen->memory);
        partition.least_memory = std::min(partition.least_memory, chosen->memory);
        partition.options.push_back(*chosen);
        left = outer - length;
        partition.downsets.push_back(downsets.suffix(left));
    }
    partition.downsets.pop_back();
    partition.step_seconds = step_of(totals, sync, update);
    return partition;
}

std::optional<Partition> Candidate::balanced() const {
    const double average = (m_work.back() + m_transfer_floor) / stage_count();
    double low = std::max(average, m_largest_layer_work), high = infinite;
    std::optional<Partition> best;
    const auto consider = [&](std::optional<Partition> found) {
        if (found && (!best || found->step_seconds < best->step_seconds)) best = std::move(found);
    };
    for (const double factor : {1.0, 1.05, 1.15, 1.35, 1.75, 2.5, 5.0, infinite}) {
        std::optional<Partition> found = greedy(low * factor * slack);
        if (!found) continue;
        high = low * factor;
        consider(std::move(found));
        break;
    }
    if (!best || high == infinite) return best;
    for (int step = 0; step < 8 && high > low * (1 + 1e-9); ++step) {
        const double middle = (low + high) / 2;
        std::optional<Partition> found = greedy(middle);
        (found ? high : low) = middle;
        consider(std::move(found));
    }
    return best;
}

std::pair<int, double> Candidate::least_overrun() const {
    const Downsets& downsets = m_prefix->downsets();
    const std::int64_t n = downsets.layer_count(), s = m_settings.stage_count;
    std::pair<int, double> worst{0, 0.0};
    for (std::int64_t stage = 0; stage < s; ++stage) {
        const int outer = downsets.suffix(static_cast<int>(n - stage * n / s)),
                  inner = downsets.suffix(static_cast<int>(n - (stage + 1) * n / s));
        const LayerSums sums = m_prefix->between(outer, inner);
        const LayerMaxima maxima = m_prefix->maxima(outer, inner);
        const StageSite where = site(static_cast<int>(stage), outer, inner);
        const StageParameters parameters = stage_parameters(m_settings, stage, sums, maxima);
        double least = infinite;
        const PrefixTables::CommPrefix& comm = *m_comm[at(m_placement->shapes_of[at(static_cast<int>(stage))])];
        for (const int zero : m_choices.zero)
            for (const Recompute recompute : m_choices.recompute)
                for_each_count(recompute, outer, inner, [&](int layers) {
                    const StageRepeat repeat = repeat_of(recompute, layers, outer, comm);
                    least =
                        std::min(least, stage_memory(m_settings, where, sums, maxima, parameters, repeat, zero).total);
                    return true;
                });
        if (least - m_settings.capacity > worst.second) worst = {static_cast<int>(stage), least - m_settings.capacity};
    }
    return worst;
}

Partition Candidate::rebuild(const std::deque<Trace>& traces, const Label& label) const {
    Partition partition;
    partition.step_seconds = step_of(label.totals, label.sync, label.update);
    std::vector<StageOption> fitting;
    int stage = 0;
    for (int id = label.trace; id > 0; id = traces[at(id)].previous, ++stage) {
        const Trace& trace = traces[at(id)];
        options(stage, trace.downset, traces[at(trace.previous)].downset, fitting);
        partition.downsets.push_back(trace.downset);
        partition.options.push_back(fitting[at(trace.option)]);
        partition.peak_memory = std::max(partition.peak_memory, partition.options.back().memory);
        partition.least_memory = std::min(partition.least_memory, partition.options.back().memory);
    }
    return partition;
}

void Candidate::drop_dead_ends(std::deque<Trace>& traces, LabelLists& labels) {
    std::vector<int> moved(traces.size(), -1);
    moved[0] = 0;
    for (const std::vector<Label>& list : labels)
        for (const Label& label : list)
            moved[at(label.trace)] = 0;
    for (std::size_t id = traces.size() - 1; id > 0; --id) // each comes after the one it leads to
        if (moved[id] == 0) moved[at(traces[id].previous)] = 0;
    int kept = 1;
    for (std::size_t id = 1; id < traces.size(); ++id) {
        if (moved[id] < 0) continue;
        const Trace& trace = traces[id];
        traces[at(kept)] = {trace.downset, moved[at(trace.previous)], trace.option};
        moved[id] = kept++;
    }
    traces.resize(at(kept));
    traces.shrink_to_fit();
    for (std::vector<Label>& list : labels)
        for (Label& label : list)
            label.trace = moved[at(label.trace)];
}

std::optional<Partition> Candidate::best(double threshold, const StopSign& stop, std::int64_t& states,
                                         bool* ran_out) const {
    const Downsets& downsets = m_prefix->downsets();
    const LevelModel& levels = *m_settings.levels;
    const int whole = downsets.whole(), n = downsets.layer_count(), s = stage_count();
    if (s > n) return std::nullopt;
    const double limit = threshold * slack;
    const double cap = load_cap(limit);
    const bool paper = m_objective == Objective::paper;

    const double back = m_hides_gradients ? 0 : 1;       // gradients' transfers count in bounds
    std::vector<double> inner_transfers(at(s) + 1, 0.0); // least of all cuts between stages 0..i-1, one way
    for (int stage = 2; stage <= s; ++stage)
        inner_transfers[at(stage)] = inner_transfers[at(stage - 1)] +
                                     levels.p2p(m_placement->level_in[at(stage - 1)], m_prefix->least_cut_bytes());

    const auto rest_before = [&](int stage, int downset) {
        Rest rest;
        rest.known = true;
        if (stage == 0) return rest;
        const double arrival = back * levels.p2p(m_placement->level_in[at(stage)], m_prefix->cut_bytes(downset));
        const double forward = m_forward_work.back() - m_forward_work[at(downset)];
        const double work = m_work.back() - m_work[at(downset)];
        rest.sum = work + arrival + (1 + back) * inner_transfers[at(stage)];
        rest.work = work;
        rest.stages = stage;
        rest.weight = m_prefix->between(whole, downset).weight_gradient;
        rest.max_load = rest.sum / stage;
        rest.max_forward = (forward + inner_transfers[at(stage)]) / stage;
        rest.max_backward = (work - forward + arrival + back * inner_transfers[at(stage)]) / stage;
        if (paper) return rest;
        std::tie(rest.sync, rest.update) = replication_floor(m_prefix->between(whole, downset), stage);
        return rest;
    };

    std::deque<Trace> traces(1); // the first stands for no stage
    LabelLists behind(at(whole) + 1), here(at(whole) + 1);
    behind[0].emplace_back();
    std::size_t live_behind = 1, live_here = 0, traces_after_drop = 0;
    std::vector<StageOption> fitting;
    LabelRoom::Share share(stop.room);
    const auto is_over = [&](std::size_t more) {
        // Twice: lists grow by doubling.
        const std::size_t bytes = 2 * sizeof(Label) * (live_behind + live_here + more) + sizeof(Trace) * traces.size();
        return !share.allows(bytes, [&] { return stop.reached(); });
    };
    bool over = false;
    // On a chain the bounds of labels are enough; elsewhere there are many more pairs of downsets than stages.
    CutFloors floors(*m_prefix, levels, *m_placement, m_work, s,
                     {cap, limit, paper ? 0.0 : m_sync_floor + m_update_floor,
                      static_cast<double>(m_settings.micro_batches - 1), adds_loads(), back});
    // Nor has a stage to be looked at that those before it can't reach.
    std::vector<int> fewest(at(s) + 1, 0);
    if (downsets.is_chain()) {
        std::optional<std::vector<int>> left = furthest(cap);
        if (!left) return std::nullopt;
        fewest = *std::move(left);
    }
    std::vector<int> covered{0}; // by the stages behind, largest first
    std::vector<double> least_sum{0.0};
    for (int stage = s - 1; stage >= 0; --stage) {
        for (std::vector<Label>& labels : here)
            labels = {};
        live_here = 0;
        floors.begin(stage, covered, least_sum);
        for (int outer = stage == 0 ? whole : std::max(1, fewest[at(stage)]); outer <= whole; ++outer) {
            if (stop.reached()) return std::nullopt;
            if (downsets.size(outer) < s - stage || n - downsets.size(outer) < stage) continue;
            if (!allowed(stage, outer)) continue;
            if (!downsets.is_chain() && !floors.covers(outer)) continue;
            std::vector<Label>& labels = here[at(outer)];
            Rest rest;
            const auto begin_stage_at = [&](int inner) {
                if (over || (over = is_over(labels.size()))) return;
                options(stage, outer, inner, fitting);
                for (const StageOption& option : fitting) {
                    if (option.load() > cap) continue;
                    for (const Label& previous : behind[at(inner)]) {
                        Label label = previous;
                        label.totals.add(option.forward, option.backward, option.weight_gradient);
                        if (!paper || stage == 0) label.sync = std::max(label.sync, option.sync);
                        label.update = std::max(label.update, option.update);
                        label.option = static_cast<int>(&option - fitting.data());
                        label.most_memory = std::max(label.most_memory, option.memory);
                        label.least_memory = std::min(label.least_memory, option.memory);
                        if (m_aimed && memory_goal(m_objective, label.most_memory, label.least_memory) > m_most_goal)
                            continue;
                        if (!rest.known) rest = rest_before(stage, outer);
                        if (bound(label, rest) > limit) continue;
                        if (std::any_of(labels.begin(), labels.end(),
                                        [&](const Label& other) { return dominates(other, label, rest.weight); }))
                            continue;
                        std::erase_if(labels, [&](const Label& other) { return dominates(label, other, rest.weight); });
                        labels.push_back(label);
                        ++states;
                    }
                }
            };
            if (downsets.is_chain()) {
                for (int inner = outer - 1; inner >= 0 && work_between(outer, inner) <= cap; --inner)
                    if (!behind[at(inner)].empty()) begin_stage_at(inner);
            } else {
                for (std::size_t index = 0; index < covered.size(); ++index)
                    if (covered[index] < outer && floors.is_stage(outer, index) &&
                        downsets.is_subset(covered[index], outer))
                        begin_stage_at(covered[index]);
            }
            if (over) {
                if (ran_out) *ran_out = !stop.reached();
                return std::nullopt;
            }
            for (Label& label : labels) {
                traces.push_back({outer, label.trace, label.option});
                label.trace = static_cast<int>(traces.size()) - 1;
            }
            live_here += labels.size();
        }
        std::swap(behind, here);
        live_behind = live_here;
        constexpr std::size_t worthwhile = 100'000;
        if (traces.size() > 2 * traces_after_drop + worthwhile) {
            drop_dead_ends(traces, behind);
            traces_after_drop = traces.size();
        }
        covered.clear();
        least_sum.clear();
        for (int downset = whole; !downsets.is_chain() && downset >= 0; --downset) {
            if (behind[at(downset)].empty()) continue;
            covered.push_back(downset);
            double least = infinite;
            for (const Label& label : behind[at(downset)])
                least = std::min(least, label.totals.sum);
            least_sum.push_back(least);
        }
    }
    const Label* best = nullptr;
    std::pair least{infinite, infinite};
    for (const Label& label : behind[at(whole)]) {
        const std::pair value{m_aimed ? memory_goal(m_objective, label.most_memory, label.least_memory) : 0.0,
                              step_of(label.totals, label.sync, label.update)};
        if (value < least) {
            best = &label;
            least = value;
        }
    }
    if (!best) return std::nullopt;
    return rebuild(traces, *best);
}

} // namespace nest
