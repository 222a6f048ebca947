// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/phrase.h"
#include "base/translatable.h"
#include "io/engine/launch_parts.h"
#include "io/engine/list_expression.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace nest::io::detail {

namespace {

/// Entries of well-known tokenizers.
struct TokenizerVocabulary {
    const char* type;
    std::int64_t entries;
};
constexpr std::array<TokenizerVocabulary, 4> vocabularies{{{"GPT2BPETokenizer", 50257},
                                                           {"BertWordPieceLowerCase", 30522},
                                                           {"BertWordPieceCase", 28996},
                                                           {"Llama2Tokenizer", 32000}}};
constexpr std::int64_t usual_vocabulary = 128256; ///< Llama 3's
constexpr std::int64_t usual_experts = 8;         ///< Mixtral's

std::string text_or(const FlagSet& flags, const char* name, const std::string& fallback) {
    const FlagUse* use = flags.find(name);
    return use && use->values.size() == 1 ? use->values.front() : fallback;
}

/// A name for people: the file's, without folder and suffix. Where a text came without a file: what it says itself,
/// "gpt 64 layers, hidden 8192".
std::string model_name(const std::string& file, const TransformerConfig& model) {
    std::string name = file.substr(file.find_last_of('/') + 1);
    const std::size_t dot = name.find_last_of('.');
    if (dot != std::string::npos && dot > 0) name.resize(dot);
    if (!name.empty() && name != "-" && file != pasted_text) return name;
    name = std::string(model.encoder ? "bert " : "gpt ") + counted(model.layers, "layer") + ", hidden " +
           std::to_string(model.hidden);
    return model.experts > 0 ? name + ", " + counted(model.experts, "expert") : name;
}

class ModelReader {
public:
    ModelReader(const LaunchText& text, const std::string& file, EngineLaunch& launch)
        : m_text(text), m_flags(text.flags), m_file(file), m_launch(launch) {}

    void read() {
        if (!refuse_other_models() || !has_sizes()) return;
        m_model.layers = required(m_flags.has("encoder-num-layers") && !m_flags.has("num-layers") ? "encoder-num-layers"
                                                                                                  : "num-layers",
                                  most_blocks);
        m_model.hidden = required("hidden-size");
        m_model.heads = required("num-attention-heads");
        m_model.encoder = is_encoder();
        m_experts = number_of_experts();
        read_kind();
        read_feed_forward();
        read_attention();
        read_positions();
        read_experts();
        read_vocabulary();
        if (const auto layers = m_flags.integer("mtp-num-layers", 0, most_blocks)) m_model.mtp_layers = *layers;
        m_model.family = family();
        m_model.name = model_name(m_file, m_model);
        if (m_flags.faults().empty()) m_launch.model = std::move(m_model);
    }

private:
    std::int64_t required(const std::string& name, std::int64_t most = most_elements) {
        if (!m_flags.has(name)) {
            m_flags.faults().add(nest::fault(ErrorCode::missing_key, "--" + name, "a size of the model", {}));
            return 1;
        }
        return m_flags.integer_or(name, 1, 1, most);
    }

    bool has_sizes() const {
        return m_flags.has("num-layers") || m_flags.has("encoder-num-layers") || m_flags.has("hidden-size") ||
               m_flags.has("num-attention-heads");
    }

    void assume(const char* key, Phrase what, Phrase value) {
        m_model.assumed.emplace_back(key);
        note_assumed(m_launch, std::move(what), std::move(value));
    }

    /// Architectures beyond what the builder knows.
    bool refuse_other_models() {
        const auto refuse = [&](const std::string& flag, const std::string& what) {
            m_flags.fault(flag, ErrorCode::unsupported, "a GPT or BERT model", what);
            return false;
        };
        for (const char* flag : {"hybrid-override-pattern", "is-hybrid-model", "hybrid-attention-ratio"}) {
            if (m_flags.has(flag)) return refuse(flag, "a hybrid of attention and state-space layers");
        }
        for (const char* flag : {"heterogeneous-layers-config-path", "heterogeneous-layers-config-encoded-json"}) {
            if (m_flags.has(flag)) return refuse(flag, "layers that differ from one another");
        }
        if (m_flags.has("decoder-num-layers")) return refuse("decoder-num-layers", "an encoder with a decoder");
        for (const char* other : {"pretrain_t5", "pretrain_mamba", "pretrain_hybrid", "pretrain_vision", "pretrain_vlm",
                                  "pretrain_retro", "pretrain_ict"}) {
            if (!m_text.program.starts_with(other)) continue;
            m_flags.faults().add(nest::fault(ErrorCode::unsupported, m_text.program,
                                             "pretrain_gpt.py or pretrain_bert.py", "another kind of model"));
            return false;
        }
        return true;
    }

