// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/list_expression.h"
#include "io/engine/megatron_flags.h"
#include "io/engine/shell_arithmetic.h"
#include "io/engine/shell_script.h"

#include "solver/launch_fixtures.h"

#include <QTest>

#include <random>

using namespace nest;
using namespace nest::fixture;

namespace {

std::string words_of(const io::ScriptCommand& command) {
    std::string text;
    for (const io::ScriptWord& word : command.words)
        text += (text.empty() ? "" : "|") + io::readable(word.text);
    return text;
}

std::string last_command(const std::string& script) {
    const Result<io::Script> read = io::read_script(script, "s");
    return read.ok() && !read->commands.empty() ? words_of(read->commands.back()) : std::string();
}

} // namespace

class LaunchTextTest : public QObject {
    Q_OBJECT

private slots:
    void words_data();
    void words();
    void arithmetic_data();
    void arithmetic();
    void lists_data();
    void lists();
    void flagTable();
    void aWholeScript();
    void scriptTraps();
    void maps();
    void worldSizes_data();
    void worldSizes();
    void looks();
    void encodings();
    void garbage();
};

/// As bash splits them.
void LaunchTextTest::words_data() {
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("expected");
    QTest::newRow("plain") << "a b  c"
                           << "a|b|c";
    QTest::newRow("quotes") << "a 'b c' \"d e\"f g\\ h"
                            << "a|b c|d ef|g h";
    QTest::newRow("empty words stay when quoted") << "a '' \"\" $X b"
                                                  << "a|||${X}|b";
    QTest::newRow("continued") << "a \\\n  b \\\n c"
                               << "a|b|c";
    QTest::newRow("blanks behind the backslash") << "a \\  \n b"
                                                 << "a|b";
    QTest::newRow("comment") << "a b # c d"
                             << "a|b";
    QTest::newRow("no comment inside a word") << "a#b c"
                                              << "a#b|c";
    QTest::newRow("variables") << "X=1\nY=\"$X 2\"\na $Y \"$Y\" ${X}3"
                               << "a|1|2|1 2|13";
    QTest::newRow("single quotes keep dollars") << "X=1; a '$X'"
                                                << "a|$X";
    QTest::newRow("unset") << "a ${FOO} b$BAR"
                           << "a|${FOO}|b${BAR}";
    QTest::newRow("defaults") << "X=7; a ${X:-1} ${Y:-2} ${Y:-$X} ${Z-'q'}"
                              << "a|7|2|7|q";
    QTest::newRow("positional") << "a $1 ${2:-x}"
                                << "a|${1}|x";
    QTest::newRow("arrays") << "A=(1 2\n # no 9\n '3 4')\na \"${A[@]}\" ${A[@]} ${A[1]}"
                            << "a|1|2|3 4|1|2|3|4|2";
    QTest::newRow("arrays grow") << "A=(1)\nA+=(2 3)\na ${A[*]}"
                                 << "a|1|2|3";
    QTest::newRow("texts grow") << "A=x; A+=y; A=\"$A z\"; a $A"
                                << "a|xy|z";
    QTest::newRow("arithmetic") << "N=4; a $((N * 8)) $(( (N+1) * 2 ))"
                                << "a|32|10";
    QTest::newRow("commands are not run") << "a $(hostname) `date +%s`"
                                          << "a|${$(hostname)}|${`date +%s`}";
    QTest::newRow("redirections") << "a b > out.log 2>&1 c < in"
                                  << "a|b|c";
    QTest::newRow("the last command") << "a; b && c | d"
                                      << "d";
    QTest::newRow("assignment before a command") << "X=1 Y=2 a b"
                                                 << "a|b";
    QTest::newRow("here-document") << "cat <<EOF > f\nx --y\nEOF\na b"
                                   << "a|b";
    QTest::newRow("control words") << "if [ -n x ]; then export X=3; fi; a $X"
                                   << "a|3";
    QTest::newRow("lists without quotes") << "a ([0]*3+[1]*11) b"
                                          << "a|([0]*3+[1]*11)|b";
    QTest::newRow("open ends") << "a \"b"
                               << "a|b";
}

void LaunchTextTest::words() {
    QFETCH(const QString, script);
    QFETCH(const QString, expected);
    QCOMPARE(QString::fromStdString(last_command(script.toStdString())), expected);
}

