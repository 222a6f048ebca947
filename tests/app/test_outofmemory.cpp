// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "mainwindow/headerbar.h"
#include "mainwindow/mainwindow.h"
#include "testsettings.h"
#include "workspaces/planworkspace.h"

#include <QRegularExpression>
#include <QTest>
#include <new>

using namespace nest;
using namespace nest::ui;

/// A search that there is too little memory for ends with a sentence, and the window goes on.
class OutOfMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_settings.clear(); }

    void isToldAndSurvived_data() {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("English") << QStringLiteral("en")
                                 << QStringLiteral("a search that needs more memory than this computer has");
        QTest::newRow("Chinese") << QStringLiteral("zh_CN") << QStringLiteral("内存");
    }

    void isToldAndSurvived() {
        QFETCH(QString, language);
        QFETCH(QString, sentence);
        MainWindow window;
        window.language().set(language);
        window.livePlan().runner().setSearch(
            [](const Problem&, const SolveControl&) -> SolveResult { throw std::bad_alloc(); });
        window.start();
        window.show();
        window.header()->setCurrentWorkspace(MainWindow::PlanTab);
        QTRY_VERIFY_WITH_TIMEOUT(window.livePlan().outcome() && !window.livePlan().isBusy(), 60000);
        QVERIFY(!window.livePlan().outcome()->result);
        QTRY_VERIFY_WITH_TIMEOUT(window.planWorkspace()->showsReason(), 60000);
        const QString reason = window.planWorkspace()->reasonText();
        QVERIFY2(reason.contains(sentence), qPrintable(reason));
        static const QRegularExpression english(QStringLiteral("[a-z]{2,} [a-z]{2,} [a-z]{2,}"));
        QCOMPARE(reason.contains(english), language == QStringLiteral("en"));
        // The next search is an ordinary one.
        window.livePlan().runner().setSearch(solve);
        window.livePlan().solveNow();
        QTRY_VERIFY_WITH_TIMEOUT(window.livePlan().outcome()->result, 120000);
        QTRY_VERIFY_WITH_TIMEOUT(!window.planWorkspace()->showsReason(), 60000);
        QVERIFY(!window.livePlan().outcome()->result->plans.empty());
    }

private:
    TestSettings m_settings;
};

QTEST_MAIN(OutOfMemoryTest)
#include "test_outofmemory.moc"
