// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "charts/card.h"
#include "document/pastedrun.h"

#include <QPlainTextEdit>
#include <QTimer>
#include <stop_token>

class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace nest::ui {

class ClusterPicker;

/// A sentence about pasted text with its line; that it is about that text goes without saying.
QString placedText(const Diagnostic& diagnostic);
/// What is priced otherwise than it runs first, what was left aside last.
std::vector<Diagnostic> weightiestFirst(std::vector<Diagnostic> notes);

/// A field for pasted text. Very long ones are kept whole beside it and only their beginning is shown.
class PasteField : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit PasteField(QWidget* parent = nullptr);

    /// Everything, also what isn't shown.
    QString whole() const { return m_long.isEmpty() ? toPlainText() : m_long; }
    void setWhole(const QString& text);
    bool showsBeginning() const { return !m_long.isEmpty(); }

signals:
    void wholeChanged();
    /// Ctrl+Enter.
    void submitted();

protected:
    bool canInsertFromMimeData(const QMimeData* source) const override;
    void insertFromMimeData(const QMimeData* source) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QString m_long;
};

/// "Paste what you run today": the text, what was understood of it while typing, where it runs, and the comparison with
/// the best plan. Reading and pricing happen on a worker.
class PasteCard : public Card {
    Q_OBJECT

public:
    explicit PasteCard(QWidget* parent = nullptr);
    ~PasteCard() override;

    PasteField* field() const { return m_field; }
    ClusterPicker* cluster() const { return m_cluster; }
    QComboBox* modelBox() const { return m_model; }
    QPushButton* compareButton() const { return m_compare; }
    void clear();
    /// Empties the field, for another start.
    QToolButton* clearButton() const { return m_clear; }
    const PastedRun& run() const { return *m_run; }
    /// For tests: rows of what was understood as "label: value", then notes and faults as they are shown.
    QStringList factLines() const { return m_factLines; }
    QString faultLine() const;
    bool isReading() const { return m_reading; }
    /// The card's main action, as soon as the text is read.
    void submit();

signals:
    /// The text was understood or not: whether the page's main action is here.
    void understood(bool readable);
    void comparisonReady(const nest::ui::ProjectState& state, const std::vector<nest::Diagnostic>& notes);

protected:
    void changeEvent(QEvent* event) override;

private:
    void readSoon();
    void read();
    void show(std::shared_ptr<const PastedRun> run);
    void compare();
    void fillFacts();
    void addFact(const QString& label, const QString& value);
    void addNote(const QString& text, bool fault);
    void addMore(int count);
    void retranslate();

    std::shared_ptr<const PastedRun> m_run;
    QTimer m_pause;
    int m_request = 0;
    bool m_reading = false, m_comparing = false, m_submitted = false;
    bool m_allNotes = false;                     ///< listed; else the first few
    std::stop_source m_stop;                     ///< of the comparison
    std::shared_ptr<const Comparison> m_refused; ///< why there is no comparison; null: nothing was refused
    QStringList m_factLines;

    PasteField* m_field;
    QLabel *m_hint, *m_fault;
    QWidget* m_facts;
    QGridLayout* m_factGrid;
    QVBoxLayout* m_notes;
    QLabel* m_modelLabel;
    QComboBox* m_model;
    ClusterPicker* m_cluster;
    QPushButton* m_compare;
    QToolButton* m_clear;
};

} // namespace nest::ui
