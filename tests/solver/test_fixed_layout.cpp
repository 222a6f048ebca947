// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "explain/fixed_layout.h"
#include "plan/layout_line.h"
#include "plan_fixtures.h"
#include "text_fixture.h"

#include <QTest>

using namespace nest;
using nest::fixture::close;
using nest::fixture::contains;

namespace {

FixedLayout priced(const Problem& problem, const std::string& layout) {
    const Result<LayoutLine> line = read_layout(layout, problem.options);
    if (!line) throw std::runtime_error(describe(line.fault()));
    return price_layout(problem, line->options, {});
}

const BrokenRule* broken(const FixedLayout& layout, LayoutRule rule) {
    for (const BrokenRule& one : layout.broken)
        if (one.rule == rule) return &one;
    return nullptr;
}

} // namespace

class FixedLayoutTest : public QObject {
    Q_OBJECT
private slots:
    /// 64 heads, 8 key/value heads, feed-forward 28672 = 2^12 * 7, 8192 tokens.
    void namesTheRuleAndWhatWorks() {
        const Problem problem = fixture::preset_problem("llama3-70b", "dgx-h100x16");
        const FixedLayout heads = priced(problem, "tp6 pp4 dp4 mb1");
        const BrokenRule* rule = broken(heads, LayoutRule::heads);
        QVERIFY(rule);
        QCOMPARE(rule->option, std::string("tp"));
        QCOMPARE(rule->works, (std::vector<std::int64_t>{1, 2, 4, 8, 16, 32, 64}));
        QVERIFY2(contains(rule->text(), "tp 6 does not divide 64 attention heads (tp works with 1, 2, 4, 8"),
                 rule->text().c_str());
        QCOMPARE(heads.result.status, SolveStatus::infeasible);
        QVERIFY(!heads.plan());

        const FixedLayout batch = priced(problem, "tp8 pp4 dp3 mb2"); // 1024 = 170 * 6 + 4
        rule = broken(batch, LayoutRule::batch);
        QVERIFY(rule);
        QCOMPARE(rule->option, std::string("global_batch"));
        QCOMPARE(rule->works, (std::vector<std::int64_t>{1020, 1026}));
        QVERIFY2(contains(rule->text(), "dp 1, 2, 4, 8, 16, 32, 64, 128 work"), rule->text().c_str());

        const FixedLayout devices = priced(problem, "tp8 pp8 dp4 mb1");
        rule = broken(devices, LayoutRule::devices);
        QVERIFY(rule);
        QCOMPARE(rule->works, (std::vector<std::int64_t>{1, 2}));

        QVERIFY(broken(priced(problem, "tp1 pp83 dp1 mb1"), LayoutRule::layers)); // 80 blocks, embedding, head
        QVERIFY(!broken(priced(problem, "tp1 pp82 dp1 mb1"), LayoutRule::layers));
        QVERIFY(broken(priced(problem, "tp8 pp1 dp2 ep2 mb1"), LayoutRule::experts));
        const FixedLayout context = priced(problem, "tp1 pp1 dp1 cp3 mb1");
        rule = broken(context, LayoutRule::sequence);
        QVERIFY2(rule && contains(rule->text(), "2 cp = 6 does not divide 8192 tokens"), "cp");
        QVERIFY(broken(priced(problem, "tp1 pp1 dp1 sp mb1"), LayoutRule::sequence_parallel));
        // Several slips are all named.
        const FixedLayout two = priced(problem, "tp3 pp1 dp3 mb1");
        QVERIFY(broken(two, LayoutRule::heads) && broken(two, LayoutRule::batch));
    }

    void expertsDivide() {
        const Problem problem = fixture::preset_problem("mixtral-8x7b", "dgx-h100x4"); // 8 experts
        const BrokenRule* rule = nullptr;
        const FixedLayout three = priced(problem, "tp1 pp1 dp3 ep3 mb1");
        rule = broken(three, LayoutRule::experts);
        QVERIFY(rule);
        QCOMPARE(rule->option, std::string("ep"));
        QCOMPARE(rule->works, (std::vector<std::int64_t>{1, 2, 4, 8}));
        const FixedLayout groups = priced(problem, "tp1 pp1 dp6 ep4 mb1");
        rule = broken(groups, LayoutRule::experts);
        QVERIFY(rule);
        QCOMPARE(rule->option, std::string("dp"));
        QCOMPARE(rule->works, (std::vector<std::int64_t>{4, 8}));
    }

    void replicatedHeadsAreNoted() {
        const Problem problem = fixture::preset_problem("llama3-70b", "dgx-h100x16");
        const FixedLayout layout = priced(problem, "tp16 pp4 dp1 mb1 sp zero1 full");
        QVERIFY(layout.broken.empty());
        QCOMPARE(layout.notes.size(), std::size_t(2)); // and it leaves half of the devices idle
        QVERIFY(contains(layout.notes.front().text(), "each is held by 2 ranks"));
        QCOMPARE(layout.notes.back().text(), std::string("its degrees take 64 of the 128 devices"));
        QVERIFY(priced(problem, "tp8 pp4 dp4 mb1 sp zero1 full").notes.empty());
    }

    void enginesObject() {
        Problem problem = fixture::preset_problem("llama3-70b", "dgx-h100x16");
        problem.options.target = "deepspeed";
        const FixedLayout layout = priced(problem, "tp8 pp4 dp4 mb1 zero2");
        const BrokenRule* rule = broken(layout, LayoutRule::engine);
        QVERIFY(rule);
        QVERIFY2(contains(rule->text(), "deepspeed can't run it: it refuses ZeRO 2 and 3 with a pipeline"),
                 rule->text().c_str());
        QVERIFY(priced(problem, "tp8 pp4 dp4 mb1 zero1 full").broken.empty());
    }

