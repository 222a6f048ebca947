// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/quantity.h"
#include "base/translatable.h"
#include "explain/fixed_layout.h"
#include "model/strategy_rules.h"
#include "plan/engines.h"
#include "schedule/schedule.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

namespace nest {

namespace {

constexpr std::size_t most_listed = 12; ///< values that work, told to a person

/// The one value of a list; 0 when the search may choose.
std::int64_t only(const Degrees& degrees) {
    return degrees && degrees->size() == 1 ? degrees->front() : 0;
}

/// At most most_listed of an ascending list: those nearest to `wanted`, by ratio.
std::vector<std::int64_t> nearest(std::vector<std::int64_t> values, std::int64_t wanted) {
    if (values.size() <= most_listed) return values;
    const auto distance = [&](std::int64_t value) {
        const auto a = static_cast<double>(value), b = static_cast<double>(wanted);
        return a > b ? a / b : b / a;
    };
    std::stable_sort(values.begin(), values.end(),
                     [&](std::int64_t a, std::int64_t b) { return distance(a) < distance(b); });
    values.resize(most_listed);
    std::sort(values.begin(), values.end());
    return values;
}

LayoutRule rule_of(StrategyRule rule) {
    switch (rule) {
    case StrategyRule::heads:
        return LayoutRule::heads;
    case StrategyRule::kv_heads:
        return LayoutRule::kv_heads;
    case StrategyRule::feed_forward:
        return LayoutRule::feed_forward;
    case StrategyRule::sequence_parallel:
        return LayoutRule::sequence_parallel;
    case StrategyRule::sequence:
        return LayoutRule::sequence;
    case StrategyRule::experts:
    case StrategyRule::expert_fold:
        return LayoutRule::experts;
    case StrategyRule::degree:
        break;
    }
    return LayoutRule::other;
}

/// Looks at one layout after the other rule. Fields are 0 where the search may choose.
class Rules {
public:
    explicit Rules(const Problem& problem)
        : m_problem(problem), m_tp(only(problem.options.tp)), m_pp(only(problem.options.pp)),
          m_dp(only(problem.options.dp)), m_cp(only(problem.options.cp)), m_ep(only(problem.options.ep)),
          m_expert_tp(problem.options.expert_fold == Switch::on ? only(problem.options.expert_tp) : 0),
          m_micro_batch(only(problem.options.micro_batches)), m_devices(problem.usable_devices()) {
        const bool derived = std::any_of(problem.model.layers.begin(), problem.model.layers.end(),
                                         [](const Layer& layer) { return !layer.operators.empty(); });
        if (derived && std::min({m_tp, m_ep, m_cp}) > 0) // the search for an engine looks on the engine's grid
            m_expert_tp = engine_grid(problem.options.target, {m_tp, m_ep, m_cp, false, m_expert_tp}).expert_tp;
    }

    std::vector<BrokenRule> run() {
        check_devices();
        check_strategy();
        check_profiles();
        check_layers();
        check_expert_groups();
        check_batch();
        check_schedule();
        check_engine();
        return std::move(m_broken);
    }

private:
    void add(LayoutRule rule, const char* option, Phrase clause, std::vector<std::int64_t> works = {}) {
        BrokenRule broken{rule, option, std::move(clause), std::move(works), {}};
        if (!broken.works.empty())
            broken.remedy = m_more ? Phrase("Layout", QT_TRANSLATE_NOOP("Layout", "%1 works with %2, among others"),
                                            {option, number_list(broken.works)})
                                   : Phrase("Layout", QT_TRANSLATE_NOOP("Layout", "%1 works with %2"),
                                            {option, number_list(broken.works)});
        m_more = false;
        m_broken.push_back(std::move(broken));
    }

    /// Values of 1..most for which `good` holds, those nearest to `wanted`.
    std::vector<std::int64_t> values(std::int64_t most, std::int64_t wanted,
                                     const std::function<bool(std::int64_t)>& good) {
        std::vector<std::int64_t> list;
        for (std::int64_t value = 1; value <= most; ++value)
            if (good(value)) list.push_back(value);
        m_more = list.size() > most_listed;
        return nearest(std::move(list), wanted);
    }

