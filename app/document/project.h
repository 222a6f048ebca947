// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"
#include "document/projectfile.h"
#include "document/resultstore.h"
#include "search/solve.h"

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <memory>
#include <optional>
#include <vector>

namespace nest::ui {

struct PreparedInputs;

/// The document by value, as recovery keeps it; contents are shared.
struct ProjectSession {
    ProjectFile file;
    QString filePath;
    QByteArray stamp; ///< of the file as it was read or written last
    bool unsaved = false;
};

/// The open document. Every change is an undo command; repeated edits of one field merge until sealEdits(). Opening
/// reads the whole file before anything changes, so a bad file leaves the open project as it was. Reading and writing
/// of files have static halves that a worker can run.
class Project : public QObject {
    Q_OBJECT

public:
    explicit Project(QObject* parent = nullptr);
    ~Project() override;

    const ProjectState& state() const { return m_file.state; }
    QUndoStack* undoStack() { return &m_undoStack; }
    /// Results of the project's searches; shared with the threads that search.
    const std::shared_ptr<ResultStore>& results() const { return m_results; }
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
        enum class Kind { failed, project, model, topology, device, options, plan, launch } kind = Kind::failed;
        std::vector<Diagnostic> diagnostics;          ///< faults when failed, else warnings and notes
        std::shared_ptr<const Problem> problem;       ///< for a plan: what it was made for ...
        std::shared_ptr<const SolveResult> result;    ///< ... the plans in it ...
        std::shared_ptr<const PreparedInputs> inputs; ///< ... and its inputs for the views
        std::string text; ///< for a training engine's command: all of it; the project stays as it is

        /// Takes the place of the document, with its unsaved changes.
        bool replaces() const { return kind == Kind::project || kind == Kind::plan; }
    };
    /// A file that was read and checked, not yet opened.
    struct Loaded {
        Opened opened;
        ProjectFile file; ///< the document, or a part of it
        QString path;
        QByteArray stamp;
    };
    /// Reads any readable file: a project, case or plan (which will replace the document), a model, topology, device or
    /// options file (an undoable change of that part), or a command. May take long: call it on a worker.
    static Loaded load(const QString& path, const Options& options);
    /// Opens what load() read. The parts' options are those of now.
    Opened take(Loaded loaded);
    /// Both in one.
    Opened open(const QString& path) { return take(load(path, state().options)); }

    /// The end of a write.
    struct Saved {
        std::optional<Diagnostic> fault;
        bool changedOnDisk = false; ///< and nothing was written
        QByteArray stamp;
    };
    /// Writes nest-project whole or not at all, with the results that belong to it; not over a file that isn't
    /// `expected` any more, where that is given. May take long: call it on a worker.
    static Saved write(const QString& path, ProjectFile file, const ResultStore& results,
                       const QByteArray& expected = {});
    /// After write(): the document has that path and is clean, if it is still what was written.
    void setSaved(const QString& path, const QByteArray& stamp, const ProjectState& written);
    /// Both in one, over whatever is there.
    std::optional<Diagnostic> save(const QString& path);
    /// What save writes.
    const ProjectFile& file() const { return m_file; }
    /// Of the file as it was read or written last.
    QByteArray stamp() const { return m_stamp; }

    /// The document with its path and whether it has unsaved changes.
    ProjectSession session() const;
    void restore(ProjectSession session);

signals:
    void stateChanged();
    void titleChanged();
    void dirtyChanged(bool dirty);

private:
    friend class ProjectCommand;
    void apply(const ProjectState& state);
    void push(const QString& field, const QString& text, const ProjectState& state);
    void replace(ProjectFile file, const QString& filePath, const QByteArray& stamp, bool dirty);

    ProjectFile m_file;
    QString m_filePath;
    QByteArray m_stamp;
    QUndoStack m_undoStack;
    int m_editSerial = 0;
    std::shared_ptr<ResultStore> m_results = std::make_shared<ResultStore>();
};

} // namespace nest::ui
