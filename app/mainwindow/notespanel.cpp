// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "mainwindow/notespanel.h"

#include "controls/quantityfield.h"
#include "document/plantext.h"
#include "document/project.h"
#include "theme/theme.h"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMimeData>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

namespace nest::ui {
namespace {

constexpr int pauseMilliseconds = 1500; ///< of typing; undo takes back what was typed since the one before

} // namespace

NoteEdit::NoteEdit(QWidget* parent) : QPlainTextEdit(parent), m_pause(new QTimer(this)) {
    setUndoRedoEnabled(false);
    setTabChangesFocus(true);
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    m_pause->setSingleShot(true);
    m_pause->setInterval(pauseMilliseconds);
    connect(m_pause, &QTimer::timeout, this, &NoteEdit::paused);
    connect(this, &QPlainTextEdit::textChanged, this, [this] {
        fit();
        m_pause->start();
        emit edited(toPlainText());
    });
    fit();
}

void NoteEdit::setNote(const QString& text) {
    if (text == toPlainText()) return;
    const QSignalBlocker blocker(this);
    setPlainText(text);
    moveCursor(QTextCursor::End);
    fit();
}

void NoteEdit::setLines(int least, int most) {
    m_least = least;
    m_most = most;
    fit();
}

void NoteEdit::fit() {
    // The document's height counts lines, wrapped ones too.
    const int lines = std::clamp(static_cast<int>(std::ceil(document()->size().height())), m_least, m_most);
    const int border = height() - viewport()->height();
    setFixedHeight(lines * fontMetrics().lineSpacing() + static_cast<int>(2 * document()->documentMargin()) +
                   std::clamp(border, 2, 16));
}

bool NoteEdit::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto& key = *static_cast<QKeyEvent*>(event);
        if (key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo)) {
            event->ignore(); // the window's actions take them
            return true;
        }
    }
    const bool handled = QPlainTextEdit::event(event);
    if (event->type() == QEvent::FontChange) fit(); // lines are higher or lower now
    return handled;
}

bool NoteEdit::canInsertFromMimeData(const QMimeData* source) const {
    return !source->hasUrls() && QPlainTextEdit::canInsertFromMimeData(source); // files are the window's
}

void NoteEdit::focusOutEvent(QFocusEvent* event) {
    emit paused();
    QPlainTextEdit::focusOutEvent(event);
}

void NoteEdit::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    if (event->oldSize().width() != event->size().width()) QTimer::singleShot(0, this, &NoteEdit::fit);
}

NotesPanel::NotesPanel(Project& project, QWidget* parent)
    : QWidget(parent), m_project(project), m_projectHead(new QLabel), m_plansHead(new QLabel), m_none(new QLabel),
      m_note(new NoteEdit), m_list(new QVBoxLayout) {
    setProperty("helpId", QStringLiteral("window#notes"));
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(metrics::gap, metrics::grid / 2, metrics::gap, metrics::gap);
    column->setSpacing(metrics::grid);
    m_projectHead->setBuddy(m_note);
    for (QLabel* head : {m_projectHead, m_plansHead})
        head->setFont(titleFont());
    m_note->setLines(5, 16);
    setFocusProxy(m_note);
    m_none->setWordWrap(true);
    m_none->setForegroundRole(QPalette::PlaceholderText);
    m_list->setSpacing(metrics::gap);
    column->addWidget(m_projectHead);
    column->addWidget(m_note);
    column->addSpacing(metrics::grid);
    column->addWidget(m_plansHead);
    column->addWidget(m_none);
    column->addLayout(m_list);
    column->addStretch();
    auto* area = new QScrollArea(this);
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAttribute(Qt::WA_StyledBackground);
    content->setAutoFillBackground(false); // the dock's ground
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(area);

    connect(m_note, &NoteEdit::edited, this, [this](const QString& text) { m_project.setNotes(text.toStdString()); });
    connect(m_note, &NoteEdit::paused, this, [this] { m_project.sealEdits(); });
    connect(&m_project, &Project::stateChanged, this, &NotesPanel::refresh);
    retranslate();
}

