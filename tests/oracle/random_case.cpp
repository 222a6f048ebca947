// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT

// Random small cases. A seed gives the same case on every platform: the engine is fully specified by the standard, the
// standard distributions are not used, and every real number is one product of an integer and a unit.

#include "oracle.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace nest::oracle {
namespace {

using Json = nlohmann::json;

class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    // Both ends included.
    std::int64_t integer(std::int64_t least, std::int64_t most) {
        const auto span = static_cast<std::uint64_t>(most - least + 1);
        return least + static_cast<std::int64_t>(engine_() % span);
    }
    bool chance(std::int64_t percent) { return integer(1, 100) <= percent; }
    double quantity(std::int64_t least, std::int64_t most, double unit) {
        return static_cast<double>(integer(least, most)) * unit;
    }
    template <typename Value> Value pick(const std::vector<Value>& values) {
        return values[static_cast<std::size_t>(integer(0, static_cast<std::int64_t>(values.size()) - 1))];
    }
    // Some of the values, at least one, in random order.
    template <typename Value> std::vector<Value> some(std::vector<Value> values) {
        shuffle(values);
        values.resize(static_cast<std::size_t>(integer(1, static_cast<std::int64_t>(values.size()))));
        return values;
    }
    template <typename Value> void shuffle(std::vector<Value>& values) {
        for (std::size_t end = values.size(); end > 1; --end) {
            std::swap(values[end - 1],
                      values[static_cast<std::size_t>(integer(0, static_cast<std::int64_t>(end) - 1))]);
        }
    }

private:
    std::mt19937_64 engine_;
};

struct Strategy {
    std::int64_t tp = 1, ep = 1, cp = 1;
    bool sequence_parallel = false;

    auto operator<=>(const Strategy&) const = default;
};

std::vector<Strategy> random_strategies(Random& random, std::int64_t devices) {
    const std::int64_t widest = random.chance(85) ? std::min<std::int64_t>(8, devices) : 8;
    const auto wanted = static_cast<std::size_t>(random.integer(1, 4));
    std::set<Strategy> strategies;
    for (int attempt = 0; attempt < 40 && strategies.size() < wanted; ++attempt) {
        Strategy strategy;
        strategy.tp = random.pick<std::int64_t>({1, 1, 1, 2, 2, 2, 3, 4, 5, 6, 8});
        strategy.ep = random.chance(30) ? random.pick<std::int64_t>({2, 2, 3, 4}) : 1;
        strategy.cp = random.chance(30) ? random.pick<std::int64_t>({2, 2, 3, 4}) : 1;
        strategy.sequence_parallel = strategy.tp > 1 && random.chance(45);
        if (strategy.tp * strategy.ep * strategy.cp <= widest) strategies.insert(strategy);
    }
    if (strategies.empty()) strategies.insert(Strategy{});
    return {strategies.begin(), strategies.end()};
}

Json random_edges(Random& random, const std::vector<std::string>& ids, bool chain) {
    Json edges = Json::array();
    const auto add = [&](std::size_t from, std::size_t to) {
        Json edge;
        edge["from"] = ids[from];
        edge["to"] = ids[to];
        edge["bytes"] = random.chance(4) ? 0.0 : random.quantity(1'000, 40'000, 1000.0);
        edges.push_back(std::move(edge));
    };
    const bool wild = random.chance(40); // any graph, perhaps in several pieces; else a chain with skipping edges
    for (std::size_t to = 1; to < ids.size(); ++to) {
        for (std::size_t from = to; from-- > 0;) {
            const bool neighbours = from + 1 == to;
            if (chain || !wild ? neighbours || (!chain && random.chance(30)) : random.chance(45)) add(from, to);
        }
    }
    return edges;
}

// What a layer costs on one device without any parallelism and for one sequence.
struct Size {
    std::int64_t forward_nanoseconds = 0;
    std::int64_t backward_percent = 200; // of forward
    std::int64_t parameters = 0;
    std::int64_t expert_parameters = 0;
    std::int64_t activation_kilobytes = 0;
};

