// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "charts/card.h"
#include "jobs/layoutprobe.h"
#include "plan/planview.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace nest::ui {

/// "Why not this?": a layout in one line is priced, or the rule or the bytes against it are named, with the nearest
/// layouts that work. A layout in the answer can be kept and looked at.
class WhyNotCard : public Card {
    Q_OBJECT

public:
    explicit WhyNotCard(QWidget* parent = nullptr);

    /// The problem that questions are about; an answer for another one is taken back.
    void setSnapshot(const PlanSnapshot& snapshot);
    void ask(const QString& layout);
    QLineEdit* field() const { return m_field; }
    /// The answer as plain text; empty while there is none.
    QString answerText() const;
    const std::shared_ptr<const LayoutAnswer>& answer() const { return m_answer; }

signals:
    /// A plan of the answer is to be kept under a name, and looked at.
    void keepRequested(const nest::Plan& plan, const QString& name);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void take(const std::shared_ptr<const LayoutAnswer>& answer);
    void follow(const QString& link);
    void refresh();
    void keepAnswerWhole();
    QString answerHtml() const;
    QString verdictHtml() const;
    QString nearestHtml() const;

    PlanSnapshot m_snapshot;
    LayoutProbe m_probe;
    std::shared_ptr<const LayoutAnswer> m_answer;
    QLineEdit* m_field;
    QPushButton* m_ask;
    QLabel* m_text;
};

} // namespace nest::ui
