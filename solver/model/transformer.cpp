// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model/builders.h"

#include <algorithm>

namespace nest {

namespace {

constexpr std::int64_t most_tokens = 1 << 24;
constexpr std::int64_t assumed_sequence = 4096;
constexpr std::int64_t longest_own_sequence = 8192;

/// Writes the operators of a transformer's layers. Symbols as in Korthikanti et al. 2022: s sequence, h hidden, a
/// heads, plus g key/value heads, d head width, f feed-forward width. Elements have two bytes, dropout masks one.
class TransformerBuilder {
public:
    TransformerBuilder(const TransformerConfig& config, const BuildSettings& settings, std::int64_t sequence)
        : m_config(config), m_settings(settings), s(real(sequence)), h(real(config.hidden)), a(real(config.heads)),
          q(real(config.heads * config.head_dim)), k(real(config.kv_heads * config.head_dim)),
          v(real(config.kv_heads * config.value_head_dim())), o(real(config.heads * config.value_head_dim())),
          norm_parameters(config.rms_norm ? h : 2 * h) {}

    Layer embedding() {
        Layer layer{"embedding", LayerKind::embedding, {}, {}};
        m_operators.clear();
        const double vocab = real(m_config.vocab);
        Operator& tokens = add("embedding.tokens", OperatorKind::embedding, Split::vocab);
        tokens.parameters = vocab * h;
        tokens.activation_bytes_moved = 4 * s * h;
        tokens.output_bytes = 2 * s * h;
        if (m_config.positions > 0) {
            Operator& positions = add("embedding.positions", OperatorKind::embedding, Split::sequence);
            positions.parameters = real(m_config.positions) * h;
            positions.activation_bytes_moved = 6 * s * h;
        }
        if (m_config.token_types > 0) {
            Operator& segments = add("embedding.segments", OperatorKind::embedding, Split::sequence);
            segments.parameters = real(m_config.token_types) * h;
            segments.activation_bytes_moved = 6 * s * h;
        }
        if (m_config.encoder) add_norm("embedding.norm");
        if (m_settings.dropout) {
            Operator& dropout = add("embedding.dropout", OperatorKind::elementwise, Split::sequence);
            dropout.activation_bytes_moved = 5 * s * h;
            dropout.saved_bytes = s * h;
        }
        layer.operators = std::move(m_operators);
        return layer;
    }

    Layer block(bool with_experts) {
        Layer layer{"", with_experts ? LayerKind::moe : LayerKind::transformer, {}, {}};
        m_operators.clear();
        // An encoder's norms follow the sums; what they save and cost is the same.
        if (!m_config.encoder) add_norm("attention.norm");
        if (m_config.latent_attention())
            add_latent_projections();
        else
            add_projections();
        if (m_settings.attention == AttentionKernel::flash)
            add_flash_attention();
        else
            add_unfused_attention();
        Operator& output = add_linear("attention.output", Split::row, o, h);
        output.saved_bytes = 2 * s * o;
        add_sum("attention.sum", m_config.output_bias);
        if (m_config.encoder) add_norm("attention.norm");

        if (!m_config.encoder) add_norm("mlp.norm");
        if (with_experts) {
            add_experts();
        } else {
            add_mlp("mlp", real(m_config.ffn));
        }
        add_sum("mlp.sum", m_config.mlp_bias);
        if (m_config.encoder) add_norm("mlp.norm");
        layer.operators = std::move(m_operators);
        return layer;
    }

    Layer head() {
        Layer layer{"head", LayerKind::head, {}, {}};
        m_operators.clear();
        const double vocab = real(m_config.vocab);
        if (m_config.encoder) {
            Operator& pooler = add("head.pooler", OperatorKind::linear, Split::replicated); // sees the first token only
            pooler.parameters = h * h + h;
            pooler.weight_bytes = 2 * pooler.parameters;
            pooler.forward_flop = 2 * h * h;
            pooler.activation_bytes_moved = 4 * h;
        } else {
            add_norm("head.norm");
        }
        Operator& output = add_linear("head.output", Split::vocab, h, vocab);
        if (m_config.tied_embeddings) output.parameters = 0;
        if (m_config.encoder) output.saved_bytes = 2 * s * h;
        // Logits are read in bf16, copied to fp32 and read once more for the sum of exponentials.
        Operator& loss = add("head.loss", OperatorKind::loss, Split::vocab);
        loss.activation_bytes_moved = 10 * s * vocab;
        loss.output_bytes = 4 * s;
        layer.operators = std::move(m_operators);
        return layer;
    }

private:
    static double real(std::int64_t value) { return static_cast<double>(value); }

