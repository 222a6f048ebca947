// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "search/copies_search.h"

#include "base/translatable.h"
#include "base/worker_pool.h"
#include "search/copies_candidate.h"
#include "search/plan_space.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <mutex>
#include <numeric>

namespace nest {

namespace {

using Clock = std::chrono::steady_clock;
constexpr double infinite = std::numeric_limits<double>::infinity();

/// Everything but the stride and what CopiesCandidate decides.
struct CopiesFamily {
    double bound = 0; ///< seconds; no plan of the family is faster
    int entry = 0;
    std::int32_t replicas = 1, stages = 1, blocks = 1;
    std::int8_t zero = 0; ///< -1: chosen per stage
};

/// One plan of the answer; those with copies know how to be found again.
struct Kept {
    RankedPlan ranked;
    std::int64_t zero = 0; ///< of all stages, or -1
    std::optional<CopiesFamily> family;
    std::int64_t stride = 1;
};

/// The best K plans, one per strategy, micro-batch, d, s, layout, schedule and ZeRO stage; shared by the threads.
class KeptPlans {
public:
    KeptPlans(Objective objective, int most) : m_objective(objective), m_most(std::max<std::size_t>(1, at(most))) {}

    double threshold() const { return m_threshold.load(std::memory_order_relaxed); }

    /// True when it is the new best.
    bool offer(Kept kept) {
        const std::lock_guard lock(m_mutex);
        const auto same = std::ranges::find_if(m_plans, [&](const Kept& other) { return is_same(other, kept); });
        if (same != m_plans.end()) {
            if (!better(kept.ranked, same->ranked, m_objective)) return false;
            m_plans.erase(same);
        }
        const auto place = std::ranges::find_if(
            m_plans, [&](const Kept& other) { return better(kept.ranked, other.ranked, m_objective); });
        const bool best = place == m_plans.begin();
        m_plans.insert(place, std::move(kept));
        if (m_plans.size() > m_most) m_plans.resize(m_most);
        // Rounding must not separate equal plans that were summed in another order.
        if (m_plans.size() == m_most)
            m_threshold.store(m_plans.back().ranked.evaluation.step_seconds * (1 + 1e-12), std::memory_order_relaxed);
        return best;
    }
    std::vector<Kept> plans() const {
        const std::lock_guard lock(m_mutex);
        return m_plans;
    }

private:
    static std::size_t at(int count) { return static_cast<std::size_t>(std::max(count, 0)); }
    static bool is_same(const Kept& a, const Kept& b) {
        const Plan &p = a.ranked.plan, &q = b.ranked.plan;
        return a.zero == b.zero && p.strategy == q.strategy && p.micro_batch == q.micro_batch &&
               p.replicas == q.replicas && p.stage_count() == q.stage_count() && p.layout == q.layout &&
               p.schedule == q.schedule && p.virtual_stages() == q.virtual_stages();
    }

    Objective m_objective;
    std::size_t m_most;
    mutable std::mutex m_mutex;
    std::vector<Kept> m_plans; ///< sorted
    std::atomic<double> m_threshold{infinite};
};

class CopiesSearch {
public:
    CopiesSearch(const Problem& problem, const SolveControl& control, SolveResult before)
        : m_problem(problem), m_control(control), m_start(Clock::now()), m_sign{control.stop, std::nullopt, &m_room},
          m_result(std::move(before)), m_plans(problem.options.objective, control.top_k) {
        if (control.time_limit_seconds > 0)
            m_sign.until = m_start + std::chrono::duration_cast<Clock::duration>(
                                         std::chrono::duration<double>(std::min(control.time_limit_seconds, 1e8)));
        if (!m_result.plans.empty()) m_result.without_copies_seconds = m_result.plans.front().evaluation.step_seconds;
        for (RankedPlan& ranked : m_result.plans) {
            const std::int64_t zero = zero_of(ranked.plan);
            m_plans.offer({std::move(ranked), zero, std::nullopt, 1});
        }
        const std::vector<std::int64_t>& exact = problem.options.stage_copies;
        m_most = exact.empty() ? problem.options.copies : *std::max_element(exact.begin(), exact.end());
    }

