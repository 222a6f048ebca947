// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "network/preset_fabric.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include <QDirIterator>

using namespace nest;

namespace {

nlohmann::json preset(const QString& name) {
    QFile file(QStringLiteral(NEST_SOURCE_DIR "/resources/presets/topologies/%1.json").arg(name));
    if (!file.open(QIODevice::ReadOnly)) return {};
    return nlohmann::json::parse(file.readAll().toStdString(), nullptr, false);
}

std::vector<std::int64_t> sizes_of(const LevelModel& model) {
    std::vector<std::int64_t> sizes;
    for (const Level& level : model.levels)
        sizes.push_back(level.group_size);
    return sizes;
}

} // namespace

class TestPresetFabric : public QObject {
    Q_OBJECT
private slots:
    void dgxH100_data() {
        QTest::addColumn<int>("nodes");
        QTest::addColumn<QList<int>>("sizes");
        QTest::newRow("one node") << 1 << QList<int>{8};
        QTest::newRow("half a leaf") << 16 << QList<int>{8, 128};
        QTest::newRow("full leaf") << 32 << QList<int>{8, 256};
        QTest::newRow("leaf and a bit") << 35 << QList<int>{8, 256, 512};
        QTest::newRow("128 nodes") << 128 << QList<int>{8, 256, 1024};
        QTest::newRow("two tiers full") << 256 << QList<int>{8, 256, 2048};
        QTest::newRow("three tiers") << 300 << QList<int>{8, 256, 2048, 4096};
    }
    void dgxH100() {
        QFETCH(int, nodes);
        QFETCH(QList<int>, sizes);
        const Result<Topology> topology = topology_from_preset(preset("dgx-h100"), nodes);
        QVERIFY(topology.ok());
        QCOMPARE(topology->device, std::string("h100-sxm-80gb"));
        QCOMPARE(topology->name, "dgx-h100x" + std::to_string(nodes));
        const LevelModel& model = *topology->levels;
        QCOMPARE(sizes_of(model), (std::vector<std::int64_t>{sizes.begin(), sizes.end()}));
        QCOMPARE(model.device_count(), std::int64_t{8} * nodes);
        // NVLink 4: 900 GB/s in both directions; ConnectX-7: 400 Gb/s.
        QCOMPARE(model.bandwidth(1), 450e9);
        if (nodes > 1) QCOMPARE(model.bandwidth(2), 400e9 / 8);
        // Ranks fill the slots from the front.
        QCOMPARE(model.slot_of(model.device_count() - 1), model.device_count() - 1);
    }

    void assumptionsOfAbsentLevels() {
        const auto assumed = [](int nodes) { return topology_from_preset(preset("dgx-h100"), nodes)->assumed; };
        QCOMPARE(assumed(1), (std::vector<std::string>{"latency nvlink"}));
        QCOMPARE(assumed(16), (std::vector<std::string>{"latency nvlink", "latency leaf"}));
        QCOMPARE(assumed(300).size(), std::size_t(5));
    }

    void defaultNodes() {
        const Result<Topology> topology = topology_from_preset(preset("dgx-h100"), 0);
        QVERIFY(topology.ok());
        QCOMPARE(topology->levels->device_count(), std::int64_t{128});
    }

