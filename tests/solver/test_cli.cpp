// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli/interruption.h"
#include "cli_fixture.h"
#include "plan/layout_line.h"

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>
#include <unistd.h>

using namespace nest;
using namespace nest::fixture;
using nlohmann::json;

namespace {

/// Four equal layers, 1 ms forward and 2 ms backward for one sequence, on four devices without any communication cost
/// worth mentioning: a batch of 4 takes 12 ms on each of 4 replicas' layers.
json small_case() {
    json layers = json::array();
    json edges = json::array();
    for (int i = 0; i < 4; ++i) {
        const std::string id = "l" + std::to_string(i);
        layers.push_back({{"id", id},
                          {"profiles",
                           {{{"micro_batch", 1},
                             {"forward_seconds", 0.001},
                             {"backward_seconds", 0.002},
                             {"parameters", 1000},
                             {"activation_bytes", 1000}}}}});
        if (i > 0) edges.push_back({{"from", "l" + std::to_string(i - 1)}, {"to", id}, {"bytes", 8}});
    }
    return {{"model", {{"name", "small"}, {"layers", layers}, {"edges", edges}}},
            {"levels",
             {{"name", "net"},
              {"devices", 4},
              {"levels", {{{"name", "node"}, {"group_size", 4}, {"bandwidth", 1e12}, {"latency", 0.0}}}}}},
            {"device",
             {{"name", "chip"}, {"memory_bytes", 1e9}, {"memory_bandwidth", 1e12}, {"peak_flops", {{"bf16", 1e14}}}}},
            {"options", {{"global_batch", 4}, {"micro_batches", 1}}}};
}

} // namespace

class CliTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void helpAndVersion();
    void aFullDiskIsToldOf_data();
    void aFullDiskIsToldOf();
    void commandsAreTold();
    void usageErrors_data();
    void usageErrors();
    void inputErrors_data();
    void inputErrors();
    void faultsNameTheLine();
    void solvesACase();
    void solvesPresets();
    void writesToStandardOutput();
    void optionsInOrder();
    void infeasible();
    void saysWhatStandsInTheWay();
    void memoryObjectivesLeaveInterleavedOut();
    void optionsWithoutEffect();
    void bandwidthsBeyondMeasureAreRefused();
    void choicesInAnyCase();
    void derivedFieldsOfAPlanAreChecked_data();
    void derivedFieldsOfAPlanAreChecked();
    void timeLimit();
    void signalsStop();
    void evaluates();
    void layoutsThatContradictThemselves();
    void evaluateSaysWhyItDoesNotFit();
    void evaluatesALayout();
    void impossibleLayouts_data();
    void impossibleLayouts();
    void namesLayoutsThatRun();
    void explains();
    void sizes();
    void memoryObjectives();
    void presetsOwnNodes();
    void refusalsAreDistinct();
    void readsLayoutsItWrites();
    void levels();
    void converts();
    void otherLengthsOfFiles();
    void convertsACommand();
    void evaluatesACommand();
    void presets();
    void renders();

private:
    std::string path(const char* name) const { return m_folder->filePath(name).toStdString(); }
    void write(const char* name, const json& value) const {
        QVERIFY(!io::write_text(path(name), value.dump()).has_value());
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void CliTest::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    write("case.json", small_case());
}

void CliTest::helpAndVersion() {
    QVERIFY(contains(run({"--version"}).out, "nest-planner "));
    for (const auto& args : std::vector<std::vector<std::string>>{{"--help"}, {"help"}, {"-h"}}) {
        const Run help = run(args);
        QCOMPARE(help.status, 0);
        for (const char* command : {"solve", "evaluate", "size", "levels", "convert", "presets", "render"})
            QVERIFY(contains(help.out, command));
    }
    for (const char* command : {"solve", "evaluate", "size", "levels", "convert", "presets", "render"}) {
        const Run help = run({command, "--help"});
        QCOMPARE(help.status, 0);
        QVERIFY(contains(help.out, std::string("Usage: nest-planner ") + command));
        QCOMPARE(run({"help", command}).out, help.out);
    }
    const Run options = run({"help", "options"});
    for (const OptionInfo& info : option_table())
        QVERIFY2(contains(options.out, "  " + info.key + " "), info.key.c_str());
}

void CliTest::aFullDiskIsToldOf_data() {
    QTest::addColumn<QStringList>("args");
    for (const QStringList& args : {QStringList{"--help"}, QStringList{"-h"}, QStringList{}, QStringList{"--version"},
                                    QStringList{"help"}, QStringList{"help", "options"}, QStringList{"help", "man"},
                                    QStringList{"solve", "--help"}, QStringList{"presets"}})
        QTest::newRow(qPrintable(args.join(QLatin1Char(' ')))) << args;
}

void CliTest::aFullDiskIsToldOf() {
    QFETCH(QStringList, args);
    std::vector<std::string> list;
    for (const QString& arg : args)
        list.push_back(arg.toStdString());
    std::filebuf full;
    if (!full.open("/dev/full", std::ios::out)) QSKIP("no /dev/full here");
    std::ostringstream err;
    std::streambuf* const old_out = std::cout.rdbuf(&full);
    std::streambuf* const old_err = std::cerr.rdbuf(err.rdbuf());
    const int status = cli::run_cli(list);
    std::cout.rdbuf(old_out);
    std::cerr.rdbuf(old_err);
    QCOMPARE(status, 2);
    QCOMPARE(err.str(), std::string("standard output: cannot be written\n"));
}

void CliTest::commandsAreTold() {
    QVERIFY(!cli::is_cli_command({}));
    QVERIFY(cli::is_cli_command({"solve"}));
    QVERIFY(cli::is_cli_command({"--version"}));
    QVERIFY(cli::is_cli_command({"--modle"}));
    QVERIFY(cli::is_cli_command({"slove", "--model", "x"}));
    QVERIFY(!cli::is_cli_command({path("case.json")}));
    QVERIFY(!cli::is_cli_command({"gone.json"}));
    QVERIFY(!cli::is_cli_command({"-platform", "offscreen"}));
}

