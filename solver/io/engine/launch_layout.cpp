// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/phrase.h"
#include "base/translatable.h"
#include "io/engine/launch_parts.h"
#include "plan/engines.h"

#include <algorithm>

namespace nest::io::detail {

namespace {

constexpr std::int64_t most_degree = 1 << 20;

class LayoutReader {
public:
    LayoutReader(const LaunchText& text, EngineLaunch& launch) : m_text(text), m_flags(text.flags), m_launch(launch) {}

    void read() {
        m_tp = degree("tensor-model-parallel-size");
        if (m_flags.has("model-parallel-size")) {
            m_tp = degree("model-parallel-size");
            note_priced(m_launch, m_text, "model-parallel-size",
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "an old name")), "--tensor-model-parallel-size");
        }
        m_pp = degree("pipeline-model-parallel-size");
        m_cp = degree("context-parallel-size");
        read_world();
        read_experts();
        Options& o = m_launch.layout;
        o.tp = list(m_tp);
        o.pp = list(m_pp);
        o.cp = list(m_cp);
        o.ep = list(m_ep);
        if (m_expert_tp > 0) {
            o.expert_fold = Switch::on;
            o.expert_tp = list(m_expert_tp);
        }
        if (m_dp > 0) o.dp = list(m_dp);
        o.micro_batches = list(micro_batch());
        o.sequence_parallel = m_flags.has("sequence-parallel") && m_tp > 1 ? Switch::on : Switch::off;
        o.schedule = std::vector<ScheduleKind>{ScheduleKind::one_f_one_b};
        o.layouts = layouts();
        o.zero = list(zero());
        o.zero_uniform = true;
        o.recompute_layers = list(0);
        o.recompute = std::vector<Recompute>{recompute()};
        check_context_exchange();
        read_stages(m_text, m_pp, m_launch);
    }

private:
    static std::vector<std::int64_t> list(std::int64_t value) { return {value}; }
    std::int64_t degree(const std::string& name) { return m_flags.integer_or(name, 1, 1, most_degree); }

    void read_world() {
        m_launch.devices = m_text.devices;
        m_launch.devices_per_node = m_text.devices_per_node;
        if (m_launch.devices == 0) return;
        // Degrees go to a million each: their product may be more than an integer holds.
        const double model = static_cast<double>(m_tp) * static_cast<double>(m_pp) * static_cast<double>(m_cp);
        const std::string product = std::to_string(m_tp) + " x " + std::to_string(m_pp) +
                                    (m_cp > 1 ? " x " + std::to_string(m_cp) : std::string());
        if (model > static_cast<double>(m_launch.devices) || m_launch.devices % (m_tp * m_pp * m_cp) != 0) {
            m_flags.faults().add(
                nest::fault(ErrorCode::inconsistent, "number of devices",
                            std::string("a multiple of tp x pp") + (m_cp > 1 ? " x cp" : "") + " = " + product,
                            std::to_string(m_launch.devices)));
            return;
        }
        m_dp = m_launch.devices / (m_tp * m_pp * m_cp);
    }

