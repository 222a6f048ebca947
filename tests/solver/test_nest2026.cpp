// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli_fixture.h"
#include "io/files.h"
#include "nest2026/baselines.h"
#include "nest2026/plan_file.h"
#include "nest2026/planner.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

using namespace nest;
using namespace nest::nest2026;
using json = nlohmann::json;

namespace {

/// A chain: embedding -1, layers 0.., each with the given times, bytes and one edge to the next.
struct Chain {
    std::vector<double> forward, backward, parameters, activations, edges;
};

json input_of(const Chain& chain, std::int64_t devices, double memory, std::int64_t micro_batches, bool recompute) {
    json nodes = json::array(), edges = json::array();
    const auto n = static_cast<int>(chain.forward.size());
    for (int i = 0; i < n; ++i) {
        const auto at = static_cast<std::size_t>(i);
        nodes.push_back({{"id", i - 1},
                         {"parameterSize", chain.parameters[at]},
                         {"activationSize", chain.activations[at]},
                         {"optimalLatencyFw", chain.forward[at]},
                         {"optimalLatencyBw", chain.backward[at]},
                         {"isTensorParallelized", false},
                         {"energy", 0}});
        if (i > 0)
            edges.push_back({{"sourceId", i - 2}, {"destId", i - 1}, {"communicationCost", chain.edges[at - 1]}});
    }
    return {{"maxMemoryPerDevice", memory},
            {"maxDevices", devices},
            {"bandwidth", 1.0},
            {"bws", {1000.0, 100.0, 400.0}},
            {"latency_per_level", {0.001, 0.002, 0.003}},
            {"devices_per_level", {2, 2, (devices + 3) / 4}},
            {"frequency", 1.05e6},
            {"mbsInBatch", static_cast<double>(micro_batches)},
            {"activationRecomputation", recompute},
            {"optimizerAlgorithm", "SGD"},
            {"ep_degree", 1},
            {"cp_degree", 1},
            {"sp_enabled", false},
            {"nodes", {{"1", nodes}}},
            {"edges", {{"1", edges}}}};
}

Input read(const json& file) {
    auto input = input_from_json(file, "input.json");
    if (!input) qFatal("%s", describe(input.fault()).c_str());
    return std::move(input).value();
}

double transfer_of(double bytes, int level) {
    const double bandwidths[] = {1000, 100, 100}; // the outermost never above the one inside
    const double latencies[] = {0.001, 0.002, 0.003};
    return (level == 0 ? 1 : 2) * (bytes / bandwidths[level] + latencies[level]);
}

int level_of(std::int64_t x, std::int64_t y) {
    return x / 2 == y / 2 ? 0 : x / 4 == y / 4 ? 1 : 2;
}

/// Least time of a chain by trying every cut and number of replicas, in closed form: forward is the transfer and the
/// sum; with recomputation backward is max(sum, transfer) and the sum.
double least_time(const Chain& chain, std::int64_t devices, double memory, std::int64_t micro_batches, bool recompute) {
    const auto n = static_cast<int>(chain.forward.size());
    double best = INFINITY;
    for (unsigned cuts = 0; cuts < 1U << (n - 1); ++cuts) {
        std::vector<std::pair<int, int>> stages; // first, last
        int first = 0;
        for (int i = 0; i < n; ++i)
            if (i == n - 1 || (cuts >> i & 1U) != 0) stages.push_back({first, i}), first = i + 1;
        const auto count = static_cast<std::int64_t>(stages.size());
        if (count > devices) continue;
        double slowest = 0, synced = 0;
        bool fits = true;
        for (std::int64_t s = 0; s < count; ++s) {
            const auto [from, to] = stages[static_cast<std::size_t>(s)];
            double fw = 0, bw = 0, p = 0, a = 0;
            for (int i = from; i <= to; ++i) {
                const auto at = static_cast<std::size_t>(i);
                fw += chain.forward[at], bw += chain.backward[at];
                p += chain.parameters[at], a += chain.activations[at];
            }
            const std::int64_t end = count - s, device = count - 1 - s; // packed from the last on
            const double x_in =
                s > 0 ? transfer_of(chain.edges[static_cast<std::size_t>(from - 1)], level_of(device + 1, device)) : 0;
            const double x_out =
                s + 1 < count ? transfer_of(chain.edges[static_cast<std::size_t>(to)], level_of(device, device - 1))
                              : 0;
            const double stash = recompute ? (s > 0 ? chain.edges[static_cast<std::size_t>(from - 1)] : 0) : a;
            fits = fits && 2 * p + a + static_cast<double>(end - 1) * stash <= memory;
            slowest = std::max(slowest, x_in + fw + (recompute && end > 1 ? std::max(bw, x_out) + bw : x_out + bw));
            if (s == 0) synced = p;
        }
        if (!fits) continue;
        for (std::int64_t d = 1; d <= std::min(devices / count, micro_batches); ++d) {
            double sync = 0;
            if (d > 1) {
                double part = synced;
                for (std::int64_t size = d; size > 1; size /= 2, part /= 2)
                    sync += 0.001 + part / 1000;
                double low = 0;
                const double raw[] = {1000, 100, 400};
                for (int level = 1; level <= level_of(0, (d - 1) * count); ++level) {
                    sync += 2 * (0.001 * (level + 1) + synced / raw[level]) + low;
                    low += sync;
                }
            }
            best = std::min(best, slowest * static_cast<double>((micro_batches + d - 1) / d + count - 1) + sync);
        }
    }
    return best;
}

Chain random_chain(std::mt19937& random) {
    const auto draw = [&](int least, int most) {
        return static_cast<double>(std::uniform_int_distribution<int>(least, most)(random));
    };
    Chain chain;
    const int n = static_cast<int>(draw(2, 7));
    for (int i = 0; i < n; ++i) {
        chain.forward.push_back(draw(1, 9) / 4);
        chain.backward.push_back(draw(1, 18) / 4);
        chain.parameters.push_back(draw(1, 40));
        chain.activations.push_back(draw(1, 30));
        chain.edges.push_back(draw(1, 300));
    }
    return chain;
}

QString casesFolder() {
    const QString optimal = QStringLiteral(NEST_CASES_DIR);
    return optimal.isEmpty() ? QString() : QDir(optimal).filePath(QStringLiteral("../nest"));
}

std::vector<std::map<QString, QString>> rowsOf(const QString& path) {
    QFile file(path);
    std::vector<std::map<QString, QString>> rows;
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text)) return rows;
    const QStringList names = QString::fromUtf8(file.readLine()).trimmed().split(QLatin1Char(','));
    while (!file.atEnd()) {
        const QStringList values = QString::fromUtf8(file.readLine()).trimmed().split(QLatin1Char(','));
        auto& row = rows.emplace_back();
        for (qsizetype i = 0; i < names.size() && i < values.size(); ++i)
            row[names[i]] = values[i].trimmed();
    }
    return rows;
}