void LaunchTextTest::arithmetic_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("precedence") << "1 + 2 * 3 - 4"
                                << "3";
    QTest::newRow("left to right") << "100 / 7 % 5 - 1 - 1"
                                   << "2"; // 14 % 5 = 4
    QTest::newRow("parentheses") << "(1 + 2) * (3)"
                                 << "9";
    QTest::newRow("variable") << "N*2"
                              << "16";
    QTest::newRow("division by zero") << "1 / 0"
                                      << "";
    QTest::newRow("overflow") << "9223372036854775807 + 1"
                              << "";
    QTest::newRow("unknown") << "M * 2"
                             << "";
    QTest::newRow("nothing") << ""
                             << "";
    QTest::newRow("deep") << QString(1000, QLatin1Char('(')) + "1" + QString(1000, QLatin1Char(')')) << "";
}

void LaunchTextTest::arithmetic() {
    QFETCH(const QString, text);
    QFETCH(const QString, expected);
    const auto number = io::evaluate_arithmetic(
        text.toStdString(), [](const std::string& name) { return name == "N" ? std::string("8") : std::string(); });
    QCOMPARE(number ? QString::number(*number) : QString(), expected);
}

/// As Python evaluates them.
void LaunchTextTest::lists_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("sum of repetitions") << "[0]*3+[1]*5"
                                        << "00011111";
    QTest::newRow("in parentheses") << "([0]*3+[1]*2)"
                                    << "00011";
    QTest::newRow("repeated sum") << "([1]*2+[0]*1)*3"
                                  << "110110110";
    QTest::newRow("items") << "[1, 0,1]"
                           << "101";
    QTest::newRow("number first") << "2*[0]+[1]"
                                  << "001";
    QTest::newRow("none") << "[1]*0+[0]"
                          << "0";
    for (const char* bad : {"", "[", "[1", "[1]*", "[1]+", "[-1]", "1+1", "[1]*[1]", "__import__('os')", "[1]*99999999",
                            "[0]*1000*1000*1000", "[1]]"})
        QTest::newRow(bad) << bad << "refused";
    QTest::newRow("deep") << QString(1000, QLatin1Char('(')) + "[1]" + QString(1000, QLatin1Char(')')) << "refused";
}

void LaunchTextTest::lists() {
    QFETCH(const QString, text);
    QFETCH(const QString, expected);
    const auto list = io::evaluate_list(text.toStdString());
    QString digits;
    for (const std::int64_t item : list.value_or(std::vector<std::int64_t>()))
        digits += QString::number(item);
    QCOMPARE(list ? digits : QStringLiteral("refused"), expected);
}

void LaunchTextTest::flagTable() {
    QVERIFY(io::find_flag("num-layers"));
    QVERIFY(io::find_flag("num_layers"));
    QVERIFY(io::find_flag("lr-warmup-fraction")); // of a family
    QVERIFY(!io::find_flag("num-layer"));
    QVERIFY(io::find_flag("swiglu")->arity == io::FlagArity::none);
    QVERIFY(io::find_flag("fp8-format")->role == io::FlagRole::unpriced);
    QCOMPARE(io::flag_of_key("num_moe_experts"), std::string("num-experts"));
    QCOMPARE(io::flag_of_key("tensor_model_parallel_size"), std::string("tensor-model-parallel-size"));
    QCOMPARE(io::flag_of_key("lr"), std::string());
}

