// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/planview.h"

#include <QTableView>
#include <QVector>

class QStandardItemModel;

namespace nest::ui {

/// Two plans of one problem, figure by figure: what is a choice (degrees, recomputation), what it leads to (times,
/// memory, throughput), and how far the second is from the first. Differences are coloured as better or worse.
class ComparisonTable : public QTableView {
    Q_OBJECT
public:
    enum Column { Figure, First, Second, Difference, ColumnCount };

    explicit ComparisonTable(QWidget* parent = nullptr);

    /// Null plans leave the table empty.
    void setPlans(std::shared_ptr<const Problem> problem, std::optional<RankedPlan> first,
                  std::optional<RankedPlan> second);
    void setNames(const QString& first, const QString& second);
    /// Tab-separated text of the whole table.
    QString text() const;

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void refresh();

    QStandardItemModel* m_model;
    std::shared_ptr<const Problem> m_problem;
    std::optional<RankedPlan> m_first, m_second;
    QString m_firstName, m_secondName;
};

} // namespace nest::ui
