// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/options.h"

#include "base/translatable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <string_view>
#include <type_traits>

namespace nest {

namespace {

using nlohmann::json;

// ---- Names of choices: the order is that of the enumerations ----

template <typename E> struct Names;
template <> struct Names<Recompute> {
    static constexpr std::array<std::string_view, 4> all{"none", "selective", "full", "stage"};
};
template <> struct Names<ScheduleKind> { static constexpr std::array<std::string_view, 2> all{"1f1b", "gpipe"}; };
template <> struct Names<LayoutKind> { static constexpr std::array<std::string_view, 2> all{"pp-inner", "dp-inner"}; };
template <> struct Names<Objective> { static constexpr std::array<std::string_view, 2> all{"latency", "paper"}; };
template <> struct Names<Precision> {
    static constexpr std::array<std::string_view, 4> all{"megatron", "zero", "fp32", "sgd-mixed"};
};
template <> struct Names<Switch> { static constexpr std::array<std::string_view, 3> all{"auto", "on", "off"}; };
template <> struct Names<AttentionKernel> { static constexpr std::array<std::string_view, 2> all{"flash", "unfused"}; };

template <typename E> std::string_view enum_name(E value) {
    return Names<E>::all[static_cast<std::size_t>(value)];
}

/// `name` has been checked against the table's choices, which come from the same list.
template <typename E> E enum_value(const std::string& name) {
    const auto& all = Names<E>::all;
    return static_cast<E>(std::find(all.begin(), all.end(), name) - all.begin());
}

template <typename E> std::vector<std::string> choices_of() {
    return {Names<E>::all.begin(), Names<E>::all.end()};
}

// ---- A checked JSON value to and from a field ----

json level_change_json(const LevelChange& change);
LevelChange level_change_of(const json& value);

json value_of(std::int64_t field) {
    return field;
}
json value_of(double field) {
    return field;
}
json value_of(bool field) {
    return field;
}
json value_of(const std::string& field) {
    return field;
}
template <typename E>
requires std::is_enum_v<E> json value_of(E field) {
    return std::string(enum_name(field));
}
template <typename T> json value_of(const std::vector<T>& field) {
    json list = json::array();
    for (const T& item : field)
        list.push_back(value_of(item));
    return list;
}
template <typename T> json value_of(const std::optional<T>& field) {
    return field ? value_of(*field) : json("auto");
}
json value_of(const std::vector<LayoutKind>& field) {
    if (field.size() == Names<LayoutKind>::all.size()) return "auto";
    json list = json::array();
    for (const LayoutKind item : field)
        list.push_back(value_of(item));
    return list;
}
json value_of(const std::map<std::string, LevelChange>& field) {
    json object = json::object();
    for (const auto& [name, change] : field)
        object[name] = level_change_json(change);
    return object;
}

bool is_auto(const json& value) {
    return value.is_null() || value == "auto";
}

void assign(std::int64_t& field, const json& value) {
    field = value.get<std::int64_t>();
}
void assign(double& field, const json& value) {
    field = value.get<double>();
}
void assign(bool& field, const json& value) {
    field = value.get<bool>();
}
void assign(std::string& field, const json& value) {
    field = value.get<std::string>();
}
template <typename E>
requires std::is_enum_v<E>
void assign(E& field, const json& value) {
    field = enum_value<E>(value.get<std::string>());
}
template <typename T> void assign(std::vector<T>& field, const json& value) {
    std::vector<T> list;
    for (const json& item : value) {
        T element{};
        assign(element, item);
        list.push_back(element);
    }
    std::sort(list.begin(), list.end()); // a set: the order says nothing
    list.erase(std::unique(list.begin(), list.end()), list.end());
    field = std::move(list);
}
void assign(std::vector<LayoutKind>& field, const json& value) {
    if (is_auto(value)) {
        field = Options().layouts;
    } else {
        assign<LayoutKind>(field, value);
    }
}
template <typename T> void assign(std::optional<T>& field, const json& value) {
    if (is_auto(value)) {
        field.reset();
    } else {
        T element{};
        assign(element, value);
        field = std::move(element);
    }
}
void assign(std::map<std::string, LevelChange>& field, const json& value) {
    std::map<std::string, LevelChange> changes;
    for (const auto& [name, change] : value.items())
        changes[name] = level_change_of(change);
    field = std::move(changes);
}

/// A row of the table with the way to its field.
struct Row {
    OptionInfo info;
    std::function<json(const Options&)> get;
    std::function<void(Options&, const json&)> set; ///< the value has been checked
};

template <typename T> Row row(OptionInfo info, T Options::*field) {
    return {std::move(info), [field](const Options& options) { return value_of(options.*field); },
            [field](Options& options, const json& value) { assign(options.*field, value); }};
}

// ---- The table ----

constexpr double most_devices = 1e6;

OptionInfo degrees(const char* key, const char* label, const char* help, bool important = false) {
    OptionInfo info{key,
                    QT_TRANSLATE_NOOP("Options", "Parallelism"),
                    label,
                    help,
                    OptionType::integer_list,
                    Unit::count,
                    1,
                    most_devices,
                    {},
                    {}};
    info.allows_auto = true;
    info.important = important;
    return info;
}

template <typename E>
OptionInfo choice(OptionType type, const char* key, const char* group, const char* label, const char* help,
                  std::vector<const char*> labels, bool allows_auto = false, bool important = false) {
    return {key,         group,    label, help, type, Unit::none, 0, 0, choices_of<E>(), std::move(labels),
            allows_auto, important};
}

OptionInfo amount(const char* key, const char* group, const char* label, const char* help, Unit unit, double minimum,
                  double maximum, bool allows_auto = false, bool important = false) {
    return {key, group, label, help, OptionType::number, unit, minimum, maximum, {}, {}, allows_auto, important};
}

OptionInfo whole(const char* key, const char* group, const char* label, const char* help, double minimum,
                 double maximum, bool allows_auto = false, bool important = false) {
    return {key,     group,   label, help, OptionType::integer, Unit::count,
            minimum, maximum, {},    {},   allows_auto,         important};
}

OptionInfo yes_no(const char* key, const char* group, const char* label, const char* help) {
    return {key, group, label, help, OptionType::boolean, Unit::none, 0, 1, {}, {}, false, false};
}

OptionInfo engine_choice() {
    OptionInfo info{
        "target",
        QT_TRANSLATE_NOOP("Options", "Search"),
        QT_TRANSLATE_NOOP("Options", "Training engine"),
        QT_TRANSLATE_NOOP("Options", "Restricts the search to plans that this engine can run. Any: no restriction."),
        OptionType::choice,
        Unit::none,
        0,
        0,
        {"any", "megatron-lm", "deepspeed", "torchtitan"},
        {QT_TRANSLATE_NOOP("Options", "Any"), QT_TRANSLATE_NOOP("Options", "Megatron-LM"),
         QT_TRANSLATE_NOOP("Options", "DeepSpeed"), QT_TRANSLATE_NOOP("Options", "TorchTitan")}};
    info.important = true;
    return info;
}

std::vector<Row> training_rows() {
    const char* group = QT_TRANSLATE_NOOP("Options", "Training");
    return {
        row(whole("global_batch", group, QT_TRANSLATE_NOOP("Options", "Global batch"),
                  QT_TRANSLATE_NOOP("Options", "Sequences per optimizer step, over all replicas."), 1, 1e9, false,
                  true),
            &Options::global_batch),
        row(whole("sequence_length", group, QT_TRANSLATE_NOOP("Options", "Sequence length"),
                  QT_TRANSLATE_NOOP("Options", "Tokens per sequence. Auto: the model's own. Profiled models were "
                                               "measured at one length and refuse another."),
                  1, 1e8, true, true),
            &Options::sequence_length),
        row(choice<Precision>(
                OptionType::choice, "precision", group, QT_TRANSLATE_NOOP("Options", "Precision"),
                QT_TRANSLATE_NOOP("Options", "Bytes per parameter for weights, gradients and optimizer state."),
                {QT_TRANSLATE_NOOP("Options", "Megatron-LM mixed: 2 + 4 + 12"),
                 QT_TRANSLATE_NOOP("Options", "Mixed with half gradients: 2 + 2 + 12"),
                 QT_TRANSLATE_NOOP("Options", "Single precision: 4 + 4 + 8"),
                 QT_TRANSLATE_NOOP("Options", "SGD, mixed: 2 + 2 + 4")},
                false, true),
            &Options::precision),
        row(choice<AttentionKernel>(
                OptionType::choice, "attention", group, QT_TRANSLATE_NOOP("Options", "Attention kernel"),
                QT_TRANSLATE_NOOP("Options",
                                  "Flash attention keeps no score matrix; unfused attention writes and saves it."),
                {QT_TRANSLATE_NOOP("Options", "Flash"), QT_TRANSLATE_NOOP("Options", "Unfused")}),
            &Options::attention),
        row(yes_no("dropout", group, QT_TRANSLATE_NOOP("Options", "Dropout"),
                   QT_TRANSLATE_NOOP("Options", "Dropout is active: its masks are saved for the backward pass.")),
            &Options::dropout),
        row(yes_no("fused_loss", group, QT_TRANSLATE_NOOP("Options", "Fused loss"),
                   QT_TRANSLATE_NOOP("Options",
                                     "The loss is computed without storing the logits of the whole micro-batch.")),
            &Options::fused_loss),
        row(amount(
                "expert_imbalance", group, QT_TRANSLATE_NOOP("Options", "Expert imbalance"),
                QT_TRANSLATE_NOOP("Options", "Load of the busiest expert rank over the average; 1 is perfectly even."),
                Unit::none, 1, 1000),
            &Options::expert_imbalance),
    };
}

std::vector<Row> parallelism_rows() {
    const char* group = QT_TRANSLATE_NOOP("Options", "Parallelism");
    OptionInfo zero = degrees(
        "zero", QT_TRANSLATE_NOOP("Options", "ZeRO stage"),
        QT_TRANSLATE_NOOP(
            "Options",
            "Allowed ZeRO stages: 1 shards the optimizer state, 2 also gradients, 3 also weights. Auto: 0 to 3."));
    zero.minimum = 0;
    zero.maximum = 3;
    return {
        row(degrees("micro_batches", QT_TRANSLATE_NOOP("Options", "Micro-batch size"),
                    QT_TRANSLATE_NOOP("Options", "Sequences per micro-batch that may be used. Auto: 1, 2, 4, 8."),
                    true),
            &Options::micro_batches),
        row(degrees("tp", QT_TRANSLATE_NOOP("Options", "Tensor parallel"),
                    QT_TRANSLATE_NOOP("Options", "Allowed tensor-parallel degrees. Auto: powers of two and divisors of "
                                                 "the heads, inside one node.")),
            &Options::tp),
        row(degrees("pp", QT_TRANSLATE_NOOP("Options", "Pipeline parallel"),
                    QT_TRANSLATE_NOOP("Options", "Allowed numbers of pipeline stages. Auto: any.")),
            &Options::pp),
        row(degrees("dp", QT_TRANSLATE_NOOP("Options", "Data parallel"),
                    QT_TRANSLATE_NOOP("Options", "Allowed data-parallel degrees, counted as Megatron-LM does: replicas "
                                                 "times expert-parallel degree. Auto: any.")),
            &Options::dp),
        row(degrees("ep", QT_TRANSLATE_NOOP("Options", "Expert parallel"),
                    QT_TRANSLATE_NOOP("Options",
                                      "Allowed expert-parallel degrees. Auto: divisors of the number of experts.")),
            &Options::ep),
        row(degrees("cp", QT_TRANSLATE_NOOP("Options", "Context parallel"),
                    QT_TRANSLATE_NOOP("Options", "Allowed context-parallel degrees. Auto: 1, 2, 4, 8.")),
            &Options::cp),
        row(choice<Switch>(OptionType::choice, "sequence_parallel", group,
                           QT_TRANSLATE_NOOP("Options", "Sequence parallel"),
                           QT_TRANSLATE_NOOP("Options", "Splits norms and dropout along the sequence between "
                                                        "tensor-parallel ranks. Auto: whichever is faster."),
                           {QT_TRANSLATE_NOOP("Options", "Auto"), QT_TRANSLATE_NOOP("Options", "On"),
                            QT_TRANSLATE_NOOP("Options", "Off")}),
            &Options::sequence_parallel),
        row(std::move(zero), &Options::zero),
        row(yes_no("zero_uniform", group, QT_TRANSLATE_NOOP("Options", "One ZeRO stage for all"),
                   QT_TRANSLATE_NOOP("Options",
                                     "All pipeline stages use the same ZeRO stage, as today's engines require.")),
            &Options::zero_uniform),
        row(choice<Recompute>(
                OptionType::choice_list, "recompute", group, QT_TRANSLATE_NOOP("Options", "Recomputation"),
                QT_TRANSLATE_NOOP("Options", "What may be dropped after the forward pass and computed again. Auto: "
                                             "none, selective and full are tried for every stage."),
                {QT_TRANSLATE_NOOP("Options", "None"), QT_TRANSLATE_NOOP("Options", "Selective"),
                 QT_TRANSLATE_NOOP("Options", "Full"), QT_TRANSLATE_NOOP("Options", "Whole stage")},
                true, true),
            &Options::recompute),
        row(choice<ScheduleKind>(
                OptionType::choice_list, "schedule", group, QT_TRANSLATE_NOOP("Options", "Pipeline schedule"),
                QT_TRANSLATE_NOOP("Options", "Order of forward and backward passes. Auto: 1F1B."),
                {QT_TRANSLATE_NOOP("Options", "1F1B"), QT_TRANSLATE_NOOP("Options", "GPipe")}, true, true),
            &Options::schedule),
        row(choice<LayoutKind>(OptionType::choice_list, "layouts", group, QT_TRANSLATE_NOOP("Options", "Rank layout"),
                               QT_TRANSLATE_NOOP("Options", "Which ranks are neighbours: the stages of one replica, or "
                                                            "the replicas of one stage. Auto: both are tried."),
                               {QT_TRANSLATE_NOOP("Options", "Stages of a replica"),
                                QT_TRANSLATE_NOOP("Options", "Replicas of a stage")},
                               true),
            &Options::layouts),
    };
}

std::vector<Row> memory_rows() {
    const char* group = QT_TRANSLATE_NOOP("Options", "Memory");
    return {
        row(amount("memory_capacity", group, QT_TRANSLATE_NOOP("Options", "Memory per device"),
                   QT_TRANSLATE_NOOP("Options", "Auto: the device's own memory."), Unit::bytes, 1, 1e16, true, true),
            &Options::memory_capacity),
        row(amount("reserve_bytes", group, QT_TRANSLATE_NOOP("Options", "Reserve"),
                   QT_TRANSLATE_NOOP("Options", "Bytes kept free for the driver's context, libraries and workspace. "
                                                "Auto: the device's own figure."),
                   Unit::bytes, 0, 1e16, true),
            &Options::reserve_bytes),
        row(amount("reserve_fraction", group, QT_TRANSLATE_NOOP("Options", "Reserve for fragmentation"),
                   QT_TRANSLATE_NOOP("Options", "Share of the capacity kept free. Auto: the device's own figure."),
                   Unit::ratio, 0, 0.99, true),
            &Options::reserve_fraction),
        row(amount("communicator_bytes", group, QT_TRANSLATE_NOOP("Options", "Communicator buffers"),
                   QT_TRANSLATE_NOOP("Options", "Bytes for each communicator of a rank."), Unit::bytes, 0, 1e12),
            &Options::communicator_bytes),
    };
}

OptionInfo level_family(const char* key, const char* label, const char* help, Unit unit, double minimum,
                        double maximum) {
    return {key,
            QT_TRANSLATE_NOOP("Options", "Network"),
            label,
            help,
            OptionType::level_map,
            unit,
            minimum,
            maximum,
            {},
            {},
            true,
            false};
}

std::vector<Row> network_rows() {
    const char* group = QT_TRANSLATE_NOOP("Options", "Network");
    return {
        row(whole("nodes", group, QT_TRANSLATE_NOOP("Options", "Nodes"),
                  QT_TRANSLATE_NOOP("Options", "Uses only this many nodes of the cluster. Auto: all."), 1, most_devices,
                  true),
            &Options::nodes),
        row(level_family("level_bandwidth", QT_TRANSLATE_NOOP("Options", "Level bandwidth"),
                         QT_TRANSLATE_NOOP(
                             "Options", "Replaces or scales (\"x0.5\") the bandwidth per device of a network level."),
                         Unit::bytes_per_second, 1, 1e18),
            &Options::level_bandwidth),
        row(level_family("level_latency", QT_TRANSLATE_NOOP("Options", "Level latency"),
                         QT_TRANSLATE_NOOP("Options", "Replaces or scales (\"x2\") the latency of a network level."),
                         Unit::seconds, 0, 1000),
            &Options::level_latency),
        row(amount("overlap_dp", group, QT_TRANSLATE_NOOP("Options", "Overlap of gradient exchange"),
                   QT_TRANSLATE_NOOP("Options", "Share of the gradient exchange that is hidden behind computation."),
                   Unit::ratio, 0, 1),
            &Options::overlap_dp),
        row(amount("overlap_zero", group, QT_TRANSLATE_NOOP("Options", "Overlap of ZeRO exchange"),
                   QT_TRANSLATE_NOOP(
                       "Options",
                       "Share of the ZeRO 2 and 3 exchange of every micro-batch that is hidden behind computation."),
                   Unit::ratio, 0, 1),
            &Options::overlap_zero),
    };
}

std::vector<Row> search_rows() {
    const char* group = QT_TRANSLATE_NOOP("Options", "Search");
    return {
        row(choice<Objective>(
                OptionType::choice, "objective", group, QT_TRANSLATE_NOOP("Options", "Objective"),
                QT_TRANSLATE_NOOP("Options", "What is minimised: the step time, or the simpler price of the NEST paper "
                                             "(bottleneck stage times m + s - 1)."),
                {QT_TRANSLATE_NOOP("Options", "Step time"), QT_TRANSLATE_NOOP("Options", "Paper's price")}, false,
                true),
            &Options::objective),
        row(engine_choice(), &Options::target),
        row(whole("max_devices", group, QT_TRANSLATE_NOOP("Options", "Most devices"),
                  QT_TRANSLATE_NOOP("Options", "Upper bound on the devices a plan may use. Auto: all present."), 1,
                  most_devices, true),
            &Options::max_devices),
        row(yes_no("round_up_micro_batches", group, QT_TRANSLATE_NOOP("Options", "Round up micro-batches"),
                   QT_TRANSLATE_NOOP(
                       "Options",
                       "Allows a batch that does not divide evenly: the number of micro-batches is rounded up.")),
            &Options::round_up_micro_batches),
        row(whole("downset_limit", group, QT_TRANSLATE_NOOP("Options", "Downset limit"),
                  QT_TRANSLATE_NOOP("Options", "Largest number of downsets of a branching model that are searched "
                                               "exactly; beyond it a topological order is used and the gap is shown."),
                  1, 1e7),
            &Options::downset_limit),
    };
}

const std::vector<Row>& rows() {
    static const std::vector<Row> all = [] {
        std::vector<Row> list;
        for (auto part : {training_rows(), parallelism_rows(), memory_rows(), network_rows(), search_rows()}) {
            for (Row& one : part)
                list.push_back(std::move(one));
        }
        return list;
    }();
    return all;
}

/// "level_bandwidth.nvlink" -> "level_bandwidth", "nvlink".
struct SplitKey {
    std::string family, member;
};

SplitKey split_key(const std::string& key) {
    const std::size_t dot = key.find('.');
    if (dot == std::string::npos) return {key, {}};
    return {key.substr(0, dot), key.substr(dot + 1)};
}

const Row* find_row(const std::string& key) {
    const SplitKey split = split_key(key);
    for (const Row& one : rows()) {
        const bool family = one.info.type == OptionType::level_map;
        if (one.info.key == key || (family && one.info.key == split.family && !split.member.empty())) return &one;
    }
    return nullptr;
}

// ---- Checks ----

std::string short_dump(const json& value) {
    std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
    if (text.size() > 60) text = text.substr(0, 57) + "...";
    return text;
}

Diagnostic fault(ErrorCode code, const std::string& key, std::string expected, std::string found) {
    Diagnostic diagnostic;
    diagnostic.code = code;
    diagnostic.subject = key;
    diagnostic.expected = std::move(expected);
    diagnostic.found = std::move(found);
    return diagnostic;
}

Diagnostic unknown_option(const std::string& key) {
    std::vector<std::string> keys;
    for (const Row& one : rows())
        keys.push_back(one.info.key);
    Diagnostic diagnostic = fault(ErrorCode::unknown_option, key, {}, {});
    const SplitKey split = split_key(key);
    diagnostic.suggestion = nearest_name(split.family, keys);
    if (!diagnostic.suggestion.empty() && !split.member.empty()) diagnostic.suggestion += "." + split.member;
    return diagnostic;
}

std::string range_text(const OptionInfo& info) {
    return format_editable(info.minimum, info.unit) + " to " + format_editable(info.maximum, info.unit);
}

std::string joined_choices(const OptionInfo& info) {
    std::string text;
    for (const std::string& one : info.choices)
        text += (text.empty() ? "" : ", ") + one;
    return text;
}

std::string auto_hint(const OptionInfo& info) {
    return info.allows_auto ? " or \"auto\"" : "";
}

/// Stores an integer as such even when it was written 1e3; checks the range.
std::optional<Diagnostic> check_integer(const OptionInfo& info, const std::string& key, json& value) {
    if (!value.is_number()) {
        return fault(ErrorCode::wrong_type, key, "a whole number" + auto_hint(info), short_dump(value));
    }
    const double number = value.get<double>();
    if (!std::isfinite(number)) return fault(ErrorCode::not_finite, key, {}, {});
    if (number != std::floor(number)) {
        return fault(ErrorCode::wrong_type, key, "a whole number" + auto_hint(info), short_dump(value));
    }
    if (number < info.minimum || number > info.maximum) {
        return fault(ErrorCode::out_of_range, key, range_text(info), short_dump(value));
    }
    value = static_cast<std::int64_t>(number);
    return std::nullopt;
}

std::optional<Diagnostic> check_number(const OptionInfo& info, const std::string& key, const json& value) {
    if (!value.is_number()) return fault(ErrorCode::wrong_type, key, "a number" + auto_hint(info), short_dump(value));
    const double number = value.get<double>();
    if (!std::isfinite(number)) return fault(ErrorCode::not_finite, key, {}, {});
    if (number < info.minimum || number > info.maximum) {
        return fault(ErrorCode::out_of_range, key, range_text(info), short_dump(value));
    }
    return std::nullopt;
}

std::optional<Diagnostic> check_choice(const OptionInfo& info, const std::string& key, const json& value) {
    if (!value.is_string()) {
        return fault(ErrorCode::wrong_type, key, "one of " + joined_choices(info) + auto_hint(info), short_dump(value));
    }
    const std::string name = value.get<std::string>();
    if (std::find(info.choices.begin(), info.choices.end(), name) != info.choices.end()) return std::nullopt;
    Diagnostic diagnostic =
        fault(ErrorCode::unknown_name, key, "one of " + joined_choices(info) + auto_hint(info), name);
    diagnostic.suggestion = nearest_name(name, info.choices);
    return diagnostic;
}

constexpr std::size_t longest_list = 10000;

template <typename Check>
std::optional<Diagnostic> check_list(const OptionInfo& info, const std::string& key, json& value, Check check) {
    if (!value.is_array()) value = json::array({value});
    if (value.empty()) return fault(ErrorCode::out_of_range, key, "at least one value" + auto_hint(info), "none");
    if (value.size() > longest_list) {
        return fault(ErrorCode::out_of_range, key, "at most " + std::to_string(longest_list) + " values",
                     std::to_string(value.size()));
    }
    for (json& item : value) {
        if (auto diagnostic = check(info, key, item)) return diagnostic;
    }
    return std::nullopt;
}

/// "x0.5" -> 0.5; the factor must be positive.
std::optional<double> factor_of(const std::string& text) {
    if (text.size() < 2 || (text[0] != 'x' && text[0] != 'X')) return std::nullopt;
    const Result<double> factor = parse_quantity(std::string_view(text).substr(1), Unit::none);
    if (!factor || *factor < 1e-9 || *factor > 1e9) return std::nullopt;
    return *factor;
}

std::optional<Diagnostic> check_level_change(const OptionInfo& info, const std::string& key, const json& value) {
    if (value.is_string()) {
        if (factor_of(value.get<std::string>())) return std::nullopt;
        return fault(ErrorCode::wrong_type, key, "a number, or a factor such as \"x0.5\"", short_dump(value));
    }
    return check_number(info, key, value);
}

std::optional<Diagnostic> check_level_map(const OptionInfo& info, const std::string& key, const json& value) {
    if (!value.is_object()) {
        return fault(ErrorCode::wrong_type, key, "an object of level names and values", short_dump(value));
    }
    for (const auto& [name, change] : value.items()) {
        if (name.empty()) return fault(ErrorCode::unknown_name, key, "a level's name", name);
        if (auto diagnostic = check_level_change(info, key + "." + name, change)) return diagnostic;
    }
    return std::nullopt;
}

/// Checks and brings the value into its stored form.
std::optional<Diagnostic> check_value(const OptionInfo& info, const std::string& key, json& value) {
    if (info.allows_auto && info.type != OptionType::level_map && is_auto(value)) return std::nullopt;
    switch (info.type) {
    case OptionType::integer:
        return check_integer(info, key, value);
    case OptionType::number:
        return check_number(info, key, value);
    case OptionType::boolean:
        if (value.is_boolean()) return std::nullopt;
        return fault(ErrorCode::wrong_type, key, "true or false", short_dump(value));
    case OptionType::choice:
        if (value.is_boolean() && info.choices == choices_of<Switch>()) value = value.get<bool>() ? "on" : "off";
        return check_choice(info, key, value);
    case OptionType::integer_list:
        return check_list(info, key, value, check_integer);
    case OptionType::choice_list:
        return check_list(info, key, value, check_choice);
    case OptionType::level_map:
        return check_level_map(info, key, value);
    }
    return std::nullopt;
}

json level_change_json(const LevelChange& change) {
    if (change.scale) return "x" + format_editable(change.value, Unit::none);
    return change.value;
}

LevelChange level_change_of(const json& value) {
    if (value.is_string()) return {true, factor_of(value.get<std::string>()).value_or(1)};
    return {false, value.get<double>()};
}

// ---- Text ----

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

std::vector<std::string> split_list(const std::string& text) {
    std::string spaced = text;
    std::replace_if(
        spaced.begin(), spaced.end(), [](char c) { return c == ',' || c == ';' || c == '[' || c == ']'; }, ' ');
    std::vector<std::string> items;
    std::size_t at = 0;
    while ((at = spaced.find_first_not_of(" \t", at)) != std::string::npos) {
        const std::size_t end = std::min(spaced.find_first_of(" \t", at), spaced.size());
        items.push_back(spaced.substr(at, end - at));
        at = end;
    }
    return items;
}

/// Text to a JSON value of the option's type; the rest is checked by check_value.
Result<json> value_from_text(const OptionInfo& info, const std::string& key, const std::string& text);

Result<json> number_from_text(const OptionInfo& info, const std::string& text) {
    Result<double> number = parse_quantity(text, info.unit);
    if (!number) return number.diagnostics();
    return json(*number);
}

Result<json> level_map_from_text(const OptionInfo& info, const std::string& key, const std::string& text) {
    json object = json::object();
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string part = trimmed(std::string_view(text).substr(at, end - at));
        at = end + 1;
        if (part.empty()) continue;
        const std::size_t equals = part.find('=');
        if (equals == std::string::npos || equals == 0) {
            return fault(ErrorCode::wrong_type, key, "NAME=VALUE, with commas between several", part);
        }
        const std::string value = trimmed(std::string_view(part).substr(equals + 1));
        if (factor_of(value)) {
            object[trimmed(part.substr(0, equals))] = value;
            continue;
        }
        Result<json> number = number_from_text(info, value);
        if (!number) return number;
        object[trimmed(part.substr(0, equals))] = *number;
    }
    return object;
}

Result<json> value_from_text(const OptionInfo& info, const std::string& key, const std::string& text) {
    if (info.allows_auto && info.type != OptionType::level_map && (text.empty() || text == "auto")) return json("auto");
    switch (info.type) {
    case OptionType::integer:
    case OptionType::number:
        return number_from_text(info, text);
    case OptionType::boolean:
        for (const char* yes : {"on", "true", "yes", "1"}) {
            if (text == yes) return json(true);
        }
        for (const char* no : {"off", "false", "no", "0"}) {
            if (text == no) return json(false);
        }
        return fault(ErrorCode::wrong_type, key, "on or off", "\"" + text + "\"");
    case OptionType::choice:
        return json(text);
    case OptionType::choice_list:
    case OptionType::integer_list: {
        json list = json::array();
        for (const std::string& item : split_list(text)) {
            if (info.type == OptionType::choice_list) {
                list.push_back(item);
                continue;
            }
            Result<json> number = number_from_text(info, item);
            if (!number) return number;
            list.push_back(*number);
        }
        return list;
    }
    case OptionType::level_map:
        return level_map_from_text(info, key, text);
    }
    return json();
}

std::map<std::string, LevelChange>& family_of(Options& options, const OptionInfo& info) {
    return info.key == "level_latency" ? options.level_latency : options.level_bandwidth;
}

std::string level_change_text(const json& value, Unit unit) {
    return value.is_string() ? value.get<std::string>() : format_editable(value.get<double>(), unit);
}

} // namespace

