// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli_fixture.h"
#include "io/engine/carried_arguments.h"
#include "io/engine/export.h"
#include "io/engine/launch.h"
#include "io/files.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace nest;
using namespace nest::fixture;

namespace {

/// A command for Llama 3 8B on 16 devices with much that no plan decides.
const char* const command = R"(#!/bin/bash
GPUS_PER_NODE=8
NNODES=2
TP=4
MODEL_ARGS=(
    --num-layers 32
    --hidden-size 4096
    --ffn-hidden-size 14336
    --num-attention-heads 32
    --group-query-attention
    --num-query-groups 8
    --max-position-embeddings 8192
    --position-embedding-type rope
    --rotary-base 500000
    --normalization RMSNorm
    --norm-epsilon=1e-5
    --swiglu
    --disable-bias-linear
    --untie-embeddings-and-output-weights
    --vocab-size 128256
    --seq-length 4096
    --attention-dropout 0.0
    --hidden-dropout 0.0
)
torchrun --nproc_per_node $GPUS_PER_NODE --nnodes $NNODES /opt/megatron/pretrain_gpt.py \
    "${MODEL_ARGS[@]}" \
    --tensor-model-parallel-size $TP --pipeline-model-parallel-size 1 \
    --num-layers-per-virtual-pipeline-stage 4 \
    --sequence-parallel --tp-comm-overlap \
    --use-distributed-optimizer --overlap-grad-reduce --overlap-param-gather \
    --recompute-granularity full --recompute-method uniform --recompute-num-layers 1 \
    --micro-batch-size 4 --global-batch-size 128 --bf16 \
    --lr 1e-4 --lr 3e-4 --clip-grad 1.0 --wandb-exp-name "it's a try" \
    --data-path $BLEND --save "$ROOT/ckpt 1" --some-new-flag a b \
    --num_workers 2 --log-interval 10 $MORE 2>&1 | tee out.log
)";

/// What bash hands to the program.
QStringList launched(const std::string& script, QString& program) {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("launch.sh"));
    if (io::write_text(path.toStdString(), script)) return {};
    QProcess bash;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("BLEND"), QStringLiteral("0.3 one 0.7 two"));
    environment.insert(QStringLiteral("ROOT"), QStringLiteral("/data/my runs"));
    environment.insert(QStringLiteral("MORE"), QStringLiteral("--seed 7"));
    environment.insert(QStringLiteral("MASTER_ADDR"), QStringLiteral("node0"));
    environment.insert(QStringLiteral("NODE_RANK"), QStringLiteral("0"));
    bash.setProcessEnvironment(environment);
    bash.start(QStringLiteral("bash"),
               {QStringLiteral("-c"), QStringLiteral("torchrun() { printf '%s\\n' \"$@\"; }; . \"$0\""), path});
    if (!bash.waitForFinished(-1)) return {};
    QStringList words = QString::fromUtf8(bash.readAllStandardOutput()).split(QLatin1Char('\n'));
    words.removeLast();
    while (!words.isEmpty() && !words.front().endsWith(QLatin1String(".py")))
        words.removeFirst();
    if (!words.isEmpty()) program = words.takeFirst();
    return words;
}

std::string changed(const std::string& from, const std::string& to) {
    std::string text = command;
    const std::size_t at = text.find(from);
    if (at == std::string::npos) qFatal("%s", from.c_str());
    return text.replace(at, from.size(), to);
}

} // namespace

