// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "explain/relaxations.h"

#include "base/quantity.h"
#include "base/translatable.h"
#include "base/worker_pool.h"
#include "explain/layout_point.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

namespace nest {

using detail::Deadline;

namespace {

/// One change to try: what it is, and how it is made.
struct Trial {
    Relaxation relaxation;
    std::function<bool(Problem&)> apply; ///< false: it can't be made
};

/// Extra bytes so that `steps` of them are that many memory_steps.
double extra_bytes(const Problem& problem, std::int64_t steps) {
    return problem.capacity() * memory_step * static_cast<double>(steps);
}

Phrase memory_phrase(double bytes) {
    return Phrase("Relaxation", QT_TRANSLATE_NOOP("Relaxation", "%1 more memory per device"),
                  {format_quantity(bytes, Unit::bytes)});
}

Trial memory_trial(const Problem& problem, double bytes) {
    Trial trial;
    trial.relaxation.kind = RelaxationKind::memory;
    trial.relaxation.amount = bytes;
    trial.relaxation.what = memory_phrase(bytes);
    trial.apply = [capacity = problem.capacity() + bytes](Problem& relaxed) {
        relaxed.options.memory_capacity = capacity;
        return true;
    };
    return trial;
}

Trial level_trial(const Problem& problem, int level, RelaxationKind kind) {
    const bool bandwidth = kind == RelaxationKind::bandwidth;
    Trial trial;
    trial.relaxation.kind = kind;
    trial.relaxation.level = level;
    trial.relaxation.what = Phrase("Relaxation",
                                   bandwidth ? QT_TRANSLATE_NOOP("Relaxation", "twice the bandwidth at level %1")
                                             : QT_TRANSLATE_NOOP("Relaxation", "half the latency at level %1"),
                                   {problem.levels.level_name(level)});
    trial.apply = [level, bandwidth](Problem& relaxed) {
        Level& changed = relaxed.levels.levels[static_cast<std::size_t>(level - 1)];
        double& value = bandwidth ? changed.bandwidth : changed.latency;
        value *= bandwidth ? 2 : 0.5;
        (bandwidth ? relaxed.options.level_bandwidth : relaxed.options.level_latency)[changed.name] = {false, value};
        return relaxed.levels.finish().empty();
    };
    return trial;
}

Trial option_trial(RelaxationKind kind, Phrase what, std::function<void(Options&)> change) {
    Trial trial;
    trial.relaxation.kind = kind;
    trial.relaxation.what = std::move(what);
    trial.apply = [change = std::move(change)](Problem& relaxed) {
        change(relaxed.options);
        return true;
    };
    return trial;
}

void add_freed_options(const Problem& problem, std::vector<Trial>& trials) {
    for (const std::string& key : restricting_options(problem.options)) {
        const OptionInfo* info = find_option(key);
        Trial trial =
            option_trial(RelaxationKind::freed_option,
                         Phrase("Relaxation", QT_TRANSLATE_NOOP("Relaxation", "leaving %1 (%2) to the search"),
                                {Phrase("Options", info->label), key}),
                         [key](Options& options) { options = freed(options, key); });
        trial.relaxation.option = key;
        trials.push_back(std::move(trial));
    }
}

void add_reserve(const Problem& problem, std::vector<Trial>& trials) {
    const double reserve = problem.reserve_bytes() + problem.reserve_fraction() * problem.capacity();
    if (reserve <= 0) return;
    trials.push_back(
        option_trial(RelaxationKind::reserve,
                     Phrase("Relaxation", QT_TRANSLATE_NOOP("Relaxation", "using the reserve of %1 as well"),
                            {format_quantity(reserve, Unit::bytes)}),
                     [](Options& options) {
                         options.reserve_bytes = 0;
                         options.reserve_fraction = 0;
                     }));
    trials.back().relaxation.amount = reserve;
}

void add_fused_loss(const Problem& problem, std::vector<Trial>& trials) {
    if (problem.options.fused_loss || problem.model.vocab_size <= 0) return;
    trials.push_back(option_trial(RelaxationKind::fused_loss,
                                  Phrase("Relaxation", QT_TRANSLATE_NOOP("Relaxation", "a fused loss")),
                                  [](Options& options) { options.fused_loss = true; }));
}

void add_overlaps(const Options& own, std::vector<Trial>& trials) {
    if (own.overlap_dp < 1)
        trials.push_back(option_trial(
            RelaxationKind::overlap,
            Phrase("Relaxation",
                   QT_TRANSLATE_NOOP("Relaxation", "hiding the gradient exchange behind computation entirely")),
            [](Options& options) { options.overlap_dp = 1; }));
    if (own.overlap_zero < 1)
        trials.push_back(option_trial(
            RelaxationKind::overlap,
            Phrase("Relaxation",
                   QT_TRANSLATE_NOOP("Relaxation", "hiding the ZeRO exchange behind computation entirely")),
            [](Options& options) { options.overlap_zero = 1; }));
}

/// Trials, solved again and compared with what was before.
class Relaxer {
public:
    Relaxer(const Problem& problem, const RankedPlan* best, const SolveControl& control, OnNodes on_nodes)
        : m_problem(problem), m_threads(control.threads), m_deadline(control),
          m_throughput(best ? best->evaluation.throughput_sequences : 0), m_on_nodes(std::move(on_nodes)) {}

