// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "charts/card.h"
#include "charts/chart.h"
#include "controls/optionpanel.h"
#include "find/findtools.h"
#include "help/helpcontext.h"
#include "help/manual.h"
#include "help/manualparts.h"
#include "help/manualwindow.h"
#include "mainwindow/headerbar.h"
#include "mainwindow/mainwindow.h"
#include "mainwindow/optionsside.h"
#include "plan/options.h"
#include "testsettings.h"

#include <QLineEdit>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <QWheelEvent>

using namespace nest;
using namespace nest::ui;

class ManualTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_settings.clear(); }
    void languagesHaveTheSameHeadings();
    void linksLeadSomewhere_data() { languages(); }
    void linksLeadSomewhere();
    void everythingHasAPlace_data() { languages(); }
    void everythingHasAPlace();
    void viewsSayTheirPage();
    void panelsAreCalledAsInTheManual_data() { languages(); }
    void panelsAreCalledAsInTheManual();
    void pagesAreTranslated();
    void searchFindsInOrder();
    void windowGoesBackAndForward();
    void windowFollowsTheLanguage();
    void anchorsAreTakenOutOfTheText();
    void headingsStandOut();
    void topicStandsAtTheTop();
    void contextIsHoveredOrFocused();
    void contextFollowsTheWheel();
    void f1OpensTheContext();

private:
    static void languages() {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << QStringLiteral("en");
        QTest::newRow("Chinese") << QStringLiteral("zh_CN");
    }
    TestSettings m_settings;
};

void ManualTest::languagesHaveTheSameHeadings() {
    const Manual english(QStringLiteral("en")), chinese(QStringLiteral("zh_CN"));
    QVERIFY(english.pages().size() >= 15);
    const auto outline = [](const Manual& manual) {
        QStringList lines;
        for (const ManualPage& page : manual.pages()) {
            lines << QStringLiteral("== ") + page.id;
            for (const ManualSection& section : page.sections)
                if (section.level <= 4) lines << QStringLiteral("%1 %2").arg(section.level).arg(section.anchor);
        }
        return lines;
    };
    QCOMPARE(outline(chinese), outline(english));
}

void ManualTest::linksLeadSomewhere() {
    QFETCH(QString, language);
    const Manual manual(language);
    static const QRegularExpression link(QStringLiteral("\\]\\(([^)]+)\\)"));
    QStringList broken;
    int links = 0;
    for (const ManualPage& page : manual.pages()) {
        auto matches = link.globalMatch(page.markdown);
        while (matches.hasNext()) {
            const QString target = matches.next().captured(1);
            if (target.startsWith(QStringLiteral("https://"))) continue;
            ++links;
            const QString topic = target.startsWith(QLatin1Char('#')) ? page.id + target : target;
            if (!manual.has(topic)) broken << page.id + QStringLiteral(": ") + target;
        }
    }
    QVERIFY(links > 30);
    QVERIFY2(broken.isEmpty(), qPrintable(broken.join(QLatin1Char('\n'))));
}

/// Every option, command, workspace and page of the index has its place, with something said there.
void ManualTest::everythingHasAPlace() {
    QFETCH(QString, language);
    const Manual manual(language);
    QStringList missing;
    QFile file(QStringLiteral(NEST_SOURCE_DIR "/resources/manual/%1/options.md").arg(language));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString options = QString::fromUtf8(file.readAll());
    for (const OptionInfo& info : option_table()) {
        const QString key = QString::fromStdString(info.key);
        if (!manual.has(optionTopic(key))) missing << key;
        static const QString note(QStringLiteral("\n## %1\n"));
        if (!options.contains(note.arg(key))) missing << key + QStringLiteral(": nothing beyond its help text");
    }
    QFile keys(QStringLiteral(NEST_SOURCE_DIR "/resources/manual/%1/shortcuts.md").arg(language));
    QVERIFY(keys.open(QIODevice::ReadOnly));
    const QString commands = QString::fromUtf8(keys.readAll());
    for (const ActionInfo& info : actionTable()) {
        const QString id = QString::fromLatin1(info.id);
        if (!manual.has(actionTopic(id))) missing << id;
        if (!commands.contains(QStringLiteral("\n## %1\n").arg(id))) missing << id + QStringLiteral(": not described");
    }
    for (const ManualPage& page : manual.pages())
        if (page.markdown.size() < 200 || page.sections.isEmpty()) missing << page.id + QStringLiteral(": empty");
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));
}

