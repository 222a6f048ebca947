// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/project.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace nest;
using namespace nest::ui;

namespace {

/// A value that differs from the default, for a row of the option table; null where none can be made up.
nlohmann::json otherValue(const OptionInfo& info) {
    const nlohmann::json now = get_option(Options{}, info.key);
    switch (info.type) {
    case OptionType::integer: {
        const double base = now.is_number() ? now.get<double>() : info.minimum;
        const double next = base * 2 + 1;
        return static_cast<std::int64_t>(next <= info.maximum ? next : info.minimum);
    }
    case OptionType::number:
        return info.minimum + (info.maximum - info.minimum) / 4;
    case OptionType::boolean:
        return !now.get<bool>();
    case OptionType::choice:
    case OptionType::choice_list:
        for (const std::string& choice : info.choices)
            if (now != choice && now != nlohmann::json::array({choice}))
                return info.type == OptionType::choice ? nlohmann::json(choice) : nlohmann::json::array({choice});
        return {};
    case OptionType::integer_list:
        return nlohmann::json::array({static_cast<std::int64_t>(info.minimum) + 1});
    case OptionType::level_map:
        return info.maximum / 4;
    case OptionType::text:
        return "head:last"; // the one such option: pins
    }
    return {};
}

std::string keyOf(const OptionInfo& info) {
    if (info.type != OptionType::level_map) return info.key;
    return info.key.substr(0, info.key.find('.')) + ".nvlink";
}

} // namespace

class ProjectTest : public QObject {
    Q_OBJECT

private slots:
    void startsWithTheExample();
    void undoesEveryOption_data();
    void undoesEveryOption();
    void mergesRepeatedEdits();
    void backToTheStartLeavesNoStep();
    void sealedEditsDoNotMerge();
    void roundTrip();
    void keepsThePastedCommand();
    void keepsUnknownKeys();
    void badFilesLeaveTheProject_data();
    void badFilesLeaveTheProject();
    void faultyOptionChangesNothing();
    void session();

private:
    QString write(const QString& name, const QByteArray& text) {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly)) qFatal("can't write %s", qPrintable(file.fileName()));
        file.write(text);
        return file.fileName();
    }
    QTemporaryDir m_folder;
};

void ProjectTest::startsWithTheExample() {
    Project project;
    QCOMPARE(project.title(), QStringLiteral("llama3-70b @ dgx-h100x16"));
    QCOMPARE(project.state().options, Options{});
    QVERIFY(!project.isDirty());
}

void ProjectTest::undoesEveryOption_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    for (const OptionInfo& info : option_table()) {
        const nlohmann::json value = otherValue(info);
        if (value.is_null()) continue;
        QTest::newRow(info.key.c_str()) << QString::fromStdString(keyOf(info)) << QString::fromStdString(value.dump());
    }
}

void ProjectTest::undoesEveryOption() {
    QFETCH(QString, key);
    QFETCH(QString, value);
    Project project;
    QSignalSpy changed(&project, &Project::stateChanged);
    const auto fault = project.setOption(key.toStdString(), nlohmann::json::parse(value.toStdString()));
    QVERIFY2(!fault, fault ? describe(*fault).c_str() : "");
    QCOMPARE(changed.count(), 1);
    const Options edited = project.state().options;
    QVERIFY(edited != Options{});
    QVERIFY(project.isDirty());
    project.undoStack()->undo();
    QCOMPARE(project.state().options, Options{});
    QVERIFY(!project.isDirty());
    project.undoStack()->redo();
    QCOMPARE(project.state().options, edited);
    project.resetOption(key.toStdString());
    QCOMPARE(project.state().options, Options{});
}

void ProjectTest::mergesRepeatedEdits() {
    Project project;
    for (std::int64_t batch : {64, 128, 256})
        QVERIFY(!project.setOption("global_batch", batch));
    QCOMPARE(project.undoStack()->count(), 1);
    QVERIFY(!project.setOption("tp", nlohmann::json::array({2})));
    QVERIFY(!project.setOption("global_batch", 512));
    QCOMPARE(project.undoStack()->count(), 3);
    project.undoStack()->setIndex(0);
    QCOMPARE(project.state(), exampleState());
}

