// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "jobs/graphlayout.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace nest::ui;

/// nest-graphviz as a process, and what stands in for it.
class GraphLayoutTest : public QObject {
    Q_OBJECT

private slots:
    void programDraws_data();
    void programDraws();
    void chainsNeedNoProgram();
    void slowProgramIsEnded();
    void lateAnswersAreDropped();
    void missingProgram();
    void garbage_data();
    void garbage();
    void largeGraphsGetThePlainLayout();
    void plainLayoutOfCircles();
    void readsDot();
    void refusesInWords_data();
    void refusesInWords();

private:
    /// A script that stands in for nest-graphviz.
    QString script(const QByteArray& lines) {
        const QString path = m_folder.filePath(QStringLiteral("program%1").arg(++m_scripts));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write("#!/bin/sh\n" + lines + "\n");
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return path;
    }

    /// Two branches that meet, a skip edge, sizes that differ.
    static GraphShape branches() {
        GraphShape shape;
        for (int i = 0; i < 9; ++i)
            shape.sizes.append({60.0 + 10 * i, 24.0 + 2 * i});
        shape.edges = {{0, 1}, {0, 2}, {1, 3}, {3, 5}, {2, 4}, {4, 6}, {5, 7}, {6, 7}, {7, 8}, {0, 8}};
        return shape;
    }

    /// Boxes don't overlap, lie within the size, edges go down from box to box.
    static QString flaw(const GraphShape& shape, const GraphDrawing& drawing) {
        if (drawing.centres.size() != shape.sizes.size()) return QStringLiteral("nodes missing");
        if (drawing.lines.size() != shape.edges.size()) return QStringLiteral("edges missing");
        const auto box = [&](qsizetype i) {
            return QRectF(drawing.centres[i] - QPointF(shape.sizes[i].width(), shape.sizes[i].height()) / 2,
                          shape.sizes[i]);
        };
        const QRectF all = QRectF({0, 0}, drawing.size).adjusted(-1, -1, 1, 1);
        for (qsizetype a = 0; a < shape.sizes.size(); ++a) {
            if (!all.contains(box(a))) return QStringLiteral("node %1 lies outside").arg(a);
            for (qsizetype b = a + 1; b < shape.sizes.size(); ++b)
                if (box(a).intersects(box(b))) return QStringLiteral("nodes %1 and %2 overlap").arg(a).arg(b);
        }
        for (qsizetype i = 0; i < shape.edges.size(); ++i) {
            const auto& [from, to] = shape.edges[i];
            if (drawing.centres[from].y() >= drawing.centres[to].y()) return QStringLiteral("edge %1 goes up").arg(i);
            const QPolygonF& line = drawing.lines[i];
            if (!box(from).adjusted(-2, -2, 2, 2).contains(line.first()) ||
                !box(to).adjusted(-2, -2, 2, 2).contains(line.last()))
                return QStringLiteral("edge %1 doesn't join its boxes").arg(i);
        }
        return {};
    }

    static GraphDrawing drawn(GraphLayout& layout, const GraphShape& shape) {
        QSignalSpy spy(&layout, &GraphLayout::finished);
        const quint64 number = layout.request(shape);
        GraphDrawing drawing;
        const auto connection =
            connect(&layout, &GraphLayout::finished, [&](quint64 answered, const GraphDrawing& answer) {
                if (answered == number) drawing = answer;
            });
        if (!QTest::qWaitFor([&] { return spy.count() == 1; }, 60000)) drawing.note = QStringLiteral("no answer");
        disconnect(connection);
        return drawing;
    }

    static nlohmann::json asked(const nlohmann::json& request, int* status) {
        QProcess process;
        process.start(GraphLayout::program(), QStringList());
        if (!process.waitForStarted()) return {};
        process.write(QByteArray::fromStdString(request.dump()));
        process.closeWriteChannel();
        if (!process.waitForFinished()) return {};
        *status = process.exitCode();
        const QByteArray text = process.readAllStandardOutput();
        return nlohmann::json::parse(text.begin(), text.end(), nullptr, false);
    }

