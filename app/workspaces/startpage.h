// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "document/recovery.h"

#include <QWidget>

class QBoxLayout;
class QComboBox;
class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace nest::ui {

class Card;
class ClusterPicker;
class PasteCard;

/// Where a project begins: pick a model and a cluster, paste what runs today, open a recent file or drop one, and what
/// was not closed the last time. It lies over the workspaces of a window and says what is wanted; the window does it.
class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    /// What Esc goes back to.
    void setProjectTitle(const QString& title);
    void setUnfinished(const QVector<RecoveryEntry>& entries);
    /// As if it had been pasted, e.g. a launch script that was dropped.
    void paste(const QString& text);
    /// The page's main action: compares what is pasted, else plans what is picked.
    void solve();
    /// A fault of what was asked for here; the next visit begins without one.
    void showFault(const QString& text);
    /// Files, newest first. Whether they are there and of when is found out on a worker.
    void setRecent(const QStringList& paths);

    QComboBox* modelBox() const { return m_model; }
    ClusterPicker* cluster() const { return m_cluster; }
    QPushButton* solveButton() const { return m_solve; }
    PasteCard* pasteCard() const { return m_paste; }
    QString fault() const;

signals:
    void planWanted(const nest::ui::ProjectState& state);
    /// What someone runs, pinned beside the search for the best plan.
    void comparisonWanted(const nest::ui::ProjectState& state, const std::vector<nest::Diagnostic>& notes);
    void fileWanted(const QString& path);
    void openWanted();
    void restoreWanted(const QString& id);
    void discardWanted(const QString& id);
    void left();

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Recent {
        QString path;
        QDateTime time; ///< invalid: the file is gone
    };
    QWidget* buildHead();
    Card* buildPlan();
    QWidget* buildDrop();
    void arrange();
    void describeModel();
    void fillRecent();
    void fillUnfinished();
    void setDropActive(bool active);
    void retranslate();

    QString m_projectTitle;
    QVector<RecoveryEntry> m_unfinishedList;
    QVector<Recent> m_recentList;
    int m_recentRequest = 0;
    bool m_dropActive = false;

    QScrollArea* m_area;
    QWidget* m_column;
    QBoxLayout* m_columns;
    QVBoxLayout *m_left, *m_right;
    QLabel *m_title, *m_question, *m_fault;
    QToolButton* m_back;
    Card *m_unfinishedCard, *m_planCard, *m_recentCard;
    PasteCard* m_paste;
    QVBoxLayout *m_unfinishedRows, *m_recentRows;
    QLabel* m_modelLabel;
    QComboBox* m_model;
    QLabel* m_modelTitle;
    ClusterPicker* m_cluster;
    QPushButton* m_solve;
    QLabel* m_drop;
    QToolButton* m_open;
};

} // namespace nest::ui
