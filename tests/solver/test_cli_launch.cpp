// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "cli_fixture.h"
#include "explain/engine_matrix.h"
#include "io/engine/launch.h"
#include "io/engine/launch_network.h"
#include "io/engine/pipeline_layout.h"
#include "io/files.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace nest;
using namespace nest::fixture;

namespace {

/// 64 devices' worth of a model with 64 experts: EP 8 with whole experts beside TP 2, as proxies of DeepSeek-V3 have.
const std::string experts =
    "pretrain_gpt.py --num-layers 14 --hidden-size 2048 --ffn-hidden-size 4096 --num-attention-heads 16 --swiglu "
    "--num-experts 64 --moe-router-topk 8 --moe-ffn-hidden-size 512 --max-position-embeddings 4096 --seq-length 4096 "
    "--position-embedding-type rope --vocab-size 128000 --bf16 --micro-batch-size 4 --global-batch-size 512 "
    "--tensor-model-parallel-size 2 --pipeline-model-parallel-size 2 --sequence-parallel "
    "--expert-model-parallel-size 8 --expert-tensor-parallel-size 1 --use-distributed-optimizer\n";

std::string dense(int layers, int heads, const std::string& more) {
    return "pretrain_gpt.py --num-layers " + std::to_string(layers) +
           " --hidden-size 4096 --ffn-hidden-size 12288 --num-attention-heads " + std::to_string(heads) +
           " --swiglu --max-position-embeddings 4096 --seq-length 4096 --position-embedding-type rope --vocab-size "
           "128000 --bf16 --micro-batch-size 1 --global-batch-size 96 --use-distributed-optimizer " +
           more + "\n";
}

} // namespace

/// evaluate --launch as somebody meets it who pastes a command for the first time; and what can be looked up.
class TestCliLaunch : public QObject {
    Q_OBJECT

private slots:
    /// Of 72 devices the degrees fill 64: 16 data-parallel ranks x 2 x 2; 18 are no multiple of what EP 8 needs.
    void devicesThatDoNotFit() {
        const Run refused = evaluated(experts, {"--topology", "gb200-nvl72x1"});
        QCOMPARE(refused.status, 2);
        QVERIFY2(contains(refused.err, "--expert-model-parallel-size"), refused.err.c_str());
        QVERIFY2(contains(refused.err, "found 8"), refused.err.c_str());
        QVERIFY2(contains(refused.err, "max_devices = 64"), refused.err.c_str());
        const Run taken = evaluated(experts, {"--topology", "gb200-nvl72x1", "--set", "max_devices=64"});
        QCOMPARE(taken.status, 0);
        QVERIFY2(contains(taken.out, "64 devices"), taken.out.c_str());
        // 576 devices: the batch of 512 has no 144 x 4 sequences at once, but 128 x 4.
        const Run many = evaluated(experts, {"--topology", "gb200-nvl72x8"});
        QCOMPARE(many.status, 2);
        QVERIFY2(contains(many.err, "144 x 4 = 576 on 576 devices"), many.err.c_str());
        QVERIFY2(contains(many.err, "max_devices = 512"), many.err.c_str());
    }

    /// Without a network one is assumed that takes the degrees, said in a note, and everything goes on.
    void aTopologyIsAssumed() {
        const Run bare = evaluated(experts, {});
        const std::string mark = "the topology was not given; assumed ";
        const std::size_t at = bare.err.find(mark);
        QVERIFY2(at != std::string::npos, bare.err.c_str());
        const std::string name = bare.err.substr(at + mark.size(), bare.err.find(',', at) - at - mark.size());
        QVERIFY2(contains(bare.err, "devices, with which the command's degrees and batch go"), bare.err.c_str());
        const Run given = evaluated(experts, {"--topology", name});
        QCOMPARE(bare.status, given.status);
        QCOMPARE(bare.out, given.out);
        // Where the command says it, the network follows from that.
        const Run told = evaluated("torchrun --nnodes 2 --nproc_per_node 8 " + dense(32, 32, ""), {});
        QCOMPARE(told.status, 0);
        QVERIFY(contains(told.err, "assumed dgx-h100x2;"));
        QVERIFY2(contains(told.out, "on these devices"), told.out.c_str());
        const Run given_two =
            evaluated("torchrun --nnodes 2 --nproc_per_node 8 " + dense(32, 32, ""), {"--topology", "dgx-h100x2"});
        QVERIFY(!contains(given_two.err, "topology was not given"));
        // Degrees that no number of devices takes: 7 sequences on micro-batches of 2.
        const Run none = evaluated(dense(32, 32, "--micro-batch-size 2 --global-batch-size 7"), {});
        QCOMPARE(none.status, 1);
        QVERIFY2(contains(none.err, "no number of devices"), none.err.c_str());
    }