/// export --launch: somebody's own command with a plan in it.
class TestCarriedArguments : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        // ZeRO 0 and no sequence parallelism, where the command has both.
        QCOMPARE(solve("plain.json", {"tp=2", "pp=2", "dp=4", "micro_batches=2", "sequence_parallel=off", "zero=0",
                                      "recompute=selective", "schedule=1f1b"}),
                 0);
        QCOMPARE(solve("sharded.json", {"tp=4", "pp=1", "dp=4", "micro_batches=1", "sequence_parallel=on", "zero=1",
                                        "recompute=none", "schedule=1f1b"}),
                 0);
    }

    void everythingOnceAndInOrder() {
        const std::string script = exported("plain.json", command);
        QString program;
        const QStringList words = launched(script, program);
        QCOMPARE(program, QStringLiteral("/opt/megatron/pretrain_gpt.py"));
        const QStringList kept{"--num-layers",
                               "32",
                               "--hidden-size",
                               "4096",
                               "--ffn-hidden-size",
                               "14336",
                               "--num-attention-heads",
                               "32",
                               "--group-query-attention",
                               "--num-query-groups",
                               "8",
                               "--max-position-embeddings",
                               "8192",
                               "--position-embedding-type",
                               "rope",
                               "--rotary-base",
                               "500000",
                               "--normalization",
                               "RMSNorm",
                               "--norm-epsilon=1e-5",
                               "--swiglu",
                               "--disable-bias-linear",
                               "--untie-embeddings-and-output-weights",
                               "--vocab-size",
                               "128256",
                               "--seq-length",
                               "4096",
                               "--attention-dropout",
                               "0.0",
                               "--hidden-dropout",
                               "0.0",
                               "--overlap-grad-reduce",
                               "--bf16",
                               "--lr",
                               "3e-4",
                               "--clip-grad",
                               "1.0",
                               "--wandb-exp-name",
                               "it's a try",
                               "--data-path",
                               "0.3",
                               "one",
                               "0.7",
                               "two",
                               "--save",
                               "/data/my runs/ckpt 1",
                               "--some-new-flag",
                               "a",
                               "b",
                               "--num_workers",
                               "2",
                               "--log-interval",
                               "10",
                               "--seed",
                               "7"};
        QCOMPARE(words.mid(0, kept.size()), kept);
        QStringList plan = words.mid(kept.size());
        // The search cuts the 32 blocks, between embedding and head, into two stages.
        const Plan cut =
            io::plan_from_json(*io::read_json(path("plain.json")), "plain.json")->result.plans.front().plan;
        const std::size_t first = cut.stages[0].layers.size() - 1, second = cut.stages[1].layers.size() - 1;
        QCOMPARE(first + second, std::size_t(32));
        QStringList of_plan{"--tensor-model-parallel-size", "2", "--pipeline-model-parallel-size", "2"};
        if (first != second)
            of_plan << "--pipeline-model-parallel-layout" << QStringLiteral("Et*%1|t*%2L").arg(first).arg(second);
        of_plan << "--recompute-granularity"
                << "selective"
                << "--recompute-modules"
                << "core_attn"
                << "--micro-batch-size"
                << "2"
                << "--global-batch-size"
                << "64";
        plan.removeAll(QStringLiteral("--use-tp-pp-dp-mapping")); // either order of ranks will do
        QVERIFY2(plan == of_plan, qPrintable(plan.join(' ')));
    }

    /// Megatron-LM checks some of it: deterministic mode wants NCCL_ALGO (megatron/training/arguments.py).
    void theEnvironmentStays() {
        const std::string script = exported(
            "plain.json", "export NCCL_ALGO=Ring NOTE=\"two words\"\nCUDA_DEVICE_MAX_CONNECTIONS=8\nexport "
                          "CUDA_DEVICE_MAX_CONNECTIONS\nexport PATH=/opt/bin:$PATH MASTER_PORT=7777\nPRIVATE=1\n" +
                              changed("torchrun --nproc", "export LATE=$UNSET_THERE\nBEFORE=x torchrun --nproc"));
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("launch.sh"));
        QVERIFY(!io::write_text(path.toStdString(), script));
        QProcess bash;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"BLEND", "ROOT", "MORE", "MASTER_ADDR", "NODE_RANK"})
            environment.insert(QString::fromLatin1(name), QStringLiteral("0"));
        environment.remove(QStringLiteral("UNSET_THERE"));
        bash.setProcessEnvironment(environment);
        bash.start(QStringLiteral("bash"),
                   {QStringLiteral("-c"), QStringLiteral("torchrun() { env; }; . \"$0\""), path});
        QVERIFY(bash.waitForFinished(-1));
        const QStringList lines = QString::fromUtf8(bash.readAllStandardOutput()).split(QLatin1Char('\n'));
        for (const char* line :
             {"NCCL_ALGO=Ring", "NOTE=two words", "CUDA_DEVICE_MAX_CONNECTIONS=8", "LATE=", "BEFORE=x"})
            QVERIFY2(lines.contains(QString::fromLatin1(line)), line);
        QVERIFY(std::any_of(lines.begin(), lines.end(),
                            [](const QString& line) { return line.startsWith(QLatin1String("PATH=/opt/bin:/")); }));
        QVERIFY(script.find("PRIVATE") == std::string::npos);
        QVERIFY(script.find("7777") == std::string::npos); // the script's own port, from its environment
    }

    void theEnvironmentOfAMapStays() {
        const std::string script =
            exported("sharded.json", "ENV_VARS:\n  NCCL_ALGO: Ring\n  CUBLAS_WORKSPACE_CONFIG: :4096:8\nMODEL_ARGS:\n"
                                     "  --train-iters: 50\n  --deterministic-mode: true\n");
        QVERIFY(script.find("\nexport NCCL_ALGO=Ring\n") != std::string::npos);
        QVERIFY(script.find("\nexport CUBLAS_WORKSPACE_CONFIG=:4096:8\n") != std::string::npos);
    }

    /// What was one word is one word again, and what the environment could change it still can.
    void wordsStayWhatTheyWere_data() {
        QTest::addColumn<QString>("before"); // the command
        QTest::addColumn<QString>("more");   // behind its arguments
        QTest::addColumn<QStringList>("words");
        const auto row = [](const char* name, const char* before, const char* more, const QStringList& words) {
            QTest::newRow(name) << QString::fromLatin1(before) << QString::fromLatin1(more) << words;
        };
        row("substitution", "", "--title \"$(echo 'a  b')\" --seed 1", {"--title", "a  b", "--seed", "1"});
        row("substitution that splits", "", "--title $(echo 'a  b')", {"--title", "a", "b"});
        row("backquotes", "", "--title \"`echo 'a  b'`\"", {"--title", "a  b"});
        row("backquotes that split", "", "--title `echo 'a  b'`", {"--title", "a", "b"});
        row("joined", "", "--title=\"$(echo 'a  b')\"", {"--title=a  b"});
        row("variable", "", "--title \"$BLEND\"", {"--title", "0.3 one 0.7 two"});
        row("variable that splits", "", "--title $BLEND", {"--title", "0.3", "one", "0.7", "two"});
        row("assigned before", "T=\"$(echo 'a  b')\"\n", "--title \"$T\" --notes $T",
            {"--title", "a  b", "--notes", "a", "b"});
        row("words of an array", "A=(--title \"$(echo 'a  b')\" --notes $(echo 'c  d'))\n", "\"${A[@]}\"",
            {"--title", "a  b", "--notes", "c", "d"});
        row("words of a bare array", "A=(--title \"$(echo 'a  b')\")\n", "${A[@]}", {"--title", "a", "b"});
        row("default", "", "--title \"${TITLE:-/x y}\" --seed 1", {"--title", "/x y", "--seed", "1"});
        row("default that is replaced", "", "--title \"${ROOT:-/x y}\"", {"--title", "/data/my runs"});
        row("default that splits", "", "--title ${TITLE:-x y} --seed 1", {"--title", "x", "y", "--seed", "1"});
        row("default in a path", "", "--title \"${ROOT:-/x}/1\"", {"--title", "/data/my runs/1"});
        row("default of a default", "BASE=/b\n", "--title \"${TITLE:-${OTHER:-$BASE/c}}\"", {"--title", "/b/c"});
        row("default of a variable", "", "--title \"${TITLE:-$ROOT/c}\"", {"--title", "/data/my runs/c"});
        row("assigned to its default", "ROOT=${ROOT:-/x}\nTITLE=\"${TITLE:-/y}\"\n", "--title \"$ROOT\" --notes $TITLE",
            {"--title", "/data/my runs", "--notes", "/y"});
        row("calculated from a default", "N=${NUMBER:-4}\n", "--title $((N * 2)) --notes $N",
            {"--title", "8", "--notes", "4"});
        row("empty default", "", "--title \"${TITLE:-}\" --seed 1", {"--title", "", "--seed", "1"});
        row("flags as a default", "", "--title a ${TITLE:---seed 1}", {"--title", "a", "--seed", "1"});
        row("default with quotes", "", "--title \"${TITLE:-it's}\"", {"--title", "it's"});
        row("escapes", "", R"(--title $'a\tb' --notes $'it\'s \x41\101\u00e9' --seed 1)",
            {"--title", "a\tb", "--notes", QString::fromUtf8("it's AA\u00e9"), "--seed", "1"});
        row("escape of a control", "", R"(--title $'a\033[1mb\\' --seed 1)", {"--title", "a\x1b[1mb\\", "--seed", "1"});
        row("translated", "", "--title $\"a b\"", {"--title", "a b"});
        row("escapes beside a variable", "", R"(--title "$ROOT"$'\t' --seed 1)",
            {"--title", "/data/my runs\t", "--seed", "1"});
    }
    void wordsStayWhatTheyWere() {
        QFETCH(const QString, before);
        QFETCH(const QString, more);
        QFETCH(const QStringList, words);
        QString program;
        const std::string script = exported("plain.json", before.toStdString() + changed("$MORE", more.toStdString()));
        const QStringList all = launched(script, program);
        const auto begin = all.lastIndexOf(QStringLiteral("10")) + 1; // of --log-interval
        QVERIFY2(begin > 0, script.c_str());
        QCOMPARE(all.mid(begin, words.size()), words);
        QCOMPARE(all.value(begin + words.size()), QStringLiteral("--tensor-model-parallel-size"));
    }

    /// A line's end in a word is an escape in the script: no line of it can be taken for another command.
    void linesInWords() {
        const std::string script = exported("plain.json", changed("$MORE", R"(--title $'a\nrm -rf x')"));
        QVERIFY2(script.find(R"($'a\nrm -rf x')") != std::string::npos, script.c_str());
        QString program;
        const QStringList all = launched(script, program);
        QCOMPARE(all.mid(all.indexOf(QStringLiteral("--title")) + 1, 2), (QStringList{"a", "rm -rf x"}));
    }

    /// The degrees of the plan, not those of a variable's default.
    void defaultsOfDegrees() {
        QString program;
        const std::string script = exported("plain.json", changed("TP=4", "TP=${TP:-4}"));
        const QStringList words = launched(script, program);
        QCOMPARE(words.value(words.indexOf(QStringLiteral("--tensor-model-parallel-size")) + 1), QStringLiteral("2"));
        QVERIFY(script.find("TP:-4") == std::string::npos);
        const std::string sized = exported("plain.json", changed("--seq-length 4096", "--seq-length ${SEQ:-4096}"));
        QVERIFY2(sized.find("    --seq-length 4096\n") != std::string::npos, sized.c_str());
        QVERIFY2(sized.find("# Fixed to the default of a variable, for which the plan was made:\n#   --seq-length 4096 "
                            "(line 26)\n") != std::string::npos,
                 sized.c_str());
        const std::string exports =
            exported("plain.json", "export NCCL_ALGO=${NCCL_ALGO:-Ring}\n" + std::string(command));
        QVERIFY2(exports.find("export NCCL_ALGO=${NCCL_ALGO:-Ring}\n") != std::string::npos ||
                     exports.find("export NCCL_ALGO=\"${NCCL_ALGO:-Ring}\"\n") != std::string::npos,
                 exports.c_str());
    }

    /// --flag=N and --flag N are the same.
    void whatStaysIsNotReplaced() {
        const std::string same =
            exported("plain.json", changed("--micro-batch-size 4", "--micro-batch-size=2")); // as the plan has it
        QVERIFY2(same.find("#   --micro-batch-size") == std::string::npos, same.c_str());
        QVERIFY(exported("plain.json", command).find("#   --micro-batch-size 4 (line 32), now 2") != std::string::npos);
    }

    void whatIsMissingIsTold() {
        const auto has = [](const std::string& script, const char* part) {
            return script.find(part) != std::string::npos;
        };
        const std::string none = exported("plain.json", changed("--lr 1e-4 --lr 3e-4", ""));
        for (const char* line :
             {"\n#   a tokenizer, such as", "\n#   the learning rate, --lr (unless the command's variables",
              "\n#   the length of the training, such as --train-iters N"})
            QVERIFY2(has(none, line), none.c_str());
        QVERIFY(!has(none, "\n#   training data"));
        const std::string whole =
            exported("plain.json", changed("$MORE", "--tokenizer-type NullTokenizer --train-samples 1000"));
        QVERIFY2(!has(whole, "# Missing"), whole.c_str());
        // pretrain_gpt.py takes GPT2BPETokenizer where none is named.
        const std::string files =
            exported("plain.json", changed("$MORE", "--vocab-file v.json --merge-file m.txt --train-samples 1000"));
        QVERIFY2(!has(files, "# Missing"), files.c_str());
        QVERIFY(has(exported("plain.json", "--log-interval 5 --bf16\n"),
                    "\n#   training data, such as --data-path PREFIX\n"));
    }

    void theHeaderSaysWhatBecameOfTheRest_data() {
        QTest::addColumn<QString>("line");
        QTest::newRow("degree") << "#   --tensor-model-parallel-size 4 (line 27), now 2";
        QTest::newRow("micro-batch") << "#   --micro-batch-size 4 (line 32), now 2";
        QTest::newRow("gather") << "#   --overlap-param-gather (line 30): needs the distributed optimizer, which the "
                                   "plan runs without";
        QTest::newRow("overlap") << "#   --tp-comm-overlap (line 29): needs sequence parallelism, which the plan runs "
                                    "without";
        QTest::newRow("virtual") << "#   --num-layers-per-virtual-pipeline-stage 4 (line 28): the plan's pipeline has "
                                    "no virtual stages";
        QTest::newRow("sequence") << "#   --sequence-parallel (line 29): the plan runs without sequence parallelism";
        QTest::newRow("variable") << "#   BLEND";
    }
    void theHeaderSaysWhatBecameOfTheRest() {
        QFETCH(const QString, line);
        const QStringList lines = QString::fromStdString(exported("plain.json", command)).split('\n');
        QVERIFY2(lines.contains(line), qPrintable(lines.join('\n')));
    }

    void whatThePlanAllowsStays() {
        QString program;
        const QStringList words = launched(exported("sharded.json", command), program);
        for (const char* flag : {"--tp-comm-overlap", "--overlap-param-gather", "--overlap-grad-reduce",
                                 "--use-distributed-optimizer", "--sequence-parallel"})
            QCOMPARE(words.count(QLatin1String(flag)), 1);
        QVERIFY(!words.contains(QStringLiteral("--recompute-granularity")));
        QVERIFY(!words.contains(QStringLiteral("--num-layers-per-virtual-pipeline-stage")));
    }

    /// megatron/core/transformer/transformer_config.py: what graphs, offloading and overlap don't go with.
    void whatGoesTogether_data() {
        QTest::addColumn<QString>("more");
        QTest::addColumn<QString>("plan"); // plain: two stages, selective; sharded: one stage, none
        QTest::addColumn<bool>("stays");
        const auto row = [](const char* name, const char* more, const char* plan, bool stays) {
            QTest::newRow(name) << QString::fromLatin1(more) << QString::fromLatin1(plan) << stays;
        };
        row("graphs without recomputation", "--cuda-graph-impl local", "sharded", true);
        row("graphs with recomputation", "--cuda-graph-impl local", "plain", false);
        row("the old switch", "--enable-cuda-graph", "plain", false);
        row("graphs over attention, which is recomputed", "--external-cuda-graph", "plain", false);
        row("graphs of Transformer Engine take attention in", "--cuda-graph-impl transformer_engine", "plain", false);
        row("graphs beside attention", "--cuda-graph-impl transformer_engine --cuda-graph-scope mlp", "plain", true);
        row("graphs with attention", "--cuda-graph-impl transformer_engine --cuda-graph-scope attn mlp", "plain",
            false);
        row("no graphs", "--cuda-graph-impl none", "plain", true);
        row("offloading", "--cpu-offloading-num-layers 2", "sharded", true);
        row("offloading with a pipeline", "--cpu-offloading-num-layers 2", "plain", false);
        row("no offloading", "--cpu-offloading-num-layers 0", "plain", true);
        row("overlap without experts", "--overlap-moe-expert-parallel-comm", "sharded", false);
        row("late gradients of that overlap", "--overlap-moe-expert-parallel-comm --delay-wgrad-compute", "sharded",
            false);
        row("late gradients of the head", "--defer-embedding-wgrad-compute", "sharded", false);
        row("late gradients of the head in a pipeline", "--defer-embedding-wgrad-compute", "plain", true);
    }
    void whatGoesTogether() {
        QFETCH(const QString, more);
        QFETCH(const QString, plan);
        QFETCH(const bool, stays);
        const std::string script =
            exported(plan.toStdString() + ".json", changed("--bf16", "--bf16 " + more.toStdString()));
        QString program;
        const QStringList words = launched(script, program);
        QVERIFY(!words.isEmpty());
        for (const QString& flag : more.split(QLatin1Char(' '))) {
            if (!flag.startsWith(QLatin1String("--"))) continue;
            QCOMPARE(words.contains(flag), stays);
            QCOMPARE(QString::fromStdString(script).contains(QStringLiteral("#   ") + flag), !stays);
        }
    }

    /// megatron/core/transformer/moe/token_dispatcher.py: "Flex token dispatcher requires TPxEP > 1".
    void theFlexDispatcherNeedsRanks() {
        const std::vector<std::string> layout{"pp=8", "dp=4", "tp=1", "zero=1", "micro_batches=1", "schedule=1f1b"};
        const auto with = [&](const std::string& ranks) {
            std::vector<std::string> all = layout;
            all.push_back(ranks);
            return all;
        };
        QCOMPARE(solve("alone.json", with("ep=1"), "mixtral-8x7b", "hgx-h100x4"), 0);
        QCOMPARE(solve("spread.json", with("ep=4"), "mixtral-8x7b", "hgx-h100x4"), 0);
        const std::string flex = "--lr 1e-4 --moe-token-dispatcher-type flex --moe-flex-dispatcher-backend hybridep "
                                 "--moe-enable-deepep --moe-router-dtype fp32\n";
        QString program;
        const std::string script = exported("alone.json", flex);
        QStringList words = launched(script, program);
        QCOMPARE(words.count(QStringLiteral("--moe-token-dispatcher-type")), 1);
        QCOMPARE(words.value(words.indexOf(QStringLiteral("--moe-token-dispatcher-type")) + 1),
                 QStringLiteral("alltoall"));
        QVERIFY(!words.contains(QStringLiteral("--moe-flex-dispatcher-backend")));
        QVERIFY(!words.contains(QStringLiteral("--moe-enable-deepep")));
        QVERIFY(words.contains(QStringLiteral("--moe-router-dtype")));
        const std::size_t replaced = script.find("# Replaced by the plan:"), dropped = script.find("# Dropped:");
        const std::size_t type = script.find("#   --moe-token-dispatcher-type flex (line 1), now alltoall");
        QVERIFY2(replaced < type && type < dropped, script.c_str());
        QVERIFY(script.find("#   --moe-flex-dispatcher-backend hybridep (line 1): belongs to the flex") > dropped);
        QVERIFY(script.find("#   --moe-enable-deepep (line 1): belongs to the flex") != std::string::npos);
        // With expert ranks it stays.
        words = launched(exported("spread.json", flex), program);
        QCOMPARE(words.mid(2, 5), (QStringList{"--moe-token-dispatcher-type", "flex", "--moe-flex-dispatcher-backend",
                                               "hybridep", "--moe-enable-deepep"}));
        QCOMPARE(words.count(QStringLiteral("--moe-token-dispatcher-type")), 1);
        // Without experts nothing is dispatched: the flags are as idle as before.
        words = launched(exported("plain.json", flex), program);
        QVERIFY(words.contains(QStringLiteral("flex")) && words.contains(QStringLiteral("--moe-enable-deepep")));
    }

    void readsBackAsThePlan_data() {
        QTest::addColumn<QString>("plan");
        QTest::newRow("plain") << "plain.json";
        QTest::newRow("sharded") << "sharded.json";
    }
    void readsBackAsThePlan() {
        QFETCH(const QString, plan);
        const std::string name = plan.toStdString();
        const Result<io::PlanFile> file = io::plan_from_json(*io::read_json(path(name)), name);
        QVERIFY(file.ok());
        const Result<io::EngineLaunch> launch = io::read_launch(exported(name, command), "launch.sh");
        QVERIFY2(launch.ok(), launch.ok() ? "" : describe(launch.fault()).c_str());
        QCOMPARE(launch->devices, std::int64_t(16));
        QCOMPARE(launch->options.global_batch, std::int64_t(64));
        const Result<Plan> read = io::plan_of_launch(file->problem, *launch);
        QVERIFY2(read.ok(), read.ok() ? "" : describe(read.fault()).c_str());
        QCOMPARE(*read, file->result.plans.front().plan);
        // Once more: nothing is left to replace but by itself.
        QString program;
        const QStringList once = launched(exported(name, command), program);
        QCOMPARE(launched(exported(name, exported(name, command)), program), once);
    }

    void refusals_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("parts");
        const auto row = [](const char* name, const std::string& text, const QStringList& parts) {
            QTest::newRow(name) << QString::fromStdString(text) << parts;
        };
        // Line 26 is where the array with the model's flags is used.
        row("layers", changed("--num-layers 32", "--num-layers 40"),
            {"train.sh:26:", "--num-layers", "the plan's 32", "40"});
        row("width", changed("--ffn-hidden-size 14336", "--ffn-hidden-size 11008"),
            {"train.sh:26:", "--ffn-hidden-size", "the plan's 14336", "11008"});
        row("sequence", changed("--seq-length 4096", "--seq-length 2048"),
            {"train.sh:26:", "--seq-length", "the plan's 4096", "2048"});
        row("vocabulary", changed("--vocab-size 128256", "--vocab-size 32000"),
            {"train.sh:26:", "--vocab-size", "the plan's 128256", "32000"});
        row("kind", changed("    --swiglu\n", ""), {"train.sh:", "--swiglu", "the plan's yes"});
        row("other file", changed("--bf16", "--bf16 --yaml-cfg more.yaml"), {"train.sh:32:", "--yaml-cfg"});
        row("another engine", "python train.py trainer.num_nodes=2 model.tensor_model_parallel_size=2\n",
            {"train.sh: is of another kind: expected a command of Megatron-LM, found a NeMo configuration",
             "Leave --launch out: the script then holds the whole plan."});
        row("a piece", "--hidden-size 4096 --tensor-model-parallel-size 8\n", {"--num-layers"});
        row("a piece of another model", "--ffn-hidden-size 512 --tensor-model-parallel-size 8\n",
            {"train.sh:1:", "--ffn-hidden-size", "the plan's 14336", "512"});
    }
    void refusals() {
        QFETCH(const QString, text);
        QFETCH(const QStringList, parts);
        QVERIFY(!io::write_text(path("train.sh"), text.toStdString()));
        const Run result = run(
            {"export", "--plan", path("plain.json"), "--format", "megatron", "--launch", path("train.sh"), "-o", "-"});
        QCOMPARE(result.status, 2);
        QVERIFY(result.out.empty());
        for (const QString& part : parts)
            QVERIFY2(QString::fromStdString(result.err).contains(part), result.err.c_str());
    }

    /// A command without a model gets it from the plan.
    void aPieceOfACommand() {
        QString program;
        QStringList words = launched(
            exported("plain.json", "--tensor-model-parallel-size 8 --lr 1e-4 --fp16 --log-interval 5\n"), program);
        QCOMPARE(program, QStringLiteral("pretrain_gpt.py"));
        QCOMPARE(words.mid(0, 5), (QStringList{"--lr", "1e-4", "--fp16", "--log-interval", "5"}));
        QCOMPARE(words.value(words.indexOf(QStringLiteral("--num-layers")) + 1), QStringLiteral("32"));
        QCOMPARE(words.value(words.indexOf(QStringLiteral("--tensor-model-parallel-size")) + 1), QStringLiteral("2"));
        QVERIFY(!words.contains(QStringLiteral("--bf16")));
        // Llama 3's base comes from the plan, unless the piece has its own.
        QCOMPARE(words.value(words.indexOf(QStringLiteral("--rotary-base")) + 1), QStringLiteral("500000"));
        words = launched(exported("plain.json", "--rotary-base 8000000 --lr 1e-4\n"), program);
        QCOMPARE(words.count(QStringLiteral("--rotary-base")), 1);
        QCOMPARE(words.value(1), QStringLiteral("8000000"));
    }

    /// A command's own base stays, also where it is the engine's default.
    void theCommandKeepsItsBase() {
        QString program;
        QVERIFY(!launched(exported("plain.json", changed("    --rotary-base 500000\n", "")), program)
                     .contains(QStringLiteral("--rotary-base")));
        const QStringList words = launched(exported("plain.json", changed("500000", "8000000")), program);
        QCOMPARE(words.value(words.indexOf(QStringLiteral("--rotary-base")) + 1), QStringLiteral("8000000"));
        QCOMPARE(words.count(QStringLiteral("--rotary-base")), 1);
    }

    void optionsThatDifferAreNamed() {
        QVERIFY(!io::write_text(path("train.sh"), changed("--bf16", "--fp16")));
        const Run result = run(
            {"export", "--plan", path("plain.json"), "--format", "megatron", "--launch", path("train.sh"), "-o", "-"});
        QCOMPARE(result.status, 0);
        QVERIFY2(result.err.find("precision") != std::string::npos, result.err.c_str());
        QVERIFY(result.out.find("#   precision\n") != std::string::npos);
        QVERIFY(result.out.find("    --fp16\n") != std::string::npos);
        QVERIFY(result.out.find("--bf16") == std::string::npos);
    }

    void otherFormatsTakeNone() {
        const Run result =
            run({"export", "--plan", path("plain.json"), "--format", "csv", "--launch", "train.sh", "-o", "-"});
        QCOMPARE(result.status, 1);
        QVERIFY(result.err.find("--launch goes with --format megatron alone") != std::string::npos);
    }

    void wordsForTheShell_data() {
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("written");
        QTest::newRow("plain") << "a-b/c.d"
                               << "a-b/c.d";
        QTest::newRow("empty") << ""
                               << "''";
        QTest::newRow("blank") << "a b"
                               << "'a b'";
        QTest::newRow("quote") << "it's"
                               << "'it'\\''s'";
        QTest::newRow("dollar") << "$(rm x)"
                                << "'$(rm x)'";
        QTest::newRow("variable") << "\x01NAME\x02"
                                  << "${NAME}";
        QTest::newRow("arguments") << "\x01@\x02"
                                   << "\"${@}\"";
        QTest::newRow("substitution") << "\x01$(date +%s)\x02"
                                      << "$(date +%s)";
        QTest::newRow("in quotes") << "\x01\x03NAME\x02"
                                   << "\"${NAME}\"";
        QTest::newRow("lines") << "a\n\\'b\x7f"
                               << "$'a\\n\\\\\\'b\\177'";
        QTest::newRow("mixed") << "\x01NAME\x02/a \"$b"
                               << "\"${NAME}/a \\\"\\$b\"";
    }
    void wordsForTheShell() {
        QFETCH(const QString, word);
        QFETCH(const QString, written);
        QCOMPARE(QString::fromStdString(io::detail::shell_word(word.toStdString())), written);
    }

private:
    std::string path(const std::string& name) const {
        return m_folder.filePath(QString::fromStdString(name)).toStdString();
    }

    int solve(const std::string& name, const std::vector<std::string>& settings, const std::string& model = "llama3-8b",
              const std::string& topology = "dgx-h100x2") const {
        std::vector<std::string> words{"solve",
                                       "--model",
                                       model,
                                       "--topology",
                                       topology,
                                       "--json",
                                       path(name),
                                       "--set",
                                       "target=megatron",
                                       "--set",
                                       "global_batch=64",
                                       "--set",
                                       "sequence_length=4096"};
        for (const std::string& setting : settings) {
            words.emplace_back("--set");
            words.push_back(setting);
        }
        const Run result = run(words);
        if (result.status != 0) qWarning("%s", result.err.c_str());
        return result.status;
    }

    std::string exported(const std::string& plan, const std::string& text) const {
        if (io::write_text(path("train.sh"), text)) return {};
        const Run result =
            run({"export", "--plan", path(plan), "--format", "megatron", "--launch", path("train.sh"), "-o", "-"});
        if (result.status != 0) qWarning("%s", result.err.c_str());
        return result.out;
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestCarriedArguments)
#include "test_carried_arguments.moc"
