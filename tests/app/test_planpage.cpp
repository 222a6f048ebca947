// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
// The Plan page as a whole: where its cards stand, and what its charts ask the window to do.
#include "charts/chartcard.h"
#include "mainwindow/exporter.h"
#include "mainwindow/mainwindow.h"
#include "plan/candidatestable.h"
#include "plan/layerstrip.h"
#include "plan/planscatter.h"
#include "testsettings.h"
#include "workspaces/planworkspace.h"

#include <QDir>
#include <QFile>
#include <QScrollArea>
#include <QSvgRenderer>
#include <QTest>

using namespace nest;
using namespace nest::ui;

class PlanPageTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_settings.clear(); }
    void cardsNeitherOverlapNorAreCut_data();
    void cardsNeitherOverlapNorAreCut();
    void fitsBesideTheInspector();
    void aDraggedBorderBecomesTheEditedPlan();
    void scatterShowsPlans();
    void chartsAsFilesOfEveryKind();

private:
    std::unique_ptr<MainWindow> solved() {
        auto window = std::make_unique<MainWindow>();
        window->start();
        window->show();
        const bool settled = QTest::qWaitFor(
            [&] {
                return window->livePlan().outcome() && !window->livePlan().isBusy() && !window->livePlan().isStale();
            },
            120000);
        return settled ? std::move(window) : nullptr;
    }
    TestSettings m_settings;
};

void PlanPageTest::cardsNeitherOverlapNorAreCut_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("large") << QSize(1700, 1000);
    QTest::newRow("usual") << QSize(1016, 700);
    QTest::newRow("narrow") << QSize(420, 700);
    QTest::newRow("low") << QSize(1280, 400);
}

void PlanPageTest::cardsNeitherOverlapNorAreCut() {
    QFETCH(QSize, size);
    SelectionModel selection;
    PlanWorkspace page(selection);
    page.resize(size);
    page.show();
    page.resize(size); // a layout made while hidden is done again when shown
    QCoreApplication::processEvents();
    QList<Card*> cards;
    for (Card* card : page.findChildren<Card*>())
        if (card->parentWidget() == page.chartCards().front()->parentWidget()) cards << card;
    QVERIFY(cards.size() >= 8);
    const QRect whole = cards.front()->parentWidget()->rect();
    QVERIFY(whole.width() <= page.width());
    for (qsizetype a = 0; a < cards.size(); ++a) {
        QVERIFY2(whole.contains(cards[a]->geometry()), qPrintable(cards[a]->title()));
        // A chart needs room to be read in, what is only text what its text needs.
        const bool chart = qobject_cast<ChartCard*>(cards[a]) != nullptr;
        const int least = chart ? 180 : cards[a]->minimumSizeHint().height();
        QVERIFY2(cards[a]->height() >= least && cards[a]->width() >= 180, qPrintable(cards[a]->title()));
        for (qsizetype b = a + 1; b < cards.size(); ++b)
            QVERIFY(!cards[a]->geometry().intersects(cards[b]->geometry()));
    }
}

/// Heads and texts of a real plan need more than those of an empty page.
void PlanPageTest::fitsBesideTheInspector() {
    const auto window = solved();
    QVERIFY(window);
    window->resize(1280, 800);
    PlanWorkspace* page = window->planWorkspace();
    QTRY_VERIFY_WITH_TIMEOUT(page->strip()->emptyText().isEmpty(), 60000); // the last one to be fed is near
    const auto* area = page->findChild<QScrollArea*>();
    for (const char* panel : {"view.inspector", "view.options", "view.options"}) {
        window->actions().action(panel)->trigger();
        QTRY_VERIFY2_WITH_TIMEOUT(area->widget()->width() <= area->viewport()->width(), panel, 60000);
        const auto cards = page->chartCards();
        for (const ChartCard* card : cards) // laid out again with the next event, or for a chart that came later
            QTRY_VERIFY2_WITH_TIMEOUT(card->width() >= card->minimumSizeHint().width(), qPrintable(card->title()),
                                      60000);
    }
}

