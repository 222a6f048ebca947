// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/files.h"
#include "oracle.h"
#include "plain_case.h"
#include "search/downsets.h"
#include "search/solve.h"

#include <QTest>

#include <cmath>
#include <nlohmann/json.hpp>

using namespace nest;
using nlohmann::json;

namespace {

bool close(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max({std::abs(a), std::abs(b), 1e-300});
}

class Random {
public:
    explicit Random(std::uint64_t seed) : m_state(seed * 2654435761U + 1) {}
    std::uint64_t below(std::uint64_t bound) {
        m_state = m_state * 6364136223846793005ULL + 1442695040888963407ULL;
        return (m_state >> 33) % bound;
    }

private:
    std::uint64_t m_state;
};

json layer(const std::string& id, double forward, double backward, double parameters, double activation_bytes) {
    json profile{{"forward_seconds", forward},
                 {"backward_seconds", backward},
                 {"parameters", parameters},
                 {"activation_bytes", activation_bytes}};
    return {{"id", id}, {"kind", "other"}, {"profiles", {profile}}};
}

/// Devices on two levels, much memory, one strategy: only cuts, replicas and layouts are open.
json case_of(json layers, json edges, int devices, int batch) {
    json file;
    file["model"] = {{"format", "nest-model"}, {"version", 1}, {"name", "branching"}};
    file["model"]["layers"] = std::move(layers);
    file["model"]["edges"] = std::move(edges);
    file["levels"] = fixture::two_level_network(devices, {2e9, 1e-5}, {5e8, 5e-5});
    file["device"] = fixture::plain_device(2e9);
    file["options"] = {{"global_batch", batch},  {"micro_batches", {1}}, {"precision", "megatron"},
                       {"objective", "latency"}, {"schedule", {"1f1b"}}, {"recompute", {"none", "full"}},
                       {"zero", {0, 1}},         {"zero_uniform", true}, {"layouts", {"pp-inner"}},
                       {"overlap_dp", 0.0},      {"overlap_zero", 0.0},  {"round_up_micro_batches", false}};
    return file;
}

/// Seven to nine layers on two or three branches.
json wide_case(std::uint64_t seed) {
    Random random(seed);
    const auto count = static_cast<int>(7 + random.below(3));
    json layers = json::array(), edges = json::array();
    for (int i = 0; i < count; ++i) {
        const double forward = 1e-4 * static_cast<double>(1 + random.below(40));
        layers.push_back(
            layer("n" + std::to_string(i), forward, forward * 0.5 * static_cast<double>(1 + random.below(5)),
                  1e5 * static_cast<double>(1 + random.below(100)), 1e6 * static_cast<double>(1 + random.below(200))));
        const auto branches = static_cast<int>(2 + seed % 2);
        const auto join = [&](int from) {
            edges.push_back({{"from", "n" + std::to_string(from)},
                             {"to", "n" + std::to_string(i)},
                             {"bytes", 1e4 * static_cast<double>(random.below(200))}});
        };
        if (i >= branches) join(i - branches);
        if (i > branches && random.below(100) < 15) join(i - branches - 1);
    }
    const int batches[] = {1, 2, 4, 16};
    json file = case_of(std::move(layers), std::move(edges), 4, batches[random.below(4)]);
    file["device"]["memory_bytes"] = 1e8 * static_cast<double>(2 + random.below(40));
    return file;
}

Problem problem_of(const json& file) {
    Result<Problem> problem = io::case_from_json(file, "branching");
    if (!problem) qFatal("%s", describe(problem.fault()).c_str());
    return *problem;
}

SolveResult solved(const Problem& problem) {
    SolveControl control;
    control.threads = 1;
    return solve(problem, control);
}

} // namespace

