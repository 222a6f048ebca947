// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/files.h"

#include "solver/launch_fixtures.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace nest;
using namespace nest::fixture;

namespace {

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
    void defaults();
    void vocabularies_data();
    void vocabularies();
    void attentionKinds();
    void expertPatterns();
    void foldedExperts();
    void flexDispatcher();
    void rotaryPositions();
    void unclosedQuotes();
    void faultsHaveAPlace();
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
    void samples_data();
    void samples();
    void sampleDetails();
};

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
    // Expert ranks with a tensor-parallel degree of their own have a grid of their own.
    const EngineLaunch folded =
        run("4", "--tensor-model-parallel-size 2 --expert-model-parallel-size 16 --expert-tensor-parallel-size 1");
    QCOMPARE(only(folded.layout.ep), std::int64_t{16});
    QCOMPARE(folded.layout.expert_fold, Switch::on);
    QCOMPARE(only(folded.layout.expert_tp), std::int64_t{1});
    QVERIFY(note_with(folded, {"expert ranks"}).empty());
    // The expert ranks take in the context ranks, which folded experts describe: nothing is approximated.
    const EngineLaunch context = run("4", "--context-parallel-size 2 --expert-model-parallel-size 8");
    QCOMPARE(only(context.layout.ep), std::int64_t{8});
    QCOMPARE(context.layout.expert_fold, Switch::on);
    QCOMPARE(only(context.layout.expert_tp), std::int64_t{1});
    QVERIFY(note_with(context, {"context ranks"}).empty());
    // More expert ranks than replicas.
    const EngineLaunch more = run("2", "--context-parallel-size 4 --expert-model-parallel-size 16");
    QCOMPARE(only(more.layout.dp), std::int64_t{4});
    QCOMPARE(only(more.layout.ep), std::int64_t{16});
    QCOMPARE(only(more.layout.expert_tp), std::int64_t{1});
    QVERIFY(
        contains(fault_of("torchrun --nproc_per_node 8 pretrain_gpt.py " + base + "--expert-model-parallel-size 16"),
                 "expert-model-parallel-size"));
}

/// bash would refuse it, and every flag behind it would be read as one text.
void LaunchTest::unclosedQuotes() {
    const std::string text = "torchrun --nproc_per_node 8 \\\n pretrain_gpt.py --data-path 'a b \\\n " + model_flags;
    const auto read = io::read_launch(text, "train.sh");
    QVERIFY(!read.ok());
    QCOMPARE(read.fault().line, 2);
    QVERIFY2(contains(describe(read.fault()), "train.sh:2: \"quote\""), describe(read.fault()).c_str());
    // An apostrophe in what was pasted along loses nothing.
    QVERIFY(io::read_launch("torchrun --nproc_per_node 8 pretrain_gpt.py " + model_flags + "\nthat's it\n", "t").ok());
}

/// Faults of the layout on a network have a place, too.
void LaunchTest::faultsHaveAPlace() {
    Options options;
    const auto launch =
        io::read_launch("pretrain_gpt.py \\\n " + model_flags + " \\\n --global-batch-size 7", "train.sh");
    QVERIFY(launch.ok());
    const auto problem =
        io::problem_with(io::model_of_launch(*launch, launch->options), "dgx-h100x1", "", launch->options);
    QVERIFY(problem.ok());
    const auto plan = io::plan_of_launch(*problem, *launch);
    QVERIFY(!plan.ok());
    QVERIFY2(contains(describe(plan.fault()), "train.sh:3: \"--global-batch-size\""), describe(plan.fault()).c_str());
}

/// Megatron-LM's default base is 10000 and its default factor 8 (arguments.py).
void LaunchTest::rotaryPositions() {
    const std::string rotary = model_flags + "--position-embedding-type rope ";
    QCOMPARE(launch_of(rotary).model->rotary_base, std::int64_t{10000});
    QCOMPARE(launch_of(rotary + "--rotary-base 500000").model->rotary_base, std::int64_t{500000});
    QCOMPARE(launch_of(rotary + "--rotary-base 500000").model->rotary_scaling, 0.0);
    QCOMPARE(launch_of(rotary + "--use-rope-scaling").model->rotary_scaling, 8.0);
    QCOMPARE(launch_of(rotary + "--use-rope-scaling --rope-scaling-factor 32").model->rotary_scaling, 32.0);
    QCOMPARE(launch_of(rotary + "--rotary-base $THETA").model->rotary_base, std::int64_t{0});
    QCOMPARE(launch_of(model_flags + "--rotary-base 500000").model->rotary_base, std::int64_t{0}); // learned
}

