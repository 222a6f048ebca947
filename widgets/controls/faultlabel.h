// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QLabel>
#include <QList>

namespace nest::ui {

class CheckedField;

/// Says below a form what is wrong in its fields, a line each: "Heads: ...". Hidden while nothing is.
class FaultLabel : public QLabel {
    Q_OBJECT
public:
    explicit FaultLabel(QWidget* parent = nullptr);

    /// The field's accessible name is what it is called.
    void watch(CheckedField* field);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();

    QList<CheckedField*> m_fields;
};

} // namespace nest::ui
