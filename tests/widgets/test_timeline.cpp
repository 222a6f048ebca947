// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "charts/chartcard.h"
#include "plan/timeline.h"
#include "selection/selectionmodel.h"
#include "widgets/sample.h"

#include <QAction>
#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <QTranslator>
#include <QWheelEvent>

using namespace nest;
using namespace nest::ui;

namespace {

/// A snapshot with a plan of these stages; only times matter here.
PlanSnapshot snapshotOf(std::vector<StageEvaluation> stages, std::int64_t microBatches,
                        ScheduleKind schedule = ScheduleKind::one_f_one_b) {
    PlanSnapshot snapshot = sample::small();
    auto result = std::make_shared<SolveResult>();
    RankedPlan plan;
    plan.plan.schedule = schedule;
    plan.plan.stages.resize(stages.size());
    plan.evaluation.stages = std::move(stages);
    plan.evaluation.micro_batches = microBatches;
    for (const StageEvaluation& stage : plan.evaluation.stages) {
        plan.evaluation.sync_seconds = std::max(plan.evaluation.sync_seconds, stage.time.sync);
        plan.evaluation.update_seconds = std::max(plan.evaluation.update_seconds, stage.time.update);
    }
    plan.evaluation.step_seconds = 15;
    result->plans = {plan};
    snapshot.result = result;
    return snapshot;
}

StageEvaluation plainStage(double forward, double backward) {
    StageEvaluation stage;
    stage.time.forward = stage.time.fw = forward;
    stage.time.backward = stage.time.bw = backward;
    stage.time.load = forward + backward;
    return stage;
}

/// Two stages, two micro-batches, by hand: stage 0 does F0 0-1, F1 1-2, B0 6-8, B1 11-13; stage 1 F0 1-3, B0 3-6,
/// F1 6-8, B1 8-11; then 0.75 s of synchronisation and 0.25 s of update. Backward on stage 0 is 0.5 s recomputation,
/// 0.25 s transfer, 1 s backward, 0.25 s TP.
PlanSnapshot handMade() {
    StageEvaluation first = plainStage(0.75, 1), second = plainStage(1.5, 3);
    first.time.tp_comm = 0.5;
    first.time.tp_forward = 0.25;
    first.time.recompute = 0.5;
    first.time.p2p_out = 0.25;
    first.time.fw = 1;
    first.time.bw = 2;
    first.time.sync = 0.75;
    first.time.update = 0.25;
    second.time.p2p_in = 0.5;
    second.time.fw = 2;
    return snapshotOf({first, second}, 2);
}

PlanSnapshot equalStages(int stages, std::int64_t microBatches) {
    return snapshotOf(std::vector<StageEvaluation>(static_cast<std::size_t>(stages), plainStage(1e-3, 2e-3)),
                      microBatches);
}

bool near(double a, double b) {
    return std::abs(a - b) < 1e-9 * std::max({1e-3, std::abs(a), std::abs(b)});
}

void wheel(QWidget& widget, const QPointF& at, QPoint turned, Qt::KeyboardModifiers modifiers, bool* taken = nullptr) {
    QWheelEvent event(at, widget.mapToGlobal(at), {}, turned, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    event.ignore();
    QCoreApplication::sendEvent(&widget, &event);
    if (taken) *taken = event.isAccepted();
}

/// Marks every text, so that one that isn't asked for again shows.
class Marking : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* source, const char*, int) const override {
        return QStringLiteral("«") + QString::fromUtf8(source) + QStringLiteral("»");
    }
};

} // namespace

class TestTimelineView : public QObject {
    Q_OBJECT

    Timeline* m_view = nullptr;
    SelectionModel* m_selection = nullptr;

