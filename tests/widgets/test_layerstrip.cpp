// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "charts/chartcard.h"
#include "io/files.h"
#include "plan/layerstrip.h"
#include "selection/selectionmodel.h"
#include "widgets/sample.h"
#include "widgets/twin.h"

#include <QClipboard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <nlohmann/json.hpp>

using namespace nest;
using namespace nest::ui;

class TestLayerStrip : public QObject {
    Q_OBJECT

    static std::vector<int> layers(const Plan& plan, std::size_t stage) { return plan.stages[stage].layers; }
    /// The plan of the last edited() signal.
    static Plan wanted(const QSignalSpy& edited) { return edited.last().at(0).value<Plan>(); }
    static void drag(LayerStrip& strip, int stage, int toLayer, bool drop = true) {
        const QPoint from = strip.borderPosition(stage).toPoint();
        const QPoint to(qRound(strip.layerRect(toLayer).left()) + 2, from.y());
        QTest::mousePress(&strip, Qt::LeftButton, {}, from);
        QTest::mouseMove(&strip, (from + to) / 2);
        QTest::mouseMove(&strip, to);
        if (drop) QTest::mouseRelease(&strip, Qt::LeftButton, {}, to);
    }
    /// The snapshot that an owner gives back after pricing an edit.
    static PlanSnapshot answer(const PlanSnapshot& before, const Plan& plan) {
        PlanSnapshot after = before;
        KeptPlan edited;
        edited.kind = KeptPlan::Kind::edited;
        auto priced = std::make_shared<RankedPlan>(*before.plan());
        priced->plan = plan;
        priced->evaluation.step_seconds *= 1.01;
        edited.priced = priced;
        after.kept = {edited};
        after.shownKept = 0;
        return after;
    }

private slots:
    void initTestCase() { qRegisterMetaType<Plan>("nest::Plan"); }

    void draggingMovesTheBorder() {
        LayerStrip strip; // layers 0 1 | 2 3 | 4 5
        strip.setSnapshot(sample::small());
        strip.resize(700, 190);
        strip.show();
        QSignalSpy moved(&strip, &LayerStrip::borderMoved), edited(&strip, &LayerStrip::edited);
        drag(strip, 1, 1);
        QCOMPARE(moved.count(), 1);
        QCOMPARE(moved.last().at(0).toInt(), 1);
        QCOMPARE(moved.last().at(1).toInt(), 1);
        QCOMPARE(edited.count(), 1);
        QCOMPARE(layers(wanted(edited), 0), std::vector<int>({0}));
        QCOMPARE(layers(wanted(edited), 1), std::vector<int>({1, 2, 3}));
        QCOMPARE(layers(wanted(edited), 2), std::vector<int>({4, 5}));
        // Everything else of the plan stays.
        Plan expected = sample::small().plan()->plan;
        expected.stages[0].layers = {0};
        expected.stages[1].layers = {1, 2, 3};
        QCOMPARE(wanted(edited), expected);
        // The figures arrive, and the next drag starts from the new plan.
        QVERIFY(strip.hasDraft());
        strip.setSnapshot(answer(sample::small(), expected));
        QVERIFY(!strip.hasDraft());
        drag(strip, 2, 5);
        QCOMPARE(layers(wanted(edited), 1), std::vector<int>({1, 2, 3, 4}));
        QCOMPARE(layers(wanted(edited), 2), std::vector<int>({5}));
    }

