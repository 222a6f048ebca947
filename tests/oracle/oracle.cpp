// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT

#include "oracle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>

namespace nest::oracle {
namespace {

using Json = nlohmann::json;

double real(std::size_t count) {
    return static_cast<double>(count);
}

std::size_t round_up(std::size_t value, std::size_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

// ---------------------------------------------------------------------------------------------------------------------
// Inputs
// ---------------------------------------------------------------------------------------------------------------------

enum class Operation { all_reduce, all_gather, reduce_scatter, all_to_all, ring_exchange };

Operation operation_named(const std::string& name) {
    if (name == "all_reduce") return Operation::all_reduce;
    if (name == "all_gather") return Operation::all_gather;
    if (name == "reduce_scatter") return Operation::reduce_scatter;
    if (name == "all_to_all") return Operation::all_to_all;
    if (name == "ring_exchange") return Operation::ring_exchange;
    throw std::invalid_argument("unknown collective: " + name);
}

enum class Axis { tensor, expert, context, expert_tensor };

struct Collective {
    Operation operation = Operation::all_reduce;
    Axis axis = Axis::tensor;
    double bytes = 0; // the full tensor
    bool forward = true;
    double count = 1;
};

// tp, ep, cp, sequence parallel, micro-batch, tensor-parallel ranks of folded experts (0 when they are not folded)
using StrategyKey = std::tuple<std::size_t, std::size_t, std::size_t, bool, std::size_t, std::size_t>;

struct Profile {
    double forward_seconds = 0;
    double backward_seconds = 0;
    double weight_seconds = 0; // the part of backward that gives the weights' gradients
    double selective_seconds = 0;
    double parameters = 0; // elements on this device, experts included
    double expert_parameters = 0;
    double activation_bytes = 0;
    double selective_bytes = 0;
    std::vector<Collective> collectives;
};

struct Layer {
    std::string id;
    std::string kind;
    std::map<StrategyKey, Profile> profiles;
};

struct Edge {
    std::size_t from = 0;
    std::size_t to = 0;
    double bytes = 0; // one sequence, unsplit
};

struct MeasuredPoint {
    Operation operation = Operation::all_reduce;
    std::size_t ranks = 0;
    double bytes = 0;
    double seconds = 0;
};

struct Level {
    std::size_t group_size = 1;
    double bandwidth = 0; // running minimum from the innermost level up to this one
    double latency = 0;
    std::vector<MeasuredPoint> measured;
};

struct Instance {
    std::vector<Layer> layers;
    std::vector<Edge> edges;
    bool tied_embeddings = false;
    double vocabulary = 0;      // 0: not stated
    double sequence_length = 0; // 0: not stated

    // levels[0] stands for single slots; levels[1] is the innermost real level.
    std::vector<Level> levels;
    std::vector<std::size_t> slot_of_rank;

    double capacity = 0;
    double reserve = 0;
    double update_rate = 0; // bytes per second of the optimizer

    std::size_t global_batch = 0;
    bool round_up_micro_batches = false;
    double weight_bytes = 0; // per parameter
    double gradient_bytes = 0;
    double optimizer_bytes = 0;
    bool paper_objective = false;
    enum class Thrift { none, peak, spread } thrift = Thrift::none;
    std::optional<double> longest_step; // with thrift
    bool fused_loss = false;
    bool zero_uniform = true;
    double overlap_dp = 0;
    double overlap_zero = 0;
    std::vector<Schedule> schedules;
    std::size_t most_copies = 1;
    std::vector<std::size_t> virtual_stages; // chunks per stage of the interleaved schedule
    std::vector<Recompute> recomputes;
    // Full recomputation of the first layers of a stage alone: how many may be, 0 standing for all. Nothing: any
    // number.
    std::optional<std::vector<std::size_t>> repeated = std::vector<std::size_t>{0};
    std::vector<int> zeros;
    std::vector<Layout> layouts;
    // Empty optional: no restriction.
    std::optional<std::vector<std::size_t>> micro_batches, tensor, expert, context, pipeline, data, expert_tensor;
    std::optional<std::vector<bool>> sequence_parallel;
    std::optional<std::vector<bool>> fold; // of experts
    std::optional<std::size_t> max_devices;
    // Layers that must be on a stage; the stage counts from 0, nothing stands for the last one.
    struct Pin {
        std::size_t layer = 0;
        std::optional<std::size_t> stage;
    };
    std::vector<Pin> pins;

    std::size_t ranks() const { return slot_of_rank.size(); }
};

// Reads "n0:0, 2-3:1, n5:last": a layer's id, its position in the file, or a range of positions; a colon; the stage.
std::vector<Instance::Pin> read_pins(const std::string& text, const std::vector<Layer>& layers) {
    std::vector<Instance::Pin> pins;
    std::istringstream entries(text);
    std::string entry;
    while (std::getline(entries, entry, ',')) {
        entry.erase(0, entry.find_first_not_of(' '));
        entry.erase(entry.find_last_not_of(' ') + 1);
        const std::size_t colon = entry.find_last_of(':');
        const std::string where = entry.substr(0, colon), stage = entry.substr(colon + 1);
        Instance::Pin pin;
        if (stage != "last") pin.stage = std::stoul(stage);
        std::size_t first = layers.size(), last = 0;
        for (std::size_t index = 0; index < layers.size(); ++index) {
            if (layers[index].id == where) first = last = index;
        }
        if (first == layers.size()) {
            const std::size_t dash = where.find('-');
            first = std::stoul(where.substr(0, dash));
            last = dash == std::string::npos ? first : std::stoul(where.substr(dash + 1));
        }
        for (pin.layer = first; pin.layer <= last; ++pin.layer)
            pins.push_back(pin);
    }
    return pins;
}

// The values of an option that may be absent, "auto", one value or a list of values.
template <typename Value> std::optional<std::vector<Value>> values_of(const Json& options, const char* key) {
    const auto found = options.find(key);
    if (found == options.end() || found->is_null()) return std::nullopt;
    if constexpr (!std::is_same_v<Value, std::string>) {
        if (found->is_string()) return std::nullopt; // "auto"
    } else {
        if (*found == "auto") return std::nullopt;
    }
    std::vector<Value> values;
    if (found->is_array()) {
        for (const Json& value : *found)
            values.push_back(value.get<Value>());
    } else {
        values.push_back(found->get<Value>());
    }
    return values;
}

template <typename Value> bool permits(const std::optional<std::vector<Value>>& values, Value value) {
    return !values || std::find(values->begin(), values->end(), value) != values->end();
}

template <typename Value> bool holds(const std::vector<Value>& values, Value value) {
    return std::find(values.begin(), values.end(), value) != values.end();
}

Layout layout_named(const std::string& name) {
    if (name == "pp-inner") return Layout::pp_inner;
    if (name == "dp-inner") return Layout::dp_inner;
    throw std::invalid_argument("unknown layout: " + name);
}

Schedule schedule_named(const std::string& name) {
    if (name == "gpipe") return Schedule::gpipe;
    if (name == "1f1b") return Schedule::one_forward_one_backward;
    if (name == "zb-h1") return Schedule::zero_bubble_h1;
    if (name == "interleaved") return Schedule::interleaved;
    throw std::invalid_argument("unknown schedule: " + name);
}

Recompute recompute_named(const std::string& name) {
    if (name == "none") return Recompute::none;
    if (name == "selective") return Recompute::selective;
    if (name == "full") return Recompute::full;
    if (name == "stage") return Recompute::stage;
    throw std::invalid_argument("unknown recomputation: " + name);
}

Profile read_profile(const Json& json) {
    Profile profile;
    profile.forward_seconds = json.at("forward_seconds").get<double>();
    profile.backward_seconds = json.at("backward_seconds").get<double>();
    profile.weight_seconds = json.value("weight_gradient_seconds", profile.backward_seconds / 2);
    profile.selective_seconds = json.value("selective_recompute_seconds", 0.0);
    profile.parameters = json.value("parameters", 0.0);
    profile.expert_parameters = json.value("expert_parameters", 0.0);
    profile.activation_bytes = json.value("activation_bytes", 0.0);
    profile.selective_bytes = json.value("selective_activation_bytes", profile.activation_bytes);
    if (json.contains("collectives")) {
        for (const Json& item : json.at("collectives")) {
            Collective collective;
            collective.operation = operation_named(item.at("op").get<std::string>());
            const auto group = item.at("group").get<std::string>();
            static const std::map<std::string, Axis> axes{
                {"tp", Axis::tensor}, {"ep", Axis::expert}, {"cp", Axis::context}, {"etp", Axis::expert_tensor}};
            if (!axes.contains(group)) throw std::invalid_argument("unknown group: " + group);
            collective.axis = axes.at(group);
            collective.bytes = item.at("bytes").get<double>();
            const auto pass = item.at("pass").get<std::string>();
            if (pass != "forward" && pass != "backward") throw std::invalid_argument("unknown pass: " + pass);
            collective.forward = pass == "forward";
            collective.count = item.value("count", 1.0);
            profile.collectives.push_back(collective);
        }
    }
    return profile;
}

void read_model(const Json& model, Instance& instance) {
    std::map<std::string, std::size_t> index_of;
    for (const Json& item : model.at("layers")) {
        Layer layer;
        layer.id = item.at("id").get<std::string>();
        layer.kind = item.value("kind", std::string("other"));
        for (const Json& profile : item.value("profiles", Json::array())) {
            const StrategyKey key{
                profile.value("tp", std::size_t{1}),          profile.value("ep", std::size_t{1}),
                profile.value("cp", std::size_t{1}),          profile.value("sequence_parallel", false),
                profile.value("micro_batch", std::size_t{1}), profile.value("expert_tp", std::size_t{0})};
            layer.profiles.emplace(key, read_profile(profile));
        }
        index_of.emplace(layer.id, instance.layers.size());
        instance.layers.push_back(std::move(layer));
    }
    for (const Json& item : model.value("edges", Json::array())) {
        instance.edges.push_back({index_of.at(item.at("from").get<std::string>()),
                                  index_of.at(item.at("to").get<std::string>()), item.at("bytes").get<double>()});
    }
    instance.tied_embeddings = model.value("tied_embeddings", false);
    instance.vocabulary = model.value("vocab_size", 0.0);
    instance.sequence_length = model.value("sequence_length", 0.0);
}

void read_levels(const Json& levels, Instance& instance) {
    instance.levels.emplace_back();
    double narrowest = std::numeric_limits<double>::infinity();
    for (const Json& item : levels.at("levels")) {
        Level level;
        level.group_size = item.at("group_size").get<std::size_t>();
        narrowest = std::min(narrowest, item.at("bandwidth").get<double>());
        level.bandwidth = narrowest;
        level.latency = item.value("latency", 0.0);
        for (const Json& point : item.value("profile", Json::array())) {
            level.measured.push_back({operation_named(point.at("op").get<std::string>()),
                                      point.at("ranks").get<std::size_t>(), point.at("bytes").get<double>(),
                                      point.at("seconds").get<double>()});
        }
        instance.levels.push_back(std::move(level));
    }
    const std::size_t slots = levels.value("devices", instance.levels.back().group_size);
    std::set<std::size_t> absent;
    for (const Json& slot : levels.value("absent", Json::array()))
        absent.insert(slot.get<std::size_t>());
    for (std::size_t slot = 0; slot < slots; ++slot) {
        if (!absent.contains(slot)) instance.slot_of_rank.push_back(slot);
    }
}

void read_options(const Json& options, Instance& instance) {
    instance.global_batch = options.at("global_batch").get<std::size_t>();
    instance.round_up_micro_batches = options.value("round_up_micro_batches", false);
    instance.paper_objective = options.value("objective", std::string("latency")) == "paper";
    if (options.value("objective", std::string()) == "memory") instance.thrift = Instance::Thrift::peak;
    if (options.value("objective", std::string()) == "balanced-memory") instance.thrift = Instance::Thrift::spread;
    if (options.contains("max_step_seconds")) instance.longest_step = options.at("max_step_seconds").get<double>();
    instance.fused_loss = options.value("fused_loss", false);
    instance.zero_uniform = options.value("zero_uniform", true);
    instance.overlap_dp = options.value("overlap_dp", 0.0);
    instance.overlap_zero = options.value("overlap_zero", 0.0);

    const auto precision = options.value("precision", std::string("megatron"));
    const std::map<std::string, std::array<double, 3>> presets{
        {"megatron", {2, 4, 12}}, {"zero", {2, 2, 12}}, {"fp32", {4, 4, 8}}, {"sgd-mixed", {2, 2, 4}}};
    const auto& bytes = presets.at(precision);
    instance.weight_bytes = bytes[0];
    instance.gradient_bytes = bytes[1];
    instance.optimizer_bytes = bytes[2];

    const auto names = [&](const char* key, std::vector<std::string> otherwise) {
        return values_of<std::string>(options, key).value_or(std::move(otherwise));
    };
    for (const auto& name : names("schedule", {"1f1b"}))
        instance.schedules.push_back(schedule_named(name));
    instance.virtual_stages =
        values_of<std::size_t>(options, "virtual_stages").value_or(std::vector<std::size_t>{2, 3, 4, 5, 6, 7, 8});
    for (const auto& name : names("recompute", {"none", "selective", "full"}))
        instance.recomputes.push_back(recompute_named(name));
    for (const auto& name : names("layouts", {"pp-inner", "dp-inner"}))
        instance.layouts.push_back(layout_named(name));
    if (options.contains("recompute_layers")) instance.repeated = values_of<std::size_t>(options, "recompute_layers");
    instance.zeros = values_of<int>(options, "zero").value_or(std::vector<int>{0, 1, 2, 3});

    instance.micro_batches = values_of<std::size_t>(options, "micro_batches");
    instance.tensor = values_of<std::size_t>(options, "tp");
    instance.expert = values_of<std::size_t>(options, "ep");
    instance.expert_tensor = values_of<std::size_t>(options, "expert_tp");
    const auto fold = options.value("expert_fold", std::string("off"));
    if (fold != "auto") instance.fold = {fold == "on"};
    instance.context = values_of<std::size_t>(options, "cp");
    instance.pipeline = values_of<std::size_t>(options, "pp");
    instance.data = values_of<std::size_t>(options, "dp");
    instance.sequence_parallel = values_of<bool>(options, "sequence_parallel");
    if (const auto limit = values_of<std::size_t>(options, "max_devices")) instance.max_devices = limit->front();
    instance.most_copies = options.value("copies", std::size_t{1});
    if (options.contains("pins")) instance.pins = read_pins(options.at("pins").get<std::string>(), instance.layers);
}

Instance read_instance(const Json& case_file) {
    Instance instance;
    read_model(case_file.at("model"), instance);
    read_levels(case_file.at("levels"), instance);
    const Json& options = case_file.at("options");
    read_options(options, instance);
    const Json& device = case_file.at("device");
    const auto choose = [&](const char* option, const char* key, double otherwise) {
        if (options.contains(option) && options.at(option).is_number()) return options.at(option).get<double>();
        return device.value(key, otherwise);
    };
    instance.capacity = choose("memory_capacity", "memory_bytes", 0.0);
    instance.reserve = choose("reserve_bytes", "reserve_bytes", 0.0) +
                       choose("reserve_fraction", "reserve_fraction", 0.0) * instance.capacity;
    instance.update_rate = device.at("memory_bandwidth").get<double>() * device.value("memory_efficiency", 1.0);
    return instance;
}

// ---------------------------------------------------------------------------------------------------------------------
// Network
// ---------------------------------------------------------------------------------------------------------------------

// Number of the group of a level that holds a rank; on level 0 the slot itself.
std::size_t group_of(const Instance& instance, std::size_t level, std::size_t rank) {
    return instance.slot_of_rank[rank] / instance.levels[level].group_size;
}

// Smallest level with a group that holds both ranks.
std::size_t level_between(const Instance& instance, std::size_t first, std::size_t second) {
    for (std::size_t level = 1; level < instance.levels.size(); ++level) {
        if (group_of(instance, level, first) == group_of(instance, level, second)) return level;
    }
    throw std::invalid_argument("two slots have no common level");
}

double point_to_point(const Instance& instance, std::size_t level, double bytes) {
    if (bytes == 0) return 0;
    return instance.levels[level].latency + bytes / instance.levels[level].bandwidth;
}

// Sets of ranks, equally large, that all run the same collective at the same time.
using Family = std::vector<std::vector<std::size_t>>;

// How a family lies on the levels.
struct Shape {
    std::size_t size = 1; // ranks in one set
    std::size_t top = 0;  // highest level that a set crosses; 0 when sets have one rank
    // By level: most and fewest children with members in a group that has members; largest share of a set that lies
    // outside the child group of one of its ranks.
    std::vector<std::size_t> most, fewest;
    std::vector<double> outside;
};

Shape shape_of(const Instance& instance, const Family& family) {
    Shape shape;
    const std::size_t count = instance.levels.size();
    shape.size = family.front().size();
    shape.most.assign(count, 1);
    shape.fewest.assign(count, 1);
    shape.outside.assign(count, 0);
    if (shape.size == 1) return shape;
    for (std::size_t level = 1; level < count; ++level) {
        std::size_t most = 0;
        std::size_t fewest = std::numeric_limits<std::size_t>::max();
        std::size_t outside = 0;
        for (const auto& ranks : family) {
            std::map<std::size_t, std::set<std::size_t>> children; // group -> child groups that have members
            std::map<std::size_t, std::size_t> members;            // child group -> members
            for (const std::size_t rank : ranks) {
                const std::size_t child = group_of(instance, level - 1, rank);
                children[group_of(instance, level, rank)].insert(child);
                ++members[child];
            }
            for (const auto& [group, inside] : children) {
                most = std::max(most, inside.size());
                fewest = std::min(fewest, inside.size());
            }
            for (const auto& [child, inside] : members)
                outside = std::max(outside, ranks.size() - inside);
        }
        shape.most[level] = most;
        shape.fewest[level] = fewest;
        shape.outside[level] = real(outside) / real(shape.size);
        if (most > 1) shape.top = level;
    }
    return shape;
}

double scatter_formula(const Instance& instance, const Shape& shape, double bytes) {
    double seconds = 0;
    double carried = bytes;
    for (std::size_t level = 1; level < instance.levels.size(); ++level) {
        const double most = real(shape.most[level]);
        if (shape.most[level] > 1) {
            seconds += (most - 1) * instance.levels[level].latency +
                       (most - 1) / most * carried / instance.levels[level].bandwidth;
        }
        carried /= real(shape.fewest[level]);
    }
    return seconds;
}

std::size_t ceiling_log2(std::size_t value) {
    std::size_t exponent = 0;
    while ((std::size_t{1} << exponent) < value)
        ++exponent;
    return exponent;
}

double collective_formula(const Instance& instance, const Shape& shape, Operation operation, double bytes) {
    const Level& top = instance.levels[shape.top];
    const double size = real(shape.size);
    switch (operation) {
    case Operation::all_gather:
    case Operation::reduce_scatter:
        return scatter_formula(instance, shape, bytes);
    case Operation::all_reduce: {
        const double tree = 2 * real(ceiling_log2(shape.size)) * top.latency + 2 * bytes / top.bandwidth;
        return std::min(2 * scatter_formula(instance, shape, bytes), tree);
    }
    case Operation::ring_exchange:
        return (size - 1) * top.latency + (size - 1) / size * bytes / top.bandwidth;
    case Operation::all_to_all: {
        double latencies = 0;
        double slowest = 0;
        for (std::size_t level = 1; level < instance.levels.size(); ++level) {
            if (shape.most[level] > 1) latencies += instance.levels[level].latency * std::log2(real(shape.most[level]));
            slowest = std::max(slowest, shape.outside[level] * bytes / instance.levels[level].bandwidth);
        }
        return latencies + slowest;
    }
    }
    throw std::logic_error("unknown collective");
}

// Seconds of a collective in which every set moves a full tensor of that many bytes.
double collective_seconds(const Instance& instance, const Shape& shape, Operation operation, double bytes) {
    if (shape.size == 1 || bytes == 0) return 0;

    // Measured times of the level that the sets top out at, for the nearest number of ranks.
    std::size_t listed = 0;  // least number of ranks at or above the sets'
    std::size_t largest = 0; // largest number of ranks in the table
    const auto& measured = instance.levels[shape.top].measured;
    for (const MeasuredPoint& point : measured) {
        if (point.operation != operation) continue;
        largest = std::max(largest, point.ranks);
        if (point.ranks >= shape.size && (listed == 0 || point.ranks < listed)) listed = point.ranks;
    }
    if (largest == 0) return collective_formula(instance, shape, operation, bytes);

    const bool too_many_ranks = listed == 0;
    std::map<double, double> curve; // bytes -> seconds
    for (const MeasuredPoint& point : measured) {
        if (point.operation != operation || point.ranks != (too_many_ranks ? largest : listed)) continue;
        double& seconds = curve[point.bytes];
        seconds = std::max(seconds, point.seconds);
    }
    double running = 0;
    for (auto& [size, seconds] : curve)
        seconds = running = std::max(running, seconds);

    const auto scaled_formula = [&](const std::pair<const double, double>& meeting) {
        return collective_formula(instance, shape, operation, bytes) * meeting.second /
               collective_formula(instance, shape, operation, meeting.first);
    };
    if (too_many_ranks || bytes > curve.rbegin()->first) return scaled_formula(*curve.rbegin());
    if (bytes < curve.begin()->first) return scaled_formula(*curve.begin());
    const auto above = curve.lower_bound(bytes);
    if (above->first == bytes) return above->second;
    const auto below = std::prev(above);
    const double position = std::log(bytes / below->first) / std::log(above->first / below->first);
    return std::exp(std::log(below->second) + position * (std::log(above->second) - std::log(below->second)));
}

// ---------------------------------------------------------------------------------------------------------------------
// Placement: where the ranks of every stage are
// ---------------------------------------------------------------------------------------------------------------------

struct Strategy {
    std::size_t tp = 1, ep = 1, cp = 1;
    bool sequence_parallel = false;
    std::size_t micro_batch = 1;
    std::size_t folded_tp = 0;            // of folded experts; 0 when they are a dimension of the stage
    std::vector<const Profile*> profiles; // one per layer

    bool folded() const { return folded_tp > 0; }
    // Expert ranks that are a dimension of one copy of a stage, each with a micro-batch of its own.
    std::size_t own_experts() const { return folded() ? 1 : ep; }
    std::size_t width() const { return tp * own_experts() * cp; }
    // Bytes that one device moves or keeps of a tensor of so many bytes per sequence.
    double scaled(double bytes) const {
        return bytes * real(micro_batch) / real(cp) / (sequence_parallel ? real(tp) : 1.0);
    }
};

std::optional<Strategy> strategy_for(const Instance& instance, const StrategyKey& key) {
    Strategy strategy;
    std::tie(strategy.tp, strategy.ep, strategy.cp, strategy.sequence_parallel, strategy.micro_batch,
             strategy.folded_tp) = key;
    for (const Layer& layer : instance.layers) {
        const auto found = layer.profiles.find(key);
        if (found == layer.profiles.end()) return std::nullopt;
        strategy.profiles.push_back(&found->second);
    }
    return strategy;
}

struct Grid {
    std::size_t replicas = 1, stages = 1, width = 1;
    Layout layout = Layout::pp_inner;
    std::size_t stride = 0;
    std::vector<std::size_t> copies{}; // of each stage; empty: one

    std::size_t copies_of(std::size_t stage) const { return copies.empty() ? 1 : copies[stage]; }
    bool has_copies() const {
        return std::any_of(copies.begin(), copies.end(), [](std::size_t count) { return count > 1; });
    }
    // Copies of all stages before this one.
    std::size_t before(std::size_t stage) const {
        std::size_t count = 0;
        for (std::size_t other = 0; other < stage; ++other)
            count += copies_of(other);
        return count;
    }
    std::size_t devices() const { return before(stages) * width * replicas; }
    std::size_t inner() const { return layout == Layout::pp_inner ? before(stages) : replicas; }
    std::size_t outer() const { return layout == Layout::pp_inner ? replicas : stages; }
    std::size_t last_rank() const { return (outer() - 1) * stride + inner() * width - 1; }
    std::size_t rank(std::size_t replica, std::size_t stage, std::size_t inside, std::size_t copy = 0) const {
        return layout == Layout::pp_inner ? replica * stride + (before(stage) + copy) * width + inside
                                          : stage * stride + replica * width + inside;
    }
};

// Strides that a grid may have; its own stride is ignored.
std::set<std::size_t> strides_of(const Instance& instance, const Grid& grid) {
    const std::size_t block = grid.inner() * grid.width;
    if (grid.outer() == 1) return {block};
    std::set<std::size_t> strides;
    for (std::size_t level = 0; level + 1 < instance.levels.size(); ++level) {
        strides.insert(round_up(block, instance.levels[level].group_size));
    }
    return strides;
}

// What the position of a stage in the grid decides, whatever layers it holds.
struct Position {
    std::size_t level_in = 0; // worst level to the stage before; 0 for the first stage
    std::size_t level_out = 0;
    Shape dense;  // ranks that hold the same slice of parameters outside experts
    Shape expert; // ranks that hold the same slice of expert parameters
    // By layer, in seconds per micro-batch.
    std::vector<double> communication_forward, communication_backward, context_forward;
};

struct Placement {
    const Instance& instance;
    const Strategy& strategy;
    Grid grid;
    std::size_t micro_batches = 0;
    std::vector<Position> positions;
    double tied_seconds = 0; // all-reduce of the tied embedding's gradient between both ends
};

// Parameters of the tied embedding that the last stage holds in addition; 0 when nothing is tied.
double tied_parameters(const Instance& instance, const Strategy& strategy, std::size_t stages) {
    double parameters = 0;
    if (!instance.tied_embeddings || stages == 1) return 0;
    for (std::size_t layer = 0; layer < instance.layers.size(); ++layer) {
        if (instance.layers[layer].kind != "embedding") continue;
        parameters += strategy.profiles[layer]->parameters - strategy.profiles[layer]->expert_parameters;
    }
    return parameters;
}

Placement place(const Instance& instance, const Strategy& strategy, const Grid& grid, std::size_t micro_batches) {
    Placement placement{instance, strategy, grid, micro_batches, {}, 0};
    const std::size_t tensor = strategy.tp;
    const std::size_t expert = strategy.own_experts();
    const std::size_t context = strategy.cp;
    const auto inside = [&](std::size_t e, std::size_t c, std::size_t t) { return (e * context + c) * tensor + t; };

    const auto cut_level = [&](std::size_t stage) { // between this stage and the next
        std::size_t worst = 0;
        // Each micro-batch goes from the copy that it runs on to the next stage's.
        const std::size_t here = grid.copies_of(stage), next = grid.copies_of(stage + 1);
        for (std::size_t n = 0; n < std::min(micro_batches, here * next); ++n) {
            for (std::size_t r = 0; r < grid.replicas; ++r) {
                for (std::size_t j = 0; j < grid.width; ++j) {
                    worst = std::max(worst, level_between(instance, grid.rank(r, stage, j, n % here),
                                                          grid.rank(r, stage + 1, j, n % next)));
                }
            }
        }
        return worst;
    };

    for (std::size_t stage = 0; stage < grid.stages; ++stage) {
        Position position;
        if (stage > 0) position.level_in = placement.positions.back().level_out;
        if (stage + 1 < grid.stages) position.level_out = cut_level(stage);

        // Each rank of the stage goes into one set of every family, told by the coordinates that the set shares.
        std::map<std::array<std::size_t, 4>, std::vector<std::size_t>> tensor_sets, expert_sets, context_sets,
            expert_tensor_sets;
        std::map<std::array<std::size_t, 2>, std::vector<std::size_t>> dense_copies, expert_copies;
        for (std::size_t r = 0; r < grid.replicas; ++r) {
            for (std::size_t copy = 0; copy < grid.copies_of(stage); ++copy) {
                for (std::size_t e = 0; e < expert; ++e) {
                    for (std::size_t c = 0; c < context; ++c) {
                        for (std::size_t t = 0; t < tensor; ++t) {
                            const std::size_t rank = grid.rank(r, stage, inside(e, c, t), copy);
                            tensor_sets[{r, copy, e, c}].push_back(rank);
                            expert_sets[{r, copy, c, t}].push_back(rank);
                            context_sets[{r, copy, e, t}].push_back(rank);
                            dense_copies[{0, t}].push_back(rank);
                            expert_copies[{e, t}].push_back(rank);
                        }
                    }
                }
            }
        }
        if (strategy.folded()) {
            // The ranks of the stage in their order, dealt out to expert groups of ep rows with folded_tp ranks each.
            expert_sets.clear();
            expert_copies.clear();
            std::size_t dealt = 0;
            for (std::size_t r = 0; r < grid.replicas; ++r) {
                for (std::size_t j = 0; j < grid.width; ++j, ++dealt) {
                    const std::size_t rank = grid.rank(r, stage, j);
                    const std::size_t column = dealt % strategy.folded_tp;
                    const std::size_t row = dealt / strategy.folded_tp % strategy.ep;
                    const std::size_t group = dealt / (strategy.folded_tp * strategy.ep);
                    expert_sets[{group, column, 0, 0}].push_back(rank);
                    expert_tensor_sets[{group, row, 0, 0}].push_back(rank);
                    expert_copies[{row, column}].push_back(rank);
                }
            }
        }
        const auto shape = [&](const auto& sets) {
            Family family;
            for (const auto& [shared, ranks] : sets)
                family.push_back(ranks);
            return shape_of(instance, family);
        };
        const Shape tensor_shape = shape(tensor_sets);
        const Shape expert_shape = shape(expert_sets);
        const Shape context_shape = shape(context_sets);
        const Shape expert_tensor_shape = strategy.folded() ? shape(expert_tensor_sets) : Shape{};
        position.dense = shape(dense_copies);
        position.expert = shape(expert_copies);

        for (const Profile* profile : strategy.profiles) {
            double forward = 0;
            double backward = 0;
            double context_forward = 0;
            for (const Collective& collective : profile->collectives) {
                const Shape& used = collective.axis == Axis::tensor    ? tensor_shape
                                    : collective.axis == Axis::expert  ? expert_shape
                                    : collective.axis == Axis::context ? context_shape
                                                                       : expert_tensor_shape;
                const double seconds =
                    collective.count * collective_seconds(instance, used, collective.operation, collective.bytes);
                (collective.forward ? forward : backward) += seconds;
                if (collective.forward && collective.axis == Axis::context) context_forward += seconds;
            }
            position.communication_forward.push_back(forward);
            position.communication_backward.push_back(backward);
            position.context_forward.push_back(context_forward);
        }
        placement.positions.push_back(std::move(position));
    }

    const double tied = tied_parameters(instance, strategy, grid.stages);
    if (tied > 0) {
        // Every copy of either end is in a pair: they are counted off together, the fewer ones from the start again.
        Family pairs;
        const std::size_t last = grid.stages - 1;
        for (std::size_t n = 0; n < std::max(grid.copies_of(0), grid.copies_of(last)); ++n) {
            for (std::size_t r = 0; r < grid.replicas; ++r) {
                for (std::size_t j = 0; j < grid.width; ++j) {
                    pairs.push_back(
                        {grid.rank(r, 0, j, n % grid.copies_of(0)), grid.rank(r, last, j, n % grid.copies_of(last))});
                }
            }
        }
        placement.tied_seconds = collective_seconds(instance, shape_of(instance, pairs), Operation::all_reduce,
                                                    tied * instance.gradient_bytes);
    }
    return placement;
}

// ---------------------------------------------------------------------------------------------------------------------
// One stage
// ---------------------------------------------------------------------------------------------------------------------

// A set of layers as bits.
using LayerSet = std::uint64_t;

bool has(LayerSet set, std::size_t layer) {
    return (set >> layer & 1U) != 0;
}

// Bytes (one sequence, unsplit) that cross into a set of layers: the largest crossing edge of each producer outside.
double crossing_bytes(const Instance& instance, LayerSet downstream) {
    std::map<std::size_t, double> by_producer;
    for (const Edge& edge : instance.edges) {
        if (has(downstream, edge.from) || !has(downstream, edge.to)) continue;
        double& largest = by_producer[edge.from];
        largest = std::max(largest, edge.bytes);
    }
    double bytes = 0;
    for (const auto& [producer, largest] : by_producer)
        bytes += largest;
    return bytes;
}

struct StagePrice {
    double forward = 0, backward = 0; // seconds per micro-batch
    double weight = 0;                // seconds of backward that give the weights' gradients
    double sync = 0, update = 0;      // seconds per step
    MemoryParts memory;
    Recompute recompute = Recompute::none;
    std::size_t repeated = 0; // full recomputation of the first so many layers; 0 for all
    int zero = 0;
};

// The layers of a chain from the first to the last; empty when the model isn't one.
std::vector<std::size_t> chain_of(const Instance& instance) {
    const std::size_t count = instance.layers.size();
    std::vector<std::size_t> chain;
    std::vector<bool> placed(count, false);
    while (chain.size() < count) {
        std::size_t next = count;
        for (std::size_t layer = 0; layer < count; ++layer) {
            if (placed[layer]) continue;
            const bool ready = std::all_of(instance.edges.begin(), instance.edges.end(),
                                           [&](const Edge& edge) { return edge.to != layer || placed[edge.from]; });
            if (!ready) continue;
            if (next != count) return {}; // two could come next
            next = layer;
        }
        placed[next] = true;
        chain.push_back(next);
    }
    return chain;
}

// Full recomputation of a stage's first layers: the numbers that its layers allow, 0 for all of them.
std::set<std::size_t> repeated_counts(const Instance& instance, LayerSet own) {
    std::size_t layers = 0;
    for (std::size_t layer = 0; layer < instance.layers.size(); ++layer)
        layers += has(own, layer) ? 1U : 0U;
    if (chain_of(instance).empty()) return {0};
    std::set<std::size_t> counts;
    if (!instance.repeated) {
        for (std::size_t count = 0; count < layers; ++count)
            counts.insert(count);
        return counts;
    }
    for (const std::size_t count : *instance.repeated)
        counts.insert(count < layers ? count : 0);
    return counts;
}

// What is before and behind the layers that are priced.
struct Ends {
    bool first = false, last = false;        // of the whole model
    std::size_t level_in = 0, level_out = 0; // crossed to what is before and behind
};

Ends ends_of(const Placement& placement, std::size_t stage) {
    const Position& position = placement.positions[stage];
    return {stage == 0, stage + 1 == placement.grid.stages, position.level_in, position.level_out};
}

// `from_here`: layers of this stage and all later ones; `after`: layers of the later stages.
StagePrice price_stage(const Placement& placement, std::size_t stage, LayerSet from_here, LayerSet after,
                       double bytes_in, double bytes_out, Recompute recompute, std::size_t repeated, int zero,
                       Schedule schedule, const Ends& ends) {
    const Instance& instance = placement.instance;
    const Strategy& strategy = placement.strategy;
    const Position& position = placement.positions[stage];
    const bool last = ends.last;
    const LayerSet own = from_here & ~after;

    double forward_compute = 0;
    double backward_compute = 0;
    double weight_compute = 0;
    double selective_compute = 0;
    double communication_forward = 0;
    double communication_backward = 0;
    double context_forward = 0;
    double dense_parameters = 0;
    double expert_parameters = 0;
    double largest_layer = 0; // parameters
    double activations = 0;
    double selective_activations = 0;
    double largest_activations = 0;
    for (std::size_t layer = 0; layer < instance.layers.size(); ++layer) {
        if (!has(own, layer)) continue;
        const Profile& profile = *strategy.profiles[layer];
        forward_compute += profile.forward_seconds;
        backward_compute += profile.backward_seconds;
        weight_compute += profile.weight_seconds;
        selective_compute += profile.selective_seconds;
        communication_forward += position.communication_forward[layer];
        communication_backward += position.communication_backward[layer];
        context_forward += position.context_forward[layer];
        dense_parameters += profile.parameters - profile.expert_parameters;
        expert_parameters += profile.expert_parameters;
        largest_layer = std::max(largest_layer, profile.parameters);
        activations += profile.activation_bytes;
        selective_activations += profile.selective_bytes;
        largest_activations = std::max(largest_activations, profile.activation_bytes);
    }
    if (last) {
        const double tied = tied_parameters(instance, strategy, placement.grid.stages);
        dense_parameters += tied;
        largest_layer = std::max(largest_layer, tied);
    }

    // Of partial recomputation: the first layers do their forward pass again and keep their inputs, the others keep
    // all.
    LayerSet again = own;
    if (recompute == Recompute::full && repeated > 0) {
        again = 0;
        std::size_t taken = 0;
        for (const std::size_t layer : chain_of(instance)) {
            if (!has(own, layer) || taken == repeated) continue;
            again |= LayerSet{1} << layer;
            ++taken;
        }
    }
    double again_forward = 0;
    double again_largest = 0;
    double others_saved = 0;
    double again_inputs = 0;
    for (std::size_t layer = 0; layer < instance.layers.size(); ++layer) {
        if (!has(own, layer)) continue;
        const Profile& profile = *strategy.profiles[layer];
        if (has(again, layer)) {
            again_forward += profile.forward_seconds + position.communication_forward[layer];
            again_largest = std::max(again_largest, profile.activation_bytes);
        } else {
            others_saved += profile.activation_bytes;
        }
    }
    for (const Edge& edge : instance.edges) {
        if (has(again, edge.to)) again_inputs += strategy.scaled(edge.bytes);
    }

    StagePrice price;
    price.recompute = recompute;
    price.repeated = repeated;
    price.zero = zero;
    price.weight = weight_compute;

    // Both parameter groups run their collectives one after the other.
    const auto over_copies = [&](Operation operation, double bytes_per_parameter) {
        return collective_seconds(instance, position.dense, operation, dense_parameters * bytes_per_parameter) +
               collective_seconds(instance, position.expert, operation, expert_parameters * bytes_per_parameter);
    };

    // Time of one micro-batch.
    const double receive = ends.first ? 0 : point_to_point(instance, ends.level_in, bytes_in);
    const double send_back = last ? 0 : point_to_point(instance, ends.level_out, bytes_out);
    price.forward = receive + forward_compute + communication_forward;
    double before_backward = send_back;
    if (recompute == Recompute::selective) {
        before_backward = std::max(send_back, selective_compute + context_forward);
    } else if (recompute == Recompute::full) {
        before_backward = std::max(send_back, again_forward);
    } else if (recompute == Recompute::stage) {
        before_backward = std::max(send_back, forward_compute + communication_forward);
    }
    price.backward = before_backward + backward_compute + communication_backward;
    const double exposed_zero = 1 - instance.overlap_zero;
    if (zero >= 2) {
        price.backward += exposed_zero * over_copies(Operation::reduce_scatter, instance.gradient_bytes);
    }
    if (zero == 3) {
        const double gather = exposed_zero * over_copies(Operation::all_gather, instance.weight_bytes);
        price.forward += gather;
        price.backward += gather;
    }

    // Time once per step.
    if (zero == 0) {
        price.sync = over_copies(Operation::all_reduce, instance.gradient_bytes);
    } else if (zero == 1) {
        price.sync = over_copies(Operation::reduce_scatter, instance.gradient_bytes) +
                     over_copies(Operation::all_gather, instance.weight_bytes);
    } else if (zero == 2) {
        price.sync = over_copies(Operation::all_gather, instance.weight_bytes);
    }
    price.sync *= 1 - instance.overlap_dp;
    if (stage == 0 || last) price.sync += placement.tied_seconds;

    // Parameters of which this rank keeps one share when `split`.
    const double dense_copies = real(position.dense.size);
    const double expert_copies = real(position.expert.size);
    const auto kept = [&](bool split) {
        return split ? dense_parameters / dense_copies + expert_parameters / expert_copies
                     : dense_parameters + expert_parameters;
    };
    price.update = kept(zero >= 1) * (2 * instance.optimizer_bytes + instance.gradient_bytes + instance.weight_bytes) /
                   instance.update_rate;

    // Memory.
    // 1F1B: as many as blocks that work behind, this stage's own included; without copies those are stages.
    std::size_t blocks = 0;
    for (std::size_t later = stage; later < placement.grid.stages; ++later)
        blocks += placement.grid.copies_of(later);
    const std::size_t in_flight =
        schedule == Schedule::gpipe ? placement.micro_batches : std::min(placement.micro_batches, blocks);
    // Copies share them, none has a part of one.
    const double flights = std::ceil(real(in_flight) / real(placement.grid.copies_of(stage)));
    MemoryParts& memory = price.memory;
    memory.weights = kept(zero == 3) * instance.weight_bytes;
    memory.gradients = kept(zero >= 2) * instance.gradient_bytes;
    memory.optimizer = kept(zero >= 1) * instance.optimizer_bytes;
    if (placement.grid.replicas * placement.grid.copies_of(stage) * strategy.own_experts() * strategy.cp > 1) {
        if (zero == 3) memory.working += 2 * largest_layer * instance.weight_bytes;
        if (zero >= 2) memory.working += largest_layer * instance.gradient_bytes;
    }
    switch (recompute) {
    case Recompute::none:
        memory.activations = flights * activations;
        break;
    case Recompute::selective:
        memory.activations = flights * selective_activations;
        break;
    case Recompute::full:
        memory.activations = flights * (again_inputs + others_saved) + again_largest;
        break;
    case Recompute::stage:
        memory.activations = (flights - 1) * (stage == 0 ? 0 : bytes_in) + activations;
        break;
    }
    if (last && !instance.fused_loss && instance.vocabulary > 0 && instance.sequence_length > 0) {
        const double block = 128 * real(strategy.tp);
        const double padded = std::ceil(instance.vocabulary / block) * block;
        memory.logits = flights * 6 * real(strategy.micro_batch) * (instance.sequence_length / real(strategy.cp)) *
                        padded / real(strategy.tp);
    }
    memory.reserve = instance.reserve;
    return price;
}

// Bytes of logits of one micro-batch.
double logits_of(const Instance& instance, const Strategy& strategy) {
    if (instance.fused_loss || instance.vocabulary <= 0 || instance.sequence_length <= 0) return 0;
    const double block = 128 * real(strategy.tp);
    const double padded = std::ceil(instance.vocabulary / block) * block;
    return 6 * real(strategy.micro_batch) * (instance.sequence_length / real(strategy.cp)) * padded / real(strategy.tp);
}

// The chunks that one stage of the interleaved schedule works on, forward (+) and backward, in its order.
struct Turn {
    std::size_t chunk = 0;
    bool forward = true;
};
std::vector<Turn> turns_of(std::size_t stage, std::size_t stages, std::size_t chunks, std::size_t micro_batches) {
    std::vector<std::size_t> forward, backward;
    for (std::size_t round = 0; round < micro_batches / stages; ++round) {
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            for (std::size_t batch = 0; batch < stages; ++batch) {
                forward.push_back(chunk);
                backward.push_back(chunks - 1 - chunk);
            }
        }
    }
    const std::size_t ahead = std::min(forward.size(), 2 * (stages - stage - 1) + (chunks - 1) * stages);
    std::vector<Turn> turns;
    std::size_t done = 0;
    for (std::size_t pass = 0; pass < forward.size(); ++pass) {
        turns.push_back({forward[pass], true});
        if (pass >= ahead) turns.push_back({backward[done++], false});
    }
    while (done < backward.size())
        turns.push_back({backward[done++], false});
    return turns;
}

// A stage of several virtual stages: `from_here` and `after` of each, first one first.
StagePrice price_interleaved(const Placement& placement, std::size_t stage,
                             const std::vector<std::pair<LayerSet, LayerSet>>& chunks, Recompute recompute, int zero) {
    const Instance& instance = placement.instance;
    const Strategy& strategy = placement.strategy;
    const std::size_t stages = placement.grid.stages;
    std::size_t around = 0; // from the last stage back to the first
    for (std::size_t r = 0; r < placement.grid.replicas; ++r) {
        for (std::size_t j = 0; j < placement.grid.width; ++j) {
            around = std::max(
                around, level_between(instance, placement.grid.rank(r, stages - 1, j), placement.grid.rank(r, 0, j)));
        }
    }
    LayerSet own = 0;
    for (const auto& [from_here, after] : chunks)
        own |= from_here & ~after;
    const Ends whole_ends = ends_of(placement, stage);
    StagePrice price =
        price_stage(placement, stage, own, 0, 0, 0, recompute, 0, zero, Schedule::one_forward_one_backward, whole_ends);
    price.forward = price.backward = 0;
    std::vector<double> kept, once;
    for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
        const auto [from_here, after] = chunks[chunk];
        Ends ends = whole_ends;
        ends.first = stage == 0 && chunk == 0;
        ends.last = stage + 1 == stages && chunk + 1 == chunks.size();
        if (stage == 0) ends.level_in = around;
        if (stage + 1 == stages) ends.level_out = around;
        const double bytes_in = strategy.scaled(crossing_bytes(instance, from_here));
        const double bytes_out = strategy.scaled(crossing_bytes(instance, after));
        const StagePrice part = price_stage(placement, stage, from_here, after, bytes_in, bytes_out, recompute, 0, zero,
                                            Schedule::one_forward_one_backward, ends);
        price.forward += part.forward;
        price.backward += part.backward;
        double all = 0, selective = 0, inputs = 0, largest = 0;
        for (std::size_t layer = 0; layer < instance.layers.size(); ++layer) {
            if (!has(from_here & ~after, layer)) continue;
            all += strategy.profiles[layer]->activation_bytes;
            selective += strategy.profiles[layer]->selective_bytes;
            largest = std::max(largest, strategy.profiles[layer]->activation_bytes);
        }
        for (const Edge& edge : instance.edges) {
            if (has(from_here & ~after, edge.to)) inputs += strategy.scaled(edge.bytes);
        }
        const double entering = ends.first ? 0 : bytes_in;
        kept.push_back(recompute == Recompute::none        ? all
                       : recompute == Recompute::selective ? selective
                       : recompute == Recompute::full      ? inputs
                                                           : entering);
        once.push_back(recompute == Recompute::full    ? largest
                       : recompute == Recompute::stage ? std::max(0.0, all - entering)
                                                       : 0);
    }
    const double logits = stage + 1 == stages ? logits_of(instance, strategy) : 0;
    std::vector<double> there(chunks.size(), 0);
    double most = 0;
    for (const Turn& turn : turns_of(stage, stages, chunks.size(), placement.micro_batches)) {
        there[turn.chunk] += turn.forward ? 1 : -1;
        double bytes = there.back() * logits;
        for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk)
            bytes += there[chunk] * kept[chunk];
        if (bytes >= most) {
            most = bytes;
            price.memory.logits = there.back() * logits;
        }
    }
    price.memory.activations = most - price.memory.logits + *std::max_element(once.begin(), once.end());
    return price;
}