    void check_devices() {
        if (std::min({m_tp, m_pp, m_dp, m_cp}) == 0) return;
        const bool context = m_cp > 1;
        const std::vector<std::int64_t>& copies = m_problem.options.stage_copies;
        const std::int64_t pp = copies.empty() ? m_pp : std::accumulate(copies.begin(), copies.end(), std::int64_t{0});
        std::string product = std::to_string(m_tp) + " x " + std::to_string(pp) + " x " + std::to_string(m_dp);
        if (context) product += " x " + std::to_string(m_cp);
        // Degrees go to a million each: their product may be more than an integer holds.
        const double group = static_cast<double>(m_tp) * static_cast<double>(pp) * static_cast<double>(m_cp);
        const double needed = group * static_cast<double>(m_dp);
        if (needed <= static_cast<double>(m_devices)) return;
        const auto most = static_cast<std::int64_t>(static_cast<double>(m_devices) / group);
        add(LayoutRule::devices, "dp",
            Phrase("Layout", QT_TRANSLATE_NOOP("Layout", "%1 = %2 = %3 devices are more than the %4 there are"),
                   {std::string("tp x ") + (copies.empty() ? "pp" : "copies") + (context ? " x dp x cp" : " x dp"),
                    product,
                    needed < 1e15 ? std::to_string(static_cast<std::int64_t>(needed))
                                  : format_quantity(needed, Unit::count),
                    m_devices}),
            values(most, m_dp, [&](std::int64_t dp) { return divides_batch(dp, m_micro_batch) && fits_experts(dp); }));
    }

    /// Each degree alone, so that several slips are all named.
    void check_strategy() {
        const bool sp = m_problem.options.sequence_parallel == Switch::on;
        if (m_tp > 0 && m_cp > 0 && m_ep > 0 && !strategy_fault(m_problem.model, {m_tp, m_ep, m_cp, sp, m_expert_tp}))
            return; // measured as a whole
        const auto check = [&](const char* option, std::int64_t value, std::int64_t most,
                               const std::function<Strategy(std::int64_t)>& strategy) {
            if (value == 0) return;
            const std::optional<StrategyFault> fault = strategy_fault(m_problem.model, strategy(value));
            if (!fault) return;
            add(rule_of(fault->rule), option, fault->clause, values(most, value, [&](std::int64_t other) {
                    return !strategy_fault(m_problem.model, strategy(other));
                }));
        };
        check("tp", m_tp, std::min(m_devices, std::max<std::int64_t>(m_problem.model.attention_heads, 64)),
              [&](std::int64_t tp) {
                  return Strategy{tp, 1, 1, sp};
              });
        check("ep", m_ep, std::min(m_devices, m_problem.model.experts), [](std::int64_t ep) {
            return Strategy{1, ep, 1, false};
        });
        check("expert_tp", m_expert_tp, std::min(m_devices, std::max<std::int64_t>(m_problem.model.ffn_size, 1)),
              [](std::int64_t expert_tp) {
                  return Strategy{1, 1, 1, false, expert_tp};
              });
        if (m_expert_tp > 0 && m_tp > 1)
            if (const auto fault = strategy_fault(m_problem.model, {m_tp, 1, 1, sp, 1});
                fault && fault->rule == StrategyRule::expert_fold)
                add(LayoutRule::experts, "sequence_parallel", fault->clause);
        check("cp", m_cp, std::min(m_devices, m_problem.model.sequence_length / 2), [](std::int64_t cp) {
            return Strategy{1, 1, cp, false};
        });
    }

    /// Layers without operators run only with the degrees that were measured.
    void check_profiles() {
        if (std::min({m_tp, m_cp, m_ep, m_micro_batch}) == 0) return;
        const bool sp = m_problem.options.sequence_parallel == Switch::on;
        for (const Layer& layer : m_problem.model.layers) {
            if (!layer.operators.empty()) continue;
            std::set<std::int64_t> degrees;
            bool measured = false;
            for (const Profile& profile : layer.profiles) {
                const Strategy& s = profile.strategy;
                measured = measured || (s == Strategy{m_tp, m_ep, m_cp, sp} && profile.micro_batch == m_micro_batch);
                if (s.ep == m_ep && s.cp == m_cp && s.sequence_parallel == sp && profile.micro_batch == m_micro_batch)
                    degrees.insert(s.tp);
            }
            if (measured) continue;
            add(LayoutRule::profile, "tp",
                Phrase(
                    "Layout",
                    QT_TRANSLATE_NOOP("Layout", "layer %1 was not measured with tp %2, cp %3, ep %4, micro-batch %5"),
                    {layer.id, m_tp, m_cp, m_ep, m_micro_batch}),
                nearest({degrees.begin(), degrees.end()}, m_tp));
            return;
        }
    }

