// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "controls/diagnostictext.h"
#include "controls/optionpanel.h"
#include "controls/quantityfield.h"
#include "widgets/sample.h"

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <nlohmann/json.hpp>

using namespace nest;
using namespace nest::ui;
using nlohmann::json;

class TestControls : public QObject {
    Q_OBJECT

    static void type(QWidget* field, const QString& text, Qt::Key end = Qt::Key_Return) {
        auto* line = qobject_cast<QLineEdit*>(field);
        QVERIFY(line);
        line->selectAll();
        QTest::keyClicks(line, text);
        QTest::keyClick(line, end);
    }

    struct Edits {
        explicit Edits(OptionPanel& panel) {
            QObject::connect(&panel, &OptionPanel::optionEdited, &context,
                             [this](const QString& key, const json& value) {
                                 list.append({key, value});
                             });
        }
        QObject context;
        QVector<std::pair<QString, json>> list;
    };

private slots:
    void quantitiesAreUnderstood_data() {
        QTest::addColumn<int>("unit");
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("value");
        QTest::newRow("bits") << static_cast<int>(Unit::bytes_per_second) << QStringLiteral("400 Gb/s") << 50e9;
        QTest::newRow("bytes") << static_cast<int>(Unit::bytes_per_second) << QStringLiteral("450GB/s") << 450e9;
        QTest::newRow("binary") << static_cast<int>(Unit::bytes) << QStringLiteral("80 GiB") << 85899345920.0;
        QTest::newRow("bare") << static_cast<int>(Unit::bytes) << QStringLiteral("80e9") << 80e9;
        QTest::newRow("time") << static_cast<int>(Unit::seconds) << QStringLiteral("5 us") << 5e-6;
        QTest::newRow("ratio") << static_cast<int>(Unit::ratio) << QStringLiteral("60 %") << 0.6;
    }

    void quantitiesAreUnderstood() {
        QFETCH(int, unit);
        QFETCH(QString, text);
        QFETCH(double, value);
        QuantityField field(static_cast<Unit>(unit));
        QSignalSpy edited(&field, &QuantityField::valueEdited);
        type(&field, text);
        QCOMPARE(edited.count(), 1);
        QVERIFY(qFuzzyCompare(field.value(), value));
        QVERIFY(field.fault().isEmpty());
        QTest::keyClick(&field, Qt::Key_Return); // nothing new: nothing said
        QCOMPARE(edited.count(), 1);
    }

    void wrongTextIsMarkedAndNotTaken() {
        QuantityField field(Unit::bytes);
        field.setValue(80e9);
        const QString before = field.text();
        QSignalSpy edited(&field, &QuantityField::valueEdited);
        type(&field, QStringLiteral("40 GGB"));
        QCOMPARE(edited.count(), 0);
        QVERIFY(field.property("invalid").toBool());
        QVERIFY(field.toolTip().contains(QStringLiteral("40 GGB")));
        QCOMPARE(field.value(), 80e9);
        QTest::keyClick(&field, Qt::Key_Escape);
        QCOMPARE(field.text(), before);
        QVERIFY(!field.property("invalid").toBool());
        field.setRange(1e9, 100e9);
        type(&field, QStringLiteral("200 GB"));
        QVERIFY(!field.fault().isEmpty());
        QCOMPARE(edited.count(), 0);
        // Leaving the field keeps what can't be used, marked, and commits what can.
        QFocusEvent leave(QEvent::FocusOut, Qt::TabFocusReason);
        QCoreApplication::sendEvent(&field, &leave);
        QCOMPARE(field.text(), QStringLiteral("200 GB"));
        QVERIFY(field.property("invalid").toBool());
        QCOMPARE(field.value(), 80e9);
        field.setValue(80e9); // the same again, as after a change of something else
        QCOMPARE(field.text(), QStringLiteral("200 GB"));
        QTest::keyClick(&field, Qt::Key_Escape);
        QCOMPARE(field.text(), before);
        type(&field, QStringLiteral("200 GB"));
        field.setValue(90e9); // another value takes its place
        QVERIFY(field.fault().isEmpty());
        field.setValue(80e9);
        field.selectAll();
        QTest::keyClicks(&field, QStringLiteral("40 GB"));
        QCoreApplication::sendEvent(&field, &leave);
        QCOMPARE(edited.count(), 1);
        QCOMPARE(field.value(), 40e9);
    }