// ---------------------------------------------------------------------------------------------------------------------
// A whole step
// ---------------------------------------------------------------------------------------------------------------------

// Sums and maxima over stages. All start at 0 and only grow, and so does every step time made from them, ZB-H1's aside.
struct Tally {
    std::vector<std::pair<double, double>> loads; // of each stage, with the weight gradients' seconds
    double sum_forward = 0, sum_backward = 0;
    double max_forward = 0, max_backward = 0, max_load = 0;
    double max_sync = 0, max_update = 0;
    double first_sync = 0;
    double most_memory = 0, least_memory = std::numeric_limits<double>::infinity();

    // `copies` of the stage share the micro-batches.
    void add(const StagePrice& stage, bool first, std::size_t copies = 1) {
        loads.emplace_back(stage.forward + stage.backward, stage.weight);
        sum_forward += stage.forward;
        sum_backward += stage.backward;
        max_forward = std::max(max_forward, stage.forward);
        max_backward = std::max(max_backward, stage.backward);
        max_load = std::max(max_load, (stage.forward + stage.backward) / real(copies));
        max_sync = std::max(max_sync, stage.sync);
        max_update = std::max(max_update, stage.update);
        if (first) first_sync = stage.sync;
        most_memory = std::max(most_memory, stage.memory.total());
        least_memory = std::min(least_memory, stage.memory.total());
    }
};

