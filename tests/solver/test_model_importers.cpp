// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/files.h"
#include "io/model/importers.h"
#include "io/model/placement_graph.h"
#include "plan/strategy_tables.h"
#include "search/downsets.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

using namespace nest;
using nlohmann::json;

namespace {

bool close(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max({std::abs(a), std::abs(b), 1e-12});
}

const Layer& layer(const ModelGraph& model, const std::string& id) {
    for (const Layer& one : model.layers)
        if (one.id == id) return one;
    qFatal("no layer %s", id.c_str());
}

const Profile& profile(const ModelGraph& model, const std::string& id, std::int64_t tp = 1) {
    for (const Profile& one : layer(model, id).profiles)
        if (one.strategy.tp == tp) return one;
    qFatal("no profile");
}

double bytes(const ModelGraph& model, const std::string& from, const std::string& to) {
    for (const Edge& edge : model.edges)
        if (model.layers[static_cast<std::size_t>(edge.from)].id == from &&
            model.layers[static_cast<std::size_t>(edge.to)].id == to)
            return edge.bytes;
    return -1;
}

/// With plain spaces before units.
bool holds(std::string text, const char* part) {
    for (std::size_t at = text.find("\u202f"); at != std::string::npos; at = text.find("\u202f"))
        text.replace(at, std::string("\u202f").size(), " ");
    return text.find(part) != std::string::npos;
}

bool says(const std::vector<Diagnostic>& notes, const char* part) {
    return std::any_of(notes.begin(), notes.end(), [&](const Diagnostic& note) { return holds(describe(note), part); });
}

bool assumes(const ModelGraph& model, const char* part) {
    return std::any_of(model.assumed.begin(), model.assumed.end(),
                       [&](const std::string& text) { return holds(text, part); });
}

json tmpc(const char* id, double time, double weights, double kept) {
    return {{"id", id},
            {"timePerSample", time},
            {"parameterSize", weights},
            {"memoryUsageA", kept},
            {"memoryUsageB", 0.0},
            {"syncTimeFw", json::object()},
            {"syncTimeBw", json::object()}};
}

/// Two blocks behind a shared input; times in seconds: 100 MB kept in 10 ms is 10 GB/s.
json piper() {
    json file = json::parse(R"({"maxDevices": 4, "maxMemoryPerDevice": 16e9, "bandwidth": 25e9, "mbsInBatch": 64,
        "nodes": [], "edges": [
            {"sourceId": 10, "destId": 7, "communicationCost": 4096.0},
            {"sourceId": 10, "destId": 3, "communicationCost": 4096.0},
            {"sourceId": 7, "destId": 3, "communicationCost": 1e6}]})");
    json last{{"id", 3}, {"name", "block"}};
    last["TMPCs"]["1"] = {tmpc("vanilla", 0.012, 8e6, 100e6), tmpc("activation recomp", 0.016, 8e6, 1e6)};
    last["TMPCs"]["2"] = {tmpc("vanilla", 0.007, 4e6, 60e6), tmpc("activation recomp", 0.009, 4e6, 1e6)};
    json first{{"id", 7}, {"name", "block"}};
    first["TMPCs"]["1"] = {tmpc("activation recomp", 0.020, 6e6, 1e6), tmpc("vanilla", 0.015, 6e6, 100e6)};
    first["TMPCs"]["2"] = {tmpc("vanilla", 0.009, 3e6, 60e6)};
    json input{{"id", 10}, {"name", "input"}};
    input["TMPCs"]["1"] = {tmpc("vanilla", 0, 0, 4096)};
    input["TMPCs"]["2"] = {tmpc("vanilla", 0, 0, 4096)};
    input["TMPCs"]["4"] = json::array();
    input["TMPCs"]["2"][0]["syncTimeBw"] = {{"7", 4096.0}, {"3", 4096.0}};
    file["nodes"] = {last, first, input};
    return file;
}

json node(int id, const char* name, double forward, double size, int color, bool backward = false) {
    json result{{"id", id},
                {"name", name},
                {"cpuLatency", 9},
                {"fpgaLatency", forward},
                {"size", size},
                {"supportedOnFpga", 1},
                {"isBackwardNode", backward ? 1 : 0}};
    if (color >= 0) result["colorClass"] = color;
    return result;
}
json edge(int from, int to, double size) {
    return {{"sourceId", from}, {"destId", to}, {"cost", size / 2e6}, {"size", size}};
}

