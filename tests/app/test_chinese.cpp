// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
// In Chinese no English sentence is left: names, flags and layouts alone are written in Latin letters.
#include "charts/chartcard.h"
#include "controls/diagnostictext.h"
#include "controls/notewords.h"
#include "document/pastedrun.h"
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
    const QString chunks = noteWords(QStringLiteral("recomputation from the input of every 12 blocks"));
    QVERIFY2(chunks.contains(QStringLiteral("12")) && sentenceIn(chunks).isEmpty(), qPrintable(chunks));
    const QString padded = noteWords(QStringLiteral("50257 entries, padded to 50304"));
    QVERIFY2(padded.indexOf(QStringLiteral("50257")) < padded.indexOf(QStringLiteral("50304")), qPrintable(padded));
    QVERIFY(padded.contains(QStringLiteral("50257")));
    const QString own = QStringLiteral("a sentence that nobody knows");
    QCOMPARE(noteWords(own), own);
    window.language().set(QStringLiteral("en"));
    QCOMPARE(noteWords(QStringLiteral("CUDA graphs")), QStringLiteral("CUDA graphs"));
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
