// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "plan/layer_ranges.h"

#include <QTest>

using namespace nest;

class TestLayerRanges : public QObject {
    Q_OBJECT

    static ModelGraph named(const std::vector<std::string>& ids) {
        ModelGraph model;
        for (const std::string& id : ids)
            model.layers.push_back({id, LayerKind::transformer, {}, {}});
        return model;
    }
    static ModelGraph transformer(int blocks) {
        std::vector<std::string> ids{"embedding"};
        for (int block = 0; block < blocks; ++block)
            ids.push_back("block." + std::to_string(block));
        ids.emplace_back("head");
        return named(ids);
    }
    static QString text(const ModelGraph& model, std::vector<int> layers, std::vector<int> chunks = {}) {
        StagePlan stage;
        stage.layers = std::move(layers);
        stage.chunk_sizes = std::move(chunks);
        return QString::fromStdString(layer_ranges(model, stage));
    }

private slots:
    void countedNamesAreRanges() {
        QCOMPARE(text(transformer(8), {1, 2, 3, 4}), QStringLiteral("block.0-3"));
        QCOMPARE(text(transformer(8), {4}), QStringLiteral("block.3"));
        QCOMPARE(text(transformer(8), {0, 1, 2}), QStringLiteral("embedding, block.0-1"));
        QCOMPARE(text(transformer(8), {1, 2, 4, 5}), QStringLiteral("block.0-1, block.3-4"));
        QCOMPARE(text(transformer(8), {}), QString());
    }

    void chunksStandApart() {
        QCOMPARE(text(transformer(8), {0, 1, 2, 5, 6}, {3, 2}), QStringLiteral("embedding, block.0-1; block.4-5"));
        // One stage alone: its chunks follow one another and are still two.
        QCOMPARE(text(transformer(4), {1, 2, 3, 4}, {2, 2}), QStringLiteral("block.0-1; block.2-3"));
    }

    void manyChunksAreNamedByTheFirstAndTheLast() {
        const std::vector<int> layers{1, 3, 5, 7, 9, 11, 13};
        QCOMPARE(text(transformer(14), layers, {1, 1, 1, 1, 1, 1, 1}),
                 QStringLiteral("block.0; block.2; block.4; ...; block.12"));
    }

    void otherNamesKeepTheirEnds() {
        const ModelGraph model = named({"stem", "conv", "pool", "flat", "dense", "1", "x12345678901234567890"});
        QCOMPARE(text(model, {0, 1}), QStringLiteral("stem, conv"));
        QCOMPARE(text(model, {0, 1, 2, 3, 4}), QStringLiteral("stem .. dense"));
        QCOMPARE(text(model, {5, 6}), QStringLiteral("1, x12345678901234567890")); // no number that could count on
        QCOMPARE(text(named({"a9", "a10", "a12"}), {0, 1, 2}), QStringLiteral("a9-10, a12"));
    }
};

QTEST_APPLESS_MAIN(TestLayerRanges)
#include "test_layer_ranges.moc"
