// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QRegularExpression>
#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

/// Stands in for Megatron-LM's argument parser: its names, types, defaults and choices, and the checks that it makes
/// before training starts. Written from megatron/training/arguments.py and core/transformer/transformer_config.py of
/// Megatron Core 0.15, not from the writer under test.
namespace megatron {

struct Refused : std::runtime_error {
    explicit Refused(const QString& why) : std::runtime_error(why.toStdString()) {}
};

enum class Type { integer, real, text, on, off, integers, texts };

struct Option {
    const char* name;
    Type type = Type::integer;
    const char* fallback = nullptr; ///< null: None
    const char* choices = nullptr;  ///< separated by blanks
};

inline const std::vector<Option>& options() {
    static const std::vector<Option> all{
        // network size
        {"num-layers"},
        {"encoder-num-layers"},
        {"decoder-num-layers"},
        {"hidden-size"},
        {"ffn-hidden-size"},
        {"num-attention-heads"},
        {"attention-backend", Type::text, "auto", "flash fused unfused local auto"},
        {"kv-channels"},
        {"group-query-attention", Type::on},
        {"num-query-groups", Type::integer, "1"},
        {"softmax-type", Type::text, "vanilla", "learnable vanilla off-by-one"},
        {"max-position-embeddings"},
        {"position-embedding-type", Type::text, "learned_absolute", "learned_absolute rope mrope relative none"},
        {"use-rotary-position-embeddings", Type::on},
        {"rotary-base", Type::integer, "10000"},
        {"rotary-percent", Type::real, "1.0"},
        {"use-rope-scaling", Type::on},
        {"rope-scaling-factor", Type::real, "8.0"},
        {"make-vocab-size-divisible-by", Type::integer, "128"},
        {"normalization", Type::text, "LayerNorm", "LayerNorm RMSNorm"},
        {"norm-epsilon", Type::real, "1e-5"},
        {"squared-relu", Type::on},
        {"swiglu", Type::on},
        {"quick-geglu", Type::on},
        {"bert-no-binary-head", Type::off},
        {"untie-embeddings-and-output-weights", Type::on},
        {"multi-latent-attention", Type::on},
        {"mtp-num-layers"},
        {"mtp-loss-scaling-factor", Type::real, "0.1"},
        // regularization
        {"attention-dropout", Type::real, "0.1"},
        {"hidden-dropout", Type::real, "0.1"},
        {"weight-decay", Type::real, "0.01"},
        {"clip-grad", Type::real, "1.0"},
        {"adam-beta1", Type::real, "0.9"},
        {"adam-beta2", Type::real, "0.999"},
        {"sgd-momentum", Type::real, "0.9"},
        // training
        {"micro-batch-size"},
        {"batch-size"},
        {"global-batch-size"},
        {"recompute-activations", Type::on},
        {"recompute-granularity", Type::text, nullptr, "full selective"},
        {"recompute-method", Type::text, nullptr, "uniform block"},
        {"recompute-num-layers"},
        {"recompute-modules", Type::texts},
        {"distribute-saved-activations", Type::on},
        {"tp-comm-overlap", Type::on},
        {"checkpoint-activations", Type::on},
        {"train-iters"},
        {"train-samples"},
        {"cross-entropy-loss-fusion", Type::on},
        {"cross-entropy-fusion-impl", Type::text, "native", "native te"},
        {"use-flash-attn", Type::on},
        {"disable-bias-linear", Type::off},
        {"add-qkv-bias", Type::on},
        {"optimizer", Type::text, "adam", "adam sgd muon dist_muon"},
        {"sequence-parallel", Type::on},
        {"no-gradient-accumulation-fusion", Type::off},
        {"use-legacy-models", Type::on},
        {"transformer-impl", Type::text, "transformer_engine", "local transformer_engine"},
        // learning rate
        {"lr", Type::real},
        {"lr-decay-style", Type::text, "linear", "constant linear cosine inverse-square-root WSD"},
        {"lr-decay-iters"},
        {"save", Type::text},
        {"load", Type::text},
        {"save-interval"},
        {"lr-warmup-fraction", Type::real},
        {"lr-warmup-iters", Type::integer, "0"},
        {"min-lr", Type::real, "0.0"},
        // mixed precision
        {"fp16", Type::on},
        {"bf16", Type::on},
        {"grad-reduce-in-bf16", Type::on},
        {"accumulate-allreduce-grads-in-fp32", Type::on},
        // distributed
        {"tensor-model-parallel-size", Type::integer, "1"},
        {"pipeline-model-parallel-size", Type::integer, "1"},
        {"decoder-first-pipeline-num-layers"},
        {"decoder-last-pipeline-num-layers"},
        {"pipeline-model-parallel-layout", Type::text},
        {"model-parallel-size"},
        {"num-layers-per-virtual-pipeline-stage"},
        {"num-virtual-stages-per-pipeline-rank"},
        {"overlap-grad-reduce", Type::on},
        {"overlap-param-gather", Type::on},
        {"account-for-embedding-in-pipeline-split", Type::on},
        {"account-for-loss-in-pipeline-split", Type::on},
        {"use-distributed-optimizer", Type::on},
        {"use-megatron-fsdp", Type::on},
        {"data-parallel-sharding-strategy", Type::text, "no_shard", "no_shard optim optim_grads optim_grads_params"},
        {"num-distributed-optimizer-instances", Type::integer, "1"},
        {"context-parallel-size", Type::integer, "1"},
        {"cp-comm-type", Type::texts, "p2p"},
        {"use-tp-pp-dp-mapping", Type::on},
        // data and tokenizer
        {"vocab-size"},
        {"padded-vocab-size"},
        {"vocab-file", Type::text},
        {"merge-file", Type::text},
        {"tokenizer-type", Type::text, nullptr,
         "BertWordPieceLowerCase BertWordPieceCase GPT2BPETokenizer SentencePieceTokenizer GPTSentencePieceTokenizer "
         "HuggingFaceTokenizer Llama2Tokenizer TikTokenizer MultimodalTokenizer NullTokenizer NullMultimodalTokenizer "
         "SFTTokenizer"},
        {"tokenizer-model", Type::text},
        {"data-path", Type::texts},
        {"split", Type::text},
        {"mock-data", Type::on},
        {"seq-length"},
        {"encoder-seq-length"},
        // vision's group holds these
        {"qk-layernorm", Type::on},
        // moe
        {"expert-model-parallel-size", Type::integer, "1"},
        {"expert-tensor-parallel-size"},
        {"num-experts"},
        {"moe-layer-freq", Type::text, "1"},
        {"moe-ffn-hidden-size"},
        {"moe-shared-expert-intermediate-size"},
        {"moe-grouped-gemm", Type::on},
        {"moe-router-topk", Type::integer, "2"},
        {"moe-router-score-function", Type::text, "softmax", "softmax sigmoid"},
        {"moe-router-enable-expert-bias", Type::on},
        {"moe-token-dispatcher-type", Type::text, "allgather", "allgather alltoall flex"},
        {"moe-router-load-balancing-type", Type::texts, "aux_loss",
         "aux_loss seq_aux_loss global_aux_loss sinkhorn none"},
        {"moe-aux-loss-coeff", Type::real, "0.0"},
        {"moe-z-loss-coeff", Type::real},
        {"moe-router-dtype", Type::text, nullptr, "fp32 fp64"},
        {"moe-router-pre-softmax", Type::on},
        {"moe-router-bias-update-rate", Type::real, "1e-3"},
        {"moe-permute-fusion", Type::on},
        // latent attention
        {"q-lora-rank"},
        {"kv-lora-rank", Type::integer, "32"},
        {"qk-head-dim", Type::integer, "128"},
        {"qk-pos-emb-head-dim", Type::integer, "64"},
        {"v-head-dim", Type::integer, "128"},
    };
    return all;
}

/// Parsed arguments by name; absent ones have their default, switches 0 or 1.
class Arguments {
public:
    explicit Arguments(const QStringList& words, int world, const QString& max_connections) {
        parse(words);
        validate(world, max_connections);
    }

