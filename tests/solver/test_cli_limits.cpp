// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli_fixture.h"
#include "io/files.h"
#include "plain_case.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <nlohmann/json.hpp>

using namespace nest;
using namespace nest::fixture;
using nlohmann::json;

namespace {

constexpr double forward = 1e-3, backward = 2e-3;

/// Equal layers in chains side by side, which nothing joins: every choice of beginnings is a downset.
json chains(int count, int length, double parameters) {
    json layers = json::array(), edges = json::array();
    for (int i = 0; i < length; ++i)
        for (int chain = 0; chain < count; ++chain) {
            const auto id = [chain](int at) { return "c" + std::to_string(chain) + "." + std::to_string(at); };
            json profile{{"forward_seconds", forward},
                         {"backward_seconds", backward},
                         {"parameters", parameters},
                         {"activation_bytes", 1}};
            layers.push_back({{"id", id(i)}, {"kind", "other"}, {"profiles", {std::move(profile)}}});
            if (i > 0) edges.push_back({{"from", id(i - 1)}, {"to", id(i)}, {"bytes", 0}});
        }
    return {{"format", "nest-model"}, {"version", 1}, {"name", "chains"}, {"layers", layers}, {"edges", edges}};
}

/// Four devices, four stages of one replica.
json case_of(json model, double memory_bytes, int batch) {
    json file{{"model", std::move(model)},
              {"levels", two_level_network(4, {2e9, 1e-5}, {5e8, 5e-5})},
              {"device", plain_device(memory_bytes)}};
    file["options"] = {{"global_batch", batch}, {"micro_batches", {1}},  {"pp", {4}},   {"dp", {1}},
                       {"schedule", {"1f1b"}},  {"recompute", {"none"}}, {"zero", {0}}, {"layouts", {"pp-inner"}},
                       {"overlap_dp", 0.0},     {"objective", "latency"}};
    return file;
}

} // namespace

/// Answers beyond what can be proven, from the command line.
class TestCliLimits : public QObject {
    Q_OBJECT

private slots:
    /// Nine layers on four stages are at least three on one, 3 x 1e7 parameters of 18 bytes each, more than the device
    /// has. Where not all cuts were tried, that is said beside it.
    void nothingFitsBeyondTheDownsetLimit() {
        json file = case_of(chains(3, 3, 1e7), 0.5e9, 4);
        const Run proven = run({"solve", "--case", written(file)});
        QCOMPARE(proven.status, 3);
        QVERIFY2(contains(proven.err, "no feasible plan: "), proven.err.c_str());
        QVERIFY2(!contains(proven.err, "downset_limit"), proven.err.c_str());
        file["options"]["downset_limit"] = 9; // of 4 x 4 x 4
        const Run ordered = run({"solve", "--case", written(file)});
        QCOMPARE(ordered.status, 3);
        QVERIFY2(contains(ordered.err,
                          "No plan was found among cuts along one order of the layers; raise downset_limit "
                          "(now 9) to try the others."),
                 ordered.err.c_str());
        QVERIFY2(contains(ordered.err, "None of those tried fits in memory"), ordered.err.c_str());
    }

    /// 2 x 1500 layers have 1501^2 downsets, more than are tried. 750 layers on each of the four stages are the best
    /// that can be, (16 + 3) x 750 x 3 ms, and cuts along one order reach it; the answer is bounded, not proven.
    void thousandsOfLayers() {
        const std::string out = m_folder.filePath("deep.json").toStdString();
        const Run deep = run({"solve", "--case", written(case_of(chains(2, 1500, 0), 2e9, 16)), "--json", out});
        QVERIFY2(deep.status == 0, deep.err.c_str());
        const json plan = *io::read_json(out);
        const double best = (16 + 3) * 750 * (forward + backward);
        const double step = plan["metrics"]["step_seconds"].get<double>();
        QVERIFY2(std::abs(step - best) <= 1e-9 * best, std::to_string(step).c_str());
        QCOMPARE(plan["status"].get<std::string>(), std::string("feasible"));
        const double gap = plan["gap"].get<double>();
        QVERIFY2(gap >= 0 && gap < 1, std::to_string(gap).c_str());
        QVERIFY(step * (1 - gap) <= best * (1 + 1e-9)); // no bound above what can be had
        std::size_t layers = 0;
        for (const json& stage : plan["stages"])
            layers += stage["layer_ids"].size();
        QCOMPARE(layers, std::size_t(3000));
        QVERIFY2(contains(deep.out, "best found"), deep.out.c_str());
    }

private:
    std::string written(const json& file) const {
        const std::string path = m_folder.filePath("case.json").toStdString();
        if (io::write_text(path, file.dump())) qFatal("can't write");
        return path;
    }
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestCliLimits)
#include "test_cli_limits.moc"
