// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "charts/chart.h"
#include "charts/chartcard.h"
#include "controls/optionpanel.h"
#include "document/inputs.h"
#include "document/presettext.h"
#include "find/commandpalette.h"
#include "find/findtools.h"
#include "find/fuzzymatch.h"
#include "find/shortcutlist.h"
#include "find/shortcutsheet.h"
#include "help/manualwindow.h"
#include "io/files.h"
#include "mainwindow/headerbar.h"
#include "mainwindow/inspector.h"
#include "mainwindow/mainwindow.h"
#include "mainwindow/notespanel.h"
#include "mainwindow/optionsside.h"
#include "mainwindow/presentation.h"
#include "plan/stageheatmap.h"
#include "testsettings.h"
#include "theme/theme.h"
#include "workspaces/planworkspace.h"
#include "workspaces/verdictbar.h"

#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMap>
#include <QPointer>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QStatusBar>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace nest;
using namespace nest::ui;

class FindTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_settings.clear(); }
    void cleanup() { setTextScale(*qApp, 1); }
    void fuzzyFindsParts();
    void fuzzyPrefersTheBetter();
    void paletteTriggersACommand();
    void paletteJumpsToAnOption();
    void aJumpIsSeen();
    void paletteSetsPresets();
    void paletteSaysWhyNot();
    void paletteKnowsEnglishInChinese();
    void paletteKnowsOtherWords_data();
    void paletteKnowsOtherWords();
    void paletteNamesTheNearestFirst_data();
    void paletteNamesTheNearestFirst();
    void paletteSaysThatNothingIsFound();
    void paletteOpensTheHelp();
    void paletteKeysStayItsOwn();
    void paletteGivesTheFocusBack();
    void sheetShowsEveryShortcut();
    void shortcutsAreUnique();
    void chartKeysAreNoShortcuts();
    void mnemonicsAreUnique_data();
    void mnemonicsAreUnique();
    void actionsHaveBothLanguages();
    void menuButtonsWorkAfterEscape();
    void presentationRestoresEverything();
    void presentationKeepsThePlace();
    void closingWhilePresentingKeepsTheDocks();
    void textScaleReachesWidgetsAndCharts();
    void assumedValuesHaveFigures();
    void presetTitlesAreTranslated();

private:
    static bool settle(MainWindow& window) {
        return QTest::qWaitFor(
            [&] { return window.livePlan().outcome() && !window.livePlan().isBusy() && !window.livePlan().isStale(); },
            120000);
    }
    std::unique_ptr<MainWindow> opened() {
        auto window = std::make_unique<MainWindow>();
        window->language().set(QStringLiteral("en"));
        window->start();
        window->show();
        return window;
    }
    static CommandPalette* openPalette(MainWindow& window, const QString& typed = {}) {
        window.actions().action("view.palette")->trigger();
        CommandPalette* palette = window.findTools()->palette();
        QTest::keyClicks(palette->field(), typed);
        return palette;
    }
    TestSettings m_settings;
};

void FindTest::fuzzyFindsParts() {
    const auto finds = [](const char* typed, const char* text) {
        return fuzzyMatch(QString::fromUtf8(typed), QString::fromUtf8(text)).has_value();
    };
    QVERIFY(finds("exp pl", "Export plan..."));
    QVERIFY(finds("exppl", "Export plan..."));
    QVERIFY(finds("plan exp", "Export plan..."));
    QVERIFY(finds("EXPORT", "Export plan..."));
    QVERIFY(finds("", "anything"));
    QVERIFY(finds("h100", "dgx-h100"));
    QVERIFY(finds("方案", "导出方案..."));
    QVERIFY(!finds("xport zz", "Export plan..."));
    QVERIFY(!finds("ro", "Export plan...")); // the other way round
    const auto match = fuzzyMatch(QStringLiteral("plan"), QStringLiteral("Export plan"));
    QCOMPARE(match->positions, (QVector<int>{7, 8, 9, 10}));
}