    SolveResult run() {
        m_downsets =
            Downsets::build(m_problem.model, m_problem.options.downset_limit, [this] { return m_sign.reached(); });
        m_space = enumerate(m_problem, m_downsets, m_sign);
        list_families();
        search_families();
        return finish();
    }

private:
    std::int64_t zero_of(const Plan& plan) const {
        return m_problem.options.zero_uniform && !plan.stages.empty() ? plan.stages.front().zero : -1;
    }
    static bool allowed(const Degrees& degrees, std::int64_t value) {
        return !degrees || std::find(degrees->begin(), degrees->end(), value) != degrees->end();
    }

    void list_families() {
        const Options& options = m_problem.options;
        for (std::size_t index = 0; index < m_space.entries.size() && !m_sign.reached(); ++index) {
            const StrategyTables& tables = m_space.entries[index].prefix->strategy();
            const Strategy& strategy = tables.strategy;
            if (strategy.folded()) continue;
            const std::int64_t once = tables.micro_batch * strategy.data_ranks();
            const std::int64_t most_blocks = m_problem.usable_devices() / strategy.width();
            for (std::int64_t d = 1; d <= most_blocks; ++d) {
                if (!allowed(options.dp, d * strategy.data_ranks())) continue;
                if (!options.round_up_micro_batches && options.global_batch % (once * d) != 0) continue;
                for (std::int64_t s = 1; s <= std::min<std::int64_t>(most_blocks / d, m_downsets.layer_count()); ++s)
                    if (allowed(options.pp, s)) add_families(static_cast<int>(index), d, s, most_blocks / d);
            }
        }
        std::sort(m_families.begin(), m_families.end(), [](const CopiesFamily& a, const CopiesFamily& b) {
            return std::tie(a.bound, a.entry, a.replicas, a.stages, a.blocks, a.zero) <
                   std::tie(b.bound, b.entry, b.replicas, b.stages, b.blocks, b.zero);
        });
    }

    void add_families(int entry, std::int64_t d, std::int64_t s, std::int64_t most_blocks) {
        const std::vector<std::int64_t>& exact = m_problem.options.stage_copies;
        if (const auto pins = m_space.pins.find(s); pins != m_space.pins.end() && !pins->second.obstacle().empty())
            return;
        std::int64_t first = s + 1, last = std::min(most_blocks, s * m_most);
        if (!exact.empty()) {
            if (static_cast<std::int64_t>(exact.size()) != s) return;
            first = std::accumulate(exact.begin(), exact.end(), std::int64_t{0});
            last = std::min(last, first);
        }
        std::vector<int> zeros{-1};
        if (m_problem.options.zero_uniform) zeros = m_space.zero;
        CopiesFamily family{0, entry, static_cast<std::int32_t>(d), static_cast<std::int32_t>(s), 1, -1};
        Family plain;
        plain.entry = entry;
        plain.replicas = family.replicas;
        plain.stages = family.stages;
        const PriceSettings settings = m_space.settings_of(m_problem, plain);
        for (const int zero : zeros) {
            family.zero = plain.zero = static_cast<std::int8_t>(zero);
            if (last >= first && is_over_memory(m_problem, m_space, plain, std::min(m_most, last - s + 1))) {
                m_log.add(Fate::memory, last - first + 1);
                m_over_memory += last - first + 1;
                continue;
            }
            // The more blocks, the lower is the bound: once it is too high, it stays so.
            for (std::int64_t blocks = last; blocks >= first; --blocks) {
                family.blocks = static_cast<std::int32_t>(blocks);
                family.bound = bound_of(family, settings);
                if (family.bound > m_plans.threshold()) {
                    m_log.add(Fate::family_bound, blocks - first + 1);
                    break;
                }
                m_families.push_back(family);
            }
        }
    }

    /// As the bound of a family without copies, with a share of the work for every block and of what is updated, where
    /// that is sharded.
    double bound_of(const CopiesFamily& family, const PriceSettings& settings) const {
        const StrategyEntry& entry = m_space.entries[static_cast<std::size_t>(family.entry)];
        const auto blocks = static_cast<double>(family.blocks);
        const double copies = std::min(static_cast<double>(m_most), blocks - family.stages + 1);
        return family_bound(m_problem, entry, settings, family.zero, blocks, copies);
    }

    void search_families() {
        std::size_t first = 0, round = 64;
        while (first < m_families.size() && !m_sign.reached()) {
            if (m_families[first].bound > m_plans.threshold()) break;
            const std::size_t last = std::min(m_families.size(), first + round);
            parallel_for(last - first, m_control.threads, [&](std::size_t index, int) {
                visit(m_families[first + index]);
                report(static_cast<double>(first + index) / static_cast<double>(m_families.size()));
            });
            first = last;
            round *= 2;
        }
        const auto left = static_cast<std::int64_t>(m_families.size() - std::min(first, m_families.size()));
        if (left > 0 && m_sign.reached()) note_unfinished(m_families[first].bound);
        m_log.add(m_sign.reached() ? Fate::undecided : Fate::family_bound, left);
    }

