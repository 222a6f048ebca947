// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/megatron_arguments.h"

#include "base/translatable.h"
#include "io/engine/pipeline_layout.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace nest::io::detail {

namespace {

std::int64_t entries_of(const TransformerConfig& model) {
    return model.vocab_entries > 0 ? model.vocab_entries : model.vocab;
}

Diagnostic plan_fault(std::string expected, std::string found) {
    return fault(ErrorCode::inconsistent, "plan", std::move(expected), std::move(found));
}

bool is_even(const std::vector<LayoutStage>& stages) {
    return std::all_of(stages.begin(), stages.end(),
                       [&](const LayoutStage& stage) { return stage.blocks == stages.front().blocks; });
}

/// `blocks`: of every stage, as the engine counts; 0: all of them.
void add_recomputation(Arguments& arguments, Recompute recompute, int blocks) {
    if (recompute == Recompute::selective) {
        arguments.push_back({"--recompute-granularity", "selective"});
        arguments.push_back({"--recompute-modules", "core_attn"});
    } else if (recompute == Recompute::full) {
        arguments.push_back({"--recompute-granularity", "full"});
        arguments.push_back({"--recompute-method", blocks > 0 ? "block" : "uniform"});
        arguments.push_back({"--recompute-num-layers", number_text(blocks > 0 ? blocks : 1)});
    }
}

} // namespace

namespace {
bool pipeline_inside(const Plan& plan) {
    // With one replica or one stage both rank orders are the same.
    return plan.layout == LayoutKind::pp_inner && plan.stage_count() > 1 && plan.replicas > 1;
}
} // namespace

bool equal_rank_grids(const TransformerConfig& model, const Plan& plan) {
    return pipeline_inside(plan) && model.experts == 0 && plan.strategy.cp > 1;
}

std::string number_text(std::int64_t value) {
    return std::to_string(value);
}

std::string real_text(double value) {
    std::array<char, 32> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() ? std::string(text.data(), end) : std::string();
}

std::int64_t padded_vocabulary(std::int64_t entries, std::int64_t step, std::int64_t tensor_ranks) {
    const std::int64_t multiple = step * tensor_ranks;
    return (entries + multiple - 1) / multiple * multiple;
}

std::int64_t vocabulary_step(const TransformerConfig& model, std::int64_t tensor_ranks) {
    const std::int64_t entries = entries_of(model);
    const std::int64_t share = model.vocab / tensor_ranks;
    const auto pads = [&](std::int64_t step) { return padded_vocabulary(entries, step, tensor_ranks) == model.vocab; };
    for (std::int64_t step = usual_vocabulary_step; step >= 1; step /= 2)
        if (pads(step)) return step;
    for (std::int64_t step = 2 * usual_vocabulary_step; step <= share; step *= 2)
        if (pads(step)) return step;
    if (share * tensor_ranks != model.vocab) return usual_vocabulary_step;
    // A larger padding than the usual one: the smallest divisor of a rank's share that reaches over it. The whole share
    // always does.
    std::int64_t best = share;
    for (std::int64_t small = 1; small * small <= share; ++small) {
        if (share % small != 0) continue;
        for (const std::int64_t step : {small, share / small})
            if (step < best && pads(step)) best = step;
    }
    return best;
}

std::string model_obstacle(const TransformerConfig& model, const Plan& plan) {
    const bool biases_alike = model.output_bias == model.mlp_bias && (model.attention_bias || !model.output_bias);
    if (!biases_alike && !model.latent_attention())
        return QT_TRANSLATE_NOOP(
            "Engines", "it has biases on all linear layers, on none, or on those to queries, keys and values alone");
    if (!model.latent_attention() && model.v_head_dim > 0 && model.v_head_dim != model.head_dim)
        return QT_TRANSLATE_NOOP("Engines", "values are as wide as keys in its ordinary attention");
    if (model.encoder && plan.strategy.cp > 1)
        return QT_TRANSLATE_NOOP("Engines", "BERT runs without context parallelism");
    if (model.mtp_layers > 0 && model.positions > 0)
        return QT_TRANSLATE_NOOP("Engines", "multi-token prediction needs rotary positions");
    if (model.experts > 0 && model.mlp_bias && plan.strategy.tp > 1)
        return QT_TRANSLATE_NOOP("Engines", "experts with biases are not split over tensor ranks");
    return {};
}

std::string pattern_text(const TransformerConfig& model) {
    std::string text;
    for (std::int64_t i = 0; i < model.layers;) {
        std::int64_t end = i + 1;
        while (end < model.layers && model.has_experts(end) == model.has_experts(i))
            ++end;
        text += std::string(text.empty() ? "" : "+") + (model.has_experts(i) ? "[1]*" : "[0]*") + number_text(end - i);
        i = end;
    }
    return "(" + text + ")";
}