void LaunchTextTest::aWholeScript() {
    const EngineLaunch launch = launch_of(R"(#!/bin/bash
# 8 nodes of 8
export CUDA_DEVICE_MAX_CONNECTIONS=1
GPUS_PER_NODE=8
NNODES=8
TP=4; PP=4
WORLD_SIZE=$(($GPUS_PER_NODE*$NNODES))
CHECKPOINT=$1 #<path>
DISTRIBUTED_ARGS="--nproc_per_node $GPUS_PER_NODE --nnodes $NNODES --node_rank $NODE_RANK"
GPT_MODEL_ARGS=(
    --num-layers 32        # as GPT-3 6.7B
    --hidden-size 4096
    --num-attention-heads 32
    # --ffn-hidden-size 11008
    --seq-length 2048
    --max-position-embeddings 2048
)
TRAINING_ARGS=(
    --micro-batch-size 2
    --global-batch-size 512
    --weight-decay 0.1
    --adam-beta1 0.9
    --lr 6.0e-5
    --bf16
    --sequence-parallel --recompute-activations
)
PARALLEL_ARGS=(--tensor-model-parallel-size ${TP} --pipeline-model-parallel-size=$PP)
DATA_ARGS="
    --data-path $DATA
    --vocab-file gpt2-vocab.json
    --merge-file gpt2-merges.txt
"
torchrun $DISTRIBUTED_ARGS pretrain_gpt.py \
    ${GPT_MODEL_ARGS[@]} \
    "${TRAINING_ARGS[@]}" ${PARALLEL_ARGS[@]} \
    $DATA_ARGS \
    --distributed-backend nccl \
    --use-distributed-optimizer \
    --save $CHECKPOINT 2>&1 | tee log.txt
)");
    QCOMPARE(launch.engine, std::string("megatron-lm"));
    QCOMPARE(launch.devices, std::int64_t{64});
    QCOMPARE(launch.devices_per_node, std::int64_t{8});
    QVERIFY(launch.model.has_value());
    QCOMPARE(launch.model->layers, std::int64_t{32});
    QCOMPARE(launch.model->ffn, std::int64_t{16384}); // the commented-out width counts for nothing
    QCOMPARE(launch.model->head_dim, std::int64_t{128});
    // 50257 entries of GPT-2's tokenizer in steps of 128 x 4: 99 x 512.
    QCOMPARE(launch.model->vocab, std::int64_t{50688});
    QVERIFY(!note_with(launch, {"vocabulary", "50257"}).empty());
    QCOMPARE(only(launch.layout.tp), std::int64_t{4});
    QCOMPARE(only(launch.layout.pp), std::int64_t{4});
    QCOMPARE(only(launch.layout.dp), std::int64_t{4}); // 64 / (4 x 4)
    QCOMPARE(only(launch.layout.micro_batches), std::int64_t{2});
    QCOMPARE(only(launch.layout.zero), std::int64_t{1});
    QCOMPARE(launch.layout.sequence_parallel, Switch::on);
    QCOMPARE(launch.layout.recompute->front(), Recompute::selective);
    QCOMPARE(launch.layout.layouts, std::vector<LayoutKind>{LayoutKind::dp_inner});
    QCOMPARE(launch.options.global_batch, std::int64_t{512});
    QCOMPARE(launch.blocks_per_stage, (std::vector<std::int64_t>{8, 8, 8, 8}));
    QVERIFY(launch.options.dropout); // 0.1 unless said otherwise
    QVERIFY(!launch.options.tp.has_value());
    // Names without a value, whichever flag they belong to.
    QVERIFY(!note_with(launch, {"left aside", "DATA", "variables without a value"}).empty());
}

void LaunchTextTest::scriptTraps() {
    // An inner shell, as batch scripts start their command.
    const EngineLaunch inner = launch_of("#SBATCH --nodes=4\n#SBATCH --gres=gpu:h100:8 # of 8\n"
                                         "options=\" " +
                                         model_flags +
                                         " --tensor-model-parallel-size 8\"\n"
                                         "run_cmd=\"torchrun --nproc-per-node=8 --nnodes=$SLURM_NNODES "
                                         "pretrain_gpt.py ${options}\"\n"
                                         "srun -l --container-image=x bash -c \"${run_cmd}\"\n");
    QCOMPARE(inner.devices, std::int64_t{32});
    QCOMPARE(only(inner.layout.tp), std::int64_t{8});

    // A comment in a continued command ends it; what follows is meant all the same, and said.
    const EngineLaunch lost = launch_of("torchrun pretrain_gpt.py " + model_flags +
                                        " \\\n  # --swiglu \\\n  --tensor-model-parallel-size 2\n");
    QCOMPARE(only(lost.layout.tp), std::int64_t{2});
    QVERIFY(!note_with(lost, {"tensor-model-parallel-size", "comment"}).empty());
    QVERIFY(!lost.model->gated_mlp);

    // A switch says nothing of the words behind it; the last of equal flags counts.
    const EngineLaunch twice =
        launch_of(model_flags + "--tensor-model-parallel-size 2 --swiglu true --tensor-model-parallel-size 4");
    QCOMPARE(only(twice.layout.tp), std::int64_t{4});
    QVERIFY(!note_with(twice, {"tensor-model-parallel-size", "twice"}).empty());
    QVERIFY(!note_with(twice, {"true", "swiglu"}).empty());

    // Words that only the run knows may hold anything: they are named wherever they stand.
    const EngineLaunch more =
        launch_of("torchrun pretrain_gpt.py $FIRST " + model_flags + " $EXTRA_ARGS \"${OTHER[@]}\"");
    for (const char* name : {"FIRST", "EXTRA_ARGS", "OTHER"})
        QVERIFY(!note_with(more, {name, "only the run knows"}).empty());

    // Values set under a condition.
    const EngineLaunch branch = launch_of("H=2048\nif [ $SIZE = big ]; then H=4096; fi\ntorchrun pretrain_gpt.py " +
                                          model_flags + " --hidden-size $H");
    QCOMPARE(branch.model->hidden, std::int64_t{4096});
    QVERIFY(!note_with(branch, {"\"H\"", "condition", "4096"}).empty());

    // Misspelt flags are told with what was meant.
    const EngineLaunch misspelt = launch_of(model_flags + "--tensor-model-paralel-size 2");
    QVERIFY(
        !note_with(misspelt, {"tensor-model-paralel-size", "did you mean", "--tensor-model-parallel-size"}).empty());

    // Bare flags, one a line, and a piece of a script without its command.
    QCOMPARE(launch_of("--num-layers 2\n--hidden-size 64\n--num-attention-heads 4\n").model->layers, std::int64_t{2});
    QCOMPARE(launch_of("ARGS=(\n--num-layers 3\n--hidden-size 64\n--num-attention-heads 4\n)\n").model->layers,
             std::int64_t{3});
    // The command with most flags is the launch.
    const EngineLaunch several = launch_of("python tools/convert.py --num-layers 7\ntorchrun pretrain_gpt.py " +
                                           model_flags + "\npython plot.py --num-layers 9\n");
    QCOMPARE(several.model->layers, std::int64_t{24});
}

