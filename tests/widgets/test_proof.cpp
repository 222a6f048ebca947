// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
// How a plan was proven: counts of candidates, and the gap over the time of the search.
#include "charts/chartcard.h"
#include "plan/comparisontable.h"
#include "plan/proofchart.h"
#include "widgets/sample.h"
#include "widgets/twin.h"

#include <QTest>

using namespace nest;
using namespace nest::ui;

class TestProof : public QObject {
    Q_OBJECT

    static PlanSnapshot withFates(std::int64_t undecided) {
        PlanSnapshot snapshot = sample::small();
        auto result = std::make_shared<SolveResult>(*snapshot.result);
        result->fates = {};
        result->fates.counts[static_cast<std::size_t>(Fate::family_bound)] = 900;
        result->fates.counts[static_cast<std::size_t>(Fate::memory)] = 60;
        result->fates.counts[static_cast<std::size_t>(Fate::same_placement)] = 30;
        result->fates.counts[static_cast<std::size_t>(Fate::solved)] = 10;
        result->fates.counts[static_cast<std::size_t>(Fate::undecided)] = undecided;
        result->gap = undecided > 0 ? 0.05 : 0;
        snapshot.result = result;
        return snapshot;
    }
    static QString plain(QString text) { return text.remove(QChar(0x2009)).remove(QChar(0x202f)); }

private slots:
    void countsAreThoseOfTheSearch() {
        ProofChart chart;
        chart.setSnapshot(withFates(0));
        QCOMPARE(chart.fates(), (QVector<Fate>{Fate::family_bound, Fate::memory, Fate::same_placement, Fate::solved}));
        QVERIFY2(plain(chart.unit()).contains(QStringLiteral("1000")), qPrintable(chart.unit()));
        const QString sentence = plain(chart.sentence());
        QVERIFY2(sentence.contains(QStringLiteral("990 ruled out")), qPrintable(sentence)); // 900 + 60 + 30
        QVERIFY2(sentence.contains(QStringLiteral("10 solved")), qPrintable(sentence));
        QCOMPARE(chart.table()->rowCount(), 4);
        QCOMPARE(twin(chart, 0, "Candidates").toLongLong(), 900);
        QCOMPARE(twin(chart, 1, "Share").toDouble(), 0.06);
        chart.resize(500, 250);
        chart.show();
        chart.setFocus();
        QTest::keyClick(&chart, Qt::Key_Down);
        QCOMPARE(chart.currentRow(), 0);
        QVERIFY(chart.accessibleDescription().contains(QStringLiteral("90.0")));
    }

    void whatIsOpenIsSaid() {
        ProofChart chart;
        chart.setSnapshot(withFates(7));
        QVERIFY2(chart.sentence().contains(QStringLiteral("7 candidate(s) undecided")), qPrintable(chart.sentence()));
        QVERIFY(chart.sentence().contains(QStringLiteral("5")));
        PlanSnapshot none = sample::small();
        auto result = std::make_shared<SolveResult>(*none.result);
        result->fates = {};
        none.result = result;
        chart.setSnapshot(none);
        QVERIFY(!chart.emptyText().isEmpty());
        chart.setSnapshot({});
        QVERIFY(!chart.emptyText().isEmpty());
    }

    void everyFateHasItsName() {
        QStringList names;
        for (std::size_t fate = 0; fate < fate_count; ++fate)
            names << ProofChart::fateName(static_cast<Fate>(fate));
        QCOMPARE(names.removeDuplicates(), 0);
        QVERIFY(!names.contains(QString()));
    }

    void gapAtEveryMoment() {
        PlanSnapshot snapshot = sample::small();
        snapshot.history = std::make_shared<const SearchHistory>(
            SearchHistory{{0.1, 0, 2.0, 0.9}, {0.2, 4.0, 2.0, 0.5}, {0.4, 2.5, 2.0, 0.25}, {0.8, 2.5, 2.5, 0}});
        GapChart chart;
        chart.setSnapshot(snapshot);
        QVERIFY(chart.emptyText().isEmpty());
        QCOMPARE(chart.table()->rowCount(), 3); // from the first plan on
        QCOMPARE(twin(chart, 0, "Gap").toDouble(), 0.5);
        QCOMPARE(twin(chart, 1, "Gap").toDouble(), 0.2);
        QCOMPARE(twin(chart, 2, "Gap").toDouble(), 0.0);
        QCOMPARE(twin(chart, 1, "Families still open").toDouble(), 0.25);
        chart.resize(500, 250);
        const QString early = chart.hoverText({250, 100}); // in the middle: between 0.4 s and 0.8 s, or just before
        QVERIFY2(early.contains(QStringLiteral("20")), qPrintable(early));
        QVERIFY(!ChartCard(new GapChart).render({500, 250}, 1, true).isNull());
        snapshot.history.reset();
        chart.setSnapshot(snapshot);
        QVERIFY(!chart.emptyText().isEmpty());
    }

    /// Less than 4 % of a time is no difference to judge; bytes are counted.
    void tiesAreNotJudged() {
        const PlanSnapshot snapshot = sample::small();
        RankedPlan first = *snapshot.plan(), second = first;
        const auto colour = [&](const char* figure) {
            ComparisonTable table;
            table.setPlans(snapshot.problem, first, second);
            const auto* model = table.model();
            for (int row = 0; row < model->rowCount(); ++row)
                if (model->index(row, ComparisonTable::Figure).data().toString() == QLatin1String(figure))
                    return model->index(row, ComparisonTable::Difference)
                        .data(Qt::ForegroundRole)
                        .value<QBrush>()
                        .color();
            return QColor();
        };
        const Theme& theme = Theme::current();
        second.evaluation.step_seconds = first.evaluation.step_seconds * 1.03;
        QCOMPARE(colour("Step time"), theme.muted);
        second.evaluation.step_seconds = first.evaluation.step_seconds * 0.97;
        QCOMPARE(colour("Step time"), theme.muted);
        second.evaluation.step_seconds = first.evaluation.step_seconds * 1.05;
        QCOMPARE(colour("Step time"), theme.bad);
        second.evaluation.step_seconds = first.evaluation.step_seconds * 0.95;
        QCOMPARE(colour("Step time"), theme.good);
        second.evaluation.peak_memory = first.evaluation.peak_memory * 1.01;
        QCOMPARE(colour("Peak memory"), theme.bad);
    }
};

QTEST_MAIN(TestProof)
#include "test_proof.moc"
