// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "charts/chart.h"
#include "dialogs/exportdialog.h"
#include "document/pastedrun.h"
#include "io/files.h"
#include "jobs/pastedcommand.h"
#include "mainwindow/headerbar.h"
#include "mainwindow/mainwindow.h"
#include "plan/evaluation.h"
#include "questions.h"
#include "testsettings.h"
#include "workspaces/clusterpicker.h"
#include "workspaces/compareworkspace.h"
#include "workspaces/pastecard.h"
#include "workspaces/plannotes.h"
#include "workspaces/planworkspace.h"
#include "workspaces/startpage.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

using namespace nest;
using namespace nest::ui;

namespace {

/// Llama-3 8B as two nodes of eight run it: tp 4, pp 2, so dp = 16 / (4 x 2) = 2.
const QString command = QStringLiteral(
    "#!/bin/bash\n"
    "torchrun --nnodes 2 --nproc-per-node 8 pretrain_gpt.py \\\n"
    "  --num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336 --num-attention-heads 32 \\\n"
    "  --group-query-attention --num-query-groups 8 --seq-length 4096 --max-position-embeddings 8192 \\\n"
    "  --swiglu --normalization RMSNorm --disable-bias-linear --untie-embeddings-and-output-weights \\\n"
    "  --position-embedding-type rope --vocab-size 128256 --attention-dropout 0 --hidden-dropout 0 \\\n"
    "  --micro-batch-size 1 --global-batch-size 128 --bf16 --use-flash-attn --sequence-parallel \\\n"
    "  --tensor-model-parallel-size 4 --pipeline-model-parallel-size 2 --use-distributed-optimizer \\\n"
    "  --data-path $DATA_PATH\n");

const char* const config = R"({"model_type":"llama","hidden_size":2048,"intermediate_size":5632,
    "num_hidden_layers":22,"num_attention_heads":32,"num_key_value_heads":4,"vocab_size":32000,
    "max_position_embeddings":2048,"tie_word_embeddings":false})";

} // namespace

class PasteTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_settings.clear(); }
    void commandIsUnderstood();
    void commandBecomesThePinnedPlan();
    void layoutLineIsPinned();
    void layoutWithoutNamesAsksForTheModel();
    void configIsPlanned();
    void saysWhatIsNotUnderstood_data();
    void saysWhatIsNotUnderstood();
    void brokenRulesAreSaid();
    void longTextsAreShownInPart();
    void scriptsAreOpenedHere();
    void mainActionMoves();
    void comparisonIsOpened();
    void comparisonLeavesOtherPagesAlone();
    void controlEnterCompares();
    void commandWithoutACluster();
    void partOfARack();
    void allNotesCanBeListed();
    void notesStandBesideTheComparison();
    void exportKeepsTheCommandsArguments();

private:
    std::unique_ptr<MainWindow> started() {
        auto window = std::make_unique<MainWindow>();
        window->start();
        window->show();
        window->showStartPage();
        return window;
    }
    static bool read(PasteCard* card) {
        return QTest::qWaitFor([&] { return !card->isReading(); }, 60000);
    }
    static bool has(const PasteCard* card, const QString& text) {
        return card->factLines().join(QLatin1Char('\n')).contains(text);
    }
    TestSettings m_settings;
};

void PasteTest::commandIsUnderstood() {
    const auto window = started();
    PasteCard* card = window->startPage()->pasteCard();
    card->field()->setFocus();
    QGuiApplication::clipboard()->setText(command);
    QTest::keyClick(card->field(), Qt::Key_V, Qt::ControlModifier);
    QVERIFY(read(card));
    const PastedRun& run = card->run();
    QCOMPARE(run.kind, PastedRun::Kind::launch);
    QVERIFY(run.config);
    QCOMPARE(run.config->layers, 32);
    QCOMPARE(run.config->hidden, 4096);
    QCOMPARE(run.config->kv_heads, 8);
    QCOMPARE(run.devices, 16);
    QCOMPARE(run.devices_per_node, 8);
    QCOMPARE(run.options.global_batch, 128);
    const QString facts = card->factLines().join(QLatin1Char('\n'));
    for (const char* part : {"32 layers", "hidden 4\u202F096", "32 heads", "8 key/value heads", "TP 4", "PP 2",
                             "micro-batch 1", "global 128", "16 on 2 nodes of 8"})
        QVERIFY2(facts.contains(QString::fromUtf8(part)), qPrintable(facts));
    QVERIFY2(facts.contains(QStringLiteral("DATA_PATH")), qPrintable(facts)); // a variable without a value is named
    QCOMPARE(card->cluster()->topology(), std::string("dgx-h100x2"));
    QVERIFY(card->faultLine().isEmpty());
    QCOMPARE(window->project().title(), QStringLiteral("llama3-70b @ dgx-h100x16")); // reading changes nothing
}