void FindTest::fuzzyPrefersTheBetter() {
    const auto score = [](const char* typed, const char* text) {
        return fuzzyMatch(QString::fromUtf8(typed), QString::fromUtf8(text))->score;
    };
    QVERIFY(score("plan", "Plan") > score("plan", "Plan chart"));
    QVERIFY(score("plan", "Plan chart") > score("plan", "Export plan"));
    QVERIFY(score("plan", "Export plan") > score("plan", "Explanation"));
    QVERIFY(score("stop", "Stop") > score("stop", "Save topology"));
}

void FindTest::paletteTriggersACommand() {
    const auto window = opened();
    window->header()->setCurrentWorkspace(MainWindow::PlanTab);
    CommandPalette* palette = openPalette(*window, QStringLiteral("topology"));
    QVERIFY(palette->isVisible());
    QVERIFY(palette->current());
    QCOMPARE(palette->current()->title, QStringLiteral("Topology"));
    QCOMPARE(palette->current()->kind, QStringLiteral("Workspace"));
    QTest::keyClick(palette->field(), Qt::Key_Return);
    QVERIFY(palette->isHidden());
    QCOMPARE(window->header()->currentWorkspace(), static_cast<int>(MainWindow::TopologyTab));
    // The header's button opens it too; Esc leaves without doing anything.
    auto* button = window->header()->findChild<QToolButton*>(QStringLiteral("paletteButton"));
    QVERIFY(button);
    button->click();
    QVERIFY(palette->isVisible());
    QVERIFY(palette->field()->text().isEmpty());
    QTest::keyClick(palette->field(), Qt::Key_Escape);
    QVERIFY(palette->isHidden());
    QCOMPARE(window->header()->currentWorkspace(), static_cast<int>(MainWindow::TopologyTab));
}

void FindTest::paletteJumpsToAnOption() {
    const auto window = opened();
    auto* dock = window->findChild<QDockWidget*>(QStringLiteral("optionsDock"));
    dock->hide();
    OptionPanel* panel = window->optionsSide()->panel();
    QVERIFY(!panel->visibleKeys().contains(QStringLiteral("downset_limit"))); // folded away
    CommandPalette* palette = openPalette(*window, QStringLiteral("downset lim"));
    QCOMPARE(palette->current()->kind, QStringLiteral("Option"));
    QTest::keyClick(palette->field(), Qt::Key_Return);
    QVERIFY(!dock->isHidden());
    QVERIFY(panel->visibleKeys().contains(QStringLiteral("downset_limit")));
    QCOMPARE(window->focusWidget(), panel->field(QStringLiteral("downset_limit")));
    // Keys find as names do; arrows move.
    openPalette(*window, QStringLiteral("overlap_zero"));
    QCOMPARE(palette->current()->title, QStringLiteral("Overlap of ZeRO exchange"));
    palette->field()->clear();
    const PaletteEntry* first = palette->current();
    QTest::keyClick(palette->field(), Qt::Key_Down);
    QVERIFY(palette->current() != first);
    QTest::keyClick(palette->field(), Qt::Key_Up);
    QCOMPARE(palette->current(), first);
    palette->dismiss();
}

/// Also where the field is a switch that shows its focus hardly.
void FindTest::aJumpIsSeen() {
    const auto window = opened();
    window->activateWindow();
    QTRY_VERIFY_WITH_TIMEOUT(window->isActiveWindow(), 60000);
    const QString key = QStringLiteral("round_up_micro_batches");
    window->editOption(key);
    QWidget* field = window->optionsSide()->panel()->field(key);
    QTRY_VERIFY_WITH_TIMEOUT(field->hasFocus(), 60000);
    QWidget* row = field->parentWidget();
    const auto edge = [row] { return row->grab().toImage().pixelColor(0, row->height() / 2); };
    QCOMPARE(edge(), Theme::current().accent);
    window->editOption(QStringLiteral("global_batch"));
    QTRY_VERIFY_WITH_TIMEOUT(!field->hasFocus(), 60000);
    QVERIFY(edge() != Theme::current().accent);
    window->actions().action("view.notes")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(window->notes()->isAncestorOf(QApplication::focusWidget()), 60000);
}