void ProjectTest::backToTheStartLeavesNoStep() {
    Project project;
    QVERIFY(!project.setOption("tp", nlohmann::json::array({2})));
    QVERIFY(!project.setOption("global_batch", 512));
    QVERIFY(!project.setOption("global_batch", Options{}.global_batch));
    QCOMPARE(project.undoStack()->count(), 1);
}

void ProjectTest::sealedEditsDoNotMerge() {
    Project project;
    QVERIFY(!project.setOption("global_batch", 64));
    project.sealEdits();
    QVERIFY(!project.setOption("global_batch", 128));
    QCOMPARE(project.undoStack()->count(), 2);
    project.undoStack()->undo();
    QCOMPARE(project.state().options.global_batch, 64);
}

void ProjectTest::roundTrip() {
    Project project;
    project.setModel({"llama2-7b", nullptr});
    project.setTopology({"fat-tree:8,4", nullptr});
    project.setDevice({"a100-sxm-80gb", nullptr});
    QVERIFY(!project.setOption("global_batch", 96));
    QVERIFY(!project.setOptionText("tp", "1, 2, 4"));
    QVERIFY(!project.setOptionText("level_bandwidth.nvlink", "x0.5"));
    const QString path = m_folder.filePath(QStringLiteral("saved.json"));
    QVERIFY(!project.save(path));
    QVERIFY(!project.isDirty());
    Project reopened;
    const Project::Opened opened = reopened.open(path);
    QCOMPARE(opened.kind, Project::Opened::Kind::project);
    QCOMPARE(reopened.state(), project.state());
    QCOMPARE(reopened.filePath(), path);
    QVERIFY(!reopened.isDirty());
    QVERIFY(!reopened.undoStack()->canUndo());
}

void ProjectTest::keepsThePastedCommand() {
    const std::string command = "torchrun pretrain_gpt.py \\\n  --num-layers 32 --lr \"1e-4\"\n";
    Project project;
    ProjectState state = exampleState();
    state.command = SharedText(command);
    PinnedPlan plan{"today", {}, {}, true};
    plan.plan.stages.push_back({});
    plan.plan.stages.back().layers = {0, 1};
    state.pinned.push_back(plan);
    project.setState(state, QStringLiteral("paste"));
    project.undoStack()->undo();
    QVERIFY(project.state().command.empty());
    project.undoStack()->redo();
    QCOMPARE(project.state().command.text(), command);
    QCOMPARE(project.state().command, SharedText(command));
    const QString path = m_folder.filePath(QStringLiteral("pasted.json"));
    QVERIFY(!project.save(path));
    Project reopened;
    QCOMPARE(reopened.open(path).kind, Project::Opened::Kind::project);
    QCOMPARE(reopened.state().command.text(), command);
    QVERIFY(reopened.state().pinned.front().pasted);
    QVERIFY(reopened.file().unknown.empty());
    Project restored; // as after a crash
    restored.restore(reopened.session());
    QCOMPARE(restored.state().command.text(), command);
    const Project fresh;
    QVERIFY(!projectToJson(fresh.file()).contains("command")); // nothing was pasted there
}

