// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include <QFile>
#include <QTest>
#include <QXmlStreamReader>

/// The translation is complete: every string has a finished, non-empty text.
class TranslationsTest : public QObject {
    Q_OBJECT

private slots:
    void complete_data();
    void complete();
};

void TranslationsTest::complete_data() {
    QTest::addColumn<QString>("file");
    QTest::newRow("Chinese") << QStringLiteral("nest_zh_CN.ts");
    QTest::newRow("English plurals") << QStringLiteral("nest_en.ts");
}

void TranslationsTest::complete() {
    QFETCH(QString, file);
    QFile ts(QStringLiteral(NEST_SOURCE_DIR "/translations/") + file);
    QVERIFY2(ts.open(QIODevice::ReadOnly), qPrintable(ts.fileName()));
    QXmlStreamReader xml(&ts);
    QString source;
    QStringList missing;
    int count = 0;
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement()) continue;
        if (xml.name() == QStringLiteral("source")) source = xml.readElementText();
        if (xml.name() != QStringLiteral("translation")) continue;
        ++count;
        const bool unfinished = xml.attributes().value(QStringLiteral("type")) == QStringLiteral("unfinished");
        const QString text = xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
        if (unfinished || text.isEmpty()) missing << source;
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QVERIFY(count > 0);
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));
}

QTEST_GUILESS_MAIN(TranslationsTest)
#include "test_translations.moc"