    /// Expert ranks. The engine folds them over tensor, context and data-parallel ranks. With a tensor-parallel degree
    /// of their own so does the layout; else the base grid is priced, which takes them from the data-parallel ranks.
    void read_experts() {
        const std::int64_t ranks = degree("expert-model-parallel-size");
        std::int64_t tensor = m_flags.integer_or("expert-tensor-parallel-size", m_tp, 1, most_degree);
        if (m_flags.has("moe-extended-tp")) {
            note_priced(m_launch, m_text, "moe-extended-tp",
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "every expert split over tensor and expert ranks")),
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "expert ranks")));
        }
        const bool experts = m_launch.model ? m_launch.model->experts > 0 : ranks > 1;
        if (!experts) {
            if (ranks > 1) {
                m_flags.fault("expert-model-parallel-size", ErrorCode::inconsistent, "1 for a model without experts",
                              std::to_string(ranks));
            }
            return;
        }
        if (m_launch.model && m_launch.model->experts % ranks != 0) {
            m_flags.fault("expert-model-parallel-size", ErrorCode::inconsistent,
                          "a divisor of the " + counted(m_launch.model->experts, "expert"), std::to_string(ranks));
            return;
        }
        if (m_dp > 0 && (m_tp * m_cp * m_dp) % (ranks * tensor) != 0) {
            m_flags.fault("expert-model-parallel-size", ErrorCode::inconsistent,
                          "expert x expert tensor ranks that divide the stage's " + std::to_string(m_tp * m_cp * m_dp),
                          std::to_string(ranks) + " x " + std::to_string(tensor));
            return;
        }
        check_dispatcher(ranks * tensor);
        // Where the base grid can't hold them so they are folded as the engine does it.
        m_ep = ranks;
        const Strategy own = engine_grid("megatron", {m_tp, ranks, m_cp, false});
        if (tensor != m_tp || own.folded() || (m_dp > 0 && m_dp % ranks != 0)) m_expert_tp = tensor;
    }

    /// The engine ends with "Flex token dispatcher requires TPxEP > 1" (token_dispatcher.py), whatever it costs.
    void check_dispatcher(std::int64_t shards) {
        const FlagUse* dispatcher = m_flags.find("moe-token-dispatcher-type");
        if (!dispatcher || dispatcher->values != std::vector<std::string>{"flex"} || shards > 1) return;
        Diagnostic note =
            m_flags.at("moe-token-dispatcher-type", ErrorCode::inconsistent,
                       "alltoall with one tensor and one expert rank, since the engine refuses the other", "flex");
        note.severity = Severity::warning;
        m_launch.notes.push_back(std::move(note));
    }

    /// With one stage or one replica both orders of ranks are the same.
    std::vector<LayoutKind> layouts() {
        const bool inside = m_flags.has("use-tp-pp-dp-mapping");
        const LayoutKind said = inside ? LayoutKind::pp_inner : LayoutKind::dp_inner;
        if (m_pp == 1 || (m_dp > 0 && m_dp == (m_expert_tp > 0 ? 1 : m_ep)))
            return {said, inside ? LayoutKind::dp_inner : LayoutKind::pp_inner};
        if (inside) check_rank_grids();
        return {said};
    }

    /// What newer releases check when pipeline ranks lie inside the replicas.
    void check_rank_grids() {
        const std::int64_t shards = degree("expert-model-parallel-size") *
                                    m_flags.integer_or("expert-tensor-parallel-size", m_tp, 1, most_degree);
        if (shards == m_tp * m_cp) return;
        Diagnostic note = m_flags.at("use-tp-pp-dp-mapping", ErrorCode::inconsistent,
                                     "expert x expert tensor ranks = tp x cp = " + std::to_string(m_tp * m_cp) +
                                         ", which Megatron Core 0.9 and later demand",
                                     std::to_string(shards));
        note.severity = Severity::warning;
        m_launch.notes.push_back(std::move(note));
    }

    std::int64_t micro_batch() {
        if (m_flags.has("batch-size")) {
            note_priced(m_launch, m_text, "batch-size", note_words(QT_TRANSLATE_NOOP("NoteWords", "an old name")),
                        "--micro-batch-size");
            return degree("batch-size");
        }
        if (!m_flags.has("micro-batch-size")) note_assumed(m_launch, "--micro-batch-size", "1");
        return degree("micro-batch-size");
    }

    std::int64_t zero() {
        const std::vector<std::string> strategies{"no_shard", "optim", "optim_grads", "optim_grads_params"};
        const std::int64_t instances = degree("num-distributed-optimizer-instances");
        if (instances > 1) {
            note_priced(m_launch, m_text, "num-distributed-optimizer-instances",
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "optimizer shards over a part of the replicas")),
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "shards over all replicas")));
        }
        if (m_flags.has("use-torch-fsdp2")) return m_flags.has("torch-fsdp2-no-reshard-after-forward") ? 2 : 3;
        if (m_flags.has("use-megatron-fsdp") || m_flags.has("use-custom-fsdp")) {
            const std::string strategy =
                m_flags.choice("data-parallel-sharding-strategy", strategies).value_or("no_shard");
            return std::find(strategies.begin(), strategies.end(), strategy) - strategies.begin();
        }
        if (m_flags.has("use-distributed-optimizer")) return 1;
        if (!m_text.nemo) return 0;
        note_assumed(m_launch, "use_distributed_optimizer",
                     note_words(QT_TRANSLATE_NOOP("NoteWords", "true (ZeRO 1), as the recipes have it")));
        return 1;
    }

    Recompute recompute() {
        if (m_flags.has("moe-layer-recompute") && !m_flags.has("recompute-granularity")) {
            note_priced(m_launch, m_text, "moe-layer-recompute",
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "recomputation of the experts")),
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "no recomputation")));
        }
        auto granularity = m_flags.choice("recompute-granularity", {"full", "selective"});
        if (m_flags.has("recompute-activations")) granularity = "selective";
        if (m_flags.has("checkpoint-activations")) { // before the two kinds there was one
            granularity = "full";
            note_priced(m_launch, m_text, "checkpoint-activations",
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "an old name")), "--recompute-granularity full");
        }
        if (granularity == "full") return full_recompute();
        if (granularity != "selective") return Recompute::none;
        std::string others;
        bool core = !m_flags.has("recompute-modules");
        for (const std::string& module : m_flags.several("recompute-modules")) {
            core = core || module == "core_attn";
            if (module != "core_attn") others += (others.empty() ? "" : ", ") + module;
        }
        if (!others.empty()) {
            note_priced(m_launch, m_text, "recompute-modules",
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "recomputation of %1"), {others}),
                        core ? note_words(QT_TRANSLATE_NOOP("NoteWords", "that of the attention core alone"))
                             : note_words(QT_TRANSLATE_NOOP("NoteWords", "no recomputation")));
        }
        if (core && m_launch.options.attention == AttentionKernel::flash) {
            note_priced(
                m_launch, m_text,
                m_flags.has("recompute-activations") ? "recompute-activations" : "recompute-granularity",
                note_words(QT_TRANSLATE_NOOP("NoteWords", "the attention core once more in the backward pass")),
                note_words(QT_TRANSLATE_NOOP(
                    "NoteWords", "no time and no memory: a fused attention keeps no scores that could be freed")));
        }
        return core ? Recompute::selective : Recompute::none;
    }

    /// The price recomputes every block from its own input.
    Recompute full_recompute() {
        const auto method = m_flags.choice("recompute-method", {"uniform", "block"});
        const std::int64_t count = degree("recompute-num-layers");
        if (method == "uniform" && count > 1) {
            note_priced(
                m_launch, m_text, "recompute-num-layers",
                note_words(QT_TRANSLATE_NOOP("NoteWords", "recomputation from the input of every %1 blocks"), {count}),
                note_words(QT_TRANSLATE_NOOP("NoteWords", "that from the input of every block")));
        }
        if (method != "block" || !m_launch.model) return Recompute::full;
        if (count >= m_launch.model->layers) return Recompute::full;
        // Of every stage; the first one's embedding counts as a layer here.
        m_launch.layout.recompute_layers = std::vector<std::int64_t>{count, count + 1};
        return Recompute::full;
    }

    void check_context_exchange() {
        if (m_cp == 1) return;
        for (const std::string& kind : m_flags.several("cp-comm-type")) {
            if (kind == "p2p") continue;
            note_priced(m_launch, m_text, "cp-comm-type",
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "context exchange by %1"), {kind}),
                        note_words(QT_TRANSLATE_NOOP("NoteWords", "a ring (p2p)")));
            return;
        }
    }

    const LaunchText& m_text;
    const FlagSet& m_flags;
    EngineLaunch& m_launch;
    std::int64_t m_tp = 1, m_pp = 1, m_cp = 1, m_ep = 1, m_dp = 0;
    std::int64_t m_expert_tp = 0; ///< of folded experts
};

} // namespace

void read_layout(const LaunchText& text, EngineLaunch& launch) {
    LayoutReader(text, launch).read();
}

} // namespace nest::io::detail