// The slowest stage m times; of every other one what is left of its load without twice the weight gradients.
double zero_bubble_seconds(const Placement& placement, const Tally& tally) {
    std::size_t slowest = 0;
    for (std::size_t stage = 1; stage < tally.loads.size(); ++stage) {
        const auto [load, weight] = tally.loads[stage];
        const auto [most, most_weight] = tally.loads[slowest];
        const bool same = std::abs(load - most) <= 1e-12 * std::max(load, most);
        if (same ? weight > most_weight : load > most) slowest = stage;
    }
    double seconds = real(placement.micro_batches) * tally.loads[slowest].first;
    for (std::size_t stage = 0; stage < tally.loads.size(); ++stage) {
        if (stage != slowest) seconds += tally.loads[stage].first - 2 * tally.loads[stage].second;
    }
    return seconds;
}

double pipeline_seconds(const Placement& placement, const Tally& tally, Schedule schedule, std::size_t chunks) {
    const double repeats = real(placement.micro_batches) - 1;
    if (schedule == Schedule::interleaved) {
        const double others = placement.instance.paper_objective
                                  ? (real(placement.grid.stages) - 1) * tally.max_load
                                  : tally.sum_forward + tally.sum_backward - tally.max_load;
        return real(placement.micro_batches) * tally.max_load + others / real(chunks);
    }
    if (placement.instance.paper_objective) return (repeats + real(placement.grid.stages)) * tally.max_load;
    if (schedule == Schedule::gpipe) {
        return tally.sum_forward + repeats * tally.max_forward + tally.sum_backward + repeats * tally.max_backward;
    }
    if (schedule == Schedule::zero_bubble_h1) return zero_bubble_seconds(placement, tally);
    return tally.sum_forward + tally.sum_backward + repeats * tally.max_load;
}