void ProjectTest::keepsUnknownKeys() {
    const QString path = write(QStringLiteral("later.json"),
                               R"({"format":"nest-project","version":1,"model":"llama3-8b","topology":"dgx-h100x2",
                                   "notes":"keep me","pins":[1,2],"options":{"global_batch":32,"warp_drive":true}})");
    Project project;
    const Project::Opened opened = project.open(path);
    QCOMPARE(opened.kind, Project::Opened::Kind::project);
    QCOMPARE(opened.diagnostics.size(), std::size_t{1});
    QCOMPARE(opened.diagnostics.front().severity, Severity::warning);
    QCOMPARE(opened.diagnostics.front().pointer, std::string("/options/warp_drive"));
    QVERIFY(!project.setOption("global_batch", 64));
    QVERIFY(!project.save(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto json = nlohmann::json::parse(file.readAll().toStdString());
    QCOMPARE(json["notes"].get<std::string>(), std::string("keep me"));
    QCOMPARE(json["pins"].dump(), std::string("[1,2]"));
    QCOMPARE(json["options"]["warp_drive"].get<bool>(), true);
    QCOMPARE(json["options"]["global_batch"].get<int>(), 64);
}

void ProjectTest::badFilesLeaveTheProject_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, const char* text, ErrorCode code) {
        QTest::newRow(name) << QByteArray(text) << static_cast<int>(code);
    };
    row("empty", "", ErrorCode::file_empty);
    row("not json", "{ \"format\": ", ErrorCode::not_json);
    row("another kind", R"({"format":"holiday-pictures"})", ErrorCode::wrong_format);
    row("a list", "[1, 2, 3]", ErrorCode::wrong_format);
    row("newer", R"({"format":"nest-project","version":99,"model":"llama3-8b","topology":"dgx-h100x2"})",
        ErrorCode::newer_version);
    row("no model", R"({"format":"nest-project","version":1,"topology":"dgx-h100x2"})", ErrorCode::missing_key);
    row("model is a number", R"({"format":"nest-project","version":1,"model":7,"topology":"dgx-h100x2"})",
        ErrorCode::wrong_type);
    row("options are a list",
        R"({"format":"nest-project","version":1,"model":"llama3-8b","topology":"dgx-h100x2","options":[]})",
        ErrorCode::wrong_type);
    row("option out of range",
        R"({"format":"nest-project","version":1,"model":"llama3-8b","topology":"dgx-h100x2","options":{"global_batch":-1}})",
        ErrorCode::out_of_range);
    row("version is a text", R"({"format":"nest-project","version":"one","model":"llama3-8b","topology":"dgx-h100x2"})",
        ErrorCode::wrong_type);
}

void ProjectTest::badFilesLeaveTheProject() {
    QFETCH(QByteArray, text);
    QFETCH(int, code);
    Project project;
    QVERIFY(!project.setOption("global_batch", 48));
    const ProjectState before = project.state();
    QSignalSpy changed(&project, &Project::stateChanged);
    const Project::Opened opened = project.open(write(QStringLiteral("bad.json"), text));
    QCOMPARE(opened.kind, Project::Opened::Kind::failed);
    QVERIFY(!opened.diagnostics.empty());
    QCOMPARE(static_cast<int>(opened.diagnostics.front().code), code);
    QCOMPARE(changed.count(), 0);
    QCOMPARE(project.state(), before);
    QVERIFY(project.isDirty());
    QVERIFY(project.undoStack()->canUndo());
}

void ProjectTest::faultyOptionChangesNothing() {
    Project project;
    QSignalSpy changed(&project, &Project::stateChanged);
    QVERIFY(project.setOption("global_batch", "many"));
    QVERIFY(project.setOption("global_batch", -3));
    QVERIFY(project.setOption("no_such_option", 3));
    QCOMPARE(changed.count(), 0);
    QCOMPARE(project.undoStack()->count(), 0);
}

void ProjectTest::session() {
    Project project;
    const QString saved = m_folder.filePath(QStringLiteral("mine.json"));
    QVERIFY(!project.save(saved));
    QVERIFY(!project.setOption("global_batch", 40));
    Project next;
    next.restore(project.session());
    QCOMPARE(next.state(), project.state());
    QCOMPARE(next.filePath(), saved);
    QCOMPARE(next.stamp(), project.stamp());
    QVERIFY(next.isDirty());
    QVERIFY(!next.undoStack()->canUndo());
}

QTEST_MAIN(ProjectTest)
#include "test_project.moc"