void LaunchTextTest::maps() {
    const EngineLaunch launch = launch_of(R"(# a comment
ENV_VARS:
  LAYERS: 16
MODEL_ARGS:
  --num-layers: ${LAYERS} # of 32
  --hidden-size: "1024"
  --num-attention-heads:
    16
    # beside the value
  --swiglu: true
  --untie-embeddings-and-output-weights: false
  --sequence-parallel: true
  --tensor-model-parallel-size: 2
  --recompute-granularity: selective
  --recompute-modules: [core_attn, moe]
  --cp-comm-type:
    - p2p
    - a2a
  --context-parallel-size: 2
  --save: ${OUT}/x
  --lr: null
  --micro-batch-size: 1
  --global-batch-size: 8
  --bf16: true
TEST_TYPE: regular
)",
                                          "case.yaml");
    QCOMPARE(launch.model->layers, std::int64_t{16});
    QCOMPARE(launch.model->heads, std::int64_t{16});
    QCOMPARE(launch.model->name, std::string("case"));
    QVERIFY(launch.model->gated_mlp);
    QVERIFY(launch.model->tied_embeddings);
    QCOMPARE(launch.layout.sequence_parallel, Switch::on);
    QCOMPARE(launch.layout.recompute->front(), Recompute::selective);
    QVERIFY(!note_with(launch, {"recompute-modules", "moe"}).empty());
    QVERIFY(!note_with(launch, {"cp-comm-type", "a2a", "ring"}).empty());
    QVERIFY(!note_with(launch, {"OUT"}).empty());
    QCOMPARE(launch.devices, std::int64_t{0});
    QVERIFY(!launch.layout.dp.has_value());
    QVERIFY(!note_with(launch, {"number of devices", "assumed"}).empty());

    // Nested maps, as NeMo 1 writes them.
    const EngineLaunch nemo = launch_of(R"(
trainer:
  devices: 8
  num_nodes: 4
  precision: bf16-mixed
model:
  micro_batch_size: 1
  global_batch_size: 256
  tensor_model_parallel_size: 4
  pipeline_model_parallel_size: 2
  virtual_pipeline_model_parallel_size: null
  num_layers: 32
  hidden_size: 4096
  ffn_hidden_size: 11008
  num_attention_heads: 32
  num_query_groups: 8
  activation: 'fast-swiglu'
  normalization: rmsnorm
  bias: false
  share_embeddings_and_output_weights: False
  position_embedding_type: rope
  encoder_seq_length: 4096
  max_position_embeddings: 4096
  activations_checkpoint_granularity: full
  activations_checkpoint_method: uniform
  activations_checkpoint_num_layers: 1
  hidden_dropout: 0.0
  attention_dropout: 0.0
  optim:
    name: distributed_fused_adam
    lr: 2e-4
)",
                                        "nemo.yaml");
    QCOMPARE(nemo.engine, std::string("nemo"));
    QCOMPARE(nemo.devices, std::int64_t{32});
    QCOMPARE(only(nemo.layout.dp), std::int64_t{4});
    QCOMPARE(only(nemo.layout.zero), std::int64_t{1});
    QCOMPARE(nemo.model->kv_heads, std::int64_t{8});
    QVERIFY(nemo.model->gated_mlp && nemo.model->rms_norm && !nemo.model->mlp_bias && !nemo.model->tied_embeddings);
    QCOMPARE(nemo.model->positions, std::int64_t{0});
    QCOMPARE(nemo.layout.recompute->front(), Recompute::full);
    QVERIFY(!nemo.options.dropout);
    QCOMPARE(nemo.options.precision, Precision::megatron);

    // The same keys as overrides of a command.
    const EngineLaunch overrides =
        launch_of("python train.py trainer.num_nodes=2 trainer.devices=8 model.tensor_model_parallel_size=2 "
                  "++model.num_layers=4 model.hidden_size=64 model.num_attention_heads=4");
    QCOMPARE(overrides.devices, std::int64_t{16});
    QCOMPARE(overrides.model->layers, std::int64_t{4});
    QCOMPARE(only(overrides.layout.tp), std::int64_t{2});
}