PrecisionBytes bytes_of(Precision precision) {
    switch (precision) {
    case Precision::megatron:
        return {2, 4, 12};
    case Precision::zero:
        return {2, 2, 12};
    case Precision::fp32:
        return {4, 4, 8};
    case Precision::sgd_mixed:
        return {2, 2, 4};
    }
    return {2, 4, 12};
}

const std::vector<OptionInfo>& option_table() {
    static const std::vector<OptionInfo> table = [] {
        std::vector<OptionInfo> list;
        for (const Row& one : rows())
            list.push_back(one.info);
        return list;
    }();
    return table;
}

const OptionInfo* find_option(const std::string& key) {
    const Row* found = find_row(key);
    return found ? &found->info : nullptr;
}

json get_option(const Options& options, const std::string& key) {
    const Row* found = find_row(key);
    if (!found) return {};
    const json value = found->get(options);
    if (key == found->info.key) return value;
    const auto member = value.find(split_key(key).member);
    return member == value.end() ? json("auto") : *member;
}

std::optional<Diagnostic> set_option(Options& options, const std::string& key, const json& value) {
    const Row* found = find_row(key);
    if (!found) return unknown_option(key);
    json checked = value;
    if (key != found->info.key) { // one member of a family
        const std::string member = split_key(key).member;
        if (is_auto(checked)) {
            family_of(options, found->info).erase(member);
            return std::nullopt;
        }
        if (auto diagnostic = check_level_change(found->info, key, checked)) return diagnostic;
        family_of(options, found->info)[member] = level_change_of(checked);
        return std::nullopt;
    }
    if (auto diagnostic = check_value(found->info, key, checked)) return diagnostic;
    found->set(options, checked);
    return std::nullopt;
}

