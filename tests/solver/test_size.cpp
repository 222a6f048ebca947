// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "explain/size.h"
#include "plan_fixtures.h"

#include <QTest>

using namespace nest;

namespace {

SizeRequest preset_request(const std::string& model, const std::string& topology, std::int64_t most,
                           const Options& options = {}) {
    SizeRequest request;
    request.most_nodes = most;
    request.problem = [=](std::int64_t nodes) {
        return io::find_problem(model, topology + "x" + std::to_string(nodes), {}, options);
    };
    return request;
}

const RankedPlan* plan_at(const SizeRequest& request, std::int64_t nodes, SolveResult& result) {
    result = fixture::solved(*request.problem(nodes));
    return result.plans.empty() ? nullptr : &result.plans.front();
}

} // namespace

class SizeTest : public QObject {
    Q_OBJECT
private slots:
    /// The answer fits, one node less does not, by direct searches; so with a step time to reach.
    void leastIsTheLeast_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("topology");
        QTest::addColumn<int>("batch");
        QTest::newRow("dense") << "llama3-70b"
                               << "dgx-h100" << 256;
        QTest::newRow("experts") << "mixtral-8x7b"
                                 << "hgx-a100" << 128;
        QTest::newRow("torus") << "llama2-7b"
                               << "tpu-v4-torus" << 64;
        QTest::newRow("large") << "llama3-405b"
                               << "dgx-h100" << 512;
    }
    void leastIsTheLeast() {
        QFETCH(QString, model);
        QFETCH(QString, topology);
        QFETCH(int, batch);
        Options options;
        options.global_batch = batch;
        SizeRequest request = preset_request(model.toStdString(), topology.toStdString(), 64, options);
        const Size fits = size_of(request, {});
        QVERIFY(fits.least && fits.proven && !fits.stopped && fits.faults.empty());
        QVERIFY(!fits.least_target);
        SolveResult result;
        const RankedPlan* plan = plan_at(request, fits.least->nodes, result);
        QVERIFY(plan && *plan == *fits.least->plan);
        if (fits.least->nodes > 1) QVERIFY(!plan_at(request, fits.least->nodes - 1, result));

        // A quarter of the time that the least cluster takes.
        request.target_seconds = fits.least->plan->evaluation.step_seconds / 4;
        const Size fast = size_of(request, {});
        QVERIFY(fast.least && fast.least->nodes == fits.least->nodes);
        QVERIFY(fast.least_target);
        QVERIFY(fast.least_target->nodes > fast.least->nodes);
        plan = plan_at(request, fast.least_target->nodes, result);
        QVERIFY(plan && plan->evaluation.step_seconds <= request.target_seconds);
        plan = plan_at(request, fast.least_target->nodes - 1, result);
        QVERIFY(!plan || plan->evaluation.step_seconds > request.target_seconds);
        // Ascending, and never slower with more.
        double last = std::numeric_limits<double>::infinity();
        std::int64_t nodes = 0;
        for (const SizePoint& point : fast.curve) {
            QVERIFY(point.nodes > nodes);
            nodes = point.nodes;
            if (!point.plan) continue;
            QVERIFY(point.plan->evaluation.step_seconds <= last * (1 + 1e-9));
            last = point.plan->evaluation.step_seconds;
        }
    }

    void outOfReach() {
        Options options;
        options.global_batch = 8;
        SizeRequest request = preset_request("llama3-405b", "dgx-h100", 2, options);
        QVERIFY(!size_of(request, {}).least);
        request = preset_request("llama3-8b", "dgx-h100", 4, options);
        request.target_seconds = 1e-6;
        const Size size = size_of(request, {});
        QVERIFY(size.least && !size.least_target);
    }

    /// A cluster that gets slower with more nodes is told from one that doesn't.
    void contradictionsAreSaid() {
        SizeRequest request = preset_request("llama3-8b", "dgx-h100", 4);
        const auto good = request.problem;
        request.problem = [good](std::int64_t nodes) {
            Result<Problem> problem = good(nodes);
            if (nodes > 1) problem->device.matmul_efficiency /= 8;
            return problem;
        };
        const Size size = size_of(request, {});
        QVERIFY(size.least);
        QVERIFY(!size.proven);
    }

    void stops() {
        std::stop_source source;
        source.request_stop();
        SolveControl control;
        control.stop = source.get_token();
        const Size size = size_of(preset_request("llama3-8b", "dgx-h100", 4), control);
        QVERIFY(size.stopped && !size.least && !size.proven);
    }

    void faultsEndTheCurve() {
        const Size size = size_of(preset_request("llama3-8b", "no-such-network", 4), {});
        QVERIFY(!size.faults.empty());
        QVERIFY(!size.least);
    }
};

QTEST_APPLESS_MAIN(SizeTest)
#include "test_size.moc"
