// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/project.h"

#include "controls/shortname.h"
#include "document/inputs.h"
#include "document/wholefile.h"
#include "io/engine/launch.h"
#include "io/files.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QUndoCommand>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

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

InputChoice contentChoice(const std::string& name, const QString& path, nlohmann::json content) {
    InputChoice choice;
    choice.name = name.empty() ? QFileInfo(path).completeBaseName().toStdString() : name;
    choice.content = sharedContent(std::move(content));
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
    return shortName(state().model.name) + QStringLiteral(" @ ") + shortName(state().topology.name);
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
    push(QStringLiteral("model"), tr("Model %1").arg(shortName(model.name)), next);
}

void Project::setTopology(const InputChoice& topology) {
    ProjectState next = state();
    next.topology = topology;
    push(QStringLiteral("topology"), tr("Topology %1").arg(shortName(topology.name)), next);
}

void Project::setDevice(const InputChoice& device) {
    ProjectState next = state();
    next.device = device;
    push(QStringLiteral("device"),
         device.name.empty() ? tr("Topology's own device") : tr("Device %1").arg(shortName(device.name)), next);
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
    const QString text = tr("Keep plan %1").arg(shortName(plan.name));
    next.pinned.push_back(std::move(plan));
    sealEdits();
    push(QStringLiteral("pinned"), text, next);
}

void Project::unpin(std::size_t index) {
    if (index >= state().pinned.size()) return;
    ProjectState next = state();
    const QString text = tr("Drop plan %1").arg(shortName(next.pinned[index].name));
    next.pinned.erase(next.pinned.begin() + static_cast<std::ptrdiff_t>(index));
    sealEdits();
    push(QStringLiteral("pinned"), text, next);
}

