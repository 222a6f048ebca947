// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/quantity.h"

#include <QTest>

#include <clocale>
#include <cmath>
#include <random>

using namespace nest;

class QuantityTest : public QObject {
    Q_OBJECT

private slots:
    void parses_data();
    void parses();
    void refuses_data();
    void refuses();
    void formats();
    void editable();
    void editableReadsBack();
    void ignoresLocale();
    void scale();
};

void QuantityTest::parses_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("unit");
    QTest::addColumn<double>("value");
    const auto row = [](const char* text, Unit unit, double value) {
        QTest::addRow("%s", text) << QString::fromUtf8(text) << static_cast<int>(unit) << value;
    };
    row("80 GiB", Unit::bytes, 80.0 * 1024 * 1024 * 1024);
    row("80e9", Unit::bytes, 80e9);
    row("80 GB", Unit::bytes, 80e9);
    row("80G", Unit::bytes, 80e9);
    row("16 kb", Unit::bytes, 2000);
    row("400 Gb/s", Unit::bytes_per_second, 50e9);
    row("400 Gbps", Unit::bytes_per_second, 50e9);
    row("450 GB/s", Unit::bytes_per_second, 450e9);
    row("5 us", Unit::seconds, 5e-6);
    row("5 \u00b5s", Unit::seconds, 5e-6);
    row("5 \u03bcs", Unit::seconds, 5e-6);
    row("9us", Unit::seconds, 9e-6); // 9 * 1e-6 is another double
    row("2.5 ms", Unit::seconds, 2.5e-3);
    row("60 %", Unit::ratio, 0.6);
    row("0.6", Unit::ratio, 0.6);
    row("1 024", Unit::count, 1024);
    row("1\u202f024", Unit::count, 1024);
    row("1_000_000", Unit::count, 1e6);
    row("+3", Unit::none, 3);
    row("-2.5e-3", Unit::none, -2.5e-3);
    row("70 B", Unit::elements, 70e9);
    row("989 TFLOP/s", Unit::flop_per_second, 989e12);
    row("1.5 PFLOPS", Unit::flop_per_second, 1.5e15);
    row("  7  ", Unit::count, 7);
}

void QuantityTest::parses() {
    QFETCH(QString, text);
    QFETCH(int, unit);
    QFETCH(double, value);
    const auto parsed = parse_quantity(text.toStdString(), static_cast<Unit>(unit));
    QVERIFY(parsed.ok());
    QCOMPARE(*parsed == value, true);
}

void QuantityTest::refuses_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("unit");
    QTest::addColumn<int>("code");
    const auto row = [](const char* text, Unit unit, ErrorCode code) {
        QTest::addRow("%s", text) << QString::fromUtf8(text) << static_cast<int>(unit) << static_cast<int>(code);
    };
    row("", Unit::bytes, ErrorCode::bad_quantity);
    row("40 GGB", Unit::bytes, ErrorCode::bad_quantity);
    row("abc", Unit::count, ErrorCode::bad_quantity);
    row("5 m", Unit::seconds, ErrorCode::bad_quantity);
    row("5 GB", Unit::seconds, ErrorCode::bad_quantity);
    row("1,5", Unit::none, ErrorCode::bad_quantity);
    row("12 34", Unit::count, ErrorCode::bad_quantity);
    row("5 %", Unit::count, ErrorCode::bad_quantity);
    row("0x10", Unit::count, ErrorCode::bad_quantity);
    row("--5", Unit::none, ErrorCode::bad_quantity);
    row("nan", Unit::bytes, ErrorCode::not_finite);
    row("inf", Unit::bytes, ErrorCode::not_finite);
    row("1e999", Unit::none, ErrorCode::not_finite);
    row("1e308 GB", Unit::bytes, ErrorCode::not_finite);
    row("1e99999999999", Unit::none, ErrorCode::not_finite);
}

void QuantityTest::refuses() {
    QFETCH(QString, text);
    QFETCH(int, unit);
    QFETCH(int, code);
    const auto parsed = parse_quantity(text.toStdString(), static_cast<Unit>(unit));
    QVERIFY(!parsed.ok());
    QCOMPARE(static_cast<int>(parsed.fault().code), code);
    QCOMPARE(parsed.fault().subject.text(), text.toStdString());
    QVERIFY(!parsed.fault().expected.empty());
}