    /// Positions and sequence that nobody states go together: 1024 learned positions, sequences of as many tokens; with
    /// positions stated, as many; rotary ones bound nothing.
    void aSequenceLengthIsAssumed() {
        const std::string sizes = "pretrain_gpt.py --num-layers 4 --hidden-size 512 --num-attention-heads 8 "
                                  "--vocab-size 1000 --bf16 --micro-batch-size 1 --global-batch-size 8 ";
        const auto assumed = [&](const std::string& more, const char* length) {
            const Run bare = evaluated(sizes + more + "\n", {});
            const std::string wanted = std::string("\"--seq-length\" was not given; assumed ") + length + "\n";
            return bare.status == 0 && contains(bare.err, wanted) ? std::string() : bare.err;
        };
        for (const auto& [more, length] : {std::pair{"", "1024"},
                                           {"--max-position-embeddings 2048", "2048"},
                                           {"--max-position-embeddings 131072 --position-embedding-type rope", "8192"},
                                           {"--position-embedding-type rope", "4096"}}) {
            const std::string wrong = assumed(more, length);
            QVERIFY2(wrong.empty(), wrong.c_str());
        }
        QVERIFY(!contains(evaluated(sizes + "--seq-length 512\n", {}).err, "\"--seq-length\" was not given"));
    }

    /// NeMo's own file can't be carried over: what to write into it is told, under its own keys.
    void nemoFilesAreToldWhatToSet() {
        const std::string nemo = "MODEL_ARGS:\n"
                                 "  trainer.num_nodes: 1\n"
                                 "  trainer.devices: 8\n"
                                 "  trainer.strategy.tensor_model_parallel_size: 8\n"
                                 "  trainer.strategy.pipeline_model_parallel_size: 1\n"
                                 "  model.config.num_layers: 16\n"
                                 "  model.config.hidden_size: 2048\n"
                                 "  model.config.num_attention_heads: 16\n"
                                 "  data.micro_batch_size: 1\n"
                                 "  data.global_batch_size: 64\n"
                                 "  data.seq_length: 2048\n";
        const std::string file = path("nemo.yaml"), out = path("nemo.json");
        QVERIFY(!io::write_text(file, nemo));
        const Run both = run({"evaluate", "--launch", file, "--json", out});
        QCOMPARE(both.status, 0);
        const nlohmann::json plans = *io::read_json(out);
        const nlohmann::json& best =
            plans.contains("alternatives") && !plans["alternatives"].empty() ? plans["alternatives"][0] : plans;
        const Run refused = run({"export", "--plan", out, "--format", "megatron", "--launch", file, "-o", "-"});
        QCOMPARE(refused.status, 2);
        QVERIFY(refused.out.empty());
        QVERIFY2(contains(refused.err, "To run the plan with NeMo, set in " + file), refused.err.c_str());
        QVERIFY2(contains(refused.err, "\n  trainer.strategy.tensor_model_parallel_size: " +
                                           std::to_string(best["strategy"]["tp"].get<int>()) + "\n"),
                 refused.err.c_str());
        QVERIFY2(contains(refused.err, "\n  data.micro_batch_size: " +
                                           std::to_string(best["strategy"]["micro_batch"].get<int>()) + "\n"),
                 refused.err.c_str());
        QVERIFY2(contains(refused.err, "Leave --launch out"), refused.err.c_str());
        QCOMPARE(run({"export", "--plan", out, "--format", "megatron", "-o", "-"}).status, 0);
    }