void FindTest::paletteSetsPresets() {
    const auto window = opened();
    CommandPalette* palette = openPalette(*window, QStringLiteral("model mixtral-8x7b"));
    QCOMPARE(palette->current()->title, QStringLiteral("mixtral-8x7b"));
    QTest::keyClick(palette->field(), Qt::Key_Return);
    QCOMPARE(window->project().state().model.name, std::string("mixtral-8x7b"));
    openPalette(*window, QStringLiteral("topology hgx-a100"));
    QTest::keyClick(palette->field(), Qt::Key_Return);
    QCOMPARE(window->project().state().topology.name, std::string("hgx-a100x16")); // as many nodes as before
    // Every model, topology and device is there.
    openPalette(*window);
    QStringList titles;
    for (const PaletteEntry* entry : palette->shown())
        titles << entry->title;
    for (const char* kind : {"models", "topologies", "devices"})
        for (const std::string& name : io::preset_names(kind))
            QVERIFY2(titles.contains(QString::fromStdString(name)), name.c_str());
    palette->dismiss();
    // And it can be undone.
    window->project().undoStack()->undo();
    QCOMPARE(window->project().state().topology.name, std::string("dgx-h100x16"));
}

void FindTest::paletteSaysWhyNot() {
    const auto window = opened();
    QVERIFY(settle(*window));
    QVERIFY(!window->actions().action("edit.undo")->isEnabled());
    CommandPalette* palette = openPalette(*window, QStringLiteral("undo"));
    QCOMPARE(palette->current()->title, QStringLiteral("Undo"));
    QCOMPARE(palette->current()->reason, QStringLiteral("nothing to undo"));
    QTest::keyClick(palette->field(), Qt::Key_Return); // nothing happens, the reason stays to be read
    QVERIFY(palette->isVisible());
    palette->dismiss();
    // Whatever is disabled says why.
    openPalette(*window);
    for (const PaletteEntry* entry : palette->shown()) {
        if (entry->kind != QStringLiteral("Command")) continue;
        const auto action = std::find_if(actionTable().begin(), actionTable().end(), [&](const ActionInfo& info) {
            return withoutMnemonic(QString::fromLatin1(info.text)) == entry->title;
        });
        QVERIFY(action != actionTable().end());
        QCOMPARE(entry->reason.isEmpty(), window->actions().action(action->id)->isEnabled());
    }
    palette->dismiss();
}

void FindTest::paletteKnowsOtherWords_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("english"); // of the entry
    QTest::newRow("Chinese") << QStringLiteral("chinese") << QStringLiteral("简体中文");
    QTest::newRow("dark") << QStringLiteral("dark") << QStringLiteral("Dark");
    QTest::newRow("export") << QStringLiteral("megatron") << QStringLiteral("Export for an engine...");
    QTest::newRow("paste") << QStringLiteral("megatron") << QStringLiteral("New project");
    QTest::newRow("mistyped") << QStringLiteral("megatorn") << QStringLiteral("Export for an engine...");
}

void FindTest::paletteKnowsOtherWords() {
    QFETCH(QString, typed);
    QFETCH(QString, english);
    const auto window = opened();
    for (const char* language : {"en", "zh_CN"}) {
        window->language().set(QString::fromLatin1(language));
        window->findTools()->openPalette();
        CommandPalette* palette = window->findTools()->palette();
        palette->field()->setText(typed);
        QStringList first;
        for (const PaletteEntry* entry : palette->shown())
            if (first.size() < 9) first << entry->title << entry->english;
        QVERIFY2(first.contains(english), qPrintable(first.join(QLatin1Char('\n'))));
        palette->dismiss();
    }
    window->language().set(QStringLiteral("en"));
}