std::optional<Diagnostic> set_option_text(Options& options, const std::string& key, const std::string& text) {
    const Row* found = find_row(key);
    if (!found) return unknown_option(key);
    const std::string plain = trimmed(text);
    if (key != found->info.key) {
        if (plain.empty() || plain == "auto") return set_option(options, key, "auto");
        if (plain[0] == 'x' || plain[0] == 'X') return set_option(options, key, plain);
        const Result<json> number = number_from_text(found->info, plain);
        return number ? set_option(options, key, *number) : std::optional(number.fault());
    }
    const Result<json> value = value_from_text(found->info, key, plain);
    return value ? set_option(options, key, *value) : std::optional(value.fault());
}

std::string option_text(const Options& options, const std::string& key) {
    const OptionInfo* info = find_option(key);
    if (!info) return {};
    const json value = get_option(options, key);
    if (value == "auto") return "auto";
    switch (info->type) {
    case OptionType::integer:
    case OptionType::number:
        return format_editable(value.get<double>(), info->unit);
    case OptionType::boolean:
        return value.get<bool>() ? "on" : "off";
    case OptionType::choice:
        return value.get<std::string>();
    case OptionType::choice_list:
    case OptionType::integer_list: {
        std::string text;
        for (const json& item : value) {
            text += (text.empty() ? "" : ", ") +
                    (item.is_string() ? item.get<std::string>() : std::to_string(item.get<std::int64_t>()));
        }
        return text;
    }
    case OptionType::level_map: {
        if (!value.is_object()) return level_change_text(value, info->unit);
        std::string text;
        for (const auto& [name, change] : value.items()) {
            text += (text.empty() ? "" : ", ") + name + "=" + level_change_text(change, info->unit);
        }
        return text;
    }
    }
    return {};
}

