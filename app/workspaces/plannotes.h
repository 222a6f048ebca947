// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QStringList>
#include <QVector>
#include <QWidget>

class QLabel;
class QToolButton;

namespace nest::ui {

/// Sentences about plans, a paragraph each plan: the first few, and the rest behind a link.
class PlanNotes : public QWidget {
    Q_OBJECT

public:
    struct Notes {
        QString plan; ///< its name
        QStringList lines;
        bool operator==(const Notes&) const = default;
    };

    explicit PlanNotes(QWidget* parent = nullptr);

    void setNotes(const QVector<Notes>& notes);
    /// What is shown, a line each.
    QString text() const;
    QToolButton* moreButton() const { return m_more; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    QVector<Notes> m_notes;
    bool m_all = false;
    QLabel* m_label;
    QToolButton* m_more;
};

} // namespace nest::ui