    void visit(const CopiesFamily& family) {
        if (family.bound > m_plans.threshold()) return m_log.add(Fate::family_bound);
        const StrategyTables& tables = m_space.entries[static_cast<std::size_t>(family.entry)].prefix->strategy();
        for (const std::int64_t stride : strides_of(m_problem.levels, family.blocks, family.replicas,
                                                    tables.strategy.width(), m_problem.levels.device_count())) {
            if (m_sign.reached()) break;
            search_candidate(family, stride);
        }
        if (m_sign.reached()) note_unfinished(family.bound);
    }

    StageChoices choices_of(const CopiesFamily& family) const {
        StageChoices choices;
        choices.recompute = m_space.recompute;
        choices.zero = m_space.zero;
        if (family.zero >= 0) choices.zero = {family.zero};
        if (const auto pins = m_space.pins.find(family.stages); pins != m_space.pins.end())
            choices.pins = &pins->second;
        return choices;
    }

    CopiesCandidate candidate_of(const CopiesFamily& family, std::int64_t stride) const {
        return {m_problem,
                *m_space.entries[static_cast<std::size_t>(family.entry)].prefix,
                {family.replicas, family.stages, family.blocks, stride,
                 std::min<std::int64_t>(m_most, family.blocks - family.stages + 1), m_problem.options.stage_copies},
                choices_of(family),
                m_sign};
    }

    void search_candidate(const CopiesFamily& family, std::int64_t stride) {
        CopiesCandidate candidate = candidate_of(family, stride);
        if (m_sign.reached()) return m_log.add(Fate::undecided);
        const double threshold = m_plans.threshold();
        if (candidate.lower_bound() > threshold) return m_log.add(Fate::placement_bound);
        if (candidate.proves_nothing_below(threshold)) {
            m_log.add(threshold == infinite ? Fate::memory : Fate::greedy_proof);
            if (threshold == infinite) ++m_over_memory;
            return;
        }
        ++m_exact;
        std::int64_t states = 0;
        double unproven = infinite;
        std::optional<CopiesPartition> found = exactly(candidate, threshold, states, unproven);
        m_states += states;
        if (std::isfinite(unproven)) note_unproven(unproven);
        if (found) {
            m_log.add(Fate::solved);
            offer(family, stride, *found);
        } else if (m_sign.reached() || std::isfinite(unproven)) {
            m_log.add(Fate::undecided);
        } else if (threshold == infinite) {
            m_log.add(Fate::memory);
            ++m_over_memory;
        } else {
            m_log.add(Fate::recurrence);
        }
    }

    /// The best partition up to the threshold. The number of states grows quickly with what the threshold leaves open:
    /// the best one up to a tighter threshold is as good, and each failure costs a fraction of the next.
    std::optional<CopiesPartition> exactly(CopiesCandidate& candidate, double threshold, std::int64_t& states,
                                           double& unproven) {
        constexpr double narrow = 1e-4;
        constexpr std::array margins{1e-3, 4e-3, 16e-3, 64e-3, 256e-3};
        bool ran_out = false;
        double low = candidate.lower_bound();
        if (m_downsets.is_chain()) { // by halving what the reach of the stages leaves open
            double high = threshold;
            for (double reach = low; high == infinite && !m_sign.reached(); reach *= 1.25)
                if (!candidate.proves_nothing_below(reach) || reach > low * 1e6) high = reach;
            while (high > low * (1 + narrow) && !m_sign.reached()) {
                const double middle = low + (high - low) / 2;
                (candidate.proves_nothing_below(middle) ? low : high) = middle;
            }
        }
        double proven = low;
        for (const double margin : margins) {
            const double aim = low * (1 + margin);
            if (aim >= threshold || m_sign.reached()) break;
            if (std::optional<CopiesPartition> found = candidate.best(aim, m_sign, states, ran_out)) return found;
            if (ran_out) {
                unproven = proven;
                return std::nullopt;
            }
            if (!m_sign.reached()) proven = aim;
        }
        std::optional<CopiesPartition> found = candidate.best(threshold, m_sign, states, ran_out);
        if (ran_out) unproven = proven;
        return found;
    }