    bool has(const char* name) const { return m_values.count(name) > 0; }
    bool on(const char* name) const { return integer(name) == 1; }
    int integer(const char* name) const { return text(name).toInt(); }
    double real(const char* name) const { return text(name).toDouble(); }
    QString text(const char* name) const {
        const auto found = m_values.find(name);
        return found == m_values.end() ? QString() : found->second.join(QLatin1Char(' '));
    }
    int data_parallel = 0, padded_vocabulary = 0;
    std::vector<int> blocks;        ///< decoder layers of each stage
    std::vector<int> expert_blocks; ///< 1 for blocks with experts

private:
    static void check(bool good, const QString& why) {
        if (!good) throw Refused(why);
    }

    static const Option* find(const QString& name) {
        for (const Option& option : options()) {
            if (name == QLatin1String(option.name)) return &option;
        }
        return nullptr;
    }

    void parse(const QStringList& words) {
        for (const Option& option : options()) {
            if (option.type == Type::on) m_values[option.name] = {QStringLiteral("0")};
            if (option.type == Type::off) m_values[option.name] = {QStringLiteral("1")};
            if (option.fallback) m_values[option.name] = {QString::fromLatin1(option.fallback)};
        }
        for (qsizetype i = 0; i < words.size();) {
            QString word = words[i++];
            check(word.startsWith(QLatin1String("--")), QStringLiteral("unrecognized arguments: ") + word);
            const qsizetype equals = word.indexOf(QLatin1Char('='));
            QStringList values;
            if (equals >= 0) values << word.mid(equals + 1);
            const QString name = word.mid(2, equals < 0 ? -1 : equals - 2);
            const Option* option = find(name);
            check(option, QStringLiteral("unrecognized arguments: ") + word);
            const bool flag = option->type == Type::on || option->type == Type::off;
            const bool many = option->type == Type::integers || option->type == Type::texts;
            while (equals < 0 && !flag && i < words.size() && !words[i].startsWith(QLatin1String("--")) &&
                   (many || values.isEmpty()))
                values << words[i++];
            check(flag ? values.isEmpty() : !values.isEmpty(), QStringLiteral("wrong number of values: ") + word);
            for (const QString& value : values)
                check_value(*option, value);
            if (option->type == Type::on) values = {QStringLiteral("1")};
            if (option->type == Type::off) values = {QStringLiteral("0")};
            m_values[option->name] = values;
        }
    }