double step_seconds(const Placement& placement, const Tally& tally, Schedule schedule, std::size_t chunks = 1) {
    const double pipeline = pipeline_seconds(placement, tally, schedule, chunks);
    if (placement.instance.paper_objective) return pipeline + tally.first_sync;
    return pipeline + tally.max_sync + tally.max_update;
}

// Micro-batches per replica; nothing when the global batch cannot be split that way.
std::optional<std::size_t> micro_batches_for(const Instance& instance, const Strategy& strategy, std::size_t replicas) {
    // Groups of folded experts fill the ranks of a stage.
    if (strategy.folded() && strategy.width() * replicas % (strategy.ep * strategy.folded_tp) != 0) return std::nullopt;
    const std::size_t at_once = strategy.micro_batch * strategy.own_experts() * replicas;
    if (instance.round_up_micro_batches) return (instance.global_batch + at_once - 1) / at_once;
    if (instance.global_batch % at_once != 0 || instance.global_batch < at_once) return std::nullopt;
    return instance.global_batch / at_once;
}

// Whether a schedule runs so many micro-batches on so many stages.
bool goes_with(Schedule schedule, std::size_t micro_batches, std::size_t stages) {
    if (schedule == Schedule::zero_bubble_h1) return micro_batches >= stages;
    if (schedule == Schedule::interleaved) return stages > 1 && micro_batches % stages == 0;
    return true;
}