    Plan plan_of(const CopiesFamily& family, std::int64_t stride, const CopiesPartition& found) const {
        const StrategyTables& tables = m_space.entries[static_cast<std::size_t>(family.entry)].prefix->strategy();
        Plan plan;
        plan.strategy = tables.strategy;
        plan.micro_batch = tables.micro_batch;
        plan.layout = LayoutKind::pp_inner;
        plan.stride = stride;
        plan.replicas = family.replicas;
        const std::vector<int>& downsets = found.partition.downsets;
        for (std::size_t stage = 0; stage < downsets.size(); ++stage) {
            const int inner = stage + 1 < downsets.size() ? downsets[stage + 1] : 0;
            const StageOption& option = found.partition.options[stage];
            plan.stages.push_back(
                {m_downsets.difference(downsets[stage], inner), option.recompute, option.zero, 0, {}});
            plan.stages.back().copies = found.copies[stage];
        }
        return plan;
    }

    void offer(const CopiesFamily& family, std::int64_t stride, const CopiesPartition& found) {
        Plan plan = plan_of(family, stride, found);
        Result<Evaluation> evaluation = evaluate(m_problem, plan);
        if (!evaluation) return;
        const std::int64_t zero = zero_of(plan);
        const Kept kept{{std::move(plan), std::move(*evaluation)}, zero, family, stride};
        if (!m_plans.offer(kept) || !m_control.incumbent) return;
        const std::lock_guard lock(m_callback_mutex);
        if (kept.ranked.evaluation.step_seconds >= m_reported_best) return; // a later one overtook this thread
        m_reported_best = kept.ranked.evaluation.step_seconds;
        m_control.incumbent(kept.ranked);
    }

    void note_unfinished(double bound) {
        const std::lock_guard lock(m_mutex);
        m_unfinished = true;
        m_open_bound = std::min(m_open_bound, bound);
    }
    void note_unproven(double bound) {
        const std::lock_guard lock(m_mutex);
        m_open_bound = std::min(m_open_bound, bound);
    }

    void report(double fraction) {
        if (!m_control.progress) return;
        const std::lock_guard lock(m_callback_mutex);
        const Clock::time_point now = Clock::now();
        if (now - m_reported_at < std::chrono::milliseconds(30)) return;
        m_reported_at = now;
        m_reported_fraction = std::max(m_reported_fraction, std::clamp(fraction, 0.0, 1.0));
        SolveProgress progress;
        progress.phase = SolvePhase::searching;
        progress.fraction = m_reported_fraction;
        if (const std::vector<Kept> plans = m_plans.plans(); !plans.empty())
            progress.best_seconds = plans.front().ranked.evaluation.step_seconds;
        progress.lower_bound_seconds = m_result.lower_bound_seconds;
        progress.candidates = m_result.candidates + m_log.counts().total();
        m_control.progress(progress);
    }

    /// Among the cuts with this step time, those with the least peak memory.
    RankedPlan with_least_peak(const Kept& kept) const {
        RankedPlan ranked = kept.ranked;
        if (!kept.family) return ranked;
        CopiesCandidate candidate = candidate_of(*kept.family, kept.stride);
        constexpr int most_rounds = 64;
        for (int round = 0; round < most_rounds && !m_sign.reached(); ++round) {
            std::int64_t states = 0;
            bool ran_out = false;
            candidate.set_capacity(ranked.evaluation.peak_memory * (1 - 1e-9));
            const std::optional<CopiesPartition> lower =
                candidate.best(ranked.evaluation.step_seconds, m_sign, states, ran_out);
            if (!lower) break;
            Plan plan = plan_of(*kept.family, kept.stride, *lower);
            Result<Evaluation> evaluation = evaluate(m_problem, plan);
            if (!evaluation) break;
            ranked = {std::move(plan), std::move(*evaluation)};
        }
        return ranked;
    }

