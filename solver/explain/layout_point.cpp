// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "explain/layout_point.h"

#include "plan/layout_line.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

namespace nest {

using detail::LayoutPoint;

std::string text_of(const std::vector<Setting>& settings) {
    std::string text;
    for (const Setting& setting : settings)
        text += (text.empty() ? "" : ", ") + setting.option + " " + setting.from + " -> " + setting.to;
    return text;
}

std::vector<Setting> settings_between(const Plan& from, const Plan& to) {
    return settings_between(LayoutPoint::of(options_of_layout({}, from)), LayoutPoint::of(options_of_layout({}, to)));
}

namespace detail {

namespace {

std::int64_t only(const Degrees& degrees) {
    return degrees && !degrees->empty() ? degrees->front() : 1;
}

/// Values of an option as the panel shows them.
std::string shown(const LayoutPoint& point, const char* option) {
    return option_text(point.options({}), option);
}

/// Collects distinct points in the order they come.
class Points {
public:
    explicit Points(const LayoutPoint& origin) : m_origin(origin), m_seen{origin} {}
    void add(LayoutPoint point) {
        if (m_seen.insert(point).second) m_list.push_back(std::move(point));
    }
    template <typename Change> void with(const Change& change) {
        LayoutPoint point = m_origin;
        change(point);
        add(std::move(point));
    }
    std::vector<LayoutPoint> take() { return std::move(m_list); }

private:
    LayoutPoint m_origin;
    std::set<LayoutPoint> m_seen;
    std::vector<LayoutPoint> m_list;
};

/// Sets dp to the largest multiple of ep with which the layout uses at most `devices` and the batch divides; to ep
/// where there is none.
void adapt_dp(LayoutPoint& point, double devices, bool round_up) {
    const double group = static_cast<double>(point.tp) * static_cast<double>(point.cp) * static_cast<double>(point.pp);
    auto most = static_cast<std::int64_t>(std::min(devices / group, 1e9));
    if (!round_up) most = std::min(most, point.global_batch / point.micro_batch);
    const std::int64_t unit = std::max<std::int64_t>(point.dp_unit(), 1);
    for (std::int64_t dp = most / unit * unit; dp >= unit; dp -= unit) {
        if (!round_up && point.global_batch % (dp * point.micro_batch) != 0) continue;
        point.dp = dp;
        return;
    }
    point.dp = unit;
}

/// Sequence parallelism belongs to tensor parallelism: gone with it, and free to choose where it comes new.
void follow_tp(LayoutPoint& point, std::int64_t before) {
    if (point.tp == 1)
        point.sequence_parallel = Switch::off;
    else if (before == 1)
        point.sequence_parallel = Switch::automatic;
}

void add_degrees(const Problem& problem, const LayoutPoint& point, Points& points) {
    const bool round_up = problem.options.round_up_micro_batches;
    const double devices = point.devices();
    const auto scaled = [&](std::int64_t LayoutPoint::*degree, double budget) {
        const auto set = [&](std::int64_t value) {
            points.with([&](LayoutPoint& p) {
                p.*degree = value;
                adapt_dp(p, budget, round_up);
                follow_tp(p, point.tp);
            });
        };
        set(point.*degree * 2);
        if (point.*degree % 2 == 0) set(point.*degree / 2);
    };
    scaled(&LayoutPoint::tp, devices);
    scaled(&LayoutPoint::pp, devices);
    points.with([&](LayoutPoint& p) {
        ++p.pp;
        adapt_dp(p,
                 std::max(devices, std::min(static_cast<double>(problem.usable_devices()),
                                            devices / static_cast<double>(point.pp) * static_cast<double>(p.pp))),
                 round_up);
    });
    if (point.pp > 1)
        points.with([&](LayoutPoint& p) {
            --p.pp;
            adapt_dp(p, devices, round_up);
        });
    scaled(&LayoutPoint::cp, devices);
    if (problem.model.experts > 0) scaled(&LayoutPoint::ep, devices);
    points.with([](LayoutPoint& p) { p.dp *= 2; });
    if (point.dp % (2 * point.dp_unit()) == 0) points.with([](LayoutPoint& p) { p.dp /= 2; });
    points.with([](LayoutPoint& p) { p.micro_batch *= 2; });
    if (point.micro_batch % 2 == 0) points.with([](LayoutPoint& p) { p.micro_batch /= 2; });
}

void add_choices(const Problem& problem, const LayoutPoint& point, Points& points) {
    const auto shifted = [&](std::int64_t by) {
        LayoutPoint p = point;
        for (std::int64_t& zero : p.zero)
            zero = std::clamp<std::int64_t>(zero + by, 0, 3);
        p.zero.erase(std::unique(p.zero.begin(), p.zero.end()), p.zero.end());
        points.add(std::move(p));
    };
    shifted(1);
    shifted(-1);
    const auto& allowed = problem.options.recompute;
    for (const Recompute kind : {Recompute::none, Recompute::selective, Recompute::full, Recompute::stage}) {
        // Of a whole stage only where someone asks for it: no engine does it.
        const bool asked = allowed && std::find(allowed->begin(), allowed->end(), kind) != allowed->end();
        if (kind == Recompute::stage && !asked) continue;
        points.with([&](LayoutPoint& p) { p.recompute = {kind}; });
    }
    if (point.tp > 1 && point.sequence_parallel != Switch::automatic)
        points.with(
            [](LayoutPoint& p) { p.sequence_parallel = p.sequence_parallel == Switch::on ? Switch::off : Switch::on; });
    if (point.pp > 1 && point.dp > point.data_ranks() && point.layouts.size() == 1)
        points.with([](LayoutPoint& p) {
            p.layouts = {p.layouts.front() == LayoutKind::pp_inner ? LayoutKind::dp_inner : LayoutKind::pp_inner};
        });
}

/// The largest smaller micro-batch with which the batch divides, and 1.
void add_smaller_micro_batches(const LayoutPoint& point, Points& points) {
    if (point.global_batch % point.dp != 0) return;
    const std::int64_t of_one = point.global_batch / point.dp;
    std::int64_t size = std::min(point.micro_batch, of_one);
    while (of_one % size != 0)
        --size;
    points.with([size](LayoutPoint& p) { p.micro_batch = size; });
    points.with([](LayoutPoint& p) { p.micro_batch = 1; });
}

/// The measured degrees that differ least.
void add_measured(const Problem& problem, const LayoutPoint& point, Points& points) {
    const Strategy own = point.strategy();
    const auto distance = [&](const Profile& profile) {
        const Strategy& s = profile.strategy;
        return (s.tp != own.tp) + (s.ep != own.ep) + (s.cp != own.cp) + (s.sequence_parallel != own.sequence_parallel) +
               (profile.micro_batch != point.micro_batch);
    };
    std::vector<Profile> profiles = problem.model.layers.front().profiles;
    std::stable_sort(profiles.begin(), profiles.end(),
                     [&](const Profile& a, const Profile& b) { return distance(a) < distance(b); });
    constexpr std::size_t followed = 3;
    for (std::size_t i = 0; i < std::min(followed, profiles.size()); ++i)
        points.with([&](LayoutPoint& p) {
            const Strategy& s = profiles[i].strategy;
            p.tp = s.tp;
            p.cp = s.cp;
            p.ep = s.ep;
            p.sequence_parallel = s.sequence_parallel ? Switch::on : Switch::off;
            p.micro_batch = profiles[i].micro_batch;
        });
}

} // namespace

LayoutPoint LayoutPoint::of(const Options& o) {
    LayoutPoint point;
    point.tp = only(o.tp);
    point.pp = only(o.pp);
    point.dp = only(o.dp);
    point.cp = only(o.cp);
    point.ep = only(o.ep);
    point.expert_tp = o.expert_fold == Switch::on ? only(o.expert_tp) : 0;
    point.micro_batch = only(o.micro_batches);
    point.global_batch = o.global_batch;
    point.sequence_parallel = o.sequence_parallel;
    point.zero = o.zero.value_or(std::vector<std::int64_t>{0});
    point.recompute = o.recompute.value_or(std::vector<Recompute>{Recompute::none});
    point.schedule = o.schedule.value_or(std::vector<ScheduleKind>{ScheduleKind::one_f_one_b});
    const bool interleaved = point.schedule == std::vector<ScheduleKind>{ScheduleKind::interleaved};
    if (interleaved) point.virtual_stages = o.virtual_stages;
    point.layouts = o.layouts;
    return point;
}

Options LayoutPoint::options(const Options& rest) const {
    Options o = rest;
    const auto one = [](std::int64_t value) { return std::vector<std::int64_t>{value}; };
    o.tp = one(tp);
    o.pp = one(pp);
    o.dp = one(dp);
    o.cp = one(cp);
    o.ep = one(ep);
    o.expert_fold = expert_tp > 0 ? Switch::on : Switch::off;
    o.expert_tp = expert_tp > 0 ? Degrees(one(expert_tp)) : std::nullopt;
    o.micro_batches = one(micro_batch);
    o.global_batch = global_batch;
    o.sequence_parallel = sequence_parallel;
    o.zero = zero;
    if (zero.size() > 1) o.zero_uniform = false;
    o.recompute = recompute;
    o.schedule = schedule;
    o.virtual_stages = virtual_stages;
    o.layouts = layouts;
    if (static_cast<std::int64_t>(o.stage_copies.size()) != pp) o.stage_copies.clear();
    return o;
}

std::int64_t LayoutPoint::dp_unit() const {
    if (expert_tp == 0) return ep;
    const double shards = static_cast<double>(ep) * static_cast<double>(expert_tp);
    if (shards > 1e9) return 1; // no layout: its price says why
    const std::int64_t whole = ep * expert_tp, copy = tp * cp;
    return whole / std::gcd(whole, copy);
}

double LayoutPoint::devices() const {
    return static_cast<double>(tp) * static_cast<double>(pp) * static_cast<double>(dp) * static_cast<double>(cp);
}

std::vector<Setting> settings_between(const LayoutPoint& from, const LayoutPoint& to) {
    std::vector<Setting> settings;
    for (const char* option :
         {"global_batch", "tp", "pp", "dp", "cp", "ep", "expert_fold", "expert_tp", "micro_batches",
          "sequence_parallel", "zero", "recompute", "schedule", "virtual_stages", "layouts"}) {
        const std::string before = shown(from, option), after = shown(to, option);
        if (before == after) continue;
        // With one stage or one replica both layouts are the same.
        if (std::string_view(option) == "layouts" && (to.pp == 1 || to.dp == to.data_ranks())) continue;
        settings.push_back({option, before, after});
    }
    return settings;
}

std::vector<LayoutPoint> moves(const Problem& problem, const LayoutPoint& point) {
    Points points(point);
    add_degrees(problem, point, points);
    add_choices(problem, point, points);
    return points.take();
}

std::vector<LayoutPoint> repairs(const Problem& problem, const LayoutPoint& point,
                                 const std::vector<BrokenRule>& broken) {
    Points points(point);
    const auto field = [](const std::string& option) -> std::int64_t LayoutPoint::* {
        if (option == "tp") return &LayoutPoint::tp;
        if (option == "pp") return &LayoutPoint::pp;
        if (option == "dp") return &LayoutPoint::dp;
        if (option == "cp") return &LayoutPoint::cp;
        if (option == "ep") return &LayoutPoint::ep;
        if (option == "global_batch") return &LayoutPoint::global_batch;
        return nullptr;
    };
    for (const BrokenRule& rule : broken) {
        if (rule.rule == LayoutRule::batch) add_smaller_micro_batches(point, points);
        if (rule.rule == LayoutRule::profile) add_measured(problem, point, points);
        const auto degree = field(rule.option);
        if (degree == nullptr) continue;
        const auto above = std::upper_bound(rule.works.begin(), rule.works.end(), point.*degree);
        const auto set = [&](std::int64_t value) {
            points.with([&](LayoutPoint& p) {
                p.*degree = value;
                follow_tp(p, point.tp);
            });
        };
        if (above != rule.works.begin()) set(*(above - 1));
        if (above != rule.works.end()) set(*above);
    }
    return points.take();
}

Deadline::Deadline(const SolveControl& control)
    : m_stop(control.stop), m_start(std::chrono::steady_clock::now()), m_limit(control.time_limit_seconds) {}

double Deadline::remaining() const {
    if (m_limit <= 0) return std::numeric_limits<double>::infinity();
    return m_limit - std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
}

SolveControl Deadline::part() const {
    SolveControl control;
    control.stop = m_stop;
    if (m_limit > 0) control.time_limit_seconds = std::max(remaining(), 1e-9);
    return control;
}

} // namespace detail

} // namespace nest
