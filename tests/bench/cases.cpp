// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cases.h"

#include "io/files.h"
#include "solver/plain_case.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace nest::bench {

namespace {

using nlohmann::json;

template <typename Value> Value or_throw(Result<Value> result) {
    if (!result) throw std::runtime_error(describe(result.fault()));
    return *std::move(result);
}

json chain_layers(int chains, int length) {
    json layers = json::array();
    for (int chain = 0; chain < chains; ++chain)
        for (int i = 0; i < length; ++i) {
            const double forward = 1e-3 * (1 + (i * 7 + chain) % 3);
            json profile{{"forward_seconds", forward},
                         {"backward_seconds", 2 * forward},
                         {"parameters", 1e6},
                         {"activation_bytes", 1e6}};
            layers.push_back({{"id", std::to_string(chain) + "." + std::to_string(i)},
                              {"kind", "other"},
                              {"profiles", {std::move(profile)}}});
        }
    return layers;
}

json chain_edges(int chains, int length) {
    constexpr double cut_bytes = 1e4;
    json edges = json::array();
    for (int chain = 0; chain < chains; ++chain)
        for (int i = 1; i < length; ++i)
            edges.push_back({{"from", std::to_string(chain) + "." + std::to_string(i - 1)},
                             {"to", std::to_string(chain) + "." + std::to_string(i)},
                             {"bytes", cut_bytes}});
    return edges;
}

} // namespace

Problem chains_problem(int chains, int length, int devices, int stages) {
    json file;
    file["model"] = {{"format", "nest-model"}, {"version", 1}, {"name", "chains"}};
    file["model"]["layers"] = chain_layers(chains, length);
    file["model"]["edges"] = chain_edges(chains, length);
    file["levels"] = fixture::two_level_network(devices, {2e10, 1e-6}, {2e9, 1e-5});
    file["device"] = fixture::plain_device(1e11);
    file["options"] = {{"global_batch", 32},      {"micro_batches", {1}}, {"recompute", {"none", "full"}},
                       {"zero", {0, 1}},          {"pp", {stages}},       {"dp", {1}},
                       {"layouts", {"pp-inner"}}, {"schedule", {"1f1b"}}};
    return or_throw(io::case_from_json(file, "chains"));
}

Problem deeper_problem(const std::string& model, int layers, const std::string& topology) {
    const std::string* text = io::preset_text("models", model);
    if (!text) throw std::runtime_error("no preset " + model);
    json file = json::parse(*text);
    file["config"]["num_hidden_layers"] = layers;
    io::AnyInput input = or_throw(io::read_any(file, model, {}));
    return or_throw(io::problem_with(std::get<ModelGraph>(std::move(input)), topology, {}, {}));
}

Problem levels_problem(const std::string& model, int levels) {
    constexpr int log_devices = 8;
    const Problem flat = preset_problem(model, "dgx-h100x32");
    LevelModel network;
    network.name = "levels";
    network.slot_count = std::int64_t{1} << log_devices;
    for (int level = 1; level <= levels; ++level)
        network.levels.push_back({"l" + std::to_string(level),
                                  std::int64_t{1} << (log_devices * level / levels),
                                  4e11 / std::exp2(level - 1),
                                  1e-6 * level,
                                  {}});
    if (std::vector<Diagnostic> faults = network.finish(); !faults.empty())
        throw std::runtime_error(describe(faults.front()));
    return or_throw(make_problem(flat.model, std::move(network), flat.device, {}, "levels"));
}

Problem preset_problem(const std::string& model, const std::string& topology, const Options& options) {
    return or_throw(io::find_problem(model, topology, {}, options));
}

} // namespace nest::bench
