// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "base/diagnostic.h"

#include <QTest>

using namespace nest;

class DiagnosticTest : public QObject {
    Q_OBJECT

private slots:
    void places();
    void everyCodeHasASentence();
    void wordsWithParts();
    void staysOnOneLine();
    void nearest();
    void results();
};

void DiagnosticTest::places() {
    Diagnostic d;
    d.code = ErrorCode::missing_key;
    d.subject = "layers";
    QCOMPARE(describe(d), std::string("key \"layers\" is missing"));
    d.file = "m.json";
    QCOMPARE(describe(d), std::string("m.json: key \"layers\" is missing"));
    d.pointer = "/model";
    QCOMPARE(describe(d), std::string("m.json#/model: key \"layers\" is missing"));
    d.line = 7;
    QCOMPARE(describe(d), std::string("m.json:7: key \"layers\" is missing"));
}

void DiagnosticTest::everyCodeHasASentence() {
    for (int code = 0; code <= static_cast<int>(ErrorCode::plan_refused); ++code) {
        Diagnostic d;
        d.code = static_cast<ErrorCode>(code);
        QVERIFY(!describe_fault(d).empty());
        d.subject = "SUBJECT";
        d.found = "FOUND";
        d.expected = "EXPECTED";
        const std::string text = describe_fault(d);
        QVERIFY2(text.find("FOUND") != std::string::npos || text.find("SUBJECT") != std::string::npos ||
                     text.find("EXPECTED") != std::string::npos,
                 text.c_str());
    }
}

/// Words of the program's own are put together in English here; the window translates them.
void DiagnosticTest::wordsWithParts() {
    const Diagnostic refused = fault(ErrorCode::plan_refused, "Megatron-LM", {},
                                     Phrase("Engines", "%1 ranks don't fill nodes of %2", {12, 8}));
    QCOMPARE(describe_fault(refused),
             std::string("Megatron-LM: this plan (12 ranks don't fill nodes of 8) is not supported"));
    const Diagnostic note = fault(ErrorCode::assumed, note_words("vocabulary"), {}, note_words("%1 entries", {50257}));
    QCOMPARE(describe_fault(note), std::string("\"vocabulary\" was not given; assumed 50257 entries"));
    QVERIFY(note != fault(ErrorCode::assumed, "vocabulary", {}, "50257 entries")); // what is quoted is never translated
    // Only what is quoted is cut.
    const Phrase cut = elided(note_words("recomputation of %1", {std::string(1000, 'x')}), 20);
    QCOMPARE(cut.pattern, std::string("recomputation of %1"));
    QVERIFY(cut.arguments.front().pattern.size() <= 20);
}

void DiagnosticTest::staysOnOneLine() {
    Diagnostic d;
    d.code = ErrorCode::unknown_name;
    d.file = "a";
    d.found = "two\nlines\r";
    QCOMPARE(describe(d).find_first_of("\r\n"), std::string::npos);
}

void DiagnosticTest::nearest() {
    const std::vector<std::string> names{"llama3-8b", "llama3-70b", "mixtral-8x7b"};
    QCOMPARE(nearest_name("llama3-7b", names), std::string("llama3-8b"));
    QCOMPARE(nearest_name("lama3-70b", names), std::string("llama3-70b"));
    QCOMPARE(nearest_name("LLAMA3-70B", names), std::string("llama3-70b"));
    QCOMPARE(nearest_name("lalma3-70b", names), std::string("llama3-70b"));
    QCOMPARE(nearest_name("gpt", names), std::string());
    QCOMPARE(nearest_name("llama3", names), std::string("llama3-8b"));
    QCOMPARE(nearest_name("Mix", names), std::string("mixtral-8x7b"));
    QCOMPARE(names_beginning_with("llama3", names), (std::vector<std::string>{"llama3-8b", "llama3-70b"}));
    QVERIFY(names_beginning_with("ll", names).empty());
    QCOMPARE(nearest_name("", names), std::string());
    QCOMPARE(nearest_name("x", {}), std::string());
}

void DiagnosticTest::results() {
    Result<int> good(3);
    good.add(Diagnostic{ErrorCode::plan_refused, Severity::note, {}, 0, {}, "x", {}, "1", {}});
    QVERIFY(good.ok());
    QCOMPARE(good.diagnostics().size(), 1U);
    const Result<int> bad(Diagnostic{});
    QVERIFY(!bad);
}

QTEST_APPLESS_MAIN(DiagnosticTest)
#include "test_diagnostic.moc"