    void shows(const PlanSnapshot& snapshot, const QSize& size = {700, 240}) {
        m_view->setSnapshot(snapshot);
        m_view->finish();
        m_view->resize(size);
        m_view->show();
    }
    /// The hover card with plain spaces between numbers and units.
    QString card(const QPointF& position) const {
        QString text = m_view->hoverText(position);
        for (const char16_t space : {u'\u00a0', u'\u2009', u'\u202f'})
            text.replace(QChar(space), QLatin1Char(' '));
        return text;
    }
    QPointF at(int stage, double seconds) const { return {m_view->xOf(seconds), m_view->rowRect(stage).center().y()}; }

private slots:
    void init() {
        m_selection = new SelectionModel;
        m_view = new Timeline;
        m_view->setSelectionModel(m_selection);
    }
    void cleanup() {
        delete m_view;
        delete m_selection;
        applyTheme(*qApp, ThemeMode::Light);
    }

    void startsWithTheFill() {
        shows(equalStages(8, 256));
        // Twelve micro-batches: the twelfth backward of stage 0 ends 8 + 16 ms after the begin and 11 x 3 ms more.
        QCOMPARE(m_view->from(), 0.0);
        QVERIFY(near(m_view->to(), 57e-3));
        QCOMPARE(m_view->unit(), QStringLiteral("1F1B · first 12 of 256 micro-batches"));
        m_view->setView(Timeline::View::Whole);
        QVERIFY(near(m_view->to(), 789e-3)); // (256 + 7) x 3 ms
        m_view->setView(Timeline::View::End);
        QVERIFY(near(m_view->to(), 789e-3));
        QVERIFY(near(m_view->from(), 740e-3)); // the last stage's backward of micro-batch 244, at 8 + 244 x 3 ms
        QCOMPARE(m_view->unit(), QStringLiteral("1F1B · last 12 of 256 micro-batches"));
        shows(handMade());
        QCOMPARE(m_view->to(), 14.0); // few micro-batches are shown whole
    }

    void choicesInTheHead() {
        shows(equalStages(8, 256));
        const QList<QAction*> actions = m_view->actions();
        QCOMPARE(actions.size(), 3);
        QVERIFY(actions[0]->isChecked());
        actions[1]->trigger();
        QCOMPARE(m_view->view(), Timeline::View::Whole);
        m_view->setSpan(0.1, 0.2);
        QCOMPARE(m_view->view(), Timeline::View::Free);
        for (const QAction* action : actions)
            QVERIFY(!action->isChecked());
    }

    void wheelZoomsAtTheCursor() {
        shows(handMade());
        const QPointF cursor = at(1, 9);
        wheel(*m_view, cursor, {0, 120}, Qt::ControlModifier);
        QVERIFY(near(m_view->to() - m_view->from(), 14 / 1.2));
        QVERIFY(near(m_view->secondsAt(cursor.x()), 9));
        wheel(*m_view, cursor, {0, 360}, Qt::ControlModifier);
        QVERIFY(near(m_view->secondsAt(cursor.x()), 9));
        wheel(*m_view, cursor, {0, -1200}, Qt::ControlModifier);
        QCOMPARE(m_view->from(), 0.0);
        QCOMPARE(m_view->to(), 14.0);
        QCOMPARE(m_view->view(), Timeline::View::Whole);
        // A plain wheel belongs to the page when all rows fit; Shift moves through the step.
        bool taken = true;
        wheel(*m_view, cursor, {0, 120}, {}, &taken);
        QVERIFY(!taken);
        m_view->setSpan(2, 6);
        const double pixels = m_view->xOf(1) - m_view->xOf(0);
        wheel(*m_view, cursor, {0, -120}, Qt::ShiftModifier);
        QVERIFY(near(m_view->from(), 2 + 60 / pixels));
        // The shortest part can be looked at closely, but there is an end.
        for (int i = 0; i < 100; ++i)
            wheel(*m_view, at(0, 6.6), {0, 1200}, Qt::ControlModifier);
        QVERIFY(near(m_view->to() - m_view->from(), 0.25 / 4));
    }