    void publishedFigures_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("devices_per_node");
        QTest::addColumn<double>("inner");
        QTest::addColumn<double>("outer"); // of the first level between nodes
        QTest::newRow("dgx-a100") << "dgx-a100" << 8 << 300e9 << 25e9;
        QTest::newRow("hgx-a100") << "hgx-a100" << 8 << 300e9 << 25e9;
        QTest::newRow("hgx-h100") << "hgx-h100" << 8 << 450e9 << 50e9;
        QTest::newRow("dgx-h200") << "dgx-h200" << 8 << 450e9 << 50e9;
        QTest::newRow("dgx-b200") << "dgx-b200" << 8 << 900e9 << 50e9;
        QTest::newRow("gb200-nvl72") << "gb200-nvl72" << 72 << 900e9 << 50e9;
        QTest::newRow("rdma-maia") << "rdma-maia" << 4 << 450e9 << 150e9;
        QTest::newRow("tpu-v4-torus") << "tpu-v4-torus" << 4 << 100e9 << 100e9;
        QTest::newRow("llama3-roce") << "llama3-roce" << 8 << 450e9 << 50e9;
    }
    void publishedFigures() {
        QFETCH(QString, name);
        QFETCH(int, devices_per_node);
        QFETCH(double, inner);
        QFETCH(double, outer);
        const Result<Topology> topology = topology_from_preset(preset(name), 2);
        QVERIFY(topology.ok());
        const LevelModel& model = *topology->levels;
        QCOMPARE(model.device_count(), std::int64_t{2} * devices_per_node);
        QCOMPARE(model.group_size(1), std::int64_t{devices_per_node});
        QCOMPARE(model.bandwidth(1), inner);
        QCOMPARE(model.bandwidth(2), outer);
    }

    void overSubscriptionOfLlama3Pods() {
        const Result<Topology> topology = topology_from_preset(preset("llama3-roce"), 3072);
        QVERIFY(topology.ok());
        QCOMPARE(sizes_of(*topology->levels), (std::vector<std::int64_t>{8, 16, 3072, 24576}));
        QCOMPARE(topology->levels->bandwidth(4) * 7, 50e9);
        QVERIFY(!topology_from_preset(preset("llama3-roce"), 3073).ok());
    }

    void everyPresetAtEverySize() {
        int count = 0;
        for (QDirIterator files(QStringLiteral(NEST_SOURCE_DIR "/resources/presets/topologies")); files.hasNext();) {
            const QString name = QFileInfo(files.next()).completeBaseName();
            const nlohmann::json json = preset(name);
            if (name.isEmpty() || !json.is_object()) continue;
            ++count;
            QCOMPARE(json.value("name", std::string()), name.toStdString());
            QCOMPARE(json.value("format", std::string()), std::string("nest-topology"));
            QVERIFY(!json.value("title", std::string()).empty());
            QVERIFY(!json.value("source", std::string()).empty());
            QVERIFY(!json.value("device", std::string()).empty());
            for (const nlohmann::json& level : json.at("scalable").at("levels")) {
                const std::string level_name = level.at("name").get<std::string>();
                QVERIFY2(!level.value("source", std::string()).empty(), level_name.c_str());
                // No public source states latencies per level: each must be marked as assumed.
                const auto& assumed = json.at("assumed");
                QVERIFY2(std::find(assumed.begin(), assumed.end(), "latency " + level_name) != assumed.end(),
                         qPrintable(name));
            }
            const std::int64_t per_node = topology_from_preset(json, 1)->levels->device_count();
            for (std::int64_t nodes = 1; nodes <= 700; nodes += 1 + nodes / 9) {
                const Result<Topology> topology = topology_from_preset(json, nodes);
                QVERIFY2(topology.ok(), qPrintable(name));
                QCOMPARE(topology->levels->device_count(), nodes * per_node);
                QVERIFY(topology->levels->level_count() <= 5);
                QVERIFY(nodes == 1 || topology->levels->level_count() > 1);
            }
        }
        QVERIFY(count >= 11);
    }

    void faults() {
        nlohmann::json json = preset("dgx-h100");
        QCOMPARE(topology_from_preset(json, -1).fault().code, ErrorCode::out_of_range);
        QCOMPARE(topology_from_preset(json, 1'000'000'000'000).fault().code, ErrorCode::out_of_range);
        json["scalable"]["levels"][2]["nodes_per_group"] = 40;
        QCOMPARE(topology_from_preset(json, 4).fault().code, ErrorCode::inconsistent);
        QCOMPARE(topology_from_preset(json, 4).fault().pointer, std::string("/scalable/levels/2/nodes_per_group"));
        json = preset("dgx-h100");
        json["scalable"]["levels"][1].erase("bandwidth");
        QCOMPARE(topology_from_preset(json, 4).fault().code, ErrorCode::missing_key);
        json["scalable"]["levels"][1]["bandwidth"] = "fast";
        QCOMPARE(topology_from_preset(json, 4).fault().code, ErrorCode::wrong_type);
        json["scalable"]["levels"][1]["bandwidth"] = -1;
        QCOMPARE(topology_from_preset(json, 4).fault().code, ErrorCode::out_of_range);
        json["scalable"]["levels"] = nlohmann::json::array();
        QVERIFY(!topology_from_preset(json, 4).ok());
        QVERIFY(!topology_from_preset(nlohmann::json::object(), 4).ok());
        QVERIFY(!topology_from_preset(nlohmann::json(7), 4).ok());
    }
};

QTEST_APPLESS_MAIN(TestPresetFabric)
#include "test_preset_fabric.moc"