Json collective(const char* operation, const char* group, const char* pass, double bytes, std::int64_t count) {
    Json json;
    json["op"] = operation;
    json["group"] = group;
    json["bytes"] = bytes;
    json["pass"] = pass;
    if (count != 1) json["count"] = count;
    return json;
}

Json random_profile(Random& random, const Size& size, const Strategy& strategy, std::int64_t micro_batch) {
    const std::int64_t split = strategy.tp * strategy.cp;
    const std::int64_t efficiency = random.integer(90, 130); // percent
    const std::int64_t forward = size.forward_nanoseconds * micro_batch / split * efficiency / 100;
    const std::int64_t dense = (size.parameters - size.expert_parameters) / strategy.tp;
    const std::int64_t expert = size.expert_parameters / (strategy.tp * strategy.ep);
    const std::int64_t kilobytes = size.activation_kilobytes * micro_batch /
                                   (strategy.cp * (strategy.sequence_parallel ? strategy.tp : (strategy.tp + 1) / 2));
    Json json;
    json["tp"] = strategy.tp;
    json["ep"] = strategy.ep;
    json["cp"] = strategy.cp;
    json["sequence_parallel"] = strategy.sequence_parallel;
    json["micro_batch"] = micro_batch;
    json["forward_seconds"] = static_cast<double>(forward) * 1e-9;
    json["backward_seconds"] = static_cast<double>(forward * size.backward_percent / 100) * 1e-9;
    json["selective_recompute_seconds"] = static_cast<double>(forward * random.integer(5, 40) / 100) * 1e-9;
    json["parameters"] = dense + expert;
    json["expert_parameters"] = expert;
    json["activation_bytes"] = static_cast<double>(kilobytes) * 1000.0;
    // Sometimes left out: then selective recomputation saves nothing.
    const std::int64_t kept = random.integer(30, 95);
    if (!random.chance(8)) json["selective_activation_bytes"] = static_cast<double>(kilobytes * kept / 100) * 1000.0;

    Json collectives = Json::array();
    if (strategy.tp > 1 && !random.chance(10)) {
        const double bytes = random.chance(5) ? 0.0 : random.quantity(500, 25'000, 1000.0);
        if (strategy.sequence_parallel) {
            collectives.push_back(collective("all_gather", "tp", "forward", bytes, 2));
            collectives.push_back(collective("reduce_scatter", "tp", "forward", bytes, 2));
            collectives.push_back(collective("all_gather", "tp", "backward", bytes, random.integer(2, 4)));
            collectives.push_back(collective("reduce_scatter", "tp", "backward", bytes, 2));
        } else {
            collectives.push_back(collective("all_reduce", "tp", "forward", bytes, random.integer(1, 2)));
            collectives.push_back(collective("all_reduce", "tp", "backward", bytes, random.integer(1, 2)));
        }
    }
    if (strategy.cp > 1 && !random.chance(15)) {
        // One draw per statement: the order in which arguments are evaluated differs between compilers.
        const double forward_bytes = random.quantity(500, 20'000, 1000.0);
        const double backward_bytes = random.quantity(500, 20'000, 1000.0);
        const std::int64_t rounds = random.integer(1, 2);
        collectives.push_back(collective("ring_exchange", "cp", "forward", forward_bytes, 1));
        collectives.push_back(collective("ring_exchange", "cp", "backward", backward_bytes, rounds));
    }
    if (strategy.ep > 1 && size.expert_parameters > 0) {
        const double bytes = random.quantity(500, 30'000, 1000.0);
        collectives.push_back(collective("all_to_all", "ep", "forward", bytes, 2));
        collectives.push_back(collective("all_to_all", "ep", "backward", bytes, 2));
    }
    if (!collectives.empty() || !random.chance(30)) json["collectives"] = std::move(collectives);
    return json;
}

// Measured times of some collectives on one level.
Json random_measurements(Random& random, std::int64_t slots) {
    Json points = Json::array();
    for (const auto& operation :
         random.some<std::string>({"all_reduce", "all_gather", "reduce_scatter", "all_to_all", "ring_exchange"})) {
        std::vector<std::int64_t> rank_counts;
        for (const std::int64_t ranks : {2, 3, 4, 8}) {
            if (ranks <= slots && random.chance(50)) rank_counts.push_back(ranks);
        }
        // Most tables reach the largest group that can occur; some end before.
        if (rank_counts.empty() || !random.chance(15)) rank_counts.push_back(std::max<std::int64_t>(slots, 2));
        for (const std::int64_t ranks : std::set<std::int64_t>(rank_counts.begin(), rank_counts.end())) {
            const bool wide = !random.chance(15); // covers every message that can occur
            std::int64_t bytes = wide ? 1 : random.integer(100'000, 1'000'000);
            const std::int64_t last = wide ? 100'000'000'000 : random.integer(2'000'000, 50'000'000);
            std::int64_t nanoseconds = random.integer(2'000, 60'000);
            while (true) {
                Json point;
                point["op"] = operation;
                point["ranks"] = ranks;
                point["bytes"] = static_cast<double>(bytes);
                point["seconds"] = static_cast<double>(nanoseconds) * 1e-9;
                points.push_back(std::move(point));
                if (bytes >= last) break;
                // Small messages cost about the same; larger ones take longer, with a step down now and then as
                // measurements have.
                if (bytes < 100'000) {
                    bytes *= 1000;
                    nanoseconds = nanoseconds * random.integer(100, 250) / 100;
                } else {
                    const std::int64_t factor = random.integer(3, 40);
                    bytes *= factor;
                    nanoseconds = random.chance(12) ? nanoseconds * random.integer(70, 99) / 100
                                                    : nanoseconds * factor * random.integer(50, 100) / 100;
                }
                nanoseconds = std::min<std::int64_t>(nanoseconds, 1'000'000'000'000);
            }
        }
    }
    return points;
}

Json random_levels(Random& random, std::int64_t& devices) {
    const auto count = random.integer(1, 3);
    Json levels = Json::array();
    std::int64_t slots = 1;
    for (std::int64_t level = 1; level <= count; ++level) {
        const std::int64_t room = 16 / slots;
        const std::int64_t most = std::min<std::int64_t>(room, count == 1 ? 16 : 8);
        std::int64_t children = random.chance(6) ? 1 : random.integer(std::min<std::int64_t>(2, most), most);
        // The outermost level takes what is left more often than not, so that larger networks are not rare.
        if (level == count && room > 1 && random.chance(45)) children = room;
        slots *= children;
        Json json;
        json["name"] = "l" + std::to_string(level);
        json["group_size"] = slots;
        json["bandwidth"] = random.quantity(10, 99, random.pick<double>({1e8, 1e9, 1e9, 1e9, 1e10}));
        json["latency"] = random.chance(10) ? 0.0 : random.quantity(1, 9, random.pick<double>({1e-6, 1e-5, 1e-4}));
        levels.push_back(std::move(json));
    }
    if (random.chance(15)) {
        for (Json& level : levels) {
            if (random.chance(60)) level["profile"] = random_measurements(random, slots);
        }
    }
    std::set<std::int64_t> absent;
    if (slots > 1 && random.chance(35)) {
        const std::int64_t missing = random.integer(1, std::max<std::int64_t>(1, slots / 4));
        for (std::int64_t index = 0; index < missing; ++index)
            absent.insert(random.integer(0, slots - 1));
    }
    devices = slots - static_cast<std::int64_t>(absent.size());

    Json json;
    json["format"] = "nest-levels";
    json["version"] = 1;
    json["name"] = "random";
    json["devices"] = slots;
    json["levels"] = std::move(levels);
    if (!absent.empty()) json["absent"] = absent;
    return json;
}

Json random_options(Random& random, const std::vector<Strategy>& strategies,
                    const std::vector<std::int64_t>& micro_batches, std::int64_t layers, std::int64_t devices) {
    Json json;
    json["global_batch"] = random.pick<std::int64_t>({1, 2, 3, 4, 4, 6, 8, 8, 12, 12, 16, 16, 24, 24, 36, 48});
    json["micro_batches"] = micro_batches;
    json["precision"] = random.pick<std::string>({"megatron", "zero", "fp32", "sgd-mixed"});
    json["objective"] = random.chance(75) ? "latency" : "paper";
    json["schedule"] = random.some<std::string>({"gpipe", "1f1b"});
    json["recompute"] = random.some<std::string>({"none", "selective", "full", "stage"});
    json["zero"] = random.some<int>({0, 1, 2, 3});
    json["zero_uniform"] = random.chance(65);
    json["layouts"] = random.chance(60) ? std::vector<std::string>{"pp-inner", "dp-inner"}
                                        : random.some<std::string>({"pp-inner", "dp-inner"});
    json["overlap_dp"] = random.chance(45) ? random.quantity(1, 8, 0.125) : 0.0;
    json["overlap_zero"] = random.chance(45) ? random.quantity(1, 8, 0.125) : 0.0;
    json["round_up_micro_batches"] = random.chance(25);
    if (random.chance(15)) json["max_devices"] = random.integer(1, devices);

    const Strategy fixed = random.pick(strategies);
    if (random.chance(6)) json["tp"] = std::vector<std::int64_t>{fixed.tp};
    if (random.chance(6)) json["ep"] = std::vector<std::int64_t>{fixed.ep};
    if (random.chance(6)) json["cp"] = std::vector<std::int64_t>{fixed.cp};
    const auto list = [&](std::int64_t most) {
        std::set<std::int64_t> values;
        for (auto count = random.integer(1, 2); count > 0; --count)
            values.insert(random.integer(1, most));
        return values;
    };
    if (random.chance(12)) {
        json["pp"] = list(layers);
    } else if (layers > 1 && random.chance(12)) { // real pipelines only
        std::vector<std::int64_t> several;
        for (std::int64_t stages = 2; stages <= layers; ++stages)
            several.push_back(stages);
        json["pp"] = several;
    }
    if (random.chance(8)) json["dp"] = list(std::max<std::int64_t>(1, std::min<std::int64_t>(devices, 4)));
    return json;
}

} // namespace

nlohmann::json random_case(std::uint64_t seed) {
    Random random(seed);
    std::int64_t devices = 1;
    Json levels = random_levels(random, devices);

    const auto count = random.pick<std::size_t>({1, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6});
    const bool chain = random.chance(45);
    std::vector<std::string> ids;
    for (std::size_t index = 0; index < count; ++index)
        ids.push_back("n" + std::to_string(index));
    Json edges = random_edges(random, ids, chain);

    const auto strategies = random_strategies(random, devices);
    const auto micro_batches =
        random.pick<std::vector<std::int64_t>>({{1}, {1}, {1}, {1, 2}, {1, 2}, {2}, {1, 3}, {1, 2, 4}});
    const bool language_model = random.chance(25);
    const bool tied = language_model && random.chance(65);

    // Backward about twice forward, or the two unrelated: then the stages' maxima fall on different stages.
    const bool unrelated = random.chance(30);
    const std::int64_t heaviest = random.chance(40) ? 200'000'000 : 24'000'000; // parameters of one layer
    const bool even = random.chance(25);                                        // equal layers have many plans that tie
    std::vector<Size> sizes;
    Json layers = Json::array();
    for (std::size_t index = 0; index < count; ++index) {
        Size size;
        size.forward_nanoseconds = random.integer(200'000, unrelated ? 9'000'000 : 4'000'000);
        size.backward_percent = unrelated ? random.integer(20, 400) : random.integer(150, 250);
        size.parameters = random.integer(500'000, heaviest);
        size.expert_parameters = random.chance(40) ? size.parameters * random.integer(20, 90) / 100 : 0;
        size.activation_kilobytes = random.integer(3'000, 250'000);
        if (even && index > 0) size = sizes.front();
        sizes.push_back(size);

        Json layer;
        layer["id"] = ids[index];
        layer["kind"] = "other";
        if (language_model && index == 0) layer["kind"] = "embedding";
        if (language_model && index > 0 && index + 1 == count) layer["kind"] = "head";
        Json profiles = Json::array();
        for (const Strategy& strategy : strategies) {
            for (const std::int64_t micro_batch : micro_batches) {
                if (random.chance(1)) continue; // then no plan can use this strategy with this micro-batch
                profiles.push_back(random_profile(random, size, strategy, micro_batch));
            }
        }
        if (random.chance(12)) { // a profile that other layers lack
            const Strategy extra{random.pick<std::int64_t>({1, 2, 7}), 1, random.pick<std::int64_t>({1, 5}), false};
            const auto micro_batch = random.pick<std::int64_t>({1, 2, 8});
            const bool known =
                std::find(strategies.begin(), strategies.end(), extra) != strategies.end() &&
                std::find(micro_batches.begin(), micro_batches.end(), micro_batch) != micro_batches.end();
            if (!known) profiles.push_back(random_profile(random, size, extra, micro_batch));
        }
        layer["profiles"] = std::move(profiles);
        layers.push_back(std::move(layer));
    }
    // A graph need not be written down in an order that follows its edges.
    if (!chain && random.chance(8)) {
        std::vector<std::size_t> order;
        for (std::size_t index = 0; index < count; ++index)
            order.push_back(index);
        random.shuffle(order);
        Json shuffled = Json::array();
        for (const std::size_t index : order)
            shuffled.push_back(layers[index]);
        layers = std::move(shuffled);
    }

    Json model;
    model["format"] = "nest-model";
    model["version"] = 1;
    model["name"] = "random";
    if (language_model) {
        if (random.chance(75)) {
            model["vocab_size"] = random.integer(500, 40'000);
            if (random.chance(85)) model["sequence_length"] = random.pick<std::int64_t>({96, 128, 512, 1000});
        }
        model["tied_embeddings"] = tied;
    }
    model["layers"] = std::move(layers);
    model["edges"] = std::move(edges);

    Json options = random_options(random, strategies, micro_batches, static_cast<std::int64_t>(count), devices);
    if (language_model && random.chance(20)) options["fused_loss"] = true;

    // Memory, from far too little to more than enough, measured by what one device would need for the whole model.
    const auto precision = options["precision"].get<std::string>();
    const std::int64_t parameter_bytes = precision == "megatron" ? 18 : precision == "sgd-mixed" ? 8 : 16;
    std::int64_t whole_kilobytes = 0;
    for (const Size& size : sizes) {
        whole_kilobytes += size.parameters * parameter_bytes / 1000 + size.activation_kilobytes;
    }
    const auto narrowest =
        std::min_element(strategies.begin(), strategies.end(), [](const Strategy& left, const Strategy& right) {
            return left.tp * left.cp < right.tp * right.cp;
        });
    whole_kilobytes /= narrowest->tp;
    const auto percent = random.chance(15)   ? random.integer(300, 3'000)
                         : random.chance(55) ? random.integer(30, 110)
                                             : random.integer(14, 50);
    Json device;
    device["format"] = "nest-device";
    device["version"] = 1;
    device["name"] = "random";
    device["memory_bytes"] = whole_kilobytes * percent * 10 + random.integer(0, 999);
    device["memory_bandwidth"] = random.quantity(1, 30, 1e11);
    device["peak_flops"]["bf16"] = 1e14;
    device["matmul_efficiency"] = 1.0;
    device["memory_efficiency"] = random.chance(50) ? 1.0 : random.quantity(2, 7, 0.125);
    device["launch_overhead"] = 0.0;
    device["reserve_bytes"] = random.chance(30) ? random.quantity(1, 40, 1e6) : 0.0;
    device["reserve_fraction"] = random.chance(30) ? random.quantity(1, 8, 0.015625) : 0.0;

    Json json;
    json["seed"] = seed;
    json["model"] = std::move(model);
    json["levels"] = std::move(levels);
    json["device"] = std::move(device);
    json["options"] = std::move(options);
    return json;
}

nlohmann::json with_folded_experts(nlohmann::json case_file, std::uint64_t seed) {
    Random random(seed * 2246822519U + 5);
    // What becomes of a strategy is the same in all layers: the key of its profiles, and how they fold.
    struct Fold {
        std::int64_t ep = 1, expert_tp = 0;
        bool keep = false; // the profile without folding too
    };
    std::map<std::string, Fold> folds;
    std::set<std::string> taken;
    const auto key_of = [](const Json& profile) {
        return profile["tp"].dump() + ' ' + profile["cp"].dump() + ' ' + profile["sequence_parallel"].dump();
    };
    for (Json& layer : case_file["model"]["layers"]) {
        Json profiles = Json::array();
        for (const Json& profile : layer["profiles"]) {
            const std::string key = key_of(profile) + ' ' + profile["ep"].dump();
            if (!folds.contains(key)) {
                Fold fold;
                fold.ep = random.pick<std::int64_t>({1, 2, 2, 3, 4, 4, 6, 8});
                fold.expert_tp = random.pick<std::int64_t>({1, 1, 2, profile["tp"].get<std::int64_t>()});
                fold.keep = random.chance(40);
                const std::string target =
                    key_of(profile) + ' ' + std::to_string(fold.ep) + ' ' + std::to_string(fold.expert_tp);
                if (random.chance(15) || !taken.insert(target).second) fold.expert_tp = 0;
                folds[key] = fold;
            }
            const Fold& fold = folds[key];
            if (fold.expert_tp == 0 || fold.keep) profiles.push_back(profile);
            if (fold.expert_tp == 0) continue;
            Json folded = profile;
            folded["ep"] = fold.ep;
            folded["expert_tp"] = fold.expert_tp;
            if (fold.expert_tp > 1 && random.chance(80)) {
                Json collectives = folded.value("collectives", Json::array());
                const double bytes = random.quantity(500, 30'000, 1000.0);
                collectives.push_back(collective("all_gather", "etp", "forward", bytes, 1));
                collectives.push_back(collective("reduce_scatter", "etp", "backward", bytes, 2));
                folded["collectives"] = std::move(collectives);
            }
            if (fold.ep > 1 && profile["ep"] == 1 && random.chance(80)) {
                Json collectives = folded.value("collectives", Json::array());
                const double bytes = random.quantity(500, 30'000, 1000.0);
                collectives.push_back(collective("all_to_all", "ep", "forward", bytes, 2));
                collectives.push_back(collective("all_to_all", "ep", "backward", bytes, 2));
                folded["collectives"] = std::move(collectives);
            }
            profiles.push_back(std::move(folded));
        }
        layer["profiles"] = std::move(profiles);
    }
    case_file["options"]["expert_fold"] = random.chance(50) ? "on" : "auto";
    if (random.chance(15)) case_file["options"]["expert_tp"] = random.some<std::int64_t>({1, 2, 4});
    return case_file;
}

nlohmann::json with_random_pins(nlohmann::json case_file, std::uint64_t seed) {
    Random random(seed * 2654435761U + 1);
    const Json& layers = case_file.at("model").at("layers");
    const std::size_t count = layers.size();
    std::vector<std::string> ids;
    for (const Json& layer : layers)
        ids.push_back(layer.at("id").get<std::string>());
    // An order in which every layer comes after those that feed it.
    std::vector<std::string> order;
    while (order.size() < count) {
        for (const std::string& id : ids) {
            if (std::find(order.begin(), order.end(), id) != order.end()) continue;
            bool ready = true;
            for (const Json& edge : case_file.at("model").at("edges"))
                ready = ready && (edge.at("to") != id || std::find(order.begin(), order.end(),
                                                                   edge.at("from").get<std::string>()) != order.end());
            if (ready) order.push_back(id);
        }
    }
    // A partition of it into stages; most pins are taken from there.
    const auto stages =
        static_cast<std::size_t>(random.integer(1, static_cast<std::int64_t>(std::min<std::size_t>(count, 4))));
    std::vector<std::size_t> borders{0};
    std::vector<std::size_t> inner;
    for (std::size_t at = 1; at < count; ++at)
        inner.push_back(at);
    random.shuffle(inner);
    inner.resize(stages - 1);
    std::sort(inner.begin(), inner.end());
    borders.insert(borders.end(), inner.begin(), inner.end());
    const auto stage_of = [&](const std::string& id) {
        const auto place = static_cast<std::size_t>(std::find(order.begin(), order.end(), id) - order.begin());
        std::size_t stage = 0;
        while (stage + 1 < borders.size() && borders[stage + 1] <= place)
            ++stage;
        return stage;
    };
    std::string pins;
    for (const std::string& id : random.some(ids)) {
        const auto index = static_cast<std::size_t>(std::find(ids.begin(), ids.end(), id) - ids.begin());
        std::size_t stage = stage_of(id);
        if (random.chance(8)) stage = static_cast<std::size_t>(random.integer(0, 4));
        const bool last = stage + 1 == stages && random.chance(40);
        std::string where = random.chance(70) ? id : std::to_string(index);
        // A range of two, where the next layer is on the same stage.
        if (index + 1 < count && stage_of(ids[index + 1]) == stage && random.chance(25))
            where = std::to_string(index) + "-" + std::to_string(index + 1);
        pins += (pins.empty() ? "" : ", ") + where + ":" + (last ? std::string("last") : std::to_string(stage));
        if (std::count(pins.begin(), pins.end(), ':') == 3) break;
    }
    case_file["options"]["pins"] = pins;
    return case_file;
}

nlohmann::json with_interleaving(nlohmann::json case_file, std::uint64_t seed) {
    Random random(seed * 2654435761U + 4);
    Json& options = case_file["options"];
    Json& model = case_file["model"];
    std::vector<std::string> schedules = random.pick<std::vector<std::string>>(
        {{"interleaved"}, {"interleaved"}, {"1f1b", "interleaved"}, {"1f1b", "zb-h1", "interleaved"}});
    random.shuffle(schedules);
    options["schedule"] = schedules;
    if (random.chance(40)) options["virtual_stages"] = random.some<std::int64_t>({1, 2, 3, 4});
    options["global_batch"] = random.pick<std::int64_t>({4, 8, 12, 16, 24, 24, 36, 48, 48});
    options.erase("pp");
    if (random.chance(25)) options["pp"] = random.some<std::int64_t>({2, 3, 4});
    if (random.chance(70)) options["objective"] = "latency";
    if (random.chance(60)) {
        // A chain whose inner layers are all alike.
        Json& layers = model["layers"];
        const auto count = static_cast<std::size_t>(random.integer(4, 9));
        const Json first = layers.front(), last = layers.back(), inner = layers[layers.size() / 2];
        const double bytes = random.quantity(1'000, 40'000, 1000.0);
        layers = Json::array();
        model["edges"] = Json::array();
        for (std::size_t index = 0; index < count; ++index) {
            Json layer = index == 0 ? first : index + 1 == count ? last : inner;
            layer["id"] = "n" + std::to_string(index);
            if (index > 0 && index + 1 < count) layer["kind"] = "other";
            layers.push_back(std::move(layer));
            if (index > 0)
                model["edges"].push_back(
                    {{"from", "n" + std::to_string(index - 1)}, {"to", "n" + std::to_string(index)}, {"bytes", bytes}});
        }
        // Twice as many layers do not fit where half of them did.
        Json& device = case_file["device"];
        device["memory_bytes"] =
            std::floor(device["memory_bytes"].get<double>() * static_cast<double>(random.integer(60, 250)) / 100);
    }
    return case_file;
}

nlohmann::json with_partial_recomputation(nlohmann::json case_file, std::uint64_t seed) {
    Random random(seed * 2654435761U + 3);
    Json& options = case_file["options"];
    if (random.chance(60)) {
        options["recompute_layers"] = "auto";
    } else {
        std::vector<std::int64_t> counts = random.some<std::int64_t>({0, 1, 2, 3, 5});
        options["recompute_layers"] = counts;
    }
    options["recompute"] = random.pick<std::vector<std::string>>(
        {{"none", "full"}, {"full"}, {"none", "selective", "full"}, {"full", "stage"}});
    // Inputs that are small beside what a layer saves, or recomputation would free nothing.
    const std::int64_t divisor = random.pick<std::int64_t>({1, 4, 10});
    for (Json& edge : case_file["model"]["edges"])
        edge["bytes"] = edge["bytes"].get<double>() / static_cast<double>(divisor);
    Json& device = case_file["device"];
    device["memory_bytes"] =
        std::floor(device["memory_bytes"].get<double>() * static_cast<double>(random.integer(40, 110)) / 100);
    return case_file;
}

nlohmann::json with_copies(nlohmann::json case_file, std::uint64_t seed) {
    Random random(seed * 2654435761U + 5);
    Json& options = case_file["options"];
    options["copies"] = random.pick<std::int64_t>({2, 2, 2, 3, 3, 4});
    options["schedule"] = random.pick<std::vector<std::string>>({{"1f1b"}, {"1f1b"}, {"1f1b"}, {"1f1b", "gpipe"}});
    options["layouts"] = random.pick<std::vector<std::string>>({{"pp-inner"}, {"pp-inner", "dp-inner"}});
    if (random.chance(60)) options["pp"] = random.pick<std::vector<int>>({{1, 2}, {2}, {2, 3}, {3}, {1, 2, 3, 4}});
    if (random.chance(50)) options["dp"] = random.pick<std::vector<int>>({{1}, {1, 2}, {2}, {1, 2, 4}});
    if (random.chance(60)) options["global_batch"] = random.pick<std::int64_t>({8, 12, 16, 24, 48});
    if (random.chance(70)) options["objective"] = "latency";
    // One layer that others wait for.
    if (random.chance(50)) {
        Json& layers = case_file["model"]["layers"];
        Json& slow = layers[static_cast<std::size_t>(random.integer(0, static_cast<std::int64_t>(layers.size()) - 1))];
        for (Json& profile : slow["profiles"])
            for (const char* key : {"forward_seconds", "backward_seconds"})
                profile[key] = profile[key].get<double>() * static_cast<double>(random.integer(2, 4));
    }
    return case_file;
}

nlohmann::json with_zero_bubble(nlohmann::json case_file, std::uint64_t seed) {
    Random random(seed * 2654435761U + 2);
    Json& options = case_file["options"];
    std::vector<std::string> schedules = random.pick<std::vector<std::string>>(
        {{"zb-h1"}, {"zb-h1"}, {"1f1b", "zb-h1"}, {"gpipe", "zb-h1"}, {"1f1b", "gpipe", "zb-h1"}});
    random.shuffle(schedules);
    options["schedule"] = schedules;
    if (random.chance(70)) options["objective"] = "latency";
    // Few micro-batches make stages' order of loads matter less than their weight gradients.
    const std::int64_t largest = random.pick<std::int64_t>({40, 60, 100}); // percent
    const bool stated = random.chance(75);
    for (Json& layer : case_file["model"]["layers"]) {
        const std::int64_t percent = random.integer(0, largest);
        for (Json& profile : layer["profiles"]) {
            if (!stated || random.chance(20)) continue;
            const std::int64_t share = random.chance(80) ? percent : random.integer(0, largest);
            profile["weight_gradient_seconds"] =
                profile["backward_seconds"].get<double>() * (static_cast<double>(share) / 100);
        }
    }
    return case_file;
}

nlohmann::json with_memory_objective(nlohmann::json case_file, std::uint64_t seed) {
    Random random(seed * 2654435761U + 4);
    Json& options = case_file["options"];
    options["objective"] = "latency";
    const Best fastest = best(case_file);
    options["objective"] = random.chance(55) ? "memory" : "balanced-memory";
    if (fastest.feasible && random.chance(75)) {
        const std::int64_t percent = random.pick<std::int64_t>({95, 100, 101, 103, 108, 120, 150, 300});
        options["max_step_seconds"] = fastest.step_seconds * (static_cast<double>(percent) / 100 + 1e-9);
    }
    // A single stage has no spread: without it the question is a harder one.
    if (!options.contains("pp") && random.chance(40)) options["pp"] = std::vector<int>{2, 3, 4};
    return case_file;
}

} // namespace nest::oracle
