// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "controls/quantityfield.h"
#include "document/inputs.h"
#include "document/modeledit.h"
#include "io/files.h"
#include "mainwindow/headerbar.h"
#include "mainwindow/mainwindow.h"
#include "model/architectureform.h"
#include "model/degreestable.h"
#include "model/layerbars.h"
#include "model/layergraph.h"
#include "model/layertable.h"
#include "model/modelhead.h"
#include "testsettings.h"
#include "workspaces/modelworkspace.h"

#include <QComboBox>
#include <QFile>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <nlohmann/json.hpp>

using namespace nest;
using namespace nest::ui;

/// The Model workspace in the window: presets, files, edits that can be taken back, linked views.
class ModelWorkspaceTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_settings.clear(); }
    void presetsShowTheirFigures();
    void sizesAreEditedAndTakenBack();
    void quickEditsAddUp();
    void sequenceIsTheOption();
    void layersAreEditedAndTakenBack();
    void editsOfSizesAndLayersTogether();
    void configFilesAreEdited();
    void givenLayersAreEdited();
    void unknownLayerIsAFault();
    void savedProjectsKeepTheEdits();
    void selectionIsShared();
    void degreesFollowTheModel();
    void optionsLeaveTheViewsAlone();

private:
    std::unique_ptr<MainWindow> shown() {
        auto window = std::make_unique<MainWindow>();
        window->start();
        window->header()->setCurrentWorkspace(MainWindow::ModelTab);
        window->show();
        return settle(*window) ? std::move(window) : nullptr;
    }
    /// Solved, and the workspace shows it.
    static bool settle(MainWindow& window) {
        return QTest::qWaitFor(
            [&] {
                const LivePlan& live = window.livePlan();
                return live.outcome() && !live.isBusy() && !live.isStale() && window.modelWorkspace()->isUpToDate();
            },
            120000);
    }
    static void type(ArchitectureForm* form, ArchitectureForm::Field field, const QString& text) {
        CheckedField* edit = form->field(field);
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Return);
    }
    static double parameters(MainWindow& window) { return window.modelWorkspace()->modelView()->model->parameters(); }
    QString written(const QString& name, const nlohmann::json& json) {
        const QString path = m_settings.path(name);
        QFile file(path);
        if (file.open(QIODevice::WriteOnly)) file.write(QByteArray::fromStdString(json.dump()));
        return path;
    }
    TestSettings m_settings;
};

void ModelWorkspaceTest::presetsShowTheirFigures() {
    const auto window = shown();
    QVERIFY(window);
    ModelWorkspace* workspace = window->modelWorkspace();
    const int index = workspace->picker()->findData(QStringLiteral("mixtral-8x7b"));
    QVERIFY(index >= 0);
    workspace->picker()->setCurrentIndex(index);
    emit workspace->picker()->activated(index);
    QCOMPARE(window->project().state().model.name, std::string("mixtral-8x7b"));
    QVERIFY(settle(*window));
    const auto model = io::find_model("mixtral-8x7b", {});
    QVERIFY(model.ok());
    QVERIFY(*workspace->modelView()->model == *model);
    // 46.7 B is the published size.
    QVERIFY2(workspace->head()->headline().simplified().contains(QStringLiteral("46.7 B")),
             qPrintable(workspace->head()->headline()));
    QVERIFY(workspace->head()->headline().simplified().contains(QStringLiteral("32 layers")));
    QCOMPARE(workspace->layerTable()->model()->rowCount(), 34);
    double sum = 0;
    for (int row = 0; row < 34; ++row)
        sum += workspace->layerTable()
                   ->model()
                   ->index(row, LayerTable::columnOf(LayerAmount::Parameters))
                   .data(Qt::UserRole)
                   .toDouble();
    QCOMPARE(sum, model->parameters());
    QTRY_COMPARE_WITH_TIMEOUT(workspace->layerGraph()->drawing().centres.size(), 3, 60000);
    QCOMPARE(workspace->layerGraph()->itemName(1), QStringLiteral("block × 32"));
    QVERIFY(workspace->form()->isVisible());
    QCOMPARE(workspace->form()->architecture().experts, 8);
}

