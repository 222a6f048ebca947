// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"
#include "document/assumedvalue.h"

#include <QTableWidget>
#include <memory>
#include <vector>

namespace nest::ui {

struct PreparedInputs;

/// What is wrong with the inputs, what was assumed, and what happened: one row each, newest events first.
class ProblemsPanel : public QTableWidget {
    Q_OBJECT

public:
    explicit ProblemsPanel(QWidget* parent = nullptr);

    void setInputs(const PreparedInputs& inputs);
    /// Faults of an event such as opening a file; stay listed until the next one.
    void setEvent(const std::vector<Diagnostic>& diagnostics);
    /// One line about what was done.
    void log(const QString& line);
    bool hasErrors() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    void addRow(const QString& kind, const QColor& colour, const QString& sentence, const QString& place);

    std::vector<Diagnostic> m_inputs, m_event;
    std::vector<AssumedValue> m_assumed;
    QStringList m_log;
};

} // namespace nest::ui