/// The command for which a word is a keyword comes before whatever has its letters somewhere.
void FindTest::paletteNamesTheNearestFirst_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("english"); // of the entry
    for (const char* typed : {"launch", "script", "launch script", "torchrun"})
        QTest::newRow(typed) << QString::fromLatin1(typed) << QStringLiteral("Export for an engine...");
    for (const char* typed : {"help", "what would help", "improve", "faster"})
        QTest::newRow(typed) << QString::fromLatin1(typed) << QStringLiteral("What would help?");
}

void FindTest::paletteNamesTheNearestFirst() {
    QFETCH(QString, typed);
    QFETCH(QString, english);
    const auto window = opened();
    const auto check = [&] {
        for (const char* language : {"en", "zh_CN"}) {
            window->language().set(QString::fromLatin1(language));
            window->findTools()->openPalette();
            CommandPalette* palette = window->findTools()->palette();
            palette->field()->setText(typed);
            QVERIFY(palette->current());
            QCOMPARE(palette->current()->english, english);
            palette->dismiss();
        }
        window->language().set(QStringLiteral("en"));
    };
    check(); // with or without a plan
    QVERIFY(settle(*window));
    check();
}

void FindTest::paletteSaysThatNothingIsFound() {
    const auto window = opened();
    CommandPalette* palette = openPalette(*window);
    auto* nothing = palette->findChild<QLabel*>(QStringLiteral("nothingFound"));
    QVERIFY(nothing);
    QVERIFY(nothing->isHidden());
    palette->field()->setText(QStringLiteral("qqqqzzzz"));
    QVERIFY(palette->shown().empty());
    QVERIFY(nothing->isVisible());
    QCOMPARE(nothing->text(), QStringLiteral("Nothing found"));
    QTest::keyClick(palette->field(), Qt::Key_Return); // does nothing
    QVERIFY(palette->isVisible());
    palette->field()->setText(QStringLiteral("solve"));
    QVERIFY(nothing->isHidden());
    QVERIFY(palette->current());
    palette->dismiss();
}

void FindTest::paletteOpensTheHelp() {
    const auto window = opened();
    QVERIFY(settle(*window));
    window->header()->setCurrentWorkspace(MainWindow::TopologyTab);
    CommandPalette* palette = openPalette(*window, QStringLiteral("what would help"));
    QTest::keyClick(palette->field(), Qt::Key_Return);
    QCOMPARE(window->header()->currentWorkspace(), static_cast<int>(MainWindow::PlanTab));
    VerdictBar* verdict = window->planWorkspace()->verdict();
    QTRY_VERIFY_WITH_TIMEOUT(!verdict->helpText().isEmpty(), 60000);
    QCOMPARE(window->focusWidget(), verdict->helpButton());
}

void FindTest::paletteKnowsEnglishInChinese() {
    const auto window = opened();
    window->language().set(QStringLiteral("zh_CN"));
    QApplication::processEvents();
    CommandPalette* palette = openPalette(*window, QStringLiteral("export plan"));
    QVERIFY(palette->current());
    QCOMPARE(palette->current()->title, QStringLiteral("导出方案..."));
    palette->field()->clear();
    QTest::keyClicks(palette->field(), QStringLiteral("global batch"));
    QCOMPARE(palette->current()->title, QStringLiteral("全局批大小"));
    palette->field()->setText(QStringLiteral("全局批"));
    QCOMPARE(palette->current()->title, QStringLiteral("全局批大小"));
    palette->field()->setText(QStringLiteral("glossary"));
    QCOMPARE(palette->current()->title, QStringLiteral("术语表"));
    QTest::keyClick(palette->field(), Qt::Key_Return);
    QVERIFY(window->findTools()->manual());
    QCOMPARE(window->findTools()->manual()->topic(), QStringLiteral("glossary"));
    window->language().set(QStringLiteral("en"));
}

