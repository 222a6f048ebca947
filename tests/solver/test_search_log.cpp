// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli_fixture.h"
#include "io/files.h"
#include "plan/placement.h"
#include "plan_fixtures.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

using namespace nest;
using nlohmann::json;

namespace {

/// Eight layers of different sizes on eight devices in two levels; one strategy, so that families are (d, s).
json small_case(double memory) {
    json layers = json::array(), edges = json::array();
    for (int i = 0; i < 8; ++i) {
        json profile{{"forward_seconds", 1e-3 * (1 + i % 3)},
                     {"backward_seconds", 2e-3 * (1 + i % 3)},
                     {"parameters", 1e6},
                     {"activation_bytes", 1e6}};
        layers.push_back({{"id", "n" + std::to_string(i)}, {"kind", "other"}, {"profiles", {profile}}});
        if (i > 0)
            edges.push_back({{"from", "n" + std::to_string(i - 1)}, {"to", "n" + std::to_string(i)}, {"bytes", 1e5}});
    }
    json levels = json::array();
    levels.push_back({{"name", "node"}, {"group_size", 4}, {"bandwidth", 2e9}, {"latency", 1e-5}});
    levels.push_back({{"name", "net"}, {"group_size", 8}, {"bandwidth", 5e8}, {"latency", 5e-5}});
    json file;
    file["model"] = {{"format", "nest-model"}, {"version", 1}, {"name", "eight"}};
    file["model"]["layers"] = std::move(layers);
    file["model"]["edges"] = std::move(edges);
    file["levels"] = {{"format", "nest-levels"}, {"version", 1}, {"name", "two"}, {"devices", 8}, {"levels", levels}};
    file["device"] = {{"format", "nest-device"},  {"version", 1},
                      {"name", "device"},         {"memory_bytes", memory},
                      {"memory_bandwidth", 1e12}, {"peak_flops", {{"bf16", 1e14}}},
                      {"matmul_efficiency", 1.0}, {"memory_efficiency", 1.0},
                      {"launch_overhead", 0.0},   {"reserve_bytes", 0.0},
                      {"reserve_fraction", 0.0}};
    file["options"] = {{"global_batch", 24}, {"micro_batches", {1}}, {"recompute", {"none"}}, {"zero", {0}}};
    return file;
}

/// Counted from the rule: d replicas of s stages, d divides the batch, a stage has a layer.
struct Space {
    std::int64_t families = 0, placements = 0;
};
Space space_of(const Problem& problem) {
    Space space;
    for (std::int64_t d = 1; d <= 8; ++d)
        for (std::int64_t s = 1; s <= 8 && d * s <= 8; ++s) {
            if (24 % d != 0) continue;
            ++space.families;
            space.placements += static_cast<std::int64_t>(strides_of(problem.levels, s, d, 1, 8).size() +
                                                          strides_of(problem.levels, d, s, 1, 8).size());
        }
    return space;
}

void check_sums(const SolveResult& result) {
    std::int64_t all = 0;
    for (const std::int64_t count : result.fates.counts) {
        QVERIFY(count >= 0);
        all += count;
    }
    const std::int64_t removed = result.fates.of(Fate::family_bound) + result.fates.of(Fate::rough_bound) +
                                 result.fates.of(Fate::placement_bound) + result.fates.of(Fate::greedy_proof) +
                                 result.fates.of(Fate::recurrence) + result.fates.of(Fate::memory);
    QCOMPARE(result.pruned, removed);
    QCOMPARE(result.candidates, all);
    const auto memory = result.rejected_counts.find("memory");
    QCOMPARE(result.fates.of(Fate::memory), memory == result.rejected_counts.end() ? 0 : memory->second);
    if (result.status != SolveStatus::stopped) {
        QCOMPARE(result.fates.of(Fate::undecided), 0);
        QVERIFY(result.fates.of(Fate::solved) >= static_cast<std::int64_t>(result.plans.size()));
    }
    // The recurrence decided no more than it was asked.
    QVERIFY(result.fates.of(Fate::solved) + result.fates.of(Fate::recurrence) <= result.exact_searches);
}

} // namespace

class TestSearchLog : public QObject {
    Q_OBJECT
private slots:
    /// With room for every plan nothing is too slow: each placement is solved or equals a solved one.
    void countsEveryPlacement() {
        const Problem problem = fixture::problem_of(small_case(1e12));
        const SolveResult result = fixture::solved(problem, 1, 1000);
        check_sums(result);
        QCOMPARE(result.candidates, space_of(problem).placements);
        QCOMPARE(result.pruned, 0);
        QCOMPARE(result.fates.of(Fate::solved) + result.fates.of(Fate::same_placement), result.candidates);
        QVERIFY(result.fates.of(Fate::same_placement) > 0); // one replica: both layouts are the same
    }

