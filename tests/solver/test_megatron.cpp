// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/engine/launch.h"
#include "io/engine/megatron_writer.h"
#include "io/engine/pipeline_layout.h"
#include "io/files.h"
#include "model/strategy_rules.h"
#include "plan/engines.h"
#include "search/solve.h"

#include "solver/megatron_stub.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <random>
#include <set>

using namespace nest;

namespace {

/// What the script hands to torchrun when bash runs it.
struct Launched {
    QStringList launcher, arguments;
    QString program, max_connections, errors;
};

using Variables = std::vector<std::pair<const char*, const char*>>;
const Variables usual_variables{{"NODE_RANK", "1"},
                                {"MASTER_ADDR", "node0"},
                                {"DATA_PATH", "/data/text document"},
                                {"TOKENIZER", "some/tokenizer"},
                                {"VOCAB_FILE", "/data/vocab.txt"}};

Launched run_script(const std::string& script, const Variables& variables = usual_variables) {
    QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("train.sh")).toStdString();
    if (io::write_text(path, script)) return {};
    QProcess bash;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const auto& [name, value] : variables)
        environment.insert(QString::fromLatin1(name), QString::fromLatin1(value));
    bash.setProcessEnvironment(environment);
    bash.start(QStringLiteral("bash"),
               {QStringLiteral("-c"),
                QStringLiteral("torchrun() { printf '%s\\n' \"${CUDA_DEVICE_MAX_CONNECTIONS:-}\" \"$@\"; }; . \"$0\""),
                QString::fromStdString(path)});
    Launched result;
    if (!bash.waitForFinished(-1)) return result;
    result.errors = QString::fromUtf8(bash.readAllStandardError());
    QStringList words = QString::fromUtf8(bash.readAllStandardOutput()).split(QLatin1Char('\n'));
    words.removeLast(); // behind the last end of line
    if (words.isEmpty()) return result;
    result.max_connections = words.takeFirst();
    while (!words.isEmpty() && !words.front().endsWith(QLatin1String(".py")))
        result.launcher << words.takeFirst();
    if (!words.isEmpty()) result.program = words.takeFirst();
    result.arguments = words;
    return result;
}

QString launcher_value(const Launched& launched, const char* name) {
    const qsizetype at = launched.launcher.indexOf(QLatin1String(name));
    return at < 0 ? QString() : launched.launcher.value(at + 1);
}

Options options_for(std::int64_t global_batch) {
    Options options;
    options.global_batch = global_batch;
    return options;
}

Problem problem_of(const std::string& model, const std::string& topology, const Options& options) {
    Result<Problem> problem = io::find_problem(model, topology, "", options);
    if (!problem) qFatal("%s", describe(problem.fault()).c_str());
    return *std::move(problem);
}

/// A plan on the chain of embedding, blocks and head with these blocks in its stages.
Plan plan_of(const Strategy& strategy, std::int64_t replicas, const std::vector<int>& blocks, LayoutKind layout,
             int zero, Recompute recompute) {
    Plan plan;
    plan.strategy = strategy;
    plan.replicas = replicas;
    plan.layout = layout;
    int layer = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        StagePlan stage;
        stage.zero = zero;
        stage.recompute = recompute;
        const int count = blocks[i] + (i == 0 ? 1 : 0) + (i + 1 == blocks.size() ? 1 : 0);
        for (int n = 0; n < count; ++n)
            stage.layers.push_back(layer++);
        plan.stages.push_back(stage);
    }
    const std::int64_t inner = layout == LayoutKind::pp_inner ? plan.stage_count() : replicas;
    plan.stride = inner * strategy.width();
    return plan;
}

std::string script_of(const Problem& problem, const Plan& plan) {
    const Result<Evaluation> evaluation = evaluate(problem, plan);
    if (!evaluation) qFatal("%s", describe(evaluation.fault()).c_str());
    const Result<std::string> script = io::megatron_script(problem, plan, *evaluation);
    if (!script) qFatal("%s", describe(script.fault()).c_str());
    return *script;
}

std::vector<int> blocks_of(const Plan& plan, std::size_t layers) {
    std::vector<int> blocks;
    for (const StagePlan& stage : plan.virtual_pipeline()) {
        blocks.push_back(static_cast<int>(std::count_if(stage.layers.begin(), stage.layers.end(), [&](int layer) {
            return layer > 0 && layer + 1 < static_cast<int>(layers);
        })));
    }
    return blocks;
}