/// A layer graph with its backward pass: in -> a -> b, in -> b.
json training() {
    json file{{"maxSizePerFPGA", 16e9}, {"maxFPGAs", 4}, {"maxCPUs", 1}};
    file["nodes"] = {node(1, "in", 0, 0, 1),           node(2, "a", 3, 10e6, 2),
                     node(3, "b", 5, 24e6, 3),         node(11, "in'", 0, 0, 1, true),
                     node(12, "a'", 7, 10e6, 2, true), node(13, "b'", 9, 24e6, 3, true)};
    file["edges"] = {edge(1, 2, 512),   edge(1, 3, 512),   edge(2, 3, 2e6), edge(13, 12, 2e6),
                     edge(13, 11, 512), edge(12, 11, 512), edge(3, 13, 4e6)};
    return file;
}

/// A folder of files as other planners publish them, where there is one.
QString published(const QString& file) {
    return QDir(QStringLiteral(NEST_CASES_DIR)).filePath(QStringLiteral("../../formats/") + file);
}

} // namespace

class TestModelImporters : public QObject {
    Q_OBJECT

    static Result<ModelGraph> read(const json& file) {
        Result<io::AnyInput> input = io::read_any(file, "file.json", {});
        if (!input) return input.diagnostics();
        Result<ModelGraph> model(std::get<ModelGraph>(*input));
        model.add(input.diagnostics());
        return model;
    }

    /// The only fault of a file.
    static std::string fault_of(const json& file) {
        const Result<ModelGraph> model = read(file);
        if (model) return "it was read";
        return describe(model.fault());
    }

private slots:
    void piperFile() {
        const Result<ModelGraph> model = read(piper());
        QVERIFY(model.ok());
        QCOMPARE(model->name, std::string("file"));
        // In the order of the edges; names that are used twice have their number behind them.
        QCOMPARE(model->layers.size(), std::size_t{3});
        QCOMPARE(model->layers[0].id, std::string("input"));
        QCOMPARE(model->layers[1].id, std::string("block 7"));
        QCOMPARE(model->layers[2].id, std::string("block 3"));
        QVERIFY(close(bytes(*model, "block 7", "block 3"), 1e6));
        QVERIFY(close(bytes(*model, "input", "block 3"), 4096));
        QCOMPARE(layer(*model, "input").profiles.size(), std::size_t{2}); // an empty list is no profile

        // With recomputation a sample takes a forward pass more: 20 - 15 = 5 ms of the 15.
        const Profile& first = profile(*model, "block 7");
        QVERIFY(close(first.forward_seconds, 0.005));
        QVERIFY(close(first.backward_seconds, 0.010));
        QVERIFY(close(first.activation_bytes, 100e6));
        QVERIFY(close(first.selective_activation_bytes, 100e6));
        QVERIFY(close(first.parameters, 3e6)); // 6 MB in half precision
        // Nothing tells: a third.
        QVERIFY(close(profile(*model, "block 7", 2).forward_seconds, 0.003));
        QVERIFY(close(profile(*model, "block 3", 2).forward_seconds, 0.002));
        QVERIFY(close(profile(*model, "block 3", 2).parameters, 2e6));
        QVERIFY(assumes(*model, "seconds"));
        QVERIFY(assumes(*model, "forward in 1 of 4 times"));
        QVERIFY(assumes(*model, "2 bytes per parameter"));
        for (const char* part : {"maxDevices", "4 devices of 16.0 GB at 25.0 GB/s", "mbsInBatch", "memoryUsageB",
                                 "activation recomp", "syncTimeFw"})
            QVERIFY2(says(model.diagnostics(), part), part);
    }

    /// The same file in another unit is the same model.
    void piperUnitOfTime() {
        json file = piper();
        for (json& one : file["nodes"])
            for (json& degree : one["TMPCs"])
                for (json& alternative : degree)
                    alternative["timePerSample"] = alternative["timePerSample"].get<double>() * 1000;
        const Result<ModelGraph> model = read(file);
        QVERIFY(model.ok());
        QVERIFY(assumes(*model, "milliseconds"));
        QVERIFY(close(profile(*model, "block 7").forward_seconds, 0.005));
        QVERIFY(close(profile(*model, "block 7").backward_seconds, 0.010));
    }