    /// 8e6 parameters of 18 bytes on one device are more than 1e6 bytes however they are cut.
    void countsWhatIsOverMemory() {
        const Problem problem = fixture::problem_of(small_case(1e6));
        const SolveResult result = fixture::solved(problem);
        check_sums(result);
        QCOMPARE(result.status, SolveStatus::infeasible);
        QCOMPARE(result.candidates, space_of(problem).families);
        QCOMPARE(result.fates.of(Fate::memory), space_of(problem).families);
    }

    /// For the best plan alone, fewer are solved than for all, and what is missing was removed.
    void countsWhatBoundsRemove() {
        const Problem problem = fixture::problem_of(small_case(1e12));
        const SolveResult best = fixture::solved(problem), all = fixture::solved(problem, 1, 1000);
        check_sums(best);
        QVERIFY(best.pruned > 0);
        QVERIFY(best.fates.of(Fate::solved) < all.fates.of(Fate::solved));
        QVERIFY(best.candidates <= all.candidates);
    }

    void sumsHoldOnRandomProblems() {
        FateCounts seen;
        for (std::uint64_t seed = 1; seed <= 200; ++seed) {
            const Problem problem = fixture::random_problem(seed);
            for (const int threads : {1, 3}) {
                const SolveResult result = fixture::solved(problem, threads, seed % 4 == 0 ? 5 : 1);
                check_sums(result);
                for (std::size_t fate = 0; fate < fate_count; ++fate)
                    seen.counts[fate] += result.fates.counts[fate];
            }
        }
        for (const Fate fate : {Fate::family_bound, Fate::placement_bound, Fate::greedy_proof, Fate::memory,
                                Fate::same_placement, Fate::solved})
            QVERIFY2(seen.of(fate) > 0, fate_names[static_cast<std::size_t>(fate)].data());
    }

    void sumsHoldOnPresets() {
        const Problem problem = fixture::preset_problem("llama3-8b", "dgx-h100x12"); // 96: some groups are irregular
        check_sums(fixture::solved(problem, 2));
    }

    /// What a stop leaves is neither removed nor solved.
    void aStopLeavesTheRestUndecided() {
        const Problem problem = fixture::preset_problem("llama3-8b", "dgx-h100x16");
        std::stop_source stop;
        SolveControl control;
        control.stop = stop.get_token();
        control.incumbent = [&](const RankedPlan&) { stop.request_stop(); };
        const SolveResult result = solve(problem, control);
        check_sums(result);
        QCOMPARE(result.status, SolveStatus::stopped);
        QVERIFY(result.fates.of(Fate::undecided) > 0);
        QVERIFY(result.fates.of(Fate::undecided) < result.candidates);
    }

    void planFilesHoldTheCounts() {
        const Problem problem = fixture::problem_of(small_case(1e12));
        const SolveResult result = fixture::solved(problem);
        json file = io::plan_to_json(problem, result);
        const json& search = file.at("search");
        std::int64_t sum = 0;
        for (const auto& [bound, count] : search.at("pruned_by").items())
            sum += count.get<std::int64_t>();
        QCOMPARE(sum, search.at("pruned").get<std::int64_t>());
        const Result<io::PlanFile> read = io::plan_from_json(file, "plan");
        QVERIFY(read.ok());
        QVERIFY(read->result.fates == result.fates);
        // Files from before there were counts.
        for (const char* key : {"pruned_by", "same_placement", "solved", "undecided"})
            file["search"].erase(key);
        const Result<io::PlanFile> old = io::plan_from_json(file, "plan");
        QVERIFY(old.ok());
        QCOMPARE(old->result.fates.total(), 0);
        QCOMPARE(old->result.pruned, result.pruned);
    }

    void explainShowsThem() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("case.json").toStdString();
        QVERIFY(!io::write_text(path, io::file_text(small_case(1e12))));
        const fixture::Run run = fixture::run({"solve", "--case", path, "--threads", "1", "--explain"});
        QCOMPARE(run.status, 0);
        const std::size_t begin = run.out.find("What the search looked at");
        QVERIFY(begin != std::string::npos);
        std::int64_t sum = 0, all = -1;
        const QRegularExpression row(QStringLiteral("\n +([0-9]+)  (\\S[^\n]*)"));
        const QString table = QString::fromStdString(run.out.substr(begin, run.out.find("\n\n", begin) - begin));
        for (auto rows = row.globalMatch(table); rows.hasNext();) {
            const QRegularExpressionMatch match = rows.next();
            const bool last = match.captured(2) == QStringLiteral("all");
            (last ? all : sum) += match.captured(1).toLongLong() + (last ? 1 : 0);
        }
        QCOMPARE(sum, all);
        QVERIFY(sum > 0);
    }
};

QTEST_GUILESS_MAIN(TestSearchLog)
#include "test_search_log.moc"
