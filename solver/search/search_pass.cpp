// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "search/search_pass.h"

#include "base/worker_pool.h"
#include "search/board.h"
#include "search/interleaved.h"
#include "search/nothing_found.h"
#include "search/partition.h"
#include "search/plan_space.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace nest {

namespace {

using Clock = std::chrono::steady_clock;
constexpr double infinite = std::numeric_limits<double>::infinity();

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The best `most` of them in order, or the best one.
void keep_best(std::vector<RankedPlan>& plans, Objective objective, RankBy by, int most) {
    std::sort(plans.begin(), plans.end(), [objective, by](const RankedPlan& a, const RankedPlan& b) {
        const double run_a = prudent_seconds(a), run_b = prudent_seconds(b);
        return by == RankBy::run && run_a != run_b ? run_a < run_b : better(a, b, objective);
    });
    if (plans.size() > static_cast<std::size_t>(std::max(1, most)))
        plans.resize(static_cast<std::size_t>(std::max(1, most)));
}

/// One run of the search: shared state of its threads and what they do with a family.
class Search {
public:
    Search(const Problem& problem, const SolveControl& control, double most_seconds, RankBy by)
        : m_problem(problem), m_control(control), m_start(Clock::now()), m_sign{control.stop, std::nullopt, &m_room},
          m_objective(problem.options.objective), m_most_seconds(most_seconds), m_rank_by(by) {
        if (control.time_limit_seconds > 0)
            m_sign.until = m_start + std::chrono::duration_cast<Clock::duration>(
                                         std::chrono::duration<double>(std::min(control.time_limit_seconds, 1e8)));
    }

    SolveResult run() {
        report(SolvePhase::preparing, 0);
        m_downsets =
            Downsets::build(m_problem.model, m_problem.options.downset_limit, [this] { return m_sign.reached(); });
        m_space = enumerate(m_problem, m_downsets, m_sign);
        if (const auto over = m_space.rejected_counts.find("memory"); over != m_space.rejected_counts.end())
            m_log.add(Fate::memory, over->second);
        m_board.emplace(m_space, m_objective, m_control.top_k);
        report(SolvePhase::bounding, 0);
        m_total = m_space.families.size();
        for (const Family& family : m_space.families)
            m_least_bound = m_least_bound == 0 ? floor_of(family) : std::min(m_least_bound, floor_of(family));
        search_families();
        report(SolvePhase::finishing, 1);
        return finish();
    }

private:
    bool for_memory() const { return minimises_memory(m_objective); }

    /// What the objective minimises is no less for any plan of the family.
    double floor_of(const Family& family) const {
        if (m_objective == Objective::balanced_memory) return 0;
        constexpr double rounding = 1 - 1e-9; // see memory_goal()
        return for_memory() ? family.bytes * rounding : family.bound;
    }

    /// Whether no plan of the family can join the best ones.
    bool is_out(const Family& family, const Ceiling& ceiling) const {
        if (!for_memory()) return family.bound > m_board->threshold();
        return family.bound > m_most_seconds || ceiling.is_below(floor_of(family), family.bound);
    }
    Ceiling ceiling() const { return for_memory() ? m_board->ceiling() : Ceiling{}; }
    /// No plan above takes part.
    double most_seconds() const { return for_memory() ? m_most_seconds : m_board->threshold(); }

    /// The most promising ones first. A single stage has no spread.
    bool is_before(const Family& a, const Family& b) const {
        if (m_objective == Objective::balanced_memory && (a.stages == 1) != (b.stages == 1)) return a.stages == 1;
        return std::pair(floor_of(a), a.bound) < std::pair(floor_of(b), b.bound);
    }

