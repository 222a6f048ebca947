// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "document/assumedvalue.h"

#include <QStringList>
#include <QWidget>

class QLabel;
class QPushButton;
class QTabBar;
class QToolButton;

namespace nest::ui {

class ActionRegistry;

/// The strip at the top: menu button, project title, workspace tabs, assumed values, command palette, Solve.
class HeaderBar : public QWidget {
    Q_OBJECT

public:
    explicit HeaderBar(const ActionRegistry& actions, QWidget* parent = nullptr);

    void setTitle(const QString& title, bool unsaved);
    void addWorkspace(const QString& name);
    void setWorkspaceName(int index, const QString& name);
    int currentWorkspace() const;
    void setCurrentWorkspace(int index);
    QStringList workspaceNames() const;
    void setAssumed(const std::vector<AssumedValue>& values);
    /// Solve becomes Stop while a search runs.
    void setBusy(bool busy);
    /// Where another page is in front that has its own.
    void setSolveVisible(bool visible);
    /// A fresh plan is there: then solving isn't the main action.
    void setPlanned(bool planned);
    void openMenu();

signals:
    void workspaceChanged(int index);
    /// Somebody wants to see it; it may be the current one already.
    void workspaceClicked(int index);
    void solveClicked();
    void stopClicked();
    void assumedClicked();
    void paletteClicked();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void retranslate();
    void fitTabs();

    QToolButton* m_menu;
    QLabel* m_title;
    QTabBar* m_tabs;
    QToolButton* m_assumed;
    QToolButton* m_palette;
    QPushButton* m_solve;
    std::vector<AssumedValue> m_assumedValues;
    bool m_busy = false;
};

} // namespace nest::ui