/// "?" is typed, not taken for the shortcut sheet; Esc closes the palette and leaves the selection.
void FindTest::paletteKeysStayItsOwn() {
    const auto window = opened();
    window->activateWindow();
    CommandPalette* palette = openPalette(*window);
    QTest::keyClick(palette->field(), Qt::Key_Question, Qt::ShiftModifier);
    QVERIFY(window->findTools()->sheet()->isHidden());
    window->findTools()->presentation()->set(true);
    openPalette(*window);
    QTest::keyClick(palette->field(), Qt::Key_Escape);
    QVERIFY(palette->isHidden());
    QVERIFY(window->findTools()->presentation()->isOn());
    window->findTools()->presentation()->set(false);
}

void FindTest::paletteGivesTheFocusBack() {
    const auto window = opened();
    QWidget* field = window->optionsSide()->panel()->field(QStringLiteral("global_batch"));
    field->setFocus();
    CommandPalette* palette = openPalette(*window);
    QTest::keyClick(palette->field(), Qt::Key_Escape);
    QCOMPARE(window->focusWidget(), field);
}

void FindTest::sheetShowsEveryShortcut() {
    const auto window = opened();
    window->actions().action("help.shortcuts")->trigger();
    ShortcutSheet* sheet = window->findTools()->sheet();
    QVERIFY(sheet->isVisible());
    QStringList shown;
    const auto labels = sheet->findChildren<QLabel*>();
    for (const QLabel* label : labels)
        shown << label->text();
    for (const ActionInfo& info : actionTable()) {
        if (!*info.shortcut) continue;
        const QAction* action = window->actions().action(info.id);
        QVERIFY2(shown.contains(withoutMnemonic(action->text())), info.id);
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        QVERIFY2(shown.contains(keys), info.id);
    }
    QTest::keyClick(sheet, Qt::Key_Escape);
    QVERIFY(sheet->isHidden());
}

void FindTest::shortcutsAreUnique() {
    const auto window = opened();
    QMap<QString, QString> owner;
    const auto actions = window->findChildren<QAction*>();
    for (const QAction* action : actions) {
        const auto keys = action->shortcuts();
        for (const QKeySequence& key : keys) {
            const QString text = key.toString(QKeySequence::PortableText);
            QVERIFY2(!owner.contains(text), qPrintable(text + QStringLiteral(": ") + owner.value(text) +
                                                       QStringLiteral(", ") + action->objectName()));
            owner.insert(text, action->objectName() + action->text());
        }
    }
    QVERIFY(owner.size() > 15);
}

/// A shortcut of the window would take a key away from the charts and fields that use it.
void FindTest::chartKeysAreNoShortcuts() {
    const QList<QKeySequence> own{Qt::Key_Up,
                                  Qt::Key_Down,
                                  Qt::Key_Left,
                                  Qt::Key_Right,
                                  Qt::Key_Home,
                                  Qt::Key_End,
                                  Qt::Key_F,
                                  Qt::Key_R,
                                  Qt::Key_Space,
                                  Qt::Key_Return,
                                  Qt::Key_Tab,
                                  Qt::Key_Backspace,
                                  Qt::CTRL | Qt::Key_Plus,
                                  Qt::Key_Plus,
                                  Qt::Key_Minus,
                                  Qt::Key_Delete,
                                  Qt::Key_PageUp,
                                  Qt::Key_PageDown,
                                  Qt::CTRL | Qt::Key_Minus,
                                  Qt::CTRL | Qt::Key_0,
                                  Qt::CTRL | Qt::Key_C,
                                  Qt::CTRL | Qt::Key_V,
                                  Qt::CTRL | Qt::Key_X,
                                  Qt::CTRL | Qt::Key_A};
    for (const ActionInfo& info : actionTable()) {
        if (!*info.shortcut) continue;
        const auto keys = QKeySequence::listFromString(QString::fromLatin1(info.shortcut), QKeySequence::PortableText);
        for (const QKeySequence& key : keys) {
            QVERIFY2(!key.isEmpty() && key[0].key() != Qt::Key_unknown, info.id);
            QVERIFY2(!own.contains(key), info.id);
        }
    }
}

