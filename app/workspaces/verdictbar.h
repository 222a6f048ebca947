// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "jobs/adviser.h"
#include "plan/planview.h"

#include <QFrame>

class QLabel;
class QToolButton;

namespace nest::ui {

/// The sentence above a plan: what limits it and, once that is known, what would help most; beside it, quieter, proof
/// and engines. A button unfolds everything that would help.
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

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void refreshHelp();

    PlanSnapshot m_snapshot;
    std::shared_ptr<const Advice> m_advice;
    QLabel *m_sentence, *m_help;
    QToolButton* m_more;
};

} // namespace nest::ui