    void everyOptionHasItsRow() {
        OptionPanel panel;
        panel.setShowsAll(true);
        for (const OptionInfo& info : option_table()) {
            if (info.type == OptionType::level_map) continue;
            const QWidget* field = panel.field(QString::fromStdString(info.key));
            QVERIFY2(field, info.key.c_str());
            QCOMPARE(field->accessibleName(), QLatin1String(info.label));
            QVERIFY(field->toolTip().contains(QString::fromStdString(info.key)));
            QVERIFY(!panel.isMarkedChanged(QString::fromStdString(info.key)));
        }
        QCOMPARE(panel.visibleKeys().size(), static_cast<qsizetype>(option_table().size()) - 2); // no levels given
    }

    void textFieldsEmitJson() {
        OptionPanel panel;
        Edits edits(panel);
        type(panel.field(QStringLiteral("tp")), QStringLiteral("1, 2, 4"));
        QCOMPARE(edits.list.size(), 1);
        QCOMPARE(edits.list.last().first, QStringLiteral("tp"));
        QVERIFY(edits.list.last().second == json({1, 2, 4}));
        type(panel.field(QStringLiteral("global_batch")), QStringLiteral("512"));
        QVERIFY(edits.list.last().second == json(512));
        type(panel.field(QStringLiteral("memory_capacity")), QStringLiteral("40 GB"));
        QVERIFY(edits.list.last().second == json(40e9));
        QCOMPARE(edits.list.size(), 3);
        type(panel.field(QStringLiteral("global_batch")), QStringLiteral("many"));
        QCOMPARE(edits.list.size(), 3); // nothing was emitted
        QVERIFY(panel.field(QStringLiteral("global_batch"))->property("invalid").toBool());
        type(panel.field(QStringLiteral("global_batch")), QStringLiteral("0")); // below the minimum
        QCOMPARE(edits.list.size(), 3);
    }

    void automaticIsTakenInAnySpelling() {
        OptionPanel panel;
        Edits edits(panel);
        Options options;
        options.tp = std::vector<std::int64_t>{2};
        panel.setOptions(options);
        for (const char* text : {"auto", "Auto", " "}) {
            const qsizetype before = edits.list.size();
            type(panel.field(QStringLiteral("tp")), QString::fromLatin1(text));
            QCOMPARE(edits.list.size(), before + 1);
            QVERIFY(edits.list.last().second == json("auto"));
            panel.setOptions(options);
        }
    }

    void choicesAndSwitches() {
        OptionPanel panel;
        Edits edits(panel);
        const auto choose = [&](const char* key, const char* name) {
            auto* button = qobject_cast<QToolButton*>(panel.field(QLatin1String(key)));
            QVERIFY(button);
            for (QAction* action : button->menu()->actions())
                if (action->data().toString() == QLatin1String(name)) return action->trigger();
            QFAIL(name);
        };
        choose("objective", "paper");
        QVERIFY(edits.list.last().second == json("paper"));
        choose("recompute", "full");
        QVERIFY(edits.list.last().second == json({"full"}));
        Options options;
        options.recompute = std::vector<Recompute>{Recompute::full};
        panel.setOptions(options);
        choose("recompute", "none");
        QVERIFY(edits.list.last().second == json({"none", "full"}));
        choose("recompute", "auto");
        QVERIFY(edits.list.last().second == json("auto"));
        auto* box = qobject_cast<QCheckBox*>(panel.field(QStringLiteral("dropout")));
        QVERIFY(box);
        box->click();
        QVERIFY(edits.list.last().second == json(true));
        QVERIFY(!box->isChecked()); // an intent: the document decides
    }