void QuantityTest::formats() {
    const auto text = [](double value, Unit unit, int digits = 3) {
        return QString::fromStdString(format_quantity(value, unit, digits)).replace(QChar(0x202f), ' ');
    };
    QCOMPARE(text(80e9, Unit::bytes), "80.0 GB");
    QCOMPARE(text(0.00552, Unit::seconds), "5.52 ms");
    QCOMPARE(text(0.438, Unit::ratio), "43.8 %");
    QCOMPARE(text(1, Unit::ratio), "100 %");
    QCOMPARE(text(0, Unit::bytes), "0 B");
    QCOMPARE(text(999.96e6, Unit::bytes), "1.00 GB");
    QCOMPARE(text(450e9, Unit::bytes_per_second), "450 GB/s");
    QCOMPARE(text(2e-6, Unit::seconds), QString::fromUtf8("2.00 \u00b5s"));
    QCOMPARE(text(12.345, Unit::seconds), "12.3 s");
    QCOMPARE(text(4321.7, Unit::seconds), "4 322 s");
    QCOMPARE(text(1024, Unit::count), "1 024");
    QCOMPARE(text(131072, Unit::count), "131 072");
    QCOMPARE(text(70.553e9, Unit::elements), "70.6 B");
    QCOMPARE(text(989e12, Unit::flop_per_second), "989 TFLOP/s");
    QCOMPARE(text(-5e9, Unit::bytes), "-5.00 GB");
    QCOMPARE(text(1.2345, Unit::none, 2), "1.2");
    QCOMPARE(text(std::nan(""), Unit::bytes), QString::fromUtf8("\u2013"));
    QCOMPARE(text(1e300, Unit::bytes), "1.00e+300 B");
}

void QuantityTest::editable() {
    const auto text = [](double value, Unit unit) { return QString::fromStdString(format_editable(value, unit)); };
    QCOMPARE(text(80e9, Unit::bytes), "80 GB");
    QCOMPARE(text(80.0 * 1024 * 1024 * 1024, Unit::bytes), "80 GiB");
    QCOMPARE(text(450e9, Unit::bytes_per_second), "450 GB/s");
    QCOMPARE(text(8192, Unit::count), "8 192");
    QCOMPARE(text(0.04, Unit::ratio), "4 %");
    QCOMPARE(text(0, Unit::ratio), "0 %");
    QCOMPARE(text(2e-6, Unit::seconds), QString::fromUtf8("2 \u00b5s"));
    QCOMPARE(text(1.25, Unit::none), "1.25");
}

void QuantityTest::editableReadsBack() {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> exponent(-12, 20);
    for (int i = 0; i < 20000; ++i) {
        const double value = std::pow(10.0, exponent(random));
        for (const Unit unit : {Unit::none, Unit::count, Unit::bytes, Unit::seconds, Unit::bytes_per_second, Unit::flop,
                                Unit::flop_per_second, Unit::ratio, Unit::elements}) {
            const std::string text = format_editable(value, unit);
            const auto parsed = parse_quantity(text, unit);
            QVERIFY2(parsed.ok(), text.c_str());
            QVERIFY2(*parsed == value, text.c_str());
        }
    }
}

void QuantityTest::ignoresLocale() {
    // Where a locale with a decimal comma is installed, nothing changes.
    std::setlocale(LC_ALL, "de_DE.UTF-8");
    QCOMPARE(*parse_quantity("2.5", Unit::none), 2.5);
    QCOMPARE(format_editable(2.5, Unit::none), std::string("2.5"));
    std::setlocale(LC_ALL, "C");
}

void QuantityTest::scale() {
    QCOMPARE(common_scale(80e9, Unit::bytes).factor, 1e9);
    QCOMPARE(common_scale(80e9, Unit::bytes).unit, std::string("GB"));
    QCOMPARE(common_scale(0.02, Unit::seconds).unit, std::string("ms"));
    QCOMPARE(common_scale(0, Unit::seconds).unit, std::string("s"));
    QCOMPARE(common_scale(0.4, Unit::ratio).unit, std::string("%"));
}

QTEST_APPLESS_MAIN(QuantityTest)
#include "test_quantity.moc"