    /// Without tensor-parallel degrees: single precision.
    void piperSinglePrecision() {
        json file = piper();
        for (json& one : file["nodes"])
            one["TMPCs"] = {{"1", one["TMPCs"]["1"]}};
        const Result<ModelGraph> model = read(file);
        QVERIFY(model.ok());
        QVERIFY(close(profile(*model, "block 7").parameters, 1.5e6));
    }

    void piperFaults() {
        const auto changed = [](auto change) {
            json file = piper();
            change(file);
            return fault_of(file);
        };
        QCOMPARE(changed([](json& f) { f["nodes"][1]["TMPCs"]["1"][1].erase("timePerSample"); }),
                 std::string("file.json#/nodes/1/TMPCs/1/1: key \"timePerSample\" is missing"));
        QCOMPARE(
            changed([](json& f) { f["nodes"][0]["TMPCs"]["1"][0]["parameterSize"] = -1; }),
            std::string("file.json#/nodes/0/TMPCs/1/0/parameterSize: \"parameterSize\" is out of range: expected a "
                        "number of at least 0, found -1"));
        QCOMPARE(
            changed([](json& f) { f["nodes"][0]["TMPCs"]["x"] = json::array(); }),
            std::string("file.json#/nodes/0/TMPCs/x: \"x\" is out of range: expected a tensor-parallel degree from "
                        "1 to 10000, found x"));
        QCOMPARE(changed([](json& f) { f["nodes"][0]["TMPCs"] = json::object(); }),
                 std::string("file.json#/nodes/0/TMPCs: \"TMPCs\" is out of range: expected at least one degree with a "
                             "time, found none"));
        QCOMPARE(changed([](json& f) { f["nodes"][2]["id"] = 7; }),
                 std::string("file.json#/nodes/2/id: \"7\" is used twice"));
        QCOMPARE(changed([](json& f) { f["edges"][1]["destId"] = 99; }),
                 std::string("file.json#/edges/1/destId: \"destId\" does not fit the rest: expected the id of a node, "
                             "found 99"));
        QCOMPARE(changed([](json& f) { f["edges"].push_back(f["edges"][0]); }),
                 std::string("file.json#/edges/3: \"edge 10 to 7\" is used twice"));
        QVERIFY(changed([](json& f) {
                    f["edges"].push_back({{"sourceId", 3}, {"destId", 10}, {"communicationCost", 1}});
                }).find("depend on each other in a circle") != std::string::npos);
        QCOMPARE(changed([](json& f) { f["nodes"] = f["edges"] = json::array(); }).substr(0, 17),
                 std::string("file.json#/nodes:"));
        QCOMPARE(changed([](json& f) { f["nodes"][0] = 3; }).substr(0, 19), std::string("file.json#/nodes/0:"));
    }

    void trainingFile() {
        const Result<ModelGraph> model = read(training());
        QVERIFY(model.ok());
        QCOMPARE(model->layers.size(), std::size_t{3});
        QCOMPARE(model->layers[0].id, std::string("in"));
        QCOMPARE(model->layers[2].id, std::string("b"));
        // Milliseconds, forward and backward node of a color in one layer.
        QVERIFY(close(profile(*model, "a").forward_seconds, 0.003));
        QVERIFY(close(profile(*model, "a").backward_seconds, 0.007));
        // a: 10 MB with an output of 2 MB. b's output is read by no forward node: as large as its largest input.
        QVERIFY(close(profile(*model, "a").parameters, 2e6));
        QVERIFY(close(profile(*model, "a").activation_bytes, 2e6));
        QVERIFY(close(profile(*model, "b").parameters, 5.5e6));
        QVERIFY(close(profile(*model, "b").activation_bytes, 2e6));
        QCOMPARE(model->edges.size(), std::size_t{3});
        QVERIFY(close(bytes(*model, "a", "b"), 2e6));
        for (const char* part : {"6 nodes", "3 layers", "backward nodes", "4 accelerators of 16.0 GB and 1 CPUs"})
            QVERIFY2(says(model.diagnostics(), part), part);
        QVERIFY(!assumes(*model, "inference"));
    }