    void check_layers() {
        const auto layers = static_cast<std::int64_t>(m_problem.model.layers.size());
        if (m_pp <= layers) return;
        add(LayoutRule::layers, "pp",
            Phrase("Layout", QT_TRANSLATE_NOOP("Layout", "pp %1 is more stages than the model has layers, %2"),
                   {m_pp, layers}),
            values(std::min(most_stages(), layers), m_pp, [](std::int64_t) { return true; }));
    }

    /// What the other degrees leave of the devices.
    std::int64_t most_stages() const {
        std::int64_t most = m_devices;
        for (const std::int64_t degree : {m_tp, m_cp, m_dp})
            most /= std::max<std::int64_t>(degree, 1);
        return most;
    }

    /// Whether expert groups take up whole copies, or with folded experts fill the ranks of a stage.
    bool fits_experts(std::int64_t dp) const {
        if (m_ep == 0) return true;
        if (m_expert_tp == 0) return dp % m_ep == 0;
        return m_tp == 0 || m_cp == 0 || Strategy{m_tp, m_ep, m_cp, false, m_expert_tp}.experts_fill(dp);
    }

    void check_expert_groups() {
        if (m_expert_tp > 0) {
            if (m_dp == 0 || fits_experts(m_dp)) return;
            add(LayoutRule::experts, "dp",
                Phrase("Layout",
                       QT_TRANSLATE_NOOP("Layout", "the %1 ranks of a stage are no multiple of ep x etp = %2 x %3"),
                       {m_tp * m_cp * m_dp, m_ep, m_expert_tp}),
                values(m_devices, m_dp, [&](std::int64_t dp) { return fits_experts(dp); }));
            return;
        }
        if (m_dp == 0 || m_ep == 0 || m_dp % m_ep == 0) return;
        std::vector<std::int64_t> works;
        if (m_dp > m_ep) works.push_back(m_dp / m_ep * m_ep);
        works.push_back((m_dp / m_ep + 1) * m_ep);
        add(LayoutRule::experts, "dp",
            Phrase("Layout", QT_TRANSLATE_NOOP("Layout", "dp %1 is no multiple of ep %2"), {m_dp, m_ep}),
            std::move(works));
    }

    bool divides_batch(std::int64_t dp, std::int64_t micro_batch) const {
        if (m_problem.options.round_up_micro_batches || micro_batch == 0) return true;
        return m_problem.options.global_batch % (dp * micro_batch) == 0;
    }

    void check_batch() {
        if (m_dp == 0 || m_micro_batch == 0 || divides_batch(m_dp, m_micro_batch)) return;
        const std::int64_t batch = m_problem.options.global_batch, once = m_dp * m_micro_batch;
        BrokenRule broken{LayoutRule::batch, "global_batch", {}, {}, {}};
        broken.clause =
            Phrase("Layout",
                   QT_TRANSLATE_NOOP(
                       "Layout",
                       "the global batch of %1 sequences does not divide by dp x mb = %2 x %3 = %4 sequences at once"),
                   {batch, m_dp, m_micro_batch, once});
        if (batch > once) broken.works.push_back(batch / once * once);
        broken.works.push_back((batch / once + 1) * once);
        const std::vector<std::int64_t> degrees = values(std::min(m_devices, batch), m_dp, [&](std::int64_t dp) {
            return divides_batch(dp, m_micro_batch) && fits_experts(dp);
        });
        m_more = false;
        const std::string batches = number_list(broken.works);
        broken.remedy =
            degrees.empty()
                ? Phrase("Layout", QT_TRANSLATE_NOOP("Layout", "nearest global batch: %1"), {batches})
                : Phrase("Layout", QT_TRANSLATE_NOOP("Layout", "nearest global batch: %1; with %2, dp %3 work"),
                         {batches, batch, number_list(degrees)});
        m_broken.push_back(std::move(broken));
    }

