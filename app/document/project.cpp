// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/project.h"

#include "document/inputs.h"
#include "io/files.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSaveFile>
#include <QUndoCommand>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace nest::ui {

/// Swaps the whole state: it is small (contents are shared), and undo can't then differ from redo.
class ProjectCommand : public QUndoCommand {
public:
    ProjectCommand(Project& project, QString field, const QString& text, ProjectState after)
        : QUndoCommand(text), m_project(project), m_field(std::move(field)), m_serial(project.m_editSerial),
          m_before(project.state()), m_after(std::move(after)) {}

    void undo() override { m_project.apply(m_before); }
    void redo() override { m_project.apply(m_after); }
    int id() const override { return 1; }
    bool mergeWith(const QUndoCommand* command) override {
        const auto* other = static_cast<const ProjectCommand*>(command);
        if (other->m_field != m_field || other->m_serial != m_serial) return false;
        m_after = other->m_after;
        setObsolete(m_after == m_before);
        return true;
    }

private:
    Project& m_project;
    QString m_field;
    int m_serial;
    ProjectState m_before, m_after;
};

namespace {

std::string pathText(const QString& path) {
    return path.toStdString();
}

std::optional<Diagnostic> writeFile(const QString& path, const std::string& text) {
    const auto failed = [&](const QSaveFile& file) {
        Diagnostic fault;
        fault.code = ErrorCode::write_failed;
        fault.file = pathText(path);
        fault.found = file.errorString().toStdString();
        return fault;
    };
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return failed(file);
    if (file.write(text.data(), static_cast<qint64>(text.size())) < 0 || !file.commit()) return failed(file);
    return std::nullopt;
}

InputChoice contentChoice(const std::string& name, const QString& path, nlohmann::json content) {
    InputChoice choice;
    choice.name = name.empty() ? QFileInfo(path).completeBaseName().toStdString() : name;
    choice.content = std::make_shared<const nlohmann::json>(std::move(content));
    return choice;
}

/// A plan's or case's inputs by value.
ProjectState stateOf(const Problem& problem, const QString& path) {
    ProjectState state;
    state.options = problem.options;
    state.model = contentChoice(problem.model.name, path, io::to_json(problem.model));
    state.topology = contentChoice(problem.topology_name, path, io::to_json(problem.levels));
    state.device = contentChoice(problem.device.name, path, io::to_json(problem.device));
    return state;
}

} // namespace

Project::Project(QObject* parent) : QObject(parent) {
    m_file.state = exampleState();
    connect(&m_undoStack, &QUndoStack::cleanChanged, this, [this](bool clean) { emit dirtyChanged(!clean); });
}

Project::~Project() {
    m_undoStack.disconnect(); // it tells of its emptying, when those who listen may be gone
}

QString Project::title() const {
    return QString::fromStdString(state().model.name + " @ " + state().topology.name);
}

void Project::apply(const ProjectState& state) {
    const bool renamed =
        state.model.name != m_file.state.model.name || state.topology.name != m_file.state.topology.name;
    m_file.state = state;
    if (renamed) emit titleChanged();
    emit stateChanged();
}

void Project::push(const QString& field, const QString& text, const ProjectState& next) {
    if (next == state()) return;
    m_undoStack.push(new ProjectCommand(*this, field, text, next));
}

void Project::setModel(const InputChoice& model) {
    ProjectState next = state();
    next.model = model;
    push(QStringLiteral("model"), tr("Model %1").arg(QString::fromStdString(model.name)), next);
}

void Project::setTopology(const InputChoice& topology) {
    ProjectState next = state();
    next.topology = topology;
    push(QStringLiteral("topology"), tr("Topology %1").arg(QString::fromStdString(topology.name)), next);
}

void Project::setDevice(const InputChoice& device) {
    ProjectState next = state();
    next.device = device;
    push(QStringLiteral("device"),
         device.name.empty() ? tr("Topology's own device") : tr("Device %1").arg(QString::fromStdString(device.name)),
         next);
}

