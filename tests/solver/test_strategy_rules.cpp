// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model_fixtures.h"

#include <QtTest>

using namespace nest;
using namespace nest::fixture;

namespace {

Operator linear(Split split, double flop, double bytes) {
    Operator op;
    op.name = "op";
    op.kind = OperatorKind::linear;
    op.split = split;
    op.forward_flop = flop;
    op.activation_bytes_moved = bytes;
    return op;
}

ModelGraph one_layer(std::vector<Operator> operators, LayerKind kind = LayerKind::other) {
    ModelGraph model;
    model.layers = {{"only", kind, {}, std::move(operators)}};
    return model;
}

QString reason(const ModelGraph& model, const Strategy& chosen) {
    return QString::fromStdString(why_invalid(model, chosen));
}

} // namespace

class TestStrategyRules : public QObject {
    Q_OBJECT
private slots:
    void validity_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("tp");
        QTest::addColumn<int>("ep");
        QTest::addColumn<int>("cp");
        QTest::addColumn<bool>("sp");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, int tp, int ep, int cp, bool sp, const char* expected) {
            QTest::addRow("%s tp%d ep%d cp%d%s", name, tp, ep, cp, sp ? " sp" : "")
                << QString::fromLatin1(name) << tp << ep << cp << sp << QString::fromLatin1(expected);
        };
        row("llama3-70b", 1, 1, 1, false, "");
        row("llama3-70b", 8, 1, 2, true, "");
        row("llama3-70b", 16, 1, 1, true, ""); // two ranks share each of the 8 key/value heads
        row("llama3-70b", 3, 1, 1, false, "tp 3 does not divide 64 attention heads");
        row("llama3-70b", 1, 1, 1, true, "sequence parallelism needs tp above 1");
        row("llama3-70b", 1, 2, 1, false, "ep 2 needs a model with experts");
        row("llama3-70b", 1, 1, 3, false, "2 cp = 6 does not divide 8192 tokens of a sequence");
        row("mixtral-8x7b", 2, 8, 1, false, "");
        row("mixtral-8x7b", 1, 3, 1, false, "ep 3 does not divide 8 experts");
        row("gpt2-xl", 5, 1, 1, false, "");
        row("gpt2-xl", 5, 1, 1, true, "tp 5 does not divide 1024 tokens of a sequence");
        row("gpt2-xl", 2, 1, 1, false, "tp 2 does not divide 25 attention heads");
        row("llama3-70b", 0, 1, 1, false, "degrees are at least 1");
    }
    void validity() {
        QFETCH(QString, name);
        QFETCH(int, tp);
        QFETCH(int, ep);
        QFETCH(int, cp);
        QFETCH(bool, sp);
        QFETCH(QString, expected);
        QCOMPARE(reason(preset(name.toStdString()), strategy(tp, ep, cp, sp)), expected);
    }

    void unknown_sizes_skip_their_rules() {
        const ModelGraph model = one_layer({linear(Split::column, 1, 1)});
        QCOMPARE(reason(model, strategy(7, 1, 5, true)), QString());
    }

    void feed_forward_and_key_value_rules() {
        ModelGraph model = one_layer({linear(Split::column, 1, 1)});
        model.attention_heads = 12;
        model.kv_heads = 6;
        QCOMPARE(reason(model, strategy(4)), QString("tp 4 does not divide 6 key/value heads, nor they it"));
        QCOMPARE(reason(model, strategy(12)), QString());
        model.ffn_size = 8;
        QCOMPARE(reason(model, strategy(3)), QString("tp 3 does not divide 8 feed-forward width"));
    }

    void profiled_strategies_are_taken_as_they_are() {
        ModelGraph model;
        model.attention_heads = 64;
        model.sequence_length = 100;
        Profile p;
        p.strategy = strategy(3, 2, 3, true);
        model.layers = {{"a", LayerKind::other, {p}, {}}, {"b", LayerKind::other, {p}, {}}};
        QCOMPARE(reason(model, p.strategy), QString());
        QVERIFY(!reason(model, strategy(3)).isEmpty());
    }

    void fitting_profile_wins_over_operators() {
        ModelGraph model = one_layer({linear(Split::column, 8e12, 0)});
        Profile measured;
        measured.strategy = strategy(2);
        measured.micro_batch = 4;
        measured.forward_seconds = 42;
        model.layers[0].profiles = {measured};
        QCOMPARE(profile(model, 0, strategy(2), 4).forward_seconds, 42.0);
        QCOMPARE(profile(model, 0, strategy(2), 2).forward_seconds, 8.0); // 2 * 8e12 / 2 FLOP at 1 TFLOP/s
        QCOMPARE(profile(model, 0, strategy(1), 4).forward_seconds, 32.0);
    }

    void neither_profile_nor_operators() {
        const ModelGraph model = one_layer({});
        const auto result = profile_of(model, model.layers[0], strategy(2), 3, round_device(), {});
        QVERIFY(!result.ok());
        QCOMPARE(result.fault().code, ErrorCode::no_strategy);
        QVERIFY(result.fault().found.text().find("layer only has no profile for tp 2, micro-batch 3") !=
                std::string::npos);
    }

    void a_device_without_speed_is_a_fault() {
        const ModelGraph model = one_layer({linear(Split::column, 1, 1)});
        Device device = round_device();
        device.peak_flops.clear();
        QCOMPARE(profile_of(model, model.layers[0], strategy(1), 1, device, {}).fault().code, ErrorCode::out_of_range);
        device = round_device();
        device.memory_bandwidth = 0;
        QCOMPARE(profile_of(model, model.layers[0], strategy(1), 1, device, {}).fault().code, ErrorCode::out_of_range);
    }

    /// max(FLOP / (peak * efficiency), bytes / (bandwidth * efficiency)) + launch; backward twice with two launches.
    void time_of_an_operator() {
        Operator op = linear(Split::column, 6e12, 1e12);
        op.weight_bytes = 4e12;
        const ModelGraph model = one_layer({op});
        Device device = round_device();
        device.matmul_efficiency = 0.5;
        device.memory_efficiency = 0.25;
        device.launch_overhead = 1;
        const auto p = profile_of(model, model.layers[0], strategy(1), 2, device, {});
        QCOMPARE(p->forward_seconds, 25.0);  // (4 + 2 * 1) TB at 0.25 TB/s beats 12 TFLOP at 0.5 TFLOP/s
        QCOMPARE(p->backward_seconds, 50.0); // 12 TB at 0.25, two launches
        const auto more = profile_of(model, model.layers[0], strategy(1), 8, device, {});
        QCOMPARE(more->forward_seconds, 97.0); // 48 TFLOP at 0.5; memory needs 48
        QCOMPARE(more->backward_seconds, 194.0);
        ProfileSettings settings;
        settings.bytes_per_weight = 4;
        QCOMPARE(profile_of(model, model.layers[0], strategy(1), 2, device, settings)->forward_seconds, 41.0);
        // Not a matrix product: as many bytes again, one launch. Here FLOP decide, twice forward's 6 * 2 / 2 TFLOP.
        ModelGraph norm = one_layer({op});
        norm.layers[0].operators[0].kind = OperatorKind::norm;
        QCOMPARE(profile_of(norm, norm.layers[0], strategy(1, 1, 2), 2, device, {})->backward_seconds, 25.0);
        norm.layers[0].operators[0].backward_flop = 0; // weights whole, activations halved: (4 + 2 / 2) TB at 0.25
        QCOMPARE(profile_of(norm, norm.layers[0], strategy(1, 1, 2), 2, device, {})->backward_seconds, 21.0);
    }

    void stated_backward_flop_counts() {
        Operator op = linear(Split::column, 6e12, 0);
        op.backward_flop = 15e12;
        QCOMPARE(profile(one_layer({op}), 0, strategy(3)).backward_seconds, 5.0);
    }

    void split_work_weights_and_saved_bytes_data() {
        QTest::addColumn<int>("split");
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("sp");
        QTest::addColumn<double>("work");
        QTest::addColumn<double>("weights");
        const auto row = [](const char* name, Split split, OperatorKind kind, bool sp, double work, double weights) {
            QTest::newRow(name) << static_cast<int>(split) << static_cast<int>(kind) << sp << work << weights;
        };
        row("column", Split::column, OperatorKind::linear, false, 4, 4);
        row("row", Split::row, OperatorKind::linear, true, 4, 4);
        row("heads", Split::heads, OperatorKind::attention, false, 4, 4);
        row("norm of heads", Split::heads, OperatorKind::norm, false, 4, 1);
        row("vocab", Split::vocab, OperatorKind::embedding, false, 4, 4);
        row("norm", Split::sequence, OperatorKind::norm, false, 1, 1);
        row("norm sp", Split::sequence, OperatorKind::norm, true, 4, 1);
        row("replicated norm sp", Split::replicated, OperatorKind::norm, true, 4, 1);
        row("no rule", Split::replicated, OperatorKind::other, false, 1, 1);
        row("no rule sp", Split::replicated, OperatorKind::conv, true, 1, 1);
    }
    void split_work_weights_and_saved_bytes() {
        QFETCH(int, split);
        QFETCH(int, kind);
        QFETCH(bool, sp);
        QFETCH(double, work);
        QFETCH(double, weights);
        Operator op = linear(static_cast<Split>(split), 8e12, 0);
        op.kind = static_cast<OperatorKind>(kind);
        op.parameters = 1024;
        op.saved_bytes = 4096;
        const Profile p = profile(one_layer({op}), 0, strategy(4, 1, 1, sp));
        QCOMPARE(p.forward_seconds, 8.0 / work);
        QCOMPARE(p.activation_bytes, 4096.0 / work);
        QCOMPARE(p.parameters, 1024.0 / weights);
    }

    void key_value_projections_divide_by_their_heads() {
        // Llama 3 8B with 8 key/value heads on 16 ranks: each holds a whole head's 4096 x 128 for keys and for values.
        const ModelGraph model = preset("llama3-8b");
        const double queries = 4096.0 * 4096, mlp = 3 * 4096.0 * 14336;
        const Profile p = profile(model, 1, strategy(16));
        QCOMPARE(p.parameters, (2 * queries + mlp) / 16 + 2 * 4096.0 * 128 + 2 * 4096.0);
        // Saved, units of s h: norms 8; Q, attention output, MLP / 16; K and V (1 in all) / 8.
        QCOMPARE(p.activation_bytes, 8192 * 4096.0 * (8 + (4 + 6 * 3.5) / 16 + 1.0 / 8));
        const Profile ring = profile(model, 1, strategy(16, 1, 2));
        QCOMPARE(bytes_of(ring, CollectiveOp::ring_exchange, GroupKind::context, Pass::forward), 4 * 8192.0 * 1024 / 8);
    }

    /// Mixtral 8x7B: 32 layers, hidden 4096, 8 experts of width 14336, 2 for each token; sequences of 4096 tokens.
    void folded_experts() {
        const ModelGraph model = preset("mixtral-8x7b");
        Strategy s = strategy(4, 4, 2, true);
        s.expert_tp = 2;
        QCOMPARE(s.width(), std::int64_t{8}); // a copy of a stage has tp x cp ranks
        QCOMPARE(reason(model, s), QString());
        const Profile p = profile(model, 1, s);
        QCOMPARE(p.expert_parameters, 8 * 3 * 4096.0 * 14336 / (4 * 2));
        // A rank holds 4096 / 2 / 4 = 512 tokens; each goes to 2 experts as 4096 halves.
        const double dispatched = 512.0 * 2 * 4096 * 2;
        QCOMPARE(bytes_of(p, CollectiveOp::all_to_all, GroupKind::expert, Pass::forward), 2 * dispatched);
        QCOMPARE(bytes_of(p, CollectiveOp::all_to_all, GroupKind::expert, Pass::backward), 2 * dispatched);
        // Both tensor-parallel ranks of an expert work on what either of them received.
        for (const auto& [op, pass, count] : {std::tuple{CollectiveOp::all_gather, Pass::forward, 1},
                                              {CollectiveOp::reduce_scatter, Pass::forward, 1},
                                              {CollectiveOp::all_gather, Pass::backward, 2},
                                              {CollectiveOp::reduce_scatter, Pass::backward, 1}})
            QCOMPARE(bytes_of(p, op, GroupKind::expert_tensor, pass), count * 2 * dispatched);
        // The work is that of the tokens' own choices, whoever does it.
        Strategy whole = s;
        whole.expert_tp = 1;
        QCOMPARE(profile(model, 1, whole).forward_flop, p.forward_flop);
        QCOMPARE(profile(model, 1, whole).expert_parameters, 2 * p.expert_parameters);
        QCOMPARE(bytes_of(profile(model, 1, whole), CollectiveOp::all_gather, GroupKind::expert_tensor, Pass::forward),
                 0.0);

        s.sequence_parallel = false;
        QCOMPARE(reason(model, s), QString("folded experts with tp above 1 need sequence parallelism"));
        s = strategy(1, 2);
        s.expert_tp = 5;
        QCOMPARE(reason(model, s), QString("expert tp 5 does not divide 14336 feed-forward width of an expert"));
        s.ep = 1;
        QCOMPARE(reason(preset("llama3-8b"), s), QString("expert tp 5 needs a model with experts"));
    }

    void context_divides_work_and_saved_bytes_but_not_weights() {
        const ModelGraph model = preset("llama3-70b");
        const Profile whole = profile(model, 1, strategy(8, 1, 1, true), 4);
        const Profile part = profile(model, 1, strategy(8, 1, 4, true), 4);
        QCOMPARE(part.activation_bytes, whole.activation_bytes / 4);
        QCOMPARE(part.forward_flop, whole.forward_flop / 4);
        QCOMPARE(part.parameters, whole.parameters);
        QCOMPARE(bytes_of(part, CollectiveOp::all_gather, GroupKind::tensor, Pass::forward),
                 bytes_of(whole, CollectiveOp::all_gather, GroupKind::tensor, Pass::forward) / 4);
    }

    void ring_hides_behind_attention() {
        // Attention of one context rank out of 2, at 1 TFLOP/s: 4 s^2 h / 2 FLOP forward, twice that backward.
        const Profile p = profile(preset("llama3-70b"), 1, strategy(1, 1, 2));
        for (const Collective& c : p.collectives) {
            QCOMPARE(c.op, CollectiveOp::ring_exchange);
            QCOMPARE(c.hidden_behind, (c.pass == Pass::forward ? 1 : 2) * 2.199023255552 / 2);
        }
        QCOMPARE(p.collectives.size(), std::size_t(2));
    }

    void embedding_and_head_collectives() {
        const ModelGraph model = preset("llama3-70b");
        const std::size_t last = model.layers.size() - 1;
        const double boundary = 134'217'728.0;
        const Profile embedding = profile(model, 0, strategy(8));
        QCOMPARE(embedding.collectives.size(), std::size_t(1));
        QCOMPARE(bytes_of(embedding, CollectiveOp::all_reduce, GroupKind::tensor, Pass::forward), boundary);
        const Profile parts = profile(model, 0, strategy(8, 1, 1, true));
        QCOMPARE(parts.collectives.size(), std::size_t(2));
        QCOMPARE(bytes_of(parts, CollectiveOp::reduce_scatter, GroupKind::tensor, Pass::forward), boundary);
        QCOMPARE(bytes_of(parts, CollectiveOp::all_gather, GroupKind::tensor, Pass::backward), boundary);

        const Profile head = profile(model, last, strategy(8));
        QCOMPARE(bytes_of(head, CollectiveOp::all_reduce, GroupKind::tensor, Pass::backward), boundary);
        // The loss over split logits: three small sums of 4 bytes a token.
        QCOMPARE(bytes_of(head, CollectiveOp::all_reduce, GroupKind::tensor, Pass::forward), 3 * 4 * 8192.0);
        const Profile head_parts = profile(model, last, strategy(8, 1, 1, true));
        QCOMPARE(bytes_of(head_parts, CollectiveOp::all_gather, GroupKind::tensor, Pass::forward), boundary);
        QCOMPARE(bytes_of(head_parts, CollectiveOp::all_gather, GroupKind::tensor, Pass::backward), boundary);
        QCOMPARE(bytes_of(head_parts, CollectiveOp::reduce_scatter, GroupKind::tensor, Pass::backward), boundary);
    }

    void experts_split_by_both_degrees() {
        BuildSettings settings;
        settings.sequence_length = 4096;
        const ModelGraph model = preset("mixtral-8x7b", settings);
        const Profile p = profile(model, 1, strategy(2, 4, 1, true));
        QCOMPARE(p.expert_parameters, 176'160'768.0 * 8 / (4 * 2));
        // Each tensor rank exchanges its half of the tokens.
        QCOMPARE(bytes_of(p, CollectiveOp::all_to_all, GroupKind::expert, Pass::forward), 2 * 67'108'864.0 / 2);
        // The pair of attention gathers the layer's input, that of the experts both copies of it.
        QCOMPARE(bytes_of(p, CollectiveOp::all_gather, GroupKind::tensor, Pass::forward), 33'554'432.0 + 67'108'864.0);
        const Profile plain = profile(model, 1, strategy(2, 4));
        QCOMPARE(bytes_of(plain, CollectiveOp::all_to_all, GroupKind::expert, Pass::forward), 2 * 67'108'864.0);
        QCOMPARE(bytes_of(plain, CollectiveOp::all_reduce, GroupKind::tensor, Pass::forward), 2 * 33'554'432.0);
    }

    void imbalance_costs_time_and_memory_of_experts_only() {
        ModelGraph model = preset("mixtral-8x7b");
        std::erase_if(model.layers[1].operators, [](const Operator& op) { return op.split != Split::expert; });
        ProfileSettings settings;
        settings.expert_imbalance = 1.5;
        const Profile even = profile(model, 1, strategy(1, 8));
        const Profile uneven = profile(model, 1, strategy(1, 8), 1, settings);
        QCOMPARE(uneven.forward_seconds, 1.5 * even.forward_seconds);
        QCOMPARE(uneven.activation_bytes, 1.5 * even.activation_bytes);
        QCOMPARE(uneven.forward_flop, even.forward_flop);
        const ModelGraph dense = preset("llama2-7b");
        QCOMPARE(profile(dense, 1, strategy(1), 1, settings), profile(dense, 1, strategy(1)));
    }

    void selective_recomputation_repeats_the_scores() {
        BuildSettings settings;
        settings.attention = AttentionKernel::unfused;
        const ModelGraph model = preset("gpt3-175b", settings);
        const Profile p = profile(model, 1, strategy(1));
        const double scores = 96.0 * 2048 * 2048;
        // Without dropout only the softmax output is kept: 2 a s^2 of (32 + 2 a s / h) s h.
        QCOMPARE(p.activation_bytes - p.selective_activation_bytes, 2 * scores);
        QCOMPARE(p.selective_activation_bytes, 32.0 * 2048 * 12288);
        // Two products of 2 s^2 h FLOP at 1 TFLOP/s, and a softmax that moves 4 a s^2 bytes at 1 TB/s.
        QCOMPARE(p.selective_recompute_seconds, 2 * 2.0 * 2048 * 2048 * 12288 / 1e12 + 4 * scores / 1e12);
        QVERIFY(p.selective_recompute_seconds < p.forward_seconds);
    }

    void profiled_tied_embedding() {
        ModelGraph model;
        model.tied_embeddings = true;
        Profile p;
        p.parameters = 100;
        model.layers = {{"in", LayerKind::embedding, {p}, {}}, {"out", LayerKind::head, {p}, {}}};
        QCOMPARE(profile(model, 0, strategy(1)).tied_parameters, 100.0);
        QCOMPARE(profile(model, 1, strategy(1)).tied_parameters, 0.0);
    }

    void more_ranks_never_cost_more() {
        for (const char* name : {"llama3-70b", "mixtral-8x7b", "gpt3-175b", "bert-large"}) {
            const ModelGraph model = preset(name);
            for (std::size_t layer = 0; layer < 2; ++layer) {
                Profile before = profile(model, layer, strategy(1));
                for (const std::int64_t t : {2, 4, 8}) {
                    const Profile plain = profile(model, layer, strategy(t));
                    const Profile parts = profile(model, layer, strategy(t, 1, 1, true));
                    QVERIFY(plain.forward_seconds <= before.forward_seconds);
                    QVERIFY(parts.forward_seconds <= plain.forward_seconds);
                    QVERIFY(parts.activation_bytes <= plain.activation_bytes);
                    QVERIFY(plain.parameters <= before.parameters);
                    before = plain;
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestStrategyRules)
#include "test_strategy_rules.moc"