    Relaxations improve() {
        if (minimises_memory(m_problem.options.objective)) return faster();
        std::vector<Trial> trials;
        for (const double share : {0.25, 0.10, 0.05})
            trials.push_back(memory_trial(m_problem, m_problem.capacity() * share));
        add_freed_options(m_problem, trials);
        add_reserve(m_problem, trials);
        add_fused_loss(m_problem, trials);
        for (int level = 1; level <= m_problem.levels.level_count(); ++level)
            if (m_problem.levels.levels[static_cast<std::size_t>(level - 1)].profile.empty())
                trials.push_back(level_trial(m_problem, level, RelaxationKind::bandwidth));
        const std::int64_t batch = m_problem.options.global_batch;
        if (batch <= most_batch / 2)
            trials.push_back(
                option_trial(RelaxationKind::global_batch,
                             Phrase("Relaxation", QT_TRANSLATE_NOOP("Relaxation", "a global batch of %1"), {batch * 2}),
                             [batch](Options& options) { options.global_batch = batch * 2; }));
        add_overlaps(m_problem.options, trials);
        for (int level = 1; level <= m_problem.levels.level_count(); ++level)
            if (m_problem.levels.levels[static_cast<std::size_t>(level - 1)].profile.empty())
                trials.push_back(level_trial(m_problem, level, RelaxationKind::latency));
        take(trials);
        if (has(RelaxationKind::memory)) least_memory([this](const Trial& trial) { return gains(trial); }, 1, 128);
        std::erase_if(m_result.list, [](const Relaxation& one) { return !(one.gain > least_gain); });
        std::stable_sort(m_result.list.begin(), m_result.list.end(), [](const Relaxation& a, const Relaxation& b) {
            return is_bound(a.kind) != is_bound(b.kind) ? is_bound(b.kind) : a.gain > b.gain;
        });
        return std::move(m_result);
    }

    Relaxations make_possible() {
        std::vector<Trial> trials;
        add_freed_options(m_problem, trials);
        add_reserve(m_problem, trials);
        add_fused_loss(m_problem, trials);
        const auto& recompute = m_problem.options.recompute;
        if (!recompute || std::find(recompute->begin(), recompute->end(), Recompute::stage) == recompute->end())
            trials.push_back(
                option_trial(RelaxationKind::freed_option,
                             Phrase("Relaxation", QT_TRANSLATE_NOOP("Relaxation", "recomputation of whole stages")),
                             [](Options& options) {
                                 options.recompute = std::vector<Recompute>{Recompute::none, Recompute::selective,
                                                                            Recompute::full, Recompute::stage};
                             }));
        if (m_problem.options.zero_uniform && m_problem.options.target == "any")
            trials.push_back(option_trial(
                RelaxationKind::freed_option,
                Phrase("Relaxation", QT_TRANSLATE_NOOP("Relaxation", "a ZeRO stage of its own for every stage")),
                [](Options& options) { options.zero_uniform = false; }));
        take(trials);
        std::stable_sort(m_result.list.begin(), m_result.list.end(), [](const Relaxation& a, const Relaxation& b) {
            return a.plan.evaluation.step_seconds < b.plan.evaluation.step_seconds;
        });
        find_memory();
        find_devices();
        return std::move(m_result);
    }

private:
    /// Time was given up for memory: the first thing to change is that, and other inputs are asked about after it.
    Relaxations faster() {
        take({option_trial(RelaxationKind::freed_option,
                           Phrase("Relaxation", QT_TRANSLATE_NOOP("Relaxation", "the step time as the objective")),
                           [](Options& options) {
                               options.objective = Objective::latency;
                               options.max_step_seconds.reset();
                           })});
        std::erase_if(m_result.list, [](const Relaxation& one) { return !(one.gain > least_gain); });
        return std::move(m_result);
    }