    void dragMoves() {
        shows(handMade());
        m_view->setSpan(4, 8);
        const QPoint press = at(0, 5).toPoint();
        QTest::mousePress(m_view, Qt::LeftButton, {}, press);
        const double pixels = m_view->xOf(1) - m_view->xOf(0);
        QTest::mouseMove(m_view, press + QPoint(-50, 0));
        QVERIFY(near(m_view->from(), 4 + 50 / pixels));
        QTest::mouseRelease(m_view, Qt::LeftButton, {}, press + QPoint(-50, 0));
        QCOMPARE(m_selection->stage(), -1); // no click
        QVERIFY(near(m_view->to() - m_view->from(), 4));
        QTest::keyClick(m_view, Qt::Key_Backspace);
        QVERIFY(near(m_view->from(), 4));
        // Not beyond the step.
        m_view->setSpan(12, 20);
        QCOMPARE(m_view->to(), 14.0);
    }

    void shiftAndDragZoomsToASpan() {
        shows(handMade());
        const QPoint press = at(0, 6).toPoint(), release = at(1, 8).toPoint();
        const double from = m_view->secondsAt(press.x()), to = m_view->secondsAt(release.x());
        QTest::mousePress(m_view, Qt::LeftButton, Qt::ShiftModifier, press);
        QMouseEvent move(QEvent::MouseMove, release, m_view->mapToGlobal(release), Qt::NoButton, Qt::LeftButton,
                         Qt::ShiftModifier);
        QCoreApplication::sendEvent(m_view, &move);
        m_view->grab();
        QTest::mouseRelease(m_view, Qt::LeftButton, Qt::ShiftModifier, release);
        QVERIFY(near(m_view->from(), from));
        QVERIFY(near(m_view->to(), to));
        QTest::mouseDClick(m_view, Qt::LeftButton, {}, press);
        QCOMPARE(m_view->view(), Timeline::View::Whole);
    }

    void keys() {
        shows(handMade());
        QTest::keyClick(m_view, Qt::Key_Plus);
        QVERIFY(near(m_view->to() - m_view->from(), 14 / 1.5));
        QVERIFY(near(m_view->from() + m_view->to(), 14)); // about the middle
        QTest::keyClick(m_view, Qt::Key_Minus);
        QCOMPARE(m_view->view(), Timeline::View::Whole);
        m_view->setSpan(4, 6);
        QTest::keyClick(m_view, Qt::Key_Right);
        QVERIFY(near(m_view->from(), 4.2));
        QTest::keyClick(m_view, Qt::Key_Left);
        QTest::keyClick(m_view, Qt::Key_Left, Qt::ShiftModifier);
        QVERIFY(near(m_view->from(), 3));
        for (const Qt::Key key : {Qt::Key_0, Qt::Key_Home, Qt::Key_F}) {
            m_view->setSpan(4, 6);
            QTest::keyClick(m_view, key);
            QCOMPARE(m_view->to(), 14.0);
        }
        QTest::keyClick(m_view, Qt::Key_Down);
        QCOMPARE(m_selection->stage(), 0);
        QTest::keyClick(m_view, Qt::Key_Down);
        QTest::keyClick(m_view, Qt::Key_Down);
        QCOMPARE(m_selection->stage(), 1);
        QTest::keyClick(m_view, Qt::Key_Up);
        QCOMPARE(m_selection->stage(), 0);
    }

    void selectionBothWays() {
        shows(handMade());
        QTest::mouseClick(m_view, Qt::LeftButton, {}, at(1, 7).toPoint());
        QCOMPARE(m_selection->stage(), 1);
        QTest::mouseClick(m_view, Qt::LeftButton, {}, at(1, 7).toPoint());
        QCOMPARE(m_selection->stage(), -1); // a second click takes it back
        const QColor accent = Theme::of(m_view->palette()).accent;
        const QPoint edge(static_cast<int>(m_view->xOf(4)), static_cast<int>(m_view->rowRect(0).bottom()));
        const auto outlined = [&] {
            const QImage image = m_view->grab().toImage();
            for (int y = edge.y() - 2; y <= edge.y() + 2; ++y)
                if (image.pixelColor(edge.x(), y) == accent) return true;
            return false;
        };
        QVERIFY(!outlined());
        m_selection->setStage(0);
        QVERIFY(outlined());
    }

