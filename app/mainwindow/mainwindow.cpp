// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "mainwindow/mainwindow.h"

#include "charts/chartcard.h"
#include "controls/diagnostictext.h"
#include "controls/optionpanel.h"
#include "dialogs/aboutdialog.h"
#include "dialogs/exportdialog.h"
#include "dialogs/sizedialog.h"
#include "document/plantext.h"
#include "document/relaxedstate.h"
#include "find/findtools.h"
#include "jobs/pastedcommand.h"
#include "mainwindow/choicemenus.h"
#include "mainwindow/exporter.h"
#include "mainwindow/headerbar.h"
#include "mainwindow/inspector.h"
#include "mainwindow/notespanel.h"
#include "mainwindow/optionsside.h"
#include "mainwindow/presentation.h"
#include "mainwindow/problemspanel.h"
#include "mainwindow/projectfiles.h"
#include "mainwindow/reasons.h"
#include "mainwindow/statusfields.h"
#include "mainwindow/windowdocks.h"
#include "plan/comparisontable.h"
#include "plan/layout_line.h"
#include "workspaces/compareworkspace.h"
#include "workspaces/modelworkspace.h"
#include "workspaces/pastecard.h"
#include "workspaces/planworkspace.h"
#include "workspaces/reasonpage.h"
#include "workspaces/startpage.h"
#include "workspaces/topologyworkspace.h"
#include "workspaces/verdictbar.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMimeData>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QStackedWidget>
#include <algorithm>
#include <array>
#include <utility>

