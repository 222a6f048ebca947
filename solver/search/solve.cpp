// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "search/solve.h"

#include "base/phrase.h"
#include "base/worker_pool.h"
#include "search/board.h"
#include "search/partition.h"
#include "search/plan_space.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <tuple>

namespace nest {

namespace {

using Clock = std::chrono::steady_clock;
constexpr double infinite = std::numeric_limits<double>::infinity();

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// One run of the search: shared state of its threads and what they do with a family.
class Search {
public:
    Search(const Problem& problem, const SolveControl& control)
        : m_problem(problem), m_control(control), m_start(Clock::now()), m_sign{control.stop, std::nullopt} {
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
        m_board.emplace(m_space, m_control.top_k);
        report(SolvePhase::bounding, 0);
        m_total = m_space.families.size();
        for (const Family& family : m_space.families)
            m_least_bound = m_least_bound == 0 ? family.bound : std::min(m_least_bound, family.bound);
        search_families();
        report(SolvePhase::finishing, 1);
        return finish();
    }

private:
    /// Families in the order of their bound, in rounds: a first handful sets the threshold, which most of the others
    /// don't reach; so they need no sorting.
    void search_families() {
        const auto less = [](const Family& a, const Family& b) { return a.bound < b.bound; };
        std::vector<Family>& families = m_space.families;
        std::size_t first = 0, round = 256;
        while (first < families.size() && !m_sign.reached()) {
            const std::size_t last = std::min(families.size(), first + round);
            const auto begin = families.begin() + static_cast<std::ptrdiff_t>(first),
                       end = families.begin() + static_cast<std::ptrdiff_t>(last);
            if (last < families.size()) std::nth_element(begin, end, families.end(), less);
            std::sort(begin, end, less);
            m_lower_bound = begin->bound;
            if (begin->bound > m_board->threshold()) break;
            parallel_for(last - first, m_control.threads,
                         [&](std::size_t index, int) { visit(families[first + index], first + index); });
            const auto rest = std::remove_if(end, families.end(),
                                             [&](const Family& family) { return family.bound > m_board->threshold(); });
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
            note_unfinished(family.bound);
            m_log.add(Fate::undecided);
            return;
        }
        ++m_visited;
        if (family.bound > m_board->threshold()) {
            m_log.add(Fate::family_bound);
        } else {
            search_layouts(family);
        }
        if (m_sign.reached()) note_unfinished(family.bound);
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
        std::vector<Placement> seen;
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
                if (!is_regular(m_problem.levels, grid) && m_board->threshold() < infinite) {
                    // Listing all replica groups is slow: first see whether the rest is already too slow.
                    const Placement rough = place(m_problem.levels, grid, PlacementDetail::without_replicas);
                    const Candidate without_replicas(*entry.prefix, rough, settings, m_problem.options.objective,
                                                     choices);
                    if (without_replicas.proves_nothing_below(m_board->threshold())) {
                        m_log.add(Fate::rough_bound);
                        continue;
                    }
                }
                Placement placement = place(m_problem.levels, grid);
                // The same levels and shapes cost the same; the first in the order of plans stands for all.
                if (std::find(seen.begin(), seen.end(), placement) != seen.end()) {
                    m_log.add(Fate::same_placement);
                    continue;
                }
                seen.push_back(std::move(placement));
                if (!block_counts.empty()) {
                    search_block_counts(family, layout, stride, seen.back(), settings, block_counts);
                    continue;
                }
                const Candidate candidate(*entry.prefix, seen.back(), settings, m_problem.options.objective, choices);
                if (seen.size() == 1 && candidate.proves_nothing_below(infinite)) {
                    reject_for_memory(family, candidate);
                    return;
                }
                search_candidate(family, layout, stride, candidate);
            }
        }
        if (!any_placement) {
            const std::lock_guard lock(m_mutex);
            ++m_space.rejected_counts["devices"];
        }
    }

    /// The same number of recomputed blocks on every stage: one candidate for each number.
    void search_block_counts(const Family& family, LayoutKind layout, std::int64_t stride, const Placement& placement,
                             const PriceSettings& settings, const std::vector<int>& counts) {
        const StrategyEntry& entry = m_space.entries[static_cast<std::size_t>(family.entry)];
        for (const int count : counts) {
            if (m_sign.reached()) return;
            Family with_count = family;
            with_count.blocks = count;
            search_candidate(with_count, layout, stride,
                             Candidate(*entry.prefix, placement, settings, m_problem.options.objective,
                                       m_space.choices_of(with_count)));
        }
    }