/// token_dispatcher.py asserts it when the first layer is built.
void LaunchTest::flexDispatcher() {
    const std::string base = "torchrun --nproc_per_node 8 pretrain_gpt.py " + model_flags +
                             "--num-experts 8 --sequence-parallel --moe-token-dispatcher-type ";
    const std::vector<std::string> words{"train.sh:1:", "--moe-token-dispatcher-type", "alltoall", "flex"};
    QVERIFY(!note_with(launch_of(base + "flex"), words).empty());
    QVERIFY(!note_with(launch_of(base + "flex --tensor-model-parallel-size 2 --expert-tensor-parallel-size 1"), words)
                 .empty());
    QVERIFY(note_with(launch_of(base + "alltoall"), {"moe-token-dispatcher-type"}).empty());
    for (const char* ranks : {"--expert-model-parallel-size 8", "--tensor-model-parallel-size 2"})
        QVERIFY(note_with(launch_of(base + "flex " + ranks), {"moe-token-dispatcher-type"}).empty());
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
        << "--pipeline-model-parallel-size 4 --num-layers-per-virtual-pipeline-stage 2" << QList<int>{6, 6, 6, 6} << "";
    QTest::newRow("interleaved by count")
        << "--pipeline-model-parallel-size 4 --num-virtual-stages-per-pipeline-rank 2" << QList<int>{6, 6, 6, 6} << "";
    QTest::newRow("one chunk is no interleaving")
        << "--pipeline-model-parallel-size 4 --num-virtual-stages-per-pipeline-rank 1" << QList<int>{6, 6, 6, 6} << "";
    QTest::newRow("layout") << "--pipeline-model-parallel-size 4 --pipeline-model-parallel-layout 'Et*5|(t*7|)*2t*5L'"
                            << QList<int>{5, 7, 7, 5} << "";
    QTest::newRow("layout with virtual stages")
        << "--pipeline-model-parallel-size 2 --pipeline-model-parallel-layout 'Et*5|t*6|t*6|t*7L'" << QList<int>{11, 13}
        << "";
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
    // With a fused attention the engine runs the kernel again and frees next to nothing: said, not priced.
    row("short form", "--recompute-activations", Recompute::selective, true);
    row("selective", "--recompute-granularity selective", Recompute::selective, true);
    row("scores that are kept", "--recompute-granularity selective --attention-backend unfused", Recompute::selective,
        false);
    row("the attention core", "--recompute-granularity selective --recompute-modules core_attn", Recompute::selective,
        true);
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
        Recompute::full, false);
    row("few of a stage", "--recompute-granularity full --recompute-method block --recompute-num-layers 2",
        Recompute::full, false);
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
    QVERIFY(contains(why(problem, other), "share the 4 data-parallel ranks"));
    // 24 blocks on 5 stages: the text is read all the same, so that cuts can be looked for.
    const EngineLaunch odd = launch_of("torchrun --nproc_per_node 8 --nnodes 5 pretrain_gpt.py " + model_flags +
                                       "--pipeline-model-parallel-size 5 ");
    const Problem on_five = problem_of(odd, "dgx-h100x5");
    QVERIFY(contains(why(on_five, odd), "--num-layers") && contains(why(on_five, odd), "train.sh:1"));
    Problem batch = problem;
    batch.options.global_batch = 12;
    QVERIFY(contains(why(batch, launch), "dp x micro-batch = 4 x 2 = 8 on 32 devices"));
    QVERIFY(contains(fault_of("torchrun --nproc_per_node 6 pretrain_gpt.py " + model_flags + base), "4 x 2"));
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
    QCOMPARE(only(bert.layout.virtual_stages), std::int64_t{3});
    QCOMPARE(bert.blocks_per_chunk, std::vector<std::int64_t>(12, 2));
    QCOMPARE(bert.options.attention, AttentionKernel::unfused);
    QVERIFY(!note_with(bert, {"kind of model", "BERT"}).empty());

    const EngineLaunch rack = launch_of(sample("deepseekv3-proxy-gb200.yaml"));
    QCOMPARE(rack.model->dense_blocks, (std::vector<std::int64_t>{0, 1, 2}));
    QCOMPARE(rack.model->vocab, std::int64_t{129280});
    QCOMPARE(rack.model->ffn, std::int64_t{18432});
    QCOMPARE(rack.model->expert_ffn, std::int64_t{2048});
    QCOMPARE(rack.model->mtp_layers, std::int64_t{1});
    QCOMPARE(rack.blocks_per_stage, (std::vector<std::int64_t>{7, 7}));
    QCOMPARE(only(rack.layout.ep), std::int64_t{8});
    QCOMPARE(only(rack.layout.expert_tp), std::int64_t{1}); // beside tp 2
    QVERIFY(!rack.options.dropout);

    const EngineLaunch layout = launch_of(sample("deepseekv3-proxy-layout.yaml"));
    // Chunks 2 2 2 2 | 2 2 1 1 on four stages.
    QCOMPARE(layout.blocks_per_stage, (std::vector<std::int64_t>{4, 4, 3, 3}));
    QCOMPARE(only(layout.layout.ep), std::int64_t{16});
    QCOMPARE(only(layout.layout.expert_tp), std::int64_t{1});
    QCOMPARE(layout.blocks_per_chunk, (std::vector<std::int64_t>{2, 2, 2, 2, 2, 2, 1, 1}));
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
    QCOMPARE(line.blocks_per_chunk, std::vector<std::int64_t>(32, 2));
    QCOMPARE(line.model->vocab, std::int64_t{128512}); // 251 x 128 x 4
}

QTEST_APPLESS_MAIN(LaunchTest)
#include "test_launch.moc"
