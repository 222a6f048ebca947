// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/planview.h"

#include <QWidget>
#include <array>

class QComboBox;
class QPushButton;
class QLabel;
class QScrollArea;
class QStackedLayout;
class QGridLayout;

namespace nest::ui {

class Card;
class ChartCard;
class ComparisonTable;
class MemoryChart;
class PlanNotes;
class StageHeatmap;

/// Two plans side by side: any of the search's best or of those kept. Where one is better is read from the table, why
/// from the charts below it, which share the selected stage. The better one is exported with one click.
class CompareWorkspace : public QWidget {
    Q_OBJECT

public:
    explicit CompareWorkspace(SelectionModel& selection, QWidget* parent = nullptr);

    void setSnapshot(const PlanSnapshot& snapshot);
    /// Chooses what stands on a side (0 left, 1 right): an index of the result's plans, or -1 - index of a kept one.
    void choose(int side, int plan);
    int chosen(int side) const { return m_chosen[static_cast<std::size_t>(side)]; }
    QComboBox* picker(int side) const { return m_sides[static_cast<std::size_t>(side)].picker; }
    /// What to know about the plan that the project's command runs.
    void setPastedNotes(const std::vector<Diagnostic>& notes);
    ComparisonTable* table() const { return m_table; }
    PlanNotes* notes() const { return m_notes; }
    /// In one line: which of the two is faster and by how much.
    QString sentence() const;
    QList<ChartCard*> chartCards() const;
    QPushButton* exportButton() const { return m_export; }
    /// Which of the two is exported: 0 or 1. The faster one of those that fit.
    int betterSide() const;

signals:
    /// The snapshot shows the plan that is to be exported.
    void exportWanted(const nest::ui::PlanSnapshot& snapshot);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Side {
        QComboBox* picker = nullptr;
        StageHeatmap* stages = nullptr;
        MemoryChart* memory = nullptr;
        ChartCard *stagesCard = nullptr, *memoryCard = nullptr;
    };
    const RankedPlan* planOf(int plan) const;
    PlanSnapshot snapshotOf(int plan) const;
    QString nameOf(int plan) const;
    QString comparedText(const RankedPlan& first, const RankedPlan& second) const;
    void fillPickers();
    QStringList notesOf(int plan) const;
    void refresh();
    void arrange();
    void retranslate();

    PlanSnapshot m_snapshot;
    std::vector<Diagnostic> m_pastedNotes;
    std::array<int, 2> m_chosen{0, 0};
    std::array<QString, 2> m_chosenName; ///< of a kept plan, which may move in the list
    bool m_pending = false;
    int m_columns = 0;
    std::array<Side, 2> m_sides;
    QStackedLayout* m_pages;
    QScrollArea* m_area;
    QGridLayout* m_grid;
    QLabel *m_sentence, *m_empty;
    QWidget* m_head;
    QPushButton* m_export;
    Card *m_tableCard, *m_notesCard;
    PlanNotes* m_notes;
    ComparisonTable* m_table;
};

} // namespace nest::ui