void CliTest::usageErrors_data() {
    QTest::addColumn<QStringList>("args");
    QTest::addColumn<QString>("message");
    const auto row = [](const QStringList& args, const char* message) {
        QTest::addRow("%s", qPrintable(args.join(' '))) << args << QString(message);
    };
    row({"slove"}, "did you mean solve?");
    row({"--versoin"}, "unknown option --versoin");
    row({"solve"}, "--model is missing");
    row({"solve", "--model", "llama3-8b"}, "--topology is missing");
    row({"solve", "--modle", "x"}, "did you mean --model?");
    row({"solve", "--model"}, "--model needs a value");
    row({"solve", "x"}, "unexpected argument");
    row({"solve", "--model", "m", "--case", "c"}, "exclude each other");
    row({"solve", "--model", "m", "--topology", "t", "--threads", "0"}, "--threads");
    row({"solve", "--model", "m", "--topology", "t", "--top", "x"}, "--top");
    row({"solve", "--model", "m", "--topology", "t", "--time-limit", "-1"}, "--time-limit");
    row({"solve", "--model", "m", "--topology", "t", "--time-limit", "0"}, "--time-limit");
    row({"solve", "--model", "m", "--topology", "t", "--set", "tp"}, "KEY=VALUE");
    row({"solve", "--model", "m", "--topology", "t", "--set", "global_bach=1"}, "global_batch");
    row({"solve", "--model", "m", "--topology", "t", "--set", "zero=4"}, "0 to 3");
    row({"solve", "--model", "m", "--topology", "t", "--objective", "latncy"}, "latency");
    row({"solve", "--model", "m", "--topology", "t", "--planner", "nst"}, "nest");
    row({"solve", "--model", "m", "--topology", "t", "--set", "memory_capacity=40"},
        "expected 1 MB to 10 PB (a bare number is in bytes; write \"40 GB\"), found 40");
    row({"solve", "--model", "m", "--topology", "t", "--set", "tp=4-8"}, "expected a list such as 4,8 or \"auto\"");
    row({"solve", "--model", "m", "--topology", "t", "--set", "tp=[8"}, "[8");
    row({"solve", "--model", "m", "--topology", "t", "--set", "tp=4,[8]"}, "expected a list such as 4,8 or [4,8]");
    row({"solve", "--model", "m", "--topology", "t", "--set", "recompute="}, "recompute=auto");
    row({"solve", "--model", "m", "--topology", "t", "--json", ""}, "--json has an empty value");
    row({"convert", "a.json", "-o", ""}, "-o has an empty value");
    row({"evaluate", "--layout", "a @ t: tp2", "--model", "b"}, "--model b contradicts the layout, which names a");
    row({"evaluate", "--layout", "a @ t: tp2", "--topology", "u"}, "--topology u contradicts the layout");
    row({"evaluate", "--layout", "a @ t: tp2", "--case", "c"}, "--case contradicts the layout");
    row({"size", "--model", "m"}, "--topology is missing");
    row({"size", "--model", "llama3-8b", "--topology", "dgx-h100", "--target-step", "-1"}, "--target-step");
    row({"size", "--model", "llama3-8b", "--topology", "dgx-h100", "--max-nodes", "0"}, "--max-nodes");
    row({"size", "--case", "c"}, "unknown option --case");
    row({"evaluate"}, "--plan, --layout or --launch is missing");
    row({"evaluate", "--layout", "tp2", "--model", "m"}, "--topology is missing");
    row({"evaluate", "--plan", "p", "--set", "global_batch=2"}, "--plan and --set exclude each other");
    row({"evaluate", "--plan", "p", "--topology", "t"}, "--plan and --topology exclude each other");
    row({"evaluate", "--layout", "m @ t tp2"}, "MODEL @ TOPOLOGY");
    row({"evaluate", "--layout", "m @ t: tp2 qq3"}, "qq3");
    row({"evaluate", "--layout", "m @ t: tp0"}, "out of range");
    row({"levels"}, "--topology is missing");
    row({"convert"}, "FILE is missing");
    row({"convert", "a.json"}, "-o OUT is missing");
    row({"convert", "a.json", "-o", "b.json", "--assume", "sequence_lenght=1"}, "sequence_length");
    row({"presets", "modles"}, "did you mean models?");
    row({"render", "--plan", "p", "--view", "stags", "-o", "a.png"}, "did you mean stages?");
    row({"render", "--plan", "p", "--view", "stages", "-o", "a.gif"}, ".png");
    row({"render", "--plan", "p", "--view", "stages", "-o", "a.png", "--size", "9"}, "--size");
    for (const char* size : {"0x0", "0x800", "1200x16385", "99999999999x2", "-5x5"})
        row({"render", "--plan", "p", "--view", "stages", "-o", "a.png", "--size", size}, "from 16 to 16384 pixels");
    for (const char* view : {"calendar", "search"})
        row({"render", "--plan", "p", "--view", view, "-o", "a.png"},
            "topology, levels, model, layers, stages, devices, memory, timeline");
    row({"help", "nothing"}, "nothing");
}

void CliTest::usageErrors() {
    QFETCH(QStringList, args);
    QFETCH(QString, message);
    std::vector<std::string> list;
    for (const QString& arg : args)
        list.push_back(arg.toStdString());
    const Run result = run(list);
    QCOMPARE(result.status, 1);
    QVERIFY(result.out.empty());
    QVERIFY2(contains(result.err, message.toStdString()), result.err.c_str());
}

void CliTest::inputErrors_data() {
    QTest::addColumn<QStringList>("args");
    QTest::addColumn<QString>("message");
    const auto row = [](const QStringList& args, const char* message) {
        QTest::addRow("%s", qPrintable(args.join(' '))) << args << QString(message);
    };
    row({"solve", "--model", "llama3-70", "--topology", "dgx-h100x4"}, "did you mean \"llama3-70b\"?");
    row({"solve", "--model", "llama3-70b", "--topology", "dgx-h10x4"}, "did you mean \"dgx-h100x4\"?");
    row({"solve", "--model", "llama3", "--topology", "dgx-h100x4"}, "such as llama3-8b, llama3-70b, llama3-405b");
    row({"solve", "--model", "llama3-70b", "--topology", "fat-tree:8,4,4"}, "--device h100-sxm-80gb");
    row({"solve", "--case", "no/such.json"}, "no/such.json");
    row({"solve", "--model", "llama3-70b", "--topology", "dgx-h100x4", "--set", "nodes=5"}, "nodes");
    row({"solve", "--model", "llama3-70b", "--topology", "dgx-h100x4", "--set", "level_bandwidth.nvlnk=x2"}, "nvlink");
    row({"evaluate", "--plan", "no/such.json"}, "cannot be read");
    row({"levels", "--topology", "fat-tree:0"}, "");
    row({"levels", "--topology", "fat-tree:0,4"}, "fat-tree:0,4: \"sizes\" is out of range");
    row({"convert", "no/such.json", "-o", "x.json"}, "cannot be read");
}