json options_to_json(const Options& options) {
    static const Options defaults;
    json object = json::object();
    for (const Row& one : rows()) {
        const json value = one.get(options);
        if (value == one.get(defaults)) continue;
        if (one.info.type != OptionType::level_map) {
            object[one.info.key] = value;
            continue;
        }
        for (const auto& [name, change] : value.items())
            object[one.info.key + "." + name] = change;
    }
    return object;
}

Result<Options> options_from_json(const json& object, const std::string& file, const std::string& pointer) {
    const auto located = [&](Diagnostic diagnostic, const std::string& at) {
        diagnostic.file = file;
        diagnostic.pointer = at;
        return diagnostic;
    };
    if (!object.is_object()) {
        return located(fault(ErrorCode::wrong_type, {}, "an object of option keys", short_dump(object)), pointer);
    }
    Options options;
    std::vector<Diagnostic> faults;
    for (const auto& [key, value] : object.items()) {
        if (key == "format" || key == "version") continue;
        if (auto diagnostic = set_option(options, key, value)) {
            faults.push_back(located(std::move(*diagnostic), pointer + "/" + key));
            if (faults.size() >= 20) break;
        }
    }
    if (!faults.empty()) return faults;
    return options;
}

std::string_view name_of(Recompute value) {
    return enum_name(value);
}
std::string_view name_of(ScheduleKind value) {
    return enum_name(value);
}
std::string_view name_of(LayoutKind value) {
    return enum_name(value);
}
std::string_view name_of(Objective value) {
    return enum_name(value);
}
std::string_view name_of(Precision value) {
    return enum_name(value);
}

} // namespace nest