class TestBranching : public QObject {
    Q_OBJECT
private slots:
    /// Many branches, where most downsets are passed over without being priced, against exhaustive search.
    void wideGraphsEqualExhaustiveSearch() {
        int feasible = 0, pipelines = 0;
        for (std::uint64_t seed = 1; seed <= 60; ++seed) {
            const json file = wide_case(seed);
            const oracle::Best best = oracle::best(file);
            const SolveResult result = solved(problem_of(file));
            const QByteArray name = "seed " + QByteArray::number(static_cast<qulonglong>(seed));
            QVERIFY2(best.feasible == (result.status == SolveStatus::optimal), name.constData());
            if (!best.feasible) continue;
            ++feasible;
            QVERIFY2(close(best.step_seconds, result.plans.front().evaluation.step_seconds), name.constData());
            pipelines += result.plans.front().plan.stage_count() > 2 ? 1 : 0;
        }
        QVERIFY2(feasible > 30 && pipelines > 5, qPrintable(QStringLiteral("%1 %2").arg(feasible).arg(pipelines)));
    }

    /// Two chains of 133 equal layers side by side have 134^2 downsets. With transfers that cost nothing, 7 stages of
    /// 38 layers are perfectly balanced: (s + m - 1) loads.
    void twoChainsSideBySide() {
        json layers = json::array(), edges = json::array();
        for (const char* chain : {"a", "b"}) {
            for (int i = 0; i < 133; ++i) {
                layers.push_back(layer(chain + std::to_string(i), 1e-3, 2e-3, 0, 1));
                if (i > 0)
                    edges.push_back(
                        {{"from", chain + std::to_string(i - 1)}, {"to", chain + std::to_string(i)}, {"bytes", 0}});
            }
        }
        json file = case_of(std::move(layers), std::move(edges), 14, 32);
        file["options"]["pp"] = {7};
        file["options"]["dp"] = {1};
        const Problem problem = problem_of(file);
        const Downsets downsets = Downsets::build(problem.model, 40000);
        QVERIFY(downsets.complete());
        QCOMPARE(downsets.count(), 134 * 134);
        const SolveResult result = solved(problem);
        QCOMPARE(result.status, SolveStatus::optimal);
        QVERIFY(close(result.plans.front().evaluation.step_seconds, (7 + 32 - 1) * 38 * 3e-3));
        QCOMPARE(result.gap, 0.0);
    }

    /// One downset more than allowed: the order of the layers stands in, and the answer says so.
    void beyondTheLimit() {
        json file = wide_case(4);
        const Problem proven = problem_of(file);
        const int count = Downsets::build(proven.model, 40000).count();
        file["options"]["downset_limit"] = count - 1;
        const SolveResult ordered = solved(problem_of(file)), exact = solved(proven);
        QCOMPARE(exact.status, SolveStatus::optimal);
        QCOMPARE(ordered.status, SolveStatus::feasible);
        QVERIFY(ordered.plans.front().evaluation.step_seconds >=
                exact.plans.front().evaluation.step_seconds * (1 - 1e-12));
        QVERIFY(ordered.lower_bound_seconds <= exact.plans.front().evaluation.step_seconds * (1 + 1e-12));
    }

    /// Nine equal layers on four stages are at least three on one, 3 x 1e7 parameters of 18 bytes each: more than the
    /// device has, though a quarter of all is less. Told, with what was left out.
    void nothingFitsBeyondTheLimit() {
        json layers = json::array(), edges = json::array();
        for (int i = 0; i < 9; ++i) {
            layers.push_back(layer("n" + std::to_string(i), 1e-3, 2e-3, 1e7, 1));
            if (i >= 3)
                edges.push_back({{"from", "n" + std::to_string(i - 3)}, {"to", "n" + std::to_string(i)}, {"bytes", 1}});
        }
        json file = case_of(std::move(layers), std::move(edges), 4, 4);
        file["options"]["pp"] = {4};
        file["options"]["dp"] = {1};
        file["device"]["memory_bytes"] = 0.5e9;
        const SolveResult exact = solved(problem_of(file));
        QCOMPARE(exact.status, SolveStatus::infeasible);
        QVERIFY(exact.why_infeasible.text().find("downset_limit") == std::string::npos);
        file["options"]["downset_limit"] = 9;
        const SolveResult ordered = solved(problem_of(file));
        QCOMPARE(ordered.status, SolveStatus::infeasible);
        QVERIFY(ordered.plans.empty());
        QVERIFY2(
            ordered.why_infeasible.text().starts_with("No plan was found among cuts along one order of the layers"),
            ordered.why_infeasible.text().c_str());
        QVERIFY(ordered.why_infeasible.text().find("None of those tried fits in memory") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestBranching)
#include "test_branching.moc"