/// Everything in the parsed arguments that the plan or its model decides.
void check_against_plan(const megatron::Arguments& arguments, const Problem& problem, const Plan& plan) {
    const ModelGraph& model = problem.model;
    QCOMPARE(arguments.integer("tensor-model-parallel-size"), static_cast<int>(plan.strategy.tp));
    QCOMPARE(arguments.integer("pipeline-model-parallel-size"), static_cast<int>(plan.stage_count()));
    QCOMPARE(arguments.integer("context-parallel-size"), static_cast<int>(plan.strategy.cp));
    QCOMPARE(arguments.integer("expert-model-parallel-size"), static_cast<int>(plan.strategy.ep));
    QCOMPARE(arguments.data_parallel, static_cast<int>(plan.data_parallel()));
    QCOMPARE(arguments.on("sequence-parallel"), plan.strategy.sequence_parallel);
    const bool orders_differ = plan.stage_count() > 1 && plan.replicas > 1;
    QCOMPARE(arguments.on("use-tp-pp-dp-mapping"), orders_differ && plan.layout == LayoutKind::pp_inner);
    QCOMPARE(arguments.on("use-distributed-optimizer"), plan.stages.front().zero == 1);
    QCOMPARE(arguments.integer("micro-batch-size"), static_cast<int>(plan.micro_batch));
    QCOMPARE(arguments.integer("global-batch-size"), static_cast<int>(problem.options.global_batch));
    const Recompute recompute = plan.stages.front().recompute;
    QCOMPARE(arguments.text("recompute-granularity"), recompute == Recompute::full        ? QStringLiteral("full")
                                                      : recompute == Recompute::selective ? QStringLiteral("selective")
                                                                                          : QString());
    QCOMPARE(arguments.blocks, blocks_of(plan, model.layers.size()));
    QCOMPARE(arguments.integer("num-layers"), static_cast<int>(model.layers.size()) - 2);
    QCOMPARE(arguments.integer("hidden-size"), static_cast<int>(model.hidden_size));
    QCOMPARE(arguments.integer("num-attention-heads"), static_cast<int>(model.attention_heads));
    QCOMPARE(arguments.integer("seq-length"), static_cast<int>(model.sequence_length));
    QCOMPARE(arguments.on("untie-embeddings-and-output-weights"), !model.tied_embeddings);
    QCOMPARE(arguments.integer("num-experts"), static_cast<int>(model.experts));
    if (model.experts > 0) {
        QCOMPARE(arguments.integer("moe-router-topk"), static_cast<int>(model.top_k));
        for (std::size_t i = 0; i + 2 < model.layers.size(); ++i)
            QCOMPARE(arguments.expert_blocks[i] == 1, model.layers[i + 1].kind == LayerKind::moe);
    }
    if (model.vocab_size % plan.strategy.tp == 0)
        QCOMPARE(arguments.padded_vocabulary, static_cast<int>(model.vocab_size));
}

/// Ranks have the same place in the engine's grid as in the plan's. Expert ranks follow from the data-parallel ones.
void check_ranks(const megatron::Arguments& arguments, const Plan& plan) {
    const RankGrid grid(plan);
    for (std::int64_t rank = 0; rank < plan.devices(); ++rank) {
        const RankPlace ours = place_of(grid, rank);
        const megatron::Place theirs = megatron::place_of(arguments, static_cast<int>(rank));
        QVERIFY(ours.used);
        QCOMPARE(static_cast<int>(ours.tensor), theirs.tensor);
        QCOMPARE(static_cast<int>(ours.context), theirs.context);
        QCOMPARE(static_cast<int>(ours.stage), theirs.stage);
        if (!plan.strategy.folded()) {
            QCOMPARE(static_cast<int>(ours.replica * plan.strategy.ep + ours.expert), theirs.data);
            continue;
        }
        // The generator of expert ranks has the order tp-cp-ep-dp-pp with cp 1 and the experts' own tp: over the ranks
        // of a stage in their order, the expert tensor rank changes first and then the expert rank.
        QCOMPARE(static_cast<int>(ours.replica), theirs.data);
        const std::int64_t within = rank % (plan.devices() / plan.stage_count());
        if (plan.layout == LayoutKind::dp_inner)
            QCOMPARE(ours.expert, within / plan.strategy.expert_tp % plan.strategy.ep);
    }
}

/// Reads the script with our own reader: the same plan, and layers that cost the same.
void check_reads_back(const std::string& script, const Problem& problem, const Plan& plan) {
    const Result<io::EngineLaunch> launch = io::read_launch(script, "train.sh");
    QVERIFY2(launch.ok(), launch.ok() ? "" : describe(launch.fault()).c_str());
    QCOMPARE(launch->engine, std::string("megatron-lm"));
    QCOMPARE(launch->devices, plan.devices());
    QCOMPARE(launch->options.global_batch, problem.options.global_batch);
    QCOMPARE(launch->options.sequence_length, std::optional(problem.model.sequence_length));
    QCOMPARE(launch->options.precision, problem.options.precision);
    QCOMPARE(launch->options.attention, problem.options.attention);
    QCOMPARE(launch->options.dropout, problem.options.dropout);
    QCOMPARE(launch->options.fused_loss, problem.options.fused_loss);
    const Result<Plan> read = io::plan_of_launch(problem, *launch);
    QVERIFY2(read.ok(), read.ok() ? "" : describe(read.fault()).c_str());
    QCOMPARE(*read, plan);
    QVERIFY(launch->model.has_value());
    if (problem.model.vocab_size % plan.strategy.tp != 0) return; // padded by the engine
    BuildSettings settings;
    settings.sequence_length = problem.model.sequence_length;
    settings.attention = launch->options.attention;
    settings.dropout = launch->options.dropout;
    const Result<ModelGraph> model = build_transformer(*launch->model, settings);
    QVERIFY(model.ok());
    QCOMPARE(model->layers.size(), problem.model.layers.size());
    for (std::size_t i = 0; i < model->layers.size(); ++i)
        QVERIFY2(model->layers[i] == problem.model.layers[i], model->layers[i].id.c_str());
}