    /// Machines by how many devices one holds, and how many of the last one's are used.
    void usualMachines() {
        const auto said = [](std::int64_t devices, std::int64_t per_node) {
            const io::LaunchNetwork network = io::usual_network(devices, per_node);
            return network.topology + (network.whole ? "" : " in part");
        };
        QCOMPARE(said(16, 8), std::string("dgx-h100x2"));
        QCOMPARE(said(16, 0), std::string("dgx-h100x2"));
        QCOMPARE(said(12, 0), std::string("dgx-h100x2 in part"));
        QCOMPARE(said(64, 4), std::string("gb200-nvl72x1 in part"));
        QCOMPARE(said(144, 72), std::string("gb200-nvl72x2"));
    }

    /// The grid that Megatron-LM lays out: 4 expert ranks over 2 context ranks and 8 replicas of 2 tensor ranks.
    void expertsAmongContextRanks() {
        const std::string layout = "mixtral-8x7b @ hgx-h100x4: tp2 ep4 cp2 pp1 dp8 mb1 zero1 sp full";
        const Run classical = run({"evaluate", "--layout", layout});
        QVERIFY2(contains(classical.out, "megatron-lm does not: its expert groups take in the context ranks"),
                 classical.out.c_str());
        const Run own = run({"evaluate", "--layout", layout, "--set", "target=megatron"});
        QVERIFY2(contains(own.out, "tp2 pp1 dp8 cp2 ep4 etp2 mb1 sp zero1 full"), own.err.c_str());
        QVERIFY2(contains(own.out, "megatron-lm runs it"), own.out.c_str());
    }

    /// The file says which plan is which, the text too, and export asks for no guess.
    void whichPlanIsWhich() {
        const std::string out = path("both.json");
        const Run both = evaluated(dense(32, 32, "--tensor-model-parallel-size 8 --pipeline-model-parallel-size 2"),
                                   {"--topology", "dgx-h100x2", "--json", out});
        QCOMPARE(both.status, 0);
        QVERIFY2(contains(both.out, "plan 1 is the command as it runs, plan 2 the best one"), both.out.c_str());
        const nlohmann::json file = *io::read_json(out);
        QCOMPARE(file.at("role").get<std::string>(), std::string("command"));
        QCOMPARE(file.at("strategy").at("tp").get<int>(), 8);
        QCOMPARE(file.at("alternatives").at(0).at("role").get<std::string>(), std::string("best"));
        QVERIFY(file["alternatives"][0]["metrics"]["step_seconds"].get<double>() <
                file["metrics"]["step_seconds"].get<double>());
        const Run first = run({"export", "--plan", out, "--format", "megatron", "--index", "1", "-o", "-"});
        QCOMPARE(first.status, 0);
        QVERIFY2(!contains(first.err, "--index"), first.err.c_str());
        QVERIFY(contains(first.out, "--tensor-model-parallel-size 8\n"));
        const Run second = run({"export", "--plan", out, "--format", "megatron", "--index", "2", "-o", "-"});
        const Run unsaid = run({"export", "--plan", out, "--format", "megatron", "-o", "-"});
        QVERIFY2(contains(unsaid.err, "writes plan 2"), unsaid.err.c_str());
        QVERIFY(second.out != first.out);
        QCOMPARE(unsaid.out, second.out);
        QCOMPARE(run({"evaluate", "--plan", out}).status, 0);
    }

    /// 61 blocks on 4 stages: refused, as the engine does, with the layout text that it would take.
    void anUnevenCutIsOffered() {
        const Run refused = evaluated(dense(61, 32, "--pipeline-model-parallel-size 4"), {"--topology", "dgx-h100x4"});
        QCOMPARE(refused.status, 2);
        QVERIFY2(contains(refused.err, "--num-layers") && contains(refused.err, "4 stages share evenly"),
                 refused.err.c_str());
        const std::size_t at = refused.out.find("--pipeline-model-parallel-layout '");
        QVERIFY2(at != std::string::npos, refused.out.c_str());
        const std::size_t begin = refused.out.find('\'', at) + 1, end = refused.out.find('\'', begin);
        const auto stages = io::read_pipeline_layout(refused.out.substr(begin, end - begin));
        QVERIFY(stages.ok());
        QCOMPARE(stages->size(), std::size_t(4));
        std::int64_t blocks = 0;
        for (const io::LayoutStage& stage : *stages)
            blocks += stage.blocks;
        QCOMPARE(blocks, std::int64_t(61));
        QVERIFY(contains(refused.out, "  step  "));
        // The command takes it.
        const Run taken = evaluated(dense(61, 32,
                                          "--pipeline-model-parallel-size 4 --pipeline-model-parallel-layout " +
                                              refused.out.substr(begin - 1, end - begin + 2)),
                                    {"--topology", "dgx-h100x4"});
        QCOMPARE(taken.status, 0);
    }