    static constexpr std::int64_t most_batch = 1'000'000'000; ///< as the option table has it
    static constexpr std::int64_t most_growth = 16;           ///< times the network there is

    /// The relaxed problem's best plan; nothing without one. Out of time: nothing, and the result is incomplete.
    std::optional<Relaxation> tried(const Trial& trial, int threads, bool& complete) const {
        if (m_deadline.passed()) {
            complete = false;
            return std::nullopt;
        }
        Problem relaxed = m_problem;
        if (!trial.apply(relaxed)) return std::nullopt;
        SolveControl control = m_deadline.part();
        control.threads = threads;
        SolveResult result = solve(relaxed, control);
        if (result.status == SolveStatus::stopped) {
            complete = false;
            return std::nullopt;
        }
        if (result.plans.empty()) return std::nullopt;
        Relaxation relaxation = trial.relaxation;
        relaxation.options = std::move(relaxed.options);
        relaxation.plan = std::move(result.plans.front());
        if (m_throughput > 0) relaxation.gain = relaxation.plan.evaluation.throughput_sequences / m_throughput - 1;
        return relaxation;
    }

    std::optional<Relaxation> tried(const Trial& trial) { return tried(trial, m_threads, m_result.complete); }

    std::optional<Relaxation> gains(const Trial& trial) {
        std::optional<Relaxation> found = tried(trial);
        if (found && !(found->gain > least_gain)) found.reset();
        return found;
    }

    /// Independent trials side by side.
    void take(const std::vector<Trial>& trials) {
        std::vector<std::optional<Relaxation>> found(trials.size());
        std::vector<char> complete(trials.size(), 1);
        parallel_for(trials.size(), m_threads, [&](std::size_t index, int) {
            bool done = true;
            found[index] = tried(trials[index], 1, done);
            complete[index] = done ? 1 : 0;
        });
        for (std::size_t i = 0; i < trials.size(); ++i) {
            if (complete[i] == 0) m_result.complete = false;
            if (found[i]) m_result.list.push_back(*std::move(found[i]));
        }
    }

    bool has(RelaxationKind kind) const {
        return std::any_of(m_result.list.begin(), m_result.list.end(),
                           [&](const Relaxation& one) { return one.kind == kind && one.gain > least_gain; });
    }