void ModelWorkspaceTest::sizesAreEditedAndTakenBack() {
    const auto window = shown();
    QVERIFY(window);
    window->project().setModel({"llama3-8b", nullptr});
    QVERIFY(settle(*window));
    ArchitectureForm* form = window->modelWorkspace()->form();
    const double before = parameters(*window);
    type(form, ArchitectureForm::Hidden, QStringLiteral("8192"));
    QVERIFY(settle(*window));
    // 32 heads of 256 now: queries and output h h, keys and values 2 h (8 of 256), three of 14336 h, two norms;
    // embedding and head 128256 h each, the last norm.
    const double h = 8192;
    QCOMPARE(parameters(*window), 32 * (2 * h * h + 2 * h * 8 * 256 + 3 * h * 14336 + 2 * h) + 2 * 128256 * h + h);
    QVERIFY(form->isMarked(ArchitectureForm::Hidden));
    QVERIFY(!form->isMarked(ArchitectureForm::Layers));
    QVERIFY(window->modelWorkspace()->resetAllButton()->isVisible());
    QVERIFY(isEditedModel(window->project().state().model));
    type(form, ArchitectureForm::Layers, QStringLiteral("16"));
    QVERIFY(settle(*window));
    QCOMPARE(window->modelWorkspace()->modelView()->blockCount(), 16);

    window->project().undoStack()->undo(); // step by step
    QVERIFY(settle(*window));
    QCOMPARE(window->modelWorkspace()->modelView()->blockCount(), 32);
    QVERIFY(form->isMarked(ArchitectureForm::Hidden) && !form->isMarked(ArchitectureForm::Layers));
    window->project().undoStack()->redo();
    QVERIFY(settle(*window));
    form->resetButton(ArchitectureForm::Hidden)->click();
    QVERIFY(settle(*window));
    QVERIFY(!form->isMarked(ArchitectureForm::Hidden) && form->isMarked(ArchitectureForm::Layers));
    window->modelWorkspace()->resetAllButton()->click();
    QVERIFY(settle(*window));
    QCOMPARE(window->project().state().model, (InputChoice{"llama3-8b", nullptr}));
    QCOMPARE(parameters(*window), before);
    QVERIFY(!window->modelWorkspace()->resetAllButton()->isVisible());
    // Typing the old value takes an edit back as well.
    type(form, ArchitectureForm::Layers, QStringLiteral("30"));
    type(form, ArchitectureForm::Layers, QStringLiteral("32"));
    QCOMPARE(window->project().state().model, (InputChoice{"llama3-8b", nullptr}));
}

void ModelWorkspaceTest::quickEditsAddUp() {
    const auto window = shown();
    QVERIFY(window);
    window->project().setModel({"llama3-8b", nullptr});
    QVERIFY(settle(*window));
    ArchitectureForm* form = window->modelWorkspace()->form();
    type(form, ArchitectureForm::Layers, QStringLiteral("16")); // the second before the first was planned
    type(form, ArchitectureForm::Vocabulary, QStringLiteral("32000"));
    QVERIFY(settle(*window));
    QCOMPARE(window->modelWorkspace()->modelView()->blockCount(), 16);
    QCOMPARE(window->modelWorkspace()->modelView()->model->vocab_size, 32000);
}

void ModelWorkspaceTest::sequenceIsTheOption() {
    const auto window = shown();
    QVERIFY(window);
    ArchitectureForm* form = window->modelWorkspace()->form();
    type(form, ArchitectureForm::SequenceLength, QStringLiteral("4096"));
    QCOMPARE(window->project().state().options.sequence_length, std::optional<std::int64_t>(4096));
    QVERIFY(settle(*window));
    QCOMPARE(window->modelWorkspace()->modelView()->model->sequence_length, 4096);
    QVERIFY(form->isMarked(ArchitectureForm::SequenceLength));
    form->resetButton(ArchitectureForm::SequenceLength)->click();
    QVERIFY(!window->project().state().options.sequence_length);
    QVERIFY(settle(*window));
    QCOMPARE(window->modelWorkspace()->modelView()->model->sequence_length, 8192);
}

