// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/files.h"
#include "plan/traffic.h"

#include <QTest>
#include <algorithm>
#include <cmath>

using namespace nest;

namespace {

constexpr double elements = 1e9;
constexpr double gradient_bytes = 4 * elements; // Megatron precision: fp32 gradients, bf16 weights
constexpr double weight_bytes = 2 * elements;

/// Layers of a billion parameters each under every strategy named, on nodes of eight devices.
Problem billions(std::int64_t nodes, int layers, const Strategy& strategy, std::vector<Collective> collectives = {}) {
    ModelGraph model;
    model.name = "billions";
    for (int index = 0; index < layers; ++index) {
        Profile profile;
        profile.strategy = strategy;
        profile.forward_seconds = 0.1;
        profile.backward_seconds = 0.2;
        profile.parameters = elements;
        profile.collectives = collectives;
        Layer layer;
        layer.id = "layer" + std::to_string(index);
        layer.profiles = {profile};
        model.layers.push_back(layer);
        if (index) model.edges.push_back({index - 1, index, 1e6});
    }
    LevelModel levels;
    levels.slot_count = 8 * nodes;
    levels.levels = {Level{"node", 8, 400e9, 1e-6, {}}};
    if (nodes > 1) levels.levels.push_back(Level{"rail", 8 * nodes, 50e9, 5e-6, {}});
    Device device;
    device.name = "large";
    device.memory_bytes = 1e15;
    device.memory_bandwidth = 1e12;
    device.peak_flops = {{"bf16", 1e14}};
    Options options;
    options.global_batch = 64;
    Result<Problem> problem = make_problem(model, levels, device, options);
    if (!problem) qFatal("%s", describe(problem.fault()).c_str());
    return *problem;
}

Plan grid(const Strategy& strategy, std::int64_t replicas, const std::vector<std::vector<int>>& stages, int zero = 0) {
    Plan plan;
    plan.strategy = strategy;
    plan.replicas = replicas;
    for (const auto& layers : stages)
        plan.stages.push_back({layers, Recompute::none, zero});
    plan.stride = strategy.width() * plan.stage_count();
    return plan;
}

Traffic count(const Problem& problem, const Plan& plan) {
    const Result<Evaluation> evaluation = evaluate(problem, plan);
    if (!evaluation) qFatal("%s", describe(evaluation.fault()).c_str());
    const Result<Traffic> counted = traffic(problem, plan, *evaluation);
    if (!counted) qFatal("%s", describe(counted.fault()).c_str());
    return *counted;
}

double bytes(const Traffic& traffic, int level, TrafficKind kind, std::size_t stage = 0) {
    return traffic.of_stage(stage, level, kind).bytes;
}

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)) + 1e-18;
}

} // namespace

class TestTraffic : public QObject {
    Q_OBJECT
private slots:
    /// A ring all-reduce of S bytes over n ranks sends 2 (n - 1) / n S per rank, 2 (n - 1) S in all (Thakur et al.
    /// 2005).
    void gradientsInOneNode() {
        const Traffic counted = count(billions(1, 1, {}), grid({}, 8, {{0}}));
        QCOMPARE(counted.level_count(), 1);
        QVERIFY(near(bytes(counted, 1, TrafficKind::replication), 2 * 7.0 / 8 * gradient_bytes));
        QVERIFY(near(counted.of_cluster(1, TrafficKind::replication).bytes, 14 * gradient_bytes));
        QVERIFY(near(counted.of_mean_device(1, TrafficKind::replication).bytes, 2 * 7.0 / 8 * gradient_bytes));
        for (const TrafficKind kind :
             {TrafficKind::tensor, TrafficKind::expert, TrafficKind::context, TrafficKind::transfers})
            QCOMPARE(bytes(counted, 1, kind), 0.0);
    }

    /// Over two nodes: reduce-scatter inside the node, an exchange of the eighth that is left, and back.
    void gradientsAcrossNodes() {
        const Traffic counted = count(billions(2, 1, {}), grid({}, 16, {{0}}));
        QVERIFY(near(bytes(counted, 1, TrafficKind::replication), 2 * 7.0 / 8 * gradient_bytes));
        QVERIFY(near(bytes(counted, 2, TrafficKind::replication), gradient_bytes / 8));
        QVERIFY(near(counted.of_cluster(2, TrafficKind::replication).bytes, 2 * gradient_bytes));
    }

