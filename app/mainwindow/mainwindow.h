// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "document/project.h"
#include "jobs/adviser.h"
#include "jobs/liveplan.h"
#include "mainwindow/actionregistry.h"
#include "mainwindow/language.h"
#include "mainwindow/shownplan.h"
#include "plan/planview.h"
#include "selection/selectionmodel.h"
#include "theme/theme.h"

#include <QMainWindow>
#include <optional>

class QStackedWidget;

namespace nest::ui {

class ChoiceMenus;
class CompareWorkspace;
class Exporter;
class FindTools;
class HeaderBar;
class Inspector;
class NotesPanel;
class OptionsSide;
class ModelWorkspace;
class PastedCommand;
class PlanWorkspace;
class ProblemsPanel;
class ProjectFiles;
class StartPage;
class StatusFields;
class TopologyWorkspace;
class WindowDocks;

/// The window: wires the project, the live plan and the views together, and owns what is not part of a project
/// (language, theme, docks, recent files).
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    enum Workspace { TopologyTab, ModelTab, PlanTab, CompareTab };

    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Shows `file`, else the last project, else (the very first start) the example; starts to solve at once. What
    /// wasn't closed properly is restored, or offered where it is several projects.
    void start(const QString& file = {});
    /// Opens any readable file, read on a worker. Faults are listed and logged; the project then stays as it was.
    bool openFile(const QString& path);
    /// Another window of this process, with the start page.
    MainWindow* openWindow();
    void showStartPage();
    void leaveStartPage();

    Project& project() { return m_project; }
    LivePlan& livePlan() { return m_live; }
    SelectionModel& selection() { return m_selection; }
    ShownPlan& shownPlan() { return m_shown; }
    Language& language() { return m_language; }
    ActionRegistry& actions() { return *m_actions; }
    HeaderBar* header() const { return m_header; }
    OptionsSide* optionsSide() const { return m_options; }
    Inspector* inspector() const { return m_inspector; }
    NotesPanel* notes() const { return m_notes; }
    StatusFields* status() const { return m_status; }
    ProblemsPanel* problems() const { return m_problems; }
    ModelWorkspace* modelWorkspace() const { return m_model; }
    PlanWorkspace* planWorkspace() const { return m_plan; }
    TopologyWorkspace* topologyWorkspace() const { return m_topology; }
    CompareWorkspace* compareWorkspace() const { return m_compare; }
    StartPage* startPage() const { return m_start; }
    ProjectFiles* files() const { return m_files; }
    QStringList recentFiles() const;
    ChoiceMenus* choices() const { return m_choices; }
    /// Shows the options and puts the cursor in one.
    void editOption(const QString& key);
    FindTools* findTools() const { return m_find; }

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildMenus();
    void connectActions();
    void connectPlan();
    void connectFiles();
    void connectStartPage();
    void restoreWindow();
    void retranslate();

    void showOpened(const QString& path, const Project::Opened& opened);
    void placeStartPage();
    bool startProject(const ProjectState& state);
    void report(const std::vector<Diagnostic>& diagnostics);

    void applySnapshot();
    void openComparison();
    void takeAdvice(const std::shared_ptr<const Advice>& advice);
    void relax(const Relaxation& relaxation);
    void exportForEngine(const PlanSnapshot& snapshot);
    void askHowMany();
    void updateTitle();

    ThemeMode m_firstTheme; ///< first: widgets take the application's font and style when they are made
    Project m_project;
    LivePlan m_live;
    SelectionModel m_selection;
    bool m_comparisonWanted = false; ///< as soon as both plans of it are there
    Language m_language;
    ShownPlan m_shown;
    Adviser m_adviser;

    ActionRegistry* m_actions;
    PastedCommand* m_command;
    Exporter* m_exporter;
    HeaderBar* m_header;
    StatusFields* m_status;
    OptionsSide* m_options;
    Inspector* m_inspector;
    ProblemsPanel* m_problems;
    NotesPanel* m_notes;
    WindowDocks* m_docks;
    QStackedWidget* m_workspaces;
    TopologyWorkspace* m_topology;
    ModelWorkspace* m_model;
    PlanWorkspace* m_plan;
    CompareWorkspace* m_compare;
    StartPage* m_start;
    ProjectFiles* m_files; ///< last: it tells the others
    QMenu* m_recentMenu;
    ChoiceMenus* m_choices;
    FindTools* m_find;
};

} // namespace nest::ui