void ModelWorkspaceTest::layersAreEditedAndTakenBack() {
    const auto window = shown();
    QVERIFY(window);
    ModelWorkspace* workspace = window->modelWorkspace();
    const double before = parameters(*window);
    QAbstractItemModel* table = workspace->layerTable()->model();
    const int column = LayerTable::columnOf(LayerAmount::Parameters);
    const double own = table->index(7, column).data(Qt::UserRole).toDouble();
    QVERIFY(table->setData(table->index(7, column), 2 * own));
    QVERIFY(settle(*window));
    QCOMPARE(table->index(7, column).data(Qt::UserRole).toDouble(), 2 * own);
    QVERIFY(table->index(7, column).data(LayerTable::editedRole).toBool());
    QVERIFY(!table->index(8, column).data(LayerTable::editedRole).toBool());
    QCOMPARE(parameters(*window), before + own);
    // The plan knows: it is the same model.
    QCOMPARE(window->livePlan().outcome()->inputs->problem->model.parameters(), before + own);
    window->project().undoStack()->undo();
    QVERIFY(settle(*window));
    QCOMPARE(parameters(*window), before);
    window->project().undoStack()->redo();
    QVERIFY(settle(*window));
    emit workspace->layerTable()->amountReset(7, LayerAmount::Parameters);
    QCOMPARE(window->project().state().model, (InputChoice{"llama3-70b", nullptr})); // the last edit is gone
    QVERIFY(settle(*window));
    QCOMPARE(parameters(*window), before);
}

void ModelWorkspaceTest::editsOfSizesAndLayersTogether() {
    const auto window = shown();
    QVERIFY(window);
    ModelWorkspace* workspace = window->modelWorkspace();
    emit workspace->layerTable()->amountEdited(5, LayerAmount::ActivationBytes, 1e9);
    QVERIFY(settle(*window));
    QVERIFY(!workspace->form()->isMarked(ArchitectureForm::Hidden));
    emit workspace->layerTable()->amountEdited(75, LayerAmount::ActivationBytes, 2e9);
    QVERIFY(settle(*window));
    QCOMPARE(layerEdits(window->project().state().model).size(), std::size_t(2));
    type(workspace->form(), ArchitectureForm::Layers, QStringLiteral("60")); // block.74 goes, with its edit
    QVERIFY(settle(*window));
    QVERIFY(workspace->modelView());
    QCOMPARE(layerEdits(window->project().state().model).size(), std::size_t(1));
    QCOMPARE(workspace->modelView()->layers[5][LayerAmount::ActivationBytes], 1e9);
    emit workspace->layerTable()->amountReset(5, LayerAmount::ActivationBytes);
    QVERIFY(settle(*window));
    QVERIFY(isEditedModel(window->project().state().model)); // the number of layers still is
    workspace->form()->resetButton(ArchitectureForm::Layers)->click();
    QCOMPARE(window->project().state().model, (InputChoice{"llama3-70b", nullptr}));
}