void CliTest::inputErrors() {
    QFETCH(QStringList, args);
    QFETCH(QString, message);
    std::vector<std::string> list;
    for (const QString& arg : args)
        list.push_back(arg.toStdString());
    const Run result = run(list);
    QCOMPARE(result.status, 2);
    QVERIFY(result.out.empty());
    QVERIFY(!result.err.empty());
    QVERIFY2(contains(result.err, message.toStdString()), result.err.c_str());
}

void CliTest::faultsNameTheLine() {
    QVERIFY(!io::write_text(path("bad.json"), "{\n \"format\": \"nest-plan\",\n oops }").has_value());
    QVERIFY2(run({"evaluate", "--plan", path("bad.json")}).err.starts_with(path("bad.json") + ":3: "), "line");
    json wrong = small_case();
    wrong["model"]["layers"][1]["profiles"][0]["forward_seconds"] = -1;
    write("wrong.json", wrong);
    const Run result = run({"solve", "--case", path("wrong.json")});
    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.starts_with(path("wrong.json") + "#/model/layers/1/profiles/0/forward_seconds: "),
             result.err.c_str());
    QVERIFY(contains(result.err, "-1"));
}

void CliTest::solvesACase() {
    const Run result = run({"solve", "--case", path("case.json"), "--json", path("plan.json"), "--top", "3"});
    QCOMPARE(result.status, 0);
    for (const char* part : {"small", "layout", "step", "optimal", "memory", "stage", "engines"})
        QVERIFY2(contains(result.out, part), part);
    const json plan = *io::read_json(path("plan.json"));
    QCOMPARE(plan.at("status").get<std::string>(), std::string("optimal"));
    QCOMPARE(plan.at("format").get<std::string>(), std::string("nest-plan"));
    QVERIFY(plan.at("alternatives").size() <= 2);
    // 4 sequences of 4 x 3 ms on 4 devices can't take less than 12 ms.
    QVERIFY(plan.at("metrics").at("step_seconds").get<double>() >= 0.012);
}

void CliTest::solvesPresets() {
    const Run result = run({"solve", "--model", "llama3-8b", "--topology", "dgx-h100x2", "--set", "global_batch=64",
                            "--threads=1", "--json", path("p.json")});
    QCOMPARE(result.status, 0);
    QVERIFY2(contains(result.out, "16 x h100-sxm-80gb"), result.out.c_str());
    QVERIFY(contains(result.out, "MFU"));
    QVERIFY(contains(result.out, "Assumed")); // presets say what is assumed
    QCOMPARE(run({"evaluate", "--plan", path("p.json")}).status, 0);
}

void CliTest::writesToStandardOutput() {
    const Run result = run({"solve", "--case", "-", "--json", "-"}, small_case().dump());
    QCOMPARE(result.status, 0);
    const auto plan = io::parse_json(result.out, "stdout"); // nothing else is on it
    QVERIFY(plan.ok());
    QVERIFY(result.out.starts_with("{\n  \"format\": \"nest-plan\",\n  \"version\": 1"));
    const Run full = run({"solve", "--case", path("case.json"), "--json", path("no/folder/p.json")});
    QCOMPARE(full.status, 2);
    QVERIFY(contains(full.err, "cannot be written"));
}

void CliTest::optionsInOrder() {
    write("options.json", {{"format", "nest-options"}, {"version", 1}, {"global_batch", 8}, {"objective", "paper"}});
    const auto used = [&](std::vector<std::string> more) {
        std::vector<std::string> args{"solve",    "--model",         path("case.json"), "--topology", path("case.json"),
                                      "--device", path("case.json"), "--json",          "-"};
        args.insert(args.end(), more.begin(), more.end());
        const Run result = run(args);
        return result.status == 0 ? io::parse_json(result.out, "")->at("inputs").at("options") : json(result.err);
    };
    const json from_file = used({"--options", path("options.json")});
    QCOMPARE(from_file.at("global_batch").get<int>(), 8);
    QCOMPARE(from_file.at("objective").get<std::string>(), std::string("paper"));
    const json overridden =
        used({"--options", path("options.json"), "--set", "global_batch=16", "--objective", "latency"});
    QCOMPARE(overridden.at("global_batch").get<int>(), 16);
    QVERIFY(!overridden.contains("objective"));
    const Run wrong = run({"solve", "--case", path("case.json"), "--options", path("case.json")});
    QCOMPARE(wrong.status, 2);
}

/// A bandwidth that would make every step longer than a double can say.
void CliTest::bandwidthsBeyondMeasureAreRefused() {
    json file = small_case();
    for (json& level : file["levels"]["levels"])
        level["bandwidth"] = 1e-305;
    file["options"]["tp"] = {2};
    write("slow.json", file);
    const Run solved = run({"solve", "--case", path("slow.json")});
    QCOMPARE(solved.status, 2);
    QVERIFY(contains(solved.err, "expected 1 B/s to 1 EB/s, found 1e-305 B/s"));
    QVERIFY(!contains(solved.out, "infinite"));
}

void CliTest::choicesInAnyCase() {
    QCOMPARE(run({"solve", "--case", path("case.json"), "--set", "schedule=1F1B"}).out.substr(0, 60),
             run({"solve", "--case", path("case.json"), "--set", "schedule=1f1b"}).out.substr(0, 60));
}

void CliTest::derivedFieldsOfAPlanAreChecked_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::newRow("layout") << "/layout_text"
                            << "\"tp99\"";
    QTest::newRow("micro-batches") << "/strategy/num_micro_batches"
                                   << "7777";
    QTest::newRow("rank order") << "/strategy/rank_order"
                                << "\"pp-tp\"";
    QTest::newRow("chunks") << "/stages/0/chunks"
                            << "[[5, 9]]";
    QTest::newRow("devices") << "/stages/0/devices_per_replica"
                             << "999";
    QTest::newRow("recompute layers") << "/stages/0/recompute_layers"
                                      << "77";
    QTest::newRow("ranks") << "/stages/0/ranks"
                           << "[[999]]";
    QTest::newRow("level") << "/stages/0/level_in"
                           << "9";
}