LayerSet all_layers(const Instance& instance) {
    if (instance.layers.size() > 20) throw std::invalid_argument("too many layers for exhaustive search");
    return (LayerSet{1} << instance.layers.size()) - 1;
}

// Whether every consumer of a layer of the set is in the set.
bool closed_under_successors(const Instance& instance, LayerSet set) {
    return std::none_of(instance.edges.begin(), instance.edges.end(),
                        [&](const Edge& edge) { return has(set, edge.from) && !has(set, edge.to); });
}

bool strategy_permitted(const Instance& instance, const StrategyKey& key) {
    const auto& [tp, ep, cp, sequence_parallel, micro_batch, folded_tp] = key;
    if (!permits(instance.fold, folded_tp > 0)) return false;
    if (folded_tp > 0 && !permits(instance.expert_tensor, folded_tp)) return false;
    return permits(instance.tensor, tp) && permits(instance.expert, ep) && permits(instance.context, cp) &&
           permits(instance.sequence_parallel, sequence_parallel) && permits(instance.micro_batches, micro_batch);
}

bool grid_permitted(const Instance& instance, const Strategy& strategy, const Grid& grid) {
    return permits(instance.pipeline, grid.stages) && permits(instance.data, grid.replicas * strategy.own_experts()) &&
           (!instance.max_devices || grid.devices() <= *instance.max_devices);
}