namespace nest::ui {
namespace {

constexpr int windowVersion = 1; ///< of the saved dock layout
constexpr int cascade = 32;      ///< from one window to the next

/// As the settings remember the workspaces, in the order of the tabs.
constexpr std::array workspaceNames{"topology", "model", "plan", "compare"};

MainWindow::Workspace workspaceNamed(const QString& name) {
    for (std::size_t i = 0; i < workspaceNames.size(); ++i)
        if (name == QLatin1String(workspaceNames[i])) return static_cast<MainWindow::Workspace>(i);
    // Earlier versions wrote the tab's number, of topology and plan.
    return name == QStringLiteral("0") ? MainWindow::TopologyTab : MainWindow::PlanTab;
}

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent), m_firstTheme(ChoiceMenus::applySavedTheme()), m_live(m_project),
      m_shown(m_project, m_live, m_selection), m_actions(new ActionRegistry(this)),
      m_command(new PastedCommand(m_project, this)), m_exporter(new Exporter(this)),
      m_header(new HeaderBar(*m_actions, this)), m_status(new StatusFields(m_language, this)),
      m_options(new OptionsSide(m_project)), m_inspector(new Inspector(m_selection)), m_problems(new ProblemsPanel),
      m_notes(new NotesPanel(m_project)), m_workspaces(new QStackedWidget(this)),
      m_topology(new TopologyWorkspace(m_project)), m_model(new ModelWorkspace(m_project, m_selection)),
      m_plan(new PlanWorkspace(m_selection)), m_compare(new CompareWorkspace(m_selection)),
      m_start(new StartPage(this)), m_files(new ProjectFiles(m_project, this)) {
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    setMenuWidget(m_header);
    setStatusBar(m_status);
    m_workspaces->addWidget(m_topology);
    m_workspaces->addWidget(m_model);
    m_workspaces->addWidget(m_plan);
    m_workspaces->addWidget(m_compare);
    setCentralWidget(m_workspaces);
    for (int i = 0; i < m_workspaces->count(); ++i)
        m_header->addWorkspace(QString());
    m_docks = new WindowDocks(*this, {m_options, m_inspector, m_notes, m_problems});
    buildMenus();
    connectActions();
    connectPlan();
    m_find = new FindTools(*this);
    connectFiles();
    connectStartPage();
    connect(&m_project, &Project::titleChanged, this, &MainWindow::updateTitle);
    connect(&m_project, &Project::dirtyChanged, this, &MainWindow::updateTitle);

    const QSettings settings;
    m_language.set(settings.value(QStringLiteral("language"), Language::systemCode()).toString());
    restoreWindow();
    retranslate();
}

MainWindow::~MainWindow() {
    delete m_files; // it ends the project's record
    // Docks and workspaces go after the members they refer to.
    disconnect(&m_project, nullptr, this, nullptr);
    disconnect(&m_live, nullptr, this, nullptr);
    disconnect(m_project.undoStack(), nullptr, this,
               nullptr); // it clears itself, and says so, at the end
}

void MainWindow::buildMenus() {
    m_recentMenu = new QMenu(this);
    QMenu* file = m_actions->submenu("File");
    file->insertMenu(m_actions->action("file.save"), m_recentMenu);
    m_files->showRecentIn(m_recentMenu);
    m_choices = new ChoiceMenus(*m_actions, m_language, this);
    connect(m_status, &StatusFields::languageChosen, &m_language, &Language::set);
}

void MainWindow::connectActions() {
    const auto on = [this](const char* id, auto function) { m_actions->on(id, this, function); };
    on("file.new", [this] { showStartPage(); });
    on("file.newWindow", [this] { openWindow(); });
    on("file.open", [this] { m_files->askOpen(); });
    on("file.save", [this] { m_files->save(); });
    on("file.saveAs", [this] { m_files->saveAs(); });
    on("file.quit", [] { QApplication::closeAllWindows(); });
    on("export.plan", [this] { m_exporter->plan(m_shown.snapshot()); });
    on("export.engine", [this] { exportForEngine(m_shown.snapshot()); });
    on("export.stages", [this] { m_exporter->stages(m_shown.snapshot()); });
    on("export.candidates", [this] { m_exporter->candidates(m_shown.snapshot()); });
    on("export.charts", [this] {
        m_exporter->charts(m_plan->chartCards() + m_model->chartCards() + m_topology->chartCards(),
                           Theme::current().dark);
    });
    on("edit.undo", [this] { m_project.undoStack()->undo(); });
    on("edit.redo", [this] { m_project.undoStack()->redo(); });
    on("edit.copyLayout", [this] {
        if (const RankedPlan* plan = m_shown.snapshot().plan())
            QGuiApplication::clipboard()->setText(m_project.title() + QStringLiteral(": ") +
                                                  QString::fromStdString(layout_text(plan->plan)));
    });
    on("edit.resetOptions", [this] { m_project.setOptions(Options{}); });
    on("plan.solve", [this] { m_start->isHidden() ? m_live.solveNow() : m_start->solve(); });
    on("plan.stop", [this] { m_live.stop(); });
    on("plan.keep", [this] { m_shown.pinShown(); });
    on("plan.endEdit", [this] { m_shown.endEdit(); });
    on("plan.whyNot", [this] {
        m_header->setCurrentWorkspace(PlanTab);
        m_plan->askWhyNot();
    });
    on("plan.help", [this] {
        m_header->setCurrentWorkspace(PlanTab);
        m_plan->showHelp();
    });
    on("plan.size", [this] { askHowMany(); });
    on("plan.fix", [this] {
        if (const RankedPlan* plan = m_shown.snapshot().plan())
            m_project.setOptions(options_of_layout(m_project.state().options, plan->plan));
    });
    on("view.compare", [this] { m_header->setCurrentWorkspace(CompareTab); });
    on("view.topology", [this] { m_header->setCurrentWorkspace(TopologyTab); });
    on("view.model", [this] { m_header->setCurrentWorkspace(ModelTab); });
    on("view.plan", [this] { m_header->setCurrentWorkspace(PlanTab); });
    on("view.menu", [this] { m_header->openMenu(); });
    on("view.searchOptions", [this] {
        m_docks->options()->show();
        m_options->panel()->setFocus();
    });
    on("help.about", [this] { AboutDialog(this).exec(); });
    m_docks->connectActions(*m_actions);
    connect(m_docks, &WindowDocks::toggled, this, &MainWindow::leaveStartPage);
    QAction* undo = m_actions->action("edit.undo");
    QAction* redo = m_actions->action("edit.redo");
    undo->setEnabled(false);
    redo->setEnabled(false);
    connect(m_project.undoStack(), &QUndoStack::canUndoChanged, undo, &QAction::setEnabled);
    connect(m_project.undoStack(), &QUndoStack::canRedoChanged, redo, &QAction::setEnabled);

    connect(m_header, &HeaderBar::workspaceChanged, m_workspaces, &QStackedWidget::setCurrentIndex);
    connect(m_header, &HeaderBar::solveClicked, &m_live, &LivePlan::solveNow);
    connect(m_header, &HeaderBar::stopClicked, &m_live, &LivePlan::stop);
    connect(m_header, &HeaderBar::assumedClicked, m_docks->problems(), &QDockWidget::show);
    connect(m_status, &StatusFields::problemsClicked, m_docks->problems(), &QDockWidget::show);
    connect(m_options, &OptionsSide::openRequested, m_files, &ProjectFiles::askOpen);
    const auto one = [this](const Diagnostic& fault) { report({fault}); };
    connect(m_options, &OptionsSide::faultFound, this, one);
    connect(m_topology, &TopologyWorkspace::faultFound, this, one);
    connect(m_model, &ModelWorkspace::faultFound, this, one);
    connect(m_model, &ModelWorkspace::openRequested, m_files, &ProjectFiles::askOpen);
    connect(m_exporter, &Exporter::faultFound, this, one);
    connect(m_exporter, &Exporter::written, this,
            [this](const QString& path) { m_problems->log(tr("Written: %1").arg(path)); });
}

void MainWindow::connectPlan() {
    SolveRunner& runner = m_live.runner();
    connect(&runner, &SolveRunner::started, m_status, &StatusFields::searchStarted);
    connect(&runner, &SolveRunner::progressChanged, m_status,
            [this](quint64, const SolveProgress& progress) { m_status->searchProgress(progress); });
    connect(&runner, &SolveRunner::incumbentFound, m_status,
            [this](quint64, double seconds) { m_status->incumbent(seconds); });
    connect(&m_live, &LivePlan::inputsChanged, this, [this](const std::shared_ptr<const PreparedInputs>& inputs) {
        m_status->setInputs(*inputs);
        m_options->setInputs(*inputs);
        m_problems->setInputs(*inputs);
        m_topology->setInputs(inputs);
        m_model->setInputs(inputs);
        m_header->setAssumed(inputs->assumed);
    });
    connect(&m_live, &LivePlan::outcomeChanged, this, [this](const std::shared_ptr<const SolveOutcome>& outcome) {
        if (!outcome->improving)
            m_status->searchEnded(*outcome);
        else if (outcome->result && outcome->result->status == SolveStatus::optimal)
            m_status->bestProven();
        if (outcome->storeFault)
            m_problems->log(tr("A stored result was not used: %1").arg(diagnosticText(*outcome->storeFault)));
    });
    connect(&m_shown, &ShownPlan::changed, this, &MainWindow::applySnapshot);
    connect(m_command, &PastedCommand::changed, this, [this] { m_compare->setPastedNotes(m_command->notes()); });
    connect(&m_adviser, &Adviser::advised, this, &MainWindow::takeAdvice);
    connect(&m_live, &LivePlan::busyChanged, this, [this](bool busy) {
        m_header->setBusy(busy);
        m_actions->action("plan.stop")->setEnabled(busy);
    });
    connect(m_plan, &PlanWorkspace::planChosen, &m_shown, &ShownPlan::show);
    connect(m_plan, &PlanWorkspace::keptChosen, &m_shown, &ShownPlan::showKept);
    connect(m_plan, &PlanWorkspace::edited, &m_shown, &ShownPlan::edit);
    connect(m_plan, &PlanWorkspace::keepRequested, &m_shown, &ShownPlan::keep);
    connect(m_plan->verdict(), &VerdictBar::exportWanted, m_actions->action("export.engine"), &QAction::trigger);
    connect(m_plan->verdict(), &VerdictBar::optionWanted, this, &MainWindow::editOption);
    connect(m_plan->verdict(), &VerdictBar::relaxationChosen, this, &MainWindow::relax);
    connect(m_plan->reasonPage(), &ReasonPage::wayChosen, this, [this](int index) {
        const auto& advice = m_plan->verdict()->advice();
        if (advice && static_cast<std::size_t>(index) < advice->relaxations.list.size())
            relax(advice->relaxations.list[static_cast<std::size_t>(index)]);
    });
    connect(m_compare, &CompareWorkspace::exportWanted, this, &MainWindow::exportForEngine);
}

void MainWindow::connectFiles() {
    connect(m_files, &ProjectFiles::opened, this, &MainWindow::showOpened);
    connect(m_files, &ProjectFiles::faultsFound, this, &MainWindow::report);
    connect(m_files, &ProjectFiles::noted, m_problems, &ProblemsPanel::log);
    connect(m_files, &ProjectFiles::recovered, this, [this] {
        m_live.setWaiting(true); // what ended the program may be its search
        leaveStartPage();
    });
    connect(m_files, &ProjectFiles::elsewhereChanged, this, &MainWindow::updateTitle);
}

void MainWindow::connectStartPage() {
    m_start->hide();
    connect(m_start, &StartPage::left, this, &MainWindow::leaveStartPage);
    connect(m_header, &HeaderBar::workspaceClicked, this, &MainWindow::leaveStartPage);
    connect(m_start, &StartPage::planWanted, this, &MainWindow::startProject);
    connect(m_start, &StartPage::comparisonWanted, this,
            [this](const ProjectState& state, const std::vector<Diagnostic>& notes) {
                if (!startProject(state)) return;
                m_start->pasteCard()->clear(); // the next project begins anew
                m_problems->setEvent(notes);
                m_comparisonWanted = !state.pinned.empty();
            });
    connect(m_start, &StartPage::fileWanted, this, &MainWindow::openFile);
    connect(m_start, &StartPage::openWanted, m_files, &ProjectFiles::askOpen);
    connect(m_start, &StartPage::restoreWanted, this, [this](const QString& id) {
        if (m_files->restoreUnfinished(id)) {
            m_live.setWaiting(true); // as after a restored start
            leaveStartPage();
        }
        m_start->setUnfinished(m_files->unfinished());
    });
    connect(m_start, &StartPage::discardWanted, this, [this](const QString& id) {
        m_files->discardUnfinished(id);
        m_start->setUnfinished(m_files->unfinished());
    });
}

void MainWindow::start(const QString& file) {
    // A file that is asked for leaves the last project where it is, for a start without one.
    const auto found = file.isEmpty() ? m_files->start() : ProjectFiles::Start::nothing;
    if (found == ProjectFiles::Start::recovered) m_live.setWaiting(true); // what ended the program may be its search
    const bool restored = found == ProjectFiles::Start::restored || found == ProjectFiles::Start::recovered;
    if (!restored) m_project.reset(exampleState());
    if (!file.isEmpty()) openFile(QFileInfo(file).absoluteFilePath()); // a later start may be in another folder
    if (!m_live.outcome()) m_live.refresh();
    m_workspaces->setFocus(); // not the menu button, which would be first
    if (found == ProjectFiles::Start::unfinished) showStartPage();
}

MainWindow* MainWindow::openWindow() {
    auto* window = new MainWindow;
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->project().reset(exampleState());
    window->move(pos() + QPoint(cascade, cascade));
    window->show();
    window->livePlan().refresh();
    window->showStartPage();
    return window;
}

void MainWindow::showStartPage() {
    m_start->setProjectTitle(m_project.title());
    m_start->setRecent(ProjectFiles::recent());
    m_start->setUnfinished(m_files->unfinished());
    placeStartPage();
    m_start->show();
    m_start->raise();
    m_header->setSolveVisible(false); // the page has a button of its own, for what is picked there
}

void MainWindow::leaveStartPage() {
    if (m_start->isHidden()) return;
    m_start->hide();
    m_header->setSolveVisible(true);
    m_workspaces->setFocus();
}

void MainWindow::placeStartPage() {
    const int top = m_header->height();
    m_start->setGeometry(0, top, width(), height() - top - m_status->height());
}

bool MainWindow::startProject(const ProjectState& state) {
    if (!m_files->mayReplace()) return false;
    m_comparisonWanted = false;
    m_live.setWaiting(false);
    m_project.reset(state);
    for (QScrollArea* area : m_workspaces->findChildren<QScrollArea*>()) // another plan is read from its beginning
        area->verticalScrollBar()->setValue(0);
    m_header->setCurrentWorkspace(PlanTab);
    leaveStartPage();
    return true;
}

void MainWindow::editOption(const QString& key) {
    m_docks->options()->show();
    m_options->panel()->editOption(key);
}

void MainWindow::exportForEngine(const PlanSnapshot& snapshot) {
    ExportDialog dialog(snapshot, m_command->launch(), this);
    connect(&dialog, &ExportDialog::faultFound, this, [this](const Diagnostic& fault) { report({fault}); });
    connect(&dialog, &ExportDialog::written, this,
            [this](const QString& path) { m_problems->log(tr("Written: %1").arg(path)); });
    dialog.exec();
}

void MainWindow::askHowMany() {
    const auto& outcome = m_live.outcome();
    if (!outcome || !outcome->inputs || !outcome->inputs->problem) return;
    const std::shared_ptr<const Problem> problem = outcome->inputs->problem;
    SizeDialog dialog(problem, this);
    connect(&dialog, &SizeDialog::nodesWanted, this, [this, problem](qint64 nodes) {
        m_project.setState(stateOnNodes(m_project.state(), *problem, nodes),
                           tr("%1 node(s)", nullptr, plural(nodes)).arg(formatCount(nodes)));
    });
    dialog.exec();
}

void MainWindow::takeAdvice(const std::shared_ptr<const Advice>& advice) {
    m_plan->verdict()->setAdvice(advice);
    const PlanSnapshot& snapshot = m_shown.snapshot();
    if (advice && !snapshot.plan() && !snapshot.searching && advice->isAbout(snapshot))
        showWaysOut(*m_plan->reasonPage(), m_project.state(), *advice);
}

void MainWindow::relax(const Relaxation& relaxation) {
    const std::shared_ptr<const Problem>& problem = m_shown.snapshot().problem;
    if (!problem) return;
    if (const auto state = relaxedState(m_project.state(), *problem, relaxation))
        m_project.setState(*state, phraseText(relaxation.what));
}

/// What somebody pasted beside the best plan, once both are there and unless the person went elsewhere meanwhile.
void MainWindow::openComparison() {
    const PlanSnapshot& snapshot = m_shown.snapshot();
    if (!m_comparisonWanted || m_live.isStale() || snapshot.improving || !snapshot.best() || snapshot.kept.isEmpty())
        return;
    m_comparisonWanted = false;
    if (!snapshot.kept.front().priced || m_header->currentWorkspace() != PlanTab || m_start->isVisible()) return;
    m_compare->choose(0, -1);
    m_compare->choose(1, 0);
    m_header->setCurrentWorkspace(CompareTab);
    m_compare->table()->setFocus(Qt::OtherFocusReason);
}

void MainWindow::applySnapshot() {
    const auto& outcome = m_live.outcome();
    const PlanSnapshot& snapshot = m_shown.snapshot();
    m_inspector->setSnapshot(snapshot);
    m_plan->setReference(m_shown.reference(), m_shown.referenceReason());
    const bool hasPlan = snapshot.plan() != nullptr;
    m_compare->setSnapshot(snapshot);
    m_header->setPlanned(hasPlan && !snapshot.dimmed);
    for (const char* id : {"export.plan", "export.engine", "export.stages", "export.candidates", "edit.copyLayout",
                           "plan.keep", "plan.fix", "plan.help"})
        m_actions->action(id)->setEnabled(hasPlan);
    m_actions->action("plan.endEdit")->setEnabled(m_project.state().edited.has_value());
    m_adviser.ask(snapshot);
    openComparison();
    if (hasPlan || !outcome || snapshot.searching) return m_plan->setSnapshot(snapshot);
    showReasons(*m_plan->reasonPage(), *outcome, *m_actions);
    m_plan->showReason();
}

void MainWindow::report(const std::vector<Diagnostic>& diagnostics) {
    if (diagnostics.empty()) return;
    m_problems->setEvent(diagnostics);
    if (m_start->isVisible())
        m_start->showFault(diagnosticText(diagnostics.front()));
    else
        m_docks->problems()->show();
}

// Files

bool MainWindow::openFile(const QString& path) {
    return m_files->open(path);
}

void MainWindow::showOpened(const QString& path, const Project::Opened& opened) {
    using Kind = Project::Opened::Kind;
    m_problems->setEvent(opened.diagnostics);
    m_problems->log(tr("Opened: %1").arg(path));
    if (opened.kind == Kind::launch) { // to be understood and compared there
        showStartPage();
        m_start->paste(QString::fromStdString(opened.text));
        return;
    }
    m_comparisonWanted = false;
    m_live.setWaiting(false);
    leaveStartPage();
    if (opened.result) { // a plan file shows its own plans
        auto outcome = std::make_shared<SolveOutcome>();
        outcome->inputs = opened.inputs;
        outcome->result = opened.result;
        m_live.show(outcome);
        m_header->setCurrentWorkspace(PlanTab);
    } else if (opened.kind == Kind::topology) {
        m_header->setCurrentWorkspace(TopologyTab);
    } else if (opened.kind == Project::Opened::Kind::model) {
        m_header->setCurrentWorkspace(ModelTab);
    }
}

QStringList MainWindow::recentFiles() const {
    return ProjectFiles::recent();
}

// Window

void MainWindow::restoreWindow() {
    const QSettings settings;
    if (!restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray())) resize(1280, 800);
    restoreState(settings.value(QStringLiteral("docks")).toByteArray(), windowVersion);
    m_header->setCurrentWorkspace(workspaceNamed(settings.value(QStringLiteral("workspace")).toString()));
    m_workspaces->setCurrentIndex(m_header->currentWorkspace());
}