    static void check_value(const Option& option, const QString& value) {
        bool good = true;
        if (option.type == Type::integer || option.type == Type::integers) value.toInt(&good);
        if (option.type == Type::real) value.toDouble(&good);
        check(good, QStringLiteral("--%1: invalid value: %2").arg(QLatin1String(option.name), value));
        if (!option.choices) return;
        const QStringList choices = QString::fromLatin1(option.choices).split(QLatin1Char(' '));
        check(choices.contains(value),
              QStringLiteral("--%1: invalid choice: %2").arg(QLatin1String(option.name), value));
    }

    void validate(int world, const QString& max_connections) {
        const int tp = integer("tensor-model-parallel-size"), pp = integer("pipeline-model-parallel-size");
        const int cp = integer("context-parallel-size");
        check(world % (tp * pp * cp) == 0, QStringLiteral("world size is not divisible by total_model_size"));
        data_parallel = world / (tp * pp * cp);
        for (const char* old : {"batch-size", "model-parallel-size"})
            check(!has(old), QStringLiteral("old argument"));
        check(!on("checkpoint-activations"), QStringLiteral("old argument"));
        check(has("micro-batch-size"), QStringLiteral("micro_batch_size is None"));
        for (const char* needed :
             {"num-layers", "hidden-size", "num-attention-heads", "max-position-embeddings", "seq-length", "lr"})
            check(has(needed), QStringLiteral("argument is None: ") + QLatin1String(needed));
        check(integer("global-batch-size") % (integer("micro-batch-size") * data_parallel) == 0,
              QStringLiteral("global batch size is not divisible by micro batch size times data parallel size"));
        check(!(on("bf16") && on("fp16")), QStringLiteral("bf16 and fp16"));
        check(integer("max-position-embeddings") >= integer("seq-length"),
              QStringLiteral("max_position_embeddings below seq_length"));
        if (cp > 1) check(integer("seq-length") % (2 * cp) == 0, QStringLiteral("seq-length and 2 * cp"));
        check(real("min-lr") <= real("lr"), QStringLiteral("min-lr above lr"));
        validate_recompute();
        if (on("overlap-param-gather")) {
            check(on("use-distributed-optimizer") && on("overlap-grad-reduce"), QStringLiteral("overlap-param-gather"));
        }
        if (tp > 1 || cp > 1)
            check(max_connections == QLatin1String("1"), QStringLiteral("CUDA_DEVICE_MAX_CONNECTIONS is not 1"));
        if (tp == 1) m_values["sequence-parallel"] = {QStringLiteral("0")};
        if (on("sequence-parallel")) check(integer("seq-length") % (tp * cp) == 0, QStringLiteral("tokens and tp"));
        // core/parallel_state.py: equal pipeline groups of both rank grids.
        const int etp = has("expert-tensor-parallel-size") ? integer("expert-tensor-parallel-size") : tp;
        if (on("use-tp-pp-dp-mapping") && pp > 1) {
            check(etp * integer("expert-model-parallel-size") == tp * cp,
                  QStringLiteral("data parallel size of the attention and moe layers must be the same"));
        }
        validate_model(tp);
        validate_experts(tp, pp, world);
        validate_stages(pp);
    }