    /// ZeRO 1 scatters gradients and gathers weights; ZeRO 3 gathers weights twice a micro-batch and scatters as often.
    void zero() {
        const Problem problem = billions(1, 1, {});
        const double share = 7.0 / 8;
        QVERIFY(near(bytes(count(problem, grid({}, 8, {{0}}, 1)), 1, TrafficKind::replication),
                     share * (gradient_bytes + weight_bytes)));
        constexpr double micro_batches = 64 / 8;
        QVERIFY(near(bytes(count(problem, grid({}, 8, {{0}}, 3)), 1, TrafficKind::replication),
                     micro_batches * share * (2 * weight_bytes + gradient_bytes)));
    }

    /// Overlap hides seconds, not bytes.
    void overlap() {
        Problem problem = billions(1, 1, {});
        problem.options.overlap_dp = 0.75;
        const Traffic counted = count(problem, grid({}, 8, {{0}}));
        QVERIFY(near(bytes(counted, 1, TrafficKind::replication), 2 * 7.0 / 8 * gradient_bytes));
        const double all = 2 * (7 * 1e-6 + 7.0 / 8 * gradient_bytes / 400e9);
        QVERIFY(near(counted.of_stage(0, 1, TrafficKind::replication).seconds, 0.25 * all));
    }

    void transfersBetweenStages() {
        const Problem problem = billions(2, 2, {}); // 64 micro-batches of a million bytes
        Plan plan = grid({}, 1, {{0}, {1}});
        Traffic counted = count(problem, plan);
        QVERIFY(near(bytes(counted, 1, TrafficKind::transfers, 0), 64e6)); // activations
        QVERIFY(near(bytes(counted, 1, TrafficKind::transfers, 1), 64e6)); // gradients
        QCOMPARE(bytes(counted, 2, TrafficKind::transfers, 0), 0.0);
        plan.layout = LayoutKind::dp_inner; // the second stage in the other node
        plan.stride = 8;
        counted = count(problem, plan);
        QCOMPARE(bytes(counted, 1, TrafficKind::transfers, 0), 0.0);
        QVERIFY(near(bytes(counted, 2, TrafficKind::transfers, 0), 64e6));
        QVERIFY(near(counted.of_cluster(2, TrafficKind::transfers).bytes, 128e6));
    }

    /// Two all-reduces forward and two backward; full recomputation repeats the forward ones.
    void tensorParallel() {
        const Strategy strategy{4, 1, 1, false};
        const double tensor = 100e6;
        const Problem problem = billions(1, 1, strategy,
                                         {{CollectiveOp::all_reduce, GroupKind::tensor, Pass::forward, tensor, 2, 0},
                                          {CollectiveOp::all_reduce, GroupKind::tensor, Pass::backward, tensor, 2, 0}});
        Plan plan = grid(strategy, 2, {{0}}); // 32 micro-batches
        const double once = 2 * 3.0 / 4 * tensor;
        QVERIFY(near(bytes(count(problem, plan), 1, TrafficKind::tensor), 32 * 4 * once));
        plan.stages[0].recompute = Recompute::full;
        QVERIFY(near(bytes(count(problem, plan), 1, TrafficKind::tensor), 32 * 6 * once));
        plan.stages[0].recompute = Recompute::selective;
        QVERIFY(near(bytes(count(problem, plan), 1, TrafficKind::tensor), 32 * 4 * once));
    }

    /// 16 experts over two nodes: of what a rank holds, 7/16 goes to the others in its node, 8/16 to the other node.
    void expertParallel() {
        const Strategy strategy{1, 16, 1, false};
        const double held = 10e6;
        const Problem problem =
            billions(2, 1, strategy, {{CollectiveOp::all_to_all, GroupKind::expert, Pass::forward, held, 2, 0}});
        const Traffic counted = count(problem, grid(strategy, 1, {{0}})); // 4 micro-batches
        QVERIFY(near(bytes(counted, 1, TrafficKind::expert), 4 * 2 * 7.0 / 16 * held));
        QVERIFY(near(bytes(counted, 2, TrafficKind::expert), 4 * 2 * 8.0 / 16 * held));
    }

