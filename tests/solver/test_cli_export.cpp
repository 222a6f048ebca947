// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli_fixture.h"
#include "io/engine/export.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

using namespace nest;
using namespace nest::fixture;
using cli::OptionSpec;

/// export, completion and the manual page.
class TestCliExport : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        const Run solve =
            run({"solve", "--model", "llama3-8b", "--topology", "dgx-h100x2", "--set", "target=torchtitan", "--set",
                 "global_batch=64", "--top", "3", "--json", path("plan.json")});
        QCOMPARE(solve.status, 0);
    }

    void launchScriptsCanBeStarted() {
        using std::filesystem::perms;
        QCOMPARE(run({"solve", "--model", "llama3-8b", "--topology", "dgx-h100x2", "--set", "target=megatron", "--json",
                      path("megatron.json")})
                     .status,
                 0);
        QCOMPARE(run({"export", "--plan", path("megatron.json"), "--format", "megatron", "-o", path("go.sh")}).status,
                 0);
        QVERIFY((std::filesystem::status(path("go.sh")).permissions() & perms::owner_exec) != perms::none);
    }

    void everyFormatOrAReason() {
        for (const io::ExportFormat& format : io::export_formats()) {
            const Run result = run({"export", "--plan", path("plan.json"), "--format", format.id, "-o", "-"});
            QVERIFY2(result.status == 0 || result.status == 2, format.id.c_str());
            QCOMPARE(result.status == 0, !result.out.empty());
            QCOMPARE(result.status == 0, !contains(result.err, "is not supported"));
        }
        const Run module = run({"export", "--plan", path("plan.json"), "--format", "torchtitan", "-o", "-"});
        QCOMPARE(module.status, 0);
        QVERIFY(contains(module.out, "def nest_plan():"));
    }

    void toFiles() {
        const Run result = run({"export", "--plan=" + path("plan.json"), "--format=csv", "-o", path("ranks.csv")});
        QCOMPARE(result.status, 0);
        QVERIFY(result.out.empty());
        const auto text = io::read_text(path("ranks.csv"));
        QVERIFY(text.ok() && text->starts_with("rank,device,"));
        const Run impossible =
            run({"export", "--plan", path("plan.json"), "--format", "csv", "-o", path("no/such/folder.csv")});
        QCOMPARE(impossible.status, 2);
        QVERIFY(contains(impossible.err, "cannot be written"));
        // A refused export leaves an old file alone.
        const Run refused = run({"solve", "--model", "llama3-8b", "--topology", "dgx-h100x2", "--set", "zero=1",
                                 "--json", path("zero1.json")});
        QCOMPARE(refused.status, 0);
        QCOMPARE(
            run({"export", "--plan", path("zero1.json"), "--format", "torchtitan", "-o", path("ranks.csv")}).status, 2);
        QCOMPARE(*io::read_text(path("ranks.csv")), *text);
    }

    void otherPlansOfTheFile() {
        const auto first = run({"export", "--plan", path("plan.json"), "--format", "chrome-trace", "-o", "-"});
        const auto second =
            run({"export", "--plan", path("plan.json"), "--format", "chrome-trace", "-o", "-", "--index", "2"});
        QCOMPARE(second.status, 0);
        QVERIFY(first.out != second.out);
        const nlohmann::json file = *io::read_json(path("plan.json"));
        QCOMPARE(file.at("alternatives").size(), std::size_t(2));
        const Run beyond = run({"export", "--plan", path("plan.json"), "--format", "csv", "-o", "-", "--index", "4"});
        QCOMPARE(beyond.status, 1);
        QVERIFY(contains(beyond.err, "expected 1 to 3"));
    }

    void usage_data() {
        QTest::addColumn<QStringList>("args");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("message");
        const auto row = [](const QStringList& args, int status, const char* message) {
            QTest::addRow("%s", qPrintable(args.join(' '))) << args << status << QString(message);
        };
        row({"export"}, 1, "--plan P.json is missing");
        row({"export", "--plan", "p.json"}, 1, "--format is missing; there are megatron, deepspeed");
        row({"export", "--plan", "p.json", "--format", "torchtitn"}, 1, "did you mean torchtitan?");
        row({"export", "--plan", "p.json", "--format", "csv"}, 1, "-o OUT is missing");
        row({"export", "--plan", "p.json", "--format", "csv", "-o", "-", "--index", "0"}, 1, "--index");
        row({"export", "--plan", "gone.json", "--format", "csv", "-o", "-"}, 2, "gone.json: cannot be read");
        row({"completion"}, 1, "bash, zsh or fish");
        row({"completion", "tcsh"}, 1, "no completion for tcsh");
        row({"completion", "bash", "zsh"}, 1, "one shell");
    }
    void usage() {
        QFETCH(QStringList, args);
        QFETCH(int, status);
        QFETCH(QString, message);
        std::vector<std::string> words;
        for (const QString& word : args)
            words.push_back(word.toStdString());
        const Run result = run(words);
        QCOMPARE(result.status, status);
        QVERIFY2(contains(result.err, message.toStdString()), result.err.c_str());
        QVERIFY(result.out.empty());
    }

    void aPlanFileWithoutPlans() {
        const Run solve =
            run({"solve", "--model", "llama3-405b", "--topology", "dgx-h100x1", "--json", path("none.json")});
        QCOMPARE(solve.status, 3);
        QCOMPARE(run({"export", "--plan", path("none.json"), "--format", "csv", "-o", "-"}).status, 3);
    }

    /// Whatever commands and options there are, help, completion and manual know them.
    void everyOptionIsTold() {
        std::string manual = run({"help", "man"}).out;
        for (std::size_t at = manual.find("\\-"); at != std::string::npos; at = manual.find("\\-"))
            manual.replace(at, 2, "-");
        const std::string bash = run({"completion", "bash"}).out, zsh = run({"completion", "zsh"}).out,
                          fish = run({"completion", "fish"}).out;
        for (const cli::Command& command : cli::commands()) {
            const std::string& name = command.spec.name;
            const std::size_t section = manual.find(".SS " + name + ":");
            QVERIFY2(section != std::string::npos, name.c_str());
            const std::string part = manual.substr(section, manual.find(".SS ", section + 1) - section);
            QVERIFY2(contains(zsh, "\n    " + name + ")\n"), name.c_str());
            const std::size_t begin = bash.find("'" + name + " '*)");
            QVERIFY2(begin != std::string::npos, name.c_str());
            const std::string words = bash.substr(begin, bash.find(";;", begin) - begin);
            for (const OptionSpec& option : command.spec.options) {
                QVERIFY2(contains(part, ".BR " + option.name), option.name.c_str());
                QVERIFY2(contains(words, option.name), option.name.c_str());
                QVERIFY2(contains(zsh, "'*" + option.name + "["), option.name.c_str());
                const std::string flag =
                    option.name.starts_with("--") ? "-l " + option.name.substr(2) : "-s " + option.name.substr(1);
                QVERIFY2(contains(fish, "__fish_seen_subcommand_from " + name + "' " + flag), option.name.c_str());
            }
        }
        for (const OptionInfo& info : option_table()) {
            QVERIFY2(contains(manual, ".B " + info.key), info.key.c_str());
            QVERIFY2(contains(bash, info.key), info.key.c_str());
        }
        // No line of the page begins a request of roff by accident.
        for (const std::string& line : lines_of(manual)) {
            if (!line.starts_with(".")) continue;
            const std::string request = line.substr(0, line.find(' '));
            const std::set<std::string> known{".TH", ".SH", ".SS", ".TP", ".B",  ".BR",
                                              ".I",  ".RI", ".PP", ".br", ".nf", ".fi"};
            QVERIFY2(known.count(request) == 1, line.c_str());
        }
    }

    void bashCompletes_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("commands") << QStringList{"exp"} << QStringList{"export"};
        QTest::newRow("options") << QStringList{"export", "--fo"} << QStringList{"--format"};
        QTest::newRow("formats") << QStringList{"export", "--format", "torch"}
                                 << QStringList{"torchtitan", "torchtitan-toml"};
        QTest::newRow("presets") << QStringList{"solve", "--model", "llama3-7"} << QStringList{"llama3-70b"};
        QTest::newRow("keys") << QStringList{"solve", "--set", "global"} << QStringList{"global_batch="};
        QTest::newRow("kinds") << QStringList{"presets", "mod"} << QStringList{"models"};
        QTest::newRow("shells") << QStringList{"completion", "z"} << QStringList{"zsh"};
        QTest::newRow("files") << QStringList{"export", "--plan", "a "} << QStringList{"a plan.json"};
        QTest::newRow("help") << QStringList{"help", "opt"} << QStringList{"options"};
    }
    void bashCompletes() {
        const QString bash = QStandardPaths::findExecutable("bash");
        if (bash.isEmpty()) QSKIP("there is no bash");
        QFETCH(QStringList, words);
        QFETCH(QStringList, expected);
        QVERIFY(!io::write_text(path("completion.bash"), run({"completion", "bash"}).out));
        QVERIFY(!io::write_text(path("a plan.json"), "{}"));
        QProcess shell;
        shell.setWorkingDirectory(m_folder.path());
        shell.start(bash, QStringList{"--norc", "-c",
                                      "source ./completion.bash; compopt() { :; }; COMP_WORDS=(nest-planner \"$@\"); "
                                      "COMP_CWORD=$#; _nest_planner; printf '%s\\n' \"${COMPREPLY[@]}\"",
                                      "bash"} +
                              words);
        QVERIFY(shell.waitForFinished(-1));
        QCOMPARE(QString::fromUtf8(shell.readAllStandardError()), QString());
        QCOMPARE(QString::fromUtf8(shell.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts), expected);
    }

private:
    std::string path(const char* name) const { return m_folder.filePath(name).toStdString(); }
    static std::vector<std::string> lines_of(const std::string& text) {
        std::vector<std::string> lines;
        std::istringstream stream(text);
        for (std::string line; std::getline(stream, line);)
            lines.push_back(line);
        return lines;
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestCliExport)
#include "test_cli_export.moc"
