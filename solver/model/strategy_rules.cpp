// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model/strategy_rules.h"

#include "base/translatable.h"

#include <algorithm>

namespace nest {

namespace {

std::string strategy_text(const Strategy& s) {
    std::string text = "tp " + std::to_string(s.tp);
    if (s.ep > 1) text += ", ep " + std::to_string(s.ep);
    if (s.folded()) text += ", expert tp " + std::to_string(s.expert_tp);
    if (s.cp > 1) text += ", cp " + std::to_string(s.cp);
    if (s.sequence_parallel) text += ", sequence parallel";
    return text;
}

bool has_profile_for(const Layer& layer, const Strategy& strategy) {
    return std::any_of(layer.profiles.begin(), layer.profiles.end(),
                       [&](const Profile& profile) { return profile.strategy == strategy; });
}

bool is_matrix_product(OperatorKind kind) {
    switch (kind) {
    case OperatorKind::linear:
    case OperatorKind::matmul:
    case OperatorKind::attention:
    case OperatorKind::conv:
    case OperatorKind::router:
        return true;
    default:
        return false;
    }
}

/// Attention proper, whose time hides the context ring: the fused kernel, or the two products of the unfused one.
bool is_attention_core(const Operator& op) {
    return op.kind == OperatorKind::attention || (op.kind == OperatorKind::matmul && op.split == Split::heads);
}

/// A projection to keys and values: a column-parallel linear operator that states what the context ring will carry.
bool is_kv_projection(const Operator& op) {
    return op.split == Split::column && op.kind != OperatorKind::attention && op.kv_bytes > 0;
}

/// Derives one layer's profile: adds operator after operator, keeping track of the open tensor-parallel pair.
class Derivation {
public:
    Derivation(const ModelGraph& model, const Layer& layer, const Strategy& strategy, std::int64_t micro_batch,
               const Device& device, const ProfileSettings& settings)
        : m_layer(layer), m_strategy(strategy), m_device(device), m_settings(settings),
          m_tied(model.tied_embeddings && layer.kind == LayerKind::embedding), m_t(static_cast<double>(strategy.tp)),
          m_expert_shards(static_cast<double>(strategy.expert_shards())),
          m_kv_split(static_cast<double>(model.kv_heads > 0 ? std::min(strategy.tp, model.kv_heads) : strategy.tp)),
          m_micro_batch(static_cast<double>(micro_batch)),
          m_sequences(m_micro_batch / static_cast<double>(strategy.cp)) {
        m_profile.strategy = strategy;
        m_profile.micro_batch = micro_batch;
    }

    Profile run() {
        for (const Operator& op : m_layer.operators) {
            add_time(op);
            add_memory(op);
            if (m_strategy.folded() && op.split == Split::expert)
                add_folded_experts(op);
            else if (m_strategy.tp > 1)
                add_tensor_collectives(op);
            if (m_strategy.ep > 1 && op.split == Split::expert) add_expert_exchange(op);
        }
        if (m_strategy.cp > 1) add_context_rings();
        m_profile.weight_gradient_seconds = m_weight_gradient;
        return std::move(m_profile);
    }

private:
    /// Degree that divides an operator's work and saved bytes on one device.
    double work_split(const Operator& op) const {
        switch (op.split) {
        case Split::column:
            return is_kv_projection(op) ? m_kv_split : m_t;
        case Split::row:
        case Split::heads:
        case Split::vocab:
        case Split::expert:
            return m_t;
        case Split::sequence:
            return m_strategy.sequence_parallel ? m_t : 1;
        case Split::replicated: {
            const bool along_sequence = op.kind == OperatorKind::norm || op.kind == OperatorKind::elementwise;
            return along_sequence && m_strategy.sequence_parallel ? m_t : 1;
        }
        }
        return 1;
    }

    /// Degree that divides an operator's own weights, experts aside. Sequence parallelism splits work, not weights, and
    /// a norm of single heads has one weight for all of them.
    double weight_split(const Operator& op) const {
        const bool whole =
            op.split == Split::sequence || op.split == Split::replicated || op.kind == OperatorKind::norm;
        return whole ? 1 : work_split(op);
    }