    SolveResult finish() {
        const bool stopped = m_sign.reached() || m_unfinished || m_result.status == SolveStatus::stopped;
        const bool exact = !m_problem.options.stage_copies.empty();
        const bool incomplete = !m_downsets.complete() && !m_families.empty();
        std::vector<Kept> kept = m_plans.plans();
        m_result.plans.resize(kept.size());
        parallel_for(kept.size(), m_control.threads, [&](std::size_t index, int) {
            m_result.plans[index] = stopped ? kept[index].ranked : with_least_peak(kept[index]);
        });
        std::sort(m_result.plans.begin(), m_result.plans.end(), [this](const RankedPlan& a, const RankedPlan& b) {
            return better(a, b, m_problem.options.objective);
        });
        double bound = infinite;
        if (!exact && m_result.status != SolveStatus::infeasible) bound = m_result.lower_bound_seconds;
        // Nothing is known of plans that were not even listed.
        if (stopped && m_result.status == SolveStatus::stopped && m_families.empty()) bound = 0;
        if (incomplete) bound = std::min(bound, m_families.front().bound);
        bound = std::min(bound, m_open_bound);
        const bool found = !m_result.plans.empty();
        const double value = found ? m_result.plans.front().evaluation.step_seconds : 0;
        const bool proven =
            !stopped && !incomplete && m_open_bound == infinite && (exact || m_result.status != SolveStatus::feasible);
        if (stopped)
            m_result.status = SolveStatus::stopped;
        else if (!found)
            m_result.status = SolveStatus::infeasible;
        else
            m_result.status = proven || bound >= value * (1 - 1e-9) ? SolveStatus::optimal : SolveStatus::feasible;
        bound = proven || bound > value ? value : bound;
        m_result.lower_bound_seconds = bound;
        m_result.gap = value > 0 ? std::max(0.0, (value - bound) / value) : 0;
        if (found)
            m_result.why_infeasible = {};
        else if (!stopped && m_result.why_infeasible.empty())
            m_result.why_infeasible = why_infeasible();
        add_counts();
        return std::move(m_result);
    }

    Phrase why_infeasible() const {
        if (m_over_memory > 0)
            return Phrase("Infeasible",
                          QT_TRANSLATE_NOOP("Infeasible", "No plan with these copies of stages fits in memory."));
        if (std::isfinite(m_open_bound))
            return Phrase(
                "Infeasible",
                QT_TRANSLATE_NOOP("Infeasible",
                                  "No plan was found, but not all cuts were tried, since there are too many."));
        return Phrase(
            "Infeasible",
            QT_TRANSLATE_NOOP(
                "Infeasible",
                "No plan with these copies of stages is possible on the devices and with the global batch there are."));
    }

    void add_counts() {
        const FateCounts fates = m_log.counts();
        for (std::size_t fate = 0; fate < fate_count; ++fate)
            m_result.fates.counts[fate] += fates.counts[fate];
        m_result.candidates = m_result.fates.total();
        m_result.pruned = m_result.fates.removed();
        m_result.states += m_states;
        m_result.exact_searches += m_exact;
        if (m_over_memory > 0) m_result.rejected_counts["memory"] += m_over_memory;
        m_result.solve_seconds += std::chrono::duration<double>(Clock::now() - m_start).count();
    }

    const Problem& m_problem;
    const SolveControl& m_control;
    Clock::time_point m_start;
    LabelRoom m_room;
    StopSign m_sign;
    SolveResult m_result; ///< so far: without copies
    KeptPlans m_plans;
    std::int64_t m_most = 1;
    Downsets m_downsets;
    PlanSpace m_space;
    std::vector<CopiesFamily> m_families; ///< in the order of their bound
    SearchLog m_log;
    std::atomic<std::int64_t> m_states{0}, m_exact{0}, m_over_memory{0};

    std::mutex m_mutex;             ///< guards the next two
    double m_open_bound = infinite; ///< of what was not searched, or not to the end
    bool m_unfinished = false;

    std::mutex m_callback_mutex;
    Clock::time_point m_reported_at;
    double m_reported_fraction = 0, m_reported_best = infinite;
};

} // namespace

bool searches_copies(const Options& options) {
    const auto has = [](const auto& list, auto value) {
        return std::find(list.begin(), list.end(), value) != list.end();
    };
    return (options.copies > 1 || needs_copies(options)) && options.target == "any" &&
           (!options.schedule || has(*options.schedule, ScheduleKind::one_f_one_b)) &&
           has(options.layouts, LayoutKind::pp_inner) && !minimises_memory(options.objective) &&
           options.recompute_layers == Options().recompute_layers;
}

bool needs_copies(const Options& options) {
    return std::any_of(options.stage_copies.begin(), options.stage_copies.end(),
                       [](std::int64_t copies) { return copies > 1; });
}

SolveResult with_copies(const Problem& problem, const SolveControl& control, SolveResult result) {
    return CopiesSearch(problem, control, std::move(result)).run();
}

} // namespace nest