    /// Every plan the search finds has a layout that breaks no rule and whose best cuts are no worse.
    void layoutsOfPlansBreakNoRule() {
        int plans = 0;
        for (std::uint64_t seed = 1; seed <= 400; ++seed) {
            const Problem problem = fixture::random_problem(seed);
            for (const RankedPlan& found : fixture::solved(problem, 1, 3).plans) {
                const FixedLayout layout = price_layout(problem, options_of_layout(problem.options, found.plan), {});
                QVERIFY2(layout.broken.empty(), layout.broken.empty() ? "" : layout.broken.front().text().c_str());
                QVERIFY(layout.fits());
                QVERIFY(layout.plan()->evaluation.step_seconds <= found.evaluation.step_seconds * (1 + 1e-12));
                ++plans;
            }
        }
        QVERIFY(plans > 300);
    }

    /// The other way round: a layout that breaks a rule has no plan, however much memory there is.
    void brokenRulesLeaveNoPlan() {
        std::mt19937_64 random(3);
        int refused = 0;
        for (std::uint64_t seed = 1; seed <= 300; ++seed) {
            Problem problem = fixture::random_problem(seed);
            problem.options.memory_capacity = 1e15;
            problem.options.max_devices.reset();
            const auto pick = [&](std::initializer_list<std::int64_t> values) {
                return std::vector<std::int64_t>{
                    *(values.begin() + static_cast<std::ptrdiff_t>(random() % values.size()))};
            };
            Options narrowed = problem.options;
            narrowed.tp = pick({1, 2, 3, 4});
            narrowed.ep = pick({1, 1, 2});
            narrowed.cp = pick({1, 1, 2});
            narrowed.pp = pick({1, 2, 3, 7});
            narrowed.dp = pick({1, 2, 3, 4});
            narrowed.micro_batches = pick({1, 2, 3});
            narrowed.sequence_parallel = random() % 2 == 0 ? Switch::on : Switch::off;
            const FixedLayout layout = price_layout(problem, narrowed, {});
            Problem narrow = problem;
            narrow.options = narrowed;
            const bool none = fixture::solved(narrow).plans.empty();
            QCOMPARE(!layout.broken.empty(), none);
            refused += none ? 1 : 0;
            if (none) QVERIFY(!layout.broken.front().text().empty());
        }
        QVERIFY(refused > 100 && refused < 300);
    }

    /// What does not fit is priced all the same, and the overrun is that of evaluate().
    void tellsTheOverrun() {
        const Problem problem = fixture::preset_problem("llama3-70b", "dgx-h100x1");
        const FixedLayout layout = priced(problem, "tp8 pp1 dp1 mb1 zero1");
        QVERIFY(layout.broken.empty());
        QCOMPARE(layout.result.status, SolveStatus::infeasible);
        QVERIFY(layout.plan() && !layout.fits());
        const Result<Evaluation> evaluation = evaluate(problem, layout.plan()->plan);
        QVERIFY(evaluation.ok());
        QVERIFY(*evaluation == layout.plan()->evaluation);
        const StageMemory& memory = evaluation->stages[static_cast<std::size_t>(layout.stage)].memory;
        QVERIFY(close(layout.over_bytes, memory.total - memory.capacity));
        QVERIFY(layout.over_bytes > 0);
        // With that much more it fits; a little less is not enough.
        Problem more = problem;
        more.options.memory_capacity = problem.capacity() + layout.over_bytes / (1 - problem.reserve_fraction()) + 1;
        QVERIFY(priced(more, "tp8 pp1 dp1 mb1 zero1").fits());
        more.options.memory_capacity = problem.capacity() + layout.over_bytes * 0.99;
        QVERIFY(!priced(more, "tp8 pp1 dp1 mb1 zero1").fits());
    }

    void linesAreChecked() {
        const auto code = [](const char* text) { return read_layout(text, {}).fault().code; };
        QCOMPARE(code("tp2 qq3"), ErrorCode::unknown_name);
        QCOMPARE(code("tp2 mb1 tp2"), ErrorCode::duplicate_name);
        QCOMPARE(code("tp1 tp2"), ErrorCode::inconsistent);
        QVERIFY(describe(read_layout("tp=1 tp=2", {}).fault()).find("tp=1 before it") != std::string::npos);
        QCOMPARE(code("m @ t tp2"), ErrorCode::wrong_format);
        QCOMPARE(code("tp0"), ErrorCode::out_of_range);
        const Result<LayoutLine> chunks = read_layout("tp2 pp4 dp1 mb1 vpp3", {});
        QVERIFY(chunks.ok());
        QCOMPARE(chunks->options.virtual_stages, Degrees(std::vector<std::int64_t>{3}));
        QVERIFY(chunks->options.schedule == std::vector<ScheduleKind>{ScheduleKind::interleaved});
        const Result<LayoutLine> named = read_layout("llama3-70b @ fat-tree:8,4: tp8 pp=4", {});
        QVERIFY(named.ok());
        QCOMPARE(named->model, std::string("llama3-70b"));
        QCOMPARE(named->topology, std::string("fat-tree:8,4"));
        QCOMPARE(named->options.pp, Degrees(std::vector<std::int64_t>{4}));
    }
};

QTEST_APPLESS_MAIN(FixedLayoutTest)
#include "test_fixed_layout.moc"