    /// A value of an answer as text; other kinds than strings as JSON writes them.
    static QString at(const nlohmann::json& answer, const char* pointer) {
        const nlohmann::json::json_pointer place{std::string(pointer)};
        if (!answer.contains(place)) return QStringLiteral("(none)");
        const nlohmann::json& value = answer.at(place);
        return QString::fromStdString(value.is_string() ? value.get<std::string>() : value.dump());
    }

    QTemporaryDir m_folder;
    int m_scripts = 0;
};

void GraphLayoutTest::programDraws_data() {
    QTest::addColumn<bool>("plain");
    QTest::newRow("graphviz") << false;
    QTest::newRow("plain layout") << true;
}

void GraphLayoutTest::programDraws() {
    QFETCH(bool, plain);
    const GraphShape shape = branches();
    GraphDrawing drawing;
    if (plain) {
        drawing = layeredDrawing(shape);
    } else {
        QVERIFY2(!GraphLayout::program().isEmpty(), "build nest-graphviz first");
        GraphLayout layout;
        layout.setTimeLimit(std::chrono::minutes(1)); // this is about the drawing, whatever else the machine does
        drawing = drawn(layout, shape);
    }
    QCOMPARE(drawing.note, QString());
    QCOMPARE(flaw(shape, drawing), QString());
}

void GraphLayoutTest::chainsNeedNoProgram() {
    GraphShape shape;
    for (int i = 0; i < 126; ++i) {
        shape.sizes.append({100, 30});
        if (i > 0) shape.edges.append({i - 1, i});
    }
    QVERIFY(shape.isChain());
    QVERIFY(!branches().isChain());
    GraphLayout layout;
    layout.setProgram(QStringLiteral("/nonexistent"));
    const GraphDrawing drawing = drawn(layout, shape);
    QCOMPARE(drawing.note, QString());
    QCOMPARE(flaw(shape, drawing), QString());
}

void GraphLayoutTest::slowProgramIsEnded() {
    GraphLayout layout;
    const QString mark = m_folder.filePath(QStringLiteral("pid"));
    layout.setProgram(script("echo $$ > " + mark.toLocal8Bit() + "\nexec sleep 1000"));
    layout.setTimeLimit(std::chrono::milliseconds(300));
    const GraphShape shape = branches();
    const GraphDrawing drawing = drawn(layout, shape);
    QVERIFY2(drawing.note.contains(QStringLiteral("too long")), qPrintable(drawing.note));
    QCOMPARE(flaw(shape, drawing), QString());
    QVERIFY(!layout.isBusy());
    QFile pid(mark);
    if (pid.open(QIODevice::ReadOnly)) { // else it never got as far
        const QString process = QStringLiteral("/proc/") + QString::fromLatin1(pid.readAll().trimmed());
        QTRY_VERIFY_WITH_TIMEOUT(!QDir(process).exists(), 60000);
    }
}

void GraphLayoutTest::lateAnswersAreDropped() {
    GraphLayout layout;
    layout.setProgram(script("exec sleep 1000"));
    layout.setTimeLimit(std::chrono::minutes(5));
    QSignalSpy spy(&layout, &GraphLayout::finished);
    const quint64 first = layout.request(branches());
    QCoreApplication::processEvents(); // the slow program is under way
    layout.setProgram(QString());
    GraphShape chain;
    chain.sizes = {{10, 10}, {10, 10}};
    chain.edges = {{0, 1}};
    const quint64 second = layout.request(chain);
    QVERIFY(second > first);
    QTRY_COMPARE_WITH_TIMEOUT(spy.count(), 1, 60000);
    QCOMPARE(spy.first().at(0).toULongLong(), second);
    QVERIFY(!layout.isBusy());
    // Two at once: only the later one is begun at all.
    layout.request(branches());
    const quint64 last = layout.request(chain);
    QTRY_COMPARE_WITH_TIMEOUT(spy.count(), 2, 60000);
    QCOMPARE(spy.last().at(0).toULongLong(), last);
}

