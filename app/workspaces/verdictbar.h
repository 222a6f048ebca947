// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/planview.h"

#include <QFrame>

class QLabel;

namespace nest::ui {

/// The sentence above a plan: what limits it and what would help; beside it, quieter, proof and engines.
class VerdictBar : public QFrame {
    Q_OBJECT

public:
    explicit VerdictBar(QWidget* parent = nullptr);
    void setSnapshot(const PlanSnapshot& snapshot);
    QString text() const;

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();

    PlanSnapshot m_snapshot;
    QLabel* m_sentence;
};

} // namespace nest::ui