void PasteTest::commandBecomesThePinnedPlan() {
    const auto window = started();
    PasteCard* card = window->startPage()->pasteCard();
    card->field()->setPlainText(command);
    QVERIFY(read(card));
    QTest::mouseClick(card->compareButton(), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return window->startPage()->isHidden(); }, 120000));
    const ProjectState& state = window->project().state();
    QCOMPARE(state.topology.name, std::string("dgx-h100x2"));
    QCOMPARE(state.options.global_batch, 128);
    QCOMPARE(state.options.sequence_length, std::optional<std::int64_t>(4096));
    QVERIFY(!state.options.tp); // the search is free
    QCOMPARE(state.pinned.size(), std::size_t{1});
    QCOMPARE(state.pinned.front().name, std::string("today"));
    const Plan& plan = state.pinned.front().plan;
    QCOMPARE(plan.strategy.tp, 4);
    QCOMPARE(plan.stage_count(), 2);
    QCOMPARE(plan.replicas, 2);
    QCOMPARE(plan.micro_batch, 1);
    QVERIFY(plan.strategy.sequence_parallel);
    QCOMPARE(plan.stages.front().zero, 1);
    QVERIFY(window->project().filePath().isEmpty());
    QCOMPARE(window->header()->currentWorkspace(), static_cast<int>(MainWindow::PlanTab));

    const auto& live = window->livePlan();
    QVERIFY(QTest::qWaitFor([&] { return live.outcome() && !live.isBusy() && !live.isStale(); }, 120000));
    const auto priced = [&] {
        const PlanSnapshot& snapshot = window->planWorkspace()->snapshot();
        return snapshot.kept.size() == 1 && snapshot.kept.front().priced;
    };
    QVERIFY(QTest::qWaitFor(priced, 60000));
    const PlanSnapshot& snapshot = window->planWorkspace()->snapshot();
    QCOMPARE(snapshot.problem->model.sequence_length, 4096);
    QCOMPARE(snapshot.problem->model.name, state.model.name); // one name everywhere
    QCOMPARE(snapshot.kept.front().name, QStringLiteral("today"));
    QCOMPARE(snapshot.kept.front().priced->evaluation, *evaluate(*snapshot.problem, plan));
    QVERIFY(snapshot.best());
    QVERIFY(snapshot.best()->evaluation.step_seconds <= snapshot.kept.front().priced->evaluation.step_seconds);
}

void PasteTest::layoutLineIsPinned() {
    const auto window = started();
    PasteCard* card = window->startPage()->pasteCard();
    QTest::keyClicks(card->field(), QStringLiteral("llama3-8b @ hgx-h100x2: tp4 pp2 dp2 mb1 zero1"));
    QVERIFY(read(card));
    QCOMPARE(card->run().kind, PastedRun::Kind::layout);
    QVERIFY(has(card, QStringLiteral("TP 4 · PP 2 · DP 2 · ZeRO 1")));
    QCOMPARE(card->cluster()->topology(), std::string("hgx-h100x2"));
    QVERIFY(card->modelBox()->isHidden());
    QTest::mouseClick(card->compareButton(), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return window->startPage()->isHidden(); }, 120000));
    const ProjectState& state = window->project().state();
    QCOMPARE(window->project().title(), QStringLiteral("llama3-8b @ hgx-h100x2"));
    QCOMPARE(state.options, Options{});
    QCOMPARE(state.pinned.size(), std::size_t{1});
    const Plan& plan = state.pinned.front().plan;
    QCOMPARE(plan.strategy.tp, 4);
    QCOMPARE(plan.stage_count(), 2);
    QCOMPARE(plan.replicas, 2);
    QCOMPARE(plan.micro_batch, 1);
    QCOMPARE(plan.stages.back().zero, 1);
    const Problem problem = *io::find_problem("llama3-8b", "hgx-h100x2", "", Options{});
    QVERIFY(evaluate(problem, plan).ok());
}