void check_script(const Problem& problem, const Plan& plan, const std::string& script) {
    const Launched launched = run_script(script);
    QCOMPARE(launched.errors, QString());
    const QString nodes = launcher_value(launched, "--nnodes"), each = launcher_value(launched, "--nproc_per_node");
    QCOMPARE(nodes.toLongLong() * each.toLongLong(), static_cast<qlonglong>(plan.devices()));
    try {
        const megatron::Arguments arguments(launched.arguments, static_cast<int>(plan.devices()),
                                            launched.max_connections);
        check_against_plan(arguments, problem, plan);
        check_ranks(arguments, plan);
    } catch (const megatron::Refused& refused) {
        QFAIL(qPrintable(
            QStringLiteral("%1\n%2").arg(QString::fromUtf8(refused.what()), QString::fromStdString(script))));
    }
}

} // namespace

class MegatronTest : public QObject {
    Q_OBJECT

private slots:
    void theStubRefuses_data();
    void theStubRefuses();
    void evenStages();
    void unevenEnds();
    void whatTheSearchFinds();
    void experts();
    void rotaryPositions_data();
    void rotaryPositions();
    void routers();
    void whatTheEnvironmentGives();
    void paddedVocabulary_data();
    void paddedVocabulary();
    void otherModels_data();
    void otherModels();
    void randomPlans();
    void refusals();
    void namesCannotEscapeTheirComment();
    void layoutsInBothDirections_data();
    void layoutsInBothDirections();
    void wrongLayouts_data();
    void wrongLayouts();
};

/// The stand-in is worth something: it takes a plain command and refuses what the engine refuses.
void MegatronTest::theStubRefuses_data() {
    QTest::addColumn<QString>("more");
    QTest::addColumn<bool>("good");
    QTest::newRow("plain") << "" << true;
    QTest::newRow("unknown flag") << "--tensor-parallel-size 2" << false;
    QTest::newRow("no number") << "--seed-length 1" << false;
    QTest::newRow("wrong type") << "--num-query-groups two" << false;
    QTest::newRow("wrong choice") << "--recompute-granularity partly" << false;
    QTest::newRow("switch with a value") << "--swiglu true" << false;
    QTest::newRow("method beside selective") << "--recompute-granularity selective --recompute-method uniform" << false;
    QTest::newRow("full without method") << "--recompute-granularity full" << false;
    QTest::newRow("experts without a number") << "--expert-model-parallel-size 2" << false;
    QTest::newRow("heads") << "--tensor-model-parallel-size 8 --num-attention-heads 12" << false;
    QTest::newRow("layers") << "--pipeline-model-parallel-size 8" << false;
    QTest::newRow("layout of another length")
        << "--pipeline-model-parallel-size 2 --pipeline-model-parallel-layout E|t*3L" << false;
    QTest::newRow("layout") << "--pipeline-model-parallel-size 2 --pipeline-model-parallel-layout E|t*4L" << true;
}

void MegatronTest::theStubRefuses() {
    QFETCH(const QString, more);
    QFETCH(const bool, good);
    QString command = QStringLiteral("--num-layers 4 --hidden-size 64 --ffn-hidden-size 256 --num-attention-heads 8 "
                                     "--max-position-embeddings 128 --seq-length 128 --lr 1e-4 --vocab-size 1000 "
                                     "--micro-batch-size 1 --global-batch-size 64 --bf16 ") +
                      more;
    bool taken = true;
    try {
        const megatron::Arguments arguments(command.split(QLatin1Char(' '), Qt::SkipEmptyParts), 8,
                                            QStringLiteral("1"));
    } catch (const megatron::Refused&) {
        taken = false;
    }
    QCOMPARE(taken, good);
}

void MegatronTest::evenStages() {
    const Problem problem = problem_of("llama3-70b", "dgx-h100x16", options_for(1024));
    const Plan plan = plan_of({8, 1, 1, true}, 4, {20, 20, 20, 20}, LayoutKind::dp_inner, 1, Recompute::none);
    const std::string script = script_of(problem, plan);
    check_script(problem, plan, script);
    check_reads_back(script, problem, plan);
    QVERIFY(script.find("--pipeline-model-parallel-layout") == std::string::npos);
    const Launched launched = run_script(script);
    QCOMPARE(launcher_value(launched, "--nnodes"), QStringLiteral("16"));
    QCOMPARE(launcher_value(launched, "--nproc_per_node"), QStringLiteral("8"));
    QCOMPARE(launched.program, QStringLiteral("pretrain_gpt.py"));
    // Llama 3 70B: published figures.
    const megatron::Arguments arguments(launched.arguments, 128, launched.max_connections);
    QCOMPARE(arguments.integer("num-layers"), 80);
    QCOMPARE(arguments.integer("hidden-size"), 8192);
    QCOMPARE(arguments.integer("ffn-hidden-size"), 28672);
    QCOMPARE(arguments.integer("num-query-groups"), 8);
    QCOMPARE(arguments.integer("vocab-size"), 128256);
    QVERIFY(arguments.on("swiglu"));
    QCOMPARE(arguments.text("normalization"), QStringLiteral("RMSNorm"));
    QVERIFY(!arguments.on("disable-bias-linear"));
}

