// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "io/files.h"
#include "model/layer_edits.h"
#include "model_fixtures.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace nest;
using namespace nest::fixture;
using nlohmann::json;

namespace {

/// Two profiled layers for tp 1 and 2, micro-batch 1.
ModelGraph profiled() {
    ModelGraph model;
    for (int i = 0; i < 2; ++i) {
        Layer layer;
        layer.id = "layer" + std::to_string(i);
        for (const std::int64_t tp : {1, 2}) {
            Profile p;
            p.strategy.tp = tp;
            p.forward_seconds = 0.4 / static_cast<double>(tp);
            p.backward_seconds = 0.8 / static_cast<double>(tp);
            p.weight_gradient_seconds = 0.2;
            p.selective_recompute_seconds = 0.1;
            p.parameters = 1000.0 / static_cast<double>(tp);
            p.expert_parameters = 100;
            p.activation_bytes = 600;
            p.selective_activation_bytes = 300;
            layer.profiles.push_back(p);
        }
        model.layers.push_back(layer);
    }
    model.edges.push_back({0, 1, 10});
    return model;
}

LayerEdit edit(const std::string& layer) {
    LayerEdit result;
    result.layer = layer;
    return result;
}

void applied(ModelGraph& model, const LayerEdit& change) {
    const auto faults = apply_layer_edits(model, {change});
    QVERIFY2(faults.empty(), faults.empty() ? "" : describe(faults.front()).c_str());
}

} // namespace

/// Edited amounts of single layers: what follows from them and what stays.
class LayerEditsTest : public QObject {
    Q_OBJECT

private slots:
    void parametersScaleInEveryStrategy() {
        const ModelGraph before = preset("mixtral-8x7b");
        ModelGraph after = before;
        LayerEdit change = edit("block.0");
        change.parameters = 3 * profile(before, 1, {}).parameters;
        applied(after, change);
        for (const Strategy& chosen : {strategy(1), strategy(8), strategy(2, 4), strategy(4, 1, 2, true)}) {
            const Profile was = profile(before, 1, chosen, 2), is = profile(after, 1, chosen, 2);
            QCOMPARE(is.parameters, 3 * was.parameters);
            QCOMPARE(is.expert_parameters, 3 * was.expert_parameters);
            QCOMPARE(is.forward_flop, was.forward_flop); // an amount changes alone
            QCOMPARE(is.activation_bytes, was.activation_bytes);
            QCOMPARE(profile(after, 2, chosen), profile(before, 2, chosen)); // and a layer too
        }
        QCOMPARE(after.parameters(), before.parameters() + 2 * profile(before, 1, {}).parameters);
    }

    void flopBringsBackwardAndTimeAlong() {
        const ModelGraph before = preset("llama3-8b");
        ModelGraph after = before;
        LayerEdit change = edit("block.3");
        change.forward_flop = 2 * profile(before, 4, {}).forward_flop;
        applied(after, change);
        const Profile is = profile(after, 4, strategy(4));
        QCOMPARE(is.forward_flop, 2 * profile(before, 4, strategy(4)).forward_flop);
        QVERIFY(is.forward_seconds > profile(before, 4, strategy(4)).forward_seconds);
        QVERIFY(is.backward_seconds > profile(before, 4, strategy(4)).backward_seconds);
        QCOMPARE(is.parameters, profile(before, 4, strategy(4)).parameters);
    }

    void activationsScale() {
        BuildSettings settings;
        settings.attention = AttentionKernel::unfused;
        const ModelGraph before = preset("gpt2-xl", settings);
        ModelGraph after = before;
        LayerEdit change = edit("block.0");
        change.activation_bytes = profile(before, 1, {}).activation_bytes / 4;
        applied(after, change);
        const Profile was = profile(before, 1, strategy(5, 1, 1, true), 4),
                      is = profile(after, 1, strategy(5, 1, 1, true), 4);
        QCOMPARE(is.activation_bytes, was.activation_bytes / 4);
        QCOMPARE(is.selective_activation_bytes, was.selective_activation_bytes / 4);
    }

    void profiledLayersScale() {
        ModelGraph model = profiled();
        LayerEdit change = edit("layer1");
        change.forward_seconds = 0.2; // half of 0.4
        change.parameters = 2000;
        change.activation_bytes = 60;
        applied(model, change);
        const Profile& narrow = model.layers[1].profiles[0];
        const Profile& wide = model.layers[1].profiles[1];
        QCOMPARE(narrow.forward_seconds, 0.2);
        QCOMPARE(narrow.backward_seconds, 0.4);
        QCOMPARE(*narrow.weight_gradient_seconds, 0.1);
        QCOMPARE(narrow.selective_recompute_seconds, 0.05);
        QCOMPARE(wide.forward_seconds, 0.1);
        QCOMPARE(wide.parameters, 1000.0);
        QCOMPARE(wide.expert_parameters, 200.0);
        QCOMPARE(wide.activation_bytes, 60.0);
        QCOMPARE(wide.selective_activation_bytes, 30.0);
        QVERIFY(model.layers[0] == profiled().layers[0]);
    }

    void amountsOfNone() {
        // A tied head has no parameters and an embedding saves nothing: the largest operator takes the whole.
        ModelGraph model = preset("gpt2-xl");
        QCOMPARE(profile(model, model.layers.size() - 1, {}).parameters, 2 * 1600.0); // its norm alone
        QCOMPARE(profile(model, 0, {}).activation_bytes, 0.0);
        LayerEdit change = edit("embedding");
        change.activation_bytes = 5e6;
        applied(model, change);
        QCOMPARE(profile(model, 0, {}).activation_bytes, 5e6);
        change.activation_bytes = 0;
        applied(model, change);
        QCOMPARE(profile(model, 0, {}).activation_bytes, 0.0);
    }

