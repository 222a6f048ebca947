// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
// In Chinese no English sentence is left: names, flags and layouts alone are written in Latin letters.
#include "charts/chartcard.h"
#include "controls/diagnostictext.h"
#include "document/pastedrun.h"
#include "document/plantext.h"
#include "io/engine/export.h"
#include "io/files.h"
#include "mainwindow/headerbar.h"
#include "mainwindow/mainwindow.h"
#include "testsettings.h"
#include "workspaces/compareworkspace.h"
#include "workspaces/planworkspace.h"
#include "workspaces/reasonpage.h"
#include "workspaces/startpage.h"
#include "workspaces/verdictbar.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QLabel>
#include <QRegularExpression>
#include <QTest>
#include <QTextDocumentFragment>

using namespace nest;
using namespace nest::ui;

namespace {

constexpr int patience = 120000; ///< ms

/// A launch script with much that is priced otherwise than it runs, left aside or assumed.
const char* const command = R"(#!/bin/bash
torchrun --nproc_per_node 8 --nnodes 4 --node_rank $RANK pretrain_gpt.py \
  --num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336 --num-attention-heads 32 \
  --group-query-attention --num-query-groups 8 --seq-length 4096 --max-position-embeddings 32768 \
  --position-embedding-type rope --normalization RMSNorm --swiglu --disable-bias-linear \
  --untie-embeddings-and-output-weights --num-experts 8 --moe-router-topk 2 \
  --tensor-model-parallel-size 1 --pipeline-model-parallel-size 4 --expert-model-parallel-size 8 \
  --num-layers-per-virtual-pipeline-stage 4 --sequence-parallel --use-distributed-optimizer \
  --micro-batch-size 1 --global-batch-size 256 --bf16 --optimizer sgd --rampup-batch-size 16 16 1000 \
  --overlap-grad-reduce --overlap-param-gather --tp-comm-overlap --fp8-format hybrid --optimizer-cpu-offload \
  --enable-cuda-graph --window-size 1024 --recompute-granularity full --recompute-method uniform \
  --recompute-num-layers 2 --cross-entropy-loss-fusion --moe-layer-recompute --vocab-size 32000 \
  --hidden-dropout 0.1 --attention-dropout 0.0 --this-flag-is-nobodys 7 $MORE_ARGS
)";

/// Three English words in a row. Names of flags, options and levels are no words with spaces between them.
QString sentenceIn(const QString& text) {
    static const QRegularExpression words(QStringLiteral("\\b[A-Za-z]?[a-z]{2,}(?: [a-z]{2,}){2,}"));
    QString plain = Qt::mightBeRichText(text) ? QTextDocumentFragment::fromHtml(text).toPlainText() : text;
    static const QRegularExpression source(
        QStringLiteral("\\(.*(data ?sheet|specification|documentation|et al|table).*$"));
    plain.remove(source); // where a preset's figures come from is quoted
    return words.match(plain).captured();
}

/// Every text of a widget and its children that a person can come to read.
QStringList textsOf(QWidget* root) {
    QStringList texts;
    QList<QWidget*> widgets = root->findChildren<QWidget*>();
    widgets << root;
    for (QWidget* widget : widgets) {
        if (widget->objectName().startsWith(QStringLiteral("qt_dockwidget"))) continue; // Qt's own
        texts << widget->toolTip() << widget->accessibleName() << widget->accessibleDescription();
        if (const auto* label = qobject_cast<QLabel*>(widget)) texts << label->text();
        if (const auto* button = qobject_cast<QAbstractButton*>(widget)) texts << button->text();
        if (auto* chart = qobject_cast<Chart*>(widget)) {
            texts << chart->title() << chart->unit() << chart->emptyText();
            const QAbstractItemModel* table = chart->table();
            for (int column = 0; column < table->columnCount(); ++column) {
                texts << table->headerData(column, Qt::Horizontal).toString();
                for (int row = 0; row < table->rowCount(); ++row)
                    texts << table->index(row, column).data().toString();
            }
        }
        if (const auto* view = qobject_cast<QAbstractItemView*>(widget)) {
            const QAbstractItemModel* model = view->model();
            for (int row = 0; model && row < std::min(model->rowCount(), 200); ++row)
                for (int column = 0; column < model->columnCount(); ++column)
                    for (const int role : {Qt::DisplayRole, Qt::ToolTipRole})
                        texts << model->index(row, column).data(role).toString();
        }
    }
    return texts;
}

} // namespace

class ChineseTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_settings.clear(); }
    void notesOfACommand();
    void clausesWithParts();
    void notesRefusalsAndReasons();
    void aPlanInChinese();
    void whatWasMadeBeforeTheSwitch();
    void nothingFits();

private:
    static bool settle(MainWindow& window) {
        return QTest::qWaitFor(
            [&] { return window.livePlan().outcome() && !window.livePlan().isBusy() && !window.livePlan().isStale(); },
            patience);
    }
    static QStringList sentencesIn(QWidget* root) {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QStringList found;
        const QStringList texts = textsOf(root);
        for (const QString& text : texts)
            if (const QString sentence = sentenceIn(text); !sentence.isEmpty())
                found << sentence + QStringLiteral(" in: ") + text.left(200);
        found.removeDuplicates();
        return found;
    }
    /// Views take what is new one after the other.
    static void check(QWidget* root) {
        if (QTest::qWaitFor([&] { return sentencesIn(root).isEmpty(); }, 20000)) return;
        QFAIL(qPrintable(sentencesIn(root).join(QLatin1Char('\n'))));
    }
    static void lookAtAll(MainWindow& window) {
        for (const int tab :
             {MainWindow::CompareTab, MainWindow::ModelTab, MainWindow::TopologyTab, MainWindow::PlanTab}) {
            window.header()->setCurrentWorkspace(tab);
            QCoreApplication::processEvents();
        }
    }
    std::unique_ptr<MainWindow> pasted(const QString& language) {
        auto window = std::make_unique<MainWindow>();
        window->language().set(language);
        window->start();
        window->show();
        PastedRun run = readPastedRun(command);
        if (!run.isReadable()) return nullptr;
        const Comparison comparison = compareWithBest(run, {"llama3-70b", "dgx-h100x4", 32, "today"}, {});
        if (!comparison.state) return nullptr;
        ProjectState state = *comparison.state;
        state.pinned.push_back({"plan 3", "", state.pinned.front().plan});
        state.edited = state.pinned.front().plan;
        window->project().reset(state);
        window->livePlan().refresh();
        if (!settle(*window)) return nullptr;
        // Kept plans are priced, and advice is given, on workers of their own.
        const auto ready = [&] {
            const auto& advice = window->planWorkspace()->verdict()->advice();
            return window->planWorkspace()->snapshot().kept.size() == 3 && advice &&
                   advice->isAbout(window->planWorkspace()->snapshot());
        };
        return QTest::qWaitFor(ready, patience) ? std::move(window) : nullptr;
    }
    TestSettings m_settings;
};

/// The English notes of the command hold sentences; none is left of them in Chinese.
void ChineseTest::notesOfACommand() {
    MainWindow window; // installs the translations
    const PastedRun run = readPastedRun(command);
    QVERIFY(run.isReadable());
    QVERIFY(run.notes.size() > 10);
    window.language().set(QStringLiteral("en"));
    int sentences = 0;
    for (const Diagnostic& note : run.notes)
        sentences += !sentenceIn(faultText(note)).isEmpty();
    QVERIFY(sentences > 8);
    window.language().set(QStringLiteral("zh_CN"));
    for (const Diagnostic& note : run.notes)
        QVERIFY2(sentenceIn(faultText(note)).isEmpty(), qPrintable(faultText(note)));
}

void ChineseTest::clausesWithParts() {
    MainWindow window;
    window.language().set(QStringLiteral("zh_CN"));
    const QString chunks = phraseText(note_words("recomputation from the input of every %1 blocks", {12}));
    QVERIFY2(chunks.contains(QStringLiteral("12")) && sentenceIn(chunks).isEmpty(), qPrintable(chunks));
    const QString padded = phraseText(note_words("%1 entries, padded to %2", {50257, 50304}));
    QVERIFY2(padded.indexOf(QStringLiteral("50257")) < padded.indexOf(QStringLiteral("50304")), qPrintable(padded));
    QVERIFY(padded.contains(QStringLiteral("50257")));
    const std::string own = "a sentence that nobody knows, 100 %1";
    QCOMPARE(phraseText(own), QString::fromStdString(own));
    window.language().set(QStringLiteral("en"));
    QCOMPARE(phraseText(note_words("CUDA graphs")), QStringLiteral("CUDA graphs"));
}