void GraphLayoutTest::missingProgram() {
    GraphLayout layout;
    layout.setProgram(m_folder.filePath(QStringLiteral("absent")));
    const GraphShape shape = branches();
    const GraphDrawing drawing = drawn(layout, shape);
    QVERIFY2(drawing.note.contains(QStringLiteral("started")), qPrintable(drawing.note));
    QCOMPARE(flaw(shape, drawing), QString());
}

void GraphLayoutTest::garbage_data() {
    QTest::addColumn<QByteArray>("lines");
    QTest::newRow("no JSON") << QByteArray("cat > /dev/null\necho nonsense");
    QTest::newRow("nothing") << QByteArray("cat > /dev/null");
    QTest::newRow("reads nothing") << QByteArray("echo '{}'");
    QTest::newRow("other id") << QByteArray("cat > /dev/null\necho '{\"id\": 99, \"nodes\": []}'");
    QTest::newRow("too few nodes") << QByteArray(
        "cat > /dev/null\necho '{\"id\": 1, \"width\": 1, \"height\": 1, \"nodes\": [], \"edges\": []}'");
    QTest::newRow("wrong types") << QByteArray("cat > /dev/null\necho '{\"id\": \"one\"}'");
    QTest::newRow("fails") << QByteArray("cat > /dev/null\nexit 2");
    QTest::newRow("crashes") << QByteArray("kill -SEGV $$");
}

void GraphLayoutTest::garbage() {
    QFETCH(QByteArray, lines);
    GraphLayout layout;
    layout.setProgram(script(lines));
    layout.setTimeLimit(std::chrono::minutes(1));
    const GraphShape shape = branches();
    const GraphDrawing drawing = drawn(layout, shape);
    QVERIFY2(drawing.note.contains(QStringLiteral("failed")), qPrintable(drawing.note));
    QCOMPARE(flaw(shape, drawing), QString());
}

void GraphLayoutTest::largeGraphsGetThePlainLayout() {
    // Two chains side by side with skip edges: 20 000 nodes.
    GraphShape shape;
    const int half = 10000;
    for (int i = 0; i < 2 * half; ++i)
        shape.sizes.append({80, 24});
    for (int i = 1; i < half; ++i) {
        shape.edges.append({i - 1, i});
        shape.edges.append({half + i - 1, half + i});
        if (i % 3 == 0) shape.edges.append({i - 3, i});
    }
    GraphLayout layout;
    layout.setProgram(QStringLiteral("/nonexistent"));
    const GraphDrawing drawing = drawn(layout, shape);
    QVERIFY2(drawing.note.contains(QStringLiteral("500")), qPrintable(drawing.note));
    QCOMPARE(drawing.centres.size(), 2 * half);
    for (const auto& [from, to] : shape.edges)
        QVERIFY(drawing.centres[from].y() < drawing.centres[to].y());
}

void GraphLayoutTest::plainLayoutOfCircles() {
    GraphShape shape;
    shape.sizes = {{10, 10}, {10, 10}, {10, 10}};
    shape.edges = {{0, 1}, {1, 2}, {2, 1}, {2, 2}};
    const GraphDrawing drawing = layeredDrawing(shape); // models have none, but nothing may hang
    QCOMPARE(drawing.centres.size(), 3);
    QCOMPARE(drawing.lines.size(), 4);
    QCOMPARE(layeredDrawing({}).centres.size(), 0);
}