    Operator& add(const char* name, OperatorKind kind, Split split) { return add(std::string(name), kind, split); }
    Operator& add(std::string name, OperatorKind kind, Split split) {
        Operator op;
        op.name = std::move(name);
        op.kind = kind;
        op.split = split;
        return m_operators.emplace_back(std::move(op));
    }

    /// tokens x in -> tokens x out, without bias.
    Operator& add_linear(std::string name, Split split, double in, double out) {
        Operator& op = add(std::move(name), OperatorKind::linear, split);
        op.parameters = in * out;
        op.weight_bytes = 2 * op.parameters;
        op.forward_flop = 2 * s * in * out;
        op.activation_bytes_moved = 2 * s * (in + out);
        op.input_bytes = 2 * s * in;
        op.output_bytes = 2 * s * out;
        return op;
    }

    /// Keeps its input and, for what follows, its output.
    void add_norm(const char* name) {
        Operator& op = add(name, OperatorKind::norm, Split::sequence);
        op.parameters = norm_parameters;
        op.weight_bytes = 2 * op.parameters;
        op.activation_bytes_moved = 4 * s * h;
        op.saved_bytes = 4 * s * h;
    }

    /// Residual sum, fused with the preceding bias and dropout as in Megatron-LM: whole on every rank.
    void add_sum(const char* name, bool bias) {
        Operator& op = add(name, OperatorKind::elementwise, Split::sequence);
        op.parameters = bias ? h : 0;
        op.weight_bytes = 2 * op.parameters;
        op.activation_bytes_moved = (m_settings.dropout ? 7 : 6) * s * h;
        op.saved_bytes = m_settings.dropout ? s * h : 0;
    }

    void add_projections() {
        Operator& query = add_linear("attention.query", Split::column, h, q);
        if (m_config.attention_bias) query.parameters += q;
        query.saved_bytes = 2 * s * q;
        Operator& key_value = add_linear("attention.key_value", Split::column, h, k + v);
        if (m_config.attention_bias) key_value.parameters += k + v;
        key_value.saved_bytes = kv_bytes();
        key_value.kv_bytes = kv_bytes();
        if (m_config.qk_norm) {
            Operator& norm = add("attention.qk_norm", OperatorKind::norm, Split::heads);
            norm.parameters = 2 * real(m_config.head_dim);
            norm.activation_bytes_moved = 4 * s * (q + k);
            norm.saved_bytes = 2 * s * (q + k);
        }
        if (m_config.positions == 0) {
            Operator& rotary = add("attention.rotary", OperatorKind::elementwise, Split::heads);
            rotary.activation_bytes_moved = 4 * s * (q + k);
        }
    }

    /// A projection down to a latent vector, with its norm: whole on every rank, by sequence under sequence
    /// parallelism. Kept are the latent before and after the norm, and `beside` it what goes round the norm.
    void add_latent(const std::string& name, double width, double beside) {
        Operator& down = add_linear(name + "_down", Split::sequence, h, width + beside);
        if (m_config.attention_bias) down.parameters += width + beside;
        down.saved_bytes = 2 * s * beside;
        Operator& norm = add(name + "_norm", OperatorKind::norm, Split::sequence);
        norm.parameters = width;
        norm.weight_bytes = 2 * width;
        norm.activation_bytes_moved = 4 * s * width;
        norm.saved_bytes = 4 * s * width;
    }