void PasteTest::layoutWithoutNamesAsksForTheModel() {
    const auto window = started();
    PasteCard* card = window->startPage()->pasteCard();
    card->field()->setPlainText(QStringLiteral("tp2 pp1 dp4 mb1"));
    QVERIFY(read(card));
    QVERIFY(!card->modelBox()->isHidden());
    QCOMPARE(card->cluster()->topology(), std::string("dgx-h100x1")); // 8 devices
    card->modelBox()->setCurrentIndex(card->modelBox()->findData(QStringLiteral("llama3-8b")));
    card->cluster()->nodesBox()->setValue(2);
    QTest::mouseClick(card->compareButton(), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return window->startPage()->isHidden(); }, 120000));
    QCOMPARE(window->project().title(), QStringLiteral("llama3-8b @ dgx-h100x2"));
    QCOMPARE(window->project().state().pinned.front().plan.replicas, 4);
}

void PasteTest::configIsPlanned() {
    const auto window = started();
    PasteCard* card = window->startPage()->pasteCard();
    card->field()->setPlainText(QString::fromUtf8(config));
    QVERIFY(read(card));
    QCOMPARE(card->run().kind, PastedRun::Kind::model);
    QVERIFY(has(card, QStringLiteral("22 layers")));
    QTest::mouseClick(card->compareButton(), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return window->startPage()->isHidden(); }, 120000));
    const ProjectState& state = window->project().state();
    QVERIFY(state.pinned.empty());
    QVERIFY(state.model.content);
    QCOMPARE((*state.model.content)["num_hidden_layers"].get<int>(), 22);
}

void PasteTest::saysWhatIsNotUnderstood_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("named");
    QTest::newRow("unknown model") << QStringLiteral("llama3-9b @ dgx-h100x2: tp8") << QStringLiteral("llama3-9b");
    QTest::newRow("unknown cluster") << QStringLiteral("llama3-8b @ dgx-h900x2: tp8") << QStringLiteral("dgx-h900x2");
    QTest::newRow("not a part") << QStringLiteral("tp8 qp4") << QStringLiteral("qp4");
    QTest::newRow("a letter") << QStringLiteral("Dear all,\nwe train on 16 nodes.\nRegards")
                              << QStringLiteral("Dear all");
    QTest::newRow("half a JSON") << QStringLiteral("{\"model_type\": ") << QStringLiteral("Line 1");
    QTest::newRow("another JSON") << QStringLiteral("{\"format\":\"nest-options\",\"version\":1}")
                                  << QStringLiteral("nest-options");
    QTest::newRow("unknown family") << QStringLiteral("{\"model_type\":\"perceiver\"}") << QStringLiteral("perceiver");
}

void PasteTest::saysWhatIsNotUnderstood() {
    QFETCH(QString, text);
    QFETCH(QString, named);
    PasteCard card;
    card.field()->setPlainText(text);
    QVERIFY(read(&card));
    QCOMPARE(card.run().kind, PastedRun::Kind::unreadable);
    QVERIFY2(card.faultLine().contains(named), qPrintable(card.faultLine()));
    QVERIFY(card.compareButton()->isHidden() || !card.compareButton()->isVisibleTo(&card));
    card.field()->clear();
    QVERIFY(read(&card));
    QCOMPARE(card.run().kind, PastedRun::Kind::nothing);
    QVERIFY(card.faultLine().isEmpty());
}

void PasteTest::brokenRulesAreSaid() {
    const auto window = started();
    PasteCard* card = window->startPage()->pasteCard();
    card->field()->setPlainText(QStringLiteral("llama3-8b @ dgx-h100x2: tp3 pp1 dp5 mb1"));
    QVERIFY(read(card));
    QTest::mouseClick(card->compareButton(), Qt::LeftButton);
    QVERIFY(
        QTest::qWaitFor([&] { return has(card, QStringLiteral("32")) && card->compareButton()->isEnabled(); }, 60000));
    QVERIFY2(has(card, QStringLiteral("heads")), qPrintable(card->factLines().join(QLatin1Char('\n'))));
    QVERIFY(window->startPage()->isVisible());
    QCOMPARE(window->project().title(), QStringLiteral("llama3-70b @ dgx-h100x16"));
    card->field()->setPlainText(QStringLiteral("llama3-8b @ dgx-h100x2: tp8 pp1 dp4 mb1"));
    QVERIFY(read(card));
    QVERIFY(has(card, QStringLiteral("The layout takes 32 devices; this cluster has 16.")));
}