    void coloursOfKinds() {
        shows(handMade());
        const Theme& theme = Theme::of(m_view->palette());
        const auto colour = [&](int stage, double seconds) {
            return m_view->grab().toImage().pixelColor(
                QPoint(qRound(m_view->xOf(seconds)), qRound(m_view->rowRect(stage).top()) + 3));
        };
        QCOMPARE(colour(0, 0.4), theme.time(TimeKind::Forward));
        QCOMPARE(colour(0, 6.25), theme.time(TimeKind::Recompute));
        QCOMPARE(colour(0, 6.6), theme.time(TimeKind::Transfer));
        QCOMPARE(colour(0, 7.2), theme.time(TimeKind::Backward));
        QCOMPARE(colour(0, 7.9), theme.time(TimeKind::TensorComm));
        QCOMPARE(colour(0, 4), theme.ground); // waiting
        QCOMPARE(colour(0, 13.4), theme.time(TimeKind::ZeroComm));
        QCOMPARE(colour(1, 1.25), theme.time(TimeKind::Transfer));
        QVERIFY(colour(1, 7) != colour(1, 2)); // neighbouring micro-batches
    }

    void hoverSaysWhatIsDrawn() {
        shows(handMade());
        const QString transfer = card(at(0, 6.6));
        for (const char* part : {"stage 0 · micro-batch 0", "transfer out", "6.500 s", "250 ms", "1.8 %",
                                 "backward pass of 2.00 s", "14.0 s simulated · 15.0 s analytic"})
            QVERIFY2(transfer.contains(QString::fromUtf8(part)), qPrintable(transfer));
        const QString waits = card(at(0, 4));
        for (const char* part : {"<b>stage 0</b>", "waiting", "2.000 s", "4.00 s", "29 %"})
            QVERIFY2(waits.contains(QString::fromUtf8(part)), qPrintable(waits));
        const QString sync = card(at(0, 13.5));
        QVERIFY2(sync.contains(QStringLiteral("gradient sync")) && sync.contains(QStringLiteral("750 ms")),
                 qPrintable(sync));
        const QString whole = card({2, m_view->rowRect(0).center().y()});
        QVERIFY2(whole.contains(QStringLiteral("stage 0 · whole step")) &&
                     whole.contains(QStringLiteral("1.50 s · 11 %")) && whole.contains(QStringLiteral("7.00 s · 50 %")),
                 qPrintable(whole)); // forward; 14 - 6 s of work - 1 s of sync and update
        QVERIFY(m_view->hoverText({300, 235}).isEmpty());
        const auto task = m_view->taskAt(at(1, 7));
        QVERIFY(task && !task->backward && task->micro_batch == 1 && task->start == 6.0 && task->end == 8.0);
        QVERIFY(!m_view->taskAt(at(0, 9)));
    }

    void twinEqualsThePlan() {
        const PlanSnapshot snapshot = sample::solved(128, 1024);
        shows(snapshot);
        const Evaluation& evaluation = snapshot.plan()->evaluation;
        const QAbstractTableModel* table = m_view->table();
        const auto cell = [&](int row, int column) { return table->index(row, column).data(Qt::UserRole); };
        const auto m = static_cast<double>(evaluation.micro_batches);
        QHash<QString, double StageTime::*> parts = {{QStringLiteral("forward"), &StageTime::forward},
                                                     {QStringLiteral("backward"), &StageTime::backward},
                                                     {QStringLiteral("TP"), &StageTime::tp_comm},
                                                     {QStringLiteral("ZeRO"), &StageTime::zero_comm},
                                                     {QStringLiteral("transfer in"), &StageTime::p2p_in},
                                                     {QStringLiteral("transfer out"), &StageTime::p2p_out},
                                                     {QStringLiteral("recomputation"), &StageTime::recompute}};
        std::vector<double> sums(evaluation.stages.size());
        std::vector<int> passes(evaluation.stages.size());
        for (int row = 0; row < table->rowCount(); ++row) {
            const auto stage = static_cast<std::size_t>(cell(row, 0).toLongLong());
            if (stage >= sums.size()) {
                QCOMPARE(row, table->rowCount() - 1); // how many aren't listed
                continue;
            }
            const QString kind = table->index(row, 1).data().toString();
            const double seconds = cell(row, 4).toDouble();
            if (cell(row, 2).toInt() >= 0) {
                const std::size_t index = m_view->schedule()->find_task(stage, cell(row, 2).toLongLong(),
                                                                        kind == QStringLiteral("backward pass"));
                const ScheduledTask task = m_view->schedule()->task(stage, index);
                QCOMPARE(cell(row, 3).toDouble(), task.start);
                QCOMPARE(seconds, task.end - task.start);
                ++passes[stage];
                continue;
            }
            sums[stage] += seconds;
            const StageTime& time = evaluation.stages[stage].time;
            if (parts.contains(kind)) QVERIFY(near(seconds, m * time.*parts[kind]));
            if (kind == QStringLiteral("gradient sync")) QVERIFY(near(seconds, time.sync));
            if (kind == QStringLiteral("update")) QVERIFY(near(seconds, time.update));
            QVERIFY(near(cell(row, 5).toDouble() * evaluation.simulated_step_seconds, seconds));
        }
        for (std::size_t stage = 0; stage < sums.size(); ++stage) {
            QVERIFY(near(sums[stage], evaluation.simulated_step_seconds));
            QVERIFY(passes[stage] > 0);
        }
        QVERIFY(table->rowCount() < 1100);
    }

