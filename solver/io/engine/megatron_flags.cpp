// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/megatron_flags.h"

#include "base/translatable.h"

#include <algorithm>
#include <array>
#include <map>

namespace nest::io {

namespace {

constexpr FlagArity none = FlagArity::none, one = FlagArity::one, several = FlagArity::several;

/// Read by launch_model.cpp, launch_layout.cpp and launch.cpp.
constexpr std::array read_flags{
    FlagInfo{"num-layers"},
    FlagInfo{"encoder-num-layers"},
    FlagInfo{"decoder-num-layers"},
    FlagInfo{"hidden-size"},
    FlagInfo{"ffn-hidden-size"},
    FlagInfo{"num-attention-heads"},
    FlagInfo{"kv-channels"},
    FlagInfo{"group-query-attention", none},
    FlagInfo{"num-query-groups"},
    FlagInfo{"max-position-embeddings"},
    FlagInfo{"position-embedding-type"},
    FlagInfo{"use-rotary-position-embeddings", none},
    FlagInfo{"no-position-embedding", none},
    FlagInfo{"rotary-base"},
    FlagInfo{"use-rope-scaling", none},
    FlagInfo{"rope-scaling-factor"},
    FlagInfo{"make-vocab-size-divisible-by"},
    FlagInfo{"vocab-size"},
    FlagInfo{"padded-vocab-size"},
    FlagInfo{"vocab-file"},
    FlagInfo{"tokenizer-type"},
    FlagInfo{"tokenizer-model"},
    FlagInfo{"normalization"},
    FlagInfo{"swiglu", none},
    FlagInfo{"quick-geglu", none},
    FlagInfo{"untie-embeddings-and-output-weights", none},
    FlagInfo{"disable-bias-linear", none},
    FlagInfo{"add-qkv-bias", none},
    FlagInfo{"qk-layernorm", none},
    FlagInfo{"multi-latent-attention", none},
    FlagInfo{"q-lora-rank"},
    FlagInfo{"kv-lora-rank"},
    FlagInfo{"qk-head-dim"},
    FlagInfo{"qk-pos-emb-head-dim"},
    FlagInfo{"v-head-dim"},
    FlagInfo{"mtp-num-layers"},
    FlagInfo{"num-experts"},
    FlagInfo{"moe-layer-freq"},
    FlagInfo{"moe-ffn-hidden-size"},
    FlagInfo{"moe-router-topk"},
    FlagInfo{"moe-shared-expert-intermediate-size"},
    FlagInfo{"moe-shared-expert-gate", none},
    FlagInfo{"moe-router-enable-expert-bias", none},
    FlagInfo{"attention-dropout"},
    FlagInfo{"hidden-dropout"},
    FlagInfo{"seq-length"},
    FlagInfo{"encoder-seq-length"},
    FlagInfo{"micro-batch-size"},
    FlagInfo{"batch-size"},
    FlagInfo{"global-batch-size"},
    FlagInfo{"fp16", none},
    FlagInfo{"bf16", none},
    FlagInfo{"grad-reduce-in-bf16", none},
    FlagInfo{"accumulate-allreduce-grads-in-fp32", none},
    FlagInfo{"attention-backend"},
    FlagInfo{"use-flash-attn", none},
    FlagInfo{"transformer-impl"},
    FlagInfo{"use-legacy-models", none},
    FlagInfo{"cross-entropy-loss-fusion", none},
    FlagInfo{"optimizer"},
    FlagInfo{"tensor-model-parallel-size"},
    FlagInfo{"model-parallel-size"},
    FlagInfo{"pipeline-model-parallel-size"},
    FlagInfo{"context-parallel-size"},
    FlagInfo{"expert-model-parallel-size"},
    FlagInfo{"expert-tensor-parallel-size"},
    FlagInfo{"sequence-parallel", none},
    FlagInfo{"use-distributed-optimizer", none},
    FlagInfo{"use-megatron-fsdp", none},
    FlagInfo{"use-custom-fsdp", none},
    FlagInfo{"use-torch-fsdp2", none},
    FlagInfo{"torch-fsdp2-no-reshard-after-forward", none},
    FlagInfo{"data-parallel-sharding-strategy"},
    FlagInfo{"use-tp-pp-dp-mapping", none},
    FlagInfo{"num-layers-per-virtual-pipeline-stage"},
    FlagInfo{"num-virtual-stages-per-pipeline-rank"},
    FlagInfo{"pipeline-model-parallel-layout"},
    FlagInfo{"decoder-first-pipeline-num-layers"},
    FlagInfo{"decoder-last-pipeline-num-layers"},
    FlagInfo{"account-for-embedding-in-pipeline-split", none},
    FlagInfo{"account-for-loss-in-pipeline-split", none},
    FlagInfo{"recompute-activations", none},
    FlagInfo{"checkpoint-activations", none},
    FlagInfo{"recompute-granularity"},
    FlagInfo{"recompute-method"},
    FlagInfo{"recompute-num-layers"},
    FlagInfo{"recompute-modules", several},
    FlagInfo{"moe-layer-recompute", none},
    FlagInfo{"cp-comm-type", several},
    FlagInfo{"num-distributed-optimizer-instances"},
    FlagInfo{"rampup-batch-size", several},
    FlagInfo{"step-batch-size-schedule", several},
    FlagInfo{"moe-extended-tp", none},
};

constexpr FlagInfo unpriced(std::string_view name, FlagArity arity, const char* runs, const char* priced) {
    return {name, arity, FlagRole::unpriced, runs, priced};
}

constexpr std::array unpriced_flags{
    unpriced("fp8-format", one, QT_TRANSLATE_NOOP("NoteWords", "matrix products in FP8"),
             QT_TRANSLATE_NOOP("NoteWords", "products in BF16")),
    unpriced("fp8-param-gather", none, QT_TRANSLATE_NOOP("NoteWords", "weights gathered in FP8"),
             QT_TRANSLATE_NOOP("NoteWords", "weights gathered in BF16")),
    unpriced("fp4-format", one, QT_TRANSLATE_NOOP("NoteWords", "matrix products in FP4"),
             QT_TRANSLATE_NOOP("NoteWords", "products in BF16")),
    unpriced("tp-comm-overlap", none, QT_TRANSLATE_NOOP("NoteWords", "tensor-parallel communication behind products"),
             QT_TRANSLATE_NOOP("NoteWords", "communication in the open")),
    unpriced("overlap-grad-reduce", none, QT_TRANSLATE_NOOP("NoteWords", "gradient exchange behind the backward pass"),
             QT_TRANSLATE_NOOP("NoteWords", "exchange in the open (option overlap_dp)")),
    unpriced("overlap-param-gather", none,
             QT_TRANSLATE_NOOP("NoteWords", "the gathering of weights behind the forward pass"),
             QT_TRANSLATE_NOOP("NoteWords", "gathering in the open (option overlap_dp)")),
    unpriced("overlap-param-gather-with-optimizer-step", none,
             QT_TRANSLATE_NOOP("NoteWords", "the gathering of weights behind the update"),
             QT_TRANSLATE_NOOP("NoteWords", "gathering in the open")),
    unpriced("delay-wgrad-compute", none, QT_TRANSLATE_NOOP("NoteWords", "weight gradients moved behind communication"),
             QT_TRANSLATE_NOOP("NoteWords", "the usual backward pass")),
    unpriced("overlap-moe-expert-parallel-comm", none,
             QT_TRANSLATE_NOOP("NoteWords", "expert exchange behind another micro-batch"),
             QT_TRANSLATE_NOOP("NoteWords", "exchange in the open")),
    unpriced("moe-shared-expert-overlap", none,
             QT_TRANSLATE_NOOP("NoteWords", "shared experts behind the expert exchange"),
             QT_TRANSLATE_NOOP("NoteWords", "one after the other")),
    unpriced("moe-expert-capacity-factor", one,
             QT_TRANSLATE_NOOP("NoteWords", "experts with a bounded number of tokens"),
             QT_TRANSLATE_NOOP("NoteWords", "experts that take all tokens (option expert_imbalance)")),
    unpriced("moe-pad-expert-input-to-capacity", none, QT_TRANSLATE_NOOP("NoteWords", "experts' tokens padded"),
             QT_TRANSLATE_NOOP("NoteWords", "tokens without padding")),
    unpriced("optimizer-cpu-offload", none, QT_TRANSLATE_NOOP("NoteWords", "optimizer state in host memory"),
             QT_TRANSLATE_NOOP("NoteWords", "state in device memory")),
    unpriced("cpu-offloading-num-layers", one, QT_TRANSLATE_NOOP("NoteWords", "activations in host memory"),
             QT_TRANSLATE_NOOP("NoteWords", "activations in device memory")),
    unpriced("use-precision-aware-optimizer", none, QT_TRANSLATE_NOOP("NoteWords", "optimizer state of chosen widths"),
             QT_TRANSLATE_NOOP("NoteWords", "12 bytes a parameter")),
    unpriced("main-grads-dtype", one, QT_TRANSLATE_NOOP("NoteWords", "main gradients of another width"),
             QT_TRANSLATE_NOOP("NoteWords", "the widths of option precision")),
    unpriced("main-params-dtype", one, QT_TRANSLATE_NOOP("NoteWords", "main parameters of another width"),
             QT_TRANSLATE_NOOP("NoteWords", "the widths of option precision")),
    unpriced("exp-avg-dtype", one, QT_TRANSLATE_NOOP("NoteWords", "optimizer moments of another width"),
             QT_TRANSLATE_NOOP("NoteWords", "the widths of option precision")),
    unpriced("exp-avg-sq-dtype", one, QT_TRANSLATE_NOOP("NoteWords", "optimizer moments of another width"),
             QT_TRANSLATE_NOOP("NoteWords", "the widths of option precision")),
    unpriced("distribute-saved-activations", none,
             QT_TRANSLATE_NOOP("NoteWords", "kept layer inputs split over tensor ranks"),
             QT_TRANSLATE_NOOP("NoteWords", "inputs whole on every rank")),
    unpriced("window-size", one, QT_TRANSLATE_NOOP("NoteWords", "attention within a window"),
             QT_TRANSLATE_NOOP("NoteWords", "attention to the whole sequence")),
    unpriced("window-attn-skip-freq", one, QT_TRANSLATE_NOOP("NoteWords", "window attention in some layers"),
             QT_TRANSLATE_NOOP("NoteWords", "attention to the whole sequence")),
    unpriced("hierarchical-context-parallel-sizes", several,
             QT_TRANSLATE_NOOP("NoteWords", "context exchange in two levels"),
             QT_TRANSLATE_NOOP("NoteWords", "one ring")),
    unpriced("defer-embedding-wgrad-compute", none,
             QT_TRANSLATE_NOOP("NoteWords", "the head's weight gradient in the flush"),
             QT_TRANSLATE_NOOP("NoteWords", "the usual backward pass")),
    unpriced("enable-cuda-graph", none, QT_TRANSLATE_NOOP("NoteWords", "CUDA graphs"),
             QT_TRANSLATE_NOOP("NoteWords", "kernels started one by one")),
    unpriced("external-cuda-graph", none, QT_TRANSLATE_NOOP("NoteWords", "CUDA graphs"),
             QT_TRANSLATE_NOOP("NoteWords", "kernels started one by one")),
    unpriced("cuda-graph-impl", one, QT_TRANSLATE_NOOP("NoteWords", "CUDA graphs"),
             QT_TRANSLATE_NOOP("NoteWords", "kernels started one by one")),
    unpriced("fp32-residual-connection", none, QT_TRANSLATE_NOOP("NoteWords", "residual sums in FP32"),
             QT_TRANSLATE_NOOP("NoteWords", "sums in BF16")),
    unpriced("yaml-cfg", one, QT_TRANSLATE_NOOP("NoteWords", "arguments of another file"),
             QT_TRANSLATE_NOOP("NoteWords", "what this text holds")),
    unpriced("use-checkpoint-args", none, QT_TRANSLATE_NOOP("NoteWords", "arguments kept in a checkpoint"),
             QT_TRANSLATE_NOOP("NoteWords", "what this text holds")),
    unpriced("moe-use-upcycling", none, QT_TRANSLATE_NOOP("NoteWords", "experts made from a dense checkpoint"),
             QT_TRANSLATE_NOOP("NoteWords", "experts as given")),
    unpriced("fsdp-double-buffer", none, QT_TRANSLATE_NOOP("NoteWords", "two buffers for gathered weights"),
             QT_TRANSLATE_NOOP("NoteWords", "one layer ahead")),
};

/// Flags without bearing on the price: beginnings that cover families of names, then single names.
constexpr std::array<std::string_view, 48> aside_families{
    "lr",         "min-lr",       "log-",        "save",         "load",           "eval-",        "data-path",
    "data-args",  "data-cache",   "train-",      "valid-",       "test-",          "tensorboard-", "wandb-",
    "dist-ckpt",  "ckpt-",        "async-",      "weight-decay", "start-weight",   "end-weight",   "adam-",
    "sgd-",       "init-",        "rotary-",     "mscale",       "moe-router-",    "moe-aux-",     "moe-z-",
    "moe-token-", "moe-permute",  "moe-grouped", "moe-enable",   "moe-deepep",     "moe-flex-",    "moe-use-legacy",
    "moe-per-",   "distributed-", "profile",     "inference-",   "non-persistent", "exit-",        "timing-",
    "manual-gc",  "no-manual-gc", "rerun-",      "error-inject", "logging-",       "one-logger"};

constexpr FlagInfo aside(std::string_view name, FlagArity arity = none) {
    return {name, arity, FlagRole::aside, "", ""};
}

constexpr std::array aside_flags{
    aside("cuda-graph-scope", several),
    aside("clip-grad", one),
    aside("seed", one),
    aside("split", one),
    aside("merge-file", one),
    aside("num-workers", one),
    aside("norm-epsilon", one),
    aside("mtp-loss-scaling-factor", one),
    aside("cross-entropy-fusion-impl", one),
    aside("dataloader-type", one),
    aside("loss-scale", one),
    aside("initial-loss-scale", one),
    aside("min-loss-scale", one),
    aside("hysteresis", one),
    aside("local-rank", one),
    aside("override-opt-param-scheduler"),
    aside("finetune"),
    aside("mock-data"),
    aside("deterministic-mode"),
    aside("use-mcore-models"),
    aside("no-gradient-accumulation-fusion"),
    aside("no-check-for-nan-in-loss-and-grad"),
    aside("check-for-nan-in-loss-and-grad"),
    aside("no-masked-softmax-fusion"),
    aside("no-bias-gelu-fusion"),
    aside("no-bias-swiglu-fusion"),
    aside("no-bias-dropout-fusion"),
    aside("no-rope-fusion"),
    aside("no-persist-layer-norm"),
    aside("no-async-tensor-model-parallel-allreduce"),
    aside("no-save-optim"),
    aside("no-save-rng"),
    aside("no-load-optim"),
    aside("no-load-rng"),
    aside("no-mmap-bin-files"),
    aside("no-create-attention-mask-in-dataloader"),
    aside("no-overlap-p2p-communication"),
    aside("overlap-p2p-communication-warmup-flush"),
    aside("attention-softmax-in-fp32"),
    aside("apply-query-key-layer-scaling"),
    aside("apply-layernorm-1p"),
    aside("apply-residual-connection-post-layernorm"),
    aside("squared-relu"),
    aside("openai-gelu"),
    aside("rope-type", one),
    aside("auto-detect-ckpt-format"),
    aside("use-dist-ckpt"),
    aside("use-persistent-ckpt-worker"),
    aside("enable-experimental"),
    aside("bert-no-binary-head"),
    aside("ddp-bucket-size", one),
    aside("ddp-num-buckets", one),
    aside("ddp-average-in-collective"),
    aside("reset-position-ids"),
    aside("reset-attention-mask"),
    aside("eod-mask-loss"),
    aside("use-cpu-initialization"),
    aside("empty-unused-memory-level", one),
    aside("high-priority-stream-groups", several),
    aside("trust-remote-code"),
    aside("no-one-logger"),
    aside("use-pytorch-profiler"),
    aside("enable-ft-package"),
    aside("mask-prob", one),
    aside("short-seq-prob", one),
    aside("adlr-autoresume"),
};

std::string with_dashes(std::string_view name) {
    std::string result(name);
    std::replace(result.begin(), result.end(), '_', '-');
    return result;
}

const std::map<std::string, const FlagInfo*, std::less<>>& all_flags() {
    static const std::map<std::string, const FlagInfo*, std::less<>> flags = [] {
        std::map<std::string, const FlagInfo*, std::less<>> all;
        const auto add = [&all](const auto& list) {
            for (const FlagInfo& flag : list)
                all.emplace(flag.name, &flag);
        };
        add(read_flags);
        add(unpriced_flags);
        add(aside_flags);
        return all;
    }();
    return flags;
}

/// Keys of NeMo and Megatron-Bridge that aren't a flag's name with underscores.
constexpr std::array<std::pair<std::string_view, std::string_view>, 25> renamed_keys{{
    {"num_moe_experts", "num-experts"},
    {"moe_router_top_k", "moe-router-topk"},
    {"virtual_pipeline_model_parallel_size", "num-virtual-stages-per-pipeline-rank"},
    {"num_layers_in_first_pipeline_stage", "decoder-first-pipeline-num-layers"},
    {"num_layers_in_last_pipeline_stage", "decoder-last-pipeline-num-layers"},
    {"activations_checkpoint_granularity", "recompute-granularity"},
    {"activations_checkpoint_method", "recompute-method"},
    {"activations_checkpoint_num_layers", "recompute-num-layers"},
    {"encoder_seq_length", "seq-length"},
    {"seq_length", "seq-length"},
    {"sequence_length", "seq-length"},
    {"gated_linear_unit", "swiglu"},
    {"apply_rope_fusion", ""},
    {"bias", "add-bias-linear"},
    {"add_bias_linear", "add-bias-linear"},
    {"share_embeddings_and_output_weights", "share-embeddings-and-output-weights"},
    {"multi_latent_attention", "multi-latent-attention"},
    {"qk_layernorm", "qk-layernorm"},
    {"use_distributed_optimizer", "use-distributed-optimizer"},
    {"overlap_grad_reduce", "overlap-grad-reduce"},
    {"overlap_param_gather", "overlap-param-gather"},
    {"tp_comm_overlap", "tp-comm-overlap"},
    {"use_tp_pp_dp_mapping", "use-tp-pp-dp-mapping"},
    {"fp8", "fp8-format"},
    {"cross_entropy_loss_fusion", "cross-entropy-loss-fusion"},
}};

} // namespace

const FlagInfo* find_flag(std::string_view name) {
    const std::string dashed = with_dashes(name);
    if (const auto found = all_flags().find(dashed); found != all_flags().end()) return found->second;
    static constexpr FlagInfo other{"", several, FlagRole::aside, "", ""};
    const auto in_family = [&](std::string_view beginning) { return std::string_view(dashed).starts_with(beginning); };
    return std::any_of(aside_families.begin(), aside_families.end(), in_family) ? &other : nullptr;
}

const std::vector<std::string>& flag_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const auto& [name, flag] : all_flags())
            all.push_back(name);
        return all;
    }();
    return names;
}

std::string flag_of_key(std::string_view key) {
    for (const auto& [known, flag] : renamed_keys) {
        if (key == known) return std::string(flag);
    }
    const FlagInfo* flag = find_flag(key);
    return flag && flag->role != FlagRole::aside ? std::string(flag->name) : std::string();
}

} // namespace nest::io
