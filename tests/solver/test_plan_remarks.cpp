// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli_fixture.h"
#include "explain/verdict.h"
#include "io/engine/engine_text.h"
#include "io/files.h"

#include <QTest>
#include <algorithm>

using namespace nest;
using namespace nest::fixture;

namespace {

Result<Problem> problem_of(const std::string& model, const std::string& topology, Options options) {
    options.global_batch = 64;
    return io::find_problem(model, topology, "", options);
}

/// A plan of equal stages, never priced.
SolveResult result_with(const Problem& problem, std::size_t stages) {
    RankedPlan ranked;
    ranked.plan.stages.resize(stages);
    const std::size_t layers = problem.model.layers.size();
    for (std::size_t layer = 0; layer < layers; ++layer)
        ranked.plan.stages[layer * stages / layers].layers.push_back(static_cast<int>(layer));
    return only_priced(std::move(ranked));
}

} // namespace

/// What is said beside a plan although its figures don't show it.
class TestPlanRemarks : public QObject {
    Q_OBJECT

private slots:
    void oneStageHasNothingToBalance() {
        Options options;
        options.objective = Objective::balanced_memory;
        const Result<Problem> problem = problem_of("llama3-8b", "dgx-h100x1", options);
        QVERIFY(problem.ok());
        const std::vector<Phrase> one = remarks(*problem, result_with(*problem, 1));
        QCOMPARE(one.size(), std::size_t(1));
        QVERIFY2(contains(one.front().text(), "nothing is left to balance"), one.front().text().c_str());
        QVERIFY(contains(one.front().text(), "set pp"));
        QVERIFY(remarks(*problem, result_with(*problem, 2)).empty());
        QVERIFY(remarks(*problem, {}).empty());
        Options fastest;
        const Result<Problem> other = problem_of("llama3-8b", "dgx-h100x1", fastest);
        QVERIFY(other.ok() && remarks(*other, result_with(*other, 1)).empty());
    }

    void pinsInOneStage() {
        Options options;
        options.pins = *parse_pins("block.5:0");
        const Result<Problem> problem = problem_of("llama3-8b", "dgx-h100x1", options);
        QVERIFY2(problem.ok(), problem.ok() ? "" : describe(problem.fault()).c_str());
        const std::vector<Phrase> one = remarks(*problem, result_with(*problem, 1));
        QCOMPARE(one.size(), std::size_t(1));
        QVERIFY2(contains(one.front().text(), "pinned ones too"), one.front().text().c_str());
        QVERIFY(remarks(*problem, result_with(*problem, 4)).empty());
    }

    /// Time and memory of a plan for experts hold for a load of them: said in the summary and in what is exported.
    void loadOfExperts() {
        Options options;
        const Result<Problem> dense = problem_of("llama3-8b", "dgx-h100x1", options);
        const Result<Problem> even = problem_of("mixtral-8x7b", "hgx-h100x4", options);
        options.expert_imbalance = 1.5;
        const Result<Problem> uneven = problem_of("mixtral-8x7b", "hgx-h100x4", options);
        QVERIFY(dense.ok() && even.ok() && uneven.ok());
        QVERIFY(!expert_load(*dense));
        QCOMPARE(expert_load(*even)->text(), std::string("experts evenly loaded"));
        QVERIFY2(contains(expert_load(*uneven)->text(), "with 1.5"), expert_load(*uneven)->text().c_str());
        const auto heading = [](const Problem& problem) {
            std::string text;
            for (const std::string& line :
                 io::detail::heading("Script", problem, result_with(problem, 1).plans[0].plan, {}))
                text += line + "\n";
            return text;
        };
        QVERIFY2(contains(heading(*even), "experts evenly loaded, which is assumed"), heading(*even).c_str());
        QVERIFY(contains(heading(*uneven), "with 1.5") && !contains(heading(*uneven), "assumed"));
        QVERIFY(!contains(heading(*dense), "experts"));
    }

    void theCommandLineSaysThem() {
        const std::vector<std::string> solve{"solve",           "--model",    "llama3-8b",
                                             "--topology",      "dgx-h100x1", "--set",
                                             "global_batch=64", "--set",      "objective=balanced-memory"};
        const Run one = run(solve);
        QCOMPARE(one.status, 0);
        QVERIFY2(contains(one.out, "nothing is left to balance"), one.out.c_str());
        std::vector<std::string> more = solve;
        more.insert(more.end(), {"--set", "pp=2"});
        const Run two = run(more);
        QCOMPARE(two.status, 0);
        QVERIFY2(!contains(two.out, "nothing is left to balance"), two.out.c_str());
        const Run experts =
            run({"evaluate", "--layout", "mixtral-8x7b @ hgx-h100x4: tp2 ep4 pp2 dp8 mb1 zero1 sp full"});
        QVERIFY2(contains(experts.out, "for experts evenly loaded, assumed (option expert_imbalance)"),
                 experts.out.c_str());
    }
};

QTEST_GUILESS_MAIN(TestPlanRemarks)
#include "test_plan_remarks.moc"