void ModelWorkspaceTest::configFilesAreEdited() {
    const auto window = shown();
    QVERIFY(window);
    const nlohmann::json config{
        {"model_type", "llama"},    {"hidden_size", 512}, {"intermediate_size", 1024},      {"num_hidden_layers", 6},
        {"num_attention_heads", 8}, {"vocab_size", 1000}, {"max_position_embeddings", 2048}};
    QVERIFY(window->openFile(written(QStringLiteral("config.json"), config)));
    QVERIFY(settle(*window));
    QCOMPARE(window->header()->currentWorkspace(), static_cast<int>(MainWindow::ModelTab));
    const InputChoice opened = window->project().state().model;
    ArchitectureForm* form = window->modelWorkspace()->form();
    QVERIFY(form->isVisible());
    type(form, ArchitectureForm::FeedForward, QStringLiteral("2048"));
    QVERIFY(settle(*window));
    QCOMPARE(parameters(*window), 6. * (4 * 512 * 512 + 3 * 512 * 2048 + 2 * 512) + 2 * 1000 * 512 + 512);
    QCOMPARE(window->modelWorkspace()->modelView()->model->sequence_length, 2048);
    QCOMPARE(originalModel(window->project().state().model), opened);
    form->resetButton(ArchitectureForm::FeedForward)->click();
    QCOMPARE(window->project().state().model, opened);
}

void ModelWorkspaceTest::givenLayersAreEdited() {
    const auto window = shown();
    QVERIFY(window);
    nlohmann::json model{{"format", "nest-model"}, {"version", 1}, {"name", "measured"}};
    for (int i = 0; i < 4; ++i) {
        model["layers"].push_back({{"id", "m" + std::to_string(i)},
                                   {"profiles",
                                    {{{"forward_seconds", 0.1},
                                      {"backward_seconds", 0.2},
                                      {"parameters", 1e6},
                                      {"activation_bytes", 1e6}}}}});
        if (i)
            model["edges"].push_back(
                {{"from", "m" + std::to_string(i - 1)}, {"to", "m" + std::to_string(i)}, {"bytes", 10}});
    }
    QVERIFY(window->openFile(written(QStringLiteral("measured.json"), model)));
    QVERIFY(settle(*window));
    ModelWorkspace* workspace = window->modelWorkspace();
    QVERIFY(!workspace->form()->isVisible());
    const InputChoice opened = window->project().state().model;
    QAbstractItemModel* table = workspace->layerTable()->model();
    const int column = LayerTable::columnOf(LayerAmount::ForwardSeconds);
    QVERIFY(table->setData(table->index(2, column), 0.3));
    QVERIFY(settle(*window));
    QCOMPARE(table->index(2, column).data(Qt::UserRole).toDouble(), 0.3);
    QVERIFY(table->index(2, column).data(LayerTable::editedRole).toBool());
    QCOMPARE(workspace->modelView()->model->layers[2].profiles[0].backward_seconds, 0.6);
    workspace->resetAllButton()->click();
    QCOMPARE(window->project().state().model, opened);
    QVERIFY(settle(*window));
    QCOMPARE(table->index(2, column).data(Qt::UserRole).toDouble(), 0.1);
}

void ModelWorkspaceTest::unknownLayerIsAFault() {
    const auto window = shown();
    QVERIFY(window);
    const InputChoice model =
        withLayerEdit({"llama3-8b", nullptr}, io::find_model("llama3-8b", {})->architecture,
                      io::find_model("llama3-8b", {})->architecture, "block.99", LayerAmount::Parameters, 5);
    window->project().setModel(model);
    QVERIFY(settle(*window));
    QVERIFY(!window->modelWorkspace()->modelView()); // says so instead of showing something else
    const auto& diagnostics = window->livePlan().outcome()->inputs->diagnostics;
    QVERIFY(!diagnostics.empty());
    QCOMPARE(QString::fromStdString(diagnostics.front().pointer), QStringLiteral("/layer_edits/0/layer"));
    window->modelWorkspace()->resetAllButton()->click(); // and there is a way back
    QVERIFY(settle(*window));
    QVERIFY(window->modelWorkspace()->modelView());
}