    /// The same with true and false in place of 1 and 0, without sizes on edges, and without the backward pass.
    void inferenceFile() {
        json file = training();
        file["nodes"].erase(3);
        file["nodes"].erase(3);
        file["nodes"].erase(3);
        file["edges"] = {edge(1, 2, 512), edge(1, 3, 512), edge(2, 3, 2e6)};
        for (json& one : file["nodes"]) {
            one["isBackwardNode"] = false;
            one["supportedOnFpga"] = true;
        }
        file["edges"][2].erase("size"); // 1 ms, at the 2 MB per ms of the others
        const Result<ModelGraph> model = read(file);
        QVERIFY(model.ok());
        QVERIFY(close(profile(*model, "a").backward_seconds, 0.006));
        QVERIFY(close(bytes(*model, "a", "b"), 2e6));
        QVERIFY(assumes(*model, "inference file"));
        QVERIFY(assumes(*model, "2.00 GB/s"));
        for (json& one : file["edges"])
            one.erase("size");
        const Result<ModelGraph> sizeless = read(file);
        QVERIFY(sizeless.ok());
        QVERIFY(close(bytes(*sizeless, "a", "b"), 2147483.648)); // 2 GiB/s between accelerator and host
    }

    /// Graphs of operators: weights are nodes, tied to their operator by color.
    void operatorGraph() {
        json file{{"maxSizePerFPGA", 16e9}, {"maxFPGAs", 2}};
        file["nodes"] = {node(1, "w", 0, 4e6, 5), node(2, "matmul", 2, 1e6, 5), node(3, "mask", 0, 0, 5),
                         node(4, "add", 1, 1e6, -1)};
        file["nodes"][3]["supportedOnFpga"] = 0;
        file["edges"] = {edge(1, 2, 4e6), edge(2, 3, 8), edge(2, 4, 1e6)};
        const Result<ModelGraph> model = read(file);
        QVERIFY(model.ok());
        QCOMPARE(model->layers.size(), std::size_t{2});
        QCOMPARE(model->layers[0].id, std::string("matmul")); // what takes longest names the layer
        QVERIFY(close(profile(*model, "matmul").parameters, 1e6));
        QVERIFY(close(profile(*model, "matmul").activation_bytes, 1e6));
        QVERIFY(close(profile(*model, "add").parameters, 0));
        QVERIFY(close(profile(*model, "add").activation_bytes, 1e6));
        QVERIFY(close(profile(*model, "add").forward_seconds, 0.009)); // its time on the host
        QVERIFY(says(model.diagnostics(), "supportedOnFpga"));
    }

    /// What lies between two nodes of one color shares their stage.
    void colorsAcrossOtherNodes() {
        using Nodes = std::vector<io::PlacementNode>;
        Nodes nodes(5);
        nodes[0].color = nodes[3].color = 1;
        const std::vector<io::PlacementEdge> edges{{0, 1, 8}, {1, 2, 8}, {2, 3, 8}, {3, 4, 8}};
        const std::vector<int> groups = io::groups_of(nodes, edges);
        QCOMPARE(groups, (std::vector<int>{0, 0, 0, 0, 1}));
        nodes[3].color.reset();
        QCOMPARE(io::groups_of(nodes, edges), (std::vector<int>{0, 1, 2, 3, 4}));
    }

    /// A backward node whose color has no forward node lies where its neighbours' colors do, in reverse.
    void backwardNodesWithoutForward() {
        std::vector<io::PlacementNode> nodes(5); // f1 -> f2, backward b2 -> loss' -> b1
        nodes[0].color = nodes[4].color = 1;
        nodes[1].color = nodes[2].color = 2;
        for (const std::size_t i : {2U, 3U, 4U})
            nodes[i].is_backward = true;
        const std::vector<io::PlacementEdge> edges{{0, 1, 8}, {1, 2, 8}, {2, 3, 5}, {3, 4, 6}};
        const std::vector<int> groups = io::groups_of(nodes, edges);
        QCOMPARE(groups, (std::vector<int>{0, 1, 1, 2, 0}));
        double into = 0, out_of = 0, beside = 0;
        for (const io::PlacementEdge& edge : io::edges_between(nodes, edges, groups).edges) {
            if (edge.from == 0 && edge.to == 2) into = edge.bytes;
            if (edge.from == 2 && edge.to == 1) out_of = edge.bytes;
            if (edge.from == 0 && edge.to == 1) beside = edge.bytes;
        }
        // A cut before the loss also cuts what goes past it.
        QCOMPARE(into, 14.0);
        QCOMPARE(beside, 8.0);
        QCOMPARE(out_of, 5.0);
    }