void PasteTest::longTextsAreShownInPart() {
    PasteCard card;
    QString text = command;
    while (text.size() < 300000)
        text += QStringLiteral("# a comment that somebody left behind\n");
    QMimeData data;
    data.setText(text);
    QGuiApplication::clipboard()->setText(text);
    card.field()->paste();
    QVERIFY(card.field()->showsBeginning());
    QVERIFY(card.field()->toPlainText().size() < text.size());
    QCOMPARE(card.field()->whole(), text);
    QVERIFY(read(&card));
    QCOMPARE(card.run().kind, PastedRun::Kind::launch);
    QCOMPARE(card.run().devices, 16);
    card.field()->setPlainText(QStringLiteral("tp8"));
    QVERIFY(!card.field()->showsBeginning());
    QVERIFY(read(&card));
    QCOMPARE(card.run().kind, PastedRun::Kind::layout);
}

void PasteTest::scriptsAreOpenedHere() {
    const QString path = m_settings.path(QStringLiteral("launch.sh"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(command.toUtf8());
    file.close();
    MainWindow window;
    window.start();
    window.show();
    const ProjectState before = window.project().state();
    QVERIFY(window.startPage()->isHidden());
    QVERIFY(window.openFile(path));
    QVERIFY(window.startPage()->isVisible());
    QCOMPARE(window.startPage()->pasteCard()->field()->whole(), command);
    QVERIFY(read(window.startPage()->pasteCard()));
    QCOMPARE(window.startPage()->pasteCard()->run().devices, 16);
    QCOMPARE(window.project().state(), before);
    QCOMPARE(window.recentFiles().front(), path);
}

void PasteTest::mainActionMoves() {
    const auto window = started();
    StartPage* page = window->startPage();
    QVERIFY(page->solveButton()->property("primary").toBool());
    page->paste(command);
    QVERIFY(read(page->pasteCard()));
    QVERIFY(!page->solveButton()->isVisible()); // nor is the other cluster to pick
    QVERIFY(page->pasteCard()->cluster()->isVisible());
    QVERIFY(page->pasteCard()->compareButton()->property("primary").toBool());
    QTest::mouseClick(page->pasteCard()->clearButton(), Qt::LeftButton);
    QVERIFY(page->pasteCard()->field()->whole().isEmpty());
    QVERIFY(read(page->pasteCard()));
    QVERIFY(page->solveButton()->isVisible());
    QVERIFY(page->solveButton()->property("primary").toBool());
}

/// As soon as there is a best plan, the window shows it beside the pasted one and says in a line which is faster.
void PasteTest::comparisonIsOpened() {
    const auto window = started();
    PasteCard* card = window->startPage()->pasteCard();
    card->field()->setPlainText(QStringLiteral("llama3-8b @ hgx-h100x2: tp8 pp2 dp1 mb1"));
    QVERIFY(read(card));
    QTest::mouseClick(card->compareButton(), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return window->header()->currentWorkspace() == MainWindow::CompareTab; }, 120000));
    const CompareWorkspace* compare = window->compareWorkspace();
    QVERIFY(compare->isVisible());
    QCOMPARE(compare->chosen(0), -1); // what was pasted
    QCOMPARE(compare->chosen(1), 0);  // the best
    const PlanSnapshot& snapshot = window->planWorkspace()->snapshot();
    const double before = snapshot.kept.front().priced->evaluation.step_seconds;
    const double after = snapshot.best()->evaluation.step_seconds;
    QVERIFY(after < before);
    const QString sentence = compare->sentence();
    for (const QString& part : {QStringLiteral("today"), formatValue(before, Unit::seconds),
                                formatValue(after, Unit::seconds), formatValue(1 - after / before, Unit::ratio, 3)})
        QVERIFY2(sentence.contains(part), qPrintable(sentence + QStringLiteral(" / ") + part));

    // The names follow the window's language, what is compared stays.
    window->language().set(QStringLiteral("zh_CN"));
    QTRY_VERIFY_WITH_TIMEOUT(compare->sentence().contains(QStringLiteral("当前运行")), 60000);
    QCOMPARE(compare->chosen(0), -1);
    QCOMPARE(window->project().state().pinned.front().name, std::string("today"));
    window->language().set(QStringLiteral("en"));
    QTRY_VERIFY_WITH_TIMEOUT(compare->sentence().contains(QStringLiteral("today")), 60000);
}

