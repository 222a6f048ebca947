// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/evaluation.h"
#include "plan/stage_cost.h"

#include <QTest>
#include <cmath>

using namespace nest;

namespace {

/// One layer of 7.5e9 parameters that nothing else costs, on a flat network.
Problem parameters_only(std::int64_t devices) {
    Profile profile;
    profile.forward_seconds = 1;
    profile.backward_seconds = 2;
    profile.parameters = 7.5e9;
    Layer layer;
    layer.id = "all";
    layer.profiles = {profile};
    ModelGraph model;
    model.name = "7.5B";
    model.layers = {layer};
    LevelModel levels;
    levels.name = "flat";
    levels.slot_count = devices;
    levels.levels = {Level{"flat", devices, 100e9, 1e-6, {}}};
    Device device;
    device.name = "large";
    device.memory_bytes = 1e15;
    device.memory_bandwidth = 1e12;
    device.peak_flops = {{"bf16", 1e14}};
    Options options;
    options.global_batch = devices;
    options.precision = Precision::zero;
    Result<Problem> problem = make_problem(model, levels, device, options);
    if (!problem) qFatal("%s", describe(problem.fault()).c_str());
    return *problem;
}

Plan replicated(std::int64_t replicas, int zero) {
    Plan plan;
    plan.replicas = replicas;
    plan.stride = 1;
    plan.stages = {StagePlan{{0}, Recompute::none, zero}};
    return plan;
}

} // namespace

namespace {

/// Four equal layers in a row: 1 s forward, 2 s backward, 10 bytes kept, 1 s for every transfer.
Problem four_layers(std::int64_t batch) {
    Profile profile;
    profile.forward_seconds = 1;
    profile.backward_seconds = 2;
    profile.activation_bytes = 10;
    ModelGraph model;
    model.name = "row";
    for (int index = 0; index < 4; ++index) {
        Layer layer;
        layer.id = "n" + std::to_string(index);
        layer.profiles = {profile};
        model.layers.push_back(layer);
        if (index > 0) model.edges.push_back({index - 1, index, 1e9});
    }
    LevelModel levels;
    levels.name = "pair";
    levels.slot_count = 2;
    levels.levels = {Level{"pair", 2, 1e9, 0, {}}};
    Device device;
    device.name = "large";
    device.memory_bytes = 1e15;
    device.memory_bandwidth = 1e12;
    device.peak_flops = {{"bf16", 1e14}};
    Options options;
    options.global_batch = batch;
    options.reserve_bytes = 0;
    options.reserve_fraction = 0;
    Result<Problem> problem = make_problem(model, levels, device, options);
    if (!problem) qFatal("%s", describe(problem.fault()).c_str());
    return *problem;
}

Plan two_by_two() {
    Plan plan;
    plan.schedule = ScheduleKind::interleaved;
    plan.stride = 2;
    plan.stages = {StagePlan{{0, 2}, Recompute::none, 0, 0, {1, 1}}, StagePlan{{1, 3}, Recompute::none, 0, 0, {1, 1}}};
    return plan;
}

} // namespace

class TestEvaluate : public QObject {
    Q_OBJECT
private slots:
    /// Worked out by hand. Stage 0: 1 and 1 + 1 s forward (the second chunk's input comes back around), 2 + 1 s
    /// backward twice; stage 1: 1 + 1 s twice, 2 + 1 and 2 s. Loads of 9 s; two micro-batches: 2 x 9 + 9 / 2. Kept are
    /// all four passes on stage 0, three on stage 1.
    void interleavedByHand() {
        const Problem problem = four_layers(2);
        const Result<Evaluation> evaluation = evaluate(problem, two_by_two());
        QVERIFY2(evaluation.ok(), evaluation.ok() ? "" : describe(evaluation.fault()).c_str());
        for (const StageEvaluation& stage : evaluation->stages)
            QCOMPARE(stage.time.load, 9.0);
        QCOMPARE(evaluation->stages[0].time.fw, 3.0);
        QCOMPARE(evaluation->stages[1].time.fw, 4.0);
        QCOMPARE(evaluation->stages[0].chunks[1].p2p_in, 1.0);
        QCOMPARE(evaluation->pipeline_seconds, 22.5);
        QCOMPARE(evaluation->stages[0].in_flight, std::int64_t{4});
        QCOMPARE(evaluation->stages[1].in_flight, std::int64_t{3});
        QCOMPARE(evaluation->stages[0].memory.activations + evaluation->stages[0].memory.stash, 40.0);
        QCOMPARE(evaluation->stages[1].memory.activations + evaluation->stages[1].memory.stash, 30.0);
        QCOMPARE(layout_text(two_by_two()), std::string("tp1 pp2 dp1 mb1 zero0 vpp2"));
    }