// Whether a stage with these layers has all layers that are pinned to it, and no others that are pinned.
bool obeys_pins(const Instance& instance, std::size_t stage, std::size_t stages, LayerSet own) {
    // A layer has one stage: a number and "last" for the same layer contradict each other, whatever they come to.
    for (const Instance::Pin& one : instance.pins) {
        for (const Instance::Pin& other : instance.pins) {
            if (one.layer == other.layer && one.stage != other.stage) return false;
        }
    }
    return std::all_of(instance.pins.begin(), instance.pins.end(), [&](const Instance::Pin& pin) {
        const bool here = pin.stage.value_or(stages - 1) == stage;
        return has(own, pin.layer) == here;
    });
}

// Why the options exclude a plan; empty when they allow it.
std::string outside_plan_space(const Instance& instance, const PlanSpec& plan, const Strategy& strategy,
                               const Grid& grid) {
    if (!strategy_permitted(instance,
                            {plan.tp, plan.ep, plan.cp, plan.sequence_parallel, plan.micro_batch, plan.expert_tp}))
        return "strategy not allowed";
    if (!grid_permitted(instance, strategy, grid)) return "number of stages, replicas or devices not allowed";
    for (std::size_t stage = 0; stage < plan.stages.size(); ++stage) {
        LayerSet own = 0;
        for (const std::size_t layer : plan.stages[stage])
            own |= LayerSet{1} << layer;
        if (!obeys_pins(instance, stage, plan.stages.size(), own)) return "a pinned layer is on another stage";
        if (plan.recompute[stage] == Recompute::full && !plan.repeated.empty() &&
            !repeated_counts(instance, own).contains(plan.repeated[stage]))
            return "so many recomputed layers are not allowed";
    }
    for (std::size_t stage = 0; stage < grid.stages; ++stage) {
        if (grid.copies_of(stage) > instance.most_copies) return "so many copies are not allowed";
    }
    if (!holds(instance.layouts, plan.layout)) return "layout not allowed";
    if (!holds(instance.schedules, plan.schedule)) return "schedule not allowed";
    if (plan.schedule == Schedule::interleaved &&
        !holds(instance.virtual_stages, plan.virtual_stages.size() / plan.stages.size()))
        return "virtual stages not allowed";
    if (!strides_of(instance, grid).contains(plan.stride)) return "stride not allowed";
    for (const Recompute recompute : plan.recompute) {
        if (!holds(instance.recomputes, recompute)) return "recomputation not allowed";
    }
    for (const int zero : plan.zero) {
        if (!holds(instance.zeros, zero)) return "ZeRO stage not allowed";
        if (instance.zero_uniform && zero != plan.zero.front()) return "ZeRO stages differ";
    }
    return {};
}

std::size_t repeated_of(const PlanSpec& plan, std::size_t stage) {
    return plan.repeated.empty() ? 0 : plan.repeated[stage];
}

void note_stage(const Instance& instance, const StagePrice& price, std::size_t stage, Priced& priced) {
    priced.forward.push_back(price.forward);
    priced.backward.push_back(price.backward);
    priced.loads.push_back(price.forward + price.backward);
    priced.sync.push_back(price.sync);
    priced.update.push_back(price.update);
    priced.parts.push_back(price.memory);
    priced.memory.push_back(price.memory.total());
    if (price.memory.total() > instance.capacity) {
        priced.fits = false;
        if (priced.reason.empty()) priced.reason = "stage " + std::to_string(stage) + " needs too much memory";
    }
}

Priced price_interleaved_plan(const Instance& instance, const PlanSpec& plan, const Strategy& strategy,
                              const Grid& grid, std::size_t micro_batches) {
    Priced priced;
    const std::size_t stages = plan.stages.size(), all = plan.virtual_stages.size();
    const auto refuse = [&](const char* reason) {
        priced.reason = reason;
        return priced;
    };
    if (all % stages != 0 || all < 2 * stages) return refuse("virtual stages that the stages don't share");
    std::vector<LayerSet> from_here(all + 1, 0);
    for (std::size_t k = all; k-- > 0;) {
        LayerSet own = 0;
        for (const std::size_t layer : plan.virtual_stages[k]) {
            if (layer >= instance.layers.size() || has(own | from_here[k + 1], layer))
                return refuse("a layer is unknown or placed twice");
            const auto& whole = plan.stages[k % stages];
            if (std::find(whole.begin(), whole.end(), layer) == whole.end())
                return refuse("a virtual stage has a layer of another stage");
            own |= LayerSet{1} << layer;
        }
        if (own == 0) return refuse("empty virtual stage");
        from_here[k] = own | from_here[k + 1];
        if (!closed_under_successors(instance, from_here[k])) return refuse("a tensor flows backwards");
    }
    if (from_here[0] != all_layers(instance)) return refuse("a layer is not placed");
    const Placement placement = place(instance, strategy, grid, micro_batches);
    priced.computable = true;
    priced.reason = outside_plan_space(instance, plan, strategy, grid);
    priced.in_plan_space = priced.reason.empty();
    priced.micro_batches = micro_batches;
    priced.capacity = instance.capacity;
    priced.fits = true;
    Tally tally;
    for (std::size_t stage = 0; stage < stages; ++stage) {
        std::vector<std::pair<LayerSet, LayerSet>> chunks;
        for (std::size_t k = stage; k < all; k += stages)
            chunks.emplace_back(from_here[k], from_here[k + 1]);
        const StagePrice price = price_interleaved(placement, stage, chunks, plan.recompute[stage], plan.zero[stage]);
        tally.add(price, stage == 0);
        note_stage(instance, price, stage, priced);
        if (stage + 1 < stages) priced.level_out.push_back(placement.positions[stage].level_out);
    }
    priced.pipeline_seconds = pipeline_seconds(placement, tally, plan.schedule, all / stages);
    priced.step_seconds = step_seconds(placement, tally, plan.schedule, all / stages);
    return priced;
}

Priced price_plan(const Instance& instance, const PlanSpec& plan) {
    Priced priced;
    const auto refuse = [&](const char* reason) {
        priced.reason = reason;
        return priced;
    };
    const std::size_t stages = plan.stages.size();
    const auto strategy =
        strategy_for(instance, {plan.tp, plan.ep, plan.cp, plan.sequence_parallel, plan.micro_batch, plan.expert_tp});
    if (!strategy) return refuse("a layer has no profile for this strategy and micro-batch");
    if (stages == 0 || plan.recompute.size() != stages || plan.zero.size() != stages || plan.replicas == 0)
        return refuse("incomplete plan");
    const auto micro_batches = micro_batches_for(instance, *strategy, plan.replicas);
    if (!micro_batches) return refuse("the global batch does not split into whole micro-batches");
    if (!plan.copies.empty() && plan.copies.size() != stages) return refuse("incomplete plan");
    const Grid grid{plan.replicas, stages, strategy->width(), plan.layout, plan.stride, plan.copies};
    if (grid.has_copies() &&
        (plan.layout != Layout::pp_inner || strategy->folded() || plan.schedule != Schedule::one_forward_one_backward))
        return refuse("copies are for 1F1B with stages side by side and experts that are not folded");
    if (grid.last_rank() >= instance.ranks()) return refuse("more ranks than devices");
    if (grid.outer() > 1 && grid.stride < grid.inner() * grid.width) return refuse("blocks of ranks overlap");

    if (!goes_with(plan.schedule, *micro_batches, stages)) return refuse("the schedule needs other micro-batches");
    if (plan.schedule == Schedule::interleaved)
        return price_interleaved_plan(instance, plan, *strategy, grid, *micro_batches);

    std::vector<LayerSet> from_here(stages + 1, 0); // layers of a stage and all later ones
    for (std::size_t stage = stages; stage-- > 0;) {
        LayerSet own = 0;
        for (const std::size_t layer : plan.stages[stage]) {
            if (layer >= instance.layers.size() || has(own | from_here[stage + 1], layer))
                return refuse("a layer is unknown or placed twice");
            own |= LayerSet{1} << layer;
        }
        if (own == 0) return refuse("empty stage");
        from_here[stage] = own | from_here[stage + 1];
        if (!closed_under_successors(instance, from_here[stage])) return refuse("a tensor flows backwards");
    }
    if (from_here[0] != all_layers(instance)) return refuse("a layer is not placed");

    const Placement placement = place(instance, *strategy, grid, *micro_batches);
    priced.computable = true;
    priced.reason = outside_plan_space(instance, plan, *strategy, grid);
    priced.in_plan_space = priced.reason.empty();
    priced.micro_batches = *micro_batches;
    priced.capacity = instance.capacity;
    priced.fits = true;
    Tally tally;
    for (std::size_t stage = 0; stage < stages; ++stage) {
        const double bytes_in = strategy->scaled(crossing_bytes(instance, from_here[stage]));
        const double bytes_out = strategy->scaled(crossing_bytes(instance, from_here[stage + 1]));
        const StagePrice price = price_stage(placement, stage, from_here[stage], from_here[stage + 1], bytes_in,
                                             bytes_out, plan.recompute[stage], repeated_of(plan, stage),
                                             plan.zero[stage], plan.schedule, ends_of(placement, stage));
        tally.add(price, stage == 0, grid.copies_of(stage));
        note_stage(instance, price, stage, priced);
        if (stage + 1 < stages) priced.level_out.push_back(placement.positions[stage].level_out);
    }
    priced.pipeline_seconds = pipeline_seconds(placement, tally, plan.schedule, 1);
    priced.step_seconds = step_seconds(placement, tally, plan.schedule);
    return priced;
}