/// 126 blocks on 16 stages: one fewer on each end.
void MegatronTest::unevenEnds() {
    const Problem problem = problem_of("llama3-405b", "dgx-h100x64", options_for(512));
    std::vector<int> blocks(16, 8);
    blocks.front() = blocks.back() = 7;
    const Plan plan = plan_of({8, 1, 1, true}, 4, blocks, LayoutKind::pp_inner, 1, Recompute::full);
    const std::string script = script_of(problem, plan);
    QVERIFY(script.find("--pipeline-model-parallel-layout 'Et*7|(t*8|)*14t*7L'") != std::string::npos);
    check_script(problem, plan, script);
    check_reads_back(script, problem, plan);
}

void MegatronTest::whatTheSearchFinds() {
    Options options = options_for(512);
    options.target = "megatron";
    options.tp = options.pp = std::vector<std::int64_t>{8};
    options.pp->front() = 16;
    const Problem problem = problem_of("llama3-405b", "dgx-h100x64", options);
    const SolveResult result = solve(problem, {});
    QVERIFY(!result.plans.empty());
    const Plan& plan = result.plans.front().plan;
    const std::string script = script_of(problem, plan);
    check_script(problem, plan, script);
    check_reads_back(script, problem, plan);
}

void MegatronTest::experts() {
    const Problem problem = problem_of("mixtral-8x7b", "dgx-h100x4", options_for(256));
    const Plan plan = plan_of({2, 4, 1, true}, 1, {8, 8, 8, 8}, LayoutKind::dp_inner, 1, Recompute::selective);
    const std::string script = script_of(problem, plan);
    check_script(problem, plan, script);
    check_reads_back(script, problem, plan);
    const Launched launched = run_script(script);
    const megatron::Arguments arguments(launched.arguments, 32, launched.max_connections);
    QCOMPARE(arguments.integer("num-experts"), 8);
    QCOMPARE(arguments.integer("moe-router-topk"), 2);
    QCOMPARE(arguments.integer("moe-ffn-hidden-size"), 14336);
    QCOMPARE(arguments.integer("expert-tensor-parallel-size"), 2);
    // The engine's defaults are one product after the other, the all-gather dispatcher and no balance.
    QVERIFY(arguments.on("moe-grouped-gemm"));
    QCOMPARE(arguments.text("moe-token-dispatcher-type"), QStringLiteral("alltoall"));
    QCOMPARE(arguments.text("moe-router-load-balancing-type"), QStringLiteral("aux_loss"));
    QVERIFY(arguments.real("moe-aux-loss-coeff") > 0);
    // Expert ranks are neighbours: the engine counts them over tensor ranks first.
    const RankGrid grid(plan);
    for (int rank = 0; rank < 32; ++rank)
        QCOMPARE(static_cast<int>(place_of(grid, rank).expert), rank / 2 % 4);
}

void MegatronTest::rotaryPositions_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("base"); // rope_theta of the published config.json
    QTest::addColumn<double>("scaling");
    QTest::newRow("Llama 2") << "llama2-7b" << 10000 << 0.0;
    QTest::newRow("Llama 3") << "llama3-8b" << 500000 << 0.0;
    QTest::newRow("Llama 3.1") << "llama3-405b" << 500000 << 8.0;
    QTest::newRow("Mixtral") << "mixtral-8x7b" << 1000000 << 0.0;
    QTest::newRow("DeepSeek-V3") << "deepseek-v3" << 10000 << 0.0;
}

/// What is trained is the model, not one with the engine's default base.
void MegatronTest::rotaryPositions() {
    QFETCH(const QString, model);
    QFETCH(const int, base);
    QFETCH(const double, scaling);
    Problem problem = problem_of(model.toStdString(), "dgx-h100x64", options_for(512));
    const auto blocks = static_cast<int>(problem.model.layers.size()) - 2;
    const Plan plan = plan_of({8, 1, 1, true}, 64, {blocks}, LayoutKind::dp_inner, 1, Recompute::full);
    const std::string script = script_of(problem, plan);
    const Launched launched = run_script(script);
    QCOMPARE(launched.arguments.count(QStringLiteral("--rotary-base")), 1);
    const megatron::Arguments arguments(launched.arguments, 512, launched.max_connections);
    QCOMPARE(arguments.integer("rotary-base"), base);
    QCOMPARE(arguments.on("use-rope-scaling"), scaling > 0);
    if (scaling > 0) QCOMPARE(arguments.real("rope-scaling-factor"), scaling);
    QVERIFY(script.find("rope_theta") == std::string::npos);
    const Result<io::EngineLaunch> launch = io::read_launch(script, "launch.sh");
    QVERIFY(launch.ok());
    QCOMPARE(launch->model->rotary_base, std::int64_t{base});
    QCOMPARE(launch->model->rotary_scaling, scaling);
    // A configuration that doesn't tell.
    problem.model.architecture->rotary_base = 0;
    const std::string unknown = script_of(problem, plan);
    QVERIFY(!run_script(unknown).arguments.contains(QStringLiteral("--rotary-base")));
    QVERIFY(unknown.find("(rope_theta): without --rotary-base the engine's default counts, 10000") !=
            std::string::npos);
}