    bool is_encoder() {
        if (!m_text.program.empty() && m_text.program.starts_with("pretrain_"))
            return m_text.program.starts_with("pretrain_bert");
        if (text_or(m_flags, "tokenizer-type", "").starts_with("BertWordPiece") || m_flags.has("bert-no-binary-head"))
            return true;
        // A word-piece vocabulary beside no other sign.
        if (!text_or(m_flags, "vocab-file", "").ends_with("vocab.txt")) return false;
        assume("kind of model", note_words(QT_TRANSLATE_NOOP("NoteWords", "kind of model")),
               note_words(QT_TRANSLATE_NOOP("NoteWords", "BERT, by the vocabulary file's name")));
        return true;
    }

    std::int64_t number_of_experts() {
        if (m_flags.has("num-experts")) return m_flags.integer_or("num-experts", 0, 0, 1'000'000);
        const std::int64_t ranks = m_flags.integer_or("expert-model-parallel-size", 1);
        if (ranks == 1) return 0;
        if (!m_text.nemo) {
            m_flags.faults().add(nest::fault(
                ErrorCode::missing_key, "--num-experts",
                "the number of experts, since --expert-model-parallel-size is " + std::to_string(ranks), {}));
            return 0;
        }
        const std::int64_t experts = std::max(usual_experts, ranks);
        assume("experts", "num_moe_experts",
               note_words(QT_TRANSLATE_NOOP("NoteWords", "%1 with 2 chosen a token, as Mixtral's"), {experts}));
        return experts;
    }

    /// Norms, activation and biases. A NeMo recipe holds them outside the text.
    void read_kind() {
        const bool recipe = m_text.nemo && !m_flags.has("swiglu") && !m_flags.has("normalization");
        if (recipe) {
            assume("recipe", note_words(QT_TRANSLATE_NOOP("NoteWords", "architecture of the recipe")),
                   note_words(QT_TRANSLATE_NOOP(
                       "NoteWords", "RMSNorm, SwiGLU, rotary positions, no biases, untied embeddings, no dropout")));
        }
        m_model.gated_mlp = recipe || m_flags.has("swiglu") || m_flags.has("quick-geglu");
        const auto norm = m_flags.choice("normalization", {"LayerNorm", "RMSNorm"});
        m_model.rms_norm = recipe || norm == "RMSNorm";
        const bool bias = !recipe && !m_flags.has("disable-bias-linear");
        m_model.attention_bias = bias || m_flags.has("add-qkv-bias");
        m_model.output_bias = m_model.mlp_bias = bias;
        m_model.tied_embeddings = !recipe && !m_flags.has("untie-embeddings-and-output-weights");
        m_recipe = recipe;
    }

    /// 4 h, or two thirds of it in steps of 64 for the gated kind.
    void read_feed_forward() {
        const auto given = m_flags.integer("ffn-hidden-size");
        const std::int64_t h = m_model.hidden;
        m_model.ffn = given.value_or(m_flags.has("swiglu") ? std::max<std::int64_t>(8 * h / 3 / 64 * 64, 1) : 4 * h);
        if (!given && m_text.nemo) assume("ffn", "ffn_hidden_size", std::to_string(m_model.ffn));
    }