    void search_candidate(const Family& family, LayoutKind layout, std::int64_t stride, const Candidate& candidate) {
        if (is_removed(candidate, m_board->threshold())) return;
        std::optional<Partition> quick = candidate.balanced();
        double threshold = m_board->threshold();
        if (quick) {
            threshold = std::min(threshold, quick->step_seconds);
            offer({family, layout, stride, *std::move(quick)});
            if (is_removed(candidate, threshold)) return; // other threads may have found better plans
        }
        ++m_exact;
        std::int64_t states = 0;
        std::optional<Partition> exact = exactly(candidate, threshold, states);
        m_states += states;
        if (exact) {
            m_log.add(Fate::solved);
            offer({family, layout, stride, *std::move(exact)});
        } else if (m_sign.reached()) {
            m_log.add(Fate::undecided);
        } else if (threshold == infinite) {
            reject_for_memory(family, candidate);
        } else {
            m_log.add(Fate::recurrence);
        }
    }

    bool is_removed(const Candidate& candidate, double threshold) {
        if (!candidate.proves_nothing_below(threshold)) return false;
        m_log.add(candidate.lower_bound() > threshold ? Fate::placement_bound : Fate::greedy_proof);
        return true;
    }

    /// The best partition up to the threshold. Beyond chains the number of states grows quickly with what the threshold
    /// leaves open: the best one up to a tighter threshold is as good, and each failure costs a fraction of the next.
    std::optional<Partition> exactly(const Candidate& candidate, double threshold, std::int64_t& states) const {
        constexpr double widest = 0.6;
        for (double margin = 1e-3; !m_downsets.is_chain() && margin < widest; margin *= 4) {
            const double aim = candidate.lower_bound() * (1 + margin);
            if (aim >= threshold || m_sign.reached()) break;
            if (std::optional<Partition> found = candidate.best(aim, m_sign, states)) return found;
        }
        return candidate.best(threshold, m_sign, states);
    }

    void offer(FoundPlan found) {
        if (!m_board->offer(std::move(found)) || !m_control.incumbent) return;
        const std::lock_guard lock(m_callback_mutex);
        const RankedPlan plan = priced(m_board->best_plan());
        if (plan.evaluation.step_seconds >= m_reported_best) return; // a later one overtook this thread
        m_reported_best = plan.evaluation.step_seconds;
        m_control.incumbent(plan);
    }

    void reject_for_memory(const Family& family, const Candidate& candidate) {
        const std::pair<int, double> over = candidate.least_overrun();
        m_log.add(Fate::memory);
        const std::lock_guard lock(m_mutex);
        ++m_space.rejected_counts["memory"];
        m_space.note_overrun(family, over.first, over.second, m_problem.capacity());
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
        progress.lower_bound_seconds = m_lower_bound;
        progress.candidates = m_log.counts().total();
        m_control.progress(progress);
    }

    Plan plan_of(const FoundPlan& found) const {
        const StrategyTables& tables = m_space.entries[static_cast<std::size_t>(found.family.entry)].prefix->strategy();
        Plan plan;
        plan.strategy = tables.strategy;
        plan.micro_batch = tables.micro_batch;
        plan.schedule = found.family.schedule;
        plan.layout = found.layout;
        plan.stride = found.stride;
        plan.replicas = found.family.replicas;
        const std::vector<int>& downsets = found.partition.downsets;
        for (std::size_t stage = 0; stage < downsets.size(); ++stage) {
            const int inner = stage + 1 < downsets.size() ? downsets[stage + 1] : 0;
            const StageOption& option = found.partition.options[stage];
            plan.stages.push_back({m_downsets.difference(downsets[stage], inner), option.recompute, option.zero,
                                   option.recompute_layers});
        }
        return plan;
    }

    RankedPlan priced(const FoundPlan& found) const {
        RankedPlan ranked;
        ranked.plan = plan_of(found);
        Result<Evaluation> evaluation = evaluate(m_problem, ranked.plan);
        if (evaluation) ranked.evaluation = std::move(evaluation).value();
        return ranked;
    }