    void longRunsShowShares() {
        shows(equalStages(64, 512), {900, 400});
        m_view->setSpan(0, 0.1);
        QVERIFY(!m_view->showsShares());
        m_view->setView(Timeline::View::Whole);
        QVERIFY(m_view->showsShares());
        QVERIFY(!m_view->taskAt(at(3, 0.9)));
        // In the full pipeline a third of the time is forward, the rest backward.
        const QString full = m_view->hoverText(at(30, 0.9));
        QVERIFY2(full.contains(QStringLiteral("forward")) && full.contains(QStringLiteral("backward")) &&
                     !full.contains(QStringLiteral("waiting")),
                 qPrintable(full));
        // Stage 63 waits at first; its row shows the ground there, and none of it in the middle.
        const Theme& theme = Theme::of(m_view->palette());
        const QImage image = m_view->grab().toImage();
        QCOMPARE(image.pixelColor(at(63, 0.02).toPoint()), theme.ground);
        QVERIFY(image.pixelColor(at(63, 0.9).toPoint()) != theme.ground);
    }

    void manyStagesScroll() {
        shows(equalStages(300, 20), {700, 240});
        QVERIFY(m_view->rowRect(299).top() > 240);
        m_selection->setStage(299);
        QVERIFY(m_view->rowRect(299).bottom() < 240);
        QCOMPARE(m_view->stageAt(at(299, m_view->to() / 2)), 299);
        bool taken = false;
        wheel(*m_view, {300, 50}, {0, 120}, {}, &taken);
        QVERIFY(taken);
        m_selection->setStage(0);
        // At the top again; a name that is higher than its row may need a few pixels above it.
        QVERIFY(m_view->rowRect(0).top() >= 0 && m_view->rowRect(0).top() < m_view->fontMetrics().height());
    }

    void overviewMoves() {
        shows(equalStages(8, 256));
        const QRectF strip = m_view->overviewRect();
        QVERIFY(!strip.isEmpty());
        const double width = m_view->to() - m_view->from();
        QTest::mouseClick(m_view, Qt::LeftButton, {}, strip.center().toPoint());
        QVERIFY(std::abs((m_view->from() + m_view->to()) / 2 - 0.789 / 2) < 0.789 / strip.width());
        QVERIFY(near(m_view->to() - m_view->from(), width));
        QCOMPARE(m_selection->stage(), -1);
        m_view->setView(Timeline::View::Whole);
        QVERIFY(m_view->overviewRect().isEmpty());
    }