void FindTest::mnemonicsAreUnique_data() {
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << QStringLiteral("en");
    QTest::newRow("Chinese") << QStringLiteral("zh_CN");
}

void FindTest::mnemonicsAreUnique() {
    QFETCH(QString, language);
    const auto window = opened();
    window->language().set(language);
    QApplication::processEvents();
    static const QRegularExpression mnemonic(QStringLiteral("&(.)"));
    QStringList wrong;
    const auto check = [&](const QMenu* menu, auto& self) -> void {
        QMap<QString, QString> owner;
        const auto actions = menu->actions();
        for (const QAction* action : actions) {
            if (action->isSeparator()) continue;
            const QString text = action->text();
            const auto match = mnemonic.match(text);
            // Names of languages, files and plans have none.
            const bool named = action->menu() || !action->objectName().isEmpty();
            if (named && !match.hasMatch()) wrong << menu->title() + QStringLiteral(" / ") + text;
            if (match.hasMatch()) {
                const QString key = match.captured(1).toLower();
                if (owner.contains(key)) wrong << owner.value(key) + QStringLiteral(" = ") + text;
                owner.insert(key, text);
            }
            // The usual form for languages without an alphabet: 打开(&O)...
            if (language == QStringLiteral("zh_CN") && match.hasMatch() &&
                !text.contains(QRegularExpression(QStringLiteral("\\(&[A-Z]\\)"))))
                wrong << text;
            if (action->menu()) self(action->menu(), self);
        }
    };
    check(window->actions().menu(), check);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    window->language().set(QStringLiteral("en"));
}

void FindTest::actionsHaveBothLanguages() {
    const auto window = opened();
    QMap<QString, QString> english;
    for (const ActionInfo& info : actionTable())
        english.insert(QString::fromLatin1(info.id), window->actions().action(info.id)->text());
    window->language().set(QStringLiteral("zh_CN"));
    QApplication::processEvents();
    for (const ActionInfo& info : actionTable()) {
        const QString text = window->actions().action(info.id)->text();
        QVERIFY2(!text.isEmpty() && text != english.value(QString::fromLatin1(info.id)), info.id);
        if (*info.needs)
            QVERIFY2(QCoreApplication::translate("Actions", info.needs) != QLatin1String(info.needs), info.id);
    }
    for (const ShortcutGroup& group : shortcutGroups())
        for (const ShortcutRow& row : group.rows)
            QVERIFY2(row.text.contains(QRegularExpression(QStringLiteral("\\p{Han}"))), qPrintable(row.text));
    window->language().set(QStringLiteral("en"));
}

void FindTest::menuButtonsWorkAfterEscape() {
    const auto window = opened();
    QVERIFY(settle(*window));
    const auto buttons = window->findChildren<QToolButton*>();
    int tried = 0;
    for (QToolButton* button : buttons) {
        if (!button->menu() || !button->isVisible() || !button->isEnabled()) continue;
        ++tried;
        for (int time = 0; time < 2; ++time) {
            bool seen = false;
            QTimer::singleShot(0, button, [&] {
                seen = button->menu()->isVisible();
                QTest::keyClick(button->menu(), Qt::Key_Escape);
                button->menu()->close();
            });
            button->showMenu();
            QTRY_VERIFY_WITH_TIMEOUT(!button->menu()->isVisible(), 60000);
            QVERIFY2(seen, qPrintable(button->accessibleName()));
            QVERIFY(button->isEnabled() && !button->isDown());
            for (const QAction* action : button->menu()->actions())
                QVERIFY(action->isSeparator() || action->isEnabled() || action->objectName().size() > 0);
        }
    }
    QVERIFY(tried >= 3);
}