Arguments model_arguments(const TransformerConfig& model, std::int64_t sequence_length, std::int64_t tensor_ranks) {
    Arguments a{{"--num-layers", number_text(model.layers)},
                {"--hidden-size", number_text(model.hidden)},
                {"--ffn-hidden-size", number_text(model.ffn > 0 ? model.ffn : model.expert_ffn)},
                {"--num-attention-heads", number_text(model.heads)}};
    if (model.latent_attention()) {
        a.push_back({"--multi-latent-attention", {}});
        if (model.q_lora_rank > 0) a.push_back({"--q-lora-rank", number_text(model.q_lora_rank)});
        a.push_back({"--kv-lora-rank", number_text(model.kv_lora_rank)});
        a.push_back({"--qk-head-dim", number_text(model.qk_nope_head_dim)});
        a.push_back({"--qk-pos-emb-head-dim", number_text(model.qk_rope_head_dim)});
        a.push_back({"--v-head-dim", number_text(model.value_head_dim())});
        a.push_back({"--qk-layernorm", {}}); // here the norms of the latents
    } else {
        a.push_back({"--kv-channels", number_text(model.head_dim)});
        if (model.kv_heads != model.heads) {
            a.push_back({"--group-query-attention", {}});
            a.push_back({"--num-query-groups", number_text(model.kv_heads)});
        }
        if (model.qk_norm) a.push_back({"--qk-layernorm", {}});
    }
    if (model.gated_mlp) a.push_back({"--swiglu", {}});
    a.push_back({"--normalization", model.rms_norm ? "RMSNorm" : "LayerNorm"});
    if (!model.mlp_bias) a.push_back({"--disable-bias-linear", {}});
    if (!model.mlp_bias && model.attention_bias && !model.latent_attention()) a.push_back({"--add-qkv-bias", {}});
    if (model.positions > 0) {
        a.push_back({"--position-embedding-type", "learned_absolute"});
        a.push_back({"--max-position-embeddings", number_text(model.positions)});
    } else {
        a.push_back({"--position-embedding-type", "rope"});
        if (model.rotary_base > 0) a.push_back({"--rotary-base", number_text(model.rotary_base)});
        if (model.rotary_scaling > 0 && !model.latent_attention()) {
            a.push_back({"--use-rope-scaling", {}});
            a.push_back({"--rope-scaling-factor", real_text(model.rotary_scaling)});
        }
        a.push_back({"--max-position-embeddings", number_text(std::max(model.max_sequence, sequence_length))});
    }
    if (!model.tied_embeddings) a.push_back({"--untie-embeddings-and-output-weights", {}});
    a.push_back({"--vocab-size", number_text(entries_of(model))});
    a.push_back({"--make-vocab-size-divisible-by", number_text(vocabulary_step(model, tensor_ranks))});
    if (model.mtp_layers > 0) a.push_back({"--mtp-num-layers", number_text(model.mtp_layers)});
    a.push_back({"--seq-length", number_text(sequence_length)});
    return a;
}

Arguments expert_arguments(const TransformerConfig& model, const Options& options, const Plan& plan) {
    if (model.experts == 0) return {};
    Arguments a{{"--num-experts", number_text(model.experts)},
                {"--moe-router-topk", number_text(model.top_k)},
                {"--moe-ffn-hidden-size", number_text(model.expert_ffn)}};
    if (!model.dense_blocks.empty()) a.push_back({"--moe-layer-freq", "'" + pattern_text(model) + "'"});
    if (model.shared_ffn > 0) {
        a.push_back({"--moe-shared-expert-intermediate-size", number_text(model.shared_ffn)});
        if (model.shared_gate) a.push_back({"--moe-shared-expert-gate", {}});
    }
    if (model.router_bias) {
        a.push_back({"--moe-router-enable-expert-bias", {}});
        a.push_back({"--moe-router-score-function", "sigmoid"}); // which the bias needs
    }
    a.push_back({"--expert-model-parallel-size", number_text(plan.strategy.ep)});
    a.push_back({"--expert-tensor-parallel-size", number_text(plan.strategy.expert_tensor_ranks())});
    a.push_back({"--moe-token-dispatcher-type", "alltoall"});
    // One product for all experts of a device, as it is priced. The engine has it in BF16 and without biases alone.
    if (options.precision != Precision::fp32 && !model.mlp_bias) a.push_back({"--moe-grouped-gemm", {}});
    return a;
}

