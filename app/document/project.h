// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"
#include "document/projectfile.h"
#include "search/solve.h"

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <memory>
#include <optional>
#include <vector>

namespace nest::ui {

/// The open document. Every change is an undo command; repeated edits of one field merge until sealEdits(). Opening
/// reads the whole file before anything changes, so a bad file leaves the open project as it was.
class Project : public QObject {
    Q_OBJECT

public:
    explicit Project(QObject* parent = nullptr);
    ~Project() override;

    const ProjectState& state() const { return m_file.state; }
    QUndoStack* undoStack() { return &m_undoStack; }
    /// Empty for a project that was never saved.
    QString filePath() const { return m_filePath; }
    /// "llama3-70b @ dgx-h100x16".
    QString title() const;
    bool isDirty() const { return !m_undoStack.isClean(); }

    /// Undoable changes. Setting what is already set does nothing.
    void setModel(const InputChoice& model);
    void setTopology(const InputChoice& topology);
    void setDevice(const InputChoice& device);
    void setOptions(const Options& options);
    /// Faults leave the options unchanged.
    std::optional<Diagnostic> setOption(const std::string& key, const nlohmann::json& value);
    std::optional<Diagnostic> setOptionText(const std::string& key, const std::string& text);
    void resetOption(const std::string& key);
    /// Keeps a plan beside the search's. The name is made unique ("today 2").
    void pin(PinnedPlan plan);
    void unpin(std::size_t index);
    void setPinned(std::size_t index, const PinnedPlan& plan);
    /// A plan made by hand; nothing ends the edit.
    void setEdited(const std::optional<Plan>& plan);
    void setNotes(const std::string& notes);
    /// Several parts at once as one step, e.g. what a pasted command says.
    void setState(const ProjectState& state, const QString& what);
    /// The next edit becomes an undo step of its own: a result of the edits so far was seen.
    void sealEdits() { ++m_editSerial; }

    /// A new document; not undoable, the undo history is emptied.
    void reset(const ProjectState& state);
    /// What open() did with a file.
    struct Opened {
        enum class Kind { failed, project, model, topology, device, options, plan } kind = Kind::failed;
        std::vector<Diagnostic> diagnostics;       ///< faults when failed, else warnings and notes
        std::shared_ptr<const Problem> problem;    ///< for a plan: what it was made for ...
        std::shared_ptr<const SolveResult> result; ///< ... and the plans in it
    };
    /// Opens any readable file: a project, case or plan replaces the document, a model, topology, device or options
    /// file is an undoable change of that part.
    Opened open(const QString& path);
    /// Writes nest-project through a temporary file and becomes clean.
    std::optional<Diagnostic> save(const QString& path);

    /// The document with its path and whether it has unsaved changes, for the next start.
    std::optional<Diagnostic> saveSession(const QString& path) const;
    bool restoreSession(const QString& path);

signals:
    void stateChanged();
    void titleChanged();
    void dirtyChanged(bool dirty);

private:
    friend class ProjectCommand;
    void apply(const ProjectState& state);
    void push(const QString& field, const QString& text, const ProjectState& state);
    void replace(ProjectFile file, const QString& filePath, bool dirty);
    Opened openPart(const nlohmann::json& json, const QString& path);

    ProjectFile m_file;
    QString m_filePath;
    QUndoStack m_undoStack;
    int m_editSerial = 0;
};

} // namespace nest::ui
