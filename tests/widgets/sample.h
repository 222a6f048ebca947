// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "model/builders.h"
#include "plan/planview.h"
#include "search/solve.h"

#include <memory>

/// Small snapshots for the tests of the views.
namespace nest::sample {

inline LevelModel levels(std::vector<Level> list, std::vector<std::int64_t> absent = {}) {
    LevelModel model;
    model.slot_count = list.back().group_size;
    model.levels = std::move(list);
    model.absent = std::move(absent);
    if (!model.finish().empty()) qFatal("sample levels are wrong");
    return model;
}

/// A stage whose parts are whole milliseconds and gigabytes.
inline StageEvaluation stage(double forward, double backward, double recompute, double tensor, double in, double out,
                             double stash) {
    StageEvaluation result;
    StageTime& time = result.time;
    time.forward = forward * 1e-3;
    time.backward = backward * 1e-3;
    time.recompute = recompute * 1e-3;
    time.tp_comm = tensor * 1e-3;
    time.p2p_in = in * 1e-3;
    time.p2p_out = out * 1e-3;
    time.load = time.forward + time.backward + time.recompute + time.tp_comm + time.p2p_in + time.p2p_out;
    StageMemory& memory = result.memory;
    memory.weights = 18e9;
    memory.gradients = 17e9;
    memory.optimizer = 8e9;
    memory.activations = 9e9;
    memory.stash = stash * 1e9;
    memory.reserve = 4e9;
    memory.total = 56e9 + memory.stash;
    memory.capacity = 80e9;
    result.in_flight = 3;
    return result;
}

/// Three stages on two nodes of eight slots, one slot empty: tp 2, pp 3, dp 2, so 12 of 15 devices work. Stage 0 needs
/// 86 GB of 80 GB. The pipeline takes 100 ms for 8 micro-batches; stages are busy for 10, 9 and 8 ms of each.
inline ui::PlanSnapshot small() {
    auto problem = std::make_shared<Problem>();
    problem->model.name = "small";
    for (int index = 0; index < 6; ++index) {
        Layer layer;
        layer.id = "layer" + std::to_string(index);
        problem->model.layers.push_back(layer);
        if (index) problem->model.edges.push_back({index - 1, index, 1e6});
    }
    problem->levels = levels({{"node", 8, 450e9, 2e-6, {}}, {"rail", 16, 50e9, 5e-6, {}}}, {15});
    problem->device.name = "test device";
    problem->device.memory_bytes = 80e9;
    problem->options.global_batch = 16;

    RankedPlan best;
    best.plan.strategy = {2, 1, 1, false};
    best.plan.stride = 6;
    best.plan.replicas = 2;
    for (int index = 0; index < 3; ++index)
        best.plan.stages.push_back({{2 * index, 2 * index + 1}, index == 0 ? Recompute::full : Recompute::none, 1});
    Evaluation& evaluation = best.evaluation;
    evaluation.stages = {stage(2, 4, 2, 1, 0, 1, 30), stage(2, 5, 0, 1, 0, 1, 20), stage(2, 4, 0, 1, 1, 0, 10)};
    evaluation.micro_batches = 8;
    evaluation.pipeline_seconds = 0.1;
    evaluation.step_seconds = 0.11;
    evaluation.simulated_step_seconds = 0.108;
    evaluation.bubble_fraction = 0.25;
    evaluation.throughput_sequences = 16 / 0.11;
    evaluation.tokens_per_second = 1.52e6;
    evaluation.mfu = 0.438;
    evaluation.tflops_per_device = 433;
    evaluation.peak_memory = 86e9;
    evaluation.devices_used = 12;

    RankedPlan second = best;
    second.plan.layout = LayoutKind::dp_inner;
    second.plan.stride = 4;
    second.evaluation.step_seconds = 0.12;
    second.evaluation.peak_memory = 76e9;
    second.evaluation.stages[0] = stage(2, 4, 2, 1, 0, 1, 20);
    auto result = std::make_shared<SolveResult>();
    result->status = SolveStatus::optimal;
    result->plans = {best, second};
    result->candidates = 19640;
    result->solve_seconds = 0.08;
    return {problem, result, 0, false};
}

/// Llama-3 70B (its published configuration) on nodes of eight H100-like devices, solved.
inline ui::PlanSnapshot solved(std::int64_t devices, std::int64_t global_batch, const Options& base = {},
                               int plans = 6) {
    TransformerConfig config;
    config.name = "llama3-70b";
    config.family = "llama";
    config.layers = devices > 8 ? 80 : 16;
    config.hidden = 8192;
    config.heads = 64;
    config.kv_heads = 8;
    config.head_dim = 128;
    config.ffn = 28672;
    config.vocab = 128256;
    BuildSettings settings;
    settings.sequence_length = 4096;
    Device device;
    device.name = "h100-sxm-80gb";
    device.memory_bytes = 80e9;
    device.memory_bandwidth = 3.35e12;
    device.peak_flops["bf16"] = 989e12;
    device.matmul_efficiency = 0.6;
    device.memory_efficiency = 0.8;
    device.reserve_bytes = 2e9;
    std::vector<Level> list = {{"nvlink", std::min<std::int64_t>(8, devices), 450e9, 2e-6, {}}};
    if (devices > 8) list.push_back({"leaf", std::min<std::int64_t>(32, devices), 50e9, 5e-6, {}});
    if (devices > 32) list.push_back({"spine", devices, 25e9, 8e-6, {}});
    Options options = base;
    options.global_batch = global_batch;
    auto model = build_transformer(config, settings);
    if (!model) qFatal("%s", describe(model.fault()).c_str());
    auto problem = make_problem(std::move(*model), levels(list), device, options, "dgx-h100");
    if (!problem) qFatal("%s", describe(problem.fault()).c_str());
    auto shared = std::make_shared<const Problem>(std::move(*problem));
    SolveControl control;
    control.top_k = plans;
    return {shared, std::make_shared<const SolveResult>(solve(*shared, control)), 0, false};
}

} // namespace nest::sample