void CliTest::derivedFieldsOfAPlanAreChecked() {
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QCOMPARE(run({"solve", "--case", path("case.json"), "--json", path("plan.json")}).status, 0);
    json plan = *io::read_json(path("plan.json"));
    QCOMPARE(run({"evaluate", "--plan", path("plan.json")}).status, 0);
    plan[json::json_pointer(pointer.toStdString())] = json::parse(value.toStdString());
    write("edited.json", plan);
    const Run edited = run({"evaluate", "--plan", path("edited.json")});
    QCOMPARE(edited.status, 2);
    QVERIFY2(contains(edited.err, "edited.json#" + pointer.toStdString()), edited.err.c_str());
}

void CliTest::infeasible() {
    const Run result =
        run({"solve", "--case", path("case.json"), "--set", "reserve_bytes=999.995 MB", "--json", path("none.json")});
    QCOMPARE(result.status, 3);
    QVERIFY2(result.err.starts_with("no feasible plan: "), result.err.c_str());
    const json plan = *io::read_json(path("none.json"));
    QCOMPARE(plan.at("status").get<std::string>(), std::string("infeasible"));
    QVERIFY(!plan.at("rejected").at("counts").empty());
    QCOMPARE(run({"evaluate", "--plan", path("none.json")}).status, 3);
}

/// 34 layers on 16 devices: neither number of stages may be passed.
void CliTest::saysWhatStandsInTheWay() {
    const Run stages = run({"solve", "--model", "llama3-8b", "--topology", "dgx-h100x2", "--set", "pp=35"});
    QCOMPARE(stages.status, 3);
    QVERIFY2(contains(stages.err, "pp works with") && contains(stages.err, "16") && !contains(stages.err, "33"),
             stages.err.c_str());
    const Run slow =
        run({"solve", "--case", path("case.json"), "--objective", "memory", "--set", "max_step_seconds=1e-9"});
    QCOMPARE(slow.status, 3);
    QVERIFY2(contains(slow.out, "max_step_seconds"), slow.out.c_str());
}

void CliTest::memoryObjectivesLeaveInterleavedOut() {
    const std::vector<std::string> common{"solve", "--model", "llama3-8b",   "--topology", "dgx-h100x1",
                                          "--set", "pp=2",    "--objective", "memory",     "--set"};
    std::vector<std::string> alone = common, beside = common;
    alone.push_back("schedule=interleaved");
    beside.push_back("schedule=1f1b,interleaved");
    const Run none = run(alone);
    QCOMPARE(none.status, 3);
    QVERIFY2(contains(none.err, "do not search interleaved plans"), none.err.c_str());
    // The fastest plan that the 10 % are counted from is one that the second search may find, too.
    beside[8] = "balanced-memory";
    std::vector<std::string> plain = beside;
    plain.back() = "schedule=1f1b";
    for (std::vector<std::string>* one : {&beside, &plain}) {
        one->push_back("--json");
        one->push_back(path(one == &beside ? "beside.json" : "plain.json"));
        QCOMPARE(run(*one).status, 0);
    }
    QCOMPARE(io::read_json(path("beside.json"))->at("metrics").at("step_seconds").get<double>(),
             io::read_json(path("plain.json"))->at("metrics").at("step_seconds").get<double>());
}

void CliTest::optionsWithoutEffect() {
    const Run result = run({"solve", "--model", "llama3-8b", "--topology", "dgx-h100x1", "--set", "expert_tp=5",
                            "--set", "expert_fold=on"});
    QCOMPARE(result.status, 0);
    QVERIFY2(contains(result.err, "expert_tp") && contains(result.err, "expert_fold"), result.err.c_str());
    QVERIFY2(!contains(run({"solve", "--model", "llama3-8b", "--topology", "dgx-h100x1"}).err, "expert"), "no note");
}

void CliTest::timeLimit() {
    const Run result = run({"solve", "--model", "llama3-405b", "--topology", "dgx-h100x512", "--time-limit", "1e-9",
                            "--json", path("stopped.json")});
    QCOMPARE(result.status, 4);
    QVERIFY(contains(result.err, "stopped early"));
    QCOMPARE(io::read_json(path("stopped.json"))->at("status").get<std::string>(), std::string("stopped"));
    const Run nothing = run({"evaluate", "--plan", path("stopped.json")});
    QCOMPARE(nothing.status, 3);
    QVERIFY(contains(nothing.err, "holds no plan"));
}

void CliTest::signalsStop() {
    const cli::Interruption interruption;
    QVERIFY(!interruption.happened());
    kill(getpid(), SIGTERM);
    QTRY_VERIFY(interruption.happened());
    QVERIFY(interruption.token().stop_requested());
}

void CliTest::layoutsThatContradictThemselves() {
    for (const char* layout : {"tp1 tp2", "tp-1", "zero-2 tp1", "selective full", "pp-inner dp-inner", "gpipe 1f1b"}) {
        const Run result = run({"evaluate", "--layout", layout, "--model", "llama3-8b", "--topology", "dgx-h100x1"});
        QVERIFY2(result.status == 1 || result.status == 2, layout);
        QVERIFY2(!result.err.empty(), layout);
    }
}

void CliTest::evaluates() {
    QCOMPARE(run({"solve", "--case", path("case.json"), "--json", path("plan.json")}).status, 0);
    const Run result = run({"evaluate", "--plan", path("plan.json"), "--json", path("again.json")});
    QCOMPARE(result.status, 0);
    QVERIFY(contains(result.out, "layout"));
    // The same price; what the search found out about better plans is not repeated.
    json again = *io::read_json(path("again.json")), plan = *io::read_json(path("plan.json"));
    QVERIFY(again.at("status") == "feasible");
    for (json* file : {&again, &plan})
        for (const char* key : {"status", "gap", "lower_bound_seconds", "proved_for", "solve_seconds", "search",
                                "rejected", "alternatives"})
            file->erase(key);
    QVERIFY(again == plan);
}