/// Who looks a panel up finds its name: the heading is the title of the panel, or of one of those that it is about.
void ManualTest::panelsAreCalledAsInTheManual() {
    QFETCH(QString, language);
    Language chosen;
    chosen.set(language);
    {
        MainWindow window;
        QMap<QString, QStringList> titles;
        const auto cards = window.findChildren<Card*>();
        for (const Card* card : cards) {
            QString topic = card->property("helpId").toString();
            if (topic.isEmpty() && card->body()) topic = card->body()->property("helpId").toString();
            if (topic.contains(QLatin1Char('#')) && !card->title().isEmpty()) titles[topic] << card->title();
        }
        QVERIFY(titles.size() >= 15);
        const Manual manual(language);
        QStringList wrong;
        for (auto topic = titles.cbegin(); topic != titles.cend(); ++topic) {
            const auto [id, anchor] = splitTopic(topic.key());
            const ManualPage* page = manual.page(id);
            QVERIFY2(page, qPrintable(id));
            for (const ManualSection& section : page->sections)
                if (section.anchor == anchor && !topic.value().contains(section.title))
                    wrong << QStringLiteral("%1: %2, not %3")
                                 .arg(topic.key(), topic.value().join(QStringLiteral(" / ")), section.title);
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }
    chosen.set(QStringLiteral("en"));
}

/// F1 over any chart, panel or option leads to a place that is about it.
void ManualTest::viewsSayTheirPage() {
    MainWindow window;
    window.start();
    window.show();
    const Manual manual(QStringLiteral("en"));
    QStringList wrong;
    int declared = 0;
    const auto widgets = window.findChildren<QWidget*>();
    for (const QWidget* widget : widgets) {
        const QString own = widget->property("helpId").toString();
        if (!own.isEmpty()) {
            ++declared;
            if (!manual.has(own)) wrong << QString::fromLatin1(widget->metaObject()->className()) + ": " + own;
        }
        if (qobject_cast<const Chart*>(widget) && !own.contains(QLatin1Char('#')))
            wrong << QString::fromLatin1(widget->metaObject()->className()) + ": says no page of its own";
    }
    QVERIFY(declared > 40); // the options alone
    const auto* pages = window.findChild<QStackedWidget*>();
    QVERIFY(pages);
    for (int index = 0; index < pages->count(); ++index)
        if (helpTopicOf(pages->widget(index)).isEmpty())
            wrong << QStringLiteral("workspace %1 says no page").arg(index);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
}

/// A Chinese page is Chinese: of every section's own text at least some is.
void ManualTest::pagesAreTranslated() {
    static const QRegularExpression han(QStringLiteral("\\p{Han}"));
    Language language; // what the program says of itself is in its own language
    language.set(QStringLiteral("zh_CN"));
    const Manual manual(QStringLiteral("zh_CN"));
    language.set(QStringLiteral("en"));
    QStringList wrong;
    for (const ManualPage& page : manual.pages()) {
        if (page.id == QLatin1String("glossary")) continue; // has both by design
        for (const ManualSection& section : page.sections)
            if (!section.text.isEmpty() && section.level <= 4 && !section.text.contains(han))
                wrong << page.id + QLatin1Char('#') + section.anchor;
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
}

void ManualTest::searchFindsInOrder() {
    const Manual english(QStringLiteral("en"));
    QVERIFY(english.search(QString()).isEmpty());
    QVERIFY(english.search(QStringLiteral("zebra crossing")).isEmpty());
    const auto bubble = english.search(QStringLiteral("BUBBLE"));
    QVERIFY(!bubble.isEmpty());
    QCOMPARE(bubble.first().topic, QStringLiteral("cost-schedule#bubble")); // the one with the word in its title
    for (const ManualHit& hit : bubble)
        QVERIFY(english.has(hit.topic));
    // All words have to be there, in any order.
    const auto both = english.search(QStringLiteral("working set"));
    QVERIFY(std::any_of(both.begin(), both.end(),
                        [](const ManualHit& hit) { return hit.topic == QStringLiteral("cost-memory#states"); }));
    // An option is found by its key and leads to itself.
    const auto key = english.search(QStringLiteral("round_up_micro_batches"));
    QVERIFY(!key.isEmpty());
    QCOMPARE(key.first().topic, QStringLiteral("options#option-round_up_micro_batches"));
    const auto chinese = Manual(QStringLiteral("zh_CN")).search(QStringLiteral("气泡"));
    QVERIFY(!chinese.isEmpty());
    QCOMPARE(chinese.first().topic, QStringLiteral("cost-schedule#bubble"));
}

void ManualTest::windowGoesBackAndForward() {
    Language language;
    language.set(QStringLiteral("en"));
    ManualWindow window;
    window.show();
    QCOMPARE(window.topic(), QStringLiteral("first-steps"));
    QVERIFY(!window.canGoBack());
    window.openTopic(QStringLiteral("plan#devices"));
    window.openTopic(QStringLiteral("cost-memory"));
    window.back();
    QCOMPARE(window.topic(), QStringLiteral("plan#devices"));
    QCOMPARE(window.contents()->currentItem()->data(0, Qt::UserRole).toString(), QStringLiteral("plan#devices"));
    window.back();
    QCOMPARE(window.topic(), QStringLiteral("first-steps"));
    window.forward();
    QCOMPARE(window.topic(), QStringLiteral("plan#devices"));
    // A search is a page like others: its links lead to what was found, and the words are marked there.
    QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(window.field()->hasFocus() || QGuiApplication::focusWindow() == nullptr, 60000);
    window.field()->setText(QStringLiteral("logits"));
    QVERIFY(window.topic().startsWith(QStringLiteral("search:")));
    QVERIFY(window.browser()->toPlainText().contains(QStringLiteral("logits")));
    QTest::keyClick(window.field(), Qt::Key_Return);
    QCOMPARE(window.topic(), QStringLiteral("cost-memory#logits"));
    QVERIFY(!window.browser()->extraSelections().isEmpty());
    const int size = window.browser()->document()->defaultFont().pixelSize();
    window.setTextStep(2);
    QCOMPARE(window.browser()->document()->defaultFont().pixelSize(), size + 2);
    window.openTopic(QStringLiteral("nowhere"));
    QCOMPARE(window.topic(), QStringLiteral("first-steps"));
}

void ManualTest::windowFollowsTheLanguage() {
    Language language;
    language.set(QStringLiteral("en"));
    ManualWindow window;
    window.openTopic(QStringLiteral("plan#memory"));
    QVERIFY(window.browser()->toPlainText().contains(QStringLiteral("Memory per stage")));
    language.set(QStringLiteral("zh_CN"));
    QTRY_VERIFY_WITH_TIMEOUT(window.browser()->toPlainText().contains(QStringLiteral("各阶段显存")), 60000);
    QCOMPARE(window.topic(), QStringLiteral("plan#memory"));
    language.set(QStringLiteral("en"));
    QTRY_VERIFY_WITH_TIMEOUT(window.browser()->toPlainText().contains(QStringLiteral("Memory per stage")), 60000);
}

void ManualTest::anchorsAreTakenOutOfTheText() {
    Language language;
    language.set(QStringLiteral("en"));
    ManualWindow window;
    for (const ManualPage& page : window.manual().pages()) {
        window.openTopic(page.id);
        const QString text = window.browser()->toPlainText();
        for (const char* raw : {"{#", "{{", "](", "**"})
            QVERIFY2(!text.contains(QLatin1String(raw)), qPrintable(page.id + QLatin1String(raw)));
    }
}

void ManualTest::headingsStandOut() {
    ManualWindow window;
    window.openTopic(QStringLiteral("plan"));
    const int plain = window.browser()->document()->defaultFont().pixelSize();
    int levels = 0;
    for (QTextBlock block = window.browser()->document()->begin(); block.isValid(); block = block.next()) {
        const int level = block.blockFormat().headingLevel();
        if (level != 1 && level != 2) continue;
        const QTextCharFormat format = block.begin().fragment().charFormat();
        QVERIFY(!format.hasProperty(QTextFormat::FontSizeAdjustment)); // it would win over the pixels
        QVERIFY(format.property(QTextFormat::FontPixelSize).toInt() > plain);
        levels |= level;
    }
    QCOMPARE(levels, 3);
}

/// A topic in the middle of a page is at the top when the window opens, also once it has its size.
void ManualTest::topicStandsAtTheTop() {
    ManualWindow window;
    const auto atTop = [&] { return window.browser()->cursorForPosition(QPoint(40, 12)).block().text(); };
    window.openTopic(QStringLiteral("plan#stages"));
    window.show();
    QTRY_COMPARE_WITH_TIMEOUT(atTop(), QStringLiteral("Stages"), 60000);
    window.resize(700, 500);
    QTRY_COMPARE_WITH_TIMEOUT(atTop(), QStringLiteral("Stages"), 60000);
    window.openTopic(QStringLiteral("plan#strip"));
    QTRY_COMPARE_WITH_TIMEOUT(atTop(), QStringLiteral("Layers"), 60000);
}

void ManualTest::contextIsHoveredOrFocused() {
    MainWindow window;
    window.start();
    window.show();
    HelpContext* context = window.findTools()->context();
    QWidget* field = window.optionsSide()->panel()->field(QStringLiteral("global_batch"));
    QVERIFY(field);
    QCOMPARE(helpTopicOf(field), QStringLiteral("options#option-global_batch"));
    // A family's rows lead to the family.
    QTRY_VERIFY_WITH_TIMEOUT(window.livePlan().outcome(), 60000);
    QTRY_VERIFY_WITH_TIMEOUT(window.optionsSide()->panel()->field(QStringLiteral("level_bandwidth.nvlink")), 60000);
    QCOMPARE(helpTopicOf(window.optionsSide()->panel()->field(QStringLiteral("level_bandwidth.nvlink"))),
             QStringLiteral("options#option-level_bandwidth"));

    auto* chart = window.findChild<Chart*>();
    QVERIFY(chart);
    QMouseEvent move(QEvent::MouseMove, QPointF(5, 5), chart->mapToGlobal(QPointF(5, 5)), Qt::NoButton, Qt::NoButton,
                     Qt::NoModifier);
    if (chart->isVisible()) {
        QApplication::sendEvent(chart, &move);
        QCOMPARE(context->topic(), chart->property("helpId").toString());
        QTest::keyClick(chart, Qt::Key_A); // a key: now the focus counts
        QVERIFY(context->topic() != chart->property("helpId").toString() || chart->hasFocus());
    }
}

/// The wheel brings another view below the pointer, which stays where it is.
void ManualTest::contextFollowsTheWheel() {
    QScrollArea area;
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (const char* topic : {"plan#stages", "plan#memory"}) {
        auto* view = new QWidget;
        view->setFixedSize(280, 400);
        view->setProperty("helpId", QString::fromLatin1(topic));
        column->addWidget(view);
    }
    area.setWidget(content);
    area.resize(300, 300);
    area.show();
    HelpContext context;
    const QPoint at(50, 100);
    QWidget* first = content->childAt(at);
    QVERIFY(first);
    QTest::mouseMove(first, at);
    QCoreApplication::processEvents();
    QCOMPARE(context.topic(), QStringLiteral("plan#stages"));
    QWheelEvent wheel(at, first->mapToGlobal(at), {}, QPoint(0, -120 * 40), Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(first, &wheel);
    area.verticalScrollBar()->setValue(400); // as far as it may go
    QCOMPARE(context.topic(), QStringLiteral("plan#memory"));
}

void ManualTest::f1OpensTheContext() {
    MainWindow window;
    window.start();
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QVERIFY(!window.findTools()->manual());
    QWidget* field = window.optionsSide()->panel()->field(QStringLiteral("sequence_length"));
    QMouseEvent move(QEvent::MouseMove, QPointF(2, 2), field->mapToGlobal(QPointF(2, 2)), Qt::NoButton, Qt::NoButton,
                     Qt::NoModifier);
    QVERIFY(field->isVisible());
    QApplication::sendEvent(field, &move);
    QCOMPARE(window.findTools()->context()->topic(), QStringLiteral("options#option-sequence_length"));
    window.actions().action("help.manual")->trigger();
    QVERIFY(window.findTools()->manual());
    QCOMPARE(window.findTools()->manual()->topic(), QStringLiteral("options#option-sequence_length"));
    // The same window again, elsewhere.
    const ManualWindow* first = window.findTools()->manual();
    window.findTools()->openManual(QStringLiteral("assumed"));
    QCOMPARE(window.findTools()->manual(), first);
    QCOMPARE(first->topic(), QStringLiteral("assumed"));
}

QTEST_MAIN(ManualTest)
#include "test_manual.moc"