void MegatronTest::routers() {
    // DeepSeek-V3: arXiv 2412.19437, section 4.2.
    const Problem many = problem_of("deepseek-v3", "dgx-h100x8", options_for(256));
    const Plan plan = plan_of({2, 8, 1, true}, 1, {41, 7, 7, 6}, LayoutKind::pp_inner, 1, Recompute::full);
    Launched launched = run_script(script_of(many, plan));
    const megatron::Arguments arguments(launched.arguments, 64, launched.max_connections);
    QCOMPARE(arguments.text("moe-router-load-balancing-type"), QStringLiteral("seq_aux_loss"));
    QCOMPARE(arguments.real("moe-aux-loss-coeff"), 1e-4);
    QCOMPARE(arguments.real("moe-router-bias-update-rate"), 1e-3);
    QCOMPARE(arguments.text("moe-router-dtype"), QStringLiteral("fp32"));
    QVERIFY(!arguments.on("moe-router-pre-softmax"));

    // One expert a token; in FP32, where the engine refuses grouped products.
    Problem one = problem_of("mixtral-8x7b", "dgx-h100x4", options_for(256));
    one.model.architecture->top_k = 1;
    one.options.precision = Precision::fp32;
    const Plan few = plan_of({2, 4, 1, true}, 1, {8, 8, 8, 8}, LayoutKind::pp_inner, 1, Recompute::none);
    launched = run_script(script_of(one, few));
    const megatron::Arguments single(launched.arguments, 32, launched.max_connections);
    QVERIFY(single.on("moe-router-pre-softmax"));
    QVERIFY(!single.on("moe-grouped-gemm"));
    QVERIFY(!single.has("moe-router-dtype"));
}

/// Several nodes need an address; data and tokenizer are asked for in a sentence; the rest has placeholders.
void MegatronTest::whatTheEnvironmentGives() {
    const Problem problem = problem_of("llama3-8b", "dgx-h100x2", options_for(16));
    const Plan two = plan_of({8, 1, 1, true}, 2, {32}, LayoutKind::pp_inner, 1, Recompute::none);
    const Plan one = plan_of({8, 1, 1, true}, 1, {32}, LayoutKind::pp_inner, 1, Recompute::none);
    for (const char* missing : {"NODE_RANK", "MASTER_ADDR", "DATA_PATH", "TOKENIZER"}) {
        Variables variables = usual_variables;
        for (auto& [name, value] : variables)
            if (qstrcmp(name, missing) == 0) value = "";
        const Launched launched = run_script(script_of(problem, two), variables);
        QVERIFY2(launched.arguments.isEmpty(), missing);
        QVERIFY2(launched.errors.contains(QStringLiteral("set ") + QLatin1String(missing)),
                 qPrintable(launched.errors));
    }
    Launched launched = run_script(script_of(problem, one), {{"DATA_PATH", "d"}, {"TOKENIZER", "t"}});
    QCOMPARE(launched.errors, QString());
    QCOMPARE(launcher_value(launched, "--master_addr"), QStringLiteral("localhost"));
    QVERIFY(!launched.arguments.contains(QStringLiteral("--save")));

    Variables all = usual_variables;
    all.insert(all.end(), {{"LR", "3e-4"}, {"TRAIN_ITERS", "77"}, {"CHECKPOINT_PATH", "/my runs/1"}});
    launched = run_script(script_of(problem, two), all);
    const megatron::Arguments arguments(launched.arguments, 16, launched.max_connections);
    QCOMPARE(launcher_value(launched, "--master_addr"), QStringLiteral("node0"));
    QCOMPARE(launcher_value(launched, "--node_rank"), QStringLiteral("1"));
    QCOMPARE(arguments.real("lr"), 3e-4);
    QCOMPARE(arguments.integer("train-iters"), 77);
    QCOMPARE(arguments.text("save"), QStringLiteral("/my runs/1"));
    QCOMPARE(arguments.text("data-path"), QStringLiteral("/data/text document"));
}

/// A command whose tokenizer the engine pads keeps that size with every tensor degree.
void MegatronTest::paddedVocabulary_data() {
    QTest::addColumn<int>("entries");
    QTest::addColumn<int>("tp_of_command");
    QTest::addColumn<int>("tp");
    QTest::addColumn<int>("padded");
    QTest::newRow("same degree") << 128256 << 4 << 4 << 128512;  // 251 x 512
    QTest::newRow("lower degree") << 128256 << 4 << 2 << 128512; // 502 x 256
    QTest::newRow("one rank") << 128256 << 4 << 1 << 128512;
    QTest::newRow("higher degree") << 50257 << 1 << 8 << 50304; // 393 x 128
    QTest::newRow("not padded") << 128256 << 2 << 4 << 128256;
}