// ---------------------------------------------------------------------------------------------------------------------
// Exhaustive search
// ---------------------------------------------------------------------------------------------------------------------

// All closed sets of layers with the bytes that cross into them.
struct Cuts {
    std::vector<LayerSet> sets;
    std::map<LayerSet, double> bytes; // one sequence, unsplit
};

Cuts cuts_of(const Instance& instance) {
    Cuts cuts;
    for (LayerSet set = 0; set <= all_layers(instance); ++set) {
        if (!closed_under_successors(instance, set)) continue;
        cuts.sets.push_back(set);
        cuts.bytes[set] = crossing_bytes(instance, set);
    }
    return cuts;
}

class Search {
public:
    Search(const Instance& instance, Thoroughness thoroughness)
        : instance_(instance), thoroughness_(thoroughness), cuts_(cuts_of(instance)) {}

    // `longest_step`: slower plans don't count.
    Best run(double longest_step = std::numeric_limits<double>::infinity()) {
        longest_step_ = longest_step;
        if (instance_.layers.empty()) return best_;
        for (const auto& [key, profile] : instance_.layers.front().profiles) {
            if (!strategy_permitted(instance_, key)) continue;
            if (const auto strategy = strategy_for(instance_, key)) try_strategy(*strategy);
        }
        if (best_.feasible) {
            best_.priced = price_plan(instance_, best_.plan);
            const double difference = std::abs(best_.priced.step_seconds - best_.step_seconds);
            if (!best_.priced.fits || !best_.priced.in_plan_space || difference > 1e-12 * best_.step_seconds)
                throw std::logic_error("the best plan does not reproduce its price: " + best_.priced.reason);
        }
        return best_;
    }

private:
    void try_strategy(const Strategy& strategy) {
        const std::size_t width = strategy.width();
        for (std::size_t stages = 1; stages <= instance_.layers.size(); ++stages) {
            for (std::size_t replicas = 1; replicas * stages * width <= instance_.ranks(); ++replicas) {
                const auto micro_batches = micro_batches_for(instance_, strategy, replicas);
                if (!micro_batches) continue;
                for (const Layout layout : instance_.layouts) {
                    const Grid grid{replicas, stages, width, layout, 0, std::vector<std::size_t>(stages, 1)};
                    const bool copies = layout == Layout::pp_inner && !strategy.folded();
                    try_copies(strategy, grid, *micro_batches, copies ? instance_.most_copies : 1);
                }
            }
        }
    }

    // Every number of copies of every stage, counted like an odometer.
    void try_copies(const Strategy& strategy, Grid grid, std::size_t micro_batches, std::size_t most) {
        while (true) {
            if (grid_permitted(instance_, strategy, grid)) {
                for (const std::size_t stride : strides_of(instance_, grid)) {
                    grid.stride = stride;
                    if (grid.last_rank() >= instance_.ranks()) continue;
                    ++best_.placements;
                    try_placement(place(instance_, strategy, grid, micro_batches));
                }
            }
            std::size_t stage = 0;
            while (stage < grid.stages && grid.copies[stage] == most)
                grid.copies[stage++] = 1;
            if (stage == grid.stages) return;
            ++grid.copies[stage];
        }
    }

    void try_placement(const Placement& placement) {
        for (const Schedule schedule : instance_.schedules) {
            if (!goes_with(schedule, placement.micro_batches, placement.grid.stages)) continue;
            if (schedule == Schedule::interleaved && instance_.thrift != Instance::Thrift::none) continue;
            if (placement.grid.has_copies() && schedule != Schedule::one_forward_one_backward) continue;
            if (!instance_.zero_uniform) {
                try_zeros(placement, schedule, instance_.zeros);
                continue;
            }
            for (const int zero : instance_.zeros)
                try_zeros(placement, schedule, {zero});
        }
    }

    // Every way to cut the model into virtual stages; then every way to run each stage.
    void try_interleaved(const Placement& placement, const std::vector<int>& zeros, std::size_t chunks) {
        interleaved_.clear();
        std::vector<LayerSet> starts(placement.grid.stages * chunks + 1, 0);
        cut_virtual(placement, zeros, chunks, starts, starts.size() - 1);
    }

    void cut_virtual(const Placement& placement, const std::vector<int>& zeros, std::size_t chunks,
                     std::vector<LayerSet>& starts, std::size_t position) {
        if (position == 0) {
            run_virtual(placement, zeros, chunks, starts, 0, Tally{});
            return;
        }
        const std::size_t k = position - 1;
        const LayerSet after = starts[position];
        for (const LayerSet from_here : cuts_.sets) {
            if (from_here == after || (from_here & after) != after) continue;
            if ((from_here == cuts_.sets.back()) != (k == 0)) continue;
            starts[k] = from_here;
            cut_virtual(placement, zeros, chunks, starts, k);
        }
    }

    void run_virtual(const Placement& placement, const std::vector<int>& zeros, std::size_t chunks,
                     const std::vector<LayerSet>& starts, std::size_t stage, const Tally& tally) {
        const std::size_t stages = placement.grid.stages;
        if (best_.feasible && thoroughness_ == Thoroughness::shortcuts &&
            step_seconds(placement, tally, Schedule::interleaved, chunks) > best_.step_seconds)
            return;
        if (stage == stages) {
            ++best_.plans;
            const double seconds = step_seconds(placement, tally, Schedule::interleaved, chunks);
            if (best_.feasible && seconds >= best_.step_seconds) return;
            starts_.assign(stages, 0);
            remember(placement, Schedule::interleaved, seconds);
            PlanSpec& plan = best_.plan;
            plan.virtual_stages.assign(starts.size() - 1, {});
            plan.stages.assign(stages, {});
            for (std::size_t k = 0; k + 1 < starts.size(); ++k) {
                for (std::size_t layer = 0; layer < instance_.layers.size(); ++layer) {
                    if (!has(starts[k] & ~starts[k + 1], layer)) continue;
                    plan.virtual_stages[k].push_back(layer);
                    plan.stages[k % stages].push_back(layer);
                }
            }
            return;
        }
        std::vector<std::pair<LayerSet, LayerSet>> own;
        LayerSet layers = 0;
        for (std::size_t k = stage; k + 1 < starts.size(); k += stages) {
            own.emplace_back(starts[k], starts[k + 1]);
            layers |= starts[k] & ~starts[k + 1];
        }
        if (!obeys_pins(instance_, stage, stages, layers)) return;
        for (const StagePrice& price : interleaved_choices(placement, zeros, stage, own)) {
            chosen_[stage] = &price;
            Tally longer = tally;
            longer.add(price, stage == 0);
            run_virtual(placement, zeros, chunks, starts, stage + 1, longer);
        }
    }

    const std::vector<StagePrice>& interleaved_choices(const Placement& placement, const std::vector<int>& zeros,
                                                       std::size_t stage,
                                                       const std::vector<std::pair<LayerSet, LayerSet>>& own) {
        const auto [entry, is_new] = interleaved_.try_emplace({stage, own});
        std::vector<StagePrice>& fitting = entry->second;
        if (!is_new) return fitting;
        for (const int zero : zeros) {
            for (const Recompute recompute : instance_.recomputes) {
                // A chunk's layers are recomputed all or none.
                if (recompute == Recompute::full && instance_.repeated && !holds(*instance_.repeated, std::size_t{0}))
                    continue;
                const StagePrice price = price_interleaved(placement, stage, own, recompute, zero);
                if (price.memory.total() <= instance_.capacity) fitting.push_back(price);
            }
        }
        return fitting;
    }

    void try_zeros(const Placement& placement, Schedule schedule, const std::vector<int>& zeros) {
        choices_.assign(placement.grid.stages, {});
        chosen_.assign(placement.grid.stages, nullptr);
        starts_.assign(placement.grid.stages, 0);
        if (schedule == Schedule::interleaved) {
            for (const std::size_t chunks : instance_.virtual_stages) {
                if (chunks > 1 && chunks * placement.grid.stages <= instance_.layers.size())
                    try_interleaved(placement, zeros, chunks);
            }
            return;
        }
        extend(placement, schedule, zeros, placement.grid.stages, 0, Tally{});
    }

    // The ways to run one stage with these layers that fit into memory.
    const std::vector<StagePrice>& choices(const Placement& placement, Schedule schedule, const std::vector<int>& zeros,
                                           std::size_t stage, LayerSet from_here, LayerSet after) {
        const auto [entry, is_new] = choices_[stage].try_emplace({from_here, after});
        std::vector<StagePrice>& fitting = entry->second;
        if (!is_new) return fitting;
        const double bytes_in = placement.strategy.scaled(cuts_.bytes.at(from_here));
        const double bytes_out = placement.strategy.scaled(cuts_.bytes.at(after));
        for (const int zero : zeros) {
            for (const auto& [recompute, repeated] : recomputations(from_here & ~after)) {
                const StagePrice price = price_stage(placement, stage, from_here, after, bytes_in, bytes_out, recompute,
                                                     repeated, zero, schedule, ends_of(placement, stage));
                if (price.memory.total() > instance_.capacity) continue;
                if (thoroughness_ == Thoroughness::shortcuts && grows(schedule) &&
                    instance_.thrift == Instance::Thrift::none) {
                    // A choice that is nowhere better than another one can be left out: no step time falls when one of
                    // the four numbers grows.
                    const auto no_better = [](const StagePrice& left, const StagePrice& right) {
                        return left.forward >= right.forward && left.backward >= right.backward &&
                               left.sync >= right.sync && left.update >= right.update;
                    };
                    if (std::any_of(fitting.begin(), fitting.end(),
                                    [&](const StagePrice& other) { return no_better(price, other); }))
                        continue;
                    std::erase_if(fitting, [&](const StagePrice& other) { return no_better(other, price); });
                }
                fitting.push_back(price);
            }
        }
        return fitting;
    }

