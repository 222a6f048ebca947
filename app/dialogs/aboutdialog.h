// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QDialog>

class QLabel;

namespace nest::ui {

/// What the program is, whose ideas it builds on, and its licences.
class AboutDialog : public QDialog {
    Q_OBJECT

public:
    explicit AboutDialog(QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    QLabel* m_text;
};

} // namespace nest::ui