Input inputFile(const QString& name) {
    const std::string path =
        (casesFolder() + QStringLiteral("/inputs/") + name + QStringLiteral(".json")).toStdString();
    const auto json = io::read_json(path);
    if (!json) qFatal("%s", describe(json.fault()).c_str());
    auto input = input_from_json(*json, path);
    if (!input) qFatal("%s", describe(input.fault()).c_str());
    return std::move(input).value();
}

} // namespace

class Nest2026Test : public QObject {
    Q_OBJECT
private slots:
    void transfersAndLevels();
    void recomputationCostsBackwardTwice();
    void synchronisationCompounds();
    void equalsTryingEveryCut_data();
    void equalsTryingEveryCut();
    void baselinesAsPublishedAndRepaired();
    void plansRoundTrip();
    void faults();
    void commandLine();
    void publishedInputs_data();
    void publishedInputs();
    void publishedPlans_data();
    void publishedPlans();
};

void Nest2026Test::transfersAndLevels() {
    const Input input = read(input_of({{1, 1}, {1, 1}, {1, 1}, {1, 1}, {10}}, 8, 1e9, 4, false));
    const StageCosts costs(input, input.widths.front(), false);
    QCOMPARE(costs.transfer(0, 1000), 1.001);
    QCOMPARE(costs.transfer(1, 1000), 2 * 10.002);
    QCOMPARE(costs.transfer(2, 1000), 2 * 10.003); // 400 is held down to the 100 inside
    QCOMPARE(costs.level_between(0, 1), 0);
    QCOMPARE(costs.level_between(1, 2), 1);
    QCOMPARE(costs.level_between(3, 4), 2);
}

void Nest2026Test::recomputationCostsBackwardTwice() {
    const Input input = read(input_of({{1, 2, 4}, {3, 5, 7}, {1, 1, 1}, {1, 1, 1}, {100, 200}}, 8, 1e9, 4, true));
    const StageCosts costs(input, input.widths.front(), false);
    // Two stages {0, 1} and {2} on one level: 1 + 2 + max(8, 0.201) + 8, and 0.201 + 4 + 7 without recomputation.
    QCOMPARE(costs.load(0, 1, 0, 0, 2, {}), 1 + 2 + 8 + 8.0);
    QCOMPARE(costs.load(2, 2, 0, 0, 1, {}), 0.201 + 4 + 7);
}