    void validate_recompute() {
        const QString granularity = text("recompute-granularity");
        if (granularity == QLatin1String("selective"))
            check(!has("recompute-method") && !has("recompute-num-layers"), QStringLiteral("recompute method"));
        if (granularity == QLatin1String("full"))
            check(has("recompute-method") && has("recompute-num-layers"), QStringLiteral("recompute method is None"));
        if (has("recompute-modules")) {
            check(granularity == QLatin1String("selective"), QStringLiteral("recompute_modules without selective"));
            const QStringList known{QStringLiteral("core_attn"),     QStringLiteral("moe_act"),
                                    QStringLiteral("layernorm"),     QStringLiteral("mla_up_proj"),
                                    QStringLiteral("mlp"),           QStringLiteral("moe"),
                                    QStringLiteral("shared_experts")};
            for (const QString& module : text("recompute-modules").split(QLatin1Char(' ')))
                check(known.contains(module), QStringLiteral("recompute module ") + module);
        }
    }

    void validate_model(int tp) {
        const int heads = integer("num-attention-heads");
        if (!has("kv-channels") && !on("multi-latent-attention"))
            check(integer("hidden-size") % heads == 0, QStringLiteral("hidden size and heads"));
        check(heads % tp == 0, QStringLiteral("num_attention_heads must be a multiple of tp"));
        const int groups = on("group-query-attention") ? integer("num-query-groups") : heads;
        check(heads % groups == 0, QStringLiteral("heads and query groups"));
        // From 0.16 on the groups may also be fewer than the tensor ranks.
        check(groups % tp == 0 || tp % groups == 0, QStringLiteral("num_query_groups must be a multiple of tp"));
        check(integer("ffn-hidden-size") % tp == 0, QStringLiteral("ffn and tp"));
        if (has("mtp-num-layers"))
            check(text("position-embedding-type") == QLatin1String("rope"), QStringLiteral("mtp and positions"));
        const int step = integer("make-vocab-size-divisible-by") * tp;
        padded_vocabulary = (integer("vocab-size") + step - 1) / step * step;
    }

    void validate_experts(int tp, int pp, int world) {
        const int ep = integer("expert-model-parallel-size");
        const int layers = integer("num-layers");
        if (ep > 1) {
            check(has("num-experts"), QStringLiteral("num_experts must be non None to use expert parallelism"));
            check(integer("num-experts") % ep == 0, QStringLiteral("experts and ep"));
            check(!on("fp16"), QStringLiteral("experts with fp16"));
        }
        if (!has("num-experts")) return;
        const int etp = has("expert-tensor-parallel-size") ? integer("expert-tensor-parallel-size") : tp;
        check(world % (etp * ep * pp) == 0, QStringLiteral("world size and expert ranks"));
        check(tp == 1 || on("sequence-parallel"), QStringLiteral("experts with tp need sequence parallelism"));
        if (on("moe-grouped-gemm")) check(on("bf16"), QStringLiteral("GroupedGEMM for MoE only supports bf16 dtype"));
        // The switch turns biases off.
        check(!on("disable-bias-linear") || etp == 1, QStringLiteral("Bias in Moe is only supported when ETP==1"));
        if (integer("moe-router-topk") == 1 && text("moe-router-score-function") == QLatin1String("softmax"))
            check(on("moe-router-pre-softmax"), QStringLiteral("moe-router-pre-softmax when topk is 1"));
        if (on("moe-router-enable-expert-bias"))
            check(text("moe-router-score-function") == QLatin1String("sigmoid"), QStringLiteral("expert bias"));
        const QString pattern = text("moe-layer-freq");
        if (!pattern.contains(QLatin1Char('['))) {
            for (int i = 0; i < layers; ++i)
                expert_blocks.push_back(i % pattern.toInt() == 0 ? 1 : 0);
            return;
        }
        // "([0]*3+[1]*58)"
        static const QRegularExpression item(QStringLiteral("\\[(\\d)\\]\\*(\\d+)"));
        QString rest = pattern;
        for (auto all = item.globalMatch(pattern); all.hasNext();) {
            const auto match = all.next();
            expert_blocks.insert(expert_blocks.end(), static_cast<std::size_t>(match.captured(2).toInt()),
                                 match.captured(1).toInt());
        }
        rest.remove(item);
        check(rest.remove(QLatin1Char('(')).remove(QLatin1Char(')')).remove(QLatin1Char('+')).isEmpty(),
              QStringLiteral("Invalid pattern: ") + pattern);
        check(static_cast<int>(expert_blocks.size()) == layers, QStringLiteral("pattern and num_layers"));
    }