    /// Random graphs with colors: over every cut, the largest edge out of each group says what really crosses.
    void joinedTensorsCrossAsTheyDid() {
        std::uint64_t state = 12345;
        const auto random = [&](std::uint64_t below) {
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            return (state >> 33) % below;
        };
        int exact = 0, several = 0;
        for (int round = 0; round < 400; ++round) {
            const std::size_t count = 4 + random(5);
            std::vector<io::PlacementNode> nodes(count);
            for (io::PlacementNode& one : nodes)
                if (random(100) < 45) one.color = static_cast<long long>(random(3));
            std::vector<double> out(count);
            for (double& size : out)
                size = static_cast<double>(1 + random(9));
            std::vector<io::PlacementEdge> edges;
            for (std::size_t from = 0; from < count; ++from)
                for (std::size_t to = from + 1; to < count; ++to)
                    if (random(100) < 35) edges.push_back({static_cast<int>(from), static_cast<int>(to), out[from]});
            const std::vector<int> group = io::groups_of(nodes, edges);
            const io::GroupEdges between = io::edges_between(nodes, edges, group);
            ModelGraph model;
            model.layers.resize(static_cast<std::size_t>(*std::max_element(group.begin(), group.end())) + 1);
            for (const io::PlacementEdge& one : between.edges)
                model.edges.push_back({one.from, one.to, one.bytes});
            const Downsets downsets = Downsets::build(model, 100000);
            QVERIFY(downsets.complete());
            bool equal = true;
            for (int downset = 0; downset < downsets.count(); ++downset) {
                double crossing = 0;
                for (std::size_t from = 0; from < count; ++from) {
                    const bool crosses = std::any_of(edges.begin(), edges.end(), [&](const io::PlacementEdge& one) {
                        return static_cast<std::size_t>(one.from) == from && !downsets.contains(downset, group[from]) &&
                               downsets.contains(downset, group[static_cast<std::size_t>(one.to)]);
                    });
                    if (crosses) crossing += out[from];
                }
                QVERIFY(downsets.cut_bytes(downset) <= crossing + 1e-9);
                equal = equal && close(downsets.cut_bytes(downset), crossing);
            }
            if (between.exact) {
                QVERIFY(equal);
                ++exact;
            }
            several += equal ? 0 : 1;
        }
        QVERIFY(exact > 100);
        QVERIFY(several > 0); // the flag is there for something
    }

    void placementFaults() {
        const auto changed = [](auto change) {
            json file = training();
            change(file);
            return fault_of(file);
        };
        QCOMPARE(changed([](json& f) { f["nodes"][1].erase("fpgaLatency"); }),
                 std::string("file.json#/nodes/1: key \"fpgaLatency\" is missing"));
        QCOMPARE(changed([](json& f) { f["nodes"][1]["isBackwardNode"] = 2; }),
                 std::string("file.json#/nodes/1/isBackwardNode: \"isBackwardNode\" has the wrong type: expected true, "
                             "false, 1 or 0, found 2"));
        QCOMPARE(changed([](json& f) { f["nodes"][1]["size"] = "large"; }),
                 std::string("file.json#/nodes/1/size: \"size\" has the wrong type: expected a number, found "
                             "\"large\""));
        QCOMPARE(changed([](json& f) { f["edges"][0].erase("sourceId"); }),
                 std::string("file.json#/edges/0: key \"sourceId\" is missing"));
        QCOMPARE(changed([](json& f) {
                     f["edges"][0].erase("size");
                     f["edges"][0].erase("cost");
                 }),
                 std::string("file.json#/edges/0: key \"cost\" is missing"));
        QCOMPARE(changed([](json& f) { f["edges"][0]["destId"] = 1; }),
                 std::string("file.json#/edges/0/destId: \"destId\" does not fit the rest: expected another node than "
                             "sourceId, found 1"));
        QVERIFY(changed([](json& f) { f["edges"].push_back(edge(3, 1, 1)); }).find("in a circle") != std::string::npos);
        QCOMPARE(changed([](json& f) { f.erase("edges"); }), std::string("file.json: key \"edges\" is missing"));
    }