void PlanPageTest::aDraggedBorderBecomesTheEditedPlan() {
    const auto window = solved();
    QVERIFY(window);
    LayerStrip* strip = window->planWorkspace()->strip();
    QTRY_VERIFY_WITH_TIMEOUT(strip->emptyText().isEmpty(), 60000);
    const PlanSnapshot before = window->planWorkspace()->snapshot();
    QVERIFY(before.plan()->plan.stage_count() > 1);
    strip->chooseBorder(1);
    QTest::keyClick(strip, Qt::Key_Left);
    Plan expected = before.plan()->plan;
    expected.stages[1].layers.insert(expected.stages[1].layers.begin(), expected.stages[0].layers.back());
    expected.stages[0].layers.pop_back();
    QVERIFY(window->project().state().edited == expected);
    const auto shown = [&]() -> const PlanSnapshot& { return window->planWorkspace()->snapshot(); };
    QTRY_VERIFY_WITH_TIMEOUT(shown().shownKept >= 0, 60000);
    QCOMPARE(shown().plan()->plan, expected);
    const Result<Evaluation> price = evaluate(*shown().problem, expected);
    QCOMPARE(shown().plan()->evaluation, *price);
    QTRY_VERIFY_WITH_TIMEOUT(!strip->hasDraft(), 60000);
    QTRY_COMPARE_WITH_TIMEOUT(window->planWorkspace()->candidates()->model()->rowCount(),
                              static_cast<int>(before.result->plans.size()) + 1, 60000);
    QTRY_COMPARE_WITH_TIMEOUT(window->planWorkspace()->scatter()->points().size(),
                              static_cast<qsizetype>(before.result->plans.size()) + 1, 60000);
    window->project().undoStack()->undo();
    QVERIFY(!window->project().state().edited);
    QTRY_COMPARE_WITH_TIMEOUT(shown().shownKept, -1, 60000);
}

void PlanPageTest::scatterShowsPlans() {
    const auto window = solved();
    QVERIFY(window);
    PlanWorkspace* page = window->planWorkspace();
    QTRY_VERIFY_WITH_TIMEOUT(page->scatter()->points().size() > 5, 60000);
    const PlanSnapshot& snapshot = page->snapshot();
    QCOMPARE(page->scatter()->points().size(), static_cast<qsizetype>(snapshot.result->plans.size()));
    QTest::mouseClick(page->scatter(), Qt::LeftButton, {}, page->scatter()->positionOf(4).toPoint());
    const int chosen = snapshot.shown;
    const PlanScatter::Point& point = page->scatter()->points()[chosen];
    QVERIFY(std::abs(page->scatter()->positionOf(chosen).x() - page->scatter()->positionOf(4).x()) < 12);
    QVERIFY(!point.kept);
    // The table lists them all and marks the same plan.
    QTRY_COMPARE_WITH_TIMEOUT(page->candidates()->model()->rowCount(), static_cast<int>(snapshot.result->plans.size()),
                              60000);
}

void PlanPageTest::chartsAsFilesOfEveryKind() {
    const auto window = solved();
    QVERIFY(window);
    const auto cards = window->planWorkspace()->chartCards();
    for (const QString& suffix : {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")}) {
        const QStringList files = Exporter::writeCharts(cards, false, m_settings.path(QString()), suffix);
        QCOMPARE(files.size(), cards.size());
        for (const QString& name : files) {
            QFile file(name);
            QVERIFY(name.endsWith(suffix) && file.open(QIODevice::ReadOnly));
            const QByteArray bytes = file.readAll();
            if (suffix == QLatin1String("png")) QVERIFY(!QImage::fromData(bytes).isNull());
            if (suffix == QLatin1String("svg")) QVERIFY(QSvgRenderer(bytes).isValid());
            if (suffix == QLatin1String("pdf")) QVERIFY(bytes.startsWith("%PDF"));
        }
    }
}

QTEST_MAIN(PlanPageTest)
#include "test_planpage.moc"