    /// Families in the order of their bound, in rounds: a first handful sets the threshold, which most of the others
    /// don't reach; so they need no sorting.
    void search_families() {
        const auto less = [this](const Family& a, const Family& b) { return is_before(a, b); };
        std::vector<Family>& families = m_space.families;
        std::size_t first = 0, round = 256;
        while (first < families.size() && !m_sign.reached()) {
            const std::size_t last = std::min(families.size(), first + round);
            const auto begin = families.begin() + static_cast<std::ptrdiff_t>(first),
                       end = families.begin() + static_cast<std::ptrdiff_t>(last);
            if (last < families.size()) std::nth_element(begin, end, families.end(), less);
            std::sort(begin, end, less);
            m_lower_bound = floor_of(*begin);
            if (m_lower_bound > (for_memory() ? ceiling().bytes : m_board->threshold())) break;
            parallel_for(last - first, m_control.threads,
                         [&](std::size_t index, int) { visit(families[first + index], first + index); });
            const auto rest = std::remove_if(
                end, families.end(), [this, now = ceiling()](const Family& family) { return is_out(family, now); });
            m_log.add(Fate::family_bound, families.end() - rest);
            families.erase(rest, families.end());
            first = last;
            round *= 4;
        }
        m_log.add(m_sign.reached() ? Fate::undecided : Fate::family_bound,
                  static_cast<std::int64_t>(families.size() - std::min(first, families.size())));
    }

    void visit(const Family& family, std::size_t index) {
        if (m_sign.reached()) {
            note_unfinished(floor_of(family));
            m_log.add(Fate::undecided);
            return;
        }
        ++m_visited;
        if (is_out(family, ceiling())) {
            m_log.add(Fate::family_bound);
        } else {
            search_layouts(family);
        }
        if (m_sign.reached()) note_unfinished(floor_of(family));
        if (index % 16 == 0 && m_control.progress) {
            // The share of families passed; what is pruned wholesale counts as passed.
            report(SolvePhase::searching,
                   static_cast<double>(m_visited.load()) / static_cast<double>(std::max<std::size_t>(m_total, 1)));
        }
    }

    void search_layouts(const Family& family) {
        const StrategyEntry& entry = m_space.entries[static_cast<std::size_t>(family.entry)];
        const StrategyTables& tables = entry.prefix->strategy();
        const PriceSettings settings = m_space.settings_of(m_problem, family);
        const StageChoices choices = m_space.choices_of(family);
        const std::vector<int> block_counts = m_space.block_counts(m_problem, family);
        const Stopped stopped = [this] { return m_sign.reached(); };
        std::vector<std::shared_ptr<const Placement>> seen;
        bool any_placement = false;
        for (const LayoutKind layout : {LayoutKind::dp_inner, LayoutKind::pp_inner}) {
            const auto& layouts = m_problem.options.layouts;
            if (std::find(layouts.begin(), layouts.end(), layout) == layouts.end()) continue;
            const std::int64_t inner = layout == LayoutKind::pp_inner ? family.stages : family.replicas;
            const std::int64_t outer = layout == LayoutKind::pp_inner ? family.replicas : family.stages;
            for (const std::int64_t stride :
                 strides_of(m_problem.levels, inner, outer, tables.strategy.width(), m_problem.levels.device_count())) {
                if (m_sign.reached()) {
                    m_log.add(Fate::undecided);
                    return;
                }
                any_placement = true;
                const bool packed = outer == 1 || stride == inner * tables.strategy.width();
                if (!m_space.obstacle(m_problem, family, layout, packed).empty()) continue;
                const RankGrid grid(tables.strategy, layout, family.stages, family.replicas, stride);
                if (most_seconds() < infinite || ceiling().bytes < infinite) {
                    // Listing all replica groups takes long: first see whether the rest is already too slow.
                    const Placement rough = place(m_problem.levels, grid, PlacementDetail::without_replicas, stopped);
                    if (m_sign.reached()) {
                        m_log.add(Fate::undecided);
                        return;
                    }
                    const Candidate without_replicas(*entry.prefix, rough, settings, m_problem.options.objective,
                                                     choices);
                    if (for_memory() ? without_replicas.proves_nothing_thriftier(m_most_seconds, ceiling())
                                     : without_replicas.proves_nothing_below(most_seconds())) {
                        m_log.add(Fate::rough_bound);
                        continue;
                    }
                }
                auto placement = std::make_shared<const Placement>(
                    place(m_problem.levels, grid, PlacementDetail::everything, stopped));
                if (m_sign.reached()) {
                    m_log.add(Fate::undecided);
                    return;
                }
                // The same levels and shapes cost the same; the first in the order of plans stands for all.
                if (std::any_of(seen.begin(), seen.end(), [&](const auto& other) { return *other == *placement; })) {
                    m_log.add(Fate::same_placement);
                    continue;
                }
                seen.push_back(std::move(placement));
                if (!block_counts.empty()) {
                    search_block_counts(family, layout, stride, seen.back(), settings, block_counts);
                    continue;
                }
                if (family.virtual_stages > 1) {
                    search_interleaved(family, layout, stride, seen.back(),
                                       InterleavedCandidate(*entry.prefix, *seen.back(), settings,
                                                            m_problem.options.objective, choices, m_space.pinned));
                    continue;
                }
                const Candidate candidate(*entry.prefix, *seen.back(), settings, m_problem.options.objective, choices);
                if (seen.size() == 1 && candidate.proves_nothing_below(infinite)) {
                    reject_for_memory(family, candidate);
                    return;
                }
                search_candidate(family, layout, stride, seen.back(), candidate);
            }
        }
        if (!any_placement) {
            const std::lock_guard lock(m_mutex);
            ++m_space.rejected_counts["devices"];
        }
    }