void Nest2026Test::synchronisationCompounds() {
    const Input input = read(input_of({{1, 1}, {1, 1}, {1, 1}, {1, 1}, {10}}, 8, 1e9, 8, false));
    const StageCosts costs(input, input.widths.front(), false);
    QCOMPARE(costs.synchronisation(1000, 1, 1), 0.0);
    QCOMPARE(costs.synchronisation(1000, 2, 1), 0.001 + 1.0); // devices 0 and 1: level 0 alone
    // Devices 0, 2, .., 6: three levels; two halving rounds, then 2 * (0.002 + 10), then 2 * (0.003 + 2.5) and what
    // the levels below took once more.
    const double inner = 0.001 + 1 + 0.001 + 0.5;
    const double middle = inner + 2 * (0.002 + 10);
    QCOMPARE(costs.synchronisation(1000, 4, 2), middle + 2 * (0.003 + 2.5) + middle);
}

void Nest2026Test::equalsTryingEveryCut_data() {
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 20; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

void Nest2026Test::equalsTryingEveryCut() {
    QFETCH(unsigned, seed);
    std::mt19937 random(seed);
    for (int i = 0; i < 25; ++i) {
        const Chain chain = random_chain(random);
        const std::int64_t devices = std::uniform_int_distribution<int>(1, 17)(random);
        // Every layer fits alone, so that ZeRO isn't tried.
        const double memory = std::uniform_int_distribution<int>(110, 600)(random);
        const std::int64_t micro_batches = std::uniform_int_distribution<int>(1, 20)(random);
        const bool recompute = random() % 2 == 0;
        const double expected = least_time(chain, devices, memory, micro_batches, recompute);
        const Answer answer = nest2026::solve(read(input_of(chain, devices, memory, micro_batches, recompute)));
        QCOMPARE(answer.plan.has_value(), std::isfinite(expected));
        if (answer.plan) QVERIFY(std::abs(answer.price.time_per_batch - expected) <= 1e-12 * expected);
    }
}

void Nest2026Test::baselinesAsPublishedAndRepaired() {
    // An embedding and four layers in two stages; every layer 1 forward, 1 backward.
    json file =
        input_of({{0, 1, 1, 1, 1}, {0, 1, 1, 1, 1}, {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}, {0, 0, 0, 0}}, 4, 1e9, 4, true);
    file["latency_per_level"] = {0, 0, 0};
    file["baselines"] = {{"Manual", {{"p", 2}, {"d", 1}, {"t", 1}, {"num_transformer_layers", 4}}},
                         {"Rounded", {{"p", 3}, {"d", 1}, {"t", 1}, {"num_transformer_layers", 4}}},
                         {"Wide", {{"p", 1}, {"d", 1}, {"t", 2}, {"num_transformer_layers", 4}}}};
    const Input input = read(file);
    // Published: {embedding, 0} last and so without recomputation, {1, 2, 3} first with it: 3 + 3 + 3 a micro-batch.
    const BaselineResult published = evaluate_baseline(input, input.baselines[0], BaselineRules::published);
    QCOMPARE(published.price.time_per_batch, 9.0 * (4 + 2 - 1));
    // Repaired: {embedding, 0, 1} with recomputation, {2, 3} without: 2 + 2 + 2.
    const BaselineResult repaired = evaluate_baseline(input, input.baselines[0], BaselineRules::repaired);
    QCOMPARE(repaired.price.time_per_batch, 6.0 * (4 + 2 - 1));
    // Two layers in each of three stages leave the third with none, but for the misplaced last layer.
    QVERIFY(!evaluate_baseline(input, input.baselines[1], BaselineRules::published).crashes);
    QCOMPARE(evaluate_baseline(input, input.baselines[1], BaselineRules::repaired).plan.stages.size(), std::size_t{2});
    QVERIFY(!evaluate_baseline(input, input.baselines[2], BaselineRules::published).price.feasible());
}

void Nest2026Test::plansRoundTrip() {
    std::mt19937 random(7);
    for (int i = 0; i < 50; ++i) {
        const json file = input_of(random_chain(random), 16, 300, 12, random() % 2 == 0);
        const Input input = read(file);
        const Answer answer = nest2026::solve(input);
        if (!answer.plan) continue;
        const json written = json::parse(plan_to_json(file, input, answer).dump());
        QVERIFY(*input_in_plan(written) == file);
        const auto back = plan_from_json(written, input, "plan.json");
        QVERIFY2(back.ok(), back.ok() ? "" : describe(back.fault()).c_str());
        QVERIFY(back->plan == *answer.plan);
        const StageCosts costs(input, input.widths.front(), false);
        QCOMPARE(price(costs, input, back->plan, back->offsets).time_per_batch, answer.price.time_per_batch);
        json cut = written;
        cut["stages"].erase(cut["stages"].size() - 1);
        QVERIFY(!plan_from_json(cut, input, "plan.json").ok());
    }
}

void Nest2026Test::faults() {
    const json good = input_of({{1, 1}, {1, 1}, {1, 1}, {1, 1}, {10}}, 8, 1e9, 4, false);
    const auto faultOf = [](const json& file) {
        const auto input = input_from_json(file, "input.json");
        return input ? std::string() : describe(input.fault());
    };
    json file = good;
    file["devices_per_level"] = {2, 2, 1};
    QVERIFY(faultOf(file).find("8 devices") != std::string::npos);
    file = good;
    file["edges"]["1"].push_back({{"sourceId", 0}, {"destId", -1}, {"communicationCost", 1}});
    QVERIFY(faultOf(file).find("circle") != std::string::npos);
    file = good;
    file["edges"]["1"][0]["destId"] = 77;
    QVERIFY(faultOf(file).find("-1 -> 77") != std::string::npos);
    file = good;
    file["bws"] = {1.0};
    QVERIFY(faultOf(file).find("bws") != std::string::npos);
    file = good;
    file["nodes"]["1"][0].erase("optimalLatencyFw");
    QVERIFY(faultOf(file).find("/nodes/1/0") != std::string::npos);
}

void Nest2026Test::commandLine() {
    using fixture::run;
    QTemporaryDir folder;
    const auto path = [&](const char* name) { return folder.filePath(QLatin1String(name)).toStdString(); };
    json file =
        input_of({{0, 1, 1, 1, 1}, {0, 1, 1, 1, 1}, {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}, {0, 0, 0, 0}}, 4, 1e9, 4, true);
    file["baselines"] = {{"Manual", {{"p", 2}, {"d", 1}, {"t", 1}, {"num_transformer_layers", 4}}}};
    QVERIFY(!io::write_text(path("input.json"), file.dump()).has_value());
    const auto solved =
        run({"solve", "--cost", "nest2026", "--model", path("input.json"), "--json", path("plan.json")});
    QCOMPARE(solved.status, 0);
    QVERIFY(solved.out.find("Manual") != std::string::npos);
    const json plan = *io::read_json(path("plan.json"));
    QCOMPARE(plan["cost"].get<std::string>(), std::string("nest2026"));
    const double expected = nest2026::solve(read(file)).price.time_per_batch;
    QCOMPARE(plan["metrics"]["step_seconds"].get<double>(), expected);
    QVERIFY(plan["baselines"][0]["repaired"].is_number());
    // A plan holds its input; an answer of the published program needs it beside it.
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{}, {"--cost", "nest2026"}, {"--cost", "nest2026", "--model", path("input.json")}}) {
        std::vector<std::string> args{"evaluate", "--plan", path("plan.json"), "--json", path("again.json")};
        args.insert(args.end(), more.begin(), more.end());
        QCOMPARE(run(args).status, 0);
        QCOMPARE((*io::read_json(path("again.json")))["metrics"]["step_seconds"].get<double>(), expected);
    }
    QCOMPARE(run({"solve", "--cost", "nest2026"}).status, 1);
    QCOMPARE(run({"solve", "--cost", "nest2026", "--model", path("input.json"), "--set", "tp=2"}).status, 1);
    QCOMPARE(run({"solve", "--cost", "nest26", "--model", path("input.json")}).status, 1);
    QCOMPARE(run({"solve", "--cost", "nest2026", "--model", path("plan.json")}).status, 2);
    file["maxMemoryPerDevice"] = 2;
    QVERIFY(!io::write_text(path("small.json"), file.dump()).has_value());
    const auto none = run({"solve", "--cost", "nest2026", "--model", path("small.json")});
    QCOMPARE(none.status, 3);
    QVERIFY(none.err.find("no feasible plan") != std::string::npos);
}