    /// Among the cuts with this step time, those with the least peak memory.
    FoundPlan with_least_peak(FoundPlan found) const {
        const StrategyEntry& entry = m_space.entries[static_cast<std::size_t>(found.family.entry)];
        const Placement placement =
            place(m_problem.levels, RankGrid(entry.prefix->strategy().strategy, found.layout, found.family.stages,
                                             found.family.replicas, found.stride));
        const Candidate candidate(*entry.prefix, placement, m_space.settings_of(m_problem, found.family),
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
            result.plans[index] = priced(stopped_early ? found[index] : with_least_peak(found[index]));
        });
        // Finite for each micro-batch, beyond any number for the whole step.
        m_infinite = std::erase_if(result.plans, [](const RankedPlan& r) { return r.evaluation.stages.empty(); }) > 0;
        std::sort(result.plans.begin(), result.plans.end(), better);
        if (result.plans.size() > static_cast<std::size_t>(std::max(1, m_control.top_k)))
            result.plans.resize(static_cast<std::size_t>(std::max(1, m_control.top_k)));
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
        const double step = result.plans.empty() ? 0.0 : result.plans.front().evaluation.step_seconds;
        if (stopped_early) {
            result.status = SolveStatus::stopped;
            const double unfinished = std::isfinite(m_unfinished_bound) ? m_unfinished_bound : m_lower_bound;
            result.lower_bound_seconds = result.plans.empty() ? unfinished : std::min(step, unfinished);
        } else if (!m_downsets.complete()) {
            result.status = SolveStatus::feasible;
            result.lower_bound_seconds = std::min(step, m_least_bound);
        } else {
            result.status = result.plans.empty() ? SolveStatus::infeasible : SolveStatus::optimal;
            result.lower_bound_seconds = step;
        }
        if (step > 0) result.gap = std::max(0.0, (step - result.lower_bound_seconds) / step);
        if (result.plans.empty() && !stopped_early) result.why_infeasible = why_infeasible(result);
    }

    std::string why_infeasible(const SolveResult& result) const {
        if (m_infinite)
            return "No plan has a finite step time: a bandwidth, a latency or a layer's time is beyond any measure.";
        if (const std::string pp = why_no_stages(); !pp.empty()) return pp;
        for (const Rejection& rejection : result.rejected_sample)
            if (rejection.reason == "memory")
                return "No plan fits in memory; the closest, " + rejection.candidate + ", " + rejection.text + ".";
        const Rejection* first = result.rejected_sample.empty() ? nullptr : &result.rejected_sample.front();
        if (m_problem.usable_devices() < 1) return "No plan: the topology has no devices.";
        if (first) return "No plan is possible; for instance " + first->candidate + ": " + first->text + ".";
        return "No plan is possible: no combination of the allowed degrees, micro-batches and stages fits " +
               counted(m_problem.usable_devices(), "device") + " and a global batch of " +
               std::to_string(m_problem.options.global_batch) + ".";
    }

    /// Where every allowed number of stages is too large by itself, that is the reason, not what fails beside it.
    std::string why_no_stages() const {
        if (!m_problem.options.pp) return {};
        const std::int64_t least = *std::min_element(m_problem.options.pp->begin(), m_problem.options.pp->end());
        const auto layers = static_cast<std::int64_t>(m_problem.model.layers.size());
        if (least > layers)
            return "No plan is possible: pp " + std::to_string(least) + " is more stages than the model's " +
                   counted(layers, "layer") + ".";
        if (least > m_problem.usable_devices())
            return "No plan is possible: pp " + std::to_string(least) + " is more stages than the " +
                   counted(m_problem.usable_devices(), "device") + ".";
        return {};
    }

    const Problem& m_problem;
    const SolveControl& m_control;
    Clock::time_point m_start;
    StopSign m_sign;
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
    bool m_unfinished = false;

    std::mutex m_callback_mutex;
    SolvePhase m_reported_phase = SolvePhase::finishing;
    Clock::time_point m_reported_at;
    double m_reported_fraction = 0, m_reported_best = infinite;
};

} // namespace

bool better(const RankedPlan& a, const RankedPlan& b) {
    const auto key = [](const RankedPlan& ranked) {
        const Plan& plan = ranked.plan;
        std::vector<int> zero, cuts, recompute;
        for (const StagePlan& stage : plan.stages) {
            zero.push_back(stage.zero);
            recompute.push_back(static_cast<int>(stage.recompute));
            recompute.push_back(stage.repeated_layers());
            cuts.insert(cuts.end(), stage.layers.begin(), stage.layers.end());
            cuts.push_back(-1);
        }
        return std::tuple(ranked.evaluation.step_seconds, ranked.evaluation.devices_used, ranked.evaluation.peak_memory,
                          plan.schedule, plan.layout, plan.strategy, plan.micro_batch, plan.replicas,
                          plan.stage_count(), plan.stride, zero, cuts, recompute);
    };
    return key(a) < key(b);
}

SolveResult solve(const Problem& problem, const SolveControl& control) {
    return Search(problem, control).run();
}

} // namespace nest
