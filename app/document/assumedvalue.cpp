// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/assumedvalue.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <utility>

namespace nest::ui {
namespace {

struct KnownName {
    const char* key;
    const char* text; ///< English source, context "Assumed"
};

constexpr std::array knownNames{
    KnownName{"matmul_efficiency", QT_TRANSLATE_NOOP("Assumed", "matmul efficiency")},
    KnownName{"memory_efficiency", QT_TRANSLATE_NOOP("Assumed", "memory efficiency")},
    KnownName{"launch_overhead", QT_TRANSLATE_NOOP("Assumed", "launch overhead")},
    KnownName{"reserve_bytes", QT_TRANSLATE_NOOP("Assumed", "reserve")},
    KnownName{"reserve_fraction", QT_TRANSLATE_NOOP("Assumed", "reserve for fragmentation")},
    KnownName{"memory_bytes", QT_TRANSLATE_NOOP("Assumed", "memory")},
    KnownName{"memory_bandwidth", QT_TRANSLATE_NOOP("Assumed", "memory bandwidth")},
    KnownName{"peak_flops", QT_TRANSLATE_NOOP("Assumed", "peak arithmetic")},
    KnownName{"sequence_length", QT_TRANSLATE_NOOP("Assumed", "sequence length")},
    KnownName{"num_key_value_heads", QT_TRANSLATE_NOOP("Assumed", "key/value heads")},
    KnownName{"head_dim", QT_TRANSLATE_NOOP("Assumed", "width of a head")},
    KnownName{"n_positions", QT_TRANSLATE_NOOP("Assumed", "learned positions")},
    KnownName{"max_position_embeddings", QT_TRANSLATE_NOOP("Assumed", "learned positions")},
    KnownName{"type_vocab_size", QT_TRANSLATE_NOOP("Assumed", "segment types")},
    KnownName{"full attention in place of sliding_window",
              QT_TRANSLATE_NOOP("Assumed", "full attention in place of a sliding window")},
};

/// What is priced in place of a key of a configuration: the key and its value follow.
constexpr std::array replacedKeys{
    KnownName{"SwiGLU in place of ", QT_TRANSLATE_NOOP("Assumed", "SwiGLU in place of %1")},
    KnownName{"GELU in place of ", QT_TRANSLATE_NOOP("Assumed", "GELU in place of %1")},
    KnownName{"no biases in place of ", QT_TRANSLATE_NOOP("Assumed", "no biases in place of %1")},
    KnownName{"biases of queries, keys and values in place of ",
              QT_TRANSLATE_NOOP("Assumed", "biases of queries, keys and values in place of %1")},
    KnownName{"full attention in place of ", QT_TRANSLATE_NOOP("Assumed", "full attention in place of %1")},
    KnownName{"no cross-attention in place of ", QT_TRANSLATE_NOOP("Assumed", "no cross-attention in place of %1")},
    KnownName{"absolute positions in place of ", QT_TRANSLATE_NOOP("Assumed", "absolute positions in place of %1")},
    KnownName{"the width over the heads in place of ",
              QT_TRANSLATE_NOOP("Assumed", "the width over the heads in place of %1")},
    KnownName{"plain rotary positions in place of ",
              QT_TRANSLATE_NOOP("Assumed", "plain rotary positions in place of %1")},
    KnownName{"weights of the chosen precision in place of ",
              QT_TRANSLATE_NOOP("Assumed", "weights of the chosen precision in place of %1")},
    KnownName{"no experts in place of ", QT_TRANSLATE_NOOP("Assumed", "no experts in place of %1")},
};

/// Names of a level's values: what the file writes before the level's name.
constexpr std::array levelNames{
    KnownName{"latency ", QT_TRANSLATE_NOOP("Assumed", "latency of level %1")},
    KnownName{"bandwidth ", QT_TRANSLATE_NOOP("Assumed", "bandwidth of level %1")},
    KnownName{"nodes_per_group ", QT_TRANSLATE_NOOP("Assumed", "devices in a group of level %1")},
};

QString say(const char* text) {
    return QCoreApplication::translate("Assumed", text);
}

QString nameText(const std::string& name) {
    for (const KnownName& known : knownNames)
        if (name == known.key) return say(known.text);
    const auto withRest = [&name](const auto& names) -> std::optional<QString> {
        for (const KnownName& known : names)
            if (name.starts_with(known.key))
                return say(known.text)
                    .arg(QString::fromStdString(name.substr(std::char_traits<char>::length(known.key))));
        return std::nullopt;
    };
    if (const auto text = withRest(levelNames)) return *text;
    if (const auto text = withRest(replacedKeys)) return *text;
    return QString::fromStdString(name).replace(QLatin1Char('_'), QLatin1Char(' '));
}

using Part = AssumedValue::Part;

/// The level that a name such as "latency leaf" speaks of; 0 for none.
int levelOf(const LevelModel* levels, const std::string& name) {
    const auto space = name.find(' ');
    if (!levels || space == std::string::npos) return 0;
    for (int level = 1; level <= levels->level_count(); ++level)
        if (levels->level_name(level) == name.substr(space + 1)) return level;
    return 0;
}

} // namespace

std::vector<AssumedValue> assumedOf(const Device& device) {
    const auto valueOf = [&](const std::string& name) -> std::pair<std::optional<double>, Unit> {
        if (name == "matmul_efficiency") return {device.matmul_efficiency, Unit::none};
        if (name == "memory_efficiency") return {device.memory_efficiency, Unit::none};
        if (name == "launch_overhead") return {device.launch_overhead, Unit::seconds};
        if (name == "reserve_bytes") return {device.reserve_bytes, Unit::bytes};
        if (name == "reserve_fraction") return {device.reserve_fraction, Unit::ratio};
        if (name == "memory_bytes") return {device.memory_bytes, Unit::bytes};
        if (name == "memory_bandwidth") return {device.memory_bandwidth, Unit::bytes_per_second};
        if (name == "peak_flops") return {device.peak(), Unit::flop_per_second};
        return {std::nullopt, Unit::none};
    };
    std::vector<AssumedValue> values;
    for (const std::string& name : device.assumed) {
        const auto [value, unit] = valueOf(name);
        values.push_back({Part::Device, name, value, unit});
    }
    return values;
}

std::vector<AssumedValue> assumedOf(const ModelGraph& model) {
    std::vector<AssumedValue> values;
    for (const std::string& name : model.assumed) {
        std::optional<double> value;
        if (name == "sequence_length") value = static_cast<double>(model.sequence_length);
        if (name == "num_key_value_heads") value = static_cast<double>(model.kv_heads);
        values.push_back({Part::Model, name, value, Unit::count});
    }
    return values;
}

std::vector<AssumedValue> assumedOf(const Topology& topology, const LevelModel* levels) {
    std::vector<AssumedValue> values;
    for (const std::string& name : topology.assumed) {
        AssumedValue value{Part::Topology, name, std::nullopt, Unit::none};
        if (const int level = levelOf(levels, name); level > 0) {
            const Level& stated = levels->levels[static_cast<std::size_t>(level - 1)];
            if (name.starts_with("latency ")) {
                value.value = stated.latency;
                value.unit = Unit::seconds;
            } else if (name.starts_with("bandwidth ")) {
                value.value = stated.bandwidth;
                value.unit = Unit::bytes_per_second;
            } else if (name.starts_with("nodes_per_group ")) {
                value.value = static_cast<double>(stated.group_size);
                value.unit = Unit::count;
            }
        }
        values.push_back(value);
    }
    return values;
}

QString assumedText(const AssumedValue& value) {
    const char* const parts[] = {QT_TRANSLATE_NOOP("Assumed", "Model: %1"),
                                 QT_TRANSLATE_NOOP("Assumed", "Topology: %1"),
                                 QT_TRANSLATE_NOOP("Assumed", "Device: %1")};
    QString text = nameText(value.name);
    if (value.value) text += QLatin1Char(' ') + QString::fromStdString(format_editable(*value.value, value.unit));
    return say(parts[static_cast<int>(value.part)]).arg(text);
}

} // namespace nest::ui
