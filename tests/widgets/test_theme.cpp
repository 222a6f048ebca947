// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "theme/theme.h"

#include <QApplication>
#include <QBrush>
#include <QLabel>
#include <QPixmap>
#include <QTest>
#include <cmath>
#include <limits>

using namespace nest;
using namespace nest::ui;

class TestTheme : public QObject {
    Q_OBJECT

    static bool near(const QColor& colour, int red, int green, int blue, int tolerance) {
        return std::abs(colour.red() - red) <= tolerance && std::abs(colour.green() - green) <= tolerance &&
               std::abs(colour.blue() - blue) <= tolerance;
    }

private slots:
    void contrastRatioIsWcags() {
        QCOMPARE(contrast(Qt::black, Qt::white), 21.0);
        QCOMPARE(contrast(Qt::white, Qt::black), 21.0);
        QCOMPARE(contrast(Qt::red, Qt::red), 1.0);
        // #767676 is the lightest grey that passes on white, as WCAG's notes have it.
        QVERIFY(contrast(QColor(0x76, 0x76, 0x76), Qt::white) >= 4.5);
        QVERIFY(contrast(QColor(0x77, 0x77, 0x77), Qt::white) < 4.5);
    }

    void textCanBeRead() {
        for (const Theme* theme : {&Theme::light(), &Theme::night()})
            for (const QColor& ground : {theme->ground, theme->panel})
                for (const QColor& text :
                     {theme->text, theme->muted, theme->accent, theme->bad, theme->good, theme->warning})
                    QVERIFY2(contrast(text, ground) >= 4.5, qPrintable(text.name() + QLatin1Char(' ') + ground.name()));
        QVERIFY(contrast(Theme::light().onAccent, Theme::light().accent) >= 4.5);
        QVERIFY(contrast(Theme::night().onAccent, Theme::night().accent) >= 4.5);
    }

    void mapsHaveTheirPublishedEnds() {
        // matplotlib's table of cividis: (0, 0.1262, 0.3015) to (0.9957, 0.9093, 0.2178); the polynomial is near it.
        QVERIFY(near(cividis(0), 0, 32, 77, 14));
        QVERIFY(near(cividis(1), 254, 232, 56, 14));
        QVERIFY(near(vik(0), 0, 18, 97, 1));
        QVERIFY(near(vik(1), 89, 0, 8, 1));
        QCOMPARE(cividis(-3), cividis(0));
        QCOMPARE(cividis(7), cividis(1));
        QCOMPARE(cividis(std::numeric_limits<double>::quiet_NaN()), cividis(0));
        // Perceptual order: always lighter, so it survives a grey print.
        for (int step = 1; step <= 50; ++step)
            QVERIFY(contrast(cividis(step / 50.0), Qt::black) > contrast(cividis((step - 1) / 50.0), Qt::black));
        QVERIFY(contrast(vik(0.5), Qt::black) > contrast(vik(0.3), Qt::black));
        QVERIFY(contrast(vik(0.5), Qt::black) > contrast(vik(0.7), Qt::black));
    }

    /// Chinese fonts have one weight, which Qt thickens from Bold on.
    void headsTakeAnotherWeight() {
        QLabel head, body;
        head.setFont(titleFont());
        QCOMPARE(head.font().weight(), QFont::DemiBold);
        setHeadWeight(*qApp, QFont::Bold);
        QCOMPARE(head.font().weight(), QFont::Bold);
        QCOMPARE(titleFont().weight(), QFont::Bold);
        QCOMPARE(cardFont().weight(), QFont::Bold);
        QCOMPARE(body.font().weight(), QFont::Normal);
        QCOMPARE(textFont().weight(), QFont::Normal);
        setHeadWeight(*qApp, QFont::DemiBold);
        QCOMPARE(head.font().weight(), QFont::DemiBold);
    }

    void neighbouringStagesDiffer() {
        for (const int count : {2, 8, 9, 16, 64, 126})
            for (int stage = 1; stage < count; ++stage) {
                const QColor a = Theme::light().stage(stage - 1, count), b = Theme::light().stage(stage, count);
                QVERIFY(a != b);
                if (count > 8) QVERIFY(contrast(a, b) > 1.15); // lightness tells them apart without hue
            }
        QVERIFY(Theme::light().stage(0, 0).isValid());
    }

    void textOnCellsIsTheReadableOne() {
        QCOMPARE(textOn(cividis(0)), QColor(Qt::white));
        QCOMPARE(textOn(cividis(1)), QColor(Qt::black));
        for (int step = 0; step <= 20; ++step)
            QVERIFY(contrast(textOn(cividis(step / 20.0)), cividis(step / 20.0)) >= 4.5);
    }

    void modesAndIconsFollowThePalette() {
        applyTheme(*qApp, ThemeMode::Dark);
        QVERIFY(Theme::current().dark);
        const QImage dark = lineIcon(QStringLiteral("chart")).pixmap(20, 20).toImage();
        applyTheme(*qApp, ThemeMode::Light);
        QVERIFY(!Theme::current().dark);
        const QImage light = lineIcon(QStringLiteral("chart")).pixmap(20, 20).toImage();
        QVERIFY(dark != light);
        QVERIFY(!qApp->styleSheet().contains(QLatin1Char('@'))); // every colour name was replaced
    }

    void figures() {
        const QChar thin(0x202F);
        QCOMPARE(formatCount(0), QStringLiteral("0"));
        QCOMPARE(formatCount(999), QStringLiteral("999"));
        QCOMPARE(formatCount(1234567), QStringLiteral("1 234 567").replace(QLatin1Char(' '), thin));
        QCOMPARE(formatCount(-1234), QStringLiteral("-1 234").replace(QLatin1Char(' '), thin));
        QCOMPARE(formatAmount(1.52e6), QStringLiteral("1.52 M").replace(QLatin1Char(' '), thin));
        QCOMPARE(formatAmount(146279), QStringLiteral("146 k").replace(QLatin1Char(' '), thin));
        QCOMPARE(formatAmount(11880), QStringLiteral("11 880").replace(QLatin1Char(' '), thin));
        QCOMPARE(formatAmount(3.14159), QStringLiteral("3.14"));
        QCOMPARE(formatScaled(78.04e9, {1e9, "GB"}), QStringLiteral("78.0"));
        QCOMPARE(formatScaled(328e-3, {1e-3, "ms"}), QStringLiteral("328"));
        QCOMPARE(formatScaled(0, {1e-3, "ms"}), QStringLiteral("0"));
        QVERIFY(formatValue(80e9, Unit::bytes).startsWith(QStringLiteral("80.0")));
        QCOMPARE(formatValue(std::numeric_limits<double>::infinity(), Unit::bytes), QStringLiteral("–"));
    }
};

QTEST_MAIN(TestTheme)
#include "test_theme.moc"