    /// The same number of recomputed blocks on every stage: one candidate for each number.
    void search_block_counts(const Family& family, LayoutKind layout, std::int64_t stride,
                             const std::shared_ptr<const Placement>& placement, const PriceSettings& settings,
                             const std::vector<int>& counts) {
        const StrategyEntry& entry = m_space.entries[static_cast<std::size_t>(family.entry)];
        for (const int count : counts) {
            if (m_sign.reached()) return;
            Family with_count = family;
            with_count.blocks = count;
            search_candidate(with_count, layout, stride, placement,
                             Candidate(*entry.prefix, *placement, settings, m_problem.options.objective,
                                       m_space.choices_of(with_count)));
        }
    }

    void search_candidate(const Family& family, LayoutKind layout, std::int64_t stride,
                          const std::shared_ptr<const Placement>& placement, const Candidate& candidate) {
        if (for_memory()) return search_for_memory(family, layout, stride, placement, candidate);
        if (is_removed(candidate, m_board->threshold())) return;
        std::optional<Partition> quick = candidate.balanced();
        double threshold = m_board->threshold();
        if (quick) {
            threshold = std::min(threshold, quick->step_seconds);
            offer({family, layout, stride, *std::move(quick), placement});
            if (is_removed(candidate, threshold)) return; // other threads may have found better plans
        }
        ++m_exact;
        std::int64_t states = 0;
        Exactly exact = exactly(candidate, threshold, states);
        m_states += states;
        if (!std::isnan(exact.unproven_bound)) note_unproven(exact.unproven_bound);
        if (exact.best) {
            m_log.add(Fate::solved);
            offer({family, layout, stride, *std::move(exact.best), placement});
        } else if (m_sign.reached() || !std::isnan(exact.unproven_bound)) {
            m_log.add(Fate::undecided);
        } else if (threshold == infinite) {
            reject_for_memory(family, candidate);
        } else {
            m_log.add(Fate::recurrence);
        }
    }

    void search_for_memory(const Family& family, LayoutKind layout, std::int64_t stride,
                           const std::shared_ptr<const Placement>& placement, const Candidate& candidate) {
        const Ceiling now = ceiling();
        if (candidate.proves_nothing_thriftier(m_most_seconds, now)) {
            m_log.add(candidate.lower_bound() > m_most_seconds ? Fate::placement_bound : Fate::greedy_proof);
            return;
        }
        ++m_exact;
        std::int64_t states = 0;
        bool ran_out = false;
        std::optional<Partition> found = candidate.thriftiest(m_most_seconds, now, m_sign, states, &ran_out);
        m_states += states;
        if (ran_out) note_unproven(floor_of(family));
        if (found) {
            offer({family, layout, stride, *std::move(found), placement});
            m_log.add(Fate::solved);
        } else if (m_sign.reached() || ran_out) {
            m_log.add(Fate::undecided);
        } else if (now.bytes == infinite && m_most_seconds == infinite) {
            reject_for_memory(family, candidate);
        } else {
            m_log.add(Fate::recurrence);
        }
    }