    /// The least number of memory_steps in low..high for which `good` finds a plan; high is known to.
    void least_memory(const std::function<std::optional<Relaxation>(const Trial&)>& good, std::int64_t low,
                      std::int64_t high) {
        std::optional<Relaxation> best;
        while (low < high) {
            const std::int64_t middle = low + (high - low) / 2;
            std::optional<Relaxation> found = good(memory_trial(m_problem, extra_bytes(m_problem, middle)));
            if (!m_result.complete) return;
            if (found) {
                best = std::move(found);
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        if (best) m_result.list.push_back(*std::move(best));
    }

    void find_memory() {
        constexpr std::int64_t most = 512 * 1024; // 1024 times the memory there is
        const auto fits = [this](const Trial& trial) { return tried(trial); };
        if (!fits(memory_trial(m_problem, extra_bytes(m_problem, most)))) return; // it isn't for lack of memory
        std::int64_t steps = 1;
        while (steps <= most && !m_deadline.passed()) {
            std::optional<Relaxation> found = fits(memory_trial(m_problem, extra_bytes(m_problem, steps)));
            if (!m_result.complete) return;
            if (!found) {
                steps *= 2;
                continue;
            }
            const std::size_t before = m_result.list.size();
            if (steps > 1) least_memory(fits, steps / 2 + 1, steps);
            if (m_result.complete && m_result.list.size() == before) m_result.list.push_back(*std::move(found));
            return;
        }
    }

    Trial devices_trial(std::int64_t more, std::function<bool(Problem&)> apply) const {
        Trial trial;
        trial.relaxation.kind = RelaxationKind::devices;
        trial.relaxation.amount = static_cast<double>(more);
        trial.relaxation.what = Phrase("Relaxation", QT_TRANSLATE_NOOP("Relaxation", "%1 more devices"), {more});
        trial.apply = std::move(apply);
        return trial;
    }

    /// With a higher bound on the devices of the network there is.
    std::optional<Relaxation> with_bound(std::int64_t devices) {
        return tried(devices_trial(devices - m_problem.usable_devices(), [devices](Problem& relaxed) {
            relaxed.options.max_devices = devices;
            return true;
        }));
    }

    std::optional<Relaxation> with_network(std::int64_t groups) {
        std::optional<Problem> larger = group_count(m_problem.levels) > 0 ? with_groups(m_problem, groups)
                                        : m_on_nodes                      ? m_on_nodes(m_problem, groups)
                                                                          : std::nullopt;
        if (!larger) return std::nullopt;
        const std::int64_t more = larger->levels.device_count() - m_problem.usable_devices();
        return tried(devices_trial(more, [&larger](Problem& relaxed) {
            relaxed = *std::move(larger);
            relaxed.options.max_devices.reset();
            return true;
        }));
    }

    /// The least number in bad+1..good with which `make` finds a plan; it is known to with `good`, the plan in `best`.
    void least_devices(std::optional<Relaxation> best, std::int64_t bad, std::int64_t good,
                       const std::function<std::optional<Relaxation>(std::int64_t)>& make) {
        while (m_result.complete && bad + 1 < good) {
            const std::int64_t middle = bad + (good - bad) / 2;
            if (std::optional<Relaxation> found = make(middle)) {
                best = std::move(found);
                good = middle;
            } else {
                bad = middle;
            }
        }
        if (best && m_result.complete) m_result.list.push_back(*std::move(best));
    }

    void find_devices() {
        const std::int64_t usable = m_problem.usable_devices(), present = m_problem.levels.device_count();
        if (usable < present) {
            if (std::optional<Relaxation> all = with_bound(present)) {
                least_devices(std::move(all), usable, present,
                              [this](std::int64_t devices) { return with_bound(devices); });
                return;
            }
        }
        if (group_count(m_problem.levels) < 1 && !m_on_nodes) return;
        const std::int64_t now = std::max<std::int64_t>(group_count(m_problem.levels), 1);
        std::int64_t bad = now, good = now + 1;
        std::optional<Relaxation> best = with_network(good);
        while (!best && m_result.complete && !m_deadline.passed() && good < most_growth * now) {
            bad = good;
            good *= 2;
            best = with_network(good);
        }
        if (best)
            least_devices(std::move(best), bad, good, [this](std::int64_t groups) { return with_network(groups); });
    }

    const Problem& m_problem;
    int m_threads;
    Deadline m_deadline;
    double m_throughput; ///< sequences per second
    OnNodes m_on_nodes;
    Relaxations m_result;
};

} // namespace

std::vector<std::string> restricting_options(const Options& options) {
    static const std::vector<std::string> keys{"micro_batches",
                                               "tp",
                                               "pp",
                                               "dp",
                                               "ep",
                                               "cp",
                                               "zero",
                                               "recompute",
                                               "schedule",
                                               "layouts",
                                               "target",
                                               "sequence_parallel",
                                               "max_devices",
                                               "pins",
                                               "max_step_seconds"};
    static const Options defaults;
    std::vector<std::string> restricting;
    for (const std::string& key : keys)
        if (get_option(options, key) != get_option(defaults, key)) restricting.push_back(key);
    return restricting;
}

Options freed(const Options& options, const std::string& key) {
    static const Options defaults;
    Options result = options;
    set_option(result, key, get_option(defaults, key));
    return result;
}

std::int64_t group_count(const LevelModel& levels) {
    const int top = levels.level_count();
    return top < 2 ? 0 : levels.group_size(top) / levels.group_size(top - 1);
}

std::optional<Problem> with_groups(const Problem& problem, std::int64_t groups) {
    if (group_count(problem.levels) < 1 || groups < 1) return std::nullopt;
    Problem changed = problem;
    LevelModel& levels = changed.levels;
    const std::int64_t child = levels.group_size(levels.level_count() - 1);
    if (groups > LevelModel::largest_slots / child) return std::nullopt;
    levels.levels.back().group_size = levels.slot_count = groups * child;
    std::erase_if(levels.absent, [&](std::int64_t slot) { return slot >= levels.slot_count; });
    if (!levels.finish().empty()) return std::nullopt;
    return changed;
}

Relaxations relaxations(const Problem& problem, const RankedPlan* best, const SolveControl& control,
                        const OnNodes& on_nodes) {
    Relaxer relaxer(problem, best, control, on_nodes);
    return best ? relaxer.improve() : relaxer.make_possible();
}

} // namespace nest