void MegatronTest::paddedVocabulary() {
    QFETCH(const int, entries);
    QFETCH(const int, tp_of_command);
    QFETCH(const int, tp);
    QFETCH(const int, padded);
    const std::string command =
        "--num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336 --num-attention-heads 32 --swiglu --normalization "
        "RMSNorm --disable-bias-linear --position-embedding-type rope --max-position-embeddings 4096 --seq-length 4096 "
        "--untie-embeddings-and-output-weights --bf16 --attention-dropout 0 --hidden-dropout 0 --micro-batch-size 1 "
        "--global-batch-size 16 --vocab-size " +
        std::to_string(entries) + " --tensor-model-parallel-size " + std::to_string(tp_of_command);
    const Result<io::EngineLaunch> launch = io::read_launch(command, "train.sh");
    QVERIFY(launch.ok());
    QCOMPARE(launch->model->vocab, std::int64_t(padded));
    const Problem problem =
        *io::problem_with(io::model_of_launch(*launch, launch->options), "dgx-h100x1", "", launch->options);
    const Plan plan = plan_of({tp, 1, 1, tp > 1}, 8 / tp, {32}, LayoutKind::dp_inner, 1, Recompute::none);
    const std::string script = script_of(problem, plan);
    check_script(problem, plan, script);
    check_reads_back(script, problem, plan);
    const Launched launched = run_script(script);
    const megatron::Arguments arguments(launched.arguments, 8, launched.max_connections);
    QCOMPARE(arguments.integer("vocab-size"), entries);
    QCOMPARE(arguments.padded_vocabulary, padded);
    // And within the command itself.
    const Result<std::string> carried = io::megatron_script(problem, plan, *evaluate(problem, plan), &*launch);
    QVERIFY2(carried.ok(), carried.ok() ? "" : describe(carried.fault()).c_str());
    const Result<io::EngineLaunch> again = io::read_launch(*carried, "planned.sh");
    QVERIFY(again.ok());
    QCOMPARE(again->model->vocab, std::int64_t(padded));
}

void MegatronTest::otherModels_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("blocks");
    QTest::newRow("learned positions, biases, tied head") << "gpt3-175b" << 96;
    QTest::newRow("an encoder") << "bert-large" << 24;
    QTest::newRow("latent attention, dense blocks first, shared expert") << "deepseek-v3" << 61;
}

void MegatronTest::otherModels() {
    QFETCH(const QString, model);
    QFETCH(const int, blocks);
    Options options = options_for(256);
    options.dropout = true;
    options.fused_loss = true;
    options.attention = AttentionKernel::unfused;
    options.precision = Precision::zero;
    const Problem problem = problem_of(model.toStdString(), "dgx-h100x8", options);
    const bool experts = problem.model.experts > 0;
    const Strategy strategy{2, experts ? 8 : 1, 1, true};
    const LayoutKind layout = LayoutKind::dp_inner;
    const Plan plan = plan_of(strategy, experts ? 1 : 8, {blocks - 20, 7, 7, 6}, layout, 1, Recompute::full);
    const std::string script = script_of(problem, plan);
    check_script(problem, plan, script);
    check_reads_back(script, problem, plan);
}

namespace {
/// Cuts the plan's layers anew into two to five chunks a stage, equal ones where they go; false where there are too
/// few.
template <typename Pick> bool interleave(Plan& plan, int blocks, const Pick& pick) {
    const int stages = static_cast<int>(plan.stages.size()), chunks = pick(2, 5), all = stages * chunks;
    if (blocks < all) return false;
    std::vector<int> sizes;
    if (blocks % all == 0 && pick(0, 1) == 0) {
        sizes.assign(static_cast<std::size_t>(all), blocks / all);
    } else {
        std::set<int> cuts;
        while (static_cast<int>(cuts.size()) < all - 1)
            cuts.insert(pick(1, blocks - 1));
        int before = 0;
        for (const int cut : cuts) {
            sizes.push_back(cut - before);
            before = cut;
        }
        sizes.push_back(blocks - before);
    }
    ++sizes.front(); // the embedding
    ++sizes.back();  // the head
    plan.schedule = ScheduleKind::interleaved;
    for (StagePlan& stage : plan.stages)
        stage.layers.clear();
    int layer = 0;
    for (int k = 0; k < all; ++k) {
        StagePlan& stage = plan.stages[static_cast<std::size_t>(k % stages)];
        stage.chunk_sizes.push_back(sizes[static_cast<std::size_t>(k)]);
        for (int n = 0; n < sizes[static_cast<std::size_t>(k)]; ++n)
            stage.layers.push_back(layer++);
    }
    return true;
}
} // namespace

