// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "render/renderview.h"

#include <QFile>
#include <QImage>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

using namespace nest;
using namespace nest::ui;

/// Pictures for the command line: every view in every file type, and what is refused.
class RenderTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void drawsEveryView_data();
    void drawsEveryView();
    void darkDiffersFromLight();
    void refuses();

private:
    cli::RenderRequest request(const std::string& view, const QString& name) const {
        cli::RenderRequest request;
        request.view = view;
        request.output = m_folder.filePath(name).toStdString();
        request.width = 640;
        request.height = 400;
        return request;
    }
    QTemporaryDir m_folder;
    std::optional<Problem> m_problem;
    SolveResult m_result;
};

void RenderTest::initTestCase() {
    Options options;
    options.global_batch = 64;
    auto problem = io::find_problem("llama3-8b", "dgx-h100x1", "", options);
    QVERIFY(problem.ok());
    m_problem = std::move(*problem);
    m_result = solve(*m_problem, {});
    QVERIFY(!m_result.plans.empty());
}

void RenderTest::drawsEveryView_data() {
    QTest::addColumn<QString>("view");
    for (const std::string& view : cli::render_views())
        QTest::newRow(view.c_str()) << QString::fromStdString(view);
}

void RenderTest::drawsEveryView() {
    QFETCH(QString, view);
    const auto png = request(view.toStdString(), view + QStringLiteral(".png"));
    QVERIFY(!renderView(png, *m_problem, m_result));
    QCOMPARE(QImage(QString::fromStdString(png.output)).size(), QSize(640, 400));
    const auto svg = request(view.toStdString(), view + QStringLiteral(".svg"));
    QVERIFY(!renderView(svg, *m_problem, m_result));
    QVERIFY(QSvgRenderer(QString::fromStdString(svg.output)).isValid());
    const auto pdf = request(view.toStdString(), view + QStringLiteral(".pdf"));
    QVERIFY(!renderView(pdf, *m_problem, m_result));
    QFile file(QString::fromStdString(pdf.output));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.read(5) == "%PDF-");
}

void RenderTest::darkDiffersFromLight() {
    auto light = request("memory", QStringLiteral("light.png")), dark = request("memory", QStringLiteral("dark.png"));
    dark.dark = true;
    QVERIFY(!renderView(light, *m_problem, m_result));
    QVERIFY(!renderView(dark, *m_problem, m_result));
    const auto ground = [](const std::string& path) { return QImage(QString::fromStdString(path)).pixelColor(320, 2); };
    QVERIFY(ground(light.output).lightness() > 200);
    QVERIFY(ground(dark.output).lightness() < 80);
}

void RenderTest::refuses() {
    const auto code = [&](const cli::RenderRequest& request, const SolveResult& result) {
        const auto fault = renderView(request, *m_problem, result);
        return fault ? static_cast<int>(fault->code) : -1;
    };
    QCOMPARE(code(request("memroy", QStringLiteral("a.png")), m_result), static_cast<int>(ErrorCode::unknown_name));
    QCOMPARE(code(request("memory", QStringLiteral("a.bmp")), m_result), static_cast<int>(ErrorCode::unknown_name));
    QCOMPARE(code(request("memory", QStringLiteral("none/a.png")), m_result),
             static_cast<int>(ErrorCode::write_failed));
    QCOMPARE(code(request("memory", QStringLiteral("a.png")), SolveResult{}),
             static_cast<int>(ErrorCode::inconsistent));
    auto klingon = request("memory", QStringLiteral("a.png"));
    klingon.language = "tlh";
    QCOMPARE(code(klingon, m_result), static_cast<int>(ErrorCode::unknown_name));
}

QTEST_MAIN(RenderTest)
#include "test_render.moc"