    /// The candidate's answer, whatever the others found; where it isn't proven its bound counts in the end.
    void search_interleaved(const Family& family, LayoutKind layout, std::int64_t stride,
                            const std::shared_ptr<const Placement>& placement, const InterleavedCandidate& candidate) {
        const double threshold = m_board->threshold();
        if (candidate.lower_bound() > threshold) return m_log.add(Fate::placement_bound);
        ++m_exact;
        std::int64_t states = 0;
        InterleavedCandidate::Answer answer = candidate.search(m_sign, states);
        m_states += states;
        if (m_sign.reached() && !answer.best) return m_log.add(Fate::undecided);
        if (!answer.proven()) note_unproven(answer.bound);
        if (answer.best) {
            m_log.add(answer.best->step_seconds > threshold ? Fate::recurrence : Fate::solved);
            offer({family, layout, stride, *std::move(answer.best), placement});
            return;
        }
        const std::pair<int, double> over = candidate.least_overrun();
        m_log.add(Fate::memory);
        const std::lock_guard lock(m_mutex);
        ++m_space.rejected_counts["memory"];
        m_space.note_overrun(family, over.first, over.second, m_problem.capacity());
    }

    bool is_removed(const Candidate& candidate, double threshold) {
        if (!candidate.proves_nothing_below(threshold)) return false;
        m_log.add(candidate.lower_bound() > threshold ? Fate::placement_bound : Fate::greedy_proof);
        return true;
    }

    struct Exactly {
        std::optional<Partition> best;
        /// Where the recurrence ran out of room: no partition takes less. Seconds; else not a number.
        double unproven_bound = std::numeric_limits<double>::quiet_NaN();
    };

    /// The best partition up to the threshold. The number of states grows quickly with what the threshold leaves open:
    /// the best one up to a tighter threshold is as good, and each failure costs a fraction of the next.
    Exactly exactly(const Candidate& candidate, double threshold, std::int64_t& states) const {
        double floor = reached_floor(candidate, threshold), proven = floor;
        bool ran_out = false;
        for (const double margin : {1e-3, 4e-3, 16e-3, 64e-3, 256e-3}) {
            const double aim = floor * (1 + margin);
            if (aim >= threshold || m_sign.reached()) break;
            if (std::optional<Partition> found = candidate.best(aim, m_sign, states, &ran_out)) return {found};
            if (ran_out) return {std::nullopt, proven};
            if (!m_sign.reached()) proven = aim;
        }
        std::optional<Partition> found = candidate.best(threshold, m_sign, states, &ran_out);
        if (ran_out) return {std::nullopt, proven};
        return {found};
    }

    /// Seconds that no partition of the candidate is below. On a chain by halving what the reach of the stages leaves
    /// open: a few prices for each stage, where the recurrence looks at every length of every stage.
    double reached_floor(const Candidate& candidate, double threshold) const {
        double low = candidate.lower_bound();
        if (!m_downsets.is_chain() || threshold == infinite) return low;
        constexpr double narrow = 1e-4;
        for (double high = threshold; high > low * (1 + narrow) && !m_sign.reached();) {
            const double middle = low + (high - low) / 2;
            (candidate.proves_nothing_below(middle) ? low : high) = middle;
        }
        return low;
    }

