// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "charts/chart.h"
#include "controls/quantityfield.h"
#include "dialogs/sizedialog.h"
#include "document/relaxedstate.h"
#include "io/files.h"
#include "plan/sizechart.h"

#include <QAbstractTableModel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace nest;
using namespace nest::ui;

namespace {

constexpr int patience = 120000; ///< ms; a busy machine takes its time

std::shared_ptr<const Problem> onNodes(int nodes) {
    Options options;
    options.global_batch = 64;
    Result<Problem> problem = io::find_problem("llama3-70b", "dgx-h100x" + std::to_string(nodes), "", options);
    if (!problem) qFatal("preset");
    return std::make_shared<const Problem>(*std::move(problem));
}

double stepOn(int nodes) {
    const SolveResult result = solve(*onNodes(nodes), {});
    return result.plans.empty() ? 0 : result.plans.front().evaluation.step_seconds;
}

} // namespace

/// How many devices?
class SizeTest : public QObject {
    Q_OBJECT

private slots:
    /// The answers are those of searches on one node less and on as many.
    void fewestNodes() {
        QCOMPARE(stepOn(2), 0.0);
        const double three = stepOn(3), five = stepOn(5), six = stepOn(6);
        QVERIFY(three > five && five > six && six > 0);
        SizeDialog dialog(onNodes(1));
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isRunning() && dialog.size(), patience);
        QCOMPARE(dialog.size()->least->nodes, 3);
        QVERIFY(dialog.answer().contains(formatValue(three, Unit::seconds)));
        auto* chart = dialog.findChild<SizeChart*>();
        const TableData table = chart->tableData();
        QCOMPARE(static_cast<std::size_t>(table.rows.size()), dialog.size()->curve.size());
        for (const QVector<TableCell>& row : table.rows) {
            if (row[0].value.toInt() == 3) QCOMPARE(row[3].value.toDouble(), three);
            if (row[0].value.toInt() == 2) QVERIFY(!row[3].value.isValid());
        }
        // A step time between those of five and six nodes takes six.
        dialog.targetField()->setText(QString::number((five + six) / 2));
        QVERIFY(dialog.targetField()->commit());
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isRunning() && dialog.size()->least_target, patience);
        QCOMPARE(dialog.size()->least_target->nodes, 6);
        QVERIFY(dialog.answer().contains(formatValue(six, Unit::seconds)));
        QSignalSpy wanted(&dialog, &SizeDialog::nodesWanted);
        QVERIFY(dialog.useButton()->isEnabled());
        dialog.useButton()->click();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted.front().front().toLongLong(), 6);
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
    }

    void theProjectTakesTheAnswer() {
        ProjectState state;
        state.topology.name = "dgx-h100x1";
        state.options.max_devices = 4;
        state.options.nodes = 1;
        const ProjectState preset = stateOnNodes(state, *onNodes(1), 6);
        QCOMPARE(preset.topology.name, std::string("dgx-h100x6"));
        QVERIFY(!preset.options.max_devices && !preset.options.nodes);
        // A network without a preset has no more than its own nodes.
        Problem drawn = *onNodes(4);
        drawn.topology_name = "ours";
        QCOMPARE(SizeDialog::sizesOf(drawn, 0).most_nodes, 4);
        const Result<Problem> two = SizeDialog::sizesOf(drawn, 0).problem(2);
        QVERIFY(two.ok());
        QCOMPARE(two->levels.device_count(), 16);
        QCOMPARE(stateOnNodes(state, drawn, 2).options.nodes, std::optional<std::int64_t>(2));
    }

    void stopsAndCloses() {
        {
            SizeDialog dialog(onNodes(1)); // closed while it works
        }
        SizeDialog dialog(onNodes(1));
        auto* stop = dialog.findChildren<QPushButton*>().first();
        for (QPushButton* button : dialog.findChildren<QPushButton*>())
            if (button->text() == SizeDialog::tr("Stop")) stop = button;
        stop->click();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isRunning(), patience);
        QVERIFY(stop->isHidden());
        QVERIFY(!dialog.answer().isEmpty());
    }
};

QTEST_MAIN(SizeTest)
#include "test_size.moc"