    // The kinds of recomputation for a stage with these layers; of full recomputation also the numbers of layers.
    std::vector<std::pair<Recompute, std::size_t>> recomputations(LayerSet own) const {
        std::vector<std::pair<Recompute, std::size_t>> list;
        for (const Recompute recompute : instance_.recomputes) {
            if (recompute != Recompute::full) {
                list.emplace_back(recompute, 0);
                continue;
            }
            for (const std::size_t repeated : repeated_counts(instance_, own))
                list.emplace_back(recompute, repeated);
        }
        return list;
    }

    // Whether a step time never falls when one of the numbers behind it grows.
    bool grows(Schedule schedule) const { return schedule != Schedule::zero_bubble_h1 || instance_.paper_objective; }

    double memory_of(const Tally& tally) const {
        if (tally.loads.empty()) return 0;
        return instance_.thrift == Instance::Thrift::peak ? tally.most_memory : tally.most_memory - tally.least_memory;
    }
    // Sums in another order differ by less; plans that differ by as much are equal.
    static double equal_bytes(const Tally& tally) { return 1e-10 * tally.most_memory; }

    // No plan that ends with these stages takes less. Under ZB-H1 a stage that is yet to come can take off up to twice
    // its weight gradients, and another stage can become the slowest.
    double least_step(const Placement& placement, const Tally& tally, Schedule schedule, LayerSet after) const {
        if (tally.loads.empty()) return 0;
        if (grows(schedule)) return step_seconds(placement, tally, schedule);
        double seconds = (real(placement.micro_batches) - 1) * tally.max_load + tally.max_sync + tally.max_update;
        for (const auto& [load, weight] : tally.loads)
            seconds += load - 2 * weight;
        for (std::size_t layer = 0; layer < instance_.layers.size(); ++layer) {
            const Profile& profile = *placement.strategy.profiles[layer];
            if (!has(after, layer))
                seconds += profile.forward_seconds + profile.backward_seconds - 2 * profile.weight_seconds;
        }
        return seconds * (seconds > 0 ? 1 - 1e-12 : 1);
    }

    // Places the stage in front of `position`, given the layers and the tally of all stages from `position` on.
    void extend(const Placement& placement, Schedule schedule, const std::vector<int>& zeros, std::size_t position,
                LayerSet after, const Tally& tally) {
        const bool thrifty = instance_.thrift != Instance::Thrift::none;
        if (thoroughness_ == Thoroughness::shortcuts && position > 0) {
            const double least = least_step(placement, tally, schedule, after);
            if (least > longest_step_ * (1 + 1e-12)) return;
            if (best_.feasible && !thrifty && least > best_.step_seconds) return;
            // Stages to come can only add to the peak and to the spread.
            if (best_.feasible && thrifty && memory_of(tally) > best_.memory + equal_bytes(tally)) return;
        }
        if (position == 0) {
            ++best_.plans;
            const double seconds = step_seconds(placement, tally, schedule);
            if (seconds > longest_step_ * (1 + 1e-12)) return;
            if (!thrifty) {
                if (!best_.feasible || seconds < best_.step_seconds) remember(placement, schedule, seconds);
                return;
            }
            const double difference = best_.feasible ? memory_of(tally) - best_.memory : 0;
            if (best_.feasible && difference > equal_bytes(tally)) return;
            if (best_.feasible && difference >= -equal_bytes(tally) && seconds >= best_.step_seconds) return;
            best_.memory = memory_of(tally);
            remember(placement, schedule, seconds);
            return;
        }
        const std::size_t stage = position - 1;
        for (const LayerSet from_here : cuts_.sets) {
            if (from_here == after || (from_here & after) != after) continue;
            if ((from_here == cuts_.sets.back()) != (stage == 0)) continue; // the first stage takes all that is left
            if (!obeys_pins(instance_, stage, placement.grid.stages, from_here & ~after)) continue;
            starts_[stage] = from_here;
            for (const StagePrice& price : choices(placement, schedule, zeros, stage, from_here, after)) {
                chosen_[stage] = &price;
                starts_[stage] = from_here;
                Tally longer = tally;
                longer.add(price, stage == 0, placement.grid.copies_of(stage));
                extend(placement, schedule, zeros, stage, from_here, longer);
            }
        }
    }

    void remember(const Placement& placement, Schedule schedule, double seconds) {
        best_.feasible = true;
        best_.step_seconds = seconds;
        PlanSpec& plan = best_.plan;
        plan.tp = placement.strategy.tp;
        plan.ep = placement.strategy.ep;
        plan.cp = placement.strategy.cp;
        plan.expert_tp = placement.strategy.folded_tp;
        plan.sequence_parallel = placement.strategy.sequence_parallel;
        plan.micro_batch = placement.strategy.micro_batch;
        plan.layout = placement.grid.layout;
        plan.stride = placement.grid.stride;
        plan.replicas = placement.grid.replicas;
        plan.copies = placement.grid.copies;
        plan.schedule = schedule;
        plan.virtual_stages.clear();
        plan.stages.assign(placement.grid.stages, {});
        plan.recompute.clear();
        plan.repeated.clear();
        plan.zero.clear();
        for (std::size_t stage = 0; stage < placement.grid.stages; ++stage) {
            const LayerSet after = stage + 1 < placement.grid.stages ? starts_[stage + 1] : 0;
            for (std::size_t layer = 0; layer < instance_.layers.size(); ++layer) {
                if (has(starts_[stage] & ~after, layer)) plan.stages[stage].push_back(layer);
            }
            plan.recompute.push_back(chosen_[stage]->recompute);
            plan.repeated.push_back(chosen_[stage]->repeated);
            plan.zero.push_back(chosen_[stage]->zero);
        }
    }

    const Instance& instance_;
    Thoroughness thoroughness_;
    double longest_step_ = std::numeric_limits<double>::infinity();
    Cuts cuts_;
    Best best_;
    // Of the placement, schedule and ZeRO stages at hand, by stage.
    std::vector<std::map<std::pair<LayerSet, LayerSet>, std::vector<StagePrice>>> choices_;
    std::vector<const StagePrice*> chosen_;
    std::vector<LayerSet> starts_;
    // Of interleaved stages, by stage and what its virtual stages hold.
    std::map<std::pair<std::size_t, std::vector<std::pair<LayerSet, LayerSet>>>, std::vector<StagePrice>> interleaved_;
};

} // namespace

std::string text(Layout layout) {
    return layout == Layout::pp_inner ? "pp-inner" : "dp-inner";
}

std::string text(Schedule schedule) {
    if (schedule == Schedule::zero_bubble_h1) return "zb-h1";
    if (schedule == Schedule::interleaved) return "interleaved";
    return schedule == Schedule::gpipe ? "gpipe" : "1f1b";
}

std::string text(Recompute recompute) {
    switch (recompute) {
    case Recompute::none:
        return "none";
    case Recompute::selective:
        return "selective";
    case Recompute::full:
        return "full";
    case Recompute::stage:
        return "stage";
    }
    throw std::logic_error("unknown recomputation");
}

double MemoryParts::total() const {
    return weights + gradients + optimizer + working + activations + logits + reserve;
}

Priced price(const nlohmann::json& case_file, const PlanSpec& plan) {
    return price_plan(read_instance(case_file), plan);
}

Best best(const nlohmann::json& case_file, Thoroughness thoroughness) {
    const Instance instance = read_instance(case_file);
    if (instance.thrift == Instance::Thrift::none) return Search(instance, thoroughness).run();
    Instance fast = instance;
    fast.thrift = Instance::Thrift::none;
    const Best fastest = Search(fast, thoroughness).run();
    if (!fastest.feasible) return fastest;
    double longest = std::numeric_limits<double>::infinity();
    if (instance.thrift == Instance::Thrift::spread) longest = 1.1 * fastest.step_seconds;
    if (instance.longest_step) longest = *instance.longest_step;
    Best thriftiest = Search(instance, thoroughness).run(longest);
    thriftiest.fastest_seconds = fastest.step_seconds;
    return thriftiest;
}

PlanSpec expected_plan(const nlohmann::json& case_file) {
    const Json& expected = case_file.at("expected");
    std::map<std::string, std::size_t> index_of;
    for (const Json& layer : case_file.at("model").at("layers"))
        index_of.emplace(layer.at("id").get<std::string>(), index_of.size());
    PlanSpec plan;
    const Json& strategy = expected.at("strategy");
    plan.tp = strategy.at("tp").get<std::size_t>();
    plan.ep = strategy.at("ep").get<std::size_t>();
    plan.cp = strategy.at("cp").get<std::size_t>();
    plan.sequence_parallel = strategy.at("sequence_parallel").get<bool>();
    plan.micro_batch = strategy.at("micro_batch").get<std::size_t>();
    plan.layout = layout_named(expected.at("layout").get<std::string>());
    plan.stride = expected.at("stride").get<std::size_t>();
    plan.replicas = expected.at("replicas").get<std::size_t>();
    plan.schedule = schedule_named(expected.at("schedule").get<std::string>());
    for (const Json& ids : expected.at("stages")) {
        std::vector<std::size_t> layers;
        for (const Json& id : ids)
            layers.push_back(index_of.at(id.get<std::string>()));
        plan.stages.push_back(std::move(layers));
    }
    for (const Json& name : expected.at("recompute"))
        plan.recompute.push_back(recompute_named(name.get<std::string>()));
    plan.zero = expected.at("zero").get<std::vector<int>>();
    return plan;
}

std::string describe(const PlanSpec& plan) {
    std::ostringstream line;
    line << "tp" << plan.tp << " ep" << plan.ep << " etp" << plan.expert_tp << " cp" << plan.cp
         << (plan.sequence_parallel ? " sp" : "") << " mb" << plan.micro_batch << " replicas " << plan.replicas << ' '
         << text(plan.layout) << " stride " << plan.stride << ' ' << text(plan.schedule) << " stages";
    for (std::size_t stage = 0; stage < plan.stages.size(); ++stage) {
        line << (stage == 0 ? " " : " | ");
        for (const std::size_t layer : plan.stages[stage])
            line << layer << ' ';
        line << text(plan.recompute[stage]);
        if (repeated_of(plan, stage) > 0) line << repeated_of(plan, stage);
        line << " z" << plan.zero[stage];
        if (!plan.copies.empty() && plan.copies[stage] > 1) line << " x" << plan.copies[stage];
    }
    return line.str();
}

} // namespace nest::oracle