void LaunchTextTest::worldSizes_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<int>("devices");
    QTest::newRow("torchrun") << "torchrun --nproc_per_node 8 --nnodes 2 pretrain_gpt.py" << 16;
    QTest::newRow("equals") << "torchrun --nproc-per-node=8 --nnodes=16 pretrain_gpt.py" << 128;
    QTest::newRow("one node unless said") << "torchrun --nproc_per_node 4 pretrain_gpt.py" << 4;
    QTest::newRow("module") << "python -m torch.distributed.launch --nproc_per_node 8 --nnodes 4 pretrain_gpt.py" << 32;
    QTest::newRow("elastic") << "torchrun --nproc_per_node 8 --nnodes 1:4 pretrain_gpt.py" << 0;
    QTest::newRow("only the run knows") << "torchrun --nproc_per_node 8 --nnodes $COUNT pretrain_gpt.py" << 0;
    QTest::newRow("the script knows") << "NNODES=3\ntorchrun --nproc_per_node 8 --nnodes $COUNT pretrain_gpt.py" << 24;
    QTest::newRow("srun") << "srun -N 4 --ntasks-per-node=8 python pretrain_gpt.py" << 32;
    QTest::newRow("srun tasks") << "srun -n 24 python pretrain_gpt.py" << 24;
    QTest::newRow("slurm lines") << "#SBATCH -N 2\n#SBATCH --ntasks-per-node=8\nsrun python pretrain_gpt.py" << 16;
    QTest::newRow("mpirun") << "mpirun -np 64 -x PATH python pretrain_gpt.py" << 64;
    QTest::newRow("variables") << "GPUS_PER_NODE=8\nNUM_NODES=4\n$LAUNCHER pretrain_gpt.py" << 32;
    QTest::newRow("one variable") << "WORLD_SIZE=48\npython pretrain_gpt.py" << 48;
    QTest::newRow("nothing") << "python pretrain_gpt.py" << 0;
    QTest::newRow("beyond sense") << "torchrun --nproc_per_node 99999999999 --nnodes 99999999 pretrain_gpt.py" << 0;
}

void LaunchTextTest::worldSizes() {
    QFETCH(const QString, before);
    QFETCH(const int, devices);
    const EngineLaunch launch = launch_of(before.toStdString() + " " + model_flags);
    QCOMPARE(launch.devices, static_cast<std::int64_t>(devices));
    QCOMPARE(launch.layout.dp.has_value(), devices > 0);
    QCOMPARE(launch.options.max_devices.has_value(), false);
}

void LaunchTextTest::looks() {
    QVERIFY(io::looks_like_launch("torchrun x.py --num-layers 2"));
    QVERIFY(io::looks_like_launch("model:\n  tensor_model_parallel_size: 2\n"));
    QVERIFY(!io::looks_like_launch(""));
    QVERIFY(!io::looks_like_launch("{\"--num-layers\": 2}"));
    QVERIFY(!io::looks_like_launch("GPU0 GPU1 NV18"));
    QVERIFY(contains(fault_of("hello world"), "arguments of Megatron-LM"));
    QVERIFY(contains(fault_of(std::string(5 << 20, 'x')), "4 MiB"));
}

