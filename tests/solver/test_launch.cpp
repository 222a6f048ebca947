// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/launch.h"
#include "io/engine/list_expression.h"
#include "io/engine/megatron_flags.h"
#include "io/engine/shell_arithmetic.h"
#include "io/engine/shell_script.h"
#include "io/files.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <random>

using namespace nest;
using io::EngineLaunch;

namespace {

/// A small model with every size said.
const std::string model_flags = "--num-layers 24 --hidden-size 1024 --ffn-hidden-size 4096 --num-attention-heads 16 "
                                "--seq-length 2048 --max-position-embeddings 2048 --vocab-size 51200 "
                                "--micro-batch-size 2 --global-batch-size 64 --bf16 ";

EngineLaunch launch_of(const std::string& text, const std::string& file = "train.sh") {
    Result<EngineLaunch> launch = io::read_launch(text, file);
    if (!launch) qFatal("%s", describe(launch.fault()).c_str());
    return *std::move(launch);
}

std::string fault_of(const std::string& text) {
    const Result<EngineLaunch> launch = io::read_launch(text, "train.sh");
    return launch.ok() ? std::string() : describe(launch.fault());
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// The first note that holds all of the words; empty if none does.
std::string note_with(const EngineLaunch& launch, const std::vector<std::string>& words) {
    for (const Diagnostic& note : launch.notes) {
        const std::string text = describe(note);
        if (std::all_of(words.begin(), words.end(), [&](const std::string& word) { return contains(text, word); }))
            return text;
    }
    return {};
}

std::int64_t only(const Degrees& degrees) {
    return degrees && degrees->size() == 1 ? degrees->front() : -1;
}

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

QString sample_folder() {
    // Beside the instances with known optima.
    return QDir(QStringLiteral(NEST_CASES_DIR)).filePath(QStringLiteral("../../formats/megatron-args"));
}

std::string sample(const char* name) {
    QFile file(QDir(sample_folder()).filePath(QLatin1String(name)));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

Problem problem_of(const EngineLaunch& launch, const std::string& topology) {
    Result<Problem> problem =
        io::problem_with(io::model_of_launch(launch, launch.options), topology, "", launch.options);
    if (!problem) qFatal("%s", describe(problem.fault()).c_str());
    return *std::move(problem);
}

} // namespace

class LaunchTest : public QObject {
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
    void defaults();
    void vocabularies_data();
    void vocabularies();
    void attentionKinds();
    void expertPatterns();
    void foldedExperts();
    void stageSizes_data();
    void stageSizes();
    void stageFaults_data();
    void stageFaults();
    void recomputation_data();
    void recomputation();
    void sharding_data();
    void sharding();
    void precisionAndKernels();
    void notesForWhatIsNotPriced();
    void faultsNameLineAndFlag_data();
    void faultsNameLineAndFlag();
    void plans();
    void plansThatDoNotGoTogether();
    void looks();
    void encodings();
    void samples_data();
    void samples();
    void sampleDetails();
    void garbage();
};

/// As bash splits them.
void LaunchTest::words_data() {
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

void LaunchTest::words() {
    QFETCH(const QString, script);
    QFETCH(const QString, expected);
    QCOMPARE(QString::fromStdString(last_command(script.toStdString())), expected);
}

void LaunchTest::arithmetic_data() {
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

void LaunchTest::arithmetic() {
    QFETCH(const QString, text);
    QFETCH(const QString, expected);
    const auto number = io::evaluate_arithmetic(
        text.toStdString(), [](const std::string& name) { return name == "N" ? std::string("8") : std::string(); });
    QCOMPARE(number ? QString::number(*number) : QString(), expected);
}

/// As Python evaluates them.
void LaunchTest::lists_data() {
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

void LaunchTest::lists() {
    QFETCH(const QString, text);
    QFETCH(const QString, expected);
    const auto list = io::evaluate_list(text.toStdString());
    QString digits;
    for (const std::int64_t item : list.value_or(std::vector<std::int64_t>()))
        digits += QString::number(item);
    QCOMPARE(list ? digits : QStringLiteral("refused"), expected);
}

void LaunchTest::flagTable() {
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

void LaunchTest::aWholeScript() {
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

void LaunchTest::scriptTraps() {
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

void LaunchTest::maps() {
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

void LaunchTest::worldSizes_data() {
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

void LaunchTest::worldSizes() {
    QFETCH(const QString, before);
    QFETCH(const int, devices);
    const EngineLaunch launch = launch_of(before.toStdString() + " " + model_flags);
    QCOMPARE(launch.devices, static_cast<std::int64_t>(devices));
    QCOMPARE(launch.layout.dp.has_value(), devices > 0);
    QCOMPARE(launch.options.max_devices.has_value(), false);
}

void LaunchTest::defaults() {
    const EngineLaunch plain = launch_of("--num-layers 4 --hidden-size 4096 --num-attention-heads 32 --seq-length 512");
    QCOMPARE(plain.model->ffn, std::int64_t{16384}); // 4 h
    QCOMPARE(plain.model->kv_heads, std::int64_t{32});
    QCOMPARE(plain.model->positions, std::int64_t{512});
    QVERIFY(!plain.model->gated_mlp && !plain.model->rms_norm);
    QVERIFY(plain.model->attention_bias && plain.model->output_bias && plain.model->mlp_bias);
    QVERIFY(plain.model->tied_embeddings);
    QCOMPARE(plain.model->vocab, std::int64_t{128256}); // of nothing that is said: 1002 x 128
    QCOMPARE(plain.options.precision, Precision::fp32);
    QVERIFY(!note_with(plain, {"vocabulary", "128256"}).empty());
    QVERIFY(!note_with(plain, {"--micro-batch-size", "assumed"}).empty());
    QVERIFY(!note_with(plain, {"--global-batch-size", "assumed"}).empty());
    QVERIFY(std::find(plain.model->assumed.begin(), plain.model->assumed.end(), "vocab") != plain.model->assumed.end());

    // 8/3 of 4096 is 10922.7, in steps of 64: 170 x 64.
    const EngineLaunch gated = launch_of("--num-layers 4 --hidden-size 4096 --num-attention-heads 32 --swiglu "
                                         "--kv-channels 64 --group-query-attention --num-query-groups 4 --add-qkv-bias "
                                         "--disable-bias-linear --position-embedding-type rope --qk-layernorm "
                                         "--normalization RMSNorm --untie-embeddings-and-output-weights");
    QCOMPARE(gated.model->ffn, std::int64_t{10880});
    QCOMPARE(gated.model->head_dim, std::int64_t{64});
    QCOMPARE(gated.model->kv_heads, std::int64_t{4});
    QCOMPARE(gated.model->positions, std::int64_t{0});
    QVERIFY(gated.model->attention_bias && !gated.model->output_bias && !gated.model->mlp_bias);
    QVERIFY(gated.model->qk_norm && gated.model->rms_norm && !gated.model->tied_embeddings);

    // The number of groups alone does nothing in the engine.
    const EngineLaunch groups = launch_of(model_flags + "--num-query-groups 4");
    QCOMPARE(groups.model->kv_heads, std::int64_t{16});
    QVERIFY(!note_with(groups, {"num-query-groups", "group-query-attention"}).empty());

    // No batch, but the devices: one micro-batch on each of 16 / 2 replicas.
    const EngineLaunch batch = launch_of("torchrun --nproc_per_node 8 --nnodes 2 pretrain_gpt.py --num-layers 4 "
                                         "--hidden-size 64 --num-attention-heads 4 --micro-batch-size 3 "
                                         "--tensor-model-parallel-size 2 --bf16");
    QCOMPARE(batch.options.global_batch, std::int64_t{24});
    // Model-free pieces have options and a layout.
    QVERIFY(!launch_of("--tensor-model-parallel-size 2 --micro-batch-size 1").model.has_value());
}

void LaunchTest::vocabularies_data() {
    QTest::addColumn<QString>("flags");
    QTest::addColumn<int>("entries");
    QTest::newRow("as given") << "--vocab-size 51200" << 51200;
    QTest::newRow("padded") << "--vocab-size 50257" << 50304;                                              // 393 x 128
    QTest::newRow("padded for the ranks") << "--vocab-size 50257 --tensor-model-parallel-size 8" << 51200; // 50 x 1024
    QTest::newRow("other step") << "--vocab-size 50257 --make-vocab-size-divisible-by 1" << 50257;
    QTest::newRow("padded already") << "--padded-vocab-size 50999 --vocab-size 1" << 50999;
    QTest::newRow("GPT-2") << "--tokenizer-type GPT2BPETokenizer" << 50304;
    QTest::newRow("Llama 2") << "--tokenizer-type Llama2Tokenizer --tokenizer-model x" << 32000; // 250 x 128
    QTest::newRow("end of document") << "--tokenizer-type NullTokenizer --vocab-size 131071" << 131072;
    QTest::newRow("large step") << "--make-vocab-size-divisible-by 3232 --tensor-model-parallel-size 2" << 129280;
}

void LaunchTest::vocabularies() {
    QFETCH(const QString, flags);
    QFETCH(const int, entries);
    const EngineLaunch launch =
        launch_of("--num-layers 4 --hidden-size 64 --num-attention-heads 8 " + flags.toStdString());
    QCOMPARE(launch.model->vocab, static_cast<std::int64_t>(entries));
    const bool given = contains(flags.toStdString(), "vocab-size 5") || contains(flags.toStdString(), "131071");
    QCOMPARE(note_with(launch, {"vocabulary", "assumed"}).empty(), given);
}

void LaunchTest::attentionKinds() {
    const EngineLaunch latent =
        launch_of(model_flags + "--multi-latent-attention --q-lora-rank 1536 --kv-lora-rank 512 --qk-head-dim 128 "
                                "--qk-pos-emb-head-dim 64 --v-head-dim 128 --qk-layernorm");
    QVERIFY(latent.model->latent_attention());
    QCOMPARE(latent.model->head_dim, std::int64_t{192});
    QCOMPARE(latent.model->q_lora_rank, std::int64_t{1536});
    QCOMPARE(latent.model->kv_lora_rank, std::int64_t{512});
    QCOMPARE(latent.model->value_head_dim(), std::int64_t{128});
    QCOMPARE(latent.model->kv_heads, std::int64_t{16});
    QVERIFY(!latent.model->qk_norm);
    QCOMPARE(latent.model->positions, std::int64_t{0});
    // The engine's own widths.
    const EngineLaunch bare = launch_of(model_flags + "--multi-latent-attention");
    QCOMPARE(bare.model->q_lora_rank, std::int64_t{0});
    QCOMPARE(bare.model->kv_lora_rank, std::int64_t{32});

    const EngineLaunch bert = launch_of("torchrun pretrain_bert.py " + model_flags);
    QVERIFY(bert.model->encoder);
    QCOMPARE(bert.model->token_types, std::int64_t{2});
    QCOMPARE(bert.model->positions, std::int64_t{2048});
    QVERIFY(launch_of(model_flags + "--tokenizer-type BertWordPieceLowerCase").model->encoder);
}

void LaunchTest::expertPatterns() {
    const std::string experts = model_flags + "--disable-bias-linear --num-experts 8 --moe-ffn-hidden-size 512 ";
    const EngineLaunch all = launch_of(experts);
    QCOMPARE(all.model->experts, std::int64_t{8});
    QCOMPARE(all.model->top_k, std::int64_t{2});
    QCOMPARE(all.model->expert_ffn, std::int64_t{512});
    QVERIFY(all.model->dense_blocks.empty());
    const EngineLaunch some = launch_of(experts + "--moe-layer-freq ([0]*3+[1]*21) --moe-router-topk 6 "
                                                  "--moe-shared-expert-intermediate-size 1024");
    QCOMPARE(some.model->dense_blocks, (std::vector<std::int64_t>{0, 1, 2}));
    QCOMPARE(some.model->top_k, std::int64_t{6});
    QCOMPARE(some.model->shared_ffn, std::int64_t{1024});
    QVERIFY(!some.model->shared_gate);
    // Every other one, from the first on.
    const EngineLaunch every = launch_of(experts + "--moe-layer-freq 2");
    QCOMPARE(every.model->dense_blocks.size(), std::size_t{12});
    QCOMPARE(every.model->dense_blocks.front(), std::int64_t{1});
    QVERIFY(every.model->has_experts(0) && !every.model->has_experts(1));
    QCOMPARE(launch_of(model_flags + "--num-experts 8").model->expert_ffn, std::int64_t{4096}); // the dense width

    QVERIFY(contains(fault_of(experts + "--moe-layer-freq [0]*3"), "24 items"));
    QVERIFY(contains(fault_of(experts + "--moe-layer-freq \"exec('x')[0]\""), "moe-layer-freq"));
    QVERIFY(contains(fault_of(experts + "--moe-router-topk 9"), "moe-router-topk"));
    QVERIFY(contains(fault_of(model_flags + "--expert-model-parallel-size 2"), "--num-experts"));
}

void LaunchTest::foldedExperts() {
    const std::string base = model_flags + "--num-experts 64 --sequence-parallel ";
    const auto run = [&](const std::string& world, const std::string& flags) {
        return launch_of("torchrun --nproc_per_node 8 --nnodes " + world + " pretrain_gpt.py " + base + flags);
    };
    // 2 x 8 experts' ranks over the 16 of 8 replicas x 2: the base grid as it is.
    const EngineLaunch plain = run("2", "--tensor-model-parallel-size 2 --expert-model-parallel-size 8");
    QCOMPARE(only(plain.layout.ep), std::int64_t{8});
    QVERIFY(note_with(plain, {"expert ranks"}).empty());
    // 16 expert ranks of one tensor rank hold 1/16 of the experts each, as 8 x 2 do.
    const EngineLaunch folded =
        run("4", "--tensor-model-parallel-size 2 --expert-model-parallel-size 16 --expert-tensor-parallel-size 1");
    QCOMPARE(only(folded.layout.ep), std::int64_t{8});
    QVERIFY(
        !note_with(folded, {"16 expert ranks x 1", "8 expert ranks x 2 tensor ranks", "same expert weights"}).empty());
    // The expert ranks take in the context ranks.
    const EngineLaunch context = run("4", "--context-parallel-size 2 --expert-model-parallel-size 8");
    QCOMPARE(only(context.layout.ep), std::int64_t{8});
    QVERIFY(!note_with(context, {"context ranks"}).empty());
    // More expert ranks than replicas: the nearest that the replicas allow.
    const EngineLaunch more = run("2", "--context-parallel-size 4 --expert-model-parallel-size 16");
    QCOMPARE(only(more.layout.dp), std::int64_t{4});
    QCOMPARE(only(more.layout.ep), std::int64_t{4});
    QVERIFY(!note_with(more, {"16 expert ranks", "other expert weights"}).empty());
    QVERIFY(
        contains(fault_of("torchrun --nproc_per_node 8 pretrain_gpt.py " + base + "--expert-model-parallel-size 16"),
                 "expert-model-parallel-size"));
}

void LaunchTest::stageSizes_data() {
    QTest::addColumn<QString>("flags");
    QTest::addColumn<QList<int>>("blocks");
    QTest::addColumn<QString>("note");
    QTest::newRow("one") << "" << QList<int>{24} << "";
    QTest::newRow("even") << "--pipeline-model-parallel-size 4" << QList<int>{6, 6, 6, 6} << "";
    QTest::newRow("first and last")
        << "--pipeline-model-parallel-size 4 --decoder-first-pipeline-num-layers 5 --decoder-last-pipeline-num-layers 3"
        << QList<int>{5, 8, 8, 3} << "";
    QTest::newRow("first") << "--pipeline-model-parallel-size 4 --decoder-first-pipeline-num-layers 3"
                           << QList<int>{3, 7, 7, 7} << "";
    QTest::newRow("two stages by their ends") << "--pipeline-model-parallel-size 2 --decoder-first-pipeline-num-layers "
                                                 "10 --decoder-last-pipeline-num-layers 14"
                                              << QList<int>{10, 14} << "";
    QTest::newRow("embedding and loss count")
        << "--pipeline-model-parallel-size 2 --account-for-embedding-in-pipeline-split "
           "--account-for-loss-in-pipeline-split"
        << QList<int>{12, 12} << "";
    QTest::newRow("interleaved by layers")
        << "--pipeline-model-parallel-size 4 --num-layers-per-virtual-pipeline-stage 2" << QList<int>{6, 6, 6, 6}
        << "3 interleaved chunks";
    QTest::newRow("interleaved by count") << "--pipeline-model-parallel-size 4 --num-virtual-stages-per-pipeline-rank 2"
                                          << QList<int>{6, 6, 6, 6} << "2 interleaved chunks";
    QTest::newRow("one chunk is no interleaving")
        << "--pipeline-model-parallel-size 4 --num-virtual-stages-per-pipeline-rank 1" << QList<int>{6, 6, 6, 6} << "";
    QTest::newRow("layout") << "--pipeline-model-parallel-size 4 --pipeline-model-parallel-layout 'Et*5|(t*7|)*2t*5L'"
                            << QList<int>{5, 7, 7, 5} << "";
    QTest::newRow("layout with virtual stages")
        << "--pipeline-model-parallel-size 2 --pipeline-model-parallel-layout 'Et*5|t*6|t*6|t*7L'" << QList<int>{11, 13}
        << "2 interleaved chunks";
    QTest::newRow("ends alone") << "--pipeline-model-parallel-size 3 --pipeline-model-parallel-layout 'E|t*24|L'"
                                << QList<int>{0, 24, 0} << "";
    QTest::newRow("prediction of more tokens")
        << "--pipeline-model-parallel-size 2 --pipeline-model-parallel-layout 'Et*14|t*10mL' --mtp-num-layers 1 "
           "--position-embedding-type rope"
        << QList<int>{14, 10} << "multi-token prediction";
}

void LaunchTest::stageSizes() {
    QFETCH(const QString, flags);
    QFETCH(const QList<int>, blocks);
    QFETCH(const QString, note);
    const EngineLaunch launch = launch_of(model_flags + flags.toStdString());
    QList<int> found;
    for (const std::int64_t count : launch.blocks_per_stage)
        found << static_cast<int>(count);
    QCOMPARE(found, blocks);
    if (note.isEmpty())
        QVERIFY(note_with(launch, {"interleaved"}).empty());
    else
        QVERIFY(!note_with(launch, {note.toStdString(), "priced as"}).empty());
}

void LaunchTest::stageFaults_data() {
    QTest::addColumn<QString>("flags");
    QTest::addColumn<QString>("word");
    const QString pp4 = QStringLiteral("--pipeline-model-parallel-size 4 ");
    QTest::newRow("odd") << "--pipeline-model-parallel-size 5"
                         << "num-layers";
    QTest::newRow("rest") << pp4 + "--decoder-first-pipeline-num-layers 1"
                          << "decoder-first";
    QTest::newRow("two ways") << pp4 + "--decoder-first-pipeline-num-layers 6 --account-for-loss-in-pipeline-split"
                              << "one way";
    QTest::newRow("layout of another length") << pp4 + "--pipeline-model-parallel-layout 'E|(t|)*2L'"
                                              << "24";
    QTest::newRow("layout for other stages") << pp4 + "--pipeline-model-parallel-layout 'Et*24|L'"
                                             << "multiple of pp";
    QTest::newRow("layout unreadable") << pp4 + "--pipeline-model-parallel-layout 'Et*24|Q|L|'"
                                       << "letters";
    QTest::newRow("layers per chunk") << pp4 + "--num-layers-per-virtual-pipeline-stage 4"
                                      << "divisor of the 6";
    QTest::newRow("chunks") << pp4 + "--num-virtual-stages-per-pipeline-rank 4"
                            << "divisor of the 6";
    QTest::newRow("account") << pp4 + "--account-for-loss-in-pipeline-split"
                             << "account-for-loss";
}

void LaunchTest::stageFaults() {
    QFETCH(const QString, flags);
    QFETCH(const QString, word);
    const std::string text = fault_of(model_flags + flags.toStdString());
    QVERIFY2(contains(text, word.toStdString()), text.c_str());
    QVERIFY2(contains(text, "train.sh:1"), text.c_str());
}

void LaunchTest::recomputation_data() {
    QTest::addColumn<QString>("flags");
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("noted");
    const auto row = [](const char* name, const char* flags, Recompute kind, bool noted) {
        QTest::newRow(name) << flags << static_cast<int>(kind) << noted;
    };
    row("none", "", Recompute::none, false);
    row("short form", "--recompute-activations", Recompute::selective, false);
    row("selective", "--recompute-granularity selective", Recompute::selective, false);
    row("the attention core", "--recompute-granularity selective --recompute-modules core_attn", Recompute::selective,
        false);
    row("more modules", "--recompute-granularity selective --recompute-modules core_attn moe_act", Recompute::selective,
        true);
    row("other modules", "--recompute-granularity selective --recompute-modules mlp layernorm", Recompute::none, true);
    row("every block", "--recompute-granularity full --recompute-method uniform --recompute-num-layers 1",
        Recompute::full, false);
    row("groups of blocks", "--recompute-granularity full --recompute-method uniform --recompute-num-layers 4",
        Recompute::full, true);
    row("all of a stage", "--recompute-granularity full --recompute-method block --recompute-num-layers 24",
        Recompute::full, false);
    row("most of a stage", "--recompute-granularity full --recompute-method block --recompute-num-layers 13",
        Recompute::full, true);
    row("few of a stage", "--recompute-granularity full --recompute-method block --recompute-num-layers 2",
        Recompute::none, true);
    row("old name", "--checkpoint-activations", Recompute::full, true);
}

void LaunchTest::recomputation() {
    QFETCH(const QString, flags);
    QFETCH(const int, kind);
    QFETCH(const bool, noted);
    const EngineLaunch launch = launch_of(model_flags + flags.toStdString());
    QCOMPARE(static_cast<int>(launch.layout.recompute->front()), kind);
    const bool found = !note_with(launch, {"recompute-", "priced as"}).empty() ||
                       !note_with(launch, {"checkpoint-activations", "priced as"}).empty();
    QCOMPARE(found, noted);
}

void LaunchTest::sharding_data() {
    QTest::addColumn<QString>("flags");
    QTest::addColumn<int>("zero");
    QTest::newRow("none") << "" << 0;
    QTest::newRow("distributed optimizer") << "--use-distributed-optimizer" << 1;
    QTest::newRow("fsdp without sharding") << "--use-megatron-fsdp" << 0;
    QTest::newRow("optim") << "--use-megatron-fsdp --data-parallel-sharding-strategy optim" << 1;
    QTest::newRow("optim_grads") << "--use-megatron-fsdp --data-parallel-sharding-strategy optim_grads" << 2;
    QTest::newRow("optim_grads_params") << "--use-megatron-fsdp --data-parallel-sharding-strategy=optim_grads_params"
                                        << 3;
    QTest::newRow("strategy alone") << "--data-parallel-sharding-strategy optim_grads_params" << 0;
    QTest::newRow("torch") << "--use-torch-fsdp2" << 3;
    QTest::newRow("torch, weights stay") << "--use-torch-fsdp2 --torch-fsdp2-no-reshard-after-forward" << 2;
}

void LaunchTest::sharding() {
    QFETCH(const QString, flags);
    QFETCH(const int, zero);
    QCOMPARE(only(launch_of(model_flags + flags.toStdString()).layout.zero), static_cast<std::int64_t>(zero));
}

void LaunchTest::precisionAndKernels() {
    const std::string bare = "--num-layers 4 --hidden-size 64 --num-attention-heads 4 ";
    QCOMPARE(launch_of(bare + "--bf16").options.precision, Precision::megatron);
    QCOMPARE(launch_of(bare + "--bf16 --grad-reduce-in-bf16").options.precision, Precision::zero);
    QCOMPARE(launch_of(bare + "--fp16").options.precision, Precision::zero);
    QCOMPARE(launch_of(bare + "--fp16 --accumulate-allreduce-grads-in-fp32").options.precision, Precision::megatron);
    QVERIFY(contains(fault_of(bare + "--fp16 --bf16"), "one of --bf16 and --fp16"));
    QCOMPARE(launch_of(bare).options.attention, AttentionKernel::flash);
    QCOMPARE(launch_of(bare + "--attention-backend unfused").options.attention, AttentionKernel::unfused);
    QCOMPARE(launch_of(bare + "--transformer-impl local").options.attention, AttentionKernel::unfused);
    QCOMPARE(launch_of(bare + "--transformer-impl local --use-flash-attn").options.attention, AttentionKernel::flash);
    QVERIFY(launch_of(bare).options.dropout);
    QVERIFY(!launch_of(bare + "--attention-dropout 0 --hidden-dropout 0.0").options.dropout);
    const EngineLaunch one = launch_of(bare + "--attention-dropout 0");
    QVERIFY(one.options.dropout);
    QVERIFY(!note_with(one, {"dropout", "priced as"}).empty());
    QVERIFY(launch_of(bare + "--cross-entropy-loss-fusion --cross-entropy-fusion-impl te").options.fused_loss);
    // The native kernels keep the logits.
    QVERIFY(!launch_of(bare + "--cross-entropy-loss-fusion").options.fused_loss);
    QCOMPARE(launch_of(bare + "--use-tp-pp-dp-mapping").layout.layouts.front(), LayoutKind::pp_inner);
    QCOMPARE(launch_of(bare + "--sequence-parallel").layout.sequence_parallel, Switch::off); // without tensor ranks
    QCOMPARE(launch_of(bare).options.target, std::string("megatron"));
}

void LaunchTest::notesForWhatIsNotPriced() {
    const EngineLaunch launch = launch_of(model_flags + "\\\n --fp8-format hybrid --overlap-grad-reduce "
                                                        "--lr 1e-4 --log-interval 10 --my-own-flag 3\n");
    const std::string fp8 = note_with(launch, {"fp8-format", "FP8", "priced as", "BF16"});
    QVERIFY(contains(fp8, "train.sh:2: "));
    QVERIFY(!note_with(launch, {"overlap-grad-reduce", "overlap_dp"}).empty());
    QVERIFY(note_with(launch, {"--lr"}).empty());
    QVERIFY(note_with(launch, {"log-interval"}).empty());
    QVERIFY(!note_with(launch, {"my-own-flag", "left aside"}).empty());
    // Values that change nothing are no news.
    QVERIFY(note_with(launch_of(model_flags + "--cuda-graph-impl none"), {"cuda"}).empty());
}

void LaunchTest::faultsNameLineAndFlag_data() {
    QTest::addColumn<QString>("flags");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("no number") << "--num-layers many" << QStringList{"--num-layers", "whole number", "many"};
    QTest::newRow("a fraction") << "--num-layers 2.5" << QStringList{"--num-layers", "2.5"};
    QTest::newRow("zero") << "--hidden-size 0" << QStringList{"--hidden-size", "1 to"};
    QTest::newRow("no value") << "--tensor-model-parallel-size --swiglu"
                              << QStringList{"--tensor-model-parallel-size", "a value"};
    QTest::newRow("unset variable") << "--num-layers $LAYERS" << QStringList{"--num-layers", "LAYERS", "not set"};
    QTest::newRow("unknown word") << "--recompute-granularity partly" << QStringList{"full, selective", "partly"};
    QTest::newRow("heads") << "--num-attention-heads 12" << QStringList{"--num-attention-heads", "1024", "12"};
    QTest::newRow("groups") << "--group-query-attention --num-query-groups 3"
                            << QStringList{"--num-query-groups", "16 attention heads"};
    QTest::newRow("sequence") << "--seq-length 4096" << QStringList{"--seq-length", "2048"};
    QTest::newRow("another kind of model") << "--hybrid-override-pattern M-M" << QStringList{"not supported"};
    QTest::newRow("huge") << "--num-layers 99999999999999999999" << QStringList{"--num-layers"};
}

void LaunchTest::faultsNameLineAndFlag() {
    QFETCH(const QString, flags);
    QFETCH(const QStringList, words);
    const std::string text = fault_of("pretrain_gpt.py " + model_flags + " \\\n" + flags.toStdString() + "\n");
    QVERIFY2(contains(text, "train.sh:2: "), text.c_str());
    for (const QString& word : words)
        QVERIFY2(contains(text, word.toStdString()), text.c_str());
}

void LaunchTest::plans() {
    // Two nodes: 4 tensor ranks, 2 stages, so 2 replicas.
    const EngineLaunch launch =
        launch_of("torchrun --nproc_per_node 8 --nnodes 2 pretrain_gpt.py " + model_flags +
                  "--tensor-model-parallel-size 4 --pipeline-model-parallel-size 2 --decoder-first-pipeline-num-layers "
                  "10 --sequence-parallel --use-distributed-optimizer --recompute-activations");
    const Problem problem = problem_of(launch, "dgx-h100x4");
    const Result<Plan> plan = io::plan_of_launch(problem, launch);
    QVERIFY2(plan.ok(), plan.ok() ? "" : describe(plan.fault()).c_str());
    QCOMPARE(plan->replicas, std::int64_t{2});
    QCOMPARE(plan->devices(), std::int64_t{16}); // of 32
    QCOMPARE(plan->layout, LayoutKind::dp_inner);
    QCOMPARE(plan->stride, std::int64_t{8});                  // two replicas of four ranks before the next stage
    QCOMPARE(plan->stages[0].layers.size(), std::size_t{11}); // embedding and 10 blocks
    QCOMPARE(plan->stages[1].layers.size(), std::size_t{15}); // 14 blocks and head
    QCOMPARE(plan->stages[1].layers.back(), 25);
    QCOMPARE(plan->stages[0].zero, 1);
    QCOMPARE(plan->stages[0].recompute, Recompute::selective);
    QCOMPARE(layout_text(*plan), std::string("tp4 pp2 dp2 mb2 sp zero1 selective dp-inner"));
    QVERIFY(evaluate(problem, *plan).ok());

    // Without a number of devices the whole topology counts.
    EngineLaunch anywhere = launch;
    anywhere.devices = 0;
    const Result<Plan> larger = io::plan_of_launch(problem, anywhere);
    QVERIFY(larger.ok());
    QCOMPARE(larger->devices(), std::int64_t{32});
}

void LaunchTest::plansThatDoNotGoTogether() {
    const std::string base = "--tensor-model-parallel-size 4 --pipeline-model-parallel-size 2 ";
    const EngineLaunch launch =
        launch_of("torchrun --nproc_per_node 8 --nnodes 4 pretrain_gpt.py " + model_flags + base);
    const auto why = [&](const Problem& problem, const EngineLaunch& l) {
        const Result<Plan> plan = io::plan_of_launch(problem, l);
        return plan.ok() ? std::string() : describe(plan.fault());
    };
    QVERIFY(contains(why(problem_of(launch, "dgx-h100x2"), launch), "at most the topology's 16"));
    const Problem problem = problem_of(launch, "dgx-h100x4");
    EngineLaunch other = launch;
    other.devices = 30;
    QVERIFY(contains(why(problem, other), "4 x 2"));
    other = launch;
    other.blocks_per_stage = {12, 11};
    QVERIFY(contains(why(problem, other), "24 blocks"));
    other.blocks_per_stage = {24, 0};
    QCOMPARE(why(problem, other), std::string()); // the head alone
    other = launch;
    other.layout.ep = std::vector<std::int64_t>{3};
    QVERIFY(contains(why(problem, other), "expert ranks"));
    Problem batch = problem;
    batch.options.global_batch = 12;
    QVERIFY(contains(why(batch, launch), "dp x micro-batch = 8"));
    QVERIFY(contains(fault_of("torchrun --nproc_per_node 6 pretrain_gpt.py " + model_flags + base), "4 x 2"));
}

void LaunchTest::looks() {
    QVERIFY(io::looks_like_launch("torchrun x.py --num-layers 2"));
    QVERIFY(io::looks_like_launch("model:\n  tensor_model_parallel_size: 2\n"));
    QVERIFY(!io::looks_like_launch(""));
    QVERIFY(!io::looks_like_launch("{\"--num-layers\": 2}"));
    QVERIFY(!io::looks_like_launch("GPU0 GPU1 NV18"));
    QVERIFY(contains(fault_of("hello world"), "arguments of Megatron-LM"));
    QVERIFY(contains(fault_of(std::string(5 << 20, 'x')), "4 MiB"));
}

void LaunchTest::encodings() {
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

void LaunchTest::samples_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("topology");
    // Enough devices for the degrees that each file names; the files themselves rarely say how many.
    QTest::newRow("BERT") << "bert-pp4-vp2.yaml"
                          << "dgx-h100x1";
    QTest::newRow("proxy on GB200") << "deepseekv3-proxy-gb200.yaml"
                                    << "dgx-h100x2";
    QTest::newRow("proxy with layout") << "deepseekv3-proxy-layout.yaml"
                                       << "dgx-h100x8";
    QTest::newRow("embedding and loss count") << "gpt3-account-embedding-loss.yaml"
                                              << "dgx-h100x1";
    QTest::newRow("uneven") << "gpt3-uneven-pipeline.yaml"
                            << "dgx-h100x1";
    QTest::newRow("NeMo") << "nemo-mixtral-overrides.yaml"
                          << "dgx-h100x1";
    QTest::newRow("one line") << "recon-one-line-command.txt"
                              << "dgx-h100x16";
}

void LaunchTest::samples() {
    QFETCH(const QString, file);
    QFETCH(const QString, topology);
    const std::string text = sample(file.toLatin1().constData());
    if (text.empty()) QSKIP("no samples here");
    QVERIFY(io::looks_like_launch(text));
    const Result<EngineLaunch> launch = io::read_launch(text, file.toStdString());
    QVERIFY2(launch.ok(), launch.ok() ? "" : describe(launch.fault()).c_str());
    QVERIFY(launch->model.has_value());
    const Problem problem = problem_of(*launch, topology.toStdString());
    const Result<Plan> plan = io::plan_of_launch(problem, *launch);
    QVERIFY2(plan.ok(), plan.ok() ? "" : describe(plan.fault()).c_str());
    const Result<Evaluation> evaluation = evaluate(problem, *plan);
    QVERIFY2(evaluation.ok(), evaluation.ok() ? "" : describe(evaluation.fault()).c_str());
    QVERIFY(evaluation->step_seconds > 0);
    std::size_t layers = 0;
    for (const StagePlan& stage : plan->stages)
        layers += stage.layers.size();
    QCOMPARE(layers, problem.model.layers.size());
}

/// What each sample says, read by eye.
void LaunchTest::sampleDetails() {
    if (sample("bert-pp4-vp2.yaml").empty()) QSKIP("no samples here");
    const EngineLaunch bert = launch_of(sample("bert-pp4-vp2.yaml"));
    QVERIFY(bert.model->encoder);
    QCOMPARE(bert.blocks_per_stage, (std::vector<std::int64_t>{6, 6, 6, 6}));
    QVERIFY(!note_with(bert, {"3 interleaved chunks"}).empty());
    QCOMPARE(bert.options.attention, AttentionKernel::unfused);
    QVERIFY(!note_with(bert, {"kind of model", "BERT"}).empty());

    const EngineLaunch rack = launch_of(sample("deepseekv3-proxy-gb200.yaml"));
    QCOMPARE(rack.model->dense_blocks, (std::vector<std::int64_t>{0, 1, 2}));
    QCOMPARE(rack.model->vocab, std::int64_t{129280});
    QCOMPARE(rack.model->ffn, std::int64_t{18432});
    QCOMPARE(rack.model->expert_ffn, std::int64_t{2048});
    QCOMPARE(rack.model->mtp_layers, std::int64_t{1});
    QCOMPARE(rack.blocks_per_stage, (std::vector<std::int64_t>{7, 7}));
    QCOMPARE(only(rack.layout.ep), std::int64_t{4}); // 8 x 1 over 2 tensor ranks
    QVERIFY(!rack.options.dropout);

    const EngineLaunch layout = launch_of(sample("deepseekv3-proxy-layout.yaml"));
    // Chunks 2 2 2 2 | 2 2 1 1 on four stages.
    QCOMPARE(layout.blocks_per_stage, (std::vector<std::int64_t>{4, 4, 3, 3}));
    QCOMPARE(only(layout.layout.ep), std::int64_t{8});
    QVERIFY(!note_with(layout, {"2 interleaved chunks"}).empty());
    QVERIFY(!note_with(layout, {"multi-token prediction"}).empty());

    const EngineLaunch account = launch_of(sample("gpt3-account-embedding-loss.yaml"));
    QCOMPARE(account.blocks_per_stage, (std::vector<std::int64_t>{1, 2, 2, 1}));
    QCOMPARE(account.model->vocab, std::int64_t{50304});
    const EngineLaunch uneven = launch_of(sample("gpt3-uneven-pipeline.yaml"));
    QCOMPARE(uneven.blocks_per_stage, (std::vector<std::int64_t>{2, 4, 4, 2}));

    const EngineLaunch nemo = launch_of(sample("nemo-mixtral-overrides.yaml"));
    QCOMPARE(nemo.engine, std::string("nemo"));
    QCOMPARE(nemo.devices, std::int64_t{8});
    QCOMPARE(only(nemo.layout.dp), std::int64_t{4});
    QCOMPARE(nemo.model->experts, std::int64_t{8});
    QVERIFY(!note_with(nemo, {"num_moe_experts", "assumed"}).empty());
    QVERIFY(!note_with(nemo, {"architecture of the recipe", "assumed"}).empty());

    const EngineLaunch line = launch_of(sample("recon-one-line-command.txt"));
    QCOMPARE(line.devices, std::int64_t{128});
    QCOMPARE(only(line.layout.dp), std::int64_t{2}); // 128 / (4 x 8 x 2)
    QCOMPARE(line.blocks_per_stage, std::vector<std::int64_t>(8, 8));
    QVERIFY(!note_with(line, {"4 interleaved chunks"}).empty());
    QCOMPARE(line.model->vocab, std::int64_t{128512}); // 251 x 128 x 4
}

/// Broken text is told or read, and nothing else happens.
void LaunchTest::garbage() {
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
    for (int round = 0; round < 6000; ++round) {
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
    for (int round = 0; round < 2000; ++round) {
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

QTEST_APPLESS_MAIN(LaunchTest)
#include "test_launch.moc"