    void changedOptionsAreMarkedShownAndReset() {
        OptionPanel panel;
        QVERIFY(!panel.visibleKeys().contains(QStringLiteral("cp")));
        Options options;
        options.cp = std::vector<std::int64_t>{2};
        panel.setOptions(options);
        QVERIFY(panel.isMarkedChanged(QStringLiteral("cp")));
        QVERIFY(panel.visibleKeys().contains(QStringLiteral("cp")));
        Edits edits(panel);
        QToolButton* reset = nullptr;
        for (QToolButton* button : panel.field(QStringLiteral("cp"))->parentWidget()->findChildren<QToolButton*>())
            if (button->accessibleName().startsWith(QStringLiteral("Reset"))) reset = button;
        QVERIFY(reset);
        reset->click();
        QCOMPARE(edits.list.size(), 1);
        QVERIFY(edits.list.last().second == json("auto"));
    }

    void levelsHaveTheirRows() {
        OptionPanel panel;
        panel.setLevels(sample::small().problem->levels);
        auto* field = qobject_cast<QLineEdit*>(panel.field(QStringLiteral("level_bandwidth.node")));
        QVERIFY(field);
        QCOMPARE(field->text(), QString());
        QVERIFY(field->placeholderText().contains(QStringLiteral("450")));
        Edits edits(panel);
        type(field, QStringLiteral("x0.5"));
        QCOMPARE(edits.list.last().first, QStringLiteral("level_bandwidth.node"));
        QVERIFY(edits.list.last().second == json("x0.5"));
        type(panel.field(QStringLiteral("level_latency.rail")), QStringLiteral("3 us"));
        QVERIFY(edits.list.last().second == json(3e-6));
    }

    void searchFinds() {
        OptionPanel panel;
        panel.setSearch(QStringLiteral("zero"));
        QVERIFY(panel.visibleKeys().contains(QStringLiteral("zero")));
        QVERIFY(panel.visibleKeys().contains(QStringLiteral("overlap_zero")));
        QVERIFY(!panel.visibleKeys().contains(QStringLiteral("global_batch")));
        panel.setSearch(QString());
        QVERIFY(panel.visibleKeys().contains(QStringLiteral("global_batch")));
        QVERIFY(!panel.visibleKeys().contains(QStringLiteral("overlap_zero")));
        panel.editOption(QStringLiteral("overlap_zero"));
        QVERIFY(panel.visibleKeys().contains(QStringLiteral("overlap_zero")));
        panel.showFault(QStringLiteral("tp"), QStringLiteral("tp 3 does not divide 64 heads"));
        QVERIFY(panel.visibleKeys().contains(QStringLiteral("tp")));
        QEvent language(QEvent::LanguageChange);
        QCoreApplication::sendEvent(&panel, &language);
        QVERIFY(panel.field(QStringLiteral("tp")));
    }

    void faultsAreSentences() {
        Diagnostic diagnostic;
        diagnostic.code = ErrorCode::unknown_name;
        diagnostic.found = "lama3";
        diagnostic.suggestion = "llama3-8b";
        diagnostic.file = "a.json";
        diagnostic.pointer = "/model";
        QCOMPARE(diagnosticText(diagnostic),
                 QStringLiteral("a.json#/model: “lama3” is not known. Did you mean “llama3-8b”?"));
        for (int code = 0; code <= static_cast<int>(ErrorCode::plan_refused); ++code) {
            diagnostic.code = static_cast<ErrorCode>(code);
            const QString text = faultText(diagnostic);
            QVERIFY(text.endsWith(QLatin1Char('.')) || text.endsWith(QLatin1Char('?')));
            QVERIFY(!text.contains(QLatin1Char('%')));
        }
    }
};

QTEST_MAIN(TestControls)
#include "test_controls.moc"