void Project::setOptions(const Options& options) {
    ProjectState next = state();
    next.options = options;
    push(QStringLiteral("options"), tr("Options"), next);
}

std::optional<Diagnostic> Project::setOption(const std::string& key, const nlohmann::json& value) {
    ProjectState next = state();
    if (auto fault = set_option(next.options, key, value)) return fault;
    const OptionInfo* info = find_option(key);
    push(QString::fromStdString(key),
         info ? QCoreApplication::translate("Options", info->label) : QString::fromStdString(key), next);
    return std::nullopt;
}

std::optional<Diagnostic> Project::setOptionText(const std::string& key, const std::string& text) {
    Options options = state().options;
    if (auto fault = set_option_text(options, key, text)) return fault;
    return setOption(key, get_option(options, key));
}

void Project::resetOption(const std::string& key) {
    ProjectState next = state();
    if (key.starts_with("level_bandwidth.")) {
        next.options.level_bandwidth.erase(key.substr(sizeof("level_bandwidth.") - 1));
    } else if (key.starts_with("level_latency.")) {
        next.options.level_latency.erase(key.substr(sizeof("level_latency.") - 1));
    } else {
        // What the default can't express as text (an unset value) reads as "auto", which every such key allows.
        (void)set_option(next.options, key, get_option(Options{}, key));
    }
    const OptionInfo* info = find_option(key);
    push(QString::fromStdString(key),
         info ? tr("Reset %1").arg(QCoreApplication::translate("Options", info->label)) : QString::fromStdString(key),
         next);
}

void Project::pin(PinnedPlan plan) {
    ProjectState next = state();
    const std::string wanted = plan.name;
    const auto taken = [&] {
        return std::ranges::any_of(next.pinned, [&](const PinnedPlan& other) { return other.name == plan.name; });
    };
    for (int number = 2; taken(); ++number)
        plan.name = wanted + " " + std::to_string(number);
    const QString text = tr("Keep plan %1").arg(QString::fromStdString(plan.name));
    next.pinned.push_back(std::move(plan));
    sealEdits();
    push(QStringLiteral("pinned"), text, next);
}

void Project::unpin(std::size_t index) {
    if (index >= state().pinned.size()) return;
    ProjectState next = state();
    const QString text = tr("Drop plan %1").arg(QString::fromStdString(next.pinned[index].name));
    next.pinned.erase(next.pinned.begin() + static_cast<std::ptrdiff_t>(index));
    sealEdits();
    push(QStringLiteral("pinned"), text, next);
}

void Project::setPinned(std::size_t index, const PinnedPlan& plan) {
    if (index >= state().pinned.size()) return;
    ProjectState next = state();
    next.pinned[index] = plan;
    push(QStringLiteral("pinned%1").arg(index), tr("Plan %1").arg(QString::fromStdString(plan.name)), next);
}

void Project::setEdited(const std::optional<Plan>& plan) {
    ProjectState next = state();
    next.edited = plan;
    push(QStringLiteral("edited"), plan ? tr("Edit plan") : tr("End editing"), next);
}

void Project::setNotes(const std::string& notes) {
    ProjectState next = state();
    next.notes = notes;
    push(QStringLiteral("notes"), tr("Notes"), next);
}

void Project::setState(const ProjectState& next, const QString& what) {
    sealEdits();
    push(QStringLiteral("state"), what, next);
}

void Project::replace(ProjectFile file, const QString& filePath, bool dirty) {
    m_undoStack.clear();
    if (dirty) m_undoStack.resetClean();
    m_file = std::move(file);
    m_filePath = filePath;
    emit titleChanged();
    emit dirtyChanged(isDirty());
    emit stateChanged();
}

void Project::reset(const ProjectState& state) {
    replace({state, nlohmann::json::object(), nlohmann::json::object()}, {}, false);
}

