// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "charts/chartcard.h"
#include "controls/faultlabel.h"
#include "controls/quantityfield.h"
#include "model/architectureform.h"
#include "model/builders.h"
#include "model/degreestable.h"
#include "model/layerbars.h"
#include "model/layergraph.h"
#include "model/layertable.h"
#include "model/modelhead.h"
#include "model/strategy_rules.h"
#include "selection/selectionmodel.h"

#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace nest;
using namespace nest::ui;

namespace {

/// A little llama: hidden 8, 4 heads of 2, 2 key/value heads, feed-forward 16, vocabulary 100, 5 blocks.
TransformerConfig littleConfig() {
    TransformerConfig config;
    config.name = "little";
    config.family = "llama";
    config.layers = 5;
    config.hidden = 8;
    config.heads = 4;
    config.kv_heads = 2;
    config.head_dim = 2;
    config.ffn = 16;
    config.vocab = 100;
    return config;
}

ModelGraph built(const TransformerConfig& config) {
    BuildSettings settings;
    settings.sequence_length = 64;
    auto model = build_transformer(config, settings);
    if (!model.ok()) qFatal("%s", describe(model.fault()).c_str());
    return *model;
}

Device device() {
    Device device;
    device.memory_bandwidth = 1e12;
    device.peak_flops["bf16"] = 1e12;
    return device;
}

std::shared_ptr<const ModelView> viewOf(const ModelGraph& model) {
    const Device used = device();
    return describeModel(std::make_shared<const ModelGraph>(model), &used);
}

Layer costing(const std::string& id, double parameters) {
    Layer layer;
    layer.id = id;
    Operator op;
    op.parameters = parameters;
    op.saved_bytes = 10 * parameters;
    op.forward_flop = 100 * parameters;
    layer.operators.push_back(op);
    return layer;
}

/// Operators of an encoder: `blocks` times q, k, v side by side and an output, each block masked by the first layer.
ModelGraph operators(int blocks) {
    ModelGraph model;
    model.layers = {costing("mask", 1), costing("embed", 50)};
    for (int block = 0; block < blocks; ++block) {
        const int first = static_cast<int>(model.layers.size());
        for (const char* name : {"q", "k", "v", "out"})
            model.layers.push_back(costing("op" + std::to_string(block) + name, *name == 'o' ? 8 : 4));
        for (int i = 0; i < 3; ++i) {
            model.edges.push_back({first - 1, first + i, 64});
            model.edges.push_back({first + i, first + 3, 64});
        }
        model.edges.push_back({0, first + 3, 2});
    }
    model.layers.push_back(costing("end", 3));
    model.edges.push_back({static_cast<int>(model.layers.size()) - 2, static_cast<int>(model.layers.size()) - 1, 64});
    return model;
}

/// Two equal branches of `length` layers between two others, numbered alternately where `mixed`.
ModelGraph branches(int length, bool mixed) {
    ModelGraph model;
    model.layers.push_back(costing("in", 2));
    std::vector<int> left, right;
    for (int i = 0; i < 2 * length; ++i) {
        const bool first = mixed ? i % 2 == 0 : i < length;
        (first ? left : right).push_back(static_cast<int>(model.layers.size()));
        model.layers.push_back(costing("b" + std::to_string(i), 7));
    }
    model.layers.push_back(costing("out", 3));
    const int last = static_cast<int>(model.layers.size()) - 1;
    for (const std::vector<int>& branch : {left, right}) {
        model.edges.push_back({0, branch.front(), 4});
        for (std::size_t i = 1; i < branch.size(); ++i)
            model.edges.push_back({branch[i - 1], branch[i], 4});
        model.edges.push_back({branch.back(), last, 4});
    }
    return model;
}

} // namespace