    void contextRing() {
        const Strategy strategy{1, 1, 16, false};
        const double tensor = 32e6;
        const Problem problem =
            billions(2, 1, strategy, {{CollectiveOp::ring_exchange, GroupKind::context, Pass::forward, tensor, 1, 0}});
        Plan plan = grid(strategy, 1, {{0}}); // 64 micro-batches
        QVERIFY(near(bytes(count(problem, plan), 2, TrafficKind::context), 64 * 15.0 / 16 * tensor));
        plan.stages[0].recompute = Recompute::selective; // runs the ring again
        QVERIFY(near(bytes(count(problem, plan), 2, TrafficKind::context), 2 * 64 * 15.0 / 16 * tensor));
    }

    /// A few bytes go up and down a tree: fewer steps of latency.
    void smallMessagesTakeTheTree() {
        const Strategy strategy{8, 1, 1, false};
        const Problem problem =
            billions(1, 1, strategy, {{CollectiveOp::all_reduce, GroupKind::tensor, Pass::forward, 1000, 1, 0}});
        QVERIFY(near(bytes(count(problem, grid(strategy, 1, {{0}})), 1, TrafficKind::tensor), 64 * 2 * 1000.0));
    }

    /// What the levels take sums to what the price says, for every plan of real searches.
    void secondsSumToThePrice_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("topology");
        QTest::newRow("dense") << "llama3-70b"
                               << "dgx-h100x16";
        QTest::newRow("experts") << "mixtral-8x7b"
                                 << "hgx-h100x4";
        QTest::newRow("tied") << "gpt2-xl"
                              << "dgx-a100x2";
    }
    void secondsSumToThePrice() {
        QFETCH(QString, model);
        QFETCH(QString, topology);
        Options options;
        options.global_batch = 256;
        options.overlap_dp = 0.5;
        options.overlap_zero = 0.25;
        const Result<Problem> problem = io::find_problem(model.toStdString(), topology.toStdString(), "", options);
        QVERIFY(problem.ok());
        SolveControl control;
        control.top_k = 40;
        const SolveResult result = solve(*problem, control);
        QVERIFY(result.plans.size() > 5);
        for (const RankedPlan& plan : result.plans) {
            const Result<Traffic> counted = traffic(*problem, plan.plan, plan.evaluation);
            QVERIFY(counted.ok());
            const auto m = static_cast<double>(plan.evaluation.micro_batches);
            for (std::size_t stage = 0; stage < plan.plan.stages.size(); ++stage) {
                const StageTime& time = plan.evaluation.stages[stage].time;
                const auto seconds = [&](TrafficKind kind) {
                    double sum = 0;
                    for (int level = 1; level <= counted->level_count(); ++level)
                        sum += counted->of_stage(stage, level, kind).seconds;
                    return sum;
                };
                QVERIFY(near(seconds(TrafficKind::tensor), m * time.tp_comm));
                QVERIFY(near(seconds(TrafficKind::expert), m * time.ep_comm));
                QVERIFY(near(seconds(TrafficKind::context), m * time.cp_comm));
                QVERIFY(near(seconds(TrafficKind::replication), m * time.zero_comm + time.sync));
                QVERIFY(near(seconds(TrafficKind::transfers), m * (time.p2p_in + time.p2p_out)));
            }
        }
    }

    /// A measured time stands for the whole collective, at the level it tops out at.
    void measuredCollectives() {
        Problem problem = billions(2, 1, {});
        const double size = gradient_bytes;
        problem.levels.levels[1].profile = {{CollectiveOp::all_reduce, 16, size / 2, 0.5},
                                            {CollectiveOp::all_reduce, 16, size, 1.0}};
        QVERIFY(problem.levels.finish().empty());
        const Traffic counted = count(problem, grid({}, 16, {{0}}));
        QVERIFY(near(counted.of_stage(0, 2, TrafficKind::replication).seconds, 1.0));
        QCOMPARE(counted.of_stage(0, 1, TrafficKind::replication).seconds, 0.0);
        QVERIFY(near(bytes(counted, 1, TrafficKind::replication), 2 * 7.0 / 8 * gradient_bytes));
    }
};

QTEST_APPLESS_MAIN(TestTraffic)
#include "test_traffic.moc"