    void reference() {
        QVERIFY(reference_case(profiled()) == ReferenceCase{});
        QVERIFY(reference_case(preset("llama3-8b")) == ReferenceCase{});
        ModelGraph model = profiled();
        for (Layer& layer : model.layers)
            layer.profiles.erase(layer.profiles.begin()); // tp 2 alone
        const ReferenceCase wide = reference_case(model);
        QCOMPARE(wide.strategy.tp, 2);
        LayerEdit change = edit("layer0");
        change.parameters = 250; // half of what one of two ranks holds
        applied(model, change);
        QCOMPARE(model.layers[0].profiles[0].parameters, 250.0);
        QCOMPARE(model.layers[0].profiles[0].expert_parameters, 50.0);
    }

    void faults_data() {
        QTest::addColumn<QString>("edits");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("pointer");
        const auto row = [](const char* name, const char* edits, ErrorCode code, const char* pointer) {
            QTest::newRow(name) << QString::fromLatin1(edits) << static_cast<int>(code) << QString::fromLatin1(pointer);
        };
        row("unknown layer", R"([{"layer": "layer7", "parameters": 1}])", ErrorCode::unknown_name,
            "/layer_edits/0/layer");
        row("twice", R"([{"layer": "layer0", "parameters": 1}, {"layer": "layer0", "parameters": 2}])",
            ErrorCode::duplicate_name, "/layer_edits/1/layer");
        row("flop of a profile", R"([{"layer": "layer0", "forward_flop": 1}])", ErrorCode::inconsistent,
            "/layer_edits/0/forward_flop");
        row("negative", R"([{"layer": "layer0", "parameters": -1}])", ErrorCode::out_of_range,
            "/layer_edits/0/parameters");
        row("no number", R"([{"layer": "layer0", "activation_bytes": "many"}])", ErrorCode::wrong_type,
            "/layer_edits/0/activation_bytes");
        row("no layer", R"([{"parameters": 1}])", ErrorCode::missing_key, "/layer_edits/0");
        row("no list", R"({"layer": "layer0"})", ErrorCode::wrong_type, "/layer_edits");
        row("beyond measure", R"([{"layer": "layer0", "parameters": 1e200}])", ErrorCode::out_of_range,
            "/layer_edits/0/parameters");
    }

    void faults() {
        QFETCH(QString, edits);
        QFETCH(int, code);
        QFETCH(QString, pointer);
        json file = io::to_json(profiled());
        file["layer_edits"] = json::parse(edits.toStdString());
        const auto model = io::model_from_json(file, "m.json");
        QVERIFY(!model.ok());
        QCOMPARE(static_cast<int>(model.fault().code), code);
        QCOMPARE(QString::fromStdString(model.fault().pointer), pointer);
        QCOMPARE(QString::fromStdString(model.fault().file), QStringLiteral("m.json"));
    }

    void refusesSecondsOfDerivedLayers() {
        ModelGraph model = preset("llama3-8b");
        LayerEdit change = edit("block.0");
        change.forward_seconds = 1;
        const auto faults = apply_layer_edits(model, {change});
        QCOMPARE(faults.size(), std::size_t(1));
        QVERIFY(faults.front().code == ErrorCode::inconsistent);
        ModelGraph zero = profiled();
        zero.layers[0].profiles[0].activation_bytes = 0;
        change = edit("layer0");
        change.activation_bytes = 5; // nothing tells what the other strategies would save
        QCOMPARE(apply_layer_edits(zero, {change}).size(), std::size_t(1));
        change.activation_bytes = 0;
        QVERIFY(apply_layer_edits(zero, {change}).empty());
    }

    void filesCarryThem() {
        // Sizes with an edited layer, and the same for a model whose layers are given.
        const auto config = read_hf_config(preset_json("llama3-8b").at("config"), "config.json");
        QVERIFY(config.ok());
        json file{{"format", "nest-model"}, {"version", 1}, {"transformer", io::transformer_to_json(*config)}};
        file["sequence_length"] = 2048;
        file["layer_edits"] = json::parse(R"([{"layer": "block.5", "parameters": 1e9}])");
        file["original"] = {{"name", "llama3-8b"}};
        const auto model = io::model_from_json(file, "m.json");
        QVERIFY2(model.ok(), model.ok() ? "" : describe(model.fault()).c_str());
        QVERIFY(model.diagnostics().empty()); // no key is taken for a misspelt one
        QCOMPARE(profile(*model, 6, {}).parameters, 1e9);
        QCOMPARE(model->sequence_length, 2048);
        QCOMPARE(profile(*model, 5, {}).parameters, profile(preset("llama3-8b"), 5, {}).parameters);
        json wrong = file;
        wrong["layer_edits"][0]["layer"] = "block.32"; // of 32: 0 to 31
        const auto refused = io::model_from_json(wrong, "m.json");
        QVERIFY(!refused.ok());
        QVERIFY(refused.fault().code == ErrorCode::unknown_name);
        // Written out again, the edits are in the layers.
        const auto again = io::model_from_json(io::to_json(*model), "m.json");
        QVERIFY(again.ok());
        QCOMPARE(profile(*again, 6, {}).parameters, 1e9);
    }
};

QTEST_APPLESS_MAIN(LayerEditsTest)
#include "test_layer_edits.moc"
