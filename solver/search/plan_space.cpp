// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "search/plan_space.h"

#include "base/phrase.h"
#include "base/translatable.h"
#include "plan/engines.h"
#include "schedule/schedule.h"

#include <algorithm>
#include <limits>
#include <set>

namespace nest {

namespace {

constexpr std::size_t most_samples = 64;

void reject(PlanSpace& space, const std::string& reason, std::int64_t count, const std::string& candidate,
            const Phrase& text) {
    space.rejected_counts[reason] += count;
    if (space.rejected_sample.size() < most_samples) space.rejected_sample.push_back({candidate, reason, text, -1, 0});
}

bool allowed(const Degrees& degrees, std::int64_t value) {
    return !degrees || std::find(degrees->begin(), degrees->end(), value) != degrees->end();
}

bool has_profiles_only(const ModelGraph& model) {
    return std::all_of(model.layers.begin(), model.layers.end(),
                       [](const Layer& layer) { return layer.operators.empty(); });
}

/// Powers of two, and divisors of the heads, up to the innermost level with more than one device.
std::vector<std::int64_t> tensor_degrees(const Problem& problem) {
    if (problem.options.tp) return *problem.options.tp;
    std::int64_t most = 1;
    for (int level = 1; level <= problem.levels.level_count() && most == 1; ++level)
        most = problem.levels.group_size(level);
    std::vector<std::int64_t> degrees;
    for (std::int64_t t = 1; t <= most; ++t) {
        const bool power_of_two = (t & (t - 1)) == 0;
        if (power_of_two || (problem.model.attention_heads > 0 && problem.model.attention_heads % t == 0))
            degrees.push_back(t);
    }
    return degrees;
}

std::vector<std::int64_t> expert_degrees(const Problem& problem) {
    if (problem.options.ep) return *problem.options.ep;
    std::vector<std::int64_t> degrees{1};
    const std::int64_t most = std::min(problem.model.experts, problem.usable_devices());
    for (std::int64_t e = 2; e <= most; ++e)
        if (problem.model.experts % e == 0) degrees.push_back(e);
    return degrees;
}

std::vector<bool> sequence_parallel_choices(const Problem& problem) {
    switch (problem.options.sequence_parallel) {
    case Switch::on:
        return {true};
    case Switch::off:
        return {false};
    case Switch::automatic:
        break;
    }
    return {false, true};
}

/// Expert tensor-parallel degrees to try beside tp; 0 stands for experts that are not folded.
std::vector<std::int64_t> expert_grids(const Problem& problem, std::int64_t tp) {
    const Options& options = problem.options;
    if (problem.model.experts == 0 || options.expert_fold == Switch::off) return {0};
    std::vector<std::int64_t> degrees = options.expert_tp.value_or(std::vector<std::int64_t>{1, tp});
    if (options.expert_fold == Switch::automatic) degrees.insert(degrees.begin(), 0);
    return degrees;
}

/// Strategies worth asking for. Derived ones come from the options; measured ones from the first layer's profiles.
std::set<Strategy> strategies_of(const Problem& problem) {
    std::set<Strategy> strategies;
    const std::vector<bool> sequence_parallel = sequence_parallel_choices(problem);
    if (has_profiles_only(problem.model)) {
        const Options& options = problem.options;
        for (const Layer& layer : problem.model.layers) {
            for (const Profile& profile : layer.profiles) {
                const Strategy& s = profile.strategy;
                const bool fold =
                    options.expert_fold == Switch::automatic || (s.folded() == (options.expert_fold == Switch::on));
                if (fold && allowed(options.tp, s.tp) && allowed(options.ep, s.ep) && allowed(options.cp, s.cp) &&
                    (!s.folded() || allowed(options.expert_tp, s.expert_tp)) &&
                    std::find(sequence_parallel.begin(), sequence_parallel.end(), s.sequence_parallel) !=
                        sequence_parallel.end())
                    strategies.insert(s);
            }
        }
        return strategies;
    }
    const std::vector<std::int64_t> context = problem.options.cp.value_or(std::vector<std::int64_t>{1, 2, 4, 8});
    for (const std::int64_t t : tensor_degrees(problem))
        for (const std::int64_t e : expert_degrees(problem))
            for (const std::int64_t c : context)
                for (const bool sp : sequence_parallel)
                    for (const std::int64_t expert_tp : expert_grids(problem, t))
                        // Without tensor ranks there is nothing to split: the same strategy twice.
                        strategies.insert(engine_grid(problem.options.target, {t, e, c, sp && t > 1, expert_tp}));
    return strategies;
}

std::vector<std::int64_t> micro_batches_of(const Problem& problem) {
    std::vector<std::int64_t> sizes;
    if (problem.options.micro_batches) {
        sizes = *problem.options.micro_batches;
    } else if (has_profiles_only(problem.model)) {
        for (const Layer& layer : problem.model.layers)
            for (const Profile& profile : layer.profiles)
                sizes.push_back(profile.micro_batch);
    } else {
        sizes = {1, 2, 4, 8};
    }
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

/// Key of the counts.
const char* key_of(StrategyRule rule) {
    switch (rule) {
    case StrategyRule::heads:
    case StrategyRule::kv_heads:
        return "heads";
    case StrategyRule::feed_forward:
        return "ffn";
    case StrategyRule::sequence_parallel:
    case StrategyRule::sequence:
        return "sequence";
    case StrategyRule::experts:
    case StrategyRule::expert_fold:
        return "experts";
    case StrategyRule::degree:
        break;
    }
    return "strategy";
}

/// Why a schedule doesn't run `count` combinations of replicas and stages.
Phrase schedule_clause(ScheduleKind schedule, std::int64_t count) {
    const bool zero_bubble = schedule == ScheduleKind::zb_h1;
    if (count == 1)
        return {"Infeasible",
                zero_bubble
                    ? QT_TRANSLATE_NOOP("Infeasible", "ZB-H1 needs at least as many micro-batches as stages, not so "
                                                      "for 1 combination of replicas and stages")
                    : QT_TRANSLATE_NOOP("Infeasible", "interleaved stages need micro-batches in a multiple of the "
                                                      "stages, not so for 1 combination of replicas and stages")};
    return {"Infeasible",
            zero_bubble ? QT_TRANSLATE_NOOP("Infeasible", "ZB-H1 needs at least as many micro-batches as stages, not "
                                                          "so for %1 combinations of replicas and stages")
                        : QT_TRANSLATE_NOOP("Infeasible", "interleaved stages need micro-batches in a multiple of the "
                                                          "stages, not so for %1 combinations of replicas and stages"),
            {count}};
}

/// Why the micro-batches of `count` numbers of replicas don't make up the batch.
Phrase batch_clause(bool folded, std::int64_t batch, std::int64_t count) {
    if (count == 1)
        return {"Infeasible",
                folded ? QT_TRANSLATE_NOOP(
                             "Infeasible",
                             "micro-batch x replicas does not divide the global batch of %1 for 1 replica count")
                       : QT_TRANSLATE_NOOP(
                             "Infeasible",
                             "micro-batch x ep x replicas does not divide the global batch of %1 for 1 replica count"),
                {batch}};
    return {"Infeasible",
            folded ? QT_TRANSLATE_NOOP(
                         "Infeasible",
                         "micro-batch x replicas does not divide the global batch of %1 for %2 replica counts")
                   : QT_TRANSLATE_NOOP(
                         "Infeasible",
                         "micro-batch x ep x replicas does not divide the global batch of %1 for %2 replica counts"),
            {batch, count}};
}

std::string strategy_text(const Strategy& strategy, std::int64_t micro_batch) {
    std::string text = "tp" + std::to_string(strategy.tp);
    if (strategy.cp > 1) text += " cp" + std::to_string(strategy.cp);
    if (strategy.ep > 1) text += " ep" + std::to_string(strategy.ep);
    if (strategy.folded()) text += " etp" + std::to_string(strategy.expert_tp);
    text += " mb" + std::to_string(micro_batch);
    if (strategy.sequence_parallel) text += " sp";
    return text;
}

/// Least seconds of one collective over n ranks wherever they are: the innermost bandwidth, no latency. From the
/// hierarchical form: every level takes (1 - 1/hi) of what is left, and their product is at least 1 - 1/n.
double collective_floor(const LevelModel& levels, CollectiveOp op, std::int64_t ranks, double bytes) {
    if (ranks <= 1 || bytes <= 0) return 0;
    const double factor = op == CollectiveOp::all_reduce ? 2 : 1;
    return factor * (1 - 1 / static_cast<double>(ranks)) * bytes / levels.bandwidth(1);
}

bool has_measured_levels(const LevelModel& levels) {
    return std::any_of(levels.levels.begin(), levels.levels.end(),
                       [](const Level& level) { return !level.profile.empty(); });
}

std::int64_t ranks_of(const Strategy& strategy, GroupKind group) {
    switch (group) {
    case GroupKind::tensor:
        return strategy.tp;
    case GroupKind::expert:
        return strategy.ep;
    case GroupKind::expert_tensor:
        return strategy.expert_tp;
    case GroupKind::context:
        break;
    }
    return strategy.cp;
}

double comm_floor(const LevelModel& levels, const Strategy& strategy, const Profile& profile, Pass pass) {
    double seconds = 0;
    for (const Collective& collective : profile.collectives) {
        if (collective.pass != pass) continue;
        const std::int64_t ranks = ranks_of(strategy, collective.group);
        seconds += collective.count * std::max(0.0, collective_floor(levels, collective.op, ranks, collective.bytes) -
                                                        collective.hidden_behind);
    }
    return seconds;
}

/// Bytes that a layer leaves of one micro-batch at least, for the thriftiest of these kinds of recomputation.
double least_kept_of(const LayerSums& layer, const std::vector<Recompute>& kinds, bool in_part,
                     std::int64_t micro_batches) {
    double least = std::numeric_limits<double>::infinity();
    for (const Recompute kind : kinds) {
        double bytes = layer.activation_bytes;
        if (kind == Recompute::selective) bytes = layer.selective_activation_bytes;
        if (kind == Recompute::full) bytes = in_part ? std::min(bytes, layer.in_edge_bytes) : layer.in_edge_bytes;
        if (kind == Recompute::stage) bytes /= static_cast<double>(micro_batches); // once, whatever is in flight
        least = std::min(least, bytes);
    }
    return least;
}

StrategyEntry make_entry(const Problem& problem, const PlanSpace& space, const Downsets& downsets,
                         StrategyTables tables, bool keep_layers) {
    StrategyEntry entry;
    const bool measured = has_measured_levels(problem.levels);
    std::vector<double> forward_comm, backward_comm;
    for (const Profile& profile : tables.profiles) {
        forward_comm.push_back(measured ? 0.0 : comm_floor(problem.levels, tables.strategy, profile, Pass::forward));
        backward_comm.push_back(measured ? 0.0 : comm_floor(problem.levels, tables.strategy, profile, Pass::backward));
    }
    for (std::size_t layer = 0; layer < tables.layers.size(); ++layer) {
        const LayerSums& sums = tables.layers[layer];
        const auto profile = static_cast<std::size_t>(tables.profile_of[layer]);
        CommSums comm; // not told apart by kind: selective recomputation's share counts as 0 in this bound
        comm.tp_forward = forward_comm[profile];
        double repeated = std::numeric_limits<double>::infinity();
        for (const Recompute kind : space.recompute)
            repeated = std::min(
                repeated, kind == Recompute::full && space.allows_part() ? 0.0 : repeated_seconds(kind, sums, comm));
        const double work = sums.forward + sums.backward + forward_comm[profile] + backward_comm[profile] + repeated;
        entry.work += work;
        entry.largest_layer_work = std::max(entry.largest_layer_work, work);
        entry.zero_bubble.add(work, sums.weight_gradient);
        if (keep_layers) entry.layer_work.push_back(work);
        entry.least_kept += least_kept_of(sums, space.recompute, space.allows_part(), 1);
    }
    entry.prefix = std::make_unique<PrefixTables>(downsets, std::move(tables));
    return entry;
}

/// Bytes of one device summed over all stages that no choice of cuts gets below.
double least_total_memory(const PlanSpace& space, const PriceSettings& settings, const Family& family,
                          const StrategyEntry& entry) {
    const LayerSums& total = entry.prefix->total();
    const StageChoices choices = space.choices_of(family);
    double static_bytes = -1;
    for (const int zero : choices.zero) {
        const double dense =
            total.parameters - total.expert_parameters + (settings.has_tied_copy() ? settings.tied_parameters : 0.0);
        const double shard = dense / static_cast<double>(settings.dense_group) +
                             total.expert_parameters / static_cast<double>(settings.expert_group);
        const double whole = dense + total.expert_parameters;
        const double bytes = settings.precision.weights * (zero == 3 ? shard : whole) +
                             settings.precision.gradients * (zero >= 2 ? shard : whole) +
                             settings.precision.optimizer * (zero >= 1 ? shard : whole);
        static_bytes = static_bytes < 0 ? bytes : std::min(static_bytes, bytes);
    }
    // Of one micro-batch; 1F1B keeps at least one everywhere, GPipe all. Stages may differ in what they recompute, so
    // each layer counts at its least.
    double kept = entry.least_kept;
    const auto stage_kind = std::find(choices.recompute.begin(), choices.recompute.end(), Recompute::stage);
    const bool some_stage = stage_kind != choices.recompute.end();
    if (settings.schedule == ScheduleKind::interleaved && some_stage) {
        kept = 0; // one virtual stage after the other is recomputed as a whole: never the layers of all
    } else if (choices.recompute.size() < space.recompute.size() || some_stage) {
        kept = 0;
        for (const LayerSums& layer : entry.prefix->strategy().layers)
            kept += least_kept_of(layer, choices.recompute, space.allows_part(), settings.micro_batches);
    }
    // Interleaved stages keep at least one of every chunk at some moment.
    const auto least_in_flight =
        settings.schedule == ScheduleKind::interleaved
            ? 1.0
            : static_cast<double>(in_flight_micro_batches(settings.schedule, settings.micro_batches,
                                                          settings.stage_count, settings.stage_count - 1));
    return static_bytes + kept * least_in_flight + least_in_flight * settings.logits_bytes +
           static_cast<double>(settings.stage_count) * settings.reserve;
}

/// Seconds that a family's plans take at least: for each micro-batch in all stages, and once.
struct FamilyFloors {
    double work = 0, sync = 0, update = 0;
};

/// What is sharded is updated by `blocks` blocks of each replica.
FamilyFloors family_floors(const Problem& problem, const StrategyEntry& entry, const PriceSettings& settings, int zero,
                           double blocks) {
    const LayerSums& total = entry.prefix->total();
    const auto s = static_cast<double>(settings.stage_count);
    const double dense = (total.parameters - total.expert_parameters) / s;
    FamilyFloors floors{entry.work, 0, 0};
    if (zero >= 0 && !has_measured_levels(problem.levels)) {
        const auto floor = [&](CollectiveOp op, double bytes) {
            return collective_floor(problem.levels, op, settings.dense_group, dense * bytes);
        };
        const double exposed_sync = 1 - settings.overlap_dp, exposed_zero = 1 - settings.overlap_zero;
        const double scatter = floor(CollectiveOp::reduce_scatter, settings.precision.gradients),
                     gather = floor(CollectiveOp::all_gather, settings.precision.weights);
        if (zero == 0) floors.sync = exposed_sync * floor(CollectiveOp::all_reduce, settings.precision.gradients);
        if (zero == 1) floors.sync = exposed_sync * (scatter + gather);
        if (zero == 2) floors.sync = exposed_sync * gather;
        if (zero >= 2) floors.work += exposed_zero * s * scatter;
        if (zero == 3) floors.work += exposed_zero * s * 2 * gather;
    }
    const double share = zero == 0 ? 1.0 : static_cast<double>(settings.dense_group) * (blocks / s);
    floors.update = (2 * settings.precision.optimizer + settings.precision.gradients + settings.precision.weights) *
                    dense / share / settings.update_rate;
    return floors;
}

class Enumerator {
public:
    Enumerator(const Problem& problem, const Downsets& downsets, const StopSign& stop)
        : m_problem(problem), m_downsets(downsets), m_stop(stop) {
        const Options& options = problem.options;
        m_space.recompute =
            options.recompute.value_or(std::vector<Recompute>{Recompute::none, Recompute::selective, Recompute::full});
        if (options.zero)
            for (const std::int64_t zero : *options.zero)
                m_space.zero.push_back(static_cast<int>(zero));
        else
            m_space.zero = {0, 1, 2, 3};
        if (!options.pins.empty())
            if (Result<std::vector<std::int64_t>> stages = stages_of_pins(problem.model, options.pins))
                m_space.pinned = std::move(*stages); // make_problem() has refused faulty ones
        m_space.layers = std::vector<std::int64_t>{0};
        if (downsets.is_chain() && downsets.complete()) m_space.layers = options.recompute_layers;
        m_space.one_engine = options.target != "any";
        if (m_space.one_engine) m_space.hosts = EvenHosts(problem.levels);
        m_schedules = options.schedule.value_or(std::vector<ScheduleKind>{ScheduleKind::one_f_one_b});
        // GPipe keeps more and takes at least as long: max fw + max bw >= max load.
        const auto has = [&](ScheduleKind kind) {
            return std::find(m_schedules.begin(), m_schedules.end(), kind) != m_schedules.end();
        };
        // It keeps the same on every stage, though.
        if (has(ScheduleKind::one_f_one_b) && options.objective != Objective::balanced_memory)
            std::erase(m_schedules, ScheduleKind::gpipe);
        if (minimises_memory(options.objective) && std::erase(m_schedules, ScheduleKind::interleaved) > 0)
            reject(m_space, "schedule", 1, "interleaved",
                   Phrase("Infeasible", QT_TRANSLATE_NOOP("Infeasible", "is not searched for an objective of memory")));
        m_interleaved = has(ScheduleKind::interleaved);
        m_virtual_stages = options.virtual_stages.value_or(std::vector<std::int64_t>{2, 3, 4, 5, 6, 7, 8});
    }

    PlanSpace run() {
        for (const Strategy& strategy : strategies_of(m_problem)) {
            if (strategy.width() > m_problem.usable_devices()) {
                reject(m_space, "devices", 1, strategy_text(strategy, 1),
                       Phrase("Infeasible",
                              QT_TRANSLATE_NOOP("Infeasible", "needs %1 devices for one stage, there are %2"),
                              {strategy.width(), m_problem.usable_devices()}));
                continue;
            }
            for (const std::int64_t micro_batch : micro_batches_of(m_problem)) {
                if (m_stop.reached()) return std::move(m_space);
                add_strategy(strategy, micro_batch);
            }
        }
        return std::move(m_space);
    }

private:
    void add_strategy(const Strategy& strategy, std::int64_t micro_batch) {
        const std::string text = strategy_text(strategy, micro_batch);
        const std::int64_t batch = m_problem.options.global_batch, sequences = micro_batch * strategy.data_ranks();
        if (!m_problem.options.round_up_micro_batches && batch % sequences != 0) {
            reject(
                m_space, "batch", 1, text,
                Phrase("Infeasible",
                       strategy.folded()
                           ? QT_TRANSLATE_NOOP("Infeasible", "micro-batch = %1 does not divide the global batch of %2")
                           : QT_TRANSLATE_NOOP("Infeasible",
                                               "micro-batch x ep = %1 does not divide the global batch of %2"),
                       {sequences, batch}));
            return;
        }
        if (const std::optional<StrategyFault> fault = strategy_fault(m_problem.model, strategy)) {
            reject(m_space, key_of(fault->rule), 1, text, fault->clause);
            return;
        }
        Result<StrategyTables> tables = StrategyTables::build(m_problem, strategy, micro_batch);
        if (!tables) {
            const Diagnostic& why = tables.fault();
            reject(m_space, why.code == ErrorCode::no_strategy ? "profile" : "strategy", 1, text, why.found);
            return;
        }
        m_space.entries.push_back(make_entry(m_problem, m_space, m_downsets, std::move(tables).value(), m_interleaved));
        m_rule_rejects.clear();
        m_packing.clear();
        const std::int64_t devices = m_problem.usable_devices();
        const std::int64_t most_replicas = devices / strategy.width();
        std::int64_t batch_rejects = 0, expert_rejects = 0;
        for (std::int64_t d = 1; d <= most_replicas; ++d) {
            if (d % 64 == 0 && m_stop.reached()) return; // of a million devices there are many
            if (!allowed(m_problem.options.dp, d * strategy.data_ranks())) continue;
            if (!strategy.experts_fill(d)) {
                ++expert_rejects;
                continue;
            }
            if (!m_problem.options.round_up_micro_batches && batch % (sequences * d) != 0) {
                ++batch_rejects;
                continue;
            }
            add_replicas(d, devices / (strategy.width() * d));
        }
        for (const auto& [schedule, count] : m_rule_rejects)
            reject(m_space, "schedule", count, text, schedule_clause(schedule, count));
        if (expert_rejects > 0)
            reject(m_space, "experts", expert_rejects, text,
                   expert_rejects == 1
                       ? Phrase("Infeasible",
                                QT_TRANSLATE_NOOP(
                                    "Infeasible",
                                    "ep x expert_tp = %1 does not divide tp x cp x replicas for 1 replica count"),
                                {strategy.expert_shards()})
                       : Phrase("Infeasible",
                                QT_TRANSLATE_NOOP(
                                    "Infeasible",
                                    "ep x expert_tp = %1 does not divide tp x cp x replicas for %2 replica counts"),
                                {strategy.expert_shards(), expert_rejects}));
        if (batch_rejects > 0)
            reject(m_space, "batch", batch_rejects, text, batch_clause(strategy.folded(), batch, batch_rejects));
    }

    /// Whether the schedule runs the micro-batches there are; counted when not.
    bool obeys_schedule(const Family& family) {
        if (family.schedule == ScheduleKind::one_f_one_b || family.schedule == ScheduleKind::gpipe) return true;
        const StrategyTables& tables = m_space.entries.back().prefix->strategy();
        const std::int64_t once = tables.micro_batch * tables.strategy.data_ranks() * family.replicas;
        const std::int64_t m = (m_problem.options.global_batch + once - 1) / once;
        const ScheduleRule rule = schedule_rule(family.schedule, m, family.stages);
        if (rule == ScheduleRule::rounds || rule == ScheduleRule::few_micro_batches) ++m_rule_rejects[family.schedule];
        return rule == ScheduleRule::fine;
    }

    void add_replicas(std::int64_t replicas, std::int64_t most_stages) {
        const std::int64_t last = std::min<std::int64_t>(most_stages, m_downsets.layer_count());
        Family family;
        family.entry = static_cast<int>(m_space.entries.size()) - 1;
        family.replicas = static_cast<std::int32_t>(replicas);
        for (std::int64_t s = 1; s <= last; ++s) {
            if (!allowed(m_problem.options.pp, s)) continue;
            const bool pins_obeyed = obeys_pins(replicas, s);
            family.stages = static_cast<std::int32_t>(s);
            for (const ScheduleKind schedule : m_schedules) {
                if (!pins_obeyed && schedule != ScheduleKind::interleaved) continue;
                // One stage has no bubble to fill: it is 1F1B's plan once more.
                if (s == 1 && schedule == ScheduleKind::zb_h1 && m_schedules.front() == ScheduleKind::one_f_one_b)
                    continue;
                family.schedule = schedule;
                family.virtual_stages = 1;
                if (!obeys_schedule(family)) continue;
                if (schedule != ScheduleKind::interleaved) {
                    add_zeros(family);
                    continue;
                }
                for (const std::int64_t chunks : m_virtual_stages) {
                    if (chunks < 2 || chunks * s > m_downsets.layer_count()) continue;
                    family.virtual_stages = static_cast<std::int16_t>(chunks);
                    if (!m_space.choices_of(family).recompute.empty()) add_zeros(family);
                }
            }
        }
    }

    void add_zeros(Family family) {
        const bool one_engine = m_problem.options.target != "any";
        if (!m_problem.options.zero_uniform && !one_engine) {
            family.zero = -1;
            add_family(family);
            return;
        }
        for (const int zero : m_space.zero) {
            family.zero = static_cast<std::int8_t>(zero);
            if (one_engine)
                add_for_engine(family);
            else
                add_family(family);
        }
    }

    /// Whether some partition into so many stages has every pinned layer on its stage.
    bool obeys_pins(std::int64_t replicas, std::int64_t stages) {
        if (m_space.pinned.empty()) return true;
        const auto limits = m_space.pins.try_emplace(stages, m_problem.model, m_downsets, m_space.pinned, stages).first;
        const Phrase& obstacle = limits->second.obstacle();
        if (obstacle.empty()) return true;
        const StrategyTables& tables = m_space.entries.back().prefix->strategy();
        reject(m_space, "pins", 1,
               strategy_text(tables.strategy, tables.micro_batch) + " pp" + std::to_string(stages) + " dp" +
                   std::to_string(replicas * tables.strategy.data_ranks()),
               obstacle);
        return false;
    }

    /// Engines have one recomputation setting: a family for each kind.
    void add_for_engine(Family family) {
        for (std::size_t kind = 0; kind < m_space.recompute.size(); ++kind) {
            family.recompute = static_cast<std::int8_t>(kind);
            if (m_space.choices_of(family).recompute.empty()) continue;
            std::string why;
            for (const LayoutKind layout : m_problem.options.layouts)
                if (why = m_space.obstacle(m_problem, family, layout, true); why.empty()) break;
            if (why.empty())
                add_family(family);
            else if (m_space.rejected_sample.size() < most_samples)
                reject(m_space, "target", 1, m_space.text_of(family),
                       Phrase("", "%1: %2", {m_problem.options.target, Phrase("Engines", why.c_str())}));
            else
                ++m_space.rejected_counts["target"];
        }
    }

    void add_family(Family family) {
        const StrategyEntry& entry = m_space.entries.back();
        const PriceSettings settings = m_space.settings_of(m_problem, family);
        const LayerSums& total = entry.prefix->total();
        const auto s = static_cast<double>(family.stages);
        const double least = least_total_memory(m_space, settings, family, entry);
        const double over = least - s * settings.capacity * (1 + 1e-12);
        if (over > 0) {
            ++m_space.rejected_counts["memory"];
            m_space.note_overrun(family, -1, over / s, settings.capacity);
            return;
        }
        family.bytes = least / s * (1 - 1e-12);
        family.bound = bound_of(entry, settings, total, family.zero);
        m_space.families.push_back(family);
    }

    /// packing_floor() of the last entry.
    double packing_of(const StrategyEntry& entry, std::int64_t stages) {
        const auto [found, fresh] = m_packing.try_emplace(stages, 0.0);
        if (fresh) found->second = packing_floor(entry.layer_work, stages);
        return found->second;
    }

    double bound_of(const StrategyEntry& entry, const PriceSettings& settings, const LayerSums& total, int zero) {
        const auto s = static_cast<double>(settings.stage_count), m = static_cast<double>(settings.micro_batches);
        const auto [work, sync, update] = family_floors(m_problem, entry, settings, zero, s);
        const double largest = std::max(work / s, entry.largest_layer_work);
        if (settings.schedule == ScheduleKind::interleaved) {
            PipelineTotals totals;
            totals.sum = work;
            totals.max_load = std::max(largest, packing_of(entry, settings.stage_count));
            const bool paper = m_problem.options.objective == Objective::paper;
            return (pipeline_seconds(settings.schedule, m_problem.options.objective, settings.micro_batches,
                                     settings.stage_count, totals, settings.virtual_stages) +
                    (paper ? 0.0 : sync + update)) *
                   (1 - 1e-12);
        }
        if (m_problem.options.objective == Objective::paper) return (m + s - 1) * largest * (1 - 1e-12);
        if (settings.schedule == ScheduleKind::zb_h1) {
            const double pipeline = entry.zero_bubble.seconds(settings.micro_batches, entry.work, work - entry.work,
                                                              total.weight_gradient, largest);
            return (pipeline + sync + update) * (1 - 1e-12);
        }
        return (work + (m - 1) * largest + sync + update) * (1 - 1e-12);
    }

    const Problem& m_problem;
    const Downsets& m_downsets;
    const StopSign& m_stop;
    PlanSpace m_space;
    std::vector<ScheduleKind> m_schedules;
    bool m_interleaved = false;
    std::vector<std::int64_t> m_virtual_stages;
    std::map<ScheduleKind, std::int64_t> m_rule_rejects; ///< of the strategy at hand
    std::map<std::int64_t, double> m_packing;            ///< the same, by number of stages
};

} // namespace

StageChoices PlanSpace::choices_of(const Family& family) const {
    StageChoices choices;
    choices.recompute = recompute;
    choices.zero = zero;
    choices.layers = layers;
    if (family.virtual_stages > 1) { // all of a chunk's layers or none
        if (layers && std::find(layers->begin(), layers->end(), 0) == layers->end())
            std::erase(choices.recompute, Recompute::full);
        choices.layers = std::vector<std::int64_t>{0};
        if (family.zero >= 0) choices.zero = {family.zero};
        if (family.recompute >= 0) {
            const Recompute kind = recompute[static_cast<std::size_t>(family.recompute)];
            std::erase_if(choices.recompute, [kind](Recompute other) { return other != kind; });
        }
        return choices;
    }
    if (const auto limits = pins.find(family.stages); limits != pins.end()) choices.pins = &limits->second;
    if (family.zero >= 0) choices.zero = {family.zero};
    // A number for all stages that isn't decided yet is taken to be any for each: no less is possible.
    if (one_engine && allows_part()) choices.layers = std::nullopt;
    if (family.blocks == Family::all_blocks) choices.layers = std::vector<std::int64_t>{0};
    if (family.blocks > 0) choices.blocks = family.blocks;
    if (family.recompute >= 0) choices.recompute = {recompute[static_cast<std::size_t>(family.recompute)]};
    return choices;
}

std::string PlanSpace::obstacle(const Problem& problem, const Family& family, LayoutKind layout, bool packed) const {
    const StrategyTables& tables = entries[static_cast<std::size_t>(family.entry)].prefix->strategy();
    const StageChoices choices = choices_of(family);
    PlanShape shape;
    shape.strategy = tables.strategy;
    set_model(shape, problem.model);
    shape.stage_count = family.stages;
    shape.replicas = family.replicas;
    shape.schedule = family.schedule;
    shape.layout = layout;
    shape.packed = packed;
    shape.whole_micro_batches =
        problem.options.global_batch % (tables.micro_batch * tables.strategy.data_ranks() * family.replicas) == 0;
    shape.even_hosts = hosts.hold(tables.strategy.width() * family.stages * family.replicas);
    shape.same_zero = choices.zero.size() == 1;
    shape.same_recompute = choices.recompute.size() == 1;
    shape.highest_zero = *std::max_element(choices.zero.begin(), choices.zero.end());
    const auto has = [&](Recompute kind) {
        return std::find(choices.recompute.begin(), choices.recompute.end(), kind) != choices.recompute.end();
    };
    shape.selective = has(Recompute::selective);
    shape.whole_stage = has(Recompute::stage);
    shape.partial = family.virtual_stages == 1 && has(Recompute::full) && layers && layers->front() != 0;
    return engine_obstacle(problem.options.target, shape);
}

std::vector<int> PlanSpace::block_counts(const Problem& problem, const Family& family) const {
    if (!one_engine || !choices_of(family).allows_part()) return {};
    const int most = entries[static_cast<std::size_t>(family.entry)].prefix->blocks_from_end().back();
    std::vector<int> counts;
    if (problem.options.target == "megatron" && !layers)
        for (int count = 1; count < most; ++count)
            counts.push_back(count);
    if (problem.options.target == "megatron" && layers)
        for (const std::int64_t count : *layers)
            if (count > 0 && count < most) counts.push_back(static_cast<int>(count));
    if (!layers || layers->front() == 0 || layers->back() >= most) counts.push_back(Family::all_blocks);
    return counts;
}

void PlanSpace::note_overrun(const Family& family, int stage, double over, double capacity) {
    const auto kept = overruns.find(family.entry);
    if (kept != overruns.end() && kept->second.over_bytes <= over) return;
    const Phrase text(
        "Infeasible",
        stage < 0 ? QT_TRANSLATE_NOOP("Infeasible",
                                      "needs at least %1 more than the %2 of a device, however its layers are cut")
                  : QT_TRANSLATE_NOOP("Infeasible", "needs about %1 more than the %2 of a device on stage %3"),
        {format_quantity(over, Unit::bytes), format_quantity(capacity, Unit::bytes), std::int64_t{stage}});
    overruns.insert_or_assign(family.entry, Rejection{text_of(family), "memory", text, stage, over});
}

PriceSettings PlanSpace::settings_of(const Problem& problem, const Family& family) const {
    const StrategyTables& tables = entries[static_cast<std::size_t>(family.entry)].prefix->strategy();
    return price_settings(problem, tables.strategy, tables.micro_batch, family.replicas, family.stages, family.schedule,
                          tables.tied_parameters, family.virtual_stages);
}

std::string PlanSpace::text_of(const Family& family) const {
    const StrategyTables& tables = entries[static_cast<std::size_t>(family.entry)].prefix->strategy();
    std::string text = strategy_text(tables.strategy, tables.micro_batch) + " pp" + std::to_string(family.stages) +
                       " dp" + std::to_string(family.replicas * tables.strategy.data_ranks());
    if (family.zero >= 0) text += " zero" + std::to_string(family.zero);
    if (family.recompute >= 0)
        text += " " + std::string(name_of(recompute[static_cast<std::size_t>(family.recompute)]));
    if (family.virtual_stages > 1)
        text += " vpp" + std::to_string(family.virtual_stages);
    else if (family.schedule != ScheduleKind::one_f_one_b)
        text += " " + std::string(name_of(family.schedule));
    return text;
}

double family_bound(const Problem& problem, const StrategyEntry& entry, const PriceSettings& settings, int zero,
                    double blocks, double copies) {
    const auto s = static_cast<double>(settings.stage_count), m = static_cast<double>(settings.micro_batches);
    const FamilyFloors floors = family_floors(problem, entry, settings, zero, blocks);
    const double largest = std::max(floors.work / blocks, entry.largest_layer_work / copies);
    if (problem.options.objective == Objective::paper) return (m + s - 1) * largest * (1 - 1e-12);
    return (floors.work + (m - 1) * largest + floors.sync + floors.update) * (1 - 1e-12);
}

bool is_over_memory(const Problem& problem, const PlanSpace& space, const Family& family, std::int64_t copies) {
    const StrategyEntry& entry = space.entries[static_cast<std::size_t>(family.entry)];
    const StrategyTables& tables = entry.prefix->strategy();
    PriceSettings settings =
        price_settings(problem, tables.strategy, tables.micro_batch, family.replicas, family.stages, family.schedule,
                       tables.tied_parameters, family.virtual_stages, copies);
    settings.reserve = space.settings_of(problem, family).reserve; // copies may need one more communicator
    return least_total_memory(space, settings, family, entry) >
           static_cast<double>(family.stages) * settings.capacity * (1 + 1e-12);
}

PlanSpace enumerate(const Problem& problem, const Downsets& downsets, const StopSign& stop) {
    return Enumerator(problem, downsets, stop).run();
}

} // namespace nest
