// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli_fixture.h"
#include "plan_fixtures.h"

#include <QTemporaryDir>
#include <QTest>

using namespace nest;
using namespace nest::fixture;
using nlohmann::json;

/// What a plan file claims holds for what a search proved it for, and nothing that was only priced claims more.
class PlanClaimsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        Options options;
        options.global_batch = 64;
        options.tp = std::vector<std::int64_t>{8};
        m_problem = preset_problem("llama3-8b", "dgx-h100x1", options);
        m_result = solved(m_problem, 2, 3);
        QCOMPARE(m_result.status, SolveStatus::optimal);
        m_plan = io::plan_to_json(m_problem, m_result);
        QVERIFY(!io::write_text(path("plan.json"), io::file_text(m_plan)));
    }

    void whatWasProvenIsKept() {
        QVERIFY(m_plan.at("gap") == json(0.0));
        const auto read = io::plan_from_json(*io::read_json(path("plan.json")), "plan.json");
        QVERIFY(read.ok());
        QVERIFY2(read.diagnostics().empty(), read.diagnostics().empty() ? "" : describe(read.fault()).c_str());
        QCOMPARE(read->result.status, SolveStatus::optimal);
        QVERIFY(read->result.gap_known());
        QVERIFY(io::plan_to_json(read->problem, read->result) == m_plan);
    }

    /// With tp free other plans are possible, so nothing is proven, though this plan costs what it did.
    void editedInputsProveNothing() {
        json edited = m_plan;
        edited["inputs"]["options"]["tp"] = "auto";
        const auto read = io::plan_from_json(edited, "plan.json");
        QVERIFY(read.ok());
        QCOMPARE(read->result.status, SolveStatus::feasible);
        QVERIFY(!read->result.gap_known());
        QVERIFY(m_result.candidates > 0);
        QCOMPARE(read->result.candidates, std::int64_t(0)); // nor was anything looked at
        QCOMPARE(read->result.plans.size(), m_result.plans.size());
        QCOMPARE(read->result.plans.front().evaluation, m_result.plans.front().evaluation);
        QCOMPARE(read.diagnostics().size(), std::size_t(1));
        QCOMPARE(read.diagnostics().front().pointer, std::string("/status"));
        QVERIFY(io::plan_to_json(read->problem, read->result).at("gap").is_null());
    }

    void everyFigureIsCompared_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* pointer, const char* value) { QTest::newRow(pointer) << pointer << value; };
        row("/gap", "0.5");
        row("/lower_bound_seconds", "1e9");
        row("/objective", "\"paper\"");
        row("/engines/0/runs", "false");
        row("/engines/1/because", "\"it doesn't like it\"");
        row("/metrics/step_seconds", "1e-9");
        row("/metrics/fits", "false");
        row("/metrics/throughput_sequences", "1e9");
        row("/stages/0/in_flight", "77");
        row("/stages/0/sync_seconds", "77");
        row("/stages/0/update_seconds", "77");
        row("/stages/0/time/tp_comm", "77");
        row("/stages/0/memory/weights", "77");
        row("/stages/0/embedding_memory/weights", "77");
        row("/stages/0/head_memory/optimizer", "77");
        row("/traffic/0/bytes/tp", "77");
        row("/alternatives/1/engines/2/runs", "\"maybe\"");
        row("/alternatives/0/stages/0/memory/total", "77");
    }
    void everyFigureIsCompared() {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        json edited = m_plan;
        const json::json_pointer place(pointer.toStdString());
        QVERIFY(edited.contains(place));
        edited[place] = json::parse(value.toStdString());
        const auto read = io::plan_from_json(edited, "plan.json");
        QVERIFY2(read.ok(), read.ok() ? "" : describe(read.fault()).c_str());
        QCOMPARE(read.diagnostics().size(), std::size_t(1)); // one sentence, however much follows
        const Diagnostic& warning = read.diagnostics().front();
        QCOMPARE(warning.severity, Severity::warning);
        QVERIFY2(pointer.startsWith(QString::fromStdString(warning.pointer)), warning.pointer.c_str());
        QCOMPARE(read->result.plans.front().evaluation, m_result.plans.front().evaluation);
    }

    /// What places ranks and layers is no figure: a file with two answers is refused.
    void contradictingPlacesAreRefused() {
        for (const char* pointer : {"/stages/0/ranks/0/0", "/stages/0/chunks/0/1", "/strategy/num_micro_batches"}) {
            json edited = m_plan;
            edited[json::json_pointer(pointer)] = 5000;
            QVERIFY2(!io::plan_from_json(edited, "plan.json").ok(), pointer);
        }
    }

    void otherStatus() {
        json edited = m_plan;
        edited["status"] = "infeasible";
        auto read = io::plan_from_json(edited, "plan.json");
        QVERIFY(read.ok());
        QCOMPARE(read->result.status, SolveStatus::feasible); // it fits
        edited = m_plan;
        edited["status"] = "feasible";
        edited["gap"] = 0.25;
        edited["inputs"]["options"]["tp"] = "auto";
        read = io::plan_from_json(edited, "plan.json");
        QVERIFY(read.ok());
        QVERIFY(!read->result.gap_known());
        QCOMPARE(read->result.gap, 0.0);
        edited.erase("proved_for");
        edited.erase("gap");
        QVERIFY(io::plan_from_json(edited, "plan.json").ok());
    }

    /// A bound above the plan that it bounds is none; nor is the gap to it.
    void boundsAbovePlans() {
        const double step = m_result.plans.front().evaluation.step_seconds;
        json edited = m_plan;
        edited["lower_bound_seconds"] = 2 * step;
        auto read = io::plan_from_json(edited, "plan.json");
        QVERIFY(read.ok());
        QCOMPARE(read->result.status, SolveStatus::optimal);
        QCOMPARE(read->result.lower_bound_seconds, step);
        QCOMPARE(read.diagnostics().size(), std::size_t(1));
        QCOMPARE(read.diagnostics().front().pointer, std::string("/lower_bound_seconds"));
        edited["status"] = "feasible";
        edited["gap"] = 0.25;
        read = io::plan_from_json(edited, "plan.json");
        QVERIFY(read.ok());
        QCOMPARE(read->result.status, SolveStatus::feasible);
        QVERIFY(!read->result.gap_known());
        QCOMPARE(read->result.lower_bound_seconds, 0.0);
        edited["lower_bound_seconds"] = 0.75 * step;
        read = io::plan_from_json(edited, "plan.json");
        QVERIFY(read.ok());
        QVERIFY2(read.diagnostics().empty(), read.diagnostics().empty() ? "" : describe(read.fault()).c_str());
        QCOMPARE(read->result.gap, 0.25);
    }

    void otherCostsAreRefused() {
        for (const json& cost : {json("zzz"), json(1)}) {
            json edited = m_plan;
            edited["cost"] = cost;
            QVERIFY(!io::write_text(path("cost.json"), io::file_text(edited)));
            const Run priced = run({"evaluate", "--plan", path("cost.json")});
            QCOMPARE(priced.status, 2);
            QVERIFY2(contains(priced.err, "cost"), priced.err.c_str());
        }
    }

    void misspeltKeysAreTold() {
        for (const auto& [place, wrong, meant] : {std::tuple{"", "alternativs", "alternatives"},
                                                  {"", "solve_secnds", "solve_seconds"},
                                                  {"/inputs", "optoins", "options"}}) {
            const std::string key = wrong;
            json edited = m_plan;
            edited[json::json_pointer(place)][key] = json::array();
            const auto read = io::plan_from_json(edited, "plan.json");
            QVERIFY(read.ok());
            const auto told = std::find_if(read.diagnostics().begin(), read.diagnostics().end(),
                                           [&](const Diagnostic& d) { return d.found == key; });
            QVERIFY2(told != read.diagnostics().end(), wrong);
            QCOMPARE(told->suggestion, std::string(meant));
            QCOMPARE(told->severity, Severity::warning);
        }
        json own = m_plan;
        own["my team's remark"] = "fast";
        QVERIFY(io::plan_from_json(own, "plan.json").diagnostics().empty());
        SolveResult none;
        none.status = SolveStatus::infeasible;
        QVERIFY(io::plan_from_json(io::plan_to_json(m_problem, none), "none.json").diagnostics().empty());
    }

    /// Every command that reads the file says the same about it.
    void warningsOfEveryCommand() {
        json edited = m_plan;
        edited["metrics"]["step_seconds"] = 1e-9;
        edited["alternativs"] = json::array();
        QVERIFY(!io::write_text(path("edited.json"), io::file_text(edited)));
        cli::Hooks hooks;
        hooks.render = [](const cli::RenderRequest&) { return 0; };
        std::string first;
        for (const std::vector<std::string>& args :
             {std::vector<std::string>{"evaluate", "--plan", path("edited.json")},
              {"export", "--plan", path("edited.json"), "--format", "chrome-trace", "-o", path("out.json")},
              {"render", "--plan", path("edited.json"), "--view", "memory", "-o", path("out.svg")}}) {
            const Run said = run(args, {}, hooks);
            QVERIFY2(said.status == 0, said.err.c_str());
            QVERIFY2(contains(said.err, "step_seconds") && contains(said.err, "alternativs"), said.err.c_str());
            if (first.empty()) first = said.err;
            QCOMPARE(said.err, first);
        }
    }

    /// Options that were put around another plan's file, or left behind by an edit, are no part of the plan.
    void optionsThatThePlanDoesNotKeep() {
        Options options;
        options.global_batch = 64;
        options.tp = std::vector<std::int64_t>{1};
        options.pp = std::vector<std::int64_t>{2};
        options.zero = std::vector<std::int64_t>{1};
        const Problem problem = preset_problem("llama3-8b", "dgx-h100x2", options);
        json file = io::plan_to_json(problem, solved(problem, 2));
        QVERIFY(file.at("strategy").is_object());
        const auto write = [&] { return !io::write_text(path("kept.json"), io::file_text(file)); };
        const std::vector<std::string> evaluate{"evaluate", "--plan", path("kept.json")};
        const std::vector<std::string> exported{"export", "--plan", path("kept.json"), "--format",
                                                "csv",    "-o",     path("ranks.csv")};
        QVERIFY(write());
        QVERIFY(!contains(run(evaluate).out, "does not keep"));
        QVERIFY(!contains(run(exported).err, "does not keep"));
        file["inputs"]["options"] = {{"global_batch", 64},     {"tp", {8}},
                                     {"pp", {2, 4}},           {"zero", {3}},
                                     {"max_devices", 2},       {"max_step_seconds", 1e-6},
                                     {"target", "torchtitan"}, {"pins", "block.0:last"}};
        QVERIFY(write());
        const Run priced = run(evaluate);
        QCOMPARE(priced.status, 0);
        const Run script = run(exported);
        QCOMPARE(script.status, 0);
        for (const std::string part :
             {"tp=8, but it has tp=1", "zero=3, but it has zero=1", "max_devices=2, but it uses ",
              "pins=block.0:last, but layer block.0 is on stage 0"}) {
            QVERIFY2(contains(priced.out, "  " + part), (part + "\n" + priced.out).c_str());
            QVERIFY2(contains(script.err, "warning: the plan does not keep option " + part), script.err.c_str());
        }
        QVERIFY2(!contains(priced.out, "pp=2"), priced.out.c_str());
        QVERIFY2(!contains(priced.out, "max_step_seconds"), priced.out.c_str()); // of objectives of memory alone
        const Run plain = run({"evaluate", "--plan", path("kept.json"), "--json", "-"});
        QCOMPARE(plain.status, 0);
        QVERIFY(json::accept(plain.out));
        QVERIFY(contains(plain.err, "warning: the plan does not keep option tp=8"));
    }

    void pricingClaimsNothing() {
        const Run plan = run({"evaluate", "--plan", path("plan.json"), "--json", path("priced.json")});
        QCOMPARE(plan.status, 0);
        QVERIFY2(!contains(plan.out, "optimal"), plan.out.c_str());
        const Run layout = run({"evaluate", "--layout", "llama3-8b @ dgx-h100x1: tp8 pp1 dp1 mb1 zero1 sp full",
                                "--set", "global_batch=64", "--json", path("layout.json")});
        QCOMPARE(layout.status, 0);
        QVERIFY2(!contains(layout.out, "optimal"), layout.out.c_str());
        for (const char* name : {"priced.json", "layout.json"}) {
            const json priced = *io::read_json(path(name));
            QVERIFY(priced.at("status") == json("feasible"));
            QVERIFY(priced.at("gap").is_null());
            QVERIFY(!priced.contains("proved_for"));
            QVERIFY(io::plan_from_json(priced, name).diagnostics().empty());
        }
        const Run over =
            run({"evaluate", "--layout", "llama3-405b @ dgx-h100x1: tp8 pp1 dp1 mb1", "--json", path("over.json")});
        QCOMPARE(over.status, 3);
        QVERIFY(io::read_json(path("over.json"))->at("status") == json("infeasible"));
        QVERIFY(io::read_json(path("over.json"))->at("gap").is_null());
    }

    /// Kinds sum to what the table of evaluate --explain counts: with tp 8 alone everything but gradients is tp's.
    void trafficByLevel() {
        const json& traffic = m_plan.at("traffic");
        QCOMPARE(traffic.size(), m_problem.levels.levels.size());
        double tp = 0, others = 0;
        for (const json& level : traffic) {
            tp += level.at("bytes").at("tp").get<double>();
            for (const char* kind : {"ep", "cp", "p2p"})
                others += level.at("bytes").at(kind).get<double>();
        }
        QVERIFY(tp > 0);
        QCOMPARE(others, 0.0);
        double embedding = 0, head = 0;
        for (const json& stage : m_plan.at("stages")) {
            embedding += stage.at("embedding_memory").at("weights").get<double>();
            head += stage.at("head_memory").at("weights").get<double>();
        }
        // 128 256 entries x 4096 x 2 bytes on eight ranks.
        QCOMPARE(embedding, 128256.0 * 4096 * 2 / 8);
        QVERIFY(close(head, 128256.0 * 4096 * 2 / 8, 1e-4)); // and its norm
    }

private:
    std::string path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)).toStdString(); }

    QTemporaryDir m_folder;
    Problem m_problem;
    SolveResult m_result;
    json m_plan;
};

QTEST_GUILESS_MAIN(PlanClaimsTest)
#include "test_plan_claims.moc"