void Project::setPinned(std::size_t index, const PinnedPlan& plan) {
    if (index >= state().pinned.size()) return;
    ProjectState next = state();
    next.pinned[index] = plan;
    push(QStringLiteral("pinned%1").arg(index), tr("Plan %1").arg(shortName(plan.name)), next);
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

void Project::replace(ProjectFile file, const QString& filePath, const QByteArray& stamp, bool dirty) {
    m_undoStack.clear();
    if (dirty) m_undoStack.resetClean();
    m_file = std::move(file);
    m_filePath = filePath;
    m_stamp = stamp;
    m_results->setProject(std::exchange(m_file.results, nlohmann::json::object()), filePath);
    emit titleChanged();
    emit dirtyChanged(isDirty());
    emit stateChanged();
}

void Project::reset(const ProjectState& state) {
    ProjectFile file;
    file.state = state;
    replace(std::move(file), {}, {}, false);
}

namespace {

void loadProject(const nlohmann::json& json, Project::Loaded& loaded) {
    auto file = projectFromJson(json, pathText(loaded.path));
    loaded.opened.diagnostics = file.diagnostics();
    if (!file.ok()) return;
    // Parts by value are read now, so that a bad one is refused before the open project goes.
    const auto inputs = prepareInputs(file->state);
    if (!inputs->problem && !inputs->diagnostics.empty() && inputs->diagnostics.front().severity == Severity::error) {
        for (const InputChoice* choice : {&file->state.model, &file->state.topology, &file->state.device})
            if (choice->content && inputs->diagnostics.front().file == choice->name) {
                loaded.opened.diagnostics = inputs->diagnostics;
                return;
            }
    }
    loaded.opened.kind = Project::Opened::Kind::project;
    loaded.file = std::move(*file);
}

void loadPlan(io::PlanFile plan, Project::Loaded& loaded) {
    loaded.opened.kind = Project::Opened::Kind::plan;
    loaded.file.state = stateOf(plan.problem, loaded.path);
    loaded.opened.problem = std::make_shared<const Problem>(std::move(plan.problem));
    loaded.opened.result = std::make_shared<const SolveResult>(std::move(plan.result));
    auto inputs = std::make_shared<PreparedInputs>(*prepareInputs(loaded.file.state));
    inputs->problem = loaded.opened.problem;
    loaded.opened.inputs = std::move(inputs);
}

void loadPart(nlohmann::json json, const Options& options, Project::Loaded& loaded) {
    using Kind = Project::Opened::Kind;
    auto any = io::read_any(json, pathText(loaded.path), buildSettings(options));
    loaded.opened.diagnostics = any.diagnostics();
    if (!any.ok()) return;
    ProjectState& state = loaded.file.state;
    // Parts are kept as they were, so that a configuration is built anew for other options.
    if (auto* model = std::get_if<ModelGraph>(&*any)) {
        loaded.opened.kind = Kind::model;
        state.model = contentChoice(model->name, loaded.path, std::move(json));
    } else if (auto* topology = std::get_if<Topology>(&*any)) {
        loaded.opened.kind = Kind::topology;
        state.topology = contentChoice(topology->name, loaded.path, std::move(json));
    } else if (auto* device = std::get_if<Device>(&*any)) {
        loaded.opened.kind = Kind::device;
        state.device = contentChoice(device->name, loaded.path, std::move(json));
    } else if (auto* read = std::get_if<Options>(&*any)) {
        loaded.opened.kind = Kind::options;
        state.options = *read;
    } else if (auto* plan = std::get_if<io::PlanFile>(&*any)) {
        loadPlan(std::move(*plan), loaded);
    } else if (auto* problem = std::get_if<Problem>(&*any)) {
        loaded.opened.kind = Kind::project;
        state = stateOf(*problem, loaded.path);
        loaded.path.clear(); // a case is no project: saving asks where to
    }
}

} // namespace

Project::Loaded Project::load(const QString& path, const Options& options) {
    Loaded loaded;
    loaded.path = path;
    auto text = io::read_text(pathText(path));
    if (!text.ok()) {
        loaded.opened.diagnostics = text.diagnostics();
        return loaded;
    }
    if (text->find_first_of("{[") != text->find_first_not_of(" \t\r\n") && io::looks_like_launch(*text)) {
        loaded.opened.kind = Opened::Kind::launch;
        loaded.opened.text = std::move(*text);
        return loaded;
    }
    auto json = io::parse_json(*text, pathText(path));
    if (!json.ok()) {
        loaded.opened.diagnostics = json.diagnostics();
        return loaded;
    }
    if (json->is_object() && json->value("format", nlohmann::json()) == "nest-project") {
        loaded.stamp = stampOf(*text);
        loadProject(*json, loaded);
    } else {
        loadPart(std::move(*json), options, loaded);
    }
    return loaded;
}

Project::Opened Project::take(Loaded loaded) {
    using Kind = Opened::Kind;
    const ProjectState& read = loaded.file.state;
    switch (loaded.opened.kind) {
    case Kind::failed:
    case Kind::launch:
        break;
    case Kind::project:
        replace(std::move(loaded.file), loaded.path, loaded.stamp, false);
        break;
    case Kind::plan:
        replace(std::move(loaded.file), {}, {}, false);
        break;
    case Kind::model:
        setModel(read.model);
        break;
    case Kind::topology:
        setTopology(read.topology);
        break;
    case Kind::device:
        setDevice(read.device);
        break;
    case Kind::options:
        setOptions(read.options);
        break;
    }
    return std::move(loaded.opened);
}

Project::Saved Project::write(const QString& path, ProjectFile file, const ResultStore& results,
                              const QByteArray& expected) {
    Saved saved;
    if (!expected.isEmpty())
        if (const QByteArray now = stampOfFile(path); !now.isEmpty() && now != expected) {
            saved.changedOnDisk = true;
            return saved;
        }
    file.results = results.forProject();
    const std::string text = io::file_text(projectToJson(file));
    saved.fault = writeWhole(path, text);
    if (!saved.fault) results.writeBeside(path);
    saved.stamp = stampOf(text);
    return saved;
}

void Project::setSaved(const QString& path, const QByteArray& stamp, const ProjectState& written) {
    m_filePath = path;
    m_stamp = stamp;
    m_results->setProject({}, path);
    if (written == state()) m_undoStack.setClean();
    emit titleChanged();
}

std::optional<Diagnostic> Project::save(const QString& path) {
    Saved saved = write(path, m_file, *m_results);
    if (!saved.fault) setSaved(path, saved.stamp, state());
    return std::move(saved.fault);
}

ProjectSession Project::session() const {
    return {m_file, m_filePath, m_stamp, isDirty()};
}

void Project::restore(ProjectSession session) {
    replace(std::move(session.file), session.filePath, session.stamp, session.unsaved);
}

} // namespace nest::ui