void FindTest::presentationRestoresEverything() {
    const auto window = opened();
    QVERIFY(settle(*window));
    window->resize(1200, 780);
    auto* options = window->findChild<QDockWidget*>(QStringLiteral("optionsDock"));
    auto* inspector = window->findChild<QDockWidget*>(QStringLiteral("inspectorDock"));
    auto* problems = window->findChild<QDockWidget*>(QStringLiteral("problemsDock"));
    inspector->show();
    problems->hide();
    // What the inspector shows decides how small its dock can be.
    QTRY_VERIFY_WITH_TIMEOUT(window->inspector()->tree()->topLevelItemCount() > 0, 60000);
    QApplication::processEvents();
    const QByteArray docks = window->saveState();
    const QSize size = window->size();
    const QFont font = QApplication::font();
    const QString sheet = qApp->styleSheet();
    QVector<QPair<QPointer<QWidget>, int>> pixels; // some parts are made anew meanwhile
    const auto widgets = window->findChildren<QWidget*>();
    for (QWidget* widget : widgets)
        if (widget->font().pixelSize() > 0) pixels.append({widget, widget->font().pixelSize()});

    QAction* action = window->actions().action("view.present");
    action->trigger();
    QVERIFY(window->findTools()->presentation()->isOn());
    QVERIFY(action->isChecked());
    QVERIFY(window->isFullScreen());
    for (const QDockWidget* dock : {options, inspector, problems})
        QVERIFY(dock->isHidden());
    QVERIFY(window->statusBar()->isHidden());
    QCOMPARE(QApplication::font().pixelSize(), qRound(font.pixelSize() * Presentation::scale));
    QApplication::processEvents();

    QTest::keyClick(window.get(), Qt::Key_Escape);
    if (window->findTools()->presentation()->isOn()) action->trigger(); // a platform without an active window
    QVERIFY(!action->isChecked());
    QApplication::processEvents();
    QVERIFY(!window->isFullScreen());
    QCOMPARE(window->size(), size);
    QVERIFY(!options->isHidden());
    QVERIFY(!inspector->isHidden());
    QVERIFY(problems->isHidden());
    QVERIFY(!window->statusBar()->isHidden());
    if (window->saveState() != docks) {
        qWarning() << docks.toHex();
        qWarning() << window->saveState().toHex();
    }
    QTRY_COMPARE_WITH_TIMEOUT(window->saveState(), docks, 60000);
    QCOMPARE(QApplication::font(), font);
    QCOMPARE(qApp->styleSheet(), sheet);
    for (const auto& [widget, before] : pixels)
        if (widget) QVERIFY2(widget->font().pixelSize() == before, widget->metaObject()->className());
}

/// The chart that is being talked about stays in view when everything becomes large, and when it shrinks again.
void FindTest::presentationKeepsThePlace() {
    const auto window = opened();
    window->header()->setCurrentWorkspace(MainWindow::PlanTab);
    QVERIFY(settle(*window));
    window->resize(1200, 780);
    auto* area = window->planWorkspace()->findChild<QScrollArea*>();
    QScrollBar* bar = area->verticalScrollBar();
    const VerdictBar* verdict = window->planWorkspace()->verdict(); // its text comes later, and has a height
    QTRY_VERIFY_WITH_TIMEOUT(verdict->advice() && verdict->advice()->isAbout(window->planWorkspace()->snapshot()) &&
                                 bar->maximum() > 600,
                             60000);
    QWidget* card = window->planWorkspace()->chartCards().last(); // the lowest
    for (ChartCard* one : window->planWorkspace()->chartCards())
        if (one->chart()->metaObject()->className() == QByteArray("nest::ui::Timeline")) card = one;
    QTRY_VERIFY_WITH_TIMEOUT(card->y() > 300, 60000);
    bar->setValue(card->y() - metrics::gap);
    const auto isAtTop = [&] { return std::abs(card->y() - bar->value() - metrics::gap) <= 2; };
    QVERIFY(isAtTop());
    QAction* action = window->actions().action("view.present");
    for (const bool on : {true, false}) {
        const int place = card->y();
        action->trigger();
        QCOMPARE(window->findTools()->presentation()->isOn(), on);
        QTRY_VERIFY_WITH_TIMEOUT(card->y() != place && isAtTop(), 60000);
    }
}