class TestModelViews : public QObject {
    Q_OBJECT

private slots:
    void figuresAreTheProfiles() {
        const ModelGraph model = built(littleConfig());
        const auto view = viewOf(model);
        for (std::size_t i = 0; i < model.layers.size(); ++i) {
            const auto profile = profile_of(model, model.layers[i], {}, 1, device(), {});
            const LayerFigures& figures = view->layers[static_cast<qsizetype>(i)];
            QVERIFY(figures.known && !figures.profiled);
            QCOMPARE(figures[LayerAmount::Parameters], profile->parameters);
            QCOMPARE(figures[LayerAmount::ForwardFlop], profile->forward_flop);
            QCOMPARE(figures[LayerAmount::ForwardSeconds], profile->forward_seconds);
            QCOMPARE(figures[LayerAmount::ActivationBytes], profile->activation_bytes);
        }
        // By hand: queries and output 8x8, keys and values 8x4, three of 8x16, two norms of 8.
        QCOMPARE(view->layers[1][LayerAmount::Parameters], 2. * 64 + 2 * 32 + 3 * 128 + 16);
        QCOMPARE(view->layers[0][LayerAmount::Parameters], 800.0);
        QCOMPARE(view->layers[0][LayerAmount::OutputBytes], 2. * 64 * 8);
        QCOMPARE(view->layers.back()[LayerAmount::OutputBytes], 0.0);
        QCOMPARE(view->sum(LayerAmount::Parameters), model.parameters());
        QCOMPARE(view->blockCount(), 5);
    }