    void aDegreeIsNamedByItsFlag() {
        const Run refused = evaluated(dense(32, 64, "--tensor-model-parallel-size 3"), {"--topology", "dgx-h100x3"});
        QCOMPARE(refused.status, 2);
        QVERIFY2(contains(refused.err, "train.sh:1: --tensor-model-parallel-size 3"), refused.err.c_str());
        QVERIFY2(contains(refused.err, "64"), refused.err.c_str());
        QVERIFY2(contains(refused.err, "1, 2, 4, 8"), refused.err.c_str());
    }

    void namesSayWhatTheCommandSays() {
        const auto name = [](const std::string& text, const char* file) {
            return io::read_launch(text, file)->model->name;
        };
        const std::string plain = "--num-layers 64 --hidden-size 8192 --num-attention-heads 64 --seq-length 2048 "
                                  "--max-position-embeddings 2048 ";
        QCOMPARE(name(plain, "-"), std::string("gpt 64 layers, hidden 8192"));
        QCOMPARE(name(plain, io::pasted_text), std::string("gpt 64 layers, hidden 8192"));
        QCOMPARE(name(plain + "--num-experts 8", "-"), std::string("gpt 64 layers, hidden 8192, 8 experts"));
        QCOMPARE(name("pretrain_bert.py " + plain, "-"), std::string("bert 64 layers, hidden 8192"));
        QCOMPARE(name(plain, "runs/mine.sh"), std::string("mine"));
    }

    void severalLayoutsAreATable() {
        const Run table =
            run({"evaluate", "--layout", "tp8 pp4 dp4 mb1 sp zero1 full", "--layout", "tp8 pp2 dp8 mb1 sp zero1 full",
                 "--layout", "tp5 pp2 dp8 mb1", "--model", "llama3-70b", "--topology", "dgx-h100x16"});
        QCOMPARE(table.status, 0);
        // The same prices as one by one, the fastest first, what doesn't run last with its rule.
        std::vector<std::pair<double, std::string>> single;
        for (const char* text : {"tp8 pp4 dp4 mb1 sp zero1 full", "tp8 pp2 dp8 mb1 sp zero1 full"}) {
            const std::string out = path("one.json");
            QCOMPARE(
                run({"evaluate", "--layout", text, "--model", "llama3-70b", "--topology", "dgx-h100x16", "--json", out})
                    .status,
                0);
            const nlohmann::json file = *io::read_json(out);
            single.emplace_back(file["metrics"]["step_seconds"].get<double>(),
                                "pp" + std::to_string(file["strategy"]["pp"].get<int>()) + " ");
        }
        std::sort(single.begin(), single.end());
        const std::size_t first = table.out.find(single[0].second), second = table.out.find(single[1].second);
        const std::size_t last = table.out.find("tp5");
        QVERIFY2(first < second && second < last && last != std::string::npos, table.out.c_str());
        QVERIFY2(contains(table.out, "no: tp 5"), table.out.c_str());
        QCOMPARE(run({"evaluate", "--layout", "tp8", "--layout", "tp4", "--json", "x", "--model", "llama3-8b",
                      "--topology", "dgx-h100x1"})
                     .status,
                 1);
    }