    void longRunsAreSimulatedAside() {
        m_view->setSnapshot(handMade());
        const auto old = m_view->schedule();
        m_view->setSnapshot(equalStages(64, 512));
        QVERIFY(m_view->isPending());
        QCOMPARE(m_view->schedule(), old); // stays meanwhile
        m_view->grab();
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isPending(), 60000);
        QCOMPARE(m_view->schedule()->stage_count(), std::size_t{64});
        // A result that comes late is dropped.
        m_view->setSnapshot(equalStages(63, 512));
        m_view->setSnapshot(handMade());
        QVERIFY(!m_view->isPending());
        QCoreApplication::processEvents();
        QCOMPARE(m_view->schedule()->stage_count(), std::size_t{2});
        m_view->setSnapshot(equalStages(63, 512));
        m_view->setSnapshot(equalStages(62, 512));
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isPending(), 60000);
        QCOMPARE(m_view->schedule()->stage_count(), std::size_t{62});
    }

    void leftOutMiddle() {
        shows(equalStages(4, 10'000'000));
        m_view->setView(Timeline::View::Whole);
        const QString text = m_view->hoverText(at(1, m_view->to() / 2));
        QVERIFY2(text.contains(QStringLiteral("not drawn")) &&
                     text.contains(formatCount(m_view->schedule()->left_out())),
                 qPrintable(text));
        m_view->grab();
    }

    void gpipe() {
        shows(snapshotOf(std::vector<StageEvaluation>(4, plainStage(1e-3, 2e-3)), 64, ScheduleKind::gpipe));
        QVERIFY(m_view->unit().startsWith(QStringLiteral("GPipe")));
        QVERIFY(near(m_view->to(), 11e-3)); // the eighth forward leaves the fourth stage
    }

    void nothingToDraw() {
        shows({});
        QVERIFY(!m_view->emptyText().isEmpty());
        m_view->grab();
        shows(snapshotOf({plainStage(0, 0)}, 4));
        QVERIFY(!m_view->emptyText().isEmpty());
        shows(snapshotOf({plainStage(std::numeric_limits<double>::infinity(), 1)}, 4));
        QVERIFY(!m_view->emptyText().isEmpty());
        QTest::keyClick(m_view, Qt::Key_Plus);
        QTest::mouseClick(m_view, Qt::LeftButton, {}, {300, 50});
        wheel(*m_view, {300, 50}, {0, 120}, Qt::ControlModifier);
        m_view->grab();
        QCOMPARE(m_view->table()->rowCount(), 0);
    }

    void keepsThePartOfTheStep() {
        shows(equalStages(8, 256));
        m_view->setSpan(0.789 / 4, 0.789 / 2);
        shows(equalStages(8, 512)); // (512 + 7) x 3 ms
        QVERIFY(near(m_view->from(), 1.557 / 4));
        QVERIFY(near(m_view->to(), 1.557 / 2));
    }

    void languageAndPalette() {
        ChartCard card(new Timeline);
        auto* view = static_cast<Timeline*>(card.chart());
        view->setSnapshot(equalStages(8, 256));
        card.resize(700, 280);
        card.show();
        card.grab();
        Marking marking;
        QCoreApplication::installTranslator(&marking);
        QCoreApplication::processEvents();
        QVERIFY(view->title().startsWith(QStringLiteral("«")));
        QVERIFY(view->accessibleName().startsWith(QStringLiteral("«")));
        for (const QAction* action : view->actions())
            QVERIFY(action->text().startsWith(QStringLiteral("«")));
        QCoreApplication::removeTranslator(&marking);
        QCoreApplication::processEvents();
        QCOMPARE(view->accessibleName(), QStringLiteral("Schedule"));
        for (const ThemeMode mode : {ThemeMode::Dark, ThemeMode::Light}) {
            applyTheme(*qApp, mode);
            const Theme& theme = mode == ThemeMode::Dark ? Theme::night() : Theme::light();
            const QImage image = view->grab().toImage();
            // Stage 7 waits until 7 ms: the ground of the mode.
            QCOMPARE(image.pixelColor(QPointF(view->xOf(3e-3), view->rowRect(7).center().y()).toPoint()), theme.ground);
        }
        QVERIFY(card.renderSvg({700, 280}, true).contains("svg"));
    }
};

QTEST_MAIN(TestTimelineView)
#include "test_timeline.moc"
