// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/translatable.h"
#include "io/engine/engine_text.h"
#include "io/engine/writers.h"
#include "io/files.h"

#include <nlohmann/json.hpp>

namespace nest::io {

namespace {

using detail::LayerRange;
using nlohmann::json;

constexpr const char* engine = "DeepSpeed";

/// Precision, gradients and their exchange.
void add_precision(json& config, const Options& options) {
    if (options.precision == Precision::fp32) return;
    config["bf16"] = {{"enabled", true}};
    config["data_types"] = {{"grad_accum_dtype", bytes_of(options.precision).gradients > 2 ? "fp32" : "bf16"}};
}

void add_recomputation(json& config, const Plan& plan) {
    if (plan.stages.front().recompute != Recompute::full) return;
    config["activation_checkpointing"] = {
        {"partition_activations", false}, {"contiguous_memory_optimization", false}, {"cpu_checkpointing", false}};
    if (plan.stage_count() > 1) config["pipeline"] = {{"activation_checkpoint_interval", 1}};
}

/// Arguments of PipelineModule. It finds its own boundaries, so a plan's are set by a subclass.
json pipeline_json(const Problem& problem, const Plan& plan, const std::vector<LayerRange>& ranges) {
    json parts = json::array({0}), stages = json::array();
    for (const LayerRange& range : ranges) {
        parts.push_back(range.end);
        const auto& layers = problem.model.layers;
        stages.push_back({{"first", layers[static_cast<std::size_t>(range.first)].id},
                          {"last", layers[static_cast<std::size_t>(range.end - 1)].id},
                          {"layers", range.end - range.first}});
    }
    // Axes of deepspeed.runtime.pipe.topology.ProcessTopology, the last varies fastest.
    const bool inner_stages = plan.layout == LayoutKind::pp_inner;
    json axes = inner_stages ? json::array({"data", "pipe"}) : json::array({"pipe", "data"});
    json dims = inner_stages ? json::array({plan.replicas, plan.stage_count()})
                             : json::array({plan.stage_count(), plan.replicas});
    if (plan.strategy.tp > 1) {
        axes.push_back("model");
        dims.push_back(plan.strategy.tp);
    }
    return {{"num_stages", plan.stage_count()},
            {"parts", std::move(parts)},
            {"stages", std::move(stages)},
            {"topology", {{"axes", std::move(axes)}, {"dims", std::move(dims)}}}};
}

std::vector<std::string> notes(const Problem& problem, const Plan& plan) {
    std::vector<std::string> lines{
        "Key names checked against DeepSpeed 0.19. DeepSpeed reads the keys it knows; this one is for people.",
        "train_batch_size = train_micro_batch_size_per_gpu x gradient_accumulation_steps x data-parallel ranks."};
    if (plan.stage_count() > 1) {
        lines.emplace_back(
            "Pipeline stages are code: PipelineModule(layers, topology=ProcessTopology(axes, dims), ...). "
            "Boundaries are 'parts', indices into this plan's layers; PipelineModule chooses its own, so "
            "override _partition_layers() in a subclass: self.parts = parts, then _set_bounds().");
        lines.emplace_back("This plan's layers are an embedding, the blocks, and final norm with head: cut a list of "
                           "layers that is divided otherwise at the same blocks.");
    }
    if (plan.strategy.tp > 1) {
        lines.emplace_back(plan.stage_count() > 1
                               ? "Tensor parallelism is the model's code (the 'model' axis), as in Megatron-DeepSpeed."
                               : "Tensor parallelism: tensor_parallel.autotp_size, or the model's own with an mpu.");
    }
    if (plan.strategy.ep > 1) {
        lines.push_back("Expert parallelism is code: deepspeed.moe.layer.MoE(..., ep_size=" +
                        std::to_string(plan.strategy.ep) + ").");
    }
    if (plan.stages.front().recompute == Recompute::full && plan.stage_count() == 1)
        lines.emplace_back("Recomputation is the model's code: deepspeed.checkpointing.checkpoint around every block.");
    if (problem.options.precision == Precision::sgd_mixed)
        lines.emplace_back("The plan counts the state of SGD with momentum; set your optimizer.");
    return lines;
}

} // namespace

Result<std::string> deepspeed_config(const Problem& problem, const Plan& plan, const Evaluation& evaluation) {
    if (auto fault = detail::obstacle("deepspeed", engine, problem, plan)) return *fault;
    const Result<std::vector<LayerRange>> ranges = detail::stage_ranges(problem, plan, engine);
    if (!ranges) return ranges.diagnostics();
    const int zero = plan.stages.front().zero;
    if (plan.strategy.tp > 1 && zero == 3)
        return detail::refusal(
            engine, Phrase("Engines", QT_TRANSLATE_NOOP("Engines", "its tensor parallelism goes with ZeRO 0 to 2")));

    json config{{"train_batch_size", problem.options.global_batch},
                {"train_micro_batch_size_per_gpu", plan.micro_batch},
                {"gradient_accumulation_steps", plan.micro_batches(problem.options.global_batch)}};
    add_precision(config, problem.options);
    config["zero_optimization"] = {{"stage", zero}};
    if (zero > 0) {
        config["zero_optimization"]["contiguous_gradients"] = true;
        config["zero_optimization"]["reduce_scatter"] = true;
        config["zero_optimization"]["overlap_comm"] =
            problem.options.overlap_dp > 0 || problem.options.overlap_zero > 0;
    }
    add_recomputation(config, plan);
    if (plan.strategy.tp > 1 && plan.stage_count() == 1)
        config["tensor_parallel"] = {{"autotp_size", plan.strategy.tp}};

    json own{{"about", detail::heading("DeepSpeed configuration", problem, plan, evaluation)},
             {"notes", notes(problem, plan)},
             {"degrees",
              {{"tensor", plan.strategy.tp},
               {"pipeline", plan.stage_count()},
               {"data", plan.data_parallel()},
               {"expert", plan.strategy.ep}}}};
    if (plan.stage_count() > 1) own["pipeline_module"] = pipeline_json(problem, plan, *ranges);
    config["_nest_planner"] = std::move(own);
    return file_text(config);
}

} // namespace nest::io
