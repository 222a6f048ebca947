// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/option_rows.h"

#include "base/translatable.h"
#include "plan/option_names.h"
#include "plan/option_values.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <type_traits>

namespace nest::detail {

using nlohmann::json;

namespace {

// ---- A checked JSON value to and from a field ----

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
json value_of(const std::vector<LayerPin>& field) {
    return field.empty() ? json("auto") : json(text_of(field));
}
json value_of(const std::map<std::string, LevelChange>& field) {
    json object = json::object();
    for (const auto& [name, change] : field)
        object[name] = level_change_json(change);
    return object;
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
void assign(std::vector<LayerPin>& field, const json& value) {
    field = is_auto(value) ? std::vector<LayerPin>() : *parse_pins(value.get<std::string>());
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

template <typename T> OptionRow row(OptionInfo info, T Options::*field) {
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
        {"any", "megatron", "deepspeed", "torchtitan"},
        {QT_TRANSLATE_NOOP("Options", "Any"), QT_TRANSLATE_NOOP("Options", "Megatron-LM"),
         QT_TRANSLATE_NOOP("Options", "DeepSpeed"), QT_TRANSLATE_NOOP("Options", "TorchTitan")}};
    info.important = true;
    return info;
}

std::vector<OptionRow> training_rows() {
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

OptionInfo pins_info() {
    OptionInfo info;
    info.key = "pins";
    info.group = QT_TRANSLATE_NOOP("Options", "Parallelism");
    info.label = QT_TRANSLATE_NOOP("Options", "Pinned layers");
    info.help = QT_TRANSLATE_NOOP(
        "Options", "Layers that must be on a stage, e.g. \"block.3:0, 40-47:2, head:last\": a layer's id or a range of "
                   "layer numbers from 0, a colon, and the stage from 0 or \"last\". Auto: no layer is pinned.");
    info.type = OptionType::text;
    info.allows_auto = true;
    return info;
}

std::vector<OptionRow> parallelism_rows() {
    const char* group = QT_TRANSLATE_NOOP("Options", "Parallelism");
    OptionInfo zero = degrees(
        "zero", QT_TRANSLATE_NOOP("Options", "ZeRO stage"),
        QT_TRANSLATE_NOOP(
            "Options",
            "Allowed ZeRO stages: 1 shards the optimizer state, 2 also gradients, 3 also weights. Auto: 0 to 3."));
    zero.minimum = 0;
    zero.maximum = 3;
    OptionInfo recompute_layers = degrees(
        "recompute_layers", QT_TRANSLATE_NOOP("Options", "Layers recomputed in full"),
        QT_TRANSLATE_NOOP("Options", "Full recomputation of the first so many layers of a stage alone; 0: of all of "
                                     "them. Auto: as few as fit in memory. Chains of layers only."));
    recompute_layers.minimum = 0;
    OptionInfo virtual_stages =
        degrees("virtual_stages", QT_TRANSLATE_NOOP("Options", "Virtual stages"),
                QT_TRANSLATE_NOOP("Options", "Chunks of layers on each stage under the interleaved schedule, which "
                                             "needs at least 2 of them. Auto: 2 to 8."));
    virtual_stages.maximum = 4096;
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
        row(choice<Switch>(OptionType::choice, "expert_fold", group, QT_TRANSLATE_NOOP("Options", "Folded experts"),
                           QT_TRANSLATE_NOOP("Options", "Expert groups span the context and data-parallel ranks of a "
                                                        "stage, as in Megatron-LM, instead of being a dimension of "
                                                        "their own. Auto: both are tried."),
                           {QT_TRANSLATE_NOOP("Options", "Auto"), QT_TRANSLATE_NOOP("Options", "On"),
                            QT_TRANSLATE_NOOP("Options", "Off")}),
            &Options::expert_fold),
        row(degrees("expert_tp", QT_TRANSLATE_NOOP("Options", "Expert tensor parallel"),
                    QT_TRANSLATE_NOOP("Options", "Allowed tensor-parallel degrees of folded experts. Auto: 1 and the "
                                                 "tensor-parallel degree.")),
            &Options::expert_tp),
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
        row(std::move(recompute_layers), &Options::recompute_layers),
        row(choice<ScheduleKind>(
                OptionType::choice_list, "schedule", group, QT_TRANSLATE_NOOP("Options", "Pipeline schedule"),
                QT_TRANSLATE_NOOP("Options", "Order of forward and backward passes. ZB-H1 fills waiting time with "
                                             "weight gradients; interleaved stages hold several chunks of layers, "
                                             "which shortens the wait. Auto: 1F1B."),
                {QT_TRANSLATE_NOOP("Options", "1F1B"), QT_TRANSLATE_NOOP("Options", "GPipe"),
                 QT_TRANSLATE_NOOP("Options", "ZB-H1"), QT_TRANSLATE_NOOP("Options", "Interleaved 1F1B")},
                true, true),
            &Options::schedule),
        row(std::move(virtual_stages), &Options::virtual_stages),
        row(whole("copies", group, QT_TRANSLATE_NOOP("Options", "Copies of a stage"),
                  QT_TRANSLATE_NOOP("Options",
                                    "Research: up to so many copies of each stage inside a replica take turns "
                                    "with the micro-batches (1F1B, stages of a replica side by side). No "
                                    "training engine here runs more than 1."),
                  1, 16),
            &Options::copies),
        row(choice<LayoutKind>(OptionType::choice_list, "layouts", group, QT_TRANSLATE_NOOP("Options", "Rank layout"),
                               QT_TRANSLATE_NOOP("Options", "Which ranks are neighbours: the stages of one replica, or "
                                                            "the replicas of one stage. Auto: both are tried."),
                               {QT_TRANSLATE_NOOP("Options", "Stages of a replica"),
                                QT_TRANSLATE_NOOP("Options", "Replicas of a stage")},
                               true),
            &Options::layouts),
        row(pins_info(), &Options::pins),
    };
}

std::vector<OptionRow> memory_rows() {
    const char* group = QT_TRANSLATE_NOOP("Options", "Memory");
    return {
        row(amount("memory_capacity", group, QT_TRANSLATE_NOOP("Options", "Memory per device"),
                   QT_TRANSLATE_NOOP("Options", "Auto: the device's own memory."), Unit::bytes, 1e6, 1e16, true, true),
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

std::vector<OptionRow> network_rows() {
    const char* group = QT_TRANSLATE_NOOP("Options", "Network");
    return {
        row(whole("nodes", group, QT_TRANSLATE_NOOP("Options", "Nodes"),
                  QT_TRANSLATE_NOOP("Options", "Uses only this many nodes of the cluster. Auto: all."), 1, most_devices,
                  true),
            &Options::nodes),
        row(level_family("level_bandwidth", QT_TRANSLATE_NOOP("Options", "Level bandwidth"),
                         QT_TRANSLATE_NOOP(
                             "Options", "Replaces or scales (\"x0.5\") the bandwidth per device of a network level."),
                         Unit::bytes_per_second, 1e6, 1e18),
            &Options::level_bandwidth),
        row(level_family("level_latency", QT_TRANSLATE_NOOP("Options", "Level latency"),
                         QT_TRANSLATE_NOOP("Options", "Replaces or scales (\"x2\") the latency of a network level."),
                         Unit::seconds, 0, 1),
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

std::vector<OptionRow> search_rows() {
    const char* group = QT_TRANSLATE_NOOP("Options", "Search");
    return {
        row(choice<Objective>(
                OptionType::choice, "objective", group, QT_TRANSLATE_NOOP("Options", "Objective"),
                QT_TRANSLATE_NOOP("Options",
                                  "What is minimised: the step time; the simpler price of the NEST paper (bottleneck "
                                  "stage times m + s - 1); the memory of the fullest device; or how much more the "
                                  "fullest stage's devices hold than the emptiest one's."),
                {QT_TRANSLATE_NOOP("Options", "Step time"), QT_TRANSLATE_NOOP("Options", "Paper's price"),
                 QT_TRANSLATE_NOOP("Options", "Least memory"), QT_TRANSLATE_NOOP("Options", "Balanced memory")},
                false, true),
            &Options::objective),
        row(amount("max_step_seconds", group, QT_TRANSLATE_NOOP("Options", "Longest step"),
                   QT_TRANSLATE_NOOP(
                       "Options", "With an objective of memory: no plan may take longer per step. Auto: any time for "
                                  "the least memory, one tenth more than the fastest plan's for balanced memory."),
                   Unit::seconds, 1e-9, 1e9, true),
            &Options::max_step_seconds),
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

} // namespace

const std::vector<OptionRow>& option_rows() {
    static const std::vector<OptionRow> all = [] {
        std::vector<OptionRow> list;
        for (auto part : {training_rows(), parallelism_rows(), memory_rows(), network_rows(), search_rows()}) {
            for (OptionRow& one : part)
                list.push_back(std::move(one));
        }
        return list;
    }();
    return all;
}

} // namespace nest::detail