/// What options have no effect, why an engine gets no file, and why there is no plan.
void ChineseTest::notesRefusalsAndReasons() {
    MainWindow window;
    window.language().set(QStringLiteral("zh_CN"));
    QStringList said;
    Options options;
    options.global_batch = 64;
    options.expert_tp = std::vector<std::int64_t>{2};
    options.expert_fold = Switch::on;
    options.max_step_seconds = 10;
    const Result<Problem> problem = io::find_problem("llama3-8b", "dgx-h100x1", "", options);
    QVERIFY(problem.ok());
    int notes = 0;
    for (const Diagnostic& note : problem.diagnostics()) {
        notes += note.code == ErrorCode::inconsistent;
        if (note.code == ErrorCode::inconsistent) said << faultText(note);
    }
    QCOMPARE(notes, 3);

    SolveControl one;
    const SolveResult solved = solve(*problem, one);
    QVERIFY(!solved.plans.empty());
    RankedPlan ranked = solved.plans.front();
    const auto refusal = [&](const char* format, const Problem& of) {
        const Result<std::string> text = io::export_plan(format, of, ranked.plan, ranked.evaluation);
        QVERIFY2(!text.ok(), format);
        QCOMPARE(text.fault().code, ErrorCode::plan_refused);
        said << faultText(text.fault());
    };
    ranked.plan.schedule = ScheduleKind::gpipe;
    refusal("megatron", *problem);
    refusal("deepspeed", *problem);
    ranked = solved.plans.front();
    Problem strange = *problem;
    strange.model.architecture.reset();
    refusal("megatron", strange);
    ranked.plan.stages.front().layers.pop_back();
    refusal("chrome-trace", *problem);

    for (const char* change : {"memory_capacity=1GB", "pp=64", "global_batch=7"}) {
        Options narrow;
        narrow.global_batch = 64;
        narrow.micro_batches = std::vector<std::int64_t>{4};
        const std::string text = change;
        const std::size_t equals = text.find('=');
        QVERIFY(!set_option_text(narrow, text.substr(0, equals), text.substr(equals + 1)));
        const Result<Problem> without = io::find_problem("llama3-8b", "dgx-h100x1", "", narrow);
        QVERIFY(without.ok());
        const SolveResult none = solve(*without, one);
        QCOMPARE(none.status, SolveStatus::infeasible);
        QVERIFY(!none.why_infeasible.empty());
        said << infeasibleText(none);
    }
    // Beyond the downset limit: the sentence alone, whose instance is another test's.
    SolveResult ordered;
    ordered.why_infeasible = Phrase(
        "Infeasible", "%1 None of those tried fits in memory.",
        {Phrase("Infeasible",
                "No plan was found among cuts along one order of the layers; raise downset_limit (now %1) to try "
                "the others.",
                {9})});
    said << infeasibleText(ordered);
    QVERIFY2(said.last().contains(QStringLiteral("downset_limit")) && said.last().contains(QLatin1Char('9')),
             qPrintable(said.last()));
    static const QRegularExpression han(QStringLiteral("\\p{Han}"));
    for (const QString& text : said)
        QVERIFY2(text.contains(han) && sentenceIn(text).isEmpty(), qPrintable(text));
}

void ChineseTest::aPlanInChinese() {
    const auto window = pasted(QStringLiteral("zh_CN"));
    QVERIFY(window);
    lookAtAll(*window);
    window->planWorkspace()->showHelp();
    check(window.get());
}

/// Names, reasons and notes that were made in English are said in Chinese from the switch on.
void ChineseTest::whatWasMadeBeforeTheSwitch() {
    const auto window = pasted(QStringLiteral("en"));
    QVERIFY(window);
    lookAtAll(*window);
    window->planWorkspace()->showHelp();
    emit window->planWorkspace()->keptChosen(0);
    window->language().set(QStringLiteral("zh_CN"));
    lookAtAll(*window);
    const auto fed = [&] { return window->planWorkspace()->verdict()->advice() != nullptr; };
    QVERIFY(QTest::qWaitFor(fed, patience));
    check(window.get());
}

void ChineseTest::nothingFits() {
    MainWindow window;
    window.language().set(QStringLiteral("zh_CN"));
    window.start();
    window.show();
    QVERIFY(settle(window));
    QVERIFY(!window.project().setOption("memory_capacity", 4e9));
    QVERIFY(settle(window));
    ReasonPage* page = window.planWorkspace()->reasonPage();
    QTRY_VERIFY_WITH_TIMEOUT(page->wayCount() > 0, patience);
    check(page);
}

QTEST_MAIN(ChineseTest)
#include "test_chinese.moc"