void ModelWorkspaceTest::savedProjectsKeepTheEdits() {
    const QString path = m_settings.path(QStringLiteral("edited.json"));
    InputChoice edited;
    {
        const auto window = shown();
        QVERIFY(window);
        type(window->modelWorkspace()->form(), ArchitectureForm::Heads, QStringLiteral("32"));
        QVERIFY(settle(*window));
        emit window->modelWorkspace()->layerTable()->amountEdited(3, LayerAmount::Parameters, 1e9);
        edited = window->project().state().model;
        QVERIFY(!window->project().save(path));
    }
    MainWindow window;
    window.header()->setCurrentWorkspace(MainWindow::ModelTab);
    window.show();
    QVERIFY(window.openFile(path));
    QCOMPARE(window.project().state().model, edited);
    QVERIFY(settle(window));
    QVERIFY(window.modelWorkspace()->form()->isMarked(ArchitectureForm::Heads));
    QCOMPARE(window.modelWorkspace()->modelView()->layers[3][LayerAmount::Parameters], 1e9);
    window.modelWorkspace()->resetAllButton()->click();
    QCOMPARE(window.project().state().model, (InputChoice{"llama3-70b", nullptr}));
}

void ModelWorkspaceTest::selectionIsShared() {
    const auto window = shown();
    QVERIFY(window);
    ModelWorkspace* workspace = window->modelWorkspace();
    workspace->layerTable()->view()->selectRow(10);
    QCOMPARE(window->selection().layer(), 10);
    QTRY_COMPARE_WITH_TIMEOUT(workspace->layerGraph()->itemOf(10), 1, 60000); // the collapsed blocks
    QTest::keyClick(workspace->layerBars(), Qt::Key_Right);
    QCOMPARE(window->selection().layer(), 11);
    QCOMPARE(workspace->layerTable()->view()->currentIndex().row(), 11);
    // An edit of a layer doesn't lose it.
    emit workspace->layerTable()->amountEdited(11, LayerAmount::Parameters, 1e9);
    QVERIFY(settle(*window));
    QCOMPARE(window->selection().layer(), 11);
    window->project().setModel({"gpt2-xl", nullptr});
    QVERIFY(settle(*window));
    QCOMPARE(window->selection().layer(), -1); // another model has other layers
}

void ModelWorkspaceTest::degreesFollowTheModel() {
    const auto window = shown();
    QVERIFY(window);
    window->project().setModel({"llama3-8b", nullptr});
    QVERIFY(settle(*window));
    DegreesTable* degrees = window->modelWorkspace()->degreesTable();
    QVERIFY2(degrees->summaryText().contains(QStringLiteral("1, 2, 4, 8")), qPrintable(degrees->summaryText()));
    type(window->modelWorkspace()->form(), ArchitectureForm::HeadWidth, QStringLiteral("128"));
    type(window->modelWorkspace()->form(), ArchitectureForm::KvHeads, QStringLiteral("4"));
    type(window->modelWorkspace()->form(), ArchitectureForm::Hidden, QStringLiteral("6656"));
    type(window->modelWorkspace()->form(), ArchitectureForm::Heads, QStringLiteral("52"));
    QVERIFY(settle(*window));
    QCOMPARE(window->modelWorkspace()->modelView()->model->attention_heads, 52);
    const QString reason = DegreesTable::whyNot(*window->modelWorkspace()->modelView()->model, DegreesTable::Tensor, 8);
    QVERIFY2(reason.contains(QStringLiteral("52 attention heads")), qPrintable(reason));
    window->language().set(QStringLiteral("zh_CN"));
    const QString chinese =
        DegreesTable::whyNot(*window->modelWorkspace()->modelView()->model, DegreesTable::Tensor, 8);
    QVERIFY(chinese.contains(QStringLiteral("52")) && chinese != reason);
    window->language().set(QStringLiteral("en"));
}

void ModelWorkspaceTest::optionsLeaveTheViewsAlone() {
    const auto window = shown();
    QVERIFY(window);
    const auto before = window->modelWorkspace()->modelView();
    QVERIFY(!window->project().setOption("global_batch", 512));
    QVERIFY(settle(*window));
    QCOMPARE(window->modelWorkspace()->modelView().get(), before.get());
}

QTEST_MAIN(ModelWorkspaceTest)
#include "test_modelworkspace.moc"