    void repeatsAreFound_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("period");
        QTest::addColumn<int>("count");
        QTest::newRow("blocks") << 0 << 1 << 1 << 5;
        QTest::newRow("operators") << 1 << 2 << 4 << 24;
        QTest::newRow("branches one after the other") << 2 << 1 << 1 << 10;
        QTest::newRow("branches mixed") << 3 << 1 << 1 << 10;
    }

    void repeatsAreFound() {
        QFETCH(int, kind);
        QFETCH(int, first);
        QFETCH(int, period);
        QFETCH(int, count);
        const ModelGraph model = kind == 0   ? built(littleConfig())
                                 : kind == 1 ? operators(24)
                                             : branches(10, kind == 3);
        const QVector<int> order = layerOrder(model);
        QCOMPARE(order.size(), static_cast<qsizetype>(model.layers.size()));
        QVector<int> position(order.size());
        for (qsizetype i = 0; i < order.size(); ++i)
            position[order[i]] = static_cast<int>(i);
        for (const Edge& edge : model.edges)
            QVERIFY(position[edge.from] < position[edge.to]);
        const auto blocks = repeatedBlocks(model, order);
        QCOMPARE(blocks.size(), kind < 2 ? 1 : 2); // parallel branches are two rows, not one of two
        QCOMPARE(blocks.front().first, first);
        QCOMPARE(blocks.front().period, period);
        QCOMPARE(blocks.front().count, count);
    }

    void tableSortsAndSelects() {
        const auto view = viewOf(built(littleConfig()));
        SelectionModel selection;
        LayerTable table;
        table.setSelectionModel(&selection);
        table.setModelView(view);
        QCOMPARE(table.model()->rowCount(), 7);
        QCOMPARE(table.model()->index(1, LayerTable::Id).data().toString(), QStringLiteral("block.0"));
        const int column = LayerTable::columnOf(LayerAmount::ActivationBytes);
        table.view()->sortByColumn(column, Qt::DescendingOrder);
        for (int row = 1; row < 7; ++row)
            QVERIFY(table.model()->index(row - 1, column).data(Qt::UserRole).toDouble() >=
                    table.model()->index(row, column).data(Qt::UserRole).toDouble());
        QCOMPARE(table.rowOf(table.layerOf(3)), 3);
        selection.setLayer(6);
        QCOMPARE(table.view()->currentIndex().row(), table.rowOf(6));
        table.view()->sortByColumn(LayerTable::Number, Qt::DescendingOrder);
        QCOMPARE(table.layerOf(0), 6);
        QCOMPARE(table.view()->currentIndex().row(), 0); // the selected layer, where it is now
        table.view()->selectRow(2);
        QCOMPARE(selection.layer(), 4);
        selection.setLayer(-1);
        QVERIFY(!table.view()->selectionModel()->hasSelection());
    }

    void tableEditsAreIntents() {
        LayerTable table;
        table.setModelView(viewOf(built(littleConfig())));
        table.resize(900, 300);
        table.show();
        QSignalSpy edited(&table, &LayerTable::amountEdited);
        const int column = LayerTable::columnOf(LayerAmount::Parameters);
        const QModelIndex cell = table.model()->index(2, column);
        QVERIFY(cell.flags() & Qt::ItemIsEditable);
        table.view()->edit(cell);
        auto* editor = table.view()->findChild<QLineEdit*>();
        QVERIFY(editor);
        editor->selectAll();
        QTest::keyClicks(editor, QStringLiteral("2 M"));
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(edited.count(), 1, 60000);
        QCOMPARE(edited.first().at(0).toInt(), 2);
        QCOMPARE(edited.first().at(2).toDouble(), 2e6);
        QCOMPARE(cell.data(Qt::UserRole).toDouble(), 592.0); // until the document agrees
        // Time follows from FLOP where it is derived.
        const auto editable = [&](LayerAmount amount) {
            return bool(table.model()->index(2, LayerTable::columnOf(amount)).flags() & Qt::ItemIsEditable);
        };
        QVERIFY(editable(LayerAmount::ForwardFlop) && editable(LayerAmount::ActivationBytes));
        QVERIFY(!editable(LayerAmount::ForwardSeconds) && !editable(LayerAmount::OutputBytes));
    }

    /// Text that can't be used stays until it is mended or taken back.
    void tableKeepsFaultyText() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral("edit")));
        LayerTable table;
        table.setModelView(viewOf(built(littleConfig())));
        table.resize(900, 300);
        table.show();
        QSignalSpy edited(&table, &LayerTable::amountEdited);
        const QModelIndex cell = table.model()->index(2, LayerTable::columnOf(LayerAmount::Parameters));
        table.view()->setCurrentIndex(cell);
        QTest::keyClick(table.view(), Qt::Key_Return); // opens it
        QPointer<QuantityField> editor = table.view()->findChild<QuantityField*>();
        QVERIFY(editor);
        editor->selectAll();
        QTest::keyClicks(editor, QStringLiteral("2 Q!"));
        QTest::keyClick(editor, Qt::Key_Return);
        QFocusEvent leave(QEvent::FocusOut, Qt::TabFocusReason);
        QCoreApplication::sendEvent(editor, &leave);
        QCoreApplication::sendPostedEvents();
        QVERIFY(editor);
        QVERIFY(editor->isVisible());
        QCOMPARE(editor->text(), QStringLiteral("2 Q!"));
        QVERIFY(editor->property("invalid").toBool());
        editor->selectAll();
        QTest::keyClicks(editor, QStringLiteral("3 M"));
        QTest::keyClick(editor, Qt::Key_Return); // also reaches the view, which has it open already
        QTRY_COMPARE_WITH_TIMEOUT(edited.count(), 1, 60000);
        QCOMPARE(edited.first().at(2).toDouble(), 3e6);
        QTRY_VERIFY_WITH_TIMEOUT(!editor || !editor->isVisible(), 60000);
    }

    void profiledModels() {
        ModelGraph model;
        for (int i = 0; i < 3; ++i) {
            Layer layer;
            layer.id = "p" + std::to_string(i);
            Profile profile;
            profile.strategy.tp = 2;
            profile.forward_seconds = 0.25 * (i + 1);
            profile.parameters = 1000;
            profile.activation_bytes = 64;
            layer.profiles.push_back(profile);
            model.layers.push_back(layer);
            if (i) model.edges.push_back({i - 1, i, 8});
        }
        const auto view = viewOf(model);
        QCOMPARE(view->reference.strategy.tp, 2);
        LayerTable table;
        table.setModelView(view);
        const auto cell = [&](int row, LayerAmount amount) {
            return table.model()->index(row, LayerTable::columnOf(amount));
        };
        QCOMPARE(cell(1, LayerAmount::ForwardSeconds).data(Qt::UserRole).toDouble(), 0.5);
        QVERIFY(cell(1, LayerAmount::ForwardSeconds).flags() & Qt::ItemIsEditable);
        QVERIFY(!(cell(1, LayerAmount::ForwardFlop).flags() & Qt::ItemIsEditable));
        QCOMPARE(cell(1, LayerAmount::ForwardFlop).data().toString(), QStringLiteral("–")); // not a silent 0
        ModelHead head;
        head.setModelView(view);
        QVERIFY2(head.headline().simplified().contains(QStringLiteral("3 layer")), qPrintable(head.headline()));
        bool said = false;
        for (const auto& [name, value] : head.facts())
            said = said || value.contains(QStringLiteral("tp 2"));
        QVERIFY(said); // what case the figures are for
    }

    void editedAmountsAreMarked() {
        const ModelGraph original = built(littleConfig());
        ModelGraph model = original;
        LayerEdit edit;
        edit.layer = "block.2";
        edit.parameters = 1000;
        QVERIFY(apply_layer_edits(model, {edit}).empty());
        const Device used = device();
        const auto view = describeModel(std::make_shared<const ModelGraph>(model), &used, {edit}, &original);
        LayerTable table;
        table.setModelView(view);
        const int column = LayerTable::columnOf(LayerAmount::Parameters);
        for (int row = 0; row < table.model()->rowCount(); ++row)
            for (int i = 0; i < LayerTable::ColumnCount; ++i)
                QCOMPARE(table.model()->index(row, i).data(LayerTable::editedRole).toBool(), row == 3 && i == column);
        QCOMPARE(table.model()->index(3, column).data(Qt::UserRole).toDouble(), 1000.0);
        QVERIFY(table.model()->index(3, column).data(Qt::ToolTipRole).toString().contains(QStringLiteral("592")));
        QSignalSpy reset(&table, &LayerTable::amountReset);
        table.view()->setCurrentIndex(table.model()->index(3, column));
        QTest::keyClick(table.view(), Qt::Key_Delete);
        QCOMPARE(reset.count(), 1);
        QCOMPARE(reset.first().at(0).toInt(), 3);
        table.view()->setCurrentIndex(table.model()->index(4, column));
        QTest::keyClick(table.view(), Qt::Key_Delete);
        QCOMPARE(reset.count(), 1); // there is nothing to take back
        // An edited block is no longer like its neighbours.
        QCOMPARE(view->blocks.size(), 0);
    }

    void barsAreLinked() {
        const auto view = viewOf(built(littleConfig()));
        SelectionModel selection;
        LayerBars bars;
        bars.setSelectionModel(&selection);
        bars.setModelView(view);
        bars.resize(500, 250);
        QTest::mouseClick(&bars, Qt::LeftButton, {}, QPoint(60, 150));
        QCOMPARE(selection.layer(), 0);
        QTest::keyClick(&bars, Qt::Key_Right);
        QTest::keyClick(&bars, Qt::Key_Right);
        QCOMPARE(selection.layer(), 2);
        QTest::keyClick(&bars, Qt::Key_End);
        QCOMPARE(selection.layer(), 6);
        bars.setAmount(LayerAmount::ForwardFlop);
        QCOMPARE(bars.table()->rowCount(), 7);
        for (int row = 0; row < 7; ++row)
            QCOMPARE(bars.table()->index(row, 2).data(Qt::UserRole).toDouble(),
                     view->layers[row][LayerAmount::ForwardFlop]);
        QVERIFY(bars.hoverText({60, 150}).contains(QStringLiteral("embedding")));
        QCOMPARE(bars.actions().size(), layerAmountCount);
    }

    void manyLayersShareBars() {
        ModelGraph model;
        for (int i = 0; i < 20000; ++i) {
            model.layers.push_back(costing("layer" + std::to_string(i), i == 12345 ? 99 : 5 + i % 7));
            if (i) model.edges.push_back({i - 1, i, 1});
        }
        const auto view = viewOf(model);
        LayerBars bars;
        bars.setModelView(view);
        bars.resize(500, 250);
        QCOMPARE(bars.lastLayer(), 19999);
        const double share = 12345.5 / 20000;
        const int x = 46 + static_cast<int>((500 - 50) * share);
        QCOMPARE(bars.layerAt(QPointF(x, 100)), 12345); // a bar shows the largest of its layers
        SelectionModel selection;
        bars.setSelectionModel(&selection);
        bars.setRange(100, 120);
        QCOMPARE(bars.lastLayer(), 120);
        selection.setLayer(15000);
        QVERIFY(bars.firstLayer() <= 15000 && bars.lastLayer() >= 15000); // the selected layer comes into view
        QTest::keyClick(&bars, Qt::Key_F);
        QCOMPARE(bars.firstLayer(), 0);
        QCOMPARE(bars.lastLayer(), 19999);
        LayerTable table;
        table.setSelectionModel(&selection);
        table.setModelView(view);
        table.view()->sortByColumn(LayerTable::columnOf(LayerAmount::Parameters), Qt::DescendingOrder);
        QCOMPARE(table.layerOf(0), 12345);
        QCOMPARE(table.view()->currentIndex().row(), table.rowOf(15000));
        LayerGraph graph;
        graph.setModelView(view);
        QVERIFY(graph.items().size() < 100); // the pattern of seven repeats
        QVERIFY(!graph.grab().isNull());
    }

    void graphCollapsesAndOpens() {
        SelectionModel selection;
        LayerGraph graph;
        graph.resize(400, 400);
        graph.setSelectionModel(&selection);
        graph.setModelView(viewOf(built(littleConfig())));
        QCOMPARE(graph.items().size(), 3);
        QCOMPARE(graph.itemName(1), QStringLiteral("block × 5"));
        QCOMPARE(graph.shape().edges.size(), 2);
        selection.setLayer(3);
        QCOMPARE(graph.itemOf(3), 1);
        QTest::keyClick(&graph, Qt::Key_Return);
        QCOMPARE(graph.items().size(), 7);
        QCOMPARE(graph.shape().edges.size(), 6);
        QCOMPARE(graph.itemName(graph.itemOf(3)), QStringLiteral("block.2"));
        QTest::keyClick(&graph, Qt::Key_Down);
        QCOMPARE(selection.layer(), 4);
        QTest::keyClick(&graph, Qt::Key_Up);
        QTest::keyClick(&graph, Qt::Key_Up);
        QCOMPARE(selection.layer(), 2);
        QTest::keyClick(&graph, Qt::Key_Return);
        QCOMPARE(graph.items().size(), 3);
        QCOMPARE(selection.layer(), 2);
    }

    /// What can't be read as a whole opens at its top; a small drawing of all of it shows where, and moves the view.
    void graphShowsWhereItIs() {
        LayerGraph graph;
        graph.resize(300, 300);
        graph.setModelView(viewOf(operators(24)));
        QVERIFY(graph.overview().isEmpty()); // four boxes
        graph.expandAll();
        const QRectF small = graph.overview();
        QVERIFY(!small.isEmpty() && QRectF(graph.rect()).contains(small));
        const auto inView = [&graph] {
            int count = 0;
            for (int item = 0; item < graph.items().size(); ++item)
                count += QRectF(graph.rect()).contains(graph.itemRect(item).center());
            return count;
        };
        QVERIFY2(inView() > 4, qPrintable(QString::number(inView())));
        QVERIFY(inView() < graph.items().size());
        const int last = static_cast<int>(graph.items().size()) - 1;
        QVERIFY(!QRectF(graph.rect()).contains(graph.itemRect(last).center()));
        QTest::mouseClick(&graph, Qt::LeftButton, {}, QPointF(small.center().x(), small.bottom() - 1).toPoint());
        QVERIFY(QRectF(graph.rect()).contains(graph.itemRect(last).center()));
        QTest::keyClick(&graph, Qt::Key_F);
        QVERIFY(graph.overview().isEmpty());
        QCOMPARE(inView(), static_cast<int>(graph.items().size()));
    }

    void graphOpensPartByPart() {
        LayerGraph graph;
        graph.resize(400, 400);
        graph.setModelView(viewOf(operators(24)));
        QCOMPARE(graph.items().size(), 4); // mask, embed, block, end
        QVERIFY2(graph.itemName(2).endsWith(QStringLiteral("× 24")), qPrintable(graph.itemName(2)));
        QVERIFY(graph.toggle(2));
        QCOMPARE(graph.items().size(), 3 + 24);
        QVERIFY(graph.toggle(5));
        QCOMPARE(graph.items().size(), 3 + 23 + 4);
        QVERIFY(!graph.toggle(0));
        QCOMPARE(graph.table()->rowCount(), 30);
        graph.expandAll();
        QCOMPARE(graph.items().size(), 99);
        graph.collapseAll();
        QCOMPARE(graph.items().size(), 4);
    }

    void graphMouse() {
        SelectionModel selection;
        LayerGraph graph;
        graph.resize(400, 400);
        graph.setSelectionModel(&selection);
        graph.setModelView(viewOf(branches(2, false)));
        QCOMPARE(graph.items().size(), 6); // rows of two stay open
        for (int item = 0; item < 6; ++item) {
            const QPoint middle = graph.itemRect(item).center().toPoint();
            QCOMPARE(graph.itemAt(middle), item);
            QTest::mouseClick(&graph, Qt::LeftButton, {}, middle);
            QCOMPARE(graph.itemOf(selection.layer()), item);
        }
        // Left and right go from branch to branch.
        const QPointF left = graph.itemRect(graph.itemOf(1)).center();
        selection.setLayer(1);
        QTest::keyClick(&graph, graph.itemRect(graph.itemOf(3)).center().x() > left.x() ? Qt::Key_Right : Qt::Key_Left);
        QCOMPARE(selection.layer(), 3);
        // Zooming keeps the point under the cursor.
        const QPointF corner = graph.itemRect(0).topLeft();
        const double before = graph.zoom();
        for (int i = 0; i < 12; ++i) {
            QWheelEvent wheel(corner, graph.mapToGlobal(corner), {}, {0, 120}, Qt::NoButton, Qt::ControlModifier,
                              Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(&graph, &wheel);
        }
        QVERIFY(graph.zoom() > before);
        QVERIFY(QLineF(graph.itemRect(0).topLeft(), corner).length() < 20 || graph.zoom() == 3.0);
        QTest::keyClick(&graph, Qt::Key_Home);
        QCOMPARE(graph.zoom(), before);
    }

    void graphWaitsForItsLayout() {
        LayerGraph graph;
        graph.resize(400, 400);
        graph.setLayoutService(true);
        QSignalSpy wanted(&graph, &LayerGraph::layoutWanted);
        graph.setModelView(viewOf(branches(2, false)));
        QCOMPARE(wanted.count(), 1);
        const auto shape = wanted.first().first().value<GraphShape>();
        QCOMPARE(shape.sizes.size(), 6);
        QVERIFY(!graph.grab().isNull()); // nothing to draw yet
        QCOMPARE(graph.itemAt({200, 200}), -1);
        graph.setDrawing(layeredDrawing({{{9, 9}}, {}}));
        QCOMPARE(graph.drawing().centres.size(), 0); // a drawing of another graph
        GraphDrawing drawing = layeredDrawing(shape);
        drawing.note = QStringLiteral("plain");
        graph.setDrawing(drawing);
        QCOMPARE(graph.drawing().centres.size(), 6);
    }

    void headSaysWhatItIs() {
        ModelHead head;
        TransformerConfig config = littleConfig();
        config.assumed = {"num_key_value_heads"};
        head.setModelView(viewOf(built(config)));
        // 800 + 5 * 592 + 8 + 800 = 4568
        QVERIFY2(head.headline().simplified().startsWith(QStringLiteral("4.57 K")), qPrintable(head.headline()));
        QVERIFY2(head.headline().simplified().contains(QStringLiteral("5 layer")), qPrintable(head.headline()));
        QVERIFY(head.assumedText().contains(QStringLiteral("num_key_value_heads")));
        head.setModelView(nullptr);
        QVERIFY(head.facts().isEmpty());
    }

    void degreesNameTheRule() {
        ModelGraph model;
        model.attention_heads = 52;
        model.kv_heads = 4;
        model.ffn_size = 5200;
        model.sequence_length = 2048;
        for (int i = 0; i < 40; ++i) {
            model.layers.push_back(costing("l" + std::to_string(i), 1));
            model.layers.back().kind = LayerKind::transformer;
        }
        using Column = DegreesTable::Column;
        QVERIFY(DegreesTable::whyNot(model, Column::Tensor, 8).contains(QStringLiteral("52 attention heads")));
        QVERIFY(DegreesTable::whyNot(model, Column::Tensor, 13).contains(QStringLiteral("4 key/value heads")));
        QCOMPARE(DegreesTable::whyNot(model, Column::Tensor, 4), QString());
        QCOMPARE(DegreesTable::whyNot(model, Column::Tensor, 52), QString());
        QVERIFY(DegreesTable::remark(model, Column::Tensor, 52).contains(QStringLiteral("13 ranks")));
        QVERIFY(DegreesTable::whyNot(model, Column::Sequence, 1).contains(QStringLiteral("above 1")));
        QVERIFY(DegreesTable::whyNot(model, Column::Sequence, 52).contains(QStringLiteral("2048 tokens")));
        QVERIFY(DegreesTable::whyNot(model, Column::Expert, 2).contains(QStringLiteral("experts")));
        QVERIFY(DegreesTable::whyNot(model, Column::Context, 3).contains(QStringLiteral("2048")));
        QCOMPARE(DegreesTable::whyNot(model, Column::Pipeline, 40), QString());
        QVERIFY(DegreesTable::whyNot(model, Column::Pipeline, 41).contains(QStringLiteral("40 layer(s)")));
        QVERIFY(!DegreesTable::remark(model, Column::Pipeline, 16).isEmpty()); // 40 on 16: uneven, but possible
        QVERIFY(DegreesTable::remark(model, Column::Pipeline, 8).isEmpty());

        DegreesTable table;
        table.setModel(std::make_shared<const ModelGraph>(model));
        QStringList works;
        for (int row = 0; row < table.model()->rowCount(); ++row)
            if (table.model()->index(row, Column::Tensor).data(Qt::UserRole).toBool())
                works << table.model()->index(row, Column::Degree).data().toString();
        QCOMPARE(works,
                 QStringList({QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("4"), QStringLiteral("52")}));
        QVERIFY(table.summaryText().contains(QStringLiteral("1, 2, 4, 52")));
        for (int row = 0; row < table.model()->rowCount(); ++row) {
            if (table.model()->index(row, 0).data().toInt() != 8) continue;
            table.view()->setCurrentIndex(table.model()->index(row, Column::Tensor));
            QVERIFY2(table.reasonText().contains(QStringLiteral("52 attention heads")), qPrintable(table.reasonText()));
            QCOMPARE(table.model()->index(row, Column::Tensor).data().toString(), QStringLiteral("–"));
        }
    }

    void sizesHangTogether() {
        using Form = ArchitectureForm;
        const TransformerConfig config = littleConfig();
        TransformerConfig wide = Form::changed(config, Form::Hidden, 16);
        QCOMPARE(wide.head_dim, 4); // 16 / 4 heads
        QCOMPARE(Form::changed(config, Form::Heads, 8).head_dim, 1);
        QCOMPARE(Form::changed(config, Form::Heads, 8).kv_heads, 2); // grouped queries stay as they are
        TransformerConfig own = config;
        own.kv_heads = 4;
        QCOMPARE(Form::changed(own, Form::Heads, 8).kv_heads, 8);
        TransformerConfig apart = config;
        apart.head_dim = 3; // as in models whose heads are wider than their share
        QCOMPARE(Form::changed(apart, Form::Hidden, 16).head_dim, 3);
        const TransformerConfig experts = Form::changed(config, Form::Experts, 8);
        QCOMPARE(experts.expert_ffn, 16);
        QCOMPARE(experts.top_k, 2);
        QVERIFY(check_transformer(experts).empty());
        QVERIFY(Form::restored(experts, config, Form::Experts) == config);
        QVERIFY(Form::restored(wide, config, Form::Hidden) == config);
    }

    void formChecksAndMarks() {
        using Form = ArchitectureForm;
        Form form;
        form.resize(320, 400);
        form.show();
        const TransformerConfig original = littleConfig();
        form.setArchitecture(original, original, 64, false);
        QSignalSpy edited(&form, &Form::architectureEdited);
        CheckedField* hidden = form.field(Form::Hidden);
        const auto type = [](CheckedField* field, const QString& text) {
            field->setFocus();
            field->selectAll();
            QTest::keyClicks(field, text);
            QTest::keyClick(field, Qt::Key_Return);
        };
        type(hidden, QStringLiteral("10")); // 10 by 4 heads
        QCOMPARE(edited.count(), 0);
        QVERIFY2(hidden->fault().contains(QStringLiteral("4 heads")), qPrintable(hidden->fault()));
        QVERIFY(form.faultLabel()->isVisible()); // in words, not as a red border alone
        QCOMPARE(form.faultLabel()->text(), QStringLiteral("Hidden size: ") + hidden->fault());
        QFocusEvent leave(QEvent::FocusOut, Qt::TabFocusReason);
        QCoreApplication::sendEvent(hidden, &leave);
        form.setArchitecture(original, original, 64, false); // after a change elsewhere
        QCOMPARE(hidden->text(), QStringLiteral("10"));
        QVERIFY(form.faultLabel()->isVisible());
        type(hidden, QStringLiteral("16"));
        QCOMPARE(edited.count(), 1);
        const auto config = edited.first().first().value<TransformerConfig>();
        QCOMPARE(config.hidden, 16);
        form.setArchitecture(config, original, 64, false);
        QVERIFY(form.faultLabel()->isHidden());
        QVERIFY(form.isMarked(Form::Hidden));
        QVERIFY(form.isMarked(Form::HeadWidth));
        QVERIFY(!form.isMarked(Form::Layers));
        QVERIFY(form.resetButton(Form::Hidden)->isVisible());
        form.resetButton(Form::Hidden)->click();
        QCOMPARE(edited.count(), 2);
        QVERIFY(edited.last().first().value<TransformerConfig>() == original);
        form.setArchitecture(original, original, 64, false);
        type(form.field(Form::KvHeads), QStringLiteral("3")); // 3 of 4 heads
        QCOMPARE(edited.count(), 2);
        QVERIFY(!form.field(Form::KvHeads)->fault().isEmpty());
        QSignalSpy sequence(&form, &Form::sequenceLengthEdited);
        type(form.field(Form::SequenceLength), QStringLiteral("128"));
        QCOMPARE(sequence.count(), 1);
        QCOMPARE(sequence.first().first().toLongLong(), 128);
        QVERIFY(!form.field(Form::TopK)->isVisible()); // there are no experts
    }
};

QTEST_MAIN(TestModelViews)
#include "test_modelviews.moc"
