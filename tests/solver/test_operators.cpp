// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model_fixtures.h"

#include <QtTest>

using namespace nest;
using namespace nest::fixture;

/// One block of three published models on one device, against values worked out by hand from the formulas of
/// Megatron-LM (Shoeybi et al. 2019; Narayanan et al. 2021) and Korthikanti et al. 2022, table 2. Symbols: s sequence,
/// h hidden, f feed-forward width, a heads, g key/value heads.
class TestOperators : public QObject {
    Q_OBJECT
private slots:
    void llama3_70b_parameters() {
        const ModelGraph model = preset("llama3-70b");
        // attention 2 h h + 2 h 1024, MLP 3 h f, norms 2 h
        QCOMPARE(profile(model, 1, strategy(1)).parameters, 150'994'944.0 + 704'643'072.0 + 16'384.0);
        QCOMPARE(profile(model, 1, strategy(1)).parameters, 855'654'400.0);
        // matrices / 8, norms whole
        QCOMPARE(profile(model, 1, strategy(8)).parameters, 106'971'136.0);
        QCOMPARE(profile(model, 1, strategy(8, 1, 1, true)).parameters, 106'971'136.0);
        QCOMPARE(profile(model, 1, strategy(8)).expert_parameters, 0.0);
    }

    void llama3_70b_flop() {
        const double matrices = 14'018'773'254'144.0; // 2 * 855 638 016 * 8192
        const double scores = 2'199'023'255'552.0;    // 4 s^2 h
        QCOMPARE(profile(preset("llama3-70b"), 1, strategy(1)).forward_flop, matrices + scores);
        BuildSettings causal;
        causal.causal_flop = true;
        QCOMPARE(profile(preset("llama3-70b", causal), 1, strategy(1)).forward_flop, matrices + scores / 2);
        QCOMPARE(profile(preset("llama3-70b"), 1, strategy(8)).forward_flop, (matrices + scores) / 8);
        QCOMPARE(profile(preset("llama3-70b"), 1, strategy(8), 4).forward_flop, (matrices + scores) / 2);
    }

    void llama3_70b_saved_bytes() {
        const ModelGraph model = preset("llama3-70b");
        // s h (12 + 4 g / a + 6 f / h) = 33.5 s h
        QCOMPARE(profile(model, 1, strategy(1)).activation_bytes, 2'248'146'944.0);
        QCOMPARE(profile(model, 1, strategy(8, 1, 1, true)).activation_bytes, 281'018'368.0); // all / 8
        QCOMPARE(profile(model, 1, strategy(8)).activation_bytes, 750'780'416.0);             // (8 + 25.5 / 8) s h
        QCOMPARE(profile(model, 1, strategy(8), 2).activation_bytes, 2 * 750'780'416.0);
        // A flash kernel keeps no scores: selective recomputation has nothing to drop.
        const Profile flash = profile(model, 1, strategy(8));
        QCOMPARE(flash.selective_activation_bytes, flash.activation_bytes);
        QCOMPARE(flash.selective_recompute_seconds, 0.0);
        // Full recomputation keeps the block's input alone: the boundary tensor.
        for (const Edge& edge : model.edges)
            QCOMPARE(edge.bytes, 134'217'728.0);
    }

    void llama3_70b_collectives() {
        const ModelGraph model = preset("llama3-70b");
        const auto tensor = [](const Profile& p, CollectiveOp op, Pass pass) {
            return count_of(p, op, GroupKind::tensor, pass);
        };
        const Profile plain = profile(model, 1, strategy(8));
        QCOMPARE(tensor(plain, CollectiveOp::all_reduce, Pass::forward), 2.0);
        QCOMPARE(tensor(plain, CollectiveOp::all_reduce, Pass::backward), 2.0);
        QCOMPARE(plain.collectives.size(), std::size_t(2));
        const Profile parts = profile(model, 1, strategy(8, 1, 1, true));
        QCOMPARE(tensor(parts, CollectiveOp::all_gather, Pass::forward), 2.0);
        QCOMPARE(tensor(parts, CollectiveOp::reduce_scatter, Pass::forward), 2.0);
        QCOMPARE(tensor(parts, CollectiveOp::all_gather, Pass::backward), 4.0);
        QCOMPARE(tensor(parts, CollectiveOp::reduce_scatter, Pass::backward), 2.0);
        QCOMPARE(parts.collectives.size(), std::size_t(4));
        for (const Profile& p : {plain, parts}) {
            for (const Collective& c : p.collectives)
                QCOMPARE(c.bytes, 134'217'728.0);
        }
        QVERIFY(profile(model, 1, strategy(1)).collectives.empty());
    }

    void llama3_70b_context_ring() {
        const ModelGraph model = preset("llama3-70b");
        const Profile p = profile(model, 1, strategy(1, 1, 2));
        QCOMPARE(bytes_of(p, CollectiveOp::ring_exchange, GroupKind::context, Pass::forward), 33'554'432.0);
        QCOMPARE(bytes_of(p, CollectiveOp::ring_exchange, GroupKind::context, Pass::backward), 2 * 33'554'432.0);
        const Profile split = profile(model, 1, strategy(4, 1, 2));
        QCOMPARE(bytes_of(split, CollectiveOp::ring_exchange, GroupKind::context, Pass::forward), 33'554'432.0 / 4);
    }

    void mixtral_8x7b_block() {
        BuildSettings settings;
        settings.sequence_length = 4096;
        const ModelGraph model = preset("mixtral-8x7b", settings);
        // attention 41 943 040, 8 experts of 176 160 768, router 32 768, norms 8 192
        QCOMPARE(profile(model, 1, strategy(1)).parameters, 1'451'270'144.0);
        QCOMPARE(profile(model, 1, strategy(1)).expert_parameters, 8 * 176'160'768.0);
        const Profile split = profile(model, 1, strategy(1, 8));
        QCOMPARE(split.parameters, 218'144'768.0);
        QCOMPARE(split.expert_parameters, 176'160'768.0);
        for (const Pass pass : {Pass::forward, Pass::backward}) {
            QCOMPARE(count_of(split, CollectiveOp::all_to_all, GroupKind::expert, pass), 2.0);
            QCOMPARE(bytes_of(split, CollectiveOp::all_to_all, GroupKind::expert, pass), 2 * 67'108'864.0);
        }
        QCOMPARE(split.collectives.size(), std::size_t(2));
    }

    void mixtral_8x7b_expert_flop_is_the_same_for_any_e() {
        BuildSettings settings;
        settings.sequence_length = 4096;
        ModelGraph model = preset("mixtral-8x7b", settings);
        std::erase_if(model.layers[1].operators, [](const Operator& op) { return op.split != Split::expert; });
        for (const std::int64_t e : {1, 2, 4, 8}) {
            const Profile p = profile(model, 1, strategy(1, e));
            QCOMPARE(p.forward_flop, 2'886'218'022'912.0); // 2 * 176 160 768 * 4096 tokens * 2 choices
        }
    }

    void gpt3_175b_block() {
        BuildSettings settings;
        settings.attention = AttentionKernel::unfused;
        settings.dropout = true;
        const ModelGraph model = preset("gpt3-175b", settings);
        const Profile whole = profile(model, 1, strategy(1));
        QCOMPARE(whole.parameters, 1'812'099'072.0);       // 12 h^2 + 13 h
        QCOMPARE(whole.forward_flop, 7'627'861'917'696.0); // 24 s h^2 + 4 s^2 h
        QCOMPARE(whole.activation_bytes, 2'868'903'936.0); // s h (34 + 5 a s / h)
        QCOMPARE(whole.selective_flop, 4.0 * 2048 * 2048 * 12288);
        QCOMPARE(profile(model, 1, strategy(8)).activation_bytes, 578'813'952.0);
        const Profile parts = profile(model, 1, strategy(8, 1, 1, true));
        QCOMPARE(parts.activation_bytes, 358'612'992.0);
        QCOMPARE(parts.selective_activation_bytes, 106'954'752.0);
        QCOMPARE(model.edges.front().bytes, 50'331'648.0);
        // Biases of row-parallel matrices and norms are whole on every rank: 12 h^2 / 8, (3 + 4) h / 8, 2 h + 4 h.
        QCOMPARE(profile(model, 1, strategy(8)).parameters, 12.0 * 12288 * 12288 / 8 + 7.0 * 12288 / 8 + 6.0 * 12288);
    }

    /// DeepSeek-V3's first block, s 4096: h 7168, 128 heads, latents of 1536 and 512, head parts 128, 64 and 128.
    void latent_attention() {
        const double s = 4096, h = 7168, a = 128, f = 18432, q_rank = 1536, kv_rank = 512;
        const ModelGraph model = preset("deepseek-v3");
        const double down = h * q_rank + h * (kv_rank + 64);
        const double split = q_rank * a * 192 + kv_rank * a * 256 + a * 128 * h + 3 * h * f;
        const double norms = 2 * h + q_rank + kv_rank;
        const Profile one = profile(model, 1, strategy(1));
        QCOMPARE(one.parameters, down + split + norms);
        QCOMPARE(one.forward_flop, 2 * s * (down + split) + 2 * s * s * a * (192 + 128));

        // Ways down to the latents are whole on every rank, those up from them are split by heads.
        const Profile eight = profile(model, 1, strategy(8));
        QCOMPARE(eight.parameters, down + norms + split / 8);
        const double by_token = s * (8 * h + 4 * q_rank + 4 * kv_rank + 2 * 64);
        const double by_head = 2 * s * a * (192 + 192 + 128 + 128) + 6 * s * f;
        QCOMPARE(one.activation_bytes, by_token + by_head);
        QCOMPARE(eight.activation_bytes, by_token + by_head / 8);
        QCOMPARE(profile(model, 1, strategy(8, 1, 1, true)).activation_bytes, (by_token + by_head) / 8);

        // Two outputs are summed forward; backward the gradients of both latents (with the rotary key) and of the MLP.
        const double latents = 2 * s * (q_rank + kv_rank + 64);
        QCOMPARE(bytes_of(eight, CollectiveOp::all_reduce, GroupKind::tensor, Pass::forward), 4 * s * h);
        QCOMPARE(bytes_of(eight, CollectiveOp::all_reduce, GroupKind::tensor, Pass::backward), latents + 2 * s * h);
        QCOMPARE(count_of(eight, CollectiveOp::all_reduce, GroupKind::tensor, Pass::backward), 3.0);

        // A context ring carries the expanded keys and values of this rank's heads.
        const Profile ring = profile(model, 1, strategy(8, 1, 4));
        QCOMPARE(bytes_of(ring, CollectiveOp::ring_exchange, GroupKind::context, Pass::forward), 2 * s * a * 320 / 8);
    }

    void latent_attention_without_fused_kernel_costs_the_same_flop() {
        BuildSettings settings;
        settings.attention = AttentionKernel::unfused;
        const Profile unfused = profile(preset("deepseek-v3", settings), 1, strategy(1));
        const Profile flash = profile(preset("deepseek-v3"), 1, strategy(1));
        QCOMPARE(unfused.forward_flop, flash.forward_flop);
        QCOMPARE(unfused.activation_bytes, flash.activation_bytes + 2.0 * 128 * 4096 * 4096);
    }

    void every_feed_forward_width_has_to_divide() {
        const ModelGraph model = preset("deepseek-v3"); // widths 2048 and 18432, 128 heads
        QVERIFY(why_invalid(model, strategy(64)).empty());
        ModelGraph odd = model;
        odd.architecture->ffn = 18432 + 1;
        QVERIFY(!why_invalid(odd, strategy(2)).empty());
        odd.architecture->dense_blocks.clear(); // then no block has that width
        QVERIFY(why_invalid(odd, strategy(2)).empty());
        odd.architecture->shared_ffn = 2047;
        QVERIFY(!why_invalid(odd, strategy(2)).empty());
    }

    void flash_attention_with_dropout_keeps_34() {
        BuildSettings settings;
        settings.dropout = true;
        const Profile p = profile(preset("gpt3-175b", settings), 1, strategy(1));
        QCOMPARE(p.activation_bytes, 34.0 * 2048 * 12288);
    }
};

QTEST_GUILESS_MAIN(TestOperators)
#include "test_operators.moc"