void NotesPanel::addRow() {
    const std::size_t index = m_rows.size();
    Row row{new QWidget, new QLineEdit, new QLabel, new NoteEdit, new QToolButton};
    row.name->setProperty("role", QStringLiteral("inline"));
    row.name->setFont(titleFont());
    shareUndo(row.name);
    row.layout->setForegroundRole(QPalette::PlaceholderText);
    row.layout->setWordWrap(true);
    row.layout->setContentsMargins(5, 0, 0, 2);
    row.layout->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row.drop->setIcon(lineIcon(QStringLiteral("close")));
    row.drop->setAutoRaise(true);
    row.drop->setProperty("role", QStringLiteral("quiet"));
    auto* head = new QHBoxLayout;
    head->setSpacing(0);
    head->addWidget(row.name, 1);
    head->addWidget(row.drop);
    auto* column = new QVBoxLayout(row.widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(row.layout);
    column->addWidget(row.note);
    connect(row.name, &QLineEdit::editingFinished, this, [this, index] { rename(index); });
    connect(row.note, &NoteEdit::edited, this, [this, index](const QString& text) {
        PinnedPlan plan = m_project.state().pinned[index];
        plan.note = text.toStdString();
        m_project.setPinned(index, plan);
    });
    connect(row.note, &NoteEdit::paused, this, [this] { m_project.sealEdits(); });
    connect(row.drop, &QToolButton::clicked, this, [this, index] { m_project.unpin(index); });
    m_list->addWidget(row.widget);
    m_rows.push_back(row);
}

void NotesPanel::rename(std::size_t index) {
    if (index >= m_project.state().pinned.size()) return;
    PinnedPlan plan = m_project.state().pinned[index];
    const std::string name = m_rows[index].name->text().trimmed().toStdString();
    if (name.empty()) return refresh(); // a plan without a name couldn't be told from the others
    if (m_rows[index].name->text().trimmed() == keptPlanName(plan.name)) return;
    plan.name = name;
    m_project.sealEdits();
    m_project.setPinned(index, plan);
    m_project.sealEdits();
}

void NotesPanel::refresh() {
    const ProjectState& state = m_project.state();
    m_note->setNote(QString::fromStdString(state.notes));
    bool rows = m_rows.size() != state.pinned.size();
    while (m_rows.size() < state.pinned.size())
        addRow();
    while (m_rows.size() > state.pinned.size()) {
        m_rows.back().widget->hide();
        m_rows.back().widget->deleteLater();
        m_rows.pop_back();
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const PinnedPlan& plan = state.pinned[i];
        const Row& row = m_rows[i];
        const QString name = keptPlanName(plan.name);
        rows = rows || row.name->accessibleName().isEmpty() || row.drop->property("plan").toString() != name;
        row.drop->setProperty("plan", name);
        if (!row.name->hasFocus() || !row.name->isModified()) row.name->setText(name);
        row.layout->setText(QString::fromStdString(layout_text(plan.plan)));
        row.note->setNote(QString::fromStdString(plan.note));
    }
    if (rows) retranslate();
}

void NotesPanel::retranslate() {
    m_projectHead->setText(tr("Project"));
    m_plansHead->setText(tr("Kept plans"));
    m_note->setPlaceholderText(tr("What was planned, what was decided, and why"));
    m_note->setAccessibleName(tr("Notes on the project"));
    m_none->setText(tr("Plans that you pin or paste are listed here, each with a name and a note."));
    m_none->setVisible(m_rows.empty());
    for (const Row& row : m_rows) {
        const QString name = row.drop->property("plan").toString();
        row.name->setAccessibleName(tr("Name of the plan"));
        row.note->setAccessibleName(tr("Note on plan %1").arg(name));
        row.note->setPlaceholderText(tr("Note"));
        row.drop->setToolTip(tr("Drop plan %1").arg(name));
        row.drop->setAccessibleName(row.drop->toolTip());
    }
}

void NotesPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

} // namespace nest::ui
