// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/phrase.h"
#include "base/translatable.h"
#include "io/engine/engine_text.h"
#include "io/engine/writers.h"

namespace nest::io {

namespace {

using detail::LayerRange;

constexpr const char* engine = "torchtitan";

/// How a release spells things.
enum class Release { toml_0_2, module_0_3 };

/// Degrees of torchtitan's mesh; their product is the number of ranks. Experts regroup the ranks of the sharding
/// dimension and add none.
struct Degrees {
    std::int64_t replicate = 1, shard = 1, tensor = 1, pipeline = 1, context = 1, expert = 1, expert_tensor = 1;
};

Degrees degrees_of(const Plan& plan) {
    Degrees degrees;
    const bool shards = plan.stages.front().zero > 0;
    (shards ? degrees.shard : degrees.replicate) = plan.data_parallel();
    degrees.tensor = plan.strategy.tp;
    degrees.pipeline = plan.stage_count();
    degrees.context = plan.strategy.cp;
    degrees.expert = plan.strategy.ep;
    degrees.expert_tensor = plan.strategy.expert_tensor_ranks();
    return degrees;
}

/// What torchtitan can't run beyond the rules that the search knows.
std::optional<Diagnostic> refused(const Problem& problem, const Plan& plan, Release release) {
    if (auto fault = detail::obstacle("torchtitan", engine, problem, plan)) return fault;
    if (!detail::is_block_chain(problem.model))
        return detail::refusal(
            engine,
            Phrase("Engines",
                   QT_TRANSLATE_NOOP("Engines", "its models are an embedding, blocks and a head; this one is not")));
    const auto& architecture = problem.model.architecture;
    if (architecture && architecture->encoder)
        return detail::refusal(engine, Phrase("Engines", QT_TRANSLATE_NOOP("Engines", "it has no encoder models")));
    if (problem.model.sequence_length == 0)
        return detail::refusal(
            engine, Phrase("Engines", QT_TRANSLATE_NOOP("Engines", "the model's sequence length is not known")));
    if (plan.strategy.ep > 1 && plan.strategy.tp > 1 && plan.strategy.expert_tp != 1 && release == Release::module_0_3)
        return detail::refusal(
            engine, Phrase("Engines",
                           QT_TRANSLATE_NOOP("Engines",
                                             "its experts are spread over tensor-parallel ranks instead of being split "
                                             "by them; release 0.2 with expert_tensor_parallel_degree does that")));
    return std::nullopt;
}

/// Names of a stage's modules, quoted, in order.
std::string module_list(const LayerRange& range, int layer_count, Release release) {
    std::string text;
    const auto add = [&](const std::string& name) { text += (text.empty() ? "\"" : ", \"") + name + "\""; };
    for (int layer = range.first; layer < range.end; ++layer) {
        if (layer == 0) {
            add("tok_embeddings");
        } else if (layer + 1 == layer_count) {
            add("norm");
            add(release == Release::toml_0_2 ? "output" : "lm_head");
        } else {
            add("layers." + std::to_string(layer - 1));
        }
    }
    return "[" + text + "]";
}

/// The stages' module lists, a line each.
std::string module_lists(const std::vector<LayerRange>& ranges, const std::string& indent, Release release) {
    std::string text = "[\n";
    for (const LayerRange& range : ranges)
        text += indent + "    " + module_list(range, ranges.back().end, release) + ",\n";
    return text + indent + "]";
}

const char* reshard(const Plan& plan) {
    return plan.stages.front().zero == 2 ? "never" : plan.stages.front().zero == 3 ? "always" : "default";
}

const char* recompute_mode(const Plan& plan) {
    switch (plan.stages.front().recompute) {
    case Recompute::full:
        return "full";
    case Recompute::selective:
        return "selective";
    case Recompute::none:
    case Recompute::stage:
        break;
    }
    return "none";
}

const char* schedule(const Plan& plan) {
    if (plan.schedule == ScheduleKind::interleaved) return "Interleaved1F1B";
    return plan.schedule == ScheduleKind::gpipe ? "GPipe" : "1F1B";
}

const char* parameter_type(const Problem& problem) {
    return problem.options.precision == Precision::fp32 ? "float32" : "bfloat16";
}

std::vector<std::string> heading(const Problem& problem, const Plan& plan, const Evaluation& evaluation,
                                 Release release) {
    const bool toml = release == Release::toml_0_2;
    std::vector<std::string> lines = detail::heading(
        toml ? "torchtitan training configuration" : "torchtitan configuration module", problem, plan, evaluation);
    lines.emplace_back();
    lines.emplace_back(toml ? "Names checked against torchtitan 0.2.2, the last release that reads TOML."
                            : "Names checked against torchtitan 0.3 (main branch, autumn 2026).");
    lines.emplace_back("Not covered: model and flavor, data, tokenizer, learning rate, checkpoints. The stages below "
                       "hold " +
                       counted(static_cast<std::int64_t>(problem.model.layers.size() - 2), "block") + ".");
    if (plan.stages.front().zero == 2)
        lines.emplace_back("ZeRO 2: weights stay gathered after the forward pass (reshard \"never\").");
    if (plan.stages.front().zero == 0 && plan.strategy.cp > 1)
        lines.emplace_back("torchtitan shards weights over context-parallel ranks; the plan replicates them, so it "
                           "counts more memory and less communication.");
    if (plan.stages.front().recompute == Recompute::selective)
        lines.emplace_back(
            "torchtitan chooses by operator what it recomputes; the plan repeats the core of attention.");
    if (problem.options.precision != Precision::fp32)
        lines.emplace_back("torchtitan keeps weights, gradients and optimizer states in fp32; the plan counts the "
                           "bytes of precision " +
                           std::string(name_of(problem.options.precision)) + ".");
    return lines;
}

std::string line(const std::string& name, std::int64_t value) {
    return name + " = " + std::to_string(value) + "\n";
}
std::string line(const std::string& name, const char* value) {
    return name + " = \"" + value + "\"\n";
}

} // namespace

Result<std::string> torchtitan_toml(const Problem& problem, const Plan& plan, const Evaluation& evaluation) {
    if (auto fault = refused(problem, plan, Release::toml_0_2)) return *fault;
    const Result<std::vector<LayerRange>> ranges = detail::stage_ranges(problem, plan, engine);
    if (!ranges) return ranges.diagnostics();
    const Degrees degrees = degrees_of(plan);
    const bool pipelined = plan.stage_count() > 1;
    const std::int64_t in_pipeline = pipelined ? plan.micro_batches(problem.options.global_batch) : 1;

    std::string text = detail::commented(heading(problem, plan, evaluation, Release::toml_0_2));
    text += "\n[training]\n" + line("local_batch_size", plan.micro_batch * in_pipeline) +
            line("global_batch_size", problem.options.global_batch) + line("seq_len", problem.model.sequence_length) +
            line("mixed_precision_param", parameter_type(problem)) + line("mixed_precision_reduce", "float32");
    text += "\n[parallelism]\n" + line("data_parallel_replicate_degree", degrees.replicate) +
            line("data_parallel_shard_degree", degrees.shard) + line("fsdp_reshard_after_forward", reshard(plan)) +
            line("tensor_parallel_degree", degrees.tensor) + line("context_parallel_degree", degrees.context) +
            line("pipeline_parallel_degree", degrees.pipeline);
    if (pipelined) {
        text += line("pipeline_parallel_schedule", schedule(plan)) +
                line("pipeline_parallel_microbatch_size", plan.micro_batch) +
                "module_fqns_per_model_part = " + module_lists(*ranges, "", Release::toml_0_2) + "\n";
    }
    if (degrees.expert > 1) {
        text += line("expert_parallel_degree", degrees.expert) +
                line("expert_tensor_parallel_degree", degrees.expert_tensor);
    }
    text += "\n[activation_checkpoint]\n" + line("mode", recompute_mode(plan));
    return text;
}

Result<std::string> torchtitan_module(const Problem& problem, const Plan& plan, const Evaluation& evaluation) {
    if (auto fault = refused(problem, plan, Release::module_0_3)) return *fault;
    const Result<std::vector<LayerRange>> ranges = detail::stage_ranges(problem, plan, engine);
    if (!ranges) return ranges.diagnostics();
    const Degrees degrees = degrees_of(plan);
    const bool pipelined = plan.stage_count() > 1;
    const std::int64_t tokens = problem.model.sequence_length;
    const Recompute recompute = plan.stages.front().recompute;
    const char* checkpoint = recompute == Recompute::full ? "FullAC" : "SelectiveAC";

    std::vector<std::string> lines = heading(problem, plan, evaluation, Release::module_0_3);
    lines.insert(lines.end(), {"", "Put this file where Python finds it and start every rank with",
                               "    torchrun ... -m torchtitan.train --module nest_plan --config nest_plan"});
    std::string text = detail::commented(lines);
    if (recompute != Recompute::none)
        text += std::string("from torchtitan.distributed.activation_checkpoint import ") + checkpoint + "\n";
    text += "from torchtitan.models.llama3.config_registry import llama3_debugmodel as base  # put your model's here\n";
    text += "\n\ndef nest_plan():\n    config = base()\n    training = config.training\n    parallelism = "
            "config.parallelism\n\n";
    const std::string training = "    training.", parallelism = "    parallelism.";
    text += line(training + "max_context_length", tokens) +
            line(training + "num_tokens_per_microbatch_per_dp_rank", tokens * plan.micro_batch) +
            line(training + "num_tokens_per_train_step", tokens * problem.options.global_batch) +
            line(training + "mixed_precision_param", parameter_type(problem)) +
            line(training + "mixed_precision_reduce", "float32") + "\n";
    text += line(parallelism + "data_parallel_replicate_degree", degrees.replicate) +
            line(parallelism + "data_parallel_shard_degree", degrees.shard) +
            line(parallelism + "fsdp_reshard_after_forward", reshard(plan)) +
            line(parallelism + "tensor_parallel_degree", degrees.tensor) + parallelism +
            "enable_sequence_parallel = " + (plan.strategy.sequence_parallel ? "True\n" : "False\n") +
            line(parallelism + "context_parallel_degree", degrees.context) +
            line(parallelism + "expert_parallel_degree", degrees.expert) +
            line(parallelism + "pipeline_parallel_degree", degrees.pipeline);
    if (pipelined) {
        text += line(parallelism + "pipeline_parallel_schedule", schedule(plan)) +
                line(parallelism + "num_pp_microbatches", plan.micro_batches(problem.options.global_batch)) +
                parallelism + "pipeline_parallel_layers_per_stage = None\n" + parallelism +
                "pipeline_parallel_module_fqns_per_model_part = " + module_lists(*ranges, "    ", Release::module_0_3) +
                "\n";
    }
    text += "\n    config.activation_checkpoint = " +
            (recompute == Recompute::none ? std::string("None") : std::string(checkpoint) + ".Config()") + "\n";
    return text + "    return config\n";
}

} // namespace nest::io
