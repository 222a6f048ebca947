// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/files.h"
#include "oracle_plans.h"
#include "plan/engines.h"
#include "search/downsets.h"
#include "search/solve.h"

#include <QDir>
#include <QTest>
#include <cmath>
#include <nlohmann/json.hpp>

using namespace nest;
using fixture::plan_of;
using fixture::random_instances;
using fixture::seeds;
using fixture::spec_of;

namespace {

bool close(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max({std::abs(a), std::abs(b), 1e-300});
}

Problem problem_of(const nlohmann::json& json, const std::string& name) {
    Result<Problem> problem = io::case_from_json(json, name);
    if (!problem) qFatal("%s", describe(problem.fault()).c_str());
    return *problem;
}

SolveResult solved(const Problem& problem, int threads = 1, int top_k = 1) {
    SolveControl control;
    control.threads = threads;
    control.top_k = top_k;
    return solve(problem, control);
}

/// Whether so many instances were of a kind that the test says something about it.
bool often(int found, double share, std::uint64_t instances) {
    return found > share * static_cast<double>(instances);
}

nlohmann::json read_case(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("can't open a case");
    return nlohmann::json::parse(file.readAll().toStdString());
}

/// Empty when the solver's answer under an objective of memory equals the oracle's; else what differs.
QString memory_difference(const nlohmann::json& json, const oracle::Best& best, const QString& name) {
    const Problem problem = problem_of(json, name.toStdString());
    const SolveResult result = solved(problem);
    if (best.feasible != (result.status == SolveStatus::optimal))
        return QStringLiteral("%1: feasible %2, status %3 %4")
            .arg(name)
            .arg(best.feasible)
            .arg(static_cast<int>(result.status))
            .arg(QString::fromStdString(result.why_infeasible.text()));
    if (!best.feasible)
        return result.status == SolveStatus::infeasible && !result.why_infeasible.empty()
                   ? QString()
                   : name + QStringLiteral(": no reason");
    const RankedPlan& found = result.plans.front();
    const double bytes = problem.options.objective == Objective::memory ? found.evaluation.peak_memory
                                                                        : found.evaluation.memory_spread();
    if (std::abs(bytes - best.memory) > 1e-8 * found.evaluation.peak_memory ||
        !close(best.step_seconds, found.evaluation.step_seconds))
        return QStringLiteral("%1: least %2 bytes in %3 s with %4, found %5 in %6 with %7")
            .arg(name)
            .arg(best.memory, 0, 'g', 17)
            .arg(best.step_seconds, 0, 'g', 17)
            .arg(QString::fromStdString(oracle::describe(best.plan)))
            .arg(bytes, 0, 'g', 17)
            .arg(found.evaluation.step_seconds, 0, 'g', 17)
            .arg(QString::fromStdString(oracle::describe(spec_of(found.plan))));
    const oracle::Priced priced = oracle::price(json, spec_of(found.plan));
    if (!priced.in_plan_space || !priced.fits || !close(priced.step_seconds, found.evaluation.step_seconds))
        return name + QStringLiteral(": not a plan: ") + QString::fromStdString(priced.reason);
    if (!close(result.fastest_seconds, best.fastest_seconds)) return name + QStringLiteral(": another fastest plan");
    return result.gap == 0 ? QString() : name + QStringLiteral(": a gap");
}

/// Where the best plan is interleaved and its run takes longer than priced, one with a shorter run comes first: a true
/// plan, no faster than the oracle's, whose price is the bound.
QString prudent_difference(const nlohmann::json& json, const oracle::Best& best, const SolveResult& result,
                           const QString& name) {
    const RankedPlan& found = result.plans.front();
    const oracle::Priced priced = oracle::price(json, spec_of(found.plan));
    if (!priced.in_plan_space || !priced.fits || !close(priced.step_seconds, found.evaluation.step_seconds))
        return name + QStringLiteral(": not a plan: ") + QString::fromStdString(priced.reason);
    if (std::ranges::min(result.plans, {}, prudent_seconds).plan != found.plan)
        return name + QStringLiteral(": another one has a shorter run");
    const double gap = (found.evaluation.step_seconds - best.step_seconds) / found.evaluation.step_seconds;
    return close(result.lower_bound_seconds, best.step_seconds) && std::abs(result.gap - gap) < 1e-9 && gap > 0
               ? QString()
               : name + QStringLiteral(": another bound");
}

/// Empty when the solver's answer equals the oracle's; else what differs.
QString difference(const nlohmann::json& json, const QString& name) {
    const oracle::Best best = oracle::best(json);
    const Problem problem = problem_of(json, name.toStdString());
    const SolveResult result = solved(problem);
    if (best.feasible && best.plan.schedule == oracle::Schedule::interleaved &&
        result.status == SolveStatus::feasible && !result.plans.empty())
        return prudent_difference(json, best, result, name);
    if (best.feasible != (result.status == SolveStatus::optimal))
        return QStringLiteral("%1: feasible %2, status %3")
            .arg(name)
            .arg(best.feasible)
            .arg(static_cast<int>(result.status));
    if (!best.feasible)
        return result.status == SolveStatus::infeasible && !result.why_infeasible.empty()
                   ? QString()
                   : name + QStringLiteral(": no reason");
    const RankedPlan& found = result.plans.front();
    if (!close(best.step_seconds, found.evaluation.step_seconds))
        return QStringLiteral("%1: least %2 with %4, found %3 with %5")
            .arg(name)
            .arg(best.step_seconds, 0, 'g', 17)
            .arg(found.evaluation.step_seconds, 0, 'g', 17)
            .arg(QString::fromStdString(oracle::describe(best.plan)),
                 QString::fromStdString(oracle::describe(spec_of(found.plan))));
    const oracle::Priced priced = oracle::price(json, spec_of(found.plan));
    if (!priced.in_plan_space || !priced.fits)
        return name + QStringLiteral(": not a plan: ") + QString::fromStdString(priced.reason);
    if (!close(priced.step_seconds, found.evaluation.step_seconds))
        return name + QStringLiteral(": priced differently");
    const Result<Evaluation> other = evaluate(problem, plan_of(best.plan));
    if (!other || !other->fits || !close(other->step_seconds, best.step_seconds))
        return name + QStringLiteral(": the oracle's plan is priced differently");
    const oracle::Priced reference = oracle::price(json, best.plan);
    for (std::size_t stage = 0; stage < other->stages.size(); ++stage) {
        const StageEvaluation& here = other->stages[stage];
        if (!close(here.time.load, reference.loads[stage]) || !close(here.memory.total, reference.memory[stage]))
            return QStringLiteral("%1: stage %2 differs").arg(name).arg(stage);
        const StageTime& t = here.time;
        const double parts = t.forward + t.backward + t.recompute + t.tp_comm + t.ep_comm + t.cp_comm + t.zero_comm +
                             t.p2p_in + t.p2p_out;
        if (!close(parts, t.load) || !close(t.fw + t.bw, t.load))
            return QStringLiteral("%1: the parts of stage %2 do not sum to its load").arg(name).arg(stage);
    }
    return {};
}

} // namespace

