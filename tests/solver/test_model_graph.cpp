// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model_fixtures.h"

#include <QtTest>

#include <limits>

using namespace nest;
using namespace nest::fixture;

namespace {

ModelGraph chain(int layers) {
    ModelGraph model;
    for (int i = 0; i < layers; ++i) {
        model.layers.push_back({"n" + std::to_string(i), LayerKind::other, {Profile()}, {}});
        if (i > 0) model.edges.push_back({i - 1, i, 1});
    }
    return model;
}

/// The one fault of a model; a fault without code when there are none or several.
Diagnostic only_fault(const ModelGraph& model) {
    const auto faults = check_model(model);
    return faults.size() == 1 ? faults.front() : Diagnostic();
}

} // namespace

class TestModelGraph : public QObject {
    Q_OBJECT
private slots:
    void sound_models() {
        QVERIFY(check_model(chain(1)).empty());
        QVERIFY(check_model(chain(5)).empty());
        ModelGraph model = chain(4); // a diamond, edges in any order
        model.edges = {{2, 3, 1}, {1, 3, 1}, {0, 2, 1}, {0, 1, 1}, {0, 3, 0}};
        QVERIFY(check_model(model).empty());
        model.edges = {{3, 0, 1}}; // layers needn't be listed in order
        QVERIFY(check_model(model).empty());
    }

    /// Sums of such amounts would leave what a double holds, and then compare as if they fitted.
    void amounts_beyond_any_machine() {
        ModelGraph model = chain(1);
        model.layers[0].profiles = {Profile{}};
        QVERIFY(check_model(model).empty());
        model.layers[0].profiles[0].activation_bytes = 1e308;
        const Diagnostic fault = only_fault(model);
        QCOMPARE(fault.code, ErrorCode::out_of_range);
        QCOMPARE(fault.pointer, std::string("/layers/0/profiles/0/activation_bytes"));
    }

    void too_many_layers() { QCOMPARE(only_fault(chain(20'001)).pointer, std::string("/layers")); }

    void no_layers() { QCOMPARE(only_fault(ModelGraph()).pointer, std::string("/layers")); }

    void ids() {
        ModelGraph model = chain(3);
        model.layers[2].id = "n0";
        QCOMPARE(only_fault(model).code, ErrorCode::duplicate_name);
        QCOMPARE(only_fault(model).pointer, std::string("/layers/2/id"));
        model.layers[2].id.clear();
        QCOMPARE(only_fault(model).code, ErrorCode::out_of_range);
    }

    void edges_end_at_layers() {
        ModelGraph model = chain(2);
        model.edges.push_back({0, 2, 1});
        QCOMPARE(only_fault(model).code, ErrorCode::unknown_name);
        QCOMPARE(only_fault(model).pointer, std::string("/edges/1/to"));
        model.edges.back() = {-1, 1, 1};
        QCOMPARE(only_fault(model).pointer, std::string("/edges/1/from"));
    }

    void cycles_name_a_layer_on_them() {
        ModelGraph model = chain(6);
        model.edges.push_back({3, 2, 1}); // 2 and 3 form the circle; 4 and 5 only follow it
        QCOMPARE(only_fault(model).code, ErrorCode::model_has_cycle);
        QVERIFY(only_fault(model).found == "n2" || only_fault(model).found == "n3");
        model = chain(2);
        model.edges.push_back({1, 1, 1});
        QCOMPARE(only_fault(model).found.text(), std::string("n1"));
    }

    void numbers() {
        ModelGraph model = chain(2);
        model.layers[1].profiles[0].forward_seconds = -1;
        QCOMPARE(only_fault(model).code, ErrorCode::out_of_range);
        QCOMPARE(only_fault(model).pointer, std::string("/layers/1/profiles/0/forward_seconds"));
        model.layers[1].profiles[0].forward_seconds = std::numeric_limits<double>::quiet_NaN();
        QCOMPARE(only_fault(model).code, ErrorCode::not_finite);
        model = chain(2);
        model.edges[0].bytes = std::numeric_limits<double>::infinity();
        QCOMPARE(only_fault(model).pointer, std::string("/edges/0/bytes"));
        model = chain(1);
        model.layers[0].profiles[0].strategy.tp = 0;
        QCOMPARE(only_fault(model).pointer, std::string("/layers/0/profiles/0/tp"));
        model = chain(1);
        model.kv_heads = -1;
        QCOMPARE(only_fault(model).pointer, std::string("/kv_heads"));
        model = chain(1);
        model.layers[0].operators = {Operator()};
        QVERIFY(check_model(model).empty()); // backward_flop -1 stands for twice forward
        model.layers[0].operators[0].backward_flop = -2;
        QCOMPARE(only_fault(model).pointer, std::string("/layers/0/operators/0/backward_flop"));
        model = chain(1);
        model.layers[0].profiles[0].collectives = {{CollectiveOp::all_reduce, GroupKind::tensor, Pass::forward, -1}};
        QCOMPARE(only_fault(model).pointer, std::string("/layers/0/profiles/0/collectives/0/bytes"));
    }

    void expert_parameters_are_a_part() {
        ModelGraph model = chain(1);
        model.layers[0].profiles[0].parameters = 10;
        model.layers[0].profiles[0].expert_parameters = 11;
        QCOMPARE(only_fault(model).code, ErrorCode::inconsistent);
    }

    void one_profile_per_strategy_and_micro_batch() {
        ModelGraph model = chain(1);
        model.layers[0].profiles.resize(2);
        QCOMPARE(only_fault(model).code, ErrorCode::duplicate_name);
        model.layers[0].profiles[1].micro_batch = 2;
        QVERIFY(check_model(model).empty());
    }

    void peak_of_a_device() {
        Device device;
        QCOMPARE(device.peak(), 0.0);
        device.peak_flops = {{"fp32", 15.7e12}};
        QCOMPARE(device.peak(), 15.7e12);
        device.peak_flops["fp16"] = 125e12;
        device.peak_flops["fp8"] = 500e12;
        QCOMPARE(device.peak(), 125e12);
        device.peak_flops["bf16"] = 120e12;
        QCOMPARE(device.peak(), 120e12);
    }
};

QTEST_GUILESS_MAIN(TestModelGraph)
#include "test_model_graph.moc"