void CliTest::evaluateSaysWhyItDoesNotFit() {
    QCOMPARE(run({"solve", "--case", path("case.json"), "--json", path("plan.json")}).status, 0);
    json plan = *io::read_json(path("plan.json"));
    plan["inputs"]["device"]["memory_bytes"] = 2000;
    write("plan.json", plan);
    const Run result = run({"evaluate", "--plan", path("plan.json")});
    QCOMPARE(result.status, 3);
    QVERIFY2(contains(result.err, "stage 0 needs"), result.err.c_str());
}

void CliTest::evaluatesALayout() {
    // Four stages of one layer each: 4 micro-batches of 3 ms behind the 3 of the other stages, nothing to exchange.
    const Run result = run({"evaluate", "--layout", "tp=1 pp4 dp1 mb1 zero0 none", "--case", path("case.json"),
                            "--json", path("plan.json")});
    QVERIFY2(result.status == 0, result.err.c_str());
    const json plan = *io::read_json(path("plan.json"));
    QCOMPARE(plan.at("strategy").at("pp").get<int>(), 4);
    QCOMPARE(plan.at("stages").size(), std::size_t(4));
    QVERIFY(std::abs(plan.at("metrics").at("step_seconds").get<double>() - 7 * 0.003) < 1e-6);
    // A line that names everything.
    const Run named = run({"evaluate", "--layout", "llama3-8b @ dgx-h100x1: tp8 pp1 dp1 mb1 sp zero1"});
    QVERIFY2(named.status == 0, named.err.c_str());
    const Run tight = run({"evaluate", "--layout", "llama3-70b @ dgx-h100x1: tp8 pp1 dp1 mb1 zero1"});
    QCOMPARE(tight.status, 3);
    QVERIFY2(contains(tight.err, "does not fit: stage 0 needs"), tight.err.c_str());
}

void CliTest::impossibleLayouts_data() {
    QTest::addColumn<QString>("layout");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* layout, const char* message) {
        QTest::addRow("%s", layout) << QString(layout) << QString(message);
    };
    row("tp8 pp8 dp4 mb1", "8 x 8 x 4 = 256 devices are more than the 128 there are");
    row("tp8 pp4 dp4 cp2 mb1", "8 x 4 x 4 x 2 = 256 devices are more than the 128 there are");
    row("tp1000000 pp1000000 dp1000000 cp1000000", "are more than the 128 there are");
    row("tp8 pp4 dp3 mb1", "1024 sequences does not divide by dp x mb = 3 x 1 = 3");
    row("tp8 pp1 dp3 ep2 mb1", "dp 3 is no multiple of ep 2");
}

void CliTest::impossibleLayouts() {
    QFETCH(QString, layout);
    QFETCH(QString, message);
    const Run result =
        run({"evaluate", "--layout", layout.toStdString(), "--model", "llama3-70b", "--topology", "dgx-h100x16"});
    QCOMPARE(result.status, 3);
    QVERIFY2(contains(result.err, message.toStdString()), result.err.c_str());
}

void CliTest::namesLayoutsThatRun() {
    const Run heads = run({"evaluate", "--layout", "llama3-70b @ dgx-h100x16: tp6 pp4 dp4 mb1 sp zero1 full"});
    QCOMPARE(heads.status, 3);
    QVERIFY2(contains(heads.err, "tp 6 does not divide 64 attention heads (tp works with 2, 4, 8"), heads.err.c_str());
    QVERIFY2(contains(heads.out, "Nearest layouts that run"), heads.out.c_str());
    QVERIFY2(contains(heads.out, "tp 6 -> 8"), heads.out.c_str());
    const Run memory = run({"evaluate", "--layout", "llama3-70b @ dgx-h100x16: tp8 pp2 dp1 mb1 sp zero0 full"});
    QCOMPARE(memory.status, 3);
    QVERIFY2(contains(memory.err, "does not fit: stage 0 needs"), memory.err.c_str());
    QVERIFY2(contains(memory.out, "pp 2 -> 4"), memory.out.c_str());
}

void CliTest::explains() {
    const Run solved = run({"solve", "--case", path("case.json"), "--explain"});
    QCOMPARE(solved.status, 0);
    for (const char* part : {"Limited by", "One step away"})
        QVERIFY2(contains(solved.out, part), solved.out.c_str());
    const Run layout = run({"evaluate", "--explain", "--layout", "llama3-8b @ dgx-h100x1: tp8 pp1 dp1 mb1 sp zero1"});
    QCOMPARE(layout.status, 0);
    for (const char* part : {"Best plan: ", "TP communication", "sum", "The best plan, ", "One step away", "tp 8 -> 4"})
        QVERIFY2(contains(layout.out, part), layout.out.c_str());
    const Run nothing = run({"solve", "--model", "llama3-405b", "--topology", "dgx-h100x4", "--explain"});
    QCOMPARE(nothing.status, 3);
    QVERIFY2(contains(nothing.out, "What would make a plan possible"), nothing.out.c_str());
    QVERIFY2(contains(nothing.out, "more memory per device"), nothing.out.c_str());
    QVERIFY2(contains(nothing.out, "more devices"), nothing.out.c_str());
    for (const Run* one : {&solved, &layout, &nothing}) // plain characters only
        QVERIFY(
            std::all_of(one->out.begin(), one->out.end(), [](char c) { return static_cast<unsigned char>(c) < 128; }));
}

void CliTest::sizes() {
    const Run fits = run(
        {"size", "--model", "llama3-8b", "--topology", "dgx-h100", "--max-nodes", "4", "--json", path("size.json")});
    QVERIFY2(fits.status == 0, fits.err.c_str());
    QVERIFY2(contains(fits.out, "least to fit: 1 node, 8 devices"), fits.out.c_str());
    const json size = *io::read_json(path("size.json"));
    QCOMPARE(size.at("least").at("nodes").get<int>(), 1);
    QVERIFY(size.at("proven").get<bool>());
    QCOMPARE(size.at("curve").size(), std::size_t(3)); // 1, 2, 4
    const double step = size.at("least").at("step_seconds").get<double>();
    const std::string half = std::to_string(step / 1.9);
    const Run faster = run({"size", "--model", "llama3-8b", "--topology", "dgx-h100x4", "--target-step", half});
    QVERIFY2(faster.status == 0, faster.err.c_str());
    QVERIFY2(contains(faster.out, "least for a step of"), faster.out.c_str());
    const Run never = run({"size", "--model", "llama3-8b", "--topology", "dgx-h100x2", "--target-step", "1 us"});
    QCOMPARE(never.status, 3);
    QVERIFY2(contains(never.err, "no size up to 2 nodes"), never.err.c_str());
    QCOMPARE(run({"size", "--model", "llama3-405b", "--topology", "dgx-h100x1"}).status, 3);
    QCOMPARE(run({"size", "--model", "llama3-8b", "--topology", "dgx-h100", "--time-limit", "1e-6"}).status, 4);
}