void MegatronTest::randomPlans() {
    std::mt19937 random(20260801);
    const auto pick = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); };
    struct Base {
        Problem problem;
        int blocks;
    };
    std::vector<Base> bases;
    for (const char* name : {"llama3-8b", "llama3-70b", "gpt3-175b", "mixtral-8x7b", "gpt2-xl", "llama3-405b"}) {
        Problem problem = problem_of(name, "dgx-h100x64", options_for(1));
        const int blocks = static_cast<int>(problem.model.layers.size()) - 2;
        bases.push_back({std::move(problem), blocks});
    }
    int done = 0;
    std::set<std::string> kinds;
    while (done < 500) {
        const Base& base = bases[static_cast<std::size_t>(pick(0, static_cast<int>(bases.size()) - 1))];
        const ModelGraph& model = base.problem.model;
        Strategy strategy{1 << pick(0, 3), model.experts > 0 ? 1 << pick(0, 3) : 1, 1 << pick(0, 1), pick(0, 1) == 1};
        if (strategy.tp == 1) strategy.sequence_parallel = false;
        if (model.experts > 0 && strategy.tp > 1) strategy.sequence_parallel = true;
        strategy = engine_grid("megatron", strategy);
        if (!why_invalid(model, strategy).empty()) continue;
        const int stages = pick(1, 16), replicas = pick(1, 6);
        if (!strategy.experts_fill(replicas)) continue;
        const std::int64_t world = strategy.width() * stages * replicas;
        if (world > 512 || (world > 8 && world % 8 != 0)) continue;
        // Cuts anywhere: the first stage may hold the embedding alone, the last one the head.
        std::vector<int> blocks;
        if (pick(0, 2) == 0 && base.blocks % stages == 0) {
            blocks.assign(static_cast<std::size_t>(stages), base.blocks / stages);
        } else {
            std::set<int> cuts;
            while (static_cast<int>(cuts.size()) < stages - 1)
                cuts.insert(pick(0, base.blocks));
            int before = 0;
            for (const int cut : cuts) {
                blocks.push_back(cut - before);
                before = cut;
            }
            blocks.push_back(base.blocks - before);
        }
        const Recompute recompute =
            std::array{Recompute::none, Recompute::selective, Recompute::full}[static_cast<std::size_t>(pick(0, 2))];
        // Where both orders of ranks are the same, the search says pp-inner.
        LayoutKind layout =
            stages == 1 || replicas == 1 || pick(0, 1) == 0 ? LayoutKind::dp_inner : LayoutKind::pp_inner;
        if (replicas > 1 && stages > 1 && model.experts > 0 && (strategy.ep > 1 || strategy.cp > 1))
            layout = LayoutKind::dp_inner; // else refused, see below
        Plan plan = plan_of(strategy, replicas, blocks, layout, pick(0, 1), recompute);
        if (recompute == Recompute::full && pick(0, 1) == 0) {
            // The engine repeats the first so many blocks of every stage; the embedding before them goes with them.
            const int repeated = pick(1, std::max(1, *std::max_element(blocks.begin(), blocks.end()) - 1));
            for (std::size_t i = 0; i < blocks.size(); ++i)
                if (blocks[i] > repeated) plan.stages[i].recompute_layers = repeated + (i == 0 ? 1 : 0);
        }
        plan.micro_batch = pick(1, 3);
        Problem problem = base.problem;
        std::int64_t batches = pick(1, 4);
        const bool partial = std::ranges::any_of(plan.stages, &StagePlan::is_partial);
        if (stages > 1 && !partial && pick(0, 2) == 0 && interleave(plan, base.blocks, pick)) batches *= stages;
        problem.options.global_batch = plan.micro_batch * plan.data_parallel() * batches;
        const std::string script = script_of(problem, plan);
        check_reads_back(script, problem, plan);
        if (done % 5 == 0) check_script(problem, plan, script);
        if (QTest::currentTestFailed()) {
            qWarning("%s", script.c_str());
            return;
        }
        kinds.insert(layout_text(plan).substr(0, 3) + std::to_string(static_cast<int>(recompute)));
        ++done;
    }
    QVERIFY(kinds.size() >= 12); // four tensor degrees with three kinds of recomputation
}

void MegatronTest::refusals() {
    const Problem problem = problem_of("mixtral-8x7b", "dgx-h100x4", options_for(256));
    const Plan good = plan_of({2, 4, 1, true}, 1, {8, 8, 8, 8}, LayoutKind::pp_inner, 1, Recompute::none);
    const Result<Evaluation> evaluation = evaluate(problem, good);
    QVERIFY(evaluation.ok());
    const auto refused = [&](const Problem& p, const Plan& plan, const char* word) {
        const Result<std::string> script = io::megatron_script(p, plan, *evaluation);
        if (script.ok()) return false;
        return describe(script.fault()).find(word) != std::string::npos;
    };
    Plan plan = good;
    plan.stages[0].zero = plan.stages[1].zero = plan.stages[2].zero = plan.stages[3].zero = 2;
    QVERIFY(refused(problem, plan, "ZeRO"));
    plan = good;
    plan.schedule = ScheduleKind::gpipe;
    QVERIFY(refused(problem, plan, "GPipe"));
    plan = good;
    plan.stages[1].recompute = Recompute::full;
    QVERIFY(refused(problem, plan, "recomputation"));
    // One number of recomputed blocks for all stages: 3 on the first, with the embedding before them, and 3 elsewhere.
    plan = good;
    for (StagePlan& stage : plan.stages) {
        stage.recompute = Recompute::full;
        stage.recompute_layers = 3;
    }
    QVERIFY(refused(problem, plan, "recomputation"));
    plan.stages[0].recompute_layers = 4;
    QVERIFY(!refused(problem, plan, "recomputation"));
    const Result<std::string> block = io::megatron_script(problem, plan, *evaluation);
    QVERIFY(block.ok());
    QVERIFY(block->find("--recompute-method block") != std::string::npos);
    QVERIFY(block->find("--recompute-num-layers 3") != std::string::npos);
    plan = good;
    plan.schedule = ScheduleKind::zb_h1;
    QVERIFY(refused(problem, plan, "zero-bubble"));
    plan = good;
    plan.strategy.sequence_parallel = false;
    QVERIFY(refused(problem, plan, "sequence parallel"));
    // Without expert ranks as well.
    plan = plan_of({2, 1, 1, false}, 4, {8, 8, 8, 8}, LayoutKind::pp_inner, 1, Recompute::none);
    QVERIFY(refused(problem, plan, "sequence parallel"));
    // With pipeline ranks inside, experts need as many data-parallel ranks as the rest.
    plan = plan_of({1, 4, 1, false}, 2, {8, 8, 8, 8}, LayoutKind::pp_inner, 1, Recompute::none);
    QVERIFY(refused(problem, plan, "dp-inner"));
    plan = plan_of({1, 1, 2, false}, 4, {8, 8, 8, 8}, LayoutKind::pp_inner, 1, Recompute::none);
    QVERIFY(refused(problem, plan, "dp-inner"));
    plan = good;
    plan.stages[3].layers.pop_back();
    QVERIFY(refused(problem, plan, "layers"));
    plan = good;
    std::swap(plan.stages[1], plan.stages[2]);
    QVERIFY(refused(problem, plan, "order"));
    Problem unknown = problem;
    unknown.model.architecture.reset();
    QVERIFY(refused(unknown, good, "architecture"));
    // 24 ranks on nodes of 8 are three nodes; 12 are one and a half.
    Plan half = plan_of({2, 1, 1, true}, 3, {16, 16}, LayoutKind::pp_inner, 0, Recompute::none);
    Problem other = problem;
    other.options.global_batch = 3;
    QVERIFY(refused(other, half, "fill nodes"));
}