    /// Multi-head latent attention, expanded. What the second pair gathers is the latent with the rotary key.
    void add_latent_projections() {
        const double rotary_width = real(m_config.qk_rope_head_dim);
        const double latent = real(m_config.kv_lora_rank);
        if (m_config.q_lora_rank > 0) {
            add_latent("attention.query", real(m_config.q_lora_rank), 0);
            add_linear("attention.query_up", Split::column, real(m_config.q_lora_rank), q).saved_bytes = 2 * s * q;
        } else {
            add_linear("attention.query", Split::column, h, q).saved_bytes = 2 * s * q;
        }
        add_latent("attention.key_value", latent, rotary_width);
        const double expanded = a * real(m_config.qk_nope_head_dim) + v;
        Operator& up = add_linear("attention.key_value_up", Split::column, latent, expanded);
        up.input_bytes += 2 * s * rotary_width;
        up.saved_bytes = kv_bytes();
        up.kv_bytes = kv_bytes();
        // The turned parts of queries and of the one key, and keys put together from both parts.
        Operator& rotary = add("attention.rotary", OperatorKind::elementwise, Split::heads);
        rotary.activation_bytes_moved = 4 * s * (a + 1) * rotary_width + 4 * s * k;
    }

    double kv_bytes() const { return 2 * s * (k + v); }

    /// Queries with keys, `width` of all heads, or weights with values.
    double score_flop(double width) const {
        const double full = 2 * s * s * width;
        return m_settings.causal_flop && !m_config.encoder ? full / 2 : full;
    }

    /// One kernel that never writes the scores (Dao et al. 2022). It already repeats what selective recomputation
    /// would, so nothing is left for that to drop.
    void add_flash_attention() {
        Operator& op = add("attention.core", OperatorKind::attention, Split::heads);
        op.forward_flop = score_flop(q) + score_flop(o);
        op.activation_bytes_moved = 2 * s * (q + k + v + o);
        op.kv_bytes = kv_bytes();
    }

    /// Scores, softmax, dropout, weighted sum as kernels of their own: 5 a s^2 saved bytes with dropout, 2 a s^2
    /// without. This is the part that selective recomputation repeats.
    void add_unfused_attention() {
        const double scores = a * s * s;
        Operator& product = add("attention.scores", OperatorKind::matmul, Split::heads);
        product.forward_flop = score_flop(q);
        product.activation_bytes_moved = 2 * s * (q + k) + 2 * scores;
        product.kv_bytes = kv_bytes();
        product.selective = true;
        Operator& softmax = add("attention.softmax", OperatorKind::elementwise, Split::heads);
        softmax.activation_bytes_moved = 4 * scores;
        softmax.saved_bytes = 2 * scores;
        softmax.selective = true;
        if (m_settings.dropout) {
            Operator& dropout = add("attention.dropout", OperatorKind::elementwise, Split::heads);
            dropout.activation_bytes_moved = 5 * scores;
            dropout.saved_bytes = 3 * scores;
            dropout.selective = true;
        }
        Operator& context = add("attention.context", OperatorKind::matmul, Split::heads);
        context.forward_flop = score_flop(o);
        context.activation_bytes_moved = 2 * scores + 2 * s * (o + v);
        context.selective = true;
    }

    void add_mlp(const std::string& name, double f) {
        const double up_width = m_config.gated_mlp ? 2 * f : f;
        Operator& up = add_linear(name + (m_config.gated_mlp ? ".gate_up" : ".up"), Split::column, h, up_width);
        if (m_config.mlp_bias) up.parameters += up_width;
        up.saved_bytes = 2 * s * up_width;
        Operator& activation = add(name + ".activation", OperatorKind::elementwise, Split::column);
        activation.activation_bytes_moved = 2 * s * (up_width + f);
        activation.saved_bytes = 2 * s * f;
        add_linear(name + ".down", Split::row, f, h);
    }