void Nest2026Test::publishedInputs_data() {
    QTest::addColumn<int>("row");
    const auto rows = casesFolder().isEmpty() ? std::vector<std::map<QString, QString>>{}
                                              : rowsOf(casesFolder() + QStringLiteral("/expected.csv"));
    for (std::size_t i = 0; i < rows.size(); ++i)
        QTest::addRow("%s", qPrintable(rows[i].at(QStringLiteral("input")))) << static_cast<int>(i);
    if (rows.empty()) QTest::addRow("none") << -1;
}

void Nest2026Test::publishedInputs() {
    QFETCH(int, row);
    if (row < 0) QSKIP("No folder of instances with known optima beside the repository (NEST_CASES_DIR).");
    const auto expected = rowsOf(casesFolder() + QStringLiteral("/expected.csv"))[static_cast<std::size_t>(row)];
    const Input input = inputFile(expected.at(QStringLiteral("input")));
    const Answer answer = nest2026::solve(input);
    if (expected.at(QStringLiteral("optimum")) == QStringLiteral("infeasible")) {
        QVERIFY(!answer.plan);
        return;
    }
    const double optimum = expected.at(QStringLiteral("optimum")).toDouble();
    QVERIFY(answer.plan.has_value());
    QVERIFY2(std::abs(answer.price.time_per_batch - optimum) <= 1e-12 * optimum,
             qPrintable(QString::number(answer.price.time_per_batch, 'g', 17)));
    for (const Baseline& baseline : input.baselines) {
        const QString name = QString::fromStdString(baseline.name).toLower();
        const auto column = [&](const char* suffix) {
            const auto found = expected.find(name + QLatin1String(suffix));
            return found == expected.end() ? QString() : found->second;
        };
        const QString time = column("_time"), repaired = column("_repaired");
        if (column("_plan").isEmpty()) continue;
        const BaselineResult published = evaluate_baseline(input, baseline, BaselineRules::published);
        if (time == QStringLiteral("crash"))
            QVERIFY(published.crashes);
        else if (time == QStringLiteral("infeasible"))
            QVERIFY(!published.price.feasible());
        else {
            QVERIFY2(published.price.feasible(), published.price.why_not.c_str());
            QCOMPARE(QString::number(published.price.time_per_batch, 'g', 17).toDouble(), time.toDouble());
            QCOMPARE(QString::number(published.price.time_per_batch / optimum, 'f', 4), column("_over_best"));
        }
        const BaselineResult mended = evaluate_baseline(input, baseline, BaselineRules::repaired);
        if (repaired == QStringLiteral("infeasible"))
            QVERIFY(!mended.price.feasible());
        else if (!repaired.isEmpty()) {
            QVERIFY2(mended.price.feasible(), mended.price.why_not.c_str());
            QCOMPARE(QString::number(mended.price.time_per_batch / optimum, 'f', 4), repaired);
        }
    }
}

