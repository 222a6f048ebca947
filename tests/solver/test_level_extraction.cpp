// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "network/generators.h"
#include "network/level_extraction.h"
#include "network/torus.h"

#include <QtTest>

#include <set>

using namespace nest;

namespace {

TopologyNode node(const std::string& id, NodeKind kind, const std::string& parent = {}, std::int64_t repeat = 1) {
    TopologyNode result;
    result.id = id;
    result.kind = kind;
    result.parent = parent;
    result.repeat = repeat;
    return result;
}

std::string numbered(const char* name, int number) {
    return name + std::to_string(number);
}

/// Adds `count` devices "<prefix>0", ... with a link each to `to`.
void add_devices(Topology& topology, const std::string& prefix, int count, const std::string& to, double bandwidth,
                 double latency = 0, const std::string& parent = {}) {
    for (int i = 0; i < count; ++i) {
        const std::string id = prefix + std::to_string(i);
        topology.nodes.push_back(node(id, NodeKind::device, parent));
        topology.links.push_back({id, to, bandwidth, latency, 1});
    }
}

bool near(double value, double expected) {
    return std::abs(value - expected) <= 1e-9 * std::abs(expected);
}

std::vector<std::int64_t> sizes_of(const LevelModel& model) {
    std::vector<std::int64_t> sizes;
    for (const Level& level : model.levels)
        sizes.push_back(level.group_size);
    return sizes;
}

/// The widest path by trying every intermediate node: Floyd and Warshall's scheme on a small matrix.
std::vector<double> widest_paths(const std::vector<double>& direct, std::size_t side) {
    std::vector<double> widest = direct;
    for (std::size_t k = 0; k < side; ++k) {
        for (std::size_t i = 0; i < side; ++i) {
            for (std::size_t j = 0; j < side; ++j)
                widest[i * side + j] =
                    std::max(widest[i * side + j], std::min(widest[i * side + k], widest[k * side + j]));
        }
    }
    return widest;
}

} // namespace