    /// Router, dispatch, experts; amounts are those of a token's top_k choices.
    void add_experts() {
        const double experts = real(m_config.experts);
        const double f = real(m_config.expert_ffn);
        const double choices = s * real(m_config.top_k);
        Operator& router = add_linear("moe.router", Split::sequence, h, experts);
        router.kind = OperatorKind::router;
        if (m_config.router_bias) router.parameters += experts;
        router.saved_bytes = 4 * s * experts;
        if (m_config.shared_ffn > 0) {
            if (m_config.shared_gate) add_linear("moe.shared_weight", Split::sequence, h, 1);
            add_mlp("moe.shared", real(m_config.shared_ffn));
        }
        Operator& permutation = add("moe.permute", OperatorKind::elementwise, Split::sequence);
        permutation.activation_bytes_moved = 8 * choices * h;
        permutation.saved_bytes = 4 * choices * h; // tokens as dispatched and as returned

        Operator& products = add("moe.experts", OperatorKind::linear, Split::expert);
        const double up = m_config.gated_mlp ? 2 * f : f; // width behind the first product
        products.parameters = products.expert_parameters = experts * (up + f) * h;
        products.weight_bytes = 2 * products.parameters;
        products.forward_flop = 2 * choices * (up + f) * h;
        products.activation_bytes_moved = 2 * choices * (2 * h + up + f);
        products.input_bytes = products.output_bytes = 2 * s * h;
        products.saved_bytes = 2 * choices * up;
        products.top_k = m_config.top_k;
        Operator& activation = add("moe.activation", OperatorKind::elementwise, Split::expert);
        activation.activation_bytes_moved = 2 * choices * (up + f);
        activation.saved_bytes = 2 * choices * f;
        activation.top_k = m_config.top_k;
    }

    const TransformerConfig& m_config;
    const BuildSettings& m_settings;
    std::vector<Operator> m_operators; ///< of the layer that is being built
    double s, h, a;
    double q, k; ///< widths of all query heads, a d, and of all key heads, g d
    double v, o; ///< the same of values and of what attention gives
    double norm_parameters;
};

Diagnostic sequence_fault(std::string expected, std::int64_t found) {
    Diagnostic fault;
    fault.code = ErrorCode::out_of_range;
    fault.subject = "sequence_length";
    fault.expected = std::move(expected);
    fault.found = std::to_string(found);
    return fault;
}

} // namespace

Result<ModelGraph> build_transformer(const TransformerConfig& config, const BuildSettings& settings) {
    ModelGraph model;
    model.assumed = config.assumed;
    std::int64_t sequence = settings.sequence_length;
    if (sequence == 0) {
        sequence = config.max_sequence > 0 ? std::min(config.max_sequence, longest_own_sequence) : assumed_sequence;
        model.assumed.emplace_back("sequence_length");
    }
    if (sequence < 1 || sequence > most_tokens) return sequence_fault("1 to " + std::to_string(most_tokens), sequence);
    if (config.positions > 0 && sequence > config.positions) {
        return sequence_fault("at most the model's " + std::to_string(config.positions) + " learned positions",
                              sequence);
    }

    model.name = config.name;
    model.source = "builder:" + config.family;
    model.sequence_length = sequence;
    model.hidden_size = config.hidden;
    model.attention_heads = config.heads;
    model.kv_heads = config.kv_heads;
    model.ffn_size = config.experts > 0 ? config.expert_ffn : config.ffn;
    model.vocab_size = config.vocab;
    model.experts = config.experts;
    model.top_k = config.top_k;
    model.tied_embeddings = config.tied_embeddings;
    model.architecture = config;
    if (config.mtp_layers > 0) model.assumed.emplace_back("multi-token prediction left out");

    TransformerBuilder builder(config, settings, sequence);
    model.layers.push_back(builder.embedding());
    const Layer sparse = builder.block(true), dense = builder.block(false);
    for (std::int64_t i = 0; i < config.layers; ++i) {
        model.layers.push_back(config.has_experts(i) ? sparse : dense);
        model.layers.back().id = "block." + std::to_string(i);
    }
    model.layers.push_back(builder.head());
    const double boundary = 2 * static_cast<double>(sequence) * static_cast<double>(config.hidden);
    for (int i = 0; i + 1 < static_cast<int>(model.layers.size()); ++i)
        model.edges.push_back({i, i + 1, boundary});
    return model;
}

} // namespace nest