void MainWindow::updateTitle() {
    m_header->setTitle(m_project.title(), m_project.isDirty());
    m_exporter->setTitle(m_project.title());
    QString file = m_project.filePath().isEmpty() ? m_project.title() : QFileInfo(m_project.filePath()).fileName();
    m_status->setNotice(m_files->elsewhere());
    if (!m_files->elsewhere().isEmpty()) file += QStringLiteral(" (%1)").arg(m_files->elsewhere());
    setWindowTitle(QStringLiteral("%1[*] - NEST Planner").arg(file));
    setWindowModified(m_project.isDirty());
}

void MainWindow::retranslate() {
    m_actions->retranslate();
    m_recentMenu->setTitle(tr("&Recent files"));
    m_choices->retranslate();
    m_header->setWorkspaceName(TopologyTab, tr("Topology"));
    m_header->setWorkspaceName(ModelTab, tr("Model"));
    m_header->setWorkspaceName(PlanTab, tr("Plan"));
    m_header->setWorkspaceName(CompareTab, tr("Compare"));
    m_docks->retranslate();
    updateTitle();
    m_shown.retranslate();
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QMainWindow::changeEvent(event);
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) return m_selection.clearPlace(); // no field or chart had a use for it
    QMainWindow::keyPressEvent(event);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    bool others = false;
    const QWidgetList windows = QApplication::topLevelWidgets();
    for (const QWidget* window : windows)
        others = others || (window != this && window->isVisible() && qobject_cast<const MainWindow*>(window));
    // The last window's unsaved changes come back at the next start, so nothing is asked there.
    if (m_files->isBusy() || (others && !m_files->mayReplace())) return event->ignore();
    m_find->presentation()->set(false); // the docks as they were are kept
    QSettings settings;
    settings.setValue(QStringLiteral("geometry"), saveGeometry());
    settings.setValue(QStringLiteral("docks"), saveState(windowVersion));
    settings.setValue(QStringLiteral("workspace"),
                      QLatin1String(workspaceNames[static_cast<std::size_t>(m_header->currentWorkspace())]));
    m_files->finish(!others);
    m_live.stop();
    event->accept();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    placeStartPage();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().first().isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const auto urls = event->mimeData()->urls();
    for (const QUrl& url : urls)
        openFile(url.toLocalFile());
    event->acceptProposedAction();
}

} // namespace nest::ui