void CliTest::memoryObjectives() {
    struct Answer {
        double step, peak, spread;
        json file;
    };
    const auto answer = [this](const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"solve", "--model", "llama3-8b", "--topology",       "dgx-h100x1",
                                           "--set", "pp=2,4",  "--json",    path("memory.json")};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Run result = run(arguments);
        if (result.status != 0) qFatal("%s", result.err.c_str());
        const json file = *io::read_json(path("memory.json"));
        double most = 0, least = 1e300;
        for (const json& stage : file.at("stages")) {
            most = std::max(most, stage.at("memory").at("total").get<double>());
            least = std::min(least, stage.at("memory").at("total").get<double>());
        }
        return Answer{file.at("metrics").at("step_seconds").get<double>(), most, most - least, file};
    };
    const Answer fastest = answer({}), least = answer({"--objective", "memory"}),
                 even = answer({"--objective", "balanced-memory"});
    QVERIFY(!fastest.file.contains("lower_bound_bytes"));
    QVERIFY(least.peak < fastest.peak && least.step > fastest.step);
    QVERIFY(least.file.at("objective") == "memory");
    QVERIFY(least.file.at("status") == "optimal");
    QVERIFY(least.file.at("gap") == 0.0);
    QVERIFY(std::abs(least.file.at("lower_bound_bytes").get<double>() / least.peak - 1) < 1e-9);
    QVERIFY(!least.file.contains("step_limit_seconds"));
    QVERIFY(least.file.at("fastest_step_seconds") == fastest.step);
    QVERIFY(even.spread < fastest.spread && even.step <= 1.1 * fastest.step * (1 + 1e-12));
    QVERIFY(std::abs(even.file.at("step_limit_seconds").get<double>() / fastest.step - 1.1) < 1e-9);

    const auto bound = [&](double times) { return "max_step_seconds=" + std::to_string(fastest.step * times); };
    const Answer within = answer({"--objective", "memory", "--set", bound(1.2)});
    QVERIFY(within.step <= 1.2 * fastest.step * (1 + 1e-6));
    QVERIFY(least.peak < within.peak && within.peak < fastest.peak);

    const std::vector<std::string> inputs{"solve", "--model", "llama3-8b", "--topology", "dgx-h100x1", "--set"};
    std::vector<std::string> arguments = inputs;
    arguments.insert(arguments.end(), {bound(0.5), "--objective", "memory"});
    const Run none = run(arguments);
    QCOMPARE(none.status, 3);
    QVERIFY2(contains(none.err, "max_step_seconds") && contains(none.err, "the fastest that fits in memory takes"),
             none.err.c_str());
    arguments = inputs;
    arguments.push_back(bound(2));
    const Run idle = run(arguments);
    QCOMPARE(idle.status, 0);
    QVERIFY2(contains(idle.err, "no effect"), idle.err.c_str());
}

void CliTest::presetsOwnNodes() {
    const Run result = run({"solve", "--model", "llama3-8b", "--topology", "dgx-h200", "--set", "max_devices=8"});
    QVERIFY2(contains(result.out, "on dgx-h200x16"), result.out.c_str());
    QVERIFY2(contains(result.out, "number of nodes = 16 (dgx-h200xN takes N)"), result.out.c_str());
    const Run named = run({"solve", "--model", "llama3-8b", "--topology", "dgx-h200x1"});
    QVERIFY(contains(named.out, "on dgx-h200x1:"));
    QVERIFY(!contains(named.out, "number of nodes"));
    QVERIFY(contains(named.out, "latency nvlink"));
    QVERIFY(!contains(named.out, "spine")); // one node has no such level
}

void CliTest::refusalsAreDistinct() {
    const Run result = run({"solve", "--model", "llama3-405b", "--topology", "dgx-h100x1", "--set", "micro_batches=1",
                            "--json", path("none.json")});
    QCOMPARE(result.status, 3);
    // The search keeps the nearest of each strategy, the nearest of all first.
    double last = 0;
    const json written = *io::read_json(path("none.json"));
    for (const json& rejection : written.at("rejected").at("sample")) {
        const double over = rejection.value("over_bytes", 0.0);
        if (over == 0) break; // other reasons follow
        QVERIFY(over >= last);
        last = over;
    }
    QVERIFY(last > 0);
    std::set<std::string> strategies;
    std::istringstream lines(result.out);
    std::string line;
    int shown = 0;
    while (std::getline(lines, line)) {
        if (!contains(line, " more than the ")) continue;
        ++shown;
        strategies.insert(line.substr(0, line.find(" pp")));
    }
    QCOMPARE(shown, 5);
    QCOMPARE(strategies.size(), std::size_t(5));
}

void CliTest::readsLayoutsItWrites() {
    Plan plan;
    plan.strategy = {2, 4, 1, true};
    plan.micro_batch = 2;
    plan.replicas = 3;
    plan.layout = LayoutKind::dp_inner;
    plan.schedule = ScheduleKind::gpipe;
    plan.stages = {{{0}, Recompute::none, 1}, {{1}, Recompute::full, 2}, {{2}, Recompute::selective, 1}};
    const Result<LayoutLine> line = read_layout(layout_text(plan), {});
    QVERIFY(line.ok());
    const LayoutLine& read = *line;
    const auto is = [](const Degrees& degrees, std::vector<std::int64_t> list) {
        return degrees == Degrees(std::move(list));
    };
    QVERIFY(is(read.options.tp, {2}) && is(read.options.ep, {4}) && is(read.options.cp, {1}) &&
            is(read.options.pp, {3}));
    QVERIFY(is(read.options.dp, {12})); // replicas times experts
    QVERIFY(is(read.options.micro_batches, {2}) && is(read.options.zero, {1, 2}));
    QVERIFY(!read.options.zero_uniform);
    QVERIFY(read.options.sequence_parallel == Switch::on);
    QCOMPARE(*read.options.recompute, (std::vector<Recompute>{Recompute::none, Recompute::selective, Recompute::full}));
    QVERIFY(read.options.layouts == std::vector<LayoutKind>{LayoutKind::dp_inner});
    QVERIFY(read.options.schedule == std::vector<ScheduleKind>{ScheduleKind::gpipe});
    QVERIFY(options_of_layout({}, plan) == read.options);
}