void GraphLayoutTest::readsDot() {
    int status = -1;
    const auto answer = asked({{"request", "dot"},
                               {"id", 8},
                               {"text", "strict digraph \"my net\" {\n rankdir=LR; node [kind=host];\n"
                                        " a -> b -> c [bw=\"400G\"]; b [kind=switch]; // a comment\n"
                                        " subgraph cluster_rack { label=\"rack 1\"; a; \"b\" }\n}"}},
                              &status);
    QCOMPARE(status, 0);
    QCOMPARE(at(answer, "/id"), QStringLiteral("8"));
    QCOMPARE(at(answer, "/name"), QStringLiteral("my net"));
    QCOMPARE(at(answer, "/directed"), QStringLiteral("true"));
    QCOMPARE(at(answer, "/strict"), QStringLiteral("true"));
    QCOMPARE(at(answer, "/attributes/rankdir"), QStringLiteral("LR"));
    QCOMPARE(answer["nodes"].size(), std::size_t(3));
    for (const auto& node : answer["nodes"])
        QCOMPARE(at(node, "/attributes/kind"), QString::fromLatin1(at(node, "/id") == u'b' ? "switch" : "host"));
    QCOMPARE(answer["edges"].size(), std::size_t(2));
    for (const auto& edge : answer["edges"])
        QCOMPARE(at(edge, "/attributes/bw"), QStringLiteral("400G"));
    QCOMPARE(answer["subgraphs"].size(), std::size_t(1));
    QCOMPARE(at(answer, "/subgraphs/0/attributes/label"), QStringLiteral("rack 1"));
    QCOMPARE(at(answer, "/subgraphs/0/nodes"), QStringLiteral("[\"a\",\"b\"]"));

    // Amounts without quotes, which people write though the language has no such word.
    const auto amounts =
        asked({{"request", "dot"}, {"text", "graph { x -- y [capacity=1Gbps, cost=1, note=\"a=1b\"] }"}}, &status);
    QCOMPARE(status, 0);
    QCOMPARE(at(amounts, "/edges/0/attributes/capacity"), QStringLiteral("1Gbps"));
    QCOMPARE(at(amounts, "/edges/0/attributes/cost"), QStringLiteral("1"));
    QCOMPARE(at(amounts, "/edges/0/attributes/note"), QStringLiteral("a=1b"));
}

void GraphLayoutTest::refusesInWords_data() {
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<QString>("words");
    QTest::newRow("unknown node") << QByteArray(
                                         R"({"request":"layout","id":3,"nodes":[{"id":"a","width":9,"height":9}],)"
                                         R"("edges":[["a","b"]]})")
                                  << "unknown node \"b\"";
    QTest::newRow("twice") << QByteArray(R"({"request":"layout","id":3,"nodes":[{"id":"a","width":9,"height":9},)"
                                         R"({"id":"a","width":9,"height":9}],"edges":[]})")
                           << "twice";
    QTest::newRow("no size")
        << QByteArray(R"({"request":"layout","id":3,"nodes":[{"id":"a","width":0,"height":9}],"edges":[]})") << "width";
    QTest::newRow("direction") << QByteArray(R"({"request":"layout","id":3,"direction":"up","nodes":[],"edges":[]})")
                               << "direction";
    QTest::newRow("unknown request") << QByteArray(R"({"request":"draw","id":3})") << "unknown request";
    QTest::newRow("syntax") << QByteArray(R"({"request":"dot","id":3,"text":"digraph { a -> "})") << "syntax error";
    QTest::newRow("empty") << QByteArray(R"({"request":"dot","id":3,"text":""})") << "no graph";
}

void GraphLayoutTest::refusesInWords() {
    QFETCH(QByteArray, request);
    QFETCH(QString, words);
    int status = -1;
    const auto answer = asked(nlohmann::json::parse(request.toStdString()), &status);
    QCOMPARE(status, 2);
    QCOMPARE(at(answer, "/id"), QStringLiteral("3"));
    const QString error = at(answer, "/error");
    QVERIFY2(error.contains(words), qPrintable(error));
}

QTEST_MAIN(GraphLayoutTest)
#include "test_graphlayout.moc"
