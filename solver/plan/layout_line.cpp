// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/layout_line.h"

#include "base/translatable.h"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

namespace nest {

namespace {

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string::npos ? std::string() : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// What has been read of a line so far.
struct Reading {
    Options& options;
    std::map<std::string, std::string> said; ///< part -> how it was given
    std::optional<Diagnostic> fault;

    /// Notes that a part was given; a fault when it was given before.
    void say(const std::string& part, const std::string& token) {
        const auto [before, fresh] = said.emplace(part, token);
        if (fresh) return;
        fault = before->second == token
                    ? nest::fault(ErrorCode::duplicate_name, "layout", {}, token)
                    : nest::fault(ErrorCode::inconsistent, token, "each part once", before->second + " before it");
    }
};

/// "tp8", "tp=8", "zero0-1" -> the option it sets and its value.
bool set_degree(Reading& reading, const std::string& token) {
    static const std::array<std::pair<const char*, const char*>, 10> degrees{{{"micro_batch", "micro_batches"},
                                                                              {"mb", "micro_batches"},
                                                                              {"tp", "tp"},
                                                                              {"pp", "pp"},
                                                                              {"dp", "dp"},
                                                                              {"ep", "ep"},
                                                                              {"etp", "expert_tp"},
                                                                              {"cp", "cp"},
                                                                              {"vpp", "virtual_stages"},
                                                                              {"zero", "zero"}}};
    for (const auto& [name, key] : degrees) {
        if (!token.starts_with(name)) continue;
        std::string value = token.substr(std::string_view(name).size());
        if (value.starts_with('=')) value.erase(0, 1);
        // Only ZeRO stages have a range, "zero0-1"; elsewhere a minus is a slip.
        const char* allowed = std::string_view(key) == "zero" ? "0123456789-," : "0123456789,";
        if (value.find_first_not_of(allowed) != std::string::npos || value.empty() || value.front() == '-') continue;
        std::replace(value.begin(), value.end(), '-', ',');
        if (auto wrong = set_option_text(reading.options, key, value)) reading.fault = std::move(wrong);
        reading.say(key, token);
        if (std::string_view(key) == "expert_tp") reading.options.expert_fold = Switch::on;
        if (std::string_view(key) == "virtual_stages") {
            const auto& given = reading.options.virtual_stages;
            const bool one = given && *given == std::vector<std::int64_t>{1};
            if (!one) reading.options.schedule = std::vector<ScheduleKind>{ScheduleKind::interleaved};
        }
        return true;
    }
    return false;
}

/// "full": every stage; "fullx3": some stages, beside those of other kinds or none.
bool add_recomputation(Reading& reading, const std::string& token) {
    const std::size_t digits = token.find_last_not_of("0123456789");
    const bool partial = digits != std::string::npos && digits + 1 < token.size() && token[digits] == 'x';
    Options one;
    if (set_option_text(one, "recompute", partial ? token.substr(0, digits) : token)) return false;
    if (!one.recompute) return false; // "auto" is no layout
    reading.say(partial ? token.substr(0, digits) : "recompute", token);
    const std::vector<Recompute>& before = *reading.options.recompute;
    if (partial) one.recompute->insert(one.recompute->end(), before.begin(), before.end());
    std::sort(one.recompute->begin(), one.recompute->end());
    reading.options.recompute = std::move(one.recompute);
    return true;
}

/// "block4": full recomputation of the first 4 layers of every stage; "block2-4x3": of 2 to 4 in three stages.
bool add_partial_recomputation(Reading& reading, const std::string& token) {
    constexpr std::string_view name = "block";
    if (!token.starts_with(name)) return false;
    const std::size_t times = token.find('x');
    const std::string range = token.substr(name.size(), times == std::string::npos ? times : times - name.size());
    const std::size_t dash = range.find('-');
    const std::string first = range.substr(0, dash), last = dash == std::string::npos ? first : range.substr(dash + 1);
    const auto is_count = [](const std::string& text) {
        return !text.empty() && text.size() < 7 && text.find_first_not_of("0123456789") == std::string::npos;
    };
    if (!is_count(first) || !is_count(last) || (times != std::string::npos && !is_count(token.substr(times + 1))))
        return false;
    reading.say("recompute_layers", token);
    std::vector<Recompute> kinds = *reading.options.recompute;
    const bool beside_others = times != std::string::npos || reading.said.contains("full");
    if (!beside_others) kinds.clear();
    kinds.push_back(Recompute::full);
    std::sort(kinds.begin(), kinds.end());
    kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
    reading.options.recompute = std::move(kinds);
    std::vector<std::int64_t> layers;
    if (beside_others) layers.push_back(0);
    for (std::int64_t count = std::stoll(first); count <= std::stoll(last) && layers.size() < 4096; ++count)
        layers.push_back(count);
    reading.options.recompute_layers = std::move(layers);
    return true;
}

/// "copies1,2,1", "copies=1,2,1": so many of each stage.
bool set_copies(Reading& reading, const std::string& token) {
    constexpr std::string_view name = "copies";
    if (!token.starts_with(name)) return false;
    std::string value = token.substr(name.size());
    if (value.starts_with('=')) value.erase(0, 1);
    std::vector<std::int64_t> copies;
    std::istringstream numbers(value);
    for (std::string number; std::getline(numbers, number, ',');) {
        Options one;
        if (set_option_text(one, "copies", number)) return false;
        copies.push_back(one.copies);
    }
    if (copies.empty() || value.back() == ',') return false;
    reading.say("copies", token);
    reading.options.copies = *std::max_element(copies.begin(), copies.end());
    reading.options.stage_copies = std::move(copies);
    return true;
}

bool set_choice(Reading& reading, const std::string& token) {
    for (const char* key : {"schedule", "layouts"}) {
        if (set_option_text(reading.options, key, token)) continue;
        reading.say(key, token);
        return true;
    }
    return false;
}

/// Copies are given for each stage and go with 1F1B and pp-inner alone.
std::optional<Diagnostic> check_copies(const Reading& reading) {
    Options& o = reading.options;
    if (o.stage_copies.empty()) return std::nullopt;
    const std::string& said = reading.said.at("copies");
    if (o.pp->size() != 1 || o.pp->front() != static_cast<std::int64_t>(o.stage_copies.size()))
        return fault(ErrorCode::inconsistent, said,
                     note_words(QT_TRANSLATE_NOOP("NoteWords", "as many numbers as stages, %1"), {o.pp->front()}),
                     std::to_string(o.stage_copies.size()));
    if (o.copies == 1) o.stage_copies.clear(); // one of each: as if nothing was said
    if (o.stage_copies.empty()) return std::nullopt;
    const auto refuse = [&](const char* beside) {
        return fault(ErrorCode::inconsistent, said,
                     note_words(QT_TRANSLATE_NOOP("NoteWords", "1f1b, pp-inner, all or no layers recomputed, experts "
                                                               "not folded and an objective of time, where stages "
                                                               "have copies")),
                     note_words(beside));
    };
    if (*o.schedule != std::vector<ScheduleKind>{ScheduleKind::one_f_one_b})
        return refuse(QT_TRANSLATE_NOOP("NoteWords", "another schedule"));
    if (o.layouts != std::vector<LayoutKind>{LayoutKind::pp_inner})
        return refuse(QT_TRANSLATE_NOOP("NoteWords", "dp-inner"));
    if (o.recompute_layers != Options().recompute_layers)
        return refuse(QT_TRANSLATE_NOOP("NoteWords", "some layers recomputed"));
    if (o.expert_fold != Switch::off) return refuse(QT_TRANSLATE_NOOP("NoteWords", "folded experts"));
    if (minimises_memory(o.objective)) return refuse(QT_TRANSLATE_NOOP("NoteWords", "an objective of memory"));
    return std::nullopt;
}

} // namespace

Result<LayoutLine> read_layout(const std::string& text, const Options& options) {
    LayoutLine line{{}, {}, options};
    std::string degrees = text;
    const std::size_t at = text.find('@');
    if (at != std::string::npos) {
        // A generator has a colon of its own, without a space behind it.
        const std::size_t colon = text.find(": ", at);
        if (colon == std::string::npos)
            return fault(ErrorCode::wrong_format, "layout", "MODEL @ TOPOLOGY: tp8 pp4 ...", "\"" + text + "\"");
        line.model = trimmed(text.substr(0, at));
        line.topology = trimmed(text.substr(at + 1, colon - at - 1));
        degrees = text.substr(colon + 1);
    }
    Options& o = line.options;
    const std::vector<std::int64_t> one{1};
    o.tp = o.pp = o.dp = o.ep = o.cp = o.micro_batches = one;
    o.zero = std::vector<std::int64_t>{0};
    o.sequence_parallel = o.expert_fold = Switch::off;
    o.recompute = std::vector<Recompute>{Recompute::none};
    o.recompute_layers = std::vector<std::int64_t>{0};
    o.schedule = std::vector<ScheduleKind>{ScheduleKind::one_f_one_b};
    o.virtual_stages = std::nullopt;
    o.copies = 1;
    o.stage_copies.clear();
    o.layouts = {LayoutKind::pp_inner};
    std::istringstream stream(degrees);
    std::string token;
    Reading reading{o, {}, {}};
    while (stream >> token) {
        if (token == "sp") {
            o.sequence_parallel = Switch::on;
        } else if (!set_degree(reading, token) && !add_recomputation(reading, token) &&
                   !add_partial_recomputation(reading, token) && !set_copies(reading, token) &&
                   !set_choice(reading, token)) {
            reading.fault =
                fault(ErrorCode::unknown_name, "layout",
                      "parts such as tp8 pp4 dp4 ep1 etp1 cp1 mb1 sp zero1 full gpipe vpp2 copies1,2 dp-inner", token);
        }
        if (reading.fault) return *std::move(reading.fault);
    }
    if (degrees.find_first_not_of(" \t\r\n") == std::string::npos)
        return fault(ErrorCode::wrong_format, "layout", "parts such as tp8 pp4 dp4 mb1", "nothing");
    if (o.zero->size() > 1) o.zero_uniform = false;
    if (auto wrong = check_copies(reading)) return *std::move(wrong);
    return line;
}

std::vector<LayoutContradiction> contradictions(const Options& options, const Options& layout, Asked asked) {
    using nlohmann::json;
    const Options defaults;
    std::vector<LayoutContradiction> list;
    for (const char* key : {"tp", "pp", "dp", "ep", "cp", "micro_batches", "sequence_parallel", "expert_fold",
                            "expert_tp", "zero", "recompute", "recompute_layers", "schedule", "layouts"}) {
        const json wanted = get_option(options, key), has = get_option(layout, key);
        if (wanted == "auto" || has == "auto" || wanted == get_option(defaults, key)) continue;
        const json any = wanted.is_array() ? wanted : json::array({wanted});
        const json held = has.is_array() ? has : json::array({has});
        const auto wants = [&any](const json& value) { return std::find(any.begin(), any.end(), value) != any.end(); };
        const bool agree = asked == Asked::one ? std::any_of(held.begin(), held.end(), wants)
                                               : std::all_of(held.begin(), held.end(), wants);
        if (!agree) list.push_back({key, option_text(options, key), option_text(layout, key)});
    }
    // Up to so many, so fewer are no contradiction.
    if (options.copies != defaults.copies && layout.copies > options.copies)
        list.push_back({"copies", option_text(options, "copies"), option_text(layout, "copies")});
    return list;
}

Options options_of_layout(const Options& options, const Plan& plan) {
    Options o = options;
    const auto only = [](std::int64_t value) { return std::vector<std::int64_t>{value}; };
    o.tp = only(plan.strategy.tp);
    o.cp = only(plan.strategy.cp);
    o.ep = only(plan.strategy.ep);
    o.expert_fold = plan.strategy.folded() ? Switch::on : Switch::off;
    if (plan.strategy.folded()) o.expert_tp = only(plan.strategy.expert_tp);
    o.pp = only(plan.stage_count());
    o.dp = only(plan.data_parallel());
    o.micro_batches = only(plan.micro_batch);
    o.sequence_parallel = plan.strategy.sequence_parallel ? Switch::on : Switch::off;
    o.schedule = std::vector<ScheduleKind>{plan.schedule};
    o.virtual_stages = plan.virtual_stages() > 1 ? Degrees(only(plan.virtual_stages())) : std::nullopt;
    o.layouts = {plan.layout};
    o.copies = 1;
    o.stage_copies.clear();
    for (const StagePlan& stage : plan.stages)
        o.copies = std::max(o.copies, stage.copies);
    std::set<std::int64_t> zero;
    std::set<Recompute> recompute;
    std::set<std::int64_t> layers;
    for (const StagePlan& stage : plan.stages) {
        if (stage.recompute == Recompute::full) layers.insert(stage.is_partial() ? stage.recompute_layers : 0);
        zero.insert(stage.zero);
        recompute.insert(stage.recompute);
    }
    o.zero = std::vector<std::int64_t>(zero.begin(), zero.end());
    o.recompute = std::vector<Recompute>(recompute.begin(), recompute.end());
    if (layers.empty()) layers.insert(0);
    o.recompute_layers = std::vector<std::int64_t>(layers.begin(), layers.end());
    if (zero.size() > 1) o.zero_uniform = false;
    return o;
}

} // namespace nest