    void whatSchedulesNeed() {
        const auto word = [](const Problem& problem, const Plan& plan) {
            const Result<Evaluation> evaluation = evaluate(problem, plan);
            return evaluation.ok() ? std::string() : describe(evaluation.fault());
        };
        const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
        QVERIFY(has(word(four_layers(3), two_by_two()), "multiple of the 2 stages"));
        Plan plan = two_by_two();
        plan.schedule = ScheduleKind::one_f_one_b;
        QVERIFY(has(word(four_layers(2), plan), "interleaved"));
        plan = two_by_two();
        plan.stages[1].chunk_sizes = {2};
        QVERIFY(has(word(four_layers(2), plan), "virtual stages"));
        plan = two_by_two();
        std::swap(plan.stages[0].layers, plan.stages[1].layers);
        QVERIFY(has(word(four_layers(2), plan), "order of the layers"));
        plan.schedule = ScheduleKind::zb_h1;
        plan.stages = {StagePlan{{0, 1}, Recompute::none, 0}, StagePlan{{2, 3}, Recompute::none, 0}};
        QVERIFY(has(word(four_layers(1), plan), "as many micro-batches as stages"));
        QCOMPARE(word(four_layers(2), plan), std::string());
    }

    /// ZeRO (Rajbhandari et al. 2020), figure 1: 7.5B parameters on 64 devices take 120, 31.4, 16.6 and 1.9 GB.
    void zeroPaper() {
        const Problem problem = parameters_only(64);
        const double published[] = {120, 31.4, 16.6, 1.9};
        for (int zero = 0; zero <= 3; ++zero) {
            const Result<Evaluation> evaluation = evaluate(problem, replicated(64, zero));
            QVERIFY(evaluation.ok());
            const StageMemory& memory = evaluation->stages.front().memory;
            const double states = memory.weights + memory.gradients + memory.optimizer;
            QVERIFY2(std::abs(states / 1e9 - published[zero]) < 0.05, qPrintable(QString::number(states / 1e9)));
        }
    }

    /// Llama-3 70B's last stage at t = 8: 6 bytes * 8192 tokens * 129 024 / 8, the vocabulary of 128 256 padded to a
    /// multiple of 128 * 8.
    void logits() {
        Problem problem = parameters_only(8);
        problem.model.vocab_size = 128256;
        problem.model.sequence_length = 8192;
        QCOMPARE(price_settings(problem, {8, 1, 1, true}, 1, 1, 1, ScheduleKind::one_f_one_b, 0).logits_bytes,
                 792723456.0);
        problem.options.fused_loss = true;
        QCOMPARE(price_settings(problem, {8, 1, 1, true}, 1, 1, 1, ScheduleKind::one_f_one_b, 0).logits_bytes, 0.0);
    }