class TestSearch : public QObject {
    Q_OBJECT
private slots:
    void publishedCases_data() {
        QTest::addColumn<QString>("path");
        const QString folder = QStringLiteral(NEST_CASES_DIR);
        if (folder.isEmpty()) {
            QTest::newRow("none") << QString();
            return;
        }
        for (const QFileInfo& file : QDir(folder).entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Name))
            QTest::newRow(qPrintable(file.fileName())) << file.filePath();
    }

    /// Fused attention keeps nothing that selective recomputation could drop: the two cost the same.
    void recomputationForNothingIsLeftOut() {
        Options options;
        options.target = "megatron"; // one recomputation for all stages
        const Result<Problem> problem = io::find_problem("mixtral-8x7b", "hgx-h100x4", "", options);
        QVERIFY(problem.ok());
        for (const int threads : {1, 2}) {
            SolveControl control;
            control.threads = threads;
            const SolveResult result = solve(*problem, control);
            QVERIFY(!result.plans.empty());
            for (const StagePlan& stage : result.plans.front().plan.stages)
                QVERIFY(stage.recompute != Recompute::selective);
        }
    }

    /// Instances whose optimum another program found by exhaustive search.
    /// Where the order of ranks makes no difference the one that engines use by default is named, in its packed form.
    void equalOrdersOfRanks() {
        Options options;
        options.global_batch = 64;
        options.tp = options.ep = options.cp = std::vector<std::int64_t>{1};
        options.pp = std::vector<std::int64_t>{2};
        options.dp = std::vector<std::int64_t>{4};
        Result<Problem> problem = io::find_problem("llama3-8b", "dgx-h100x1", "", options);
        QVERIFY(problem.ok());
        QCOMPARE(problem->levels.level_count(), 1); // one node: each device is as near as the others
        const SolveResult both = solved(*problem);
        QCOMPARE(both.plans.size(), std::size_t(1));
        QCOMPARE(both.plans.front().plan.layout, LayoutKind::dp_inner);
        QCOMPARE(both.plans.front().plan.stride, std::int64_t(4));
        problem->options.layouts = {LayoutKind::pp_inner};
        const SolveResult other = solved(*problem);
        QCOMPARE(other.plans.front().plan.layout, LayoutKind::pp_inner);
        QCOMPARE(other.plans.front().evaluation.step_seconds, both.plans.front().evaluation.step_seconds);
    }

    void publishedCases() {
        QFETCH(QString, path);
        if (path.isEmpty()) QSKIP("No folder of instances with known optima beside the repository (NEST_CASES_DIR).");
        const nlohmann::json json = read_case(path);
        const nlohmann::json& expected = json["expected"];
        const Problem problem = problem_of(json, path.toStdString());
        const SolveResult result = solved(problem);
        if (!expected["feasible"].get<bool>()) {
            QCOMPARE(result.status, SolveStatus::infeasible);
            return;
        }
        QCOMPARE(result.status, SolveStatus::optimal);
        QVERIFY(close(result.plans.front().evaluation.step_seconds, expected["step_seconds"].get<double>()));
        const Result<Evaluation> again = evaluate(problem, result.plans.front().plan);
        QVERIFY(again.ok());
        QCOMPARE(again->step_seconds, result.plans.front().evaluation.step_seconds);
        const Result<Evaluation> theirs = evaluate(problem, plan_of(oracle::expected_plan(json)));
        QVERIFY(theirs.ok());
        QVERIFY(theirs->fits);
        QVERIFY(close(theirs->step_seconds, expected["step_seconds"].get<double>()));
        for (std::size_t stage = 0; stage < theirs->stages.size(); ++stage) {
            QVERIFY(close(theirs->stages[stage].time.load, expected["loads"][stage].get<double>()));
            QVERIFY(close(theirs->stages[stage].memory.total, expected["memory"][stage].get<double>()));
        }
    }

    /// Random instances against exhaustive search by a second evaluator.
    void randomInstancesEqualExhaustiveSearch() {
        const std::uint64_t count = random_instances(3000);
        int feasible = 0;
        for (std::uint64_t seed = 1; seed <= count; ++seed) {
            const nlohmann::json json = oracle::random_case(seed);
            const QString problem = difference(json, QStringLiteral("seed %1").arg(seed));
            QVERIFY2(problem.isEmpty(), qPrintable(problem));
            feasible += oracle::best(json).feasible ? 1 : 0;
        }
        // The comparison would be hollow if most instances had no plan.
        QVERIFY(feasible > static_cast<int>(count) / 2);
    }

    /// Without context parallelism, folded experts that are split like the rest are the expert dimension of a stage:
    /// the same ranks under another name.
    void foldedLikeTheRest() {
        Options options;
        options.global_batch = 256;
        const Result<Problem> problem = io::find_problem("mixtral-8x7b", "hgx-h100x4", "", options);
        QVERIFY(problem.ok());
        const auto layers = static_cast<int>(problem->model.layers.size());
        for (const std::int64_t tp : {1, 2, 4}) {
            Plan plan;
            plan.strategy = {tp, 4, 1, tp > 1, 0};
            plan.replicas = 16 / (4 * tp);
            plan.layout = LayoutKind::dp_inner;
            plan.stride = 16;
            plan.stages.resize(2);
            for (int layer = 0; layer < layers; ++layer)
                plan.stages[layer < layers / 2 ? 0 : 1].layers.push_back(layer);
            for (StagePlan& stage : plan.stages)
                stage.zero = 1;
            Plan folded = plan;
            folded.strategy.expert_tp = tp;
            folded.replicas = 16 / tp;
            QCOMPARE(folded.data_parallel(), plan.data_parallel());
            const Result<Evaluation> one = evaluate(*problem, plan), other = evaluate(*problem, folded);
            QVERIFY(one.ok());
            QVERIFY2(other.ok(), other.ok() ? "" : describe(other.fault()).c_str());
            QVERIFY(close(one->step_seconds, other->step_seconds));
            QVERIFY(close(one->peak_memory, other->peak_memory));
            QCOMPARE(one->micro_batches, other->micro_batches);
        }
    }

    /// Experts over 64 ranks without tensor parallelism, 16 stages, 128 data-parallel ranks: the layout DeepSeek-V3 was
    /// trained with (DeepSeek-V3 Technical Report, section 3.2), which no expert dimension of 2048 / 16 ranks holds
    /// beside a global batch of 15 360 sequences.
    void deepseekLayout() {
        Options options;
        options.global_batch = 15360;
        options.tp = options.cp = std::vector<std::int64_t>{1};
        options.pp = std::vector<std::int64_t>{16};
        options.dp = std::vector<std::int64_t>{128};
        options.ep = std::vector<std::int64_t>{64};
        options.expert_fold = Switch::on;
        const Result<Problem> problem = io::find_problem("deepseek-v3", "dgx-h100x256", "", options);
        QVERIFY2(problem.ok(), problem.ok() ? "" : describe(problem.fault()).c_str());
        const SolveResult result = solved(*problem);
        QCOMPARE(result.status, SolveStatus::optimal);
        const Plan& plan = result.plans.front().plan;
        QCOMPARE(plan.strategy.expert_tp, std::int64_t{1});
        QCOMPARE(plan.devices(), std::int64_t{2048});
        QCOMPARE(plan.data_parallel(), std::int64_t{128});
    }

    /// The same where experts have a grid of ranks of their own.
    void foldedInstancesEqualExhaustiveSearch() {
        int feasible = 0, folded = 0, across = 0;
        for (std::uint64_t seed = 1; seed <= 2500; ++seed) {
            const nlohmann::json json = oracle::with_folded_experts(oracle::random_case(seed), seed);
            const QString wrong = difference(json, QStringLiteral("seed %1").arg(seed));
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
            const oracle::Best best = oracle::best(json);
            feasible += best.feasible ? 1 : 0;
            if (!best.feasible || best.plan.expert_tp == 0) continue;
            ++folded;
            across += best.plan.expert_tp * best.plan.ep > best.plan.tp * best.plan.cp ? 1 : 0;
        }
        // Enough of them fold, and enough of those over several replicas.
        QVERIFY(feasible > 1000);
        QVERIFY(folded > 500);
        QVERIFY(across > 100);
    }

    /// Full recomputation of the first layers of each stage, as few as fit.
    void partialRecomputationEqualsExhaustiveSearch() {
        int partial = 0, faster = 0;
        const std::uint64_t count = random_instances(2500);
        for (std::uint64_t seed = 1; seed <= count; ++seed) {
            nlohmann::json json = oracle::with_partial_recomputation(oracle::random_case(seed), seed);
            if (seed % 4 == 0) {
                json = oracle::with_zero_bubble(std::move(json), seed);
                json["options"]["zero_uniform"] = true;
            }
            const QString wrong = difference(json, QStringLiteral("seed %1").arg(seed));
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
            Problem problem = problem_of(json, "partial");
            const SolveResult result = solved(problem);
            if (result.plans.empty()) continue;
            const Plan& plan = result.plans.front().plan;
            if (!std::ranges::any_of(plan.stages, &StagePlan::is_partial)) continue;
            ++partial;
            problem.options.recompute_layers = std::vector<std::int64_t>{0};
            const SolveResult whole = solved(problem);
            faster += whole.plans.empty() || whole.plans.front().evaluation.step_seconds >
                                                 result.plans.front().evaluation.step_seconds * (1 + 1e-9);
        }
        QVERIFY2(often(partial, 0.04, count) && often(faster, 0.024, count),
                 qPrintable(QStringLiteral("%1, %2 faster").arg(partial).arg(faster)));
    }

    /// One number of blocks for all stages, as the engine has it: its best is that of the numbers one by one.
    void oneNumberOfRecomputedBlocks() {
        int partial = 0;
        for (std::uint64_t seed = 1; seed <= 700; ++seed) {
            nlohmann::json json = oracle::with_partial_recomputation(oracle::random_case(seed), seed);
            json["options"]["target"] = "megatron";
            json["options"]["recompute_layers"] = "auto";
            Problem problem = problem_of(json, "engine");
            const SolveResult all = solved(problem);
            double least = std::numeric_limits<double>::infinity();
            for (std::int64_t count = 0; count <= 5; ++count) {
                problem.options.recompute_layers = std::vector<std::int64_t>{count};
                const SolveResult one = solved(problem);
                if (!one.plans.empty()) least = std::min(least, one.plans.front().evaluation.step_seconds);
            }
            QCOMPARE(all.plans.empty(), !std::isfinite(least));
            if (all.plans.empty()) continue;
            QVERIFY(close(all.plans.front().evaluation.step_seconds, least));
            const Plan& plan = all.plans.front().plan;
            QVERIFY(engine_obstacle("megatron", shape_of(problem, plan)).empty());
            partial += std::ranges::any_of(plan.stages, &StagePlan::is_partial) ? 1 : 0;
        }
        QVERIFY2(partial > 10, qPrintable(QString::number(partial)));
    }

    /// ZB-H1, alone or beside the others, with weight gradients of any share of the backward time.
    void zeroBubbleInstancesEqualExhaustiveSearch() {
        int chosen = 0, feasible = 0;
        const std::uint64_t count = random_instances(1500);
        for (std::uint64_t seed = 1; seed <= count; ++seed) {
            const nlohmann::json json = oracle::with_zero_bubble(oracle::random_case(seed), seed);
            const QString wrong = difference(json, QStringLiteral("seed %1").arg(seed));
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
            const SolveResult result = solved(problem_of(json, "zero-bubble"));
            if (result.plans.empty()) continue;
            ++feasible;
            const Plan& plan = result.plans.front().plan;
            chosen += plan.schedule == ScheduleKind::zb_h1 && plan.stage_count() > 1 ? 1 : 0;
        }
        QVERIFY2(often(feasible, 0.33, count) && often(chosen, 0.1, count),
                 qPrintable(QStringLiteral("%1 of %2").arg(chosen).arg(feasible)));
    }

    /// Interleaved 1F1B, alone or beside others, on graphs of any kind and on chains of equal inner layers.
    void interleavedInstancesEqualExhaustiveSearch() {
        int chosen = 0, feasible = 0, recomputed = 0;
        const std::uint64_t count = random_instances(1500);
        for (const std::uint64_t seed : seeds(count, {2930, 5429})) {
            nlohmann::json json = oracle::with_interleaving(oracle::random_case(seed), seed);
            if (seed % 5 == 0) json["options"]["recompute_layers"] = "auto";
            const QString wrong = difference(json, QStringLiteral("seed %1").arg(seed));
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
            const SolveResult result = solved(problem_of(json, "interleaved"));
            if (result.plans.empty()) continue;
            ++feasible;
            const Plan& plan = result.plans.front().plan;
            if (plan.virtual_stages() == 1) continue;
            ++chosen;
            recomputed += std::ranges::any_of(
                plan.stages, [](const StagePlan& stage) { return stage.recompute != Recompute::none; });
        }
        QVERIFY2(often(feasible, 0.33, count) && often(chosen, 0.2, count) && often(recomputed, 0.03, count),
                 qPrintable(QStringLiteral("%1 of %2, %3").arg(chosen).arg(feasible).arg(recomputed)));
    }

    /// The same with layers pinned to stages; where the pins contradict each other, no plan obeys them.
    void pinnedInstancesEqualExhaustiveSearch() {
        int feasible = 0, refused = 0, chains = 0, moved = 0, without = 0;
        for (std::uint64_t seed = 1; seed <= 2600; ++seed) {
            const nlohmann::json json = oracle::with_random_pins(oracle::random_case(seed), seed);
            const Result<Problem> problem = io::case_from_json(json, "pinned");
            const oracle::Best best = oracle::best(json);
            if (!problem) {
                QCOMPARE(problem.fault().subject.text(), std::string("pins"));
                QVERIFY2(!best.feasible, qPrintable(QStringLiteral("seed %1").arg(seed)));
                ++refused;
                continue;
            }
            const QString wrong = difference(json, QStringLiteral("seed %1").arg(seed));
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
            const Downsets downsets = Downsets::build(problem->model, problem->options.downset_limit);
            chains += downsets.is_chain() ? 1 : 0;
            const SolveResult result = solved(*problem);
            if (result.plans.empty()) {
                without += result.rejected_counts.count("pins") ? 1 : 0;
                continue;
            }
            ++feasible;
            Problem free = *problem;
            free.options.pins.clear();
            const double least = solved(free).plans.front().evaluation.step_seconds;
            QVERIFY(least <= best.step_seconds * (1 + 1e-12));
            moved += least < best.step_seconds * (1 - 1e-9) ? 1 : 0;
        }
        QVERIFY2(feasible > 1000 && chains > 500 && moved > 300 && refused > 10 && without > 50,
                 qPrintable(QStringLiteral("%1 feasible, %2 chains, %3 moved, %4 refused, %5 without a plan")
                                .arg(feasible)
                                .arg(chains)
                                .arg(moved)
                                .arg(refused)
                                .arg(without)));
    }

    /// Least memory and balanced memory under a bound on the step time, all other options at random.
    void memoryObjectivesEqualExhaustiveSearch() {
        int feasible = 0, slower = 0, refused = 0, spread = 0, single = 0;
        const std::uint64_t count = random_instances(2500);
        for (const std::uint64_t seed : seeds(count, {6775})) {
            nlohmann::json json = oracle::random_case(seed);
            if (seed % 5 == 0) json = oracle::with_partial_recomputation(std::move(json), seed);
            if (seed % 7 == 0) json = oracle::with_zero_bubble(std::move(json), seed);
            if (seed % 11 == 0) json = oracle::with_folded_experts(std::move(json), seed);
            if (seed % 5 == 0 || seed % 7 == 0) json["options"]["zero_uniform"] = true;
            json = oracle::with_memory_objective(std::move(json), seed);
            const oracle::Best best = oracle::best(json);
            const QString wrong = memory_difference(json, best, QStringLiteral("seed %1").arg(seed));
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
            refused += !best.feasible && best.fastest_seconds > 0 ? 1 : 0;
            if (!best.feasible) continue;
            ++feasible;
            slower += best.step_seconds > best.fastest_seconds * (1 + 1e-9) ? 1 : 0;
            if (json["options"]["objective"] != "balanced-memory") continue;
            (best.plan.stages.size() == 1 ? single : spread) += 1;
        }
        QVERIFY2(often(feasible, 0.4, count) && often(slower, 0.2, count) && often(refused, 0.02, count) &&
                     often(spread, 0.08, count),
                 qPrintable(QStringLiteral("%1 feasible, %2 slower, %3 refused, %4 spread, %5 single")
                                .arg(feasible)
                                .arg(slower)
                                .arg(refused)
                                .arg(spread)
                                .arg(single)));
    }

    void memoryObjectivesForAnyThreadCount() {
        for (std::uint64_t seed = 1; seed <= 200; ++seed) {
            const Problem problem =
                problem_of(oracle::with_memory_objective(oracle::random_case(seed), seed), "memory");
            const SolveResult one = solved(problem, 1, 5);
            for (const int threads : {2, 8}) {
                const SolveResult many = solved(problem, threads, 5);
                QCOMPARE(many.status, one.status);
                QVERIFY2(many.plans == one.plans,
                         qPrintable(QStringLiteral("seed %1, %2 threads").arg(seed).arg(threads)));
            }
            for (std::size_t i = 1; i < one.plans.size(); ++i)
                QVERIFY(better(one.plans[i - 1], one.plans[i], problem.options.objective));
            if (!one.plans.empty()) QVERIFY(solved(problem).plans.front() == one.plans.front());
        }
    }

    void pinnedPlansForAnyThreadCount() {
        for (std::uint64_t seed = 1; seed <= 150; ++seed) {
            const Result<Problem> problem =
                io::case_from_json(oracle::with_random_pins(oracle::random_case(seed), seed), "pinned");
            if (!problem) continue;
            const SolveResult one = solved(*problem, 1, 5);
            QVERIFY(solved(*problem, 4, 5).plans == one.plans);
        }
    }

    void samePlansForAnyThreadCount() {
        for (std::uint64_t seed = 1; seed <= 300; ++seed) {
            const Problem problem = problem_of(oracle::random_case(seed), "random");
            const SolveResult one = solved(problem, 1, 5);
            for (const int threads : {2, 8}) {
                const SolveResult many = solved(problem, threads, 5);
                QCOMPARE(many.status, one.status);
                QVERIFY2(many.plans == one.plans,
                         qPrintable(QStringLiteral("seed %1, %2 threads").arg(seed).arg(threads)));
            }
        }
    }

    void bestPlansAreSortedAndDistinct() {
        for (std::uint64_t seed = 1; seed <= 300; ++seed) {
            const Problem problem = problem_of(oracle::random_case(seed), "random");
            const SolveResult result = solved(problem, 1, 8);
            for (std::size_t i = 1; i < result.plans.size(); ++i) {
                QVERIFY(better(result.plans[i - 1], result.plans[i]));
                QVERIFY(!better(result.plans[i], result.plans[i - 1]));
            }
            for (const RankedPlan& plan : result.plans)
                QVERIFY(plan.evaluation.fits);
            // Asking for more plans must not change the best one.
            if (!result.plans.empty()) QVERIFY(solved(problem).plans.front() == result.plans.front());
        }
    }

    void neverWorseWithMore() {
        for (std::uint64_t seed = 1; seed <= 400; ++seed) {
            Problem problem = problem_of(oracle::random_case(seed), "random");
            const SolveResult before = solved(problem);
            const double least = before.plans.empty() ? std::numeric_limits<double>::infinity()
                                                      : before.plans.front().evaluation.step_seconds;
            const auto check = [&](const Problem& changed, const char* what) {
                const SolveResult after = solved(changed);
                const double now = after.plans.empty() ? std::numeric_limits<double>::infinity()
                                                       : after.plans.front().evaluation.step_seconds;
                QVERIFY2(now <= least * (1 + 1e-12),
                         qPrintable(QStringLiteral("seed %1 %2").arg(seed).arg(QLatin1String(what))));
            };
            Problem memory = problem;
            memory.options.memory_capacity = problem.capacity() * 1.5;
            memory.options.reserve_bytes = problem.reserve_bytes();
            memory.options.reserve_fraction = problem.reserve_fraction() / 1.5;
            check(memory, "more memory");

            Problem bandwidth = problem;
            for (Level& level : bandwidth.levels.levels)
                if (level.profile.empty()) level.bandwidth *= 1.7;
            QVERIFY(bandwidth.levels.finish().empty());
            check(bandwidth, "more bandwidth");

            Problem zero = problem;
            zero.options.zero = std::nullopt;
            check(zero, "all ZeRO stages");
            Problem per_stage = problem;
            per_stage.options.zero_uniform = false;
            check(per_stage, "ZeRO per stage");
            Problem layouts = problem;
            layouts.options.layouts = {LayoutKind::pp_inner, LayoutKind::dp_inner};
            check(layouts, "both layouts");
            Problem recompute = problem;
            recompute.options.recompute =
                std::vector<Recompute>{Recompute::none, Recompute::selective, Recompute::full, Recompute::stage};
            check(recompute, "all recomputation");
            Problem schedules = problem;
            schedules.options.schedule =
                std::vector<ScheduleKind>{ScheduleKind::one_f_one_b, ScheduleKind::gpipe, ScheduleKind::zb_h1};
            check(schedules, "all schedules");

            Problem groups = problem; // two more of the outermost group
            Level& top = groups.levels.levels.back();
            const std::int64_t old_size = top.group_size;
            top.group_size = groups.levels.slot_count = old_size * 3;
            QVERIFY(groups.levels.finish().empty());
            if (groups.levels.levels.size() > 1) {
                // Whole groups: the level above the last is new, so what was there keeps its levels.
                groups = problem;
                Level outer = groups.levels.levels.back();
                outer.name = "outer";
                outer.profile.clear();
                outer.group_size = groups.levels.slot_count = old_size * 2;
                groups.levels.levels.push_back(outer);
                QVERIFY(groups.levels.finish().empty());
                check(groups, "more groups");
            }
        }
    }

    /// A search for one engine finds only plans that it runs, never a better one than the free search, and the same one
    /// where the free optimum already runs on it.
    void targetRestrictsToOneEngine() {
        int found = 0;
        for (std::uint64_t seed = 1; seed <= 400; ++seed) {
            Problem problem = problem_of(oracle::random_case(seed), "random");
            const SolveResult free = solved(problem);
            for (const std::string target : {"megatron", "deepspeed", "torchtitan"}) {
                problem.options.target = target;
                const SolveResult restricted = solved(problem);
                const auto runs = [&](const Plan& plan) {
                    return engine_obstacle(target, shape_of(problem, plan)).empty();
                };
                const bool free_runs = !free.plans.empty() && runs(free.plans.front().plan);
                QVERIFY(!free_runs || !restricted.plans.empty());
                if (restricted.plans.empty()) continue;
                ++found;
                QVERIFY(runs(restricted.plans.front().plan));
                const double step = restricted.plans.front().evaluation.step_seconds,
                             least = free.plans.front().evaluation.step_seconds;
                QVERIFY(step >= least * (1 - 1e-12));
                if (free_runs) QVERIFY(close(step, least));
            }
        }
        QVERIFY(found > 200);
    }

    void stopKeepsTheBestSoFar() {
        const Problem problem = problem_of(oracle::random_case(3), "random");
        std::stop_source source;
        source.request_stop();
        SolveControl control;
        control.stop = source.get_token();
        const SolveResult result = solve(problem, control);
        QCOMPARE(result.status, SolveStatus::stopped);
    }

    void progressNeverGoesBack() {
        for (std::uint64_t seed = 1; seed <= 50; ++seed) {
            const Problem problem = problem_of(oracle::random_case(seed), "random");
            double fraction = 0, best = std::numeric_limits<double>::infinity();
            SolveControl control;
            control.threads = 2;
            control.progress = [&](const SolveProgress& progress) {
                QVERIFY(progress.fraction >= fraction && progress.fraction <= 1);
                fraction = progress.fraction;
            };
            control.incumbent = [&](const RankedPlan& plan) {
                QVERIFY(plan.evaluation.step_seconds < best);
                best = plan.evaluation.step_seconds;
            };
            const SolveResult result = solve(problem, control);
            if (!result.plans.empty()) QVERIFY(result.plans.front().evaluation.step_seconds <= best);
        }
    }
};

QTEST_APPLESS_MAIN(TestSearch)
#include "test_search.moc"