void PasteTest::comparisonLeavesOtherPagesAlone() {
    const auto window = started();
    PasteCard* card = window->startPage()->pasteCard();
    card->field()->setPlainText(QStringLiteral("llama3-8b @ hgx-h100x2: tp8 pp2 dp1 mb1"));
    QVERIFY(read(card));
    QTest::mouseClick(card->compareButton(), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return window->startPage()->isHidden(); }, 120000));
    window->header()->setCurrentWorkspace(MainWindow::ModelTab);
    const auto ready = [&] {
        const PlanSnapshot& snapshot = window->shownPlan().snapshot();
        return !window->livePlan().isBusy() && snapshot.best() && snapshot.kept.size() == 1;
    };
    QVERIFY(QTest::qWaitFor(ready, 120000));
    QCOMPARE(window->header()->currentWorkspace(), static_cast<int>(MainWindow::ModelTab));
}

/// Also while the text is still being read.
void PasteTest::controlEnterCompares() {
    const auto window = started();
    PasteCard* card = window->startPage()->pasteCard();
    card->field()->setPlainText(QStringLiteral("llama3-8b @ hgx-h100x2: tp8 pp2 dp1 mb1"));
    QTest::keyClick(card->field(), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(QTest::qWaitFor([&] { return window->startPage()->isHidden(); }, 120000));
    QCOMPARE(window->project().title(), QStringLiteral("llama3-8b @ hgx-h100x2"));
}

/// The cluster of a command that names none is the one that the command line assumes.
void PasteTest::commandWithoutACluster() {
    const auto window = started();
    PasteCard* card = window->startPage()->pasteCard();
    QString bare = command;
    bare.replace(QStringLiteral("torchrun --nnodes 2 --nproc-per-node 8 "), QStringLiteral("python "));
    for (const QString& text : {command, bare}) {
        card->field()->setPlainText(text);
        QVERIFY(read(card));
        const auto launch = io::read_launch(text.toStdString(), "train.sh");
        QVERIFY(launch.ok());
        const auto network = io::network_for(*launch, launch->options);
        QVERIFY(network);
        QCOMPARE(card->cluster()->topology(), network->topology);
        QVERIFY2(has(card, QString::fromStdString(network->clause().text())),
                 qPrintable(card->factLines().join(QLatin1Char('\n'))));
    }
}

/// 16 trays of 4 are 64 devices, and a rack has 72: the plan beside the command gets no more than the command has.
void PasteTest::partOfARack() {
    const auto window = started();
    PasteCard* card = window->startPage()->pasteCard();
    QString tray = command;
    tray.replace(QStringLiteral("--nnodes 2 --nproc-per-node 8"), QStringLiteral("--nnodes 16 --nproc-per-node 4"));
    card->field()->setPlainText(tray);
    QVERIFY(read(card));
    QCOMPARE(card->run().devices, 64);
    QCOMPARE(card->cluster()->topology(), std::string("gb200-nvl72x1"));
    QCOMPARE(card->cluster()->devices(), 72);
    QCOMPARE(card->cluster()->devicesUsed(), 64);
    card->cluster()->usedBox()->setValue(32);
    QVERIFY2(has(card, QStringLiteral("64 devices; 32")), qPrintable(card->factLines().join(QLatin1Char('\n'))));
    card->cluster()->usedBox()->setValue(64);
    QTest::mouseClick(card->compareButton(), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return window->startPage()->isHidden(); }, 120000));
    const ProjectState& state = window->project().state();
    QCOMPARE(state.options.max_devices, std::optional<std::int64_t>(64));
    QCOMPARE(state.pinned.front().plan.replicas, 8); // 64 / (tp 4 x pp 2)
}

void PasteTest::allNotesCanBeListed() {
    const auto window = started();
    PasteCard* card = window->startPage()->pasteCard();
    QString many = command; // each of these is priced otherwise than it runs
    many.replace(QStringLiteral("--bf16"),
                 QStringLiteral("--bf16 --num-layers-per-virtual-pipeline-stage 8 --mtp-num-layers 1 "
                                "--cpu-offloading-num-layers 2 --overlap-grad-reduce"));
    card->field()->setPlainText(many);
    QVERIFY(read(card));
    const std::vector<Diagnostic> notes = card->run().notes;
    QVERIFY(notes.size() > 4);
    QVERIFY(has(card, QStringLiteral("multi-token")));
    QVERIFY(!has(card, QStringLiteral("DATA_PATH"))); // what was left aside comes last
    auto* more = card->findChild<QToolButton*>(QStringLiteral("pasteMore"));
    QVERIFY(more);
    QVERIFY2(more->text().contains(QString::number(notes.size() - 4)), qPrintable(more->text()));
    more->click();
    QVERIFY(has(card, QStringLiteral("DATA_PATH")));
    for (const Diagnostic& note : notes)
        QVERIFY2(has(card, placedText(note)), note.subject.text().c_str());
}