    void offer(FoundPlan found) {
        found.seconds = found.partition.step_seconds;
        if (m_rank_by == RankBy::run && found.family.virtual_stages > 1) {
            if (found.seconds > m_board->threshold()) return;
            found.seconds = prudent_seconds(priced(found));
        }
        if (!m_board->offer(std::move(found)) || !m_control.incumbent) return;
        const std::lock_guard lock(m_callback_mutex);
        const RankedPlan plan = priced(m_board->best_plan());
        const std::pair value(plan.evaluation.goal_bytes(m_objective), plan.evaluation.step_seconds);
        if (value >= m_reported_best) return; // a later one overtook this thread
        m_reported_best = value;
        m_control.incumbent(plan);
    }

    void reject_for_memory(const Family& family, const Candidate& candidate) {
        const std::pair<int, double> over = candidate.least_overrun();
        m_log.add(Fate::memory);
        const std::lock_guard lock(m_mutex);
        ++m_space.rejected_counts["memory"];
        m_space.note_overrun(family, over.first, over.second, m_problem.capacity());
    }

    void note_unproven(double bound) {
        const std::lock_guard lock(m_mutex);
        m_unproven_bound = std::min(m_unproven_bound, bound);
    }

    void note_unfinished(double bound) {
        const std::lock_guard lock(m_mutex);
        m_unfinished_bound = std::min(m_unfinished_bound, bound);
        m_unfinished = true;
    }

    void report(SolvePhase phase, double fraction) {
        if (!m_control.progress) return;
        const std::lock_guard lock(m_callback_mutex);
        const Clock::time_point now = Clock::now();
        if (phase == m_reported_phase && now - m_reported_at < std::chrono::milliseconds(30)) return;
        m_reported_phase = phase;
        m_reported_at = now;
        m_reported_fraction = std::max(m_reported_fraction, std::clamp(fraction, 0.0, 1.0));
        SolveProgress progress;
        progress.phase = phase;
        progress.fraction = m_reported_fraction;
        if (m_board && m_board->best_seconds() < infinite) progress.best_seconds = m_board->best_seconds();
        progress.lower_bound_seconds = for_memory() ? 0 : m_lower_bound;
        progress.candidates = m_log.counts().total();
        m_control.progress(progress);
    }

    RankedPlan priced(const FoundPlan& found) const {
        RankedPlan ranked;
        ranked.plan = plan_of(found, m_space, m_downsets);
        Result<Evaluation> evaluation = evaluate(m_problem, ranked.plan, *found.placement);
        if (evaluation) ranked.evaluation = std::move(evaluation).value();
        return ranked;
    }

    /// Among the cuts with this step time, those with the least peak memory.
    FoundPlan with_least_peak(FoundPlan found) const {
        if (found.family.virtual_stages > 1) return found; // one of each candidate's best, always the same
        const StrategyEntry& entry = m_space.entries[static_cast<std::size_t>(found.family.entry)];
        const Candidate candidate(*entry.prefix, *found.placement, m_space.settings_of(m_problem, found.family),
                                  m_problem.options.objective, m_space.choices_of(found.family));
        constexpr int most_rounds = 64;
        for (int round = 0; round < most_rounds && !m_sign.reached(); ++round) {
            std::int64_t states = 0;
            std::optional<Partition> lower = candidate.with_capacity(found.partition.peak_memory * (1 - 1e-9))
                                                 .best(found.partition.step_seconds, m_sign, states);
            if (!lower) break;
            found.partition.downsets = std::move(lower->downsets);
            found.partition.options = std::move(lower->options);
            found.partition.peak_memory = lower->peak_memory;
        }
        return found;
    }

    SolveResult finish() {
        SolveResult result;
        std::vector<FoundPlan> found = m_board->plans();
        const bool stopped_early = m_sign.reached() || m_unfinished;
        constexpr std::size_t most_after_stop = 16; // pricing hundreds would outlast the promise to answer at once
        if (stopped_early && found.size() > most_after_stop) found.resize(most_after_stop);
        result.plans.resize(found.size());
        parallel_for(found.size(), m_control.threads, [&](std::size_t index, int) {
            result.plans[index] = priced(stopped_early || for_memory() ? found[index] : with_least_peak(found[index]));
        });
        // Finite for each micro-batch, beyond any number for the whole step.
        m_infinite = std::erase_if(result.plans, [](const RankedPlan& r) { return r.evaluation.stages.empty(); }) > 0;
        keep_best(result.plans, m_objective, m_rank_by, m_control.top_k);
        result.fates = m_log.counts();
        result.candidates = result.fates.total();
        result.pruned = result.fates.removed();
        result.states = m_states;
        result.exact_searches = m_exact;
        result.rejected_counts = std::move(m_space.rejected_counts);
        result.rejected_sample = rejections();
        conclude(result, stopped_early);
        result.solve_seconds = seconds_since(m_start);
        return result;
    }

