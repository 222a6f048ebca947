// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "model_fixtures.h"

#include <QtTest>

using namespace nest;
using namespace nest::fixture;

/// Whole models against the element counts of the published checkpoints.
class TestParameters : public QObject {
    Q_OBJECT
private slots:
    void published_counts_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("expected");
        QTest::addColumn<int>("blocks");
        const auto row = [](const char* name, double expected, int blocks) {
            QTest::newRow(name) << QString::fromLatin1(name) << expected << blocks;
        };
        row("llama2-7b", 6'738'415'616.0, 32);
        row("llama2-70b", 68'976'648'192.0, 80);
        row("llama3-8b", 8'030'261'248.0, 32);
        row("llama3-70b", 70'553'706'496.0, 80);
        row("llama3-405b", 405'853'388'800.0, 126);
        row("mixtral-8x7b", 46'702'792'704.0, 32);
        row("mixtral-8x22b", 140'630'071'296.0, 56);
        row("deepseek-v3", 671'026'419'200.0, 61); // without multi-token prediction
        row("gpt3-175b", 174'615'846'912.0, 96);
        row("gpt2-xl", 1'557'611'200.0, 48);
        row("bert-large", 335'141'888.0, 24);
    }
    void published_counts() {
        QFETCH(QString, name);
        QFETCH(double, expected);
        QFETCH(int, blocks);
        const ModelGraph model = preset(name.toStdString());
        QCOMPARE(model.parameters(), expected);
        QCOMPARE(model.layers.size(), static_cast<std::size_t>(blocks + 2));
        QVERIFY(check_model(model).empty());
    }

    void a_layers_devices_hold_it_once() {
        // Summed over the ranks of a tensor-parallel group, matrices are there once and norms on each rank.
        const ModelGraph model = preset("llama3-70b");
        double total = 0;
        for (std::size_t i = 0; i < model.layers.size(); ++i)
            total += 8 * profile(model, i, strategy(8)).parameters;
        const double norms = 80 * 2 * 8192.0 + 8192.0;
        QCOMPARE(total, 70'553'706'496.0 + 7 * norms);
    }

    void tied_head_has_no_parameters_of_its_own() {
        const ModelGraph model = preset("gpt3-175b");
        const Profile embedding = profile(model, 0, strategy(8));
        QCOMPARE(embedding.tied_parameters, 51200.0 * 12288 / 8);
        QCOMPARE(embedding.parameters, 51200.0 * 12288 / 8 + 2048.0 * 12288);
        QCOMPARE(profile(model, model.layers.size() - 1, strategy(8)).parameters, 2.0 * 12288);
        QCOMPARE(profile(preset("llama3-70b"), 0, strategy(8)).tied_parameters, 0.0);
    }

    void profiled_models_count_whole_layers() {
        ModelGraph model;
        Profile p;
        p.strategy = strategy(4, 2);
        p.parameters = 100;
        p.expert_parameters = 60;
        model.layers = {{"only", LayerKind::moe, {p}, {}}};
        QCOMPARE(model.parameters(), 40.0 * 4 + 60.0 * 8);
    }
};

QTEST_GUILESS_MAIN(TestParameters)
#include "test_parameters.moc"
