// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/csv.h"

#include <array>
#include <charconv>
#include <initializer_list>

namespace nest::ui {
namespace {

class CsvRow {
public:
    explicit CsvRow(std::string& out) : m_out(out) {}
    ~CsvRow() { m_out += "\r\n"; }
    CsvRow(const CsvRow&) = delete;
    CsvRow& operator=(const CsvRow&) = delete;

    CsvRow& operator<<(std::string_view text) {
        separate();
        if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
            m_out += text;
            return *this;
        }
        m_out += '"';
        for (char c : text) {
            if (c == '"') m_out += '"';
            m_out += c;
        }
        m_out += '"';
        return *this;
    }
    CsvRow& operator<<(const char* text) { return *this << std::string_view(text); }
    CsvRow& operator<<(double value) { return number(value); }
    CsvRow& operator<<(std::int64_t value) { return number(value); }
    CsvRow& operator<<(int value) { return number(value); }

private:
    template <typename T> CsvRow& number(T value) {
        separate();
        std::array<char, 32> text;
        const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
        m_out.append(text.data(), end);
        return *this;
    }
    void separate() {
        if (!m_first) m_out += ',';
        m_first = false;
    }

    std::string& m_out;
    bool m_first = true;
};

} // namespace

std::string stagesCsv(const Problem& problem, const RankedPlan& ranked) {
    std::string out;
    {
        CsvRow header(out);
        for (const char* name : {"stage",
                                 "first_layer",
                                 "last_layer",
                                 "layers",
                                 "recompute",
                                 "zero",
                                 "level_in",
                                 "level_out",
                                 "in_flight",
                                 "forward_seconds",
                                 "backward_seconds",
                                 "recompute_seconds",
                                 "tp_comm_seconds",
                                 "ep_comm_seconds",
                                 "cp_comm_seconds",
                                 "zero_comm_seconds",
                                 "p2p_in_seconds",
                                 "p2p_out_seconds",
                                 "load_seconds",
                                 "sync_seconds",
                                 "update_seconds",
                                 "weights_bytes",
                                 "gradients_bytes",
                                 "optimizer_bytes",
                                 "activations_bytes",
                                 "stash_bytes",
                                 "working_bytes",
                                 "logits_bytes",
                                 "reserve_bytes",
                                 "total_bytes",
                                 "capacity_bytes",
                                 "embedding_bytes",
                                 "head_bytes"})
            header << name;
    }
    for (std::size_t i = 0; i < ranked.evaluation.stages.size() && i < ranked.plan.stages.size(); ++i) {
        const StagePlan& plan = ranked.plan.stages[i];
        const StageEvaluation& stage = ranked.evaluation.stages[i];
        const StageTime& t = stage.time;
        const StageMemory& m = stage.memory;
        const auto id = [&](int layer) -> std::string_view {
            return problem.model.layers[static_cast<std::size_t>(layer)].id;
        };
        CsvRow row(out);
        row << static_cast<std::int64_t>(i) << (plan.layers.empty() ? std::string_view() : id(plan.layers.front()))
            << (plan.layers.empty() ? std::string_view() : id(plan.layers.back()))
            << static_cast<std::int64_t>(plan.layers.size()) << name_of(plan.recompute) << plan.zero << stage.level_in
            << stage.level_out << stage.in_flight;
        for (double value : {t.forward,
                             t.backward,
                             t.recompute,
                             t.tp_comm,
                             t.ep_comm,
                             t.cp_comm,
                             t.zero_comm,
                             t.p2p_in,
                             t.p2p_out,
                             t.load,
                             t.sync,
                             t.update,
                             m.weights,
                             m.gradients,
                             m.optimizer,
                             m.activations,
                             m.stash,
                             m.working,
                             m.logits,
                             m.reserve,
                             m.total,
                             m.capacity,
                             stage.embedding.total(),
                             stage.head.total()})
            row << value;
    }
    return out;
}

std::string candidatesCsv(const SolveResult& result) {
    std::string out;
    {
        CsvRow header(out);
        for (const char* name : {"rank", "layout", "tp", "pp", "dp", "ep", "cp", "micro_batch", "micro_batches",
                                 "schedule", "devices", "step_seconds", "simulated_step_seconds", "tokens_per_second",
                                 "throughput_sequences", "mfu", "hfu", "bubble_fraction", "peak_memory_bytes"})
            header << name;
    }
    for (std::size_t i = 0; i < result.plans.size(); ++i) {
        const Plan& plan = result.plans[i].plan;
        const Evaluation& e = result.plans[i].evaluation;
        CsvRow row(out);
        row << static_cast<std::int64_t>(i + 1) << layout_text(plan) << plan.strategy.tp << plan.stage_count()
            << plan.data_parallel() << plan.strategy.ep << plan.strategy.cp << plan.micro_batch << e.micro_batches
            << name_of(plan.schedule) << e.devices_used;
        for (double value : {e.step_seconds, e.simulated_step_seconds, e.tokens_per_second, e.throughput_sequences,
                             e.mfu, e.hfu, e.bubble_fraction, e.peak_memory})
            row << value;
    }
    return out;
}

} // namespace nest::ui