void Nest2026Test::publishedPlans_data() {
    QTest::addColumn<QString>("name");
    const QStringList files =
        casesFolder().isEmpty() ? QStringList()
                                : QDir(casesFolder() + QStringLiteral("/plans")).entryList({QStringLiteral("*.json")});
    for (const QString& file : files)
        QTest::addRow("%s", qPrintable(file)) << file.chopped(5);
    if (files.isEmpty()) QTest::addRow("none") << QString();
}

void Nest2026Test::publishedPlans() {
    QFETCH(QString, name);
    if (name.isEmpty()) QSKIP("No folder of published plans beside the repository (NEST_CASES_DIR).");
    const Input input = inputFile(name);
    const auto answer =
        io::read_json((casesFolder() + QStringLiteral("/plans/") + name + QStringLiteral(".json")).toStdString());
    QVERIFY(answer.ok());
    const auto published = plan_from_json(*answer, input, "plan.json");
    QVERIFY2(published.ok(), published.ok() ? "" : describe(published.fault()).c_str());
    const auto width = std::find_if(input.widths.begin(), input.widths.end(),
                                    [&](const Width& each) { return each.tensor == published->plan.tensor; });
    const StageCosts costs(input, *width, false);
    const Price priced = price(costs, input, published->plan, published->offsets);
    QVERIFY2(priced.feasible(), priced.why_not.c_str());
    QCOMPARE(QString::number(priced.time_per_batch, 'g', 17),
             QString::number((*answer)["finalTimePerBatch"].get<double>(), 'g', 17));
}

QTEST_APPLESS_MAIN(Nest2026Test)
#include "test_nest2026.moc"