Project::Opened Project::open(const QString& path) {
    Opened opened;
    auto json = io::read_json(pathText(path));
    if (!json.ok()) {
        opened.diagnostics = json.diagnostics();
        return opened;
    }
    if (!json->is_object() || json->value("format", nlohmann::json()) != "nest-project") return openPart(*json, path);
    auto file = projectFromJson(*json, pathText(path));
    opened.diagnostics = file.diagnostics();
    if (!file.ok()) return opened;
    // Parts by value are read now, so that a bad one is refused before the open project goes.
    const auto inputs = prepareInputs(file->state);
    if (!inputs->problem && !inputs->diagnostics.empty() && inputs->diagnostics.front().severity == Severity::error) {
        for (const InputChoice* choice : {&file->state.model, &file->state.topology, &file->state.device})
            if (choice->content && inputs->diagnostics.front().file == choice->name) {
                opened.diagnostics = inputs->diagnostics;
                return opened;
            }
    }
    opened.kind = Opened::Kind::project;
    replace(std::move(*file), path, false);
    return opened;
}

Project::Opened Project::openPart(const nlohmann::json& json, const QString& path) {
    Opened opened;
    auto any = io::read_any(json, pathText(path), buildSettings(state().options));
    opened.diagnostics = any.diagnostics();
    if (!any.ok()) return opened;
    if (auto* model = std::get_if<ModelGraph>(&*any)) {
        opened.kind = Opened::Kind::model;
        setModel(contentChoice(model->name, path,
                               json)); // as it was, so that a configuration is built anew for other options
    } else if (auto* topology = std::get_if<Topology>(&*any)) {
        opened.kind = Opened::Kind::topology;
        setTopology(contentChoice(topology->name, path, json));
    } else if (auto* device = std::get_if<Device>(&*any)) {
        opened.kind = Opened::Kind::device;
        setDevice(contentChoice(device->name, path, json));
    } else if (auto* options = std::get_if<Options>(&*any)) {
        opened.kind = Opened::Kind::options;
        setOptions(*options);
    } else if (auto* plan = std::get_if<io::PlanFile>(&*any)) {
        opened.kind = Opened::Kind::plan;
        replace({stateOf(plan->problem, path), nlohmann::json::object(), nlohmann::json::object()}, {}, false);
        opened.problem = std::make_shared<const Problem>(std::move(plan->problem));
        opened.result = std::make_shared<const SolveResult>(std::move(plan->result));
    } else if (auto* problem = std::get_if<Problem>(&*any)) {
        opened.kind = Opened::Kind::project;
        replace({stateOf(*problem, path), nlohmann::json::object(), nlohmann::json::object()}, {}, false);
    }
    return opened;
}

std::optional<Diagnostic> Project::save(const QString& path) {
    if (auto fault = writeFile(path, io::file_text(projectToJson(m_file)))) return fault;
    m_filePath = path;
    m_undoStack.setClean();
    emit titleChanged();
    return std::nullopt;
}

std::optional<Diagnostic> Project::saveSession(const QString& path) const {
    nlohmann::json json = projectToJson(m_file);
    json["session"] = {{"file", pathText(m_filePath)}, {"unsaved", isDirty()}};
    return writeFile(path, json.dump());
}

bool Project::restoreSession(const QString& path) {
    auto json = io::read_json(pathText(path));
    if (!json.ok()) return false;
    const nlohmann::json session = json->value("session", nlohmann::json::object());
    json->erase("session");
    auto file = projectFromJson(*json, pathText(path));
    if (!file.ok() || !session.is_object()) return false;
    const auto text = session.value("file", nlohmann::json());
    const auto unsaved = session.value("unsaved", nlohmann::json());
    replace(std::move(*file), text.is_string() ? QString::fromStdString(text.get<std::string>()) : QString(),
            unsaved.is_boolean() && unsaved.get<bool>());
    return true;
}

} // namespace nest::ui