    /// Share of an operator's backward time that gives its weight's gradient: one of a matrix product's two products;
    /// all of a lookup, whose input needs no gradient. A norm's comes with its input's gradient in one kernel, and what
    /// has no weights of its own has none.
    static double weight_gradient_share(const Operator& op) {
        switch (op.kind) {
        case OperatorKind::linear:
        case OperatorKind::conv:
        case OperatorKind::router:
            return 0.5;
        case OperatorKind::embedding:
            return 1;
        case OperatorKind::other:
            return op.parameters > 0 ? 0.5 : 0;
        default:
            return 0;
        }
    }

    double imbalance(const Operator& op) const { return op.split == Split::expert ? m_settings.expert_imbalance : 1; }

    double seconds(double flop, double bytes, int launches) const {
        const double compute = flop > 0 ? flop / (m_device.peak() * m_device.matmul_efficiency) : 0;
        const double memory = bytes > 0 ? bytes / (m_device.memory_bandwidth * m_device.memory_efficiency) : 0;
        return std::max(compute, memory) + launches * m_device.launch_overhead;
    }

    void add_time(const Operator& op) {
        const double share = m_sequences * imbalance(op) / work_split(op);
        const double experts = op.parameters > 0 ? op.expert_parameters / op.parameters : 0;
        const double weight_share = (1 - experts) / weight_split(op) + experts / m_expert_shards;
        const double bytes =
            op.weight_bytes * weight_share * m_settings.bytes_per_weight / 2 + op.activation_bytes_moved * share;
        const double backward_flop = op.backward_flop < 0 ? 2 * op.forward_flop : op.backward_flop;
        const double forward = seconds(op.forward_flop * share, bytes, 1);
        // A matrix product has two in the backward pass, for its input and its weight. What only streams through
        // memory streams about as much again, gradients in place of activations.
        const int kernels = is_matrix_product(op.kind) ? 2 : 1;
        const double backward = seconds(backward_flop * share, kernels * bytes, kernels);
        const double model_flop = op.forward_flop * m_sequences / m_t;

        m_profile.forward_seconds += forward;
        m_profile.backward_seconds += backward;
        m_weight_gradient += weight_gradient_share(op) * backward;
        m_profile.forward_flop += model_flop;
        if (op.selective) {
            m_profile.selective_recompute_seconds += forward;
            m_profile.selective_flop += model_flop;
        }
        if (is_attention_core(op)) {
            m_attention_forward += forward;
            m_attention_backward += backward;
        }
    }

    void add_memory(const Operator& op) {
        const double dense = (op.parameters - op.expert_parameters) / weight_split(op);
        const double expert = op.expert_parameters / m_expert_shards;
        m_profile.parameters += dense + expert;
        m_profile.expert_parameters += expert;
        if (m_tied && op.kind == OperatorKind::embedding && op.split == Split::vocab)
            m_profile.tied_parameters += dense;
        const double saved = op.saved_bytes * m_sequences * imbalance(op) / work_split(op);
        m_profile.activation_bytes += saved;
        if (!op.selective) m_profile.selective_activation_bytes += saved;
    }

    /// Equal collectives are one entry with a count.
    void add_collective(CollectiveOp op, GroupKind group, Pass pass, double bytes, double hidden_behind = 0,
                        double count = 1) {
        if (!(bytes > 0)) return;
        for (Collective& known : m_profile.collectives) {
            if (known.op == op && known.group == group && known.pass == pass && known.bytes == bytes &&
                known.hidden_behind == hidden_behind) {
                known.count += count;
                return;
            }
        }
        m_profile.collectives.push_back({op, group, pass, bytes, count, hidden_behind});
    }