    /// The nearest overrun of every strategy, the least first, and then the other reasons.
    std::vector<Rejection> rejections() {
        constexpr std::size_t most_overruns = 128;
        std::vector<Rejection> list;
        for (auto& [entry, rejection] : m_space.overruns)
            list.push_back(std::move(rejection));
        std::stable_sort(list.begin(), list.end(),
                         [](const Rejection& a, const Rejection& b) { return a.over_bytes < b.over_bytes; });
        list.resize(std::min(list.size(), most_overruns));
        list.insert(list.end(), m_space.rejected_sample.begin(), m_space.rejected_sample.end());
        return list;
    }

    void conclude(SolveResult& result, bool stopped_early) const {
        const Evaluation* best = result.plans.empty() ? nullptr : &result.plans.front().evaluation;
        const double value = !best ? 0.0 : for_memory() ? best->goal_bytes(m_objective) : best->step_seconds;
        double bound = value;
        if (stopped_early) {
            result.status = SolveStatus::stopped;
            const double unfinished = std::isfinite(m_unfinished_bound) ? m_unfinished_bound : m_lower_bound;
            bound = best ? std::min(value, unfinished) : unfinished;
        } else if (!best) {
            result.status = SolveStatus::infeasible;
        } else if (!m_downsets.complete()) {
            result.status = SolveStatus::feasible;
            bound = std::min(value, m_least_bound);
        } else if (m_unproven_bound < value * (1 - 1e-9)) {
            result.status = SolveStatus::feasible;
            bound = m_unproven_bound;
        } else {
            result.status = SolveStatus::optimal;
        }
        (for_memory() ? result.lower_bound_bytes : result.lower_bound_seconds) = bound;
        if (value > 0) result.gap = std::max(0.0, (value - bound) / value);
        if (result.plans.empty() && !stopped_early)
            result.why_infeasible =
                why_infeasible(m_problem, result.rejected_sample,
                               {m_infinite, m_downsets.complete(), std::isfinite(m_unproven_bound),
                                m_space.families.empty() && m_log.counts().total() == m_log.counts().of(Fate::memory)});
    }

    const Problem& m_problem;
    const SolveControl& m_control;
    Clock::time_point m_start;
    LabelRoom m_room;
    StopSign m_sign;
    Objective m_objective;
    double m_most_seconds;
    RankBy m_rank_by;
    Downsets m_downsets;
    PlanSpace m_space;
    std::optional<Board> m_board;
    std::size_t m_total = 0;
    double m_lower_bound = 0, m_least_bound = 0;
    bool m_infinite = false; ///< plans were left out for that
    SearchLog m_log;
    std::atomic<std::int64_t> m_visited{0}, m_states{0}, m_exact{0};

    std::mutex m_mutex; ///< guards the rejections and the unfinished bound
    double m_unfinished_bound = infinite;
    double m_unproven_bound = infinite; ///< of candidates whose best cuts are not known to be the best; see floor_of()
    bool m_unfinished = false;

    std::mutex m_callback_mutex;
    SolvePhase m_reported_phase = SolvePhase::finishing;
    Clock::time_point m_reported_at;
    double m_reported_fraction = 0;
    std::pair<double, double> m_reported_best{infinite, infinite}; ///< bytes, if they count, and seconds
};

} // namespace

SolveResult search_pass(const Problem& problem, const SolveControl& control, double most_seconds, RankBy by) {
    return Search(problem, control, most_seconds, by).run();
}

} // namespace nest
