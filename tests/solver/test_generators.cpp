// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "network/generators.h"
#include "network/torus.h"

#include <QtTest>

#include <map>
#include <set>

using namespace nest;

namespace {

LevelModel levels_of_text(const char* text) {
    const Result<GeneratorSpec> spec = parse_generator(text);
    if (!spec.ok()) return {};
    const Result<LevelModel> levels = levels_of_generator(*spec);
    return levels.ok() ? *levels : LevelModel{};
}

} // namespace

class TestGenerators : public QObject {
    Q_OBJECT
private slots:
    void parsesEverything() {
        const auto spec = parse_generator(" fat-tree : 8, 4 ,32 ; bandwidth=450 GB/s,400 Gb/s,25e9;latency=2 "
                                          "us,5e-6,8e-6; oversubscription=1,1,2 ; names=box,leaf,top");
        QVERIFY(spec.ok());
        QCOMPARE(spec->kind, std::string("fat-tree"));
        QCOMPARE(spec->sizes, (std::vector<std::int64_t>{8, 4, 32}));
        QCOMPARE(spec->bandwidth, (std::vector<double>{450e9, 50e9, 25e9}));
        QCOMPARE(spec->latency, (std::vector<double>{2e-6, 5e-6, 8e-6}));
        QCOMPARE(spec->oversubscription, (std::vector<double>{1, 1, 2}));
        QCOMPARE(spec->level_names, (std::vector<std::string>{"box", "leaf", "top"}));
    }

    void formatReadsBack() {
        for (const char* text : {"fat-tree:8,4,32", "spine-leaf:8,8,16;oversubscription=1,1,2.5", "torus:4,4,8",
                                 "torus:3,1;bandwidth=1.1e11,11;latency=1e-6,3.3333333333333335e-07;names=a b,c"}) {
            const Result<GeneratorSpec> spec = parse_generator(text);
            QVERIFY2(spec.ok(), text);
            const Result<GeneratorSpec> again = parse_generator(format_generator(*spec));
            QVERIFY2(again.ok(), text);
            QVERIFY2(*again == *spec, text);
        }
    }