class TestLevelExtraction : public QObject {
    Q_OBJECT
private slots:
    void generatedTreesComeBackExactly_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"fat-tree:8,4,32;bandwidth=450e9,50e9,25e9;latency=2e-6,5e-6,8e-6", "fat-tree:8,4,32",
                                 "spine-leaf:8,8,16;oversubscription=1,1,2", "fat-tree:3,5,7;bandwidth=100e9,20e9,1e9",
                                 "fat-tree:2,2,2,2,2;bandwidth=9e9,7e9,5e9,3e9,1e9", "fat-tree:16;bandwidth=1e9",
                                 "fat-tree:4,4;bandwidth=10e9,10e9;latency=1e-6,3e-6"})
            QTest::newRow(text) << QByteArray(text);
    }
    void generatedTreesComeBackExactly() {
        QFETCH(QByteArray, text);
        const Result<GeneratorSpec> spec = parse_generator(text.toStdString());
        QVERIFY(spec.ok());
        const LevelModel expected = *levels_of_generator(*spec);
        Topology drawing = *topology_of_generator(*spec);
        drawing.generator.reset();
        const Result<ExtractedLevels> found = extract_levels(drawing);
        QVERIFY(found.ok());
        QCOMPARE(sizes_of(found->levels), sizes_of(expected));
        QVERIFY(found->levels.absent.empty());
        for (int level = 1; level <= expected.level_count(); ++level) {
            QVERIFY(near(found->levels.bandwidth(level), expected.bandwidth(level)));
            QVERIFY(near(found->levels.latency(level), expected.latency(level)));
        }
        QVERIFY(found->largest_error < 1e-9);
        QVERIFY(found->warnings.empty());
        QCOMPARE(found->link_bandwidth, found->level_bandwidth);
        QCOMPARE(static_cast<std::int64_t>(found->rank_ids.size()), expected.device_count());
    }

    void tiersThatCostTheSameAreOneLevel() {
        Topology drawing = *topology_of_generator(*parse_generator("fat-tree:4,4;bandwidth=10e9,10e9;latency=0,0"));
        drawing.generator.reset();
        QCOMPARE(sizes_of(extract_levels(drawing)->levels), (std::vector<std::int64_t>{16}));
    }

    void planesAndParallelSwitchesAddUp() {
        // Two hosts of four GPUs; each GPU has a quarter of its 400 GB/s to each of four switches. Each host has one
        // 100 GB/s link to each of two spines.
        Topology topology;
        for (int host = 0; host < 2; ++host) {
            const std::string name = numbered("host", host);
            topology.nodes.push_back(node(name, NodeKind::host));
            topology.nodes.push_back(node(name + " nic", NodeKind::nic, name));
            for (int i = 0; i < 4; ++i)
                topology.nodes.push_back(node(name + numbered(" switch", i), NodeKind::switch_, name));
            for (int gpu = 0; gpu < 4; ++gpu) {
                const std::string id = name + numbered(" gpu", gpu);
                topology.nodes.push_back(node(id, NodeKind::device, name));
                for (int i = 0; i < 4; ++i)
                    topology.links.push_back({id, name + numbered(" switch", i), 50e9, 1e-6, 2});
            }
            topology.links.push_back({name + " switch0", name + " nic", 200e9, 1e-6, 1});
        }
        for (int spine = 0; spine < 2; ++spine) {
            topology.nodes.push_back(node(numbered("spine", spine), NodeKind::switch_));
            for (int host = 0; host < 2; ++host)
                topology.links.push_back({numbered("host", host) + " nic", numbered("spine", spine), 100e9, 2e-6, 1});
        }
        const Result<ExtractedLevels> found = extract_levels(topology);
        QVERIFY(found.ok());
        QCOMPARE(sizes_of(found->levels), (std::vector<std::int64_t>{4, 8}));
        QCOMPARE(found->levels.bandwidth(1), 400e9);
        QCOMPARE(found->levels.bandwidth(2), 50e9); // 2 x 100 GB/s for four GPUs
        QVERIFY(near(found->levels.latency(1), 2e-6));
        QVERIFY(near(found->levels.latency(2), 8e-6));
        QCOMPARE(found->levels.level_name(1), std::string("node"));
        QCOMPARE(found->levels.level_name(2), std::string("network"));
    }

    void railOptimised() {
        // GPU r of each of four hosts hangs on leaf r; the two leaves have 100 GB/s to each of two spines.
        Topology topology;
        topology.nodes = {node("host", NodeKind::host, "", 4),    node("nvswitch", NodeKind::switch_, "host"),
                          node("gpu0", NodeKind::device, "host"), node("gpu1", NodeKind::device, "host"),
                          node("leaf0", NodeKind::switch_),       node("leaf1", NodeKind::switch_),
                          node("spine0", NodeKind::switch_),      node("spine1", NodeKind::switch_)};
        for (int i = 0; i < 2; ++i) {
            topology.links.push_back({numbered("gpu", i), "nvswitch", 450e9, 0, 1});
            topology.links.push_back({numbered("gpu", i), numbered("leaf", i), 50e9, 0, 1});
            for (int spine = 0; spine < 2; ++spine)
                topology.links.push_back({numbered("leaf", i), numbered("spine", spine), 100e9, 0, 1});
        }
        const Result<ExtractedLevels> found = extract_levels(topology);
        QVERIFY(found.ok());
        QCOMPARE(sizes_of(found->levels), (std::vector<std::int64_t>{2, 8}));
        QCOMPARE(found->levels.bandwidth(1), 450e9);
        QCOMPARE(found->levels.bandwidth(2), 50e9);
        QCOMPARE(found->rank_ids[2], std::string("gpu0 #2"));
    }

    void dualSocketBox() {
        // Two PCIe switches with two GPUs each per socket; the link between the sockets is shared by four.
        Topology topology;
        for (int socket = 0; socket < 2; ++socket) {
            const std::string cpu = numbered("cpu", socket);
            topology.nodes.push_back(node(cpu, NodeKind::switch_));
            for (int i = 0; i < 2; ++i) {
                const std::string name = cpu + numbered(" switch", i);
                topology.nodes.push_back(node(name, NodeKind::switch_));
                topology.links.push_back({name, cpu, 32e9, 0, 1});
                add_devices(topology, name + " gpu", 2, name, 32e9);
            }
        }
        topology.links.push_back({"cpu0", "cpu1", 40e9, 0, 1});
        const Result<ExtractedLevels> found = extract_levels(topology);
        QVERIFY(found.ok());
        QCOMPARE(sizes_of(found->levels), (std::vector<std::int64_t>{2, 4, 8}));
        QCOMPARE(found->levels.bandwidth(1), 32e9);
        QCOMPARE(found->levels.bandwidth(2), 16e9);
        QCOMPARE(found->levels.bandwidth(3), 10e9);
    }

    void nestedRepeats() {
        // 3 racks of 2 hosts of 4 GPUs.
        Topology topology;
        topology.nodes = {node("spine", NodeKind::switch_), node("rack", NodeKind::host, "", 3),
                          node("leaf", NodeKind::switch_, "rack"), node("host", NodeKind::host, "rack", 2),
                          node("hub", NodeKind::switch_, "host")};
        add_devices(topology, "gpu", 4, "hub", 100e9, 1e-6, "host");
        topology.links.push_back({"hub", "leaf", 40e9, 1e-6, 1});
        topology.links.push_back({"leaf", "spine", 8e9, 1e-6, 2});
        const Result<ExtractedLevels> found = extract_levels(topology);
        QVERIFY(found.ok());
        QCOMPARE(sizes_of(found->levels), (std::vector<std::int64_t>{4, 8, 24}));
        QCOMPARE(found->levels.bandwidth(2), 10e9);
        QCOMPARE(found->levels.bandwidth(3), 2e9); // 16 GB/s for eight
        QVERIFY(near(found->levels.latency(3), 6e-6));
        QCOMPARE(found->rank_ids[0], std::string("gpu0 #1"));
        QCOMPARE(found->rank_ids[4], std::string("gpu0 #2"));
        QCOMPARE(found->rank_ids[23], std::string("gpu3 #6"));
    }

    void linksOfAHostServeItsDevices() {
        Topology topology;
        topology.nodes = {node("leaf", NodeKind::switch_), node("host", NodeKind::host, "", 4)};
        for (int i = 0; i < 2; ++i)
            topology.nodes.push_back(node(numbered("gpu", i), NodeKind::device, "host"));
        topology.links.push_back({"gpu0", "gpu1", 300e9, 0, 1});
        topology.links.push_back({"host", "leaf", 20e9, 0, 1});
        const Result<ExtractedLevels> found = extract_levels(topology);
        QVERIFY(found.ok());
        QCOMPARE(sizes_of(found->levels), (std::vector<std::int64_t>{2, 8}));
        QCOMPARE(found->levels.bandwidth(1), 300e9);
        QCOMPARE(found->levels.bandwidth(2), 10e9);
    }

    void unequalGroupsArePadded() {
        Topology topology;
        topology.nodes = {node("a", NodeKind::switch_), node("b", NodeKind::switch_), node("top", NodeKind::switch_)};
        add_devices(topology, "a", 8, "a", 100e9);
        add_devices(topology, "b", 6, "b", 100e9);
        topology.links.push_back({"a", "top", 80e9, 0, 1});
        topology.links.push_back({"b", "top", 60e9, 0, 1});
        const Result<ExtractedLevels> found = extract_levels(topology);
        QVERIFY(found.ok());
        QCOMPARE(sizes_of(found->levels), (std::vector<std::int64_t>{8, 16}));
        QCOMPARE(found->levels.absent, (std::vector<std::int64_t>{14, 15}));
        QCOMPARE(found->levels.bandwidth(2), 10e9);
        QCOMPARE(found->warnings.size(), std::size_t{1});
        QCOMPARE(found->warnings.front().severity, Severity::warning);
    }

    void unconnectedDevicesAndEmptyLinksWarn() {
        Topology topology;
        topology.nodes = {node("hub", NodeKind::switch_), node("lost", NodeKind::device),
                          node("dark", NodeKind::device)};
        add_devices(topology, "gpu", 4, "hub", 100e9);
        topology.links.push_back({"dark", "hub", 0, 0, 1});
        const Result<ExtractedLevels> found = extract_levels(topology);
        QVERIFY(found.ok());
        QCOMPARE(found->levels.device_count(), std::int64_t{4});
        QCOMPARE(found->warnings.size(), std::size_t{3});
        QCOMPARE(found->warnings[0].pointer, std::string("/links/4/bandwidth"));
        QCOMPARE(found->warnings[1].subject.text(), std::string("lost"));
        QCOMPARE(found->warnings[2].subject.text(), std::string("dark"));
        const Result<LevelModel> levels = levels_of(topology);
        QVERIFY(levels.ok());
        QCOMPARE(levels.diagnostics().size(), std::size_t{3});
    }

    void singleDevice() {
        Topology topology;
        topology.nodes = {node("gpu", NodeKind::device)};
        const Result<ExtractedLevels> found = extract_levels(topology);
        QVERIFY(found.ok());
        QCOMPARE(found->levels.device_count(), std::int64_t{1});
        QCOMPARE(found->rank_ids, (std::vector<std::string>{"gpu"}));
        QCOMPARE(found->link_bandwidth, (std::vector<float>{0}));
    }

    /// More bandwidths than levels: the levels can't show all of them, and say by how much.
    void errorsOfAnIrregularNetwork() {
        Topology topology;
        topology.nodes.push_back(node("hub", NodeKind::switch_));
        std::vector<double> speeds;
        for (int i = 0; i < 9; ++i) {
            const double bandwidth = 1e9 * (1 + 3 * i + i % 2);
            topology.nodes.push_back(node(numbered("gpu", i), NodeKind::device));
            topology.links.push_back({numbered("gpu", i), "hub", bandwidth, 0, 1});
            speeds.push_back(bandwidth);
        }
        const Result<ExtractedLevels> found = extract_levels(topology);
        QVERIFY(found.ok());
        QVERIFY(found->levels.level_count() <= 5);
        QCOMPARE(found->sampled_devices, std::int64_t{9});
        double largest = 0;
        double sum = 0;
        for (std::size_t i = 0; i < 9; ++i) {
            for (std::size_t j = 0; j < 9; ++j) {
                const auto id_of = [&](std::size_t rank) { return std::stoul(found->rank_ids[rank].substr(3)); };
                const double link = i == j ? 0 : std::min(speeds[id_of(i)], speeds[id_of(j)]);
                QCOMPARE(found->link_bandwidth[i * 9 + j], static_cast<float>(link));
                if (i == j) continue;
                const int level =
                    found->levels.level_between(static_cast<std::int64_t>(i), static_cast<std::int64_t>(j));
                const double error = std::abs(found->levels.bandwidth(level) - link) / link;
                QCOMPARE(found->level_bandwidth[i * 9 + j], static_cast<float>(found->levels.bandwidth(level)));
                largest = std::max(largest, error);
                sum += error;
            }
        }
        QVERIFY(largest > 0);
        QVERIFY(near(found->largest_error, largest));
        QVERIFY(near(found->mean_error, sum / 72));
    }

    /// Devices with direct links of random bandwidth: the matrix is that of the widest paths.
    void widestPathsOfARandomMesh() {
        std::uint32_t state = 12345;
        const auto next = [&] { return state = state * 1664525U + 1013904223U; };
        for (int trial = 0; trial < 20; ++trial) {
            constexpr std::size_t side = 11;
            Topology topology;
            std::vector<double> direct(side * side, 0);
            for (std::size_t i = 0; i < side; ++i)
                topology.nodes.push_back(node("d" + std::to_string(i), NodeKind::device));
            for (std::size_t i = 0; i < side; ++i) {
                for (std::size_t j = i + 1; j < side; ++j) {
                    // A cycle through all devices, so that no link is the only way and none is shared.
                    const bool cycle = j == i + 1 || (i == 0 && j + 1 == side);
                    if (!cycle && next() % 4 != 0) continue;
                    const double bandwidth = 1e9 * (1 + next() % 50);
                    direct[i * side + j] = direct[j * side + i] = bandwidth;
                    topology.links.push_back({"d" + std::to_string(j), "d" + std::to_string(i), bandwidth, 0, 1});
                }
            }
            const std::vector<double> widest = widest_paths(direct, side);
            const Result<ExtractedLevels> found = extract_levels(topology);
            QVERIFY(found.ok());
            for (std::size_t i = 0; i < side; ++i) {
                for (std::size_t j = 0; j < side; ++j) {
                    const std::size_t a = std::stoul(found->rank_ids[i].substr(1));
                    const std::size_t b = std::stoul(found->rank_ids[j].substr(1));
                    if (i != j) QCOMPARE(found->link_bandwidth[i * side + j], static_cast<float>(widest[a * side + b]));
                }
            }
        }
    }

    void torusIsRecognised_data() {
        QTest::addColumn<QList<int>>("rings");
        QTest::addColumn<bool>("snake");
        for (const bool snake : {false, true}) {
            for (const QList<int>& rings : {QList<int>{4, 4, 8}, {5}, {3, 4}, {6, 2}, {2, 3, 4}}) {
                QStringList name;
                for (const int ring : rings)
                    name << QString::number(ring);
                QTest::newRow(qPrintable(name.join('x') + (snake ? " snake" : " rows"))) << rings << snake;
            }
        }
    }
    void torusIsRecognised() {
        QFETCH(QList<int>, rings);
        QFETCH(bool, snake);
        const std::vector<std::int64_t> lengths(rings.begin(), rings.end());
        std::int64_t devices = 1;
        for (const std::int64_t ring : lengths)
            devices *= ring;
        const auto index_of = [&](const std::vector<std::int64_t>& at) {
            if (snake) return snake_index(lengths, at);
            std::int64_t index = 0;
            for (std::size_t i = lengths.size(); i-- > 0;)
                index = index * lengths[i] + at[i];
            return index;
        };
        Topology topology;
        for (std::int64_t i = 0; i < devices; ++i)
            topology.nodes.push_back(node("d" + std::to_string(i), NodeKind::device));
        for (std::int64_t i = 0; i < devices; ++i) {
            const std::vector<std::int64_t> at = snake_coordinates(lengths, i);
            for (std::size_t dimension = 0; dimension < at.size(); ++dimension) {
                if (lengths[dimension] == 2 && at[dimension] == 1) continue;
                std::vector<std::int64_t> next = at;
                next[dimension] = (at[dimension] + 1) % lengths[dimension];
                topology.links.push_back({"d" + std::to_string(index_of(at)), "d" + std::to_string(index_of(next)),
                                          50e9 / static_cast<double>(dimension + 1), 1e-6, 1});
            }
        }
        const Result<ExtractedLevels> found = extract_levels(topology);
        QVERIFY(found.ok());
        QCOMPARE(found->levels.level_count(), static_cast<int>(lengths.size()));
        std::int64_t size = 1;
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            size *= lengths[i];
            QCOMPARE(found->levels.levels[i].group_size, size);
            const double links = lengths[i] == 2 ? 1 : 2; // the wrap-around counts
            QCOMPARE(found->levels.levels[i].bandwidth, links * 50e9 / static_cast<double>(i + 1));
            QCOMPARE(found->levels.levels[i].latency, 1e-6);
        }
        // Consecutive ranks are neighbours.
        std::set<std::pair<std::string, std::string>> linked;
        for (const TopologyLink& link : topology.links) {
            linked.insert({link.a, link.b});
            linked.insert({link.b, link.a});
        }
        for (std::size_t rank = 1; rank < found->rank_ids.size(); ++rank)
            QVERIFY(linked.count({found->rank_ids[rank - 1], found->rank_ids[rank]}) == 1);
    }

    void aMeshIsNoTorus() {
        Topology topology = *topology_of_generator(*parse_generator("torus:4,4"));
        topology.links.pop_back();
        const Result<ExtractedLevels> found = extract_levels(topology);
        QVERIFY(found.ok());
        QCOMPARE(found->levels.level_count(), 1);
        QCOMPARE(found->levels.bandwidth(1), 50e9);
    }

    void generatorTagHoldsWhileTheDrawingIsItsOwn() {
        Topology drawing = *topology_of_generator(*parse_generator("spine-leaf:4,2,2;bandwidth=100e9,20e9,10e9"));
        drawing.nodes.front().x = 12;
        QCOMPARE(levels_of(drawing)->level_name(2), std::string("leaf"));
        drawing.links.front().bandwidth = 50e9; // edited by hand: the tag is out of date
        const Result<LevelModel> levels = levels_of(drawing);
        QVERIFY(levels.ok());
        QCOMPARE(levels->bandwidth(2), 50e9);
    }

    void givenLevelsWin() {
        Topology topology;
        LevelModel model;
        model.slot_count = 4;
        model.levels = {{"x", 4, 1e9, 1e-6, {}}};
        topology.levels = model;
        QCOMPARE(levels_of(topology)->bandwidth(1), 1e9);
        QCOMPARE(extract_levels(topology)->sampled_devices, std::int64_t{4});
        topology.levels->levels[0].bandwidth = 0;
        QVERIFY(!levels_of(topology).ok());
        QVERIFY(!extract_levels(topology).ok());
    }

    void largeDrawing() {
        Topology topology;
        topology.nodes.push_back(node("top", NodeKind::switch_));
        for (int leaf = 0; leaf < 16; ++leaf) {
            const std::string name = numbered("leaf", leaf);
            topology.nodes.push_back(node(name, NodeKind::switch_));
            topology.links.push_back({name, "top", 64 * 25e9, 0, 1});
            for (int host = 0; host < 8; ++host) {
                const std::string hub = name + numbered(".host", host);
                topology.nodes.push_back(node(hub, NodeKind::switch_));
                topology.links.push_back({hub, name, 50e9, 0, 8});
                add_devices(topology, hub + ".gpu", 8, hub, 450e9);
            }
        }
        const Result<ExtractedLevels> found = extract_levels(topology);
        QVERIFY(found.ok());
        QCOMPARE(sizes_of(found->levels), (std::vector<std::int64_t>{8, 64, 1024}));
        QCOMPARE(found->sampled_devices, std::int64_t{512});
        QCOMPARE(found->link_bandwidth, found->level_bandwidth);
    }

    void largestRepeat() {
        Topology topology;
        topology.nodes = {node("top", NodeKind::switch_), node("host", NodeKind::host, "", 8192),
                          node("hub", NodeKind::switch_, "host")};
        add_devices(topology, "gpu", 8, "hub", 450e9, 1e-6, "host");
        topology.links.push_back({"hub", "top", 400e9, 1e-6, 1});
        const Result<ExtractedLevels> found = extract_levels(topology);
        QVERIFY(found.ok());
        QCOMPARE(sizes_of(found->levels), (std::vector<std::int64_t>{8, 65536}));
        topology.nodes[1].repeat = 8193;
        QCOMPARE(extract_levels(topology).fault().code, ErrorCode::out_of_range);
    }

    void faults() {
        const auto code = [](const Topology& topology) { return extract_levels(topology).fault().code; };
        const auto pointer = [](const Topology& topology) { return extract_levels(topology).fault().pointer; };
        Topology good;
        good.nodes = {node("a", NodeKind::device), node("b", NodeKind::device)};
        good.links = {{"a", "b", 1e9, 0, 1}};
        QVERIFY(extract_levels(good).ok());

        QCOMPARE(code(Topology{}), ErrorCode::inconsistent);
        Topology bad = good;
        bad.nodes[0].kind = bad.nodes[1].kind = NodeKind::switch_;
        QCOMPARE(code(bad), ErrorCode::inconsistent);
        bad = good;
        bad.links.clear();
        QCOMPARE(code(bad), ErrorCode::inconsistent);
        bad = good;
        bad.links[0].b = "c";
        QCOMPARE(code(bad), ErrorCode::unknown_name);
        QCOMPARE(pointer(bad), std::string("/links/0/b"));
        bad = good;
        bad.nodes[1].id = "a";
        QCOMPARE(code(bad), ErrorCode::duplicate_name);
        bad = good;
        bad.nodes[1].parent = "nowhere";
        QCOMPARE(pointer(bad), std::string("/nodes/1/parent"));
        bad = good;
        bad.nodes[0].parent = "b";
        bad.nodes[1].parent = "a";
        QCOMPARE(code(bad), ErrorCode::inconsistent);
        bad = good;
        bad.nodes[0].repeat = 0;
        QCOMPARE(pointer(bad), std::string("/nodes/0/repeat"));
        bad.nodes[0].repeat = std::numeric_limits<std::int64_t>::max();
        QCOMPARE(pointer(bad), std::string("/nodes/0/repeat"));
        bad = good;
        bad.links[0].bandwidth = -1;
        QCOMPARE(code(bad), ErrorCode::out_of_range);
        bad.links[0].bandwidth = std::numeric_limits<double>::quiet_NaN();
        QCOMPARE(code(bad), ErrorCode::not_finite);
        bad = good;
        bad.links[0].latency = -1;
        QCOMPARE(pointer(bad), std::string("/links/0/latency"));
        bad = good;
        bad.links[0].count = 0;
        QCOMPARE(pointer(bad), std::string("/links/0/count"));
    }

    void matrixOfLevels() {
        LevelModel model;
        model.slot_count = 8;
        model.levels = {{"x", 2, 10e9, 0, {}}, {"y", 8, 1e9, 0, {}}};
        model.absent = {1};
        QVERIFY(model.finish().empty());
        std::int64_t rows = 0;
        QCOMPARE(bandwidth_matrix(model, 3, &rows).size(), std::size_t{9});
        QCOMPARE(rows, std::int64_t{3});
        const std::vector<float> all = bandwidth_matrix(model, 100, &rows);
        QCOMPARE(rows, std::int64_t{7});
        QCOMPARE(all[0], 0.0F);
        QCOMPARE(all[1], 1e9F);      // slots 0 and 2
        QCOMPARE(all[7 + 2], 10e9F); // slots 2 and 3
        QVERIFY(bandwidth_matrix(model, 0, &rows).empty());
        QCOMPARE(rows, std::int64_t{0});
    }
};

QTEST_APPLESS_MAIN(TestLevelExtraction)
#include "test_level_extraction.moc"
