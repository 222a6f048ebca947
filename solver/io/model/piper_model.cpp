// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/translatable.h"
#include "io/model/importers.h"
#include "io/model/node_list.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

/// Piper's input.
namespace nest::io {

namespace {

using nlohmann::json;

/// One way to run a node on its tensor ranks, as the file has it.
struct Alternative {
    std::string id;
    double time = 0, weight_bytes = 0, kept_bytes = 0;
};

/// What is found out on the way, for the notes.
struct Findings {
    double time = 0, kept_bytes = 0; ///< of all nodes at their smallest degree, times in the file's unit
    std::size_t guessed_split = 0;   ///< profiles whose forward time isn't told
    std::size_t timed = 0;           ///< profiles with a time
    bool border_exchange = false;    ///< bytes that tensor ranks exchange at borders of stages
    bool recomputes = false;
    std::set<std::string> other_alternatives;
    std::int64_t widest = 1;
};

void note_exchange(const Reader& reader, const char* key, Findings& findings) {
    reader.object(key, false, [&](const Reader& table) {
        table.members([&](const std::string&, const Reader& bytes) {
            if (bytes.as_number(at_least_zero) > 0) findings.border_exchange = true;
        });
    });
}

Alternative read_alternative(const Reader& reader, Findings& findings) {
    Alternative result;
    if (!reader.is_object()) return result;
    result.id = reader.text("id", "");
    result.time = reader.number("timePerSample", at_least_zero);
    result.weight_bytes = reader.number("parameterSize", at_least_zero);
    result.kept_bytes = reader.number("memoryUsageA", at_least_zero);
    reader.number("memoryUsageB", at_least_zero, 0);
    note_exchange(reader, "syncTimeFw", findings);
    note_exchange(reader, "syncTimeBw", findings);
    reader.warn_of_misspelt_keys();
    return result;
}

bool recomputes(const Alternative& alternative) {
    return alternative.id.find("recomp") != std::string::npos;
}

/// The alternative without recomputation, and what the one with it tells: a forward pass more.
Profile profile_of(const std::vector<Alternative>& alternatives, std::int64_t degree, Findings& findings) {
    const Alternative* plain = nullptr;
    const Alternative* repeated = nullptr;
    for (const Alternative& alternative : alternatives) {
        if (recomputes(alternative)) {
            if (!repeated) repeated = &alternative;
        } else if (!plain || alternative.time < plain->time) {
            plain = &alternative;
        }
    }
    if (!plain) plain = &alternatives.front();
    for (const Alternative& alternative : alternatives)
        if (&alternative != plain && &alternative != repeated) findings.other_alternatives.insert(alternative.id);
    Profile profile;
    profile.strategy.tp = degree;
    profile.forward_seconds = plain->time / 3;
    if (repeated && repeated != plain) {
        findings.recomputes = true;
        const double forward = repeated->time - plain->time;
        if (forward > 0 && forward <= plain->time * (1 + 1e-9))
            profile.forward_seconds = std::min(forward, plain->time);
        else if (plain->time > 0)
            ++findings.guessed_split;
    } else if (plain->time > 0) {
        ++findings.guessed_split;
    }
    profile.backward_seconds = plain->time - profile.forward_seconds;
    if (plain->time > 0) ++findings.timed;
    profile.parameters = plain->weight_bytes; // bytes; elements once the file is known
    profile.activation_bytes = profile.selective_activation_bytes = plain->kept_bytes;
    return profile;
}

Layer read_node(const Reader& reader, Findings& findings) {
    Layer layer;
    reader.object("TMPCs", true, [&](const Reader& table) {
        table.members([&](const std::string& key, const Reader& list) {
            std::int64_t degree = 0;
            const auto parsed = std::from_chars(key.data(), key.data() + key.size(), degree);
            if (parsed.ec != std::errc() || parsed.ptr != key.data() + key.size() || degree < 1 || degree > 10'000) {
                list.fault(ErrorCode::out_of_range, nullptr, "a tensor-parallel degree from 1 to 10000", key);
                return;
            }
            if (!list.value().is_array()) {
                list.fault(ErrorCode::wrong_type, nullptr, "a list", shown(list.value()));
                return;
            }
            std::vector<Alternative> alternatives;
            table.each(key.c_str(), true, [&](const Reader& alternative) {
                alternatives.push_back(read_alternative(alternative, findings));
            });
            if (alternatives.empty()) return; // not supported at this degree
            layer.profiles.push_back(profile_of(alternatives, degree, findings));
            findings.widest = std::max(findings.widest, degree);
        });
        if (layer.profiles.empty() && reader.faults().empty())
            reader.fault(ErrorCode::out_of_range, "TMPCs", "at least one degree with a time", "none");
    });
    std::sort(layer.profiles.begin(), layer.profiles.end(),
              [](const Profile& a, const Profile& b) { return a.strategy.tp < b.strategy.tp; });
    if (!layer.profiles.empty()) {
        const Profile& narrow = layer.profiles.front();
        findings.time += narrow.forward_seconds + narrow.backward_seconds;
        findings.kept_bytes += narrow.activation_bytes;
    }
    return layer;
}

void read_edges(const Reader& reader, const NodeList& nodes, ModelGraph& model) {
    std::set<std::pair<int, int>> seen;
    reader.each("edges", nodes.count() > 1, [&](const Reader& item) {
        if (!item.is_object()) return;
        Edge edge;
        edge.from = nodes.end(item, "sourceId");
        edge.to = nodes.end(item, "destId");
        edge.bytes = item.number("communicationCost", at_least_zero);
        if (edge.from < 0 || edge.to < 0) return;
        if (!seen.emplace(edge.from, edge.to).second)
            item.fault(ErrorCode::duplicate_name, nullptr, {},
                       "edge " + shown(item.value().at("sourceId")) + " to " + shown(item.value().at("destId")));
        model.edges.push_back(edge);
    });
}

/// Piper's format doesn't state its unit of time, and files differ. What is kept for backward has to be written to
/// memory: at a few GB/s at least, at a few TB/s at most. Of s, ms and us one lands there.
struct TimeUnit {
    const char* name;
    double seconds;
};
TimeUnit time_unit(const Findings& findings) {
    static constexpr TimeUnit units[] = {{"seconds", 1}, {"milliseconds", 1e-3}, {"microseconds", 1e-6}};
    if (!(findings.time > 0) || !(findings.kept_bytes > 0)) return units[0];
    constexpr double usual = 3e10; // bytes/s of activations, of a whole forward and backward pass
    const auto distance = [&](const TimeUnit& unit) {
        return std::abs(std::log(findings.kept_bytes / (findings.time * unit.seconds) / usual));
    };
    return *std::min_element(std::begin(units), std::end(units),
                             [&](const TimeUnit& a, const TimeUnit& b) { return distance(a) < distance(b); });
}

void note_machine(const Reader& reader, Result<ModelGraph>& result) {
    if (reader.has("maxDevices") || reader.has("maxMemoryPerDevice") || reader.has("bandwidth"))
        result.add(
            left_aside("maxDevices, maxMemoryPerDevice, bandwidth",
                       note_words(QT_TRANSLATE_NOOP("NoteWords", "%1 devices of %2 at %3; the topology tells these"),
                                  {quantity_of(reader, "maxDevices", Unit::count),
                                   quantity_of(reader, "maxMemoryPerDevice", Unit::bytes),
                                   quantity_of(reader, "bandwidth", Unit::bytes_per_second)})));
    for (const char* key : {"mbsInBatch", "maxBatchSize"})
        if (reader.has(key))
            result.add(left_aside(
                key, note_words(QT_TRANSLATE_NOOP("NoteWords", "%1 micro-batches; the option global_batch tells this"),
                                {quantity_of(reader, key, Unit::count)})));
}

} // namespace

bool is_piper_model(const json& value) {
    return has_nodes_with(value, "TMPCs", {"maxMemoryPerDevice", "mbsInBatch"});
}

Result<ModelGraph> read_piper_model(const json& value, const std::string& file) {
    FaultList faults(file);
    const Reader reader(value, faults);
    ModelGraph model;
    model.name = model_name_of(file, "piper");
    model.source = "Piper input";
    NodeList nodes;
    Findings findings;
    reader.each("nodes", true, [&](const Reader& item) {
        if (item.is_object()) {
            nodes.add(item);
            model.layers.push_back(read_node(item, findings));
            item.warn_of_misspelt_keys();
        }
    });
    for (std::size_t i = 0; i < model.layers.size(); ++i)
        model.layers[i].id = nodes.name(i);
    read_edges(reader, nodes, model);
    check_nodes(model, faults);
    if (!faults.empty()) return faults.take();

    const TimeUnit unit = time_unit(findings);
    // Published files with tensor-parallel degrees were measured in half precision (Megatron-LM), those without in
    // single precision (PipeDream's profiles).
    const double bytes_per_parameter = findings.widest > 1 ? 2 : 4;
    for (Layer& layer : model.layers) {
        for (Profile& profile : layer.profiles) {
            profile.forward_seconds *= unit.seconds;
            profile.backward_seconds *= unit.seconds;
            profile.parameters /= bytes_per_parameter;
        }
    }
    model.assumed.push_back("timePerSample in " + std::string(unit.name));
    model.assumed.push_back(short_number(bytes_per_parameter) + " bytes per parameter in parameterSize");
    model.assumed.push_back("one sample of the file is a micro-batch of one sequence");
    if (findings.guessed_split > 0)
        model.assumed.push_back("a third of timePerSample is forward in " + std::to_string(findings.guessed_split) +
                                " of " + std::to_string(findings.timed) + " times");
    sort_layers(model);
    Result<ModelGraph> result = result_of(std::move(model), faults);
    note_machine(reader, result);
    result.add(left_aside(
        "memoryUsageB",
        note_words(QT_TRANSLATE_NOOP("NoteWords", "weights, gradients and optimizer follow from the precision"))));
    if (findings.recomputes)
        result.add(
            approximated(note_words(QT_TRANSLATE_NOOP("NoteWords", "activation recomp")),
                         note_words(QT_TRANSLATE_NOOP("NoteWords", "its memory in the file")),
                         note_words(QT_TRANSLATE_NOOP(
                             "NoteWords", "full recomputation: the forward pass again, the layers' inputs kept"))));
    if (findings.border_exchange)
        result.add(left_aside(
            "syncTimeFw, syncTimeBw",
            note_words(QT_TRANSLATE_NOOP("NoteWords", "bytes that tensor ranks exchange at the borders of stages"))));
    for (const std::string& id : findings.other_alternatives)
        result.add(left_aside(note_words(QT_TRANSLATE_NOOP("NoteWords", "alternative %1"), {id}),
                              note_words(QT_TRANSLATE_NOOP("NoteWords", "another one of the same degree is faster"))));
    return result;
}

} // namespace nest::io