    /// 16 blocks between embedding and head, cut by hand: Megatron-LM writes E for the embedding, t for a block and L
    /// for the loss.
    void layoutForMegatron() {
        LayerStrip strip;
        strip.setSnapshot(sample::small()); // layers without an architecture
        QVERIFY(strip.engineLayout().isEmpty());
        PlanSnapshot shown = sample::solved(8, 64);
        auto result = std::make_shared<SolveResult>(*shown.result);
        Plan& plan = result->plans.front().plan;
        plan.stages = {StagePlan{{}, Recompute::none, 1}, StagePlan{{}, Recompute::none, 1}};
        for (int layer = 0; layer < 18; ++layer)
            plan.stages[layer < 7 ? 0 : 1].layers.push_back(layer);
        result->plans.front().evaluation.stages.resize(2, result->plans.front().evaluation.stages.front());
        shown.result = result;
        strip.setSnapshot(shown);
        strip.resize(700, 200);
        strip.show();
        QCOMPARE(strip.engineLayout(), QStringLiteral("Et*6|t*10L"));
        QGuiApplication::clipboard()->clear();
        auto* button = strip.findChild<QToolButton*>();
        QVERIFY(button && button->isVisible() && !button->accessibleName().isEmpty());
        QVERIFY(strip.rect().contains(button->geometry()));
        button->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("Et*6|t*10L"));
        QGuiApplication::clipboard()->clear();
        QTest::keyClick(&strip, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("Et*6|t*10L"));
    }

    void draggingStopsAtTheNextBorder() {
        LayerStrip strip;
        strip.setSnapshot(sample::small());
        strip.resize(700, 190);
        QSignalSpy edited(&strip, &LayerStrip::edited);
        drag(strip, 2, 0);
        QCOMPARE(layers(wanted(edited), 1), std::vector<int>({2}));
        QCOMPARE(layers(wanted(edited), 2), std::vector<int>({3, 4, 5}));
    }

    void aDragIsAPreviewUntilItIsDropped() {
        LayerStrip strip;
        strip.setSnapshot(sample::small());
        strip.resize(700, 190);
        strip.show();
        QSignalSpy edited(&strip, &LayerStrip::edited);
        drag(strip, 1, 3, false);
        QVERIFY(strip.hasDraft());
        QCOMPARE(layers(strip.plan(), 0), std::vector<int>({0, 1, 2}));
        QCOMPARE(edited.count(), 0);
        QTest::keyClick(&strip, Qt::Key_Escape);
        QVERIFY(!strip.hasDraft());
        QCOMPARE(strip.plan(), sample::small().plan()->plan);
        QTest::mouseRelease(&strip, Qt::LeftButton, {}, strip.layerRect(3).center().toPoint());
        QCOMPARE(edited.count(), 0);
        drag(strip, 1, 2); // dropped where it was
        QCOMPARE(edited.count(), 0);
        QVERIFY(!strip.hasDraft());
    }

    void keysMoveBorders() {
        LayerStrip strip;
        strip.setSnapshot(sample::small());
        strip.resize(700, 190);
        strip.show();
        QSignalSpy moved(&strip, &LayerStrip::borderMoved), edited(&strip, &LayerStrip::edited);
        QTest::keyClick(&strip, Qt::Key_Tab);
        QCOMPARE(strip.chosenBorder(), 1);
        QTest::keyClick(&strip, Qt::Key_Tab);
        QCOMPARE(strip.chosenBorder(), 2);
        QTest::keyClick(&strip, Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(strip.chosenBorder(), 1);
        QTest::keyClick(&strip, Qt::Key_Down);
        QCOMPARE(strip.chosenBorder(), 2);
        QTest::keyClick(&strip, Qt::Key_Up);
        QTest::keyClick(&strip, Qt::Key_Left);
        QCOMPARE(moved.last().at(1).toInt(), 1);
        QTest::keyClick(&strip, Qt::Key_Left); // no layer would be left
        QCOMPARE(moved.count(), 1);
        // Two more edits before the figures of the first arrive: each goes on from the one before.
        QTest::keyClick(&strip, Qt::Key_Right);
        QTest::keyClick(&strip, Qt::Key_Right);
        QCOMPARE(moved.last().at(1).toInt(), 3);
        QCOMPARE(edited.count(), 3);
        const Plan first = edited.at(0).at(0).value<Plan>(), last = wanted(edited);
        strip.setSnapshot(answer(sample::small(), first));
        QVERIFY(strip.hasDraft()); // the later edits are still to come
        QCOMPARE(strip.plan(), last);
        strip.setSnapshot(answer(sample::small(), last));
        QVERIFY(!strip.hasDraft());
        QTest::keyClick(&strip, Qt::Key_Escape);
        QCOMPARE(strip.chosenBorder(), -1);
    }

    void anotherPlanEndsTheDraft() {
        LayerStrip strip;
        strip.setSnapshot(sample::small());
        strip.resize(700, 190);
        strip.chooseBorder(1);
        QTest::keyClick(&strip, Qt::Key_Right);
        QVERIFY(strip.hasDraft());
        PlanSnapshot other = sample::small();
        other.shown = 1;
        strip.setSnapshot(other);
        QVERIFY(!strip.hasDraft());
        QCOMPARE(strip.plan(), other.plan()->plan);
    }

    void recomputationByClickAndKey() {
        LayerStrip strip; // stage 0 recomputes in full, the others nothing
        SelectionModel selection;
        strip.setSelectionModel(&selection);
        strip.setSnapshot(sample::small());
        strip.resize(700, 190);
        strip.show();
        QSignalSpy chosen(&strip, &LayerStrip::recomputeChosen), edited(&strip, &LayerStrip::edited);
        QTest::mouseClick(&strip, Qt::LeftButton, {}, strip.recomputeTag(2).center().toPoint());
        QCOMPARE(chosen.last().at(0).toInt(), 2);
        QCOMPARE(chosen.last().at(1).value<Recompute>(), Recompute::selective);
        QCOMPARE(wanted(edited).stages[2].recompute, Recompute::selective);
        QCOMPARE(selection.stage(), 2);
        QTest::keyClick(&strip, Qt::Key_R);
        QCOMPARE(wanted(edited).stages[2].recompute, Recompute::full);
        QTest::keyClick(&strip, Qt::Key_R);
        QCOMPARE(wanted(edited).stages[2].recompute, Recompute::none);
        selection.setStage(0);
        QTest::keyClick(&strip, Qt::Key_R);
        QCOMPARE(wanted(edited).stages[0].recompute, Recompute::none);
        QCOMPARE(wanted(edited).stages[1].recompute, Recompute::none);
    }

    void nothingIsEditedWhileStale() {
        LayerStrip strip;
        PlanSnapshot stale = sample::small();
        strip.setSnapshot(stale);
        stale.dimmed = true;
        strip.setSnapshot(stale);
        strip.resize(700, 190);
        QSignalSpy edited(&strip, &LayerStrip::edited);
        drag(strip, 1, 1);
        strip.chooseBorder(1);
        QTest::keyClick(&strip, Qt::Key_Left);
        QTest::mouseClick(&strip, Qt::LeftButton, {}, strip.recomputeTag(2).center().toPoint());
        QCOMPARE(edited.count(), 0);
    }

    void branchesAreASentence() {
        PlanSnapshot snapshot = sample::small();
        auto result = std::make_shared<SolveResult>(*snapshot.result);
        result->plans[0].plan.stages[0].layers = {0, 2};
        result->plans[0].plan.stages[1].layers = {1, 3};
        snapshot.result = result;
        LayerStrip strip;
        strip.setSnapshot(snapshot);
        strip.resize(700, 190);
        strip.show();
        QVERIFY(strip.emptyText().contains(QStringLiteral("consecutive")));
        QTest::mouseClick(&strip, Qt::LeftButton, {}, QPoint(300, 60));
        QTest::keyClick(&strip, Qt::Key_Right);
        QTest::keyClick(&strip, Qt::Key_Tab);
        QVERIFY(!strip.grab().isNull());
    }

    void selectionIsShared() {
        LayerStrip strip;
        SelectionModel selection;
        strip.setSelectionModel(&selection);
        strip.setSnapshot(sample::small());
        strip.resize(700, 190);
        QTest::mouseClick(&strip, Qt::LeftButton, {}, strip.layerRect(2).center().toPoint());
        QCOMPARE(selection.stage(), 1);
        QTest::keyClick(&strip, Qt::Key_Right);
        QCOMPARE(selection.stage(), 2);
        QVERIFY(strip.hoverText(strip.layerRect(4).center()).contains(QStringLiteral("layer4")));
        QVERIFY(strip.hoverText(strip.recomputeTag(0).center()).contains(QStringLiteral("6.00")));
    }

    void everyLayerIsReachedWhenZoomed() {
        PlanSnapshot snapshot = sample::small();
        auto problem = std::make_shared<Problem>(*snapshot.problem);
        auto result = std::make_shared<SolveResult>(*snapshot.result);
        problem->model.layers.assign(1000, problem->model.layers.front());
        problem->model.layers.front().kind = LayerKind::embedding;
        problem->model.layers.back().kind = LayerKind::head;
        problem->model.edges.clear();
        Plan& plan = result->plans[0].plan;
        for (auto& stage : plan.stages)
            stage.layers.clear();
        for (int layer = 0; layer < 1000; ++layer)
            plan.stages[static_cast<std::size_t>(std::min(layer / 334, 2))].layers.push_back(layer);
        snapshot.problem = problem;
        snapshot.result = result;
        LayerStrip strip;
        strip.setSnapshot(snapshot);
        strip.resize(900, 190);
        strip.show();
        // All in view, the ends wide enough for their marks.
        QVERIFY(strip.rect().contains(strip.layerRect(0).toRect()) &&
                strip.rect().contains(strip.layerRect(999).toRect()));
        QVERIFY(strip.layerRect(0).width() >= 14 && strip.layerRect(999).width() >= 14);
        const QPointF anchor = strip.layerRect(500).center();
        QWheelEvent wheel(anchor, strip.mapToGlobal(anchor), {}, {0, 1200}, Qt::NoButton, Qt::ControlModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&strip, &wheel);
        QVERIFY(strip.zoom() > 3);
        QVERIFY(std::abs(strip.layerRect(500).center().x() - anchor.x()) < 16); // what was under the mouse stays there
        QVERIFY(strip.findChild<QScrollBar*>()->isVisible());
        QSignalSpy moved(&strip, &LayerStrip::borderMoved);
        strip.chooseBorder(1); // brings it into view
        QVERIFY(strip.rect().contains(strip.borderPosition(1).toPoint()));
        QTest::keyClick(&strip, Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(moved.last().at(1).toInt(), 344);
        QTest::keyClick(&strip, Qt::Key_F);
        QCOMPARE(strip.zoom(), 1.0);
    }

    void twinEqualsThePlanFile() {
        Options options;
        options.pp = std::vector<std::int64_t>{8};
        const PlanSnapshot snapshot = sample::solved(128, 1024, options);
        LayerStrip strip;
        strip.setSnapshot(snapshot);
        const nlohmann::json file = io::plan_to_json(*snapshot.problem, *snapshot.result);
        QCOMPARE(strip.table()->rowCount(), 8);
        for (int row = 0; row < 8; ++row) {
            const nlohmann::json& stage = file["stages"][static_cast<std::size_t>(row)];
            QCOMPARE(twin(strip, row, "First layer").toInt(), stage["chunks"][0][0].get<int>());
            QCOMPARE(twin(strip, row, "Last layer").toInt(), stage["chunks"][0][1].get<int>());
            QCOMPARE(twin(strip, row, "Layers").toInt(), static_cast<int>(stage["layer_ids"].size()));
            QCOMPARE(twin(strip, row, "Load").toDouble(), stage["time"]["load"].get<double>());
            QCOMPARE(twin(strip, row, "Memory").toDouble(), stage["memory"]["total"].get<double>());
            QCOMPARE(twin(strip, row, "Capacity").toDouble(), stage["memory"]["capacity"].get<double>());
            QCOMPARE(twin(strip, row, "Recomputation").toString().toStdString(), stage["recompute"].get<std::string>());
        }
    }

    /// Stages are bounded by the names that plan files and the command line give, not by places in a row.
    void layersAreNamedAsInThePlanFile() {
        Options options;
        options.pp = std::vector<std::int64_t>{8};
        const PlanSnapshot snapshot = sample::solved(128, 1024, options);
        SelectionModel selection;
        LayerStrip strip;
        strip.setSelectionModel(&selection);
        strip.setSnapshot(snapshot);
        strip.resize(1200, 200);
        strip.show();
        const nlohmann::json file = io::plan_to_json(*snapshot.problem, *snapshot.result);
        for (int row = 0; row < 8; ++row) {
            const nlohmann::json& ids = file["stages"][static_cast<std::size_t>(row)]["layer_ids"];
            const QString first = QString::fromStdString(ids.front().get<std::string>());
            const QString last = QString::fromStdString(ids.back().get<std::string>());
            QCOMPARE(strip.table()->index(row, 1).data().toString(), first);
            QCOMPARE(strip.table()->index(row, 2).data().toString(), last);
            const QRectF middle =
                strip.layerRect(snapshot.plan()->plan.stages[static_cast<std::size_t>(row)].layers.front());
            QVERIFY2(strip.hoverText(middle.center()).contains(first), qPrintable(strip.hoverText(middle.center())));
        }
        QVERIFY(file["stages"][1]["layer_ids"].front().get<std::string>().starts_with("block."));
    }

    /// Stage 1 has two layers: none, the first, or both of them.
    void recomputesLayersOfAStage() {
        LayerStrip strip;
        SelectionModel selection;
        strip.setSelectionModel(&selection);
        strip.setSnapshot(sample::small()); // stage 0 is recomputed in full, the others not at all
        strip.resize(700, 200);
        strip.show();
        QSpinBox* box = strip.recomputedLayersBox();
        QVERIFY(!box->isVisible()); // of which stage?
        selection.setStage(0);
        QVERIFY(box->isVisible() && strip.rect().contains(box->geometry()));
        QCOMPARE(box->maximum(), 2);
        QCOMPARE(box->value(), 2);
        selection.setStage(1);
        QCOMPARE(box->value(), 0);
        QSignalSpy edited(&strip, &LayerStrip::edited);
        QTest::keyClick(&strip, Qt::Key_Plus);
        QCOMPARE(edited.count(), 1);
        QCOMPARE(wanted(edited).stages[1].recompute, Recompute::full);
        QCOMPARE(wanted(edited).stages[1].recompute_layers, 1);
        QCOMPARE(layers(wanted(edited), 1), std::vector<int>({2, 3})); // nothing else changes
        QCOMPARE(box->value(), 1);
        box->setValue(2);
        QCOMPARE(wanted(edited).stages[1].recompute, Recompute::full);
        QCOMPARE(wanted(edited).stages[1].recompute_layers, 0); // all of them
        box->setValue(0);
        QCOMPARE(wanted(edited), sample::small().plan()->plan);
        QTest::keyClick(&strip, Qt::Key_Minus);
        QCOMPARE(edited.count(), 3); // there is nothing below none
        PlanSnapshot stale = sample::small();
        stale.dimmed = true;
        strip.setSnapshot(stale);
        QTest::keyClick(&strip, Qt::Key_Plus);
        QCOMPARE(edited.count(), 3);
    }

    void overCapacityIsRed() {
        ChartCard card(new LayerStrip);
        auto* strip = static_cast<LayerStrip*>(card.chart());
        const auto reds = [&](int shown) {
            PlanSnapshot snapshot = sample::small();
            snapshot.shown = shown;
            strip->setSnapshot(snapshot);
            const QImage image = card.render({800, 230}, 1, false);
            const QRgb red = Theme::light().memory(MemoryKind::Overflow).rgb();
            int count = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    count += image.pixel(x, y) == red;
            return count;
        };
        QVERIFY(reds(0) > 10); // stage 0 needs 86 of 80 GB
        QCOMPARE(reds(1), 0);
        QEvent event(QEvent::LanguageChange);
        QCoreApplication::sendEvent(strip, &event);
        QVERIFY(!strip->accessibleName().isEmpty());
        strip->setSnapshot({});
        QVERIFY(!strip->emptyText().isEmpty());
        QVERIFY(!card.render({800, 230}, 1, true).isNull());
    }
};

QTEST_MAIN(TestLayerStrip)
#include "test_layerstrip.moc"
