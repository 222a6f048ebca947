// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "jobs/adviser.h"
#include "plan/planview.h"

#include <QFrame>

class QLabel;
class QPushButton;
class QToolButton;

namespace nest::ui {

/// The sentence above a plan: what limits it and, once that is known, what would help most; beside it, quieter, proof
/// and engines, and below it the values that were assumed. A button unfolds everything that would help, each with a
/// link that takes it; another one, the page's main action, exports the plan.
class VerdictBar : public QFrame {
    Q_OBJECT

public:
    explicit VerdictBar(QWidget* parent = nullptr);
    void setSnapshot(const PlanSnapshot& snapshot);
    /// Shown with the plan it is about; null takes it back.
    void setAdvice(std::shared_ptr<const Advice> advice);
    QString text() const;
    QToolButton* helpButton() const { return m_more; }
    /// Unfolds or folds the list of what would help.
    void showHelp(bool shown);
    /// The list as text; empty while it is folded.
    QString helpText() const;
    QPushButton* exportButton() const { return m_export; }
    /// What the plan is for, as text: global batch, sequence length, precision.
    QString inputsText() const;
    const std::shared_ptr<const Advice>& advice() const { return m_advice; }

signals:
    void exportWanted();
    /// An option is to be changed.
    void optionWanted(const QString& key);
    /// A link of the list of what would help: a change of the inputs, a layout to look at, the best plan.
    void relaxationChosen(const nest::Relaxation& relaxation);
    void layoutChosen(const nest::Plan& plan);
    void bestChosen();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void refreshHelp();
    void refreshInputs();
    QString proofText() const;
    void follow(const QString& link);

    PlanSnapshot m_snapshot;
    std::shared_ptr<const Advice> m_advice;
    QLabel *m_sentence, *m_inputs, *m_help;
    QToolButton* m_more;
    QPushButton* m_export;
};

} // namespace nest::ui