void LaunchTextTest::encodings() {
    const std::string text =
        "torchrun pretrain_gpt.py \\\r\n --num-layers 2 \\\r\n --hidden-size 64 --num-attention-heads 4\r\n";
    QCOMPARE(launch_of(text).model->hidden, std::int64_t{64});
    QCOMPARE(launch_of("\xef\xbb\xbf" + text).model->hidden, std::int64_t{64});
    for (const bool big : {false, true}) {
        std::string wide = big ? "\xfe\xff" : "\xff\xfe";
        for (const char c : text)
            wide += big ? std::string{'\0', c} : std::string{c, '\0'};
        QVERIFY(io::looks_like_launch(wide));
        QCOMPARE(launch_of(wide).model->hidden, std::int64_t{64});
    }
}

/// Broken text is told or read, and nothing else happens.
void LaunchTextTest::garbage() {
    std::mt19937 random(7);
    const auto pick = [&](std::size_t most) { return std::uniform_int_distribution<std::size_t>(0, most - 1)(random); };
    const std::vector<std::string> seeds{
        "torchrun --nproc_per_node 8 pretrain_gpt.py " + model_flags +
            "--pipeline-model-parallel-layout 'Et*5|(t*7|)*2t*5L'"
            " --num-experts 8 --moe-layer-freq ([0]*3+[1]*21)",
        "A=(--num-layers 2 \"x y\")\nB=\"$A $((1+2)) ${C:-${D:-3}}\"\nif x; then A+=(--swiglu); fi\n"
        "srun -N 2 bash -c \"torchrun p.py ${A[@]} $B\" <<EOF\n--num-layers 3\nEOF\n",
        "MODEL_ARGS:\n  --num-layers: 2\n  --hidden-size:\n    64\n  --a: [1, 2]\n  - b: 'c'\n  --num-attention-heads: "
        "|\n"
        "    4\n",
        "trainer:\n  devices: 8\n  num_nodes: 2\nmodel:\n  num_layers: 4\n  hidden_size: 64\n  num_attention_heads: "
        "4\n"};
    const std::string spice = "$({[\"'`\\\n #;&|<>=:-+*0123456789~\x01\x02\xff\x80 --num-layers ${";
    std::size_t read = 0;
    for (int round = 0; round < 2000; ++round) {
        std::string text = seeds[pick(seeds.size())];
        const std::size_t changes = 1 + pick(12);
        for (std::size_t i = 0; i < changes && !text.empty(); ++i) {
            const std::size_t at = pick(text.size());
            switch (pick(4)) {
            case 0:
                text[at] = spice[pick(spice.size())];
                break;
            case 1:
                text.erase(at, 1 + pick(8));
                break;
            case 2:
                text.insert(at, 1 + pick(3), spice[pick(spice.size())]);
                break;
            default:
                text.insert(at, text.substr(pick(text.size()), pick(40)));
            }
        }
        const Result<EngineLaunch> launch = io::read_launch(text, "garbage");
        if (launch.ok()) ++read;
        for (const Diagnostic& note : launch.ok() ? launch->notes : launch.diagnostics())
            QVERIFY(!describe(note).empty());
    }
    QVERIFY(read > 100); // some changes leave a launch
    for (int round = 0; round < 1000; ++round) {
        std::string text(pick(400), ' ');
        for (char& c : text)
            c = static_cast<char>(pick(256));
        (void)io::read_launch(text, "noise");
        (void)io::looks_like_launch(text);
    }
    // Growth without end is refused.
    std::string doubling = "A=xxxxxxxxxxxxxxxx\n";
    for (int i = 0; i < 60; ++i)
        doubling += "A=\"$A$A\"\n";
    QVERIFY(contains(fault_of(doubling + "torchrun p.py --num-layers $A"), "grow beyond bounds"));
    std::string words = "A=(a b c d)\n";
    for (int i = 0; i < 60; ++i)
        words += "A+=(\"${A[@]}\")\n";
    QVERIFY(contains(fault_of(words + "torchrun p.py --num-layers 3 ${A[@]}"), "grow beyond bounds"));
    QVERIFY(!fault_of("--num-layers " + std::string(100000, '(')).empty());
    QVERIFY(!fault_of("torchrun p.py --num-layers ${a:-" + std::string(20000, '{')).empty());
}

QTEST_APPLESS_MAIN(LaunchTextTest)
#include "test_launch_text.moc"