    void faults_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("code");
        const auto row = [](const char* text, ErrorCode code) {
            QTest::newRow(text) << QByteArray(text) << static_cast<int>(code);
        };
        row("", ErrorCode::unknown_name);
        row("fat-tre:8,4", ErrorCode::unknown_name);
        row("fat-tree", ErrorCode::missing_key);
        row("fat-tree:", ErrorCode::wrong_type);
        row("fat-tree:8,,4", ErrorCode::wrong_type);
        row("fat-tree:8,4.5", ErrorCode::wrong_type);
        row("fat-tree:8,0", ErrorCode::out_of_range);
        row("torus:-4,4", ErrorCode::out_of_range);
        row("fat-tree:1000,1001", ErrorCode::out_of_range);
        row("fat-tree:9000000000,9000000000,9000000000", ErrorCode::out_of_range);
        row("fat-tree:99999999999999999999", ErrorCode::wrong_type);
        row("fat-tree:8,4;bandwidth=450e9", ErrorCode::inconsistent);
        row("fat-tree:8,4;names=a", ErrorCode::inconsistent);
        row("fat-tree:8,4;bandwidth=450e9,0", ErrorCode::out_of_range);
        row("fat-tree:8,4;latency=1e-6,-1e-6", ErrorCode::out_of_range);
        row("fat-tree:8,4;oversubscription=1,0.5", ErrorCode::out_of_range);
        row("fat-tree:8,4;oversubscription=1,1e300", ErrorCode::out_of_range);
        row("fat-tree:8,4;bandwidth=450e9,1e-300", ErrorCode::out_of_range);
        row("fat-tree:8,4;bandwidth=450e9,1e30", ErrorCode::out_of_range);
        row("fat-tree:8,4;latency=1e-6,1e30", ErrorCode::out_of_range);
        row("fat-tree:8,4;names=a,a", ErrorCode::duplicate_name);
        row("fat-tree:8,4;bandwith=450e9,50e9", ErrorCode::unknown_option);
        row("fat-tree:8,4;bandwidth=450e9,fast", ErrorCode::bad_quantity);
    }
    void faults() {
        QFETCH(QByteArray, text);
        QFETCH(int, code);
        const Result<GeneratorSpec> spec = parse_generator(text.toStdString());
        QVERIFY(!spec.ok());
        QCOMPARE(static_cast<int>(spec.fault().code), code);
    }

    void faultsNameTheLimits() {
        const auto sentence = [](const char* text) { return describe_fault(parse_generator(text).fault()); };
        QCOMPARE(sentence("torus:0"),
                 std::string("\"sizes\" is out of range: expected whole numbers from 1 to 1000000, found 0"));
        QVERIFY(sentence("torus:99999999999999999999").find("from 1 to 1000000") != std::string::npos);
        QCOMPARE(sentence("fat-tree:8,4;bandwidth=450GB/s"),
                 std::string("\"bandwidth\" does not fit the rest: expected 2 values, one per size, found 1 value"));
        QCOMPARE(sentence("fat-tree:8,4;latency=1us,2000 s"),
                 std::string("\"latency\" is out of range: expected 0 s to 1 000 s, found 2 000 s"));
    }

    /// Only devices that are listed one by one are limited so tightly: trees repeat their groups.
    void devicesThatAreListed() {
        for (const char* text : {"torus:100,100,100", "torus:65537", "fat-tree:1000000,1,1", "spine-leaf:65537,2"}) {
            const Result<Topology> refused = topology_of_generator(*parse_generator(text));
            QVERIFY2(!refused.ok(), text);
            QCOMPARE(refused.fault().code, ErrorCode::out_of_range);
            const std::string said = describe_fault(refused.fault());
            for (const char* part : {"at most 65536 devices", "all of a torus", "first size of fat-tree and spine-leaf",
                                     "up to 1000000 devices"})
                QVERIFY2(said.find(part) != std::string::npos, said.c_str());
            QVERIFY2(said.find("drawing") == std::string::npos, said.c_str());
        }
        for (const char* text : {"torus:65536", "torus:64,32,32", "fat-tree:1,1000,1000", "spine-leaf:8,125000"})
            QVERIFY2(topology_of_generator(*parse_generator(text)).ok(), text);
    }

    void suggestsTheNearestKind() {
        QCOMPARE(parse_generator("fat-tre:8,4").fault().suggestion, std::string("fat-tree"));
    }

    void treeLevels() {
        const LevelModel model =
            levels_of_text("spine-leaf:8,4,32;bandwidth=450e9,50e9,50e9;latency=2e-6,5e-6,8e-6;oversubscription=1,1,2");
        QCOMPARE(model.device_count(), std::int64_t{1024});
        QCOMPARE(model.level_count(), 3);
        QCOMPARE(model.group_size(1), std::int64_t{8});
        QCOMPARE(model.group_size(2), std::int64_t{32});
        QCOMPARE(model.group_size(3), std::int64_t{1024});
        QCOMPARE(model.bandwidth(1), 450e9);
        QCOMPARE(model.bandwidth(2), 50e9);
        QCOMPARE(model.bandwidth(3), 25e9);
        QCOMPARE(model.latency(3), 8e-6);
    }

    void defaultsAreMarkedAsAssumed() {
        const Result<LevelModel> levels = levels_of_generator(*parse_generator("fat-tree:8,4"));
        QVERIFY(levels.ok());
        QCOMPARE(levels->bandwidth(1), 450e9);
        QCOMPARE(levels->bandwidth(2), 50e9);
        QCOMPARE(levels.diagnostics().size(), std::size_t{2});
        for (const Diagnostic& note : levels.diagnostics()) {
            QCOMPARE(note.code, ErrorCode::assumed);
            QCOMPARE(note.severity, Severity::note);
        }
        QVERIFY(levels_of_generator(*parse_generator("fat-tree:8;bandwidth=1e9;latency=0")).diagnostics().empty());
        const Result<Topology> drawing = topology_of_generator(*parse_generator("fat-tree:8,4;latency=1e-6,1e-6"));
        QCOMPARE(drawing->assumed, (std::vector<std::string>{"bandwidth node", "bandwidth leaf"}));
    }

    void torusLevelsAreItsDimensions() {
        const LevelModel model = levels_of_text("torus:4,2,8");
        QCOMPARE(model.device_count(), std::int64_t{64});
        QCOMPARE(model.group_size(1), std::int64_t{4});
        QCOMPARE(model.group_size(2), std::int64_t{8});
        QCOMPARE(model.levels[0].bandwidth, 100e9); // two links of 50 GB/s: the ring closes
        QCOMPARE(model.levels[1].bandwidth, 50e9);  // two devices share a single link
        QCOMPARE(model.levels[2].bandwidth, 100e9);
    }

    void moreThanFiveLevelsAreMerged() {
        const LevelModel model = levels_of_text(
            "fat-tree:2,2,2,2,2,2,2;bandwidth=7e9,6e9,5e9,4e9,2e9,3e9,1e9;latency=1e-6,2e-6,3e-6,4e-6,7e-6,6e-6,5e-6");
        QCOMPARE(model.level_count(), 5);
        QCOMPARE(model.group_size(4), std::int64_t{16});
        QCOMPARE(model.group_size(5), std::int64_t{128});
        QCOMPARE(model.bandwidth(5), 1e9);
        QCOMPARE(model.latency(5), 7e-6);
    }

    void snakeOrder() {
        for (const std::vector<std::int64_t>& rings :
             {std::vector<std::int64_t>{4}, {4, 4, 8}, {3, 5}, {2, 3, 2, 5}, {1, 4, 3}}) {
            std::int64_t devices = 1;
            for (const std::int64_t ring : rings)
                devices *= ring;
            std::set<std::vector<std::int64_t>> seen;
            for (std::int64_t index = 0; index < devices; ++index) {
                const std::vector<std::int64_t> at = snake_coordinates(rings, index);
                QCOMPARE(snake_index(rings, at), index);
                seen.insert(at);
                if (index == 0) continue;
                const std::vector<std::int64_t> before = snake_coordinates(rings, index - 1);
                std::int64_t steps = 0;
                for (std::size_t i = 0; i < rings.size(); ++i)
                    steps += std::abs(at[i] - before[i]);
                QCOMPARE(steps, std::int64_t{1});
            }
            QCOMPARE(static_cast<std::int64_t>(seen.size()), devices);
        }
    }

    void torusDrawing() {
        const Result<Topology> drawing = topology_of_generator(*parse_generator("torus:4,3,2"));
        QVERIFY(drawing.ok());
        QCOMPARE(drawing->nodes.size(), std::size_t{24});
        QCOMPARE(drawing->links.size(), std::size_t{24 + 24 + 12});
        std::map<std::string, int> degree;
        for (const TopologyLink& link : drawing->links) {
            QCOMPARE(link.bandwidth, 50e9);
            ++degree[link.a];
            ++degree[link.b];
        }
        for (const auto& [id, links] : degree)
            QCOMPARE(links, 2 + 2 + 1);
        QVERIFY(drawing->generator.has_value());
    }

    void treeDrawingFoldsEqualGroups() {
        const Result<Topology> drawing =
            topology_of_generator(*parse_generator("fat-tree:8,4,32;bandwidth=450e9,50e9,25e9;latency=2e-6,5e-6,8e-6"));
        QVERIFY(drawing.ok());
        QCOMPARE(drawing->nodes.size(), std::size_t{8 + 3 + 2}); // devices, switches, hosts
        std::int64_t copies = 1;
        for (const TopologyNode& node : drawing->nodes)
            copies *= node.repeat;
        QCOMPARE(copies, std::int64_t{4 * 32});
        double up = 0;
        for (const TopologyLink& link : drawing->links) {
            if (link.a == "leaf switch") up = link.bandwidth * static_cast<double>(link.count);
        }
        QCOMPARE(up, 32 * 25e9);
        QVERIFY(!topology_of_generator(*parse_generator("torus:100,100,10")).ok());
    }
};

QTEST_APPLESS_MAIN(TestGenerators)
#include "test_generators.moc"