    /// Start of a pair: its input is whole on every rank, or gathered there. Backward sums the input's gradient; with
    /// sequence parallelism the input was kept in parts and is gathered once more (Korthikanti et al. 2022, 4.2.2).
    void enter_pair(double bytes) {
        if (!m_strategy.sequence_parallel) {
            add_collective(CollectiveOp::all_reduce, GroupKind::tensor, Pass::backward, bytes);
            return;
        }
        add_collective(CollectiveOp::all_gather, GroupKind::tensor, Pass::forward, bytes);
        add_collective(CollectiveOp::all_gather, GroupKind::tensor, Pass::backward, bytes);
        add_collective(CollectiveOp::reduce_scatter, GroupKind::tensor, Pass::backward, bytes);
    }

    /// End of a pair: partial sums come together.
    void leave_pair(double bytes) {
        if (!m_strategy.sequence_parallel) {
            add_collective(CollectiveOp::all_reduce, GroupKind::tensor, Pass::forward, bytes);
            return;
        }
        add_collective(CollectiveOp::reduce_scatter, GroupKind::tensor, Pass::forward, bytes);
        add_collective(CollectiveOp::all_gather, GroupKind::tensor, Pass::backward, bytes);
    }

    void add_tensor_collectives(const Operator& op) {
        const double input = op.input_bytes * m_sequences;
        const double output = op.output_bytes * m_sequences;
        switch (op.split) {
        case Split::column: // several columns in a row read the same input: Q, K, V; gate, up
            if (m_pair_open || !(input > 0)) break;
            enter_pair(input);
            m_pair_open = true;
            break;
        case Split::row:
            leave_pair(output);
            m_pair_open = false;
            break;
        case Split::vocab:
            if (op.kind == OperatorKind::embedding) {
                leave_pair(output);                     // each rank looks up its part of the vocabulary
            } else if (op.kind == OperatorKind::loss) { // largest logit, the target's logit, sum of exponentials
                add_collective(CollectiveOp::all_reduce, GroupKind::tensor, Pass::forward, output, 0, 3);
            } else {
                enter_pair(input); // the output head; logits stay split for the loss
            }
            break;
        case Split::expert: {
            // Under sequence parallelism each rank exchanges its part of the tokens, so it is the dispatched copies
            // that are gathered and scattered; without, copies are combined first and the layer's output is summed.
            const double copies = m_strategy.sequence_parallel ? top_k(op) : 1;
            enter_pair(input * copies);
            leave_pair(output * copies);
            break;
        }
        case Split::sequence:
        case Split::replicated: // a product that is whole on every rank makes a new input: the way down to a latent
            if (op.kind == OperatorKind::linear) m_pair_open = false;
            break;
        case Split::heads:
            break;
        }
    }

    static double top_k(const Operator& op) { return static_cast<double>(std::max<std::int64_t>(op.top_k, 1)); }

    /// The experts' own tensor-parallel ranks gather the copies that were dispatched to each of them and scatter the
    /// sums. With sequence parallelism, which folded experts need beside tp, a rank holds 1/t of the tokens.
    void add_folded_experts(const Operator& op) {
        if (m_strategy.expert_tp == 1) return;
        const double copies = m_sequences * top_k(op) * static_cast<double>(m_strategy.expert_tp) / m_t;
        for (const Pass pass : {Pass::forward, Pass::backward}) {
            add_collective(CollectiveOp::all_gather, GroupKind::expert_tensor, pass, op.input_bytes * copies);
            add_collective(CollectiveOp::reduce_scatter, GroupKind::expert_tensor, pass,
                           (pass == Pass::forward ? op.output_bytes : op.input_bytes) * copies);
        }
        add_collective(CollectiveOp::all_gather, GroupKind::expert_tensor, Pass::backward, op.output_bytes * copies);
    }

    /// Dispatch and combine, each way once per pass (GShard).
    void add_expert_exchange(const Operator& op) {
        const double part = m_sequences * top_k(op) / (m_strategy.sequence_parallel ? m_t : 1);
        for (const Pass pass : {Pass::forward, Pass::backward}) {
            add_collective(CollectiveOp::all_to_all, GroupKind::expert, pass, op.input_bytes * part);
            add_collective(CollectiveOp::all_to_all, GroupKind::expert, pass, op.output_bytes * part);
        }
    }

