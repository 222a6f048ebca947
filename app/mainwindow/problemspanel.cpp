// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "mainwindow/problemspanel.h"

#include "controls/diagnostictext.h"
#include "document/inputs.h"
#include "theme/theme.h"

#include <QEvent>
#include <QFileInfo>
#include <QHeaderView>
#include <QTime>
#include <algorithm>

namespace nest::ui {
namespace {

constexpr qsizetype logLines = 200;

QString placeOf(const Diagnostic& diagnostic) {
    const QString file = QFileInfo(QString::fromStdString(diagnostic.file)).fileName();
    if (diagnostic.line > 0) return QStringLiteral("%1:%2").arg(file).arg(diagnostic.line);
    return diagnostic.pointer.empty() ? file : file + QLatin1Char('#') + QString::fromStdString(diagnostic.pointer);
}

} // namespace

ProblemsPanel::ProblemsPanel(QWidget* parent) : QTableWidget(parent) {
    setProperty("helpId", QStringLiteral("window#problems"));
    setColumnCount(3);
    setSelectionBehavior(SelectRows);
    setEditTriggers(NoEditTriggers);
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setWordWrap(true);
    verticalHeader()->hide();
    horizontalHeader()->hide();
    horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    horizontalHeader()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    rebuild();
}

void ProblemsPanel::setInputs(const PreparedInputs& inputs) {
    if (inputs.diagnostics == m_inputs && inputs.assumed == m_assumed) return;
    m_inputs = inputs.diagnostics;
    m_assumed = inputs.assumed;
    rebuild();
}

void ProblemsPanel::setEvent(const std::vector<Diagnostic>& diagnostics) {
    m_event = diagnostics;
    rebuild();
    scrollToTop(); // where they stand
}

void ProblemsPanel::log(const QString& line) {
    m_log.prepend(QTime::currentTime().toString(QStringLiteral("HH:mm:ss ")) + line);
    while (m_log.size() > logLines)
        m_log.removeLast();
    rebuild();
}

bool ProblemsPanel::hasErrors() const {
    const auto isError = [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::error; };
    return std::any_of(m_inputs.begin(), m_inputs.end(), isError) ||
           std::any_of(m_event.begin(), m_event.end(), isError);
}

void ProblemsPanel::rebuild() {
    setAccessibleName(tr("Problems and log"));
    setRowCount(0);
    const Theme& theme = Theme::of(palette());
    for (const auto* list : {&m_event, &m_inputs}) {
        for (const Diagnostic& diagnostic : *list) {
            const bool error = diagnostic.severity == Severity::error;
            const QString kind = error                                      ? tr("Problem")
                                 : diagnostic.severity == Severity::warning ? tr("Warning")
                                                                            : tr("Note");
            addRow(kind, error ? theme.bad : theme.warning, faultText(diagnostic), placeOf(diagnostic));
        }
    }
    for (const AssumedValue& value : m_assumed)
        addRow(tr("Assumed"), theme.warning, assumedText(value), QString());
    for (const QString& line : m_log)
        addRow(tr("Log"), theme.muted, line, QString());
}

void ProblemsPanel::addRow(const QString& kind, const QColor& colour, const QString& sentence, const QString& place) {
    const int row = rowCount();
    insertRow(row);
    auto* first = new QTableWidgetItem(kind);
    first->setForeground(colour);
    setItem(row, 0, first);
    auto* text = new QTableWidgetItem(sentence);
    text->setToolTip(sentence);
    setItem(row, 1, text);
    setItem(row, 2, new QTableWidgetItem(place));
}

void ProblemsPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) rebuild();
    QTableWidget::changeEvent(event);
}

} // namespace nest::ui