    void validate_stages(int pp) {
        const int layers = integer("num-layers");
        const bool chosen = has("pipeline-model-parallel-layout");
        int ways = chosen ? 1 : 0;
        ways += has("num-layers-per-virtual-pipeline-stage") ? 1 : 0;
        ways += has("num-virtual-stages-per-pipeline-rank") ? 1 : 0;
        check(ways <= 1, QStringLiteral("No more than one of the stage arguments"));
        const bool ends = has("decoder-first-pipeline-num-layers") || has("decoder-last-pipeline-num-layers");
        const bool account = on("account-for-embedding-in-pipeline-split") || on("account-for-loss-in-pipeline-split");
        check((chosen ? 1 : 0) + (ends ? 1 : 0) + (account ? 1 : 0) <= 1, QStringLiteral("stage arguments"));
        const bool by_count = has("num-virtual-stages-per-pipeline-rank");
        check(ways - (chosen || by_count ? 1 : 0) == 0 && !ends && !account,
              QStringLiteral("not expected from the writer"));
        if (!chosen) {
            const int all = pp * (by_count ? integer("num-virtual-stages-per-pipeline-rank") : 1);
            check(layers % all == 0, QStringLiteral("Number of layers should be divisible by the pipeline size"));
            blocks.assign(static_cast<std::size_t>(all), layers / all); // of virtual stages, in their order
            return;
        }
        const QStringList stages = written_out(text("pipeline-model-parallel-layout")).split(QLatin1Char('|'));
        check(stages.size() % pp == 0, QStringLiteral("layout and pipeline size"));
        const QString flat = stages.join(QString());
        check(flat.count(QLatin1Char('E')) == 1 && flat.startsWith(QLatin1Char('E')), QStringLiteral("embedding"));
        check(flat.count(QLatin1Char('L')) == 1 && flat.endsWith(QLatin1Char('L')), QStringLiteral("loss"));
        check(flat.count(QLatin1Char('t')) == layers, QStringLiteral("layout and num_layers"));
        check(flat.count(QLatin1Char('m')) == integer("mtp-num-layers"), QStringLiteral("layout and mtp layers"));
        check(flat.size() == layers + 2 + integer("mtp-num-layers"), QStringLiteral("Invalid layer character"));
        for (const QString& stage : stages)
            blocks.push_back(static_cast<int>(stage.count(QLatin1Char('t'))));
    }

    /// Groups first, then letters, as two passes over the text.
    static QString written_out(QString layout) {
        layout.remove(QLatin1Char(','));
        for (const QString& pattern : {QStringLiteral("\\(([^)]+)\\)\\*(\\d+)"), QStringLiteral("(.)\\*(\\d+)")}) {
            const QRegularExpression repeated(pattern);
            QString result;
            qsizetype at = 0;
            for (auto all = repeated.globalMatch(layout); all.hasNext();) {
                const auto match = all.next();
                result +=
                    layout.mid(at, match.capturedStart() - at) + match.captured(1).repeated(match.captured(2).toInt());
                at = match.capturedEnd();
            }
            layout = result + layout.mid(at);
        }
        return layout;
    }

    std::map<std::string, QStringList> m_values;
};

/// Coordinates of a rank in Megatron-LM's grid: tp fastest, then cp, then dp before pp or behind it.
struct Place {
    int tensor = 0, context = 0, data = 0, stage = 0;
};
inline Place place_of(const Arguments& arguments, int rank) {
    const int tp = arguments.integer("tensor-model-parallel-size"), cp = arguments.integer("context-parallel-size");
    const int pp = arguments.integer("pipeline-model-parallel-size"), dp = arguments.data_parallel;
    Place place;
    place.tensor = rank % tp;
    place.context = rank / tp % cp;
    const int outer = rank / tp / cp;
    const bool stages_first = arguments.on("use-tp-pp-dp-mapping");
    place.data = stages_first ? outer / pp : outer % dp;
    place.stage = stages_first ? outer % pp : outer / dp;
    return place;
}

} // namespace megatron