void CliTest::levels() {
    const Run result = run({"levels", "--topology", "dgx-h100x64", "--json", path("levels.json")});
    QCOMPARE(result.status, 0);
    QVERIFY(contains(result.out, "512 devices"));
    QVERIFY(contains(result.out, "450 GB/s")); // NVLink 4: 900 GB/s both ways
    const auto read = io::levels_from_json(*io::read_json(path("levels.json")), "");
    QVERIFY(read.ok());
    QCOMPARE(read->device_count(), 512);
}

void CliTest::converts() {
    const std::string config =
        R"({"model_type": "llama", "hidden_size": 1024, "intermediate_size": 4096, "num_hidden_layers": 2,
        "num_attention_heads": 8, "num_key_value_heads": 8, "vocab_size": 32000, "max_position_embeddings": 4096})";
    const Run result = run({"convert", "-", "-o", path("m.json"), "--assume", "sequence_length=2048"}, config);
    QVERIFY2(result.status == 0, result.err.c_str());
    const auto model = io::model_from_json(*io::read_json(path("m.json")), "");
    QVERIFY(model.ok());
    QCOMPARE(model->sequence_length, 2048);
    QCOMPARE(run({"convert", path("case.json"), "-o", path("case2.json")}).status, 0);
    QCOMPARE(run({"convert", path("case2.json"), "-o", path("case3.json")}).status, 0);
    QVERIFY(*io::read_json(path("case2.json")) == *io::read_json(path("case3.json")));
    write("foreign.json", {{"hello", 1}});
    const Run foreign = run({"convert", path("foreign.json"), "-o", path("x.json")});
    QCOMPARE(foreign.status, 2);
    QVERIFY(contains(foreign.err, "nest-model")); // what it does read
}

namespace {
/// GPT-3 6.7B on two nodes with small tensor groups.
const std::string command =
    "torchrun --nproc_per_node 8 --nnodes 2 pretrain_gpt.py --num-layers 32 --hidden-size 4096 "
    "--num-attention-heads 32 --seq-length 2048 --max-position-embeddings 2048 "
    "--vocab-size 50257 --micro-batch-size 1 --global-batch-size 128 --bf16 --fp8-format hybrid "
    "--tensor-model-parallel-size 2 --pipeline-model-parallel-size 4\n";
} // namespace

/// What a builder made can be made at another length, whichever file it comes from; what somebody edited can't.
void CliTest::otherLengthsOfFiles() {
    const auto built = [&](int length) {
        Options options;
        options.sequence_length = length;
        return io::to_json(*io::find_model("llama3-8b", options));
    };
    json model = built(2048);
    model["source"] = "builder:mine";
    model["assumed"] = {"sequence_length"};
    write("model.json", model);
    const std::string topology = "dgx-h100x1", length = "sequence_length=4096";
    Options options;
    options.sequence_length = 4096;
    Result<ModelGraph> longer = io::find_model(path("model.json"), options);
    QVERIFY2(longer.ok(), longer.ok() ? "" : describe(longer.fault()).c_str());
    QCOMPARE(longer->source, std::string("builder:mine"));
    QVERIFY(longer->assumed.empty());
    longer->source = "builder:llama";
    const Result<ModelGraph> preset = io::find_model("llama3-8b", options);
    QVERIFY(longer->layers == preset->layers && longer->edges == preset->edges);
    QCOMPARE(longer->sequence_length, 4096);

    // A plan's own model, by both ways of naming it; and convert.
    QCOMPARE(run({"solve", "--model", path("model.json"), "--topology", topology, "--json", path("plan.json")}).status,
             0);
    for (const std::vector<std::string>& named : {std::vector<std::string>{"--case", path("plan.json")},
                                                  {"--model", path("plan.json"), "--topology", topology}}) {
        std::vector<std::string> args{"solve", "--set", length, "--json", path("longer.json")};
        args.insert(args.end(), named.begin(), named.end());
        const Run solve = run(args);
        QVERIFY2(solve.status == 0, solve.err.c_str());
        const json inputs = io::read_json(path("longer.json"))->at("inputs");
        QCOMPARE(inputs.at("model").at("sequence_length").get<int>(), 4096);
        QVERIFY(inputs.at("model").at("layers") == built(4096).at("layers"));
    }
    QCOMPARE(run({"convert", path("model.json"), "--assume", length, "-o", path("converted.json")}).status, 0);
    QVERIFY(io::read_json(path("converted.json"))->at("layers") == built(4096).at("layers"));

    const auto refusal = [&](const json& value) {
        write("other.json", value);
        const Run solve = run({"solve", "--model", path("other.json"), "--topology", topology, "--set", length});
        return solve.status == 2 ? solve.err : "status " + std::to_string(solve.status);
    };
    json edited = model;
    for (json& op : edited["layers"][1]["operators"])
        if (op.contains("parameters")) op["parameters"] = 2 * op["parameters"].get<double>();
    QVERIFY2(contains(refusal(edited), "whose layers were edited at one (2048)"), refusal(edited).c_str());
    edited = model;
    edited["layer_edits"] = {{{"layer", "block.3"}, {"activation_bytes", 1e9}}};
    QVERIFY2(contains(refusal(edited), "whose layers were edited at one (2048)"), refusal(edited).c_str());
    json measured = small_case().at("model");
    measured["format"] = "nest-model";
    measured["sequence_length"] = 2048;
    QVERIFY2(contains(refusal(measured), "measured or traced at one (2048)"), refusal(measured).c_str());
}