    /// Keys and values go round once forward; backward they and their gradients do.
    void add_context_rings() {
        std::vector<double> rings;
        for (const Operator& op : m_layer.operators) {
            if (is_attention_core(op) && op.kv_bytes > 0) rings.push_back(op.kv_bytes * m_micro_batch / m_kv_split);
        }
        const auto count = static_cast<double>(rings.size());
        for (const double bytes : rings) {
            add_collective(CollectiveOp::ring_exchange, GroupKind::context, Pass::forward, bytes,
                           m_attention_forward / count);
            add_collective(CollectiveOp::ring_exchange, GroupKind::context, Pass::backward, 2 * bytes,
                           m_attention_backward / count);
        }
    }

    const Layer& m_layer;
    const Strategy& m_strategy;
    const Device& m_device;
    const ProfileSettings& m_settings;
    bool m_tied;
    double m_t;
    double m_expert_shards; ///< ranks that hold different expert parameters
    double m_kv_split;      ///< ranks that hold different keys and values
    double m_micro_batch;   ///< sequences of one micro-batch
    double m_sequences;     ///< of them, what one context rank works on
    bool m_pair_open = false;
    double m_attention_forward = 0, m_attention_backward = 0;
    double m_weight_gradient = 0; ///< seconds
    Profile m_profile;
};

bool splits_evenly(std::int64_t amount, std::int64_t degree) {
    return amount <= 0 || amount % degree == 0;
}

StrategyFault broken(StrategyRule rule, const char* clause, std::vector<Phrase> numbers = {}) {
    return {rule, Phrase("Layout", clause, std::move(numbers))};
}

/// Of experts, shared experts and blocks without experts, as far as there are such and tp splits them.
std::vector<std::int64_t> feed_forward_widths(const ModelGraph& model, bool folded) {
    std::vector<std::int64_t> widths;
    if (!folded) widths.push_back(model.ffn_size); // folded experts: expert_tp splits it
    if (const auto& config = model.architecture; config && config->experts > 0) {
        widths.push_back(config->shared_ffn);
        if (!config->dense_blocks.empty()) widths.push_back(config->ffn);
    }
    return widths;
}

std::optional<StrategyFault> tensor_fault(const ModelGraph& model, const Strategy& strategy) {
    const std::int64_t t = strategy.tp;
    if (!splits_evenly(model.attention_heads, t)) {
        return broken(StrategyRule::heads, QT_TRANSLATE_NOOP("Layout", "tp %1 does not divide %2 attention heads"),
                      {t, model.attention_heads});
    }
    // Beyond the key/value heads, several ranks hold a copy of the same one.
    const std::int64_t kv = model.kv_heads;
    if (kv > 0 && kv % t != 0 && t % kv != 0) {
        return broken(StrategyRule::kv_heads,
                      QT_TRANSLATE_NOOP("Layout", "tp %1 does not divide %2 key/value heads, nor they it"), {t, kv});
    }
    for (const std::int64_t width : feed_forward_widths(model, strategy.folded())) {
        if (splits_evenly(width, t)) continue;
        return broken(StrategyRule::feed_forward,
                      QT_TRANSLATE_NOOP("Layout", "tp %1 does not divide %2 feed-forward width"), {t, width});
    }
    return std::nullopt;
}

/// Megatron-LM's rules for an expert grid of its own: experts beside tensor parallelism take tokens in parts.
std::optional<StrategyFault> folded_fault(const ModelGraph& model, const Strategy& strategy) {
    if (model.experts == 0)
        return broken(StrategyRule::experts, QT_TRANSLATE_NOOP("Layout", "expert tp %1 needs a model with experts"),
                      {strategy.expert_tp});
    if (strategy.tp > 1 && !strategy.sequence_parallel)
        return broken(StrategyRule::expert_fold,
                      QT_TRANSLATE_NOOP("Layout", "folded experts with tp above 1 need sequence parallelism"));
    if (!splits_evenly(model.ffn_size, strategy.expert_tp))
        return broken(StrategyRule::expert_fold,
                      QT_TRANSLATE_NOOP("Layout", "expert tp %1 does not divide %2 feed-forward width of an expert"),
                      {strategy.expert_tp, model.ffn_size});
    return std::nullopt;
}

} // namespace

std::optional<StrategyFault> strategy_fault(const ModelGraph& model, const Strategy& strategy) {
    // What was profiled evidently runs; the rules are for what has to be derived.
    if (!model.layers.empty() && std::all_of(model.layers.begin(), model.layers.end(),
                                             [&](const Layer& layer) { return has_profile_for(layer, strategy); })) {
        return std::nullopt;
    }
    if (strategy.tp < 1 || strategy.ep < 1 || strategy.cp < 1)
        return broken(StrategyRule::degree, QT_TRANSLATE_NOOP("Layout", "degrees are at least 1"));
    if (std::optional<StrategyFault> fault = tensor_fault(model, strategy)) return fault;
    if (strategy.sequence_parallel) {
        if (strategy.tp == 1)
            return broken(StrategyRule::sequence_parallel,
                          QT_TRANSLATE_NOOP("Layout", "sequence parallelism needs tp above 1"));
        if (!splits_evenly(model.sequence_length, strategy.tp)) {
            return broken(StrategyRule::sequence_parallel,
                          QT_TRANSLATE_NOOP("Layout", "tp %1 does not divide %2 tokens of a sequence"),
                          {strategy.tp, model.sequence_length});
        }
    }
    if (strategy.ep > 1) {
        if (model.experts == 0)
            return broken(StrategyRule::experts, QT_TRANSLATE_NOOP("Layout", "ep %1 needs a model with experts"),
                          {strategy.ep});
        if (!splits_evenly(model.experts, strategy.ep)) {
            return broken(StrategyRule::experts, QT_TRANSLATE_NOOP("Layout", "ep %1 does not divide %2 experts"),
                          {strategy.ep, model.experts});
        }
    }
    if (strategy.folded())
        if (std::optional<StrategyFault> fault = folded_fault(model, strategy)) return fault;
    if (strategy.cp > 1 && !splits_evenly(model.sequence_length, 2 * strategy.cp)) {
        return broken(StrategyRule::sequence,
                      QT_TRANSLATE_NOOP("Layout", "2 cp = %1 does not divide %2 tokens of a sequence"),
                      {2 * strategy.cp, model.sequence_length});
    }
    return std::nullopt;
}

std::string why_invalid(const ModelGraph& model, const Strategy& strategy) {
    const std::optional<StrategyFault> fault = strategy_fault(model, strategy);
    return fault ? fault->clause.text() : std::string();
}

Result<Profile> profile_of(const ModelGraph& model, const Layer& layer, const Strategy& strategy,
                           std::int64_t micro_batch, const Device& device, const ProfileSettings& settings) {
    for (const Profile& profile : layer.profiles) {
        if (profile.strategy != strategy || profile.micro_batch != micro_batch) continue;
        Profile fitting = profile;
        if (model.tied_embeddings && layer.kind == LayerKind::embedding && fitting.tied_parameters == 0) {
            fitting.tied_parameters = fitting.parameters - fitting.expert_parameters;
        }
        return fitting;
    }
    if (layer.operators.empty()) {
        return fault(ErrorCode::no_strategy, layer.id, "a profile or operators",
                     "layer " + layer.id + " has no profile for " + strategy_text(strategy) + ", micro-batch " +
                         std::to_string(micro_batch));
    }
    if (!(device.peak() > 0) || !(device.matmul_efficiency > 0)) {
        return fault(ErrorCode::out_of_range, "peak_flops", "above 0", "0, device " + device.name);
    }
    if (!(device.memory_bandwidth > 0) || !(device.memory_efficiency > 0)) {
        return fault(ErrorCode::out_of_range, "memory_bandwidth", "above 0", "0, device " + device.name);
    }
    return Derivation(model, layer, strategy, micro_batch, device, settings).run();
}

} // namespace nest