    /// Every way to damage a file ends in a sentence or a model, and the model can be written and read again.
    void damagedFiles() {
        for (const json& whole : {piper(), training()}) {
            const json flat = whole.flatten();
            for (const auto& [pointer, value] : flat.items()) {
                for (const json& other : {json(), json(-1), json("x"), json(1e308), json::array(), json::object()}) {
                    json file = whole;
                    file[json::json_pointer(pointer)] = other;
                    const Result<ModelGraph> model = read(file);
                    if (!model) {
                        QVERIFY(!describe(model.fault()).empty());
                        continue;
                    }
                    const Result<ModelGraph> again = io::model_from_json(io::to_json(*model), "again");
                    QVERIFY2(again.ok(), qPrintable(QString::fromStdString(pointer)));
                    QVERIFY(*again == *model);
                }
            }
        }
    }

    /// Found by content, as a file given by name and as a problem to solve.
    void asAModelByName() {
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("my-net.json")).toStdString();
        QVERIFY(!io::write_text(path, training().dump()));
        Options options;
        const Result<Problem> problem = io::find_problem(path, "dgx-h100x1", "", options);
        QVERIFY(problem.ok());
        QCOMPARE(problem->model.name, std::string("my-net"));
        QVERIFY(says(problem.diagnostics(), "maxFPGAs"));
    }

    /// ResNet-50 has 25 557 032 parameters (torchvision's model page).
    void publishedResNet() {
        const QString path = published(QStringLiteral("piper-json/resnet.json"));
        if (!QFile::exists(path)) QSKIP("No folder of published files beside the repository.");
        const Result<ModelGraph> model = io::find_model(path.toStdString(), {});
        QVERIFY(model.ok());
        QCOMPARE(model->parameters(), 25557032.0);
        QVERIFY(assumes(*model, "milliseconds"));
        QVERIFY(assumes(*model, "4 bytes"));
        // The same network's profile for dnn-partitioning has 1.236 and 1.442 ms for this layer.
        QVERIFY(close(profile(*model, "node77").forward_seconds, 1.236e-3));
        QVERIFY(close(profile(*model, "node77").backward_seconds, 1.442e-3));
        QCOMPARE(Downsets::build(*model, 40000).count(), 242);
    }

    void publishedBertOfPiper() {
        const QString path = published(QStringLiteral("piper-json/bert32a100.json"));
        if (!QFile::exists(path)) QSKIP("No folder of published files beside the repository.");
        const Result<ModelGraph> model = io::find_model(path.toStdString(), {});
        QVERIFY(model.ok());
        QVERIFY(assumes(*model, "in seconds"));
        // 32 layers of 24 h^2 + 13 h parameters, h = 1920, in half precision.
        QCOMPARE(profile(*model, "ParallelTransformerLayer 35").parameters, 24.0 * 1920 * 1920 + 13 * 1920);
        for (const Layer& one : model->layers)
            QCOMPARE(one.profiles.size(), std::size_t{4});
    }

    /// BERT-large with heads for both of its pre-training tasks and a decoder of its own.
    void publishedBertTraining() {
        const QString path = published(QStringLiteral("dnn-partitioning-json/bert24_training.json"));
        if (!QFile::exists(path)) QSKIP("No folder of published files beside the repository.");
        const Result<ModelGraph> model = io::find_model(path.toStdString(), {});
        QVERIFY(model.ok());
        const double h = 1024, vocabulary = 30522;
        const double embedding = vocabulary * h + 512 * h + 2 * h + 2 * h, layer = 12 * h * h + 13 * h;
        const double pooler = h * h + h, heads = h * h + h + 2 * h + vocabulary * h + vocabulary + 2 * h + 2;
        QCOMPARE(model->parameters(), embedding + 24 * layer + pooler + heads);
        QCOMPARE(model->layers.size(), std::size_t{32});
    }

    void publishedOperatorGraph() {
        const QString path = published(QStringLiteral("dnn-partitioning-json/bert_l-3_operator_inference.json"));
        if (!QFile::exists(path)) QSKIP("No folder of published files beside the repository.");
        const Result<ModelGraph> model = io::find_model(path.toStdString(), {});
        QVERIFY(model.ok());
        double forward = 0;
        for (const Layer& one : model->layers)
            forward += one.profiles.front().forward_seconds;
        QVERIFY(close(forward, 49.352568946342295e-3)); // sum of the file's fpgaLatency
        // As the paper counts it: 235 nodes, 1428 downsets.
        QCOMPARE(Downsets::build(*model, 40000).count(), 1428);
    }
};

QTEST_GUILESS_MAIN(TestModelImporters)
#include "test_model_importers.moc"
