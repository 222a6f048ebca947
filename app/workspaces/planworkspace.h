// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "plan/planview.h"

#include <QList>
#include <QWidget>
#include <array>
#include <functional>
#include <optional>
#include <vector>

class QGridLayout;
class QScrollArea;
class QStackedLayout;

namespace nest::ui {

class Card;
class CandidatesTable;
class ChartCard;
class DeviceHeatmap;
class LayerStrip;
class MemoryChart;
class PlanScatter;
class ReasonPage;
class SelectionModel;
class StageHeatmap;
class SummaryCards;
class VerdictBar;
class WhyNotCard;
struct SolveOutcome;

/// The plan: one sentence of what limits it, its figures, the charts linked by selection, the best plans. Where no
/// plan is feasible, the reason stands in place of the charts.
class PlanWorkspace : public QWidget {
    Q_OBJECT

public:
    explicit PlanWorkspace(SelectionModel& selection, QWidget* parent = nullptr);

    /// A new result, or the shown plan changed. Views take it one by one, so that none holds up the window.
    void setSnapshot(const PlanSnapshot& snapshot);
    /// In place of the charts.
    void showReason();
    ReasonPage* reasonPage() const { return m_reason; }
    /// What the cards compare with.
    void setReference(const std::optional<Evaluation>& reference, const QString& reason);
    const PlanSnapshot& snapshot() const { return m_snapshot; }
    bool showsReason() const;
    QString reasonText() const;
    QList<ChartCard*> chartCards() const;
    SummaryCards* cards() const { return m_cards; }
    CandidatesTable* candidates() const { return m_candidates; }
    PlanScatter* scatter() const { return m_scatter; }
    LayerStrip* strip() const { return m_strip; }
    WhyNotCard* whyNot() const { return m_whyNot; }
    VerdictBar* verdict() const { return m_verdict; }
    /// Brings the field for a layout into sight, ready to type.
    void askWhyNot();
    /// Unfolds what would help, with the keyboard on it.
    void showHelp();

signals:
    void planChosen(int index);
    void keptChosen(int index);
    /// A plan made by hand from the shown one.
    void edited(const nest::Plan& plan);
    /// A plan is to be kept under a name, and looked at.
    void keepRequested(const nest::Plan& plan, const QString& name);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    /// The cards, in no order: where each stands is a table in the source.
    enum Section {
        Stages,
        Memory,
        Devices,
        Schedule,
        Scatter,
        Strip,
        Traffic,
        Waterfall,
        Plans,
        WhyNot,
        Proof,
        Gap,
        SectionCount
    };

    template <class View> View* addChart(Section section);
    void feedNext();
    struct Arrangement;
    static const std::vector<Arrangement>& arrangements();
    int fittingArrangement() const;
    void arrange();
    void retranslate();

    SelectionModel& m_selection;
    PlanSnapshot m_snapshot;
    QList<std::function<void()>> m_feed; ///< views that wait for the snapshot
    bool m_waiting = false;

    QStackedLayout* m_pages;
    QScrollArea* m_area;
    QWidget* m_content;
    VerdictBar* m_verdict;
    SummaryCards* m_cards;
    QGridLayout* m_grid;
    std::array<Card*, SectionCount> m_sections{};
    QList<PlanChart*> m_charts; ///< in the order in which they take a snapshot
    CandidatesTable* m_candidates;
    PlanScatter* m_scatter;
    LayerStrip* m_strip;
    WhyNotCard* m_whyNot;
    ReasonPage* m_reason;
    int m_arranged = -1;      ///< index of the arrangement in use
    double m_arrangedFor = 0; ///< text scale it was made for
};

} // namespace nest::ui
