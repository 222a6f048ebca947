// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include <QStringList>
#include <QVector>
#include <QWidget>

class QAction;
class QGridLayout;
class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace nest::ui {

class Card;

/// In place of a plan: why there is none, what would make one possible, each with a button that does it, and where else
/// to go on.
class ReasonPage : public QWidget {
    Q_OBJECT

public:
    /// One way out.
    struct Way {
        QString change; ///< "6.0 GB more memory per device"
        QString result; ///< "tp8 pp4 dp4 mb1, step 5.52 s"
        bool possible;  ///< the project can be changed that way by a button
        bool operator==(const Way&) const = default;
    };

    explicit ReasonPage(QWidget* parent = nullptr);

    void setReason(const QString& title, const QString& text);
    /// The ways, or a sentence where there are none; neither hides their card.
    void setWays(const QString& sentence, const QVector<Way>& ways);
    /// Where to go on.
    void setActions(const QList<QAction*>& actions);
    /// Everything that is read, a line each.
    QString text() const;
    int wayCount() const { return static_cast<int>(m_ways.size()); }

signals:
    void wayChosen(int index);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fillWays();
    void fillActions();

    QLabel *m_title, *m_text, *m_sentence;
    Card* m_card;
    QGridLayout* m_grid;
    QHBoxLayout* m_buttons;
    QList<QAction*> m_actions;
    QVector<Way> m_ways;
};

} // namespace nest::ui