    void trafficByLevel() {
        const Run explained = run({"evaluate", "--layout", "llama3-8b @ dgx-h100x2: tp8 pp1 dp2 mb1 sp zero1",
                                   "--explain", "--set", "global_batch=16"});
        QCOMPARE(explained.status, 0);
        const std::size_t at = explained.out.find("Sent by a device in one step");
        QVERIFY2(at != std::string::npos, explained.out.c_str());
        const std::string part = explained.out.substr(at, explained.out.find("\n\n", at + 60) - at);
        QVERIFY2(contains(part, "nvlink") && contains(part, "TP") && contains(part, "DP and ZeRO"), part.c_str());
        QVERIFY2(!contains(part, "EP"), part.c_str()); // the model has no experts
    }

    /// 40 blocks, 40 heads... of a model on 16 devices: which degrees go, and what speaks against the others.
    void degrees() {
        const Run listed = run({"degrees", "--model", "llama3-8b", "--topology", "dgx-h100x3"});
        QCOMPARE(listed.status, 0);
        // 24 devices, 32 heads, 8 key/value heads, 32 blocks.
        for (const char* value : {" 3 ", " 6 ", " 12 ", " 24 "})
            QVERIFY2(contains(listed.out, value), value);
        QVERIFY2(contains(listed.out, "tp 3"), listed.out.c_str());
        QVERIFY2(contains(listed.out, "uneven"), listed.out.c_str());
        // 16 stages leave 8 of 24 devices without one; layouts with idle devices are searched and priced all the same.
        QVERIFY2(contains(listed.out, "16  yes     leaves at least 8 of the 24 devices idle"), listed.out.c_str());
        QCOMPARE(run({"evaluate", "--layout", "llama3-8b @ dgx-h100x3: tp1 pp16 dp1 mb1 full"}).status, 0);
    }

    /// The manual's table is what the rules say. DeepSpeed's pipeline asserts a ZeRO stage below 2; Megatron-LM's
    /// distributed optimizer is ZeRO 1.
    void enginesAndTheirZeroStages() {
        const EngineMatrix matrix = engine_matrix();
        const auto row = [&](const char* parallelism) {
            for (const EngineMatrixRow& one : matrix.rows)
                if (one.parallelism == parallelism) return one;
            return EngineMatrixRow();
        };
        QCOMPARE(row("pipeline").cells[1].stages(), std::string("0, 1"));
        QCOMPARE(row("data parallelism alone").cells[0].stages(), std::string("0, 1"));
        QCOMPARE(row("data parallelism alone").cells[1].stages(), std::string("0, 1, 2, 3"));
        QCOMPARE(row("data parallelism alone").cells[2].stages(), std::string("0, 2, 3"));
        const Run printed = run({"engines"});
        QCOMPARE(printed.status, 0);
        QVERIFY(contains(printed.out, "Megatron-LM") &&
                contains(printed.out, "it refuses ZeRO 2 and 3 with a pipeline"));
        for (const char* language : {"en", "zh_CN"}) {
            QFile file(QStringLiteral(NEST_SOURCE_DIR "/resources/manual/%1/exports.md").arg(QLatin1String(language)));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll());
            const qsizetype at = text.indexOf(QStringLiteral("| Megatron-LM | DeepSpeed | torchtitan |"));
            QVERIFY(at >= 0);
            const QStringList lines = text.mid(at).split(QLatin1Char('\n')).mid(2);
            for (std::size_t i = 0; i < matrix.rows.size(); ++i) {
                const QStringList cells = lines.value(static_cast<qsizetype>(i)).split(QLatin1Char('|'));
                QCOMPARE(cells.size(), qsizetype(6));
                for (std::size_t engine = 0; engine < matrix.engines.size(); ++engine)
                    QCOMPARE(cells[static_cast<qsizetype>(engine) + 2].trimmed().toStdString(),
                             matrix.rows[i].cells[engine].stages());
            }
        }
    }

private:
    std::string path(const std::string& name) const {
        return m_folder.filePath(QString::fromStdString(name)).toStdString();
    }

    Run evaluated(const std::string& text, std::vector<std::string> more) const {
        if (io::write_text(path("train.sh"), text)) return {};
        more.insert(more.begin(), {"evaluate", "--launch", path("train.sh")});
        return run(more);
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestCliLaunch)
#include "test_cli_launch.moc"