/// Activations that a command keeps in host memory are priced in the device's: that has to be read beside the figures.
void PasteTest::notesStandBesideTheComparison() {
    const auto window = started();
    PasteCard* card = window->startPage()->pasteCard();
    QString offloaded = command;
    offloaded.replace(QStringLiteral("--bf16"), QStringLiteral("--bf16 --cpu-offloading-num-layers 2"));
    card->field()->setPlainText(offloaded);
    QVERIFY(read(card));
    QTest::mouseClick(card->compareButton(), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return window->header()->currentWorkspace() == MainWindow::CompareTab; }, 120000));
    const PlanNotes* notes = window->compareWorkspace()->notes();
    QTRY_VERIFY2_WITH_TIMEOUT(notes->text().contains(QStringLiteral("host memory")), qPrintable(notes->text()), 60000);
    QVERIFY2(notes->text().contains(QStringLiteral("today")), qPrintable(notes->text()));
    window->compareWorkspace()->choose(0, 1); // of the search: no notes on a command
    QVERIFY2(!notes->text().contains(QStringLiteral("host memory")), qPrintable(notes->text()));

    PlanNotes many;
    many.setNotes({{QStringLiteral("a"),
                    {QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("3"), QStringLiteral("4"),
                     QStringLiteral("5"), QStringLiteral("6")}},
                   {QStringLiteral("b"), {QStringLiteral("7")}}});
    QVERIFY(!many.text().contains(QStringLiteral("6")));
    QVERIFY(many.text().contains(QStringLiteral("7")));
    QVERIFY2(many.moreButton()->text().contains(QStringLiteral("2")), qPrintable(many.moreButton()->text()));
    many.moreButton()->click();
    QVERIFY(many.text().contains(QStringLiteral("6")));
}

void PasteTest::exportKeepsTheCommandsArguments() {
    const auto window = started();
    PasteCard* card = window->startPage()->pasteCard();
    card->field()->setPlainText(command);
    QVERIFY(read(card));
    QTest::mouseClick(card->compareButton(), Qt::LeftButton);
    const auto solved = [&] {
        return !window->livePlan().isBusy() && window->shownPlan().snapshot().best() &&
               window->shownPlan().snapshot().kept.size() == 1;
    };
    QVERIFY(QTest::qWaitFor([&] { return window->startPage()->isHidden() && solved(); }, 120000));
    QCOMPARE(window->project().state().command.text(), command.toStdString());
    QVERIFY(window->project().state().pinned.front().pasted);

    const PastedCommand pasted(window->project());
    QTRY_VERIFY_WITH_TIMEOUT(pasted.launch(), 60000);
    PlanSnapshot snapshot = window->shownPlan().snapshot();
    snapshot.shownKept = 0; // what runs today goes on Megatron-LM as it is
    ExportDialog dialog(snapshot, pasted.launch());
    dialog.choose(QStringLiteral("megatron"));
    QVERIFY(!dialog.keepArgumentsBox()->isHidden());
    QVERIFY(dialog.keepArgumentsBox()->isChecked());
    QTRY_VERIFY2_WITH_TIMEOUT(!dialog.text().isEmpty(), qPrintable(dialog.refusal()), 60000);
    QVERIFY2(dialog.text().contains(QStringLiteral("--data-path")), qPrintable(dialog.text()));
    QVERIFY(dialog.text().contains(QStringLiteral("COMMAND_ARGS")));
    QVERIFY(!dialog.text().contains(QStringLiteral("MODEL_ARGS"))); // those are the command's
    const QString path = m_settings.path(QStringLiteral("train.sh"));
    QVERIFY(dialog.writeTo(path));
    QVERIFY(QFile::permissions(path).testFlag(QFile::ExeOwner));

    dialog.keepArgumentsBox()->setChecked(false);
    QTRY_VERIFY_WITH_TIMEOUT(dialog.text().contains(QStringLiteral("MODEL_ARGS")), 60000);
    QVERIFY(!dialog.text().contains(QStringLiteral("COMMAND_ARGS")));
    dialog.choose(QStringLiteral("csv"));
    QVERIFY(dialog.keepArgumentsBox()->isHidden());
    ExportDialog plain(snapshot);
    QVERIFY(plain.keepArgumentsBox()->isHidden());
}

QTEST_MAIN(PasteTest)
#include "test_paste.moc"