void FindTest::closingWhilePresentingKeepsTheDocks() {
    {
        const auto window = opened();
        window->findTools()->presentation()->set(true);
        window->close();
    }
    QCOMPARE(textScale(), 1.0);
    const auto window = opened();
    QVERIFY(!window->isFullScreen());
    QVERIFY(!window->findChild<QDockWidget*>(QStringLiteral("optionsDock"))->isHidden());
}

void FindTest::textScaleReachesWidgetsAndCharts() {
    const int text = textFont().pixelSize(), axis = axisFont().pixelSize(), card = cardFont().pixelSize();
    QWidget window;
    QLabel plain(&window), title(&window);
    title.setFont(titleFont());
    window.show();
    setTextScale(*qApp, 1.5);
    QCOMPARE(textFont().pixelSize(), qRound(text * 1.5));
    QCOMPARE(axisFont().pixelSize(), qRound(axis * 1.5));
    QCOMPARE(cardFont().pixelSize(), qRound(card * 1.5));
    QCOMPARE(plain.font().pixelSize(), qRound(text * 1.5));
    QCOMPARE(title.font().pixelSize(), qRound(text * 1.5));
    QCOMPARE(title.font().weight(), titleFont().weight());
    QCOMPARE(scaled(10), 15);
    setTextScale(*qApp, 1);
    QCOMPARE(title.font(), titleFont());
    QCOMPARE(plain.font().pixelSize(), text);
}

void FindTest::assumedValuesHaveFigures() {
    const auto window = opened();
    ProjectState state = window->project().state();
    const auto inputs = prepareInputs(state);
    QVERIFY(!inputs->assumed.empty());
    QStringList texts;
    for (const AssumedValue& value : inputs->assumed) {
        QVERIFY2(value.value.has_value(), value.name.c_str());
        texts << assumedText(value);
    }
    // As resources/presets/devices/h100-sxm-80gb.json has it.
    QVERIFY2(texts.contains(QStringLiteral("Device: matmul efficiency 0.6")),
             qPrintable(texts.join(QLatin1Char('\n'))));
    QTRY_VERIFY_WITH_TIMEOUT(window->livePlan().outcome(), 60000);
    bool told = false;
    const auto buttons = window->header()->findChildren<QToolButton*>();
    for (const QToolButton* button : buttons)
        told = told || button->toolTip().contains(QStringLiteral("matmul efficiency 0.6 (assumed)"));
    QVERIFY(told);
    // What an option states is no assumption.
    QVERIFY(!set_option(state.options, "reserve_bytes", 3e9));
    QCOMPARE(prepareInputs(state)->assumed.size(), inputs->assumed.size() - 1);
    window->language().set(QStringLiteral("zh_CN"));
    QApplication::processEvents();
    for (const AssumedValue& value : inputs->assumed)
        QVERIFY2(assumedText(value).contains(QRegularExpression(QStringLiteral("\\p{Han}"))), value.name.c_str());
    window->language().set(QStringLiteral("en"));
}

void FindTest::presetTitlesAreTranslated() {
    Language language;
    language.set(QStringLiteral("zh_CN"));
    for (const std::string& name : io::preset_names("topologies")) {
        const QString title = presetTitle("topologies", name);
        QVERIFY2(title != QString::fromStdString(io::preset_title("topologies", name, false)), name.c_str());
        QVERIFY2(presetTip("topologies", name).startsWith(title), name.c_str());
    }
    language.set(QStringLiteral("en"));
}

QTEST_MAIN(FindTest)
#include "test_find.moc"