/// A name from a file stays in its comment, whatever it holds.
void MegatronTest::namesCannotEscapeTheirComment() {
    Problem problem = problem_of("llama3-8b", "dgx-h100x1", options_for(8));
    problem.model.name = "a\nrm -rf /\r\n`b`";
    problem.topology_name = "c\n$(d)";
    const Plan plan = plan_of({8, 1, 1, true}, 1, {32}, LayoutKind::pp_inner, 0, Recompute::none);
    const std::string script = script_of(problem, plan);
    QVERIFY(script.find("\nrm") == std::string::npos);
    QVERIFY(script.find("\n$(d)") == std::string::npos);
    QVERIFY(script.find("\r") == std::string::npos);
    check_script(problem, plan, script);
}

void MegatronTest::layoutsInBothDirections_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<int>>("blocks");
    QTest::addColumn<QList<int>>("mtp");
    QTest::addColumn<QString>("written");
    QTest::newRow("letters") << "Ett|tL" << QList<int>{2, 1} << QList<int>{0, 0} << "Ett|tL";
    QTest::newRow("one stage") << "Et*3L" << QList<int>{3} << QList<int>{0} << "Et*3L";
    QTest::newRow("commas, a group and a stage of its own for the loss")
        << "Et*3|(tt|)*4,m|L" << QList<int>{3, 2, 2, 2, 2, 0, 0} << QList<int>{0, 0, 0, 0, 0, 1, 0}
        << "Et*3|(tt|)*4m|L";
    QTest::newRow("a group across stages") << "E(t|t)*2L" << QList<int>{1, 2, 1} << QList<int>{0, 0, 0} << "Et|tt|tL";
    QTest::newRow("a count inside a group")
        << "E|(t*3|)*2tL" << QList<int>{0, 3, 3, 1} << QList<int>{0, 0, 0, 0} << "E|(t*3|)*2tL";
    QTest::newRow("empty stages") << "Et|||L" << QList<int>{1, 0, 0, 0} << QList<int>{0, 0, 0, 0} << "Et|(|)*2L";
    QTest::newRow("virtual stages of a small model") << "Et*2|(tt|)*5t|tmL" << QList<int>{2, 2, 2, 2, 2, 2, 1, 1}
                                                     << QList<int>{0, 0, 0, 0, 0, 0, 0, 1} << "Ett|(tt|)*5t|tmL";
}

void MegatronTest::layoutsInBothDirections() {
    QFETCH(const QString, text);
    QFETCH(const QList<int>, blocks);
    QFETCH(const QList<int>, mtp);
    QFETCH(const QString, written);
    const auto stages = io::read_pipeline_layout(text.toStdString());
    QVERIFY2(stages.ok(), stages.ok() ? "" : describe(stages.fault()).c_str());
    QCOMPARE(static_cast<qsizetype>(stages->size()), blocks.size());
    for (qsizetype i = 0; i < blocks.size(); ++i) {
        const io::LayoutStage& stage = (*stages)[static_cast<std::size_t>(i)];
        QCOMPARE(static_cast<int>(stage.blocks), blocks[i]);
        QCOMPARE(static_cast<int>(stage.mtp), mtp[i]);
        QCOMPARE(stage.embedding, i == 0);
        QCOMPARE(stage.loss, i + 1 == blocks.size());
    }
    QCOMPARE(QString::fromStdString(io::pipeline_layout_text(*stages)), written);
    const auto again = io::read_pipeline_layout(written.toStdString());
    QVERIFY(again.ok());
    QCOMPARE(*again, *stages);
}

void MegatronTest::wrongLayouts_data() {
    QTest::addColumn<QString>("text");
    for (const char* text :
         {"", "E", "L", "tt|tL", "Ett|t", "EtE|tL", "Et|LL", "Et|tL|t", "Ex|L", "E(t|)L", "E()*3L", "E((t)*2)*2L",
          "Et)L", "EmtL", "Et*L", "Et L", "E(t|)*99999999L", "Et*999999999999999999L"})
        QTest::newRow(text) << QString::fromLatin1(text);
}

void MegatronTest::wrongLayouts() {
    QFETCH(const QString, text);
    const auto stages = io::read_pipeline_layout(text.toStdString());
    QVERIFY(!stages.ok());
    QVERIFY(describe(stages.fault()).find("--pipeline-model-parallel-layout") != std::string::npos);
}

QTEST_GUILESS_MAIN(MegatronTest)
#include "test_megatron.moc"
