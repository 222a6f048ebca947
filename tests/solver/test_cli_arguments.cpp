// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/phrase.h"
#include "cli/terminal_text.h"
#include "cli_fixture.h"
#include "io/files.h"

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace nest;
using namespace nest::fixture;
using nlohmann::json;

namespace {

const std::string layout = "llama3-8b @ dgx-h100x1: tp8 pp1 dp1 mb1 sp full";

} // namespace

/// Arguments that nobody would notice if they were left out without a word, and text that must not reach a terminal.
class CliArgumentsTest : public QObject {
    Q_OBJECT

private slots:
    void contradictions_data() {
        QTest::addColumn<QStringList>("args");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, std::initializer_list<const char*> args, const char* said) {
            QStringList list;
            for (const char* arg : args)
                list << QString::fromUtf8(arg);
            QTest::newRow(name) << list << said;
        };
        row("tp", {"--set", "tp=4"}, "--set tp=4 contradicts the layout, which has tp=8");
        row("list", {"--set", "tp=2,4"}, "--set tp=2, 4 contradicts the layout");
        row("zero", {"--set", "zero=1"}, "zero=0");
        row("schedule", {"--set", "schedule=gpipe"}, "schedule=1f1b");
        row("recompute", {"--set", "recompute=none"}, "recompute=full");
        row("micro-batches", {"--set", "micro_batches=2"}, "micro_batches=1");
        row("sequence parallel", {"--set", "sequence_parallel=off"}, "sequence_parallel=on");
        row("model", {"--model", "llama3-70b"}, "--model llama3-70b contradicts the layout, which names llama3-8b");
        row("topology", {"--topology", "dgx-h100x2"}, "contradicts the layout, which names dgx-h100x1");
        row("case", {"--case", "case.json"}, "--case contradicts the layout");
    }
    void contradictions() {
        QFETCH(QStringList, args);
        QFETCH(QString, said);
        std::vector<std::string> one{"evaluate", "--layout", layout};
        std::vector<std::string> two{"evaluate", "--layout", layout, "--layout", "tp8 pp1 dp1 mb2 sp full"};
        for (const QString& arg : args) {
            one.push_back(arg.toStdString());
            two.push_back(arg.toStdString());
        }
        for (const std::vector<std::string>& list : {one, two}) {
            const Run result = run(list);
            QCOMPARE(result.status, 1);
            QVERIFY(result.out.empty());
            QVERIFY2(contains(result.err, said.toStdString()), result.err.c_str());
        }
    }

    void agreement() {
        QCOMPARE(
            run({"evaluate", "--layout", layout, "--set", "tp=4,8", "--set", "recompute=full", "--model", "llama3-8b"})
                .status,
            0);
        // From a file they are choices for a search: told, and the layout counts.
        write("options.json", {{"format", "nest-options"}, {"version", 1}, {"tp", {1, 2}}});
        const Run told = run({"evaluate", "--layout", layout, "--options", path("options.json")});
        QCOMPARE(told.status, 0);
        QVERIFY2(contains(told.err, "option tp=1, 2 does not count"), told.err.c_str());
        QVERIFY(contains(told.out, "tp8"));
    }

    void repeated_data() {
        QTest::addColumn<QStringList>("args");
        QTest::addColumn<QString>("said");
        const QStringList solve{"solve", "--model", "llama3-8b", "--topology", "dgx-h100x1"};
        QTest::newRow("set") << solve + QStringList{"--set", "tp=4", "--set", "tp=8"} << "tp is set twice";
        QTest::newRow("same") << solve + QStringList{"--set", "tp=4", "--set", "tp=4"} << "tp is set twice";
        QTest::newRow("objective") << solve + QStringList{"--objective", "paper", "--set", "objective=latency"}
                                   << "set the same option";
        QTest::newRow("model") << solve + QStringList{"--model", "llama3-70b"} << "--model is given twice";
        QTest::newRow("empty item") << solve + QStringList{"--set", "tp=2,2,,4"} << "between every two commas";
        QTest::newRow("trailing comma") << solve + QStringList{"--set", "tp=2,"} << "between every two commas";
        QTest::newRow("factor") << solve + QStringList{"--set", "level_bandwidth.nvlink=x1e308"}
                                << "out of range: expected a factor";
        QTest::newRow("factor of several")
            << solve + QStringList{"--set", "level_bandwidth=nvlink=x1e308"} << "out of range: expected a factor";
        QTest::newRow("zero") << QStringList{"evaluate", "--layout", "llama3-8b @ dgx-h100x1: tp0 pp2"} << "found 0\n";
    }
    void repeated() {
        QFETCH(QStringList, args);
        QFETCH(QString, said);
        std::vector<std::string> list;
        for (const QString& arg : args)
            list.push_back(arg.toStdString());
        const Run result = run(list);
        QCOMPARE(result.status, 1);
        QVERIFY2(contains(result.err, said.toStdString()), result.err.c_str());
    }

    void equalValuesCountOnce() {
        Options twice, once;
        QVERIFY(!set_option_text(twice, "tp", "2, 2, 4;4"));
        QVERIFY(!set_option_text(once, "tp", "2 4"));
        QCOMPARE(twice, once);
    }

    void emptyOptionsAreNone() {
        write("empty.json", json::object());
        write("format.json", {{"format", "nest-options"}, {"version", 1}});
        write("bare.json", {{"global_batch", 64}});
        const auto solved = [&](const char* name) {
            return run({"solve", "--model", "llama3-8b", "--topology", "dgx-h100x1", "--options", path(name)});
        };
        const Run empty = solved("empty.json");
        QCOMPARE(empty.status, 2);
        QVERIFY2(contains(empty.err, "nest-options"), empty.err.c_str());
        QCOMPARE(solved("format.json").status, 0);
        QCOMPARE(solved("bare.json").status, 0);
    }

    void argumentsOfTheWindow() {
        using cli::window_arguments;
        QCOMPARE(window_arguments({}).file, std::string());
        QCOMPARE(window_arguments({"a.json"}).file, std::string("a.json"));
        QCOMPARE(window_arguments({"-platform", "offscreen", "a.json", "-style=fusion"}).file, std::string("a.json"));
        QCOMPARE(window_arguments({"--", "-a"}).file, std::string("-a"));
        QVERIFY(contains(window_arguments({"a.json", "b.json"}).fault, "a.json and b.json"));
        QVERIFY(contains(window_arguments({"a.json", "-x"}).fault, "-x"));
        QVERIFY(cli::is_cli_command({"-a"})); // no file: refused
        const Run result = run({"-a"});
        QCOMPARE(result.status, 1);
        QVERIFY2(contains(result.err, "unknown option -a"), result.err.c_str());
    }

    /// ESC, a C1 control character, a turn of direction, half a character; the end of a line inside a cell.
    void namesThatDriveATerminal() {
        write("config.json", {{"model_type", "llama"},
                              {"_name_or_path", "a\x1b[31mb\x07\xc2\x9b"
                                                "2Jc\xe2\x80\xae\nd"},
                              {"hidden_size", 64},
                              {"num_hidden_layers", 2},
                              {"num_attention_heads", 4},
                              {"num_key_value_heads", 4},
                              {"intermediate_size", 128},
                              {"vocab_size", 1000}});
        const std::string strange = path("t\x1b]0;x\x07\n.json");
        QVERIFY(!io::write_text(strange, "{"));
        for (const auto& args : std::vector<std::vector<std::string>>{
                 {"solve", "--model", path("config.json"), "--topology", "dgx-h100x1", "--set", "sequence_length=128"},
                 {"solve", "--model", strange, "--topology", "dgx-h100x1"},
                 {"solve", "--model", "\x1b[2J", "--topology", "dgx-h100x1"},
                 {"\x1b[2J"},
                 {"solve", "--\x1b[2J"}}) {
            const Run result = run(args);
            std::string all = result.out + result.err;
            std::replace(all.begin(), all.end(), '\n', ' ');
            QVERIFY2(is_printable(all), all.c_str());
            QVERIFY(all.size() < 20000);
        }
        // A name that isn't worth more is cut.
        json config = *io::read_json(path("config.json"));
        config["_name_or_path"] = std::string(1 << 20, 'x');
        write("config.json", config);
        const Run cut =
            run({"solve", "--model", path("config.json"), "--topology", "dgx-h100x1", "--set", "sequence_length=128"});
        QCOMPARE(cut.status, 0);
        QVERIFY(cut.out.size() < 20000);
    }

    /// Data is no text: it goes out as it is, and JSON has its own way to write control characters.
    void dataStaysAsItIs() {
        write("case.json",
              {{"model",
                {{"name", "m"},
                 {"layers", json::array({{{"id", "l"},
                                          {"profiles", json::array({{{"micro_batch", 1},
                                                                     {"forward_seconds", 1e-3},
                                                                     {"backward_seconds", 1e-3},
                                                                     {"parameters", 1},
                                                                     {"activation_bytes", 1}}})}}})},
                 {"edges", json::array()},
                 {"my_note", "x"}}},
               {"levels",
                {{"name", "\u7f51"},
                 {"devices", 1},
                 {"levels", json::array({{{"name", "n"}, {"group_size", 1}, {"bandwidth", 1e9}, {"latency", 0}}})}}},
               {"device",
                {{"name", "d"}, {"memory_bytes", 1e9}, {"memory_bandwidth", 1e12}, {"peak_flops", {{"bf16", 1e14}}}}},
               {"options", {{"global_batch", 1}}}});
        const Run result = run({"solve", "--case", path("case.json"), "--json", "-"});
        QCOMPARE(result.status, 0);
        QVERIFY(contains(result.out, "\u7f51"));
        QCOMPARE(io::file_text(json("a\x7f"
                                    "b\xc2\x9b"
                                    "c\u7f51")),
                 std::string("\"a\\u007fb\\u009bc\u7f51\"\n"));
        const json back = json::parse(io::file_text(json("a\x7f"
                                                         "b\xc2\x9b"
                                                         "c")));
        QVERIFY(back == json("a\x7f"
                             "b\xc2\x9b"
                             "c"));
    }

    void charactersInPieces() {
        std::ostringstream caught;
        std::ostream stream(caught.rdbuf());
        {
            const cli::TerminalText filter(stream);
            for (const char c : std::string("\u7f51\x1b!\n\xc2\x9b\u00e9")) // one byte at a time
                stream << c;
        }
        QCOMPARE(caught.str(), std::string("\u7f51?!\n?\u00e9"));
        QCOMPARE(printable("a\r\nb\tc\xff"), std::string("a  b c?"));
    }

    void plurals() {
        QCOMPARE(counted(1, "device"), std::string("1 device"));
        QCOMPARE(counted(2, "micro-batch"), std::string("2 micro-batches"));
        const Run one = run({"evaluate", "--layout", "bert-large @ fat-tree:1: tp1 pp1 dp1 mb1 full", "--device",
                             "h100-sxm-80gb", "--set", "global_batch=1"});
        QCOMPARE(one.status, 0);
        QVERIFY2(contains(one.out, "1 device, 1 micro-batch\n"), one.out.c_str());
    }

private:
    std::string path(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)).toStdString(); }
    void write(const char* name, const json& value) const {
        QVERIFY(!io::write_text(path(name), value.dump()).has_value());
    }
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(CliArgumentsTest)
#include "test_cli_arguments.moc"