    /// Whether a schedule that is allowed runs the micro-batches that the degrees leave.
    void check_schedule() {
        if (std::min({m_dp, m_micro_batch, m_pp}) == 0 || !divides_batch(m_dp, m_micro_batch)) return;
        const std::int64_t once = m_dp * m_micro_batch, m = (m_problem.options.global_batch + once - 1) / once;
        ScheduleRule rule = ScheduleRule::fine;
        for (const ScheduleKind schedule :
             m_problem.options.schedule.value_or(std::vector{ScheduleKind::one_f_one_b})) {
            rule = schedule_rule(schedule, m, m_pp);
            if (rule == ScheduleRule::fine) return;
        }
        const bool rounds = rule == ScheduleRule::rounds, alone = rule == ScheduleRule::one_stage;
        const char* text =
            alone ? QT_TRANSLATE_NOOP("Layout", "the interleaved schedule needs at least 2 stages, pp is %2")
            : rounds
                ? QT_TRANSLATE_NOOP("Layout", "the interleaved schedule needs micro-batches in a multiple of the %2 "
                                              "stages, here are %1")
                : QT_TRANSLATE_NOOP("Layout", "ZB-H1 needs at least as many micro-batches as stages, %2, here are %1");
        const auto works = [&](std::int64_t pp) { return alone ? pp > 1 : rounds ? pp > 1 && m % pp == 0 : pp <= m; };
        const auto layers = static_cast<std::int64_t>(m_problem.model.layers.size());
        add(LayoutRule::schedule, "pp", Phrase("Layout", text, {m, m_pp}),
            values(std::min(most_stages(), layers), m_pp, works));
    }

    /// The engine's first objection, when it objects to all that the layout leaves open.
    void check_engine() {
        const Options& options = m_problem.options;
        if (options.target == "any" || std::min({m_tp, m_pp, m_dp, m_cp, m_ep, m_micro_batch}) == 0) return;
        if (!fits_experts(m_dp)) return;
        PlanShape shape;
        shape.strategy = {m_tp, m_ep, m_cp, options.sequence_parallel == Switch::on, m_expert_tp};
        set_model(shape, m_problem.model);
        shape.stage_count = m_pp;
        shape.copies = !options.stage_copies.empty();
        shape.replicas = m_dp / shape.strategy.data_ranks();
        shape.whole_micro_batches = options.global_batch % (m_dp * m_micro_batch) == 0;
        std::string first;
        for (const LayoutKind layout : options.layouts)
            for (const ScheduleKind schedule : options.schedule.value_or(std::vector{ScheduleKind::one_f_one_b}))
                for (const std::int64_t zero : options.zero.value_or(std::vector<std::int64_t>{0, 1, 2, 3}))
                    for (const Recompute recompute : options.recompute.value_or(std::vector{Recompute::none})) {
                        shape.layout = layout;
                        shape.schedule = schedule;
                        shape.highest_zero = static_cast<int>(zero);
                        shape.selective = recompute == Recompute::selective;
                        shape.whole_stage = recompute == Recompute::stage;
                        const std::string why = engine_obstacle(options.target, shape);
                        if (why.empty()) return;
                        if (first.empty()) first = why;
                    }
        add(LayoutRule::engine, "target",
            Phrase("Layout", QT_TRANSLATE_NOOP("Layout", "%1 can't run it: %2"),
                   {options.target, Phrase("Engines", first.c_str())}));
    }

    const Problem& m_problem;
    std::int64_t m_tp, m_pp, m_dp, m_cp, m_ep;
    std::int64_t m_expert_tp; ///< 0: not folded
    std::int64_t m_micro_batch, m_devices;
    bool m_more = false; ///< than the values listed last
    std::vector<BrokenRule> m_broken;
};

} // namespace

Phrase BrokenRule::phrase() const {
    return remedy.empty() ? clause : Phrase("", "%1 (%2)", {clause, remedy});
}

std::string BrokenRule::text() const {
    return phrase().text();
}

std::vector<BrokenRule> broken_rules(const Problem& problem) {
    return Rules(problem).run();
}

} // namespace nest