void CliTest::convertsACommand() {
    QVERIFY(!io::write_text(path("train.sh"), command).has_value());
    const Run result = run({"convert", path("train.sh"), "-o", path("model.json")});
    QCOMPARE(result.status, 0);
    QVERIFY(contains(result.err, "50432")); // 50257 in steps of 128 x 2
    const Result<json> model = io::read_json(path("model.json"));
    QVERIFY(model.ok());
    QCOMPARE((*model)["layers"].size(), std::size_t{34});
    QCOMPARE((*model)["sequence_length"].get<int>(), 2048);
    // Piped as well.
    const Run piped = run({"convert", "-", "-o", "-"}, command);
    QCOMPARE(piped.status, 0);
    QCOMPARE(json::parse(piped.out)["layers"].size(), std::size_t{34});
    // And as a model for the search.
    const Run solved =
        run({"solve", "--model", path("train.sh"), "--topology", "dgx-h100x1", "--set", "tp=2", "--set", "pp=1"});
    QCOMPARE(solved.status, 0);
    QVERIFY(contains(solved.out, "train on dgx-h100x1"));
}

void CliTest::evaluatesACommand() {
    QVERIFY(!io::write_text(path("train.sh"), command).has_value());
    const Run both =
        run({"evaluate", "--launch", path("train.sh"), "--topology", "dgx-h100x4", "--json", path("plan.json")});
    QCOMPARE(both.status, 0);
    QVERIFY(contains(both.out, "tp2 pp4 dp2 mb1 zero0 dp-inner, 16 devices"));
    QVERIFY(contains(both.out, "The best plan on these devices"));
    QVERIFY(contains(both.out, "Difference"));
    QVERIFY(contains(both.err, "fp8-format"));
    // What is written is the command's plan; priced again it is the same.
    const Run again = run({"evaluate", "--plan", path("plan.json")});
    QCOMPARE(again.status, 0);
    const std::string step = both.out.substr(both.out.find("  step  "), 40);
    QVERIFY(contains(again.out, step));
    // The better plan runs on the command's devices and engine, and is no slower.
    const std::string best = both.out.substr(both.out.find("The best plan"));
    QVERIFY(contains(best, "16 devices"));
    QVERIFY(contains(best, "megatron-lm runs it"));
    const std::string difference = both.out.substr(both.out.find("Difference"));
    const std::string line = difference.substr(
        difference.find("  step"), difference.find("\n", difference.find("  step")) - difference.find("  step"));
    QVERIFY2(contains(line, " -") || contains(line, "="), line.c_str());

    // Without a topology: usual machines, said so.
    const Run alone = run({"evaluate", "--launch", path("train.sh")});
    QCOMPARE(alone.status, 0);
    QVERIFY(contains(alone.err, "assumed dgx-h100x2"));
    QVERIFY(contains(alone.out, "The best plan"));
    const Run piped = run({"evaluate", "--launch", "-"}, command);
    const auto priced = [](const Run& of) { // without the heading, and the places of notes below
        const std::size_t layout = of.out.find("layout");
        return of.out.substr(layout, of.out.find("Difference") - layout);
    };
    QCOMPARE(priced(piped).substr(0, 400), priced(alone).substr(0, 400));

    // Faults name the place; what is missing is asked for.
    const Run wrong = run({"evaluate", "--launch", "-"}, "pretrain_gpt.py --num-layers x --hidden-size 8\n");
    QCOMPARE(wrong.status, 2);
    QVERIFY(contains(wrong.err, "-:1: "));
    const Run nowhere = run({"evaluate", "--launch", "-"}, "--num-layers 2 --hidden-size 64 --num-attention-heads 4 "
                                                           "--seq-length 128 --global-batch-size 8\n");
    QCOMPARE(nowhere.status, 0);
    QVERIFY(contains(nowhere.err, "the topology was not given; assumed dgx-h100x1, 8 devices"));
    QCOMPARE(run({"evaluate", "--launch", path("train.sh"), "--plan", "x"}).status, 1);
    QCOMPARE(run({"evaluate", "--launch", path("train.sh"), "--topology", "dgx-h100x1"}).status, 2);
}

void CliTest::presets() {
    const Run all = run({"presets"});
    QCOMPARE(all.status, 0);
    for (const char* name : {"llama3-70b", "dgx-h100", "h100-sxm-80gb"})
        QVERIFY(contains(all.out, name));
    const Run models = run({"presets", "models"});
    QVERIFY(contains(models.out, "llama3-70b"));
    QVERIFY(!contains(models.out, "dgx-h100"));
    QVERIFY(!contains(run({"presets", "topologies"}).out, "(NVIDIA DGX H100 data sheet"));
    QVERIFY(contains(run({"presets", "topologies", "--long"}).out, "(NVIDIA DGX H100 data sheet"));
}

void CliTest::renders() {
    QCOMPARE(run({"solve", "--case", path("case.json"), "--json", path("plan.json")}).status, 0);
    const std::vector<std::string> args{"render",      "--plan", path("plan.json"), "--view", "memory", "-o",
                                        path("a.svg"), "--size", "640x480",         "--dark", "--lang", "zh_CN"};
    QCOMPARE(run(args).status, 1); // nothing here can draw
    cli::RenderRequest asked;
    cli::Hooks hooks;
    hooks.render = [&](const cli::RenderRequest& request) {
        asked = request;
        return 0;
    };
    QCOMPARE(run(args, {}, hooks).status, 0);
    QVERIFY(asked.plan.has_value());
    QCOMPARE(asked.view, std::string("memory"));
    QCOMPARE(asked.width, 640);
    QCOMPARE(asked.height, 480);
    QVERIFY(asked.dark);
    QCOMPARE(asked.language, std::string("zh_CN"));
    for (const char* name : {"O.PNG", "o.Svg", "o.PDF"}) {
        QCOMPARE(run({"render", "--plan", path("plan.json"), "--view", "memory", "-o", path(name)}, {}, hooks).status,
                 0);
        QCOMPARE(asked.output, path(name));
    }
    QCOMPARE(run({"render", "--plan", path("plan.json"), "--view", "memory", "-o", path("o.gif")}, {}, hooks).status,
             1);
}

int main(int argc, char** argv) {
    // Blocked before any other thread starts, a signal to this process waits until somebody takes it.
    sigset_t term{};
    sigemptyset(&term);
    sigaddset(&term, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &term, nullptr);
    CliTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_cli.moc"
