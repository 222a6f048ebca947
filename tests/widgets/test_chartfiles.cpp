// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
// Every chart on the clipboard and as PNG, SVG and PDF: the figures of a file are those of the view.
#include "charts/chartcard.h"
#include "plan/deviceheatmap.h"
#include "plan/layerstrip.h"
#include "plan/memorychart.h"
#include "plan/planscatter.h"
#include "plan/stageheatmap.h"
#include "plan/timeline.h"
#include "plan/trafficchart.h"
#include "plan/waterfallchart.h"
#include "topology/boxpicture.h"
#include "topology/costmatrix.h"
#include "widgets/sample.h"

#include <QApplication>
#include <QClipboard>
#include <QMimeData>
#include <QSvgRenderer>
#include <QTest>
#include <QXmlStreamReader>
#include <functional>

using namespace nest;
using namespace nest::ui;

class TestChartFiles : public QObject {
    Q_OBJECT

    using Make = std::function<Chart*()>;
    PlanSnapshot m_plan;

    template <class View> Make plan() {
        return [this] {
            auto* chart = new View;
            chart->setSnapshot(m_plan);
            return static_cast<Chart*>(chart);
        };
    }
    template <class View> Make network() {
        return [this] {
            auto* chart = new View;
            chart->setLevels(m_plan.problem->levels);
            return static_cast<Chart*>(chart);
        };
    }
    std::vector<std::pair<const char*, Make>> charts() {
        return {{"stages", plan<StageHeatmap>()},      {"memory", plan<MemoryChart>()},
                {"devices", plan<DeviceHeatmap>()},    {"scatter", plan<PlanScatter>()},
                {"strip", plan<LayerStrip>()},         {"traffic", plan<TrafficChart>()},
                {"waterfall", plan<WaterfallChart>()}, {"schedule", plan<Timeline>()},
                {"box", network<BoxPicture>()},        {"matrix", network<CostMatrix>()}};
    }
    static QStringList textsOf(const QByteArray& svg) {
        QStringList texts;
        QXmlStreamReader reader(svg);
        while (!reader.atEnd())
            if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("text"))
                texts << reader.readElementText().trimmed();
        return texts;
    }

private slots:
    void initTestCase() {
        Options options;
        options.pp = std::vector<std::int64_t>{4};
        m_plan = sample::solved(128, 1024, options);
        m_plan.shown = 1;
    }

    void everyChart_data() {
        QTest::addColumn<int>("index");
        int index = 0;
        for (const auto& [name, make] : charts())
            QTest::newRow(name) << index++;
    }

    void everyChart() {
        QFETCH(int, index);
        ChartCard card(charts()[static_cast<std::size_t>(index)].second());
        card.resize(640, 420);
        card.show();
        card.copyImage();
        const QMimeData* data = QApplication::clipboard()->mimeData();
        QVERIFY(data->hasImage() && data->hasText());
        QCOMPARE(data->text(), card.tableText());
        const QStringList lines = card.tableText().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        const QAbstractTableModel* table = card.chart()->table();
        QCOMPARE(lines.size(), table->rowCount() + 1);
        QVERIFY(table->rowCount() > 0);
        for (int row = 0; row < table->rowCount(); ++row)
            QCOMPARE(lines[row + 1].count(QLatin1Char('\t')), table->columnCount() - 1);
        card.copyTable();
        QCOMPARE(QApplication::clipboard()->text(), card.tableText());

        const QSize size(900, 560);
        const QImage png = QImage::fromData(card.picture(QStringLiteral("png"), size, 2, false));
        QCOMPARE(png.size(), size * 2);
        const QByteArray svg = card.picture(QStringLiteral("SVG"), size, 2, false);
        QVERIFY(QSvgRenderer(svg).isValid());
        QVERIFY(textsOf(svg).contains(card.chart()->title()));
        QVERIFY(card.picture(QStringLiteral("pdf"), size, 2, false).startsWith("%PDF"));
    }

    /// What is drawn is what the plan says.
    void figuresInTheFile() {
        const Evaluation& price = m_plan.plan()->evaluation;
        const auto texts = [&](Chart* chart) {
            const ChartCard card(chart);
            return textsOf(card.picture(QStringLiteral("svg"), {1100, 600}, 1, false));
        };
        double capacity = 0;
        for (const StageEvaluation& stage : price.stages) {
            capacity = std::max({capacity, stage.memory.capacity, stage.memory.total});
        }
        const QStringList memory = texts(plan<MemoryChart>()());
        const QStringList strip = texts(plan<LayerStrip>()());
        for (const StageEvaluation& stage : price.stages) {
            QVERIFY(memory.contains(formatScaled(stage.memory.total, common_scale(capacity, Unit::bytes))));
            QVERIFY(strip.contains(formatValue(stage.time.load, Unit::seconds)));
        }
        auto* traffic = static_cast<TrafficChart*>(plan<TrafficChart>()());
        double most = 0;
        QStringList expected;
        for (int level = 1; level <= traffic->rowCount(); ++level)
            most = std::max(most, traffic->total(level));
        for (int level = 1; level <= traffic->rowCount(); ++level)
            if (traffic->total(level) >= most / 1000)
                expected << formatScaled(traffic->total(level), common_scale(most, Unit::bytes));
        const QStringList drawn = texts(traffic);
        for (const QString& figure : expected)
            QVERIFY2(drawn.contains(figure), qPrintable(figure));
        auto* waterfall = static_cast<WaterfallChart*>(plan<WaterfallChart>()());
        const double from = waterfall->from(), to = waterfall->to();
        const QStringList falls = texts(waterfall);
        const Scale scale = common_scale(std::max(from, to), Unit::seconds);
        QVERIFY(falls.contains(formatScaled(from, scale)) && falls.contains(formatScaled(to, scale)));
        QVERIFY(texts(plan<PlanScatter>()()).contains(QStringLiteral("optimum")));
    }
};

QTEST_MAIN(TestChartFiles)
#include "test_chartfiles.moc"
