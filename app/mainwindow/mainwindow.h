// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "document/project.h"
#include "jobs/liveplan.h"
#include "mainwindow/actionregistry.h"
#include "mainwindow/language.h"
#include "mainwindow/shownplan.h"
#include "plan/planview.h"
#include "selection/selectionmodel.h"
#include "theme/theme.h"

#include <QMainWindow>
#include <optional>

class QActionGroup;
class QStackedWidget;

namespace nest::ui {

class CompareWorkspace;
class Exporter;
class FindTools;
class HeaderBar;
class Inspector;
class OptionsSide;
class PlanWorkspace;
class ProblemsPanel;
class StatusFields;
class TopologyWorkspace;

/// The window: wires the project, the live plan and the views together, and owns what is not part of a project
/// (language, theme, docks, recent files).
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    enum Workspace { TopologyTab, PlanTab, CompareTab };

    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Shows `file`, else the last session, else (the very first start) the example; starts to solve at once.
    void start(const QString& file = {});
    /// Opens any readable file. Faults are listed and logged; the project then stays as it was.
    bool openFile(const QString& path);

    Project& project() { return m_project; }
    LivePlan& livePlan() { return m_live; }
    SelectionModel& selection() { return m_selection; }
    ShownPlan& shownPlan() { return m_shown; }
    Language& language() { return m_language; }
    ActionRegistry& actions() { return *m_actions; }
    HeaderBar* header() const { return m_header; }
    OptionsSide* optionsSide() const { return m_options; }
    Inspector* inspector() const { return m_inspector; }
    StatusFields* status() const { return m_status; }
    ProblemsPanel* problems() const { return m_problems; }
    PlanWorkspace* planWorkspace() const { return m_plan; }
    TopologyWorkspace* topologyWorkspace() const { return m_topology; }
    CompareWorkspace* compareWorkspace() const { return m_compare; }
    void setTheme(ThemeMode mode);
    ThemeMode theme() const { return m_theme; }
    QStringList recentFiles() const;
    /// Menus that set the window up: theme and language.
    QList<QMenu*> choiceMenus() const { return {m_themeMenu, m_languageMenu}; }
    /// Shows the options and puts the cursor in one.
    void editOption(const QString& key);
    FindTools* findTools() const { return m_find; }

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildDocks();
    void buildMenus();
    void connectActions();
    void connectPlan();
    void restoreWindow();
    void retranslate();

    void askOpen();
    bool save();
    bool saveAs();
    /// Offers to save unsaved changes; false: the person wants to stay.
    bool mayReplace();
    void report(const std::vector<Diagnostic>& diagnostics);
    void addRecent(const QString& path);
    void fillRecent();
    void saveSession() const;

    void applySnapshot();
    void updateTitle();

    ThemeMode m_theme; ///< first: widgets take the application's font and style when they are made
    Project m_project;
    LivePlan m_live;
    SelectionModel m_selection;
    Language m_language;
    ShownPlan m_shown;

    ActionRegistry* m_actions;
    Exporter* m_exporter;
    HeaderBar* m_header;
    StatusFields* m_status;
    OptionsSide* m_options;
    Inspector* m_inspector;
    ProblemsPanel* m_problems;
    QDockWidget *m_optionsDock, *m_inspectorDock, *m_problemsDock;
    QStackedWidget* m_workspaces;
    TopologyWorkspace* m_topology;
    PlanWorkspace* m_plan;
    CompareWorkspace* m_compare;
    QMenu *m_recentMenu, *m_languageMenu, *m_themeMenu;
    FindTools* m_find;
    QActionGroup *m_languageGroup, *m_themeGroup;
    QTimer m_sessionTimer;
};

} // namespace nest::ui
