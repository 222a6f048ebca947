// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
// The chunks of an interleaved plan where they are drawn.
#include "plan/layerstrip.h"
#include "plan/timeline.h"
#include "widgets/sample.h"
#include "widgets/twin.h"

#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace nest;
using namespace nest::ui;

class TestChunks : public QObject {
    Q_OBJECT

    /// Eight layers, two stages of two chunks: stage 0 holds 0 1 2 and 5, stage 1 holds 3 4 and 6 7. Their loads are 3,
    /// 1 and 2, 4 ms.
    static PlanSnapshot interleaved() {
        const PlanSnapshot small = sample::small();
        auto problem = std::make_shared<Problem>(*small.problem);
        for (int index = 6; index < 8; ++index) {
            Layer layer;
            layer.id = "layer" + std::to_string(index);
            problem->model.layers.push_back(layer);
            problem->model.edges.push_back({index - 1, index, 1e6});
        }
        auto result = std::make_shared<SolveResult>(*small.result);
        RankedPlan& best = result->plans.front();
        best.plan.schedule = ScheduleKind::interleaved;
        best.plan.stages = {{{0, 1, 2, 5}, Recompute::none, 1, 0, {3, 1}},
                            {{3, 4, 6, 7}, Recompute::full, 1, 0, {2, 2}}};
        best.evaluation.stages.resize(2);
        const double loads[2][2] = {{3e-3, 1e-3}, {2e-3, 4e-3}};
        for (std::size_t stage = 0; stage < 2; ++stage)
            for (const double load : loads[stage]) {
                StageTime chunk;
                chunk.forward = chunk.load = load;
                best.evaluation.stages[stage].chunks.push_back(chunk);
            }
        return {problem, result, 0, false};
    }

private slots:
    void initTestCase() { qRegisterMetaType<Plan>("nest::Plan"); }

    void stripShowsChunksInTheOrderOfTheLayers() {
        LayerStrip strip;
        strip.setSnapshot(interleaved());
        QVERIFY(strip.isInterleaved());
        QVERIFY(strip.emptyText().isEmpty());
        const int stages[] = {0, 1, 0, 1}, chunks[] = {0, 0, 1, 1};
        const int first[] = {0, 3, 5, 6}, last[] = {2, 4, 5, 7};
        const double loads[] = {3e-3, 2e-3, 1e-3, 4e-3};
        QCOMPARE(strip.table()->rowCount(), 4);
        for (int row = 0; row < 4; ++row) {
            QCOMPARE(twin(strip, row, "Stage").toInt(), stages[row]);
            QCOMPARE(twin(strip, row, "Chunk").toInt(), chunks[row]);
            QCOMPARE(twin(strip, row, "First layer").toInt(), first[row]);
            QCOMPARE(twin(strip, row, "Last layer").toInt(), last[row]);
            QCOMPARE(twin(strip, row, "Layers").toInt(), last[row] - first[row] + 1);
            QCOMPARE(twin(strip, row, "Load").toDouble(), loads[row]);
        }
    }

    void chunksAreSelectedWithTheirStageAndNotMoved() {
        LayerStrip strip;
        SelectionModel selection;
        strip.setSelectionModel(&selection);
        strip.setSnapshot(interleaved());
        strip.resize(800, 220);
        strip.show();
        QSignalSpy edited(&strip, &LayerStrip::edited);
        for (const auto& [layer, stage] : {std::pair{4, 1}, {5, 0}, {7, 1}, {1, 0}}) {
            QTest::mouseClick(&strip, Qt::LeftButton, {}, strip.layerRect(layer).center().toPoint());
            QCOMPARE(selection.stage(), stage);
        }
        QVERIFY(strip.recomputedLayersBox()->isHidden());
        // Between two chunks there is no border to take hold of, and keys change nothing.
        const QPoint between(qRound(strip.layerRect(3).left()), qRound(strip.layerRect(3).center().y()));
        QTest::mousePress(&strip, Qt::LeftButton, {}, between);
        QTest::mouseMove(&strip, between + QPoint(120, 0));
        QTest::mouseRelease(&strip, Qt::LeftButton, {}, between + QPoint(120, 0));
        for (const int key : {Qt::Key_Down, Qt::Key_R, Qt::Key_Plus, Qt::Key_Left})
            QTest::keyClick(&strip, static_cast<Qt::Key>(key));
        QCOMPARE(strip.chosenBorder(), -1);
        QCOMPARE(edited.count(), 0);
        QVERIFY(!strip.hasDraft());
        const QString card = strip.hoverText(strip.layerRect(6).center());
        QVERIFY2(card.contains(QStringLiteral("Chunk")), qPrintable(card));
        const QString below = strip.hoverText({strip.layerRect(6).center().x(), strip.layerRect(6).bottom() + 12});
        QVERIFY2(below.contains(QStringLiteral("layer6-7")) && below.contains(QStringLiteral("layer3-4; layer6-7")),
                 qPrintable(below));
    }

    void otherPlansHaveNoChunks() {
        LayerStrip strip;
        strip.setSnapshot(interleaved());
        strip.setSnapshot(sample::small());
        QVERIFY(!strip.isInterleaved());
        QCOMPARE(strip.table()->rowCount(), 3);
        PlanSnapshot mixed = interleaved(); // a chunk that isn't a run of layers
        auto result = std::make_shared<SolveResult>(*mixed.result);
        result->plans.front().plan.stages[0].layers = {0, 1, 5, 2};
        mixed.result = result;
        strip.setSnapshot(mixed);
        QVERIFY(!strip.isInterleaved());
        QVERIFY(!strip.emptyText().isEmpty());
    }

    void tableOfTheScheduleNamesChunks() {
        Options options;
        options.schedule = {ScheduleKind::interleaved};
        options.virtual_stages = {2};
        const PlanSnapshot snapshot = sample::solved(32, 64, options, 1);
        QVERIFY(snapshot.plan());
        QCOMPARE(snapshot.plan()->plan.virtual_stages(), 2);
        Timeline timeline;
        timeline.setSnapshot(snapshot);
        timeline.finish();
        qint64 most = 0;
        for (int row = 0; row < timeline.table()->rowCount(); ++row)
            most = std::max<qint64>(most, twin(timeline, row, "Chunk").toLongLong());
        QCOMPARE(most, 1);
    }
};

QTEST_MAIN(TestChunks)
#include "test_chunks.moc"