    /// The first stage holds the embedding and the last the output layer: 128 parameters of the one and 64 of the
    /// other, at 2 + 2 + 12 bytes; ZeRO 1 shards the optimizer over the two replicas. The block between has neither.
    void embeddingAndOutputLayer() {
        Problem problem = parameters_only(6);
        ModelGraph& model = problem.model;
        const Layer block = model.layers.front();
        model.layers = {block, block, block};
        for (int index = 0; index < 3; ++index)
            model.layers[static_cast<std::size_t>(index)].id = "layer" + std::to_string(index);
        model.layers[0].kind = LayerKind::embedding;
        model.layers[2].kind = LayerKind::head;
        for (Layer& layer : model.layers)
            for (Profile& profile : layer.profiles)
                profile.parameters = layer.kind == LayerKind::embedding ? 128
                                     : layer.kind == LayerKind::head    ? 64
                                                                        : 1000;
        model.edges = {{0, 1, 8}, {1, 2, 8}};
        Plan plan = replicated(2, 0);
        plan.layout = LayoutKind::dp_inner;
        plan.stride = 2;
        plan.stages = {StagePlan{{0}, Recompute::none, 1}, StagePlan{{1}, Recompute::none, 1},
                       StagePlan{{2}, Recompute::none, 1}};
        const Result<Evaluation> evaluation = evaluate(problem, plan);
        QVERIFY2(evaluation.ok(), evaluation ? "" : describe(evaluation.fault()).c_str());
        const auto& stages = evaluation->stages;
        QCOMPARE(stages[0].embedding, (StateBytes{256, 256, 768}));
        QCOMPARE(stages[0].head, StateBytes{});
        QCOMPARE(stages[1].embedding, StateBytes{});
        QCOMPARE(stages[1].head, StateBytes{});
        QCOMPARE(stages[2].embedding, StateBytes{});
        QCOMPARE(stages[2].head, (StateBytes{128, 128, 384}));
        // They are parts of the stage's memory: here all of it that parameters take.
        QCOMPARE(stages[0].memory.optimizer, stages[0].embedding.optimizer);
        QCOMPARE(stages[2].memory.weights, stages[2].head.weights);
    }

    /// Ring all-reduce of 2-byte gradients over 64 ranks: 2 * 63 latencies + 2 * 63/64 * 15e9 / 100e9.
    void gradientSync() {
        const Problem problem = parameters_only(64);
        const Result<Evaluation> evaluation = evaluate(problem, replicated(64, 0));
        const double ring = 2 * (63 * 1e-6 + 63.0 / 64 * 15e9 / 100e9);
        QVERIFY(std::abs(evaluation->sync_seconds - ring) < 1e-12);
        // update: (2 * 12 + 2 + 2) bytes * 7.5e9 at 1e12 bytes/s
        QVERIFY(std::abs(evaluation->update_seconds - 28 * 7.5e9 / 1e12) < 1e-12);
        QVERIFY(std::abs(evaluation->step_seconds - (3 + ring + 0.21)) < 1e-12);
    }

    void faultsNameThePlace_data() {
        QTest::addColumn<int>("kind");
        for (int kind = 0; kind < 7; ++kind)
            QTest::newRow(qPrintable(QString::number(kind))) << kind;
    }
    void faultsNameThePlace() {
        QFETCH(int, kind);
        const Problem problem = parameters_only(4);
        Plan plan = replicated(2, 0);
        if (kind == 0) plan.stages.clear();
        if (kind == 1) plan.stages[0].layers = {0, 0};
        if (kind == 2) plan.stages[0].layers = {3};
        if (kind == 3) plan.replicas = 8;
        if (kind == 4) plan.replicas = 3; // 4 sequences don't divide by 3
        if (kind == 5) plan.stages[0].zero = 7;
        if (kind == 6) plan.strategy.tp = 2; // no profile
        const Result<Evaluation> evaluation = evaluate(problem, plan);
        QVERIFY(!evaluation.ok());
        QVERIFY(!describe(evaluation.fault()).empty());
    }

    void treeSumsUp() {
        const Problem problem = parameters_only(8);
        const Plan plan = replicated(8, 2);
        const Result<Evaluation> evaluation = evaluate(problem, plan);
        const CostNode tree = cost_tree(problem, plan, *evaluation);
        double sum = 0;
        for (int part = 0; part < 3; ++part)
            sum += tree.children[static_cast<std::size_t>(part)].value;
        QCOMPARE(sum, tree.value);
        for (const CostNode& node : tree.children[3].children) {
            if (node.children.empty()) continue;
            double parts = 0;
            for (const CostNode& child : node.children)
                parts += child.value;
            QVERIFY(std::abs(parts - node.value) <= 1e-12 * node.value);
        }
    }
};

QTEST_APPLESS_MAIN(TestEvaluate)
#include "test_evaluate.moc"