    void read_attention() {
        TransformerConfig& m = m_model;
        if (m_flags.has("multi-latent-attention")) {
            m.kv_lora_rank = m_flags.integer_or("kv-lora-rank", 32);
            m.q_lora_rank = m_flags.integer_or("q-lora-rank", 0, 0);
            m.qk_nope_head_dim = m_flags.integer_or("qk-head-dim", 128);
            m.qk_rope_head_dim = m_flags.integer_or("qk-pos-emb-head-dim", 64);
            m.v_head_dim = m_flags.integer_or("v-head-dim", 128);
            m.head_dim = m.qk_nope_head_dim + m.qk_rope_head_dim;
            m.kv_heads = m.heads;
            return;
        }
        m.qk_norm = m_flags.has("qk-layernorm");
        if (const auto width = m_flags.integer("kv-channels")) {
            m.head_dim = *width;
        } else if (m.hidden % m.heads == 0) {
            m.head_dim = m.hidden / m.heads;
        } else if (m_flags.faults().empty()) {
            m_flags.fault("num-attention-heads", ErrorCode::inconsistent,
                          "a divisor of the width " + std::to_string(m.hidden) + ", or --kv-channels",
                          std::to_string(m.heads));
        }
        m.kv_heads = m.heads;
        if (m_flags.has("group-query-attention")) {
            m.kv_heads = m_flags.integer_or("num-query-groups", 1);
        } else if (m_flags.has("num-query-groups")) {
            // The engine reads the number only beside the switch.
            note_priced(m_launch, m_text, "num-query-groups",
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "no effect without --group-query-attention")),
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "%1 key/value heads"), {m.heads}));
        } else if (m_recipe && m_experts > 0 && m.heads % 8 == 0) {
            m.kv_heads = 8;
            assume("kv_heads", "num_query_groups", note_words(QT_TRANSLATE_NOOP("NoteWords", "8, as Mixtral's")));
        }
        if (m.heads % m.kv_heads != 0) {
            m_flags.fault("num-query-groups", ErrorCode::inconsistent,
                          "a divisor of the " + std::to_string(m.heads) + " attention heads",
                          std::to_string(m.kv_heads));
        }
    }

    void read_positions() {
        m_model.max_sequence = m_flags.integer_or("max-position-embeddings", 0);
        const auto given = m_flags.choice("position-embedding-type",
                                          {"learned_absolute", "rope", "mrope", "relative", "none", "yarn"});
        const bool rotary = m_recipe || m_flags.has("use-rotary-position-embeddings") ||
                            m_flags.has("multi-latent-attention") || (given && given != "learned_absolute");
        if (given == "relative" || given == "none")
            note_priced(m_launch, m_text, "position-embedding-type",
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "%1 positions"), {*given}),
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "rotary positions")));
        if (rotary && !m_model.encoder) return read_rotary();
        const auto sequence = m_flags.integer(m_flags.has("seq-length") ? "seq-length" : "encoder-seq-length");
        m_model.positions = m_model.max_sequence;
        if (m_model.positions == 0) {
            m_model.positions = sequence.value_or(1024);
            assume("positions", "--max-position-embeddings",
                   note_words(QT_TRANSLATE_NOOP("NoteWords", "%1 learned positions, the sequence length"),
                              {m_model.positions}));
        } else if (sequence && *sequence > m_model.positions) {
            m_flags.fault("seq-length", ErrorCode::inconsistent,
                          "at most the " + std::to_string(m_model.positions) + " of --max-position-embeddings",
                          std::to_string(*sequence));
        }
        if (m_model.encoder) m_model.token_types = 2;
    }

    /// A value that only the run knows stays unknown: nothing is priced by it.
    double number_or(const char* name, double absent) const {
        if (!m_flags.has(name)) return absent;
        const std::string value = text_or(m_flags, name, "");
        double number = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
        return error == std::errc() && end == value.data() + value.size() ? number : 0;
    }

    /// A recipe of NeMo has a base of its own.
    void read_rotary() {
        const double base = number_or("rotary-base", m_text.nemo ? 0 : 10000);
        if (base >= 1 && base <= static_cast<double>(most_rotary_base) && base == std::floor(base))
            m_model.rotary_base = static_cast<std::int64_t>(base);
        if (!m_flags.has("use-rope-scaling")) return;
        const double factor = number_or("rope-scaling-factor", 8);
        if (factor >= 1 && factor <= most_rotary_scaling) m_model.rotary_scaling = factor;
    }

    void read_experts() {
        if (m_experts == 0) return;
        TransformerConfig& m = m_model;
        m.experts = m_experts;
        m.top_k = m_flags.integer_or("moe-router-topk", 2);
        if (m.top_k > m.experts) {
            m_flags.fault("moe-router-topk", ErrorCode::out_of_range,
                          "at most the experts, " + std::to_string(m.experts), std::to_string(m.top_k));
        }
        m.expert_ffn = m_flags.integer_or("moe-ffn-hidden-size", m.ffn);
        m.shared_ffn = m_flags.integer_or("moe-shared-expert-intermediate-size", 0, 0);
        m.shared_gate = m.shared_ffn > 0 && m_flags.has("moe-shared-expert-gate");
        m.router_bias = m_flags.has("moe-router-enable-expert-bias");
        read_pattern();
    }

    /// Every N-th block, or a list with 1 for blocks with experts.
    void read_pattern() {
        if (!m_flags.has("moe-layer-freq")) return;
        const auto value = m_flags.text("moe-layer-freq");
        if (!value) return;
        if (value->find('[') == std::string::npos) {
            const std::int64_t every = m_flags.integer_or("moe-layer-freq", 1, 1, most_blocks);
            for (std::int64_t i = 0; i < m_model.layers; ++i) {
                if (i % every != 0) m_model.dense_blocks.push_back(i);
            }
            return;
        }
        const auto list = evaluate_list(*value);
        if (!list || std::any_of(list->begin(), list->end(), [](std::int64_t kind) { return kind > 1; })) {
            m_flags.fault("moe-layer-freq", ErrorCode::wrong_type, "a number, or a list such as ([0]*3+[1]*58)",
                          *value);
            return;
        }
        if (static_cast<std::int64_t>(list->size()) != m_model.layers) {
            m_flags.fault("moe-layer-freq", ErrorCode::inconsistent,
                          "a list of --num-layers = " + std::to_string(m_model.layers) + " items",
                          std::to_string(list->size()) + " items");
            return;
        }
        for (std::size_t i = 0; i < list->size(); ++i) {
            if ((*list)[i] == 0) m_model.dense_blocks.push_back(static_cast<std::int64_t>(i));
        }
    }

    /// The size of the embedding as the engine makes it: padded to a multiple of a step times the tensor ranks.
    void read_vocabulary() {
        if (const auto padded = m_flags.integer("padded-vocab-size")) {
            m_model.vocab = *padded;
            return;
        }
        const std::string type = text_or(m_flags, "tokenizer-type", "");
        std::int64_t entries = m_flags.integer_or("vocab-size", 0, 0);
        if (entries > 0 && type == "NullTokenizer") ++entries; // its end of document
        const bool given = entries > 0;
        if (!given) entries = assumed_vocabulary(type);
        const std::int64_t step = m_flags.integer_or("make-vocab-size-divisible-by", 128) *
                                  m_flags.integer_or("tensor-model-parallel-size", 1, 1, 1 << 24);
        if (step < 1 || step > most_elements || !m_flags.faults().empty()) {
            if (m_flags.faults().empty())
                m_flags.fault("make-vocab-size-divisible-by", ErrorCode::out_of_range, "a smaller step",
                              std::to_string(step));
            return;
        }
        m_model.vocab = (entries + step - 1) / step * step;
        if (m_model.vocab != entries) m_model.vocab_entries = entries;
        if (given && m_model.vocab != entries) {
            note_priced(m_launch, m_text, "vocab-size",
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "%1 entries, which the engine pads"), {entries}),
                        std::to_string(m_model.vocab));
        }
        if (!given) {
            assume("vocab", note_words(QT_TRANSLATE_NOOP("NoteWords", "vocabulary")),
                   m_model.vocab == entries ? note_words(QT_TRANSLATE_NOOP("NoteWords", "%1 entries"), {entries})
                                            : note_words(QT_TRANSLATE_NOOP("NoteWords", "%1 entries, padded to %2"),
                                                         {entries, m_model.vocab}));
        }
    }

    std::int64_t assumed_vocabulary(const std::string& type) const {
        for (const TokenizerVocabulary& known : vocabularies) {
            if (type == known.type) return known.entries;
        }
        if (m_model.encoder) return 30522;
        const bool merges = m_flags.has("merge-file") || text_or(m_flags, "vocab-file", "").ends_with("vocab.json");
        if (type.empty() && merges) return 50257;
        if (m_text.nemo && m_experts > 0) return 32000;
        return usual_vocabulary;
    }

    std::string family() const {
        if (m_model.encoder) return "bert";
        if (m_model.latent_attention()) return "deepseek_v3";
        if (m_model.experts > 0) return "mixtral";
        return m_model.gated_mlp && m_model.rms_norm ? "llama" : "gpt2";
    }

    const LaunchText& m_text;
    const FlagSet& m_flags;
    const std::string& m_file;
    EngineLaunch& m_launch;
    TransformerConfig m_model;
    std::int64_t m_experts = 0;
    bool m_recipe = false;
};

} // namespace

void read_model(const LaunchText& text, const std::string& file, EngineLaunch& launch) {
    ModelReader(text, file, launch).read();
}

} // namespace nest::io::detail