Arguments router_arguments(const TransformerConfig& model) {
    if (model.experts == 0) return {};
    Arguments a{
        {"--moe-router-load-balancing-type", model.router_bias ? "seq_aux_loss" : "aux_loss"},
        {"--moe-aux-loss-coeff", model.router_bias ? "${MOE_AUX_LOSS_COEFF:-1e-4}" : "${MOE_AUX_LOSS_COEFF:-1e-2}"}};
    if (model.router_bias) a.push_back({"--moe-router-bias-update-rate", "1e-3"});
    // With one expert a token, a softmax over the chosen ones alone would be 1 whatever the router says.
    if (model.top_k == 1 && !model.router_bias) a.push_back({"--moe-router-pre-softmax", {}});
    if (model.experts >= 32) a.push_back({"--moe-router-dtype", "fp32"});
    return a;
}

/// Blocks that a plan in part recomputed repeats of every stage; the first stage's embedding is no block. Plans with
/// another number on some stage have been refused.
int recomputed_blocks(const std::vector<LayoutStage>& stages, const Plan& plan) {
    int blocks = 0;
    const std::vector<StagePlan> pipeline = plan.virtual_pipeline();
    for (std::size_t index = 0; index < stages.size(); ++index) {
        const int layers = pipeline[index].repeated_layers() - (index == 0 ? 1 : 0);
        blocks = std::max(blocks, std::min(layers, static_cast<int>(stages[index].blocks)));
    }
    return std::max(blocks, 1);
}

Result<Arguments> layout_arguments(const TransformerConfig& model, const Plan& plan) {
    Arguments a{{"--tensor-model-parallel-size", number_text(plan.strategy.tp)},
                {"--pipeline-model-parallel-size", number_text(plan.stage_count())}};
    if (plan.strategy.cp > 1) a.push_back({"--context-parallel-size", number_text(plan.strategy.cp)});
    if (plan.strategy.sequence_parallel) a.push_back({"--sequence-parallel", {}});
    if (pipeline_inside(plan)) a.push_back({"--use-tp-pp-dp-mapping", {}});
    if (equal_rank_grids(model, plan))
        a.push_back({"--expert-tensor-parallel-size", number_text(plan.strategy.tp * plan.strategy.cp)});
    if (plan.stages.front().zero == 1) a.push_back({"--use-distributed-optimizer", {}});
    const Result<std::vector<LayoutStage>> stages = layout_stages(model, plan);
    if (!stages) return stages.diagnostics();
    if (!is_even(*stages)) {
        const std::string text = pipeline_layout_text(*stages);
        const Result<std::vector<LayoutStage>> read = read_pipeline_layout(text);
        if (!read || *read != *stages) return plan_fault("stages that --pipeline-model-parallel-layout can say", text);
        a.push_back({"--pipeline-model-parallel-layout", "'" + text + "'"});
    } else if (plan.virtual_stages() > 1) {
        a.push_back({"--num-virtual-stages-per-pipeline-rank", number_text(plan.virtual_stages())});
    }
    const bool partial =
        std::any_of(plan.stages.begin(), plan.stages.end(), [](const StagePlan& stage) { return stage.is_partial(); });
    add_recomputation(a, plan.stages.front().recompute, partial ? recomputed_blocks(*stages, plan) : 0);
    return a;
}

Arguments training_arguments(const Problem& problem, const Plan& plan) {
    const Options& options = problem.options;
    Arguments a{{"--micro-batch-size", number_text(plan.micro_batch)},
                {"--global-batch-size", number_text(options.global_batch)}};
    if (options.precision != Precision::fp32) a.push_back({"--bf16", {}});
    if (options.precision == Precision::zero || options.precision == Precision::sgd_mixed)
        a.push_back({"--grad-reduce-in-bf16", {}});
    if (options.precision == Precision::sgd_mixed) {
        a.push_back({"--optimizer", "sgd"});
        a.push_back({"--sgd-momentum", "0.0"});
    }
    a.push_back({"--attention-backend", options.attention == AttentionKernel::unfused ? "unfused" : "auto"});
    const std::string dropout = options.dropout ? "0.1" : "0.0";
    a.push_back({"--attention-dropout", dropout});
    a.push_back({"--hidden-dropout", dropout});
    if (options.fused_loss) {
        a.push_back({"--cross-entropy-loss-fusion", {}});
        a.push_back({"--cross-entropy-fusion-impl", "te"});
    }
    if (options.overlap_dp > 0) {
        a.push_back({"--overlap-grad-reduce", {}});
        if (plan.stages.front().zero == 1) a.push_back({"--overlap-param-gather", {}});
    }
    return a;
}

} // namespace nest::io::detail
